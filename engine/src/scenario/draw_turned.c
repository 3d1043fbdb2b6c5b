// SPDX-License-Identifier: MIT
#include "scenario/draw_turned.h"

enum
{
    batch = 64
};

static ssVec3 turnedVec( const DrawTurned* t, ssVec3 v )
{
    return ssQuat_Rotate( t->turn, v );
}

/// Copies items in batches, turns each, hands them on. `item` is the copy.
#define TURN_ALL( Type, call, ... )                          \
    const DrawTurned* t = context;                           \
    Type list[batch];                                        \
    for ( int from = 0; from < count; from += batch )        \
    {                                                        \
        int n = count - from < batch ? count - from : batch; \
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
    const DrawTurned* t = context;
    t->out->bounds( t->out->context, turnedVec( t, centre ), radius );
}

static void planes( void* context, int count, const ssDrawPlane* items )
{
    TURN_ALL( ssDrawPlane, planes, item->origin = turnedVec( t, item->origin );
              item->normal = turnedVec( t, item->normal ); item->tangent = turnedVec( t, item->tangent ); )
}

static void spheres( void* context, int count, const ssDrawSphere* items )
{
    TURN_ALL( ssDrawSphere, spheres, item->center = turnedVec( t, item->center );
              item->orientation = ssQuat_Mul( t->turn, item->orientation ); )
}

static void solids( void* context, int count, const ssDrawSolid* items )
{
    TURN_ALL( ssDrawSolid, solids, item->center = turnedVec( t, item->center );
              item->orientation = ssQuat_Mul( t->turn, item->orientation ); )
}

static void arrows( void* context, int count, const ssDrawArrow* items )
{
    TURN_ALL( ssDrawArrow, arrows, item->origin = turnedVec( t, item->origin );
              item->vector = turnedVec( t, item->vector ); )
}

static void cones( void* context, int count, const ssDrawCone* items )
{
    TURN_ALL( ssDrawCone, cones, item->apex = turnedVec( t, item->apex );
              item->normal = turnedVec( t, item->normal ); )
}

static void discs( void* context, int count, const ssDrawDisc* items )
{
    TURN_ALL( ssDrawDisc, discs, item->center = turnedVec( t, item->center );
              item->normal = turnedVec( t, item->normal ); )
}

static void labels( void* context, int count, const ssDrawLabel* items )
{
    TURN_ALL( ssDrawLabel, labels, item->position = turnedVec( t, item->position ); )
}

static void sets( void* context, int count, const ssDrawSet* items )
{
    TURN_ALL( ssDrawSet, sets, item->origin = turnedVec( t, item->origin );
              item->axis1 = turnedVec( t, item->axis1 ); item->axis2 = turnedVec( t, item->axis2 ); )
}

static void contacts( void* context, int count, const ssContactView* items )
{
    TURN_ALL( ssContactView, contacts, item->point = turnedVec( t, item->point );
              item->normal = turnedVec( t, item->normal ); item->tangent1 = turnedVec( t, item->tangent1 );
              item->tangent2 = turnedVec( t, item->tangent2 ); )
}

static bool wants( void* context, const ssContactView* contact )
{
    const DrawTurned* t = context;
    ssContactView turned = *contact;
    turned.point = turnedVec( t, turned.point );
    turned.normal = turnedVec( t, turned.normal );
    turned.tangent1 = turnedVec( t, turned.tangent1 );
    turned.tangent2 = turnedVec( t, turned.tangent2 );
    return t->out->wants( t->out->context, &turned );
}

static void trail( void* context, int count, const ssVec3* items )
{
    // a polyline in pieces that share their ends
    const DrawTurned* t = context;
    ssVec3 list[batch];
    for ( int from = 0; from < count - 1; from += batch - 1 )
    {
        int n = count - from < batch ? count - from : batch;
        for ( int i = 0; i < n; ++i )
        {
            list[i] = turnedVec( t, items[from + i] );
        }
        t->out->trail( t->out->context, n, list );
    }
}

static void line( void* context, ssDrawLineRole role, int count, const ssVec3* items )
{
    const DrawTurned* t = context;
    ssVec3 list[batch];
    for ( int from = 0; from < count - 1; from += batch - 1 )
    {
        int n = count - from < batch ? count - from : batch;
        for ( int i = 0; i < n; ++i )
        {
            list[i] = turnedVec( t, items[from + i] );
        }
        t->out->line( t->out->context, role, n, list );
    }
}

void drawTurned( DrawTurned* turned, const ssDraw* out, ssQuat turn )
{
    *turned = ( DrawTurned ){ .out = out, .turn = turn };
    ssDraw* d = &turned->draw;
    d->flags = out->flags;
    d->context = turned;
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
    d->wants = out->wants != NULL ? wants : NULL;
}
