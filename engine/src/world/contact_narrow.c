// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// From pairs of bodies to contacts, in waves: the blocks of a wave find their points side by side, then the number of
// points before each block is known, and they write their contacts side by side to where these belong. The order of
// contacts is that of the pairs, whoever found them.

#define PAIRS 128 // of a block
#define WAVE 16   // blocks

// A point of contact, found but not yet in the problem.
typedef struct Found
{
    ssVec3 normal, point;
    double gap;
    uint32_t feature;
    int pair;
} Found;

typedef struct Narrow
{
    ssWorld* world;
    double h;
    double fall;             // [m/s] what gravity may add to the relative speed of two bodies
    const ssBodyPair* pairs; // of all waves
    int start;               // first pair of the wave
    int room;                // found points per block
    int found[WAVE];         // points of each block
    int first[WAVE];         // contact of each block's first
    int dimension[WAVE];     // that the contacts of each block ask for
} Narrow;

// What the points of one pair share.
typedef struct Pair
{
    int a, b; // as in the problem: the owner of a law is a
    int law;
    double envelope;
    double reach; // [m] what a neighbour may push it in a step
} Pair;

bool bodiesCanTouch( const Body* a, const Body* b )
{
    return a->enabled && b->enabled && ( a->kind == ss_bodyDynamic || b->kind == ss_bodyDynamic ) &&
        !( a->group > 0 && a->group == b->group );
}

static Pair pairOf( const ssWorld* world, ssBodyPair bodies, double h )
{
    const Body *a = &world->bodies[bodies.a], *b = &world->bodies[bodies.b];
    bool flipped = a->law < 0 && b->law >= 0;
    return ( Pair ){ .a = flipped ? bodies.b : bodies.a,
        .b = flipped ? bodies.a : bodies.b,
        .law = a->law >= 0 ? a->law : b->law,
        .envelope = fmin( contactEnvelope( world, a ), contactEnvelope( world, b ) ),
        .reach = h * fmax( a->alarm, b->alarm ) };
}

// Materials repeat from contact to contact.
typedef struct Mixture
{
    ssMaterial a, b, both;
    bool known;
} Mixture;

static bool isSame( const ssMaterial* x, const ssMaterial* y )
{
    return x->mu == y->mu && x->muRoll == y->muRoll && x->muSpin == y->muSpin &&
        x->restitution == y->restitution;
}

static const ssMaterial* materialOf( const ssWorld* world, const Pair* pair, Mixture* mixture )
{
    const ssMaterial *a = &world->bodies[pair->a].material, *b = &world->bodies[pair->b].material;
    if ( !( mixture->known && isSame( a, &mixture->a ) && isSame( b, &mixture->b ) ) )
    {
        // materials were checked when they were given
        ssCombineMaterials( a, b, world->def.rule, &mixture->both );
        mixture->a = *a;
        mixture->b = *b;
        mixture->known = true;
    }
    return &mixture->both;
}

/// With what a law of its own changes.
static ssMaterial frictionOf( const ssWorld* world, const Pair* pair, Mixture* mixture )
{
    const ssMaterial* material = materialOf( world, pair, mixture );
    return pair->law >= 0 ? lawMaterial( &world->laws[pair->law], material ) : *material;
}

// ----------------------------------------------------------------------------------------------------------- finding

static double marginOf( const Narrow* narrow, const Pair* pair, Mixture* mixture )
{
    const ssWorld* world = narrow->world;
    double h = narrow->h;
    const Body *a = &world->bodies[pair->a], *b = &world->bodies[pair->b];
    double relative = ssVec3_Length( ssVec3_Sub( a->velocity, b->velocity ) ) +
        contactSurfaceSpeed( world, a ) + contactSurfaceSpeed( world, b ) + narrow->fall;
    double margin = pair->envelope + fmax( h * relative, pair->reach );
    if ( world->dilates )
    {
        const ssMaterial m = frictionOf( world, pair, mixture );
        double turning = ssVec3_Length( ssVec3_Sub( a->omega, b->omega ) );
        margin += 1.5 * h * ( m.mu * relative + ( m.muRoll + m.muSpin ) * turning );
    }
    return margin;
}

/// On the surface of the body that moves, where only one does: its lever does not depend on the gap.
static ssVec3 placeOf( const Body* a, const Body* b, ssVec3 normal, ssVec3 point, double gap )
{
    double share = a->kind != ss_bodyDynamic ? 0.5 : b->kind != ss_bodyDynamic ? -0.5 : 0.0;
    return ssVec3_MulAdd( point, share * gap, normal );
}

/// Whether a step could close the gap of a point, with what a neighbour may add.
static bool isNear( const ssWorld* world, const Pair* pair, ssVec3 normal, ssVec3 place, double gap, double h,
    Mixture* mixture )
{
    ssVec3 u, w;
    pointVelocity( world, pair->a, ssVec3_Sub( place, world->bodies[pair->a].pose.position ), pair->b,
        ssVec3_Sub( place, world->bodies[pair->b].pose.position ), world->problem.freeVelocity, &u, &w );
    double closing = ssVec3_Dot( normal, u ), reach = fmax( -h * closing, pair->reach );
    if ( world->dilates )
    {
        const ssMaterial m = frictionOf( world, pair, mixture );
        double spin = ssVec3_Dot( normal, w );
        double slide = ssVec3_Length( ssVec3_MulAdd( u, -closing, normal ) ),
               roll = ssVec3_Length( ssVec3_MulAdd( w, -spin, normal ) );
        reach += 1.5 * h * ( m.mu * slide + m.muRoll * roll + m.muSpin * fabs( spin ) );
    }
    return gap <= pair->envelope + fmax( reach, 0.0 );
}

/// Points of one pair, in the order of their features; how many.
static int findPoints( const Narrow* narrow, int k, Mixture* mixture, Found* found )
{
    const ssWorld* world = narrow->world;
    ssManifold manifold;
    Pair pair = pairOf( world, narrow->pairs[k], narrow->h );
    const Body *a = &world->bodies[pair.a], *b = &world->bodies[pair.b];
    double margin = marginOf( narrow, &pair, mixture );
    if ( !ssCollide( &a->shape, a->pose, &b->shape, b->pose, margin, &manifold ) )
    {
        return 0;
    }
    for ( int i = 1; i < manifold.count; ++i )
    {
        ssManifoldPoint point = manifold.points[i];
        int j = i;
        for ( ; j > 0 && manifold.points[j - 1].feature > point.feature; --j )
        {
            manifold.points[j] = manifold.points[j - 1];
        }
        manifold.points[j] = point;
    }
    int made = 0;
    for ( int i = 0; i < manifold.count; ++i )
    {
        const ssManifoldPoint* point = &manifold.points[i];
        ssVec3 place = placeOf( a, b, manifold.normal, point->point, point->gap );
        if ( isNear( world, &pair, manifold.normal, place, point->gap, narrow->h, mixture ) )
        {
            found[made++] = ( Found ){ manifold.normal, place, point->gap, point->feature, k };
        }
    }
    return made;
}

static void findBlock( void* context, int block, int first, int last )
{
    Narrow* narrow = context;
    const ssWorld* world = narrow->world;
    Found* found = (Found*)world->found + (size_t)block * (size_t)narrow->room;
    Mixture mixture = { .known = false };
    int count = 0;
    for ( int k = narrow->start + first; k < narrow->start + last; ++k )
    {
        ssBodyPair pair = narrow->pairs[k];
        if ( ( world->slot[pair.a] >= 0 || world->slot[pair.b] >= 0 ) &&
            bodiesCanTouch( &world->bodies[pair.a], &world->bodies[pair.b] ) )
        {
            count += findPoints( narrow, k, &mixture, found + count );
        }
    }
    narrow->found[block] = count;
}

// ----------------------------------------------------------------------------------------------------------- placing

static ssVec3 tangentOf( const ssWorld* world, const Pair* pair, ssVec3 normal )
{
    if ( pair->law >= 0 )
    {
        const Body* owner = &world->bodies[pair->a];
        ssVec3 groove = ssQuat_Rotate( owner->pose.orientation, owner->groove );
        ssVec3 along = ssVec3_MulAdd( groove, -ssVec3_Dot( groove, normal ), normal );
        double length = ssVec3_Length( along );
        if ( length > 1e-9 * ssVec3_Length( groove ) )
        {
            return ssVec3_Scale( 1.0 / length, along );
        }
    }
    return ssContactTangent( normal );
}

static void placeContact(
    ssWorld* world, int i, const Pair* pair, const ssMaterial* material, const Found* found, double h )
{
    ssProblem* problem = &world->problem;
    world->contacts[i] = ( Contact ){ .a = pair->a,
        .b = pair->b,
        .feature = found->feature,
        .gap = found->gap,
        .restitution = material->restitution };
    problem->points[i] = found->point;
    problem->frames[i] = ( ssProblemFrame ){ found->normal, tangentOf( world, pair, found->normal ) };
    contactArms( world, i );
    problem->bodyA[i] = world->slot[pair->a];
    problem->bodyB[i] = world->slot[pair->b];
    problem->cones[i] = ( ssCone ){ .dimension = 6,
        .mu = material->mu,
        .muRoll = material->muRoll,
        .muSpin = material->muSpin,
        .variant = world->def.law == ss_worldLawEllipsoidal ? ss_coneEllipsoidal : ss_coneIntersection };
    problem->laws[i] = world->def.law == ss_worldLawRelaxed ? ss_contactFormRelaxed : ss_contactFormSaxce;
    problem->lawIndex[i] = 0;
    if ( problem->lawScale != NULL )
    {
        problem->lawScale[i] = 1.0;
    }
    if ( pair->law >= 0 )
    {
        contactTakeLaw( world, i, pair->law, material, h );
    }
}

static void placeBlock( void* context, int block, int first, int last )
{
    Narrow* narrow = context;
    const Found* found = (const Found*)narrow->world->found + (size_t)block * (size_t)narrow->room;
    Mixture mixture = { .known = false };
    int dimension = 3;
    (void)first;
    (void)last;
    for ( int k = 0; k < narrow->found[block]; ++k )
    {
        Pair pair = pairOf( narrow->world, narrow->pairs[found[k].pair], narrow->h );
        const ssMaterial* material = materialOf( narrow->world, &pair, &mixture );
        int i = narrow->first[block] + k;
        placeContact( narrow->world, i, &pair, material, &found[k], narrow->h );
        const ssCone* cone = &narrow->world->problem.cones[i];
        int own = cone->muSpin > 0.0 ? 6 : cone->muRoll > 0.0 ? 5 : 3;
        dimension = own > dimension ? own : dimension;
    }
    narrow->dimension[block] = dimension;
}

// --------------------------------------------------------------------------------------------------------------- all

/// A sphere touches anything at one point, others at up to eight.
static int pointsPerPair( const ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( body->kind == ss_bodyDynamic && body->shape.kind != ss_shapeSphere )
        {
            return SS_MANIFOLD_MAX;
        }
    }
    return 1;
}

/// Behind the warm start, which is needed after them.
static bool reserveFound( ssWorld* world, int count )
{
    size_t warm = sizeof( Warm ) * (size_t)world->warmCount;
    char* room = ssGs_IdleBuffer( world->gs, warm, warm + sizeof( Found ) * (size_t)count );
    world->warm = room != NULL ? (Warm*)(void*)room : world->warm;
    world->found = room != NULL ? room + warm : NULL;
    return room != NULL;
}

/// Room for `more` contacts; what is there is kept.
static bool makeRoom( ssWorld* world, int more )
{
    int wanted = world->problem.contactCount + more,
        larger = world->contactCapacity + world->contactCapacity / 64 + 16;
    return wanted <= world->contactCapacity || contactsReserve( world, wanted > larger ? wanted : larger, 0 );
}

/// Who is about to be struck: neighbours' speeds of this step widen the search of the next.
static void raiseAlarms( ssWorld* world, int pairCount, const ssBodyPair* pairs )
{
    double* squares = world->alarms;
    memset( squares, 0, sizeof( double ) * (size_t)world->bodyCount );
    for ( int k = 0; k < pairCount; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        const Body *x = &world->bodies[a], *y = &world->bodies[b];
        if ( x->kind == ss_bodyDynamic && y->kind == ss_bodyDynamic )
        {
            ssVec3 relative = ssVec3_Sub( x->velocity, y->velocity );
            double square = ssVec3_Dot( relative, relative );
            squares[a] = fmax( squares[a], square );
            squares[b] = fmax( squares[b], square );
        }
    }
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        world->bodies[i].alarm = sqrt( squares[i] );
    }
}

static void setDimension( void* context, int block, int first, int last )
{
    ssProblem* problem = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        problem->cones[i].dimension = problem->dimension;
    }
}

ssResult contactsNarrow( ssWorld* world, double h )
{
    int pairCount = ssBroadPhase_PairCount( world->broad ), wave = PAIRS * WAVE, dimension = 3;
    ssProblem* problem = &world->problem;
    Narrow narrow = { .world = world, .h = h, .pairs = ssBroadPhase_Pairs( world->broad ) };
    narrow.fall = 2.0 * h * ssVec3_Length( world->def.gravity );
    narrow.room = PAIRS * pointsPerPair( world );
    problem->contactCount = problem->rowCount = 0;
    int blocks = ssBlockCount( pairCount < wave ? pairCount : wave, PAIRS );
    bool memory = pairCount == 0 || reserveFound( world, blocks * narrow.room );
    for ( ; narrow.start < pairCount && memory; narrow.start += wave )
    {
        int left = pairCount - narrow.start, count = left < wave ? left : wave, more = 0;
        ssParallelFor( count, PAIRS, findBlock, &narrow );
        for ( int block = 0; block < ssBlockCount( count, PAIRS ); ++block )
        {
            narrow.first[block] = problem->contactCount + more;
            more += narrow.found[block];
        }
        memory = makeRoom( world, more );
        if ( memory )
        {
            ssParallelFor( count, PAIRS, placeBlock, &narrow );
            problem->contactCount += more;
        }
        for ( int block = 0; block < ssBlockCount( count, PAIRS ) && memory; ++block )
        {
            dimension = narrow.dimension[block] > dimension ? narrow.dimension[block] : dimension;
        }
    }
    if ( !memory )
    {
        problem->contactCount = 0;
        return ssError( ss_errorMemory, NULL, "out of memory for the contacts of %d pairs", pairCount );
    }
    raiseAlarms( world, pairCount, narrow.pairs );
    // rows that no contact uses are not solved for
    problem->dimension = dimension;
    if ( problem->dimension != 6 )
    {
        ssParallelFor( problem->contactCount, WORLD_BLOCK, setDimension, problem );
    }
    contactsStart( world );
    return ssOk();
}
