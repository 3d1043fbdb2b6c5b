// SPDX-License-Identifier: MIT
#include "cli/bench/engine_scenes.h"
#include "slipstick/vecmath.h"

#include <math.h>
#include <string.h>

// The scenes of `slipstick bench engines` with their closed forms, and what is measured in them.

#define GRAVITY 9.81 // [m/s²]

const char* const scene_names[SCENE_COUNT] = { "hold", "slide", "fan", "stop", "roll", "spin", "lift", "rest",
    "stack", "billiard", "gripper", "mass-ratio", "disk", "wedge", "tiles", "turntable" };

static runnerBody* add( engineScene* scene, int kind, int shape, double x, double y, double z )
{
    runnerBody* body = &scene->task.bodies[scene->task.bodyCount++];
    *body = ( runnerBody ){
        .kind = kind, .shape = shape, .size = { x, y, z }, .quaternion = { 0.0, 0.0, 0.0, 1.0 }
    };
    body->mass = kind == RUNNER_DYNAMIC ? 5.0 : 0.0;
    body->position[2] = shape == SS_PROBE_PLANE ? 0.0 : z;
    return body;
}

static runnerBody* addBox( engineScene* scene, double half, double height )
{
    return add( scene, RUNNER_DYNAMIC, SS_PROBE_BOX, half, half, height );
}

/// A flat block, which does not topple.
static runnerBody* addBlock( engineScene* scene ) { return addBox( scene, 0.25, 0.05 ); }

static runnerBody* addBall( engineScene* scene )
{
    return add( scene, RUNNER_DYNAMIC, SS_PROBE_SPHERE, 0.1, 0.1, 0.1 );
}

static void place( runnerBody* body, double x, double y, double z )
{
    body->position[0] = x;
    body->position[1] = y;
    body->position[2] = z;
}

/// Turns a body about the x axis.
static void lean( runnerBody* body, double angle )
{
    body->quaternion[0] = sin( 0.5 * angle );
    body->quaternion[3] = cos( 0.5 * angle );
}

/// Where the body that was added last belongs at the end, from where it starts.
static void aim( engineScene* scene, double x, double y, double z )
{
    double* target = scene->target[scene->task.bodyCount - 1];
    target[0] = x;
    target[1] = y;
    target[2] = z;
}

/// A block on a slope of `share` times the critical angle atan(mu), from rest: it stays, or slides s = a t^2
/// / 2 with a = g (sin - mu cos). What holds is compared with the way of a block without friction, g sin t^2
/// / 2.
static void makeSlope( engineScene* scene, double share, double every )
{
    double mu = scene->task.mu, angle = share * atan( mu ), t = scene->duration;
    double pull = GRAVITY * sin( angle ), friction = mu * GRAVITY * cos( angle );
    double way = 0.5 * ( pull > friction ? pull - friction : 0.0 ) * t * t;
    scene->every = every;
    scene->task.gravity[0] = pull;
    scene->task.gravity[2] = -GRAVITY * cos( angle );
    addBlock( scene );
    aim( scene, way, 0.0, 0.0 );
    scene->scale = way > 0.0 ? way : 0.5 * pull * t * t;
}

/// Blocks that start at the speed v0 and stop after v0^2 / (2 mu g), in equal headings around a circle; one:
/// along x.
static void makeLaunch( engineScene* scene, double count, double v0 )
{
    double way = v0 * v0 / ( 2.0 * scene->task.mu * GRAVITY );
    for ( int i = 0; i < count; ++i )
    {
        double heading = 2.0 * SS_PI * i / count, c = cos( heading ), s = sin( heading ),
               r = count > 1 ? 1.5 : 0.0;
        runnerBody* block = addBlock( scene );
        place( block, r * c, r * s, block->size[2] );
        block->velocity[0] = v0 * c;
        block->velocity[1] = v0 * s;
        aim( scene, way * c, way * s, 0.0 );
    }
    scene->scale = way;
}

static void makeRest( engineScene* scene, double share, double every )
{
    makeSlope( scene, share, every );
    scene->scale = 2.0 * scene->task.bodies[1].size[0]; // errors in lengths of the block
}

/// A ball rolls to a stop. The moment mu_r f_N and rolling without slip give the deceleration (5/7) g mu_r /
/// R.
static void makeRoll( engineScene* scene, double v0, double resistance )
{
    runnerBody* ball = addBall( scene );
    double radius = ball->size[0];
    scene->task.muRoll = resistance;
    ball->velocity[0] = v0;
    ball->omega[1] = v0 / radius;
    scene->scale = v0 * v0 / ( 2.0 * ( 5.0 / 7.0 ) * GRAVITY * scene->task.muRoll / radius );
    aim( scene, scene->scale, 0.0, 0.0 );
}

/// A ball spins to a stop. The moment mu_s f_N gives the deceleration mu_s g / (2/5 R^2).
static void makeSpin( engineScene* scene, double w0, double resistance )
{
    runnerBody* ball = addBall( scene );
    double radius = ball->size[0];
    scene->measure = scene_angle;
    scene->task.muSpin = resistance;
    ball->omega[2] = w0;
    scene->exact = scene->scale =
        w0 * w0 / ( 2.0 * scene->task.muSpin * GRAVITY / ( 0.4 * radius * radius ) );
}

/// A block that slides must not rise. Under the convex-relaxed law it rides at the height h mu |v|, the unit
/// of the error.
static void makeLift( engineScene* scene, double count, double v0 )
{
    makeLaunch( scene, count, v0 );
    scene->measure = scene_lift;
    scene->from = 0.2; // it stops after 1.02 s
    scene->to = 0.8;
    scene->scale = scene->task.h * scene->task.mu * v0;
}

/// Boxes at rest: each carries the weight of those above it.
static void makeStack( engineScene* scene, double count, double ratio )
{
    double mass = ratio > 1.0 ? 1.0 : 5.0, total = 0.0;
    scene->measure = scene_load;
    for ( int i = 0; i < count; ++i, mass *= ratio )
    {
        runnerBody* box = addBox( scene, 0.25, 0.1 );
        box->position[2] = 0.1 + 0.2 * i;
        box->mass = mass;
        total += mass;
    }
    scene->scale = total * GRAVITY;
}

/// A ball starts to slide without spin at v0, in a heading that no engine prefers. Friction turns it until it
/// rolls, from t1 = 2 v0 / (7 mu g) on with 5/7 v0, after 12 v0^2 / (49 mu g).
static void makeBilliard( engineScene* scene, double v0, double mu )
{
    double c = cos( SS_PI / 6.0 ), s = sin( SS_PI / 6.0 );
    scene->task.mu = mu;
    double braking = scene->task.mu * GRAVITY, t1 = 2.0 * v0 / ( 7.0 * braking );
    double way = 12.0 * v0 * v0 / ( 49.0 * braking ) + 5.0 / 7.0 * v0 * ( scene->duration - t1 );
    runnerBody* ball = addBall( scene );
    ball->velocity[0] = v0 * c;
    ball->velocity[1] = v0 * s;
    aim( scene, way * c, way * s, 0.0 );
    scene->scale = way;
}

/// Two fingers press with N on a rod of mass m. The rod falls with a = g - 2 mu N / m where 2 mu N < m g, and
/// stays otherwise. Each finger is pushed up by its weight and by what the rod hangs on it, min(mu N, m g /
/// 2), so that it stays.
static void grip( engineScene* scene, double y, double share )
{
    double rod = 1.0, finger = 0.5, half = 0.04, width = 0.05, height = 3.0, t = scene->duration;
    double press = share * rod * GRAVITY / ( 2.0 * scene->task.mu );
    double hangs = 0.5 * fmin( share, 1.0 ) * rod * GRAVITY,
           fall = 0.5 * fmax( 1.0 - share, 0.0 ) * GRAVITY * t * t;
    runnerBody* body = add( scene, RUNNER_DYNAMIC, SS_PROBE_BOX, half, half, 0.4 );
    body->mass = rod;
    place( body, 0.0, y, height );
    aim( scene, 0.0, 0.0, -fall );
    for ( int side = -1; side <= 1; side += 2 )
    {
        body = addBox( scene, width, width );
        body->mass = finger;
        body->force[0] = -side * press;
        body->force[2] = finger * GRAVITY + hangs;
        place( body, side * ( half + width ), y, height );
    }
    scene->scale = fmax( scene->scale, fall );
}

/// One gripper holds with a quarter more than the force that is needed, one slips with a fifth less.
static void makeGripper( engineScene* scene, double holds, double slips )
{
    scene->upright = true;
    grip( scene, 0.0, holds );
    grip( scene, 1.0, slips );
}

/// A plate on four feet at the distance R from its centre slides at v0 and spins at v0 / R, with the inertia
/// m R^2 of a rim. On a ring of feet each has the velocity v0 (1 - sin a, cos a), and friction averages to mu
/// g (2 / pi) for the way and, by the symmetry of v and R w, for the spin as well: both stop at once, after
/// v0^2 pi / (4 mu g), 0.8006 m. Four feet differ by their headings, and loads shift by the height c of the
/// centre, 2 mm: integrated by the midpoint rule with 80,000 steps for loads m g / 4 + b · r that balance the
/// moment c f, it is (0.80023, 0.00142) m. Rigid bodies do not determine four loads, which leaves about 1e-3.
static void makeDisk( engineScene* scene, double v0, double radius )
{
    double half = radius * sqrt( 0.5 );
    runnerBody* plate = addBox( scene, half, 0.002 );
    double rim = plate->mass * radius * radius;
    plate->velocity[0] = v0;
    plate->omega[2] = v0 / radius;
    plate->inertia[0] = plate->inertia[1] = 0.5 * rim;
    plate->inertia[2] = rim;
    aim( scene, 0.80023, 0.00142, 0.0 );
    scene->scale = hypot( 0.80023, 0.00142 );
}

/// A beam lies on its edge in a groove of 90 degrees and slides along it: two faces carry m g / sqrt(2) each,
/// so that it is wedged: it stops after v0^2 / (2 sqrt(2) mu g).
static void makeWedge( engineScene* scene, double v0, double half )
{
    double c = sqrt( 0.5 ), thick = 0.1, wide = 0.5;
    for ( int side = -1; side <= 1; side += 2 )
    {
        runnerBody* wall = add( scene, RUNNER_STATIC, SS_PROBE_BOX, 3.0, wide, thick );
        lean( wall, side * 0.25 * SS_PI );
        place( wall, 0.0, side * c * ( wide + thick ), 1.0 + c * ( wide - thick ) );
    }
    runnerBody* beam = add( scene, RUNNER_DYNAMIC, SS_PROBE_BOX, 0.25, half, half );
    lean( beam, 0.25 * SS_PI );
    place( beam, 0.0, 0.0, 1.0 + half / c );
    beam->velocity[0] = v0;
    scene->scale = v0 * v0 * c / ( 2.0 * scene->task.mu * GRAVITY );
    aim( scene, scene->scale, 0.0, 0.0 );
}

/// A wheel rolls over tiles that are flush: it does not feel where they meet, and goes on at v0.
static void makeTiles( engineScene* scene, double v0, double radius )
{
    for ( int i = 0; i < 11; ++i )
    {
        runnerBody* tile = add( scene, RUNNER_STATIC, SS_PROBE_BOX, 0.125, 0.5, 0.1 );
        place( tile, 0.25 * i, 0.0, 0.1 );
    }
    runnerBody* wheel = add( scene, RUNNER_DYNAMIC, SS_PROBE_CYLINDER, radius, radius, 0.03 );
    lean( wheel, -0.5 * SS_PI ); // its axis is y
    place( wheel, 0.0, 0.0, 0.2 + radius );
    wheel->velocity[0] = v0;
    wheel->omega[1] = v0 / radius;
    scene->scale = v0 * scene->duration;
    aim( scene, scene->scale, 0.0, 0.0 );
}

/// A box at the distance r on a table that turns at w stays on it while w^2 r < mu g: here w is 0.9 of that.
static void makeTurntable( engineScene* scene, double r, double share )
{
    double w = share * sqrt( scene->task.mu * GRAVITY / r ), angle = w * scene->duration;
    runnerBody* table = add( scene, RUNNER_KINEMATIC, SS_PROBE_BOX, 0.8, 0.8, 0.05 );
    table->position[2] = 0.5;
    table->omega[2] = w;
    runnerBody* box = addBox( scene, 0.1, 0.05 );
    place( box, r, 0.0, 0.6 );
    box->velocity[1] = w * r;
    box->omega[2] = w;
    aim( scene, r * cos( angle ) - r, r * sin( angle ), 0.0 );
    scene->scale = r * angle;
}

static const struct
{
    const char *title, *unit;
    double duration; // [s]
    void ( *make )( engineScene* scene, double a, double b );
    double a, b;
} s_makers[SCENE_COUNT] = {
    { "block at 0.9 of the critical angle", "m", 2.0, makeSlope, 0.9, 0.05 },
    { "block at 1.1 of the critical angle", "m", 2.0, makeSlope, 1.1, 0.05 },
    { "twelve blocks in twelve headings", "m", 1.0, makeLaunch, 12, 2.0 },
    { "stop distance of a block", "m", 1.5, makeLaunch, 1, 3.0 },
    { "rolling stop of a ball", "m", 2.0, makeRoll, 1.0, 0.01 },
    { "spin-down of a ball", "rad", 1.5, makeSpin, 20.0, 0.01 },
    { "lift of a sliding block", "m", 2.0, makeLift, 1, 4.0 },
    { "block at rest for 100 s, half the critical angle", "m", 100.0, makeRest, 0.5, 1.0 },
    { "loads in a stack of five boxes", "N", 5.0, makeStack, 5, 1.0 },
    { "a ball from sliding to rolling", "m", 1.0, makeBilliard, 3.0, 0.2 },
    { "two grippers: one holds, one slips", "m", 0.5, makeGripper, 1.25, 0.8 },
    { "loads under a box 1000 times as heavy", "N", 5.0, makeStack, 2, 1000.0 },
    { "a disk stops sliding and spinning at once", "m", 1.0, makeDisk, 2.0, 0.1 },
    { "a beam slides wedged in a groove", "m", 1.0, makeWedge, 3.0, 0.1 },
    { "a wheel rolls over tiles", "m", 2.0, makeTiles, 1.0, 0.1 },
    { "a box on a turntable at 0.9 of the critical speed", "m", 2.0, makeTurntable, 0.5, 0.9 },
};

bool sceneFind( const char* name, double h, engineScene* scene )
{
    *scene = ( engineScene ){ .every = 0.05 };
    for ( int i = 0; i < SCENE_COUNT; ++i )
    {
        if ( strcmp( name, scene_names[i] ) == 0 )
        {
            scene->name = scene_names[i];
            scene->title = s_makers[i].title;
            scene->unit = s_makers[i].unit;
            scene->duration = s_makers[i].duration;
            scene->task.h = h;
            scene->task.mu = 0.4;
            scene->task.gravity[2] = -GRAVITY;
            add( scene, RUNNER_STATIC, SS_PROBE_PLANE, 0.0, 0.0, 0.0 );
            s_makers[i].make( scene, s_makers[i].a, s_makers[i].b );
        }
    }
    return scene->name != NULL;
}

double sceneWeight( const engineScene* scene, int index )
{
    double mass = 0.0;
    for ( int i = index; i < scene->task.bodyCount; ++i ) { mass += scene->task.bodies[i].mass; }
    return mass * GRAVITY;
}

/// By how much the first body has turned about z; between samples it turns by less than half a turn.
static double turned( const sceneAnswer* answer )
{
    double sum = 0.0, last = 0.0;
    for ( int i = 0; i < answer->sampleCount; ++i )
    {
        const double* q = answer->states + (size_t)i * (size_t)answer->dynamicCount * RUNNER_STATE + 3;
        double angle = 2.0 * atan2( q[2], q[3] ), change = angle - last;
        sum += change - 2.0 * SS_PI * floor( change / ( 2.0 * SS_PI ) + 0.5 );
        last = angle;
    }
    return sum;
}

static double lifted( const engineScene* scene, const sceneAnswer* answer )
{
    double highest = -HUGE_VAL, z = (double)NAN;
    for ( int i = 0; i < answer->sampleCount; ++i )
    {
        z = answer->states[(size_t)i * (size_t)answer->dynamicCount * RUNNER_STATE + 2];
        bool slides = answer->t[i] >= scene->from && answer->t[i] <= scene->to;
        highest = slides && !( z <= highest ) ? z : highest;
    }
    return highest - z;
}

static void judgePlaces( const engineScene* scene, const sceneAnswer* answer, sceneVerdict* verdict )
{
    double worst = -1.0;
    const double* x =
        answer->states + (size_t)( answer->sampleCount - 1 ) * (size_t)answer->dynamicCount * RUNNER_STATE;
    for ( int i = 0; i < scene->task.bodyCount; ++i )
    {
        const runnerBody* body = &scene->task.bodies[i];
        if ( body->kind != RUNNER_DYNAMIC ) { continue; }
        ssVec3 way = ssVec3_Sub( ssVec3_At( x ), ssVec3_At( body->position ) ),
               target = ssVec3_At( scene->target[i] );
        way.z = scene->upright ? way.z : 0.0;
        double apart = ssVec3_Length( ssVec3_Sub( way, target ) );
        if ( !( apart <= worst ) ) // also where it is no number
        {
            worst = apart;
            *verdict =
                ( sceneVerdict ){ ssVec3_Length( way ), ssVec3_Length( target ), apart / scene->scale };
        }
        x += RUNNER_STATE;
    }
}

sceneVerdict sceneJudge( const engineScene* scene, const sceneAnswer* answer )
{
    sceneVerdict verdict = { .measured = (double)NAN, .exact = scene->exact, .error = (double)NAN };
    if ( answer->sampleCount == 0 ) { return verdict; }
    if ( scene->measure == scene_place )
    {
        judgePlaces( scene, answer, &verdict );
        return verdict;
    }
    verdict.measured = scene->measure == scene_angle ? turned( answer )
        : scene->measure == scene_lift               ? lifted( scene, answer )
                                                     : answer->worstLoad;
    verdict.error = fabs( verdict.measured - verdict.exact ) / scene->scale;
    return verdict;
}
