// SPDX-License-Identifier: MIT
// Texts of one frame, and numbers as people write them: 12841, 0.04, 2e-13, not 1.284e+04.

#include "base/arena.h"
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

static ssArena* s_texts; // NULL: the heap is not used, and every text is empty
static ssArenaMark s_start;

void uiBeginTexts( void )
{
    if ( s_texts == NULL )
    {
        s_texts = ssCreateArena();
        s_start = ssArena_Mark( s_texts );
    }
    ssArena_Release( s_texts, s_start );
}

void uiFreeTexts( void )
{
    ssDestroyArena( s_texts );
    s_texts = NULL;
}

char* uiPrint( const char* format, ... )
{
    static char none[1];
    va_list arguments, again;
    va_start( arguments, format );
    va_copy( again, arguments );
    size_t size = (size_t)vsnprintf( NULL, 0, format, again ) + 1;
    va_end( again );
    if ( s_texts == NULL ) { uiBeginTexts(); }
    char* text = s_texts != NULL ? ssArena_Reserve( s_texts, size ) : NULL;
    if ( text != NULL ) { vsnprintf( text, size, format, arguments ); }
    va_end( arguments );
    return text != NULL ? text : none;
}

const char* uiPairName( const char* a, const char* b, bool turned )
{
    char upper[64], lower[64];
    const char* name = wordsName( turned || b == NULL ? a : b, upper, sizeof upper );
    return b == NULL ? uiPrint( "%s", name )
                     : uiPrint( tr( "%s on %s" ), name, wordsName( turned ? b : a, lower, sizeof lower ) );
}

/// Where the number would end without trailing zeros, and without its point if no digit follows it.
static char* dropZeros( char* text, char* end )
{
    while ( end > text && end[-1] == '0' ) { --end; }
    return end > text && end[-1] == '.' ? end - 1 : end;
}

/// Turns "2.000e-13" into "2e-13".
static void tidyExponent( char* text )
{
    char* e = strchr( text, 'e' );
    if ( e == NULL ) { return; }
    char exponent[16];
    const char* digits = e + 1;
    bool negative = *digits == '-';
    if ( *digits == '-' || *digits == '+' ) { ++digits; }
    while ( *digits == '0' && digits[1] ) { ++digits; }
    snprintf( exponent, sizeof( exponent ), "e%s%.10s", negative ? "-" : "", digits );
    char* end = memchr( text, '.', (size_t)( e - text ) ) != NULL ? dropZeros( text, e ) : e;
    memmove( end, exponent, strlen( exponent ) + 1 );
}

const char* uiFormatDigits( double value, int digits )
{
    if ( !isfinite( value ) ) { return isnan( value ) ? "–" : value > 0.0 ? "∞" : "-∞"; }
    if ( !isnormal( value ) ) // zero, or a rounding error so small that it is subnormal
    {
        return "0";
    }
    int exponent = (int)floor( log10( fabs( value ) ) ), decimals = digits - 1 - exponent;
    if ( exponent < -3 || exponent > 5 )
    {
        char* power = uiPrint( "%.*e", digits > 1 ? digits - 1 : 0, value );
        tidyExponent( power );
        return power;
    }
    char* text = uiPrint( "%.*f", decimals > 0 ? decimals : 0, value );
    if ( decimals > 0 ) { dropZeros( text, text + strlen( text ) )[0] = '\0'; }
    return text;
}

const char* uiFormatNumber( double value )
{
    // as laws beside sliders and labels of arrows: a number has the same digits wherever it stands
    char text[64];
    if ( !isnormal( value ) ) { return uiFormatDigits( value, 4 ); }
    ssFormatNumber( value, text, (int)sizeof text );
    return uiPrint( "%s", text );
}

/// A blank separates every unit from the number, except degrees.
static const char* withUnit( const char* number, const char* unit )
{
    bool none = unit == NULL || unit[0] == '\0';
    return none ? number : uiPrint( "%s%s%s", number, strcmp( unit, "°" ) == 0 ? "" : " ", unit );
}

const char* uiFormatQuantity( double value, const char* unit )
{
    char text[96];
    if ( value != 0.0 && !isnormal( value ) ) { return withUnit( uiFormatDigits( value, 4 ), unit ); }
    ssFormatQuantity( value, unit, text, (int)sizeof text );
    return uiPrint( "%s", text );
}

double uiScaleUnit( double size, const char** unit )
{
    char scaled[48];
    double factor = ssScaleUnit( size, *unit, scaled, (int)sizeof scaled );
    *unit = factor != 1.0 ? uiPrint( "%s", scaled ) : *unit;
    return factor;
}

const char* uiFormatRange( double low, double high, const char* unit )
{
    const char *one = unit, *other = unit;
    double a = uiScaleUnit( fabs( low ), &one ), b = uiScaleUnit( fabs( high ), &other );
    bool same = low == 0.0 || a == b; // "1 µm … 2 m" has two units, "0.5 … 2 m" one
    return uiPrint( tr( "%s … %s" ), same ? uiFormatNumber( low / b ) : uiFormatQuantity( low, unit ),
        uiFormatQuantity( high, unit ) );
}

const char* uiFormatMeasured( double value, double largest, const char* unit )
{
    bool dust = unit[0] != '\0' && ( fabs( value ) < 1e-9 * largest || fabs( value ) < 1e-12 );
    return uiFormatQuantity( dust ? 0.0 : value, unit );
}

const char* uiFormatParam( const ssParam* param, double value )
{
    int index = (int)value;
    bool unlimited = value == 0.0 && param->doc != NULL && strstr( param->doc, "0: unlimited" ) != NULL;
    return unlimited                                         ? tr( "unlimited" )
        : param->kind != ss_paramChoice                      ? uiFormatQuantity( value, param->unit )
        : index >= 0 && index < ssParam_ChoiceCount( param ) ? wordsChoice( param, index )
                                                             : "?";
}

const char* uiFormatDifference( double value, double present, const char* unit )
{
    double size = fmax( fabs( value ), fabs( present ) ), difference = present - value;
    difference = fabs( difference ) > 1e-9 * size ? difference : 0.0;
    const char* number = uiFormatDigits( difference / uiScaleUnit( fabs( difference ), &unit ), 3 );
    return withUnit( difference > 0.0 ? uiPrint( "+%s", number ) : number, unit );
}

const char* uiFormatSpeed( double speed )
{
    double inverse = 1.0 / speed;
    bool fraction = speed > 0.0 && speed < 1.0 && fabs( inverse - round( inverse ) ) < 1e-9;
    return fraction && inverse <= 1024.0 ? uiPrint( "1/%.0f×", inverse )
                                         : uiPrint( "%s×", uiFormatDigits( speed, 3 ) );
}

double uiNiceStep( double raw )
{
    if ( !( raw > 0.0 ) || !isfinite( raw ) ) { return 1.0; }
    double decade = pow( 10.0, floor( log10( raw ) ) ), lead = raw / decade;
    return decade * ( lead <= 1.0 + 1e-9 ? 1.0 : lead <= 2.0 + 1e-9 ? 2.0 : lead <= 5.0 + 1e-9 ? 5.0 : 10.0 );
}
