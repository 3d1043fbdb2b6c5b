// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/camera.h"
#include "gfx/render/renderer.h"
#include "session/driver/driver.h"
#include "session/live/live.h"
#include "session/run/film.h"
#include "session/run/job.h"
#include "ui/core/marks.h"

// The content of the window, drawn each frame from the scenario's tables and the newest snapshot. User input
// becomes commands (ui/core/post.h) or requests to the host.

enum
{
    ui_maxRemembered = 160, // scenarios, and presets with panes of their own, whose panes are remembered;
                            // more than there are
    ui_maxRecent = 5
};

// The plots and charts that the user chose or added for one scenario.
typedef struct uiShownPanes
{
    char scenario[80];
    char ids[1024]; // each followed by a comma
} uiShownPanes;

// How the run and its twin are shown.
typedef enum uiTwinView
{
    ui_twinAuto,     // in two views, as the shape of the window suggests
    ui_twinBeside,   // side by side
    ui_twinStacked,  // one above the other
    ui_twinTogether, // in one scene
} uiTwinView;

// The settings that are kept between starts.
typedef struct uiSettings
{
    bool light;       // light theme; false: dark
    bool instrument;  // everything is shown; false: the stage, with what a newcomer wants to know
    float fontSize;   // [px] before the scale of the display: 13 … 32
    float leftWidth;  // of the parameter panel, in units of fontSize
    float rightWidth; // of the contact panel, in units of fontSize
    float lawWidth;   // of the law editor, in units of fontSize; 0: a share of the window
    float plotShare;  // height of the plots, as a fraction of the height between tool bar and status bar
    bool showPanel, showPlots, showContact, showTimeline, showTransitions, showReport, showLaw;
    bool showSensitivity; // bars under the sliders
    bool sceneOnly;       // a film or a figure: the scene fills the window, nothing invites to act; not kept
    /// "scene,plot.u,param.mu": of a part of another page, where nothing else is shown; empty: everything;
    /// not kept
    char only[256];
    float twinView; // a uiTwinView
    bool sound;     // the friction force is heard
    float volume;   // 0 … 1
    bool follow;    // the camera follows the moving body
    uint32_t drawFlags;
    gfxStyle style;                  // the host sets lineScale
    char language[16];               // "de"; empty: that of the locale
    char scenario[64];               // the one that was shown last
    float windowWidth, windowHeight; // [px] as long as the window is neither maximised nor on the full screen
    bool maximised;
    char folder[1024];               // where a scene was opened or saved last; empty: nowhere yet
    char recent[ui_maxRecent][1024]; // files that were opened or saved, the latest first; empty: none
    float hintsSeen;                 // bits of the hints (frame/hints.c) that need not be given again
    bool darkSlides;                 // a presentation has the dark theme
    uiShownPanes shown[ui_maxRemembered];
    int shownCount;
} uiSettings;

uiSettings uiDefaultSettings( void );                            // of the stage
void uiRememberRecent( uiSettings* settings, const char* path ); // the full path of a file
void uiChooseFace( uiSettings* settings, bool instrument );

typedef enum uiFigureKind
{
    ui_figureScene,
    ui_figurePane, // one plot or chart
    ui_figurePlots,
    ui_figureContact,
    ui_figureSets,
    ui_figureFreeBody,
    ui_figureKindCount
} uiFigureKind;

// A view of the window as a picture of its own, see panel/figure.h.
typedef struct uiFigure
{
    uiFigureKind kind;
    int pane;
    int width, height; // [px]
    bool bare;         // without a caption
    char path[1024];
} uiFigure;

// Requests that only the host can carry out. It reads and clears them after each frame.
typedef struct uiRequests
{
    bool sound; // is to be heard, in every frame
    float volume;
    bool quit, screenshot, save, reload, copyLink, savePage, toggleFullScreen, fontChanged;
    bool cancelOpening;         // of the log that is being opened
    const ssScenario* load;     // NULL: none
    const ssPreset* loadPreset; // of `load`; NULL: the one it opens with
    char loadScene[64];         // the name of a shipped scene; empty: none
    char measure[240]; // an expression that becomes a measure with a plot, "grip = max(r_t)"; empty: none
    const ssScene* lessonScene; // of the lesson; NULL: none
    bool lessonPlays;           // it plays from `lessonFrom` [s] on; else it waits there
    double lessonFrom;
    char openPath[1024], savePath[1024]; // of scenes; empty: none. The host answers with uiFileDone
    char dropPath[1024];                 // of any file, to be opened as if it were dropped; empty: none
    bool figure;                         // save `figureWanted`
    uiFigure figureWanted;
    bool record; // make `film`, in `filmPath`, of the window or of the scene alone
    bool stopRecording;
    sessionFilm film;
    bool filmWindow;
    char filmPath[1024];
} uiRequests;

typedef struct uiState uiState;

// A running program whose contacts the window shows, or waits for.
typedef struct uiLive
{
    sessionLiveState state;
    bool waits;    // there is nothing to show yet
    bool inWindow; // the window shows the log of a program that was heard
    bool current;  // and it is the one that `state` is about
} uiLive;

// The film that the host is making, or has made.
typedef struct uiRecording
{
    bool running;
    int64_t done, count; // frames
    int ended;           // films so far
    char message[320];   // how the last one ended; empty: it has not
    bool failed;
} uiRecording;

typedef struct uiFrameInput
{
    const sessionSnapshot* snapshot;
    const sessionSignalLog* signalLog;
    const sessionSignalLog* companionLogs; // one for each place of a companion; NULL: nobody keeps them
    sessionDriver* driver;                 // only for sessionDriver_Post
    int width, height;                     // of the window, in ImGui coordinates
    float pixelScale;                      // framebuffer pixels per ImGui coordinate
    double framesPerSecond;
    // Parts of a frame [ms]: drawing the scene, drawing the panels, showing the picture.
    double sceneMillis, panelMillis, showMillis;
    sessionWork work;             // what the driver is busy with
    int glyphsAsked, glyphsDrawn; // glyphs in sight, and how many of them the picture shows
    const char* opening;          // the path of the log that is being opened; NULL: none
    double openingShare;          // of which so much has been read, 0 to 1
    const uiLive* live;           // NULL: the window does not listen
    const uiRecording* recording; // NULL: the host makes no films
    bool fullScreen;
    sessionJobMode jobs; // how panels work at what takes long
    bool virtualClock;   // a script runs: nothing on the screen may depend on wall time
} uiFrameInput;

uiSettings* uiGetSettings( uiState* ui );
uiRequests* uiGetRequests( uiState* ui );
gfxStyle uiGetStyle( const uiState* ui );
gfxPalette uiPalette( const uiState* ui );

// Loads the fonts at the size that the settings, the window and the `scale` of the display ask for, and
// applies the theme, after creating the ImGui context and when size or scale changes; the host rebuilds the
// texture. `density`: framebuffer pixels per ImGui coordinate. False if the file is not a font; then the
// built-in Latin font is used.
bool uiLoadFonts( uiState* ui, const char* fontPath, float scale, float density );
// Draws all letters of a font file once; false if it is none. A damaged font may crash the process.
bool uiTryFont( const char* fontPath );
