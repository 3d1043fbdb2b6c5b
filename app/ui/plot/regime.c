// SPDX-License-Identifier: MIT

#include "ui/plot/regime.h"

#include "base/words.h"

#include <stdio.h>

// Names and colours the regime that a signal says.

enum
{
    letterCapacity = 5 // a letter has up to four bytes
};

uiRegime uiFindRegime( const ssScenario* scenario )
{
    ssRegime regime = ssFindRegime( scenario );
    uiRegimeKind kind = regime.kind == ss_regimeMode ? ui_regimeMode
        : regime.kind == ss_regimeStick              ? ui_regimeStick
        : regime.kind == ss_regimeBranch             ? ui_regimeBranch
                                                     : ui_regimeNone;
    return ( uiRegime ){ kind, 1 + regime.signal, regime };
}

int uiRegimeState( uiRegime regime, double value )
{
    return ssRegime_State( regime.signal, value );
}

/// The first letter of a word. A letter alone is no text to be translated: curves are called f and s, too.
static const char* initialOf( const char* word, char letter[letterCapacity] )
{
    int length = 1;
    while ( length < letterCapacity - 1 && ( (unsigned char)word[length] & 0xc0 ) == 0x80 )
    {
        ++length;
    }
    snprintf( letter, letterCapacity, "%.*s", length, word );
    return letter;
}

const char* uiRegimeName( uiRegime regime, int state, bool shorter )
{
    static const char* const letters[ss_modeCount] = { TR( "O" ), TR( "St" ), TR( "Sl" ), TR( "R" ),
        TR( "S+R" ), TR( "Sp" ) };
    static const char* const branches[] = { TR( "slow" ), TR( "between" ), TR( "fast" ) };
    static char initials[SS_COUNT( branches )][letterCapacity];
    if ( state < 0 )
    {
        return shorter ? "?" : tr( "undefined" );
    }
    if ( regime.kind == ui_regimeBranch )
    {
        return shorter ? initialOf( tr( branches[state] ), initials[state] ) : tr( branches[state] );
    }
    return tr( shorter ? letters[state] : ssContactModeName( (ssContactMode)state ) );
}

ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state )
{
    const ImU32 branches[] = { theme->series[0], theme->mode[ss_modeOpen], theme->series[1] };
    return state < 0 ? theme->raised : regime.kind == ui_regimeBranch ? branches[state] : theme->mode[state];
}
