// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world_save.h"
#include "world/world_private.h"

// What the files that save a world share.

/// A number of things that are read or written next, of at least `size` bytes each: one that the archive
/// cannot hold marks it as overrun, and nothing is allocated for it.
int savedCount( ssArchive* archive, int count, size_t size );

// world_save_law.c
/// The refusal of a law that cannot be saved.
ssResult saveLawCheck( const ssWorld* world );
void saveLaws( ssWorld* world, ssArchive* archive );
/// Adds the laws to a world that has none. Damage is an overrun of the archive, anything else an error.
ssResult restoreLaws( ssWorld* world, const ssRestoreDef* def, ssArchive* archive );

// world_save_hull.c
/// The hulls of all bodies, each once. The bodies that are read have their
/// hulls and nothing else. False: no memory.
bool saveHulls( ssWorld* world, ssArchive* archive );
bool restoreHulls( ssWorld* world, ssArchive* archive );
