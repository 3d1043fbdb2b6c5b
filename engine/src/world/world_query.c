// SPDX-License-Identifier: MIT
#include "slipstick/world_query.h"
#include "world/world_private.h"

// Queries go over all bodies. A body whose bounding ball is out of reach costs a few operations; the grid of
// the broad phase holds boxes of the start of the latest step, which edits and the step itself have outdated.

static ssResult checkPoint( const char* field, ssVec3 x )
{
    return ssVec3_IsFinite( x )
        ? ssOk()
        : ssError( ss_errorValue, field, "%s = [%g, %g, %g]; allowed: finite numbers", field, x.x, x.y, x.z );
}

static bool sees( const ssWorld* world, const ssQueryFilter* filter, int index )
{
    const Body* body = &world->bodies[index];
    if ( !world->bodyHandles.used[index] || !body->enabled ) { return false; }
    ssBodyId id = bodyId( world, index );
    return filter == NULL ||
        ( !( id.slot1 == filter->ignore.slot1 && id.generation == filter->ignore.generation ) &&
            ( filter->accepts == NULL || filter->accepts( filter->context, id ) ) );
}

/// Whether the segment from `origin` to `reach` along unit d may come near a bounding ball.
static bool rayComesNear( const Body* body, ssVec3 origin, ssVec3 d, double reach )
{
    ssVec3 to = ssVec3_Sub( body->pose.position, origin );
    double along = ssMin( ssMax( ssVec3_Dot( to, d ), 0.0 ), reach );
    ssVec3 off = ssVec3_MulAdd( to, -along, d );
    double radius = body->boundingRadius + 1e-12 * ( body->boundingRadius + ssVec3_Length( to ) );
    return ssVec3_Dot( off, off ) <= radius * radius;
}

ssResult ssWorld_CastRay(
    const ssWorld* world, ssVec3 origin, ssVec3 travel, const ssQueryFilter* filter, ssWorldHit* hit )
{
    *hit = ( ssWorldHit ){ 0 };
    ssResult result = worldCheck( world );
    result = result.code == ss_ok ? checkPoint( "origin", origin ) : result;
    result = result.code == ss_ok ? checkPoint( "travel", travel ) : result;
    double length = ssVec3_Length( travel );
    if ( result.code == ss_ok && !isfinite( length ) )
    {
        result = ssError( ss_errorValue, "travel", "the ray is longer than a double can hold" );
    }
    ssVec3 d = length > 0.0 ? ssVec3_Make( travel.x / length, travel.y / length, travel.z / length ) : travel;
    double reach = length;
    for ( int i = 0; result.code == ss_ok && i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        ssRayHit at;
        // The whole ray is cast against each body, so that the fraction does not depend on the bodies before.
        if ( rayComesNear( body, origin, d, reach ) && sees( world, filter, i ) &&
            ssShape_CastRay( &body->shape, bodyShapePose( body ), origin, travel, &at ) &&
            ( hit->body.slot1 == 0 || at.fraction < hit->at.fraction ) )
        {
            *hit = ( ssWorldHit ){ bodyId( world, i ), at };
            reach = at.fraction * length;
        }
    }
    return result;
}

static bool ballsTouch( const Body* body, ssVec3 centre, double radius )
{
    double reach = ( body->boundingRadius + radius ) * ( 1.0 + 1e-12 );
    return ssVec3_Length( ssVec3_Sub( centre, body->pose.position ) ) <= reach;
}

ssResult ssWorld_Overlap( const ssWorld* world, const ssShape* shape, ssPose pose,
    const ssQueryFilter* filter, int capacity, ssBodyId* bodies, int* count )
{
    *count = 0;
    ssResult result = worldCheck( world );
    result = result.code == ss_ok ? ssShape_Validate( shape ) : result;
    result = result.code == ss_ok ? checkPoint( "position", pose.position ) : result;
    ssQuat q = pose.orientation;
    double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if ( result.code == ss_ok && !( size > 0.0 && isfinite( size ) ) )
    {
        result =
            ssError( ss_errorValue, "orientation", "the orientation quaternion must be finite and not zero" );
    }
    pose.orientation = result.code == ss_ok ? ssQuat_Normalize( q ) : q;
    double radius = result.code == ss_ok ? ssShape_BoundingRadius( shape ) : 0.0;
    for ( int i = 0; result.code == ss_ok && i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( ballsTouch( body, pose.position, radius ) && sees( world, filter, i ) &&
            ssShape_Overlap( shape, pose, &body->shape, bodyShapePose( body ) ) )
        {
            if ( *count < capacity ) { bodies[*count] = bodyId( world, i ); }
            *count += 1;
        }
    }
    return result;
}

ssResult ssWorld_Closest(
    const ssWorld* world, ssVec3 point, double radius, const ssQueryFilter* filter, ssWorldNearest* nearest )
{
    *nearest = ( ssWorldNearest ){ 0 };
    ssResult result = worldCheck( world );
    result = result.code == ss_ok ? checkPoint( "point", point ) : result;
    if ( result.code == ss_ok && !( radius >= 0.0 ) )
    {
        result = ssError( ss_errorValue, "radius", "radius = %g m; allowed: >= 0", radius );
    }
    for ( int i = 0; result.code == ss_ok && i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        double reach = ssMax( nearest->body.slot1 != 0 ? nearest->at.distance : radius, 0.0 );
        if ( ballsTouch( body, point, reach ) && sees( world, filter, i ) )
        {
            ssNearest at = ssShape_Closest( &body->shape, bodyShapePose( body ), point );
            if ( nearest->body.slot1 == 0 ? at.distance <= radius : at.distance < nearest->at.distance )
            {
                *nearest = ( ssWorldNearest ){ bodyId( world, i ), at };
            }
        }
    }
    return result;
}

ssResult ssWorld_ClosestOnBody( const ssWorld* world, ssBodyId id, ssVec3 point, ssNearest* nearest )
{
    *nearest = ( ssNearest ){ 0 };
    int index = bodyNamed( world, id );
    SS_TRY( world == NULL ? worldCheck( world )
            : index >= 0  ? checkPoint( "point", point )
                         : handlesRefuse( &world->bodyHandles, world->bodyCount, handleBody, "body", id.slot1,
                               id.generation ) );
    const Body* body = &world->bodies[index];
    *nearest = ssShape_Closest( &body->shape, bodyShapePose( body ), point );
    return ssOk();
}
