// SPDX-License-Identifier: MIT
#pragma once

#ifndef CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#endif
#include "cimgui.h"

#include "session/solver_scope.h"

#include "ui/core/marks.h"
#include "ui/core/ui.h"
#include "ui/plot/plot.h"

// What the files of ui/ share with each other and with nobody else. All lengths derive from `em`, the height
// of the body font, so that one number carries the window from a laptop to a projector.

enum
{
    ui_maxPlots = 32,
    ui_maxOwnPanes = 8,
    ui_maxLabels = 256,
    ui_undoDepth = 256,
    ui_slowest = -6, // octaves of speed: 1/64 of real time
    ui_fastest = 14, // and 16384 times: jumps between two states can be hours apart
    ui_shadowFrames =
        120, // how long a posted value may take to come back before we believe the snapshot again
};

typedef enum uiFont
{
    ui_fontSmall,
    ui_fontBody,
    ui_fontTitle,
    ui_fontCount
} uiFont;

// One row of the theme per meaning, packed as ImGui wants it.
typedef struct uiTheme
{
    ImU32 background, panel, raised, line, text, dim, accent, error, warning, good;
    ImU32 mode[6];
    ImU32 quantity[3];
    ImU32 series[7];
} uiTheme;

typedef struct uiLayout
{
    float em;
    uiRect menu, tools, panel, view, contact, plots, timeline, status; // empty where hidden
} uiLayout;

// A value we posted and have not seen in a snapshot yet: what the user just did must not flicker back.
typedef struct uiShadow
{
    bool set;
    double value;
    int age; // frames
} uiShadow;

typedef struct uiEditRecord
{
    int param, group;
    double before, after;
    char *textBefore, *textAfter; // of a text row; NULL for the others
} uiEditRecord;

typedef struct uiUndo
{
    uiEditRecord records[ui_undoDepth];
    int count, position; // records[position …] can be redone
    int lastGroup;
    double lastTime;   // ImGui's clock at the newest record
    uiEditRecord sent; // a text on its way: recorded once it has been taken
    int sentAge;       // frames
} uiUndo;

typedef enum uiRegimeKind
{
    ui_regimeNone,
    ui_regimeMode,
    ui_regimeStick,
    ui_regimeBranch
} uiRegimeKind;

typedef struct uiRegime
{
    uiRegimeKind kind;
    int column; // in a row of the trace
} uiRegime;

typedef struct uiTransition
{
    double time;
    int from, to; // states of the regime; without one, modes of a contact
    int a, b;     // bodies; -2: not known
} uiTransition;

enum
{
    ui_maxTransitions = 512
};

typedef struct uiSeenContact
{
    int a, b, mode;
} uiSeenContact;

typedef struct uiTransitions
{
    uiRegime regime;
    uiTransition items[ui_maxTransitions]; // oldest first; the newest where there are more
    int count;
    int shown; // the row the list was last scrolled to
    uint64_t run;
    // read from the trace so far
    int settled, rows, state;
    int64_t stride;
    double rowTime;
    // the contacts of the last picture
    uiSeenContact seen[200];
    int seenCount;
    double seenTime;
} uiTransitions;

// A pane the user made: any signals over time, one over another, or how often one takes which value.
typedef struct uiOwnPane
{
    bool used;
    ssPlot plot; // its texts lie below or in the scenario's table
    char id[16], title[160], unit[64];
    uiPlotView view;
    hostChartList chart; // of a histogram
} uiOwnPane;

typedef struct uiSweep uiSweep;       // of panel_sweep.c
typedef struct uiSetCache uiSetCache; // of set_editor.c

struct uiState
{
    uiSettings settings;
    uiRequests requests;
    uiTheme theme;
    bool styleDirty;
    float em; // as loaded, before ImGui's global scale
    ImFont* fonts[ui_fontCount];

    gfxCamera camera;
    bool cameraUpdated, cameraPlaced, frameWanted;
    const ssScenario* scenario;
    uint64_t run;
    float boundsCenter[3], boundsRadius;

    // the hand in the scene
    enum
    {
        ui_gestureNone,
        ui_gestureOrbit,
        ui_gesturePan,
        ui_gestureGrab
    } gesture;
    int grabBody;
    float grabPoint[3], grabNormal[3], grabTarget[3];
    gfxScreenLabel labels[ui_maxLabels];

    // parameters
    uiShadow params[SS_MAX_PARAMS];
    uiShadow speed, playing;
    double dragStart; // of the slider in hand
    int dragParam, typedParam, suppressed;
    bool typedFocus;
    char typed[64];
    int textParam; // the text row being edited, or -1
    char typedText[SS_TEXT_CAPACITY];
    float sliderPressX;
    double sliderStart;
    bool sliderMoved;
    uiUndo undo;

    // plots
    bool plotShown[ui_maxPlots];
    uiPlotView plotViews[ui_maxPlots];
    bool chartShown[SS_MAX_CHARTS];
    uiPlotView chartViews[SS_MAX_CHARTS];
    uint32_t chartsWanted; // as last told to the simulation
    uiOwnPane ownPanes[ui_maxOwnPanes];
    int editedPane; // of ownPanes; -1: none
    bool paneEditorWanted;
    float cornerRoom; // the title line of the last pane of the first row leaves this free
    uiPlotRange timeRange;
    double cursorTime, nextCursorTime; // NAN: none
    int menuPane;                      // whose menu is open
    uiRect menuRect;
    bool menuWanted;
    int cutOutFrames; // until a picture of the pane is taken
    char cutOutPath[1024];
    uiPlotBuffer plotBuffer;

    // contacts
    hostContactKey contact; // under the microscope
    bool hadContacts;       // this scenario has contacts to look into
    int64_t timelineStep;   // last sought with the mouse; -1: none
    uiTransitions transitions;

    // the solver microscope
    hostSolverScope* scope; // NULL until it is first opened
    hostScopeRun* scopeRun; // scratch for one run's copy
    hostChartList scopeCharts[3];
    uiPlotView scopeViews[3];
    bool showSolvers;
    uint32_t solversWanted;
    int scopeSolver, scopeIteration; // whose walk is shown, and where it stands
    double scopeTolerance;
    char scopePath[512], scopeSource[128];

    // the set editor
    bool showSets;
    uiSetCache* setCache; // NULL until it is first opened
    int setHandle;        // in hand; -1: none
    double setStart[SS_MAX_PARAMS], setScale[2];
    char setTexts[2][SS_TEXT_CAPACITY]; // corners when the handle was taken, and as last posted
    char setRefusal[256];

    // the sweep panel
    bool showSweep;
    uiSweep* sweep; // NULL until it is first opened

    // windows above the layout
    bool showHelp, showAbout, findWanted, findOpen;
    bool closePopups; // this frame: Esc was pressed
    char findText[64];
    int findIndex;

    const char* hint; // what the mouse can do here
    char hintText[192];
    char notice[256];
    double noticeLeft; // [s]
    bool noticeWarns;
};

// theme.c
void uiApplyTheme( uiState* ui );
ImVec4 uiColorVec( ImU32 color );
ImU32 uiFade( ImU32 color, float alpha );
ImU32 uiMix( ImU32 a, ImU32 b, float t );
ImU32 uiInkOn( ImU32 background ); // black or white, whichever reads better
void uiDrawText(
    uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, const char* text );
ImVec2 uiTextSize( uiState* ui, uiFont font, const char* text );
// Broken at blanks alone: ImGui also breaks behind a decimal point.
void uiWrappedText( const char* text );
// Around check boxes and radio buttons: an empty one is seen by its border alone.
void uiPushBorder( const uiState* ui );
void uiPopBorder( void );

// ui.c
uiLayout uiComputeLayout( const uiState* ui, int width, int height );
void uiPost( const uiFrameInput* input, hostCommandKind kind, int64_t count, double value );
void uiPostFlags( uiState* ui, const uiFrameInput* input, uint32_t flags );
void uiPostParam( uiState* ui, const uiFrameInput* input, int param, double value );
double uiShownParam( const uiState* ui, const uiFrameInput* input, int param );
double uiShownSpeed( const uiState* ui, const uiFrameInput* input );
bool uiShownPlaying( const uiState* ui, const uiFrameInput* input );
void uiWarn( uiState* ui, const char* text ); // a notice that something was refused
void uiHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );

// format.c
void uiFormatNumber( double value, char* text, size_t capacity );                     // 4 significant digits
void uiFormatDigits( double value, int digits, char* text, size_t capacity );         // as many as asked for
void uiFormatQuantity( double value, const char* unit, char* text, size_t capacity ); // "0.04 m"
void uiFormatSpeed( double speed, char* text, size_t capacity );                      // "1/4×"
double uiNiceStep( double raw ); // the next of 1, 2, 5 × 10^k

// slider.c
typedef struct uiSliderEvents
{
    bool hovered, pressed, active, changed, released, doubleClicked, ctrlClicked;
} uiSliderEvents;

// A track of `width` with a grab at `ratio` (0 … 1; beyond that the grab waits at the end, hollow). `tick`
// marks the default; NAN: none. The region in which a position is a ratio goes by `mark`.
uiSliderEvents uiSlider(
    uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed );

// undo.c
void uiRecordEdit( uiState* ui, int param, double before, double after, int group );
// A text that was posted. It counts as a change once a snapshot shows it: the engine may refuse it.
void uiSendText( uiState* ui, const uiFrameInput* input, int param, const char* before, const char* after );
void uiPostText( const uiFrameInput* input, int param, const char* text ); // without a record
void uiSettleText( uiState* ui, const uiFrameInput* input );               // once per frame
void uiForgetEdits( uiState* ui );
int uiNewEditGroup( uiState* ui );
void uiUndoEdit( uiState* ui, const uiFrameInput* input );
void uiRedoEdit( uiState* ui, const uiFrameInput* input );

// the parts of the window
void uiDrawMenu( uiState* ui, const uiFrameInput* input );
void uiDrawToolbar( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
void uiDrawParams( uiState* ui, const uiFrameInput* input );
void uiChoosePreset( uiState* ui, const uiFrameInput* input, int preset );
void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// Where it stands; empty when it is not shown.
uiRect uiDrawStepReport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );
void uiDrawPlots( uiState* ui, const uiFrameInput* input, uiRect rect );
void uiDrawContact( uiState* ui, const uiFrameInput* input );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const hostContact* contact ); // NULL: none
void uiCycleContact( uiState* ui, const uiFrameInput* input, int offset );
void uiOpenPaneMenu( uiState* ui, int pane, uiRect rect );
void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input );
const ssPlot* uiPanePlot( const uiState* ui, const ssScenario* scenario, int pane ); // NULL: a chart
uiPlotView* uiPaneView( uiState* ui, const ssScenario* scenario, int pane );
ImU32 uiChartColor( const uiState* ui, ssChartRole role );
void uiReadOwnPanes( uiState* ui, const ssScenario* scenario, const char* ids );
void uiWriteOwnPanes( const uiState* ui, char* ids, size_t capacity );
void uiFreeOwnPanes( uiState* ui );
void uiNewPane( uiState* ui, const ssScenario* scenario );
void uiEditPane( uiState* ui, int own );
void uiRemovePane( uiState* ui, int own );
void uiDrawPaneEditor( uiState* ui, const uiFrameInput* input, uiRect plots );
void uiOwnHistogram( uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double t0, double t1 );
ssChart uiOwnChart( const uiOwnPane* own, const ssScenario* scenario ); // what the histogram is called
void uiDrawSolvers( uiState* ui, const uiFrameInput* input );
void uiFreeSolvers( uiState* ui );
void uiDrawSweep( uiState* ui, const uiFrameInput* input );
void uiFreeSweep( uiState* ui );
bool uiHasSets( const ssScenario* scenario );
void uiFreeSets( uiState* ui );
void uiDrawSets( uiState* ui, const uiFrameInput* input );
void uiContactName( int a, int b, char* text, size_t capacity ); // "body 3 on ground"
uiRegime uiFindRegime( const ssScenario* scenario );
int uiRegimeState( uiRegime regime, double value ); // -1: undefined
const char* uiRegimeName( uiRegime regime, int state, bool shorter );
ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state );
void uiCollectTransitions( uiState* ui, const uiFrameInput* input );
void uiTransitionText( const uiTransitions* list, int index, char* text, size_t capacity );
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots );
float uiTransitionsWidth( const uiState* ui, uiRect plots ); // 0: not shown
void uiJumpTransition( uiState* ui, const uiFrameInput* input, int offset );
double uiRecordedEnd( const uiFrameInput* input );
void uiSeekTo( uiState* ui, const uiFrameInput* input, double time );
void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect );
void uiRecallPanes( uiState* ui, const ssScenario* scenario ); // as they were when it was last looked at
void uiDrawStatus( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
void uiDrawHelp( uiState* ui, const uiFrameInput* input );
void uiDrawFind( uiState* ui, const uiFrameInput* input );
void uiFrameAll( uiState* ui, const uiFrameInput* input );
void uiReleaseGrab( uiState* ui, const uiFrameInput* input );

static inline ImVec2 uiVec2( float x, float y )
{
    ImVec2 v = { x, y };
    return v;
}

static inline float uiWidth( uiRect r )
{
    return r.x1 - r.x0;
}

static inline float uiHeight( uiRect r )
{
    return r.y1 - r.y0;
}

static inline bool uiInside( uiRect r, ImVec2 p )
{
    return p.x >= r.x0 && p.x < r.x1 && p.y >= r.y0 && p.y < r.y1;
}
