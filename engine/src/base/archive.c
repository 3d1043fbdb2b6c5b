// SPDX-License-Identifier: MIT
#include "slipstick/archive.h"
#include "base/bits.h"

/// Little-endian. The local array lets the compiler store a whole word.
static inline void storeWord( unsigned char* bytes, uint64_t value )
{
    unsigned char word[8];
    for ( int i = 0; i < 8; ++i ) { word[i] = (unsigned char)( value >> ( 8 * i ) ); }
    memcpy( bytes, word, sizeof word );
}

// Every value is stored as one 64-bit word: no padding, and the same bytes on every machine. (Inline: a step
// that may be cancelled first copies a state of hundreds of thousands of words.)
static inline void visitWord( ssArchive* archive, uint64_t* value )
{
    switch ( archive->mode )
    {
        case ss_archiveMeasure: break;

        case ss_archiveHash: archive->hash = ssHashU64( archive->hash, *value ); break;

        case ss_archiveWrite:
            if ( archive->used + 8 > archive->size )
            {
                archive->overrun = true;
                break;
            }
            storeWord( archive->bytes + archive->used, *value );
            break;

        case ss_archiveRead:
            *value = 0;
            if ( archive->used + 8 > archive->size )
            {
                archive->overrun = true;
                return;
            }
            for ( int i = 0; i < 8; ++i )
            {
                *value |= (uint64_t)archive->bytes[archive->used + (size_t)i] << ( 8 * i );
            }
            break;
    }
    archive->used += 8;
}

static inline void visitNumber( ssArchive* archive, double* value )
{
    if ( archive->mode == ss_archiveHash )
    {
        archive->hash = ssHashF64( archive->hash, *value );
        archive->used += 8;
        return;
    }
    uint64_t bits = bitsOf( *value );
    visitWord( archive, &bits );
    *value = doubleOf( bits );
}

void ssArchive_U64( ssArchive* archive, uint64_t* value ) { visitWord( archive, value ); }

void ssArchive_F64( ssArchive* archive, double* value ) { visitNumber( archive, value ); }

void ssArchive_F64s( ssArchive* archive, double* values, int count )
{
    for ( int i = 0; i < count; ++i ) { visitNumber( archive, values + i ); }
}

void ssArchive_Int( ssArchive* archive, int* value )
{
    uint64_t bits = (uint64_t)(int64_t)*value;
    visitWord( archive, &bits );
    *value = (int)(int64_t)bits;
}

void ssArchive_Bool( ssArchive* archive, bool* value )
{
    uint64_t bits = *value ? 1 : 0;
    visitWord( archive, &bits );
    *value = bits != 0;
}

void ssArchive_Text( ssArchive* archive, char* text, int capacity )
{
    int length = archive->mode == ss_archiveRead ? 0 : (int)strlen( text );
    ssArchive_Int( archive, &length );
    if ( length < 0 || length >= capacity || archive->overrun )
    {
        archive->overrun = true;
        text[0] = '\0';
        return;
    }
    for ( int i = 0; i < length; i += 8 )
    {
        int count = length - i < 8 ? length - i : 8;
        uint64_t word = 0;
        for ( int j = 0; j < count; ++j ) { word |= (uint64_t)(unsigned char)text[i + j] << ( 8 * j ); }
        visitWord( archive, &word );
        for ( int j = 0; j < count; ++j ) { text[i + j] = (char)(unsigned char)( word >> ( 8 * j ) ); }
    }
    text[length] = '\0';
}

void ssArchive_Vec2( ssArchive* archive, ssVec2* value )
{
    visitNumber( archive, &value->x );
    visitNumber( archive, &value->y );
}

void ssArchive_Vec3( ssArchive* archive, ssVec3* value )
{
    visitNumber( archive, &value->x );
    visitNumber( archive, &value->y );
    visitNumber( archive, &value->z );
}

void ssArchive_Quat( ssArchive* archive, ssQuat* value )
{
    visitNumber( archive, &value->w );
    visitNumber( archive, &value->x );
    visitNumber( archive, &value->y );
    visitNumber( archive, &value->z );
}

void ssArchive_Rng( ssArchive* archive, ssRng* value )
{
    for ( int i = 0; i < 4; ++i ) { visitWord( archive, value->s + i ); }
}
