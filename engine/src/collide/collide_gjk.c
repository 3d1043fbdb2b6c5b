// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// The separation of boxes, cylinders, capsules and hulls; of cylinders and
// other shapes than hulls in collide_zonoid.c.
//
// Disjoint solids have the distance of Gilbert, Johnson & Keerthi (1988), GJK. For touching and overlapping
// solids, let f(n) = n·c - h_A(n) - h_B(-n) be the gap along n, with c from the centre of A to that of B and
// h the support functions; the contact normal is where f is greatest. Each iteration moves B out along n
// until there is a clearance, takes the direction of the distance as the next n, and so never decreases f. If
// the overlap is shallow compared with the radius of curvature, two or three iterations suffice. There is no
// simplex around the origin and no expanding polytope, and f has a closed form.
//
// A capsule is treated as its axis, the core, with a radius that is added at the end. So
// the cores of capsules rarely overlap at all.

#define MAX_NORMAL_ITERATIONS 24 // iterations for the normal of overlapping solids
#define MAX_GJK_ITERATIONS 64    // iterations for one distance
#define DEEP 0.005    // of the smaller solid: an overlap that is more than rounding of a resting contact
#define HULL_ARC 6    // normals between two faces of a hull that are tried, + 1
#define HULL_STARTS 6 // edges of a hull at which a climb begins

static ssVec3 coreSupport( const Solid* s, ssVec3 direction )
{
    ssVec3 d = ssMat3_MulT( s->m, direction ), p = { 0.0, 0.0, 0.0 };
    const ssShape* shape = s->shape;
    if ( shape->kind == ss_shapeBox )
    {
        p = ssVec3_Make(
            copysign( shape->half.x, d.x ), copysign( shape->half.y, d.y ), copysign( shape->half.z, d.z ) );
    }
    else if ( shape->kind == ss_shapeHull ) { p = shape->hull->vertices[hullSupport( shape->hull, d )]; }
    else
    {
        p.z = copysign( shape->halfLength, d.z );
        double across = shape->kind == ss_shapeCylinder ? sqrt( d.x * d.x + d.y * d.y ) : 0.0;
        if ( across > 0.0 )
        {
            p.x = shape->radius * ( d.x / across );
            p.y = shape->radius * ( d.y / across );
        }
    }
    return ssVec3_Add( s->p, ssMat3_Mul( s->m, p ) );
}

/// The support function of a core about its centre.
static double coreExtent( const Solid* s, ssVec3 n )
{
    ssVec3 d = ssMat3_MulT( s->m, n );
    const ssShape* shape = s->shape;
    if ( shape->kind == ss_shapeBox )
    {
        return shape->half.x * fabs( d.x ) + shape->half.y * fabs( d.y ) + shape->half.z * fabs( d.z );
    }
    if ( shape->kind == ss_shapeHull )
    {
        return ssVec3_Dot( d, shape->hull->vertices[hullSupport( shape->hull, d )] );
    }
    double radial = shape->kind == ss_shapeCylinder ? shape->radius * sqrt( d.x * d.x + d.y * d.y ) : 0.0;
    return radial + shape->halfLength * fabs( d.z );
}

/// f(n) of the cores.
static double gapAlong( const Solid* a, const Solid* b, ssVec3 n )
{
    return ssVec3_Dot( n, ssVec3_Sub( b->p, a->p ) ) - coreExtent( a, n ) -
        coreExtent( b, ssVec3_Scale( -1.0, n ) );
}

typedef struct Vertex
{
    ssVec3 w; ///< point of B minus point of A
    ssVec3 a; ///< point of A
} Vertex;

typedef struct Simplex
{
    int count;
    Vertex v[4];
    double weight[4]; ///< barycentric coordinates of the point nearest to the origin
} Simplex;

/// A face of the simplex that contains the newest vertex, and its point nearest to the origin.
typedef struct Face
{
    int count, index[2]; ///< the other vertices
    double weight[3];    ///< their weights, then that of the newest vertex
    ssVec3 p;            ///< the nearest point
    double squared;      ///< its distance from the origin, squared
} Face;

static void keepNearer(
    Face* best, int count, int i, int j, double wi, double wj, const Vertex* v, int newest )
{
    double wn = 1.0 - wi - wj;
    ssVec3 p = ssVec3_Scale( wn, v[newest].w );
    p = count > 0 ? ssVec3_MulAdd( p, wi, v[i].w ) : p;
    p = count > 1 ? ssVec3_MulAdd( p, wj, v[j].w ) : p;
    double squared = ssVec3_Dot( p, p );
    if ( squared < best->squared ) { *best = ( Face ){ count, { i, j }, { wi, wj, wn }, p, squared }; }
}

/// Tries the origin's projection onto the line from the newest vertex to another, if between them.
static void trySegment( Face* best, const Vertex* v, int newest, int i )
{
    ssVec3 e = ssVec3_Sub( v[i].w, v[newest].w );
    double length2 = ssVec3_Dot( e, e ), along = -ssVec3_Dot( v[newest].w, e );
    if ( along > 0.0 && along < length2 ) { keepNearer( best, 1, i, 0, along / length2, 0.0, v, newest ); }
}

/// Tries the origin's projection onto the plane of the newest vertex and two others, if in their triangle.
static void tryTriangle( Face* best, const Vertex* v, int newest, int i, int j )
{
    ssVec3 a = v[newest].w, b = v[i].w, c = v[j].w;
    ssVec3 n = ssVec3_Cross( ssVec3_Sub( b, a ), ssVec3_Sub( c, a ) );
    double wa = ssVec3_Dot( n, ssVec3_Cross( b, c ) ), wb = ssVec3_Dot( n, ssVec3_Cross( c, a ) );
    double wc = ssVec3_Dot( n, ssVec3_Cross( a, b ) ), sum = wa + wb + wc;
    if ( wa > 0.0 && wb > 0.0 && wc > 0.0 && sum > 0.0 )
    {
        keepNearer( best, 2, i, j, wb / sum, wc / sum, v, newest );
    }
}

static bool containsOrigin( const Vertex* v )
{
    static const int faces[4][4] = { { 0, 1, 2, 3 }, { 0, 3, 1, 2 }, { 0, 2, 3, 1 }, { 1, 3, 2, 0 } };
    bool inside = true;
    for ( int f = 0; f < 4 && inside; ++f )
    {
        ssVec3 a = v[faces[f][0]].w, b = v[faces[f][1]].w, c = v[faces[f][2]].w, d = v[faces[f][3]].w;
        ssVec3 n = ssVec3_Cross( ssVec3_Sub( b, a ), ssVec3_Sub( c, a ) );
        inside = -ssVec3_Dot( n, a ) * ssVec3_Dot( n, ssVec3_Sub( d, a ) ) > 0.0;
    }
    return inside;
}

/// The face nearest to the origin; it contains the newest vertex, as all others were there before.
static Face nearestFace( const Vertex* v, int newest )
{
    Face best = { .count = 0, .weight = { 0.0, 0.0, 1.0 }, .p = v[newest].w };
    best.squared = ssVec3_Dot( best.p, best.p );
    for ( int i = 0; i < newest; ++i )
    {
        trySegment( &best, v, newest, i );
        for ( int j = 0; j < i; ++j ) { tryTriangle( &best, v, newest, i, j ); }
    }
    return best;
}

/// Removes all vertices that are not part of the face.
static void reduceTo( Simplex* s, const Face* face, int newest )
{
    Vertex kept[3];
    for ( int i = 0; i < face->count; ++i )
    {
        kept[i] = s->v[face->index[i]];
        s->weight[i] = face->weight[i];
    }
    kept[face->count] = s->v[newest];
    s->weight[face->count] = face->weight[2];
    s->count = face->count + 1;
    for ( int i = 0; i < s->count; ++i ) { s->v[i] = kept[i]; }
}

/// GJK: the shortest vector from A to the shifted B, and its start on A. False if the cores overlap.
static bool distance(
    const Solid* a, const Solid* b, ssVec3 shift, ssVec3 start, ssVec3* vector, ssVec3* onA )
{
    ssVec3 back = ssVec3_Scale( -1.0, start );
    Vertex first = { .a = coreSupport( a, start ) };
    first.w = ssVec3_Sub( ssVec3_Add( coreSupport( b, back ), shift ), first.a );
    Simplex s = { 1, { first }, { 1.0 } };
    ssVec3 v = first.w;
    double squared = ssVec3_Dot( v, v );
    bool separated = false;
    for ( int step = 0; step < MAX_GJK_ITERATIONS && squared > 0.0; ++step )
    {
        Vertex next = { .a = coreSupport( a, v ) };
        next.w = ssVec3_Sub( ssVec3_Add( coreSupport( b, ssVec3_Scale( -1.0, v ) ), shift ), next.a );
        // The plane through next.w perpendicular to v bounds the distance from below.
        if ( squared - ssVec3_Dot( v, next.w ) <= 1e-10 * squared ) { break; }
        // A separating plane proves the origin outside, even if rounding denies it for a flat tetrahedron.
        separated = separated || ssVec3_Dot( v, next.w ) > 0.0;
        int newest = s.count;
        s.v[newest] = next;
        if ( newest == 3 && !separated && containsOrigin( s.v ) ) { return false; }
        Face face = nearestFace( s.v, newest );
        if ( !( face.squared < squared ) ) { break; }
        reduceTo( &s, &face, newest );
        v = face.p;
        squared = face.squared;
    }
    *vector = v;
    *onA = ssVec3_Make( 0.0, 0.0, 0.0 );
    for ( int i = 0; i < s.count; ++i ) { *onA = ssVec3_MulAdd( *onA, s.weight[i], s.v[i].a ); }
    return squared > 0.0;
}

/// Keeps n if the gap along it is larger, and then its opposite likewise.
static void considerBoth( const Solid* a, const Solid* b, ssVec3 n, Separation* best )
{
    double length = ssVec3_Length( n );
    for ( int side = 0; side < 2 && length > 1e-6; ++side )
    {
        ssVec3 m = ssVec3_Scale( ( side == 0 ? 1.0 : -1.0 ) / length, n );
        double gap = gapAlong( a, b, m );
        best->normal = gap > best->gap ? m : best->normal;
        best->gap = ssMax( gap, best->gap );
    }
}

/// Of a hull B and a solid A with an axis: the faces of the hull, the normals of its edges and the axis,
/// and the ways from the axis to its corners.
static Separation initialHullNormal( const Solid* a, const Solid* b )
{
    const ssHull* hull = b->shape->hull;
    Separation best = { .normal = { 0.0, 0.0, 1.0 }, .gap = -HUGE_VAL };
    ssVec3 axis = a->m.cz, c = ssVec3_Sub( b->p, a->p );
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        ssVec3 n = ssMat3_Mul( b->m, ssVec3_Scale( -1.0, hull->faces[f].normal ) );
        double gap = gapAlong( a, b, n );
        best.normal = gap > best.gap ? n : best.normal;
        best.gap = ssMax( gap, best.gap );
    }
    considerBoth( a, b, axis, &best );
    considerBoth( a, b, c, &best );
    considerBoth( a, b, ssVec3_MulAdd( c, -ssVec3_Dot( c, axis ), axis ), &best );
    for ( int e = 0; e < hull->edgeCount; ++e )
    {
        ssVec3 u = ssVec3_Sub( hull->vertices[hull->edges[e].b], hull->vertices[hull->edges[e].a] );
        u = ssVec3_Scale( 1.0 / ssVec3_Length( u ), u );
        considerBoth( a, b, ssVec3_Cross( axis, ssMat3_Mul( b->m, u ) ), &best );
    }
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        ssVec3 d = ssVec3_Add( c, ssMat3_Mul( b->m, hull->vertices[i] ) );
        considerBoth( a, b, ssVec3_MulAdd( d, -ssVec3_Dot( d, axis ), axis ), &best );
    }
    return best;
}

static Separation initialNormal( const Solid* a, const Solid* b )
{
    bool polyhedra = a->shape->kind == ss_shapeBox || a->shape->kind == ss_shapeHull;
    return b->shape->kind != ss_shapeHull ? separateAlongAxes( a, b )
        : polyhedra                       ? separatePolyhedra( a, b )
                                          : initialHullNormal( a, b );
}

static double coreRadius( const Solid* s )
{
    return s->shape->kind == ss_shapeCapsule ? s->shape->radius : 0.0;
}

/// From the cores to the solids: adds the radii of capsules and sets the point.
static Separation addRadii( const Solid* a, const Solid* b, Separation core, ssVec3 onA )
{
    double ra = coreRadius( a ), rb = coreRadius( b );
    core.gap -= ra + rb;
    core.hasPoint = true;
    core.point = ssVec3_MulAdd( onA, ra + 0.5 * core.gap, core.normal );
    return core;
}

/// Extrapolates the change of the normal as long as the gap grows. If the radius of curvature is as small as
/// the overlap is deep, a single iteration gains little.
static void extrapolate( const Solid* a, const Solid* b, ssVec3 from, ssVec3* to, double* gap )
{
    ssVec3 change = ssVec3_Sub( *to, from );
    for ( double factor = 2.0; factor < 300.0; factor *= 2.0 )
    {
        ssVec3 trial = ssVec3_MulAdd( from, factor, change );
        trial = ssVec3_Scale( 1.0 / ssVec3_Length( trial ), trial );
        double trialGap = gapAlong( a, b, trial );
        if ( !( trialGap > *gap ) ) { break; }
        *to = trial;
        *gap = trialGap;
    }
}

/// Moves the normal of overlapping solids up to a maximum of f; `onA` becomes A's deepest point.
static void climb( const Solid* a, const Solid* b, double size, Separation* best, ssVec3* onA )
{
    double clearance = 0.01 * size;
    for ( int iteration = 0; iteration < MAX_NORMAL_ITERATIONS; ++iteration )
    {
        ssVec3 n = best->normal, start, v;
        if ( !distance( a, b, ssVec3_Scale( clearance - best->gap, n ), n, &v, &start ) ) { break; }
        *onA = start;
        ssVec3 next = ssVec3_Scale( 1.0 / ssVec3_Length( v ), v );
        double gap = gapAlong( a, b, next );
        extrapolate( a, b, n, &next, &gap );
        // Rounding alone must not turn the normal away from the face where it started.
        if ( !( gap > best->gap + 1e-10 * size ) ) { break; }
        best->normal = next;
        best->gap = gap;
    }
}

/// Climbs from another normal, and keeps where that leads if it is better.
static void climbFrom(
    const Solid* a, const Solid* b, double size, Separation other, Separation* best, ssVec3* onA )
{
    ssVec3 point = *onA;
    climb( a, b, size, &other, &point );
    if ( other.gap > best->gap + 1e-6 * size )
    {
        *best = other;
        *onA = point;
    }
}

/// The best of some normals between those of the two faces at an edge of the hull B.
static Separation bestAtEdge( const Solid* a, const Solid* b, const HullEdge* edge )
{
    const HullFace* faces = b->shape->hull->faces;
    Separation best = { .gap = -HUGE_VAL };
    for ( int i = 1; i < HULL_ARC; ++i )
    {
        double t = (double)i / HULL_ARC;
        ssVec3 n = ssVec3_Add( ssVec3_Scale( t - 1.0, faces[edge->left].normal ),
            ssVec3_Scale( -t, faces[edge->right].normal ) );
        double length = ssVec3_Length( n );
        n = ssMat3_Mul( b->m, ssVec3_Scale( 1.0 / ssMax( length, 1e-9 ), n ) );
        double gap = gapAlong( a, b, n );
        best = gap > best.gap ? ( Separation ){ .normal = n, .gap = gap } : best;
    }
    return best;
}

/// The same for the edges of a hull and a rim; of many edges, climbs begin at the best ones.
static void climbFromHullEdges( const Solid* a, const Solid* b, double size, Separation* best, ssVec3* onA )
{
    const ssHull* hull = b->shape->hull;
    Separation starts[HULL_STARTS];
    int count = 0;
    for ( int e = 0; e < hull->edgeCount; ++e )
    {
        Separation at = bestAtEdge( a, b, hull->edges + e );
        int place = count < HULL_STARTS ? count++ : HULL_STARTS;
        for ( ; place > 0 && at.gap > starts[place - 1].gap; --place )
        {
            if ( place < HULL_STARTS ) { starts[place] = starts[place - 1]; }
        }
        if ( place < HULL_STARTS ) { starts[place] = at; }
    }
    for ( int i = 0; i < count; ++i ) { climbFrom( a, b, size, starts[i], best, onA ); }
}

Separation separateConvex( const Solid* a, const Solid* b, double margin )
{
    double size = ssMin( ssShape_BoundingRadius( a->shape ), ssShape_BoundingRadius( b->shape ) );
    double radii = coreRadius( a ) + coreRadius( b );
    bool hasCylinder = a->shape->kind == ss_shapeCylinder || b->shape->kind == ss_shapeCylinder;
    ssVec3 none = { 0.0, 0.0, 0.0 }, onA = a->p;
    if ( hasCylinder && b->shape->kind != ss_shapeHull ) // nor is A a hull: kinds are in order
    {
        Separation exact = separateZonoids( a, b, margin + radii, &onA );
        return addRadii( a, b, exact, onA );
    }
    Separation best = initialNormal( a, b );
    ssVec3 v = best.normal;
    if ( best.gap - radii > margin )
    {
        // The initial normal already proves that they are too far apart.
        return addRadii( a, b, best, onA );
    }
    if ( distance( a, b, none, best.normal, &v, &onA ) )
    {
        double length = ssVec3_Length( v );
        // The direction of a smaller distance consists of rounding errors; the initial normal is as good.
        if ( length > 1e-6 * size )
        {
            best.normal = ssVec3_Scale( 1.0 / length, v );
            best.gap = length;
            return addRadii( a, b, best, onA );
        }
    }
    climb( a, b, size, &best, &onA );
    bool rimAndHull = a->shape->kind == ss_shapeCylinder && b->shape->kind == ss_shapeHull;
    if ( rimAndHull && best.gap < -DEEP * size ) { climbFromHullEdges( a, b, size, &best, &onA ); }
    return addRadii( a, b, best, onA );
}
