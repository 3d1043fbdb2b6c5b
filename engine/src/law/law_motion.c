// SPDX-License-Identifier: MIT
#include "law/law_cycles.h"
#include "linalg/dense.h"
#include "slipstick/elementary.h"

#include <stdio.h>
#include <string.h>

// A contact is moved periodically, by pieces of constant velocity. States are stepped by z_m = z + h/2
// z'(z_m), z⁺ = 2 z_m - z, with the force at z_m, which creates no energy where a quadratic stored energy
// explains the law. States kept in sets take the law's implicit step, with the force at the mean of both
// ends. Periodic states are found by turning, or, where that is slow, by Newton's method.

void motionBegin( motionLaw* m, const ssLaw* law, const ssLawSite* site, double load )
{
    *m = ( motionLaw ){ .site = *site, .load = load, .numbers = ssLaw_StateNumbers( law ) };
    m->law = ssLaw_At( law, &m->site );
    for ( int k = 0; k < SS_LAW_MAX_STATES; ++k ) { m->perMetre[k] = 1.0; }
    const ssLawProgram* program = law->typed != NULL ? law->typed->program : NULL;
    for ( int k = 0; program != NULL && k < program->stateCount; ++k )
    {
        m->bounded = m->bounded || program->states[k].bound.given || program->states[k].low != TEXT_NONE;
    }
}

/// The states after h; false if the step of a typed law has no solution.
static bool nextState( motionLaw* m, ssVec2 gamma, double h, const double* state, double* next )
{
    bool solved = true;
    m->site.h = h;
    m->site.state = state;
    if ( m->law.typed != NULL && m->law.typed->program->function == NULL )
    {
        typedEval eval;
        solved = typedMoveTo( &eval, &m->law, m->load, gamma );
        memcpy( next, eval.state, (size_t)m->numbers * sizeof( double ) );
    }
    else { ssLaw_NextState( &m->law, m->load, gamma, next ); }
    m->site.h = 0.0;
    m->site.state = NULL;
    return solved;
}

bool motionStep( motionLaw* m, ssVec2 gamma, double h, double* state, ssVec2* force )
{
    double end[SS_LAW_MAX_STATES] = { 0.0 }, middle[SS_LAW_MAX_STATES] = { 0.0 };
    bool fine = m->numbers == 0 || nextState( m, gamma, m->bounded ? h : 0.5 * h, state, end );
    for ( int k = 0; k < m->numbers; ++k )
    {
        middle[k] = m->bounded ? 0.5 * ( state[k] + end[k] ) : end[k];
        state[k] = m->bounded ? end[k] : 2.0 * end[k] - state[k];
        fine = fine && isfinite( state[k] );
    }
    m->site.state = m->numbers > 0 ? middle : NULL;
    *force = gamma.x != 0.0 || gamma.y != 0.0 ? ssLaw_SlipForce( &m->law, m->load, gamma ).force
                                              : ssVec2_Make( 0.0, 0.0 );
    m->site.state = NULL;
    return fine && isfinite( force->x ) && isfinite( force->y );
}

/// The first step of a piece, relative to all of it.
static double motionFirst( motionSteps steps )
{
    return steps.growth > 1.0 ? ( steps.growth - 1.0 ) / ( ssPow( steps.growth, steps.count ) - 1.0 )
                              : 1.0 / steps.count;
}

bool motionRelax( motionLaw* m, ssVec2 gamma, double h, double* state )
{
    double end[SS_LAW_MAX_STATES] = { 0.0 };
    bool fine = nextState( m, gamma, h, state, end );
    for ( int k = 0; k < m->numbers; ++k ) { fine = fine && isfinite( end[k] ); }
    memcpy( state, end, sizeof( end ) );
    return fine;
}

bool motionTurn(
    motionLaw* m, const ssLawMotion* motion, motionSteps steps, double* state, motionTally* tally )
{
    double from[SS_LAW_MAX_STATES], least = (double)INFINITY;
    memcpy( from, state, sizeof( from ) );
    *tally = ( motionTally ){ .work = 0.0 };
    for ( int p = 0; p < motion->pieces; ++p )
    {
        ssVec2 gamma = motion->velocity[p];
        double h = motion->duration[p] * motionFirst( steps );
        for ( int i = 0; i < steps.count; ++i, h *= steps.growth )
        {
            ssVec2 force;
            if ( !motionStep( m, gamma, h, state, &force ) ) { return false; }
            double power = ssVec2_Dot( force, gamma );
            tally->work += h * power;
            tally->handled += h * ssVec2_Length( force ) * ssVec2_Length( gamma );
            tally->gamma = power < least ? gamma : tally->gamma;
            tally->force = power < least ? force : tally->force;
            least = ssMin( least, power );
            for ( int k = 0; k < m->numbers; ++k )
            {
                tally->size[k] = ssMax( tally->size[k], fabs( state[k] ) );
                tally->swing[k] = ssMax( tally->swing[k], fabs( state[k] - from[k] ) );
            }
        }
        tally->way += motion->duration[p] * ssVec2_Length( gamma );
    }
    return true;
}

#define ROUNDING 1e-14 // of a state, over a turn

static bool returned( const motionLaw* m, const motionTally* tally, const double* from, const double* to )
{
    bool same = true;
    double largest = 0.0;
    for ( int k = 0; k < m->numbers; ++k ) { largest = ssMax( largest, tally->swing[k] ); }
    for ( int k = 0; k < m->numbers; ++k )
    {
        double allowed =
            1e-6 * tally->swing[k] + ssMin( 1e-9 * largest, 1e-6 * tally->way ) + ROUNDING * tally->size[k];
        same = same && fabs( to[k] - from[k] ) <= allowed;
    }
    return same;
}

/// Whether the way of a turn is long enough to be seen in the states: a place of 5e7 m hides nanometres.
static bool isResolved( const motionLaw* m, const motionTally* tally )
{
    bool resolved = true;
    for ( int k = 0; k < m->numbers; ++k )
    {
        resolved = resolved && ROUNDING * tally->size[k] <= 1e-6 * m->perMetre[k] * tally->way;
    }
    return resolved;
}

/// Whether the law also pushes where every second turn is reversed, which excludes a potential.
static bool pushesThereAndBack( motionLaw* m, const ssLawMotion* motion, motionSteps steps, double* state )
{
    ssLawMotion back = *motion;
    for ( int i = 0; i < back.pieces; ++i ) { back.velocity[i] = ssVec2_Scale( -1.0, back.velocity[i] ); }
    bool pushes = true;
    for ( int i = 0; i < 3 && pushes; ++i )
    {
        motionTally there, again;
        pushes = motionTurn( m, motion, steps, state, &there ) &&
            motionTurn( m, &back, steps, state, &again ) &&
            there.work + again.work < -1e-3 * ( there.handled + again.handled );
    }
    return pushes;
}

#define MOST SS_LAW_MAX_STATES

/// One step of Newton's method for the states that return. False if there is none.
static bool improveStart( motionLaw* m, const ssLawMotion* motion, motionSteps steps,
    const motionTally* tally, const double* end, double* start )
{
    int n = m->numbers, pivots[MOST];
    double a[MOST * MOST], scale[MOST], b[MOST];
    for ( int k = 0; k < n; ++k )
    {
        double shifted[SS_LAW_MAX_STATES] = { 0.0 };
        memcpy( shifted, start, (size_t)n * sizeof( double ) );
        double delta = 1e-4 * tally->size[k] + 1e-3 * tally->swing[k];
        delta = delta > 0.0 ? delta : 1e-9;
        shifted[k] += delta;
        motionTally unused;
        if ( !motionTurn( m, motion, steps, shifted, &unused ) ) { return false; }
        for ( int i = 0; i < n; ++i )
        {
            a[i * n + k] = ( i == k ? 1.0 : 0.0 ) - ( shifted[i] - end[i] ) / delta;
        }
        b[k] = end[k] - start[k];
    }
    if ( !denseLuFactor( a, n, pivots, scale ) ) { return false; }
    denseLuSolve( a, n, pivots, scale, b );
    for ( int k = 0; k < n; ++k )
    {
        start[k] += b[k];
        if ( !isfinite( start[k] ) ) { return false; }
    }
    return true;
}

/// Fills the results of a motion from its last turn.
static bool finishMotion( ssLawMotion* motion, const motionTally* tally, const double* start, bool returns )
{
    memcpy( motion->state, start, sizeof( motion->state ) );
    motion->returns = returns;
    motion->work = tally->work;
    motion->way = tally->way;
    motion->gain = tally->way > 0.0 ? -tally->work / tally->way : 0.0;
    return isfinite( motion->gain );
}

#define TURNS 3
#define NEWTONS 4

bool motionClose( motionLaw* m, ssLawMotion* motion, motionSteps steps, motionTally* tally )
{
    double start[SS_LAW_MAX_STATES], end[SS_LAW_MAX_STATES], first = 0.0;
    memcpy( end, motion->state, sizeof( end ) );
    bool pushes = true;
    for ( int i = 0; i < TURNS; ++i )
    {
        memcpy( start, end, sizeof( start ) );
        if ( !motionTurn( m, motion, steps, end, tally ) ) { return false; }
        if ( returned( m, tally, start, end ) && isResolved( m, tally ) )
        {
            return finishMotion( motion, tally, start, true );
        }
        first = i == 0 ? tally->work : first;
        pushes = pushes && tally->work < -1e-3 * tally->handled;
    }
    motionTally last = *tally;
    double lastStart[SS_LAW_MAX_STATES], past[SS_LAW_MAX_STATES];
    memcpy( lastStart, start, sizeof( start ) );
    memcpy( past, end, sizeof( end ) );
    for ( int i = 0; i < NEWTONS && improveStart( m, motion, steps, tally, end, start ); ++i )
    {
        memcpy( end, start, sizeof( end ) );
        if ( !motionTurn( m, motion, steps, end, tally ) ) { break; }
        if ( returned( m, tally, start, end ) && isResolved( m, tally ) )
        {
            return finishMotion( motion, tally, start, true );
        }
    }
    *tally = last;
    return pushes && last.work <= first && isResolved( m, &last ) &&
        pushesThereAndBack( m, motion, steps, past ) && finishMotion( motion, tally, lastStart, false );
}

/// The distance of the places of a motion from their middle.
static double sizeOf( const ssLawMotion* motion )
{
    ssVec2 place = { 0.0, 0.0 }, low = place, high = place;
    for ( int i = 0; i < motion->pieces; ++i )
    {
        place = ssVec2_MulAdd( place, motion->duration[i], motion->velocity[i] );
        low = ssVec2_Make( ssMin( low.x, place.x ), ssMin( low.y, place.y ) );
        high = ssVec2_Make( ssMax( high.x, place.x ), ssMax( high.y, place.y ) );
    }
    return 0.5 * ssMax( ssHypot( high.x - low.x, 0.0 ), ssHypot( 0.0, high.y - low.y ) );
}

void motionSay( const ssLawMotion* motion, const char* name, char* text, int capacity )
{
    double period = 0.0;
    for ( int i = 0; i < motion->pieces; ++i ) { period += motion->duration[i]; }
    if ( name[0] != '\0' )
    {
        snprintf( text, (size_t)capacity, "%s, some %.2g m to either side, in %.3g s", name, sizeOf( motion ),
            period );
        return;
    }
    int used = snprintf( text, (size_t)capacity, "at" ), shown = motion->pieces < 3 ? motion->pieces : 3;
    for ( int i = 0; i < shown && used < capacity; ++i )
    {
        ssVec2 gamma = motion->velocity[i];
        double angle = ssAtan2( gamma.y, gamma.x ) * 180.0 / SS_PI;
        char towards[24] = "";
        if ( fabs( angle ) > 0.5 ) { snprintf( towards, sizeof( towards ), " towards %.0f°", angle ); }
        used += snprintf( text + used, (size_t)( capacity - used ), "%s %.3g m/s%s for %.3g s",
            i > 0 ? "," : "", ssVec2_Length( gamma ), towards, motion->duration[i] );
    }
    if ( shown < motion->pieces && used < capacity )
    {
        snprintf( text + used, (size_t)( capacity - used ), " …" );
    }
}

bool ssLaw_FollowMotion(
    const ssLaw* law, const ssLawMotion* motion, int turns, ssLawMotionTrace* trace, void* context )
{
    motionLaw m;
    ssLawSite site = { motion->time, .x = motion->x, .y = motion->y, .rolling = motion->rolling,
        .spinning = motion->spinning };
    motionBegin( &m, law, &site, motion->load );
    double state[SS_LAW_MAX_STATES];
    memcpy( state, motion->state, sizeof( state ) );
    ssLawMoment moment = { .state = state };
    motionSteps steps = motion->pieces >= MOTION_MANY ? MOTION_SMOOTH : MOTION_FINE;
    for ( int i = 0; i < turns * motion->pieces; ++i )
    {
        int p = i % motion->pieces;
        double h = motion->duration[p] * motionFirst( steps );
        moment.velocity = motion->velocity[p];
        for ( int k = 0; k < steps.count; ++k, h *= steps.growth )
        {
            if ( !motionStep( &m, moment.velocity, h, state, &moment.force ) ) { return false; }
            moment.time += h;
            moment.place = ssVec2_MulAdd( moment.place, h, moment.velocity );
            moment.energy -= h * ssVec2_Dot( moment.force, moment.velocity );
            trace( context, &moment );
        }
    }
    return true;
}
