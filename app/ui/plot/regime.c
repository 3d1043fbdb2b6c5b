// SPDX-License-Identifier: MIT

#include "ui/plot/regime.h"

#include "base/words.h"

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

const char* uiRegimeName( uiRegime regime, int state, bool shorter )
{
    static const char* const letters[ss_modeCount] = { TR( "O" ), TR( "St" ), TR( "Sl" ), TR( "R" ),
        TR( "S+R" ), TR( "Sp" ) };
    static const char* const branches[][2] = { { TR( "slow" ), TR( "s" ) }, { TR( "between" ), TR( "b" ) },
        { TR( "fast" ), TR( "f" ) } };
    if ( state < 0 )
    {
        return shorter ? "?" : tr( "undefined" );
    }
    if ( regime.kind == ui_regimeBranch )
    {
        return tr( branches[state][shorter ? 1 : 0] );
    }
    return tr( shorter ? letters[state] : ssContactModeName( (ssContactMode)state ) );
}

ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state )
{
    const ImU32 branches[] = { theme->series[0], theme->mode[ss_modeOpen], theme->series[1] };
    return state < 0 ? theme->raised : regime.kind == ui_regimeBranch ? branches[state] : theme->mode[state];
}
