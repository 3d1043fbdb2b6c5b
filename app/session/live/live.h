// SPDX-License-Identifier: MIT
#pragma once

#include "session/live/log_stream.h"

// Listens on a thread for programs on this computer that send contacts (ssProbeConnect), one at a time.
// Nothing that a program sends can do more than end its own log.

// [s] for a program to announce its log, and for a begun record to be complete.
#define SESSION_LIVE_PATIENCE 5.0
#define SESSION_LIVE_RECORD_TIME 60.0

typedef struct sessionLiveDef
{
    int port;          // 0: any that is free
    uint64_t limit;    // [bytes] of a log
    const char* save;  // every log goes into a file: this one, then name-2, name-3, ...; NULL: none
    double patience;   // [s] SESSION_LIVE_PATIENCE
    double recordTime; // [s] SESSION_LIVE_RECORD_TIME
} sessionLiveDef;

sessionLiveDef sessionDefaultLiveDef( void );

typedef enum sessionLivePhase
{
    session_liveWaiting,   // nobody has connected yet
    session_liveReceiving, // a program is connected
    session_liveEnded,     // it has gone; its log stays
    session_liveRefused,   // it sent something wrong, or too much; its good frames stay
} sessionLivePhase;

typedef struct sessionLiveState
{
    int port;
    sessionLivePhase phase;
    int program;       // how many have been heard so far: a new number means a new log
    bool closed;       // its log has an end: the program closed it
    int frames;        // that have come of it
    uint64_t size;     // [bytes]
    int turnedAway;    // programs that came while another was connected
    char message[256]; // why it was refused, or what could not be saved; "" when nothing is wrong
    char saved[1024];  // the file with the log; "" when there is none
} sessionLiveState;

typedef struct sessionLive sessionLive;

ssResult sessionBeginLive( const sessionLiveDef* def, sessionLive** live );
void sessionEndLive( sessionLive* live ); ///< NULL is allowed

/// Calls `wake` when the state has changed, from the thread that listens, at most 60 times a second.
void sessionLive_SetWake( sessionLive* live, void ( *wake )( void* context ), void* context );

sessionLiveState sessionLive_State( sessionLive* live );
/// The log of the present program, or of the last one; the caller releases it. NULL: none has come.
sessionStream* sessionLive_Stream( sessionLive* live );
/// Waits for a change of the state, for at most `seconds`.
void sessionLive_Wait( sessionLive* live, double seconds );

/// `listen --out FILE`: writes the log of the next program that connects into a file, without a window, until
/// that program has gone or the user ends it. Returns the exit status.
int sessionReceive( const sessionLiveDef* def, const char* path );

/// Says on stderr where programs connect.
void sessionTellPort( int port );
