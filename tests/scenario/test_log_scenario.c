// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/audit.h"
#include "slipstick/change.h"
#include "slipstick/log_scenario.h"

#include <math.h>

// A contact log as a scenario: its frames are steps, what it does not say stays unknown, and a run of ours that was logged
// shows the same contacts, modes and changes as the run itself.

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
    if ( result.code != ss_ok )
    {
        return result;
    }
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
    ASSERT( ssSim_Step( sim ).status == ss_stepConverged );
    ASSERT( ssSim_Time( sim ) == 2.5 );
    ASSERT( signalOf( sim, "sliding" ) == 1.0 && signalOf( sim, "p_lost" ) == 1.0 );
    ASSERT( ssSim_Step( sim ).status == ss_stepConverged );
    ASSERT( ssSim_Time( sim ) == 4.0 && ssSim_TimeOf( sim, 1 ) == 2.5 );
    ASSERT_EQm( "a log ends", ss_stepRefused, ssSim_Step( sim ).status );
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
    ASSERT_EQ( 0, memcmp( a, b, (size_t)ssSim_Scenario( stepped )->signalCount * sizeof( double ) ) );
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
    ASSERT( isnan( view.point.x ) && isnan( view.velocity[3] ) );
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

// Contacts around a circle of radius 2: the picture shows the circle, not the corners of the square around it.
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
    ASSERT_EQ( ss_stepRefused, report.status );
    ASSERTm( report.reason, strstr( report.reason, "line 3" ) != NULL );
    ASSERT_EQ( 0, (int)ssSim_StepIndex( sim ) );
    ASSERT( signalOf( sim, "f_n" ) == 1.0 );
    ASSERT_EQ( ss_ok, ssSim_Jump( sim, 2 ).code );
    ASSERT( signalOf( sim, "f_n" ) == 3.0 );
    ssDestroySim( sim );
    PASS();
}

SUITE( logScenario )
{
    RUN_TEST( framesAreStepsAtTheirOwnTimes );
    RUN_TEST( jumpingEqualsStepping );
    RUN_TEST( onlyRecordedStatesCanBeJumpedTo );
    RUN_TEST( unknownIsNotZero );
    RUN_TEST( theGroundPushesWhicheverBodyIsB );
    RUN_TEST( noiseOfASolverIsNoRolling );
    RUN_TEST( theCameraFramesWhatIsThere );
    RUN_TEST( aBrokenRowStopsThePlaying );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( logScenario );
    return TEST_END();
}
