// SPDX-License-Identifier: MIT
#include "audit/condition_private.h"

#include "slipstick/csv.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Reads the text of a condition into its program, by recursive descent.

enum
{
    shownWord = 24 // bytes of the user's text in a message
};

typedef struct Parser
{
    const char* start;
    const char* at; // the next byte
    ssCondition* condition;
    int depth;
    ssResult result;       // the first error
    ssConditionTerm spare; // for a term beyond the last one
} Parser;

static void readCondition( Parser* p );

// --------------------------------------------------------------------------------------------------- letters

static bool isSpace( char c )
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool isDigit( char c )
{
    return c >= '0' && c <= '9';
}

static char lowered( char c )
{
    return c >= 'A' && c <= 'Z' ? (char)( c - 'A' + 'a' ) : c;
}

static bool isLetter( char c )
{
    return ( lowered( c ) >= 'a' && lowered( c ) <= 'z' ) || c == '_';
}

static void skipSpace( Parser* p )
{
    while ( isSpace( *p->at ) )
    {
        ++p->at;
    }
}

/// The length of the word at a place; 0: there is none.
static int wordLength( const char* at )
{
    int length = 0;
    while ( isLetter( at[length] ) || ( length > 0 && isDigit( at[length] ) ) )
    {
        ++length;
    }
    return length;
}

/// Is the word at this place `word`, in small or capital letters?
static bool isWord( const char* at, const char* word )
{
    int length = wordLength( at );
    bool same = length == (int)strlen( word );
    for ( int i = 0; i < length && same; ++i )
    {
        same = lowered( at[i] ) == word[i];
    }
    return same && length > 0;
}

static bool takeWord( Parser* p, const char* word )
{
    skipSpace( p );
    bool is = isWord( p->at, word );
    p->at += is ? strlen( word ) : 0;
    return is;
}

// ---------------------------------------------------------------------------------------------------- errors

/// The column of a place, from 1 on, in letters: a letter may be several bytes.
static int columnOf( const Parser* p, const char* at )
{
    int column = 1;
    for ( const char* c = p->start; c < at; ++c )
    {
        column += ( (unsigned char)*c & 0xc0u ) != 0x80u ? 1 : 0;
    }
    return column;
}

SS_PRINTF( 3, 4 ) static void fail( Parser* p, const char* at, const char* format, ... )
{
    if ( p->result.code != ss_ok )
    {
        return;
    }
    char text[224];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, sizeof( text ), ssTranslate( format ), arguments );
    va_end( arguments );
    p->result = ssError( ss_errorFormat, "condition", "column %d: %s", columnOf( p, at ), text );
}

/// What stands at the next place, for messages: "'foo'" or "the end".
static const char* found( const Parser* p, char text[shownWord + 8] )
{
    int length = wordLength( p->at );
    length = length > 0 ? length : *p->at != '\0' ? 1 : 0;
    length = length > shownWord ? shownWord : length;
    while ( length > 0 && length < 4 && ( (unsigned char)p->at[length] & 0xc0u ) == 0x80u )
    {
        ++length; // a letter of several bytes is shown whole
    }
    snprintf(
        text, shownWord + 8, "%s%.*s%s", length > 0 ? "'" : "the end", length, p->at, length > 0 ? "'" : "" );
    return text;
}

static bool failed( const Parser* p )
{
    return p->result.code != ss_ok;
}

// ----------------------------------------------------------------------------------------------- the program

static void addCode( Parser* p, int code )
{
    ssCondition* c = p->condition;
    if ( c->codeCount >= SS_COUNT( c->codes ) )
    {
        fail( p, p->at, "the condition is too long; join at most %d comparisons", SS_CONDITION_MAX_TERMS );
        return;
    }
    c->codes[c->codeCount++] = (unsigned char)code;
}

static ssConditionTerm* addTerm( Parser* p, int quantity )
{
    ssCondition* c = p->condition;
    if ( c->termCount >= SS_CONDITION_MAX_TERMS )
    {
        fail( p, p->at, "the condition is too long; join at most %d comparisons", SS_CONDITION_MAX_TERMS );
        return &p->spare;
    }
    addCode( p, c->termCount );
    ssConditionTerm* term = c->terms + c->termCount++;
    *term = ( ssConditionTerm ){ .quantity = quantity, .comparison = condition_equal };
    return term;
}

// ----------------------------------------------------------------------------------------------- comparisons

static int readComparison( Parser* p, const char* name )
{
    // Longer signs come before their beginnings.
    static const struct
    {
        const char* text;
        conditionComparison comparison;
    } signs[] = { { "<=", condition_lessEqual }, { ">=", condition_greaterEqual },
        { "!=", condition_notEqual }, { "==", condition_equal }, { "≤", condition_lessEqual },
        { "≥", condition_greaterEqual }, { "≠", condition_notEqual }, { "<", condition_less },
        { ">", condition_greater }, { "=", condition_equal } };
    skipSpace( p );
    for ( int i = 0; i < SS_COUNT( signs ); ++i )
    {
        size_t length = strlen( signs[i].text );
        if ( strncmp( p->at, signs[i].text, length ) == 0 )
        {
            p->at += length;
            return (int)signs[i].comparison;
        }
    }
    char text[shownWord + 8];
    fail( p, p->at, "%s stands where '%s' needs <, <=, >, >=, = or !=", found( p, text ), name );
    return condition_equal;
}

/// Reads a number without its unit; false: there is none.
static bool readPlainNumber( Parser* p, double* value )
{
    skipSpace( p );
    const char* end = p->at;
    end += *end == '-' || *end == '+' ? 1 : 0;
    const char* digits = end;
    while ( isDigit( *end ) || *end == '.' )
    {
        ++end;
    }
    bool any = end > digits;
    if ( any && lowered( *end ) == 'e' )
    {
        const char* exponent = end + 1 + ( end[1] == '-' || end[1] == '+' ? 1 : 0 );
        while ( isDigit( *exponent ) )
        {
            end = ++exponent;
        }
    }
    const char* begin = *p->at == '+' ? p->at + 1 : p->at;
    if ( !any || !ssParseNumberSpan( begin, (size_t)( end - begin ), value ) )
    {
        return false;
    }
    p->at = end;
    return true;
}

typedef struct unitRow
{
    conditionUnit kind;
    const char* text;
    double factor; // to SI
} unitRow;

static const unitRow s_units[] = { { condition_unitShare, "%", 0.01 }, { condition_unitForce, "N", 1.0 },
    { condition_unitForce, "kN", 1e3 }, { condition_unitForce, "mN", 1e-3 },
    { condition_unitPower, "W", 1.0 }, { condition_unitPower, "kW", 1e3 },
    { condition_unitPower, "mW", 1e-3 }, { condition_unitSpeed, "m/s", 1.0 },
    { condition_unitSpeed, "cm/s", 1e-2 }, { condition_unitSpeed, "mm/s", 1e-3 },
    { condition_unitLength, "m", 1.0 }, { condition_unitLength, "cm", 1e-2 },
    { condition_unitLength, "mm", 1e-3 }, { condition_unitLength, "um", 1e-6 },
    { condition_unitLength, "µm", 1e-6 } };

/// The length of what could be a unit at the next place: "%", "mm",
/// "m/s". Words that join comparisons are none.
static int unitLength( const Parser* p )
{
    if ( *p->at == '%' )
    {
        return 1;
    }
    if ( isWord( p->at, "and" ) || isWord( p->at, "or" ) )
    {
        return 0;
    }
    int length = strncmp( p->at, "µ", strlen( "µ" ) ) == 0 ? (int)strlen( "µ" ) : 0;
    length += wordLength( p->at + length );
    if ( length > 0 && p->at[length] == '/' )
    {
        length += 1 + wordLength( p->at + length + 1 );
    }
    return length;
}

/// Reads the unit of a number, if there is one; returns its factor.
static double readUnit( Parser* p, const conditionRow* row )
{
    skipSpace( p );
    int length = unitLength( p );
    if ( length == 0 )
    {
        return 1.0;
    }
    char allowed[96] = "";
    size_t used = 0;
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        const unitRow* unit = s_units + i;
        if ( unit->kind != row->unit )
        {
            continue;
        }
        if ( (int)strlen( unit->text ) == length && strncmp( unit->text, p->at, (size_t)length ) == 0 )
        {
            p->at += length;
            return unit->factor;
        }
        int added =
            snprintf( allowed + used, sizeof( allowed ) - used, "%s%s", used > 0 ? ", " : "", unit->text );
        used += added > 0 ? (size_t)added : 0;
    }
    char text[shownWord + 8];
    fail( p, p->at, "%s is no unit of '%s'; allowed: %s%snone", found( p, text ), row->name, allowed,
        used > 0 ? ", " : "" );
    return 1.0;
}

static void readNumberTerm( Parser* p, int quantity )
{
    const conditionRow* row = conditionRows + quantity;
    ssConditionTerm* term = addTerm( p, quantity );
    term->comparison = readComparison( p, row->name );
    char text[shownWord + 8];
    if ( !failed( p ) && !readPlainNumber( p, &term->value ) )
    {
        fail(
            p, p->at, "%s stands where '%s' is compared with a finite number", found( p, text ), row->name );
    }
    term->value *= failed( p ) ? 1.0 : readUnit( p, row );
}

static void readModeTerm( Parser* p )
{
    ssConditionTerm* term = addTerm( p, condition_mode );
    skipSpace( p );
    const char* sign = p->at;
    term->comparison = readComparison( p, "mode" );
    if ( !failed( p ) && term->comparison != condition_equal && term->comparison != condition_notEqual )
    {
        fail( p, sign, "a mode is not larger or smaller than another; use = or !=" );
    }
    static const struct
    {
        const char* word;
        ssContactMode mode;
    } words[] = { { "open", ss_modeOpen }, { "stick", ss_modeStick }, { "slide", ss_modeSlide },
        { "roll", ss_modeRoll }, { "spin", ss_modeSpin } };
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        if ( takeWord( p, words[i].word ) )
        {
            term->value = words[i].mode;
            const char* after = p->at;
            skipSpace( p );
            if ( words[i].mode == ss_modeSlide && *p->at == '+' )
            {
                ++p->at;
                bool rolls = takeWord( p, "roll" );
                term->value = ss_modeSlideRoll;
                if ( !rolls )
                {
                    fail( p, p->at, "after 'slide +' only 'roll' is allowed" );
                }
                return;
            }
            p->at = after;
            return;
        }
    }
    char text[shownWord + 8];
    fail( p, p->at, "%s is no mode; allowed: open, stick, slide, roll, slide+roll, spin", found( p, text ) );
}

/// Reads a body into place `which` of the term: its number, its name in quotes, or ground.
static void readBody( Parser* p, ssConditionTerm* term, int which )
{
    skipSpace( p );
    int number = 0, digits = 0;
    if ( takeWord( p, "ground" ) )
    {
        term->bodies[which] = condition_ground;
        return;
    }
    if ( *p->at == '"' )
    {
        const char *name = p->at + 1, *end = strchr( name, '"' );
        size_t length = end != NULL ? (size_t)( end - name ) : 0;
        if ( length == 0 || length >= SS_CONDITION_NAME_CAPACITY )
        {
            fail( p, p->at, "the name of a body has 1 to %d bytes between two quotes",
                SS_CONDITION_NAME_CAPACITY - 1 );
            return;
        }
        memcpy( term->names[which], name, length );
        term->bodies[which] = condition_named;
        p->at = end + 1;
        return;
    }
    while ( isDigit( p->at[digits] ) && digits < 9 )
    {
        number = 10 * number + ( p->at[digits++] - '0' );
    }
    if ( digits == 0 || isDigit( p->at[digits] ) )
    {
        char text[shownWord + 8];
        fail(
            p, p->at, "%s is no body; allowed: its number, its name in quotes, or ground", found( p, text ) );
        return;
    }
    term->bodies[which] = number;
    p->at += digits;
}

static void readBodiesTerm( Parser* p, int quantity )
{
    ssConditionTerm* term = addTerm( p, quantity );
    readBody( p, term, 0 );
    if ( quantity == condition_body || failed( p ) )
    {
        return;
    }
    skipSpace( p );
    if ( *p->at != '-' )
    {
        fail( p, p->at, "a pair is two bodies with - between them, such as pair 3-7" );
        return;
    }
    ++p->at;
    readBody( p, term, 1 );
}

/// The quantity whose name begins at the next place, which it passes; -1: none. The longest name counts.
static int takeQuantity( Parser* p )
{
    int best = -1, bestLength = 0;
    for ( int i = 0; i < condition_quantityCount; ++i )
    {
        const char* name = conditionRows[i].name;
        const char* space = strchr( name, ' ' );
        char first[16] = "";
        snprintf( first, sizeof( first ), "%.*s", space != NULL ? (int)( space - name ) : 15, name );
        if ( !isWord( p->at, first ) )
        {
            continue;
        }
        const char* rest = p->at + strlen( first );
        while ( space != NULL && isSpace( *rest ) )
        {
            ++rest;
        }
        bool whole = space == NULL || isWord( rest, space + 1 );
        int length = (int)( rest - p->at ) + ( space != NULL ? (int)strlen( space + 1 ) : 0 );
        if ( whole && length > bestLength )
        {
            best = i;
            bestLength = length;
        }
    }
    p->at += bestLength;
    return best;
}

static void readTerm( Parser* p )
{
    const char* at = p->at;
    int quantity = takeQuantity( p );
    if ( quantity < 0 )
    {
        char text[shownWord + 8];
        fail( p, at,
            "%s is no quantity of a contact; allowed: margin, ratio, energy, energy created, law error, cone "
            "error, slip error, normal error, energy error, penetration, force, friction, speed, gap, "
            "contact, mode, pair, body",
            found( p, text ) );
    }
    else if ( quantity == condition_energyCreated )
    {
        addTerm( p, quantity )->value = 1.0;
    }
    else if ( quantity == condition_mode )
    {
        readModeTerm( p );
    }
    else if ( quantity == condition_pair || quantity == condition_body )
    {
        readBodiesTerm( p, quantity );
    }
    else
    {
        readNumberTerm( p, quantity );
    }
}

// ---------------------------------------------------------------------------------------------- and, or, not

static void readFactor( Parser* p )
{
    skipSpace( p );
    const char* at = p->at;
    bool negated = takeWord( p, "not" ), opens = !negated && *p->at == '(';
    if ( !negated && !opens )
    {
        readTerm( p );
        return;
    }
    if ( ++p->depth > SS_CONDITION_MAX_DEPTH )
    {
        fail( p, at, "more than %d parentheses or 'not' inside each other", SS_CONDITION_MAX_DEPTH );
        return;
    }
    if ( negated )
    {
        readFactor( p );
        addCode( p, condition_not );
    }
    else
    {
        ++p->at;
        readCondition( p );
        skipSpace( p );
        if ( !failed( p ) && *p->at != ')' )
        {
            char text[shownWord + 8];
            fail( p, p->at, "%s stands where the ')' of column %d, 'and' or 'or' is missing",
                found( p, text ), columnOf( p, at ) );
        }
        p->at += failed( p ) ? 0 : 1;
    }
    --p->depth;
}

static void readConjunction( Parser* p )
{
    readFactor( p );
    while ( !failed( p ) && takeWord( p, "and" ) )
    {
        readFactor( p );
        addCode( p, condition_and );
    }
}

static void readCondition( Parser* p )
{
    readConjunction( p );
    while ( !failed( p ) && takeWord( p, "or" ) )
    {
        readConjunction( p );
        addCode( p, condition_or );
    }
}

ssResult ssParseCondition( const char* text, ssCondition* condition )
{
    *condition = ( ssCondition ){ 0 };
    ssCondition made = { 0 };
    Parser p = { .start = text, .at = text, .condition = &made, .result = ssOk() };
    if ( strlen( text ) >= SS_CONDITION_CAPACITY )
    {
        return ssError( ss_errorFormat, "condition", "a condition has at most %d bytes, this one has %zu",
            SS_CONDITION_CAPACITY - 1, strlen( text ) );
    }
    readCondition( &p );
    skipSpace( &p );
    if ( !failed( &p ) && *p.at != '\0' )
    {
        char word[shownWord + 8];
        fail( &p, p.at, "%s stands where 'and', 'or' or the end is expected", found( &p, word ) );
    }
    if ( !failed( &p ) )
    {
        *condition = made;
    }
    return p.result;
}
