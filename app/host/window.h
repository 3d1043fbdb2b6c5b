// SPDX-License-Identifier: MIT
#pragma once

#include "session/driver/driver.h"
#include "session/live/live.h"
#include "session/run/film.h"
#include "slipstick/lab/scene.h"

// The window from first to last frame: SDL, OpenGL, Dear ImGui, the driver and perhaps a script.

// A film instead of a window: every frame goes into a file.
typedef struct hostFilmDef
{
    sessionFilm film;
    const char* path;
    bool tells; // prints "frame 3 of 41" on standard output after each frame
} hostFilmDef;

typedef struct hostWindowDef
{
    const char* command; // for messages: "gui", "shot"
    const ssScene* scene;
    const char* scenePath; // the file of the scene; NULL when it has none
    const char* only;      // "scene,plot.u,param.mu": what alone is shown; NULL: everything
    bool ownFlags;         // the scene says what is drawn of it, also without a file
    const char* logPath;   // the file of the log or problem; NULL: it cannot be opened again just so
    const char* dropped;   // a file that is opened as if it were dropped onto the window; NULL: none
    sessionLive* live;  // the programs that it hears; NULL: none. The scene is what it shows until one comes
    const char* lesson; // the name or file of a lesson to open; NULL: none
    const char* data;   // a table of measurements to compare the run with; NULL: none
    bool playing, threaded;
    bool noThreads; // whatever takes long goes on between frames
    int width, height;
    bool sizeRemembered; // the size is that of the settings
    bool hidden;         // draws off screen even where there is a display
    bool virtualClock;   // 1/60 s per frame, settings ignored, no time budget for steps
    bool remember;       // uses and keeps the settings also with a virtual clock
    const char* script;
    int frames;                    // closes after this many; 0: no limit
    const char* screenshot;        // written at the end; NULL for none
    const struct uiFigure* figure; // written instead of the screenshot; NULL: none
    const hostFilmDef* film;
    const char* settings; // a file with the settings to look like; NULL: the remembered ones, or none
    int64_t startStep;    // reached before the first frame
    double startTime;     // [s] of a log: likewise; NAN: its beginning
    bool light;           // theme
    const char* face;     // "stage" or "instrument"; NULL: the remembered one, the instrument for a script
    bool speak;           // says what is shown and what changes
    bool present;         // opens as a presentation
    bool start;           // opens with the start page
    bool oneScene;        // a scenario that shows two runs shows them in one scene
    bool plain;           // shows the scene alone, without panels
    bool bare;            // of pictures: the scene alone, without any text
    bool sceneOnly;       // the scene fills the window
    const char* font;
    const char* language; // "de"; NULL: that of the settings or the locale, English with a virtual clock
    float pixelRatio;     // pixels per unit of the panels, as on a dense display; 1: the display's own ratio
} hostWindowDef;

hostWindowDef hostDefaultWindowDef( void );
#define HOST_FACE_OPTION( variable )                                                                \
    {                                                                                               \
        "--face", "stage|instrument", "what is shown: the few things to begin with, or everything", \
            .text = ( variable )                                                                    \
    }
#define HOST_FACE_REFUSAL "--face %s: expected stage or instrument"
bool hostIsFace( const char* word ); // also NULL
// Returns the exit status of the program.
int hostRunWindow( const hostWindowDef* def );

// A number of the open window by the name that scripts have for it. False: there is none.
bool hostFindNumber( const char* key, double* value );
// Changes a value of the run in the open window; writes the answers of its lesson. Neither without one.
ssResult hostSetValue( const char* key, const char* text );
bool hostSaveAnswers( const char* path );
bool hostRenewWindow( void ); // makes anew what was on the graphics card
// What the open window shows, and the sentence of what there is to see; NULL: no window is open.
const sessionSnapshot* hostShown( const char** point );

// Gives a scene the twin that its scenario or preset opens with.
void hostOpenTwin( ssScene* scene );
// The option --twin, NULL where it was not given. Returns the exit status.
int hostTakeTwin( const char* command, const char* values, ssScene* scene, bool isFile );
#define HOST_TWIN_OPTION( values )                                                                           \
    {                                                                                                        \
        "--twin", "KEY=VALUE[,...]",                                                                         \
            "show the run beside itself with other values, or with preset=NAME; none: alone", .text = values \
    }

// A scenario with this preset, or (NULL) the one with the most to see. The caller destroys it.
ssScene hostOpeningScene( const ssScenario* scenario, const ssPreset* preset );

// The picture is always a PNG: other endings would lie. "-" is standard output.
bool hostIsPictureName( const char* path );
#define HOST_PICTURE_REFUSAL "%s %s: pictures are PNG files; allowed: a name that ends in .png"

// Reads "1280x720", from 320x240 to 7680x4320.
bool hostParseSize( const char* text, int* width, int* height );
#define HOST_SIZE_REFUSAL "--size %s: expected WIDTHxHEIGHT in pixels, 320x240 to 7680x4320"

// Checks the command line's font, in a process that may crash, and returns an exit status.
int hostCheckFont( const hostWindowDef* def );
