// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"

#include <string.h>

// The typed law of a simulation, and its exchange while it runs.

bool ssSim_LawDef( const ssSim* sim, ssLawDef* def )
{
    const ssScenario* scenario = sim->scenario;
    if ( scenario->law == NULL ) { return false; }
    int own = scenario->base->model.paramCount;
    *def = ssDefaultLawDef( ss_lawKindText );
    def->program = scenario->law;
    memcpy( def->programValues, sim->values + own,
        (size_t)( scenario->model.paramCount - own ) * sizeof *def->programValues );
    return true;
}

static ssResult checkValues( const ssScenario* scenario, const double* values )
{
    int own = ssScenario_Base( scenario )->model.paramCount;
    for ( int i = own; values != NULL && i < scenario->model.paramCount; ++i )
    {
        SS_TRY( ssCheckParam( scenario->model.params + i, values[i - own] ) );
    }
    return ssOk();
}

/// Are these the values of the law's parameters? NULL: whatever they are.
static bool hasValues( const ssSim* sim, const double* values )
{
    bool same = true;
    int own = ssScenario_Base( sim->scenario )->model.paramCount;
    for ( int i = own; values != NULL && i < sim->scenario->model.paramCount && same; ++i )
    {
        same = sim->values[i] == values[i - own] && sim->pending[i] == values[i - own];
    }
    return same;
}

/// Puts another scenario of the same base in place, with the values that its rows get.
static void exchange( ssSim* sim, const ssScenario* to, const double* values )
{
    const ssScenario* from = sim->scenario;
    double now[SS_MAX_PARAMS] = { 0 }, pending[SS_MAX_PARAMS] = { 0 };
    int own = ssScenario_Base( to )->model.paramCount;
    simCarryValues( from, sim->values, to, now );
    simCarryValues( from, sim->pending, to, pending );
    for ( int i = own; values != NULL && i < to->model.paramCount; ++i )
    {
        now[i] = pending[i] = values[i - own];
    }
    memcpy( sim->values, now, sizeof sim->values );
    memcpy( sim->pending, pending, sizeof sim->pending );
    sim->scenario = to;
}

ssResult ssSim_SetLawWith( ssSim* sim, const char* text, const char* file, const double* values )
{
    const ssScenario *before = sim->scenario, *derived;
    SS_TRY( simLawScenario( before, text, file, &derived ) );
    ssResult result = checkValues( derived, values );
    // Setting the same law again is not a change.
    if ( result.code != ss_ok || ( derived == before && hasValues( sim, values ) ) )
    {
        ssScenario_Release( derived );
        return result;
    }
    double oldValues[SS_MAX_PARAMS], oldPending[SS_MAX_PARAMS];
    memcpy( oldValues, sim->values, sizeof oldValues );
    memcpy( oldPending, sim->pending, sizeof oldPending );
    exchange( sim, derived, values );
    // At t = 0 the run begins with this law.
    result = sim->step > 0 ? simApplyChange( sim ) : ssSim_Reset( sim );
    if ( result.code != ss_ok )
    {
        memcpy( sim->values, oldValues, sizeof oldValues );
        memcpy( sim->pending, oldPending, sizeof oldPending );
        sim->scenario = before;
    }
    ssScenario_Release( result.code == ss_ok ? before : derived );
    return result;
}

ssResult ssSim_SetLaw( ssSim* sim, const char* text, const char* file )
{
    return ssSim_SetLawWith( sim, text, file, NULL );
}
