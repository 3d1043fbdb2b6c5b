// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_private.h"

// Laws that bodies own, from the law table. A law that is a cone becomes the contact's cone, which every
// solver supports; the others are planar laws of the problem. A bound that depends on the speed such that a
// step has no solution, or several, is evaluated at the speed at the start of the step: a Stribeck curve, and
// the tristate law, whose bound at rest is zero.

/// Makes the law without its Stribeck curve, which the caller keeps in the definition.
static ssResult makeLaw( const ssLawDef* def, ssLaw* law )
{
    SS_TRY( ssMakeLaw( def, law ) );
    law->def.stribeck.curve = ss_stribeckNone;
    return ssOk();
}

static bool isOwn( const ssLaw* law ) { return law->def.kind >= ss_lawKindCount; }

static bool isCone( const ssLaw* law )
{
    return ( law->type->flags & SS_LAWS_PLANAR ) == 0 || law->def.kind == ss_lawKindTristate ||
        lawIsVaryingCone( law );
}

static bool hasStribeck( const ssLawDef* def ) { return def->stribeck.curve != ss_stribeckNone; }

bool worldScalesLaws( const ssWorld* world )
{
    bool some = false;
    for ( int i = 0; i < world->lawCount && !some; ++i )
    {
        some = hasStribeck( &world->lawDefs[i] ) && !isCone( &world->laws[i] );
    }
    return some;
}

/// Reserves the scales of planar laws and what contacts remember, which most worlds never need.
static bool reserveForLaw( ssWorld* world, const ssLawDef* def, const ssLaw* law )
{
    if ( isOwn( law ) ) { return lawMemoryReserve( world ); }
    return !hasStribeck( def ) || isCone( law ) || worldReserveScales( world );
}

bool worldReserveScales( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    if ( problem->lawScale != NULL ) { return true; }
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

// The latest step's problem and contacts name its laws. So an edit moves the world's laws to new arrays, and
// leaves those of the step until the next one.

static bool stepShares( const ssWorld* world ) { return world->problem.lawTable == world->laws; }

/// Moves the laws to new arrays with room for so many; false: no memory.
static bool moveLaws( ssWorld* world, int capacity )
{
    size_t count = (size_t)world->lawCount, room = (size_t)capacity;
    ssLaw* laws = ssAlloc( room * sizeof( ssLaw ) );
    ssLawDef* defs = ssAlloc( room * sizeof( ssLawDef ) );
    bool* replaced = ssAlloc( room * sizeof( bool ) );
    if ( laws == NULL || defs == NULL || replaced == NULL || !handlesReserve( &world->lawHandles, capacity ) )
    {
        ssRelease( laws );
        ssRelease( defs );
        ssRelease( replaced );
        return false;
    }
    if ( count > 0 )
    {
        memcpy( laws, world->laws, count * sizeof( ssLaw ) );
        memcpy( defs, world->lawDefs, count * sizeof( ssLawDef ) );
        memcpy( replaced, world->lawReplaced, count * sizeof( bool ) );
    }
    ssRelease( stepShares( world ) ? NULL : world->laws );
    ssRelease( stepShares( world ) ? NULL : world->lawDefs );
    ssRelease( world->lawReplaced );
    world->laws = laws;
    world->lawDefs = defs;
    world->lawReplaced = replaced;
    return true;
}

void lawsSettle( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    if ( !stepShares( world ) )
    {
        for ( int i = 0; i < problem->lawCount; ++i )
        {
            if ( world->lawReplaced[i] )
            {
                ssLaw_Destroy( &problem->lawTable[i] );
                world->lawReplaced[i] = false;
            }
        }
        ssRelease( problem->lawTable );
        ssRelease( problem->lawDefs );
    }
    problem->lawTable = world->laws;
    problem->lawDefs = world->lawDefs;
    problem->lawCount = world->lawCount;
}

/// Takes a law out of its slot: it goes, or stays with the step that was solved with it.
static void dropLaw( ssWorld* world, int slot )
{
    if ( slot < world->problem.lawCount && !world->lawReplaced[slot] )
    {
        world->lawReplaced[slot] = true;
        return;
    }
    ssLaw_Destroy( &world->laws[slot] );
}

static void storeLaw( ssWorld* world, int slot, const ssLaw* made, const ssLawDef* def )
{
    world->laws[slot] = *made;
    world->lawDefs[slot] = made->def;
    world->lawDefs[slot].stribeck = def->stribeck;
}

ssResult ssWorld_AddLaw( ssWorld* world, const ssLawDef* def, ssLawId* id )
{
    ssLaw made;
    if ( id != NULL ) { *id = ( ssLawId ){ 0, 0 }; }
    SS_TRY( worldCheckEdit( world ) );
    SS_TRY( makeLaw( def, &made ) );
    int slot = handlesNext( &world->lawHandles, world->lawCount );
    bool used = slot < world->lawCount;
    if ( ( ( !used || stepShares( world ) ) && !moveLaws( world, world->lawCount + ( used ? 0 : 1 ) ) ) ||
        !reserveForLaw( world, def, &made ) )
    {
        return noMemory( &made );
    }
    if ( used ) { dropLaw( world, slot ); }
    worldChanged( world );
    storeLaw( world, slot, &made, def );
    world->ownLawCount += isOwn( &made ) ? 1 : 0;
    world->lawCount += slot == world->lawCount ? 1 : 0;
    handlesTake( &world->lawHandles, slot );
    if ( id != NULL ) { *id = ssWorld_LawAt( world, slot ); }
    return ssOk();
}

int ssWorld_LawCount( const ssWorld* world )
{
    return world != NULL ? world->lawCount - world->lawHandles.freedCount : 0;
}

int ssWorld_LawSlots( const ssWorld* world ) { return world != NULL ? world->lawCount : 0; }

bool ssWorld_HasLaw( const ssWorld* world, ssLawId id ) { return lawNamed( world, id ) >= 0; }

ssLawId ssWorld_LawAt( const ssWorld* world, int slot )
{
    bool used = world != NULL && slot >= 0 && slot < world->lawCount && world->lawHandles.used[slot];
    return used ? ( ssLawId ){ slot + 1, world->lawHandles.generations[slot] } : ( ssLawId ){ 0, 0 };
}

ssResult lawReplace( ssWorld* world, int law, const ssLawDef* def )
{
    ssLaw made;
    SS_TRY( makeLaw( def, &made ) );
    if ( ( stepShares( world ) && !moveLaws( world, world->lawCount ) ) ||
        !reserveForLaw( world, def, &made ) )
    {
        return noMemory( &made );
    }
    worldChanged( world );
    bool forgets = worldHasLawMemory( world ) && !lawRemembersLike( &world->laws[law], &made );
    world->ownLawCount += ( isOwn( &made ) ? 1 : 0 ) - ( isOwn( &world->laws[law] ) ? 1 : 0 );
    dropLaw( world, law );
    storeLaw( world, law, &made, def );
    if ( forgets ) { lawMemoryForget( world, law ); }
    return ssOk();
}

ssResult ssWorld_ReplaceLaw( ssWorld* world, ssLawId id, const ssLawDef* def )
{
    int law = -1;
    SS_TRY( worldEditLaw( world, "law", id, &law ) );
    SS_TRY( lawReplace( world, law, def ) );
    islandsWakeAll( world );
    return ssOk();
}

ssMaterial lawMaterial( const ssLaw* law, const ssMaterial* material )
{
    ssMaterial own = *material;
    own.mu = ( law->type->needs & ss_needsMu ) != 0 ? law->def.mu : own.mu;
    bool typed = law->def.kind == ss_lawKindText;
    own.muRoll = ( typed ? lawGivesRoll( law ) : law->dimension >= 5 ) ? law->def.muRoll : own.muRoll;
    own.muSpin = ( typed ? lawGivesSpin( law ) : law->dimension >= 6 ) ? law->def.muSpin : own.muSpin;
    return own;
}

int lawDimension( const ssLaw* law )
{
    bool changes = lawCoefficientInputs( law ) != 0;
    return changes && lawGivesSpin( law ) ? 6 : changes && lawGivesRoll( law ) ? 5 : 3;
}

// Speed that counts as rest, over the speed that gravity gives a body in a step: well above
// what the solver leaves of a zero velocity.
#define REST_SPEED_SHARE 1e-3

/// Reduces coefficients to the speeds at the step's start; returns the factor of the sliding bound.
static double atSpeed( const ssWorld* world, int i, int index, double h, ssMaterial* own )
{
    const ssLaw* law = &world->laws[index];
    bool tristate = law->def.kind == ss_lawKindTristate;
    if ( !tristate && !hasStribeck( &world->lawDefs[index] ) ) { return 1.0; }
    double y[6], rest = REST_SPEED_SHARE * h * ssVec3_Length( world->def.gravity );
    contactVelocityBefore( world, i, y );
    double speed = ssHypot( y[1], y[2] );
    bool rolls = ssHypot( y[3], y[4] ) * world->smallestRadius > rest,
         spins = fabs( y[5] ) * world->smallestRadius > rest;
    own->muRoll = tristate && law->dimension >= 5 && !rolls ? 0.0 : own->muRoll;
    own->muSpin = tristate && law->dimension >= 6 && !spins ? 0.0 : own->muSpin;
    speed = speed > rest ? speed : 0.0;
    return tristate && speed == 0.0 ? 0.0 : ssStribeckFactor( &world->lawDefs[index].stribeck, speed );
}

void contactApplyLaw( ssWorld* world, int i, int index, const ssMaterial* material, double h )
{
    ssProblem* problem = &world->problem;
    ssCone* cone = &problem->cones[i];
    const ssLaw* law = &world->laws[index];
    ssMaterial own = lawMaterial( law, material );
    double factor = atSpeed( world, i, index, h, &own );
    ssCone shape = ssLaw_Cone( law );
    bool keepsVariant = shape.variant == ss_coneIntersection;
    *cone = ( ssCone ){ .dimension = 6,
        .mu = ( law->type->needs & ss_needsMu ) != 0 ? factor * own.mu : own.mu,
        .muRoll = own.muRoll,
        .muSpin = own.muSpin,
        .variant = keepsVariant ? cone->variant : shape.variant,
        .facets = shape.facets,
        .facetAngle = shape.facetAngle };
    problem->lawIndex[i] = index;
    if ( !isCone( law ) ) { problem->laws[i] = ss_contactFormPlanar; }
    else if ( law->def.kind == ss_lawKindRelaxed ) { problem->laws[i] = ss_contactFormRelaxed; }
    if ( problem->lawScale != NULL ) { problem->lawScale[i] = factor; }
    if ( isOwn( law ) ) { lawMemoryPlace( world, i, index, h ); }
}

static void boundDilatancy( ssWorld* world, const ssMaterial* material )
{
    ssMaterial* bounds = &world->dilatancyBounds;
    bounds->mu = ssMax( bounds->mu, material->mu );
    bounds->muRoll = ssMax( bounds->muRoll, material->muRoll );
    bounds->muSpin = ssMax( bounds->muSpin, material->muSpin );
}

void worldFindDilatancy( ssWorld* world )
{
    world->dilates = world->def.law == ss_worldLawRelaxed;
    world->dilatancyBounds = ( ssMaterial ){ .mu = 0.0 };
    for ( int i = 0; i < world->pairCount; ++i ) { boundDilatancy( world, &world->pairs[i].material ); }
    for ( int i = 0; i < world->bodyCount && world->lawCount > 0; ++i )
    {
        const Body* body = &world->bodies[i];
        const ssLaw* law = body->law >= 0 && body->enabled ? &world->laws[body->law] : NULL;
        if ( law != NULL && law->def.kind == ss_lawKindRelaxed )
        {
            boundDilatancy( world,
                &( ssMaterial ){ .mu = law->def.mu, .muRoll = law->def.muRoll, .muSpin = law->def.muSpin } );
            world->dilates = true;
        }
    }
}
