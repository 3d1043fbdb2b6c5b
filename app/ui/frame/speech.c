// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"

#include <stdio.h>
#include <string.h>

// Compares each frame with the one before and says what has changed.

void uiToggleSpeech( uiState* ui, bool on )
{
    ui->speech = ( uiSpeech ){ .on = on, .quiet = 10.0, .messages = ui->messages.count };
}

static void sayScene( uiState* ui, const sessionSnapshot* snapshot )
{
    uiSpeech* s = &ui->speech;
    const ssScenario* scenario = ssScenario_Base( snapshot->scenario );
    const double still = 0.2; // [s]: what is only passed by is not said
    bool changed = scenario != s->scenario || snapshot->preset != s->preset;
    s->scenario = scenario;
    s->preset = snapshot->preset;
    s->sceneStill = changed ? 0.0 : s->sceneStill + (double)igGetIO()->DeltaTime;
    s->sceneSaid = s->sceneSaid && !changed;
    // A lesson has words of its own, and the sentence would tell what to find out.
    if ( !s->sceneSaid && s->sceneStill >= still && !ui->lessonView.on )
    {
        const char* own = snapshot->sceneShow.title;
        uiSay( ui, ui_saysScene, "%s. %s", tr( own[0] != '\0' ? own : scenario->title ),
            uiPoint( ui, snapshot ) );
    }
    s->sceneSaid = s->sceneSaid || s->sceneStill >= still;
}

static void sayMessages( uiState* ui, const sessionSnapshot* snapshot )
{
    uiSpeech* s = &ui->speech;
    if ( ui->messages.count != s->messages )
    {
        s->messages = ui->messages.count;
        uiSay( ui, ui_saysMessage, "%s", ui->messages.notice );
    }
    if ( strcmp( s->refusal, snapshot->message ) != 0 )
    {
        snprintf( s->refusal, sizeof( s->refusal ), "%s", snapshot->message );
        uiSay( ui, ui_saysMessage, "%s", s->refusal );
    }
}

/// What a contact does from now on.
static const char* begins( int mode )
{
    static const char* const words[ss_modeCount] = { TR( "%s: %s opens" ), TR( "%s: %s sticks" ),
        TR( "%s: %s begins to slide" ), TR( "%s: %s begins to roll" ),
        TR( "%s: %s begins to slide and roll" ), TR( "%s: %s begins to spin" ) };
    return words[mode >= 0 && mode < ss_modeCount ? mode : 0];
}

/// Changes of regime since the last frame: the newest one in words, the others counted.
static void sayChanges( uiState* ui, const sessionSnapshot* snapshot )
{
    uiSpeech* s = &ui->speech;
    const sessionChangeList* list = &snapshot->changes;
    int64_t total = list->dropped + list->count, fresh = total - s->changes;
    if ( snapshot->runNumber != s->run || total < s->changes )
    {
        s->run = snapshot->runNumber;
        s->changes = total;
        return;
    }
    if ( fresh <= 0 || list->count == 0 ) { return; }
    // Changes that a waiting sentence already mentions are not said twice.
    s->changes = s->waiting[ui_saysChange][0] == '\0' ? total : s->changes;
    const sessionChange* change = list->items + list->count - 1;
    uiRegime regime = ui->transitions->regime;
    const char* time = uiFormatQuantity( change->change.time, "s" );
    const char* where = uiTransitionContact( change );
    bool contact = regime.kind == ui_regimeMode || regime.kind == ui_regimeNone;
    const char* text = contact
        ? uiPrint( tr( begins( change->change.to ) ), time, where )
        : uiPrint( tr( "%s: now %s" ), time, uiRegimeName( regime, change->change.to ) );
    const char* more = fresh > 1 ? uiPrint( tr( "; %lld changes before it" ), (long long)( fresh - 1 ) ) : "";
    uiSay( ui, ui_saysChange, "%s%s", text, more );
}

/// A name for a control that says nothing itself: its text, or its mark in words, "contact conditions".
static const char* describeWidget( const char* mark )
{
    const char* own = uiFindMarkText( mark );
    char* text = uiPrint( "%s", own != NULL && own[0] != '\0' ? own : mark );
    for ( char* c = text; own == NULL && *c != '\0'; ++c )
    {
        *c = *c == '.' || *c == '-' || *c == '_' ? ' ' : *c;
    }
    return uiPrint( "%s%s", text, uiIsMarkDisabled( mark ) ? tr( ", not available" ) : "" );
}

/// The control that the keyboard has stayed at: held arrow keys go past the others.
static void sayFocus( uiState* ui )
{
    const double still = 0.2; // [s]
    uiSpeech* s = &ui->speech;
    const uiFocus* f = &ui->focus;
    bool menus = ui->navigation.on && ui->navigation.item[0] != '\0';
    const char* text = menus          ? describeWidget( ui->navigation.item )
        : f->on && f->said[0] != '\0' ? f->said
        : f->on                       ? describeWidget( f->name )
                                      : "";
    bool same = strncmp( text, s->focus, sizeof( s->focus ) - 1 ) == 0;
    s->focusStill = same ? s->focusStill + (double)igGetIO()->DeltaTime : 0.0;
    s->focusSaid = ( same && s->focusSaid ) || text[0] == '\0';
    snprintf( s->focus, sizeof( s->focus ), "%s", text );
    if ( !s->focusSaid && s->focusStill >= still )
    {
        uiSay( ui, ui_saysFocus, "%s", text );
        s->focusSaid = true;
    }
}

/// What a lesson answers.
static void sayReplies( uiState* ui )
{
    static const char* const marks[] = { "lesson.reply", "lesson.judgement" };
    for ( int i = 0; i < SS_COUNT( marks ); ++i )
    {
        char* said = ui->speech.replies[i];
        const char* text = uiFindMarkText( marks[i] );
        text = text != NULL ? text : "";
        if ( strncmp( said, text, sizeof( ui->speech.replies[i] ) - 1 ) != 0 )
        {
            snprintf( said, sizeof( ui->speech.replies[i] ), "%s", text );
            uiSayMore( ui, ui_saysMessage, text );
        }
    }
}

void uiUpdateSpeech( uiState* ui, const uiFrameInput* input )
{
    if ( ui->speech.on )
    {
        sayScene( ui, input->snapshot );
        sayMessages( ui, input->snapshot );
        sayReplies( ui );
        sayFocus( ui );
        sayChanges( ui, input->snapshot );
    }
    uiPaceSpeech( ui );
}
