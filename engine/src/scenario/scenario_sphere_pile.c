// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/pile.h"

#include <stdio.h>

// Spheres dropped onto a plate scatter or pile up, by friction and rolling (Acary & Bourrier Sec. 6.2).

#define MAX_PASSES 2000    // iteration limit of the solver `passes` per step
#define MAX_ITERATIONS 200 // iteration limit of the other solvers, whose iterations cost more
#define CLEARANCE 1.02     // distance between consecutive spheres where they appear, in diameters
#define FIRST_SPHERE 1     // body; the plate is body 0
#define GONE_DEPTH 50.0    // depth below the plate at which a fallen sphere is disabled, in diameters

enum
{
    keyN,
    keyDiameter,
    keyDensity,
    keyMu,
    keyMuRoll,
    keyMuSpin,
    keyDropHeight,
    keyRate,
    keySpread,
    keyPlateWidth,
    keyRestitution,
    keyTheta,
    keyScheme,
    keyLaw,
    keySolver,
    keyTol,
    keySubsteps,
    keyCount
};

static const char* const s_solvers[] = { "passes", "auto", "nsgs", "psor", "apgd", "admm" };

// clang-format off
static const ssParam s_params[] = {
    [keyN] = { PARAM( "n", "spheres", "spheres", "", "pile" ), .kind = ss_paramInteger, .min = 1.0,
        .max = 1000.0, .allowedMin = 1.0, .allowedMax = 200000.0, .defaultValue = 250.0,
        .doc = "Total number of spheres to drop." },
    [keyDiameter] = { PARAM( "diameter", "d", "diameter", "m", "pile" ), POSITIVE( 0.005, 0.1, 0.02 ),
        .doc = "Diameter of the spheres." },
    [keyDensity] = { PARAM( "density", "ρ", "density", "kg/m³", "pile" ), POSITIVE( 10.0, 20000.0, 1300.0 ),
        .logScale = true,
        .doc = "Mass density of the spheres. It scales the forces and does not change the motion." },
    [keyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.5 ), .live = true,
        .doc = "Applies to all contacts. The pile gets steeper with it once the spheres no longer roll "
            "off." },
    [keyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.01, 0.005 ), .live = true, .radius = "diameter", .radiusShare = 0.5,
        .doc = "Applies to all contacts. Spheres begin to rest on one another at 0.1 to 0.3 times their "
            "radius." },
    [keyMuSpin] = { PARAM( "mu_s", "μ_s", "spinning resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.01, 0.0 ), .live = true, .radius = "diameter", .radiusShare = 0.5,
        .doc = "Applies to all contacts. The moment about the normal is at most mu_s times the normal "
            "force." },
    [keyDropHeight] = { PARAM( "drop_height", "height", "drop height", "m", "pile" ),
        POSITIVE( 0.05, 1.0, 0.2 ),
        .doc = "Height above the plate at which the centres of the spheres appear. They start at rest or, at "
            "a high drop rate, with the speed of a fall from a little higher." },
    [keyRate] = { PARAM( "rate", "rate", "drop rate", "1/s", "pile" ), POSITIVE( 1.0, 100.0, 25.0 ),
        .live = true,
        .doc = "Spheres dropped per second. A sphere waits while another one occupies its place." },
    [keySpread] = { PARAM( "spread", "spread", "spread", "m", "pile" ), NOT_NEGATIVE( 0.0, 0.1, 0.01 ),
        .live = true,
        .doc = "Spheres are dropped at random within ± this distance of the centre along x and y." },
    [keyPlateWidth] = { PARAM( "plate_width", "plate", "plate width", "m", "pile" ),
        POSITIVE( 0.1, 4.0, 1.2 ), .live = true,
        .doc = "Side of the square plate. Spheres that pass its edge fall off and are lost." },
    [keyRestitution] = { RESTITUTION_PARAM },
    [keyTheta] = { THETA_PARAM },
    [keyScheme] = { SCHEME_PARAM( worldSchemeTheta ) },
    [keyLaw] = { WORLD_LAW_PARAM },
    [keySolver] = { PARAM( "solver", "solver", "contact solver", "", "numerics" ), CHOICE( s_solvers ),
        .live = true, .moreChoices = &ss_registeredSolvers, .doc = SOLVER_DOC },
    [keyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ), .min = 1e-10, .max = 1e-2,
        .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-4, .logScale = true,
        .live = true, .doc = TOLERANCE_DOC },
    [keySubsteps] = { SUBSTEPS_PARAM },
    SS_NOISE_ROWS,
};
// clang-format on

static const PileKeys s_keys = { keyN, keyDiameter, keyDensity, keyMu, keyMuRoll, keyMuSpin, keyRestitution,
    keyDropHeight, keyTheta, keyLaw, keyTol, keySubsteps };

enum
{
    signalLedger = pileSignalCount,
    signalRepose = signalLedger + ledgerCount,
    signalCount
};

static const ssSignal s_signals[] = { PILE_SIGNALS( "sphere" ), LEDGER_SIGNALS( "" ),
    { "repose_angle_deg", "α", "°", "slope of the pile; undefined while it has too few spheres" } };

static const ssPlot s_plots[] = {
    { PLOT( "repose_angle_deg", "slope of the pile", "°" ), .signals = { "repose_angle_deg" },
        .shown = true },
    { PILE_HEIGHT_PLOT, .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PILE_KINETIC_PLOT },
    { PILE_NORMAL_PLOT, .shown = true },
    { PILE_ITERATIONS_PLOT, .shown = true },
    { PLOT( "contacts", "spheres and contacts", "" ), .signals = { "n", "contacts" } },
    { PLOT( "max_speed", "fastest sphere", "m/s" ), .signals = { "max_speed" } },
    { PILE_TANGENTIAL_PLOT },
    { PILE_ROLLING_PLOT },
    { PILE_RESIDUAL_PLOT },
    { PILE_MEAN_HEIGHT_PLOT },
};

static const ssPresetValue s_steep[] = { { "mu", 0.7 }, { "mu_r", 0.01 } };
static const ssPresetValue s_flat[] = { { "mu", 0.3 }, { "mu_r", 0.01 } };
static const ssPresetValue s_scatter[] = { { "mu", 0.5 }, { "mu_r", 1e-5 } };
static const ssPresetValue s_reduced[] = { { "n", 60.0 }, { "mu_r", 0.01 } };
static const ssPresetValue s_tiny[] = { { "n", 20.0 }, { "rate", 100.0 }, { "drop_height", 0.1 } };

static const ssPreset s_presets[] = {
    { "fig4-steep", "μ = 0.7, a steep pile (Fig. 4)", PRESET( s_steep ) },
    { "fig4-flat", "μ = 0.3, a flatter pile (Fig. 4)", PRESET( s_flat ) },
    { "scatter", "Hardly any resistance: no pile", PRESET( s_scatter ) },
    { "reduced", "60 spheres, 3.6 s", .until = 3.6, PRESET( s_reduced ) },
    { "tiny", "A few spheres, for tests", .hidden = true, .until = 0.5, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = { PILE_MEASURES( "sphere",
    "mean distance of the spheres on the plate from their centroid, in diameters; a sphere that left the "
    "plate counts where it left" ) };

static const char* const s_figures[] = { "acary-fig5" };

typedef struct SpherePile
{
    Pile pile;
    ssVec2* exits; // where the lost spheres left the plate [m]
} SpherePile;

static unsigned lawFlags( const double* values ) { return pileLawFlags( values, &s_keys ); }

static ssWorldDef readDef( const ssSim* sim )
{
    ssWorldDef def = pileWorldDef( sim, &s_keys, FIRST_SPHERE );
    def.solver = ssParam_Choice( s_params + keySolver, (int)ssSim_Param( sim, keySolver ) );
    def.maxIterations = ssSim_Param( sim, keySolver ) == 0.0 ? MAX_PASSES : MAX_ITERATIONS;
    return def;
}

static ssBodyDef sphereDef( const ssSim* sim )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.5 * ssSim_Param( sim, keyDiameter ) );
    def.density = ssSim_Param( sim, keyDensity );
    def.material = pileMaterial( sim, &s_keys );
    def.pose.position.z = ssSim_Param( sim, keyDropHeight );
    // In a dense stream a sphere enters fast enough to clear the place of the next one in time.
    double rate = ssSim_Param( sim, keyRate );
    def.velocity.z =
        -ssMax( 0.0, CLEARANCE * ssSim_Param( sim, keyDiameter ) * rate - 0.5 * PILE_GRAVITY / rate );
    return def;
}

static void destroy( void* state )
{
    SpherePile* s = state;
    pileDestroy( &s->pile );
    ssRelease( s->exits );
    s->exits = NULL;
}

static ssResult addPlate( SpherePile* s, const ssSim* sim )
{
    ssBodyDef plate = ssDefaultBodyDef();
    plate.shape = ssPlaneShape();
    plate.kind = ss_bodyStatic;
    plate.material = pileMaterial( sim, &s_keys );
    plate.group = PILE_FALLEN;
    return ssWorld_AddBody( s->pile.world, &plate, NULL );
}

static ssResult create( void* state, const ssSim* sim )
{
    SpherePile* s = state;
    ssWorldDef def = readDef( sim );
    ssResult result = pileCreate( &s->pile, sim, &s_keys, &def );
    s->pile.first = FIRST_SPHERE;
    s->exits = ssAlloc( sizeof( ssVec2 ) * (size_t)s->pile.capacity );
    if ( result.code == ss_ok && s->exits == NULL )
    {
        result = ssError( ss_errorMemory, "n", "out of memory for %d spheres", s->pile.capacity );
    }
    result = result.code == ss_ok ? addPlate( s, sim ) : result;
    if ( result.code == ss_ok )
    {
        ssBodyDef sphere = sphereDef( sim );
        result = worldTryBody( &def, &sphere );
    }
    if ( result.code != ss_ok ) { destroy( s ); }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    ssWorldDef def = readDef( sim );
    pileApply( state, sim, &s_keys, &def );
}

static void drop( Pile* pile, ssSim* sim )
{
    if ( pile->poured >= (int)ssSim_Param( sim, keyN ) || ssSim_Time( sim ) < pile->next ) { return; }
    ssRng before = *ssSim_Rng( sim );
    double spread = ssSim_Param( sim, keySpread );
    ssBodyDef def = sphereDef( sim );
    def.pose.position.x = spread * ( 2.0 * ssRng_Uniform( ssSim_Rng( sim ) ) - 1.0 );
    def.pose.position.y = spread * ( 2.0 * ssRng_Uniform( ssSim_Rng( sim ) ) - 1.0 );
    if ( pileIsFree( pile, 0, def.pose.position, 2.0 * def.shape.radius ) &&
        ssWorld_AddBody( pile->world, &def, NULL ).code == ss_ok )
    {
        pile->poured += 1;
        pile->next += 1.0 / ssSim_Param( sim, keyRate );
        return;
    }
    *ssSim_Rng( sim ) = before;
}

/// A sphere that has passed the edge falls through the plane of the plate, and is disabled far below it.
static void loseFallen( SpherePile* s, const ssSim* sim )
{
    ssWorld* world = s->pile.world;
    double half = 0.5 * ssSim_Param( sim, keyPlateWidth ),
           gone = -GONE_DEPTH * ssSim_Param( sim, keyDiameter );
    for ( int i = FIRST_SPHERE; i < FIRST_SPHERE + s->pile.poured; ++i )
    {
        ssBodyState body = worldBody( world, i );
        ssVec3 x = body.pose.position;
        bool outside = fabs( x.x ) > half || fabs( x.y ) > half;
        if ( body.enabled && x.z >= 0.0 && outside &&
            ssWorld_Group( world, ssWorld_BodyAt( world, i ) ) != PILE_FALLEN )
        {
            ssIgnore( ssWorld_SetGroup( world, ssWorld_BodyAt( world, i ), PILE_FALLEN ) );
            s->exits[s->pile.lost++] = ssVec2_Make( x.x, x.y );
        }
        if ( body.enabled && x.z < gone )
        {
            ssIgnore( ssWorld_SetEnabled( world, ssWorld_BodyAt( world, i ), false ) );
        }
    }
}

/// Top of the highest sphere with a contact force, in diameters. Spheres in free fall have none.
static double pileHeight( const ssWorld* world, double radius )
{
    double height = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        if ( contact.view.force[0] > 0.0 )
        {
            double top = ssMax( ssWorld_Body( world, contact.a ).pose.position.z,
                ssWorld_Body( world, contact.b ).pose.position.z );
            height = ssMax( height, 0.5 * ( top / radius + 1.0 ) );
        }
    }
    return height;
}

static bool findSlope( const SpherePile* s, const ssSim* sim, PileSlope* slope )
{
    double d = ssSim_Param( sim, keyDiameter );
    pileFindSupported( &s->pile, d, ssSim_Param( sim, keyDropHeight ) );
    return pileFindSlope( &s->pile, d, &pileSmallFit, slope ) && slope->angle > 0.0;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const SpherePile* s = state;
    double diameter = ssSim_Param( sim, keyDiameter );
    pileFillSignals( &s->pile, diameter, row );
    row[pileSignalHeight] = pileHeight( s->pile.world, 0.5 * diameter );
    row[pileSignalKinetic] = worldFillLedger( s->pile.world, 0.0, row + signalLedger );
    PileSlope slope;
    row[signalRepose] = findSlope( s, sim, &slope ) ? slope.angle : SS_NAN;
}

static ssStepReport step( void* state, ssSim* sim )
{
    SpherePile* s = state;
    drop( &s->pile, sim );
    ssWorldReport report = worldStep( s->pile.world, sim );
    bool finite = pileIsFinite( &s->pile, &report, ssSim_StepSize( sim ) );
    loseFallen( s, sim );
    s->pile.penetration = ssMax( s->pile.penetration, report.maxPenetration );
    return worldStepReport( s->pile.world, &report, finite );
}

static void serialize( void* state, ssArchive* archive )
{
    SpherePile* s = state;
    Pile* pile = &s->pile;
    ssArchive_Int( archive, &pile->poured );
    ssArchive_Int( archive, &pile->lost );
    ARCHIVE_EACH( archive, &pile->next, &pile->penetration );
    archive->overrun =
        archive->overrun || pile->lost < 0 || pile->poured < pile->lost || pile->poured > pile->capacity;
    for ( int i = 0; i < pile->lost && !archive->overrun; ++i )
    {
        ARCHIVE_EACH( archive, &s->exits[i].x, &s->exits[i].y );
    }
    ssWorld_Serialize( pile->world, archive );
    archive->overrun = archive->overrun || pile->poured + FIRST_SPHERE != ssWorld_BodyCount( pile->world );
}

/// The exits of the lost spheres come first, then the places of the spheres that lie on the plate.
static bool bottomPlace( const void* state, const ssSim* sim, int i, ssVec2* place )
{
    const SpherePile* s = state;
    if ( i < s->pile.lost )
    {
        *place = s->exits[i];
        return true;
    }
    ssBodyState body;
    bool bottom = pileGrain( &s->pile, i - s->pile.lost, &body ) &&
        body.pose.position.z <= 0.55 * ssSim_Param( sim, keyDiameter );
    *place = ssVec2_Make( body.pose.position.x, body.pose.position.y );
    return bottom;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const SpherePile* s = state;
    if ( index == pileMeasureBottomRadius )
    {
        return pileMeanRadius(
            s, sim, s->pile.lost + s->pile.poured, bottomPlace, ssSim_Param( sim, keyDiameter ) );
    }
    double row[signalCount];
    fillSignals( s, sim, row );
    return pileMeasure( &s->pile, row, index );
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const SpherePile* s = state;
    double diameter = ssSim_Param( sim, keyDiameter ), half = 0.5 * ssSim_Param( sim, keyPlateWidth );
    double height = ssSim_Param( sim, keyDropHeight );
    pictureBounds( out, ssVec3_Make( 0.0, 0.0, 0.35 * height ), 0.5 * height + 4.0 * diameter );
    worldDrawPlate( out, half );
    worldDrawBodies( s->pile.world, out, ss_drawAll );
    PileSlope slope;
    if ( findSlope( s, sim, &slope ) ) { pileDrawSlope( &slope, diameter, out ); }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    pileExplain( sim, &s_keys, param, ssSim_Param( sim, param ), text, capacity );
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)state;
    (void)sim;
    if ( body < 0 )
    {
        snprintf( text, (size_t)capacity, "plate" );
        return;
    }
    worldNameBody( body, FIRST_SPHERE, "ball", text, capacity );
}

extern const ssScenario ss_scenarioSpherePile;
const ssScenario ss_scenarioSpherePile = { "sphere-pile", "Sphere pile",
    .source = "Acary & Bourrier 2021, Sec. 6.2, Figs. 4-5",
    .summary = "Spheres fall one by one onto a square plate. Without rolling resistance none rests on "
               "another, and they roll off in all directions. Beyond a critical resistance they pile up, and "
               "sliding friction decides how steeply.",
    .model = { ROWS( param, s_params ), ROWS( signal, s_signals ), .measures = s_measures, .pile = true,
        .measureCount = pileMeasureCount, .h = 1e-3, .until = 20.0, .stateSize = sizeof( SpherePile ),
        MODEL_CALLS, .destroy = destroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze,
        .lawFlags = lawFlags },
    .picture = { ROWS( plot, s_plots ), .draw = draw, .explain = explain, .drag = worldDrag,
        .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "fig4-steep", ROWS( figure, s_figures ) };
