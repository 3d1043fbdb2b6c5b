// SPDX-License-Identifier: MIT
#include "slipstick/condition.h"
#include "law/text/text_compile.h"
#include "law/text/text_program.h"
#include "slipstick/elementary.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// Conditions on contacts: how the language of expressions reads them, and their value at a contact.

typedef enum Quantity
{
    quantity_margin,
    quantity_ratio,
    quantity_energy,
    quantity_lawError,
    quantity_coneError,
    quantity_slipError,
    quantity_normalError,
    quantity_energyError,
    quantity_penetration,
    quantity_force,
    quantity_friction,
    quantity_speed,
    quantity_gap,
    quantity_contact,
    quantity_time,
    quantity_mode,
    quantity_energyCreated,
    quantity_count
} Quantity;

_Static_assert( sizeof( textInstruction ) == sizeof( uint64_t ), "instructions are kept as numbers" );
_Static_assert( quantity_count <= SS_CONDITION_MAX_QUANTITIES, "a condition may use every quantity" );

typedef enum Kind
{
    kind_none, // a whole number or a word
    kind_share,
    kind_force,
    kind_power,
    kind_speed,
    kind_length,
    kind_time,
} Kind;

static const struct
{
    const char* unit;
    double kg, m, s;
} s_kinds[] = { [kind_none] = { "", 0, 0, 0 },
    [kind_share] = { "", 0, 0, 0 },
    [kind_force] = { " N", 1, 1, -2 },
    [kind_power] = { " W", 1, 2, -3 },
    [kind_speed] = { " m/s", 0, 1, -1 },
    [kind_length] = { " m", 0, 1, 0 },
    [kind_time] = { " s", 0, 0, 1 } };

static const struct
{
    const char* name;
    Kind kind;
} s_quantities[quantity_count] = {
    [quantity_margin] = { "margin", kind_share },
    [quantity_ratio] = { "ratio", kind_share },
    [quantity_energy] = { "energy", kind_power },
    [quantity_lawError] = { "law error", kind_share },
    [quantity_coneError] = { "cone error", kind_share },
    [quantity_slipError] = { "slip error", kind_share },
    [quantity_normalError] = { "normal error", kind_share },
    [quantity_energyError] = { "energy error", kind_share },
    [quantity_penetration] = { "penetration", kind_share },
    [quantity_force] = { "force", kind_force },
    [quantity_friction] = { "friction", kind_force },
    [quantity_speed] = { "speed", kind_speed },
    [quantity_gap] = { "gap", kind_length },
    [quantity_contact] = { "contact", kind_none },
    [quantity_time] = { "t", kind_time },
    [quantity_mode] = { "mode", kind_none },
    [quantity_energyCreated] = { "energy created", kind_none },
};

/// What stands in ssConditionBodies.bodies for a body without a number.
enum
{
    bodyNamed = -2,
    bodyGround = -1, // any fixed body
};

static const struct
{
    Kind kind;
    const char* text;
    double factor; // to SI
} s_units[] = { { kind_share, "%", 0.01 }, { kind_force, "N", 1.0 }, { kind_force, "kN", 1e3 },
    { kind_force, "mN", 1e-3 }, { kind_power, "W", 1.0 }, { kind_power, "kW", 1e3 },
    { kind_power, "mW", 1e-3 }, { kind_speed, "m/s", 1.0 }, { kind_speed, "cm/s", 1e-2 },
    { kind_speed, "mm/s", 1e-3 }, { kind_length, "m", 1.0 }, { kind_length, "cm", 1e-2 },
    { kind_length, "mm", 1e-3 }, { kind_length, "um", 1e-6 }, { kind_length, "µm", 1e-6 },
    { kind_time, "s", 1.0 }, { kind_time, "ms", 1e-3 } };

static int wordLength( const char* at )
{
    int length = 0;
    while ( ( *at >= 'a' && *at <= 'z' ) || ( *at >= 'A' && *at <= 'Z' ) || *at == '_' ||
        ( length > 0 && *at >= '0' && *at <= '9' ) )
    {
        ++length;
        ++at;
    }
    return length;
}

/// The length of what could be a unit: "%", "mm", "m/s". Words that join comparisons are none.
static int unitLength( const textCompiler* c, int start )
{
    const char* at = c->text + start;
    if ( *at == '%' ) { return 1; }
    int length = strncmp( at, "µ", strlen( "µ" ) ) == 0 ? (int)strlen( "µ" ) : 0;
    length += wordLength( at + length );
    const textToken word = { .kind = text_tokenName, .start = start, .end = start + length };
    if ( textIsWord( c, &word, "and" ) || textIsWord( c, &word, "or" ) ) { return 0; }
    return length > 0 && at[length] == '/' ? length + 1 + wordLength( at + length + 1 ) : length;
}

/// The quantity with which the next number is compared; -1: something else.
static int comparedQuantity( const textCompiler* c )
{
    const textInstruction* left = c->compared != NULL ? c->code + c->compared->reg[0] : NULL;
    return left != NULL && left->op == text_opParam && left->a < quantity_count ? left->a : -1;
}

static void readUnit( textCompiler* c, textUnit* unit, double* number )
{
    int start = c->cursor, quantity = comparedQuantity( c );
    start += (int)strspn( c->text + start, " \t\r\n" );
    int length = unitLength( c, start );
    char allowed[96] = "";
    for ( int i = 0; i < SS_COUNT( s_units ) && length > 0; ++i )
    {
        const char* text = s_units[i].text;
        Kind kind = s_units[i].kind;
        if ( quantity >= 0 && s_quantities[quantity].kind != kind ) { continue; }
        if ( (int)strlen( text ) == length && memcmp( text, c->text + start, (size_t)length ) == 0 )
        {
            *number *= s_units[i].factor;
            *unit = textMakeUnit( s_kinds[kind].kg, s_kinds[kind].m, s_kinds[kind].s );
            c->cursor = c->token.end = start + length;
            return;
        }
        strcat( strcat( allowed, text ), ", " );
    }
    if ( length > 0 )
    {
        textQuote found = textQuoteOf( c, start, start + length );
        quantity >= 0
            ? textFail( c, start, start + length, "'%s' is no unit of '%s'; allowed: %snone", found.text,
                  s_quantities[quantity].name, allowed )
            : textFail( c, start, start + length, "'%s' is no unit; allowed: %snone", found.text, allowed );
    }
}

/// The current token for a message: "'foo'" or "the end".
static textQuote foundIn( const textCompiler* c )
{
    textQuote quote = { "the end" };
    if ( c->token.kind != text_tokenEnd )
    {
        snprintf(
            quote.text, sizeof quote.text, "'%.60s'", textQuoteOf( c, c->token.start, c->token.end ).text );
    }
    return quote;
}

/// The quantity whose name begins with this token; its second word is passed. -1: none.
static int findQuantity( textCompiler* c, const textToken* first )
{
    int found = -1;
    for ( int i = 0; i < quantity_count; ++i )
    {
        const char *name = s_quantities[i].name, *space = strchr( name, ' ' );
        char word[16] = "";
        snprintf( word, sizeof word, "%.*s", space != NULL ? (int)( space - name ) : 15, name );
        if ( !textIsWord( c, first, word ) ) { continue; }
        if ( space == NULL ) { found = i; }
        else if ( textIs( c, space + 1 ) )
        {
            textNext( c );
            return i;
        }
    }
    return found;
}

/// The value of a quantity, which the condition uses from now on.
static textValue useQuantity( textCompiler* c, int quantity )
{
    ssCondition* condition = c->vocabulary->context;
    Kind kind = s_quantities[quantity].kind;
    if ( memchr( condition->quantities, quantity, (size_t)condition->quantityCount ) == NULL )
    {
        condition->quantities[condition->quantityCount++] = (unsigned char)quantity;
    }
    return ( textValue ){ .type = text_typeScalar,
        .reg = { textEmit( c, text_opParam, quantity, 0, 0 ), 0 },
        .unit = textMakeUnit( s_kinds[kind].kg, s_kinds[kind].m, s_kinds[kind].s ) };
}

static textValue equals( textCompiler* c, const textToken* sign, int quantity, double number )
{
    textValue left = useQuantity( c, quantity );
    textValue right = {
        .type = text_typeScalar, .reg = { textConstant( c, number ), 0 }, .unit = { .kind = text_unitLiteral }
    };
    return textCompare( c, sign, &left, &right );
}

/// Reads = or != and the word of a mode.
static textValue readMode( textCompiler* c )
{
    textToken sign = c->token;
    if ( sign.kind != '=' && sign.kind != text_tokenEqual && sign.kind != text_tokenNotEqual )
    {
        textFail( c, sign.start, sign.end, "%s stands where 'mode' needs = or !=", foundIn( c ).text );
    }
    textNext( c );
    static const struct
    {
        const char* word;
        ssContactMode mode;
    } words[] = { { "open", ss_modeOpen }, { "stick", ss_modeStick }, { "slide", ss_modeSlide },
        { "roll", ss_modeRoll }, { "spin", ss_modeSpin } };
    int mode = -1;
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        mode = textIs( c, words[i].word ) ? (int)words[i].mode : mode;
    }
    if ( mode < 0 )
    {
        textFail( c, c->token.start, c->token.end,
            "%s is no mode; allowed: open, stick, slide, roll, slide+roll, spin", foundIn( c ).text );
    }
    textNext( c );
    if ( mode == ss_modeSlide && textAccept( c, '+' ) )
    {
        mode = ss_modeSlideRoll;
        if ( !textIs( c, "roll" ) )
        {
            textFail( c, c->token.start, c->token.end, "after 'slide +' only 'roll' is allowed" );
        }
        textNext( c );
    }
    return equals( c, &sign, quantity_mode, mode );
}

/// Reads a body: its number, its name in quotes, or ground.
static void readBody( textCompiler* c, ssConditionBodies* term, int which )
{
    textToken token = c->token;
    const char* text = c->text + token.start;
    size_t length = (size_t)( token.end - token.start );
    if ( textIs( c, "ground" ) ) { term->bodies[which] = bodyGround; }
    else if ( token.kind == text_tokenString )
    {
        if ( length < 3 || length - 2 >= SS_CONDITION_NAME_CAPACITY )
        {
            textFail( c, token.start, token.end, "the name of a body has 1 to %d bytes between two quotes",
                SS_CONDITION_NAME_CAPACITY - 1 );
            return;
        }
        memcpy( term->names[which], text + 1, length - 2 );
        term->bodies[which] = bodyNamed;
    }
    else if ( token.kind == text_tokenNumber && length < 10 && strspn( text, "0123456789" ) >= length )
    {
        term->bodies[which] = (int)token.number;
    }
    else
    {
        textFail( c, token.start, token.end,
            "%s is no body; allowed: its number, its name in quotes, or ground", foundIn( c ).text );
    }
    textNext( c );
}

static textValue readBodies( textCompiler* c, const textToken* first, int count )
{
    ssCondition* condition = c->vocabulary->context;
    ssConditionBodies term = { .count = count };
    readBody( c, &term, 0 );
    if ( count == 2 && !c->failed && !textAccept( c, '-' ) )
    {
        textFail(
            c, c->token.start, c->token.end, "a pair is two bodies with - between them, such as pair 3-7" );
    }
    if ( count == 2 && !c->failed ) { readBody( c, &term, 1 ); }
    if ( !c->failed && condition->bodyCount >= SS_CONDITION_MAX_BODIES )
    {
        textFail( c, first->start, first->end, "the condition is too long; it may have %d bodies and pairs",
            SS_CONDITION_MAX_BODIES );
    }
    if ( !c->failed ) { condition->bodies[condition->bodyCount++] = term; }
    return ( textValue ){ .type = text_typeBoolean,
        .reg = { textEmit( c, text_opParam, quantity_count + condition->bodyCount - 1, 0, 0 ), 0 } };
}

/// Reads what begins with a quantity, or with `body` or `pair`.
static bool readTerm( textCompiler* c, const textToken* first, textValue* value )
{
    static const textToken equal = { .kind = '=' };
    int quantity = findQuantity( c, first );
    int bodies = textIsWord( c, first, "body" ) ? 1 : textIsWord( c, first, "pair" ) ? 2 : 0;
    if ( quantity < 0 && bodies == 0 )
    {
        const char* names[quantity_count + 2] = { "pair", "body" };
        for ( int i = 0; i < quantity_count; ++i ) { names[2 + i] = s_quantities[i].name; }
        textQuote word = textQuoteOf( c, first->start, first->end );
        const char* close =
            first->end - first->start > 1 ? ssClosestName( word.text, names, SS_COUNT( names ) ) : NULL;
        return c->token.kind != '(' && !textIsWord( c, first, "pi" ) &&
            !textFail( c, first->start, first->end,
                "'%s' is no quantity of a contact; %s%s%sallowed: a number, margin, ratio, energy, energy "
                "created, law error, cone error, slip error, normal error, energy error, penetration, force, "
                "friction, speed, gap, contact, t, mode, pair, body",
                word.text, close != NULL ? "did you mean '" : "", close != NULL ? close : "",
                close != NULL ? "'? " : "" );
    }
    *value = bodies > 0                      ? readBodies( c, first, bodies )
        : quantity == quantity_mode          ? readMode( c )
        : quantity == quantity_energyCreated ? equals( c, &equal, quantity, 1.0 )
                                             : useQuantity( c, quantity );
    value->start = first->start;
    return true;
}

ssResult ssParseCondition( const char* text, ssCondition* condition )
{
    ssCondition made = { 0 };
    const textVocabulary vocabulary = { "condition", .example = "margin < 1%", .isCondition = true,
        .readTerm = readTerm, .readUnit = readUnit, .context = &made };
    textCompiler* c = NULL;
    textExpression expression;
    *condition = ( ssCondition ){ 0 };
    ssResult result = textCompileExpression( text, SS_CONDITION_CAPACITY, &vocabulary, &c, &expression );
    if ( result.code == ss_ok &&
        ( expression.codeCount > SS_CONDITION_MAX_STEPS ||
            expression.constantCount > SS_CONDITION_MAX_NUMBERS ) )
    {
        result = ssError( ss_errorFormat, "condition", "the condition is too long; it may have %d operations",
            SS_CONDITION_MAX_STEPS );
    }
    else if ( result.code == ss_ok )
    {
        made.codeCount = expression.codeCount;
        memcpy( made.code, expression.code, (size_t)made.codeCount * sizeof *made.code );
        memcpy( made.numbers, expression.constants, (size_t)expression.constantCount * sizeof *made.numbers );
        *condition = made;
    }
    ssRelease( c );
    return result;
}

/// A contact while a condition is evaluated; the audit's checks are made when a quantity asks for one.
typedef struct Evaluation
{
    const ssConditionState* state;
    const ssContactView* contact;
    int number;
    bool audited;
    double measures[ss_auditCount];
} Evaluation;

static const double* measuresOf( Evaluation* e )
{
    if ( !e->audited )
    {
        ssAuditContact( e->contact, e->state->speed, e->measures );
        e->audited = true;
    }
    return e->measures;
}

/// The power that friction creates [W]: f_T·u_T + m·w. That of a contact that dissipates is negative.
static double createdPower( const ssContactView* c )
{
    const double *f = c->force, *m = c->moment, *y = c->velocity;
    double sliding = f[1] * y[1] + f[2] * y[2];
    // The rest of a contact without moments is zero, even where a log does not know its angular velocities.
    bool turns = m[0] != 0.0 || m[1] != 0.0 || m[2] != 0.0;
    return turns ? sliding + m[0] * y[3] + m[1] * y[4] + m[2] * y[5] : sliding;
}

/// A quantity of the contact in SI units; NaN: not known.
static double valueOf( Evaluation* e, int quantity )
{
    const ssContactView* c = e->contact;
    const double* f = c->force;
    bool given = quantity == quantity_gap || quantity == quantity_contact || quantity == quantity_time;
    if ( c->pending && !given ) { return SS_NAN; }
    switch ( (Quantity)quantity )
    {
        case quantity_margin: return ssContactView_Margin( c );
        case quantity_ratio: return f[0] > 0.0 ? ssHypot( f[1], f[2] ) / f[0] : SS_NAN;
        case quantity_energy: return createdPower( c );
        case quantity_energyCreated:
            return measuresOf( e )[ss_auditEnergy] > ssAuditWarningLevel( ss_auditEnergy ) ? 1.0 : 0.0;
        case quantity_lawError: return ssAuditLawError( measuresOf( e ) );
        case quantity_coneError: return measuresOf( e )[ss_auditCone];
        case quantity_slipError: return measuresOf( e )[ss_auditSlip];
        case quantity_normalError: return measuresOf( e )[ss_auditSignorini];
        case quantity_energyError: return measuresOf( e )[ss_auditEnergy];
        case quantity_penetration: return c->size > 0.0 ? ssMax( 0.0, -c->gap ) / c->size : SS_NAN;
        case quantity_force: return f[0];
        case quantity_friction: return ssHypot( f[1], f[2] );
        case quantity_speed: return ssHypot( c->velocity[1], c->velocity[2] );
        case quantity_gap: return c->gap;
        case quantity_contact: return (double)e->number;
        case quantity_time: return e->state->t;
        case quantity_mode: return (double)c->mode;
        case quantity_count: break;
    }
    return SS_NAN;
}

/// Is this body of the contact the one that the term names?
static bool isBody( const Evaluation* e, int body, const ssConditionBodies* term, int which )
{
    if ( term->bodies[which] != bodyNamed ) { return body == term->bodies[which]; }
    char name[SS_CONDITION_NAME_CAPACITY] = "";
    if ( e->state->nameOf != NULL )
    {
        e->state->nameOf(
            e->state->context, body >= 0 ? body : -1 - e->contact->surface, name, (int)sizeof( name ) );
    }
    return strcmp( name, term->names[which] ) == 0;
}

static bool areBodies( const Evaluation* e, const ssConditionBodies* term )
{
    int a = e->contact->a, b = e->contact->b;
    if ( term->count == 1 ) { return isBody( e, a, term, 0 ) || isBody( e, b, term, 0 ); }
    return ( isBody( e, a, term, 0 ) && isBody( e, b, term, 1 ) ) ||
        ( isBody( e, b, term, 0 ) && isBody( e, a, term, 1 ) );
}

bool ssCondition_Holds(
    const ssCondition* condition, const ssConditionState* state, const ssContactView* contact, int number )
{
    Evaluation e;
    e.state = state;
    e.contact = contact;
    e.number = number;
    e.audited = false;
    double values[quantity_count + SS_CONDITION_MAX_BODIES], registers[SS_CONDITION_MAX_STEPS];
    textInstruction code[SS_CONDITION_MAX_STEPS];
    memcpy( code, condition->code, (size_t)condition->codeCount * sizeof *code );
    for ( int i = 0; i < condition->quantityCount; ++i )
    {
        values[condition->quantities[i]] = valueOf( &e, condition->quantities[i] );
    }
    for ( int i = 0; i < condition->bodyCount; ++i )
    {
        values[quantity_count + i] = areBodies( &e, condition->bodies + i ) ? 1.0 : 0.0;
    }
    // Without a condition every contact satisfies it.
    return condition->codeCount == 0 ||
        textEvalExpression( code, condition->codeCount, condition->numbers, values, registers ) != 0.0;
}

/// Writes "margin 0.42%", in the unit of the quantity.
static int describeValue( Evaluation* e, int quantity, char* text, int capacity )
{
    const char* name = s_quantities[quantity].name;
    Kind kind = s_quantities[quantity].kind;
    double value = valueOf( e, quantity );
    bool percent = quantity == quantity_margin || quantity == quantity_penetration;
    // Nobody wants to read a share that is mere rounding.
    value = kind == kind_share && fabs( value ) < 1e-12 ? 0.0 : value;
    if ( isnan( value ) ) { return snprintf( text, (size_t)capacity, "%s unknown", name ); }
    if ( quantity == quantity_mode )
    {
        int mode = value >= 0.0 && value < ss_modeCount ? (int)value : 0;
        return snprintf( text, (size_t)capacity, "%s %s", name, ssContactModeWord( (ssContactMode)mode ) );
    }
    return snprintf( text, (size_t)capacity, "%s %.4g%s", name, percent ? 100.0 * value : value,
        percent ? "%" : s_kinds[kind].unit );
}

int ssCondition_Describe( const ssCondition* condition, const ssConditionState* state,
    const ssContactView* contact, int number, char* text, int capacity )
{
    Evaluation e = { .state = state, .contact = contact, .number = number };
    int used = 0;
    bool said[quantity_count] = { [quantity_contact] = true };
    text[0] = '\0';
    for ( int i = 0; i < condition->quantityCount && used < capacity; ++i )
    {
        int quantity = condition->quantities[i];
        quantity = quantity == quantity_energyCreated ? quantity_energy : quantity;
        if ( said[quantity] ) { continue; }
        said[quantity] = true;
        used += used > 0 ? snprintf( text + used, (size_t)( capacity - used ), ", " ) : 0;
        used += used < capacity ? describeValue( &e, quantity, text + used, capacity - used ) : 0;
    }
    return used < capacity ? used : capacity - 1;
}
