// SPDX-License-Identifier: MIT
#include "slipstick/law.h"
#include "law/law_typed.h"

#include <string.h>

// Making a law from its definition, and the features that follow from it.

ssLawDef ssDefaultLawDef( ssLawKind kind )
{
    SS_ASSERT( kind >= 0 && kind < ss_lawKindEnd );
    ssLawDef def = { kind, .dimension = ssGetLawType( (int)kind )->minDimension, .mu = 0.5,
        .c = ssDefaultSetDef( ss_setCircle ), .d = ssDefaultSetDef( ss_setCircle ), .cForce = 1.0,
        .facets = 4, .vEps = 1e-3, .length = 1.0,
        .stribeck = { .curve = ss_stribeckNone, .ratio = 1.0, .velocity = 1.0, .exponent = 1.0 },
        .flow = { .kind = ss_flowTensor2, .tensor2 = { 1.0, 0.0, 0.0, 1.0 } }, .patchRadius = 0.01 };
    def.c = kind == ss_lawKindAsperity ? ssDefaultSetDef( ss_setAsperity ) : def.c;
    return def;
}

ssLawDef ssTextLawDef( const ssLawProgram* program )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
    {
        def.programValues[i] = ssLawProgram_Info( program )->params[i].defaultValue;
    }
    return def;
}

static ssResult checkNumbers( const ssLawDef* def, const ssLawType* type )
{
    bool known = def->dimension == 3 || def->dimension == 5 || def->dimension == 6;
    if ( known == false || def->dimension < type->minDimension || def->dimension > type->maxDimension )
    {
        int nearest = def->dimension < type->minDimension ? type->minDimension : type->maxDimension;
        return ssError( ss_errorValue, "dimension",
            "dimension = %d; allowed for the law %s: 3, 5 or 6, from %d to %d; nearest: %d", def->dimension,
            type->name, type->minDimension, type->maxDimension,
            known == false && def->dimension == 4 ? type->minDimension : nearest );
    }
    const struct
    {
        const char* key;
        double value;
        bool used;
    } coefficients[] = { { "mu", def->mu, ( type->needs & ss_needsMu ) != 0 },
        { "mu_r", def->muRoll, def->dimension >= 5 }, { "mu_s", def->muSpin, def->dimension >= 6 } };
    for ( int i = 0; i < SS_COUNT( coefficients ); ++i )
    {
        double value = coefficients[i].value;
        if ( coefficients[i].used && !( value >= 0.0 && isfinite( value ) ) )
        {
            return ssError( ss_errorValue, coefficients[i].key,
                "%s = %.10g; allowed: a finite number >= 0; nearest: 0", coefficients[i].key, value );
        }
    }
    if ( ( type->needs & ( ss_needsC | ss_needsFlow ) ) != 0 &&
        !( def->cForce > 0.0 && isfinite( def->cForce ) ) )
    {
        return ssError(
            ss_errorValue, "c_force", "c_force = %.10g; allowed: a finite load > 0 N", def->cForce );
    }
    if ( def->kind >= ss_lawKindCount && def->stribeck.curve != ss_stribeckNone )
    {
        return ssError( ss_errorValue, "stribeck", "stribeck: a law of one's own holds its own curve" );
    }
    return ssCheckStribeck( &def->stribeck );
}

ssResult ssMakeLaw( const ssLawDef* def, ssLaw* law )
{
    memset( law, 0, sizeof( *law ) );
    if ( def->kind < 0 || def->kind >= ss_lawKindEnd )
    {
        return ssError( ss_errorUnknown, "law", "no law has the number %d", (int)def->kind );
    }
    const ssLawType* type = ssGetLawType( (int)def->kind );
    law->type = type;
    law->def = *def;
    law->def.program = NULL; // until the law has a reference of its own
    law->dimension = def->dimension;
    law->cForce = 1.0;
    law->dScale = 1.0;
    law->touchAngleDeg = SS_NAN;
    law->report.convex = law->report.unique = true;
    ssResult result = checkNumbers( def, type );
    result = result.code == ss_ok ? type->prepare( def, law ) : result;
    // The law must not refer to the caller's points and samples, which may be released.
    law->def.c.points = law->def.d.points = NULL;
    law->def.c.pointCount = law->def.d.pointCount = 0;
    law->def.flow.samples = law->flow;
    if ( result.code != ss_ok ) { ssLaw_Destroy( law ); }
    return result;
}

static void givePoints( const ssSet* made, ssSetDef* def )
{
    bool has = made->owned != NULL && made->def.kind == def->kind;
    def->points = has ? made->def.points : NULL;
    def->pointCount = has ? made->def.pointCount : 0;
}

void lawGivePoints( const ssLaw* law, ssLawDef* def )
{
    givePoints( &law->c, &def->c );
    givePoints( &law->d, &def->d );
}

void ssLaw_Destroy( ssLaw* law )
{
    if ( law->sharesSets == false ) { ssSet_Destroy( &law->d ); }
    ssSet_Destroy( &law->c );
    ssRelease( law->flow );
    ssRelease( law->flowParts );
    ssRelease( law->patch );
    typedDestroy( law );
    memset( law, 0, sizeof( *law ) );
}

unsigned ssLaw_Flags( const ssLaw* law )
{
    unsigned flags = law->type->flags;
    flags |= law->dimension >= 5 ? (unsigned)ss_lawFlagRolling : 0u;
    flags |= law->dimension >= 6 ? (unsigned)ss_lawFlagSpinning : 0u;
    flags |= typedChanges( law ) && law->typed->bySpeed ? (unsigned)ss_lawFlagVelocity : 0u;
    flags |= law->def.stribeck.curve != ss_stribeckNone ? (unsigned)ss_lawFlagVelocity : 0u;
    return flags;
}

ssCone ssLaw_Cone( const ssLaw* law )
{
    ssCone cone = { .dimension = law->dimension,
        .mu = law->def.mu,
        .muRoll = law->dimension >= 5 ? law->def.muRoll : 0.0,
        .muSpin = law->dimension >= 6 ? law->def.muSpin : 0.0,
        .variant = ss_coneIntersection };
    if ( law->typed != NULL && law->dimension >= 5 )
    {
        double spin;
        typedMoments( law, 1.0, ssVec2_Make( 0.0, 0.0 ), &cone.muRoll, &spin );
        cone.muSpin = law->dimension >= 6 ? spin : 0.0;
    }
    if ( law->def.kind == ss_lawKindEllipsoidal ) { cone.variant = ss_coneEllipsoidal; }
    else if ( law->def.kind == ss_lawKindPolyhedral )
    {
        cone.variant = law->def.inscribed ? ss_coneInscribed : ss_coneCircumscribed;
        cone.facets = law->def.facets;
        cone.facetAngle = law->def.facetDeg * SS_PI / 180.0;
    }
    return cone;
}
