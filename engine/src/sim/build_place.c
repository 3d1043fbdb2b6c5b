// SPDX-License-Identifier: MIT
#include "slipstick/advanced/build_place.h"
#include "sim/build_private.h"
#include "slipstick/shape_query.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ boxes

void ssPart_Box( const ssPart* part, ssVec3* centre, ssVec3* half )
{
    double r = part->radius, l = 0.5 * part->length;
    *centre = ssVec3_Make( 0.0, 0.0, 0.0 );
    switch ( part->kind )
    {
        case ss_partSphere:
        case ss_partHollowSphere:
            *half = ssVec3_Make( r, r, r );
            return;
        case ss_partCylinder:
        case ss_partHoop:
        case ss_partTurntable:
            *half = ssVec3_Make( r, r, l );
            return;
        case ss_partCapsule:
            *half = ssVec3_Make( r, r, l + r );
            return;
        case ss_partHull:
            break;
        default:
            *half = ssVec3_Scale( 0.5, part->size );
            return;
    }
    ssVec3 low = { (double)INFINITY, (double)INFINITY, (double)INFINITY }, high = ssVec3_Scale( -1.0, low );
    for ( int i = 0; i < part->pointCount; ++i )
    {
        ssVec3 p = part->points[i];
        low = ssVec3_Make( ssMin( low.x, p.x ), ssMin( low.y, p.y ), ssMin( low.z, p.z ) );
        high = ssVec3_Make( ssMax( high.x, p.x ), ssMax( high.y, p.y ), ssMax( high.z, p.z ) );
    }
    *centre = part->pointCount > 0 ? ssVec3_Scale( 0.5, ssVec3_Add( low, high ) ) : *centre;
    *half = part->pointCount > 0 ? ssVec3_Scale( 0.5, ssVec3_Sub( high, low ) ) : *centre;
}

/// A shape in the world.
typedef struct Placed
{
    ssShape shape;
    ssPose pose;
} Placed;

static void unplace( Placed* placed )
{
    ssHull_Release( placed->shape.hull );
}

/// The shape of a valid part whose coordinates are at `pose`, to be unplaced. False: its points make no hull.
static bool place( const ssPart* part, ssPose pose, Placed* placed )
{
    ssBodyDef def;
    ssPose frame;
    if ( ssPart_Body( part, &def, &frame ).code != ss_ok )
    {
        return false;
    }
    // pose = body × frame, so body = pose × frame⁻¹
    ssQuat back = ssQuat_Conjugate( frame.orientation );
    ssQuat turn = ssQuat_Mul( pose.orientation, back );
    ssVec3 origin = ssVec3_Sub( pose.position, ssQuat_Rotate( turn, frame.position ) );
    placed->shape = def.shape;
    placed->pose.position = ssVec3_Add( origin, ssQuat_Rotate( turn, def.shapeCentre ) );
    placed->pose.orientation = turn;
    return true;
}

ssAabb ssPart_Aabb( const ssPart* part, ssPose pose )
{
    Placed placed;
    ssAabb box = { pose.position, pose.position };
    if ( ssPart_Validate( part ).code == ss_ok && place( part, pose, &placed ) )
    {
        box = ssShape_Aabb( &placed.shape, placed.pose );
        unplace( &placed );
    }
    return box;
}

// ------------------------------------------------------------------------------------------------------------- rays

bool ssPart_Hit(
    const ssPart* part, ssPose pose, ssVec3 origin, ssVec3 direction, double* distance, ssVec3* normal )
{
    Placed placed;
    if ( !place( part, pose, &placed ) )
    {
        return false;
    }
    double reach = ssVec3_Length( ssVec3_Sub( placed.pose.position, origin ) ) +
        2.0 * ssShape_BoundingRadius( &placed.shape );
    ssRayHit at;
    bool hit = ssShape_CastRay( &placed.shape, placed.pose, origin, ssVec3_Scale( reach, direction ), &at );
    if ( hit && distance != NULL )
    {
        *distance = at.fraction * reach;
    }
    if ( hit && normal != NULL )
    {
        *normal = at.normal;
    }
    unplace( &placed );
    return hit;
}

// ------------------------------------------------------------------------------------------------------------ resting

/// The smallest gap between two shapes [m] and the share of a descent of `b` by which it closes, the normal's z.
static double gapBetween( const Placed* a, const Placed* b, double* closing )
{
    ssManifold manifold;
    *closing = 0.0;
    if ( !ssCollide( &a->shape, a->pose, &b->shape, b->pose, 1e6, &manifold ) )
    {
        return (double)INFINITY;
    }
    double gap = (double)INFINITY;
    for ( int i = 0; i < manifold.count; ++i )
    {
        gap = ssMin( gap, manifold.points[i].gap );
    }
    *closing = manifold.normal.z;
    return gap;
}

/// Is this one overlapped by more than a touch?
static bool overlaps( double gap, const Placed* placed )
{
    return gap < -1e-6 * ssShape_BoundingRadius( &placed->shape );
}

/// What a part may rest on.
typedef struct Below
{
    Placed* others;
    int count;
    bool ground;
} Below;

static double lowestPoint( const Placed* placed )
{
    return ssShape_Aabb( &placed->shape, placed->pose ).lower.z;
}

/// Lifts a shape out of what it overlaps, which may make it overlap the next.
static void liftOut( const Below* below, Placed* own )
{
    double closing, lift = 1.0;
    for ( int round = 0; round < 64 && lift > 0.0; ++round )
    {
        lift = 0.0;
        for ( int i = 0; i < below->count; ++i )
        {
            const Placed* other = below->others + i;
            if ( overlaps( gapBetween( other, own, &closing ), own ) )
            {
                double top = ssShape_Aabb( &other->shape, other->pose ).upper.z;
                lift = ssMax( lift, top - lowestPoint( own ) );
            }
        }
        own->pose.position.z += lift * ( 1.0 + 1e-9 );
    }
    double under = below->ground ? lowestPoint( own ) : 0.0;
    own->pose.position.z -= ssMin( under, 0.0 );
}

/// How far a shape can go down at least before it touches something; infinite where nothing is in its way.
static double freeDescent( const Below* below, const Placed* own )
{
    double closing, step = below->ground ? lowestPoint( own ) : (double)INFINITY;
    for ( int i = 0; i < below->count; ++i )
    {
        double gap = gapBetween( below->others + i, own, &closing );
        step = closing > 1e-3 ? ssMin( step, ssMax( gap, 0.0 ) / closing ) : step;
    }
    return step;
}

/// How far a shape goes down, or up, until it rests; infinite where it would fall for ever.
static double descent( const Below* below, Placed own )
{
    double start = own.pose.position.z, step = 1.0;
    liftOut( below, &own );
    // The distance of convex shapes is a convex function of the descent: Newton's steps never go too far.
    for ( int round = 0; round < 64 && step > 1e-9 && isfinite( step ); ++round )
    {
        step = freeDescent( below, &own );
        own.pose.position.z -= step;
    }
    return start - own.pose.position.z;
}

double ssBuild_RestHeight( const ssBuild* build, const ssPose* poses, const ssPart* part )
{
    Placed own;
    Below below = { ssAlloc( ( (size_t)build->partCount + 1 ) * sizeof( Placed ) ), 0, build->ground.on };
    if ( below.others == NULL || ssPart_Validate( part ).code != ss_ok ||
        !place( part, ssPart_Pose( part ), &own ) )
    {
        ssRelease( below.others );
        return part->position.z;
    }
    for ( int i = 0; i < build->partCount; ++i )
    {
        const ssPart* other = build->parts + i;
        if ( other->id != part->id &&
            place( other, poses != NULL ? poses[i] : ssPart_Pose( other ), below.others + below.count ) )
        {
            below.count += 1;
        }
    }
    double down = descent( &below, own );
    for ( int i = 0; i < below.count; ++i )
    {
        unplace( below.others + i );
    }
    unplace( &own );
    ssRelease( below.others );
    return isfinite( down ) ? part->position.z - down : part->position.z;
}

// ------------------------------------------------------------------------------------------------------------ points

ssResult ssParsePoints( const char* text, ssVec3* points, int capacity, int* count )
{
    static const char* const between = " \t\r\n,;()[]";
    double numbers[3] = { 0.0, 0.0, 0.0 };
    int read = 0;
    *count = 0;
    for ( text += strspn( text, between ); *text != '\0'; text += strspn( text, between ) )
    {
        char word[64];
        size_t length = strcspn( text, between );
        if ( length >= sizeof word )
        {
            return ssError(
                ss_errorFormat, "points", "point %d: '%.20s…' is not a number", *count + 1, text );
        }
        memcpy( word, text, length );
        word[length] = '\0';
        if ( !ssParseNumber( word, &numbers[read] ) || !isfinite( numbers[read] ) )
        {
            return ssError( ss_errorFormat, "points", "point %d: '%s' is not a number", *count + 1, word );
        }
        text += length;
        if ( ++read == 3 )
        {
            if ( *count == capacity )
            {
                return ssError( ss_errorValue, "points", "more than %d points", capacity );
            }
            points[( *count )++] = ssVec3_Make( numbers[0], numbers[1], numbers[2] );
            read = 0;
        }
    }
    if ( read != 0 )
    {
        return ssError( ss_errorFormat, "points", "point %d has %d number%s; allowed: x, y and z", *count + 1,
            read, read == 1 ? "" : "s" );
    }
    return *count >= 4
        ? ssOk()
        : ssError( ss_errorValue, "points", "%d point%s; allowed: 4 to %d that do not lie in a plane", *count,
              *count == 1 ? "" : "s", capacity );
}
