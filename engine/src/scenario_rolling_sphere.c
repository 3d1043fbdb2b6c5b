// SPDX-License-Identifier: MIT
#include "slipstick/scenario.h"
#include "slipstick/sphere_on_plane.h"
#include "world_scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A sphere set down on a plane with a velocity and a spin: it slides, rolls, spins and stops (Acary & Bourrier
// Sec. 6.1), with the closed form beside the simulation wherever one holds.

enum
{
    keyMu,
    keyMuRoll,
    keyMuSpin,
    keyRestitution,
    keyRadius,
    keyDensity,
    keyU0,
    keyOmega0,
    keyOmegaX0,
    keySpin0,
    keyV0Y,
    keyV0Z,
    keyIncline,
    keyGravity,
    keyTheta,
    keyTol,
    keyLaw,
    keyCount
};

static const char* const s_laws[] = { "coulomb", "relaxed" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "sliding friction coefficient", .unit = "", .group = "friction",
        .doc = "The tangential force is at most mu times the normal force; when the contact slides it is exactly that, "
               "against the sliding velocity.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.2, .live = true },
    [keyMuRoll] = { .key = "mu_r", .symbol = "μ_r", .label = "rolling resistance length", .unit = "m",
        .group = "friction",
        .doc = "The rolling moment is at most mu_r times the normal force. A length: how far the normal force may move "
               "ahead of the contact point. Also called rolling friction.",
        .min = 0.0, .max = 0.2, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.04, .live = true },
    [keyMuSpin] = { .key = "mu_s", .symbol = "μ_s", .label = "spinning resistance length", .unit = "m",
        .group = "friction",
        .doc = "The moment about the normal is at most mu_s times the normal force. Also called drilling or torsional "
               "friction.",
        .min = 0.0, .max = 0.2, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [keyRestitution] = { .key = "restitution", .symbol = "e", .label = "restitution", .unit = "", .group = "friction",
        .doc = "Newton's impact law: the sphere leaves the plane at e times the speed it came with. Only the coulomb law "
               "uses it.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .live = true },
    [keyRadius] = { .key = "radius", .symbol = "R", .label = "radius", .unit = "m", .group = "body",
        .doc = "Radius of the solid sphere.",
        .min = 0.05, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.5 },
    [keyDensity] = { .key = "density", .symbol = "ρ", .label = "density", .unit = "kg/m³", .group = "body",
        .doc = "Mass density of the solid sphere. It scales the forces and changes nothing in the motion.",
        .min = 10.0, .max = 20000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 2500.0, .logScale = true },
    [keyU0] = { .key = "u0", .symbol = "U₀", .label = "initial velocity", .unit = "m/s", .group = "start",
        .doc = "Velocity of the centre along x at the start.",
        .min = -10.0, .max = 10.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 2.5 },
    [keyOmega0] = { .key = "omega0", .symbol = "Ω₀", .label = "initial rolling velocity", .unit = "rad/s",
        .group = "start", .doc = "Angular velocity at the start; positive rolls towards +x. Slip-free when U₀ = R Ω₀.",
        .min = -20.0, .max = 20.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 5.0 },
    [keyOmegaX0] = { .key = "omega_x0", .symbol = "Ω_x0", .label = "initial sideways roll", .unit = "rad/s",
        .group = "start", .doc = "Angular velocity about the x axis at the start: the billiard player's masse.",
        .min = -20.0, .max = 20.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [keySpin0] = { .key = "spin0", .symbol = "Ω_N0", .label = "initial spin", .unit = "rad/s", .group = "start",
        .doc = "Angular velocity about the normal at the start. Only mu_s slows it.",
        .min = -50.0, .max = 50.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [keyV0Y] = { .key = "v0_y", .symbol = "V_y0", .label = "initial sideways velocity", .unit = "m/s",
        .group = "start", .doc = "Velocity of the centre along y at the start.",
        .min = -10.0, .max = 10.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [keyV0Z] = { .key = "v0_z", .symbol = "V_z0", .label = "initial normal velocity", .unit = "m/s", .group = "start",
        .doc = "Velocity of the centre away from the plane at the start: positive throws the sphere up.",
        .min = -5.0, .max = 5.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [keyIncline] = { .key = "incline_deg", .symbol = "α", .label = "incline", .unit = "°", .group = "plane",
        .doc = "Inclination of the plane; positive accelerates towards +x. A sphere at rest stays iff tan(alpha) <= "
               "min(mu, mu_r/R).",
        .min = -45.0, .max = 45.0, .allowedMin = -90.0, .allowedMax = 90.0,
        .open = (ssParamOpen)( ss_openLow | ss_openHigh ), .defaultValue = 0.0, .live = true },
    [keyGravity] = { .key = "gravity", .symbol = "g", .label = "gravity", .unit = "m/s²", .group = "plane",
        .doc = "Acceleration of gravity, straight down.",
        .min = 0.0, .max = 25.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 9.81, .live = true },
    [keyTheta] = { .key = "theta", .symbol = "θ", .label = "Moreau-Jean theta", .unit = "", .group = "numerics",
        .doc = "Weight of the new velocity in the position's update. 1/2 is exact while accelerations are constant; 1 is "
               "implicit Euler with an error of about h U/2.",
        .min = 0.5, .max = 1.0, .allowedMin = 0.5, .allowedMax = 1.0, .defaultValue = 0.5, .live = true },
    [keyTol] = { .key = "tol", .symbol = "tol", .label = "contact tolerance", .unit = "", .group = "numerics",
        .doc = "Relative tolerance of the contact solve where it iterates: oblique slide + roll, and the relaxed law.",
        .min = 1e-14, .max = 1e-3, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-12,
        .logScale = true, .live = true },
    [keyLaw] = { .key = "law", .symbol = "law", .label = "friction law", .unit = "", .group = "numerics",
        .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex (associated) law, whose sliding "
               "contacts ride on a gap h mu |u_T|.",
        .kind = ss_paramChoice, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0,
        .live = true, .choices = s_laws, .choiceCount = SS_COUNT( s_laws ) },
};
// clang-format on

enum
{
    signalX,
    signalY,
    signalZ,
    signalU,
    signalOmega,
    signalSlip,
    signalSpin,
    signalRn,
    signalRt,
    signalMr,
    signalMs,
    signalGap,
    signalMode,
    signalEnergy,
    signalDissipated,
    signalXExact,
    signalUExact,
    signalOmegaExact,
    signalRtExact,
    signalMrExact,
    signalKinetic,
    signalBooks,
    signalCount = signalBooks + bookCount
};

static const ssSignal s_signals[] = {
    [signalX] = { "x", "X", "m", "position of the centre along x" },
    [signalY] = { "y", "Y", "m", "position of the centre across" },
    [signalZ] = { "z", "Z", "m", "distance of the centre from the plane" },
    [signalU] = { "u", "U", "m/s", "velocity of the centre along x" },
    [signalOmega] = { "omega", "Ω", "rad/s", "rolling velocity; positive rolls towards +x" },
    [signalSlip] = { "slip", "U − RΩ", "m/s", "sliding velocity of the contact point along x" },
    [signalSpin] = { "spin", "Ω_N", "rad/s", "angular velocity about the normal" },
    [signalRn] = { "r_n", "r_N", "N", "normal force" },
    [signalRt] = { "r_t", "r_T", "N", "tangential force along x" },
    [signalMr] = { "m_r", "m_R", "N m", "rolling moment about y" },
    [signalMs] = { "m_s", "m_S", "N m", "spinning moment about the normal" },
    [signalGap] = { "gap", "g_N", "m", "gap between sphere and plane" },
    [signalMode] = { "mode", "mode", "", "0 open, 1 stick, 2 slide, 3 roll, 4 slide+roll, 5 spin" },
    [signalEnergy] = { "energy", "E", "J", "kinetic and potential energy" },
    [signalDissipated] = { "dissipated", "W", "J", "energy the contact has taken out so far" },
    [signalXExact] = { "x_exact", "X exact", "m", "closed form; undefined where none holds" },
    [signalUExact] = { "u_exact", "U exact", "m/s", "closed form; undefined where none holds" },
    [signalOmegaExact] = { "omega_exact", "Ω exact", "rad/s", "closed form; undefined where none holds" },
    [signalRtExact] = { "r_t_exact", "r_T exact", "N", "closed form; undefined where none holds" },
    [signalMrExact] = { "m_r_exact", "m_R exact", "N m", "closed form; undefined where none holds" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalBooks] = BOOK_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { "u", "velocity", "m/s", { "u", "slip" }, { "u_exact" }, true, NULL, ss_plotLines },
    { "omega", "rolling velocity", "rad/s", { "omega" }, { "omega_exact" }, true, NULL, ss_plotLines },
    { "r_t", "tangential force", "N", { "r_t" }, { "r_t_exact" }, true, NULL, ss_plotLines },
    { "m_r", "rolling moment", "N m", { "m_r" }, { "m_r_exact" }, true, NULL, ss_plotLines },
    { "x", "position", "m", { "x", "y" }, { "x_exact" }, false, NULL, ss_plotLines },
    { "spin", "spin", "rad/s", { "spin" }, { NULL }, false, NULL, ss_plotLines },
    { "gap", "gap", "m", { "gap" }, { NULL }, false, NULL, ss_plotLines },
    { "r_n", "normal force", "N", { "r_n" }, { NULL }, false, NULL, ss_plotLines },
    { "m_s", "spinning moment", "N m", { "m_s" }, { NULL }, false, NULL, ss_plotLines },
    { .id = "energy", .title = "energy", BOOK_LAYERS( "" ) },
};

#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

// A table is read by rows:
// clang-format off
static const ssPresetValue s_fig2[] = { { "mu", 0.1 }, { "mu_r", 0.01 } };
static const ssPresetValue s_fig3a[] = { { "mu", 0.2 }, { "mu_r", 0.04 }, { "omega0", 5.0 } };
static const ssPresetValue s_fig3b[] = { { "mu", 0.2 }, { "mu_r", 0.04 }, { "omega0", 2.5 } };
static const ssPresetValue s_fig3c[] = { { "mu", 0.05 }, { "mu_r", 0.04 }, { "omega0", 5.0 } };
static const ssPresetValue s_billiard[] = { { "mu", 0.2 }, { "mu_r", 3e-4 }, { "mu_s", 3e-4 }, { "radius", 0.028575 },
    { "density", 1700.0 }, { "u0", 1.5 }, { "omega0", 0.0 }, { "omega_x0", -60.0 }, { "spin0", 40.0 } };
static const ssPresetValue s_spinDown[] = { { "mu_s", 0.05 }, { "u0", 0.0 }, { "omega0", 0.0 }, { "spin0", 20.0 } };
// clang-format on

static const ssPreset s_presets[] = {
    { .name = "fig2", .label = "Fig. 2: how far does it roll?", .h = 1e-3, .until = 100.0, PRESET( s_fig2 ) },
    { .name = "fig3a", .label = "Fig. 3a: rolls without slip, stops", PRESET( s_fig3a ) },
    { .name = "fig3b", .label = "Fig. 3b: slides, then rolls", PRESET( s_fig3b ) },
    { .name = "fig3c", .label = "Fig. 3c: stops rolling, slides on", PRESET( s_fig3c ) },
    { .name = "billiard", .label = "Billiard: side spin bends the path", .until = 4.0, PRESET( s_billiard ) },
    { .name = "spin-down", .label = "Spin-down under mu_s", PRESET( s_spinDown ) },
    { .name = "tiny", .label = "Short and coarse, for tests", .h = 1e-3, .until = 0.5 },
};

enum
{
    measureXMax,
    measureTStop,
    measureMaxError,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureXMax] = { "x_max", "m", "largest x reached" },
    [measureTStop] = { "t_stop", "s", "when all motion ended for good; undefined while anything moves" },
    [measureMaxError] = { "max_error", "m",
        "largest distance from the closed form in x; undefined without one" },
};

static const char* const s_figures[] = { "acary-fig2", "acary-fig3a", "acary-fig3b", "acary-fig3c" };

typedef struct RollingSphere
{
    ssSphereModel model;
    ssSphereState sphere;
    ssSphereExact exact;
    double incline;    // [rad]
    double dissipated; // [J]
    double lost[4];    // its parts: sliding, rolling, spinning, impact
    double broughtIn;  // energy at the start, by the hand and by changes of parameters [J]
    double xMax, stopTime, maxError;
    bool dragging;
    ssVec3 grip;   // where the hand holds the sphere, in body coordinates [m]
    ssVec3 target; // where the hand is, in the plane's coordinates [m]
    ssVec3 pull;   // the hand's force over the last step [N], in the plane's coordinates
} RollingSphere;

static void readParams( RollingSphere* s, const ssSim* sim )
{
    double radius = ssSim_Param( sim, keyRadius ), gravity = ssSim_Param( sim, keyGravity );
    s->incline = ssSim_Param( sim, keyIncline ) * SS_PI / 180.0;
    s->model = ( ssSphereModel ){
        .radius = radius,
        .mass = 4.0 / 3.0 * SS_PI * radius * radius * radius * ssSim_Param( sim, keyDensity ),
        .mu = ssSim_Param( sim, keyMu ),
        .muRoll = ssSim_Param( sim, keyMuRoll ),
        .muSpin = ssSim_Param( sim, keyMuSpin ),
        .restitution = ssSim_Param( sim, keyRestitution ),
        .gravityNormal = gravity * cos( s->incline ),
        .gravityAlong = gravity * sin( s->incline ),
        .theta = ssSim_Param( sim, keyTheta ),
        .tolerance = ssSim_Param( sim, keyTol ),
        .law = (ssSphereLaw)ssSim_Param( sim, keyLaw ),
    };
}

static bool atRest( const ssSphereState* s )
{
    return s->velocity.x == 0.0 && s->velocity.y == 0.0 && s->velocity.z == 0.0 && s->omega.x == 0.0 &&
        s->omega.y == 0.0 && s->omega.z == 0.0;
}

static ssResult create( void* state, const ssSim* sim )
{
    RollingSphere* s = state;
    readParams( s, sim );
    double inertia = s->model.mass * s->model.radius * s->model.radius;
    if ( !( s->model.mass > 0.0 && isfinite( s->model.mass ) && inertia > 0.0 && isfinite( inertia ) ) )
    {
        return ssError( ss_errorValue, "radius",
            "radius = %g m with density = %g kg/m³ gives a mass of %g kg; allowed is "
            "a mass and an inertia that a double can hold",
            s->model.radius, ssSim_Param( sim, keyDensity ), s->model.mass );
    }
    s->sphere = ( ssSphereState ){
        .orientation = ssQuat_Identity(),
        .velocity = { ssSim_Param( sim, keyU0 ), ssSim_Param( sim, keyV0Y ), ssSim_Param( sim, keyV0Z ) },
        .omega = { ssSim_Param( sim, keyOmegaX0 ), ssSim_Param( sim, keyOmega0 ),
            ssSim_Param( sim, keySpin0 ) },
    };
    ssSphere_InitialReaction( &s->model, &s->sphere, ssSim_StepSize( sim ) );
    s->broughtIn = ssSphere_Energy( &s->model, &s->sphere );
    s->exact = ssSolveSphereExact( &s->model, &s->sphere, 0.0 );
    s->xMax = s->sphere.x;
    s->stopTime = atRest( &s->sphere ) ? 0.0 : SS_NAN;
    s->maxError = s->exact.phaseCount > 0 ? 0.0 : SS_NAN;
    return ssOk();
}

/// From here on the closed form is the one of the new parameters.
static void apply( void* state, const ssSim* sim )
{
    RollingSphere* s = state;
    double before = ssSphere_Energy( &s->model, &s->sphere );
    readParams( s, sim );
    s->broughtIn += ssSphere_Energy( &s->model, &s->sphere ) - before;
    bool held = s->exact.phaseCount > 0;
    s->exact = held ? ssSolveSphereExact( &s->model, &s->sphere, ssSim_Time( sim ) ) : s->exact;
}

/// A damped spring of two hertz between grip and hand, softened so that it is stable for any step size.
static void handForce( RollingSphere* s, double h, ssVec3* force, ssVec3* torque )
{
    const double frequency = 2.0 * SS_PI * 2.0, damping = 0.7;
    const ssSphereState* b = &s->sphere;
    ssVec3 arm = ssQuat_Rotate( b->orientation, s->grip );
    ssVec3 centre = { b->x, b->y, b->gap + s->model.radius };
    ssVec3 velocity = ssVec3_Add( b->velocity, ssVec3_Cross( b->omega, arm ) );
    // The implicit spring's force, -k (stretch + h v) - c v, for the largest mobility a point of the sphere has, 7/(2m).
    double m = s->model.mass, spring = frequency * frequency, brake = 2.0 * damping * frequency + h * spring;
    double softening = 1.0 + 3.5 * h * brake;
    double stiffness = m * spring / softening, dashpot = m * brake / softening;
    ssVec3 stretch = ssVec3_Sub( s->target, ssVec3_Add( centre, arm ) );
    *force = ssVec3_MulAdd( ssVec3_Scale( stiffness, stretch ), -dashpot, velocity );
    *torque = ssVec3_Cross( arm, *force );
}

static ssStepReport step( void* state, ssSim* sim )
{
    RollingSphere* s = state;
    double h = ssSim_StepSize( sim ), time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
    ssVec3 torque = { 0.0, 0.0, 0.0 };
    s->pull = torque;
    if ( s->dragging )
    {
        handForce( s, h, &s->pull, &torque );
    }

    ssSphereState before = s->sphere;
    ssSphereStep result = ssSphere_Step( &s->model, &s->sphere, h, s->pull, torque );
    const ssSphereState* b = &s->sphere;
    // not only the motion: everything a table of this run will show
    double work = s->dissipated + result.dissipated;
    const double shown[] = { b->x, b->y, b->gap, b->velocity.x, b->velocity.y, b->velocity.z, b->omega.x,
        b->omega.y, b->omega.z, b->velocity.x - s->model.radius * b->omega.y, b->force[0], b->force[1],
        b->force[2], b->moment[0], b->moment[1], b->moment[2], ssSphere_Energy( &s->model, b ), work };
    bool finite = true;
    for ( int i = 0; i < SS_COUNT( shown ); ++i )
    {
        finite = finite && isfinite( shown[i] );
    }
    if ( !finite )
    {
        s->sphere = before;
        return ( ssStepReport ){ .status = ss_stepNotFinite };
    }

    s->dissipated = work;
    s->broughtIn += result.work;
    const double lost[] = { result.sliding, result.rolling, result.spinning, result.impact };
    for ( int i = 0; i < SS_COUNT( lost ); ++i )
    {
        s->lost[i] += lost[i];
    }
    s->xMax = fmax( s->xMax, b->x );
    s->stopTime = !atRest( b ) ? SS_NAN : isnan( s->stopTime ) ? time : s->stopTime;
    // fmax passes over NAN: without a closed form the largest error so far stays.
    s->maxError = fmax( s->maxError, fabs( b->x - ssSphereExact_At( &s->exact, time ).x ) );
    return ( ssStepReport ){
        .status = result.converged ? ss_stepConverged : ss_stepIterationLimit,
        .contacts = result.touching ? 1 : 0,
        .iterations = result.iterations,
        .residual = result.residual,
    };
}

static void serialize( void* state, ssArchive* archive )
{
    RollingSphere* s = state;
    ssSphereModel* m = &s->model;
    double* numbers[] = { &m->radius, &m->mass, &m->mu, &m->muRoll, &m->muSpin, &m->restitution,
        &m->gravityNormal, &m->gravityAlong, &m->theta, &m->tolerance, &s->sphere.x, &s->sphere.y,
        &s->sphere.gap, &s->incline, &s->dissipated, &s->xMax, &s->stopTime, &s->maxError, s->lost,
        s->lost + 1, s->lost + 2, s->lost + 3, &s->broughtIn };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    int law = (int)m->law, mode = (int)s->sphere.mode;
    ssArchive_Int( archive, &law );
    ssArchive_Int( archive, &mode );
    m->law = (ssSphereLaw)law;
    s->sphere.mode = (ssContactMode)mode;
    ssArchive_Quat( archive, &s->sphere.orientation );
    ssArchive_Vec3( archive, &s->sphere.velocity );
    ssArchive_Vec3( archive, &s->sphere.omega );
    ssArchive_F64s( archive, s->sphere.force, 3 );
    ssArchive_F64s( archive, s->sphere.moment, 3 );
    ssArchive_Int( archive, &s->exact.phaseCount );
    for ( int i = 0; i < SS_COUNT( s->exact.phases ); ++i )
    {
        ssSpherePhase* p = s->exact.phases + i;
        double* fields[] = { &p->time, &p->x, &p->u, &p->omega, &p->du, &p->domega, &p->force, &p->moment };
        for ( int j = 0; j < SS_COUNT( fields ); ++j )
        {
            ssArchive_F64( archive, fields[j] );
        }
    }
    // these index arrays and tables
    bool inRange = law >= 0 && law < SS_COUNT( s_laws ) && mode >= 0 && mode < ss_modeCount &&
        s->exact.phaseCount >= 0 && s->exact.phaseCount <= SS_COUNT( s->exact.phases );
    archive->overrun = archive->overrun || !inRange;
    ssArchive_Bool( archive, &s->dragging );
    ssArchive_Vec3( archive, &s->grip );
    ssArchive_Vec3( archive, &s->target );
    ssArchive_Vec3( archive, &s->pull );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const RollingSphere* s = state;
    const ssSphereState* b = &s->sphere;
    ssSphereExactState exact = ssSphereExact_At( &s->exact, ssSim_Time( sim ) );
    row[signalX] = b->x;
    row[signalY] = b->y;
    row[signalZ] = b->gap + s->model.radius;
    row[signalU] = b->velocity.x;
    row[signalOmega] = b->omega.y;
    row[signalSlip] = b->velocity.x - s->model.radius * b->omega.y;
    row[signalSpin] = b->omega.z;
    row[signalRn] = b->force[0];
    row[signalRt] = b->force[1];
    row[signalMr] = b->moment[1];
    row[signalMs] = b->moment[2];
    row[signalGap] = b->gap;
    row[signalMode] = b->mode;
    row[signalEnergy] = ssSphere_Energy( &s->model, b );
    row[signalDissipated] = s->dissipated;
    row[signalXExact] = exact.x;
    row[signalUExact] = exact.u;
    row[signalOmegaExact] = exact.omega;
    row[signalRtExact] = exact.force;
    row[signalMrExact] = exact.moment;
    double* books = row + signalBooks;
    books[bookPotential] = ssSphere_Potential( &s->model, b );
    memcpy( books + bookSliding, s->lost, sizeof s->lost );
    books[bookBroughtIn] = s->broughtIn;
    row[signalKinetic] = row[signalEnergy] - books[bookPotential];
    // what is left is the scheme's own: theta, and roundings
    books[bookNumerics] =
        s->broughtIn - row[signalEnergy] - s->lost[0] - s->lost[1] - s->lost[2] - s->lost[3];
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const RollingSphere* s = state;
    const double values[measureCount] = {
        [measureXMax] = s->xMax, [measureTStop] = s->stopTime, [measureMaxError] = s->maxError
    };
    return values[index];
}

static ssVec3 toWorld( const RollingSphere* s, double x, double y, double z )
{
    return ssMat3_Mul( ssMat3_RotateY( s->incline ), ssVec3_Make( x, y, z ) );
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    (void)sim;
    const RollingSphere* s = state;
    const ssSphereState* b = &s->sphere;
    double R = s->model.radius;
    ssMat3 tilt = ssMat3_RotateY( s->incline );
    ssVec3 centre = toWorld( s, b->x, b->y, b->gap + R );
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, centre, 2.0 * R );
    }
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane plane = { .origin = { 0.0, 0.0, 0.0 }, .normal = tilt.cz, .tangent = tilt.cx };
        out->planes( out->context, 1, &plane );
    }
    if ( ( out->flags & ss_drawBodies ) && out->spheres != NULL )
    {
        ssQuat lean = ssQuat_FromRotationVector( ssVec3_Make( 0.0, s->incline, 0.0 ) );
        ssDrawSphere sphere = { .body = 0,
            .center = centre,
            .radius = R,
            .orientation = ssQuat_Mul( lean, b->orientation ),
            .mode = b->mode,
            .energy = ssSphere_Energy( &s->model, b ) - ssSphere_Potential( &s->model, b ) };
        out->spheres( out->context, 1, &sphere );
    }
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        ssDrawArrow arrow = { ss_quantityVelocity, centre, ssMat3_Mul( tilt, b->velocity ), "v" };
        out->arrows( out->context, 1, &arrow );
    }
    if ( s->dragging && ( out->flags & ss_drawForces ) && out->arrows != NULL )
    {
        ssVec3 grip = ssQuat_Rotate( b->orientation, s->grip );
        ssDrawArrow arrow = { ss_quantityForce, ssVec3_Add( centre, ssMat3_Mul( tilt, grip ) ),
            ssMat3_Mul( tilt, s->pull ), "pull" };
        out->arrows( out->context, 1, &arrow );
    }
    ssContactView contact = {
        .point = toWorld( s, b->x, b->y, 0.0 ),
        .normal = tilt.cz,
        .tangent1 = tilt.cx,
        .tangent2 = tilt.cy,
        .force = { b->force[0], b->force[1], b->force[2] },
        .moment = { b->moment[0], b->moment[1], b->moment[2] },
        .cone = { .dimension = 6, .mu = s->model.mu, .muRoll = s->model.muRoll, .muSpin = s->model.muSpin },
        .mode = b->mode,
        .a = -1,
        .gap = b->gap,
        .velocity = { b->velocity.z, b->velocity.x - R * b->omega.y, b->velocity.y + R * b->omega.x,
            b->omega.x, b->omega.y, b->omega.z },
        .size = R,
        .relaxed = s->model.law == ss_sphereRelaxed,
    };
    ssDrawContacts( out, b->mode != ss_modeOpen ? 1 : 0, &contact );
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL )
    {
        ssDrawLabel label = { toWorld( s, b->x, b->y, b->gap + 2.2 * R ), b->mode,
            ssContactModeName( b->mode ) };
        out->labels( out->context, 1, &label );
    }
}

/// The free velocity at the end of the coming step, and the contact the plane offers it.
static ssResult freeze( const void* state, const ssSim* sim, ssProblem* problem )
{
    const RollingSphere* s = state;
    const ssSphereModel* m = &s->model;
    const ssSphereState* b = &s->sphere;
    double h = ssSim_StepSize( sim ), inertia = 0.4 * m->mass * m->radius * m->radius;
    if ( b->mode == ss_modeOpen )
    {
        return ssError( ss_errorValue, NULL, "nothing touches: there is no contact problem to freeze" );
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
    contact.cone = ( ssCone ){ .dimension = 6, .mu = m->mu, .muRoll = m->muRoll, .muSpin = m->muSpin };
    contact.law = m->law == ss_sphereRelaxed ? ss_problemRelaxed : ss_problemCoulomb;
    const double velocity[6] = { b->velocity.x + h * m->gravityAlong, b->velocity.y,
        b->velocity.z - h * m->gravityNormal, b->omega.x, b->omega.y, b->omega.z };
    return ssProblem_FromBodies( 6, &body, 1, &contact, 1, NULL, 0, velocity, problem );
}

static void explainBound( const RollingSphere* s, const char* symbol, double value, const char* unit,
    const char* boundUnit, char* text, int capacity )
{
    char coefficient[24], normal[24], bound[24];
    if ( s->sphere.mode == ss_modeOpen )
    {
        snprintf( text, (size_t)capacity, "no contact: no effect now" );
        return;
    }
    ssFormatNumber( value, coefficient, sizeof coefficient );
    ssFormatNumber( s->sphere.force[0], normal, sizeof normal );
    ssFormatNumber( value * s->sphere.force[0], bound, sizeof bound );
    snprintf( text, (size_t)capacity, "%s r_N = %s%s × %s N = %s %s", symbol, coefficient, unit, normal,
        bound, boundUnit );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const RollingSphere* s = state;
    const ssSphereModel* m = &s->model;
    char a[24], b[24];
    switch ( param )
    {
        case keyMu:
            explainBound( s, "μ", m->mu, "", "N", text, capacity );
            break;
        case keyMuRoll:
            explainBound( s, "μ_r", m->muRoll, " m", "N m", text, capacity );
            break;
        case keyMuSpin:
            explainBound( s, "μ_s", m->muSpin, " m", "N m", text, capacity );
            break;
        case keyDensity:
            ssFormatNumber( m->mass, a, sizeof a );
            snprintf( text, (size_t)capacity, "m = 4/3 π R³ ρ = %s kg", a );
            break;
        case keyRadius:
            ssFormatNumber( 0.4 * m->mass * m->radius * m->radius, a, sizeof a );
            snprintf( text, (size_t)capacity, "I = 2/5 m R² = %s kg m²", a );
            break;
        case keyOmega0:
            ssFormatNumber( ssSim_PendingParam( sim, keyU0 ) -
                    ssSim_PendingParam( sim, keyRadius ) * ssSim_PendingParam( sim, keyOmega0 ),
                a, sizeof a );
            snprintf( text, (size_t)capacity, "slip at the start U₀ − R Ω₀ = %s m/s", a );
            break;
        case keyIncline:
            ssFormatNumber( fabs( tan( s->incline ) ), a, sizeof a );
            ssFormatNumber( fmin( m->mu, m->muRoll / m->radius ), b, sizeof b );
            snprintf( text, (size_t)capacity, "tan α = %s %s min(μ, μ_r/R) = %s", a,
                fabs( tan( s->incline ) ) <= fmin( m->mu, m->muRoll / m->radius ) ? "≤" : ">", b );
            break;
        case keyGravity:
            ssFormatNumber( m->mass * m->gravityNormal, a, sizeof a );
            snprintf( text, (size_t)capacity, "m g cos α = %s N", a );
            break;
        default:
            text[0] = '\0';
            break;
    }
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    RollingSphere* s = state;
    s->target = ssMat3_MulT( ssMat3_RotateY( s->incline ), hand->target );
    if ( hand->active && !s->dragging )
    {
        // The hand takes hold where it first touches; a pulled sphere follows no closed form any more.
        const ssSphereState* b = &s->sphere;
        ssVec3 arm = ssVec3_Sub( s->target, ssVec3_Make( b->x, b->y, b->gap + s->model.radius ) );
        // a hand beside the sphere holds its nearest point: a longer lever than R would belong to no sphere
        double reach = ssVec3_Length( arm );
        arm = reach > s->model.radius ? ssVec3_Scale( s->model.radius / reach, arm ) : arm;
        ssQuat back = { b->orientation.w, -b->orientation.x, -b->orientation.y, -b->orientation.z };
        s->grip = ssQuat_Rotate( back, arm );
        s->exact.phaseCount = 0;
    }
    s->dragging = hand->active;
}

extern const ssScenario ss_scenarioRollingSphere;
const ssScenario ss_scenarioRollingSphere = {
    .id = "rolling-sphere",
    .title = "Rolling sphere",
    .source = "Acary & Bourrier 2021, Sec. 6.1, Figs. 2-3",
    .summary = "A solid sphere is set down on a plane with a velocity and a spin. Sliding friction, rolling "
               "and spinning "
               "resistance decide whether it slips, grips, rolls on or stops; the closed form lies under "
               "every curve.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "fig3b",
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 1e-4,
    .until = 6.0,
    .stateSize = sizeof( RollingSphere ),
    .create = create,
    .apply = apply,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .explain = explain,
    .freeze = freeze,
    .drag = drag,
};
