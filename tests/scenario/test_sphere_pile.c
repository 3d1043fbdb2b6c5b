// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// Piles of 60 spheres: three regimes of rolling resistance, the order in mu, and what holds at every step
// (Acary & Bourrier Sec. 6.2). One seed is used as a rule; the full run uses three and compares their means.

#define RADIUS 0.01

typedef struct Pile
{
    double height, meanHeight, bottomRadius, penetration, lost;
    double rise; // the largest increase of energy in a step, apart from what was dropped [J]
} Pile;

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}

static ssSim* pileSim( double mu, double muRoll, uint64_t seed )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) );
    testMust( ssSimDef_ApplyPreset( &def, "reduced" ) );
    const ssScenario* s = def.scenario;
    def.values[ssFindParam( s->model.params, s->model.paramCount, "mu" )] = mu;
    def.values[ssFindParam( s->model.params, s->model.paramCount, "mu_r" )] = muRoll;
    def.seed = seed;
    ssSim* sim = NULL;
    return ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

/// How much of the energy that was brought in is gone [J].
static double goneOf( const ssSim* sim )
{
    const ssScenario* s = ssSim_Scenario( sim );
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( s, "energy_in" )] - row[ssFindSignal( s, "kinetic_energy" )] -
        row[ssFindSignal( s, "potential_energy" )];
}

static int seedCount( void ) { return testScale() >= 3.0 ? 3 : 1; }

/// Means over the seeds after 3.6 s.
static Pile pileOf( double mu, double muRoll )
{
    Pile mean = { 0 };
    int seeds = seedCount();
    for ( int k = 0; k < seeds; ++k )
    {
        ssSim* sim = pileSim( mu, muRoll, 1u + (uint64_t)k );
        double gone = 0.0, rise = 0.0;
        for ( int i = 0; i < 3600; ++i )
        {
            ssSim_Step( sim );
            double now = goneOf( sim );
            rise = fmax( rise, gone - now );
            gone = now;
        }
        mean.rise = fmax( mean.rise, rise );
        mean.height += measureOf( sim, "height" ) / seeds;
        mean.meanHeight += measureOf( sim, "mean_height" ) / seeds;
        mean.bottomRadius += measureOf( sim, "bottom_radius" ) / seeds;
        mean.lost += measureOf( sim, "lost" ) / seeds;
        mean.penetration = fmax( mean.penetration, measureOf( sim, "max_penetration" ) );
        ssDestroySim( sim );
    }
    return mean;
}

/// Energy does not increase, and no sphere penetrates by a hundredth. A residual of 1e-4 leaves that share of
/// g h in the velocities, and of m g h in the impulses of some four contacts per sphere.
static enum greatest_test_res holdsAtEveryStep( const Pile* pile )
{
    const double mass = 4.0 / 3.0 * SS_PI * RADIUS * RADIUS * RADIUS * 1300.0, gh = 9.81 * 1e-3;
    ASSERT( pile->rise <= 4.0 * 1e-4 * 60.0 * mass * gh * gh );
    ASSERT( pile->penetration < 0.02 * RADIUS );
    PASS();
}

TEST withoutRollingResistanceNothingPilesUp( void )
{
    Pile pile = pileOf( 0.5, 1e-5 );
    ASSERT( pile.height < 1.05 );
    ASSERT( pile.bottomRadius > 20.0 );
    ASSERT( pile.lost > 5.0 );
    CHECK_CALL( holdsAtEveryStep( &pile ) );
    PASS();
}

TEST withRollingResistanceSlopesFollowMu( void )
{
    if ( testScale() < 1.0 ) { SKIPm( "this repeats the code above for a minute" ); }
    Pile flat = pileOf( 0.3, 0.01 ), steep = pileOf( 0.7, 0.01 );
    ASSERT( flat.height > 1.5 && steep.height > 1.5 );
    ASSERT( flat.bottomRadius < 4.5 && steep.bottomRadius < 4.5 );
    ASSERT_EQ( 0.0, flat.lost );
    ASSERT( steep.meanHeight > flat.meanHeight + 0.1 );
    CHECK_CALL( holdsAtEveryStep( &flat ) );
    CHECK_CALL( holdsAtEveryStep( &steep ) );
    PASS();
}

TEST heightRisesBetweenTenthAndThirdOfTheRadiusAndThenSaturates( void )
{
    if ( testScale() < 1.0 ) { SKIPm( "this repeats the code above for a minute" ); }
    double low = pileOf( 0.5, 0.1 * RADIUS ).meanHeight - 1.0;
    double high = pileOf( 0.5, 0.3 * RADIUS ).meanHeight - 1.0;
    double full = pileOf( 0.5, RADIUS ).meanHeight - 1.0;
    // A sphere in the second layer has its centre at 2.63 R; in between, a quarter of all lie there.
    ASSERT( low < 0.25 * 1.63 );
    ASSERT( high > 0.25 * 1.63 );
    ASSERT( full > high );
    if ( seedCount() > 1 )
    {
        // Ten times as much changes little.
        ASSERT_IN_RANGE( full, pileOf( 0.5, 10.0 * RADIUS ).meanHeight - 1.0, 0.35 * full );
    }
    PASS();
}

TEST restoredPilesGrowTheSame( void )
{
    ssSim* sim = pileSim( 0.5, 0.005, 7 );
    for ( int i = 0; i < 700; ++i ) { ssSim_Step( sim ); }
    size_t size = ssSim_SaveSize( sim );
    unsigned char* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    uint64_t hashes[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssSim* other = k == 2 ? pileSim( 0.5, 0.005, 7 ) : sim;
        ASSERT( k == 0 || ssSim_Restore( other, blob, size ).code == ss_ok );
        for ( int i = 0; i < 200; ++i ) { ssSim_Step( other ); }
        hashes[k] = ssSim_Hash( other );
        if ( k == 2 ) { ssDestroySim( other ); }
    }
    ASSERT( hashes[0] == hashes[1] && hashes[1] == hashes[2] );
    free( blob );
    ssDestroySim( sim );
    PASS();
}

/// The height [m] of a sphere after `steps` of size h, falling from `height`: implicit Euler, z'' = -g.
static double fallen( double height, double h, int steps )
{
    return height - 9.81 * h * h * 0.5 * steps * ( steps + 1.0 );
}

TEST substepsDivideTheFallAndChangeInFlight( void )
{
    const double h = 0.01, height = 1.0;
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) );
    def.h = h;
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "n", "1" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "rate", "1" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "drop_height", "1" ).code );
    const char* const noCounts[] = { "0", "-3", "1.5", "1001", "nan", "inf", "" };
    for ( int i = 0; i < SS_COUNT( noCounts ); ++i )
    {
        ssResult result = ssSimDef_Set( &def, "substeps", noCounts[i] );
        ASSERT( result.code != ss_ok && strcmp( result.field, "substeps" ) == 0 );
    }
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "substeps", "5" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    int substeps = ssFindParam( def.scenario->model.params, def.scenario->model.paramCount, "substeps" );
    int mean = ssFindSignal( def.scenario, "mean_height" );
    double row[SS_MAX_SIGNALS];
    for ( int i = 0; i < 20; ++i ) { ssSim_Step( sim ); }
    ssSim_Signals( sim, row );
    ASSERT_IN_RANGE( fallen( height, h / 5.0, 100 ), row[mean] * RADIUS, 1e-12 );
    // Ten more steps of its own size follow: it continues with the speed it has, g t.
    double there = row[mean] * RADIUS;
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, substeps, 1.0 ).code );
    for ( int i = 0; i < 10; ++i ) { ssSim_Step( sim ); }
    ssSim_Signals( sim, row );
    ASSERT_IN_RANGE( fallen( there, h, 10 ) - 9.81 * 0.2 * 0.1, row[mean] * RADIUS, 1e-12 );
    ssDestroySim( sim );
    PASS();
}

// ------------------------------------------------------------------------------------------ slope

enum
{
    mostSpheres = 300,
    mostContacts = 2000
};

typedef struct Picture
{
    double z[mostSpheres], apex; // apex of the drawn slope; NAN: none is drawn
    bool joined[mostSpheres];    // to the plate, by contacts that carry a force
    int pairs[mostContacts][2], contacts;
} Picture;

static void takeSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    for ( int i = 0; i < count; ++i ) { ( (Picture*)context )->z[spheres[i].body] = spheres[i].center.z; }
}

static void takeContacts( void* context, int count, const ssContactView* contacts )
{
    Picture* p = context;
    for ( int i = 0; i < count && p->contacts < mostContacts; ++i )
    {
        if ( contacts[i].force[0] > 0.0 )
        {
            p->pairs[p->contacts][0] = contacts[i].a;
            p->pairs[p->contacts++][1] = contacts[i].b;
        }
    }
}

static void takeLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    if ( role == ss_lineGhost1 && count == 3 ) { ( (Picture*)context )->apex = points[1].z; }
}

/// The height of the highest sphere that others and the plate hold up [m].
static double highestOf( Picture* p )
{
    double highest = 0.0;
    for ( bool grows = true; grows; )
    {
        grows = false;
        for ( int i = 0; i < p->contacts; ++i )
        {
            for ( int k = 0; k < 2; ++k )
            {
                int held = p->pairs[i][k], by = p->pairs[i][1 - k];
                if ( held >= 0 && !p->joined[held] && ( by < 0 || p->joined[by] ) )
                {
                    p->joined[held] = grows = true;
                    highest = fmax( highest, p->z[held] );
                }
            }
        }
    }
    return highest;
}

TEST theSlopeIgnoresWhatStillFalls( void )
{
    // Spheres that meet in the air, and are slow for a moment there, are no part of the heap below them.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) );
    testMust( ssSimDef_ApplyPreset( &def, "fig4-steep" ) );
    ssSim* sim = NULL;
    testMust( ssCreateSim( &def, &sim ) );
    int drawn = 0;
    for ( int i = 0; i < 2700; ++i )
    {
        ssSim_Step( sim );
        static Picture picture;
        picture = ( Picture ){ .apex = SS_NAN };
        const ssDraw draw = { .flags = ss_drawBodies,
            .context = &picture,
            .spheres = takeSpheres,
            .contacts = takeContacts,
            .line = takeLine };
        if ( i % 10 == 0 && i > 2000 ) // of fifty spheres and more
        {
            ssSim_Draw( sim, &draw );
            drawn += isnan( picture.apex ) ? 0 : 1;
            ASSERT( !( picture.apex > highestOf( &picture ) + 3.0 * RADIUS ) );
        }
    }
    ASSERT( drawn > 50 );
    ssDestroySim( sim );
    PASS();
}

SUITE( piles )
{
    RUN_TEST( theSlopeIgnoresWhatStillFalls );
    RUN_TEST( withoutRollingResistanceNothingPilesUp );
    RUN_TEST( withRollingResistanceSlopesFollowMu );
    RUN_TEST( heightRisesBetweenTenthAndThirdOfTheRadiusAndThenSaturates );
    RUN_TEST( restoredPilesGrowTheSame );
    RUN_TEST( substepsDivideTheFallAndChangeInFlight );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( piles );
    return TEST_END();
}
