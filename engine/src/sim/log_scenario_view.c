// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"
#include "slipstick/parallel.h"

// Rows of a log as contacts.

#define GRAVITY 9.81    // [m/s²]
#define STEP_USUAL 0.01 // [s] a log with more time between frames leaves steps out
// of the velocity that gravity adds in a step: what a solver may leave of zero, as in log_audit.c
#define STILL 0.02
#define CLEAR_SHARE 1e-3 // likewise, of the fastest contact of a frame
#define EXACT 1e-9       // [m/s] rounding
#define EXACT_SHARE 1e-5 // likewise, of the fastest contact of a frame
#define ROWS_PER_BLOCK 4096
#define ROWS_AT_ONCE 16
#define SOLVER_SLACK 1e-4 // of a reaction: by which solvers and short decimals miss a bound

static double chosen( double own, double logged ) { return isnan( own ) ? logged : own; }

double logMuOf( const logState* state, int row )
{
    return chosen( state->bounds[0], state->frame.columns[ss_logMu][row] );
}

ssVec3 logPointOf( const logState* state, int row )
{
    int columns = state->own->gridColumns;
    return columns > 0 ? ( ssVec3 ){ row % columns, -( row / columns ), 0.0 }
                       : ssLogFrame_Vector( &state->frame, ss_logPx, row );
}

/// Normal and tangents of a row.
static void setAxes( const logState* state, int row, ssContactView* view )
{
    ssVec3 normal = ssLogFrame_Vector( &state->frame, ss_logNx, row );
    // World x in the plane of the contact, y where x is the normal: the directions of the fingerprint.
    ssVec3 n = ssVec3_Normalize( ssVec3_Scale( state->rows[row].turned ? -1.0 : 1.0, normal ) );
    ssVec3 from = fabs( n.x ) < 0.999 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    view->normal = n;
    view->tangent1 = ssVec3_Normalize( ssVec3_MulAdd( from, -ssVec3_Dot( from, n ), n ) );
    view->tangent2 = ssVec3_Cross( n, view->tangent1 );
}

static void setBodies( ssContactView* view, double idA, double idB )
{
    int a = logBodyNumber( idA, view->number ), b = logBodyNumber( idB, view->number );
    view->surface = a < 0 ? -1 - a : b < 0 ? -1 - b : 0;
    view->a = a < 0 ? -1 : a;
    view->b = b < 0 ? -1 : b;
}

/// The normal velocity [m/s] by which a contact that violates Signorini's law closes; otherwise its own; NaN:
/// unknown. Only a gap that closes within the step may carry load; others are judged by the gap alone.
static double allowanceOf( const logState* state, double gap, double opening )
{
    double h = state->own->leastStep;
    double left = gap + h * ( ssMin( opening, 0.0 ) - state->still );
    return isnan( left ) ? SS_NAN : left > 0.0 ? opening - left / h : opening;
}

/// What modes and totals need: forces, velocities, coefficients, gap and size. The axes are there.
static void fillMotion( const logState* state, int row, ssContactView* out )
{
    const ssLogFrame* frame = &state->frame;
    const logRow* seen = state->rows + row;
    double sign = seen->turned ? -1.0 : 1.0;
    const ssVec3 axes[3] = { ssVec3_Scale( sign, out->normal ), ssVec3_Scale( sign, out->tangent1 ),
        ssVec3_Scale( sign, out->tangent2 ) };
    ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
    ssVec3 m = ssLogFrame_Vector( frame, ss_logMx, row ), w = ssLogFrame_Vector( frame, ss_logWx, row );
    for ( int i = 0; i < 3; ++i )
    {
        out->force[i] = ssVec3_Dot( f, axes[i] );
        out->velocity[i] = ssVec3_Dot( v, axes[i] );
        int to = i == 0 ? 2 : i - 1; // moments have their normal component last
        out->moment[to] = ssVec3_Dot( m, axes[i] );
        out->velocity[3 + to] = ssVec3_Dot( w, axes[i] );
    }
    out->gap = frame->columns[ss_logGap][row];
    out->size = (double)seen->size;
    ssCone* cone = &out->cone;
    cone->mu = logMuOf( state, row );
    cone->muRoll = chosen( state->bounds[1], frame->columns[ss_logMuR][row] );
    cone->muSpin = chosen( state->bounds[2], frame->columns[ss_logMuS][row] );
    bool rolls = !isnan( cone->muRoll ) && !isnan( out->moment[0] );
    bool spins = rolls && !isnan( cone->muSpin ) && !isnan( out->moment[2] );
    cone->dimension = spins ? 6 : rolls ? 5 : 3;
}

ssContactView logEmptyView( void ) { return ( ssContactView ){ .recorded = true, .lawScale = 1.0 }; }

/// Everything but the axes and the mode.
static void fillView( const logState* state, int row, ssContactView* out )
{
    const ssLogFrame* frame = &state->frame;
    bool turned = state->rows[row].turned;
    fillMotion( state, row, out );
    double number = frame->columns[ss_logContact][row];
    out->number = isnan( number ) ? row : number;
    out->point = logPointOf( state, row );
    setBodies( out, frame->columns[turned ? ss_logB : ss_logA][row],
        frame->columns[turned ? ss_logA : ss_logB][row] );
    out->allowance = allowanceOf( state, out->gap, out->velocity[0] );
    out->slack = SOLVER_SLACK * ssVec3_Length( ssLogFrame_Vector( frame, ss_logFx, row ) );
    if ( state->own->complete != NULL )
    {
        state->own->complete( state->own->context, row, out );
        out->law = isnan( state->bounds[0] ) ? out->law : NULL;
        out->cone.mu = chosen( state->bounds[0], out->cone.mu );
        out->cone.muRoll = chosen( state->bounds[1], out->cone.muRoll );
        out->cone.muSpin = chosen( state->bounds[2], out->cone.muSpin );
    }
}

/// Prepares views for rows. All axes come first, because slow roots and quotients then overlap.
static void beginViews( const logState* state, int count, const int* rows, ssContactView* views )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( state->own->complete != NULL )
        {
            views[i] = logEmptyView(); // the last one may have had a law
        }
        setAxes( state, rows[i], views + i );
    }
}

void logFillViews( const logState* state, int count, const int* rows, ssContactView* views )
{
    beginViews( state, count, rows, views );
    for ( int i = 0; i < count; ++i )
    {
        fillView( state, rows[i], views + i );
        views[i].mode = (ssContactMode)state->rows[rows[i]].mode;
    }
}

ssContactView logView( const logState* state, int row )
{
    ssContactView view = logEmptyView();
    logFillViews( state, 1, &row, &view );
    return view;
}

static bool slides( ssContactMode mode ) { return mode == ss_modeSlide || mode == ss_modeSlideRoll; }

static bool rolls( ssContactMode mode ) { return mode == ss_modeRoll || mode == ss_modeSlideRoll; }

/// A block that resists moves when its reaction has reached the bound, however slow it is. One that does not,
/// or whose bound is unknown, moves when it is clearly faster than what a solver leaves. What clearly slides
/// does so also where the force is inside the cone: there the log breaks the law, not the motion. `speed` is
/// |v_T|.
static ssContactMode modeOf( const logState* state, const ssContactView* view, double speed )
{
    ssContactMode fine = ssContactView_Mode( view, state->resolution );
    bool clear = speed > state->still;
    if ( fine == ss_modeOpen || ( fine == ss_modeStick && !clear ) || state->own->complete != NULL )
    {
        return fine;
    }
    const ssCone* cone = &view->cone;
    const double* y = view->velocity;
    double length = view->size > 0.0 ? view->size : 1.0;
    bool slide = clear || ( cone->mu > 0.0 && slides( fine ) );
    bool roll = cone->dimension >= 5 && cone->muRoll > 0.0 ? rolls( fine )
                                                           : length * ssHypot( y[3], y[4] ) > state->still;
    bool spin = cone->dimension == 6 && cone->muSpin > 0.0 ? fine == ss_modeSpin
                                                           : length * fabs( y[5] ) > state->still;
    return ssModeOfMotion( slide, roll, spin );
}

double logPowerOf( const ssContactView* view )
{
    const double *f = view->force, *m = view->moment, *y = view->velocity;
    double turning = m[0] * y[3] + m[1] * y[4] + m[2] * y[5];
    return -( f[1] * y[1] + f[2] * y[2] ) - ( isnan( turning ) ? 0.0 : turning );
}

static void addToTotals( logTotals* totals, const ssContactView* view, double speed )
{
    const double* f = view->force;
    double power = logPowerOf( view ), mu = view->cone.mu, pulled = ssHypot( f[1], f[2] );
    totals->modes[view->mode] += 1;
    totals->load += f[0];
    totals->dissipated += ssMax( power, 0.0 );
    totals->created += ssMax( -power, 0.0 );
    totals->speed = ssMax( totals->speed, speed );
    // Comparisons with NaN are false: the first known number takes its place.
    double overlap = ssMax( 0.0, -view->gap );
    totals->overlap = isnan( view->gap ) || overlap <= totals->overlap ? totals->overlap : overlap;
    if ( view->mode == ss_modeOpen ) { return; }
    totals->closed += 1;
    double ratio = pulled / f[0], excess = ssMax( 0.0, ratio - mu ), margin = 1.0 - ratio / mu;
    bool bounded = !isnan( mu );
    if ( view->law != NULL ) // along the force, its set C ends at the ratio over 1 - margin
    {
        margin = ssContactView_Margin( view );
        bounded = !isnan( margin );
        excess = margin < 0.0 ? -margin * ratio / ( 1.0 - margin ) : 0.0;
    }
    totals->ratio = ratio <= totals->ratio ? totals->ratio : ratio;
    totals->excess = !bounded || excess <= totals->excess ? totals->excess : excess;
    totals->margin = isnan( margin ) || margin >= totals->margin ? totals->margin : margin;
}

int logFindChosen( const logState* state, const ssSim* sim )
{
    const ssLogFrame* frame = &state->frame;
    double contact = ssSim_Param( sim, logParamContact ), place = contact;
    bool pair = (int)ssSim_Param( sim, logParamFollow ) == logFollowPair;
    double a = ssSim_Param( sim, logParamA ), b = ssSim_Param( sim, logParamB );
    for ( int row = 0; row < frame->count; ++row )
    {
        double number = frame->columns[ss_logContact][row];
        number = isnan( number ) ? row : number;
        bool between = frame->columns[ss_logA][row] == a && frame->columns[ss_logB][row] == b;
        if ( pair ? between && place-- == 0.0 : number == contact ) { return row; }
    }
    return -1;
}

bool logFollow( const logState* state, int a, int b, int surface, ssVec3 point, double* values )
{
    const ssLogFrame* frame = &state->frame;
    int found = -1;
    double nearest = HUGE_VAL;
    for ( int row = 0; row < frame->count; ++row )
    {
        ssContactView view = { .number = frame->columns[ss_logContact][row] };
        view.number = isnan( view.number ) ? row : view.number;
        setBodies( &view, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
        ssVec3 off = ssVec3_Sub( logPointOf( state, row ), point );
        double away = ssVec3_Dot( off, off );
        bool turned = view.a == b && view.b == a;
        bool same = ( turned || ( view.a == a && view.b == b ) ) && view.surface == surface;
        if ( same && ( away < nearest || found < 0 ) )
        {
            nearest = isnan( away ) ? HUGE_VAL : away;
            found = row;
        }
    }
    if ( found < 0 ) { return false; }
    double number = frame->columns[ss_logContact][found];
    double idA = frame->columns[ss_logA][found], idB = frame->columns[ss_logB][found], place = 0.0;
    for ( int row = 0; row < found; ++row )
    {
        place += frame->columns[ss_logA][row] == idA && frame->columns[ss_logB][row] == idB ? 1.0 : 0.0;
    }
    bool pair = !isnan( idA ) && !isnan( idB ) && !state->own->named;
    values[logParamFollow] = pair ? logFollowPair : logFollowNumber;
    values[logParamContact] = pair ? place : isnan( number ) ? found : number;
    values[logParamA] = pair ? idA : values[logParamA];
    values[logParamB] = pair ? idB : values[logParamB];
    return true;
}

static void readParams( logState* state, const ssSim* sim )
{
    int bounds = (int)ssSim_Param( sim, logParamBounds );
    for ( int i = 0; i < 3; ++i )
    {
        bool own = bounds == logBoundsAll || ( bounds == logBoundsMu && i == 0 );
        state->bounds[i] = own ? ssSim_Param( sim, logParamMu + i ) : SS_NAN;
    }
    double h = state->own->leastStep, fastest = 0.0;
    for ( int row = 0; row < state->frame.count; ++row )
    {
        ssVec3 v = ssLogFrame_Vector( &state->frame, ss_logVx, row );
        fastest = ssMax( fastest, ssVec3_Dot( v, v ) );
    }
    state->still = STILL * GRAVITY * ( h < STEP_USUAL ? h : STEP_USUAL );
    state->still = ssMax( state->still, CLEAR_SHARE * sqrt( fastest ) );
    state->resolution = EXACT + ssMin( EXACT_SHARE * sqrt( fastest ), state->still );
}

static logTotals emptyTotals( void )
{
    return ( logTotals ){ .margin = SS_NAN, .ratio = SS_NAN, .excess = SS_NAN, .overlap = SS_NAN };
}

static void prepareRows( void* context, int block, int first, int last )
{
    logState* state = context;
    logTotals* totals = state->partial + block;
    ssContactView views[ROWS_AT_ONCE];
    int rows[ROWS_AT_ONCE];
    bool whole = state->own->complete != NULL;
    for ( int i = 0; i < ROWS_AT_ONCE; ++i ) { views[i] = logEmptyView(); }
    *totals = emptyTotals();
    for ( int at = first; at < last; at += ROWS_AT_ONCE )
    {
        int count = last - at < ROWS_AT_ONCE ? last - at : ROWS_AT_ONCE;
        for ( int i = 0; i < count; ++i ) { rows[i] = at + i; }
        beginViews( state, count, rows, views );
        for ( int i = 0; i < count; ++i )
        {
            ssContactView* view = views + i;
            if ( whole ) { fillView( state, rows[i], view ); }
            else { fillMotion( state, rows[i], view ); }
            double speed = ssHypot( view->velocity[1], view->velocity[2] );
            view->mode = modeOf( state, view, speed );
            state->rows[rows[i]].mode = (uint8_t)view->mode;
            addToTotals( totals, view, speed );
        }
    }
}

static double larger( double a, double b ) { return isnan( a ) || b > a ? b : a; }

static void joinTotals( logTotals* totals, const logTotals* more )
{
    totals->closed += more->closed;
    for ( int i = 0; i < ss_modeCount; ++i ) { totals->modes[i] += more->modes[i]; }
    totals->load += more->load;
    totals->dissipated += more->dissipated;
    totals->created += more->created;
    totals->margin = -larger( -totals->margin, -more->margin );
    totals->ratio = larger( totals->ratio, more->ratio );
    totals->excess = larger( totals->excess, more->excess );
    totals->speed = larger( totals->speed, more->speed );
    totals->overlap = larger( totals->overlap, more->overlap );
}

/// Makes room for the totals of all blocks.
static bool growPartial( logState* state, int blocks )
{
    if ( blocks > state->partialCapacity )
    {
        ssRelease( state->partial );
        state->partial = ssAlloc( (size_t)blocks * sizeof *state->partial );
        state->partialCapacity = state->partial != NULL ? blocks : 0;
    }
    return blocks <= state->partialCapacity;
}

bool logPrepare( logState* state, const ssSim* sim )
{
    int blocks = ssBlockCount( state->frame.count, ROWS_PER_BLOCK );
    readParams( state, sim );
    if ( !logMeetBodies( state ) || !growPartial( state, blocks ) )
    {
        state->frame.count = state->frame.bodyCount = 0;
        return false;
    }
    ssParallelFor( state->frame.count, ROWS_PER_BLOCK, prepareRows, state );
    state->totals = emptyTotals();
    for ( int i = 0; i < blocks; ++i ) { joinTotals( &state->totals, state->partial + i ); }
    logMarkBodies( state );
    state->chosen = logFindChosen( state, sim );
    return true;
}
