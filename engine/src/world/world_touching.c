// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// The contacts of a world that has not stepped yet, for pictures. They are found from the
// shapes alone, with memory of their own, so that looking at a world changes nothing in it.
// Their forces are known after the first step.

// A gap up to this share of the envelope counts as touching: the slop, within which a step leaves bodies.
#define TOUCHING_SHARE 0.1

typedef struct Search
{
    ssAabb* boxes;
    ssBroadKind* kinds;
    ssBroadPlane* planes;
    int planeCount;
    ssBroadPhase* broad;
} Search;

static double touchingGap( const ssWorld* world, const Body* a, const Body* b )
{
    return TOUCHING_SHARE * ssMin( contactEnvelope( world, a ), contactEnvelope( world, b ) );
}

static void place( const ssWorld* world, Search* search )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        bool plane = body->shape.kind == ss_shapePlane;
        search->kinds[i] = !body->enabled || plane ? ss_broadAbsent
            : body->kind == ss_bodyDynamic         ? ss_broadMoving
                                                   : ss_broadFixed;
        if ( plane && body->enabled )
        {
            ssVec3 normal = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            search->planes[search->planeCount++] =
                ( ssBroadPlane ){ i, normal, ssVec3_Dot( normal, body->pose.position ) };
        }
        else if ( !plane )
        {
            double margin = TOUCHING_SHARE * contactEnvelope( world, body );
            ssVec3 grow = { margin, margin, margin };
            ssAabb box = ssShape_Aabb( &body->shape, bodyShapePose( body ) );
            search->boxes[i] = ( ssAabb ){ ssVec3_Sub( box.lower, grow ), ssVec3_Add( box.upper, grow ) };
        }
    }
}

/// The points of one pair; returns their number.
static int pairViews( const ssWorld* world, ssBodyPair pair, ssContactView views[SS_MANIFOLD_MAX] )
{
    const Body *a = &world->bodies[pair.a], *b = &world->bodies[pair.b];
    ssManifold manifold;
    ssMaterial material = pairMixture( world, pair.a, pair.b );
    if ( ( a->group > 0 && a->group == b->group ) ||
        !ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), touchingGap( world, a, b ),
            &manifold ) )
    {
        return 0;
    }
    ssVec3 tangent = ssContactTangent( manifold.normal );
    for ( int i = 0; i < manifold.count; ++i )
    {
        views[i] = ( ssContactView ){ .point = manifold.points[i].point,
            .normal = manifold.normal,
            .tangent1 = tangent,
            .tangent2 = ssVec3_Cross( manifold.normal, tangent ),
            .cone = { .dimension = material.muSpin > 0.0 ? 6
                    : material.muRoll > 0.0              ? 5
                                                         : 3,
                .mu = material.mu,
                .muRoll = material.muRoll,
                .muSpin = material.muSpin },
            .mode = ss_modeOpen,
            .pending = true,
            .a = a->kind == ss_bodyDynamic ? pair.a : -1,
            .b = b->kind == ss_bodyDynamic ? pair.b : -1,
            .surface = a->kind != ss_bodyDynamic ? pair.a
                : b->kind != ss_bodyDynamic      ? pair.b
                                                 : 0,
            .gap = manifold.points[i].gap,
            .size = ssMin( a->boundingRadius, b->boundingRadius ) };
    }
    return manifold.count;
}

static void drawPairs( const ssWorld* world, const ssDraw* draw, const ssBroadPhase* broad )
{
    const ssBodyPair* pairs = ssBroadPhase_Pairs( broad );
    ssContactView views[SS_MANIFOLD_MAX];
    for ( int i = 0; i < ssBroadPhase_PairCount( broad ); ++i )
    {
        int count = pairViews( world, pairs[i], views );
        for ( int k = 0; k < count; ++k )
        {
            views[k].a += views[k].a >= 0 ? draw->bodyOffset : 0;
            views[k].b += views[k].b >= 0 ? draw->bodyOffset : 0;
        }
        if ( count > 0 )
        {
            ssDrawContacts( draw, count, views );
        }
    }
}

void worldDrawTouching( const ssWorld* world, const ssDraw* draw )
{
    size_t count = (size_t)world->bodyCount + 1;
    Search search = { .boxes = ssAlloc( count * sizeof( ssAabb ) ),
        .kinds = ssAlloc( count * sizeof( ssBroadKind ) ),
        .planes = ssAlloc( count * sizeof( ssBroadPlane ) ) };
    bool memory = search.boxes != NULL && search.kinds != NULL && search.planes != NULL &&
        ssCreateBroadPhase( &search.broad ).code == ss_ok;
    if ( memory )
    {
        place( world, &search );
        memory = ssBroadPhase_Update( search.broad, world->bodyCount, search.boxes, search.kinds,
                     search.planeCount, search.planes )
                     .code == ss_ok;
    }
    if ( memory )
    {
        drawPairs( world, draw, search.broad );
    }
    ssDestroyBroadPhase( search.broad );
    ssRelease( search.planes );
    ssRelease( search.kinds );
    ssRelease( search.boxes );
}
