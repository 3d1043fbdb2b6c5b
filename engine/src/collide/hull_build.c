// SPDX-License-Identifier: MIT
#include "collide/hull_private.h"

#include <string.h>

// Quickhull (Barber, Dobkin & Huhdanpaa 1996): a tetrahedron grows by the point farthest outside one of its
// triangles until none is outside. Of equally far points the one farthest from the middle is taken, so only
// corners of the hull are added, no three in a line. Coplanar triangles become one face.

#define PLANE_EPSILON 1e-8 // of the extent: a point nearer to a plane lies in it
#define MERGE_EPSILON 1e-7 // of the extent: triangles whose corners are as near to a plane are one face
#define FLAT 1e-4          // of the extent: thinner bodies have no inside to speak of

#define MAX_TRIANGLES ( 2 * hullMaxFaces )

typedef struct Triangle
{
    int v[3]; // counter-clockwise from outside
    ssVec3 n;
    double offset;
    bool alive, seen;
    int group;
} Triangle;

typedef struct Builder
{
    const ssVec3* points;
    int count;
    double extent;
    ssVec3 middle;
    Triangle triangles[MAX_TRIANGLES];
    int used;
    int owner[hullMaxVertices][hullMaxVertices]; // triangle with the directed edge i to j, + 1; 0: none
    bool taken[hullMaxVertices];
} Builder;

static double height( const Triangle* t, ssVec3 x ) { return ssVec3_Dot( t->n, x ) - t->offset; }

/// False: there is no room, which cannot be unless the triangles no longer close.
static bool addTriangle( Builder* b, int i, int j, int k )
{
    int slot = 0;
    while ( slot < b->used && b->triangles[slot].alive ) { slot += 1; }
    if ( slot == MAX_TRIANGLES || b->owner[i][j] != 0 || b->owner[j][k] != 0 || b->owner[k][i] != 0 )
    {
        return false;
    }
    b->used = slot == b->used ? slot + 1 : b->used;
    const ssVec3* p = b->points;
    ssVec3 n = ssVec3_Cross( ssVec3_Sub( p[j], p[i] ), ssVec3_Sub( p[k], p[i] ) );
    double length = ssVec3_Length( n );
    n = length > 0.0 ? ssVec3_Scale( 1.0 / length, n ) : n;
    // the mean over the corners halves the rounding
    double offset = ( ssVec3_Dot( n, p[i] ) + ssVec3_Dot( n, p[j] ) + ssVec3_Dot( n, p[k] ) ) / 3.0;
    b->triangles[slot] = ( Triangle ){ .v = { i, j, k }, .n = n, .offset = offset, .alive = true };
    b->owner[i][j] = b->owner[j][k] = b->owner[k][i] = slot + 1;
    return length > 0.0;
}

static void removeTriangle( Builder* b, int t )
{
    Triangle* triangle = b->triangles + t;
    for ( int e = 0; e < 3; ++e ) { b->owner[triangle->v[e]][triangle->v[( e + 1 ) % 3]] = 0; }
    triangle->alive = false;
}

/// The point with the largest value of a measure; ties go to the one farthest from the middle.
static int farthest( const Builder* b, double ( *measure )( const Builder* b, const int* base, ssVec3 x ),
    const int* base, double* most )
{
    int best = 0;
    double value = -HUGE_VAL, away = -HUGE_VAL, tie = PLANE_EPSILON * b->extent;
    for ( int i = 0; i < b->count; ++i )
    {
        double m = measure( b, base, b->points[i] );
        ssVec3 d = ssVec3_Sub( b->points[i], b->middle );
        double from = ssVec3_Dot( d, d );
        if ( m > value + tie || ( m > value - tie && from > away ) )
        {
            best = i;
            value = m;
            away = from;
        }
    }
    *most = value;
    return best;
}

static double fromMiddle( const Builder* b, const int* base, ssVec3 x )
{
    (void)base;
    return ssVec3_Length( ssVec3_Sub( x, b->middle ) );
}

static double fromPoint( const Builder* b, const int* base, ssVec3 x )
{
    return ssVec3_Length( ssVec3_Sub( x, b->points[base[0]] ) );
}

static double fromLine( const Builder* b, const int* base, ssVec3 x )
{
    ssVec3 p = b->points[base[0]], u = ssVec3_Sub( b->points[base[1]], p );
    return ssVec3_Length( ssVec3_Cross( u, ssVec3_Sub( x, p ) ) ) / ssVec3_Length( u );
}

static double fromPlane( const Builder* b, const int* base, ssVec3 x )
{
    ssVec3 p = b->points[base[0]];
    ssVec3 n = ssVec3_Cross( ssVec3_Sub( b->points[base[1]], p ), ssVec3_Sub( b->points[base[2]], p ) );
    return fabs( ssVec3_Dot( n, ssVec3_Sub( x, p ) ) ) / ssVec3_Length( n );
}

static ssResult flat( const char* where )
{
    return ssError(
        ss_errorValue, "points", "the points lie %s; allowed: at least four that span a body", where );
}

/// A tetrahedron of corners that is as large as a few comparisons make it.
static ssResult startTetrahedron( Builder* b )
{
    int base[4];
    double most;
    base[0] = farthest( b, fromMiddle, NULL, &most );
    base[1] = farthest( b, fromPoint, base, &most );
    if ( !( most > FLAT * b->extent ) || !( b->extent > 0.0 ) ) { return flat( "in one place" ); }
    base[2] = farthest( b, fromLine, base, &most );
    if ( !( most > FLAT * b->extent ) ) { return flat( "on a line" ); }
    base[3] = farthest( b, fromPlane, base, &most );
    if ( !( most > FLAT * b->extent ) ) { return flat( "in a plane" ); }
    ssVec3 p = b->points[base[0]];
    ssVec3 n = ssVec3_Cross( ssVec3_Sub( b->points[base[1]], p ), ssVec3_Sub( b->points[base[2]], p ) );
    bool above = ssVec3_Dot( n, ssVec3_Sub( b->points[base[3]], p ) ) > 0.0;
    int i = base[0], j = above ? base[2] : base[1], k = above ? base[1] : base[2], l = base[3];
    for ( int c = 0; c < 4; ++c ) { b->taken[base[c]] = true; }
    bool closed = addTriangle( b, i, j, k ) && addTriangle( b, j, i, l ) && addTriangle( b, k, j, l ) &&
        addTriangle( b, i, k, l );
    return closed ? ssOk() : flat( "too close together" );
}

/// The point that is farthest outside some triangle; -1: none is.
static int nextPoint( const Builder* b, int* triangle )
{
    double most = PLANE_EPSILON * b->extent, away = -HUGE_VAL, tie = PLANE_EPSILON * b->extent;
    int best = -1;
    for ( int t = 0; t < b->used; ++t )
    {
        for ( int i = 0; i < b->count && b->triangles[t].alive; ++i )
        {
            double h = b->taken[i] ? -1.0 : height( b->triangles + t, b->points[i] );
            ssVec3 d = ssVec3_Sub( b->points[i], b->middle );
            double from = ssVec3_Dot( d, d );
            bool higher = h > most + ( best >= 0 ? tie : 0.0 ),
                 equal = best >= 0 && h > most - tie && from > away;
            if ( h > tie && ( higher || equal ) )
            {
                best = i;
                *triangle = t;
                most = h;
                away = from;
            }
        }
    }
    return best;
}

/// Marks the triangles that point x sees from outside, beginning with t; returns their number.
static int markSeen( Builder* b, ssVec3 x, int t, int* stack )
{
    int count = 1;
    for ( int k = 0; k < b->used; ++k ) { b->triangles[k].seen = false; }
    stack[0] = t;
    b->triangles[t].seen = true;
    for ( int at = 0; at < count; ++at )
    {
        const int* v = b->triangles[stack[at]].v;
        for ( int e = 0; e < 3; ++e )
        {
            int other = b->owner[v[( e + 1 ) % 3]][v[e]] - 1;
            Triangle* triangle = b->triangles + other;
            if ( other >= 0 && !triangle->seen && height( triangle, x ) > PLANE_EPSILON * b->extent )
            {
                triangle->seen = true;
                stack[count++] = other;
            }
        }
    }
    return count;
}

/// Replaces what point p sees by a cone of triangles to its rim.
static bool addPoint( Builder* b, int p, int t )
{
    int stack[MAX_TRIANGLES], rim[3 * MAX_TRIANGLES][2], edges = 0;
    int count = markSeen( b, b->points[p], t, stack );
    for ( int at = 0; at < count; ++at )
    {
        const int* v = b->triangles[stack[at]].v;
        for ( int e = 0; e < 3; ++e )
        {
            int i = v[e], j = v[( e + 1 ) % 3], other = b->owner[j][i] - 1;
            if ( other >= 0 && !b->triangles[other].seen )
            {
                rim[edges][0] = i;
                rim[edges++][1] = j;
            }
        }
    }
    for ( int at = 0; at < count; ++at ) { removeTriangle( b, stack[at] ); }
    bool closed = edges >= 3;
    for ( int e = 0; e < edges && closed; ++e ) { closed = addTriangle( b, rim[e][0], rim[e][1], p ); }
    b->taken[p] = true;
    return closed;
}

static int rootOf( Builder* b, int t )
{
    while ( b->triangles[t].group != t ) { t = b->triangles[t].group; }
    return t;
}

/// Unites neighbours in a common plane.
static void groupTriangles( Builder* b )
{
    for ( int t = 0; t < b->used; ++t ) { b->triangles[t].group = t; }
    for ( int t = 0; t < b->used; ++t )
    {
        const Triangle* own = b->triangles + t;
        for ( int e = 0; e < 3 && own->alive; ++e )
        {
            int other = b->owner[own->v[( e + 1 ) % 3]][own->v[e]] - 1;
            const Triangle* next = b->triangles + other;
            bool flush = other > t;
            for ( int c = 0; c < 3 && flush; ++c )
            {
                flush = fabs( height( own, b->points[next->v[c]] ) ) < MERGE_EPSILON * b->extent &&
                    fabs( height( next, b->points[own->v[c]] ) ) < MERGE_EPSILON * b->extent;
            }
            int x = rootOf( b, t ), y = flush ? rootOf( b, other ) : x;
            b->triangles[x > y ? x : y].group = x > y ? y : x;
        }
    }
}

/// The corners of a group of triangles in their order; 0: its rim is not one loop.
static int traceRim( Builder* b, int group, int* loop )
{
    int next[hullMaxVertices], count = 0, edges = 0, start = -1;
    memset( next, -1, sizeof next );
    for ( int t = 0; t < b->used; ++t )
    {
        const Triangle* own = b->triangles + t;
        for ( int e = 0; e < 3 && own->alive && rootOf( b, t ) == group; ++e )
        {
            int i = own->v[e], j = own->v[( e + 1 ) % 3], other = b->owner[j][i] - 1;
            if ( rootOf( b, other ) != group )
            {
                if ( next[i] >= 0 ) { return 0; }
                next[i] = j;
                edges += 1;
                start = start < 0 || i < start ? i : start;
            }
        }
    }
    for ( int i = start; i >= 0 && count < edges; i = next[i] ) { loop[count++] = i; }
    return count == edges && count >= 3 && next[loop[count - 1]] == start ? count : 0;
}

/// Newell's normal of a polygon, and its mean offset.
static void fitPlane( const ssHull* hull, HullFace* face )
{
    ssVec3 n = { 0.0, 0.0, 0.0 };
    const int* corners = hull->corners + face->first;
    ssVec3 origin = hull->vertices[corners[0]];
    for ( int i = 1; i + 1 < face->count; ++i )
    {
        n = ssVec3_Add( n,
            ssVec3_Cross( ssVec3_Sub( hull->vertices[corners[i]], origin ),
                ssVec3_Sub( hull->vertices[corners[i + 1]], origin ) ) );
    }
    face->normal = ssVec3_Scale( 1.0 / ssVec3_Length( n ), n );
    face->offset = 0.0;
    for ( int i = 0; i < face->count; ++i )
    {
        face->offset += ssVec3_Dot( face->normal, hull->vertices[corners[i]] ) / face->count;
    }
}

static void addFace( ssHull* hull, const int* loop, int count, const int* rename )
{
    HullFace* face = hull->faces + hull->faceCount;
    int used = hull->faceCount > 0 ? face[-1].first + face[-1].count : 0;
    *face = ( HullFace ){ .first = used, .count = count };
    for ( int i = 0; i < count; ++i ) { hull->corners[used + i] = rename[loop[i]]; }
    hull->faceCount += 1;
}

/// Every edge belongs to two faces, once in each direction. False: it does not.
static bool findEdges( ssHull* hull )
{
    int face[hullMaxVertices][hullMaxVertices];
    memset( face, -1, sizeof face );
    int directed = 0;
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        const HullFace* own = hull->faces + f;
        for ( int i = 0; i < own->count; ++i )
        {
            face[hull->corners[own->first + i]][hull->corners[own->first + ( i + 1 ) % own->count]] = f;
            directed += 1;
        }
    }
    hull->edgeCount = 0;
    for ( int a = 0; a < hull->vertexCount; ++a )
    {
        for ( int b = a + 1; b < hull->vertexCount; ++b )
        {
            if ( face[a][b] >= 0 && face[b][a] >= 0 && hull->edgeCount < hullMaxEdges )
            {
                hull->edges[hull->edgeCount++] = ( HullEdge ){ a, b, face[a][b], face[b][a] };
            }
        }
    }
    return 2 * hull->edgeCount == directed && hull->vertexCount - hull->edgeCount + hull->faceCount == 2;
}

static bool emitFaces( Builder* b, ssHull* hull )
{
    int rename[hullMaxVertices], loop[3 * hullMaxFaces];
    bool onRim[hullMaxVertices] = { false };
    for ( int t = 0; t < b->used; ++t )
    {
        int count = b->triangles[t].alive && rootOf( b, t ) == t ? traceRim( b, t, loop ) : 0;
        for ( int i = 0; i < count; ++i ) { onRim[loop[i]] = true; }
        if ( b->triangles[t].alive && rootOf( b, t ) == t && count == 0 ) { return false; }
    }
    hull->vertexCount = hull->faceCount = 0;
    for ( int i = 0; i < b->count; ++i )
    {
        rename[i] = hull->vertexCount;
        if ( onRim[i] ) { hull->vertices[hull->vertexCount++] = b->points[i]; }
    }
    for ( int t = 0; t < b->used; ++t )
    {
        if ( b->triangles[t].alive && rootOf( b, t ) == t )
        {
            addFace( hull, loop, traceRim( b, t, loop ), rename );
            fitPlane( hull, hull->faces + hull->faceCount - 1 );
        }
    }
    return findEdges( hull );
}

static void findExtent( Builder* b )
{
    ssVec3 low = b->points[0], high = low;
    for ( int i = 1; i < b->count; ++i )
    {
        ssVec3 p = b->points[i];
        low = ssVec3_Make( ssMin( low.x, p.x ), ssMin( low.y, p.y ), ssMin( low.z, p.z ) );
        high = ssVec3_Make( ssMax( high.x, p.x ), ssMax( high.y, p.y ), ssMax( high.z, p.z ) );
    }
    b->extent = ssVec3_Length( ssVec3_Sub( high, low ) );
    b->middle = ssVec3_Scale( 0.5, ssVec3_Add( low, high ) );
}

ssResult hullBuild( const ssVec3* points, int count, ssHull* hull )
{
    Builder* b = ssAlloc( sizeof *b );
    if ( b == NULL ) { return ssError( ss_errorMemory, "points", "out of memory for a hull" ); }
    b->points = points;
    b->count = count;
    findExtent( b );
    ssResult result = startTetrahedron( b );
    bool closed = result.code == ss_ok;
    int triangle = 0;
    for ( int p; closed && ( p = nextPoint( b, &triangle ) ) >= 0; ) { closed = addPoint( b, p, triangle ); }
    if ( closed )
    {
        groupTriangles( b );
        closed = emitFaces( b, hull );
    }
    result = result.code == ss_ok && !closed ? flat( "too close to each other for their size" ) : result;
    ssRelease( b );
    return result;
}
