// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"

#include <math.h>
#include <string.h>

// Rows of a log as contacts.

#define GRAVITY 9.81    // [m/s²]
#define STEP_USUAL 0.01 // [s] a log with more time between frames leaves steps out
#define STILL \
    0.02 // of the velocity that gravity adds in a step: what a solver may leave of zero, as in log_audit.c
#define CLEAR_SHARE 1e-3  // likewise, of the fastest contact of a frame
#define EXACT 1e-9        // [m/s] rounding
#define EXACT_SHARE 1e-5  // likewise, of the fastest contact of a frame
#define SOLVER_SLACK 1e-4 // of a reaction: by which solvers and short decimals miss a bound

// -------------------------------------------------------------------------------------------------------------- bodies

int logBodyNumber( double id, double contact )
{
    if ( isnan( id ) )
    {
        double place = fmod( fabs( contact ), LOG_BODY_LARGE );
        return LOG_BODY_UNNAMED + ( place > 0.0 ? (int)place : 0 );
    }
    if ( id == floor( id ) && fabs( id ) < LOG_BODY_LARGE )
    {
        return (int)id;
    }
    uint64_t bits;
    memcpy( &bits, &id, sizeof bits );
    return LOG_BODY_LARGE + (int)( bits * 0x9e3779b97f4a7c15ull >> 35 );
}

static uint32_t hashOf( double id )
{
    double key = id + 0.0; // -0 is 0
    uint64_t bits;
    memcpy( &bits, &key, sizeof bits );
    return (uint32_t)( bits * 0x9e3779b97f4a7c15ull >> 32 );
}

int logFindBody( const logState* state, double id )
{
    if ( state->frame.bodyCount == 0 || isnan( id ) )
    {
        return -1;
    }
    uint32_t mask = (uint32_t)state->slotCount - 1, at = hashOf( id ) & mask;
    while ( state->slots[at] != 0 && state->frame.bodies[state->slots[at] - 1].id != id )
    {
        at = ( at + 1 ) & mask;
    }
    return state->slots[at] - 1;
}

static bool enterBodies( logState* state )
{
    int count = state->frame.bodyCount;
    if ( state->slotCount < 2 * count )
    {
        int wanted = 64;
        while ( wanted < 2 * count )
        {
            wanted *= 2;
        }
        ssRelease( state->slots );
        ssRelease( state->bodyModes );
        state->slots = ssAlloc( (size_t)wanted * sizeof( int ) );
        state->bodyModes = ssAlloc( (size_t)wanted );
        state->slotCount = state->slots != NULL && state->bodyModes != NULL ? wanted : 0;
        if ( state->slotCount == 0 )
        {
            return false;
        }
    }
    if ( count > 0 )
    {
        memset( state->slots, 0, (size_t)state->slotCount * sizeof( int ) );
        memset( state->bodyModes, 0, (size_t)state->slotCount );
    }
    uint32_t mask = (uint32_t)state->slotCount - 1;
    for ( int i = 0; i < count; ++i )
    {
        uint32_t at = hashOf( state->frame.bodies[i].id ) & mask;
        while ( state->slots[at] != 0 )
        {
            at = ( at + 1 ) & mask;
        }
        state->slots[at] = i + 1;
    }
    return true;
}

/// [m] The size of a body; 0: unknown or unbounded.
static double sizeOf( const logState* state, double id )
{
    int index = logFindBody( state, id );
    if ( index < 0 )
    {
        return 0.0;
    }
    const ssLogBody* body = state->frame.bodies + index;
    double size = 0.0;
    switch ( body->shape )
    {
        case ss_logShapeSphere:
            size = body->size.x;
            break;
        case ss_logShapeBox:
            size = ssVec3_Length( body->size );
            break;
        case ss_logShapeCylinder:
            size = ssHypot( body->size.x, body->size.z );
            break;
        case ss_logShapeCapsule:
            size = body->size.x + body->size.z;
            break;
        case ss_logShapePlane:
        case ss_logShapeUnknown:
            break;
    }
    return size > 0.0 && isfinite( size ) ? size : 0.0;
}

static double smallerSize( const logState* state, int row )
{
    double a = sizeOf( state, state->frame.columns[ss_logA][row] );
    double b = sizeOf( state, state->frame.columns[ss_logB][row] );
    return a > 0.0 && b > 0.0 ? ssMin( a, b ) : ssMax( a, b );
}

// ---------------------------------------------------------------------------------------------------------------- view

static double chosen( double own, double logged )
{
    return isnan( own ) ? logged : own;
}

double logMuOf( const logState* state, int row )
{
    return chosen( state->bounds[0], state->frame.columns[ss_logMu][row] );
}

static ssVec3 unit( ssVec3 v )
{
    return ssVec3_Scale( 1.0 / ssVec3_Length( v ), v );
}

static void setAxes( ssContactView* view, ssVec3 normal )
{
    // World x in the plane of the contact, y where x is the normal: the directions of the fingerprint.
    ssVec3 n = unit( normal );
    ssVec3 from = fabs( n.x ) < 0.999 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    view->normal = n;
    view->tangent1 = unit( ssVec3_MulAdd( from, -ssVec3_Dot( from, n ), n ) );
    view->tangent2 = ssVec3_Cross( n, view->tangent1 );
}

static void setBodies( ssContactView* view, double idA, double idB )
{
    int a = logBodyNumber( idA, view->number ), b = logBodyNumber( idB, view->number );
    view->surface = a < 0 ? -1 - a : b < 0 ? -1 - b : 0;
    view->a = a < 0 ? -1 : a;
    view->b = b < 0 ? -1 : b;
}

/// The normal velocity at which a contact with this gap closes [m/s], if it does not obey Signorini's law; otherwise the one
/// that it has. Only a gap that closes within the step may carry a load; bounces and contacts that open are judged by their
/// gap alone, as in log_audit.c. NaN: unknown.
static double allowanceOf( const logState* state, double gap, double opening )
{
    double h = state->own->leastStep;
    double left = gap + h * ( ssMin( opening, 0.0 ) - state->still );
    return isnan( left ) ? SS_NAN : left > 0.0 ? opening - left / h : opening;
}

static bool isFixed( const logState* state, double id )
{
    int body = logFindBody( state, id );
    double mass = body >= 0 ? state->frame.bodies[body].mass : SS_NAN;
    return id < 0.0 || mass == 0.0 || isinf( mass );
}

/// Engines differ in which of two bodies is b. Reactions are shown on the one that moves, as everywhere else, so that the
/// ground pushes and is not pushed.
static bool isTurned( const logState* state, int row )
{
    return state->own->complete == NULL && isFixed( state, state->frame.columns[ss_logB][row] ) &&
        !isFixed( state, state->frame.columns[ss_logA][row] );
}

/// Everything but the mode.
static ssContactView plainView( const logState* state, int row )
{
    const ssLogFrame* frame = &state->frame;
    ssContactView view = { .recorded = true, .lawScale = 1.0 };
    bool turned = isTurned( state, row );
    double sign = turned ? -1.0 : 1.0;
    setAxes( &view, ssVec3_Scale( sign, ssLogFrame_Vector( frame, ss_logNx, row ) ) );
    const ssVec3 axes[3] = { ssVec3_Scale( sign, view.normal ), ssVec3_Scale( sign, view.tangent1 ),
        ssVec3_Scale( sign, view.tangent2 ) };
    ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
    ssVec3 m = ssLogFrame_Vector( frame, ss_logMx, row ), w = ssLogFrame_Vector( frame, ss_logWx, row );
    for ( int i = 0; i < 3; ++i )
    {
        view.force[i] = ssVec3_Dot( f, axes[i] );
        view.velocity[i] = ssVec3_Dot( v, axes[i] );
        int to = i == 0 ? 2 : i - 1; // moments have their normal component last
        view.moment[to] = ssVec3_Dot( m, axes[i] );
        view.velocity[3 + to] = ssVec3_Dot( w, axes[i] );
    }
    double number = frame->columns[ss_logContact][row];
    view.number = isnan( number ) ? row : number;
    view.point = ssLogFrame_Vector( frame, ss_logPx, row );
    setBodies( &view, frame->columns[turned ? ss_logB : ss_logA][row],
        frame->columns[turned ? ss_logA : ss_logB][row] );
    view.gap = frame->columns[ss_logGap][row];
    view.size = frame->bodyCount > 0 ? smallerSize( state, row ) : 0.0;
    view.cone = ( ssCone ){ .mu = logMuOf( state, row ),
        .muRoll = chosen( state->bounds[1], frame->columns[ss_logMuR][row] ),
        .muSpin = chosen( state->bounds[2], frame->columns[ss_logMuS][row] ) };
    bool rolls = !isnan( view.cone.muRoll ) && !isnan( view.moment[0] );
    bool spins = rolls && !isnan( view.cone.muSpin ) && !isnan( view.moment[2] );
    view.cone.dimension = spins ? 6 : rolls ? 5 : 3;
    view.allowance = allowanceOf( state, view.gap, view.velocity[0] );
    view.slack = SOLVER_SLACK * ssVec3_Length( f );
    if ( state->own->complete != NULL )
    {
        state->own->complete( state->own->context, row, &view );
        view.law = isnan( state->bounds[0] ) ? view.law : NULL;
        view.cone.mu = chosen( state->bounds[0], view.cone.mu );
        view.cone.muRoll = chosen( state->bounds[1], view.cone.muRoll );
        view.cone.muSpin = chosen( state->bounds[2], view.cone.muSpin );
    }
    return view;
}

ssContactView logView( const logState* state, int row )
{
    ssContactView view = plainView( state, row );
    view.mode = (ssContactMode)state->modes[row];
    return view;
}

static bool slides( ssContactMode mode )
{
    return mode == ss_modeSlide || mode == ss_modeSlideRoll;
}

static bool rolls( ssContactMode mode )
{
    return mode == ss_modeRoll || mode == ss_modeSlideRoll;
}

/// A block that resists moves when its reaction has reached the bound, however slow it is. One that does not, or whose bound is
/// unknown, moves when it is clearly faster than what a solver leaves. What clearly slides does so also where the force is
/// inside the cone: there the log breaks the law, not the motion.
static ssContactMode modeOf( const logState* state, const ssContactView* view )
{
    ssContactMode fine = ssContactView_Mode( view, state->resolution );
    if ( fine == ss_modeOpen || fine == ss_modeStick || state->own->complete != NULL )
    {
        return fine;
    }
    ssContactMode coarse = ssContactView_Mode( view, state->still );
    bool clear = ssHypot( view->velocity[1], view->velocity[2] ) > state->still;
    bool slide = clear || slides( view->cone.mu > 0.0 ? fine : coarse );
    bool roll = rolls( view->cone.dimension >= 5 && view->cone.muRoll > 0.0 ? fine : coarse );
    bool spin = ( view->cone.dimension == 6 && view->cone.muSpin > 0.0 ? fine : coarse ) == ss_modeSpin;
    return ssModeOfMotion( slide, roll, spin );
}

double logPowerOf( const ssContactView* view )
{
    const double *f = view->force, *m = view->moment, *y = view->velocity;
    double turning = m[0] * y[3] + m[1] * y[4] + m[2] * y[5];
    return -( f[1] * y[1] + f[2] * y[2] ) - ( isnan( turning ) ? 0.0 : turning );
}

// -------------------------------------------------------------------------------------------------------------- totals

static void addToTotals( logTotals* totals, const ssContactView* view )
{
    const double* f = view->force;
    double power = logPowerOf( view ), mu = view->cone.mu, pulled = ssHypot( f[1], f[2] );
    totals->modes[view->mode] += 1;
    totals->load += f[0];
    totals->dissipated += ssMax( power, 0.0 );
    totals->created += ssMax( -power, 0.0 );
    totals->speed = ssMax( totals->speed, ssHypot( view->velocity[1], view->velocity[2] ) );
    // Comparisons with NaN are false: the first known number takes its place.
    double overlap = ssMax( 0.0, -view->gap );
    totals->overlap = isnan( view->gap ) || overlap <= totals->overlap ? totals->overlap : overlap;
    if ( view->mode == ss_modeOpen )
    {
        return;
    }
    totals->closed += 1;
    double ratio = pulled / f[0], excess = ssMax( 0.0, ratio - mu ), margin = 1.0 - ratio / mu;
    totals->ratio = ratio <= totals->ratio ? totals->ratio : ratio;
    totals->excess = isnan( mu ) || excess <= totals->excess ? totals->excess : excess;
    totals->margin = isnan( margin ) || margin >= totals->margin ? totals->margin : margin;
}

static void markBodies( logState* state, const ssContactView* view, int row )
{
    const ssLogColumn columns[2] = { ss_logA, ss_logB };
    for ( int i = 0; i < 2; ++i )
    {
        int body = logFindBody( state, state->frame.columns[columns[i]][row] );
        if ( body >= 0 &&
            ssContactModeRank( view->mode ) > ssContactModeRank( (ssContactMode)state->bodyModes[body] ) )
        {
            state->bodyModes[body] = (uint8_t)view->mode;
        }
    }
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
        if ( pair ? between && place-- == 0.0 : number == contact )
        {
            return row;
        }
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
        ssVec3 off = ssVec3_Sub( ssLogFrame_Vector( frame, ss_logPx, row ), point );
        double away = ssVec3_Dot( off, off );
        bool turned = view.a == b && view.b == a;
        bool same = ( turned || ( view.a == a && view.b == b ) ) && view.surface == surface;
        if ( same && ( away < nearest || found < 0 ) )
        {
            nearest = isnan( away ) ? HUGE_VAL : away;
            found = row;
        }
    }
    if ( found < 0 )
    {
        return false;
    }
    double number = frame->columns[ss_logContact][found];
    double idA = frame->columns[ss_logA][found], idB = frame->columns[ss_logB][found], place = 0.0;
    for ( int row = 0; row < found; ++row )
    {
        place += frame->columns[ss_logA][row] == idA && frame->columns[ss_logB][row] == idB ? 1.0 : 0.0;
    }
    bool named = !isnan( idA ) && !isnan( idB );
    values[logParamFollow] = named ? logFollowPair : logFollowNumber;
    values[logParamContact] = named ? place : isnan( number ) ? found : number;
    values[logParamA] = named ? idA : values[logParamA];
    values[logParamB] = named ? idB : values[logParamB];
    return true;
}

static bool growModes( logState* state )
{
    if ( state->frame.count > state->modeCapacity )
    {
        int capacity = state->frame.count + state->frame.count / 2;
        uint8_t* modes = ssAlloc( (size_t)capacity );
        if ( modes == NULL )
        {
            return false;
        }
        ssRelease( state->modes );
        state->modes = modes;
        state->modeCapacity = capacity;
    }
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

bool logPrepare( logState* state, const ssSim* sim )
{
    readParams( state, sim );
    if ( !growModes( state ) || !enterBodies( state ) )
    {
        state->frame.count = state->frame.bodyCount = 0;
        return false;
    }
    state->totals = ( logTotals ){ .margin = SS_NAN, .ratio = SS_NAN, .excess = SS_NAN, .overlap = SS_NAN };
    for ( int row = 0; row < state->frame.count; ++row )
    {
        ssContactView view = plainView( state, row );
        view.mode = modeOf( state, &view );
        state->modes[row] = (uint8_t)view.mode;
        addToTotals( &state->totals, &view );
        if ( state->frame.bodyCount > 0 )
        {
            markBodies( state, &view, row );
        }
    }
    state->chosen = logFindChosen( state, sim );
    return true;
}
