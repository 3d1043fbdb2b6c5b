// SPDX-License-Identifier: MIT
#include "solve/linear_step.h"
#include "solve/path_map.h"

#include <string.h>

// Path following for Coulomb's law and the relaxed one. Every contact follows the smoothed law of path_map.h
// with a barrier m that falls to zero: far from the answer all contacts share the load smoothly, and the path
// decides which of them slide or open, instead of trial. Newton's method finds each point of the path from
// the one before. Its linear step (linear_step.h) has full rank even where W has not, thanks to a small
// proximal term alpha (p - anchor).
//
// The relaxed problem is convex, and its path has no turns. Coulomb's problem is not monotone: its path may
// turn back in m. There the step control raises alpha, which moves p along like an implicit time step until
// the path goes on. When that takes too long, a new path begins, on which the contacts' barriers have other
// weights.

#define HALVINGS 5     // of a Newton step: where more are needed a new path is cheaper
#define CORRECTIONS 14 // Newton steps to the next point of the path before it is given up
#define PATIENCE 80    // Newton steps; within these the residual must fall by a third, or a new path begins
#define PATIENCE_SETTLED 300 // the same where the path is annealed, which is slow
#define ALPHA_MAX 1.0        // over the diagonal of W; more would only slow the path down

static const ssParam s_params[] = {
    { SOLVER_PARAM( "alpha", "α", "smallest proximal weight",
          "What is added to the diagonal of W, as a part of it. It grows where the path turns." ),
        .min = 1e-9, .max = 1e-2, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow,
        .defaultValue = 1e-6, .logScale = true },
    { SOLVER_PARAM( "barrier", "m", "first barrier",
          "Where the path begins: p u of every contact, over |q|² / (n mean diag W)." ),
        .min = 1e-6, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1e6, .open = ss_openLow,
        .defaultValue = 1e-2, .logScale = true },
    { SOLVER_PARAM( "centre", "c", "distance from the path",
          "Error allowed at a point of the path, over the residual that the barrier stands for." ),
        .min = 1e-3, .max = 0.5, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow,
        .defaultValue = 0.03, .logScale = true },
    { SOLVER_PARAM( "shrink", "κ", "first reduction",
          "Factor of the barrier from one point to the next; it is adapted from there on." ),
        .min = 0.01, .max = 0.9, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow | ss_openHigh,
        .defaultValue = 0.1 },
    { SOLVER_PARAM( "settle", "σ", "settling",
          "Proximal term that may remain at a point of the path, over the residual that the barrier stands "
          "for. Small numbers anneal: they are slow, and end lower where the law has many answers." ),
        .min = 0.01, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1e6, .open = ss_openLow,
        .defaultValue = 1.0, .logScale = true },
    { SOLVER_PARAM( "predict", "predict", "prediction",
          "1 starts towards the next point along the slope at the last one, where that is nearer: fewer "
          "steps, but the path is lost more often." ),
        .kind = ss_paramInteger, .max = 1, .allowedMax = 1 },
    { SOLVER_PARAM( "seed", "seed", "weights",
          "0: the barriers of all contacts have the same weight on the first path. Other numbers give other "
          "weights and another path." ),
        .kind = ss_paramInteger, .max = 100, .allowedMax = 1e9 },
};

typedef struct Path
{
    ssSystem* system;
    linearStep linear;

    double alpha, barrier;
    double* weight; // of the barrier, per contact
    double* r;      // per contact and row
    double* b;      // B = G r J per contact, and one number per row
    // vectors of the system's size; f is F = p - (image of x)
    double *p, *y, *f, *anchor, *saved, *best;
    double *trial, *trialY, *trialF, *dp, *slope, *origin;
    double bestResidual;
} Path;

static void freePath( Path* path )
{
    void* owned[] = { path->weight, path->r, path->b, path->p };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( path->system->arena, owned[i] ); }
    linearStepFree( &path->linear );
}

static bool makePath( ssSolveState* state, Path* path )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, stride = solveStride( state );
    size_t d = (size_t)system->dimension, couplings = n + (size_t)system->rows;
    *path = ( Path ){ .system = system, .bestResidual = (double)INFINITY };
    path->p = solveVectors( state, 12 );
    path->weight = ssArena_Alloc( path->system->arena, n * sizeof( double ) );
    path->r = ssArena_Alloc( path->system->arena, couplings * sizeof( double ) );
    path->b = ssArena_Alloc( path->system->arena, ( n * d * d + (size_t)system->rows ) * sizeof( double ) );
    bool allocated = path->p && path->weight && path->r && path->b && linearStepMake( &path->linear, system );
    if ( !allocated )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    double** vectors[] = { &path->y, &path->f, &path->anchor, &path->saved, &path->best, &path->trial,
        &path->trialY, &path->trialF, &path->dp, &path->slope, &path->origin };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { *vectors[i] = path->p + (size_t)( i + 1 ) * stride; }
    systemContactSteps( system, path->r );
    for ( int k = 0; k < system->rows; ++k ) { path->r[system->contacts + k] = 1.0 / system->rowDiag[k]; }
    return true;
}

/// x = p - r y - alpha (p - anchor) of contact i or, where i is beyond the contacts, of a row.
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
        x[c] = p[k] - path->r[i] * y[k] - path->alpha * ( p[k] - path->anchor[k] );
    }
}

static double barrierOf( const Path* path, int i ) { return path->r[i] * path->barrier * path->weight[i]; }

/// F at p, whose velocity is y, into `f`; its size in velocity units.
static double measure( const Path* path, const double* p, const double* y, double* f )
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
        for ( int c = 0; c < d; ++c ) { f[at + (size_t)c] = p[at + (size_t)c] - image[c]; }
        sum += vecDot( d, f + at, f + at ) / ( path->r[i] * path->r[i] );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        int at = system->contacts * d + k;
        double x = 0.0, r = path->r[system->contacts + k];
        pointOf( path, system->contacts + k, p, y, &x );
        f[at] = p[at] - ssMin( ssMax( x, system->lo[k] ), system->hi[k] );
        sum += f[at] * f[at] / ( r * r );
    }
    return sqrt( sum );
}

/// The same where the velocity is not known yet; it goes to `y`.
static double evaluate( Path* path, const double* p, double* y, double* f )
{
    systemMultiply( path->system, p, y, path->system->velocity );
    return measure( path, p, y, f );
}

/// Solves (I - (1 - alpha) J + r J C) dp + r J dy = -F of one contact for dp = -G F - B dy, B = G r J: -G F
/// goes to dp. An explicit W contains the compliance C already.
static bool eliminateContact( Path* path, int i )
{
    const ssSystem* system = path->system;
    int d = system->dimension;
    size_t at = (size_t)i * (size_t)d;
    double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX], j[SS_CONE_MAX * SS_CONE_MAX],
           g[SS_CONE_MAX * SS_CONE_MAX];
    double *b = path->b + at * (size_t)d, r = path->r[i];
    double byBarrier[SS_CONE_MAX], e = barrierOf( path, i );
    bool compliant = system->compliance != NULL && system->blocks == NULL;
    pointOf( path, i, path->p, path->y, x );
    pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, e, image, j, byBarrier );
    for ( int c = 0; c < d * d; ++c )
    {
        double own = compliant ? r * system->compliance[at + (size_t)( c % d )] : 0.0;
        g[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) - ( 1.0 - path->alpha - own ) * j[c];
    }
    if ( !linearStepInvert( d, g ) ) { return false; }
    for ( int row = 0; row < d; ++row )
    {
        path->dp[at + (size_t)row] = -vecDot( d, g + row * d, path->f + at );
        path->slope[at + (size_t)row] = e * vecDot( d, g + row * d, byBarrier );
        for ( int c = 0; c < d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k ) { sum += g[row * d + k] * j[k * d + c]; }
            b[row * d + c] = r * sum;
        }
    }
    return true;
}

static void eliminateRow( Path* path, int k )
{
    const ssSystem* system = path->system;
    int d = system->dimension, at = system->contacts * d + k;
    double x = 0.0, r = path->r[system->contacts + k];
    pointOf( path, system->contacts + k, path->p, path->y, &x );
    bool inside = x >= system->lo[k] && x <= system->hi[k];
    double own = system->compliance != NULL ? r * system->compliance[at] : 0.0;
    double g = inside ? 1.0 / ( path->alpha + own ) : 1.0;
    path->dp[at] = -g * path->f[at];
    path->slope[at] = 0.0;
    path->b[system->contacts * d * d + k] = inside ? g * r : 0.0;
}

/// dp becomes the Newton step at p, where F and y are known, and slope dp/d(ln m) along the path.
static bool newtonStep( Path* path )
{
    const ssSystem* system = path->system;
    for ( int i = 0; i < system->contacts; ++i )
    {
        if ( !eliminateContact( path, i ) ) { return false; }
    }
    for ( int k = 0; k < system->rows; ++k ) { eliminateRow( path, k ); }
    if ( !linearStepFactor( &path->linear, path->b ) ) { return false; }
    linearStepSolve( &path->linear, path->b, path->dp );
    linearStepSolve( &path->linear, path->b, path->slope );
    return true;
}

/// Halves the step until |F| falls, and takes it. Returns the part taken, 0
/// when none helps; *merit becomes the new |F|.
static double lineSearch( Path* path, double* merit )
{
    int size = path->system->size;
    double t = 1.0;
    for ( int turn = 0; turn < HALVINGS; ++turn, t *= 0.5 )
    {
        for ( int i = 0; i < size; ++i ) { path->trial[i] = path->p[i] + t * path->dp[i]; }
        double trial = evaluate( path, path->trial, path->trialY, path->trialF );
        if ( trial < ( 1.0 - 1e-3 * t ) * *merit )
        {
            *merit = trial;
            memcpy( path->p, path->trial, (size_t)size * sizeof( double ) );
            memcpy( path->y, path->trialY, (size_t)size * sizeof( double ) );
            memcpy( path->f, path->trialF, (size_t)size * sizeof( double ) );
            return t;
        }
    }
    return 0.0;
}

/// `out`: the point of the cones nearest to p - ahead × slope; `y`: its velocity. Returns its residual.
static double lookAhead( Path* path, double ahead, double* out, double* y )
{
    ssSystem* system = path->system;
    for ( int i = 0; i < system->size; ++i ) { out[i] = path->p[i] - ahead * path->slope[i]; }
    systemProject( system, out );
    systemMultiply( system, out, y, system->velocity );
    return systemResidual( system, out, y );
}

/// Judges the present point, and remembers the best. Once no mode changes, p is linear in the barrier and m =
/// 0 lies one slope ahead, so the better of the two points is judged.
static bool judgePoint( ssSolveState* state, Path* path )
{
    double *p = state->p, *y = path->trialY;
    double ahead = lookAhead( path, 1.0, p, y );
    if ( !( lookAhead( path, 0.0, path->trial, path->trialF ) > ahead ) )
    {
        memcpy( p, path->trial, solveStride( state ) * sizeof( double ) );
        y = path->trialF;
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
        double off = path->alpha * ( path->p[i] - path->anchor[i] ) / path->r[owner];
        sum += off * off;
    }
    return sqrt( sum );
}

// The step control along one path.
typedef struct Control
{
    double alphaMin, centre, shrink, settle; // the solver's params
    bool predict;
    double barrierMin;   // below this the barrier no longer counts
    double savedBarrier; // of the last point of the path; 0 before the first
    int corrections;     // Newton steps since then
} Control;

/// Moves along the slope to the next barrier where that is nearer to the path than staying.
static void predict( Path* path, double ahead )
{
    int size = path->system->size;
    double here = measure( path, path->p, path->y, path->f );
    for ( int i = 0; i < size; ++i ) { path->trial[i] = path->p[i] - ahead * path->slope[i]; }
    if ( evaluate( path, path->trial, path->trialY, path->trialF ) < here )
    {
        memcpy( path->p, path->trial, (size_t)size * sizeof( double ) );
        memcpy( path->y, path->trialY, (size_t)size * sizeof( double ) );
    }
}

/// A point of the path has been reached: goes to the next barrier, or stays at this one while the proximal
/// term still moves p. `barrierResidual` is the residual that the barrier stands for.
static void advance( ssSolveState* state, Path* path, Control* control, double barrierResidual )
{
    size_t bytes = solveStride( state ) * sizeof( double );
    bool quick = control->corrections <= 3;
    bool moves = proximalSize( path ) > control->settle * barrierResidual;
    memcpy( path->saved, path->p, bytes );
    memcpy( path->anchor, path->p, bytes );
    control->savedBarrier = path->barrier;
    path->alpha = quick ? ssMax( 0.3 * path->alpha, control->alphaMin ) : path->alpha;
    if ( !moves )
    {
        control->shrink = quick        ? ssMax( control->shrink * control->shrink, 0.02 )
            : control->corrections > 5 ? sqrt( control->shrink )
                                       : control->shrink;
        double before = path->barrier;
        path->barrier = ssMax( path->barrier * control->shrink, control->barrierMin );
        if ( control->predict ) { predict( path, 1.0 - path->barrier / before ); }
    }
    control->corrections = 0;
}

/// Returns to the last point of the path, for a shorter way with a larger alpha; if none, the barrier rises.
static void retreat( ssSolveState* state, Path* path, Control* control )
{
    if ( control->savedBarrier > 0.0 )
    {
        memcpy( path->p, path->saved, solveStride( state ) * sizeof( double ) );
        systemMultiply( path->system, path->p, path->y, path->system->velocity );
        control->shrink = ssMin( sqrt( control->shrink ), 0.85 );
        path->alpha = ssMin( 10.0 * path->alpha, ALPHA_MAX );
        path->barrier = control->savedBarrier * control->shrink;
        control->corrections = 0;
    }
    else { path->barrier *= 10.0; }
}

/// Follows the path from path->origin with the present weights. True when the solve is over.
static bool follow( ssSolveState* state, Path* path )
{
    const ssSystem* system = path->system;
    size_t bytes = solveStride( state ) * sizeof( double );
    double energy = system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
    Control control = { .alphaMin = solveOption( state, "alpha" ),
        .barrierMin = 1e-2 * energy * state->tolerance * state->tolerance,
        .centre = solveOption( state, "centre" ),
        .settle = solveOption( state, "settle" ),
        .shrink = solveOption( state, "shrink" ),
        .predict = solveOption( state, "predict" ) > 0.0 };
    path->alpha = control.alphaMin;
    path->barrier = energy * solveOption( state, "barrier" );
    memcpy( path->p, path->origin, bytes );
    memcpy( path->anchor, path->p, bytes );
    systemMultiply( system, path->p, path->y, system->velocity );
    double milestone = (double)INFINITY;
    int reached = state->iterations; // when the milestone was
    int patience = control.settle < 1.0 ? PATIENCE_SETTLED : PATIENCE;
    while ( state->iterations - reached < patience && state->iterations < state->maxIterations )
    {
        double merit = measure( path, path->p, path->y, path->f );
        if ( !isfinite( merit ) ) { return false; }
        bool stepped = newtonStep( path ) && lineSearch( path, &merit ) > 0.0;
        state->iterations += 1;
        control.corrections += 1;
        if ( judgePoint( state, path ) ) { return true; }
        if ( state->residual < 0.67 * milestone )
        {
            milestone = state->residual;
            reached = state->iterations;
        }
        double barrierResidual = sqrt( path->barrier * system->meanDiag * ( system->contacts + 1.0 ) );
        if ( stepped && merit <= control.centre * barrierResidual )
        {
            advance( state, path, &control, barrierResidual );
        }
        else if ( !stepped || ( control.savedBarrier > 0.0 && control.corrections >= CORRECTIONS ) )
        {
            retreat( state, path, &control );
        }
    }
    return state->iterations >= state->maxIterations;
}

static void fillWeights( Path* path, unsigned attempt )
{
    for ( int i = 0; i < path->system->contacts; ++i ) { path->weight[i] = pathBarrierWeight( i, attempt ); }
}

static void solvePath( ssSolveState* state )
{
    Path path;
    if ( makePath( state, &path ) )
    {
        int attempts = 0;
        memcpy( path.origin, state->p, solveStride( state ) * sizeof( double ) );
        memcpy( path.p, state->p, solveStride( state ) * sizeof( double ) );
        bool done = judgePoint( state, &path );
        for ( ; !done && state->iterations < state->maxIterations; ++attempts )
        {
            int before = state->iterations;
            fillWeights( &path, (unsigned)solveOption( state, "seed" ) + (unsigned)attempts );
            done = follow( state, &path );
            if ( state->iterations == before )
            {
                state->status = ss_statusStalled;
                break;
            }
        }
        if ( state->status != ss_statusCancelled || state->stopped )
        {
            memcpy( state->p, path.best, solveStride( state ) * sizeof( double ) );
            state->residual = path.bestResidual;
        }
        solveNoteCount( state, "", state->iterations, "Newton step" );
        solveNoteCount( state, " along ", attempts, "path" );
    }
    freePath( &path );
}

const ssSolver ss_solverPath = { "path", .label = "Newton along a path of smoothed problems",
    .source = "Alart & Curnier 1991; Acary & Bourrier 2021, Eq. 22",
    .honours = ss_lawFlagCoulomb | ss_lawFlagRelaxed | ss_lawFlagRolling | ss_lawFlagSpinning, .rows = true,
    .maxIterations = 1000, .cost = 70.0, .costPerContact = 0.15, .params = s_params,
    .paramCount = SS_COUNT( s_params ), .solve = solvePath };
