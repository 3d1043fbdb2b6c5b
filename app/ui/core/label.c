// SPDX-License-Identifier: MIT
#include "ui/core/label.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

const char* uiLabel( const char* english )
{
    static char ring[32][256];
    static int next;
    const char* name = strstr( english, "##" );
    char visible[192];
    snprintf( visible, sizeof visible, "%.*s",
        name != NULL ? (int)( name - english ) : (int)strlen( english ), english );
    char* label = ring[next];
    next = ( next + 1 ) % (int)( sizeof ring / sizeof ring[0] );
    snprintf( label, sizeof ring[0], "%s###%s", tr( visible ), english );
    return label;
}
