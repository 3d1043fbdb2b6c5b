// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_params.h"

#include <stdio.h>
#include <string.h>

// The fields "show only" and "break when" of the contact panel, with conditions ready to be chosen.

#define MAX_CHOICES 6

static const struct
{
    const char *label, *mark, *empty, *hint;
    sessionCommandKind command;
    const char* choices[MAX_CHOICES]; // the first one takes the condition away
} s_kinds[ui_conditionCount] = {
    [ui_conditionFilter] = { TR( "show only" ), "contact.filter", TR( "all contacts" ),
        TR( "only these contacts are drawn" ), session_commandFilter,
        { "", "margin < 1%", "mode != stick", "law error > 1%", "force > 100 N" } },
    [ui_conditionBreak] = { TR( "break when" ), "contact.break", TR( "never" ),
        TR( "the run pauses when a contact begins to satisfy it" ), session_commandBreak,
        { "", "margin < 1%", "energy created", "law error > 1%", "mode != stick" } },
};

/// How many of the two are in force.
static int countInForce( const uiConditions* c )
{
    int count = 0;
    for ( int i = 0; i < ui_conditionCount; ++i ) { count += c->fields[i].posted[0] != '\0' ? 1 : 0; }
    return count;
}

void uiEnterCondition( uiState* ui, const uiFrameInput* input, int kind )
{
    (void)input;
    ui->settings.showContact = ui->hadContacts = true; // also before anything has touched
    ui->contact->conditions.open = true;
    ui->contact->conditions.fields[kind].enter = true;
}

/// The ready-made condition of this place, the last for the selected contact's pair. False: none.
static bool choiceAt( int kind, int index, const sessionContactDetail* d, char text[SS_CONDITION_CAPACITY] )
{
    int fixed = 0;
    while ( fixed < MAX_CHOICES && s_kinds[kind].choices[fixed] != NULL ) { ++fixed; }
    if ( index < fixed )
    {
        snprintf( text, SS_CONDITION_CAPACITY, "%s", s_kinds[kind].choices[index] );
        return true;
    }
    char bodies[2][16];
    const int numbers[2] = { d->view.b, d->view.a };
    for ( int i = 0; i < 2; ++i )
    {
        snprintf( bodies[i], sizeof( bodies[i] ), numbers[i] >= 0 ? "%d" : "ground", numbers[i] );
    }
    snprintf( text, SS_CONDITION_CAPACITY, "pair %s-%s", bodies[0], bodies[1] );
    return index == fixed && d->found;
}

/// Puts the text in force if it is a condition, or says why it is none.
static void apply( const uiFrameInput* input, int kind, uiConditionField* field )
{
    ssCondition condition;
    size_t length = strlen( field->text );
    while ( length > 0 && field->text[length - 1] == ' ' ) { field->text[--length] = '\0'; }
    ssResult result = length > 0 ? ssParseCondition( field->text, &condition ) : ssOk();
    snprintf( field->problem, sizeof( field->problem ), "%s", result.code == ss_ok ? "" : result.message );
    if ( result.code == ss_ok && strcmp( field->text, field->posted ) != 0 )
    {
        sessionCommand command = { .kind = s_kinds[kind].command };
        snprintf( command.text, sizeof( command.text ), "%s", field->text );
        sessionDriver_Post( input->driver, &command );
        snprintf( field->posted, sizeof( field->posted ), "%s", field->text );
    }
}

/// What is typed gives way to what is in force.
static void restore( uiConditionField* field )
{
    memcpy( field->text, field->posted, sizeof( field->text ) );
    field->problem[0] = '\0';
}

void uiCancelConditions( uiState* ui )
{
    for ( int i = 0; i < ui_conditionCount; ++i ) { restore( ui->contact->conditions.fields + i ); }
}

static void drawChoices( uiState* ui, const uiFrameInput* input, int kind )
{
    uiConditionField* field = ui->contact->conditions.fields + kind;
    char text[SS_CONDITION_CAPACITY];
    const char* label = uiPrint( "##%s.choices", s_kinds[kind].mark );
    bool open = igBeginCombo( label, "", ImGuiComboFlags_NoPreview | ImGuiComboFlags_HeightLarge );
    uiScrollTo( label + 2 );
    uiMark( label + 2 );
    if ( igIsItemHovered( 0 ) ) { uiHint( ui, tr( "choose a condition" ) ); }
    if ( !open ) { return; }
    for ( int i = 0; choiceAt( kind, i, &input->snapshot->contacts.selected, text ); ++i )
    {
        bool is = strcmp( text, field->posted ) == 0;
        if ( uiEntry( text[0] ? text : tr( s_kinds[kind].empty ), is ) )
        {
            memcpy( field->text, text, sizeof( text ) );
            apply( input, kind, field );
        }
        uiMark( uiPrint( "%s.choice.%d", s_kinds[kind].mark, i ) );
    }
    uiEndCombo( ui );
}

// A field while it takes letters.
typedef struct Typing
{
    int kind;
    uiConditionField* field;
    const sessionContactDetail* selected;
} Typing;

/// Up and Down put the ready-made conditions into the field, one after the other.
static int onKey( ImGuiInputTextCallbackData* data )
{
    Typing* typing = data->UserData;
    char text[SS_CONDITION_CAPACITY];
    int wanted = typing->field->choice + ( data->EventKey == ImGuiKey_DownArrow ? 1 : -1 );
    if ( wanted >= 0 && choiceAt( typing->kind, wanted, typing->selected, text ) )
    {
        ImGuiInputTextCallbackData_DeleteChars( data, 0, data->BufTextLen );
        ImGuiInputTextCallbackData_InsertChars( data, 0, text, NULL );
        typing->field->choice = wanted;
    }
    return 0;
}

static void drawProblem( const uiState* ui, const char* problem, const char* mark )
{
    const char* name = uiPrint( "%s.error", mark );
    if ( problem[0] == '\0' ) { return; }
    uiWrappedColor( ui->theme.error, problem );
    uiMarkSaying( name, problem );
}

static void drawField( uiState* ui, const uiFrameInput* input, int kind )
{
    uiConditionField* field = ui->contact->conditions.fields + kind;
    const char *mark = s_kinds[kind].mark, *label = uiPrint( "##%s", mark );
    igAlignTextToFramePadding();
    uiColoredText( ui->theme.dim, tr( s_kinds[kind].label ) );
    uiWatchText( ui, tr( s_kinds[kind].label ), 5.8f * igGetFontSize() );
    igSameLine( 6.3f * igGetFontSize(), -1.0f );
    ImVec2 room = uiSpace();
    igSetNextItemWidth( room.x - igGetFrameHeight() - 2.0f );
    if ( field->enter )
    {
        igSetKeyboardFocusHere( 0 );
        igSetScrollY_Float( 0.0f );
        field->enter = false;
    }
    Typing typing = { kind, field, &input->snapshot->contacts.selected };
    bool entered = igInputTextWithHint( label, tr( s_kinds[kind].empty ), field->text, sizeof( field->text ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
            ImGuiInputTextFlags_CallbackHistory,
        onKey, &typing );
    uiScrollTo( mark );
    uiMarkSaying( mark, field->posted );
    uiMarkText( uiPrint( "%s.text", mark ), field->text );
    field->choice = igIsItemActivated() ? 0 : field->choice;
    uiPublish( uiPrint( "%s.typing", mark ), igIsItemActive() ? 1.0 : 0.0 );
    if ( igIsItemActive() )
    {
        uiHint( ui, tr( "up, down: ready-made conditions · Enter: apply · Esc: cancel" ) );
    }
    else if ( igIsItemHovered( 0 ) )
    {
        uiHint( ui, tr( "%s, as in margin < 1%%" ), tr( s_kinds[kind].hint ) );
    }
    bool left = igIsItemDeactivatedAfterEdit();
    bool escaped =
        igIsItemDeactivated() && !entered && igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    igSameLine( 0.0f, 2.0f );
    drawChoices( ui, input, kind );
    if ( escaped )
    {
        restore(
            // ImGui would go back to what the field held when it was entered, also if that was refused
            field );
    }
    else if ( entered || left ) { apply( input, kind, field ); }
    drawProblem( ui, field->problem, mark );
}

void uiDrawConditionsButton( uiState* ui, float titleEnd )
{
    uiConditions* c = &ui->contact->conditions;
    int count = countInForce( c );
    if ( ui->settings.sceneOnly )
    {
        return; // nobody can press it in a figure
    }
    const char* text = count == 0 || c->open ? tr( "conditions…" )
        : count == 1                         ? tr( "1 condition…" )
                                             : tr( "2 conditions…" );
    ImVec2 room;
    float width = uiTextSize( ui, ui_fontSmall, text ).x;
    igGetWindowContentRegionMax( &room );
    if ( titleEnd + 0.8f * igGetFontSize() + width <= room.x ) { igSameLine( room.x - width, -1.0f ); }
    if ( uiTextButton( text, "contact.conditions", c->open ? ui->theme.dim : ui->theme.accent ) )
    {
        c->open = !c->open;
    }
    if ( igIsItemHovered( 0 ) )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiHint( ui,
            tr( "show only contacts that satisfy a condition (Ctrl+F), or pause when one begins to "
                "(Ctrl+B)" ) );
    }
}

void uiDrawConditions( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* list = &input->snapshot->contacts;
    uiPublish( "contact.shown", (double)list->shown );
    uiPublish( "contact.count", (double)list->count );
    uiPublish( "breaks", (double)input->snapshot->breakCount );
    if ( !ui->contact->conditions.open || ui->settings.sceneOnly ) { return; }
    drawField( ui, input, ui_conditionFilter );
    if ( list->filtered )
    {
        bool hidden = list->selected.found && list->items[list->selected.index].hidden;
        const char* text = uiPrint( tr( "%d of %d contacts shown%s" ), list->shown, list->count,
            hidden ? tr( "; not this one" ) : "" );
        uiColoredText( ui->theme.dim, text );
        uiMarkSaying( "contact.shown", text );
    }
    drawField( ui, input, ui_conditionBreak );
    igSeparator();
}
