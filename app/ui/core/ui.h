// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/camera.h"
#include "gfx/render/renderer.h"
#include "session/driver.h"
#include "ui/core/marks.h"

// The window's content, drawn anew every frame from the scenario's tables and the newest snapshot. It never
// touches the simulation: what the user does becomes sessionCommands through `post`, or requests to the host.

enum
{
    ui_maxRemembered = 48
};

// Which plots and charts of a scenario the user chose, and what he added: their ids, each followed by a comma.
typedef struct uiShownPanes
{
    char scenario[48];
    char ids[1024];
} uiShownPanes;

// What is remembered between starts.
typedef struct uiSettings
{
    bool light;       // theme
    float fontSize;   // [px] before the display's scale: 13 … 32
    float leftWidth;  // of the parameter panel, in units of fontSize
    float rightWidth; // of the contact panel, in units of fontSize
    float plotShare;  // of the height between tool bar and status bar
    bool showPanel, showPlots, showContact, showTimeline, showTransitions, showReport;
    bool follow; // the camera moves along with the scene
    uint32_t drawFlags;
    gfxStyle style;    // lineScale is the host's
    char scenario[64]; // last one used
    uiShownPanes shown[ui_maxRemembered];
    int shownCount;
} uiSettings;

uiSettings uiDefaultSettings( void );

// What only the host can do; read and cleared by it after each frame.
typedef struct uiRequests
{
    bool quit, screenshot, save, reload, toggleFullScreen, fontChanged;
    const ssScenario* load; // NULL: none
    bool cutOut;            // save this part of the window as a picture
    uiRect cutOutRect;
    char cutOutPath[1024];
} uiRequests;

typedef struct uiState uiState;

typedef struct uiFrameInput
{
    const sessionSnapshot* snapshot;
    const sessionSignalLog* signalLog;
    sessionDriver* driver; // for sessionDriver_Post alone
    int width, height;     // of the window in ImGui coordinates
    float pixelScale;      // framebuffer pixels per ImGui coordinate
    double framesPerSecond;
    double sceneMillis, panelMillis,
        showMillis;               // parts of a frame: the scene, the rest of the window, the swap
    int glyphsAsked, glyphsDrawn; // in sight, in the present picture
    bool fullScreen;
    bool virtualClock; // scripted: nothing on the screen may depend on wall time
} uiFrameInput;

uiSettings* uiGetSettings( uiState* ui );
uiRequests* uiGetRequests( uiState* ui );
gfxStyle uiGetStyle( const uiState* ui );
gfxPalette uiPalette( const uiState* ui );

// Loads the font with Greek and mathematics at settings.fontSize × scale and applies the theme. Call after
// creating the ImGui context and whenever size or scale changed (the host rebuilds the texture). False: only
// the built-in Latin font was found.
bool uiLoadFonts( uiState* ui, const char* fontPath, float scale, float density );
