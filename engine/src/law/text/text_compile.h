// SPDX-License-Identifier: MIT
#pragma once

#include "law/text/text_program.h"

// The compiler of laws. One pass over the text: names are defined before they are used, so the parser checks
// types and units and emits instructions as it goes. Instructions depend on earlier ones only; at the end
// those that nothing needs are dropped and the rest is ordered into the three parts of a program.
//
// The first error wins: textFail records it and makes the current token the end of the text, so
// that every loop of the parser ends. All functions may be called after a failure; what they return
// then is a value without meaning, but valid.

// ---------------------------------------------------------------------------------------------------- tokens

/// Kinds of tokens; a token of one character is that character.
enum
{
    text_tokenEnd = 256,
    text_tokenLine, // the end of a line outside brackets
    text_tokenName,
    text_tokenNumber,
    text_tokenString,
    text_tokenRange, // ..
    text_tokenLessEqual,
    text_tokenGreaterEqual,
    text_tokenEqual,
    text_tokenNotEqual,
};

typedef struct textToken
{
    int kind;
    int start, end; // bytes of the text
    double number;
} textToken;

// ----------------------------------------------------------------------------------------------------- units

#define TEXT_BASE_UNITS 5 // kg, m, s, degrees, which are not radians, and kelvins

typedef enum textUnitKind
{
    text_unitLiteral, // a number typed without a unit: dimensionless in a product, and whatever a sum needs
    text_unitUnknown, // of a parameter without a unit
    text_unitKnown,
} textUnitKind;

typedef struct textUnit
{
    textUnitKind kind;
    double power[TEXT_BASE_UNITS];
    bool scaled; // multiplied by a number without a unit, which may have stood for one with a unit
} textUnit;

// ---------------------------------------------------------------------------------------------------- values

typedef enum textType
{
    text_typeScalar,
    text_typePair,
    text_typeSet,
    text_typeBoolean,
} textType;

typedef struct textValue
{
    textType type;
    int reg[2]; // registers; the second one of a pair
    int set;    // index into the sets of the compiler
    textUnit unit;
    int start, end; // where it stands in the text
} textValue;

typedef enum textSymbolKind
{
    text_symbolParam,
    text_symbolLet,
    text_symbolState,
} textSymbolKind;

typedef struct textSymbol
{
    const char* name;
    textSymbolKind kind;
    int index; // of the parameter or state
    int start; // of its definition
    textValue value;
} textSymbol;

/// ssLawInput bits of a register, the angle of a polar set, and in the upper half the state numbers.
#define TEXT_DEPENDS_THETA ( 1u << 8 )
#define TEXT_DEPENDS_STATE( number ) ( (unsigned)ss_lawInputState | ( 1u << ( 16 + ( number ) ) ) )

#define TEXT_MAX_SYMBOLS 1024
#define TEXT_MAX_SETS 256
#define TEXT_MAX_ALL_CORNERS 2048
#define TEXT_MAX_NESTING 64
#define TEXT_MAX_NAME 31
#define TEXT_MAX_TITLE 120 // characters
#define TEXT_MAX_DOC 200

/// The statements that a law has at most once.
typedef enum textResult
{
    text_resultC,
    text_resultD,
    text_resultForce,
    text_resultRoll,
    text_resultSpin,
    text_resultCount
} textResult;

typedef struct textCompiler textCompiler;

/// The names of an expression outside a law: a formula (formula.h), or a condition on a contact. It may
/// compare with =, and have and, or and not in capitals. Comparisons with NAN are false.
typedef struct textVocabulary
{
    const char* what;         ///< "formula", for messages
    const char* example;      ///< a comparison, for messages
    bool isCondition;         ///< a comparison is needed; line ends are spaces
    const char* const* names; ///< name i is value i; it may have dots
    int nameCount;
    const char* const* units;     ///< of the names, as a person writes them; NULL: not known
    const char* const* functions; ///< that readTerm reads, for suggestions
    int functionCount;
    /// Reads a term of another form, `first` and the current token after it. False: it is none.
    bool ( *readTerm )( textCompiler* c, const textToken* first, textValue* value );
    /// Reads what may follow an expression. NULL: nothing.
    void ( *readTail )( textCompiler* c, textValue* value );
    /// Reads the unit after a number, from c->cursor on, and multiplies the number by it.
    void ( *readUnit )( textCompiler* c, textUnit* unit, double* number );
    void* context; ///< of these three
} textVocabulary;

struct textCompiler
{
    const char* text;
    const char* file;
    int length;

    // the lexer
    int cursor, brackets;
    textToken token;
    int lastEnd;   // where the token before the current one ends
    int foldStart; // where the operation that is being compiled begins

    const textVocabulary* vocabulary; // of an expression that is no part of a law; NULL: a law

    // the parser
    int nesting;
    bool insidePolar, insideRate;
    bool inExponent;           // directly, not inside brackets
    bool placeUsed;            // x or y, as inputs
    const textValue* compared; // what stands on the left of the comparison that is being read; NULL: none
    int unitStart, unitEnd;    // the unit that was read last, without its brackets
    textUnit lastUnit;
    int given[text_resultCount]; // where C, D, … stand; -1: not yet
    bool rateKnown[SS_LAW_MAX_STATES];
    textValue rates[SS_LAW_MAX_STATES];
    textSymbol* stateSymbols[SS_LAW_MAX_STATES];

    bool failed;
    ssTextPlace place;
    char message[256];

    // what has been compiled so far
    ssLawProgram* program;
    int namesUsed, namesCapacity;
    int symbolCount;
    textSymbol symbols[TEXT_MAX_SYMBOLS], nowhere;
    uint16_t symbolHash[2 * TEXT_MAX_SYMBOLS]; // index + 1
    int codeCount;
    textInstruction code[TEXT_MAX_CODE];
    unsigned depends[TEXT_MAX_CODE];
    uint16_t codeHash[2 * TEXT_MAX_CODE]; // register + 1
    int constantCount;
    double constants[TEXT_MAX_CODE];
    uint16_t constantHash[2 * TEXT_MAX_CODE]; // index + 1
    int setCount;
    textSet sets[TEXT_MAX_SETS];
    int cornerCount;
    int corners[2 * TEXT_MAX_ALL_CORNERS];
};

// ------------------------------------------------------------------------------------------------ text_lex.c

/// Records the first error, at the bytes [start, end) of the text. Always returns false.
bool textFail( textCompiler* c, int start, int end, const char* format, ... ) SS_PRINTF( 4, 5 );
void textStartLexer( textCompiler* c ); ///< checks the bytes of the text and reads the first token
void textNext( textCompiler* c );
/// Whether a token is this name; outside a law in small or capital letters.
bool textIsWord( const textCompiler* c, const textToken* token, const char* word );
bool textIs( const textCompiler* c, const char* word ); ///< whether the current token is this name
bool textAccept( textCompiler* c, int kind );           ///< goes on if the current token is of that kind
/// Goes on, or fails: "expected …, not …".
bool textExpect( textCompiler* c, int kind, const char* expected );
bool textFailExpected( textCompiler* c, const char* expected );
int textLineOf( const textCompiler* c, int offset );
ssTextPlace textPlaceOf( const textCompiler* c, int start, int end );

#define TEXT_QUOTE 36 // bytes of a quotation, including the final zero

typedef struct textQuote
{
    char text[TEXT_QUOTE + 32];
} textQuote;

/// A piece of the text for a message, shortened where it is long; a value with its unit where that is known.
textQuote textQuoteOf( const textCompiler* c, int start, int end );
textQuote textQuoteValue( const textCompiler* c, const textValue* value );

/// Keeps `length` bytes with a final zero as long as the program lives.
const char* textKeep( textCompiler* c, const char* bytes, int length );

// ---------------------------------------------------------------------------------------------- text_units.c

/// Reads [unit]; the current token is the bracket.
textUnit textParseUnit( textCompiler* c );
/// The unit that a text such as "rad/s" names; it is unknown where it names none.
textUnit textUnitOf( textCompiler* c, const char* text );
/// Reads a unit as it is written after a number, with prefixes: mm/s, kN. The byte after it; `at` if there is
/// none.
int textReadShortUnit( textCompiler* c, int at, textUnit* unit, double* number );
textUnit textMakeUnit( double kg, double m, double s );
bool textSameUnit( const textUnit* a, const textUnit* b );
bool textHasNoUnit( const textUnit* unit ); ///< dimensionless, or nothing is known about it
/// Whether both may be the same unit, and what is then known about it.
bool textMatchUnits( const textUnit* a, const textUnit* b, textUnit* both );
textUnit textMultiplyUnits( const textUnit* a, const textUnit* b, double power ); ///< a b^power
textUnit textPowerUnit( const textUnit* a, double power );
#define TEXT_UNIT_CAPACITY 32
/// Writes "m/s"; "-" when dimensionless, "" when unknown.
void textFormatUnit( const textUnit* unit, char text[TEXT_UNIT_CAPACITY] );

// ----------------------------------------------------------------------------------------------- text_code.c

/// The register of an instruction; simplified, and the same for the same instruction.
int textEmit( textCompiler* c, textOp op, int a, int b, int third );
int textConstant( textCompiler* c, double value );
bool textIsConstant( const textCompiler* c, int reg, double* value );
int textEmitPower( textCompiler* c, int base, int exponent );
/// `reg` divided by the load, without a division where the load is a factor.
int textDivideByLoad( textCompiler* c, int reg );
/// Takes a common factor out of a set's lengths if possible, so that only its scale depends on inputs.
void textFinishSet( textCompiler* c, textSet* set );
unsigned textSetDepends( const textCompiler* c, const textSet* set );
/// Drops what nothing needs, orders the parts, and fills the program.
bool textFinishProgram( textCompiler* c );

// ---------------------------------------------------------------------------------------------- text_parse.c

textValue textParseExpression( textCompiler* c );
/// The comparison of two values by the sign between them.
textValue textCompare(
    textCompiler* c, const textToken* sign, const textValue* left, const textValue* right );
bool textEnter( textCompiler* c ); ///< one level deeper, or fails
void textLeave( textCompiler* c );
/// The ) that belongs to an opening bracket.
bool textExpectClosing( textCompiler* c, const textToken* open );
bool textNeedScalar( textCompiler* c, const textValue* value, const char* who );
bool textNeedPlainNumber( textCompiler* c, const textValue* value, const char* who );
bool textNeedComparison( textCompiler* c, const textValue* value, const char* who );
const char* textTypeName( textType type );

// -------------------------------------------------------------------------------------------- text_formula.c

typedef struct textExpression
{
    bool comparison;
    int codeCount, constantCount; ///< the result is the last register
    const textInstruction* code;
    const double* constants;
    textUnit unit;
    ssTextPlace place; ///< of what was refused
} textExpression;

/// Compiles an expression of less than `capacity` bytes; NULL after a refusal, "column COL: what, what was
/// expected". The caller releases the compiler, which owns the expression.
ssResult textCompileExpression( const char* text, int capacity, const textVocabulary* vocabulary,
    textCompiler** compiler, textExpression* expression );

// ----------------------------------------------------------------------------------------------- text_call.c

#define TEXT_MAX_ARGUMENTS 8

/// A function or a set. Sets and functions are found by name and called alike.
typedef struct textCallable
{
    const char* name;
    const char* usage; // "ellipse(a, b)"
    int minArguments, maxArguments;
    int rule; // of its file
    textOp op;
} textCallable;

const textCallable* textFindCallable( const textCallable* rows, int count, const char* name );
/// Whether a function or a set has this name.
bool textIsFunction( const char* name );
int textFunctionNames( const char** names );
/// table( … ), from its opening bracket on.
textValue textParseTable( textCompiler* c, const textToken* name );
int textPlainFunctionNames( const char** names ); ///< without those of sets
/// Reads the arguments; the current token is the opening bracket. Returns how many there are, or fails.
int textParseArguments( textCompiler* c, const textCallable* function, const textToken* name,
    textValue arguments[TEXT_MAX_ARGUMENTS] );
/// Fails unless the arguments are scalars with units that may be the same, which becomes that of the result.
bool textMatchArguments(
    textCompiler* c, const textCallable* function, const textValue* a, int count, textUnit* unit );
bool textFailArguments( textCompiler* c, const textCallable* function, const textToken* name );
/// The value of NAME(…); the current token is the opening bracket.
textValue textParseCall( textCompiler* c, const textToken* name );

// ----------------------------------------------------------------------------------------------- text_sets.c

const textCallable* textFindSet( const char* name );
int textSetNames( const char** names );
textSet textEmptySet( ssSetKind kind );
textValue textParseSet( textCompiler* c, const textCallable* function, const textToken* name );

// ---------------------------------------------------------------------------------------------- text_names.c

typedef struct textInputRow
{
    const char* name;
    textInput input;
    double m, s, kg;
    unsigned depends;
} textInputRow;

const textSymbol* textFindSymbol( const textCompiler* c, const char* name, int length );
/// Defines the name of a token, or fails if it has a meaning already.
textSymbol* textDefine( textCompiler* c, const textToken* name, textSymbolKind kind );
bool textCheckNewName( textCompiler* c, const textToken* name );
/// The value of a name that is not called.
textValue textNameValue( textCompiler* c, const textToken* name );
/// Fails with a suggestion.
bool textFailUnknown( textCompiler* c, const textToken* name, bool called );
unsigned textInputDepends( textInput input );

// ----------------------------------------------------------------------------------------- text_statements.c

void textParseStatements( textCompiler* c );
/// A unit after a whole expression: it fills in a unit that is not known and checks one that is.
void textAcceptUnit( textCompiler* c, textValue* value );
textValue textParseWithUnit( textCompiler* c ); ///< an expression, and a unit if there is one
bool textExpectName( textCompiler* c, textToken* name, const char* expected );
/// The unit of a row: as it was typed after the byte `statement`, if that is the unit of the value.
const char* textUnitText( textCompiler* c, const textUnit* unit, int statement );
/// Fails if a set or another bound depends on the direction of sliding.
bool textCheckDirection( textCompiler* c, unsigned depends, const textValue* value, const char* who );
/// Finishes a set and notes where it stands.
void textPlaceSet( textCompiler* c, textSet* set, const textValue* value );
/// Reads C, D, force, roll or spin; false when the current token is none of them.
bool textParseResult( textCompiler* c );

// --------------------------------------------------------------------------------------------- text_states.c

void textParseState( textCompiler* c );
/// Reads NAME' = expression; false when the current token is not the name of a state.
bool textParseRateStatement( textCompiler* c );
void textCheckStates( textCompiler* c ); ///< fails if one has no rate
