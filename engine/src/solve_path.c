// SPDX-License-Identifier: MIT
#include "solve_bodies.h"

#include <math.h>
#include <string.h>

// Path following for Coulomb's law. Every complementarity p u = 0 is replaced by p u = m, the edge of each friction disc
// by a barrier of the same weight, and m falls to zero: far from the answer all contacts share the load smoothly, and
// which of them slide or open is decided by the path instead of by trial. On the path, with x = p - r y and e = r m,
//     p_N = (x_N + sqrt(x_N² + 4 e))/2,   |x_T| = |p_T| (1 + 2 e/(R² - |p_T|²)),   R = mu p_N,
// the map of Alart & Curnier (1991) at e = 0: the normal force first and friction within the bound that it leaves, hence
// no De Saxcé term; rolling and spinning moments have discs of their own (Acary & Bourrier Eq. 22). Newton's method
// follows. Its linear step is taken in the bodies' velocities (solve_bodies.h), which has full rank whatever W has; a
// small proximal term alpha (p - anchor) does the rest. Explicit W is factorised as it is.
//
// Coulomb's problem is not monotone: the path may turn back. There the step control raises alpha, which moves along like
// an implicit time step until the path goes on; when that takes too long it begins anew with other weights.

#define HALVINGS 5
#define HALVINGS_FIRST 12
#define CORRECTIONS 14 // Newton steps to the next point of the path
#define PATIENCE 80    // steps within which the residual must fall by a third, or it begins anew
#define PATIENCE_SETTLED 300
#define ALPHA_MAX 1.0
#define WEIGHT_SPREAD 4.0

static const ssParam s_params[] = {
    { .key = "alpha",
        .symbol = "α",
        .label = "least proximal weight",
        .unit = "",
        .group = "solver",
        .doc = "Addition to the diagonal of W, over the diagonal; grows where the path turns.",
        .kind = ss_paramNumber,
        .min = 1e-9,
        .max = 1e-2,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .open = ss_openLow,
        .defaultValue = 1e-6,
        .logScale = true },
    { .key = "barrier",
        .symbol = "m",
        .label = "first barrier",
        .unit = "",
        .group = "solver",
        .doc = "Where the path begins: p u of every contact, over |q|² / (n mean diag W).",
        .kind = ss_paramNumber,
        .min = 1e-6,
        .max = 1.0,
        .allowedMin = 0.0,
        .allowedMax = 1e6,
        .open = ss_openLow,
        .defaultValue = 1e-2,
        .logScale = true },
    { .key = "centre",
        .symbol = "c",
        .label = "how near the path",
        .unit = "",
        .group = "solver",
        .doc = "Error allowed at a point of the path, over the residual that the barrier itself means.",
        .kind = ss_paramNumber,
        .min = 1e-3,
        .max = 0.5,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .open = ss_openLow,
        .defaultValue = 0.03,
        .logScale = true },
    { .key = "shrink",
        .symbol = "κ",
        .label = "first shrinking",
        .unit = "",
        .group = "solver",
        .doc = "The barrier's factor from point to point; it adapts itself from there.",
        .kind = ss_paramNumber,
        .min = 0.01,
        .max = 0.9,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .open = ss_openLow | ss_openHigh,
        .defaultValue = 0.1 },
    { .key = "settle",
        .symbol = "σ",
        .label = "how still before the next barrier",
        .unit = "",
        .group = "solver",
        .doc = "The proximal term that a point of the path may keep, over the residual that the barrier "
               "itself means. Small numbers anneal: slow, and they end lower where the law has many "
               "answers.",
        .kind = ss_paramNumber,
        .min = 0.01,
        .max = 1.0,
        .allowedMin = 0.0,
        .allowedMax = 1e6,
        .open = ss_openLow,
        .defaultValue = 1.0,
        .logScale = true },
    { .key = "seed",
        .symbol = "seed",
        .label = "weights",
        .unit = "",
        .group = "solver",
        .doc = "0: all contacts' barriers weigh the same at first; other numbers, other weights and another "
               "path.",
        .kind = ss_paramInteger,
        .max = 100,
        .allowedMax = 1e9 },
};

typedef struct Path
{
    ssSystem* system;
    bodySpace bodies; // implicit
    // explicit: W, and I + B W
    int *start, *column;
    double *blocks, *product;
    blockLu lu;
    bool analysed;

    double alpha, barrier;
    double* weight;                              // of the barrier, per contact
    double *step, *b;                            // r per contact and row; B = G r J, and one number per row
    double *p, *y, *map, *anchor, *saved, *best; // of the system's size
    double *trial, *trialY, *trialMap, *move, *slope, *start0;
    double* w;
    double bestResidual;
} Path;

static void freePath( Path* path )
{
    void* owned[] = { path->start, path->column, path->blocks, path->product, path->weight, path->step,
        path->b, path->p, path->w };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    blockLuFree( &path->lu );
    bodySpaceFree( &path->bodies );
}

static bool makePath( ssSolveRun* run, Path* path )
{
    ssSystem* system = run->system;
    size_t n = (size_t)system->contacts + 1, stride = runStride( run );
    size_t d = (size_t)system->dimension, couplings = n + (size_t)system->rows;
    *path = ( Path ){ .system = system, .bestResidual = (double)INFINITY };
    path->p = runVectors( run, 12 );
    path->weight = ssAlloc( n * sizeof( double ) );
    path->step = ssAlloc( couplings * sizeof( double ) );
    path->b = ssAlloc( ( n * d * d + (size_t)system->rows ) * sizeof( double ) );
    path->w = ssAlloc( ( (size_t)system->bodies + 1 ) * 6 * sizeof( double ) );
    bool room = path->p && path->weight && path->step && path->b && path->w;
    if ( room && system->blocks != NULL )
    {
        room = systemAssemble( system, &path->start, &path->column, &path->blocks );
        size_t count = room ? (size_t)path->start[system->contacts] + 1 : 1;
        path->product = ssAlloc( count * d * d * sizeof( double ) );
        room = room && path->product != NULL;
    }
    else if ( room )
    {
        room = bodySpaceMake( &path->bodies, system );
    }
    if ( !room )
    {
        run->status = ss_solveNoMemory;
        return false;
    }
    double** vectors[] = { &path->y, &path->map, &path->anchor, &path->saved, &path->best, &path->trial,
        &path->trialY, &path->trialMap, &path->move, &path->slope, &path->start0 };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        *vectors[i] = path->p + (size_t)( i + 1 ) * stride;
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double trace = 0.0;
        for ( size_t c = 0; c < d; ++c )
        {
            trace += system->diag[(size_t)i * d * d + c * ( d + 1 )];
        }
        path->step[i] = (double)d / trace;
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        path->step[system->contacts + k] = 1.0 / system->rowDiag[k];
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- map

typedef struct Disc
{
    double size;                        // |p_T|
    double bySize, byRadius, byBarrier; // its derivatives with respect to |x_T|, R and e
} Disc;

/// The root a in [0, 1) of a (1 + k/(1 - a²)) = s: increasing and convex, so that Newton from the right is monotone.
static double discRoot( double s, double k )
{
    double low = 0.0, high = 1.0, a = s < 1.0 ? s : 1.0 - 0.5 * k / ( s + k );
    a = a < 1.0 ? a : 1.0 - 1e-16;
    for ( int turn = 0; turn < 60; ++turn )
    {
        double q = 1.0 - a * a, f = a * ( 1.0 + k / q ) - s;
        high = f > 0.0 ? a : high;
        low = f > 0.0 ? low : a;
        double next = a - f / ( 1.0 + k * ( 1.0 + a * a ) / ( q * q ) );
        next = next > low && next < high ? next : 0.5 * ( low + high );
        bool there = fabs( next - a ) <= 1e-16;
        a = next;
        if ( there )
        {
            break;
        }
    }
    return a;
}

/// The friction force within a disc of radius R, with the barrier e.
static Disc discMap( double size, double radius, double e )
{
    if ( e <= 0.0 )
    {
        bool inside = size <= radius;
        return ( Disc ){ inside ? size : radius, inside ? 1.0 : 0.0, inside ? 0.0 : 1.0, 0.0 };
    }
    double k = 2.0 * e / ( radius * radius );
    if ( !( radius > 0.0 && k < 1e200 ) )
    {
        return ( Disc ){ 0.0, 0.0, 0.0, 0.0 };
    }
    double a = discRoot( size / radius, k ), q = fmax( 1.0 - a * a, 1e-100 );
    double slope = 1.0 + k * ( 1.0 + a * a ) / ( q * q );
    return (
        Disc ){ a * radius, 1.0 / slope, 2.0 * k * a / ( q * q ) / slope, -2.0 * a / ( radius * q * slope ) };
}

/// p from x, its derivative J, dimension² numbers row by row, and that with respect to e; with `jacobian` NULL p alone.
static void contactMap(
    const ssCone* cone, const double* x, double e, double* p, double* jacobian, double* byBarrier )
{
    int d = cone->dimension;
    memset( p, 0, (size_t)d * sizeof( double ) );
    if ( jacobian != NULL )
    {
        memset( byBarrier, 0, (size_t)d * sizeof( double ) );
        memset( jacobian, 0, (size_t)( d * d ) * sizeof( double ) );
    }
    double root = sqrt( x[0] * x[0] + 4.0 * e );
    p[0] = x[0] > 0.0 ? 0.5 * ( x[0] + root ) : root > 0.0 ? 2.0 * e / ( root - x[0] ) : 0.0;
    if ( !( p[0] > 0.0 ) )
    {
        p[0] = 0.0;
        return;
    }
    double slope = p[0] / root;
    for ( int block = 0; block < ( d == 3 ? 1 : d == 5 ? 2 : 3 ); ++block )
    {
        int first = 1 + 2 * block, last = block == 2 ? first : first + 1;
        double mu = block == 0 ? cone->mu : block == 1 ? cone->muRoll : cone->muSpin;
        double size = vecNorm( last - first + 1, x + first );
        Disc disc = discMap( size, mu * p[0], e );
        double ratio = size > 0.0 ? disc.size / size : disc.bySize;
        for ( int c = first; c <= last; ++c )
        {
            p[c] = ratio * x[c];
            double along = size > 0.0 ? x[c] / size : 0.0;
            for ( int k = first; k <= last && jacobian != NULL; ++k )
            {
                double other = size > 0.0 ? x[k] / size : 0.0;
                jacobian[c * d + k] = ( c == k ? ratio : 0.0 ) + ( disc.bySize - ratio ) * along * other;
            }
            if ( jacobian != NULL )
            {
                jacobian[c * d] = disc.byRadius * mu * slope * along;
                byBarrier[c] = ( disc.byRadius * mu / root + disc.byBarrier ) * along;
            }
        }
    }
    if ( jacobian != NULL )
    {
        jacobian[0] = slope;
        byBarrier[0] = 1.0 / root;
    }
}

/// x = p - r y - alpha (p - anchor) of contact i or, beyond the contacts, of a row.
static void pointOf( const Path* path, int i, const double* p, const double* y, double* x )
{
    const ssSystem* system = path->system;
    int d = i < system->contacts ? system->dimension : 1;
    size_t at = i < system->contacts
        ? (size_t)i * (size_t)d
        : (size_t)( system->contacts * system->dimension + i - system->contacts );
    for ( int c = 0; c < d; ++c )
    {
        size_t k = at + (size_t)c;
        x[c] = p[k] - path->step[i] * y[k] - path->alpha * ( p[k] - path->anchor[k] );
    }
}

static double barrierOf( const Path* path, int i )
{
    return path->step[i] * path->barrier * path->weight[i];
}

/// F = p - map(x) at p, whose velocity goes to y; its size in velocity units.
static double evaluate( Path* path, const double* p, double* y, double* map )
{
    ssSystem* system = path->system;
    int d = system->dimension;
    double sum = 0.0;
    systemMultiply( system, p, y, system->velocity );
    for ( int i = 0; i < system->contacts; ++i )
    {
        double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX];
        size_t at = (size_t)i * (size_t)d;
        pointOf( path, i, p, y, x );
        contactMap( &system->cones[i], x, barrierOf( path, i ), image, NULL, NULL );
        for ( int c = 0; c < d; ++c )
        {
            map[at + (size_t)c] = p[at + (size_t)c] - image[c];
        }
        sum += vecDot( d, map + at, map + at ) / ( path->step[i] * path->step[i] );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        int at = system->contacts * d + k;
        double x = 0.0, r = path->step[system->contacts + k];
        pointOf( path, system->contacts + k, p, y, &x );
        map[at] = p[at] - fmin( fmax( x, system->lo[k] ), system->hi[k] );
        sum += map[at] * map[at] / ( r * r );
    }
    return sqrt( sum );
}

// ------------------------------------------------------------------------------------------------------------- step

/// m <- m^-1 by Gauss-Jordan with row pivoting; false when singular.
static bool invert( int d, double* m )
{
    double inverse[SS_CONE_MAX * SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < d; ++i )
    {
        inverse[i * d + i] = 1.0;
    }
    for ( int k = 0; k < d; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < d; ++i )
        {
            pivot = fabs( m[i * d + k] ) > fabs( m[pivot * d + k] ) ? i : pivot;
        }
        double top = m[pivot * d + k];
        if ( !( fabs( top ) > 0.0 ) )
        {
            return false;
        }
        for ( int c = 0; c < d; ++c )
        {
            double a = m[pivot * d + c] / top, b = inverse[pivot * d + c] / top;
            m[pivot * d + c] = m[k * d + c];
            inverse[pivot * d + c] = inverse[k * d + c];
            m[k * d + c] = a;
            inverse[k * d + c] = b;
        }
        for ( int i = 0; i < d; ++i )
        {
            double factor = m[i * d + k];
            for ( int c = 0; c < d && i != k && factor != 0.0; ++c )
            {
                m[i * d + c] -= factor * m[k * d + c];
                inverse[i * d + c] -= factor * inverse[k * d + c];
            }
        }
    }
    memcpy( m, inverse, (size_t)( d * d ) * sizeof( double ) );
    return true;
}

/// From (I - (1 - alpha) J + r J C) dp + r J dy = -F of one contact: move = -G F and B = G r J. C, the compliance, is in
/// an explicit W already.
static bool eliminateContact( Path* path, int i )
{
    const ssSystem* system = path->system;
    int d = system->dimension;
    size_t at = (size_t)i * (size_t)d;
    double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX], j[SS_CONE_MAX * SS_CONE_MAX],
           g[SS_CONE_MAX * SS_CONE_MAX];
    double *b = path->b + at * (size_t)d, r = path->step[i];
    double byBarrier[SS_CONE_MAX], e = barrierOf( path, i );
    bool compliant = system->compliance != NULL && system->blocks == NULL;
    pointOf( path, i, path->p, path->y, x );
    contactMap( &system->cones[i], x, e, image, j, byBarrier );
    for ( int c = 0; c < d * d; ++c )
    {
        double own = compliant ? r * system->compliance[at + (size_t)( c % d )] : 0.0;
        g[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) - ( 1.0 - path->alpha - own ) * j[c];
    }
    if ( !invert( d, g ) )
    {
        return false;
    }
    for ( int row = 0; row < d; ++row )
    {
        path->move[at + (size_t)row] = -vecDot( d, g + row * d, path->map + at );
        path->slope[at + (size_t)row] = e * vecDot( d, g + row * d, byBarrier );
        for ( int c = 0; c < d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                sum += g[row * d + k] * j[k * d + c];
            }
            b[row * d + c] = r * sum;
        }
    }
    return true;
}

static void eliminateRow( Path* path, int k )
{
    const ssSystem* system = path->system;
    int d = system->dimension, at = system->contacts * d + k;
    double x = 0.0, r = path->step[system->contacts + k];
    pointOf( path, system->contacts + k, path->p, path->y, &x );
    bool inside = x >= system->lo[k] && x <= system->hi[k];
    double own = system->compliance != NULL ? r * system->compliance[at] : 0.0;
    double g = inside ? 1.0 / ( path->alpha + own ) : 1.0;
    path->move[at] = -g * path->map[at];
    path->slope[at] = 0.0;
    path->b[system->contacts * d * d + k] = inside ? g * r : 0.0;
}

/// dp = (I + B W)^-1 (-G F), W explicit.
static bool stepInContacts( Path* path )
{
    const ssSystem* system = path->system;
    int d = system->dimension, n = system->contacts;
    for ( int i = 0; i < n; ++i )
    {
        const double* b = path->b + (size_t)i * (size_t)( d * d );
        for ( int k = path->start[i]; k < path->start[i + 1]; ++k )
        {
            const double* w = path->blocks + (size_t)k * (size_t)( d * d );
            double* out = path->product + (size_t)k * (size_t)( d * d );
            for ( int c = 0; c < d * d; ++c )
            {
                double sum = path->column[k] == i && c % ( d + 1 ) == 0 ? 1.0 : 0.0;
                for ( int m = 0; m < d; ++m )
                {
                    sum += b[( c / d ) * d + m] * w[m * d + c % d];
                }
                out[c] = sum;
            }
        }
    }
    path->analysed = path->analysed || blockLuAnalyse( &path->lu, n, d, path->start, path->column );
    if ( !path->analysed || !blockLuFactor( &path->lu, path->start, path->column, path->product ) )
    {
        return false;
    }
    blockLuSolve( &path->lu, path->move );
    blockLuSolve( &path->lu, path->slope );
    return true;
}

/// dw = (I + E B E^T)^-1 E x, x <- x - B E^T dw.
static void solveInBodies( Path* path, double* x )
{
    const ssSystem* system = path->system;
    int d = system->dimension, n = system->contacts;
    const double* rowB = path->b + (size_t)( n * d * d );
    bodySpaceGather( &path->bodies, x, path->w );
    bodySpaceSolve( &path->bodies, path->w );
    bodySpaceScatter( &path->bodies, path->w, path->trialY );
    for ( int i = 0; i < n; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        for ( int c = 0; c < d; ++c )
        {
            x[at + (size_t)c] -= vecDot( d, path->b + at * (size_t)d + (size_t)( c * d ), path->trialY + at );
        }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        x[n * d + k] -= rowB[k] * path->trialY[n * d + k];
    }
}

/// x = -G F and what goes with the barrier.
static bool stepInBodies( Path* path )
{
    const ssSystem* system = path->system;
    const double* rowB = path->b + (size_t)( system->contacts * system->dimension * system->dimension );
    if ( !bodySpaceFactor( &path->bodies, path->b, rowB ) )
    {
        return false;
    }
    solveInBodies( path, path->move );
    solveInBodies( path, path->slope );
    return true;
}

/// move = the Newton step at p, where F and y have been evaluated, slope = dp/d(ln m) along the path.
static bool newtonStep( Path* path )
{
    const ssSystem* system = path->system;
    for ( int i = 0; i < system->contacts; ++i )
    {
        if ( !eliminateContact( path, i ) )
        {
            return false;
        }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        eliminateRow( path, k );
    }
    return system->blocks != NULL ? stepInContacts( path ) : stepInBodies( path );
}

/// Halves the step until F falls; the step taken, 0 when none helps. p and *merit follow.
static double lineSearch( Path* path, int halvings, double* merit )
{
    int size = path->system->size;
    double t = 1.0;
    for ( int turn = 0; turn < halvings; ++turn, t *= 0.5 )
    {
        for ( int i = 0; i < size; ++i )
        {
            path->trial[i] = path->p[i] + t * path->move[i];
        }
        double trial = evaluate( path, path->trial, path->trialY, path->trialMap );
        if ( trial < ( 1.0 - 1e-3 * t ) * *merit )
        {
            *merit = trial;
            memcpy( path->p, path->trial, (size_t)size * sizeof( double ) );
            memcpy( path->y, path->trialY, (size_t)size * sizeof( double ) );
            memcpy( path->map, path->trialMap, (size_t)size * sizeof( double ) );
            return t;
        }
    }
    return 0.0;
}

// ------------------------------------------------------------------------------------------------------------- path

/// The point of the cone next to p - ahead × slope goes to `out`, its velocity to trialY; the residual.
static double lookAhead( Path* path, double ahead, double* out )
{
    ssSystem* system = path->system;
    for ( int i = 0; i < system->size; ++i )
    {
        out[i] = path->p[i] - ahead * path->slope[i];
    }
    systemProject( system, out );
    systemMultiply( system, out, path->trialY, system->velocity );
    return systemResidual( system, out, path->trialY );
}

/// Judges the present point and remembers it when it is the best. Where no contact changes its mode any more p is linear
/// in the barrier and m = 0 lies one slope ahead: the better of here and there.
static bool judge( ssSolveRun* run, Path* path )
{
    double there = lookAhead( path, 1.0, run->p );
    if ( !( lookAhead( path, 0.0, path->trial ) > there ) )
    {
        memcpy( run->p, path->trial, runStride( run ) * sizeof( double ) );
    }
    systemMultiply( path->system, run->p, path->trialY, path->system->velocity );
    bool done = runCheck( run, run->p, path->trialY, path->barrier );
    if ( run->residual < path->bestResidual )
    {
        path->bestResidual = run->residual;
        memcpy( path->best, run->p, runStride( run ) * sizeof( double ) );
    }
    return done;
}

/// |alpha (p - anchor)| in velocity units.
static double proximalSize( const Path* path )
{
    const ssSystem* system = path->system;
    int d = system->dimension;
    double sum = 0.0;
    for ( int i = 0; i < system->size; ++i )
    {
        int owner = i < system->contacts * d ? i / d : system->contacts + i - system->contacts * d;
        double off = path->alpha * ( path->p[i] - path->anchor[i] ) / path->step[owner];
        sum += off * off;
    }
    return sqrt( sum );
}

typedef struct Control
{
    double alphaMin, floor, centre, shrink, settle;
    double savedBarrier; // of the last point of the path; 0 before the first
    bool moves;          // that point has not settled
    int corrections;
} Control;

/// A point of the path has been reached: the next barrier, or more time at this one while the proximal term still moves.
static void advance( ssSolveRun* run, Path* path, Control* control, double own )
{
    size_t bytes = runStride( run ) * sizeof( double );
    bool quick = control->corrections <= 3;
    control->moves = proximalSize( path ) > control->settle * own;
    memcpy( path->saved, path->p, bytes );
    memcpy( path->anchor, path->p, bytes );
    control->savedBarrier = path->barrier;
    path->alpha = quick ? fmax( 0.3 * path->alpha, control->alphaMin ) : path->alpha;
    if ( !control->moves )
    {
        control->shrink = quick        ? fmax( control->shrink * control->shrink, 0.02 )
            : control->corrections > 5 ? sqrt( control->shrink )
                                       : control->shrink;
        path->barrier = fmax( path->barrier * control->shrink, control->floor );
    }
    control->corrections = 0;
}

/// Back to the last point, with a shorter step and a larger alpha.
static void retreat( ssSolveRun* run, Path* path, Control* control )
{
    if ( control->savedBarrier > 0.0 )
    {
        memcpy( path->p, path->saved, runStride( run ) * sizeof( double ) );
        control->shrink = fmin( sqrt( control->shrink ), 0.85 );
        path->alpha = fmin( 10.0 * path->alpha, ALPHA_MAX );
        path->barrier = control->savedBarrier * control->shrink;
        control->corrections = 0;
    }
    else
    {
        path->barrier *= 10.0;
    }
}

/// From path->start0 down the path with the present weights. True when the run is over.
static bool follow( ssSolveRun* run, Path* path )
{
    const ssSystem* system = path->system;
    size_t bytes = runStride( run ) * sizeof( double );
    double energy = system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
    Control control = { .alphaMin = runValue( run, "alpha" ),
        .floor = 1e-2 * energy * run->tolerance * run->tolerance,
        .centre = runValue( run, "centre" ),
        .settle = runValue( run, "settle" ),
        .shrink = runValue( run, "shrink" ) };
    path->alpha = control.alphaMin;
    path->barrier = energy * runValue( run, "barrier" );
    memcpy( path->p, path->start0, bytes );
    memcpy( path->anchor, path->p, bytes );
    double milestone = (double)INFINITY;
    int passed = run->iterations;
    int patience = control.settle < 1.0 ? PATIENCE_SETTLED : PATIENCE;
    while ( run->iterations - passed < patience && run->iterations < run->maxIterations )
    {
        double merit = evaluate( path, path->p, path->y, path->map );
        if ( !isfinite( merit ) )
        {
            return false;
        }
        bool stepped = newtonStep( path ) &&
            lineSearch( path, control.savedBarrier > 0.0 ? HALVINGS : HALVINGS_FIRST, &merit ) > 0.0;
        run->iterations += 1;
        control.corrections += 1;
        if ( judge( run, path ) )
        {
            return true;
        }
        if ( run->residual < 0.67 * milestone )
        {
            milestone = run->residual;
            passed = run->iterations;
        }
        double own = sqrt( path->barrier * system->meanDiag * ( system->contacts + 1.0 ) );
        if ( stepped && merit <= control.centre * own )
        {
            advance( run, path, &control, own );
        }
        else if ( !stepped || ( control.savedBarrier > 0.0 && control.corrections >= CORRECTIONS ) )
        {
            retreat( run, path, &control );
        }
    }
    return run->iterations >= run->maxIterations;
}

/// 1 at first; later spread evenly over the logarithm, the same in every run.
static void fillWeights( Path* path, unsigned attempt )
{
    for ( int i = 0; i < path->system->contacts; ++i )
    {
        uint32_t hash = ( (uint32_t)i + 1u ) * 2654435761u + attempt * 2246822519u;
        hash = ( hash ^ ( hash >> 15 ) ) * 2246822519u;
        hash = ( hash ^ ( hash >> 13 ) ) * 3266489917u;
        double even = 2.0 * ( ( hash ^ ( hash >> 16 ) ) / 4294967296.0 ) - 1.0;
        path->weight[i] = attempt == 0 ? 1.0 : pow( WEIGHT_SPREAD, even );
    }
}

static void solvePath( ssSolveRun* run )
{
    Path path;
    if ( makePath( run, &path ) )
    {
        int attempts = 0;
        memcpy( path.start0, run->p, runStride( run ) * sizeof( double ) );
        memcpy( path.p, run->p, runStride( run ) * sizeof( double ) );
        bool done = judge( run, &path );
        for ( ; !done && run->iterations < run->maxIterations; ++attempts )
        {
            int before = run->iterations;
            fillWeights( &path, (unsigned)runValue( run, "seed" ) + (unsigned)attempts );
            done = follow( run, &path );
            if ( run->iterations == before )
            {
                run->status = ss_solveStalled;
                break;
            }
        }
        if ( run->status != ss_solveCancelled )
        {
            memcpy( run->p, path.best, runStride( run ) * sizeof( double ) );
            run->residual = path.bestResidual;
        }
        runSay( run, "%d Newton steps along %d path%s", run->iterations, attempts, attempts == 1 ? "" : "s" );
    }
    freePath( &path );
}

const ssSolver ss_solverPath = { .name = "path",
    .label = "Newton along a path of smoothed problems",
    .source = "Alart & Curnier 1991; Acary & Bourrier 2021, Eq. 22",
    .honours = ss_lawCoulomb | ss_lawRolling | ss_lawSpinning,
    .rows = true,
    .maxIterations = 1000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solvePath };
