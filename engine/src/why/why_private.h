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
    double a, b, contact; // numbers
    int track, pair;      // places of its course, and of what is common to its pair of bodies; -1: none
    double mu, bound[2];  // mu; mu_r, mu_s: of the user or of the log
    double load, before, pairLoad; // f_N: now, one frame earlier, the mean over its pair of bodies
    ssVec2 force, slip;            // f_T, v_T
    double opening, came;          // v_N: now, one frame earlier
    double gap, radius;            // of the round body [m]
    double moment[2], turning[2];  // |m_T|, |m_N|; |w_T|, |w_N|
    double order;                  // place in the frame, 0 the first, 1 the last; NaN: it is alone
} whySample;

/// What is counted in a contact's course: pressed for three frames at most, between one or two without load;
/// jumps of point or normal; impacts that left faster than they, or the one before, came; steps that moved
/// along the load while the log says that it stands; overlap that grows without a force.
enum
{
    why_flips,
    why_jumps,
    why_gains,
    why_drifts,
    why_missed,
    why_eventCount
};

/// The course of one contact.
typedef struct whyTrack
{
    bool used;
    int bodies;             // 1 + place of the course of its pair; 0: not looked for
    double a, b, number, t; // t: of its latest row [s]
    int chain, run,
        missing; // rows up to it without a gap; since it was pressed last; in a row, without a force
    ssVec3 normal[2], point[2], place, slip; // of the latest row, and the one before
    double load, opening;
    double turned, moved;    // usual changes of normal and point
    double active, departed; // [s] when it was last pressed; [m/s] at which it last left
    double latest;           // of a pair: the number of its latest contact
    int counts[why_eventCount], chances[why_eventCount]; // how often it happened, and could have
    double sizes[why_eventCount]; // largest jump [rad], gain, overlap [m]; drift in all [m]
} whyTrack;

typedef struct whyRecord
{
    double h, still; // [s] the step size; [m/s] slower contacts stick
    whySample* samples;
    int count, trackMax, tracked; // of samples; of tracks, a power of two; in use
    uint64_t seen, state;         // of the choice of samples
    whyTrack* tracks;
    uint32_t known; // columns
    bool sizesKnown, placesKnown;
    uint64_t rows, loaded;
} whyRecord;

/// Takes a frame. `touches` has its pairs already.
void whyRecord_Add(
    whyRecord* record, const ssWhyOptions* options, const ssLogFrame* frame, const logTouches* touches );

/// Adds a finding with its evidence; valid until the next one is added.
ssWhyFinding* whyAdd( ssWhy* why, ssWhyCause cause, double confidence, double share, const char* format, ... )
    SS_PRINTF( 5, 6 );
void whyName( ssWhyFinding* finding, double contact ); ///< a contact, once
void whySort( ssWhy* why );                            ///< by falling confidence
