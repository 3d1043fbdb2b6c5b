// SPDX-License-Identifier: MIT
#include "base/csv_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of numbers.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// The fast reader of numbers agrees with the C library to the bit, and what is printed reads back as the same
// number.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    char text[64], printed[64];
    double fast = 0.0, back = 0.0;
    if ( size >= sizeof text ) { return 0; }
    memcpy( text, data, size );
    text[size] = '\0';
    if ( strlen( text ) != size || !ssParseNumberSpan( text, size, &fast ) ) { return 0; }
    double slow = strtod( text, NULL );
    int length = ssSpellNumber( fast, printed );
    if ( memcmp( &fast, &slow, sizeof fast ) != 0 || !ssParseNumberSpan( printed, (size_t)length, &back ) ||
        memcmp( &fast, &back, sizeof fast ) != 0 )
    {
        abort();
    }
    return 0;
}
