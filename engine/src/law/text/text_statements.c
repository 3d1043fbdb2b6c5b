// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "law/text/text_program.h"

#include <stdio.h>
#include <string.h>

/// The string of the current token.
static const char* parseString( textCompiler* c, int most )
{
    textToken token = c->token;
    int characters = 0;
    for ( int i = token.start + 1; i < token.end - 1; ++i )
    {
        characters += ( (unsigned char)c->text[i] & 0xc0 ) != 0x80;
    }
    if ( characters > most )
    {
        textFail(
            c, token.start, token.end, "the quotation has %d characters; at most %d", characters, most );
        return "";
    }
    const char* text = textKeep( c, c->text + token.start + 1, token.end - token.start - 2 );
    textNext( c );
    return text;
}

/// A number that can be computed now.
static bool parseConstant( textCompiler* c, const char* what, textValue* value, double* number )
{
    *value = textParseExpression( c );
    if ( c->failed || ( value->type == text_typeScalar && textIsConstant( c, value->reg[0], number ) ) )
    {
        return !c->failed;
    }
    return textFail( c, value->start, value->end, "%s must be a number; for %s use let", what,
        textQuoteOf( c, value->start, value->end ).text );
}

static bool parseRange( textCompiler* c, ssParam* row, textUnit* unit )
{
    textValue low, high;
    textUnit before = *unit;
    if ( !parseConstant( c, "the lower end of a range", &low, &row->min ) ||
        !textExpect( c, text_tokenRange, ".. between the ends of the range" ) ||
        !parseConstant( c, "the upper end of a range", &high, &row->max ) )
    {
        return false;
    }
    if ( !textMatchUnits( &before, &low.unit, unit ) || !textMatchUnits( &before, &high.unit, unit ) )
    {
        return textFail( c, low.start, high.end, "the range has another unit than %s", row->key );
    }
    *unit = before;
    if ( !( row->min < row->max ) )
    {
        return textFail(
            c, low.start, high.end, "the range %g .. %g is empty; expected LOW .. HIGH", row->min, row->max );
    }
    if ( textIs( c, "log" ) )
    {
        row->logScale = true;
        if ( row->min < 0.0 )
        {
            return textFail( c, low.start, low.end,
                "a logarithmic range cannot begin at %g; expected 0 or more", row->min );
        }
        textNext( c );
    }
    row->allowedMin = row->min;
    row->allowedMax = row->max;
    return true;
}

/// The slider of a parameter without a range.
static void defaultRange( ssParam* row )
{
    double value = row->defaultValue;
    row->min = value > 0.0 ? 0.0 : value < 0.0 ? 2.0 * value : -1.0;
    row->max = value > 0.0 ? 2.0 * value : value < 0.0 ? 0.0 : 1.0;
    row->allowedMin = -(double)INFINITY;
    row->allowedMax = (double)INFINITY;
}

/// "μ_s" of mu_s: a name that begins with that of a Greek letter is written with it. Others stay. With an
/// index of three letters at most the symbol takes no more room than the words of its statement.
static const char* symbolOf( textCompiler* c, const char* name )
{
    static const char* const letters[][2] = { { "alpha", "α" }, { "beta", "β" }, { "gamma", "γ" },
        { "delta", "δ" }, { "eps", "ε" }, { "eta", "η" }, { "theta", "θ" }, { "kappa", "κ" },
        { "lambda", "λ" }, { "mu", "μ" }, { "nu", "ν" }, { "rho", "ρ" }, { "sigma", "σ" }, { "tau", "τ" },
        { "phi", "φ" }, { "psi", "ψ" }, { "omega", "ω" } };
    for ( int i = 0; i < SS_COUNT( letters ); ++i )
    {
        size_t length = strlen( letters[i][0] );
        const char* rest = name + length;
        if ( strncmp( name, letters[i][0], length ) == 0 &&
            ( *rest == '\0' || ( *rest == '_' && strlen( rest ) <= 4 ) ) )
        {
            char text[8];
            snprintf( text, sizeof text, "%s%s", letters[i][1], rest );
            return textKeep( c, text, (int)strlen( text ) );
        }
    }
    return name;
}

static void parseParam( textCompiler* c )
{
    ssLawProgram* p = c->program;
    int statement = c->token.start;
    textToken name;
    textNext( c );
    if ( !textExpectName( c, &name, "the name of a parameter" ) || !textCheckNewName( c, &name ) ) { return; }
    if ( p->paramCount >= SS_LAW_MAX_PARAMS )
    {
        textFail( c, name.start, name.end, "more than %d parameters", SS_LAW_MAX_PARAMS );
        return;
    }
    ssParam* row = &p->params[p->paramCount];
    textSymbol* symbol = textDefine( c, &name, text_symbolParam );
    textValue value;
    *row = ( ssParam ){ symbol->name, .symbol = symbolOf( c, symbol->name ), .label = symbol->name,
        .group = "law", .doc = "A parameter of the law.", .kind = ss_paramNumber, .live = true };
    if ( !textExpect( c, '=', "= after the name of a parameter" ) ||
        !parseConstant( c, "the value of a parameter", &value, &row->defaultValue ) )
    {
        return;
    }
    textAcceptUnit( c, &value );
    value.unit.kind = value.unit.kind == text_unitKnown ? text_unitKnown : text_unitUnknown;
    row->unit = textUnitText( c, &value.unit, statement );
    defaultRange( row );
    if ( textIs( c, "in" ) )
    {
        textNext( c );
        if ( !parseRange( c, row, &value.unit ) ) { return; }
    }
    if ( row->defaultValue < row->allowedMin || row->defaultValue > row->allowedMax )
    {
        textFail( c, value.start, value.end, "%s = %g is outside its range %g .. %g", row->key,
            row->defaultValue, row->min, row->max );
    }
    if ( c->token.kind == text_tokenString )
    {
        row->doc = parseString( c, TEXT_MAX_DOC );
        row->label = row->doc[0] != '\0' ? row->doc : row->label;
    }
    value.reg[0] = textEmit( c, text_opParam, p->paramCount, 0, 0 );
    symbol->value = value;
    symbol->index = p->paramCount++;
}

static void parseLet( textCompiler* c )
{
    textToken name;
    textNext( c );
    if ( !textExpectName( c, &name, "a name after let" ) || !textCheckNewName( c, &name ) ||
        !textExpect( c, '=', "= after the name" ) )
    {
        return;
    }
    textValue value = textParseWithUnit( c );
    if ( !c->failed ) { textDefine( c, &name, text_symbolLet )->value = value; }
}

static void parseTitle( textCompiler* c )
{
    if ( !textIs( c, "law" ) )
    {
        textFailExpected( c, "law \"title\" at the beginning" );
        return;
    }
    textNext( c );
    if ( c->token.kind != text_tokenString )
    {
        textFailExpected( c, "the title in quotation marks" );
        return;
    }
    c->program->title = parseString( c, TEXT_MAX_TITLE );
}

/// The states of a registered function: pairs first, then numbers.
static void defineStates( ssLawProgram* p, const ssLawEntry* entry )
{
    static const char* const names[SS_LAW_MAX_STATES] = { "z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8",
        "z9", "z10", "z11", "z12", "z13", "z14", "z15", "z16" };
    p->stateNumbers = entry->stateNumbers;
    p->stateCount = entry->stateNumbers - entry->statePairs;
    for ( int k = 0, first = 0; k < p->stateCount; ++k )
    {
        int size = k < entry->statePairs ? 2 : 1;
        p->stateRows[k] = ( ssLawState ){ .name = names[k], .unit = "", .size = size, .first = first };
        p->states[k] = ( textState ){ p->stateRows[k], .initial = { TEXT_NONE, TEXT_NONE },
            .rate = { TEXT_NONE, TEXT_NONE }, .low = TEXT_NONE, .high = TEXT_NONE };
        first += size;
    }
}

/// use "NAME": a registered function gives the force.
static void parseUse( textCompiler* c )
{
    textToken word = c->token;
    textNext( c );
    if ( c->token.kind != text_tokenString )
    {
        textFailExpected( c, "the name of a registered function in quotation marks" );
        return;
    }
    textToken token = c->token;
    const ssLawEntry* entry = textFindFunction( parseString( c, TEXT_MAX_NAME + 9 ) );
    textQuote quote = textQuoteOf( c, token.start, token.end );
    bool other = c->program->stateCount > 0;
    for ( int i = 0; i < text_resultCount; ++i ) { other = other || c->given[i] >= 0; }
    if ( entry == NULL && !c->failed )
    {
        textFail( c, token.start, token.end,
            "no function is called %s; a plugin registers it, which must be loaded first (--plugin FILE.so)",
            quote.text );
    }
    else if ( other || c->program->function != NULL )
    {
        textFail( c, word.start, token.end,
            "use stands alone; expected no C, D, force, roll, spin, state or other use" );
    }
    if ( c->failed ) { return; }
    c->program->function = entry;
    defineStates( c->program, entry );
}

/// Fails at a line that begins with anything else.
static void failStatement( textCompiler* c )
{
    static const char* const words[] = { "param", "let", "state", "C", "D", "force", "roll", "spin" };
    textToken token = c->token;
    textQuote quote = textQuoteOf( c, token.start, token.end );
    if ( token.kind != text_tokenName )
    {
        textFailExpected( c, "param, let, state, C, D, force, roll or spin" );
        return;
    }
    if ( textIs( c, "law" ) )
    {
        textFail( c, token.start, token.end, "the law has its title already" );
        return;
    }
    const char* closest = ssClosestName( quote.text, words, SS_COUNT( words ) );
    textNext( c );
    if ( c->token.kind == '=' && ( closest == NULL || strlen( quote.text ) < 3 ) )
    {
        textFail( c, token.start, token.end, "%s begins no statement; to define it write let %s = …",
            quote.text, quote.text );
    }
    else if ( closest != NULL )
    {
        textFail(
            c, token.start, token.end, "%s begins no statement; did you mean %s?", quote.text, closest );
    }
    else
    {
        textFail( c, token.start, token.end,
            "%s begins no statement; expected param, let, state, C, D, force, roll or spin", quote.text );
    }
}

static void parseStatement( textCompiler* c )
{
    bool alone = c->program->function != NULL; // what `use` gives, nothing else gives
    if ( alone && !textIs( c, "param" ) && !textIs( c, "use" ) && !textIs( c, "let" ) )
    {
        textFailExpected( c, "param or the end of the text: use gives the force" );
    }
    else if ( textIs( c, "use" ) ) { parseUse( c ); }
    else if ( textIs( c, "param" ) ) { parseParam( c ); }
    else if ( textIs( c, "let" ) ) { parseLet( c ); }
    else if ( textIs( c, "state" ) ) { textParseState( c ); }
    else if ( !textParseResult( c ) && !textParseRateStatement( c ) ) { failStatement( c ); }
}

static void expectEnd( textCompiler* c )
{
    if ( c->token.kind == ')' ) { textFailExpected( c, "the end of the line: no bracket is open" ); }
    else if ( c->token.kind != text_tokenEnd && c->token.kind != text_tokenLine )
    {
        textFailExpected( c, "an operator or the end of the line" );
    }
}

void textParseStatements( textCompiler* c )
{
    while ( textAccept( c, text_tokenLine ) ) {}
    int title = c->token.start, titleEnd = c->token.end;
    parseTitle( c );
    expectEnd( c );
    while ( c->token.kind != text_tokenEnd )
    {
        if ( !textAccept( c, text_tokenLine ) )
        {
            parseStatement( c );
            expectEnd( c );
        }
    }
    textCheckStates( c );
    if ( c->given[text_resultC] < 0 && c->given[text_resultForce] < 0 && c->program->function == NULL )
    {
        textFail( c, title, titleEnd, "the law gives no friction; expected C = … or force = …" );
    }
}

// What statements share, and C, D, force, roll and spin.

static const char* const s_resultNames[text_resultCount] = { "C", "D", "force", "roll", "spin" };

/// A unit after a whole expression: it fills in a unit that is not known and checks one that is.
void textAcceptUnit( textCompiler* c, textValue* value )
{
    if ( c->token.kind != '[' ) { return; }
    textUnit before = value->unit, unit = textParseUnit( c );
    if ( value->type == text_typeBoolean )
    {
        textFail( c, value->start, c->lastEnd, "a comparison has no unit" );
    }
    else if ( !textMatchUnits( &before, &unit, &value->unit ) )
    {
        char given[TEXT_UNIT_CAPACITY];
        textFormatUnit( &unit, given );
        textFail( c, value->start, c->lastEnd, "%s does not have the unit [%s]",
            textQuoteValue( c, value ).text, given );
    }
    value->unit = unit;
}

textValue textParseWithUnit( textCompiler* c )
{
    textValue value = textParseExpression( c );
    textAcceptUnit( c, &value );
    return value;
}

bool textExpectName( textCompiler* c, textToken* name, const char* expected )
{
    *name = c->token;
    return textExpect( c, text_tokenName, expected );
}

/// The unit of a row: as it was typed, if that is the unit of the value.
const char* textUnitText( textCompiler* c, const textUnit* unit, int statement )
{
    textUnit none = textMakeUnit( 0, 0, 0 );
    char text[TEXT_UNIT_CAPACITY];
    if ( unit->kind != text_unitKnown || textSameUnit( unit, &none ) )
    {
        bool angle = unit->kind == text_unitKnown && c->unitStart >= statement &&
            c->unitEnd - c->unitStart == 3 && memcmp( c->text + c->unitStart, "rad", 3 ) == 0;
        return angle ? "rad" : "";
    }
    if ( c->unitStart >= statement && textSameUnit( unit, &c->lastUnit ) )
    {
        return textKeep( c, c->text + c->unitStart, c->unitEnd - c->unitStart );
    }
    textFormatUnit( unit, text );
    return textKeep( c, text, (int)strlen( text ) );
}

/// Fails if a set or another bound depends on what it must not depend on.
bool textCheckDirection( textCompiler* c, unsigned depends, const textValue* value, const char* who )
{
    if ( ( depends & ss_lawInputDirection ) == 0 ) { return true; }
    return textFail( c, value->start, value->end,
        "%s must not depend on the direction of sliding (vel, vx, vy, phi); it may on v, N, t, x, y, wr, ws "
        "and states",
        who );
}

void textPlaceSet( textCompiler* c, textSet* set, const textValue* value )
{
    ssTextPlace place = textPlaceOf( c, value->start, value->end );
    set->line = place.line;
    set->column = place.column;
    c->foldStart = value->start;
    textFinishSet( c, set );
}

static void parseSetResult( textCompiler* c, textResult result, const textValue* value )
{
    const char* name = s_resultNames[result];
    if ( value->type != text_typeSet )
    {
        textFail( c, value->start, value->end,
            "%s is a set, and %s is %s; expected disc(…), ellipse(…), polygon(…), …", name,
            textQuoteOf( c, value->start, value->end ).text, textTypeName( value->type ) );
        return;
    }
    textSet set = c->sets[value->set];
    if ( !textCheckDirection( c, textSetDepends( c, &set ), value, name ) ) { return; }
    if ( !textHasNoUnit( &value->unit ) )
    {
        char unit[TEXT_UNIT_CAPACITY];
        textFormatUnit( &value->unit, unit );
        textFail( c, value->start, value->end,
            "%s has the unit [%s]; expected none, since it is per newton of load", name, unit );
        return;
    }
    textPlaceSet( c, &set, value );
    *( result == text_resultC ? &c->program->c : &c->program->d ) = set;
}

/// roll, spin or force.
static void parseNumberResult( textCompiler* c, textResult result, const textValue* value )
{
    ssLawProgram* p = c->program;
    const char* name = s_resultNames[result];
    bool force = result == text_resultForce, pair = force && value->type == text_typePair;
    if ( !pair && !textNeedScalar( c, value, force ? "force, unless it is a pair," : name ) ) { return; }
    textUnit expected = force ? textMakeUnit( 1, 1, -2 ) : textMakeUnit( 0, 1, 0 ), both;
    if ( !textMatchUnits( &expected, &value->unit, &both ) )
    {
        char unit[TEXT_UNIT_CAPACITY];
        textFormatUnit( &value->unit, unit );
        textFail( c, value->start, value->end, "%s has the unit [%s]; expected [%s]%s", name, unit,
            force ? "N" : "m", force ? "" : ", a moment per newton of load" );
        return;
    }
    if ( pair )
    {
        p->force[0] = value->reg[0];
        p->force[1] = value->reg[1];
        return;
    }
    if ( force && ( c->depends[value->reg[0]] & ss_lawInputDirection ) != 0 )
    {
        textFail( c, value->start, value->end,
            "a scalar force acts along vel and must not depend on its direction (vel, vx, vy, phi); expected "
            "a pair, or v" );
        return;
    }
    if ( !textCheckDirection( c, c->depends[value->reg[0]], value, name ) ) { return; }
    *( force ? &p->force[0] : result == text_resultRoll ? &p->roll : &p->spin ) = value->reg[0];
    if ( force )
    {
        textSet disc = textEmptySet( ss_setCircle );
        c->foldStart = value->start;
        disc.a = textDivideByLoad( c, value->reg[0] );
        textPlaceSet( c, &disc, value );
        p->c = disc;
    }
}

/// Fails if a statement does not go together with an earlier one.
static bool checkResult( textCompiler* c, textResult result, const textToken* name )
{
    if ( c->given[result] >= 0 )
    {
        return textFail( c, name->start, name->end, "%s is already given in line %d", s_resultNames[result],
            textLineOf( c, c->given[result] ) );
    }
    bool force = result == text_resultForce || c->given[text_resultForce] >= 0;
    bool reservoir = result == text_resultC || c->given[text_resultC] >= 0;
    bool direction = result == text_resultD || c->given[text_resultD] >= 0;
    if ( force && reservoir )
    {
        return textFail( c, name->start, name->end,
            "a law has either C or force; viscosity belongs in C, such as disc(mu + c*v/N)" );
    }
    if ( force && direction )
    {
        return textFail(
            c, name->start, name->end, "D belongs to a reservoir C; a force has its direction already" );
    }
    return true;
}

bool textParseResult( textCompiler* c )
{
    textToken name = c->token;
    int result = 0;
    while ( result < text_resultCount && !textIs( c, s_resultNames[result] ) ) { ++result; }
    if ( result == text_resultCount ) { return false; }
    textNext( c );
    if ( !checkResult( c, (textResult)result, &name ) || !textExpect( c, '=', "= after it" ) )
    {
        return true;
    }
    c->given[result] = name.start;
    textValue value = textParseWithUnit( c );
    if ( c->failed ) { return true; }
    if ( result == text_resultC || result == text_resultD )
    {
        parseSetResult( c, (textResult)result, &value );
    }
    else { parseNumberResult( c, (textResult)result, &value ); }
    return true;
}
