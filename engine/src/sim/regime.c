// SPDX-License-Identifier: MIT
#include "slipstick/lab/change.h"

// The regime of a motion: which signal tells it, and what its values are called.

ssRegime ssFindRegime( const ssScenario* scenario )
{
    static const struct
    {
        const char* signal;
        ssRegimeKind kind;
    } rows[] = { { "mode", ss_regimeMode }, { "stick", ss_regimeStick }, { "branch", ss_regimeBranch } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        int signal = ssFindSignal( scenario, rows[i].signal );
        if ( signal >= 0 ) { return ( ssRegime ){ rows[i].kind, signal }; }
    }
    return ( ssRegime ){ scenario->model.bodyModes ? ss_regimeBodies : ss_regimeContacts, -1 };
}

int ssRegime_State( ssRegime regime, double value )
{
    int state = isfinite( value ) ? (int)value : -2;
    switch ( regime.kind )
    {
        case ss_regimeStick: return value > 0.5 ? ss_modeStick : value < 0.5 ? ss_modeSlide : -1;
        case ss_regimeBranch: return state >= -1 && state <= 1 ? state + 1 : -1;
        case ss_regimeMode:
        case ss_regimeContacts:
        case ss_regimeBodies: break;
    }
    return state >= 0 && state < ss_modeCount ? state : -1;
}

const char* ssRegime_Word( ssRegime regime, int state )
{
    static const char* const branches[] = { "slow", "between", "fast" };
    return state < 0                                  ? "undefined"
        : regime.kind == ss_regimeBranch && state < 3 ? branches[state]
                                                      : ssContactModeWord( (ssContactMode)state );
}
