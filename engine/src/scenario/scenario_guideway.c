// SPDX-License-Identifier: MIT
#include "scenario/world_scenario.h"

#include <math.h>
#include <stdio.h>

// A carriage runs on four rows of recirculating balls (Tasora & Anitescu Sec. 6.2). Between two parallel raceways a ball
// rolls at half the speed of the carriage. With rho at both contacts it resists with (rho/R_b) N, so that the carriage needs
// F_x = zeta sum N + S to move. On flat raceways sum N is the load F_y, which gives the manufacturer's formula. Rows at 45
// degrees carry the load with N cos 45° and need sqrt(2) zeta F_y.
//
// There is no gravity: the load includes the weights. Balls do not touch each other, as if there were spacers, and a ball
// that the carriage has overtaken returns to its front.

#define ROWS 4            // rows of balls
#define MAX_BALLS 40      // per row
#define MAX_SHOWN_DISCS 8 // moments are drawn up to this number of balls; more would hide them
#define RAIL_HALF 20.0    // half the length of the rail [m]
#define WARM_UP 50        // steps before the force is averaged
#define PART_SHARE 0.1    // share of the carriage's mass in each of its raceways and in its slide
#define GROUP_RACEWAYS 1  // bodies of a group do not touch each other
#define GROUP_BALLS 2     // bodies of a group do not touch each other
#define SPACING 1.15      // distance of balls in a row, in diameters
#define STEEL 7800.0      // density [kg/m³]
#define REST_SPEED 1e-6 // speed of the carriage below which the formula for its resistance is undefined [m/s]

enum
{
    keyLoad,
    keyZeta,
    keyMu,
    keyBallDiameter,
    keyBallsPerRow,
    keyCarriageMass,
    keyPreload,
    keyStiffness,
    keySeal,
    keySpeed,
    keyPush,
    keyGeometry,
    keyTol,
    keyIterations,
    keyCount
};

enum
{
    geometryFlat,
    geometryRaceway45
};

static const char* const s_geometries[] = { "flat", "raceway45" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyLoad] = { .key = "load", .symbol = "F_y", .label = "load", .unit = "N", .group = "guideway",
        .doc = "Force that presses the carriage down, including its weight.",
        .min = 0.0, .max = 2000.0, .allowedMin = 0.0, .allowedMax = 1e9, .defaultValue = 490.0, .live = true },
    [keyZeta] = { .key = "zeta", .symbol = "ζ", .label = "resistance coefficient", .unit = "", .group = "friction",
        .doc = "The manufacturer's coefficient of the guideway. The balls roll with mu_r = zeta R_b at both contacts.",
        .min = 0.0, .max = 0.02, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.005, .live = true },
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "sliding friction coefficient", .unit = "", .group = "friction",
        .doc = "Friction between balls and raceways. The balls roll as long as it exceeds zeta.",
        .min = 0.0, .max = 0.5, .allowedMin = 0.0, .allowedMax = 1e6, .defaultValue = 0.2, .live = true },
    [keyBallDiameter] = { .key = "ball_diameter", .symbol = "d_b", .label = "ball diameter", .unit = "m",
        .group = "guideway", .doc = "Diameter of the steel balls. A ball of 6.4 mm has a mass of about one gram.",
        .min = 0.003, .max = 0.02, .allowedMin = 1e-4, .allowedMax = 1.0, .defaultValue = 0.0064 },
    [keyBallsPerRow] = { .key = "balls_per_row", .symbol = "n_b", .label = "balls per row", .unit = "",
        .group = "guideway", .doc = "Loaded balls in each of the four rows.", .kind = ss_paramInteger,
        .min = 2.0, .max = 20.0, .allowedMin = 2.0, .allowedMax = MAX_BALLS, .defaultValue = 9.0 },
    [keyCarriageMass] = { .key = "carriage_mass", .symbol = "M", .label = "carriage", .unit = "kg", .group = "guideway",
        .doc = "Mass of the carriage. Ten kilograms on balls of a gram is a ratio at which simple solvers stall.",
        .min = 0.1, .max = 100.0, .allowedMin = 1e-3, .allowedMax = 1e6, .defaultValue = 10.0, .logScale = true },
    [keyPreload] = { .key = "preload", .symbol = "N_0", .label = "preload per ball", .unit = "N", .group = "guideway",
        .doc = "Force on every ball without a load, since rows at 45° press against each other. Flat raceways have none.",
        .min = 0.0, .max = 50.0, .allowedMin = 0.0, .allowedMax = 1e6, .defaultValue = 0.0 },
    [keyStiffness] = { .key = "stiffness", .symbol = "k", .label = "contact stiffness", .unit = "N/m",
        .group = "guideway",
        .doc = "Stiffness of every contact along its normal (Tikhonov regularisation). A steel ball of 6.4 mm on a flat raceway has "
               "1.5e7 N/m at 14 N (Hertz). It determines how the balls share the load, but not their resistance.",
        .min = 1e6, .max = 1e9, .allowedMin = 1e4, .allowedMax = 1e12, .defaultValue = 1.5e7, .logScale = true },
    [keySeal] = { .key = "seal", .symbol = "S", .label = "seals", .unit = "N", .group = "friction",
        .doc = "Dry friction of seals and scrapers: a force of up to S against the motion (box constraint).",
        .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = 1e9, .defaultValue = 5.3, .live = true },
    [keySpeed] = { .key = "speed", .symbol = "v", .label = "speed of the drive", .unit = "m/s", .group = "drive",
        .doc = "Speed at which the drive moves the carriage, as long as its force suffices.",
        .min = -0.5, .max = 0.5, .allowedMin = -10.0, .allowedMax = 10.0, .defaultValue = 0.1, .live = true },
    [keyPush] = { .key = "push", .symbol = "F_max", .label = "largest force of the drive", .unit = "N",
        .group = "drive",
        .doc = "If it is less than the resistance, the carriage sticks. 0: unlimited.",
        .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = 1e9, .defaultValue = 0.0, .live = true },
    [keyGeometry] = { .key = "geometry", .symbol = "geometry", .label = "raceways", .unit = "", .group = "guideway",
        .doc = "flat: raceways perpendicular to the load, F_x = zeta F_y. raceway45: four rows at 45°, as drawn in the paper, "
               "F_x = sqrt(2) zeta F_y.",
        .kind = ss_paramChoice, .max = 1.0, .allowedMax = 1.0, .defaultValue = geometryFlat, .choices = s_geometries,
        .choiceCount = SS_COUNT( s_geometries ) },
    [keyTol] = { .key = "tol", .symbol = "tol", .label = "contact tolerance", .unit = "", .group = "numerics",
        .doc = TOLERANCE_DOC,
        .min = 1e-10, .max = 1e-3, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-7,
        .logScale = true },
    [keyIterations] = { .key = "iterations", .symbol = "n_max", .label = "iterations per step", .unit = "",
        .group = "numerics",
        .doc = "Iteration limit of the contact solver, accelerated projected gradient. Gauss-Seidel stalls at a mass ratio of ten "
               "thousand.",
        .kind = ss_paramInteger, .min = 10.0, .max = 20000.0, .allowedMin = 1.0, .allowedMax = 1e6,
        .defaultValue = 20000.0 },
};
// clang-format on

enum
{
    signalForce,
    signalVelocity,
    signalForceExact,
    signalX,
    signalSumN,
    signalSink,
    signalIterations,
    signalKinetic,
    signalLedger,
    signalCount = signalLedger + ledgerCount
};

static const ssSignal s_signals[] = {
    [signalForce] = { "force_x", "F_x", "N", "force of the drive on the carriage" },
    [signalVelocity] = { "velocity", "v", "m/s", "velocity of the carriage" },
    [signalForceExact] = { "force_exact", "F_x exact", "N",
        "resistance of balls and seals by the formula; undefined at rest" },
    [signalX] = { "x", "x", "m", "position of the carriage" },
    [signalSumN] = { "sum_n", "Σ N", "N", "sum of the normal forces between balls and carriage" },
    [signalSink] = { "sink", "z", "m",
        "vertical displacement of the carriage; negative when it is pressed down" },
    [signalIterations] = { "iterations", "iterations", "", "iterations of the contact solver" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { .id = "force_x",
        .title = "force of the drive",
        .unit = "N",
        .signals = { "force_x" },
        .exact = { "force_exact" },
        .shown = true },
    { .id = "velocity", .title = "velocity", .unit = "m/s", .signals = { "velocity" }, .shown = true },
    { .id = "sum_n", .title = "load on the balls", .unit = "N", .signals = { "sum_n" }, .shown = true },
    { .id = "iterations",
        .title = "solver iterations",
        .unit = "",
        .signals = { "iterations" },
        .shown = false },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { .id = "x", .title = "position", .unit = "m", .signals = { "x", "sink" }, .shown = false },
};

static const ssPresetValue s_noSeal[] = { { "seal", 0.0 } };
static const ssPresetValue s_raceway[] = { { "geometry", geometryRaceway45 } };
static const ssPresetValue s_stick[] = { { "push", 7.0 } };
static const ssPresetValue s_preload[] = { { "geometry", geometryRaceway45 }, { "preload", 20.0 } };
static const ssPresetValue s_tiny[] = { { "balls_per_row", 2.0 }, { "carriage_mass", 0.1 },
    { "stiffness", 1e6 }, { "tol", 1e-2 }, { "iterations", 100.0 } };

static const ssPreset s_presets[] = {
    { .name = "fig8", .label = "Fig. 8: flat raceways with seals, 7.75 N", .values = NULL },
    { .name = "fig8-no-seal", .label = "Fig. 8: without seals, 2.45 N", PRESET( s_noSeal ) },
    { .name = "raceway45", .label = "Rows at 45° as drawn, 8.76 N", PRESET( s_raceway ) },
    { .name = "preload", .label = "Rows at 45° pressed against each other", PRESET( s_preload ) },
    { .name = "stick", .label = "Pushed with 7 N: the carriage sticks", PRESET( s_stick ) },
    { .name = "tiny", .hidden = true, .label = "Eight balls, for tests", .until = 0.1, PRESET( s_tiny ) },
};

enum
{
    measureResisting,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureResisting] = { "resisting_force", "N",
        "mean force of the drive after the first 50 steps; undefined before" },
};

static const char* const s_figures[] = { "tasora-fig8" };

typedef struct Guideway
{
    ssWorld* world;
    int carriage;    // body; its raceways follow
    int carriageEnd; // after the last of them
    int balls;       // first body of the balls
    int ballCount;
    int drive, seal; // joints
    double loop;     // length of a row: a ball that falls behind by half of it returns to the front [m]
    double start;    // height of the carriage at the start [m]
    double forceSum; // [N], after the warm-up
    int forceCount;
} Guideway;

/// A row of balls: its position, and the direction from the rail to the carriage.
typedef struct Row
{
    double y, z;
    ssVec3 across;
} Row;

static void layRows( const ssSim* sim, Row rows[ROWS] )
{
    double d = ssSim_Param( sim, keyBallDiameter ), c = sqrt( 0.5 );
    bool flat = (int)ssSim_Param( sim, keyGeometry ) == geometryFlat;
    for ( int i = 0; i < ROWS; ++i )
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
    return ssQuat_FromRotationVector( ssVec3_Make( atan2( -normal.y, normal.z ), 0.0, 0.0 ) );
}

static double spacing( const ssSim* sim )
{
    return SPACING * ssSim_Param( sim, keyBallDiameter );
}

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ ssSim_Param( sim, keyMu ),
        0.5 * ssSim_Param( sim, keyZeta ) * ssSim_Param( sim, keyBallDiameter ), 0.0, 0.0 };
}

static ssResult addRaceway(
    Guideway* s, const ssSim* sim, const Row* row, bool ofCarriage, double halfLength, int* id )
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
    def.mass = PART_SHARE * ssSim_Param( sim, keyCarriageMass );
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
        int id = 0;
        def.pose.position = ssVec3_Make( ( i - 0.5 * ( n - 1 ) ) * spacing( sim ), row->y, row->z );
        result = ssWorld_AddBody( s->world, &def, &id );
        s->ballCount += 1;
    }
    return result;
}

static ssResult addJoint( Guideway* s, ssJointKind kind, ssVec3 axis, int a, int b, int* id )
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

/// The central body of the carriage, on which drive, seals and load act. It keeps its orientation: a slide in the rail moves
/// along x, and the carriage moves up and down in the slide. Otherwise it would pitch by microns on the balls that return
/// under it, and the load would push and pull it along.
static ssResult addCarriage( Guideway* s, const ssSim* sim, double halfLength )
{
    const ssVec3 along = { 1.0, 0.0, 0.0 }, up = { 0.0, 0.0, 1.0 };
    double d = ssSim_Param( sim, keyBallDiameter ), mass = ssSim_Param( sim, keyCarriageMass );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssBoxShape( ssVec3_Make( halfLength, 2.0 * d, 0.5 * d ) );
    def.mass = ( 1.0 - ( ROWS + 1 ) * PART_SHARE ) * mass;
    def.group = GROUP_RACEWAYS;
    def.material = readMaterial( sim );
    def.pose.position.z = (int)ssSim_Param( sim, keyGeometry ) == geometryFlat ? 2.0 * d : 4.0 * d;
    ssResult result = ssWorld_AddBody( s->world, &def, &s->carriage );
    def.mass = PART_SHARE * mass;
    int slide = 0, joint = 0;
    result = result.code == ss_ok ? ssWorld_AddBody( s->world, &def, &slide ) : result;
    result = result.code == ss_ok ? addJoint( s, ss_jointPrismatic, along, -1, slide, &joint ) : result;
    result = result.code == ss_ok ? addJoint( s, ss_jointPrismatic, up, slide, s->carriage, &joint ) : result;
    result = result.code == ss_ok ? addJoint( s, ss_jointMotion, along, -1, s->carriage, &s->drive ) : result;
    return result.code == ss_ok ? addJoint( s, ss_jointSeal, along, -1, s->carriage, &s->seal ) : result;
}

static ssResult build( Guideway* s, const ssSim* sim )
{
    Row rows[ROWS];
    const ssVec3 up = { 0.0, 0.0, 1.0 };
    int id = 0;
    layRows( sim, rows );
    s->loop = spacing( sim ) * ssSim_Param( sim, keyBallsPerRow );
    // The carriage is as long as its rows of balls, with a small margin at each end.
    double half = 0.5 * s->loop + 0.01 * spacing( sim );
    ssResult result = ssOk();
    for ( int i = 0; i < ROWS && result.code == ss_ok; ++i )
    {
        result = addRaceway( s, sim, rows + i, false, RAIL_HALF, &id );
    }
    result = result.code == ss_ok ? addCarriage( s, sim, half ) : result;
    for ( int i = 0; i < ROWS && result.code == ss_ok; ++i )
    {
        int joint = 0;
        result = addRaceway( s, sim, rows + i, true, half, &id );
        result = result.code == ss_ok ? addJoint( s, ss_jointFixed, up, s->carriage, id, &joint ) : result;
    }
    s->carriageEnd = s->balls = ssWorld_BodyCount( s->world );
    for ( int i = 0; i < ROWS && result.code == ss_ok; ++i )
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
    ssWorld_SetForce( s->world, s->carriage, load, none );
    double push = ssSim_Param( sim, keyPush );
    ssWorld_SetJoint( s->world, s->drive, ssSim_Param( sim, keySpeed ), push > 0.0 ? push : HUGE_VAL );
    ssWorld_SetJoint( s->world, s->seal, 0.0, ssSim_Param( sim, keySeal ) );
}

/// With an unlimited drive the guideway starts at full speed, with a limited one from rest.
static void startMoving( Guideway* s, const ssSim* sim )
{
    Row rows[ROWS];
    layRows( sim, rows );
    double speed = ssSim_Param( sim, keyPush ) > 0.0 ? 0.0 : ssSim_Param( sim, keySpeed );
    const ssVec3 still = { 0.0, 0.0, 0.0 }, along = { 1.0, 0.0, 0.0 };
    int perRow = (int)ssSim_Param( sim, keyBallsPerRow );
    for ( int i = s->carriage; i < s->carriageEnd; ++i )
    {
        ssWorld_SetVelocity( s->world, i, ssVec3_Scale( speed, along ), still );
    }
    for ( int i = 0; i < s->ballCount; ++i )
    {
        // A ball moves at half the speed and is at rest where it touches the rail.
        double turn = speed / ssSim_Param( sim, keyBallDiameter );
        ssVec3 omega = ssVec3_Scale( turn, ssVec3_Cross( rows[i / perRow].across, along ) );
        ssWorld_SetVelocity( s->world, s->balls + i, ssVec3_Scale( 0.5 * speed, along ), omega );
    }
}

static void destroy( void* state )
{
    Guideway* s = state;
    ssDestroyWorld( s->world );
    s->world = NULL;
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
        destroy( s );
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
        ssPose pose = ssWorld_Body( s->world, i ).pose;
        double ahead = pose.position.x - x;
        if ( fabs( ahead ) > 0.5 * s->loop )
        {
            pose.position.x += ahead > 0.0 ? -s->loop : s->loop;
            ssWorld_SetPose( s->world, i, pose );
        }
    }
}

static double driveForce( const Guideway* s )
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
        s->forceSum += driveForce( s );
        s->forceCount += 1;
    }
    return worldStepReport( s->world, &report, isfinite( report.residual + driveForce( s ) ) );
}

static void serialize( void* state, ssArchive* archive )
{
    Guideway* s = state;
    ssArchive_F64( archive, &s->start );
    ssArchive_F64( archive, &s->forceSum );
    ssArchive_Int( archive, &s->forceCount );
    ssWorld_Serialize( s->world, archive );
}

/// Resistance zeta sum N + S with the sign of the velocity. Rows at 45° carry the load over the cosine, or the preload.
static double exactForce( const ssSim* sim, double velocity )
{
    double load = ssSim_Param( sim, keyLoad ), zeta = ssSim_Param( sim, keyZeta );
    double preload = 4.0 * ssSim_Param( sim, keyBallsPerRow ) * ssSim_Param( sim, keyPreload ), sum = load;
    if ( (int)ssSim_Param( sim, keyGeometry ) == geometryRaceway45 )
    {
        // The load relieves the lower rows as it loads the upper ones, until the lower ones carry nothing.
        double carried = sqrt( 2.0 ) * load;
        sum = fmax( carried, preload );
    }
    return copysign( fmin( zeta, ssSim_Param( sim, keyMu ) ) * sum + ssSim_Param( sim, keySeal ), velocity );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Guideway* s = state;
    ssBodyState body = ssWorld_Body( s->world, s->carriage );
    double speed = body.velocity.x, sum = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( s->world, i );
        bool onCarriage = ( contact.a >= s->carriage && contact.a < s->carriageEnd ) ||
            ( contact.b >= s->carriage && contact.b < s->carriageEnd );
        sum += onCarriage ? contact.view.force[0] : 0.0;
    }
    row[signalForce] = driveForce( s );
    row[signalVelocity] = speed;
    row[signalForceExact] = fabs( speed ) > REST_SPEED ? exactForce( sim, speed ) : SS_NAN;
    row[signalX] = body.pose.position.x;
    row[signalSumN] = sum;
    row[signalSink] = carriageHeight( s ) - s->start;
    row[signalIterations] = ssWorld_Report( s->world )->iterations;
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    (void)index;
    const Guideway* s = state;
    return s->forceCount > 0 ? s->forceSum / s->forceCount : SS_NAN;
}

static void drawRail( const Guideway* s, const ssDraw* out, double x )
{
    for ( int i = 0; i < s->carriage && out->solids != NULL && ( out->flags & ss_drawBodies ); ++i )
    {
        // Only the part near the carriage is drawn: the whole rail is forty metres long.
        ssBodyState body = ssWorld_Body( s->world, i );
        const ssShape* shape = ssWorld_BodyShape( s->world, i );
        ssDrawSolid solid = { .kind = ss_solidBox,
            .body = -1,
            .fixed = true,
            .center = { x, body.pose.position.y, body.pose.position.z },
            .half = { 2.0 * s->loop, shape->half.y, shape->half.z },
            .orientation = body.pose.orientation };
        out->solids( out->context, 1, &solid );
    }
}

static void drawCarriage( const Guideway* s, const ssDraw* out )
{
    for ( int i = s->carriage; i < s->carriageEnd && out->line != NULL; ++i )
    {
        // Only the outline is drawn, so that the balls remain visible.
        ssBodyState body = ssWorld_Body( s->world, i );
        ssVec3 h = ssWorld_BodyShape( s->world, i )->half, rim[5];
        for ( int k = 0; k < 5; ++k )
        {
            double u = k == 0 || k == 3 || k == 4 ? h.x : -h.x, v = k == 0 || k == 1 || k == 4 ? h.y : -h.y;
            rim[k] = ssVec3_Add(
                body.pose.position, ssQuat_Rotate( body.pose.orientation, ssVec3_Make( u, v, -h.z ) ) );
        }
        out->line( out->context, ss_lineScenery, 5, rim );
    }
}

static void drawArrows( const Guideway* s, const ssSim* sim, const ssDraw* out, ssVec3 centre )
{
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        ssDrawArrow arrow = { ss_quantityVelocity, centre, ssWorld_Body( s->world, s->carriage ).velocity,
            "v" };
        out->arrows( out->context, 1, &arrow );
    }
    if ( ( out->flags & ss_drawForces ) && out->arrows != NULL )
    {
        ssVec3 top = ssVec3_Add( centre, ssVec3_Make( 0.0, 0.0, 3.0 * ssSim_Param( sim, keyBallDiameter ) ) );
        const ssDrawArrow arrows[2] = { { ss_quantityForce, top, { driveForce( s ), 0.0, 0.0 }, "F_x" },
            { ss_quantityForce, top, { 0.0, 0.0, -ssSim_Param( sim, keyLoad ) }, "F_y" } };
        out->arrows( out->context, 2, arrows );
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Guideway* s = state;
    double x = ssWorld_Body( s->world, s->carriage ).pose.position.x;
    ssVec3 centre = { x, 0.0, 0.0 };
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, centre, 0.75 * s->loop + 2.0 * ssSim_Param( sim, keyBallDiameter ) );
    }
    drawRail( s, out, x );
    drawCarriage( s, out );
    drawArrows( s, sim, out, centre );
    ssDraw inner = *out;
    inner.bounds = NULL;
    inner.solids = NULL;
    inner.flags &= ~(uint32_t)( ss_drawVelocities | ( s->ballCount > MAX_SHOWN_DISCS ? ss_drawMoments : 0 ) );
    ssWorld_Draw( s->world, &inner );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_PendingParam( sim, keyBallDiameter );
    char a[24], b[24];
    text[0] = '\0';
    switch ( param )
    {
        case keyZeta:
            ssFormatNumber( ssSim_PendingParam( sim, keyZeta ) * radius, a, sizeof a );
            snprintf( text, (size_t)capacity, "μ_r = ζ R_b = %s m", a );
            break;
        case keyLoad:
        case keySeal:
            ssFormatNumber( fabs( exactForce( sim, 1.0 ) ), a, sizeof a );
            snprintf( text, (size_t)capacity, "F_x = ζ Σ N + S = %s N", a );
            break;
        case keyBallDiameter:
            ssFormatNumber( 4e3 / 3.0 * SS_PI * STEEL * radius * radius * radius, a, sizeof a );
            snprintf( text, (size_t)capacity, "a ball has a mass of %s g", a );
            break;
        case keyPush:
            ssFormatNumber( ssSim_Param( sim, keyPush ), a, sizeof a );
            ssFormatNumber( fabs( exactForce( sim, 1.0 ) ), b, sizeof b );
            snprintf( text, (size_t)capacity,
                ssSim_Param( sim, keyPush ) > 0.0 ? "%s N; resistance %s N" : "%s: unlimited", a, b );
            break;
        default:
            break;
    }
}

static bool uses( const ssSim* sim, int param )
{
    return param != keyPreload || (int)ssSim_PendingParam( sim, keyGeometry ) == geometryRaceway45;
}

extern const ssScenario ss_scenarioGuideway;
const ssScenario ss_scenarioGuideway = {
    .id = "guideway",
    .title = "Linear guideway",
    .source = "Tasora & Anitescu 2013, Sec. 6.2, Figs. 4-8",
    .summary =
        "A carriage of ten kilograms runs on four rows of recirculating balls of one gram. Rolling friction "
        "at both contacts of every ball adds up to the manufacturer's formula F_x = zeta F_y + S; below that "
        "force the carriage sticks.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 1e-3,
    .until = 0.5,
    .stateSize = sizeof( Guideway ),
    .create = create,
    .destroy = destroy,
    .apply = apply,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .explain = explain,
    .freeze = worldFreeze,
    .uses = uses,
};
