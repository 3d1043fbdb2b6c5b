// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_live.h"
#include "session/fit/fit_map.h"
#include "session/fit/fit_runner.h"
#include "ui/core/ui.h"

// The fit panel: a table of measurements beside the run, and the parameters that fit it.

// What the user chose for one parameter.
typedef struct uiFitChoice
{
    bool free;
    char low[24], high[24]; // typed bounds; empty: those of the parameter
} uiFitChoice;

typedef struct uiFitPanel
{
    bool shown;
    bool asks;                       // for a file: the dialog has to be opened
    bool columnsShown, paramsHidden; // is the list open?
    char path[1024];
    sessionTable* table; // NULL: none
    bool unplotted;      // its signals may be on no plot yet
    char problem[256];   // why the file is no table; empty: it is one, or there is none

    const ssScenario* scenario; // the one that the choices belong to
    const ssScenario* base;     // and without its typed law
    ssSimDef* def;              // the run that the sliders stand for
    sessionFitLive* live;       // NULL until there is a table

    uiFitChoice choices[SS_MAX_PARAMS];
    sessionFitRunner* runner; // NULL until the panel is first opened
    char refusal[256];        // why a fit was not begun; empty: it was
    uint64_t mapped;          // the outcome for which a map was begun

    sessionFitMap* map; // likewise
    int mapParams[2];   // up and along; -1: none
    double misfits[session_mapCells * session_mapCells];
} uiFitPanel;

// Puts the points of a table on the plots. A file that is no table opens the panel, which says why;
// beside data that are there it changes nothing.
ssResult uiOpenData( uiState* ui, const uiFrameInput* input, const char* path );
// Follows the sliders; call once per frame, before anything is drawn.
void uiUpdateFit( uiState* ui, const uiFrameInput* input );
void uiDrawFit( uiState* ui, const uiFrameInput* input );
// Fills the definition of the run that the sliders stand for. False:
// there is none, because the states are recorded.
bool uiFillFitDef( const uiState* ui, const uiFrameInput* input, ssSimDef* def );
bool uiFitIsLive( const uiState* ui ); // a curve is about to come
bool uiFitIsBusy( const uiState* ui ); // a fit or a map is being computed
void uiFreeFit( uiState* ui );
