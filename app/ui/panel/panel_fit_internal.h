// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_fit.h"

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

// panel_fit.c
// A text in a colour, wrapped at the end of its column.
void uiFitText( const uiState* ui, ImU32 color, const char* text );
