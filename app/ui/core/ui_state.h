// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_curve.h"
#include "ui/core/build_model.h"
#include "ui/core/companions.h"
#include "ui/core/focus.h"
#include "ui/core/format.h"
#include "ui/core/instruments.h"
#include "ui/core/keys.h"
#include "ui/core/marks.h"
#include "ui/core/message.h"
#include "ui/core/post.h"
#include "ui/core/slider.h"
#include "ui/core/theme.h"
#include "ui/core/ui.h"
#include "ui/core/undo.h"
#include "ui/core/window_layout.h"
#include <stdbool.h>
#include <stdint.h>

// What a lesson (ui/lesson) changes in the window around it; not kept between starts.

typedef struct uiLessonView
{
    bool on;
    unsigned hidden; // lessonHidden bits (session/lesson.h): what the student must not see yet
    bool quiet;      // a question is to come or something is hidden: nothing else may tell the answer
    bool held;       // its run comes later: the window must not show it before
    bool panes;      // the lesson names the plots that are open
    bool sketch;     // a curve is drawn, or to be drawn, where the plots are
} uiLessonView;

// Measurements and their results, for plots, sliders and scene. Set by the fit panel; valid for one frame.

typedef struct uiMeasured
{
    const ssFitData* data;        // NULL: nothing was measured
    const sessionFitCurve* curve; // the run with the values that the sliders show; NULL: none yet
    // The 95% band about the fitted curves, in rows as those of a curve; NULL: none.
    const sessionFitCurve *bandLow, *bandHigh;
    // What the data say about each parameter; NaN: an open end.
    bool bounded[SS_MAX_PARAMS];
    double best[SS_MAX_PARAMS], low[SS_MAX_PARAMS], high[SS_MAX_PARAMS];
} uiMeasured;

// The presentation: the scene, words, a formula and two plots, in text as large as the window allows. Not
// kept between starts; drawn by ui/frame/present.c.

typedef struct uiPresenting
{
    bool on;
    bool noPlots; // none is open
    bool black;   // the screen is dark until somebody presses a key for it

    float header, formula;         // heights that the texts of the latest frame need [px]
    float viewWidth, viewHeight;   // of the latest frame [px]: the camera fits itself to another
    int asked;                     // the preset that was asked for and that no snapshot shows yet; -1: none
    uint64_t askedRun;             // the run in which it was
    const void *scenario, *preset; // of the latest frame, to be compared only
    int noticed;                   // the number of its latest notice, which goes with what it was about
} uiPresenting;

// The size of the text follows that of the window; the fonts are loaded again when the window is at rest.
typedef struct uiTextFit
{
    float width, height; // of the window; 0: not known yet
    float display;       // scale of the display
    float wanted;        // of the latest frame [px]
    int stillFrames;     // for which it has been wanted
} uiTextFit;

// A soft circle of light around the pointer, or around what the keyboard is at.
typedef struct uiSpotlight
{
    bool on;
    float radius; // as a share of the height of the window; 0: as it opens
} uiSpotlight;

// A hint that comes once in the life of a program's settings; drawn by ui/frame/hints.c.
typedef struct uiOnceHint
{
    bool wanted; // false: pictures and scripts have none
    int index;   // of what is under the mouse; -1: nothing that a hint is about
    bool shown;
    double seconds; // for which the mouse has been there
} uiOnceHint;

// The window's state, private to ui/: one struct per part, in its header; frame/frame.c creates all.

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
    uiTextFit textFit;
    uiSpotlight spotlight;
    uiOnceHint onceHint;
    uiSpeech speech;
    uiBuildModel model;
    uiMeasured measured;
    uiInstruments instruments, instrumentsKept; // and as the latest record of the undo left them

    uiLessonView lessonView;

    const ssScenario* scenario; // of the newest snapshot, to be compared only
    const ssScenario* base;     // the same without its typed law
    const ssPreset* preset;     // of the newest snapshot; NULL: none
    uint64_t runNumber;         // of the newest snapshot
    bool hadContacts; // a contact has occurred since the scenario was loaded, or a condition on them is typed
    bool keyboard;    // somebody has pressed a key since the mouse was clicked
    bool closePopups; // Esc was pressed in this frame
    bool onStart;     // the start page is shown, with the run in its first card

    struct uiPlots* plots;                  // plot/plot.h
    struct uiViewPanel* view;               // panel/panel_viewport.h
    struct uiParamsPanel* params;           // panel/panel_params.h
    struct uiPlotsPanel* panes;             // panel/panel_plots.h
    struct uiUserPlotEditor* plotEditor;    // panel/panel_plots.h
    struct uiContactPanel* contact;         // panel/panel_contact.h
    struct uiTimelinePanel* timeline;       // panel/panel_timeline.h
    struct uiTransitionsPanel* transitions; // panel/panel_timeline.h
    struct uiSolversPanel* solvers;         // panel/panel_solvers.h
    struct uiSetsPanel* sets;               // panel/panel_sets.h
    struct uiSweepPanel* sweep;             // panel/panel_sweep.h
    struct uiFitPanel* fit;                 // panel/panel_fit.h
    struct uiSensitivityPanel* sensitivity; // panel/panel_sensitivity.h
    struct uiBuildPanel* build;             // panel/panel_build.h
    struct uiFreeBodyPanel* freeBody;       // panel/panel_free_body.h
    struct uiWhyPanel* why;                 // panel/panel_why.h
    struct uiPinsPanel* pins;               // panel/panel_pins.h
    struct uiMeasurePanel* measure;         // panel/panel_measure.h
    struct uiLawPanel* law;                 // panel/panel_law.h
    struct uiRecordPanel* record;           // panel/figure.h
    struct uiLessonPanel* lesson;           // lesson/lesson_panel.h
    struct uiFigurePanel* figure;           // panel/figure.h
    struct uiFileDialog* files;             // frame/frame_parts.h
    struct uiHelpWindows* help;             // frame/frame_parts.h
    struct uiFinder* find;                  // frame/frame_parts.h
    struct uiStart* start;                  // frame/frame_parts.h
};
