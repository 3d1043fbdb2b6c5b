// SPDX-License-Identifier: MIT
// Joins a translated text with the name that Dear ImGui and scripts know a widget by.

#include "ui/core/label.h"

#include "base/words.h"
#include "ui/core/format.h"

#include <string.h>

const char* uiLabel( const char* english )
{
    const char* name = strstr( english, "##" );
    const char* visible =
        uiPrint( "%.*s", name != NULL ? (int)( name - english ) : (int)strlen( english ), english );
    return uiPrint( "%s###%s", tr( visible ), english );
}

const char* uiChoiceLabel( const ssParam* param, int index )
{
    return uiPrint( "%s###%s", wordsChoice( param, index ), ssParam_Choice( param, index ) );
}
