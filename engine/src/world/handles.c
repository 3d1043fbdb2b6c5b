// SPDX-License-Identifier: MIT
#include "world/handles.h"

#include <string.h>

// Gives out handles and tells old ones from new ones.

bool handlesReserve( Handles* handles, int capacity )
{
    if ( capacity <= handles->capacity && handles->generations != NULL ) { return true; }
    size_t old = (size_t)handles->capacity, count = (size_t)capacity + 1;
    Handles longer = { .generations = ssAlloc( count * sizeof( uint32_t ) ),
        .used = ssAlloc( count * sizeof( bool ) ),
        .userData = handles->userData != NULL ? ssAlloc( count * sizeof( void* ) ) : NULL,
        .freed = ssAlloc( count * sizeof( int ) ),
        .freedCount = handles->freedCount,
        .capacity = capacity };
    if ( longer.generations == NULL || longer.used == NULL || longer.freed == NULL ||
        ( handles->userData != NULL && longer.userData == NULL ) )
    {
        handlesRelease( &longer );
        return false;
    }
    if ( handles->generations != NULL )
    {
        memcpy( longer.generations, handles->generations, old * sizeof( uint32_t ) );
        memcpy( longer.used, handles->used, old * sizeof( bool ) );
        memcpy( longer.freed, handles->freed, old * sizeof( int ) );
    }
    if ( handles->userData != NULL ) { memcpy( longer.userData, handles->userData, old * sizeof( void* ) ); }
    for ( size_t i = old; i < count; ++i ) { longer.generations[i] = 1; }
    handlesRelease( handles );
    *handles = longer;
    return true;
}

void handlesRelease( Handles* handles )
{
    ssRelease( handles->generations );
    ssRelease( handles->used );
    ssRelease( handles->userData );
    ssRelease( handles->freed );
    *handles = ( Handles ){ 0 };
}

size_t handlesBytes( const Handles* handles )
{
    return (size_t)handles->capacity *
        ( sizeof( uint32_t ) + sizeof( bool ) + sizeof( int ) +
            ( handles->userData != NULL ? sizeof( void* ) : 0 ) );
}

bool handlesSetData( Handles* handles, int slot, void* userData )
{
    if ( handles->userData == NULL && userData != NULL )
    {
        handles->userData = ssAlloc( ( (size_t)handles->capacity + 1 ) * sizeof( void* ) );
    }
    if ( handles->userData != NULL ) { handles->userData[slot] = userData; }
    return handles->userData != NULL || userData == NULL;
}

void* handlesData( const Handles* handles, int slot )
{
    return handles->userData != NULL ? handles->userData[slot] : NULL;
}

int handlesNext( const Handles* handles, int count )
{
    return handles->freedCount > 0 ? handles->freed[handles->freedCount - 1] : count;
}

void handlesTake( Handles* handles, int slot )
{
    bool again = handles->freedCount > 0 && handles->freed[handles->freedCount - 1] == slot;
    handles->freedCount -= again ? 1 : 0;
    handles->used[slot] = true;
}

void handlesFree( Handles* handles, int slot )
{
    uint32_t next = handles->generations[slot] + 1;
    handles->generations[slot] = next > 0 ? next : 1;
    handles->used[slot] = false;
    handlesSetData( handles, slot, NULL );
    handles->freed[handles->freedCount++] = slot;
}

void handlesSet( Handles* handles, int slot, uint32_t generation, bool used )
{
    bool stays = used && handles->used[slot] && handles->generations[slot] == generation;
    handlesSetData( handles, slot, stays ? handlesData( handles, slot ) : NULL );
    handles->generations[slot] = generation;
    handles->used[slot] = used;
}

bool handlesWereFreed( const Handles* handles, int count )
{
    bool some = false;
    for ( int i = 0; i < count && !some; ++i ) { some = handles->generations[i] > 1; }
    return some;
}

int handlesFind( const Handles* handles, int count, int32_t slot1, uint32_t generation )
{
    bool known = slot1 > 0 && slot1 <= count && handles->used[slot1 - 1] &&
        handles->generations[slot1 - 1] == generation;
    return known ? slot1 - 1 : -1;
}

ssResult handlesRefuse( const Handles* handles, int count, HandleKind kind, const char* field, int32_t slot1,
    uint32_t generation )
{
    static const char* const null[] = { [handleBody] = "the handle is null: it names no body",
        [handleJoint] = "the handle is null: it names no joint",
        [handleLaw] = "the handle is null: it names no law" };
    static const char* const removed[] = { [handleBody] = "the handle names a body that was removed",
        [handleJoint] = "the handle names a joint that was removed",
        [handleLaw] = "the handle names a law that was removed" };
    static const char* const foreign[] = {
        [handleBody] = "the handle names no body of this world: it is another world's, or never was one",
        [handleJoint] = "the handle names no joint of this world: it is another world's, or never was one",
        [handleLaw] = "the handle names no law of this world: it is another world's, or never was one"
    };
    bool was = slot1 > 0 && slot1 <= count && generation > 0 && generation < handles->generations[slot1 - 1];
    const char* const* texts = slot1 == 0 && generation == 0 ? null : was ? removed : foreign;
    return ssError( ss_errorValue, field, "%s", ssTranslate( texts[kind] ) );
}
