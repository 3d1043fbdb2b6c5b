// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "session/driver/companion.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Names of pins: what differs.

#define MOST_ITEMS 3 // that are named; the others are counted
#define ITEM_CAPACITY 96

typedef struct Name
{
    char items[MOST_ITEMS][ITEM_CAPACITY];
    int count; // of all differences
} Name;

/// Drops the beginning of a character whose rest did not fit.
static void trimEnd( char* text )
{
    size_t length = strlen( text ), start = length;
    while ( start > 0 && ( (unsigned char)text[start - 1] & 0xc0 ) == 0x80 ) { --start; }
    if ( start > 0 )
    {
        unsigned char lead = (unsigned char)text[start - 1];
        size_t wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        text[length - ( start - 1 ) < wanted ? start - 1 : length] = '\0';
    }
}

static void SS_PRINTF( 2, 3 ) add( Name* name, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    if ( name->count < MOST_ITEMS )
    {
        vsnprintf( name->items[name->count], ITEM_CAPACITY, format, arguments );
        trimEnd( name->items[name->count] );
    }
    va_end( arguments );
    ++name->count;
}

/// "0.2", "3 m/s", "relaxed".
static void writeValue( const ssParam* param, double value, char* text, int capacity )
{
    if ( param->kind == ss_paramChoice )
    {
        snprintf( text, (size_t)capacity, "%s", wordsChoice( param, (int)value ) );
        return;
    }
    ssFormatQuantity( value, param->unit, text, capacity );
}

/// The value that the run has come to by its edits; only live rows change on the way.
static double lastValue( const ssScene* scene, const ssParam* param, int index )
{
    double value = scene->def.values[index];
    for ( int i = 0; i < scene->editCount && param->live; ++i )
    {
        value = scene->edits[i].param == index ? scene->edits[i].value : value;
    }
    return value;
}

static void compareRow( Name* name, const ssScene* pin, const ssScene* run, const ssSim* present, int index )
{
    const ssParam* param = pin->def.scenario->model.params + index;
    const char* symbol = param->symbol[0] != '\0' ? tr( param->symbol ) : param->key;
    if ( param->kind == ss_paramText )
    {
        if ( strcmp( ssSimDef_Text( &pin->def, index ), ssSim_PendingText( present, index ) ) != 0 )
        {
            add( name, tr( "other %s" ), tr( param->label ) );
        }
        return;
    }
    double from = pin->def.values[index], to = lastValue( pin, param, index );
    double begun = run->def.values[index], now = ssSim_PendingParam( present, index );
    char first[64], last[64];
    writeValue( param, from, first, (int)sizeof first );
    writeValue( param, to, last, (int)sizeof last );
    if ( from != to && ( from != begun || to != now ) ) { add( name, "%s %s → %s", symbol, first, last ); }
    else if ( from == to && to != now ) { add( name, "%s %s", symbol, first ); }
}

/// How many edits of a kind were made: SS_EDIT_DRAG and the like.
static int countEdits( const ssScene* scene, int kind )
{
    int count = 0;
    for ( int i = 0; i < scene->editCount; ++i ) { count += scene->edits[i].param == kind ? 1 : 0; }
    return count;
}

static const char* lawOf( const ssScenario* scenario )
{
    return scenario->law != NULL ? ssLawProgram_Info( scenario->law )->text : "";
}

/// The typed law that the run has come to; "": none.
static const char* lastLaw( const ssScene* scene )
{
    const char* text = lawOf( scene->def.scenario );
    for ( int i = 0; i < scene->editCount; ++i )
    {
        const ssEdit* edit = scene->edits + i;
        text = edit->param != SS_EDIT_LAW ? text : edit->text != NULL ? edit->text : "";
    }
    return text;
}

static void compareLaws( Name* name, const ssScene* pin, const ssScene* run, const ssScenario* now )
{
    const ssScenario* began = pin->def.scenario;
    bool same = strcmp( lastLaw( pin ), lawOf( now ) ) == 0;
    if ( countEdits( pin, SS_EDIT_LAW ) > 0 )
    {
        if ( !same || strcmp( lawOf( began ), lawOf( run->def.scenario ) ) != 0 )
        {
            add( name, "%s", tr( "law changed on the way" ) );
        }
    }
    else if ( !same && began->law != NULL )
    {
        add( name, tr( "law %s" ), tr( ssLawProgram_Info( began->law )->title ) );
    }
    else if ( !same ) { add( name, "%s", tr( "own law" ) ); }
}

static void compare( Name* name, const ssScene* pin, const ssScene* run, const ssSim* present )
{
    const ssScenario *theirs = pin->def.scenario, *ours = ssSim_Scenario( present );
    compareLaws( name, pin, run, ours );
    if ( theirs->build != run->def.scenario->build ||
        countEdits( pin, SS_EDIT_BUILD ) != countEdits( run, SS_EDIT_BUILD ) )
    {
        add( name, "%s", tr( "other parts" ) );
    }
    bool oneLaw = theirs->law == ours->law && countEdits( pin, SS_EDIT_LAW ) == 0;
    int rows = oneLaw ? ours->model.paramCount : ssScenario_Base( ours )->model.paramCount;
    for ( int i = 0; i < rows; ++i ) { compareRow( name, pin, run, present, i ); }
    char number[48];
    if ( pin->def.h != run->def.h )
    {
        ssFormatQuantity( pin->def.h, "s", number, (int)sizeof number );
        add( name, "h %s", number );
    }
    if ( pin->def.seed != run->def.seed )
    {
        add( name, tr( "seed %llu" ), (unsigned long long)pin->def.seed );
    }
    bool pulled = countEdits( pin, SS_EDIT_DRAG ) > 0;
    if ( pulled != ( countEdits( run, SS_EDIT_DRAG ) > 0 ) && ( pulled || name->count == 0 ) )
    {
        add( name, "%s", pulled ? tr( "pulled" ) : tr( "not pulled" ) );
    }
}

void sessionNamePin( const ssScene* pin, const ssScene* run, const ssSim* present, const char* alike,
    char* text, int capacity )
{
    Name name = { .count = 0 };
    compare( &name, pin, run, present );
    // A preset has a name already, which says more than three of its many values.
    const ssPreset* preset = name.count > 1 ? ssSimDef_Preset( &pin->def ) : NULL;
    if ( preset != NULL && !preset->hidden )
    {
        snprintf( text, (size_t)capacity, "%s", preset->name );
        return;
    }
    snprintf( text, (size_t)capacity, "%s", name.count == 0 ? alike : "" );
    for ( int i = 0; i < name.count && i < MOST_ITEMS; ++i )
    {
        size_t used = strlen( text ), wanted = strlen( name.items[i] ) + ( i > 0 ? 2 : 0 );
        int rest = name.count - i;
        if ( i > 0 && used + wanted + 8 >= (size_t)capacity )
        {
            addText( text, (size_t)capacity, " +%d", rest );
            return;
        }
        addText( text, (size_t)capacity, "%s%s", i > 0 ? ", " : "", name.items[i] );
        trimEnd( text );
    }
    if ( name.count > MOST_ITEMS ) { addText( text, (size_t)capacity, " +%d", name.count - MOST_ITEMS ); }
}
