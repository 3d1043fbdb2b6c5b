// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"
#include "slipstick/solver.h"

#include <stdio.h>
#include <string.h>

// Which solvers of a row's choices can take a scenario's contacts, and which laws the chosen one takes.

/// Whether the solver honours the law where row `param` has this value beside the others.
static ssResult checkPair( const ssScenario* scenario, const double* values, int param, double value )
{
    double changed[SS_MAX_PARAMS];
    memcpy( changed, values, sizeof( double ) * (size_t)scenario->model.paramCount );
    changed[param] = value;
    unsigned lawFlags = scenario->model.lawFlags( changed );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const ssParam* row = scenario->model.params + i;
        const ssSolver* solver = row->moreChoices == &ss_registeredSolvers
            ? ssFindSolver( ssParam_Choice( row, (int)changed[i] ) )
            : NULL;
        SS_TRY( solver != NULL ? ssSolver_Honours( solver, lawFlags ) : ssOk() );
    }
    return ssOk();
}

ssResult ssScenario_CheckSolver( const ssScenario* scenario, const double* values, int param, double value )
{
    const ssParam* row = scenario->model.params + param;
    ssResult result = row->kind == ss_paramChoice && scenario->model.lawFlags != NULL
        ? checkPair( scenario, values, param, value )
        : ssOk();
    if ( result.code == ss_ok ) { return result; }
    char allowed[140] = "";
    for ( int i = 0; i < ssParam_ChoiceCount( row ); ++i )
    {
        size_t used = strlen( allowed );
        if ( checkPair( scenario, values, param, i ).code == ss_ok )
        {
            snprintf( allowed + used, sizeof allowed - used, "%s%s", used > 0 ? " | " : "",
                ssParam_Choice( row, i ) );
        }
    }
    return ssError( ss_errorValue, row->key, "%s = %.40s: %.70s; allowed: %s", row->key,
        ssParam_Choice( row, (int)value ), result.message, allowed );
}
