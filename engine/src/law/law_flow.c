// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <stdio.h>

// A flow rule maps a sliding angle phi to a force R(phi): friction tensors, measurements, asperities. C is
// the curve of the forces. D is normal to phi where the force has the angle theta, so d ln r_D/d theta =
// tan(theta - phi) (Walker & Leine Eq. 71, integrated). If ln r_D does not close after one turn, no D has
// this rule: the D made here distributes the gap evenly and only serves pictures. Solvers use the rule
// (law_flow_slide.c).

#define DENT_TOLERANCE 1e-6 // relative to the radius; a smaller dent is due to the polygon's rounding
// relative to the size of the rule; rounding where the velocity is tangential to C
#define INWARD_TOLERANCE 1e-9

typedef struct FlowCurve
{
    const ssLaw* law;
    const double* nodes;
    int count;
    double isotropic; // an isotropic force added to the rule [N], to find the nearest valid rule
} FlowCurve;

static double nodeAngle( const FlowCurve* curve, int i )
{
    int turn = i / curve->count, k = i % curve->count;
    double phi = curve->nodes != NULL ? curve->nodes[k] : 2.0 * SS_PI * k / curve->count;
    return phi + 2.0 * SS_PI * turn;
}

/// The force along and across the sliding direction, and its derivative by the sliding angle.
typedef struct FlowParts
{
    ssVec2 force, slope;
} FlowParts;

static FlowParts partsAt( const FlowCurve* curve, double phi )
{
    ssVec2 e = ssVec2_Make( ssCos( phi ), ssSin( phi ) ), f, slope;
    curve->law->type->flow( curve->law, e, &f, &slope );
    FlowParts parts = { .force = { ssVec2_Dot( e, f ) + curve->isotropic, e.x * f.y - e.y * f.x },
        .slope = { ssVec2_Dot( e, slope ), e.x * slope.y - e.y * slope.x + curve->isotropic } };
    return parts;
}

/// The size of the force and its lead theta - phi over the velocity; beyond ±90° it does not dissipate.
static double leadAt( const FlowCurve* curve, double phi, double* radius )
{
    ssVec2 f = partsAt( curve, phi ).force;
    *radius = ssVec2_Length( f );
    return ssAtan2( f.y, f.x );
}

typedef enum FlowFault
{
    flow_fine,
    flow_notFinite,
    flow_notDissipative,
    flow_notMonotone,
} FlowFault;

/// Whether the rule is valid at one sliding angle: the force opposes the motion, and turns with it.
static FlowFault faultAt( const FlowParts* at )
{
    double radius = ssVec2_Length( at->force );
    if ( !( isfinite( radius ) && radius > 0.0 ) )
    {
        return radius == 0.0 ? flow_notDissipative : flow_notFinite;
    }
    if ( !( at->force.x > 1e-12 * radius ) ) { return flow_notDissipative; }
    double turn = at->force.x * at->slope.y - at->force.y * at->slope.x; // |R|² d theta/d phi
    return turn > 0.0 ? flow_fine : flow_notMonotone;
}

// Where an interval of nodes is checked. At the nodes, where derivatives may jump, both limits are.
static const double s_places[] = { 1e-9, 0.25, 0.5, 0.75, 1.0 - 1e-9 };

/// Finds the first sliding angle `phi` at which the rule is not valid.
static FlowFault checkCurve( const FlowCurve* curve, double* phi )
{
    for ( int i = 0; i < curve->count; ++i )
    {
        double from = nodeAngle( curve, i ), to = nodeAngle( curve, i + 1 );
        *phi = from;
        FlowParts at = partsAt( curve, from );
        FlowFault fault = faultAt( &at );
        for ( int k = 0; k < SS_COUNT( s_places ) && fault == flow_fine; ++k )
        {
            *phi = from + s_places[k] * ( to - from );
            at = partsAt( curve, *phi );
            fault = faultAt( &at );
        }
        if ( fault != flow_fine ) { return fault; }
    }
    return flow_fine;
}

/// The smallest isotropic force whose addition makes the rule valid [N].
static double missingPart( FlowCurve curve )
{
    double largest = 0.0, radius = 0.0, phi = 0.0;
    for ( int i = 0; i < curve.count; ++i )
    {
        leadAt( &curve, nodeAngle( &curve, i ), &radius );
        largest = ssMax( largest, radius );
    }
    double low = 0.0, high = ssMax( largest, 1e-300 );
    for ( int i = 0; i < 20; ++i )
    {
        curve.isotropic = high;
        if ( checkCurve( &curve, &phi ) == flow_fine ) { break; }
        high *= 2.0;
    }
    for ( int i = 0; i < 50; ++i )
    {
        curve.isotropic = 0.5 * ( low + high );
        bool fine = checkCurve( &curve, &phi ) == flow_fine;
        low = fine ? low : curve.isotropic;
        high = fine ? curve.isotropic : high;
    }
    return high;
}

/// Integrates Eq. 71 over one turn to fourth order (trapezoidal rule, extrapolated) and returns the closure
/// gap. `theta` and `logRadius` may be NULL.
static double integrateRadius( const FlowCurve* curve, double* theta, double* logRadius )
{
    double radius = 0.0, phi0 = nodeAngle( curve, 0 ), lead0 = leadAt( curve, phi0, &radius );
    double theta0 = phi0 + lead0, sum = 0.0;
    for ( int i = 0; i < curve->count; ++i )
    {
        if ( theta != NULL )
        {
            theta[i] = theta0;
            logRadius[i] = sum;
        }
        double phi1 = nodeAngle( curve, i + 1 ), lead1 = leadAt( curve, phi1, &radius );
        double middle = 0.5 * ( phi0 + phi1 ), lead = leadAt( curve, middle, &radius );
        double theta1 = phi1 + lead1, between = middle + lead;
        double t0 = ssTan( lead0 ), t = ssTan( lead ), t1 = ssTan( lead1 );
        double coarse = 0.5 * ( theta1 - theta0 ) * ( t0 + t1 );
        double fine = 0.5 * ( between - theta0 ) * ( t0 + t ) + 0.5 * ( theta1 - between ) * ( t + t1 );
        sum += ( 4.0 * fine - coarse ) / 3.0;
        phi0 = phi1;
        lead0 = lead1;
        theta0 = theta1;
    }
    return sum;
}

static ssResult rejectCurve( const FlowCurve* curve, FlowFault fault, double phi )
{
    double degrees = phi * 180.0 / SS_PI;
    if ( fault == flow_notFinite )
    {
        return ssError(
            ss_errorValue, "flow", "the force for sliding at %.4g° is not a finite number", degrees );
    }
    double part = missingPart( *curve );
    if ( fault == flow_notDissipative )
    {
        return ssError( ss_errorValue, "flow",
            "when sliding at %.4g° the force does not oppose the motion (90° or more off) and would drive "
            "it; nearest: the rule plus an isotropic part of %.6g N",
            degrees, part );
    }
    return ssError( ss_errorValue, "flow",
        "near %.4g° the force turns back while the sliding direction advances, so the forces do not bound a "
        "reservoir C (closure gap %.3g); nearest: the rule plus an isotropic part of %.6g N",
        degrees, integrateRadius( curve, NULL, NULL ), part );
}

static double distanceToLine( ssVec2 a, ssVec2 b )
{
    ssVec2 line = ssVec2_Sub( b, a );
    double square = ssVec2_Dot( line, line );
    double t = square > 0.0 ? ssMin( ssMax( -ssVec2_Dot( a, line ) / square, 0.0 ), 1.0 ) : 0.0;
    return ssVec2_Length( ssVec2_MulAdd( a, t, line ) );
}

/// Compares an angle with the one at which the velocity points farthest into C. The component e·n of the
/// sliding direction along the outward normal n of C, times |R'|, is the component of R' across e. Where it
/// is negative, a sliding contact could also stick, and a load does not determine the motion
/// (law_flow_slide.c).
static void keepInmost( ssFlowReport* report, const FlowParts* at, double phi, double* least )
{
    double outwards = at->slope.y / ssVec2_Length( at->force );
    if ( outwards < *least && outwards < -INWARD_TOLERANCE )
    {
        *least = outwards;
        report->unique = false;
        report->inwardAngleDeg = phi * 180.0 / SS_PI;
    }
}

/// Finds the range of the forces and where the velocity points into C. Between places the force is taken as
/// linear, exact for samples; a small margin covers smooth rules.
static void measureCurve( const FlowCurve* curve, ssFlowReport* report )
{
    const double margin = 1e-4;
    double least = 0.0;
    report->unique = true;
    report->inwardAngleDeg = SS_NAN;
    report->smallest = (double)INFINITY;
    report->largest = 0.0;
    for ( int i = 0; i < curve->count; ++i )
    {
        double from = nodeAngle( curve, i ), to = nodeAngle( curve, i + 1 );
        ssVec2 before = partsAt( curve, from ).force;
        for ( int k = 0; k < SS_COUNT( s_places ); ++k )
        {
            double phi = from + s_places[k] * ( to - from );
            FlowParts at = partsAt( curve, phi );
            keepInmost( report, &at, phi, &least );
            report->smallest = ssMin( report->smallest, distanceToLine( before, at.force ) );
            report->largest = ssMax( report->largest, ssVec2_Length( at.force ) );
            before = at.force;
        }
    }
    report->smallest *= 1.0 - margin;
    report->largest *= 1.0 + margin;
}

/// Makes D the convex hull of its points and reports the largest dent that the hull covers.
static ssResult makeDirectionSet( ssFlowReport* report, int count, ssVec2* points, ssVec2* hull, ssSet* d )
{
    int corners = ssConvexHull( count, points, hull );
    ssSetDef polygon = ssDefaultSetDef( ss_setPolygon );
    polygon.points = hull;
    polygon.pointCount = corners;
    SS_TRY( ssMakeSet( &polygon, d ) );
    report->dent = 0.0;
    report->convexAngleDeg = SS_NAN;
    for ( int i = 0; i < count; ++i )
    {
        double dent = 1.0 / ssSet_Gauge( d, points[i] ) - 1.0;
        if ( dent > report->dent )
        {
            report->dent = dent;
            report->convexAngleDeg = ssAtan2( points[i].y, points[i].x ) * 180.0 / SS_PI;
        }
    }
    report->convex = report->dent <= DENT_TOLERANCE;
    return ssOk();
}

static ssResult makeReservoir( const FlowCurve* curve, const double* theta, ssVec2* points, ssSet* c )
{
    for ( int i = 0; i < curve->count; ++i )
    {
        double radius = 0.0;
        leadAt( curve, nodeAngle( curve, i ), &radius );
        points[i] = ssVec2_Make( theta[i], radius );
    }
    ssSetDef polar = ssDefaultSetDef( ss_setPolar );
    polar.points = points;
    polar.pointCount = curve->count;
    return ssMakeSet( &polar, c );
}

ssResult lawUseFlow( ssLaw* law, const double* nodes, int count, bool keepC )
{
    FlowCurve curve = { .law = law, .nodes = nodes, .count = count };
    double phi = 0.0;
    FlowFault fault = checkCurve( &curve, &phi );
    if ( fault != flow_fine ) { return rejectCurve( &curve, fault, phi ); }
    law->followsRule = true;
    measureCurve( &curve, &law->report );
    size_t room = (size_t)count + 1;
    double* theta = ssAlloc( 2 * room * sizeof( double ) );
    ssVec2* points = ssAlloc( 2 * room * sizeof( ssVec2 ) );
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory for a flow rule" );
    if ( theta != NULL && points != NULL )
    {
        double* logRadius = theta + room;
        double gap = integrateRadius( &curve, theta, logRadius ), largest = -(double)INFINITY;
        for ( int i = 0; i < count; ++i )
        {
            logRadius[i] -= gap * ( theta[i] - theta[0] ) / ( 2.0 * SS_PI );
            largest = ssMax( largest, logRadius[i] );
        }
        law->report.closureGap = gap;
        result = keepC ? ssOk() : makeReservoir( &curve, theta, points, &law->c );
        for ( int i = 0; i < count; ++i )
        {
            double radius = ssExp( logRadius[i] - largest );
            points[i] = ssVec2_Make( radius * ssCos( theta[i] ), radius * ssSin( theta[i] ) );
        }
        ssSet d;
        result = result.code == ss_ok ? makeDirectionSet( &law->report, count, points, points + room, &d )
                                      : result;
        result = result.code == ss_ok ? lawScaleIntoReservoir( law, &d ) : result;
    }
    ssRelease( theta );
    ssRelease( points );
    return result;
}

void ssLaw_DescribeFlow( const ssLaw* law, char* text, size_t capacity )
{
    const ssFlowReport* report = &law->report;
    text[0] = '\0';
    if ( law->followsRule == false ) { return; }
    int used = snprintf( text, capacity, "closure gap %.3g (Walker & Leine Eq. 71)%s", report->closureGap,
        fabs( report->closureGap ) > LAW_GAP_SEEN
            ? ": no direction set D has this flow rule; the rule itself is solved"
            : ": a direction set D has this flow rule" );
    if ( report->unique == false && used > 0 && (size_t)used < capacity )
    {
        snprintf( text + used, capacity - (size_t)used,
            "; at %.4g° the sliding velocity points into C, so a load may have several answers",
            report->inwardAngleDeg );
    }
}
