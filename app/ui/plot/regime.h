// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/change.h"
#include "ui/core/theme.h"

// The regime of a motion, given by one signal: the mode of a contact,
// stick or slip, or the slow or fast branch.

typedef enum uiRegimeKind
{
    ui_regimeNone,
    ui_regimeMode,
    ui_regimeStick,
    ui_regimeBranch
} uiRegimeKind;

typedef struct uiRegime
{
    uiRegimeKind kind;
    int column; // in a row of the signal log
    ssRegime signal;
} uiRegime;

uiRegime uiFindRegime( const ssScenario* scenario );
int uiRegimeState( uiRegime regime, double value ); // -1: undefined
const char* uiRegimeName( uiRegime regime, int state, bool shorter );
ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state );
