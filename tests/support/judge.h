// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/problem.h"

// The tests' own judge. The program's judge says whether a solver has converged, so a mistake in it would
// pass every test of every solver. This one computes the same number, |p - P_K(p - r yhat)| / (r |q|), by
// another way and from other fields of the problem: momenta of bodies instead of contact velocities,
// principal axes instead of inverse inertias, points instead of arms, and a projection by bisection instead
// of the closed form.

/// Whether the tests' judge knows the law of every contact: Coulomb or relaxed, with discs for sections.
static inline bool judgeKnows( const ssProblem* problem )
{
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        if ( problem->laws[i] == ss_contactFormPlanar || problem->cones[i].variant != ss_coneIntersection )
        {
            return false;
        }
    }
    return true;
}

/// What a unit of reaction `index` gives the body on one side of it, as momentum (0 … 2)
/// and angular momentum (3 … 5). The same numbers read that body's share of velocity
/// `index`. Returns the body; -1 is the fixed world.
static inline int judgeImpulse( const ssProblem* problem, int index, int side, double impulse[6] )
{
    int d = problem->dimension, i = index / d, c = index % d, k = index - problem->contactCount * d;
    if ( k >= 0 )
    {
        const ssProblemRow* row = &problem->rows[k];
        memcpy( impulse, side == 0 ? row->jacobianA : row->jacobianB, 6 * sizeof( double ) );
        return side == 0 ? row->a : row->b;
    }
    int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
    ssVec3 n = problem->frames[i].n, t = problem->frames[i].t, s = ssVec3_Cross( n, t );
    const ssVec3 axes[] = { n, t, s, t, s, n };
    ssVec3 axis = ssVec3_Scale( side == 0 ? -1.0 : 1.0, axes[c] ), force = { 0.0, 0.0, 0.0 }, moment = axis;
    if ( c < 3 && body >= 0 )
    {
        force = axis;
        moment = ssVec3_Cross( ssVec3_Sub( problem->points[i], problem->bodies[body].position ), axis );
    }
    const double parts[] = { force.x, force.y, force.z, moment.x, moment.y, moment.z };
    memcpy( impulse, parts, sizeof( parts ) );
    return body;
}

/// Velocity of a body from its momentum and angular momentum, which is divided in the principal axes.
static inline void judgeMove( const ssProblemBody* body, const double momentum[6], double velocity[6] )
{
    ssQuat to = ssQuat_Normalize( body->orientation ), from = { to.w, -to.x, -to.y, -to.z };
    ssVec3 w = ssQuat_Rotate( from, ssVec3_Make( momentum[3], momentum[4], momentum[5] ) );
    w = ssVec3_Make( w.x / body->inertia.x, w.y / body->inertia.y, w.z / body->inertia.z );
    w = ssQuat_Rotate( to, w );
    const double parts[] = { momentum[0] / body->mass, momentum[1] / body->mass, momentum[2] / body->mass,
        w.x, w.y, w.z };
    memcpy( velocity, parts, sizeof( parts ) );
}

/// y = W p without q, and the diagonal of W, from bodies.
static inline void judgeBodies( const ssProblem* problem, const double* p, double* y, double* diagonal )
{
    int size = ssProblem_Size( problem );
    double impulse[6], velocity[6], ownVelocity[6];
    double* momenta = calloc( 6 * (size_t)problem->bodyCount + 1, sizeof( double ) );
    for ( int i = 0; i < 2 * size; ++i )
    {
        int body = judgeImpulse( problem, i / 2, i % 2, impulse );
        for ( int c = 0; c < 6 && body >= 0; ++c ) { momenta[6 * body + c] += impulse[c] * p[i / 2]; }
    }
    for ( int i = 0; i < 2 * size; ++i )
    {
        int body = judgeImpulse( problem, i / 2, i % 2, impulse );
        if ( body < 0 ) { continue; }
        judgeMove( &problem->bodies[body], momenta + 6 * body, velocity );
        judgeMove( &problem->bodies[body], impulse, ownVelocity );
        for ( int c = 0; c < 6; ++c )
        {
            y[i / 2] += impulse[c] * velocity[c];
            diagonal[i / 2] += impulse[c] * ownVelocity[c];
        }
    }
    free( momenta );
}

/// The same, from blocks.
static inline void judgeBlocks( const ssProblem* problem, const double* p, double* y, double* diagonal )
{
    int d = problem->dimension;
    for ( int i = 0; i < problem->contactCount * d; ++i )
    {
        for ( int k = problem->blockStart[i / d]; k < problem->blockStart[i / d + 1]; ++k )
        {
            for ( int c = 0; c < d; ++c )
            {
                int column = problem->blockColumn[k] * d + c;
                double entry = problem->blocks[(size_t)k * (size_t)( d * d ) + (size_t)( i % d * d + c )];
                y[i] += entry * p[column];
                diagonal[i] += column == i ? entry : 0.0;
            }
        }
    }
}

/// A contact's components in blocks that share a bound: sliding, rolling, spinning.
static const int judgeStart[] = { 1, 3, 5, 6 };

static inline double judgeBlockLength( int block, const double* x )
{
    return hypot( x[judgeStart[block]],
        judgeStart[block + 1] - judgeStart[block] == 2 ? x[judgeStart[block] + 1] : 0.0 );
}

/// x becomes its nearest point in K. For a given normal force t the nearest point has each
/// block cut to mu t, so the squared distance is a convex function of t alone; half its
/// derivative, which grows with t, is brought to zero.
static inline void judgeProject( int blocks, const double* mu, double* x )
{
    double low = 0.0, high = fmax( x[0], 0.0 );
    for ( int b = 0; b < blocks; ++b ) { high += mu[b] * judgeBlockLength( b, x ); }
    for ( int turn = 0; turn < 200; ++turn )
    {
        double t = 0.5 * ( low + high ), slope = t - x[0];
        for ( int b = 0; b < blocks; ++b )
        {
            slope -= mu[b] * fmax( judgeBlockLength( b, x ) - mu[b] * t, 0.0 );
        }
        low = slope < 0.0 ? t : low;
        high = slope < 0.0 ? high : t;
    }
    for ( int b = 0; b < blocks; ++b )
    {
        double length = judgeBlockLength( b, x ), cut = length > mu[b] * high ? mu[b] * high / length : 1.0;
        for ( int c = judgeStart[b]; c < judgeStart[b + 1]; ++c ) { x[c] *= cut; }
    }
    x[0] = high;
}

/// The square of the natural map of one contact, all in scaled units.
static inline double judgeContact(
    const ssCone* cone, ssContactForm law, double length, double step, const double* p, const double* y )
{
    int d = cone->dimension, blocks = d == 3 ? 1 : d - 3;
    const double mu[] = { cone->mu, cone->muRoll / length, cone->muSpin / length };
    double x[6] = { 0.0 }, sum = 0.0, opening = 0.0;
    for ( int b = 0; b < blocks && law == ss_contactFormSaxce; ++b )
    {
        opening += mu[b] * judgeBlockLength( b, y ); // De Saxcé's term (Acary & Bourrier Eq. 32)
    }
    for ( int c = 0; c < d; ++c ) { x[c] = p[c] - step * ( y[c] + ( c == 0 ? opening : 0.0 ) ); }
    judgeProject( blocks, mu, x );
    for ( int c = 0; c < d; ++c ) { sum += ( p[c] - x[c] ) * ( p[c] - x[c] ); }
    return sum;
}

/// What the tests' judge says of `reaction`, and how far rounding alone may move that.
typedef struct testJudgement
{
    double residual;
    double rounding;
} testJudgement;

static inline testJudgement judgeAnew( const ssProblem* problem, const double* reaction )
{
    int d = problem->dimension, contacts = problem->contactCount * d, size = contacts + problem->rowCount;
    double* work = calloc( 4 * (size_t)size + 1, sizeof( double ) );
    double *p = work, *y = p + size, *diagonal = y + size, *scale = diagonal + size;
    if ( problem->blockStart != NULL ) { judgeBlocks( problem, reaction, y, diagonal ); }
    else { judgeBodies( problem, reaction, y, diagonal ); }
    double translations = 0.0, rotations = 0.0;
    for ( int i = 0; i < size; ++i )
    {
        double compliance = problem->compliance != NULL ? problem->compliance[i] : 0.0;
        y[i] += compliance * reaction[i];
        diagonal[i] += compliance;
        *( i % d < 3 ? &translations : &rotations ) += i < contacts ? diagonal[i] : 0.0;
    }
    // Moments are measured by the length that makes the mean rotational diagonal the translational one.
    double length = d > 3 && contacts > 0 ? sqrt( translations / 3.0 / ( rotations / ( d - 3 ) ) ) : 1.0;
    double mean = contacts > 0 ? ( translations + length * length * rotations ) / contacts : diagonal[0];
    double free2 = 0.0, sum = 0.0, loads = 0.0, stiffest = 0.0;
    for ( int i = 0; i < size; ++i )
    {
        double q = i < contacts ? problem->q[i] : problem->rows[i - contacts].q;
        scale[i] = i >= contacts ? sqrt( mean / diagonal[i] ) : i % d < 3 ? 1.0 : length;
        p[i] = reaction[i] / scale[i];
        y[i] = scale[i] * ( y[i] + q );
        free2 += scale[i] * q * scale[i] * q;
        loads += scale[i] * sqrt( diagonal[i] ) * fabs( p[i] );
        stiffest = fmax( stiffest, scale[i] * sqrt( diagonal[i] ) );
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        sum += judgeContact(
            &problem->cones[i], (ssContactForm)problem->laws[i], length, 1.0 / mean, p + i * d, y + i * d );
    }
    for ( int i = contacts; i < size; ++i )
    {
        const ssProblemRow* row = &problem->rows[i - contacts];
        double lo = row->lo / scale[i], hi = row->hi / scale[i], x = p[i] - y[i] / mean;
        x = x < lo ? lo : x > hi ? hi : x;
        sum += ( p[i] - x ) * ( p[i] - x );
    }
    free( work );
    testJudgement judgement = { .residual = sum == 0.0 ? 0.0 : mean * sqrt( sum ) / sqrt( free2 ),
        .rounding = free2 > 0.0 ? 16.0 * 0x1p-52 * ( 1.0 + stiffest * loads / sqrt( free2 ) ) : 0.0 };
    return judgement;
}

/// ssJudge, and an error where the tests' judge, if it knows the laws, finds another residual.
static inline ssResult judgeTwice(
    const ssProblem* problem, const double* p, ssJudgement* judgement, double* perContact )
{
    ssResult result = ssJudge( problem, p, judgement, perContact );
    if ( result.code != ss_ok || !judgeKnows( problem ) ) { return result; }
    testJudgement anew = judgeAnew( problem, p );
    double a = judgement->residual, b = anew.residual;
    bool same = isfinite( a ) && isfinite( b ) ? fabs( a - b ) <= 1e-9 * fmax( a, b ) + anew.rounding
                                               : !isfinite( a ) && !isfinite( b );
    if ( !same )
    {
        printf(
            "the program's judge says %.17g, the tests' judge %.17g (rounding %.3g)\n", a, b, anew.rounding );
        return ssError( ss_errorValue, "residual", "the two judges disagree: %.17g and %.17g", a, b );
    }
    return result;
}
