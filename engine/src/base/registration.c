// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "slipstick/base.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// The rules for adding rows to the tables of scenarios, laws, sets and solvers.

#define NAME_SIZE 40 // [bytes] of a name: it is printed in columns and in messages

// A table that grew while a simulation runs would change what a number such as the index of a choice means.
static atomic_bool s_frozen;
static const char* s_origin;
static size_t s_scenarios;

// The counts that went up, in order.
static int* s_added[registrationMax * registrationTablesMax];
static int s_addedCount;

void ssRegistration_Add( int* count )
{
    SS_ASSERT( s_addedCount < SS_COUNT( s_added ) );
    s_added[s_addedCount++] = count;
    ++*count;
}

int ssRegistration_Mark( void ) { return s_addedCount; }

void ssRegistration_Undo( int mark )
{
    while ( s_addedCount > mark ) { --*s_added[--s_addedCount]; }
}

const char* ssRegistration_Origin( void ) { return s_origin; }

size_t ssRegistration_Scenarios( void ) { return s_scenarios; }

void ssRegistration_SetOrigin( const char* plugin, size_t scenarios )
{
    s_origin = plugin;
    s_scenarios = scenarios;
}

void ssRegistration_Freeze( void )
{
    // Read first: simulations are made by many threads, and a line of memory that is only read is shared.
    if ( !atomic_load_explicit( &s_frozen, memory_order_relaxed ) )
    {
        atomic_store_explicit( &s_frozen, true, memory_order_relaxed );
    }
}

bool ssRegistration_IsFrozen( void ) { return atomic_load_explicit( &s_frozen, memory_order_relaxed ); }

ssResult ssRegistration_Refuse( registrationOf of, const char* member, const char* format, ... )
{
    char text[200];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, sizeof text, format, arguments );
    va_end( arguments );
    return ssError( ss_errorValue, member, "%s '%.40s': %s", of.what, of.name != NULL ? of.name : "", text );
}

const char* registrationPresentName( const ssChoices* choices, const char* name )
{
    const char* const* pair = choices != NULL ? choices->oldNames : NULL;
    for ( ; pair != NULL && pair[0] != NULL; pair += 2 )
    {
        name = strcmp( pair[0], name ) == 0 ? pair[1] : name;
    }
    return name;
}

bool ssRegistration_IsName( const char* name )
{
    bool good = name != NULL && isalpha( (unsigned char)name[0] ) && strlen( name ) <= NAME_SIZE;
    for ( const char* at = name; good && *at != '\0'; ++at )
    {
        unsigned char c = (unsigned char)*at;
        good = c < 0x80 && ( isalnum( c ) || c == '_' || c == '-' );
    }
    return good;
}

ssResult ssRegistration_Begin( registrationOf of, int count )
{
    bool good = ssRegistration_IsName( of.name );
    for ( const char* at = of.name; good && *at != '\0'; ++at )
    {
        good = !isupper( (unsigned char)*at ) && *at != '_';
    }
    if ( of.name == NULL )
    {
        return ssError( ss_errorValue, "name", "a %s without a name; every %s has one", of.what, of.what );
    }
    if ( !good )
    {
        return ssRegistration_Refuse( of, "name",
            "this name is not allowed; allowed: lower-case letters, digits and '-', the first one a letter, "
            "at most %d",
            NAME_SIZE );
    }
    if ( ssRegistration_IsFrozen() )
    {
        return ssRegistration_Refuse( of, "name",
            "too late: a simulation has been created, and from then on nothing is registered; register "
            "everything before" );
    }
    return count < registrationMax
        ? ssOk()
        : ssRegistration_Refuse( of, "name", "there are %d of other plugins already; allowed: at most %d",
              count, registrationMax );
}

ssResult ssRegistration_Taken( registrationOf of, const char* origin )
{
    return origin != NULL
        ? ssRegistration_Refuse( of, "name", "the plugin '%.40s' has registered one of this name", origin )
        : ssRegistration_Refuse( of, "name", "there is one of this name already; choose another" );
}

ssResult ssRegistration_CheckText( registrationOf of, const char* member, const char* text )
{
    return text != NULL && text[0] != '\0' ? ssOk()
                                           : ssRegistration_Refuse( of, member, "`%s` is missing", member );
}

static ssResult checkChoices( registrationOf of, const ssParam* row )
{
    if ( row->choices == NULL || row->choiceCount < 1 )
    {
        return ssRegistration_Refuse(
            of, row->key, "the parameter %s is a choice without choices", row->key );
    }
    for ( int i = 0; i < row->choiceCount; ++i )
    {
        if ( !ssRegistration_IsName( row->choices[i] ) )
        {
            return ssRegistration_Refuse( of, row->key,
                "choice %d of the parameter %s is \"%.40s\"; allowed: letters, digits, _ and -", i, row->key,
                row->choices[i] != NULL ? row->choices[i] : "" );
        }
    }
    return ssOk();
}

static ssResult checkRange( registrationOf of, const ssParam* row )
{
    const double values[3] = { row->defaultValue, row->min, row->max };
    static const char* const names[3] = { "default", "lower end of the slider", "upper end of the slider" };
    for ( int i = 0; i < 3; ++i )
    {
        ssResult result = ssCheckParam( row, values[i] );
        if ( result.code != ss_ok )
        {
            return ssRegistration_Refuse(
                of, row->key, "the %s of the parameter %.40s: %.130s", names[i], row->key, result.message );
        }
    }
    if ( !( row->min < row->max ) || !( row->defaultValue >= row->min && row->defaultValue <= row->max ) )
    {
        return ssRegistration_Refuse( of, row->key,
            "the slider of the parameter %s goes from %g to %g, its default is %g; allowed: min <= default "
            "<= max, min < max",
            row->key, row->min, row->max, row->defaultValue );
    }
    return !row->logScale || row->min >= 0.0
        ? ssOk()
        : ssRegistration_Refuse( of, row->key,
              "the slider of the parameter %s is logarithmic and begins at %g; allowed: 0 or more", row->key,
              row->min );
}

static ssResult checkRow( registrationOf of, const ssParam* rows, int index )
{
    const ssParam* row = rows + index;
    if ( !ssRegistration_IsName( row->key ) )
    {
        return ssRegistration_Refuse( of, "params",
            "parameter %d has the key \"%.40s\"; allowed: letters, digits, _ and -, the first one a letter",
            index, row->key != NULL ? row->key : "" );
    }
    const struct
    {
        const char *name, *text;
    } texts[] = { { "symbol", row->symbol }, { "label", row->label }, { "unit", row->unit },
        { "group", row->group }, { "doc", row->doc } };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        if ( texts[i].text == NULL || ( texts[i].text[0] == '\0' && texts[i].text != row->unit ) )
        {
            return ssRegistration_Refuse( of, row->key, "the parameter %s has no %s%s", row->key,
                texts[i].name, texts[i].text == row->unit ? "; \"\" where it is dimensionless" : "" );
        }
    }
    if ( ssFindParam( rows, index, row->key ) >= 0 )
    {
        return ssRegistration_Refuse( of, row->key, "two parameters have the key %s", row->key );
    }
    if ( row->kind == ss_paramText )
    {
        return ssTextSlot( rows, index ) < SS_MAX_TEXTS
            ? ssOk()
            : ssRegistration_Refuse( of, row->key, "more than %d text parameters", SS_MAX_TEXTS );
    }
    if ( row->kind != ss_paramChoice ) { return checkRange( of, row ); }
    SS_TRY( checkChoices( of, row ) );
    return ssCheckParam( row, row->defaultValue );
}

ssResult ssRegistration_CheckRows( registrationOf of, const ssParam* rows, int count, int most )
{
    if ( count < 0 || count > most || ( count > 0 && rows == NULL ) )
    {
        return ssRegistration_Refuse( of, "params", "%d parameters%s; allowed: 0 to %d", count,
            count > 0 && rows == NULL ? " without a table" : "", most );
    }
    for ( int i = 0; i < count; ++i ) { SS_TRY( checkRow( of, rows, i ) ); }
    return ssOk();
}
