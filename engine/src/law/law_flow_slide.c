// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <float.h>

// The resolvent of a flow rule R(phi), which is exact to rounding, with or without a direction set D. At the
// load N a contact with force f and sliding velocity gamma obeys the law if
//     it sticks: gamma = 0 and f lies in C, or it slides: gamma = s e(phi), s >
//     0, f = N R(phi), e = (cos phi, sin phi).
// With the trial force x = f + r gamma, r > 0, it sticks with f = x, or slides with x = N R(phi) + r s
// e(phi), so that y = x - N R(phi) has the direction of e:
//     e × y = 0,   e·y > 0. (1)
// Since R is less than 90° off e, x lies between e and R: every root is less than 90° off x.
//
// At a root the derivative of e × y by phi is -e·y - N e × R'. e × R' has the sign of e·n, n the outward
// normal of C. If it is nowhere negative (`unique`), every root falls through zero. Outside C, the angle of y
// against x stays between ±180° because C is star-shaped, and the angle of y against e falls by one turn as e
// goes around, so that there is exactly one root; inside there is none, by the same count. The resolvent is
// then a continuous function of x. A tensor of order 2 is always of this kind: e × M e⊥ = e⊥·M e⊥ > 0 follows
// from e·M e > 0.
//
// Otherwise several answers may belong to one x. A contact that slides already keeps sliding, so that a pair
// (f, gamma) that obeys the law is a fixed point with every r, and no other pair is. Else it sticks if C
// contains x, and else the nearest force is taken whose root falls through zero.

#define ITERATIONS_MAX 200 // bisection alone needs 60
#define SCAN_STEPS 360     // over half a turn, to find several roots: every half degree
#define KEEPS_SLIDING 1e-2 // of the force: a contact with a sliding answer this near keeps sliding
#define ROUNDING 4e-16     // [rad] of an angle
#define LARGEST 1e120      // [N] of a trial force

static ssVec2 unit( ssVec2 v ) { return ssVec2_Scale( 1.0 / sqrt( ssVec2_Dot( v, v ) ), v ); }

static ssVec2 turned( ssVec2 e, double tangent )
{
    return unit( ssVec2_Make( e.x - tangent * e.y, e.y + tangent * e.x ) );
}

/// The search for a sliding direction that belongs to x, at the reference load.
typedef struct FlowSearch
{
    const ssLaw* law;
    ssVec2 x;
    bool gauges;         // searches the direction whose force is parallel to x, instead of the root of (1)
    ssVec2 force, slope; // of the last direction
} FlowSearch;

/// The function whose root is searched, and its derivative by the angle; positive if the root lies
/// counter-clockwise of e. If y points backwards, the side of R decides, as (1) does not show it.
static double missAt( FlowSearch* search, ssVec2 e, double* derivative )
{
    search->law->type->flow( search->law, e, &search->force, &search->slope );
    ssVec2 y = ssVec2_Sub( search->x, search->force );
    double along = ssVec2_Dot( e, y );
    if ( search->gauges || !( along > 0.0 ) )
    {
        *derivative = search->gauges ? ssVec2_Cross( search->slope, search->x ) : 0.0;
        return ssVec2_Cross( search->force, search->x );
    }
    *derivative = -along - ssVec2_Cross( e, search->slope );
    return ssVec2_Cross( e, y );
}

/// Whether the last direction is a root to rounding, by the miss or by its angle (samples round angles).
static bool isRoot( const FlowSearch* search, double miss, double tangent )
{
    double size = ssVec2_Dot( search->x, search->x );
    size *= search->gauges ? ssVec2_Dot( search->force, search->force ) : 1.0;
    return miss * miss <= 4.0 * DBL_EPSILON * DBL_EPSILON * size || fabs( tangent ) <= ROUNDING;
}

/// Newton's method from `e` between `low` and `high`, less than half a turn apart counter-clockwise, with
/// bisection as safeguard. The last force belongs to the result.
static ssVec2 findDirection( FlowSearch* search, ssVec2 low, ssVec2 high, ssVec2 e )
{
    double last = (double)INFINITY;
    for ( int i = 0; i < ITERATIONS_MAX; ++i )
    {
        double slope = 0.0, miss = missAt( search, e, &slope ), tangent = -miss / slope;
        if ( isRoot( search, miss, tangent ) || isnan( miss ) ) { break; }
        low = miss > 0.0 ? e : low;
        high = miss > 0.0 ? high : e;
        ssVec2 next = slope < 0.0 ? turned( e, tangent ) : e;
        bool inside = ssVec2_Cross( low, next ) > 0.0 && ssVec2_Cross( next, high ) > 0.0;
        if ( !inside || fabs( miss ) > 0.5 * last )
        {
            next = unit( ssVec2_Add( low, high ) );
            last = (double)INFINITY;
        }
        else { last = fabs( miss ); }
        if ( ( next.x == low.x && next.y == low.y ) || ( next.x == high.x && next.y == high.y ) )
        {
            break; // nothing lies between neighbouring numbers
        }
        e = next;
    }
    return e;
}

/// The direction among those less than 90° off x, from the guess if it is one of them.
static ssVec2 findWithin( FlowSearch* search, ssVec2 guess )
{
    ssVec2 u = unit( search->x );
    ssVec2 low = { u.y, -u.x }, high = { -u.y, u.x };
    return findDirection( search, low, high, ssVec2_Dot( u, guess ) > 0.0 ? guess : u );
}

double lawFlowGauge( const ssLaw* law, ssVec2 x, ssVec2* direction )
{
    *direction = ssVec2_Make( SS_NAN, SS_NAN );
    double largest = ssMax( fabs( x.x ), fabs( x.y ) );
    if ( !isfinite( x.x ) || !isfinite( x.y ) || largest == 0.0 )
    {
        return isnan( x.x ) || isnan( x.y ) ? SS_NAN : largest;
    }
    // The search squares lengths; a power of two keeps them within the range of numbers.
    int exponent = 0;
    frexp( largest, &exponent );
    FlowSearch search = {
        .law = law, .x = { ldexp( x.x, -exponent ), ldexp( x.y, -exponent ) }, .gauges = true
    };
    *direction = findWithin( &search, unit( search.x ) );
    return ldexp( ssVec2_Length( search.x ) / ssVec2_Length( search.force ), exponent );
}

/// An answer to a trial force, and its distance from the force to which it should be near.
typedef struct FlowAnswer
{
    ssVec2 force;
    double distance;
} FlowAnswer;

static void keepNearest( FlowAnswer* best, ssVec2 force, ssVec2 near )
{
    double distance = ssVec2_Length( ssVec2_Sub( force, near ) );
    if ( distance < best->distance ) { *best = ( FlowAnswer ){ .force = force, .distance = distance }; }
}

/// Newton's method for (1) from the present sliding direction. False if it does not converge at once.
static bool findNearby( FlowSearch* search, ssVec2 e )
{
    for ( int i = 0; i < 6; ++i )
    {
        double slope = 0.0, miss = missAt( search, e, &slope ), tangent = -miss / slope;
        if ( slope == 0.0 )
        {
            return false; // y points backwards
        }
        if ( isRoot( search, miss, tangent ) ) { return true; }
        if ( !( fabs( tangent ) < 0.5 ) ) { return false; }
        e = turned( e, tangent );
    }
    return false;
}

/// The root of e × y between two directions, through which it falls.
static ssVec2 bisectRoot( FlowSearch* search, ssVec2 low, ssVec2 high )
{
    ssVec2 e = low;
    for ( int i = 0; i < ITERATIONS_MAX; ++i )
    {
        e = unit( ssVec2_Add( low, high ) );
        search->law->type->flow( search->law, e, &search->force, &search->slope );
        if ( ( e.x == low.x && e.y == low.y ) || ( e.x == high.x && e.y == high.y ) ) { break; }
        bool positive = ssVec2_Cross( e, ssVec2_Sub( search->x, search->force ) ) > 0.0;
        low = positive ? e : low;
        high = positive ? high : e;
    }
    return e;
}

/// Compares the attracting roots of (1), at which e × y falls, with the nearest answer.
static void keepScannedRoots( FlowSearch* search, ssVec2 near, FlowAnswer* best )
{
    ssVec2 u = unit( search->x ), before = { u.y, -u.x };
    double tangent = ssTan( SS_PI / SCAN_STEPS ), missBefore = 0.0;
    for ( int i = 0; i <= SCAN_STEPS; ++i )
    {
        ssVec2 e = i == 0 ? before : turned( before, tangent );
        search->law->type->flow( search->law, e, &search->force, &search->slope );
        double miss = ssVec2_Cross( e, ssVec2_Sub( search->x, search->force ) );
        if ( missBefore > 0.0 && miss <= 0.0 )
        {
            ssVec2 root = bisectRoot( search, before, e );
            if ( ssVec2_Dot( root, ssVec2_Sub( search->x, search->force ) ) > 0.0 )
            {
                keepNearest( best, search->force, near );
            }
        }
        before = e;
        missBefore = miss;
    }
}

bool lawFlowSlide( const ssLaw* law, ssVec2 x, ssVec2 guess, ssVec2 near, ssVec2* force )
{
    // Beyond this size of x the direction is that of x to rounding; lengths are squared.
    double shrink = ssMin( 1.0, LARGEST / ssMax( fabs( x.x ), fabs( x.y ) ) );
    FlowSearch search = { .law = law, .x = ssVec2_Scale( shrink, x ) };
    findWithin( &search, guess );
    *force = search.force;
    if ( law->report.unique == false )
    {
        FlowAnswer best = { .distance = (double)INFINITY };
        keepNearest( &best, search.force, near );
        keepScannedRoots( &search, near, &best );
        *force = best.force;
    }
    return isfinite( force->x ) && isfinite( force->y );
}

/// Whether a sliding answer is the contact's: the only one, or so near that it keeps sliding.
static bool accepts( const ssLaw* law, ssVec2 answer, ssVec2 force )
{
    ssVec2 change = ssVec2_Sub( answer, force );
    return law->report.unique ||
        ssVec2_Dot( change, change ) <= KEEPS_SLIDING * KEEPS_SLIDING * ssVec2_Dot( force, force );
}

ssVec2 lawFlowStep( const ssLaw* law, double scale, ssVec2 force, ssVec2 gamma, double r0 )
{
    const ssFlowReport* report = &law->report;
    ssVec2 z = ssVec2_MulAdd( force, r0, gamma ), direction, answer = { 0.0, 0.0 }, guess = { 0.0, 0.0 };
    double size = ssMax( fabs( z.x ), fabs( z.y ) ), divisor = ssMax( scale, size / LARGEST );
    ssVec2 x = { z.x / divisor, z.y / divisor }, present = { force.x / scale, force.y / scale };
    double square = ssVec2_Dot( x, x ), speed = sqrt( ssVec2_Dot( gamma, gamma ) );
    if ( report->unique && square < report->smallest * report->smallest )
    {
        return z; // inside C
    }
    if ( speed > 0.0 )
    {
        FlowSearch search = { .law = law, .x = x };
        guess = ssVec2_Scale( 1.0 / speed, gamma );
        if ( findNearby( &search, guess ) && accepts( law, search.force, present ) )
        {
            return ssVec2_Scale( scale, search.force );
        }
    }
    if ( square <= report->largest * report->largest && lawFlowGauge( law, x, &direction ) <= 1.0 )
    {
        return z;
    }
    lawFlowSlide( law, x, guess, present, &answer );
    return ssVec2_Scale( scale, answer );
}
