// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Spheres that each touch one thing which is not solved for, and nothing else: their contacts do not know of each
// other, and Coulomb's law is solved contact by contact, to rounding. What a mode says is zero is zero to the bit, so
// that a ball comes to rest and stays there.
//
// With v and the rolling velocity turned by a quarter, w = (omega_2, -omega_1) R, and its moment m = (m_2, -m_1)/R, all
// per unit of mass, the contact's block is isotropic, k = I/(m R²):
//     u_T+ = q_T + a r + c m,     w+ = q_R + c r + b m,     a = 1 + 1/k,  b = 1/k,  c = -1/k.
// The normal and the spinning row stand alone. So p_N follows from Signorini's condition, the spinning moment from its
// interval, and (r, m) minimises a strictly convex function over two discs. Where the sphere is the contact's body a
// its velocities count negative, and so does R.

#define ACCEPTED 1e-12 // residual: rounding's own

typedef struct Tangential
{
    double a, b, c;
    ssVec2 freeSlide, freeRoll;   // q_T, q_R [m/s]
    double slideBound, rollBound; // radii of the discs [m/s]
} Tangential;

typedef struct TangentialSolution
{
    ssVec2 force, moment;
    bool slides, rolls; // false: that velocity is exactly zero
    int iterations;
} TangentialSolution;

static ssVec2 clampToDisc( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > radius ? ssVec2_Scale( radius / length, v ) : v;
}

/// The point of the disc's rim opposite to `v`.
static ssVec2 rimAgainst( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > 0.0 ? ssVec2_Scale( -radius / length, v ) : ssVec2_Make( 0.0, 0.0 );
}

/// Acary & Bourrier Eq. 21 case by case. The minimiser is unique, so the first mode whose conditions all hold is
/// the answer; only slide + roll in different directions needs iterations.
static TangentialSolution solveTangential( const Tangential* t, double tolerance )
{
    TangentialSolution s = { .iterations = 1 };
    double determinant = t->a * t->b - t->c * t->c;

    // stick: both velocities vanish
    s.force = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeRoll ), ssVec2_Scale( t->b, t->freeSlide ) ) );
    s.moment = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeSlide ), ssVec2_Scale( t->a, t->freeRoll ) ) );
    if ( ssVec2_Length( s.force ) <= t->slideBound && ssVec2_Length( s.moment ) <= t->rollBound )
    {
        return s;
    }

    // slide without rolling: the moment follows from w+ = 0
    ssVec2 drive = ssVec2_MulAdd( t->freeSlide, -t->c / t->b, t->freeRoll );
    s.force = rimAgainst( drive, t->slideBound );
    s.moment = ssVec2_Scale( -1.0 / t->b, ssVec2_MulAdd( t->freeRoll, t->c, s.force ) );
    if ( ssVec2_Length( drive ) * t->b > determinant * t->slideBound &&
        ssVec2_Length( s.moment ) <= t->rollBound )
    {
        s.slides = true;
        return s;
    }

    // roll without sliding: the force follows from u_T+ = 0
    drive = ssVec2_MulAdd( t->freeRoll, -t->c / t->a, t->freeSlide );
    s.moment = rimAgainst( drive, t->rollBound );
    s.force = ssVec2_Scale( -1.0 / t->a, ssVec2_MulAdd( t->freeSlide, t->c, s.moment ) );
    if ( ssVec2_Length( drive ) * t->a > determinant * t->rollBound &&
        ssVec2_Length( s.force ) <= t->slideBound )
    {
        s.rolls = true;
        return s;
    }

    // Both on their rims: block by block, each an exact minimisation over its disc. The factor per pass is at most
    // c²/(ab) = 1/(1 + k) whatever the coefficients; motion along a line ends after one pass.
    s.slides = s.rolls = true;
    for ( bool converged = false; s.iterations < 1000 && !converged; ++s.iterations )
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

/// Reaction and new velocity of contact i; returns how many iterations that took.
static int solveContact( ssWorld* world, int i )
{
    const ssProblem* problem = &world->problem;
    const ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    const ssCone* cone = &problem->cones[i];
    int d = problem->dimension, s = problem->bodyB[i] >= 0 ? problem->bodyB[i] : problem->bodyA[i];
    const Body* body = &world->bodies[world->active[s]];
    double sign = problem->bodyB[i] >= 0 ? 1.0 : -1.0, mass = body->mass;
    double length = ssShape_InnerRadius( &body->shape ), R = sign * length;
    double k = body->inertia.x / mass / length / length;
    double *p = world->p + (size_t)i * (size_t)d, *after = world->after + 6 * (size_t)s;
    memset( p, 0, sizeof( double ) * (size_t)d );

    // components along N, T1, T2; of the sphere alone, and what the ground adds
    ssVec3 groundV = { 0.0, 0.0, 0.0 }, groundW = groundV;
    driveVelocity( world, i, &groundV, &groundW );
    groundV = ssMat3_MulT( frame, groundV );
    groundW = ssMat3_MulT( frame, groundW );
    ssVec3 v = ssMat3_MulT( frame, ssVec3_Scale( sign, ssVec3_Make( after[0], after[1], after[2] ) ) );
    ssVec3 w = ssMat3_MulT( frame, ssVec3_Scale( sign, ssVec3_Make( after[3], after[4], after[5] ) ) );
    double allowance = world->contacts[i].allowance, normal = allowance - v.x - groundV.x;
    if ( !( normal > 0.0 ) )
    {
        return 0;
    }
    ssVec3 turning = ssVec3_Scale( R, ssVec3_Add( w, groundW ) );
    Tangential tangential = {
        .a = 1.0 + 1.0 / k,
        .b = 1.0 / k,
        .c = -1.0 / k,
        .freeSlide = { v.y + groundV.y - R * w.z, v.z + groundV.z + R * w.y },
        .freeRoll = { turning.z, -turning.y },
        .slideBound = cone->mu * normal,
        .rollBound = cone->muRoll / length * normal,
    };
    TangentialSolution found = solveTangential( &tangential, world->def.tolerance );
    double spinBound = cone->muSpin / length * normal, spin = -k * turning.x;
    bool spins = fabs( spin ) > spinBound;
    spin = fmax( -spinBound, fmin( spin, spinBound ) );
    const double reaction[6] = { normal, found.force.x, found.force.y, -R * found.moment.y,
        R * found.moment.x, R * spin };
    for ( int c = 0; c < d; ++c )
    {
        p[c] = mass * reaction[c];
    }

    v = ssVec3_Make( allowance - groundV.x, v.y + found.force.x, v.z + found.force.y );
    w.x = spins ? w.x + spin / ( k * R ) : -groundW.x;
    w.y = found.rolls ? w.y - ( found.moment.y - found.force.y ) / ( k * R ) : -groundW.y;
    w.z = found.rolls ? w.z + ( found.moment.x - found.force.x ) / ( k * R ) : -groundW.z;
    if ( !found.slides )
    {
        v.y = R * w.z - groundV.y;
        v.z = -R * w.y - groundV.z;
    }
    v = ssVec3_Scale( sign, ssMat3_Mul( frame, v ) );
    w = ssVec3_Scale( sign, ssMat3_Mul( frame, w ) );
    const double now[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
    for ( int c = 0; c < 6; ++c )
    {
        after[c] = now[c] + 0.0; // no minus zero
    }
    return found.iterations;
}

/// Every contact one of a sphere with something that is not solved for, and every sphere in one contact.
static bool allApart( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    bool apart = world->def.law == ss_worldLawCoulomb && problem->rowCount == 0 &&
        problem->compliance == NULL && problem->contactCount > 0 &&
        problem->contactCount <= world->activeCount;
    memset( world->wake, 0, apart ? sizeof( bool ) * (size_t)world->activeCount : 0 );
    for ( int i = 0; i < problem->contactCount && apart; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i], s = b >= 0 ? b : a;
        const Body* body = &world->bodies[world->active[s]];
        apart = ( a < 0 || b < 0 ) && !world->wake[s] && body->round && body->shape.kind == ss_shapeSphere &&
            problem->laws[i] == ss_contactFormSaxce && problem->cones[i].variant == ss_coneIntersection;
        world->wake[s] = true;
    }
    return apart;
}

bool worldSolveIsolated( ssWorld* world, ssWorldReport* report )
{
    if ( !( world->def.tolerance > 0.0 ) || !allApart( world ) )
    {
        return false;
    }
    memcpy( world->after, world->problem.freeVelocity, 6 * sizeof( double ) * (size_t)world->activeCount );
    int most = 0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        int iterations = solveContact( world, i );
        most = iterations > most ? iterations : most;
    }
    // the judge's word on it; passes go on from here where it is not content
    if ( ssGs_Begin( world->gs, &world->problem, world->p ).code != ss_ok )
    {
        return false;
    }
    report->iterations = most;
    report->residual = ssGs_Residual( world->gs );
    report->status = ss_worldStatusConverged;
    return report->residual <= fmax( world->def.tolerance, ACCEPTED );
}
