// SPDX-License-Identifier: MIT
#include "scenario/toss_data.h"
#include "slipstick/advanced/csv.h"

#include <string.h>

// Reads the measured poses of a tossed body and interpolates them.

enum
{
    columnT,
    columnX,
    columnQ = columnX + 3,
    columnV = columnQ + 4,
    columnW = columnV + 3,
    columnCount = columnW + 3,
    requiredCount = columnV
};

static const char* const s_columns[columnCount] = { "t", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy",
    "vz", "wx", "wy", "wz" };

// The units that a column may have, and their factors to SI.
typedef struct Units
{
    const char* names[3];
    double factors[3];
} Units;

static const Units s_time = { { "s", "ms", "us" }, { 1.0, 1e-3, 1e-6 } };
static const Units s_length = { { "m", "mm", "cm" }, { 1.0, 1e-3, 1e-2 } };
static const Units s_number = { { "1", "1", "1" }, { 1.0, 1.0, 1.0 } };
static const Units s_speed = { { "m/s", "mm/s", "cm/s" }, { 1.0, 1e-3, 1e-2 } };
static const Units s_rate = { { "rad/s", "deg/s", "°/s" }, { 1.0, SS_PI / 180.0, SS_PI / 180.0 } };

static const Units* unitsOf( int column )
{
    return column < columnX ? &s_time
        : column < columnQ  ? &s_length
        : column < columnV  ? &s_number
        : column < columnW  ? &s_speed
                            : &s_rate;
}

/// Turns the numbers of the file into SI units.
static ssResult convert( const char* path, const char* label, ssCsv* csv )
{
    for ( int c = 0; c < columnCount; ++c )
    {
        const Units* units = unitsOf( c );
        double factor = csv->units[c][0] == '\0' ? 1.0 : 0.0;
        for ( int k = 0; k < 3; ++k )
        {
            factor = strcmp( csv->units[c], units->names[k] ) == 0 ? units->factors[k] : factor;
        }
        if ( factor == 0.0 )
        {
            return ssError( ss_errorFormat, label,
                "%.120s: column %s has the unit '%s'; allowed: %s, %s or %s", path, s_columns[c],
                csv->units[c], units->names[0], units->names[1], units->names[2] );
        }
        for ( int i = 0; i < csv->rowCount; ++i ) { csv->numbers[i * csv->columnCount + c] *= factor; }
    }
    return ssOk();
}

static ssVec3 vectorAt( const ssCsv* csv, int row, int column )
{
    return ssVec3_Make( ssCsv_Number( csv, row, column ), ssCsv_Number( csv, row, column + 1 ),
        ssCsv_Number( csv, row, column + 2 ) );
}

/// Takes one row; a row with a gap is counted and left out.
static ssResult takeRow( const char* path, const char* label, const ssCsv* csv, int row, TossData* data )
{
    double sum = 0.0;
    for ( int c = 0; c < requiredCount; ++c ) { sum += ssCsv_Number( csv, row, c ); }
    if ( !isfinite( sum ) )
    {
        ++data->leftOut;
        return ssOk();
    }
    ssQuat q = { ssCsv_Number( csv, row, columnQ ), ssCsv_Number( csv, row, columnQ + 1 ),
        ssCsv_Number( csv, row, columnQ + 2 ), ssCsv_Number( csv, row, columnQ + 3 ) };
    double time = ssCsv_Number( csv, row, columnT ), length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if ( !( length > 0.25 && length < 4.0 ) )
    {
        return ssError( ss_errorFormat, label,
            "%.120s, line %d: the quaternion has the length %g; allowed: 1", path, csv->lines[row],
            sqrt( length ) );
    }
    if ( data->count > 0 && !( time - data->times[data->count - 1] > 0.0 ) )
    {
        return ssError( ss_errorFormat, label,
            "%.120s, line %d: t = %g s is not after t = %g s of the row before", path, csv->lines[row], time,
            data->times[data->count - 1] );
    }
    if ( data->count == 0 )
    {
        data->velocity = vectorAt( csv, row, columnV );
        data->omega = vectorAt( csv, row, columnW );
        data->hasVelocity = isfinite( ssVec3_Length( data->velocity ) );
        data->hasOmega = isfinite( ssVec3_Length( data->omega ) );
    }
    data->times[data->count] = time;
    data->poses[data->count++] = ( ssPose ){ vectorAt( csv, row, columnX ), ssQuat_Normalize( q ) };
    return ssOk();
}

ssResult tossDataRead( const char* path, const char* label, TossData* data )
{
    *data = ( TossData ){ 0 };
    ssCsv csv;
    SS_TRY( ssReadCsvWithGaps( path, s_columns, columnCount, requiredCount, &csv ) );
    ssResult result = convert( path, label, &csv );
    data->times = ssAlloc( sizeof( double ) * (size_t)( csv.rowCount + 1 ) );
    data->poses = ssAlloc( sizeof( ssPose ) * (size_t)( csv.rowCount + 1 ) );
    if ( result.code == ss_ok && ( data->times == NULL || data->poses == NULL ) )
    {
        result = ssError( ss_errorMemory, label, "%.120s: out of memory", path );
    }
    for ( int i = 0; i < csv.rowCount && result.code == ss_ok; ++i )
    {
        result = takeRow( path, label, &csv, i, data );
    }
    if ( result.code == ss_ok && data->count < 2 )
    {
        result = ssError( ss_errorFormat, label, "%.120s: %d rows%s; allowed: 2 or more", path, data->count,
            data->leftOut > 0 ? " without an empty or nan cell" : "" );
    }
    ssCsv_Destroy( &csv );
    if ( result.code != ss_ok )
    {
        tossDataFree( data );
        return result;
    }
    for ( int i = data->count - 1; i >= 0; --i ) { data->times[i] -= data->times[0]; }
    data->velocity = data->hasVelocity ? data->velocity : ssVec3_Make( 0.0, 0.0, 0.0 );
    data->omega = data->hasOmega ? data->omega : ssVec3_Make( 0.0, 0.0, 0.0 );
    return result;
}

void tossDataFree( TossData* data )
{
    ssRelease( data->times );
    ssRelease( data->poses );
    *data = ( TossData ){ 0 };
}

ssPose tossPoseBetween( ssPose from, ssPose to, double share )
{
    ssVec3 turn =
        ssQuat_ToRotationVector( ssQuat_Mul( ssQuat_Conjugate( from.orientation ), to.orientation ) );
    ssQuat part = ssQuat_FromRotationVector( ssVec3_Scale( share, turn ) );
    return ( ssPose ){ ssVec3_MulAdd( from.position, share, ssVec3_Sub( to.position, from.position ) ),
        ssQuat_Normalize( ssQuat_Mul( from.orientation, part ) ) };
}

ssPose tossDataPose( const TossData* data, double time )
{
    int first = 0, last = data->count - 1;
    while ( last - first > 1 )
    {
        int middle = first + ( last - first ) / 2;
        first = data->times[middle] <= time ? middle : first;
        last = data->times[middle] <= time ? last : middle;
    }
    double share = ( time - data->times[first] ) / ( data->times[last] - data->times[first] );
    return share <= 0.0 ? data->poses[first]
        : share >= 1.0  ? data->poses[last]
                        : tossPoseBetween( data->poses[first], data->poses[last], share );
}
