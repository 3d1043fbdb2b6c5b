// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <math.h>

// table(v, linear, (0, 0.3), (0.1, 0.25), …) and, over two numbers, table(v, N, linear, (0, 1, 0.3), …). A
// table becomes plain instructions: its first value, and for each interval a rise that depends on the part of
// it that lies below the argument. So it has derivatives, and can be exported, like everything else.

enum
{
    tableNodes = 400,
    tableRow = 200 // nodes of one row
};

typedef struct Table
{
    bool smooth; // monotone cubics along a row; otherwise straight lines
    int count, rowLength;
    double x[tableNodes], y[tableNodes], value[tableNodes]; // y: the second argument
} Table;

static bool readNumber( textCompiler* c, double* number )
{
    double sign = textAccept( c, '-' ) ? -1.0 : 1.0;
    *number = sign * c->token.number;
    return textExpect( c, text_tokenNumber, "a number" );
}

/// (x, value) or (x, y, value).
static bool readNode( textCompiler* c, int arguments, Table* t )
{
    textToken open = c->token;
    if ( open.kind == text_tokenString )
    {
        return textFail( c, open.start, open.end,
            "a file is read only where the law is one, by --law FILE; here write its rows: (x, value), …" );
    }
    if ( t->count == tableNodes )
    {
        return textFail( c, open.start, open.end, "a table has at most %d nodes", tableNodes );
    }
    int i = t->count++;
    t->y[i] = 0.0;
    bool good = textExpect( c, '(', arguments == 1 ? "a node (x, value)" : "a node (x, y, value)" ) &&
        readNumber( c, t->x + i ) && textExpect( c, ',', "a comma" );
    good = good && ( arguments == 1 || ( readNumber( c, t->y + i ) && textExpect( c, ',', "a comma" ) ) );
    good = good && readNumber( c, t->value + i );
    return good && textExpectClosing( c, &open );
}

/// Nodes ascend; the rows of a table over two numbers have the same x.
static bool checkNodes( textCompiler* c, const textToken* name, Table* t )
{
    int length = 1;
    while ( length < t->count && t->y[length] == t->y[0] ) { ++length; }
    t->rowLength = length;
    bool good = length >= 2 && length <= tableRow && t->count % length == 0;
    for ( int i = 0; i < t->count && good; ++i )
    {
        int column = i % length;
        good =
            column == 0 ? i == 0 || t->y[i] > t->y[i - 1] : t->y[i] == t->y[i - 1] && t->x[i] > t->x[i - 1];
        good = good && ( i < length || t->x[i] == t->x[i - length] );
    }
    return good ||
        textFail( c, name->start, c->lastEnd,
            "the nodes of a table ascend: two to %d of x for each y, and the same x for every y", tableRow );
}

/// The part of an interval below the argument, from 0 to 1.
static int partOf( textCompiler* c, int argument, double low, double high )
{
    int above = textEmit( c, text_opSubtract, argument, textConstant( c, low ), 0 );
    int part = textEmit( c, text_opMultiply, above, textConstant( c, 1.0 / ( high - low ) ), 0 );
    part = textEmit( c, text_opMax, part, textConstant( c, 0.0 ), 0 );
    return textEmit( c, text_opMin, part, textConstant( c, 1.0 ), 0 );
}

/// The slope at a node by Fritsch & Butland 1984, SIAM J. Sci. Stat. Comput. 5, 300: no overshoot.
static double slopeAt( const double* x, const double* value, int i, int last )
{
    double before = i > 0 ? ( value[i] - value[i - 1] ) / ( x[i] - x[i - 1] ) : 0.0;
    double after = i < last ? ( value[i + 1] - value[i] ) / ( x[i + 1] - x[i] ) : 0.0;
    if ( i == 0 || i == last ) { return i == 0 ? after : before; }
    if ( before * after <= 0.0 ) { return 0.0; }
    double wide = ( 1.0 + ( x[i + 1] - x[i] ) / ( x[i + 1] - x[i - 1] ) ) / 3.0;
    return before * after / ( wide * after + ( 1.0 - wide ) * before );
}

static int product( textCompiler* c, int reg, double factor )
{
    return textEmit( c, text_opMultiply, reg, textConstant( c, factor ), 0 );
}

/// The rise over an interval: of its end slopes and the part s below the argument, a s + b s² + d s³.
static int riseOf( textCompiler* c, const Table* t, int row, int i, int part )
{
    const double *x = t->x + row, *value = t->value + row;
    double rise = value[i + 1] - value[i], h = x[i + 1] - x[i];
    if ( !t->smooth ) { return product( c, part, rise ); }
    double first = h * slopeAt( x, value, i, t->rowLength - 1 );
    double second = h * slopeAt( x, value, i + 1, t->rowLength - 1 );
    int sum = product( c, part, first + second - 2.0 * rise );
    sum = textEmit( c, text_opAdd, sum, textConstant( c, 3.0 * rise - 2.0 * first - second ), 0 );
    sum = textEmit( c, text_opMultiply, sum, part, 0 );
    sum = textEmit( c, text_opAdd, sum, textConstant( c, first ), 0 );
    return textEmit( c, text_opMultiply, sum, part, 0 );
}

/// The value along one row.
static int rowValue( textCompiler* c, const Table* t, int row, const int* parts )
{
    int sum = textConstant( c, t->value[row] );
    for ( int i = 0; i + 1 < t->rowLength; ++i )
    {
        sum = textEmit( c, text_opAdd, sum, riseOf( c, t, row, i, parts[i] ), 0 );
    }
    return sum;
}

static int tableValue( textCompiler* c, const Table* t, const int* arguments )
{
    int parts[tableRow];
    for ( int i = 0; i + 1 < t->rowLength; ++i )
    {
        parts[i] = partOf( c, arguments[0], t->x[i], t->x[i + 1] );
    }
    int below = rowValue( c, t, 0, parts ), sum = below;
    for ( int row = t->rowLength; row < t->count; row += t->rowLength )
    {
        int here = rowValue( c, t, row, parts );
        int part = partOf( c, arguments[1], t->y[row - 1], t->y[row] );
        int rise = textEmit( c, text_opSubtract, here, below, 0 );
        sum = textEmit( c, text_opAdd, sum, textEmit( c, text_opMultiply, part, rise, 0 ), 0 );
        below = here;
    }
    return sum;
}

textValue textParseTable( textCompiler* c, const textToken* name )
{
    textToken open = c->token;
    textValue result = {
        .type = text_typeScalar, .unit = { .kind = text_unitUnknown }, .start = name->start
    };
    int arguments[2] = { 0 }, count = 0;
    bool linear = false, smooth = false;
    textNext( c );
    while ( !c->failed && !linear && !smooth )
    {
        linear = textIs( c, "linear" );
        smooth = textIs( c, "monotone" );
        if ( ( linear || smooth ) && count > 0 ) { break; }
        textValue argument = textParseExpression( c );
        bool node = count > 0 && argument.type == text_typePair;
        if ( !node && !textNeedScalar( c, &argument, "table" ) ) { break; }
        if ( count == 2 || node )
        {
            textFail( c, argument.start, argument.end,
                "expected linear or monotone, as in table(v, linear, (0, 0.3), (0.1, 0.2))" );
        }
        arguments[count < 2 ? count : 0] = argument.reg[0];
        ++count;
        textExpect( c, ',', "a comma, then linear or monotone" );
        linear = smooth = false;
    }
    textNext( c );
    Table* t = ssAlloc( sizeof *t );
    if ( t == NULL ) { textFail( c, name->start, name->end, "out of memory for a table" ); }
    if ( t != NULL && !c->failed )
    {
        t->smooth = smooth;
        while ( !c->failed && textAccept( c, ',' ) ) { readNode( c, count, t ); }
        textExpectClosing( c, &open );
        c->foldStart = name->start;
        if ( !c->failed && checkNodes( c, name, t ) ) { result.reg[0] = tableValue( c, t, arguments ); }
    }
    ssRelease( t );
    result.end = c->lastEnd;
    return result;
}
