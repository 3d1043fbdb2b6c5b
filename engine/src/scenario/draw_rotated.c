// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "draw/body_loads.h"

// Passes drawing calls on, rotated and shifted.

#define BATCH 64 // items that are copied, rotated and passed on together

static ssVec3 rotate( const DrawRotated* t, ssVec3 v ) { return ssQuat_Rotate( t->rotation, v ); }

/// Where a point is drawn.
static ssVec3 place( const DrawRotated* t, ssVec3 point )
{
    return ssVec3_Add( rotate( t, point ), t->offset );
}

/// Passes items on in batches of rotated copies; the last argument's statements rotate the copy `item`.
#define ROTATE_ALL( Type, call, ... )                        \
    const DrawRotated* t = context;                          \
    Type list[BATCH];                                        \
    for ( int from = 0; from < count; from += BATCH )        \
    {                                                        \
        int n = count - from < BATCH ? count - from : BATCH; \
        for ( int i = 0; i < n; ++i )                        \
        {                                                    \
            Type* item = list + i;                           \
            *item = items[from + i];                         \
            __VA_ARGS__                                      \
        }                                                    \
        t->out->call( t->out->context, n, list );            \
    }

static void bounds( void* context, ssVec3 centre, double radius )
{
    const DrawRotated* t = context;
    t->out->bounds( t->out->context, place( t, centre ), radius );
}

static void planes( void* context, int count, const ssDrawPlane* items )
{
    ROTATE_ALL( ssDrawPlane, planes, item->origin = place( t, item->origin );
                item->normal = rotate( t, item->normal ); item->tangent = rotate( t, item->tangent ); )
}

static void spheres( void* context, int count, const ssDrawSphere* items )
{
    ROTATE_ALL( ssDrawSphere, spheres, item->center = place( t, item->center );
                item->orientation = ssQuat_Mul( t->rotation, item->orientation ); )
}

static void solids( void* context, int count, const ssDrawSolid* items )
{
    ROTATE_ALL( ssDrawSolid, solids, item->center = place( t, item->center );
                item->orientation = ssQuat_Mul( t->rotation, item->orientation ); )
}

static void arrows( void* context, int count, const ssDrawArrow* items )
{
    ROTATE_ALL( ssDrawArrow, arrows, item->origin = place( t, item->origin );
                item->vector = rotate( t, item->vector ); )
}

static void cones( void* context, int count, const ssDrawCone* items )
{
    ROTATE_ALL( ssDrawCone, cones, item->apex = place( t, item->apex );
                item->normal = rotate( t, item->normal ); )
}

static void discs( void* context, int count, const ssDrawDisc* items )
{
    ROTATE_ALL( ssDrawDisc, discs, item->center = place( t, item->center );
                item->normal = rotate( t, item->normal ); )
}

static void labels( void* context, int count, const ssDrawLabel* items )
{
    ROTATE_ALL( ssDrawLabel, labels, item->position = place( t, item->position ); )
}

static void sets( void* context, int count, const ssDrawSet* items )
{
    ROTATE_ALL( ssDrawSet, sets, item->origin = place( t, item->origin );
                item->axis1 = rotate( t, item->axis1 ); item->axis2 = rotate( t, item->axis2 ); )
}

static void contacts( void* context, int count, const ssContactView* items )
{
    ROTATE_ALL( ssContactView, contacts, item->point = place( t, item->point );
                item->normal = rotate( t, item->normal ); item->tangent1 = rotate( t, item->tangent1 );
                item->tangent2 = rotate( t, item->tangent2 ); )
}

static bool wants( void* context, const ssContactView* contact )
{
    const DrawRotated* t = context;
    ssContactView rotated = *contact;
    rotated.point = place( t, rotated.point );
    rotated.normal = rotate( t, rotated.normal );
    rotated.tangent1 = rotate( t, rotated.tangent1 );
    rotated.tangent2 = rotate( t, rotated.tangent2 );
    return t->out->wants( t->out->context, &rotated );
}

/// Rotates the next piece of a polyline (end points shared) into `list`; returns the number of points.
static int rotatePiece( const DrawRotated* t, int left, const ssVec3* points, ssVec3 list[BATCH] )
{
    int n = left < BATCH ? left : BATCH;
    for ( int i = 0; i < n; ++i ) { list[i] = place( t, points[i] ); }
    return n;
}

static void trail( void* context, int count, const ssVec3* points )
{
    const DrawRotated* t = context;
    ssVec3 list[BATCH];
    for ( int from = 0; from < count - 1; from += BATCH - 1 )
    {
        int n = rotatePiece( t, count - from, points + from, list );
        t->out->trail( t->out->context, n, list );
    }
}

static void line( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    const DrawRotated* t = context;
    ssVec3 list[BATCH];
    for ( int from = 0; from < count - 1; from += BATCH - 1 )
    {
        int n = rotatePiece( t, count - from, points + from, list );
        t->out->line( t->out->context, role, n, list );
    }
}

static void loads( void* context, const ssBodyLoads* body )
{
    const DrawRotated* t = context;
    BodyLoads turned = { .all = *body };
    ssVec3* vectors[] = { &turned.all.normal, &turned.all.inertia, &turned.all.spin };
    turned.all.center = place( t, body->center );
    turned.all.sum = turned.all.sumMoment = ssVec3_Make( 0.0, 0.0, 0.0 );
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { *vectors[i] = rotate( t, *vectors[i] ); }
    for ( int i = 0; i < body->count; ++i )
    {
        turned.loads[i] = body->loads[i];
        turned.loads[i].point = place( t, body->loads[i].point );
        turned.loads[i].force = rotate( t, body->loads[i].force );
        turned.loads[i].moment = rotate( t, body->loads[i].moment );
    }
    bodyLoadsSend( &turned, t->out );
}

void drawRotated( DrawRotated* rotated, const ssDraw* out, ssQuat rotation )
{
    *rotated = ( DrawRotated ){ .out = out, .rotation = rotation };
    ssDraw* d = &rotated->draw;
    d->flags = out->flags;
    d->context = rotated;
    d->bounds = out->bounds != NULL ? bounds : NULL;
    d->planes = out->planes != NULL ? planes : NULL;
    d->spheres = out->spheres != NULL ? spheres : NULL;
    d->arrows = out->arrows != NULL ? arrows : NULL;
    d->cones = out->cones != NULL ? cones : NULL;
    d->discs = out->discs != NULL ? discs : NULL;
    d->trail = out->trail != NULL ? trail : NULL;
    d->labels = out->labels != NULL ? labels : NULL;
    d->solids = out->solids != NULL ? solids : NULL;
    d->sets = out->sets != NULL ? sets : NULL;
    d->line = out->line != NULL ? line : NULL;
    d->contacts = out->contacts != NULL ? contacts : NULL;
    d->bodyOffset = out->bodyOffset;
    d->loads = out->loads != NULL ? loads : NULL;
    d->loadsOf = out->loadsOf;
    d->wants = out->wants != NULL ? wants : NULL;
}
