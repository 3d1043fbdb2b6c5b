// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/format.h"
#include "ui/core/keys.h"
#include "ui/core/layout.h"
#include "ui/core/marks.h"
#include "ui/core/message.h"
#include "ui/core/post.h"
#include "ui/core/slider_widget.h"
#include "ui/core/theme.h"
#include "ui/core/ui.h"
#include "ui/core/undo.h"

// What the files of ui/ share with each other and with nobody else: the services of this folder, and one struct for each
// part of the window. A part's struct is declared in its own header; frame.c makes them all.

struct uiState
{
    uiSettings settings;
    uiRequests requests;

    uiTheme theme;
    bool styleDirty;
    float em; // as loaded, before ImGui's global scale
    ImFont* fonts[ui_fontCount];

    uiMessages messages;
    uiPosted posted;
    uiSliderDrag slider;
    uiUndo undo;

    const ssScenario* scenario; // of the newest snapshot
    uint64_t runNumber;         // likewise
    bool hadContacts;           // this scenario has contacts to look into
    bool closePopups;           // this frame: Esc was pressed

    struct uiPlots* plots;                  // plot/plot.h
    struct uiViewPanel* view;               // panel/panel_viewport.h
    struct uiParamsPanel* params;           // panel/panel_params.h
    struct uiPlotsPanel* panes;             // panel/panel_plots.h
    struct uiPaneMenu* paneMenu;            // panel/pane_menu.h
    struct uiUserPlotEditor* plotEditor;    // panel/user_plots.h
    struct uiContactPanel* contact;         // panel/panel_contact.h
    struct uiTimelinePanel* timeline;       // panel/panel_timeline.h
    struct uiTransitionsPanel* transitions; // panel/panel_transitions.h
    struct uiSolversPanel* solvers;         // panel/panel_solvers.h
    struct uiSetsPanel* sets;               // panel/panel_sets.h
    struct uiSweepPanel* sweep;             // panel/panel_sweep.h
    struct uiHelpWindows* help;             // frame/help.h
};
