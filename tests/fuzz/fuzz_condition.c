// SPDX-License-Identifier: MIT
#include "slipstick/condition.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of conditions.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// Any text is a condition or gets a message; a condition can be evaluated and described, and the negation
// of one that is short enough is its opposite.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    char text[2 * SS_CONDITION_CAPACITY] = "not (", words[64];
    ssCondition condition, negated;
    if ( size >= SS_CONDITION_CAPACITY + 8 ) { return 0; }
    memcpy( text + 5, data, size );
    text[5 + size] = '\0';
    ssResult result = ssParseCondition( text + 5, &condition );
    if ( result.code != ss_ok )
    {
        if ( condition.codeCount != 0 ||
            strncmp( result.message, "column ", 7 ) * strncmp( result.message, "a con", 5 ) != 0 )
        {
            abort();
        }
        return 0;
    }
    const ssConditionState state = { .speed = 1e-3 };
    const ssContactView contact = { .force = { 10.0, -3.0, -4.0 },
        .cone = { .dimension = 3, .mu = 0.5 },
        .mode = ss_modeSlide,
        .a = -1,
        .velocity = { 0.0, 0.6, 0.8 } };
    bool holds = ssCondition_Holds( &condition, &state, &contact, 1 );
    int used = ssCondition_Describe( &condition, &state, &contact, 1, words, (int)sizeof words );
    strcat( text, ")" );
    bool both = ssParseCondition( text, &negated ).code == ss_ok;
    if ( used != (int)strlen( words ) ||
        ( both && ssCondition_Holds( &negated, &state, &contact, 1 ) == holds ) )
    {
        abort();
    }
    return 0;
}
