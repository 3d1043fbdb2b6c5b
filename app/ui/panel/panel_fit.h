// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit_live.h"
#include "ui/core/ui.h"

// The fit panel: a table of measurements beside the run, and the parameters that fit it.

typedef struct uiFitPanel
{
    bool shown;
    bool asks; // for a file: the dialog has to be opened
    char path[1024];
    sessionTable* table; // NULL: none
    char problem[256];   // why the file is no table; empty: it is one, or there is none

    const ssScenario* scenario; // the one that the choices belong to
    const ssScenario* base;     // and without its typed law
    ssSimDef* def;              // the run that the sliders stand for
    sessionFitLive* live;       // NULL until there is a table
} uiFitPanel;

// Puts the points of a table on the plots. A file that is no table opens the panel, which says why.
ssResult uiOpenData( uiState* ui, const uiFrameInput* input, const char* path );
// Follows the sliders; call once per frame, before anything is drawn.
void uiUpdateFit( uiState* ui, const uiFrameInput* input );
bool uiFitIsBusy( const uiState* ui ); // curves are about to change
void uiFreeFit( uiState* ui );
