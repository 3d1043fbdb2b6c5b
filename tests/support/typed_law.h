// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/law.h"
#include "slipstick/rng.h"

// What the tests of typed laws share: laws from texts that must be right, and vectors.

static inline void fail( const char* text, const ssResult* result )
{
    fprintf( stderr, "%s\nrefused: %s\n", text, result->message );
    exit( 1 );
}

// Texts here often have bare numbers where a law would have parameters with units: v/u is a number.
#define UNITS "param u = 1 [m/s]\nparam sec = 1 [s]\nparam m = 1 [m]\nparam newton = 1 [N]\n"

static inline ssLaw makeText( const char* text )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "test.law", &program, NULL );
    if ( result.code != ss_ok ) { fail( text, &result ); }
    ssLawDef def = ssTextLawDef( program );
    ssLaw law;
    result = ssMakeLaw( &def, &law );
    ssLawProgram_Release( program );
    if ( result.code != ss_ok ) { fail( text, &result ); }
    return law;
}

static inline ssLaw makeShipped( const char* name ) { return makeText( ssFindShippedLaw( name )->text ); }

static inline ssLaw makeBuilt( const ssLawDef* def )
{
    ssLaw law;
    ssResult result = ssMakeLaw( def, &law );
    if ( result.code != ss_ok ) { fail( "built-in", &result ); }
    return law;
}

static inline double distance( ssVec2 a, ssVec2 b ) { return ssVec2_Length( ssVec2_Sub( a, b ) ); }

static inline ssVec2 polar( double length, double angle )
{
    return ssVec2_Make( length * cos( angle ), length * sin( angle ) );
}

static const ssVec2 s_none = { 0.0, 0.0 };
