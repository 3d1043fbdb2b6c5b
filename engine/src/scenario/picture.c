// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "slipstick/elementary.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Marks and sentences of the pictures of scenarios.

void sayNumbers( char* text, int capacity, const char* format, ... )
{
    char number[48], unit[16];
    size_t used = 0, size = (size_t)capacity;
    va_list numbers;
    text[0] = '\0';
    va_start( numbers, format );
    for ( const char* at = format; *at != '\0' && used < size; )
    {
        size_t plain = strcspn( at, "%" );
        int written = snprintf( text + used, size - used, "%.*s", (int)plain, at );
        at += plain;
        used += written > 0 ? (size_t)written : 0;
        if ( *at == '\0' || used >= size ) { break; }
        if ( at[1] == 'd' ) { snprintf( number, sizeof number, "%d", va_arg( numbers, int ) ); }
        else
        {
            // a unit of force, energy, power, length, time or speed may follow
            int letters = at[2] == ' ' ? (int)strspn( at + 3, "NJWms/" ) : 0;
            letters = letters > 0 && strchr( " ,;:.)", at[3 + letters] ) != NULL ? letters : 0;
            snprintf( unit, sizeof unit, "%.*s", letters, at + 3 );
            ssFormatQuantity( va_arg( numbers, double ), unit, number, sizeof number );
            at += letters > 0 ? 1 + letters : 0;
        }
        written = snprintf( text + used, size - used, "%s", number );
        used += written > 0 ? (size_t)written : 0;
        at += 2;
    }
    va_end( numbers );
}

NumberText numberText( double value )
{
    NumberText number;
    ssFormatNumber( value, number.text, sizeof number.text );
    return number;
}

void pictureBounds( const ssDraw* out, ssVec3 center, double radius )
{
    if ( out->bounds != NULL ) { out->bounds( out->context, center, radius ); }
}

void picturePlanes( const ssDraw* out, int count, const ssDrawPlane* planes )
{
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        out->planes( out->context, count, planes );
    }
}

void pictureSpheres( const ssDraw* out, int count, const ssDrawSphere* spheres )
{
    if ( ( out->flags & ss_drawBodies ) && out->spheres != NULL )
    {
        out->spheres( out->context, count, spheres );
    }
}

void pictureSolids( const ssDraw* out, int count, const ssDrawSolid* solids )
{
    if ( ( out->flags & ss_drawBodies ) && out->solids != NULL )
    {
        out->solids( out->context, count, solids );
    }
}

void pictureLine( const ssDraw* out, uint32_t flag, ssDrawLineRole role, int count, const ssVec3* points )
{
    if ( ( flag == 0 || ( out->flags & flag ) ) && out->line != NULL )
    {
        out->line( out->context, role, count, points );
    }
}

void pictureLabels( const ssDraw* out, int count, const ssDrawLabel* labels )
{
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL )
    {
        out->labels( out->context, count, labels );
    }
}

void pictureArrows( const ssDraw* out, uint32_t flag, int count, const ssDrawArrow* arrows )
{
    if ( ( out->flags & flag ) && out->arrows != NULL ) { out->arrows( out->context, count, arrows ); }
}

ssDrawSolid picturePart( ssDrawSolidKind kind, bool fixed, ssVec3 center, ssVec3 half, ssQuat orientation )
{
    return ( ssDrawSolid ){
        .kind = kind, .body = -1, .fixed = fixed, .center = center, .half = half, .orientation = orientation
    };
}

double pictureFactor( double x )
{
    double power = ssPow( 10.0, floor( ssLog10( x ) ) ), rest = x / power;
    return power * ( rest >= 5.0 ? 5.0 : rest >= 2.0 ? 2.0 : 1.0 );
}
