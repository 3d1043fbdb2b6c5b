// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <string.h>

// The law of any flow rule, which maps a sliding angle to a force: friction tensors or measurements. Walker &
// Leine Fig. 12 gives no parameters for its tensor laws; the tests use their own.

#define SAMPLES_MIN 8 // samples of a flow rule; fewer do not describe a curve

static ssVec2 tensorForce( const ssFlowDef* flow, ssVec2 g )
{
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

/// The derivative of tensorForce by the angle of g.
static ssVec2 tensorSlope( const ssFlowDef* flow, ssVec2 g )
{
    double e[2] = { g.x, g.y }, t[2] = { -g.y, g.x }, slope[2];
    for ( int i = 0; i < 2; ++i )
    {
        slope[i] = flow->tensor2[2 * i] * t[0] + flow->tensor2[2 * i + 1] * t[1];
        for ( int jkl = 0; flow->kind == ss_flowTensor4 && jkl < 8; ++jkl )
        {
            int j = jkl >> 2, k = ( jkl >> 1 ) & 1, l = jkl & 1;
            slope[i] +=
                flow->tensor4[8 * i + jkl] * ( t[j] * e[k] * e[l] + e[j] * t[k] * e[l] + e[j] * e[k] * t[l] );
        }
    }
    return ssVec2_Make( slope[0], slope[1] );
}

/// The sample at or before an angle within one turn of the first one. Equally spaced samples need no search.
static int sampleBefore( const ssFlowSample* samples, int count, double phi )
{
    int low = 0, high = count; // sample `count` is the first one a full turn later
    double share = ( phi - samples[0].phiDeg ) / 360.0;
    int likely = share >= 0.0 && share < 1.0 ? (int)( share * count ) : count;
    if ( likely + 1 < count && samples[likely].phiDeg <= phi && phi < samples[likely + 1].phiDeg )
    {
        return likely;
    }
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        low = samples[middle].phiDeg <= phi ? middle : low;
        high = samples[middle].phiDeg <= phi ? high : middle;
    }
    return low;
}

/// Linear in radial and tangential components, so that an isotropic force stays isotropic.
static void sampleForce( const ssLaw* law, ssVec2 g, ssVec2* force, ssVec2* slope )
{
    const ssFlowSample* samples = law->flow;
    int count = law->def.flow.sampleCount;
    double first = samples[0].phiDeg, past = ssAtan2( g.y, g.x ) * 180.0 / SS_PI - first;
    double phi = first + ( fabs( past ) < 360.0 ? past : fmod( past, 360.0 ) );
    phi += phi < first ? 360.0 : 0.0;
    int low = sampleBefore( samples, count, phi ), high = low + 1;
    ssVec2 a = law->flowParts[low], b = law->flowParts[high % count];
    double start = samples[low].phiDeg, end = samples[high % count].phiDeg + ( high == count ? 360.0 : 0.0 );
    double t = ( phi - start ) / ( end - start );
    double radial = ( 1.0 - t ) * a.x + t * b.x, across = ( 1.0 - t ) * a.y + t * b.y;
    *force = ssVec2_Make( radial * g.x - across * g.y, radial * g.y + across * g.x );
    double turn = ( end - start ) * SS_PI / 180.0;
    double along = ( b.x - a.x ) / turn - across, over = ( b.y - a.y ) / turn + radial;
    *slope = ssVec2_Make( along * g.x - over * g.y, along * g.y + over * g.x );
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
    SS_TRY( checkSamples( &def->flow ) );
    size_t count = (size_t)def->flow.sampleCount;
    law->flow = ssAlloc( count * sizeof( ssFlowSample ) );
    law->flowParts = ssAlloc( count * sizeof( ssVec2 ) );
    double* nodes = ssAlloc( count * sizeof( double ) );
    if ( law->flow == NULL || law->flowParts == NULL || nodes == NULL )
    {
        ssRelease( nodes );
        return ssError( ss_errorMemory, NULL, "out of memory for a flow rule" );
    }
    memcpy( law->flow, def->flow.samples, count * sizeof( ssFlowSample ) );
    for ( size_t i = 0; i < count; ++i )
    {
        nodes[i] = law->flow[i].phiDeg * SS_PI / 180.0;
        ssVec2 f = law->flow[i].force;
        double c = ssCos( nodes[i] ), s = ssSin( nodes[i] );
        law->flowParts[i] = ssVec2_Make( c * f.x + s * f.y, c * f.y - s * f.x );
    }
    ssResult result = lawUseFlow( law, nodes, def->flow.sampleCount, false );
    ssRelease( nodes );
    return result;
}

static void flowTabulated( const ssLaw* law, ssVec2 direction, ssVec2* force, ssVec2* slope )
{
    if ( law->def.flow.kind == ss_flowSamples )
    {
        sampleForce( law, direction, force, slope );
        return;
    }
    *force = tensorForce( &law->def.flow, direction );
    *slope = tensorSlope( &law->def.flow, direction );
}

static ssResult prepareTabulated( const ssLawDef* def, ssLaw* law )
{
    law->cForce = def->cForce;
    law->def.strict = false;
    return def->flow.kind == ss_flowSamples ? prepareSamples( def, law )
                                            : lawUseFlow( law, NULL, LAW_FLOW_NODES, false );
}

static ssLawForce slipTabulated( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    ssLawForce slip = { .setValued = false };
    ssVec2 slope;
    flowTabulated( law, direction, &slip.force, &slope );
    return slip;
}

const ssLawType ss_lawTypeTabulated = { ss_lawKindTabulated, "tabulated",
    "any flow rule: friction tensors or measured forces", "Walker & Leine Eq. 71, Fig. 12, Sec. 5.2",
    .needs = ss_needsFlow, LAW_OF_SETS, .prepare = prepareTabulated, .slip = slipTabulated,
    .flow = flowTabulated };
