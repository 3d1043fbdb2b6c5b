// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// A world as a block of bytes, to be kept in a file or sent to another process, and the world that is made of
// it again. A blob holds everything: definition, bodies, shapes with their hulls, joints, laws, contacts with
// their reactions and what they remember, the ledger and the time. The new world steps on with the same bits,
// on any machine and number of threads.
//
//     ssBlob blob;
//     ssResult result = ssWorld_Save( world, &blob );
//     fwrite( blob.bytes, 1, blob.size, file );
//     ssBlob_Destroy( &blob );
//     …
//     result = ssWorld_Restore( bytes, size, NULL, &world );
//
// Hooks, `stop` and user data belong to the program and are not saved. A law that is a function of the
// program is saved by its name (ssLawCallback.name) and given again when the world is restored.

typedef struct ssBlob
{
    unsigned char* bytes;
    size_t size;
} ssBlob;

SS_API_OBJECT void ssBlob_Destroy( ssBlob* blob ); ///< a zeroed blob is fine

/// Between two steps, and one thread at a time although the world is const. The caller destroys the blob,
/// which is empty after an error: the world is in a step, a callback law has no name, or memory is out.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Save( const ssWorld* world, ssBlob* blob );

/// What a blob cannot hold.
typedef struct ssRestoreDef
{
    const ssLawCallback* callbacks; ///< the functions of callback laws, by their names
    int callbackCount;
} ssRestoreDef;

/// Makes a world of a blob; `def` may be NULL. Handles of the saved world name the same bodies, joints and
/// laws in the new one. `world` becomes NULL on an error: the bytes are no saved world, are of another
/// version, are cut short or damaged, or a law, set or solver that the world uses is not known to this
/// program.
SS_API_ANY SS_CHECKED ssResult ssWorld_Restore(
    const void* bytes, size_t size, const ssRestoreDef* def, ssWorld** world );
