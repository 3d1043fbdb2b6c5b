// SPDX-License-Identifier: MIT
#include "scenario/scenario_toss.h"

#include <stdio.h>

// One body is thrown onto the ground, with any shape, pose and velocity. Poses of a real toss may lie beside
// it, and the errors are signals and measures.

#define TOLERANCE 1e-6      // of the contact solver
#define MAX_ITERATIONS 1000 // of the contact solver
#define ROW_TOLERANCE 1e-3  // in steps: a row so close after the end of a step belongs to it

static const char* const s_shapes[] = { "box", "sphere", "cylinder", "capsule" };
static const char* const s_contacts[tossContactCount] = { "rigid", "kelvin-voigt", "hunt-crossley", "hertz" };
static const char* const s_starts[] = { "keys", "data" };

// clang-format off
#define LENGTH( KEY, SYMBOL, LABEL, VALUE, DOC ) { .key = KEY, .symbol = SYMBOL, .label = LABEL, \
    .unit = "m", .group = "body", \
    .doc = DOC, .min = 0.01, .max = 0.5, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, \
    .defaultValue = VALUE }
#define CENTRE( KEY, SYMBOL, LABEL ) { .key = KEY, .symbol = SYMBOL, .label = LABEL, .unit = "m", \
    .group = "body", \
    .doc = "Centre of mass in body axes, from the centre of the shape: not zero for a loaded die.", \
    .min = -0.02, .max = 0.02, .allowedMin = -1e100, .allowedMax = 1e100 }
#define START( KEY, SYMBOL, LABEL, UNIT, RANGE, VALUE, DOC ) { .key = KEY, .symbol = SYMBOL, .label = LABEL, \
    .unit = UNIT, .group = "start", \
    .doc = DOC, .min = -RANGE, .max = RANGE, .allowedMin = -1e100, .allowedMax = 1e100, \
    .defaultValue = VALUE }
#define POSITION_DOC "Where the centre of the shape is at t = 0."
#define TURN_DOC "Component of the unit quaternion at t = 0, which turns body axes into those of the " \
    "world. Its length is made 1."
#define VELOCITY_DOC "Velocity of the centre of the shape at t = 0."
#define OMEGA_DOC "Angular velocity at t = 0, in world axes."

static const ssParam s_params[] = {
    [tossKeyContact] = { PARAM( "contact", "contact", "contact", "", "contact" ), .kind = ss_paramChoice,
        .max = tossContactCount - 1.0, .allowedMax = tossContactCount - 1.0, .choices = s_contacts,
        .choiceCount = tossContactCount, .live = true,
        .doc = "rigid: Newton's impact law. kelvin-voigt: a spring and a dashpot, k δ + d δ'. hunt-crossley: "
            "k δ (1 + α δ'). hertz: k_H δ^(3/2) (1 + α δ'). No contact pulls." },
    [tossKeyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "contact" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.3 ), .live = true, .doc = "Coulomb's law between body and ground." },
    [tossKeyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "contact" ),
        NOT_NEGATIVE( 0.0, 0.005, 0.0 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "The rolling moment at a contact point is at most mu_r times its normal force." },
    [tossKeyMuSpin] = { PARAM( "mu_s", "μ_s", "spinning resistance length", "m", "contact" ),
        NOT_NEGATIVE( 0.0, 0.005, 0.0 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "The spinning moment at a contact point is at most mu_s times its normal force." },
    [tossKeyE] = { PARAM( "e", "e", "restitution", "", "contact" ), BETWEEN( 0.0, 1.0, 0.0, 1.0, 0.125 ),
        .live = true, .doc = "Newton's coefficient of restitution of the rigid contact." },
    [tossKeyStiffness] = { PARAM( "stiffness", "k", "contact stiffness", "N/m", "contact" ), .min = 1e3,
        .max = 1e6, .allowedMin = 0.0, .allowedMax = 1e100, .open = ss_openLow, .defaultValue = 3e4,
        .logScale = true, .live = true, .doc = "Stiffness of each contact point along its normal." },
    [tossKeyDamping] = { PARAM( "damping", "d", "contact damping", "N s/m", "contact" ),
        BETWEEN( 0.0, 1e100, 0.0, 500.0, 100.0 ), .live = true,
        .doc = "Damping of each Kelvin-Voigt contact along its normal." },
    [tossKeyHertz] = {
        PARAM( "hertz_stiffness", "k_H", "stiffness of Hertz's contact", "N/m^1.5", "contact" ), .min = 1e4,
        .max = 1e8, .allowedMin = 0.0, .allowedMax = 1e100, .open = ss_openLow, .defaultValue = 1e6,
        .logScale = true, .live = true, .doc = "The force at the depth δ is k_H δ^(3/2)." },
    [tossKeyDissipation] = { PARAM( "dissipation", "α", "dissipation", "s/m", "contact" ),
        BETWEEN( 0.0, 1e100, 0.0, 10.0, 3.0 ), .live = true,
        .doc = "Damping by Hunt and Crossley: for small speeds v the restitution is 1 - (2/3) α v." },
    [tossKeyShape] = { PARAM( "shape", "shape", "shape", "", "body" ), CHOICE( s_shapes ),
        .doc = "The shape of the body. Axes of cylinders and capsules are along the body's z." },
    [tossKeyWidth] = LENGTH( "width", "w_x", "width", 0.1048, "Side of the box along the body's x." ),
    [tossKeyDepth] = LENGTH( "depth", "w_y", "depth", 0.1048, "Side of the box along the body's y." ),
    [tossKeyHeight] = LENGTH( "height", "w_z", "height", 0.1048, "Side of the box along the body's z." ),
    [tossKeyRadius] = LENGTH( "radius", "R", "radius", 0.05, "Radius of the sphere, cylinder or capsule." ),
    [tossKeyLength] = LENGTH( "length", "L", "length", 0.1,
        "Length of the cylinder; of a capsule, the distance between the centres of its caps." ),
    [tossKeyMass] = { PARAM( "mass", "m", "mass", "kg", "body" ), POSITIVE( 0.01, 10.0, 0.37 ),
        .logScale = true, .doc = "Mass of the body." },
    [tossKeyInertia] = { PARAM( "inertia", "J", "moment of inertia", "kg m²", "body" ),
        NOT_NEGATIVE( 0.0, 0.002, 0.0 ),
        .doc = "The same about every axis through the centre of mass. 0: those of the solid shape." },
    [tossKeyComX] = CENTRE( "com_x", "c_x", "centre of mass x" ),
    [tossKeyComY] = CENTRE( "com_y", "c_y", "centre of mass y" ),
    [tossKeyComZ] = CENTRE( "com_z", "c_z", "centre of mass z" ),
    [tossKeyStart] = { PARAM( "start", "start", "start from", "", "start" ), .kind = ss_paramChoice,
        .max = 1.0, .allowedMax = 1.0, .choices = s_starts, .choiceCount = 2, .defaultValue = 1.0,
        .doc = "data: pose and velocities are those of the first row of `input`, where it has them. keys: "
            "those given here." },
    [tossKeyX] = START( "x", "x", "position x", "m", 1.0, -0.25, POSITION_DOC ),
    [tossKeyX + 1] = START( "y", "y", "position y", "m", 1.0, 0.0, POSITION_DOC ),
    [tossKeyX + 2] = START( "z", "z", "position z", "m", 1.0, 0.2, POSITION_DOC ),
    [tossKeyQ] = START( "qw", "q_w", "orientation w", "", 1.0, 1.0, TURN_DOC ),
    [tossKeyQ + 1] = START( "qx", "q_x", "orientation x", "", 1.0, 0.0, TURN_DOC ),
    [tossKeyQ + 2] = START( "qy", "q_y", "orientation y", "", 1.0, 0.0, TURN_DOC ),
    [tossKeyQ + 3] = START( "qz", "q_z", "orientation z", "", 1.0, 0.0, TURN_DOC ),
    [tossKeyV] = START( "vx", "v_x", "velocity x", "m/s", 3.0, 1.1, VELOCITY_DOC ),
    [tossKeyV + 1] = START( "vy", "v_y", "velocity y", "m/s", 3.0, 0.0, VELOCITY_DOC ),
    [tossKeyV + 2] = START( "vz", "v_z", "velocity z", "m/s", 3.0, 0.0, VELOCITY_DOC ),
    [tossKeyW] = START( "wx", "ω_x", "angular velocity x", "rad/s", 80.0, 0.0, OMEGA_DOC ),
    [tossKeyW + 1] = START( "wy", "ω_y", "angular velocity y", "rad/s", 80.0, 6.0, OMEGA_DOC ),
    [tossKeyW + 2] = START( "wz", "ω_z", "angular velocity z", "rad/s", 80.0, 0.0, OMEGA_DOC ),
    [tossKeyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "start" ),
        BETWEEN( 0.0, 1e100, 0.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity, straight down." },
    [tossKeyInput] = { PARAM( "input", "input", "measured poses", "", "data" ), .kind = ss_paramText,
        .doc = "A CSV file with the columns t, x, y, z, qw, qx, qy, qz and optionally vx, vy, vz, wx, wy, wz "
            "(world axes). Empty: no data." },
    [tossKeyErrorLength] = { PARAM( "error_length", "L_e", "length of errors", "m", "data" ),
        NOT_NEGATIVE( 0.0, 0.5, 0.0 ),
        .doc = "Position errors are also given as shares of this length. 0: the width of the box, or twice "
            "the radius." },
    [tossKeyTheta] = { THETA_PARAM },
    [tossKeyScheme] = { SCHEME_PARAM( worldSchemeMidpoint ) },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalX,
    signalQ = signalX + 3,
    signalV = signalQ + 4,
    signalW = signalV + 3,
    signalSpeed = signalW + 3,
    signalSpin,
    signalClearance,
    signalRn,
    signalRt,
    signalPositionError,
    signalAngleError,
    signalMeasured,
    signalKinetic = signalMeasured + 3,
    signalLedger,
    signalCount = signalLedger + ledgerCount
};

static const ssSignal s_signals[] = {
    [signalX] = { "x", "x", "m", "position of the centre of the shape" },
    [signalX + 1] = { "y", "y", "m", "position of the centre of the shape" },
    [signalX + 2] = { "z", "z", "m", "height of the centre of the shape" },
    [signalQ] = { "qw", "q_w", "", "orientation: a unit quaternion, body to world" },
    [signalQ + 1] = { "qx", "q_x", "", "orientation" },
    [signalQ + 2] = { "qy", "q_y", "", "orientation" },
    [signalQ + 3] = { "qz", "q_z", "", "orientation" },
    [signalV] = { "vx", "v_x", "m/s", "velocity of the centre of the shape" },
    [signalV + 1] = { "vy", "v_y", "m/s", "velocity of the centre of the shape" },
    [signalV + 2] = { "vz", "v_z", "m/s", "velocity of the centre of the shape" },
    [signalW] = { "wx", "ω_x", "rad/s", "angular velocity in world axes" },
    [signalW + 1] = { "wy", "ω_y", "rad/s", "angular velocity in world axes" },
    [signalW + 2] = { "wz", "ω_z", "rad/s", "angular velocity in world axes" },
    [signalSpeed] = { "speed", "v", "m/s", "speed of the centre of the shape" },
    [signalSpin] = { "spin", "ω", "rad/s", "angular speed" },
    [signalClearance] = { "clearance", "clearance", "m",
        "height of the body's lowest point; negative where it is pressed into the ground" },
    [signalRn] = { "r_n", "r_N", "N", "sum of the normal forces" },
    [signalRt] = { "r_t", "r_T", "N", "magnitude of the resultant friction force" },
    [signalPositionError] = { "position_error", "position error", "m",
        "distance from the measured position; undefined without data" },
    [signalAngleError] = { "angle_error_deg", "angle error", "°",
        "angle of the turn from the body to the measured one; undefined without data" },
    [signalMeasured] = { "x_measured", "x measured", "m",
        "measured position, between the rows of the data; undefined without data" },
    [signalMeasured + 1] = { "y_measured", "y measured", "m", "measured position; undefined without data" },
    [signalMeasured + 2] = { "z_measured", "z measured", "m", "measured height; undefined without data" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { PLOT( "z", "height", "m" ), .signals = { "z" }, .exact = { "z_measured" }, .shown = true },
    { PLOT( "xy", "position", "m" ), .signals = { "x", "y" }, .exact = { "x_measured", "y_measured" },
        .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PLOT( "spin", "angular speed", "rad/s" ), .signals = { "spin" }, .shown = true },
    { PLOT( "position_error", "position error", "m" ), .signals = { "position_error" } },
    { PLOT( "angle_error", "angle error", "°" ), .signals = { "angle_error_deg" } },
    { PLOT( "speed", "speed", "m/s" ), .signals = { "speed" } },
    { PLOT( "omega", "angular velocity", "rad/s" ), .signals = { "wx", "wy", "wz" } },
    { PLOT( "r_n", "forces", "N" ), .signals = { "r_n", "r_t" } },
    { PLOT( "clearance", "clearance", "m" ), .signals = { "clearance" } },
};

// clang-format off

// The values of the cube were found on 100 measured tosses (MATH.md). Lengths in these data are 2 % short:
// the cube of 104.8 mm is 102.4 mm wide and falls with 9.61 m/s². Errors are shares of its true width.
#define CUBE_BODY { "shape", 0.0 }, { "width", 0.1024 }, { "depth", 0.1024 }, { "height", 0.1024 }, \
    { "mass", 0.37 }, \
    { "inertia", 0.0011 }, { "com_x", 0.0 }, { "com_y", 0.0 }, { "com_z", 0.007 }, { "gravity", 9.61 }, \
        { "error_length", 0.1048 }
#define CUBE_START { "x", -0.3 }, { "y", 0.0 }, { "z", 0.14 }, { "qw", 0.85 }, { "qx", 0.35 }, \
    { "qy", 0.2 }, { "qz", 0.3 }, \
    { "vx", 1.15 }, { "vy", 0.1 }, { "vz", 0.3 }, { "wx", 1.5 }, { "wy", 7.0 }, { "wz", -1.0 }
#define CUBE_CONTACT { "contact", tossContactKelvinVoigt }, { "mu", 0.18 }, { "mu_r", 0.0 }, \
    { "stiffness", 5e4 }, { "damping", 100.0 }

static const ssPresetValue s_cube[] = { CUBE_BODY, CUBE_START, CUBE_CONTACT };
static const ssPresetValue s_rigid[] = { CUBE_BODY, CUBE_START,
    { "contact", tossContactRigid }, { "mu", 0.183 }, { "e", 0.22 }, { "mu_r", 0.0 } };
static const ssPresetValue s_sphere[] = { { "shape", 1.0 }, { "radius", 0.05 }, { "mass", 0.5 },
    { "contact", tossContactHertz }, { "hertz_stiffness", 1e6 }, { "dissipation", 0.5 }, { "mu", 0.4 },
        { "mu_r", 2e-3 },
    { "x", -0.1 }, { "z", 0.3 }, { "vx", 0.7 }, { "wy", -70.0 } };
static const ssPresetValue s_coin[] = { { "shape", 2.0 }, { "radius", 0.05 }, { "length", 0.012 }, 
    { "mass", 0.2 },
    { "contact", tossContactRigid }, { "e", 0.3 }, { "mu", 0.4 }, { "mu_r", 1e-3 },
    { "x", -0.1 }, { "z", 0.1 }, { "qw", 0.72 }, { "qx", 0.6 }, { "qy", 0.1 }, { "vx", 0.4 }, { "wx", 2.0 },
        { "wy", 4.0 }, { "wz", 12.0 } };
static const ssPresetValue s_capsule[] = { { "shape", 3.0 }, { "radius", 0.03 }, { "length", 0.12 }, 
    { "mass", 0.3 },
    { "contact", tossContactHuntCrossley }, { "stiffness", 2e4 }, { "dissipation", 1.0 }, { "mu", 0.3 },
        { "mu_r", 5e-4 },
    { "x", -0.3 }, { "z", 0.22 }, { "qw", 0.8 }, { "qx", 0.3 }, { "qy", 0.5 }, { "vx", 0.9 }, { "wx", 4.0 },
        { "wy", 9.0 } };
static const ssPresetValue s_tiny[] = { CUBE_START, { "com_z", 0.007 }, 
    { "contact", tossContactHuntCrossley }, { "mu_r", 3e-4 } };
// clang-format on

static const ssPreset s_presets[] = {
    { "cube", "Cube, compliant contacts", PRESET( s_cube ) },
    { "rigid", "Cube, rigid contacts", PRESET( s_rigid ) },
    { "sphere", "Ball with backspin", .until = 3.0, PRESET( s_sphere ) },
    { "coin", "Coin", .until = 3.0, PRESET( s_coin ) },
    { "capsule", "Capsule", .until = 1.5, PRESET( s_capsule ) },
    { "tiny", "A short run, for tests", .hidden = true, .until = 0.25, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "mean_position_error", "m",
        "mean over the rows of the data that have been passed; undefined without data" },
    { "mean_position_error_share", "", "mean_position_error over error_length" },
    { "mean_angle_error_deg", "°",
        "mean over the rows of the data that have been passed; undefined without data" },
    { "end_position_error", "m", "position error at the latest row that has been passed" },
    { "end_angle_error_deg", "°", "angle error at the latest row that has been passed" },
    { "rows", "", "number of rows of the data that have been passed" },
    { "rows_left_out", "", "number of rows of the data with an empty or nan cell" },
    { "max_depth", "m", "largest penetration so far" },
    { "distance", "m", "horizontal distance of the centre of the shape from where it started" },
};

ssShape tossShape( const ssSim* sim )
{
    double r = ssSim_Param( sim, tossKeyRadius ), l = 0.5 * ssSim_Param( sim, tossKeyLength );
    switch ( (int)ssSim_Param( sim, tossKeyShape ) )
    {
        case 1: return ssSphereShape( r );
        case 2: return ssCylinderShape( r, l );
        case 3: return ssCapsuleShape( r, l );
        default:
            return ssBoxShape( ssVec3_Make( 0.5 * ssSim_Param( sim, tossKeyWidth ),
                0.5 * ssSim_Param( sim, tossKeyDepth ), 0.5 * ssSim_Param( sim, tossKeyHeight ) ) );
    }
}

bool tossStartsFromData( const ssSim* sim )
{
    return ssSim_PendingParam( sim, tossKeyStart ) == 1.0 &&
        ssSim_PendingText( sim, tossKeyInput )[0] != '\0';
}

static ssVec3 readVector( const ssSim* sim, int key )
{
    return ssVec3_Make( ssSim_Param( sim, key ), ssSim_Param( sim, key + 1 ), ssSim_Param( sim, key + 2 ) );
}

static ssMaterial readMaterial( const ssSim* sim )
{
    int contact = (int)ssSim_Param( sim, tossKeyContact );
    ssMaterial material = { ssSim_Param( sim, tossKeyMu ), .muRoll = ssSim_Param( sim, tossKeyMuRoll ),
        .muSpin = ssSim_Param( sim, tossKeyMuSpin ), .restitution = ssSim_Param( sim, tossKeyE ) };
    if ( contact != tossContactRigid )
    {
        material.stiffness =
            ssSim_Param( sim, contact == tossContactHertz ? tossKeyHertz : tossKeyStiffness );
        material.damping =
            ssSim_Param( sim, contact == tossContactKelvinVoigt ? tossKeyDamping : tossKeyDissipation );
        material.compliance = contact == tossContactKelvinVoigt ? ss_complianceKelvinVoigt
            : contact == tossContactHertz                       ? ss_complianceHertz
                                                                : ss_complianceHuntCrossley;
    }
    return material;
}

static ssWorldDef readDef( const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -ssSim_Param( sim, tossKeyGravity ) );
    def.theta = worldSchemeOf( sim, tossKeyTheta );
    def.tolerance = ssSim_Tolerance( sim, TOLERANCE );
    def.maxIterations = MAX_ITERATIONS;
    def.sleeping = false;
    def.bodyCapacity = 2;
    def.contactCapacity = 16;
    return def;
}

/// The body at its start. Poses and velocities are those of the shape's centre, which is what a camera sees.
static ssBodyDef bodyDef( const ssSim* sim, const TossData* data )
{
    double inertia = ssSim_Param( sim, tossKeyInertia );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = tossShape( sim );
    def.mass = ssSim_Param( sim, tossKeyMass );
    def.inertia = ssVec3_Make( inertia, inertia, inertia );
    def.pose.position = readVector( sim, tossKeyX );
    def.pose.orientation = ( ssQuat ){ ssSim_Param( sim, tossKeyQ ), ssSim_Param( sim, tossKeyQ + 1 ),
        ssSim_Param( sim, tossKeyQ + 2 ), ssSim_Param( sim, tossKeyQ + 3 ) };
    def.velocity = readVector( sim, tossKeyV );
    def.omega = readVector( sim, tossKeyW );
    if ( data != NULL && ssSim_Param( sim, tossKeyStart ) == 1.0 )
    {
        def.pose = data->poses[0];
        def.velocity = data->hasVelocity ? data->velocity : def.velocity;
        def.omega = data->hasOmega ? data->omega : def.omega;
    }
    ssVec3 centre = readVector( sim, tossKeyComX );
    def.shapeCentre = ssVec3_Scale( -1.0, centre );
    ssVec3 arm = ssQuat_Rotate( ssQuat_Normalize( def.pose.orientation ), centre );
    def.pose.position = ssVec3_Add( def.pose.position, arm );
    def.velocity = ssVec3_Add( def.velocity, ssVec3_Cross( def.omega, arm ) );
    return def;
}

/// A quaternion of length zero turns nothing.
static ssResult checkTurn( const ssSim* sim )
{
    double length = 0.0;
    for ( int i = 0; i < 4; ++i ) { length = ssHypot( length, ssSim_Param( sim, tossKeyQ + i ) ); }
    return length > 1e-100 && length < 1e100
        ? ssOk()
        : ssError( ss_errorValue, "qw",
              "the quaternion qw, qx, qy, qz has the length %g; allowed: > 0, and 1 is best", length );
}

static ssResult readData( Toss* s, const ssSim* sim )
{
    const char* path = ssSim_Text( sim, tossKeyInput );
    if ( path[0] == '\0' ) { return ssOk(); }
    s->data = ssAlloc( sizeof *s->data );
    return s->data != NULL ? tossDataRead( path, "input", s->data )
                           : ssError( ss_errorMemory, NULL, "out of memory for the measured poses" );
}

static void destroy( void* state )
{
    Toss* s = state;
    ssDestroyWorld( s->world );
    if ( s->data != NULL )
    {
        tossDataFree( s->data );
        ssRelease( s->data );
    }
    s->world = NULL;
    s->data = NULL;
}

/// The errors of a pose against row `row` of the data.
static void addRow( Toss* s, int row, ssPose pose )
{
    ssPose measured = s->data->poses[row];
    s->positionLast = ssVec3_Length( ssVec3_Sub( pose.position, measured.position ) );
    s->angleLast = ssQuat_AngleBetween( pose.orientation, measured.orientation );
    s->positionSum += s->positionLast;
    s->angleSum += s->angleLast;
    s->rows = row + 1;
}

static ssResult create( void* state, const ssSim* sim )
{
    Toss* s = state;
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim ), ground = { .mu = material.mu };
    ssResult result = checkTurn( sim );
    result = result.code == ss_ok ? readData( s, sim ) : result;
    result = result.code == ss_ok ? ssCreateWorld( &def, &s->world ) : result;
    result = result.code == ss_ok ? worldAddGround( s->world, &ground, 0.0 ) : result;
    if ( result.code == ss_ok )
    {
        ssBodyDef body = bodyDef( sim, s->data );
        result = ssWorld_AddBody( s->world, &body, NULL );
    }
    result = result.code == ss_ok ? ssWorld_SetPairMaterial( s->world, ssWorld_BodyAt( s->world, 0 ),
                                        ssWorld_BodyAt( s->world, TOSS_BODY ), &material )
                                  : result;
    if ( result.code != ss_ok )
    {
        destroy( s );
        return result;
    }
    if ( s->data != NULL ) { addRow( s, 0, worldShapePose( s->world, TOSS_BODY ) ); }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    Toss* s = state;
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
    ssIgnore( ssWorld_SetPairMaterial(
        s->world, ssWorld_BodyAt( s->world, 0 ), ssWorld_BodyAt( s->world, TOSS_BODY ), &material ) );
}

static ssVec3 centreVelocity( const Toss* s )
{
    ssBodyState body = worldBody( s->world, TOSS_BODY );
    ssVec3 arm = ssVec3_Sub( worldShapePose( s->world, TOSS_BODY ).position, body.pose.position );
    return ssVec3_Add( body.velocity, ssVec3_Cross( body.omega, arm ) );
}

static void put3( double* row, ssVec3 v )
{
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
}

static void fillErrors( const Toss* s, const ssSim* sim, ssPose pose, double* row )
{
    double time = ssSim_Time( sim );
    bool known = s->data != NULL && time <= s->data->times[s->data->count - 1] * ( 1.0 + 1e-12 );
    ssPose measured = known ? tossDataPose( s->data, time ) : pose;
    put3( row + signalMeasured, known ? measured.position : ssVec3_Make( SS_NAN, SS_NAN, SS_NAN ) );
    row[signalPositionError] =
        known ? ssVec3_Length( ssVec3_Sub( pose.position, measured.position ) ) : SS_NAN;
    row[signalAngleError] =
        known ? ssQuat_AngleBetween( pose.orientation, measured.orientation ) * 180.0 / SS_PI : SS_NAN;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Toss* s = state;
    ssBodyState body = worldBody( s->world, TOSS_BODY );
    ssPose pose = worldShapePose( s->world, TOSS_BODY );
    ssVec3 velocity = centreVelocity( s ), force = { 0.0, 0.0, 0.0 };
    put3( row + signalX, pose.position );
    row[signalQ] = pose.orientation.w;
    put3( row + signalQ + 1, ssVec3_Make( pose.orientation.x, pose.orientation.y, pose.orientation.z ) );
    put3( row + signalV, velocity );
    put3( row + signalW, body.omega );
    row[signalSpeed] = ssVec3_Length( velocity );
    row[signalSpin] = ssVec3_Length( body.omega );
    row[signalClearance] = ssShape_Aabb( worldBodyShape( s->world, TOSS_BODY ), pose ).lower.z;
    row[signalRn] = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssContactView c = ssWorld_Contact( s->world, i ).view;
        row[signalRn] += c.force[0];
        force = ssVec3_MulAdd( force, c.force[1], c.tangent1 );
        force = ssVec3_MulAdd( force, c.force[2], c.tangent2 );
    }
    row[signalRt] = ssVec3_Length( force );
    fillErrors( s, sim, pose, row );
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
}

/// Compares the data rows within the step from `before` with the body, taken to move evenly in it.
static void passRows( Toss* s, double start, double h, ssPose before )
{
    ssPose after = worldShapePose( s->world, TOSS_BODY );
    while ( s->data != NULL && s->rows < s->data->count &&
        s->data->times[s->rows] <= start + h * ( 1.0 + ROW_TOLERANCE ) )
    {
        double share = ( s->data->times[s->rows] - start ) / h;
        bool atEnd = share > 1.0 - ROW_TOLERANCE;
        addRow( s, s->rows, atEnd ? after : tossPoseBetween( before, after, ssMax( 0.0, share ) ) );
    }
}

static ssStepReport step( void* state, ssSim* sim )
{
    Toss* s = state;
    double h = ssSim_StepSize( sim ), start = (double)ssSim_StepIndex( sim ) * h, row[signalCount];
    ssPose before = worldShapePose( s->world, TOSS_BODY );
    ssWorldReport report = worldStep( s->world, sim );
    if ( report.status <= ss_statusLimit )
    {
        passRows( s, start, h, before );
        s->deepest = ssMax( s->deepest, report.maxPenetration );
    }
    fillSignals( s, sim, row );
    bool finite = true;
    for ( int i = 0; i < signalCount; ++i )
    {
        finite = finite && ( ( i >= signalPositionError && i < signalKinetic ) || isfinite( row[i] ) );
    }
    return worldStepReport( s->world, &report, finite );
}

static void serialize( void* state, ssArchive* archive )
{
    Toss* s = state;
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || ssWorld_BodyCount( s->world ) != TOSS_BODY + 1;
    ssArchive_Int( archive, &s->rows );
    ARCHIVE_EACH( archive, &s->positionSum, &s->angleSum, &s->positionLast, &s->angleLast, &s->deepest );
    archive->overrun = archive->overrun || s->rows < 0 || s->rows > ( s->data != NULL ? s->data->count : 0 );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const Toss* s = state;
    ssShape shape = tossShape( sim );
    bool box = shape.kind == ss_shapeBox, known = s->rows > 0;
    double given = ssSim_Param( sim, tossKeyErrorLength ),
           length = given > 0.0 ? given : 2.0 * ( box ? shape.half.x : shape.radius );
    ssBodyDef start = bodyDef( sim, s->data );
    ssVec3 from = ssVec3_Add(
        start.pose.position, ssQuat_Rotate( ssQuat_Normalize( start.pose.orientation ), start.shapeCentre ) );
    ssVec3 way = ssVec3_Sub( worldShapePose( s->world, TOSS_BODY ).position, from );
    const double values[] = { known ? s->positionSum / s->rows : SS_NAN,
        known ? s->positionSum / s->rows / length : SS_NAN,
        known ? s->angleSum / s->rows * 180.0 / SS_PI : SS_NAN, known ? s->positionLast : SS_NAN,
        known ? s->angleLast * 180.0 / SS_PI : SS_NAN, s->rows, s->data != NULL ? s->data->leftOut : 0.0,
        s->deepest, ssHypot( way.x, way.y ) };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

static bool uses( const ssSim* sim, int param )
{
    int shape = (int)ssSim_PendingParam( sim, tossKeyShape ),
        contact = (int)ssSim_PendingParam( sim, tossKeyContact );
    if ( param >= tossKeyX && param < tossKeyGravity ) { return !tossStartsFromData( sim ); }
    switch ( param )
    {
        case tossKeyWidth:
        case tossKeyDepth:
        case tossKeyHeight: return shape == 0;
        case tossKeyRadius: return shape != 0;
        case tossKeyLength: return shape >= 2;
        case tossKeyE: return contact == tossContactRigid;
        case tossKeyStiffness: return contact == tossContactKelvinVoigt || contact == tossContactHuntCrossley;
        case tossKeyDamping: return contact == tossContactKelvinVoigt;
        case tossKeyHertz: return contact == tossContactHertz;
        case tossKeyDissipation: return contact == tossContactHuntCrossley || contact == tossContactHertz;
        case tossKeyStart:
        case tossKeyErrorLength: return ssSim_PendingText( sim, tossKeyInput )[0] != '\0';
        default: return true;
    }
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)state;
    snprintf(
        text, (size_t)capacity, "%s", body < 0 ? "ground" : s_shapes[(int)ssSim_Param( sim, tossKeyShape )] );
}

extern const ssScenario ss_scenarioToss;
const ssScenario ss_scenarioToss = { "toss", "Toss",
    .source = "Measured tosses of a cube: Pfrommer, Halm & Posa 2020 (ContactNets)",
    .summary = "A body is thrown onto the ground: it bounces, tumbles, slides and rolls to rest. Its "
               "contacts are rigid, or give way with a stiffness and a damping. Measured poses of a real "
               "toss may lie beside it, and the errors against them tell how good the model is.",
    .model = { MODEL_TABLES, .h = 1.0 / 1480.0, .until = 1.0, .stateSize = sizeof( Toss ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze, .uses = uses },
    .picture = { ROWS( plot, s_plots ), .draw = tossDraw, .explain = tossExplain, .drag = worldDrag,
        .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "cube" };
