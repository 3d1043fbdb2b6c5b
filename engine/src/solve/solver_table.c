// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <string.h>

// The table of solvers. A new solver is one file and one line here.

static const ssSolver* const s_solvers[] = {
    &ss_solverAuto,
    &ss_solverNsgs,
    &ss_solverQvi,
    &ss_solverFixedPoint,
    &ss_solverExtragradient,
    &ss_solverPsor,
    &ss_solverApgd,
    &ss_solverAdmm,
    &ss_solverNewton,
    &ss_solverLemke,
    &ss_solverPgs,
    &ss_solverPath,
    &ss_solverInterior,
};

int ssSolverCount( void )
{
    return SS_COUNT( s_solvers );
}

const ssSolver* ssGetSolver( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_solvers ) );
    return s_solvers[index];
}

const ssSolver* ssFindSolver( const char* name )
{
    for ( int i = 0; i < SS_COUNT( s_solvers ); ++i )
    {
        if ( strcmp( s_solvers[i]->name, name ) == 0 )
        {
            return s_solvers[i];
        }
    }
    return NULL;
}
