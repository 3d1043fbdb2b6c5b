// SPDX-License-Identifier: MIT
#include "sim/registry.h"
#include "base/find_row.h"
#include "base/registration.h"
#include "sim/sim_private.h"
#include "slipstick/lab/plugin.h"

#include <string.h>

// Finds scenarios and entries of their tables by name: first the library's, then registered ones.

static struct
{
    const ssScenario* scenario;
    const char* origin; // the plugin; NULL: the program that embeds the library
} s_registered[registrationMax];
static int s_registeredCount;

int ssScenarioCount( void ) { return ss_builtInScenarios.count + s_registeredCount; }

const ssScenario* ssGetScenario( int index )
{
    SS_ASSERT( index >= 0 && index < ssScenarioCount() );
    return index < ss_builtInScenarios.count ? ss_builtInScenarios.items[index]
                                             : s_registered[index - ss_builtInScenarios.count].scenario;
}

const ssScenario* ssFindScenario( const char* id )
{
    for ( int i = 0; id != NULL && i < ssScenarioCount(); ++i )
    {
        if ( strcmp( ssGetScenario( i )->id, id ) == 0 ) { return ssGetScenario( i ); }
    }
    return NULL;
}

const char* ssScenario_Plugin( const ssScenario* scenario )
{
    for ( int i = 0; scenario != NULL && i < s_registeredCount; ++i )
    {
        if ( s_registered[i].scenario == ssScenario_Base( scenario ) ) { return s_registered[i].origin; }
    }
    return NULL;
}

ssResult ssRegisterScenario( const ssScenario* scenario )
{
    // Of a plugin with other headers nothing may be read.
    if ( ssRegistration_Origin() != NULL && ssRegistration_Scenarios() != SS_SCENARIO_LAYOUT )
    {
        return ssError( ss_errorValue, "scenarios",
            "the plugin '%.40s' has scenarios, but was compiled %s; compile it with slipstick/lab/plugin.h "
            "of slipstick %s",
            ssRegistration_Origin(),
            ssRegistration_Scenarios() == 0 ? "without slipstick/lab/plugin.h"
                                            : "with headers of another slipstick",
            ssVersion() );
    }
    registrationOf of = { "scenario", scenario != NULL ? scenario->id : NULL };
    ssResult result = ssRegistration_Begin( of, s_registeredCount );
    const ssScenario* same = result.code == ss_ok ? ssFindScenario( of.name ) : NULL;
    result = same != NULL ? ssRegistration_Taken( of, ssScenario_Plugin( same ) ) : result;
    result = result.code == ss_ok ? simCheckTables( scenario ) : result;
    if ( result.code == ss_ok )
    {
        s_registered[s_registeredCount].scenario = scenario;
        s_registered[s_registeredCount].origin = ssRegistration_Origin();
        ssRegistration_Add( &s_registeredCount );
    }
    return result;
}

int ssFindSignal( const ssScenario* scenario, const char* name )
{
    return FIND_ROW( scenario->model.signals, scenario->model.signalCount, name );
}

int ssFindMeasure( const ssScenario* scenario, const char* name )
{
    return FIND_ROW( scenario->model.measures, scenario->model.measureCount, name );
}

const ssPreset* ssFindPreset( const ssScenario* scenario, const char* name )
{
    int row = FIND_ROW( scenario->presets, scenario->presetCount, name );
    return row >= 0 ? scenario->presets + row : NULL;
}

int ssFindScenarioParam( const ssScenario* scenario, const char* key )
{
    int found = ssFindParam( scenario->model.params, scenario->model.paramCount, key );
    int own = scenario->law != NULL ? scenario->base->model.paramCount : scenario->model.paramCount;
    for ( int i = own; i < scenario->model.paramCount && found < 0; ++i )
    {
        found = strcmp( scenario->model.params[i].key + strlen( SIM_LAW_PREFIX ), key ) == 0 ? i : -1;
    }
    return found;
}
