// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/world_scenario.h"

#include <stdio.h>

// Two rows of spheres on a slowly tilting table. In one mu_r rises and mu is large, and they start to roll
// one after another; in the other mu rises, and they start to slide: at tan alpha = min( mu, mu_r/R ). A
// typed law takes the last lane of each row.

#define MAX_LANES 8        // per row
#define FIRST_BALL 2       // body; 0 is the table, 1 the stop at its lower end
#define LANE_WIDTH 2.5     // in radii
#define STARTED_SHARE 1e-7 // distance after which a sphere counts as started, in radii
#define NO_ROLLING 1e3     // rolling length of a sphere that shall only slide, in radii
#define ROUGH 1e9          // coefficients of table and stop: the smaller ones, those of the sphere, apply

enum
{
    keyLanes,
    keyMuMin,
    keyMuMax,
    keyMuRollMin,
    keyMuRollMax,
    keyRadius,
    keyDensity,
    keyIncline,
    keyTiltRate,
    keyTiltMax,
    keyLength,
    keyGravity,
    keyTol,
    keySubsteps,
    keyTheta,
    keyScheme,
    keyCount
};

// clang-format off
static const ssParam s_params[] = {
    [keyLanes] = { PARAM( "lanes", "lanes", "lanes", "", "start" ), .kind = ss_paramInteger, .min = 2.0,
        .max = MAX_LANES, .allowedMin = 2.0, .allowedMax = MAX_LANES, .defaultValue = 5.0,
        .doc = "Spheres in each of the two rows." },
    [keyMuMin] = { PARAM( "mu_min", "μ first", "first sliding coefficient", "", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 1.0, 0.1 ), .live = true,
        .doc = "Sliding coefficient of the first sphere in the sliding row. It rises evenly to mu_max." },
    [keyMuMax] = { PARAM( "mu_max", "μ last", "last sliding coefficient", "", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 1.0, 0.6 ), .live = true,
        .doc = "Sliding coefficient of the last sphere in the sliding row and of all spheres in the rolling "
            "row." },
    [keyMuRollMin] = { PARAM( "mu_r_min", "μ_r first", "first rolling length", "m", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 0.1, 0.0075 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "Rolling resistance length of the first sphere in the rolling row. It rises evenly to "
            "mu_r_max." },
    [keyMuRollMax] = { PARAM( "mu_r_max", "μ_r last", "last rolling length", "m", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 0.1, 0.045 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "Rolling resistance length of the last sphere in the rolling row. The sliding row has twice "
            "the length that prevents rolling." },
    [keyRadius] = { PARAM( "radius", "R", "radius", "m", "start" ), BETWEEN( 1e-4, 1e4, 0.05, 0.2, 0.15 ),
        .doc = "Radius of all spheres." },
    [keyDensity] = { PARAM( "density", "ρ", "density", "kg/m³", "start" ),
        BETWEEN( 1e-6, 1e12, 10.0, 20000.0, 2500.0 ), .logScale = true,
        .doc = "Mass density of the spheres. It scales the forces and does not change the motion." },
    [keyIncline] = { PARAM( "incline_deg", "α₀", "incline at the start", "°", "table" ),
        BETWEEN( -89.0, 89.0, 0.0, 30.0, 0.0 ), .doc = "Inclination of the table at t = 0." },
    [keyTiltRate] = { PARAM( "tilt_rate_deg", "tilt per s", "tilt per second", "°", "table" ),
        BETWEEN( -90.0, 90.0, 0.0, 10.0, 2.0 ), .live = true,
        .doc = "Rate at which the table tilts, in degrees per second. 0 stops it." },
    [keyTiltMax] = { PARAM( "tilt_max_deg", "α_max", "largest incline", "°", "table" ),
        BETWEEN( 0.0, 89.0, 0.0, 60.0, 35.0 ), .live = true, .doc = "Inclination at which the table stops." },
    [keyLength] = { PARAM( "length", "L", "length of the table", "m", "table" ),
        BETWEEN( 1e-3, 1e6, 1.0, 10.0, 3.0 ),
        .doc = "Distance from the start to the stop at the lower end." },
    [keyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "table" ),
        BETWEEN( 0.0, 1e6, 0.1, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity. It changes how fast the spheres move, but not when they "
            "start." },
    [keyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ), .min = 1e-12, .max = 1e-4,
        .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-10, .logScale = true,
        .live = true, .doc = TOLERANCE_DOC },
    [keySubsteps] = { SUBSTEPS_PARAM },
    [keyTheta] = { THETA_PARAM },
    [keyScheme] = { SCHEME_PARAM( worldSchemeMidpoint ) },
    SS_NOISE_ROWS,
};

#define LANE( i ) { "x_roll_" #i, "lane " #i, "m", \
    "position of a sphere in the rolling row; undefined beyond `lanes`" }, \
    { "x_slide_" #i, "lane " #i, "m", "position of a sphere in the sliding row; undefined beyond `lanes`" }
#define START( i ) { "start_roll_" #i "_deg", "α_" #i, "°", \
    "incline at which the sphere started to roll; undefined until then" }, \
    { "start_slide_" #i "_deg", "α_" #i, "°", \
        "incline at which the sphere started to slide; undefined until then" }

enum { signalIncline, signalMoving, signalLanes, signalStarts = signalLanes + 2 * MAX_LANES,
    signalKinetic = signalStarts + 2 * MAX_LANES, signalLedger, signalCount = signalLedger + ledgerCount };

static const ssSignal s_signals[] = {
    { "incline_deg", "α", "°", "incline of the table" }, { "moving", "moving", "",
        "spheres that have started" },
    LANE( 1 ), LANE( 2 ), LANE( 3 ), LANE( 4 ), LANE( 5 ), LANE( 6 ), LANE( 7 ), LANE( 8 ),
    START( 1 ), START( 2 ), START( 3 ), START( 4 ), START( 5 ), START( 6 ), START( 7 ), START( 8 ),
    KINETIC_SIGNAL( "" ), LEDGER_SIGNALS( "" ),
};
// clang-format on

_Static_assert( SS_COUNT( s_signals ) == signalCount, "a signal per lane, row and start" );

static const ssPlot s_plots[] = {
    { PLOT( "incline_deg", "incline", "°" ), .signals = { "incline_deg" }, .shown = true },
    { PLOT( "roll", "positions in the rolling row", "m" ),
        .signals = { "x_roll_1", "x_roll_2", "x_roll_3", "x_roll_4", "x_roll_5", "x_roll_6", "x_roll_7",
            "x_roll_8" },
        .shown = true },
    { PLOT( "slide", "positions in the sliding row", "m" ),
        .signals = { "x_slide_1", "x_slide_2", "x_slide_3", "x_slide_4", "x_slide_5", "x_slide_6",
            "x_slide_7", "x_slide_8" },
        .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PLOT( "moving", "spheres started", "" ), .signals = { "moving" } },
};

static const ssPresetValue s_race[] = { { "incline_deg", 12.0 }, { "tilt_rate_deg", 0.0 } };
static const ssPresetValue s_tiny[] = { { "lanes", 2.0 }, { "length", 1.0 }, { "tilt_rate_deg", 10.0 } };

static const ssPreset s_presets[] = {
    { "tilt", .label = "Tilting: spheres start one by one" },
    { "race", "A race at 12°", .until = 6.0, PRESET( s_race ) },
    { "tiny", "Two lanes, for tests", .hidden = true, .until = 1.0, PRESET( s_tiny ) },
};

static const ssChart s_charts[] = {
    { CHART( "release", "where each sphere lets go" ), AXES( "lane", "", "incline", "°" ),
        .doc = "Dots: the incline at which the sphere of a lane started. Dashed: atan of the smaller of mu "
               "and mu_r/R.",
        .shown = true },
};

static const ssMeasure s_measures[] = {
    { "started", "", "spheres that have started" },
    { "start_error_deg", "°",
        "largest difference between the incline at which a sphere started and atan min( mu, mu_r/R ); "
        "undefined until one has started" },
};

typedef struct Lanes
{
    ssWorld* world;
    double tilt;                     // [rad]
    double startTilt[2 * MAX_LANES]; // [rad]; NAN: still at rest
    WorldLaw typed;                  // the law of the last lanes, if there is one
    double typedMu, typedRoll;       // its bounds downhill at rest [-], [m]; NAN: it has none
} Lanes;

static int laneCount( const ssSim* sim ) { return (int)ssSim_Param( sim, keyLanes ); }

/// Is sphere i under the typed law?
static bool isTyped( const ssSim* sim, int i )
{
    return worldLawTyped( sim ) != NULL && i / 2 == laneCount( sim ) - 1;
}

/// Even spheres belong to the rolling row, odd ones to the sliding row.
static ssMaterial materialOf( const ssSim* sim, int i )
{
    double share = (double)( i / 2 ) / ( laneCount( sim ) - 1 ), R = ssSim_Param( sim, keyRadius );
    double muMin = ssSim_Param( sim, keyMuMin ), muMax = ssSim_Param( sim, keyMuMax );
    double rollMin = ssSim_Param( sim, keyMuRollMin ), rollMax = ssSim_Param( sim, keyMuRollMax );
    double mu = muMin + share * ( muMax - muMin ), roll = rollMin + share * ( rollMax - rollMin );
    roll = isTyped( sim, i ) && i % 2 == 1 ? NO_ROLLING * R : roll;
    // A sphere slides without rolling if mu R <= mu_r.
    return i % 2 == 0 || isTyped( sim, i ) ? ( ssMaterial ){ .mu = muMax, .muRoll = roll }
                                           : ( ssMaterial ){ .mu = mu, .muRoll = 2.0 * R * mu };
}

static double laneY( const ssSim* sim, int i )
{
    double side = i % 2 == 0 ? 1.0 : -1.0;
    return side * LANE_WIDTH * ssSim_Param( sim, keyRadius ) * ( i / 2 + 0.75 );
}

static ssVec3 gravityOf( const Lanes* s, const ssSim* sim )
{
    double g = ssSim_Param( sim, keyGravity );
    return ssVec3_Make( g * ssSin( s->tilt ), 0.0, -g * ssCos( s->tilt ) );
}

static ssWorldDef readDef( const Lanes* s, const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = gravityOf( s, sim );
    // The table has large coefficients, so that those of the sphere apply.
    def.rule = ss_combineMin;
    def.tolerance = ssSim_Param( sim, keyTol );
    def.substeps = (int)ssSim_Param( sim, keySubsteps );
    def.theta = worldSchemeOf( sim, keyTheta );
    return def;
}

/// What a sphere under the typed law starts at: its bounds downhill at rest, under its weight.
static void findBounds( Lanes* s, const ssSim* sim )
{
    double R = ssSim_Param( sim, keyRadius ), volume = 4.0 / 3.0 * SS_PI * R * R * R;
    double load = volume * ssSim_Param( sim, keyDensity ) * ssSim_Param( sim, keyGravity );
    ssLawDef def;
    ssLaw law;
    s->typedMu = s->typedRoll = SS_NAN;
    if ( ssSim_LawDef( sim, &def ) && ssMakeLaw( &def, &law ).code == ss_ok )
    {
        ssVec2 downhill = { load, 0.0 };
        double gauge = law.type->setValued && load > 0.0 ? ssLaw_Gauge( &law, load, downhill ) : SS_NAN;
        s->typedMu = 1.0 / gauge;
        s->typedRoll = ssLawProgram_Info( def.program )->givesRoll ? ssLaw_Cone( &law ).muRoll : SS_NAN;
        ssLaw_Destroy( &law );
    }
}

/// Takes the typed law to the last lanes, first axis downhill, whatever way the sphere has turned.
static ssResult setLaw( Lanes* s, const ssSim* sim )
{
    const ssLawId none = { 0, 0 };
    ssResult result = worldLawAdopt( &s->typed, s->world, sim );
    for ( int i = 0; i < 2 * laneCount( sim ) && result.code == ss_ok && s->typed.made; ++i )
    {
        ssIgnore( ssWorld_SetLaw( s->world, ssWorld_BodyAt( s->world, FIRST_BALL + i ),
            isTyped( sim, i ) ? worldLawOr( &s->typed, none ) : none, ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    }
    findBounds( s, sim );
    return result;
}

static ssResult adopt( void* state, const ssSim* sim )
{
    Lanes* s = state;
    SS_TRY( setLaw( s, sim ) );
    ssWorldDef def = readDef( s, sim );
    ssResult result = ssWorld_SetDef( s->world, &def );
    for ( int i = 0; i < 2 * laneCount( sim ) && result.code == ss_ok; ++i )
    {
        ssMaterial material = materialOf( sim, i );
        result = ssWorld_SetMaterial( s->world, ssWorld_BodyAt( s->world, FIRST_BALL + i ), &material );
    }
    return result;
}

static ssResult build( Lanes* s, const ssSim* sim )
{
    double R = ssSim_Param( sim, keyRadius ), halfWidth = LANE_WIDTH * R * ( laneCount( sim ) + 0.5 );
    ssBodyDef table = ssDefaultBodyDef();
    table.shape = ssPlaneShape();
    table.kind = ss_bodyStatic;
    table.material = ( ssMaterial ){ .mu = ROUGH, .muRoll = ROUGH, .muSpin = ROUGH, .restitution = 1.0 };
    ssResult result = ssWorld_AddBody( s->world, &table, NULL );
    ssBodyDef stop = table;
    stop.shape = ssBoxShape( ssVec3_Make( 0.25 * R, halfWidth, 0.5 * R ) );
    stop.pose.position = ssVec3_Make( ssSim_Param( sim, keyLength ) + 1.25 * R, 0.0, 0.5 * R );
    result = result.code == ss_ok ? ssWorld_AddBody( s->world, &stop, NULL ) : result;
    for ( int i = 0; i < 2 * laneCount( sim ) && result.code == ss_ok; ++i )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( R );
        ball.density = ssSim_Param( sim, keyDensity );
        ball.material = materialOf( sim, i );
        ball.pose.position = ssVec3_Make( 0.0, laneY( sim, i ), R );
        result = ssWorld_AddBody( s->world, &ball, NULL );
    }
    return result;
}

static ssResult create( void* state, const ssSim* sim )
{
    Lanes* s = state;
    s->tilt = ssSim_Param( sim, keyIncline ) * SS_PI / 180.0;
    for ( int i = 0; i < 2 * MAX_LANES; ++i ) { s->startTilt[i] = SS_NAN; }
    ssWorldDef def = readDef( s, sim );
    ssResult result = ssCreateWorld( &def, &s->world );
    result = result.code == ss_ok ? build( s, sim ) : result;
    result = result.code == ss_ok ? setLaw( s, sim ) : result;
    if ( result.code != ss_ok ) { worldDestroy( s ); }
    return result;
}

static void tiltTable( Lanes* s, const ssSim* sim )
{
    double largest = ssSim_Param( sim, keyTiltMax ) * SS_PI / 180.0;
    double by = ssSim_Param( sim, keyTiltRate ) * SS_PI / 180.0 * ssSim_StepSize( sim );
    double next = s->tilt + by;
    // The table stops at the largest incline, and does not jump back if that is reduced.
    s->tilt = by > 0.0 ? ssMax( s->tilt, ssMin( next, largest ) ) : ssMin( s->tilt, ssMax( next, -largest ) );
    ssWorldDef def = readDef( s, sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
}

static ssStepReport step( void* state, ssSim* sim )
{
    Lanes* s = state;
    tiltTable( s, sim );
    ssWorldReport report = worldStep( s->world, sim );
    double R = ssSim_Param( sim, keyRadius ), sum = report.residual;
    for ( int i = 0; i < 2 * laneCount( sim ); ++i )
    {
        double x = worldBody( s->world, FIRST_BALL + i ).pose.position.x;
        bool started = !isnan( s->startTilt[i] ) || fabs( x ) > STARTED_SHARE * R;
        s->startTilt[i] = started && isnan( s->startTilt[i] ) ? s->tilt : s->startTilt[i];
        sum += x;
    }
    return worldStepReport( s->world, &report, isfinite( sum ) );
}

static void serialize( void* state, ssArchive* archive )
{
    Lanes* s = state;
    ssArchive_F64( archive, &s->tilt );
    ssArchive_F64s( archive, s->startTilt, 2 * MAX_LANES );
    worldLawSerialize( &s->typed, s->world, archive );
    ssWorld_Serialize( s->world, archive );
}

static void restored( void* state, const ssSim* sim ) { findBounds( state, sim ); }

static int startedCount( const Lanes* s )
{
    int count = 0;
    for ( int i = 0; i < 2 * MAX_LANES; ++i ) { count += !isnan( s->startTilt[i] ); }
    return count;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Lanes* s = state;
    row[signalIncline] = s->tilt * 180.0 / SS_PI;
    row[signalMoving] = startedCount( s );
    for ( int i = 0; i < 2 * MAX_LANES; ++i )
    {
        bool exists = i < 2 * laneCount( sim );
        row[signalLanes + i] = exists ? worldBody( s->world, FIRST_BALL + i ).pose.position.x : SS_NAN;
        row[signalStarts + i] = s->startTilt[i] * 180.0 / SS_PI;
    }
    // Potential energy is counted from rest at the start, at the present incline.
    double g = ssSim_Param( sim, keyGravity ) * ssCos( s->tilt ), mass = 0.0;
    for ( int i = 0; i < 2 * laneCount( sim ); ++i ) { mass += worldBody( s->world, FIRST_BALL + i ).mass; }
    row[signalKinetic] =
        worldFillLedger( s->world, mass * g * ssSim_Param( sim, keyRadius ), row + signalLedger );
}

/// The incline at which a sphere starts: tan alpha = min( mu, mu_r/R ) [rad].
static double exactStart( const Lanes* s, const ssSim* sim, int i )
{
    ssMaterial material = materialOf( sim, i );
    if ( isTyped( sim, i ) )
    {
        if ( isnan( s->typedMu ) )
        {
            return SS_NAN; // a function of the velocity has no bound at rest
        }
        material.mu = s->typedMu;
        material.muRoll = isnan( s->typedRoll ) ? material.muRoll : s->typedRoll;
    }
    return ssAtan( ssMin( material.mu, material.muRoll / ssSim_Param( sim, keyRadius ) ) );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const Lanes* s = state;
    double error = SS_NAN;
    for ( int i = 0; i < 2 * laneCount( sim ); ++i )
    {
        // fmax ignores NAN.
        error = ssMax( error, fabs( fabs( s->startTilt[i] ) - exactStart( s, sim, i ) ) * 180.0 / SS_PI );
    }
    return index == 0 ? startedCount( s ) : error;
}

static void drawLanes( const ssSim* sim, const ssDraw* out )
{
    double R = ssSim_Param( sim, keyRadius ), length = ssSim_Param( sim, keyLength );
    for ( int i = 0; i < 2 * laneCount( sim ) && out->line != NULL; ++i )
    {
        const ssVec3 ends[2] = { { 0.0, laneY( sim, i ), 0.0 }, { length + R, laneY( sim, i ), 0.0 } };
        out->line( out->context, ss_lineScenery, 2, ends );
    }
    ssDrawPlane plane = { { 0.5 * length, 0.0, 0.0 }, .normal = { 0.0, 0.0, 1.0 },
        .tangent = { 1.0, 0.0, 0.0 }, .halfX = 0.5 * length + 3.0 * R,
        .halfY = LANE_WIDTH * R * ( laneCount( sim ) + 0.5 ) };
    picturePlanes( out, 1, &plane );
}

/// An arrow across a row's lanes where its coefficient rises; nothing where it is constant.
static void drawRise(
    const ssSim* sim, const ssDraw* out, int row, double first, double last, const char* text )
{
    double R = ssSim_Param( sim, keyRadius ), x = ssSim_Param( sim, keyLength ) + 2.0 * R;
    int lane = laneCount( sim ) - 1;
    lane -= isTyped( sim, row + 2 * lane ) ? 1 : 0;
    double ends[2] = { laneY( sim, row ), laneY( sim, row + 2 * lane ) };
    if ( first == last || lane < 1 ) { return; }
    double tip = ends[last > first], tail = ends[last < first], barb = tip > tail ? 0.6 * R : -0.6 * R;
    const ssVec3 shaft[2] = { { x, tail, 0.05 * R }, { x, tip, 0.05 * R } };
    const ssVec3 head[3] = { { x - 0.4 * R, tip - barb, 0.05 * R }, shaft[1],
        { x + 0.4 * R, tip - barb, 0.05 * R } };
    if ( out->line != NULL )
    {
        out->line( out->context, ss_lineScenery, SS_COUNT( shaft ), shaft );
        out->line( out->context, ss_lineScenery, SS_COUNT( head ), head );
    }
    const ssDrawLabel label = { { x + 0.9 * R, 0.5 * ( tip + tail ), 0.0 },
        .mode = row == 0 ? ss_modeRoll : ss_modeSlide, .text = text, .small = true };
    out->labels( out->context, 1, &label );
}

/// The angle at which each sphere lets go, ticked once it has; every other label is lower, for room.
static void drawAngles( const Lanes* s, const ssSim* sim, const ssDraw* out )
{
    double R = ssSim_Param( sim, keyRadius ), behind = -3.4 * R;
    for ( int i = 0; i < 2 * laneCount( sim ); ++i )
    {
        char text[48];
        double angle = exactStart( s, sim, i ) * 180.0 / SS_PI;
        bool started = !isnan( s->startTilt[i] );
        if ( isnan( angle ) ) { snprintf( text, sizeof text, ssTranslate( "law%s" ), started ? "✓" : "" ); }
        else
        {
            snprintf( text, sizeof text, "%s%.*f°%s", isTyped( sim, i ) ? ssTranslate( "law " ) : "",
                angle < 9.95 ? 1 : 0, angle, started ? "✓" : "" );
        }
        ssDrawLabel label = { { behind, laneY( sim, i ), i / 2 % 2 == 0 ? 2.6 * R : 0.6 * R },
            .mode = !started ? ss_modeOpen
                : i % 2 == 0 ? ss_modeRoll
                             : ss_modeSlide,
            .text = text, .small = true };
        out->labels( out->context, 1, &label );
    }
    char now[48];
    snprintf( now, sizeof now, ssTranslate( "incline %.1f°" ), s->tilt * 180.0 / SS_PI );
    drawRise( sim, out, 0, ssSim_Param( sim, keyMuRollMin ), ssSim_Param( sim, keyMuRollMax ),
        ssTranslate( "μ_r rises" ) );
    drawRise(
        sim, out, 1, ssSim_Param( sim, keyMuMin ), ssSim_Param( sim, keyMuMax ), ssTranslate( "μ rises" ) );
    const ssDrawLabel incline = { { ssSim_Param( sim, keyLength ) + 2.0 * R, 0.0, 0.0 }, .mode = ss_modeOpen,
        .text = now, .small = true };
    out->labels( out->context, 1, &incline );
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)chart;
    const Lanes* s = state;
    int lanes = laneCount( sim );
    double x[MAX_LANES], exact[2][MAX_LANES], found[2][MAX_LANES];
    for ( int i = 0; i < 2 * lanes; ++i )
    {
        x[i / 2] = i / 2 + 1;
        exact[i % 2][i / 2] = exactStart( s, sim, i ) * 180.0 / SS_PI;
        found[i % 2][i / 2] = fabs( s->startTilt[i] ) * 180.0 / SS_PI;
    }
    double ends[2] = { 0.5, lanes + 0.5 },
           now[2] = { fabs( s->tilt ) * 180.0 / SS_PI, fabs( s->tilt ) * 180.0 / SS_PI };
    double top = 0.0;
    for ( int i = 0; i < lanes; ++i ) { top = ssMax( top, ssMax( exact[0][i], exact[1][i] ) ); }
    sink->range( sink->context, ends[0], ends[1], 0.0, 1.15 * ssMax( top, 1.0 ) );
    for ( int k = 0; k < 2; ++k )
    {
        sink->curve( sink->context, ss_chartExact, k == 0 ? "predicted" : "", lanes, x, exact[k] );
        sink->points( sink->context, k == 0 ? ss_chartThird : ss_chartSlide, k == 0 ? "rolls" : "slides",
            lanes, x, found[k] );
    }
    sink->curve( sink->context, ss_chartFirst, "incline now", 2, ends, now );
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Lanes* s = state;
    double length = ssSim_Param( sim, keyLength );
    DrawRotated rotated;
    drawRotated( &rotated, out, ssQuat_FromRotationVector( ssVec3_Make( 0.0, s->tilt, 0.0 ) ) );
    if ( out->bounds != NULL )
    {
        rotated.draw.bounds( rotated.draw.context, ssVec3_Make( 0.42 * length, 0.0, 0.0 ), 0.6 * length );
    }
    drawLanes( sim, &rotated.draw );
    worldDrawBodies( s->world, &rotated.draw, ss_drawAll );
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL ) { drawAngles( s, sim, &rotated.draw ); }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const Lanes* s = state;
    double R = ssSim_Param( sim, keyRadius );
    switch ( param )
    {
        case keyMuMin:
        case keyMuMax:
            sayNumbers( text, capacity, ssTranslate( "slides at atan μ = %s°" ),
                ssAtan( ssSim_Param( sim, param ) ) * 180.0 / SS_PI );
            break;
        case keyMuRollMin:
        case keyMuRollMax:
            sayNumbers( text, capacity, ssTranslate( "rolls at atan μ_r/R = %s°" ),
                ssAtan( ssSim_Param( sim, param ) / R ) * 180.0 / SS_PI );
            break;
        case keyTiltRate:
        case keyTiltMax:
            sayNumbers( text, capacity, ssTranslate( "now %s°" ), s->tilt * 180.0 / SS_PI );
            break;
    }
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)state;
    (void)sim;
    int ball = body - FIRST_BALL;
    if ( body < 0 )
    {
        sayNumbers( text, capacity, body == -1 ? "table" : "stop" );
        return;
    }
    snprintf( text, (size_t)capacity, "%s lane %d", ball % 2 == 0 ? "rolling" : "sliding", ball / 2 + 1 );
}

static double incline( const void* state, const ssSim* sim )
{
    (void)sim;
    return ( (const Lanes*)state )->tilt * 180.0 / SS_PI;
}

/// From where it was placed, a sphere starts at tan alpha = min( mu, mu_r/R ); later the stop may hold it.
static double predictStart( const void* state, const ssSim* sim, const ssChange* change )
{
    const Lanes* s = state;
    if ( change->from != ss_modeStick || change->to == ss_modeOpen || change->a != -1 ) { return SS_NAN; }
    double x = worldBody( s->world, change->b ).pose.position.x;
    double start = copysign( exactStart( s, sim, change->b - FIRST_BALL ), s->tilt );
    return fabs( x ) < 0.01 * ssSim_Param( sim, keyRadius ) ? start * 180.0 / SS_PI : SS_NAN;
}

static const ssDrive s_drive = { "α", "°", incline, predictStart };

static void dragBall( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    Lanes* s = state;
    ssQuat back = ssQuat_FromRotationVector( ssVec3_Make( 0.0, -s->tilt, 0.0 ) );
    worldDragBody( s->world, drag, ssQuat_Rotate( back, drag->target ) );
}

extern const ssScenario ss_scenarioLanes;
const ssScenario ss_scenarioLanes = { "lanes", "Lanes on a tilting table",
    .source = "Acary & Bourrier 2021, Eq. 21: modes of one contact",
    .summary = "Two rows of spheres on a slowly tilting table. In one row the rolling resistance rises from "
               "lane to lane, in the other the sliding friction. Each sphere starts to move when the tangent "
               "of the incline exceeds the smaller of mu and mu_r/R.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 18.0, .stateSize = sizeof( Lanes ), MODEL_CALLS,
        .destroy = worldDestroy, .adopt = adopt, .takesLaw = true, .restored = restored,
        .serialize = serialize, .freeze = worldFreeze, .drive = &s_drive },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .draw = draw, .drawChart = drawChart,
        .explain = explain, .drag = dragBall, .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "tilt" };
