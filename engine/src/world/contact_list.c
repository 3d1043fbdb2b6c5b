// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <string.h>

// The contacts of the latest step as a list: moving one, and leaving some out.

void contactMove( ssWorld* world, int from, int to )
{
    ssProblem* problem = &world->problem;
    size_t d = (size_t)problem->dimension, bytes = d * sizeof( double );
    if ( from == to )
    {
        return;
    }
    world->contacts[to] = world->contacts[from];
    problem->points[to] = problem->points[from];
    problem->frames[to] = problem->frames[from];
    problem->armsA[to] = problem->armsA[from];
    problem->armsB[to] = problem->armsB[from];
    problem->bodyA[to] = problem->bodyA[from];
    problem->bodyB[to] = problem->bodyB[from];
    problem->cones[to] = problem->cones[from];
    problem->laws[to] = problem->laws[from];
    problem->lawIndex[to] = problem->lawIndex[from];
    if ( problem->lawScale != NULL )
    {
        problem->lawScale[to] = problem->lawScale[from];
    }
    if ( worldHasLawMemory( world ) )
    {
        lawMemoryMove( world, from, to );
    }
    memcpy( world->p + (size_t)to * d, world->p + (size_t)from * d, bytes );
    memcpy( problem->q + (size_t)to * d, problem->q + (size_t)from * d, bytes );
}

void contactsShorten( ssWorld* world, int kept )
{
    ssProblem* problem = &world->problem;
    size_t d = (size_t)problem->dimension;
    memmove( world->p + (size_t)kept * d, world->p + (size_t)problem->contactCount * d,
        sizeof( double ) * (size_t)problem->rowCount );
    problem->contactCount = kept;
}

static bool concerns( const Contact* contact, int body )
{
    return contact->a == body || contact->b == body;
}

void contactsForgetBody( ssWorld* world, int body )
{
    int count = world->problem.contactCount, kept = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( !concerns( &world->contacts[i], body ) )
        {
            contactMove( world, i, kept++ );
        }
    }
    contactsShorten( world, kept );
    kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        if ( !concerns( &world->resting[i].contact, body ) )
        {
            world->resting[kept] = world->resting[i];
            if ( worldHasLawMemory( world ) )
            {
                world->restingStates[kept] = world->restingStates[i];
            }
            ++kept;
        }
    }
    world->restingChanged = world->restingChanged || kept < world->restingCount;
    world->restingCount = kept;
}

void contactsForgetLaw( ssWorld* world, int law )
{
    ssProblem* problem = &world->problem;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        if ( problem->laws[i] == ss_contactFormPlanar && problem->lawIndex[i] == law )
        {
            problem->laws[i] = ss_contactFormSaxce;
        }
        problem->lawIndex[i] = problem->lawIndex[i] == law ? 0 : problem->lawIndex[i];
    }
    for ( int i = 0; i < world->restingCount; ++i )
    {
        Resting* r = &world->resting[i];
        r->law = r->law == ss_contactFormPlanar && r->lawIndex == law ? ss_contactFormSaxce : r->law;
        r->lawIndex = r->lawIndex == law ? 0 : r->lawIndex;
    }
}
