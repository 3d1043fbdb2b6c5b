// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

#include <stdio.h>
#include <string.h>

// The rows of MCAP messages, in the layout of slipstick_probe.h: a contact is the columns from `contact` to
// `mu_s` in the order of ssLogColumn, three of them 64-bit integers, the others floats of 64 bits, or of 32
// from the normal on; a body is id, pose, shape, size, mass.

#define BLOCK 256          // rows read at once
#define CONTACT 200        // [bytes] of a row
#define CONTACT_SINGLE 128 // likewise in single precision
#define BODY 104
#define SINGLES 48 // where the numbers in single precision begin
#define SAMPLES 32

bool logMcapHostIsLittle( void )
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy( &first, &one, 1 );
    return first == 1;
}

static uint64_t readU64( const uint8_t* bytes, bool swapped )
{
    uint64_t value = 0;
    if ( !swapped )
    {
        memcpy( &value, bytes, 8 );
        return value;
    }
    uint8_t turned[8];
    for ( int i = 0; i < 8; ++i ) { turned[i] = bytes[7 - i]; }
    memcpy( &value, turned, 8 );
    return value;
}

uint32_t logMcapU32( const uint8_t* bytes, bool swapped )
{
    uint8_t turned[4] = { bytes[3], bytes[2], bytes[1], bytes[0] };
    uint32_t value;
    memcpy( &value, swapped ? turned : bytes, 4 );
    return value;
}

double logMcapDouble( const uint8_t* bytes, bool swapped )
{
    uint64_t bits = readU64( bytes, swapped );
    double value;
    memcpy( &value, &bits, 8 );
    return value;
}

static double readFloat( const uint8_t* bytes, bool swapped )
{
    uint32_t bits = logMcapU32( bytes, swapped );
    float value;
    memcpy( &value, &bits, 4 );
    return (double)value;
}

/// The smallest integer means that there is no number.
static double readId( const uint8_t* bytes, bool swapped )
{
    uint64_t bits = readU64( bytes, swapped );
    int64_t id;
    memcpy( &id, &bits, 8 );
    return id == INT64_MIN ? (double)NAN : (double)id;
}

/// Fills one column of `count` rows.
static void readColumn( const uint8_t* from, size_t stride, bool swapped, int column, int count, double* to )
{
    if ( column <= ss_logB )
    {
        for ( int i = 0; i < count; ++i ) { to[i] = readId( from + (size_t)i * stride, swapped ); }
    }
    else if ( swapped )
    {
        for ( int i = 0; i < count; ++i ) { to[i] = logMcapDouble( from + (size_t)i * stride, true ); }
    }
    else
    {
        for ( int i = 0; i < count; ++i ) { memcpy( to + i, from + (size_t)i * stride, 8 ); }
    }
}

/// Fills `count` rows from `first` on, by columns, so that decisions are made once for all rows.
static void readBlock(
    const uint8_t* rows, bool single, bool swapped, int first, int count, ssLogFrame* contacts )
{
    size_t stride = single ? CONTACT_SINGLE : CONTACT;
    int doubles = single ? ss_logNx : ss_logColumnCount;
    for ( int i = 0; i < count; ++i ) { contacts->columns[ss_logT][first + i] = contacts->t; }
    for ( int c = ss_logContact; c < doubles; ++c )
    {
        readColumn(
            rows + 8 * ( c - ss_logContact ), stride, swapped, c, count, contacts->columns[c] + first );
    }
    for ( int c = doubles; c < ss_logColumnCount; ++c )
    {
        const uint8_t* from = rows + SINGLES + 4 * ( c - ss_logNx );
        double* to = contacts->columns[c] + first;
        for ( int i = 0; i < count; ++i ) { to[i] = readFloat( from + (size_t)i * stride, swapped ); }
    }
}

/// The beginning of a message was checked when the log was opened; a file that has changed since is refused.
static ssResult readHead( ssContactLog* log, uint64_t place, logMcapMessage* message )
{
    uint8_t head[LOG_MCAP_EMPTY];
    SS_TRY( logReadBytes( log, place, head, sizeof head ) );
    message->swapped = ( head[1] == 1 ) != logMcapHostIsLittle();
    message->count = logMcapU32( head + 20, message->swapped );
    return message->count <= LOG_MCAP_ROWS_MAX ? ssOk() : logChanged( log );
}

/// Says what is wrong with the first of these rows that is not valid.
static ssResult checkRows( const ssContactLog* log, const ssLogFrame* contacts, int first, int last )
{
    int row = logFindInvalid( contacts, first, last );
    char place[64];
    if ( row < 0 ) { return ssOk(); }
    snprintf( place, sizeof place, "t = %.10g, row %d", contacts->t, row );
    return logCheckRow( log, contacts, row, place );
}

/// Reads at most `most` rows into the first of `contacts`, and checks them while they are cached.
static ssResult readRows( ssContactLog* log, int frame, int most, bool checked, ssLogFrame* contacts )
{
    uint8_t block[BLOCK * CONTACT];
    logMcapMessage message = { 0 };
    uint64_t offset = logFrame( log, frame ).offset, place = offset / 2;
    bool single = offset % 2 == 1;
    size_t stride = single ? CONTACT_SINGLE : CONTACT, padding = single ? 4 : 0; // the last row has none
    SS_TRY( readHead( log, place, &message ) );
    SS_TRY( message.count == (uint32_t)ssContactLog_Count( log, frame ) ? ssOk() : logChanged( log ) );
    place += LOG_MCAP_ROWS;
    for ( int first = 0; first < most; first += BLOCK )
    {
        int count = most - first < BLOCK ? most - first : BLOCK;
        SS_TRY(
            logReadBytes( log, place + (uint64_t)first * stride, block, (size_t)count * stride - padding ) );
        readBlock( block, single, message.swapped, first, count, contacts );
        SS_TRY( checked ? checkRows( log, contacts, first, first + count ) : ssOk() );
    }
    return ssOk();
}

ssResult logMcapReadContacts( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    return readRows( log, frame, contacts->count, true, contacts );
}

static void readBody( const uint8_t* row, bool swapped, ssLogBody* body )
{
    double x[13];
    for ( int k = 0; k < SS_COUNT( x ); ++k ) { x[k] = logMcapDouble( row + 8 * k, swapped ); }
    uint32_t shape = logMcapU32( row + 64, swapped );
    *body = ( ssLogBody ){
        .id = readId( row, swapped ),
        .position = { x[1], x[2], x[3] },
        .orientation = { .x = x[4], .y = x[5], .z = x[6], .w = x[7] },
        .shape = shape <= ss_logShapePlane ? (ssLogShape)shape : ss_logShapeUnknown,
        .size = { x[9], x[10], x[11] },
        .mass = x[12],
    };
}

ssResult logMcapReadBodies( ssContactLog* log, uint64_t place, ssLogFrame* contacts )
{
    uint8_t block[BLOCK * BODY];
    logMcapMessage message = { 0 };
    ssResult result = readHead( log, place, &message );
    result = result.code == ss_ok ? logEmptyBodies( contacts, (int)message.count ) : result;
    place += LOG_MCAP_ROWS;
    for ( int first = 0; result.code == ss_ok && first < contacts->bodyCount; first += BLOCK )
    {
        int count = contacts->bodyCount - first < BLOCK ? contacts->bodyCount - first : BLOCK;
        result = logReadBytes( log, place + (uint64_t)first * BODY, block, (size_t)count * BODY );
        for ( int i = 0; result.code == ss_ok && i < count; ++i )
        {
            readBody( block + (size_t)i * BODY, message.swapped, contacts->bodies + first + i );
        }
    }
    contacts->bodyCount = result.code == ss_ok ? contacts->bodyCount : 0;
    return result;
}

ssResult logMcapFindKnown( ssContactLog* log, int first )
{
    ssLogFrame frame = { 0 };
    ssResult result = ssOk();
    log->known |= SS_LOG_OBLIGATORY;
    int step = ( log->frameCount - first ) / SAMPLES + 1;
    for ( int k = first; result.code == ss_ok && k < log->frameCount; k += step )
    {
        int count = ssContactLog_Count( log, k ), most = count < BLOCK ? count : BLOCK;
        frame.count = 0;
        frame.t = ssContactLog_Time( log, k );
        result = ssLogFrame_Resize( &frame, most, 0 );
        result = result.code == ss_ok ? readRows( log, k, most, false, &frame ) : result;
        ssLogFrame_UpdateKnown( &frame );
        log->known |= result.code == ss_ok ? frame.known : 0;
    }
    ssLogFrame_Destroy( &frame );
    return result;
}
