// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// The public functions about bodies: adding them, what they are, and what is set from outside. Each
// looks its handle up first, in every build.

ssBodyDef ssDefaultBodyDef( void )
{
    return ( ssBodyDef ){ .shape = ssSphereShape( 0.5 ),
        .pose = { .orientation = { 1.0, 0.0, 0.0, 0.0 } },
        .density = 1000.0,
        .material = { .mu = 0.5 },
        .groove = { 1.0, 0.0, 0.0 },
        .colour = -1 };
}

static int planeCount( const ssWorld* world )
{
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        count += world->bodies[i].shape.kind == ss_shapePlane ? 1 : 0;
    }
    return count;
}

/// The index of a body's law; -1: its materials, which the null handle stands for.
static ssResult lawIndexOf( const ssWorld* world, ssLawId law, int* index )
{
    *index = -1;
    return law.slot1 == 0 && law.generation == 0 ? worldCheckEdit( world )
                                                 : worldEditLaw( world, "law", law, index );
}

/// A body that is not dynamic wakes whom it meets where it is put; the next step finds out.
static void markPlaced( const ssWorld* world, Body* body )
{
    body->restTime = world->def.sleeping && body->kind != ss_bodyDynamic ? -1.0 : body->restTime;
}

/// Checks the definition and makes room for the body.
static ssResult prepareBody( ssWorld* world, const ssBodyDef* def, Body* body )
{
    int law = -1;
    SS_TRY( lawIndexOf( world, def->law, &law ) );
    SS_TRY( bodyMake( def, law, body ) );
    if ( def->kind < 0 || def->kind > ss_bodyKinematic )
    {
        return ssError( ss_errorValue, "kind", "no kind of body has the number %d", (int)def->kind );
    }
    if ( handlesNext( &world->bodyHandles, world->bodyCount ) == world->bodyCapacity &&
        !worldReserveBodies( world, 2 * world->bodyCapacity + 16 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d bodies", world->bodyCount + 1 );
    }
    if ( body->shape.kind == ss_shapePlane && !worldReservePlanes( world, planeCount( world ) + 1 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a plane" );
    }
    return ssOk();
}

ssResult ssWorld_AddBody( ssWorld* world, const ssBodyDef* def, ssBodyId* id )
{
    Body body;
    if ( id != NULL ) { *id = ( ssBodyId ){ 0, 0 }; }
    SS_TRY( prepareBody( world, def, &body ) );
    int slot = handlesNext( &world->bodyHandles, world->bodyCount );
    if ( !handlesSetData( &world->bodyHandles, slot, def->userData ) )
    {
        return ssError( ss_errorMemory, "userData", "out of memory for the user data of bodies" );
    }
    markPlaced( world, &body );
    world->slot[slot] = -1;
    world->bodies[slot] = body;
    ssHull_Retain( body.shape.hull );
    world->bodyCount += slot == world->bodyCount ? 1 : 0;
    worldChanged( world );
    handlesTake( &world->bodyHandles, slot );
    world->softMaterials += body.material.stiffness > 0.0 ? 1 : 0;
    if ( body.kind == ss_bodyDynamic )
    {
        world->ledger.added += bodyKinetic( &body ) + bodyPotential( &body, world->def.gravity );
    }
    if ( id != NULL ) { *id = bodyId( world, slot ); }
    return ssOk();
}

int ssWorld_BodyCount( const ssWorld* world )
{
    return world != NULL ? world->bodyCount - world->bodyHandles.freedCount : 0;
}

int ssWorld_BodySlots( const ssWorld* world ) { return world != NULL ? world->bodyCount : 0; }

bool ssWorld_HasBody( const ssWorld* world, ssBodyId id ) { return bodyNamed( world, id ) >= 0; }

ssBodyId ssWorld_BodyAt( const ssWorld* world, int slot )
{
    bool used = world != NULL && slot >= 0 && slot < world->bodyCount && world->bodyHandles.used[slot];
    return used ? bodyId( world, slot ) : ( ssBodyId ){ 0, 0 };
}

void* ssWorld_BodyData( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? handlesData( &world->bodyHandles, index ) : NULL;
}

ssResult ssWorld_SetBodyData( ssWorld* world, ssBodyId id, void* userData )
{
    int index = -1;
    SS_TRY( worldEditBody( world, "body", id, &index ) );
    return !handlesSetData( &world->bodyHandles, index, userData )
        ? ssError( ss_errorMemory, "userData", "out of memory for the user data of bodies" )
        : ssOk();
}

ssBodyState ssWorld_Body( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    if ( index < 0 ) { return ( ssBodyState ){ .mass = 0.0 }; }
    const Body* body = &world->bodies[index];
    return ( ssBodyState ){ .pose = body->pose,
        .velocity = body->velocity,
        .omega = body->omega,
        .mass = body->mass,
        .inertia = body->inertia,
        .kind = body->kind,
        .asleep = body->asleep,
        .enabled = body->enabled };
}

ssBodyArrays ssWorld_Arrays( const ssWorld* world )
{
    ssBodyArrays arrays = { 0 };
    if ( world == NULL ) { return arrays; }
    arrays.slots = world->bodyCount;
    arrays.capacity = world->bodyCapacity;
    if ( world->bodyCount > 0 )
    {
        const Body* first = world->bodies;
        arrays.stride = sizeof( Body );
        arrays.position = &first->pose.position.x;
        arrays.orientation = &first->pose.orientation.w;
        arrays.velocity = &first->velocity.x;
        arrays.omega = &first->omega.x;
    }
    return arrays;
}

// A contact that sticks moves by at most residual × velocity scale; the margin is for angular velocities,
// which follow from differences of such errors over a body's width.
#define RESOLUTION_MARGIN 10.0
// [1/s] Speeds up to this times (1 m + size) count as zero besides: rounding.
#define REST_ROUNDING 1e-9

double worldResolution( const ssWorld* world, double size )
{
    return REST_ROUNDING * ( 1.0 + size ) +
        RESOLUTION_MARGIN * world->report.residual * world->report.velocityScale;
}

ssVec3 bodyShownVelocity( const ssWorld* world, int index )
{
    const Body* body = &world->bodies[index];
    bool resolved = ssVec3_Length( body->velocity ) > worldResolution( world, body->boundingRadius );
    return resolved || body->kind != ss_bodyDynamic ? body->velocity : ssVec3_Make( 0.0, 0.0, 0.0 );
}

ssVec3 ssWorld_ShownVelocity( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? bodyShownVelocity( world, index ) : ssVec3_Make( 0.0, 0.0, 0.0 );
}

const ssShape* ssWorld_BodyShape( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? &world->bodies[index].shape : NULL;
}

ssPose ssWorld_ShapePose( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? bodyShapePose( &world->bodies[index] ) : ( ssPose ){ .position = { 0.0, 0.0, 0.0 } };
}

ssMaterial ssWorld_Material( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? world->bodies[index].material : ( ssMaterial ){ .mu = 0.0 };
}

uint32_t ssWorld_Group( const ssWorld* world, ssBodyId id )
{
    int index = bodyNamed( world, id );
    return index >= 0 ? world->bodies[index].group : 0;
}

/// The kind of the body that a setter changes, for what its kind does not
/// allow; an edit of no body is refused later.
static ssBodyKind kindOf( const ssWorld* world, ssBodyId id, ssBodyKind otherwise )
{
    int index = worldCheckEdit( world ).code == ss_ok ? bodyNamed( world, id ) : -1;
    return index >= 0 ? world->bodies[index].kind : otherwise;
}

/// Finds the body that a setter changes, which is awake from then on.
static ssResult edit( ssWorld* world, ssBodyId id, Body** body )
{
    int index = -1;
    ssResult result = worldEditBody( world, "body", id, &index );
    *body = result.code == ss_ok ? &world->bodies[index] : NULL;
    if ( result.code == ss_ok )
    {
        worldChanged( world );
        islandWakeBody( world, index );
    }
    return result;
}

/// Likewise for a change after which the body may no longer be where it
/// was, for what rests on it or hangs on it.
static ssResult editPlace( ssWorld* world, ssBodyId id, Body** body )
{
    SS_TRY( edit( world, id, body ) );
    worldWakeConnected( world, id.slot1 - 1 );
    markPlaced( world, *body );
    return ssOk();
}

static ssResult checkFinite( const char* field, ssVec3 first, ssVec3 second )
{
    return isfinite( first.x + first.y + first.z + second.x + second.y + second.z )
        ? ssOk()
        : ssError( ss_errorValue, field, "a number is not finite" );
}

static ssResult checkPose( ssPose pose )
{
    ssQuat q = pose.orientation;
    double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return length > 0.0 && isfinite( length )
        ? checkFinite( "position", pose.position, ssVec3_Make( 0.0, 0.0, 0.0 ) )
        : ssError( ss_errorValue, "orientation", "the orientation quaternion must be finite and not zero" );
}

double bodyEnergy( const ssWorld* world, const Body* body )
{
    bool counts = body->kind == ss_bodyDynamic && body->enabled;
    return counts ? bodyKinetic( body ) + bodyPotential( body, world->def.gravity ) : 0.0;
}

ssResult ssWorld_SetPose( ssWorld* world, ssBodyId id, ssPose pose )
{
    Body* body = NULL;
    SS_TRY( checkPose( pose ) );
    SS_TRY( editPlace( world, id, &body ) );
    double before = bodyEnergy( world, body );
    body->pose.position = pose.position;
    body->pose.orientation = ssQuat_Normalize( pose.orientation );
    world->ledger.added += bodyEnergy( world, body ) - before;
    return ssOk();
}

ssResult ssWorld_SetVelocity( ssWorld* world, ssBodyId id, ssVec3 velocity, ssVec3 omega )
{
    Body* body = NULL;
    SS_TRY( checkFinite( "velocity", velocity, omega ) );
    ssBodyKind kind = kindOf( world, id, ss_bodyDynamic );
    SS_TRY( bodyCheckVelocity( kind, velocity, omega ) );
    SS_TRY( edit( world, id, &body ) );
    double before = bodyEnergy( world, body );
    int active = world->slot[id.slot1 - 1];
    body->velocity = velocity;
    body->omega = omega;
    if ( active >= 0 )
    {
        // what views show of the latest step follows
        double after[6] = { velocity.x, velocity.y, velocity.z, omega.x, omega.y, omega.z };
        memcpy( world->after + 6 * (size_t)active, after, sizeof after );
    }
    world->ledger.added += bodyEnergy( world, body ) - before;
    return ssOk();
}

ssResult ssWorld_SetBeltVelocity( ssWorld* world, ssBodyId id, ssVec3 velocity )
{
    Body* body = NULL;
    SS_TRY( checkFinite( "velocity", velocity, velocity ) );
    SS_TRY( bodyCheckBelt( kindOf( world, id, ss_bodyStatic ), velocity ) );
    SS_TRY( edit( world, id, &body ) );
    body->beltVelocity = velocity;
    return ssOk();
}

ssResult ssWorld_SetMaterial( ssWorld* world, ssBodyId id, const ssMaterial* material )
{
    Body* body = NULL;
    ssMaterial ignored;
    SS_TRY( ssCombineMaterials( material, material, ss_combineMin, &ignored ) );
    SS_TRY( edit( world, id, &body ) );
    world->softMaterials +=
        ( material->stiffness > 0.0 ? 1 : 0 ) - ( body->material.stiffness > 0.0 ? 1 : 0 );
    body->material = *material;
    return ssOk();
}

ssResult ssWorld_SetLaw( ssWorld* world, ssBodyId id, ssLawId law, ssVec3 groove )
{
    Body* body = NULL;
    int index = -1;
    SS_TRY( lawIndexOf( world, law, &index ) );
    SS_TRY( checkFinite( "groove", groove, groove ) );
    SS_TRY( edit( world, id, &body ) );
    body->law = index;
    body->groove = groove;
    return ssOk();
}

ssResult ssWorld_SetGroup( ssWorld* world, ssBodyId id, uint32_t group )
{
    Body* body = NULL;
    SS_TRY( editPlace( world, id, &body ) );
    body->group = group;
    return ssOk();
}

ssResult ssWorld_SetEnabled( ssWorld* world, ssBodyId id, bool enabled )
{
    Body* body = NULL;
    SS_TRY( editPlace( world, id, &body ) );
    double before = bodyEnergy( world, body );
    body->enabled = enabled;
    world->ledger.added += bodyEnergy( world, body ) - before;
    return ssOk();
}

ssResult ssWorld_SetForce( ssWorld* world, ssBodyId id, ssVec3 force, ssVec3 torque )
{
    Body* body = NULL;
    SS_TRY( checkFinite( "force", force, torque ) );
    ssBodyKind kind = kindOf( world, id, ss_bodyDynamic );
    SS_TRY( bodyCheckForce( kind, force, torque ) );
    SS_TRY( edit( world, id, &body ) );
    body->force = force;
    body->torque = torque;
    return ssOk();
}

ssResult ssWorld_Disturb( ssWorld* world, ssBodyId id, ssVec3 force, double friction )
{
    Body* body = NULL;
    const ssVec3 none = { 0.0, 0.0, 0.0 };
    SS_TRY( checkFinite( "force", force, none ) );
    if ( !( friction >= 0.0 && isfinite( friction ) ) )
    {
        return ssError( ss_errorValue, "friction", "friction = %g; allowed: a finite factor >= 0", friction );
    }
    SS_TRY( bodyCheckForce( kindOf( world, id, ss_bodyDynamic ), force, none ) );
    SS_TRY( edit( world, id, &body ) );
    if ( friction != 1.0 && world->lawCount > 0 && !worldReserveScales( world ) )
    {
        return ssError( ss_errorMemory, "friction", "out of memory for the friction of contacts" );
    }
    body->push = force;
    body->grip = friction - 1.0;
    world->disturbed = true;
    return ssOk();
}

void worldEndDisturbance( ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount && world->disturbed; ++i )
    {
        world->bodies[i].push = ssVec3_Make( 0.0, 0.0, 0.0 );
        world->bodies[i].grip = 0.0;
    }
    world->disturbed = false;
}
