// SPDX-License-Identifier: MIT
#include "ui/core/label.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

// Joins a translated text with the name that Dear ImGui and scripts know a widget by.

static const char* withName( const char* shown, const char* name )
{
    static char ring[32][256];
    static int next;
    char* label = ring[next];
    next = ( next + 1 ) % (int)( sizeof ring / sizeof ring[0] );
    snprintf( label, sizeof ring[0], "%s###%s", shown, name );
    return label;
}

const char* uiLabel( const char* english )
{
    const char* name = strstr( english, "##" );
    char visible[192];
    snprintf( visible, sizeof visible, "%.*s",
        name != NULL ? (int)( name - english ) : (int)strlen( english ), english );
    return withName( tr( visible ), english );
}

const char* uiChoiceLabel( const ssParam* param, int index )
{
    return withName( wordsChoice( param, index ), ssParam_Choice( param, index ) );
}
