// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Seams. Where a face goes on in that of another body, the edges between them are no edges of what a body
// slides or rolls over. But collision detection sees two bodies at a time, and a body that comes over the
// seam catches on the edge of the second one. So the contacts of body X with Y are dropped if, with its
// contacts with another body Z of normal m,
// - none of them is more than the slop above the plane through Z's
//   contacts: what stands up beyond the slop stops X;
// - the surface of Y ends there: a step along it, upwards in terms of
//   m, leads off Y. A wall or a ramp goes on.
// X does not pass that plane in this step, because Z carries it; from the next step on
// it is over Y, and Y's own face carries it.

// of normals that are as good as the same: what is lost over a seam goes with the square
#define SAME_COSINE ( 1.0 - 1e-8 )
#define RISE 3.0     // slops that the step along Y's surface rises,
#define LONGEST 0.01 // unless it would be longer than this share of Y's inner radius
#define OFF 0.5      // of the rise: the distance from Y beyond which its surface has ended

// The contacts of two bodies, which follow each other in the problem.
typedef struct Group
{
    int first, count;
    int next[2]; // the next group of body a and of body b, times two, plus one where that is its body b; -1:
                 // none
    bool dropped;
} Group;

typedef struct Seams
{
    const ssWorld* world;
    Group* groups;
    int* heads; // per body: its first group, in the form of Group.next
} Seams;

static bool hasFaces( const Body* body )
{
    ssShapeKind kind = body->shape.kind;
    return kind == ss_shapeBox || kind == ss_shapeHull || kind == ss_shapeCylinder || kind == ss_shapePlane;
}

/// The other body of a group, seen from body X, which is its body b if `side` is 1.
static const Body* otherBody( const Seams* all, const Group* group, int side )
{
    const Contact* contact = &all->world->contacts[group->first];
    return &all->world->bodies[side == 1 ? contact->a : contact->b];
}

/// The normal of a group into body X.
static ssVec3 inwards( const Seams* all, const Group* group, int side )
{
    return ssVec3_Scale( side == 1 ? 1.0 : -1.0, all->world->problem.frames[group->first].n );
}

/// Where contact i lies on the surface of the other body.
static ssVec3 surfacePoint( const Seams* all, int i, ssVec3 normal, const Body* other )
{
    const Contact* contact = &all->world->contacts[i];
    const Body *a = &all->world->bodies[contact->a], *b = &all->world->bodies[contact->b];
    double share = a->kind == ss_bodyDynamic && b->kind == ss_bodyDynamic ? 0.5
        : other->kind != ss_bodyDynamic                                   ? 1.0
                                                                          : 0.0;
    return ssVec3_MulAdd( all->world->problem.points[i], -share * contact->gap, normal );
}

/// Whether the contacts of `over`, with X at `side`, hide those of `under`; both are links of body X.
static bool hides( const Seams* all, int over, int under )
{
    const Group *z = &all->groups[over / 2], *y = &all->groups[under / 2];
    const Body *bodyZ = otherBody( all, z, over % 2 ), *bodyY = otherBody( all, y, under % 2 );
    ssVec3 m = inwards( all, z, over % 2 ), n = inwards( all, y, under % 2 );
    double cosine = ssVec3_Dot( m, n ), sine = sqrt( ssMax( 1.0 - cosine * cosine, 0.0 ) );
    if ( cosine > SAME_COSINE || bodyY == bodyZ || bodyY->shape.kind == ss_shapePlane || !( sine > 1e-6 ) )
    {
        return false;
    }
    const Contact* contact = &all->world->contacts[y->first];
    double slop = slopOf( all->world, contact->a, contact->b ), plane = -HUGE_VAL;
    for ( int i = z->first; i < z->first + z->count; ++i )
    {
        plane = ssMax( plane, ssVec3_Dot( m, surfacePoint( all, i, m, bodyZ ) ) );
    }
    double length = ssMin( RISE * slop / sine, LONGEST * bodyY->innerRadius );
    ssVec3 up = ssVec3_Scale( length / sine, ssVec3_MulAdd( m, -cosine, n ) );
    bool hidden = true;
    for ( int i = y->first; i < y->first + y->count && hidden; ++i )
    {
        ssVec3 x = surfacePoint( all, i, n, bodyY );
        hidden = ssVec3_Dot( m, x ) - plane <= slop &&
            ssShape_Distance( &bodyY->shape, bodyShapePose( bodyY ), ssVec3_Add( x, up ) ) >
                OFF * length * sine;
    }
    return hidden;
}

/// The link after `link` in the list of its body.
static int following( const Seams* all, int link ) { return all->groups[link / 2].next[link % 2]; }

/// Drops the groups of a body that others hide. Two that hide each other stay.
static bool hideGroups( Seams* all, int head )
{
    bool any = false;
    for ( int under = head; under >= 0; under = following( all, under ) )
    {
        bool hidden = false;
        for ( int over = head; over >= 0 && !hidden; over = following( all, over ) )
        {
            hidden = over != under && hides( all, over, under ) && !hides( all, under, over );
        }
        all->groups[under / 2].dropped = all->groups[under / 2].dropped || hidden;
        any = any || hidden;
    }
    return any;
}

/// Whether body `side` of a contact may be carried over seams by the other one.
static bool isCarried( const ssWorld* world, const Contact* contact, int side )
{
    const int bodies[2] = { contact->a, contact->b };
    return world->slot[bodies[side]] >= 0 && hasFaces( &world->bodies[bodies[1 - side]] );
}

/// Lists groups with faces by the active bodies they touch (`groups` NULL: not); returns their number.
static int listGroups( Seams* all )
{
    const ssWorld* world = all->world;
    int count = 0;
    for ( int i = 0, next; i < world->problem.contactCount; i = next )
    {
        const Contact* contact = &world->contacts[i];
        next = endOfPair( world, i );
        const bool carried[2] = { isCarried( world, contact, 0 ), isCarried( world, contact, 1 ) };
        if ( all->groups != NULL && ( carried[0] || carried[1] ) )
        {
            Group* group = &all->groups[count];
            *group = ( Group ){ .first = i, .count = next - i, .next = { -1, -1 } };
            for ( int side = 0; side < 2; ++side )
            {
                int* head = &all->heads[side == 0 ? contact->a : contact->b];
                group->next[side] = *head;
                *head = carried[side] ? 2 * count + side : *head;
            }
        }
        count += carried[0] || carried[1] ? 1 : 0;
    }
    return count;
}

/// Closes the gaps that dropped groups leave among the contacts.
static void closeGaps( ssWorld* world, const Group* groups, int count )
{
    int kept = 0, g = 0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        while ( g < count && i >= groups[g].first + groups[g].count ) { ++g; }
        if ( !( g < count && i >= groups[g].first && groups[g].dropped ) )
        {
            contactMove( world, i, kept++ );
        }
    }
    world->problem.contactCount = kept;
}

bool contactsDropSeams( ssWorld* world )
{
    Seams all = { .world = world };
    int count = listGroups( &all );
    if ( count < 2 ) { return true; }
    ssArenaMark mark = ssArena_Mark( world->arena );
    all.groups = ssArena_Reserve( world->arena, sizeof( Group ) * (size_t)count );
    all.heads = ssArena_Reserve( world->arena, sizeof( int ) * (size_t)world->bodyCount );
    bool memory = all.groups != NULL && all.heads != NULL, any = false;
    if ( memory )
    {
        memset( all.heads, -1, sizeof( int ) * (size_t)world->bodyCount );
        listGroups( &all );
        for ( int s = 0; s < world->activeCount; ++s )
        {
            any = hideGroups( &all, all.heads[world->active[s]] ) || any;
        }
    }
    if ( any ) { closeGaps( world, all.groups, count ); }
    ssArena_Release( world->arena, mark );
    return memory;
}
