// SPDX-License-Identifier: MIT
#include "slipstick/lcp.h"
#include "slipstick/scenario.h"

#include "scenario/preset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A block on one, three or four points, pushed by a force that grows or turns: stick, the transition and slip
// under the discretised law with phantom inertia, at acceleration level (Peiret et al. Eqs. 1-8). What slides
// carries kinetic friction against its velocity.

#define GRAVITY 9.81    // [m/s²]
#define HALF_SIDE 0.25  // [m]
#define HALF_HEIGHT 0.1 // [m]

enum
{
    contactMax = 4,
    shownMax = 24,         // directions that have signals
    singularCondition = 16 // a singular matrix's condition is shown as 10 to this
};

enum
{
    keyK,
    keyFacet,
    keyPhantomInertia,
    keyMu,
    keyMuKinetic,
    keyMass,
    keyContacts,
    keyPush,
    keyPushAngle,
    keyPushRate,
    keyPushTurnRate,
    keyCount
};

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyK] = { .key = "k", .symbol = "k", .label = "directions", .unit = "", .group = "polygon",
        .doc = "Directions e_j over the half circle: static friction lives in a polygon with 2k sides around the disc. "
               "All of them act; κ and σ have signals for the first 24.",
        .kind = ss_paramInteger, .min = 2.0, .max = 16.0, .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS, .defaultValue = 4.0, .live = true },
    [keyFacet] = { .key = "facet_deg", .symbol = "θ₁", .label = "direction of e₁", .unit = "°", .group = "polygon",
        .doc = "Turns the polygon against the x axis.",
        .min = 0.0, .max = 90.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [keyPhantomInertia] = { .key = "phantom_inertia", .symbol = "ρ", .label = "phantom inertia", .unit = "kg",
        .group = "polygon",
        .doc = "Off the diagonal of Eq. 8: full rank for ρ > 0 but for isolated values (one contact: ρ = k m). It "
               "changes saturations, rank and condition, never motion or force.",
        .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.2, .live = true },
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "static friction coefficient", .unit = "", .group = "friction",
        .doc = "Sides of the polygon are μ times the normal force away from zero. Above 2.5 the block on four points "
               "would tip; the tipping is shown, not followed.",
        .min = 0.0, .max = 1.5, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5, .live = true },
    [keyMuKinetic] = { .key = "mu_k", .symbol = "μ_k", .label = "kinetic friction coefficient", .unit = "",
        .group = "friction", .doc = "Friction of a contact that slides, against its velocity: no polygon here.",
        .min = 0.0, .max = 1.5, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.4, .live = true },
    [keyMass] = { .key = "mass", .symbol = "m", .label = "mass", .unit = "kg", .group = "block",
        .doc = "Mass of the block, 0.5 × 0.5 × 0.2 m. On one contact it is a point mass.",
        .min = 0.1, .max = 20.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 2.0 },
    [keyContacts] = { .key = "contacts", .symbol = "r", .label = "contacts", .unit = "", .group = "block",
        .doc = "Allowed are 1, 3 and 4 (on two points it would fall). 1: a point under the centre. 3 and 4: feet at the "
               "rim; their forces are redundant and need compliance, 1e-8/m on the force rows.",
        .kind = ss_paramInteger, .min = 1.0, .max = contactMax, .allowedMin = 1.0, .allowedMax = contactMax,
        .defaultValue = 1.0 },
    [keyPush] = { .key = "push", .symbol = "F₀", .label = "push", .unit = "N", .group = "push",
        .doc = "Horizontal force on the centre at the start.",
        .min = 0.0, .max = 50.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [keyPushAngle] = { .key = "push_deg", .symbol = "φ₀", .label = "direction of the push", .unit = "°",
        .group = "push", .doc = "Direction of the push at the start, from the x axis.",
        .min = -180.0, .max = 180.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 20.0,
        .live = true },
    [keyPushRate] = { .key = "push_rate", .symbol = "dF/dt", .label = "growth of the push", .unit = "N/s",
        .group = "push", .doc = "How fast the push grows.",
        .min = -20.0, .max = 20.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 4.0, .live = true },
    [keyPushTurnRate] = { .key = "push_turn_rate", .symbol = "dφ/dt", .label = "turning of the push", .unit = "rad/s",
        .group = "push", .doc = "How fast the push turns.",
        .min = -3.0, .max = 3.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
};

#define EACH( item ) \
    item( 1 ), item( 2 ), item( 3 ), item( 4 ), item( 5 ), item( 6 ), item( 7 ), item( 8 ), item( 9 ), item( 10 ), \
    item( 11 ), item( 12 ), item( 13 ), item( 14 ), item( 15 ), item( 16 ), item( 17 ), item( 18 ), item( 19 ), \
    item( 20 ), item( 21 ), item( 22 ), item( 23 ), item( 24 )
#define KAPPA_PLUS( j ) { "kappa_plus_" #j, "κ₊" #j, "m/s²", "acceleration along e_j, first contact; undefined beyond k" }
#define KAPPA_MINUS( j ) { "kappa_minus_" #j, "κ₋" #j, "m/s²", "acceleration against e_j, first contact; undefined beyond k" }
#define SIGMA_PLUS( j ) { "sigma_plus_" #j, "σ₊" #j, "N", "saturation along e_j, first contact; undefined beyond k" }
#define SIGMA_MINUS( j ) { "sigma_minus_" #j, "σ₋" #j, "N", "saturation against e_j, first contact; undefined beyond k" }

enum
{
    signalAx, signalAy, signalLambdaT1, signalLambdaT2, signalLambdaN,
    signalKappaPlus,
    signalKappaMinus = signalKappaPlus + shownMax,
    signalSigmaPlus = signalKappaMinus + shownMax,
    signalSigmaMinus = signalSigmaPlus + shownMax,
    signalRank = signalSigmaMinus + shownMax,
    signalCondition, signalPushX, signalPushY, signalX, signalY, signalVx, signalVy, signalYaw, signalStick, signalMode,
    signalCount
};

static const ssSignal s_signals[] = {
    { "a_x", "a_x", "m/s²", "acceleration of the centre along x" },
    { "a_y", "a_y", "m/s²", "acceleration of the centre along y" },
    { "lambda_t1", "λ_t1", "N", "friction along x, all contacts" },
    { "lambda_t2", "λ_t2", "N", "friction along y, all contacts" },
    { "lambda_n", "λ_n", "N", "normal force, all contacts" },
    EACH( KAPPA_PLUS ), EACH( KAPPA_MINUS ), EACH( SIGMA_PLUS ), EACH( SIGMA_MINUS ),
    { "rank", "rank", "", "rank of Eq. 8's lead matrix while nothing slides" },
    { "condition", "cond", "", "its condition; 1e16 when singular" },
    { "push_x", "F_x", "N", "push along x" },
    { "push_y", "F_y", "N", "push along y" },
    { "x", "x", "m", "position of the centre" },
    { "y", "y", "m", "position of the centre" },
    { "v_x", "v_x", "m/s", "velocity of the centre" },
    { "v_y", "v_y", "m/s", "velocity of the centre" },
    { "yaw", "ψ", "rad", "turn of the block about the normal" },
    { "stick", "stick", "", "1 while no contact slides or starts to" },
    { "mode", "mode", "", "0 tips or lifts, 1 stick, 2 slide" },
};
// clang-format on

_Static_assert( SS_COUNT( s_signals ) == signalCount, "the table and the names belong together" );

static const ssPlot s_plots[] = {
    { "force", "friction and push", "N", { "lambda_t1", "lambda_t2", "push_x", "push_y" }, { NULL }, true,
        NULL, ss_plotLines },
    { "a", "acceleration", "m/s²", { "a_x", "a_y" }, { NULL }, true, NULL, ss_plotLines },
    { "kappa", "acceleration parameters", "m/s²",
        { "kappa_plus_1", "kappa_plus_2", "kappa_plus_3", "kappa_plus_4" }, { NULL }, true, NULL,
        ss_plotLines },
    { "sigma", "friction saturations", "N",
        { "sigma_plus_1", "sigma_minus_1", "sigma_plus_2", "sigma_minus_2" }, { NULL }, true, NULL,
        ss_plotLines },
    { "rank", "rank of the lead matrix", "", { "rank" }, { NULL }, false, NULL, ss_plotLines },
    { "condition", "condition", "", { "condition" }, { NULL }, false, NULL, ss_plotLines },
    { "v", "velocity", "m/s", { "v_x", "v_y" }, { NULL }, false, NULL, ss_plotLines },
    { "lambda_n", "normal force", "N", { "lambda_n" }, { NULL }, false, NULL, ss_plotLines },
    { "mode", "mode", "", { "mode", "stick" }, { NULL }, false, NULL, ss_plotLines },
};

static const ssChart s_charts[] = {
    { .id = "polygon",
        .title = "friction polygon",
        .xLabel = "λ_t1",
        .xUnit = "N",
        .yLabel = "λ_t2",
        .yUnit = "N",
        .doc = "All contacts together: the polygon that static friction may use, Coulomb's disc inside it, "
               "the force.",
        .equalScales = true,
        .shown = true },
};

// A table is read by rows:
// clang-format off
static const ssPresetValue s_ramp[] = { { "push_rate", 4.0 }, { "push_deg", 20.0 } };
static const ssPresetValue s_turn[] = { { "push", 10.2 }, { "push_rate", 0.0 }, { "push_deg", 22.5 },
    { "push_turn_rate", 0.3 }, { "mu_k", 0.5 } };
static const ssPresetValue s_square[] = { { "k", 2.0 }, { "push_deg", 45.0 } };
static const ssPresetValue s_four[] = { { "contacts", 4.0 }, { "push_deg", 30.0 } };
static const ssPresetValue s_singular[] = { { "phantom_inertia", 8.0 } };
static const ssPresetValue s_noPhantom[] = { { "phantom_inertia", 0.0 } };
// clang-format on

static const ssPreset s_presets[] = {
    { .name = "ramp", .label = "The push grows: stick, transition, slip", PRESET( s_ramp ) },
    { .name = "turn", .label = "The push turns: held in the corner, lost at the side", PRESET( s_turn ) },
    { .name = "square", .label = "Two directions: 41% too strong along the diagonal", PRESET( s_square ) },
    { .name = "four-feet", .label = "Four contacts: redundant, with compliance", PRESET( s_four ) },
    { .name = "singular",
        .label = "Phantom inertia k m: the rank drops, the motion stays",
        PRESET( s_singular ) },
    { .name = "no-phantom", .label = "Without phantom inertia: rank defect 2k - 2", PRESET( s_noPhantom ) },
    { .name = "tiny", .label = "Short, for tests", .h = 0.02, .until = 4.0 },
};

static const ssMeasure s_measures[] = {
    { "rank_defect", "", "rank that Eq. 8's lead matrix lacks while nothing slides" },
};

static const char* const s_figures[] = { "peiret-fig1" };

typedef struct PushedBlock
{
    int contacts;
    double mass;
    double x[3], v[3]; // x, y, yaw [m, m, rad] and their rates
    // the solution at this instant
    double a[3];
    double normal[contactMax], tangent[2 * contactMax];
    double kappaPlus[contactMax * SS_PYRAMID_MAX_DIRECTIONS],
        kappaMinus[contactMax * SS_PYRAMID_MAX_DIRECTIONS];
    double sigmaPlus[SS_PYRAMID_MAX_DIRECTIONS], sigmaMinus[SS_PYRAMID_MAX_DIRECTIONS];
    int mode, k;
    double push[2];
    // of the parameters in force
    int rank, defect;
    double condition, nearest;
    ssPyramidSolver* solver; // memory, no state
} PushedBlock;

/// Contact i from the centre, in the block's own frame, on the ground.
static ssVec2 footOf( int contacts, int i )
{
    static const ssVec2 four[] = { { HALF_SIDE, HALF_SIDE }, { -HALF_SIDE, HALF_SIDE },
        { -HALF_SIDE, -HALF_SIDE }, { HALF_SIDE, -HALF_SIDE } };
    static const ssVec2 three[] = { { HALF_SIDE, 0.0 }, { -0.5 * HALF_SIDE, HALF_SIDE },
        { -0.5 * HALF_SIDE, -HALF_SIDE } };
    return contacts == 4 ? four[i] : contacts == 3 ? three[i] : ssVec2_Make( 0.0, 0.0 );
}

static ssVec2 footArm( const PushedBlock* s, int i )
{
    ssVec2 foot = footOf( s->contacts, i );
    double c = cos( s->x[2] ), n = sin( s->x[2] );
    return ssVec2_Make( c * foot.x - n * foot.y, n * foot.x + c * foot.y );
}

static ssVec2 slipOf( const PushedBlock* s, int i, const double* v )
{
    ssVec2 arm = footArm( s, i );
    return ssVec2_Make( v[0] - v[2] * arm.y, v[1] + v[2] * arm.x );
}

/// Velocity at the end of the next step if friction were not: its direction, not today's, is what kinetic
/// friction opposes. Near rest a push turns the velocity within a step, and today's direction would make
/// friction chatter.
static void predict( const PushedBlock* s, double h, double* v )
{
    for ( int i = 0; i < 3; ++i )
    {
        v[i] = s->v[i] + ( i < 2 ? h * s->push[i] / s->mass : 0.0 );
    }
}

/// Eq. 8 for the block as it stands: n = 3 on one contact, else 6.
typedef struct BlockProblem
{
    double mass[36], force[6], normal[6 * contactMax], tangent[12 * contactMax];
    ssPyramidContact contacts[contactMax];
    ssPyramidProblem problem;
} BlockProblem;

static void buildProblem( const PushedBlock* s, const ssSim* sim, bool mayslide, BlockProblem* b )
{
    int n = s->contacts == 1 ? 3 : 6;
    bool moving = s->v[0] != 0.0 || s->v[1] != 0.0 || s->v[2] != 0.0;
    double predicted[3];
    predict( s, ssSim_StepSize( sim ), predicted );
    memset( b, 0, sizeof *b );
    double flat = s->mass / 3.0 * ( HALF_SIDE * HALF_SIDE + HALF_HEIGHT * HALF_HEIGHT );
    const double diagonal[6] = { s->mass, s->mass, s->mass, flat, flat,
        2.0 / 3.0 * s->mass * HALF_SIDE * HALF_SIDE };
    for ( int i = 0; i < n; ++i )
    {
        b->mass[i * n + i] = diagonal[i];
    }
    b->force[0] = s->push[0];
    b->force[1] = s->push[1];
    b->force[2] = -s->mass * GRAVITY;
    for ( int i = 0; i < s->contacts; ++i )
    {
        ssVec2 r = footArm( s, i ), u = slipOf( s, i, predicted );
        double z = -HALF_HEIGHT, speed = ssVec2_Length( u );
        // u = v + omega × r
        const double rows[18] = { 1, 0, 0, 0, z, -r.y, 0, 1, 0, -z, 0, r.x, 0, 0, 1, r.y, -r.x, 0 };
        for ( int j = 0; j < n; ++j )
        {
            b->tangent[2 * i * n + j] = rows[j];
            b->tangent[( 2 * i + 1 ) * n + j] = rows[6 + j];
            b->normal[i * n + j] = rows[12 + j];
        }
        bool sliding = mayslide && moving && speed > 0.0;
        b->contacts[i] = ( ssPyramidContact ){ .k = (int)ssSim_Param( sim, keyK ),
            .angle = fmod( ssSim_Param( sim, keyFacet ), 360.0 ) * SS_PI / 180.0,
            .mu = ssSim_Param( sim, keyMu ),
            .phantomInertia = ssSim_Param( sim, keyPhantomInertia ),
            .sliding = sliding,
            .muKinetic = ssSim_Param( sim, keyMuKinetic ),
            .slip = { sliding ? u.x / speed : 0.0, sliding ? u.y / speed : 0.0 } };
    }
    b->problem = ( ssPyramidProblem ){ .n = n,
        .mass = b->mass,
        .force = b->force,
        .contactCount = s->contacts,
        .contacts = b->contacts,
        .normalJacobian = b->normal,
        .tangentJacobian = b->tangent,
        .compliance = s->contacts > 1 ? 1e-8 / s->mass : 0.0 };
}

/// Forces and accelerations at time t. Not the state of motion, but what it shows and what moves it next.
static ssLcpReport solveNow( PushedBlock* s, const ssSim* sim, double t )
{
    double size = ssSim_Param( sim, keyPush ) + ssSim_Param( sim, keyPushRate ) * t;
    double angle = fmod( ssSim_Param( sim, keyPushAngle ), 360.0 ) * SS_PI / 180.0 +
        fmod( ssSim_Param( sim, keyPushTurnRate ) * t, 2.0 * SS_PI );
    s->push[0] = size * cos( angle );
    s->push[1] = size * sin( angle );
    BlockProblem b;
    buildProblem( s, sim, true, &b );
    const ssPyramidSolution* found = ssPyramid_Solve( s->solver, &b.problem );
    s->k = b.contacts[0].k;
    size_t k = (size_t)s->k, r = (size_t)s->contacts;
    bool open = false, slips = false;
    s->a[0] = found->acceleration[0];
    s->a[1] = found->acceleration[1];
    s->a[2] = b.problem.n == 6 ? found->acceleration[5] : 0.0;
    memcpy( s->normal, found->normal, r * sizeof( double ) );
    memcpy( s->tangent, found->tangent, 2 * r * sizeof( double ) );
    memcpy( s->kappaPlus, found->kappaPlus, r * k * sizeof( double ) );
    memcpy( s->kappaMinus, found->kappaMinus, r * k * sizeof( double ) );
    memcpy( s->sigmaPlus, found->sigmaPlus, k * sizeof( double ) );
    memcpy( s->sigmaMinus, found->sigmaMinus, k * sizeof( double ) );
    for ( size_t i = 0; i < r; ++i )
    {
        open = open || !( s->normal[i] > 0.0 );
        slips = slips || b.contacts[i].sliding;
    }
    // Redundant contacts creep with their compliance, 1e-8 of gravity: that is not slipping.
    double creep = ( r > 1 ? 1e-6 : 1e-12 ) * GRAVITY;
    for ( size_t i = 0; i < r * k; ++i )
    {
        slips = slips || s->kappaPlus[i] > creep || s->kappaMinus[i] > creep;
    }
    s->mode = open ? ss_modeOpen : slips ? ss_modeSlide : ss_modeStick;
    return found->report;
}

static void diagnose( PushedBlock* s, const ssSim* sim )
{
    BlockProblem b;
    buildProblem( s, sim, false, &b );
    ssPyramidDiagnosis found = ssPyramid_Diagnose( s->solver, &b.problem );
    s->rank = found.rank;
    s->defect = found.defect;
    s->condition = fmin( found.condition, pow( 10.0, singularCondition ) );
    s->nearest = found.nearest;
}

static bool isShowable( const PushedBlock* s )
{
    double sum = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        sum += fabs( s->x[i] ) + fabs( s->v[i] ) + fabs( s->a[i] );
    }
    for ( int i = 0; i < s->contacts; ++i )
    {
        sum += fabs( s->normal[i] ) + fabs( s->tangent[2 * i] ) + fabs( s->tangent[2 * i + 1] );
    }
    for ( int i = 0; i < s->k; ++i )
    {
        sum += fabs( s->kappaPlus[i] ) + fabs( s->kappaMinus[i] ) + fabs( s->sigmaPlus[i] ) +
            fabs( s->sigmaMinus[i] );
    }
    return isfinite( sum ) && isfinite( s->push[0] ) && isfinite( s->push[1] ) && isfinite( s->condition );
}

static ssResult create( void* state, const ssSim* sim )
{
    PushedBlock* s = state;
    s->contacts = (int)ssSim_Param( sim, keyContacts );
    s->mass = ssSim_Param( sim, keyMass );
    if ( s->contacts == 2 )
    {
        return ssError(
            ss_errorValue, "contacts", "contacts = 2; allowed: 1, 3 and 4: on two points it falls" );
    }
    ssResult result =
        ssCreatePyramidSolver( 6, s->contacts, s->contacts * SS_PYRAMID_MAX_DIRECTIONS, &s->solver );
    if ( result.code != ss_ok )
    {
        return result;
    }
    diagnose( s, sim );
    ssLcpReport report = solveNow( s, sim, 0.0 );
    if ( report.status == ss_lcpNotFinite || report.status == ss_lcpRefused || !isShowable( s ) )
    {
        return ssError( ss_errorValue, "mass",
            "mass = %g kg with push = %g N gives forces that a double cannot hold", s->mass,
            ssSim_Param( sim, keyPush ) );
    }
    return ssOk();
}

static void destroy( void* state )
{
    ssDestroyPyramidSolver( ( (PushedBlock*)state )->solver );
}

static void apply( void* state, const ssSim* sim )
{
    // what is shown follows the slider at once
    PushedBlock* s = state;
    PushedBlock before = *s;
    diagnose( s, sim );
    solveNow( s, sim, ssSim_Time( sim ) );
    if ( !isShowable( s ) )
    {
        *s = before;
    }
}

static ssStepReport step( void* state, ssSim* sim )
{
    PushedBlock* s = state;
    PushedBlock before = *s;
    double h = ssSim_StepSize( sim ), predicted[3], next[3], ahead = 0.0, along = 0.0, moving = 0.0;
    const double inertia[3] = { 1.0, 1.0, 2.0 / 3.0 * HALF_SIDE * HALF_SIDE };
    predict( s, h, predicted );
    for ( int i = 0; i < 3; ++i )
    {
        // A block that sticks stays: what is left of its acceleration is compliance.
        next[i] = s->mode == ss_modeStick ? 0.0 : s->v[i] + h * s->a[i];
        ahead += inertia[i] * next[i] * predicted[i];
        along += inertia[i] * next[i] * s->v[i];
        moving += inertia[i] * s->v[i] * s->v[i];
    }
    // Kinetic friction brings to rest and does not turn round; from rest the static law says what is next.
    bool stops = moving > 0.0 && ahead <= 0.0;
    // the stop lies inside the step
    double share = stops && along < 0.0 ? moving / ( moving - along ) : 1.0;
    for ( int i = 0; i < 3; ++i )
    {
        next[i] = stops ? 0.0 : next[i];
        s->x[i] += 0.5 * share * h * ( s->v[i] + next[i] );
        s->v[i] = next[i];
    }
    ssLcpReport report = solveNow( s, sim, (double)( ssSim_StepIndex( sim ) + 1 ) * h );
    if ( report.status == ss_lcpNotFinite || report.status == ss_lcpRefused || !isShowable( s ) )
    {
        *s = before;
        return ( ssStepReport ){ .status = ss_stepNotFinite };
    }
    return (
        ssStepReport ){ .status = report.status == ss_lcpSolved ? ss_stepConverged : ss_stepIterationLimit,
        .contacts = s->contacts,
        .iterations = report.iterations,
        .residual = report.residual };
}

static void serialize( void* state, ssArchive* archive )
{
    PushedBlock* s = state;
    ssArchive_Int( archive, &s->contacts );
    ssArchive_Int( archive, &s->mode );
    ssArchive_Int( archive, &s->k );
    ssArchive_Int( archive, &s->rank );
    ssArchive_Int( archive, &s->defect );
    bool inRange = s->contacts >= 1 && s->contacts <= contactMax && s->k >= SS_PYRAMID_MIN_DIRECTIONS &&
        s->k <= SS_PYRAMID_MAX_DIRECTIONS && s->mode >= 0 && s->mode < ss_modeCount;
    archive->overrun = archive->overrun || !inRange;
    if ( !inRange )
    {
        return;
    }
    ssArchive_F64( archive, &s->mass );
    ssArchive_F64( archive, &s->condition );
    ssArchive_F64( archive, &s->nearest );
    ssArchive_F64s( archive, s->push, 2 );
    ssArchive_F64s( archive, s->x, 3 );
    ssArchive_F64s( archive, s->v, 3 );
    ssArchive_F64s( archive, s->a, 3 );
    ssArchive_F64s( archive, s->normal, s->contacts );
    ssArchive_F64s( archive, s->tangent, 2 * s->contacts );
    ssArchive_F64s( archive, s->kappaPlus, s->contacts * s->k );
    ssArchive_F64s( archive, s->kappaMinus, s->contacts * s->k );
    ssArchive_F64s( archive, s->sigmaPlus, s->k );
    ssArchive_F64s( archive, s->sigmaMinus, s->k );
}

static void sumForces( const PushedBlock* s, double* sum )
{
    sum[0] = sum[1] = sum[2] = 0.0;
    for ( int i = 0; i < s->contacts; ++i )
    {
        sum[0] += s->tangent[2 * i];
        sum[1] += s->tangent[2 * i + 1];
        sum[2] += s->normal[i];
    }
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const PushedBlock* s = state;
    double sum[3];
    sumForces( s, sum );
    row[signalAx] = s->a[0];
    row[signalAy] = s->a[1];
    row[signalLambdaT1] = sum[0];
    row[signalLambdaT2] = sum[1];
    row[signalLambdaN] = sum[2];
    for ( int j = 0; j < shownMax; ++j )
    {
        bool there = j < s->k;
        row[signalKappaPlus + j] = there ? s->kappaPlus[j] : SS_NAN;
        row[signalKappaMinus + j] = there ? s->kappaMinus[j] : SS_NAN;
        row[signalSigmaPlus + j] = there ? s->sigmaPlus[j] : SS_NAN;
        row[signalSigmaMinus + j] = there ? s->sigmaMinus[j] : SS_NAN;
    }
    row[signalRank] = s->rank;
    row[signalCondition] = s->condition;
    row[signalPushX] = s->push[0];
    row[signalPushY] = s->push[1];
    row[signalX] = s->x[0];
    row[signalY] = s->x[1];
    row[signalVx] = s->v[0];
    row[signalVy] = s->v[1];
    row[signalYaw] = s->x[2];
    row[signalStick] = s->mode == ss_modeStick;
    row[signalMode] = s->mode;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    (void)index;
    return ( (const PushedBlock*)state )->defect;
}

// --------------------------------------------------------------------------------------------------- picture

#define LIFT 0.004 // [m] lines above the ground

/// Polygon, Coulomb's disc and force of one contact at the scale of forces, kappa as a ray.
static void drawPolygon( const PushedBlock* s, const ssSim* sim, const ssDraw* out, int i )
{
    enum
    {
        samples = 64
    };
    ssVec2 points[2 * SS_PYRAMID_MAX_DIRECTIONS], disc[samples], arm = footArm( s, i );
    double angle = fmod( ssSim_Param( sim, keyFacet ), 360.0 ) * SS_PI / 180.0;
    double bound = ssSim_Param( sim, keyMu ) * s->normal[i];
    ssVec3 foot = { s->x[0] + arm.x, s->x[1] + arm.y, LIFT };
    ssPyramidCorners( ss_pyramidAcceleration, s->k, angle, points );
    for ( int j = 0; j < 2 * s->k; ++j )
    {
        points[j] = ssVec2_Scale( bound, points[j] );
    }
    for ( int j = 0; j < samples; ++j )
    {
        double theta = 2.0 * SS_PI * j / samples;
        disc[j] = ssVec2_Make( bound * cos( theta ), bound * sin( theta ) );
    }
    // the disc is dashed, as the set of directions is: for it the two are one
    ssDrawSet sets[] = {
        { ss_setReservoir, foot, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, 2 * s->k, points,
            (ssContactMode)s->mode },
        { ss_setDirection, foot, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, samples, disc,
            (ssContactMode)s->mode },
    };
    if ( ( out->flags & ss_drawCones ) && out->sets != NULL && bound > 0.0 && isfinite( bound ) )
    {
        out->sets( out->context, SS_COUNT( sets ), sets );
    }
    for ( int j = 0; j < s->k && out->line != NULL && ( out->flags & ss_drawCones ); ++j )
    {
        double kappa = s->kappaPlus[i * s->k + j] - s->kappaMinus[i * s->k + j];
        if ( kappa != 0.0 )
        {
            ssVec2 e = ssPyramidDirection( s->k, angle, j );
            double length = fmax( -1.0, fmin( 1.0, kappa / GRAVITY ) ) * 4.0 * HALF_SIDE;
            ssVec3 ray[2] = { foot, { foot.x + length * e.x, foot.y + length * e.y, LIFT } };
            out->line( out->context, ss_lineGhost0, 2, ray );
        }
    }
}

static void drawBlock( const PushedBlock* s, const ssDraw* out )
{
    ssDrawSolid block = { .kind = ss_solidBox,
        .body = 0,
        .center = { s->x[0], s->x[1], HALF_HEIGHT },
        .half = { HALF_SIDE, HALF_SIDE, HALF_HEIGHT },
        .orientation = { .z = sin( 0.5 * s->x[2] ), .w = cos( 0.5 * s->x[2] ) },
        .mode = (ssContactMode)s->mode };
    if ( ( out->flags & ss_drawBodies ) && out->solids != NULL )
    {
        out->solids( out->context, 1, &block );
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const PushedBlock* s = state;
    ssVec3 centre = { s->x[0], s->x[1], HALF_HEIGHT };
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, centre, 0.7 );
    }
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
        out->planes( out->context, 1, &plane );
    }
    drawBlock( s, out );
    ssDrawArrow forces[1 + contactMax] = {
        { ss_quantityForce, { centre.x, centre.y, 2.0 * HALF_HEIGHT }, { s->push[0], s->push[1], 0.0 }, "F" },
    };
    for ( int i = 0; i < s->contacts; ++i )
    {
        ssVec2 arm = footArm( s, i );
        drawPolygon( s, sim, out, i );
        forces[1 + i] = ( ssDrawArrow ){ ss_quantityForce, { s->x[0] + arm.x, s->x[1] + arm.y, LIFT },
            { s->tangent[2 * i], s->tangent[2 * i + 1], 0.0 }, i == 0 ? "λ_t" : "" };
    }
    if ( ( out->flags & ss_drawForces ) && out->arrows != NULL )
    {
        out->arrows( out->context, 1 + s->contacts, forces );
    }
    ssDrawArrow velocity = { ss_quantityVelocity, centre, { s->v[0], s->v[1], 0.0 }, "v" };
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        out->arrows( out->context, 1, &velocity );
    }
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL )
    {
        ssDrawLabel label = { .position = { centre.x, centre.y, 3.2 * HALF_HEIGHT },
            .mode = (ssContactMode)s->mode,
            .text = s->mode == ss_modeOpen ? "tips"
                : s->mode == ss_modeStick  ? "stick"
                                           : "slip" };
        out->labels( out->context, 1, &label );
    }
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    enum
    {
        samples = 97
    };
    (void)chart;
    const PushedBlock* s = state;
    ssVec2 corners[2 * SS_PYRAMID_MAX_DIRECTIONS];
    double x[2 * SS_PYRAMID_MAX_DIRECTIONS + samples], y[2 * SS_PYRAMID_MAX_DIRECTIONS + samples], sum[3];
    double angle = fmod( ssSim_Param( sim, keyFacet ), 360.0 ) * SS_PI / 180.0;
    sumForces( s, sum );
    double bound = ssSim_Param( sim, keyMu ) * sum[2];
    ssPyramidCorners( ss_pyramidAcceleration, s->k, angle, corners );
    for ( int j = 0; j <= 2 * s->k; ++j )
    {
        x[j] = bound * corners[j % ( 2 * s->k )].x;
        y[j] = bound * corners[j % ( 2 * s->k )].y;
    }
    sink->curve( sink->context, ss_chartReservoir, "polygon", 2 * s->k + 1, x, y );
    for ( int j = 0; j < samples; ++j )
    {
        x[j] = bound * cos( 2.0 * SS_PI * j / ( samples - 1 ) );
        y[j] = bound * sin( 2.0 * SS_PI * j / ( samples - 1 ) );
    }
    sink->curve( sink->context, ss_chartExact, "disc μ λ_n", samples, x, y );
    sink->arrow( sink->context, ss_chartFirst, "push F", 0.0, 0.0, s->push[0], s->push[1] );
    sink->points( sink->context, ss_chartNow, "λ_t", 1, sum, sum + 1 );
}

// --------------------------------------------------------------------------------------------------- sliders

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const PushedBlock* s = state;
    size_t size = (size_t)capacity;
    double sum[3], k = ssSim_Param( sim, keyK ), mu = ssSim_Param( sim, keyMu );
    char a[24], b[24];
    sumForces( s, sum );
    switch ( param )
    {
        case keyK:
            ssFormatNumber( 1.0 / cos( SS_PI / ( 2.0 * k ) ), a, sizeof a );
            snprintf( text, size, "corners hold 1/cos(π/2k) = %s times the disc", a );
            break;
        case keyFacet:
            ssFormatNumber( 180.0 / k, a, sizeof a );
            snprintf( text, size, "turning by 180°/k = %s° changes nothing", a );
            break;
        case keyPhantomInertia:
            ssFormatNumber( s->nearest, a, sizeof a );
            snprintf( text, size, "rank %d, defect %d; singular at 0 and at %s kg", s->rank, s->defect, a );
            break;
        case keyMu:
            ssFormatNumber( mu * sum[2], a, sizeof a );
            ssFormatNumber( hypot( sum[0], sum[1] ), b, sizeof b );
            snprintf( text, size, "μ λ_n = %s N; |λ_t| = %s N", a, b );
            break;
        case keyMuKinetic:
            ssFormatNumber( ssSim_Param( sim, keyMuKinetic ) * sum[2], a, sizeof a );
            snprintf( text, size, "μ_k λ_n = %s N once it slides", a );
            break;
        case keyMass:
            ssFormatNumber( ssSim_PendingParam( sim, keyMass ) * GRAVITY, a, sizeof a );
            snprintf( text, size, "m g = %s N", a );
            break;
        case keyContacts:
            snprintf( text, size,
                s->contacts == 1 ? "a point mass: ρ = k m is singular"
                                 : "redundant forces: compliance 1e-8/m" );
            break;
        case keyPush:
        case keyPushRate:
            ssFormatNumber( hypot( s->push[0], s->push[1] ), a, sizeof a );
            ssFormatNumber( mu * sum[2], b, sizeof b );
            snprintf( text, size, "now %s N against μ λ_n = %s N", a, b );
            break;
        default:
            ssFormatNumber( atan2( s->push[1], s->push[0] ) * 180.0 / SS_PI, a, sizeof a );
            snprintf( text, size, "now at %s°", a );
            break;
    }
}

extern const ssScenario ss_scenarioPushedBlock;
const ssScenario ss_scenarioPushedBlock = {
    .id = "pushed-block",
    .title = "Pushed block",
    .source = "Peiret, Kövecses & Font-Llagunes, Eqs. 1-8, Fig. 1",
    .summary = "A block is pushed until it slips. Static friction lives in a polygon around Coulomb's disc: "
               "the force "
               "point, the acceleration parameters κ, the saturations σ and the rank of the equations are "
               "live, and the "
               "phantom inertia changes only the last two.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .charts = s_charts,
    .chartCount = SS_COUNT( s_charts ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "ramp",
    .measures = s_measures,
    .measureCount = SS_COUNT( s_measures ),
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 1e-3,
    .until = 6.0,
    .stateSize = sizeof( PushedBlock ),
    .create = create,
    .destroy = destroy,
    .apply = apply,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .drawChart = drawChart,
    .explain = explain,
};
