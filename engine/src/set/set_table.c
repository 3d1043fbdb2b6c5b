// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <string.h>

// A new shape needs a file set_<kind>.c, an entry in ssSetKind, and one line in each of the two lists below.
extern const setShape ss_setShapeCircle;
extern const setShape ss_setShapeEllipse;
extern const setShape ss_setShapeRectangle;
extern const setShape ss_setShapeSuperellipse;
extern const setShape ss_setShapeStadium;
extern const setShape ss_setShapeAsperity;
extern const setShape ss_setShapePolygon;
extern const setShape ss_setShapePolar;

static const struct
{
    const char* name;
    const setShape* shape;
} s_shapes[ss_setKindCount] = {
    [ss_setCircle] = { "circle", &ss_setShapeCircle },
    [ss_setEllipse] = { "ellipse", &ss_setShapeEllipse },
    [ss_setRectangle] = { "rectangle", &ss_setShapeRectangle },
    [ss_setSuperellipse] = { "superellipse", &ss_setShapeSuperellipse },
    [ss_setStadium] = { "stadium", &ss_setShapeStadium },
    [ss_setAsperity] = { "asperity", &ss_setShapeAsperity },
    [ss_setPolygon] = { "polygon", &ss_setShapePolygon },
    [ss_setPolar] = { "polar", &ss_setShapePolar },
};

const setShape* setGetShape( ssSetKind kind )
{
    SS_ASSERT( (int)kind >= 0 && kind < ss_setKindCount );
    return s_shapes[kind].shape;
}

const char* ssSetKindName( ssSetKind kind )
{
    SS_ASSERT( (int)kind >= 0 && kind < ss_setKindCount );
    return s_shapes[kind].name;
}

int ssFindSetKind( const char* name )
{
    for ( int i = 0; name != NULL && i < ss_setKindCount; ++i )
    {
        if ( strcmp( s_shapes[i].name, name ) == 0 )
        {
            return i;
        }
    }
    return -1;
}

ssSetDef ssDefaultSetDef( ssSetKind kind )
{
    ssSetDef def = setGetShape( kind )->defaults;
    def.kind = kind;
    def.scale = 1.0;
    // Every member has a valid default, so that a caller may change the kind alone.
    def.a = def.a > 0.0 ? def.a : 1.0;
    def.b = def.b > 0.0 ? def.b : 1.0;
    def.s = def.s > 0.0 ? def.s : 2.0;
    def.e = def.e > 0.0 ? def.e : 1.0;
    def.mu = def.mu > 0.0 ? def.mu : 0.5;
    def.beta2Deg = SS_NAN;
    return def;
}
