// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What single scenes draw, beyond bodies and contacts, to make their point.

typedef struct Weights
{
    int count, bodies[8];
    double normal;
} Weights;

static void sumWeights( void* context, int count, const ssContactView* contacts )
{
    Weights* w = context;
    for ( int i = 0; i < count && w->count < 8; ++i )
    {
        w->bodies[w->count++] = contacts[i].b;
        w->normal += contacts[i].force[0];
    }
}

TEST aBlockShowsOneContactThatCarriesItsWeight( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "dilatancy-twins" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 300; ++i ) { ssSim_Step( sim ); }
    Weights w = { 0 };
    ssDraw draw = { .flags = ss_drawDefault, .context = &w, .contacts = sumWeights };
    ssSim_Draw( sim, &draw );
    ASSERT_EQ( 2, w.count );
    ASSERT( w.bodies[0] != w.bodies[1] );
    ASSERT_IN_RANGE( 2.0 * 9.81, w.normal, 1e-9 ); // two blocks of 1 kg at rest
    ssDestroySim( sim );
    PASS();
}

typedef struct Slope
{
    ssVec3 apex, foot;
    char label[64];
} Slope;

static void keepSlopeLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    Slope* s = context;
    if ( role == ss_lineGhost1 && count == 3 )
    {
        s->apex = points[1];
        s->foot = points[2];
    }
}

static void keepSlopeLabel( void* context, int count, const ssDrawLabel* labels )
{
    snprintf( ( (Slope*)context )->label, 64, "%s", labels[count - 1].text );
}

TEST aPileShowsItsSlope( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "reduced" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 3600; ++i ) { ssSim_Step( sim ); }
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    double angle = row[ssFindSignal( def.scenario, "repose_angle_deg" )];
    ASSERT( angle > 10.0 && angle < 60.0 ); // sixty spheres with large rolling resistance are a heap
    Slope slope = { 0 };
    ssDraw draw = {
        .flags = ss_drawLabels, .context = &slope, .line = keepSlopeLine, .labels = keepSlopeLabel
    };
    ssSim_Draw( sim, &draw );
    double run = hypot( slope.foot.x - slope.apex.x, slope.foot.y - slope.apex.y );
    ASSERT_IN_RANGE( angle, atan2( slope.apex.z - slope.foot.z, run ) * 180.0 / SS_PI, 1e-9 );
    char text[64];
    snprintf( text, sizeof text, "slope %.0f°", angle );
    ASSERT_STR_EQ( text, slope.label );
    ssDestroySim( sim );
    PASS();
}

static void keepAim( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    if ( role == ss_lineExact ) { *(ssVec3*)context = points[count - 1]; }
}

TEST sideSpinBendsThePathAwayFromTheAim( void )
{
    static const char* const presets[] = { "billiard", "fig3b" };
    for ( int k = 0; k < 2; ++k )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, presets[k] ).code );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        for ( int i = 0; i < 5000; ++i ) { ssSim_Step( sim ); }
        double row[SS_MAX_SIGNALS];
        ssSim_Signals( sim, row );
        ssVec3 aim = { 0.0, 0.0, 0.0 };
        ssDraw draw = { .flags = ss_drawDefault, .context = &aim, .line = keepAim };
        ssSim_Draw( sim, &draw );
        // Without side spin the path is straight, and there is nothing to show.
        ASSERT( k == 0 ? aim.x > row[ssFindSignal( def.scenario, "x" )] && aim.y == 0.0 : aim.x == 0.0 );
        ASSERT( k == 0 ? row[ssFindSignal( def.scenario, "y" )] > 0.1
                       : row[ssFindSignal( def.scenario, "y" )] == 0.0 );
        ssDestroySim( sim );
    }
    PASS();
}

static void countTicks( void* context, int count, const ssDrawLabel* labels )
{
    for ( int i = 0; i < count; ++i ) { *(int*)context += strstr( labels[i].text, "✓" ) != NULL; }
}

TEST lanesTickTheSpheresThatLetGo( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "lanes" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    int started = ssFindMeasure( def.scenario, "started" ), most = 0;
    for ( int k = 0; k < 8; ++k )
    {
        int ticks = 0;
        ssDraw draw = { .flags = ss_drawLabels, .context = &ticks, .labels = countTicks };
        ssSim_Draw( sim, &draw );
        ASSERT_EQ( (int)ssSim_Measure( sim, started ), ticks );
        most = ticks;
        for ( int i = 0; i < 1000; ++i ) { ssSim_Step( sim ); }
    }
    ASSERT_EQ( 6, most ); // at 14° the lanes of 2.9°, 6.4°, 9.9°, 13.4°, 5.7° and 12.7° have let go
    ssDestroySim( sim );
    PASS();
}

SUITE( scenes )
{
    RUN_TEST( aBlockShowsOneContactThatCarriesItsWeight );
    RUN_TEST( aPileShowsItsSlope );
    RUN_TEST( sideSpinBendsThePathAwayFromTheAim );
    RUN_TEST( lanesTickTheSpheresThatLetGo );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scenes );
    return TEST_END();
}
