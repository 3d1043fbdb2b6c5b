// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"
#include "world/world_private.h"

// The narrow stage: contacts from pairs of bodies, in waves. A wave's blocks find points in parallel; then
// each block's place is known, and they write contacts there in parallel. So contacts are in the order of
// pairs for any number of threads.

#define BLOCK_PAIRS 128 // pairs of a block: enough work to be worth handing to a thread
// Least blocks of a wave. It has room for as many unwritten points as there is for contacts.
#define WAVE_BLOCKS 16
// Share of the slop up to which the gap of one of several points need not close: a body at rest leaves some
// points by less than the solver's error, and its load would jump between them.
#define FLUSH_SHARE 0.1
// Share of the smaller inner radius: a body that moves so far in half a step may pass another one unseen.
#define PASSES_SHARE 0.5

#define PAIR_MASK 0x3fffffffu // of the numbers of pairs

// A contact point that has been found but is not yet in the problem.
typedef struct Found
{
    ssVec3 normal, point;
    double gap;
    uint32_t feature;
    uint32_t pair : 30;
    uint32_t flush : 1; // its gap is too small for it to close further
    uint32_t fresh : 1; // found at the start of the step, not at its middle
} Found;

// What a block of pairs has found.
typedef struct NarrowBlock
{
    int found;     // number of its points
    int first;     // index of its first contact
    int dimension; // that its contacts need
} NarrowBlock;

typedef struct Narrow
{
    ssWorld* world;
    double h;
    double fallSpeed;        // [m/s] bound on what gravity adds to the relative speed of two bodies in a step
    const ssBodyPair* pairs; // of all waves
    int start;               // index of the wave's first pair
    Found* points;           // that the blocks of a wave have found
    int blockCapacity;       // points that a block can store
    NarrowBlock* blocks;     // of a wave
    ssMaterial commonMixture; // of two bodies with that material
} Narrow;

// The data that the points of one pair share.
typedef struct Pair
{
    int a, b; // ordered as in the problem: the body that owns a law is a
    int law;
    double envelope;
    double pushed; // [m] bound on how far a neighbour may push one of them in a step
} Pair;

bool pairCanTouch( const ssWorld* world, int a, int b )
{
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    return ( world->slot[a] >= 0 || world->slot[b] >= 0 ) && x->enabled && y->enabled &&
        !( x->group > 0 && x->group == y->group ) &&
        !( x->firstJoint > 0 && y->firstJoint > 0 && jointsBetween( world, a, b ) == jointsApart );
}

static Pair pairOf( const ssWorld* world, ssBodyPair bodies, double h )
{
    const Body *a = &world->bodies[bodies.a], *b = &world->bodies[bodies.b];
    bool flipped = a->law < 0 && b->law >= 0;
    return ( Pair ){ .a = flipped ? bodies.b : bodies.a,
        .b = flipped ? bodies.a : bodies.b,
        .law = a->law >= 0 ? a->law : b->law,
        .envelope = ssMin( contactEnvelope( world, a ), contactEnvelope( world, b ) ),
        .pushed = h * ssMax( a->approachSpeed, b->approachSpeed ) };
}

// A combined material, kept because materials repeat from contact to contact.
typedef struct Mixture
{
    ssMaterial a, b, both;
    bool known;
} Mixture;

bool materialIsSame( const ssMaterial* x, const ssMaterial* y )
{
    return x->mu == y->mu && x->muRoll == y->muRoll && x->muSpin == y->muSpin &&
        x->restitution == y->restitution && x->stiffness == y->stiffness && x->damping == y->damping &&
        x->compliance == y->compliance;
}

static const ssMaterial* materialOf( const ssWorld* world, const Pair* pair, Mixture* mixture )
{
    const ssMaterial* own = pairMaterial( world, pair->a, pair->b );
    if ( own != NULL ) { return own; }
    const ssMaterial *a = &world->bodies[pair->a].material, *b = &world->bodies[pair->b].material;
    if ( !( mixture->known && materialIsSame( a, &mixture->a ) && materialIsSame( b, &mixture->b ) ) )
    {
        // This cannot fail, because materials are checked when they are set.
        ssIgnore( ssCombineMaterials( a, b, world->def.rule, &mixture->both ) );
        mixture->a = *a;
        mixture->b = *b;
        mixture->known = true;
    }
    return &mixture->both;
}

/// The pair's material with the coefficients that its law brings.
static ssMaterial frictionOf( const ssWorld* world, const Pair* pair, Mixture* mixture )
{
    const ssMaterial* material = materialOf( world, pair, mixture );
    return pair->law >= 0 ? lawMaterial( &world->laws[pair->law], material ) : *material;
}

/// [m] Largest gap that could matter to the pair in this step, from bounds on its speeds.
static double marginOf( const Narrow* narrow, const Pair* pair, Mixture* mixture )
{
    const ssWorld* world = narrow->world;
    double h = narrow->h;
    const Body *a = &world->bodies[pair->a], *b = &world->bodies[pair->b];
    double relative = ssVec3_Length( ssVec3_Sub( a->velocity, b->velocity ) ) +
        contactSurfaceSpeed( world, a ) + contactSurfaceSpeed( world, b ) + narrow->fallSpeed;
    double margin = pair->envelope + ssMax( h * relative, pair->pushed );
    if ( world->dilates )
    {
        const ssMaterial m = frictionOf( world, pair, mixture );
        double turning = ssVec3_Length( ssVec3_Sub( a->omega, b->omega ) );
        margin += DILATANCY_MARGIN * h * ( m.mu * relative + ( m.muRoll + m.muSpin ) * turning );
    }
    return margin;
}

ssVec3 contactPoint( const Body* a, const Body* b, ssVec3 normal, ssVec3 point, double gap )
{
    double share = a->kind != ss_bodyDynamic ? 0.5 : b->kind != ss_bodyDynamic ? -0.5 : 0.0;
    return ssVec3_MulAdd( point, share * gap, normal );
}

/// Whether the gap at a point could close within the step, pushes by neighbours included.
static bool mayClose( const ssWorld* world, const Pair* pair, ssVec3 normal, ssVec3 place, double gap,
    double h, Mixture* mixture )
{
    ssVec3 u, w;
    pointVelocity( world, pair->a, ssVec3_Sub( place, world->bodies[pair->a].pose.position ), pair->b,
        ssVec3_Sub( place, world->bodies[pair->b].pose.position ), normal, world->problem.freeVelocity, 1.0,
        &u, &w );
    double opening = ssVec3_Dot( normal, u ), travel = ssMax( -h * opening, pair->pushed );
    if ( world->dilates )
    {
        const ssMaterial m = frictionOf( world, pair, mixture );
        double spin = ssVec3_Dot( normal, w );
        const double mu[3] = { m.mu, m.muRoll, m.muSpin };
        const double speed[3] = { ssVec3_Length( ssVec3_MulAdd( u, -opening, normal ) ),
            ssVec3_Length( ssVec3_MulAdd( w, -spin, normal ) ), fabs( spin ) };
        travel += DILATANCY_MARGIN * h * saxceSum( 3, mu, speed );
    }
    return gap <= pair->envelope + ssMax( travel, 0.0 );
}

/// Whether the first point is one too many. A cylinder on a plane touches at four points of its rim and, once
/// tilted, at the lowest one, which has the lowest feature. Five springs against four would rock a cap for
/// ever; while all five are near, four are enough.
static bool hasSparePoint(
    const ssWorld* world, const Pair* pair, const ssManifold* manifold, Mixture* mixture )
{
    ssShapeKind a = world->bodies[pair->a].shape.kind, b = world->bodies[pair->b].shape.kind;
    bool stands =
        ( a == ss_shapePlane && b == ss_shapeCylinder ) || ( a == ss_shapeCylinder && b == ss_shapePlane );
    return stands && manifold->count > 4 && worldIsCompliant( world ) &&
        ( world->def.stiffness > 0.0 || materialOf( world, pair, mixture )->stiffness > 0.0 );
}

/// Whether the midpoint scheme looks at two bodies as they are at the start of the step. They meet before its
/// middle, where one is this deep in the other, or may be behind it.
static bool isFresh( const Narrow* narrow, int a, int b, double depth )
{
    const ssWorld* world = narrow->world;
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    double speed = ssVec3_Length( ssVec3_Sub( x->velocity, y->velocity ) ),
           size = ssMin( x->innerRadius, y->innerRadius );
    bool meets = depth > slopOf( world, a, b ) || 0.5 * narrow->h * speed > PASSES_SHARE * size;
    return world->starts != NULL && meets && !warmStartCarried( world, a, b );
}

/// Finds the points of pair k, in the order of their features, and returns their number.
static int findPoints( const Narrow* narrow, int k, Mixture* mixture, Found* found )
{
    const ssWorld* world = narrow->world;
    ssManifold manifold;
    Pair pair = pairOf( world, narrow->pairs[k], narrow->h );
    const Body *a = &world->bodies[pair.a], *b = &world->bodies[pair.b];
    double margin = marginOf( narrow, &pair, mixture );
    manifold.count = 0;
    bool near = ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), margin, &manifold );
    double depth = 0.0;
    for ( int i = 0; near && i < manifold.count; ++i ) { depth = ssMax( depth, -manifold.points[i].gap ); }
    bool fresh = isFresh( narrow, pair.a, pair.b, depth );
    if ( fresh )
    {
        near = ssCollide( &a->shape, bodyShapePoseFrom( a, world->starts[pair.a].pose ), &b->shape,
            bodyShapePoseFrom( b, world->starts[pair.b].pose ), margin, &manifold );
    }
    if ( !near ) { return 0; }
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
    double flushGap = FLUSH_SHARE * slopOf( world, pair.a, pair.b );
    int made = 0;
    for ( int i = hasSparePoint( world, &pair, &manifold, mixture ) ? 1 : 0; i < manifold.count; ++i )
    {
        const ssManifoldPoint* point = &manifold.points[i];
        ssVec3 place = contactPoint( a, b, manifold.normal, point->point, point->gap );
        if ( mayClose( world, &pair, manifold.normal, place, point->gap, narrow->h, mixture ) )
        {
            bool flush = manifold.count > 2 && !world->dilates && point->gap < flushGap;
            found[made++] = ( Found ){ manifold.normal, place, point->gap, point->feature,
                (unsigned)k & PAIR_MASK, flush, fresh };
        }
    }
    return made;
}

/// The point of pair k, two active balls, with the numbers of findPoints; 0: they are not near.
static int findBalls( const Narrow* narrow, int k, Found* found )
{
    const ssWorld* world = narrow->world;
    ssBodyPair pair = narrow->pairs[k];
    const NarrowBody *a = &world->narrowBodies[pair.a], *b = &world->narrowBodies[pair.b];
    if ( a->law < 0 && b->law >= 0 )
    {
        const NarrowBody* other = a;
        a = b;
        b = other;
    }
    double envelope = ssMin( a->envelope, b->envelope ), radii = a->radius + b->radius;
    int first = a == &world->narrowBodies[pair.a] ? pair.a : pair.b,
        second = first == pair.a ? pair.b : pair.a;
    ssVec3 apart = ssVec3_Sub( b->position, a->position );
    bool fresh = isFresh( narrow, first, second, radii - ssVec3_Length( apart ) );
    ssVec3 xa = fresh ? world->starts[first].pose.position : a->position,
           xb = fresh ? world->starts[second].pose.position : b->position, d = ssVec3_Sub( xb, xa );
    double distance = ssVec3_Length( d ), gap = distance - radii;
    bool distinct = distance > 1e-14 * radii;
    ssVec3 normal = distinct ? ssVec3_Scale( 1.0 / distance, d ) : ssVec3_Make( 0.0, 0.0, 1.0 );
    ssVec3 point = ssVec3_MulAdd( xa, a->radius + 0.5 * gap, normal );
    if ( !( gap <= envelope ) ) // else no speed matters
    {
        double h = narrow->h, pushed = h * ssMax( a->approachSpeed, b->approachSpeed );
        double relative = ssVec3_Length( ssVec3_Sub( a->velocity, b->velocity ) ) + narrow->fallSpeed;
        if ( !( gap <= envelope + ssMax( h * relative, pushed ) ) ) { return 0; }
        Pair both = pairOf( world, pair, h );
        if ( !mayClose( world, &both, normal, point, gap, h, NULL ) ) { return 0; }
    }
    *found = ( Found ){ normal, point, gap, 0, (unsigned)k & PAIR_MASK, false, fresh };
    return 1;
}

/// How fast neighbours approach each body, squared in world->bodyScratch: it then searches farther.
static void recordApproach( const ssWorld* world, ssBodyPair pair )
{
    const NarrowBody *a = &world->narrowBodies[pair.a], *b = &world->narrowBodies[pair.b];
    if ( a->isDynamic && b->isDynamic )
    {
        ssVec3 relative = ssVec3_Sub( a->velocity, b->velocity );
        double square = ssVec3_Dot( relative, relative );
        raiseShared( &world->bodyScratch[pair.a], square );
        raiseShared( &world->bodyScratch[pair.b], square );
    }
}

static bool ballsCanTouch( const ssWorld* world, ssBodyPair pair )
{
    const NarrowBody *a = &world->narrowBodies[pair.a], *b = &world->narrowBodies[pair.b];
    return !( a->group > 0 && a->group == b->group ) &&
        !( a->isJointed && b->isJointed && jointsBetween( world, pair.a, pair.b ) == jointsApart );
}

static void findBlock( void* context, int block, int first, int last )
{
    Narrow* narrow = context;
    const ssWorld* world = narrow->world;
    Found* found = narrow->points + (size_t)block * (size_t)narrow->blockCapacity;
    Mixture mixture = { .known = false };
    int count = 0;
    for ( int k = narrow->start + first; k < narrow->start + last; ++k )
    {
        ssBodyPair pair = narrow->pairs[k];
        recordApproach( world, pair );
        if ( world->narrowBodies[pair.a].isBall && world->narrowBodies[pair.b].isBall )
        {
            count += ballsCanTouch( world, pair ) ? findBalls( narrow, k, found + count ) : 0;
        }
        else if ( pairCanTouch( world, pair.a, pair.b ) )
        {
            count += findPoints( narrow, k, &mixture, found + count );
        }
    }
    narrow->blocks[block].found = count;
}

ssProblemFrame contactFrame( const Body* owner, ssVec3 normal )
{
    if ( owner->law >= 0 )
    {
        ssVec3 groove = ssQuat_Rotate( owner->pose.orientation, owner->groove );
        ssVec3 along = ssVec3_MulAdd( groove, -ssVec3_Dot( groove, normal ), normal );
        double length = ssVec3_Length( along );
        if ( length > 1e-9 * ssVec3_Length( groove ) )
        {
            return ( ssProblemFrame ){ normal, ssVec3_Scale( 1.0 / length, along ) };
        }
    }
    return ( ssProblemFrame ){ normal, ssContactTangent( normal ) };
}

static void placeContact(
    ssWorld* world, int i, const Pair* pair, const ssMaterial* material, const Found* found, double h )
{
    ssProblem* problem = &world->problem;
    world->contacts[i] = ( Contact ){ .a = pair->a,
        .b = pair->b,
        .feature = found->feature,
        .soft = material->stiffness > 0.0 || world->def.stiffness > 0.0,
        .flush = found->flush,
        .fresh = found->fresh,
        .gap = found->gap,
        .restitution = material->restitution };
    problem->points[i] = found->point;
    problem->frames[i] = contactFrame( &world->bodies[pair->a], found->normal );
    const NarrowBody *a = &world->narrowBodies[pair->a], *b = &world->narrowBodies[pair->b];
    bool fresh = found->fresh;
    problem->armsA[i] =
        ssVec3_Sub( found->point, fresh ? world->starts[pair->a].pose.position : a->position );
    problem->armsB[i] =
        ssVec3_Sub( found->point, fresh ? world->starts[pair->b].pose.position : b->position );
    problem->bodyA[i] = a->slot;
    problem->bodyB[i] = b->slot;
    problem->cones[i] = ( ssCone ){ .dimension = 6,
        .mu = material->mu,
        .muRoll = material->muRoll,
        .muSpin = material->muSpin,
        .variant = world->def.law == ss_worldLawEllipsoidal ? ss_coneEllipsoidal : ss_coneIntersection };
    problem->laws[i] = world->def.law == ss_worldLawRelaxed ? ss_contactFormRelaxed : ss_contactFormSaxce;
    problem->lawIndex[i] = 0;
    if ( problem->lawScale != NULL ) { problem->lawScale[i] = 1.0; }
    if ( worldHasLawMemory( world ) )
    {
        world->ownLaws[i] = -1;
        problem->lawSites[i] = ( ssLawSite ){ .h = 0.0 };
    }
    if ( pair->law >= 0 ) { contactApplyLaw( world, i, pair->law, material, h ); }
    if ( world->disturbed )
    {
        double factor = ( 1.0 + world->bodies[pair->a].grip ) * ( 1.0 + world->bodies[pair->b].grip );
        problem->cones[i].mu *= factor;
        if ( problem->lawScale != NULL ) { problem->lawScale[i] *= factor; }
    }
}

/// The material of a pair, which is known beforehand if its bodies have that of most.
static const ssMaterial* mixtureOf( const Narrow* narrow, const Pair* pair, Mixture* mixture )
{
    const ssWorld* world = narrow->world;
    bool isCommon = world->pairCount == 0 && world->narrowBodies[pair->a].isCommon &&
        world->narrowBodies[pair->b].isCommon;
    return isCommon ? &narrow->commonMixture : materialOf( world, pair, mixture );
}

static void placeBlock( void* context, int block, int first, int last )
{
    Narrow* narrow = context;
    ssWorld* world = narrow->world;
    const Found* found = narrow->points + (size_t)block * (size_t)narrow->blockCapacity;
    Mixture mixture = { .known = false };
    int dimension = 3;
    (void)first;
    (void)last;
    for ( int k = 0; k < narrow->blocks[block].found; ++k )
    {
        ssBodyPair bodies = narrow->pairs[found[k].pair];
        const NarrowBody *a = &world->narrowBodies[bodies.a], *b = &world->narrowBodies[bodies.b];
        bool flipped = a->law < 0 && b->law >= 0;
        Pair pair = { .a = flipped ? bodies.b : bodies.a,
            .b = flipped ? bodies.a : bodies.b,
            .law = a->law >= 0 ? a->law : b->law };
        const ssMaterial* material = mixtureOf( narrow, &pair, &mixture );
        int i = narrow->blocks[block].first + k;
        placeContact( world, i, &pair, material, &found[k], narrow->h );
        const ssCone* cone = &world->problem.cones[i];
        int own = cone->muSpin > 0.0 ? 6 : cone->muRoll > 0.0 ? 5 : 3;
        dimension = own > dimension ? own : dimension;
        own = pair.law >= 0 ? lawDimension( &world->laws[pair.law] ) : 3;
        dimension = own > dimension ? own : dimension;
    }
    narrow->blocks[block].dimension = dimension;
}

/// Makes room for `more` contacts in addition to those that are there.
static bool reserveMore( ssWorld* world, int more )
{
    int wanted = world->problem.contactCount + more,
        grown = world->contactCapacity + world->contactCapacity / 64 + 16;
    return wanted <= world->contactCapacity || contactsReserve( world, wanted > grown ? wanted : grown, 0 );
}

static void setApproachSpeeds( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    (void)block;
    for ( int i = first; i < last; ++i ) { world->bodies[i].approachSpeed = sqrt( world->bodyScratch[i] ); }
}

static void setDimension( void* context, int block, int first, int last )
{
    ssProblem* problem = context;
    (void)block;
    for ( int i = first; i < last; ++i ) { problem->cones[i].dimension = problem->dimension; }
}

/// Finds and places the contacts of one wave of `count` pairs; false: no memory.
static bool makeWave( Narrow* narrow, int count )
{
    ssProblem* problem = &narrow->world->problem;
    int blocks = ssBlockCount( count, BLOCK_PAIRS ), more = 0;
    ssParallelFor( count, BLOCK_PAIRS, findBlock, narrow );
    for ( int block = 0; block < blocks; ++block )
    {
        narrow->blocks[block].first = problem->contactCount + more;
        more += narrow->blocks[block].found;
    }
    if ( !reserveMore( narrow->world, more ) ) { return false; }
    ssParallelFor( count, BLOCK_PAIRS, placeBlock, narrow );
    problem->contactCount += more;
    for ( int block = 0; block < blocks; ++block )
    {
        int own = narrow->blocks[block].dimension;
        problem->dimension = own > problem->dimension ? own : problem->dimension;
    }
    return true;
}

ssResult contactsNarrow( ssWorld* world, double h )
{
    int pairCount = ssBroadPhase_PairCount( world->broad );
    ssProblem* problem = &world->problem;
    Narrow narrow = { .world = world, .h = h, .pairs = ssBroadPhase_Pairs( world->broad ) };
    narrow.fallSpeed = 2.0 * h * ssVec3_Length( world->def.gravity );
    // A sphere touches anything at one point; two other shapes touch at several.
    narrow.blockCapacity = BLOCK_PAIRS * ( world->hasNonSpheres ? SS_MANIFOLD_MAX : 1 );
    problem->contactCount = problem->rowCount = 0;
    problem->dimension = 3;
    int waveBlocks = world->contactCapacity / narrow.blockCapacity;
    int wave = BLOCK_PAIRS * ( waveBlocks > WAVE_BLOCKS ? waveBlocks : WAVE_BLOCKS );
    wave = wave < pairCount ? wave : pairCount;
    size_t blocks = (size_t)ssBlockCount( wave, BLOCK_PAIRS );
    narrow.points = ssArena_Reserve( world->arena, sizeof( Found ) * blocks * (size_t)narrow.blockCapacity );
    narrow.blocks = ssArena_Reserve( world->arena, sizeof( NarrowBlock ) * blocks );
    bool memory = narrow.points != NULL && narrow.blocks != NULL;
    if ( world->bodyCount > 0 )
    {
        const ssMaterial* common = &world->bodies[world->bodyCount - 1].material;
        ssIgnore( ssCombineMaterials( common, common, world->def.rule, &narrow.commonMixture ) );
        memset( world->bodyScratch, 0, sizeof( double ) * (size_t)world->bodyCount );
    }
    for ( ; narrow.start < pairCount && memory; narrow.start += wave )
    {
        memory = makeWave( &narrow, pairCount - narrow.start < wave ? pairCount - narrow.start : wave );
    }
    if ( !memory || !contactsDropSeams( world ) )
    {
        problem->contactCount = 0;
        return ssError( ss_errorMemory, NULL, "out of memory for the contacts of %d pairs", pairCount );
    }
    ssParallelFor( world->bodyCount, WORLD_BLOCK, setApproachSpeeds, world );
    // Components that no contact uses are not solved for.
    if ( problem->dimension != 6 )
    {
        ssParallelFor( problem->contactCount, WORLD_BLOCK, setDimension, problem );
    }
    warmStartApply( world );
    return ssOk();
}
