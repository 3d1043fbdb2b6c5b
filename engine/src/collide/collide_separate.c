// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// Separations in closed form: two boxes by SAT, two capsules by the distance of their axes.

/// Half the width of the box along the unit vector n.
static double boxExtent( const Solid* box, ssVec3 n )
{
    ssVec3 h = box->shape->half;
    return h.x * fabs( ssVec3_Dot( box->m.cx, n ) ) + h.y * fabs( ssVec3_Dot( box->m.cy, n ) ) +
        h.z * fabs( ssVec3_Dot( box->m.cz, n ) );
}

/// The middle of the edge of `box`, among those parallel to its axis k, that lies farthest along d.
static ssVec3 edgeMiddle( const Solid* box, int k, ssVec3 d )
{
    const double h[3] = { box->shape->half.x, box->shape->half.y, box->shape->half.z };
    ssVec3 x = box->p;
    for ( int i = 0; i < 3; ++i )
    {
        ssVec3 axis = matrixColumn( &box->m, i );
        x = i != k ? ssVec3_MulAdd( x, copysign( h[i], ssVec3_Dot( axis, d ) ), axis ) : x;
    }
    return x;
}

/// s and t of the closest points of the lines p + s u and q + t v, for unit vectors that are not parallel.
static void closestOnLines( ssVec3 p, ssVec3 u, ssVec3 q, ssVec3 v, double* s, double* t )
{
    ssVec3 w = ssVec3_Sub( p, q );
    double b = ssVec3_Dot( u, v ), d = ssVec3_Dot( u, w ), e = ssVec3_Dot( v, w ), det = 1.0 - b * b;
    *s = ( b * e - d ) / det;
    *t = ( e - b * d ) / det;
}

static double clamp( double x, double limit ) { return ssMin( ssMax( x, -limit ), limit ); }

/// Sets the point half-way between the edges along axis `edgeA` of A and `edgeB` of B that face each other.
static void setEdgePoint( const Solid* a, const Solid* b, int edgeA, int edgeB, Separation* s )
{
    const double ha[3] = { a->shape->half.x, a->shape->half.y, a->shape->half.z };
    const double hb[3] = { b->shape->half.x, b->shape->half.y, b->shape->half.z };
    ssVec3 u = matrixColumn( &a->m, edgeA ), v = matrixColumn( &b->m, edgeB );
    ssVec3 p = edgeMiddle( a, edgeA, s->normal );
    ssVec3 q = edgeMiddle( b, edgeB, ssVec3_Scale( -1.0, s->normal ) );
    double onA, onB;
    closestOnLines( p, u, q, v, &onA, &onB );
    p = ssVec3_MulAdd( p, clamp( onA, ha[edgeA] ), u );
    q = ssVec3_MulAdd( q, clamp( onB, hb[edgeB] ), v );
    s->point = ssVec3_Scale( 0.5, ssVec3_Add( p, q ) );
    // Edges whose lines come closest beyond their ends do not face each other.
    s->hasPoint = s->gap <= 0.0 || ( fabs( onA ) <= ha[edgeA] && fabs( onB ) <= hb[edgeB] );
}

Separation separateBoxes( const Solid* a, const Solid* b )
{
    ssVec3 c = ssVec3_Sub( b->p, a->p );
    double size = ssMin( ssShape_InnerRadius( a->shape ), ssShape_InnerRadius( b->shape ) );
    Separation best = { .gap = -HUGE_VAL };
    for ( int i = 0; i < 6; ++i )
    {
        ssVec3 n = i < 3 ? matrixColumn( &a->m, i ) : matrixColumn( &b->m, i - 3 );
        double along = ssVec3_Dot( n, c ), gap = fabs( along ) - boxExtent( a, n ) - boxExtent( b, n );
        // Resting boxes have several equal faces; the first one is kept.
        if ( gap > best.gap + 1e-9 * size )
        {
            best = ( Separation ){ .normal = ssVec3_Scale( copysign( 1.0, along ), n ), .gap = gap };
        }
    }
    // An edge pair must be better by a margin, or a resting box would alternate between a face and an edge.
    double threshold = best.gap + 1e-4 * size;
    int edgeA = -1, edgeB = -1;
    for ( int k = 0; k < 9; ++k )
    {
        ssVec3 n = ssVec3_Cross( matrixColumn( &a->m, k / 3 ), matrixColumn( &b->m, k % 3 ) );
        double length = ssVec3_Length( n );
        if ( length > 1e-4 )
        {
            n = ssVec3_Scale( 1.0 / length, n );
            double along = ssVec3_Dot( n, c ), gap = fabs( along ) - boxExtent( a, n ) - boxExtent( b, n );
            if ( gap > threshold && gap > best.gap )
            {
                best = ( Separation ){ .normal = ssVec3_Scale( copysign( 1.0, along ), n ), .gap = gap };
                edgeA = k / 3;
                edgeB = k % 3;
            }
        }
    }
    if ( edgeA >= 0 ) { setEdgePoint( a, b, edgeA, edgeB, &best ); }
    return best;
}

/// A unit vector perpendicular to u.
static ssVec3 anyPerpendicular( ssVec3 u )
{
    ssVec3 e = fabs( u.x ) < 0.6 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 );
    ssVec3 n = ssVec3_Cross( u, e );
    return ssVec3_Scale( 1.0 / ssVec3_Length( n ), n );
}

Separation separateCapsules( const Solid* a, const Solid* b )
{
    double la = a->shape->halfLength, lb = b->shape->halfLength, ra = a->shape->radius, rb = b->shape->radius;
    ssVec3 u = a->m.cz, v = b->m.cz, across = ssVec3_Cross( u, v );
    double sine2 = ssVec3_Dot( across, across ), s = 0.0, t = 0.0;
    // If the axes are nearly parallel, any point will do, because the manifold spans the overlap.
    if ( sine2 > 1e-16 ) { closestOnLines( a->p, u, b->p, v, &s, &t ); }
    // Clamping one parameter, projecting onto the other segment and clamping again is exact for two segments.
    s = clamp( s, la );
    t = clamp( ssVec3_Dot( v, ssVec3_Sub( ssVec3_MulAdd( a->p, s, u ), b->p ) ), lb );
    s = clamp( ssVec3_Dot( u, ssVec3_Sub( ssVec3_MulAdd( b->p, t, v ), a->p ) ), la );
    ssVec3 p = ssVec3_MulAdd( a->p, s, u ), q = ssVec3_MulAdd( b->p, t, v ), d = ssVec3_Sub( q, p );
    double distance = ssVec3_Length( d );
    Separation result = { .gap = distance - ( ra + rb ), .hasPoint = true };
    if ( distance > 1e-12 * ( ra + rb ) ) { result.normal = ssVec3_Scale( 1.0 / distance, d ); }
    else
    {
        // The axes intersect, so the normal is their common perpendicular.
        double side = ssVec3_Dot( across, ssVec3_Sub( b->p, a->p ) ) < 0.0 ? -1.0 : 1.0;
        result.normal = sine2 > 1e-16 ? ssVec3_Scale( side / sqrt( sine2 ), across ) : anyPerpendicular( u );
    }
    result.point = ssVec3_MulAdd( p, ra + 0.5 * result.gap, result.normal );
    return result;
}
