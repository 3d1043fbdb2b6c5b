// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// The changes of regime of a run, found at every step. A scenario with a signal for its regime (mode, stick
// or branch) has one contact, whose changes are those of the signal. In all others every pair of bodies that
// touch is a contact. A pair that touches at several points counts once, with the mode of the point that
// moves most.

typedef enum ssRegimeKind
{
    ss_regimeContacts, ///< the modes of the contacts
    ss_regimeMode,     ///< a signal that holds an ssContactMode
    ss_regimeStick,    ///< a signal that is 1 while the contact sticks and 0 while it slides
    ss_regimeBranch,   ///< a signal for the branch of the motion: -1 slow, 0 between, 1 fast
    ss_regimeBodies,   ///< the modes of the bodies, as they are drawn
} ssRegimeKind;

typedef struct ssRegime
{
    ssRegimeKind kind;
    int signal; ///< -1: none
} ssRegime;

SS_API_ANY ssRegime ssFindRegime( const ssScenario* scenario );
/// The state that a value of the signal stands for: a mode, or 0 to 2 for the branches; -1: undefined.
SS_API_ANY int ssRegime_State( ssRegime regime, double value );
/// "slide+roll" or "fast": the state as one word, for files.
SS_API_ANY const char* ssRegime_Word( ssRegime regime, int state );

typedef struct ssChangeLog ssChangeLog;

SS_API_ANY SS_CHECKED ssResult ssCreateChangeLog( ssChangeLog** log );
SS_API_OBJECT void ssDestroyChangeLog( ssChangeLog* log ); ///< NULL is allowed
/// Begins a new run.
SS_API_OBJECT void ssChangeLog_Clear( ssChangeLog* log );
/// Compares the present state with the one before. Call it at t = 0 and after every step. A step
/// that has been seen before, as after going back in time, is not looked at again. `changes`, sorted
/// by contact, is valid until the next call.
SS_API_OBJECT SS_CHECKED ssResult ssChangeLog_Visit(
    ssChangeLog* log, const ssSim* sim, int* count, const ssChange** changes );
/// Forgets what came after the present state, because from here on the run is another one. `past` are the
/// changes up to now, from which the log takes how long each contact has been in its mode.
SS_API_OBJECT SS_CHECKED ssResult ssChangeLog_Cut(
    ssChangeLog* log, const ssSim* sim, int count, const ssChange* past );
/// Contacts that have touched so far.
SS_API_OBJECT int ssChangeLog_Contacts( const ssChangeLog* log );
