// SPDX-License-Identifier: MIT
#include "scenario/scenario_sliding_disk.h"
#include "scenario/picture.h"
#include "sim/rows.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/advanced/set_params.h"

#include <stdio.h>
#include <string.h>

// A disk is launched on a ground steel plate (Walker & Leine Secs. 5.1 and 5.3). It leaves its straight line
// and turns towards the grooves. e_T1 is across the grooves, e_T2 along them, and phi is measured from e_T2.

const char* const diskLawNames[diskLawCount] = { "associated-ellipse", "associated", "collinear",
    "extended" };
const ssLawKind diskLawKinds[diskLawCount] = { ss_lawKindAssociatedEllipse, ss_lawKindAssociated,
    ss_lawKindCollinear, ss_lawKindExtended };
static const char* const s_frames[] = { "ground", "body" };
static const char* const s_pads[] = { "1", "3" };
static const char* const s_ghosts[] = { "none", "laws", "angles", "speeds", "angles-and-c" };

#define PAD_TOLERANCE 1e-8     // of the iteration over the pads
#define PAD_MAX_ITERATIONS 500 // of the iteration over the pads
#define STICK_TOLERANCE 1e-12  // speed along an axis that counts as none, relative to v0

// clang-format off
static const ssParam s_params[] = {
    [diskV0] = { PARAM( "v0", "v₀", "launching speed", "m/s", "start" ), NOT_NEGATIVE( 0.1, 5.0, 1.52 ),
        .doc = "Speed of the centre at launch. Paths keep their shape and grow with v₀²." },
    [diskPhi] = { PARAM( "phi_deg", "φ", "launching direction", "°", "start" ),
        ANY_NUMBER( -180.0, 180.0, 58.0 ),
        .doc = "Angle from the grooves (e_T2) towards e_T1: 0 is along the grooves, 90 across." },
    [diskLaw] = { PARAM( "law", "law", "friction law", "", "friction" ), .kind = ss_paramChoice,
        .max = diskLawCount - 1, .allowedMax = diskLawCount - 1, .defaultValue = 3, .live = true,
        .choices = diskLawNames, .choiceCount = diskLawCount,
        .doc = "associated-ellipse: slip normal to an ellipse. associated: slip normal to C. collinear: "
            "force opposite to the velocity. extended: force in C, slip normal to D." },
    SS_SET_ROWS( "c_", "reservoir C", ss_setSuperellipse, 4.99, 4.25, 2.94, 10.0, 2.0 ),
    SS_SET_ROWS( "d_", "directions D", ss_setSuperellipse, 1.84, 1.19, 2.51, 5.0, 0.5 ),
    [diskEllipseA] = { PARAM( "ellipse_a", "ellipse a", "semi-axis 1 of the ellipse", "N", "friction" ),
        NOT_NEGATIVE( 0.0, 10.0, 5.00 ), .live = true,
        .doc = "For the law associated-ellipse: an ellipse fitted to the same measurements. 0: the semi-axes "
            "of C." },
    [diskEllipseB] = { PARAM( "ellipse_b", "ellipse b", "semi-axis 2 of the ellipse", "N", "friction" ),
        NOT_NEGATIVE( 0.0, 10.0, 4.49 ), .live = true,
        .doc = "For the law associated-ellipse: an ellipse fitted to the same measurements. 0: the semi-axes "
            "of C." },
    [diskCForce] = { PARAM( "c_force", "load of C", "reference load of C", "N", "friction" ),
        POSITIVE( 0.1, 50.0, 9.3 ), .live = true,
        .doc = "Load to which C refers. Under the disk C is scaled by m g over this load. An asperity set "
            "always refers to one newton." },
    [diskSetFrame] = { PARAM( "set_frame", "frame", "the sets turn with", "", "friction" ),
        CHOICE( s_frames ), .live = true,
        .doc = "ground: grooves in the plate. body: a steered runner under the body." },
    [diskSteer] = { PARAM( "steer_deg", "steering", "steering", "°", "friction" ),
        ANY_NUMBER( -45.0, 45.0, 0.0 ), .live = true,
        .doc = "Angle of the runner from e_T2, counter-clockwise. Steer while it slides. If C is a circle, "
            "steering has no effect." },
    [diskMass] = { PARAM( "mass", "m", "mass", "kg", "body" ), POSITIVE( 0.001, 1.0, 0.018 ),
        .logScale = true, .doc = "Friction and inertia both grow with the mass: the path does not change." },
    [diskGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "body" ), POSITIVE( 0.5, 20.0, 9.81 ),
        .live = true, .doc = "Presses the body against the plate." },
    [diskPads] = { PARAM( "pads", "pads", "contacts", "", "body" ), CHOICE( s_pads ),
        .doc = "1: a point. 3: three pads that carry a third of the load each; the disk can turn, and spin "
            "lets it slide farther." },
    [diskSpin0] = { PARAM( "spin0", "ω₀", "spin at the start", "rad/s", "start" ),
        ANY_NUMBER( -200.0, 200.0, 0.0 ),
        .doc = "Angular velocity at launch, counter-clockwise. Only pads resist it." },
    [diskGhosts] = { PARAM( "ghosts", "compare", "other paths", "", "view" ), CHOICE( s_ghosts ),
        .defaultValue = ghostsLaws, .live = true,
        .doc = "laws: the path of a point under all four laws. angles, speeds: a fan of launches under the "
            "present law. angles-and-c: beside them the paths with C alone." },
    [diskMeasured] = { PARAM( "measured", "measured", "measured path", "", "view" ), .kind = ss_paramText,
        .live = true,
        .doc = "A CSV file with the columns x and y, in m or in mm or cm if the header says so. The path is "
            "drawn as dots." },
    SS_NOISE_ROWS,
};

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position across the grooves, along e_T1" },
    { "y", "y", "m", "position along the grooves, e_T2" },
    { "speed", "speed", "m/s", "speed of the centre" },
    { "direction_deg", "ψ", "°",
        "direction of motion from e_T2, the grooves, towards e_T1; undefined at rest" },
    { "f_1", "−r_T1", "N", "force of the body on the ground along e_T1" },
    { "f_2", "−r_T2", "N", "force of the body on the ground along e_T2" },
    { "spin", "ω", "rad/s", "angular velocity" },
    { "angle_deg", "θ", "°", "angle of rotation" },
    { "mode", "mode", "", "state of the contact: 1 stick, 2 slide, 5 spin only" },
    { "stick_1", "axis 1 sticks", "", "1 while there is no slip along axis 1 of the sets" },
    { "stick_2", "axis 2 sticks", "", "1 while there is no slip along axis 2 of the sets" },
};
// clang-format on

_Static_assert( SS_COUNT( s_params ) == diskKeyCount + SS_NOISE_COUNT, "one key for each row" );
_Static_assert( diskKeyCount <= SS_MAX_PARAMS, "too many keys" );

static const ssPlot s_plots[] = {
    { PLOT( "path", "path", "m" ), .signals = { "y" }, .shown = true, .x = "x" },
    { PLOT( "speed", "speed", "m/s" ), .signals = { "speed" }, .shown = true },
    { PLOT( "direction", "direction of motion from e_T2", "°" ), .signals = { "direction_deg" } },
    { PLOT( "force", "friction force", "N" ), .signals = { "f_1", "f_2" } },
    { PLOT( "spin", "spin", "rad/s" ), .signals = { "spin" } },
    { PLOT( "mode", "which axis sticks", "" ), .signals = { "stick_1", "stick_2" } },
};

static const ssChart s_charts[] = {
    [diskChartReservoir] = { CHART( "reservoir", "force in its reservoir" ),
        AXES( "−r_T1", "N", "−r_T2", "N" ),
        .doc = "The force lies on the boundary of C. The body slides along the normal of D at the force "
               "scaled onto D.",
        .equalScales = true, .shown = true },
    [diskChartPaths] = { CHART( "paths", "sliding paths" ), AXES( "x", "m", "y", "m" ),
        .doc = "Paths of a point under other laws, angles or speeds (Walker & Leine Figs. 19 and 27), and "
               "the present position of the body.",
        .equalScales = true, .shown = true },
};

static const ssPresetValue s_fig27[] = { { "ghosts", ghostsLaws } };
static const ssPresetValue s_fig19a[] = { { "phi_deg", 47.0 }, { "ghosts", ghostsSpeeds } };
static const ssPresetValue s_fig19b[] = { { "phi_deg", 47.0 }, { "v0", 1.49 }, { "ghosts", ghostsAngles } };
static const ssPresetValue s_fig5[] = { { "law", 1.0 }, { "c_kind", ss_setEllipse }, { "c_a", 6.0 },
    { "c_b", 2.0 }, { "phi_deg", 45.0 }, { "ghosts", ghostsAngles } };
static const ssPresetValue s_table[] = { { "law", 1.0 }, { "c_kind", ss_setRectangle }, { "c_a", 4.0 },
    { "c_b", 2.0 }, { "phi_deg", 45.0 }, { "ghosts", ghostsNone } };
static const ssPresetValue s_fig7a[] = { { "law", 1.0 }, { "c_a", 5.0 }, { "c_b", 2.5 }, { "c_s", 4.0 },
    { "phi_deg", 60.0 }, { "ghosts", ghostsAngles } };
static const ssPresetValue s_bobsleigh[] = { { "law", 1.0 }, { "c_kind", ss_setStadium }, { "c_l", 3.0 },
    { "c_e", 1.0 }, { "c_b", 0.2 }, { "set_frame", 1.0 }, { "steer_deg", -20.0 }, { "mass", 390.0 },
    { "v0", 10.0 }, { "phi_deg", 0.0 }, { "ghosts", ghostsNone } };
static const ssPresetValue s_fig8[] = { { "law", 2.0 }, { "c_kind", ss_setEllipse }, { "c_a", 6.0 },
    { "c_b", 2.0 }, { "phi_deg", 45.0 }, { "ghosts", ghostsAngles } };
static const ssPresetValue s_fig10[] = { { "law", 3.0 }, { "c_kind", ss_setAsperity }, { "c_mu", 1.2 },
    { "c_beta_deg", 36.0 }, { "d_kind", ss_setEllipse }, { "d_a", 1.0 }, { "d_b", 0.80901699437494745 },
    { "phi_deg", 60.0 }, { "ghosts", ghostsAngles } };
static const ssPresetValue s_fig11[] = { { "law", 3.0 }, { "c_kind", ss_setEllipse }, { "c_a", 5.0 },
    { "c_b", 3.0 }, { "d_kind", ss_setEllipse }, { "d_a", 2.0 }, { "d_b", 1.6 }, { "phi_deg", 45.0 },
    { "ghosts", ghostsAnglesOfBoth } };
static const ssPresetValue s_fig12a[] = { { "law", 3.0 }, { "c_kind", ss_setEllipse }, { "c_a", 3.0 },
    { "c_b", 5.0 }, { "d_kind", ss_setEllipse }, { "d_a", 1.0 }, { "d_b", 3.0 }, { "phi_deg", 45.0 },
    { "ellipse_a", 0.0 }, { "ellipse_b", 0.0 }, { "ghosts", ghostsLaws } };
static const ssPresetValue s_spin[] = { { "pads", 1.0 }, { "spin0", 80.0 }, { "ghosts", ghostsNone } };
static const ssPresetValue s_tiny[] = { { "v0", 1.0 }, { "ghosts", ghostsNone }, { "c_kind", ss_setEllipse },
    { "d_kind", ss_setEllipse } };

// clang-format off
static const ssPreset s_presets[] = {
    { "fig27", "Four laws, one launch", PRESET( s_fig27 ) },
    { "fig19a", "One angle, several speeds", PRESET( s_fig19a ) },
    { "fig19b", "One speed, several angles", PRESET( s_fig19b ) },
    { "pads", "Three pads, launched with spin", PRESET( s_spin ) },
    { "bobsleigh", "A bobsleigh steers by friction", .h = 5e-3, .until = 60.0,
        PRESET( s_bobsleigh ) },
    { "xy-table", "X-Y table: one axis sticks first", .until = 1.0, PRESET( s_table ) },
    { "fig5", "Associated law, ellipse", .until = 1.0, PRESET( s_fig5 ) },
    { "fig7a", "Associated law, superellipse", .until = 1.0, PRESET( s_fig7a ) },
    { "fig8", "Collinear law: straight paths", .until = 1.0, PRESET( s_fig8 ) },
    { "fig10", "Wedge-shaped asperities", .until = 0.2, PRESET( s_fig10 ) },
    { "fig11", "Extended law: two ellipses", .until = 1.0, PRESET( s_fig11 ) },
    { "fig12a", "Orthotropic: bends away", .until = 1.0, PRESET( s_fig12a ) },
    { "tiny", "A short launch, for tests", .hidden = true, .until = 0.4, PRESET( s_tiny ) },
};
// clang-format on

static const ssMeasure s_measures[] = {
    { "end_1", "m", "final position across the grooves; undefined while it moves" },
    { "end_2", "m", "final position along the grooves; undefined while it moves" },
    { "length", "m", "length of the whole path; undefined while it moves" },
    { "t_stop", "s", "time at which it stops; undefined while it moves" },
    { "deflection_deg", "°",
        "angle from the launching direction to the chord, positive towards the grooves; undefined while it "
        "moves" },
};

static const char* const s_figures[] = { "walker-fig10", "walker-fig11", "walker-fig12", "walker-fig19",
    "walker-fig27" };

double diskFrame( const SlidingDisk* s )
{
    return s->bodyFrame ? s->steer + ( s->pads == 3 ? s->disk.angle : 0.0 ) : 0.0;
}

const ssPadDisk* diskShown( const SlidingDisk* s, const ssSim* sim )
{
    return ssSim_StepIndex( sim ) == 0 ? &s->first : &s->disk;
}

ssVec2 diskForce( const SlidingDisk* s, const ssPadDisk* disk )
{
    ssVec2 f = disk->force[0];
    for ( int i = 1; i < s->pads; ++i ) { f = ssVec2_Add( f, disk->force[i] ); }
    return f;
}

static void restored( void* state, const ssSim* sim ) { diskDerive( state, sim ); }

/// Metres per unit of a column; m if it is neither mm nor cm.
static double metres( const char* unit )
{
    return unit[0] == 'm' && unit[1] == 'm' ? 1e-3 : unit[0] == 'c' && unit[1] == 'm' ? 1e-2 : 1.0;
}

static ssResult readMeasured( SlidingDisk* s, const char* path )
{
    static const char* const columns[] = { "x", "y" };
    ssVec2* points = NULL;
    int count = 0;
    if ( path[0] != '\0' )
    {
        ssCsv table;
        SS_TRY( ssReadCsv( path, columns, 2, 2, &table ) );
        count = table.rowCount;
        points = count > 0 ? ssAlloc( (size_t)count * sizeof *points ) : NULL;
        for ( int i = 0; points != NULL && i < count; ++i )
        {
            points[i] = ssVec2_Make( metres( table.units[0] ) * table.numbers[2 * i],
                metres( table.units[1] ) * table.numbers[2 * i + 1] );
        }
        ssCsv_Destroy( &table );
    }
    ssRelease( s->measured );
    s->measured = points;
    s->measuredCount = points != NULL ? count : 0;
    return ssOk();
}

static ssResult adopt( void* state, const ssSim* sim )
{
    SlidingDisk* s = state;
    ssResult result = readMeasured( s, ssSim_Text( sim, diskMeasured ) );
    const ssLawProgram* before = s->law.made ? ssLawProgram_Retain( s->law.def.program ) : NULL;
    result = result.code == ss_ok ? diskReadLaw( &s->law, sim, (int)ssSim_Param( sim, diskLaw ) ) : result;
    if ( result.code == ss_ok )
    {
        for ( int i = 0; i < SS_DISK_PADS; ++i )
        {
            slidingLawCarryState( before, &s->law.law, s->disk.state[i] );
        }
        s->disk.stateCount = ssLaw_StateNumbers( &s->law.law );
        s->gravity = ssSim_Param( sim, diskGravity );
        s->steer = fmod( ssSim_Param( sim, diskSteer ), 360.0 ) * SS_PI / 180.0;
        s->bodyFrame = (int)ssSim_Param( sim, diskSetFrame ) == 1;
        diskDerive( s, sim );
    }
    ssLawProgram_Release( before );
    return result;
}

static ssResult create( void* state, const ssSim* sim )
{
    SlidingDisk* s = state;
    s->mass = ssSim_Param( sim, diskMass );
    s->pads = (int)ssSim_Param( sim, diskPads ) == 1 ? 3 : 1;
    s->v0 = ssSim_Param( sim, diskV0 );
    s->phi = fmod( ssSim_Param( sim, diskPhi ), 360.0 ) * SS_PI / 180.0;
    s->disk.velocity = ssVec2_Make( s->v0 * ssSin( s->phi ), s->v0 * ssCos( s->phi ) );
    s->disk.spin = ssSim_Param( sim, diskSpin0 );
    s->stopTime = s->v0 > 0.0 ? SS_NAN : 0.0;
    return adopt( state, sim );
}

static void destroy( void* state )
{
    SlidingDisk* s = state;
    slidingLawDestroy( &s->law );
    ssRelease( s->measured );
}

static ssSlidingMassReport stepDisk( SlidingDisk* s, const ssNoise* noise, double time, double h )
{
    if ( s->pads == 1 )
    {
        ssSlidingMassReport report =
            diskStepPoint( s, noise, &s->disk, &s->law.law, diskFrame( s ), time, h );
        // A point contact does not resist spin.
        s->disk.angle += h * s->disk.spin;
        return report;
    }
    ssPadDiskDef def = { s->mass, .inertia = 0.5 * s->mass * DISK_RADIUS * DISK_RADIUS,
        .padRadius = PAD_RADIUS, .normalForce = s->mass * s->gravity * noise->friction,
        .push = { noise->force[0], noise->force[1] }, .time = time, .bodyFrame = s->bodyFrame,
        .frameAngle = s->steer, .tolerance = PAD_TOLERANCE, .maxIterations = PAD_MAX_ITERATIONS };
    return ssPadDisk_Step( &s->disk, &def, &s->law.law, h );
}

static bool isFinite( const SlidingDisk* s )
{
    ssVec2 f = diskForce( s, &s->disk );
    double all[] = { s->disk.position.x, s->disk.position.y, s->disk.velocity.x, s->disk.velocity.y,
        s->disk.angle * 180.0 / SS_PI, s->disk.spin, f.x, f.y, s->length };
    for ( int i = 0; i < SS_COUNT( all ); ++i )
    {
        if ( !isfinite( all[i] ) ) { return false; }
    }
    return true;
}

static ssStepReport step( void* state, ssSim* sim )
{
    SlidingDisk* s = state;
    double h = ssSim_StepSize( sim ), length = s->length;
    ssPadDisk before = s->disk;
    ssNoise noise = ssSim_Noise( sim, 0 );
    ssSlidingMassReport solve = stepDisk( s, &noise, (double)( ssSim_StepIndex( sim ) + 1 ) * h, h );
    s->length += ssVec2_Length( ssVec2_Sub( s->disk.position, before.position ) );
    if ( !isFinite( s ) )
    {
        s->disk = before;
        s->length = length;
        return ( ssStepReport ){ .status = ss_statusNotFinite, .contacts = s->pads };
    }
    double rest = diskRest( s, s->v0 );
    bool moved = ssVec2_Length( before.velocity ) > rest, moves = ssVec2_Length( s->disk.velocity ) > rest;
    if ( moved && !moves )
    {
        // The force to stop the disk in a whole step over that available is the fraction of the step used.
        ssVec2 needed = ssVec2_Rotate( ssVec2_Scale( s->mass / h, before.velocity ), -diskFrame( s ) );
        double fraction = ssLaw_Gauge( &s->law.law, s->mass * s->gravity, needed );
        s->stopTime = ssSim_Time( sim ) + h * ( fraction >= 0.0 ? ssMin( fraction, 1.0 ) : 0.0 );
    }
    s->stopTime = moves ? SS_NAN : s->stopTime;
    return ( ssStepReport ){ solve.converged ? ss_statusConverged : ss_statusLimit, .contacts = s->pads,
        .iterations = solve.iterations, .residual = solve.residual };
}

static void serialize( void* state, ssArchive* archive )
{
    SlidingDisk* s = state;
    slidingLawSerialize( &s->law, archive );
    ARCHIVE_EACH( archive, &s->mass, &s->gravity, &s->steer, &s->v0, &s->phi, &s->length, &s->stopTime );
    ssArchive_Bool( archive, &s->bodyFrame );
    ssArchive_Int( archive, &s->pads );
    s->pads = s->pads == 3 ? 3 : 1;
    s->disk.stateCount = ssLaw_StateNumbers( &s->law.law );
    ssPadDisk_Serialize( &s->disk, archive );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const SlidingDisk* s = state;
    ssVec2 u = s->disk.velocity, f = diskForce( s, diskShown( s, sim ) ),
           local = ssVec2_Rotate( u, -diskFrame( s ) );
    double speed = ssVec2_Length( u ), none = STICK_TOLERANCE * ( s->v0 + speed );
    bool spins = s->disk.spin != 0.0, slides = speed > 0.0;
    const double values[] = { s->disk.position.x, s->disk.position.y, speed,
        slides ? ssAtan2( u.x, u.y ) * 180.0 / SS_PI : SS_NAN, f.x, f.y, s->disk.spin,
        s->disk.angle * 180.0 / SS_PI,
        slides                     ? 2.0
            : spins && s->pads > 1 ? 5.0
                                   : 1.0,
        fabs( local.x ) <= none ? 1.0 : 0.0, fabs( local.y ) <= none ? 1.0 : 0.0 };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_signals ), "a value for each row" );
    memcpy( row, values, sizeof values );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const SlidingDisk* s = state;
    ssVec2 q = s->disk.position;
    if ( isnan( s->stopTime ) ) { return SS_NAN; }
    // The direction of the chord is measured from the grooves, as phi is.
    double chord = ssAtan2( q.x, q.y ), turn = remainder( s->phi - chord, 2.0 * SS_PI );
    // Grooves go both ways: towards the nearer end is positive.
    turn = ssSin( 2.0 * s->phi ) < 0.0 ? -turn : turn;
    const double values[] = { q.x, q.y, s->length, s->stopTime,
        s->length > 0.0 ? turn * 180.0 / SS_PI : SS_NAN };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

static bool uses( const ssSim* sim, int param )
{
    int law = (int)ssSim_PendingParam( sim, diskLaw );
    bool compares = (int)ssSim_PendingParam( sim, diskGhosts ) == ghostsLaws;
    bool typed = ssSim_Scenario( sim )->law != NULL;
    switch ( param )
    {
        case diskLaw:
        case diskCForce: return !typed; // a typed law has its own sets, per newton of load
        case diskEllipseA:
        case diskEllipseB: return !typed && ( law == 0 || compares );
        case diskSteer: return (int)ssSim_PendingParam( sim, diskSetFrame ) == 1;
        case diskSpin0: return (int)ssSim_PendingParam( sim, diskPads ) == 1;
        default:
            return slidingLawUses(
                sim, compares ? ss_lawKindExtended : diskLawKinds[law], diskFirstC, diskFirstD, param );
    }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const SlidingDisk* s = state;
    size_t size = (size_t)capacity;
    double load = s->mass * s->gravity;
    switch ( param )
    {
        case diskCForce:
            sayNumbers( text, capacity, ssTranslate( "m g = %s N: C is scaled by %s" ), load,
                load / s->law.law.cForce );
            break;
        case diskLaw:
            sayNumbers( text, capacity,
                s->law.law.sharesSets ? "D = C" : ssTranslate( "largest D inside C: × %s" ),
                s->law.law.dScale );
            break;
        case diskV0: sayNumbers( text, capacity, "m v₀²/2 = %s J", 0.5 * s->mass * s->v0 * s->v0 ); break;
        case diskMass:
            snprintf( text, size, "%s",
                ssSim_Scenario( sim )->law == NULL ? ssTranslate( "the path does not depend on the mass" )
                                                   : "" );
            break;
    }
}

static void nameBody( const void* state, const ssSim* sim, int body, char* text, int capacity )
{
    (void)sim;
    const SlidingDisk* s = state;
    snprintf( text, (size_t)capacity, "%s", body < 0 ? "plate" : s->bodyFrame ? "runner" : "disk" );
}

extern const ssScenario ss_scenarioSlidingDisk;
const ssScenario ss_scenarioSlidingDisk = { "sliding-disk", "Sliding disk",
    .source = "Walker & Leine 2019, Secs. 5.1 and 5.3, Figs. 5-8, 10-12, 18-19, 26-27",
    .summary =
        "A PVC disk is launched on a ground steel plate. Anisotropic friction bends its path towards the "
        "grooves; the paths under four laws can be compared. Other presets show an X-Y table whose axes "
        "stick one after the other, and a bobsleigh that is steered by anisotropic friction alone.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 0.5, .takesLaw = true, .lawReplaces = "ellipse_a ellipse_b",
        .stateSize = sizeof( SlidingDisk ), MODEL_CALLS, .destroy = destroy, .adopt = adopt,
        .serialize = serialize, .restored = restored, .uses = uses },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .draw = diskDraw, .drawChart = diskDrawChart,
        .explain = explain, .nameBody = nameBody },
    ROWS( preset, s_presets ), .opening = "fig27", ROWS( figure, s_figures ) };
