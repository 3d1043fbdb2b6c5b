// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// Texts and numbers, valid until the next frame. The text of uiPrint may be changed but not grow.

char* uiPrint( const char* format, ... ) SS_PRINTF( 1, 2 );
// "box 3 on belt"; what is fixed carries the other, so that `turned` bodies change places. `b` NULL: only a.
const char* uiPairName( const char* a, const char* b, bool turned );
void uiBeginTexts( void ); // a frame begins: the texts of the last one go
void uiFreeTexts( void );  // at the end of the program

const char* uiFormatNumber( double value );                             // as ssFormatNumber; NaN is a dash
const char* uiFormatDigits( double value, int digits );                 // `digits` significant ones
const char* uiFormatQuantity( double value, const char* unit );         // "0.04 m", "20 µm"
const char* uiFormatRange( double low, double high, const char* unit ); // "0 … 2 m"
// How many of `*unit` is the unit in which values up to `size` are read, which it becomes. See ssScaleUnit.
double uiScaleUnit( double size, const char** unit );
// What a signal reads whose values are up to `largest`. A rounding error reads 0.
const char* uiFormatMeasured( double value, double largest, const char* unit );
const char* uiFormatParam( const ssParam* param, double value ); // as its kind asks, a choice in words
// The signed change from `value` to `present`: "+0.04 m". Rounding errors are no difference.
const char* uiFormatDifference( double value, double present, const char* unit );
const char* uiFormatSpeed( double speed ); // "1/4×"
double uiNiceStep( double raw );           // rounds up to 1, 2 or 5 × 10^k
