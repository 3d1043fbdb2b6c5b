// SPDX-License-Identifier: MIT
#include "scenario/scenario_rolling_sphere.h"

#include <string.h>

// A sphere set down with velocity and spin slides, rolls, spins and stops (Acary & Bourrier Sec. 6.1), beside
// the closed form where it holds. Gravity is inclined: x runs along the plane.

#define MAX_ITERATIONS 2000 // of the contact solver; a single contact needs few
// of the velocities at t = 0, relative to their size: beyond it a difference is slip
#define LAUNCH_RESOLUTION 1e-12

static const char* const s_laws[] = { "coulomb", "relaxed" };

// clang-format off
static const ssParam s_params[] = {
    [sphereKeyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.2 ), .live = true,
        .doc = "The tangential force is at most mu times the normal force. When the contact slides it has "
            "this magnitude and opposes the sliding velocity." },
    [sphereKeyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.2, 0.04 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "The rolling moment is at most mu_r times the normal force. This length is how far the normal "
            "force can move ahead of the contact point. Also called rolling friction." },
    [sphereKeyMuSpin] = { PARAM( "mu_s", "μ_s", "spinning resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.2, 0.0 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "The moment about the normal is at most mu_s times the normal force. Also called drilling or "
            "torsional friction." },
    [sphereKeyRestitution] = { PARAM( "restitution", "e", "restitution", "", "friction" ),
        BETWEEN( 0.0, 1.0, 0.0, 1.0, 0.0 ), .live = true,
        .doc = "Newton's impact law: the sphere leaves the plane with e times the speed of its approach. The "
            "relaxed law ignores it." },
    [sphereKeyRadius] = { PARAM( "radius", "R", "radius", "m", "body" ), POSITIVE( 0.05, 2.0, 0.5 ),
        .doc = "Radius of the solid sphere." },
    [sphereKeyDensity] = { PARAM( "density", "ρ", "density", "kg/m³", "body" ),
        POSITIVE( 10.0, 20000.0, 2500.0 ), .logScale = true,
        .doc = "Mass density of the solid sphere. It scales the forces and does not change the motion." },
    [sphereKeyU0] = { PARAM( "u0", "U₀", "initial velocity", "m/s", "start" ), ANY_NUMBER( -10.0, 10.0, 2.5 ),
        .doc = "Velocity of the centre along x at t = 0." },
    [sphereKeyOmega0] = { PARAM( "omega0", "Ω₀", "initial rolling velocity", "rad/s", "start" ),
        ANY_NUMBER( -20.0, 20.0, 5.0 ),
        .doc = "Angular velocity at t = 0; positive rolls towards +x. There is no slip if U₀ = R Ω₀." },
    [sphereKeyOmegaX0] = { PARAM( "omega_x0", "Ω_x0", "initial sideways roll", "rad/s", "start" ),
        ANY_NUMBER( -20.0, 20.0, 0.0 ),
        .doc = "Angular velocity about the x axis at t = 0, as in a massé shot at billiards." },
    [sphereKeySpin0] = { PARAM( "spin0", "Ω_N0", "initial spin", "rad/s", "start" ),
        ANY_NUMBER( -50.0, 50.0, 0.0 ),
        .doc = "Angular velocity about the normal at t = 0. Only mu_s slows it down." },
    [sphereKeyV0Y] = { PARAM( "v0_y", "V_y0", "initial sideways velocity", "m/s", "start" ),
        ANY_NUMBER( -10.0, 10.0, 0.0 ), .doc = "Velocity of the centre along y at t = 0." },
    [sphereKeyV0Z] = { PARAM( "v0_z", "V_z0", "initial normal velocity", "m/s", "start" ),
        ANY_NUMBER( -5.0, 5.0, 0.0 ),
        .doc = "Velocity of the centre away from the plane at t = 0. A positive value throws the sphere "
            "up." },
    [sphereKeyIncline] = { PARAM( "incline_deg", "α", "incline", "°", "plane" ), .min = -45.0, .max = 45.0,
        .allowedMin = -90.0, .allowedMax = 90.0, .open = (ssParamOpen)( ss_openLow | ss_openHigh ),
        .defaultValue = 0.0, .live = true,
        .doc = "Inclination of the plane; positive accelerates towards +x. A sphere at rest stays at rest if "
            "and only if tan(alpha) <= min(mu, mu_r/R)." },
    [sphereKeyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "plane" ),
        BETWEEN( 0.0, 1e100, 0.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity, straight down." },
    [sphereKeyTheta] = { PARAM( "theta", "θ", "Moreau-Jean theta", "", "numerics" ),
        BETWEEN( 0.5, 1.0, 0.5, 1.0, 0.5 ), .live = true, .chosenBy = "scheme",
        .doc = "Weight of the new velocity in the position update. 1/2 is exact while the acceleration is "
            "constant; 1 is implicit Euler, with an error of about h U/2, and always used by the relaxed "
            "law." },
    [sphereKeyScheme] = { SCHEME_PARAM( worldSchemeMidpoint ) },
    [sphereKeyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ), .min = 1e-14, .max = 1e-3,
        .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-12, .logScale = true,
        .live = true,
        .doc = "Relative tolerance of the contact solver where it iterates: for oblique slide + roll and for "
            "the relaxed law." },
    [sphereKeyLaw] = { PARAM( "law", "law", "friction law", "", "numerics" ), CHOICE( s_laws ), .live = true,
        .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex (associated) law, in "
            "which a sliding contact opens to the gap h mu |u_T|." },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalKinetic = 20,
    signalLedger,
    signalOmegaX = signalLedger + ledgerCount,
    signalCount = signalOmegaX + 2
};

static const ssSignal s_signals[] = {
    { "x", "X", "m", "position of the centre along x" },
    { "y", "Y", "m", "position of the centre along y" },
    { "z", "Z", "m", "distance of the centre from the plane" },
    { "u", "U", "m/s", "velocity of the centre along x" },
    { "omega", "Ω", "rad/s", "rolling velocity; positive rolls towards +x" },
    { "slip", "U − RΩ", "m/s", "sliding velocity of the contact point along x" },
    { "spin", "Ω_N", "rad/s", "angular velocity about the normal" },
    { "r_n", "r_N", "N", "normal force" },
    { "r_t", "r_T", "N", "tangential force along x" },
    { "m_r", "m_R", "N m", "rolling moment about y" },
    { "m_s", "m_S", "N m", "spinning moment about the normal" },
    { "gap", "g_N", "m", "gap between sphere and plane" },
    { "mode", "mode", "", "state of the contact: 0 open, 1 stick, 2 slide, 3 roll, 4 slide+roll, 5 spin" },
    { "energy", "E", "J", "kinetic and potential energy" },
    { "dissipated", "W", "J", "energy dissipated by the contact so far" },
    { "x_exact", "X exact", "m", "closed form of x; undefined where none holds" },
    { "u_exact", "U exact", "m/s", "closed form of u; undefined where none holds" },
    { "omega_exact", "Ω exact", "rad/s", "closed form of omega; undefined where none holds" },
    { "r_t_exact", "r_T exact", "N", "closed form of r_t; undefined where none holds" },
    { "m_r_exact", "m_R exact", "N m", "closed form of m_r; undefined where none holds" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
    [signalOmegaX] = { "omega_x", "Ω_x", "rad/s", "angular velocity about the x axis, the line of aim" },
    { "slip_y", "V + RΩ_x", "m/s", "sliding velocity of the contact point along y" },
};

_Static_assert( SS_COUNT( s_signals ) == signalCount, "one row for each signal" );

static const ssPlot s_plots[] = {
    { PLOT( "u", "velocity", "m/s" ), .signals = { "u", "slip" }, .exact = { "u_exact" }, .shown = true },
    { PLOT( "omega", "rolling velocity", "rad/s" ), .signals = { "omega" }, .exact = { "omega_exact" },
        .shown = true },
    { PLOT( "r_t", "tangential force", "N" ), .signals = { "r_t" }, .exact = { "r_t_exact" }, .shown = true },
    { PLOT( "m_r", "rolling moment", "N m" ), .signals = { "m_r" }, .exact = { "m_r_exact" }, .shown = true },
    { PLOT( "x", "position", "m" ), .signals = { "x", "y" }, .exact = { "x_exact" } },
    { PLOT( "spin", "spin", "rad/s" ), .signals = { "spin" } },
    { PLOT( "gap", "gap", "m" ), .signals = { "gap" } },
    { PLOT( "r_n", "normal force", "N" ), .signals = { "r_n" } },
    { PLOT( "m_s", "spinning moment", "N m" ), .signals = { "m_s" } },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ) },
    { PLOT( "path", "path", "m" ), .signals = { "y" }, .x = "x" },
    { PLOT( "speeds", "it rolls where slip ends", "m/s" ), .signals = { "u", "slip" } },
    { PLOT( "slip", "the path bends while this lasts", "m/s" ), .signals = { "slip", "slip_y" } },
    { PLOT( "omega_x", "roll about the aim", "rad/s" ), .signals = { "omega_x" } },
};

// clang-format off
static const ssPresetValue s_fig2[] = { { "mu", 0.1 }, { "mu_r", 0.01 } };
static const ssPresetValue s_fig3a[] = { { "mu", 0.2 }, { "mu_r", 0.04 }, { "omega0", 5.0 } };
static const ssPresetValue s_fig3b[] = { { "mu", 0.2 }, { "mu_r", 0.04 }, { "omega0", 2.5 } };
static const ssPresetValue s_fig3c[] = { { "mu", 0.05 }, { "mu_r", 0.04 }, { "omega0", 5.0 } };
static const ssPresetValue s_billiard[] = { { "mu", 0.2 }, { "mu_r", 3e-4 }, { "mu_s", 3e-4 }, 
    { "radius", 0.028575 },
    { "density", 1700.0 }, { "u0", 1.5 }, { "omega0", 0.0 }, { "omega_x0", -60.0 }, { "spin0", 40.0 } };
static const ssPresetValue s_spinDown[] = { { "mu_s", 0.05 }, { "u0", 0.0 }, { "omega0", 0.0 }, 
    { "spin0", 20.0 } };
// clang-format on

static const ssPreset s_presets[] = {
    { "fig2", "How far does it roll? (Fig. 2)", .h = 1e-3, .until = 100.0, PRESET( s_fig2 ) },
    { "fig3a", "Rolls, then stops (Fig. 3a)", PRESET( s_fig3a ) },
    { "fig3b", "Slides, then rolls (Fig. 3b)", PRESET( s_fig3b ) },
    { "fig3c", "Stops rolling, slides on (Fig. 3c)", PRESET( s_fig3c ) },
    { "billiard", "Billiard: a massé bends the path", .until = 4.0, PRESET( s_billiard ) },
    { "spin-down", "Spins on the spot, to a stop", PRESET( s_spinDown ) },
    { "tiny", "A short run, for tests", .hidden = true, .h = 1e-3, .until = 0.5 },
};

static const ssMeasure s_measures[] = {
    { "x_max", "m", "largest x reached" },
    { "t_stop", "s", "time at which the sphere came to rest; undefined while it moves" },
    { "max_error", "m", "largest difference of x from the closed form; undefined without one" },
};

static const char* const s_figures[] = { "acary-fig2", "acary-fig3a", "acary-fig3b", "acary-fig3c" };

static void readParams( RollingSphere* s, const ssSim* sim )
{
    double radius = ssSim_Param( sim, sphereKeyRadius ), gravity = ssSim_Param( sim, sphereKeyGravity );
    s->incline = ssSim_Param( sim, sphereKeyIncline ) * SS_PI / 180.0;
    s->model = ( ssSphereModel ){ radius,
        .mass = 4.0 / 3.0 * SS_PI * radius * radius * radius * ssSim_Param( sim, sphereKeyDensity ),
        .mu = ssSim_Param( sim, sphereKeyMu ), .muRoll = ssSim_Param( sim, sphereKeyMuRoll ),
        .gravityNormal = gravity * ssCos( s->incline ), .gravityAlong = gravity * ssSin( s->incline ) };
}

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ ssSim_Param( sim, sphereKeyMu ), .muRoll = ssSim_Param( sim, sphereKeyMuRoll ),
        .muSpin = ssSim_Param( sim, sphereKeyMuSpin ),
        .restitution = ssSim_Param( sim, sphereKeyRestitution ) };
}

static ssWorldDef readDef( const RollingSphere* s, const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( s->model.gravityAlong, 0.0, -s->model.gravityNormal );
    def.theta = worldSchemeOf( sim, sphereKeyTheta );
    def.law =
        worldLawTyped( sim ) == NULL ? (ssWorldLaw)ssSim_Param( sim, sphereKeyLaw ) : ss_worldLawCoulomb;
    def.tolerance = ssSim_Param( sim, sphereKeyTol );
    def.maxIterations = MAX_ITERATIONS;
    def.bodyCapacity = 2;
    def.contactCapacity = 1;
    return def;
}

/// Gives the plane the typed law, if there is one.
static ssResult setLaw( WorldLaw* typed, const ssSim* sim, ssWorld* world )
{
    ssResult result = worldLawAdopt( typed, world, sim );
    if ( result.code == ss_ok && typed->made )
    {
        ssIgnore( ssWorld_SetLaw( world, ssWorld_BodyAt( world, PLANE_BODY ),
            worldLawOr( typed, ( ssLawId ){ 0, 0 } ), ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
    return result;
}

/// Creates a world with the plane and the sphere at t = 0.
static ssResult makeWorld( const RollingSphere* s, const ssSim* sim, ssWorld** world, WorldLaw* typed )
{
    ssWorldDef def = readDef( s, sim );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.material = readMaterial( sim );
    ball.shape = ssSphereShape( s->model.radius );
    ball.mass = s->model.mass;
    ball.pose.position.z = s->model.radius;
    ball.velocity = ssVec3_Make(
        ssSim_Param( sim, sphereKeyU0 ), ssSim_Param( sim, sphereKeyV0Y ), ssSim_Param( sim, sphereKeyV0Z ) );
    ball.omega = ssVec3_Make( ssSim_Param( sim, sphereKeyOmegaX0 ), ssSim_Param( sim, sphereKeyOmega0 ),
        ssSim_Param( sim, sphereKeySpin0 ) );
    SS_TRY( ssCreateWorld( &def, world ) );
    SS_TRY( worldAddGround( *world, &ball.material, 0.0 ) );
    SS_TRY( ssWorld_AddBody( *world, &ball, NULL ) );
    return setLaw( typed, sim, *world );
}

/// The state of the sphere in this world, with the contact force in the axes x and y.
static Ball readBall( const ssWorld* world, double R )
{
    ssBodyState body = worldBody( world, SPHERE_BODY );
    ssVec3 x = body.pose.position;
    Ball state = { .x = x.x, .y = x.y, .gap = x.z - R, .velocity = body.velocity, .omega = body.omega };
    if ( ssWorld_ContactCount( world ) > 0 )
    {
        ssContactView c = ssWorld_Contact( world, 0 ).view;
        const double *f = c.force, *m = c.moment;
        state.force[0] = f[0];
        state.force[1] = f[1] * c.tangent1.x + f[2] * c.tangent2.x;
        state.force[2] = f[1] * c.tangent1.y + f[2] * c.tangent2.y;
        state.moment[0] = m[0] * c.tangent1.x + m[1] * c.tangent2.x;
        state.moment[1] = m[0] * c.tangent1.y + m[1] * c.tangent2.y;
        state.moment[2] = m[2];
        state.mode = c.mode;
    }
    return state;
}

static bool atRest( const Ball* s )
{
    return s->velocity.x == 0.0 && s->velocity.y == 0.0 && s->velocity.z == 0.0 && s->omega.x == 0.0 &&
        s->omega.y == 0.0 && s->omega.z == 0.0;
}

/// The regime at t = 0, by the first reaction; a sphere that only begins to slide does not slide yet.
static ssContactMode firstMode( const RollingSphere* s, const ssWorld* ahead )
{
    if ( ssWorld_ContactCount( ahead ) == 0 ) { return ss_modeOpen; }
    const Ball* b = &s->sphere;
    double R = s->model.radius, slip[2] = { b->velocity.x - R * b->omega.y, b->velocity.y + R * b->omega.x };
    ssContactView view = ssWorld_Contact( ahead, 0 ).view;
    // Only the sizes of the parts count, so that the frame of the contact does not matter.
    const double velocity[6] = { b->velocity.z, slip[0], slip[1], b->omega.x, b->omega.y, b->omega.z };
    memcpy( view.velocity, velocity, sizeof velocity );
    return ssContactView_Mode(
        &view, LAUNCH_RESOLUTION * ( ssVec3_Length( b->velocity ) + R * ssVec3_Length( b->omega ) ) );
}

/// Fills the reaction at t = 0, which is the one of the first step.
static ssResult fillFirstReaction( RollingSphere* s, const ssSim* sim )
{
    ssWorld* ahead = NULL;
    WorldLaw typed = { .made = false };
    ssResult result = makeWorld( s, sim, &ahead, &typed );
    if ( result.code == ss_ok )
    {
        ssWorld_Step( ahead, ssSim_StepSize( sim ) );
        Ball next = readBall( ahead, s->model.radius );
        memcpy( s->sphere.force, next.force, sizeof next.force );
        memcpy( s->sphere.moment, next.moment, sizeof next.moment );
        s->sphere.mode = firstMode( s, ahead );
    }
    ssDestroyWorld( ahead );
    return result;
}

static ssSphereExact closedForm( const RollingSphere* s, const ssSim* sim )
{
    ssSphereState now = {
        .x = s->sphere.x, .gap = s->sphere.gap, .velocity = s->sphere.velocity, .omega = s->sphere.omega
    };
    return ssSim_Param( sim, sphereKeyLaw ) == ss_worldLawCoulomb && worldLawTyped( sim ) == NULL
        ? ssSolveSphereExact( &s->model, &now, ssSim_Time( sim ) )
        : ( ssSphereExact ){ .phaseCount = 0 };
}

static ssResult create( void* state, const ssSim* sim )
{
    RollingSphere* s = state;
    readParams( s, sim );
    double inertia = s->model.mass * s->model.radius * s->model.radius;
    if ( !( s->model.mass > 0.0 && isfinite( s->model.mass ) && inertia > 0.0 && isfinite( inertia ) ) )
    {
        return ssError( ss_errorValue, "radius",
            "radius = %g m with density = %g kg/m³ gives a mass of %g kg; allowed: mass and inertia that are "
            "positive and finite",
            s->model.radius, ssSim_Param( sim, sphereKeyDensity ), s->model.mass );
    }
    ssResult result = makeWorld( s, sim, &s->world, &s->typed );
    if ( result.code == ss_ok )
    {
        s->sphere = readBall( s->world, s->model.radius );
        result = fillFirstReaction( s, sim );
    }
    if ( result.code != ss_ok )
    {
        worldDestroy( s );
        return result;
    }
    s->exact = closedForm( s, sim );
    s->xMax = s->sphere.x;
    s->stopTime = atRest( &s->sphere ) ? 0.0 : SS_NAN;
    s->maxError = s->exact.phaseCount > 0 ? 0.0 : SS_NAN;
    return ssOk();
}

/// The closed form continues from the present state with the new parameters.
static ssResult adopt( void* state, const ssSim* sim )
{
    RollingSphere* s = state;
    SS_TRY( setLaw( &s->typed, sim, s->world ) );
    readParams( s, sim );
    ssWorldDef def = readDef( s, sim );
    ssMaterial material = readMaterial( sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
    worldSetMaterials( s->world, &material );
    s->exact = s->exact.phaseCount > 0 ? closedForm( s, sim ) : s->exact;
    return ssOk();
}

double sphereFillLedger( const RollingSphere* s, double* ledger )
{
    return worldFillLedger( s->world, s->model.mass * s->model.gravityNormal * s->model.radius, ledger );
}

static ssStepReport step( void* state, ssSim* sim )
{
    RollingSphere* s = state;
    double h = ssSim_StepSize( sim ), time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
    ssWorldReport result = worldStep( s->world, sim );
    Ball next = readBall( s->world, s->model.radius );
    // All signals must be finite, not only the motion.
    double sum = next.x + next.y + next.gap + next.velocity.x - s->model.radius * next.omega.y;
    for ( int i = 0; i < 3; ++i ) { sum += next.force[i] + next.moment[i]; }
    ssStepReport report = worldStepReport( s->world, &result, isfinite( sum ) );
    if ( report.status == ss_statusNotFinite ) { return report; }
    s->sphere = next;
    s->xMax = ssMax( s->xMax, next.x );
    s->stopTime = !atRest( &next ) ? SS_NAN : isnan( s->stopTime ) ? time : s->stopTime;
    // fmax ignores NAN: without a closed form the largest error so far is kept.
    s->maxError = ssMax( s->maxError, fabs( next.x - ssSphereExact_At( &s->exact, time ).x ) );
    report.contacts = next.mode != ss_modeOpen ? 1 : 0;
    return report;
}

static void serialize( void* state, ssArchive* archive )
{
    RollingSphere* s = state;
    Ball* b = &s->sphere;
    ARCHIVE_EACH( archive, &b->x, &b->y, &b->gap, &s->xMax, &s->stopTime, &s->maxError );
    int mode = (int)b->mode;
    ssArchive_Int( archive, &mode );
    b->mode = (ssContactMode)mode;
    ssArchive_Vec3( archive, &b->velocity );
    ssArchive_Vec3( archive, &b->omega );
    ssArchive_F64s( archive, b->force, 3 );
    ssArchive_F64s( archive, b->moment, 3 );
    ssArchive_Int( archive, &s->exact.phaseCount );
    for ( int i = 0; i < SS_COUNT( s->exact.phases ); ++i )
    {
        ssSpherePhase* p = s->exact.phases + i;
        ARCHIVE_EACH( archive, &p->time, &p->x, &p->u, &p->omega, &p->du, &p->domega, &p->force, &p->moment );
    }
    // These are used as indices.
    bool inRange = mode >= 0 && mode < ss_modeCount && s->exact.phaseCount >= 0 &&
        s->exact.phaseCount <= SS_COUNT( s->exact.phases );
    archive->overrun = archive->overrun || !inRange;
    worldLawSerialize( &s->typed, s->world, archive );
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || ssWorld_BodyCount( s->world ) != SPHERE_BODY + 1;
}

static void restored( void* state, const ssSim* sim ) { readParams( state, sim ); }

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const RollingSphere* s = state;
    const Ball* b = &s->sphere;
    ssSphereExactState exact = ssSphereExact_At( &s->exact, ssSim_Time( sim ) );
    double R = s->model.radius, *ledger = row + signalLedger;
    row[signalKinetic] = sphereFillLedger( s, ledger );
    double energy = row[signalKinetic] + ledger[ledgerPotential],
           dissipated =
               ledger[ledgerSliding] + ledger[ledgerRolling] + ledger[ledgerSpinning] + ledger[ledgerImpact];
    FILL_ROWS( row, b->x, b->y, b->gap + R, b->velocity.x, b->omega.y, b->velocity.x - R * b->omega.y,
        b->omega.z, b->force[0], b->force[1], b->moment[1], b->moment[2], b->gap, b->mode, energy, dissipated,
        exact.x, exact.u, exact.omega, exact.force, exact.moment );
    FILL_ROWS( row + signalOmegaX, b->omega.x, b->velocity.y + R * b->omega.x );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const RollingSphere* s = state;
    const double values[] = { s->xMax, s->stopTime, s->maxError };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

ssCone sphereCone( const ssSim* sim )
{
    return ( ssCone ){ .dimension = 6,
        .mu = ssSim_Param( sim, sphereKeyMu ),
        .muRoll = ssSim_Param( sim, sphereKeyMuRoll ),
        .muSpin = ssSim_Param( sim, sphereKeyMuSpin ) };
}

/// The contact problem of the next step, with the free velocity at its end.
static ssResult freeze( const void* state, const ssSim* sim, ssProblem* problem )
{
    const RollingSphere* s = state;
    const ssSphereModel* m = &s->model;
    const Ball* b = &s->sphere;
    double h = ssSim_StepSize( sim ), inertia = 0.4 * m->mass * m->radius * m->radius;
    if ( b->mode == ss_modeOpen )
    {
        return ssError( ss_errorValue, NULL, "nothing touches: there is no contact problem" );
    }
    if ( worldLawTyped( sim ) != NULL )
    {
        return ssWorld_Freeze( s->world, problem ); // includes what the contact remembers
    }
    ssProblemBody body = ssDefaultProblemBody();
    body.mass = m->mass;
    body.inertia = ( ssVec3 ){ inertia, inertia, inertia };
    body.position = ( ssVec3 ){ b->x, b->y, b->gap + m->radius };
    ssProblemContact contact = ssDefaultProblemContact( 6 );
    contact.a = -1;
    contact.b = 0;
    contact.point = ( ssVec3 ){ b->x, b->y, b->gap };
    contact.normal = ( ssVec3 ){ 0.0, 0.0, 1.0 };
    contact.tangent = ( ssVec3 ){ 1.0, 0.0, 0.0 };
    contact.cone = sphereCone( sim );
    contact.law =
        ssSim_Param( sim, sphereKeyLaw ) == ss_worldLawRelaxed ? ss_contactFormRelaxed : ss_contactFormSaxce;
    const double velocity[6] = { b->velocity.x + h * m->gravityAlong, b->velocity.y,
        b->velocity.z - h * m->gravityNormal, b->omega.x, b->omega.y, b->omega.z };
    return ssProblem_FromBodies( 6, &body, 1, &contact, 1, NULL, 0, velocity, problem );
}

static void dragSphere( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    RollingSphere* s = state;
    ssIgnore( ssWorld_Drag( s->world, drag->active, ssWorld_BodyAt( s->world, SPHERE_BODY ),
        ssMat3_MulT( ssMat3_RotateY( s->incline ), drag->target ) ) );
    // There is no closed form for a sphere that is dragged.
    s->exact.phaseCount = drag->active ? 0 : s->exact.phaseCount;
}

extern const ssScenario ss_scenarioRollingSphere;
const ssScenario ss_scenarioRollingSphere = { "rolling-sphere", "Rolling sphere",
    .source = "Acary & Bourrier 2021, Sec. 6.1, Figs. 2-3",
    .summary = "A solid sphere is set down on a plane with a velocity and a spin. Sliding friction, rolling "
               "resistance and spinning resistance decide whether it slips, grips, rolls on or stops. The "
               "closed form is drawn under every curve.",
    .model = { MODEL_TABLES, .h = 1e-4, .until = 6.0, .stateSize = sizeof( RollingSphere ), MODEL_CALLS,
        .destroy = worldDestroy, .adopt = adopt, .takesLaw = true, .uses = sphereUses, .serialize = serialize,
        .restored = restored, .freeze = freeze },
    .picture = { ROWS( plot, s_plots ), .body = "sphere", .ground = "ground", .draw = sphereDraw,
        .explain = sphereExplain, .drag = dragSphere },
    ROWS( preset, s_presets ), .opening = "fig3b", ROWS( figure, s_figures ) };
