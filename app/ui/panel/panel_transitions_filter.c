// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_timeline.h"

#include <string.h>

// Which transitions the list shows: those of one contact, and those between modes that lasted.

static const struct
{
    double seconds;
    const char* text;
} s_durations[] = { { 0.0, TR( "any duration" ) }, { 1e-3, TR( "1 ms and longer" ) },
    { 1e-2, TR( "10 ms and longer" ) }, { 0.1, TR( "0.1 s and longer" ) }, { 1.0, TR( "1 s and longer" ) } };

#define NAMED_CONTACTS 64 // that the filter offers by name

bool uiTransitionsAreFiltered( const uiTransitionsPanel* list )
{
    return list->filter.contact != ui_transitionsOfAll || list->filter.shortest > 0;
}

/// The value that is kept for a contact, NAN at first.
static double* valueOf( uiTransitionsPanel* list, int contact )
{
    unsigned mask = ui_transitionSlots - 1, at = (unsigned)contact * 2654435761u & mask;
    while ( list->keys[at] != 0 && list->keys[at] != contact + 1 ) { at = ( at + 1 ) & mask; }
    if ( list->keys[at] == 0 )
    {
        list->keys[at] = contact + 1;
        list->values[at] = SS_NAN;
    }
    return list->values + at;
}

static bool isWanted( const uiTransitionsPanel* list, const ssChange* c )
{
    const uiTransitionFilter* f = &list->filter;
    return f->contact == ui_transitionsOfAll || f->contact == c->contact ||
        ( f->contact == ui_transitionsOfSelected && c->a == f->a && c->b == f->b );
}

void uiFilterTransitions( uiTransitionsPanel* list )
{
    const sessionChangeList* changes = list->changes;
    double shortest = s_durations[list->filter.shortest].seconds;
    static bool lasts[session_maxChanges]; // the new mode of this change
    memset( list->keys, 0, sizeof( list->keys ) );
    for ( int i = changes->count - 1; i >= 0; --i )
    {
        const ssChange* c = &changes->items[i].change;
        double* next = valueOf( list, c->contact );
        // A step ends on a multiple of h, so that durations have rounding errors.
        lasts[i] = isnan( *next ) || *next >= shortest * ( 1.0 - 1e-9 );
        *next = c->held;
    }
    memset( list->keys, 0, sizeof( list->keys ) );
    list->count = 0;
    for ( int i = 0; i < changes->count; ++i )
    {
        const ssChange* c = &changes->items[i].change;
        double* state = valueOf( list, c->contact );
        *state = isnan( *state ) && c->held >= shortest * ( 1.0 - 1e-9 ) ? c->from : *state;
        if ( !( lasts[i] || c->jumped ) || !isWanted( list, c ) ) { continue; }
        if ( !isnan( *state ) && ( (int)*state != c->to || c->jumped ) )
        {
            list->items[list->count++] = ( uiTransition ){ c->time, (int)*state, c->to, i };
        }
        *state = c->to;
    }
}

static void chooseContact( uiTransitionsPanel* list, int contact, const char* text, const char* mark )
{
    if ( uiEntry( uiPrint( "%s##%d", text, contact ), list->filter.contact == contact ) )
    {
        list->filter.contact = contact;
    }
    uiMark( mark );
}

static void offerContacts( uiTransitionsPanel* list )
{
    int offered = 0;
    chooseContact( list, ui_transitionsOfAll, tr( "all contacts" ), "transitions.contact.all" );
    chooseContact( list, ui_transitionsOfSelected, tr( "selected contact" ), "transitions.contact.selected" );
    memset( list->keys, 0, sizeof( list->keys ) );
    for ( int i = 0; i < list->changes->count && offered < NAMED_CONTACTS; ++i )
    {
        const sessionChange* change = list->changes->items + i;
        double* seen = valueOf( list, change->change.contact );
        if ( isnan( *seen ) )
        {
            *seen = 1.0;
            ++offered;
            const char* name = uiTransitionContact( change );
            const char* mark = uiPrint( "transitions.contact.%d", change->change.contact );
            chooseContact( list, change->change.contact, name, mark );
        }
    }
}

static const char* nameOfFilter( const uiTransitionsPanel* list )
{
    for ( int i = 0; i < list->changes->count; ++i )
    {
        if ( list->changes->items[i].change.contact == list->filter.contact )
        {
            return uiTransitionContact( list->changes->items + i );
        }
    }
    return list->filter.contact == ui_transitionsOfAll     ? tr( "all contacts" )
        : list->filter.contact == ui_transitionsOfSelected ? tr( "selected contact" )
                                                           : tr( "this contact" );
}

void uiDrawTransitionFilter( uiState* ui )
{
    uiTransitionsPanel* list = ui->transitions;
    const char* name = nameOfFilter( list );
    ImVec2 room = uiSpace();
    float width = room.x, gap = 0.4f * igGetFontSize();
    igSetNextItemWidth( roundf( 0.56f * width ) );
    bool open = igBeginCombo( "##transitions.contact", name, ImGuiComboFlags_HeightLarge );
    uiMarkSaying( "transitions.contact", name );
    if ( open )
    {
        offerContacts( list );
        uiEndCombo( ui );
    }
    igSameLine( 0.0f, gap );
    igSetNextItemWidth( width - roundf( 0.56f * width ) - gap );
    open = igBeginCombo( "##transitions.shortest", tr( s_durations[list->filter.shortest].text ), 0 );
    uiMarkSaying( "transitions.shortest", tr( s_durations[list->filter.shortest].text ) );
    if ( igIsItemHovered( 0 ) )
    {
        uiHint( ui, tr( "shorter modes are left out, as if the one before them had lasted on" ) );
    }
    if ( open )
    {
        for ( int i = 0; i < SS_COUNT( s_durations ); ++i )
        {
            list->filter.shortest =
                uiEntry( tr( s_durations[i].text ), i == list->filter.shortest ) ? i : list->filter.shortest;
            uiMark( uiPrint( "transitions.shortest.%d", i ) );
        }
        uiEndCombo( ui );
    }
    igSeparator();
}
