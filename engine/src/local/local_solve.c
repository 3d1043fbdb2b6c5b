// SPDX-License-Identifier: MIT
#include "local/local_solve.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------- De Saxcé's term

void saxceGradient( const ssCone* cone, const double* y, double* gradient )
{
    int d = cone->dimension;
    memset( gradient, 0, (size_t)d * sizeof( double ) );
    if ( cone->variant == ss_coneEllipsoidal )
    {
        double h = ssCone_SectionSupport( cone, y );
        for ( int c = 1; c < d && h > 0.0; ++c )
        {
            double mu = c < 3 ? cone->mu : c < 5 ? cone->muRoll : cone->muSpin;
            gradient[c] = mu * mu * y[c] / h;
        }
        return;
    }
    if ( cone->variant == ss_coneIntersection )
    {
        double u = sqrt( y[1] * y[1] + y[2] * y[2] );
        gradient[1] = u > 0.0 ? cone->mu * y[1] / u : 0.0;
        gradient[2] = u > 0.0 ? cone->mu * y[2] / u : 0.0;
    }
    else
    {
        // the corner farthest along u_T: of the inscribed polygon the ±e_j, of the other those half-way between
        bool inscribed = cone->variant == ss_coneInscribed;
        double half = SS_PI / cone->facets, best = -1.0;
        double radius = inscribed ? cone->mu : cone->mu / cos( 0.5 * half );
        for ( int j = 0; j < 2 * cone->facets; ++j )
        {
            double angle = cone->facetAngle + half * ( j + ( inscribed ? 0.0 : 0.5 ) );
            double x = radius * cos( angle ), z = radius * sin( angle );
            if ( x * y[1] + z * y[2] > best )
            {
                best = x * y[1] + z * y[2];
                gradient[1] = x;
                gradient[2] = z;
            }
        }
    }
    if ( d >= 5 )
    {
        double w = sqrt( y[3] * y[3] + y[4] * y[4] );
        gradient[3] = w > 0.0 ? cone->muRoll * y[3] / w : 0.0;
        gradient[4] = w > 0.0 ? cone->muRoll * y[4] / w : 0.0;
    }
    if ( d == 6 )
    {
        gradient[5] = y[5] > 0.0 ? cone->muSpin : y[5] < 0.0 ? -cone->muSpin : 0.0;
    }
}

// ------------------------------------------------------------------------------------------------------ natural map

/// De Saxcé's term; the common cone without a call.
static inline double saxceTerm( const ssCone* cone, const double* y )
{
    if ( cone->variant != ss_coneIntersection )
    {
        return ssCone_SectionSupport( cone, y );
    }
    double h = cone->mu * sqrt( y[1] * y[1] + y[2] * y[2] );
    h += cone->dimension >= 5 ? cone->muRoll * sqrt( y[3] * y[3] + y[4] * y[4] ) : 0.0;
    return cone->dimension == 6 ? h + cone->muSpin * fabs( y[5] ) : h;
}

/// y = A p + b, x = p - r yhat.
static inline void forward( const localProblem* problem, const double* p, double* y, double* x )
{
    int d = problem->dimension;
    for ( int i = 0; i < d; ++i )
    {
        y[i] = problem->b[i] + vecDot( d, problem->a + i * d, p );
        x[i] = p[i] - problem->step * y[i];
    }
    if ( problem->saxce )
    {
        x[0] -= problem->step * saxceTerm( problem->cone, y );
    }
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
        if ( !( fabs( top ) > 1e-14 ) )
        {
            return false;
        }
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
            for ( int j = k + 1; j < n; ++j )
            {
                m[i * n + j] -= factor * m[k * n + j];
            }
            b[i] -= factor * b[k];
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j )
        {
            b[k] -= m[k * n + j] * b[j];
        }
        b[k] /= m[k * n + k];
    }
    return true;
}

// ----------------------------------------------------------------------------------------------------------- newton

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
            for ( int j = 0; j < d; ++j )
            {
                flow[j] += gradient[k] * problem->a[k * d + j];
            }
        }
    }
    for ( int i = 0; i < d; ++i )
    {
        for ( int j = 0; j < d; ++j )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                sum += projection[i * d + k] * flow[k * d + j];
            }
            jacobian[i * d + j] = ( i == j ? 1.0 : 0.0 ) - projection[i * d + j] + problem->step * sum;
        }
    }
}

/// Semi-smooth Newton on the natural map with line search. The answer is a projected point, so that it lies in K.
static double newtonLocal( const localProblem* problem, int maxIterations, double* p, double* start )
{
    int d = problem->dimension;
    double y[SS_CONE_MAX], x[SS_CONE_MAX], image[SS_CONE_MAX], projection[SS_CONE_MAX * SS_CONE_MAX];
    double error = (double)INFINITY;
    for ( int turn = 0; turn < maxIterations; ++turn )
    {
        double jacobian[SS_CONE_MAX * SS_CONE_MAX], move[SS_CONE_MAX], next[SS_CONE_MAX];
        forward( problem, p, y, x );
        ssConeFace face = ssCone_ProjectionJacobian( problem->cone, x, image, projection );
        error = vecDistance( d, p, image ) / problem->step;
        *start = turn == 0 ? error : *start;
        if ( error <= problem->tolerance || ( face & ss_faceApex ) != 0 )
        {
            memcpy( p, image, (size_t)d * sizeof( double ) );
            if ( error <= problem->tolerance )
            {
                return error;
            }
            // beyond the apex the map says p = 0 and nothing else
            error = localError( problem, p );
            if ( error <= problem->tolerance )
            {
                return error;
            }
            continue;
        }
        mapJacobian( problem, y, projection, jacobian );
        for ( int i = 0; i < d; ++i )
        {
            move[i] = image[i] - p[i];
        }
        if ( !solveDense( d, jacobian, move ) )
        {
            break;
        }
        double t = 1.0, best = (double)INFINITY, bestT = 1.0;
        for ( int halving = 0; halving < 8; ++halving, t *= 0.5 )
        {
            for ( int i = 0; i < d; ++i )
            {
                next[i] = p[i] + t * move[i];
            }
            double trial = localError( problem, next );
            if ( trial < best )
            {
                best = trial;
                bestT = t;
            }
            if ( trial <= ( 1.0 - 1e-3 * t ) * error )
            {
                break;
            }
        }
        for ( int i = 0; i < d; ++i )
        {
            p[i] += bestT * move[i];
        }
        if ( !( best < error ) )
        {
            break;
        }
        error = best;
    }
    return localError( problem, p );
}

// ------------------------------------------------------------------------------------------------------- projection

/// Acary & Bourrier Eq. 64 with the self-adaptive step: shorter when F varies too fast along it, longer when slowly.
static double projectionLocal( const localProblem* problem, int maxIterations, double* p )
{
    int d = problem->dimension;
    double rho = problem->step, error = (double)INFINITY;
    for ( int turn = 0; turn < maxIterations; ++turn )
    {
        double y[SS_CONE_MAX], x[SS_CONE_MAX], next[SS_CONE_MAX], yn[SS_CONE_MAX], xn[SS_CONE_MAX];
        forward( problem, p, y, x );
        ssProjectOntoCone( problem->cone, x, next );
        error = vecDistance( d, p, next ) / problem->step;
        if ( error <= problem->tolerance )
        {
            break;
        }
        double ratio = 0.0;
        for ( int redo = 0; redo < 40; ++redo )
        {
            // F from x = p - r F
            for ( int i = 0; i < d; ++i )
            {
                next[i] = p[i] - rho * ( p[i] - x[i] ) / problem->step;
            }
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
            if ( ratio <= 0.9 )
            {
                break;
            }
            rho *= 2.0 / 3.0 * fmin( 1.0, 1.0 / ratio );
        }
        memcpy( p, next, (size_t)d * sizeof( double ) );
        rho = ratio < 0.3 ? rho * 1.5 : rho;
    }
    return localError( problem, p );
}

// ------------------------------------------------------------------------------------------------------------ exact

/// With u_T = -s p_T and u_N = 0 the contact is linear in p for every s >= 0:
///     (A_TT + s I) p_T + A_TN p_N = -b_T,   A_NT p_T + A_NN p_N = -b_N.
/// p at s, or false when it has none.
static bool slidingReaction( const localProblem* problem, double s, double* p )
{
    double m[9];
    for ( int i = 0; i < 9; ++i )
    {
        m[i] = problem->a[i] * problem->step;
    }
    m[4] += s;
    m[8] += s;
    for ( int i = 0; i < 3; ++i )
    {
        p[i] = -problem->b[i] * problem->step;
    }
    return solveDense( 3, m, p );
}

/// Dimension 3, round cone, Coulomb's law, W_ii positive definite: open, stick, or the root of |p_T(s)| - mu p_N(s),
/// which is positive at s = 0 (sticking is too much) and negative for large s (only the normal force is left).
static double exactLocal( const localProblem* problem, double* p )
{
    const ssCone* cone = problem->cone;
    double found[3] = { 0.0, 0.0, 0.0 };
    if ( problem->b[0] < 0.0 )
    {
        bool stick = slidingReaction( problem, 0.0, found );
        if ( !stick || found[0] < 0.0 || hypot( found[1], found[2] ) > cone->mu * found[0] )
        {
            double low = 0.0, high = 1.0, s = 1.0;
            bool enclosed = false;
            for ( int turn = 0; turn < 200 && high < 1e30; ++turn )
            {
                if ( !slidingReaction( problem, s, found ) )
                {
                    return localError( problem, p );
                }
                bool tooMuch = found[0] < 0.0 || hypot( found[1], found[2] ) > cone->mu * found[0];
                low = tooMuch ? s : low;
                enclosed = enclosed || !tooMuch;
                high = tooMuch ? high : s;
                if ( enclosed && high - low <= 4.0 * DBL_EPSILON * high )
                {
                    break;
                }
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

// ------------------------------------------------------------------------------------------------------------- prox

/// y of components first … last.
static void velocitiesOf( const localProblem* problem, int first, int last, const double* p, double* y )
{
    int d = problem->dimension;
    for ( int c = first; c <= last; ++c )
    {
        y[c] = problem->b[c] + vecDot( d, problem->a + c * d, p );
    }
}

/// One over the largest sum of a row of A within components first … last, and `also`: no step of this length overshoots.
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
        largest = fmax( largest, sum );
    }
    return 1.0 / largest;
}

static void proxPlanar( const localProblem* problem, double* p )
{
    const planarContact* contact = problem->planar;
    int d = problem->dimension, also = contact->law->patch != NULL && d == 6 ? 5 : 2;
    double y[SS_CONE_MAX];
    velocitiesOf( problem, 1, also, p, y );
    planarSlide( contact, d, stepOf( problem, 1, 2, also ), y, p );
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

/// Each block's nearest point within the bound that p_N leaves.
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
        for ( int c = first; c <= last; ++c )
        {
            p[c] *= shrink;
        }
    }
}

/// The quasi-variational form, row by row (Acary & Bourrier Eq. 22): first the normal force, then sliding friction
/// within the bound it leaves, by the law's own prox step where it has one, then the moments within theirs.
static double proxLocal( const localProblem* problem, int maxIterations, double* p )
{
    int d = problem->dimension;
    for ( int turn = 0; turn < maxIterations; ++turn )
    {
        if ( localError( problem, p ) <= problem->tolerance )
        {
            break;
        }
        p[0] = fmax( p[0] - ( problem->b[0] + vecDot( d, problem->a, p ) ) / problem->a[0], 0.0 );
        if ( problem->planar != NULL )
        {
            proxPlanar( problem, p );
        }
        else
        {
            proxCone( problem, p );
        }
    }
    return localError( problem, p );
}

// ------------------------------------------------------------------------------------------------------------ solve

static bool exactApplies( const localProblem* problem )
{
    return problem->dimension == 3 && problem->saxce && problem->cone->variant == ss_coneIntersection;
}

double localSolve( const localProblem* problem, localMethod method, int maxIterations, double* p )
{
    int d = problem->dimension;
    bool newton = problem->planar == NULL &&
        ( method == local_newton || ( method == local_exact && !exactApplies( problem ) ) );
    // Newton looks at its start anyway
    double start = newton ? 0.0 : localError( problem, p );
    if ( start <= problem->tolerance && !newton )
    {
        return start;
    }
    double best[SS_CONE_MAX], x[SS_CONE_MAX];
    memcpy( best, p, (size_t)d * sizeof( double ) );
    memcpy( x, p, (size_t)d * sizeof( double ) );
    double error = (double)INFINITY;
    if ( problem->planar != NULL || method == local_prox )
    {
        error = proxLocal( problem, maxIterations, x );
    }
    else if ( method == local_exact && exactApplies( problem ) )
    {
        error = exactLocal( problem, x );
    }
    else if ( method == local_projection )
    {
        error = projectionLocal( problem, maxIterations, x );
    }
    else
    {
        error = newtonLocal( problem, maxIterations, x, &start );
        if ( error > problem->tolerance && exactApplies( problem ) )
        {
            memcpy( x, best, (size_t)d * sizeof( double ) );
            error = exactLocal( problem, x );
        }
        // the projection brings it near, and Newton ends it
        for ( int attempt = 0; attempt < 4 && error > problem->tolerance; ++attempt )
        {
            double other[SS_CONE_MAX];
            memcpy( other, error < start ? x : best, (size_t)d * sizeof( double ) );
            projectionLocal( problem, 30 << ( 2 * attempt ), other );
            double ignored = 0.0, last = newtonLocal( problem, maxIterations, other, &ignored );
            if ( last < error )
            {
                error = last;
                memcpy( x, other, (size_t)d * sizeof( double ) );
            }
        }
    }
    // row by row the error may rise before it falls: that is how the method goes
    bool rowWise = problem->planar != NULL || method == local_prox;
    if ( error < start || ( rowWise && isfinite( error ) ) )
    {
        memcpy( p, x, (size_t)d * sizeof( double ) );
        return error;
    }
    return start;
}
