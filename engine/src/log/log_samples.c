// SPDX-License-Identifier: MIT
#include "log/log_samples.h"

#include <math.h>
#include <stdlib.h>

// Collects the contacts that a fingerprint is made of, and the order statistics it needs.

static ssVec3 unit( ssVec3 v )
{
    return ssVec3_Scale( 1.0 / ssVec3_Length( v ), v );
}

logParts logResolve( const ssLogFrame* frame, int row )
{
    ssVec3 n = unit( ssLogFrame_Vector( frame, ss_logNx, row ) );
    // World x in the plane of the contact; y where x is the normal.
    ssVec3 from = fabs( n.x ) < 0.999 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    ssVec3 e1 = unit( ssVec3_MulAdd( from, -ssVec3_Dot( from, n ), n ) ), e2 = ssVec3_Cross( n, e1 );
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

ssResult logBeginSamples( logSamples* samples )
{
    *samples = ( logSamples ){ .items = ssAlloc( LOG_SAMPLES_MAX * sizeof( logSample ) ) };
    return samples->items != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
}

void logEndSamples( logSamples* samples )
{
    ssRelease( samples->items );
    samples->items = NULL;
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
    if ( !( speed > 0.0 ) && !( rollingSpeed > 0.0 ) && !( spinningSpeed > 0.0 ) )
    {
        return;
    }
    int place = logSamplePlace( &samples->seen, &samples->state );
    if ( place < 0 )
    {
        return;
    }
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

double* logNumbers( int count )
{
    return ssAlloc( (size_t)( count > 0 ? count : 1 ) * sizeof( double ) );
}

static int compareNumbers( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

double logQuantile( double* numbers, int count, double share )
{
    if ( count == 0 )
    {
        return SS_NAN;
    }
    qsort( numbers, (size_t)count, sizeof *numbers, compareNumbers );
    return numbers[(int)( share * ( count - 1 ) + 0.5 )];
}

double logMedian( double* numbers, int count )
{
    return logQuantile( numbers, count, 0.5 );
}

double logWrap( double angle, double period )
{
    return angle - period * floor( angle / period + 0.5 );
}
