// SPDX-License-Identifier: MIT
#pragma once

#include "log_common.h"

// A small simulator of blocks and balls that makes the mistakes which others make, and logs its contacts. It
// knows Coulomb's law, Gauss-Seidel and a step of Euler; every fault is a change of one of these, as somebody
// would make it. It knows nothing of the tests that look for the faults. Include test_main.h first.

typedef enum faultKind
{
    fault_none,
    fault_soft,        // f_T = -k v_T below the cone
    fault_unconverged, // a few passes from zero
    fault_polygon,     // friction in a polygon
    fault_relaxation,  // the gap opens by mu |v_T|
    fault_stale,       // |f_T| <= mu times f_N of the step before
    fault_oneCone,     // (f_T / mu)² + (m / mu_r)² <= f_N²
    fault_combine,     // another rule than the geometric mean
    fault_units,       // mu_r times or over the radius
    fault_step,        // positions get what the load would move in the step
    fault_flicker,     // found only where they overlap, and pushed apart too far
    fault_jumping,     // inner edges tilt the normal, or the point hops between corners
    fault_restitution, // leaves faster than it came
    fault_energy,      // friction has the wrong sign
    fault_spring,      // f_T = -k s below mu f_N, as in distinct elements: no fault
    fault_missed,      // found, but now and then kept from the solver by a mask
    fault_count
} faultKind;

typedef enum faultScene
{
    scene_slope,  // on an inclined plane
    scene_level,  // two bodies on a plane, apart
    scene_stack,  // one on the other
    scene_pinch,  // between two fingers
    scene_belt,   // on a plane that moves in circles
    scene_groove, // in a groove: two contacts with the ground
    scene_count
} faultScene;

#define FAULT_BODIES 8
#define FAULT_CONTACTS 16

typedef struct faultBody
{
    double mass, inertia, size, mu; // inertia 0: it does not turn
    bool fixed, round, guided;      // guided: it moves along x alone
    ssVec3 x, v, w, force;
    ssVec3 phase; // of its push
} faultBody;

typedef struct faultContact
{
    int a, b;          // -1: ground
    ssVec3 n, base, p; // base: without jumps
    double gap, before, mu, came, bound;
    double N;    // impulses
    ssVec3 T, M; // of friction and rolling
    ssVec3 s;    // of the spring
    bool found, hopped;
    int cell, corner;
} faultContact;

typedef struct faultWorld
{
    faultKind kind;
    faultScene scene;
    testRng* rng;
    double h, t, mu, muR, push, creep, e, cell, tilt;
    int facets, iterations, rule;
    bool circumscribed, times;
    ssVec3 up, gravity, groundSpeed;
    faultBody bodies[FAULT_BODIES];
    faultContact contacts[FAULT_CONTACTS];
    int bodyCount, contactCount;
} faultWorld;

static inline ssVec3 faultAcross( ssVec3 v, ssVec3 n ) { return ssVec3_MulAdd( v, -ssVec3_Dot( v, n ), n ); }

static inline bool faultNeedsRound( faultKind kind ) { return kind == fault_oneCone || kind == fault_units; }

static inline faultContact* faultAddContact( faultWorld* w, int a, int b, ssVec3 n )
{
    faultContact* c = w->contacts + w->contactCount++;
    *c = ( faultContact ){ .a = a, .b = b, .n = n, .base = n, .cell = INT32_MAX };
    double first = a >= 0 ? w->bodies[a].mu : w->mu, second = b >= 0 ? w->bodies[b].mu : w->mu;
    c->mu = sqrt( first * second );
    double rules[4] = { 0.5 * ( first + second ), first < second ? first : second,
        first > second ? first : second, first * second };
    c->bound = w->kind == fault_combine ? rules[w->rule] : c->mu;
    return c;
}

static inline faultWorld faultMake( testRng* rng, faultKind kind, faultScene scene )
{
    static const double steps[3] = { 1e-3, 2e-3, 5e-3 };
    bool round = faultNeedsRound( kind );
    faultWorld w = {
        .kind = kind, .scene = scene, .rng = rng, .h = steps[(int)testUniform( rng, 0.0, 2.999 )]
    };
    w.mu = testUniform( rng, 0.2, 0.9 );
    w.muR = kind == fault_units ? testUniform( rng, 0.01, 0.03 )
        : round                 ? testUniform( rng, 0.1, 0.3 )
                                : 0.0; // of the size
    w.creep = fabs( testDecades( rng, -3.0, -1.3 ) );
    w.e = testUniform( rng, 1.08, 1.3 );
    w.facets = 2 * (int)testUniform( rng, 2.0, 4.999 );
    w.circumscribed = testUniform( rng, 0.0, 1.0 ) < 0.5;
    w.times = testUniform( rng, 0.0, 1.0 ) < 0.5;
    w.rule = (int)testUniform( rng, 0.0, 3.999 );
    w.iterations = kind == fault_unconverged ? (int)testUniform( rng, 1.0, 2.999 ) : 400;
    w.tilt = testUniform( rng, 0.15, 0.5 );
    w.cell = testUniform( rng, 0.002, 0.006 );
    // Does the body slide, or is it to stand?
    bool stands = kind == fault_soft || kind == fault_step || kind == fault_spring;
    w.push = ( stands ? testUniform( rng, 0.3, 0.7 ) : testUniform( rng, 1.1, 1.8 ) ) * w.mu;
    w.up = ( ssVec3 ){ 0.0, 0.0, 1.0 };
    double slope = scene == scene_slope ? ( stands ? 0.2 : 0.8 ) * atan( w.mu ) : 0.0;
    w.gravity = ( ssVec3 ){ 9.81 * sin( slope ), 0.0, -9.81 * cos( slope ) };
    int column = kind == fault_unconverged ? ( scene == scene_stack ? 6 : 4 ) : 2;
    w.bodyCount = scene == scene_pinch                                                   ? 3
        : scene == scene_stack || ( kind == fault_unconverged && scene != scene_groove ) ? column
        : scene == scene_level                                                           ? 2
                                                                                         : 1;
    for ( int i = 0; i < w.bodyCount; ++i )
    {
        faultBody* b = w.bodies + i;
        b->size = testUniform( rng, kind == fault_units ? 0.1 : 0.03, 0.3 );
        b->mass = testUniform( rng, 0.2, 3.0 );
        b->mu = kind == fault_combine
            ? w.mu * ( i % 2 == 0 ? testUniform( rng, 0.3, 0.5 ) : testUniform( rng, 1.6, 2.5 ) )
            : w.mu;
        b->round =
            round && ( scene != scene_stack || i == w.bodyCount - 1 ) && ( scene != scene_pinch || i == 2 );
        b->inertia = b->round ? 0.4 * b->mass * b->size * b->size : 0.0;
        b->phase = ( ssVec3 ){ testUniform( rng, 0.0, 6.28 ), testUniform( rng, 0.0, 6.28 ),
            testUniform( rng, 0.0, 6.28 ) };
        b->v = stands ? ( ssVec3 ){ 0 }
                      : ( ssVec3 ){ testUniform( rng, -0.5, 0.5 ), testUniform( rng, -0.5, 0.5 ), 0.0 };
        b->w = b->round ? ( ssVec3 ){ testUniform( rng, -9.0, 9.0 ), testUniform( rng, -9.0, 9.0 ), 0.0 }
                        : ( ssVec3 ){ 0 };
    }
    double drop = kind == fault_restitution ? 0.01
        : kind == fault_flicker             ? testUniform( rng, 0.2, 1.0 ) * 9.81 * w.h * w.h
                                            : 0.0;
    if ( scene == scene_pinch )
    {
        // bodies 0 and 1 are fingers along x
        w.bodies[0].fixed = true;
        w.bodies[1].fixed = kind == fault_restitution;
        w.bodies[1].guided = kind != fault_restitution;
        w.bodies[2].x = ( ssVec3 ){ 0 };
        for ( int i = 0; i < 2; ++i )
        {
            double side = i == 0 ? -1.0 : 1.0;
            w.bodies[i].x.x = side * ( w.bodies[i].size + w.bodies[2].size + ( i == 1 ? drop : 0.0 ) );
            w.bodies[i].v = ( ssVec3 ){ 0 };
            faultAddContact( &w, i, 2, ( ssVec3 ){ -side, 0.0, 0.0 } );
        }
        w.bodies[2].v = kind == fault_restitution ? ( ssVec3 ){ 0.4, 0.0, 0.0 } : w.bodies[2].v;
        w.bodies[2].v.x = kind == fault_restitution ? 0.4 : 0.0;
        return w;
    }
    if ( scene == scene_groove )
    {
        w.bodies[0].x.z = sqrt( 2.0 ) * w.bodies[0].size + drop;
        faultAddContact( &w, -1, 0, ( ssVec3 ){ 0.0, sqrt( 0.5 ), sqrt( 0.5 ) } );
        faultAddContact( &w, -1, 0, ( ssVec3 ){ 0.0, -sqrt( 0.5 ), sqrt( 0.5 ) } );
        w.bodies[0].v.y = w.bodies[0].v.z = 0.0;
        return w;
    }
    double height = 0.0;
    for ( int i = 0; i < w.bodyCount; ++i )
    {
        bool apart = scene == scene_level && kind != fault_unconverged;
        height = apart ? 0.0 : height;
        w.bodies[i].x = ( ssVec3 ){ apart ? 5.0 * i : 0.0, 0.0, height + w.bodies[i].size };
        height += 2.0 * w.bodies[i].size;
        faultAddContact( &w, apart || i == 0 ? -1 : i - 1, i, w.up );
    }
    for ( int i = 0; i < w.bodyCount && drop > 0.0; ++i )
    {
        w.bodies[i].x.z += scene == scene_level || i == w.bodyCount - 1 ? drop : 0.0;
        w.bodies[i].fixed = kind == fault_restitution && scene == scene_stack && i == 0;
        w.bodies[i].v = w.bodies[i].fixed ? ( ssVec3 ){ 0 } : w.bodies[i].v;
    }
    return w;
}

static inline ssVec3 faultArm( const faultWorld* w, const faultContact* c, int body )
{
    return w->bodies[body].inertia > 0.0
        ? ssVec3_Scale( body == c->b ? -w->bodies[body].size : w->bodies[body].size, c->n )
        : ( ssVec3 ){ 0 };
}

static inline ssVec3 faultSpeedOf( const faultWorld* w, const faultContact* c, ssVec3* turning )
{
    const faultBody* b = w->bodies + c->b;
    ssVec3 u = ssVec3_Add( b->v, ssVec3_Cross( b->w, faultArm( w, c, c->b ) ) ), spin = b->w;
    if ( c->a >= 0 )
    {
        const faultBody* a = w->bodies + c->a;
        u = ssVec3_Sub( u, ssVec3_Add( a->v, ssVec3_Cross( a->w, faultArm( w, c, c->a ) ) ) );
        spin = ssVec3_Sub( spin, a->w );
    }
    else { u = ssVec3_Sub( u, w->groundSpeed ); }
    *turning = spin;
    return u;
}

static inline void faultApply( faultWorld* w, const faultContact* c, ssVec3 impulse, ssVec3 moment )
{
    const int ends[2] = { c->a, c->b };
    for ( int i = 0; i < 2; ++i )
    {
        faultBody* b = ends[i] >= 0 ? w->bodies + ends[i] : NULL;
        double sign = i == 0 ? -1.0 : 1.0;
        if ( b == NULL || b->fixed ) { continue; }
        ssVec3 felt = b->guided ? ( ssVec3 ){ impulse.x, 0.0, 0.0 } : impulse;
        b->v = ssVec3_MulAdd( b->v, sign / b->mass, felt );
        if ( b->inertia > 0.0 )
        {
            ssVec3 torque = ssVec3_Add( ssVec3_Cross( faultArm( w, c, ends[i] ), impulse ), moment );
            b->w = ssVec3_MulAdd( b->w, sign / b->inertia, torque );
        }
    }
}

/// The nearest point of a regular polygon in the plane of the contact: of all its corners' hull.
static inline ssVec3 faultPolygon( const faultWorld* w, ssVec3 n, ssVec3 t, double radius )
{
    ssVec3 e1 = faultAcross( fabs( n.x ) < 0.9 ? ( ssVec3 ){ 1, 0, 0 } : ( ssVec3 ){ 0, 1, 0 }, n );
    e1 = ssVec3_Scale( 1.0 / ssVec3_Length( e1 ), e1 );
    ssVec3 e2 = ssVec3_Cross( n, e1 ), best = { 0 };
    double x = ssVec3_Dot( t, e1 ), y = ssVec3_Dot( t, e2 ), step = 2.0 * SS_PI / w->facets,
           nearest = HUGE_VAL;
    bool inside = true;
    for ( int i = 0; i < w->facets; ++i )
    {
        double ax = radius * cos( i * step ), ay = radius * sin( i * step );
        double bx = radius * cos( ( i + 1 ) * step ), by = radius * sin( ( i + 1 ) * step );
        double dx = bx - ax, dy = by - ay, s = ( ( x - ax ) * dx + ( y - ay ) * dy ) / ( dx * dx + dy * dy );
        inside = inside && dx * ( y - ay ) - dy * ( x - ax ) >= 0.0;
        s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
        double off = hypot( x - ax - s * dx, y - ay - s * dy );
        if ( off < nearest )
        {
            nearest = off;
            best = ssVec3_Add( ssVec3_Scale( ax + s * dx, e1 ), ssVec3_Scale( ay + s * dy, e2 ) );
        }
    }
    return inside ? t : best;
}

static inline double faultInverse( const faultWorld* w, const faultContact* c, bool turning )
{
    double sum = 0.0;
    const int ends[2] = { c->a, c->b };
    for ( int i = 0; i < 2; ++i )
    {
        const faultBody* b = ends[i] >= 0 ? w->bodies + ends[i] : NULL;
        bool moves = b != NULL && !b->fixed && !b->guided; // fingers are not asked for their normal
        sum += moves ? ( turning ? ( b->inertia > 0.0 ? 1.0 / b->inertia : 0.0 ) : 1.0 / b->mass ) : 0.0;
        sum += moves && !turning && b->inertia > 0.0 ? b->size * b->size / b->inertia : 0.0;
    }
    return sum;
}

static inline void faultSolve( faultWorld* w, faultContact* c )
{
    ssVec3 turning, u = faultSpeedOf( w, c, &turning );
    double normal = 0.0, across = faultInverse( w, c, false ), about = faultInverse( w, c, true );
    const int ends[2] = { c->a, c->b };
    for ( int i = 0; i < 2; ++i )
    {
        normal += ends[i] >= 0 && !w->bodies[ends[i]].fixed ? 1.0 / w->bodies[ends[i]].mass : 0.0;
    }
    double un = ssVec3_Dot( u, c->n ), stab = c->gap > 0.0 ? c->gap / w->h : 0.1 * c->gap / w->h;
    stab = w->kind == fault_flicker ? 1.3 * c->gap / w->h : stab;
    stab =
        w->kind == fault_relaxation ? c->gap / w->h - c->mu * ssVec3_Length( faultAcross( u, c->n ) ) : stab;
    bool bounces = w->kind == fault_restitution && c->came < -3.0 * 9.81 * w->h && c->gap <= 0.0;
    stab = bounces ? w->e * c->came : stab;
    double old = c->N;
    c->N = fmax( 0.0, old - ( un + stab ) / normal );
    faultApply( w, c, ssVec3_Scale( c->N - old, c->n ), ( ssVec3 ){ 0 } );
    u = faultSpeedOf( w, c, &turning );
    // k makes of the weight's friction a creep at this speed [m/s].
    double k = w->mu * 9.81 * w->bodies[c->b].mass / w->creep;
    double compliance = w->kind == fault_soft ? 1.0 / ( w->h * k ) : 0.0;
    if ( w->kind == fault_spring )
    {
        // Stretched by this way, the spring holds the weight; a step is a sixth of its time.
        double way = 40.0 * w->mu * 9.81 * w->h * w->h;
        compliance = way / ( w->mu * 9.81 * w->bodies[0].mass * w->h * w->h );
    }
    ssVec3 slip = ssVec3_MulAdd( faultAcross( u, c->n ), compliance, c->T );
    slip = ssVec3_MulAdd( slip, 1.0 / w->h, c->s );
    ssVec3 T = ssVec3_MulAdd( c->T, -1.0 / ( across + compliance ), slip ), M = c->M;
    double bound = c->bound * ( w->kind == fault_stale ? c->before : c->N ), size = w->bodies[c->b].size;
    double most = w->muR * size * c->N;
    most *= w->kind == fault_units ? ( w->times ? size : 1.0 / size ) : 1.0;
    if ( about > 0.0 ) { M = ssVec3_MulAdd( M, -1.0 / about, faultAcross( turning, c->n ) ); }
    ssVec3 moving = faultAcross( u, c->n );
    double speed = ssVec3_Length( moving );
    if ( w->kind == fault_energy ) { T = speed > 0.0 ? ssVec3_Scale( bound / speed, moving ) : c->T; }
    double t = ssVec3_Length( T ), m = ssVec3_Length( M );
    if ( w->kind == fault_oneCone )
    {
        double s = hypot( t / c->bound, m / ( w->muR * size ) );
        T = s > c->N ? ssVec3_Scale( c->N / s, T ) : T;
        M = s > c->N ? ssVec3_Scale( c->N / s, M ) : M;
    }
    else
    {
        T = w->kind == fault_polygon
            ? faultPolygon( w, c->n, T, w->circumscribed ? bound / cos( SS_PI / w->facets ) : bound )
            : t > bound ? ssVec3_Scale( bound / t, T )
                        : T;
        M = m > most ? ssVec3_Scale( most / m, M ) : M;
    }
    faultApply( w, c, ssVec3_Sub( T, c->T ), ssVec3_Sub( M, c->M ) );
    c->T = T, c->M = M;
}

/// Where the contacts are, and which of them are found.
static inline void faultCollide( faultWorld* w )
{
    for ( int i = 0; i < w->contactCount; ++i )
    {
        faultContact* c = w->contacts + i;
        const faultBody* b = w->bodies + c->b;
        ssVec3 from = c->a >= 0 ? w->bodies[c->a].x : ( ssVec3 ){ 0 }, plain = c->base, turning;
        double reach = b->size + ( c->a >= 0 ? w->bodies[c->a].size : 0.0 );
        c->n = plain;
        c->gap = ssVec3_Dot( ssVec3_Sub( b->x, from ), plain ) - reach;
        c->p = ssVec3_MulAdd( b->x, -b->size, plain );
        c->before = c->N;
        c->came = ssVec3_Dot( faultSpeedOf( w, c, &turning ), plain );
        double margin = w->kind == fault_flicker ? 0.0 : 0.02 * b->size;
        c->found = c->gap <= margin && ( w->kind != fault_restitution || c->gap <= 0.0 );
        bool moves = !b->fixed || ( c->a >= 0 && !w->bodies[c->a].fixed );
        c->found = c->found && moves;
        c->N = w->kind == fault_unconverged || !c->found ? 0.0 : c->N;
        c->N = w->kind == fault_missed ? 0.0 : c->N;
        c->T = c->M = c->N > 0.0 ? c->T : ( ssVec3 ){ 0 };
        if ( w->kind == fault_spring ) // what it is stretched by; beyond the bound it slips
        {
            double way = 40.0 * w->mu * 9.81 * w->h * w->h;
            c->s = ssVec3_Scale( -way / ( w->mu * 9.81 * w->bodies[0].mass * w->h ), c->T );
        }
        if ( w->kind == fault_unconverged ) { c->T = c->M = ( ssVec3 ){ 0 }; }
        if ( w->kind == fault_jumping && w->scene == scene_pinch )
        {
            double chance = testUniform( w->rng, 0.0, 1.0 );
            c->corner = chance < 0.15 ? !c->corner : c->corner;
            c->p = ssVec3_Add( c->p, ( ssVec3 ){ 0.0, ( c->corner ? 0.9 : -0.9 ) * b->size, 0.0 } );
        }
        else if ( w->kind == fault_jumping )
        {
            int cell = (int)floor( c->p.x / w->cell ) * 1000 + (int)floor( c->p.y / w->cell );
            double way = testUniform( w->rng, 0.0, 6.28 );
            ssVec3 e1 = faultAcross( ( ssVec3 ){ 1, 0, 0 }, plain ), e2 = ssVec3_Cross( plain, e1 );
            ssVec3 aside = ssVec3_Add( ssVec3_Scale( cos( way ), e1 ), ssVec3_Scale( sin( way ), e2 ) );
            bool edge = c->cell != INT32_MAX && cell != c->cell;
            c->n = edge ? ssVec3_Normalize( ssVec3_MulAdd( plain, w->tilt, aside ) ) : plain;
            c->cell = cell;
        }
    }
}

static inline ssVec3 faultPush( const faultWorld* w, const faultBody* b )
{
    double a = w->push * b->mass * 9.81, t = w->t;
    if ( w->kind == fault_restitution ) { return ( ssVec3 ){ 0 }; }
    ssVec3 across = { a * sin( 11.0 * t + b->phase.x ), a * sin( 17.0 * t + b->phase.y ), 0.0 };
    double down = -0.4 * b->mass * 9.81 * ( 1.0 + sin( 23.0 * t + b->phase.z ) );
    return w->scene == scene_pinch ? ( ssVec3 ){ 0.0, across.x, across.y }
                                   : ( ssVec3 ){ across.x, across.y, down };
}

static inline void faultStep( faultWorld* w )
{
    faultCollide( w );
    if ( w->scene == scene_belt )
    {
        w->groundSpeed = ( ssVec3 ){ 0.8 * cos( 9.0 * w->t ), 0.8 * sin( 9.0 * w->t ), 0.0 };
    }
    for ( int i = 0; i < w->bodyCount; ++i )
    {
        faultBody* b = w->bodies + i;
        ssVec3 gravity =
            w->scene == scene_pinch && w->kind == fault_restitution ? ( ssVec3 ){ 0 } : w->gravity;
        gravity = w->scene == scene_pinch ? ssVec3_Scale( 0.3 * w->push, gravity ) : gravity;
        b->force = ssVec3_MulAdd( faultPush( w, b ), b->mass, gravity );
        b->v = b->fixed ? b->v : ssVec3_MulAdd( b->v, w->h / b->mass, b->force );
    }
    if ( w->scene == scene_pinch && w->kind != fault_restitution )
    {
        // The second finger presses with a force that varies: it is a body along x alone.
        faultBody* finger = w->bodies + 1;
        double squeeze = ( w->push < w->mu ? 2.0 : 0.5 ) * 9.81 * w->bodies[2].mass;
        finger->force = ( ssVec3 ){ -squeeze * ( 1.0 + 0.4 * sin( 23.0 * w->t ) ), 0.0, 0.0 };
        finger->v = ( ssVec3 ){ finger->v.x + w->h / finger->mass * finger->force.x, 0.0, 0.0 };
    }
    for ( int i = 0; i < w->contactCount; ++i )
    {
        faultContact* c = w->contacts + i;
        if ( c->N > 0.0 ) { faultApply( w, c, ssVec3_MulAdd( c->T, c->N, c->n ), c->M ); }
    }
    for ( int pass = 0; pass < w->iterations; ++pass )
    {
        for ( int i = 0; i < w->contactCount; ++i )
        {
            bool masked = w->kind == fault_missed && (int)( w->t / w->h + 0.5 ) / 40 % 3 == 2;
            if ( w->contacts[i].found && !masked ) { faultSolve( w, w->contacts + i ); }
        }
    }
    w->t += w->h;
}

static inline void faultMove( faultWorld* w )
{
    for ( int i = 0; i < w->bodyCount; ++i )
    {
        faultBody* b = w->bodies + i;
        b->x = ssVec3_MulAdd( b->x, w->h, b->v );
        if ( w->kind == fault_step && !b->fixed )
        {
            ssVec3 n = w->scene == scene_pinch ? ( ssVec3 ){ 1, 0, 0 } : w->up;
            b->x = ssVec3_MulAdd( b->x, 0.5 * w->h * w->h / b->mass, faultAcross( b->force, n ) );
        }
    }
}

static inline void faultLogRow(
    const faultWorld* w, const faultContact* c, int number, ssLogFrame* frame, int row )
{
    ssVec3 turning, u = faultSpeedOf( w, c, &turning );
    frame->columns[ss_logContact][row] = number;
    frame->columns[ss_logA][row] = c->a;
    frame->columns[ss_logB][row] = c->b;
    frame->columns[ss_logGap][row] = c->gap;
    frame->columns[ss_logMu][row] = c->mu;
    frame->columns[ss_logMuR][row] = w->muR * w->bodies[c->b].size;
    frame->columns[ss_logMuS][row] = 0.0;
    ssLogFrame_SetVector( frame, ss_logPx, row, c->p );
    ssLogFrame_SetVector( frame, ss_logNx, row, c->n );
    ssLogFrame_SetVector(
        frame, ss_logFx, row, ssVec3_Scale( 1.0 / w->h, ssVec3_MulAdd( c->T, c->N, c->n ) ) );
    ssLogFrame_SetVector( frame, ss_logMx, row, ssVec3_Scale( 1.0 / w->h, c->M ) );
    ssLogFrame_SetVector( frame, ss_logVx, row, u );
    ssLogFrame_SetVector( frame, ss_logWx, row, turning );
}

/// The log of so many steps, with bodies where the fault shows in nothing else; the caller frees the text.
static inline logText faultLog( testRng* rng, faultKind kind, faultScene scene, int steps )
{
    bool bodies = kind == fault_units || kind == fault_step || kind == fault_restitution;
    logText text = { 0 };
    const ssSink sink = { .context = &text, .write = logAppend };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    faultWorld w = faultMake( rng, kind, scene );
    testMust( ssBeginLog( &sink, bodies ? "mcap" : "csv", ( 1u << ss_logColumnCount ) - 1u, &writer ) );
    for ( int k = 0; k < steps; ++k )
    {
        faultStep( &w );
        int found = 0;
        frame.count = frame.bodyCount = 0;
        frame.t = w.t;
        for ( int i = 0; i < w.contactCount; ++i ) { found += w.contacts[i].found; }
        testMust( ssLogFrame_Resize( &frame, found, bodies ? w.bodyCount : 0 ) );
        for ( int i = 0, row = 0; i < w.contactCount; ++i )
        {
            if ( w.contacts[i].found ) { faultLogRow( &w, w.contacts + i, i, &frame, row++ ); }
        }
        for ( int i = 0; i < frame.bodyCount; ++i )
        {
            const faultBody* b = w.bodies + i;
            frame.bodies[i] = ( ssLogBody ){ .id = i,
                .position = b->x,
                .orientation = { 1.0, 0.0, 0.0, 0.0 },
                .shape = b->round ? ss_logShapeSphere : ss_logShapeBox,
                .size = { b->size, b->size, b->size },
                .mass = b->mass };
        }
        ssLogFrame_UpdateKnown( &frame );
        if ( found > 0 || bodies ) { testMust( ssLogWriter_Frame( writer, &frame ) ); }
        faultMove( &w );
    }
    testMust( ssLogWriter_End( writer ) );
    ssLogFrame_Destroy( &frame );
    return text;
}
