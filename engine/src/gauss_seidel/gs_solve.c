// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// The order of things: colours, blocks, passes and when to look at the residual.

#define SWEEPS_PER_REFRESH 64 // rounding does not pile up

#define OMEGA_PLAIN 1.0

// Where many passes are needed, many contacts are about to slip or to hold, and long steps go from one slip pattern to
// the next without end: omega fades, to half in a thousand passes.
#define FADE_PASSES 1000.0
#define FADE_LEAST 0.5

ssGs* ssCreateGs( void )
{
    return ssAlloc( sizeof( ssGs ) );
}

static gsStore* const* storesOf( ssGs* s, gsStore** list )
{
    gsStore* stores[] = { &s->bodyStore, &s->inertiaStore, &s->flagStore, &s->momentumStore, &s->startStore,
        &s->usedStore, &s->memberStore, &s->partialStore, &s->groupStore, &s->oddStore, &s->rowStore,
        &s->oldStore, NULL };
    memcpy( list, stores, sizeof( stores ) );
    return list;
}

void ssDestroyGs( ssGs* gs )
{
    gsStore* list[32];
    for ( gsStore* const* at = gs != NULL ? storesOf( gs, list ) : NULL; at != NULL && *at != NULL; ++at )
    {
        ssRelease( ( *at )->memory );
    }
    ssRelease( gs );
}

size_t ssGs_Bytes( const ssGs* gs, size_t* bodies )
{
    ssGs copy = *gs;
    gsStore* list[32];
    size_t sum = sizeof( ssGs );
    for ( gsStore* const* at = storesOf( &copy, list ); *at != NULL; ++at )
    {
        sum += ( *at )->bytes;
    }
    if ( bodies != NULL )
    {
        *bodies = gs->bodyStore.bytes + gs->inertiaStore.bytes + gs->flagStore.bytes + gs->startStore.bytes +
            gs->usedStore.bytes + gs->oldStore.bytes;
    }
    return sum;
}

void ssGs_UseBuffer( ssGs* gs, void* buffer, size_t bytes )
{
    SS_ASSERT( !gs->progress.begun );
    gs->callerBuffer = buffer;
    gs->callerBytes = bytes;
}

void* ssGs_IdleBuffer( ssGs* gs, size_t kept, size_t bytes )
{
    // groups are packed anew by every ssGs_Begin
    void* buffer = NULL;
    gs->progress.begun = false;
    return gsReserve( &gs->groupStore, kept, bytes, &buffer ) ? buffer : NULL;
}

ssGsOptions ssDefaultGsOptions( void )
{
    return ( ssGsOptions ){ .tolerance = 1e-4, .maxPasses = 50, .accelerate = true };
}

// ---------------------------------------------------------------------------------------------------------- colours

typedef struct Colour
{
    const gsPass* pass;
    gsTask* task;
    int colour;
} Colour;

/// Items are the groups of a colour, kind after kind.
static void runBlock( void* context, int block, int first, int last )
{
    const Colour* colour = context;
    ssGs* s = colour->pass->gs;
    int before = 0;
    gsSums sum = { 0.0, 0.0 };
    for ( int kind = 0; kind < gs_kinds && before < last; ++kind )
    {
        int count = s->groups[colour->colour][kind], start = s->first[colour->colour][kind];
        int from = first > before ? first - before : 0, to = last - before < count ? last - before : count;
        if ( from < to )
        {
            gsSums part = colour->task( colour->pass, kind, start + from, start + to );
            sum.first += part.first;
            sum.second += part.second;
        }
        before += count;
    }
    s->partial[block] = sum;
}

gsSums gsRun( const gsPass* pass, gsTask* task )
{
    ssGs* s = pass->gs;
    gsSums sum = { 0.0, 0.0 };
    for ( int turn = 0; turn <= s->colours; ++turn )
    {
        int c = gsColour( s, turn );
        Colour colour = { pass, task, c };
        int groups = 0;
        for ( int kind = 0; kind < gs_kinds; ++kind )
        {
            groups += s->groups[c][kind];
        }
        if ( groups == 0 )
        {
            continue;
        }
        // the overflow may not run side by side: one block
        int size = c < COLOUR_MAX ? GS_BLOCK / SIMD_WIDTH : groups;
        ssParallelFor( groups, size, runBlock, &colour );
        for ( int block = 0; block < ssBlockCount( groups, size ); ++block )
        {
            sum.first += s->partial[block].first;
            sum.second += s->partial[block].second;
        }
    }
    return sum;
}

static gsSums solveGroups( const gsPass* pass, int kind, int first, int last )
{
    return kind < gs_body ? gsSpheres( pass, kind, first, last ) : gsBodies( pass, kind, first, last );
}

static gsSums pushGroups( const gsPass* pass, int kind, int first, int last )
{
    return kind < gs_body ? gsPushSpheres( pass, kind, first, last )
                          : gsPushBodies( pass, kind, first, last );
}

static gsSums mapGroups( const gsPass* pass, int kind, int first, int last )
{
    return kind < gs_body ? gsSphereMap( pass, kind, first, last ) : gsBodyMap( pass, kind, first, last );
}

void gsRefresh( ssGs* s )
{
    gsPass pass = { .gs = s };
    gsFreeBodies( s );
    gsRun( &pass, pushGroups );
    gsPushSerial( s );
    s->sinceRefresh = 0;
}

double ssGs_Residual( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    double sum = gsRun( &pass, mapGroups ).first + gsSerialMap( gs );
    double size = gs->step * gs->qNorm;
    return size > 0.0 ? sqrt( sum ) / size : sum > 0.0 ? HUGE_VAL : 0.0;
}

// ------------------------------------------------------------------------------------------------------------- solve

ssResult ssGs_Begin( ssGs* gs, const ssProblem* problem, const double* p )
{
    if ( ssProblem_IsExplicit( problem ) )
    {
        return ssError(
            ss_errorValue, "w", "the Gauss-Seidel kernel needs bodies; this W is given as blocks" );
    }
    gs->progress = ( gsProgress ){ .begun = false };
    ssResult result = gsPack( gs, problem, p );
    if ( result.code == ss_ok )
    {
        gsRefresh( gs );
    }
    return result;
}

/// A look costs most of a pass. Far from the answer few are enough; when the steps have become as much shorter as the
/// residual has to, it is time, and without extrapolation convergence is about linear.
static void planLook( ssGs* gs, double tolerance )
{
    gsProgress* progress = &gs->progress;
    int done = progress->passes, wait = done < 48 ? 2 + done : 50;
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
    progress->enough = gs->lastSums.second * wanted * wanted;
    progress->next = done + ( wait > 1 ? wait : 1 );
    progress->lookedAt = done;
}

static bool isTimeToLook( const ssGs* gs )
{
    return gs->progress.passes >= gs->progress.next || gs->lastSums.second < gs->progress.enough;
}

#define PATIENCE 100    // passes without a tenth of improvement, and half of those done
#define OMEGA_LEAST 0.2 // and what a stall multiplies omega by
#define OMEGA_FACTOR 0.7
#define OMEGA_AHEAD 0.4 // below it nothing is extrapolated

/// Coulomb's law with much friction can go round in circles: first in shorter steps, then without extrapolation.
static void unstick( gsProgress* progress )
{
    int done = progress->passes;
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

static void look( ssGs* gs )
{
    gs->progress.earlier = gs->progress.residual;
    gs->progress.residual = ssGs_Residual( gs );
}

/// Converged, and not only in velocities that rounding has carried away from the reactions?
static bool isDone( ssGs* gs, double tolerance )
{
    gsProgress* progress = &gs->progress;
    if ( progress->residual <= tolerance && gs->sinceRefresh > 0 )
    {
        gsRefresh( gs );
        progress->residual = ssGs_Residual( gs );
    }
    return progress->residual <= tolerance || !isfinite( progress->residual );
}

static void beginProgress( ssGs* gs, const ssGsOptions* options )
{
    bool accelerate = options->accelerate && gsBeginMomentum( gs );
    gs->progress = ( gsProgress ){ .begun = true,
        .accelerate = accelerate,
        .omega = options->omega > 0.0 ? options->omega : OMEGA_PLAIN,
        .fades = options->omega == 0.0,
        .next = 1,
        .lookedAt = -1,
        .residual = -1.0,
        .best = HUGE_VAL };
}

static double omegaOf( const gsProgress* progress )
{
    double fade = 1.0 / ( 1.0 + progress->passes / FADE_PASSES );
    return progress->accelerate && progress->fades ? progress->omega * fmax( fade, FADE_LEAST )
                                                   : progress->omega;
}

/// One pass, from where the last two point to when it extrapolates.
static void gsOnce( ssGs* gs, const ssGsOptions* options )
{
    gsProgress* progress = &gs->progress;
    gsPass pass = { .gs = gs,
        .omega = omegaOf( progress ),
        .passes = options->local == ss_gsExact ? 6 : 1,
        .extrapolates = progress->accelerate,
        .beta = progress->accelerate ? gsMomentum( gs ) : 0.0 };
    gsSums sums = gsRun( &pass, solveGroups ), serial = gsSerial( &pass );
    gs->lastSums = ( gsSums ){ sums.first + serial.first, sums.second + serial.second };
    progress->passes += 1;
    if ( ++gs->sinceRefresh >= SWEEPS_PER_REFRESH )
    {
        gsRefresh( gs );
    }
}

void ssGs_Iterate( ssGs* gs, const ssGsOptions* options, ssGsReport* report )
{
    gsProgress* progress = &gs->progress;
    bool aims = options->tolerance > 0.0, done = false;
    if ( !progress->begun )
    {
        beginProgress( gs, options );
    }
    double start = -1.0;
    if ( aims )
    {
        look( gs );
        start = progress->residual;
        done = isDone( gs, options->tolerance );
    }
    int before = progress->passes, last = before + options->maxPasses;
    while ( progress->passes < last && !done )
    {
        gsOnce( gs, options );
        if ( aims && ( isTimeToLook( gs ) || progress->passes == last ) )
        {
            look( gs );
            done = isDone( gs, options->tolerance );
            planLook( gs, options->tolerance );
            unstick( progress );
        }
    }
    if ( !done && gs->sinceRefresh > 0 )
    {
        gsRefresh( gs );
    }
    progress->residual = done ? progress->residual : ssGs_Residual( gs );
    *report = ( ssGsReport ){ .status = !isfinite( progress->residual ) ? ss_solveNotFinite
            : progress->residual <= options->tolerance                  ? ss_solveConverged
                                                                        : ss_solveLimit,
        .passes = progress->passes - before,
        .startResidual = start,
        .residual = progress->residual,
        .colours = gs->colours,
        .overflow = gs->overflow,
        .spheres = gs->spheres };
}

void ssGs_Finish( ssGs* gs, double* p, double* velocity )
{
    // what extrapolation remembers may lie in the caller's room: passes that go on from here begin it anew
    gs->progress.begun = gs->progress.begun && gs->callerBuffer == NULL;
    gs->callerBuffer = NULL;
    if ( p != NULL )
    {
        gsReadOut( gs, p );
    }
    for ( int i = 0; i < gs->bodyCount && velocity != NULL; ++i )
    {
        double* v = velocity + 6 * (size_t)i;
        for ( int c = 0; c < 3; ++c )
        {
            v[c] = gs->bodies[i].v[c];
            v[3 + c] = gs->bodies[i].w[c] / gs->length;
        }
    }
}

ssResult ssGs_Solve( ssGs* gs, const ssProblem* problem, const ssGsOptions* options, double* p,
    double* velocity, ssGsReport* report )
{
    *report = ( ssGsReport ){ .status = ss_solveRefused, .startResidual = -1.0, .residual = HUGE_VAL };
    if ( !( options->tolerance >= 0.0 && options->omega >= 0.0 && options->omega < 2.0 &&
             options->maxPasses >= 0 ) )
    {
        return ssError(
            ss_errorValue, "omega", "tolerance >= 0, 0 <= omega < 2 and maxPasses >= 0 are allowed" );
    }
    ssResult result = ssGs_Begin( gs, problem, p );
    if ( result.code == ss_ok )
    {
        ssGs_Iterate( gs, options, report );
        ssGs_Finish( gs, p, velocity );
    }
    return result;
}
