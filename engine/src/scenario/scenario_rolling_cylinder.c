// SPDX-License-Identifier: MIT
#include "scenario/scenario_rolling_cylinder.h"
#include "sim/rows.h"
#include "slipstick/vecmath.h"

#include <string.h>

// A cylinder on a soft incline (Pöschel et al.): two stable speeds at a slope, noise jumps between them.

#define BRANCH_TOLERANCE 1e-3 // relative distance from a stable speed that counts as reached
#define MIN_TILT 1e-3         // smallest slope of a tilting plane [deg]
#define MAX_TILT 1.5          // largest slope of a tilting plane [rad]
#define MAX_JUMPS 1000000000  // jumps are counted up to here
#define BISECTIONS 40         // halvings of an interval of velocities: to 1e-12 of its width

const double cylinderNoiseLevel[cylinderNoiseLevels] = { 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0,
    1000.0 };

static const ssSignal s_signals[] = {
    { "x", "x", "m", "distance rolled" },
    { "v", "v", "m/s", "velocity of the cylinder" },
    { "f_r", "F_R", "N/m", "rolling resistance; undefined beyond the speed limit of the model" },
    { "f_drag", "F_D", "N/m", "air drag" },
    { "force", "F", "N/m",
        "total force M g sin α - F_D - F_R; undefined beyond the speed limit of the model" },
    { "depth", "h", "m", "penetration depth; undefined beyond the speed limit of the model" },
    { "alpha_deg", "α", "°", "present slope" },
    { "mu_needed", "μ needed", "",
        "friction coefficient below which the cylinder would slide; undefined beyond the speed limit of the "
        "model" },
    { "branch", "branch", "",
        "-1 slow, 1 fast, 0 before either stable velocity has been reached; undefined where one alone is "
        "stable" },
    { "jumps", "jumps", "", "jumps between the two stable velocities so far" },
};

static const ssPlot s_plots[] = {
    { PLOT( "v", "velocity", "m/s" ), .signals = { "v" }, .shown = true },
    { PLOT( "force", "forces", "N/m" ), .signals = { "force", "f_drag", "f_r" } },
    { PLOT( "depth", "penetration depth", "m" ), .signals = { "depth" } },
    { PLOT( "alpha_deg", "slope", "°" ), .signals = { "alpha_deg" } },
    { PLOT( "branch", "branch", "" ), .signals = { "branch" } },
    { PLOT( "jumps", "jumps so far", "" ), .signals = { "jumps" } },
    { PLOT( "mu_needed", "friction needed to avoid sliding", "" ), .signals = { "mu_needed" } },
    { PLOT( "x", "distance", "m" ), .signals = { "x" } },
};

#define SET1 \
    { "k", 1e7 }, { "gamma", 5e5 }, { "m", 100.0 }, { "drag_b", 0.2 }
#define SET2                                                                                            \
    { "k", 1e6 }, { "gamma", 8e4 }, { "m", 100.0 }, { "drag_b", 0.65 }, { "model", ss_cylinderApprox }, \
        { "cos_load", 0.0 }, { "noise", 50.0 },                                                         \
    {                                                                                                   \
        "background", 4.0                                                                               \
    }

// A table is read by rows:
// clang-format off
static const ssPresetValue s_fig2[] = { SET1, { "alpha_deg", 2.3 }, { "v0", 0.1 } };
static const ssPresetValue s_fig3[] = { SET1, { "alpha_deg", 2.0 }, { "v0", 2.8 } };
static const ssPresetValue s_fig4[] = { SET1, { "alpha_deg", 1.9 }, { "v0", 0.6 }, 
    { "tilt_rate_deg", 1e-4 } };
static const ssPresetValue s_fig5Slow[] = { SET2, { "alpha_deg", 4.87 }, { "v0", 1.5717 } };
static const ssPresetValue s_fig5Bistable[] = { SET2, { "alpha_deg", 4.90 }, { "v0", 1.744 } };
static const ssPresetValue s_fig5Fast[] = { SET2, { "alpha_deg", 4.93 }, { "v0", 3.9232 } };
static const ssPresetValue s_softRubber[] = { SET1, { "alpha_deg", 2.04 }, { "v0", 1.0 }, { "noise", 300.0 },
    { "background", 4.0 } };
static const ssPresetValue s_hysteresis[] = { SET2, { "noise", 0.0 }, { "background", 0.0 }, 
    { "alpha_deg", 4.88 },
    { "v0", 1.6 }, { "tilt_rate_deg", 2e-5 } };
static const ssPresetValue s_tiny[] = { { "noise", 10.0 }, { "drag_b", 0.2 } };
// clang-format on

static const ssPreset s_presets[] = {
    { "fig2", "Resistance rises, then falls", .h = 0.0625, .until = 500.0, PRESET( s_fig2 ) },
    { "fig3", "Two stable speeds at one slope", .h = 0.0625, .until = 500.0, PRESET( s_fig3 ) },
    { "fig4", "Tilted up and down: hysteresis", .h = 0.0625, .until = 16000.0, PRESET( s_fig4 ) },
    { "fig5-slow", "Noise at 4.87°: one slow peak", PRESET( s_fig5Slow ) },
    { "fig5-bistable", "Noise at 4.90°: jumps", PRESET( s_fig5Bistable ) },
    { "fig5-fast", "Noise at 4.93°: one fast peak", PRESET( s_fig5Fast ) },
    { "soft-rubber", "Soft rubber in gusty air", PRESET( s_softRubber ) },
    { "hysteresis", "Softer ground: hysteresis", .until = 16000.0, PRESET( s_hysteresis ) },
    { "tiny", "A short run with a large step, for tests", .hidden = true, .h = 0.25, .until = 100.0,
        PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "mean_velocity", "m/s",
        "mean since the start or the last change, after `settle`; undefined if the speed limit of the model "
        "was exceeded" },
    { "std_velocity", "m/s", "standard deviation over the same time; undefined in the same case" },
    { "jumps", "", "jumps between the two stable velocities" },
    { "passage_up", "s",
        "mean time from the slow stable velocity to the fast one; undefined before the first jump" },
    { "passage_down", "s",
        "mean time from the fast stable velocity to the slow one; undefined before the first jump" },
};

static const char* const s_figures[] = { "poschel-fig2", "poschel-fig3", "poschel-fig4", "poschel-fig5",
    "poschel-fig6" };

double cylinderDownhill( const RollingCylinder* s ) { return s->cylinder.alpha < 0.0 ? -1.0 : 1.0; }

/// The slope sweeps a window around the folds, to change branches; without folds one degree around its own.
static void findTiltWindow( RollingCylinder* s )
{
    ssCylinderFold folds[8];
    int foldCount = ssCylinder_Folds( &s->cylinder, folds, SS_COUNT( folds ) );
    double angle = fabs( s->cylinder.alpha ), margin = SS_PI / 180.0;
    bool window = foldCount >= 2 && folds[0].maximum && !folds[1].maximum;
    s->slow = window ? folds[0].v : SS_NAN;
    s->fast = window ? folds[1].v : SS_NAN;
    double low = window ? folds[1].alpha : angle - margin, high = window ? folds[0].alpha : angle + margin;
    margin = window ? 0.5 * ( high - low ) : 0.0;
    s->tiltLow = ssMin( ssMax( low - margin, MIN_TILT * SS_PI / 180.0 ), angle );
    s->tiltHigh = ssMax( ssMin( high + margin, MAX_TILT ), angle );
}

/// Finds the velocities that count as slow and fast, the stable equilibria, and the range of the histogram.
static void findBranches( RollingCylinder* s )
{
    ssCylinderEquilibrium e[16];
    int count = ssCylinder_Equilibria( &s->cylinder, e, SS_COUNT( e ) );
    double sign = cylinderDownhill( s ),
           fastest = count > 0 ? ssMax( fabs( e[0].v ), fabs( e[count - 1].v ) ) : 0.0;
    s->slow = s->fast = SS_NAN;
    if ( count >= 3 )
    {
        s->slow = ssMin( sign * e[0].v, sign * e[count - 1].v );
        s->fast = fastest;
    }
    if ( s->tiltRate != 0.0 ) { findTiltWindow( s ); }
    // The histogram covers all velocities that noise can reach.
    double speed =
        ssCbrt( 1.5 * ssCylinder_Load( &s->cylinder ) * s->cylinder.radius / s->cylinder.stiffness ) *
        s->cylinder.stiffness / s->cylinder.damping;
    double largest = 2.0 * ssMax( ssMax( fastest, 3.0 * speed ), fabs( s->v ) );
    s->histogramLow = sign > 0.0 ? -0.125 * largest : -largest;
    s->histogramHigh = sign > 0.0 ? largest : 0.125 * largest;
}

/// Starts the statistics anew, since those so far belong to other parameters.
static void restartStatistics( RollingCylinder* s, double time )
{
    s->since = time;
    s->origin = s->v;
    s->sum = s->squares = 0.0;
    s->samples = 0;
    s->pastLimit = false;
    memset( s->histogram, 0, sizeof s->histogram );
    memset( s->passages, 0, sizeof s->passages );
    memset( s->passageTime, 0, sizeof s->passageTime );
    memset( s->dwell, 0, sizeof s->dwell );
    memset( s->runs, 0, sizeof s->runs );
    memset( s->runSums, 0, sizeof s->runSums );
    memset( s->runSteps, 0, sizeof s->runSteps );
    s->jumpCount = 0;
    s->branch = 0;
    s->backgroundVisits = 0;
    findBranches( s );
    double along = cylinderDownhill( s ) * s->v;
    s->branch = fabs( along - s->slow ) <= BRANCH_TOLERANCE * s->slow ? -1
        : fabs( along - s->fast ) <= BRANCH_TOLERANCE * s->fast       ? 1
                                                                      : 0;
    s->branchSince = time;
}

static void storePath( RollingCylinder* s, double time )
{
    const CylinderPathPoint* last = s->path + s->pathCount - 1;
    // The factor allows for rounding errors in the times, which are multiples of h.
    if ( s->pathCount > 0 && time < last->time + s->pathEvery * ( 1.0 - 1e-9 ) ) { return; }
    if ( s->pathCount == cylinderPathPoints )
    {
        s->pathCount /= 2;
        for ( int i = 0; i < s->pathCount; ++i ) { s->path[i] = s->path[2 * i]; }
        s->pathEvery *= 2.0;
    }
    s->path[s->pathCount++] = ( CylinderPathPoint ){ time, s->cylinder.alpha, s->v };
}

/// noise.force has no memory: row noise.time, the last one, is zero.
static bool isWhite( const ssSim* sim ) { return ssSim_Param( sim, ss_cylinderKeyCount + 1 ) == 0.0; }

static ssCylinder readCylinder( const ssSim* sim )
{
    double values[ss_cylinderKeyCount];
    for ( int i = 0; i < ss_cylinderKeyCount; ++i ) { values[i] = ssSim_Param( sim, i ); }
    // White noise adds to its own, in its charts as well.
    double force = ssSim_Param( sim, ss_cylinderKeyCount );
    values[ss_cylinderKeyNoise] += isWhite( sim ) ? force * force : 0.0;
    return ssCylinderFromValues( values );
}

static void destroy( void* state )
{
    RollingCylinder* s = state;
    if ( s->derived != NULL )
    {
        ssCylinderSpline_Destroy( &s->derived->spline );
        cylinderFreeCharts( s->derived->charts );
        ssRelease( s->derived );
    }
}

static ssResult create( void* state, const ssSim* sim )
{
    RollingCylinder* s = state;
    s->cylinder = readCylinder( sim );
    s->v = ssSim_Param( sim, ss_cylinderKeyV0 );
    s->scheme = (ssCylinderScheme)ssSim_Param( sim, ss_cylinderKeyScheme );
    s->settle = ssSim_Param( sim, ss_cylinderKeySettle );
    s->backgroundRuns = (int)ssSim_Param( sim, ss_cylinderKeyBackground );
    s->alphaSet = ssSim_Param( sim, ss_cylinderKeyAlpha );
    s->tiltRate = ssSim_Param( sim, ss_cylinderKeyTiltRate ) * SS_PI / 180.0;
    s->pathEvery = ssSim_StepSize( sim );
    ssResult result = ssCylinder_Check( &s->cylinder );
    result = result.code == ss_ok ? ssCylinder_CheckSpeed( &s->cylinder, "v0", s->v ) : result;
    if ( result.code != ss_ok ) { return result; }
    s->derived = ssAlloc( sizeof *s->derived );
    if ( s->derived == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the rolling cylinder" );
    }
    restartStatistics( s, 0.0 );
    storePath( s, 0.0 );
    return ssOk();
}

static void apply( void* state, const ssSim* sim )
{
    RollingCylinder* s = state;
    double angle = ssSim_Param( sim, ss_cylinderKeyAlpha ), rate = ssSim_Param( sim, ss_cylinderKeyTiltRate );
    ssCylinder next = readCylinder( sim );
    // A tilting plane continues from its present slope unless the parameter alpha itself has changed.
    next.alpha = rate > 0.0 && angle == s->alphaSet ? s->cylinder.alpha : next.alpha;
    s->alphaSet = angle;
    s->scheme = (ssCylinderScheme)ssSim_Param( sim, ss_cylinderKeyScheme );
    s->tiltRate = copysign( rate * SS_PI / 180.0, s->tiltRate );
    // While two parameters change in turn, the last possible surface applies.
    s->refused = ssCylinder_Check( &next ).code != ss_ok;
    s->cylinder = s->refused ? s->cylinder : next;
    restartStatistics( s, ssSim_Time( sim ) );
}

static void tilt( RollingCylinder* s, double h )
{
    double sign = cylinderDownhill( s ), angle = fabs( s->cylinder.alpha ) + s->tiltRate * h;
    if ( angle > s->tiltHigh || angle < s->tiltLow )
    {
        angle = ssMin( ssMax( angle, s->tiltLow ), s->tiltHigh );
        s->tiltRate = -s->tiltRate;
    }
    s->cylinder.alpha = sign * angle;
}

static int dwellBin( double seconds )
{
    double bin = 4.0 * ssLog10( ssMax( seconds, 1.0 ) );
    return bin < cylinderDwellBins - 1 ? (int)bin : cylinderDwellBins - 1;
}

static void countJumps( RollingCylinder* s, double time )
{
    double along = cylinderDownhill( s ) * s->v;
    int now = along <= s->slow ? -1 : along >= s->fast ? 1 : 0;
    if ( now == 0 || now == s->branch ) { return; }
    if ( s->branch != 0 )
    {
        int direction = now > 0 ? 0 : 1;
        s->passages[direction] += 1.0;
        s->passageTime[direction] += time - s->branchSince;
        s->dwell[direction][dwellBin( time - s->branchSince )] += 1.0;
        s->jumps[s->jumpCount % cylinderJumpMarks] = ( CylinderJump ){ time, s->v, now > 0 };
        s->jumpCount += s->jumpCount < MAX_JUMPS;
    }
    s->branch = now;
    s->branchSince = time;
}

static void updateStatistics( RollingCylinder* s, double time )
{
    countJumps( s, time );
    if ( time - s->since < s->settle ) { return; }
    double deviation = s->v - s->origin,
           bin = ( s->v - s->histogramLow ) / ( s->histogramHigh - s->histogramLow ) * cylinderHistogramBins;
    s->sum += deviation;
    s->squares += deviation * deviation;
    ++s->samples;
    if ( bin >= 0.0 && bin < cylinderHistogramBins ) { s->histogram[(int)bin] += 1.0; }
}

// Every few steps the background runs advance by a block of noise, in steps short for the motion.
static const double s_backgroundStep = 1.0; // [s]
enum
{
    backgroundSteps = 32, // steps per advance
    backgroundEvery = 4   // steps of this run per advance
};

/// Draws initial velocities from the stationary density, so that the background runs need no time to settle.
static void beginBackground( RollingCylinder* s, int level, uint64_t seed )
{
    ssCylinder c = s->cylinder;
    c.noise = cylinderNoiseLevel[level];
    ssCylinderDensity density;
    bool known = ssMakeCylinderDensity( &c, &density ).code == ss_ok;
    for ( int i = 0; i < s->backgroundRuns; ++i )
    {
        ssRng rng = ssSeedRng( seed * 1000003u + (uint64_t)( level * cylinderBackgroundMax + i ) );
        double share = ssRng_Uniform( &rng ), low = known ? density.low : s->v,
               high = known ? density.high : s->v;
        for ( int k = 0; k < BISECTIONS && known; ++k )
        {
            double middle = 0.5 * ( low + high );
            bool below = ssCylinderDensity_Below( &density, middle ) < share;
            low = below ? middle : low;
            high = below ? high : middle;
        }
        s->runs[level][i] = 0.5 * ( low + high );
    }
    if ( known ) { ssCylinderDensity_Destroy( &density ); }
}

/// Advances the background runs of the next noise intensity.
static void advanceBackground( RollingCylinder* s, uint64_t seed )
{
    int level = (int)( s->backgroundVisits % cylinderNoiseLevels );
    int64_t round = s->backgroundVisits / cylinderNoiseLevels;
    ssCylinder c = s->cylinder;
    c.noise = cylinderNoiseLevel[level];
    if ( c.model == ss_cylinderFull && !ssCylinderSpline_Matches( &s->derived->spline, &c ) )
    {
        ssCylinderSpline_Destroy( &s->derived->spline );
        if ( ssMakeCylinderSpline( &c, &s->derived->spline ).code != ss_ok )
        {
            s->backgroundRuns = 0;
            return;
        }
    }
    if ( round == 0 ) { beginBackground( s, level, seed ); }
    ssCylinderForce force = ssPrepareCylinder( &c, &s->derived->spline );
    for ( int i = 0; i < s->backgroundRuns; ++i )
    {
        ssCylinderNoise noise[backgroundSteps];
        // The seeds differ from those of ensembles.
        uint64_t own = seed + UINT64_C( 0x1000000000000 ) + (uint64_t)( level * cylinderBackgroundMax + i );
        ssCylinderNoise_Fill(
            own, ssCylinderNoise_Level( s_backgroundStep ), round * backgroundSteps, backgroundSteps, noise );
        double v = s->runs[level][i], sum = 0.0;
        for ( int k = 0; k < backgroundSteps; ++k )
        {
            v = ssCylinder_Step( &force, ss_cylinderSra1, s_backgroundStep, v, noise[k] );
            sum += v;
        }
        s->runs[level][i] = v;
        s->runSums[level][i] += sum;
    }
    s->runSteps[level] += backgroundSteps;
    ++s->backgroundVisits;
}

static ssStepReport step( void* state, ssSim* sim )
{
    RollingCylinder* s = state;
    double h = ssSim_StepSize( sim ), time = (double)( ssSim_StepIndex( sim ) + 1 ) * h,
           alpha = s->cylinder.alpha;
    if ( s->tiltRate != 0.0 ) { tilt( s, h ); }
    ssCylinderForce force = ssPrepareCylinder( &s->cylinder, NULL );
    ssCylinderNoise noise = { 0.0, 0.0 };
    if ( s->cylinder.noise > 0.0 )
    {
        noise = ssCylinderNoise_At( ssSim_Seed( sim ), ssCylinderNoise_Level( h ), ssSim_StepIndex( sim ) );
    }
    double v = ssCylinder_Step( &force, s->scheme, h, s->v, noise );
    v += isWhite( sim ) ? 0.0 : h * force.perMass * ssSim_Noise( sim, 0 ).force[0];
    double x = s->x + 0.5 * h * ( s->v + v );
    // All signals must be finite, not only the motion.
    ssCylinderContact contact;
    bool valid = ssCylinder_Contact( &s->cylinder, v, &contact );
    double drag = ssCylinder_Drag( &s->cylinder, v ), deviation = v - s->origin;
    double shown = x + v + contact.depth + drag + ssCylinder_FrictionNeeded( &s->cylinder, &contact );
    if ( !isfinite( shown ) || !isfinite( s->squares + deviation * deviation ) )
    {
        s->cylinder.alpha = alpha;
        return ( ssStepReport ){ .status = ss_statusNotFinite };
    }
    s->x = x;
    s->v = v;
    s->pastLimit = s->pastLimit || !valid;
    updateStatistics( s, time );
    storePath( s, time );
    if ( s->backgroundRuns > 0 && s->tiltRate == 0.0 && ssSim_StepIndex( sim ) % backgroundEvery == 0 )
    {
        advanceBackground( s, ssSim_Seed( sim ) );
    }
    return ( ssStepReport ){ .status = ss_statusConverged, .contacts = 1 };
}

static void serializeCylinder( ssCylinder* c, ssArchive* archive )
{
    ARCHIVE_EACH( archive, &c->alpha, &c->noise, &c->stiffness, &c->damping, &c->surface, &c->mass,
        &c->radius, &c->inertia, &c->gravity, &c->dragA, &c->dragB, &c->impactFactor );
    int model = (int)c->model;
    ssArchive_Int( archive, &model );
    ssArchive_Bool( archive, &c->cosLoad );
    c->model = (ssCylinderModel)model;
    bool valid = model >= 0 && model < ss_cylinderModelCount && ssCylinder_Check( c ).code == ss_ok;
    archive->overrun = archive->overrun || !valid;
}

static void serialize( void* state, ssArchive* archive )
{
    RollingCylinder* s = state;
    serializeCylinder( &s->cylinder, archive );
    ARCHIVE_EACH( archive, &s->x, &s->v, &s->settle, &s->alphaSet, &s->tiltRate, &s->tiltLow, &s->tiltHigh,
        &s->since, &s->origin, &s->sum, &s->squares, &s->histogramLow, &s->histogramHigh, &s->slow, &s->fast,
        &s->branchSince, &s->pathEvery );
    int scheme = (int)s->scheme;
    uint64_t samples = (uint64_t)s->samples, visits = (uint64_t)s->backgroundVisits;
    int* whole[] = { &scheme, &s->branch, &s->jumpCount, &s->pathCount, &s->backgroundRuns };
    for ( int i = 0; i < SS_COUNT( whole ); ++i ) { ssArchive_Int( archive, whole[i] ); }
    ssArchive_U64( archive, &samples );
    ssArchive_U64( archive, &visits );
    ssArchive_Bool( archive, &s->pastLimit );
    ssArchive_Bool( archive, &s->refused );
    s->scheme = (ssCylinderScheme)scheme;
    s->samples = (int64_t)samples;
    s->backgroundVisits = (int64_t)visits;
    ssArchive_F64s( archive, s->histogram, cylinderHistogramBins );
    ssArchive_F64s( archive, s->passages, 2 );
    ssArchive_F64s( archive, s->passageTime, 2 );
    ssArchive_F64s( archive, s->dwell[0], 2 * cylinderDwellBins );
    ssArchive_F64s( archive, s->runs[0], cylinderNoiseLevels * cylinderBackgroundMax );
    ssArchive_F64s( archive, s->runSums[0], cylinderNoiseLevels * cylinderBackgroundMax );
    ssArchive_F64s( archive, s->runSteps, cylinderNoiseLevels );
    for ( int i = 0; i < cylinderJumpMarks; ++i )
    {
        ARCHIVE_EACH( archive, &s->jumps[i].time, &s->jumps[i].v );
        ssArchive_Bool( archive, &s->jumps[i].up );
    }
    for ( int i = 0; i < cylinderPathPoints; ++i )
    {
        ARCHIVE_EACH( archive, &s->path[i].time, &s->path[i].alpha, &s->path[i].v );
    }
    // These are used as indices.
    bool valid = scheme >= 0 && scheme < ss_cylinderSchemeCount && s->pathCount >= 0 &&
        s->pathCount <= cylinderPathPoints && s->jumpCount >= 0 && s->backgroundRuns >= 0 &&
        s->backgroundRuns <= cylinderBackgroundMax && s->backgroundVisits >= 0;
    archive->overrun = archive->overrun || !valid;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const RollingCylinder* s = state;
    const ssCylinder* c = &s->cylinder;
    ssCylinderContact contact;
    bool valid = ssCylinder_Contact( c, s->v, &contact );
    double drag = ssCylinder_Drag( c, s->v );
    const double values[] = { s->x, s->v, valid ? contact.resistance : SS_NAN, drag,
        valid ? ssCylinder_Drive( c ) - contact.resistance - drag : SS_NAN, valid ? contact.depth : SS_NAN,
        c->alpha * 180.0 / SS_PI, valid ? ssCylinder_FrictionNeeded( c, &contact ) : SS_NAN,
        isnan( s->slow ) && s->tiltRate == 0.0 ? SS_NAN : s->branch, s->jumpCount };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_signals ), "a value for each row" );
    memcpy( row, values, sizeof values );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const RollingCylinder* s = state;
    double n = (double)s->samples, mean = s->sum / n;
    bool known = s->samples > 0 && !s->pastLimit;
    const double values[] = { known ? s->origin + mean : SS_NAN,
        known ? sqrt( ssMax( s->squares / n - mean * mean, 0.0 ) ) : SS_NAN, s->jumpCount,
        s->passages[0] > 0.0 ? s->passageTime[0] / s->passages[0] : SS_NAN,
        s->passages[1] > 0.0 ? s->passageTime[1] / s->passages[1] : SS_NAN };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

extern const ssScenario ss_scenarioRollingCylinder;
const ssScenario ss_scenarioRollingCylinder = { "rolling-cylinder", "Rolling cylinder",
    .source = "Pöschel, Schwager, Brilliantov & Zaikin, Figs. 2-6",
    .summary =
        "A hard cylinder rolls down a soft incline. The faster it rolls, the faster the surface must give "
        "way and the more it resists; then the contact shrinks and it resists less. With air drag two speeds "
        "are stable at one slope. Tilt slowly and see it jump at the folds; add noise and see it jump at "
        "random. More noise makes the slow cylinder faster and the fast one slower.",
    .model = { ROWS( param, ss_cylinderParams ), ROWS( signal, s_signals ), ROWS( measure, s_measures ),
        .h = 0.0625, .until = 16000.0, .stateSize = sizeof( RollingCylinder ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .drive = &cylinderDrive },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, cylinderChartRows ), .body = "cylinder",
        .ground = "incline", .draw = cylinderDraw, .drawChart = cylinderDrawChart,
        .explain = cylinderExplain },
    ROWS( preset, s_presets ), .opening = "fig5-bistable", ROWS( figure, s_figures ) };
