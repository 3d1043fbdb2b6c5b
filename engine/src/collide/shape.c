// SPDX-License-Identifier: MIT
#include "collide/hull_private.h"

// The shapes: their checks, volumes, inertias, boxes and supporting points.

static const char* const s_names[ss_shapeKindCount] = {
    [ss_shapeSphere] = "sphere",
    [ss_shapeBox] = "box",
    [ss_shapeCylinder] = "cylinder",
    [ss_shapeCapsule] = "capsule",
    [ss_shapePlane] = "plane",
    [ss_shapeHull] = "hull",
};

ssShape ssSphereShape( double radius ) { return ( ssShape ){ .kind = ss_shapeSphere, .radius = radius }; }

ssShape ssDefaultShape( void ) { return ssSphereShape( 1.0 ); }

ssShape ssBoxShape( ssVec3 half ) { return ( ssShape ){ .kind = ss_shapeBox, .half = half }; }

ssShape ssCylinderShape( double radius, double halfLength )
{
    return ( ssShape ){ .kind = ss_shapeCylinder, .radius = radius, .halfLength = halfLength };
}

ssShape ssCapsuleShape( double radius, double halfLength )
{
    return ( ssShape ){ .kind = ss_shapeCapsule, .radius = radius, .halfLength = halfLength };
}

ssShape ssPlaneShape( void ) { return ( ssShape ){ .kind = ss_shapePlane }; }

const char* ssShapeKindName( ssShapeKind kind )
{
    return (int)kind >= 0 && kind < ss_shapeKindCount ? s_names[kind] : "unknown";
}

ssResult ssShape_Validate( const ssShape* shape )
{
    const char* fields[3] = { "half.x", "half.y", "half.z" };
    double sizes[3] = { shape->half.x, shape->half.y, shape->half.z };
    int count = 3;
    switch ( shape->kind )
    {
        case ss_shapePlane: return ssOk();
        case ss_shapeHull:
            return shape->hull != NULL ? ssOk() : ssError( ss_errorValue, "hull", "the shape has no hull" );
        case ss_shapeBox: break;
        case ss_shapeSphere:
        case ss_shapeCylinder:
        case ss_shapeCapsule:
            fields[0] = "radius";
            fields[1] = "halfLength";
            sizes[0] = shape->radius;
            sizes[1] = shape->halfLength;
            count = shape->kind == ss_shapeSphere ? 1 : 2;
            break;
        case ss_shapeKindCount:
        default:
            return ssError( ss_errorUnknown, "kind",
                "kind = %d: a shape is a sphere, box, cylinder, capsule, plane or hull", (int)shape->kind );
    }
    double least = HUGE_VAL, most = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        // Within these bounds volumes and moments of inertia neither overflow nor underflow.
        if ( !( sizes[i] >= 1e-50 && sizes[i] <= 1e50 ) )
        {
            return ssError( ss_errorValue, fields[i], "%s = %g m: the size of a %s must be finite and > 0",
                fields[i], sizes[i], s_names[shape->kind] );
        }
        least = ssMin( least, sizes[i] );
        most = ssMax( most, sizes[i] );
    }
    if ( most > 1e6 * least )
    {
        return ssError( ss_errorValue, fields[0],
            "the sizes of a %s range from %g to %g m; allowed: a ratio of at most 1e6, or contacts are lost "
            "to rounding",
            s_names[shape->kind], least, most );
    }
    return ssOk();
}

double ssShape_Volume( const ssShape* shape )
{
    double r = shape->radius, l = shape->halfLength;
    switch ( shape->kind )
    {
        case ss_shapeSphere: return 4.0 / 3.0 * SS_PI * r * r * r;
        case ss_shapeBox: return 8.0 * shape->half.x * shape->half.y * shape->half.z;
        case ss_shapeCylinder: return SS_PI * r * r * 2.0 * l;
        case ss_shapeCapsule: return SS_PI * r * r * ( 2.0 * l + 4.0 / 3.0 * r );
        case ss_shapeHull: return shape->hull->volume;
        case ss_shapePlane:
        case ss_shapeKindCount:
        default: return HUGE_VAL;
    }
}

ssVec3 ssShape_Inertia( const ssShape* shape )
{
    double r2 = shape->radius * shape->radius, l = shape->halfLength;
    ssVec3 h = shape->half;
    switch ( shape->kind )
    {
        case ss_shapeSphere: return ssVec3_Make( 0.4 * r2, 0.4 * r2, 0.4 * r2 );
        case ss_shapeBox:
        {
            double x = h.x * h.x / 3.0, y = h.y * h.y / 3.0, z = h.z * h.z / 3.0;
            return ssVec3_Make( y + z, z + x, x + y );
        }
        case ss_shapeCylinder:
        {
            double across = 0.25 * r2 + l * l / 3.0;
            return ssVec3_Make( across, across, 0.5 * r2 );
        }
        case ss_shapeCapsule:
        {
            // A cylinder of length 2l and two hemispheres, whose centres of mass lie 3/8 r beyond its ends.
            double r = shape->radius, tube = 2.0 * l, balls = 4.0 / 3.0 * r, whole = tube + balls;
            double across = tube * ( 0.25 * r2 + l * l / 3.0 ) + balls * ( 0.4 * r2 + l * l + 0.75 * l * r );
            double along = tube * 0.5 * r2 + balls * 0.4 * r2;
            return ssVec3_Make( across / whole, across / whole, along / whole );
        }
        case ss_shapeHull: return shape->hull->inertia;
        case ss_shapePlane:
        case ss_shapeKindCount:
        default: return ssVec3_Make( HUGE_VAL, HUGE_VAL, HUGE_VAL );
    }
}

double ssShape_BoundingRadius( const ssShape* shape )
{
    switch ( shape->kind )
    {
        case ss_shapeSphere: return shape->radius;
        case ss_shapeBox: return ssVec3_Length( shape->half );
        case ss_shapeCylinder: return ssHypot( shape->radius, shape->halfLength );
        case ss_shapeCapsule: return shape->radius + shape->halfLength;
        case ss_shapeHull: return shape->hull->outer;
        case ss_shapePlane:
        case ss_shapeKindCount:
        default: return HUGE_VAL;
    }
}

double ssShape_InnerRadius( const ssShape* shape )
{
    switch ( shape->kind )
    {
        case ss_shapeSphere:
        case ss_shapeCapsule: return shape->radius;
        case ss_shapeBox: return ssMin( shape->half.x, ssMin( shape->half.y, shape->half.z ) );
        case ss_shapeCylinder: return ssMin( shape->radius, shape->halfLength );
        case ss_shapeHull: return shape->hull->inner;
        case ss_shapePlane:
        case ss_shapeKindCount:
        default: return HUGE_VAL;
    }
}

static ssAabb hullAabb( const ssHull* hull, ssPose pose )
{
    ssMat3 m = ssQuat_Matrix( pose.orientation );
    ssAabb box = { { HUGE_VAL, HUGE_VAL, HUGE_VAL }, { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL } };
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        ssVec3 x = ssVec3_Add( pose.position, ssMat3_Mul( m, hull->vertices[i] ) );
        box.lower =
            ssVec3_Make( ssMin( box.lower.x, x.x ), ssMin( box.lower.y, x.y ), ssMin( box.lower.z, x.z ) );
        box.upper =
            ssVec3_Make( ssMax( box.upper.x, x.x ), ssMax( box.upper.y, x.y ), ssMax( box.upper.z, x.z ) );
    }
    return box;
}

ssAabb ssShape_Aabb( const ssShape* shape, ssPose pose )
{
    ssVec3 c = pose.position, e = { shape->radius, shape->radius, shape->radius };
    if ( shape->kind == ss_shapePlane )
    {
        return ( ssAabb ){ { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL }, { HUGE_VAL, HUGE_VAL, HUGE_VAL } };
    }
    if ( shape->kind == ss_shapeHull ) { return hullAabb( shape->hull, pose ); }
    if ( shape->kind != ss_shapeSphere )
    {
        ssMat3 m = ssQuat_Matrix( pose.orientation );
        double r = shape->radius, l = shape->halfLength;
        switch ( shape->kind )
        {
            case ss_shapeBox:
                e.x = fabs( m.cx.x ) * shape->half.x + fabs( m.cy.x ) * shape->half.y +
                    fabs( m.cz.x ) * shape->half.z;
                e.y = fabs( m.cx.y ) * shape->half.x + fabs( m.cy.y ) * shape->half.y +
                    fabs( m.cz.y ) * shape->half.z;
                e.z = fabs( m.cx.z ) * shape->half.x + fabs( m.cy.z ) * shape->half.y +
                    fabs( m.cz.z ) * shape->half.z;
                break;
            case ss_shapeCylinder:
                // hypot of the other two columns' entries is the sine of the angle between
                // the axis and a world axis.
                e.x = r * ssHypot( m.cx.x, m.cy.x ) + l * fabs( m.cz.x );
                e.y = r * ssHypot( m.cx.y, m.cy.y ) + l * fabs( m.cz.y );
                e.z = r * ssHypot( m.cx.z, m.cy.z ) + l * fabs( m.cz.z );
                break;
            default:
                e = ssVec3_Make( r + l * fabs( m.cz.x ), r + l * fabs( m.cz.y ), r + l * fabs( m.cz.z ) );
                break;
        }
    }
    return ( ssAabb ){ ssVec3_Sub( c, e ), ssVec3_Add( c, e ) };
}

ssVec3 ssShape_Support( const ssShape* shape, ssPose pose, ssVec3 direction )
{
    ssMat3 m = ssQuat_Matrix( pose.orientation );
    ssVec3 d = ssMat3_MulT( m, direction ), p = { 0.0, 0.0, 0.0 };
    double length = ssVec3_Length( d ), across = ssHypot( d.x, d.y ), r = shape->radius;
    switch ( shape->kind )
    {
        case ss_shapeBox:
            p = ssVec3_Make( copysign( shape->half.x, d.x ), copysign( shape->half.y, d.y ),
                copysign( shape->half.z, d.z ) );
            break;
        case ss_shapeCylinder:
            p.x = across > 0.0 ? r * ( d.x / across ) : 0.0;
            p.y = across > 0.0 ? r * ( d.y / across ) : 0.0;
            p.z = copysign( shape->halfLength, d.z );
            break;
        case ss_shapeCapsule:
            p.z = copysign( shape->halfLength, d.z );
            p = length > 0.0 ? ssVec3_MulAdd( p, r / length, d ) : p;
            break;
        case ss_shapeSphere: p = length > 0.0 ? ssVec3_Scale( r / length, d ) : p; break;
        case ss_shapeHull: p = shape->hull->vertices[hullSupport( shape->hull, d )]; break;
        case ss_shapePlane:
        case ss_shapeKindCount:
        default: break;
    }
    return ssVec3_Add( pose.position, ssMat3_Mul( m, p ) );
}

double ssShape_Distance( const ssShape* shape, ssPose pose, ssVec3 point )
{
    ssVec3 p = ssMat3_MulT( ssQuat_Matrix( pose.orientation ), ssVec3_Sub( point, pose.position ) );
    double r = shape->radius, l = shape->halfLength;
    switch ( shape->kind )
    {
        case ss_shapeSphere: return ssVec3_Length( p ) - r;
        case ss_shapeBox:
        {
            ssVec3 o = { fabs( p.x ) - shape->half.x, fabs( p.y ) - shape->half.y,
                fabs( p.z ) - shape->half.z };
            ssVec3 out = { ssMax( o.x, 0.0 ), ssMax( o.y, 0.0 ), ssMax( o.z, 0.0 ) };
            return ssVec3_Length( out ) + ssMin( ssMax( o.x, ssMax( o.y, o.z ) ), 0.0 );
        }
        case ss_shapeCylinder:
        {
            double across = ssHypot( p.x, p.y ) - r, along = fabs( p.z ) - l;
            return ssHypot( ssMax( across, 0.0 ), ssMax( along, 0.0 ) ) +
                ssMin( ssMax( across, along ), 0.0 );
        }
        case ss_shapeCapsule: p.z -= ssMin( ssMax( p.z, -l ), l ); return ssVec3_Length( p ) - r;
        case ss_shapePlane: return p.z;
        case ss_shapeHull:
        {
            ssVec3 out;
            return hullDistance( shape->hull, p, &out );
        }
        case ss_shapeKindCount:
        default: return HUGE_VAL;
    }
}
