// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <stdarg.h>
#include <stdio.h>

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
