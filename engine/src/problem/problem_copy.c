// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "problem/problem_private.h"

#include <string.h>

// A problem as a value of its own. Unlike the file form, it has laws that are functions of the program.

/// NULL: there is nothing to copy, or no memory.
static void* copyOf( const void* from, size_t count, size_t size )
{
    void* copy = from != NULL ? ssAlloc( count * size + 1 ) : NULL;
    if ( copy != NULL && count > 0 )
    {
        memcpy( copy, from, count * size );
    }
    return copy;
}

// Copies an array; `enough` becomes false when there is no memory for it.
#define COPY( field, count )                                                        \
    ( to->field = copyOf( from->field, (size_t)( count ), sizeof( *from->field ) ), \
        enough = enough && ( to->field != NULL ) == ( from->field != NULL ) )

static bool copyContacts( const ssProblem* from, ssProblem* to )
{
    bool enough = true;
    int n = from->contactCount;
    COPY( cones, n );
    COPY( laws, n );
    COPY( lawIndex, n );
    COPY( lawScale, n );
    COPY( lawSites, n );
    COPY( lawStates, n * SS_LAW_MAX_STATES );
    COPY( q, n * from->dimension );
    COPY( compliance, n * from->dimension + from->rowCount );
    for ( int i = 0; i < n && enough && from->lawSites != NULL; ++i )
    {
        bool own = from->lawStates != NULL && from->lawSites[i].state != NULL;
        to->lawSites[i].state = own ? to->lawStates + (size_t)i * SS_LAW_MAX_STATES : NULL;
    }
    return enough;
}

static bool copyMatrix( const ssProblem* from, ssProblem* to )
{
    bool enough = true;
    int n = from->contactCount, bodies = from->bodyCount;
    int blocks = from->blockStart != NULL ? from->blockStart[n] : 0;
    COPY( bodies, bodies );
    COPY( inverseMass, bodies );
    COPY( inverseInertia, bodies );
    COPY( freeVelocity, 6 * bodies );
    COPY( bodyA, n );
    COPY( bodyB, n );
    COPY( points, n );
    COPY( frames, n );
    COPY( armsA, n );
    COPY( armsB, n );
    COPY( rows, from->rowCount );
    COPY( blockStart, n + 1 );
    COPY( blockColumn, blocks );
    COPY( blocks, blocks * from->dimension * from->dimension );
    return enough;
}

/// Makes the laws again, in the same order.
static ssResult copyLaws( const ssProblem* from, ssProblem* to )
{
    ssResult result = ssOk();
    for ( int i = 0; i < from->lawCount && result.code == ss_ok; ++i )
    {
        ssLawDef def = from->lawTable[i].def;
        int index;
        lawGivePoints( &from->lawTable[i], &def );
        result = ssProblem_AddLaw( to, &def, &index );
    }
    return result;
}

ssResult problemCopy( const ssProblem* from, ssProblem* to )
{
    *to = ( ssProblem ){ .contactCount = from->contactCount,
        .dimension = from->dimension,
        .rowCount = from->rowCount,
        .bodyCount = from->bodyCount };
    ssResult result = copyContacts( from, to ) && copyMatrix( from, to ) ? ssOk() : problemNoMemory();
    result = result.code == ss_ok ? copyLaws( from, to ) : result;
    result = result.code == ss_ok ? ssProblem_Check( to ) : result;
    if ( result.code != ss_ok )
    {
        ssProblem_Destroy( to );
    }
    return result;
}

bool problemMakeEven( const ssProblem* problem, ssProblem* even )
{
    size_t bodies = (size_t)problem->bodyCount + 1;
    *even = *problem;
    even->inverseMass = ssAlloc( bodies * sizeof( double ) );
    even->inverseInertia = ssAlloc( bodies * sizeof( ssMat3 ) );
    for ( int i = 0; i < problem->bodyCount && even->inverseMass != NULL && even->inverseInertia != NULL;
          ++i )
    {
        even->inverseMass[i] = 1.0;
        double mass = problem->bodies[i].mass;
        const ssMat3* inverse = &problem->inverseInertia[i];
        even->inverseInertia[i] = ( ssMat3 ){ ssVec3_Scale( mass, inverse->cx ),
            ssVec3_Scale( mass, inverse->cy ), ssVec3_Scale( mass, inverse->cz ) };
    }
    return even->inverseMass != NULL && even->inverseInertia != NULL;
}
