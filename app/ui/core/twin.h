// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The run is A and its twin is B, everywhere: a letter and a colour each, never the colour alone.

ImU32 uiTwinColor( const uiState* ui, int side ); // 0: the run, 1: its twin
void uiDrawTwinLetter( uiState* ui, ImDrawList* list, int side, uiRect box );

// What differs between the two, as this side has it: "μ 0.2, law coulomb".
void uiTwinText( const sessionSnapshot* snapshot, int side, char* text, size_t capacity );

// Shows a twin, or none.
void uiSwitchTwin( uiState* ui, const uiFrameInput* input );
// Gives the twin a value of its own for this row of the run; NAN: that of the run again.
void uiPostTwinValue( uiState* ui, const uiFrameInput* input, int param, double value );
// The value that the twin has of its own in this row of the run; NAN: that of the run.
// The second one also knows what was posted.
double uiTwinOwn( const sessionSnapshot* snapshot, int param );
double uiShownTwin( const uiState* ui, const uiFrameInput* input, int param );
// The row of the twin's table that is this row of the run's; -1: it has none.
int uiTwinRow( const sessionSnapshot* snapshot, int param );
