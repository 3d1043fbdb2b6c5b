// SPDX-License-Identifier: MIT
#include "model/tribometer_least_squares.h"

#include <math.h>
#include <string.h>

// From forces over the disk angle to C and D: resample, filter, rotate (Walker & Leine Eq. 119), integrate (Eq. 125),
// close, fit, and compute confidence intervals.

#define GRID_MAX 7200    // angles of the even grid, 20 per degree: more do not add information
#define GAP_MAX_DEG 20.0 // [°] largest gap between samples that is interpolated

// ------------------------------------------------------------------------------------------------------- resampling

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

/// Averages the samples in even bins around k × 360°/binCount. Empty bins are removed. Returns the number of bins left.
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
        if ( bins[k].count > 0 )
        {
            bins[kept++] = bins[k];
        }
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

/// Interpolates linearly between the bins at even angles. Samples that are already evenly spaced stay unchanged.
static void interpolate( const Bin* bins, int kept, ssIdentification* r )
{
    int k = 0;
    for ( int i = 0; i < r->count; ++i )
    {
        double phi = r->phi[i] = 2.0 * SS_PI * i / r->count;
        while ( k < kept && bins[k].phi <= phi )
        {
            ++k;
        }
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

// -------------------------------------------------------------------------------------------------------- filter

/// Keeps the mean and the first `harmonics` harmonics of a periodic signal, without phase shift and transients. `trig` has
/// the cosines of all even angles, then their sines.
static void lowPass( int n, int harmonics, const double* trig, const double* in, double* out )
{
    double mean = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        mean += in[i] / n;
    }
    for ( int i = 0; i < n; ++i )
    {
        out[i] = mean;
    }
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
    if ( trig == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d forces", n );
    }
    for ( int i = 0; i < n; ++i )
    {
        trig[i] = cos( 2.0 * SS_PI * i / n );
        trig[n + i] = sin( 2.0 * SS_PI * i / n );
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

// --------------------------------------------------------------------------------------------------------- C and D

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
        r->theta[i] = r->phi[i] + atan2( q, t );
        r->rC[i] = hypot( t, q );
        if ( !isfinite( r->rC[i] ) )
        {
            return ssError( ss_errorFormat, "lambda_t", "a force is not a finite number" );
        }
    }
    return ssOk();
}

/// Integrates ln r_D by Eq. 125, d ln r = tan(theta - phi) d theta. With psi = theta - phi this is
/// -d ln cos psi + tan psi d phi, so ln( r cos psi ), the support function of D, is the integral of lambda_r/lambda_t over
/// even angles. It is equally accurate everywhere, also on the flat sides of D, where theta changes fast.
static void integrate( ssIdentification* r )
{
    int n = r->count;
    double step = 2.0 * SS_PI / n, sum = 0.0, last = r->radialLow[0] / r->tangentialLow[0];
    for ( int i = 0; i < n; ++i )
    {
        double slope = r->radialLow[i] / r->tangentialLow[i];
        sum += i > 0 ? 0.5 * step * ( slope + last ) : 0.0;
        last = slope;
        r->rD[i] = sum + 0.5 * log1p( slope * slope );
    }
    r->closure = sum + 0.5 * step * ( last + r->radialLow[0] / r->tangentialLow[0] );
    double inside = HUGE_VAL;
    for ( int i = 0; i < n; ++i )
    {
        r->rD[i] = exp( r->rD[i] - r->closure * ( r->theta[i] - r->theta[0] ) / ( 2.0 * SS_PI ) );
        inside = fmin( inside, r->rC[i] / r->rD[i] );
    }
    for ( int i = 0; i < n; ++i )
    {
        r->rD[i] *= inside;
    }
}

// ----------------------------------------------------------------------------------------------------- confidence

/// Turns the weighted sums of squares of the influences into half widths.
static void setErrors( ssSetFit* fit, const double sum[4] )
{
    const double width = 1.96; // 95% of a normal distribution
    fit->aError = width * fit->a * sqrt( sum[0] );
    fit->bError = width * fit->b * sqrt( sum[1] );
    fit->sError = width * fit->s * sqrt( sum[2] );
    fit->ratioError = width * fit->ratio * sqrt( sum[3] );
}

static void addInfluence( double sum[4], const double influence[3], double variance )
{
    double ratio = influence[0] - influence[1];
    sum[0] += variance * influence[0] * influence[0];
    sum[1] += variance * influence[1] * influence[1];
    sum[2] += variance * influence[2] * influence[2];
    sum[3] += variance * ratio * ratio;
}

/// Propagates the white noise of the sensor through the fit of C. The filter does not change the result, because the map of
/// the fit is smooth and passes the filter.
static void errorsOfC( const ssIdentification* r, ssSetFit* fit, bool ellipse, double ( *influence )[3] )
{
    double sum[4] = { 0.0 };
    if ( !tribometerInfluence( fit, ellipse, r->count, r->theta, influence ) )
    {
        return;
    }
    for ( int i = 0; i < r->count; ++i )
    {
        // Noise perpendicular to the force moves the point along the boundary, whose slope is that of the fitted set.
        double s = fit->s, u = pow( fabs( cos( r->theta[i] ) ) / fit->a, s ),
               v = pow( fabs( sin( r->theta[i] ) ) / fit->b, s );
        double c = cos( r->theta[i] ), d = sin( r->theta[i] );
        double slope = c != 0.0 && d != 0.0 ? ( u * d / c - v * c / d ) / ( u + v ) : 0.0;
        addInfluence(
            sum, influence[i], r->noise * r->noise * ( 1.0 + slope * slope ) / ( r->rC[i] * r->rC[i] ) );
    }
    setErrors( fit, sum );
}

/// errorsOfC for D, whose points contain the noise of all angles before them: the influence of a sample is summed over the
/// points that follow it, minus its part in the closure.
static void errorsOfD( const ssIdentification* r, ssSetFit* fit, double ( *influence )[3] )
{
    int n = r->count;
    double step = 2.0 * SS_PI / n, after[3] = { 0.0 }, closing[3] = { 0.0 }, sum[4] = { 0.0 };
    if ( !tribometerInfluence( fit, false, n, r->theta, influence ) )
    {
        return;
    }
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            closing[k] += influence[i][k] * ( r->theta[i] - r->theta[0] ) / ( 2.0 * SS_PI );
        }
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        double slope = r->radialLow[i] / r->tangentialLow[i], own[3];
        for ( int k = 0; k < 3; ++k )
        {
            after[k] += influence[i][k];
            own[k] = step * ( after[k] - closing[k] ) + influence[i][k] * slope / ( 1.0 + slope * slope );
        }
        double t = r->tangentialLow[i];
        addInfluence( sum, own, r->noise * r->noise * ( 1.0 + slope * slope ) / ( t * t ) );
    }
    setErrors( fit, sum );
}

// --------------------------------------------------------------------------------------------------- identification

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
    for ( int i = 0; i < r->count; ++i )
    {
        all += r->tangentialLow[i] / r->count;
    }
    r->mu1 = r->tangentialLow[0] / r->load;
    r->mu2 = r->tangentialLow[r->count / 4] / r->load;
    r->muMean = all / r->load;
}

static ssResult fitAll( ssIdentification* r )
{
    double( *influence )[3] = ssAlloc( (size_t)r->count * sizeof *influence );
    if ( influence == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d forces", r->count );
    }
    r->ellipse = ssFitSuperellipse( r->count, r->theta, r->rC, true );
    r->c = ssFitSuperellipse( r->count, r->theta, r->rC, false );
    r->d = ssFitSuperellipse( r->count, r->theta, r->rD, false );
    errorsOfC( r, &r->ellipse, true, influence );
    errorsOfC( r, &r->c, false, influence );
    errorsOfD( r, &r->d, influence );
    ssRelease( influence );
    return ssOk();
}

ssResult ssIdentify(
    const ssForceSample* samples, int count, int harmonics, double load, ssIdentification* r )
{
    *r = ( ssIdentification ){ .count = count < GRID_MAX ? count : GRID_MAX };
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
    Bin* bins = ssAlloc( (size_t)r->count * sizeof *bins );
    ssResult result = bins != NULL ? allocate( r ) : ssError( ss_errorMemory, NULL, "out of memory" );
    int kept = result.code == ss_ok ? fillBins( samples, count, r->count, bins ) : 0;
    if ( result.code == ss_ok )
    {
        result = checkGaps( bins, kept );
    }
    if ( result.code == ss_ok )
    {
        interpolate( bins, kept, r );
        result = filter( r, harmonics );
    }
    ssRelease( bins );
    if ( result.code == ss_ok )
    {
        result = rotate( r );
    }
    if ( result.code == ss_ok )
    {
        integrate( r );
        setCoefficients( samples, count, load, r );
        result = fitAll( r );
    }
    if ( result.code != ss_ok )
    {
        ssIdentification_Destroy( r );
    }
    return result;
}
