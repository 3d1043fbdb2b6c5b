// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/theme.h"
#include "ui/core/ui_state.h"
#include "ui/plot/plot.h"

// The plots below the scene: plots and charts side by side.

// The look of the window while a figure is drawn.
typedef struct uiWindowLook
{
    uiTheme theme;
    ImFont* fonts[ui_fontCount];
    float em, fontSize;
    uiTextFit textFit;
    bool light, presents, sceneOnly;
} uiWindowLook;

typedef struct uiPlotsPanel
{
    bool plotShown[ui_maxPlots];
    bool chartShown[SS_MAX_CHARTS];
    uint32_t chartsWanted; // bits of the charts that the simulation was last asked to fill
    uiWindowLook windowLook;
} uiPlotsPanel;

enum
{
    ui_maxPanes = ui_maxPlots + SS_MAX_CHARTS + ui_maxUserPlots
};

// The panes that are shown. Returns their number.
int uiListPanes( const uiState* ui, const ssScenario* scenario, int panes[ui_maxPanes] );
void uiDrawPane( uiState* ui, const uiFrameInput* input, int pane, uiRect rect );
void uiDrawPlots( uiState* ui, const uiFrameInput* input, uiRect rect );
// The two panes that matter most, for a presentation: the user's own first, then in the order of the preset.
// They stand below each other where the rectangle is high. False: none is shown.
bool uiDrawTwoPlots( uiState* ui, const uiFrameInput* input, uiRect rect );
// Is the signal a curve over time on a pane that is shown? Measured points lie only there.
bool uiIsPlotted( const uiState* ui, const ssScenario* scenario, int signal );
// Shows all of a run that oscillates for long, or its latest periods again.
void uiToggleWholeRun( uiState* ui, const uiFrameInput* input );
// Opens the scenario's own plot of a signal, else adds one. False: there is no room.
bool uiPlotSignal( uiState* ui, const ssScenario* scenario, int signal );
// Shows the panes that the user had open last time, else those of the preset, else those of the scenario.
void uiRecallPanes( uiState* ui, const sessionSnapshot* snapshot );

// Plots that the user makes: how they are remembered, drawn and edited.

typedef struct uiUserPlotEditor
{
    int edited;  // index into uiPlots.userPlots; -1: none
    bool wanted; // the editor is to be opened
    char expression[240];
    int awaited; // the number of signals with that of an expression that has been entered; 0: none has
} uiUserPlotEditor;

void uiDropLostSignals( uiState* ui, const ssScenario* scenario ); // curves of signals that are gone
void uiReadUserPlots( uiState* ui, const ssScenario* scenario, const char* ids );
void uiWriteUserPlots( const uiState* ui, char* ids, size_t capacity );
void uiFreeUserPlots( uiState* ui );
void uiNewUserPlot( uiState* ui, const ssScenario* scenario );
// Adds a plot of one signal. False, and a warning: there are eight already.
bool uiAddUserPlot( uiState* ui, const ssScenario* scenario, int signal, ssPlotKind kind );
void uiEditUserPlot( uiState* ui, int slot );
void uiRemoveUserPlot( uiState* ui, int slot );
void uiDrawUserPlotEditor( uiState* ui, const uiFrameInput* input, uiRect plots );
void uiDrawUserHistogram(
    uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double t0, double t1 );

// The menu of a plot: save, fit or hide it, or add another one.

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input );
