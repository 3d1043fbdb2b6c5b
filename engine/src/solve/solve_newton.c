// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"
#include "linalg/block_lu.h"
#include "solve/solve_state.h"

#include <string.h>

// Semi-smooth Newton on the natural map of all contacts together, in the manner of Alart & Curnier, for every
// dimension: F_i = p_i - P(p_i - r_i yhat_i) with Clarke's derivative of the projection. Contacts with planar
// laws have a map of their own (Walker & Leine Eq. 69), which is differentiated by differences. Rows of
// joints between the same bodies make a block like a contact, F = p - clamp(p - r y). Contacts that open drop
// out of the linear system; the rest is factorised block by block.
//
// W has a rank defect wherever equilibrium does not determine the forces. Newton's method therefore works
// inside a proximal point iteration: y + alpha (p - anchor) takes the place of y, the anchor moves to each
// answer, and alpha falls as long as Newton's method is quick. The fixed points are those of the problem
// itself. Where the line search fails alpha grows; when that does not help, Gauss-Seidel takes over for some
// passes, and the report says so.

#define INNER_STEPS 20  // Newton steps on one proximal problem
#define MEMORY 5        // Newton steps over which |F| may rise, because faces change and F with them
#define PATIENCE 40     // Newton steps; within these the residual must halve
#define ALPHA_MIN 1e-10 // over the diagonal of W; below this the weight is lost in rounding
#define ALPHA_MAX 1.0   // over the diagonal of W; more would only slow the iteration down
#define DIFFERENCE 1e-7 // over |p| + r |y|; about the root of the rounding error

static const ssParam s_params[] = {
    { SOLVER_PARAM( "alpha", "α", "first proximal weight",
          "What is first added to the diagonal of W, as a part of it; it is adapted from there on." ),
        .min = 1e-10, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow,
        .defaultValue = 1e-4, .logScale = true },
    { SOLVER_PARAM( "fallback", "fallback", "fallback passes",
          "Gauss-Seidel passes where no Newton step reduces the residual; 0 gives up instead." ),
        .kind = ss_paramInteger, .min = 0, .max = 100, .allowedMin = 0, .allowedMax = 100000,
        .defaultValue = 20 },
    { SOLVER_PARAM( "frozen", "frozen", "frozen De Saxcé term",
          "1 keeps De Saxcé's term at the anchor: a sequence of convex problems. 0 includes the term in "
          "the Newton step." ),
        .kind = ss_paramInteger, .min = 0, .max = 1, .allowedMin = 0, .allowedMax = 1 },
};

typedef struct Newton
{
    ssSystem* system;
    int units; // contacts, and rows between the same bodies; the numbers of unit i begin at at[i]
    int* at;
    // W, assembled
    int *start, *column;
    double* blocks;
    // the reduced system
    int* active;    // its units
    int* reducedOf; // per unit its row, -1 when it is open
    int* subStart;
    int* subColumn;
    double* subBlocks;
    int activeCount;
    int* lastActive; // the units that the factorisation was ordered for
    int lastCount;
    blockLu lu;
    // per unit
    double* r;
    double *byForce, *byVelocity; // derivatives of F_i
    double* shift;                // De Saxcé's term at the anchor, where it is frozen
    // vectors of the system's size; f is F, yProximal is y + alpha (p - anchor)/r
    double *f, *y, *trial, *trialF, *dp, *anchor, *yProximal;
    double alpha;
    bool frozen; // De Saxcé's term keeps its value at the anchor, so that each proximal problem is convex
} Newton;

static void freeNewton( Newton* newton, double* vectors )
{
    void* owned[] = { newton->at, newton->start, newton->column, newton->blocks, newton->active,
        newton->reducedOf, newton->subStart, newton->subColumn, newton->subBlocks, newton->lastActive,
        newton->r, newton->byForce, newton->byVelocity, newton->shift, vectors };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( newton->system->arena, owned[i] ); }
    blockLuFree( &newton->lu );
}

static bool makeNewton( ssSolveState* state, Newton* newton, double** vectors )
{
    ssSystem* system = state->system;
    *newton = ( Newton ){ .system = system, .lastCount = -1 };
    newton->units = systemUnits( system, &newton->at );
    bool allocated = newton->units >= 0;
    // The numbers of units that fill no block have room, too.
    size_t n = (size_t)( allocated ? newton->units : 0 ) + 1, d = (size_t)system->dimension, stride = n * d;
    *vectors = ssArena_Alloc( system->arena, 7 * stride * sizeof( double ) );
    allocated = allocated && *vectors != NULL &&
        systemMakeBlocks(
            system, newton->at, newton->units, &newton->start, &newton->column, &newton->blocks );
    size_t count = allocated ? (size_t)newton->start[newton->units] + 1 : 1;
    newton->active = ssArena_Alloc( newton->system->arena, n * sizeof( int ) );
    newton->lastActive = ssArena_Alloc( newton->system->arena, n * sizeof( int ) );
    newton->reducedOf = ssArena_Alloc( newton->system->arena, n * sizeof( int ) );
    newton->subStart = ssArena_Alloc( newton->system->arena, n * sizeof( int ) );
    newton->subColumn = ssArena_Alloc( newton->system->arena, count * sizeof( int ) );
    newton->subBlocks = ssArena_Alloc( newton->system->arena, count * d * d * sizeof( double ) );
    newton->r = ssArena_Alloc( newton->system->arena, n * sizeof( double ) );
    newton->byForce = ssArena_Alloc( newton->system->arena, n * d * d * sizeof( double ) );
    newton->byVelocity = ssArena_Alloc( newton->system->arena, n * d * d * sizeof( double ) );
    newton->shift = ssArena_Alloc( newton->system->arena, n * sizeof( double ) );
    allocated = allocated && newton->active && newton->lastActive && newton->reducedOf && newton->subStart &&
        newton->subColumn && newton->subBlocks && newton->r && newton->byForce && newton->byVelocity &&
        newton->shift;
    if ( !allocated )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    newton->f = *vectors;
    newton->y = newton->f + stride;
    newton->trial = newton->y + stride;
    newton->trialF = newton->trial + stride;
    newton->dp = newton->trialF + stride;
    newton->anchor = newton->dp + stride;
    newton->yProximal = newton->anchor + stride;
    systemContactSteps( system, newton->r );
    for ( int i = system->contacts; i < newton->units; ++i )
    {
        newton->r[i] = 1.0 / system->rowDiag[newton->at[i] - system->contacts * system->dimension];
    }
    return true;
}

/// Computes yhat of contact i from the y of the proximal problem.
static void modify( const Newton* newton, int i, const double* y, double* yhat )
{
    if ( newton->frozen )
    {
        memcpy( yhat, y, (size_t)newton->system->dimension * sizeof( double ) );
        yhat[0] += newton->shift[i];
    }
    else { systemModify( newton->system, i, y, yhat ); }
}

/// Moves the anchor to p, whose velocity is y.
static void moveAnchor( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    int d = system->dimension;
    memcpy( newton->anchor, p, (size_t)system->size * sizeof( double ) );
    for ( int i = 0; i < system->contacts && newton->frozen; ++i )
    {
        newton->shift[i] = systemSaxce( system, i, newton->y + (size_t)i * (size_t)d );
    }
}

static int numbersOf( const Newton* newton, int i ) { return newton->at[i + 1] - newton->at[i]; }

/// Computes F_i of unit i, which is a contact or some rows.
static void unitMap( const Newton* newton, int i, const double* p, const double* y, double* f )
{
    const ssSystem* system = newton->system;
    int d = system->dimension;
    double x[SS_CONE_MAX];
    if ( i >= system->contacts )
    {
        const double* lo = system->lo + newton->at[i] - system->contacts * d;
        const double* hi = system->hi + newton->at[i] - system->contacts * d;
        for ( int c = 0; c < numbersOf( newton, i ); ++c )
        {
            f[c] = p[c] - ssMin( ssMax( p[c] - newton->r[i] * y[c], lo[c] ), hi[c] );
        }
        return;
    }
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        systemContactMap( system, i, p, y, newton->r[i], f );
        return;
    }
    modify( newton, i, y, x );
    for ( int c = 0; c < d; ++c ) { x[c] = p[c] - newton->r[i] * x[c]; }
    ssProjectOntoCone( &system->cones[i], x, x );
    for ( int c = 0; c < d; ++c ) { f[c] = p[c] - x[c]; }
}

/// Writes F of the proximal problem at p to `f`, and the velocity of the problem itself to
/// newton->y. Returns |F|² in velocity units.
static double evaluate( Newton* newton, const double* p, double* f )
{
    ssSystem* system = newton->system;
    double sum = 0.0;
    systemMultiply( system, p, newton->y, system->velocity );
    for ( int i = 0; i < newton->units; ++i )
    {
        int at = newton->at[i];
        double weight = newton->alpha / newton->r[i];
        for ( int c = at; c < newton->at[i + 1]; ++c )
        {
            newton->yProximal[c] = newton->y[c] + weight * ( p[c] - newton->anchor[c] );
        }
        unitMap( newton, i, p + at, newton->yProximal + at, f + at );
        double size = vecNorm( numbersOf( newton, i ), f + at ) / newton->r[i];
        sum += size * size;
    }
    return sum;
}

/// The derivatives I - P' and r P' (I + e_0 h'^T) of a cone's F_i; false: open, projected to the apex.
static bool differentiateCone( Newton* newton, int i, const double* p, const double* y )
{
    const ssSystem* system = newton->system;
    int d = system->dimension;
    size_t square = (size_t)( d * d );
    double x[SS_CONE_MAX], slope[SS_CONE_MAX] = { 0 };
    double *byForce = newton->byForce + (size_t)i * square,
           *byVelocity = newton->byVelocity + (size_t)i * square;
    modify( newton, i, y, x );
    for ( int c = 0; c < d; ++c ) { x[c] = p[c] - newton->r[i] * x[c]; }
    ssConeFace face = ssCone_ProjectionJacobian( &system->cones[i], x, NULL, byForce );
    if ( ( face & ss_faceApex ) != 0 ) { return false; }
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
            byVelocity[r * d + c] = newton->r[i] * ( projection + ( c > 0 ? lift * slope[c] : 0.0 ) );
            byForce[r * d + c] = ( r == c ? 1.0 : 0.0 ) - projection;
        }
    }
    return true;
}

/// Computes the same for a contact with a planar law, by differences.
static bool differentiatePlanar( Newton* newton, int i, const double* p, const double* y )
{
    int d = newton->system->dimension;
    size_t square = (size_t)( d * d );
    double r = newton->r[i], here[SS_CONE_MAX], there[SS_CONE_MAX], moved[SS_CONE_MAX];
    if ( !( p[0] - r * y[0] > 0.0 ) ) { return false; }
    double change = DIFFERENCE * ( vecNorm( d, p ) + r * vecNorm( d, y ) );
    unitMap( newton, i, p, y, here );
    for ( int c = 0; c < d; ++c )
    {
        memcpy( moved, p, (size_t)d * sizeof( double ) );
        moved[c] += change;
        unitMap( newton, i, moved, y, there );
        for ( int k = 0; k < d; ++k )
        {
            newton->byForce[(size_t)i * square + (size_t)( k * d + c )] = ( there[k] - here[k] ) / change;
        }
        memcpy( moved, y, (size_t)d * sizeof( double ) );
        moved[c] += change / r;
        unitMap( newton, i, p, moved, there );
        for ( int k = 0; k < d; ++k )
        {
            newton->byVelocity[(size_t)i * square + (size_t)( k * d + c )] =
                ( there[k] - here[k] ) * r / change;
        }
    }
    return true;
}

/// Computes the same for rows, none of which opens. Numbers that a unit has not are zero.
static void differentiateRows( Newton* newton, int i, const double* p, const double* y )
{
    const ssSystem* system = newton->system;
    int d = system->dimension, first = newton->at[i] - system->contacts * d;
    double* byForce = newton->byForce + (size_t)i * (size_t)( d * d );
    double* byVelocity = newton->byVelocity + (size_t)i * (size_t)( d * d );
    memset( byForce, 0, (size_t)( d * d ) * sizeof( double ) );
    memset( byVelocity, 0, (size_t)( d * d ) * sizeof( double ) );
    for ( int c = 0; c < d; ++c )
    {
        double x = c < numbersOf( newton, i ) ? p[c] - newton->r[i] * y[c] : 0.0;
        bool inside = c < numbersOf( newton, i ) && x >= system->lo[first + c] && x <= system->hi[first + c];
        byForce[c * d + c] = inside ? 0.0 : 1.0;
        byVelocity[c * d + c] = inside ? newton->r[i] : 0.0;
    }
}

/// Computes the derivatives of every F_i at p, and lists the units that are closed.
static void linearise( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    newton->activeCount = 0;
    for ( int i = 0; i < newton->units; ++i )
    {
        const double *own = p + newton->at[i], *y = newton->yProximal + newton->at[i];
        bool isClosed = true;
        if ( i >= system->contacts ) { differentiateRows( newton, i, own, y ); }
        else
        {
            isClosed = system->laws[i] == ss_contactFormPlanar ? differentiatePlanar( newton, i, own, y )
                                                               : differentiateCone( newton, i, own, y );
        }
        newton->reducedOf[i] = isClosed ? newton->activeCount : -1;
        if ( isClosed ) { newton->active[newton->activeCount++] = i; }
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
            for ( int k = 0; k < d; ++k ) { sum += byVelocity[r * d + k] * w[k * d + c]; }
            out[r * d + c] = sum;
        }
    }
}

/// Makes the reduced system. Open contacts go to p = 0; the right-hand side takes the effect.
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
            right[c] = c < numbersOf( newton, i ) ? -newton->f[newton->at[i] + c] : 0.0;
        }
        for ( int k = newton->start[i]; k < newton->start[i + 1]; ++k )
        {
            int j = newton->column[k];
            double block[SS_CONE_MAX * SS_CONE_MAX] = { 0 }, own[SS_CONE_MAX * SS_CONE_MAX];
            const double* w = newton->blocks + (size_t)k * square;
            if ( j == i )
            {
                memcpy( own, w, square * sizeof( double ) );
                for ( int c = 0; c < d; ++c ) { own[c * d + c] += newton->alpha / newton->r[i]; }
                w = own;
            }
            jacobianBlock( newton, i, w, block );
            if ( newton->reducedOf[j] < 0 )
            {
                for ( int r = 0; r < d; ++r ) { right[r] += vecDot( d, block + r * d, p + newton->at[j] ); }
                continue;
            }
            for ( int c = 0; c < d * d && j == i; ++c ) { block[c] += byForce[c]; }
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
        if ( !blockLuAnalyse( &newton->lu, newton->system->arena, count, newton->system->dimension, false,
                 newton->subStart, newton->subColumn ) )
        {
            return false;
        }
        memcpy( newton->lastActive, newton->active, (size_t)count * sizeof( int ) );
        newton->lastCount = count;
    }
    if ( !blockLuFactor( &newton->lu, newton->subBlocks ) ) { return false; }
    blockLuSolve( &newton->lu, rhs );
    return true;
}

/// Computes dp, the Newton step at p; false when the system cannot be solved.
static bool newtonStep( Newton* newton, const double* p )
{
    ssSystem* system = newton->system;
    int d = system->dimension;
    reduce( newton, p, newton->trial );
    if ( newton->activeCount > 0 && !solveReduced( newton, newton->trial ) ) { return false; }
    for ( int i = 0; i < newton->units; ++i )
    {
        for ( int c = 0, at = newton->at[i]; c < numbersOf( newton, i ); ++c )
        {
            newton->dp[at + c] =
                newton->reducedOf[i] < 0 ? -p[at + c] : newton->trial[newton->reducedOf[i] * d + c];
        }
    }
    return true;
}

/// Halves the step until |F|² falls below `allowed`, and takes it. Returns the part taken, 0
/// when none helps; *merit becomes the new |F|².
static double lineSearch( ssSolveState* state, Newton* newton, double allowed, double* merit )
{
    int size = newton->system->size;
    for ( double t = 1.0; t > 0.02; t *= 0.5 )
    {
        for ( int i = 0; i < size; ++i ) { newton->trial[i] = state->p[i] + t * newton->dp[i]; }
        double trial = evaluate( newton, newton->trial, newton->trialF );
        if ( trial < ( 1.0 - 1e-3 * t ) * allowed )
        {
            *merit = trial;
            memcpy( state->p, newton->trial, (size_t)size * sizeof( double ) );
            memcpy( newton->f, newton->trialF, (size_t)size * sizeof( double ) );
            return t;
        }
    }
    return 0.0;
}

typedef enum Outcome
{
    outcomeDone,   // the solve is over
    outcomeSolved, // the proximal problem is solved
    outcomeStuck,  // no step reduces |F|, or there were too many
} Outcome;

/// Runs Newton's method on the proximal problem of the present anchor until |F| is a tenth of what it was.
static Outcome solveProximal( ssSolveState* state, Newton* newton, int* steps )
{
    double merit = evaluate( newton, state->p, newton->f ), goal = 0.01 * merit;
    double recent[MEMORY] = { merit };
    for ( *steps = 0; *steps < INNER_STEPS && state->iterations < state->maxIterations; ++*steps )
    {
        if ( merit <= goal ) { return outcomeSolved; }
        linearise( newton, state->p );
        double allowed = merit;
        for ( int k = 0; k < MEMORY; ++k ) { allowed = ssMax( allowed, recent[k] ); }
        if ( !newtonStep( newton, state->p ) || lineSearch( state, newton, allowed, &merit ) == 0.0 )
        {
            return outcomeStuck;
        }
        recent[( *steps + 1 ) % MEMORY] = merit;
        state->iterations += 1;
        if ( solveCheck( state, state->p, newton->y, newton->alpha ) ) { return outcomeDone; }
    }
    return merit <= goal ? outcomeSolved : outcomeStuck;
}

// Progress is judged over many Newton steps.
typedef struct Progress
{
    double milestone; // a residual, and the iteration that reached it
    int reached;
    int anchors;   // proximal problems solved
    int fallbacks; // to Gauss-Seidel
    int passes;    // in all of them
} Progress;

/// Moves the anchor to state->p, whose velocity is computed first.
static void beginAtPoint( ssSolveState* state, Newton* newton )
{
    systemMultiply( newton->system, state->p, newton->y, newton->system->velocity );
    moveAnchor( newton, state->p );
}

/// Returns to the anchor, unless the attempt has reduced the residual, and continues with a larger alpha.
static void raiseAlpha( ssSolveState* state, Newton* newton, double residualBefore )
{
    newton->alpha = ssMin( 10.0 * newton->alpha, ALPHA_MAX );
    if ( state->residual > residualBefore )
    {
        memcpy( state->p, newton->anchor, solveStride( state ) * sizeof( double ) );
    }
    beginAtPoint( state, newton );
}

/// Makes some passes of Gauss-Seidel and starts again from there. Returns true when the solve is over.
static bool fallBack( ssSolveState* state, Newton* newton, Progress* progress )
{
    int passes = (int)solveOption( state, "fallback" );
    if ( passes == 0 )
    {
        state->status = ss_statusStalled;
        return true;
    }
    int left = state->maxIterations - state->iterations, before = state->iterations;
    solveOnWith( state, &ss_solverNsgs, NULL, 0, left < passes ? left : passes );
    progress->passes += state->iterations - before;
    progress->fallbacks += 1;
    progress->milestone = state->residual;
    progress->reached = state->iterations;
    newton->alpha = solveOption( state, "alpha" );
    beginAtPoint( state, newton );
    return state->status != ss_statusLimit;
}

/// Solves one proximal problem and acts on the outcome. Returns true when the solve is over.
static bool takeProximalStep( ssSolveState* state, Newton* newton, Progress* progress )
{
    int steps = 0;
    if ( state->residual < 0.5 * progress->milestone )
    {
        progress->milestone = state->residual;
        progress->reached = state->iterations;
    }
    bool stalled = state->iterations - progress->reached > PATIENCE;
    double before = state->residual;
    Outcome outcome = solveProximal( state, newton, &steps );
    if ( outcome == outcomeDone ) { return true; }
    if ( outcome == outcomeSolved && !stalled )
    {
        progress->anchors += 1;
        moveAnchor( newton, state->p );
        newton->alpha = ssMax( newton->alpha * ( steps <= 4 ? 0.1 : steps <= 8 ? 0.4 : 1.0 ), ALPHA_MIN );
        return false;
    }
    if ( newton->alpha < ALPHA_MAX && !stalled )
    {
        raiseAlpha( state, newton, before );
        return false;
    }
    return fallBack( state, newton, progress );
}

static void iterate( ssSolveState* state, Newton* newton )
{
    newton->alpha = solveOption( state, "alpha" );
    newton->frozen = solveOption( state, "frozen" ) > 0.0;
    beginAtPoint( state, newton );
    bool done = solveCheck( state, state->p, newton->y, newton->alpha );
    Progress progress = { .milestone = state->residual };
    while ( !done && state->iterations < state->maxIterations )
    {
        done = takeProximalStep( state, newton, &progress );
    }
    solveNoteCount( state, "", state->iterations - progress.passes, "Newton step" );
    solveNoteCount( state, ", ", progress.anchors, "anchor" );
    if ( progress.fallbacks > 0 )
    {
        solveNoteCount( state, ", fell back to nsgs ", progress.fallbacks, "time" );
    }
}

static void solveNewton( ssSolveState* state )
{
    Newton newton;
    double* vectors = NULL;
    if ( makeNewton( state, &newton, &vectors ) ) { iterate( state, &newton ); }
    freeNewton( &newton, vectors );
}

const ssSolver ss_solverNewton = { "newton", .label = "semi-smooth Newton on all contacts together",
    .source = "Acary & Bourrier 2021, Remark 2; Alart & Curnier 1991",
    .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR, .rows = true, .maxIterations = 500, .cost = 60.0,
    .costPerContact = 1.0, .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solveNewton };
