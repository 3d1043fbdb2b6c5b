// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"
#include "slipstick/shape_query.h"

// The point of a surface nearest to a given one, and whether two shapes overlap.

static double fromBox( const ssShape* box, ssVec3 q, ssVec3* out )
{
    double c[3] = { q.x, q.y, q.z }, h[3] = { box->half.x, box->half.y, box->half.z }, n[3], distance = 0.0;
    int face = 0;
    for ( int i = 0; i < 3; ++i )
    {
        n[i] = c[i] - ssMin( ssMax( c[i], -h[i] ), h[i] );
        distance += n[i] * n[i];
        face = fabs( c[i] ) - h[i] > fabs( c[face] ) - h[face] ? i : face;
    }
    distance = sqrt( distance );
    if ( distance > 1e-12 * h[face] )
    {
        *out = ssVec3_Make( n[0] / distance, n[1] / distance, n[2] / distance );
        return distance;
    }
    double side = copysign( 1.0, c[face] );
    *out = ssVec3_Make( face == 0 ? side : 0.0, face == 1 ? side : 0.0, face == 2 ? side : 0.0 );
    return fabs( c[face] ) - h[face];
}

static double fromCylinder( const ssShape* cylinder, ssVec3 q, ssVec3* out )
{
    double r = cylinder->radius, l = cylinder->halfLength;
    double rho = ssHypot( q.x, q.y ), across = rho - r, along = fabs( q.z ) - l, side = copysign( 1.0, q.z );
    ssVec3 radial = rho > 1e-14 * r ? ssVec3_Make( q.x / rho, q.y / rho, 0.0 ) : ssVec3_Make( 1.0, 0.0, 0.0 );
    if ( across > 0.0 && along > 0.0 )
    {
        double distance = ssHypot( across, along );
        *out = ssVec3_Make(
            across / distance * radial.x, across / distance * radial.y, along / distance * side );
        return distance;
    }
    *out = across > along ? radial : ssVec3_Make( 0.0, 0.0, side );
    return ssMax( across, along );
}

static double fromCapsule( const ssShape* capsule, ssVec3 q, ssVec3* out )
{
    double l = capsule->halfLength;
    ssVec3 d = { q.x, q.y, q.z - ssMin( ssMax( q.z, -l ), l ) };
    double distance = ssVec3_Length( d );
    *out =
        distance > 1e-14 * capsule->radius ? ssVec3_Scale( 1.0 / distance, d ) : ssVec3_Make( 1.0, 0.0, 0.0 );
    return distance - capsule->radius;
}

double shapeDistance( const ssShape* shape, ssVec3 q, ssVec3* out )
{
    ssVec3 up = { 0.0, 0.0, 1.0 };
    double length;
    switch ( shape->kind )
    {
        case ss_shapeSphere:
            length = ssVec3_Length( q );
            *out = length > 1e-14 * shape->radius ? ssVec3_Scale( 1.0 / length, q ) : up;
            return length - shape->radius;
        case ss_shapeBox: return fromBox( shape, q, out );
        case ss_shapeCylinder: return fromCylinder( shape, q, out );
        case ss_shapeCapsule: return fromCapsule( shape, q, out );
        case ss_shapeHull: return hullDistance( shape->hull, q, out );
        case ss_shapePlane: *out = up; return q.z;
        case ss_shapeKindCount:
        default: *out = up; return HUGE_VAL;
    }
}

ssNearest ssShape_Closest( const ssShape* shape, ssPose pose, ssVec3 point )
{
    ssMat3 m = ssQuat_Matrix( pose.orientation );
    ssVec3 q = ssMat3_MulT( m, ssVec3_Sub( point, pose.position ) ), out;
    double distance = shapeDistance( shape, q, &out );
    // from the shape's own origin, so that a given point far away does not blur the one on the surface
    ssVec3 own = ssVec3_MulAdd( q, -distance, out );
    return ( ssNearest ){ ssVec3_Add( pose.position, ssMat3_Mul( m, own ) ), ssMat3_Mul( m, out ), distance };
}

/// Two half-spaces have no point in common only if they face each other across a gap.
static bool planesOverlap( ssPose poseA, ssPose poseB )
{
    ssVec3 a = ssQuat_Matrix( poseA.orientation ).cz, b = ssQuat_Matrix( poseB.orientation ).cz;
    bool opposed = ssVec3_Length( ssVec3_Add( a, b ) ) < 1e-12;
    return !opposed || ssVec3_Dot( a, ssVec3_Sub( poseB.position, poseA.position ) ) <= 0.0;
}

bool ssShape_Overlap( const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB )
{
    if ( a->kind == ss_shapePlane && b->kind == ss_shapePlane ) { return planesOverlap( poseA, poseB ); }
    ssManifold manifold;
    return ssCollide( a, poseA, b, poseB, 0.0, &manifold );
}
