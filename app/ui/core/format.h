// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

// How the window writes numbers.

void uiFormatNumber( double value, char* text, size_t capacity ); // as ssFormatNumber; NaN is a dash
void uiFormatDigits( double value, int digits, char* text, size_t capacity ); // `digits` significant ones
void uiFormatQuantity( double value, const char* unit, char* text, size_t capacity ); // "0.04 m"
// What `value` has to grow by to become `present`, with its sign:
// "+0.04 m". Rounding errors are no difference.
void uiFormatDifference( double value, double present, const char* unit, char* text, size_t capacity );
void uiFormatSpeed( double speed, char* text, size_t capacity ); // "1/4×"
double uiNiceStep( double raw );                                 // rounds up to 1, 2 or 5 × 10^k
