// SPDX-License-Identifier: MIT
#include "model/tribometer_private.h"
#include "slipstick/base.h"

#include <stdlib.h>
#include <string.h>

// From forces over the disk angle to C and D: average and fit; for pictures and polygons also resample,
// filter, rotate (Walker & Leine Eq. 119), integrate (Eq. 125) and close.

#define GRID_MAX 7200    // angles of the even grid, 20 per degree: more do not add information
#define GAP_MAX_DEG 20.0 // [°] largest gap between samples that is interpolated
#define NOISE_MAX 0.05   // relative noise of a point above which it is averaged with its neighbour
#define POINTS_MIN 180   // but not to fewer points than one in 2°

typedef struct Bin
{
    double phi, tangential, radial;
    int count;
} Bin;

/// The angle in [0, 2 pi).
static double wrapped( double phi )
{
    double turn = 2.0 * SS_PI, angle = fmod( phi, turn );
    angle = angle < 0.0 ? angle + turn : angle;
    return angle < turn ? angle : 0.0;
}

static int byValue( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

/// The angles with samples in a turn; evenly spaced, also those of missing rows. 0: out of memory.
static int countAngles( const ssForceSample* samples, int count )
{
    double turn = 2.0 * SS_PI, same = 1e-6;
    double* angles = ssAlloc( 2u * (size_t)count * sizeof *angles );
    if ( angles == NULL ) { return 0; }
    for ( int i = 0; i < count; ++i ) { angles[i] = wrapped( samples[i].phi ); }
    qsort( angles, (size_t)count, sizeof *angles, byValue );
    int distinct = 1;
    for ( int i = 1; i < count; ++i )
    {
        if ( angles[i] > angles[distinct - 1] + same ) { angles[distinct++] = angles[i]; }
    }
    distinct -= distinct > 1 && angles[distinct - 1] > angles[0] + turn - same;
    double* gaps = angles + count;
    for ( int i = 0; i < distinct; ++i )
    {
        gaps[i] = i + 1 < distinct ? angles[i + 1] - angles[i] : angles[0] + turn - angles[i];
    }
    qsort( gaps, (size_t)distinct, sizeof *gaps, byValue );
    double even = floor( turn / gaps[distinct / 2] + 0.5 );
    int onGrid = 0;
    for ( int i = 0; i < distinct; ++i )
    {
        double place = ( angles[i] - angles[0] ) / turn * even;
        onGrid += fabs( place - floor( place + 0.5 ) ) < 0.1;
    }
    ssRelease( angles );
    bool isEven = onGrid >= 0.99 * distinct && even <= 2.0 * distinct;
    return isEven ? (int)even : distinct;
}

/// Averages in bins around k × 360°/binCount. Returns the number of bins that are not empty.
static int fillBins( const ssForceSample* samples, int count, int binCount, Bin* bins )
{
    double width = 2.0 * SS_PI / binCount;
    for ( int i = 0; i < count; ++i )
    {
        double phi = wrapped( samples[i].phi );
        int k = (int)floor( phi / width + 0.5 );
        // The bin around 0° also holds angles just below 360°.
        phi = k == binCount ? phi - 2.0 * SS_PI : phi;
        Bin* bin = bins + ( k == binCount ? 0 : k );
        bin->count += 1;
        bin->phi += ( phi - bin->phi ) / bin->count;
        bin->tangential += ( samples[i].tangential - bin->tangential ) / bin->count;
        bin->radial += ( samples[i].radial - bin->radial ) / bin->count;
    }
    int kept = 0;
    for ( int k = 0; k < binCount; ++k )
    {
        if ( bins[k].count > 0 ) { bins[kept++] = bins[k]; }
    }
    return kept;
}

static ssResult checkGaps( const Bin* bins, int kept )
{
    for ( int k = 0; k < kept; ++k )
    {
        double next = k + 1 < kept ? bins[k + 1].phi : bins[0].phi + 2.0 * SS_PI;
        double gap = ( next - bins[k].phi ) * 180.0 / SS_PI;
        if ( gap > GAP_MAX_DEG )
        {
            return ssError( ss_errorFormat, "phi_deg",
                "no forces between %.4g° and %.4g° of the disk; allowed: a whole turn without gaps above %g°",
                bins[k].phi * 180.0 / SS_PI, next * 180.0 / SS_PI, GAP_MAX_DEG );
        }
    }
    return ssOk();
}

/// Interpolates linearly at even angles; evenly spaced samples stay unchanged.
static void interpolate( const Bin* bins, int kept, ssIdentification* r )
{
    int k = 0;
    for ( int i = 0; i < r->count; ++i )
    {
        double phi = r->phi[i] = 2.0 * SS_PI * i / r->count;
        while ( k < kept && bins[k].phi <= phi ) { ++k; }
        const Bin *low = bins + ( k + kept - 1 ) % kept, *high = bins + k % kept;
        double from = low->phi - ( k == 0 ? 2.0 * SS_PI : 0.0 ),
               to = high->phi + ( k == kept ? 2.0 * SS_PI : 0.0 );
        double part = to > from ? ( phi - from ) / ( to - from ) : 0.0;
        // A sample at this angle, up to the rounding of degrees, is not mixed with the next.
        part = part < 1e-9 ? 0.0 : part > 1.0 - 1e-9 ? 1.0 : part;
        r->tangential[i] = low->tangential + part * ( high->tangential - low->tangential );
        r->radial[i] = low->radial + part * ( high->radial - low->radial );
    }
}

/// Keeps mean and `harmonics` harmonics; `trig` has the cosines of all even angles, then the sines.
static void lowPass( int n, int harmonics, const double* trig, const double* in, double* out )
{
    double mean = 0.0;
    for ( int i = 0; i < n; ++i ) { mean += in[i] / n; }
    for ( int i = 0; i < n; ++i ) { out[i] = mean; }
    for ( int k = 1; k <= harmonics; ++k )
    {
        double a = 0.0, b = 0.0;
        for ( int i = 0, at = 0; i < n; ++i, at = ( at + k ) % n )
        {
            a += in[i] * trig[at];
            b += in[i] * trig[n + at];
        }
        for ( int i = 0, at = 0; i < n; ++i, at = ( at + k ) % n )
        {
            out[i] += 2.0 / n * ( a * trig[at] + b * trig[n + at] );
        }
    }
}

static ssResult filter( ssIdentification* r, int harmonics )
{
    int n = r->count;
    if ( harmonics <= 0 || 2 * harmonics + 1 >= n )
    {
        memcpy( r->tangentialLow, r->tangential, (size_t)n * sizeof( double ) );
        memcpy( r->radialLow, r->radial, (size_t)n * sizeof( double ) );
        r->noise = 0.0;
        return ssOk();
    }
    double* trig = ssAlloc( 2u * (size_t)n * sizeof( double ) );
    if ( trig == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for %d forces", n ); }
    for ( int i = 0; i < n; ++i )
    {
        trig[i] = ssCos( 2.0 * SS_PI * i / n );
        trig[n + i] = ssSin( 2.0 * SS_PI * i / n );
    }
    lowPass( n, harmonics, trig, r->tangential, r->tangentialLow );
    lowPass( n, harmonics, trig, r->radial, r->radialLow );
    ssRelease( trig );
    double sum = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        double t = r->tangential[i] - r->tangentialLow[i], q = r->radial[i] - r->radialLow[i];
        sum += t * t + q * q;
    }
    r->noise = sqrt( sum / ( 2.0 * ( n - 2 * harmonics - 1 ) ) );
    return ssOk();
}

/// Computes the points of C in the frame of the disk. A force that drives the sliding is an error.
static ssResult rotate( ssIdentification* r )
{
    for ( int i = 0; i < r->count; ++i )
    {
        double t = r->tangentialLow[i], q = r->radialLow[i];
        if ( !( t > 0.0 ) )
        {
            return ssError( ss_errorFormat, "lambda_t",
                "lambda_t = %.4g N at %.4g°; allowed: > 0 after the filter, because friction resists sliding",
                t, r->phi[i] * 180.0 / SS_PI );
        }
        // Eq. 119 rotates the force by phi.
        r->theta[i] = r->phi[i] + ssAtan2( q, t );
        r->rC[i] = ssHypot( t, q );
        if ( !isfinite( r->rC[i] ) )
        {
            return ssError( ss_errorFormat, "lambda_t", "a force is not a finite number" );
        }
    }
    return ssOk();
}

/// Integrates d ln r = tan(theta - phi) d theta (Eq. 125) through the support function of D: ln( r cos psi ),
/// with psi = theta - phi, is the integral of lambda_r/lambda_t over even angles. It is accurate also on flat
/// sides, where theta changes fast.
static void integrate( ssIdentification* r )
{
    int n = r->count;
    double step = 2.0 * SS_PI / n, sum = 0.0, last = r->radialLow[0] / r->tangentialLow[0];
    for ( int i = 0; i < n; ++i )
    {
        double slope = r->radialLow[i] / r->tangentialLow[i];
        sum += i > 0 ? 0.5 * step * ( slope + last ) : 0.0;
        last = slope;
        r->rD[i] = sum + 0.5 * ssLog1p( slope * slope );
    }
    r->closure = sum + 0.5 * step * ( last + r->radialLow[0] / r->tangentialLow[0] );
    double inside = HUGE_VAL;
    for ( int i = 0; i < n; ++i )
    {
        r->rD[i] = ssExp( r->rD[i] - r->closure * ( r->theta[i] - r->theta[0] ) / ( 2.0 * SS_PI ) );
        inside = ssMin( inside, r->rC[i] / r->rD[i] );
    }
    for ( int i = 0; i < n; ++i ) { r->rD[i] *= inside; }
}

/// The relative noise of a point, from the difference of each to the mean of its neighbours.
static double relativeNoise( const tribometerPoint* points, int count )
{
    double noise = 0.0, force = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        const tribometerPoint *low = points + ( i + count - 1 ) % count, *at = points + i,
                              *high = points + ( i + 1 ) % count;
        double t = at->tangential - 0.5 * ( low->tangential + high->tangential ),
               q = at->radial - 0.5 * ( low->radial + high->radial );
        noise += ( t * t + q * q ) / 3.0;
        force += at->tangential * at->tangential + at->radial * at->radial;
    }
    return sqrt( noise / force );
}

/// Averages each point with the next one. Returns how many there are then.
static int joinPoints( tribometerPoint* points, int count )
{
    int kept = 0;
    for ( int i = 0; i < count; i += 2 )
    {
        tribometerPoint point = points[i];
        if ( i + 1 < count )
        {
            const tribometerPoint* next = points + i + 1;
            double sum = point.weight + next->weight, part = next->weight / sum;
            point.phi += part * ( next->phi - point.phi );
            point.tangential += part * ( next->tangential - point.tangential );
            point.radial += part * ( next->radial - point.radial );
            point.weight = sum;
            point.width *= 2.0;
        }
        points[kept++] = point;
    }
    return kept;
}

/// Bins to fit, averaged as noise demands: radius and angle are not linear in the force.
static int makePoints( const Bin* bins, int kept, int binCount, tribometerPoint* points )
{
    for ( int i = 0; i < kept; ++i )
    {
        points[i] = ( tribometerPoint ){ bins[i].phi, .tangential = bins[i].tangential,
            .radial = bins[i].radial, .weight = bins[i].count, .width = 2.0 * SS_PI / binCount };
    }
    while ( kept >= 2 * POINTS_MIN && relativeNoise( points, kept ) > NOISE_MAX )
    {
        kept = joinPoints( points, kept );
    }
    int count = 0;
    for ( int i = 0; i < kept; ++i )
    {
        tribometerPoint point = points[i];
        point.theta = point.phi + ssAtan2( point.radial, point.tangential );
        point.logRadius = ssLog( ssHypot( point.tangential, point.radial ) );
        if ( isfinite( point.logRadius ) ) { points[count++] = point; }
    }
    return count;
}

static ssResult allocate( ssIdentification* r )
{
    double** arrays[] = { &r->phi, &r->tangential, &r->radial, &r->tangentialLow, &r->radialLow, &r->theta,
        &r->rC, &r->rD };
    for ( int i = 0; i < SS_COUNT( arrays ); ++i )
    {
        *arrays[i] = ssAlloc( (size_t)r->count * sizeof( double ) );
        if ( *arrays[i] == NULL )
        {
            return ssError( ss_errorMemory, NULL, "out of memory for %d forces", r->count );
        }
    }
    return ssOk();
}

void ssIdentification_Destroy( ssIdentification* r )
{
    double** arrays[] = { &r->phi, &r->tangential, &r->radial, &r->tangentialLow, &r->radialLow, &r->theta,
        &r->rC, &r->rD };
    for ( int i = 0; i < SS_COUNT( arrays ); ++i )
    {
        ssRelease( *arrays[i] );
        *arrays[i] = NULL;
    }
    r->count = 0;
}

/// Sets the mean normal force and the coefficients of friction.
static void setCoefficients( const ssForceSample* samples, int count, double load, ssIdentification* r )
{
    double sum = 0.0;
    int measured = 0;
    for ( int i = 0; i < count; ++i )
    {
        bool isMeasured = isfinite( samples[i].normal );
        measured += isMeasured;
        sum += isMeasured ? samples[i].normal : 0.0;
    }
    r->load = measured > 0 ? sum / measured : load;
    double all = 0.0;
    for ( int i = 0; i < r->count; ++i ) { all += r->tangentialLow[i] / r->count; }
    r->mu1 = r->tangentialLow[0] / r->load;
    r->mu2 = r->tangentialLow[r->count / 4] / r->load;
    r->muMean = all / r->load;
}

/// The root mean square distance of points from a fitted set in ln r; the mean is stored, too.
static double distanceFrom(
    const ssSetFit* fit, const ssIdentification* r, const double* radius, double* mean )
{
    double sum = 0.0, square = 0.0;
    for ( int i = 0; i < r->count; ++i )
    {
        double e = ssLog( radius[i] / ssSetFit_Radius( fit, r->theta[i] ) );
        sum += e / r->count;
        square += e * e / r->count;
    }
    *mean = sum;
    return sqrt( square );
}

static ssResult fitAll( ssIdentification* r, const Bin* bins, int kept )
{
    tribometerPoint* points = ssAlloc( (size_t)kept * sizeof *points );
    if ( points == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for %d forces", kept ); }
    int count = makePoints( bins, kept, r->count, points );
    double mean, sumD;
    r->ellipse = tribometerFitC( points, count, true );
    r->c = tribometerFitC( points, count, false );
    r->d = tribometerFitD( points, count, &sumD );
    r->isFlipped = tribometerIsFlipped( points, count, &r->c, &r->d, sumD );
    ssRelease( points );
    r->ellipse.rms = distanceFrom( &r->ellipse, r, r->rC, &mean );
    r->c.rms = distanceFrom( &r->c, r, r->rC, &mean );
    // The size of D is that of its points, whose size is arbitrary.
    distanceFrom( &r->d, r, r->rD, &mean );
    r->d.a *= ssExp( mean );
    r->d.b *= ssExp( mean );
    r->d.rms = distanceFrom( &r->d, r, r->rD, &mean );
    return ssOk();
}

static ssResult identify(
    const ssForceSample* samples, int count, int harmonics, double load, Bin* bins, ssIdentification* r )
{
    SS_TRY( allocate( r ) );
    int kept = fillBins( samples, count, r->count, bins );
    SS_TRY( checkGaps( bins, kept ) );
    interpolate( bins, kept, r );
    SS_TRY( filter( r, harmonics ) );
    SS_TRY( rotate( r ) );
    integrate( r );
    setCoefficients( samples, count, load, r );
    return fitAll( r, bins, kept );
}

ssResult ssIdentify(
    const ssForceSample* samples, int count, int harmonics, double load, ssIdentification* r )
{
    *r = ( ssIdentification ){ .count = 0 };
    if ( count < SS_FORCES_MIN )
    {
        return ssError( ss_errorValue, "samples", "%d forces; allowed: %d or more over a whole turn", count,
            SS_FORCES_MIN );
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( !isfinite( samples[i].phi + samples[i].tangential + samples[i].radial ) )
        {
            return ssError( ss_errorValue, "samples", "force %d is not finite", i + 1 );
        }
    }
    int angles = countAngles( samples, count );
    r->count = angles < SS_FORCES_MIN ? SS_FORCES_MIN : angles < GRID_MAX ? angles : GRID_MAX;
    Bin* bins = angles > 0 ? ssAlloc( (size_t)r->count * sizeof *bins ) : NULL;
    ssResult result = bins != NULL ? identify( samples, count, harmonics, load, bins, r )
                                   : ssError( ss_errorMemory, NULL, "out of memory" );
    ssRelease( bins );
    if ( result.code != ss_ok ) { ssIdentification_Destroy( r ); }
    return result;
}
