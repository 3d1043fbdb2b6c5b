// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <math.h>
#include <string.h>

// The law of any flow rule, which maps a sliding angle to a force: friction tensors or measurements. C is the curve of the
// forces. The sliding direction phi is normal to D where the force has the angle theta, so d ln r_D/d theta =
// tan(theta - phi) (Walker & Leine Eq. 71, integrated over theta). After one turn ln r_D should return to its start; the
// gap is distributed evenly, gap·theta/2pi, and reported. Walker & Leine Fig. 12 gives no parameters for its tensor laws;
// the tests use their own.

#define SAMPLES_MIN 8       // samples of a flow rule; fewer do not describe a curve
#define DENT_TOLERANCE 1e-6 // relative to the radius; a smaller dent is due to the polygon's rounding

typedef struct FlowCurve
{
    lawFlowRule* rule;
    const void* context;
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

/// The lead theta - phi of the force over the velocity and the size of the force. A lead beyond ±90° does not dissipate.
static double leadAt( const FlowCurve* curve, double phi, double* radius )
{
    ssVec2 e = ssVec2_Make( cos( phi ), sin( phi ) );
    ssVec2 f = ssVec2_MulAdd( curve->rule( curve->context, e ), curve->isotropic, e );
    *radius = ssVec2_Length( f );
    return atan2( e.x * f.y - e.y * f.x, ssVec2_Dot( e, f ) );
}

typedef enum FlowFault
{
    flow_fine,
    flow_notFinite,
    flow_notDissipative,
    flow_notMonotone,
} FlowFault;

/// Finds the first sliding angle `phi` at which the rule is not valid.
static FlowFault checkCurve( const FlowCurve* curve, double* phi )
{
    double radius = 0.0, before = 0.0;
    for ( int i = 0; i <= curve->count; ++i )
    {
        *phi = nodeAngle( curve, i );
        double lead = leadAt( curve, *phi, &radius );
        if ( !( isfinite( radius ) && radius > 0.0 ) )
        {
            return radius == 0.0 ? flow_notDissipative : flow_notFinite;
        }
        if ( fabs( lead ) >= 0.5 * SS_PI * ( 1.0 - 1e-12 ) )
        {
            return flow_notDissipative;
        }
        if ( i > 0 && *phi + lead <= before )
        {
            return flow_notMonotone;
        }
        before = *phi + lead;
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
        largest = fmax( largest, radius );
    }
    double low = 0.0, high = fmax( largest, 1e-300 );
    for ( int i = 0; i < 20; ++i )
    {
        curve.isotropic = high;
        if ( checkCurve( &curve, &phi ) == flow_fine )
        {
            break;
        }
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
            "it; nearest: the "
            "rule plus an isotropic part of %.6g N",
            degrees, part );
    }
    return ssError( ss_errorValue, "flow",
        "near %.4g° the force turns back while the sliding direction advances, so no convex D exists; "
        "nearest: the "
        "rule plus an isotropic part of %.6g N",
        degrees, part );
}

/// Integrates Eq. 71 over one turn. The trapezoidal rule over whole and half intervals, extrapolated, is of fourth order
/// for any variable along the curve.
static void integrateRadius( const FlowCurve* curve, double* theta, double* logRadius )
{
    double radius = 0.0, phi0 = nodeAngle( curve, 0 ), lead0 = leadAt( curve, phi0, &radius );
    theta[0] = phi0 + lead0;
    logRadius[0] = 0.0;
    for ( int i = 0; i < curve->count; ++i )
    {
        double phi1 = nodeAngle( curve, i + 1 ), lead1 = leadAt( curve, phi1, &radius );
        double middle = 0.5 * ( phi0 + phi1 ), lead = leadAt( curve, middle, &radius );
        theta[i + 1] = phi1 + lead1;
        double between = middle + lead, t0 = tan( lead0 ), t = tan( lead ), t1 = tan( lead1 );
        double coarse = 0.5 * ( theta[i + 1] - theta[i] ) * ( t0 + t1 );
        double fine =
            0.5 * ( between - theta[i] ) * ( t0 + t ) + 0.5 * ( theta[i + 1] - between ) * ( t + t1 );
        logRadius[i + 1] = logRadius[i] + ( 4.0 * fine - coarse ) / 3.0;
        phi0 = phi1;
        lead0 = lead1;
    }
}

/// Makes D the convex hull of its points and reports the largest dent that the hull covers.
static ssResult makeDirectionSet( ssFlowReport* report, int count, ssVec2* points, ssVec2* hull, ssSet* d )
{
    int corners = ssConvexHull( count, points, hull );
    ssSetDef polygon = ssDefaultSetDef( ss_setPolygon );
    polygon.points = hull;
    polygon.pointCount = corners;
    ssResult result = ssMakeSet( &polygon, d );
    if ( result.code != ss_ok )
    {
        return result;
    }
    report->dent = 0.0;
    report->convexAngleDeg = SS_NAN;
    for ( int i = 0; i < count; ++i )
    {
        double dent = 1.0 / ssSet_Gauge( d, points[i] ) - 1.0;
        if ( dent > report->dent )
        {
            report->dent = dent;
            report->convexAngleDeg = atan2( points[i].y, points[i].x ) * 180.0 / SS_PI;
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

ssResult lawSetsFromFlow(
    ssLaw* law, lawFlowRule* rule, const void* context, const double* nodes, int count, bool keepC )
{
    FlowCurve curve = { .rule = rule, .context = context, .nodes = nodes, .count = count };
    double phi = 0.0;
    FlowFault fault = checkCurve( &curve, &phi );
    if ( fault != flow_fine )
    {
        return rejectCurve( &curve, fault, phi );
    }
    size_t room = (size_t)count + 1;
    double* theta = ssAlloc( 2 * room * sizeof( double ) );
    ssVec2* points = ssAlloc( 2 * room * sizeof( ssVec2 ) );
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory for a flow rule" );
    if ( theta != NULL && points != NULL )
    {
        double* logRadius = theta + room;
        integrateRadius( &curve, theta, logRadius );
        double gap = logRadius[count], largest = -(double)INFINITY;
        for ( int i = 0; i < count; ++i )
        {
            logRadius[i] -= gap * ( theta[i] - theta[0] ) / ( 2.0 * SS_PI );
            largest = fmax( largest, logRadius[i] );
        }
        law->report.closureGap = gap;
        result = keepC ? ssOk() : makeReservoir( &curve, theta, points, &law->c );
        for ( int i = 0; i < count; ++i )
        {
            double radius = exp( logRadius[i] - largest );
            points[i] = ssVec2_Make( radius * cos( theta[i] ), radius * sin( theta[i] ) );
        }
        ssSet d;
        if ( result.code == ss_ok )
        {
            result = makeDirectionSet( &law->report, count, points, points + room, &d );
        }
        if ( result.code == ss_ok )
        {
            result = lawScaleIntoReservoir( law, &d );
        }
    }
    ssRelease( theta );
    ssRelease( points );
    return result;
}

// -------------------------------------------------------------------------------------------------------- tensors

static ssVec2 tensorForce( const void* context, ssVec2 g )
{
    const ssFlowDef* flow = context;
    double e[2] = { g.x, g.y }, f[2];
    for ( int i = 0; i < 2; ++i )
    {
        f[i] = flow->tensor2[2 * i] * g.x + flow->tensor2[2 * i + 1] * g.y;
        for ( int jkl = 0; flow->kind == ss_flowTensor4 && jkl < 8; ++jkl )
        {
            f[i] += flow->tensor4[8 * i + jkl] * e[jkl >> 2] * e[( jkl >> 1 ) & 1] * e[jkl & 1];
        }
    }
    return ssVec2_Make( f[0], f[1] );
}

// -------------------------------------------------------------------------------------------------------- samples

/// Interpolates linearly between samples in radial and tangential components, so that an isotropic force stays isotropic.
static ssVec2 sampleForce( const void* context, ssVec2 g )
{
    const ssFlowDef* flow = context;
    const ssFlowSample* samples = flow->samples;
    int count = flow->sampleCount;
    double first = samples[0].phiDeg, phi = atan2( g.y, g.x ) * 180.0 / SS_PI;
    phi = first + fmod( phi - first, 360.0 );
    phi += phi < first ? 360.0 : 0.0;
    int low = 0, high = count; // sample `count` is the first one a full turn later
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        low = samples[middle].phiDeg <= phi ? middle : low;
        high = samples[middle].phiDeg <= phi ? high : middle;
    }
    const ssFlowSample *a = &samples[low], *b = &samples[high % count];
    double end = b->phiDeg + ( high == count ? 360.0 : 0.0 );
    double t = ( phi - a->phiDeg ) / ( end - a->phiDeg );
    double radial = 0.0, across = 0.0;
    const ssFlowSample* ends[2] = { a, b };
    for ( int i = 0; i < 2; ++i )
    {
        double angle = ends[i]->phiDeg * SS_PI / 180.0, c = cos( angle ), s = sin( angle ),
               w = i == 0 ? 1.0 - t : t;
        radial += w * ( c * ends[i]->force.x + s * ends[i]->force.y );
        across += w * ( c * ends[i]->force.y - s * ends[i]->force.x );
    }
    return ssVec2_Make( radial * g.x - across * g.y, radial * g.y + across * g.x );
}

static ssResult checkSamples( const ssFlowDef* flow )
{
    if ( flow->samples == NULL || flow->sampleCount < SAMPLES_MIN )
    {
        return ssError(
            ss_errorValue, "flow", "%d samples; allowed: %d or more", flow->sampleCount, SAMPLES_MIN );
    }
    for ( int i = 0; i < flow->sampleCount; ++i )
    {
        ssFlowSample s = flow->samples[i];
        if ( !isfinite( s.phiDeg ) || !isfinite( s.force.x ) || !isfinite( s.force.y ) )
        {
            return ssError( ss_errorValue, "flow", "sample %d is not a finite number", i + 1 );
        }
        double next =
            i + 1 < flow->sampleCount ? flow->samples[i + 1].phiDeg : flow->samples[0].phiDeg + 360.0;
        if ( !( next > s.phiDeg && next - s.phiDeg < 90.0 ) )
        {
            return ssError( ss_errorValue, "flow",
                "samples: %.6g° is followed by %.6g°; allowed: ascending angles less than 90° apart, all "
                "within one turn",
                s.phiDeg, next );
        }
    }
    return ssOk();
}

static ssResult prepareSamples( const ssLawDef* def, ssLaw* law )
{
    ssResult result = checkSamples( &def->flow );
    if ( result.code != ss_ok )
    {
        return result;
    }
    size_t count = (size_t)def->flow.sampleCount;
    law->flow = ssAlloc( count * sizeof( ssFlowSample ) );
    double* nodes = ssAlloc( count * sizeof( double ) );
    if ( law->flow == NULL || nodes == NULL )
    {
        ssRelease( nodes );
        return ssError( ss_errorMemory, NULL, "out of memory for a flow rule" );
    }
    memcpy( law->flow, def->flow.samples, count * sizeof( ssFlowSample ) );
    law->def.flow.samples = law->flow;
    for ( size_t i = 0; i < count; ++i )
    {
        nodes[i] = law->flow[i].phiDeg * SS_PI / 180.0;
    }
    result = lawSetsFromFlow( law, sampleForce, &law->def.flow, nodes, def->flow.sampleCount, false );
    ssRelease( nodes );
    return result;
}

static ssResult prepareTabulated( const ssLawDef* def, ssLaw* law )
{
    law->cForce = def->cForce;
    law->def.strict = false;
    return def->flow.kind == ss_flowSamples
        ? prepareSamples( def, law )
        : lawSetsFromFlow( law, tensorForce, &law->def.flow, NULL, LAW_FLOW_NODES, false );
}

static ssLawForce slipTabulated( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    const ssFlowDef* flow = &law->def.flow;
    ssLawForce slip = { .setValued = false };
    slip.force =
        flow->kind == ss_flowSamples ? sampleForce( flow, direction ) : tensorForce( flow, direction );
    return slip;
}

const ssLawType ss_lawTypeTabulated = { .kind = ss_lawKindTabulated,
    .name = "tabulated",
    .label = "any flow rule: friction tensors or measured forces, D found by integration",
    .source = "Walker & Leine Eq. 71, Fig. 12, Sec. 5.2",
    .needs = ss_needsFlow,
    .flags = ss_lawFlagAnisotropic,
    .minDimension = 3,
    .maxDimension = 6,
    .setValued = true,
    .dissipative = true,
    .prepare = prepareTabulated,
    .slip = slipTabulated };
