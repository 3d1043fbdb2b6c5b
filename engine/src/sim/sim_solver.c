// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"

#include "slipstick/solver.h"

#include <stdio.h>
#include <string.h>

// Which of the contact solvers among the choices of a row can take what a scenario's contacts are.

static ssResult checkChoice( const ssParam* row, unsigned lawFlags, int choice )
{
    const ssSolver* solver = ssFindSolver( ssParam_Choice( row, choice ) );
    return solver != NULL ? ssSolver_Honours( solver, lawFlags ) : ssOk(); // a world's own passes honour all
}

ssResult ssScenario_CheckSolver( const ssScenario* scenario, const double* values, int param, double value )
{
    const ssParam* row = scenario->params + param;
    if ( row->moreChoices != &ss_registeredSolvers || scenario->lawFlags == NULL )
    {
        return ssOk();
    }
    unsigned lawFlags = scenario->lawFlags( values );
    ssResult result = checkChoice( row, lawFlags, (int)value );
    if ( result.code == ss_ok )
    {
        return result;
    }
    char allowed[140] = "";
    for ( int i = 0; i < ssParam_ChoiceCount( row ); ++i )
    {
        size_t used = strlen( allowed );
        if ( checkChoice( row, lawFlags, i ).code == ss_ok )
        {
            snprintf( allowed + used, sizeof allowed - used, "%s%s", used > 0 ? " | " : "",
                ssParam_Choice( row, i ) );
        }
    }
    return ssError( ss_errorValue, row->key, "%s = %.40s: %.70s; allowed: %s", row->key,
        ssParam_Choice( row, (int)value ), result.message, allowed );
}
