// SPDX-License-Identifier: MIT
#include "slipstick/scenario.h"
#include "slipstick/world.h"

#include "scenario/world_scenario.h"

#include <math.h>
#include <stdio.h>

// Ten thousand stones poured into a flat container: spheres whose rolling and spinning resistance stands in for their
// facets, or stones that have facets (Tasora & Anitescu Sec. 6.3).

#define GRAVITY 9.81 // [m/s²]
#define POUR_MAX 32  // stones let go in one step at most
#define TRIES 24     // places looked at for a stone before it waits
#define RECENT 400   // stones let go lately: only they can still be where the next one is to appear
#define RINGS 64     // of the measured slope

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
static const char* const s_laws[] = { "coulomb", "relaxed", "ellipsoidal" };
static const char* const s_solvers[] = { "sweep", "psor", "apgd" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyN] = { .key = "n", .symbol = "n", .label = "stones", .unit = "", .group = "pile",
        .doc = "How many stones are poured in all.", .kind = ss_paramInteger,
        .min = 1.0, .max = 20000.0, .allowedMin = 1.0, .allowedMax = 200000.0, .defaultValue = 10000.0 },
    [keyShape] = { .key = "shape", .symbol = "shape", .label = "shape of the stones", .unit = "", .group = "pile",
        .doc = "sphere: round, with rolling and spinning resistance in place of facets. box: faceted stones of the same "
               "volumes. mixed: half and half.",
        .kind = ss_paramChoice, .max = shapeCount - 1, .allowedMax = shapeCount - 1, .choices = s_shapes,
        .choiceCount = SS_COUNT( s_shapes ) },
    [keyDiameter] = { .key = "diameter", .symbol = "d", .label = "diameter", .unit = "m", .group = "pile",
        .doc = "Diameter of the spheres; faceted stones have the same volume.",
        .min = 0.02, .max = 0.1, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.045 },
    [keyDensity] = { .key = "density", .symbol = "ρ", .label = "density", .unit = "kg/m³", .group = "pile",
        .doc = "Mass density of the stones. It scales the forces and changes nothing in the motion.",
        .min = 10.0, .max = 20000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 2028.0, .logScale = true },
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "sliding friction coefficient", .unit = "", .group = "friction",
        .doc = "Of all contacts.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.6, .live = true },
    [keyMuRoll] = { .key = "mu_r", .symbol = "μ_r", .label = "rolling resistance length", .unit = "m",
        .group = "friction",
        .doc = "Of all contacts. Without it spheres flow apart into a flat layer; with it they heap up like gravel.",
        .min = 0.0, .max = 0.02, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.01, .live = true,
        .radius = "diameter", .radiusShare = 0.5 },
    [keyMuSpin] = { .key = "mu_s", .symbol = "μ_s", .label = "spinning resistance length", .unit = "m",
        .group = "friction", .doc = "Of all contacts. The paper sets it equal to the rolling resistance length.",
        .min = 0.0, .max = 0.02, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.01, .live = true,
        .radius = "diameter", .radiusShare = 0.5 },
    [keyRestitution] = { .key = "restitution", .symbol = "e", .label = "restitution", .unit = "", .group = "friction",
        .doc = "Newton's impact law, of all contacts. Only the laws without dilatancy use it.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .live = true },
    [keyDropHeight] = { .key = "drop_height", .symbol = "H₀", .label = "drop height", .unit = "m", .group = "pile",
        .doc = "Stones are let go from here up to six diameters higher, above the floor. A heap that grows up to the "
               "source lifts it.",
        .min = 0.2, .max = 3.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0 },
    [keyRate] = { .key = "rate", .symbol = "rate", .label = "flow", .unit = "1/s", .group = "pile",
        .doc = "Stones per second. One waits while there is no room where it is to appear.",
        .min = 10.0, .max = 2000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 800.0,
        .logScale = true, .live = true },
    [keySpread] = { .key = "spread", .symbol = "s", .label = "width of the stream", .unit = "m", .group = "pile",
        .doc = "Stones are let go at random within this distance of the middle.",
        .min = 0.0, .max = 0.5, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.2, .live = true },
    [keyContainer] = { .key = "container", .symbol = "b", .label = "container", .unit = "m", .group = "pile",
        .doc = "Inner side of the square container. 0: no walls, an open plate.",
        .min = 0.0, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 2.0 },
    [keyPlateWidth] = { .key = "plate_width", .symbol = "b_p", .label = "plate width", .unit = "m", .group = "pile",
        .doc = "Without a container: side of the square plate. What passes its edge is lost.",
        .min = 1.0, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 6.0,
        .live = true },
    [keyTheta] = { .key = "theta", .symbol = "θ", .label = "Moreau-Jean theta", .unit = "", .group = "numerics",
        .doc = "Weight of the new velocity in the position's update. With 1 energy never rises.",
        .min = 0.5, .max = 1.0, .allowedMin = 0.5, .allowedMax = 1.0, .defaultValue = 1.0, .live = true },
    [keyLaw] = { .key = "law", .symbol = "law", .label = "friction law", .unit = "", .group = "numerics",
        .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex law of the paper, whose sliding "
               "contacts ride on a gap. ellipsoidal: one bound for force and moments together.",
        .kind = ss_paramChoice, .max = 2.0, .allowedMax = 2.0, .live = true, .choices = s_laws,
        .choiceCount = SS_COUNT( s_laws ) },
    [keySolver] = { .key = "solver", .symbol = "solver", .label = "contact solver", .unit = "", .group = "numerics",
        .doc = "sweep: Gauss-Seidel in lanes, made for stepping. The others are those of the command solve.",
        .kind = ss_paramChoice, .max = SS_COUNT( s_solvers ) - 1, .allowedMax = SS_COUNT( s_solvers ) - 1, .live = true, .choices = s_solvers,
        .choiceCount = SS_COUNT( s_solvers ) },
    [keyTol] = { .key = "tol", .symbol = "tol", .label = "contact tolerance", .unit = "", .group = "numerics",
        .doc = "Residual of the contact problem at which a step's solve ends before its sweeps are used up. 0: always "
               "all of them, which keeps a large pile steady in time.",
        .min = 0.0, .max = 1e-2, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .logScale = true,
        .live = true },
    [keySweeps] = { .key = "sweeps", .symbol = "sweeps", .label = "sweeps per step", .unit = "", .group = "numerics",
        .doc = "At most so many iterations of the contact solver in a step, or in each substep.", .kind = ss_paramInteger,
        .min = 5.0, .max = 500.0, .allowedMin = 1.0, .allowedMax = 1e6, .defaultValue = 50.0, .live = true },
    [keySubsteps] = { SUBSTEPS_PARAM },
};
// clang-format on

enum
{
    signalN,
    signalContacts,
    signalKinetic,
    signalMaxSpeed,
    signalSumRn,
    signalMaxRt,
    signalMaxMr,
    signalHeight,
    signalMeanHeight,
    signalIterations,
    signalResidual,
    signalRepose,
    signalBooks,
    signalCount = signalBooks + bookCount
};

static const ssSignal s_signals[] = {
    [signalN] = { "n", "n", "", "stones in the world" },
    [signalContacts] = { "contacts", "contacts", "", "contacts that carry force" },
    [signalKinetic] = { "kinetic_energy", "kinetic", "J", "kinetic energy of all stones" },
    [signalMaxSpeed] = { "max_speed", "max |v|", "m/s", "speed of the fastest stone" },
    [signalSumRn] = { "sum_r_n", "Σ r_N", "N", "sum of the normal forces" },
    [signalMaxRt] = { "max_r_t", "max r_T", "N", "largest tangential force" },
    [signalMaxMr] = { "max_m_r", "max m_R", "N m", "largest rolling moment" },
    [signalHeight] = { "height", "H/d", "", "top of the highest stone that rests, in diameters" },
    [signalMeanHeight] = { "mean_height", "z/R", "", "mean height of the centres, in radii" },
    [signalIterations] = { "iterations", "sweeps", "", "iterations of the contact solver" },
    [signalResidual] = { "residual", "residual", "", "of the contact problem" },
    [signalRepose] = { "repose_angle_deg", "α", "°",
        "slope of the heap; undefined while it has too few stones" },
    [signalBooks] = BOOK_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { .id = "repose_angle_deg",
        .title = "angle of repose",
        .unit = "°",
        .signals = { "repose_angle_deg" },
        .shown = true },
    { .id = "height",
        .title = "height of the pile",
        .unit = "",
        .signals = { "height", "mean_height" },
        .shown = true },
    { .id = "energy", .title = "energy", BOOK_LAYERS( "" ), .shown = true },
    { .id = "kinetic_energy",
        .title = "kinetic energy",
        .unit = "J",
        .signals = { "kinetic_energy" },
        .shown = false },
    { .id = "contacts",
        .title = "stones and contacts",
        .unit = "",
        .signals = { "n", "contacts" },
        .shown = true },
    { .id = "sum_r_n", .title = "normal forces", .unit = "N", .signals = { "sum_r_n" }, .shown = false },
    { .id = "max_r_t",
        .title = "largest tangential force",
        .unit = "N",
        .signals = { "max_r_t" },
        .shown = false },
    { .id = "max_m_r",
        .title = "largest rolling moment",
        .unit = "N m",
        .signals = { "max_m_r" },
        .shown = false },
    { .id = "max_speed",
        .title = "fastest stone",
        .unit = "m/s",
        .signals = { "max_speed" },
        .shown = false },
    { .id = "iterations",
        .title = "iterations of the solver",
        .unit = "",
        .signals = { "iterations" },
        .shown = false },
    { .id = "residual", .title = "residual", .unit = "", .signals = { "residual" }, .shown = false },
};

#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

static const ssPresetValue s_loose[] = { { "mu_r", 0.0 }, { "mu_s", 0.0 } };
static const ssPresetValue s_medium[] = { { "n", 2000.0 }, { "container", 0.0 }, { "spread", 0.1 },
    { "rate", 400.0 } };
static const ssPresetValue s_faceted[] = { { "n", 600.0 }, { "shape", shapeBox }, { "mu_r", 0.0 },
    { "mu_s", 0.0 }, { "container", 0.0 }, { "spread", 0.1 }, { "rate", 120.0 } };
static const ssPresetValue s_tiny[] = { { "n", 8.0 }, { "rate", 200.0 }, { "drop_height", 0.2 },
    { "spread", 0.1 }, { "container", 1.0 } };

static const ssPreset s_presets[] = {
    { .name = "fig10", .label = "Fig. 10: no rolling friction, a flat layer", PRESET( s_loose ) },
    { .name = "fig11", .label = "Fig. 11: rolling and spinning friction 10 mm", .values = NULL },
    { .name = "heap", .label = "2,000 spheres on an open plate", .until = 8.0, PRESET( s_medium ) },
    { .name = "faceted",
        .label = "600 stones with facets and no rolling friction",
        .h = 1e-3,
        .until = 8.0,
        PRESET( s_faceted ) },
    { .name = "tiny", .label = "Few and quick, for tests", .until = 1.0, PRESET( s_tiny ) },
};

enum
{
    measureHeight,
    measureMeanHeight,
    measureBottomRadius,
    measureContacts,
    measureMaxPenetration,
    measureKinetic,
    measureLost,
    measureRepose,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureHeight] = { "height", "", "top of the highest stone that rests, in diameters" },
    [measureMeanHeight] = { "mean_height", "", "mean height of the centres, in radii" },
    [measureBottomRadius] = { "bottom_radius", "",
        "mean distance of the stones on the floor from their centroid, in diameters" },
    [measureContacts] = { "contacts", "", "contacts that carry force" },
    [measureMaxPenetration] = { "max_penetration", "m", "deepest penetration so far" },
    [measureKinetic] = { "kinetic_energy", "J", "kinetic energy of all stones" },
    [measureLost] = { "lost", "", "stones that left the plate" },
    [measureRepose] = { "repose_angle_deg", "°",
        "angle of the line through the highest tops per ring, 20 to 80% of the base radius" },
};

static const char* const s_figures[] = { "tasora-fig10", "tasora-fig11", "tasora-fig12", "tasora-fig13" };

typedef struct GravelPile
{
    ssWorld* world;
    int first;          // body of the first stone: after floor and walls
    int poured;         // stones in the world
    int capacity;       // n
    int lost;           // stones that left the plate
    double lift;        // how far the source has risen before the heap [m]
    double next;        // [s] when the next one is due
    double penetration; // deepest so far [m]
    bool* carried;      // scratch: by stone, does a contact carry it?
} GravelPile;

// ------------------------------------------------------------------------------------------------------- making

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ ssSim_Param( sim, keyMu ), ssSim_Param( sim, keyMuRoll ),
        ssSim_Param( sim, keyMuSpin ), ssSim_Param( sim, keyRestitution ) };
}

static ssWorldDef readDef( const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -GRAVITY );
    def.theta = ssSim_Param( sim, keyTheta );
    def.law = (ssWorldLaw)ssSim_Param( sim, keyLaw );
    def.solver = s_solvers[(int)ssSim_Param( sim, keySolver )];
    def.tolerance = ssSim_Param( sim, keyTol );
    def.maxIterations = (int)ssSim_Param( sim, keySweeps );
    def.bodyCapacity = (int)ssSim_Param( sim, keyN ) + 5;
    def.contactCapacity = def.bodyCapacity;
    def.substeps = (int)ssSim_Param( sim, keySubsteps );
    return def;
}

static double uniform( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

/// A box of the sphere's volume, its sides up to 1:2 apart.
static ssShape stoneShape( const ssSim* sim, ssRng* rng )
{
    double d = ssSim_Param( sim, keyDiameter );
    int shape = (int)ssSim_Param( sim, keyShape );
    bool faceted = shape == shapeBox || ( shape == shapeMixed && ssRng_Next( rng ) % 2 == 0 );
    if ( !faceted )
    {
        return ssSphereShape( 0.5 * d );
    }
    double a = uniform( rng, 0.7, 1.4 ), b = uniform( rng, 0.7, 1.4 ), c = uniform( rng, 0.7, 1.4 );
    double scale = 0.5 * d * cbrt( SS_PI / ( 6.0 * a * b * c ) );
    return ssBoxShape( ssVec3_Make( scale * a, scale * b, scale * c ) );
}

static ssVec3 randomTurn( ssRng* rng )
{
    double z = uniform( rng, -1.0, 1.0 ), angle = uniform( rng, 0.0, 2.0 * SS_PI ), r = sqrt( 1.0 - z * z );
    double turn = uniform( rng, 0.0, SS_PI );
    return ssVec3_Make( turn * r * cos( angle ), turn * r * sin( angle ), turn * z );
}

static ssBodyDef stoneDef( const ssSim* sim, ssRng* rng )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = stoneShape( sim, rng );
    def.density = ssSim_Param( sim, keyDensity );
    def.material = readMaterial( sim );
    def.pose.orientation = ssQuat_FromRotationVector( randomTurn( rng ) );
    def.pose.position.z = ssSim_Param( sim, keyDropHeight );
    return def;
}

static void destroy( void* state )
{
    GravelPile* s = state;
    ssDestroyWorld( s->world );
    ssRelease( s->carried );
    s->world = NULL;
    s->carried = NULL;
}

static ssResult addPlane( GravelPile* s, const ssSim* sim, ssVec3 position, ssVec3 turn )
{
    int id = 0;
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    def.material = readMaterial( sim );
    def.pose = ( ssPose ){ position, ssQuat_FromRotationVector( turn ) };
    return ssWorld_AddBody( s->world, &def, &id );
}

/// The floor and, where there is a container, its four walls.
static ssResult addContainer( GravelPile* s, const ssSim* sim )
{
    double half = 0.5 * ssSim_Param( sim, keyContainer ), quarter = 0.5 * SS_PI;
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    ssResult result = addPlane( s, sim, zero, zero );
    for ( int i = 0; i < 4 && half > 0.0 && result.code == ss_ok; ++i )
    {
        double side = i % 2 == 0 ? 1.0 : -1.0;
        ssVec3 place = i < 2 ? ssVec3_Make( side * half, 0.0, 0.0 ) : ssVec3_Make( 0.0, side * half, 0.0 );
        ssVec3 turn =
            i < 2 ? ssVec3_Make( 0.0, -side * quarter, 0.0 ) : ssVec3_Make( side * quarter, 0.0, 0.0 );
        result = addPlane( s, sim, place, turn );
    }
    s->first = ssWorld_BodyCount( s->world );
    return result;
}

static ssResult create( void* state, const ssSim* sim )
{
    GravelPile* s = state;
    double container = ssSim_Param( sim, keyContainer ), d = ssSim_Param( sim, keyDiameter );
    if ( container > 0.0 && container < 4.0 * d )
    {
        return ssError( ss_errorValue, "container",
            "container = %g m is narrower than four stones of %g m; 0 is none", container, d );
    }
    double far = fmax( ssSim_Param( sim, keyDropHeight ), ssSim_Param( sim, keySpread ) );
    if ( far > 1e9 * d )
    {
        return ssError( ss_errorValue, ssSim_Param( sim, keySpread ) == far ? "spread" : "drop_height",
            "%g m is more than a billion stones of %g m", far, d );
    }
    ssRng rng = ssSeedRng( 0 );
    ssWorldDef def = readDef( sim );
    ssBodyDef stone = stoneDef( sim, &rng );
    ssResult result = worldTryBody( &def, &stone );
    if ( result.code != ss_ok )
    {
        return result;
    }
    result = ssCreateWorld( &def, &s->world );
    s->capacity = (int)ssSim_Param( sim, keyN );
    s->carried = ssAlloc( sizeof( bool ) * (size_t)s->capacity );
    if ( result.code == ss_ok && s->carried == NULL )
    {
        result = ssError( ss_errorMemory, "n", "out of memory for %d stones", s->capacity );
    }
    result = result.code == ss_ok ? addContainer( s, sim ) : result;
    if ( result.code != ss_ok )
    {
        destroy( s );
    }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    GravelPile* s = state;
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim );
    ssWorld_SetDef( s->world, &def );
    worldSetMaterials( s->world, &material );
}

// ------------------------------------------------------------------------------------------------------ pouring

/// Is nobody there? Stones let go long ago have left, unless the heap has grown up to here.
static bool isFree( const GravelPile* s, ssVec3 place, double reach )
{
    int from = s->poured > RECENT ? s->poured - RECENT : 0;
    for ( int i = s->poured - 1; i >= from; --i )
    {
        ssVec3 away = ssVec3_Sub( ssWorld_Body( s->world, s->first + i ).pose.position, place );
        if ( ssVec3_Dot( away, away ) < reach * reach )
        {
            return false;
        }
    }
    return true;
}

static bool pourOne( GravelPile* s, ssSim* sim )
{
    ssRng* rng = ssSim_Rng( sim );
    double d = ssSim_Param( sim, keyDiameter ), spread = ssSim_Param( sim, keySpread );
    double room = 0.5 * ssSim_Param( sim, keyContainer ) - d;
    spread = room > 0.0 ? fmin( spread, room ) : spread;
    ssBodyDef def = stoneDef( sim, rng );
    // a box reaches farther than the sphere of its volume
    double reach = 2.0 * fmax( ssShape_BoundingRadius( &def.shape ), 0.5 * d );
    for ( int i = 0; i < TRIES; ++i )
    {
        double r = spread * sqrt( ssRng_Uniform( rng ) ), angle = uniform( rng, 0.0, 2.0 * SS_PI );
        double z = ssSim_Param( sim, keyDropHeight ) + s->lift + uniform( rng, 0.0, 6.0 ) * d;
        def.pose.position = ssVec3_Make( r * cos( angle ), r * sin( angle ), z );
        int id = 0;
        if ( isFree( s, def.pose.position, reach ) && ssWorld_AddBody( s->world, &def, &id ).code == ss_ok )
        {
            s->poured += 1;
            return true;
        }
    }
    return false;
}

static void pour( GravelPile* s, ssSim* sim )
{
    double time = ssSim_Time( sim ), d = ssSim_Param( sim, keyDiameter );
    double top = ssSim_Param( sim, keyDropHeight ) - 6.0 * d;
    for ( int i = 0; i < POUR_MAX && s->poured < s->capacity && time >= s->next; ++i )
    {
        // a heap that has grown up to the source lifts it
        int lately = s->poured - RECENT;
        bool high =
            lately >= 0 && ssWorld_Body( s->world, s->first + lately ).pose.position.z > top + s->lift;
        s->lift += high ? d : 0.0;
        if ( !pourOne( s, sim ) )
        {
            s->next = time;
            return;
        }
        s->next += 1.0 / ssSim_Param( sim, keyRate );
    }
    s->next = fmax( s->next, time );
}

/// What has passed the edge of the plate is gone.
static void loseFallen( GravelPile* s, const ssSim* sim )
{
    double half = 0.5 * ssSim_Param( sim, keyPlateWidth );
    if ( ssSim_Param( sim, keyContainer ) > 0.0 )
    {
        return;
    }
    for ( int i = 0; i < s->poured; ++i )
    {
        ssBodyState body = ssWorld_Body( s->world, s->first + i );
        if ( body.enabled && ( fabs( body.pose.position.x ) > half || fabs( body.pose.position.y ) > half ) )
        {
            ssWorld_SetEnabled( s->world, s->first + i, false );
            s->lost += 1;
        }
    }
}

/// Can everything that a table of this run shows be told in numbers? Poses and velocities can: the world sees to it.
static bool isSound( const GravelPile* s, const ssWorldReport* report, double h )
{
    const ssProblem* problem = ssWorld_Problem( s->world );
    const double* p = ssWorld_Reactions( s->world );
    double sum = report->residual + report->ledger.kinetic;
    for ( int i = 0; i < problem->contactCount * problem->dimension; ++i )
    {
        sum += p[i] * p[i] / ( h * h );
    }
    return isfinite( sum );
}

static ssStepReport step( void* state, ssSim* sim )
{
    GravelPile* s = state;
    pour( s, sim );
    ssWorldReport report = worldStep( s->world, sim );
    loseFallen( s, sim );
    s->penetration = fmax( s->penetration, report.maxPenetration );
    return worldStepReport( s->world, &report, isSound( s, &report, ssSim_StepSize( sim ) ) );
}

static void serialize( void* state, ssArchive* archive )
{
    GravelPile* s = state;
    ssArchive_Int( archive, &s->poured );
    ssArchive_Int( archive, &s->lost );
    ssArchive_F64( archive, &s->lift );
    ssArchive_F64( archive, &s->next );
    ssArchive_F64( archive, &s->penetration );
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || s->poured < 0 || s->poured > s->capacity || s->lost < 0 ||
        s->poured + s->first != ssWorld_BodyCount( s->world );
}

// ---------------------------------------------------------------------------------------------------- measuring

/// Who rests on something: stones that meet on their way down, or where they were let go, do not count.
static void findCarried( const GravelPile* s, double d, double dropHeight )
{
    for ( int i = 0; i < s->poured; ++i )
    {
        s->carried[i] = false;
    }
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( s->world, i );
        const int stones[2] = { contact.a - s->first, contact.b - s->first };
        for ( int k = 0; k < 2 && contact.view.force[0] > 0.0; ++k )
        {
            if ( stones[k] >= 0 )
            {
                ssBodyState body = ssWorld_Body( s->world, s->first + stones[k] );
                s->carried[stones[k]] = ssVec3_Dot( body.velocity, body.velocity ) < 0.1 * GRAVITY * d &&
                    body.pose.position.z < dropHeight - 1.5 * d;
            }
        }
    }
}

typedef struct Slope
{
    int count;
    ssVec2 centre; // of the carried stones
    double base;   // radius within which nine tenths of them lie [m]
    double angle;  // [deg]; NAN when there are too few
} Slope;

static double radiusOf( ssVec3 x, ssVec2 centre )
{
    return hypot( x.x - centre.x, x.y - centre.y );
}

/// Tops per ring between a fifth and four fifths of the base, and the line through them.
static double slopeAngle( const GravelPile* s, const Slope* slope, double d )
{
    double top[RINGS], sums[4] = { 0.0, 0.0, 0.0, 0.0 };
    double low = 0.2 * slope->base, width = fmax( 0.6 * slope->base / RINGS, 0.8 * d );
    int rings = (int)( 0.6 * slope->base / width ), used = 0;
    for ( int i = 0; i < rings; ++i )
    {
        top[i] = 0.0;
    }
    for ( int i = 0; i < s->poured; ++i )
    {
        ssVec3 x = ssWorld_Body( s->world, s->first + i ).pose.position;
        double ring = ( radiusOf( x, slope->centre ) - low ) / width;
        if ( s->carried[i] && ring >= 0.0 && ring < rings )
        {
            top[(int)ring] = fmax( top[(int)ring], x.z );
        }
    }
    for ( int i = 0; i < rings; ++i )
    {
        if ( top[i] > 0.0 )
        {
            double r = low + ( i + 0.5 ) * width;
            sums[0] += r;
            sums[1] += top[i];
            sums[2] += r * r;
            sums[3] += r * top[i];
            used += 1;
        }
    }
    double spread = used * sums[2] - sums[0] * sums[0];
    return used >= 3 && spread > 0.0
        ? -atan( ( used * sums[3] - sums[0] * sums[1] ) / spread ) * 180.0 / SS_PI
        : SS_NAN;
}

/// Needs `carried`.
static Slope measureSlope( const GravelPile* s, double d )
{
    Slope slope = { .angle = SS_NAN };
    double far = 0.0;
    for ( int i = 0; i < s->poured; ++i )
    {
        if ( s->carried[i] )
        {
            ssVec3 x = ssWorld_Body( s->world, s->first + i ).pose.position;
            slope.centre = ssVec2_Add( slope.centre, ssVec2_Make( x.x, x.y ) );
            slope.count += 1;
        }
    }
    if ( slope.count < 20 )
    {
        return slope;
    }
    slope.centre = ssVec2_Scale( 1.0 / slope.count, slope.centre );
    int within[RINGS] = { 0 };
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < s->poured; ++i )
        {
            double r = s->carried[i]
                ? radiusOf( ssWorld_Body( s->world, s->first + i ).pose.position, slope.centre )
                : 0.0;
            far = pass == 0 ? fmax( far, r ) : far;
            if ( pass == 1 && s->carried[i] )
            {
                within[far > 0.0 ? (int)fmin( r / far * RINGS, RINGS - 1 ) : 0] += 1;
            }
        }
    }
    int inside = 0, ring = 0;
    for ( ; ring < RINGS && inside < 0.9 * slope.count; ++ring )
    {
        inside += within[ring];
    }
    slope.base = far * ring / RINGS;
    slope.angle = slope.base > 5.0 * d ? slopeAngle( s, &slope, d ) : SS_NAN;
    return slope;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const GravelPile* s = state;
    double d = ssSim_Param( sim, keyDiameter ), sum = 0.0;
    for ( int i = 0; i < signalCount; ++i )
    {
        row[i] = 0.0;
    }
    findCarried( s, d, ssSim_Param( sim, keyDropHeight ) + s->lift );
    for ( int i = 0; i < s->poured; ++i )
    {
        ssBodyState body = ssWorld_Body( s->world, s->first + i );
        if ( body.enabled )
        {
            double speed = ssVec3_Length( body.velocity ), z = body.pose.position.z;
            row[signalN] += 1.0;
            row[signalMaxSpeed] = fmax( row[signalMaxSpeed], speed );
            row[signalHeight] = s->carried[i] ? fmax( row[signalHeight], z / d + 0.5 ) : row[signalHeight];
            sum += 2.0 * z / d;
        }
    }
    worldLoads loads = worldSumLoads( s->world );
    row[signalContacts] = loads.contacts;
    row[signalSumRn] = loads.sumNormal;
    row[signalMaxRt] = loads.maxTangential;
    row[signalMaxMr] = loads.maxRolling;
    const ssWorldReport* report = ssWorld_Report( s->world );
    row[signalMeanHeight] = row[signalN] > 0.0 ? sum / row[signalN] : 0.0;
    row[signalKinetic] = worldFillBooks( s->world, 0.0, row + signalBooks );
    row[signalIterations] = report->iterations;
    row[signalResidual] = report->residual;
    row[signalRepose] = measureSlope( s, d ).angle;
}

static double bottomRadius( const GravelPile* s, double d )
{
    ssVec2 centre = { 0.0, 0.0 };
    double sum = 0.0;
    int count = 0;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < s->poured; ++i )
        {
            ssBodyState body = ssWorld_Body( s->world, s->first + i );
            ssVec3 x = body.pose.position;
            if ( x.z <= 0.55 * d )
            {
                centre = pass == 0 ? ssVec2_Add( centre, ssVec2_Make( x.x, x.y ) ) : centre;
                sum += pass == 1 ? radiusOf( x, centre ) : 0.0;
                count += pass == 0;
            }
        }
        centre = pass == 0 ? ssVec2_Scale( 1.0 / ( count > 0 ? count : 1 ), centre ) : centre;
    }
    return count > 0 ? sum / ( count * d ) : SS_NAN;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const GravelPile* s = state;
    double row[signalCount];
    fillSignals( s, sim, row );
    const double values[measureCount] = { [measureHeight] = row[signalHeight],
        [measureMeanHeight] = row[signalMeanHeight],
        [measureBottomRadius] = bottomRadius( s, ssSim_Param( sim, keyDiameter ) ),
        [measureContacts] = row[signalContacts],
        [measureMaxPenetration] = s->penetration,
        [measureKinetic] = row[signalKinetic],
        [measureLost] = s->lost,
        [measureRepose] = row[signalRepose] };
    return values[index];
}

// ------------------------------------------------------------------------------------------------------ showing

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
    // what a heap of 25 degrees covers, at three fifths full
    double heap = cbrt( 3.0 * s->capacity * ( SS_PI / 6.0 * d * d * d ) / 0.6 / ( SS_PI * 0.466 ) ) + 2.0 * d;
    double seen = container > 0.0 ? fmin( 0.6 * container, 2.0 * heap ) : 1.2 * heap;
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, ssVec3_Make( 0.0, 0.0, 0.25 * seen ), seen );
    }
    drawContainer(
        out, 0.5 * ( container > 0.0 ? container : ssSim_Param( sim, keyPlateWidth ) ), container > 0.0 );
    // a thousand arrows say less than none
    worldDrawRest( s->world, out, s->poured > 300 ? ~(uint32_t)ss_drawVelocities : ~0u );
}

static ssResult freeze( const void* state, const ssSim* sim, ssProblem* problem )
{
    (void)sim;
    return ssWorld_Freeze( ( (const GravelPile*)state )->world, problem );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_Param( sim, keyDiameter ), value = ssSim_PendingParam( sim, param );
    char a[24];
    text[0] = '\0';
    switch ( param )
    {
        case keyMu:
            pileExplain( pileAngle, value, radius, text, capacity );
            break;
        case keyDropHeight:
            pileExplain( pileStrike, value, radius, text, capacity );
            break;
        case keyDensity:
            pileExplain( pileMass, value, radius, text, capacity );
            break;
        case keyN:
        case keyRate:
            ssFormatNumber(
                ssSim_PendingParam( sim, keyN ) / ssSim_PendingParam( sim, keyRate ), a, sizeof a );
            snprintf( text, (size_t)capacity, "poured in %s s", a );
            break;
        default:
            break;
    }
}

static bool uses( const ssSim* sim, int param )
{
    return param != keyPlateWidth || !( ssSim_PendingParam( sim, keyContainer ) > 0.0 );
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    GravelPile* s = state;
    ssWorld_Drag( s->world, hand->active, hand->body, hand->target );
}

extern const ssScenario ss_scenarioGravelPile;
const ssScenario ss_scenarioGravelPile = {
    .id = "gravel-pile",
    .title = "Gravel pile",
    .source = "Tasora & Anitescu 2013, Sec. 6.3, Figs. 9-12",
    .summary = "Stones poured from a metre's height into a flat container. Round ones flow apart into a "
               "layer; rolling "
               "and spinning resistance make them heap up as faceted stones do, at the price of spheres.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "heap",
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 5e-3,
    .until = 15.0,
    .speed = 1.0,
    .stateSize = sizeof( GravelPile ),
    .create = create,
    .destroy = destroy,
    .apply = apply,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .explain = explain,
    .freeze = freeze,
    .drag = drag,
    .uses = uses,
};
