// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rng.h"
#include "slipstick/vecmath.h"

// Saving, restoring and hashing a simulation state from one list of fields. A scenario's `serialize` passes
// each field that affects the next step to the archive once; the archive then measures, writes, reads or
// hashes it. A field that is not passed is not part of the simulation state. Values are stored as
// little-endian 64-bit words: no pointers, no padding, bit-exact doubles.

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
    unsigned char* bytes; ///< the blob to write or read
    size_t size;          ///< [bytes] capacity when writing, length when reading
    size_t used;          ///< [bytes] measured, written or read so far
    uint64_t hash;
    /// The blob ended too early: every later read yielded zero, and what did not fit was not written, though
    /// counted in `used`. Or a scenario read an impossible value and set this.
    bool overrun;
    /// The typed law of the simulation, from which a state that is read makes its own; NULL: none.
    const struct ssLawProgram* law;
    /// The build of the simulation, likewise.
    const struct ssBuild* build;
    /// Why `overrun` is set, where there is more to say than that the state is
    /// not one of this simulation; else ss_ok.
    ssResult refusal;
} ssArchive;

SS_API_OBJECT void ssArchive_U64( ssArchive* archive, uint64_t* value );
SS_API_OBJECT void ssArchive_F64( ssArchive* archive, double* value );
SS_API_OBJECT void ssArchive_F64s( ssArchive* archive, double* values, int count );
SS_API_OBJECT void ssArchive_Int( ssArchive* archive, int* value );
SS_API_OBJECT void ssArchive_Bool( ssArchive* archive, bool* value );
/// A text of at most capacity - 1 bytes. A longer one sets `overrun`.
SS_API_OBJECT void ssArchive_Text( ssArchive* archive, char* text, int capacity );
SS_API_OBJECT void ssArchive_Vec2( ssArchive* archive, ssVec2* value );
SS_API_OBJECT void ssArchive_Vec3( ssArchive* archive, ssVec3* value );
SS_API_OBJECT void ssArchive_Quat( ssArchive* archive, ssQuat* value );
SS_API_OBJECT void ssArchive_Rng( ssArchive* archive, ssRng* value );
