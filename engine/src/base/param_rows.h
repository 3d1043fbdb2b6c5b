// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// An ssParam: what it is called, and then what it may be. The slider goes from `Min` to `Max`.
#define PARAM( Key, Symbol, Label, Unit, Group ) \
    .key = Key, .symbol = Symbol, .label = Label, .unit = Unit, .group = Group
#define POSITIVE( Min, Max, Default ) NOT_NEGATIVE( Min, Max, Default ), .open = ss_openLow
#define NOT_NEGATIVE( Min, Max, Default ) BETWEEN( 0.0, HUGE_VAL, Min, Max, Default )
#define ANY_NUMBER( Min, Max, Default ) BETWEEN( -HUGE_VAL, HUGE_VAL, Min, Max, Default )
#define BETWEEN( Low, High, Min, Max, Default ) \
    .allowedMin = Low, .allowedMax = High, .min = Min, .max = Max, .defaultValue = Default
/// One of the names in an array, at first the first one.
#define CHOICE( array )                                                                            \
    .kind = ss_paramChoice, .max = SS_COUNT( array ) - 1.0, .allowedMax = SS_COUNT( array ) - 1.0, \
    .choices = array, .choiceCount = SS_COUNT( array )
