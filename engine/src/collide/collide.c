// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// ssCollide, and closed forms: any shape against a plane or sphere. Other pairs: see collide_private.h.

typedef void CollideFcn( const Solid* a, const Solid* b, double margin, ssManifold* manifold );

void addManifoldPoint( ssManifold* manifold, ssVec3 point, double gap, double margin, uint32_t feature )
{
    if ( gap <= margin && manifold->count < SS_MANIFOLD_MAX )
    {
        manifold->points[manifold->count++] = ( ssManifoldPoint ){ point, gap, feature };
    }
}

static void sphereSphere( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    double ra = a->shape->radius, rb = b->shape->radius;
    ssVec3 d = ssVec3_Sub( b->p, a->p );
    double distance = ssVec3_Length( d ), gap = distance - ( ra + rb );
    // Concentric spheres have no normal; upwards is as good as any other.
    bool distinct = distance > 1e-14 * ( ra + rb );
    manifold->normal = distinct ? ssVec3_Scale( 1.0 / distance, d ) : ssVec3_Make( 0.0, 0.0, 1.0 );
    addManifoldPoint( manifold, ssVec3_MulAdd( a->p, ra + 0.5 * gap, manifold->normal ), gap, margin, 0 );
}

static void sphereOther( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    ssVec3 q = ssMat3_MulT( b->m, ssVec3_Sub( a->p, b->p ) ), out;
    double distance = shapeDistance( b->shape, q, &out );
    double r = a->shape->radius, gap = distance - r;
    manifold->normal = ssVec3_Scale( -1.0, ssMat3_Mul( b->m, out ) );
    addManifoldPoint( manifold, ssVec3_MulAdd( a->p, r + 0.5 * gap, manifold->normal ), gap, margin, 0 );
}

/// Adds the point half-way between the body's point x and the plane.
static void addOverPlane(
    ssManifold* manifold, const Solid* plane, ssVec3 x, double margin, uint32_t feature )
{
    double gap = ssVec3_Dot( plane->m.cz, ssVec3_Sub( x, plane->p ) );
    addManifoldPoint( manifold, ssVec3_MulAdd( x, -0.5 * gap, plane->m.cz ), gap, margin, feature );
}

static void spherePlane( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    manifold->normal = ssVec3_Scale( -1.0, b->m.cz );
    addOverPlane( manifold, b, ssVec3_MulAdd( a->p, a->shape->radius, manifold->normal ), margin, 0 );
}

static void capsulePlane( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    manifold->normal = ssVec3_Scale( -1.0, b->m.cz );
    for ( int i = 0; i < 2; ++i )
    {
        double l = i == 0 ? -a->shape->halfLength : a->shape->halfLength;
        ssVec3 centre = ssVec3_MulAdd( a->p, l, a->m.cz );
        addOverPlane(
            manifold, b, ssVec3_MulAdd( centre, a->shape->radius, manifold->normal ), margin, (uint32_t)i );
    }
}

static void boxPlane( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    ssVec3 h = a->shape->half;
    manifold->normal = ssVec3_Scale( -1.0, b->m.cz );
    for ( uint32_t i = 0; i < 8; ++i )
    {
        ssVec3 corner = { i & 1u ? h.x : -h.x, i & 2u ? h.y : -h.y, i & 4u ? h.z : -h.z };
        addOverPlane( manifold, b, ssVec3_Add( a->p, ssMat3_Mul( a->m, corner ) ), margin, i );
    }
}

static void cylinderPlane( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    double r = a->shape->radius, l = a->shape->halfLength;
    manifold->normal = ssVec3_Scale( -1.0, b->m.cz );
    ssVec3 down = ssMat3_MulT( a->m, manifold->normal );
    double sine = ssHypot( down.x, down.y );
    // The lowest point of each rim supports a cylinder that lies on its side or stands on an edge. For a
    // cylinder that stands on a cap this point is undefined: four points of the rim, fixed in the body,
    // support it instead, and the lowest point is added once it is distinctly lower.
    bool tilted = sine * r > 1e-5 * ssMin( r, l );
    ssVec3 lowest = { tilted ? r * down.x / sine : 0.0, tilted ? r * down.y / sine : 0.0, 0.0 };
    double near = copysign( l, down.z );
    for ( uint32_t i = 0; i < 2 && tilted; ++i )
    {
        lowest.z = i == 0 ? near : -near;
        // The feature names the cap, not the nearer end, so that rocking on the side does not swap the two.
        addOverPlane(
            manifold, b, ssVec3_Add( a->p, ssMat3_Mul( a->m, lowest ) ), margin, lowest.z > 0.0 ? 1 : 0 );
    }
    if ( fabs( down.z ) > 0.99 )
    {
        for ( uint32_t i = 0; i < 4; ++i )
        {
            static const double turn[5] = { 1.0, 0.0, -1.0, 0.0, 1.0 };
            ssVec3 rim = { r * turn[i], r * turn[i + 1], near };
            addOverPlane( manifold, b, ssVec3_Add( a->p, ssMat3_Mul( a->m, rim ) ), margin,
                ( near > 0.0 ? 8u : 4u ) + i );
        }
    }
}

/// The plane is A. Corners within the margin; if too many, the lowest and the outline of the lowest face.
static void planeHull( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    const ssHull* hull = b->shape->hull;
    ssVec3 down = ssMat3_MulT( b->m, ssVec3_Scale( -1.0, a->m.cz ) );
    double gaps[hullMaxVertices];
    int near = 0, lowest = 0, face = 0;
    manifold->normal = a->m.cz;
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        ssVec3 x = ssVec3_Add( b->p, ssMat3_Mul( b->m, hull->vertices[i] ) );
        gaps[i] = ssVec3_Dot( a->m.cz, ssVec3_Sub( x, a->p ) );
        near += gaps[i] <= margin ? 1 : 0;
        lowest = gaps[i] < gaps[lowest] ? i : lowest;
    }
    for ( int f = 1; f < hull->faceCount; ++f )
    {
        double gain =
            ssVec3_Dot( down, hull->faces[f].normal ) - ssVec3_Dot( down, hull->faces[face].normal );
        face = gain > 1e-9 ? f : face;
    }
    const HullFace* base = hull->faces + face;
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        bool chosen = near <= SS_MANIFOLD_MAX || i == lowest;
        for ( int k = 0; k < base->outlineCount && !chosen; ++k )
        {
            // the last corner of the outline leaves room for a lower one elsewhere
            chosen = base->outline[k] == i && k < SS_MANIFOLD_MAX - 1;
        }
        if ( chosen )
        {
            ssVec3 x = ssVec3_Add( b->p, ssMat3_Mul( b->m, hull->vertices[i] ) );
            addManifoldPoint(
                manifold, ssVec3_MulAdd( x, -0.5 * gaps[i], a->m.cz ), gaps[i], margin, (uint32_t)i );
        }
    }
}

// Share of the size by which points of two faces may miss the distance of polyhedra and keep their names.
#define MISSED 1e-3

static void polyhedra( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    bool boxes = a->shape->kind == ss_shapeBox && b->shape->kind == ss_shapeBox;
    Separation separation = boxes ? separateBoxes( a, b ) : separatePolyhedra( a, b );
    buildManifold( a, b, separation, margin, manifold );
    double size = ssMin( ssShape_InnerRadius( a->shape ), ssShape_InnerRadius( b->shape ) );
    double least = lowestGap( manifold ), gap = ssMax( separation.gap, 0.0 );
    if ( separation.gap > margin || ( manifold->count > 0 && least <= gap + MISSED * size ) ) { return; }
    // The nearest parts are beyond each other's faces: corners or edges meet, at their true distance.
    ssManifold nearest = { .count = 0 };
    buildManifold( a, b, separateConvex( a, b, margin ), margin, &nearest );
    if ( manifold->count == 0 || lowestGap( &nearest ) < least - MISSED * size ) { *manifold = nearest; }
}

static void capsuleCapsule( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    buildManifold( a, b, separateCapsules( a, b ), margin, manifold );
}

static void convexConvex( const Solid* a, const Solid* b, double margin, ssManifold* manifold )
{
    buildManifold( a, b, separateConvex( a, b, margin ), margin, manifold );
}

/// The first shape of a pair is the one that comes first in ssShapeKind.
static CollideFcn* const s_pairs[ss_shapeKindCount][ss_shapeKindCount] = {
    [ss_shapeSphere] = { [ss_shapeSphere] = sphereSphere,
        [ss_shapeBox] = sphereOther,
        [ss_shapeCylinder] = sphereOther,
        [ss_shapeCapsule] = sphereOther,
        [ss_shapePlane] = spherePlane,
        [ss_shapeHull] = sphereOther },
    [ss_shapeBox] = { [ss_shapeBox] = polyhedra,
        [ss_shapeCylinder] = convexConvex,
        [ss_shapeCapsule] = convexConvex,
        [ss_shapePlane] = boxPlane,
        [ss_shapeHull] = polyhedra },
    [ss_shapeCylinder] = { [ss_shapeCylinder] = convexConvex,
        [ss_shapeCapsule] = convexConvex,
        [ss_shapePlane] = cylinderPlane,
        [ss_shapeHull] = convexConvex },
    [ss_shapeCapsule] = { [ss_shapeCapsule] = capsuleCapsule,
        [ss_shapePlane] = capsulePlane,
        [ss_shapeHull] = convexConvex },
    [ss_shapePlane] = { [ss_shapeHull] = planeHull },
    [ss_shapeHull] = { [ss_shapeHull] = polyhedra },
};

static bool poseIsFinite( ssPose pose )
{
    ssVec3 p = pose.position;
    ssQuat q = pose.orientation;
    // A sum is finite only if every term is.
    return isfinite( p.x + p.y + p.z ) && isfinite( q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z );
}

bool ssCollide(
    const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB, double margin, ssManifold* manifold )
{
    manifold->count = 0;
    manifold->normal = ssVec3_Make( 0.0, 0.0, 1.0 );
    bool swap = a->kind > b->kind;
    CollideFcn* collide = swap ? s_pairs[b->kind][a->kind] : s_pairs[a->kind][b->kind];
    if ( collide == NULL || !poseIsFinite( poseA ) || !poseIsFinite( poseB ) ) { return false; }
    Solid first = { .shape = a, .p = poseA.position }, second = { .shape = b, .p = poseB.position };
    // The orientation of a sphere does not matter.
    first.m = a->kind != ss_shapeSphere ? ssQuat_Matrix( poseA.orientation ) : first.m;
    second.m = b->kind != ss_shapeSphere ? ssQuat_Matrix( poseB.orientation ) : second.m;
    collide( swap ? &second : &first, swap ? &first : &second, margin, manifold );
    manifold->normal = swap ? ssVec3_Scale( -1.0, manifold->normal ) : manifold->normal;
    return manifold->count > 0;
}
