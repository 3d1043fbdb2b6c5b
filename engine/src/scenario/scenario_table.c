// SPDX-License-Identifier: MIT
#include "slipstick/scenario.h"

#include <string.h>

// Adding a scenario is one file scenario_<name>.c and one line in each of the two lists below.
extern const ssScenario ss_scenarioBelt;
extern const ssScenario ss_scenarioFacetFan;
extern const ssScenario ss_scenarioFollowerForce;
extern const ssScenario ss_scenarioGravelPile;
extern const ssScenario ss_scenarioGuideway;
extern const ssScenario ss_scenarioLanes;
extern const ssScenario ss_scenarioModeCoupling;
extern const ssScenario ss_scenarioPlayground;
extern const ssScenario ss_scenarioPushedBlock;
extern const ssScenario ss_scenarioRollingCylinder;
extern const ssScenario ss_scenarioRollingSphere;
extern const ssScenario ss_scenarioSpragSlip;
extern const ssScenario ss_scenarioStribeck;
extern const ssScenario ss_scenarioTribometer;
extern const ssScenario ss_scenarioSpherePile;
extern const ssScenario ss_scenarioRollingDisk;
extern const ssScenario ss_scenarioDilatancyTwins;
extern const ssScenario ss_scenarioSlidingDisk;

static const ssScenario* const s_scenarios[] = {
    &ss_scenarioRollingSphere,
    &ss_scenarioRollingCylinder,
    &ss_scenarioRollingDisk,
    &ss_scenarioSpherePile,
    &ss_scenarioDilatancyTwins,
    &ss_scenarioFacetFan,
    &ss_scenarioPushedBlock,
    &ss_scenarioGravelPile,
    &ss_scenarioTribometer,
    &ss_scenarioGuideway,
    &ss_scenarioLanes,
    &ss_scenarioPlayground,
    &ss_scenarioStribeck,
    &ss_scenarioModeCoupling,
    &ss_scenarioSpragSlip,
    &ss_scenarioFollowerForce,
    &ss_scenarioBelt,
    &ss_scenarioSlidingDisk,
};

int ssScenarioCount( void )
{
    return SS_COUNT( s_scenarios );
}

const ssScenario* ssGetScenario( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_scenarios ) );
    return s_scenarios[index];
}

const ssScenario* ssFindScenario( const char* id )
{
    for ( int i = 0; i < SS_COUNT( s_scenarios ); ++i )
    {
        if ( strcmp( s_scenarios[i]->id, id ) == 0 )
        {
            return s_scenarios[i];
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
