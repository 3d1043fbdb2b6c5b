// SPDX-License-Identifier: MIT
#include "slipstick/advanced/question.h"
#include "law/text/formula.h"
#include "law/text/text_compile.h"
#include "law/text/text_program.h"

#include <stdio.h>
#include <string.h>

// Expressions over a run: their compilation, and what they remember. One is compiled into one program. What
// it says of the run as a whole, such as max(…), is a piece: an input of the program whose argument is a
// register of it. A state evaluates the program once and tells each piece its argument.

enum
{
    question_pieces = 12,
    question_conditions = 4, // on contacts
    question_numbers = 8     // that a piece remembers
};

typedef struct QuestionPiece
{
    int kind;
    int value, condition; // registers; -1: none
    int start, end;       // where it stands in the text
} QuestionPiece;

typedef struct Question
{
    char *name, *text;
    char unit[TEXT_UNIT_CAPACITY];
    int codeCount, result, nameCount;
    textInstruction* code;
    double* constants;
    int pieceCount;
    QuestionPiece pieces[question_pieces];
    int conditionCount;
    ssCondition conditions[question_conditions];
} Question;

struct ssQuestions
{
    int count;
    Question items[SS_QUESTIONS_MAX];
};

/// What one question remembers.
typedef double Memory[question_pieces][question_numbers];

enum
{
    pieceMax,
    pieceMin,
    pieceMean,
    pieceIntegral,
    pieceDuration,
    pieceCount,
    pieceFirst,
    pieceLast,
    piecePeriod,
};

/// `second` is a condition that may follow; `first` is one instead of a number.
static const struct
{
    const char *name, *usage;
    bool first, second;
} s_pieces[] = {
    [pieceMax] = { "max", "max(x)", false, false },
    [pieceMin] = { "min", "min(x)", false, false },
    [pieceMean] = { "mean", "mean(x) or mean(x, u > 0)", false, true },
    [pieceIntegral] = { "integral", "integral(x) or integral(x, u > 0)", false, true },
    [pieceDuration] = { "duration", "duration(u > 0)", true, false },
    [pieceCount] = { "count", "count(u > 0) or count(contacts, mode = slide)", true, false },
    [pieceFirst] = { "first", "first(u > 0), or x at first(u > 0)", true, false },
    [pieceLast] = { "last", "last(u > 0), or x at last(u > 0)", true, false },
    [piecePeriod] = { "period", "period(x)", false, false },
};

/// While a question is compiled.
typedef struct Reading
{
    Question* question;
    int nameCount;
    bool inside; // a piece
} Reading;

static int pieceNamed( const textCompiler* c, const textToken* name )
{
    for ( int i = 0; i < SS_COUNT( s_pieces ); ++i )
    {
        if ( textIsWord( c, name, s_pieces[i].name ) ) { return i; }
    }
    return -1;
}

/// Where the bracket closes that is open at this byte; the end of the text if it does not. `comma` (may be
/// NULL): is there one in between?
static int closingOf( const textCompiler* c, int at, bool* comma )
{
    bool quoted = false;
    for ( int depth = 1; at < c->length; ++at )
    {
        char x = c->text[at];
        quoted = x == '"' ? !quoted : quoted;
        depth += quoted ? 0 : x == '(' ? 1 : x == ')' ? -1 : 0;
        if ( depth == 0 ) { return at; }
        if ( comma != NULL && depth == 1 && x == ',' && !quoted ) { *comma = true; }
    }
    return at;
}

/// The number of contacts that satisfy the condition in these bytes, behind which the reading goes on.
static int contactsThat( textCompiler* c, int start, int end )
{
    Reading* reading = c->vocabulary->context;
    Question* question = reading->question;
    char text[SS_CONDITION_CAPACITY];
    if ( question->conditionCount == question_conditions || end - start >= SS_CONDITION_CAPACITY )
    {
        textFail( c, start, end, "at most %d conditions on contacts, of %d bytes", question_conditions,
            SS_CONDITION_CAPACITY - 1 );
        return 0;
    }
    snprintf( text, sizeof text, "%.*s", end - start, c->text + start );
    ssResult result = ssParseCondition( text, question->conditions + question->conditionCount );
    if ( result.code != ss_ok )
    {
        int column = 1, skip = 0;
        int found = sscanf( result.message, "column %d: %n", &column, &skip );
        start += found == 1 && column > 0 && column <= end - start ? column - 1 : 0;
        textFail( c, start, end, "%s", result.message + ( found == 1 ? skip : 0 ) );
        return 0;
    }
    c->cursor = c->token.end = end;
    textNext( c );
    int index = reading->nameCount + question_pieces + question->conditionCount++;
    return textEmit( c, text_opParam, index, 0, 0 );
}

/// `mode = slide` outside count(…): is some contact in this mode?
static bool readMode( textCompiler* c, const textToken* first, textValue* value )
{
    bool compares =
        c->token.kind == '=' || c->token.kind == text_tokenEqual || c->token.kind == text_tokenNotEqual;
    const char *at = c->text + c->token.end, *letters = "abcdefghijklmnopqrstuvwxyz";
    at += strspn( at, " " );
    if ( !compares || strspn( at, letters ) == 0 )
    {
        return false; // a signal of that name, which is a number
    }
    at += strspn( at, letters );
    const char* plus = at + strspn( at, " " );
    if ( *plus == '+' )
    {
        at = plus + 1 + strspn( plus + 1, " " );
        at += strspn( at, letters );
    }
    int count = contactsThat( c, first->start, (int)( at - c->text ) );
    value->type = text_typeBoolean;
    value->reg[0] = textEmit( c, text_opLess, textConstant( c, 0.0 ), count, 0 );
    return true;
}

static void addPiece( textCompiler* c, const textToken* name, QuestionPiece piece, textValue* value )
{
    Reading* reading = c->vocabulary->context;
    Question* question = reading->question;
    if ( question->pieceCount == question_pieces )
    {
        textFail( c, name->start, name->end, "at most %d of %s and the like in one expression",
            question_pieces, s_pieces[piece.kind].name );
        return;
    }
    question->pieces[question->pieceCount] = piece;
    value->type = text_typeScalar;
    value->reg[0] = textEmit( c, text_opParam, reading->nameCount + question->pieceCount++, 0, 0 );
    textUnit second = textMakeUnit( 0, 0, 1 ), none = textMakeUnit( 0, 0, 0 );
    bool isTime = ( piece.value < 0 && piece.kind != pieceCount ) || piece.kind == piecePeriod;
    value->unit = isTime ? second : piece.kind == pieceCount ? none : value->unit;
    value->unit = piece.kind == pieceIntegral ? textMultiplyUnits( &value->unit, &second, 1.0 ) : value->unit;
}

/// Reads the brackets of a piece; the current token is the opening one.
static void readPiece( textCompiler* c, const textToken* name, int kind, textValue* value )
{
    Reading* reading = c->vocabulary->context;
    textToken open = c->token;
    QuestionPiece piece = { .kind = kind, .value = -1, .condition = -1, .start = name->start };
    if ( reading->inside )
    {
        textFail( c, name->start, name->end,
            "%s speaks of the whole run and cannot stand inside another such function", s_pieces[kind].name );
        return;
    }
    reading->inside = true;
    textNext( c );
    textValue first = textParseExpression( c );
    if ( s_pieces[kind].first )
    {
        textNeedComparison( c, &first, s_pieces[kind].name );
        piece.condition = first.reg[0];
    }
    else if ( textNeedScalar( c, &first, s_pieces[kind].name ) )
    {
        piece.value = first.reg[0];
        value->unit = first.unit;
    }
    if ( s_pieces[kind].second && textAccept( c, ',' ) )
    {
        textValue condition = textParseExpression( c );
        textNeedComparison( c, &condition, s_pieces[kind].name );
        piece.condition = condition.reg[0];
    }
    if ( c->token.kind == ',' )
    {
        textFail( c, c->token.start, c->token.end, "expected %s", s_pieces[kind].usage );
    }
    textExpectClosing( c, &open );
    piece.end = c->lastEnd;
    reading->inside = false;
    addPiece( c, name, piece, value );
}

static bool readTerm( textCompiler* c, const textToken* first, textValue* value )
{
    int kind = pieceNamed( c, first );
    bool comma = false;
    if ( textIsWord( c, first, "mode" ) && readMode( c, first, value ) ) { return true; }
    if ( kind < 0 || c->token.kind != '(' ) { return false; }
    int end = closingOf( c, c->token.end, &comma );
    if ( comma && ( kind == pieceMax || kind == pieceMin ) )
    {
        return false; // the larger of two numbers
    }
    if ( kind == pieceCount && comma )
    {
        textToken open = c->token;
        textNext( c );
        bool contacts = textIs( c, "contacts" );
        textNext( c );
        if ( !contacts || c->token.kind != ',' )
        {
            textFail( c, open.start, open.end, "expected %s", s_pieces[kind].usage );
            return true;
        }
        value->reg[0] = contactsThat( c, c->token.end + (int)strspn( c->text + c->token.end, " " ), end );
        value->unit = textMakeUnit( 0, 0, 0 );
        textExpectClosing( c, &open );
        return true;
    }
    readPiece( c, first, kind, value );
    return true;
}

/// `x at first(u < 0)`: the value at a moment.
static void readTail( textCompiler* c, textValue* value )
{
    Reading* reading = c->vocabulary->context;
    if ( !textIs( c, "at" ) || reading->inside ) { return; }
    textNext( c );
    textToken name = c->token;
    int kind = name.kind == text_tokenName ? pieceNamed( c, &name ) : -1;
    textNext( c );
    if ( ( kind != pieceFirst && kind != pieceLast ) || c->token.kind != '(' )
    {
        textFail( c, name.start, name.end, "expected %s", s_pieces[pieceFirst].usage );
        return;
    }
    if ( !textNeedScalar( c, value, "at" ) ) { return; }
    textValue moment = { .type = text_typeScalar, .start = name.start };
    int number = value->reg[0];
    readPiece( c, &name, kind, &moment );
    if ( !c->failed )
    {
        reading->question->pieces[reading->question->pieceCount - 1].value = number;
        value->reg[0] = moment.reg[0];
        value->end = c->lastEnd;
    }
}

static void readUnit( textCompiler* c, textUnit* unit, double* number )
{
    int start = c->cursor + (int)strspn( c->text + c->cursor, " " );
    int end = textReadShortUnit( c, start, unit, number );
    if ( end > start ) { c->cursor = c->token.end = end; }
}

static void* copyOf( const void* bytes, size_t size )
{
    void* copy = ssAlloc( size > 0 ? size : 1 );
    return copy != NULL && size > 0 ? memcpy( copy, bytes, size ) : copy;
}

static ssResult compile( const ssQuestionNames* known, Question* question )
{
    Reading reading = { .question = question, .nameCount = known->count };
    const char* functions[SS_COUNT( s_pieces )];
    for ( int i = 0; i < SS_COUNT( s_pieces ); ++i ) { functions[i] = s_pieces[i].name; }
    const textVocabulary vocabulary = { "measure", .example = "u < 0.1", .names = known->names,
        .units = known->units, .nameCount = known->count, .functions = functions,
        .functionCount = SS_COUNT( functions ), .readTerm = readTerm, .readTail = readTail,
        .readUnit = readUnit, .context = &reading };
    textCompiler* c = NULL;
    textExpression made;
    SS_TRY( textCompileExpression( question->text, SS_LAW_TEXT_CAPACITY, &vocabulary, &c, &made ) );
    question->nameCount = known->count;
    question->result = made.codeCount - 1;
    question->codeCount = c->codeCount; // pieces need registers that the result does not
    question->code = copyOf( c->code, (size_t)c->codeCount * sizeof *c->code );
    question->constants = copyOf( made.constants, (size_t)made.constantCount * sizeof *made.constants );
    textFormatUnit( &made.unit, question->unit );
    if ( made.unit.kind != text_unitKnown || strcmp( question->unit, "-" ) == 0 )
    {
        question->unit[0] = '\0';
    }
    ssRelease( c );
    return question->code != NULL && question->constants != NULL
        ? ssOk()
        : ssError( ss_errorMemory, NULL, "out of memory for a measure" );
}

void ssDestroyQuestions( ssQuestions* list )
{
    for ( int i = 0; list != NULL && i < SS_QUESTIONS_MAX; ++i )
    {
        ssRelease( list->items[i].name );
        ssRelease( list->items[i].text );
        ssRelease( list->items[i].code );
        ssRelease( list->items[i].constants );
    }
    ssRelease( list );
}

static char* copyText( const char* bytes, size_t length )
{
    char* copy = ssAlloc( length + 1 );
    return copy != NULL ? memcpy( copy, bytes, length ) : copy;
}

ssResult ssCompileQuestions( const ssQuestionNames* names, const char* lines, ssQuestions** list )
{
    ssQuestions* made = *list = ssAlloc( sizeof *made );
    ssResult result = made != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for measures" );
    for ( const char* line = lines; result.code == ss_ok && *line != '\0'; )
    {
        size_t name = strcspn( line, "\t" ), length = strcspn( line, "\n" );
        if ( made->count == SS_QUESTIONS_MAX )
        {
            result =
                ssError( ss_errorValue, "measure", "at most %d measures of one's own", SS_QUESTIONS_MAX );
            break;
        }
        Question* question = made->items + made->count++;
        question->name = copyText( line, name );
        question->text = copyText( line + name + 1, length - name - 1 );
        result = question->name != NULL && question->text != NULL
            ? compile( names, question )
            : ssError( ss_errorMemory, NULL, "out of memory for measures" );
        line += length + ( line[length] == '\n' );
    }
    if ( result.code != ss_ok )
    {
        ssDestroyQuestions( made );
        *list = NULL;
    }
    return result;
}

// ------------------------------------------------------------------------------------------------ during a
// run

/// Numbers 0 … 6 mean what the kind needs; the last one counts the states that were seen.
typedef struct Sample
{
    double t, x;
    bool holds;
} Sample;

/// Turning points that go back by less than a quarter of the swing before them are no cycle.
static void observeTurns( double* m, const Sample* s )
{
    enum
    {
        rising,
        extreme,
        extremeTime,
        lastTop,
        period,
        swing,
        previous
    };
    if ( m[question_numbers - 1] == 0.0 )
    {
        m[extreme] = s->x;
        m[extremeTime] = s->t;
        m[lastTop] = m[period] = m[previous] = SS_NAN;
        return;
    }
    double back = m[rising] >= 0.0 ? m[extreme] - s->x : s->x - m[extreme];
    if ( m[rising] == 0.0 || back <= 0.0 )
    {
        m[rising] = m[rising] != 0.0 ? m[rising] : s->x > m[extreme] ? 1.0 : s->x < m[extreme] ? -1.0 : 0.0;
        m[extreme] = s->x;
        m[extremeTime] = s->t;
        return;
    }
    if ( back > 0.25 * m[swing] )
    {
        if ( m[rising] > 0.0 )
        {
            m[period] = m[extremeTime] - m[lastTop];
            m[lastTop] = m[extremeTime];
        }
        m[swing] = !isnan( m[previous] ) ? fabs( m[extreme] - m[previous] ) : 0.0;
        m[previous] = m[extreme];
        m[rising] = -m[rising];
        m[extreme] = s->x;
        m[extremeTime] = s->t;
    }
}

/// Adds an interval, by the trapezoidal rule, to the time that the condition held and to the integral.
static void observeInterval( double* m, const Sample* s )
{
    enum
    {
        integral,
        time,
        lastValue,
        lastHeld,
        lastTime
    };
    double value = s->holds ? s->x : 0.0, held = s->holds ? 1.0 : 0.0;
    if ( m[question_numbers - 1] > 0.0 )
    {
        double half = 0.5 * ( s->t - m[lastTime] );
        m[integral] += half * ( value + m[lastValue] );
        m[time] += half * ( held + m[lastHeld] );
    }
    m[lastValue] = value;
    m[lastHeld] = held;
    m[lastTime] = s->t;
}

static void observePiece( int kind, double* m, const Sample* s )
{
    if ( isnan( s->x ) )
    {
        return; // the quantity is not defined now
    }
    bool fresh = m[question_numbers - 1] == 0.0;
    switch ( kind )
    {
        case pieceMax: m[0] = fresh ? s->x : ssMax( m[0], s->x ); break;
        case pieceMin: m[0] = fresh ? s->x : ssMin( m[0], s->x ); break;
        case pieceCount:
            m[0] += s->holds && m[1] == 0.0 ? 1.0 : 0.0;
            m[1] = s->holds ? 1.0 : 0.0;
            break;
        case pieceFirst:
        case pieceLast:
            m[0] = s->holds && ( kind == pieceLast || m[1] == 0.0 ) ? s->x : m[0];
            m[1] = s->holds ? 1.0 : m[1];
            break;
        case piecePeriod: observeTurns( m, s ); break;
        default: observeInterval( m, s ); break;
    }
    m[question_numbers - 1] += 1.0;
}

static double pieceValue( int kind, const double* m )
{
    bool seen = m[question_numbers - 1] > 0.0;
    switch ( kind )
    {
        case pieceMean: return m[1] > 0.0 ? m[0] / m[1] : SS_NAN;
        case pieceDuration: return m[1];
        case pieceCount:
        case pieceIntegral: return m[0];
        case pieceFirst:
        case pieceLast: return m[1] > 0.0 ? m[0] : SS_NAN;
        case piecePeriod: return seen ? m[4] : SS_NAN;
        default: return seen ? m[0] : SS_NAN;
    }
}

typedef struct Counting
{
    const Question* question;
    const ssConditionState* state;
    int number, counts[question_conditions];
} Counting;

static void countContacts( void* context, int count, const ssContactView* contacts )
{
    Counting* counting = context;
    for ( int i = 0; i < count; ++i )
    {
        ++counting->number;
        for ( int k = 0; k < counting->question->conditionCount; ++k )
        {
            const ssCondition* condition = counting->question->conditions + k;
            bool holds = ssCondition_Holds( condition, counting->state, contacts + i, counting->number );
            counting->counts[k] += holds ? 1 : 0;
        }
    }
}

/// Evaluates the program of a question in the present state. Quantities that it does not name are not asked
/// for.
static double evaluate( const Question* question, const ssQuestionState* state,
    double ( *memory )[question_numbers], double* registers )
{
    double values[SS_FORMULA_MAX_NAMES + question_pieces + question_conditions];
    double *pieces = values + question->nameCount, *counts = pieces + question_pieces;
    for ( int i = 0; i < question->codeCount; ++i )
    {
        int name = question->code[i].op == text_opParam ? question->code[i].a : question->nameCount;
        if ( name < question->nameCount ) { values[name] = state->value( state->context, name ); }
    }
    for ( int i = 0; i < question->pieceCount; ++i )
    {
        pieces[i] = pieceValue( question->pieces[i].kind, memory[i] );
    }
    if ( question->conditionCount > 0 )
    {
        Counting counting = { .question = question, .state = &state->condition };
        const ssDraw draw = { .context = &counting, .contacts = countContacts };
        state->contacts( state->context, &draw );
        for ( int i = 0; i < question->conditionCount; ++i ) { counts[i] = counting.counts[i]; }
    }
    textEvalExpression( question->code, question->codeCount, question->constants, values, registers );
    return registers[question->result];
}

ssQuestionRow ssQuestions_Row( const ssQuestions* list, int index )
{
    const Question* question = index >= 0 && index < list->count ? list->items + index : NULL;
    return question != NULL ? ( ssQuestionRow ){ question->name, question->text, question->unit }
                            : ( ssQuestionRow ){ .text = NULL };
}

int ssQuestions_NumberCount( const ssQuestions* list )
{
    return list->count * question_pieces * question_numbers;
}

void ssQuestions_Observe( const ssQuestions* list, const ssQuestionState* state, double* numbers )
{
    double registers[TEXT_MAX_CODE];
    Memory* memory = (Memory*)numbers;
    for ( int i = 0; i < list->count; ++i )
    {
        const Question* question = list->items + i;
        if ( question->pieceCount > 0 ) { evaluate( question, state, memory[i], registers ); }
        for ( int k = 0; k < question->pieceCount; ++k )
        {
            const QuestionPiece* piece = question->pieces + k;
            const Sample sample = { .t = state->t,
                .x = piece->value >= 0 ? registers[piece->value] : state->t,
                .holds = piece->condition < 0 || registers[piece->condition] != 0.0 };
            observePiece( piece->kind, memory[i][k], &sample );
        }
    }
}

/// Why there is no answer: the first piece that the run has not given a value.
static void explainEmpty(
    const Question* question, double ( *memory )[question_numbers], char* reason, int capacity )
{
    for ( int i = 0; i < question->pieceCount; ++i )
    {
        const QuestionPiece* piece = question->pieces + i;
        if ( !isnan( pieceValue( piece->kind, memory[i] ) ) ) { continue; }
        bool seen = memory[i][question_numbers - 1] > 0.0;
        snprintf( reason, (size_t)capacity, "%.*s: %s", piece->end - piece->start,
            question->text + piece->start,
            piece->kind == piecePeriod && seen  ? "no cycle has been completed"
                : piece->condition >= 0 && seen ? "the condition never held"
                : seen                          ? "the run has no duration"
                                                : "what it is taken of was never defined" );
        return;
    }
    snprintf( reason, (size_t)capacity, "%s is not defined at the end",
        question->pieceCount > 0 ? "what it is computed from" : question->text );
}

double ssQuestions_Answer( const ssQuestions* list, const ssQuestionState* state, const double* numbers,
    int index, char* reason, int capacity )
{
    double registers[TEXT_MAX_CODE];
    Memory memory;
    memcpy( memory, numbers + (size_t)index * question_pieces * question_numbers, sizeof memory );
    double answer = evaluate( list->items + index, state, memory, registers );
    if ( reason != NULL )
    {
        reason[0] = '\0';
        if ( isnan( answer ) ) { explainEmpty( list->items + index, memory, reason, capacity ); }
    }
    return answer;
}
