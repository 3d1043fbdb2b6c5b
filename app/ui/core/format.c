// SPDX-License-Identifier: MIT

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Numbers look as people write them: 12841, 0.04, 2e-13, not 1.284e+04.

// Turns "2.000e-13" into "2e-13".
static void tidyExponent( char* text )
{
    char* e = strchr( text, 'e' );
    if ( e == NULL )
    {
        return;
    }
    char exponent[16];
    const char* digits = e + 1;
    bool negative = *digits == '-';
    if ( *digits == '-' || *digits == '+' )
    {
        ++digits;
    }
    while ( *digits == '0' && digits[1] )
    {
        ++digits;
    }
    snprintf( exponent, sizeof( exponent ), "e%s%.10s", negative ? "-" : "", digits );
    char* end = e;
    if ( memchr( text, '.', (size_t)( e - text ) ) )
    {
        while ( end > text && end[-1] == '0' )
        {
            --end;
        }
        if ( end > text && end[-1] == '.' )
        {
            --end;
        }
    }
    memmove( end, exponent, strlen( exponent ) + 1 );
}

void uiFormatDigits( double value, int digits, char* text, size_t capacity )
{
    if ( !isfinite( value ) )
    {
        snprintf( text, capacity, "%s", isnan( value ) ? "–" : value > 0.0 ? "∞" : "-∞" );
        return;
    }
    if ( !isnormal( value ) ) // zero, or a rounding error so small that it is subnormal
    {
        snprintf( text, capacity, "0" );
        return;
    }
    int exponent = (int)floor( log10( fabs( value ) ) );
    if ( exponent < -3 || exponent > 5 )
    {
        snprintf( text, capacity, "%.*e", digits > 1 ? digits - 1 : 0, value );
        tidyExponent( text );
        return;
    }
    int decimals = digits - 1 - exponent;
    snprintf( text, capacity, "%.*f", decimals > 0 ? decimals : 0, value );
    if ( decimals > 0 )
    {
        size_t length = strlen( text );
        while ( length && text[length - 1] == '0' )
        {
            text[--length] = 0;
        }
        if ( length && text[length - 1] == '.' )
        {
            text[--length] = 0;
        }
    }
}

void uiFormatNumber( double value, char* text, size_t capacity )
{
    // as the laws beside the sliders and the labels of arrows: one number
    // has the same digits wherever it stands
    if ( isnormal( value ) )
    {
        ssFormatNumber( value, text, (int)capacity );
        return;
    }
    uiFormatDigits( value, 4, text, capacity );
}

void uiFormatQuantity( double value, const char* unit, char* text, size_t capacity )
{
    uiFormatNumber( value, text, capacity );
    size_t length = strlen( text );
    if ( unit && unit[0] && length < capacity )
    {
        // A blank separates every unit from the number, except degrees.
        snprintf( text + length, capacity - length, "%s%s", strcmp( unit, "°" ) == 0 ? "" : " ", unit );
    }
}

void uiFormatDifference( double value, double present, const char* unit, char* text, size_t capacity )
{
    double size = fmax( fabs( value ), fabs( present ) ), difference = present - value;
    difference = fabs( difference ) > 1e-9 * size ? difference : 0.0;
    bool plus = difference > 0.0 && capacity > 1;
    text[0] = '+';
    char* number = text + ( plus ? 1 : 0 );
    uiFormatDigits( difference, 3, number, capacity - ( plus ? 1 : 0 ) );
    size_t length = strlen( text );
    if ( unit[0] != '\0' && length < capacity )
    {
        snprintf( text + length, capacity - length, "%s%s", strcmp( unit, "°" ) == 0 ? "" : " ", unit );
    }
}

void uiFormatSpeed( double speed, char* text, size_t capacity )
{
    double inverse = 1.0 / speed;
    if ( speed > 0.0 && speed < 1.0 && fabs( inverse - round( inverse ) ) < 1e-9 && inverse <= 1024.0 )
    {
        snprintf( text, capacity, "1/%.0f×", inverse );
        return;
    }
    char number[32];
    uiFormatDigits( speed, 3, number, sizeof( number ) );
    snprintf( text, capacity, "%s×", number );
}

double uiNiceStep( double raw )
{
    if ( !( raw > 0.0 ) || !isfinite( raw ) )
    {
        return 1.0;
    }
    double decade = pow( 10.0, floor( log10( raw ) ) );
    double lead = raw / decade;
    return decade * ( lead <= 1.0 + 1e-9 ? 1.0 : lead <= 2.0 + 1e-9 ? 2.0 : lead <= 5.0 + 1e-9 ? 5.0 : 10.0 );
}
