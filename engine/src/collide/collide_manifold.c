// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// From a separation to points of contact. The feature of each solid that faces the other one is a face (a
// side of a box, a cap of a cylinder), a line (an edge of a box, the side of a cylinder or capsule) or a
// point. A face clips the other's face or line to its own outline (Sutherland & Hodgman 1974); two parallel
// lines touch along their common part; everything else touches in one point. A corner of the clipped outline
// is identified by the edges that meet there, so its identifier lasts as long as the corner.

#define MAX_CORNERS 16 // corners of an outline: a hexagon clipped by a hexagon has at most 12
// a cap is a polygon whose corners are fixed in the body, so that a lying disk does not jitter
#define RIM_CORNERS 6
#define FACE_COSINE 0.99   // a face lies against the other solid if its normal is within 8 degrees
#define LINE_SINE 0.14     // a line lies against the other solid if it is within 8 degrees
#define PARALLEL_SINE 0.01 // two lines count as parallel; otherwise they touch in a point
// Distance from a clipping edge, over its length, below which a corner lies on it. Edges of boxes that stand
// on each other coincide up to rounding: crossings come and go, but the corner stays.
#define ON_EDGE 1e-6

typedef struct Corner
{
    ssVec3 x;
    uint32_t id;   ///< identifies the corner
    uint32_t edge; ///< identifies the edge that leaves it
} Corner;

typedef struct Outline
{
    Corner corners[MAX_CORNERS];
    int count;
    ssVec3 normal; ///< outward normal of a face
    uint32_t face; ///< which face or line of the solid it is
} Outline;

static void addCorner( Outline* outline, ssVec3 x, uint32_t id, uint32_t edge )
{
    if ( outline->count < MAX_CORNERS ) { outline->corners[outline->count++] = ( Corner ){ x, id, edge }; }
}

/// The face of a hull whose normal is nearest to l, which is in its own coordinates; the first of equal ones.
static int hullFaceAlong( const ssHull* hull, ssVec3 l )
{
    int best = 0;
    for ( int f = 1; f < hull->faceCount; ++f )
    {
        double gain = ssVec3_Dot( l, hull->faces[f].normal ) - ssVec3_Dot( l, hull->faces[best].normal );
        best = gain > 1e-12 ? f : best;
    }
    return best;
}

/// The largest cosine between d and an outward face normal of the solid; 0 if it has no faces.
static double faceCosine( const Solid* s, ssVec3 d )
{
    ssVec3 l = ssMat3_MulT( s->m, d );
    if ( s->shape->kind == ss_shapeHull )
    {
        const ssHull* hull = s->shape->hull;
        return ssVec3_Dot( l, hull->faces[hullFaceAlong( hull, l )].normal );
    }
    return s->shape->kind == ss_shapeBox     ? ssMax( fabs( l.x ), ssMax( fabs( l.y ), fabs( l.z ) ) )
        : s->shape->kind == ss_shapeCylinder ? fabs( l.z )
                                             : 0.0;
}

static void boxFace( const Solid* s, ssVec3 l, Outline* out )
{
    const double d[3] = { l.x, l.y, l.z }, h[3] = { s->shape->half.x, s->shape->half.y, s->shape->half.z };
    int k = fabs( d[1] ) > fabs( d[0] ) + 1e-12 ? 1 : 0;
    k = fabs( d[2] ) > fabs( d[k] ) + 1e-12 ? 2 : k;
    int i = ( k + 1 ) % 3, j = ( k + 2 ) % 3;
    double side = copysign( 1.0, d[k] );
    out->normal = ssVec3_Scale( side, matrixColumn( &s->m, k ) );
    out->face = (uint32_t)( 2 * k + ( side > 0.0 ) );
    ssVec3 centre = ssVec3_MulAdd( s->p, h[k], out->normal );
    // The corners run counter-clockwise about the outward normal.
    static const double across[4] = { 1.0, -1.0, -1.0, 1.0 }, up[4] = { 1.0, 1.0, -1.0, -1.0 };
    for ( uint32_t c = 0; c < 4; ++c )
    {
        ssVec3 x = ssVec3_MulAdd( centre, side * h[i] * across[c], matrixColumn( &s->m, i ) );
        addCorner( out, ssVec3_MulAdd( x, h[j] * up[c], matrixColumn( &s->m, j ) ), c, c );
    }
}

static void hullFace( const Solid* s, ssVec3 l, Outline* out )
{
    const ssHull* hull = s->shape->hull;
    int index = hullFaceAlong( hull, l );
    const HullFace* face = hull->faces + index;
    out->normal = ssMat3_Mul( s->m, face->normal );
    out->face = (uint32_t)index;
    for ( int c = 0; c < face->outlineCount; ++c )
    {
        ssVec3 x = ssVec3_Add( s->p, ssMat3_Mul( s->m, hull->vertices[face->outline[c]] ) );
        addCorner( out, x, (uint32_t)c, (uint32_t)c );
    }
}

/// The edge of a hull that lies farthest along d, if one is nearly perpendicular to d.
static void hullEdge( const Solid* s, ssVec3 l, Outline* out )
{
    const ssHull* hull = s->shape->hull;
    double most = -HUGE_VAL;
    int best = -1;
    for ( int e = 0; e < hull->edgeCount; ++e )
    {
        ssVec3 a = hull->vertices[hull->edges[e].a], b = hull->vertices[hull->edges[e].b],
               u = ssVec3_Sub( b, a );
        double rise = ssVec3_Dot( u, l ), middle = ssVec3_Dot( ssVec3_Add( a, b ), l );
        bool level = rise * rise < LINE_SINE * LINE_SINE * ssVec3_Dot( u, u );
        best = level && middle > most ? e : best;
        most = level ? ssMax( middle, most ) : most;
    }
    if ( best >= 0 )
    {
        const HullEdge* edge = hull->edges + best;
        addCorner( out, ssVec3_Add( s->p, ssMat3_Mul( s->m, hull->vertices[edge->a] ) ), 0, 0 );
        addCorner( out, ssVec3_Add( s->p, ssMat3_Mul( s->m, hull->vertices[edge->b] ) ), 1, 1 );
        out->face = (uint32_t)best;
    }
}

static void cylinderCap( const Solid* s, ssVec3 l, Outline* out )
{
    static const double cosine[RIM_CORNERS] = { 1.0, 0.5, -0.5, -1.0, -0.5, 0.5 };
    static const double sine[RIM_CORNERS] = { 0.0, 0.8660254037844386, 0.8660254037844386, 0.0,
        -0.8660254037844386, -0.8660254037844386 };
    double side = copysign( 1.0, l.z ), r = s->shape->radius;
    out->normal = ssVec3_Scale( side, s->m.cz );
    out->face = side > 0.0 ? 1 : 0;
    ssVec3 centre = ssVec3_MulAdd( s->p, s->shape->halfLength, out->normal );
    for ( uint32_t c = 0; c < RIM_CORNERS; ++c )
    {
        ssVec3 x = ssVec3_MulAdd( centre, r * cosine[c], s->m.cx );
        addCorner( out, ssVec3_MulAdd( x, side * r * sine[c], s->m.cy ), c, c );
    }
}

/// The line on the side of a cylinder or capsule that lies farthest along d; `l` is d in local coordinates.
static void sideLine( const Solid* s, ssVec3 l, Outline* out )
{
    double r = s->shape->radius / ssMax( ssHypot( l.x, l.y ), 1e-300 );
    ssVec3 x = ssVec3_MulAdd( ssVec3_MulAdd( s->p, r * l.x, s->m.cx ), r * l.y, s->m.cy );
    addCorner( out, ssVec3_MulAdd( x, -s->shape->halfLength, s->m.cz ), 0, 0 );
    addCorner( out, ssVec3_MulAdd( x, s->shape->halfLength, s->m.cz ), 1, 1 );
    out->face = 2;
}

/// The edge of a box that lies farthest along d, if it is nearly perpendicular to d.
static void boxEdge( const Solid* s, ssVec3 l, Outline* out )
{
    const double d[3] = { l.x, l.y, l.z }, h[3] = { s->shape->half.x, s->shape->half.y, s->shape->half.z };
    int k = fabs( d[1] ) < fabs( d[0] ) ? 1 : 0;
    k = fabs( d[2] ) < fabs( d[k] ) ? 2 : k;
    if ( fabs( d[k] ) < LINE_SINE )
    {
        int i = ( k + 1 ) % 3, j = ( k + 2 ) % 3;
        ssVec3 x = ssVec3_MulAdd( s->p, copysign( h[i], d[i] ), matrixColumn( &s->m, i ) );
        x = ssVec3_MulAdd( x, copysign( h[j], d[j] ), matrixColumn( &s->m, j ) );
        addCorner( out, ssVec3_MulAdd( x, -h[k], matrixColumn( &s->m, k ) ), 0, 0 );
        addCorner( out, ssVec3_MulAdd( x, h[k], matrixColumn( &s->m, k ) ), 1, 1 );
        out->face = (uint32_t)( 8 + 4 * k + 2 * ( d[i] > 0.0 ) + ( d[j] > 0.0 ) );
    }
}

/// The face or side line that points along d; nothing for a capsule that stands upright.
static Outline outlineAlong( const Solid* s, ssVec3 d )
{
    Outline out = { .count = 0 };
    ssVec3 l = ssMat3_MulT( s->m, d );
    if ( s->shape->kind == ss_shapeBox ) { boxFace( s, l, &out ); }
    else if ( s->shape->kind == ss_shapeHull ) { hullFace( s, l, &out ); }
    else if ( s->shape->kind == ss_shapeCylinder && fabs( l.z ) > 0.5 ) { cylinderCap( s, l, &out ); }
    else if ( fabs( l.z ) <= 0.5 ) { sideLine( s, l, &out ); }
    return out;
}

/// The line nearly perpendicular to d that lies farthest along it, or nothing.
static Outline lineAlong( const Solid* s, ssVec3 d )
{
    Outline out = { .count = 0 };
    ssVec3 l = ssMat3_MulT( s->m, d );
    if ( s->shape->kind == ss_shapeBox ) { boxEdge( s, l, &out ); }
    else if ( s->shape->kind == ss_shapeHull ) { hullEdge( s, l, &out ); }
    else if ( fabs( l.z ) < LINE_SINE ) { sideLine( s, l, &out ); }
    return out;
}

static ssVec3 between( ssVec3 a, ssVec3 b, double t )
{
    return ssVec3_Add( ssVec3_Scale( 1.0 - t, a ), ssVec3_Scale( t, b ) );
}

/// Keeps the part with out · (x - origin) <= 0; corners up to `slack` beyond count as
/// on the edge. `cut` identifies the new edge.
static void clip( Outline* polygon, ssVec3 origin, ssVec3 out, double slack, uint32_t cut )
{
    Outline kept = { .normal = polygon->normal, .face = polygon->face };
    bool closed = polygon->count > 2;
    for ( int i = 0; i < polygon->count; ++i )
    {
        const Corner *a = polygon->corners + i, *b = polygon->corners + ( i + 1 ) % polygon->count;
        double da = ssVec3_Dot( out, ssVec3_Sub( a->x, origin ) ),
               db = ssVec3_Dot( out, ssVec3_Sub( b->x, origin ) );
        bool keepsA = da <= slack, crosses = ( closed || i == 0 ) && keepsA != ( db <= slack );
        // Where the kept corner lies on the edge it is the crossing itself.
        bool isCrossing = crosses && fabs( keepsA ? da : db ) <= slack;
        if ( keepsA ) { addCorner( &kept, a->x, a->id, isCrossing ? cut : a->edge ); }
        if ( crosses && !isCrossing )
        {
            ssVec3 x = between( a->x, b->x, da / ( da - db ) );
            // A line's new end is identified by the end it replaces: it moves along the same edge.
            uint32_t id = closed ? 256 + 16 * a->edge + cut : 256 + 16 * ( keepsA ? 1u : 0u ) + cut;
            addCorner( &kept, x, id, keepsA ? cut : a->edge );
        }
    }
    *polygon = kept;
}

static void clipToFace( Outline* polygon, const Outline* face )
{
    for ( int i = 0; i < face->count && polygon->count > 0; ++i )
    {
        ssVec3 a = face->corners[i].x, b = face->corners[( i + 1 ) % face->count].x;
        ssVec3 edge = ssVec3_Sub( b, a );
        clip( polygon, a, ssVec3_Cross( edge, face->normal ), ON_EDGE * ssVec3_Dot( edge, edge ),
            8 + (uint32_t)i );
    }
}

/// Removes corners until at most `most` are left, each time the one that costs the least area.
static void removeCorners( Outline* polygon, int most )
{
    while ( polygon->count > most )
    {
        int least = 0;
        double area = HUGE_VAL;
        for ( int i = 0; i < polygon->count; ++i )
        {
            int n = polygon->count;
            ssVec3 x = polygon->corners[i].x;
            ssVec3 u = ssVec3_Sub( polygon->corners[( i + n - 1 ) % n].x, x );
            ssVec3 v = ssVec3_Sub( polygon->corners[( i + 1 ) % n].x, x );
            double triangle = ssVec3_Length( ssVec3_Cross( u, v ) );
            if ( triangle < ( 1.0 - 1e-6 ) * area ) // of equal ones always the same
            {
                area = triangle;
                least = i;
            }
        }
        polygon->count -= 1;
        for ( int i = least; i < polygon->count; ++i ) { polygon->corners[i] = polygon->corners[i + 1]; }
    }
}

double lowestGap( const ssManifold* manifold )
{
    double least = HUGE_VAL;
    for ( int i = 0; i < manifold->count; ++i ) { least = ssMin( least, manifold->points[i].gap ); }
    return least;
}

/// Features of pairs with a hull, which has more of them. A corner's own number is below 512.
static bool hasHull( const Solid* a, const Solid* b )
{
    return a->shape->kind == ss_shapeHull || b->shape->kind == ss_shapeHull;
}

/// Adds the corners of the other's outline, clipped to the face of `base`; `sign`
/// is +1 if the base is A and -1 if it is B.
static void addFace(
    const Solid* base, const Solid* other, Separation s, double sign, double margin, ssManifold* m )
{
    ssVec3 d = ssVec3_Scale( sign, s.normal ), back = ssVec3_Scale( -sign, s.normal );
    Outline face = outlineAlong( base, d ), polygon = outlineAlong( other, back );
    uint32_t feature = hasHull( base, other )
        ? ( face.face << 16 ) | ( polygon.face << 9 ) | ( sign > 0.0 ? 0u : 1u << 23 )
        : ( face.face << 17 ) | ( polygon.face << 12 ) | ( sign > 0.0 ? 0u : 1u << 20 );
    clipToFace( &polygon, &face );
    removeCorners( &polygon, SS_MANIFOLD_MAX - 1 );
    ssVec3 origin = face.corners[0].x;
    for ( int i = 0; i < polygon.count; ++i )
    {
        ssVec3 x = polygon.corners[i].x;
        // A face not quite perpendicular to the normal seems deeper, but no point exceeds the separation.
        double gap =
            ssMax( ssVec3_Dot( face.normal, ssVec3_Sub( x, origin ) ) / ssVec3_Dot( face.normal, d ), s.gap );
        addManifoldPoint(
            m, ssVec3_MulAdd( x, -0.5 * gap, d ), gap, margin, feature | polygon.corners[i].id );
    }
}

/// Adds the common part of two parallel lines: the ends of B's line, clipped to the length of A's.
static void addLines( const Solid* a, const Solid* b, Separation s, double margin, ssManifold* m )
{
    Outline on = lineAlong( a, s.normal ), over = lineAlong( b, ssVec3_Scale( -1.0, s.normal ) );
    if ( on.count < 2 || over.count < 2 ) { return; }
    ssVec3 p = on.corners[0].x, u = ssVec3_Sub( on.corners[1].x, p );
    ssVec3 v = ssVec3_Sub( over.corners[1].x, over.corners[0].x ), w = ssVec3_Cross( u, v );
    double uu = ssVec3_Dot( u, u );
    if ( ssVec3_Dot( w, w ) > PARALLEL_SINE * PARALLEL_SINE * uu * ssVec3_Dot( v, v ) ) { return; }
    uint32_t feature = hasHull( a, b ) ? ( 1u << 26 ) | ( on.face << 17 ) | ( over.face << 9 )
                                       : ( 2u << 20 ) | ( on.face << 15 ) | ( over.face << 10 );
    clip( &over, p, ssVec3_Scale( -1.0, u ), ON_EDGE * uu, 8 );
    clip( &over, on.corners[1].x, u, ON_EDGE * uu, 9 );
    for ( int i = 0; i < over.count; ++i )
    {
        ssVec3 x = over.corners[i].x, foot = ssVec3_MulAdd( p, ssVec3_Dot( u, ssVec3_Sub( x, p ) ) / uu, u );
        double gap = ssVec3_Dot( s.normal, ssVec3_Sub( x, foot ) );
        addManifoldPoint(
            m, ssVec3_MulAdd( x, -0.5 * gap, s.normal ), gap, margin, feature | over.corners[i].id );
    }
}

/// The support point of one solid, moved half-way to the other.
static ssVec3 deepestPoint( const Solid* a, const Solid* b, Separation s, bool fromB )
{
    const Solid* solid = fromB ? b : a;
    ssVec3 d = ssMat3_MulT( solid->m, ssVec3_Scale( fromB ? -1.0 : 1.0, s.normal ) );
    ssPose own = { .orientation = ssQuat_Identity() };
    ssVec3 x = ssVec3_Add( solid->p, ssMat3_Mul( solid->m, ssShape_Support( solid->shape, own, d ) ) );
    return ssVec3_MulAdd( x, fromB ? -0.5 * s.gap : 0.5 * s.gap, s.normal );
}

/// Is a point over a face of a solid whose normal is d?
static bool isOverFace( const Solid* solid, ssVec3 d, ssVec3 x )
{
    Outline face = outlineAlong( solid, d );
    bool inside = face.count > 2 && faceCosine( solid, d ) > 1.0 - 1e-12;
    for ( int i = 0; i < face.count && inside; ++i )
    {
        ssVec3 a = face.corners[i].x, edge = ssVec3_Sub( face.corners[( i + 1 ) % face.count].x, a );
        inside = ssVec3_Dot( ssVec3_Cross( edge, face.normal ), ssVec3_Sub( x, a ) ) <= 0.0;
    }
    return inside;
}

/// Adds the deepest corner, which need not belong to the flattest face: a boat's is at the end of its keel.
/// Disjoint solids may have no point of contact; overlapping ones always have one.
static void addDeepest( const Solid* a, const Solid* b, Separation s, bool ofB, double margin, ssManifold* m )
{
    ssVec3 ofFirst = deepestPoint( a, b, s, false ), ofSecond = deepestPoint( a, b, s, true );
    if ( isOverFace( a, s.normal, ofSecond ) ) { addManifoldPoint( m, ofSecond, s.gap, margin, 1u << 25 ); }
    else if ( isOverFace( b, ssVec3_Scale( -1.0, s.normal ), ofFirst ) )
    {
        addManifoldPoint( m, ofFirst, s.gap, margin, 1u << 25 );
    }
    else if ( s.gap <= 0.0 && m->count == 0 )
    {
        addManifoldPoint( m, ofB ? ofSecond : ofFirst, s.gap, margin, 1u << 25 );
    }
}

void buildManifold( const Solid* a, const Solid* b, Separation s, double margin, ssManifold* manifold )
{
    manifold->normal = s.normal;
    if ( s.gap > margin ) { return; }
    double facingA = faceCosine( a, s.normal ), facingB = faceCosine( b, ssVec3_Scale( -1.0, s.normal ) );
    if ( ssMax( facingA, facingB ) > FACE_COSINE )
    {
        // A's face is the base unless B's is clearly better aligned, so that the choice does not alternate.
        bool baseA = facingA > facingB - 1e-3;
        addFace( baseA ? a : b, baseA ? b : a, s, baseA ? 1.0 : -1.0, margin, manifold );
    }
    else { addLines( a, b, s, margin, manifold ); }
    // The closest point is added unless a corner is already as deep.
    double size = ssMin( ssShape_InnerRadius( a->shape ), ssShape_InnerRadius( b->shape ) );
    bool missing = lowestGap( manifold ) > s.gap + 1e-5 * size;
    if ( missing && s.hasPoint ) { addManifoldPoint( manifold, s.point, s.gap, margin, 1u << 24 ); }
    else if ( missing ) { addDeepest( a, b, s, facingA >= facingB, margin, manifold ); }
}
