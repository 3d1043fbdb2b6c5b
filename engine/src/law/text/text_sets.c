// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "slipstick/elementary.h"

// Sets. A set keeps its shape, then a rotation, then a shift, then a scale; rotate, shift and scale of a set
// that has these already are multiplied out:
//     x = k (R(a) p + d):   R(b) x = k (R(a + b) p + R(b) d),   x + e = k (R(a) p + d + e/k).

enum
{
    ruleDisc,
    ruleTwoLengths,
    ruleSuperellipse,
    ruleStadium,
    ruleAsperity,
    ruleNgon,
    rulePolygon,
    rulePolar,
    ruleRotate,
    ruleShift,
    ruleScale,
};

static const textCallable s_sets[] = {
    { "disc", "disc(r)", 1, 1, ruleDisc, 0 },
    { "ellipse", "ellipse(a, b), the semi-axes", 2, 2, ruleTwoLengths, 0 },
    { "rectangle", "rectangle(a, b), the half sides", 2, 2, ruleTwoLengths, 0 },
    { "superellipse", "superellipse(a, b, s), s the exponent", 3, 3, ruleSuperellipse, 0 },
    { "stadium", "stadium(l, b) or stadium(l, b, e)", 2, 3, ruleStadium, 0 },
    { "asperity", "asperity(mu, degrees)", 2, 2, ruleAsperity, 0 },
    { "ngon", "ngon(k, r) or ngon(k, r, degrees)", 2, 3, ruleNgon, 0 },
    { "polygon", "polygon((x, y), (x, y), (x, y), …)", 3, TEXT_MAX_CORNERS, rulePolygon, 0 },
    { "polar", "polar(r), r an expression in theta", 1, 1, rulePolar, 0 },
    { "rotate", "rotate(S, degrees)", 2, 2, ruleRotate, 0 },
    { "shift", "shift(S, x, y) or shift(S, (x, y))", 2, 3, ruleShift, 0 },
    { "scale", "scale(S, k)", 2, 2, ruleScale, 0 },
};

const textCallable* textFindSet( const char* name )
{
    return textFindCallable( s_sets, SS_COUNT( s_sets ), name );
}

int textSetNames( const char** names )
{
    for ( int i = 0; i < SS_COUNT( s_sets ); ++i ) { names[i] = s_sets[i].name; }
    return SS_COUNT( s_sets );
}

textSet textEmptySet( ssSetKind kind )
{
    textSet set = { .given = true, .kind = kind };
    for ( int i = 0; i < TEXT_SET_NUMBERS; ++i ) { set.numbers[i] = TEXT_NONE; }
    return set;
}

static void keepSet( textCompiler* c, const textSet* set, textValue* result )
{
    result->type = text_typeSet;
    if ( c->setCount >= TEXT_MAX_SETS )
    {
        textFail( c, result->start, result->end, "more than %d sets", TEXT_MAX_SETS );
        return;
    }
    result->set = c->setCount;
    c->sets[c->setCount++] = *set;
}

/// An angle in degrees: a number, or with the unit deg.
static bool needDegrees( textCompiler* c, const textValue* value, const char* who )
{
    const textUnit degrees = { .kind = text_unitKnown, .power = { 0, 0, 0, 1 } };
    if ( !textNeedScalar( c, value, who ) || textHasNoUnit( &value->unit ) ||
        textSameUnit( &value->unit, &degrees ) )
    {
        return !c->failed;
    }
    return textFail( c, value->start, value->end, "%s needs an angle in degrees, not %s", who,
        textQuoteValue( c, value ).text );
}

static bool addCorner( textCompiler* c, const textToken* name, int x, int y )
{
    if ( c->cornerCount >= TEXT_MAX_ALL_CORNERS )
    {
        return textFail( c, name->start, name->end, "more than %d corners in one law", TEXT_MAX_ALL_CORNERS );
    }
    c->corners[2 * c->cornerCount] = x;
    c->corners[2 * c->cornerCount + 1] = y;
    ++c->cornerCount;
    return true;
}

static textValue parsePolygon(
    textCompiler* c, const textCallable* f, const textToken* name, textValue result )
{
    textSet set = textEmptySet( ss_setPolygon );
    textToken open = c->token;
    set.firstCorner = c->cornerCount;
    textNext( c );
    do {
        textValue corner = textParseExpression( c );
        textUnit before = set.cornerCount > 0 ? result.unit : corner.unit;
        if ( c->failed ) { return result; }
        if ( corner.type != text_typePair )
        {
            textFail( c, corner.start, corner.end, "polygon needs corners (x, y); %s is %s",
                textQuoteOf( c, corner.start, corner.end ).text, textTypeName( corner.type ) );
        }
        else if ( ( c->depends[corner.reg[0]] | c->depends[corner.reg[1]] ) != 0 )
        {
            textFail( c, corner.start, corner.end,
                "corners depend on parameters only; put what changes into scale(polygon(…), …)" );
        }
        else if ( !textMatchUnits( &before, &corner.unit, &result.unit ) )
        {
            textFail( c, corner.start, corner.end, "the corner %s has another unit than those before it",
                textQuoteValue( c, &corner ).text );
        }
        else if ( addCorner( c, name, corner.reg[0], corner.reg[1] ) ) { ++set.cornerCount; }
    } while ( textAccept( c, ',' ) );
    textExpectClosing( c, &open );
    result.end = c->lastEnd;
    if ( !c->failed && ( set.cornerCount < f->minArguments || set.cornerCount > f->maxArguments ) )
    {
        textFail( c, name->start, result.end, "polygon has %d corners; allowed: 3 … %d", set.cornerCount,
            TEXT_MAX_CORNERS );
    }
    keepSet( c, &set, &result );
    return result;
}

static textValue parsePolar( textCompiler* c, const textCallable* f, const textToken* name, textValue result )
{
    textValue arguments[TEXT_MAX_ARGUMENTS] = { 0 };
    textValue* radius = &arguments[0];
    bool outside = !c->insidePolar;
    c->insidePolar = true;
    textParseArguments( c, f, name, arguments );
    c->insidePolar = !outside;
    result.end = c->lastEnd;
    if ( !textNeedScalar( c, radius, "polar" ) ) { return result; }
    unsigned depends = c->depends[radius->reg[0]];
    if ( ( depends & ~TEXT_DEPENDS_THETA ) != 0 )
    {
        textFail( c, radius->start, radius->end,
            "r(theta) depends on theta and parameters only; put what changes into scale(polar(…), …)" );
    }
    // A radius that does not depend on the angle is a disc.
    textSet set = textEmptySet( depends == 0 ? ss_setCircle : ss_setPolar );
    *( depends == 0 ? &set.a : &set.radius ) = radius->reg[0];
    result.unit = radius->unit;
    keepSet( c, &set, &result );
    return result;
}

static bool makeNgon( textCompiler* c, const textCallable* f, const textToken* name, const textValue* a,
    int count, textSet* set, textUnit* unit )
{
    double corners = 0.0;
    if ( !textNeedPlainNumber( c, &a[0], "ngon" ) || !textMatchArguments( c, f, &a[1], 1, unit ) ||
        ( count > 2 && !needDegrees( c, &a[2], "ngon" ) ) )
    {
        return false;
    }
    bool whole = textIsConstant( c, a[0].reg[0], &corners ) && corners == floor( corners );
    if ( !whole || corners < 3.0 || corners > 128.0 )
    {
        return textFail( c, a[0].start, a[0].end, "ngon needs a whole number of corners, 3 … 128, not %s",
            textQuoteOf( c, a[0].start, a[0].end ).text );
    }
    *set = textEmptySet( ss_setPolygon );
    set->firstCorner = c->cornerCount;
    set->cornerCount = (int)corners;
    set->scale = a[1].reg[0];
    set->rotation = count > 2 ? a[2].reg[0] : TEXT_NONE;
    for ( int i = 0; i < set->cornerCount && !c->failed; ++i )
    {
        double sine = 0.0, cosine = 0.0;
        ssSinCos( 2.0 * SS_PI * i / corners, &sine, &cosine );
        addCorner( c, name, textConstant( c, cosine ), textConstant( c, sine ) );
    }
    return true;
}

static bool makeShape(
    textCompiler* c, const textCallable* f, const textValue* a, int count, textSet* set, textUnit* unit )
{
    *unit = textMakeUnit( 0, 0, 0 );
    switch ( f->rule )
    {
        case ruleDisc:
            *set = textEmptySet( ss_setCircle );
            set->a = a[0].reg[0];
            return textMatchArguments( c, f, a, 1, unit );
        case ruleTwoLengths:
        case ruleSuperellipse:
            *set = textEmptySet(
                f->rule == ruleSuperellipse ? ss_setSuperellipse : (ssSetKind)ssFindSetKind( f->name ) );
            set->a = a[0].reg[0];
            set->b = a[1].reg[0];
            set->s = f->rule == ruleSuperellipse ? a[2].reg[0] : TEXT_NONE;
            return textMatchArguments( c, f, a, 2, unit ) &&
                ( f->rule == ruleTwoLengths ||
                    textNeedPlainNumber( c, &a[2], "the exponent of superellipse" ) );
        case ruleStadium:
            *set = textEmptySet( ss_setStadium );
            set->l = a[0].reg[0];
            set->b = a[1].reg[0];
            set->e = a[count > 2 ? 2 : 1].reg[0];
            return textMatchArguments( c, f, a, count, unit );
        default:
            *set = textEmptySet( ss_setAsperity );
            set->mu = a[0].reg[0];
            set->beta = a[1].reg[0];
            return textNeedPlainNumber( c, &a[0], "asperity" ) && needDegrees( c, &a[1], "asperity" );
    }
}

static int sum( textCompiler* c, int a, int b )
{
    return a == TEXT_NONE ? b : textEmit( c, text_opAdd, a, b, 0 );
}

static void rotate( textCompiler* c, textSet* set, int degrees )
{
    set->rotation = sum( c, set->rotation, degrees );
    if ( set->shiftX == TEXT_NONE ) { return; }
    int angle = textEmit( c, text_opMultiply, degrees, textConstant( c, SS_PI / 180.0 ), 0 );
    int cosine = textEmit( c, text_opCos, angle, 0, 0 ), sine = textEmit( c, text_opSin, angle, 0, 0 );
    int xc = textEmit( c, text_opMultiply, set->shiftX, cosine, 0 ),
        ys = textEmit( c, text_opMultiply, set->shiftY, sine, 0 );
    int xs = textEmit( c, text_opMultiply, set->shiftX, sine, 0 ),
        yc = textEmit( c, text_opMultiply, set->shiftY, cosine, 0 );
    set->shiftX = textEmit( c, text_opSubtract, xc, ys, 0 );
    set->shiftY = textEmit( c, text_opAdd, xs, yc, 0 );
}

static bool shift( textCompiler* c, textSet* set, const textValue* a, int count, textUnit* unit )
{
    int by[2] = { a[1].reg[0], count > 2 ? a[2].reg[0] : a[1].reg[1] };
    if ( count == 2 && a[1].type != text_typePair )
    {
        return textFail(
            c, a[1].start, a[1].end, "shift needs two numbers or a pair; expected shift(S, x, y)" );
    }
    for ( int i = 1; i < count; ++i )
    {
        textUnit before = *unit;
        if ( count > 2 && !textNeedScalar( c, &a[i], "shift" ) ) { return false; }
        if ( !textMatchUnits( &before, &a[i].unit, unit ) )
        {
            return textFail( c, a[i].start, a[i].end, "%s has another unit than the set that it shifts",
                textQuoteValue( c, &a[i] ).text );
        }
    }
    for ( int i = 0; i < 2; ++i )
    {
        int* d = i == 0 ? &set->shiftX : &set->shiftY;
        *d = sum(
            c, *d, set->scale == TEXT_NONE ? by[i] : textEmit( c, text_opDivide, by[i], set->scale, 0 ) );
    }
    return true;
}

static bool transform(
    textCompiler* c, const textCallable* f, const textValue* a, int count, textSet* set, textUnit* unit )
{
    if ( a[0].type != text_typeSet )
    {
        return textFail( c, a[0].start, a[0].end, "%s needs a set first; %s is %s", f->name,
            textQuoteOf( c, a[0].start, a[0].end ).text, textTypeName( a[0].type ) );
    }
    *set = c->sets[a[0].set];
    *unit = a[0].unit;
    if ( f->rule == ruleShift ) { return shift( c, set, a, count, unit ); }
    if ( f->rule == ruleRotate )
    {
        if ( !needDegrees( c, &a[1], "rotate" ) ) { return false; }
        rotate( c, set, a[1].reg[0] );
        return true;
    }
    if ( !textNeedScalar( c, &a[1], "scale" ) ) { return false; }
    set->scale =
        set->scale == TEXT_NONE ? a[1].reg[0] : textEmit( c, text_opMultiply, set->scale, a[1].reg[0], 0 );
    *unit = textMultiplyUnits( unit, &a[1].unit, 1.0 );
    return true;
}

textValue textParseSet( textCompiler* c, const textCallable* function, const textToken* name )
{
    textValue arguments[TEXT_MAX_ARGUMENTS] = { 0 };
    textValue result = { .type = text_typeSet, .reg = { 0, 0 }, .start = name->start };
    if ( function->rule == rulePolygon ) { return parsePolygon( c, function, name, result ); }
    if ( function->rule == rulePolar ) { return parsePolar( c, function, name, result ); }
    int count = textParseArguments( c, function, name, arguments );
    textSet set = textEmptySet( ss_setCircle );
    result.end = c->lastEnd;
    c->foldStart = name->start;
    if ( c->failed ) { return result; }
    bool good = function->rule == ruleNgon
        ? makeNgon( c, function, name, arguments, count, &set, &result.unit )
        : function->rule >= ruleRotate ? transform( c, function, arguments, count, &set, &result.unit )
                                       : makeShape( c, function, arguments, count, &set, &result.unit );
    if ( good ) { keepSet( c, &set, &result ); }
    return result;
}
