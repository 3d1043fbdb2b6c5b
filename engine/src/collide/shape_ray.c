// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"
#include "slipstick/shape_query.h"

// Rays against shapes. Every shape is an intersection of half-spaces and a tube, or a union of such: each of
// them cuts a piece out of the ray, and the normal at the entry is that of what cut last.

/// A ray in the shape's own frame: the points origin + s direction, s >= 0.
typedef struct Ray
{
    ssVec3 origin;
    ssVec3 direction; ///< unit
} Ray;

/// The piece [enter, exit] of a ray [m]; empty when enter > exit.
typedef struct Piece
{
    double enter, exit;
    ssVec3 normal; ///< at the entry
} Piece;

static const Piece s_whole = { .enter = -HUGE_VAL, .exit = HUGE_VAL };
static const Piece s_nothing = { .enter = HUGE_VAL, .exit = -HUGE_VAL };

/// Leaves what is in the half-space n · x <= offset.
static void cutPlane( Piece* piece, const Ray* ray, ssVec3 n, double offset )
{
    double height = ssVec3_Dot( n, ray->origin ) - offset, climb = ssVec3_Dot( n, ray->direction );
    if ( climb == 0.0 )
    {
        *piece = height > 0.0 ? s_nothing : *piece;
        return;
    }
    double at = -height / climb;
    if ( climb > 0.0 ) { piece->exit = ssMin( piece->exit, at ); }
    else if ( at > piece->enter )
    {
        piece->enter = at;
        piece->normal = n;
    }
}

/// Leaves what is within a radius of the origin (`flat` 1) or the z axis (`flat` 0). Half the chord is added
/// to the ray's nearest point, without the cancellation in the roots of the quadratic.
static void cutRound( Piece* piece, const Ray* ray, double radius, double flat )
{
    ssVec3 o = ray->origin, d = ray->direction;
    o.z *= flat;
    d.z *= flat;
    double speed2 = ssVec3_Dot( d, d ), nearest = speed2 > 0.0 ? -ssVec3_Dot( o, d ) / speed2 : 0.0;
    ssVec3 off = ssVec3_MulAdd( o, nearest, d );
    double miss = ssVec3_Length( off ), room = ( radius - miss ) * ( radius + miss );
    if ( room < 0.0 )
    {
        *piece = s_nothing;
        return;
    }
    if ( !( speed2 > 0.0 ) )
    {
        return; // along the axis of the tube: all of it is inside
    }
    double half = sqrt( room / speed2 );
    piece->exit = ssMin( piece->exit, nearest + half );
    if ( nearest - half > piece->enter )
    {
        piece->enter = nearest - half;
        ssVec3 x = ssVec3_MulAdd( off, -half, d );
        piece->normal = ssVec3_Scale( 1.0 / radius, x );
    }
}

static Piece throughBox( const ssShape* shape, const Ray* ray )
{
    Piece piece = s_whole;
    const double* half = &shape->half.x;
    for ( int i = 0; i < 6; ++i )
    {
        double side = i < 3 ? 1.0 : -1.0;
        ssVec3 n = { i % 3 == 0 ? side : 0.0, i % 3 == 1 ? side : 0.0, i % 3 == 2 ? side : 0.0 };
        cutPlane( &piece, ray, n, half[i % 3] );
    }
    return piece;
}

/// The tube between the planes z = ±halfLength.
static Piece throughTube( const ssShape* shape, const Ray* ray )
{
    Piece piece = s_whole;
    cutPlane( &piece, ray, ssVec3_Make( 0.0, 0.0, 1.0 ), shape->halfLength );
    cutPlane( &piece, ray, ssVec3_Make( 0.0, 0.0, -1.0 ), shape->halfLength );
    cutRound( &piece, ray, shape->radius, 0.0 );
    return piece;
}

/// The union of a tube and two balls, which is convex: the ray enters where it enters the first of them.
static Piece throughCapsule( const ssShape* shape, const Ray* ray )
{
    Piece all = throughTube( shape, ray );
    for ( int i = 0; i < 2; ++i )
    {
        Ray moved = *ray;
        moved.origin.z += i == 0 ? shape->halfLength : -shape->halfLength;
        Piece ball = s_whole;
        cutRound( &ball, &moved, shape->radius, 1.0 );
        bool some = ball.enter <= ball.exit,
             first = some && ( ball.enter < all.enter || all.enter > all.exit );
        double last = some ? ssMax( ball.exit, all.enter <= all.exit ? all.exit : -HUGE_VAL ) : all.exit;
        all = first ? ball : all;
        all.exit = last;
    }
    return all;
}

static Piece throughHull( const ssShape* shape, const Ray* ray )
{
    Piece piece = s_whole;
    for ( int f = 0; f < shape->hull->faceCount; ++f )
    {
        cutPlane( &piece, ray, shape->hull->faces[f].normal, shape->hull->faces[f].offset );
    }
    return piece;
}

static Piece through( const ssShape* shape, const Ray* ray )
{
    Piece piece = s_whole;
    switch ( shape->kind )
    {
        case ss_shapeSphere: cutRound( &piece, ray, shape->radius, 1.0 ); return piece;
        case ss_shapeBox: return throughBox( shape, ray );
        case ss_shapeCylinder: return throughTube( shape, ray );
        case ss_shapeCapsule: return throughCapsule( shape, ray );
        case ss_shapePlane: cutPlane( &piece, ray, ssVec3_Make( 0.0, 0.0, 1.0 ), 0.0 ); return piece;
        case ss_shapeHull: return throughHull( shape, ray );
        case ss_shapeKindCount:
        default: return s_nothing;
    }
}

bool ssShape_CastRay( const ssShape* shape, ssPose pose, ssVec3 origin, ssVec3 travel, ssRayHit* hit )
{
    ssMat3 m = ssQuat_Matrix( pose.orientation );
    ssVec3 from = ssMat3_MulT( m, ssVec3_Sub( origin, pose.position ) ), normal;
    double length = ssVec3_Length( travel ), distance = shapeDistance( shape, from, &normal );
    if ( !isfinite( length ) || !isfinite( distance ) ) { return false; }
    if ( distance <= 0.0 )
    {
        *hit = ( ssRayHit ){ .point = origin, .normal = ssMat3_Mul( m, normal ), .inside = true };
        return true;
    }
    if ( distance > length )
    {
        return false; // too short to get there
    }
    ssVec3 direction = { travel.x / length, travel.y / length, travel.z / length };
    Ray ray = { from, ssMat3_MulT( m, direction ) };
    Piece piece = through( shape, &ray );
    // The origin is outside: an entry behind it by a rounding error is one at the origin.
    if ( !( piece.enter <= piece.exit && piece.exit >= 0.0 && piece.enter <= length ) ) { return false; }
    double at = ssMax( piece.enter, 0.0 );
    *hit = ( ssRayHit ){ .fraction = at / length,
        .point = ssVec3_MulAdd( origin, at, direction ),
        .normal = ssMat3_Mul( m, piece.normal ) };
    return true;
}
