// SPDX-License-Identifier: MIT
#include "local/local_solve.h"
#include "cone/de_saxce.h"

#include <float.h>
#include <string.h>

// Solves one contact by Newton's method, by projections, exactly, or by component blocks.

/// y = A p + b, x = p - r yhat.
static inline void forward( const localProblem* problem, const double* p, double* y, double* x )
{
    int d = problem->dimension;
    for ( int i = 0; i < d; ++i )
    {
        y[i] = problem->b[i] + vecDot( d, problem->a + i * d, p );
        x[i] = p[i] - problem->step * y[i];
    }
    if ( problem->saxce ) { x[0] -= problem->step * saxceTerm( problem->cone, y ); }
}

double localError( const localProblem* problem, const double* p )
{
    int d = problem->dimension;
    double y[SS_CONE_MAX], x[SS_CONE_MAX], map[SS_CONE_MAX];
    forward( problem, p, y, x );
    if ( problem->planar != NULL )
    {
        planarMap( problem->planar, d, p, y, problem->step, map );
        return vecNorm( d, map ) / problem->step;
    }
    ssProjectOntoCone( problem->cone, x, map );
    return vecDistance( d, p, map ) / problem->step;
}

/// Gaussian elimination with row pivoting; destroys `m` and leaves the solution in `b`. False when singular.
static bool solveDense( int n, double* m, double* b )
{
    for ( int k = 0; k < n; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < n; ++i )
        {
            pivot = fabs( m[i * n + k] ) > fabs( m[pivot * n + k] ) ? i : pivot;
        }
        double top = m[pivot * n + k];
        if ( !( fabs( top ) > 1e-14 ) ) { return false; }
        if ( pivot != k )
        {
            for ( int j = 0; j < n; ++j )
            {
                double keep = m[k * n + j];
                m[k * n + j] = m[pivot * n + j];
                m[pivot * n + j] = keep;
            }
            double keep = b[k];
            b[k] = b[pivot];
            b[pivot] = keep;
        }
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = m[i * n + k] / top;
            for ( int j = k + 1; j < n; ++j ) { m[i * n + j] -= factor * m[k * n + j]; }
            b[i] -= factor * b[k];
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j ) { b[k] -= m[k * n + j] * b[j]; }
        b[k] /= m[k * n + k];
    }
    return true;
}

/// J = (I - P') + r P' (I + e_0 h'^T) A, an element of the generalised Jacobian of the natural map.
static void mapJacobian(
    const localProblem* problem, const double* y, const double* projection, double* jacobian )
{
    int d = problem->dimension;
    double flow[SS_CONE_MAX * SS_CONE_MAX], gradient[SS_CONE_MAX];
    memcpy( flow, problem->a, (size_t)( d * d ) * sizeof( double ) );
    if ( problem->saxce )
    {
        saxceGradient( problem->cone, y, gradient );
        for ( int k = 1; k < d; ++k )
        {
            for ( int j = 0; j < d; ++j ) { flow[j] += gradient[k] * problem->a[k * d + j]; }
        }
    }
    for ( int i = 0; i < d; ++i )
    {
        for ( int j = 0; j < d; ++j )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k ) { sum += projection[i * d + k] * flow[k * d + j]; }
            jacobian[i * d + j] = ( i == j ? 1.0 : 0.0 ) - projection[i * d + j] + problem->step * sum;
        }
    }
}

/// Moves p along `move` by the longest of 1, 1/2, … that lowers the error enough, or by
/// the best of them. Returns the error there.
static double lineSearch( const localProblem* problem, double error, const double* move, double* p )
{
    int d = problem->dimension;
    double t = 1.0, best = (double)INFINITY, bestT = 1.0;
    for ( int halving = 0; halving < 8; ++halving, t *= 0.5 )
    {
        double next[SS_CONE_MAX];
        for ( int i = 0; i < d; ++i ) { next[i] = p[i] + t * move[i]; }
        double trial = localError( problem, next );
        if ( trial < best )
        {
            best = trial;
            bestT = t;
        }
        if ( trial <= ( 1.0 - 1e-3 * t ) * error ) { break; }
    }
    for ( int i = 0; i < d; ++i ) { p[i] += bestT * move[i]; }
    return best;
}

/// Semi-smooth Newton on the natural map; a converged p lies in K. `start` becomes the first error.
static double newtonSolve( const localProblem* problem, int maxIterations, double* p, double* start )
{
    int d = problem->dimension;
    double y[SS_CONE_MAX], x[SS_CONE_MAX], image[SS_CONE_MAX], projection[SS_CONE_MAX * SS_CONE_MAX];
    double error = (double)INFINITY;
    for ( int iteration = 0; iteration < maxIterations; ++iteration )
    {
        double jacobian[SS_CONE_MAX * SS_CONE_MAX], move[SS_CONE_MAX];
        forward( problem, p, y, x );
        ssConeFace face = ssCone_ProjectionJacobian( problem->cone, x, image, projection );
        error = vecDistance( d, p, image ) / problem->step;
        *start = iteration == 0 ? error : *start;
        if ( error <= problem->tolerance || ( face & ss_faceApex ) != 0 )
        {
            memcpy( p, image, (size_t)d * sizeof( double ) );
            if ( error <= problem->tolerance ) { return error; }
            // Beyond the apex the map gives p = 0 and no direction.
            error = localError( problem, p );
            if ( error <= problem->tolerance ) { return error; }
            continue;
        }
        mapJacobian( problem, y, projection, jacobian );
        for ( int i = 0; i < d; ++i ) { move[i] = image[i] - p[i]; }
        if ( !solveDense( d, jacobian, move ) ) { break; }
        double next = lineSearch( problem, error, move, p );
        if ( !( next < error ) ) { break; }
        error = next;
    }
    return localError( problem, p );
}

/// Acary & Bourrier Eq. 64, the step adapted to how fast F varies. `left` projections may be tried; it falls.
static double projectionSolve( const localProblem* problem, int maxIterations, int* left, double* p )
{
    int d = problem->dimension;
    double rho = problem->step, error = (double)INFINITY;
    for ( int iteration = 0; iteration<maxIterations&& * left> 0; ++iteration )
    {
        double y[SS_CONE_MAX], x[SS_CONE_MAX], next[SS_CONE_MAX], yn[SS_CONE_MAX], xn[SS_CONE_MAX];
        forward( problem, p, y, x );
        ssProjectOntoCone( problem->cone, x, next );
        error = vecDistance( d, p, next ) / problem->step;
        if ( error <= problem->tolerance ) { break; }
        double ratio = 0.0;
        for ( int redo = 0; redo < 40 && *left > 0; ++redo )
        {
            *left -= 1;
            // F follows from x = p - r F
            for ( int i = 0; i < d; ++i ) { next[i] = p[i] - rho * ( p[i] - x[i] ) / problem->step; }
            ssProjectOntoCone( problem->cone, next, next );
            forward( problem, next, yn, xn );
            double change = 0.0, moved = 0.0;
            for ( int i = 0; i < d; ++i )
            {
                double df = ( next[i] - xn[i] - p[i] + x[i] ) / problem->step;
                change += df * df;
                moved += ( next[i] - p[i] ) * ( next[i] - p[i] );
            }
            ratio = moved > 0.0 ? rho * sqrt( change / moved ) : 0.0;
            if ( ratio <= 0.9 ) { break; }
            rho *= 2.0 / 3.0 * ssMin( 1.0, 1.0 / ratio );
        }
        memcpy( p, next, (size_t)d * sizeof( double ) );
        rho = ratio < 0.3 ? rho * 1.5 : rho;
    }
    return localError( problem, p );
}

/// With u_T = -s p_T and u_N = 0 the contact is linear in p for every s >= 0:
///     (A_TT + s I) p_T + A_TN p_N = -b_T,   A_NT p_T + A_NN p_N = -b_N.
/// Finds p at s; false when the equations are singular.
static bool slidingReaction( const localProblem* problem, double s, double* p )
{
    double m[9];
    for ( int i = 0; i < 9; ++i ) { m[i] = problem->a[i] * problem->step; }
    m[4] += s;
    m[8] += s;
    for ( int i = 0; i < 3; ++i ) { p[i] = -problem->b[i] * problem->step; }
    return solveDense( 3, m, p );
}

/// Exact solution in dimension 3 for a circular cone, Coulomb's law and a positive definite W_ii: the contact
/// opens, sticks, or slides at the root of |p_T(s)| - mu p_N(s), which is positive at s = 0 (sticking would
/// need too much friction) and negative for large s (only the normal force is left). The root is found by
/// bisection.
static double exactSolve( const localProblem* problem, double* p )
{
    const ssCone* cone = problem->cone;
    double found[3] = { 0.0, 0.0, 0.0 };
    if ( problem->b[0] < 0.0 )
    {
        bool stick = slidingReaction( problem, 0.0, found );
        if ( !stick || found[0] < 0.0 || ssHypot( found[1], found[2] ) > cone->mu * found[0] )
        {
            double low = 0.0, high = 1.0, s = 1.0;
            bool enclosed = false;
            for ( int iteration = 0; iteration < 200 && high < 1e30; ++iteration )
            {
                if ( !slidingReaction( problem, s, found ) ) { return localError( problem, p ); }
                bool tooMuch = found[0] < 0.0 || ssHypot( found[1], found[2] ) > cone->mu * found[0];
                low = tooMuch ? s : low;
                enclosed = enclosed || !tooMuch;
                high = tooMuch ? high : s;
                if ( enclosed && high - low <= 4.0 * DBL_EPSILON * high ) { break; }
                high = enclosed ? high : 8.0 * s;
                s = enclosed ? ( low > 0.0 && high > 4.0 * low ? sqrt( low * high ) : 0.5 * ( low + high ) )
                             : high;
            }
            ssProjectOntoCone( cone, found, found );
        }
    }
    double error = localError( problem, found );
    if ( error < localError( problem, p ) )
    {
        memcpy( p, found, sizeof( found ) );
        return error;
    }
    return localError( problem, p );
}

/// y of components first … last at p.
static void velocitiesOf( const localProblem* problem, int first, int last, const double* p, double* y )
{
    int d = problem->dimension;
    for ( int c = first; c <= last; ++c ) { y[c] = problem->b[c] + vecDot( d, problem->a + c * d, p ); }
}

/// A step without overshoot: one over the largest absolute row sum of A in first … last and `also`.
static double stepOf( const localProblem* problem, int first, int last, int also )
{
    int d = problem->dimension;
    double largest = 0.0;
    for ( int i = first; i < d; ++i )
    {
        double sum = 0.0;
        for ( int j = first; j < d; ++j )
        {
            bool within = ( i <= last || i == also ) && ( j <= last || j == also );
            sum += within ? fabs( problem->a[i * d + j] ) : 0.0;
        }
        largest = ssMax( largest, sum );
    }
    return 1.0 / largest;
}

/// One prox step in each component block of a planar law.
static void proxPlanar( const localProblem* problem, double* p )
{
    const planarContact* contact = problem->planar;
    int d = problem->dimension, also = contact->law->patch != NULL && d == 6 ? 5 : 2;
    double y[SS_CONE_MAX];
    velocitiesOf( problem, 1, also, p, y );
    if ( contact->law->type->function != NULL )
    {
        const double* a = problem->a;
        const double w[4] = { a[d + 1], a[d + 2], a[2 * d + 1], a[2 * d + 2] };
        planarSlideExactly( contact, w, y, p );
    }
    else { planarSlide( contact, d, stepOf( problem, 1, 2, also ), y, p ); }
    if ( d >= 5 )
    {
        velocitiesOf( problem, 3, 4, p, y );
        planarRoll( contact, stepOf( problem, 3, 4, 4 ), y, p );
    }
    if ( d == 6 )
    {
        velocitiesOf( problem, 5, 5, p, y );
        planarSpin( contact, d, stepOf( problem, 5, 5, 5 ), y, p );
    }
}

/// Takes a step in each component block and projects it into the disc that p_N leaves.
static void proxCone( const localProblem* problem, double* p )
{
    int d = problem->dimension;
    double y[SS_CONE_MAX];
    for ( int block = 0; block < ( d == 3 ? 1 : d == 5 ? 2 : 3 ); ++block )
    {
        int first = 1 + 2 * block, last = block == 2 ? first : first + 1;
        double mu = block == 0 ? problem->cone->mu
            : block == 1       ? problem->cone->muRoll
                               : problem->cone->muSpin;
        double size = 0.0, step = stepOf( problem, first, last, last );
        velocitiesOf( problem, first, last, p, y );
        for ( int c = first; c <= last; ++c )
        {
            p[c] -= step * y[c];
            size += p[c] * p[c];
        }
        double bound = mu * p[0];
        double shrink = size > bound * bound ? bound / sqrt( size ) : 1.0;
        for ( int c = first; c <= last; ++c ) { p[c] *= shrink; }
    }
}

/// The quasi-variational form by component blocks (Acary & Bourrier Eq. 22): normal force, sliding friction
/// (a planar law's own prox step) and moments within its bounds.
static double proxSolve( const localProblem* problem, int maxIterations, double* p )
{
    int d = problem->dimension;
    for ( int iteration = 0; iteration < maxIterations; ++iteration )
    {
        double error = localError( problem, p );
        if ( error <= problem->tolerance || isnan( error ) ) { break; }
        p[0] = ssMax( p[0] - ( problem->b[0] + vecDot( d, problem->a, p ) ) / problem->a[0], 0.0 );
        if ( problem->planar != NULL ) { proxPlanar( problem, p ); }
        else { proxCone( problem, p ); }
    }
    return localError( problem, p );
}

static bool exactApplies( const localProblem* problem )
{
    return problem->dimension == 3 && problem->saxce && problem->cone->variant == ss_coneIntersection;
}

// Projections for all attempts together: those onto an ellipsoidal cone are slow (seconds for a few
// contacts). An unsolved contact continues in the next pass.
#define ELLIPSOIDAL_PROJECTIONS 150
#define PROJECTIONS 102000 // what the four attempts need at most: a bound in name only

static int projectionsAllowed( const localProblem* problem )
{
    return problem->cone->variant == ss_coneEllipsoidal ? ELLIPSOIDAL_PROJECTIONS : PROJECTIONS;
}

/// Newton from p; if it fails, the exact solution or projections and Newton again. `start`: the error at p.
static double newtonWithFallbacks(
    const localProblem* problem, int maxIterations, const double* p, double* x, double* start )
{
    size_t bytes = (size_t)problem->dimension * sizeof( double );
    double error = newtonSolve( problem, maxIterations, x, start );
    if ( error > problem->tolerance && exactApplies( problem ) )
    {
        memcpy( x, p, bytes );
        error = exactSolve( problem, x );
    }
    int left = projectionsAllowed( problem );
    for ( int attempt = 0; attempt < 4 && error > problem->tolerance && left > 0; ++attempt )
    {
        double other[SS_CONE_MAX];
        memcpy( other, error < *start ? x : p, bytes );
        projectionSolve( problem, 30 << ( 2 * attempt ), &left, other );
        double ignored = 0.0, last = newtonSolve( problem, maxIterations, other, &ignored );
        if ( last < error )
        {
            error = last;
            memcpy( x, other, bytes );
        }
    }
    return error;
}

double localSolve( const localProblem* problem, localMethod method, int maxIterations, double* p )
{
    size_t bytes = (size_t)problem->dimension * sizeof( double );
    bool newton = problem->planar == NULL &&
        ( method == local_newton || ( method == local_exact && !exactApplies( problem ) ) );
    // Newton's method computes the error of its start anyway
    double start = newton ? 0.0 : localError( problem, p );
    if ( start <= problem->tolerance && !newton ) { return start; }
    double x[SS_CONE_MAX];
    memcpy( x, p, bytes );
    double error = (double)INFINITY;
    if ( problem->planar != NULL || method == local_prox ) { error = proxSolve( problem, maxIterations, x ); }
    else if ( method == local_exact && exactApplies( problem ) ) { error = exactSolve( problem, x ); }
    else if ( method == local_projection )
    {
        int left = 40 * maxIterations;
        error = projectionSolve( problem, maxIterations, &left, x );
    }
    else { error = newtonWithFallbacks( problem, maxIterations, p, x, &start ); }
    // Block after block, the error may rise before it falls; the last iterate is the one to keep.
    bool blockwise = problem->planar != NULL || method == local_prox;
    // A law that gives no number ends the solve there.
    if ( error < start || ( blockwise && !isinf( error ) ) )
    {
        memcpy( p, x, bytes );
        return error;
    }
    return start;
}
