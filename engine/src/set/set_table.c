// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <string.h>

// A new shape needs a file set_<kind>.c, an entry in ssSetKind, and a line in each list below.
extern const setShape ss_setShapeCircle;
extern const setShape ss_setShapeEllipse;
extern const setShape ss_setShapeRectangle;
extern const setShape ss_setShapeSuperellipse;
extern const setShape ss_setShapeStadium;
extern const setShape ss_setShapeAsperity;
extern const setShape ss_setShapePolygon;
extern const setShape ss_setShapePolar;

const char* const ss_setKindNames[ss_setKindCount] = {
    [ss_setCircle] = "circle",
    [ss_setEllipse] = "ellipse",
    [ss_setRectangle] = "rectangle",
    [ss_setSuperellipse] = "superellipse",
    [ss_setStadium] = "stadium",
    [ss_setAsperity] = "asperity",
    [ss_setPolygon] = "polygon",
    [ss_setPolar] = "polar",
};

static const setShape* const s_shapes[ss_setKindCount] = {
    [ss_setCircle] = &ss_setShapeCircle,
    [ss_setEllipse] = &ss_setShapeEllipse,
    [ss_setRectangle] = &ss_setShapeRectangle,
    [ss_setSuperellipse] = &ss_setShapeSuperellipse,
    [ss_setStadium] = &ss_setShapeStadium,
    [ss_setAsperity] = &ss_setShapeAsperity,
    [ss_setPolygon] = &ss_setShapePolygon,
    [ss_setPolar] = &ss_setShapePolar,
};

const setShape* setGetShape( ssSetKind kind )
{
    SS_ASSERT( (int)kind >= 0 && (int)kind < ssSetKindTotal() );
    return (int)kind < (int)ss_setKindCount ? s_shapes[kind] : &ss_setShapeRegistered;
}

int ssSetKindTotal( void ) { return (int)ss_setKindCount + ss_registeredSets.count; }

const char* ssSetKindName( ssSetKind kind )
{
    SS_ASSERT( (int)kind >= 0 && (int)kind < ssSetKindTotal() );
    return (int)kind < (int)ss_setKindCount ? ss_setKindNames[kind]
                                            : ss_registeredSets.names[(int)kind - (int)ss_setKindCount];
}

int ssFindSetKind( const char* name )
{
    for ( int i = 0; name != NULL && i < ssSetKindTotal(); ++i )
    {
        if ( strcmp( ssSetKindName( (ssSetKind)i ), name ) == 0 ) { return i; }
    }
    return -1;
}

ssSetDef ssDefaultSetDef( ssSetKind kind )
{
    bool registered = (int)kind >= (int)ss_setKindCount;
    ssSetDef def = registered ? setRegisteredDefaults( kind ) : setGetShape( kind )->defaults;
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
