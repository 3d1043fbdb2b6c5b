// SPDX-License-Identifier: MIT
#include "log/log_samples.h"

#include <stdlib.h>

// Finds whether the tangential forces of a log come from springs, and how stiff they are.

#define INCREMENTS_MIN 20 // that the spring has to explain
#define STICKS 0.5        // of the largest |f_T| / f_N: contacts below it do not slide
#define EXPLAINED 0.05    // of the squares of the increments a spring leaves at most
#define BETTER 0.3        // of what a viscous force alone would leave
#define ALONE 0.5         // of the squares of all ways: one that has more, as where a slip ends, is no spring
#define SLIDES 0.1        // an increment that is off by this share of the spring's slides
#define SLIDING_MIN 12    // increments that tell the limit
// margin on what the spring leaves unexplained of typical increments
#define MARGIN 3.0

void logAddIncrement( logIncrements* increments, const logTouch* before, const logTouch* now, double dt )
{
    ssVec3 mean = ssVec3_Scale( 0.5 * dt, ssVec3_Add( before->velocity, now->velocity ) );
    int place = logSamplePlace( &increments->seen, &increments->state );
    if ( place < 0 || !( before->load > 0.0 && now->load > 0.0 ) ) { return; }
    increments->count = place >= increments->count ? place + 1 : increments->count;
    increments->items[place] = ( logIncrement ){ .force = ssVec3_Sub( now->force, before->force ),
        .way = mean,
        .velocity = ssVec3_Sub( now->velocity, before->velocity ),
        .ratio = ssVec3_Length( now->force ) / now->load,
        .before = ssVec3_Length( before->force ) / before->load,
        .dt = dt };
}

/// The increments of contacts that stick, as sums of products.
typedef struct Sums
{
    int count;
    double ww, wv, vv, fw, fv, ff;
    double vvt;  // times dt
    double most; // of the terms of ww
} Sums;

static Sums sumUp( const logIncrements* increments, double least )
{
    Sums s = { 0 };
    for ( int i = 0; i < increments->count; ++i )
    {
        const logIncrement* d = increments->items + i;
        if ( d->ratio < least && d->before < least && ssVec3_Dot( d->way, d->way ) > 0.0 )
        {
            s.ww += ssVec3_Dot( d->way, d->way );
            s.most = ssMax( s.most, ssVec3_Dot( d->way, d->way ) );
            s.wv += ssVec3_Dot( d->way, d->velocity );
            s.vv += ssVec3_Dot( d->velocity, d->velocity );
            s.vvt += d->dt * ssVec3_Dot( d->velocity, d->velocity );
            s.fw += ssVec3_Dot( d->force, d->way );
            s.fv += ssVec3_Dot( d->force, d->velocity );
            s.ff += ssVec3_Dot( d->force, d->force );
            s.count += 1;
        }
    }
    return s;
}

/// What k and c leave of an increment.
static ssVec3 leftOf( const ssLogSpring* spring, const logIncrement* d )
{
    return ssVec3_MulAdd(
        ssVec3_MulAdd( d->force, spring->stiffness, d->way ), spring->damping, d->velocity );
}

/// The ratio at which increments no longer follow the spring.
static void findLimit( const logIncrements* increments, double* scratch, ssFingerprint* print )
{
    int count = 0;
    for ( int i = 0; i < increments->count; ++i )
    {
        const logIncrement* d = increments->items + i;
        bool slides = ssVec3_Length( leftOf( &print->spring, d ) ) >
            SLIDES * print->spring.stiffness * ssVec3_Length( d->way );
        if ( slides && d->ratio > 0.0 ) { scratch[count++] = d->ratio; }
    }
    bool reached = count >= SLIDING_MIN;
    double mu = logMedian( scratch, count ), low = logQuantile( scratch, count, 0.25 );
    double high = logQuantile( scratch, count, 0.75 );
    reached = reached && high - low <= 0.1 * mu;
    *print = ( ssFingerprint ){ .set = reached ? ss_logSetCircle : ss_logSetUnknown,
        .mu = reached ? mu : SS_NAN,
        .muErr = reached ? 1.4826 * ( high - low ) / sqrt( (double)count ) : SS_NAN,
        .miss = 0.0,
        .muMinor = reached ? mu : SS_NAN,
        .axisDeg = SS_NAN,
        .facetDeg = SS_NAN,
        .muR = print->muR,
        .muS = print->muS,
        .vEps = SS_NAN,
        .spring = print->spring };
}

void logFindSpring( const logIncrements* increments, ssFingerprint* print )
{
    double* scratch = logNumbers( increments->count );
    if ( scratch == NULL || increments->count < INCREMENTS_MIN )
    {
        ssRelease( scratch );
        return;
    }
    for ( int i = 0; i < increments->count; ++i ) { scratch[i] = increments->items[i].ratio; }
    Sums s = sumUp( increments, STICKS * logQuantile( scratch, increments->count, 0.95 ) );
    double determinant = s.ww * s.vv - s.wv * s.wv;
    bool both = determinant > 1e-9 * s.ww * s.vv;
    double k = both ? ( s.fv * s.wv - s.fw * s.vv ) / determinant : -s.fw / s.ww;
    double c = both ? ( s.fw * s.wv - s.fv * s.ww ) / determinant : 0.0;
    double left = s.ff + k * s.fw + c * s.fv; // of least squares
    double viscous = s.vv > 0.0 ? s.ff - s.fv * s.fv / s.vv : s.ff;
    bool shared = s.most < ALONE * s.ww;
    if ( s.count >= INCREMENTS_MIN && shared && k > 0.0 && left <= EXPLAINED * s.ff &&
        left <= BETTER * viscous )
    {
        // A displacement that ends with the step, v dt instead of the mean of two velocities,
        // makes the force differ by k dv dt/2.
        print->spring = ( ssLogSpring ){ .stiffness = k,
            .damping = ssMax( c, 0.0 ),
            .dampingErr = s.vv > 0.0 ? 0.5 * k * s.vvt / s.vv : 0.0,
            .miss = sqrt( ssMax( left, 0.0 ) / s.ff ) };
        findLimit( increments, scratch, print );
    }
    ssRelease( scratch );
}

double logSpringPower( const ssFingerprint* print, const logTouch* before, const logTouch* now, double dt )
{
    const ssLogSpring* spring = &print->spring;
    ssVec3 first = ssVec3_MulAdd( before->force, spring->damping, before->velocity ); // of the spring alone
    ssVec3 last = ssVec3_MulAdd( now->force, spring->damping, now->velocity );
    ssVec3 force = ssVec3_Scale( 0.5, ssVec3_Add( before->force, now->force ) );
    ssVec3 velocity = ssVec3_Scale( 0.5, ssVec3_Add( before->velocity, now->velocity ) );
    double released =
        ( ssVec3_Dot( first, first ) - ssVec3_Dot( last, last ) ) / ( 2.0 * spring->stiffness * dt );
    // The mean of two velocities is known to about a twelfth of their difference (trapezoidal rule).
    double change = ssVec3_Length( ssVec3_Sub( now->velocity, before->velocity ) ) / 12.0;
    double miss = MARGIN * spring->miss * ssVec3_Length( ssVec3_Sub( now->force, before->force ) ) /
        ( spring->stiffness * dt );
    double unexplained = ssVec3_Length( force ) * ( change + miss );
    return ssVec3_Dot( force, velocity ) - released - unexplained;
}

// Which pairs of bodies touch in a frame, and at how many points.

static int comparePairs( const void* a, const void* b )
{
    const logTouch *x = a, *y = b;
    int order = ( x->a > y->a ) - ( x->a < y->a );
    return order != 0 ? order : ( x->b > y->b ) - ( x->b < y->b );
}

/// Sums up the rows of equal pairs.
static int mergePairs( logTouch* pairs, int count )
{
    int merged = 0;
    if ( count > 1 ) { qsort( pairs, (size_t)count, sizeof *pairs, comparePairs ); }
    for ( int i = 0; i < count; ++i )
    {
        bool again = merged > 0 && comparePairs( pairs + merged - 1, pairs + i ) == 0;
        if ( again )
        {
            pairs[merged - 1].rows += 1;
            pairs[merged - 1].loads += pairs[i].load;
        }
        else { pairs[merged++] = pairs[i]; }
    }
    return merged;
}

logTouch logTouchOf( const ssLogFrame* frame, int row )
{
    ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), f = ssLogFrame_Vector( frame, ss_logFx, row );
    ssVec3 v = ssLogFrame_Vector( frame, ss_logVx, row );
    double load = ssVec3_Dot( f, n );
    return ( logTouch ){ .a = frame->columns[ss_logA][row],
        .b = frame->columns[ss_logB][row],
        .rows = 1,
        .force = ssVec3_MulAdd( f, -load, n ),
        .velocity = ssVec3_MulAdd( v, -ssVec3_Dot( v, n ), n ),
        .load = load,
        .loads = load };
}

ssResult logTouches_Add( logTouches* touches, const ssLogFrame* frame, double h )
{
    logTouchList before = touches->now;
    touches->now = touches->before;
    touches->before = before;
    const uint32_t pair = SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB );
    touches->any = touches->any || touches->frames > 0;
    touches->follows = touches->known && frame->t - touches->t < 1.5 * h;
    touches->known = frame->count == 0 || ( frame->known & pair ) == pair;
    touches->frames += 1;
    touches->t = frame->t;
    logTouchList* now = &touches->now;
    now->count = 0;
    if ( !touches->known ) { return ssOk(); }
    if ( frame->count > now->capacity )
    {
        ssRelease( now->pairs );
        *now = ( logTouchList ){ .pairs = ssAlloc( (size_t)frame->count * sizeof( logTouch ) ) };
        if ( now->pairs == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for an audit" ); }
        now->capacity = frame->count;
    }
    for ( int row = 0; row < frame->count; ++row )
    {
        if ( !isnan( frame->columns[ss_logA][row] ) && !isnan( frame->columns[ss_logB][row] ) )
        {
            now->pairs[now->count++] = logTouchOf( frame, row );
        }
    }
    now->count = mergePairs( now->pairs, now->count );
    return ssOk();
}

static const logTouch* findPair( const logTouchList* list, double a, double b )
{
    logTouch pair = { .a = a, .b = b };
    return list->count > 0 ? bsearch( &pair, list->pairs, (size_t)list->count, sizeof pair, comparePairs )
                           : NULL;
}

const logTouch* logTouches_Now( const logTouches* touches, double a, double b )
{
    return touches->known ? findPair( &touches->now, a, b ) : NULL;
}

static int rowsOf( const logTouchList* list, double a, double b )
{
    const logTouch* found = findPair( list, a, b );
    return found != NULL ? found->rows : 0;
}

const logTouch* logTouches_Before( const logTouches* touches, double a, double b )
{
    const logTouch* found = touches->follows && touches->known && rowsOf( &touches->now, a, b ) == 1
        ? findPair( &touches->before, a, b )
        : NULL;
    return found != NULL && found->rows == 1 ? found : NULL;
}

bool logTouches_IsNew( const logTouches* touches, double a, double b )
{
    int before = touches->follows ? rowsOf( &touches->before, a, b ) : 0;
    return touches->known && touches->any && !isnan( a ) && !isnan( b ) &&
        rowsOf( &touches->now, a, b ) > before;
}

void logTouches_End( logTouches* touches )
{
    ssRelease( touches->now.pairs );
    ssRelease( touches->before.pairs );
}

logParts logResolve( const ssLogFrame* frame, int row )
{
    ssVec3 n = ssVec3_Normalize( ssLogFrame_Vector( frame, ss_logNx, row ) );
    // World x in the plane of the contact; y where x is the normal.
    ssVec3 from = fabs( n.x ) < 0.999 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    ssVec3 e1 = ssVec3_Normalize( ssVec3_MulAdd( from, -ssVec3_Dot( from, n ), n ) ),
           e2 = ssVec3_Cross( n, e1 );
    ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
    ssVec3 m = ssLogFrame_Vector( frame, ss_logMx, row ), w = ssLogFrame_Vector( frame, ss_logWx, row );
    return ( logParts ){
        .load = ssVec3_Dot( f, n ),
        .opening = ssVec3_Dot( v, n ),
        .force = { ssVec3_Dot( f, e1 ), ssVec3_Dot( f, e2 ) },
        .slip = { ssVec3_Dot( v, e1 ), ssVec3_Dot( v, e2 ) },
        .moment = { ssVec3_Dot( m, e1 ), ssVec3_Dot( m, e2 ) },
        .turning = { ssVec3_Dot( w, e1 ), ssVec3_Dot( w, e2 ) },
        .spinMoment = ssVec3_Dot( m, n ),
        .spin = ssVec3_Dot( w, n ),
        .a = frame->columns[ss_logA][row],
        .b = frame->columns[ss_logB][row],
    };
}

int logSamplePlace( uint64_t* seen, uint64_t* state )
{
    uint64_t place = ( *seen )++;
    if ( place >= LOG_SAMPLES_MAX )
    {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        place = ( *state >> 11 ) % *seen;
    }
    return place < LOG_SAMPLES_MAX ? (int)place : -1;
}

void logAddSample( logSamples* samples, const logParts* parts, double closing )
{
    double speed = ssVec2_Length( parts->slip );
    double rollingSpeed = ssVec2_Length( parts->turning ), spinningSpeed = fabs( parts->spin );
    if ( !( speed > 0.0 ) && !( rollingSpeed > 0.0 ) && !( spinningSpeed > 0.0 ) ) { return; }
    int place = logSamplePlace( &samples->seen, &samples->state );
    if ( place < 0 ) { return; }
    samples->count = samples->count < LOG_SAMPLES_MAX ? samples->count + 1 : samples->count;
    samples->items[place] = ( logSample ){
        .ratio = ssVec2_Length( parts->force ) / parts->load,
        .speed = speed,
        .forceAngle = ssAtan2( parts->force.y, parts->force.x ),
        .slipAngle = ssAtan2( -parts->slip.y, -parts->slip.x ),
        .opening = parts->opening,
        .closing = closing,
        .rolling = ssVec2_Length( parts->moment ) / parts->load,
        .spinning = fabs( parts->spinMoment ) / parts->load,
        .rollingSpeed = rollingSpeed,
        .spinningSpeed = spinningSpeed,
        .a = parts->a,
        .b = parts->b,
    };
}

double* logNumbers( int count ) { return ssAlloc( (size_t)( count > 0 ? count : 1 ) * sizeof( double ) ); }

static int compareNumbers( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

double logQuantile( double* numbers, int count, double share )
{
    if ( count == 0 ) { return SS_NAN; }
    qsort( numbers, (size_t)count, sizeof *numbers, compareNumbers );
    return numbers[(int)( share * ( count - 1 ) + 0.5 )];
}

double logMedian( double* numbers, int count ) { return logQuantile( numbers, count, 0.5 ); }

double logWrap( double angle, double period ) { return angle - period * floor( angle / period + 0.5 ); }
