// SPDX-License-Identifier: MIT
#include "sweep_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// The order of things: colours, blocks, sweeps and when to look at the residual.

#define GROUPS_PER_BLOCK 64
#define SWEEPS_PER_REFRESH 64 // rounding does not pile up

ssSweep* ssCreateSweep( void )
{
    return ssAlloc( sizeof( ssSweep ) );
}

static sweepStore* const* storesOf( ssSweep* s, sweepStore** list )
{
    sweepStore* stores[] = { &s->bodyStore, &s->freeStore, &s->inertiaStore, &s->flagStore, &s->sideStore,
        &s->orderStore, &s->startStore, &s->usedStore, &s->colourStore, &s->memberStore, &s->partialStore,
        &s->sphereStore, &s->wideStore, &s->groupStore, &s->oddStore, &s->rowStore, NULL };
    memcpy( list, stores, sizeof( stores ) );
    return list;
}

void ssDestroySweep( ssSweep* sweep )
{
    sweepStore* list[32];
    for ( sweepStore* const* at = sweep != NULL ? storesOf( sweep, list ) : NULL; at != NULL && *at != NULL;
          ++at )
    {
        ssRelease( ( *at )->memory );
    }
    ssRelease( sweep );
}

size_t ssSweep_Bytes( const ssSweep* sweep )
{
    ssSweep copy = *sweep;
    sweepStore* list[32];
    size_t sum = sizeof( ssSweep );
    for ( sweepStore* const* at = storesOf( &copy, list ); *at != NULL; ++at )
    {
        sum += ( *at )->bytes;
    }
    return sum;
}

ssSweepOptions ssDefaultSweepOptions( void )
{
    return ( ssSweepOptions ){ .tolerance = 1e-4, .maxSweeps = 50, .omega = 1.0 };
}

// ---------------------------------------------------------------------------------------------------------- colours

typedef struct Colour
{
    const sweepPass* pass;
    sweepTask* task;
    int colour;
} Colour;

/// Items are the groups of a colour, kind after kind.
static void runBlock( void* context, int block, int first, int last )
{
    const Colour* colour = context;
    ssSweep* s = colour->pass->sweep;
    int before = 0;
    double sum = 0.0;
    for ( int kind = 0; kind < sweep_kinds && before < last; ++kind )
    {
        int count = s->groups[colour->colour][kind], start = s->first[colour->colour][kind];
        int from = first > before ? first - before : 0, to = last - before < count ? last - before : count;
        if ( from < to )
        {
            sum += colour->task( colour->pass, kind, start + from, start + to );
        }
        before += count;
    }
    s->partial[block] = sum;
}

double sweepRun( const sweepPass* pass, sweepTask* task )
{
    ssSweep* s = pass->sweep;
    double sum = 0.0;
    for ( int c = 0; c <= COLOUR_MAX; ++c )
    {
        Colour colour = { pass, task, c };
        int groups = 0;
        for ( int kind = 0; kind < sweep_kinds; ++kind )
        {
            groups += s->groups[c][kind];
        }
        if ( groups == 0 )
        {
            continue;
        }
        // the overflow may not run side by side: one block
        int size = c < COLOUR_MAX ? GROUPS_PER_BLOCK : groups;
        ssParallelFor( groups, size, runBlock, &colour );
        for ( int block = 0; block < ssBlockCount( groups, size ); ++block )
        {
            sum += s->partial[block];
        }
    }
    return sum;
}

static double solveGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepSpheres( pass, kind, first, last )
                             : sweepBodies( pass, kind, first, last );
}

static double pushGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepPushSpheres( pass, kind, first, last )
                             : sweepPushBodies( pass, kind, first, last );
}

static double mapGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepSphereMap( pass, kind, first, last )
                             : sweepBodyMap( pass, kind, first, last );
}

void sweepRefresh( ssSweep* s )
{
    sweepPass pass = { .sweep = s };
    memcpy( s->bodies, s->freeBodies, ( (size_t)s->bodyCount + SWEEP_NOBODIES ) * sizeof( sweepBody ) );
    sweepRun( &pass, pushGroups );
    sweepPushSerial( s );
    s->sinceRefresh = 0;
}

double ssSweep_Residual( ssSweep* sweep )
{
    sweepPass pass = { .sweep = sweep };
    double sum = sweepRun( &pass, mapGroups ) + sweepSerialMap( sweep );
    double size = sweep->step * sweep->qNorm;
    return size > 0.0 ? sqrt( sum ) / size : sum > 0.0 ? HUGE_VAL : 0.0;
}

// ------------------------------------------------------------------------------------------------------------- solve

ssResult ssSweep_Begin( ssSweep* sweep, const ssProblem* problem, const double* p )
{
    if ( ssProblem_IsExplicit( problem ) )
    {
        return ssError( ss_errorValue, "w", "the sweep kernel needs bodies; this W is given as blocks" );
    }
    ssResult result = sweepPack( sweep, problem, p );
    if ( result.code == ss_ok )
    {
        sweepRefresh( sweep );
    }
    return result;
}

static void sweepOnce( sweepPass* pass )
{
    sweepRun( pass, solveGroups );
    sweepSerial( pass );
    if ( ++pass->sweep->sinceRefresh >= SWEEPS_PER_REFRESH )
    {
        sweepRefresh( pass->sweep );
    }
}

/// When to look again: a look costs half a sweep, and convergence is about linear.
static int nextLook( int done, int before, double residual, double earlier, double tolerance )
{
    int wait = 1 + done / 8;
    if ( before >= 0 && residual < earlier && residual > tolerance )
    {
        double rate = log( residual / earlier ) / ( done - before );
        double needed = log( tolerance / residual ) / rate;
        wait = needed < 4.0 * ( done + 1 ) ? (int)( 0.7 * needed ) : wait;
    }
    return done + ( wait > 1 ? wait : 1 );
}

void ssSweep_Iterate( ssSweep* sweep, const ssSweepOptions* options, ssSweepReport* report )
{
    sweepPass pass = {
        .sweep = sweep, .omega = options->omega, .passes = options->local == ss_sweepExact ? 6 : 1
    };
    *report = ( ssSweepReport ){ .status = ss_solveLimit,
        .startResidual = -1.0,
        .residual = -1.0,
        .colours = sweep->colours,
        .overflow = sweep->overflow,
        .spheres = sweep->spheres };
    bool judged = false;
    if ( options->tolerance > 0.0 )
    {
        report->startResidual = report->residual = ssSweep_Residual( sweep );
        judged = true;
    }
    int next = 1, before = -1;
    double earlier = HUGE_VAL;
    while ( report->sweeps < options->maxSweeps && !( judged && report->residual <= options->tolerance ) )
    {
        sweepOnce( &pass );
        report->sweeps += 1;
        judged = false;
        if ( options->tolerance > 0.0 && report->sweeps >= next )
        {
            earlier = report->residual;
            report->residual = ssSweep_Residual( sweep );
            judged = true;
            next = nextLook( report->sweeps, before, report->residual, earlier, options->tolerance );
            before = report->sweeps;
            if ( !isfinite( report->residual ) )
            {
                break;
            }
        }
    }
    report->residual = judged ? report->residual : ssSweep_Residual( sweep );
    report->status = !isfinite( report->residual ) ? ss_solveNotFinite
        : report->residual <= options->tolerance   ? ss_solveConverged
                                                   : ss_solveLimit;
}

void ssSweep_Finish( ssSweep* sweep, double* p, double* velocity )
{
    if ( p != NULL )
    {
        sweepReadOut( sweep, p );
    }
    for ( int i = 0; i < sweep->bodyCount && velocity != NULL; ++i )
    {
        double* v = velocity + 6 * (size_t)i;
        for ( int c = 0; c < 3; ++c )
        {
            v[c] = sweep->bodies[i].v[c];
            v[3 + c] = sweep->bodies[i].w[c] / sweep->length;
        }
    }
}

ssResult ssSweep_Solve( ssSweep* sweep, const ssProblem* problem, const ssSweepOptions* options, double* p,
    double* velocity, ssSweepReport* report )
{
    *report = ( ssSweepReport ){ .status = ss_solveRefused, .startResidual = -1.0, .residual = HUGE_VAL };
    if ( !( options->tolerance >= 0.0 && options->omega > 0.0 && options->omega < 2.0 &&
             options->maxSweeps >= 0 ) )
    {
        return ssError(
            ss_errorValue, "omega", "tolerance >= 0, 0 < omega < 2 and maxSweeps >= 0 are allowed" );
    }
    ssResult result = ssSweep_Begin( sweep, problem, p );
    if ( result.code == ss_ok )
    {
        ssSweep_Iterate( sweep, options, report );
        ssSweep_Finish( sweep, p, velocity );
    }
    return result;
}
