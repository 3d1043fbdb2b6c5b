// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/elementary.h"

// The functions of elementary.h over arrays, faster and with the same bits: result[i] = f( x[i] ), i < count.
// `result` may be an argument, but not overlap it otherwise; arrays need no alignment.

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
