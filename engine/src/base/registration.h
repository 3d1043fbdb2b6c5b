// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// What the open tables (scenarios, laws, sets, solvers) have in common: when they are open, who adds, and the
// checks of names and rows. The lab's library uses what is visible; no public header declares it.

enum
{
    registrationMax = 32,      ///< entries that may be added to one table
    registrationTablesMax = 5, ///< scenarios, laws, sets, solvers, and the plugins themselves
};

/// What is being registered, for messages: { "scenario", "turntable" }.
typedef struct registrationOf
{
    const char* what;
    const char* name;
} registrationOf;

/// Refuses forbidden names, an entry too many after `count`, and everything once tables are frozen.
SS_VISIBLE ssResult ssRegistration_Begin( registrationOf of, int count );

/// Refuses a taken name; `origin` is the plugin that took it, NULL: the library or the program.
SS_VISIBLE ssResult ssRegistration_Taken( registrationOf of, const char* origin );

/// The refusal of a member: "scenario 'turntable': h = 0; allowed: …".
SS_VISIBLE ssResult ssRegistration_Refuse( registrationOf of, const char* member, const char* format, ... )
    SS_PRINTF( 3, 4 );

/// Refuses a text that is missing or empty.
SS_VISIBLE ssResult ssRegistration_CheckText( registrationOf of, const char* member, const char* text );

/// Is this a name of a key, a signal, a preset: letters, digits, _ and -, the first one a letter?
SS_VISIBLE bool ssRegistration_IsName( const char* name );

/// What is called `name` in files that may be older than the table.
const char* registrationPresentName( const ssChoices* choices, const char* name );

/// Refuses rows that a panel or the command line could not use.
SS_VISIBLE ssResult ssRegistration_CheckRows( registrationOf of, const ssParam* rows, int count, int most );

/// Adds one to the number of entries of a table, which ssRegistration_Begin has allowed.
SS_VISIBLE void ssRegistration_Add( int* count );

/// How many entries have been added so far, to all tables together.
int ssRegistration_Mark( void );

/// Takes back what was added after the mark: entries are at the ends of tables, so counting less is enough.
void ssRegistration_Undo( int mark );

/// The plugin that is registering; NULL: the program itself.
SS_VISIBLE const char* ssRegistration_Origin( void );
/// Its layout of scenarios (ssPlugin.scenarios), which the table of scenarios judges.
SS_VISIBLE size_t ssRegistration_Scenarios( void );
void ssRegistration_SetOrigin( const char* plugin, size_t scenarios );

/// From now on nothing is registered any more. Any thread may call it.
SS_VISIBLE void ssRegistration_Freeze( void );
bool ssRegistration_IsFrozen( void );
