// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/build_model.h"
#include "ui/core/focus.h"
#include "ui/core/format.h"
#include "ui/core/hold.h"
#include "ui/core/keys.h"
#include "ui/core/layout.h"
#include "ui/core/lesson_view.h"
#include "ui/core/marks.h"
#include "ui/core/measured.h"
#include "ui/core/message.h"
#include "ui/core/navigation.h"
#include "ui/core/pins.h"
#include "ui/core/post.h"
#include "ui/core/presenting.h"
#include "ui/core/slider_widget.h"
#include "ui/core/speech.h"
#include "ui/core/theme.h"
#include "ui/core/typing.h"
#include "ui/core/ui.h"
#include "ui/core/undo.h"

// The state of the window, private to ui/: the services of this folder, and one struct for each part of the
// window. Each struct is declared in the header of its part; frame/frame.c creates them all.

struct uiState
{
    uiSettings settings;
    uiRequests requests;

    uiTheme theme;
    bool styleDirty;
    int cutTexts; // in this frame: texts that do not fit their place
    float em;     // height of the body font [px], before ImGui's global scale
    ImFont* fonts[ui_fontCount];

    uiMessages messages;
    uiPosted posted;
    uiSliderDrag slider;
    uiFocus focus;
    uiHold hold;
    uiTyping typing;
    uiNavigation navigation;
    uiUndo undo;
    uiPresenting presenting;
    uiSpotlight spotlight;
    uiSpeech speech;
    uiBuildModel model;
    uiMeasured measured;

    uiLessonView lessonView;

    const ssScenario* scenario; // of the newest snapshot, to be compared only
    const ssScenario* base;     // the same without its typed law
    const ssPreset* preset;     // of the newest snapshot; NULL: none
    uint64_t runNumber;         // of the newest snapshot
    bool hadContacts; // a contact has occurred since the scenario was loaded, or a condition on them is typed
    bool keyboard;    // somebody has pressed a key since the mouse was clicked
    bool closePopups; // Esc was pressed in this frame

    struct uiPlots* plots;                  // plot/plot.h
    struct uiViewPanel* view;               // panel/panel_viewport.h
    struct uiParamsPanel* params;           // panel/panel_params.h
    struct uiPlotsPanel* panes;             // panel/panel_plots.h
    struct uiUserPlotEditor* plotEditor;    // panel/user_plots.h
    struct uiContactPanel* contact;         // panel/panel_contact.h
    struct uiTimelinePanel* timeline;       // panel/panel_timeline.h
    struct uiTransitionsPanel* transitions; // panel/panel_transitions.h
    struct uiSolversPanel* solvers;         // panel/panel_solvers.h
    struct uiSetsPanel* sets;               // panel/panel_sets.h
    struct uiSweepPanel* sweep;             // panel/panel_sweep.h
    struct uiFitPanel* fit;                 // panel/panel_fit.h
    struct uiSensitivityPanel* sensitivity; // panel/panel_sensitivity.h
    struct uiBuildPanel* build;             // panel/panel_build.h
    struct uiPinsPanel* pins;               // panel/panel_pins.h
    struct uiLawPanel* law;                 // panel/panel_law.h
    struct uiRecordPanel* record;           // panel/panel_record.h
    struct uiLessonPanel* lesson;           // lesson/lesson_panel.h
    struct uiFigurePanel* figure;           // panel/panel_figure.h
    struct uiFileDialog* files;             // frame/files.h
    struct uiHelpWindows* help;             // frame/help.h
    struct uiFinder* find;                  // frame/find.h
};
