// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "slipstick/scenario.h"
#include "slipstick/world.h"

#include "scenario/world_scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The free sandbox: spheres, boxes, cylinders and capsules on a walled table that tilts. Counts are sliders, a body can
// be dragged by a spring, and the ground's law changes while they slide.

#define GROUND 0
#define FIRST_BODY 5 // after the ground and four walls
#define KINDS 4
#define MAX_OF_KIND 200
#define GOLDEN 2.399963229728653 // [rad], spreads places evenly

enum
{
    keySpheres,
    keyBoxes,
    keyCylinders,
    keyCapsules,
    keySize,
    keyDensity,
    keyMu,
    keyMuRoll,
    keyMuSpin,
    keyRestitution,
    keyGround,
    keyMuAlong,
    keyMuAcross,
    keyGroove,
    keyKinetic,
    keyStribeckSpeed,
    keyVEps,
    keyPatch,
    keyFacets,
    keyTilt,
    keyHeading,
    keyGravity,
    keyTable,
    keyLaw,
    keyTol,
    keyIterations,
    keySubsteps,
    keyCount
};

enum
{
    groundCoulomb,
    groundEllipse,
    groundCollinear,
    groundExtended,
    groundStribeck,
    groundGroovesStribeck,
    groundContensou,
    groundPolyhedral,
    groundRegularised,
    groundTristate,
    groundCount
};

static const char* const s_grounds[] = { "coulomb", "ellipse", "collinear", "extended", "stribeck",
    "grooves-stribeck", "contensou", "polyhedral", "regularised", "tristate" };
static const char* const s_laws[] = { "coulomb", "relaxed", "ellipsoidal" };

// A table is read by rows:
// clang-format off
#define COUNT_OF( Key, symbolText, labelText, start ) .key = Key, .symbol = symbolText, .label = labelText, .unit = "", \
    .group = "bodies", .doc = "How many there are. More of them drop in, fewer disappear.", .kind = ss_paramInteger, \
    .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = MAX_OF_KIND, .defaultValue = start, .live = true
static const ssParam s_params[] = {
    [keySpheres] = { COUNT_OF( "spheres", "n_s", "spheres", 5.0 ) },
    [keyBoxes] = { COUNT_OF( "boxes", "n_b", "boxes", 4.0 ) },
    [keyCylinders] = { COUNT_OF( "cylinders", "n_c", "cylinders", 3.0 ) },
    [keyCapsules] = { COUNT_OF( "capsules", "n_k", "capsules", 2.0 ) },
    [keySize] = { .key = "size", .symbol = "d", .label = "size of what drops in", .unit = "m", .group = "bodies",
        .doc = "Diameter of spheres; the others are about as large.",
        .min = 0.1, .max = 0.6, .allowedMin = 1e-3, .allowedMax = 10.0, .defaultValue = 0.3, .live = true },
    [keyDensity] = { .key = "density", .symbol = "ρ", .label = "density of what drops in", .unit = "kg/m³",
        .group = "bodies", .doc = "Heavy bodies on light ones are the harder problem.",
        .min = 10.0, .max = 20000.0, .allowedMin = 1e-3, .allowedMax = 1e9, .defaultValue = 1000.0, .logScale = true,
        .live = true },
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "sliding friction coefficient", .unit = "", .group = "friction",
        .doc = "Of all contacts, but on a grooved ground, which has its own.",
        .min = 0.0, .max = 1.5, .allowedMin = 0.0, .allowedMax = 1e6, .defaultValue = 0.5, .live = true },
    [keyMuRoll] = { .key = "mu_r", .symbol = "μ_r", .label = "rolling resistance length", .unit = "m",
        .group = "friction", .doc = "Of all contacts.",
        .min = 0.0, .max = 0.1, .allowedMin = 0.0, .allowedMax = 1e6, .defaultValue = 0.005, .live = true,
        .radius = "size", .radiusShare = 0.5 },
    [keyMuSpin] = { .key = "mu_s", .symbol = "μ_s", .label = "spinning resistance length", .unit = "m",
        .group = "friction", .doc = "Of all contacts.",
        .min = 0.0, .max = 0.1, .allowedMin = 0.0, .allowedMax = 1e6, .defaultValue = 0.005, .live = true,
        .radius = "size", .radiusShare = 0.5 },
    [keyRestitution] = { .key = "restitution", .symbol = "e", .label = "restitution", .unit = "", .group = "friction",
        .doc = "Newton's impact law, of all contacts.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .live = true },
    [keyGround] = { .key = "ground", .symbol = "ground", .label = "law of the ground", .unit = "", .group = "ground",
        .doc = "coulomb: the same in all directions. stribeck: so too, but what slides is held less than what rests. "
               "contensou: every point of contact is a patch; what spins slides on as in oil. polyhedral: a polygon for the "
               "disc. regularised: a smooth function of the speed; creeps on any slope. tristate: none at rest; goes and "
               "stops every other step. The others have grooves, an ellipse mu_1 along and mu_2 across. "
               "ellipse: maximum dissipation, bodies drift towards the grooves; grooves-stribeck: and less in motion than at "
               "rest. collinear: straight against the motion. extended: a direction set of its own.",
        .kind = ss_paramChoice, .max = groundCount - 1, .allowedMax = groundCount - 1, .live = true,
        .choices = s_grounds, .choiceCount = SS_COUNT( s_grounds ) },
    [keyMuAlong] = { .key = "mu_1", .symbol = "μ₁", .label = "friction along the grooves", .unit = "", .group = "ground",
        .doc = "Semi-axis of the ellipse of friction forces per newton, along the grooves.",
        .min = 0.05, .max = 1.5, .allowedMin = 1e-6, .allowedMax = 1e6, .defaultValue = 0.15, .live = true },
    [keyMuAcross] = { .key = "mu_2", .symbol = "μ₂", .label = "friction across the grooves", .unit = "",
        .group = "ground", .doc = "The other semi-axis.",
        .min = 0.05, .max = 1.5, .allowedMin = 1e-6, .allowedMax = 1e6, .defaultValue = 0.6, .live = true },
    [keyGroove] = { .key = "groove_deg", .symbol = "ψ", .label = "direction of the grooves", .unit = "°",
        .group = "ground", .doc = "From the x axis of the table; of a polygon, the first of its directions.",
        .min = -90.0, .max = 90.0, .allowedMin = -360.0, .allowedMax = 360.0, .defaultValue = 30.0, .live = true },
    [keyKinetic] = { .key = "kinetic_ratio", .symbol = "μ_k/μ", .label = "friction of what slides fast", .unit = "",
        .group = "ground", .doc = "Over that of what rests, mu.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.4, .live = true },
    [keyStribeckSpeed] = { .key = "stribeck_speed", .symbol = "v_s", .label = "speed at which it falls", .unit = "m/s",
        .group = "ground", .doc = "The coefficient falls towards the lower one as exp( -v/v_s ).",
        .min = 0.01, .max = 1.0, .allowedMin = 1e-6, .allowedMax = 1e6, .defaultValue = 0.1, .logScale = true,
        .live = true },
    [keyVEps] = { .key = "v_eps", .symbol = "v_ε", .label = "speed of the regularisation", .unit = "m/s",
        .group = "ground", .doc = "The force is mu tanh( v/v_eps ) of the load.",
        .min = 1e-4, .max = 0.3, .allowedMin = 1e-9, .allowedMax = 1e6, .defaultValue = 0.02, .logScale = true,
        .live = true },
    [keyPatch] = { .key = "patch_radius", .symbol = "r_p", .label = "radius of a contact patch", .unit = "m",
        .group = "ground", .doc = "Under each point of contact, with uniform pressure.",
        .min = 1e-3, .max = 0.2, .allowedMin = 1e-9, .allowedMax = 1e3, .defaultValue = 0.05, .logScale = true,
        .live = true },
    [keyFacets] = { .key = "facets", .symbol = "k", .label = "directions of the polygon", .unit = "",
        .group = "ground", .doc = "Over the half circle: a polygon of 2k edges around the disc.", .kind = ss_paramInteger,
        .min = 2.0, .max = 8.0, .allowedMin = 2.0, .allowedMax = 64.0, .defaultValue = 2.0, .live = true },
    [keyTilt] = { .key = "tilt_deg", .symbol = "α", .label = "tilt", .unit = "°", .group = "table",
        .doc = "Tilts the table. Bodies inside their cones stay where they are.",
        .min = 0.0, .max = 45.0, .allowedMin = -89.0, .allowedMax = 89.0, .defaultValue = 0.0, .live = true },
    [keyHeading] = { .key = "heading_deg", .symbol = "β", .label = "downhill direction", .unit = "°", .group = "table",
        .doc = "From the x axis of the table.",
        .min = -180.0, .max = 180.0, .allowedMin = -360.0, .allowedMax = 360.0, .defaultValue = 0.0, .live = true },
    [keyGravity] = { .key = "gravity", .symbol = "g", .label = "gravity", .unit = "m/s²", .group = "table",
        .doc = "The Moon has 1.62.",
        .min = 0.0, .max = 25.0, .allowedMin = 0.0, .allowedMax = 1e4, .defaultValue = 9.81, .live = true },
    [keyTable] = { .key = "table", .symbol = "b", .label = "width of the table", .unit = "m", .group = "table",
        .doc = "Between its walls.",
        .min = 2.0, .max = 10.0, .allowedMin = 0.5, .allowedMax = 1e3, .defaultValue = 3.0 },
    [keyLaw] = { .key = "law", .symbol = "law", .label = "friction law", .unit = "", .group = "numerics",
        .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex law, whose sliding contacts ride on a "
               "gap. ellipsoidal: one bound for force and moments together.",
        .kind = ss_paramChoice, .max = 2.0, .allowedMax = 2.0, .live = true, .choices = s_laws,
        .choiceCount = SS_COUNT( s_laws ) },
    [keyTol] = { .key = "tol", .symbol = "tol", .label = "contact tolerance", .unit = "", .group = "numerics",
        .doc = "Residual of the contact problem at which a step's solve ends.",
        .min = 1e-10, .max = 1e-2, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-5,
        .logScale = true, .live = true },
    [keyIterations] = { .key = "iterations", .symbol = "n_max", .label = "sweeps per step", .unit = "",
        .group = "numerics", .doc = "At most so many iterations of the contact solver.", .kind = ss_paramInteger,
        .min = 10.0, .max = 2000.0, .allowedMin = 1.0, .allowedMax = 1e6, .defaultValue = 500.0, .live = true },
    [keySubsteps] = { SUBSTEPS_PARAM },
};
// clang-format on

enum
{
    signalBodies,
    signalContacts,
    signalKinetic,
    signalPull,
    signalLedger,
    signalPenetration = signalLedger + ledgerCount,
    signalIterations,
    signalResidual,
    signalCount
};

static const ssSignal s_signals[] = {
    [signalBodies] = { "bodies", "n", "", "bodies on the table" },
    [signalContacts] = { "contacts", "contacts", "", "points of contact" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalPull] = { "pull", "F", "N", "force of the spring that drags a body" },
    [signalLedger] = LEDGER_SIGNALS( "" ),
    [signalPenetration] = { "penetration", "depth", "m", "deepest penetration in the step" },
    [signalIterations] = { "iterations", "sweeps", "", "iterations of the contact solver" },
    [signalResidual] = { "residual", "residual", "", "of the contact problem" },
};

static const ssPlot s_plots[] = {
    { .id = "kinetic_energy",
        .title = "kinetic energy",
        .unit = "J",
        .signals = { "kinetic_energy" },
        .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { .id = "pull", .title = "force of the hand", .unit = "N", .signals = { "pull" }, .shown = true },
    { .id = "iterations",
        .title = "iterations of the solver",
        .unit = "",
        .signals = { "iterations" },
        .shown = true },
    { .id = "contacts",
        .title = "bodies and contacts",
        .unit = "",
        .signals = { "bodies", "contacts" },
        .shown = false },
    { .id = "penetration",
        .title = "penetration",
        .unit = "m",
        .signals = { "penetration" },
        .shown = false },
    { .id = "residual", .title = "residual", .unit = "", .signals = { "residual" }, .shown = false },
};

static const ssPresetValue s_grooves[] = { { "ground", groundEllipse }, { "tilt_deg", 20.0 },
    { "spheres", 0.0 }, { "boxes", 8.0 }, { "cylinders", 0.0 }, { "capsules", 0.0 } };
static const ssPresetValue s_creep[] = { { "ground", groundRegularised }, { "tilt_deg", 20.0 },
    { "spheres", 0.0 }, { "boxes", 8.0 }, { "cylinders", 0.0 }, { "capsules", 0.0 } };
static const ssPresetValue s_bounce[] = { { "restitution", 0.8 }, { "spheres", 12.0 }, { "boxes", 0.0 },
    { "cylinders", 0.0 }, { "capsules", 0.0 } };
static const ssPresetValue s_coins[] = { { "spheres", 0.0 }, { "boxes", 0.0 }, { "cylinders", 10.0 },
    { "capsules", 0.0 } };
static const ssPresetValue s_tiny[] = { { "spheres", 1.0 }, { "boxes", 1.0 }, { "cylinders", 1.0 },
    { "capsules", 0.0 }, { "tol", 1e-3 }, { "iterations", 25.0 } };

static const ssPreset s_presets[] = {
    { .name = "mix", .label = "Some of everything", .values = NULL },
    { .name = "grooves", .label = "Boxes on a tilted, grooved ground", PRESET( s_grooves ) },
    { .name = "creep", .label = "Boxes that creep downhill", PRESET( s_creep ) },
    { .name = "bounce", .label = "Bouncing balls", PRESET( s_bounce ) },
    { .name = "cylinders", .label = "Cylinders only", PRESET( s_coins ) },
    { .name = "tiny", .label = "Three bodies, for tests", .until = 0.5, PRESET( s_tiny ) },
};

enum
{
    measureKinetic,
    measurePenetration,
    measureLost,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureKinetic] = { "kinetic_energy", "J", "kinetic energy" },
    [measurePenetration] = { "max_penetration", "m", "deepest penetration so far" },
    [measureLost] = { "dissipated", "J", "lost so far by sliding, rolling, spinning and impacts" },
};

// What the grounds' laws are made of.
enum
{
    madeAlong,
    madeAcross,
    madeMu,
    madeKinetic,
    madeSpeed,
    madeVEps,
    madePatch,
    madeFacets,
    madeMuRoll,
    madeCount
};

typedef struct Playground
{
    ssWorld* world;
    int count[KINDS];            // bodies of each kind in the world, hidden ones included
    int shown[KINDS];            // of them on the table
    int ids[KINDS][MAX_OF_KIND]; // bodies
    int laws[groundCount];       // of the world, for the grounds that have one
    double made[madeCount];      // what they were made for
    double tilt, heading;        // [rad]
    double penetration;          // deepest so far [m]
} Playground;

// ------------------------------------------------------------------------------------------------------- reading

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ ssSim_Param( sim, keyMu ), ssSim_Param( sim, keyMuRoll ),
        ssSim_Param( sim, keyMuSpin ), ssSim_Param( sim, keyRestitution ) };
}

static ssWorldDef readDef( const ssSim* sim )
{
    double tilt = ssSim_Param( sim, keyTilt ) * SS_PI / 180.0, g = ssSim_Param( sim, keyGravity );
    double heading = ssSim_Param( sim, keyHeading ) * SS_PI / 180.0;
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity =
        ssVec3_Make( g * sin( tilt ) * cos( heading ), g * sin( tilt ) * sin( heading ), -g * cos( tilt ) );
    def.law = (ssWorldLaw)ssSim_Param( sim, keyLaw );
    def.tolerance = ssSim_Param( sim, keyTol );
    def.maxIterations = (int)ssSim_Param( sim, keyIterations );
    def.substeps = (int)ssSim_Param( sim, keySubsteps );
    return def;
}

static bool isGrooved( int ground )
{
    return ( ground >= groundEllipse && ground <= groundExtended ) || ground == groundGroovesStribeck;
}

static bool isFalling( int ground )
{
    return ground == groundStribeck || ground == groundGroovesStribeck;
}

static void readMade( const ssSim* sim, double* made )
{
    static const int keys[madeCount] = { keyMuAlong, keyMuAcross, keyMu, keyKinetic, keyStribeckSpeed,
        keyVEps, keyPatch, keyFacets, keyMuRoll };
    for ( int i = 0; i < madeCount; ++i )
    {
        made[i] = ssSim_Param( sim, keys[i] );
    }
}

/// The grooved grounds have an ellipse of forces, axes along and across the grooves, for one newton of load.
static ssLawDef groundLaw( int ground, const double* made )
{
    static const ssLawKind kinds[groundCount] = { ss_lawKindCoulomb, ss_lawKindAssociated,
        ss_lawKindCollinear, ss_lawKindExtended, ss_lawKindCoulomb, ss_lawKindAssociated, ss_lawKindContensou,
        ss_lawKindPolyhedral, ss_lawKindRegularised, ss_lawKindTristate };
    double along = made[madeAlong], across = made[madeAcross];
    ssLawDef def = ssDefaultLawDef( kinds[ground] );
    def.mu = made[madeMu];
    def.muRoll = made[madeMuRoll];
    def.vEps = made[madeVEps];
    def.regularisation = ss_regulariseTanh;
    def.patchRadius = made[madePatch];
    def.facets = (int)made[madeFacets];
    if ( isFalling( ground ) )
    {
        def.stribeck = ( ssStribeck ){ ss_stribeckExp, made[madeKinetic], made[madeSpeed], 1.0 };
    }
    def.cForce = 1.0;
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = along;
    def.c.b = across;
    // slip is normal to D: lean across the grooves where C is lean along them
    def.d = def.c;
    def.d.a = across;
    def.d.b = along;
    return def;
}

static void remakeLaws( Playground* s )
{
    for ( int i = groundEllipse; i < groundCount; ++i )
    {
        ssLawDef def = groundLaw( i, s->made );
        ssWorld_ReplaceLaw( s->world, s->laws[i], &def );
    }
}

// ------------------------------------------------------------------------------------------------------- bodies

static ssShape shapeOf( int kind, double d )
{
    switch ( kind )
    {
        case keySpheres:
            return ssSphereShape( 0.5 * d );
        case keyBoxes:
            return ssBoxShape( ssVec3_Make( 0.55 * d, 0.4 * d, 0.3 * d ) );
        case keyCylinders:
            return ssCylinderShape( 0.45 * d, 0.3 * d );
        default:
            return ssCapsuleShape( 0.28 * d, 0.4 * d );
    }
}

/// A free place above the table: round a spiral, and higher where somebody is already.
static ssVec3 placeFor( const Playground* s, const ssSim* sim, int number, double reach )
{
    double room = fmax( 0.5 * ssSim_Param( sim, keyTable ) - 1.5 * reach, 0.0 );
    double r = fmin( 2.2 * reach * sqrt( (double)( number % 12 ) ), room ), angle = GOLDEN * number;
    ssVec3 place = { r * cos( angle ), r * sin( angle ), 1.5 * reach };
    for ( bool free = false; !free; )
    {
        free = true;
        for ( int i = FIRST_BODY; i < ssWorld_BodyCount( s->world ) && free; ++i )
        {
            ssBodyState body = ssWorld_Body( s->world, i );
            double apart = reach + ssShape_BoundingRadius( ssWorld_BodyShape( s->world, i ) );
            ssVec3 away = ssVec3_Sub( body.pose.position, place );
            free = !body.enabled || ssVec3_Dot( away, away ) > apart * apart;
        }
        place.z += free ? 0.0 : reach;
    }
    return place;
}

static void showOne( Playground* s, const ssSim* sim, int kind )
{
    int index = s->shown[kind], number = KINDS * index + kind;
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = shapeOf( kind, ssSim_Param( sim, keySize ) );
    def.density = ssSim_Param( sim, keyDensity );
    def.material = readMaterial( sim );
    bool again = index < s->count[kind];
    const ssShape* shape = again ? ssWorld_BodyShape( s->world, s->ids[kind][index] ) : &def.shape;
    def.pose.position = placeFor( s, sim, number, ssShape_BoundingRadius( shape ) );
    // no two alike, and none exactly upright
    def.pose.orientation = ssQuat_FromRotationVector(
        ssVec3_Make( 0.3 * sin( 1.7 * number ), 0.3 * cos( 2.3 * number ), GOLDEN * number ) );
    if ( again )
    {
        int id = s->ids[kind][index];
        const ssVec3 still = { 0.0, 0.0, 0.0 };
        ssWorld_SetEnabled( s->world, id, true );
        ssWorld_SetPose( s->world, id, def.pose );
        ssWorld_SetVelocity( s->world, id, still, still );
        s->shown[kind] += 1;
    }
    else if ( ssWorld_AddBody( s->world, &def, &s->ids[kind][index] ).code == ss_ok )
    {
        s->count[kind] += 1;
        s->shown[kind] += 1;
    }
}

static void showAll( Playground* s, const ssSim* sim )
{
    for ( int index = 0; index < MAX_OF_KIND; ++index )
    {
        for ( int kind = 0; kind < KINDS; ++kind )
        {
            int wanted = (int)ssSim_Param( sim, kind );
            if ( index == s->shown[kind] && index < wanted )
            {
                showOne( s, sim, kind );
            }
            else if ( index >= wanted && index < s->shown[kind] )
            {
                ssWorld_SetEnabled( s->world, s->ids[kind][index], false );
            }
        }
    }
    for ( int kind = 0; kind < KINDS; ++kind )
    {
        int wanted = (int)ssSim_Param( sim, kind );
        s->shown[kind] = s->shown[kind] < wanted ? s->shown[kind] : wanted;
    }
}

// -------------------------------------------------------------------------------------------------------- making

static void apply( void* state, const ssSim* sim )
{
    Playground* s = state;
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim );
    double made[madeCount], groove = ssSim_Param( sim, keyGroove ) * SS_PI / 180.0;
    int ground = (int)ssSim_Param( sim, keyGround );
    s->tilt = ssSim_Param( sim, keyTilt ) * SS_PI / 180.0;
    s->heading = ssSim_Param( sim, keyHeading ) * SS_PI / 180.0;
    ssWorld_SetDef( s->world, &def );
    readMade( sim, made );
    if ( memcmp( made, s->made, sizeof made ) != 0 )
    {
        memcpy( s->made, made, sizeof made );
        remakeLaws( s );
    }
    ssWorld_SetLaw( s->world, GROUND, ground == groundCoulomb ? -1 : s->laws[ground],
        ssVec3_Make( cos( groove ), sin( groove ), 0.0 ) );
    worldSetMaterials( s->world, &material );
    showAll( s, sim );
}

static ssResult build( Playground* s, const ssSim* sim )
{
    ssMaterial material = readMaterial( sim );
    ssResult result = worldAddGround( s->world, &material, 0.5 * ssSim_Param( sim, keyTable ) );
    readMade( sim, s->made );
    for ( int i = groundEllipse; i < groundCount && result.code == ss_ok; ++i )
    {
        ssLawDef law = groundLaw( i, s->made );
        result = ssWorld_AddLaw( s->world, &law, &s->laws[i] );
    }
    return result;
}

static void destroy( void* state )
{
    Playground* s = state;
    ssDestroyWorld( s->world );
    s->world = NULL;
}

static ssResult create( void* state, const ssSim* sim )
{
    Playground* s = state;
    double size = ssSim_Param( sim, keySize ), table = ssSim_Param( sim, keyTable );
    if ( table < 3.0 * size )
    {
        return ssError( ss_errorValue, "table", "table = %g m has no room for bodies of %g m; at least %g m",
            table, size, 3.0 * size );
    }
    ssWorldDef def = readDef( sim );
    ssResult result = ssCreateWorld( &def, &s->world );
    result = result.code == ss_ok ? build( s, sim ) : result;
    if ( result.code != ss_ok )
    {
        destroy( s );
        return result;
    }
    apply( s, sim );
    return ssOk();
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const Playground* s = state;
    const ssWorldReport* report = ssWorld_Report( s->world );
    const ssSpring* spring = ssWorld_Spring( s->world );
    row[signalBodies] = s->shown[0] + s->shown[1] + s->shown[2] + s->shown[3];
    row[signalContacts] = report->contacts;
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
    row[signalPull] = spring->active ? ssVec3_Length( spring->force ) : 0.0;
    row[signalPenetration] = report->maxPenetration;
    row[signalIterations] = report->iterations;
    row[signalResidual] = report->residual;
}

static ssStepReport step( void* state, ssSim* sim )
{
    Playground* s = state;
    ssWorldReport report = worldStep( s->world, sim );
    s->penetration = fmax( s->penetration, report.maxPenetration );
    double row[signalCount], sum = 0.0;
    fillSignals( s, sim, row );
    for ( int i = 0; i < signalCount; ++i )
    {
        sum += row[i];
    }
    return worldStepReport( s->world, &report, isfinite( sum ) );
}

static void serialize( void* state, ssArchive* archive )
{
    Playground* s = state;
    ssArchive_F64s( archive, s->made, madeCount );
    double* numbers[] = { &s->tilt, &s->heading, &s->penetration };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    int bodies = FIRST_BODY;
    for ( int kind = 0; kind < KINDS; ++kind )
    {
        ssArchive_Int( archive, &s->count[kind] );
        ssArchive_Int( archive, &s->shown[kind] );
        bool good = s->count[kind] >= 0 && s->count[kind] <= MAX_OF_KIND && s->shown[kind] >= 0 &&
            s->shown[kind] <= s->count[kind];
        archive->overrun = archive->overrun || !good;
        for ( int i = 0; i < s->count[kind] && !archive->overrun; ++i )
        {
            ssArchive_Int( archive, &s->ids[kind][i] );
        }
        bodies += archive->overrun ? 0 : s->count[kind];
    }
    if ( archive->mode == ss_archiveRead && !archive->overrun )
    {
        // laws are made, not stored
        remakeLaws( s );
    }
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || bodies != ssWorld_BodyCount( s->world );
    for ( int kind = 0; kind < KINDS && !archive->overrun; ++kind )
    {
        for ( int i = 0; i < s->count[kind]; ++i )
        {
            archive->overrun = archive->overrun || s->ids[kind][i] < FIRST_BODY || s->ids[kind][i] >= bodies;
        }
    }
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const Playground* s = state;
    const ssLedger* ledger = &ssWorld_Report( s->world )->ledger;
    const double values[measureCount] = { [measureKinetic] = ledger->kinetic,
        [measurePenetration] = s->penetration,
        [measureLost] = ledger->sliding + ledger->rolling + ledger->spinning + ledger->impact };
    return values[index];
}

// ------------------------------------------------------------------------------------------------------- showing

static ssQuat lean( const Playground* s, double sign )
{
    // about the horizontal axis across the downhill direction
    double angle = sign * s->tilt;
    return ssQuat_FromRotationVector(
        ssVec3_Make( -angle * sin( s->heading ), angle * cos( s->heading ), 0.0 ) );
}

static void drawTable( const ssSim* sim, const ssDraw* out )
{
    double half = 0.5 * ssSim_Param( sim, keyTable ), groove = ssSim_Param( sim, keyGroove ) * SS_PI / 180.0;
    bool grooved = isGrooved( (int)ssSim_Param( sim, keyGround ) );
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 },
            .tangent = { grooved ? cos( groove ) : 1.0, grooved ? sin( groove ) : 0.0, 0.0 },
            // grooves run across the corners: then the ground has no end, and the rim shows the table
            .halfX = grooved ? 0.0 : half,
            .halfY = grooved ? 0.0 : half,
            .grooved = grooved };
        out->planes( out->context, 1, &plane );
    }
    if ( out->line != NULL )
    {
        const ssVec3 rim[5] = { { half, half, 0.0 }, { -half, half, 0.0 }, { -half, -half, 0.0 },
            { half, -half, 0.0 }, { half, half, 0.0 } };
        out->line( out->context, ss_lineScenery, 5, rim );
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Playground* s = state;
    DrawRotated rotated;
    drawRotated( &rotated, out, lean( s, 1.0 ) );
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, ssVec3_Make( 0.0, 0.0, 0.0 ), 0.45 * ssSim_Param( sim, keyTable ) );
    }
    drawTable( sim, &rotated.draw );
    worldDrawBodies( s->world, &rotated.draw, ss_drawAll );
}

/// What the ground holds at rest in the downhill direction, over the load.
static double boundDownhill( const ssSim* sim )
{
    int ground = (int)ssSim_Param( sim, keyGround );
    double mu = ssSim_Param( sim, keyMu ),
           turn = ( ssSim_Param( sim, keyHeading ) - ssSim_Param( sim, keyGroove ) ) * SS_PI / 180.0;
    if ( isGrooved( ground ) )
    {
        return 1.0 /
            hypot(
                cos( turn ) / ssSim_Param( sim, keyMuAlong ), sin( turn ) / ssSim_Param( sim, keyMuAcross ) );
    }
    // the polygon's edges lie at mu across each of its directions
    double between = SS_PI / ssSim_Param( sim, keyFacets );
    return ground == groundPolyhedral ? mu / cos( remainder( turn, between ) ) : mu;
}

static void explainTilt( const ssSim* sim, char* text, int capacity )
{
    int ground = (int)ssSim_Param( sim, keyGround );
    double tangent = fabs( tan( ssSim_Param( sim, keyTilt ) * SS_PI / 180.0 ) ), bound = boundDownhill( sim );
    char a[24], b[24];
    ssFormatNumber( tangent, a, sizeof a );
    ssFormatNumber( bound, b, sizeof b );
    if ( ground == groundTristate && tangent > 0.0 && tangent <= bound )
    {
        snprintf( text, (size_t)capacity, "tan α = %s: nothing holds at rest", a );
    }
    else if ( ground == groundRegularised && tangent > 0.0 && tangent < bound )
    {
        ssFormatNumber( ssSim_Param( sim, keyVEps ) * atanh( tangent / bound ), b, sizeof b );
        snprintf( text, (size_t)capacity, "tan α = %s: creeps at %s m/s", a, b );
    }
    else
    {
        bool own = isGrooved( ground ) || ground == groundPolyhedral;
        snprintf( text, (size_t)capacity, "tan α = %s %s %s%s%s", a, tangent <= bound ? "≤" : ">",
            own ? "" : "μ = ", b, own ? " downhill" : "" );
    }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_Param( sim, keySize );
    int ground = (int)ssSim_Param( sim, keyGround );
    bool elsewhere = param == keyMu && isGrooved( ground );
    bool never = ground == groundRegularised || ground == groundTristate; // at rest on a slope
    char a[24];
    text[0] = '\0';
    switch ( param )
    {
        case keyMu:
        case keyMuAlong:
        case keyMuAcross:
            ssFormatNumber( atan( ssSim_Param( sim, param ) ) * 180.0 / SS_PI, a, sizeof a );
            snprintf( text, (size_t)capacity, "%s%s from %s°", elsewhere ? "on each other: " : "",
                never ? "speeds up" : "slides", a );
            break;
        case keyTilt:
            explainTilt( sim, text, capacity );
            break;
        case keyPatch:
            ssFormatNumber(
                2.0 / 3.0 * ssSim_Param( sim, keyMu ) * ssSim_Param( sim, keyPatch ), a, sizeof a );
            snprintf( text, (size_t)capacity, "spins as with μ_s = %s m", a );
            break;
        case keySize:
        case keyDensity:
            ssFormatNumber(
                4.0 / 3.0 * SS_PI * radius * radius * radius * ssSim_Param( sim, keyDensity ), a, sizeof a );
            snprintf( text, (size_t)capacity, "a sphere has %s kg", a );
            break;
        default:
            break;
    }
}

static bool uses( const ssSim* sim, int param )
{
    int ground = (int)ssSim_PendingParam( sim, keyGround );
    switch ( param )
    {
        case keyMuAlong:
        case keyMuAcross:
            return isGrooved( ground );
        case keyGroove:
            return isGrooved( ground ) || ground == groundPolyhedral;
        case keyKinetic:
        case keyStribeckSpeed:
            return isFalling( ground );
        case keyVEps:
            return ground == groundRegularised;
        case keyPatch:
            return ground == groundContensou;
        case keyFacets:
            return ground == groundPolyhedral;
        default:
            return true;
    }
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    Playground* s = state;
    ssWorld_Drag( s->world, hand->active, hand->body, ssQuat_Rotate( lean( s, -1.0 ), hand->target ) );
}

extern const ssScenario ss_scenarioPlayground;
const ssScenario ss_scenarioPlayground = {
    .id = "playground",
    .title = "Playground",
    .source = "All five papers, for playing",
    .summary = "Spheres, boxes, cylinders and capsules on a table with walls. Drop more of them in, tilt the "
               "table, drag "
               "a body by a spring whose force is shown, and change the ground's law while they slide.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "mix",
    .measures = s_measures,
    .measureCount = measureCount,
    .h = 2e-3,
    .until = 20.0,
    .speed = 1.0,
    .stateSize = sizeof( Playground ),
    .create = create,
    .destroy = destroy,
    .apply = apply,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .explain = explain,
    .freeze = worldFreeze,
    .drag = drag,
    .uses = uses,
};
