// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// Gives the host the settings, the style and the requests of the window.

uiSettings uiDefaultSettings( void )
{
    return ( uiSettings ){
        .light = false,
        .fontSize = 15.0f,
        .leftWidth = 19.0f,
        .rightWidth = 20.0f,
        .plotShare = 0.31f,
        .showPanel = true,
        .showPlots = true,
        .showTimeline = true,
        .follow = true,
        .volume = 0.5f,
        .drawFlags = ss_drawDefault,
        .windowWidth = 1280.0f,
        .windowHeight = 720.0f,
        .style = gfxDefaultStyle(),
    };
}

void uiChooseFace( uiSettings* settings, bool instrument )
{
    settings->instrument = settings->showContact = instrument;
}

void uiRememberRecent( uiSettings* settings, const char* path )
{
    int last = 0;
    while ( last < ui_maxRecent - 1 && strcmp( settings->recent[last], path ) != 0 ) { ++last; }
    memmove( settings->recent + 1, settings->recent, (size_t)last * sizeof settings->recent[0] );
    snprintf( settings->recent[0], sizeof settings->recent[0], "%s", path );
}

uiSettings* uiGetSettings( uiState* ui )
{
    ui->styleDirty = true; // the caller may change the theme
    return &ui->settings;
}

gfxStyle uiGetStyle( const uiState* ui )
{
    gfxStyle style = ui->settings.style;
    style.noExact = uiHidesExact( ui );
    return style;
}

uiRequests* uiGetRequests( uiState* ui ) { return &ui->requests; }
