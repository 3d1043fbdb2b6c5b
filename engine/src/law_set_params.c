// SPDX-License-Identifier: MIT
#include "slipstick/law.h"

#include <math.h>

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

ssSetDef ssReadSetParams( const double* values, int first )
{
    const double* v = values + first;
    ssSetDef def = ssDefaultSetDef( (ssSetKind)v[0] );
    def.points = NULL;
    def.pointCount = 0;
    def.a = v[1];
    def.b = v[2];
    def.s = v[3];
    def.l = v[4];
    def.e = v[5];
    def.mu = v[6];
    def.betaDeg = v[7];
    def.beta2Deg = v[8] < 0.0 ? SS_NAN : v[8];
    def.rotationDeg = v[9];
    def.offsetX = v[10];
    def.offsetY = v[11];
    def.scale = v[12];
    return def;
}
