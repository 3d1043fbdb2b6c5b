// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "base/os.h"
#include "base/thread_pool.h"
#include "slipstick/gauss_seidel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The Gauss-Seidel kernel per contact and pass on piles of spheres with all six rows: in lanes, as a plain loop, and on
// two threads. The copy beside it moves as many bytes as a pass does: a contact is read and its reaction written, two
// bodies are read and written.

#define PASSES 20 // per measurement

// [bytes] per contact
#define BYTES_READ ( 152 + 2 * 64 )
#define BYTES_WRITTEN ( 48 + 2 * 64 )
#define BYTES_COPIED ( ( BYTES_READ + BYTES_WRITTEN ) / 2 ) // a copy reads and writes each byte

// -------------------------------------------------------------------------------------------------- the plain loop

typedef struct PlainBody
{
    double v[3], inverseMass, w[3], inverseInertia;
} PlainBody;

typedef struct PlainContact
{
    int a, b;
    double n[3], ra, rb, mu, muRoll, muSpin, stepN, stepT, stepR, f[3], m[3];
} PlainContact;

static double dot( const double* a, const double* b )
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross( const double* a, const double* b, double* out )
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void plainContact( PlainContact* c, PlainBody* a, PlainBody* b )
{
    double turn[3], u[3], t[3], g[3], df[3], dm[3];
    for ( int k = 0; k < 3; ++k )
    {
        turn[k] = c->rb * b->w[k] + c->ra * a->w[k];
    }
    cross( c->n, turn, u );
    for ( int k = 0; k < 3; ++k )
    {
        u[k] += b->v[k] - a->v[k];
    }
    double un = dot( u, c->n ), old = dot( c->f, c->n ), pn = fmax( old - un * c->stepN, 0.0 );
    double out = old - c->stepT * un;
    for ( int k = 0; k < 3; ++k )
    {
        t[k] = c->f[k] - c->stepT * u[k] - out * c->n[k];
        g[k] = c->m[k] - c->stepR * ( b->w[k] - a->w[k] );
    }
    double spin = dot( g, c->n );
    for ( int k = 0; k < 3; ++k )
    {
        g[k] -= spin * c->n[k];
    }
    double length = sqrt( dot( t, t ) ), bound = c->mu * pn, slide = length > bound ? bound / length : 1.0;
    length = sqrt( dot( g, g ) );
    bound = c->muRoll * pn;
    double roll = length > bound ? bound / length : 1.0;
    bound = c->muSpin * pn;
    spin = fmax( fmin( spin, bound ), -bound );
    for ( int k = 0; k < 3; ++k )
    {
        double f = pn * c->n[k] + slide * t[k], m = spin * c->n[k] + roll * g[k];
        df[k] = f - c->f[k];
        dm[k] = m - c->m[k];
        c->f[k] = f;
        c->m[k] = m;
    }
    cross( c->n, df, turn );
    for ( int k = 0; k < 3; ++k )
    {
        a->v[k] -= a->inverseMass * df[k];
        b->v[k] += b->inverseMass * df[k];
        a->w[k] -= a->inverseInertia * ( c->ra * turn[k] + dm[k] );
        b->w[k] += b->inverseInertia * ( dm[k] - c->rb * turn[k] );
    }
}

// ------------------------------------------------------------------------------------------------------- the work

typedef struct Work
{
    ssProblem problem;
    ssGs* solver;
    ssGsOptions options;
    ssGsReport report;
    double *p, *start;
    PlainContact* contacts;
    PlainBody* bodies; // the last one is the ground
} Work;

static void plainPasses( void* context )
{
    Work* work = context;
    for ( int s = 0; s < PASSES; ++s )
    {
        for ( int i = 0; i < work->problem.contactCount; ++i )
        {
            PlainContact* c = &work->contacts[i];
            plainContact( c, &work->bodies[c->a], &work->bodies[c->b] );
        }
    }
    benchKeep( work->bodies[0].v[0] );
}

static void lanePasses( void* context )
{
    Work* work = context;
    ssGs_Iterate( work->solver, &work->options, &work->report );
}

static void wholeSolve( void* context )
{
    Work* work = context;
    memcpy( work->p, work->start, (size_t)ssProblem_Size( &work->problem ) * sizeof( double ) );
    ssGs_Solve( work->solver, &work->problem, &work->options, work->p, NULL, &work->report );
    benchKeep( work->p[0] );
}

static void makePlain( Work* work )
{
    const ssProblem* problem = &work->problem;
    double length = ssProblem_Length( problem );
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        PlainBody* body = &work->bodies[i];
        body->inverseMass = problem->inverseMass[i];
        body->inverseInertia = problem->inverseInertia[i].cx.x * length * length;
        for ( int c = 0; c < 3; ++c )
        {
            body->v[c] = problem->freeVelocity[6 * i + c];
            body->w[c] = problem->freeVelocity[6 * i + 3 + c] * length;
        }
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        PlainContact* c = &work->contacts[i];
        ssVec3 n = problem->frames[i].n;
        *c = ( PlainContact ){ .a = problem->bodyA[i] >= 0 ? problem->bodyA[i] : problem->bodyCount,
            .b = problem->bodyB[i],
            .n = { n.x, n.y, n.z },
            .ra = ssVec3_Dot( problem->armsA[i], n ) / length,
            .rb = -ssVec3_Dot( problem->armsB[i], n ) / length,
            .mu = problem->cones[i].mu,
            .muRoll = problem->cones[i].muRoll / length,
            .muSpin = problem->cones[i].muSpin / length };
        const PlainBody *a = &work->bodies[c->a], *b = &work->bodies[c->b];
        double wn = a->inverseMass + b->inverseMass;
        c->stepN = 1.0 / wn;
        c->stepT = 1.0 / ( wn + c->ra * c->ra * a->inverseInertia + c->rb * c->rb * b->inverseInertia );
        c->stepR = 1.0 / ( a->inverseInertia + b->inverseInertia );
    }
}

static void freeWork( Work* work )
{
    free( work->p );
    free( work->start );
    free( work->contacts );
    free( work->bodies );
    ssDestroyGs( work->solver );
    ssProblem_Destroy( &work->problem );
}

static ssResult makeWork( Work* work, int contacts )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = 6;
    def.contacts = contacts;
    def.kick = 0.0;
    *work = ( Work ){ .options = ssDefaultGsOptions() };
    ssResult result = ssMakePacking( &def, &work->problem );
    if ( result.code != ss_ok )
    {
        return result;
    }
    size_t size = (size_t)ssProblem_Size( &work->problem ) + 1;
    work->p = calloc( size, sizeof( double ) );
    work->start = calloc( size, sizeof( double ) );
    work->contacts = calloc( (size_t)work->problem.contactCount, sizeof( PlainContact ) );
    work->bodies = calloc( (size_t)work->problem.bodyCount + 1, sizeof( PlainBody ) );
    work->solver = ssCreateGs( NULL );
    if ( !( work->p && work->start && work->contacts && work->bodies && work->solver ) )
    {
        freeWork( work );
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    makePlain( work );
    return ssGs_Begin( work->solver, &work->problem, work->p, 0 );
}

// --------------------------------------------------------------------------------------------------------- measuring

/// The time of the fastest repeat [ns]: processor time where one thread works alone, because other programs affect it less.
static double measure( const benchRun* run, benchWork* work, void* context, bool alone )
{
    double ( *const seconds )( void ) = alone ? osCpuSeconds : osSeconds;
    double best = HUGE_VAL;
    work( context );
    for ( int i = 0; i < run->repeats; ++i )
    {
        double began = seconds();
        work( context );
        best = fmin( best, seconds() - began );
    }
    return fmax( best, 1e-9 ) * 1e9;
}

/// Time per contact and pass [ns], without judging the result at the end.
static double measureLanes( benchRun* run, Work* work, bool alone )
{
    work->options = ( ssGsOptions ){ .maxPasses = 0 };
    double judging = measure( run, lanePasses, work, alone );
    work->options.maxPasses = PASSES;
    double all = measure( run, lanePasses, work, alone );
    return fmax( all - judging, 1.0 ) / PASSES / work->problem.contactCount;
}

static ssResult measureSize( benchRun* run, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, contacts );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int n = work.problem.contactCount;
    char what[96];
    double copy = benchMeasureCopy( run, BYTES_COPIED, n );
    double lanes = measureLanes( run, &work, true ), one = measureLanes( run, &work, false );
    snprintf( what, sizeof( what ), "%d contacts: %.1f M/s, %.0f%% of streaming", n, 1e3 / lanes,
        100.0 * copy / lanes );
    benchAdd( run, what, lanes, copy, n );

    double plain = measure( run, plainPasses, &work, true ) / PASSES / n;
    snprintf( what, sizeof( what ), "%d, plain loop; lanes are %.2f times faster", n, plain / lanes );
    benchAdd( run, what, plain, copy, n );

    threadPool* pool = threadPoolStart( 2 );
    double two = measureLanes( run, &work, false );
    threadPoolStop( pool );
    snprintf( what, sizeof( what ), "%d, two threads: %.2f times one", n, one / two );
    benchAdd( run, what, two, copy, n );
    freeWork( &work );
    return result;
}

/// Adds the time of a whole solve per contact, with packing the problem and reading out the answer.
static void addWhole( benchRun* run, Work* work, const char* how )
{
    int n = work->problem.contactCount;
    char what[96];
    double ns = measure( run, wholeSolve, work, true ) / n;
    snprintf( what, sizeof( what ), "%d, %s: %d passes%s", n, how, work->report.passes,
        work->options.tolerance > 0.0 && work->report.status != ss_solveConverged ? " MISSED" : "" );
    benchAdd( run, what, ns, benchMeasureCopy( run, BYTES_COPIED, n ), n );
}

static ssResult measureSolves( benchRun* run, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, contacts );
    if ( result.code != ss_ok )
    {
        return result;
    }
    work.options = ( ssGsOptions ){ .maxPasses = 50 };
    addWhole( run, &work, "one step" );
    work.options = ( ssGsOptions ){ .tolerance = 1e-4, .maxPasses = 5000 };
    addWhole( run, &work, "to 1e-4" );
    work.options.accelerate = true;
    addWhole( run, &work, "to 1e-4, extrapolated" );
    memcpy( work.start, work.p, (size_t)ssProblem_Size( &work.problem ) * sizeof( double ) );
    for ( int i = 0; i < ssProblem_Size( &work.problem ); ++i )
    {
        work.start[i] *= 1.0 + 1e-3 * sin( (double)i );
    }
    addWhole( run, &work, "to 1e-4, started 0.1% off" );
    freeWork( &work );
    return result;
}

static ssResult benchGaussSeidel( benchRun* run )
{
    static const int sizes[] = { 1000, 5000, 10000, 100000 };
    ssResult result = ssOk();
    for ( int i = 0; i < ( run->quick ? 1 : SS_COUNT( sizes ) ) && result.code == ss_ok; ++i )
    {
        result = measureSize( run, sizes[i] );
    }
    for ( int contacts = 500; contacts <= ( run->quick ? 500 : 20000 ) && result.code == ss_ok;
          contacts = contacts == 500 ? 5000 : 4 * contacts )
    {
        result = measureSolves( run, contacts );
    }
    return result;
}

const benchEntry bench_gaussSeidel = {
    .name = "gauss-seidel",
    .doc = "Gauss-Seidel per contact and pass: lanes, a plain loop, two threads, whole solves",
    .run = benchGaussSeidel,
    .alias = "sweep",
};
