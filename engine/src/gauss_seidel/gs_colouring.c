// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_colouring.h"

#include <string.h>

/// Stable counting sort of the contacts `from` (NULL: 0, 1, 2, …) by their smaller or larger body.
static void sortByBody(
    int count, const int* a, const int* b, bool smaller, int bodies, const int* from, int* to, int* start )
{
    memset( start, 0, ( (size_t)bodies + 2 ) * sizeof( int ) );
    for ( int i = 0; i < count; ++i )
    {
        int key = ( a[i] < b[i] ) == smaller ? a[i] : b[i];
        start[key + 2] += 1;
    }
    for ( int k = 1; k <= bodies + 1; ++k ) { start[k] += start[k - 1]; }
    for ( int i = 0; i < count; ++i )
    {
        int contact = from != NULL ? from[i] : i;
        int key = ( a[contact] < b[contact] ) == smaller ? a[contact] : b[contact];
        to[start[key + 1]++] = contact;
    }
}

void gsSortContacts( int count, const int* a, const int* b, int bodies, int* order, int* scratch, int* start )
{
    sortByBody( count, a, b, false, bodies, NULL, scratch, start );
    sortByBody( count, a, b, true, bodies, scratch, order, start );
}

int gsColourContacts(
    int count, const int* order, const int* a, const int* b, int bodies, uint32_t* used, uint8_t* colour )
{
    uint32_t all = ( 1u << GS_COLOUR_MAX ) - 1u;
    int colours = 0;
    memset( used, 0, (size_t)bodies * sizeof( uint32_t ) );
    for ( int k = 0; k < count; ++k )
    {
        int i = order[k];
        uint32_t taken = ( a[i] >= 0 ? used[a[i]] : 0u ) | ( b[i] >= 0 ? used[b[i]] : 0u );
        uint32_t open = ~taken & all;
        int c = open != 0 ? __builtin_ctz( open ) : GS_COLOUR_MAX;
        colour[i] = (uint8_t)c;
        if ( c < GS_COLOUR_MAX )
        {
            colours = c + 1 > colours ? c + 1 : colours;
            if ( a[i] >= 0 ) { used[a[i]] |= 1u << c; }
            if ( b[i] >= 0 ) { used[b[i]] |= 1u << c; }
        }
    }
    return colours;
}
