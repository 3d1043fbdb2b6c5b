// SPDX-License-Identifier: MIT
#include "linalg/block_lu.h"
#include "local/local_solve.h"
#include "solve/solve_state.h"

#include <math.h>
#include <string.h>

// Semi-smooth Newton on the natural map of all contacts together (in the manner of Alart & Curnier), for every
// dimension: F_i = p_i - P(p_i - r_i yhat_i) with Clarke's derivative of the projection; contacts with laws of the table by
// their own map (Walker & Leine Eq. 69) and its differences. Contacts that open drop out of the linear system; what stays is factorised
// block by block. W is rank deficient wherever forces are not determined
// by equilibrium, so that Newton works inside a proximal point iteration: y + alpha (p - anchor) in place of y, the
// anchor moving to each answer and alpha falling as long as Newton is quick about it. The fixed points are those of the
// problem itself. When the line search fails alpha grows; when that does not help, Gauss-Seidel takes over for some
// passes, and the report says so.

#define INNER_STEPS 20
#define MEMORY 5    // steps over which F may rise: faces change, and F with them
#define PATIENCE 40 // steps within which the residual must halve
#define FLAT 4      // proximal steps in a row that leave it as it is
#define ALPHA_MIN 1e-10
#define ALPHA_MAX 1.0
#define DIFFERENCE 1e-7 // over the size of p - r y

static const ssParam s_params[] = {
    { .key = "alpha",
        .symbol = "α",
        .label = "first proximal weight",
        .unit = "",
        .group = "solver",
        .doc = "First addition to the diagonal of W, over the diagonal; it adapts itself from there.",
        .kind = ss_paramNumber,
        .min = 1e-10,
        .max = 1.0,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .open = ss_openLow,
        .defaultValue = 1e-4,
        .logScale = true },
    { .key = "fallback",
        .symbol = "sweeps",
        .label = "sweeps of the fallback",
        .unit = "",
        .group = "solver",
        .doc = "Gauss-Seidel passes when no step reduces the residual; 0 gives up instead.",
        .kind = ss_paramInteger,
        .min = 0,
        .max = 100,
        .allowedMin = 0,
        .allowedMax = 100000,
        .defaultValue = 20 },
    { .key = "frozen",
        .symbol = "frozen",
        .label = "frozen De Saxcé term",
        .unit = "",
        .group = "solver",
        .doc = "1 keeps De Saxcé's term at the anchor: convex problems, one after the other; 0 lets Newton "
               "see it.",
        .kind = ss_paramInteger,
        .min = 0,
        .max = 1,
        .allowedMin = 0,
        .allowedMax = 1 },
};

typedef struct Newton
{
    ssSystem* system;
    // W assembled
    int *start, *column;
    double* blocks;
    // the reduced system
    int* active;    // its contacts
    int* reducedOf; // contact -> row, -1 when open
    int* subStart;
    int* subColumn;
    double* subBlocks;
    int activeCount;
    int* lastActive; // pattern the factorisation was ordered for
    int lastCount;
    blockLu lu;
    // per contact
    double *steps, *byForce, *byVelocity, *map, *y, *trial, *trialMap, *move; // derivatives of F_i
    double *anchor, *ymod;                                                    // of the proximal iteration
    double alpha;
    bool frozen;   // De Saxcé's term stays what it was at the anchor: each proximal problem is convex
    double* shift; // that term, per contact
} Newton;

static void freeNewton( Newton* newton, double* vectors )
{
    void* owned[] = { newton->start, newton->column, newton->blocks, newton->active, newton->reducedOf,
        newton->subStart, newton->subColumn, newton->subBlocks, newton->lastActive, newton->steps,
        newton->byForce, newton->byVelocity, newton->shift, vectors };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    blockLuFree( &newton->lu );
}

static bool makeNewton( ssSolveState* state, Newton* newton, double** vectors )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = solveStride( state );
    *newton = ( Newton ){ .system = system, .lastCount = -1 };
    *vectors = solveVectors( state, 7 );
    bool room =
        *vectors != NULL && systemMakeBlocks( system, &newton->start, &newton->column, &newton->blocks );
    size_t count = room ? (size_t)newton->start[system->contacts] + 1 : 1;
    newton->active = ssAlloc( n * sizeof( int ) );
    newton->lastActive = ssAlloc( n * sizeof( int ) );
    newton->reducedOf = ssAlloc( n * sizeof( int ) );
    newton->subStart = ssAlloc( n * sizeof( int ) );
    newton->subColumn = ssAlloc( count * sizeof( int ) );
    newton->subBlocks = ssAlloc( count * d * d * sizeof( double ) );
    newton->steps = ssAlloc( n * sizeof( double ) );
    newton->byForce = ssAlloc( n * d * d * sizeof( double ) );
    newton->byVelocity = ssAlloc( n * d * d * sizeof( double ) );
    newton->shift = ssAlloc( n * sizeof( double ) );
    room = room && newton->active && newton->lastActive && newton->reducedOf && newton->subStart &&
        newton->subColumn && newton->subBlocks && newton->steps && newton->byForce && newton->byVelocity &&
        newton->shift;
    if ( !room )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    newton->map = *vectors;
    newton->y = newton->map + stride;
    newton->trial = newton->y + stride;
    newton->trialMap = newton->trial + stride;
    newton->move = newton->trialMap + stride;
    newton->anchor = newton->move + stride;
    newton->ymod = newton->anchor + stride;
    systemContactSteps( system, newton->steps );
    return true;
}

/// yhat of contact i from the y of the proximal problem.
static void modify( const Newton* newton, int i, const double* y, double* yhat )
{
    if ( newton->frozen )
    {
        memcpy( yhat, y, (size_t)newton->system->dimension * sizeof( double ) );
        yhat[0] += newton->shift[i];
    }
    else
    {
        systemModify( newton->system, i, y, yhat );
    }
}

/// The anchor moves to p, whose velocity is y.
static void moveAnchor( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    int d = system->dimension;
    memcpy( newton->anchor, p, (size_t)system->size * sizeof( double ) );
    for ( int i = 0; i < system->contacts && newton->frozen; ++i )
    {
        newton->shift[i] = system->laws[i] == ss_contactFormSaxce
            ? ssCone_SectionSupport( &system->cones[i], newton->y + (size_t)i * (size_t)d )
            : 0.0;
    }
}

/// F of contact i.
static void contactMap( const Newton* newton, int i, const double* p, const double* y, double* map )
{
    const ssSystem* system = newton->system;
    int d = system->dimension;
    double x[SS_CONE_MAX];
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        systemContactMap( system, i, p, y, newton->steps[i], map );
        return;
    }
    modify( newton, i, y, x );
    for ( int c = 0; c < d; ++c )
    {
        x[c] = p[c] - newton->steps[i] * x[c];
    }
    ssProjectOntoCone( &system->cones[i], x, x );
    for ( int c = 0; c < d; ++c )
    {
        map[c] = p[c] - x[c];
    }
}

/// F of the proximal problem at p, and the square of its size in velocity units; y stays the problem's own.
static double evaluate( Newton* newton, const double* p, double* map )
{
    ssSystem* system = newton->system;
    int d = system->dimension;
    double sum = 0.0;
    systemMultiply( system, p, newton->y, system->velocity );
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* own = map + (size_t)i * (size_t)d;
        double weight = newton->alpha / newton->steps[i];
        for ( int c = i * d; c < i * d + d; ++c )
        {
            newton->ymod[c] = newton->y[c] + weight * ( p[c] - newton->anchor[c] );
        }
        contactMap( newton, i, p + (size_t)i * (size_t)d, newton->ymod + (size_t)i * (size_t)d, own );
        double size = vecNorm( d, own ) / newton->steps[i];
        sum += size * size;
    }
    return sum;
}

/// Derivatives I - P' and r P' (I + e_0 h'^T) of a cone's F; false when it is open: the projection is the apex.
static bool differentiateCone( Newton* newton, int i, const double* p, const double* y )
{
    const ssSystem* system = newton->system;
    int d = system->dimension;
    size_t square = (size_t)( d * d );
    double x[SS_CONE_MAX], slope[SS_CONE_MAX] = { 0 };
    double *byForce = newton->byForce + (size_t)i * square,
           *byVelocity = newton->byVelocity + (size_t)i * square;
    modify( newton, i, y, x );
    for ( int c = 0; c < d; ++c )
    {
        x[c] = p[c] - newton->steps[i] * x[c];
    }
    ssConeFace face = ssCone_ProjectionJacobian( &system->cones[i], x, NULL, byForce );
    if ( ( face & ss_faceApex ) != 0 )
    {
        return false;
    }
    if ( system->laws[i] == ss_contactFormSaxce && !newton->frozen )
    {
        saxceGradient( &system->cones[i], y, slope );
    }
    for ( int r = 0; r < d; ++r )
    {
        double lift = byForce[r * d];
        for ( int c = 0; c < d; ++c )
        {
            double projection = byForce[r * d + c];
            byVelocity[r * d + c] = newton->steps[i] * ( projection + ( c > 0 ? lift * slope[c] : 0.0 ) );
            byForce[r * d + c] = ( r == c ? 1.0 : 0.0 ) - projection;
        }
    }
    return true;
}

/// The same of a planar contact, by differences.
static bool differentiatePlanar( Newton* newton, int i, const double* p, const double* y )
{
    int d = newton->system->dimension;
    size_t square = (size_t)( d * d );
    double r = newton->steps[i], here[SS_CONE_MAX], there[SS_CONE_MAX], moved[SS_CONE_MAX];
    if ( !( p[0] - r * y[0] > 0.0 ) )
    {
        return false;
    }
    double change = DIFFERENCE * ( vecNorm( d, p ) + r * vecNorm( d, y ) );
    contactMap( newton, i, p, y, here );
    for ( int c = 0; c < d; ++c )
    {
        memcpy( moved, p, (size_t)d * sizeof( double ) );
        moved[c] += change;
        contactMap( newton, i, moved, y, there );
        for ( int k = 0; k < d; ++k )
        {
            newton->byForce[(size_t)i * square + (size_t)( k * d + c )] = ( there[k] - here[k] ) / change;
        }
        memcpy( moved, y, (size_t)d * sizeof( double ) );
        moved[c] += change / r;
        contactMap( newton, i, p, moved, there );
        for ( int k = 0; k < d; ++k )
        {
            newton->byVelocity[(size_t)i * square + (size_t)( k * d + c )] =
                ( there[k] - here[k] ) * r / change;
        }
    }
    return true;
}

/// The derivatives of every F_i at p; which contacts are open.
static void linearise( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    size_t d = (size_t)system->dimension;
    newton->activeCount = 0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        const double *own = p + (size_t)i * d, *y = newton->ymod + (size_t)i * d;
        bool touches = system->laws[i] == ss_contactFormPlanar ? differentiatePlanar( newton, i, own, y )
                                                               : differentiateCone( newton, i, own, y );
        newton->reducedOf[i] = touches ? newton->activeCount : -1;
        if ( touches )
        {
            newton->active[newton->activeCount++] = i;
        }
    }
}

/// out = (dF_i/dy) W_ij
static void jacobianBlock( const Newton* newton, int i, const double* w, double* out )
{
    int d = newton->system->dimension;
    const double* byVelocity = newton->byVelocity + (size_t)i * (size_t)( d * d );
    for ( int r = 0; r < d; ++r )
    {
        for ( int c = 0; c < d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                sum += byVelocity[r * d + k] * w[k * d + c];
            }
            out[r * d + c] = sum;
        }
    }
}

/// The reduced matrix and right-hand side: open contacts go to p = 0, and what that does moves to the right.
static void reduce( Newton* newton, const double* p, double* rhs )
{
    ssSystem* system = newton->system;
    int d = system->dimension, used = 0;
    size_t square = (size_t)( d * d );
    for ( int a = 0; a < newton->activeCount; ++a )
    {
        int i = newton->active[a];
        const double* byForce = newton->byForce + (size_t)i * square;
        double* right = rhs + (size_t)a * (size_t)d;
        newton->subStart[a] = used;
        for ( int c = 0; c < d; ++c )
        {
            right[c] = -newton->map[i * d + c];
        }
        for ( int k = newton->start[i]; k < newton->start[i + 1]; ++k )
        {
            int j = newton->column[k];
            double block[SS_CONE_MAX * SS_CONE_MAX], own[SS_CONE_MAX * SS_CONE_MAX];
            const double* w = newton->blocks + (size_t)k * square;
            if ( j == i )
            {
                memcpy( own, w, square * sizeof( double ) );
                for ( int c = 0; c < d; ++c )
                {
                    own[c * d + c] += newton->alpha / newton->steps[i];
                }
                w = own;
            }
            jacobianBlock( newton, i, w, block );
            if ( newton->reducedOf[j] < 0 )
            {
                for ( int r = 0; r < d; ++r )
                {
                    right[r] += vecDot( d, block + r * d, p + (size_t)j * (size_t)d );
                }
                continue;
            }
            for ( int c = 0; c < d * d && j == i; ++c )
            {
                block[c] += byForce[c];
            }
            newton->subColumn[used] = newton->reducedOf[j];
            memcpy( newton->subBlocks + (size_t)used * square, block, square * sizeof( double ) );
            ++used;
        }
    }
    newton->subStart[newton->activeCount] = used;
}

static bool solveReduced( Newton* newton, double* rhs )
{
    int count = newton->activeCount;
    bool same = count == newton->lastCount &&
        memcmp( newton->active, newton->lastActive, (size_t)count * sizeof( int ) ) == 0;
    if ( !same )
    {
        blockLuFree( &newton->lu );
        newton->lastCount = -1;
        if ( !blockLuAnalyse(
                 &newton->lu, count, newton->system->dimension, newton->subStart, newton->subColumn ) )
        {
            return false;
        }
        memcpy( newton->lastActive, newton->active, (size_t)count * sizeof( int ) );
        newton->lastCount = count;
    }
    if ( !blockLuFactor( &newton->lu, newton->subStart, newton->subColumn, newton->subBlocks ) )
    {
        return false;
    }
    blockLuSolve( &newton->lu, rhs );
    return true;
}

/// move = the Newton step at p; false when it cannot be had.
static bool newtonStep( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    int d = system->dimension;
    reduce( newton, p, newton->trial );
    if ( newton->activeCount > 0 && !solveReduced( newton, newton->trial ) )
    {
        return false;
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            newton->move[i * d + c] =
                newton->reducedOf[i] < 0 ? -p[i * d + c] : newton->trial[newton->reducedOf[i] * d + c];
        }
    }
    return true;
}

/// Halves the step until F falls below `allowed`; returns the step taken, 0 when none helps. p and F are updated.
static double lineSearch( ssSolveState* state, Newton* newton, double allowed, double* merit )
{
    int size = newton->system->size;
    for ( double t = 1.0; t > 0.02; t *= 0.5 )
    {
        for ( int i = 0; i < size; ++i )
        {
            newton->trial[i] = state->p[i] + t * newton->move[i];
        }
        double trial = evaluate( newton, newton->trial, newton->trialMap );
        if ( trial < ( 1.0 - 1e-3 * t ) * allowed )
        {
            *merit = trial;
            memcpy( state->p, newton->trial, (size_t)size * sizeof( double ) );
            memcpy( newton->map, newton->trialMap, (size_t)size * sizeof( double ) );
            return t;
        }
    }
    return 0.0;
}

typedef enum Outcome
{
    outcomeDone,   // the run is over
    outcomeSolved, // the proximal problem is
    outcomeStuck,
} Outcome;

/// Newton on the proximal problem of the present anchor, to a tenth of the error it began with.
static Outcome solveProximal( ssSolveState* state, Newton* newton, int* steps )
{
    double merit = evaluate( newton, state->p, newton->map ), goal = 0.01 * merit;
    double recent[MEMORY] = { merit };
    for ( *steps = 0; *steps < INNER_STEPS && state->iterations < state->maxIterations; ++*steps )
    {
        if ( merit <= goal )
        {
            return outcomeSolved;
        }
        linearise( newton, state->p );
        double allowed = merit;
        for ( int k = 0; k < MEMORY; ++k )
        {
            allowed = fmax( allowed, recent[k] );
        }
        if ( !newtonStep( newton, state->p ) || lineSearch( state, newton, allowed, &merit ) == 0.0 )
        {
            return outcomeStuck;
        }
        recent[( *steps + 1 ) % MEMORY] = merit;
        state->iterations += 1;
        if ( solveCheck( state, state->p, newton->y, newton->alpha ) )
        {
            return outcomeDone;
        }
    }
    return merit <= goal ? outcomeSolved : outcomeStuck;
}

static void iterate( ssSolveState* state, Newton* newton )
{
    size_t bytes = solveStride( state ) * sizeof( double );
    int passes = (int)solveOption( state, "fallback" ), fallbacks = 0, anchors = 0, swept = 0;
    newton->alpha = solveOption( state, "alpha" );
    newton->frozen = solveOption( state, "frozen" ) > 0.0;
    systemMultiply( newton->system, state->p, newton->y, newton->system->velocity );
    moveAnchor( newton, state->p );
    bool done = solveCheck( state, state->p, newton->y, newton->alpha );
    double milestone = state->residual; // and when it was passed: progress is judged over many steps
    int passed = 0, flat = 0;
    while ( !done && state->iterations < state->maxIterations )
    {
        int steps = 0;
        if ( state->residual < 0.5 * milestone )
        {
            milestone = state->residual;
            passed = state->iterations;
        }
        bool stalled = state->iterations - passed > PATIENCE || flat >= FLAT;
        double before = state->residual;
        Outcome outcome = solveProximal( state, newton, &steps );
        if ( outcome == outcomeDone )
        {
            break;
        }
        flat = fabs( state->residual - before ) < 1e-3 * before ? flat + 1 : 0;
        if ( outcome == outcomeSolved && !stalled )
        {
            anchors += 1;
            moveAnchor( newton, state->p );
            newton->alpha = fmax( newton->alpha * ( steps <= 4 ? 0.1 : steps <= 8 ? 0.4 : 1.0 ), ALPHA_MIN );
            continue;
        }
        if ( newton->alpha < ALPHA_MAX && !stalled )
        {
            // back to the anchor, unless the attempt has brought something
            newton->alpha = fmin( 10.0 * newton->alpha, ALPHA_MAX );
            if ( state->residual > before )
            {
                memcpy( state->p, newton->anchor, bytes );
            }
            systemMultiply( newton->system, state->p, newton->y, newton->system->velocity );
            moveAnchor( newton, state->p );
            continue;
        }
        if ( passes == 0 )
        {
            state->status = ss_solveStalled;
            break;
        }
        int left = state->maxIterations - state->iterations, count = state->iterations;
        solveOnWith( state, &ss_solverNsgs, NULL, left < passes ? left : passes );
        swept += state->iterations - count;
        fallbacks += 1;
        newton->alpha = solveOption( state, "alpha" );
        systemMultiply( newton->system, state->p, newton->y, newton->system->velocity );
        moveAnchor( newton, state->p );
        milestone = state->residual;
        passed = state->iterations;
        flat = 0;
        done = state->status != ss_solveLimit;
    }
    solveNote( state, "%d Newton steps, %d anchors", state->iterations - swept, anchors );
    if ( fallbacks > 0 )
    {
        solveNote( state, ", fell back to nsgs %d times", fallbacks );
    }
}

static void solveNewton( ssSolveState* state )
{
    Newton newton;
    double* vectors = NULL;
    if ( makeNewton( state, &newton, &vectors ) )
    {
        iterate( state, &newton );
    }
    freeNewton( &newton, vectors );
}

const ssSolver ss_solverNewton = { .name = "newton",
    .label = "semi-smooth Newton on all contacts together",
    .source = "Acary & Bourrier 2021, Remark 2; Alart & Curnier 1991",
    .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR,
    .maxIterations = 500,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveNewton };
