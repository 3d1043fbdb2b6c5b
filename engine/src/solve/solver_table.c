// SPDX-License-Identifier: MIT
#include "base/registration.h"
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

static struct
{
    const ssSolver* solver;
    const char* origin; // the plugin; NULL: the program
} s_registered[registrationMax];
static const char* s_names[registrationMax];
ssChoices ss_registeredSolvers = { .names = s_names };

int ssSolverCount( void )
{
    return SS_COUNT( s_solvers ) + ss_registeredSolvers.count;
}

const ssSolver* ssGetSolver( int index )
{
    return index < 0 || index >= ssSolverCount() ? NULL
        : index < SS_COUNT( s_solvers )          ? s_solvers[index]
                                                 : s_registered[index - SS_COUNT( s_solvers )].solver;
}

const ssSolver* ssFindSolver( const char* name )
{
    for ( int i = 0; name != NULL && i < ssSolverCount(); ++i )
    {
        if ( strcmp( ssGetSolver( i )->name, name ) == 0 )
        {
            return ssGetSolver( i );
        }
    }
    return NULL;
}

const char* ssSolver_Plugin( const ssSolver* solver )
{
    for ( int i = 0; i < ss_registeredSolvers.count; ++i )
    {
        if ( s_registered[i].solver == solver )
        {
            return s_registered[i].origin;
        }
    }
    return NULL;
}

static ssResult checkSolver( registrationOf of, const ssSolver* solver )
{
    ssResult result = ssRegistration_CheckText( of, "label", solver->label );
    result = result.code == ss_ok ? ssRegistration_CheckText( of, "source", solver->source ) : result;
    if ( result.code == ss_ok && solver->solve == NULL )
    {
        result = ssRegistration_Refuse( of, "solve", "the function `solve` is missing" );
    }
    if ( result.code == ss_ok && solver->maxIterations < 1 )
    {
        result = ssRegistration_Refuse(
            of, "maxIterations", "`maxIterations` is %d; allowed: 1 or more", solver->maxIterations );
    }
    if ( result.code == ss_ok &&
        ( solver->honours == 0 || ( solver->honours & ~(unsigned)SS_HONOURS_CONES ) != 0 ) )
    {
        result = ssRegistration_Refuse( of, "honours",
            "`honours` is 0x%x; allowed: one or more of the laws with a cone, which are coulomb, rolling, "
            "spinning, "
            "relaxed, ellipsoidal and polyhedral",
            solver->honours );
    }
    return result.code == ss_ok
        ? ssRegistration_CheckRows( of, solver->params, solver->paramCount, SS_SOLVER_PARAMS_MAX )
        : result;
}

ssResult ssRegisterSolver( const ssSolver* solver )
{
    registrationOf of = { "solver", solver != NULL ? solver->name : NULL };
    int count = ss_registeredSolvers.count;
    ssResult result = ssRegistration_Begin( of, count );
    const ssSolver* same = result.code == ss_ok ? ssFindSolver( solver->name ) : NULL;
    // `sweep` is what worlds call their own passes, and `all` asks for every solver.
    bool word = result.code == ss_ok && ( strcmp( of.name, "sweep" ) == 0 || strcmp( of.name, "all" ) == 0 );
    result = same != NULL || word ? ssRegistration_Taken( of, same != NULL ? ssSolver_Plugin( same ) : NULL )
                                  : result;
    result = result.code == ss_ok ? checkSolver( of, solver ) : result;
    if ( result.code == ss_ok )
    {
        s_registered[count].solver = solver;
        s_registered[count].origin = ssRegistration_Origin();
        s_names[count] = solver->name;
        ssRegistration_Add( &ss_registeredSolvers.count );
    }
    return result;
}
