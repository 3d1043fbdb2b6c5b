// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The strip below the plots: the run from start to end, with a handle to go to any moment of it.

typedef struct uiTimelinePanel
{
    double sought; // the step that the mouse last went to, or the time where states are recorded; NAN: none
} uiTimelinePanel;

// The end of the recorded run [s]; later than the present moment after going back.
double uiRecordedEnd( const uiFrameInput* input );
// The end of the time axis [s]: that of the run, doubled as often as it takes when the run goes on beyond it.
double uiTimelineEnd( const uiFrameInput* input );
void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect );
