// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_units.h"

#include "base/grow.h"
#include "slipstick/base.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// The units that students may type, and their sizes.

enum
{
    kindNone,
    kindLength,
    kindTime,
    kindSpeed,
    kindAngle,
    kindForce,
    kindEnergy,
    kindPower,
    kindRate,
    kindFrequency,
    kindMass,
    kindMoment,
    kindAcceleration,
    kindArea,
    kindVolume,
    kindPressure,
    kindStiffness,
    kindDamping,
    kindForceRate,
    kindTurning,
    kindDensity,
    kindCurvature,
};

#define DEGREE 0.017453292519943295 // pi/180

static const lessonUnit s_units[] = {
    { "", kindNone, 1.0 },
    { "%", kindNone, 0.01 },
    { "m", kindLength, 1.0 },
    { "cm", kindLength, 1e-2 },
    { "mm", kindLength, 1e-3 },
    { "µm", kindLength, 1e-6 },
    { "km", kindLength, 1e3 },
    { "s", kindTime, 1.0 },
    { "ms", kindTime, 1e-3 },
    { "min", kindTime, 60.0 },
    { "m/s", kindSpeed, 1.0 },
    { "cm/s", kindSpeed, 1e-2 },
    { "mm/s", kindSpeed, 1e-3 },
    { "km/h", kindSpeed, 1.0 / 3.6 },
    { "rad", kindAngle, 1.0 },
    { "°", kindAngle, DEGREE },
    { "N", kindForce, 1.0 },
    { "mN", kindForce, 1e-3 },
    { "kN", kindForce, 1e3 },
    { "J", kindEnergy, 1.0 },
    { "mJ", kindEnergy, 1e-3 },
    { "kJ", kindEnergy, 1e3 },
    { "W", kindPower, 1.0 },
    { "mW", kindPower, 1e-3 },
    { "kW", kindPower, 1e3 },
    { "1/s", kindRate, 1.0 },
    { "rad/s", kindRate, 1.0 },
    { "Hz", kindFrequency, 1.0 },
    { "kg", kindMass, 1.0 },
    { "g", kindMass, 1e-3 },
    { "N m", kindMoment, 1.0 },
    { "m/s²", kindAcceleration, 1.0 },
    { "m²", kindArea, 1.0 },
    { "m³", kindVolume, 1.0 },
    { "Pa", kindPressure, 1.0 },
    { "kPa", kindPressure, 1e3 },
    { "MPa", kindPressure, 1e6 },
    { "N/m", kindStiffness, 1.0 },
    { "N s/m", kindDamping, 1.0 },
    { "N/s", kindForceRate, 1.0 },
    { "°/s", kindTurning, 1.0 },
    { "kg/m³", kindDensity, 1.0 },
    { "1/m", kindCurvature, 1.0 },
};

/// Other ways to write a unit.
static const char* const s_aliases[][2] = { { "none", "" }, { "-", "" }, { "deg", "°" }, { "degree", "°" },
    { "degrees", "°" }, { "Grad", "°" }, { "grad", "°" }, { "um", "µm" }, { "μm", "µm" }, { "m/s^2", "m/s²" },
    { "m/s2", "m/s²" }, { "Nm", "N m" }, { "m^2", "m²" }, { "m^3", "m³" }, { "s^-1", "1/s" },
    { "kmh", "km/h" }, { "percent", "%" } };

const lessonUnit* lessonFindUnit( const char* text )
{
    for ( int i = 0; i < SS_COUNT( s_aliases ); ++i )
    {
        if ( strcmp( text, s_aliases[i][0] ) == 0 )
        {
            text = s_aliases[i][1];
            break;
        }
    }
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        if ( strcmp( text, s_units[i].text ) == 0 )
        {
            return s_units + i;
        }
    }
    return NULL;
}

const char* lessonUnitNames( int kind, char* text, size_t capacity )
{
    text[0] = '\0';
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        if ( kind < 0 || s_units[i].kind == kind )
        {
            addText( text, capacity, "%s%s", text[0] != '\0' ? ", " : "",
                s_units[i].text[0] != '\0' ? s_units[i].text : "none" );
        }
    }
    return text;
}

lessonTyped lessonReadNumber( const char* text, const lessonUnit* unit, double* value )
{
    char copy[64];
    size_t length = 0;
    text += strspn( text, " \t" );
    if ( text[0] == '\0' )
    {
        return lesson_typedNothing;
    }
    size_t digits = strspn( text, "+-.,0123456789" );
    size_t exponent =
        text[digits] == 'e' || text[digits] == 'E' ? 1 + strspn( text + digits + 1, "+-0123456789" ) : 0;
    digits += exponent > 1 ? exponent : 0;
    for ( size_t i = text[0] == '+' ? 1 : 0; i < digits && length + 1 < sizeof( copy ); ++i )
    {
        copy[length++] = text[i] == ',' ? '.' : text[i];
    }
    copy[length] = '\0';
    if ( digits == 0 || !ssParseNumber( copy, value ) )
    {
        return lesson_typedNoNumber;
    }
    const char* rest = text + digits + strspn( text + digits, " \t" );
    length = strlen( rest );
    while ( length > 0 && ( rest[length - 1] == ' ' || rest[length - 1] == '\t' ) )
    {
        --length;
    }
    if ( length >= sizeof( copy ) )
    {
        return lesson_typedNoUnit;
    }
    memcpy( copy, rest, length );
    copy[length] = '\0';
    const lessonUnit* typed = lessonFindUnit( copy );
    if ( typed == NULL )
    {
        return lesson_typedNoUnit;
    }
    bool frequency = unit->kind == kindFrequency && strcmp( typed->text, "1/s" ) == 0;
    if ( typed->kind != unit->kind && !frequency )
    {
        return typed->text[0] == '\0' ? lesson_typedMissing : lesson_typedOtherUnit;
    }
    // A plain number beside "%" is ambiguous; it means the unit that was asked for.
    bool plain = unit->kind == kindNone && typed->text[0] == '\0';
    *value *= plain ? 1.0 : typed->factor / unit->factor;
    return lesson_typedNumber;
}
