// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// How a window presents scenarios, so that their point is seen soon: what there is to see, how fast, from
// where, and with which plots. Nothing of it is computed with, and the engine knows nothing of it. Each
// scenario of the library has a row in show_table.c; one that comes from a plugin or a recording is presented
// in the usual way, with its summary.

/// Where a window looks from when it opens. Zoom 1 shows the whole scene, 2 half of it; 0: not given.
typedef struct showCamera
{
    double yawDeg, pitchDeg; // at yaw 0 it looks along +y, at pitch 90 straight down
    double zoom;
} showCamera;

#define SHOW_CAMERA_TOP \
    {                   \
        0.0, 69.0, 1.0  \
    } // from above, tilted a little, so that the sides of bodies stay visible
#define SHOW_CAMERA_SIDE \
    {                    \
        0.0, 4.0, 1.0    \
    } // along +y

enum
{
    show_maxFront = 5
};

/// A parameter that the stage shows in front of the others.
typedef struct showFront
{
    const char* key;  // NULL ends the list
    const char* word; // NULL: its label
} showFront;

/// Whose sentence it is.
typedef enum showTeller
{
    show_byScenario,
    show_byPreset,
    show_byScene
} showTeller;

/// What a preset leaves out is as in its scenario.
typedef struct showView
{
    const char* point; // one sentence: what there is to see
    showTeller teller; // filled in by showOf and showOfScene
    double speed;      // playing speed as a multiple of real time; 0: not given
    double moment;     // [s] of the run, for a picture of it; 0: not given
    ssEnding ending;
    showFront front[show_maxFront];
    const char* panes; // ids of open plots and charts: "u,r_t,chart:cycle"; NULL: those marked `shown`
    showCamera camera;
    const char*
        formula;      // the parameter whose `explain` is shown large; NULL: the law of the selected contact
    const char* twin; // it opens beside itself with other values, as ssTwin_SetAll takes them; NULL: alone
    /// only the selected contact has a cone and arrows, because those of all would hide the bodies
    bool focusOnly;
    bool solidTrails; // boxes and cylinders leave trails as spheres do
} showView;

typedef struct showPreset
{
    const char* name;
    showView view;
} showPreset;

typedef struct showScenario
{
    const char* id;
    showView view;
    const showPreset* presets; // those that differ from the scenario
    int presetCount;
    /// The laws of two runs that the scenario shows in two views (ssDraw.side); NULL: it shows one run
    const char* sides[2];
    bool drawsOther; // it draws a run under another law beside its own, which side 1 leaves out for a twin
    /// Why it draws no contacts, "its contact is an area, not a point"; NULL: it draws them
    const char* noContacts;
} showScenario;

/// The rows of the table; NULL: there are no more.
const showScenario* showAt( int index );
/// The row of a scenario, with a typed law or without; the usual one where it has none.
const showScenario* showFind( const ssScenario* scenario );
/// What a preset (NULL: none) says itself; all is left out where it says nothing.
const showView* showOfPreset( const ssScenario* scenario, const ssPreset* preset );

/// How to show a scenario with a preset, or with none (NULL). `point`, `speed` and `ending` are always given.
showView showOf( const ssScenario* scenario, const ssPreset* preset );
/// The same for a scene, which may say it in its own way. The texts may be those of the scene.
showView showOfScene( const ssScene* scene, const ssPreset* preset );

/// The entry of a parameter that is in front; NULL: it is not.
const showFront* showFindFront( const showView* show, const char* key );

/// Is a plot ("u") or a chart ("chart:cycle") open when a window shows it so? `shown` answers where panes are
/// not named.
bool showOpens( const showView* show, const char* pane, bool shown );
