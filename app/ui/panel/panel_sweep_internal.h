// SPDX-License-Identifier: MIT
#pragma once

#include "ui/panel/panel_sweep.h"

// What the files of the sweep panel share.

// panel_sweep_run.c
void uiStartSweep( uiState* ui, const uiFrameInput* input );
void uiCollectCells( uiSweepPanel* s ); // takes the cells that have finished since the last frame
void uiSaveSweep( uiState* ui, const sweepDef* def, const char* format ); // "csv" or "svg"

// panel_sweep_map.c
void uiDrawSweepMap( uiState* ui, const uiFrameInput* input );

// panel_sweep.c
const char* uiSweepParamName( const ssParam* row ); // "μ_r rolling resistance length [m]"
