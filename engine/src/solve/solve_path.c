// SPDX-License-Identifier: MIT
#include "solve/solve_path.h"

#include <math.h>
#include <string.h>

// Path following for Coulomb's law. Every complementarity p u = 0 is replaced by p u = m, the edge of each friction disc
// by a barrier of the same weight, and m falls to zero: far from the answer all contacts share the load smoothly, and
// which of them slide or open is decided by the path instead of by trial. On the path, with x = p - r y and e = r m,
//     p_N = (x_N + sqrt(x_N² + 4 e))/2,   |x_T| = |p_T| (1 + 2 e/(R² - |p_T|²)),   R = mu p_N,
// the map of Alart & Curnier (1991) at e = 0: the normal force first and friction within the bound that it leaves, hence
// no De Saxcé term; rolling and spinning moments have discs of their own (Acary & Bourrier Eq. 22). Newton's method
// follows. Its linear step (solve_step.h) has full rank where W has not by a small proximal term alpha (p - anchor).
//
// Under the relaxed law friction presses on the normal force in turn: its discs' barriers depend on R, and
//     p_N = x_N + e/p_N + sum over discs of mu 2 e R/(R² - |p_T|²),
// the proximal map of the cone's own barrier, which tends to the projection onto it (Tasora & Anitescu Eq. 46). That
// problem is convex, and the path has no turns.
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
#define NORMAL_TURNS 200 // far more than ever needed

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
    { .key = "predict",
        .symbol = "predict",
        .label = "along the slope",
        .unit = "",
        .group = "solver",
        .doc = "1 begins the next point of the path along the slope at the last where that is nearer to it: "
               "fewer "
               "steps, and more often a branch that ends.",
        .kind = ss_paramInteger,
        .max = 1,
        .allowedMax = 1 },
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
    linearStep space;

    double alpha, barrier;
    double* weight;                              // of the barrier, per contact
    double *step, *b;                            // r per contact and row; B = G r J, and one number per row
    double *p, *y, *map, *anchor, *saved, *best; // of the system's size
    double *trial, *trialY, *trialMap, *move, *slope, *start0;
    double bestResidual;
} Path;

static void freePath( Path* path )
{
    void* owned[] = { path->weight, path->step, path->b, path->p };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    linearStepFree( &path->space );
}

static bool makePath( ssSolveState* state, Path* path )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, stride = solveStride( state );
    size_t d = (size_t)system->dimension, couplings = n + (size_t)system->rows;
    *path = ( Path ){ .system = system, .bestResidual = (double)INFINITY };
    path->p = solveVectors( state, 12 );
    path->weight = ssAlloc( n * sizeof( double ) );
    path->step = ssAlloc( couplings * sizeof( double ) );
    path->b = ssAlloc( ( n * d * d + (size_t)system->rows ) * sizeof( double ) );
    bool room = path->p && path->weight && path->step && path->b && linearStepMake( &path->space, system );
    if ( !room )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    double** vectors[] = { &path->y, &path->map, &path->anchor, &path->saved, &path->best, &path->trial,
        &path->trialY, &path->trialMap, &path->move, &path->slope, &path->start0 };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        *vectors[i] = path->p + (size_t)( i + 1 ) * stride;
    }
    systemContactSteps( system, path->step );
    for ( int k = 0; k < system->rows; ++k )
    {
        path->step[system->contacts + k] = 1.0 / system->rowDiag[k];
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- map

typedef struct Disc
{
    double size;                              // |p_T|
    double bySize, byRadius, byBarrier;       // its derivatives with respect to |x_T|, R and e
    double push, pushByRadius, pushByBarrier; // 2 e R/(R² - |p_T|²) and its derivatives, |x_T| held
} Disc;

/// h = 1 - a of the root a in [0, 1) of a (1 + k/(1 - a²)) = s, to its last digits however near the edge a is:
/// h (2 - h) (s - 1 + h) = k (1 - h), from the root of a quadratic with the same ends.
static double discSlack( double s, double k )
{
    double e = s - 1.0, least = fmax( -e, 0.0 ), guess = fmin( s / ( 1.0 + k ), 1.0 );
    double b = k * guess / ( 1.0 + guess ), root = sqrt( e * e + 4.0 * b );
    double h = fmin( e > 0.0 ? 2.0 * b / ( e + root ) : 0.5 * ( root - e ), 1.0 );
    for ( int turn = 0; turn < 20; ++turn )
    {
        double f = h * ( 2.0 - h ) * ( e + h ) - k * ( 1.0 - h );
        double next = h - f / ( 2.0 * ( 1.0 - h ) * ( e + h ) + h * ( 2.0 - h ) + k );
        next = next > least ? fmin( next, 1.0 ) : 0.5 * ( h + least );
        bool there = fabs( next - h ) <= 1e-15 * h;
        h = next;
        if ( there )
        {
            break;
        }
    }
    return h;
}

/// The friction force within a disc of radius R, with the barrier e.
static Disc discMap( double size, double radius, double e )
{
    if ( e <= 0.0 )
    {
        bool inside = size <= radius;
        return ( Disc ){
            .size = inside ? size : radius, .bySize = inside ? 1.0 : 0.0, .byRadius = inside ? 0.0 : 1.0
        };
    }
    double k = 2.0 * e / ( radius * radius );
    if ( !( radius > 0.0 && k < 1e200 ) )
    {
        return ( Disc ){ 0 };
    }
    double h = discSlack( size / radius, k ), a = 1.0 - h, q = fmax( h * ( 2.0 - h ), 1e-100 );
    double slope = 1.0 + k * ( 1.0 + a * a ) / ( q * q ), whole = q * q + k * ( 1.0 + a * a );
    return ( Disc ){ .size = a * radius,
        .bySize = 1.0 / slope,
        .byRadius = 2.0 * k * a / ( q * q ) / slope,
        .byBarrier = -2.0 * a / ( radius * q * slope ),
        .push = radius * k / q,
        .pushByRadius = -k * ( 2.0 + k - q ) / whole,
        .pushByBarrier = 2.0 / radius * ( q + k ) / whole };
}

/// The normal force on the path and its derivatives with respect to x_N and e.
typedef struct Normal
{
    double force, slope, byBarrier;
} Normal;

static Normal coulombNormal( double x, double e )
{
    double root = sqrt( x * x + 4.0 * e );
    double force = x > 0.0 ? 0.5 * ( x + root ) : root > 0.0 ? 2.0 * e / ( root - x ) : 0.0;
    return force > 0.0 ? ( Normal ){ force, force / root, 1.0 / root } : ( Normal ){ 0 };
}

static int discCount( const ssCone* cone )
{
    return cone->dimension / 2;
}

static double discCoefficient( const ssCone* cone, int k )
{
    return k == 0 ? cone->mu : k == 1 ? cone->muRoll : cone->muSpin;
}

/// The root of f(p_N) = p_N - x_N - e/p_N - (push of the discs), an increasing function: Newton's method between two
/// bounds, from the projection.
static Normal relaxedNormal( const ssCone* cone, const double* x, double e )
{
    double sizes[3], projected[SS_CONE_MAX];
    for ( int k = 0; k < discCount( cone ); ++k )
    {
        sizes[k] = vecNorm( k == 2 ? 1 : 2, x + 1 + 2 * k );
    }
    ssProjectOntoCone( cone, x, projected );
    double low = coulombNormal( x[0], e ).force, high = HUGE_VAL;
    Normal normal = { .force = fmax( low, projected[0] ) };
    for ( int turn = 0; turn < NORMAL_TURNS && normal.force > 0.0; ++turn )
    {
        double p = normal.force, f = p - x[0] - e / p, slope = 1.0 + e / ( p * p ), byBarrier = 1.0 / p;
        for ( int k = 0; k < discCount( cone ); ++k )
        {
            double mu = discCoefficient( cone, k );
            Disc disc = discMap( sizes[k], mu * p, e );
            f -= mu * disc.push;
            slope -= mu * mu * disc.pushByRadius;
            byBarrier += mu * disc.pushByBarrier;
        }
        normal.slope = 1.0 / slope;
        normal.byBarrier = byBarrier / slope;
        low = f < 0.0 ? p : low;
        high = f > 0.0 ? p : high;
        double next = p - f / slope;
        if ( !( next > low && next < high ) )
        {
            next = isinf( high ) ? 2.0 * p : 0.5 * ( low + high );
        }
        if ( fabs( f ) <= 1e-15 * slope * p || fabs( next - p ) <= 1e-15 * p )
        {
            break;
        }
        normal.force = next;
    }
    return normal;
}

/// p from x, its derivative J, dimension² numbers row by row, and that with respect to e; with `jacobian` NULL p alone.
void pathContactMap( const ssCone* cone, bool relaxed, const double* x, double e, double* p, double* jacobian,
    double* byBarrier )
{
    int d = cone->dimension;
    memset( p, 0, (size_t)d * sizeof( double ) );
    if ( jacobian != NULL )
    {
        memset( byBarrier, 0, (size_t)d * sizeof( double ) );
        memset( jacobian, 0, (size_t)( d * d ) * sizeof( double ) );
    }
    Normal normal = relaxed && e > 0.0 ? relaxedNormal( cone, x, e ) : coulombNormal( x[0], e );
    if ( !( normal.force > 0.0 ) )
    {
        return;
    }
    double lean[SS_CONE_MAX] = { 1.0 }; // of p with the normal force
    p[0] = normal.force;
    for ( int block = 0; block < discCount( cone ); ++block )
    {
        int first = 1 + 2 * block, last = block == 2 ? first : first + 1;
        double mu = discCoefficient( cone, block ), size = vecNorm( last - first + 1, x + first );
        Disc disc = discMap( size, mu * p[0], e );
        double ratio = size > 0.0 ? disc.size / size : disc.bySize;
        for ( int c = first; c <= last; ++c )
        {
            p[c] = ratio * x[c];
            double along = size > 0.0 ? x[c] / size : 0.0;
            lean[c] = disc.byRadius * mu * along;
            for ( int k = first; k <= last && jacobian != NULL; ++k )
            {
                double other = size > 0.0 ? x[k] / size : 0.0;
                jacobian[c * d + k] = ( c == k ? ratio : 0.0 ) + ( disc.bySize - ratio ) * along * other;
            }
            if ( jacobian != NULL )
            {
                byBarrier[c] = lean[c] * normal.byBarrier + disc.byBarrier * along;
            }
        }
    }
    for ( int c = 0; c < d && jacobian != NULL; ++c )
    {
        jacobian[c * d] = lean[c] * normal.slope;
        for ( int k = 1; k < d && relaxed; ++k )
        {
            jacobian[c * d + k] += lean[c] * lean[k] * normal.slope;
        }
    }
    if ( jacobian != NULL )
    {
        byBarrier[0] = normal.byBarrier;
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

/// F = p - map(x) at p with its velocity y; its size in velocity units.
static double measure( const Path* path, const double* p, const double* y, double* map )
{
    const ssSystem* system = path->system;
    int d = system->dimension;
    double sum = 0.0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX];
        size_t at = (size_t)i * (size_t)d;
        pointOf( path, i, p, y, x );
        pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, barrierOf( path, i ),
            image, NULL, NULL );
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

/// The same where the velocity is not known yet.
static double evaluate( Path* path, const double* p, double* y, double* map )
{
    systemMultiply( path->system, p, y, path->system->velocity );
    return measure( path, p, y, map );
}

// ------------------------------------------------------------------------------------------------------------- step

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
    pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, e, image, j, byBarrier );
    for ( int c = 0; c < d * d; ++c )
    {
        double own = compliant ? r * system->compliance[at + (size_t)( c % d )] : 0.0;
        g[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) - ( 1.0 - path->alpha - own ) * j[c];
    }
    if ( !linearStepInvert( d, g ) )
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
    if ( !linearStepFactor( &path->space, path->b ) )
    {
        return false;
    }
    linearStepSolve( &path->space, path->b, path->move );
    linearStepSolve( &path->space, path->b, path->slope );
    return true;
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

/// The point of the cone next to p - ahead × slope goes to `out`, its velocity to `y`; the residual.
static double lookAhead( Path* path, double ahead, double* out, double* y )
{
    ssSystem* system = path->system;
    for ( int i = 0; i < system->size; ++i )
    {
        out[i] = path->p[i] - ahead * path->slope[i];
    }
    systemProject( system, out );
    systemMultiply( system, out, y, system->velocity );
    return systemResidual( system, out, y );
}

/// Judges the present point and remembers it when it is the best. Where no contact changes its mode any more p is linear
/// in the barrier and m = 0 lies one slope ahead: the better of here and there.
static bool judge( ssSolveState* state, Path* path )
{
    double *p = state->p, *y = path->trialY;
    double there = lookAhead( path, 1.0, p, y );
    if ( !( lookAhead( path, 0.0, path->trial, path->trialMap ) > there ) )
    {
        memcpy( p, path->trial, solveStride( state ) * sizeof( double ) );
        y = path->trialMap;
    }
    bool done = solveCheck( state, p, y, path->barrier );
    if ( state->residual < path->bestResidual )
    {
        path->bestResidual = state->residual;
        memcpy( path->best, p, solveStride( state ) * sizeof( double ) );
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
    bool predict;
    int corrections;
} Control;

/// Along the slope to the next barrier, when that is nearer to the path than staying is.
static void predict( Path* path, double ahead )
{
    int size = path->system->size;
    double here = measure( path, path->p, path->y, path->map );
    for ( int i = 0; i < size; ++i )
    {
        path->trial[i] = path->p[i] - ahead * path->slope[i];
    }
    if ( evaluate( path, path->trial, path->trialY, path->trialMap ) < here )
    {
        memcpy( path->p, path->trial, (size_t)size * sizeof( double ) );
        memcpy( path->y, path->trialY, (size_t)size * sizeof( double ) );
    }
}

/// A point of the path has been reached: the next barrier, or more time at this one while the proximal term still moves.
static void advance( ssSolveState* state, Path* path, Control* control, double own )
{
    size_t bytes = solveStride( state ) * sizeof( double );
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
        double before = path->barrier;
        path->barrier = fmax( path->barrier * control->shrink, control->floor );
        if ( control->predict )
        {
            predict( path, 1.0 - path->barrier / before );
        }
    }
    control->corrections = 0;
}

/// Back to the last point, with a shorter step and a larger alpha.
static void retreat( ssSolveState* state, Path* path, Control* control )
{
    if ( control->savedBarrier > 0.0 )
    {
        memcpy( path->p, path->saved, solveStride( state ) * sizeof( double ) );
        systemMultiply( path->system, path->p, path->y, path->system->velocity );
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
static bool follow( ssSolveState* state, Path* path )
{
    const ssSystem* system = path->system;
    size_t bytes = solveStride( state ) * sizeof( double );
    double energy = system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
    Control control = { .alphaMin = solveOption( state, "alpha" ),
        .floor = 1e-2 * energy * state->tolerance * state->tolerance,
        .centre = solveOption( state, "centre" ),
        .settle = solveOption( state, "settle" ),
        .shrink = solveOption( state, "shrink" ),
        .predict = solveOption( state, "predict" ) > 0.0 };
    path->alpha = control.alphaMin;
    path->barrier = energy * solveOption( state, "barrier" );
    memcpy( path->p, path->start0, bytes );
    memcpy( path->anchor, path->p, bytes );
    systemMultiply( system, path->p, path->y, system->velocity );
    double milestone = (double)INFINITY;
    int passed = state->iterations;
    int patience = control.settle < 1.0 ? PATIENCE_SETTLED : PATIENCE;
    while ( state->iterations - passed < patience && state->iterations < state->maxIterations )
    {
        double merit = measure( path, path->p, path->y, path->map );
        if ( !isfinite( merit ) )
        {
            return false;
        }
        bool stepped = newtonStep( path ) &&
            lineSearch( path, control.savedBarrier > 0.0 ? HALVINGS : HALVINGS_FIRST, &merit ) > 0.0;
        state->iterations += 1;
        control.corrections += 1;
        if ( judge( state, path ) )
        {
            return true;
        }
        if ( state->residual < 0.67 * milestone )
        {
            milestone = state->residual;
            passed = state->iterations;
        }
        double own = sqrt( path->barrier * system->meanDiag * ( system->contacts + 1.0 ) );
        if ( stepped && merit <= control.centre * own )
        {
            advance( state, path, &control, own );
        }
        else if ( !stepped || ( control.savedBarrier > 0.0 && control.corrections >= CORRECTIONS ) )
        {
            retreat( state, path, &control );
        }
    }
    return state->iterations >= state->maxIterations;
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

static void solvePath( ssSolveState* state )
{
    Path path;
    if ( makePath( state, &path ) )
    {
        int attempts = 0;
        memcpy( path.start0, state->p, solveStride( state ) * sizeof( double ) );
        memcpy( path.p, state->p, solveStride( state ) * sizeof( double ) );
        bool done = judge( state, &path );
        for ( ; !done && state->iterations < state->maxIterations; ++attempts )
        {
            int before = state->iterations;
            fillWeights( &path, (unsigned)solveOption( state, "seed" ) + (unsigned)attempts );
            done = follow( state, &path );
            if ( state->iterations == before )
            {
                state->status = ss_solveStalled;
                break;
            }
        }
        if ( state->status != ss_solveCancelled )
        {
            memcpy( state->p, path.best, solveStride( state ) * sizeof( double ) );
            state->residual = path.bestResidual;
        }
        solveNote(
            state, "%d Newton steps along %d path%s", state->iterations, attempts, attempts == 1 ? "" : "s" );
    }
    freePath( &path );
}

const ssSolver ss_solverPath = { .name = "path",
    .label = "Newton along a path of smoothed problems",
    .source = "Alart & Curnier 1991; Acary & Bourrier 2021, Eq. 22",
    .honours = ss_lawFlagCoulomb | ss_lawFlagRelaxed | ss_lawFlagRolling | ss_lawFlagSpinning,
    .rows = true,
    .maxIterations = 1000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solvePath };
