// SPDX-License-Identifier: MIT
#include "model/sliding_mass.h"

#include <string.h>

// Steps a mass or disk on an anisotropic plane.

ssSlidingMassDef ssDefaultSlidingMassDef( void )
{
    ssSlidingMassDef def = { .mass = 1.0,
        .normalForce = 9.81,
        .method = ss_slidingMassDirect,
        .tolerance = 1e-10,
        .maxIterations = 2000 };
    return def;
}

/// The iteration of Eq. 69 from the old force. If C and D differ it may cycle as a stick phase ends; it is
/// then repeated from two slip forces: at the velocity without friction, and C's along it.
static ssPlanarSolution iterate(
    const ssSlidingMassDef* def, const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start )
{
    ssPlanarSolution s =
        ssLaw_SolveProx( law, load, g, gammaFree, start, def->tolerance, def->maxIterations );
    for ( int i = 0; i < 2 && !s.converged; ++i )
    {
        ssVec2 onBoundary = ssVec2_Scale(
            1.0 / ( g * ssLaw_Gauge( law, load, ssVec2_Scale( 1.0 / g, gammaFree ) ) ), gammaFree );
        ssVec2 other = i == 0 ? ssLaw_SlipForce( law, load, gammaFree ).force : onBoundary;
        int before = s.iterations;
        if ( isfinite( other.x ) && isfinite( other.y ) )
        {
            s = ssLaw_SolveProx( law, load, g, gammaFree, other, def->tolerance, def->maxIterations );
            s.iterations += before;
        }
    }
    return s;
}

ssSlidingMassReport ssSlidingMass_Step(
    ssSlidingMass* body, const ssSlidingMassDef* def, const ssLaw* law, double h )
{
    // Walker & Leine Sec. 2.3: q_M, then u_E from all forces at the midpoint, then q_E. The dashpots act with
    // the velocity at the end of the step, so that any step is stable.
    ssVec2 q = ssVec2_MulAdd( body->position, 0.5 * h, body->velocity );
    double g = 1.0 / ( def->mass + h * def->damping );
    ssVec2 spring = { -def->stiffness[0] * q.x, -def->stiffness[1] * q.y };
    ssVec2 impulse = ssVec2_Scale( h, ssVec2_Add( spring, def->push ) );
    ssVec2 free = ssVec2_Scale( g, ssVec2_MulAdd( impulse, def->mass, body->velocity ) );
    // gamma = u - chi; Eq. 23 has a plus because its chi has the opposite sign.
    ssVec2 gammaFree = ssVec2_Sub( free, def->beltVelocity );
    double load = h * def->normalForce;
    ssVec2 start = ssVec2_Scale( h, body->force );
    ssLawSite site = { def->time, .x = def->origin.x + q.x, .y = def->origin.y + q.y, .h = h,
        .impulses = true, .state = body->stateCount > 0 ? body->state : NULL };
    ssLaw there;
    if ( law->def.kind >= ss_lawKindCount ) // the user's own
    {
        there = ssLaw_At( law, &site );
        law = &there;
    }
    ssPlanarSolution s = def->method == ss_slidingMassMoreau
        ? iterate( def, law, load, g, gammaFree, start )
        : ssLaw_SolveDirect( law, load, g, gammaFree, start );
    body->force = ssVec2_Scale( 1.0 / h, s.force );
    body->slip = s.gamma;
    body->stick = s.stick;
    if ( body->stateCount > 0 )
    {
        double next[SS_LAW_MAX_STATES] = { 0 };
        ssLaw_NextState( law, load, s.gamma, next );
        memcpy( body->state, next, sizeof next );
    }
    // A mass that sticks moves exactly with the belt.
    body->velocity = s.stick && def->method == ss_slidingMassDirect
        ? def->beltVelocity
        : ssVec2_Add( s.gamma, def->beltVelocity );
    body->position = ssVec2_MulAdd( q, 0.5 * h, body->velocity );
    // The residual is relative to the force, which is as large as C during slip.
    double size = ssVec2_Length( s.force );
    return ( ssSlidingMassReport ){ .converged = s.converged,
        .iterations = s.iterations,
        .residual = s.error > 0.0 && size > 0.0 ? s.error / size : s.error };
}

void ssSlidingMass_Serialize( ssSlidingMass* body, ssArchive* archive )
{
    ssArchive_Vec2( archive, &body->position );
    ssArchive_Vec2( archive, &body->velocity );
    ssArchive_Vec2( archive, &body->force );
    ssArchive_Vec2( archive, &body->slip );
    ssArchive_Bool( archive, &body->stick );
    ssArchive_F64s( archive, body->state, body->stateCount );
}

double ssSlidingMass_Distance( const ssSlidingMassDef* def, const ssSlidingMass* a, const ssSlidingMass* b )
{
    ssVec2 q = ssVec2_Sub( a->position, b->position ), u = ssVec2_Sub( a->velocity, b->velocity );
    return 0.5 * def->mass * ssVec2_Dot( u, u ) +
        0.5 * ( def->stiffness[0] * q.x * q.x + def->stiffness[1] * q.y * q.y );
}
