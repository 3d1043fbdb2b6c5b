// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// How the public types lie in memory and what the public functions take, for modules in other languages: they
// compare this table with what they were made from before they call anything.

/// A struct ("ssVec3": its size), a member ("ssVec3.x": offset and size), an enum value (`offset` is the
/// value) or a function (`offset` is a checksum of its types).
typedef struct ssLayoutRow
{
    const char* name;
    size_t offset, size;
} ssLayoutRow;

/// All rows; `count` gets their number, which is 0 where the library was built without Python.
SS_API_ANY const ssLayoutRow* ssLayout( int* count );
