// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/elementary.h"

// The functions of elementary.h over arrays, several numbers at once: result[i] = f( x[i] ) for i < count,
// with exactly the bits of the functions above, and faster. `result` may be one of the arguments, but not
// overlap it otherwise; the arrays need no alignment, and nothing is done for a count of zero.

void ssExpMany( const double* x, double* result, int count );
void ssExp2Many( const double* x, double* result, int count );
void ssExpm1Many( const double* x, double* result, int count );
void ssLogMany( const double* x, double* result, int count );
void ssLog10Many( const double* x, double* result, int count );
void ssLog1pMany( const double* x, double* result, int count );
void ssPowMany( const double* x, const double* y, double* result, int count );

void ssSinMany( const double* x, double* result, int count );
void ssCosMany( const double* x, double* result, int count );
void ssTanMany( const double* x, double* result, int count );

void ssAsinMany( const double* x, double* result, int count );
void ssAtanMany( const double* x, double* result, int count );
void ssAtan2Many( const double* y, const double* x, double* result, int count );

void ssTanhMany( const double* x, double* result, int count );
void ssAsinhMany( const double* x, double* result, int count );
void ssAtanhMany( const double* x, double* result, int count );

void ssCbrtMany( const double* x, double* result, int count );
void ssHypotMany( const double* x, const double* y, double* result, int count );
void ssSqrtMany( const double* x, double* result, int count );
