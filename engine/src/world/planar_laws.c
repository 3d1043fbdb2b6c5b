// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_private.h"

#include <math.h>

// Contacts under typed laws whose sets are no discs and depend on the speed. Their own solve is implicit in
// it, from the speed that it is given; where several speeds solve the step, that decides. So a contact that
// is at rest, and would not stay there under the reactions of the step before, is first solved with its sets
// at rest: it sticks if it can.

#define PLANAR_HALVINGS 10 // speeds at which a second solution is looked for
#define MOVES_SHARE 1e-6   // speed that is no rest, over what gravity gives a body in a step

/// The law of a contact of this kind, or NULL.
static const ssLaw* lawOf( const ssWorld* world, int i )
{
    const ssLaw* law = world->ownLaws[i] >= 0 ? &world->laws[world->ownLaws[i]] : NULL;
    bool is = law != NULL && world->problem.laws[i] == ss_contactFormPlanar && law->type->setValued &&
        ( ssLaw_Flags( law ) & ss_lawFlagVelocity ) != 0;
    return is ? law : NULL;
}

bool lawPlanarFreeze( ssWorld* world )
{
    bool some = false, predicted = false;
    double least = MOVES_SHARE * world->h * ssVec3_Length( world->def.gravity );
    for ( int i = 0; worldHasOwnLaws( world ) && i < world->problem.contactCount; ++i )
    {
        const ssLaw* law = lawOf( world, i );
        if ( law == NULL )
        {
            continue;
        }
        if ( !predicted )
        {
            lawPredictVelocities( world );
            predicted = true;
        }
        double before[6], after[6];
        bool holds = law->def.mu > 0.0; // a disc that is empty at rest is a function of the speed
        contactVelocity( world, i, world->before, before );
        contactVelocity( world, i, world->after, after );
        bool rests = !( before[1] * after[1] + before[2] * after[2] > 0.0 );
        bool moves = ssHypot( after[1], after[2] ) > least;
        world->problem.lawSites[i].frozen = holds && rests && moves;
        some = some || world->problem.lawSites[i].frozen;
    }
    return some;
}

void lawPlanarThaw( ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        world->problem.lawSites[i].frozen = false;
    }
}

/// Whether a contact sticks and could slide, or the other way round, with all others held. Where it
/// would slide is taken from its free velocity.
static bool isAmbiguous( const ssWorld* world, int i )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    double y[6], turning, g = lawOwnInertia( world, i, &turning );
    contactVelocity( world, i, world->after, y );
    ssLaw law = ssLaw_At( &world->laws[world->ownLaws[i]], &problem->lawSites[i] );
    ssVec2 free = { y[1] - g * p[1], y[2] - g * p[2] };
    double speed = ssVec2_Length( free ), share = 1.0;
    bool could = false;
    if ( !( speed > 0.0 ) || !ssLaw_CanStick( &law, p[0], ssVec2_Scale( 1.0 / g, free ) ) )
    {
        return false;
    }
    for ( int k = 0; k < PLANAR_HALVINGS && !could; ++k, share *= 0.5 )
    {
        ssVec2 force = ssLaw_SlipForce( &law, p[0], ssVec2_Scale( share, free ) ).force;
        could = ssVec2_Length( ssVec2_MulAdd( free, -g, force ) ) > share * speed;
    }
    return could;
}

typedef struct PlanarCount
{
    const ssWorld* world;
    int* counts; // per block
} PlanarCount;

static void countBlock( void* context, int block, int first, int last )
{
    const PlanarCount* count = context;
    const ssWorld* world = count->world;
    count->counts[block] = 0;
    for ( int i = first; i < last; ++i )
    {
        const ssLaw* law = lawOf( world, i );
        bool loaded = world->p[(size_t)i * (size_t)world->problem.dimension] > 0.0;
        // Those that are discs have been counted.
        count->counts[block] +=
            law != NULL && !lawIsVaryingCone( law ) && loaded && isAmbiguous( world, i ) ? 1 : 0;
    }
}

int lawPlanarAmbiguous( const ssWorld* world )
{
    int contacts = world->problem.contactCount, blocks = ssBlockCount( contacts, WORLD_BLOCK ), sum = 0;
    PlanarCount count = { .world = world,
        .counts = ssArena_Reserve( world->arena, sizeof( int ) * ( (size_t)blocks + 1 ) ) };
    if ( count.counts != NULL )
    {
        ssParallelFor( contacts, WORLD_BLOCK, countBlock, &count );
    }
    for ( int i = 0; i < blocks && count.counts != NULL; ++i )
    {
        sum += count.counts[i];
    }
    return sum;
}
