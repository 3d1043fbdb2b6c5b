// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/world_scenario.h"

#include <stdio.h>

// A slender rod slides on its lower end, first without friction, then on rough ground. Where friction on its
// bound presses the end down faster than the normal force lifts the rod, no finite force goes on with the
// sliding (Painlevé 1895), and the end stops at once, by an impact without collision. MATH.md has the closed
// form, with which the measures compare what the world does.

#define ROD 1          // body 0 is the ground
#define THICKNESS 0.02 // half of it, in lengths of the rod: its middle is square, its ends are points
#define POINT 0.08     // length of a pointed end, likewise
#define ROUNDING 1e-12 // of the place of the lower end, in lengths of the rod
#define STILL 1e-3     // slip, relative to v0, that has no direction
#define CHART_TOP 4.0  // [1] largest friction coefficient of the chart
#define COUNT 161

enum
{
    keyMu,
    keyAngle,
    keyV0,
    keySmooth,
    keyLength,
    keyMass,
    keyGravity,
    keyTheta,
    keyScheme,
    keyCount
};

// clang-format off
static const ssParam s_params[] = {
    [keyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), NOT_NEGATIVE( 0.0, 3.0, 1.5 ),
        .live = true, .doc = "Of the rough ground. Below 4/3 no slender rod jumps, at any angle." },
    [keyAngle] = { PARAM( "angle_deg", "θ₀", "initial angle", "°", "start" ),
        BETWEEN( 1.0, 179.0, 20.0, 160.0, 63.7 ),
        .doc = "Between the rod and the ground behind its lower end, which leads the way below 90°. At 63.4° "
            "the least friction makes it jump." },
    [keyV0] = { PARAM( "v0", "v₀", "initial velocity", "m/s", "start" ), ANY_NUMBER( -5.0, 5.0, -2.0 ),
        .doc = "Velocity of the rod along x at t = 0. It does not turn." },
    [keySmooth] = { PARAM( "smooth", "s", "smooth ground", "m", "start" ), NOT_NEGATIVE( 0.0, 1.0, 0.1 ),
        .doc = "The lower end slides this far along -x before the ground becomes rough." },
    [keyLength] = { PARAM( "length", "l", "length", "m", "body" ), POSITIVE( 0.2, 3.0, 1.0 ),
        .doc = "Length of the rod. The jump does not depend on it." },
    [keyMass] = { PARAM( "mass", "m", "mass", "kg", "body" ), POSITIVE( 0.1, 10.0, 1.0 ), .logScale = true,
        .doc = "Mass of the rod, whose moment of inertia is m l²/12." },
    [keyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "start" ),
        BETWEEN( 0.0, 1e100, 0.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity, straight down." },
    [keyTheta] = { THETA_PARAM },
    // Under the midpoint scheme the tip of a rod that turns flickers between open and closed.
    [keyScheme] = { SCHEME_PARAM( worldSchemeTheta ) },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalAngle,
    signalOmega,
    signalX,
    signalSlip,
    signalLift,
    signalVx,
    signalVz,
    signalMu,
    signalCritical,
    signalRn,
    signalJumps,
    signalKinetic,
    signalLedger,
    signalCount = signalLedger + ledgerCount
};

static const ssSignal s_signals[] = {
    [signalAngle] = { "angle_deg", "θ", "°",
        "angle between the rod and the ground on the side of +x of its lower end" },
    [signalOmega] = { "omega", "ω", "rad/s", "angular velocity; negative tips it over its lower end to -x" },
    [signalX] = { "x_tip", "x", "m", "position of the lower end; the ground is rough where it is negative" },
    [signalSlip] = { "slip", "u_T", "m/s", "velocity of the lower end along x" },
    [signalLift] = { "lift", "u_N", "m/s", "velocity of the lower end away from the ground" },
    [signalVx] = { "v_x", "v_x", "m/s", "velocity of the middle along x" },
    [signalVz] = { "v_z", "v_z", "m/s", "velocity of the middle upwards" },
    [signalMu] = { "mu_here", "μ", "", "friction coefficient under the lower end, in the latest step" },
    [signalCritical] = { "mu_critical", "μ critical", "",
        "friction beyond which the end cannot slide on to -x; undefined where it always can" },
    [signalRn] = { "r_n", "r_N", "N", "normal force, in the mean of the step" },
    [signalJumps] = { "jumps", "jumps", "", "impacts without collision so far" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { PLOT( "slip", "velocity of the lower end", "m/s" ), .signals = { "slip", "lift" }, .shown = true },
    { PLOT( "v", "velocity of the middle", "m/s" ), .signals = { "v_x", "v_z" } },
    { PLOT( "mu", "friction and its limit", "" ), .signals = { "mu_here" }, .exact = { "mu_critical" } },
    { PLOT( "angle", "angle", "°" ), .signals = { "angle_deg" } },
    { PLOT( "r_n", "normal force", "N" ), .signals = { "r_n" } },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
};

static const ssChart s_charts[] = {
    { CHART( "paradox", "region of the paradox" ), AXES( "θ", "°", "μ", "" ),
        .doc = "Beyond the curve no finite force lets the end slide on to its side: it jumps.",
        .shown = true },
};

static const ssPresetValue s_jump[] = { { "smooth", 0.0 } };
static const ssPresetValue s_rougher[] = { { "mu", 2.5 }, { "smooth", 0.0 } };
static const ssPresetValue s_below[] = { { "mu", 1.2 } };
static const ssPresetValue s_pulled[] = { { "mu", 2.5 }, { "angle_deg", 116.3 } };

static const ssPreset s_presets[] = {
    { "onto", .label = "Smooth ground, then rough" },
    { "jump", "μ = 1.5: stops at once", PRESET( s_jump ) },
    { "rougher", "μ = 2.5: the same jump", PRESET( s_rougher ) },
    { "below", "μ = 1.2: a large force, no jump", PRESET( s_below ) },
    { "pulled", "Pulled: slides with any friction", PRESET( s_pulled ) },
    { "tiny", "A short run, for tests", .hidden = true, .until = 0.06 },
};

enum
{
    measureTime,
    measureVx,
    measureVxExact,
    measureVz,
    measureVzExact,
    measureLoss,
    measureLossExact,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureTime] = { "t_jump", "s", "time of the first impact without collision; undefined without one" },
    [measureVx] = { "vx_jump", "m/s", "velocity of the middle along x after it" },
    [measureVxExact] = { "vx_exact", "m/s", "closed form of it" },
    [measureVz] = { "vz_jump", "m/s", "velocity of the middle upwards after it" },
    [measureVzExact] = { "vz_exact", "m/s", "closed form of it" },
    [measureLoss] = { "loss_jump", "J", "energy that friction has taken in it" },
    [measureLossExact] = { "loss_exact", "J", "closed form of it" },
};

typedef struct PainleveRod
{
    ssWorld* world;
    double mu;                          // under the lower end in the latest step
    double jumps, values[measureCount]; // of the measures
} PainleveRod;

/// The lower end, or the end that was lower, from the middle.
static ssVec3 armOf( const ssBodyState* rod, double length )
{
    return ssQuat_Rotate( rod->pose.orientation, ssVec3_Make( 0.0, 0.0, -0.5 * length ) );
}

static ssVec3 tipVelocity( const ssBodyState* rod, double length )
{
    return ssVec3_Add( rod->velocity, ssVec3_Cross( rod->omega, armOf( rod, length ) ) );
}

/// The friction beyond which an end below a rod at this angle behind it [rad] cannot slide on: the impulse
/// p (n - mu t) changes its normal velocity by p (1 + 3 cos² - 3 mu sin cos)/m.
static double criticalMu( double angle )
{
    double c = ssCos( angle ), s = ssSin( angle );
    return c * s > 0.0 ? ( 1.0 + 3.0 * c * c ) / ( 3.0 * s * c ) : SS_NAN;
}

static ssWorldDef readDef( const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -ssSim_Param( sim, keyGravity ) );
    def.theta = worldSchemeOf( sim, keyTheta );
    def.bodyCapacity = 2;
    def.contactCapacity = 8;
    return def;
}

static double frictionAt( const ssSim* sim, double x )
{
    return x > ROUNDING * ssSim_Param( sim, keyLength ) ? 0.0 : ssSim_Param( sim, keyMu );
}

static ssBodyDef rodDef( const ssSim* sim, ssHull* hull )
{
    double length = ssSim_Param( sim, keyLength ), angle = ssSim_Param( sim, keyAngle ) * SS_PI / 180.0;
    double mass = ssSim_Param( sim, keyMass ), across = mass * length * length / 12.0;
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssHullShape( hull );
    def.mass = mass;
    def.inertia = ssVec3_Make( across, across, across * THICKNESS ); // about its axis it never turns
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI - angle, 0.0 ) );
    def.velocity.x = ssSim_Param( sim, keyV0 );
    double smooth = ssSim_Param( sim, keySmooth );
    def.pose.position =
        ssVec3_Make( smooth + 0.5 * length * ssCos( angle ), 0.0, 0.5 * length * ssSin( angle ) );
    def.material = ( ssMaterial ){ .mu = frictionAt( sim, smooth ) };
    return def;
}

static ssResult createRod( const ssSim* sim, ssHull** hull )
{
    double length = ssSim_Param( sim, keyLength ), w = THICKNESS * length;
    ssVec3 points[10];
    int count = 0;
    for ( int end = -1; end <= 1; end += 2 )
    {
        points[count++] = ssVec3_Make( 0.0, 0.0, 0.5 * end * length );
        for ( int i = 0; i < 4; ++i )
        {
            points[count++] =
                ssVec3_Make( i % 2 == 0 ? w : -w, i < 2 ? w : -w, end * ( 0.5 - POINT ) * length );
        }
    }
    return ssCreateHull( points, count, hull, NULL );
}

static void destroy( void* state )
{
    PainleveRod* s = state;
    ssDestroyWorld( s->world );
    s->world = NULL;
}

static ssResult create( void* state, const ssSim* sim )
{
    PainleveRod* s = state;
    ssWorldDef def = readDef( sim );
    ssHull* hull = NULL;
    ssResult result = createRod( sim, &hull );
    result = result.code == ss_ok ? ssCreateWorld( &def, &s->world ) : result;
    ssBodyDef rod = rodDef( sim, hull );
    result = result.code == ss_ok ? worldAddGround( s->world, &rod.material, 0.0 ) : result;
    result = result.code == ss_ok ? ssWorld_AddBody( s->world, &rod, NULL ) : result;
    ssHull_Release( hull );
    if ( result.code != ss_ok ) { destroy( s ); }
    s->mu = rod.material.mu;
    for ( int i = 0; i < measureCount; ++i ) { s->values[i] = SS_NAN; }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    PainleveRod* s = state;
    ssWorldDef def = readDef( sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const PainleveRod* s = state;
    double length = ssSim_Param( sim, keyLength );
    ssBodyState rod = worldBody( s->world, ROD );
    ssVec3 arm = armOf( &rod, length ), tip = tipVelocity( &rod, length );
    double angle = ssAtan2( -arm.z, -arm.x );
    angle += angle < 0.0 ? 2.0 * SS_PI : 0.0; // flat on the other side
    row[signalAngle] = angle * 180.0 / SS_PI;
    row[signalOmega] = rod.omega.y;
    row[signalX] = rod.pose.position.x + arm.x;
    row[signalSlip] = tip.x;
    row[signalLift] = tip.z;
    row[signalVx] = rod.velocity.x;
    row[signalVz] = rod.velocity.z;
    row[signalMu] = s->mu;
    row[signalCritical] = criticalMu( angle );
    row[signalRn] = worldSumLoads( s->world ).sumNormal;
    row[signalJumps] = s->jumps;
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
}

/// The impulse p that stops the lower end, W p = -u, and what it does: v + p/m, and a loss of -u·p/2.
static void predict( const ssSim* sim, const ssBodyState* rod, double* values )
{
    double length = ssSim_Param( sim, keyLength ), m = rod->mass, i = rod->inertia.x;
    ssVec3 r = armOf( rod, length ), u = tipVelocity( rod, length );
    double xx = 1.0 / m + r.z * r.z / i, xz = -r.x * r.z / i, zz = 1.0 / m + r.x * r.x / i;
    double det = xx * zz - xz * xz, px = ( xz * u.z - zz * u.x ) / det, pz = ( xz * u.x - xx * u.z ) / det;
    values[measureVxExact] = rod->velocity.x + px / m;
    values[measureVzExact] = rod->velocity.z + pz / m;
    values[measureLossExact] = -0.5 * ( u.x * px + u.z * pz );
}

static ssStepReport step( void* state, ssSim* sim )
{
    PainleveRod* s = state;
    double h = ssSim_StepSize( sim ), row[signalCount], sum = 0.0;
    ssBodyState before = worldBody( s->world, ROD );
    fillSignals( s, sim, row );
    double lost = row[signalLedger + ledgerSliding] + row[signalLedger + ledgerImpact];
    s->mu = frictionAt( sim, row[signalX] );
    ssMaterial material = { .mu = s->mu };
    worldSetMaterials( s->world, &material );
    ssWorldReport report = worldStep( s->world, sim );
    fillSignals( s, sim, row );
    if ( report.impactsWithoutCollision > 0 && s->jumps == 0.0 )
    {
        s->values[measureTime] = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
        s->values[measureVx] = row[signalVx];
        s->values[measureVz] = row[signalVz];
        s->values[measureLoss] = row[signalLedger + ledgerSliding] + row[signalLedger + ledgerImpact] - lost;
        predict( sim, &before, s->values );
    }
    s->jumps += report.impactsWithoutCollision;
    for ( int i = 0; i < signalCount; ++i ) { sum += i == signalCritical ? 0.0 : row[i]; }
    return worldStepReport( s->world, &report, isfinite( sum ) );
}

static void serialize( void* state, ssArchive* archive )
{
    PainleveRod* s = state;
    ssArchive_F64( archive, &s->mu );
    ssArchive_F64( archive, &s->jumps );
    ssArchive_F64s( archive, s->values, measureCount );
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || ssWorld_BodyCount( s->world ) != ROD + 1;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    return ( (const PainleveRod*)state )->values[index];
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const PainleveRod* s = state;
    double row[signalCount], length = ssSim_Param( sim, keyLength );
    fillSignals( s, sim, row );
    pictureBounds( out, ssVec3_Make( row[signalX], 0.0, 0.4 * length ), 0.8 * length );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    worldDrawBodies( s->world, out, ss_drawAll );
    double half = 0.3 * length;
    const ssVec3 border[2] = { { 0.0, -half, 0.0 }, { 0.0, half, 0.0 } };
    if ( out->line != NULL ) { out->line( out->context, ss_lineScenery, 2, border ); }
    const ssDrawLabel labels[] = { { .position = { -0.05 * length, -half, 0.0 }, .text = "rough" },
        { .position = { 0.2 * length, -half, 0.0 }, .text = "smooth" } };
    pictureLabels( out, 2, labels );
}

/// The critical curve, the region above it, and the state: both are seen from behind the lower end.
static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    double x[COUNT], low[COUNT], high[COUNT], row[signalCount];
    (void)chart;
    fillSignals( state, sim, row );
    for ( int i = 0; i < COUNT; ++i )
    {
        x[i] = 5.0 + 80.0 * i / ( COUNT - 1 );
        low[i] = ssMin( criticalMu( x[i] * SS_PI / 180.0 ), CHART_TOP );
        high[i] = CHART_TOP;
    }
    // What hardly slides counts as sliding where it did at the start.
    double v0 = ssSim_Param( sim, keyV0 );
    bool left = fabs( row[signalSlip] ) > STILL * fabs( v0 ) ? row[signalSlip] < 0.0 : v0 < 0.0;
    double angle = left ? row[signalAngle] : 180.0 - row[signalAngle];
    const double least[2] = { ssAtan2( 2.0, 1.0 ) * 180.0 / SS_PI, 4.0 / 3.0 };
    sink->range( sink->context, 0.0, 180.0, -0.3, CHART_TOP ); // all of the dot at μ = 0
    sink->area( sink->context, ss_chartUnstable, "no finite force", COUNT, x, low, high );
    sink->curve( sink->context, ss_chartFirst, "critical", COUNT, x, low );
    sink->points( sink->context, ss_chartExact, "4/3", 1, least, least + 1 );
    sink->points( sink->context, ss_chartNow, "now", 1, &angle, &row[signalMu] );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    double row[signalCount];
    fillSignals( state, sim, row );
    if ( param == keyMu && isfinite( row[signalCritical] ) )
    {
        sayNumbers( text, capacity, ssTranslate( "no finite force beyond μ = %s at θ = %s°" ),
            row[signalCritical], row[signalAngle] );
    }
}

extern const ssScenario ss_scenarioPainleveRod;
const ssScenario ss_scenarioPainleveRod = { "painleve-rod", "Painlevé's rod",
    .source = "Painlevé 1895; Génot & Brogliato 1999",
    .summary = "A rod slides on its lower end onto rough ground. Beyond a critical friction no finite force "
               "lets it slide on: it stops at once, by an impact without collision, and tips over its end.",
    .model = { MODEL_TABLES, .h = 1e-4, .until = 1.0, .stateSize = sizeof( PainleveRod ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "rod", .ground = "ground",
        .draw = draw, .drawChart = drawChart, .explain = explain, .drag = worldDrag },
    ROWS( preset, s_presets ), .opening = "onto" };
