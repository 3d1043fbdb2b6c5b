// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"
#include "sim/rows.h"
#include "sim/sim_private.h"

#include <stdio.h>
#include <string.h>

// A contact log as a scenario: who owns it, and how it moves through its frames.

#define BOUNDS_FRAMES 9     // frames of a log that say how large its scene is
#define BOUNDS_ROWS 1000000 // contacts that are read for it at most

static const char* const s_bounds[] = { "as-logged", "own-mu", "all-own" };
static const char* const s_follow[] = { "number", "pair" };

// clang-format off
#define OWN_BOUND( Key, Symbol, Label, Unit ) PARAM( Key, Symbol, Label, Unit, "friction" ), \
    .allowedMax = HUGE_VAL, .open = ss_openHigh, .live = true, \
    .doc = "Your own " Label ", in place of that of the file."
#define FOLLOWED( Key, Symbol, Label ) PARAM( Key, Symbol, Label, "", "followed contact" ), \
    .kind = ss_paramInteger, .max = 100.0, .allowedMin = -9e15, .allowedMax = 9e15, .live = true
static const ssParam s_params[logParamCount] = {
    [logParamBounds] = { PARAM( "bounds", "cones", "coefficients", "", "friction" ), CHOICE( s_bounds ),
        .live = true,
        .doc = "Where the friction coefficients come from: all from the file; your own μ and the rest from "
            "the file; or all your own. What it does not say is unknown, and has no cone." },
    [logParamMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), .max = 1.5,
        .allowedMax = HUGE_VAL, .open = ss_openHigh, .defaultValue = 0.5, .live = true,
        .doc = "Your own sliding coefficient, in place of that of the file." },
    [logParamMuR] = { OWN_BOUND( "mu_r", "μ_r", "rolling resistance length", "m" ), .max = 0.1 },
    [logParamMuS] = { OWN_BOUND( "mu_s", "μ_s", "spinning resistance length", "m" ), .max = 0.1 },
    [logParamFollow] = { PARAM( "follow", "by", "follow by", "", "followed contact" ), CHOICE( s_follow ),
        .live = true,
        .doc = "How the contact of the plots is found in every frame: by its number, or by its two bodies, "
            "where the log names them. Selecting a contact in the scene sets it." },
    [logParamContact] = { FOLLOWED( "contact", "no.", "contact" ),
        .doc = "The number of the contact that the plots follow; with a pair of bodies, its place among "
            "their contacts, from 0 on." },
    [logParamA] = { FOLLOWED( "body_a", "a", "first body" ), .min = -1.0, .defaultValue = -1.0,
        .doc = "The number of body a of the contact that the plots follow." },
    [logParamB] = { FOLLOWED( "body_b", "b", "second body" ), .min = -1.0,
        .doc = "The number of body b of the contact that the plots follow." },
};
// clang-format on

void logAdoptBound( ssSimDef* def, int param )
{
    double wanted = param == logParamMu                ? logBoundsMu
        : param == logParamMuR || param == logParamMuS ? logBoundsAll
                                                       : logBoundsLog;
    def->values[logParamBounds] = ssMax( def->values[logParamBounds], wanted );
}

/// Counts users; the last one closes the log.
static void count( const ssScenario* scenario, int change )
{
    // The descriptor is constant for its users, but not for its owner.
    logScenario* own = (logScenario*)(uintptr_t)scenario;
    if ( atomic_fetch_add( &own->users, change ) + change > 0 ) { return; }
    ssCloseContactLog( own->log );
    if ( own->release != NULL ) { own->release( own->context ); }
    ssRelease( own );
}

bool ssScenario_IsLog( const ssScenario* scenario )
{
    return scenario != NULL && scenario->recorded != NULL && scenario->recorded->count == count;
}

const logScenario* logScenarioOf( const ssScenario* scenario )
{
    SS_ASSERT( ssScenario_IsLog( scenario ) );
    return (const logScenario*)scenario;
}

void ssLogScenario_Times( const ssScenario* scenario, double* begin, double* end )
{
    const ssContactLog* log = logScenarioOf( scenario )->log;
    *begin = ssContactLog_Time( log, 0 );
    *end = ssContactLog_Time( log, ssContactLog_FrameCount( log ) - 1 );
}

/// Reads a frame. Two simulations of a log may do so at once.
static ssResult readFrame( const logScenario* own, int index, ssLogFrame* frame )
{
    logScenario* owner = (logScenario*)(uintptr_t)own;
    while ( atomic_flag_test_and_set_explicit( &owner->busy, memory_order_acquire ) ) {}
    ssResult result = ssContactLog_ReadFrame( owner->log, index, frame );
    atomic_flag_clear_explicit( &owner->busy, memory_order_release );
    return result;
}

/// Shows a frame. After a refusal the state is as before.
static ssResult show( logState* state, const ssSim* sim, int64_t index )
{
    SS_TRY( readFrame( state->own, (int)index, &state->spare ) );
    ssLogFrame before = state->frame;
    state->frame = state->spare;
    state->spare = before;
    state->index = (int)index;
    return logPrepare( state, sim )
        ? ssOk()
        : ssError( ss_errorMemory, NULL, "out of memory for a frame of %d contacts", state->frame.count );
}

static ssResult create( void* context, const ssSim* sim )
{
    logState* state = context;
    state->own = logScenarioOf( ssSim_Scenario( sim ) );
    return show( state, sim, 0 );
}

static void destroy( void* context )
{
    logState* state = context;
    ssLogFrame_Destroy( &state->frame );
    ssLogFrame_Destroy( &state->spare );
    ssRelease( state->rows );
    ssRelease( state->partial );
    ssRelease( state->slots );
    ssRelease( state->bodyModes );
}

static void apply( void* context, const ssSim* sim ) { logPrepare( context, sim ); }

static int64_t lastStep( const void* context )
{
    const logState* state = context;
    return ssContactLog_FrameCount( state->own->log ) - 1;
}

static double timeOf( const void* context, int64_t step )
{
    const logState* state = context;
    int64_t last = lastStep( context );
    return ssContactLog_Time( state->own->log, (int)( step < 0 ? 0 : step > last ? last : step ) );
}

static ssResult jump( void* context, ssSim* sim, int64_t step ) { return show( context, sim, step ); }

static ssStepReport step( void* context, ssSim* sim )
{
    logState* state = context;
    int64_t next = ssSim_StepIndex( sim ) + 1;
    ssResult result = next <= lastStep( state )
        ? show( state, sim, next )
        : ssError( ss_errorValue, NULL, "The log ends at t = %.6g s.", state->frame.t );
    if ( result.code != ss_ok )
    {
        snprintf( state->message, sizeof state->message, "%s", result.message );
        return ( ssStepReport ){ .status = ss_statusRefused, .reason = state->message };
    }
    return ( ssStepReport ){ .status = ss_statusConverged }; // nothing was solved
}

static void serialize( void* context, ssArchive* archive )
{
    logState* state = context;
    ssArchive_Int( archive, &state->index );
}

static void restored( void* context, const ssSim* sim ) { show( context, sim, ssSim_StepIndex( sim ) ); }

static bool uses( const ssSim* sim, int param )
{
    int bounds = (int)ssSim_PendingParam( sim, logParamBounds );
    bool pair = (int)ssSim_PendingParam( sim, logParamFollow ) == logFollowPair;
    switch ( param )
    {
        case logParamMu: return bounds != logBoundsLog;
        case logParamMuR:
        case logParamMuS: return bounds == logBoundsAll;
        case logParamA:
        case logParamB: return pair;
        default: return true;
    }
}

bool ssSim_FollowContact( ssSim* sim, int a, int b, int surface, ssVec3 point )
{
    if ( !ssScenario_IsLog( sim->scenario ) ) { return false; }
    logState* state = sim->state;
    const double old[] = { sim->values[logParamFollow], sim->values[logParamContact], sim->values[logParamA],
        sim->values[logParamB] };
    if ( !logFollow( state, a, b, surface, point, sim->values ) ) { return false; }
    memcpy( sim->pending + logParamFollow, sim->values + logParamFollow, sizeof old );
    state->chosen = logFindChosen( state, sim );
    return memcmp( old, sim->values + logParamFollow, sizeof old ) != 0;
}

bool ssSim_FollowedContact( const ssSim* sim, ssContactView* view )
{
    const logState* state = ssScenario_IsLog( ssSim_Scenario( sim ) ) ? sim->state : NULL;
    if ( state == NULL || state->chosen < 0 ) { return false; }
    *view = logView( state, state->chosen );
    return true;
}

const ssLogFrame* ssSim_LogFrame( const ssSim* sim )
{
    return ssScenario_IsLog( ssSim_Scenario( sim ) ) ? &( (const logState*)sim->state )->frame : NULL;
}

ssContactView ssSim_LogContact( const ssSim* sim, int row ) { return logView( sim->state, row ); }

/// Whether the numbers of contacts ascend in a frame, and mean the same bodies in the frame before.
static void joinNumbers( const ssLogFrame* frame, const ssLogFrame* before, logBounds* bounds )
{
    const double *numbers = frame->columns[ss_logContact], *old = before->columns[ss_logContact];
    for ( int row = 0, place = 0; row < frame->count && !bounds->vague; ++row )
    {
        bounds->vague = isnan( numbers[row] ) || ( row > 0 && numbers[row] <= numbers[row - 1] );
        bounds->gaps = bounds->gaps || numbers[row] != numbers[0] + row;
        while ( place < before->count && old[place] < numbers[row] ) { ++place; }
        bool again = place < before->count && old[place] == numbers[row];
        bounds->vague = bounds->vague ||
            ( again &&
                ( frame->columns[ss_logA][row] != before->columns[ss_logA][place] ||
                    frame->columns[ss_logB][row] != before->columns[ss_logB][place] ) );
    }
}

/// Joins some frames of the log. Frames that cannot be read say nothing.
static void joinFrames( ssContactLog* log, logBounds* bounds )
{
    int frames = ssContactLog_FrameCount( log );
    int64_t rows = 0;
    ssLogFrame frame = { 0 }, before = { 0 };
    for ( int i = 0; i < BOUNDS_FRAMES && i < frames && rows < BOUNDS_ROWS; ++i )
    {
        int64_t index = frames <= BOUNDS_FRAMES ? i : (int64_t)i * ( frames - 1 ) / ( BOUNDS_FRAMES - 1 );
        if ( ssContactLog_ReadFrame( log, (int)index, &frame ).code == ss_ok )
        {
            rows += frame.count + frame.bodyCount;
            logJoinBounds( &frame, bounds );
            joinNumbers( &frame, &before, bounds );
            const ssLogFrame seen = frame;
            frame = before;
            before = seen;
        }
    }
    ssLogFrame_Destroy( &frame );
    ssLogFrame_Destroy( &before );
}

/// The sphere around the scene: centred in its box, but reaching only the farthest body, not the corners.
static void measureBounds( logScenario* own )
{
    logBounds bounds = { .low = { HUGE_VAL, HUGE_VAL, HUGE_VAL },
        .high = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL } };
    own->measured = ssContactLog_FrameCount( own->log );
    joinFrames( own->log, &bounds );
    own->named = bounds.gaps && !bounds.vague;
    own->gridColumns = 0;
    if ( bounds.high.x < bounds.low.x && bounds.most > 0 )
    {
        int columns = (int)ceil( sqrt( (double)bounds.most ) );
        own->gridColumns = columns;
        own->center = ( ssVec3 ){ 0.5 * ( columns - 1 ), -0.5 * ( columns - 1 ), 0.0 };
        own->radius = 0.75 * columns; // half a diagonal, and the arrows of the corners
    }
    if ( bounds.high.x >= bounds.low.x )
    {
        own->center = bounds.center = ssVec3_Scale( 0.5, ssVec3_Add( bounds.low, bounds.high ) );
        bounds.radius = 0.0;
        joinFrames( own->log, &bounds );
        own->radius = bounds.radius > 0.0 ? bounds.radius : 1.0; // 1: a single point
    }
}

/// The least time between two frames, from frame `first` on, and `least`.
static double leastStep( const ssContactLog* log, int first, double least )
{
    for ( int k = first > 1 ? first : 1; k < ssContactLog_FrameCount( log ); ++k )
    {
        double step = ssContactLog_Time( log, k ) - ssContactLog_Time( log, k - 1 );
        least = step < least || isnan( least ) ? step : least;
    }
    return least;
}

/// Finds the frames that have come since. What needs the whole log is found again when it has doubled.
static ssResult extend( void* context, bool* grows )
{
    logState* state = context;
    logScenario* own = (logScenario*)(uintptr_t)state->own;
    while ( atomic_flag_test_and_set_explicit( &own->busy, memory_order_acquire ) ) {}
    int before = ssContactLog_FrameCount( own->log );
    ssResult result = ssContactLog_Extend( own->log );
    int frames = ssContactLog_FrameCount( own->log );
    *grows = ssContactLog_Grows( own->log );
    own->leastStep = frames > before ? leastStep( own->log, before, own->leastStep ) : own->leastStep;
    if ( frames >= 2 * own->measured ) { measureBounds( own ); }
    atomic_flag_clear_explicit( &own->busy, memory_order_release );
    return result;
}

static const ssRecorded s_complete = { .timeOf = timeOf, .lastStep = lastStep, .jump = jump, .count = count };
static const ssRecorded s_growing = {
    .timeOf = timeOf, .lastStep = lastStep, .extend = extend, .jump = jump, .count = count
};

/// Fills the descriptor. Step size and duration are nominal: timeOf knows the times.
static void describe( logScenario* own )
{
    const ssContactLog* log = own->log;
    int frames = ssContactLog_FrameCount( log );
    double length = ssContactLog_Time( log, frames - 1 ) - ssContactLog_Time( log, 0 );
    double h = frames > 1 ? length / ( frames - 1 ) : 1.0;
    own->scenario = ( ssScenario ){
        .id = "log",
        .title = own->title,
        .source = own->origin,
        .summary = own->summary,
        .model = { ROWS( param, s_params ), .signals = log_signals, .signalCount = log_signalCount, .h = h,
            .until = h * ( frames - 1 ), .stateSize = sizeof( logState ), .create = create,
            .destroy = destroy, .apply = apply, .step = step, .serialize = serialize, .restored = restored,
            .fillSignals = logFillSignals, .uses = uses },
        .picture = { .plots = log_plots,
            .plotCount = log_plotCount,
            .charts = log_charts,
            .chartCount = log_chartCount,
            .explain = logExplain,
            .draw = logDraw,
            .drawChart = logDrawChart,
            .nameBody = logNameBody },
        .recorded = ssContactLog_Grows( log ) ? &s_growing : &s_complete,
    };
}

ssResult ssMakeLogScenario( const ssLogScenarioDef* def, const ssScenario** scenario )
{
    *scenario = NULL;
    logScenario* own = ssAlloc( sizeof *own );
    if ( own == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a log" ); }
    own->log = def->log;
    own->complete = def->complete;
    own->release = def->release;
    own->noun = def->noun != NULL ? def->noun : "log";
    own->context = def->context;
    atomic_init( &own->users, 1 );
    atomic_flag_clear( &own->busy );
    snprintf( own->title, sizeof own->title, "%s", def->title );
    snprintf( own->origin, sizeof own->origin, "%s", def->source != NULL ? def->source : "contact log" );
    own->leastStep = leastStep( def->log, 0, SS_NAN );
    measureBounds( own );
    snprintf( own->summary, sizeof own->summary, "%s",
        def->summary != NULL        ? def->summary
            : own->gridColumns == 0 ? "Contacts of another program, as it logged them: do they obey their "
                                      "law? What the log does not say is unknown."
                                    : "Contacts of another program, as it logged them. The log has no "
                                      "positions: contacts stand on a grid in their order." );
    describe( own );
    *scenario = &own->scenario;
    return ssOk();
}
