// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/world_scenario.h"

#include <stdio.h>
#include <string.h>

// A disk rolls on a plane until rolling resistance stops it (Tasora & Anitescu Sec. 6.1), either with
// Coulomb's law or with its convex relaxation, under which the disk rides on a gap of h mu_r |omega| and
// rolls just as far. A twin obeys the other law and rolls beside it for comparison. Nothing depends on the
// twin, so it is saved with the state but no part of its hash.

#define DISK_BODY 1          // body 0 is the plane
#define HALF_WIDTH 0.1       // of the disk, in radii; the motion is planar and does not depend on it
#define TOLERANCE 1e-13      // of the contact solver: the gap is compared with its closed form
#define MAX_ITERATIONS 2000  // of the contact solver
#define SLIP_TOLERANCE 1e-12 // initial slip that counts as none, relative to v0
#define REST_TOLERANCE 1e-9  // speed that counts as rest, relative to 1 m/s + v0
#define TRACK 1.4            // distance of both tracks from the middle, in radii
#define DRAWN_GAP 0.3        // the largest gap is drawn up to this high, in radii

enum
{
    keyMu,
    keyMuRoll,
    keyRadius,
    keyMass,
    keyInertia,
    keyV0,
    keyOmega0,
    keyGravity,
    keyLaw,
    keyTheta,
    keyScheme,
    keyCount
};

static const char* const s_laws[] = { "coulomb", "relaxed" };

// clang-format off
static const ssParam s_params[] = {
    [keyMu] = { PARAM( "mu", "μ", "sliding friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.5 ), .live = true,
        .doc = "If it is large enough, the disk rolls without slip." },
    [keyMuRoll] = { PARAM( "mu_r", "μ_r", "rolling resistance length", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.2, 0.02 ), .live = true, .radius = "radius", .radiusShare = 1.0,
        .doc = "The rolling moment is at most mu_r times the normal force. The paper calls it rho." },
    [keyRadius] = { PARAM( "radius", "R", "radius", "m", "body" ), POSITIVE( 0.1, 3.0, 1.0 ),
        .doc = "Radius of the disk." },
    [keyMass] = { PARAM( "mass", "M", "mass", "kg", "body" ), POSITIVE( 0.1, 100.0, 10.0 ), .logScale = true,
        .doc = "Mass of the disk." },
    [keyInertia] = { PARAM( "inertia", "J", "moment of inertia", "kg m²", "body" ),
        POSITIVE( 0.1, 100.0, 4.0 ), .logScale = true,
        .doc = "Moment of inertia about the axis of the disk: M R²/2 for a uniform disk, M R² for a hoop." },
    [keyV0] = { PARAM( "v0", "v₀", "initial velocity", "m/s", "start" ), ANY_NUMBER( -5.0, 5.0, 1.0 ),
        .doc = "Velocity of the centre along x at t = 0." },
    [keyOmega0] = { PARAM( "omega0", "ω₀", "initial angular velocity", "rad/s", "start" ),
        ANY_NUMBER( -5.0, 5.0, 1.0 ),
        .doc = "Angular velocity at t = 0; positive rolls towards +x. There is no slip if v₀ = R ω₀." },
    [keyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "start" ),
        BETWEEN( 0.0, 1e100, 0.0, 25.0, 9.8 ), .live = true,
        .doc = "Acceleration due to gravity, straight down." },
    [keyLaw] = { PARAM( "law", "law", "friction law", "", "numerics" ), CHOICE( s_laws ), .live = true,
        .doc = "coulomb: friction without dilatancy. relaxed: the convex law, under which the disk rides at "
            "the gap h mu_r |omega|." },
    [keyTheta] = { THETA_PARAM },
    // That of the paper, and the only one that the relaxed law has: the twins differ by their laws alone.
    [keyScheme] = { SCHEME_PARAM( worldSchemeTheta ) },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalV = 1,
    signalOmega,
    signalGap,
    signalRn,
    signalVExact = 7,
    signalKinetic,
    signalLedger,
    signalTwins = signalLedger + ledgerCount,
    signalCount = signalTwins + 6
};

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position of the centre" },
    { "v", "v", "m/s", "velocity of the centre" },
    { "omega", "ω", "rad/s", "angular velocity; positive rolls towards +x" },
    { "gap", "Φ", "m", "gap between disk and plane" },
    { "r_n", "r_N", "N", "normal force" },
    { "r_t", "r_T", "N", "tangential force along x" },
    { "m_r", "m_R", "N m", "rolling moment" },
    { "v_exact", "v exact", "m/s",
        "closed form of v for rolling without slip; undefined where it does not hold" },
    KINETIC_SIGNAL( "" ),
    LEDGER_SIGNALS( "" ),
    { "x_coulomb", "Coulomb", "m", "position of the disk that obeys Coulomb's law" },
    { "x_relaxed", "relaxed", "m", "position of the disk that obeys the relaxed law" },
    { "gap_coulomb", "Coulomb", "m", "gap under Coulomb's law" },
    { "gap_relaxed", "relaxed", "m", "gap under the relaxed law" },
    { "gap_predicted", "predicted", "m",
        "gap on which the relaxed law lets the disk ride: h (mu |u_T| + mu_r |omega|)" },
    { "rim_speed", "R ω", "m/s", "speed of the rim: that of the centre when the disk rolls without slip" },
};

_Static_assert( SS_COUNT( s_signals ) == signalCount, "one row for each signal" );

static const ssPlot s_plots[] = {
    { PLOT( "v", "velocity", "m/s" ), .signals = { "v" }, .exact = { "v_exact" }, .shown = true },
    { PLOT( "gap", "gap under both laws", "m" ),
        .signals = { "gap_coulomb", "gap_relaxed" }, // the order of the colours in the scene
        .exact = { NULL, "gap_predicted" }, .shown = true },
    { PLOT( "omega", "angular velocity", "rad/s" ), .signals = { "omega" } },
    { PLOT( "rim", "rolls where both meet", "m/s" ), .signals = { "v", "rim_speed" } },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ), .shown = true },
    { PLOT( "m_r", "rolling moment", "N m" ), .signals = { "m_r" } },
    { PLOT( "r_t", "tangential force", "N" ), .signals = { "r_t" } },
    { PLOT( "r_n", "normal force", "N" ), .signals = { "r_n" } },
    { PLOT( "x", "position under both laws", "m" ), .signals = { "x_coulomb", "x_relaxed" }, .shown = true },
};

static const ssPresetValue s_relaxed[] = { { "law", 1.0 } };
static const ssPresetValue s_slips[] = { { "mu", 0.1 }, { "omega0", 0.0 }, { "v0", 3.0 } };

static const ssPreset s_presets[] = {
    { "coulomb", .label = "Coulomb: stays on the ground" },
    { "relaxed", "Relaxed: rides on a gap", PRESET( s_relaxed ) },
    { "slips", "Thrown: slips, then rolls", PRESET( s_slips ) },
    { "tiny", "A short run, for tests", .hidden = true, .until = 1.0 },
};

static const ssMeasure s_measures[] = {
    { "x_stop", "m", "position at which the disk came to rest; undefined while it moves" },
    { "t_stop", "s", "time at which the disk came to rest; undefined while it moves" },
    { "max_gap", "m", "largest gap so far" },
};

static const char* const s_figures[] = { "tasora-fig2", "tasora-fig3" };

typedef struct RollingDisk
{
    ssWorld* world;
    double stopTime, maxGap;
    double exactSlope; // dv/dt of rolling without slip [m/s²]; NAN if the closed form does not hold
    ssWorld* twin;     // the other law; only for comparison
    double enlarged;   // factor at which gaps are drawn
    char gapText[48];  // says so
} RollingDisk;

static ssMaterial readMaterial( const ssSim* sim )
{
    return ( ssMaterial ){ .mu = ssSim_Param( sim, keyMu ), .muRoll = ssSim_Param( sim, keyMuRoll ) };
}

static ssWorldDef readDef( const ssSim* sim, bool twin )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -ssSim_Param( sim, keyGravity ) );
    def.theta = worldSchemeOf( sim, keyTheta );
    def.law = ( ssSim_Param( sim, keyLaw ) == 0.0 ) != twin ? ss_worldLawCoulomb : ss_worldLawRelaxed;
    def.tolerance = TOLERANCE;
    def.maxIterations = MAX_ITERATIONS;
    def.bodyCapacity = 2;
    def.contactCapacity = 16;
    return def;
}

static ssBodyDef diskDef( const ssSim* sim )
{
    double radius = ssSim_Param( sim, keyRadius ), inertia = ssSim_Param( sim, keyInertia );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssCylinderShape( radius, HALF_WIDTH * radius );
    def.mass = ssSim_Param( sim, keyMass );
    // About its diameters a thin disk has half of it; the planar motion does not depend on that.
    def.inertia = ssVec3_Make( 0.5 * inertia, 0.5 * inertia, inertia );
    def.pose.position.z = radius;
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( -0.5 * SS_PI, 0.0, 0.0 ) );
    def.velocity.x = ssSim_Param( sim, keyV0 );
    def.omega.y = ssSim_Param( sim, keyOmega0 );
    def.material = readMaterial( sim );
    return def;
}

static void destroy( void* state )
{
    RollingDisk* s = state;
    ssDestroyWorld( s->world );
    ssDestroyWorld( s->twin );
    s->world = s->twin = NULL;
}

/// M v' = r_T and J omega' = -R r_T - mu_r M g give v' = -mu_r M g R/(J + M R²), if friction can provide r_T.
static double slopeOfRolling( const ssSim* sim )
{
    double m = ssSim_Param( sim, keyMass ), r = ssSim_Param( sim, keyRadius ),
           j = ssSim_Param( sim, keyInertia );
    double v = ssSim_Param( sim, keyV0 ), g = ssSim_Param( sim, keyGravity );
    double brake = ssSim_Param( sim, keyMuRoll ) * g * r / ( j / m + r * r );
    bool rolls = fabs( v - r * ssSim_Param( sim, keyOmega0 ) ) <= SLIP_TOLERANCE * fabs( v ) &&
        brake <= ssSim_Param( sim, keyMu ) * g;
    return rolls && isfinite( brake ) ? -copysign( brake, v ) : SS_NAN;
}

/// Gaps are drawn enlarged by 1, 2 or 5 times a power of ten. The largest is that of the first steps: h A, or
/// A²/(2g) if the disk is thrown up, where A = mu |u_T| + mu_r |omega|.
static void chooseEnlargement( RollingDisk* s, const ssSim* sim )
{
    double radius = ssSim_Param( sim, keyRadius ), omega = ssSim_Param( sim, keyOmega0 );
    double a = ssSim_Param( sim, keyMu ) * fabs( ssSim_Param( sim, keyV0 ) - radius * omega ) +
        ssSim_Param( sim, keyMuRoll ) * fabs( omega );
    double gap = ssMax( ssSim_StepSize( sim ) * a, a * a / ( 2.0 * ssSim_Param( sim, keyGravity ) ) );
    double wanted = DRAWN_GAP * radius / gap;
    s->enlarged = wanted < 1e9 ? worldEnlargement( wanted ) : 1.0;
    snprintf( s->gapText, sizeof s->gapText, ssTranslate( "relaxed, gap ×%g" ), s->enlarged );
}

static ssResult createDisk( const ssSim* sim, bool twin, ssWorld** world )
{
    ssWorldDef def = readDef( sim, twin );
    ssBodyDef disk = diskDef( sim );
    SS_TRY( ssCreateWorld( &def, world ) );
    SS_TRY( worldAddGround( *world, &disk.material, 0.0 ) );
    return ssWorld_AddBody( *world, &disk, NULL );
}

static ssResult create( void* state, const ssSim* sim )
{
    RollingDisk* s = state;
    ssResult result = createDisk( sim, false, &s->world );
    result = result.code == ss_ok ? createDisk( sim, true, &s->twin ) : result;
    if ( result.code != ss_ok )
    {
        destroy( s );
        return result;
    }
    s->stopTime = SS_NAN;
    s->exactSlope = slopeOfRolling( sim );
    chooseEnlargement( s, sim );
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    RollingDisk* s = state;
    ssWorldDef def = readDef( sim, false ), twin = readDef( sim, true );
    ssMaterial material = readMaterial( sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
    ssIgnore( ssWorld_SetDef( s->twin, &twin ) );
    worldSetMaterials( s->world, &material );
    worldSetMaterials( s->twin, &material );
    s->exactSlope = ssSim_StepIndex( sim ) == 0 ? slopeOfRolling( sim ) : SS_NAN;
    chooseEnlargement( s, sim );
}

/// The disk that obeys this law.
static const ssWorld* worldOf( const RollingDisk* s, const ssSim* sim, ssWorldLaw law )
{
    return (ssWorldLaw)ssSim_Param( sim, keyLaw ) == law ? s->world : s->twin;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const RollingDisk* s = state;
    ssBodyState disk = worldBody( s->world, DISK_BODY ),
                exact = worldBody( worldOf( s, sim, ss_worldLawCoulomb ), DISK_BODY ),
                relaxed = worldBody( worldOf( s, sim, ss_worldLawRelaxed ), DISK_BODY );
    double v0 = ssSim_Param( sim, keyV0 ), v = v0 + s->exactSlope * ssSim_Time( sim );
    double radius = ssSim_Param( sim, keyRadius ), rN = 0.0, rT = 0.0, mR = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssContactView c = ssWorld_Contact( s->world, i ).view;
        rN += c.force[0];
        rT += c.force[1] * c.tangent1.x + c.force[2] * c.tangent2.x;
        mR += c.moment[0] * c.tangent1.y + c.moment[1] * c.tangent2.y;
    }
    FILL_ROWS( row, disk.pose.position.x, disk.velocity.x, disk.omega.y, disk.pose.position.z - radius, rN,
        rT, mR, v * v0 <= 0.0 ? 0.0 * v : v );
    // Potential energy is counted from rest on the plane.
    double resting = disk.mass * ssSim_Param( sim, keyGravity ) * radius;
    row[signalKinetic] = worldFillLedger( s->world, resting, row + signalLedger );
    double opening = ssSim_Param( sim, keyMu ) * fabs( relaxed.velocity.x - radius * relaxed.omega.y ) +
        ssSim_Param( sim, keyMuRoll ) * fabs( relaxed.omega.y );
    FILL_ROWS( row + signalTwins, exact.pose.position.x, relaxed.pose.position.x,
        exact.pose.position.z - radius, relaxed.pose.position.z - radius, ssSim_StepSize( sim ) * opening,
        radius * disk.omega.y );
}

static ssStepReport step( void* state, ssSim* sim )
{
    RollingDisk* s = state;
    double h = ssSim_StepSize( sim ), time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
    ssWorldReport report = worldStep( s->world, sim );
    worldShake( s->twin, sim );
    ssWorld_Step( s->twin, h );
    double row[signalCount];
    fillSignals( s, sim, row );
    bool finite = true;
    for ( int i = 0; i < signalCount; ++i )
    {
        finite = finite && ( i == signalVExact || isfinite( row[i] ) );
    }
    double still = REST_TOLERANCE * ( fabs( ssSim_Param( sim, keyV0 ) ) + 1.0 );
    bool atRest =
        fabs( row[signalV] ) < still && fabs( row[signalOmega] ) * ssSim_Param( sim, keyRadius ) < still;
    s->stopTime = !atRest ? SS_NAN : isnan( s->stopTime ) ? time : s->stopTime;
    s->maxGap = ssMax( s->maxGap, row[signalGap] );
    return worldStepReport( s->world, &report, finite );
}

static void serialize( void* state, ssArchive* archive )
{
    RollingDisk* s = state;
    ARCHIVE_EACH( archive, &s->stopTime, &s->maxGap, &s->exactSlope );
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || ssWorld_BodyCount( s->world ) != DISK_BODY + 1;
    if ( archive->mode != ss_archiveHash )
    {
        ssWorld_Serialize( s->twin, archive );
        archive->overrun = archive->overrun || ssWorld_BodyCount( s->twin ) != DISK_BODY + 1;
    }
}

static void restored( void* state, const ssSim* sim ) { chooseEnlargement( state, sim ); }

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const RollingDisk* s = state;
    const double values[] = { isnan( s->stopTime ) ? SS_NAN
                                                   : worldBody( s->world, DISK_BODY ).pose.position.x,
        s->stopTime, s->maxGap };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

/// Where this law's disk is drawn: Coulomb's on the near track, with enlarged gaps.
static ssVec3 drawnOffset( const RollingDisk* s, const ssSim* sim, ssWorldLaw law, int side )
{
    double track = side != 0 ? 0.0 : law == ss_worldLawCoulomb ? -TRACK : TRACK;
    double radius = ssSim_Param( sim, keyRadius );
    double gap = worldBody( worldOf( s, sim, law ), DISK_BODY ).pose.position.z - radius;
    return ssVec3_Make( 0.0, track * radius, gap > 0.0 ? ( s->enlarged - 1.0 ) * gap : 0.0 );
}

static void drawDisk( const RollingDisk* s, const ssSim* sim, ssWorldLaw law, const ssDraw* out )
{
    const ssWorld* world = worldOf( s, sim, law );
    ssBodyState disk = worldBody( world, DISK_BODY );
    double radius = ssSim_Param( sim, keyRadius ),
           share = ssSim_Param( sim, keyInertia ) / ( ssSim_Param( sim, keyMass ) * radius * radius );
    ssContactView line = { .mode = ss_modeOpen };
    bool touches = worldResultant( world, &line ), twin = world == s->twin;
    ssVec3 offset = drawnOffset( s, sim, law, out->side );
    ssVec3 centre = ssVec3_Add( disk.pose.position, offset );
    ssDrawSolid solid = { ss_solidCylinder, .body = twin ? -1 : DISK_BODY, .center = centre,
        .half = { radius, radius, HALF_WIDTH * radius }, .orientation = disk.pose.orientation,
        .mode = line.mode, .energy = ssWorld_Ledger( world ).kinetic,
        // an annulus with a hole of radius a has I = M (R² + a²)/2
        .hole = radius * sqrt( ssMin( ssMax( 2.0 * share - 1.0, 0.0 ), 0.9 ) ) };
    pictureSolids( out, 1, &solid );
    // The two differ by less than can be read: one label is enough.
    ssDrawArrow arrow = { ss_quantityVelocity, centre, disk.velocity, twin ? "" : "v" };
    pictureArrows( out, ss_drawVelocities, 1, &arrow );
    if ( law == ss_worldLawRelaxed && out->line != NULL )
    {
        double side = radius * ( HALF_WIDTH + 0.02 ); // beside the disk, which would hide it
        ssVec3 gap[2] = { { centre.x, centre.y - side, 0.0 },
            { centre.x, centre.y - side, centre.z - radius } };
        out->line( out->context, ss_lineGhost1, 2, gap );
    }
    if ( touches && !twin )
    {
        line.point = ssVec3_Add( line.point, ssVec3_Make( 0.0, offset.y, 0.0 ) );
        ssDrawContacts( out, 1, &line );
    }
    ssDrawLabel label = { .position = ssVec3_MulAdd( centre, 1.35 * radius, ssVec3_Make( 0.0, 0.0, 1.0 ) ),
        .text = law == ss_worldLawCoulomb ? "Coulomb" : s->gapText,
        .ghost = law == ss_worldLawCoulomb ? 1 : 2 };
    pictureLabels( out, 1, &label );
}

/// A dashed line across both tracks where the closed form ends.
static void drawFinish( const RollingDisk* s, const ssSim* sim, const ssDraw* out )
{
    double v = ssSim_Param( sim, keyV0 ), radius = ssSim_Param( sim, keyRadius );
    double x = -0.5 * v * v / s->exactSlope, half = ( ( out->side != 0 ? 0.4 : TRACK ) + 0.6 ) * radius;
    if ( out->line != NULL && isfinite( x ) )
    {
        ssVec3 ends[2] = { { x, -half, 0.0 }, { x, half, 0.0 } };
        out->line( out->context, ss_lineExact, 2, ends );
    }
    if ( out->labels != NULL && ( out->flags & ss_drawLabels ) && isfinite( x ) )
    {
        ssDrawLabel label = {
            .position = { x, -half, 0.0 }, .text = "closed form stops here", .small = true
        };
        out->labels( out->context, 1, &label );
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const RollingDisk* s = state;
    double radius = ssSim_Param( sim, keyRadius );
    ssWorldLaw law = (ssWorldLaw)ssSim_Param( sim, keyLaw );
    ssVec3 centre = { worldBody( s->world, DISK_BODY ).pose.position.x, 0.0, radius };
    pictureBounds( out, centre, 2.2 * radius );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    for ( int i = ss_worldLawCoulomb; i <= ss_worldLawRelaxed; ++i )
    {
        if ( out->side == 0 || ( out->side == 1 ) == ( (ssWorldLaw)i == law ) )
        {
            drawDisk( s, sim, (ssWorldLaw)i, out );
        }
    }
    drawFinish( s, sim, out );
    DrawRotated moved; // shows the spring of the mouse
    drawRotated( &moved, out, ssQuat_Identity() );
    moved.offset = drawnOffset( s, sim, law, out->side );
    moved.draw.contacts =
        ssSim_StepIndex( sim ) > 0 ? NULL : moved.draw.contacts; // where nothing is solved yet
    worldDrawBodies( s->world, &moved.draw, 0 );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const RollingDisk* s = state;
    double row[signalCount];
    fillSignals( s, sim, row );
    if ( ( param == keyMu || param == keyMuRoll ) && ssSim_StepIndex( sim ) == 0 )
    {
        sayNumbers( text, capacity, ssTranslate( "r_N is known after the first step" ) );
    }
    else if ( param == keyMu || param == keyMuRoll )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "%s r_N = %s %s at r_N = %s N" ),
            s_params[param].symbol, numberText( ssSim_Param( sim, param ) * row[signalRn] ).text,
            param == keyMu ? "N" : "N m", numberText( row[signalRn] ).text );
    }
    else if ( param == keyLaw )
    {
        double omega = fabs( row[signalOmega] ),
               slip = fabs( row[signalV] - ssSim_Param( sim, keyRadius ) * row[signalOmega] );
        sayNumbers( text, capacity, ssTranslate( "relaxed gap h (μ |u_T| + μ_r |ω|) = %s m" ),
            ssSim_StepSize( sim ) *
                ( ssSim_Param( sim, keyMuRoll ) * omega + ssSim_Param( sim, keyMu ) * slip ) );
    }
    else if ( param == keyOmega0 )
    {
        sayNumbers( text, capacity, ssTranslate( "initial slip v₀ − R ω₀ = %s m/s" ),
            ssSim_PendingParam( sim, keyV0 ) -
                ssSim_PendingParam( sim, keyRadius ) * ssSim_PendingParam( sim, keyOmega0 ) );
    }
}

static void dragDisk( void* state, const ssSim* sim, const ssDrag* drag )
{
    RollingDisk* s = state;
    ssDrag own = *drag; // both disks are pulled alike
    own.target = ssVec3_Sub( drag->target, drawnOffset( s, sim, (ssWorldLaw)ssSim_Param( sim, keyLaw ), 0 ) );
    // The motion is planar, wherever the disk is drawn.
    own.target.y = worldBody( s->world, DISK_BODY ).pose.position.y;
    worldDrag( &s->world, sim, &own );
    worldDrag( &s->twin, sim, &own );
    s->exactSlope = drag->active ? SS_NAN : s->exactSlope;
}

extern const ssScenario ss_scenarioRollingDisk;
const ssScenario ss_scenarioRollingDisk = { "rolling-disk", "Rolling disk",
    .source = "Tasora & Anitescu 2013, Sec. 6.1",
    .summary = "A disk rolls on a plane, and rolling resistance stops it after 7.14 s. The convex relaxation "
               "of the law makes it ride on a small gap and does not change how far it rolls.",
    .model = { MODEL_TABLES, .h = 0.01, .until = 8.0, .stateSize = sizeof( RollingDisk ), MODEL_CALLS,
        .destroy = destroy, .apply = apply, .serialize = serialize, .restored = restored,
        .freeze = worldFreeze },
    .picture = { ROWS( plot, s_plots ), .body = "disk", .ground = "ground", .draw = draw, .explain = explain,
        .drag = dragDisk },
    ROWS( preset, s_presets ), .opening = "coulomb", ROWS( figure, s_figures ) };
