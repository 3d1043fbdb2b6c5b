// SPDX-License-Identifier: MIT

#include "ui/plot/regime.h"

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
    static const char* const letters[ss_modeCount] = { "O", "St", "Sl", "R", "S+R", "Sp" };
    static const char* const branches[][2] = { { "slow", "s" }, { "between", "b" }, { "fast", "f" } };
    if ( state < 0 )
    {
        return shorter ? "?" : "undefined";
    }
    if ( regime.kind == ui_regimeBranch )
    {
        return branches[state][shorter ? 1 : 0];
    }
    return shorter ? letters[state] : ssContactModeName( (ssContactMode)state );
}

ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state )
{
    const ImU32 branches[] = { theme->series[0], theme->mode[ss_modeOpen], theme->series[1] };
    return state < 0 ? theme->raised : regime.kind == ui_regimeBranch ? branches[state] : theme->mode[state];
}
