// SPDX-License-Identifier: MIT
#pragma once

#include "judge.h"
#include "test_main.h"

#include "slipstick/solver.h"

// What the tests of solvers share.

#define ASSERT_OK( expression )                                       \
    do {                                                              \
        ssResult result_ = ( expression );                            \
        ASSERT_EQ_FMTm( result_.message, ss_ok, result_.code, "%d" ); \
    } while ( 0 )

static inline double* zeros( const ssProblem* problem )
{
    return calloc( (size_t)ssProblem_Size( problem ) + 1, sizeof( double ) );
}

static inline ssSolveReport solveWith(
    const ssSolver* solver, const ssProblem* problem, double tolerance, double* p )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    options.tolerance = tolerance;
    ssIgnore( ssSolve( solver, problem, &options, p, &report ) ); // the report says whether it was refused
    return report;
}

/// Returns the residual by the program's judge, or NAN, which no bound accepts, if the tests' judge
/// disagrees.
static inline double judged( const ssProblem* problem, const double* p )
{
    ssJudgement judgement;
    return judgeTwice( problem, p, &judgement, NULL ).code == ss_ok ? judgement.residual : (double)NAN;
}
