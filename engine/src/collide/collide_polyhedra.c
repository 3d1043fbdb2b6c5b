// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// The separating-axis test (SAT) of two polyhedra, each a box or a hull. Of their edges only those pairs
// count whose arcs on the Gauss maps cross, which are the faces of the Minkowski difference.

typedef struct Polyhedron
{
    int vertexCount, faceCount, edgeCount;
    ssVec3 centre;
    ssVec3 vertices[hullMaxVertices], normals[hullMaxFaces]; // world coordinates
    double offsets[hullMaxFaces];                            // of the faces, from the centre
    const HullEdge* edges;
} Polyhedron;

// Corner i of a box is at ± half by the bits of i; faces are -x, +x, -y, +y, -z, +z.
static const HullEdge s_boxEdges[12] = {
    { 0, 1, 2, 4 }, { 2, 3, 4, 3 }, { 4, 5, 5, 2 }, { 6, 7, 3, 5 }, // along x
    { 0, 2, 4, 0 }, { 1, 3, 1, 4 }, { 4, 6, 0, 5 }, { 5, 7, 5, 1 }, // along y
    { 0, 4, 0, 2 }, { 1, 5, 2, 1 }, { 2, 6, 3, 0 }, { 3, 7, 1, 3 }, // along z
};

static void fromBox( const Solid* s, Polyhedron* p )
{
    ssVec3 h = s->shape->half;
    const double half[3] = { h.x, h.y, h.z };
    p->vertexCount = 8;
    p->faceCount = 6;
    p->edgeCount = 12;
    p->edges = s_boxEdges;
    for ( int i = 0; i < 8; ++i )
    {
        ssVec3 corner = { i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z };
        p->vertices[i] = ssVec3_Add( s->p, ssMat3_Mul( s->m, corner ) );
    }
    for ( int f = 0; f < 6; ++f )
    {
        p->normals[f] = ssVec3_Scale( f % 2 == 0 ? -1.0 : 1.0, matrixColumn( &s->m, f / 2 ) );
        p->offsets[f] = half[f / 2];
    }
}

static void fromHull( const Solid* s, Polyhedron* p )
{
    const ssHull* hull = s->shape->hull;
    p->vertexCount = hull->vertexCount;
    p->faceCount = hull->faceCount;
    p->edgeCount = hull->edgeCount;
    p->edges = hull->edges;
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        p->vertices[i] = ssVec3_Add( s->p, ssMat3_Mul( s->m, hull->vertices[i] ) );
    }
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        p->normals[f] = ssMat3_Mul( s->m, hull->faces[f].normal );
        p->offsets[f] = hull->faces[f].offset;
    }
}

static void unpack( const Solid* s, Polyhedron* p )
{
    p->centre = s->p;
    if ( s->shape->kind == ss_shapeBox ) { fromBox( s, p ); }
    else { fromHull( s, p ); }
}

/// The face of `base` over which `other` is highest. The normal points from A to B; `sign` -1: base is B.
static void tryFaces(
    const Polyhedron* base, const Polyhedron* other, double sign, double tie, Separation* best )
{
    for ( int f = 0; f < base->faceCount; ++f )
    {
        ssVec3 n = base->normals[f];
        double lowest = HUGE_VAL;
        for ( int i = 0; i < other->vertexCount; ++i )
        {
            lowest = ssMin( lowest, ssVec3_Dot( n, ssVec3_Sub( other->vertices[i], base->centre ) ) );
        }
        // Resting solids have several equal faces; the first one is kept.
        if ( lowest - base->offsets[f] > best->gap + tie )
        {
            *best = ( Separation ){ .normal = ssVec3_Scale( sign, n ), .gap = lowest - base->offsets[f] };
        }
    }
}

/// Do two edges' arcs cross on the Gauss maps of A and -B? An edge points along left × right of its normals.
static bool arcsCross(
    const Polyhedron* a, const HullEdge* x, ssVec3 u, const Polyhedron* b, const HullEdge* y, ssVec3 v )
{
    double left = -ssVec3_Dot( b->normals[y->left], u ), right = -ssVec3_Dot( b->normals[y->right], u );
    double own = ssVec3_Dot( a->normals[x->left], v ), across = ssVec3_Dot( a->normals[x->right], v );
    return left * right < 0.0 && own * across < 0.0 && left * across > 0.0;
}

static double clamp01( double x ) { return ssMin( ssMax( x, 0.0 ), 1.0 ); }

/// The point half-way between two edges, if they face each other.
static void setPoint( ssVec3 p, ssVec3 u, ssVec3 q, ssVec3 v, Separation* s )
{
    ssVec3 w = ssVec3_Sub( p, q );
    double uu = ssVec3_Dot( u, u ), vv = ssVec3_Dot( v, v ), uv = ssVec3_Dot( u, v ), uw = ssVec3_Dot( u, w ),
           vw = ssVec3_Dot( v, w ), det = uu * vv - uv * uv;
    double onA = ( uv * vw - vv * uw ) / det, onB = ( uu * vw - uv * uw ) / det;
    p = ssVec3_MulAdd( p, clamp01( onA ), u );
    q = ssVec3_MulAdd( q, clamp01( onB ), v );
    s->point = ssVec3_Scale( 0.5, ssVec3_Add( p, q ) );
    s->hasPoint = s->gap <= 0.0 || ( onA >= 0.0 && onA <= 1.0 && onB >= 0.0 && onB <= 1.0 );
}

/// The pair of edges along whose common normal the gap is largest, if that beats the threshold.
static void tryEdges( const Polyhedron* a, const Polyhedron* b, double threshold, Separation* best )
{
    for ( int i = 0; i < a->edgeCount; ++i )
    {
        const HullEdge* x = a->edges + i;
        ssVec3 p = a->vertices[x->a], u = ssVec3_Sub( a->vertices[x->b], p );
        for ( int j = 0; j < b->edgeCount; ++j )
        {
            const HullEdge* y = b->edges + j;
            ssVec3 q = b->vertices[y->a], v = ssVec3_Sub( b->vertices[y->b], q );
            if ( !arcsCross( a, x, u, b, y, v ) ) { continue; }
            ssVec3 n = ssVec3_Cross( u, v );
            double length2 = ssVec3_Dot( n, n );
            if ( length2 > 1e-8 * ssVec3_Dot( u, u ) * ssVec3_Dot( v, v ) )
            {
                double outward = ssVec3_Dot( n, ssVec3_Sub( p, a->centre ) ) < 0.0 ? -1.0 : 1.0;
                n = ssVec3_Scale( outward / sqrt( length2 ), n );
                double gap = ssVec3_Dot( n, ssVec3_Sub( q, p ) );
                if ( gap > threshold && gap > best->gap )
                {
                    *best = ( Separation ){ .normal = n, .gap = gap };
                    setPoint( p, u, q, v, best );
                }
            }
        }
    }
}

Separation separatePolyhedra( const Solid* a, const Solid* b )
{
    Polyhedron first, second;
    unpack( a, &first );
    unpack( b, &second );
    double size = ssMin( ssShape_InnerRadius( a->shape ), ssShape_InnerRadius( b->shape ) );
    Separation best = { .normal = { 0.0, 0.0, 1.0 }, .gap = -HUGE_VAL };
    tryFaces( &first, &second, 1.0, 1e-9 * size, &best );
    tryFaces( &second, &first, -1.0, 1e-9 * size, &best );
    // An edge pair must be better by a margin, or a resting body would alternate between a face and an edge.
    tryEdges( &first, &second, best.gap + 1e-4 * size, &best );
    return best;
}
