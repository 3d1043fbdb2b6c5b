// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// Reads Siconos' text form of a contact problem: words separated by blanks,
//     dimension  contacts  storage  matrix  q  mu  [mu_r]
// with the matrix dense (storage 0, column by column), in sparse blocks (1, each column by column) or as
// CSparse prints it (2). What follows the coefficients (a flag for a first guess) is not read. Memory stays
// in proportion to the text: a count for which the text is too short is refused before anything is allocated.

// Bytes of a word that are kept: no number needs more, and longer words are cut off in messages.
#define WORD_MAX 64

typedef struct Words
{
    const char* text;
    size_t length, at;
    int line;     // of the current word
    int nextLine; // of the text at `at`
    char word[WORD_MAX];
    ssResult result; // the first refusal; everything reads as zero after it
    ssRoom room;     // of what is read
} Words;

static bool isBlank( char c ) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool nextWord( Words* words )
{
    while ( words->at < words->length && isBlank( words->text[words->at] ) )
    {
        words->nextLine += words->text[words->at] == '\n';
        words->at += 1;
    }
    words->line = words->nextLine;
    size_t begin = words->at;
    while ( words->at < words->length && !isBlank( words->text[words->at] ) ) { words->at += 1; }
    size_t size = words->at - begin;
    size = size < WORD_MAX ? size : WORD_MAX - 1;
    memcpy( words->word, words->text + begin, size );
    words->word[size] = 0;
    return words->at > begin;
}

static void skipLine( Words* words )
{
    while ( words->at < words->length && words->text[words->at] != '\n' ) { words->at += 1; }
}

static void refuse( Words* words, const char* field, const char* expected )
{
    if ( words->result.code == ss_ok )
    {
        words->result = words->word[0] == 0
            ? ssError( ss_errorFormat, field, "line %d: the text ends where %s was expected", words->line,
                  expected )
            : ssError( ss_errorFormat, field, "line %d: expected %s, found '%.40s'", words->line, expected,
                  words->word );
    }
}

static double readNumber( Words* words, const char* what )
{
    double value = 0.0;
    if ( words->result.code == ss_ok && ( !nextWord( words ) || !ssParseNumber( words->word, &value ) ) )
    {
        char expected[96];
        snprintf( expected, sizeof expected, "%.60s, a finite number", what );
        refuse( words, what, expected );
    }
    return words->result.code == ss_ok ? value : 0.0;
}

static int readWhole( Words* words, const char* what, int min, int max )
{
    double value = readNumber( words, what );
    if ( words->result.code == ss_ok && !( value == floor( value ) && value >= min && value <= max ) )
    {
        words->result =
            ssError( ss_errorValue, what, "line %d: %s = %.40s; allowed: a whole number from %d to %d",
                words->line, what, words->word, min, max );
    }
    return words->result.code == ss_ok ? (int)value : 0;
}

/// Refuses counts for which the text is too short: every number takes a digit and a blank.
static void expectNumbers( Words* words, double count, const char* what )
{
    if ( words->result.code == ss_ok && 2.0 * count > (double)( words->length - words->at ) + 2.0 )
    {
        words->result = ssError( ss_errorFormat, what,
            "line %d: %.0f numbers are announced for %s, but the text has only %zu more bytes", words->line,
            count, what, words->length - words->at );
    }
}

/// The matrix as blocks in the order of the file.
typedef struct Blocks
{
    int *rows, *columns;
    double* values;
    int count, capacity;
} Blocks;

static bool makeRoom( Words* words, Blocks* blocks, int capacity, int dimension )
{
    size_t n = (size_t)capacity, square = (size_t)( dimension * dimension );
    blocks->rows = ssRoom_Take( &words->room, n, sizeof( int ) );
    blocks->columns = ssRoom_Take( &words->room, n, sizeof( int ) );
    blocks->values = ssRoom_Take( &words->room, n, square * sizeof( double ) );
    blocks->capacity = capacity;
    words->result = words->room.failed ? problemNoMemory() : words->result;
    return !words->room.failed;
}

static void readDense( Words* words, int n, int d, Blocks* blocks )
{
    int size = n * d;
    readWhole( words, "the rows of W", size, size );
    readWhole( words, "the columns of W", size, size );
    expectNumbers( words, (double)size * size, "W" );
    if ( words->result.code != ss_ok || !makeRoom( words, blocks, n * n, d ) ) { return; }
    for ( int k = 0; k < n * n; ++k )
    {
        blocks->rows[k] = k / n;
        blocks->columns[k] = k % n;
    }
    blocks->count = n * n;
    for ( int column = 0; column < size; ++column )
    {
        for ( int row = 0; row < size && words->result.code == ss_ok; ++row )
        {
            size_t block = (size_t)( row / d ) * (size_t)n + (size_t)( column / d );
            blocks->values[block * (size_t)( d * d ) + (size_t)( row % d * d + column % d )] =
                readNumber( words, "W" );
        }
    }
    // Blocks of zeros off the diagonal would only cost time.
    int kept = 0;
    for ( int k = 0; k < n * n; ++k )
    {
        const double* from = blocks->values + (size_t)k * (size_t)( d * d );
        bool filled = blocks->rows[k] == blocks->columns[k];
        for ( int c = 0; c < d * d; ++c ) { filled = filled || from[c] != 0.0; }
        if ( filled )
        {
            memmove( blocks->values + (size_t)kept * (size_t)( d * d ), from,
                (size_t)( d * d ) * sizeof( double ) );
            blocks->rows[kept] = blocks->rows[k];
            blocks->columns[kept] = blocks->columns[k];
            ++kept;
        }
    }
    blocks->count = kept;
}

static void readBlocks( Words* words, int n, int d, Blocks* blocks )
{
    int count = readWhole( words, "the number of blocks", 0, 1 << 28 );
    readWhole( words, "the block rows", n, n );
    readWhole( words, "the block columns", n, n );
    expectNumbers( words, (double)count * d * d + 3.0 * n, "W" );
    for ( int side = 0; side < 2; ++side )
    {
        for ( int i = 0; i < n && words->result.code == ss_ok; ++i )
        {
            readWhole( words, "the size of a block", ( i + 1 ) * d, ( i + 1 ) * d );
        }
    }
    readWhole( words, "the row starts", n + 1, n + 1 );
    readWhole( words, "the number of columns", count, count );
    if ( words->result.code != ss_ok || !makeRoom( words, blocks, count, d ) ) { return; }
    int before = 0;
    for ( int i = 0; i <= n && words->result.code == ss_ok; ++i )
    {
        int start = readWhole( words, "a row start", i == n ? count : before, i == 0 ? 0 : count );
        for ( int k = before; k < start; ++k ) { blocks->rows[k] = i - 1; }
        before = start;
    }
    for ( int k = 0; k < count && words->result.code == ss_ok; ++k )
    {
        blocks->columns[k] = readWhole( words, "a column", 0, n - 1 );
    }
    for ( int k = 0; k < count && words->result.code == ss_ok; ++k )
    {
        readWhole( words, "the number of a block", k, k );
        for ( int c = 0; c < d * d && words->result.code == ss_ok; ++c )
        {
            blocks->values[(size_t)k * (size_t)( d * d ) + (size_t)( c % d * d + c / d )] =
                readNumber( words, "W" );
        }
    }
    blocks->count = count;
}

static void expectWord( Words* words, const char* wanted )
{
    if ( words->result.code == ss_ok && ( !nextWord( words ) || strcmp( words->word, wanted ) != 0 ) )
    {
        char expected[WORD_MAX + 2];
        snprintf( expected, sizeof expected, "'%.60s'", wanted );
        refuse( words, "W", expected );
    }
}

/// The block of an entry, new if need be; NULL: too many. By columns, one block per row is open at a time.
static double* openBlock( Blocks* blocks, int* open, int row, int column, int d )
{
    if ( open[row] < 0 || blocks->columns[open[row]] != column )
    {
        if ( blocks->count == blocks->capacity ) { return NULL; }
        open[row] = blocks->count++;
        blocks->rows[open[row]] = row;
        blocks->columns[open[row]] = column;
    }
    return blocks->values + (size_t)open[row] * (size_t)( d * d );
}

/// Reads "10-by-10, nzmax: 100 nnz: 100, 1-norm: 1.8e+07" and returns the number of entries behind nnz.
static int readEntryCount( Words* words, int size )
{
    nextWord( words );
    for ( int k = 0; k < 3 && words->result.code == ss_ok; ++k ) { nextWord( words ); }
    int count = -1;
    if ( words->result.code == ss_ok && strcmp( words->word, "nnz:" ) == 0 && nextWord( words ) )
    {
        double value = -1.0;
        size_t end = strcspn( words->word, "," );
        words->word[end] = 0;
        bool valid = ssParseNumber( words->word, &value ) && value >= 0.0 && value <= (double)size * size &&
            value == floor( value );
        count = valid ? (int)value : -1;
    }
    if ( count < 0 ) { refuse( words, "W", "'nnz:' and the number of entries" ); }
    skipLine( words );
    return count;
}

/// Reads the entries of one column, "row : value" each, from location `first` to `last`.
static void readColumn(
    Words* words, int size, int d, int column, int first, int last, Blocks* blocks, int* open )
{
    for ( int k = first; k <= last && words->result.code == ss_ok; ++k )
    {
        int row = readWhole( words, "a row", 0, size - 1 );
        expectWord( words, ":" );
        double value = readNumber( words, "W" );
        double* block = openBlock( blocks, open, row / d, column / d, d );
        if ( block == NULL )
        {
            words->word[0] = 0;
            refuse( words, "W", "fewer entries" );
            break;
        }
        block[row % d * d + column % d] += value;
    }
}

/// Reads CSparse's output: version, number of entries, "col 0 : locations 0 to 9" and entries per column.
static void readCompressed( Words* words, int n, int d, Blocks* blocks )
{
    int size = n * d;
    readWhole( words, "the kind of sparse matrix (2: by columns)", 2, 2 );
    expectWord( words, "CSparse" );
    skipLine( words );
    int count = readEntryCount( words, size );
    expectNumbers( words, 2.0 * count, "W" );
    int* open = ssRoom_Take( &words->room, (size_t)n, sizeof( int ) );
    if ( words->result.code != ss_ok || !makeRoom( words, blocks, count + n, d ) ) { return; }
    memset( open, 0xff, (size_t)n * sizeof( int ) );
    int next = 0;
    for ( int column = 0; column < size && words->result.code == ss_ok; ++column )
    {
        expectWord( words, "col" );
        readWhole( words, "the column", column, column );
        expectWord( words, ":" );
        expectWord( words, "locations" );
        int first = readWhole( words, "the first location", next, count );
        expectWord( words, "to" );
        int last = readWhole( words, "the last location", first - 1, count - 1 );
        readColumn( words, size, d, column, first, last, blocks, open );
        next = last + 1;
    }
}

/// Reads q and the coefficients, and makes the problem.
static ssResult finish( Words* words, int n, int d, const Blocks* blocks, ssProblem* problem )
{
    size_t size = (size_t)n * (size_t)d;
    double* q = ssRoom_Take( &words->room, size, sizeof( double ) );
    ssCone* cones = ssRoom_Take( &words->room, (size_t)n, sizeof( ssCone ) );
    if ( words->room.failed ) { return problemNoMemory(); }
    for ( size_t i = 0; i < size && words->result.code == ss_ok; ++i ) { q[i] = readNumber( words, "q" ); }
    for ( int block = 0; block < ( d == 5 ? 2 : 1 ); ++block )
    {
        for ( int i = 0; i < n && words->result.code == ss_ok; ++i )
        {
            double value = readNumber( words, block == 0 ? "mu" : "mu_r" );
            if ( words->result.code == ss_ok && value < 0.0 )
            {
                words->result = ssError( ss_errorValue, block == 0 ? "mu" : "mu_r",
                    "line %d: %s = %g; allowed: a finite number >= 0", words->line,
                    block == 0 ? "mu" : "mu_r", value );
            }
            cones[i].dimension = d;
            cones[i].mu = block == 0 ? value : cones[i].mu;
            cones[i].muRoll = block == 1 ? value : 0.0;
        }
    }
    SS_TRY( words->result );
    return ssProblem_FromBlocks( d, n, blocks->count, blocks->rows, blocks->columns, blocks->values, q, cones,
        ss_contactFormSaxce, problem );
}

ssResult problemReadDat( const char* text, size_t length, ssProblem* problem )
{
    Words words = { .text = text, .length = length, .line = 1, .nextLine = 1 };
    int d = readWhole( &words, "dimension", 3, 5 );
    if ( words.result.code == ss_ok && d == 4 )
    {
        words.result = ssError( ss_errorValue, "dimension", "line 1: dimension = 4; allowed: 3 or 5" );
    }
    int n = readWhole( &words, "the number of contacts", 0, SS_PROBLEM_CONTACTS_MAX );
    expectNumbers( &words, (double)n * ( d + 1 ), "q and mu" );
    int storage = readWhole( &words, "storage", 0, 2 );
    readWhole( &words, "the rows of W", n * d, n * d );
    readWhole( &words, "the columns of W", n * d, n * d );
    Blocks blocks = { 0 };
    if ( words.result.code == ss_ok )
    {
        ( storage == 0 ? readDense : storage == 1 ? readBlocks : readCompressed )( &words, n, d, &blocks );
    }
    ssResult result = words.result.code == ss_ok ? finish( &words, n, d, &blocks, problem ) : words.result;
    ssRoom_Release( &words.room );
    return result;
}
