// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rng.h"
#include "slipstick/vecmath.h"

// One list of fields serves four purposes. A scenario names each field that affects its next step once, in
// `serialize`; the archive measures, writes, reads or hashes them. What is not named is not simulation state.
// Values are stored as little-endian 64-bit words: no pointers, no padding, bit-exact doubles.

typedef enum ssArchiveMode
{
    ss_archiveMeasure,
    ss_archiveWrite,
    ss_archiveRead,
    ss_archiveHash,
} ssArchiveMode;

typedef struct ssArchive
{
    ssArchiveMode mode;
    unsigned char* bytes; ///< write and read
    size_t size;          ///< capacity when writing, length when reading
    size_t used;          ///< bytes measured, written or read so far
    uint64_t hash;
    /// The blob ended too early, and every read after that gave zero; or a scenario read what cannot be.
    bool overrun;
} ssArchive;

SS_API void ssArchive_U64( ssArchive* archive, uint64_t* value );
SS_API void ssArchive_F64( ssArchive* archive, double* value );
SS_API void ssArchive_F64s( ssArchive* archive, double* values, int count );
SS_API void ssArchive_Int( ssArchive* archive, int* value );
SS_API void ssArchive_Bool( ssArchive* archive, bool* value );
/// A text of at most capacity - 1 bytes; one that does not fit ends the reading.
SS_API void ssArchive_Text( ssArchive* archive, char* text, int capacity );
SS_API void ssArchive_Vec2( ssArchive* archive, ssVec2* value );
SS_API void ssArchive_Vec3( ssArchive* archive, ssVec3* value );
SS_API void ssArchive_Quat( ssArchive* archive, ssQuat* value );
SS_API void ssArchive_Rng( ssArchive* archive, ssRng* value );
