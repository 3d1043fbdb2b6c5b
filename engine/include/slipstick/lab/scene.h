// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build.h"

// A scene is a run as a small JSON text: the scenario, its parameters, step size and seed, the edits made
// during the run, and how it was looked at. Users save, share and replay scenes and attach them to bug
// reports. The functions here work on texts; reading and writing files is left to the caller. engine/FORMS.md
// describes the form.

#define SS_EDIT_DRAG ( -1 )
#define SS_EDIT_LAW ( -2 )
#define SS_EDIT_BUILD ( -3 )

// [bytes] of the texts of a scene, each with its final zero
#define SS_SHOW_TITLE 64
#define SS_SHOW_POINT 256
#define SS_SHOW_PANES 128
#define SS_SHOW_LESSON 64

/// A change made during the run, before step number `step` was taken.
typedef struct ssEdit
{
    int64_t step;
    /// index of a parameter, with the typed law that is then in force; or
    /// SS_EDIT_DRAG, SS_EDIT_LAW, SS_EDIT_BUILD
    int param;
    double value; ///< of a number or choice
    char* text;   ///< of a text parameter or of a typed law, NULL for the others; owned by the scene
    /// SS_EDIT_LAW: of the law's parameters, SS_LAW_MAX_PARAMS numbers; NULL: their defaults; owned
    double* values;
    ssDrag drag;
    ssBuildEdit* build; ///< SS_EDIT_BUILD: what changes, NULL for the others; owned (ssBuildEdit_Copy)
} ssEdit;

/// Makes a copy with texts of its own. False: out of memory; ssEdit_Release frees what the copy got.
SS_API_OBJECT bool ssEdit_Copy( const ssEdit* edit, ssEdit* copy );
SS_API_OBJECT void ssEdit_Release( ssEdit* edit ); ///< frees what it owns

/// The camera of the view.
typedef struct ssSceneCamera
{
    bool set; ///< false when the scene has no camera
    double yawDeg, pitchDeg;
    double distance; ///< from the target [m]; 0: such that the bodies fill the view
    ssVec3 target;   ///< the point in the middle of the view [m]
} ssSceneCamera;

#define SS_MAX_PINS 4           ///< pins of one scene
#define SS_PIN_NAME_CAPACITY 64 ///< [bytes] name of a pin
#define SS_MAX_OVERRIDES 16     ///< values in which a twin differs

/// A value that a twin has instead of the run's.
typedef struct ssOverride
{
    char key[SS_NAME_CAPACITY]; ///< "mu" or "law.mu_s", as in scene files
    char* text;                 ///< "0.1", "relaxed", as ssSimDef_Set takes it; owned by the twin
} ssOverride;

/// The same run with other values, shown beside it.
typedef struct ssTwin
{
    bool on;       ///< false: there is none, and the rest is empty
    char* lawText; ///< its typed law, "": none; NULL: the law of the run; owned
    ssOverride values[SS_MAX_OVERRIDES];
    int count;
} ssTwin;

typedef struct ssPin ssPin;

/// What a window does when a run reaches its end.
typedef enum ssEnding
{
    ss_endingDefault, ///< as whoever shows it does otherwise
    ss_endingStop,    ///< it pauses, and goes on if asked to
    ss_endingGoOn,    ///< the motion has no natural end: it runs on
    ss_endingLoop,    ///< the run is short: it begins again after a moment
} ssEnding;

/// How a window shows the scene, where it differs from how the window shows its scenario. Nothing of it is
/// computed with.
typedef struct ssSceneShow
{
    char title[SS_SHOW_TITLE]; ///< "Domino row"; empty: none
    char point[SS_SHOW_POINT]; ///< one sentence: what there is to see
    char panes[SS_SHOW_PANES]; ///< ids of the plots and charts that are open: "u,r_t,chart:cycle"; empty: not
                               ///< given
    double speed;              ///< playing speed as a multiple of real time; 0: not given
    ssEnding ending;           ///< ss_endingDefault: not given
    /// only the selected contact has a cone and arrows, because those of all would hide the bodies
    bool focusOnly;
    double time;                 ///< [s] at which the window begins, and waits; 0: at the beginning
    char lesson[SS_SHOW_LESSON]; ///< the name of a shipped lesson to open with it; empty: none
} ssSceneShow;

typedef struct ssScene
{
    ssSimDef def;
    ssSceneCamera camera;
    ssSceneShow show;
    uint32_t viewFlags; ///< ssDrawFlags
    ssEdit* edits;      ///< in the order of their steps; owned by the scene, freed by ssScene_Destroy
    int editCount;
    ssPin* pins; ///< runs of the same scenario that are shown beside this one; owned; at most SS_MAX_PINS
    int pinCount;
    ssTwin twin;
    const ssScenario* held; ///< the scenario that ssScene_Hold retains; NULL: none
} ssScene;

/// A run that stays in view for comparison. `run` and sweeps ignore it.
struct ssPin
{
    ssScene scene;                   ///< without a camera, pins and a twin of its own
    int64_t steps;                   ///< how many had been taken when it was pinned
    char name[SS_PIN_NAME_CAPACITY]; ///< given by the user; "": it is named by what differs from the run
    bool hidden;
};

/// Reads a scene. Unknown keys, values of the wrong kind and values out of range are refused; the message has
/// the key, the value and what is allowed. After a refusal there is nothing to destroy.
SS_API_ANY SS_CHECKED ssResult ssParseScene( const char* text, size_t length, ssScene* scene );

/// Writes a scene as a JSON text, which the caller frees with ssRelease. NULL when memory runs out.
SS_API_OBJECT char* ssFormatScene( const ssScene* scene );

/// The same without the params that have the values of `def.preset`, or the defaults; later versions may have
/// another preset of that name.
SS_API_OBJECT char* ssFormatSceneBrief( const ssScene* scene );

/// Makes a copy with edits, pins and a twin of its own.
SS_API_OBJECT SS_CHECKED ssResult ssScene_Copy( const ssScene* scene, ssScene* copy );

/// Keeps the first `count` edits and removes the others.
SS_API_OBJECT void ssScene_KeepEdits( ssScene* scene, int count );

/// Keeps the scenario of `def` while the scene lives, instead of the one held before: for a scene that stays
/// around and gets another typed law. ssParseScene and ssScene_Copy do so by themselves.
SS_API_OBJECT void ssScene_Hold( ssScene* scene );

SS_API_OBJECT void ssScene_Destroy( ssScene* scene );

/// Applies the edits that are due before the next step of the sim. `*next` is the first edit not yet applied,
/// and is advanced. Call it before each step.
SS_API_OBJECT SS_CHECKED ssResult ssScene_ApplyEdits( const ssScene* scene, ssSim* sim, int* next );

/// Adds a copy of a run as the newest pin; of `run` only the definition and the edits count.
/// Refused where there are SS_MAX_PINS already, where the scenario is another one, and where the
/// name is too long or has control characters.
SS_API_OBJECT SS_CHECKED ssResult ssScene_AddPin(
    ssScene* scene, const ssScene* run, int64_t steps, const char* name );
SS_API_OBJECT void ssScene_RemovePin( ssScene* scene, int pin );
SS_API_OBJECT SS_CHECKED ssResult ssPin_Rename(
    ssPin* pin, const char* name ); ///< refused as above; then nothing changes

/// Gives the twin a value: `key` and `text` as in ssSimDef_Set, or "law" with the name of a shipped law where
/// the scenario has no row of that name. `def` is that of the run. A key that was given before gets the new
/// value. A refusal changes nothing. The twin is on afterwards.
SS_API_OBJECT SS_CHECKED ssResult ssTwin_Set(
    ssTwin* twin, const ssSimDef* def, const char* key, const char* text );
/// Gives the twin a typed law, or with "" none, whatever the run has; NULL: as the run.
SS_API_OBJECT SS_CHECKED ssResult ssTwin_SetLaw( ssTwin* twin, const ssSimDef* def, const char* text );
/// Takes the value back, so that it is that of the run. False: it was none of the twin's.
SS_API_OBJECT bool ssTwin_Unset( ssTwin* twin, const char* key );
/// Gives the twin several values, "law=relaxed,mu=0.1"; "preset=NAME" gives it all those of a preset,
/// "law_text=NAME" a shipped law. A value cannot contain a
/// comma here. A refusal changes nothing. The twin is on afterwards, also of an empty list.
SS_API_OBJECT SS_CHECKED ssResult ssTwin_SetAll( ssTwin* twin, const ssSimDef* def, const char* list );
/// Turns the definition of the run into that of the twin. A row that the law in force does not have is passed
/// over. Whoever keeps the definition retains its scenario, as after ssSimDef_SetLaw.
SS_API_OBJECT SS_CHECKED ssResult ssTwin_Apply( const ssTwin* twin, ssSimDef* def );
SS_API_OBJECT SS_CHECKED ssResult ssTwin_Copy( const ssTwin* twin, ssTwin* copy );
SS_API_OBJECT void ssTwin_Destroy( ssTwin* twin ); ///< the twin is off and empty afterwards
