// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_live.h"
#include "session/fit/fit_map.h"
#include "session/fit/fit_runner.h"
#include "ui/core/form.h"
#include "ui/core/ui.h"
#include "ui/core/ui_state.h"

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

// Puts a table's points on the plots. For another file the panel opens and says why; older data stay.
ssResult uiOpenData( uiState* ui, const uiFrameInput* input, const char* path );
// Follows the sliders; call once per frame, before anything is drawn.
void uiUpdateFit( uiState* ui, const uiFrameInput* input );
void uiDrawFit( uiState* ui, const uiFrameInput* input );
// Fills the definition of the sliders' run. False: there is none, because the states are recorded.
bool uiFillFitDef( const uiState* ui, const uiFrameInput* input, ssSimDef* def );
bool uiFitIsLive( const uiState* ui ); // a curve is about to come
bool uiFitIsBusy( const uiState* ui ); // a fit or a map is being computed
void uiFreeFit( uiState* ui );

// What the files of the fit panel share.

// panel_fit_data.c
void uiTakeTable( uiState* ui, sessionTable* table );            // NULL: there is none any more
void uiDrawFitColumns( uiState* ui, const uiFrameInput* input ); // what each column measures

// panel_fit_params.c
bool uiCanFit( const uiFrameInput* input, int param ); // is it a number that the scenario uses?
int uiCountFree( const uiState* ui, const uiFrameInput* input );
// "μ", or "a (c_a)" where several parameters have that symbol.
const char* uiFitName( const ssScenario* scenario, int param );
void uiChooseFitDefaults( uiState* ui, const uiFrameInput* input );
void uiDrawFitParams( uiState* ui, const uiFrameInput* input );

// panel_fit_run.c
// What came out of the latest fit or check of this table; NULL: nothing yet.
const sessionFitOutcome* uiFitOutcome( const uiState* ui );
void uiStartFit( uiState* ui, const uiFrameInput* input, bool checkOnly );
void uiUseFit( uiState* ui, const uiFrameInput* input ); // gives the sliders the fitted values
void uiStartMap( uiState* ui, const uiFrameInput* input );
void uiPublishFit( const uiState* ui );

// panel_fit_result.c
void uiDrawFitResult( uiState* ui, const uiFrameInput* input );
void uiDrawResiduals( uiState* ui, const uiFrameInput* input, uiRect rect );

// panel_fit_map.c
void uiDrawFitMap( uiState* ui, const uiFrameInput* input, uiRect rect );
