// SPDX-License-Identifier: MIT
#include "slipstick/contact_log.h"

#include <math.h>

// The bodies of a scenario, as it draws them, for the frames of a log.

static ssResult addBody( ssLogFrame* frame, const ssLogBody* body )
{
    ssResult result = ssLogFrame_Resize( frame, frame->count, frame->bodyCount + 1 );
    if ( result.code == ss_ok )
    {
        frame->bodies[frame->bodyCount - 1] = *body;
    }
    return result;
}

/// The number of a body as views pick it; one that cannot be picked has none.
static double numberOf( int body )
{
    return body >= 0 ? body : SS_NAN;
}

ssResult ssLogFrame_AddSpheres( ssLogFrame* frame, int count, const ssDrawSphere* spheres )
{
    ssResult result = ssOk();
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        const ssDrawSphere* s = spheres + i;
        const ssLogBody body = { .id = numberOf( s->body ),
            .position = s->center,
            .orientation = s->orientation,
            .shape = ss_logShapeSphere,
            .size = { s->radius, s->radius, s->radius },
            .mass = s->body >= 0 ? SS_NAN : 0.0 };
        result = addBody( frame, &body );
    }
    return result;
}

ssResult ssLogFrame_AddSolids( ssLogFrame* frame, int count, const ssDrawSolid* solids )
{
    static const ssLogShape shapes[] = { [ss_solidBox] = ss_logShapeBox,
        [ss_solidCylinder] = ss_logShapeCylinder,
        [ss_solidCapsule] = ss_logShapeCapsule,
        [ss_solidHull] = ss_logShapeBox }; // logs know no hulls: a box of its size
    ssResult result = ssOk();
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        const ssDrawSolid* s = solids + i;
        const ssLogBody body = { .id = numberOf( s->body ),
            .position = s->center,
            .orientation = s->orientation,
            .shape = shapes[s->kind],
            .size = s->half,
            .mass = s->fixed ? 0.0 : SS_NAN };
        result = addBody( frame, &body );
    }
    return result;
}

/// The rotation that takes the axes x and z to these, which are orthogonal unit vectors.
static ssQuat rotationTo( ssVec3 x, ssVec3 z )
{
    ssVec3 y = ssVec3_Cross( z, x );
    // The largest of the four numbers is computed first, so that nothing is divided by a small one.
    const double square[4] = { 1.0 + x.x + y.y + z.z, 1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z,
        1.0 - x.x - y.y + z.z };
    int largest = 0;
    for ( int i = 1; i < 4; ++i )
    {
        largest = square[i] > square[largest] ? i : largest;
    }
    double s = 0.5 / sqrt( square[largest] ), first = 0.5 * sqrt( square[largest] );
    double wx = s * ( y.z - z.y ), wy = s * ( z.x - x.z ), wz = s * ( x.y - y.x );
    double xy = s * ( y.x + x.y ), xz = s * ( z.x + x.z ), yz = s * ( z.y + y.z );
    switch ( largest )
    {
        case 0:
            return ( ssQuat ){ .w = first, .x = wx, .y = wy, .z = wz };
        case 1:
            return ( ssQuat ){ .w = wx, .x = first, .y = xy, .z = xz };
        case 2:
            return ( ssQuat ){ .w = wy, .x = xy, .y = first, .z = yz };
        default:
            return ( ssQuat ){ .w = wz, .x = xz, .y = yz, .z = first };
    }
}

ssResult ssLogFrame_AddPlanes( ssLogFrame* frame, int count, const ssDrawPlane* planes )
{
    ssResult result = ssOk();
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        const ssDrawPlane* p = planes + i;
        const ssLogBody body = { .id = SS_NAN,
            .position = p->origin,
            .orientation = rotationTo( p->tangent, p->normal ),
            .shape = ss_logShapePlane,
            .size = { p->halfX, p->halfY, 0.0 },
            .mass = 0.0 };
        result = addBody( frame, &body );
    }
    return result;
}
