// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_rolling_cylinder.h"
#include "sim/rows.h"
#include "slipstick/vecmath.h"

// The charts: force law, potential, histogram, branches of steady velocities, statistics of noise. Slow
// curves are kept until their parameters change.

#define TAIL 2e-4     // probability left out at either end of a drawn density
#define BISECTIONS 40 // halvings of an interval of velocities: to 1e-12 of its width

const ssChart cylinderChartRows[cylinderChartCount] = {
    [cylinderChartForce] = { CHART( "force", "total force" ), AXES( "v", "m/s", "F", "N/m" ), .shown = true,
        .doc =
            "The speed is steady where F = 0: stable where F falls through zero, unstable where it rises." },
    [cylinderChartDensity] = { CHART( "density", "velocities" ), AXES( "v", "m/s", "p", "s/m" ),
        .shown = true,
        .doc =
            "Histogram of the velocity. It converges to a density proportional to exp(2 M_eff ∫F dv/σ²)." },
    [cylinderChartPotential] = { CHART( "potential", "potential of v" ), AXES( "v", "m/s", "U", "W/m" ),
        .shown = true,
        .doc = "U = -∫F dv. The velocity moves in it like a ball; noise raises it to about σ²/(2 M_eff)." },
    [cylinderChartBifurcation] = { CHART( "bifurcation", "steady velocities" ), AXES( "α", "°", "v", "m/s" ),
        .shown = true,
        .doc = "Two stable branches over the slope, with an unstable one (dotted) between them. A slowly "
               "tilting plane follows a branch to its fold, then the velocity jumps: hysteresis." },
    [cylinderChartNoise] = { CHART( "noise", "mean velocity" ), AXES( "σ²", "kg²/s³", "v", "m/s" ),
        .logX = true,
        .doc = "Noise makes a slow cylinder faster and a fast one slower, since the wells of the potential "
               "are not symmetric." },
    [cylinderChartTerms] = { CHART( "terms", "parts of the resistance" ), AXES( "v", "m/s", "F_R", "N/m" ),
        .doc = "Why F_R rises and falls: its parts are the work on springs that is not returned, on dampers "
               "and on the mass of the surface." },
    [cylinderChartContact] = { CHART( "contact", "contact" ), AXES( "v", "m/s", "relative to rest", "" ),
        .doc = "Depth and width of the contact relative to those at rest: the faster the cylinder, the "
               "smaller the contact." },
    [cylinderChartJumps] = { CHART( "jumps", "jumps" ), AXES( "t", "s", "v", "m/s" ),
        .doc = "The velocity over the whole run, with the times at which the other stable velocity was "
               "reached." },
    [cylinderChartDwell] = { CHART( "dwell", "time between jumps" ), AXES( "T", "s", "jumps", "" ),
        .logX = true,
        .doc = "Time on a branch before each jump, compared with the exponential distribution with the exact "
               "mean." },
    [cylinderChartSlip] = { CHART( "slip", "friction needed to avoid sliding" ), AXES( "v", "m/s", "μ", "" ),
        .doc = "|F_R + (I/R²) dv/dt| over the load: with less friction the cylinder would slide." },
};

enum
{
    points = 160,       // of a curve over the velocity
    branchPoints = 240, // of the branches of steady velocities
    meanPoints = 19     // of the mean velocity over the noise intensity
};

typedef struct Branches
{
    ssCylinder of;
    bool known;
    int foldCount;
    ssCylinderFold folds[8];
    double v[branchPoints], alpha[2][branchPoints]; // [deg], of the present model and of the other one
} Branches;

typedef struct Chance
{
    ssCylinder of;
    bool known;
    bool exists;
    double mean, std, low, high;   // [m/s]; p is drawn between low and high
    double up, down;               // exact passage times [s]; NAN without two wells
    double kramersUp, kramersDown; // [s]
    double v[points], p[points];
} Chance;

typedef struct Means
{
    ssCylinder of;
    bool known;
    double noise[meanPoints], mean[meanPoints];
} Means;

struct CylinderCharts
{
    Branches branches;
    Chance chance;
    Means means;
    ssCylinder equilibriaOf;
    bool equilibriaKnown;
    int equilibriumCount;
    ssCylinderEquilibrium equilibria[16];
};

typedef struct CylinderCharts Charts;

void cylinderFreeCharts( struct CylinderCharts* charts ) { ssRelease( charts ); }

/// The stored curves, empty at first; NULL without memory. They are not part of the state.
static Charts* chartsOf( const RollingCylinder* s )
{
    CylinderDerived* derived = s->derived;
    derived->charts = derived->charts != NULL ? derived->charts : ssAlloc( sizeof *derived->charts );
    return derived->charts;
}

static bool sameLaw( const ssCylinder* a, const ssCylinder* b )
{
    return a->stiffness == b->stiffness && a->damping == b->damping && a->surface == b->surface &&
        a->mass == b->mass && a->radius == b->radius && a->inertia == b->inertia &&
        a->gravity == b->gravity && a->dragA == b->dragA && a->dragB == b->dragB && a->model == b->model &&
        a->impactFactor == b->impactFactor && a->cosLoad == b->cosLoad;
}

/// The largest speed of a chart [m/s].
static double largestSpeed( const RollingCylinder* s )
{
    return ssMin(
        ssMax( fabs( s->histogramLow ), fabs( s->histogramHigh ) ), ssCylinder_SpeedLimit( &s->cylinder ) );
}

static const Branches* branchesOf( const RollingCylinder* s, Charts* charts )
{
    Branches* b = &charts->branches;
    if ( b->known && sameLaw( &b->of, &s->cylinder ) ) { return b; }
    b->of = s->cylinder;
    b->known = true;
    b->foldCount = ssCylinder_Folds( &s->cylinder, b->folds, SS_COUNT( b->folds ) );
    double largest = largestSpeed( s );
    largest = b->foldCount >= 2 ? ssMax( largest, 2.0 * b->folds[1].v ) : largest;
    for ( int k = 0; k < 2; ++k )
    {
        ssCylinder c = s->cylinder;
        c.model = k == 0 ? c.model : c.model == ss_cylinderFull ? ss_cylinderApprox : ss_cylinderFull;
        for ( int i = 0; i < branchPoints; ++i )
        {
            b->v[i] = largest * i / ( branchPoints - 1 );
            b->alpha[k][i] = ssCylinder_EquilibriumAngle( &c, b->v[i] ) * 180.0 / SS_PI;
        }
    }
    return b;
}

static int equilibriaOf( const RollingCylinder* s, Charts* charts, const ssCylinderEquilibrium** list )
{
    if ( !charts->equilibriaKnown || !sameLaw( &charts->equilibriaOf, &s->cylinder ) ||
        charts->equilibriaOf.alpha != s->cylinder.alpha )
    {
        charts->equilibriaOf = s->cylinder;
        charts->equilibriaKnown = true;
        charts->equilibriumCount =
            ssCylinder_Equilibria( &s->cylinder, charts->equilibria, SS_COUNT( charts->equilibria ) );
    }
    *list = charts->equilibria;
    return charts->equilibriumCount;
}

/// The range of velocities that contains all but TAIL of the distribution on either side, with a margin.
static void findRange( const ssCylinderDensity* density, double* low, double* high )
{
    for ( int side = 0; side < 2; ++side )
    {
        double a = density->low, b = density->high, share = side == 0 ? TAIL : 1.0 - TAIL;
        for ( int i = 0; i < BISECTIONS; ++i )
        {
            double middle = 0.5 * ( a + b );
            bool below = ssCylinderDensity_Below( density, middle ) < share;
            a = below ? middle : a;
            b = below ? b : middle;
        }
        *( side == 0 ? low : high ) = 0.5 * ( a + b );
    }
    double margin = 0.08 * ( *high - *low );
    *low -= margin;
    *high += margin;
}

static const Chance* chanceOf( const RollingCylinder* s, Charts* charts )
{
    Chance* chance = &charts->chance;
    const ssCylinder* c = &s->cylinder;
    if ( chance->known && sameLaw( &chance->of, c ) && chance->of.alpha == c->alpha &&
        chance->of.noise == c->noise )
    {
        return chance;
    }
    *chance = ( Chance ){
        .of = *c, .known = true, .up = SS_NAN, .down = SS_NAN, .kramersUp = SS_NAN, .kramersDown = SS_NAN
    };
    ssCylinderDensity density;
    chance->exists = ssMakeCylinderDensity( c, &density ).code == ss_ok;
    if ( !chance->exists ) { return chance; }
    chance->mean = density.mean;
    chance->std = density.std;
    findRange( &density, &chance->low, &chance->high );
    for ( int i = 0; i < points; ++i )
    {
        chance->v[i] = chance->low + ( chance->high - chance->low ) * i / ( points - 1 );
        chance->p[i] = ssCylinderDensity_At( &density, chance->v[i] );
    }
    ssCylinderDensity_Destroy( &density );
    const ssCylinderEquilibrium* e;
    int count = equilibriaOf( s, charts, &e );
    if ( count >= 3 )
    {
        bool mirrored = c->alpha < 0.0;
        double slow = e[mirrored ? count - 1 : 0].v, fast = e[mirrored ? 0 : count - 1].v;
        chance->up = ssCylinder_Passage( c, slow, fast );
        chance->down = ssCylinder_Passage( c, fast, slow );
        chance->kramersUp = ssCylinder_KramersTime( c, !mirrored );
        chance->kramersDown = ssCylinder_KramersTime( c, mirrored );
    }
    return chance;
}

static const Means* meansOf( const RollingCylinder* s, Charts* charts )
{
    Means* means = &charts->means;
    if ( means->known && sameLaw( &means->of, &s->cylinder ) && means->of.alpha == s->cylinder.alpha )
    {
        return means;
    }
    means->of = s->cylinder;
    means->known = true;
    for ( int i = 0; i < meanPoints; ++i )
    {
        ssCylinder c = s->cylinder;
        c.noise = means->noise[i] = ssPow( 10.0, 3.0 * i / ( meanPoints - 1 ) );
        ssCylinderDensity density;
        bool exists = ssMakeCylinderDensity( &c, &density ).code == ss_ok;
        means->mean[i] = exists ? density.mean : SS_NAN;
        ssCylinderDensity_Destroy( &density );
    }
    return means;
}

static void curve( const ssChartSink* sink, ssChartRole role, const char* label, int count, const double* x,
    const double* y )
{
    sink->curve( sink->context, role, label, count, x, y );
}

static void dot( const ssChartSink* sink, ssChartRole role, const char* label, double x, double y )
{
    if ( isfinite( x + y ) ) { sink->points( sink->context, role, label, 1, &x, &y ); }
}

static void range( const ssChartSink* sink, double x0, double x1, double y0, double y1 )
{
    if ( isfinite( x0 + x1 + y0 + y1 ) && x1 > x0 && y1 > y0 )
    {
        sink->range( sink->context, x0, x1, y0, y1 );
    }
}

static void level(
    const ssChartSink* sink, ssChartRole role, const char* label, double x0, double x1, double y )
{
    const double x[2] = { x0, x1 }, both[2] = { y, y };
    if ( isfinite( y ) ) { curve( sink, role, label, 2, x, both ); }
}

/// Downhill velocities from rest to `factor` times that of the fast fold or of the cylinder.
static void spreadSpeeds( const RollingCylinder* s, const Branches* b, double factor, double* v )
{
    double fast = b->foldCount >= 2 ? b->folds[1].v : 0.5 * largestSpeed( s );
    const double sign = cylinderDownhill( s );
    double end = ssMin( factor * ssMax( fast, fabs( s->v ) ), ssCylinder_SpeedLimit( &s->cylinder ) );
    for ( int i = 0; i < points; ++i ) { v[i] = sign * end * i / ( points - 1 ); }
}

/// Velocities about the wells of the potential, at the slowest and the fastest steady speed, and about the
/// present one. Without a fast well the speed runs away beyond `high`.
static void spreadWells( const RollingCylinder* s, double a, double b, bool two, double* v )
{
    double low = ssMin( a, b ), high = ssMax( a, b ), margin = 0.75 * ( high - low ), now = fabs( s->v );
    double from = two ? ssMax( ssMin( low - margin, 0.9 * now ), 0.0 ) : 0.0,
           to = ssMin( ssMax( high + margin, 1.1 * now ), ssCylinder_SpeedLimit( &s->cylinder ) );
    for ( int i = 0; i < points; ++i )
    {
        v[i] = cylinderDownhill( s ) * ( from + ( to - from ) * i / ( points - 1 ) );
    }
}

static double lowest( const double* x, int count )
{
    double value = x[0];
    for ( int i = 1; i < count; ++i ) { value = ssMin( value, x[i] ); }
    return value;
}

static void xRangeOf( const double* v, double* x0, double* x1 )
{
    *x0 = ssMin( v[0], v[points - 1] );
    *x1 = ssMax( v[0], v[points - 1] );
}

static void drawForce( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    const ssCylinder* c = &s->cylinder;
    const Branches* b = branchesOf( s, charts );
    ssCylinder other = *c;
    other.model = c->model == ss_cylinderFull ? ss_cylinderApprox : ss_cylinderFull;
    double v[points], force[points], compared[points], x0, x1;
    spreadSpeeds( s, b, 1.7, v );
    double limit = ssCylinder_SpeedLimit( &other );
    for ( int i = 0; i < points; ++i )
    {
        force[i] = ssCylinder_Force( c, v[i] );
        compared[i] = fabs( v[i] ) <= limit ? ssCylinder_Force( &other, v[i] ) : SS_NAN;
    }
    // The range shows the extrema between the zeros and the present force.
    double high = 0.25 * fabs( ssCylinder_Drive( c ) );
    if ( b->foldCount >= 2 )
    {
        double sign = cylinderDownhill( s );
        double first = fabs( ssCylinder_Force( c, sign * b->folds[0].v ) );
        double second = fabs( ssCylinder_Force( c, sign * b->folds[1].v ) );
        high = 3.0 * ssMax( first, second );
    }
    double now = ssCylinder_Force( c, s->v );
    high = ssMax( high, 1.2 * fabs( now ) );
    xRangeOf( v, &x0, &x1 );
    range( sink, x0, x1, -high, high );
    level( sink, ss_chartExact, "", x0, x1, 0.0 );
    curve( sink, ss_chartExact, c->model == ss_cylinderFull ? "Eq. 12" : "full model", points, v, compared );
    curve(
        sink, ss_chartFirst, c->model == ss_cylinderFull ? "F, full model" : "F, Eq. 12", points, v, force );
    const ssCylinderEquilibrium* e;
    int count = equilibriaOf( s, charts, &e );
    for ( int i = 0; i < count; ++i )
    {
        dot( sink, e[i].stable ? ss_chartFirst : ss_chartUnstable, e[i].stable ? "stable" : "unstable",
            e[i].v, 0.0 );
    }
    dot( sink, ss_chartNow, "now", s->v, now );
}

static void drawDensity( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double edges[cylinderHistogramBins + 1], heights[cylinderHistogramBins], total = (double)s->samples;
    double width = ( s->histogramHigh - s->histogramLow ) / cylinderHistogramBins, top = 0.0;
    for ( int i = 0; i <= cylinderHistogramBins; ++i ) { edges[i] = s->histogramLow + i * width; }
    for ( int i = 0; i < cylinderHistogramBins; ++i )
    {
        heights[i] = total > 0.0 ? s->histogram[i] / ( total * width ) : 0.0;
        top = ssMax( top, heights[i] );
    }
    const Chance* chance = s->tiltRate == 0.0 && s->cylinder.noise > 0.0 ? chanceOf( s, charts ) : NULL;
    bool exact = chance != NULL && chance->exists;
    for ( int i = 0; i < points && exact; ++i ) { top = ssMax( top, chance->p[i] ); }
    if ( exact ) { range( sink, chance->low, chance->high, 0.0, 1.15 * top ); }
    sink->bars( sink->context, ss_chartSecond, "this run", cylinderHistogramBins, edges, heights );
    if ( exact )
    {
        curve( sink, ss_chartExact, "exact", points, chance->v, chance->p );
        dot( sink, ss_chartNow, "now", s->v, 0.0 );
    }
}

static void drawPotential( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    const ssCylinder* c = &s->cylinder;
    const Branches* b = branchesOf( s, charts );
    double v[points], u[points], ball = 0.0, x0, x1;
    const ssCylinderEquilibrium* e;
    int count = equilibriaOf( s, charts, &e );
    spreadSpeeds( s, b, 1.6, v );
    if ( count >= 2 ) { spreadWells( s, fabs( e[0].v ), fabs( e[count - 1].v ), count >= 3, v ); }
    u[0] = 0.0;
    for ( int i = 1; i < points; ++i )
    {
        // Simpson's rule is accurate enough for a picture.
        double a = v[i - 1], width = v[i] - a;
        u[i] = u[i - 1] -
            width / 6.0 *
                ( ssCylinder_Force( c, a ) + 4.0 * ssCylinder_Force( c, a + 0.5 * width ) +
                    ssCylinder_Force( c, v[i] ) );
        double from = ( s->v - a ) / width;
        ball = from >= 0.0 && from <= 1.0 ? u[i - 1] + from * ( u[i] - u[i - 1] ) : ball;
    }
    double bottom = lowest( u, points ), barrier = bottom,
           noiseEnergy = 0.5 * c->noise / ssCylinder_EffectiveMass( c );
    for ( int i = 0; i < count; ++i )
    {
        double at = ( e[i].v - v[0] ) / ( v[points - 1] - v[0] ) * ( points - 1 );
        int k = at > 0.0 && at < points - 1 ? (int)at : 0;
        barrier = ssMax( barrier, u[k] + ( at - k ) * ( u[k + 1] - u[k] ) );
    }
    // Two wells fill the picture. The range of one includes the fold of the fast branch, so that it shows its
    // shoulder.
    double height = ssMax( 3.0 * ( barrier - bottom ), 1.6 * noiseEnergy );
    double shoulder = b->foldCount >= 2 ? b->folds[1].v / fabs( v[points - 1] ) * ( points - 1 ) : 0.0;
    height = count >= 2 ? height
                        : ssMax( ssMax( ssMax( height, 8.0 * noiseEnergy ), 0.05 * ( u[0] - bottom ) ),
                              1.5 * ( u[shoulder < points ? (int)shoulder : 0] - bottom ) );
    height = ssMax( height, 1.2 * ( ball - bottom ) );
    for ( int i = 0; i < points; ++i ) { u[i] -= bottom; }
    xRangeOf( v, &x0, &x1 );
    range( sink, x0, x1, -0.12 * height, height );
    if ( noiseEnergy > 0.0 ) { level( sink, ss_chartExact, "σ²/(2 M_eff)", x0, x1, noiseEnergy ); }
    curve( sink, ss_chartFirst, "U", points, v, u );
    dot( sink, ss_chartNow, "now", s->v, ball - bottom );
}

/// The stable and the unstable pieces of the branch; NAN breaks the curves between them.
static void drawBranch( const ssChartSink* sink, const Branches* b, int model, double sign )
{
    double alpha[2][branchPoints], v[branchPoints];
    bool wasStable = true;
    for ( int i = 0; i < branchPoints; ++i )
    {
        bool stable = i + 1 < branchPoints ? !( b->alpha[model][i + 1] < b->alpha[model][i] ) : wasStable;
        v[i] = sign * b->v[i];
        double at = sign * b->alpha[model][i];
        // A fold belongs to both pieces.
        alpha[0][i] = stable || wasStable ? at : SS_NAN;
        alpha[1][i] = !stable || !wasStable ? at : SS_NAN;
        wasStable = stable;
    }
    curve( sink, ss_chartFirst, "stable", branchPoints, alpha[0], v );
    curve( sink, ss_chartUnstable, "unstable", branchPoints, alpha[1], v );
}

static void drawBifurcation( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    const Branches* b = branchesOf( s, charts );
    double sign = cylinderDownhill( s ), now = s->cylinder.alpha * 180.0 / SS_PI;
    if ( b->foldCount >= 2 )
    {
        double low = b->folds[1].alpha * 180.0 / SS_PI, high = b->folds[0].alpha * 180.0 / SS_PI,
               w = high - low;
        double x0 = ssMin( low - 1.2 * w, fabs( now ) - 0.2 * w ),
               x1 = ssMax( high + 1.2 * w, fabs( now ) + 0.2 * w );
        double top = ssMax( 1.8 * b->folds[1].v, 1.1 * fabs( s->v ) );
        for ( int i = 0; i < s->pathCount && s->tiltRate != 0.0; ++i )
        {
            top = ssMax( top, 1.05 * fabs( s->path[i].v ) );
        }
        range( sink, sign > 0.0 ? x0 : -x1, sign > 0.0 ? x1 : -x0, sign > 0.0 ? 0.0 : -top,
            sign > 0.0 ? top : 0.0 );
        sink->band(
            sink->context, ss_chartSecond, "bistable", sign > 0.0 ? low : -high, sign > 0.0 ? high : -low );
    }
    double v[branchPoints], other[branchPoints];
    for ( int i = 0; i < branchPoints; ++i )
    {
        v[i] = sign * b->v[i];
        other[i] = sign * b->alpha[1][i];
    }
    if ( s->tiltRate == 0.0 || b->of.model == ss_cylinderFull )
    {
        // The full model folds at other slopes, out of sight of a run that is about the folds of Eq. 12.
        curve( sink, ss_chartExact, b->of.model == ss_cylinderFull ? "Eq. 12" : "full model", branchPoints,
            other, v );
    }
    drawBranch( sink, b, 0, sign );
    if ( s->tiltRate != 0.0 )
    {
        double pathAlpha[cylinderPathPoints], pathV[cylinderPathPoints];
        for ( int i = 0; i < s->pathCount; ++i )
        {
            pathAlpha[i] = s->path[i].alpha * 180.0 / SS_PI;
            pathV[i] = s->path[i].v;
        }
        curve( sink, ss_chartThird, "this run", s->pathCount, pathAlpha, pathV );
    }
    dot( sink, ss_chartNow, "now", now, s->v );
}

static void drawNoise( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    if ( s->tiltRate != 0.0 ) { return; }
    const Means* means = meansOf( s, charts );
    curve( sink, ss_chartExact, "exact", meanPoints, means->noise, means->mean );
    for ( int i = 0; i < cylinderNoiseLevels && s->backgroundRuns > 0; ++i )
    {
        double mean = 0.0, squares = 0.0, n = s->backgroundRuns, steps = s->runSteps[i];
        for ( int j = 0; j < s->backgroundRuns && steps > 0.0; ++j )
        {
            double one = s->runSums[i][j] / steps;
            mean += one / n;
            squares += one * one / n;
        }
        double error = n > 1.0 ? sqrt( ssMax( squares - mean * mean, 0.0 ) / ( n - 1.0 ) ) : 0.0;
        const double x[2] = { cylinderNoiseLevel[i], cylinderNoiseLevel[i] },
                     y[2] = { mean - error, mean + error };
        if ( steps > 0.0 )
        {
            curve( sink, ss_chartSecond, "", 2, x, y );
            dot( sink, ss_chartSecond, "background runs", x[0], mean );
        }
    }
    if ( s->samples > 0 && s->cylinder.noise > 0.0 )
    {
        dot( sink, ss_chartNow, "this run", s->cylinder.noise, s->origin + s->sum / (double)s->samples );
    }
}

static void area( const ssChartSink* sink, ssChartRole role, const char* label, const double* v,
    const double* low, const double* high )
{
    sink->area( sink->context, role, label, points, v, low, high );
}

static void drawTerms( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double v[points], zero[points], elastic[points], viscous[points], whole[points], drag[points];
    spreadSpeeds( s, branchesOf( s, charts ), 2.2, v );
    for ( int i = 0; i < points; ++i )
    {
        ssCylinderContact contact;
        ssCylinder_Contact( &s->cylinder, fabs( v[i] ), &contact );
        zero[i] = 0.0;
        elastic[i] = contact.elastic;
        viscous[i] = elastic[i] + contact.viscous;
        whole[i] = viscous[i] + contact.inertial;
        drag[i] = ssCylinder_Drag( &s->cylinder, fabs( v[i] ) );
    }
    // The drag of the air grows without bound and would squeeze the resistance.
    double highest = 0.0;
    for ( int i = 0; i < points; ++i ) { highest = ssMax( highest, whole[i] ); }
    range( sink, ssMin( v[0], v[points - 1] ), ssMax( v[0], v[points - 1] ), 0.0, 1.5 * highest );
    area( sink, ss_chartFourth, "springs", v, zero, elastic );
    area( sink, ss_chartSecond, "dampers", v, elastic, viscous );
    area( sink, ss_chartThird, "mass of the surface", v, viscous, whole );
    curve( sink, ss_chartFirst, "F_R", points, v, whole );
    curve( sink, ss_chartExact, "air drag F_D", points, v, drag );
    dot( sink, ss_chartNow, "now", s->v, fabs( ssCylinder_Resistance( &s->cylinder, s->v ) ) );
}

static void drawContact( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double v[points], depth[points], width[points];
    spreadSpeeds( s, branchesOf( s, charts ), 2.2, v );
    ssCylinder full = s->cylinder;
    full.model = ss_cylinderFull; // Eq. 11 does not hold at rest
    ssCylinderContact rest, now;
    ssCylinder_Contact( &full, 0.0, &rest );
    double restWidth = rest.front - rest.back;
    for ( int i = 0; i < points; ++i )
    {
        ssCylinder_Contact( &s->cylinder, v[i], &now );
        depth[i] = now.depth / rest.depth;
        width[i] = ( now.front - now.back ) / restWidth;
    }
    char depthLabel[64], widthLabel[64];
    sayNumbers( depthLabel, sizeof depthLabel, ssTranslate( "depth / %s mm" ), 1e3 * rest.depth );
    sayNumbers( widthLabel, sizeof widthLabel, ssTranslate( "width / %s mm" ), 1e3 * restWidth );
    curve( sink, ss_chartFirst, depthLabel, points, v, depth );
    curve( sink, ss_chartSecond, widthLabel, points, v, width );
    ssCylinder_Contact( &s->cylinder, s->v, &now );
    dot( sink, ss_chartNow, "now", s->v, now.depth / rest.depth );
    dot( sink, ss_chartNow, "now", s->v, ( now.front - now.back ) / restWidth );
}

static void drawJumps( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double time[cylinderPathPoints], v[cylinderPathPoints];
    for ( int i = 0; i < s->pathCount; ++i )
    {
        time[i] = s->path[i].time;
        v[i] = s->path[i].v;
    }
    curve( sink, ss_chartFirst, "v", s->pathCount, time, v );
    const ssCylinderEquilibrium* e;
    int count = s->tiltRate == 0.0 ? equilibriaOf( s, charts, &e ) : 0;
    for ( int i = 0; i < count; ++i )
    {
        ssChartRole role = e[i].stable ? ss_chartExact : ss_chartUnstable;
        level( sink, role, e[i].stable ? "stable" : "unstable", 0.0, time[s->pathCount - 1], e[i].v );
    }
    int kept = s->jumpCount < cylinderJumpMarks ? s->jumpCount : cylinderJumpMarks;
    for ( int i = 0; i < kept; ++i )
    {
        const CylinderJump* jump = s->jumps + i;
        dot( sink, jump->up ? ss_chartSecond : ss_chartThird, jump->up ? "jump up" : "jump down", jump->time,
            jump->v );
    }
}

static void drawDwell( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double edges[cylinderDwellBins + 1], heights[2][cylinderDwellBins], middle[cylinderDwellBins];
    for ( int i = 0; i <= cylinderDwellBins; ++i ) { edges[i] = ssPow( 10.0, 0.25 * i ); }
    const Chance* chance = s->tiltRate == 0.0 && s->cylinder.noise > 0.0 ? chanceOf( s, charts ) : NULL;
    for ( int k = 0; k < 2; ++k )
    {
        double mean = chance != NULL ? ( k == 0 ? chance->up : chance->down ) : SS_NAN;
        for ( int i = 0; i < cylinderDwellBins; ++i )
        {
            middle[i] = sqrt( edges[i] * edges[i + 1] );
            heights[k][i] = s->passages[k] * ( ssExp( -edges[i] / mean ) - ssExp( -edges[i + 1] / mean ) );
        }
        sink->bars( sink->context, k == 0 ? ss_chartFirst : ss_chartSecond,
            k == 0 ? "slow branch" : "fast branch", cylinderDwellBins, edges, s->dwell[k] );
        if ( isfinite( mean ) )
        {
            curve( sink, ss_chartExact, "exponential", cylinderDwellBins, middle, heights[k] );
        }
    }
}

static void drawSlip( const RollingCylinder* s, Charts* charts, const ssChartSink* sink )
{
    double v[points], mu[points];
    ssCylinderContact contact;
    spreadSpeeds( s, branchesOf( s, charts ), 2.2, v );
    for ( int i = 0; i < points; ++i )
    {
        ssCylinder_Contact( &s->cylinder, v[i], &contact );
        mu[i] = ssCylinder_FrictionNeeded( &s->cylinder, &contact );
    }
    curve( sink, ss_chartFirst, "needed", points, v, mu );
    ssCylinder_Contact( &s->cylinder, s->v, &contact );
    dot( sink, ss_chartNow, "now", s->v, ssCylinder_FrictionNeeded( &s->cylinder, &contact ) );
}

void cylinderDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)sim;
    static void ( *const draw[cylinderChartCount] )( const RollingCylinder*, Charts*, const ssChartSink* ) = {
        [cylinderChartForce] = drawForce,
        [cylinderChartDensity] = drawDensity,
        [cylinderChartPotential] = drawPotential,
        [cylinderChartBifurcation] = drawBifurcation,
        [cylinderChartNoise] = drawNoise,
        [cylinderChartTerms] = drawTerms,
        [cylinderChartContact] = drawContact,
        [cylinderChartJumps] = drawJumps,
        [cylinderChartDwell] = drawDwell,
        [cylinderChartSlip] = drawSlip,
    };
    const RollingCylinder* s = state;
    Charts* charts = chartsOf( s );
    if ( charts != NULL ) { draw[chart]( s, charts, sink ); }
}
