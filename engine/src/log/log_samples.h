// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"
#include "slipstick/log_audit.h"

// What a fingerprint is made of: a sample of the contacts that carry a load and move.

#define LOG_SAMPLES_MAX 20000

/// A contact in its own plane, divided by its load. Angles are those of the force on b and of the slip
/// reversed, which are the same under an isotropic law.
typedef struct logSample
{
    double ratio, speed; // |f_T| / f_N, |v_T| [m/s]
    double forceAngle, slipAngle;
    double opening;                     // v_N [m/s]
    double closing;                     // gap / h [m/s]; NaN: unknown
    double rolling, spinning;           // |m_T| / f_N, |m_N| / f_N [m]; NaN: unknown
    double rollingSpeed, spinningSpeed; // |w_T|, |w_N| [rad/s]
    double a, b;                        // bodies; NaN: unknown
} logSample;

typedef struct logSamples
{
    logSample* items;
    int count;
    uint64_t seen;  // contacts offered, of which the items are an even choice
    uint64_t state; // of the choice
} logSamples;

/// One row resolved into normal and plane.
typedef struct logParts
{
    double load, opening;    // f_N, v_N
    ssVec2 force, slip;      // f_T, v_T in the directions that angles count from
    ssVec2 moment, turning;  // m_T, w_T; NaN: unknown
    double spinMoment, spin; // m_N, w_N
    double a, b;             // bodies; NaN: unknown
} logParts;

/// The place of the next of `*seen` things among LOG_SAMPLES_MAX; -1: it is left out. Every one is kept with
/// the same probability, whatever the length of the log (reservoir sampling, algorithm R).
int logSamplePlace( uint64_t* seen, uint64_t* state );

logParts logResolve( const ssLogFrame* frame, int row );

void logAddSample( logSamples* samples, const logParts* parts, double closing );

/// Begins an audit: the step size, what counts as sliding, and the fingerprint, which takes one pass.
ssResult logBeginAudit( ssContactLog* log, const ssLogAuditOptions* options, ssLogFrame* frame,
    double* fastest, ssLogAudit* audit );

/// The law behind the contacts that slide and those that barely move. May reorder them.
ssFingerprint logFingerprint( logSamples* sliding, logSamples* slow, ssLogPairs* pairs );

/// Whether |f_T| / f_N of these contacts grows with the speed from zero on: the speed at which it would reach
/// its largest value, were it to go on growing as at rest; NaN: it does not. Uses both lists.
double logRegularisation( const logSamples* sliding, const logSamples* slow );

/// Divides the ratios by their dependence on speed, if any, and returns its largest value; 1: none.
double logRemoveSpeed( logSample* samples, int count );

/// Fits circle, ellipse and polygons to the samples and fills set, mu, muErr, miss,
/// directions, muMinor, axisDeg, facets and facetDeg.
void logFitSet( const logSample* samples, int count, ssFingerprint* print );

/// The mean distance of the forces to what the law predicts, over its mu.
double logMeanMiss( const logSample* samples, int count, const ssFingerprint* print );

/// Coefficients by pair of bodies for what `print` leaves unexplained; print keeps the common part.
void logFindPairs( const logSamples* sliding, ssFingerprint* print, ssLogPairs* pairs );

/// A list of numbers with room for `count`; NULL: out of memory. Free it with ssRelease.
double* logNumbers( int count );

/// The median of the numbers, which are reordered; NaN when there are none.
double logMedian( double* numbers, int count );
/// The number that this share of them does not exceed; the numbers are reordered.
double logQuantile( double* numbers, int count, double share );

/// Wraps an angle into [-half, half) of a period.
double logWrap( double angle, double period );

// Contacts that have just closed, at unknown velocity: pairs that touch at more points than a step before.

typedef struct logTouch
{
    double a, b;
    int rows;
    ssVec3 force, velocity; // f_T, v_T of the first of them
    double load, loads;     // of the first, of all
} logTouch;

typedef struct logTouchList
{
    logTouch* pairs; // in order
    int count, capacity;
} logTouchList;

typedef struct logTouches
{
    logTouchList now, before;
    int frames;   // so far
    double t;     // of the latest frame
    bool known;   // it says which bodies touch
    bool follows; // the one before was a step earlier
    bool any;     // there was time for something to close
} logTouches;

/// Takes the next frame of the log, with this step size [s].
ssResult logTouches_Add( logTouches* touches, const ssLogFrame* frame, double h );
/// May a contact between these bodies of the latest frame have closed in its step?
bool logTouches_IsNew( const logTouches* touches, double a, double b );
/// The contact of these bodies in the frame one step before; NULL: none, or several.
const logTouch* logTouches_Before( const logTouches* touches, double a, double b );
/// The contacts of these bodies in the latest frame; NULL: none.
const logTouch* logTouches_Now( const logTouches* touches, double a, double b );
/// A row as a contact of its bodies.
logTouch logTouchOf( const ssLogFrame* frame, int row );
void logTouches_End( logTouches* touches );

// Tangential springs, as in distinct elements: f_T = -k s - c v_T, up to mu f_N; the stored energy is given
// back. The log shows increments between frames.

/// From one frame to the next, at one contact.
typedef struct logIncrement
{
    ssVec3 force, way, velocity; // df_T, mean v_T times dt, dv_T
    double ratio, before;        // |f_T| / f_N after and before
    double dt;
} logIncrement;

typedef struct logIncrements
{
    logIncrement* items;
    int count;
    uint64_t seen, state; // as of logSamples
} logIncrements;

void logAddIncrement( logIncrements* increments, const logTouch* before, const logTouch* now, double dt );

/// Recognises a spring and fills `spring` of the fingerprint, and mu with its limit where one is reached.
void logFindSpring( const logIncrements* increments, ssFingerprint* print );

/// The power that friction adds beyond what the spring releases [W], between two frames.
double logSpringPower( const ssFingerprint* print, const logTouch* before, const logTouch* now, double dt );

/// |f_T| / f_N on the boundary of the fingerprint's set, in the direction of this angle [rad]; NaN: unknown.
double ssFingerprint_Radius( const ssFingerprint* print, double angle );

/// The angle [rad] of the force on b when b slides in the direction opposite to this angle.
double ssFingerprint_ForceAngle( const ssFingerprint* print, double angle );

/// The coefficients that hold between these bodies; NULL: none are known.
const ssLogPair* ssLogPairs_Find( const ssLogPairs* pairs, double a, double b );
