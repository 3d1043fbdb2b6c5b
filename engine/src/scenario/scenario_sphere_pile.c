// SPDX-License-Identifier: MIT
#include "slipstick/scenario.h"
#include "slipstick/world.h"

#include "scenario/world_scenario.h"

#include <math.h>
#include <stdio.h>

// Spheres dropped one by one on a square plate: they scatter, or pile up, as friction and rolling resistance will
// (Acary & Bourrier Sec. 6.2).

#define GRAVITY 9.81       // [m/s²]
#define MAX_SWEEPS 2000    // of the contact solver, per step
#define MAX_ITERATIONS 200 // of the others, which are dearer
#define CLEARANCE 1.02     // of one sphere from the next where they come in, in diameters
#define PLATE 0            // body of the plate
#define FALLEN 1u          // group of the plate and of what has left it

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
    keyLaw,
    keySolver,
    keyTol,
    keySubsteps,
    keyCount
};

static const char* const s_laws[] = { "coulomb", "relaxed", "ellipsoidal" };
static const char* const s_solvers[] = { "sweep", "auto", "nsgs", "psor", "apgd", "admm" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyN] = { .key = "n", .symbol = "n", .label = "spheres", .unit = "", .group = "pile",
        .doc = "How many spheres are dropped in all.", .kind = ss_paramInteger,
        .min = 1.0, .max = 1000.0, .allowedMin = 1.0, .allowedMax = 200000.0, .defaultValue = 250.0 },
    [keyDiameter] = { .key = "diameter", .symbol = "d", .label = "diameter", .unit = "m", .group = "pile",
        .doc = "Diameter of the spheres.",
        .min = 0.005, .max = 0.1, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.02 },
    [keyDensity] = { .key = "density", .symbol = "ρ", .label = "density", .unit = "kg/m³", .group = "pile",
        .doc = "Mass density of the spheres. It scales the forces and changes nothing in the motion.",
        .min = 10.0, .max = 20000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 1300.0, .logScale = true },
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "sliding friction coefficient", .unit = "", .group = "friction",
        .doc = "Of all contacts. The slope of the pile grows with it once spheres no longer roll off.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5, .live = true },
    [keyMuRoll] = { .key = "mu_r", .symbol = "μ_r", .label = "rolling resistance length", .unit = "m",
        .group = "friction",
        .doc = "Of all contacts. A length: spheres begin to rest on each other at 0.1 to 0.3 of their radius.",
        .min = 0.0, .max = 0.01, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.005, .live = true,
        .radius = "diameter", .radiusShare = 0.5 },
    [keyMuSpin] = { .key = "mu_s", .symbol = "μ_s", .label = "spinning resistance length", .unit = "m",
        .group = "friction", .doc = "Of all contacts: the moment about the normal is at most mu_s times the normal force.",
        .min = 0.0, .max = 0.01, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true,
        .radius = "diameter", .radiusShare = 0.5 },
    [keyDropHeight] = { .key = "drop_height", .symbol = "H₀", .label = "drop height", .unit = "m", .group = "pile",
        .doc = "Where the spheres come in, their centres above the plate: at rest, or in a stream dense enough at the speed of "
               "one that was let go a little higher.",
        .min = 0.05, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.2 },
    [keyRate] = { .key = "rate", .symbol = "rate", .label = "drop rate", .unit = "1/s", .group = "pile",
        .doc = "Spheres per second. One waits while another is still in its place.",
        .min = 1.0, .max = 100.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 25.0,
        .live = true },
    [keySpread] = { .key = "spread", .symbol = "s", .label = "spread", .unit = "m", .group = "pile",
        .doc = "Spheres are let go at random within ± this about the middle, along x and y.",
        .min = 0.0, .max = 0.1, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.01, .live = true },
    [keyPlateWidth] = { .key = "plate_width", .symbol = "b", .label = "plate width", .unit = "m", .group = "pile",
        .doc = "Side of the square plate. What passes its edge falls and is lost.",
        .min = 0.1, .max = 4.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.2,
        .live = true },
    [keyRestitution] = { .key = "restitution", .symbol = "e", .label = "restitution", .unit = "", .group = "friction",
        .doc = "Newton's impact law, of all contacts. Only the laws without dilatancy use it.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .live = true },
    [keyTheta] = { .key = "theta", .symbol = "θ", .label = "Moreau-Jean theta", .unit = "", .group = "numerics",
        .doc = "Weight of the new velocity in the position's update. With 1 energy never rises.",
        .min = 0.5, .max = 1.0, .allowedMin = 0.5, .allowedMax = 1.0, .defaultValue = 1.0, .live = true },
    [keyLaw] = { .key = "law", .symbol = "law", .label = "friction law", .unit = "", .group = "numerics",
        .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex law, whose sliding contacts ride on a "
               "gap. ellipsoidal: one bound for force and moments together.",
        .kind = ss_paramChoice, .max = 2.0, .allowedMax = 2.0, .live = true, .choices = s_laws,
        .choiceCount = SS_COUNT( s_laws ) },
    [keySolver] = { .key = "solver", .symbol = "solver", .label = "contact solver", .unit = "", .group = "numerics",
        .doc = "sweep: Gauss-Seidel in lanes, made for stepping. The others are those of the command solve.",
        .kind = ss_paramChoice, .max = 5.0, .allowedMax = 5.0, .live = true, .choices = s_solvers,
        .choiceCount = SS_COUNT( s_solvers ) },
    [keyTol] = { .key = "tol", .symbol = "tol", .label = "contact tolerance", .unit = "", .group = "numerics",
        .doc = "Residual of the contact problem at which a step's solve ends.",
        .min = 1e-10, .max = 1e-2, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-4,
        .logScale = true, .live = true },
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
    signalBooks,
    signalCount = signalBooks + bookCount
};

static const ssSignal s_signals[] = {
    [signalN] = { "n", "n", "", "spheres on the plate or above it" },
    [signalContacts] = { "contacts", "contacts", "", "contacts that carry force" },
    [signalKinetic] = { "kinetic_energy", "kinetic", "J",
        "kinetic energy of all spheres on the plate or above it" },
    [signalMaxSpeed] = { "max_speed", "max |v|", "m/s", "speed of the fastest sphere" },
    [signalSumRn] = { "sum_r_n", "Σ r_N", "N", "sum of the normal forces" },
    [signalMaxRt] = { "max_r_t", "max r_T", "N", "largest tangential force" },
    [signalMaxMr] = { "max_m_r", "max m_R", "N m", "largest rolling moment" },
    [signalHeight] = { "height", "H/d", "", "top of the highest sphere that rests, in diameters" },
    [signalMeanHeight] = { "mean_height", "z/R", "", "mean height of the centres, in radii" },
    [signalIterations] = { "iterations", "sweeps", "", "iterations of the contact solver" },
    [signalResidual] = { "residual", "residual", "", "of the contact problem" },
    [signalBooks] = BOOK_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
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
    { .id = "sum_r_n", .title = "normal forces", .unit = "N", .signals = { "sum_r_n" }, .shown = true },
    { .id = "iterations",
        .title = "iterations of the solver",
        .unit = "",
        .signals = { "iterations" },
        .shown = true },
    { .id = "contacts",
        .title = "spheres and contacts",
        .unit = "",
        .signals = { "n", "contacts" },
        .shown = false },
    { .id = "max_speed",
        .title = "fastest sphere",
        .unit = "m/s",
        .signals = { "max_speed" },
        .shown = false },
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
    { .id = "residual", .title = "residual", .unit = "", .signals = { "residual" }, .shown = false },
};

#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

static const ssPresetValue s_steep[] = { { "mu", 0.7 }, { "mu_r", 0.01 } };
static const ssPresetValue s_flat[] = { { "mu", 0.3 }, { "mu_r", 0.01 } };
static const ssPresetValue s_scatter[] = { { "mu", 0.5 }, { "mu_r", 1e-5 } };
static const ssPresetValue s_reduced[] = { { "n", 60.0 }, { "mu_r", 0.01 } };
static const ssPresetValue s_tiny[] = { { "n", 20.0 }, { "rate", 100.0 }, { "drop_height", 0.1 } };

static const ssPreset s_presets[] = {
    { .name = "fig4-steep", .label = "Fig. 4: mu = 0.7, rolls no more", PRESET( s_steep ) },
    { .name = "fig4-flat", .label = "Fig. 4: mu = 0.3, a flatter pile", PRESET( s_flat ) },
    { .name = "scatter", .label = "Hardly any rolling resistance: no pile", PRESET( s_scatter ) },
    { .name = "reduced", .label = "60 spheres, 3.6 s", .until = 3.6, PRESET( s_reduced ) },
    { .name = "tiny", .label = "Few and quick, for tests", .until = 0.5, PRESET( s_tiny ) },
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
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureHeight] = { "height", "", "top of the highest sphere that rests, in diameters" },
    [measureMeanHeight] = { "mean_height", "", "mean height of the centres, in radii" },
    [measureBottomRadius] = { "bottom_radius", "",
        "mean distance of the spheres on the plate from their centroid, in diameters; those that left count "
        "where "
        "they left" },
    [measureContacts] = { "contacts", "", "contacts that carry force" },
    [measureMaxPenetration] = { "max_penetration", "m", "deepest penetration so far" },
    [measureKinetic] = { "kinetic_energy", "J", "kinetic energy of all spheres on the plate or above it" },
    [measureLost] = { "lost", "", "spheres that left the plate" },
};

static const char* const s_figures[] = { "acary-fig5" };

typedef struct SpherePile
{
    ssWorld* world;
    int dropped;        // spheres in the world
    int lost;           // of them
    double next;        // [s] when the next one is due
    double penetration; // the deepest so far [m]
    ssVec2* exits;      // where the lost ones left [m]
    int capacity;       // of exits
} SpherePile;

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
    def.maxIterations = ssSim_Param( sim, keySolver ) == 0.0 ? MAX_SWEEPS : MAX_ITERATIONS;
    def.bodyCapacity = (int)ssSim_Param( sim, keyN ) + 1;
    def.contactCapacity = def.bodyCapacity;
    def.substeps = (int)ssSim_Param( sim, keySubsteps );
    return def;
}

static ssBodyDef sphereDef( const ssSim* sim )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.5 * ssSim_Param( sim, keyDiameter ) );
    def.density = ssSim_Param( sim, keyDensity );
    def.material = readMaterial( sim );
    def.pose.position.z = ssSim_Param( sim, keyDropHeight );
    // a stream: each is let go so much higher that it has made room for the next one when that comes past
    double rate = ssSim_Param( sim, keyRate );
    def.velocity.z = -fmax( 0.0, CLEARANCE * ssSim_Param( sim, keyDiameter ) * rate - 0.5 * GRAVITY / rate );
    return def;
}

static void destroy( void* state )
{
    SpherePile* s = state;
    ssDestroyWorld( s->world );
    ssRelease( s->exits );
    s->world = NULL;
    s->exits = NULL;
}

static ssResult create( void* state, const ssSim* sim )
{
    SpherePile* s = state;
    ssWorldDef def = readDef( sim );
    ssResult result = ssCreateWorld( &def, &s->world );
    int id = 0;
    s->capacity = (int)ssSim_Param( sim, keyN );
    s->exits = ssAlloc( sizeof( ssVec2 ) * (size_t)s->capacity );
    if ( result.code == ss_ok && s->exits == NULL )
    {
        result = ssError( ss_errorMemory, "n", "out of memory for %d spheres", s->capacity );
    }
    if ( result.code == ss_ok )
    {
        ssBodyDef plate = ssDefaultBodyDef();
        plate.shape = ssPlaneShape();
        plate.kind = ss_bodyStatic;
        plate.material = readMaterial( sim );
        plate.group = FALLEN;
        result = ssWorld_AddBody( s->world, &plate, &id );
    }
    if ( result.code == ss_ok )
    {
        ssBodyDef sphere = sphereDef( sim );
        result = worldTryBody( &def, &sphere );
    }
    if ( result.code != ss_ok )
    {
        destroy( s );
    }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    SpherePile* s = state;
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim );
    ssWorld_SetDef( s->world, &def );
    worldSetMaterials( s->world, &material );
}

/// Nobody is where the next sphere is to appear.
static bool isFree( const SpherePile* s, ssVec3 place, double diameter )
{
    for ( int i = PLATE + 1; i <= s->dropped; ++i )
    {
        ssVec3 away = ssVec3_Sub( ssWorld_Body( s->world, i ).pose.position, place );
        if ( ssVec3_Dot( away, away ) < diameter * diameter )
        {
            return false;
        }
    }
    return true;
}

static void drop( SpherePile* s, ssSim* sim )
{
    if ( s->dropped >= (int)ssSim_Param( sim, keyN ) || ssSim_Time( sim ) < s->next )
    {
        return;
    }
    ssRng before = *ssSim_Rng( sim );
    double spread = ssSim_Param( sim, keySpread );
    ssBodyDef def = sphereDef( sim );
    def.pose.position.x = spread * ( 2.0 * ssRng_Uniform( ssSim_Rng( sim ) ) - 1.0 );
    def.pose.position.y = spread * ( 2.0 * ssRng_Uniform( ssSim_Rng( sim ) ) - 1.0 );
    int id = 0;
    if ( isFree( s, def.pose.position, 2.0 * def.shape.radius ) &&
        ssWorld_AddBody( s->world, &def, &id ).code == ss_ok )
    {
        s->dropped += 1;
        s->next += 1.0 / ssSim_Param( sim, keyRate );
        return;
    }
    *ssSim_Rng( sim ) = before;
}

/// What has passed the edge falls through; far below it is gone.
static void loseFallen( SpherePile* s, const ssSim* sim )
{
    double half = 0.5 * ssSim_Param( sim, keyPlateWidth ), far = -50.0 * ssSim_Param( sim, keyDiameter );
    for ( int i = PLATE + 1; i <= s->dropped; ++i )
    {
        ssBodyState body = ssWorld_Body( s->world, i );
        ssVec3 x = body.pose.position;
        bool out = fabs( x.x ) > half || fabs( x.y ) > half;
        if ( body.enabled && x.z >= 0.0 && out && ssWorld_Group( s->world, i ) != FALLEN )
        {
            ssWorld_SetGroup( s->world, i, FALLEN );
            s->exits[s->lost++] = ssVec2_Make( x.x, x.y );
        }
        if ( body.enabled && x.z < far )
        {
            ssWorld_SetEnabled( s->world, i, false );
        }
    }
}

static bool isOnPlate( const SpherePile* s, int i, ssBodyState* body )
{
    *body = ssWorld_Body( s->world, i );
    return body->enabled && ssWorld_Group( s->world, i ) != FALLEN;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const SpherePile* s = state;
    double radius = 0.5 * ssSim_Param( sim, keyDiameter ), sum = 0.0;
    for ( int i = 0; i < signalCount; ++i )
    {
        row[i] = 0.0;
    }
    for ( int i = PLATE + 1; i <= s->dropped; ++i )
    {
        ssBodyState body;
        if ( !isOnPlate( s, i, &body ) )
        {
            continue;
        }
        double speed = ssVec3_Length( body.velocity );
        row[signalN] += 1.0;
        row[signalMaxSpeed] = fmax( row[signalMaxSpeed], speed );
        sum += body.pose.position.z / radius;
    }
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( s->world, i );
        if ( contact.view.force[0] > 0.0 )
        {
            // whoever carries or is carried belongs to the pile, the falling ones do not
            double top = fmax( ssWorld_Body( s->world, contact.a ).pose.position.z,
                ssWorld_Body( s->world, contact.b ).pose.position.z );
            row[signalHeight] = fmax( row[signalHeight], 0.5 * ( top / radius + 1.0 ) );
        }
    }
    worldLoads loads = worldSumLoads( s->world );
    row[signalKinetic] = worldFillBooks( s->world, 0.0, row + signalBooks );
    row[signalContacts] = loads.contacts;
    row[signalSumRn] = loads.sumNormal;
    row[signalMaxRt] = loads.maxTangential;
    row[signalMaxMr] = loads.maxRolling;
    row[signalMeanHeight] = row[signalN] > 0.0 ? sum / row[signalN] : 0.0;
    row[signalIterations] = ssWorld_Report( s->world )->iterations;
    row[signalResidual] = ssWorld_Report( s->world )->residual;
}

static ssStepReport step( void* state, ssSim* sim )
{
    SpherePile* s = state;
    drop( s, sim );
    ssWorldReport report = worldStep( s->world, sim );
    loseFallen( s, sim );
    s->penetration = fmax( s->penetration, report.maxPenetration );
    double row[signalCount];
    fillSignals( s, sim, row );
    bool finite = true;
    for ( int i = 0; i < signalCount; ++i )
    {
        finite = finite && isfinite( row[i] );
    }
    return worldStepReport( s->world, &report, finite );
}

static void serialize( void* state, ssArchive* archive )
{
    SpherePile* s = state;
    ssArchive_Int( archive, &s->dropped );
    ssArchive_Int( archive, &s->lost );
    ssArchive_F64( archive, &s->next );
    ssArchive_F64( archive, &s->penetration );
    archive->overrun = archive->overrun || s->lost < 0 || s->dropped < s->lost || s->dropped > s->capacity;
    for ( int i = 0; i < s->lost && !archive->overrun; ++i )
    {
        ssArchive_F64( archive, &s->exits[i].x );
        ssArchive_F64( archive, &s->exits[i].y );
    }
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || s->dropped + 1 != ssWorld_BodyCount( s->world );
}

/// Sphere number i lies on the plate, or left it: then where it left.
static bool bottomPlace( const SpherePile* s, const ssSim* sim, int i, ssVec2* place )
{
    if ( i < s->lost )
    {
        *place = s->exits[i];
        return true;
    }
    ssBodyState body;
    bool bottom = isOnPlate( s, i - s->lost + 1, &body ) &&
        body.pose.position.z <= 0.55 * ssSim_Param( sim, keyDiameter );
    *place = ssVec2_Make( body.pose.position.x, body.pose.position.y );
    return bottom;
}

static double bottomRadius( const SpherePile* s, const ssSim* sim )
{
    double sum = 0.0;
    ssVec2 centre = { 0.0, 0.0 }, place;
    int count = 0, all = s->lost + s->dropped;
    for ( int i = 0; i < all; ++i )
    {
        if ( bottomPlace( s, sim, i, &place ) )
        {
            centre = ssVec2_Add( centre, place );
            ++count;
        }
    }
    centre = ssVec2_Scale( 1.0 / ( count > 0 ? count : 1 ), centre );
    for ( int i = 0; i < all; ++i )
    {
        sum += bottomPlace( s, sim, i, &place ) ? ssVec2_Length( ssVec2_Sub( place, centre ) ) : 0.0;
    }
    return count > 0 ? sum / ( count * ssSim_Param( sim, keyDiameter ) ) : SS_NAN;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const SpherePile* s = state;
    double row[signalCount];
    fillSignals( s, sim, row );
    const double values[measureCount] = { [measureHeight] = row[signalHeight],
        [measureMeanHeight] = row[signalMeanHeight],
        [measureBottomRadius] = bottomRadius( s, sim ),
        [measureContacts] = row[signalContacts],
        [measureMaxPenetration] = s->penetration,
        [measureKinetic] = row[signalKinetic],
        [measureLost] = s->lost };
    return values[index];
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const SpherePile* s = state;
    double diameter = ssSim_Param( sim, keyDiameter ), half = 0.5 * ssSim_Param( sim, keyPlateWidth );
    double drop = ssSim_Param( sim, keyDropHeight );
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, ssVec3_Make( 0.0, 0.0, 0.35 * drop ), 0.5 * drop + 4.0 * diameter );
    }
    worldDrawPlate( out, half );
    worldDrawRest( s->world, out, ss_drawAll );
}

static ssResult freeze( const void* state, const ssSim* sim, ssProblem* problem )
{
    (void)sim;
    return ssWorld_Freeze( ( (const SpherePile*)state )->world, problem );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_Param( sim, keyDiameter ), value = ssSim_Param( sim, param );
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
        default:
            break;
    }
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    SpherePile* s = state;
    ssWorld_Drag( s->world, hand->active, hand->body, hand->target );
}

extern const ssScenario ss_scenarioSpherePile;
const ssScenario ss_scenarioSpherePile = {
    .id = "sphere-pile",
    .title = "Sphere pile",
    .source = "Acary & Bourrier 2021, Sec. 6.2, Figs. 4-5",
    .summary =
        "Spheres fall one by one on a square plate. Without rolling resistance none rests on another and "
        "they "
        "roll off in all directions; beyond a critical resistance they pile up, and then sliding friction "
        "decides how steep.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "fig4-steep",
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 1e-3,
    .until = 20.0,
    .speed = 1.0,
    .stateSize = sizeof( SpherePile ),
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
};
