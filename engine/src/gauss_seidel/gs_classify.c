// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"

// The moving bodies of contacts, their order and colours, which kernel each needs, and the scales of the
// problem: the length L, mean(diag W), the step and |q|.

// Coupling of sliding and rolling below which a contact is uncoupled: the next pass makes up for it.
#define WEAK_COUPLING 0.1

// Contacts that one thread takes at a time where each is little work.
#define LIGHT_BLOCK 1024

/// What the contacts of a block add up to.
typedef struct BlockSums
{
    double translational, rotational; // diagonal of W
    int bent, serial;                 // contacts with bent arms, and without a SIMD kernel
    int notSingle;                    // contacts without a kernel in single precision
    double wnMin, wnMax;              // of the others
    double motion;                    // squares of the speeds of their bodies
} BlockSums;

/// What is odd about the bodies of contacts of a light block.
typedef struct BlockBodies
{
    int unsorted; // the last contact that gsSortContacts would place before the one in front of it; 0: none
    int still;    // the first contact between two bodies that do not move; -1: none
} BlockBodies;

typedef struct Blocks
{
    ssGs* gs;
    BlockBodies* bodies;
    BlockSums* sums;
} Blocks;

/// Whether not only the normal velocity has a bias.
static bool isBiased( const ssGs* gs, const gsGeometry* geometry, int i )
{
    double bias[6];
    gsBiasOf( gs, geometry, i, bias );
    bool is = false;
    for ( int c = 1; c < gs->dimension; ++c ) { is = is || bias[c] != 0.0; }
    return is;
}

static int kindOf(
    const ssGs* gs, const gsGeometry* geometry, int i, const gsSphereContact* sphere, bool spheres )
{
    const ssProblem* problem = gs->problem;
    if ( problem->laws[i] == ss_contactFormPlanar || problem->cones[i].variant != ss_coneIntersection )
    {
        return gs_serial;
    }
    int relaxed = problem->laws[i] == ss_contactFormRelaxed;
    if ( !spheres ) { return ( geometry->a < 0 ? gs_bodyGround : gs_body ) + relaxed; }
    if ( isBiased( gs, geometry, i ) ) { return ( geometry->a < 0 ? gs_biasedGround : gs_biased ) + relaxed; }
    if ( geometry->a < 0 ) { return gs_ground + relaxed; }
    if ( !relaxed && gsIsEqual( gs, geometry, sphere ) ) { return gs_equal; }
    return ( gs->dimension > 3 && gsCouplingOf( sphere ) > WEAK_COUPLING ? gs_coupled : gs_pair ) + relaxed;
}

/// trace( [r]^T I^-1 [r] ): what rotation adds to the three translational diagonal entries.
static double rotationTrace( const ssMat3* inertia, ssVec3 r )
{
    ssVec3 columns[3] = { { 0.0, r.z, -r.y }, { -r.z, 0.0, r.x }, { r.y, -r.x, 0.0 } };
    double sum = 0.0;
    for ( int k = 0; k < 3; ++k ) { sum += ssVec3_Dot( columns[k], ssMat3_Mul( *inertia, columns[k] ) ); }
    return sum;
}

/// The diagonal of W_aa, summed over the translational and over the rotational components.
static void sumDiagonal(
    const ssGs* gs, const gsGeometry* geometry, int i, double* translational, double* rotational )
{
    const ssProblem* problem = gs->problem;
    *translational = 0.0;
    *rotational = 0.0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? geometry->a : geometry->b;
        if ( body >= 0 )
        {
            const ssMat3* m = &problem->inverseInertia[body];
            *translational += 3.0 * problem->inverseMass[body] +
                rotationTrace( m, side == 0 ? geometry->armA : geometry->armB );
            *rotational += m->cx.x + m->cy.y + m->cz.z -
                ( gs->dimension == 5 ? ssVec3_Dot( geometry->n, ssMat3_Mul( *m, geometry->n ) ) : 0.0 );
        }
    }
    for ( int c = 0; c < gs->dimension && problem->compliance != NULL; ++c )
    {
        double own = problem->compliance[(size_t)i * (size_t)gs->dimension + (size_t)c];
        *translational += c < 3 ? own : 0.0;
        *rotational += c < 3 ? 0.0 : own;
    }
}

// Contacts whose bodies are fetched ahead.
#define CONTACTS_AHEAD 8

/// Fetches what is read of the bodies of a contact: they lie apart, so that no processor foresees them.
SIMD_INLINE void fetchBodies( const ssProblem* problem, int i )
{
    int a = problem->bodyA[i], b = problem->bodyB[i];
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? a : b;
        if ( body >= 0 )
        {
            __builtin_prefetch( &problem->inverseMass[body] );
            __builtin_prefetch( &problem->inverseInertia[body] );
            if ( problem->freeVelocity != NULL )
            {
                __builtin_prefetch( problem->freeVelocity + 6 * (size_t)body );
                __builtin_prefetch( problem->freeVelocity + 6 * (size_t)body + 5 );
            }
        }
    }
}

/// The moving bodies of contacts [first, last), and `order` as they are given.
static void findBodies( void* context, int block, int first, int last )
{
    const Blocks* blocks = context;
    ssGs* gs = blocks->gs;
    BlockBodies found = { .still = -1 };
    int beforeA, beforeB; // of the contact before
    gsMovingBodies( gs, first > 0 ? first - 1 : 0, &beforeA, &beforeB );
    for ( int i = first; i < last; ++i )
    {
        int a, b;
        gsMovingBodies( gs, i, &a, &b );
        gs->movingA[i] = a;
        gs->movingB[i] = b;
        gs->order[i] = i;
        found.unsorted = gsComesBefore( a, b, beforeA, beforeB ) ? i : found.unsorted;
        found.still = found.still < 0 && b < 0 ? i : found.still;
        beforeA = a;
        beforeB = b;
    }
    blocks->bodies[block] = found;
}

/// The square of the speed at which a body moves without the contacts.
static double squareOfSpeed( const ssProblem* problem, int body )
{
    const double* v =
        body >= 0 && problem->freeVelocity != NULL ? problem->freeVelocity + 6 * (size_t)body : NULL;
    return v != NULL ? v[0] * v[0] + v[1] * v[1] + v[2] * v[2] : 0.0;
}

/// Kinds of contacts [first, last), and the sums of the block.
static void classifyBlock( void* context, int block, int first, int last )
{
    const Blocks* blocks = context;
    ssGs* gs = blocks->gs;
    BlockSums* sums = &blocks->sums[block];
    gsGeometry geometry;
    *sums = ( BlockSums ){ .wnMin = HUGE_VAL };
    for ( int i = first; i < last; ++i )
    {
        if ( i + CONTACTS_AHEAD < last ) { fetchBodies( gs->problem, i + CONTACTS_AHEAD ); }
        gsSphereContact sphere;
        double translational, rotational;
        gsFindGeometry( gs, i, &geometry );
        bool spheres = gsSphereContactOf( gs, &geometry, &sphere );
        int kind = kindOf( gs, &geometry, i, &sphere, spheres );
        gs->kind[i] = (uint8_t)kind;
        sums->bent += sphere.bent && kind < gs_body;
        sums->serial += kind == gs_serial;
        bool single = kind == gs_equal || kind == gs_pair || kind == gs_coupled || kind == gs_ground;
        sums->notSingle += !single;
        sums->wnMin = single ? ssMin( sums->wnMin, sphere.wn ) : sums->wnMin;
        sums->wnMax = single ? ssMax( sums->wnMax, sphere.wn ) : sums->wnMax;
        sums->motion += squareOfSpeed( gs->problem, geometry.a ) + squareOfSpeed( gs->problem, geometry.b );
        if ( spheres )
        {
            translational = sphere.wn + 2.0 * sphere.wt;
            rotational = ( gs->dimension - 3 ) * sphere.wr;
        }
        else { sumDiagonal( gs, &geometry, i, &translational, &rotational ); }
        sums->translational += translational;
        sums->rotational += rotational;
    }
}

/// Block 0 is all of the colouring, which is sequential: one thread does it while others classify.
static void colourOrClassify( void* context, int block, int first, int last )
{
    if ( block == 0 )
    {
        gsSortAndColour( ( (const Blocks*)context )->gs );
        return;
    }
    classifyBlock( context, block - 1, first - GS_BLOCK, last - GS_BLOCK );
}

// With fewer contacts, to call another thread takes longer than to colour them.
#define COLOURED_APART 4096

static void colourAndClassify( Blocks* blocks )
{
    ssGs* gs = blocks->gs;
    if ( gs->contacts < COLOURED_APART )
    {
        gsSortAndColour( gs );
        ssParallelFor( gs->contacts, GS_BLOCK, classifyBlock, blocks );
        return;
    }
    ssParallelFor( gs->contacts + GS_BLOCK, GS_BLOCK, colourOrClassify, blocks );
}

/// Adds up the blocks in their order.
static BlockSums addBlocks( const BlockSums* sums, int blocks )
{
    BlockSums all = { .wnMin = HUGE_VAL };
    for ( int block = 0; block < blocks; ++block )
    {
        all.translational += sums[block].translational;
        all.rotational += sums[block].rotational;
        all.bent += sums[block].bent;
        all.serial += sums[block].serial;
        all.notSingle += sums[block].notSingle;
        all.wnMin = ssMin( all.wnMin, sums[block].wnMin );
        all.wnMax = ssMax( all.wnMax, sums[block].wnMax );
        all.motion += sums[block].motion;
    }
    return all;
}

/// |q|² of contacts in scaled units.
static double sumOfSquares( void* context, int first, int last )
{
    const ssGs* gs = context;
    int d = gs->dimension;
    double sum = 0.0;
    for ( int i = first; i < last; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            double q = ( c < 3 ? 1.0 : gs->length ) * gs->problem->q[(size_t)i * (size_t)d + (size_t)c];
            sum += q * q;
        }
    }
    return sum;
}

ssResult gsClassify( ssGs* gs )
{
    int count = ssBlockCount( gs->contacts, GS_BLOCK ),
        lightCount = ssBlockCount( gs->contacts, LIGHT_BLOCK );
    Blocks blocks = { gs, gsReserve( gs, (size_t)lightCount * sizeof( BlockBodies ) ),
        gsReserve( gs, (size_t)count * sizeof( BlockSums ) ) };
    if ( blocks.bodies == NULL || blocks.sums == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the Gauss-Seidel iteration" );
    }
    ssParallelFor( gs->contacts, LIGHT_BLOCK, findBodies, &blocks );
    gs->unsorted = 0;
    for ( int block = 0; block < lightCount; ++block )
    {
        BlockBodies bodies = blocks.bodies[block];
        gs->unsorted = bodies.unsorted > 0 ? bodies.unsorted : gs->unsorted;
        if ( bodies.still >= 0 )
        {
            return ssError( ss_errorValue, "contacts", "contact %d is between two bodies that do not move",
                bodies.still );
        }
    }
    colourAndClassify( &blocks );
    BlockSums sums = addBlocks( blocks.sums, count );
    gs->bent = sums.bent;
    gs->serialCount = sums.serial;
    gs->notSingle = sums.notSingle;
    gs->wnMin = sums.wnMin;
    gs->wnMax = sums.wnMax;
    int d = gs->dimension;
    gs->length = 1.0;
    gs->meanDiag = 1.0;
    if ( gs->contacts > 0 )
    {
        gs->length = d > 3 ? sqrt( ( sums.translational / 3.0 ) / ( sums.rotational / ( d - 3 ) ) ) : 1.0;
        double scaled = d > 3 ? gs->length * gs->length * sums.rotational : 0.0;
        gs->meanDiag = ( sums.translational + scaled ) / ( (double)gs->contacts * d );
    }
    gs->qNorm = ssParallelSum( gs->contacts, LIGHT_BLOCK, sumOfSquares, gs, (double*)(void*)blocks.sums );
    gs->motion = gs->qNorm > 0.0 ? sqrt( sums.motion / gs->qNorm ) : 0.0;
    gs->step = 1.0 / gs->meanDiag;
    if ( !( isfinite( gs->step ) && isfinite( gs->length ) && gs->length > 0.0 && isfinite( gs->qNorm ) ) )
    {
        return ssError(
            ss_errorValue, "w", "the numbers of the problem are too large or too small to compute with" );
    }
    return ssOk();
}
