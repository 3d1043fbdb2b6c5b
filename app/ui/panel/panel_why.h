// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/doctor.h"
#include "ui/core/ui.h"

// Why? The doctor for contacts on the latest steps of the run: what is wrong, the evidence, the contact and
// its set, what would have to be true, an experiment and what to change.

typedef struct uiWhyPanel
{
    bool shown;
    bool alone;            // only the selected contact
    int engine;            // in whose words logs are advised: place in ssWhyEngines, from 1 on; 0: in general
    sessionDoctor* doctor; // NULL until it is first asked
    bool awaited;          // it was asked, and its answer has not been shown
    const ssScenario* scenario; // of the run that was looked at; to be compared only
    uint64_t run;
    sessionDiagnosis diagnosis;
} uiWhyPanel;

// Opens the window and asks, about the selected contact alone or about all.
void uiAskWhy( uiState* ui, const uiFrameInput* input, int alone );
void uiToggleWhy( uiState* ui, const uiFrameInput* input );
void uiDrawWhy( uiState* ui, const uiFrameInput* input );
bool uiWhyIsBusy( const uiState* ui );
void uiFreeWhy( uiState* ui );
