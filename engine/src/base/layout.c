// SPDX-License-Identifier: MIT
#include "slipstick/advanced/layout.h"

#if defined( SLIPSTICK_LAYOUT )

// From the source that engine/python/slipstick_headers.py writes.
extern const ssLayoutRow ss_layoutRows[];
extern const int ss_layoutRowCount;

const ssLayoutRow* ssLayout( int* count )
{
    *count = ss_layoutRowCount;
    return ss_layoutRows;
}

#else

const ssLayoutRow* ssLayout( int* count )
{
    *count = 0;
    return NULL;
}

#endif
