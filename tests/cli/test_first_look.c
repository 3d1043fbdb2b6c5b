// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "shows/shows.h"
#include "slipstick/lab/scenario.h"

#include <math.h>

// What somebody sees within ten seconds after choosing a preset, at its own speed and with its own ending:
// the point that its sentence makes. Signals over time stand for the picture.

enum
{
    watched = 10,  // [s]
    frames = 20,   // looks per second
    modeStick = 1, // the codes of the signal `mode`
    modeSlide = 2,
    modeOpen = 0
};

/// The range of a signal during a part of the time of watching.
typedef struct Seen
{
    double low, high;
} Seen;

typedef enum Claim
{
    reaches, // it is at least `value` at some time
    falls,   // it is at most `value` at some time
    stays,   // it is never above `value`
    grows,   // its range during the last three seconds is at least `value` times that of the first three
    shrinks, // … at most
} Claim;

typedef struct Row
{
    const char *scenario, *preset, *signal;
    double from; // [s] of watching
    Claim claim;
    double value;
} Row;

/// Plays a preset as a window does and looks at one signal. Returns false if it cannot be played.
static bool watch( const Row* row, double from, double to, Seen* seen )
{
    const ssScenario* scenario = ssFindScenario( row->scenario );
    const ssPreset* preset = scenario != NULL ? ssFindPreset( scenario, row->preset ) : NULL;
    int signal = scenario != NULL ? ssFindSignal( scenario, row->signal ) : -1;
    ssSim* sim = NULL;
    if ( preset == NULL || signal < 0 ) { return false; }
    ssSimDef def = ssDefaultSimDef( scenario );
    testMust( ssSimDef_ApplyPreset( &def, row->preset ) );
    showView show = showOf( scenario, preset );
    *seen = ( Seen ){ HUGE_VAL, -HUGE_VAL };
    bool good = ssCreateSim( &def, &sim ).code == ss_ok;
    for ( int i = 0; i <= watched * frames && good; ++i )
    {
        double values[SS_MAX_SIGNALS], second = (double)i / frames, time = second * show.speed;
        time = show.ending == ss_endingGoOn ? time : fmin( time, def.until );
        while ( good && ssSim_Time( sim ) < time - 0.5 * def.h )
        {
            ssStatus status = ssSim_Step( sim ).status;
            good = status != ss_statusNotFinite && status != ss_statusRefused;
        }
        ssSim_Signals( sim, values );
        if ( second >= from && second <= to )
        {
            seen->low = fmin( seen->low, values[signal] );
            seen->high = fmax( seen->high, values[signal] );
        }
    }
    ssDestroySim( sim );
    return good;
}

static bool holds( const Row* row )
{
    Seen first, last;
    if ( row->claim == grows || row->claim == shrinks )
    {
        bool played = watch( row, 0.0, 3.0, &first ) && watch( row, watched - 3.0, watched, &last );
        double factor = ( last.high - last.low ) / ( first.high - first.low );
        return played && ( row->claim == grows ? factor >= row->value : factor <= row->value );
    }
    return watch( row, row->from, watched, &last ) &&
        ( row->claim == reaches       ? last.high >= row->value
                : row->claim == falls ? last.low <= row->value
                                      : last.high <= row->value );
}

static bool allHold( const Row* rows, int count )
{
    bool good = true;
    for ( int i = 0; i < count; ++i )
    {
        if ( !testTakes( i ) ) { continue; }
        bool here = holds( rows + i );
        if ( !here )
        {
            printf( "%s %s: %s does not show the point\n", rows[i].scenario, rows[i].preset, rows[i].signal );
        }
        good = good && here;
    }
    return good;
}

TEST blocksOnBeltsStickGrowOrSettle( void )
{
    static const Row rows[] = {
        { "belt", "fig17", "stick", 0.0, reaches, 1.0 },
        { "belt", "fig16", "stick", 0.0, reaches, 1.0 },
        { "belt", "stable30", "stick", 6.0, stays, 0.0 }, // it has returned and slides steadily
        { "belt", "stable30", "x", 0.0, shrinks, 0.2 },
        { "belt", "stable85", "x", 0.0, shrinks, 0.5 },
        { "belt", "fast16", "stick", 5.0, stays, 0.0 },
        { "belt", "fast16", "x", 5.0, reaches, 30.0 }, // and yet it swings through metres
        { "belt", "associated", "x", 0.0, shrinks, 0.5 },
        { "stribeck", "stick-slip", "mode", 0.0, falls, modeStick },
        { "stribeck", "growth", "x", 0.0, grows, 3.0 },
        { "stribeck", "growth", "mode", 0.0, falls, modeStick },
        { "stribeck", "stable", "x", 0.0, shrinks, 0.7 },
        { "stribeck", "step", "mode", 0.0, falls, modeStick },
        { "spring-slider", "stick-slip", "mode", 0.0, falls, modeStick },
        { "spring-slider", "stick-slip", "spring", 4.0, reaches,
            6200.0 }, // it is loaded, and a slip unloads it
        { "spring-slider", "stick-slip", "spring", 4.0, falls, 5000.0 },
        { "spring-slider", "slip-law", "spring", 4.0, falls, 5000.0 },
        { "spring-slider", "oscillating", "u", 0.0, grows, 0.7 },
        { "spring-slider", "oscillating", "u", 0.0, shrinks, 1.3 },
        { "spring-slider", "stable", "u", 0.0, shrinks, 0.2 },
        { "spring-slider", "lugre", "mode", 4.0, falls, modeStick },
        { "spring-slider", "lugre", "u", 4.0, reaches, 0.3 },
        { "mode-coupling", "flutter", "y", 0.0, grows, 3.0 },
        { "mode-coupling", "flutter", "mode", 0.0, falls, modeStick },
        { "mode-coupling", "flutter", "y", 0.0, stays,
            2.0 }, // it does not leave the belt, at N₀/k_b = 2 m, yet
        { "mode-coupling", "stable", "mode", 0.0, stays, modeSlide },
        { "mode-coupling", "heavy-belt", "mode", 0.0, falls, modeStick },
        { "mode-coupling", "chatter", "mode", 0.0, falls, modeOpen },
        { "sprag-slip", "squeal", "mode", 0.0, falls, modeStick },
        { "sprag-slip", "stable", "x", 0.0, shrinks, 0.5 },
        { "sprag-slip", "jam", "mode", 1.0, stays, modeStick },
        { "sprag-slip", "jam", "x", 0.0, reaches, 1.5 },
        { "painleve-rod", "onto", "jumps", 8.0, stays, 1.0 },
        { "painleve-rod", "onto", "angle_deg", 0.0, reaches, 90.0 }, // it tips over its end
        { "painleve-rod", "jump", "jumps", 0.5, stays, 1.0 },
        { "painleve-rod", "rougher", "jumps", 0.5, stays, 1.0 },
        { "painleve-rod", "below", "jumps", 0.0, stays, 0.0 },
        { "painleve-rod", "pulled", "jumps", 0.0, stays, 0.0 },
        { "gripper", "holds", "slip_mm", 0.0, stays, 0.0 },
        { "gripper", "holds", "needed", 0.0, reaches, 7.6 },
        { "gripper", "loosens", "slip_mm", 0.0, reaches, 20.0 },
        { "gripper", "creeps", "slip_mm", 0.0, reaches, 8.0 },
        { "gripper", "turns", "slip_mm", 0.0, reaches, 15.0 },
        { "gripper", "lift", "slip_mm", 0.0, reaches, 20.0 },
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

TEST spheresComeToTheirStop( void )
{
    static const Row rows[] = {
        { "rolling-sphere", "fig3a", "u", 9.5, stays, 0.0 },
        { "rolling-sphere", "fig3b", "u", 9.5, stays, 0.0 },
        { "rolling-sphere", "fig3b", "slip", 0.0, reaches, 1.0 },
        { "rolling-sphere", "spin-down", "spin", 0.0, reaches, 20.0 },
        { "rolling-sphere", "spin-down", "spin", 9.5, stays, 0.0 },
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

TEST thrownBodiesTumbleAndRest( void )
{
    static const Row rows[] = {
        { "toss", "cube", "spin", 0.0, reaches, 5.0 }, { "toss", "cube", "speed", 9.0, stays, 1e-6 },
        { "toss", "rigid", "speed", 9.0, stays, 1e-6 }, { "toss", "sphere", "x", 0.0, reaches, 0.05 },
        { "toss", "sphere", "x", 9.0, stays, -0.1 },   // it has come back
        { "toss", "coin", "spin", 4.0, reaches, 5.0 }, // it still wobbles
        { "toss", "coin", "spin", 9.0, stays, 1e-6 },
        { "toss", "capsule", "z", 9.0, stays, 0.03 }, // on its side
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

TEST pendulumsFlutterToVisibleAngles( void )
{
    static const Row rows[] = {
        { "follower-force", "flutter", "theta_2", 0.0, reaches, 0.5 },
        { "follower-force", "equal", "theta_2", 0.0, reaches, 0.5 },
        { "follower-force", "paradox", "theta_2", 0.0, reaches, 0.5 },
        { "follower-force", "paradox", "theta_1", 0.0, grows, 2.0 },
        { "follower-force", "stable", "theta_1", 0.0, shrinks, 0.5 },
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

TEST cylindersJumpBetweenTheirSpeeds( void )
{
    static const Row rows[] = {
        { "rolling-cylinder", "fig2", "f_r", 0.0, reaches, 36.0 }, // the maximum of the resistance [N/m]
        { "rolling-cylinder", "fig2", "f_r", 8.0, stays, 25.0 },   // it has fallen since
        { "rolling-cylinder", "fig3", "v", 0.0, reaches, 6.0 },    // away from 2.8 to the fast 7.35 m/s
        { "rolling-cylinder", "fig4", "jumps", 0.0, reaches, 2.0 },
        { "rolling-cylinder", "fig5-bistable", "jumps", 0.0, reaches, 2.0 },
        { "rolling-cylinder", "soft-rubber", "jumps", 0.0, reaches, 1.0 },
        { "rolling-cylinder", "hysteresis", "jumps", 0.0, reaches, 2.0 },
        { "tribometer", "fig24", "phi_deg", 0.0, reaches, 355.0 }, // a whole turn
        { "tribometer", "fig25", "phi_deg", 0.0, reaches, 355.0 },
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

TEST pucksBlocksAndDisksSlipOrStop( void )
{
    static const Row rows[] = {
        { "facet-fan", "hexagon", "speed_1", 0.0, falls, 0.0 },
        { "facet-fan", "inscribed", "speed_2", 0.0, falls, 0.0 },
        { "pushed-block", "ramp", "mode", 0.0, falls, modeStick },
        { "pushed-block", "ramp", "mode", 5.0, reaches, modeSlide },
        { "pushed-block", "turn", "mode", 0.0, reaches, modeSlide },
        { "pushed-block", "square", "mode", 0.0, reaches, modeSlide },
        { "pushed-block", "four-feet", "mode", 0.0, reaches, modeSlide },
        { "sliding-disk", "fig27", "speed", 0.0, falls, 0.0 },
        { "sliding-disk", "fig27", "speed", 6.0, reaches, 0.1 }, // and it slides for more than a moment
        { "sliding-disk", "pads", "spin", 0.0, falls, 0.0 },
        { "sliding-disk", "xy-table", "stick_1", 0.0, reaches, 1.0 },
        { "sliding-disk", "fig5", "speed", 0.0, falls, 0.0 },
        { "sliding-disk", "fig10", "speed", 0.0, falls, 0.0 },
        { "sliding-disk", "bobsleigh", "direction_deg", 0.0, reaches, 19.0 }, // it follows its runners at 20°
    };
    ASSERT( allHold( rows, SS_COUNT( rows ) ) );
    PASS();
}

/// The widest point of the curve with this name; 0 when there is none.
typedef struct Curve
{
    const char* name;
    double widest;
} Curve;

static void lookAtCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    Curve* curve = context;
    (void)role;
    (void)y;
    for ( int i = 0; i < count && strcmp( label, curve->name ) == 0; ++i )
    {
        curve->widest = fmax( curve->widest, x[i] );
    }
}

static double widest( const char* preset, const char* name )
{
    const ssScenario* scenario = ssFindScenario( "tribometer" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ssSim* sim = NULL;
    Curve curve = { name, 0.0 };
    const ssChartSink sink = { .context = &curve, .curve = lookAtCurve };
    if ( ssSimDef_ApplyPreset( &def, preset ).code == ss_ok && ssCreateSim( &def, &sim ).code == ss_ok )
    {
        ssSim_DrawChart( sim, 0, &sink );
    }
    ssDestroySim( sim );
    return curve.widest;
}

/// Where crosstalk distorts the identified reservoir, the true one of Table 1 is drawn beside it.
TEST crosstalkIsSeenBesideTheTruth( void )
{
    ASSERT_IN_RANGE( 4.99, widest( "crosstalk", "true C" ), 1e-9 );
    ASSERT( widest( "crosstalk", "force reservoir C" ) > 1.1 * 4.99 );
    ASSERT( widest( "fig24", "true C" ) == 0.0 );
    PASS();
}

SUITE( points )
{
    RUN_TEST( blocksOnBeltsStickGrowOrSettle );
    RUN_TEST( spheresComeToTheirStop );
    RUN_TEST( thrownBodiesTumbleAndRest );
    RUN_TEST( pendulumsFlutterToVisibleAngles );
    RUN_TEST( cylindersJumpBetweenTheirSpeeds );
    RUN_TEST( pucksBlocksAndDisksSlipOrStop );
    RUN_TEST( crosstalkIsSeenBesideTheTruth );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( points );
    return TEST_END();
}
