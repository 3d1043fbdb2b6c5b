// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/film.h"
#include "ui/core/ui.h"

// The record panel: what a film shows, its times, speed, size, form and file. The host makes the film in
// another program, and reports progress by uiFrameInput.

typedef struct uiRecordPanel
{
    bool shown;
    bool window; // what is recorded: the window, or the scene alone
    sessionFilm film;
    char path[1024];
    bool pathTyped;             // the user has chosen it; false: it follows the form
    const ssScenario* scenario; // the one that the choices belong to; to be compared only
    bool hasFfmpeg;
    char refusal[256];
    int ended;         // films so far, when the panel was last drawn
    sessionFilm asked; // the last film
    bool askedWindow;
} uiRecordPanel;

void uiDrawRecord( uiState* ui, const uiFrameInput* input );
// Opens the panel; starts the film where it is open; ends the film that is being made.
void uiToggleRecording( uiState* ui, const uiFrameInput* input );

// A view of the window as a figure for a paper or a slide: at any size, in the light theme, with a caption
// that states every parameter. The host makes an ImGui context of its own for the picture:
//
//     uiBeginFigure( ui, font, figure ) … igNewFrame() … the scene …
//     uiDrawFigure( … ) … igRender() … uiEndFigure( ui )

// Finds the figure that a word names: scene, plots, contact, sets, plot:ID, chart:ID.
ssResult uiFindFigure( const ssScenario* scenario, const char* word, uiFigure* figure );
// What it shows, for a list: "plot: velocity".
const char* uiFigureName( const uiState* ui, const ssScenario* scenario, const uiFigure* figure );
// The mark of the pane in the window, "plot.u"; empty for other figures.
const char* uiPaneMark( const uiState* ui, const ssScenario* scenario, const uiFigure* figure );
// The beginning of the name of its file: "slipstick-rolling-sphere-u".
const char* uiFigureStem( const uiState* ui, const ssScenario* scenario, const uiFigure* figure );

// .png everything, .svg and .pdf plots and charts only.
bool uiFigureIsVector( const char* path );
ssResult uiCheckFigureForm(
    const ssScenario* scenario, const uiFigure* figure ); // what is known before the run
ssResult uiCheckFigure( const uiState* ui, const sessionSnapshot* snapshot, const uiFigure* figure );

// The scenario, its preset, the value and unit of every parameter that counts, step, seed and version.
void uiWriteCaption( const sessionSnapshot* snapshot, char* text, size_t capacity );

// Shows the pane, so that the simulation fills its chart.
void uiShowFigure( uiState* ui, const uiFigure* figure );
// Saves a figure as SVG or PDF.
ssResult uiSaveFigure( uiState* ui, const uiFrameInput* input, const uiFigure* figure );

void uiBeginFigure( uiState* ui, const char* fontPath, const uiFigure* figure );
// What the scene has to be drawn with; its height ends above the caption.
uiFrameInput uiFigureInput( uiState* ui, const uiFrameInput* input, const uiFigure* figure );
void uiDrawFigure( uiState* ui, const uiFrameInput* input, const uiFigure* figure );
void uiEndFigure( uiState* ui );

// The figure panel: which view becomes a figure, its form, size, caption and file.

typedef struct uiFigurePanel
{
    bool shown;
    uiFigure figure;
    int form;
    bool pathTyped;             // the user has chosen it; false: it follows the figure
    const ssScenario* scenario; // the one that the choices belong to; to be compared only
    char refusal[256];
} uiFigurePanel;

void uiProposeFigurePath( uiState* ui, const ssScenario* scenario ); // for the view that is chosen
void uiDrawFigurePanel( uiState* ui, const uiFrameInput* input );
// Opens the panel with what the mouse or the keyboard is at; saves where it is open.
void uiToggleFigure( uiState* ui, const uiFrameInput* input );
