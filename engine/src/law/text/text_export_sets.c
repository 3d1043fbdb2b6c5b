// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"

// Sets in exported functions: an array of numbers, and a `set` (text_export_helpers.c).

/// The registers of a kind's numbers, in the order of its functions, and the defaults.
typedef struct Numbers
{
    const char* name; // of its functions
    int count;
    int reg[3];
    const char* none[3];
} Numbers;

static Numbers numbersOf( const textSet* set )
{
    switch ( set->kind )
    {
        case ss_setCircle: return ( Numbers ){ "disc", 1, { set->a }, { "1.0" } };
        case ss_setEllipse: return ( Numbers ){ "ellipse", 2, { set->a, set->b }, { "1.0", "1.0" } };
        case ss_setRectangle: return ( Numbers ){ "rectangle", 2, { set->a, set->b }, { "1.0", "1.0" } };
        case ss_setSuperellipse:
            return ( Numbers ){ "superellipse", 3, { set->a, set->b, set->s }, { "1.0", "1.0", "2.0" } };
        case ss_setStadium:
            // circular ends without an e
            return ( Numbers ){ "stadium", 3, { set->l, set->b, set->e == TEXT_NONE ? set->b : set->e },
                { "0.0", "1.0", "1.0" } };
        case ss_setAsperity: return ( Numbers ){ "asperity", 2, { set->mu, set->beta }, { "1.0", "0.0" } };
        default: return ( Numbers ){ "polygon", 0, { TEXT_NONE }, { NULL } };
    }
}

/// The angle by which a set is turned; a disc about the origin needs none.
static int rotationOf( const textSet* set ) { return textIsDisc( set ) ? TEXT_NONE : set->rotation; }

void textNeedSet( textExport* e, const textSet* set )
{
    if ( !set->given ) { return; }
    textSet needed = *set;
    needed.rotation = rotationOf( set );
    for ( int i = 0; i < TEXT_SET_NUMBERS; ++i ) { textNeed( e, needed.numbers[i] ); }
    for ( int i = 0; i < 2 * set->cornerCount && set->kind == ss_setPolygon; ++i )
    {
        textNeed( e, e->program->corners[2 * set->firstCorner + i] );
    }
}

const char* textConvexTest( const textSet* set )
{
    return set->kind == ss_setPolygon || set->kind == ss_setPolar ? "polygon_convex"
        : set->kind == ss_setAsperity                             ? "asperity_convex"
                                                                  : NULL;
}

void textPutPointTest( textExport* e, const textSet* set, const char* name )
{
    switch ( set->kind )
    {
        case ss_setPolygon:
        case ss_setPolar: break;
        case ss_setCircle:
        case ss_setAsperity: textPut( &e->writer, "%s_q[0] <= 0.0 || ", name ); break;
        default: textPut( &e->writer, "( %s_q[0] <= 0.0 && %s_q[1] <= 0.0 ) || ", name, name ); break;
    }
    textPutFactor( e, set->scale, "1.0" );
    textPut( &e->writer, " <= 0.0" );
}

/// Writes rotation, shift and scale as arguments.
static void putPlacing( textExport* e, const textSet* set )
{
    textPutRegister( e, rotationOf( set ), "0.0" );
    textPut( &e->writer, ", " );
    textPutRegister( e, set->shiftX, "0.0" );
    textPut( &e->writer, ", " );
    textPutRegister( e, set->shiftY, "0.0" );
    textPut( &e->writer, ", " );
    textPutRegister( e, set->scale, "1.0" );
}

static void putCorners( textExport* e, const textSet* set, const char* name )
{
    textWriter* w = &e->writer;
    if ( set->kind == ss_setPolar )
    {
        textPut(
            w, "    double %s_q[1 + 2 * %d] = { %d.0 };\n", name, TEXT_POLAR_SAMPLES, TEXT_POLAR_SAMPLES );
        textPut( w, "    for ( int k = 0; k < %d; ++k )\n    {\n", TEXT_POLAR_SAMPLES );
        textPut( w, "        const double theta = 6.283185307179586477 * k / %d.0;\n", TEXT_POLAR_SAMPLES );
        textPutPolarLocals( e, set->radius );
        textPut( w, "        const double radius = " );
        textPutRegister( e, set->radius, "1.0" );
        textPut( w, ";\n        %s_q[1 + 2 * k] = radius * cos( theta );\n", name );
        textPut( w, "        %s_q[2 + 2 * k] = radius * sin( theta );\n    }\n", name );
    }
    else
    {
        textPut( w, "    double %s_q[] = { %d.0", name, set->cornerCount );
        for ( int i = 0; i < 2 * set->cornerCount; ++i )
        {
            textPut( w, i % 8 == 0 ? ",\n        " : ", " );
            textPutRegister( e, e->program->corners[2 * set->firstCorner + i], "0.0" );
        }
        textPut( w, " };\n" );
    }
    // the corners are placed themselves: a polygon need not be star-shaped about the point where it was drawn
    textPut( w, "    place_corners( %s_q, ", name );
    putPlacing( e, set );
    textPut( w,
        " );\n    const set %s = make_set( %s_q, polygon_support, polygon_gauge, 0.0, 0.0, 0.0, 1.0 );\n",
        name, name );
}

void textPutSet( textExport* e, const textSet* set, const char* name )
{
    if ( set->kind == ss_setPolygon || set->kind == ss_setPolar )
    {
        putCorners( e, set, name );
        return;
    }
    Numbers numbers = numbersOf( set );
    textPut( &e->writer, "    const double %s_q[] = { ", name );
    for ( int i = 0; i < numbers.count; ++i )
    {
        textPut( &e->writer, i > 0 ? ", " : "" );
        textPutRegister( e, numbers.reg[i], numbers.none[i] );
    }
    textPut( &e->writer, " };\n    const set %s = make_set( %s_q, %s_support, %s_gauge, ", name, name,
        numbers.name, numbers.name );
    putPlacing( e, set );
    textPut( &e->writer, " );\n" );
}
