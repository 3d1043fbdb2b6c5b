// SPDX-License-Identifier: MIT
#include "sim/registry.h"

// Every scenario in gallery order. Adding one is a file scenario_<name>.c and a line here.
#define EVERY_SCENARIO( ADD )         \
    ADD( ss_scenarioRollingSphere )   \
    ADD( ss_scenarioRollingCylinder ) \
    ADD( ss_scenarioRollingDisk )     \
    ADD( ss_scenarioSpherePile )      \
    ADD( ss_scenarioDilatancyTwins )  \
    ADD( ss_scenarioFacetFan )        \
    ADD( ss_scenarioPushedBlock )     \
    ADD( ss_scenarioGravelPile )      \
    ADD( ss_scenarioTribometer )      \
    ADD( ss_scenarioGuideway )        \
    ADD( ss_scenarioLanes )           \
    ADD( ss_scenarioToss )            \
    ADD( ss_scenarioPlayground )      \
    ADD( ss_scenarioStribeck )        \
    ADD( ss_scenarioModeCoupling )    \
    ADD( ss_scenarioSpragSlip )       \
    ADD( ss_scenarioFollowerForce )   \
    ADD( ss_scenarioSpringSlider )    \
    ADD( ss_scenarioBelt )            \
    ADD( ss_scenarioSlidingDisk )     \
    ADD( ss_scenarioPainleveRod )     \
    ADD( ss_scenarioGripper )

#define DECLARE( scenario ) extern const ssScenario scenario;
#define LIST( scenario ) &scenario,

EVERY_SCENARIO( DECLARE )

static const ssScenario* const s_scenarios[] = { EVERY_SCENARIO( LIST ) };

const scenarioList ss_builtInScenarios = { s_scenarios, SS_COUNT( s_scenarios ) };
