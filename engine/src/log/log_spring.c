// SPDX-License-Identifier: MIT
#include "log/log_spring.h"

#include <math.h>

// Finds whether the tangential forces of a log come from springs, and how stiff they are.

#define INCREMENTS_MIN 20 // that the spring has to explain
#define STICKS 0.5        // of the largest |f_T| / f_N: contacts below it do not slide
#define EXPLAINED 0.05    // of the squares of the increments a spring leaves at most
#define BETTER 0.3        // of what a viscous force alone would leave
#define SLIDES 0.1        // an increment that is off by this share of the spring's slides
#define SLIDING_MIN 12    // increments that tell the limit
// what the spring does not explain of typical increments it does not explain of others either
#define MARGIN 3.0

ssResult logBeginIncrements( logIncrements* increments )
{
    *increments = ( logIncrements ){ .items = ssAlloc( LOG_SAMPLES_MAX * sizeof( logIncrement ) ) };
    return increments->items != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
}

void logEndIncrements( logIncrements* increments )
{
    ssRelease( increments->items );
    increments->items = NULL;
}

void logAddIncrement( logIncrements* increments, const logTouch* before, const logTouch* now, double dt )
{
    ssVec3 mean = ssVec3_Scale( 0.5 * dt, ssVec3_Add( before->velocity, now->velocity ) );
    int place = logSamplePlace( &increments->seen, &increments->state );
    if ( place < 0 || !( before->load > 0.0 && now->load > 0.0 ) )
    {
        return;
    }
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
    double vvt; // times dt
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
        if ( slides && d->ratio > 0.0 )
        {
            scratch[count++] = d->ratio;
        }
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
    for ( int i = 0; i < increments->count; ++i )
    {
        scratch[i] = increments->items[i].ratio;
    }
    Sums s = sumUp( increments, STICKS * logQuantile( scratch, increments->count, 0.95 ) );
    double determinant = s.ww * s.vv - s.wv * s.wv;
    bool both = determinant > 1e-9 * s.ww * s.vv;
    double k = both ? ( s.fv * s.wv - s.fw * s.vv ) / determinant : -s.fw / s.ww;
    double c = both ? ( s.fw * s.wv - s.fv * s.ww ) / determinant : 0.0;
    double left = s.ff + k * s.fw + c * s.fv; // of least squares
    double viscous = s.vv > 0.0 ? s.ff - s.fv * s.fv / s.vv : s.ff;
    if ( s.count >= INCREMENTS_MIN && k > 0.0 && left <= EXPLAINED * s.ff && left <= BETTER * viscous )
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
