// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// The order of things: colours, blocks, sweeps and when to look at the residual.

#define SWEEPS_PER_REFRESH 64 // rounding does not pile up

#define OMEGA_PLAIN 1.0

// Where many sweeps are needed, many contacts are about to slip or to hold, and long steps go from one slip pattern to
// the next without end: omega fades, to half in a thousand sweeps.
#define FADE_SWEEPS 1000.0
#define FADE_LEAST 0.5

ssSweep* ssCreateSweep( void )
{
    return ssAlloc( sizeof( ssSweep ) );
}

static sweepStore* const* storesOf( ssSweep* s, sweepStore** list )
{
    sweepStore* stores[] = { &s->bodyStore, &s->inertiaStore, &s->flagStore, &s->momentumStore,
        &s->startStore, &s->usedStore, &s->memberStore, &s->partialStore, &s->groupStore, &s->oddStore,
        &s->rowStore, &s->oldStore, NULL };
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

size_t ssSweep_Bytes( const ssSweep* sweep, size_t* bodies )
{
    ssSweep copy = *sweep;
    sweepStore* list[32];
    size_t sum = sizeof( ssSweep );
    for ( sweepStore* const* at = storesOf( &copy, list ); *at != NULL; ++at )
    {
        sum += ( *at )->bytes;
    }
    if ( bodies != NULL )
    {
        *bodies = sweep->bodyStore.bytes + sweep->inertiaStore.bytes + sweep->flagStore.bytes +
            sweep->startStore.bytes + sweep->usedStore.bytes + sweep->oldStore.bytes;
    }
    return sum;
}

void ssSweep_Borrow( ssSweep* sweep, void* room, size_t bytes )
{
    SS_ASSERT( !sweep->progress.begun );
    sweep->borrowed = room;
    sweep->borrowedBytes = bytes;
}

void* ssSweep_Lend( ssSweep* sweep, size_t kept, size_t bytes )
{
    // groups are packed anew by every ssSweep_Begin
    void* room = NULL;
    sweep->progress.begun = false;
    return sweepReserve( &sweep->groupStore, kept, bytes, &room ) ? room : NULL;
}

ssSweepOptions ssDefaultSweepOptions( void )
{
    return ( ssSweepOptions ){ .tolerance = 1e-4, .maxSweeps = 50, .accelerate = true };
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
    sweepSums sum = { 0.0, 0.0 };
    for ( int kind = 0; kind < sweep_kinds && before < last; ++kind )
    {
        int count = s->groups[colour->colour][kind], start = s->first[colour->colour][kind];
        int from = first > before ? first - before : 0, to = last - before < count ? last - before : count;
        if ( from < to )
        {
            sweepSums part = colour->task( colour->pass, kind, start + from, start + to );
            sum.first += part.first;
            sum.second += part.second;
        }
        before += count;
    }
    s->partial[block] = sum;
}

sweepSums sweepRun( const sweepPass* pass, sweepTask* task )
{
    ssSweep* s = pass->sweep;
    sweepSums sum = { 0.0, 0.0 };
    for ( int turn = 0; turn <= s->colours; ++turn )
    {
        int c = sweepColour( s, turn );
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
        int size = c < COLOUR_MAX ? SWEEP_BLOCK / LANES : groups;
        ssParallelFor( groups, size, runBlock, &colour );
        for ( int block = 0; block < ssBlockCount( groups, size ); ++block )
        {
            sum.first += s->partial[block].first;
            sum.second += s->partial[block].second;
        }
    }
    return sum;
}

static sweepSums solveGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepSpheres( pass, kind, first, last )
                             : sweepBodies( pass, kind, first, last );
}

static sweepSums pushGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepPushSpheres( pass, kind, first, last )
                             : sweepPushBodies( pass, kind, first, last );
}

static sweepSums mapGroups( const sweepPass* pass, int kind, int first, int last )
{
    return kind < sweep_body ? sweepSphereMap( pass, kind, first, last )
                             : sweepBodyMap( pass, kind, first, last );
}

void sweepRefresh( ssSweep* s )
{
    sweepPass pass = { .sweep = s };
    sweepFreeBodies( s );
    sweepRun( &pass, pushGroups );
    sweepPushSerial( s );
    s->sinceRefresh = 0;
}

double ssSweep_Residual( ssSweep* sweep )
{
    sweepPass pass = { .sweep = sweep };
    double sum = sweepRun( &pass, mapGroups ).first + sweepSerialMap( sweep );
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
    sweep->progress = ( sweepProgress ){ .begun = false };
    ssResult result = sweepPack( sweep, problem, p );
    if ( result.code == ss_ok )
    {
        sweepRefresh( sweep );
    }
    return result;
}

/// A look costs most of a sweep. Far from the answer few are enough; when the steps have become as much shorter as the
/// residual has to, it is time, and without extrapolation convergence is about linear.
static void planLook( ssSweep* sweep, double tolerance )
{
    sweepProgress* progress = &sweep->progress;
    int done = progress->sweeps, wait = done < 48 ? 2 + done : 50;
    double wanted = tolerance / progress->residual;
    if ( !progress->accelerate )
    {
        wait = 1 + done / 8;
        if ( progress->lookedAt >= 0 && progress->residual < progress->earlier )
        {
            double rate = log( progress->residual / progress->earlier ) / ( done - progress->lookedAt );
            double needed = log( wanted ) / rate;
            wait = needed < 4.0 * ( done + 1 ) ? (int)( 0.7 * needed ) : wait;
        }
    }
    progress->enough = sweep->lastSums.second * wanted * wanted;
    progress->next = done + ( wait > 1 ? wait : 1 );
    progress->lookedAt = done;
}

static bool isTimeToLook( const ssSweep* sweep )
{
    return sweep->progress.sweeps >= sweep->progress.next || sweep->lastSums.second < sweep->progress.enough;
}

#define PATIENCE 100    // sweeps without a tenth of improvement, and half of those done
#define OMEGA_LEAST 0.2 // and what a stall multiplies omega by
#define OMEGA_FACTOR 0.7
#define OMEGA_AHEAD 0.4 // below it nothing is extrapolated

/// Coulomb's law with much friction can go round in circles: first in shorter steps, then without extrapolation.
static void unstick( sweepProgress* progress )
{
    int done = progress->sweeps;
    if ( progress->residual < 0.9 * progress->best )
    {
        progress->best = progress->residual;
        progress->bestAt = done;
    }
    else if ( done - progress->bestAt > PATIENCE + progress->bestAt / 2 )
    {
        progress->omega = fmax( OMEGA_LEAST, OMEGA_FACTOR * progress->omega );
        progress->accelerate = progress->accelerate && progress->omega >= OMEGA_AHEAD;
        progress->best = progress->residual;
        progress->bestAt = done;
    }
}

static void look( ssSweep* sweep )
{
    sweep->progress.earlier = sweep->progress.residual;
    sweep->progress.residual = ssSweep_Residual( sweep );
}

/// Converged, and not only in velocities that rounding has carried away from the reactions?
static bool isDone( ssSweep* sweep, double tolerance )
{
    sweepProgress* progress = &sweep->progress;
    if ( progress->residual <= tolerance && sweep->sinceRefresh > 0 )
    {
        sweepRefresh( sweep );
        progress->residual = ssSweep_Residual( sweep );
    }
    return progress->residual <= tolerance || !isfinite( progress->residual );
}

static void beginProgress( ssSweep* sweep, const ssSweepOptions* options )
{
    bool accelerate = options->accelerate && sweepBeginMomentum( sweep );
    sweep->progress = ( sweepProgress ){ .begun = true,
        .accelerate = accelerate,
        .omega = options->omega > 0.0 ? options->omega : OMEGA_PLAIN,
        .fades = options->omega == 0.0,
        .next = 1,
        .lookedAt = -1,
        .residual = -1.0,
        .best = HUGE_VAL };
}

static double omegaOf( const sweepProgress* progress )
{
    double fade = 1.0 / ( 1.0 + progress->sweeps / FADE_SWEEPS );
    return progress->accelerate && progress->fades ? progress->omega * fmax( fade, FADE_LEAST )
                                                   : progress->omega;
}

/// One sweep, from where the last two point to when it extrapolates.
static void sweepOnce( ssSweep* sweep, const ssSweepOptions* options )
{
    sweepProgress* progress = &sweep->progress;
    sweepPass pass = { .sweep = sweep,
        .omega = omegaOf( progress ),
        .passes = options->local == ss_sweepExact ? 6 : 1,
        .extrapolates = progress->accelerate,
        .beta = progress->accelerate ? sweepMomentum( sweep ) : 0.0 };
    sweepSums sums = sweepRun( &pass, solveGroups ), serial = sweepSerial( &pass );
    sweep->lastSums = ( sweepSums ){ sums.first + serial.first, sums.second + serial.second };
    progress->sweeps += 1;
    if ( ++sweep->sinceRefresh >= SWEEPS_PER_REFRESH )
    {
        sweepRefresh( sweep );
    }
}

void ssSweep_Iterate( ssSweep* sweep, const ssSweepOptions* options, ssSweepReport* report )
{
    sweepProgress* progress = &sweep->progress;
    bool aims = options->tolerance > 0.0, done = false;
    if ( !progress->begun )
    {
        beginProgress( sweep, options );
    }
    double start = -1.0;
    if ( aims )
    {
        look( sweep );
        start = progress->residual;
        done = isDone( sweep, options->tolerance );
    }
    int before = progress->sweeps, last = before + options->maxSweeps;
    while ( progress->sweeps < last && !done )
    {
        sweepOnce( sweep, options );
        if ( aims && ( isTimeToLook( sweep ) || progress->sweeps == last ) )
        {
            look( sweep );
            done = isDone( sweep, options->tolerance );
            planLook( sweep, options->tolerance );
            unstick( progress );
        }
    }
    if ( !done && sweep->sinceRefresh > 0 )
    {
        sweepRefresh( sweep );
    }
    progress->residual = done ? progress->residual : ssSweep_Residual( sweep );
    *report = ( ssSweepReport ){ .status = !isfinite( progress->residual ) ? ss_solveNotFinite
            : progress->residual <= options->tolerance                     ? ss_solveConverged
                                                                           : ss_solveLimit,
        .sweeps = progress->sweeps - before,
        .startResidual = start,
        .residual = progress->residual,
        .colours = sweep->colours,
        .overflow = sweep->overflow,
        .spheres = sweep->spheres };
}

void ssSweep_Finish( ssSweep* sweep, double* p, double* velocity )
{
    // what extrapolation remembers may lie in the caller's room: sweeps that go on from here begin it anew
    sweep->progress.begun = sweep->progress.begun && sweep->borrowed == NULL;
    sweep->borrowed = NULL;
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
    if ( !( options->tolerance >= 0.0 && options->omega >= 0.0 && options->omega < 2.0 &&
             options->maxSweeps >= 0 ) )
    {
        return ssError(
            ss_errorValue, "omega", "tolerance >= 0, 0 <= omega < 2 and maxSweeps >= 0 are allowed" );
    }
    ssResult result = ssSweep_Begin( sweep, problem, p );
    if ( result.code == ss_ok )
    {
        ssSweep_Iterate( sweep, options, report );
        ssSweep_Finish( sweep, p, velocity );
    }
    return result;
}
