// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Laws of the law table as a body's own. Whatever is a cone becomes the contact's cone, which every solver knows; the
// others are planar laws of the problem. What depends on the speed in a way that leaves a step without a solution, or
// with several, is taken at the speed with which the step begins: a Stribeck curve, and the tristate law, whose bound at
// rest is zero.

/// Made without its Stribeck curve, which stays in the definition.
static ssResult makeLaw( const ssLawDef* def, ssLaw* law )
{
    ssResult result = ssMakeLaw( def, law );
    if ( result.code == ss_ok )
    {
        law->def.stribeck.curve = ss_stribeckNone;
    }
    return result;
}

static bool isCone( const ssLaw* law )
{
    return ( law->type->flags & SS_LAWS_PLANAR ) == 0 || law->def.kind == ss_lawKindTristate;
}

static bool falls( const ssLawDef* def )
{
    return def->stribeck.curve != ss_stribeckNone;
}

bool worldScalesLaws( const ssWorld* world )
{
    bool some = false;
    for ( int i = 0; i < world->lawCount && !some; ++i )
    {
        some = falls( &world->lawDefs[i] ) && !isCone( &world->laws[i] );
    }
    return some;
}

/// Room for the scales of planar laws, which most worlds never need.
static bool reserveScales( ssWorld* world, const ssLawDef* def, const ssLaw* law )
{
    ssProblem* problem = &world->problem;
    if ( !falls( def ) || isCone( law ) || problem->lawScale != NULL )
    {
        return true;
    }
    problem->lawScale = ssAlloc( sizeof( double ) * ( (size_t)world->contactCapacity + 1 ) );
    for ( int i = 0; i < world->contactCapacity && problem->lawScale != NULL; ++i )
    {
        problem->lawScale[i] = 1.0;
    }
    return problem->lawScale != NULL;
}

static ssResult noMemory( ssLaw* law )
{
    ssLaw_Destroy( law );
    return ssError( ss_errorMemory, NULL, "out of memory for a law" );
}

ssResult ssWorld_AddLaw( ssWorld* world, const ssLawDef* def, int* law )
{
    ssLaw made;
    ssResult result = makeLaw( def, &made );
    if ( result.code != ss_ok )
    {
        return result;
    }
    size_t count = (size_t)world->lawCount;
    ssLaw* laws = ssAlloc( ( count + 1 ) * sizeof( ssLaw ) );
    ssLawDef* defs = ssAlloc( ( count + 1 ) * sizeof( ssLawDef ) );
    if ( laws == NULL || defs == NULL || !reserveScales( world, def, &made ) )
    {
        ssRelease( laws );
        ssRelease( defs );
        return noMemory( &made );
    }
    if ( count > 0 )
    {
        memcpy( laws, world->laws, count * sizeof( ssLaw ) );
        memcpy( defs, world->lawDefs, count * sizeof( ssLawDef ) );
    }
    ssRelease( world->laws );
    ssRelease( world->lawDefs );
    world->laws = laws;
    world->lawDefs = defs;
    world->laws[count] = made;
    world->lawDefs[count] = made.def;
    world->lawDefs[count].stribeck = def->stribeck;
    *law = world->lawCount++;
    return result;
}

ssResult ssWorld_ReplaceLaw( ssWorld* world, int law, const ssLawDef* def )
{
    SS_ASSERT( law >= 0 && law < world->lawCount );
    ssLaw made;
    ssResult result = makeLaw( def, &made );
    if ( result.code != ss_ok )
    {
        return result;
    }
    if ( !reserveScales( world, def, &made ) )
    {
        return noMemory( &made );
    }
    ssLaw_Destroy( &world->laws[law] );
    world->laws[law] = made;
    world->lawDefs[law] = made.def;
    world->lawDefs[law].stribeck = def->stribeck;
    islandsWakeAll( world );
    return result;
}

// ----------------------------------------------------------------------------------------------------- coefficients

ssMaterial lawMaterial( const ssLaw* law, const ssMaterial* material )
{
    ssMaterial own = *material;
    own.mu = ( law->type->needs & ss_needsMu ) != 0 ? law->def.mu : own.mu;
    own.muRoll = law->dimension >= 5 ? law->def.muRoll : own.muRoll;
    own.muSpin = law->dimension >= 6 ? law->def.muSpin : own.muSpin;
    return own;
}

#define HARDLY_SLIDES 1e-3 // of what gravity gives in a step: that is rest

/// The coefficients at the speeds with which the step begins; returns what is left of the bound on sliding.
static double atSpeed( const ssWorld* world, int i, int index, double h, ssMaterial* own )
{
    const ssLaw* law = &world->laws[index];
    bool tristate = law->def.kind == ss_lawKindTristate;
    if ( !tristate && !falls( &world->lawDefs[index] ) )
    {
        return 1.0;
    }
    double y[6], least = HARDLY_SLIDES * h * ssVec3_Length( world->def.gravity );
    contactVelocity( world, i, world->before, y );
    double speed = hypot( y[1], y[2] );
    bool rolls = hypot( y[3], y[4] ) * world->finest > least, spins = fabs( y[5] ) * world->finest > least;
    own->muRoll = tristate && law->dimension >= 5 && !rolls ? 0.0 : own->muRoll;
    own->muSpin = tristate && law->dimension >= 6 && !spins ? 0.0 : own->muSpin;
    speed = speed > least ? speed : 0.0;
    return tristate && speed == 0.0 ? 0.0 : ssStribeckFactor( &world->lawDefs[index].stribeck, speed );
}

void contactTakeLaw( ssWorld* world, int i, int index, const ssMaterial* material, double h )
{
    ssProblem* problem = &world->problem;
    ssCone* cone = &problem->cones[i];
    const ssLaw* law = &world->laws[index];
    ssMaterial own = lawMaterial( law, material );
    double left = atSpeed( world, i, index, h, &own );
    ssCone shape = ssLaw_Cone( law );
    bool plain = shape.variant == ss_coneIntersection;
    *cone = ( ssCone ){ .dimension = 6,
        .mu = ( law->type->needs & ss_needsMu ) != 0 ? left * own.mu : own.mu,
        .muRoll = own.muRoll,
        .muSpin = own.muSpin,
        .variant = plain ? cone->variant : shape.variant,
        .facets = shape.facets,
        .facetAngle = shape.facetAngle };
    problem->lawIndex[i] = index;
    if ( !isCone( law ) )
    {
        problem->laws[i] = ss_contactFormPlanar;
    }
    else if ( law->def.kind == ss_lawKindRelaxed )
    {
        problem->laws[i] = ss_contactFormRelaxed;
    }
    if ( problem->lawScale != NULL )
    {
        problem->lawScale[i] = left;
    }
}

// --------------------------------------------------------------------------------------------------------- dilation

void worldFindDilation( ssWorld* world )
{
    world->dilates = world->def.law == ss_worldLawRelaxed;
    world->dilating = ( ssMaterial ){ .mu = 0.0 };
    for ( int i = 0; i < world->bodyCount && world->lawCount > 0; ++i )
    {
        const Body* body = &world->bodies[i];
        const ssLaw* law = body->law >= 0 && body->enabled ? &world->laws[body->law] : NULL;
        if ( law != NULL && law->def.kind == ss_lawKindRelaxed )
        {
            ssMaterial* most = &world->dilating;
            most->mu = fmax( most->mu, law->def.mu );
            most->muRoll = fmax( most->muRoll, law->def.muRoll );
            most->muSpin = fmax( most->muSpin, law->def.muSpin );
            world->dilates = true;
        }
    }
}
