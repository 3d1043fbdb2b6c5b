// SPDX-License-Identifier: MIT
#pragma once

// What the tests of typed laws share: a shipped law with values for
// its parameters, and one step of its states.

#include "test_main.h"

#include "slipstick/law.h"

/// A shipped law, and the values with which it was made last.
typedef struct shippedLaw
{
    ssLawProgram* program;
    ssLawDef def;
    ssLaw law;
    bool made;
} shippedLaw;

static inline void shippedStop( const char* what, const char* name, const char* message )
{
    fprintf( stderr, "%s %s: %s\n", what, name, message );
    exit( 1 );
}

/// Compiles a shipped law; its parameters have their default values.
static inline shippedLaw shippedOpen( const char* name )
{
    const ssShippedLaw* row = ssFindShippedLaw( name );
    if ( row == NULL ) { shippedStop( "shipped law", name, "there is none" ); }
    shippedLaw shipped = { .program = NULL };
    ssResult result = ssCompileLaw( row->text, name, &shipped.program, NULL );
    if ( result.code != ss_ok ) { shippedStop( "shipped law", name, result.message ); }
    shipped.def = ssTextLawDef( shipped.program );
    return shipped;
}

/// The value of a parameter, to read or to write.
static inline double* shippedValue( shippedLaw* shipped, const char* key )
{
    const ssParam* params = ssLawProgram_Info( shipped->program )->params;
    for ( int i = 0; i < ssLawProgram_Info( shipped->program )->paramCount; ++i )
    {
        if ( strcmp( params[i].key, key ) == 0 ) { return &shipped->def.programValues[i]; }
    }
    shippedStop( "parameter", key, "there is none" );
    return NULL;
}

/// Makes the law with its present values.
static inline void shippedMake( shippedLaw* shipped )
{
    if ( shipped->made ) { ssLaw_Destroy( &shipped->law ); }
    ssResult result = ssMakeLaw( &shipped->def, &shipped->law );
    shipped->made = result.code == ss_ok;
    if ( shipped->made == false )
    {
        shippedStop( "law", ssLawProgram_Info( shipped->program )->title, result.message );
    }
}

static inline void shippedClose( shippedLaw* shipped )
{
    if ( shipped->made ) { ssLaw_Destroy( &shipped->law ); }
    ssLawProgram_Release( shipped->program );
}

/// A law with its default values, ready for use.
static inline shippedLaw shippedDefault( const char* name )
{
    shippedLaw shipped = shippedOpen( name );
    shippedMake( &shipped );
    return shipped;
}

/// One step of the states under a given velocity at its end. Returns the force there.
static inline ssVec2 shippedStep(
    const shippedLaw* shipped, double load, ssVec2 gamma, double h, double* state )
{
    double before[SS_LAW_MAX_STATES];
    memcpy( before, state, sizeof( before ) );
    ssLawSite site = { .h = h, .state = before };
    ssLaw at = ssLaw_At( &shipped->law, &site );
    ssVec2 force = ssLaw_SlipForce( &at, load, gamma ).force;
    ssLaw_NextState( &at, load, gamma, state );
    return force;
}

/// The force at this instant, in given states.
static inline ssVec2 shippedForce( const shippedLaw* shipped, double load, ssVec2 gamma, const double* state )
{
    ssLawSite site = { .state = state };
    ssLaw at = ssLaw_At( &shipped->law, &site );
    return ssLaw_SlipForce( &at, load, gamma ).force;
}
