// SPDX-License-Identifier: MIT
#include "session/run/change_list.h"

#include <stdlib.h>
#include <string.h>

// Keeps the changes of regime of a run in the order of time.

static bool reserve( sessionChangeList* list )
{
    list->items = list->items != NULL ? list->items : calloc( session_maxChanges, sizeof *list->items );
    return list->items != NULL;
}

void sessionChangeList_Clear( sessionChangeList* list )
{
    list->count = 0;
    list->dropped = 0;
    ++list->version;
    if ( list->log == NULL && ssCreateChangeLog( &list->log ).code != ss_ok )
    {
        list->log = NULL;
        return;
    }
    ssChangeLog_Clear( list->log );
}

/// A body that was taken away has lost its name, and is called what it was called before.
static void keepNames( const sessionChangeList* list, sessionChange* item )
{
    bool lost = item->change.a != item->change.b && strcmp( item->a, item->b ) == 0;
    for ( const sessionChange* old = item - 1; lost && old >= list->items; --old )
    {
        if ( old->change.a == item->change.a && old->change.b == item->change.b )
        {
            memcpy( item->a, old->a, sizeof item->a );
            memcpy( item->b, old->b, sizeof item->b );
            lost = false;
        }
    }
}

static void add( sessionChangeList* list, const ssSim* sim, const ssChange* change )
{
    if ( list->count == session_maxChanges )
    {
        int kept = session_maxChanges - session_maxChanges / 4;
        memmove( list->items, list->items + list->count - kept, (size_t)kept * sizeof *list->items );
        list->dropped += list->count - kept;
        list->count = kept;
    }
    sessionChange* item = list->items + list->count++;
    item->change = *change;
    ssSim_BodyName( sim, change->a, item->a, (int)sizeof item->a );
    ssSim_BodyName( sim, change->b, item->b, (int)sizeof item->b );
    keepNames( list, item );
}

void sessionChangeList_Visit( sessionChangeList* list, const ssSim* sim )
{
    const ssChange* changes = NULL;
    int count = 0;
    if ( list->log == NULL || !reserve( list ) ||
        ssChangeLog_Visit( list->log, sim, &count, &changes ).code != ss_ok )
    {
        return;
    }
    for ( int i = 0; i < count; ++i ) { add( list, sim, changes + i ); }
    list->version += count > 0 ? 1 : 0;
}

void sessionChangeList_Cut( sessionChangeList* list, const ssSim* sim )
{
    int64_t step = ssSim_StepIndex( sim );
    int kept = list->count;
    while ( kept > 0 && list->items[kept - 1].change.step > step ) { --kept; }
    list->version += kept < list->count ? 1 : 0;
    list->count = kept;
    ssChange* past = malloc( ( (size_t)kept + 1 ) * sizeof *past );
    for ( int i = 0; i < kept && past != NULL; ++i ) { past[i] = list->items[i].change; }
    if ( list->log != NULL )
    {
        // Without memory the log begins anew: it may list a change of the past once more.
        ssIgnore( ssChangeLog_Cut( list->log, sim, past != NULL ? kept : 0, past ) );
    }
    free( past );
}

void sessionChangeList_Copy( const sessionChangeList* from, sessionChangeList* to )
{
    if ( to->version == from->version || ( from->count > 0 && !reserve( to ) ) ) { return; }
    if ( from->count > 0 ) { memcpy( to->items, from->items, (size_t)from->count * sizeof *from->items ); }
    to->count = from->count;
    to->dropped = from->dropped;
    to->version = from->version;
}

void sessionChangeList_Free( sessionChangeList* list )
{
    ssDestroyChangeLog( list->log );
    free( list->items );
    *list = ( sessionChangeList ){ 0 };
}
