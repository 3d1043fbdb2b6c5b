// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "session/lesson/lesson.h"
#include "slipstick/param.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads line by line. An unindented line begins with a keyword; indented ones belong to it, and four spaces
// or more continue the line above. Texts share one pool, whose last text can still grow.

#define SHOWN_WORD 40 // bytes of the user's text in a message
#define DEEP_INDENT 4

typedef struct Parser
{
    lessonText* lesson;
    lessonError* error;
    int line;
    bool blank;   // a blank line came before this one
    bool titled;  // `lesson` has been read
    char** grows; // the text that a deeply indented line continues; NULL: none
    char* last;
} Parser;

bool lessonFail( lessonError* error, int line, const char* format, ... )
{
    if ( error->text[0] == '\0' )
    {
        va_list arguments;
        va_start( arguments, format );
        vsnprintf( error->text, sizeof( error->text ), format, arguments );
        va_end( arguments );
        error->line = line;
    }
    return false;
}

static bool failed( const Parser* p ) { return p->error->text[0] != '\0'; }

static bool isSpace( char c ) { return c == ' ' || c == '\t' || c == '\r'; }

/// Adds bytes to the pool as a text of their own.
static char* keep( Parser* p, const char* bytes, size_t length )
{
    lessonText* l = p->lesson;
    if ( l->poolUsed + length + 1 > l->poolCapacity )
    {
        lessonFail( p->error, p->line, "the lesson is too long" );
        return l->pool;
    }
    char* text = l->pool + l->poolUsed;
    memcpy( text, bytes, length );
    text[length] = '\0';
    l->poolUsed += length + 1;
    p->last = text;
    return text;
}

/// Goes on with the text that was kept last, after a space.
static void extend( Parser* p, const char* bytes, size_t length )
{
    lessonText* l = p->lesson;
    if ( l->poolUsed + length + 1 > l->poolCapacity )
    {
        lessonFail( p->error, p->line, "the lesson is too long" );
        return;
    }
    char* end = l->pool + l->poolUsed - 1;
    *end++ = ' ';
    memcpy( end, bytes, length );
    end[length] = '\0';
    l->poolUsed += length + 1;
}

/// A place in an array that grows; `items` points to the pointer to it. NULL after a failure.
static void* addTo( Parser* p, void* items, int* count, int* capacity, size_t size )
{
    char* grown;
    if ( !growArray( items, capacity, *count + 1, size ) )
    {
        lessonFail( p->error, p->line, "out of memory" );
        return NULL;
    }
    memcpy( &grown, items, sizeof( grown ) );
    char* place = grown + (size_t)( *count )++ * size;
    memset( place, 0, size );
    return place;
}

static size_t wordLength( const char* at ) { return strcspn( at, " \t" ); }

/// Writes "word 'foo'; did you mean 'bar'? allowed: a, b".
static void failWord(
    Parser* p, const char* word, size_t length, const char* what, const char* const* allowed, int count )
{
    char shown[SHOWN_WORD + 1], list[200] = "";
    snprintf( shown, sizeof( shown ), "%.*s", (int)( length < SHOWN_WORD ? length : SHOWN_WORD ), word );
    for ( int i = 0; i < count; ++i )
    {
        addText( list, sizeof( list ), "%s%s", i > 0 ? ", " : "", allowed[i] );
    }
    const char* closest = ssClosestName( shown, allowed, count );
    lessonFail( p->error, p->line, "'%s' is no %s;%s%s%s allowed: %s", shown, what,
        closest != NULL ? " did you mean '" : "", closest != NULL ? closest : "", closest != NULL ? "'?" : "",
        list );
}

/// Takes one of `names` from the beginning of the text, which it passes; -1 after a failure.
static int takeWord( Parser* p, const char** at, const char* what, const char* const* names, int count )
{
    size_t length = wordLength( *at );
    for ( int i = 0; i < count; ++i )
    {
        if ( strlen( names[i] ) == length && strncmp( names[i], *at, length ) == 0 )
        {
            *at += length;
            *at += strspn( *at, " \t" );
            return i;
        }
    }
    failWord( p, *at, length, what, names, count );
    return -1;
}

/// Reads words of a list into a mask, bit i for names[i].
static unsigned readMask( Parser* p, const char* at, const char* what, const char* const* names, int count )
{
    unsigned mask = 0;
    do {
        int word = takeWord( p, &at, what, names, count );
        mask |= word >= 0 ? 1u << word : 0u;
    } while ( *at != '\0' && !failed( p ) );
    return mask;
}

static lessonItem* addItem( Parser* p, lessonKind kind, const char* text )
{
    lessonText* l = p->lesson;
    lessonItem* item = addTo( p, &l->items, &l->itemCount, &l->itemCapacity, sizeof( *item ) );
    if ( item == NULL ) { return NULL; }
    l->steps[l->stepCount - 1].itemCount++;
    *item = ( lessonItem ){ .kind = kind, .line = p->line, .text = keep( p, text, strlen( text ) ) };
    item->firstParagraph = l->paragraphCount;
    item->firstChoice = l->choiceCount;
    return item;
}

typedef struct keywordRow
{
    const char* name;
    void ( *read )( Parser* p, const struct keywordRow* row, const char* text );
    lessonKind kind;
    bool stands; // alone on its line
    bool heads;  // the lesson: it stands before the first step
} keywordRow;

static void readStep( Parser* p, const keywordRow* row, const char* text )
{
    lessonText* l = p->lesson;
    (void)row;
    if ( text[0] == '\0' )
    {
        lessonFail( p->error, p->line, "'step' needs its title after it" );
        return;
    }
    lessonStep* step = addTo( p, &l->steps, &l->stepCount, &l->stepCapacity, sizeof( *step ) );
    if ( step == NULL ) { return; }
    *step = ( lessonStep ){ .line = p->line, .firstItem = l->itemCount };
    step->title = keep( p, text, strlen( text ) );
    addItem( p, lesson_words, "" );
}

static void readAsk( Parser* p, const keywordRow* row, const char* text )
{
    (void)row;
    static const char* const kinds[] = { "choice", "number", "sketch" };
    static const lessonKind items[] = { lesson_choice, lesson_number, lesson_sketch };
    int kind = takeWord( p, &text, "kind of question", kinds, SS_COUNT( kinds ) );
    if ( kind < 0 ) { return; }
    if ( text[0] == '\0' )
    {
        lessonFail( p->error, p->line,
            kind == 2 ? "'ask sketch' needs a signal of the scenario"
                      : "'ask %s' needs the question after it",
            kinds[kind] );
        return;
    }
    lessonItem* item = addItem( p, items[kind], text );
    if ( item != NULL && kind == 2 )
    {
        // "u" or "u How does the speed change?"
        size_t length = wordLength( item->text );
        item->signal = keep( p, item->text, length );
        item->text += length + strspn( item->text + length, " \t" );
        item->mask = lesson_judgeSign | lesson_judgeSlope | lesson_judgeLimit;
    }
    p->grows = NULL;
}

static void readRun( Parser* p, const keywordRow* row, const char* text )
{
    (void)row;
    bool until = strncmp( text, "until ", 6 ) == 0, when = strncmp( text, "when ", 5 ) == 0;
    if ( text[0] != '\0' && !until && !when )
    {
        static const char* const words[] = { "until", "when" };
        failWord( p, text, wordLength( text ), "way to end a run", words, SS_COUNT( words ) );
        return;
    }
    text += until ? 6 : when ? 5 : 0;
    lessonItem* item = addItem( p, lesson_run, text + strspn( text, " \t" ) );
    if ( item != NULL ) { item->when = when; }
}

static const char* const s_hidden[] = { "plots", "params", "contact", "cones", "forces", "exact", "labels" };
static const char* const s_judged[] = { "sign", "slope", "limit", "stop" };

static void readItem( Parser* p, const keywordRow* row, const char* text )
{
    if ( !row->stands && text[0] == '\0' )
    {
        lessonFail( p->error, p->line, "'%s' needs something after it", row->name );
        return;
    }
    if ( row->stands && text[0] != '\0' )
    {
        lessonFail(
            p->error, p->line, "'%s' stands alone on its line; words come indented below it", row->name );
        return;
    }
    unsigned mask =
        row->kind == lesson_hide ? readMask( p, text, "thing to hide", s_hidden, SS_COUNT( s_hidden ) ) : 0;
    lessonItem* item = failed( p ) ? NULL : addItem( p, row->kind, text );
    if ( item != NULL )
    {
        item->mask = mask;
        p->grows = row->kind == lesson_claim ? &p->last : NULL;
    }
}

static void readVersion( Parser* p, const keywordRow* row, const char* text )
{
    (void)row;
    if ( strcmp( text, "1" ) != 0 || p->titled )
    {
        lessonFail( p->error, p->line, "a lesson begins once, with the line 'lesson 1'" );
    }
    p->titled = true;
}

static void readMinutes( Parser* p, const keywordRow* row, const char* text )
{
    (void)row;
    double* minutes = &p->lesson->minutes;
    if ( !ssParseNumber( text, minutes ) || *minutes <= 0.0 || *minutes > 600.0 )
    {
        lessonFail( p->error, p->line, "minutes '%.40s': expected a number > 0, at most 600", text );
    }
}

static void readTitle( Parser* p, const keywordRow* row, const char* text )
{
    const char** place = strcmp( row->name, "title" ) == 0 ? &p->lesson->title : &p->lesson->about;
    if ( text[0] == '\0' || *place != NULL )
    {
        lessonFail( p->error, p->line,
            text[0] == '\0' ? "'%s' needs its words on the same line" : "'%s' is given twice", row->name );
        return;
    }
    *place = keep( p, text, strlen( text ) );
    p->grows = &p->last;
}

/// The words that may begin a line.
static const keywordRow s_keywords[] = {
    { "step", readStep, .kind = lesson_words },
    { "scene", readItem, .kind = lesson_scene },
    { "until", readItem, .kind = lesson_until },
    { "measure", readItem, .kind = lesson_measure },
    { "hide", readItem, .kind = lesson_hide },
    { "show", readItem, .kind = lesson_show },
    { "ask", readAsk, .kind = lesson_choice },
    { "run", readRun, .kind = lesson_run },
    { "claim", readItem, .kind = lesson_claim },
    { "compare", readItem, .kind = lesson_compare },
    { "reveal", readItem, .kind = lesson_reveal, .stands = true },
    { "next", readItem, .kind = lesson_next, .stands = true },
    { "lesson", readVersion, .heads = true },
    { "title", readTitle, .heads = true },
    { "about", readTitle, .heads = true },
    { "minutes", readMinutes, .heads = true },
};

static void readKeyword( Parser* p, const char* at )
{
    const char* names[SS_COUNT( s_keywords )];
    for ( int i = 0; i < SS_COUNT( s_keywords ); ++i ) { names[i] = s_keywords[i].name; }
    p->grows = NULL;
    int which = takeWord( p, &at, "keyword of lessons", names, SS_COUNT( names ) );
    if ( which < 0 ) { return; }
    const keywordRow* row = s_keywords + which;
    if ( !p->titled && row->read != readVersion )
    {
        lessonFail( p->error, p->line, "'%s' stands before the line 'lesson 1'; a lesson begins with that",
            row->name );
    }
    else if ( row->heads && p->lesson->stepCount > 0 )
    {
        lessonFail( p->error, p->line,
            "'%s' stands after the first step; allowed before it: lesson, title, about, minutes", row->name );
    }
    else if ( !row->heads && row->read != readStep && p->lesson->stepCount == 0 )
    {
        lessonFail( p->error, p->line, "'%s' belongs to a step; write 'step TITLE' above it", row->name );
    }
    else { row->read( p, row, at ); }
}

static void readWords( Parser* p, lessonItem* item, const char* at )
{
    lessonText* l = p->lesson;
    bool formula = at[0] == '=' && isSpace( at[1] );
    lessonParagraph* last = item->paragraphCount > 0 ? l->paragraphs + l->paragraphCount - 1 : NULL;
    if ( last != NULL && !p->blank && !formula && !last->formula && last->text == p->last )
    {
        extend( p, at, strlen( at ) );
        return;
    }
    at += formula ? 1 + strspn( at + 1, " \t" ) : 0;
    lessonParagraph* next =
        addTo( p, &l->paragraphs, &l->paragraphCount, &l->paragraphCapacity, sizeof( *next ) );
    if ( next != NULL )
    {
        *next =
            ( lessonParagraph ){ .text = keep( p, at, strlen( at ) ), .formula = formula, .line = p->line };
        item->paragraphCount++;
    }
}

static void readChoice( Parser* p, lessonItem* item, const char* at )
{
    lessonText* l = p->lesson;
    if ( ( at[0] != '+' && at[0] != '-' ) || !isSpace( at[1] ) )
    {
        lessonFail( p->error, p->line,
            "'%.24s' is no choice; it begins with '+ ' (right) or '- ' (wrong), and goes on in lines "
            "indented by four spaces",
            at );
        return;
    }
    if ( item->choiceCount >= LESSON_MAX_CHOICES )
    {
        lessonFail( p->error, p->line, "more than %d choices", LESSON_MAX_CHOICES );
        return;
    }
    lessonChoice* choice = addTo( p, &l->choices, &l->choiceCount, &l->choiceCapacity, sizeof( *choice ) );
    if ( choice != NULL )
    {
        const char* text = at + 1 + strspn( at + 1, " \t" );
        *choice = ( lessonChoice ){
            .text = keep( p, text, strlen( text ) ), .right = at[0] == '+', .line = p->line
        };
        item->choiceCount++;
        p->grows = &p->last;
    }
}

/// The lines below `ask number` and `ask sketch`.
static void readDetail( Parser* p, lessonItem* item, const char* at )
{
    static const char* const ofNumber[] = { "answer", "unit", "within", "is", "right", "wrong" };
    static const char* const ofSketch[] = { "judge", "range", "right", "wrong" };
    bool number = item->kind == lesson_number;
    int which = number ? takeWord( p, &at, "line of 'ask number'", ofNumber, SS_COUNT( ofNumber ) )
                       : takeWord( p, &at, "line of 'ask sketch'", ofSketch, SS_COUNT( ofSketch ) );
    if ( which < 0 ) { return; }
    const char* name = number ? ofNumber[which] : ofSketch[which];
    if ( at[0] == '\0' )
    {
        lessonFail( p->error, p->line, "'%s' needs something after it", name );
        return;
    }
    if ( !number && which == 0 )
    {
        item->mask = readMask( p, at, "feature of a sketch", s_judged, SS_COUNT( s_judged ) );
        return;
    }
    lessonPiece* numbers[] = { &item->answer, &item->unit, &item->within, &item->is, &item->right,
        &item->wrong };
    lessonPiece* sketches[] = { NULL, &item->range, &item->right, &item->wrong };
    lessonPiece* piece = number ? numbers[which] : sketches[which];
    if ( piece->text != NULL )
    {
        lessonFail(
            p->error, p->line, "'%s' is given twice; the first one is in line %d", name, piece->line );
        return;
    }
    *piece = ( lessonPiece ){ keep( p, at, strlen( at ) ), p->line };
    p->grows = &p->last;
}

static void readIndented( Parser* p, const char* at, int indent )
{
    lessonItem* item = p->lesson->itemCount > 0 ? p->lesson->items + p->lesson->itemCount - 1 : NULL;
    if ( p->grows != NULL && indent >= DEEP_INDENT && !p->blank )
    {
        extend( p, at, strlen( at ) );
        return;
    }
    if ( item == NULL )
    {
        lessonFail( p->error, p->line,
            "the indented line '%.24s' belongs to nothing; write 'step TITLE' above it", at );
        return;
    }
    switch ( item->kind )
    {
        case lesson_words:
        case lesson_run:
        case lesson_compare:
        case lesson_reveal: readWords( p, item, at ); break;
        case lesson_choice: readChoice( p, item, at ); break;
        case lesson_number:
        case lesson_sketch: readDetail( p, item, at ); break;
        default:
            lessonFail( p->error, p->line,
                "the indented line '%.24s' belongs to '%s', which takes none; allowed below step, ask, run, "
                "compare, reveal",
                at, lessonKeyword( item->kind ) );
            break;
    }
}

/// The offset of the first byte that is not UTF-8, or that no text has; -1: there is none.
static long findBadByte( const char* text, size_t length )
{
    for ( size_t i = 0; i < length; )
    {
        unsigned char c = (unsigned char)text[i];
        size_t size = c < 0x80      ? 1
            : c >= 0xc2 && c < 0xe0 ? 2
            : c >= 0xe0 && c < 0xf0 ? 3
            : c >= 0xf0 && c < 0xf5 ? 4
                                    : 0;
        bool control = ( c < ' ' && c != '\t' && c != '\n' && c != '\r' ) || c == 0x7f;
        if ( size == 0 || control || i + size > length ) { return (long)i; }
        for ( size_t k = 1; k < size; ++k )
        {
            if ( ( (unsigned char)text[i + k] & 0xc0 ) != 0x80 ) { return (long)i; }
        }
        i += size;
    }
    return -1;
}

static void readLine( Parser* p, char* line )
{
    size_t length = strlen( line );
    while ( length > 0 && isSpace( line[length - 1] ) ) { line[--length] = '\0'; }
    int indent = (int)strspn( line, " " ), tabs = (int)strspn( line, " \t" );
    if ( length == 0 ) { p->blank = true; }
    else if ( line[0] == '#' ) { return; }
    else if ( tabs > indent )
    {
        lessonFail( p->error, p->line, "the line is indented by a tab; use two spaces" );
    }
    else if ( indent == 1 )
    {
        lessonFail( p->error, p->line,
            "the line '%.24s' is indented by one space; use two, or none for a keyword", line + 1 );
    }
    else
    {
        indent > 0 ? readIndented( p, line + indent, indent ) : readKeyword( p, line );
        p->blank = false;
    }
}

// Mistakes that only the whole lesson shows: missing parts, no right answer, or several.

/// Cuts "text :: reply" into its two parts.
static const char* cutReply( char* text )
{
    char* cut = strstr( text, "::" );
    if ( cut == NULL ) { return ""; }
    char* reply = cut + 2;
    while ( cut > text && isSpace( cut[-1] ) ) { --cut; }
    *cut = '\0';
    return reply + strspn( reply, " \t" );
}

static bool finishChoice( const lessonText* l, const lessonItem* item, lessonError* error )
{
    int right = 0;
    for ( int i = item->firstChoice; i < item->firstChoice + item->choiceCount; ++i )
    {
        right += l->choices[i].right ? 1 : 0;
        if ( l->choices[i].text[0] == '\0' )
        {
            return lessonFail( error, l->choices[i].line, "the choice has no words" );
        }
    }
    if ( item->choiceCount < 2 )
    {
        return lessonFail( error, item->line,
            "'ask choice' has %d choice%s; expected 2 to %d, indented below it", item->choiceCount,
            item->choiceCount == 1 ? "" : "s", LESSON_MAX_CHOICES );
    }
    return right == 1 ||
        lessonFail( error, item->line,
            "'ask choice' has %d right choices; expected one that begins with '+ '", right );
}

static bool finishItem( const lessonText* l, lessonItem* item, lessonError* error )
{
    if ( item->kind == lesson_choice ) { return finishChoice( l, item, error ); }
    if ( item->kind == lesson_claim )
    {
        item->reply = cutReply( (char*)item->text );
        return item->text[0] != '\0' ||
            lessonFail( error, item->line, "'claim' needs a condition before '::'" );
    }
    if ( item->kind == lesson_number && item->answer.text == NULL )
    {
        return lessonFail( error, item->line, "'ask number' needs the line 'answer FORMULA' below it" );
    }
    char allowed[200];
    if ( item->unit.text != NULL && lessonFindUnit( item->unit.text ) == NULL )
    {
        return lessonFail( error, item->unit.line, "'%.24s' is no unit; allowed: %s", item->unit.text,
            lessonUnitNames( -1, allowed, sizeof( allowed ) ) );
    }
    return true;
}

static bool finish( lessonText* l, lessonError* error )
{
    for ( int i = 0; i < l->choiceCount; ++i )
    {
        l->choices[i].reply = cutReply( (char*)l->choices[i].text );
    }
    for ( int i = 0; i < l->itemCount; ++i )
    {
        if ( !finishItem( l, l->items + i, error ) ) { return false; }
    }
    if ( l->title == NULL ) { return lessonFail( error, 1, "the lesson has no 'title'" ); }
    if ( l->stepCount == 0 ) { return lessonFail( error, 1, "the lesson has no 'step'" ); }
    l->about = l->about != NULL ? l->about : "";
    return true;
}

bool lessonParse( const char* text, size_t length, lessonText* lesson, lessonError* error )
{
    *lesson = ( lessonText ){ 0 };
    *error = ( lessonError ){ 0 };
    if ( length > LESSON_MAX_BYTES )
    {
        return lessonFail(
            error, 0, "the lesson has %zu bytes; allowed: at most %d", length, LESSON_MAX_BYTES );
    }
    Parser p = { .lesson = lesson, .error = error, .line = 1 };
    long bad = findBadByte( text, length );
    char* copy = malloc( length + 1 );
    lesson->poolCapacity = 2 * length + 256;
    lesson->pool = malloc( lesson->poolCapacity );
    bool memory = copy != NULL && lesson->pool != NULL;
    if ( memory )
    {
        memcpy( copy, text, length );
        copy[length] = '\0';
    }
    char* at = copy;
    for ( ; memory && !failed( &p ) && at != NULL && at < copy + length; ++p.line )
    {
        char* end = memchr( at, '\n', (size_t)( copy + length - at ) );
        if ( bad >= 0 && ( end == NULL || end - copy > bad ) )
        {
            lessonFail( error, p.line, "the byte 0x%02x is no text; save the file as UTF-8",
                (unsigned char)text[bad] );
            break;
        }
        if ( end != NULL ) { *end = '\0'; }
        readLine( &p, p.line == 1 && strncmp( at, "\xef\xbb\xbf", 3 ) == 0 ? at + 3 : at );
        at = end != NULL ? end + 1 : NULL;
    }
    free( copy );
    bool good = memory ? !failed( &p ) && finish( lesson, error ) : lessonFail( error, 0, "out of memory" );
    if ( !good ) { lessonFree( lesson ); }
    return good;
}

void lessonFree( lessonText* lesson )
{
    free( lesson->steps );
    free( lesson->items );
    free( lesson->paragraphs );
    free( lesson->choices );
    free( lesson->pool );
    *lesson = ( lessonText ){ 0 };
}

bool lessonAsks( lessonKind kind )
{
    return kind == lesson_choice || kind == lesson_number || kind == lesson_sketch;
}

const char* lessonKeyword( lessonKind kind )
{
    static const char* const names[] = { "step", "scene", "until", "measure", "hide", "show", "ask choice",
        "ask number", "ask sketch", "run", "claim", "compare", "reveal", "next" };
    return names[kind];
}
