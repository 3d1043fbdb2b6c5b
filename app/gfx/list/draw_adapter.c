// SPDX-License-Identifier: MIT
#include "gfx/list/draw_adapter.h"
#include "base/grow.h"
#include "gfx/list/draw_list.h"
#include "slipstick/parallel.h"
#include "slipstick/shape.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// True when the renderer can compute with a vector: beyond 1e18, sums of squares overflow its floats.
static bool fitsFloats( ssVec3 v )
{
    const double limit = 1e18;
    return fabs( v.x ) < limit && fabs( v.y ) < limit && fabs( v.z ) < limit;
}

static void copyVec3( float to[3], ssVec3 from )
{
    to[0] = (float)from.x;
    to[1] = (float)from.y;
    to[2] = (float)from.z;
}

static void copyQuat( float to[4], ssQuat from )
{
    to[0] = gfxToFloat( from.x );
    to[1] = gfxToFloat( from.y );
    to[2] = gfxToFloat( from.z );
    to[3] = gfxToFloat( from.w );
}

static void addBounds( void* context, ssVec3 center, double radius )
{
    gfxDrawList* list = context;
    if ( fitsFloats( center ) && radius > 0.0 && isfinite( radius ) )
    {
        copyVec3( list->boundsCenter, center );
        list->boundsRadius = gfxToFloat( radius );
    }
}

static void addPlanes( void* context, int count, const ssDrawPlane* planes )
{
    gfxDrawList* list = context;
    count = GROW( list->planes, list->planeCapacity, list->planeCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        gfxPlane* plane = &list->planes[list->planeCount++];
        copyVec3( plane->origin, planes[i].origin );
        copyVec3( plane->normal, planes[i].normal );
        copyVec3( plane->tangent, planes[i].tangent );
        plane->half[0] = gfxToFloat( planes[i].halfX );
        plane->half[1] = gfxToFloat( planes[i].halfY );
        plane->shift = gfxToFloat( planes[i].shift );
        plane->grooved = planes[i].grooved;
        plane->look = (int)planes[i].look;
    }
}

#define SPHERE_BLOCK 16384 // fewer are copied before other threads have woken up

typedef struct sphereCopy
{
    gfxSphere* to;
    const ssDrawSphere* from;
    atomic_bool gaps;
} sphereCopy;

static bool isDrawable( const ssDrawSphere* sphere )
{
    return fitsFloats( sphere->center ) && sphere->radius > 0.0;
}

static void copySphere( gfxSphere* to, const ssDrawSphere* from )
{
    copyVec3( to->center, from->center );
    to->radius = gfxToFloat( from->radius );
    copyQuat( to->orientation, from->orientation );
    to->body = from->body;
    to->mode = (int)from->mode;
    to->energy = gfxToFloat( from->energy );
    to->paint = from->paint;
    to->look = (int)from->look;
}

static void copySpheres( void* context, int block, int first, int last )
{
    (void)block;
    sphereCopy* copy = context;
    for ( int i = first; i < last; ++i )
    {
        if ( !isDrawable( &copy->from[i] ) )
        {
            atomic_store( &copy->gaps, true );
            return;
        }
        copySphere( &copy->to[i], &copy->from[i] );
    }
}

static void addSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    gfxDrawList* list = context;
    if ( !GROW( list->spheres, list->sphereCapacity, list->sphereCount + count ) ) { return; }
    sphereCopy copy = { .to = list->spheres + list->sphereCount, .from = spheres };
    ssParallelFor( count, SPHERE_BLOCK, copySpheres, &copy );
    if ( !atomic_load( &copy.gaps ) )
    {
        list->sphereCount += count;
        return;
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( isDrawable( &spheres[i] ) ) { copySphere( &list->spheres[list->sphereCount++], &spheres[i] ); }
    }
}

static void copyPair( float to[6], ssVec3 a, ssVec3 b )
{
    copyVec3( to, a );
    copyVec3( to + 3, b );
}

/// Makes room for one more row of six floats. False when memory is short.
static bool growRows( float ( **rows )[6], int* capacity, int count )
{
    return GROW( *rows, *capacity, count + 1 );
}

/// Copies a hull's face as a fan of triangles, with its edges, each once, from its lower vertex.
static void addHullFace( gfxDrawList* list, const ssHull* hull, int face )
{
    const int* c;
    ssVec3 normal;
    const ssVec3* v = ssHull_Vertices( hull );
    int count = ssHull_Face( hull, face, &normal, &c );
    for ( int i = 1; i + 1 < count; ++i )
    {
        const int corners[3] = { c[0], c[i], c[i + 1] };
        for ( int k = 0; k < 3; ++k )
        {
            if ( growRows( &list->hullCorners, &list->hullCornerCapacity, list->hullCornerCount ) )
            {
                copyPair( list->hullCorners[list->hullCornerCount++], v[corners[k]], normal );
            }
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        int a = c[i], b = c[( i + 1 ) % count];
        if ( a < b && growRows( &list->hullEdges, &list->hullEdgeCapacity, list->hullEdgeCount ) )
        {
            copyPair( list->hullEdges[list->hullEdgeCount++], v[a], v[b] );
        }
    }
}

static void addHull( gfxDrawList* list, const ssHull* hull, gfxSolid* solid )
{
    solid->firstCorner = list->hullCornerCount;
    solid->firstEdge = list->hullEdgeCount;
    for ( int face = 0; face < ssHull_FaceCount( hull ); ++face ) { addHullFace( list, hull, face ); }
    solid->cornerCount = list->hullCornerCount - solid->firstCorner;
    solid->edgeCount = list->hullEdgeCount - solid->firstEdge;
}

static void addSolids( void* context, int count, const ssDrawSolid* solids )
{
    gfxDrawList* list = context;
    count = GROW( list->solids, list->solidCapacity, list->solidCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        uint32_t flag = solids[i].fixed ? ss_drawGround : ss_drawBodies;
        if ( ( list->flags & flag ) == 0 || !fitsFloats( solids[i].center ) || !fitsFloats( solids[i].half ) )
        {
            continue;
        }
        gfxSolid* solid = &list->solids[list->solidCount++];
        copyVec3( solid->center, solids[i].center );
        copyVec3( solid->half, solids[i].half );
        copyQuat( solid->orientation, solids[i].orientation );
        solid->kind = (int)solids[i].kind;
        solid->body = solids[i].body;
        solid->mode = (int)solids[i].mode;
        solid->energy = gfxToFloat( solids[i].energy );
        solid->fixed = solids[i].fixed;
        solid->seamless = solids[i].seamless;
        solid->paint = solids[i].paint;
        solid->look = (int)solids[i].look;
        solid->hole = gfxToFloat( solids[i].hole );
        solid->cornerCount = solid->edgeCount = 0;
        if ( solids[i].kind == ss_solidHull ) { addHull( list, solids[i].hull, solid ); }
    }
}

static void addSets( void* context, int count, const ssDrawSet* sets )
{
    gfxDrawList* list = context;
    for ( int i = 0; i < count; ++i )
    {
        const ssDrawSet* from = sets + i;
        if ( !GROW( list->sets, list->setCapacity, list->setCount + 1 ) ||
            !GROW( list->setPoints, list->setPointCapacity, list->setPointCount + from->count ) ||
            from->count < 3 || !fitsFloats( from->origin ) )
        {
            continue;
        }
        gfxSet* set = &list->sets[list->setCount++];
        *set = ( gfxSet ){ .role = (int)from->role,
            .mode = (int)from->mode,
            .first = list->setPointCount,
            .count = from->count };
        copyVec3( set->origin, from->origin );
        copyVec3( set->axis1, from->axis1 );
        copyVec3( set->axis2, from->axis2 );
        for ( int k = 0; k < from->count; ++k )
        {
            list->setPoints[set->first + k][0] = gfxToFloat( from->points[k].x );
            list->setPoints[set->first + k][1] = gfxToFloat( from->points[k].y );
        }
        list->setPointCount += from->count;
    }
}

static void addLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    gfxDrawList* list = context;
    if ( !GROW( list->lines, list->lineCapacity, list->lineCount + 1 ) ||
        !GROW( list->linePoints, list->linePointCapacity, list->linePointCount + count ) )
    {
        return;
    }
    gfxLine* line = &list->lines[list->lineCount++];
    *line = ( gfxLine ){ .role = (int)role, .first = list->linePointCount };
    for ( int i = 0; i < count; ++i )
    {
        if ( fitsFloats( points[i] ) )
        {
            copyVec3( list->linePoints[line->first + line->count++], points[i] );
        }
    }
    list->linePointCount += line->count;
}

/// The flag that requests the arrows of a quantity.
static uint32_t flagOf( ssQuantity quantity )
{
    static const uint32_t flags[ss_quantityCount] = { [ss_quantityForce] = ss_drawForces,
        [ss_quantityMoment] = ss_drawMoments,
        [ss_quantityVelocity] = ss_drawVelocities };
    return (unsigned)quantity < ss_quantityCount ? flags[quantity] : 0;
}

/// Copies a short name; a quarter of a million of them make snprintf felt.
static void copySymbol( char* to, size_t capacity, const char* from )
{
    size_t length = 0;
    while ( from != NULL && from[length] != '\0' && length + 1 < capacity )
    {
        to[length] = from[length];
        ++length;
    }
    to[length] = '\0';
}

static void addArrows( void* context, int count, const ssDrawArrow* arrows )
{
    gfxDrawList* list = context;
    count = GROW( list->arrows, list->arrowCapacity, list->arrowCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( ( list->flags & flagOf( arrows[i].quantity ) ) == 0 || !fitsFloats( arrows[i].origin ) ||
            !fitsFloats( arrows[i].vector ) )
        {
            continue;
        }
        gfxArrow* arrow = &list->arrows[list->arrowCount++];
        copyVec3( arrow->origin, arrows[i].origin );
        copyVec3( arrow->vector, arrows[i].vector );
        arrow->quantity = (int)arrows[i].quantity;
        copySymbol( arrow->symbol, sizeof( arrow->symbol ), arrows[i].symbol );
    }
}

static void addCones( void* context, int count, const ssDrawCone* cones )
{
    gfxDrawList* list = context;
    count = GROW( list->cones, list->coneCapacity, list->coneCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( !fitsFloats( cones[i].apex ) || !isfinite( cones[i].height ) ) { continue; }
        gfxCone* cone = &list->cones[list->coneCount++];
        copyVec3( cone->apex, cones[i].apex );
        copyVec3( cone->normal, cones[i].normal );
        cone->height = gfxToFloat( cones[i].height );
        // An infinite coefficient's cone is a half space: a large slope, with the rim limited when drawn.
        cone->slope = isinf( cones[i].slope ) ? 1e18f : gfxToFloat( cones[i].slope );
        cone->mode = (int)cones[i].mode;
    }
}

static void addDiscs( void* context, int count, const ssDrawDisc* discs )
{
    gfxDrawList* list = context;
    count = GROW( list->discs, list->discCapacity, list->discCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( ( list->flags & flagOf( discs[i].quantity ) ) == 0 || !fitsFloats( discs[i].center ) ||
            !isfinite( discs[i].radius ) )
        {
            continue;
        }
        gfxDisc* disc = &list->discs[list->discCount++];
        copyVec3( disc->center, discs[i].center );
        copyVec3( disc->normal, discs[i].normal );
        disc->radius = gfxToFloat( discs[i].radius );
        disc->quantity = (int)discs[i].quantity;
        disc->mode = (int)discs[i].mode;
    }
}

static void addTrail( void* context, int count, const ssVec3* points )
{
    gfxDrawList* list = context;
    if ( count < 2 || !GROW( list->trailPoints, list->trailPointCapacity, list->trailPointCount + count ) ||
        !GROW( list->trailCounts, list->trailCapacity, list->trailCount + 1 ) )
    {
        return;
    }
    int kept = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( fitsFloats( points[i] ) )
        {
            copyVec3( list->trailPoints[list->trailPointCount + kept], points[i] );
            ++kept;
        }
    }
    list->trailCounts[list->trailCount++] = kept;
    list->trailPointCount += kept;
}

static void addLabels( void* context, int count, const ssDrawLabel* labels )
{
    gfxDrawList* list = context;
    count = GROW( list->labels, list->labelCapacity, list->labelCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( labels[i].text == NULL || !fitsFloats( labels[i].position ) ) { continue; }
        gfxLabel* label = &list->labels[list->labelCount++];
        copyVec3( label->position, labels[i].position );
        label->mode = (int)labels[i].mode;
        label->ghost = labels[i].ghost >= 1 && labels[i].ghost <= SS_GHOST_COLORS ? labels[i].ghost : 0;
        label->small = labels[i].small;
        snprintf( label->text, sizeof( label->text ), "%s", labels[i].text );
    }
}

static const uint32_t s_contactGlyphs = ss_drawContactPoints | ss_drawForceChains | ss_drawLinesOfAction;

static bool isShown( const gfxDrawList* list, int index )
{
    return list->contactShown == NULL || list->contactShown( list->contactContext, index );
}

/// Adds contacts whose first one has the place `first` in the state.
static void addContacts( gfxDrawList* list, int first, int count, const ssContactView* contacts )
{
    count = GROW( list->contacts, list->contactCapacity, list->contactCount + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        if ( !fitsFloats( c->point ) ) { continue; }
        // A filter does not change how thick the chains of the others are.
        float force = gfxToFloat( c->force[0] );
        list->largestForce = force > list->largestForce ? force : list->largestForce;
        if ( !isShown( list, first + i ) ) { continue; }
        gfxContact* contact = &list->contacts[list->contactCount++];
        // The force r_N N at d has the moment d × r_N N; with d in the plane, d = N × m / r_N.
        ssVec3 moment = ssVec3_MulAdd( ssVec3_Scale( c->moment[0], c->tangent1 ), c->moment[1], c->tangent2 );
        double normal = c->force[0];
        ssVec3 shift = normal > 0.0 ? ssVec3_Scale( 1.0 / normal, ssVec3_Cross( c->normal, moment ) )
                                    : ( ssVec3 ){ 0.0, 0.0, 0.0 };
        copyVec3( contact->point, c->point );
        copyVec3( contact->normal, c->normal );
        copyVec3( contact->shift, fitsFloats( shift ) ? shift : ( ssVec3 ){ 0.0, 0.0, 0.0 } );
        contact->size = gfxToFloat( c->size );
        contact->force = gfxToFloat( normal );
        contact->radius = gfxToFloat( c->cone.dimension >= 5 && !c->pending ? c->cone.muRoll : 0.0 );
        contact->mode = (int)c->mode;
        contact->grounded = c->a < 0 || c->a == c->b;
    }
}

/// All contacts arrive before the glyphs of any of them are asked for.
static void findFocus( gfxDrawList* list, int count, const ssContactView* contacts )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( contacts[i].a != list->focusA || contacts[i].b != list->focusB ) { continue; }
        const double p[3] = { contacts[i].point.x, contacts[i].point.y, contacts[i].point.z };
        double distance = hypot(
            hypot( p[0] - list->focusPoint[0], p[1] - list->focusPoint[1] ), p[2] - list->focusPoint[2] );
        if ( distance < list->focusDistance )
        {
            list->focusDistance = distance;
            memcpy( list->focusNearest, p, sizeof( p ) );
        }
    }
}

static void passContacts( void* context, int count, const ssContactView* contacts )
{
    gfxDrawList* list = context;
    findFocus( list, count, contacts );
    if ( list->contactSink != NULL ) { list->contactSink( list->contactContext, count, contacts ); }
    if ( ( list->flags & s_contactGlyphs ) != 0 )
    {
        addContacts( list, list->contactsPassed, count, contacts );
    }
    list->nextGlyphs = list->contactsPassed;
    list->contactsPassed += count;
}

static bool isCrowded( const gfxDrawList* list )
{
    return ( list->tooManyContacts || list->focusOnly ) && ( list->flags & ss_drawEverything ) == 0;
}

/// ssDrawContacts asks for each contact once, in the order in which it has passed them.
static bool wantsGlyphs( void* context, const ssContactView* contact )
{
    gfxDrawList* list = context;
    bool shown = isShown( list, list->nextGlyphs++ );
    if ( !shown || !isCrowded( list ) ) { return shown; }
    const double* p = list->focusNearest;
    bool nearest = contact->point.x == p[0] && contact->point.y == p[1] && contact->point.z == p[2];
    return contact->a == list->focusA && contact->b == list->focusB && ( nearest || !list->focusOnly );
}

ssDraw gfxBeginAdapter( gfxDrawList* list, uint32_t flags )
{
    gfxDrawList_Clear( list );
    list->flags = flags;
    list->contactsPassed = list->nextGlyphs = 0;
    list->focusDistance = HUGE_VAL;
    // Unrequested kinds have no callback, which saves senders their work.
    return ( ssDraw ){
        .flags = flags,
        .context = list,
        .bounds = addBounds,
        .planes = ( flags & ss_drawGround ) != 0 ? addPlanes : NULL,
        .spheres = ( flags & ss_drawBodies ) != 0 ? addSpheres : NULL,
        .arrows = ( flags & ( ss_drawForces | ss_drawMoments | ss_drawVelocities ) ) != 0 ? addArrows : NULL,
        .cones = ( flags & ss_drawCones ) != 0 ? addCones : NULL,
        .discs = ( flags & ss_drawMoments ) != 0 ? addDiscs : NULL,
        .trail = ( flags & ss_drawTrails ) != 0 ? addTrail : NULL,
        .labels = ( flags & ss_drawLabels ) != 0 ? addLabels : NULL,
        .solids = ( flags & ( ss_drawBodies | ss_drawGround ) ) != 0 ? addSolids : NULL,
        .sets = ( flags & ss_drawCones ) != 0 ? addSets : NULL,
        .line = addLine,
        .contacts = passContacts,
        .wants = isCrowded( list ) || list->contactShown != NULL ? wantsGlyphs : NULL,
    };
}

// Empties and frees the draw list; draw_adapter.c fills it.

void gfxDrawList_Clear( gfxDrawList* list )
{
    list->boundsCenter[0] = list->boundsCenter[1] = list->boundsCenter[2] = 0.0f;
    list->boundsRadius = 0.0f;
    list->planeCount = 0;
    list->sphereCount = 0;
    list->solidCount = 0;
    list->hullCornerCount = list->hullEdgeCount = 0;
    list->contactCount = 0;
    list->largestForce = 0.0f;
    list->setCount = list->setPointCount = 0;
    list->lineCount = list->linePointCount = 0;
    list->arrowCount = 0;
    list->coneCount = 0;
    list->discCount = 0;
    list->labelCount = 0;
    list->trailPointCount = 0;
    list->trailCount = 0;
}

void gfxDrawList_Free( gfxDrawList* list )
{
    free( list->planes );
    free( list->spheres );
    free( list->solids );
    free( list->hullCorners );
    free( list->hullEdges );
    free( list->contacts );
    free( list->sets );
    free( list->setPoints );
    free( list->lines );
    free( list->linePoints );
    free( list->arrows );
    free( list->cones );
    free( list->discs );
    free( list->labels );
    free( list->trailPoints );
    free( list->trailCounts );
    *list = ( gfxDrawList ){ 0 };
}
