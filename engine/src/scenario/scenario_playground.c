// SPDX-License-Identifier: MIT
#include "scenario/scenario_playground.h"

#include <stdio.h>
#include <string.h>

// The sandbox: bodies on a tilting walled table, dragged by the mouse, on a ground of any law.

#define GROUND 0                       // body
#define FIRST_BODY 5                   // bodies 1 to 4 are the walls
#define GOLDEN_ANGLE 2.399963229728653 // [rad]; successive multiples spread places evenly around a circle
#define WATCHED 6                      // moving bodies with signals of their own
#define PLACES 12                      // places on the spiral where bodies drop in

static const char* const s_grounds[] = { "coulomb", "ellipse", "collinear", "extended", "stribeck",
    "grooves-stribeck", "contensou", "polyhedral", "regularised", "tristate" };

// clang-format off
#define COUNT_OF( Key, symbolText, labelText, start ) .key = Key, .symbol = symbolText, .label = labelText, \
    .unit = "", \
    .group = "bodies", .doc = "Number on the table. Additional bodies drop in; surplus ones disappear.", \
    .kind = ss_paramInteger, \
    .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = PLAY_MAX_OF_KIND, .defaultValue = start, \
    .live = true
static const ssParam s_params[] = {
    [playKeySpheres] = { COUNT_OF( "spheres", "spheres", "spheres", 5.0 ) },
    [playKeyBoxes] = { COUNT_OF( "boxes", "boxes", "boxes", 4.0 ) },
    [playKeyCylinders] = { COUNT_OF( "cylinders", "cylinders", "cylinders", 3.0 ) },
    [playKeyCapsules] = { COUNT_OF( "capsules", "capsules", "capsules", 2.0 ) },
    [playKeySize] = { PARAM( "size", "size", "size of new bodies", "m", "bodies" ),
        BETWEEN( 1e-3, 10.0, 0.1, 0.6, 0.3 ), .live = true,
        .doc = "Diameter of new spheres. Other new bodies are about as large." },
    [playKeyDensity] = { PARAM( "density", "density", "density of new bodies", "kg/m³", "bodies" ),
        BETWEEN( 1e-3, 1e9, 10.0, 20000.0, 1000.0 ), .logScale = true, .live = true,
        .doc = "Mass density of new bodies. Heavy bodies on light ones make the contact problem harder." },
    [playKeyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 1.5, 0.5 ), .live = true,
        .doc = "Applies to all contacts, except that a grooved ground has its own coefficients." },
    [playKeyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 0.1, 0.005 ), .live = true, .radius = "size", .radiusShare = 0.5,
        .doc = "Applies to all contacts." },
    [playKeyMuSpin] = { PARAM( "mu_s", "μ_s", "spinning resistance length", "m", "friction" ),
        BETWEEN( 0.0, 1e6, 0.0, 0.1, 0.005 ), .live = true, .radius = "size", .radiusShare = 0.5,
        .doc = "Applies to all contacts." },
    [playKeyRestitution] = { RESTITUTION_PARAM },
    [playKeyGround] = { PARAM( "ground", "ground", "law of the ground", "", "ground" ), CHOICE( s_grounds ),
        .live = true,
        .doc = "coulomb: equal in all directions. stribeck: equal in all directions and weaker while "
            "sliding. contensou: every contact is a patch, and a spinning body slides on as if on oil. "
            "polyhedral: a polygon in place of the disc. regularised: a smooth function of the speed; bodies "
            "creep on any slope. tristate: no friction at rest; bodies move and stop in alternate steps. The "
            "other grounds have grooves and an ellipse with mu_1 along and mu_2 across them. ellipse: "
            "maximum dissipation; bodies drift towards the grooves. grooves-stribeck: likewise, and weaker "
            "while sliding. collinear: opposite to the motion. extended: slip normal to a separate direction "
            "set." },
    [playKeyMuAlong] = { PARAM( "mu_1", "μ along", "friction along the grooves", "", "ground" ),
        BETWEEN( 1e-6, 1e6, 0.05, 1.5, 0.15 ), .live = true,
        .doc = "Semi-axis of the ellipse of friction forces per newton of load along the grooves." },
    [playKeyMuAcross] = { PARAM( "mu_2", "μ across", "friction across the grooves", "", "ground" ),
        BETWEEN( 1e-6, 1e6, 0.05, 1.5, 0.6 ), .live = true,
        .doc = "Semi-axis of the ellipse of friction forces per newton of load across the grooves." },
    [playKeyGroove] = { PARAM( "groove_deg", "grooves", "direction of the grooves", "°", "ground" ),
        BETWEEN( -360.0, 360.0, -90.0, 90.0, 30.0 ), .live = true,
        .doc = "Angle of the grooves from the x axis of the table. With polyhedral: angle of the first "
            "direction." },
    [playKeyKinetic] = { PARAM( "kinetic_ratio", "μ_k/μ", "kinetic friction ratio", "", "ground" ),
        BETWEEN( 0.0, 1.0, 0.0, 1.0, 0.4 ), .live = true,
        .doc = "Friction coefficient at high speed over that at rest." },
    [playKeyStribeckSpeed] = { PARAM( "stribeck_speed", "v_s", "Stribeck speed", "m/s", "ground" ),
        BETWEEN( 1e-6, 1e6, 0.01, 1.0, 0.1 ), .logScale = true, .live = true,
        .doc = "The coefficient falls towards its kinetic value as exp( -v/v_s )." },
    [playKeyVEps] = { PARAM( "v_eps", "v_ε", "regularisation speed", "m/s", "ground" ),
        BETWEEN( 1e-9, 1e6, 1e-4, 0.3, 0.02 ), .logScale = true, .live = true,
        .doc = "The friction force is mu tanh( v/v_eps ) times the normal force." },
    [playKeyPatch] = { PARAM( "patch_radius", "patch", "radius of a contact patch", "m", "ground" ),
        BETWEEN( 1e-9, 1e3, 1e-3, 0.2, 0.05 ), .logScale = true, .live = true,
        .doc = "Radius of the patch of uniform pressure at each contact point." },
    [playKeyFacets] = { PARAM( "facets", "directions", "directions of the polygon", "", "ground" ),
        .kind = ss_paramInteger, .min = 2.0, .max = 8.0, .allowedMin = 2.0, .allowedMax = 64.0,
        .defaultValue = 2.0, .live = true,
        .doc = "Directions over the half circle: a polygon with 2k edges around the disc." },
    [playKeyTilt] = { PARAM( "tilt_deg", "tilt α", "tilt", "°", "table" ),
        BETWEEN( -89.0, 89.0, 0.0, 45.0, 0.0 ), .live = true,
        .doc = "Inclination of the table. Bodies whose contact forces lie inside their cones stay at rest." },
    [playKeyHeading] = { PARAM( "heading_deg", "downhill", "downhill direction", "°", "table" ),
        BETWEEN( -360.0, 360.0, -180.0, 180.0, 0.0 ), .live = true,
        .doc = "Angle of the downhill direction from the x axis of the table." },
    [playKeyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "table" ),
        BETWEEN( 0.0, 1e4, 0.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity; 1.62 on the Moon." },
    [playKeyTable] = { PARAM( "table", "table", "width of the table", "m", "table" ),
        BETWEEN( 0.5, 1e3, 2.0, 10.0, 3.0 ), .doc = "Distance between opposite walls." },
    [playKeyLaw] = { WORLD_LAW_PARAM },
    [playKeyTol] = { PARAM( "tol", "tol", "contact tolerance", "", "numerics" ), .min = 1e-10, .max = 1e-2,
        .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow, .defaultValue = 1e-5, .logScale = true,
        .live = true, .doc = TOLERANCE_DOC },
    [playKeyIterations] = { PARAM( "iterations", "iterations", "iterations per step", "", "numerics" ),
        .kind = ss_paramInteger, .min = 10.0, .max = 2000.0, .allowedMin = 1.0, .allowedMax = 1e6,
        .defaultValue = 2000.0, .live = true,
        .doc = "Iteration limit of the contact solver in each step or substep." },
    [playKeySubsteps] = { SUBSTEPS_PARAM },
    [playKeyTheta] = { THETA_PARAM },
    [playKeyScheme] = { SCHEME_PARAM( worldSchemeMidpoint ) },
    [playKeyImpacts] = { IMPACTS_PARAM },
    SS_NOISE_ROWS,
};

// A row for each of the first bodies that move; a window knows their numbers by the names of parts.
#define OF_EACH( n, s, u, d ) { n "_1", s " 1", u, d }, { n "_2", s " 2", u, d }, { n "_3", s " 3", u, d }, \
    { n "_4", s " 4", u, d }, { n "_5", s " 5", u, d }, { n "_6", s " 6", u, d }
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
    signalFallen,
    signalWay,
    signalSpeed = signalWay + WATCHED,
    signalRim = signalSpeed + WATCHED,
    signalTilt = signalRim + WATCHED,
    signalCount = signalTilt + WATCHED
};

#define CURVES( name ) name "_1", name "_2", name "_3", name "_4", name "_5", name "_6"

static const ssSignal s_signals[] = {
    [signalBodies] = { "bodies", "bodies", "", "bodies on the table" },
    [signalContacts] = { "contacts", "contacts", "", "contact points" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalPull] = { "pull", "mouse", "N", "force of the spring that drags a body" },
    [signalLedger] = LEDGER_SIGNALS( "" ),
    [signalPenetration] = { "penetration", "depth", "m", "deepest penetration in this step" },
    [signalIterations] = { "iterations", "iterations", "", "iterations of the contact solver" },
    [signalResidual] = { "residual", "residual", "", "residual of the contact problem" },
    [signalFallen] = { "fallen", "fallen", "", "bodies that lean by more than 45°" },
    [signalWay] = OF_EACH( "way", "s", "m",
        "distance from where it was put, or from the middle of the table; undefined without a body" ),
    OF_EACH( "speed", "v", "m/s", "speed; undefined where there is no such body" ),
    OF_EACH( "rim", "r ω", "m/s", "radius times angular speed; undefined where a body is not round" ),
    OF_EACH( "tilt", "θ", "°", "angle of the axis from upright; undefined for a ball like any other" ),
};

static const ssPlot s_plots[] = {
    { PLOT( "fallen", "bodies that have fallen over", "" ), .signals = { "fallen" } },
    { PLOT( "way", "distance", "m" ), .signals = { CURVES( "way" ) } },
    { PLOT( "speed", "speed", "m/s" ), .signals = { CURVES( "speed" ) } },
    { PLOT( "roll", "speed against r ω", "m/s" ), .signals = { "speed_1", "rim_1", "speed_2", "rim_2" } },
    { PLOT( "tilt", "angle from upright", "°" ), .signals = { CURVES( "tilt" ) } },
    { PLOT( "kinetic_energy", "kinetic energy", "J" ), .signals = { "kinetic_energy" }, .shown = true },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PLOT( "pull", "force of the mouse", "N" ), .signals = { "pull" }, .shown = true },
    { PLOT( "iterations", "solver iterations", "" ), .signals = { "iterations" }, .shown = true },
    { PLOT( "contacts", "bodies and contacts", "" ), .signals = { "bodies", "contacts" } },
    { PLOT( "penetration", "penetration", "m" ), .signals = { "penetration" } },
    { PLOT( "residual", "residual", "" ), .signals = { "residual" } },
};

static const ssPresetValue s_grooves[] = { { "ground", groundEllipse }, { "tilt_deg", 20.0 },
    { "spheres", 0.0 }, { "boxes", 8.0 }, { "cylinders", 0.0 }, { "capsules", 0.0 } };
static const ssPresetValue s_creep[] = { { "ground", groundRegularised }, { "tilt_deg", 20.0 },
    { "spheres", 0.0 }, { "boxes", 8.0 }, { "cylinders", 0.0 }, { "capsules", 0.0 } };
static const ssPresetValue s_bounce[] = { { "restitution", 0.8 }, { "spheres", 12.0 }, { "boxes", 0.0 },
    { "cylinders", 0.0 }, { "capsules", 0.0 }, { "tilt_deg", 10.0 } };
static const ssPresetValue s_coins[] = { { "spheres", 0.0 }, { "boxes", 0.0 }, { "cylinders", 10.0 },
    { "capsules", 0.0 }, { "tilt_deg", 28.0 } };
static const ssPresetValue s_tiny[] = { { "spheres", 1.0 }, { "boxes", 1.0 }, { "cylinders", 1.0 },
    { "capsules", 0.0 }, { "tol", 1e-3 }, { "iterations", 25.0 } };

static const ssPreset s_presets[] = {
    { "mix", .label = "Some of everything", .until = 8.0 },
    { "grooves", "Boxes on a grooved slope", PRESET( s_grooves ) },
    { "creep", "Boxes that creep downhill", PRESET( s_creep ) },
    { "bounce", "Bouncing balls", .until = 8.0, PRESET( s_bounce ) },
    { "cylinders", "Cylinders just steep enough", .until = 8.0, PRESET( s_coins ) },
    { "tiny", "Three bodies, for tests", .hidden = true, .until = 0.5, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "kinetic_energy", "J", "kinetic energy" },
    { "max_penetration", "m", "deepest penetration so far" },
    { "dissipated", "J", "energy dissipated so far by sliding, rolling, spinning and impacts" },
};

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ ssSim_Param( sim, playKeyMu ), .muRoll = ssSim_Param( sim, playKeyMuRoll ),
        .muSpin = ssSim_Param( sim, playKeyMuSpin ), .restitution = ssSim_Param( sim, playKeyRestitution ) };
}

static ssWorldDef readDef( const ssSim* sim )
{
    double tilt = ssSim_Param( sim, playKeyTilt ) * SS_PI / 180.0, g = ssSim_Param( sim, playKeyGravity );
    double heading = ssSim_Param( sim, playKeyHeading ) * SS_PI / 180.0;
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make(
        g * ssSin( tilt ) * ssCos( heading ), g * ssSin( tilt ) * ssSin( heading ), -g * ssCos( tilt ) );
    def.gravity = ssSim_Build( sim ) != NULL ? ssSim_Build( sim )->gravity : def.gravity;
    def.law = worldLawTyped( sim ) == NULL ? (ssWorldLaw)ssSim_Param( sim, playKeyLaw ) : ss_worldLawCoulomb;
    def.tolerance = ssSim_Param( sim, playKeyTol );
    def.maxIterations = (int)ssSim_Param( sim, playKeyIterations );
    def.substeps = (int)ssSim_Param( sim, playKeySubsteps );
    def.theta = worldSchemeOf( sim, playKeyTheta );
    def.impacts = (ssImpactLaw)ssSim_Param( sim, playKeyImpacts );
    return def;
}

static ssShape shapeOf( int kind, double d )
{
    switch ( kind )
    {
        case playKeySpheres: return ssSphereShape( 0.5 * d );
        case playKeyBoxes: return ssBoxShape( ssVec3_Make( 0.55 * d, 0.4 * d, 0.3 * d ) );
        case playKeyCylinders: return ssCylinderShape( 0.45 * d, 0.3 * d );
        default: return ssCapsuleShape( 0.28 * d, 0.4 * d );
    }
}

/// A free place above the table: on a spiral, and higher up where bodies are in the way.
static ssVec3 placeFor( const Playground* s, const ssSim* sim, int number, double radius )
{
    double room = ssMax( 0.5 * ssSim_Param( sim, playKeyTable ) - 1.5 * radius, 0.0 );
    double r = ssMin( 2.2 * radius * sqrt( (double)( number % PLACES ) ), room ),
           angle = GOLDEN_ANGLE * number;
    ssVec3 place = { r * ssCos( angle ), r * ssSin( angle ), 1.5 * radius };
    for ( bool free = false; !free; )
    {
        free = true;
        for ( int i = FIRST_BODY; i < ssWorld_BodyCount( s->world ) && free; ++i )
        {
            ssBodyState body = worldBody( s->world, i );
            double distance = radius + ssShape_BoundingRadius( worldBodyShape( s->world, i ) );
            ssVec3 away = ssVec3_Sub( body.pose.position, place );
            free = !body.enabled || ssVec3_Dot( away, away ) > distance * distance;
        }
        place.z += free ? 0.0 : radius;
    }
    return place;
}

/// Adds the next body of this kind, or shows it again if it was hidden.
static void showNext( Playground* s, const ssSim* sim, int kind )
{
    int index = s->shown[kind], number = PLAY_KINDS * index + kind;
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = shapeOf( kind, ssSim_Param( sim, playKeySize ) );
    def.density = ssSim_Param( sim, playKeyDensity );
    def.material = readMaterial( sim );
    bool hidden = index < s->count[kind];
    ssBodyId id = hidden ? ssWorld_BodyAt( s->world, s->ids[kind][index] ) : ( ssBodyId ){ 0, 0 };
    const ssShape* shape = hidden ? ssWorld_BodyShape( s->world, id ) : &def.shape;
    def.pose.position = placeFor( s, sim, number, ssShape_BoundingRadius( shape ) );
    // No two bodies have the same orientation, and none is exactly upright.
    def.pose.orientation = ssQuat_FromRotationVector(
        ssVec3_Make( 0.3 * ssSin( 1.7 * number ), 0.3 * ssCos( 2.3 * number ), GOLDEN_ANGLE * number ) );
    if ( hidden )
    {
        const ssVec3 still = { 0.0, 0.0, 0.0 };
        ssIgnore( ssWorld_SetEnabled( s->world, id, true ) );
        ssIgnore( ssWorld_SetPose( s->world, id, def.pose ) );
        ssIgnore( ssWorld_SetVelocity( s->world, id, still, still ) );
        s->shown[kind] += 1;
    }
    else if ( ssWorld_AddBody( s->world, &def, &id ).code == ss_ok )
    {
        s->ids[kind][index] = id.slot1 - 1;
        s->count[kind] += 1;
        s->shown[kind] += 1;
    }
}

/// Shows or hides bodies until their numbers are those of the parameters.
static void adjustCounts( Playground* s, const ssSim* sim )
{
    for ( int index = 0; index < PLAY_MAX_OF_KIND; ++index )
    {
        for ( int kind = 0; kind < PLAY_KINDS; ++kind )
        {
            int wanted = (int)ssSim_Param( sim, kind );
            if ( index == s->shown[kind] && index < wanted ) { showNext( s, sim, kind ); }
            else if ( index >= wanted && index < s->shown[kind] )
            {
                ssIgnore(
                    ssWorld_SetEnabled( s->world, ssWorld_BodyAt( s->world, s->ids[kind][index] ), false ) );
            }
        }
    }
    for ( int kind = 0; kind < PLAY_KINDS; ++kind )
    {
        int wanted = (int)ssSim_Param( sim, kind );
        s->shown[kind] = s->shown[kind] < wanted ? s->shown[kind] : wanted;
    }
}

/// A typed law is that of all contacts.
static void setLaws( Playground* s, const ssSim* sim )
{
    double groove = ssSim_Param( sim, playKeyGroove ) * SS_PI / 180.0;
    int ground = (int)ssSim_Param( sim, playKeyGround );
    ssIgnore( ssWorld_SetLaw( s->world, ssWorld_BodyAt( s->world, GROUND ),
        worldLawOr( &s->typed, s->laws[ground] ), ssVec3_Make( ssCos( groove ), ssSin( groove ), 0.0 ) ) );
    for ( int i = GROUND + 1; i < ssWorld_BodyCount( s->world ) && s->typed.made; ++i )
    {
        ssIgnore( ssWorld_SetLaw( s->world, ssWorld_BodyAt( s->world, i ),
            worldLawOr( &s->typed, ( ssLawId ){ 0, 0 } ), ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
}

/// The build decides everything but the law of the world and the solver.
static ssResult adoptBuild( Playground* s, const ssSim* sim )
{
    const ssBuild* build = ssSim_Build( sim );
    ssWorldDef def = readDef( sim );
    s->tilt = s->heading = 0.0;
    if ( s->built.build == NULL || !ssBuild_Equal( s->built.build, build ) )
    {
        return playRebuild( s, sim, &def );
    }
    ssResult result = worldLawAdopt( &s->typed, s->world, sim );
    if ( result.code == ss_ok )
    {
        s->built.build = build; // equal, but that of another scenario
        result = ssWorld_SetDef( s->world, &def );
        playBuildLaws( s );
    }
    return result;
}

static ssResult adopt( void* state, const ssSim* sim )
{
    Playground* s = state;
    if ( ssSim_Build( sim ) != NULL ) { return adoptBuild( s, sim ); }
    SS_TRY( worldLawAdopt( &s->typed, s->world, sim ) );
    ssWorldDef def = readDef( sim );
    ssMaterial material = readMaterial( sim );
    double values[valueCount];
    s->tilt = ssSim_Param( sim, playKeyTilt ) * SS_PI / 180.0;
    s->heading = ssSim_Param( sim, playKeyHeading ) * SS_PI / 180.0;
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
    playReadGrounds( sim, values );
    if ( memcmp( values, s->groundValues, sizeof values ) != 0 )
    {
        memcpy( s->groundValues, values, sizeof values );
        playRemakeGrounds( s );
    }
    worldSetMaterials( s->world, &material );
    adjustCounts( s, sim );
    setLaws( s, sim );
    return ssOk();
}

static ssResult build( Playground* s, const ssSim* sim )
{
    ssMaterial material = readMaterial( sim );
    ssResult result = worldAddGround( s->world, &material, 0.5 * ssSim_Param( sim, playKeyTable ) );
    playReadGrounds( sim, s->groundValues );
    return result.code == ss_ok ? playAddGrounds( s ) : result;
}

static ssResult create( void* state, const ssSim* sim )
{
    Playground* s = state;
    double size = ssSim_Param( sim, playKeySize ), table = ssSim_Param( sim, playKeyTable );
    if ( ssSim_Build( sim ) != NULL ) { return adoptBuild( s, sim ); }
    if ( table < 3.0 * size )
    {
        return ssError( ss_errorValue, "table",
            "table = %g m is too narrow for bodies of %g m; at least %g m", table, size, 3.0 * size );
    }
    ssWorldDef def = readDef( sim );
    ssResult result = ssCreateWorld( &def, &s->world );
    result = result.code == ss_ok ? build( s, sim ) : result;
    result = result.code == ss_ok ? adopt( s, sim ) : result;
    if ( result.code != ss_ok ) { worldDestroy( s ); }
    return result;
}

/// The signals of the first bodies that move; where the first part has a name, of those with names.
static void fillWatched( const Playground* s, double* row )
{
    bool names = false;
    row[signalFallen] = 0.0;
    for ( int i = signalWay; i < signalCount; ++i ) { row[i] = SS_NAN; }
    for ( int i = GROUND + 1, k = 0; i < ssWorld_BodyCount( s->world ); ++i )
    {
        const ssBodyState body = worldBody( s->world, i );
        if ( body.kind != ss_bodyDynamic || !body.enabled ) { continue; }
        const ssPart* part = s->built.build != NULL ? s->built.build->parts + i - 1 : NULL;
        const ssShape* shape = worldBodyShape( s->world, i );
        ssPartState now = { .pose = body.pose };
        if ( part != NULL ) { playPartState( s, NULL, i - 1, &now ); }
        ssVec3 axis = ssQuat_Rotate( now.pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        double tilt = ssAtan2( ssHypot( axis.x, axis.y ), axis.z ) * 180.0 / SS_PI;
        bool ball = shape->kind == ss_shapeSphere && !( part != NULL && ssVec3_Length( part->centre ) > 0.0 );
        row[signalFallen] += tilt > 45.0 && !ball ? 1.0 : 0.0;
        bool named = part != NULL && part->name[0] != '\0';
        names = names || ( k == 0 && named );
        if ( k < WATCHED && ( named || !names ) )
        {
            ssVec3 from = part != NULL ? part->position : ssVec3_Make( 0.0, 0.0, now.pose.position.z );
            row[signalWay + k] = ssVec3_Length( ssVec3_Sub( now.pose.position, from ) );
            row[signalSpeed + k] = ssVec3_Length( body.velocity );
            row[signalRim + k] = shape->radius > 0.0 ? shape->radius * ssVec3_Length( body.omega ) : SS_NAN;
            row[signalTilt + k] = ball ? SS_NAN : tilt;
        }
        ++k;
    }
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const Playground* s = state;
    const ssWorldReport* report = ssWorld_Report( s->world );
    const ssSpring* spring = ssWorld_Spring( s->world );
    row[signalBodies] =
        s->built.build != NULL ? playBuildMoving( s ) : s->shown[0] + s->shown[1] + s->shown[2] + s->shown[3];
    row[signalContacts] = report->contacts;
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
    row[signalPull] = spring->active ? ssVec3_Length( spring->force ) : 0.0;
    row[signalPenetration] = report->maxPenetration;
    row[signalIterations] = report->iterations;
    row[signalResidual] = report->residual;
    fillWatched( s, row );
}

static ssStepReport step( void* state, ssSim* sim )
{
    Playground* s = state;
    if ( s->built.build != NULL ) { playBuildDrive( s, ssSim_Time( sim ) + ssSim_StepSize( sim ) ); }
    ssWorldReport report = worldStep( s->world, sim );
    s->penetration = ssMax( s->penetration, report.maxPenetration );
    double row[signalCount], sum = 0.0;
    fillSignals( s, sim, row );
    for ( int i = 0; i < signalWay; ++i ) { sum += row[i]; }
    return worldStepReport( s->world, &report, isfinite( sum ) );
}

/// Prepares the world for a state that is read: laws are not stored but computed from parameters.
static void readWorld( Playground* s, ssArchive* archive )
{
    const ssBuild *before = s->built.build, *build = archive->build;
    bool same = before == NULL ? build == NULL : build != NULL && ssBuild_Equal( before, build );
    if ( !same ) { archive->overrun = playBuildRead( s, build ).code != ss_ok; }
    else if ( build == NULL ) { playRemakeGrounds( s ); }
    s->built.build = archive->overrun ? s->built.build : build;
}

static void serialize( void* state, ssArchive* archive )
{
    Playground* s = state;
    ssArchive_F64s( archive, s->groundValues, valueCount );
    ARCHIVE_EACH( archive, &s->tilt, &s->heading, &s->penetration );
    int bodies = FIRST_BODY;
    for ( int kind = 0; kind < PLAY_KINDS; ++kind )
    {
        ssArchive_Int( archive, &s->count[kind] );
        ssArchive_Int( archive, &s->shown[kind] );
        bool good = s->count[kind] >= 0 && s->count[kind] <= PLAY_MAX_OF_KIND && s->shown[kind] >= 0 &&
            s->shown[kind] <= s->count[kind];
        archive->overrun = archive->overrun || !good;
        for ( int i = 0; i < s->count[kind] && !archive->overrun; ++i )
        {
            ssArchive_Int( archive, &s->ids[kind][i] );
        }
        bodies += archive->overrun ? 0 : s->count[kind];
    }
    if ( archive->mode == ss_archiveRead && !archive->overrun ) { readWorld( s, archive ); }
    bodies = s->built.build != NULL ? s->built.build->partCount + 1 : bodies;
    worldLawSerialize( &s->typed, s->world, archive );
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || bodies != ssWorld_BodyCount( s->world );
    for ( int kind = 0; kind < PLAY_KINDS && !archive->overrun; ++kind )
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
    const double values[] = { ledger->kinetic, s->penetration,
        ledger->sliding + ledger->rolling + ledger->spinning + ledger->impact };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

static void dragBody( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    Playground* s = state;
    worldDragBody( s->world, drag, ssQuat_Rotate( playLean( s, -1.0 ), drag->target ) );
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    static const char* const kinds[PLAY_KINDS] = { "ball", "box", "cylinder", "capsule" };
    const Playground* s = state;
    (void)sim;
    if ( s->built.build != NULL )
    {
        playBuildName( s, body, text, capacity );
        return;
    }
    worldNameBody( body, 0, "body", text, capacity );
    for ( int kind = 0; kind < PLAY_KINDS && body >= 0; ++kind )
    {
        for ( int i = 0; i < s->count[kind]; ++i )
        {
            if ( s->ids[kind][i] == body )
            {
                snprintf( text, (size_t)capacity, "%s %d", kinds[kind], i + 1 );
            }
        }
    }
}

static double tiltOf( const void* state, const ssSim* sim )
{
    (void)sim;
    double tilt = ( (const Playground*)state )->tilt;
    return tilt != 0.0 ? tilt * 180.0 / SS_PI : SS_NAN; // a level table drives nothing
}

static const ssDrive s_drive = { "α", "°", tiltOf, NULL };

extern const ssScenario ss_scenarioPlayground;
const ssScenario ss_scenarioPlayground = { "playground", "Playground",
    .source = "All five papers, to play with",
    .summary =
        "Spheres, boxes, cylinders and capsules on a table with walls. Drop in more of them, tilt the table, "
        "drag a body by a spring whose force is shown, and change the law of the ground while they slide.",
    .model = { MODEL_TABLES, .h = 2e-3, .until = 20.0, .stateSize = sizeof( Playground ), MODEL_CALLS,
        .destroy = worldDestroy, .adopt = adopt, .takesLaw = true, .takesBuild = true,
        .partState = playPartState, .makeBuild = playMakeBuild, .serialize = serialize, .freeze = worldFreeze,
        .uses = playUses, .drive = &s_drive },
    .picture = { ROWS( plot, s_plots ), .draw = playDraw, .explain = playExplain, .drag = dragBody,
        .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "mix" };
