// SPDX-License-Identifier: MIT

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "ui/core/marks.h"
#include "base/grow.h"
#include "cimgui.h"
#include "ui/core/focus.h"
#include "ui/core/format.h"
#include "ui/core/window_layout.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One table is filled while a frame is drawn, the other holds the last finished frame; their memory is kept.
// This and reach.c are the only state outside uiState, so that widgets can name themselves without it.

typedef struct mark
{
    int name, text; // offsets into the characters; text is -1 if there is none
    bool hasRect, hasValue, disabled;
    uiRect rect;
    double value;
} mark;

typedef struct markTable
{
    mark* marks;
    int count, capacity;
    int* slots; // hash table with open addressing: index of the mark + 1, 0 if free
    int slotCount;
    char* characters;
    int used, size;
} markTable;

static markTable tables[2];
static int filling;       // the table that new marks enter
static bool drawing;      // between uiBeginMarks and uiEndMarks
static bool muted;        // nothing is named, because what is drawn is not in the window
static char toReveal[96]; // name of the mark to scroll into view; empty: none

static uint32_t hashName( const char* name )
{
    uint32_t hash = 2166136261u;
    for ( ; *name; ++name ) { hash = ( hash ^ (unsigned char)*name ) * 16777619u; }
    return hash;
}

static bool growSlots( markTable* table )
{
    int slotCount = table->slotCount ? 2 * table->slotCount : 512;
    int* slots = calloc( (size_t)slotCount, sizeof( int ) );
    if ( slots == NULL ) { return false; }
    for ( int i = 0; i < table->count; ++i )
    {
        uint32_t at = hashName( table->characters + table->marks[i].name );
        while ( slots[at & (uint32_t)( slotCount - 1 )] ) { ++at; }
        slots[at & (uint32_t)( slotCount - 1 )] = i + 1;
    }
    free( table->slots );
    table->slots = slots;
    table->slotCount = slotCount;
    return true;
}

// Returns the offset of a copy of `text`, or -1 if there is no memory.
static int keepText( markTable* table, const char* text )
{
    int length = (int)strlen( text ) + 1;
    if ( !GROW( table->characters, table->size, table->used + length ) ) { return -1; }
    memcpy( table->characters + table->used, text, (size_t)length );
    table->used += length;
    return table->used - length;
}

static mark* findMark( markTable* table, const char* name )
{
    if ( table->slotCount == 0 ) { return NULL; }
    uint32_t mask = (uint32_t)( table->slotCount - 1 );
    for ( uint32_t at = hashName( name ); table->slots[at & mask]; ++at )
    {
        mark* m = table->marks + table->slots[at & mask] - 1;
        if ( strcmp( table->characters + m->name, name ) == 0 ) { return m; }
    }
    return NULL;
}

// Returns NULL if marks are muted or there is no memory: the mark is then missing.
static mark* findOrAddMark( const char* name )
{
    markTable* table = tables + filling;
    if ( muted ) { return NULL; }
    mark* m = findMark( table, name );
    if ( m ) { return m; }
    if ( ( 2 * ( table->count + 1 ) > table->slotCount && !growSlots( table ) ) ||
        !GROW( table->marks, table->capacity, table->count + 1 ) )
    {
        return NULL;
    }
    int kept = keepText( table, name );
    if ( kept < 0 ) { return NULL; }
    uint32_t mask = (uint32_t)( table->slotCount - 1 );
    uint32_t at = hashName( name );
    while ( table->slots[at & mask] ) { ++at; }
    m = table->marks + table->count++;
    *m = ( mark ){ .name = kept, .text = -1 };
    table->slots[at & mask] = table->count;
    return m;
}

static markTable* finished( void ) { return tables + ( drawing ? 1 - filling : filling ); }

void uiBeginMarks( void )
{
    if ( drawing && tables[filling].count == 0 )
    {
        return; // already begun, and nothing has been drawn since
    }
    uiBeginTexts();
    filling = 1 - filling;
    markTable* table = tables + filling;
    table->count = 0;
    table->used = 0;
    if ( table->slotCount ) { memset( table->slots, 0, (size_t)table->slotCount * sizeof( int ) ); }
    drawing = true;
}

void uiEndMarks( void ) { drawing = false; }

void uiMuteMarks( bool mute ) { muted = mute; }

void uiFreeMarks( void )
{
    for ( int i = 0; i < 2; ++i )
    {
        free( tables[i].marks );
        free( tables[i].slots );
        free( tables[i].characters );
        tables[i] = ( markTable ){ 0 };
    }
    uiFreeTexts();
    drawing = false;
    toReveal[0] = 0;
}

static void placeMark( const char* name, uiRect rect )
{
    mark* m = findOrAddMark( name );
    if ( m )
    {
        m->hasRect = true;
        m->rect = rect;
    }
}

void uiMark( const char* name )
{
    placeMark( name, uiItemRect() );
    if ( !muted ) { uiReachItem( name ); }
}

void uiMarkRect( const char* name, uiRect rect )
{
    placeMark( name, rect );
    if ( !muted ) { uiReachRect( name, rect ); }
}

void uiMarkDisabled( const char* name )
{
    mark* m = findOrAddMark( name );
    if ( m )
    {
        m->disabled = true;
        uiUnreach( name );
    }
}

void uiMarkText( const char* name, const char* text )
{
    mark* m = findOrAddMark( name );
    if ( m ) { m->text = keepText( tables + filling, text ); }
}

void uiMarkSaying( const char* name, const char* text )
{
    uiMark( name );
    uiMarkText( name, text );
}

void uiPublish( const char* name, double value )
{
    mark* m = findOrAddMark( name );
    if ( m )
    {
        m->hasValue = true;
        m->value = value;
    }
}

bool uiFindMark( const char* name, uiRect* rect )
{
    const mark* m = findMark( finished(), name );
    if ( m == NULL || !m->hasRect ) { return false; }
    *rect = m->rect;
    return true;
}

bool uiIsMarkDisabled( const char* name )
{
    const mark* m = findMark( finished(), name );
    return m != NULL && m->disabled;
}

const char* uiFindMarkText( const char* name )
{
    markTable* table = finished();
    const mark* m = findMark( table, name );
    return m && m->text >= 0 ? table->characters + m->text : NULL;
}

bool uiFindPublished( const char* name, double* value )
{
    const mark* m = findMark( finished(), name );
    if ( m == NULL || !m->hasValue ) { return false; }
    *value = m->value;
    return true;
}

const char* uiMarkName( int index )
{
    const markTable* table = finished();
    return index < table->count ? table->characters + table->marks[index].name : NULL;
}

void uiReveal( const char* name ) { snprintf( toReveal, sizeof( toReveal ), "%s", name ); }

bool uiTakeReveal( const char* name )
{
    if ( toReveal[0] == 0 || strcmp( toReveal, name ) != 0 ) { return false; }
    toReveal[0] = 0;
    return true;
}

void uiScrollTo( const char* name )
{
    if ( uiTakeReveal( name ) ) { igSetScrollHereY( 0.5f ); }
}
