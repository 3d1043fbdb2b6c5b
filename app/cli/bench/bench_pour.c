// SPDX-License-Identifier: MIT
#include "base/os.h"
#include "cli/bench/bench_table.h"
#include "slipstick/lab/scenario.h"
#include "solve/policy_text.h"

#include <stdio.h>
#include <string.h>

// Piles while they are poured, on one thread: every sphere that arrives shakes the pile, and passes often
// stall. The dearest second counts, and how many steps needed which rescue.

#define RUNGS_MAX 12

typedef struct Pour
{
    const char *label, *scenario, *preset;
    double seconds; // of motion
} Pour;

static const Pour s_pours[] = {
    { "spheres, mu_r = R", "sphere-pile", "fig4-steep", 10.0 },
    { "gravel", "gravel-pile", NULL, 4.0 },
};

/// The names of the rescue's rungs, in their order. Returns their number.
static int findRungs( const char** names )
{
    int count = 0;
    for ( int i = 0; i < ssPolicyRungCount() && count < RUNGS_MAX; ++i )
    {
        ssPolicyRung rung = ssGetPolicyRung( i );
        if ( strcmp( rung.ladder, "rescue" ) == 0 ) { names[count++] = rung.name; }
    }
    return count;
}

// What was measured; steps are sorted by the last rung of the rescue that they needed, 0: passes alone.
typedef struct Tally
{
    double all, dearest; // CPU-seconds, and those of the dearest second of motion
    int missed, steps[RUNGS_MAX + 1];
    double cost[RUNGS_MAX + 1]; // CPU-seconds
} Tally;

static void play( ssSim* sim, int steps, int perSecond, Tally* tally )
{
    double second = 0.0;
    for ( int i = 0; i < steps; ++i )
    {
        double began = osCpuSeconds();
        ssStepReport report = ssSim_Step( sim );
        double took = osCpuSeconds() - began;
        int rungs = report.rescueRungs < RUNGS_MAX ? report.rescueRungs : RUNGS_MAX;
        tally->all += took;
        tally->cost[rungs] += took;
        tally->steps[rungs] += 1;
        tally->missed += report.status != ss_statusConverged;
        second = i % perSecond == 0 ? took : second + took;
        tally->dearest = fmax( tally->dearest, second );
    }
}

static void addFact( benchRun* run, const char* label, const char* what, double value )
{
    benchFact( run, benchName( run, "%s: %s", label, what ), value );
}

static void report( benchRun* run, const Pour* pour, const Tally* tally )
{
    const char* names[RUNGS_MAX] = { 0 };
    int count = findRungs( names );
    addFact( run, pour->label, "CPU-seconds of the dearest second", tally->dearest );
    addFact( run, pour->label, "CPU-seconds of all", tally->all );
    addFact( run, pour->label, "steps that missed their tolerance", tally->missed );
    for ( int k = 0; k <= count; ++k )
    {
        char text[64];
        const char* name = k == 0 ? "passes alone" : names[k - 1];
        snprintf( text, sizeof text, "steps that ended with %s", name );
        addFact( run, pour->label, text, tally->steps[k] );
        snprintf( text, sizeof text, "CPU-seconds of those that ended with %s", name );
        addFact( run, pour->label, text, tally->cost[k] );
    }
}

static ssResult measurePour( benchRun* run, const Pour* pour )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( pour->scenario ) );
    ssResult result = pour->preset != NULL ? ssSimDef_ApplyPreset( &def, pour->preset ) : ssOk();
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code == ss_ok )
    {
        Tally tally = { 0 };
        int perSecond = (int)lround( 1.0 / def.h );
        int steps = run->quick ? perSecond / 2 : (int)lround( pour->seconds / def.h );
        play( sim, steps, perSecond, &tally );
        report( run, pour, &tally );
    }
    ssDestroySim( sim );
    return result;
}

static ssResult benchPour( benchRun* run )
{
    ssResult result = ssOk();
    for ( int i = 0; i < SS_COUNT( s_pours ) && result.code == ss_ok; ++i )
    {
        result = measurePour( run, &s_pours[i] );
    }
    return result;
}

const benchEntry bench_pour = {
    .name = "pour", .doc = "piles while they are poured, and the rescues they need", .run = benchPour
};
