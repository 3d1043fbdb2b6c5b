// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_samples.h"
#include "slipstick/why.h"

#include <stdarg.h>

// What the doctor remembers of a log: a sample of the contacts that carry a load, and what happened to each
// contact from frame to frame.

/// A row with a load. Unknown numbers are NaN.
typedef struct whySample
{
    double a, b, contact;         // numbers
    int track;                    // place of its course; -1: none
    double mu, bound[2];          // mu; mu_r, mu_s: of the user or of the log
    double load, before;          // f_N now and one frame earlier [N]
    double pairLoad;              // mean over the rows of its pair of bodies
    ssVec2 force, slip;           // f_T, v_T
    double opening, gap;          // v_N, gap
    double moment[2], turning[2]; // |m_T|, |m_N|; |w_T|, |w_N|
    double radius;                // of the round body [m]
    double order;                 // place in the frame, 0 the first, 1 the last; NaN: it is alone
} whySample;

/// What is counted in a contact's course.
typedef enum whyEvent
{
    why_flips,  // pressed for three frames at most, between one or two frames without load
    why_jumps,  // of point or normal
    why_gains,  // impacts that left faster than they, or the one before, came
    why_drifts, // moved along the load while the log says that it stands
    why_missed, // bodies overlap and go on approaching, and nothing presses
    why_eventCount
} whyEvent;

/// The course of one contact.
typedef struct whyTrack
{
    bool used;
    double a, b, number;
    double t;                          // of its latest row [s]
    int chain;                         // rows up to it without a gap
    ssVec3 normal[2], point[2], place; // of the latest row and the one before
    ssVec3 slip;
    double load, opening;
    double turned, moved;                                // usual changes of normal and point
    double active;                                       // [s] when it was last pressed
    int run;                                             // rows since then
    double departed;                                     // [m/s] at which it last left
    int counts[why_eventCount], chances[why_eventCount]; // how often it happened, and could have
    double sizes[why_eventCount]; // largest jump [rad], gain, overlap [m]; drift in all [m]
} whyTrack;

typedef struct whyRecord
{
    double h, still; // [s] the step size; [m/s] slower contacts stick
    whySample* samples;
    int count;
    uint64_t seen, state; // of the choice of samples
    whyTrack* tracks;
    int trackMax, tracked; // a power of two; in use
    uint32_t known;        // columns
    bool sizesKnown, placesKnown;
    uint64_t rows, loaded;
} whyRecord;

/// Takes a frame. `touches` has its pairs already.
void whyRecord_Add(
    whyRecord* record, const ssWhyOptions* options, const ssLogFrame* frame, const logTouches* touches );

/// Contacts that a finding names.
typedef struct whyNames
{
    int count;
    double contacts[SS_WHY_NAMED];
} whyNames;

void whyName( whyNames* names, double contact ); ///< a contact, once

/// Adds a finding with its evidence, in the order of confidence.
void whyAdd( ssWhy* why, ssWhyCause cause, double confidence, double share, const whyNames* names,
    const char* format, ... ) SS_PRINTF( 6, 7 );
