// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "base/speak.h"
#include "host/film_sink.h"
#include "host/gl_window.h"
#include "host/script.h"
#include "host/window.h"
#include "host/window_input.h"
#include "session/live/file_opener.h"
#include "session/live/live.h"
#include "session/run/sound.h"
#include "ui/core/ui.h"

// What the window hears from running programs: `slipstick listen`.

typedef struct hostLive
{
    sessionLive* live;                  // NULL: it does not listen
    uiLive shown;                       // what the panels know
    int program;                        // whose log is in the window; 0: none
    const ssScenario *empty, *scenario; // before the first program, and its log: to be compared only
    sessionStream* stream;              // of that log; NULL: none
    double firstFrame;                  // [s] when the first frame of a new program was seen; 0: not yet
    char said[256];                     // the message that was shown last
} hostLive;

/// Looks what has come. True: a new program sends a log, and `*scenario` is to be loaded and released.
bool hostLive_Update( hostLive* live, uiState* ui, const ssScenario** scenario );

/// What the panels show, while the window shows `scenario`; NULL: nobody listens.
const uiLive* hostLive_Shown( hostLive* live, const ssScenario* scenario );

/// Saves the log in the window; `path` NULL: under a name that is free. False: the window shows no such log.
bool hostLive_Save(
    hostLive* live, uiState* ui, const ssScenario* scenario, const char* path, ssResult* result );

void hostLive_Free( hostLive* live );

// The film that the window makes: `slipstick film` runs beside it, with the scene and the settings of this
// moment, so that the window goes on and no frame is left out.

typedef struct hostRecorder
{
    osProgram* program;  // NULL: none runs
    int scene, settings; // scratch files that it reads; -1: none
    char path[1024];
    sessionFilm film;
    bool stops; // it has been asked to end
    uiRecording shown;
} hostRecorder;

struct hostWindow;

hostRecorder hostMakeRecorder( void );
void hostServeRecording( struct hostWindow* w, const uiRequests* requests );
// Hears how far the film is, once per frame. With a virtual clock it waits for its end.
void hostUpdateRecording( struct hostWindow* w );
// Ends the film that is being made.
void hostEndRecording( hostRecorder* recorder );

// The friction force as sound.

typedef struct hostSound
{
    uint32_t device; // 0: closed
    sessionSound sound;
    uint64_t run;               // whose rows it gets
    double fed, seen;           // [s] the latest row, and the moment of the latest frame
    const ssScenario* scenario; // that was announced, to be compared only, with these octaves
    int octaves;
} hostSound;

// Once per frame: opens the device, and feeds it.
void hostUpdateSound( struct hostWindow* w, bool on, float volume );
void hostCloseSound( struct hostWindow* w );

// What the files of the window share: window.c has its frames, window_files.c opens and
// saves what it shows, film.c makes a film of it.

// The film that the window is made for.
typedef struct hostFilmRun
{
    hostFilmSink* sink;
    int64_t next;  // frame
    int64_t count; // of them
} hostFilmRun;

typedef struct hostWindow
{
    const hostWindowDef* def;
    hostGlWindow gl;
    hostWindowSize size;
    uiSettings loaded; // the settings as read, before the command line and the scene changed them
    uiState* ui;
    sessionDriver* driver;
    sessionSignalLog signalLog, companionLogs[SESSION_MAX_COMPANIONS];
    const sessionSnapshot* snapshot;
    hostScript* script;
    speaker* voice; // NULL: nothing has been said yet
    hostInput input;
    sessionFileOpener* opener; // of a log; NULL: none is being opened
    hostLive live;
    char scenePath[1024];
    char logPath[1024]; // of the log or problem that is shown; "": it cannot be opened again
    uint64_t sceneHash; // of the bytes in that file when it was opened or saved
    hostFilmRun film;
    hostRecorder recorder;
    hostSound sound;
    double framePeriod; // [s] of the window's time
    int frame;
    bool quit;
    bool jobsWait;    // some go on between frames alone
    int stillFrames;  // drawn since something happened
    int status;       // with which the program ends; -1: it goes on
    uiSettings kept;  // in a page: as they were saved last
    double keptAt;    // [s]
    double restUntil; // [s] where nothing may wait
    bool rested;      // before this frame, which then says nothing about the frame rate
    double lastFrame;
    double frameSeconds, sceneSeconds, panelSeconds, showSeconds; // smoothed costs
    double sceneSpent;                                            // [s] on the scene in the present frame
} hostWindow;

/// Wakes the window, from any thread.
void hostWakeWindow( void* context );

uiFrameInput hostFrameInput( hostWindow* w );
sessionJobMode hostJobMode( const hostWindowDef* def ); ///< how it does what takes long
/// With `seen` false nobody will look at this frame: the widgets run, but no pixels are drawn.
void hostDrawFrame( hostWindow* w, const uiFrameInput* input, bool seen );

/// Draws the scene alone into the bound framebuffer of that size [px].
void hostDrawScene( hostWindow* w, const uiFrameInput* input, int width, int height, float lineScale );

/// Saves a view of the window at any size, in the light theme, whatever the window looks like.
ssResult hostWriteFigure( hostWindow* w, const uiFrameInput* input, const uiFigure* figure );

/// Draws the next frame of the film. Returns the exit status at the end, or -1 to go on.
int hostFilmFrame( hostWindow* w );

/// The run as a scene, with the camera and what is drawn. The caller destroys it. Not for logs.
ssResult hostSceneOf( hostWindow* w, ssScene* scene );
/// The text that carries this scene in a picture; NULL: there is none. The caller frees it.
char* hostSceneTag( hostWindow* w );

/// Restores the camera of a saved scene.
void hostApplyView( hostWindow* w, const ssScene* scene );
/// Lists a file (NULL: none) on the start page.
void hostNoteRecent( hostWindow* w, const char* path );
/// The file of the scene in the window; NULL: it has none.
void hostRememberFile( hostWindow* w, const char* path );
/// Shows another scene. The user sees a refusal as well.
ssResult hostLoadScene( hostWindow* w, const ssScene* scene, const char* path );
/// Shows the log of a program that has begun to send one.
void hostTakeLive( hostWindow* w );
/// Shows the log once its frames are found, or says what is wrong with it.
void hostTakeOpened( hostWindow* w );
/// Laws go into the editor, measurements onto the plots; scenes and logs replace what is shown.
void hostDropFile( hostWindow* w, const uiFrameInput* input, const char* path );
/// Copies a link or saves a page, if the panels ask for it.
void hostServeSharing( hostWindow* w, const uiRequests* requests );
/// Opens and saves what the panels ask for.
void hostServeFiles( hostWindow* w, const uiRequests* requests );
