// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"

#include <string.h>

// The bodies of a frame: their numbers, and what contacts know of theirs.

int logBodyNumber( double id, double contact )
{
    if ( isnan( id ) )
    {
        double place = fmod( fabs( contact ), LOG_BODY_LARGE );
        return LOG_BODY_UNNAMED + ( place > 0.0 ? (int)place : 0 );
    }
    if ( id == floor( id ) && fabs( id ) < LOG_BODY_LARGE ) { return (int)id; }
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

static int findInTable( const logState* state, double id )
{
    uint32_t mask = (uint32_t)state->slotCount - 1, at = hashOf( id ) & mask;
    while ( state->slots[at] != 0 && state->frame.bodies[state->slots[at] - 1].id != id )
    {
        at = ( at + 1 ) & mask;
    }
    return state->slots[at] - 1;
}

static inline int findBody( const logState* state, double id )
{
    int count = state->frame.bodyCount;
    if ( count == 0 || isnan( id ) ) { return -1; }
    // Most programs number their bodies as they write them.
    int place = id >= 0.0 && id < count ? (int)id : -1;
    if ( place >= 0 && ( state->numbered ? place == id : state->frame.bodies[place].id == id ) )
    {
        return place;
    }
    return state->numbered ? -1 : findInTable( state, id );
}

int logFindBody( const logState* state, double id ) { return findBody( state, id ); }

static bool growBodies( logState* state )
{
    int wanted = 64;
    while ( wanted < 2 * state->frame.bodyCount ) { wanted *= 2; }
    if ( state->slotCount < wanted )
    {
        ssRelease( state->slots );
        ssRelease( state->bodyModes );
        state->slots = ssAlloc( (size_t)wanted * sizeof( int ) );
        state->bodyModes = ssAlloc( (size_t)wanted );
        state->slotCount = state->slots != NULL && state->bodyModes != NULL ? wanted : 0;
    }
    return state->slotCount > 0;
}

static void enterInTable( logState* state )
{
    memset( state->slots, 0, (size_t)state->slotCount * sizeof( int ) );
    uint32_t mask = (uint32_t)state->slotCount - 1;
    for ( int i = 0; i < state->frame.bodyCount; ++i )
    {
        uint32_t at = hashOf( state->frame.bodies[i].id ) & mask;
        while ( state->slots[at] != 0 ) { at = ( at + 1 ) & mask; }
        state->slots[at] = i + 1;
    }
}

static bool enterBodies( logState* state )
{
    int count = state->frame.bodyCount;
    if ( !growBodies( state ) ) { return false; }
    memset( state->bodyModes, 0, (size_t)count );
    state->numbered = true;
    state->shapes = 0;
    for ( int i = 0; i < count; ++i )
    {
        const ssLogBody* body = state->frame.bodies + i;
        state->numbered = state->numbered && body->id == i;
        state->shapes |= 1u << body->shape;
    }
    if ( !state->numbered ) { enterInTable( state ); }
    return true;
}

/// [m] The size of a body; 0: unknown or unbounded.
static double sizeOf( const logState* state, int index )
{
    if ( index < 0 ) { return 0.0; }
    const ssLogBody* body = state->frame.bodies + index;
    double size = 0.0;
    switch ( body->shape )
    {
        case ss_logShapeSphere: size = body->size.x; break;
        case ss_logShapeBox: size = ssVec3_Length( body->size ); break;
        case ss_logShapeCylinder: size = ssHypot( body->size.x, body->size.z ); break;
        case ss_logShapeCapsule: size = body->size.x + body->size.z; break;
        case ss_logShapePlane:
        case ss_logShapeUnknown: break;
    }
    return size > 0.0 && isfinite( size ) ? size : 0.0;
}

bool logIsFixed( double id, double mass ) { return id < 0.0 || mass == 0.0 || isinf( mass ); }

static double massOf( const logState* state, int index )
{
    return index >= 0 ? state->frame.bodies[index].mass : SS_NAN;
}

static bool growRows( logState* state )
{
    if ( state->frame.count > state->rowCapacity )
    {
        int capacity = state->frame.count + state->frame.count / 2;
        logRow* rows = ssAlloc( (size_t)capacity * sizeof *rows );
        if ( rows == NULL ) { return false; }
        ssRelease( state->rows );
        state->rows = rows;
        state->rowCapacity = capacity;
    }
    return true;
}

bool logMeetBodies( logState* state )
{
    if ( !growRows( state ) || !enterBodies( state ) ) { return false; }
    const double *a = state->frame.columns[ss_logA], *b = state->frame.columns[ss_logB];
    for ( int row = 0; row < state->frame.count; ++row )
    {
        logRow* seen = state->rows + row;
        seen->a = findBody( state, a[row] );
        seen->b = findBody( state, b[row] );
        double first = sizeOf( state, seen->a ), second = sizeOf( state, seen->b );
        seen->size = (float)( first > 0.0 && second > 0.0 ? ssMin( first, second ) : ssMax( first, second ) );
        // Engines differ in which body is b. Reactions are shown on the one that moves: the ground pushes.
        seen->turned = state->own->complete == NULL && logIsFixed( b[row], massOf( state, seen->b ) ) &&
            !logIsFixed( a[row], massOf( state, seen->a ) );
    }
    return true;
}

void logMarkBodies( logState* state )
{
    int ranks[ss_modeCount];
    for ( int i = 0; i < ss_modeCount; ++i ) { ranks[i] = ssContactModeRank( (ssContactMode)i ); }
    for ( int row = 0; row < state->frame.count && state->frame.bodyCount > 0; ++row )
    {
        const logRow* seen = state->rows + row;
        const int bodies[2] = { seen->a, seen->b };
        for ( int i = 0; i < 2; ++i )
        {
            uint8_t* mode = bodies[i] >= 0 ? state->bodyModes + bodies[i] : NULL;
            if ( mode != NULL && ranks[seen->mode] > ranks[*mode] ) { *mode = seen->mode; }
        }
    }
}
