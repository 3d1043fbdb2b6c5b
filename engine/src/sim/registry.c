// SPDX-License-Identifier: MIT
#include "sim/registry.h"
#include "sim/sim_private.h"

#include <string.h>

// Finds scenarios, and the entries of their tables, by name.

int ssScenarioCount( void )
{
    return ss_builtInScenarios.count;
}

const ssScenario* ssGetScenario( int index )
{
    SS_ASSERT( index >= 0 && index < ss_builtInScenarios.count );
    return ss_builtInScenarios.items[index];
}

const ssScenario* ssFindScenario( const char* id )
{
    for ( int i = 0; i < ss_builtInScenarios.count; ++i )
    {
        if ( strcmp( ss_builtInScenarios.items[i]->id, id ) == 0 )
        {
            return ss_builtInScenarios.items[i];
        }
    }
    return NULL;
}

int ssFindSignal( const ssScenario* scenario, const char* name )
{
    for ( int i = 0; i < scenario->signalCount; ++i )
    {
        if ( strcmp( scenario->signals[i].name, name ) == 0 )
        {
            return i;
        }
    }
    return -1;
}

int ssFindMeasure( const ssScenario* scenario, const char* name )
{
    for ( int i = 0; i < scenario->measureCount; ++i )
    {
        if ( strcmp( scenario->measures[i].name, name ) == 0 )
        {
            return i;
        }
    }
    return -1;
}

const ssPreset* ssFindPreset( const ssScenario* scenario, const char* name )
{
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        if ( strcmp( scenario->presets[i].name, name ) == 0 )
        {
            return scenario->presets + i;
        }
    }
    return NULL;
}

int ssFindScenarioParam( const ssScenario* scenario, const char* key )
{
    int found = ssFindParam( scenario->params, scenario->paramCount, key );
    int own = scenario->law != NULL ? scenario->base->paramCount : scenario->paramCount;
    for ( int i = own; i < scenario->paramCount && found < 0; ++i )
    {
        found = strcmp( scenario->params[i].key + strlen( SIM_LAW_PREFIX ), key ) == 0 ? i : -1;
    }
    return found;
}
