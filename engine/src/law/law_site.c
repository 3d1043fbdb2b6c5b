// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

#include <string.h>

// The user's own laws at a contact: where and when it slides, and what it remembers.

const ssLawSite* lawSiteOf( const ssLaw* law )
{
    static const ssLawSite origin = { .h = 0.0 };
    return law->site != NULL ? law->site : &origin;
}

double lawImpulsePerForce( const ssLaw* law )
{
    const ssLawSite* site = lawSiteOf( law );
    return site->impulses && site->h > 0.0 ? site->h : 1.0;
}

ssLaw ssLaw_At( const ssLaw* law, const ssLawSite* site )
{
    ssLaw there = *law;
    there.site = site;
    return there;
}

int ssLaw_StateNumbers( const ssLaw* law )
{
    return law->typed != NULL                 ? law->typed->program->stateNumbers
        : law->def.kind == ss_lawKindCallback ? law->def.callback.stateNumbers
                                              : 0;
}

void ssLaw_InitialState( const ssLaw* law, double state[SS_LAW_MAX_STATES] )
{
    memset( state, 0, SS_LAW_MAX_STATES * sizeof( double ) );
    if ( law->typed != NULL ) { memcpy( state, law->typed->initial, SS_LAW_MAX_STATES * sizeof( double ) ); }
}

void ssLaw_NextState( const ssLaw* law, double load, ssVec2 gamma, double state[SS_LAW_MAX_STATES] )
{
    const ssLawSite* site = lawSiteOf( law );
    int numbers = ssLaw_StateNumbers( law );
    if ( numbers == 0 ) { return; }
    double next[SS_LAW_MAX_STATES];
    ssLaw_InitialState( law, next );
    if ( site->state != NULL ) { memcpy( next, site->state, (size_t)numbers * sizeof( double ) ); }
    if ( site->h > 0.0 && law->type->function != NULL )
    {
        ssVec2 force;
        law->type->function( law, ssMax( load, 0.0 ), gamma, &force, NULL, next );
    }
    else if ( site->h > 0.0 && law->typed != NULL )
    {
        typedNextState( law, ssMax( load, 0.0 ), gamma, next );
    }
    memcpy( state, next, (size_t)numbers * sizeof( double ) );
}

int lawStatePairs( const ssLaw* law, int* first )
{
    int count = law->def.kind == ss_lawKindCallback ? law->def.callback.statePairs : 0;
    for ( int k = 0; k < count; ++k ) { first[k] = 2 * k; }
    for ( int k = 0; law->typed != NULL && k < law->typed->program->stateCount; ++k )
    {
        const ssLawState* state = &law->typed->program->states[k].row;
        if ( state->size == 2 ) { first[count++] = state->first; }
    }
    return count;
}

bool lawRemembersLike( const ssLaw* a, const ssLaw* b )
{
    int pairsA[SS_LAW_MAX_STATES / 2], pairsB[SS_LAW_MAX_STATES / 2];
    int count = lawStatePairs( a, pairsA );
    bool same = a->def.kind == b->def.kind && ssLaw_StateNumbers( a ) == ssLaw_StateNumbers( b ) &&
        count == lawStatePairs( b, pairsB );
    return same && memcmp( pairsA, pairsB, sizeof( int ) * (size_t)count ) == 0;
}

/// The largest |next - before|/|next|; a state that stays at zero does not count.
static double changeOf( const double* before, const double* next, int count )
{
    double worst = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        double change =
            next[i] != before[i] ? fabs( next[i] - before[i] ) / ( fabs( next[i] ) + 1e-300 ) : 0.0;
        worst = change <= worst ? worst : change; // a NaN stays
    }
    return worst;
}

#define GROWING 18 // from 1 ms on
#define STEPS 60

bool ssLaw_SteadyState( const ssLaw* law, double load, ssVec2 gamma, double state[SS_LAW_MAX_STATES] )
{
    // States at rest end an endless implicit step; STEPS that grow tenfold lead there.
    double initial[SS_LAW_MAX_STATES] = { 0.0 }, before[SS_LAW_MAX_STATES] = { 0.0 };
    int count = ssLaw_StateNumbers( law );
    ssLaw_InitialState( law, initial );
    memcpy( state, initial, sizeof( initial ) );
    double change = count > 0 ? HUGE_VAL : 0.0;
    for ( int i = 0; i < STEPS && ( i < 4 || change > 1e-14 ) && count > 0; ++i )
    {
        memcpy( before, state, sizeof( before ) );
        ssLawSite later = *lawSiteOf( law );
        later.state = before;
        later.impulses = false;
        later.h = 1e-3 * ssPow( 10.0, i < GROWING ? i : GROWING );
        ssLaw there = ssLaw_At( law, &later );
        ssLaw_NextState( &there, load, gamma, state );
        change = changeOf( before, state, count );
    }
    if ( !( change <= 1e-9 ) )
    {
        memcpy( state, initial, sizeof( initial ) );
        return false;
    }
    return true;
}
