// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/arena.h"
#include "slipstick/lab/lab.h"
#include "solve/solve_state.h"

// Arenas: what is allocated is aligned, belongs to the caller alone until its mark
// is released, and soon costs no allocation.

typedef struct Heap
{
    int live, total;
    int allowed; // allocations until memory runs out
} Heap;

static void* heapAllocate( void* context, size_t size )
{
    Heap* heap = context;
    if ( heap->allowed-- <= 0 ) { return NULL; }
    heap->live += 1;
    heap->total += 1;
    return calloc( 1, size );
}

static void heapFree( void* context, void* memory )
{
    ( (Heap*)context )->live -= 1;
    free( memory );
}

#define MANY 1000000

// An allocation that the test knows of: all of its bytes have the same value.
typedef struct Piece
{
    unsigned char* memory;
    size_t size;
    unsigned char value;
} Piece;

static bool holds( const Piece* piece )
{
    bool same = true;
    for ( size_t i = 0; i < piece->size; ++i ) { same = same && piece->memory[i] == piece->value; }
    return same;
}

static Piece makePiece( ssArena* arena, size_t size, unsigned char value )
{
    Piece piece = { ssArena_Alloc( arena, size ), size, 0 };
    bool fine = piece.memory != NULL && (uintptr_t)piece.memory % 64 == 0 && holds( &piece );
    piece.memory = fine ? piece.memory : NULL;
    piece.value = value;
    if ( fine ) { memset( piece.memory, value, size ); }
    return piece;
}

/// Stages inside stages: each allocates, lets others work, and finds its own memory as it was.
static bool work( ssArena* arena, testRng* rng, int depth )
{
    Piece pieces[4];
    ssArenaMark mark = ssArena_Mark( arena );
    size_t used = ssArena_Used( arena );
    bool fine = true;
    for ( int i = 0; i < 4 && fine; ++i )
    {
        size_t size = (size_t)testUniform( rng, 0.0, i == 3 ? 20000.0 : 300.0 );
        pieces[i] = makePiece( arena, size, (unsigned char)( 16 * depth + i + 1 ) );
        fine = pieces[i].memory != NULL && ( depth == 0 || work( arena, rng, depth - 1 ) );
        if ( fine && i == 2 )
        {
            size_t larger = pieces[i].size + (size_t)testUniform( rng, 1.0, 9000.0 );
            pieces[i].memory = ssArena_Grow( arena, pieces[i].memory, pieces[i].size, larger );
            fine = pieces[i].memory != NULL;
        }
    }
    for ( int i = 0; i < 4 && fine; ++i ) { fine = holds( &pieces[i] ); }
    if ( fine )
    {
        pieces[3].memory = ssArena_Keep( arena, mark, pieces[3].memory, pieces[3].size );
        fine = holds( &pieces[3] ) && (uintptr_t)pieces[3].memory % 64 == 0;
    }
    ssArena_Release( arena, mark );
    return fine && ssArena_Used( arena ) == used;
}

TEST memoryBelongsToItsStage( void )
{
    Heap heap = { .allowed = MANY };
    ssInstallAllocator( heapAllocate, heapFree, &heap );
    for ( uint64_t seed = 1; seed <= 20; ++seed )
    {
        ssArena* arena = ssCreateArena();
        // The second and third time everything fits into what the first has left.
        int total = 0;
        for ( int repeat = 0; repeat < 3; ++repeat )
        {
            testRng rng = { seed };
            ASSERT( work( arena, &rng, 3 ) );
            ASSERT( repeat == 0 || heap.total == total );
            total = heap.total;
        }
        ssDestroyArena( arena );
        ASSERT_EQ_FMT( 0, heap.live, "%d" );
    }
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST thePeakCountsAndNotTheSum( void )
{
    ssArena* arena = ssCreateArena();
    for ( int stage = 0; stage < 10; ++stage )
    {
        ssArenaMark mark = ssArena_Mark( arena );
        ASSERT( ssArena_Reserve( arena, 500000 ) != NULL );
        ASSERT( ssArena_Reserve( arena, stage == 5 ? 500000 : 1000 ) != NULL );
        ssArena_Release( arena, mark );
    }
    ASSERT( ssArena_Bytes( arena ) >= 1000000 && ssArena_Bytes( arena ) < 1030000 );
    ASSERT( ssArena_TakePeak( arena ) >= 1000000 );
    ssArenaMark mark = ssArena_Mark( arena );
    ASSERT( ssArena_Reserve( arena, 2000 ) != NULL );
    ssArena_Release( arena, mark );
    size_t peak = ssArena_TakePeak( arena );
    ASSERT( peak >= 2000 && peak < 2100 );
    ssDestroyArena( arena );
    PASS();
}

TEST withoutAnArenaTheHeapIsUsed( void )
{
    Heap heap = { .allowed = MANY };
    ssInstallAllocator( heapAllocate, heapFree, &heap );
    ssArenaMark mark = ssArena_Mark( NULL );
    unsigned char *first = ssArena_Alloc( NULL, 100 ), *second = ssArena_Reserve( NULL, 100 );
    ASSERT( first != NULL && second != NULL && first[99] == 0 );
    ASSERT_EQ_FMT( 2, heap.live, "%d" );
    first[7] = 7;
    first = ssArena_Grow( NULL, first, 100, 200 );
    ASSERT( first != NULL && first[7] == 7 );
    ASSERT( ssArena_Keep( NULL, mark, first, 200 ) == first );
    ssArena_Release( NULL, mark );
    ASSERT_EQ_FMT( 2, heap.live, "%d" );
    ssArena_Free( NULL, first );
    ssArena_Free( NULL, second );
    ssArena_Free( NULL, NULL );
    ASSERT_EQ_FMT( 0, heap.live, "%d" );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST missingMemoryIsReportedAndLosesNothing( void )
{
    Heap heap = { .allowed = 2 };
    ssInstallAllocator( heapAllocate, heapFree, &heap );
    ssArena* arena = ssCreateArena();
    Piece piece = makePiece( arena, 3000, 9 );
    ASSERT( piece.memory != NULL );
    ASSERT( ssArena_Alloc( arena, 100000 ) == NULL );
    ASSERT( ssArena_Grow( arena, piece.memory, 3000, 100000 ) == NULL );
    ASSERT( ssArena_Alloc( arena, SIZE_MAX ) == NULL );
    ASSERT( holds( &piece ) );
    ASSERT( ssArena_Alloc( arena, 100 ) != NULL );
    // Two blocks cannot become one without memory; the arena goes on with what it gets.
    heap.allowed = 1;
    ASSERT( ssArena_Alloc( arena, 100000 ) != NULL );
    ssArena_Release( arena, ( ssArenaMark ){ 0 } );
    ASSERT( ssArena_Alloc( arena, 100 ) == NULL );
    heap.allowed = 1;
    ASSERT( ssArena_Alloc( arena, 100 ) != NULL );
    ssDestroyArena( arena );
    ssDestroyArena( NULL );
    heap.allowed = 0;
    ASSERT( ssCreateArena() == NULL );
    ASSERT_EQ_FMT( 0, heap.live, "%d" );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

/// Solves from zero with the solver; its memory is that of the arena, or of the heap for NULL.
static ssSolveReport solveIn( ssArena* arena, const ssSolver* solver, const ssProblem* problem, double* p )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = 1e-4;
    options.maxIterations = 300;
    options.arena = arena;
    ssSolveReport report;
    memset( p, 0, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
    ssIgnore( ssSolve( solver, problem, &options, p, &report ) ); // the report says whether it was refused
    return report;
}

TEST solversGiveAnArenaBackAndSoonNeedNoMore( void )
{
    for ( int k = 0; k < 4; ++k )
    {
        ssPackingDef def = ssRandomPackingDef( 2 + k / 2 );
        ssProblem bodies, problem;
        ASSERT_EQ( ss_ok, ssMakePacking( &def, &bodies ).code );
        ASSERT_EQ( ss_ok,
            ( k % 2 == 0 ? ssMakePacking( &def, &problem ) : ssProblem_MakeExplicit( &bodies, &problem ) )
                .code );
        size_t bytes = (size_t)ssProblem_Size( &problem ) * sizeof( double );
        double *fromHeap = malloc( bytes ), *fromArena = malloc( bytes );
        for ( int s = 0; s <= ssSolverCount(); ++s )
        {
            // Those of the table, and one that `auto` alone calls.
            const ssSolver* solver = s < ssSolverCount() ? ssGetSolver( s ) : &ss_solverCreep;
            ssArena* arena = ssCreateArena();
            ssSolveReport heap = solveIn( NULL, solver, &problem, fromHeap );
            ssSolveReport first = solveIn( arena, solver, &problem, fromArena );
            ASSERT_EQ_FMT( (int)heap.status, (int)first.status, "%d" );
            ASSERT( heap.iterations == first.iterations && memcmp( fromHeap, fromArena, bytes ) == 0 );
            ASSERT( ssArena_Used( arena ) == 0 );
            Heap none = { .allowed = 0 };
            ssInstallAllocator( heapAllocate, NULL, &none );
            ssSolveReport second = solveIn( arena, solver, &problem, fromArena );
            ssInstallAllocator( NULL, NULL, NULL );
            ASSERT( first.status == second.status && memcmp( fromHeap, fromArena, bytes ) == 0 );
            ssDestroyArena( arena );
        }
        free( fromHeap );
        free( fromArena );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &bodies );
    }
    PASS();
}

SUITE( arena )
{
    RUN_TEST( memoryBelongsToItsStage );
    RUN_TEST( thePeakCountsAndNotTheSum );
    RUN_TEST( withoutAnArenaTheHeapIsUsed );
    RUN_TEST( missingMemoryIsReportedAndLosesNothing );
    RUN_TEST( solversGiveAnArenaBackAndSoonNeedNoMore );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( arena );
    return TEST_END();
}
