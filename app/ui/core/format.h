// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

// Numbers as the window writes them.

void uiFormatNumber( double value, char* text, size_t capacity );                     // 4 significant digits
void uiFormatDigits( double value, int digits, char* text, size_t capacity );         // as many as asked for
void uiFormatQuantity( double value, const char* unit, char* text, size_t capacity ); // "0.04 m"
void uiFormatSpeed( double speed, char* text, size_t capacity );                      // "1/4×"
double uiNiceStep( double raw ); // the next of 1, 2, 5 × 10^k
