// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Isolated contacts: every contact is the only one of its sphere and joins it to a body that is not solved
// for. Such contacts are independent of each other, and Coulomb's law is solved contact by contact, to
// rounding. A velocity that a mode requires to vanish is set to exactly zero, so that a ball comes to rest
// and stays there.
//
// With the rolling velocity turned by a quarter, w = (omega_2, -omega_1) R, and its moment m = (m_2, -m_1)/R,
// all per unit of mass, the contact's block is isotropic, k = I/(m R²):
//     u_T+ = q_T + a r + c m,     w+ = q_R + c r + b m,     a = 1 + 1/k,  b = 1/k,  c = -1/k.
// The normal and the spinning row stand alone. So p_N follows from Signorini's condition, the spinning moment
// from its interval, and (r, m) minimises a strictly convex function over two discs. Where the sphere is the
// contact's body a, its velocities and R count as negative.

// Residual that is accepted even if the tolerance is smaller, because rounding alone leaves about as much.
#define ROUNDING_RESIDUAL 1e-12

// Most iterations of the alternating minimisation. Its error shrinks by 5/7 per iteration for a solid sphere,
// so that a hundred are enough; the factor approaches 1 only for a very small moment of inertia.
#define ALTERNATIONS_MAX 1000

typedef struct Tangential
{
    double a, b, c;
    ssVec2 freeSlide, freeRoll;   // q_T, q_R [m/s]
    double slideBound, rollBound; // radii of the discs [m/s]
} Tangential;

typedef struct TangentialSolution
{
    ssVec2 force, moment;
    bool slides, rolls; // false: the sliding or rolling velocity is exactly zero
    int iterations;
} TangentialSolution;

static ssVec2 clampToDisc( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > radius ? ssVec2_Scale( radius / length, v ) : v;
}

/// The point of the disc's rim in the direction opposite to `v`.
static ssVec2 rimAgainst( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > 0.0 ? ssVec2_Scale( -radius / length, v ) : ssVec2_Make( 0.0, 0.0 );
}

/// Acary & Bourrier Eq. 21 case by case. The minimiser is unique, so the first mode whose conditions all hold
/// is the answer; only slide + roll in different directions needs iterations.
static TangentialSolution solveTangential( const Tangential* t, double tolerance )
{
    TangentialSolution s = { .iterations = 1 };
    double determinant = t->a * t->b - t->c * t->c;

    // Stick: both velocities vanish.
    s.force = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeRoll ), ssVec2_Scale( t->b, t->freeSlide ) ) );
    s.moment = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeSlide ), ssVec2_Scale( t->a, t->freeRoll ) ) );
    if ( ssVec2_Length( s.force ) <= t->slideBound && ssVec2_Length( s.moment ) <= t->rollBound )
    {
        return s;
    }

    // Slide without rolling: the moment follows from w+ = 0.
    ssVec2 drive = ssVec2_MulAdd( t->freeSlide, -t->c / t->b, t->freeRoll );
    s.force = rimAgainst( drive, t->slideBound );
    s.moment = ssVec2_Scale( -1.0 / t->b, ssVec2_MulAdd( t->freeRoll, t->c, s.force ) );
    if ( ssVec2_Length( drive ) * t->b > determinant * t->slideBound &&
        ssVec2_Length( s.moment ) <= t->rollBound )
    {
        s.slides = true;
        return s;
    }

    // Roll without sliding: the force follows from u_T+ = 0.
    drive = ssVec2_MulAdd( t->freeRoll, -t->c / t->a, t->freeSlide );
    s.moment = rimAgainst( drive, t->rollBound );
    s.force = ssVec2_Scale( -1.0 / t->a, ssVec2_MulAdd( t->freeSlide, t->c, s.moment ) );
    if ( ssVec2_Length( drive ) * t->a > determinant * t->rollBound &&
        ssVec2_Length( s.force ) <= t->slideBound )
    {
        s.rolls = true;
        return s;
    }

    // slide and roll: both on their rims, minimised in turn, each exactly over its disc. The error shrinks at
    // least by c²/(ab) = 1/(1 + k) each time; motion along a line needs one iteration.
    s.slides = s.rolls = true;
    for ( bool converged = false; s.iterations < ALTERNATIONS_MAX && !converged; ++s.iterations )
    {
        ssVec2 force = clampToDisc(
            ssVec2_Scale( -1.0 / t->a, ssVec2_MulAdd( t->freeSlide, t->c, s.moment ) ), t->slideBound );
        ssVec2 moment = clampToDisc(
            ssVec2_Scale( -1.0 / t->b, ssVec2_MulAdd( t->freeRoll, t->c, force ) ), t->rollBound );
        double change = ssVec2_Length( ssVec2_Sub( force, s.force ) ) * t->a +
            ssVec2_Length( ssVec2_Sub( moment, s.moment ) ) * fabs( t->c );
        converged = change <= tolerance * ( ssVec2_Length( t->freeSlide ) + t->a * ssVec2_Length( force ) );
        s.force = force;
        s.moment = moment;
    }
    return s;
}

/// A contact and its sphere, with vectors along N, T1, T2.
typedef struct SphereContact
{
    ssMat3 frame;
    double sign;             // -1: the sphere is the contact's body a
    double mass, radius;     // [kg], [m]
    double R;                // sign × radius [m]
    double k;                // I/(m R²)
    ssVec3 groundV, groundW; // the other body's part of the relative velocity
    ssVec3 v, w;             // free velocity of the sphere, times sign
} SphereContact;

static SphereContact sphereContact( const ssWorld* world, int i, int s )
{
    const ssProblem* problem = &world->problem;
    const Body* body = &world->bodies[world->active[s]];
    const double* free = world->after + 6 * (size_t)s;
    SphereContact c = { .frame = ssProblemFrame_Axes( problem->frames[i] ),
        .sign = problem->bodyB[i] >= 0 ? 1.0 : -1.0,
        .mass = body->mass,
        .radius = ssShape_InnerRadius( &body->shape ) };
    c.R = c.sign * c.radius;
    c.k = body->inertia.x / c.mass / c.radius / c.radius;
    driveVelocity( world, i, 1.0, &c.groundV, &c.groundW );
    c.groundV = ssMat3_MulT( c.frame, c.groundV );
    c.groundW = ssMat3_MulT( c.frame, c.groundW );
    c.v = ssMat3_MulT( c.frame, ssVec3_Scale( c.sign, ssVec3_Make( free[0], free[1], free[2] ) ) );
    c.w = ssMat3_MulT( c.frame, ssVec3_Scale( c.sign, ssVec3_Make( free[3], free[4], free[5] ) ) );
    return c;
}

/// The sphere's velocity after the step, six numbers in world coordinates. `spin` is the spinning moment per
/// unit of mass and R; `spins` is false where it stops the spinning.
static void velocityAfter( const SphereContact* c, double allowance, const TangentialSolution* tangential,
    double spin, bool spins, double* after )
{
    ssVec2 force = tangential->force, moment = tangential->moment;
    double k = c->k, R = c->R;
    ssVec3 w = c->w, groundV = c->groundV, groundW = c->groundW;
    ssVec3 v = ssVec3_Make( allowance - groundV.x, c->v.y + force.x, c->v.z + force.y );
    w.x = spins ? w.x + spin / ( k * R ) : -groundW.x;
    w.y = tangential->rolls ? w.y - ( moment.y - force.y ) / ( k * R ) : -groundW.y;
    w.z = tangential->rolls ? w.z + ( moment.x - force.x ) / ( k * R ) : -groundW.z;
    if ( !tangential->slides )
    {
        v.y = R * w.z - groundV.y;
        v.z = -R * w.y - groundV.z;
    }
    v = ssVec3_Scale( c->sign, ssMat3_Mul( c->frame, v ) );
    w = ssVec3_Scale( c->sign, ssMat3_Mul( c->frame, w ) );
    const double now[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
    for ( int j = 0; j < 6; ++j )
    {
        after[j] = now[j] + 0.0; // turns -0 into 0
    }
}

/// Finds the reaction and the new velocity of contact i; returns the number of iterations.
static int solveContact( ssWorld* world, int i )
{
    ssProblem* problem = &world->problem;
    const ssCone* cone = &problem->cones[i];
    int d = problem->dimension, s = problem->bodyB[i] >= 0 ? problem->bodyB[i] : problem->bodyA[i];
    const SphereContact c = sphereContact( world, i, s );
    double* p = world->p + (size_t)i * (size_t)d;
    memset( p, 0, sizeof( double ) * (size_t)d );
    double allowance = world->contacts[i].allowance, normal = allowance - c.v.x - c.groundV.x;
    if ( !( normal > 0.0 ) ) { return 0; }
    double R = c.R, lean[6];
    contactLean( world, i, lean );
    ssVec3 turning = ssVec3_Scale( R, ssVec3_Add( c.w, c.groundW ) );
    Tangential tangential = {
        .a = 1.0 + 1.0 / c.k,
        .b = 1.0 / c.k,
        .c = -1.0 / c.k,
        .freeSlide = { c.v.y + c.groundV.y - R * c.w.z + lean[1], c.v.z + c.groundV.z + R * c.w.y + lean[2] },
        .freeRoll = { turning.z + R * lean[4], -turning.y - R * lean[3] },
        .slideBound = cone->mu * normal,
        .rollBound = cone->muRoll / c.radius * normal,
    };
    TangentialSolution found = solveTangential( &tangential, world->def.tolerance );
    double spinBound = cone->muSpin / c.radius * normal, spin = -c.k * turning.x;
    bool spins = fabs( spin ) > spinBound;
    spin = ssMax( -spinBound, ssMin( spin, spinBound ) );
    velocityAfter( &c, allowance, &found, spin, spins, world->after + 6 * (size_t)s );
    if ( world->contacts[i].means && ( !( found.slides && found.rolls ) || contactTurnsBack( world, i ) ) )
    {
        memcpy( world->after + 6 * (size_t)s, problem->freeVelocity + 6 * (size_t)s, 6 * sizeof( double ) );
        contactForgetLean( world, i ); // what stops does so at the end of the step
        return solveContact( world, i );
    }
    const double reaction[6] = { normal, found.force.x, found.force.y, -R * found.moment.y,
        R * found.moment.x, R * spin };
    for ( int j = 0; j < d; ++j ) { p[j] = c.mass * reaction[j]; }
    return found.iterations;
}

/// Whether every contact joins a sphere to a body that is not solved for, and no sphere has two contacts.
static bool allIsolated( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    bool* hasContact = world->bodyFlags;
    bool isolated = world->def.law == ss_worldLawCoulomb && problem->rowCount == 0 &&
        problem->compliance == NULL && problem->contactCount > 0 &&
        problem->contactCount <= world->activeCount;
    memset( hasContact, 0, isolated ? sizeof( bool ) * (size_t)world->activeCount : 0 );
    for ( int i = 0; i < problem->contactCount && isolated; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i], s = b >= 0 ? b : a;
        const Body* body = &world->bodies[world->active[s]];
        isolated = ( a < 0 || b < 0 ) && !hasContact[s] && body->isotropic && bodyIsBall( body ) &&
            problem->laws[i] == ss_contactFormSaxce && problem->cones[i].variant == ss_coneIntersection;
        isolated = isolated && !contactTurns( world, i );
        hasContact[s] = true;
    }
    return isolated;
}

bool worldSolveIsolated( ssWorld* world, ssWorldReport* report )
{
    if ( !( world->def.tolerance > 0.0 ) || !allIsolated( world ) ) { return false; }
    memcpy( world->after, world->problem.freeVelocity, 6 * sizeof( double ) * (size_t)world->activeCount );
    int most = 0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        int iterations = solveContact( world, i );
        most = iterations > most ? iterations : most;
    }
    // The kernel judges the answer; where the residual is too large its passes go on from here.
    if ( ssGs_Begin( world->gs, &world->problem, world->p, 0 ).code != ss_ok ) { return false; }
    report->iterations = most;
    report->residual = ssGs_Residual( world->gs );
    ssGs_End( world->gs );
    report->status = ss_statusConverged;
    return report->residual <= ssMax( world->def.tolerance, ROUNDING_RESIDUAL );
}
