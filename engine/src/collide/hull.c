// SPDX-License-Identifier: MIT
#include "collide/hull_private.h"

// Hulls as objects: counting, and the answers to what collisions ask.

const ssHull* ssHull_Retain( const ssHull* hull )
{
    if ( hull != NULL ) { atomic_fetch_add( &( (ssHull*)(uintptr_t)hull )->users, 1 ); }
    return hull;
}

void ssHull_Release( const ssHull* hull )
{
    ssHull* own = (ssHull*)(uintptr_t)hull;
    if ( own != NULL && atomic_fetch_sub( &own->users, 1 ) == 1 ) { ssRelease( own ); }
}

int ssHull_VertexCount( const ssHull* hull ) { return hull->vertexCount; }

const ssVec3* ssHull_Vertices( const ssHull* hull ) { return hull->vertices; }

int ssHull_FaceCount( const ssHull* hull ) { return hull->faceCount; }

int ssHull_Face( const ssHull* hull, int face, ssVec3* normal, const int** corners )
{
    SS_ASSERT( face >= 0 && face < hull->faceCount );
    *normal = hull->faces[face].normal;
    *corners = hull->corners + hull->faces[face].first;
    return hull->faces[face].count;
}

ssShape ssHullShape( const ssHull* hull ) { return ( ssShape ){ .kind = ss_shapeHull, .hull = hull }; }

int hullSupport( const ssHull* hull, ssVec3 d )
{
    int best = 0;
    double most = ssVec3_Dot( d, hull->vertices[0] );
    for ( int i = 1; i < hull->vertexCount; ++i )
    {
        double value = ssVec3_Dot( d, hull->vertices[i] );
        best = value > most ? i : best;
        most = ssMax( value, most );
    }
    return best;
}

/// The point of a face nearest to p, which lies outside it.
static ssVec3 nearestOnFace( const ssHull* hull, const HullFace* face, ssVec3 p, double above )
{
    const int* c = hull->corners + face->first;
    ssVec3 foot = ssVec3_MulAdd( p, -above, face->normal ), best = foot;
    double least = HUGE_VAL;
    bool inside = true;
    for ( int i = 0; i < face->count; ++i )
    {
        ssVec3 a = hull->vertices[c[i]], u = ssVec3_Sub( hull->vertices[c[( i + 1 ) % face->count]], a );
        inside = inside && ssVec3_Dot( ssVec3_Cross( face->normal, u ), ssVec3_Sub( p, a ) ) >= 0.0;
        double t = ssVec3_Dot( u, ssVec3_Sub( p, a ) ) / ssVec3_Dot( u, u );
        ssVec3 x = ssVec3_MulAdd( a, ssMin( ssMax( t, 0.0 ), 1.0 ), u ), d = ssVec3_Sub( p, x );
        double squared = ssVec3_Dot( d, d );
        best = squared < least ? x : best;
        least = ssMin( squared, least );
    }
    return inside ? foot : best;
}

double hullDistance( const ssHull* hull, ssVec3 p, ssVec3* out )
{
    double deepest = -HUGE_VAL, least = HUGE_VAL;
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        const HullFace* face = hull->faces + f;
        double above = ssVec3_Dot( face->normal, p ) - face->offset;
        if ( above > deepest && least == HUGE_VAL ) { *out = face->normal; }
        deepest = ssMax( deepest, above );
        if ( above > 0.0 )
        {
            ssVec3 d = ssVec3_Sub( p, nearestOnFace( hull, face, p, above ) );
            double distance = ssVec3_Length( d );
            // Nearer than rounding, the direction is that of the face.
            if ( distance < least )
            {
                *out = distance > 1e-12 * hull->outer ? ssVec3_Scale( 1.0 / distance, d ) : face->normal;
                least = distance;
            }
        }
    }
    return deepest > 0.0 ? least : deepest;
}
