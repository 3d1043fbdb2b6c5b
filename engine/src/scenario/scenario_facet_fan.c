// SPDX-License-Identifier: MIT
#include "scenario/scenario_facet_fan.h"
#include "scenario/world_scenario.h"
#include "sim/rows.h"

#include <string.h>

// Pucks are launched in all headings on a plane with a 2k-gon for the friction disc. At velocity level they
// stop after v0²/(2 mu g) along e_j, and cos(pi/2k) times that half-way between two of them (Peiret et al.);
// at acceleration level friction is kinetic and they stop on a circle.

#define STOP_TOLERANCE 1e-13 // speed that counts as rest, relative to that before the step

static const char* const s_models[] = { "acceleration", "force", "cone" };
static const char* const s_levels[] = { "velocity", "acceleration" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [fanKeyK] = { PARAM( "k", "directions k", "directions", "", "polygon" ), .kind = ss_paramInteger,
        .min = 2.0, .max = 16.0, .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS, .defaultValue = 3.0, .live = true,
        .doc = "Directions e_j over the half circle: the friction disc becomes a polygon with 2k sides." },
    [fanKeyFacet] = { PARAM( "facet_deg", "angle e₁", "direction of e₁", "°", "polygon" ),
        ANY_NUMBER( 0.0, 90.0, 0.0 ), .live = true,
        .doc = "Angle of the first direction from the x axis. It turns the polygon; a disc would not "
            "change." },
    [fanKeyPhantomInertia] = { PARAM( "phantom_inertia", "phantom ρ", "phantom inertia", "kg", "polygon" ),
        NOT_NEGATIVE( 0.0, 10.0, 0.1 ), .live = true,
        .doc = "Makes the matrix of the equations regular and does not change the motion: move it and see "
            "nothing happen. A puck has a mass of 1 kg. Used by the acceleration model only." },
    [fanKeyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), NOT_NEGATIVE( 0.05, 1.0, 0.3 ),
        .live = true,
        .doc = "Radius of the friction disc over the normal force. The polygon touches the disc from outside "
            "(acceleration) or from inside (force)." },
    [fanKeyV0] = { PARAM( "v0", "v₀", "launching speed", "m/s", "start" ), NOT_NEGATIVE( 0.1, 10.0, 3.0 ),
        .doc = "Speed of every puck at the start." },
    [fanKeyHeadings] = { PARAM( "headings", "pucks", "pucks", "", "start" ), .kind = ss_paramInteger,
        .min = 3.0, .max = fanPuckMax, .allowedMin = 1.0, .allowedMax = fanPuckMax, .defaultValue = 24.0,
        .doc = "Number of pucks. Their headings are spread evenly over the circle, the first along x." },
    [fanKeyModel] = { PARAM( "model", "model", "friction model", "", "friction" ), CHOICE( s_models ),
        .defaultValue = fanModelAcceleration, .live = true,
        .doc = "acceleration: Peiret et al., circumscribed polygon. force: Stewart & Trinkle, inscribed "
            "polygon. cone: Coulomb's disc itself." },
    [fanKeyLevel] = { PARAM( "level", "level", "level of the law", "", "friction" ), CHOICE( s_levels ),
        .defaultValue = fanLevelVelocity, .live = true,
        .doc = "velocity: the polygon applies while a puck slides. acceleration: it applies at rest only; "
            "kinetic friction opposes the velocity, and every k gives a circle." },
    SS_NOISE_ROWS,
};

#define PUCK( i ) \
    { "x_" #i, "x_" #i, "m", "position of a puck along x; undefined beyond `headings`" }, \
    { "y_" #i, "y_" #i, "m", "position of a puck along y; undefined beyond `headings`" }, \
    { "speed_" #i, "puck " #i, "m/s", "speed of a puck; undefined beyond `headings`" }

static const ssSignal s_signals[] = {
    PUCK( 1 ), PUCK( 2 ), PUCK( 3 ), PUCK( 4 ), PUCK( 5 ), PUCK( 6 ), PUCK( 7 ), PUCK( 8 ), PUCK( 9 ),
    PUCK( 10 ),
    PUCK( 11 ), PUCK( 12 ), PUCK( 13 ), PUCK( 14 ), PUCK( 15 ), PUCK( 16 ), PUCK( 17 ), PUCK( 18 ),
    PUCK( 19 ),
    PUCK( 20 ), PUCK( 21 ), PUCK( 22 ), PUCK( 23 ), PUCK( 24 ), PUCK( 25 ), PUCK( 26 ), PUCK( 27 ),
    PUCK( 28 ),
    PUCK( 29 ), PUCK( 30 ), PUCK( 31 ), PUCK( 32 ), PUCK( 33 ), PUCK( 34 ), PUCK( 35 ), PUCK( 36 ),
    PUCK( 37 ),
    PUCK( 38 ), PUCK( 39 ), PUCK( 40 ),
};
// clang-format on

_Static_assert( SS_COUNT( s_signals ) == 3 * fanPuckMax, "three signals per puck" );

static const ssPlot s_plots[] = {
    { PLOT( "speed", "speed", "m/s" ), .signals = { "speed_1", "speed_2", "speed_3", "speed_4" },
        .shown = true },
    { PLOT( "x", "position along x", "m" ), .signals = { "x_1", "x_2", "x_3", "x_4" } },
    { PLOT( "y", "position along y", "m" ), .signals = { "y_1", "y_2", "y_3", "y_4" } },
};

static const ssChart s_charts[] = {
    { CHART( "rose", "where the pucks stop" ), AXES( "x", "m", "y", "m" ),
        .doc =
            "The pucks as in the scene, from above: those that slide in any heading end on the outline, in "
            "closed form, and on the circle if friction has a disc. Paths bend, so that a puck ends at "
            "another angle than its heading.",
        .equalScales = true, .shown = true },
};

static const ssPresetValue s_square[] = { { "k", 2.0 } };
static const ssPresetValue s_hexagon[] = { { "k", 3.0 } };
static const ssPresetValue s_octagon[] = { { "k", 4.0 }, { "facet_deg", 22.5 }, { "headings", 16.0 } };
static const ssPresetValue s_inscribed[] = { { "k", 3.0 }, { "model", fanModelForce } };
static const ssPresetValue s_circle[] = { { "k", 2.0 }, { "level", fanLevelAcceleration } };
static const ssPresetValue s_tiny[] = { { "headings", 4.0 }, { "v0", 1.0 } };

static const ssPreset s_presets[] = {
    { "hexagon", "Six sides: hexagon, no circle", PRESET( s_hexagon ) },
    { "square", "Four sides: 41% too strong", PRESET( s_square ) },
    { "octagon", "Eight sides, turned", PRESET( s_octagon ) },
    { "inscribed", "Inscribed polygon: too weak", PRESET( s_inscribed ) },
    { "circle", "Acceleration level: a circle", PRESET( s_circle ) },
    { "tiny", "A few pucks, for tests", .hidden = true, .h = 5e-3, .until = 0.5, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "stop_distance_min", "m", "shortest stopping distance; undefined while a puck moves" },
    { "stop_distance_max", "m", "longest stopping distance; undefined while a puck moves" },
    { "anisotropy", "",
        "longest over shortest stopping distance, 1 for a circle; undefined while a puck moves" },
};

static const char* const s_figures[] = { "peiret-fig1" };

static ssResult create( void* state, const ssSim* sim )
{
    FacetFan* s = state;
    s->count = (int)ssSim_Param( sim, fanKeyHeadings );
    for ( int i = 0; i < s->count; ++i )
    {
        double angle = 2.0 * SS_PI * i / s->count, v0 = ssSim_Param( sim, fanKeyV0 );
        s->v[i] = ssVec2_Make( v0 * ssCos( angle ), v0 * ssSin( angle ) );
    }
    s->pathCount = s->pathStride = 1; // all paths begin at the origin
    return ssCreatePyramidSolver( 3, 1, SS_PYRAMID_MAX_DIRECTIONS, &s->solver );
}

static void destroy( void* state ) { ssDestroyPyramidSolver( ( (FacetFan*)state )->solver ); }

static void apply( void* state, const ssSim* sim )
{
    // Parameters are read in every step.
    (void)state;
    (void)sim;
}

double fanFacetAngle( const ssSim* sim )
{
    return fmod( ssSim_Param( sim, fanKeyFacet ), 360.0 ) * SS_PI / 180.0;
}

ssVec2 fanRemainingPath( int model, int k, double angle, double muG, ssVec2 v )
{
    double spacing = SS_PI / k, speed = ssVec2_Length( v );
    bool inscribed = model == fanModelForce;
    if ( model == fanModelCone ) { return ssVec2_Scale( speed / ( 2.0 * muG ), v ); }
    double apothem = muG * ( inscribed ? ssCos( 0.5 * spacing ) : 1.0 ),
           first = angle + ( inscribed ? 0.5 * spacing : 0.0 );
    double sector = floor( ( ssAtan2( v.y, v.x ) - first ) / spacing ), low = first + sector * spacing;
    ssVec2 a = { ssCos( low ), ssSin( low ) }, b = { ssCos( low + spacing ), ssSin( low + spacing ) };
    double sine = ssSin( spacing ), alpha = ssMax( 0.0, ( v.x * b.y - v.y * b.x ) / sine );
    double beta = ssMax( 0.0, ( a.x * v.y - a.y * v.x ) / sine );
    double rate = apothem / ( 1.0 + ssCos( spacing ) ), time = ssMin( alpha, beta ) / rate;
    ssVec2 path = ssVec2_Scale( time, v );
    path = ssVec2_MulAdd( path, -0.5 * rate * time * time, ssVec2_Add( a, b ) );
    double rest = fabs( alpha - beta );
    return ssVec2_MulAdd( path, rest * rest / ( 2.0 * apothem ), alpha > beta ? a : b );
}

static double muOf( const ssSim* sim, int puck )
{
    return ssSim_Param( sim, fanKeyMu ) * ssSim_Noise( sim, puck ).friction;
}

/// Solves for the velocity at the end of the step. Returns false if the solver found no finite answer.
static bool solvePuck(
    FacetFan* s, const ssSim* sim, double mu, ssVec2 v, ssVec2* next, ssStepReport* report )
{
    static const double identity[9] = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };
    static const double mass[9] = { FAN_MASS, 0.0, 0.0, 0.0, FAN_MASS, 0.0, 0.0, 0.0, FAN_MASS };
    double h = ssSim_StepSize( sim ), speed = ssVec2_Length( v );
    bool velocityLevel = (int)ssSim_Param( sim, fanKeyLevel ) == fanLevelVelocity;
    ssPyramidContact contact = { (int)ssSim_Param( sim, fanKeyK ), .angle = fanFacetAngle( sim ), .mu = mu,
        .phantomInertia = ssSim_Param( sim, fanKeyPhantomInertia ), .sliding = !velocityLevel,
        .muKinetic = mu, .slip = { v.x / speed, v.y / speed } };
    // At velocity level Eq. 8 has v+ in place of v' and M v + h f in place of the force f.
    double force[3] = { FAN_MASS * v.x, FAN_MASS * v.y, -FAN_MASS * FAN_GRAVITY * h };
    if ( !velocityLevel )
    {
        force[0] = force[1] = 0.0;
        force[2] = -FAN_MASS * FAN_GRAVITY;
    }
    ssPyramidProblem problem = { 3, .mass = mass, .force = force, .contactCount = 1, .contacts = &contact,
        .normalJacobian = identity + 6, .tangentJacobian = identity,
        .model = (int)ssSim_Param( sim, fanKeyModel ) == fanModelForce ? ss_pyramidForce
                                                                       : ss_pyramidAcceleration };
    const ssPyramidSolution* solution = ssPyramid_Solve( s->solver, &problem );
    ssVec2 a = { solution->acceleration[0], solution->acceleration[1] };
    *next = velocityLevel ? a : ssVec2_MulAdd( v, h, a );
    // Kinetic friction stops a puck and does not reverse it.
    *next = !velocityLevel && ssVec2_Dot( *next, v ) <= 0.0 ? ssVec2_Make( 0.0, 0.0 ) : *next;
    ssStatus status = solution->report.status;
    report->iterations += solution->report.iterations;
    report->residual = ssMax( report->residual, solution->report.residual );
    report->status = status == ss_statusConverged ? report->status : ss_statusLimit;
    return status != ss_statusNotFinite && status != ss_statusRefused;
}

/// Advances one puck by one step. Returns false if its state is no longer finite.
static bool stepPuck( FacetFan* s, const ssSim* sim, int i, ssStepReport* report )
{
    double h = ssSim_StepSize( sim ), mu = muOf( sim, i );
    ssVec2 v = s->v[i], next = v;
    double speed = ssVec2_Length( v );
    int model = (int)ssSim_Param( sim, fanKeyModel ), k = (int)ssSim_Param( sim, fanKeyK );
    bool velocityLevel = (int)ssSim_Param( sim, fanKeyLevel ) == fanLevelVelocity;
    if ( velocityLevel && model == fanModelCone )
    {
        next = ssVec2_Scale( ssMax( 0.0, 1.0 - mu * FAN_GRAVITY * h / speed ), v );
    }
    else if ( !solvePuck( s, sim, mu, v, &next, report ) ) { return false; }
    // A puck that stops within the step ends in closed form; rounding errors must not move it for ever.
    bool stopped = ssVec2_Length( next ) <= STOP_TOLERANCE * ( speed + mu * FAN_GRAVITY * h );
    ssVec2 path = ssVec2_Scale( 0.5 * h, ssVec2_Add( v, next ) );
    if ( stopped )
    {
        next = ssVec2_Make( 0.0, 0.0 );
        path = fanRemainingPath(
            velocityLevel ? model : fanModelCone, k, fanFacetAngle( sim ), mu * FAN_GRAVITY, v );
    }
    s->x[i] = ssVec2_Add( s->x[i], path );
    s->v[i] = next;
    double shown[] = { s->x[i].x, s->x[i].y, ssVec2_Length( next ), ssVec2_Length( s->x[i] ) };
    return isfinite( shown[0] ) && isfinite( shown[1] ) && isfinite( shown[2] ) && isfinite( shown[3] );
}

static void recordPaths( FacetFan* s )
{
    if ( ++s->pathWait < s->pathStride ) { return; }
    if ( s->pathCount == fanPathMax )
    {
        for ( int k = 1; 2 * k < fanPathMax; ++k )
        {
            memcpy( s->paths[k], s->paths[2 * k], sizeof s->paths[k] );
        }
        s->pathCount = fanPathMax / 2;
        s->pathStride *= 2;
    }
    memcpy( s->paths[s->pathCount++], s->x, sizeof s->x );
    s->pathWait = 0;
}

static ssStepReport step( void* state, ssSim* sim )
{
    FacetFan* s = state;
    ssVec2 x[fanPuckMax], v[fanPuckMax];
    memcpy( x, s->x, sizeof x );
    memcpy( v, s->v, sizeof v );
    ssStepReport report = { .status = ss_statusConverged };
    double h = ssSim_StepSize( sim );
    ssSim_Shake( sim, s->count );
    for ( int i = 0; i < s->count; ++i )
    {
        // What rests is held as long as the random force stays below the friction.
        ssNoise noise = ssSim_Noise( sim, i );
        double kick = ssHypot( noise.force[0], noise.force[1] ) / FAN_MASS;
        bool held = ssVec2_Length( s->v[i] ) == 0.0 && kick <= muOf( sim, i ) * FAN_GRAVITY;
        if ( kick > 0.0 && !held )
        {
            s->v[i].x += h / FAN_MASS * noise.force[0];
            s->v[i].y += h / FAN_MASS * noise.force[1];
        }
        double speed = ssVec2_Length( s->v[i] );
        if ( held ) { continue; }
        ++report.contacts;
        if ( !isfinite( speed ) || !isfinite( 1.0 / speed ) || !stepPuck( s, sim, i, &report ) )
        {
            memcpy( s->x, x, sizeof x );
            memcpy( s->v, v, sizeof v );
            return ( ssStepReport ){ .status = ss_statusNotFinite };
        }
    }
    if ( report.contacts > 0 ) { recordPaths( s ); }
    return report;
}

static void serializePaths( FacetFan* s, ssArchive* archive )
{
    int* counts[] = { &s->pathCount, &s->pathStride, &s->pathWait };
    for ( int i = 0; i < SS_COUNT( counts ); ++i ) { ssArchive_Int( archive, counts[i] ); }
    if ( s->pathCount < 1 || s->pathCount > fanPathMax || s->pathStride < 1 || s->pathWait < 0 )
    {
        archive->overrun = true;
        s->pathCount = s->pathStride = 1;
        s->pathWait = 0;
    }
    for ( int k = 0; k < s->pathCount; ++k )
    {
        for ( int i = 0; i < s->count; ++i ) { ssArchive_Vec2( archive, &s->paths[k][i] ); }
    }
}

static void serialize( void* state, ssArchive* archive )
{
    FacetFan* s = state;
    ssArchive_Int( archive, &s->count );
    if ( s->count < 0 || s->count > fanPuckMax )
    {
        archive->overrun = true;
        s->count = 0;
    }
    for ( int i = 0; i < s->count; ++i )
    {
        ARCHIVE_EACH( archive, &s->x[i].x, &s->x[i].y, &s->v[i].x, &s->v[i].y );
    }
    if ( archive->mode != ss_archiveHash ) { serializePaths( s, archive ); }
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const FacetFan* s = state;
    for ( int i = 0; i < fanPuckMax; ++i )
    {
        bool exists = i < s->count;
        row[3 * i] = exists ? s->x[i].x : SS_NAN;
        row[3 * i + 1] = exists ? s->x[i].y : SS_NAN;
        row[3 * i + 2] = exists ? ssVec2_Length( s->v[i] ) : SS_NAN;
    }
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const FacetFan* s = state;
    double shortest = HUGE_VAL, longest = 0.0;
    for ( int i = 0; i < s->count; ++i )
    {
        double distance = ssVec2_Length( s->x[i] );
        shortest = ssMin( shortest, distance );
        longest = ssMax( longest, distance );
        if ( ssVec2_Length( s->v[i] ) > 0.0 ) { return SS_NAN; }
    }
    const double values[] = { shortest, longest, shortest > 0.0 ? longest / shortest : SS_NAN };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)state;
    (void)sim;
    worldNameBody( body, 0, "puck", text, capacity );
}

extern const ssScenario ss_scenarioFacetFan;
const ssScenario ss_scenarioFacetFan = { "facet-fan", "Facet fan",
    .source = "Peiret, Kövecses & Font-Llagunes, Eqs. 1-8, at velocity and at acceleration level",
    .summary =
        "Pucks are launched in all headings on a plane whose friction disc is replaced by a polygon with 2k "
        "sides. Their stopping distances form a rose instead of the circle of a disc: the circumscribed "
        "polygon is too strong by a factor of up to 1/cos(π/2k). It also bends the paths towards the nearest "
        "direction e_j. With k = 2 the coordinates along e₁ and e₂ brake independently, so the pucks end on "
        "the diamond |x| + |y| = v₀²/(2μg), although their distances over the heading have four lobes.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 1.5, .stateSize = sizeof( FacetFan ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .bodyModes = true },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .draw = fanDraw, .drawChart = fanDrawChart,
        .explain = fanExplain, .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "hexagon", ROWS( figure, s_figures ) };
