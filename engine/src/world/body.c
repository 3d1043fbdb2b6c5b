// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// One body: its validation, mass, free rotation and energy.

// Most fixed-point iterations of the free rotation, which contracts by about h |omega| per iteration.
#define ROTATION_ITERATIONS 60
// Change that ends the iteration, over |omega|: about one unit of rounding.
#define ROTATION_TOLERANCE 2e-16
// Change that is accepted as well, over |omega|, once iterations no longer reduce it.
#define ROTATION_STALL_TOLERANCE 1e-14
// Iterations before that test, in which the change may still grow.
#define ROTATION_STALL_FROM 8
// Most parts of a step of the free rotation. A body that needs more keeps its angular velocity.
#define ROTATION_PARTS_MAX 256

static ssResult checkMotion( const ssBodyDef* def )
{
    ssQuat q = def->pose.orientation;
    double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if ( !ssVec3_IsFinite( def->pose.position ) )
    {
        return ssError( ss_errorValue, "position", "the position is not finite" );
    }
    if ( !( length > 0.0 && isfinite( length ) ) )
    {
        return ssError(
            ss_errorValue, "orientation", "the orientation quaternion must be finite and not zero" );
    }
    if ( !ssVec3_IsFinite( def->velocity ) || !ssVec3_IsFinite( def->omega ) ||
        !ssVec3_IsFinite( def->beltVelocity ) )
    {
        return ssError( ss_errorValue, "velocity", "a velocity is not finite" );
    }
    if ( !ssVec3_IsFinite( def->shapeCentre ) ||
        ( def->shape.kind == ss_shapePlane && ssVec3_Length( def->shapeCentre ) > 0.0 ) )
    {
        return ssError( ss_errorValue, "shapeCentre",
            "the centre of the shape is not allowed; allowed: finite, and zero for a plane" );
    }
    return ssOk();
}

static bool isZero3( ssVec3 v ) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

ssResult bodyCheckVelocity( ssBodyKind kind, ssVec3 velocity, ssVec3 omega )
{
    return kind != ss_bodyStatic || ( isZero3( velocity ) && isZero3( omega ) )
        ? ssOk()
        : ssError( ss_errorValue, isZero3( velocity ) ? "omega" : "velocity",
              "a static body does not move; allowed: 0, or the kind kinematic, which moves as it is told, or "
              "a beltVelocity" );
}

ssResult bodyCheckForce( ssBodyKind kind, ssVec3 force, ssVec3 torque )
{
    return kind == ss_bodyDynamic || ( isZero3( force ) && isZero3( torque ) )
        ? ssOk()
        : ssError( ss_errorValue, isZero3( force ) ? "torque" : "force",
              "no force moves a %s body; allowed: 0, or a dynamic body",
              kind == ss_bodyStatic ? "static" : "kinematic" );
}

ssResult bodyCheckBelt( ssBodyKind kind, ssVec3 velocity )
{
    return kind != ss_bodyDynamic || isZero3( velocity )
        ? ssOk()
        : ssError( ss_errorValue, "beltVelocity",
              "the surface of a dynamic body does not run; allowed: 0, or a static or kinematic body" );
}

static ssResult checkMass( const ssBodyDef* def )
{
    if ( !( def->mass >= 0.0 && isfinite( def->mass ) ) )
    {
        return ssError( ss_errorValue, "mass", "mass = %g kg; allowed: > 0, or 0 for a mass from the density",
            def->mass );
    }
    return def->kind == ss_bodyDynamic || ( def->mass == 0.0 && isZero3( def->inertia ) )
        ? ssOk()
        : ssError( ss_errorValue, def->mass != 0.0 ? "mass" : "inertia",
              "a body that is not dynamic has no inertia; allowed: mass 0 and inertia 0, or a dynamic body" );
}

static ssResult weigh( const ssBodyDef* def, Body* body )
{
    if ( def->mass == 0.0 && !( def->density > 0.0 && isfinite( def->density ) ) )
    {
        return ssError( ss_errorValue, "density", "density = %g kg/m³; allowed: > 0", def->density );
    }
    body->mass = def->mass > 0.0 ? def->mass : def->density * ssShape_Volume( &def->shape );
    ssVec3 solid = ssShape_Inertia( &def->shape );
    const double *given = &def->inertia.x, *ratio = &solid.x;
    double* inertia = &body->inertia.x;
    for ( int i = 0; i < 3; ++i )
    {
        inertia[i] = given[i] > 0.0 ? given[i] : body->mass * ratio[i];
        if ( !( given[i] >= 0.0 && inertia[i] > 0.0 && isfinite( inertia[i] ) &&
                 isfinite( 1.0 / inertia[i] ) ) )
        {
            return ssError( ss_errorValue, "inertia",
                "a mass of %g kg with an inertia of %g kg m²; allowed: positive numbers in the range of a "
                "double",
                body->mass, given[i] > 0.0 || given[i] == 0.0 ? inertia[i] : given[i] );
        }
    }
    if ( !( body->mass > 0.0 && isfinite( body->mass ) && isfinite( 1.0 / body->mass ) ) )
    {
        return ssError( ss_errorValue, "density",
            "mass = %g kg; allowed: positive numbers in the range of a double", body->mass );
    }
    return ssOk();
}

ssResult bodyMake( const ssBodyDef* def, int law, Body* body )
{
    *body = ( Body ){ .shape = def->shape,
        .pose = def->pose,
        .velocity = def->velocity,
        .omega = def->omega,
        .beltVelocity = def->beltVelocity,
        .material = def->material,
        .groove = def->groove,
        .shapeCentre = def->shapeCentre,
        .law = law,
        .group = def->group,
        .colour = def->colour,
        .kind = def->kind,
        .enabled = true };
    if ( def->kind != ss_bodyDynamic )
    {
        body->toldVelocity = def->velocity;
        body->toldOmega = def->omega;
    }
    SS_TRY( ssShape_Validate( &def->shape ) );
    ssMaterial ignored;
    SS_TRY( checkMotion( def ) );
    SS_TRY( checkMass( def ) );
    SS_TRY( bodyCheckVelocity( def->kind, def->velocity, def->omega ) );
    SS_TRY( bodyCheckBelt( def->kind, def->beltVelocity ) );
    SS_TRY( ssCombineMaterials( &def->material, &def->material, ss_combineMin, &ignored ) );
    if ( def->kind == ss_bodyDynamic )
    {
        SS_TRY( def->shape.kind == ss_shapePlane
                ? ssError( ss_errorValue, "kind", "a plane cannot be dynamic; allowed: static or kinematic" )
                : weigh( def, body ) );
    }
    body->shape.hull = body->shape.kind == ss_shapeHull ? body->shape.hull : NULL;
    ssVec3 inertia = body->inertia;
    body->pose.orientation = ssQuat_Normalize( def->pose.orientation );
    body->isotropic = inertia.x == inertia.y && inertia.y == inertia.z;
    bodyMeasure( body );
    return ssOk();
}

void bodyVelocity( const Body* body, double velocity[6] )
{
    const double numbers[6] = { body->velocity.x, body->velocity.y, body->velocity.z, body->omega.x,
        body->omega.y, body->omega.z };
    memcpy( velocity, numbers, sizeof numbers );
}

Body bodyVacant( void )
{
    Body body = { .pose = { .orientation = ssQuat_Identity() },
        .shape = ssDefaultShape(),
        .law = -1,
        .kind = ss_bodyStatic,
        .colour = -1 };
    bodyMeasure( &body );
    return body;
}

void bodyMeasure( Body* body )
{
    double offset = ssVec3_Length( body->shapeCentre );
    body->eccentric = offset > 0.0;
    body->boundingRadius = ssShape_BoundingRadius( &body->shape ) + offset;
    body->innerRadius = ssShape_InnerRadius( &body->shape );
}

bool bodyMoves( const Body* body ) { return body->kind == ss_bodyDynamic && body->enabled && !body->asleep; }

bool bodyIsFinite( const Body* body )
{
    return ssVec3_IsFinite( body->pose.position ) && ssVec3_IsFinite( body->velocity ) &&
        ssVec3_IsFinite( body->omega ) && isfinite( body->pose.orientation.w + body->pose.orientation.x );
}

ssMat3 bodyInverseInertia( const Body* body )
{
    if ( body->isotropic )
    {
        double i = 1.0 / body->inertia.x;
        return ( ssMat3 ){ { i, 0.0, 0.0 }, { 0.0, i, 0.0 }, { 0.0, 0.0, i } };
    }
    ssQuat q = body->pose.orientation;
    ssVec3 axes[3] = { ssQuat_Rotate( q, ssVec3_Make( 1.0, 0.0, 0.0 ) ),
        ssQuat_Rotate( q, ssVec3_Make( 0.0, 1.0, 0.0 ) ), ssQuat_Rotate( q, ssVec3_Make( 0.0, 0.0, 1.0 ) ) };
    const double* inertia = &body->inertia.x;
    ssMat3 m = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for ( int k = 0; k < 3; ++k )
    {
        m.cx = ssVec3_MulAdd( m.cx, axes[k].x / inertia[k], axes[k] );
        m.cy = ssVec3_MulAdd( m.cy, axes[k].y / inertia[k], axes[k] );
        m.cz = ssVec3_MulAdd( m.cz, axes[k].z / inertia[k], axes[k] );
    }
    return m;
}

double bodyKinetic( const Body* body )
{
    ssVec3 w = body->isotropic ? body->omega
                               : ssQuat_Rotate( ssQuat_Conjugate( body->pose.orientation ), body->omega );
    return 0.5 * body->mass * ssVec3_Dot( body->velocity, body->velocity ) +
        0.5 * ( body->inertia.x * w.x * w.x + body->inertia.y * w.y * w.y + body->inertia.z * w.z * w.z );
}

double bodyPotential( const Body* body, ssVec3 gravity )
{
    return -body->mass * ssVec3_Dot( gravity, body->pose.position );
}

/// J W+ = exp(-Theta) J W, Theta = h (W + W+)/2. It conserves energy, (W+ + W)·(J W+ - J W) = 0, as
/// exp(-Theta) keeps Theta, and momentum, as the body turns by exp(Theta). False: no convergence.
static bool freeStep( const Body* body, double h, ssVec3* w, ssVec3* theta )
{
    ssVec3 inertia = body->inertia, old = *w;
    ssVec3 momentum = { inertia.x * old.x, inertia.y * old.y, inertia.z * old.z };
    double size = ssVec3_Length( old ), last = HUGE_VAL;
    ssVec3 next = old;
    for ( int i = 0; i < ROTATION_ITERATIONS; ++i )
    {
        *theta = ssVec3_Scale( 0.5 * h, ssVec3_Add( old, next ) );
        ssVec3 turned = ssQuat_Rotate( ssQuat_FromRotationVector( ssVec3_Scale( -1.0, *theta ) ), momentum );
        ssVec3 update = { turned.x / inertia.x, turned.y / inertia.y, turned.z / inertia.z };
        double change = ssVec3_Length( ssVec3_Sub( update, next ) );
        next = update;
        if ( change <= ROTATION_TOLERANCE * size ||
            ( i > ROTATION_STALL_FROM && change >= last && change <= ROTATION_STALL_TOLERANCE * size ) )
        {
            *w = next;
            return true;
        }
        last = change;
    }
    return false;
}

void bodyFreeRotation( const Body* body, double h, ssVec3* omega, ssQuat* turn )
{
    if ( body->isotropic )
    {
        *turn = ssQuat_Identity(); // no gyroscopic term: the caller turns it by its angular velocity
        return;
    }
    ssQuat q = body->pose.orientation;
    ssVec3 start = ssQuat_Rotate( ssQuat_Conjugate( q ), *omega );
    // A body that spins fast needs smaller steps.
    for ( int parts = 1; parts <= ROTATION_PARTS_MAX; parts *= 4 )
    {
        ssVec3 w = start, theta;
        ssQuat all = ssQuat_Identity();
        bool converged = true;
        for ( int i = 0; i < parts && converged; ++i )
        {
            converged = freeStep( body, h / parts, &w, &theta );
            all = ssQuat_Mul( all, ssQuat_FromRotationVector( theta ) );
        }
        if ( converged )
        {
            *omega = ssQuat_Rotate( q, w );
            *turn = ssQuat_Mul( ssQuat_Mul( q, all ), ssQuat_Conjugate( q ) );
            return;
        }
    }
    *turn = ssQuat_FromRotationVector( ssVec3_Scale( h, *omega ) ); // `omega` stays
}

void bodyTurn( Body* body, ssQuat turn )
{
    body->pose.orientation = ssQuat_Normalize( ssQuat_Mul( turn, body->pose.orientation ) );
}

// The damped spring by which the user's pointer pulls a body.

// [Hz] Natural frequency with the body's mass: the body follows a pointer within about half a second.
#define DRAG_FREQUENCY 2.0
// Share of critical damping: a pulled body overshoots by about 5 %.
#define DRAG_DAMPING 0.7

ssResult ssWorld_Drag( ssWorld* world, bool active, ssBodyId id, ssVec3 target )
{
    int body = -1;
    SS_TRY( active ? worldEditBody( world, "body", id, &body ) : worldCheckEdit( world ) );
    if ( active && !isfinite( target.x + target.y + target.z ) )
    {
        return ssError( ss_errorValue, "target", "target = [%g, %g, %g]; allowed: finite numbers", target.x,
            target.y, target.z );
    }
    ssSpring* spring = &world->spring;
    if ( !active && !spring->active )
    {
        return ssOk(); // nothing is held
    }
    worldChanged( world );
    bool holds = active && world->bodies[body].enabled && world->bodies[body].kind == ss_bodyDynamic;
    if ( holds && !springHolds( world, body ) )
    {
        // The grip lies within the body's bounding sphere, even if the pointer does not.
        const Body* held = &world->bodies[body];
        ssVec3 arm = ssVec3_Sub( target, held->pose.position );
        double length = ssVec3_Length( arm );
        arm = length > held->boundingRadius ? ssVec3_Scale( held->boundingRadius / length, arm ) : arm;
        *spring = ( ssSpring ){ .body = id,
            .grip = ssQuat_Rotate( ssQuat_Conjugate( held->pose.orientation ), arm ),
            .frequency = DRAG_FREQUENCY,
            .damping = DRAG_DAMPING };
    }
    spring->active = holds;
    spring->target = target;
    spring->force = holds ? spring->force : ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( holds ) { islandWakeBody( world, body ); }
    return ssOk();
}

const ssSpring* ssWorld_Spring( const ssWorld* world )
{
    static const ssSpring none = { .active = false };
    return world != NULL ? &world->spring : &none;
}

void springForce( ssWorld* world, double h, ssVec3* torque )
{
    ssSpring* spring = &world->spring;
    const Body* body = &world->bodies[spring->body.slot1 - 1];
    ssVec3 arm = ssQuat_Rotate( body->pose.orientation, spring->grip );
    ssVec3 velocity = ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, arm ) );
    // The spring is implicit, -k (stretch + h v) - c v, with the grip's largest mobility.
    double smallest = ssMin( body->inertia.x, ssMin( body->inertia.y, body->inertia.z ) );
    double mobility = 1.0 + body->mass * ssVec3_Dot( arm, arm ) / smallest;
    double omega = 2.0 * SS_PI * spring->frequency;
    double drag = 2.0 * spring->damping * omega + h * omega * omega, softening = 1.0 + mobility * h * drag;
    ssVec3 stretch = ssVec3_Sub( spring->target, ssVec3_Add( body->pose.position, arm ) );
    spring->force = ssVec3_MulAdd( ssVec3_Scale( body->mass * omega * omega / softening, stretch ),
        -body->mass * drag / softening, velocity );
    *torque = ssVec3_Cross( arm, spring->force );
}
