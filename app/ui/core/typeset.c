// SPDX-License-Identifier: MIT
#include "ui/core/typeset.h"
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/core/window_layout.h"

#include <stdio.h>
#include <string.h>

// Sets formulas with subscripts, superscripts and line breaks.

#define MAX_LINES 6
#define MAX_LINE 192

typedef struct lines
{
    char text[MAX_LINES][MAX_LINE];
    int count;
} lines;

/// Writes a letter as its copy below the line, or above.
static char* putRaised( char* out, const char** at, int level )
{
    const unsigned char* c = (const unsigned char*)*at;
    unsigned letter = c[0] < 0x80 ? c[0] : ( c[0] & 0x1fu ) << 6 | ( c[1] & 0x3fu );
    unsigned place = ( level < 0 ? UI_INDEX_LETTERS : UI_POWER_LETTERS ) + letter;
    *at += c[0] < 0x80 ? 1 : 2;
    *out++ = (char)( 0xe0 | place >> 12 );
    *out++ = (char)( 0x80 | ( place >> 6 & 0x3f ) );
    *out++ = (char)( 0x80 | ( place & 0x3f ) );
    return out;
}

const char* uiIndexed( const char* text )
{
    if ( text == NULL || text[strcspn( text, "_^" )] == '\0' ) { return text; }
    char *whole = uiPrint( "%*s", (int)( 3 * strlen( text ) ), "" ), *out = whole;
    wordsPiece p;
    for ( const char* at = text; wordsNextPiece( text, &at, &p ); )
    {
        while ( p.begin < p.end )
        {
            if ( p.level != 0 ) { out = putRaised( out, &p.begin, p.level ); }
            else { *out++ = *p.begin++; }
        }
    }
    *out = '\0';
    return whole;
}

static ImFont* faceOf( const uiState* ui ) { return ui->fonts[ui_fontFormula]; }

static float sizeOf( const uiState* ui, float scale )
{
    const ImFont* face = faceOf( ui );
    return scale * face->FontSize * face->Scale * igGetIO()->FontGlobalScale;
}

/// Draws a line, or only measures it where `list` is NULL. Returns its width.
static float setLine(
    uiState* ui, ImDrawList* list, const char* text, float scale, float x, float y, ImU32 color )
{
    float size = sizeOf( ui, scale );
    ImVec2 extent;
    text = uiIndexed( text );
    ImFont_CalcTextSizeA( &extent, faceOf( ui ), size, 3.4e38f, 0.0f, text, NULL, NULL );
    if ( list != NULL )
    {
        ImDrawList_AddText_FontPtr(
            list, faceOf( ui ), size, uiVec2( floorf( x ), floorf( y ) ), color, text, NULL, 0.0f, NULL );
    }
    return extent.x;
}

static void addLine( lines* l, const char* begin, const char* end )
{
    while ( begin < end && *begin == ' ' ) { ++begin; }
    int length = (int)( end - begin );
    if ( length > 0 && l->count < MAX_LINES )
    {
        snprintf( l->text[l->count++], MAX_LINE, "%.*s", length < MAX_LINE ? length : MAX_LINE - 1, begin );
    }
}

/// Is this the blank before a relation?
static bool isRelation( const char* c )
{
    static const char* const signs[] = { " = ", " < ", " > ", " ≤ ", " ≥ " };
    bool found = false;
    for ( int i = 0; i < SS_COUNT( signs ); ++i )
    {
        found = found || strncmp( c, signs[i], strlen( signs[i] ) ) == 0;
    }
    return found;
}

/// Adds a line, broken where too wide at the last comma that fits, else before a relation, else at a blank.
static void wrapLine( uiState* ui, lines* l, const char* begin, const char* end, float scale, float width )
{
    while ( begin < end )
    {
        const char *comma = NULL, *relation = NULL, *blank = NULL;
        const char* line = uiPrint( "%.*s", (int)( end - begin ), begin );
        if ( setLine( ui, NULL, line, scale, 0.0f, 0.0f, 0 ) <= width ) { break; }
        for ( const char* c = begin; c < end && c - begin < MAX_LINE - 1; ++c )
        {
            line = uiPrint( "%.*s", (int)( c - begin ), begin );
            bool fits = *c == ' ' && setLine( ui, NULL, line, scale, 0.0f, 0.0f, 0 ) <= width;
            blank = fits && c > begin ? c : blank;
            relation = fits && c > begin && isRelation( c ) ? c : relation;
            comma = fits && c > begin && ( c[-1] == ',' || c[-1] == ':' ) ? c : comma;
        }
        const char* at = comma != NULL ? comma : relation != NULL ? relation : blank;
        if ( at == NULL )
        {
            break; // a word wider than the line
        }
        addLine( l, begin, at );
        begin = at + 1;
    }
    addLine( l, begin, end );
}

static void breakLines( uiState* ui, lines* l, const char* text, float scale, float width )
{
    const char* begin = text;
    for ( const char* c = text;; ++c )
    {
        if ( *c == '\n' || *c == '\0' || ( *c == ';' && c[1] == ' ' ) )
        {
            wrapLine( ui, l, begin, c, scale, width );
            begin = c + 1;
        }
        if ( *c == '\0' ) { return; }
    }
}

/// Where the relation of a line begins, as a number of bytes; -1: it has none.
static int relationOf( const char* line )
{
    for ( const char* c = line; *c != '\0'; ++c )
    {
        if ( isRelation( c ) ) { return (int)( c - line ); }
    }
    return -1;
}

/// How far each line is moved to the right, so that the relations of two lines stand below each other [px].
static void alignLines( uiState* ui, const lines* l, float scale, float width, float* shifts )
{
    float places[MAX_LINES] = { 0.0f }, widths[MAX_LINES] = { 0.0f }, most = 0.0f;
    bool aligned = l->count == 2;
    for ( int i = 0; i < l->count; ++i )
    {
        int at = relationOf( l->text[i] );
        shifts[i] = 0.0f;
        aligned = aligned && at > 0;
        places[i] = setLine( ui, NULL, uiPrint( "%.*s", at > 0 ? at : 0, l->text[i] ), scale, 0.0f, 0.0f, 0 );
        widths[i] = setLine( ui, NULL, l->text[i], scale, 0.0f, 0.0f, 0 );
        most = fmaxf( most, places[i] );
    }
    for ( int i = 0; i < l->count && aligned; ++i ) { aligned = most - places[i] + widths[i] <= width; }
    for ( int i = 0; i < l->count && aligned; ++i ) { shifts[i] = most - places[i]; }
}

static float leading( const uiState* ui, float scale ) { return roundf( 1.22f * sizeOf( ui, scale ) ); }

ImVec2 uiFormulaSize( uiState* ui, const char* text, float scale, float width )
{
    lines l = { .count = 0 };
    float shifts[MAX_LINES], widest = 0.0f;
    breakLines( ui, &l, text, scale, width );
    alignLines( ui, &l, scale, width, shifts );
    for ( int i = 0; i < l.count; ++i )
    {
        widest = fmaxf( widest, shifts[i] + setLine( ui, NULL, l.text[i], scale, 0.0f, 0.0f, 0 ) );
    }
    return uiVec2( widest, (float)l.count * leading( ui, scale ) );
}

void uiDrawFormula(
    uiState* ui, ImDrawList* list, const char* text, float scale, float width, float x, float y, ImU32 color )
{
    lines l = { .count = 0 };
    float shifts[MAX_LINES];
    breakLines( ui, &l, text, scale, width );
    alignLines( ui, &l, scale, width, shifts );
    for ( int i = 0; i < l.count; ++i )
    {
        setLine( ui, list, l.text[i], scale, x + shifts[i], y + (float)i * leading( ui, scale ), color );
    }
}

/// The number of lines that the text itself has, before any is too wide.
static int ownLines( uiState* ui, const char* text )
{
    lines l = { .count = 0 };
    breakLines( ui, &l, text, 1.0f, 3.4e38f );
    return l.count;
}

float uiFormulaScale( uiState* ui, const char* text, float width, float height )
{
    static const float scales[] = { 1.0f, 0.92f, 0.85f, 0.78f, 0.7f };
    int own = ownLines( ui, text );
    float chosen = 0.0f;
    for ( int i = 0; i < SS_COUNT( scales ); ++i )
    {
        ImVec2 size = uiFormulaSize( ui, text, scales[i], width );
        bool fits = size.x <= width && size.y <= height;
        if ( fits && size.y <= (float)own * leading( ui, scales[i] ) + 1.0f ) { return scales[i]; }
        chosen = fits && chosen == 0.0f ? scales[i] : chosen;
    }
    return chosen > 0.0f ? chosen : scales[SS_COUNT( scales ) - 1];
}
