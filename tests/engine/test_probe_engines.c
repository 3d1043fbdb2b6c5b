// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/contact_log.h"

// The adapters in engine/examples, where their engines are installed: a box of 2 kg slides along x at 2 m/s
// on the ground with mu = 0.3. Gravity 9.81 m/s^2, 1000 steps of 1 ms. Whatever an engine calls a contact
// force, the log must say that the ground carries the box and slows it down.

#define WEIGHT ( 2.0 * 9.81 )
#define STEP 1e-3

typedef struct Sums
{
    double force[3];   // mean over the frames, on the box [N]
    double speed;      // of the box along x as its forces give it: 2 m/s and the impulses so far [m/s]
    double difference; // the largest between that and the logged velocity of a contact [m/s]
    double last;       // velocity in the last frame [m/s]
    int frames;
    double deepest, highest; // gaps [m]
} Sums;

/// Adds a frame; the box is the body that is not the ground, 0.
static bool addFrame( const ssLogFrame* frame, Sums* sums )
{
    for ( int i = 0; i < frame->count; ++i )
    {
        double b = frame->columns[ss_logB][i], a = frame->columns[ss_logA][i], sign = b == 1.0 ? 1.0 : -1.0;
        ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, i ), n = ssLogFrame_Vector( frame, ss_logNx, i );
        if ( a + b != 1.0 || sign * n.z < 0.999 || f.x * n.x + f.y * n.y + f.z * n.z < -1e-6 )
        {
            return false;
        }
        sums->force[0] += sign * f.x, sums->force[1] += sign * f.y, sums->force[2] += sign * f.z;
        sums->speed += sign * f.x * STEP / 2.0;
        sums->deepest = fmin( sums->deepest, frame->columns[ss_logGap][i] );
        sums->highest = fmax( sums->highest, frame->columns[ss_logGap][i] );
    }
    for ( int i = 0; i < frame->count; ++i )
    {
        // The velocity of the centre is that of the point less w x r; the
        // point lies 0.1 m below it, and y apart.
        double sign = frame->columns[ss_logB][i] == 1.0 ? 1.0 : -1.0;
        double y = frame->columns[ss_logPy][i];
        ssVec3 v = ssLogFrame_Vector( frame, ss_logVx, i ), w = ssLogFrame_Vector( frame, ss_logWx, i );
        sums->last = sign * ( v.x + 0.1 * w.y + y * w.z );
        sums->difference = fmax( sums->difference, fabs( sums->last - sums->speed ) );
    }
    sums->frames += 1;
    return true;
}

/// Runs an example and sums its frames between two times.
static const char* sumExample( const char* program, double from, double to, Sums* sums )
{
    static char message[400];
    testRun run = testShell( "'%s' \"$D/log.mcap\"", program );
    char path[600];
    snprintf( path, sizeof( path ), "%s/d/log.mcap", testScratch() );
    size_t size = 0;
    char* bytes = testReadFile( path, &size );
    if ( run.status != 0 || bytes == NULL )
    {
        snprintf( message, sizeof( message ), "%s ended with %d: %.200s", program, run.status, run.err );
        free( bytes );
        return message;
    }
    ssSource source = ssMemorySource( "log.mcap", bytes, size );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    *sums = ( Sums ){ .speed = 2.0 };
    bool good = true;
    int count = result.code == ss_ok ? ssContactLog_FrameCount( log ) : 0;
    for ( int k = 0; result.code == ss_ok && good && k < count; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        good = frame.t < from || frame.t > to || addFrame( &frame, sums );
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    free( bytes );
    for ( int k = 0; k < 3; ++k ) { sums->force[k] /= sums->frames > 0 ? sums->frames : 1; }
    snprintf( message, sizeof( message ), "%s",
        result.code != ss_ok ? result.message : "a contact pulls or is turned" );
    return result.code != ss_ok || !good || count != 1000 ? message : NULL;
}

/// The impulse of all forces is the change of momentum, however the box rocks: it carries the weight for 1 s
/// and takes 2 kg times 2 m/s. Rounding to single precision (Bullet) and 0.1 mm/s at the end leave less than
/// 1e-3. While it slides, friction is mu times the normal force to 2%: engines bound it with the normal force
/// of an earlier iteration.
static enum greatest_test_res slides( const char* program )
{
    Sums all, sliding;
    const char* error = sumExample( program, 0.0, 2.0, &all );
    ASSERTm( error, error == NULL );
    ASSERT_EQ_FMT( 1000, all.frames, "%d" );
    ASSERT_IN_RANGEm( "the ground carries the weight", WEIGHT, all.force[2], 1e-3 * WEIGHT );
    ASSERT_IN_RANGEm( "friction takes the momentum", -4.0, all.force[0], 4e-3 );
    ASSERT_IN_RANGEm( "and has no part across", 0.0, all.force[1], 4e-3 );
    // While it rocks at up to 0.4 rad/s, the height changes by a millimetre or two.
    ASSERT_IN_RANGEm( "velocities go with the forces", 0.0, all.difference, 1e-3 );
    ASSERT_IN_RANGEm( "the box has stopped", 0.0, all.last, 1e-4 );
    ASSERT( all.deepest > -1e-3 && all.highest < 1e-2 );
    error = sumExample( program, 0.1 + 0.5 * STEP, 0.5 + 0.5 * STEP, &sliding );
    ASSERTm( error, error == NULL );
    ASSERT_EQ_FMT( 400, sliding.frames, "%d" );
    ASSERT_IN_RANGEm(
        "friction is mu times the load, backwards", -0.3, sliding.force[0] / sliding.force[2], 0.006 );
    PASS();
}

TEST bullet( void )
{
#ifdef TEST_PROBE_BULLET
    return slides( TEST_PROBE_BULLET );
#else
    (void)slides;
    SKIPm( "Bullet is not installed: libbullet-dev" );
#endif
}

TEST ode( void )
{
#ifdef TEST_PROBE_ODE
    return slides( TEST_PROBE_ODE );
#else
    (void)slides;
    SKIPm( "ODE is not installed: libode-dev" );
#endif
}

TEST mujoco( void )
{
#ifdef TEST_PROBE_MUJOCO
    return slides( TEST_PROBE_MUJOCO );
#else
    (void)slides;
    SKIPm( "MuJoCo is not installed: libmujoco-dev" );
#endif
}

// What one has to write for an engine: the lines before the scene.
TEST anAdapterHasAtMostSixtyLines( void )
{
    static const char* const names[] = { "probe_bullet.cpp", "probe_ode.c", "probe_mujoco.c" };
    for ( int i = 0; i < 3; ++i )
    {
        char path[600];
        snprintf( path, sizeof( path ), "%s/%s", TEST_PROBE_EXAMPLES, names[i] );
        char* text = testReadFile( path, NULL );
        ASSERT( text != NULL );
        char* scene = strstr( text, "int main(" );
        ASSERT( scene != NULL );
        *scene = 0;
        int lines = testLines( text );
        free( text );
        ASSERTm( names[i], lines <= 60 );
    }
    PASS();
}

SUITE( adapters )
{
    RUN_TEST( bullet );
    RUN_TEST( ode );
    RUN_TEST( mujoco );
    RUN_TEST( anAdapterHasAtMostSixtyLines );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( adapters );
    return TEST_END();
}
