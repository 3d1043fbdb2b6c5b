// SPDX-License-Identifier: MIT
#include "model/tribometer_private.h"

// Fits rotated superellipses to mean forces: C to their points, D to the angle between force and sliding;
// without filter or Eq. 125, so that the noise of a sample stays in its own residual.

#define DEGREE ( SS_PI / 180.0 )
#define S_MAX 200.0 // largest exponent: beyond it a measurement cannot tell a superellipse from a rectangle
#define MISFIT_MIN 5e-4 // of the force: a smaller misfit is rounding, or of no interest

// A fit must be better than another by this sum of squares, in units of the variance, to be preferred to the
// simpler one; to be believed against it; and to be tried on all points after it was on a part of them.
#define PREFERRED 9.0
#define BELIEVED 30.0
#define TRIED 25.0

#define CUSP_ERROR ( 0.01 * DEGREE )     // added to the error of a rotation that cusps determine
#define NAME_ERROR_MAX ( 3.0 * DEGREE )  // as near to -45° as this, noise may exchange the names of the axes
#define TURN_ERROR_MAX ( 10.0 * DEGREE ) // a rotation that is less well known is not used

enum
{
    lnA,
    lnB,
    lnS,
    turnC,
    countC,
    // In the frame of D, ln tan(theta) = shift + slope ln tan(phi) for sliding along phi and a force along
    // theta: slope = 1/(s - 1), and shift = (1 + slope) ln(b/a).
    shiftD = 0,
    lnSlope,
    turnD,
    countD,
    startPoints = 180, // are enough to find the minima
    cuspsMax = 4
};

static const double s_starts[] = { 0.0, -37.5 * DEGREE, -22.5 * DEGREE, -7.5 * DEGREE, 7.5 * DEGREE,
    22.5 * DEGREE, 37.5 * DEGREE };

/// What all points of C share: 1/a, 1/b, s, and cos and sin of the rotation.
static void prepareC( const double* p, double* prepared )
{
    prepared[0] = ssExp( -p[lnA] );
    prepared[1] = ssExp( -p[lnB] );
    prepared[2] = ssExp( p[lnS] );
    prepared[3] = ssCos( p[turnC] );
    prepared[4] = ssSin( p[turnC] );
}

/// ln r of the superellipse in the direction (x, y), and its derivatives: ln r = -ln( u^s + v^s )/s with u =
/// |cos|/a and v = |sin|/b of the angle from axis 1.
static double logRadius( const double* prepared, double x, double y, double* gradient )
{
    double s = prepared[2], c = prepared[3] * x + prepared[4] * y, d = prepared[3] * y - prepared[4] * x;
    double u = fabs( c ) * prepared[0], v = fabs( d ) * prepared[1];
    // Divided by the larger of the two, the powers neither overflow nor vanish together.
    double larger = ssMax( u, v ), ratio = ssMin( u, v ) / larger;
    double lnRatio = ratio > 0.0 ? ssLog( ratio ) : 0.0, power = ratio > 0.0 ? ssExp( s * lnRatio ) : 0.0;
    double share = power / ( 1.0 + power ), lnSum = ssLog1p( power );
    double shareU = u < v ? share : 1.0 - share, shareV = 1.0 - shareU;
    gradient[lnA] = shareU;
    gradient[lnB] = shareV;
    gradient[lnS] = lnSum / s - share * lnRatio;
    gradient[turnC] = ( shareV > 0.0 ? shareV * c / d : 0.0 ) - ( shareU > 0.0 ? shareU * d / c : 0.0 );
    return -ssLog( larger ) - lnSum / s;
}

double ssSetFit_Radius( const ssSetFit* fit, double theta )
{
    double prepared[tribometerPreparedMax], gradient[countC];
    prepareC(
        ( double[countC] ){ ssLog( fit->a ), ssLog( fit->b ), ssLog( fit->s ), fit->rotation }, prepared );
    return ssExp( logRadius( prepared, ssCos( theta ), ssSin( theta ), gradient ) );
}

static double residualC(
    const tribometerPoint* point, double shift, const double* prepared, double* gradient )
{
    double x = point->cosTheta, y = point->sinTheta, c = shift != 0.0 ? point->cosBlur : 1.0,
           s = shift * point->sinBlur;
    return point->logRadius - logRadius( prepared, c * x - s * y, c * y + s * x, gradient );
}

/// Noise along the force changes ln r; across it, the place on the boundary, whose slope is -gradient[turnC].
static double scaleC( const tribometerPoint* point, const double* gradient )
{
    return sqrt( 1.0 + gradient[turnC] * gradient[turnC] ) / ssExp( point->logRadius );
}

static const tribometerModel s_modelC = { countC, prepareC, residualC, scaleC };

/// What all points of D share: shift, slope, and cos and sin of the rotation.
static void prepareD( const double* p, double* prepared )
{
    prepared[0] = p[shiftD];
    prepared[1] = ssExp( p[lnSlope] );
    prepared[2] = ssCos( p[turnD] );
    prepared[3] = ssSin( p[turnD] );
}

/// The angle from sliding to force in the first quadrant of the frame of D, given ln tan(phi) [rad].
static double angleOfForce( const double* prepared, double lnTangent )
{
    return ssAtan( ssExp( prepared[0] + prepared[1] * lnTangent ) ) - ssAtan( ssExp( lnTangent ) );
}

/// The residual is the force across the direction that D predicts: it is linear in the noise.
static double residualD(
    const tribometerPoint* point, double shift, const double* prepared, double* gradient )
{
    (void)shift;
    double c = prepared[2] * point->cosPhi + prepared[3] * point->sinPhi,
           d = prepared[2] * point->sinPhi - prepared[3] * point->cosPhi, x = fabs( c ), y = fabs( d );
    double sign = ( c < 0.0 ) != ( d < 0.0 ) ? -1.0 : 1.0, slope = prepared[1], near = point->near;
    // The directions of sliding, (x, y), and of the force, (u, v), in the first quadrant of the frame of D.
    double u = x, v = y, lnTangent = 0.0, byPhi;
    if ( x > 0.0 && y > 0.0 )
    {
        lnTangent = ssLog( y / x );
        double tangent = ssExp( prepared[0] + slope * lnTangent );
        u = 1.0 / sqrt( 1.0 + tangent * tangent );
        v = tangent < 1e150 ? tangent * u : 1.0;
    }
    if ( ssMin( x, y ) < near )
    {
        // For s > 2 the angle has an infinite slope on the axes: near them its mean slope is taken.
        double end = ssLog( ssTan( near ) );
        byPhi = y < x ? angleOfForce( prepared, end ) / near : -angleOfForce( prepared, -end ) / near;
    }
    else { byPhi = slope * u * v / ( x * y ) - 1.0; }
    double cosine = u * x + v * y, sine = sign * ( v * x - u * y );
    double along = cosine * point->tangential + sine * point->radial;
    gradient[shiftD] = sign * along * u * v;
    gradient[lnSlope] = gradient[shiftD] * slope * lnTangent;
    gradient[turnD] = -along * byPhi;
    return cosine * point->radial - sine * point->tangential;
}

static double scaleD( const tribometerPoint* point, const double* gradient )
{
    (void)point;
    (void)gradient;
    return 1.0;
}

static const tribometerModel s_modelD = { countD, prepareD, residualD, scaleD };

static tribometerFit makeFitC( tribometerPoint* points, int count, bool ellipse )
{
    tribometerFit fit = { &s_modelC, .points = points, .count = count, .stride = 1,
        .isFree = { true, true, !ellipse, false }, .low = { -HUGE_VAL, -HUGE_VAL, 0.0, -HUGE_VAL },
        .high = { HUGE_VAL, HUGE_VAL, ssLog( S_MAX ), HUGE_VAL } };
    fit.p[lnS] = ssLog( ellipse ? 2.0 : 2.5 );
    return fit;
}

static tribometerFit makeFitD( tribometerPoint* points, int count )
{
    return ( tribometerFit ){ &s_modelD, .points = points, .count = count, .stride = 1,
        .isFree = { true, true, false }, .low = { -HUGE_VAL, -ssLog( S_MAX - 1.0 ), -HUGE_VAL },
        .high = { HUGE_VAL, ssLog( 1e3 ), HUGE_VAL } };
}

/// ln r near an axis: the mean over the points within 10°, or over all if there are none.
static double meanNearAxis( const tribometerFit* fit, double axis )
{
    double sum = 0.0, all = 0.0;
    int near = 0;
    for ( int i = 0; i < fit->count; ++i )
    {
        bool close = fabs( ssSin( fit->points[i].theta - axis ) ) < 0.17;
        near += close;
        sum += close ? fit->points[i].logRadius : 0.0;
        all += fit->points[i].logRadius;
    }
    return near > 0 ? sum / near : all / fit->count;
}

/// Minimises with the axes held at `turn`, and then with free axes if wanted.
static void minimiseAt( tribometerFit* fit, double turn, bool isFree )
{
    int last = fit->model->paramCount - 1;
    fit->p[last] = turn;
    if ( fit->model == &s_modelC )
    {
        fit->p[lnA] = meanNearAxis( fit, turn );
        fit->p[lnB] = meanNearAxis( fit, turn + 0.5 * SS_PI );
    }
    fit->isFree[last] = false;
    tribometerMinimise( fit );
    if ( isFree )
    {
        fit->isFree[last] = true;
        tribometerMinimise( fit );
    }
}

/// Turns by a multiple of 90° into (-45°, 45°], and exchanges the names of the axes if it is an odd one.
static void normalise( tribometerFit* fit )
{
    double* turn = fit->p + fit->model->paramCount - 1;
    double quarters = ceil( *turn / ( 0.5 * SS_PI ) - 0.5 );
    *turn -= quarters * 0.5 * SS_PI;
    if ( fmod( fabs( quarters ), 2.0 ) == 1.0 )
    {
        double a = fit->p[lnA];
        fit->p[0] = fit->model == &s_modelC ? fit->p[lnB] : -fit->p[shiftD];
        fit->p[1] = fit->model == &s_modelC ? a : fit->p[lnSlope];
    }
}

/// The fit of all points, from where a part of them led.
static void polish( tribometerFit* fit )
{
    fit->stride = 1;
    fit->tolerance = 1e-10;
    tribometerMinimise( fit );
    normalise( fit );
}

/// The fit with free axes. Of several minima (a rounded square is nearly a rhombus turned by 45°), found with
/// a part of the points, all points choose; among about equal ones the least turned.
static void findMinimum( tribometerFit* fit )
{
    tribometerFit tried[SS_COUNT( s_starts )];
    double turns[SS_COUNT( s_starts )], part = HUGE_VAL, least = HUGE_VAL;
    int last = fit->model->paramCount - 1, kept = 0;
    fit->stride = fit->count > startPoints ? fit->count / startPoints : 1;
    fit->tolerance = 1e-4;
    double limit = 1.0 + TRIED * fit->stride / fit->count;
    for ( int i = 0; i < SS_COUNT( s_starts ); ++i )
    {
        tried[i] = *fit;
        minimiseAt( &tried[i], s_starts[i], true );
        normalise( &tried[i] );
        part = ssMin( part, tried[i].sum );
    }
    for ( int i = 0; i < SS_COUNT( s_starts ); ++i )
    {
        double turn = tried[i].p[last];
        bool isNew = tried[i].sum <= limit * part;
        for ( int k = 0; k < kept && isNew; ++k ) { isNew = fabs( turn - turns[k] ) > DEGREE; }
        if ( isNew )
        {
            turns[kept] = turn;
            tried[kept] = tried[i];
            polish( &tried[kept] );
            least = ssMin( least, tried[kept++].sum );
        }
    }
    double smallest = HUGE_VAL;
    for ( int k = 0; k < kept; ++k )
    {
        double turn = fabs( tried[k].p[last] );
        if ( turn < smallest && tried[k].sum <= least * ( 1.0 + PREFERRED / fit->count ) )
        {
            *fit = tried[k];
            smallest = turn;
        }
    }
}

/// The half width of a function of the parameters with this gradient.
static double halfWidth( const tribometerSpread* spread, const double gradient[4] )
{
    double variance = 0.0;
    for ( int k = 0; k < tribometerParamsMax * tribometerParamsMax; ++k )
    {
        variance +=
            gradient[k / tribometerParamsMax] * spread->covariance[k] * gradient[k % tribometerParamsMax];
    }
    return spread->isDetermined ? spread->quantile * sqrt( ssMax( variance, 0.0 ) ) : SS_NAN;
}

/// What a fit and its spread say about the set.
static ssSetFit readFit( const tribometerFit* fit, const tribometerSpread* spread )
{
    const double* p = fit->p;
    ssSetFit set = {
        .converged = fit->converged, .iterations = fit->iterations, .widening = spread->widening
    };
    double force = 0.0;
    for ( int i = 0; i < fit->count; ++i ) { force += ssExp( fit->points[i].logRadius ) / fit->count; }
    set.misfit = spread->misfit / force;
    set.isMisfit = spread->isMisfit && set.misfit > MISFIT_MIN;
    if ( fit->model == &s_modelC )
    {
        set.a = ssExp( p[lnA] );
        set.b = ssExp( p[lnB] );
        set.s = ssExp( p[lnS] );
        set.ratio = set.a / set.b;
        set.aError = set.a * halfWidth( spread, ( double[4] ){ 1.0, 0.0, 0.0, 0.0 } );
        set.bError = set.b * halfWidth( spread, ( double[4] ){ 0.0, 1.0, 0.0, 0.0 } );
        set.sError = set.s * halfWidth( spread, ( double[4] ){ 0.0, 0.0, 1.0, 0.0 } );
        set.ratioError = set.ratio * halfWidth( spread, ( double[4] ){ 1.0, -1.0, 0.0, 0.0 } );
        set.rotation = p[turnC];
        set.rotationError = halfWidth( spread, ( double[4] ){ 0.0, 0.0, 0.0, 1.0 } );
    }
    else
    {
        double slope = ssExp( p[lnSlope] ), part = 1.0 / ( 1.0 + slope );
        set.s = 1.0 + 1.0 / slope;
        set.ratio = ssExp( -p[shiftD] * part );
        set.a = sqrt( set.ratio );
        set.b = 1.0 / set.a;
        set.aError = set.bError = SS_NAN;
        set.sError = halfWidth( spread, ( double[4] ){ 0.0, 1.0 / slope, 0.0, 0.0 } );
        set.ratioError = set.ratio *
            halfWidth( spread, ( double[4] ){ part, -p[shiftD] * slope * part * part, 0.0, 0.0 } );
        set.rotation = p[turnD];
        set.rotationError = halfWidth( spread, ( double[4] ){ 0.0, 0.0, 1.0, 0.0 } );
    }
    return set;
}

/// Beyond noise, do the points differ from a circle: constant ln r, and force along the sliding?
static bool isAnisotropic( const tribometerFit* fit, const tribometerSpread* spread )
{
    double weights = 0.0, mean = 0.0, circle = 0.0, own = 0.0, g[tribometerParamsMax],
           prepared[tribometerPreparedMax];
    fit->model->prepare( fit->p, prepared );
    for ( int i = 0; i < fit->count; ++i )
    {
        const tribometerPoint* point = fit->points + i;
        double e = fit->model->residual( point, 0.0, prepared, g ),
               value = fit->model == &s_modelC ? point->logRadius : point->radial;
        weights += point->weight;
        double step = value - mean;
        mean += step * point->weight / weights;
        circle += point->weight * step * ( value - mean );
        own += point->weight * e * e;
    }
    circle += fit->model == &s_modelC ? 0.0 : weights * mean * mean;
    double variance = own / fit->count * spread->widening * spread->widening;
    return circle - own > BELIEVED * variance && circle > 1e-18 * weights;
}

/// What the fit says about the set. If the points do not determine the rotation (a circle has none), the axes
/// are held at 0, and what the rotation might have changed widens the intervals.
static ssSetFit finish( const tribometerFit* turned )
{
    tribometerSpread spread = tribometerMeasureSpread( turned );
    ssSetFit set = readFit( turned, &spread );
    if ( !( set.rotationError <= TURN_ERROR_MAX ) || !isAnisotropic( turned, &spread ) )
    {
        tribometerFit upright = *turned;
        minimiseAt( &upright, 0.0, false );
        spread = tribometerMeasureSpread( &upright );
        ssSetFit held = readFit( &upright, &spread );
        held.aError += fabs( held.a - set.a );
        held.bError += fabs( held.b - set.b );
        held.sError += fabs( held.s - set.s );
        held.ratioError += fabs( held.ratio - set.ratio );
        held.rotationError = SS_NAN;
        return held;
    }
    set.rotation = fabs( set.rotation ) > 1e-9 ? set.rotation : 0.0; // the rest is rounding
    double beyond = set.rotation + 0.25 * SS_PI;
    if ( beyond < ssMin( 2.0 * set.rotationError, NAME_ERROR_MAX ) )
    {
        // -45° and 45° are the same with the names of the axes exchanged. Noise must not choose the names.
        double a = set.a, aError = set.aError;
        set.rotation = 0.25 * SS_PI;
        set.rotationError += beyond;
        set.a = set.b;
        set.b = a;
        set.aError = set.bError;
        set.bError = aError;
        set.ratioError /= set.ratio * set.ratio;
        set.ratio = 1.0 / set.ratio;
    }
    return set;
}

ssSetFit tribometerFitC( tribometerPoint* points, int count, bool ellipse )
{
    for ( int i = 0; i < count; ++i )
    {
        points[i].blur = 0.0;
        points[i].cosTheta = ssCos( points[i].theta );
        points[i].sinTheta = ssSin( points[i].theta );
    }
    tribometerFit fit = makeFitC( points, count, ellipse );
    findMinimum( &fit );
    double noise = tribometerMeasureSpread( &fit ).noise;
    for ( int i = 0; i < count; ++i )
    {
        double blur = sqrt( 3.0 / points[i].weight ) * noise / ssExp( points[i].logRadius );
        points[i].blur = blur < 1e-7 ? 0.0 : ssMin( blur, 0.5 );
        points[i].cosBlur = ssCos( points[i].blur );
        points[i].sinBlur = ssSin( points[i].blur );
    }
    fit.isBlurred = true;
    polish( &fit );
    return finish( &fit );
}

static void setNear( tribometerFit* fit, double near )
{
    for ( int i = 0; i < fit->count; ++i ) { fit->points[i].near = near; }
}

/// For s > 2 the angle between force and sliding has infinite slopes on the axes of D, and the sum of squares
/// narrow minima where an axis passes a point. Looks for a lower one on both sides of the nearest points.
static void descendIntoCusps( tribometerFit* fit )
{
    double quarter = 0.5 * SS_PI, turn = fit->p[turnD], width = fit->points[0].width;
    double known[cuspsMax];
    int knownCount = 0;
    tribometerFit smooth = *fit;
    setNear( fit, 1e-6 * width );
    for ( int i = 0; i < fit->count && smooth.p[lnSlope] < 0.0; ++i )
    {
        double away = fit->points[i].phi - turn;
        away -= quarter * floor( away / quarter + 0.5 );
        bool isNew = fabs( away ) <= 0.51 * width && knownCount < cuspsMax;
        for ( int k = 0; k < knownCount && isNew; ++k ) { isNew = fabs( away - known[k] ) > 1e-2 * width; }
        if ( !isNew ) { continue; }
        known[knownCount++] = away;
        for ( int side = -1; side <= 1; side += 2 )
        {
            tribometerFit tried = smooth;
            tried.p[turnD] = turn + away + side * 1e-3 * width;
            tribometerMinimise( &tried );
            *fit = tried.sum < fit->sum ? tried : *fit;
        }
    }
    normalise( fit );
}

static tribometerFit startD( tribometerPoint* points, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        points[i].near = 0.25 * points[i].width;
        points[i].cosPhi = ssCos( points[i].phi );
        points[i].sinPhi = ssSin( points[i].phi );
    }
    tribometerFit fit = makeFitD( points, count );
    findMinimum( &fit );
    return fit;
}

ssSetFit tribometerFitD( tribometerPoint* points, int count, double* sum )
{
    tribometerFit fit = startD( points, count );
    *sum = fit.sum;
    descendIntoCusps( &fit );
    // For the confidence, the slope over the range of the rotation counts, which it determines itself.
    double near = 0.0;
    for ( int i = 0; i < 8; ++i )
    {
        tribometerSpread spread = tribometerMeasureSpread( &fit );
        double error = readFit( &fit, &spread ).rotationError;
        if ( !( error < TURN_ERROR_MAX ) ) { break; }
        near = i == 0 ? error : sqrt( near * error );
        setNear( &fit, near );
    }
    ssSetFit set = finish( &fit );
    // Between the cusps of a dense measurement the rotation has no normal distribution.
    set.rotationError = set.s > 2.0 ? set.rotationError + CUSP_ERROR : set.rotationError;
    return set;
}

/// Does D stretch where C shrinks, by more than noise, whose variance across the force is `across`? Under
/// every associated law they agree (tan psi = d ln r_C/d theta).
static bool isAgainstC(
    const tribometerPoint* points, int count, const ssSetFit* c, const ssSetFit* d, double across )
{
    const double step = 1e-3;
    double weights = 0.0, meanX = 0.0, meanY = 0.0, turned = 0.0, turns = 0.0;
    double alike = 0.0, size = 0.0, off = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        const tribometerPoint* point = points + i;
        // Radial forces against the slope of C.
        double rise =
            ssLog( ssSetFit_Radius( c, point->phi + step ) / ssSetFit_Radius( c, point->phi - step ) );
        double slope = rise / ( 2.0 * step ) * point->tangential;
        turned += point->weight * point->radial * slope;
        turns += point->weight * slope * slope;
        // Radii of the points against those of D.
        double x = ssLog( ssSetFit_Radius( d, point->theta ) ), y = point->logRadius, w = point->weight;
        double e = y - ssLog( ssSetFit_Radius( c, point->theta ) ), dx = x - meanX, dy = y - meanY;
        weights += w;
        meanX += dx * w / weights;
        meanY += dy * w / weights;
        alike += w * dx * ( y - meanY );
        size += w * dx * ( x - meanX );
        off += w * e * e / count;
    }
    return turned < -5.0 * sqrt( turns * across ) && alike < -5.0 * sqrt( size * off );
}

/// With the wrong sign, the radial forces of a D with flat sides turn the force back as the disk turns on,
/// and no convex set fits them. Where the fit of D does not decide, C does.
bool tribometerIsFlipped(
    tribometerPoint* points, int count, const ssSetFit* c, const ssSetFit* d, double sumD )
{
    for ( int i = 0; i < count; ++i ) { points[i].radial = -points[i].radial; }
    double flipped = startD( points, count ).sum;
    for ( int i = 0; i < count; ++i ) { points[i].radial = -points[i].radial; }
    double smaller = ssMin( sumD, flipped ), larger = ssMax( sumD, flipped );
    return larger > 2.0 * smaller && larger - smaller > BELIEVED * smaller / count
        ? flipped < sumD
        : isAgainstC( points, count, c, d, smaller / count );
}
