// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/focus.h"
#include "ui/core/imgui.h"
#include "ui/core/marks.h"
#include "ui/core/ui.h"

// The parameter panel: the scenario, its presets, and a slider, choice or text for each parameter.

typedef struct uiParamsPanel
{
    // Indices of parameters; -1: none.
    int dragParam;  // its slider is being dragged
    int textParam;  // its text is being edited
    int twinParam;  // its slider of the twin is being dragged
    int suppressed; // its slider ignores the mouse until the button is released

    double dragStart;  // value when the drag began
    bool more;         // the stage shows also what is not in front
    float stripHeight; // of the strip over the scene of a presentation; 0: it is not there
    char typedText[SS_TEXT_CAPACITY];
} uiParamsPanel;

// Gives the twin a value of its own in this row, or takes it back.
void uiToggleTwinRow( uiState* ui, const uiFrameInput* input, int param );
void uiDrawParams( uiState* ui, const uiFrameInput* input );
// The heading of a group of parameters in the chosen language.
const char* uiGroupName( const char* english );
void uiAllToDefault( uiState* ui, const uiFrameInput* input ); // as one change, which can be undone
// The parameter that the keyboard is at, in a strip at the bottom of `view`; for a presentation.
void uiDrawParamStrip( uiState* ui, const uiFrameInput* input, uiRect view );
bool uiParamInStrip( const uiState* ui, const uiFrameInput* input, int index );
void uiChoosePreset( uiState* ui, const uiFrameInput* input, int preset );
// Scenes that were built and come with the program; the host loads them.
void uiLoadShippedScene( uiState* ui, const char* name );
bool uiOffersScenes( const ssScenario* scenario ); // are they listed beside its presets?

// What the files of the parameter panel share.

// The columns of a row: a dot if the value is not the default, the symbol, the slider and the value.
typedef struct uiParamColumns
{
    float dot, symbol, slider, value; // widths [px]
    float twin;                       // of the letter of a twin; 0: there is none
    float left;                       // screen x of the row
    bool words;                       // of the stage: words and value above the slider
} uiParamColumns;

// panel_params_row.c
uiParamColumns uiMeasureParamColumns( uiState* ui, const uiFrameInput* input );
void uiDrawParamRow( uiState* ui, const uiFrameInput* input, int index, const uiParamColumns* columns );

// panel_params_twin.c
float uiTwinColumn( const uiFrameInput* input );
void uiDrawTwinPresets( uiState* ui, const uiFrameInput* input );
// Draws what the twin has of this row, which ends at `end`, beside and below it.
void uiDrawTwinValue(
    uiState* ui, const uiFrameInput* input, int index, ImVec2 row, float end, const uiParamColumns* columns );

// panel_params_row.c
// Posts a new value if it is allowed; otherwise shows the reason and returns false.
bool uiChangeParam( uiState* ui, const uiFrameInput* input, int index, double value );
bool uiIsWord( const char* symbol ); // "spheres", not "μ_r"
void uiSmallText( float x, ImU32 color, const char* text );
void uiEndCombo( const uiState* ui ); // closes the list on Esc

/// The entries of an open list of choices, and its end; `values` says which solvers fit. Returns the chosen
/// one.
double uiChoiceEntries( const uiState* ui, const ssScenario* scenario, const double* values, int index,
    double value, const char* mark );

/// A row's value after keys at its focus; a digit or Enter begins typing and leaves it as it is.
double uiKeyedValue(
    uiState* ui, const ssParam* param, const char* mark, double value, const uiFocusKeys* keys );
