// SPDX-License-Identifier: MIT
#include "slipstick/parallel.h"
#include "solve/body_update.h"
#include "solve/linear_step.h"

#include <string.h>

// Slow loading of elastic contacts, for what passes and interior points leave of piles
// under Coulomb's law. Every contact has springs of the stiffness sigma = weight r/alpha,
// their force at first is a, and after one step
//     p_N = max(0, x_N),   p_T = the point of |p_T| <= mu p_N nearest to x_T,   x = a - sigma (W p + q),
// the same for moments (Alart & Curnier 1991). Where p = a, p is an answer. While forces move, q is what
// loads the pile: forces that cancel each other grow at a constant rate until a contact slips or opens, and
// the residual does not fall before. So steps are judged by their length and not by the residual, and alpha
// falls while they are short and easily found.
//
// Each step is found by Newton's method on F = p - P(a - sigma y), whose derivative is I + B W, B = sigma P'.
// x decides which contacts slip: it looks ahead as far as the springs reach. With a step of 1/diag(W), as in
// the natural map, the method sees one slip at a time (NOTES.md). The weights are the square roots of how far
// forces are from their bounds: what carries little, or is about to slip, yields, and others take the load.
// De Saxcé's term would make springs that creep push their contacts open; here it is not needed.

#define ALPHA_MIN 1e-9   // over the diagonal of W; below this the springs are lost in rounding
#define ALPHA_MAX 10.0   // over the diagonal of W; where steps fail even so, nothing leads on
#define ALPHA_FACTOR 2.0 // by which alpha rises or falls; its square after a step that was not found
#define NEWTON_FEW 4     // Newton steps within which |E F| must halve, and up to which a step is easily found
#define LOOK 100         // Newton steps over which the rate of the residual is taken: single ones jump
#define REACH 1000       // Newton steps that may be left, at that rate, once patience has ended
#define HALVINGS 8       // of a Newton step: without them 5 % more work, and one of 407 problems is lost
#define SMALL 0.1 // part: of its length, the error of a step that is found; of |a|, a length that will do
#define WEIGHT_LEAST 0.01  // square of the least weight, and of the inverse of the largest
#define WEIGHTS 4          // per contact: of its normal force, friction, rolling and spinning
#define CONTACTS_BLOCK 128 // contacts for one thread at a time, enough to repay the call

static const ssParam s_params[] = {
    { SOLVER_PARAM( "patience", "patience", "patience",
          "Newton steps after which it goes on only while the residual, at its present rate, would "
          "reach the tolerance within 1000 more." ),
        .kind = ss_paramInteger, .max = 1000, .allowedMax = 1000000, .defaultValue = 1000 },
};

/// What a block of contacts adds to the error and to the length of a step, squared.
typedef struct Squares
{
    double error, length;
} Squares;

/// The best residual after so many Newton steps.
typedef struct Look
{
    double residual;
    int at;
} Look;

typedef struct Creep
{
    ssSystem* system;
    bodySpace bodies;
    bodyUpdate update;
    size_t speeds; // 6 per body
    double alpha;
    double weighedAlpha;         // that of the weights and of the factors
    double *r, *b, *local;       // per contact: r, B, (I + B C)^-1 where there is a compliance C
    double* weights;             // WEIGHTS per contact
    double *vectors, *forBodies; // the memory of all that follows
    double *p, *y, *f, *trial, *trialY, *trialF, *dp, *anchor, *best;
    double *pull, *trialPull, *dw; // E F and the change of velocities, 6 per body
    Squares* squares;              // by blocks of CONTACTS_BLOCK
    double norm;                   // |E F|
    double bestResidual;
    Look looks[2]; // every LOOK steps: the last but one, and the last
} Creep;

static void freeCreep( Creep* creep )
{
    void* owned[] = { creep->r, creep->b, creep->vectors, creep->forBodies, creep->squares };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( creep->system->arena, owned[i] ); }
    bodyUpdateFree( &creep->update );
    bodySpaceFree( &creep->bodies );
}

static bool makeCreep( ssSolveState* state, Creep* creep )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = solveStride( state );
    *creep = ( Creep ){
        .system = system, .speeds = 6 * (size_t)system->bodies, .p = state->p, .bestResidual = HUGE_VAL
    };
    creep->vectors = solveVectors( state, 8 );
    creep->r = ssArena_Alloc( system->arena, ( 1 + WEIGHTS ) * n * sizeof( double ) );
    creep->b = ssArena_Alloc( system->arena, 2 * n * d * d * sizeof( double ) );
    creep->forBodies = ssArena_Alloc( system->arena, ( 3 * creep->speeds + 1 ) * sizeof( double ) );
    creep->squares = ssArena_Alloc( system->arena, ( n / CONTACTS_BLOCK + 1 ) * sizeof( Squares ) );
    if ( !( creep->vectors && creep->r && creep->b && creep->forBodies && creep->squares &&
             bodySpaceMake( &creep->bodies, system ) && bodyUpdateMake( &creep->update, &creep->bodies ) ) )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    double** vectors[] = { &creep->y, &creep->f, &creep->trial, &creep->trialY, &creep->trialF, &creep->dp,
        &creep->anchor, &creep->best };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { *vectors[i] = creep->vectors + (size_t)i * stride; }
    creep->weights = creep->r + n;
    creep->local = creep->b + n * d * d;
    creep->pull = creep->forBodies;
    creep->trialPull = creep->pull + creep->speeds;
    creep->dw = creep->trialPull + creep->speeds;
    systemContactSteps( system, creep->r );
    for ( size_t i = 0; i < WEIGHTS * n; ++i ) { creep->weights[i] = 1.0; }
    return true;
}

// Friction, rolling or spinning of a contact.
typedef struct Disc
{
    int first, count; // its components
    double mu;        // its radius over p_N
} Disc;

static Disc discOf( const ssCone* cone, int k )
{
    return ( Disc ){ .first = 1 + 2 * k,
        .count = k == 2 ? 1 : 2,
        .mu = k == 0 ? cone->mu
            : k == 1 ? cone->muRoll
                     : cone->muSpin };
}

/// p = P x of contact i.
static void project( const ssSystem* system, int i, const double* x, double* p )
{
    p[0] = ssMax( x[0], 0.0 );
    for ( int k = 0; k < system->dimension / 2; ++k )
    {
        Disc disc = discOf( &system->cones[i], k );
        double size = vecNorm( disc.count, x + disc.first ), radius = disc.mu * p[0];
        double part = size > radius ? radius / size : 1.0;
        for ( int c = disc.first; c < disc.first + disc.count; ++c ) { p[c] = part * x[c]; }
    }
}

/// The part of r/alpha that is the stiffness of component c of contact i.
static double weightOf( const Creep* creep, int i, int c )
{
    return creep->weights[WEIGHTS * (size_t)i + (size_t)( c + 1 ) / 2];
}

/// Weighs the springs of all contacts by their forces.
static void weighSprings( Creep* creep )
{
    const ssSystem* system = creep->system;
    size_t d = (size_t)system->dimension;
    double mean = 0.0;
    for ( int i = 0; i < system->contacts; ++i ) { mean += creep->p[(size_t)i * d] / system->contacts; }
    for ( int i = 0; i < system->contacts; ++i )
    {
        const double* p = creep->p + (size_t)i * d;
        double* weights = creep->weights + WEIGHTS * (size_t)i;
        double load = mean > 0.0 ? ssMin( ssMax( p[0] / mean, WEIGHT_LEAST ), 1.0 / WEIGHT_LEAST ) : 1.0;
        weights[0] = sqrt( load );
        for ( int k = 0; k < system->dimension / 2; ++k )
        {
            Disc disc = discOf( &system->cones[i], k );
            double bound = disc.mu * p[0],
                   slack = bound > 0.0 ? 1.0 - vecNorm( disc.count, p + disc.first ) / bound : 0.0;
            weights[1 + k] = sqrt( load * ssMax( slack, WEIGHT_LEAST ) );
        }
    }
}

/// B = sigma P' of contact i at x.
static void fillBlock( const Creep* creep, int i, const double* x, double* b )
{
    const ssSystem* system = creep->system;
    int d = system->dimension;
    double unit = creep->r[i] / creep->alpha, sigma = weightOf( creep, i, 0 ) * unit;
    memset( b, 0, (size_t)( d * d ) * sizeof( double ) );
    b[0] = x[0] > 0.0 ? sigma : 0.0;
    for ( int k = 0; k < d / 2 && x[0] > 0.0; ++k )
    {
        Disc disc = discOf( &system->cones[i], k );
        const double* side = x + disc.first;
        double size = vecNorm( disc.count, side ), radius = disc.mu * x[0];
        bool slips = size > radius;
        if ( disc.mu == 0.0 ) { continue; }
        double part = ( slips ? radius / size : 1.0 ) * weightOf( creep, i, disc.first ) * unit;
        for ( int r = 0; r < disc.count; ++r )
        {
            double* row = b + ( disc.first + r ) * d;
            row[0] = slips ? sigma * disc.mu * side[r] / size : 0.0;
            for ( int c = 0; c < disc.count; ++c )
            {
                double along = slips ? side[r] * side[c] / ( size * size ) : 0.0;
                row[disc.first + c] = part * ( ( r == c ? 1.0 : 0.0 ) - along );
            }
        }
    }
}

/// x = a - sigma y of contact i.
static void aim( const Creep* creep, int i, const double* y, double* x )
{
    int d = creep->system->dimension;
    size_t at = (size_t)i * (size_t)d;
    double unit = creep->r[i] / creep->alpha;
    for ( int c = 0; c < d; ++c )
    {
        x[c] = creep->anchor[at + (size_t)c] - weightOf( creep, i, c ) * unit * y[at + (size_t)c];
    }
}

/// y = W p + q; pull becomes E p.
static void moveBodies( Creep* creep, const double* p, double* y, double* pull )
{
    const ssSystem* system = creep->system;
    bodySpaceGather( &creep->bodies, p, pull );
    bodySpaceScatter( &creep->bodies, pull, y );
    for ( int i = 0; i < system->size; ++i )
    {
        y[i] += system->q[i] + ( system->compliance != NULL ? system->compliance[i] * p[i] : 0.0 );
    }
}

// F at p, where the velocities are y.
typedef struct Evaluation
{
    const Creep* creep;
    const double *p, *y;
    double* f;
} Evaluation;

static void evaluateContacts( void* context, int block, int first, int last )
{
    const Evaluation* all = context;
    const ssSystem* system = all->creep->system;
    size_t d = (size_t)system->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * d;
        double x[SS_CONE_MAX];
        aim( all->creep, i, all->y, x );
        project( system, i, x, all->f + at );
        for ( size_t c = at; c < at + d; ++c ) { all->f[c] = all->p[c] - all->f[c]; }
    }
}

/// F and E F at p, where the velocities are y. Returns |E F|, which is the velocity that F stands for.
static double evaluate( Creep* creep, const double* p, const double* y, double* f, double* pull )
{
    Evaluation all = { creep, p, y, f };
    ssParallelFor( creep->system->contacts, CONTACTS_BLOCK, evaluateContacts, &all );
    bodySpaceGather( &creep->bodies, f, pull );
    return vecNorm( (int)creep->speeds, pull );
}

static void measureContacts( void* context, int block, int first, int last )
{
    const Creep* creep = context;
    const ssSystem* system = creep->system;
    int d = system->dimension;
    Squares sum = { 0.0, 0.0 };
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double x[SS_CONE_MAX], there[SS_CONE_MAX], r = creep->r[i];
        for ( int c = 0; c < d; ++c )
        {
            double spring = creep->alpha * ( creep->p[at + (size_t)c] - creep->anchor[at + (size_t)c] ) /
                weightOf( creep, i, c );
            x[c] = creep->p[at + (size_t)c] - r * creep->y[at + (size_t)c] - spring;
            sum.length += spring * spring / ( r * r );
        }
        project( system, i, x, there );
        double off = vecDistance( d, creep->p + at, there ) / r;
        sum.error += off * off;
    }
    creep->squares[block] = sum;
}

/// How far p is from the step's end, by the natural map with springs; *length: their motion. Velocities.
static double errorOf( Creep* creep, double* length )
{
    int contacts = creep->system->contacts;
    Squares sum = { 0.0, 0.0 };
    ssParallelFor( contacts, CONTACTS_BLOCK, measureContacts, creep );
    for ( int block = 0; block < ssBlockCount( contacts, CONTACTS_BLOCK ); ++block )
    {
        sum.error += creep->squares[block].error;
        sum.length += creep->squares[block].length;
    }
    *length = sqrt( sum.length );
    return sqrt( sum.error );
}

// What directContacts works on, and whether the block of some contact has no inverse.
typedef struct Direction
{
    Creep* creep;
    bool isSingular;
} Direction;

/// B, and dp = -F; where contacts have a compliance C of their own, (I + B C) dp = -F - B dy.
static void directContacts( void* context, int block, int first, int last )
{
    Direction* all = context;
    Creep* creep = all->creep;
    const ssSystem* system = creep->system;
    int d = system->dimension;
    bool regular = true;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double x[SS_CONE_MAX], *b = creep->b + at * (size_t)d, *dp = creep->dp + at;
        aim( creep, i, creep->y, x );
        fillBlock( creep, i, x, b );
        regular = ( system->compliance == NULL ||
                      linearStepSoften( d, system->compliance + at, b, creep->local + at * (size_t)d ) ) &&
            regular;
        for ( int c = 0; c < d; ++c )
        {
            dp[c] = system->compliance == NULL
                ? -creep->f[at + (size_t)c]
                : -vecDot( d, creep->local + at * (size_t)d + (size_t)( c * d ), creep->f + at );
        }
    }
    if ( !regular ) { __atomic_store_n( &all->isSingular, true, __ATOMIC_RELAXED ); }
}

/// Newton: (I + E B E^T) dw = -E F, dp = -F - B E^T dw, B as bodyUpdateSolve leaves it. False: none.
static bool direct( Creep* creep )
{
    int size = creep->system->size;
    Direction direction = { creep, false };
    ssParallelFor( creep->system->contacts, CONTACTS_BLOCK, directContacts, &direction );
    if ( creep->system->compliance != NULL ) { bodySpaceGather( &creep->bodies, creep->dp, creep->dw ); }
    for ( size_t i = 0; i < creep->speeds && creep->system->compliance == NULL; ++i )
    {
        creep->dw[i] = -creep->pull[i];
    }
    if ( direction.isSingular || !bodyUpdateSolve( &creep->update, creep->b, creep->dw ) ) { return false; }
    for ( int i = 0; i < size; ++i ) { creep->dp[i] -= creep->update.push[i]; }
    return isfinite( vecNorm( size, creep->dp ) );
}

static void swap( double** a, double** b )
{
    double* kept = *a;
    *a = *b;
    *b = kept;
}

/// Goes along dp, as far as |E F| does not grow.
static void follow( Creep* creep )
{
    size_t size = (size_t)creep->system->size;
    double t = 1.0, norm = HUGE_VAL;
    for ( int k = 0; k < HALVINGS && !( norm < creep->norm ); ++k )
    {
        for ( size_t i = 0; i < size; ++i ) { creep->trial[i] = creep->p[i] + t * creep->dp[i]; }
        moveBodies( creep, creep->trial, creep->trialY, creep->trialPull );
        norm = evaluate( creep, creep->trial, creep->trialY, creep->trialF, creep->trialPull );
        t *= 0.5;
    }
    creep->norm = norm;
    memcpy( creep->p, creep->trial, size * sizeof( double ) );
    swap( &creep->y, &creep->trialY );
    swap( &creep->f, &creep->trialF );
    swap( &creep->pull, &creep->trialPull );
}

/// One step from the anchor to p. Returns the Newton steps it took, 0 when it was not found.
static int load( ssSolveState* state, Creep* creep )
{
    int steps = 0, reached = 0;
    bool found = false;
    creep->norm = evaluate( creep, creep->p, creep->y, creep->f, creep->pull );
    double lowest = creep->norm;
    while ( !found && steps - reached < NEWTON_FEW && state->iterations < state->maxIterations &&
        !solveStops( state ) && direct( creep ) )
    {
        double length, error;
        follow( creep );
        steps += 1;
        state->iterations += 1;
        error = errorOf( creep, &length );
        found = error < SMALL * length;
        if ( creep->norm < 0.5 * lowest )
        {
            lowest = creep->norm;
            reached = steps;
        }
    }
    return found ? steps : 0;
}

/// alpha after a step that took so many Newton steps, 0 when it was not found.
static void adaptAlpha( Creep* creep, int steps )
{
    int size = creep->system->size;
    if ( steps == 0 )
    {
        creep->alpha *= ALPHA_FACTOR * ALPHA_FACTOR;
        return;
    }
    double length = vecDistance( size, creep->p, creep->anchor ) / vecNorm( size, creep->p );
    if ( length > ALPHA_FACTOR * SMALL ) { creep->alpha *= ALPHA_FACTOR; }
    else if ( steps <= NEWTON_FEW && length < SMALL )
    {
        creep->alpha = ssMax( ssMax( 1.0 / ALPHA_FACTOR, length / SMALL ) * creep->alpha, ALPHA_MIN );
    }
}

/// Judges p, whose velocities are y, and remembers it when it is the best.
static bool judge( ssSolveState* state, Creep* creep )
{
    bool done = solveCheck( state, creep->p, creep->y, creep->alpha );
    if ( state->status == ss_statusConverged )
    {
        // The answer will be judged by products that are rounded otherwise.
        systemMultiply( creep->system, creep->p, creep->y, creep->system->velocity );
        state->residual = systemResidual( creep->system, creep->p, creep->y );
        done = state->residual <= state->tolerance;
        state->status = done ? ss_statusConverged : ss_statusLimit;
    }
    if ( state->residual < creep->bestResidual )
    {
        creep->bestResidual = state->residual;
        memcpy( creep->best, creep->p, solveStride( state ) * sizeof( double ) );
    }
    return done;
}

/// p goes back to the anchor.
static void goBack( ssSolveState* state, Creep* creep )
{
    memcpy( creep->p, creep->anchor, solveStride( state ) * sizeof( double ) );
    moveBodies( creep, creep->p, creep->y, creep->pull );
}

/// Remembers how the best residual has fallen.
static void look( const ssSolveState* state, Creep* creep )
{
    Look now = { creep->bestResidual, state->iterations };
    if ( now.at - creep->looks[1].at >= LOOK )
    {
        creep->looks[0] = creep->looks[1];
        creep->looks[1] = now;
    }
}

/// Whether the residual would fall to the tolerance within REACH at its present rate.
static bool isNear( const ssSolveState* state, const Creep* creep )
{
    const Look* past = &creep->looks[0];
    int steps = state->iterations - past->at;
    double part = creep->bestResidual / past->residual, ahead = creep->bestResidual;
    for ( int k = steps; steps > 0 && k <= REACH && ahead > state->tolerance; k += steps ) { ahead *= part; }
    return ahead <= state->tolerance;
}

/// Whether more steps may lead to the tolerance.
static bool leadsOn( const ssSolveState* state, const Creep* creep )
{
    double patience = solveOption( state, "patience" );
    return creep->alpha < ALPHA_MAX && ( state->iterations < patience || isNear( state, creep ) );
}

static void solveCreep( ssSolveState* state )
{
    Creep creep;
    if ( makeCreep( state, &creep ) )
    {
        size_t bytes = solveStride( state ) * sizeof( double );
        systemProject( creep.system, creep.p );
        moveBodies( &creep, creep.p, creep.y, creep.pull );
        bool done = judge( state, &creep );
        creep.alpha = ssMin( ssMax( state->residual, ALPHA_MIN ), 1.0 );
        creep.looks[0] = creep.looks[1] = ( Look ){ creep.bestResidual, state->iterations };
        while ( !done && state->iterations < state->maxIterations && leadsOn( state, &creep ) )
        {
            memcpy( creep.anchor, creep.p, bytes );
            if ( creep.alpha != creep.weighedAlpha )
            {
                weighSprings( &creep );
                bodyUpdateForget( &creep.update );
                creep.weighedAlpha = creep.alpha;
            }
            int steps = load( state, &creep );
            adaptAlpha( &creep, steps );
            if ( steps > 0 ) { done = judge( state, &creep ) || state->stopped; }
            else
            {
                goBack( state, &creep );
                done = state->stopped;
            }
            look( state, &creep );
        }
        state->status = !done && state->iterations < state->maxIterations ? ss_statusStalled : state->status;
        memcpy( state->p, creep.best, bytes );
        state->residual = creep.bestResidual;
    }
    freeCreep( &creep );
}

const ssSolver ss_solverCreep = { "creep", .label = "elastic contacts under slow load, for piles at rest",
    .source = "Alart & Curnier 1991", .honours = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning,
    .bodiesOnly = true, .maxIterations = 1000, .cost = 70.0, .costPerContact = 0.15, .params = s_params,
    .paramCount = SS_COUNT( s_params ), .solve = solveCreep };
