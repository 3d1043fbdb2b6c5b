// SPDX-License-Identifier: MIT
#include "fit/sensitivity_private.h"
#include "slipstick/parallel.h"

#include <string.h>

// Plays the neighbouring runs of a sensitivity in step, and notes where their regimes part.

#define WORTH_A_WARNING 1e-10 // residual of a solver; better is better, but not needed
#define ITERATIONS 5000.0     // that a solver gets at least, to reach the tighter tolerance

/// The modes of all points of contact as a number, in any order. Unlike in change.h, every point of a pair
/// counts: a cube that tips from an edge to a face touches the ground all the time.
typedef struct Modes
{
    uint64_t sum;
    int bodies;
    bool pending;
} Modes;

static void addMode( Modes* modes, int a, int b, int mode )
{
    uint64_t hash = ssHashU64( SS_HASH_SEED, (uint64_t)(uint32_t)a );
    hash = ssHashU64( hash, (uint64_t)(uint32_t)b );
    modes->sum += ssHashU64( hash, (uint64_t)mode );
}

static void addContacts( void* context, int count, const ssContactView* contacts )
{
    Modes* modes = context;
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        modes->pending = modes->pending || c->pending;
        if ( c->mode != ss_modeOpen )
        {
            addMode(
                modes, c->a >= 0 ? c->a : -1 - c->surface, c->b >= 0 ? c->b : -1 - c->surface, (int)c->mode );
        }
    }
}

static void addBodies( void* context, int count, const ssDrawSphere* spheres )
{
    Modes* modes = context;
    for ( int i = 0; i < count; ++i ) { addMode( modes, -1, modes->bodies++, (int)spheres[i].mode ); }
}

/// A number for the regime of the present state; 0: not known.
static uint64_t regimeOf( const sensProblem* p, sensRun* run )
{
    if ( p->regime.signal >= 0 )
    {
        double row[SS_MAX_SIGNALS];
        ssSim_Signals( run->sim, row );
        int state = ssRegime_State( p->regime, row[p->regime.signal] );
        return state >= 0 ? (uint64_t)state + 1 : run->regime;
    }
    Modes modes = { .sum = 1 };
    ssDraw draw = { .context = &modes };
    if ( p->regime.kind == ss_regimeBodies )
    {
        draw.flags = ss_drawBodies;
        draw.spheres = addBodies;
    }
    else { draw.contacts = addContacts; }
    ssSim_Draw( run->sim, &draw );
    return modes.pending ? 0 : modes.sum;
}

static void noteRegime( const sensProblem* p, sensRun* run )
{
    uint64_t regime = regimeOf( p, run );
    run->changes += run->regime != 0 && regime != run->regime;
    run->regime = regime;
    run->path = ssHashU64( run->path, regime );
}

int64_t sensStepOf( const sensProblem* p, int row )
{
    return row == p->rowCount - 1 ? p->steps : row * p->stride;
}

static ssResult applyEdits( const sensProblem* p, sensRun* run )
{
    return p->def->edits != NULL ? ssScene_ApplyEdits( p->def->edits, run->sim, &run->nextEdit ) : ssOk();
}

static void stepOnce( const sensProblem* p, sensRun* run )
{
    if ( applyEdits( p, run ).code != ss_ok )
    {
        run->failed = true;
        return;
    }
    ssStepReport report = ssSim_Step( run->sim );
    run->failed = report.status >= ss_statusNotFinite;
    run->unconverged += report.residual > WORTH_A_WARNING;
    run->mostContacts = report.contacts > run->mostContacts ? report.contacts : run->mostContacts;
    if ( !run->failed ) { noteRegime( p, run ); }
}

static bool asksToStop( const sensProblem* p )
{
    return p->def->stop != NULL && p->def->stop( p->def->context );
}

/// Takes one run through the rows of the stretch.
static void advanceOne( void* context, int block, int first, int last )
{
    sensProblem* p = context;
    sensRun* run = p->runs + first;
    (void)block;
    (void)last;
    size_t width = (size_t)p->out->signalCount;
    for ( int row = p->firstRow; row < p->lastRow && run->sim != NULL && !run->failed; ++row )
    {
        while ( ssSim_StepIndex( run->sim ) < sensStepOf( p, row ) && !run->failed )
        {
            stepOnce( p, run );
            if ( ( ssSim_StepIndex( run->sim ) & 63 ) == 0 && asksToStop( p ) ) { return; }
        }
        size_t at = (size_t)( row - p->firstRow );
        // A run that has failed agrees with none: its path is its own from here on.
        run->paths[at] = run->failed ? ~run->path : run->path;
        run->changesAt[at] = run->changes;
        ssSim_Signals( run->sim, run->rows + at * width );
        if ( row == p->rowCount - 1 && !run->failed )
        {
            for ( int i = 0; i < p->out->measureCount; ++i )
            {
                run->measures[i] = ssSim_Measure( run->sim, i );
            }
            run->finished = true;
        }
    }
}

bool sensAdvance( sensProblem* p )
{
    // Rows that a run does not reach carry no path of the base.
    for ( int i = 0; i < p->runCount; ++i )
    {
        if ( p->runs[i].paths == NULL ) { continue; }
        memset( p->runs[i].paths, 0, SENS_STRETCH * sizeof( uint64_t ) );
    }
    ssParallelFor( p->runCount, 1, advanceOne, p );
    return !asksToStop( p );
}

static ssResult makeRun( sensProblem* p, ssSimDef* def, sensRun* run )
{
    size_t width = (size_t)p->out->signalCount, measures = (size_t)p->out->measureCount;
    run->path = SS_HASH_SEED;
    run->rows = ssRoom_Take( &p->room, SENS_STRETCH * width, sizeof( double ) );
    run->paths = ssRoom_Take( &p->room, SENS_STRETCH, sizeof( uint64_t ) );
    run->changesAt = ssRoom_Take( &p->room, SENS_STRETCH, sizeof( int ) );
    run->measures = ssRoom_Take( &p->room, measures, sizeof( double ) );
    if ( p->room.failed ) { return ssError( ss_errorMemory, NULL, "out of memory for the sensitivities" ); }
    SS_TRY( ssCreateSim( def, &run->sim ) );
    SS_TRY( applyEdits( p, run ) );
    noteRegime( p, run );
    return ssOk();
}

/// Iterative solvers get a tolerance that leaves differences of runs meaningful.
static void tighten( ssSimDef* def )
{
    const ssScenario* scenario = def->scenario;
    int tolerance = ssFindParam( scenario->model.params, scenario->model.paramCount, "tol" );
    int iterations = ssFindParam( scenario->model.params, scenario->model.paramCount, "iterations" );
    def->tolerance = SS_SENSITIVITY_TOLERANCE;
    if ( tolerance >= 0 )
    {
        def->values[tolerance] = ssMin( def->values[tolerance], SS_SENSITIVITY_TOLERANCE );
    }
    if ( iterations >= 0 ) { def->values[iterations] = ssMax( def->values[iterations], ITERATIONS ); }
}

static ssResult makeNeighbours( sensProblem* p, sensLadder* ladder, ssSimDef* def )
{
    int first = p->def->quick ? SENS_QUICK_FIRST : 0;
    int last = p->def->quick ? SENS_QUICK_FIRST + SENS_QUICK_COUNT : SENS_LEVELS;
    ssResult result = ssOk();
    for ( int i = 2 * first; i < 2 * last && result.code != ss_errorMemory; ++i )
    {
        bool up = i % 2 == 0;
        sensRun* run = ladder->runs + i;
        double delta = ladder->delta[i / 2];
        run->value = up ? ladder->value + delta : ladder->value - delta;
        def->values[ladder->param] = run->value;
        if ( up ? ladder->above : ladder->below )
        {
            // Combinations of values can be refused near the run's own: such a neighbour is missing.
            result = makeRun( p, def, run );
        }
        if ( result.code != ss_ok )
        {
            ssDestroySim( run->sim );
            run->sim = NULL;
        }
    }
    return result;
}

ssResult sensMakeRuns( sensProblem* p )
{
    ssSimDef* def = ssAlloc( sizeof *def ); // too large for a stack: it holds texts
    p->runCount = 1 + p->def->paramCount * 2 * SENS_LEVELS;
    p->runs = ssRoom_Take( &p->room, (size_t)p->runCount, sizeof( sensRun ) );
    if ( def == NULL || p->runs == NULL )
    {
        ssRelease( def );
        return ssError( ss_errorMemory, NULL, "out of memory for the sensitivities" );
    }
    *def = *p->def->base;
    tighten( def );
    ssResult result = makeRun( p, def, p->runs );
    for ( int k = 0; k < p->def->paramCount && result.code == ss_ok; ++k )
    {
        sensLadder* ladder = p->ladders + k;
        ladder->runs = p->runs + 1 + k * 2 * SENS_LEVELS;
        result = makeNeighbours( p, ladder, def );
        result = result.code == ss_errorMemory ? result : ssOk();
        def->values[ladder->param] = ladder->value;
    }
    ssRelease( def );
    return result;
}

void sensFreeRuns( sensProblem* p )
{
    for ( int i = 0; i < p->runCount && p->runs != NULL; ++i ) { ssDestroySim( p->runs[i].sim ); }
    ssRoom_Release( &p->room );
}
