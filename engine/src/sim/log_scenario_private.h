// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/log_scenario.h"

#include <stdatomic.h>

// What the files of the log scenario share: the log (log_scenario.c), its rows as contacts
// (log_scenario_view.c), their bodies (log_scenario_bodies.c), drawing (log_scenario_draw.c), signals and
// plots (log_scenario_signals.c), charts (log_scenario_charts.c).

// Parameters, in their order.
enum
{
    logParamBounds,
    logParamMu,
    logParamMuR,
    logParamMuS,
    logParamFollow,
    logParamContact,
    logParamA,
    logParamB,
    logParamCount
};

// Where the coefficients come from.
enum
{
    logBoundsLog,
    logBoundsMu, // the log, but for mu
    logBoundsAll
};

// What says which contact is followed.
enum
{
    logFollowNumber, // its number
    logFollowPair    // its bodies, and its place among their contacts
};

// Numbers of bodies that are no int, and contacts whose bodies are unknown, get numbers from here on.
#define LOG_BODY_LARGE ( 1 << 29 )
#define LOG_BODY_UNNAMED ( 1 << 30 )

typedef struct logScenario
{
    ssScenario scenario; // the first member: a pointer to it is a pointer to the whole
    ssContactLog* log;
    char title[128], origin[128], summary[320];
    const char* noun; // what texts call it
    void ( *complete )( void* context, int row, ssContactView* view );
    void ( *release )( void* context );
    void* context;
    atomic_int users;
    atomic_flag busy; // a frame is being read
    double leastStep; // [s] between frames; NaN: there is one frame
    ssVec3 center;    // of the sphere that contains what the log shows
    double radius;    // 0: no point is known
    // of the grid on which contacts stand whose points are unknown, as all bodies are; 0: there is none
    int gridColumns;
    bool named;   // its numbers tell contacts apart, as far as it was looked at
    int measured; // frames that the log had when that was found
} logScenario;

/// What all contacts of a frame amount to. NaN: unknown.
typedef struct logTotals
{
    int closed, modes[ss_modeCount];
    double load;                // sum of f_N
    double dissipated, created; // [W] friction takes and gives; what is unknown does not count
    double margin;              // the smallest 1 - |f_T| / (mu f_N) of a closed contact
    double ratio;               // the largest |f_T| / f_N
    double excess;              // the largest (|f_T| - mu f_N) / f_N, at least 0
    double speed;               // the largest |v_T|
    double overlap;             // the largest -gap, at least 0
} logTotals;

typedef struct logBounds
{
    ssVec3 low, high, center;
    double radius;
    int most;   // rows of a frame
    bool gaps;  // the numbers of the contacts do not only count the rows of a frame
    bool vague; // a number occurs twice in a frame, or belongs to other bodies in another one
} logBounds;

/// What is known of a row besides its numbers.
typedef struct logRow
{
    int a, b;     // indices of its bodies in the frame; -1: not there
    float size;   // [m] of the smaller one; 0: unknown
    uint8_t mode; // ssContactMode
    bool turned;  // its view has a and b exchanged
} logRow;

typedef struct logState
{
    const logScenario* own;
    ssLogFrame frame, spare; // shown, and being read
    int index;               // of the frame that is shown
    double still;            // [m/s] what is faster slides, whatever the cone says
    double resolution;       // [m/s] slower motion is rounding
    double bounds[3];        // the user's mu, mu_r, mu_s; NaN: as in the log
    logRow* rows;
    int rowCapacity;
    int* slots; // hash table of indices of bodies + 1
    int slotCount;
    bool numbered;   // body i has the number i: the table is not needed
    unsigned shapes; // a bit for each ssLogShape that a body has
    uint8_t* bodyModes;
    int bodyCapacity;
    logTotals totals, *partial; // of the frame, and of its blocks
    int partialCapacity;
    int chosen; // row of the contact that is followed; -1: not there
    char message[256];
} logState;

/// The owner of a scenario that is a log.
const logScenario* logScenarioOf( const ssScenario* scenario );

/// Computes everything that follows from the frame and the parameters. False: out of memory.
bool logPrepare( logState* state, const ssSim* sim );

ssContactView logView( const logState* state, int row );
/// A view without a row. What all rows of a log have in common is there.
ssContactView logEmptyView( void );
/// Fills views that are empty or those of other rows.
void logFillViews( const logState* state, int count, const int* rows, ssContactView* views );
/// The row of the contact that is followed; -1: it is not in this frame.
int logFindChosen( const logState* state, const ssSim* sim );
/// Sets the parameters such that this contact is followed. False: it is not there.
bool logFollow( const logState* state, int a, int b, int surface, ssVec3 point, double* values );
/// Where a picture has the contact of a row.
ssVec3 logPointOf( const logState* state, int row );
/// The friction coefficient of a row; NaN: unknown.
double logMuOf( const logState* state, int row );
/// [W] that friction takes at a contact. What is unknown does not count.
double logPowerOf( const ssContactView* view );
/// A body's number in views: >= 0, or -1 - k for the fixed body k. An unknown one has its contact's own.
int logBodyNumber( double id, double contact );
/// Index of the body in the frame; -1: the frame does not have it.
int logFindBody( const logState* state, double id );
/// The ground or a wall: a negative number, no mass or an infinite one. NaN: unknown mass.
bool logIsFixed( double id, double mass );
/// Finds the bodies of all rows. False: out of memory.
bool logMeetBodies( logState* state );
/// Bodies show the mode of the contact of theirs that moves most.
void logMarkBodies( logState* state );

void logDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void logExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
void logNameBody( const void* state, const ssSim* sim, int body, char* text, int capacity );
/// The contacts and bodies of a frame join what is there: a box, and the radius of a sphere about `center`.
void logJoinBounds( const ssLogFrame* frame, logBounds* bounds );

extern const ssSignal log_signals[];
extern const int log_signalCount;
extern const ssPlot log_plots[];
extern const int log_plotCount;
extern const ssChart log_charts[];
extern const int log_chartCount;
void logDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void logFillSignals( const void* state, const ssSim* sim, double* row );
