// SPDX-License-Identifier: MIT
#include "scenario/scenario_pushed_block.h"
#include "sim/rows.h"

#include <string.h>

// A block on one, three or four points under a force that grows or turns: stick, transition and slip
// (discretised law, phantom inertia, Peiret et al. Eqs. 1-8).

#define COMPLIANCE 1e-8       // of redundant contacts, over the mass [1/kg]
#define CREEP_REDUNDANT 1e-6  // acceleration of redundant contacts that comes from compliance, over g
#define CREEP_SINGLE 1e-12    // acceleration of a single contact that comes from rounding errors, over g
#define SINGULAR_CONDITION 16 // decimal logarithm of the condition that is shown for a singular matrix

#define SHOWN_MAX 24 // directions that have signals

// clang-format off
static const ssParam s_params[] = {
    [blockKeyK] = { PARAM( "k", "directions k", "directions", "", "polygon" ), .kind = ss_paramInteger,
        .min = 2.0, .max = 16.0, .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS, .defaultValue = 4.0, .live = true,
        .doc = "Directions e_j over the half circle: static friction lies in a polygon with 2k sides around "
            "the disc. All of them act; only the first 24 have signals κ and σ." },
    [blockKeyFacet] = { PARAM( "facet_deg", "angle e₁", "direction of e₁", "°", "polygon" ),
        ANY_NUMBER( 0.0, 90.0, 0.0 ), .live = true,
        .doc = "Angle of the first direction from the x axis. It turns the polygon." },
    [blockKeyPhantomInertia] = { PARAM( "phantom_inertia", "phantom ρ", "phantom inertia", "kg", "polygon" ),
        NOT_NEGATIVE( 0.0, 20.0, 0.2 ), .live = true,
        .doc = "Entries off the diagonal of Eq. 8. They give it full rank for ρ > 0 except at isolated "
            "values (one contact: ρ = k m). They change saturations, rank and condition, but never motion or "
            "force." },
    [blockKeyMu] = { PARAM( "mu", "μ", "static friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.5, 0.5 ), .live = true,
        .doc = "The sides of the polygon have the distance μ times the normal force from zero. Above 2.5 the "
            "block on four points would tip; tipping is reported but not simulated." },
    [blockKeyMuKinetic] = { PARAM( "mu_k", "μ_k", "kinetic friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.5, 0.4 ), .live = true,
        .doc = "Friction of a sliding contact. It opposes the velocity, without a polygon." },
    [blockKeyMass] = { PARAM( "mass", "m", "mass", "kg", "block" ), POSITIVE( 0.1, 20.0, 2.0 ),
        .doc = "Mass of the block, which measures 0.5 × 0.5 × 0.2 m. With one contact it is a point mass." },
    [blockKeyContacts] = { PARAM( "contacts", "contacts", "contacts", "", "block" ), .kind = ss_paramInteger,
        .min = 1.0, .max = blockContactMax, .allowedMin = 1.0, .allowedMax = blockContactMax,
        .defaultValue = 1.0,
        .doc = "1, 3 or 4; on two points the block would fall. 1: a point under the centre. 3 and 4: feet at "
            "the rim, whose redundant forces need compliance, 1e-8/m in the force rows." },
    [blockKeyPush] = { PARAM( "push", "push", "push", "N", "push" ), ANY_NUMBER( 0.0, 50.0, 0.0 ),
        .live = true, .doc = "Horizontal force on the centre at t = 0." },
    [blockKeyPushAngle] = { PARAM( "push_deg", "push at", "direction of the push", "°", "push" ),
        ANY_NUMBER( -180.0, 180.0, 20.0 ), .live = true,
        .doc = "Angle of the push from the x axis at t = 0." },
    [blockKeyPushRate] = { PARAM( "push_rate", "dF/dt", "growth of the push", "N/s", "push" ),
        ANY_NUMBER( -20.0, 20.0, 4.0 ), .live = true, .doc = "Growth of the push per second." },
    [blockKeyPushTurnRate] = { PARAM( "push_turn_rate", "dφ/dt", "turning of the push", "rad/s", "push" ),
        ANY_NUMBER( -3.0, 3.0, 0.0 ), .live = true, .doc = "Angular velocity of the push." },
    SS_NOISE_ROWS,
};

#define EACH( item ) \
    item( 1 ), item( 2 ), item( 3 ), item( 4 ), item( 5 ), item( 6 ), item( 7 ), item( 8 ), item( 9 ), \
    item( 10 ), \
    item( 11 ), item( 12 ), item( 13 ), item( 14 ), item( 15 ), item( 16 ), item( 17 ), item( 18 ), \
    item( 19 ), \
    item( 20 ), item( 21 ), item( 22 ), item( 23 ), item( 24 )
#define KAPPA_PLUS( j ) { "kappa_plus_" #j, "κ along e" #j, "m/s²", \
    "acceleration of the first contact along e_j; undefined beyond k" }
#define KAPPA_MINUS( j ) { "kappa_minus_" #j, "κ against e" #j, "m/s²", \
    "acceleration of the first contact against e_j; undefined beyond k" }
#define SIGMA_PLUS( j ) { "sigma_plus_" #j, "σ along e" #j, "N", \
    "saturation of the first contact along e_j; undefined beyond k" }
#define SIGMA_MINUS( j ) { "sigma_minus_" #j, "σ against e" #j, "N", \
    "saturation of the first contact against e_j; undefined beyond k" }

#define FOOT( i ) { "friction_" #i, "foot " #i, "N", \
    "size of the friction force at a contact; undefined beyond `contacts`" }

enum
{
    signalKappaPlus = 5,
    signalKappaMinus = signalKappaPlus + SHOWN_MAX,
    signalSigmaPlus = signalKappaMinus + SHOWN_MAX,
    signalSigmaMinus = signalSigmaPlus + SHOWN_MAX,
    signalRank = signalSigmaMinus + SHOWN_MAX,
    signalFoot1 = signalRank + 13,
    signalCount = signalFoot1 + blockContactMax
};

static const ssSignal s_signals[] = {
    { "a_x", "a_x", "m/s²", "acceleration of the centre along x" },
    { "a_y", "a_y", "m/s²", "acceleration of the centre along y" },
    { "lambda_t1", "friction x", "N", "friction force along x, sum of all contacts" },
    { "lambda_t2", "friction y", "N", "friction force along y, sum of all contacts" },
    { "lambda_n", "r_N", "N", "normal force, sum of all contacts" },
    EACH( KAPPA_PLUS ), EACH( KAPPA_MINUS ), EACH( SIGMA_PLUS ), EACH( SIGMA_MINUS ),
    { "rank", "rank", "", "rank of the lead matrix of Eq. 8 without sliding contacts" },
    { "condition", "condition", "", "condition number of the lead matrix; 1e16 if it is singular" },
    { "push_x", "push x", "N", "push along x" },
    { "push_y", "push y", "N", "push along y" },
    { "x", "x", "m", "position of the centre along x" },
    { "y", "y", "m", "position of the centre along y" },
    { "v_x", "v_x", "m/s", "velocity of the centre along x" },
    { "v_y", "v_y", "m/s", "velocity of the centre along y" },
    { "yaw", "ψ", "rad", "rotation of the block about the normal" },
    { "stick", "stick", "", "1 while no contact slides or starts to slide" },
    { "mode", "mode", "", "state of the block: 0 tips or lifts off, 1 stick, 2 slide" },
    { "friction", "friction", "N", "size of the friction force, sum of all contacts" },
    { "push", "push", "N", "size of the push" },
    FOOT( 1 ), FOOT( 2 ), FOOT( 3 ), FOOT( 4 ),
};
// clang-format on

_Static_assert( SS_COUNT( s_signals ) == signalCount, "one row for each name" );

static const ssPlot s_plots[] = {
    { PLOT( "force", "friction and push", "N" ), .signals = { "lambda_t1", "lambda_t2", "push_x", "push_y" },
        .shown = true },
    { PLOT( "size", "size of friction and push", "N" ), .signals = { "friction", "push" } },
    { PLOT( "feet", "friction at each contact", "N" ),
        .signals = { "friction_1", "friction_2", "friction_3", "friction_4" } },
    { PLOT( "a", "acceleration", "m/s²" ), .signals = { "a_x", "a_y" }, .shown = true },
    { PLOT( "kappa", "acceleration parameters", "m/s²" ),
        .signals = { "kappa_plus_1", "kappa_plus_2", "kappa_plus_3", "kappa_plus_4" }, .shown = true },
    { PLOT( "sigma", "friction saturations", "N" ),
        .signals = { "sigma_plus_1", "sigma_minus_1", "sigma_plus_2", "sigma_minus_2" }, .shown = true },
    { PLOT( "rank", "rank of the lead matrix", "" ), .signals = { "rank" } },
    { PLOT( "condition", "condition number", "" ), .signals = { "condition" } },
    { PLOT( "v", "velocity", "m/s" ), .signals = { "v_x", "v_y" } },
    { PLOT( "lambda_n", "normal force", "N" ), .signals = { "lambda_n" } },
    { PLOT( "mode", "mode", "" ), .signals = { "mode", "stick" } },
};

static const ssChart s_charts[] = {
    { CHART( "polygon", "friction polygon" ), AXES( "r_T1", "N", "r_T2", "N" ),
        .doc = "Sum over all contacts: the polygon in which static friction lies, Coulomb's disc inside it, "
               "and the force.",
        .equalScales = true, .shown = true },
};

// clang-format off
static const ssPresetValue s_ramp[] = { { "push", 6.0 }, { "push_rate", 4.0 }, { "push_deg", 20.0 } };
static const ssPresetValue s_turn[] = { { "push", 10.2 }, { "push_rate", 0.0 }, { "push_deg", 22.5 },
    { "push_turn_rate", 0.3 }, { "mu_k", 0.5 } };
static const ssPresetValue s_square[] = { { "push", 8.0 }, { "k", 2.0 }, { "push_deg", 45.0 } };
static const ssPresetValue s_four[] = { { "push", 6.0 }, { "contacts", 4.0 }, { "push_deg", 30.0 } };
static const ssPresetValue s_singular[] = { { "push", 6.0 }, { "phantom_inertia", 8.0 } };
static const ssPresetValue s_noPhantom[] = { { "push", 6.0 }, { "phantom_inertia", 0.0 } };
// clang-format on

static const ssPreset s_presets[] = {
    { "ramp", "The push grows until it slips", PRESET( s_ramp ) },
    { "turn", "The push turns: lost at the side", PRESET( s_turn ) },
    { "square", "Four sides: holds 41% too much", PRESET( s_square ) },
    { "four-feet", "Four feet share the force", PRESET( s_four ) },
    { "singular", "Rank drops, motion stays", PRESET( s_singular ) },
    { "no-phantom", "Without phantom inertia", PRESET( s_noPhantom ) },
    { "tiny", "A short run, for tests", .hidden = true, .h = 0.02, .until = 4.0 },
};

static const ssMeasure s_measures[] = {
    { "rank_defect", "", "rank defect of the lead matrix of Eq. 8 without sliding contacts" },
};

static const char* const s_figures[] = { "peiret-fig1" };

/// Contact i relative to the centre, in the frame of the block.
static ssVec2 footOf( int contacts, int i )
{
    static const ssVec2 four[] = { { BLOCK_HALF_SIDE, BLOCK_HALF_SIDE },
        { -BLOCK_HALF_SIDE, BLOCK_HALF_SIDE }, { -BLOCK_HALF_SIDE, -BLOCK_HALF_SIDE },
        { BLOCK_HALF_SIDE, -BLOCK_HALF_SIDE } };
    static const ssVec2 three[] = { { BLOCK_HALF_SIDE, 0.0 }, { -0.5 * BLOCK_HALF_SIDE, BLOCK_HALF_SIDE },
        { -0.5 * BLOCK_HALF_SIDE, -BLOCK_HALF_SIDE } };
    return contacts == 4 ? four[i] : contacts == 3 ? three[i] : ssVec2_Make( 0.0, 0.0 );
}

ssVec2 blockFoot( const PushedBlock* s, int i )
{
    ssVec2 foot = footOf( s->contacts, i );
    double c = ssCos( s->x[2] ), n = ssSin( s->x[2] );
    return ssVec2_Make( c * foot.x - n * foot.y, n * foot.x + c * foot.y );
}

double blockFacetAngle( const ssSim* sim )
{
    return fmod( ssSim_Param( sim, blockKeyFacet ), 360.0 ) * SS_PI / 180.0;
}

static ssVec2 slipOf( const PushedBlock* s, int i, const double* v )
{
    ssVec2 arm = blockFoot( s, i );
    return ssVec2_Make( v[0] - v[2] * arm.y, v[1] + v[2] * arm.x );
}

/// Velocity at the end of the next step without friction, which kinetic friction opposes: opposing the
/// present velocity would chatter near rest, where the push turns it within a step.
static void predict( const PushedBlock* s, double h, double* v )
{
    for ( int i = 0; i < 3; ++i ) { v[i] = s->v[i] + ( i < 2 ? h * s->push[i] / s->mass : 0.0 ); }
}

/// Eq. 8 for the block in its present position, with n = 3 for one contact and n = 6 otherwise.
typedef struct BlockProblem
{
    double mass[36], force[6], normal[6 * blockContactMax], tangent[12 * blockContactMax];
    ssPyramidContact contacts[blockContactMax];
    ssPyramidProblem problem;
} BlockProblem;

static void buildProblem( const PushedBlock* s, const ssSim* sim, bool maySlide, BlockProblem* b )
{
    int n = s->contacts == 1 ? 3 : 6;
    bool moving = s->v[0] != 0.0 || s->v[1] != 0.0 || s->v[2] != 0.0;
    double predicted[3];
    predict( s, ssSim_StepSize( sim ), predicted );
    memset( b, 0, sizeof *b );
    double tilting =
        s->mass / 3.0 * ( BLOCK_HALF_SIDE * BLOCK_HALF_SIDE + BLOCK_HALF_HEIGHT * BLOCK_HALF_HEIGHT );
    const double diagonal[6] = { s->mass, s->mass, s->mass, tilting, tilting,
        2.0 / 3.0 * s->mass * BLOCK_HALF_SIDE * BLOCK_HALF_SIDE };
    for ( int i = 0; i < n; ++i ) { b->mass[i * n + i] = diagonal[i]; }
    double friction = ssSim_Noise( sim, 0 ).friction;
    b->force[0] = s->push[0];
    b->force[1] = s->push[1];
    b->force[2] = -s->mass * BLOCK_GRAVITY;
    for ( int i = 0; i < s->contacts; ++i )
    {
        ssVec2 r = blockFoot( s, i ), u = slipOf( s, i, predicted );
        double z = -BLOCK_HALF_HEIGHT, speed = ssVec2_Length( u );
        // u = v + omega × r
        const double rows[18] = { 1, 0, 0, 0, z, -r.y, 0, 1, 0, -z, 0, r.x, 0, 0, 1, r.y, -r.x, 0 };
        for ( int j = 0; j < n; ++j )
        {
            b->tangent[2 * i * n + j] = rows[j];
            b->tangent[( 2 * i + 1 ) * n + j] = rows[6 + j];
            b->normal[i * n + j] = rows[12 + j];
        }
        bool sliding = maySlide && moving && speed > 0.0;
        b->contacts[i] = ( ssPyramidContact ){ (int)ssSim_Param( sim, blockKeyK ),
            .angle = blockFacetAngle( sim ), .mu = ssSim_Param( sim, blockKeyMu ) * friction,
            .phantomInertia = ssSim_Param( sim, blockKeyPhantomInertia ), .sliding = sliding,
            .muKinetic = ssSim_Param( sim, blockKeyMuKinetic ) * friction,
            .slip = { sliding ? u.x / speed : 0.0, sliding ? u.y / speed : 0.0 } };
    }
    b->problem = ( ssPyramidProblem ){ n, .mass = b->mass, .force = b->force, .contactCount = s->contacts,
        .contacts = b->contacts, .normalJacobian = b->normal, .tangentJacobian = b->tangent,
        .compliance = s->contacts > 1 ? COMPLIANCE / s->mass : 0.0 };
}

/// Computes forces and accelerations at time t, which are shown and which drive the next step.
static ssLcpReport solveNow( PushedBlock* s, const ssSim* sim, double t )
{
    double size = ssSim_Param( sim, blockKeyPush ) + ssSim_Param( sim, blockKeyPushRate ) * t;
    double angle = fmod( ssSim_Param( sim, blockKeyPushAngle ), 360.0 ) * SS_PI / 180.0 +
        fmod( ssSim_Param( sim, blockKeyPushTurnRate ) * t, 2.0 * SS_PI );
    ssNoise noise = ssSim_Noise( sim, 0 );
    s->push[0] = size * ssCos( angle ) + noise.force[0];
    s->push[1] = size * ssSin( angle ) + noise.force[1];
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
    // Creep of redundant contacts, of the order of their compliance, is not slip.
    double creep = ( r > 1 ? CREEP_REDUNDANT : CREEP_SINGLE ) * BLOCK_GRAVITY;
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
    s->condition = ssMin( found.condition, ssPow( 10.0, SINGULAR_CONDITION ) );
    s->nearest = found.nearest;
}

static bool isFinite( const PushedBlock* s )
{
    double sum = 0.0;
    for ( int i = 0; i < 3; ++i ) { sum += fabs( s->x[i] ) + fabs( s->v[i] ) + fabs( s->a[i] ); }
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
    s->contacts = (int)ssSim_Param( sim, blockKeyContacts );
    s->mass = ssSim_Param( sim, blockKeyMass );
    if ( s->contacts == 2 )
    {
        return ssError( ss_errorValue, "contacts",
            "contacts = 2; allowed: 1, 3 and 4, because a block on two points would fall" );
    }
    SS_TRY( ssCreatePyramidSolver( 6, s->contacts, s->contacts * SS_PYRAMID_MAX_DIRECTIONS, &s->solver ) );
    diagnose( s, sim );
    ssLcpReport report = solveNow( s, sim, 0.0 );
    if ( report.status == ss_statusNotFinite || report.status == ss_statusRefused || !isFinite( s ) )
    {
        return ssError( ss_errorValue, "mass",
            "mass = %g kg with push = %g N gives forces that are not finite", s->mass,
            ssSim_Param( sim, blockKeyPush ) );
    }
    return ssOk();
}

static void destroy( void* state ) { ssDestroyPyramidSolver( ( (PushedBlock*)state )->solver ); }

static void apply( void* state, const ssSim* sim )
{
    // The forces shown follow the slider at once.
    PushedBlock* s = state;
    PushedBlock before = *s;
    diagnose( s, sim );
    solveNow( s, sim, ssSim_Time( sim ) );
    if ( !isFinite( s ) ) { *s = before; }
}

static ssStepReport step( void* state, ssSim* sim )
{
    PushedBlock* s = state;
    PushedBlock before = *s;
    double h = ssSim_StepSize( sim ), predicted[3], next[3], ahead = 0.0, along = 0.0, moving = 0.0;
    const double inertia[3] = { 1.0, 1.0, 2.0 / 3.0 * BLOCK_HALF_SIDE * BLOCK_HALF_SIDE };
    predict( s, h, predicted );
    for ( int i = 0; i < 3; ++i )
    {
        // A sticking block stays at rest: its remaining acceleration comes from compliance.
        next[i] = s->mode == ss_modeStick ? 0.0 : s->v[i] + h * s->a[i];
        ahead += inertia[i] * next[i] * predicted[i];
        along += inertia[i] * next[i] * s->v[i];
        moving += inertia[i] * s->v[i] * s->v[i];
    }
    // Kinetic friction brings the block to rest and does not reverse it; from rest the static law decides.
    bool stops = moving > 0.0 && ahead <= 0.0;
    // fraction of the step at which the block stops
    double fraction = stops && along < 0.0 ? moving / ( moving - along ) : 1.0;
    for ( int i = 0; i < 3; ++i )
    {
        next[i] = stops ? 0.0 : next[i];
        s->x[i] += 0.5 * fraction * h * ( s->v[i] + next[i] );
        s->v[i] = next[i];
    }
    ssLcpReport report = solveNow( s, sim, (double)( ssSim_StepIndex( sim ) + 1 ) * h );
    if ( report.status == ss_statusNotFinite || report.status == ss_statusRefused || !isFinite( s ) )
    {
        *s = before;
        return ( ssStepReport ){ .status = ss_statusNotFinite };
    }
    return ( ssStepReport ){ report.status == ss_statusConverged ? ss_statusConverged : ss_statusLimit,
        .contacts = s->contacts, .iterations = report.iterations, .residual = report.residual };
}

static void serialize( void* state, ssArchive* archive )
{
    PushedBlock* s = state;
    // The solver has memory for the contacts that the state was made with, and for no more.
    int contacts = s->contacts;
    ssArchive_Int( archive, &contacts );
    ssArchive_Int( archive, &s->mode );
    ssArchive_Int( archive, &s->k );
    ssArchive_Int( archive, &s->rank );
    ssArchive_Int( archive, &s->defect );
    bool inRange = contacts == s->contacts && s->k >= SS_PYRAMID_MIN_DIRECTIONS &&
        s->k <= SS_PYRAMID_MAX_DIRECTIONS && s->mode >= 0 && s->mode < ss_modeCount;
    archive->overrun = archive->overrun || !inRange;
    if ( !inRange ) { return; }
    ARCHIVE_EACH( archive, &s->mass, &s->condition, &s->nearest );
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

void blockSumForces( const PushedBlock* s, double sum[3] )
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
    blockSumForces( s, sum );
    FILL_ROWS( row, s->a[0], s->a[1], sum[0], sum[1], sum[2] );
    for ( int j = 0; j < SHOWN_MAX; ++j )
    {
        bool exists = j < s->k;
        row[signalKappaPlus + j] = exists ? s->kappaPlus[j] : SS_NAN;
        row[signalKappaMinus + j] = exists ? s->kappaMinus[j] : SS_NAN;
        row[signalSigmaPlus + j] = exists ? s->sigmaPlus[j] : SS_NAN;
        row[signalSigmaMinus + j] = exists ? s->sigmaMinus[j] : SS_NAN;
    }
    FILL_ROWS( row + signalRank, s->rank, s->condition, s->push[0], s->push[1], s->x[0], s->x[1], s->v[0],
        s->v[1], s->x[2], s->mode == ss_modeStick, s->mode, ssHypot( sum[0], sum[1] ),
        ssHypot( s->push[0], s->push[1] ) );
    for ( int i = 0; i < blockContactMax; ++i )
    {
        row[signalFoot1 + i] = i < s->contacts ? ssHypot( s->tangent[2 * i], s->tangent[2 * i + 1] ) : SS_NAN;
    }
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    (void)index;
    return ( (const PushedBlock*)state )->defect;
}

static double pushOf( const void* state, const ssSim* sim )
{
    (void)sim;
    const PushedBlock* s = state;
    return ssHypot( s->push[0], s->push[1] );
}

/// A block at rest starts where the push leaves the polygon of the circumscribed pyramid at mu m g.
static double predictStart( const void* state, const ssSim* sim, const ssChange* change )
{
    const PushedBlock* s = state;
    ssVec2 corners[2 * SS_PYRAMID_MAX_DIRECTIONS];
    double push = pushOf( state, sim ), gauge = 0.0;
    if ( change->from != ss_modeStick || change->to != ss_modeSlide || !( push > 0.0 ) ) { return SS_NAN; }
    ssPyramidCorners( ss_pyramidAcceleration, s->k, blockFacetAngle( sim ), corners );
    for ( int i = 0; i < 2 * s->k; ++i )
    {
        ssVec2 from = corners[i], to = corners[( i + 1 ) % ( 2 * s->k )];
        ssVec2 outward = { to.y - from.y, from.x - to.x };
        double across = outward.x * s->push[0] + outward.y * s->push[1];
        gauge = ssMax( gauge, across / push / ( outward.x * from.x + outward.y * from.y ) );
    }
    return ssSim_Param( sim, blockKeyMu ) * s->mass * BLOCK_GRAVITY / gauge;
}

static const ssDrive s_drive = { "F", "N", pushOf, predictStart };

extern const ssScenario ss_scenarioPushedBlock;
const ssScenario ss_scenarioPushedBlock = { "pushed-block", "Pushed block",
    .source = "Peiret, Kövecses & Font-Llagunes, Eqs. 1-8, Fig. 1",
    .summary = "A block is pushed until it slips. Static friction lies in a polygon around Coulomb's disc. "
               "The force, the acceleration parameters κ, the saturations σ and the rank of the equations "
               "are shown live; the phantom inertia changes only the last two.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 6.0, .stateSize = sizeof( PushedBlock ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .drive = &s_drive },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "block", .ground = "ground",
        .draw = blockDraw, .drawChart = blockDrawChart, .explain = blockExplain },
    ROWS( preset, s_presets ), .opening = "ramp", ROWS( figure, s_figures ) };
