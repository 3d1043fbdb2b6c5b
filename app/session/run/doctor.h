// SPDX-License-Identifier: MIT
#pragma once

#include "base/text_writer.h"
#include "session/run/job.h"
#include "slipstick/contact_log.h"
#include "slipstick/lab/scene.h"
#include "slipstick/why.h"

// The doctor for contacts (slipstick/why.h) on the latest steps of a run, as a job: a second simulation makes
// these steps again, or reads them from a log, and keeps their contacts.

/// Fills a frame with the contacts and bodies of a state. `pending`: it has contacts without forces.
ssResult sessionFillFrame( const ssSim* sim, ssLogFrame* frame, bool* pending );

/// The way to steps that were made already.
typedef struct sessionReplay
{
    ssScene scene;
    const ssScenario* scenario; // of the state: with the typed law that was in force; retained
    unsigned char* state;       // to begin with; NULL: t = 0
    size_t size;
    int64_t from, to; // what is looked at: the steps after `from`, up to `to`
} sessionReplay;

void sessionReplay_Free( sessionReplay* replay );
/// Keeps the contacts of these steps as a log, which begins empty. `goOn`, unless NULL, hears of every step;
/// false ends it there. A scenario without contacts is refused.
ssResult sessionReplay_Record( const sessionReplay* replay, bool ( *goOn )( void* context, ssSim* sim ),
    void* context, textWriter* log );

typedef struct sessionDiagnosis
{
    bool known; // there is an answer
    ssWhy why;
    char error[256];   // instead of an answer; empty: none
    int64_t step;      // the latest that was looked at
    double begin, end; // [s] of the steps that were looked at
    int rows[ss_whyCauseCount]
            [SS_WHY_NAMED]; // places of the named contacts in the latest step; -1: not there
} sessionDiagnosis;

typedef struct sessionDoctor sessionDoctor;

sessionDoctor* sessionCreateDoctor( sessionJobMode mode ); // NULL: out of memory
void sessionDestroyDoctor( sessionDoctor* doctor );        // NULL is allowed
/// Takes the replay over. `row`: looks only at the contact in this place of the latest step; -1: at all.
void sessionDoctor_Ask( sessionDoctor* doctor, sessionReplay* replay, const ssWhyOptions* options, int row );
/// True: it is busy, and `share` of the steps are made. False: `diagnosis` is the latest answer.
bool sessionDoctor_Busy( sessionDoctor* doctor, double* share, sessionDiagnosis* diagnosis );
