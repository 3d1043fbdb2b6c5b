// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <stdio.h>
#include <string.h>

// The names in the text of a law: inputs, parameters, definitions, and suggestions for unknown ones.

static const textInputRow s_inputs[] = {
    { "v", text_inputV, 1, -1, 0, ss_lawInputSpeed },
    { "vx", text_inputVx, 1, -1, 0, ss_lawInputDirection },
    { "vy", text_inputVy, 1, -1, 0, ss_lawInputDirection },
    { "phi", text_inputPhi, 0, 0, 0, ss_lawInputDirection },
    { "N", text_inputN, 1, -2, 1, ss_lawInputLoad },
    { "t", text_inputT, 0, 1, 0, ss_lawInputTime },
    { "x", text_inputX, 1, 0, 0, ss_lawInputPlace },
    { "y", text_inputY, 1, 0, 0, ss_lawInputPlace },
    { "wr", text_inputWr, 0, -1, 0, ss_lawInputRolling },
    { "ws", text_inputWs, 0, -1, 0, ss_lawInputSpinning },
    { "theta", text_inputTheta, 0, 0, 0, TEXT_DEPENDS_THETA },
};

/// Names that begin a statement or belong to one.
static const char* const s_words[] = { "law", "param", "let", "state", "C", "D", "force", "roll", "spin",
    "in", "and", "or", "not", "vel", "pi" };

unsigned textInputDepends( textInput input )
{
    for ( int i = 0; i < SS_COUNT( s_inputs ); ++i )
    {
        if ( s_inputs[i].input == input ) { return s_inputs[i].depends; }
    }
    return 0;
}

static bool isText( const char* name, const char* text, int length )
{
    return (int)strlen( name ) == length && memcmp( name, text, (size_t)length ) == 0;
}

static const textInputRow* findInput( const char* name, int length )
{
    for ( int i = 0; i < SS_COUNT( s_inputs ); ++i )
    {
        if ( isText( s_inputs[i].name, name, length ) ) { return &s_inputs[i]; }
    }
    return NULL;
}

static unsigned hashName( const char* name, int length )
{
    unsigned hash = 2166136261u;
    for ( int i = 0; i < length; ++i ) { hash = ( hash ^ (unsigned char)name[i] ) * 16777619u; }
    return hash % ( 2 * TEXT_MAX_SYMBOLS );
}

/// The place of a name in the table, or that where it belongs.
static unsigned findSlot( const textCompiler* c, const char* name, int length )
{
    unsigned slot = hashName( name, length );
    while ( c->symbolHash[slot] != 0 && !isText( c->symbols[c->symbolHash[slot] - 1].name, name, length ) )
    {
        slot = ( slot + 1 ) % ( 2 * TEXT_MAX_SYMBOLS );
    }
    return slot;
}

const textSymbol* textFindSymbol( const textCompiler* c, const char* name, int length )
{
    unsigned slot = findSlot( c, name, length );
    return c->symbolHash[slot] != 0 ? &c->symbols[c->symbolHash[slot] - 1] : NULL;
}

bool textCheckNewName( textCompiler* c, const textToken* name )
{
    const char* text = c->text + name->start;
    int length = name->end - name->start;
    textQuote quote = textQuoteOf( c, name->start, name->end );
    if ( length > TEXT_MAX_NAME )
    {
        return textFail( c, name->start, name->end, "the name %s is too long; at most %d characters",
            quote.text, TEXT_MAX_NAME );
    }
    const textSymbol* old = textFindSymbol( c, text, length );
    if ( old != NULL )
    {
        return textFail( c, name->start, name->end, "%s is already defined in line %d; choose another name",
            quote.text, textLineOf( c, old->start ) );
    }
    bool word = false;
    for ( int i = 0; i < SS_COUNT( s_words ); ++i ) { word = word || isText( s_words[i], text, length ); }
    // A law that does not care for the place of the contact may call something else x or y.
    const textInputRow* input = findInput( text, length );
    bool place = input != NULL && input->depends == ss_lawInputPlace;
    if ( place && c->placeUsed )
    {
        return textFail( c, name->start, name->end,
            "x and y have been used as the place of the contact above; choose another name than %s",
            quote.text );
    }
    // Outside polar(…) theta is an ordinary name, the usual one of the rate-and-state variable.
    bool free = place || ( input != NULL && input->input == text_inputTheta );
    if ( ( input != NULL && !free ) || isText( "vel", text, length ) )
    {
        return textFail(
            c, name->start, name->end, "%s is an input of every law; choose another name", quote.text );
    }
    if ( word || textIsFunction( quote.text ) )
    {
        return textFail(
            c, name->start, name->end, "%s has a meaning in the language; choose another name", quote.text );
    }
    return true;
}

textSymbol* textDefine( textCompiler* c, const textToken* name, textSymbolKind kind )
{
    if ( !textCheckNewName( c, name ) ) { return &c->nowhere; }
    if ( c->symbolCount >= TEXT_MAX_SYMBOLS )
    {
        textFail( c, name->start, name->end, "more than %d names", TEXT_MAX_SYMBOLS );
        return &c->nowhere;
    }
    int length = name->end - name->start;
    unsigned slot = findSlot( c, c->text + name->start, length );
    textSymbol* symbol = &c->symbols[c->symbolCount++];
    c->symbolHash[slot] = (uint16_t)c->symbolCount;
    *symbol = ( textSymbol ){
        .name = textKeep( c, c->text + name->start, length ), .kind = kind, .start = name->start
    };
    return symbol;
}

/// Our name of another language's function, or the closest (never for single letters); NULL: none.
static const char* suggest( const char* wrong, bool called, const char* const* names, int count )
{
    static const char* const others[][2] = { { "ln", "log" }, { "sgn", "sign" }, { "signum", "sign" },
        { "arctan", "atan" }, { "arsinh", "asinh" }, { "norm", "length" }, { "circle", "disc" } };
    for ( int i = 0; i < SS_COUNT( others ) && called; ++i )
    {
        if ( strcmp( wrong, others[i][0] ) == 0 ) { return others[i][1]; }
    }
    return wrong[1] != '\0' ? ssClosestName( wrong, names, count ) : NULL;
}

/// Fails at a name that nobody knows, with the closest one, or with what is expected.
static bool failWith(
    textCompiler* c, const textToken* name, const char* what, const char* closest, const char* expected )
{
    textQuote quote = textQuoteOf( c, name->start, name->end );
    return closest != NULL
        ? textFail( c, name->start, name->end, "%s is %s; did you mean %s?", quote.text, what, closest )
        : textFail( c, name->start, name->end, "%s is %s; expected %s", quote.text, what, expected );
}

static bool failInFormula( textCompiler* c, const textToken* name, bool called )
{
    const textVocabulary* known = c->vocabulary;
    if ( called )
    {
        char what[48];
        snprintf( what, sizeof what, "no function of a %s", known->what );
        const char* names[64];
        int count = textPlainFunctionNames( names );
        for ( int i = 0; i < known->functionCount; ++i ) { names[count++] = known->functions[i]; }
        return failWith( c, name, what,
            suggest( textQuoteOf( c, name->start, name->end ).text, true, names, count ),
            "one such as abs, sqrt, sin, exp, min, max or if" );
    }
    char some[112] = "a name such as pi";
    for ( int i = 0;
          i < known->nameCount && i < 8 && strlen( some ) + strlen( known->names[i] ) + 3 < sizeof some; ++i )
    {
        strcat( strcat( some, ", " ), known->names[i] );
    }
    textQuote quote = textQuoteOf( c, name->start, name->end );
    return failWith(
        c, name, "not known here", suggest( quote.text, false, known->names, known->nameCount ), some );
}

bool textFailUnknown( textCompiler* c, const textToken* name, bool called )
{
    const char* names[TEXT_MAX_SYMBOLS + 64];
    int count = 0;
    if ( c->vocabulary != NULL ) { return failInFormula( c, name, called ); }
    textQuote quote = textQuoteOf( c, name->start, name->end );
    if ( called )
    {
        count = textFunctionNames( names );
        return failWith( c, name, "no function or set", suggest( quote.text, true, names, count ),
            "one such as exp, min, if, disc or ellipse" );
    }
    for ( int i = 0; i < SS_COUNT( s_inputs ) - 1; ++i ) { names[count++] = s_inputs[i].name; }
    names[count++] = "vel";
    names[count++] = "pi";
    for ( int i = 0; i < c->symbolCount; ++i ) { names[count++] = c->symbols[i].name; }
    return failWith( c, name, "not defined above", suggest( quote.text, false, names, count ),
        "a param, let or state, or an input: v vel vx vy phi N t x y wr ws" );
}

/// NAME' after the name of a state.
static textValue rateValue( textCompiler* c, const textSymbol* symbol, const textToken* name )
{
    textValue value = c->rates[symbol->index];
    value.start = name->start;
    value.end = c->token.end;
    if ( !c->rateKnown[symbol->index] )
    {
        textFail( c, name->start, value.end, "%s' cannot be used in its own definition", symbol->name );
    }
    else if ( c->program->states[symbol->index].bound.given ||
        c->program->states[symbol->index].low != TEXT_NONE )
    {
        textFail( c, name->start, value.end,
            "%s is kept inside its bound, so %s' is not its rate; use %s itself", symbol->name, symbol->name,
            symbol->name );
    }
    textNext( c );
    return value;
}

static textValue inputValue( textCompiler* c, const textInputRow* row, const textToken* name )
{
    if ( row->input == text_inputTheta && !c->insidePolar )
    {
        textFail(
            c, name->start, name->end, "theta exists only inside polar(…); the angle of sliding is phi" );
    }
    c->placeUsed = c->placeUsed || row->depends == ss_lawInputPlace;
    return ( textValue ){ .type = text_typeScalar,
        .reg = { textEmit( c, text_opInput, (int)row->input, 0, 0 ), 0 },
        .unit = textMakeUnit( row->kg, row->m, row->s ) };
}

/// In a rate that stands below C or force: how large friction is, and what power it dissipates, where the
/// contact slides as it does now.
static textValue frictionValue( textCompiler* c, const textToken* name, bool power )
{
    const ssLawProgram* p = c->program;
    textValue value = { .type = text_typeScalar, .unit = textMakeUnit( 1, power ? 2 : 1, power ? -3 : -2 ) };
    bool known = c->given[text_resultForce] >= 0 || ( c->given[text_resultC] >= 0 && textIsDisc( &p->c ) );
    if ( !known || c->failed )
    {
        textFail( c, name->start, name->end,
            "%s is that of the law above the rate: a force, or C = disc(…); give one of them there",
            power ? "power" : "friction" );
        return value;
    }
    if ( p->force[1] != TEXT_NONE )
    {
        int vx = textEmit( c, text_opInput, text_inputVx, 0, 0 ),
            vy = textEmit( c, text_opInput, text_inputVy, 0, 0 );
        int x = textEmit( c, text_opMultiply, p->force[0], vx, 0 ),
            y = textEmit( c, text_opMultiply, p->force[1], vy, 0 );
        value.reg[0] = power ? textEmit( c, text_opAdd, x, y, 0 )
                             : textEmit( c, text_opHypot, p->force[0], p->force[1], 0 );
        return value;
    }
    int size = p->c.a;
    size = p->c.scale != TEXT_NONE ? textEmit( c, text_opMultiply, size, p->c.scale, 0 ) : size;
    size = textEmit( c, text_opMultiply, size, textEmit( c, text_opInput, text_inputN, 0, 0 ), 0 );
    int speed = textEmit( c, text_opInput, text_inputV, 0, 0 );
    value.reg[0] = power ? textEmit( c, text_opMultiply, size, speed, 0 ) : size;
    return value;
}

/// The index of a name among those that a formula is given; -1: it is none.
static int findGiven( const textCompiler* c, const char* text, int length )
{
    for ( int i = 0; c->vocabulary != NULL && i < c->vocabulary->nameCount; ++i )
    {
        if ( isText( c->vocabulary->names[i], text, length ) ) { return i; }
    }
    return -1;
}

textValue textNameValue( textCompiler* c, const textToken* name )
{
    const char* text = c->text + name->start;
    int length = name->end - name->start;
    textValue value = { .type = text_typeScalar, .reg = { 0, 0 }, .start = name->start, .end = name->end };
    int given = findGiven( c, text, length );
    if ( given >= 0 )
    {
        value.unit = c->vocabulary->units != NULL ? textUnitOf( c, c->vocabulary->units[given] )
                                                  : ( textUnit ){ .kind = text_unitUnknown };
        value.reg[0] = textEmit( c, text_opParam, given, 0, 0 );
        return value;
    }
    const textSymbol* symbol = textFindSymbol( c, text, length );
    const textInputRow* input = c->vocabulary != NULL ? NULL : findInput( text, length );
    bool angle = c->insidePolar && input != NULL && input->input == text_inputTheta;
    if ( symbol != NULL && symbol->kind == text_symbolState && c->token.kind == '\'' && !angle )
    {
        return rateValue( c, symbol, name );
    }
    if ( symbol != NULL && !angle ) { value = symbol->value; }
    else if ( input != NULL ) { value = inputValue( c, input, name ); }
    else if ( c->vocabulary == NULL && isText( "vel", text, length ) )
    {
        value = ( textValue ){ .type = text_typePair, .unit = textMakeUnit( 0, 1, -1 ) };
        value.reg[0] = textEmit( c, text_opInput, text_inputVx, 0, 0 );
        value.reg[1] = textEmit( c, text_opInput, text_inputVy, 0, 0 );
    }
    else if ( c->insideRate && ( isText( "power", text, length ) || isText( "friction", text, length ) ) )
    {
        value = frictionValue( c, name, isText( "power", text, length ) );
    }
    else if ( isText( "pi", text, length ) ) { value.reg[0] = textConstant( c, SS_PI ); }
    else if ( textIsFunction( textQuoteOf( c, name->start, name->end ).text ) )
    {
        textQuote quote = textQuoteOf( c, name->start, name->end );
        textFail( c, name->start, name->end, "%s needs its arguments: expected ( after it", quote.text );
    }
    else { textFailUnknown( c, name, false ); }
    value.start = name->start;
    value.end = name->end;
    return value;
}
