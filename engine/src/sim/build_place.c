// SPDX-License-Identifier: MIT
#include "slipstick/lab/build_place.h"
#include "slipstick/shape_query.h"

#include <string.h>

// Boxes, rays and free places among the parts of a build.

void ssPart_Box( const ssPart* part, ssVec3* centre, ssVec3* half )
{
    double r = part->radius, l = 0.5 * part->length;
    *centre = ssVec3_Make( 0.0, 0.0, 0.0 );
    switch ( part->kind )
    {
        case ss_partSphere:
        case ss_partHollowSphere: *half = ssVec3_Make( r, r, r ); return;
        case ss_partCylinder:
        case ss_partHoop:
        case ss_partTurntable: *half = ssVec3_Make( r, r, l ); return;
        case ss_partCapsule: *half = ssVec3_Make( r, r, l + r ); return;
        case ss_partHull: break;
        default: *half = ssVec3_Scale( 0.5, part->size ); return;
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

static void unplace( Placed* placed ) { ssHull_Release( placed->shape.hull ); }

/// The shape of a valid part whose coordinates are at `pose`, to be unplaced. False: its points make no hull.
static bool place( const ssPart* part, ssPose pose, Placed* placed )
{
    ssBodyDef def;
    ssPose frame;
    if ( ssPart_Body( part, &def, &frame ).code != ss_ok ) { return false; }
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

bool ssPart_Hit(
    const ssPart* part, ssPose pose, ssVec3 origin, ssVec3 direction, double* distance, ssVec3* normal )
{
    Placed placed;
    if ( !place( part, pose, &placed ) ) { return false; }
    double reach = ssVec3_Length( ssVec3_Sub( placed.pose.position, origin ) ) +
        2.0 * ssShape_BoundingRadius( &placed.shape );
    ssRayHit at;
    bool hit = ssShape_CastRay( &placed.shape, placed.pose, origin, ssVec3_Scale( reach, direction ), &at );
    if ( hit && distance != NULL ) { *distance = at.fraction * reach; }
    if ( hit && normal != NULL ) { *normal = at.normal; }
    unplace( &placed );
    return hit;
}

/// The smallest gap between two shapes [m], and the share of a descent of `b` by which it closes.
static double gapBetween( const Placed* a, const Placed* b, double* closing )
{
    ssManifold manifold;
    *closing = 0.0;
    if ( !ssCollide( &a->shape, a->pose, &b->shape, b->pose, 1e6, &manifold ) ) { return (double)INFINITY; }
    double gap = (double)INFINITY;
    for ( int i = 0; i < manifold.count; ++i ) { gap = ssMin( gap, manifold.points[i].gap ); }
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
    int* ids;
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
    double closing, lift = 1.0, under = below->ground ? lowestPoint( own ) : 0.0;
    own->pose.position.z -= ssMin( under, 0.0 );
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

static void freeBelow( Below* below )
{
    for ( int i = 0; i < below->count; ++i ) { unplace( below->others + i ); }
    ssRelease( below->others );
    ssRelease( below->ids );
}

/// Places all parts of a build but the one with this number. False: out of memory.
static bool gather( const ssBuild* build, const ssPose* poses, int ignored, Below* below )
{
    size_t capacity = (size_t)build->partCount + 1;
    *below = ( Below ){ .others = ssAlloc( capacity * sizeof( Placed ) ),
        .ids = ssAlloc( capacity * sizeof( int ) ),
        .ground = build->ground.on };
    bool made = below->others != NULL && below->ids != NULL;
    for ( int i = 0; i < build->partCount && made; ++i )
    {
        const ssPart* other = build->parts + i;
        if ( other->id != ignored &&
            place( other, poses != NULL ? poses[i] : ssPart_Pose( other ), below->others + below->count ) )
        {
            below->ids[below->count++] = other->id;
        }
    }
    return made;
}

double ssBuild_RestHeight( const ssBuild* build, const ssPose* poses, const ssPart* part )
{
    Placed own;
    Below below;
    double down = HUGE_VAL;
    bool made = gather( build, poses, part->id, &below ) && ssPart_Validate( part ).code == ss_ok;
    if ( made && place( part, ssPart_Pose( part ), &own ) )
    {
        down = descent( &below, own );
        unplace( &own );
    }
    freeBelow( &below );
    return isfinite( down ) ? part->position.z - down : part->position.z;
}

bool ssBuild_CastRay(
    const ssBuild* build, const ssPose* poses, int ignore, ssVec3 origin, ssVec3 direction, ssBuildHit* hit )
{
    double nearest = HUGE_VAL;
    const ssVec3 up = { 0.0, 0.0, 1.0 };
    if ( build->ground.on && origin.z > 0.0 && direction.z < 0.0 )
    {
        nearest = -origin.z / direction.z;
        *hit = ( ssBuildHit ){ .point = ssVec3_MulAdd( origin, nearest, direction ), .normal = up };
        hit->point.z = 0.0;
    }
    for ( int i = 0; i < build->partCount; ++i )
    {
        const ssPart* part = build->parts + i;
        double distance;
        ssVec3 normal;
        ssPose pose = poses != NULL ? poses[i] : ssPart_Pose( part );
        if ( part->id != ignore && ssPart_Hit( part, pose, origin, direction, &distance, &normal ) &&
            distance < nearest )
        {
            nearest = distance;
            *hit = ( ssBuildHit ){ part->id, ssVec3_MulAdd( origin, distance, direction ), normal };
        }
    }
    return isfinite( nearest );
}

ssVec3 ssBuild_Support( const ssBuild* build, const ssPose* poses, const ssPart* part )
{
    const ssVec3 down = { 0.0, 0.0, -1.0 };
    ssAabb box = ssPart_Aabb( part, ssPart_Pose( part ) );
    ssVec3 middle = ssVec3_Scale( 0.5, ssVec3_Add( box.lower, box.upper ) );
    ssBuildHit hit;
    bool stands = ssBuild_CastRay( build, poses, part->id, middle, down, &hit ) &&
        middle.z - hit.point.z < 1.05 * ( middle.z - box.lower.z ) && hit.normal.z > 0.0;
    return stands ? hit.normal : ssVec3_Scale( -1.0, down );
}

/// The shortest turn of one unit vector to another.
static ssQuat turnBetween( ssVec3 from, ssVec3 to )
{
    double along = ssVec3_Dot( from, to );
    ssVec3 axis = ssVec3_Cross( from, to );
    if ( along < -1.0 + 1e-12 ) // half a turn, about any horizontal axis
    {
        return ( ssQuat ){ 0.0, 1.0, 0.0, 0.0 };
    }
    return ssQuat_Normalize( ( ssQuat ){ 1.0 + along, axis.x, axis.y, axis.z } );
}

/// Turns a part as one normal is turned to another. What does not turn keeps its very numbers.
static void turnPart( ssPart* part, ssVec3 from, ssVec3 to )
{
    if ( ssVec3_Dot( from, to ) < 1.0 - 1e-12 )
    {
        ssPose pose = ssPart_Pose( part );
        pose.orientation = ssQuat_Normalize( ssQuat_Mul( turnBetween( from, to ), pose.orientation ) );
        ssPart_SetPose( part, pose );
    }
}

void ssBuild_Land(
    const ssBuild* build, const ssPose* poses, const ssBuildHit* onto, ssVec3 up, ssPart* part )
{
    const double steep = 0.25; // of the normal's z: what is steeper is a wall
    const ssVec3 z = { 0.0, 0.0, 1.0 };
    ssVec3 n = onto->normal;
    turnPart( part, up, z );
    ssAabb box = ssPart_Aabb( part, ssPart_Pose( part ) );
    ssVec3 foot = ssVec3_Sub( part->position, box.lower ), head = ssVec3_Sub( box.upper, part->position );
    if ( n.z >= steep )
    {
        turnPart( part, z, n );
        part->position = ssVec3_MulAdd( onto->point, foot.z, n );
    }
    else
    {
        // The corner of its box that is farthest towards the wall touches it.
        double away = ssHypot( n.x, n.y );
        double reach = away > 0.0
            ? ( n.x * ( n.x > 0.0 ? foot.x : -head.x ) + n.y * ( n.y > 0.0 ? foot.y : -head.y ) ) / away
            : 0.0;
        ssVec3 out = away > 0.0 ? ssVec3_Make( n.x / away, n.y / away, 0.0 ) : z;
        part->position = ssVec3_MulAdd( onto->point, reach, out );
        ssBuild_FreePlace( build, poses, part );
        part->position.z = ssBuild_RestHeight( build, poses, part );
    }
    ssBuild_FreePlace( build, poses, part );
}

/// How deep a shape is in another one [m], and the unit vector by which it comes out.
static double depthIn( const Placed* other, const Placed* own, ssVec3* out )
{
    ssManifold manifold;
    double gap = 0.0;
    if ( ssCollide( &other->shape, other->pose, &own->shape, own->pose, 0.0, &manifold ) )
    {
        for ( int i = 0; i < manifold.count; ++i ) { gap = ssMin( gap, manifold.points[i].gap ); }
        *out = manifold.normal;
    }
    return -gap;
}

static bool areJoined( const ssBuild* build, int a, int b )
{
    bool joined = false;
    for ( int i = 0; i < build->jointCount; ++i )
    {
        const ssBuildJoint* joint = build->joints + i;
        joined = joined || ( joint->a == a && joint->b == b ) || ( joint->a == b && joint->b == a );
    }
    return joined;
}

/// Leaves out what a part may overlap: what it is joined to, and what it overlaps where it is.
static void dropAllowed( const ssBuild* build, const ssPose* poses, const ssPart* part, Below* below )
{
    const ssPart* before = ssBuild_Part( build, part->id );
    Placed was;
    ssVec3 out;
    int kept = 0;
    bool placed = before != NULL &&
        place( before, poses != NULL ? poses[before - build->parts] : ssPart_Pose( before ), &was );
    below->ground = below->ground && !part->fixed && !( placed && overlaps( lowestPoint( &was ), &was ) );
    for ( int i = 0; i < below->count; ++i )
    {
        bool allowed = areJoined( build, part->id, below->ids[i] ) ||
            ( placed && overlaps( -depthIn( below->others + i, &was, &out ), &was ) );
        if ( allowed )
        {
            unplace( below->others + i );
            continue;
        }
        below->ids[kept] = below->ids[i];
        below->others[kept++] = below->others[i];
    }
    below->count = kept;
    if ( placed ) { unplace( &was ); }
}

/// The deepest overlap above `touch` [m] and the way out. Returns the part's number; -1: ground, 0: none.
static int deepest( const Below* below, const Placed* own, double touch, ssVec3* way )
{
    double low = below->ground ? lowestPoint( own ) : 0.0, most = ssMax( touch, -low );
    int found = most > touch ? -1 : 0;
    *way = ssVec3_Make( 0.0, 0.0, most );
    for ( int i = 0; i < below->count; ++i )
    {
        ssVec3 out;
        double depth = depthIn( below->others + i, own, &out );
        if ( depth > most )
        {
            most = depth;
            found = below->ids[i];
            *way = ssVec3_Scale( depth, out );
        }
    }
    return found;
}

int ssBuild_FreePlace( const ssBuild* build, const ssPose* poses, ssPart* part )
{
    Placed own;
    Below below;
    int blocker = 0;
    bool made = gather( build, poses, part->id, &below ) && ssPart_Validate( part ).code == ss_ok;
    if ( made && place( part, ssPart_Pose( part ), &own ) )
    {
        ssVec3 from = own.pose.position, way;
        dropAllowed( build, poses, part, &below );
        // What is moved apart is moved farther than what may stay, so that it may stay next time.
        double touch = 1e-6 * ssShape_BoundingRadius( &own.shape );
        int found = deepest( &below, &own, touch, &way );
        blocker = found;
        for ( int round = 0; round < 64 && found != 0; ++round )
        {
            own.pose.position = ssVec3_MulAdd( own.pose.position, 1.0 + 1e-9, way );
            found = deepest( &below, &own, 0.5 * touch, &way );
        }
        if ( found != 0 ) // between several that push it to and fro: above all of them
        {
            liftOut( &below, &own );
        }
        part->position = ssVec3_Add( part->position, ssVec3_Sub( own.pose.position, from ) );
        unplace( &own );
    }
    freeBelow( &below );
    return blocker;
}

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
