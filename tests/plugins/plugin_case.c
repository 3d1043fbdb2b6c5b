// SPDX-License-Identifier: MIT
#include "slipstick/lab/plugin.h"

// Plugins that the program refuses, one for each value of PLUGIN_CASE (tests/CMakeLists.txt).

#define CASE_OTHER_VERSION 1
#define CASE_OTHER_LAYOUT 2
#define CASE_OTHER_LIBRARY 3
#define CASE_NO_ENTRY 4
#define CASE_NULL 5
#define CASE_OWN_REFUSAL 6
#define CASE_EMPTY 7
#define CASE_MISSING_SYMBOL 8
#define CASE_COMMAND 9
#define CASE_LATE 10
#define CASE_OTHER_SCENARIOS 11

static ssResult create( void* state, const ssSim* sim );
static ssStepReport step( void* state, ssSim* sim );
static void serialize( void* state, ssArchive* archive );

static const ssPreset s_presets[] = { { .name = "tiny", .label = "tiny" } };
static const ssScenario s_scenario = { .id = PLUGIN_CASE == CASE_COMMAND ? "sweep" : "late-comer",
    .title = "Late",
    .source = "tests",
    .summary = "It registers another scenario while it is created, which is too late.",
    .presets = s_presets,
    .presetCount = 1,
    .model = {
        .h = 0.5, .until = 1.0, .stateSize = 8, .create = create, .step = step, .serialize = serialize } };

static ssResult create( void* state, const ssSim* sim )
{
    static ssScenario other;
    (void)state, (void)sim;
    other = s_scenario;
    other.id = "too-late";
    return ssRegisterScenario( &other );
}

static ssStepReport step( void* state, ssSim* sim )
{
    (void)state, (void)sim;
    return ( ssStepReport ){ .status = ss_statusConverged };
}

static void serialize( void* state, ssArchive* archive ) { (void)state, (void)archive; }

#if PLUGIN_CASE == CASE_MISSING_SYMBOL
SS_API_ANY int ssOfAnotherRelease( void );
#endif

static ssResult registerAll( void )
{
#if PLUGIN_CASE == CASE_MISSING_SYMBOL
    return ssOfAnotherRelease() == 0 ? ssOk() : ssError( ss_errorValue, NULL, "never" );
#else
    return PLUGIN_CASE == CASE_OWN_REFUSAL
        ? ssError( ss_errorValue, NULL, "the table must have been oiled before" )
        : PLUGIN_CASE == CASE_EMPTY ? ssOk()
                                    : ssRegisterScenario( &s_scenario );
#endif
}

#if PLUGIN_CASE != CASE_NO_ENTRY
SS_API_ANY const ssPlugin* ssPluginEntry( void );

const ssPlugin* ssPluginEntry( void )
{
    static ssPlugin plugin = { .version = PLUGIN_CASE == CASE_OTHER_VERSION ? 99 : SS_PLUGIN_VERSION,
        .layout = PLUGIN_CASE == CASE_OTHER_LAYOUT ? 1 : SS_PLUGIN_LAYOUT,
        .scenarios = PLUGIN_CASE == CASE_OTHER_SCENARIOS ? 1 : SS_PLUGIN_SCENARIOS,
        .name = "case",
        .registerAll = registerAll };
    plugin.library = PLUGIN_CASE == CASE_OTHER_LIBRARY ? "9.9.9" : ssVersion();
    return PLUGIN_CASE == CASE_NULL ? NULL : &plugin;
}
#else
SS_API_ANY ssResult callsNobody( void );

ssResult callsNobody( void ) { return registerAll(); }
#endif
