// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/lab/change.h"

// What tests of changes of regime share: the changes of a run, collected step by step, and their comparison.

typedef struct Found
{
    int count;
    ssChange items[4096];
} Found;

/// Adds the changes of the state that the sim is in.
static inline void visit( ssChangeLog* log, const ssSim* sim, Found* found )
{
    const ssChange* changes = NULL;
    int count = 0;
    if ( ssChangeLog_Visit( log, sim, &count, &changes ).code == ss_ok )
    {
        for ( int i = 0; i < count && found->count < SS_COUNT( found->items ); ++i )
        {
            found->items[found->count++] = changes[i];
        }
    }
}

/// NULL where the scenario or the preset is refused.
static inline ssSim* makeSim( const char* id, const char* preset )
{
    ssSim* sim = NULL;
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    return ( preset == NULL || ssSimDef_ApplyPreset( &def, preset ).code == ss_ok ) &&
            ssCreateSim( &def, &sim ).code == ss_ok
        ? sim
        : NULL;
}

/// Steps to the step `steps` and adds the changes of every state.
static inline void play( ssChangeLog* log, ssSim* sim, int64_t steps, Found* found )
{
    while ( ssSim_StepIndex( sim ) < steps && ssSim_Step( sim ).status < ss_statusNotFinite )
    {
        visit( log, sim, found );
    }
}

/// The same changes of the same contacts at the same steps, bit for bit.
static inline enum greatest_test_res sameChanges( const Found* expected, const Found* found )
{
    ASSERT_EQ_FMT( expected->count, found->count, "%d" );
    for ( int i = 0; i < expected->count; ++i )
    {
        const ssChange *a = expected->items + i, *b = found->items + i;
        ASSERT_EQ( a->step, b->step );
        ASSERT_EQ( a->contact, b->contact );
        ASSERT_EQ( a->from, b->from );
        ASSERT_EQ( a->to, b->to );
        ASSERT_EQ( a->held, b->held );
    }
    PASS();
}
