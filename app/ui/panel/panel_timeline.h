// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The strip below the plots: the run from its start to its end, to be sought in.

typedef struct uiTimelinePanel
{
    int64_t soughtStep; // last sought with the mouse; -1: none
} uiTimelinePanel;

double uiRecordedEnd( const uiFrameInput* input );
void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect );
