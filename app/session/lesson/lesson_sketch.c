// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_sketch.h"

#include <math.h>
#include <stdio.h>

// Shares of the span (the distance from the lowest to the highest value
// of the run, zero included) or of the time.
static const double s_level = 0.08;  // changes below this are none
static const double s_still = 0.06;  // of the change of the curve itself
static const double s_kink = 0.07;   // of the time: as far as a change goes on to its kink
static const double s_near = 0.1;    // values below this are near zero
static const double s_limit = 0.15;  // the end of a sketch may be off by this
static const double s_moment = 0.15; // the moment when it stops may be off by this share of the time
static const double s_steep = 2.0;   // a slope may be off by this factor

void lessonClearCurve( lessonCurve* curve, double begin, double end )
{
    curve->begin = begin;
    curve->end = end;
    for ( int i = 0; i < LESSON_COLUMNS; ++i ) { curve->y[i] = (double)NAN; }
}

static double timeOf( const lessonCurve* curve, int column )
{
    return curve->begin + ( curve->end - curve->begin ) * ( column + 0.5 ) / LESSON_COLUMNS;
}

/// The column of a time; -1: outside.
static int columnOf( const lessonCurve* curve, double time )
{
    double share = ( time - curve->begin ) / ( curve->end - curve->begin );
    if ( !( share >= -1e-9 && share <= 1.0 + 1e-9 ) ) { return -1; }
    int column = (int)floor( share * LESSON_COLUMNS );
    return column < 0 ? 0 : column >= LESSON_COLUMNS ? LESSON_COLUMNS - 1 : column;
}

void lessonRecord( lessonCurve* curve, double time, double value )
{
    int column = columnOf( curve, time );
    if ( column >= 0 && isfinite( value ) ) { curve->y[column] = value; }
}

void lessonDrawLine( lessonCurve* curve, double t0, double y0, double t1, double y1 )
{
    double span = curve->end - curve->begin;
    double a = fmin( fmax( ( t0 - curve->begin ) / span, 0.0 ), 1.0 );
    double b = fmin( fmax( ( t1 - curve->begin ) / span, 0.0 ), 1.0 );
    int first = columnOf( curve, curve->begin + a * span ), last = columnOf( curve, curve->begin + b * span );
    int step = last >= first ? 1 : -1;
    for ( int i = first;; i += step )
    {
        double share = last != first ? (double)( i - first ) / ( last - first ) : 1.0;
        curve->y[i] = y0 + ( y1 - y0 ) * share;
        if ( i == last ) { return; }
    }
}

void lessonFillGaps( lessonCurve* curve )
{
    int last = -1;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        if ( isnan( curve->y[i] ) ) { continue; }
        for ( int k = last + 1; k < i && last >= 0; ++k )
        {
            curve->y[k] = curve->y[last] + ( curve->y[i] - curve->y[last] ) * ( k - last ) / ( i - last );
        }
        last = i;
    }
}

static void findRange( const lessonCurve* curve, lessonFeatures* f )
{
    int drawn = 0;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        double y = curve->y[i];
        if ( isnan( y ) ) { continue; }
        f->from = drawn == 0 ? y : f->from;
        f->to = y;
        f->low = fmin( f->low, y );
        f->high = fmax( f->high, y );
        ++drawn;
    }
    f->any = drawn >= 2;
    f->share = (double)drawn / LESSON_COLUMNS;
}

static void findSign( const lessonCurve* curve, double scale, lessonFeatures* f )
{
    int above = 0, away = 0;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        if ( fabs( curve->y[i] ) > s_near * scale )
        {
            above += curve->y[i] > 0.0 ? 1 : 0;
            ++away;
        }
    }
    f->zero = away == 0;
    f->positive = away > 0 ? (double)above / away : 0.5;
}

/// Its beginning: until half of its largest distance from the start, if it returns, or largest change.
static void findSlope( const lessonCurve* curve, double scale, lessonFeatures* f )
{
    int first = -1;
    double largest = 0.0;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        first = first < 0 && !isnan( curve->y[i] ) ? i : first;
        largest = fmax( largest, fabs( curve->y[i] - f->from ) );
    }
    for ( int i = first + 1; i < LESSON_COLUMNS && !( largest <= s_level * scale ); ++i )
    {
        double change = curve->y[i] - f->from;
        if ( fabs( change ) >= 0.5 * largest )
        {
            f->direction = change > 0.0 ? 1 : -1;
            f->slope = change / ( timeOf( curve, i ) - timeOf( curve, first ) );
            return;
        }
    }
}

/// The last time that it is further from its end than a distance; where it never is, its beginning.
static double lastBeyond( const lessonCurve* curve, double to, double distance )
{
    double time = curve->begin;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        time = fabs( curve->y[i] - to ) > distance ? timeOf( curve, i ) : time;
    }
    return time;
}

/// Its last change counts by how much it changes at all, unless that is as good as
/// nothing. A straight line that ends in a kink would be found still before the kink, so
/// the way from twice that distance goes on to it.
static void findStop( const lessonCurve* curve, double scale, lessonFeatures* f )
{
    double low = f->to, high = f->to, end = curve->begin;
    f->stop = curve->begin;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        low = fmin( low, curve->y[i] );
        high = fmax( high, curve->y[i] );
        end = isnan( curve->y[i] ) ? end : timeOf( curve, i );
    }
    if ( high - low > s_level * scale )
    {
        double still = s_still * ( high - low );
        double late = lastBeyond( curve, f->to, still ), early = lastBeyond( curve, f->to, 2.0 * still );
        double further = fmin( late - early, s_kink * ( end - curve->begin ) );
        f->stop =
            late > curve->begin + 0.9 * ( end - curve->begin ) ? (double)NAN : fmin( late + further, end );
    }
}

lessonFeatures lessonFindFeatures( const lessonCurve* curve, double scale )
{
    lessonFeatures f = { .stop = (double)NAN };
    findRange( curve, &f );
    if ( f.any )
    {
        findSign( curve, scale, &f );
        findSlope( curve, scale, &f );
        findStop( curve, scale, &f );
    }
    return f;
}

double lessonSpan( const lessonCurve* curve )
{
    lessonFeatures f = { 0 };
    findRange( curve, &f );
    return f.high - f.low;
}

/// In most columns where the run is not near zero the sketch has its sign.
static bool signFits(
    const lessonCurve* run, const lessonCurve* sketch, const lessonFeatures* r, double scale )
{
    int asked = 0, same = 0;
    for ( int i = 0; i < LESSON_COLUMNS; ++i )
    {
        double y = run->y[i], s = sketch->y[i];
        bool counts = !isnan( s ) && ( r->zero ? !isnan( y ) : fabs( y ) > s_near * scale );
        asked += counts ? 1 : 0;
        same += counts && ( r->zero ? fabs( s ) <= 2.0 * s_near * scale : s * y > 0.0 ) ? 1 : 0;
    }
    return asked > 0 && same >= 0.8 * asked;
}

static bool slopeFits( const lessonFeatures* r, const lessonFeatures* s )
{
    if ( r->direction != s->direction ) { return false; }
    double ratio = r->direction != 0 ? s->slope / r->slope : 1.0;
    return ratio >= 1.0 / s_steep && ratio <= s_steep;
}

lessonJudgement lessonJudge(
    const lessonCurve* run, const lessonCurve* sketch, unsigned judged, double scale )
{
    lessonJudgement j = { 0 };
    double span = lessonSpan( run );
    span = span > 1e-9 * scale ? span : scale;
    j.run = lessonFindFeatures( run, span );
    j.sketch = lessonFindFeatures( sketch, span );
    j.empty = j.sketch.share < 0.5;
    bool bothStop = !isnan( j.run.stop ) && !isnan( j.sketch.stop );
    bool fits[LESSON_JUDGED_COUNT] = { signFits( run, sketch, &j.run, span ), slopeFits( &j.run, &j.sketch ),
        fabs( j.sketch.to - j.run.to ) <= s_limit * span,
        bothStop && fabs( j.sketch.stop - j.run.stop ) <= s_moment * ( run->end - run->begin ) };
    for ( int i = 0; i < LESSON_JUDGED_COUNT; ++i )
    {
        if ( ( judged & 1u << i ) == 0 ) { continue; }
        bool right = fits[i] && !j.empty;
        j.fits[i] = right ? lesson_fitRight : lesson_fitWrong;
        j.right += right ? 1 : 0;
        ++j.judged;
    }
    return j;
}

bool lessonIsDefined( const lessonCurve* run, lessonJudged feature, char* why, size_t capacity )
{
    double span = lessonSpan( run );
    lessonFeatures f = lessonFindFeatures( run, span > 0.0 ? span : 1.0 );
    if ( !f.any )
    {
        snprintf( why, capacity, "the signal has no values in this run" );
        return false;
    }
    if ( feature == lesson_judgeStop && isnan( f.stop ) )
    {
        snprintf( why, capacity,
            "'stop' is not defined: the signal changes until the end of the run (%.4g at %.4g s)", f.to,
            run->end );
        return false;
    }
    if ( feature == lesson_judgeSign && !f.zero && f.positive > 0.25 && f.positive < 0.75 )
    {
        snprintf( why, capacity,
            "'sign' is not defined: the signal is positive for %.0f%% of the time and negative for the rest",
            100.0 * f.positive );
        return false;
    }
    return true;
}

/// The next larger number of 1, 2, 5 times a power of ten.
static double roundUp( double x )
{
    double power = pow( 10.0, floor( log10( x ) ) ), head = x / power;
    return power * ( head <= 1.0 ? 1.0 : head <= 2.0 ? 2.0 : head <= 5.0 ? 5.0 : 10.0 );
}

void lessonSketchAxis( const lessonCurve* run, double* low, double* high )
{
    lessonFeatures f = { 0 };
    findRange( run, &f );
    double largest = fmax( fabs( f.low ), fabs( f.high ) );
    *high = largest > 0.0 ? roundUp( 1.15 * largest ) : 1.0;
    *low = -*high;
}
