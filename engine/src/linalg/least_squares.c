// SPDX-License-Identifier: MIT
#include "linalg/least_squares.h"
#include "slipstick/vecmath.h"

#include <string.h>

// Levenberg-Marquardt with bounds: a parameter pressed against its bound is held for a step.

bool leastSquaresSolve( int n, const bool* isFree, double* a, double* b )
{
    int free[leastSquaresMax], count = 0;
    for ( int i = 0; i < n; ++i )
    {
        if ( isFree[i] ) { free[count++] = i; }
        else { b[i] = 0.0; }
    }
    for ( int i = 0; i < count; ++i )
    {
        int row = free[i];
        double pivot = a[n * row + row];
        if ( !( pivot > 0.0 ) ) { return false; }
        for ( int j = i + 1; j < count; ++j )
        {
            double factor = a[n * free[j] + row] / pivot;
            for ( int k = i; k < count; ++k ) { a[n * free[j] + free[k]] -= factor * a[n * row + free[k]]; }
            b[free[j]] -= factor * b[row];
        }
    }
    for ( int i = count - 1; i >= 0; --i )
    {
        for ( int k = i + 1; k < count; ++k ) { b[free[i]] -= a[n * free[i] + free[k]] * b[free[k]]; }
        b[free[i]] /= a[n * free[i] + free[i]];
    }
    return true;
}

typedef struct Step
{
    double next[leastSquaresMax]; // the parameters after it
    double length;                // sum of their changes; HUGE_VAL: there is no step
    double gain;                  // by which it should lower the sum
} Step;

static Step findStep(
    const leastSquares* problem, const double* p, const double* normal, const double* right, double damping )
{
    int n = problem->n;
    double damped[leastSquaresMax * leastSquaresMax], move[leastSquaresMax];
    bool moves[leastSquaresMax];
    Step step = { .length = 0.0 };
    for ( int k = 0; k < n * n; ++k )
    {
        damped[k] = normal[k] * ( k % ( n + 1 ) == 0 ? 1.0 + damping : 1.0 );
    }
    for ( int k = 0; k < n; ++k )
    {
        bool isPressed =
            ( p[k] <= problem->low[k] && right[k] < 0.0 ) || ( p[k] >= problem->high[k] && right[k] > 0.0 );
        moves[k] = problem->isFree[k] && !isPressed;
        move[k] = right[k];
        // What changes nothing, as the rotation of a circle, stays where it is.
        damped[( n + 1 ) * k] = normal[( n + 1 ) * k] > 0.0 ? damped[( n + 1 ) * k] : 1.0;
    }
    bool solved = leastSquaresSolve( n, moves, damped, move );
    for ( int k = 0; k < n; ++k )
    {
        step.next[k] = ssMax( problem->low[k], ssMin( problem->high[k], p[k] + move[k] ) );
        move[k] = step.next[k] - p[k];
        step.length += fabs( move[k] );
    }
    for ( int k = 0; k < n * n; ++k )
    {
        step.gain -= move[k / n] * normal[k] * move[k % n];
        step.gain += k < n ? 2.0 * right[k] * move[k] : 0.0;
    }
    step.length = solved && isfinite( step.length ) ? step.length : HUGE_VAL;
    return step;
}

void leastSquaresMinimise( leastSquares* problem, double* p )
{
    double normal[leastSquaresMax * leastSquaresMax], right[leastSquaresMax], damping = 1e-3;
    problem->least = problem->sum( problem->context, p );
    problem->converged = false;
    problem->iterations = 0;
    bool goesOn = problem->least < HUGE_VAL && problem->slopes( problem->context, p, normal, right );
    for ( ; goesOn && problem->iterations < problem->tries && !problem->converged; ++problem->iterations )
    {
        Step step = findStep( problem, p, normal, right, damping );
        double tried = step.length < HUGE_VAL ? problem->sum( problem->context, step.next ) : HUGE_VAL;
        double change = problem->least - tried, little = problem->gain * problem->least;
        // If a tiny step does not reduce the sum, this is the minimum within rounding.
        bool isLower = tried <= problem->least;
        problem->converged = step.length < ( isLower ? 1.0 : 100.0 ) * problem->tolerance ||
            ( fabs( change ) < little && step.gain < little );
        damping = isLower ? ssMax( 1e-12, 0.1 * damping ) : 10.0 * damping;
        if ( isLower )
        {
            problem->least = tried;
            memcpy( p, step.next, sizeof( double ) * (size_t)problem->n );
            goesOn = problem->converged || problem->slopes( problem->context, p, normal, right );
        }
    }
}
