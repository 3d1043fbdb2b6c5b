// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "slipstick/problem.h"
#include "slipstick/rng.h"

#include <string.h>

// Generates sphere packings as contact problems for tests and benchmarks; a seed determines them.

// Spheres of a packing: a bound on memory that a million contacts do not reach.
#define SPHERES_MAX 2000000

ssPackingDef ssDefaultPackingDef( void )
{
    return ( ssPackingDef ){ .seed = 1,
        .dimension = 5,
        .contacts = 30,
        .radius = 0.01,
        .density = 1300.0,
        .mu = 0.3,
        .muRollRatio = 0.1,
        .muSpinRatio = 0.1,
        .kick = 0.05,
        .gravityStep = 0.00981,
        .law = ss_contactFormSaxce };
}

static double between( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

ssPackingDef ssRandomPackingDef( uint64_t seed )
{
    static const int dimensions[] = { 3, 5, 6 };
    ssRng rng = ssSeedRng( seed * 0x9e3779b97f4a7c15u + 1u );
    ssPackingDef def = ssDefaultPackingDef();
    def.seed = seed;
    def.dimension = dimensions[ssRng_Next( &rng ) % 3];
    def.contacts = 6 + (int)( ssRng_Next( &rng ) % 50 );
    // The values are evenly distributed over the logarithm.
    def.mu = 0.01 * ssPow( 500.0, ssRng_Uniform( &rng ) );
    def.muRollRatio = 0.01 * ssPow( 500.0, ssRng_Uniform( &rng ) );
    def.muSpinRatio = 0.01 * ssPow( 500.0, ssRng_Uniform( &rng ) );
    def.kick = between( &rng, 0.02, 0.2 );
    return def;
}

typedef struct Packing
{
    ssVec3* centres;
    int count, capacity;
    ssProblemContact* contacts;
    int contactCount, contactCapacity;
} Packing;

static bool grow( void** array, int used, int* capacity, size_t size )
{
    if ( used < *capacity ) { return true; }
    int larger = 2 * *capacity + 64;
    void* moved = ssArena_Grow( NULL, *array, (size_t)used * size, (size_t)larger * size );
    *array = moved != NULL ? moved : *array;
    *capacity = moved != NULL ? larger : *capacity;
    return moved != NULL;
}

static bool addContact( Packing* packing, const ssPackingDef* def, int a, int b, ssVec3 point, ssVec3 normal )
{
    if ( !grow( (void**)&packing->contacts, packing->contactCount, &packing->contactCapacity,
             sizeof( ssProblemContact ) ) )
    {
        return false;
    }
    packing->contacts[packing->contactCount++] =
        ( ssProblemContact ){ a, .b = b, .point = point, .normal = normal,
            .cone = { def->dimension, .mu = def->mu, .muRoll = def->muRollRatio * def->radius,
                .muSpin = def->muSpinRatio * def->radius },
            .law = def->law };
    return true;
}

/// Adds a sphere and its contacts from number `first` on: gaps up to `gapMax`, contact points half-way.
static bool addSphere( Packing* packing, const ssPackingDef* def, ssVec3 centre, double gapMax, int first )
{
    if ( !grow( (void**)&packing->centres, packing->count, &packing->capacity, sizeof( ssVec3 ) ) )
    {
        return false;
    }
    int own = packing->count++;
    double r = def->radius;
    bool room = true;
    packing->centres[own] = centre;
    if ( centre.z - r <= gapMax )
    {
        room = addContact(
            packing, def, -1, own, ssVec3_Make( centre.x, centre.y, 0.0 ), ssVec3_Make( 0.0, 0.0, 1.0 ) );
    }
    for ( int other = first; other < own && room; ++other )
    {
        ssVec3 offset = ssVec3_Sub( centre, packing->centres[other] );
        if ( fabs( offset.z ) > 2.0 * r + gapMax ||
            ssVec3_Dot( offset, offset ) > ( 2.0 * r + gapMax ) * ( 2.0 * r + gapMax ) )
        {
            continue;
        }
        ssVec3 normal = ssVec3_Scale( 1.0 / ssVec3_Length( offset ), offset );
        ssVec3 point = ssVec3_MulAdd( packing->centres[other], 0.5, offset );
        room = addContact( packing, def, other, own, point, normal );
    }
    return room;
}

/// Drops spheres straight down at random places; each stays where it first touches.
static bool dropSpheres( Packing* packing, const ssPackingDef* def, ssRng* rng )
{
    double r = def->radius, side = r * ( 2.0 + 1.6 * sqrt( (double)def->contacts ) );
    while ( packing->contactCount < def->contacts && packing->count < SPHERES_MAX )
    {
        double x = between( rng, 0.0, side ), y = between( rng, 0.0, side );
        ssVec3 centre = { x, y, r };
        for ( int i = 0; i < packing->count; ++i )
        {
            double dx = centre.x - packing->centres[i].x, dy = centre.y - packing->centres[i].y;
            double under = 4.0 * r * r - dx * dx - dy * dy;
            centre.z = under > 0.0 ? ssMax( centre.z, packing->centres[i].z + sqrt( under ) ) : centre.z;
        }
        if ( !addSphere( packing, def, centre, 0.02 * r, 0 ) ) { return false; }
    }
    return true;
}

/// Stacks square layers in the hollows below, centres a little off: equilibrium leaves forces undetermined.
static bool pileSpheres( Packing* packing, const ssPackingDef* def, ssRng* rng )
{
    double r = def->radius;
    int side = 2;
    // A pyramid of side m has m (m + 1) (2m + 1)/6 spheres and about four contacts for each.
    while ( 4.0 * side * ( side + 1.0 ) * ( 2.0 * side + 1.0 ) / 6.0 < (double)def->contacts ) { ++side; }
    int below = 0, layerStart = 0;
    for ( int layer = 0; layer < side && packing->contactCount < def->contacts; ++layer )
    {
        int width = side - layer;
        below = layerStart;
        layerStart = packing->count;
        for ( int k = 0; k < width * width && packing->contactCount < def->contacts; ++k )
        {
            double dx = between( rng, -0.01, 0.01 ), dy = between( rng, -0.01, 0.01 ),
                   dz = layer > 0 ? between( rng, -0.01, 0.01 ) : 0.0;
            ssVec3 centre = { r * ( 2.0 * ( k % width ) + layer ) + dx * r,
                r * ( 2.0 * ( k / width ) + layer ) + dy * r, r * ( 1.0 + layer * sqrt( 2.0 ) ) + dz * r };
            if ( !addSphere( packing, def, centre, 0.04 * r, below ) ) { return false; }
        }
    }
    return true;
}

static ssResult checkDef( const ssPackingDef* def )
{
    const struct
    {
        const char* key;
        double value;
        bool positive;
    } numbers[] = { { "radius", def->radius, true }, { "density", def->density, true },
        { "mu", def->mu, false }, { "mu_r", def->muRollRatio, false }, { "mu_s", def->muSpinRatio, false },
        { "kick", def->kick, false }, { "gravityStep", def->gravityStep, false } };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        double value = numbers[i].value;
        if ( !( isfinite( value ) && ( numbers[i].positive ? value > 0.0 : value >= 0.0 ) ) )
        {
            return ssError( ss_errorValue, numbers[i].key, "%s = %g; allowed: a finite number %s 0",
                numbers[i].key, value, numbers[i].positive ? ">" : ">=" );
        }
    }
    if ( def->contacts < 1 || def->contacts > 1000000 )
    {
        return ssError( ss_errorValue, "contacts", "contacts = %d; allowed: 1 to 1000000", def->contacts );
    }
    if ( def->law != ss_contactFormSaxce && def->law != ss_contactFormRelaxed )
    {
        return ssError( ss_errorValue, "law", "the law of a packing; allowed: coulomb or relaxed" );
    }
    return ssOk();
}

ssResult ssMakePacking( const ssPackingDef* def, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    SS_TRY( checkDef( def ) );
    ssRng rng = ssSeedRng( def->seed );
    Packing packing = { 0 };
    bool room = def->settled ? pileSpheres( &packing, def, &rng ) : dropSpheres( &packing, def, &rng );
    size_t count = (size_t)packing.count + 1;
    ssProblemBody* bodies = ssAlloc( count * sizeof( ssProblemBody ) );
    double* velocity = ssAlloc( count * 6 * sizeof( double ) );
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory for the packing" );
    if ( room && bodies != NULL && velocity != NULL )
    {
        double r = def->radius, mass = def->density * 4.0 / 3.0 * SS_PI * r * r * r,
               inertia = 0.4 * mass * r * r;
        for ( int i = 0; i < packing.count; ++i )
        {
            bodies[i] = ssDefaultProblemBody();
            bodies[i].mass = mass;
            bodies[i].inertia = ssVec3_Make( inertia, inertia, inertia );
            bodies[i].position = packing.centres[i];
            for ( int c = 0; c < 6; ++c )
            {
                double size = c < 3 ? def->kick : def->kick / r;
                velocity[6 * i + c] = between( &rng, -size, size ) - ( c == 2 ? def->gravityStep : 0.0 );
            }
        }
        result = ssProblem_FromBodies( def->dimension, bodies, packing.count, packing.contacts,
            packing.contactCount, NULL, 0, velocity, problem );
    }
    ssRelease( packing.centres );
    ssRelease( packing.contacts );
    ssRelease( bodies );
    ssRelease( velocity );
    return result;
}
