// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

// What solvers of programs and plugins see of a solve. They never see a planar law, which has no cone.

int ssSolveState_Contacts( const ssSolveState* state )
{
    return state->system->contacts;
}

int ssSolveState_Dimension( const ssSolveState* state )
{
    return state->system->dimension;
}

int ssSolveState_Size( const ssSolveState* state )
{
    return state->system->size;
}

double* ssSolveState_P( ssSolveState* state )
{
    return state->p;
}

const ssCone* ssSolveState_Cones( const ssSolveState* state )
{
    return state->system->cones;
}

double ssSolveState_Step( const ssSolveState* state )
{
    return state->system->step;
}

double ssSolveState_Option( const ssSolveState* state, const char* key )
{
    return solveOption( state, key );
}

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

void ssSolveState_AddSaxce( const ssSolveState* state, double* y )
{
    systemModifyAll( state->system, y, y );
}

void ssSolveState_Project( const ssSolveState* state, double* x )
{
    systemProject( state->system, x );
}

bool ssSolveState_Judge( ssSolveState* state, const double* p, const double* y, double step )
{
    state->iterations += state->judged ? 1 : 0;
    state->judged = true;
    return solveCheck( state, p, y, step ) || state->iterations >= state->maxIterations;
}
