// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// A law that is a function of the caller's. It works in forces; at a site that works in
// impulses, loads and forces are converted here.

/// A call at the law's site, in forces or impulses like the site.
static ssVec2 callForce( const ssLaw* law, double load, ssVec2 gamma, double* derivative, double* next )
{
    const ssLawCallback* callback = &law->def.callback;
    const ssLawSite* site = lawSiteOf( law );
    const double initial[SS_LAW_MAX_STATES] = { 0.0 };
    double perForce = lawImpulsePerForce( law );
    ssVec2 force = { SS_NAN, SS_NAN };
    callback->force( callback->context, load / perForce, gamma, site->state != NULL ? site->state : initial,
        site->h, &force, derivative, next );
    for ( int i = 0; i < 4 && derivative != NULL; ++i )
    {
        derivative[i] *= perForce;
    }
    return ssVec2_Scale( perForce, force );
}

/// The step is relative to the speed; near rest it is far below the speeds over which bristles and smoothed
/// jumps change, and still large enough for the difference of two forces.
void lawTakeDifferences( lawCall* call, const ssLaw* law, double load, ssVec2 gamma, double derivative[4] )
{
    double step = 1e-6 * ssVec2_Length( gamma ) + 1e-10;
    for ( int k = 0; k < 2; ++k )
    {
        ssVec2 shift = { k == 0 ? step : 0.0, k == 0 ? 0.0 : step };
        ssVec2 above = call( law, load, ssVec2_Add( gamma, shift ), NULL, NULL ),
               below = call( law, load, ssVec2_Sub( gamma, shift ), NULL, NULL );
        derivative[k] = ( above.x - below.x ) / ( 2.0 * step );
        derivative[2 + k] = ( above.y - below.y ) / ( 2.0 * step );
    }
}

static void callbackForce(
    const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next )
{
    bool given = law->def.callback.givesDerivative;
    *force = callForce( law, load, gamma, given ? derivative : NULL, next );
    if ( derivative != NULL && !given )
    {
        lawTakeDifferences( callForce, law, load, gamma, derivative );
    }
}

static ssResult prepareCallback( const ssLawDef* def, ssLaw* law )
{
    if ( def->callback.force == NULL )
    {
        return ssError( ss_errorValue, "callback", "callback: the law has no function; set callback.force" );
    }
    int numbers = def->callback.stateNumbers;
    if ( numbers < 0 || numbers > SS_LAW_MAX_STATES )
    {
        return ssError( ss_errorValue, "callback", "callback.stateNumbers = %d; allowed: 0 to %d", numbers,
            SS_LAW_MAX_STATES );
    }
    int pairs = def->callback.statePairs;
    if ( pairs < 0 || 2 * pairs > numbers )
    {
        return ssError( ss_errorValue, "callback",
            "callback.statePairs = %d; allowed with %d state numbers: 0 to %d", pairs, numbers, numbers / 2 );
    }
    return lawUseFunction( law );
}

const ssLawType ss_lawTypeCallback = { .kind = ss_lawKindCallback,
    .name = "callback",
    .label = "a function of the caller's",
    .source = "the program that uses the library",
    .needs = ss_needsCallback,
    .flags = ss_lawFlagSingleValued,
    LAW_OF_ROWS( 3, 6 ),
    .prepare = prepareCallback,
    .function = callbackForce };
