// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "law/text/text_program.h"
#include "slipstick/base.h"

#include <string.h>

// The laws that are found by name: those of the library, then those that programs and plugins register.

static struct
{
    const ssLawEntry* entry;
    ssShippedLaw listed;
} s_registered[registrationMax];
static int s_registeredCount;

int ssShippedLawCount( void ) { return ss_shippedLawCount + s_registeredCount; }

const ssShippedLaw* ssGetShippedLaw( int index )
{
    SS_ASSERT( index >= 0 && index < ssShippedLawCount() );
    return index < ss_shippedLawCount ? &ss_shippedLaws[index]
                                      : &s_registered[index - ss_shippedLawCount].listed;
}

const ssShippedLaw* ssFindShippedLaw( const char* name )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        if ( strcmp( ssGetShippedLaw( i )->name, name ) == 0 ) { return ssGetShippedLaw( i ); }
    }
    return NULL;
}

const ssLawEntry* textFindFunction( const char* name )
{
    for ( int i = 0; i < s_registeredCount; ++i )
    {
        if ( s_registered[i].entry->force != NULL && strcmp( s_registered[i].entry->name, name ) == 0 )
        {
            return s_registered[i].entry;
        }
    }
    return NULL;
}

static ssResult checkStates( registrationOf of, const ssLawEntry* entry )
{
    if ( entry->stateNumbers < 0 || entry->stateNumbers > SS_LAW_MAX_STATES || entry->statePairs < 0 ||
        2 * entry->statePairs > entry->stateNumbers )
    {
        return ssRegistration_Refuse( of, "stateNumbers",
            "%d state numbers with %d pairs; allowed: 0 to %d numbers, and pairs among them",
            entry->stateNumbers, entry->statePairs, SS_LAW_MAX_STATES );
    }
    return ssOk();
}

/// The text must compile, and name the function if there is one.
static ssResult checkText( registrationOf of, const ssLawEntry* entry )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( entry->text, entry->name, &program, NULL );
    const char* function = result.code == ss_ok ? ssLawProgram_Info( program )->function : NULL;
    bool named = function != NULL && strcmp( function, entry->name ) == 0;
    if ( result.code != ss_ok ) { result = ssRegistration_Refuse( of, "text", "%.190s", result.message ); }
    else if ( named != ( entry->force != NULL ) )
    {
        result = ssRegistration_Refuse( of, "force",
            named ? "its text says use \"%.40s\", but it has no function `force`"
                  : "it has a function `force`, but its text does not say use \"%.40s\"",
            entry->name );
    }
    ssLawProgram_Release( program );
    return result;
}

ssResult ssRegisterLaw( const ssLawEntry* entry )
{
    registrationOf of = { "law", entry != NULL ? entry->name : NULL };
    SS_TRY( ssRegistration_Begin( of, s_registeredCount ) );
    const ssShippedLaw* same = ssFindShippedLaw( entry->name );
    SS_TRY( same != NULL ? ssRegistration_Taken( of, same->plugin ) : ssOk() );
    SS_TRY( ssRegistration_CheckText( of, "text", entry->text ) );
    SS_TRY( checkStates( of, entry ) );
    // Entered first, because its text names its function.
    s_registered[s_registeredCount].entry = entry;
    s_registered[s_registeredCount].listed =
        ( ssShippedLaw ){ .name = entry->name, .text = entry->text, .plugin = ssRegistration_Origin() };
    int mark = ssRegistration_Mark();
    ssRegistration_Add( &s_registeredCount );
    ssResult result = checkText( of, entry );
    ssRegistration_Undo( result.code == ss_ok ? ssRegistration_Mark() : mark );
    return result;
}
