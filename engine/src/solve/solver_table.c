// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "solve/solve_state.h"

#include <string.h>

// The table of solvers. A new solver is one file and one line here, with the next number.

/// A world's default: passes over its contacts, with a rescue where they stall (world/world_solve.c).
const ssSolver ss_solverPasses = { "passes",
    .label = "Gauss-Seidel passes of a world, helped by other solvers where they stall",
    .source = "Acary & Bourrier 2021, Sec. 5.2", .honours = ~0u, .rows = true, .maxIterations = 1000 };

// The numbers are those of saved worlds. That of a solver that goes is not given again.
static const struct
{
    int number;
    const ssSolver* solver;
} s_solvers[] = { { -1, &ss_solverPasses }, // first: it solves no problems, and ssGetSolver leaves it out
    { 0, &ss_solverAuto }, { 1, &ss_solverNsgs }, { 2, &ss_solverQvi }, { 3, &ss_solverFixedPoint },
    { 4, &ss_solverExtragradient }, { 5, &ss_solverPsor }, { 6, &ss_solverApgd }, { 7, &ss_solverAdmm },
    { 8, &ss_solverNewton }, { 9, &ss_solverLemke }, { 10, &ss_solverPgs }, { 11, &ss_solverPath },
    { 12, &ss_solverInterior } };

#define OWN_COUNT ( SS_COUNT( s_solvers ) - 1 )

static struct
{
    const ssSolver* solver;
    const char* origin; // the plugin; NULL: the program
} s_registered[registrationMax];
static const char* s_names[registrationMax];
static const char* const s_oldNames[] = { "sweep", "passes", NULL };
ssChoices ss_registeredSolvers = { .names = s_names, .oldNames = s_oldNames };

int ssSolverCount( void ) { return OWN_COUNT + ss_registeredSolvers.count; }

const ssSolver* ssGetSolver( int index )
{
    return index < 0 || index >= ssSolverCount() ? NULL
        : index < OWN_COUNT                      ? s_solvers[index + 1].solver
                                                 : s_registered[index - OWN_COUNT].solver;
}

const ssSolver* ssFindSolver( const char* name )
{
    if ( name == NULL ) { return NULL; }
    name = registrationPresentName( &ss_registeredSolvers, name );
    for ( int i = -1; i < ssSolverCount(); ++i )
    {
        const ssSolver* solver = i < 0 ? &ss_solverPasses : ssGetSolver( i );
        if ( strcmp( solver->name, name ) == 0 ) { return solver; }
    }
    return NULL;
}

int solverNumber( const ssSolver* solver )
{
    for ( int i = 0; i < SS_COUNT( s_solvers ); ++i )
    {
        if ( s_solvers[i].solver == solver ) { return s_solvers[i].number; }
    }
    return SOLVER_BY_NAME;
}

const ssSolver* solverOfNumber( int number )
{
    for ( int i = 0; i < SS_COUNT( s_solvers ); ++i )
    {
        if ( s_solvers[i].number == number ) { return s_solvers[i].solver; }
    }
    return number >= OWN_COUNT ? ssGetSolver( number ) : NULL; // registered ones once had numbers, too
}

const char* ssSolver_Plugin( const ssSolver* solver )
{
    for ( int i = 0; i < ss_registeredSolvers.count; ++i )
    {
        if ( s_registered[i].solver == solver ) { return s_registered[i].origin; }
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
            "spinning, relaxed, ellipsoidal and polyhedral",
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
    bool word = result.code == ss_ok && strcmp( of.name, "all" ) == 0; // asks for every solver
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

int ssSolveState_Contacts( const ssSolveState* state ) { return state->system->contacts; }

int ssSolveState_Dimension( const ssSolveState* state ) { return state->system->dimension; }

int ssSolveState_Size( const ssSolveState* state ) { return state->system->size; }

double* ssSolveState_P( ssSolveState* state ) { return state->p; }

const ssCone* ssSolveState_Cones( const ssSolveState* state ) { return state->system->cones; }

double ssSolveState_Step( const ssSolveState* state ) { return state->system->step; }

double ssSolveState_Option( const ssSolveState* state, const char* key ) { return solveOption( state, key ); }

double* ssSolveState_Vectors( ssSolveState* state, int count )
{
    solveFree( state, state->lent );
    state->lent = solveVectors( state, count );
    return state->lent;
}

void ssSolveState_Velocities( ssSolveState* state, const double* p, double* y )
{
    systemMultiply( state->system, p, y, state->system->velocity );
}

void ssSolveState_AddSaxce( const ssSolveState* state, double* y ) { systemModifyAll( state->system, y, y ); }

void ssSolveState_Project( const ssSolveState* state, double* x ) { systemProject( state->system, x ); }

bool ssSolveState_Judge( ssSolveState* state, const double* p, const double* y, double step )
{
    state->iterations += state->judged ? 1 : 0;
    state->judged = true;
    return solveCheck( state, p, y, step ) || state->iterations >= state->maxIterations;
}
