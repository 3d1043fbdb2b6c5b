// SPDX-License-Identifier: MIT
#include "solve_step.h"

#include <math.h>
#include <string.h>

// Interior points for Coulomb's law, for what rests: towers, stacks, walls. p_N u = m with p_N and u > 0 both unknown, u
// = (W p + q)_N only in the end; and p_T = mu p_N a with |z| a + z = 0 for every disc, z its velocity, |z|² = z² + nu², a
// unknown as well (in the manner of Chan, Golub & Mulet 1999). m and nu fall to zero together. Every step is one Newton
// step to m = 0, to see how far that goes, and a second one with the same matrix to the m that this suggests, with the
// products that the first one left out (Mehrotra 1992). Where faces rest on more contacts than hold them, forces that
// cancel each other move freely until a contact opens: with p_N and u apart they do so in some ten steps, where a map of
// p alone (solve_path.c) has to feel its way.
//
// It begins where all contacts stick, which is a linear problem. When that is no guess at all there is sliding; sliding
// that turns is not for these steps: the path goes on, and the report says so.

#define ALPHA 1e-12      // proximal weight, for what W does not determine
#define LEAST_FORCE 0.1  // at first, over the mean
#define LEAST_SPEED 0.1  // u at first, over the mean of |y_N|
#define STEP_SHARE 0.995 // of the way to p_N = 0 or u = 0
#define RESTING 3.0      // residual of the first guess above which it is none
#define STUCK 1e-3       // steps below lead nowhere

static const ssParam s_params[] = {
    { .key = "stick",
        .symbol = "δ",
        .label = "softness of the first guess",
        .unit = "",
        .group = "solver",
        .doc =
            "It begins where all contacts stick with this addition to the diagonal of W, over the diagonal.",
        .kind = ss_paramNumber,
        .min = 1e-6,
        .max = 1.0,
        .allowedMin = 0.0,
        .allowedMax = 1e3,
        .open = ss_openLow,
        .defaultValue = 1e-3,
        .logScale = true },
    { .key = "slip",
        .symbol = "ν",
        .label = "smoothing of friction",
        .unit = "",
        .group = "solver",
        .doc = "Velocity below which friction is viscous, over mean(p_N u)/mean(p_N).",
        .kind = ss_paramNumber,
        .min = 1e-3,
        .max = 10.0,
        .allowedMin = 0.0,
        .allowedMax = 1e3,
        .open = ss_openLow,
        .defaultValue = 0.1,
        .logScale = true },
    { .key = "shrink",
        .symbol = "κ",
        .label = "greatest shrinking",
        .unit = "",
        .group = "solver",
        .doc = "What one step may make of m at best.",
        .kind = ss_paramNumber,
        .min = 1e-6,
        .max = 0.5,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .open = ss_openLow | ss_openHigh,
        .defaultValue = 1e-3,
        .logScale = true },
    { .key = "fallback",
        .symbol = "fallback",
        .label = "go on by the path",
        .unit = "",
        .group = "solver",
        .doc = "1 lets `path` go on where it stalls, and says so; 0 gives up instead.",
        .kind = ss_paramInteger,
        .max = 1,
        .allowedMax = 1,
        .defaultValue = 1 },
};

typedef struct Disc
{
    int first, count; // its rows of a contact
    double mu;
} Disc;

typedef struct Interior
{
    ssSystem* system;
    stepSpace space;
    int discs; // per contact
    double nu;
    double *step, *u, *du, *du1; // per contact: r; u, its step, that of the first of two
    double *b, *local;           // B, and (I + B (alpha/r + C))^-1
    double *p, *y, *dp, *dy;     // of the system's size
    double *a, *da;              // p_T/(mu p_N), and its step
    double *dp1, *da1;           // the first of two steps
    double *best, *trial, *trialY;
    double bestResidual;
} Interior;

static void freeInterior( Interior* in )
{
    void* owned[] = { in->step, in->b, in->p };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    stepFree( &in->space );
}

static bool makeInterior( ssSolveRun* run, Interior* in )
{
    ssSystem* system = run->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = runStride( run );
    *in = ( Interior ){ .system = system, .discs = (int)d / 2, .bestResidual = HUGE_VAL };
    in->p = runVectors( run, 11 );
    in->step = ssAlloc( 4 * n * sizeof( double ) );
    in->b = ssAlloc( 2 * n * d * d * sizeof( double ) );
    if ( !( in->p && in->step && in->b && stepMake( &in->space, system ) ) )
    {
        run->status = ss_solveNoMemory;
        return false;
    }
    double** vectors[] = { &in->y, &in->dp, &in->dy, &in->a, &in->da, &in->dp1, &in->da1, &in->best,
        &in->trial, &in->trialY };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        *vectors[i] = in->p + (size_t)( i + 1 ) * stride;
    }
    in->u = in->step + n;
    in->du = in->u + n;
    in->du1 = in->du + n;
    in->local = in->b + n * d * d;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double trace = 0.0;
        for ( size_t c = 0; c < d; ++c )
        {
            trace += system->diag[(size_t)i * d * d + c * ( d + 1 )];
        }
        in->step[i] = (double)d / trace;
    }
    return true;
}

static Disc discOf( const Interior* in, int i, int k )
{
    const ssCone* cone = &in->system->cones[i];
    return ( Disc ){ 1 + 2 * k, k == 2 ? 1 : 2, k == 0 ? cone->mu : k == 1 ? cone->muRoll : cone->muSpin };
}

static double speedOf( const Interior* in, const Disc* disc, const double* y )
{
    return sqrt( vecDot( disc->count, y + disc->first, y + disc->first ) + in->nu * in->nu );
}

// ------------------------------------------------------------------------------------------------------------- step

/// dp = h - B dy of contact i, h not here. dp_N = (...) - (p_N/u) dy_N, and |z| dp_T = (...) - mu z dp_N - (mu p_N +
/// p_T z^T/|z|) dz.
static bool linearise( Interior* in, int i )
{
    const ssSystem* system = in->system;
    int d = system->dimension;
    size_t at = (size_t)i * (size_t)d;
    const double *p = in->p + at, *a = in->a + at, *z = in->y + at;
    double raw[SS_CONE_MAX * SS_CONE_MAX] = { 0 };
    double *b = in->b + at * (size_t)d, *g = in->local + at * (size_t)d;
    raw[0] = p[0] / in->u[i];
    for ( int k = 0; k < in->discs; ++k )
    {
        Disc disc = discOf( in, i, k );
        double speed = speedOf( in, &disc, z );
        for ( int r = disc.first; r < disc.first + disc.count; ++r )
        {
            raw[r * d] = disc.mu * a[r] * raw[0];
            for ( int c = disc.first; c < disc.first + disc.count; ++c )
            {
                raw[r * d + c] = disc.mu * p[0] / speed * ( ( r == c ? 1.0 : 0.0 ) + a[r] * z[c] / speed );
            }
        }
    }
    bool compliant = system->compliance != NULL && system->blocks == NULL;
    for ( int c = 0; c < d * d; ++c )
    {
        double own = ALPHA / in->step[i] + ( compliant ? system->compliance[at + (size_t)( c % d )] : 0.0 );
        g[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) + raw[c] * own;
    }
    if ( !stepInvert( d, g ) )
    {
        return false;
    }
    for ( int r = 0; r < d; ++r )
    {
        for ( int c = 0; c < d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                sum += g[r * d + k] * raw[k * d + c];
            }
            b[r * d + c] = sum;
        }
    }
    return true;
}

/// h of contact i towards p_N u = m; `second`: with the products that the first step left out.
static void aim( const Interior* in, int i, double m, bool second, double* h )
{
    size_t at = (size_t)i * (size_t)in->system->dimension;
    const double *p = in->p + at, *a = in->a + at, *z = in->y + at, *dp = in->dp1 + at, *da = in->da1 + at;
    h[0] = ( m - p[0] * z[0] - ( second ? dp[0] * in->du1[i] : 0.0 ) ) / in->u[i];
    for ( int k = 0; k < in->discs; ++k )
    {
        Disc disc = discOf( in, i, k );
        double speed = speedOf( in, &disc, z );
        for ( int c = disc.first; c < disc.first + disc.count; ++c )
        {
            double turn = -a[c] - z[c] / speed;
            h[c] = disc.mu * ( a[c] * h[0] + p[0] * turn + ( second ? dp[0] * da[c] : 0.0 ) );
        }
    }
}

/// dp, dy and du.
static void direct( Interior* in, double m, bool second )
{
    ssSystem* system = in->system;
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double h[SS_CONE_MAX] = { 0 };
        aim( in, i, m, second, h );
        for ( int c = 0; c < d; ++c )
        {
            in->dp[at + (size_t)c] = vecDot( d, in->local + at * (size_t)d + (size_t)( c * d ), h );
        }
    }
    stepSolve( &in->space, in->b, in->dp );
    systemMultiply( system, in->dp, in->dy, system->velocity );
    for ( int i = 0; i < system->size; ++i )
    {
        in->dy[i] -= system->q[i];
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        const double *a = in->a + at, *z = in->y + at;
        double dz[SS_CONE_MAX];
        for ( int c = 0; c < d; ++c )
        {
            dz[c] = in->dy[at + (size_t)c] + ALPHA / in->step[i] * in->dp[at + (size_t)c];
        }
        in->du[i] = z[0] + dz[0] - in->u[i];
        for ( int k = 0; k < in->discs; ++k )
        {
            Disc disc = discOf( in, i, k );
            double speed = speedOf( in, &disc, z );
            double faster = vecDot( disc.count, z + disc.first, dz + disc.first ) / speed;
            for ( int c = disc.first; c < disc.first + disc.count; ++c )
            {
                in->da[at + (size_t)c] = -a[c] - ( z[c] + dz[c] + a[c] * faster ) / speed;
            }
        }
    }
}

/// How far p_N and u stay positive, at most 1.
static double longest( const Interior* in, double share )
{
    double t = 1.0;
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)in->system->dimension;
        t = in->p[at] + t * in->dp[at] < ( 1.0 - share ) * in->p[at] ? -share * in->p[at] / in->dp[at] : t;
        t = in->u[i] + t * in->du[i] < ( 1.0 - share ) * in->u[i] ? -share * in->u[i] / in->du[i] : t;
    }
    return t;
}

/// Mean of p_N u after a step t.
static double gapAfter( const Interior* in, double t )
{
    double sum = 0.0;
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)in->system->dimension;
        sum += ( in->p[at] + t * in->dp[at] ) * ( in->u[i] + t * in->du[i] );
    }
    return sum / in->system->contacts;
}

static double meanForce( const Interior* in )
{
    double sum = 0.0;
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        sum += in->p[(size_t)i * (size_t)in->system->dimension];
    }
    return sum / in->system->contacts;
}

/// a into its discs; p_T and y from it.
static void settle( Interior* in )
{
    ssSystem* system = in->system;
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)system->dimension;
        double *p = in->p + at, *a = in->a + at;
        for ( int k = 0; k < in->discs; ++k )
        {
            Disc disc = discOf( in, i, k );
            double size = fmax( vecNorm( disc.count, a + disc.first ), 1.0 );
            for ( int c = disc.first; c < disc.first + disc.count; ++c )
            {
                a[c] /= size;
                p[c] = disc.mu * p[0] * a[c];
            }
        }
    }
    systemMultiply( system, in->p, in->y, system->velocity );
}

static bool judge( ssSolveRun* run, Interior* in, const double* p, const double* y, double gap )
{
    bool done = runCheck( run, p, y, gap );
    if ( run->residual < in->bestResidual )
    {
        in->bestResidual = run->residual;
        memcpy( in->best, p, runStride( run ) * sizeof( double ) );
    }
    return done;
}

/// p where all contacts stick, moved into the cones. False when that cannot be had.
static bool stickAll( ssSolveRun* run, Interior* in )
{
    const ssSystem* system = in->system;
    int d = system->dimension;
    double mean = 0.0, delta = runValue( run, "stick" );
    for ( int i = 0; i < system->contacts * d; ++i )
    {
        double weight = in->step[i / d] / delta;
        in->b[(size_t)( i / d * d * d + i % d * ( d + 1 ) )] = weight;
        in->p[i] = -weight * system->q[i];
    }
    if ( !stepFactor( &in->space, in->b ) )
    {
        return false;
    }
    stepSolve( &in->space, in->b, in->p );
    for ( int i = 0; i < system->contacts; ++i )
    {
        mean += fabs( in->p[i * d] ) / system->contacts;
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* p = in->p + (size_t)( i * d );
        p[0] = fmax( p[0], LEAST_FORCE * mean );
        for ( int k = 0; k < in->discs; ++k )
        {
            Disc disc = discOf( in, i, k );
            double bound = fmax( 2.0 * vecNorm( disc.count, p + disc.first ), disc.mu * p[0] );
            for ( int c = disc.first; c < disc.first + disc.count && bound > 0.0; ++c )
            {
                in->a[i * d + c] = p[c] / bound;
            }
        }
    }
    settle( in );
    return mean > 0.0;
}

/// u to begin with, from the velocities of the first guess.
static void openAll( Interior* in )
{
    const ssSystem* system = in->system;
    int d = system->dimension;
    double mean = 0.0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        mean += fabs( in->y[i * d] ) / system->contacts;
    }
    mean = fmax( mean, 1e-3 * system->qNorm / sqrt( (double)system->contacts ) );
    for ( int i = 0; i < system->contacts; ++i )
    {
        in->u[i] = fmax( in->y[i * d], LEAST_SPEED * mean );
    }
}

/// The Newton step to m = 0, and whether its end is the answer. False when there is none.
static bool predict( ssSolveRun* run, Interior* in, double gap, bool* done )
{
    ssSystem* system = in->system;
    size_t bytes = runStride( run ) * sizeof( double );
    for ( int i = 0; i < system->contacts; ++i )
    {
        if ( !linearise( in, i ) )
        {
            return false;
        }
    }
    if ( !stepFactor( &in->space, in->b ) )
    {
        return false;
    }
    direct( in, 0.0, false );
    memcpy( in->dp1, in->dp, bytes );
    memcpy( in->da1, in->da, bytes );
    memcpy( in->du1, in->du, (size_t)system->contacts * sizeof( double ) );
    for ( int i = 0; i < system->size; ++i )
    {
        in->trial[i] = in->p[i] + in->dp[i];
    }
    systemProject( system, in->trial );
    systemMultiply( system, in->trial, in->trialY, system->velocity );
    run->iterations += 1;
    *done = judge( run, in, in->trial, in->trialY, gap );
    return true;
}

/// One step; its length, 0 when there is none.
static double advance( ssSolveRun* run, Interior* in, bool* done )
{
    const ssSystem* system = in->system;
    double gap = gapAfter( in, 0.0 );
    in->nu = runValue( run, "slip" ) * gap / meanForce( in );
    if ( !predict( run, in, gap, done ) || *done )
    {
        return 0.0;
    }
    double left = gapAfter( in, longest( in, 1.0 ) ) / gap;
    direct( in, fmin( fmax( left * left * left, runValue( run, "shrink" ) ), 1.0 ) * gap, true );
    double t = longest( in, STEP_SHARE );
    for ( int i = 0; i < system->size; ++i )
    {
        in->p[i] += t * in->dp[i];
        in->a[i] += t * in->da[i];
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        in->u[i] += t * in->du[i];
    }
    settle( in );
    *done = judge( run, in, in->p, in->y, gap );
    return t;
}

/// False when it leads nowhere.
static bool iterate( ssSolveRun* run, Interior* in )
{
    bool done = judge( run, in, in->p, in->y, 0.0 ), goes = run->residual < RESTING;
    openAll( in );
    while ( !done && goes && run->iterations < run->maxIterations )
    {
        goes = advance( run, in, &done ) > STUCK;
    }
    return done || goes;
}

static void solveInterior( ssSolveRun* run )
{
    Interior in;
    if ( makeInterior( run, &in ) )
    {
        systemMultiply( in.system, run->p, in.trialY, in.system->velocity );
        bool fine =
            judge( run, &in, run->p, in.trialY, 0.0 ) || ( stickAll( run, &in ) && iterate( run, &in ) );
        memcpy( run->p, in.best, runStride( run ) * sizeof( double ) );
        run->residual = in.bestResidual;
        runSay( run, "%d steps inside", run->iterations );
        if ( !fine && runValue( run, "fallback" ) > 0.0 )
        {
            int before = run->iterations;
            runOther( run, &ss_solverPath, NULL, run->maxIterations - before );
            runSay( run, ", then %d along the path: no tower at rest", run->iterations - before );
        }
        else if ( !fine )
        {
            run->status = ss_solveStalled;
        }
    }
    freeInterior( &in );
}

const ssSolver ss_solverInterior = { .name = "interior",
    .label = "interior points, for what rests on many contacts",
    .source = "Mehrotra 1992; Chan, Golub & Mulet 1999",
    .honours = ss_lawCoulomb | ss_lawRolling | ss_lawSpinning,
    .maxIterations = 1000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveInterior };
