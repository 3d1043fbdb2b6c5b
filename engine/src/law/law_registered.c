// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// Laws whose force is a function that a program or plugin has registered: a text with the line `use "NAME"`.
// The function works in forces; at a site that works in impulses, loads and forces are converted here.

static ssVec2 call( const ssLaw* law, double load, ssVec2 gamma, double* derivative, double* next )
{
    const ssLawSite* site = lawSiteOf( law );
    double perForce = lawImpulsePerForce( law );
    ssVec2 force = { SS_NAN, SS_NAN };
    law->typed->program->function->force( law->def.programValues, load / perForce, gamma,
        site->state != NULL ? site->state : law->typed->initial, site->h, &force, derivative, next );
    for ( int i = 0; i < 4 && derivative != NULL; ++i )
    {
        derivative[i] *= perForce;
    }
    return ssVec2_Scale( perForce, force );
}

static void registeredForce(
    const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next )
{
    bool given = law->typed->program->function->givesDerivative;
    *force = call( law, load, gamma, given ? derivative : NULL, next );
    if ( derivative != NULL && !given )
    {
        lawTakeDifferences( call, law, load, gamma, derivative );
    }
}

const ssLawType ss_lawTypeRegistered = { .kind = ss_lawKindText,
    .name = "text",
    .label = "a registered function of the velocity",
    .source = "the plugin or program that registered it",
    .needs = ss_needsProgram,
    .flags = ss_lawFlagSingleValued,
    LAW_OF_ROWS( 3, 6 ),
    .prepare = typedPrepare,
    .function = registeredForce };
