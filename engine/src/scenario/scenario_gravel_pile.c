// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/pile.h"

#include <stdio.h>

// Ten thousand stones: with facets, or rolling resistance in place of them (Tasora & Anitescu Sec. 6.3).

#define MAX_POURED 32         // stones poured in one step, at most
#define MAX_TRIES 24          // places tried for a stone before it waits
#define RECENT 400            // latest stones: only these can still occupy the place of the next one
#define STREAM_HEIGHT 6.0     // vertical extent of the region where stones appear, in diameters
#define MAX_FIXED 5           // bodies that are not stones: the floor and four walls
#define ARROWS_MAX_STONES 300 // velocity arrows of more stones would clutter the view

enum
{
    keyN,
    keyShape,
    keyDiameter,
    keyDensity,
    keyMu,
    keyMuRoll,
    keyMuSpin,
    keyRestitution,
    keyDropHeight,
    keyRate,
    keySpread,
    keyContainer,
    keyPlateWidth,
    keyTheta,
    keyScheme,
    keyLaw,
    keySolver,
    keyTol,
    keySweeps,
    keySubsteps,
    keyCount
};

enum
{
    shapeSphere,
    shapeBox,
    shapeMixed,
    shapeCount
};

static const char* const s_shapes[] = { "sphere", "box", "mixed" };
static const char* const s_solvers[] = { "passes", "psor", "apgd" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyN] = { PARAM( "n", "stones", "stones", "", "pile" ), .kind = ss_paramInteger, .min = 1.0,
        .max = 20000.0, .allowedMin = 1.0, .allowedMax = 200000.0, .defaultValue = 10000.0,
        .doc = "Total number of stones to pour." },
    [keyShape] = { PARAM( "shape", "shape", "shape of the stones", "", "pile" ), CHOICE( s_shapes ),
        .doc = "sphere: round stones, with rolling and spinning resistance in place of facets. box: faceted "
            "stones of the same volume. mixed: half of each." },
    [keyDiameter] = { PARAM( "diameter", "d", "diameter", "m", "pile" ), POSITIVE( 0.02, 0.1, 0.045 ),
        .doc = "Diameter of the spheres. Faceted stones have the same volume." },
    [keyDensity] = { PARAM( "density", "ρ", "density", "kg/m³", "pile" ), POSITIVE( 10.0, 20000.0, 2028.0 ),
        .logScale = true,
        .doc = "Mass density of the stones. It scales the forces and does not change the motion." },
    [keyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.6 ), .live = true, .doc = "Applies to all contacts." },
    [keyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.02, 0.01 ), .live = true, .radius = "diameter", .radiusShare = 0.5,
        .doc = "Applies to all contacts. Without it spheres spread into a flat layer; with it they heap up "
            "like gravel." },
    [keyMuSpin] = { PARAM( "mu_s", "μ_s", "spinning resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.02, 0.01 ), .live = true, .radius = "diameter", .radiusShare = 0.5,
        .doc = "Applies to all contacts. The paper sets it equal to the rolling resistance length." },
    [keyRestitution] = { RESTITUTION_PARAM },
    [keyDropHeight] = { PARAM( "drop_height", "height", "drop height", "m", "pile" ),
        POSITIVE( 0.2, 3.0, 1.0 ),
        .doc = "Stones appear at this height above the floor and up to six diameters higher. The source "
            "rises when the heap reaches it." },
    [keyRate] = { PARAM( "rate", "rate", "flow", "1/s", "pile" ), POSITIVE( 10.0, 2000.0, 800.0 ),
        .logScale = true, .live = true,
        .doc = "Stones poured per second. A stone waits while its place is occupied." },
    [keySpread] = { PARAM( "spread", "stream", "radius of the stream", "m", "pile" ),
        NOT_NEGATIVE( 0.0, 0.5, 0.2 ), .live = true,
        .doc = "Stones are poured at random within this distance of the centre." },
    [keyContainer] = { PARAM( "container", "container", "container", "m", "pile" ),
        NOT_NEGATIVE( 0.0, 5.0, 2.0 ),
        .doc = "Inner side of the square container. 0: an open plate without walls." },
    [keyPlateWidth] = { PARAM( "plate_width", "plate", "plate width", "m", "pile" ),
        POSITIVE( 1.0, 10.0, 6.0 ), .live = true,
        .doc = "Side of the square plate when there is no container. Stones that pass its edge are lost." },
    [keyTheta] = { THETA_PARAM },
    [keyScheme] = { SCHEME_PARAM( worldSchemeTheta ) },
    [keyLaw] = { WORLD_LAW_PARAM },
    [keySolver] = { PARAM( "solver", "solver", "contact solver", "", "numerics" ), CHOICE( s_solvers ),
        .live = true, .moreChoices = &ss_registeredSolvers, .doc = SOLVER_DOC },
    [keyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ),
        BETWEEN( 0.0, 1.0, 0.0, 1e-2, 0.0 ), .logScale = true, .live = true,
        .doc = TOLERANCE_DOC " 0: it always makes all its iterations, so that every step of a large pile "
            "takes the same time." },
    [keySweeps] = { PARAM( "sweeps", "sweeps", "iterations per step", "", "numerics" ),
        .kind = ss_paramInteger, .min = 5.0, .max = 1000.0, .allowedMin = 1.0, .allowedMax = 1e6,
        .defaultValue = 50.0, .live = true,
        .doc = "Iteration limit of the contact solver in each step or substep." },
    [keySubsteps] = { SUBSTEPS_PARAM },
    SS_NOISE_ROWS,
};
// clang-format on

static const PileKeys s_keys = { keyN, keyDiameter, keyDensity, keyMu, keyMuRoll, keyMuSpin, keyRestitution,
    keyDropHeight, keyTheta, keyLaw, keyTol, keySubsteps };

enum
{
    signalRepose = pileSignalCount,
    signalLedger,
    signalCount = signalLedger + ledgerCount
};

static const ssSignal s_signals[] = { PILE_SIGNALS( "stone" ),
    { "repose_angle_deg", "α", "°", "slope of the heap; undefined while it has too few stones or none" },
    LEDGER_SIGNALS( "" ) };

static const ssPlot s_plots[] = {
    { PLOT( "repose_angle_deg", "angle of repose", "°" ), .signals = { "repose_angle_deg" }, .shown = true },
    { PILE_HEIGHT_PLOT, .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PILE_KINETIC_PLOT },
    { PLOT( "contacts", "stones and contacts", "" ), .signals = { "n", "contacts" }, .shown = true },
    { PILE_NORMAL_PLOT },
    { PILE_TANGENTIAL_PLOT },
    { PILE_ROLLING_PLOT },
    { PLOT( "max_speed", "fastest stone", "m/s" ), .signals = { "max_speed" } },
    { PILE_ITERATIONS_PLOT },
    { PILE_RESIDUAL_PLOT },
    { PILE_MEAN_HEIGHT_PLOT },
};

static const ssPresetValue s_loose[] = { { "mu_r", 0.0 }, { "mu_s", 0.0 }, { "tol", 2e-4 },
    { "sweeps", 1000.0 } };
static const ssPresetValue s_resisting[] = { { "tol", 2e-4 }, { "sweeps", 1000.0 } };
static const ssPresetValue s_medium[] = { { "n", 2000.0 }, { "container", 0.0 }, { "spread", 0.1 },
    { "rate", 400.0 }, { "tol", 2e-4 }, { "sweeps", 1000.0 } };
// So few that a window shows them as fast as they fall; mu_r is the same share of their radius.
static const ssPresetValue s_few[] = { { "n", 500.0 }, { "diameter", 0.07 }, { "mu_r", 0.0155 },
    { "mu_s", 0.0155 }, { "container", 0.0 }, { "spread", 0.12 }, { "rate", 100.0 }, { "tol", 1e-3 },
    { "sweeps", 1000.0 } };
static const ssPresetValue s_faceted[] = { { "n", 600.0 }, { "shape", shapeBox }, { "mu_r", 0.0 },
    { "mu_s", 0.0 }, { "container", 0.0 }, { "spread", 0.1 }, { "rate", 120.0 } };
static const ssPresetValue s_tiny[] = { { "n", 8.0 }, { "rate", 200.0 }, { "drop_height", 0.2 },
    { "spread", 0.1 }, { "container", 1.0 } };

static const ssPreset s_presets[] = {
    { "few", "500 stones, as fast as they fall", .until = 8.0, PRESET( s_few ) },
    { "fig10", "Round stones, a layer (Fig. 10)", PRESET( s_loose ) },
    { "fig11", "With resistance, a heap (Fig. 11)", PRESET( s_resisting ) },
    { "heap", "2,000 stones on an open plate", .until = 8.0, PRESET( s_medium ) },
    { "faceted", "600 faceted stones", .h = 1e-3, .until = 8.0, PRESET( s_faceted ) },
    { "tiny", "A few stones, for tests", .hidden = true, .until = 1.0, PRESET( s_tiny ) },
};

enum
{
    measureRepose = pileMeasureCount,
    measureCount
};

static const ssMeasure s_measures[] = {
    PILE_MEASURES( "stone", "mean distance of the stones on the floor from their centroid, in diameters" ),
    { "repose_angle_deg", "°",
        "angle of the line through the highest tops per ring, from 20 to 80% of the base radius; undefined "
        "while there are too few stones" }
};

static const char* const s_figures[] = { "tasora-fig10", "tasora-fig11", "tasora-fig12", "tasora-fig13" };

typedef struct GravelPile
{
    Pile pile;
    double lift; // how far the source has risen above the growing heap [m]
} GravelPile;

static unsigned lawFlags( const double* values ) { return pileLawFlags( values, &s_keys ); }

static ssWorldDef readDef( const ssSim* sim )
{
    ssWorldDef def = pileWorldDef( sim, &s_keys, MAX_FIXED );
    def.solver = ssParam_Choice( s_params + keySolver, (int)ssSim_Param( sim, keySolver ) );
    def.maxIterations = (int)ssSim_Param( sim, keySweeps );
    return def;
}

static double uniform( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

/// A sphere, or a box of the same volume whose sides differ by a factor of up to two.
static ssShape stoneShape( const ssSim* sim, ssRng* rng )
{
    double d = ssSim_Param( sim, keyDiameter );
    int shape = (int)ssSim_Param( sim, keyShape );
    bool faceted = shape == shapeBox || ( shape == shapeMixed && ssRng_Next( rng ) % 2 == 0 );
    if ( !faceted ) { return ssSphereShape( 0.5 * d ); }
    double a = uniform( rng, 0.7, 1.4 ), b = uniform( rng, 0.7, 1.4 ), c = uniform( rng, 0.7, 1.4 );
    double scale = 0.5 * d * ssCbrt( SS_PI / ( 6.0 * a * b * c ) );
    return ssBoxShape( ssVec3_Make( scale * a, scale * b, scale * c ) );
}

/// A rotation vector with a random axis and angle.
static ssVec3 randomTurn( ssRng* rng )
{
    double z = uniform( rng, -1.0, 1.0 ), angle = uniform( rng, 0.0, 2.0 * SS_PI ), r = sqrt( 1.0 - z * z );
    double turn = uniform( rng, 0.0, SS_PI );
    return ssVec3_Make( turn * r * ssCos( angle ), turn * r * ssSin( angle ), turn * z );
}

static ssBodyDef stoneDef( const ssSim* sim, ssRng* rng )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = stoneShape( sim, rng );
    def.density = ssSim_Param( sim, keyDensity );
    def.material = pileMaterial( sim, &s_keys );
    def.pose.orientation = ssQuat_FromRotationVector( randomTurn( rng ) );
    def.pose.position.z = ssSim_Param( sim, keyDropHeight );
    return def;
}

static void destroy( void* state ) { pileDestroy( state ); }

/// Refuses lengths that do not go together.
static ssResult checkLengths( const ssSim* sim )
{
    double container = ssSim_Param( sim, keyContainer ), d = ssSim_Param( sim, keyDiameter );
    if ( container > 0.0 && container < 4.0 * d )
    {
        return ssError( ss_errorValue, "container",
            "container = %g m is narrower than four stones of %g m; 0 means no container", container, d );
    }
    double largest = ssMax( ssSim_Param( sim, keyDropHeight ), ssSim_Param( sim, keySpread ) );
    if ( largest > 1e9 * d )
    {
        return ssError( ss_errorValue, ssSim_Param( sim, keySpread ) == largest ? "spread" : "drop_height",
            "%g m is more than a billion stones of %g m", largest, d );
    }
    return ssOk();
}

static ssResult create( void* state, const ssSim* sim )
{
    GravelPile* s = state;
    Pile* pile = &s->pile;
    ssRng rng = ssSeedRng( 0 );
    ssWorldDef def = readDef( sim );
    ssResult result = checkLengths( sim );
    if ( result.code == ss_ok )
    {
        ssBodyDef stone = stoneDef( sim, &rng );
        result = worldTryBody( &def, &stone );
    }
    if ( result.code != ss_ok ) { return result; }
    result = pileCreate( pile, sim, &s_keys, &def );
    if ( result.code == ss_ok )
    {
        ssMaterial material = pileMaterial( sim, &s_keys );
        result = worldAddGround( pile->world, &material, 0.5 * ssSim_Param( sim, keyContainer ) );
        pile->first = ssWorld_BodyCount( pile->world );
    }
    if ( result.code != ss_ok ) { destroy( s ); }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    ssWorldDef def = readDef( sim );
    pileApply( state, sim, &s_keys, &def );
}

static bool pourOne( GravelPile* s, ssSim* sim )
{
    Pile* pile = &s->pile;
    ssRng* rng = ssSim_Rng( sim );
    double d = ssSim_Param( sim, keyDiameter ), spread = ssSim_Param( sim, keySpread );
    double room = 0.5 * ssSim_Param( sim, keyContainer ) - d;
    spread = room > 0.0 ? ssMin( spread, room ) : spread;
    ssBodyDef def = stoneDef( sim, rng );
    // The corners of a box lie outside the sphere of its volume.
    double distance = 2.0 * ssMax( ssShape_BoundingRadius( &def.shape ), 0.5 * d );
    int recent = pile->poured > RECENT ? pile->poured - RECENT : 0;
    for ( int i = 0; i < MAX_TRIES; ++i )
    {
        double r = spread * sqrt( ssRng_Uniform( rng ) ), angle = uniform( rng, 0.0, 2.0 * SS_PI );
        double z = ssSim_Param( sim, keyDropHeight ) + s->lift + uniform( rng, 0.0, STREAM_HEIGHT ) * d;
        def.pose.position = ssVec3_Make( r * ssCos( angle ), r * ssSin( angle ), z );
        if ( pileIsFree( pile, recent, def.pose.position, distance ) &&
            ssWorld_AddBody( pile->world, &def, NULL ).code == ss_ok )
        {
            pile->poured += 1;
            return true;
        }
    }
    return false;
}

static void pour( GravelPile* s, ssSim* sim )
{
    Pile* pile = &s->pile;
    double time = ssSim_Time( sim ), d = ssSim_Param( sim, keyDiameter );
    double top = ssSim_Param( sim, keyDropHeight ) - STREAM_HEIGHT * d;
    for ( int i = 0; i < MAX_POURED && pile->poured < pile->capacity && time >= pile->next; ++i )
    {
        // A stone poured some time ago that is still this high lies on a heap grown up to the source.
        int earlier = pile->poured - RECENT;
        bool high =
            earlier >= 0 && worldBody( pile->world, pile->first + earlier ).pose.position.z > top + s->lift;
        s->lift += high ? d : 0.0;
        if ( !pourOne( s, sim ) )
        {
            pile->next = time;
            return;
        }
        pile->next += 1.0 / ssSim_Param( sim, keyRate );
    }
    pile->next = ssMax( pile->next, time );
}

/// Disables stones that have passed the edge of the open plate.
static void loseFallen( Pile* pile, const ssSim* sim )
{
    double half = 0.5 * ssSim_Param( sim, keyPlateWidth );
    if ( ssSim_Param( sim, keyContainer ) > 0.0 ) { return; }
    for ( int i = 0; i < pile->poured; ++i )
    {
        ssBodyState body = worldBody( pile->world, pile->first + i );
        if ( body.enabled && ( fabs( body.pose.position.x ) > half || fabs( body.pose.position.y ) > half ) )
        {
            ssIgnore(
                ssWorld_SetEnabled( pile->world, ssWorld_BodyAt( pile->world, pile->first + i ), false ) );
            pile->lost += 1;
        }
    }
}

static ssStepReport step( void* state, ssSim* sim )
{
    GravelPile* s = state;
    ssWorld* world = s->pile.world;
    pour( s, sim );
    ssWorldReport report = worldStep( world, sim );
    bool finite = pileIsFinite( &s->pile, &report, ssSim_StepSize( sim ) );
    loseFallen( &s->pile, sim );
    s->pile.penetration = ssMax( s->pile.penetration, report.maxPenetration );
    return worldStepReport( world, &report, finite );
}

static void serialize( void* state, ssArchive* archive )
{
    GravelPile* s = state;
    Pile* pile = &s->pile;
    ssArchive_Int( archive, &pile->poured );
    ssArchive_Int( archive, &pile->lost );
    ARCHIVE_EACH( archive, &s->lift, &pile->next, &pile->penetration );
    ssWorld_Serialize( pile->world, archive );
    archive->overrun = archive->overrun || pile->poured < 0 || pile->poured > pile->capacity ||
        pile->lost < 0 || pile->poured + pile->first != ssWorld_BodyCount( pile->world );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const GravelPile* s = state;
    const Pile* pile = &s->pile;
    double d = ssSim_Param( sim, keyDiameter ), height = 0.0;
    pileFindSupported( pile, d, ssSim_Param( sim, keyDropHeight ) + s->lift );
    for ( int i = 0; i < pile->poured; ++i )
    {
        ssBodyState body = worldBody( pile->world, pile->first + i );
        height =
            body.enabled && pile->supported[i] ? ssMax( height, body.pose.position.z / d + 0.5 ) : height;
    }
    pileFillSignals( pile, d, row );
    row[pileSignalHeight] = height;
    row[pileSignalKinetic] = worldFillLedger( pile->world, 0.0, row + signalLedger );
    // The first stones have bounced away from the middle: that is no heap yet.
    double slope = pileReposeAngle( pile, d );
    row[signalRepose] = slope > 0.0 ? slope : SS_NAN;
}

/// Stones on the floor. Lost stones stay where they left the plate and count as well.
static bool bottomPlace( const void* state, const ssSim* sim, int i, ssVec2* place )
{
    const Pile* pile = &( (const GravelPile*)state )->pile;
    ssVec3 x = worldBody( pile->world, pile->first + i ).pose.position;
    *place = ssVec2_Make( x.x, x.y );
    return x.z <= 0.55 * ssSim_Param( sim, keyDiameter );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const GravelPile* s = state;
    if ( index == pileMeasureBottomRadius )
    {
        return pileMeanRadius( s, sim, s->pile.poured, bottomPlace, ssSim_Param( sim, keyDiameter ) );
    }
    double row[signalCount];
    fillSignals( s, sim, row ); // finds the supported stones too
    return index == measureRepose ? pileReposeAngle( &s->pile, ssSim_Param( sim, keyDiameter ) )
                                  : pileMeasure( &s->pile, row, index );
}

static void drawContainer( const ssDraw* out, double half, bool walls )
{
    worldDrawPlate( out, half );
    if ( walls && out->line != NULL )
    {
        double z = 0.15 * half;
        const ssVec3 rim[5] = { { half, half, z }, { -half, half, z }, { -half, -half, z },
            { half, -half, z }, { half, half, z } };
        out->line( out->context, ss_lineScenery, 5, rim );
        for ( int i = 0; i < 4; ++i )
        {
            ssVec3 post[2] = { rim[i], rim[i] };
            post[1].z = 0.0;
            out->line( out->context, ss_lineScenery, 2, post );
        }
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const GravelPile* s = state;
    double d = ssSim_Param( sim, keyDiameter ), container = ssSim_Param( sim, keyContainer );
    // Radius of a cone with a slope of 25 degrees (tan = 0.466) and a solid fraction of 0.6, and a margin.
    double heap =
        ssCbrt( 3.0 * s->pile.capacity * ( SS_PI / 6.0 * d * d * d ) / 0.6 / ( SS_PI * 0.466 ) ) + 2.0 * d;
    double shown = container > 0.0 ? ssMin( 0.6 * container, 2.0 * heap ) : 1.2 * heap;
    pictureBounds( out, ssVec3_Make( 0.0, 0.0, 0.25 * shown ), shown );
    drawContainer(
        out, 0.5 * ( container > 0.0 ? container : ssSim_Param( sim, keyPlateWidth ) ), container > 0.0 );
    worldDrawBodies(
        s->pile.world, out, s->pile.poured > ARROWS_MAX_STONES ? ~(uint32_t)ss_drawVelocities : ~0u );
    PileSlope slope;
    pileFindSupported( &s->pile, d, ssSim_Param( sim, keyDropHeight ) + s->lift );
    if ( pileFindSlope( &s->pile, d, &pileGravelFit, &slope ) && slope.angle > 0.0 )
    {
        pileDrawSlope( &slope, d, out );
    }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    pileExplain( sim, &s_keys, param, ssSim_PendingParam( sim, param ), text, capacity );
    if ( param == keyN || param == keyRate )
    {
        sayNumbers( text, capacity, ssTranslate( "poured in %s s" ),
            ssSim_PendingParam( sim, keyN ) / ssSim_PendingParam( sim, keyRate ) );
    }
}

static bool uses( const ssSim* sim, int param )
{
    return param != keyPlateWidth || !( ssSim_PendingParam( sim, keyContainer ) > 0.0 );
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)sim;
    worldNameBody( body, ( (const GravelPile*)state )->pile.first, "stone", text, capacity );
}

extern const ssScenario ss_scenarioGravelPile;
const ssScenario ss_scenarioGravelPile = { "gravel-pile", "Gravel pile",
    .source = "Tasora & Anitescu 2013, Sec. 6.3, Figs. 9-12",
    .summary = "Stones are poured from a height of one metre into a flat container. Round stones spread into "
               "a layer; with rolling and spinning resistance they heap up as faceted stones do, at the "
               "computing cost of spheres.",
    .model = { ROWS( param, s_params ), ROWS( signal, s_signals ), .measures = s_measures, .pile = true,
        .measureCount = measureCount, .h = 5e-3, .until = 15.0, .stateSize = sizeof( GravelPile ),
        MODEL_CALLS, .destroy = destroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze,
        .lawFlags = lawFlags, .uses = uses },
    .picture = { ROWS( plot, s_plots ), .draw = draw, .explain = explain, .drag = worldDrag,
        .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "few", ROWS( figure, s_figures ) };
