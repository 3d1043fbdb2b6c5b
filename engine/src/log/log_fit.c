// SPDX-License-Identifier: MIT
#include "log/log_samples.h"

// Which set do sliding contacts' forces fill? Each candidate predicts them from the slip; the nearest wins.

// [rad] slip this close to the normal of an edge may have its force anywhere on the edge
#define EDGE_SLACK 0.03
#define GOOD_FIT 0.12 // of mu: where most forces are not as near, it is another law
// Two thirds of the forces must fit, as half may fit by chance; up to a third of contacts may stick.
#define MOST ( 2.0 / 3.0 )
#define SIMPLER_SLACK 1e-4 // of mu: a circle that is no worse than the best set by this much wins
#define ROUND 0.985        // an ellipse whose axes differ by less is a circle
// Every second corner of an octagon fits half of a square's forces exactly, and a square half of an
// octagon's: medians that differ by rounding alone leave the choice to the means.
#define TIE 1e-9

#define FIT_MIN 24     // sliding contacts that tell sets apart
#define CORNERS_MAX 32 // the last of the list below
// a direction counts as seen from a tenth of its even share of the contacts on
#define SEEN_SHARE 10
#define ASIDE 0.1      // of the angle between corners: a slip this far from one is beside it
#define AXES_MIN 3     // directions, opposite ones being one, in which a circle is told from other laws
#define AXES_ELLIPSE 4 // an ellipse has three numbers
#define REACH 2.0      // of the largest force: no axis of an ellipse is longer

static const int s_corners[] = { 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 32 };

double ssFingerprint_Radius( const ssFingerprint* print, double angle )
{
    double sine, cosine;
    switch ( print->set )
    {
        case ss_logSetEllipse:
            ssSinCos( angle - print->axisDeg * SS_PI / 180.0, &sine, &cosine );
            return print->mu * print->muMinor / ssHypot( print->muMinor * cosine, print->mu * sine );
        case ss_logSetPolygon:
        {
            double period = 2.0 * SS_PI / print->facets, corner = print->facetDeg * SS_PI / 180.0;
            return print->muMinor / ssCos( logWrap( angle - corner - 0.5 * period, period ) );
        }
        default: return print->mu;
    }
}

double ssFingerprint_ForceAngle( const ssFingerprint* print, double angle )
{
    if ( !print->associated ) { return angle; }
    if ( print->set == ss_logSetEllipse )
    {
        // The point with the normal (cos, sin) is (a² cos, b² sin).
        double sine, cosine, axis = print->axisDeg * SS_PI / 180.0;
        ssSinCos( angle - axis, &sine, &cosine );
        return axis + ssAtan2( print->muMinor * print->muMinor * sine, print->mu * print->mu * cosine );
    }
    if ( print->set == ss_logSetPolygon )
    {
        double period = 2.0 * SS_PI / print->facets, corner = print->facetDeg * SS_PI / 180.0;
        return angle - logWrap( angle - corner, period );
    }
    return angle;
}

bool ssFingerprint_IsOtherLaw( const ssFingerprint* print )
{
    return print->set == ss_logSetUnknown && print->miss > GOOD_FIT;
}

static ssVec2 polar( double radius, double angle )
{
    double sine, cosine;
    ssSinCos( angle, &sine, &cosine );
    return ( ssVec2 ){ radius * cosine, radius * sine };
}

static double distanceToSegment( ssVec2 p, ssVec2 a, ssVec2 b )
{
    ssVec2 ab = ssVec2_Sub( b, a ), ap = ssVec2_Sub( p, a );
    double square = ssVec2_Dot( ab, ab ), s = square > 0.0 ? ssVec2_Dot( ap, ab ) / square : 0.0;
    return ssVec2_Length( ssVec2_MulAdd( ap, -ssMin( ssMax( s, 0.0 ), 1.0 ), ab ) );
}

/// The distance of a force to what the set predicts, relative to mu.
static double missOf( const ssFingerprint* print, const logSample* s )
{
    ssVec2 force = polar( s->ratio, s->forceAngle );
    double slack = print->set == ss_logSetPolygon && print->associated ? EDGE_SLACK : 0.0;
    double low = ssFingerprint_ForceAngle( print, s->slipAngle - slack );
    double high = ssFingerprint_ForceAngle( print, s->slipAngle + slack );
    ssVec2 a = polar( ssFingerprint_Radius( print, low ), low );
    ssVec2 b = polar( ssFingerprint_Radius( print, high ), high );
    return distanceToSegment( force, a, b ) / print->mu;
}

typedef struct Fit
{
    const logSample* samples;
    int count;
    double* scratch; // `count` numbers
} Fit;

/// The distance to the set that this share of the forces does not exceed.
static double missQuantile( Fit* fit, const ssFingerprint* print, double share )
{
    for ( int i = 0; i < fit->count; ++i ) { fit->scratch[i] = missOf( print, fit->samples + i ); }
    return logQuantile( fit->scratch, fit->count, share );
}

/// How much the forces exceed the boundary in their directions: a quantile of the absolute values.
static double excessQuantile( Fit* fit, const ssFingerprint* print, double share )
{
    for ( int i = 0; i < fit->count; ++i )
    {
        const logSample* s = fit->samples + i;
        fit->scratch[i] = fabs( s->ratio - ssFingerprint_Radius( print, s->forceAngle ) );
    }
    return logQuantile( fit->scratch, fit->count, share );
}

static double medianRatio( Fit* fit )
{
    for ( int i = 0; i < fit->count; ++i ) { fit->scratch[i] = fit->samples[i].ratio; }
    return logMedian( fit->scratch, fit->count );
}

/// Solves the symmetric 3 × 3 system by Cramer's rule; false: it is singular.
static bool solveThree( const double m[6], const double r[3], double x[3] )
{
    // m = xx, xy, xz, yy, yz, zz
    double c0 = m[3] * m[5] - m[4] * m[4], c1 = m[2] * m[4] - m[1] * m[5], c2 = m[1] * m[4] - m[2] * m[3];
    double determinant = m[0] * c0 + m[1] * c1 + m[2] * c2;
    if ( !( fabs( determinant ) > 1e-12 * fabs( m[0] * m[3] * m[5] ) ) ) { return false; }
    double c3 = m[0] * m[5] - m[2] * m[2], c4 = m[1] * m[2] - m[0] * m[4], c5 = m[0] * m[3] - m[1] * m[1];
    x[0] = ( c0 * r[0] + c1 * r[1] + c2 * r[2] ) / determinant;
    x[1] = ( c1 * r[0] + c3 * r[1] + c4 * r[2] ) / determinant;
    x[2] = ( c2 * r[0] + c4 * r[1] + c5 * r[2] ) / determinant;
    return true;
}

/// Fits a x² + 2 b x y + c y² = 1 to the forces that miss the last fit by at most `limit`; x = a, b, c.
static bool fitConic( const Fit* fit, const ssFingerprint* last, double limit, double x[3] )
{
    double m[6] = { 0.0 }, r[3] = { 0.0 };
    for ( int i = 0; i < fit->count; ++i )
    {
        const logSample* s = fit->samples + i;
        ssVec2 p = polar( s->ratio, s->forceAngle );
        if ( fabs( s->ratio - ssFingerprint_Radius( last, s->forceAngle ) ) > limit ) { continue; }
        double q[3] = { p.x * p.x, 2.0 * p.x * p.y, p.y * p.y };
        m[0] += q[0] * q[0], m[1] += q[0] * q[1], m[2] += q[0] * q[2];
        m[3] += q[1] * q[1], m[4] += q[1] * q[2], m[5] += q[2] * q[2];
        r[0] += q[0], r[1] += q[1], r[2] += q[2];
    }
    return solveThree( m, r, x );
}

static bool fitEllipse( Fit* fit, double mu, ssFingerprint* print )
{
    *print = ( ssFingerprint ){ .set = ss_logSetEllipse, .mu = mu, .muMinor = mu };
    double limit =
        HUGE_VAL; // the first round takes all, the others leave out those far from the last ellipse
    for ( int round = 0; round < 4; ++round )
    {
        double x[3];
        if ( !fitConic( fit, print, limit, x ) ) { return false; }
        double mean = 0.5 * ( x[0] + x[2] ), spread = ssHypot( 0.5 * ( x[0] - x[2] ), x[1] );
        if ( !( mean - spread > 0.0 ) ) { return false; }
        // The largest eigenvalue belongs to the minor axis.
        double minor = 0.5 * ssAtan2( 2.0 * x[1], x[0] - x[2] );
        print->mu = 1.0 / sqrt( mean - spread );
        print->muMinor = 1.0 / sqrt( mean + spread );
        print->axisDeg = 90.0 + logWrap( minor, SS_PI ) * 180.0 / SS_PI;
        print->axisDeg -= print->axisDeg >= 180.0 ? 180.0 : 0.0;
        limit = 4.0 * excessQuantile( fit, print, 0.5 ) + 1e-12 * mu;
    }
    for ( int i = 0; i < fit->count; ++i ) { fit->scratch[i] = fit->samples[i].ratio; }
    double largest = logQuantile( fit->scratch, fit->count, 0.95 );
    return print->muMinor < ROUND * print->mu && print->mu < REACH * largest;
}

/// Counts the contacts by the direction of their slip, `period` apart being the same.
static void countSlips( const Fit* fit, double period, int bins, int* counts )
{
    for ( int i = 0; i < fit->count && bins > 0; ++i )
    {
        int bin = (int)( bins * ( logWrap( fit->samples[i].slipAngle, period ) / period + 0.5 ) );
        ++counts[bin < bins ? bin : bins - 1];
    }
}

/// Do the forces lie all around (opposite ones being one)? Those of a quadrant fit many an ellipse.
static bool ellipseIsSeen( const Fit* fit )
{
    enum
    {
        BINS = 36,
        GAP = 16
    };
    int counts[BINS] = { 0 }, empty = 0;
    countSlips( fit, SS_PI, BINS, counts );
    for ( int i = 0; i < 2 * BINS; ++i )
    {
        empty = 200 * counts[i % BINS] > fit->count ? 0 : empty + 1;
        if ( empty >= GAP ) { return false; }
    }
    return true;
}

static void setCorners( ssFingerprint* print, int corners, double angle )
{
    double period = 360.0 / corners;
    print->facets = corners;
    print->facetDeg = angle * 180.0 / SS_PI;
    print->facetDeg -= period * floor( print->facetDeg / period );
    print->facetDeg = print->facetDeg < period * ( 1.0 - 1e-9 ) ? print->facetDeg : 0.0;
    print->muMinor = print->mu * ssCos( SS_PI / corners );
}

/// The corners are where the forces are.
static void fitAssociated( Fit* fit, int corners, ssFingerprint* print )
{
    ssVec2 sum = { 0.0, 0.0 };
    for ( int i = 0; i < fit->count; ++i )
    {
        sum = ssVec2_Add( sum, polar( 1.0, corners * fit->samples[i].forceAngle ) );
    }
    double angle = ssAtan2( sum.y, sum.x ) / corners, period = 2.0 * SS_PI / corners;
    *print = ( ssFingerprint ){ .set = ss_logSetPolygon, .mu = medianRatio( fit ), .associated = true };
    // Forces on edges and of contacts that stick pull the mean away: the median corrects it.
    for ( int i = 0; i < fit->count; ++i )
    {
        fit->scratch[i] = logWrap( fit->samples[i].forceAngle - angle, period );
    }
    setCorners( print, corners, angle + logMedian( fit->scratch, fit->count ) );
}

/// The polygon with a corner at this angle whose boundary as many forces exceed as not.
static void fitRadius( Fit* fit, int corners, double angle, ssFingerprint* print )
{
    *print = ( ssFingerprint ){ .set = ss_logSetPolygon, .mu = 1.0 };
    setCorners( print, corners, angle );
    for ( int i = 0; i < fit->count; ++i )
    {
        fit->scratch[i] = fit->samples[i].ratio / ssFingerprint_Radius( print, fit->samples[i].forceAngle );
    }
    print->mu = logMedian( fit->scratch, fit->count );
    print->muMinor *= print->mu;
}

/// The corners are where the forces, which are opposite to the slip, are largest.
static void fitRadial( Fit* fit, int corners, double mean, ssFingerprint* print )
{
    ssVec2 sum = { 0.0, 0.0 };
    for ( int i = 0; i < fit->count; ++i )
    {
        const logSample* s = fit->samples + i;
        sum = ssVec2_Add( sum, polar( s->ratio - mean, corners * s->forceAngle ) );
    }
    fitRadius( fit, corners, ssAtan2( sum.y, sum.x ) / corners, print );
}

/// Uneven samples spoil that angle: a search by thirds around it finds the nearest polygon.
static void refineRadial( Fit* fit, ssFingerprint* print )
{
    double middle = print->facetDeg * SS_PI / 180.0, reach = 0.1 * 2.0 * SS_PI / print->facets;
    int corners = print->facets;
    for ( int i = 0; i < 50; ++i, reach *= 2.0 / 3.0 )
    {
        ssFingerprint low, high;
        fitRadius( fit, corners, middle - reach / 3.0, &low );
        fitRadius( fit, corners, middle + reach / 3.0, &high );
        bool isLow = excessQuantile( fit, &low, MOST ) < excessQuantile( fit, &high, MOST );
        middle += isLow ? -reach / 3.0 : reach / 3.0;
    }
    // Noise makes the search worse than the mean over all forces, which it then improves but little.
    ssFingerprint refined;
    fitRadius( fit, corners, middle, &refined );
    if ( excessQuantile( fit, &refined, MOST ) < 0.5 * excessQuantile( fit, print, MOST ) )
    {
        *print = refined;
    }
}

/// Do the slip directions, opposite ones being one, suffice in number and spread to tell sets apart?
static bool directionsSuffice( const Fit* fit )
{
    enum
    {
        SECTORS = 8
    };
    int counts[SECTORS] = { 0 }, filled = 0;
    countSlips( fit, SS_PI, SECTORS, counts );
    for ( int i = 0; i < SECTORS; ++i ) { filled += 100 * counts[i] >= fit->count; }
    return filled >= SECTORS - 1 && fit->count >= FIT_MIN;
}

/// The number of separate slip directions modulo `period`, without rare ones; 0: no gaps.
static int countDirections( const Fit* fit, double period )
{
    enum
    {
        BINS = 72
    };
    int counts[BINS] = { 0 }, filled = 0, begun = 0, bins = fit->count < 3 * BINS ? fit->count / 3 : BINS;
    countSlips( fit, period, bins, counts );
    for ( int i = 0; i < bins; ++i )
    {
        bool is = bins * counts[i] > fit->count, was = bins * counts[i > 0 ? i - 1 : bins - 1] > fit->count;
        filled += is ? 1 : 0;
        begun += is && !was ? 1 : 0;
    }
    return 3 * filled <= bins ? begun : 0;
}

/// Whether the force stayed at a maximal-dissipation polygon's corners with slip on both sides of them.
static bool cornersHold( const Fit* fit, const ssFingerprint* polygon )
{
    int counts[CORNERS_MAX][2] = { { 0 } }, seen = 0;
    double period = 2.0 * SS_PI / polygon->facets, first = polygon->facetDeg * SS_PI / 180.0;
    for ( int i = 0; i < fit->count && polygon->associated; ++i )
    {
        double turn = ( fit->samples[i].slipAngle - first ) / period, off = turn - floor( turn + 0.5 );
        int corner = (int)floor( turn + 0.5 ) % polygon->facets;
        if ( fabs( off ) > ASIDE &&
            fabs( off ) < 0.5 - ASIDE ) // midway between two, the force may be at either
        {
            ++counts[corner < 0 ? corner + polygon->facets : corner][off > 0.0];
        }
    }
    for ( int i = 0; i < polygon->facets; ++i )
    {
        int least = counts[i][0] < counts[i][1] ? counts[i][0] : counts[i][1];
        seen += least > 0 && 2 * SEEN_SHARE * polygon->facets * least >= fit->count ? 1 : 0;
    }
    return 2 * seen >= polygon->facets;
}

/// Were directions seen at the corners of a polygon and between them? A corner is where friction changes on
/// its way past it: of directions that are all alike within their distance anything can be a corner.
static bool cornersAreSeen( const Fit* fit, const ssFingerprint* polygon )
{
    int counts[2 * CORNERS_MAX] = { 0 }, bins = 2 * polygon->facets, seen = 0;
    double first = ( polygon->facetDeg - 90.0 / polygon->facets ) * SS_PI / 180.0;
    for ( int i = 0; i < fit->count; ++i )
    {
        double turn = ( fit->samples[i].slipAngle - first ) / ( 2.0 * SS_PI );
        int bin = (int)( bins * ( turn - floor( turn ) ) );
        ++counts[bin < bins ? bin : bins - 1];
    }
    for ( int corner = 0; corner < bins; corner += 2 )
    {
        int least = counts[corner], before = counts[( corner + bins - 1 ) % bins], after = counts[corner + 1];
        least = before < least ? before : least;
        least = after < least ? after : least;
        seen += least > 0 && SEEN_SHARE * bins * least >= fit->count ? 1 : 0;
    }
    return 2 * seen >= polygon->facets;
}

double logMeanMiss( const logSample* samples, int count, const ssFingerprint* print )
{
    double sum = 0.0;
    for ( int i = 0; i < count; ++i ) { sum += missOf( print, samples + i ); }
    return sum / count;
}

/// The angle by which forces are turned from the slip reversed: what most of them have in common.
static double commonTurn( Fit* fit )
{
    ssVec2 sum = { 0.0, 0.0 };
    for ( int i = 0; i < fit->count; ++i )
    {
        sum = ssVec2_Add( sum, polar( 1.0, fit->samples[i].forceAngle - fit->samples[i].slipAngle ) );
    }
    double mean = ssAtan2( sum.y, sum.x );
    // Contacts that stick pull the mean away: the median corrects it.
    for ( int i = 0; i < fit->count; ++i )
    {
        const logSample* s = fit->samples + i;
        fit->scratch[i] = logWrap( s->forceAngle - s->slipAngle - mean, 2.0 * SS_PI );
    }
    return mean + logMedian( fit->scratch, fit->count );
}

/// The distance of most forces to a circle, turned back by this angle.
static double turnedMiss( Fit* fit, const ssFingerprint* circle, double turn )
{
    for ( int i = 0; i < fit->count; ++i )
    {
        logSample s = fit->samples[i];
        s.slipAngle += turn;
        fit->scratch[i] = missOf( circle, &s );
    }
    return logQuantile( fit->scratch, fit->count, MOST );
}

/// Whether an error is as small as another one of the same samples. Medians of noise differ by about 1/sqrt(
/// count ), and the best of many candidates by a few times that.
static bool isAsGood( const Fit* fit, double error, double other )
{
    return error <= ( 1.0 + 4.0 / sqrt( (double)fit->count ) ) * other + SIMPLER_SLACK;
}

/// Whether a circle explains as much as the set, of half the forces and of most. Sets whose forces oppose the
/// slip differ from a circle in the size of the force alone.
static bool isAsRound( Fit* fit, const ssFingerprint* circle, const ssFingerprint* set )
{
    static const double shares[] = { 0.5, MOST, 0.8 };
    bool is = true;
    for ( int i = 0; i < SS_COUNT( shares ); ++i )
    {
        double round = set->associated ? missQuantile( fit, circle, shares[i] )
                                       : excessQuantile( fit, circle, shares[i] ) / circle->mu;
        double other = set->associated ? missQuantile( fit, set, shares[i] )
                                       : excessQuantile( fit, set, shares[i] ) / circle->mu;
        is = is && isAsGood( fit, round, other );
    }
    return is;
}

/// Keeps the candidate if it is the best so far.
static void propose( Fit* fit, const ssFingerprint* candidate, ssFingerprint* best, double* bestMiss )
{
    if ( candidate->set == ss_logSetPolygon && !cornersAreSeen( fit, candidate ) &&
        !cornersHold( fit, candidate ) )
    {
        return;
    }
    double miss = candidate->mu > 0.0 ? missQuantile( fit, candidate, MOST ) : SS_NAN;
    bool ties = fabs( miss - *bestMiss ) <= TIE;
    if ( ties ? logMeanMiss( fit->samples, fit->count, candidate ) <
                logMeanMiss( fit->samples, fit->count, best )
              : miss < *bestMiss )
    {
        *best = *candidate;
        *bestMiss = miss;
    }
}

static void chooseSet( Fit* fit, ssFingerprint* best )
{
    double mu = medianRatio( fit );
    ssFingerprint circle = { .set = ss_logSetCircle, .mu = mu, .muMinor = mu }, candidate;
    double circleMiss = missQuantile( fit, &circle, MOST ), bestMiss = circleMiss;
    *best = circle;
    int axes = countDirections( fit, SS_PI );
    if ( ( axes == 0 || axes >= AXES_ELLIPSE ) && ellipseIsSeen( fit ) && fitEllipse( fit, mu, &candidate ) )
    {
        propose( fit, &candidate, best, &bestMiss );
        candidate.associated = true;
        propose( fit, &candidate, best, &bestMiss );
    }
    for ( int i = 0; i < SS_COUNT( s_corners ); ++i )
    {
        fitAssociated( fit, s_corners[i], &candidate );
        propose( fit, &candidate, best, &bestMiss );
        fitRadial( fit, s_corners[i], mu, &candidate );
        propose( fit, &candidate, best, &bestMiss );
    }
    // Forces that all are turned by a few degrees lie near the corners of many a polygon.
    double turn = commonTurn( fit ), turned = turnedMiss( fit, &circle, turn );
    bool isTurned = !isAsGood( fit, circleMiss, turned ) && isAsGood( fit, turned, bestMiss );
    if ( isTurned || isAsRound( fit, &circle, best ) )
    {
        *best = circle;
        best->turnDeg = isTurned ? turn * 180.0 / SS_PI : 0.0;
        bestMiss = circleMiss;
    }
    else if ( best->set == ss_logSetPolygon && !best->associated ) { refineRadial( fit, best ); }
    best->set = bestMiss <= GOOD_FIT ? best->set : ss_logSetUnknown;
}

void logFitSet( const logSample* samples, int count, ssFingerprint* print )
{
    Fit fit = { .samples = samples, .count = count, .scratch = logNumbers( count ) };
    ssFingerprint best = { .mu = SS_NAN, .muMinor = SS_NAN };
    print->miss = SS_NAN;
    if ( fit.scratch != NULL && count > 0 )
    {
        print->directions = countDirections( &fit, 2.0 * SS_PI );
        if ( directionsSuffice( &fit ) || ( count >= FIT_MIN && countDirections( &fit, SS_PI ) >= AXES_MIN ) )
        {
            chooseSet( &fit, &best );
        }
        double excess = 0.0;
        if ( best.set == ss_logSetUnknown )
        {
            // What the forces have in common is their bound, if they agree on one.
            best = ( ssFingerprint ){ .mu = medianRatio( &fit ), .muMinor = SS_NAN, .turnDeg = best.turnDeg };
            print->miss = missQuantile( &fit, &best, MOST );
            excess = excessQuantile( &fit, &best, MOST );
            best.mu = excess <= GOOD_FIT * best.mu && !( print->miss > GOOD_FIT ) ? best.mu : SS_NAN;
        }
        else { print->miss = missQuantile( &fit, &best, 0.5 ); }
        excess = excessQuantile( &fit, &best, MOST );
        // Two thirds of normal noise are within 0.9674 standard deviations.
        print->muErr = isfinite( best.mu ) ? 2.0 / 0.9674 * excess / sqrt( (double)count ) : SS_NAN;
    }
    ssRelease( fit.scratch );
    print->set = best.set;
    print->mu = best.mu;
    print->muMinor = best.muMinor;
    print->associated = best.associated;
    print->turnDeg = best.turnDeg;
    print->axisDeg = best.set == ss_logSetEllipse ? best.axisDeg : SS_NAN;
    print->facets = best.set == ss_logSetPolygon ? best.facets : 0;
    print->facetDeg = best.set == ss_logSetPolygon ? best.facetDeg : SS_NAN;
}
