// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_watch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Where a word with spaces around it stands outside brackets; NULL: nowhere.
static const char* findWord( const char* text, const char* word )
{
    int depth = 0;
    size_t length = strlen( word );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if ( depth == 0 && at > text && at[-1] == ' ' && strncmp( at, word, length ) == 0 &&
            at[length] == ' ' )
        {
            return at;
        }
    }
    return NULL;
}

static const struct
{
    const char* name;
    lessonMoment moment;
} s_calls[] = { { "max", lesson_momentMax }, { "min", lesson_momentMin }, { "mean", lesson_momentMean } };

/// The length of NAME( x ) at this place if it is a call with one argument; 0: it is none.
static size_t callLength( const char* text, const char* name )
{
    size_t length = strlen( name );
    if ( strncmp( text, name, length ) != 0 || text[length] != '(' )
    {
        return 0;
    }
    int depth = 0;
    for ( size_t i = length; text[i] != '\0'; ++i )
    {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if ( depth == 1 && text[i] == ',' )
        {
            return 0;
        }
        if ( depth == 0 )
        {
            return i + 1;
        }
    }
    return 0;
}

/// Cuts the text into that of the number and that of the moment.
static void split( const char* text, lessonWatch* w, char* number, char* moment )
{
    size_t length = strlen( text );
    for ( int i = 0; i < SS_COUNT( s_calls ); ++i )
    {
        size_t name = strlen( s_calls[i].name );
        if ( callLength( text, s_calls[i].name ) == length && length > 0 )
        {
            w->moment = s_calls[i].moment;
            snprintf( number, LESSON_FORMULA_BYTES, "%.*s", (int)( length - name - 2 ), text + name + 1 );
            return;
        }
    }
    const char *when = findWord( text, "when" ), *at = findWord( text, "at" );
    const char* cut = when != NULL ? when : at;
    snprintf( number, LESSON_FORMULA_BYTES, "%.*s", cut != NULL ? (int)( cut - text ) : (int)length, text );
    if ( cut != NULL )
    {
        const char* rest = cut + ( when != NULL ? 4 : 2 );
        snprintf( moment, LESSON_FORMULA_BYTES, "%s", rest + strspn( rest, " " ) );
    }
    w->moment = when != NULL                         ? lesson_momentWhen
        : at != NULL && strcmp( moment, "end" ) != 0 ? lesson_momentTime
                                                     : lesson_momentEnd;
}

bool lessonBeginWatch( const lessonNames* names, const lessonValues* values, const char* text, int line,
    lessonWatch* watch, lessonError* error )
{
    char number[LESSON_FORMULA_BYTES] = "", moment[LESSON_FORMULA_BYTES] = "";
    *watch = ( lessonWatch ){ .value = (double)NAN };
    if ( strlen( text ) >= LESSON_FORMULA_BYTES )
    {
        return lessonFail( error, line, "the formula has more than %d bytes", LESSON_FORMULA_BYTES - 1 );
    }
    split( text, watch, number, moment );
    size_t length = strlen( number );
    while ( length > 0 && number[length - 1] == ' ' )
    {
        number[--length] = '\0';
    }
    const char* unit = lessonUnitOf( names, number );
    snprintf( watch->unit, sizeof( watch->unit ), "%s", unit != NULL ? unit : "?" );
    watch->formula = lessonCompileOwn( names, number, line, false, error );
    if ( watch->moment == lesson_momentWhen && watch->formula != NULL )
    {
        watch->when = lessonCompileOwn( names, moment, line, true, error );
    }
    if ( watch->moment == lesson_momentTime && watch->formula != NULL )
    {
        ssFormula* time = lessonCompileOwn( names, moment, line, false, error );
        watch->time = time != NULL ? ssFormula_Value( time, values->now ) : 0.0;
        ssDestroyFormula( time );
    }
    return error->text[0] == '\0';
}

void lessonEndWatch( lessonWatch* watch )
{
    ssDestroyFormula( watch->formula );
    ssDestroyFormula( watch->when );
    watch->formula = watch->when = NULL;
}

bool lessonTakeWatches( const lessonNames* names, const lessonValues* values, const char* text, int line,
    char rest[LESSON_FORMULA_BYTES], lessonWatch watches[LESSON_MAX_WATCHES], int* count, lessonError* error )
{
    size_t used = 0;
    *count = 0;
    if ( strlen( text ) >= LESSON_FORMULA_BYTES - 8 * LESSON_MAX_WATCHES )
    {
        return lessonFail( error, line, "the formula has more than %d bytes",
            LESSON_FORMULA_BYTES - 8 * LESSON_MAX_WATCHES - 1 );
    }
    for ( char before = ' '; *text != '\0'; )
    {
        bool inName = ( before >= 'a' && before <= 'z' ) || ( before >= 'A' && before <= 'Z' ) ||
            before == '_' || before == '.' || ( before >= '0' && before <= '9' );
        size_t length = 0;
        for ( int i = 0; i < SS_COUNT( s_calls ) && length == 0 && !inName; ++i )
        {
            length = callLength( text, s_calls[i].name );
        }
        if ( length == 0 )
        {
            before = rest[used++] = *text++;
            continue;
        }
        if ( *count >= LESSON_MAX_WATCHES )
        {
            return lessonFail(
                error, line, "more than %d of max(x), min(x), mean(x) in one formula", LESSON_MAX_WATCHES );
        }
        char call[LESSON_FORMULA_BYTES];
        snprintf( call, sizeof( call ), "%.*s", (int)length, text );
        bool good = lessonBeginWatch( names, values, call, line, watches + ( *count )++, error );
        int added = snprintf(
            rest + used, LESSON_FORMULA_BYTES - used, "%s", names->names[names->watchFirst + *count - 1] );
        used += (size_t)added;
        text += length;
        before = ')';
        if ( !good )
        {
            return false;
        }
    }
    rest[used] = '\0';
    return true;
}

void lessonVisit( lessonWatch* w, const lessonValues* values, double time, bool last )
{
    bool take = w->moment == lesson_momentEnd ? last
        : w->moment == lesson_momentTime      ? !w->found && time >= w->time * ( 1.0 - 1e-12 )
        : w->moment == lesson_momentWhen      ? !w->found && ssFormula_Value( w->when, values->now ) != 0.0
                                              : true;
    if ( !take )
    {
        return;
    }
    double value = ssFormula_Value( w->formula, values->now );
    bool first = !w->found;
    w->found = true;
    w->sum += value;
    ++w->count;
    switch ( w->moment )
    {
        case lesson_momentMax:
            w->value = first ? value : fmax( w->value, value );
            break;
        case lesson_momentMin:
            w->value = first ? value : fmin( w->value, value );
            break;
        case lesson_momentMean:
            w->value = w->sum / (double)w->count;
            break;
        default:
            w->value = value;
            break;
    }
}
