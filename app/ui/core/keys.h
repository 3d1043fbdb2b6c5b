// SPDX-License-Identifier: MIT
#pragma once

// Each row is a key: action, chords and help, for the dispatcher, the help window and the tooltips.

typedef enum uiAction
{
    ui_actionNone,
    ui_actionPlayPause,
    ui_actionStep,
    ui_actionStepBack,
    ui_actionStep10,
    ui_actionStepBack10,
    ui_actionNewest,
    ui_actionReset,
    ui_actionSlower,
    ui_actionFaster,
    ui_actionPreviousScenario,
    ui_actionNextScenario,
    ui_actionFindScenario,
    ui_actionLessons,
    ui_actionStart,
    ui_actionOpen,
    ui_actionOpenData,
    ui_actionSave,
    ui_actionSaveAs,
    ui_actionCopyLink,
    ui_actionSavePage,
    ui_actionScreenshot,
    ui_actionRecord,
    ui_actionFigure,
    ui_actionReload,
    ui_actionQuit,
    ui_actionUndo,
    ui_actionRedo,
    ui_actionHelp,
    ui_actionFullScreen,
    ui_actionPresent,
    ui_actionSpotlight,
    ui_actionSpotlightLarger,
    ui_actionSpotlightSmaller,
    ui_actionToggleFace,
    ui_actionTogglePanel,
    ui_actionFocusParams,
    ui_actionMenus,
    ui_actionNextPanel,
    ui_actionPreviousPanel,
    ui_actionTogglePlots,
    ui_actionNewPane,
    ui_actionWholeRun,
    ui_actionToggleTransitions,
    ui_actionNextTransition,
    ui_actionPreviousTransition,
    ui_actionToggleContact,
    ui_actionToggleSolvers,
    ui_actionWhy,
    ui_actionToggleSets,
    ui_actionToggleFreeBody,
    ui_actionToggleLaw,
    ui_actionTypeLaw,
    ui_actionToggleBuild,
    ui_actionToggleSweep,
    ui_actionToggleFit,
    ui_actionToggleReport,
    ui_actionFilterContacts,
    ui_actionBreakWhen,
    ui_actionNextContact,
    ui_actionPreviousContact,
    ui_actionFrameAll,
    ui_actionResetView,
    ui_actionToggleTwin,
    ui_actionToggleCones,
    ui_actionToggleForces,
    ui_actionFontSmaller,
    ui_actionFontLarger,
    ui_actionPin,
    ui_actionUnpin,
    ui_actionTogglePins,
    ui_actionRuler,
    ui_actionProtractor,
    ui_actionStopwatch,
    ui_actionPressWatch,
    ui_actionSound,
    ui_actionCancel,
    ui_actionCount,
} uiAction;

typedef enum uiModifier
{
    ui_modNone = 0,
    ui_modCtrl = 1,
    ui_modShift = 2,
    ui_modAlt = 4,
} uiModifier;

typedef struct uiChord
{
    int key; // SDL_Keycode; 0 ends the list
    int modifiers;
} uiChord;

typedef struct uiKeyRow
{
    uiAction action;
    uiChord chords[3];
    const char* keys; // "Space, P"
    const char* help; // "run or pause"
} uiKeyRow;

extern const uiKeyRow ui_keyTable[];
extern const int ui_keyCount;

uiAction uiFindAction( int key, int modifiers );
// Keys as the reader's keyboard names them: "Leertaste, P". Valid until some further calls.
const char* uiKeyNames( const char* keys );
const char* uiActionKeys( uiAction action ); // translated; "" if the action has no key
