// SPDX-License-Identifier: MIT
#include "solver_common.h"
#include "world_common.h"

#include "solve/body_update.h"

#include <math.h>
#include <string.h>

// Linear systems of the bodies while few contacts change: what is solved satisfies the equations, whichever
// contacts slip, open and close again, judged by products with the matrix itself.

enum
{
    side = 7,
    bodyCount = side * side * side,
    contactsMax = 3 * bodyCount,
    dimension = 5,
    square = dimension * dimension,
    speedCount = 6 * bodyCount,
};

#define STIFFNESS 1e6 // of contacts that stick, over 1: that of the bodies' inertia

typedef struct Grid
{
    ssProblem problem;
    ssSystem system;
    bodySpace space;
    bodyUpdate update;
    double b[contactsMax * square];
    double wanted[speedCount], w[speedCount];
} Grid;

static Grid s_grid;

/// A rotation, so that products are rounded.
static ssVec3 tilt( double x, double y, double z )
{
    return ssVec3_Make(
        ( 2.0 * x - y + 2.0 * z ) / 3.0, ( 2.0 * x + 2.0 * y - z ) / 3.0, ( 2.0 * y + 2.0 * z - x ) / 3.0 );
}

/// Spheres in a cubic grid, the lowest of them on the ground.
static bool makeGrid( Grid* grid )
{
    static ssProblemBody bodies[bodyCount];
    static ssProblemContact contacts[contactsMax];
    static double velocity[6 * bodyCount];
    const int steps[] = { 1, side, side * side };
    int count = 0;
    for ( int i = 0; i < bodyCount; ++i )
    {
        const int at[] = { i % side, i / side % side, i / side / side };
        bodies[i] = ssDefaultProblemBody();
        bodies[i].inertia = ssVec3_Make( 0.1, 0.1, 0.1 );
        bodies[i].position = tilt( at[0], at[1], at[2] );
        for ( int axis = 0; axis < 3; ++axis )
        {
            if ( at[axis] > 0 || axis == 2 )
            {
                ssVec3 normal = tilt( axis == 0, axis == 1, axis == 2 );
                ssProblemContact* contact = &contacts[count++];
                *contact = ssDefaultProblemContact( dimension );
                contact->a = at[axis] > 0 ? i - steps[axis] : -1;
                contact->b = i;
                contact->normal = normal;
                contact->point = ssVec3_MulAdd( bodies[i].position, -0.5, normal );
                contact->cone.mu = 0.5;
                contact->cone.muRoll = 0.1;
            }
        }
    }
    ssResult result = ssProblem_FromBodies(
        dimension, bodies, bodyCount, contacts, count, NULL, 0, velocity, &grid->problem );
    return result.code == ss_ok && systemCreate( &grid->problem, NULL, &grid->system ).code == ss_ok &&
        bodySpaceMake( &grid->space, &grid->system ) && bodyUpdateMake( &grid->update, &grid->space );
}

static void freeGrid( Grid* grid )
{
    bodyUpdateFree( &grid->update );
    bodySpaceFree( &grid->space );
    systemDestroy( &grid->system );
    ssProblem_Destroy( &grid->problem );
}

/// A contact sticks, slips, rolls or opens.
static void putContact( Grid* grid, int i, int kind, testRng* rng )
{
    double* b = grid->b + i * square;
    memset( b, 0, square * sizeof( double ) );
    for ( int c = 0; c < dimension && kind != 3; ++c ) { b[c * ( dimension + 1 )] = STIFFNESS; }
    if ( kind == 1 || kind == 2 )
    {
        // The force follows the normal one, and gives way along its direction but not across.
        double angle = testUniform( rng, 0.0, 6.28 ), part = testUniform( rng, 0.1, 0.9 );
        const double t[] = { cos( angle ), sin( angle ) };
        for ( int r = 0; r < 2; ++r )
        {
            double* row = b + ( 2 * kind - 1 + r ) * dimension;
            row[0] = 0.5 * STIFFNESS * t[r];
            for ( int c = 0; c < 2; ++c )
            {
                row[2 * kind - 1 + c] = STIFFNESS * part * ( ( r == c ? 1.0 : 0.0 ) - t[r] * t[c] );
            }
        }
    }
}

static double sizeOf( const double* v )
{
    double sum = 0.0;
    for ( int i = 0; i < speedCount; ++i ) { sum += v[i] * v[i]; }
    return sqrt( sum );
}

/// Whether flow and push are those of the velocities that were found.
static bool isPushRight( const Grid* grid )
{
    static double flow[contactsMax * dimension + 1];
    double worst = 0.0, most = 0.0;
    bodySpaceScatter( &grid->space, grid->w, flow );
    for ( int i = 0; i < grid->system.contacts * dimension; ++i )
    {
        double push = 0.0;
        for ( int c = 0; c < dimension; ++c )
        {
            push += grid->b[i * dimension + c] * flow[i / dimension * dimension + c];
        }
        worst = fmax( worst, fabs( push - grid->update.push[i] ) );
        most = fmax( most, fabs( push ) );
    }
    return worst <= 1e-14 * most &&
        memcmp( flow, grid->update.flow, (size_t)grid->system.size * sizeof( double ) ) == 0;
}

/// Solves for a random right side. Returns |w - K x| over |w|, with K by its blocks.
static double solveAndJudge( Grid* grid, testRng* rng )
{
    static double product[speedCount];
    for ( int i = 0; i < speedCount; ++i ) { grid->wanted[i] = grid->w[i] = testUniform( rng, -1.0, 1.0 ); }
    if ( !bodyUpdateSolve( &grid->update, grid->b, grid->w ) || !isPushRight( grid ) )
    {
        return (double)INFINITY;
    }
    bodySpace* space = &grid->space;
    bodySpaceAssemble( space, grid->b, NULL );
    memcpy( product, grid->wanted, sizeof( product ) );
    for ( int i = 0; i < bodyCount; ++i )
    {
        for ( int k = space->start[i]; k < space->start[i + 1]; ++k )
        {
            for ( int c = 0; c < 36; ++c )
            {
                product[6 * i + c / 6] -=
                    space->blocks[36 * (size_t)k + (size_t)c] * grid->w[6 * space->column[k] + c % 6];
            }
        }
    }
    return sizeOf( product ) / sizeOf( grid->wanted );
}

/// Multiplies rows [first, dimension) of a contact.
static void nudgeContact( Grid* grid, int i, int first, double factor )
{
    for ( int k = first * dimension; k < square; ++k ) { grid->b[i * square + k] *= factor; }
}

/// Begins with contacts that stick, but for every fifth.
static void begin( Grid* grid, testRng* rng )
{
    bodyUpdateForget( &grid->update );
    for ( int i = 0; i < grid->system.contacts; ++i )
    {
        putContact( grid, i, i % 5 == 0 ? i / 5 % 4 : 0, rng );
    }
}

TEST equationsHoldWhicheverContactsChange( void )
{
    testRng rng = { 3 };
    int updated = 0, solves = testUpTo( 30, 8 );
    ASSERT( makeGrid( &s_grid ) );
    begin( &s_grid, &rng );
    for ( int k = 0; k < solves; ++k )
    {
        double defect = solveAndJudge( &s_grid, &rng );
        // Factors are kept up to 1e-9; sums of STIFFNESS are rounded to 1e-10.
        ASSERTm( "the equations hold", defect < 2e-9 );
        updated += s_grid.update.columns > 0;
        for ( int c = 0; c < 5; ++c )
        {
            int i = (int)testUniform( &rng, 0.0, s_grid.system.contacts );
            putContact( &s_grid, i, (int)testUniform( &rng, 0.0, 4.0 ), &rng );
        }
    }
    ASSERTm( "and mostly without new factors", updated > solves / 2 );
    freeGrid( &s_grid );
    PASS();
}

TEST whatComesBackIsSolvedAsBefore( void )
{
    testRng rng = { 5 }, again;
    static double first[speedCount];
    ASSERT( makeGrid( &s_grid ) );
    begin( &s_grid, &rng );
    again = rng;
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    memcpy( first, s_grid.w, sizeof( first ) );
    double kept[square];
    memcpy( kept, s_grid.b + 7 * square, sizeof( kept ) );
    putContact( &s_grid, 7, 3, &rng );
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    ASSERTm( "without new factors", s_grid.update.columns > 0 );
    memcpy( s_grid.b + 7 * square, kept, sizeof( kept ) );
    ASSERT( solveAndJudge( &s_grid, &again ) < 2e-9 );
    ASSERTm( "without new factors", s_grid.update.columns > 0 );
    double change = 0.0;
    for ( int i = 0; i < speedCount; ++i ) { change = fmax( change, fabs( s_grid.w[i] - first[i] ) ); }
    ASSERT( change < 1e-12 * sizeOf( first ) );
    freeGrid( &s_grid );
    PASS();
}

TEST manyChangesAreSolvedToo( void )
{
    testRng rng = { 7 };
    ASSERT( makeGrid( &s_grid ) );
    for ( int every = 1; every < 100; every *= 3 )
    {
        begin( &s_grid, &rng );
        ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
        for ( int i = 0; i < s_grid.system.contacts; i += every )
        {
            putContact( &s_grid, i, 1 + i % 2, &rng );
        }
        ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
        ASSERTm( "all contacts need new factors", every > 1 || s_grid.update.columns == 0 );
        ASSERTm( "few do not", every < 81 || s_grid.update.columns > 0 );
    }
    freeGrid( &s_grid );
    PASS();
}

TEST smallChangesOfAllContactsNeedNoNewFactors( void )
{
    testRng rng = { 11 };
    static double base[contactsMax * square];
    ASSERT( makeGrid( &s_grid ) );
    int contacts = s_grid.system.contacts;
    begin( &s_grid, &rng );
    memcpy( base, s_grid.b, (size_t)( contacts * square ) * sizeof( double ) );
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    for ( int i = 0; i < contacts; ++i )
    {
        nudgeContact( &s_grid, i, 1, 1.019 );
        if ( i % 50 == 0 ) { putContact( &s_grid, i, 3, &rng ); }
    }
    ASSERTm( "the equations hold", solveAndJudge( &s_grid, &rng ) < 2e-9 );
    ASSERTm( "with the factors there are", s_grid.update.isKept );
    for ( int i = 0; i < contacts; ++i )
    {
        const double* b = s_grid.b + i * square;
        ASSERTm( "what opens is open", i % 50 != 0 || b[0] == 0.0 );
        ASSERTm( "all others are as before",
            i % 50 == 0 || memcmp( b, base + i * square, square * sizeof( double ) ) == 0 );
    }
    freeGrid( &s_grid );
    PASS();
}

TEST largerChangesAreSolvedAsTheyAre( void )
{
    testRng rng = { 13 };
    static double wanted[contactsMax * square];
    // Half of the contacts, with small changes of all; a few; and of a few, only
    // rows that are small beside the others.
    const struct
    {
        int first, every;
        double factor, ofAll;
    } cases[] = { { 1, 2, 1.021, 1.01 }, { 1, 40, 1.021, 1.0 }, { 3, 40, 1.1, 1.0 } };
    ASSERT( makeGrid( &s_grid ) );
    size_t bytes = (size_t)( s_grid.system.contacts * square ) * sizeof( double );
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        begin( &s_grid, &rng );
        for ( int i = 0; i < s_grid.system.contacts; ++i ) { nudgeContact( &s_grid, i, 3, 1e-3 ); }
        ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
        for ( int i = 0; i < s_grid.system.contacts; ++i )
        {
            nudgeContact( &s_grid, i, 1, cases[k].ofAll );
            nudgeContact( &s_grid, i, cases[k].first, i % cases[k].every == 0 ? cases[k].factor : 1.0 );
        }
        memcpy( wanted, s_grid.b, bytes );
        ASSERTm( "the equations hold", solveAndJudge( &s_grid, &rng ) < 2e-9 );
        ASSERT_EQ( 0, memcmp( wanted, s_grid.b, bytes ) );
        ASSERTm( "few changes need no new factors", s_grid.update.isKept == ( k > 0 ) );
    }
    freeGrid( &s_grid );
    PASS();
}

TEST columnsAreUsedToTheLast( void )
{
    testRng rng = { 19 };
    int most = 0;
    ASSERT( makeGrid( &s_grid ) );
    begin( &s_grid, &rng );
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    int capacity = s_grid.update.capacity;
    for ( int i = 1; i < s_grid.system.contacts && ( i == 1 || s_grid.update.isKept ); ++i )
    {
        most = s_grid.update.columns;
        putContact( &s_grid, i, 3, &rng );
        ASSERTm( "the equations hold", solveAndJudge( &s_grid, &rng ) < 2e-9 );
    }
    ASSERTm( "then all is factored anew", !s_grid.update.isKept && s_grid.update.columns == 0 );
    ASSERT( most <= capacity && most > capacity - dimension );
    freeGrid( &s_grid );
    PASS();
}

/// |wanted - K w| over |wanted|, with K by products with E, which lose fewer digits than its blocks.
static double defectBySides( Grid* grid )
{
    static double flow[contactsMax * dimension + 1], push[contactsMax * dimension + 1], rest[speedCount];
    bodySpaceScatter( &grid->space, grid->w, flow );
    for ( int i = 0; i < grid->system.size; ++i )
    {
        push[i] = 0.0;
        for ( int c = 0; c < dimension; ++c )
        {
            push[i] += grid->b[i * dimension + c] * flow[i / dimension * dimension + c];
        }
    }
    bodySpaceGather( &grid->space, push, rest );
    for ( int i = 0; i < speedCount; ++i ) { rest[i] = grid->wanted[i] - grid->w[i] - rest[i]; }
    return sizeOf( rest ) / sizeOf( grid->wanted );
}

// Where forces follow normal ones steeply, the matrix is far from
// symmetric, and factors without pivots lose digits.
TEST digitsThatFactorsLoseAreFoundAgain( void )
{
    testRng rng = { 17 };
    double plain = 0.0;
    ASSERT( makeGrid( &s_grid ) );
    for ( int k = 0; k < 4; ++k )
    {
        bodyUpdateForget( &s_grid.update );
        for ( int i = 0; i < s_grid.system.contacts; ++i )
        {
            putContact( &s_grid, i, (int)testUniform( &rng, 0.0, 3.0 ), &rng );
            for ( int r = 1; r < dimension; ++r ) { s_grid.b[i * square + r * dimension] *= 30.0; }
        }
        ASSERTm( "the equations hold, by blocks", solveAndJudge( &s_grid, &rng ) < 1e-8 );
        ASSERTm( "and by products", defectBySides( &s_grid ) < 2e-11 );
        memcpy( s_grid.w, s_grid.wanted, sizeof( s_grid.w ) );
        ASSERT( bodySpaceFactor( &s_grid.space, s_grid.b, NULL ) );
        bodySpaceSolve( &s_grid.space, s_grid.w );
        plain = fmax( plain, defectBySides( &s_grid ) );
        bodyUpdateForget( &s_grid.update );
        solveAndJudge( &s_grid, &rng );
        putContact( &s_grid, 7, k, &rng );
        solveAndJudge( &s_grid, &rng );
        ASSERTm( "also with kept factors", s_grid.update.isKept && defectBySides( &s_grid ) < 2e-11 );
    }
    ASSERTm( "factors alone would not do", plain > 1e-10 );
    freeGrid( &s_grid );
    PASS();
}

TEST whatIsNotFiniteIsRefusedAndTheNextMatrixSolved( void )
{
    testRng rng = { 13 };
    double* number = s_grid.b + 5 * square;
    ASSERT( makeGrid( &s_grid ) );
    begin( &s_grid, &rng );
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    double kept = *number;
    *number = SS_NAN;
    ASSERT( isinf( solveAndJudge( &s_grid, &rng ) ) );
    *number = kept;
    ASSERT( solveAndJudge( &s_grid, &rng ) < 2e-9 );
    freeGrid( &s_grid );
    PASS();
}

TEST threadsDoNotChangeTheBits( void )
{
    static double serial[speedCount];
    for ( int threads = 0; threads <= 4; threads += 2 )
    {
        testRng rng = { 11 };
        if ( threads > 0 ) { ssSetParallelFor( testThreads, &threads ); }
        ASSERT( makeGrid( &s_grid ) );
        begin( &s_grid, &rng );
        double defect = solveAndJudge( &s_grid, &rng );
        for ( int i = 1; i < 20; ++i ) { putContact( &s_grid, 11 * i, i % 4, &rng ); }
        defect = fmax( defect, solveAndJudge( &s_grid, &rng ) );
        bool isUpdated = s_grid.update.columns > LU_GROUP;
        ssSetParallelFor( NULL, NULL );
        freeGrid( &s_grid );
        ASSERT( defect < 2e-9 && isUpdated );
        if ( threads == 0 ) { memcpy( serial, s_grid.w, sizeof( serial ) ); }
        ASSERT_MEM_EQ( serial, s_grid.w, sizeof( serial ) );
    }
    PASS();
}

SUITE( bodyUpdateSuite )
{
    RUN_TEST( equationsHoldWhicheverContactsChange );
    RUN_TEST( whatComesBackIsSolvedAsBefore );
    RUN_TEST( manyChangesAreSolvedToo );
    RUN_TEST( smallChangesOfAllContactsNeedNoNewFactors );
    RUN_TEST( largerChangesAreSolvedAsTheyAre );
    RUN_TEST( columnsAreUsedToTheLast );
    RUN_TEST( digitsThatFactorsLoseAreFoundAgain );
    RUN_TEST( whatIsNotFiniteIsRefusedAndTheNextMatrixSolved );
    RUN_TEST( threadsDoNotChangeTheBits );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( bodyUpdateSuite );
    return TEST_END();
}
