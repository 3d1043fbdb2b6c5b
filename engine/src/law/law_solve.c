// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// Solves one planar contact, gamma = gammaFree - g f, where f and gamma obey the law: ssLaw_SolveProx
// iterates Walker & Leine Eq. 69, ssLaw_SolveDirect finds the angle of the force.

/// The solution with a given force, and its error.
static ssPlanarSolution solutionOf( const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 force )
{
    ssPlanarSolution s = { .force = force, .gamma = ssVec2_MulAdd( gammaFree, -g, force ) };
    ssVec2 step = ssLaw_ProxStep( law, load, force, s.gamma, 1.0 / g );
    s.error = ssVec2_Length( ssVec2_Sub( step, force ) );
    return s;
}

/// The size of C at a load [N], to which tolerances are relative.
static double sizeOf( const ssLaw* law, double load )
{
    if ( typedChanges( law ) && load > 0.0 )
    {
        // At rest, or in motion if it is a function there.
        ssVec2 ahead = { 1.0, 0.0 };
        return ssMax(
            typedSupport( law, load, 0.0, ahead, NULL ), typedSupport( law, load, 1.0, ahead, NULL ) );
    }
    return law->frictionless || !( load > 0.0 ) ? 0.0 : ssSet_Radius( &law->c, 0.0 ) * load / law->cForce;
}

ssPlanarSolution ssLaw_SolveProx( const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start,
    double tolerance, int maxIterations )
{
    SS_ASSERT( g > 0.0 );
    double limit = tolerance * sizeOf( law, load ), r0 = 1.0 / g, best = (double)INFINITY;
    ssVec2 f = start;
    int i = 0, stalled = 0;
    ssPlanarSolution s = { .converged = false };
    for ( ; i < maxIterations; ++i )
    {
        ssVec2 gamma = ssVec2_MulAdd( gammaFree, -g, f );
        ssVec2 next = ssLaw_ProxStep( law, load, f, gamma, r0 );
        double change = ssVec2_Length( ssVec2_Sub( next, f ) );
        f = next;
        // A smaller r0 shortens the steps; the tolerance shrinks with it.
        double enough = limit * r0 * g;
        if ( change <= enough || isnan( change ) )
        {
            s.converged = change <= enough;
            ++i;
            break;
        }
        // A smaller r0 damps an iteration that circles; any r0 > 0 has the same fixed points.
        stalled = change < best * ( 1.0 - 1e-3 * r0 * g ) ? 0 : stalled + 1;
        best = ssMin( best, change );
        if ( stalled >= 10 )
        {
            r0 *= 0.6;
            stalled = 0;
            best = (double)INFINITY;
        }
    }
    bool converged = s.converged;
    s = solutionOf( law, load, g, gammaFree, f );
    s.converged = converged;
    s.iterations = i;
    // The gamma of a sticking contact is the remaining error of the iteration.
    s.stick = law->type->setValued && ssVec2_Length( s.gamma ) <= 10.0 * g * limit;
    return s;
}

/// The search for the force of a sliding contact.
typedef struct SlipSearch
{
    const ssLaw* law;
    double scale, g; // factor on C; the contact's inverse mass
    ssVec2 gammaFree;
    int evaluations; // of C and D
} SlipSearch;

/// With the sliding force f = r_C(theta) e, the velocity must be normal to D at theta. Returns the cross
/// product of normal and velocity; `along` > 0 if the velocity points outwards.
static double missAt( SlipSearch* search, double theta, ssVec2* force, double* along )
{
    ssVec2 e = ssVec2_Make( ssCos( theta ), ssSin( theta ) ), n;
    *force = ssVec2_Scale( search->scale / ssSet_Gauge( &search->law->c, e ), e );
    ssSet_GaugeGradient( &search->law->d, e, &n );
    ssVec2 w = ssVec2_MulAdd( search->gammaFree, -search->g, *force );
    *along = ssVec2_Dot( n, w );
    search->evaluations += 1;
    return n.x * w.y - n.y * w.x;
}

/// Secants in a bracket, every third step a bisection; converges also to a sign change at a corner of D.
static bool refineRoot(
    SlipSearch* search, double low, double high, double missLow, double missHigh, ssVec2* force )
{
    double along = 0.0;
    for ( int i = 0; i < 150; ++i )
    {
        double theta = low - missLow * ( high - low ) / ( missHigh - missLow );
        theta = i % 3 != 2 && theta > low && theta < high ? theta : 0.5 * ( low + high );
        double miss = missAt( search, theta, force, &along );
        if ( fabs( miss ) <= 4e-16 * along || theta <= low || theta >= high ) { break; }
        bool same = ( miss > 0.0 ) == ( missLow > 0.0 );
        low = same ? theta : low;
        missLow = same ? miss : missLow;
        high = same ? high : theta;
        missHigh = same ? missHigh : miss;
    }
    return along > 0.0;
}

#define SEARCH_STEPS 180 // per half turn: the search compares angles 1° apart

/// Searches roots outwards from the angle `from`. One at which the cross product falls is attracting, because
/// a velocity counter-clockwise of the normal is then turned back.
static bool searchRoot( SlipSearch* search, double from, bool attracting, ssVec2* force )
{
    double along, step = SS_PI / SEARCH_STEPS;
    double left = missAt( search, from, force, &along ), right = left;
    for ( int i = 0; i < SEARCH_STEPS; ++i )
    {
        double nextLeft = missAt( search, from + ( i + 1 ) * step, force, &along );
        bool falls = left > 0.0 && nextLeft <= 0.0, rises = left <= 0.0 && nextLeft > 0.0;
        if ( ( attracting ? falls : rises ) &&
            refineRoot( search, from + i * step, from + ( i + 1 ) * step, left, nextLeft, force ) )
        {
            return true;
        }
        double nextRight = missAt( search, from - ( i + 1 ) * step, force, &along );
        falls = nextRight > 0.0 && right <= 0.0;
        rises = nextRight <= 0.0 && right > 0.0;
        if ( ( attracting ? falls : rises ) &&
            refineRoot( search, from - ( i + 1 ) * step, from - i * step, nextRight, right, force ) )
        {
            return true;
        }
        left = nextLeft;
        right = nextRight;
    }
    return false;
}

/// Secants from the old direction find the root without trigonometric functions. Only an attracting root
/// within a few degrees is accepted, found to rounding; searchRoot handles the rest. prox is non-expansive,
/// so the velocity across the normal bounds the error.
static bool trackRoot( SlipSearch* search, ssVec2 start, ssVec2* force, double* error )
{
    const ssLaw* law = search->law;
    const double nearby = 0.05; // [rad]
    ssVec2 across = { -start.y, start.x };
    double t = 0.0, last = 0.0, lastMiss = 0.0, slope = 0.0;
    for ( int i = 0; i < 12; ++i )
    {
        ssVec2 x = ssVec2_MulAdd( start, t, across ), n;
        *force = ssVec2_Scale( search->scale / ssSet_Gauge( &law->c, x ), x );
        ssSet_GaugeGradient( &law->d, x, &n );
        ssVec2 w = ssVec2_MulAdd( search->gammaFree, -search->g, *force );
        double along = ssVec2_Dot( n, w ), miss = n.x * w.y - n.y * w.x, length = sqrt( ssVec2_Dot( n, n ) );
        search->evaluations += 1;
        // The first slope is that of circles C and D; later slopes are those of secants.
        double circular = -( along + length * search->g * sqrt( ssVec2_Dot( *force, *force ) ) );
        slope = i == 0 ? circular : fabs( t - last ) > 1e-10 ? ( miss - lastMiss ) / ( t - last ) : slope;
        double step = -miss / slope;
        if ( !( slope < 0.0 ) || !( fabs( t + step ) < nearby ) ) { return false; }
        if ( fabs( miss ) <= 4e-16 * along || ( i > 0 && fabs( step ) <= 4e-16 ) )
        {
            *error = fabs( miss ) / ( length * search->g );
            return along > 0.0;
        }
        // A secant's error is the product of the last two. Below rounding, the next iterate needs no test.
        double next = fabs( step * ( t - last ) );
        if ( i > 0 && next <= 1e-16 && along > 0.0 )
        {
            x = ssVec2_MulAdd( start, t + step, across );
            *force = ssVec2_Scale( search->scale / ssSet_Gauge( &law->c, x ), x );
            *error = -slope * next / ( length * search->g );
            return true;
        }
        last = t;
        lastMiss = miss;
        t += step;
    }
    return false;
}

/// The force of a law that follows its flow rule, nearest to that of `near`, a force or a velocity.
static bool slideByRule( SlipSearch* search, ssVec2 near, ssVec2* force )
{
    const ssVec2 none = { 0.0, 0.0 };
    ssVec2 x = ssVec2_Scale( 1.0 / ( search->g * search->scale ), search->gammaFree );
    bool found = lawFlowSlide( search->law, x, none, near, force );
    *force = ssVec2_Scale( search->scale, *force );
    search->evaluations += 1;
    return found;
}

/// Solves speed + g × bound × fraction(speed) = |gammaFree| by
/// bisection; the left side increases with the speed.
static ssPlanarSolution solveSingleValued( const ssLaw* law, double load, double g, ssVec2 gammaFree )
{
    double bound = law->def.mu * ssMax( load, 0.0 ), target = ssVec2_Length( gammaFree ), low = 0.0,
           high = target;
    for ( int i = 0; i < 200 && high > low; ++i )
    {
        double middle = 0.5 * ( low + high );
        if ( middle == low || middle == high ) { break; }
        double factor =
            ssStribeckFactor( &law->def.stribeck, middle ) * lawSingleValuedFraction( law, middle );
        bool above = middle + g * bound * factor > target;
        low = above ? low : middle;
        high = above ? middle : high;
    }
    ssVec2 gamma = target > 0.0 ? ssVec2_Scale( 0.5 * ( low + high ) / target, gammaFree ) : gammaFree;
    ssPlanarSolution s = solutionOf( law, load, g, gammaFree, ssLaw_SlipForce( law, load, gamma ).force );
    // The tristate law has no solution where Coulomb's law would stick, which is why it chatters.
    s.converged = ssVec2_Length( ssVec2_Sub( s.gamma, gamma ) ) <= 1e-9 * ( target + g * bound );
    return s;
}

/// The solution of a sliding contact under a set-valued law. `wanted` is the force that would stop it.
static ssPlanarSolution solveSliding(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start, ssVec2 wanted )
{
    bool startKnown = isfinite( start.x ) && isfinite( start.y ) && ( start.x != 0.0 || start.y != 0.0 );
    double factor = 1.0, error = 0.0;
    SlipSearch search = { .law = law, .g = g, .gammaFree = gammaFree };
    ssVec2 force = wanted;
    bool found = false, tracked = false;
    // Fixed-point iteration for a bound that depends on the speed; otherwise one round.
    for ( int round = 0; round < 60; ++round )
    {
        search.scale = load / law->cForce * factor;
        tracked = startKnown && !law->followsRule && trackRoot( &search, start, &force, &error );
        if ( law->followsRule ) { found = slideByRule( &search, startKnown ? start : gammaFree, &force ); }
        else if ( !tracked )
        {
            double from = startKnown ? ssAtan2( start.y, start.x ) : ssAtan2( gammaFree.y, gammaFree.x );
            found = searchRoot( &search, from, true, &force ) || searchRoot( &search, from, false, &force );
        }
        double speed = ssVec2_Length( ssVec2_MulAdd( gammaFree, -g, force ) );
        double next = ssStribeckFactor( &law->def.stribeck, speed );
        if ( fabs( next - factor ) <= 1e-15 ) { break; }
        factor = next;
    }
    if ( tracked )
    {
        ssPlanarSolution s = { .force = force, .gamma = ssVec2_MulAdd( gammaFree, -g, force ) };
        s.error = error;
        s.converged = true;
        s.iterations = search.evaluations;
        return s;
    }
    ssPlanarSolution s = solutionOf( law, load, g, gammaFree, force );
    s.converged = found && s.error <= 1e-6 * sizeOf( law, load );
    s.iterations = search.evaluations;
    if ( !s.converged )
    {
        // The search by angles may miss a root between two corners of a sampled set; the iteration finds it.
        ssPlanarSolution iterated = ssLaw_SolveProx( law, load, g, gammaFree, force, 1e-13, 4000 );
        iterated.iterations += search.evaluations;
        s = iterated.converged || iterated.error < s.error ? iterated : s;
    }
    return s;
}

ssPlanarSolution ssLaw_SolveDirect( const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start )
{
    SS_ASSERT( g > 0.0 );
    ssPlanarSolution s = { .converged = false };
    if ( !isfinite( load ) || !isfinite( gammaFree.x ) || !isfinite( gammaFree.y ) )
    {
        s.force = s.gamma = ssVec2_Make( SS_NAN, SS_NAN );
        s.error = SS_NAN;
        return s;
    }
    if ( law->type->function != NULL ) { return lawFunctionSolveDirect( law, load, g, gammaFree, start ); }
    if ( typedChanges( law ) ) { return typedSolveDirect( law, load, g, gammaFree, start ); }
    if ( law->type->setValued == false ) { return solveSingleValued( law, load, g, gammaFree ); }
    ssVec2 wanted = ssVec2_Scale( 1.0 / g, gammaFree );
    bool open = law->frictionless || load <= 0.0;
    if ( ssLaw_CanStick( law, load, wanted ) || open )
    {
        s.force = open ? ssVec2_Make( 0.0, 0.0 ) : wanted;
        s.gamma = open ? gammaFree : ssVec2_Make( 0.0, 0.0 );
        s.stick = open == false;
        s.converged = true;
        return s;
    }
    return solveSliding( law, load, g, gammaFree, start, wanted );
}

ssPlanarSolution ssLaw_SolveNear(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start, double speed )
{
    ssPlanarSolution s;
    bool searched = typedChanges( law ) && load > 0.0 && speed > 0.0 && isfinite( load ) &&
        isfinite( gammaFree.x ) && isfinite( gammaFree.y );
    return searched && typedSolveNear( law, load, g, gammaFree, speed, &s )
        ? s
        : ssLaw_SolveDirect( law, load, g, gammaFree, start );
}
