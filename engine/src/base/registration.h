// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// What the tables that can be added to have in common (scenarios, laws, sets, solvers): the time during which
// they are open, who adds, and the checks of names and rows.

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

/// Refuses everything once the tables are frozen, names that are not allowed, and one entry too many. `count`
/// is the number of entries that have been added to this table.
ssResult registrationBegin( registrationOf of, int count );

/// The refusal of a name that is taken; `origin` is the plugin that
/// took it, NULL: the library or the program.
ssResult registrationTaken( registrationOf of, const char* origin );

/// The refusal of a member: "scenario 'turntable': h = 0; allowed: …".
ssResult registrationRefuse( registrationOf of, const char* member, const char* format, ... )
    SS_PRINTF( 3, 4 );

/// Refuses a text that is missing or empty.
ssResult registrationCheckText( registrationOf of, const char* member, const char* text );

/// Is this a name of a key, a signal, a preset: letters, digits, _ and -, the first one a letter?
bool registrationIsName( const char* name );

/// Refuses rows that a panel or the command line could not use.
ssResult registrationCheckRows( registrationOf of, const ssParam* rows, int count, int most );

/// Adds one to the number of entries of a table, which registrationBegin has allowed.
void registrationAdd( int* count );

/// How many entries have been added so far, to all tables together.
int registrationMark( void );

/// Takes back what was added after the mark. Entries are added at the ends
/// of tables, so that counting less is enough.
void registrationUndo( int mark );

/// The plugin that is registering; NULL: the program itself.
const char* registrationOrigin( void );
/// Its layout of scenarios (ssPlugin.scenarios), which the table of scenarios judges.
size_t registrationScenarios( void );
void registrationSetOrigin( const char* plugin, size_t scenarios );

/// From now on nothing is registered any more. Any thread may call it.
void registrationFreeze( void );
bool registrationIsFrozen( void );
