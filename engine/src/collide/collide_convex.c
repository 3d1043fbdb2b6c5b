// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

#include <math.h>

// Box, cylinder and capsule against each other. Disjoint solids: the distance of Gilbert, Johnson & Keerthi (1988).
// Touching and overlapping ones: let f(n) = n·c - h_A(n) - h_B(-n) be the gap along n; the contact normal is where f
// is greatest. Push B out along n until the two are `apart`, take the direction of their distance as the next n, and
// repeat: f never falls, and where the overlap is shallow against the curvature two or three rounds suffice. No
// simplex around the origin, no expanding polytope, and f itself is known in closed form.
//
// A capsule is its axis with a radius that is added at the end, so that capsules rarely overlap at all.

enum
{
    maxRounds = 24,
    maxSteps = 64
};

static ssVec3 coreSupport( const Solid* s, ssVec3 direction )
{
    ssVec3 d = ssMat3_MulT( s->m, direction ), p = { 0.0, 0.0, 0.0 };
    const ssShape* shape = s->shape;
    if ( shape->kind == ss_shapeBox )
    {
        p = ssVec3_Make(
            copysign( shape->half.x, d.x ), copysign( shape->half.y, d.y ), copysign( shape->half.z, d.z ) );
    }
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

static double coreReach( const Solid* s, ssVec3 n )
{
    ssVec3 d = ssMat3_MulT( s->m, n );
    const ssShape* shape = s->shape;
    if ( shape->kind == ss_shapeBox )
    {
        return shape->half.x * fabs( d.x ) + shape->half.y * fabs( d.y ) + shape->half.z * fabs( d.z );
    }
    double round = shape->kind == ss_shapeCylinder ? shape->radius * sqrt( d.x * d.x + d.y * d.y ) : 0.0;
    return round + shape->halfLength * fabs( d.z );
}

static double gapAlong( const Solid* a, const Solid* b, ssVec3 n )
{
    return ssVec3_Dot( n, ssVec3_Sub( b->p, a->p ) ) - coreReach( a, n ) - coreReach( b, n );
}

// ------------------------------------------------------------------------------------------------------ distance

typedef struct Vertex
{
    ssVec3 w; ///< b - a
    ssVec3 a;
} Vertex;

typedef struct Simplex
{
    int count;
    Vertex v[4];
    double weight[4];
} Simplex;

/// Part of a simplex that contains its newest vertex, and the point of it nearest to the origin.
typedef struct Part
{
    int count, index[2]; ///< of the other vertices
    double weight[3];    ///< theirs, then the newest one's
    ssVec3 p;
    double squared;
} Part;

static void keepNearer(
    Part* best, int count, int i, int j, double wi, double wj, const Vertex* v, int newest )
{
    double wn = 1.0 - wi - wj;
    ssVec3 p = ssVec3_Scale( wn, v[newest].w );
    p = count > 0 ? ssVec3_MulAdd( p, wi, v[i].w ) : p;
    p = count > 1 ? ssVec3_MulAdd( p, wj, v[j].w ) : p;
    double squared = ssVec3_Dot( p, p );
    if ( squared < best->squared )
    {
        *best = ( Part ){ count, { i, j }, { wi, wj, wn }, p, squared };
    }
}

/// The origin's foot on the line through the newest vertex and another, if it lies between them.
static void trySegment( Part* best, const Vertex* v, int newest, int i )
{
    ssVec3 e = ssVec3_Sub( v[i].w, v[newest].w );
    double length2 = ssVec3_Dot( e, e ), along = -ssVec3_Dot( v[newest].w, e );
    if ( along > 0.0 && along < length2 )
    {
        keepNearer( best, 1, i, 0, along / length2, 0.0, v, newest );
    }
}

/// The foot on the plane through the newest vertex and two others, if it lies in their triangle.
static void tryTriangle( Part* best, const Vertex* v, int newest, int i, int j )
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

static bool holdsOrigin( const Vertex* v )
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

/// The nearest point can only have moved to a part with the newest vertex in it: the others were there before.
static Part nearestPart( const Vertex* v, int newest )
{
    Part best = { .count = 0, .weight = { 0.0, 0.0, 1.0 }, .p = v[newest].w };
    best.squared = ssVec3_Dot( best.p, best.p );
    for ( int i = 0; i < newest; ++i )
    {
        trySegment( &best, v, newest, i );
        for ( int j = 0; j < i; ++j )
        {
            tryTriangle( &best, v, newest, i, j );
        }
    }
    return best;
}

static void reduceTo( Simplex* s, const Part* part, int newest )
{
    Vertex kept[3];
    for ( int i = 0; i < part->count; ++i )
    {
        kept[i] = s->v[part->index[i]];
        s->weight[i] = part->weight[i];
    }
    kept[part->count] = s->v[newest];
    s->weight[part->count] = part->weight[2];
    s->count = part->count + 1;
    for ( int i = 0; i < s->count; ++i )
    {
        s->v[i] = kept[i];
    }
}

/// The vector from A to B shifted, and the point of A where it starts. False when they overlap.
static bool distance(
    const Solid* a, const Solid* b, ssVec3 shift, ssVec3 start, ssVec3* vector, ssVec3* onA )
{
    ssVec3 back = ssVec3_Scale( -1.0, start );
    Vertex first = { .a = coreSupport( a, start ) };
    first.w = ssVec3_Sub( ssVec3_Add( coreSupport( b, back ), shift ), first.a );
    Simplex s = { 1, { first }, { 1.0 } };
    ssVec3 v = first.w;
    double squared = ssVec3_Dot( v, v );
    bool apart = false;
    for ( int step = 0; step < maxSteps && squared > 0.0; ++step )
    {
        Vertex next = { .a = coreSupport( a, v ) };
        next.w = ssVec3_Sub( ssVec3_Add( coreSupport( b, ssVec3_Scale( -1.0, v ) ), shift ), next.a );
        // nothing lies nearer than this plane allows
        if ( squared - ssVec3_Dot( v, next.w ) <= 1e-10 * squared )
        {
            break;
        }
        // a plane between them proves that the origin is outside, whatever a flat tetrahedron says
        apart = apart || ssVec3_Dot( v, next.w ) > 0.0;
        int newest = s.count;
        s.v[newest] = next;
        if ( newest == 3 && !apart && holdsOrigin( s.v ) )
        {
            return false;
        }
        Part part = nearestPart( s.v, newest );
        if ( !( part.squared < squared ) )
        {
            break;
        }
        reduceTo( &s, &part, newest );
        v = part.p;
        squared = part.squared;
    }
    *vector = v;
    *onA = ssVec3_Make( 0.0, 0.0, 0.0 );
    for ( int i = 0; i < s.count; ++i )
    {
        *onA = ssVec3_MulAdd( *onA, s.weight[i], s.v[i].a );
    }
    return squared > 0.0;
}

// ---------------------------------------------------------------------------------------------------- directions

static void consider( const Solid* a, const Solid* b, ssVec3 n, Separation* best )
{
    double length = ssVec3_Length( n );
    if ( length > 1e-6 )
    {
        n = ssVec3_Scale( ( ssVec3_Dot( n, ssVec3_Sub( b->p, a->p ) ) < 0.0 ? -1.0 : 1.0 ) / length, n );
        double gap = gapAlong( a, b, n );
        if ( gap > best->gap )
        {
            best->normal = n;
            best->gap = gap;
        }
    }
}

/// Where to start: axes, their cross products, the line of centres and its parts across the axes.
static Separation bestGuess( const Solid* a, const Solid* b, double size )
{
    Separation best = { .normal = { 0.0, 0.0, 1.0 }, .gap = -HUGE_VAL };
    ssVec3 c = ssVec3_Scale( 1.0 / size, ssVec3_Sub( b->p, a->p ) );
    for ( int i = 0; i < 3; ++i )
    {
        ssVec3 u = ssColumn( &a->m, i ), v = ssColumn( &b->m, i );
        bool hasU = a->shape->kind == ss_shapeBox || i == 2, hasV = b->shape->kind == ss_shapeBox || i == 2;
        if ( hasU )
        {
            consider( a, b, u, &best );
            consider( a, b, ssVec3_MulAdd( c, -ssVec3_Dot( c, u ), u ), &best );
        }
        if ( hasV )
        {
            consider( a, b, v, &best );
            consider( a, b, ssVec3_MulAdd( c, -ssVec3_Dot( c, v ), v ), &best );
        }
        for ( int j = 0; j < 3 && hasU; ++j )
        {
            if ( b->shape->kind == ss_shapeBox || j == 2 )
            {
                consider( a, b, ssVec3_Cross( u, ssColumn( &b->m, j ) ), &best );
            }
        }
    }
    consider( a, b, c, &best );
    return best;
}

static double coreRadius( const Solid* s )
{
    return s->shape->kind == ss_shapeCapsule ? s->shape->radius : 0.0;
}

static Separation finish( const Solid* a, const Solid* b, Separation core, ssVec3 onA )
{
    double ra = coreRadius( a ), rb = coreRadius( b );
    core.gap -= ra + rb;
    core.pointed = true;
    core.point = ssVec3_MulAdd( onA, ra + 0.5 * core.gap, core.normal );
    return core;
}

/// Where the surface is curved as narrowly as the overlap is deep, rounds gain little each: go on in their direction
/// as long as it pays.
static void lookFurther( const Solid* a, const Solid* b, ssVec3 from, ssVec3* to, double* gap )
{
    ssVec3 step = ssVec3_Sub( *to, from );
    for ( double reach = 2.0; reach < 300.0; reach *= 2.0 )
    {
        ssVec3 trial = ssVec3_MulAdd( from, reach, step );
        trial = ssVec3_Scale( 1.0 / ssVec3_Length( trial ), trial );
        double better = gapAlong( a, b, trial );
        if ( !( better > *gap ) )
        {
            break;
        }
        *to = trial;
        *gap = better;
    }
}

Separation ssSeparateConvex( const Solid* a, const Solid* b, double margin )
{
    double size = fmin( ssShape_BoundingRadius( a->shape ), ssShape_BoundingRadius( b->shape ) );
    Separation best = bestGuess( a, b, size );
    if ( best.gap - coreRadius( a ) - coreRadius( b ) > margin )
    {
        // far enough apart along the guess alone
        return finish( a, b, best, a->p );
    }
    ssVec3 none = { 0.0, 0.0, 0.0 }, v = best.normal, onA = a->p;
    if ( distance( a, b, none, best.normal, &v, &onA ) )
    {
        double length = ssVec3_Length( v );
        // nearer than this the direction of the distance is rounding; the guess is as good
        if ( length > 1e-6 * size )
        {
            best.normal = ssVec3_Scale( 1.0 / length, v );
            best.gap = length;
            return finish( a, b, best, onA );
        }
    }
    double apart = 0.01 * size;
    for ( int round = 0; round < maxRounds; ++round )
    {
        ssVec3 n = best.normal, start;
        if ( !distance( a, b, ssVec3_Scale( apart - best.gap, n ), n, &v, &start ) )
        {
            break;
        }
        onA = start;
        ssVec3 next = ssVec3_Scale( 1.0 / ssVec3_Length( v ), v );
        double gap = gapAlong( a, b, next );
        lookFurther( a, b, n, &next, &gap );
        // rounding alone must not turn a normal away from the face it started from
        if ( !( gap > best.gap + 1e-10 * size ) )
        {
            break;
        }
        best.normal = next;
        best.gap = gap;
    }
    return finish( a, b, best, onA );
}
