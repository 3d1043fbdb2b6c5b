// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/world_scenario.h"

#include <stdio.h>

// Two bodies start sliding side by side: one obeys Coulomb's law, the other its convex relaxation. The
// relaxed one is thrown up at the onset of sliding, to about (mu v_t)²/(2g) at any step size, and then rides
// at the gap h mu |u_T| (Acary & Bourrier Remark 1, Tasora & Anitescu Sec. 4).

#define GRAVITY 9.81        // [m/s²]
#define MASS 1.0            // [kg]
#define RADIUS 0.05         // radius of the sphere and half the height of the block [m]
#define TWIN_BODY 1         // body 0 is the plane
#define TOLERANCE 1e-12     // of the contact solver: the gap is compared with its closed form
#define MAX_ITERATIONS 2000 // of the contact solver
#define DRAWN_GAP 0.9       // the throw is drawn up to this high, in radii
#define SPHERE_SLIP 3.5     // change of slip per impulse and unit mass of a solid sphere: 1 + m R²/I
#define COUNT 33

enum
{
    keyMu,
    keyV0,
    keyShape,
    keyCount
};

static const char* const s_shapes[] = { "sphere", "block" };

enum
{
    shapeSphere,
    shapeBlock
};

// clang-format off
static const ssParam s_params[] = {
    [keyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.5, 0.5 ), .live = true,
        .doc = "Applies to both bodies. Under the relaxed law the contact opens with mu times the sliding "
            "velocity." },
    [keyV0] = { PARAM( "v0", "v₀", "initial velocity", "m/s", "start" ), ANY_NUMBER( -3.0, 3.0, 1.0 ),
        .doc = "Both bodies start sliding with this velocity, without spin." },
    [keyShape] = { PARAM( "shape", "shape", "shape", "", "start" ), CHOICE( s_shapes ), .defaultValue = 1.0,
        .doc = "sphere: starts to roll while it slides. block: too low to tip if mu < 2." },
    SS_NOISE_ROWS,
};
// clang-format on

// The run under Coulomb's law, and its twin under the relaxed one: a signal that both have stands there
// twice.
enum
{
    twinExact,
    twinRelaxed,
    twinCount
};

enum
{
    signalGap,
    signalGapPredicted = signalGap + twinCount,
    signalX,
    signalKinetic = signalX + twinCount,
    twinSignals = 1 + ledgerCount, // from one kinetic energy to the next
    signalCount = signalKinetic + twinCount * twinSignals
};

static const ssSignal s_signals[] = {
    { "gap_exact", "Coulomb", "m", "gap under Coulomb's law" },
    { "gap_relaxed", "relaxed", "m", "gap under the relaxed law" },
    { "gap_predicted", "predicted", "m",
        "closed form of the relaxed gap: the initial throw, then h mu |u_T|; undefined once mu has been "
        "changed" },
    { "x_exact_law", "Coulomb", "m", "position under Coulomb's law" },
    { "x_relaxed_law", "relaxed", "m", "position under the relaxed law" },
    KINETIC_SIGNAL( "_exact" ),
    LEDGER_SIGNALS( "_exact" ),
    KINETIC_SIGNAL( "_relaxed" ),
    LEDGER_SIGNALS( "_relaxed" ),
};

static const ssPlot s_plots[] = {
    { PLOT( "gap", "gap", "m" ),
        .signals = { "gap_exact", "gap_relaxed" }, // the order of the colours in the scene
        .exact = { NULL, "gap_predicted" }, .shown = true },
    { PLOT( "x", "position", "m" ), .signals = { "x_exact_law", "x_relaxed_law" }, .shown = true },
    { .id = "energy_relaxed", .title = "energy, relaxed law", LEDGER_LAYERS( "_relaxed" ), .shown = true },
    { .id = "energy_exact", .title = "energy, Coulomb's law", LEDGER_LAYERS( "_exact" ), .shown = true },
};

static const ssPresetValue s_sphere[] = { { "shape", shapeSphere } };

static const ssPreset s_presets[] = {
    { "block", .label = "A block: thrown 8 mm high" },
    { "sphere", "A sphere: thrown 3.6 mm high", PRESET( s_sphere ) },
    { "tiny", "A short run, for tests", .hidden = true, .until = 0.1 },
};

static const ssMeasure s_measures[] = {
    { "max_gap", "m", "largest gap under the relaxed law so far" },
};

typedef struct Twins
{
    ssWorld* worlds[twinCount];
    double maxGap;
    double throwSpeed; // normal velocity at the onset of sliding [m/s]; NAN if there is no prediction
} Twins;

static ssBodyDef bodyDef( const ssSim* sim, int twin )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.mass = MASS;
    def.pose.position = ssVec3_Make( 0.0, twin == twinExact ? -2.5 * RADIUS : 2.5 * RADIUS, RADIUS );
    def.velocity.x = ssSim_Param( sim, keyV0 );
    def.material = ( ssMaterial ){ .mu = ssSim_Param( sim, keyMu ) };
    def.shape = ssSphereShape( RADIUS );
    if ( ssSim_Param( sim, keyShape ) == shapeBlock )
    {
        def.shape = ssBoxShape( ssVec3_Make( 2.0 * RADIUS, RADIUS, RADIUS ) );
    }
    return def;
}

static ssResult createTwin( const ssSim* sim, int twin, ssWorld** world )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -GRAVITY );
    def.theta = 1.0; // the only scheme that the relaxed law has: the twins differ by their laws alone
    def.law = twin == twinExact ? ss_worldLawCoulomb : ss_worldLawRelaxed;
    def.tolerance = TOLERANCE;
    def.maxIterations = MAX_ITERATIONS;
    def.bodyCapacity = 2;
    def.contactCapacity = 16;
    ssResult result = ssCreateWorld( &def, world );
    if ( result.code == ss_ok )
    {
        ssBodyDef body = bodyDef( sim, twin );
        result = worldAddGround( *world, &body.material, 0.0 );
        result = result.code == ss_ok ? ssWorld_AddBody( *world, &body, NULL ) : result;
    }
    return result;
}

static void destroy( void* state )
{
    Twins* s = state;
    for ( int i = 0; i < twinCount; ++i )
    {
        ssDestroyWorld( s->worlds[i] );
        s->worlds[i] = NULL;
    }
}

/// Normal velocity after the first step from sliding at v0: u_N = p - g h = mu u_T and u_T = v0 - w mu p per
/// unit mass, with w = 1 for a block and 7/2 for a solid sphere.
static double onsetSpeed( const ssSim* sim )
{
    double mu = ssSim_Param( sim, keyMu ), v = fabs( ssSim_Param( sim, keyV0 ) );
    double w = ssSim_Param( sim, keyShape ) == shapeSphere ? SPHERE_SLIP : 1.0;
    double slip = ( v - w * mu * GRAVITY * ssSim_StepSize( sim ) ) / ( 1.0 + w * mu * mu );
    return mu * ssMax( slip, 0.0 );
}

static ssResult create( void* state, const ssSim* sim )
{
    Twins* s = state;
    ssResult result = ssOk();
    for ( int i = 0; i < twinCount && result.code == ss_ok; ++i )
    {
        result = createTwin( sim, i, &s->worlds[i] );
    }
    if ( result.code != ss_ok ) { destroy( s ); }
    s->throwSpeed = onsetSpeed( sim );
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    Twins* s = state;
    ssMaterial material = { .mu = ssSim_Param( sim, keyMu ) };
    for ( int i = 0; i < twinCount; ++i ) { worldSetMaterials( s->worlds[i], &material ); }
    s->throwSpeed = ssSim_StepIndex( sim ) == 0 ? onsetSpeed( sim ) : SS_NAN;
}

static ssVec3 place( const Twins* s, int twin )
{
    return worldBody( s->worlds[twin], TWIN_BODY ).pose.position;
}

/// Closed form of the relaxed gap at this time: the throw, which begins at
/// the end of the first step, then h mu |u_T|.
static double predictGap( const Twins* s, const ssSim* sim )
{
    if ( isnan( s->throwSpeed ) || ssSim_StepIndex( sim ) == 0 ) { return 0.0 * s->throwSpeed; }
    double h = ssSim_StepSize( sim ), steps = (double)( ssSim_StepIndex( sim ) - 1 );
    // Implicit Euler gives h u plus the sum of h (u - k g h) over the steps k.
    double thrown =
        h * s->throwSpeed + steps * h * s->throwSpeed - 0.5 * steps * ( steps + 1.0 ) * GRAVITY * h * h;
    ssBodyState body = worldBody( s->worlds[twinRelaxed], TWIN_BODY );
    bool sphere = ssSim_Param( sim, keyShape ) == shapeSphere;
    double slip = fabs( body.velocity.x - ( sphere ? RADIUS * body.omega.y : 0.0 ) );
    return ssMax( thrown, h * ssSim_Param( sim, keyMu ) * slip );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Twins* s = state;
    // Potential energy is counted from rest on the plane.
    double resting = worldBody( s->worlds[twinExact], TWIN_BODY ).mass * GRAVITY * RADIUS;
    row[signalGapPredicted] = predictGap( s, sim );
    for ( int i = 0; i < twinCount; ++i )
    {
        double* kinetic = row + signalKinetic + i * twinSignals;
        row[signalGap + i] = place( s, i ).z - RADIUS;
        row[signalX + i] = place( s, i ).x;
        *kinetic = worldFillLedger( s->worlds[i], resting, kinetic + 1 );
    }
}

static ssStepReport step( void* state, ssSim* sim )
{
    Twins* s = state;
    ssStepReport report = { .status = ss_statusConverged };
    for ( int i = twinCount - 1; i >= 0; --i )
    {
        ssWorldReport own = worldStep( s->worlds[i], sim );
        bool finite = isfinite( place( s, i ).x + place( s, i ).z );
        ssStepReport twin = worldStepReport( s->worlds[i], &own, finite );
        report.status = twin.status > report.status ? twin.status : report.status;
        report.budgetSpent = report.budgetSpent || twin.budgetSpent;
        report.contacts += twin.contacts;
        report.iterations = twin.iterations > report.iterations ? twin.iterations : report.iterations;
        report.residual = ssMax( report.residual, twin.residual );
        report.scale = twin.scale.coarse != ss_coarseNot ? twin.scale : report.scale;
        report.reason = twin.reason != NULL ? twin.reason : report.reason;
    }
    s->maxGap = ssMax( s->maxGap, place( s, twinRelaxed ).z - RADIUS );
    return report;
}

static void serialize( void* state, ssArchive* archive )
{
    Twins* s = state;
    ARCHIVE_EACH( archive, &s->maxGap, &s->throwSpeed );
    for ( int i = 0; i < twinCount; ++i )
    {
        ssWorld_Serialize( s->worlds[i], archive );
        archive->overrun = archive->overrun || ssWorld_BodyCount( s->worlds[i] ) != TWIN_BODY + 1;
    }
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    (void)index;
    const Twins* s = state;
    return s->maxGap;
}

static double enlargement( const ssSim* sim )
{
    double u = onsetSpeed( sim ), height = ssMax( u * u / ( 2.0 * GRAVITY ), ssSim_StepSize( sim ) * u );
    return height > 1e-9 * RADIUS ? worldEnlargement( DRAWN_GAP * RADIUS / height ) : 1.0;
}

/// How far a twin is drawn off its place, sideways: the relaxed one in front; none in a view of its own.
static double drawnShift( const Twins* s, int twin, const ssDraw* out )
{
    return ( out->side == 0 ? -2.0 : -1.0 ) * place( s, twin ).y;
}

static void drawTwin( const Twins* s, const ssSim* sim, int twin, double enlarged, const ssDraw* out )
{
    const ssWorld* world = s->worlds[twin];
    ssBodyState body = worldBody( world, TWIN_BODY );
    double gap = body.pose.position.z - RADIUS;
    DrawRotated moved;
    drawRotated( &moved, out, ssQuat_Identity() );
    moved.offset = ssVec3_Make( 0.0, drawnShift( s, twin, out ), gap > 0.0 ? ( enlarged - 1.0 ) * gap : 0.0 );
    moved.draw.bodyOffset = twin; // the two bodies are different ones
    // Before the first step nothing is solved, and there is no resultant.
    moved.draw.contacts = ssSim_StepIndex( sim ) > 0 ? NULL : moved.draw.contacts;
    worldDrawBodies( world, &moved.draw, ss_drawBodies | ss_drawVelocities );
    ssContactView resultant;
    if ( worldResultant( world, &resultant ) )
    {
        resultant.b = TWIN_BODY + twin;
        resultant.point.y += moved.offset.y;
        ssDrawContacts( out, 1, &resultant );
    }
    char text[48];
    snprintf(
        text, sizeof text, twin == twinExact ? "Coulomb" : ssTranslate( "relaxed, gap ×%g" ), enlarged );
    ssVec3 up = { 0.0, moved.offset.y, moved.offset.z + 2.2 * RADIUS };
    ssDrawLabel label = { .position = ssVec3_Add( body.pose.position, up ), .text = text, .ghost = 1 + twin };
    pictureLabels( out, 1, &label );
}

/// The flight of the relaxed twin by its closed form: the path of its underside, beside it.
static void drawFlight( const Twins* s, const ssSim* sim, double enlarged, const ssDraw* out )
{
    ssVec3 points[COUNT];
    double y = ssSim_Param( sim, keyShape ) == shapeBlock ? -3.55 * RADIUS : -2.5 * RADIUS;
    y += out->side != 0 ? place( s, twinRelaxed ).y : 0.0; // as the body beside it
    double u = s->throwSpeed, v = ssSim_Param( sim, keyV0 ), mu = ssSim_Param( sim, keyMu );
    double speed = v - copysign( mu * ( u + GRAVITY * ssSim_StepSize( sim ) ), v ), end = 2.0 * u / GRAVITY;
    for ( int i = 0; i < COUNT; ++i )
    {
        double t = end * i / ( COUNT - 1 );
        points[i] = ssVec3_Make( speed * t, y, enlarged * ( u * t - 0.5 * GRAVITY * t * t ) );
    }
    if ( out->line != NULL && u > 0.0 ) { out->line( out->context, ss_lineExact, COUNT, points ); }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Twins* s = state;
    double enlarged = enlargement( sim );
    ssVec3 a = place( s, twinExact ), b = place( s, twinRelaxed );
    ssVec3 centre = { 0.5 * ( a.x + b.x ), 0.0, RADIUS };
    pictureBounds( out, centre, 4.0 * RADIUS + 0.5 * fabs( a.x - b.x ) );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    for ( int i = 0; i < twinCount; ++i )
    {
        if ( out->side == 0 || out->side == 1 + i ) { drawTwin( s, sim, i, enlarged, out ); }
    }
    if ( out->side != 1 ) { drawFlight( s, sim, enlarged, out ); }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    if ( param == keyMu || param == keyV0 )
    {
        double u = onsetSpeed( sim );
        // The top of the flight in predictGap: implicit Euler adds half a step of gravity to the throw.
        double top = u + 0.5 * GRAVITY * ssSim_StepSize( sim );
        sayNumbers( text, capacity, ssTranslate( "thrown at %s m/s, %s mm high" ), u,
            u > 0.0 ? 1e3 * top * top / ( 2.0 * GRAVITY ) : 0.0 );
    }
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)state;
    (void)sim;
    snprintf( text, (size_t)capacity, "%s",
        body < 0                ? "ground"
            : body == TWIN_BODY ? "Coulomb twin"
                                : "relaxed twin" );
}

extern const ssScenario ss_scenarioDilatancyTwins;
const ssScenario ss_scenarioDilatancyTwins = { "dilatancy-twins", "Dilatancy twins",
    .source = "Acary & Bourrier 2021, Remark 1; Tasora & Anitescu 2013, Sec. 4",
    .summary =
        "Two bodies slide side by side. Coulomb's law keeps one on the ground. The convex relaxation, which "
        "many engines solve instead, throws the other up at the onset of sliding and lets it glide on a gap.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 0.5, .stateSize = sizeof( Twins ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize },
    .picture = { ROWS( plot, s_plots ), .draw = draw, .explain = explain, .nameBody = nameBody },
    ROWS( preset, s_presets ) };
