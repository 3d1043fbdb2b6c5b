// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <stdlib.h>
#include <string.h>

// Makes problems from bodies and contacts, or from blocks of W.

// The inverse of a larger mass is lost in rounding beside those of others.
#define MASS_MAX 1e100

static double largestPart( ssQuat q )
{
    return ssMax( ssMax( fabs( q.w ), fabs( q.x ) ), ssMax( fabs( q.y ), fabs( q.z ) ) );
}

static ssResult checkBody( const ssProblemBody* body, int i )
{
    const double* inertia = &body->inertia.x;
    ssQuat o = body->orientation;
    if ( !( body->mass > 0.0 && body->mass <= MASS_MAX ) )
    {
        return ssError(
            ss_errorValue, "mass", "body %d: mass = %g; allowed: > 0, at most %g", i, body->mass, MASS_MAX );
    }
    for ( int k = 0; k < 3; ++k )
    {
        if ( !( inertia[k] > 0.0 && inertia[k] <= MASS_MAX ) )
        {
            return ssError( ss_errorValue, "inertia", "body %d: inertia %g; allowed: > 0, at most %g", i,
                inertia[k], MASS_MAX );
        }
    }
    if ( !( largestPart( o ) > 0.0 && isfinite( o.w + o.x + o.y + o.z ) ) )
    {
        return ssError( ss_errorValue, "orientation",
            "body %d: the orientation is not a rotation; allowed: a finite quaternion other than 0", i );
    }
    if ( !isfinite( body->position.x + body->position.y + body->position.z ) )
    {
        return ssError( ss_errorValue, "position", "body %d: the position is not finite", i );
    }
    return ssOk();
}

/// A factor that makes a vector long or short enough for its length to be a number; 1 if it is.
static double lengthUnit( double length, double largest )
{
    return length > 0.0 && isfinite( length ) ? 1.0 : 1.0 / largest;
}

/// R diag(1/I) R^T.
static ssMat3 worldInverseInertia( const ssProblemBody* body )
{
    ssQuat o = body->orientation;
    double unit = lengthUnit( o.w * o.w + o.x * o.x + o.y * o.y + o.z * o.z, largestPart( o ) );
    ssQuat q = ssQuat_Normalize( ( ssQuat ){ unit * o.w, unit * o.x, unit * o.y, unit * o.z } );
    ssVec3 axes[3] = { ssQuat_Rotate( q, ssVec3_Make( 1.0, 0.0, 0.0 ) ),
        ssQuat_Rotate( q, ssVec3_Make( 0.0, 1.0, 0.0 ) ), ssQuat_Rotate( q, ssVec3_Make( 0.0, 0.0, 1.0 ) ) };
    double inverse[3] = { 1.0 / body->inertia.x, 1.0 / body->inertia.y, 1.0 / body->inertia.z };
    ssMat3 m = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for ( int k = 0; k < 3; ++k )
    {
        m.cx = ssVec3_MulAdd( m.cx, inverse[k] * axes[k].x, axes[k] );
        m.cy = ssVec3_MulAdd( m.cy, inverse[k] * axes[k].y, axes[k] );
        m.cz = ssVec3_MulAdd( m.cz, inverse[k] * axes[k].z, axes[k] );
    }
    return m;
}

static ssResult placeContact( ssProblem* problem, int i, const ssProblemContact* contact )
{
    ssVec3 normal = contact->normal;
    double largest = ssMax( ssMax( fabs( normal.x ), fabs( normal.y ) ), fabs( normal.z ) );
    normal = ssVec3_Scale( lengthUnit( ssVec3_Length( normal ), largest ), normal );
    double length = ssVec3_Length( normal );
    if ( !( length > 0.0 && isfinite( length ) ) )
    {
        return ssError( ss_errorValue, "normal", "contact %d: the normal has no direction", i );
    }
    if ( !isfinite( contact->point.x + contact->point.y + contact->point.z ) )
    {
        return ssError( ss_errorValue, "point", "contact %d: the point is not finite", i );
    }
    // A frame that comes from a file keeps its bits: only deviations larger than rounding are corrected.
    ssVec3 n = fabs( length - 1.0 ) < 1e-14 ? normal : ssVec3_Scale( 1.0 / length, normal );
    ssVec3 t = contact->tangent;
    if ( t.x == 0.0 && t.y == 0.0 && t.z == 0.0 ) { t = ssContactTangent( n ); }
    else
    {
        double along = ssVec3_Dot( t, n );
        t = fabs( along ) > 1e-14 ? ssVec3_MulAdd( t, -along, n ) : t;
        double size = ssVec3_Length( t );
        if ( !( size > 1e-6 * fabs( along ) && size > 0.0 && isfinite( size ) ) )
        {
            return ssError(
                ss_errorValue, "tangent", "contact %d: the tangent is zero or parallel to the normal", i );
        }
        t = fabs( size - 1.0 ) < 1e-14 ? t : ssVec3_Scale( 1.0 / size, t );
    }
    problem->frames[i] = ( ssProblemFrame ){ n, t };
    problem->points[i] = contact->point;
    problem->bodyA[i] = contact->a;
    problem->bodyB[i] = contact->b;
    problem->cones[i] = contact->cone;
    problem->cones[i].dimension = problem->dimension;
    problem->laws[i] = (uint8_t)contact->law;
    problem->lawIndex[i] = contact->lawIndex;
    ssVec3 zero = { 0.0, 0.0, 0.0 };
    int a = contact->a, b = contact->b, count = problem->bodyCount;
    problem->armsA[i] =
        a >= 0 && a < count ? ssVec3_Sub( contact->point, problem->bodies[a].position ) : zero;
    problem->armsB[i] =
        b >= 0 && b < count ? ssVec3_Sub( contact->point, problem->bodies[b].position ) : zero;
    return ssOk();
}

/// q = D^T v of contact i from the bodies' free velocities v.
static void freeVelocityOf( const ssProblem* problem, int i, const double* v, double* q )
{
    ssVec3 zero = { 0.0, 0.0, 0.0 }, u = zero, w = zero;
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
        if ( body < 0 ) { continue; }
        const double* x = v + 6 * (size_t)body;
        ssVec3 linear = { x[0], x[1], x[2] }, angular = { x[3], x[4], x[5] };
        ssVec3 arm = side == 0 ? problem->armsA[i] : problem->armsB[i];
        double sign = side == 0 ? -1.0 : 1.0;
        u = ssVec3_MulAdd( u, sign, ssVec3_Add( linear, ssVec3_Cross( angular, arm ) ) );
        w = ssVec3_MulAdd( w, sign, angular );
    }
    ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    double all[6] = { ssVec3_Dot( frame.cx, u ), ssVec3_Dot( frame.cy, u ), ssVec3_Dot( frame.cz, u ),
        ssVec3_Dot( frame.cy, w ), ssVec3_Dot( frame.cz, w ), ssVec3_Dot( frame.cx, w ) };
    memcpy( q, all, (size_t)problem->dimension * sizeof( double ) );
}

static bool allocateBodies( ssProblem* problem, int bodyCount, int rowCount, bool moving )
{
    size_t n = (size_t)problem->contactCount + 1, m = (size_t)bodyCount + 1;
    problem->bodyCount = bodyCount;
    problem->rowCount = rowCount;
    problem->bodies = ssAlloc( m * sizeof( ssProblemBody ) );
    problem->inverseMass = ssAlloc( m * sizeof( double ) );
    problem->inverseInertia = ssAlloc( m * sizeof( ssMat3 ) );
    problem->freeVelocity = moving ? ssAlloc( m * 6 * sizeof( double ) ) : NULL;
    problem->bodyA = ssAlloc( n * sizeof( int ) );
    problem->bodyB = ssAlloc( n * sizeof( int ) );
    problem->points = ssAlloc( n * sizeof( ssVec3 ) );
    problem->frames = ssAlloc( n * sizeof( ssProblemFrame ) );
    problem->armsA = ssAlloc( n * sizeof( ssVec3 ) );
    problem->armsB = ssAlloc( n * sizeof( ssVec3 ) );
    problem->rows = ssAlloc( ( (size_t)rowCount + 1 ) * sizeof( ssProblemRow ) );
    return problem->bodies && problem->inverseMass && problem->inverseInertia &&
        ( !moving || problem->freeVelocity ) && problem->bodyA && problem->bodyB && problem->points &&
        problem->frames && problem->armsA && problem->armsB && problem->rows;
}

static ssResult checkCounts( int dimension, int contactCount )
{
    if ( dimension != 3 && dimension != 5 && dimension != 6 )
    {
        return ssError( ss_errorValue, "dimension", "dimension = %d; allowed: 3, 5 or 6", dimension );
    }
    if ( contactCount < 0 || contactCount > SS_PROBLEM_CONTACTS_MAX )
    {
        return ssError( ss_errorValue, "contacts", "%d contacts; allowed: 0 to %d", contactCount,
            SS_PROBLEM_CONTACTS_MAX );
    }
    return ssOk();
}

static ssResult fillFromBodies( ssProblem* problem, const ssProblemBody* bodies,
    const ssProblemContact* contacts, const ssProblemRow* rows, const double* freeVelocity )
{
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        SS_TRY( checkBody( &bodies[i], i ) );
        problem->bodies[i] = bodies[i];
        problem->inverseMass[i] = 1.0 / bodies[i].mass;
        problem->inverseInertia[i] = worldInverseInertia( &bodies[i] );
    }
    for ( int i = 0; i < problem->contactCount; ++i ) { SS_TRY( placeContact( problem, i, &contacts[i] ) ); }
    for ( int i = 0; freeVelocity != NULL && i < 6 * problem->bodyCount; ++i )
    {
        if ( !isfinite( freeVelocity[i] ) )
        {
            return ssError(
                ss_errorValue, "freeVelocity", "body %d: the free velocity is not finite", i / 6 );
        }
    }
    if ( problem->rowCount > 0 )
    {
        memcpy( problem->rows, rows, (size_t)problem->rowCount * sizeof( ssProblemRow ) );
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i], count = problem->bodyCount;
        if ( a < -1 || a >= count || b < -1 || b >= count || a == b )
        {
            return ssError( ss_errorValue, a < -1 || a >= count ? "a" : "b",
                "contact %d is between bodies %d and %d; allowed: two different ones from -1 to %d", i, a, b,
                count - 1 );
        }
        if ( freeVelocity != NULL )
        {
            freeVelocityOf( problem, i, freeVelocity, problem->q + (size_t)i * (size_t)problem->dimension );
        }
    }
    if ( freeVelocity != NULL )
    {
        memcpy( problem->freeVelocity, freeVelocity, (size_t)problem->bodyCount * 6 * sizeof( double ) );
    }
    return ssOk();
}

ssResult ssProblem_FromBodies( int dimension, const ssProblemBody* bodies, int bodyCount,
    const ssProblemContact* contacts, int contactCount, const ssProblemRow* rows, int rowCount,
    const double* freeVelocity, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    SS_TRY( checkCounts( dimension, contactCount ) );
    bool room = problemAllocate( problem, dimension, contactCount ) &&
        allocateBodies( problem, bodyCount, rowCount, freeVelocity != NULL );
    ssResult result =
        room ? fillFromBodies( problem, bodies, contacts, rows, freeVelocity ) : problemNoMemory();
    // Planar laws are added later, and only then can ssProblem_Check succeed: here only cones are checked.
    for ( int i = 0; i < contactCount && result.code == ss_ok; ++i )
    {
        ssResult cone = ssCheckCone( &problem->cones[i] );
        result = cone.code == ss_ok ? result
                                    : ssError( cone.code, cone.field, "contact %d: %.200s", i, cone.message );
    }
    if ( result.code != ss_ok ) { ssProblem_Destroy( problem ); }
    return result;
}

static ssResult checkBlockPlaces( int n, int count, const int* rows, const int* columns )
{
    for ( int k = 0; k < count; ++k )
    {
        if ( rows[k] < 0 || rows[k] >= n || columns[k] < 0 || columns[k] >= n )
        {
            return ssError( ss_errorValue, "w", "W: block %d stands at (%d, %d); allowed: 0 to %d", k,
                rows[k], columns[k], n - 1 );
        }
    }
    return ssOk();
}

/// A block of one row: its column, and its number in the order given.
typedef struct Place
{
    int column, block;
} Place;

static int comparePlaces( const void* a, const void* b )
{
    const Place *x = a, *y = b;
    return x->column != y->column ? ( x->column > y->column ) - ( x->column < y->column )
                                  : ( x->block > y->block ) - ( x->block < y->block );
}

/// Sorts the blocks by row and column and adds up those at the same place.
static bool compress(
    ssProblem* problem, int count, const int* rows, const int* columns, const double* blocks )
{
    int n = problem->contactCount, square = problem->dimension * problem->dimension;
    Place* places = ssAlloc( ( (size_t)count + 1 ) * sizeof( Place ) );
    int* start = ssAlloc( ( (size_t)n + 2 ) * sizeof( int ) );
    problem->blockStart = ssAlloc( ( (size_t)n + 1 ) * sizeof( int ) );
    problem->blockColumn = ssAlloc( ( (size_t)count + 1 ) * sizeof( int ) );
    problem->blocks = ssAlloc( ( (size_t)count + 1 ) * (size_t)square * sizeof( double ) );
    bool room = places && start && problem->blockStart && problem->blockColumn && problem->blocks;
    if ( room )
    {
        for ( int k = 0; k < count; ++k ) { start[rows[k] + 2] += 1; }
        for ( int i = 0; i < n; ++i ) { start[i + 2] += start[i + 1]; }
        for ( int k = 0; k < count; ++k ) { places[start[rows[k] + 1]++] = ( Place ){ columns[k], k }; }
        int used = 0;
        for ( int i = 0; i < n; ++i )
        {
            problem->blockStart[i] = used;
            if ( start[i + 1] - start[i] > 1 )
            {
                qsort(
                    places + start[i], (size_t)( start[i + 1] - start[i] ), sizeof( Place ), comparePlaces );
            }
            for ( int k = start[i]; k < start[i + 1]; ++k )
            {
                bool again = k > start[i] && places[k].column == places[k - 1].column;
                used += again ? 0 : 1;
                problem->blockColumn[used - 1] = places[k].column;
                double* target = problem->blocks + (size_t)( used - 1 ) * (size_t)square;
                const double* source = blocks + (size_t)places[k].block * (size_t)square;
                for ( int c = 0; c < square; ++c ) { target[c] += source[c]; }
            }
        }
        problem->blockStart[n] = used;
    }
    ssRelease( places );
    ssRelease( start );
    return room;
}

ssResult ssProblem_FromBlocks( int dimension, int contactCount, int blockCount, const int* rows,
    const int* columns, const double* blocks, const double* q, const ssCone* cones, ssContactForm law,
    ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    SS_TRY( checkCounts( dimension, contactCount ) );
    SS_TRY( checkBlockPlaces( contactCount, blockCount, rows, columns ) );
    if ( !problemAllocate( problem, dimension, contactCount ) ||
        !compress( problem, blockCount, rows, columns, blocks ) )
    {
        ssProblem_Destroy( problem );
        return problemNoMemory();
    }
    for ( int i = 0; i < contactCount; ++i )
    {
        problem->cones[i] = cones[i];
        problem->cones[i].dimension = dimension;
        problem->laws[i] = (uint8_t)law;
    }
    memcpy( problem->q, q, (size_t)contactCount * (size_t)dimension * sizeof( double ) );
    ssResult result = ssProblem_Check( problem );
    if ( result.code != ss_ok ) { ssProblem_Destroy( problem ); }
    return result;
}

ssResult ssProblem_MakeExplicit( const ssProblem* problem, ssProblem* assembled )
{
    *assembled = ( ssProblem ){ 0 };
    if ( problem->rowCount > 0 || problem->lawCount > 0 )
    {
        return ssError( ss_errorValue, "w",
            "a problem with bilateral or box rows or planar laws cannot be made explicit" );
    }
    ssSystem system;
    SS_TRY( systemCreate( problem, NULL, &system ) );
    int n = problem->contactCount, d = problem->dimension;
    int *start = NULL, *column = NULL;
    double* blocks = NULL;
    bool room =
        problemAllocate( assembled, d, n ) && systemMakeContactBlocks( &system, &start, &column, &blocks );
    if ( room && problem->compliance != NULL )
    {
        assembled->compliance = ssAlloc( ( (size_t)n * (size_t)d + 1 ) * sizeof( double ) );
        room = assembled->compliance != NULL;
    }
    assembled->blockStart = start;
    assembled->blockColumn = column;
    assembled->blocks = blocks;
    if ( room )
    {
        for ( int i = 0; i < n; ++i )
        {
            for ( int k = start[i]; k < start[i + 1]; ++k )
            {
                for ( int c = 0; c < d * d; ++c )
                {
                    double* entry = &blocks[(size_t)k * (size_t)( d * d ) + (size_t)c];
                    double own = column[k] == i && c % ( d + 1 ) == 0 && system.compliance != NULL
                        ? system.compliance[i * d + c / d]
                        : 0.0;
                    *entry = ( *entry - own ) / system.scale[c / d] / system.scale[c % d];
                }
            }
        }
        memcpy( assembled->cones, problem->cones, (size_t)n * sizeof( ssCone ) );
        memcpy( assembled->laws, problem->laws, (size_t)n );
        memcpy( assembled->q, problem->q, (size_t)n * (size_t)d * sizeof( double ) );
        if ( problem->compliance != NULL )
        {
            memcpy( assembled->compliance, problem->compliance, (size_t)n * (size_t)d * sizeof( double ) );
        }
    }
    systemDestroy( &system );
    if ( !room )
    {
        ssProblem_Destroy( assembled );
        return problemNoMemory();
    }
    return ssOk();
}
