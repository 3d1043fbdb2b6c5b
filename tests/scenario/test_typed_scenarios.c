// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

#include <stdlib.h>

// Scenarios of one contact with a typed law: with the text of what is built in they move as
// they do without, and with a law that remembers they start in steady sliding, stick and
// slip, and keep what the contact remembers.

typedef struct Case
{
    const char *scenario, *preset, *text;
    const char* sets[8]; // key, value …; NULL ends them
    double until;
} Case;

static ssSim* begin( const Case* c, bool typed )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( c->scenario ) );
    ssSim* sim = NULL;
    ssResult result = c->preset != NULL ? ssSimDef_ApplyPreset( &def, c->preset ) : ssOk();
    if ( typed && result.code == ss_ok )
    {
        const ssShippedLaw* shipped = ssFindShippedLaw( c->text );
        result = ssSimDef_SetLaw( &def, shipped != NULL ? shipped->text : c->text, "test.law" );
    }
    for ( int i = 0; i < SS_COUNT( c->sets ) && c->sets[i] != NULL && result.code == ss_ok; i += 2 )
    {
        result = ssSimDef_Set( &def, c->sets[i], c->sets[i + 1] );
    }
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: refused: %s\n", c->scenario, result.message );
        exit( 1 );
    }
    return sim;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

/// The largest difference between the signals of two runs, relative to the size of each signal.
static double differenceOf( ssSim* a, ssSim* b, double until )
{
    const ssScenario* scenario = ssScenario_Base( ssSim_Scenario( a ) );
    double size[SS_MAX_SIGNALS] = { 0.0 }, worst[SS_MAX_SIGNALS] = { 0.0 }, most = 0.0;
    while ( ssSim_Time( a ) < until )
    {
        double rowA[SS_MAX_SIGNALS], rowB[SS_MAX_SIGNALS];
        ssSim_Step( a );
        ssSim_Step( b );
        ssSim_Signals( a, rowA );
        ssSim_Signals( b, rowB );
        for ( int i = 0; i < scenario->model.signalCount; ++i )
        {
            // The growth in decades has no size of its own while it is zero.
            bool counts = strncmp( scenario->model.signals[i].name, "log_", 4 ) != 0 && !isnan( rowA[i] );
            size[i] = fmax( size[i], counts ? fabs( rowA[i] ) : 0.0 );
            worst[i] = fmax( worst[i], counts ? fabs( rowA[i] - rowB[i] ) : 0.0 );
        }
    }
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        double relative = worst[i] > 0.0 ? worst[i] / size[i] : 0.0;
        if ( relative > 1e-9 )
        {
            printf( "%s: %s differs by %g\n", scenario->id, scenario->model.signals[i].name, relative );
        }
        most = fmax( most, relative );
    }
    return most;
}

TEST theTextOfABuiltInLawMovesAlike( void )
{
    static const Case cases[] = {
        { "sliding-disk", "fig27",
            "law \"Table 1\"\nC = superellipse(4.99/9.3, 4.25/9.3, 2.94)\nD = superellipse(1.84, 1.19, "
            "2.51)\n",
            { NULL }, 0.5 },
        { "sliding-disk", "fig8", "law \"collinear\"\nC = ellipse(6/9.3, 2/9.3)\nD = disc(1)\n", { NULL },
            1.0 },
        { "sliding-disk", "pads",
            "law \"Table 1\"\nC = superellipse(4.99/9.3, 4.25/9.3, 2.94)\nD = superellipse(1.84, 1.19, "
            "2.51)\n",
            { NULL }, 0.5 },
        { "sliding-disk", "bobsleigh", "law \"runner\"\nC = stadium(3/9.3, 0.2/9.3, 1/9.3)\n", { NULL },
            5.0 },
        { "belt", "fig17",
            "law \"two ellipses\"\nC = rotate(ellipse(30/9.81, 10/9.81), 30)\nD = ellipse(3, 1)\n",
            { "c_rotation_deg", "30", "d_rotation_deg", "0" }, 40.0 },
        { "stribeck", "stick-slip", "law \"exponential\"\nC = disc(0.2 + 0.2*exp(-v/0.5))\n", { NULL },
            60.0 },
        { "stribeck", "growth", "law \"exponential\"\nC = disc(0.2 + 0.2*exp(-v/0.5))\n", { NULL }, 100.0 },
        { "stribeck", "step", "law \"two coefficients\"\nC = disc(if(v > 0, 0.2, 0.4))\n", { NULL }, 60.0 },
        { "tribometer", "clean",
            "law \"Table 1\"\nC = superellipse(4.99/9.3, 4.25/9.3, 2.94)\nD = superellipse(1.84, 1.19, "
            "2.51)\n",
            { NULL }, 12.0 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSim *own = begin( &cases[i], false ), *typed = begin( &cases[i], true );
        ASSERT( ssSim_Scenario( typed )->law != NULL );
        double difference = differenceOf( own, typed, cases[i].until );
        ASSERTm( cases[i].preset, difference <= 1e-9 );
        ssDestroySim( own );
        ssDestroySim( typed );
    }
    PASS();
}

TEST aTypedLawHidesTheRowsItReplaces( void )
{
    static const struct
    {
        Case run;
        const char *hidden[5], *shown;
    } rows[] = {
        { { "stribeck", NULL, "lugre", { NULL }, 0.0 }, { "mu_s", "mu_k", "v_stribeck", "curve", NULL },
            "belt_speed" },
        { { "sliding-disk", NULL, "lugre", { NULL }, 0.0 },
            { "law", "c_kind", "d_kind", "c_force", "ellipse_a" }, "mass" },
        { { "tribometer", NULL, "lugre", { NULL }, 0.0 }, { "c_kind", "d_kind", "c_force", NULL }, "rpm" },
        { { "belt", NULL, "lugre", { NULL }, 0.0 }, { "law", "c_kind", "d_kind", "c_force", NULL }, "mass" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssSim* sim = begin( &rows[i].run, true );
        const ssScenario* scenario = ssSim_Scenario( sim );
        for ( int k = 0; k < 5 && rows[i].hidden[k] != NULL; ++k )
        {
            ASSERTm(
                rows[i].hidden[k], !ssSim_Uses( sim, ssFindScenarioParam( scenario, rows[i].hidden[k] ) ) );
        }
        ASSERT( ssSim_Uses( sim, ssFindScenarioParam( scenario, rows[i].shown ) ) );
        ASSERT( ssSim_Uses( sim, ssFindScenarioParam( scenario, "law.s0" ) ) );
        ssDestroySim( sim );
    }
    PASS();
}

/// Both runs start beside steady sliding, with the bristles bent as they are then.
TEST bristlesStartInSteadySliding( void )
{
    static const Case stribeck = { "stribeck", NULL, "lugre", { "perturbation", "0", "belt_speed", "0.5" },
        0.0 };
    ssSim* sim = begin( &stribeck, true );
    double mu = 0.3 + 0.05 * 0.5; // far above the Stribeck speed; with viscosity
    ASSERT_IN_RANGE( mu, signalOf( sim, "x" ), 1e-9 );
    for ( int i = 0; i < 200; ++i ) { ssSim_Step( sim ); }
    ASSERT_IN_RANGE( mu, signalOf( sim, "x" ), 1e-6 );
    ASSERT_IN_RANGE( mu, signalOf( sim, "r_t" ), 1e-6 );
    ssDestroySim( sim );
    static const Case belt = { "belt", "stable30", "lugre", { "perturbation", "0", "belt_speed", "1" }, 0.0 };
    sim = begin( &belt, true );
    double x = signalOf( sim, "x" ), y = signalOf( sim, "y" );
    ASSERT_IN_RANGE( ( 0.3 + 0.05 ) * 9.81, hypot( x, y ), 1e-6 );
    for ( int i = 0; i < 200; ++i ) { ssSim_Step( sim ); }
    ASSERT_IN_RANGE( x, signalOf( sim, "x" ), 1e-4 );
    ASSERT_IN_RANGE( y, signalOf( sim, "y" ), 1e-4 );
    ssDestroySim( sim );
    PASS();
}

/// Counts how often the slip falls from fast to slow.
static int slips( ssSim* sim, const char* signal, double belt, double until )
{
    int count = 0;
    bool fast = false;
    while ( ssSim_Time( sim ) < until )
    {
        ssSim_Step( sim );
        double slip = fabs( signalOf( sim, signal ) );
        count += fast && slip < 0.02 * belt ? 1 : 0;
        fast = fast ? slip > 0.02 * belt : slip > 0.5 * belt;
    }
    return count;
}

TEST bristlesStickAndSlipOnASlowBelt( void )
{
    static const Case slow = { "stribeck", NULL, "lugre",
        { "belt_speed", "0.01", "perturbation", "-0.05", "damping", "0", "law.v_s", "0.01" }, 0.0 };
    ssSim* sim = begin( &slow, true );
    ASSERT( slips( sim, "slip", 0.01, 60.0 ) >= 2 );
    ssDestroySim( sim );
    static const Case onBelt = { "belt", "stable30", "lugre",
        { "belt_speed", "0.01", "perturbation", "-0.05", "stiffness", "10", "law.v_s", "0.01" }, 0.0 };
    sim = begin( &onBelt, true );
    ASSERT( slips( sim, "slip_1", 0.01, 100.0 ) >= 2 );
    ssDestroySim( sim );
    PASS();
}

TEST savedStatesHoldWhatTheContactRemembers( void )
{
    static const Case cases[] = {
        { "stribeck", NULL, "lugre", { "belt_speed", "0.01" }, 4.0 },
        { "stribeck", NULL, "rate-and-state-aging", { "belt_speed", "0.01" }, 4.0 },
        { "sliding-disk", "pads", "lugre", { NULL }, 0.1 },
        { "sliding-disk", "fig27", "dahl", { NULL }, 0.1 },
        { "belt", NULL, "lugre", { NULL }, 2.0 },
        { "tribometer", "tiny", "lugre", { NULL }, 1.0 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSim *sim = begin( &cases[i], true ), *other = begin( &cases[i], true );
        while ( ssSim_Time( sim ) < 0.5 * cases[i].until ) { ssSim_Step( sim ); }
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ASSERT( blob != NULL && ssSim_Save( sim, blob, size ) == size );
        uint64_t middle = ssSim_Hash( sim );
        while ( ssSim_Time( sim ) < cases[i].until ) { ssSim_Step( sim ); }
        uint64_t end = ssSim_Hash( sim );
        ssSim* both[2] = { sim, other };
        for ( int k = 0; k < 2; ++k )
        {
            ASSERT_EQ( ss_ok, ssSim_Restore( both[k], blob, size ).code );
            ASSERTm( cases[i].scenario, ssSim_Hash( both[k] ) == middle );
            while ( ssSim_Time( both[k] ) < cases[i].until ) { ssSim_Step( both[k] ); }
            ASSERTm( cases[i].scenario, ssSim_Hash( both[k] ) == end );
        }
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( other );
    }
    PASS();
}

/// A law can be exchanged while the run goes on, and taken away again.
TEST aLawIsExchangedOnTheWay( void )
{
    static const Case cases[] = {
        { "stribeck", NULL, "lugre", { NULL }, 1.0 },
        { "sliding-disk", "pads", "lugre", { NULL }, 0.05 },
        { "tribometer", "tiny", "groove", { NULL }, 1.0 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSim* sim = begin( &cases[i], false );
        const char* text = ssFindShippedLaw( cases[i].text )->text;
        for ( int k = 0; k < 4; ++k )
        {
            double until = ssSim_Time( sim ) + cases[i].until;
            while ( ssSim_Time( sim ) < until )
            {
                ssStatus status = ssSim_Step( sim ).status;
                ASSERTm( cases[i].scenario, status == ss_statusConverged || status == ss_statusLimit );
            }
            ASSERT_EQ( ss_ok, ssSim_SetLaw( sim, k % 2 == 0 ? text : NULL, "test.law" ).code );
        }
        ssDestroySim( sim );
    }
    PASS();
}

/// A strip of ice across the plate: the disk is braked before and after it.
TEST aDiskSlidesOverAStripOfIce( void )
{
    static const Case strip = { "sliding-disk", NULL,
        "law \"strip\"\nC = disc(if(y > 0.05, if(y < 0.15, 0, 0.4), 0.4))\n",
        { "phi_deg", "0", "v0", "1.5", "ghosts", "none" }, 0.0 };
    ssSim* sim = begin( &strip, true );
    while ( signalOf( sim, "speed" ) > 0.0 )
    {
        ssSim_Step( sim );
        ASSERT( ssSim_Time( sim ) < 2.0 );
    }
    // v²/2 = mu g s with the 10 cm of ice left out; a step is 1.5 mm at most.
    ASSERT_IN_RANGE( 0.5 * 1.5 * 1.5 / ( 0.4 * 9.81 ) + 0.1, signalOf( sim, "y" ), 2e-3 );
    ssDestroySim( sim );
    PASS();
}

SUITE( typedScenarios )
{
    RUN_TEST( theTextOfABuiltInLawMovesAlike );
    RUN_TEST( aTypedLawHidesTheRowsItReplaces );
    RUN_TEST( bristlesStartInSteadySliding );
    RUN_TEST( bristlesStickAndSlipOnASlowBelt );
    RUN_TEST( savedStatesHoldWhatTheContactRemembers );
    RUN_TEST( aLawIsExchangedOnTheWay );
    RUN_TEST( aDiskSlidesOverAStripOfIce );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( typedScenarios );
    return TEST_END();
}
