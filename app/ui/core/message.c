// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// Hints and notices of the status bar.

void uiNotify( uiState* ui, const char* text )
{
    snprintf( ui->messages.notice, sizeof( ui->messages.notice ), "%s", text );
    ui->messages.secondsLeft = 6.0;
    ++ui->messages.count;
    ui->messages.warns = false;
}

void uiNotifySaved( uiState* ui, ssResult result, const char* path )
{
    const char* note = uiPrint( tr( "saved %s" ), path );
    ( result.code == ss_ok ? uiNotify : uiWarn )( ui, result.code == ss_ok ? note : result.message );
    if ( result.code != ss_ok && ui->messages.saveFailure[0] == '\0' )
    {
        snprintf( ui->messages.saveFailure, sizeof( ui->messages.saveFailure ), "%s", result.message );
    }
}

const char* uiSaveFailure( const uiState* ui )
{
    return ui->messages.saveFailure[0] != '\0' ? ui->messages.saveFailure : NULL;
}

void uiWarn( uiState* ui, const char* text )
{
    uiNotify( ui, text );
    ui->messages.warns = true;
}

void uiHint( uiState* ui, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( ui->messages.hintText, sizeof( ui->messages.hintText ), format, arguments );
    va_end( arguments );
    ui->messages.hint = ui->messages.hintText;
}

// Queues sentences and decides which may be said and when.

static const double s_pause = 0.6; // [s] between two sentences

void uiSay( uiState* ui, uiSpeechKind kind, const char* format, ... )
{
    if ( ui->speech.on )
    {
        va_list arguments;
        va_start( arguments, format );
        vsnprintf( ui->speech.waiting[kind], sizeof( ui->speech.waiting[kind] ), format, arguments );
        va_end( arguments );
    }
}

void uiSayMore( uiState* ui, uiSpeechKind kind, const char* text )
{
    char* waiting = ui->speech.waiting[kind];
    size_t used = strlen( waiting );
    if ( ui->speech.on )
    {
        snprintf(
            waiting + used, sizeof( ui->speech.waiting[kind] ) - used, "%s%s", used > 0 ? " " : "", text );
    }
}

void uiSayLesson( uiState* ui, int step, int item, const char* text )
{
    uiSpeech* s = &ui->speech;
    bool again = step != s->lessonStep;
    if ( ui->speech.on && text != NULL && text[0] != '\0' && ( again || item >= s->lessonItem ) )
    {
        uiSayMore( ui, ui_saysMessage, text );
    }
}

void uiPaceSpeech( uiState* ui )
{
    uiSpeech* s = &ui->speech;
    s->quiet += (double)igGetIO()->DeltaTime;
    for ( int i = 0; i < ui_saysCount && s->on && s->quiet >= s_pause; ++i )
    {
        if ( s->waiting[i][0] != '\0' )
        {
            snprintf( s->sentence, sizeof( s->sentence ), "%s", s->waiting[i] );
            s->waiting[i][0] = '\0';
            s->quiet = 0.0;
        }
    }
    uiPublish( "ui.speak", s->on ? 1.0 : 0.0 );
    uiMarkText( "speech", s->sentence );
}

const char* uiTakeSentence( uiState* ui )
{
    static char taken[512];
    if ( ui->speech.sentence[0] == '\0' ) { return NULL; }
    snprintf( taken, sizeof( taken ), "%s", ui->speech.sentence );
    ui->speech.sentence[0] = '\0';
    return taken;
}

bool uiSpeechWaits( const uiState* ui )
{
    bool waits = !ui->speech.focusSaid || !ui->speech.sceneSaid;
    for ( int i = 0; i < ui_saysCount; ++i ) { waits = waits || ui->speech.waiting[i][0] != '\0'; }
    return ui->speech.on && waits;
}
