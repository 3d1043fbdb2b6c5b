// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/audit.h"
#include "slipstick/lab/change.h"
#include "slipstick/lab/log_scenario.h"

#include <math.h>
#include <stdlib.h>

// A contact log as a scenario: its frames are steps, what it does not say stays unknown, and a run of ours
// that was logged shows the same contacts, modes and changes as the run itself.

#define HEADINGS "t,contact,a,b,px,py,pz,nx,ny,nz,fx,fy,fz,vx,vy,vz,gap,mu\n"

// Three frames at uneven times: a block that sticks, slides, and is gone.
static const char s_block[] = HEADINGS "2,7,-1,0,0,0,0,0,0,1,-3,0,10,0,0,0,0,0.5\n"
                                       "2.5,7,-1,0,0,0,0,0,0,1,-5,0,10,0.2,0,0,0,0.5\n"
                                       "4,8,-1,1,1,0,0,0,0,1,0,0,1,0,0,0,0,0.5\n";

static ssResult openScenario( const char* text, const ssScenario** scenario )
{
    ssSource source = ssMemorySource( "log.csv", text, strlen( text ) );
    ssContactLog* log = NULL;
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    if ( result.code == ss_ok )
    {
        const ssLogScenarioDef def = { .log = log, .title = "log.csv" };
        result = ssMakeLogScenario( &def, scenario );
    }
    return result;
}

/// A simulation of the text; the scenario lives as long as it does.
static ssResult openSim( const char* text, const char* key, const char* value, ssSim** sim )
{
    const ssScenario* scenario = NULL;
    ssResult result = openScenario( text, &scenario );
    if ( result.code != ss_ok ) { return result; }
    ssSimDef def = ssDefaultSimDef( scenario );
    result = key != NULL ? ssSimDef_Set( &def, key, value ) : result;
    result = result.code == ss_ok ? ssCreateSim( &def, sim ) : result;
    ssScenario_Release( scenario );
    return result;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

TEST framesAreStepsAtTheirOwnTimes( void )
{
    ssSim* sim = NULL;
    ssResult result = openSim( s_block, NULL, NULL, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 2, (int)ssSim_LastStep( sim ) );
    ASSERT( ssSim_Time( sim ) == 2.0 );
    ASSERT( signalOf( sim, "sticking" ) == 1.0 && signalOf( sim, "sliding" ) == 0.0 );
    ASSERT( ssSim_Step( sim ).status == ss_statusConverged );
    ASSERT( ssSim_Time( sim ) == 2.5 );
    ASSERT( signalOf( sim, "sliding" ) == 1.0 && signalOf( sim, "p_lost" ) == 1.0 );
    ASSERT( ssSim_Step( sim ).status == ss_statusConverged );
    ASSERT( ssSim_Time( sim ) == 4.0 && ssSim_TimeOf( sim, 1 ) == 2.5 );
    ASSERT_EQm( "a log ends", ss_statusRefused, ssSim_Step( sim ).status );
    ASSERT_EQ( 2, (int)ssSim_StepIndex( sim ) );
    const double times[] = { 0.0, 2.2, 2.3, 3.2, 3.3, 9.0 };
    const int steps[] = { 0, 0, 1, 1, 2, 2 };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        ASSERT_EQ( steps[i], (int)ssSim_FindStep( sim, times[i] ) );
    }
    ssDestroySim( sim );
    PASS();
}

TEST jumpingEqualsStepping( void )
{
    ssSim *stepped = NULL, *jumped = NULL;
    ASSERT_EQ( ss_ok, openSim( s_block, NULL, NULL, &stepped ).code );
    ASSERT_EQ( ss_ok, openSim( s_block, NULL, NULL, &jumped ).code );
    ssSim_Step( stepped );
    ASSERT_EQ( ss_ok, ssSim_Jump( jumped, 2 ).code );
    ASSERT_EQ( ss_ok, ssSim_Jump( jumped, 1 ).code );
    ASSERT_EQ( ssSim_Hash( stepped ), ssSim_Hash( jumped ) );
    double a[SS_MAX_SIGNALS], b[SS_MAX_SIGNALS];
    ssSim_Signals( stepped, a );
    ssSim_Signals( jumped, b );
    ASSERT_EQ( 0, memcmp( a, b, (size_t)ssSim_Scenario( stepped )->model.signalCount * sizeof( double ) ) );
    ASSERT( ssSim_Jump( jumped, 3 ).code != ss_ok && ssSim_Jump( jumped, -1 ).code != ss_ok );
    ASSERT_EQm( "a refusal changes nothing", 1, (int)ssSim_StepIndex( jumped ) );
    ssDestroySim( stepped );
    ssDestroySim( jumped );
    PASS();
}

TEST onlyRecordedStatesCanBeJumpedTo( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT( ssSim_Jump( sim, 1 ).code != ss_ok );
    ASSERT_EQ( -1, (int)ssSim_LastStep( sim ) );
    ASSERT( ssSim_TimeOf( sim, 10 ) == 10 * def.h && ssSim_FindStep( sim, 10.4 * def.h ) == 10 );
    ssDestroySim( sim );
    PASS();
}

TEST unknownIsNotZero( void )
{
    static const char text[] = "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n0,0,0,1,-3,0,10,0.5,0,0\n";
    ssSim* sim = NULL;
    ssResult result = openSim( text, NULL, NULL, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ssContactView view = ssSim_LogContact( sim, 0 );
    ASSERT( view.recorded && isnan( view.cone.mu ) && isnan( view.moment[0] ) && isnan( view.gap ) );
    ASSERT( isnan( signalOf( sim, "c_px" ) ) && isnan( view.velocity[3] ) );
    ASSERT_EQm( "what moves slides, whatever its cone is", ss_modeSlide, view.mode );
    ASSERT( isnan( signalOf( sim, "margin" ) ) && isnan( signalOf( sim, "overlap" ) ) );
    ASSERT( isnan( signalOf( sim, "c_mu" ) ) && signalOf( sim, "c_fx" ) == -3.0 );
    ssAudit audit;
    ssAudit_Begin( &audit );
    ssAudit_Add( &audit, 1, &view, 1e-3 );
    ASSERT_EQm( "no check without its input", -1, audit.contact[ss_auditCone] );
    ASSERT( audit.contact[ss_auditSlip] == -1 && audit.contact[ss_auditSignorini] == -1 );
    ASSERT( audit.contact[ss_auditPenetration] == -1 );
    ASSERT( audit.contact[ss_auditEnergy] == 0 && audit.worst[ss_auditEnergy] == 0.0 );

    int mu = ssFindScenarioParam( ssSim_Scenario( sim ), "mu" );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, mu, 0.25 ).code );
    ASSERTm( "the user's own only when asked for", isnan( ssSim_LogContact( sim, 0 ).cone.mu ) );
    ASSERT_EQ(
        ss_ok, ssSim_SetParam( sim, ssFindScenarioParam( ssSim_Scenario( sim ), "bounds" ), 1.0 ).code );
    view = ssSim_LogContact( sim, 0 );
    ASSERT( view.cone.mu == 0.25 );
    ASSERT_IN_RANGE( 1.0 - 0.3 / 0.25, signalOf( sim, "margin" ), 1e-12 );
    ssAudit_Begin( &audit );
    ssAudit_Add( &audit, 1, &view, 1e-3 );
    ASSERTm( "the force is outside that cone", audit.worst[ss_auditCone] > 1e-2 );
    ssDestroySim( sim );
    PASS();
}

// Creep: what moves inside its cone slides, and its power is counted, however well the force obeys its bound.
TEST whatCreepsSlides( void )
{
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok,
        openSim( HEADINGS
            "0,0,-1,0,0,0,0,0,0,1,-3,0,10,0.1,0,0,0,0.5\n0.01,0,-1,0,0,0,0,0,0,1,-3,0,10,0,0,0,0,0.5\n",
            NULL, NULL, &sim )
            .code );
    ASSERT_EQ( ss_modeSlide, ssSim_LogContact( sim, 0 ).mode );
    ASSERT( signalOf( sim, "sliding" ) == 1.0 && signalOf( sim, "sticking" ) == 0.0 );
    ASSERT_EQ( ss_ok, ssSim_Jump( sim, 1 ).code );
    ASSERT_EQ( ss_modeStick, ssSim_LogContact( sim, 0 ).mode );
    ssDestroySim( sim );
    PASS();
}

// A picture of a log without points has its contacts side by side, and says so; the columns stay unknown.
TEST contactsWithoutPointsStandOnAGrid( void )
{
    static const char text[] =
        "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n0,0,0,1,0,0,1,0,0,0\n"
        "1,0,0,1,0,0,1,0,0,0\n1,0,0,1,0,0,2,0,0,0\n1,0,0,1,0,0,3,0,0,0\n1,0,0,1,0,0,4,0,0,0\n";
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, openSim( text, NULL, NULL, &sim ).code );
    ASSERT( testContains( ssSim_Scenario( sim )->summary, "no positions" ) );
    ssVec3 first = ssSim_LogContact( sim, 0 ).point;
    ASSERT_EQ( ss_ok, ssSim_Jump( sim, 1 ).code );
    for ( int i = 0; i < 4; ++i )
    {
        ssVec3 point = ssSim_LogContact( sim, i ).point;
        for ( int k = 0; k < i; ++k )
        {
            ssVec3 off = ssVec3_Sub( point, ssSim_LogContact( sim, k ).point );
            ASSERT( ssVec3_Length( off ) >= 1.0 );
        }
    }
    ASSERTm( "a row has one place in all frames",
        ssVec3_Length( ssVec3_Sub( first, ssSim_LogContact( sim, 0 ).point ) ) == 0.0 );
    ASSERT( isnan( signalOf( sim, "c_px" ) ) );
    ssDestroySim( sim );
    ASSERT_EQ( ss_ok, openSim( s_block, NULL, NULL, &sim ).code );
    ASSERT_FALSE( testContains( ssSim_Scenario( sim )->summary, "no positions" ) );
    ssDestroySim( sim );
    PASS();
}

// Engines differ in which body is b: the same block on the same ground, seen from either side.
TEST theGroundPushesWhicheverBodyIsB( void )
{
    static const char text[] = HEADINGS "0,0,-1,3,0,0,0,0,0,1,-5,0,10,0.2,0.1,0.3,0,0.5\n"
                                        "0,1,3,-1,0,0,0,0,0,-1,5,0,-10,-0.2,-0.1,-0.3,0,0.5\n";
    ssSim* sim = NULL;
    ssResult result = openSim( text, "contact", "1", &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ssContactView one = ssSim_LogContact( sim, 0 ), other = ssSim_LogContact( sim, 1 );
    ASSERT( other.normal.z == 1.0 && other.a == one.a && other.b == one.b && other.b == 3 );
    for ( int i = 0; i < 3; ++i )
    {
        ASSERT_IN_RANGE( one.force[i], other.force[i], 1e-15 );
        ASSERT_IN_RANGE( one.velocity[i], other.velocity[i], 1e-15 );
    }
    ASSERT_EQ_FMT( 10.0, other.force[0], "%g" );
    ASSERTm(
        "columns stay those of the log", signalOf( sim, "c_fz" ) == -10.0 && signalOf( sim, "c_b" ) == -1.0 );
    ssDestroySim( sim );
    PASS();
}

// Without rolling resistance the moment is always at its bound: noise of a solver is no rolling, a wheel is.
TEST noiseOfASolverIsNoRolling( void )
{
    static const char text[] = "t,nx,ny,nz,fx,fy,fz,mx,my,mz,vx,vy,vz,wx,wy,wz,mu,mu_r,mu_s\n"
                               "0,0,0,1,0,0,10,0,0,0,0,0,0,1e-6,0,1e-6,0.5,0,0\n"
                               "0,0,0,1,0,0,10,0,0,0,0,0,0,1,0,0,0.5,0,0\n"
                               "0,0,0,1,0,0,10,0,0,0,0,0,0,0,0,1,0.5,0,0\n"
                               "0.001,0,0,1,0,0,10,0,0,0,0,0,0,0,0,0,0.5,0,0\n";
    static const ssContactMode modes[] = { ss_modeStick, ss_modeRoll, ss_modeSpin };
    ssSim* sim = NULL;
    ssResult result = openSim( text, NULL, NULL, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    for ( int i = 0; i < SS_COUNT( modes ); ++i )
    {
        ASSERT_EQ_FMT( (int)modes[i], (int)ssSim_LogContact( sim, i ).mode, "%d" );
    }
    ssDestroySim( sim );
    PASS();
}

static void takeBounds( void* context, ssVec3 center, double radius )
{
    double* taken = context;
    taken[0] = ssVec3_Length( center );
    taken[1] = radius;
}

// Contacts around a circle of radius 2: the picture shows the
// circle, not the corners of the square around it.
TEST theCameraFramesWhatIsThere( void )
{
    char text[4096];
    int used = snprintf( text, sizeof( text ), HEADINGS );
    for ( int i = 0; i < 24; ++i )
    {
        double angle = 2.0 * SS_PI * i / 24.0;
        used += snprintf( text + used, sizeof( text ) - (size_t)used,
            "0,%d,-1,%d,%.9f,%.9f,0,0,0,1,0,0,1,0,0,0,0,0.5\n", i, i, 2.0 * cos( angle ),
            2.0 * sin( angle ) );
    }
    ssSim* sim = NULL;
    ssResult result = openSim( text, NULL, NULL, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    double taken[2] = { NAN, NAN };
    const ssDraw draw = { .context = taken, .bounds = takeBounds };
    ssSim_Draw( sim, &draw );
    ASSERT_IN_RANGEm( "centre", 0.0, taken[0], 1e-6 );
    ASSERTm( "everything is seen", taken[1] >= 2.0 );
    ASSERTm( "and little else", taken[1] < 2.5 );
    ssDestroySim( sim );
    PASS();
}

TEST aBrokenRowStopsThePlaying( void )
{
    static const char text[] = HEADINGS "0,0,-1,0,0,0,0,0,0,1,0,0,1,0,0,0,0,0.5\n"
                                        "1,0,-1,0,0,0,0,0,0,2,0,0,1,0,0,0,0,0.5\n"
                                        "2,0,-1,0,0,0,0,0,0,1,0,0,3,0,0,0,0,0.5\n";
    ssSim* sim = NULL;
    ssResult result = openSim( text, NULL, NULL, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ssStepReport report = ssSim_Step( sim );
    ASSERT_EQ( ss_statusRefused, report.status );
    ASSERTm( report.reason, strstr( report.reason, "line 3" ) != NULL );
    ASSERT_EQ( 0, (int)ssSim_StepIndex( sim ) );
    ASSERT( signalOf( sim, "f_n" ) == 1.0 );
    ASSERT_EQ( ss_ok, ssSim_Jump( sim, 2 ).code );
    ASSERT( signalOf( sim, "f_n" ) == 3.0 );
    ssDestroySim( sim );
    PASS();
}

// ------------------------------------------------------------------------------------------------ round trip

typedef struct Bytes
{
    unsigned char* bytes;
    size_t size, capacity;
} Bytes;

static bool keepBytes( void* context, const void* bytes, size_t size )
{
    Bytes* kept = context;
    if ( kept->size + size > kept->capacity )
    {
        kept->capacity = 2 * ( kept->size + size );
        kept->bytes = realloc( kept->bytes, kept->capacity );
    }
    memcpy( kept->bytes + kept->size, bytes, size );
    kept->size += size;
    return true;
}

static void addViews( void* context, int count, const ssContactView* views )
{
    testMust( ssLogFrame_AddViews( context, count, views ) );
}

static void addSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    testMust( ssLogFrame_AddSpheres( context, count, spheres ) );
}

static void addSolids( void* context, int count, const ssDrawSolid* solids )
{
    testMust( ssLogFrame_AddSolids( context, count, solids ) );
}

static void addPlanes( void* context, int count, const ssDrawPlane* planes )
{
    testMust( ssLogFrame_AddPlanes( context, count, planes ) );
}

/// The present state as a frame.
static void fillFrame( const ssSim* sim, ssLogFrame* frame )
{
    frame->count = frame->bodyCount = 0;
    frame->t = ssSim_Time( sim );
    const ssDraw draw = { .flags = ss_drawBodies | ss_drawGround,
        .context = frame,
        .contacts = addViews,
        .spheres = addSpheres,
        .solids = addSolids,
        .planes = addPlanes };
    ssSim_Draw( sim, &draw );
    ssLogFrame_UpdateKnown( frame );
}

typedef struct Kept
{
    ssContactView views[4096];
    int count, modes[ss_modeCount];
} Kept;

static void keepViews( void* context, int count, const ssContactView* views )
{
    Kept* kept = context;
    for ( int i = 0; i < count && kept->count < SS_COUNT( kept->views ); ++i )
    {
        kept->modes[views[i].mode] += 1;
        kept->views[kept->count++] = views[i];
    }
}

static const Kept* contactsOf( const ssSim* sim )
{
    static Kept kept[2];
    static int turn = 0;
    Kept* next = kept + ( turn++ & 1 );
    next->count = 0;
    memset( next->modes, 0, sizeof next->modes );
    const ssDraw draw = { .context = next, .contacts = keepViews };
    ssSim_Draw( sim, &draw );
    return next;
}

/// A run of `steps` states as an MCAP log, and its changes of regime; the sim ends at the last state.
static ssResult logRun( ssSim* sim, int steps, Bytes* bytes, ssChangeLog* changes, int* changeCount )
{
    ssLogFrame frame = { 0 };
    ssLogWriter* writer = NULL;
    const ssSink sink = { .context = bytes, .write = keepBytes };
    ssResult result = ssBeginLog( &sink, "mcap", ~0u, &writer );
    for ( int i = 0; i < steps && result.code == ss_ok; ++i )
    {
        int count = 0;
        const ssChange* found = NULL;
        ssSim_Step( sim );
        testMust( ssChangeLog_Visit( changes, sim, &count, &found ) );
        *changeCount += count;
        fillFrame( sim, &frame );
        result = ssLogWriter_Frame( writer, &frame );
    }
    ssLogFrame_Destroy( &frame );
    ssResult ended = ssLogWriter_End( writer );
    return result.code == ss_ok ? ended : result;
}

/// Do two contacts have the same numbers, in whatever tangential directions?
static bool sameContact( const ssContactView* a, const ssContactView* b )
{
    double force = ssHypot( a->force[1], a->force[2] ) - ssHypot( b->force[1], b->force[2] );
    double slip = ssHypot( a->velocity[1], a->velocity[2] ) - ssHypot( b->velocity[1], b->velocity[2] );
    double scale = 1e-9 * ( 1.0 + fabs( a->force[0] ) );
    bool turned = a->b < 0; // a log shows reactions on the body that moves
    bool bodies =
        ( turned ? a->a == b->b && a->b == b->a : a->a == b->a && a->b == b->b ) && a->surface == b->surface;
    return bodies && fabs( a->force[0] - b->force[0] ) < scale && fabs( force ) < scale &&
        fabs( slip ) < 1e-9 && fabs( a->velocity[0] - b->velocity[0] ) < 1e-9 && a->gap == b->gap &&
        a->cone.mu == b->cone.mu && a->point.x == b->point.x && a->point.z == b->point.z;
}

/// Logs a run of ours and plays both side by side: its contacts are the same. A log does not know how well
/// its solver converged; where that is well (`converges`), modes and changes are the same, too.
static greatest_test_res compareWithRun( const char* id, int steps, bool converges )
{
    int64_t contacts = 0, differ = 0;
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
    ssSim *run = NULL, *log = NULL;
    Bytes bytes = { 0 };
    ssChangeLog* changes[2] = { NULL, NULL };
    int counts[2] = { 0, 0 };
    ASSERT_EQ( ss_ok, ssCreateChangeLog( changes ).code );
    ASSERT_EQ( ss_ok, ssCreateChangeLog( changes + 1 ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &run ).code );
    ssResult result = logRun( run, steps, &bytes, changes[0], counts );
    ASSERT_EQm( result.message, ss_ok, result.code );

    ssSource source = ssMemorySource( "run.mcap", bytes.bytes, bytes.size );
    ssContactLog* opened = NULL;
    result = ssOpenContactLog( &source, NULL, &opened );
    ASSERT_EQm( result.message, ss_ok, result.code );
    const ssScenario* scenario = NULL;
    ASSERT_EQ(
        ss_ok, ssMakeLogScenario( &( ssLogScenarioDef ){ .log = opened, .title = id }, &scenario ).code );
    ssSimDef logDef = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssCreateSim( &logDef, &log ).code );
    ssScenario_Release( scenario );
    ASSERT_EQ_FMTm( id, steps - 1, (int)ssSim_LastStep( log ), "%d" );
    ASSERT_EQ( ss_ok, ssSim_Reset( run ).code );
    for ( int i = 0; i < steps; ++i )
    {
        ssSim_Step( run );
        ASSERT( i == 0 || ssSim_Step( log ).status == ss_statusConverged );
        ASSERT( ssSim_Time( log ) == ssSim_Time( run ) );
        const Kept *ours = contactsOf( run ), *theirs = contactsOf( log );
        ASSERT_EQ_FMTm( id, ours->count, theirs->count, "%d" );
        for ( int k = 0; k < ours->count; ++k )
        {
            ASSERTm( id, sameContact( ours->views + k, theirs->views + k ) );
            contacts += 1;
            differ += ours->views[k].mode != theirs->views[k].mode ? 1 : 0;
        }
        int count = 0;
        const ssChange* found = NULL;
        testMust( ssChangeLog_Visit( changes[1], log, &count, &found ) );
        counts[1] += count;
    }
    ASSERTm( id, contacts > 0 && ( !converges || ( differ == 0 && counts[0] == counts[1] ) ) );
    ssDestroySim( run );
    ssDestroySim( log );
    ssDestroyChangeLog( changes[0] );
    ssDestroyChangeLog( changes[1] );
    free( bytes.bytes );
    PASS();
}

TEST aLoggedRunShowsWhatTheRunShows( void )
{
    CHECK_CALL( compareWithRun( "rolling-sphere", 200, true ) );
    CHECK_CALL( compareWithRun( "lanes", 150, true ) );
    CHECK_CALL( compareWithRun( "guideway", 20, false ) );
    CHECK_CALL( compareWithRun( "sphere-pile", 100, false ) );
    CHECK_CALL( compareWithRun( "playground", 100, false ) );
    PASS();
}

TEST theFollowedContactIsFoundByItsBodies( void )
{
    // The contact of body 3 is the second row of one frame, and the first of the next.
    static const char text[] = HEADINGS "0,0,-1,2,0,0,0,0,0,1,0,0,1,0,0,0,0,0.5\n"
                                        "0,1,-1,3,1,0,0,0,0,1,0,0,2,0,0,0,0,0.5\n"
                                        "1,0,-1,3,1,0,0,0,0,1,0,0,3,0,0,0,0,0.5\n"
                                        "2,0,-1,2,0,0,0,0,0,1,0,0,4,0,0,0,0,0.5\n";
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, openSim( text, NULL, NULL, &sim ).code );
    ASSERT( ssSim_FollowContact( sim, -1, 3, 0, ( ssVec3 ){ 1.0, 0.0, 0.0 } ) );
    ASSERT( signalOf( sim, "c_fz" ) == 2.0 && signalOf( sim, "c_b" ) == 3.0 );
    ssSim_Step( sim );
    ASSERT( signalOf( sim, "c_fz" ) == 3.0 );
    ssSim_Step( sim );
    ASSERTm( "it is not there", isnan( signalOf( sim, "c_fz" ) ) );
    ASSERT( !ssSim_FollowContact( sim, -1, 9, 0, ( ssVec3 ){ 1.0, 0.0, 0.0 } ) );
    ssDestroySim( sim );
    PASS();
}

TEST numbersTellContactsOfAPairApart( void )
{
    // A box on two corners, 10 and 12. The first one lifts off: the other is the first row then.
    static const char text[] = HEADINGS "0,10,-1,2,0,0,0,0,0,1,0,0,1,0,0,0,0,0.5\n"
                                        "0,12,-1,2,1,0,0,0,0,1,0,0,2,0,0,0,0,0.5\n"
                                        "1,12,-1,2,1,0,0,0,0,1,0,0,3,0,0,0,0,0.5\n"
                                        "2,10,-1,2,1,0,0,0,0,1,0,0,4,0,0,0,0,0.5\n"
                                        "2,12,-1,2,2,0,0,0,0,1,0,0,5,0,0,0,0,0.5\n";
    static const double loads[] = { 2.0, 3.0, 5.0 }, places[] = { 1.0, 1.0, 2.0 };
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, openSim( text, NULL, NULL, &sim ).code );
    ASSERT( ssSim_FollowContact( sim, -1, 2, 0, ( ssVec3 ){ 1.0, 0.0, 0.0 } ) );
    for ( int k = 0; k < 3; ++k )
    {
        ssContactView view;
        ASSERT( k == 0 || ssSim_Step( sim ).status == ss_statusConverged );
        ASSERT( signalOf( sim, "c_fz" ) == loads[k] );
        ASSERT( ssSim_FollowedContact( sim, &view ) );
        ASSERT( view.number == 12.0 && view.point.x == places[k] );
    }
    ssDestroySim( sim );
    PASS();
}

TEST settingACoefficientMeansUsingIt( void )
{
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, openSim( s_block, "mu", "0.35", &sim ).code );
    ASSERT( ssSim_LogContact( sim, 0 ).cone.mu == 0.35 );
    const ssScenario* scenario = ssSim_Scenario( sim );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, ssFindScenarioParam( scenario, "contact" ), 7.0 ).code );
    ASSERT( signalOf( sim, "c_mu" ) == 0.5 && signalOf( sim, "c_bound" ) == 0.35 );
    ssDestroySim( sim );
    PASS();
}

static void countViews( void* context, int count, const ssContactView* views )
{
    (void)views;
    *(int*)context += count;
}

TEST aHugeFrameIsShownInPart( void )
{
    enum
    {
        rows = 3 * SS_LOG_SHOWN
    };
    Bytes bytes = { 0 };
    ssLogFrame frame = { 0 };
    ssLogWriter* writer = NULL;
    const ssSink sink = { .context = &bytes, .write = keepBytes };
    ASSERT_EQ( ss_ok, ssLogFrame_Resize( &frame, rows, 0 ).code );
    for ( int i = 0; i < rows; ++i )
    {
        frame.columns[ss_logT][i] = 0.0;
        frame.columns[ss_logContact][i] = i;
        ssLogFrame_SetVector( &frame, ss_logNx, i, ( ssVec3 ){ 0.0, 0.0, 1.0 } );
        ssLogFrame_SetVector( &frame, ss_logFx, i, ( ssVec3 ){ 0.0, 0.0, 1.0 } );
        ssLogFrame_SetVector( &frame, ss_logVx, i, ( ssVec3 ){ 0.0, 0.0, 0.0 } );
    }
    ssLogFrame_UpdateKnown( &frame );
    ASSERT_EQ( ss_ok, ssBeginLog( &sink, "mcap", ~0u, &writer ).code );
    ASSERT_EQ( ss_ok, ssLogWriter_Frame( writer, &frame ).code );
    ASSERT_EQ( ss_ok, ssLogWriter_End( writer ).code );
    ssLogFrame_Destroy( &frame );
    ssSource source = ssMemorySource( "huge.mcap", bytes.bytes, bytes.size );
    ssContactLog* opened = NULL;
    const ssScenario* scenario = NULL;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &opened ).code );
    ASSERT_EQ(
        ss_ok, ssMakeLogScenario( &( ssLogScenarioDef ){ .log = opened, .title = "huge" }, &scenario ).code );
    ssSimDef def = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ssScenario_Release( scenario );
    int seen[2] = { 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        const ssDraw draw = {
            .flags = i == 0 ? ss_drawContactPoints : 0, .context = seen + i, .contacts = countViews
        };
        ssSim_Draw( sim, &draw );
    }
    ASSERT_IN_RANGE( (double)SS_LOG_SHOWN, (double)seen[0], 0.02 * SS_LOG_SHOWN );
    ASSERT_EQm( "who only counts gets them all", (int)rows, seen[1] );
    ASSERT( signalOf( sim, "closed" ) == (double)rows && signalOf( sim, "f_n" ) == (double)rows );
    ssDestroySim( sim );
    free( bytes.bytes );
    PASS();
}

SUITE( logScenario )
{
    RUN_TEST( framesAreStepsAtTheirOwnTimes );
    RUN_TEST( jumpingEqualsStepping );
    RUN_TEST( onlyRecordedStatesCanBeJumpedTo );
    RUN_TEST( unknownIsNotZero );
    RUN_TEST( whatCreepsSlides );
    RUN_TEST( contactsWithoutPointsStandOnAGrid );
    RUN_TEST( theGroundPushesWhicheverBodyIsB );
    RUN_TEST( noiseOfASolverIsNoRolling );
    RUN_TEST( theCameraFramesWhatIsThere );
    RUN_TEST( aBrokenRowStopsThePlaying );
    RUN_TEST( aLoggedRunShowsWhatTheRunShows );
    RUN_TEST( theFollowedContactIsFoundByItsBodies );
    RUN_TEST( numbersTellContactsOfAPairApart );
    RUN_TEST( settingACoefficientMeansUsingIt );
    RUN_TEST( aHugeFrameIsShownInPart );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( logScenario );
    return TEST_END();
}
