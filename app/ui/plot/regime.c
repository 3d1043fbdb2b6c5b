// SPDX-License-Identifier: MIT

#include "ui/plot/regime.h"

#include <math.h>

uiRegime uiFindRegime( const ssScenario* scenario )
{
    static const struct
    {
        const char* signal;
        uiRegimeKind kind;
    } rows[] = { { "mode", ui_regimeMode }, { "stick", ui_regimeStick }, { "branch", ui_regimeBranch } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        int signal = ssFindSignal( scenario, rows[i].signal );
        if ( signal >= 0 )
        {
            return ( uiRegime ){ rows[i].kind, 1 + signal };
        }
    }
    return ( uiRegime ){ ui_regimeNone, 0 };
}

int uiRegimeState( uiRegime regime, double value )
{
    int state = isfinite( value ) ? (int)value : -2;
    switch ( regime.kind )
    {
        case ui_regimeStick:
            return value > 0.5 ? ss_modeStick : value < 0.5 ? ss_modeSlide : -1;
        case ui_regimeBranch:
            return state >= -1 && state <= 1 ? state + 1 : -1;
        case ui_regimeMode:
        case ui_regimeNone:
            break;
    }
    return state >= 0 && state < ss_modeCount ? state : -1;
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
