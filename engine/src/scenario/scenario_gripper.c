// SPDX-License-Identifier: MIT
#include "scenario/scenario_gripper.h"
#include "scenario/picture.h"

#include <stdio.h>
#include <string.h>

// A gripper holds a box between two fingertips, and its hand tilts and turns. It is simulated in the frame of
// the hand, where gravity turns instead: x points from the left fingertip to the right one, z to the palm.
// The hand moves slowly, and what its turning does besides (centrifugal forces) is left out.

#define TIP_MASS 0.05  // [kg]
#define CENTRING 125.0 // [rad/s] of the spring that keeps the jaws in the middle, against drift
#define GONE 1e-3      // [m] jaws that are closer than the box by this have lost it
#define FALLEN 2.0     // [m] what has fallen as far is left alone
#define TOLERANCE 1e-9
#define ROUNDING 1e-8 // [m] less slip is no slip

static const char* const s_laws[] = { "coulomb", "regularised" };

// clang-format off
static const ssParam s_params[] = {
    [gripKeyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ),
        NOT_NEGATIVE( 0.0, 1.2, 0.5 ), .live = true, .doc = "Of the fingertips on the box." },
    [gripKeyPatch] = { PARAM( "patch_radius", "R_p", "radius of a contact patch", "m", "friction" ),
        NOT_NEGATIVE( 0.0, 0.015, 0.006 ), .live = true,
        .doc = "A soft fingertip presses evenly on a disc of this radius and resists turning by up to "
            "2/3 mu N R_p. With 0 it is a point, on which the box turns freely." },
    [gripKeyLaw] = { PARAM( "law", "law", "friction law", "", "friction" ), CHOICE( s_laws ), .live = true,
        .doc = "coulomb: what is held stays where it is. regularised: friction is a smooth function of the "
            "slip, (2/pi) atan( v/v_eps ), as in engines with soft contacts; everything creeps." },
    [gripKeyVEps] = { PARAM( "v_eps", "v_ε", "regularisation speed", "m/s", "friction" ),
        POSITIVE( 1e-4, 0.1, 0.02 ), .logScale = true, .live = true,
        .doc = "Of law=regularised: the slip at which friction has reached half of its bound." },
    [gripKeySqueeze] = { PARAM( "squeeze", "N", "squeeze", "N", "grasp" ), NOT_NEGATIVE( 0.0, 60.0, 8.5 ),
        .live = true,
        .doc = "Normal force of each finger. The servo holds their sum, 2 N, and the coupled jaws share a "
            "load along the line between them." },
    [gripKeyLoosen] = { PARAM( "loosen", "dN/dt", "loosening", "N/s", "grasp" ),
        NOT_NEGATIVE( 0.0, 5.0, 0.0 ), .live = true,
        .doc = "The servo lowers the squeeze by so much per second." },
    [gripKeyOffset] = { PARAM( "grip_offset", "d", "grip above the centre", "m", "grasp" ),
        BETWEEN( -0.035, 0.035, -0.035, 0.035, 0.0 ),
        .doc = "How far above its centre of mass the box is gripped. Off the centre, a turn of the hand "
            "makes its weight twist the grasp." },
    [gripKeyTilt] = { PARAM( "tilt_deg", "α", "tilt of the hand", "°", "hand" ),
        BETWEEN( -180.0, 180.0, -90.0, 90.0, 0.0 ), .live = true,
        .doc = "The right finger goes down. The hand goes there at its rate." },
    [gripKeyTurn] = { PARAM( "turn_deg", "β", "turn of the hand", "°", "hand" ),
        BETWEEN( -180.0, 180.0, -180.0, 180.0, 0.0 ), .live = true,
        .doc = "About the line through the fingertips. The hand goes there at its rate." },
    [gripKeyRate] = { PARAM( "rate_deg", "dα/dt", "rate of the hand", "°/s", "hand" ),
        NOT_NEGATIVE( 0.0, 60.0, 20.0 ), .live = true,
        .doc = "At which it tilts and turns; with 0 it is there at once." },
    [gripKeyAcceleration] = { PARAM( "acceleration", "a", "acceleration", "m/s²", "hand" ),
        ANY_NUMBER( -9.0, 20.0, 0.0 ), .live = true,
        .doc = "Of the hand, upwards. The picture moves along with it." },
    [gripKeyMass] = { PARAM( "mass", "m", "mass", "kg", "box" ), BETWEEN( 0.0, 1e100, 0.05, 3.0, 0.7 ),
        .open = ss_openLow, .logScale = true,
        .doc = "Of the box, which is 50 mm wide, 50 mm deep and 80 mm high." },
    [gripKeyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "box" ),
        BETWEEN( 0.0, 1e100, 0.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration due to gravity, straight down." },
    SS_NOISE_ROWS,
};
// clang-format on

enum
{
    signalTilt,
    signalTurn,
    signalSqueeze,
    signalNeeded,
    signalMargin,
    signalLoad,
    signalNormals,
    signalFrictions = signalNormals + 2,
    signalSlip = signalFrictions + 2,
    signalTurned,
    signalCreep,
    signalCreepExact,
    signalKinetic,
    signalLedger,
    signalCount = signalLedger + ledgerCount
};

static const ssSignal s_signals[] = {
    [signalTilt] = { "tilt_now", "α", "°", "tilt of the hand" },
    [signalTurn] = { "turn_now", "β", "°", "turn of the hand" },
    [signalSqueeze] = { "squeeze_now", "N", "N", "squeeze of the servo" },
    [signalNeeded] = { "needed", "N needed", "N",
        "the least squeeze that holds, in closed form; undefined without friction, and where the box is "
        "lost" },
    [signalMargin] = { "reserve", "margin", "N",
        "the least force through the centre of mass that would make the box slip; negative: by so much the "
        "load is too large; undefined where the box is lost" },
    [signalLoad] = { "load", "F", "N", "load across the fingers: weight, and mass times acceleration" },
    [signalNormals] = { "n_1", "r_N left", "N", "normal force of the left fingertip" },
    { "n_2", "r_N right", "N", "normal force of the right fingertip" },
    [signalFrictions] = { "t_1", "r_T left", "N", "friction at the left fingertip" },
    { "t_2", "r_T right", "N", "friction at the right fingertip" },
    [signalSlip] = { "slip_mm", "slip", "mm",
        "how far the box has moved in the hand; undefined where it is lost" },
    [signalTurned] = { "turned", "turned", "°",
        "how far the box has turned in the hand; undefined where it is lost" },
    [signalCreep] = { "creep", "creep", "mm/s", "speed of the box in the hand; undefined where it is lost" },
    [signalCreepExact] = { "creep_exact", "creep exact", "mm/s",
        "closed form of it under the regularised law, and 0 of what holds under Coulomb's; undefined where "
        "it "
        "slides or is twisted" },
    [signalKinetic] = KINETIC_SIGNAL( "" ),
    [signalLedger] = LEDGER_SIGNALS( "" ),
};

static const ssPlot s_plots[] = {
    { PLOT( "squeeze", "squeeze and what is needed", "N" ), .signals = { "squeeze_now" },
        .exact = { "needed" }, .shown = true },
    { PLOT( "margin", "margin", "N" ), .signals = { "reserve" } },
    { PLOT( "slip", "slip in the hand", "mm" ), .signals = { "slip_mm" }, .shown = true },
    { PLOT( "turned", "turn in the hand", "°" ), .signals = { "turned" } },
    { PLOT( "creep", "speed in the hand", "mm/s" ), .signals = { "creep" }, .exact = { "creep_exact" } },
    { PLOT( "normal", "normal forces", "N" ), .signals = { "n_1", "n_2" } },
    { PLOT( "friction", "friction", "N" ), .signals = { "t_1", "t_2" } },
    { PLOT( "hand", "tilt and turn of the hand", "°" ), .signals = { "tilt_now", "turn_now" } },
    { .id = "energy", .title = "energy", LEDGER_LAYERS( "" ) },
};

static const ssChart s_charts[] = {
    { CHART( "grasp", "what the grasp can hold" ), AXES( "across", "N", "along", "N" ),
        .doc =
            "All forces through the centre of mass that the fingertips can hold, in the plane of their pads, "
            "and the present load.",
        .equalScales = true, .shown = true },
    { CHART( "needed", "squeeze needed over the angle" ), AXES( "angle of the hand", "°", "N", "N" ),
        .doc = "The least squeeze that holds, if the hand tilts further or turns further." },
};

static const char* const s_figures[] = { "leine-limit" };

static const ssPresetValue s_holds[] = { { "tilt_deg", 90.0 }, { "squeeze", 7.9 } };
static const ssPresetValue s_loosens[] = { { "squeeze", 12.0 }, { "loosen", 2.0 } };
static const ssPresetValue s_creeps[] = { { "law", gripLawRegularised }, { "squeeze", 49.05 },
    { "mass", 0.4 }, { "mu", 0.8 } };
static const ssPresetValue s_turns[] = { { "turn_deg", 120.0 }, { "grip_offset", 0.02 }, { "squeeze", 4.2 },
    { "mu", 0.6 }, { "mass", 0.5 }, { "rate_deg", 30.0 } };
static const ssPresetValue s_lift[] = { { "acceleration", 4.0 }, { "squeeze", 9.0 } };
static const ssPresetValue s_tiny[] = { { "tilt_deg", 20.0 }, { "turn_deg", 20.0 }, { "grip_offset", 0.01 } };

static const ssPreset s_presets[] = {
    { "holds", "Just holds", PRESET( s_holds ) },
    { "loosens", "Loosens until it slips", .until = 3.5, PRESET( s_loosens ) },
    { "creeps", "Creeps as in a soft engine", .until = 6.0, PRESET( s_creeps ) },
    { "turns", "Turns out of the hand", .until = 3.6, PRESET( s_turns ) },
    { "lift", "Lifted too fast", .until = 0.5, PRESET( s_lift ) },
    { "tiny", "A short run, for tests", .hidden = true, .until = 0.1, PRESET( s_tiny ) },
};

enum
{
    measureMargin,
    measureSlip,
    measureNeeded,
    measureTurned,
    measureTime,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureMargin] = { "margin", "N", "least margin so far: the force that would have made the box slip" },
    [measureSlip] = { "slip", "m", "how far the box has moved in the hand, until it is lost" },
    [measureNeeded] = { "needed_force", "N", "largest squeeze so far that was needed to hold the box" },
    [measureTurned] = { "turned_deg", "°", "how far the box has turned in the hand" },
    [measureTime] = { "t_slip", "s",
        "time at which both fingertips slide or spin for the first time; undefined if they do not" },
};

ssQuat gripperHand( double tilt, double turn )
{
    return ssQuat_Mul( ssQuat_FromRotationVector( ssVec3_Make( 0.0, tilt, 0.0 ) ),
        ssQuat_FromRotationVector( ssVec3_Make( turn, 0.0, 0.0 ) ) );
}

/// What pulls at every kilogram, in the frame of the hand [m/s²].
static ssVec3 pullAt( const ssSim* sim, double tilt, double turn )
{
    double g = ssSim_Param( sim, gripKeyGravity ) + ssSim_Param( sim, gripKeyAcceleration );
    return ssQuat_Rotate( ssQuat_Conjugate( gripperHand( tilt, turn ) ), ssVec3_Make( 0.0, 0.0, -g ) );
}

double gripperSqueeze( const Gripper* s, const ssSim* sim )
{
    return ssMax( 0.0, ssSim_Param( sim, gripKeySqueeze ) - s->loosened );
}

ssVec2 gripperSlip( const Gripper* s, const ssSim* sim, double* turned )
{
    ssBodyState box = worldBody( s->world, GRIPPER_BOX );
    ssVec3 grip = ssVec3_Make( 0.0, 0.0, ssSim_Param( sim, gripKeyOffset ) );
    ssVec3 up = ssQuat_Rotate( box.pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
    grip = ssVec3_Add( box.pose.position, ssQuat_Rotate( box.pose.orientation, grip ) );
    *turned = ssAtan2( -up.y, up.z );
    return ssVec2_Make( grip.y, grip.z );
}

Grasp gripperGrasp( const Gripper* s, const ssSim* sim, double tilt, double turn )
{
    ssBodyState box = worldBody( s->world, GRIPPER_BOX );
    ssVec3 load = ssVec3_Scale( box.mass, pullAt( sim, tilt, turn ) );
    return ( Grasp ){ .mu = ssSim_Param( sim, gripKeyMu ),
        .patch = ssSim_Param( sim, gripKeyPatch ),
        .squeeze = gripperSqueeze( s, sim ),
        .axial = load.x,
        .load = { load.y, load.z },
        .arm = { box.pose.position.y, box.pose.position.z },
        .limit = s->limit };
}

static ssWorldDef readDef( const Gripper* s, const ssSim* sim )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = pullAt( sim, s->tilt, s->turn );
    def.tolerance = TOLERANCE;
    def.bodyCapacity = 4;
    def.contactCapacity = 8;
    return def;
}

/// The fingertips give the law of their contacts: a patch, a point, or a smooth function of the slip.
static ssLawDef lawOf( const Gripper* s )
{
    bool soft = s->soft != 0.0, extended = s->patch > 0.0;
    ssLawDef def = ssDefaultLawDef( soft ? ss_lawKindRegularised
            : extended                   ? ss_lawKindContensou
                                         : ss_lawKindCoulomb );
    def.dimension = extended ? 6 : 3;
    def.mu = s->mu;
    def.patchRadius = s->patch;
    def.pressure = ss_patchUniform;
    def.muSpin = soft ? 2.0 / 3.0 * s->mu * s->patch : 0.0;
    def.length = extended ? s->patch : def.length;
    def.vEps = s->vEps;
    return def;
}

static ssLawDef readLaw( Gripper* s, const ssSim* sim )
{
    s->soft = ssSim_Param( sim, gripKeyLaw ) == gripLawRegularised ? 1.0 : 0.0;
    s->mu = ssSim_Param( sim, gripKeyMu );
    s->patch = ssSim_Param( sim, gripKeyPatch );
    s->vEps = ssSim_Param( sim, gripKeyVEps );
    return lawOf( s );
}

/// A fingertip (0 and 1) or the hand, a small body in its palm on which the fingertips are guided.
static ssResult addPart( Gripper* s, ssBodyKind kind, ssVec3 place, double radius, ssBodyId* id )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( radius );
    def.kind = kind;
    def.mass = kind == ss_bodyDynamic ? TIP_MASS : 0.0;
    def.group = 1;
    def.pose.position = place;
    return ssWorld_AddBody( s->world, &def, id );
}

static ssResult addBodies( Gripper* s, const ssSim* sim )
{
    ssJointDef joint = ssDefaultJointDef();
    ssBodyId tips[2], hand;
    double x = GRIPPER_HALF_X + GRIPPER_TIP;
    SS_TRY( addPart( s, ss_bodyDynamic, ssVec3_Make( -x, 0.0, 0.0 ), GRIPPER_TIP, &tips[0] ) );
    SS_TRY( addPart( s, ss_bodyDynamic, ssVec3_Make( x, 0.0, 0.0 ), GRIPPER_TIP, &tips[1] ) );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( GRIPPER_HALF_X, GRIPPER_HALF_Y, GRIPPER_HALF_Z ) );
    box.mass = ssSim_Param( sim, gripKeyMass );
    box.pose.position.z = -ssSim_Param( sim, gripKeyOffset );
    box.law = s->law;
    SS_TRY( ssWorld_AddBody( s->world, &box, NULL ) );
    SS_TRY( addPart( s, ss_bodyKinematic, ssVec3_Make( 0.0, 0.0, GRIPPER_PALM ), 0.5 * GRIPPER_TIP, &hand ) );
    joint.kind = ss_jointPrismatic;
    joint.a = hand;
    joint.axis = ssVec3_Make( 1.0, 0.0, 0.0 );
    for ( int i = 0; i < 2; ++i )
    {
        joint.b = tips[i];
        joint.anchor = ssVec3_Make( i == 0 ? -x : x, 0.0, 0.0 );
        SS_TRY( ssWorld_AddJoint( s->world, &joint, NULL ) );
    }
    return ssOk();
}

/// What was least and most so far.
static void watch( Gripper* s, const ssSim* sim )
{
    Grasp grasp = gripperGrasp( s, sim, s->tilt, s->turn );
    double needed = graspNeeded( &grasp ), margin = graspMargin( &grasp, NULL );
    s->slip = ssVec2_Length( gripperSlip( s, sim, &s->turned ) );
    s->needed = isnan( s->needed ) ? needed : ssMax( s->needed, needed );
    s->margin = isnan( s->margin ) ? margin : ssMin( s->margin, margin );
}

static double goTo( double now, double goal, double most )
{
    return now < goal ? ssMin( now + most, goal ) : ssMax( now - most, goal );
}

/// Moves the hand towards where it shall be, by at most `most` [rad].
static void moveHand( Gripper* s, const ssSim* sim, double most )
{
    s->tilt = goTo( s->tilt, ssSim_Param( sim, gripKeyTilt ) * SS_PI / 180.0, most );
    s->turn = goTo( s->turn, ssSim_Param( sim, gripKeyTurn ) * SS_PI / 180.0, most );
}

static ssResult create( void* state, const ssSim* sim )
{
    Gripper* s = state;
    graspMakeLimit( s->limit );
    s->margin = s->needed = s->tSlip = SS_NAN;
    moveHand( s, sim, ssSim_Param( sim, gripKeyRate ) > 0.0 ? 0.0 : HUGE_VAL );
    ssWorldDef def = readDef( s, sim );
    ssLawDef law = readLaw( s, sim );
    ssResult result = ssCreateWorld( &def, &s->world );
    result = result.code == ss_ok ? ssWorld_AddLaw( s->world, &law, &s->law ) : result;
    result = result.code == ss_ok ? addBodies( s, sim ) : result;
    if ( result.code != ss_ok ) { worldDestroy( s ); }
    else { watch( s, sim ); }
    return result;
}

static void apply( void* state, const ssSim* sim )
{
    Gripper* s = state;
    ssLawDef law = readLaw( s, sim );
    ssWorldDef def = readDef( s, sim );
    ssIgnore( ssWorld_ReplaceLaw( s->world, s->law, &law ) );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
}

/// The servo: the coupled jaws share what the load wants along x, and a spring keeps them in the middle.
static void press( Gripper* s, const ssSim* sim )
{
    ssBodyState tips[2] = { worldBody( s->world, 0 ), worldBody( s->world, 1 ) };
    Grasp grasp = gripperGrasp( s, sim, s->tilt, s->turn );
    double away = 0.5 * ( tips[0].pose.position.x + tips[1].pose.position.x );
    double speed = 0.5 * ( tips[0].velocity.x + tips[1].velocity.x );
    double mass = 0.5 * worldBody( s->world, GRIPPER_BOX ).mass + TIP_MASS;
    double back = -mass * CENTRING * ( CENTRING * away + 2.0 * speed );
    double apart = tips[1].pose.position.x - tips[0].pose.position.x - 2.0 * GRIPPER_TIP;
    bool gone = apart < 2.0 * GRIPPER_HALF_X - GONE;
    for ( int i = 0; i < 2; ++i )
    {
        double push = ssMax( 0.0, graspNormal( &grasp, i ) );
        double own = TIP_MASS * pullAt( sim, s->tilt, s->turn ).x;
        ssVec3 force = { ( i == 0 ? push : -push ) + back - own, 0.0, 0.0 }, zero = { 0.0, 0.0, 0.0 };
        force.x = s->lost > 0.0 || gone ? -own : force.x;
        ssIgnore( ssWorld_SetForce( s->world, ssWorld_BodyAt( s->world, i ), force, zero ) );
        gone && s->lost == 0.0
            ? ssIgnore( ssWorld_SetVelocity( s->world, ssWorld_BodyAt( s->world, i ), zero, zero ) )
            : (void)0;
    }
    s->lost = gone ? 1.0 : s->lost;
    ssBodyId box = ssWorld_BodyAt( s->world, GRIPPER_BOX );
    bool fallen = ssVec3_Length( ssWorld_Body( s->world, box ).pose.position ) > FALLEN;
    fallen ? ssIgnore( ssWorld_SetEnabled( s->world, box, false ) ) : (void)0;
}

static ssStepReport step( void* state, ssSim* sim )
{
    Gripper* s = state;
    double h = ssSim_StepSize( sim ), rate = ssSim_Param( sim, gripKeyRate ) * SS_PI / 180.0;
    s->loosened += h * ssSim_Param( sim, gripKeyLoosen );
    s->loosened = ssMin( s->loosened, ssSim_Param( sim, gripKeySqueeze ) );
    moveHand( s, sim, rate > 0.0 ? rate * h : HUGE_VAL );
    ssWorldDef def = readDef( s, sim );
    ssIgnore( ssWorld_SetDef( s->world, &def ) );
    press( s, sim );
    ssWorldReport report = worldStep( s->world, sim );
    int sliding = 0;
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssContactMode mode = ssWorld_Contact( s->world, i ).view.mode;
        sliding += mode != ss_modeStick && mode != ss_modeOpen;
    }
    bool slips = sliding > 1 && isnan( s->tSlip );
    s->tSlip = slips ? (double)( ssSim_StepIndex( sim ) + 1 ) * h : s->tSlip;
    s->lost == 0.0 ? watch( s, sim ) : (void)0;
    ssVec3 place = worldBody( s->world, GRIPPER_BOX ).pose.position;
    return worldStepReport( s->world, &report, isfinite( place.x + place.y + place.z ) );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Gripper* s = state;
    Grasp grasp = gripperGrasp( s, sim, s->tilt, s->turn );
    ssBodyState box = worldBody( s->world, GRIPPER_BOX );
    double turned, margin = graspMargin( &grasp, NULL );
    ssVec2 slip = gripperSlip( s, sim, &turned );
    bool held = s->lost == 0.0, seen = ssVec2_Length( slip ) > ROUNDING,
         soft = ssSim_Param( sim, gripKeyLaw ) == gripLawRegularised;
    FILL_ROWS( row, s->tilt * 180.0 / SS_PI, s->turn * 180.0 / SS_PI, grasp.squeeze,
        held ? graspNeeded( &grasp ) : SS_NAN, held ? margin : SS_NAN, ssHypot( grasp.load.x, grasp.load.y ),
        0.0, 0.0, 0.0, 0.0,
        !held      ? SS_NAN
            : seen ? 1e3 * ssVec2_Length( slip )
                   : 0.0,
        held ? turned * 180.0 / SS_PI : SS_NAN,
        held ? 1e3 * ssHypot( box.velocity.y, box.velocity.z ) : SS_NAN,
        !held               ? SS_NAN
            : soft          ? 1e3 * graspCreep( &grasp, ssSim_Param( sim, gripKeyVEps ) )
            : margin >= 0.0 ? 0.0
                            : SS_NAN );
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssContactView c = ssWorld_Contact( s->world, i ).view;
        int finger = c.a < GRIPPER_BOX ? c.a : c.b;
        if ( finger < 0 || finger >= GRIPPER_BOX ) { continue; }
        row[signalNormals + finger] += c.force[0];
        row[signalFrictions + finger] += ssHypot( c.force[1], c.force[2] );
    }
    row[signalKinetic] = worldFillLedger( s->world, 0.0, row + signalLedger );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const Gripper* s = state;
    (void)sim;
    const double values[measureCount] = { s->margin, s->slip, s->needed, s->turned * 180.0 / SS_PI,
        s->tSlip };
    return values[index];
}

static void serialize( void* state, ssArchive* archive )
{
    Gripper* s = state;
    ARCHIVE_EACH( archive, &s->soft, &s->mu, &s->patch, &s->vEps, &s->tilt, &s->turn, &s->loosened,
        &s->margin, &s->needed, &s->tSlip, &s->lost, &s->slip, &s->turned );
    if ( archive->mode == ss_archiveRead && !archive->overrun )
    {
        ssLawDef law = lawOf( s ); // a world does not save its laws
        archive->overrun = ssWorld_ReplaceLaw( s->world, s->law, &law ).code != ss_ok;
    }
    ssWorld_Serialize( s->world, archive );
    archive->overrun = archive->overrun || ssWorld_BodyCount( s->world ) != GRIPPER_BOX + 2;
}

static bool uses( const ssSim* sim, int param )
{
    return param != gripKeyVEps || ssSim_Param( sim, gripKeyLaw ) == gripLawRegularised;
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    static const char* const names[] = { "left finger", "right finger", "box" };
    (void)state, (void)sim;
    snprintf( text, (size_t)capacity, "%s", body >= 0 && body <= GRIPPER_BOX ? names[body] : "hand" );
}

static void dragBody( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    Gripper* s = state;
    ssQuat back = ssQuat_Conjugate( gripperHand( s->tilt, s->turn ) );
    worldDragBody( s->world, drag, ssQuat_Rotate( back, drag->target ) );
}

extern const ssScenario ss_scenarioGripper;
const ssScenario ss_scenarioGripper = { "gripper", "Gripper",
    .source = "Howe & Cutkosky 1996; Leine & Glocker 2003",
    .summary = "Two fingertips hold a box while the hand tilts, turns and accelerates. The set of loads that "
               "they can hold is drawn around the load: what remains to its edge is the margin.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 5.0, .stateSize = sizeof( Gripper ), MODEL_CALLS,
        .destroy = worldDestroy, .apply = apply, .serialize = serialize, .freeze = worldFreeze,
        .uses = uses },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .nameBody = nameBody, .draw = gripperDraw,
        .drawChart = gripperDrawChart, .explain = gripperExplain, .drag = dragBody },
    ROWS( preset, s_presets ), .opening = "holds", ROWS( figure, s_figures ) };
