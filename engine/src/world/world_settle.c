// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Bodies that are held. Where a body sticks to another one at three points that are not in a line, the
// contact law lets the two not move against each other at all. What a solver leaves, its error, is a velocity
// nevertheless; the next step would have to remove it, so that the reactions of a stack at rest would change
// from step to step and be solved for again. So bodies that are held by what stands still, themselves or by
// way of others that are held, stand still.

// Share of h |gravity| up to which the velocity of a held body is the solver's error.
#define LEFT_SHARE 1e-3
// Share of a pair's normal impulse that a point carries at least which holds.
#define CARRIED_SHARE 1e-3
// Share of the friction that a point may use which holds.
#define STUCK_SHARE ( 1.0 - 1e-6 )
// Distance of three points from a line, over the inner radius.
#define LINE_SHARE 1e-2

/// Whether contact i carries at least so much, and sticks.
static bool isStuck( const ssWorld* world, int i, double carried )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    const ssCone* cone = &problem->cones[i];
    double limit = STUCK_SHARE * cone->mu * p[0];
    return problem->laws[i] == ss_contactFormSaxce && cone->variant == ss_coneIntersection &&
        !world->contacts[i].soft && world->contacts[i].allowance == 0.0 && p[0] >= carried && p[0] > 0.0 &&
        p[1] * p[1] + p[2] * p[2] < limit * limit;
}

/// Whether the contacts from `first` to before `last`, which are those of a pair, let it not move at all.
static bool holdsPair( const ssWorld* world, int first, int last )
{
    const ssProblem* problem = &world->problem;
    const Contact* contact = &world->contacts[first];
    double size =
        LINE_SHARE * ssMin( world->bodies[contact->a].innerRadius, world->bodies[contact->b].innerRadius );
    double load = 0.0;
    for ( int i = first; i < last; ++i ) { load += world->p[(size_t)i * (size_t)problem->dimension]; }
    int found = 0;
    ssVec3 start = { 0.0, 0.0, 0.0 }, along = start;
    for ( int i = first; i < last && found < 3; ++i )
    {
        if ( !isStuck( world, i, CARRIED_SHARE * load ) ) { continue; }
        ssVec3 d = ssVec3_Sub( problem->points[i], start );
        double length = ssVec3_Length( d );
        if ( found == 0 )
        {
            start = problem->points[i];
            found = 1;
        }
        else if ( found == 1 && length > size )
        {
            along = ssVec3_Scale( 1.0 / length, d );
            found = 2;
        }
        else if ( found == 2 ) { found = ssVec3_Length( ssVec3_Cross( along, d ) ) > size ? 3 : 2; }
    }
    return found == 3;
}

/// A body's node among those that hold each other; 0: stands still, -1: not active otherwise.
static int nodeOf( const ssWorld* world, int id )
{
    const Body* body = &world->bodies[id];
    ssVec3 v = body->velocity, w = body->omega, belt = body->beltVelocity;
    bool still = ssVec3_Dot( v, v ) + ssVec3_Dot( w, w ) + ssVec3_Dot( belt, belt ) == 0.0;
    return world->slot[id] >= 0 ? world->slot[id] + 1 : still ? 0 : -1;
}

/// Stops a held body if it moves no more than by the solver's error.
static void stop( ssWorld* world, int s, double most )
{
    double* v = world->after + 6 * (size_t)s;
    double r = world->bodies[world->active[s]].boundingRadius;
    double linear = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    double angular = v[3] * v[3] + v[4] * v[4] + v[5] * v[5];
    if ( linear + r * r * angular <= most * most ) { memset( v, 0, 6 * sizeof( double ) ); }
}

bool worldSettle( ssWorld* world, double h )
{
    int count = world->problem.contactCount, nodes = world->activeCount + 1;
    if ( count < 3 || !world->hasNonSpheres || world->def.law != ss_worldLawCoulomb ) { return true; }
    ssArenaMark mark = ssArena_Mark( world->arena );
    int* parents = ssArena_Reserve( world->arena, sizeof( int ) * (size_t)nodes );
    if ( parents == NULL ) { return false; }
    for ( int i = 0; i < nodes; ++i ) { parents[i] = i; }
    for ( int first = 0, last; first < count; first = last )
    {
        const Contact* contact = &world->contacts[first];
        last = endOfPair( world, first );
        int a = nodeOf( world, contact->a ), b = nodeOf( world, contact->b );
        if ( last - first >= 3 && a >= 0 && b >= 0 && holdsPair( world, first, last ) )
        {
            islandJoin( parents, a, b );
        }
    }
    double most = LEFT_SHARE * h * ssVec3_Length( world->def.gravity );
    for ( int s = 0; s < world->activeCount; ++s )
    {
        if ( islandRoot( parents, s + 1 ) == 0 ) { stop( world, s, most ); }
    }
    ssArena_Release( world->arena, mark );
    return true;
}
