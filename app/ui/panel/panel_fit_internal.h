// SPDX-License-Identifier: MIT
#pragma once

#include "ui/panel/panel_fit.h"

// What the files of the fit panel share.

// panel_fit_data.c
void uiTakeTable( uiState* ui, sessionTable* table ); // NULL: there is none any more
// Fills the definition of the run that the sliders stand for. False: there is none, because the states are recorded.
bool uiFillFitDef( const uiState* ui, const uiFrameInput* input, ssSimDef* def );
