// SPDX-License-Identifier: MIT
#include "scenario/scenario_guideway.h"
#include "scenario/picture.h"
#include "scenario/world_scenario.h"

#include <stdio.h>
#include <string.h>

// A carriage runs on four rows of recirculating balls (Tasora & Anitescu Sec. 6.2). Between two parallel
// raceways a ball rolls at half the speed of the carriage. With rho at both contacts it resists with
// (rho/R_b) N, so that the carriage needs F_x = zeta sum N + S to move. On flat raceways sum N is the load
// F_y, which gives the manufacturer's formula. Rows at 45 degrees carry the load with N cos 45° and need
// sqrt(2) zeta F_y.
//
// There is no gravity: the load includes the weights. Balls do not touch each other, as if there were
// spacers, and a ball that the carriage has overtaken returns to its front.

#define MAX_BALLS 40     // per row
#define RAIL_HALF 20.0   // half the length of the rail [m]
#define WARM_UP 50       // steps before the force is averaged
#define PART_SHARE 0.1   // share of the carriage's mass in each of its raceways and in its slide
#define GROUP_RACEWAYS 1 // bodies of a group do not touch each other
#define GROUP_BALLS 2    // bodies of a group do not touch each other
#define SPACING 1.15     // distance of balls in a row, in diameters
#define STEEL 7800.0     // density [kg/m³]
#define REST_SPEED 1e-6 // speed of the carriage below which the formula for its resistance is undefined [m/s]

static const char* const s_geometries[] = { "flat", "raceway45" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyLoad] = { PARAM( "load", "F_y", "load", "N", "guideway" ), BETWEEN( 0.0, 1e9, 0.0, 2000.0, 490.0 ),
        .live = true, .doc = "Force that presses the carriage down, including its weight." },
    [keyZeta] = { PARAM( "zeta", "ζ", "resistance coefficient", "", "friction" ),
        BETWEEN( 0.0, 1.0, 0.0, 0.02, 0.005 ), .live = true,
        .doc = "The manufacturer's coefficient of the guideway. The balls roll with mu_r = zeta R_b at both "
            "contacts." },
    [keyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 0.5, 0.2 ), .live = true,
        .doc = "Friction between balls and raceways. The balls roll as long as it exceeds zeta." },
    [keyBallDiameter] = { PARAM( "ball_diameter", "ball d", "ball diameter", "m", "guideway" ),
        BETWEEN( 1e-4, 1.0, 0.003, 0.02, 0.0064 ),
        .doc = "Diameter of the steel balls. A ball of 6.4 mm has a mass of about one gram." },
    [keyBallsPerRow] = { PARAM( "balls_per_row", "balls per row", "balls per row", "", "guideway" ),
        .kind = ss_paramInteger, .min = 2.0, .max = 20.0, .allowedMin = 2.0, .allowedMax = MAX_BALLS,
        .defaultValue = 9.0, .doc = "Loaded balls in each of the four rows." },
    [keyCarriageMass] = { PARAM( "carriage_mass", "carriage", "mass of the carriage", "kg", "guideway" ),
        BETWEEN( 1e-3, 1e6, 0.1, 100.0, 10.0 ), .logScale = true,
        .doc = "Mass of the carriage. Ten kilograms on balls of a gram is a ratio at which simple solvers "
            "stall." },
    [keyPreload] = { PARAM( "preload", "preload", "preload per ball", "N", "guideway" ),
        BETWEEN( 0.0, 1e6, 0.0, 50.0, 0.0 ),
        .doc = "Force on every ball without a load, since rows at 45° press against each other. Flat "
            "raceways have none." },
    [keyStiffness] = { PARAM( "stiffness", "k", "contact stiffness", "N/m", "guideway" ),
        BETWEEN( 1e4, 1e12, 1e6, 1e9, 1.5e7 ), .logScale = true,
        .doc = "Stiffness of every contact along its normal (Tikhonov regularisation). A steel ball of 6.4 "
            "mm on a flat raceway has 1.5e7 N/m at 14 N (Hertz). It determines how the balls share the load, "
            "but not their resistance." },
    [keySeal] = { PARAM( "seal", "seals S", "seals", "N", "friction" ), BETWEEN( 0.0, 1e9, 0.0, 20.0, 5.3 ),
        .live = true,
        .doc = "Dry friction of seals and scrapers: a force of up to S against the motion (box "
            "constraint)." },
    [keySpeed] = { PARAM( "speed", "v", "speed of the drive", "m/s", "drive" ),
        BETWEEN( -10.0, 10.0, -0.5, 0.5, 0.1 ), .live = true,
        .doc = "Speed at which the drive moves the carriage, as long as its force suffices." },
    [keyPush] = { PARAM( "push", "F_max", "largest force of the drive", "N", "drive" ),
        BETWEEN( 0.0, 1e9, 0.0, 20.0, 0.0 ), .live = true,
        .doc = "If it is less than the resistance, the carriage sticks. 0: unlimited." },
    [keyGeometry] = { PARAM( "geometry", "geometry", "raceways", "", "guideway" ), CHOICE( s_geometries ),
        .defaultValue = geometryFlat,
        .doc = "flat: raceways perpendicular to the load, F_x = zeta F_y. raceway45: four rows at 45°, as "
            "drawn in the paper, F_x = sqrt(2) zeta F_y." },
    [keyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ), .min = 1e-10, .max = 1e-3,
        .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-7, .logScale = true,
        .doc = TOLERANCE_DOC },
    [keyIterations] = { PARAM( "iterations", "iterations", "iterations per step", "", "numerics" ),
        .kind = ss_paramInteger, .min = 10.0, .max = 20000.0, .allowedMin = 1.0, .allowedMax = 1e6,
        .defaultValue = 20000.0,
        .doc = "Iteration limit of the contact solver, accelerated projected gradient. Gauss-Seidel stalls "
            "at a mass ratio of ten thousand." },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalKinetic = 7,
    signalLedger,
    signalNeeded = signalLedger + ledgerCount,
    signalCount = signalNeeded + 3
};

static const ssSignal s_signals[] = {
    { "force_x", "F_x", "N", "force of the drive on the carriage" },
    { "velocity", "carriage", "m/s", "velocity of the carriage" },
    { "force_exact", "F_x exact", "N", "resistance of balls and seals by the formula; undefined at rest" },
    { "x", "x", "m", "position of the carriage" },
    { "sum_n", "Σ N", "N", "sum of the normal forces between balls and carriage" },
    { "sink", "z", "m", "vertical displacement of the carriage; negative when it is pressed down" },
    { "iterations", "iterations", "", "iterations of the contact solver" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
    [signalNeeded] = { "force_needed", "formula", "N",
        "force above which the carriage moves, zeta sum N + S" },
    { "drive_speed", "drive", "m/s", "speed at which the drive moves the carriage if its force suffices" },
    { "ball_velocity", "balls", "m/s", "mean velocity of the balls" },
};

_Static_assert( SS_COUNT( s_signals ) == signalCount, "one row for each signal" );

static const ssPlot s_plots[] = {
    { PLOT( "force_x", "force of the drive against the formula", "N" ), .signals = { "force_x" },
        .exact = { "force_needed" }, .shown = true },
    { PLOT( "velocity", "velocity", "m/s" ), .signals = { "velocity", "ball_velocity" },
        .exact = { "drive_speed" }, .shown = true },
    { PLOT( "sum_n", "load on the balls", "N" ), .signals = { "sum_n" } },
    { PLOT( "iterations", "solver iterations", "" ), .signals = { "iterations" } },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ) },
    { PLOT( "x", "position", "m" ), .signals = { "x", "sink" } },
};

static const ssChart s_charts[] = {
    { CHART( "resistance", "force of the drive over the load" ), AXES( "F_y", "N", "F_x", "N" ),
        .doc = "The force that the drive needs by the formula, over the load. Preloaded rows carry more, and "
               "the load does not matter until it relieves the lower rows altogether.",
        .shown = true },
};

static const ssPresetValue s_noSeal[] = { { "seal", 0.0 } };
static const ssPresetValue s_raceway[] = { { "geometry", geometryRaceway45 } };
static const ssPresetValue s_stick[] = { { "push", 7.0 } };
static const ssPresetValue s_preload[] = { { "geometry", geometryRaceway45 }, { "preload", 20.0 } };
static const ssPresetValue s_tiny[] = { { "balls_per_row", 2.0 }, { "carriage_mass", 0.1 },
    { "stiffness", 1e6 }, { "tol", 1e-2 }, { "iterations", 100.0 } };

// Errors of 1e-5 are nothing to the eye, and the run keeps up with a window.
static const ssPresetValue s_closeUp[] = { { "tol", 1e-5 } };

static const ssPreset s_presets[] = {
    { "close-up", "Close up, at a tenth of the speed", PRESET( s_closeUp ) },
    { "fig8", .label = "With seals, 7.75 N (Fig. 8)" },
    { "fig8-no-seal", "Without seals, 2.45 N (Fig. 8)", PRESET( s_noSeal ) },
    { "raceway45", "Rows at 45°: 8.765 N", PRESET( s_raceway ) },
    { "preload", "Preloaded rows at 45°: 8.9 N", PRESET( s_preload ) },
    { "stick", "Pushed with 7 N: it sticks", PRESET( s_stick ) },
    { "tiny", "Eight balls, for tests", .hidden = true, .until = 0.1, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "resisting_force", "N", "mean force of the drive after the first 50 steps; undefined before" },
};

static const char* const s_figures[] = { "tasora-fig8" };

static void layRows( const ssSim* sim, Row rows[GUIDEWAY_ROWS] )
{
    double d = ssSim_Param( sim, keyBallDiameter ), c = sqrt( 0.5 );
    bool flat = (int)ssSim_Param( sim, keyGeometry ) == geometryFlat;
    for ( int i = 0; i < GUIDEWAY_ROWS; ++i )
    {
        double side = i % 2 == 0 ? 1.0 : -1.0, level = i < 2 ? 1.0 : -1.0;
        rows[i] = flat ? ( Row ){ side * ( i < 2 ? 1.5 : 3.5 ) * d, 0.0, { 0.0, 0.0, 1.0 } }
                       : ( Row ){ side * 3.0 * d, level * 2.0 * d, { 0.0, side * c, level * c } };
    }
}

/// Orientation of a raceway: balls roll on the face of its box that is normal to the local z axis.
static ssQuat raceFrame( ssVec3 normal )
{
    // rotation about the x axis, which is the direction of travel
    return ssQuat_FromRotationVector( ssVec3_Make( ssAtan2( -normal.y, normal.z ), 0.0, 0.0 ) );
}

static double spacing( const ssSim* sim ) { return SPACING * ssSim_Param( sim, keyBallDiameter ); }

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ .mu = ssSim_Param( sim, keyMu ),
        .muRoll = 0.5 * ssSim_Param( sim, keyZeta ) * ssSim_Param( sim, keyBallDiameter ) };
}

static ssResult addRaceway(
    Guideway* s, const ssSim* sim, const Row* row, bool ofCarriage, double halfLength, ssBodyId* id )
{
    double d = ssSim_Param( sim, keyBallDiameter ), thick = 0.25 * d, sign = ofCarriage ? 1.0 : -1.0;
    double squeeze = ssSim_Param( sim, keyPreload ) / ssSim_Param( sim, keyStiffness );
    bool flat = (int)ssSim_Param( sim, keyGeometry ) == geometryFlat;
    double away = 0.5 * d + thick - ( flat || !ofCarriage ? 0.0 : 2.0 * squeeze );
    ssBodyDef def = ssDefaultBodyDef();
    def.kind = ofCarriage ? ss_bodyDynamic : ss_bodyStatic;
    def.shape = ssBoxShape( ssVec3_Make( halfLength, 0.45 * d, thick ) );
    def.pose.position = ssVec3_MulAdd( ssVec3_Make( 0.0, row->y, row->z ), sign * away, row->across );
    def.pose.orientation = raceFrame( ssVec3_Scale( -sign, row->across ) );
    def.material = readMaterial( sim );
    def.mass = ofCarriage ? PART_SHARE * ssSim_Param( sim, keyCarriageMass ) : 0.0;
    def.group = GROUP_RACEWAYS;
    return ssWorld_AddBody( s->world, &def, id );
}

static ssResult addBalls( Guideway* s, const ssSim* sim, const Row* row )
{
    int n = (int)ssSim_Param( sim, keyBallsPerRow );
    double d = ssSim_Param( sim, keyBallDiameter );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.5 * d );
    def.density = STEEL;
    def.material = readMaterial( sim );
    def.group = GROUP_BALLS;
    ssResult result = ssOk();
    for ( int i = 0; i < n && result.code == ss_ok; ++i )
    {
        def.pose.position = ssVec3_Make( ( i - 0.5 * ( n - 1 ) ) * spacing( sim ), row->y, row->z );
        result = ssWorld_AddBody( s->world, &def, NULL );
        s->ballCount += 1;
    }
    return result;
}

static ssResult addJoint( Guideway* s, ssJointKind kind, ssVec3 axis, ssBodyId a, ssBodyId b, ssJointId* id )
{
    ssJointDef def = ssDefaultJointDef();
    def.kind = kind;
    def.a = a;
    def.b = b;
    def.anchor = ssWorld_Body( s->world, b ).pose.position;
    def.axis = axis;
    def.maxForce = HUGE_VAL;
    return ssWorld_AddJoint( s->world, &def, id );
}

/// The central body of the carriage, which does not rotate: a slide in the rail moves along x, the carriage
/// vertically in it. Otherwise it would pitch by microns on returning balls, and the load would push it.
static ssResult addCarriage( Guideway* s, const ssSim* sim, double halfLength )
{
    const ssVec3 along = { 1.0, 0.0, 0.0 }, up = { 0.0, 0.0, 1.0 };
    double d = ssSim_Param( sim, keyBallDiameter ), mass = ssSim_Param( sim, keyCarriageMass );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssBoxShape( ssVec3_Make( halfLength, 2.0 * d, 0.5 * d ) );
    def.mass = ( 1.0 - ( GUIDEWAY_ROWS + 1 ) * PART_SHARE ) * mass;
    def.group = GROUP_RACEWAYS;
    def.material = readMaterial( sim );
    def.pose.position.z = (int)ssSim_Param( sim, keyGeometry ) == geometryFlat ? 2.0 * d : 4.0 * d;
    ssResult result = ssWorld_AddBody( s->world, &def, &s->carriage );
    def.mass = PART_SHARE * mass;
    ssBodyId rail = { 0, 0 }, slide;
    s->carriageSlot = s->carriage.slot1 - 1;
    result = result.code == ss_ok ? ssWorld_AddBody( s->world, &def, &slide ) : result;
    result = result.code == ss_ok ? addJoint( s, ss_jointPrismatic, along, rail, slide, NULL ) : result;
    result = result.code == ss_ok ? addJoint( s, ss_jointPrismatic, up, slide, s->carriage, NULL ) : result;
    result =
        result.code == ss_ok ? addJoint( s, ss_jointMotion, along, rail, s->carriage, &s->drive ) : result;
    return result.code == ss_ok ? addJoint( s, ss_jointSeal, along, rail, s->carriage, &s->seal ) : result;
}

static ssResult build( Guideway* s, const ssSim* sim )
{
    Row rows[GUIDEWAY_ROWS];
    const ssVec3 up = { 0.0, 0.0, 1.0 };
    ssBodyId id;
    layRows( sim, rows );
    s->loop = spacing( sim ) * ssSim_Param( sim, keyBallsPerRow );
    // The carriage is as long as its rows of balls, with a small margin at each end.
    double half = 0.5 * s->loop + 0.01 * spacing( sim );
    ssResult result = ssOk();
    for ( int i = 0; i < GUIDEWAY_ROWS && result.code == ss_ok; ++i )
    {
        result = addRaceway( s, sim, rows + i, false, RAIL_HALF, &id );
    }
    result = result.code == ss_ok ? addCarriage( s, sim, half ) : result;
    for ( int i = 0; i < GUIDEWAY_ROWS && result.code == ss_ok; ++i )
    {
        result = addRaceway( s, sim, rows + i, true, half, &id );
        result = result.code == ss_ok ? addJoint( s, ss_jointFixed, up, s->carriage, id, NULL ) : result;
    }
    s->carriageEnd = s->balls = ssWorld_BodyCount( s->world );
    for ( int i = 0; i < GUIDEWAY_ROWS && result.code == ss_ok; ++i )
    {
        result = addBalls( s, sim, rows + i );
    }
    return result;
}

static double carriageHeight( const Guideway* s )
{
    return ssWorld_Body( s->world, s->carriage ).pose.position.z;
}

static void apply( void* state, const ssSim* sim )
{
    Guideway* s = state;
    ssMaterial material = readMaterial( sim );
    worldSetMaterials( s->world, &material );
    ssVec3 none = { 0.0, 0.0, 0.0 }, load = { 0.0, 0.0, -ssSim_Param( sim, keyLoad ) };
    ssIgnore( ssWorld_SetForce( s->world, s->carriage, load, none ) );
    double push = ssSim_Param( sim, keyPush );
    ssIgnore(
        ssWorld_SetJoint( s->world, s->drive, ssSim_Param( sim, keySpeed ), push > 0.0 ? push : HUGE_VAL ) );
    ssIgnore( ssWorld_SetJoint( s->world, s->seal, 0.0, ssSim_Param( sim, keySeal ) ) );
}

/// With an unlimited drive the guideway starts at full speed, with a limited one from rest.
static void startMoving( Guideway* s, const ssSim* sim )
{
    Row rows[GUIDEWAY_ROWS];
    layRows( sim, rows );
    double speed = ssSim_Param( sim, keyPush ) > 0.0 ? 0.0 : ssSim_Param( sim, keySpeed );
    const ssVec3 still = { 0.0, 0.0, 0.0 }, along = { 1.0, 0.0, 0.0 };
    int perRow = (int)ssSim_Param( sim, keyBallsPerRow );
    for ( int i = s->carriageSlot; i < s->carriageEnd; ++i )
    {
        ssIgnore( ssWorld_SetVelocity(
            s->world, ssWorld_BodyAt( s->world, i ), ssVec3_Scale( speed, along ), still ) );
    }
    for ( int i = 0; i < s->ballCount; ++i )
    {
        // A ball moves at half the speed and is at rest where it touches the rail.
        double turn = speed / ssSim_Param( sim, keyBallDiameter );
        ssVec3 omega = ssVec3_Scale( turn, ssVec3_Cross( rows[i / perRow].across, along ) );
        ssIgnore( ssWorld_SetVelocity(
            s->world, ssWorld_BodyAt( s->world, s->balls + i ), ssVec3_Scale( 0.5 * speed, along ), omega ) );
    }
}

static ssResult create( void* state, const ssSim* sim )
{
    Guideway* s = state;
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    def.stiffness = ssSim_Param( sim, keyStiffness );
    // Gauss-Seidel stalls at a mass ratio of ten thousand; the accelerated gradient method does not.
    def.solver = "apgd";
    def.tolerance = ssSim_Param( sim, keyTol );
    def.maxIterations = (int)ssSim_Param( sim, keyIterations );
    ssResult result = ssCreateWorld( &def, &s->world );
    result = result.code == ss_ok ? build( s, sim ) : result;
    if ( result.code != ss_ok )
    {
        worldDestroy( s );
        return result;
    }
    apply( s, sim );
    startMoving( s, sim );
    s->start = carriageHeight( s );
    return ssOk();
}

/// Moves balls that have fallen behind to the front, and balls that are too far ahead to the back.
static void recirculate( Guideway* s )
{
    double x = ssWorld_Body( s->world, s->carriage ).pose.position.x;
    for ( int i = s->balls; i < s->balls + s->ballCount; ++i )
    {
        ssPose pose = worldBody( s->world, i ).pose;
        double ahead = pose.position.x - x;
        if ( fabs( ahead ) > 0.5 * s->loop )
        {
            pose.position.x += ahead > 0.0 ? -s->loop : s->loop;
            ssIgnore( ssWorld_SetPose( s->world, ssWorld_BodyAt( s->world, i ), pose ) );
        }
    }
}

double guidewayDriveForce( const Guideway* s )
{
    ssVec3 force, moment;
    ssWorld_JointForce( s->world, s->drive, &force, &moment );
    return force.x;
}

static ssStepReport step( void* state, ssSim* sim )
{
    Guideway* s = state;
    ssWorldReport report = worldStep( s->world, sim );
    recirculate( s );
    if ( ssSim_StepIndex( sim ) >= WARM_UP )
    {
        s->forceSum += guidewayDriveForce( s );
        s->forceCount += 1;
    }
    return worldStepReport( s->world, &report, isfinite( report.residual + guidewayDriveForce( s ) ) );
}

static void serialize( void* state, ssArchive* archive )
{
    Guideway* s = state;
    ARCHIVE_EACH( archive, &s->start, &s->forceSum );
    ssArchive_Int( archive, &s->forceCount );
    ssWorld_Serialize( s->world, archive );
}

/// The formula at this load, when the preload of all balls adds up to this [N].
static double resistanceAt( const ssSim* sim, double load, double preload )
{
    double sum = load;
    if ( (int)ssSim_Param( sim, keyGeometry ) == geometryRaceway45 )
    {
        // The load relieves the lower rows as it loads the upper ones, until the lower ones carry nothing.
        sum = ssMax( sqrt( 2.0 ) * load, preload );
    }
    return ssMin( ssSim_Param( sim, keyZeta ), ssSim_Param( sim, keyMu ) ) * sum +
        ssSim_Param( sim, keySeal );
}

/// Resistance zeta sum N + S with the velocity's sign; rows at 45°: load over cosine, or preload.
static double exactForce( const ssSim* sim, double velocity )
{
    double preload = 4.0 * ssSim_Param( sim, keyBallsPerRow ) * ssSim_Param( sim, keyPreload );
    return copysign( resistanceAt( sim, ssSim_Param( sim, keyLoad ), preload ), velocity );
}

double guidewayResistance( const ssSim* sim ) { return fabs( exactForce( sim, 1.0 ) ); }

/// Whether the body is the carriage or one of its raceways.
static bool isCarriage( const Guideway* s, ssBodyId id )
{
    return id.slot1 > s->carriageSlot && id.slot1 <= s->carriageEnd;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Guideway* s = state;
    ssBodyState body = ssWorld_Body( s->world, s->carriage );
    double speed = body.velocity.x, sum = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( s->world, i );
        bool onCarriage = isCarriage( s, contact.a ) || isCarriage( s, contact.b );
        sum += onCarriage ? contact.view.force[0] : 0.0;
    }
    double balls = 0.0;
    for ( int i = 0; i < s->ballCount; ++i ) { balls += worldBody( s->world, s->balls + i ).velocity.x; }
    double exact = fabs( speed ) > REST_SPEED ? exactForce( sim, speed ) : SS_NAN;
    double drive = ssSim_Param( sim, keySpeed );
    FILL_ROWS( row, guidewayDriveForce( s ), speed, exact, body.pose.position.x, sum,
        carriageHeight( s ) - s->start, ssWorld_Report( s->world )->iterations );
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
    FILL_ROWS( row + signalNeeded, copysign( guidewayResistance( sim ), drive ), drive,
        s->ballCount > 0 ? balls / s->ballCount : SS_NAN );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    (void)index;
    const Guideway* s = state;
    return s->forceCount > 0 ? s->forceSum / s->forceCount : SS_NAN;
}

/// The formula over the load, with and without the preload, and where the drive is now.
static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)chart;
    enum
    {
        points = 101
    };
    double load = ssSim_Param( sim, keyLoad ), force = fabs( guidewayDriveForce( state ) );
    bool rows45 = (int)ssSim_Param( sim, keyGeometry ) == geometryRaceway45;
    double preload = rows45 ? 4.0 * ssSim_Param( sim, keyBallsPerRow ) * ssSim_Param( sim, keyPreload ) : 0.0;
    double to = ssMax( 2.0 * load, ssMax( 1.5 * preload, 1.0 ) ), x[points], y[points], bare[points];
    for ( int i = 0; i < points; ++i )
    {
        x[i] = to * i / ( points - 1 );
        y[i] = resistanceAt( sim, x[i], preload );
        bare[i] = resistanceAt( sim, x[i], 0.0 );
    }
    sink->range( sink->context, 0.0, to, 0.0, ssMax( 1.1 * y[points - 1], 1.1 * force ) );
    if ( preload > 0.0 ) { sink->curve( sink->context, ss_chartExact, "without preload", points, x, bare ); }
    sink->curve( sink->context, ss_chartFirst, preload > 0.0 ? "preloaded" : "formula", points, x, y );
    sink->points( sink->context, ss_chartNow, "drive now", 1, &load, &force );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_PendingParam( sim, keyBallDiameter );
    switch ( param )
    {
        case keyZeta:
            sayNumbers( text, capacity, "μ_r = ζ R_b = %s m", ssSim_PendingParam( sim, keyZeta ) * radius );
            break;
        case keyLoad:
        case keySeal:
            sayNumbers( text, capacity, "F_x = ζ Σ N + S = %s N", guidewayResistance( sim ) );
            break;
        case keyBallDiameter:
            sayNumbers( text, capacity, ssTranslate( "a ball has a mass of %s g" ),
                4e3 / 3.0 * SS_PI * STEEL * radius * radius * radius );
            break;
        case keyPush:
            sayNumbers( text, capacity,
                ssSim_Param( sim, keyPush ) > 0.0 ? ssTranslate( "%s N; resistance %s N" )
                                                  : ssTranslate( "%s: unlimited" ),
                ssSim_Param( sim, keyPush ), guidewayResistance( sim ) );
            break;
    }
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    const Guideway* s = state;
    (void)sim;
    if ( body < 0 ) { snprintf( text, (size_t)capacity, "rail %d", -body ); }
    else if ( body >= s->balls ) { snprintf( text, (size_t)capacity, "ball %d", body - s->balls + 1 ); }
    else if ( body > s->carriageSlot + 1 )
    {
        // behind the carriage itself and the slide that guides it
        snprintf( text, (size_t)capacity, "carriage row %d", body - s->carriageSlot - 1 );
    }
    else { snprintf( text, (size_t)capacity, "carriage" ); }
}

static double pushOf( const void* state, const ssSim* sim )
{
    (void)sim;
    return guidewayDriveForce( state );
}

/// A carriage that is pushed gently starts at F_x = zeta sum N + S.
static double predictStart( const void* state, const ssSim* sim, const ssChange* change )
{
    (void)state;
    bool starts = change->from == ss_modeStick && change->to != ss_modeOpen;
    return starts && ssSim_Param( sim, keyPush ) > 0.0 ? guidewayResistance( sim ) : SS_NAN;
}

static const ssDrive s_drive = { "F_x", "N", pushOf, predictStart };

static bool uses( const ssSim* sim, int param )
{
    return param != keyPreload || (int)ssSim_PendingParam( sim, keyGeometry ) == geometryRaceway45;
}

extern const ssScenario ss_scenarioGuideway;
const ssScenario ss_scenarioGuideway = { "guideway", "Linear guideway",
    .source = "Tasora & Anitescu 2013, Sec. 6.2, Figs. 4-8",
    .summary = "A carriage of ten kilograms runs on four rows of recirculating balls of one gram. Rolling "
               "friction at both contacts of every ball adds up to the manufacturer's formula F_x = zeta F_y "
               "+ S; below that force the carriage sticks.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 0.5, .stateSize = sizeof( Guideway ), MODEL_CALLS,
        .destroy = worldDestroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze, .uses = uses,
        .drive = &s_drive },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .draw = guidewayDraw, .drawChart = drawChart,
        .explain = explain, .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "close-up", ROWS( figure, s_figures ) };
