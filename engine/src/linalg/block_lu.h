// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"

#include <stdbool.h>

// Sparse LU factorisation of a matrix of small dense blocks, for the linear systems of the Newton and ADMM
// solvers. The pattern is treated as symmetric. It is multifrontal (Duff & Reid 1983): block columns of L
// with the same pattern form a front, a dense matrix in which they are eliminated together; what is left of
// it, the update, is added to the front of its parent in the elimination tree. Pivots are chosen only inside
// the diagonal blocks, which is safe for regularised contact matrices. Every number is computed in one fixed
// order, the same for all instruction sets.
//
// Threads share the work of large matrices: families of fronts that need nothing of each other come first,
// then, one after the other, the few large fronts above them, each by parts of its rows and columns. Solving
// climbs the tree in this order, and descends in the reverse one.

// A front: `pivots` block columns from position `first` on, and `others`, the positions of its further
// rows, ascending. The numbers of its factors are
//     top:  pivots × (pivots + others) blocks, row by row of numbers: U, and L below its diagonal
//     left: others × pivots blocks: L
typedef struct luFront
{
    int first, pivots, others;
    int parent;              // -1: a root
    int child, sibling;      // its last child; the child of the same parent before this one; -1: none
    int entries, entryCount; // its blocks of A, in blockLu.entries
    // where its others begin in blockLu.rows, and their places in the parent's front in blockLu.places
    size_t rows;
    size_t runs; // those of its update, in blockLu.runs
    int runCount;
    int runSplit;     // so many of them lead to pivots of the parent
    size_t top, left; // in blockLu.factors
    size_t update;    // in blockLu.updates
    size_t children;  // numbers of those updates of its children that wait on the same pair of stacks
    bool isOdd;       // its depth in the tree is
    double zeros;     // blocks that are zero, because fronts were merged
} luFront;

// A block of A, and where in the factors it goes.
typedef struct luEntry
{
    int source;
    int row; // of its front, in blocks
    int stride;
    size_t target;
} luEntry;

// Neighbouring columns of an update that are neighbours in the parent's front, too, in numbers.
typedef struct luRun
{
    int from, to, count;
} luRun;

// Fronts of which none needs one of another family.
typedef struct luFamily
{
    int first, last;       // fronts
    bool isSingular;       // a diagonal block is
    int end;               // positions from this one on belong to later fronts
    int outer, outerCount; // in blockLu.outer: the rows of its fronts that belong to fronts above
    size_t work; // in blockLu.work: its room for these rows, and then for the rows of its largest front
} luFamily;

typedef struct blockLu
{
    ssArena* arena; // NULL: the heap
    ssArenaMark mark;
    int n, d;   // block rows; rows of one block
    int* order; // position in the elimination order -> block row
    int* place; // block row -> position in the elimination order
    luFront* fronts;
    int frontCount;
    luFamily* families;
    int familyCount;
    int* above; // fronts of no family, computed after all families, in this order
    int aboveCount;
    int *rows, *places;
    // NULL unless threads share solving. outer: for each family, the positions above that its fronts reach.
    // outerAt: for each of `rows`, its index among them; -1: inside; unset for fronts above.
    int *outer, *outerAt;
    luEntry* entries;
    double* factors;
    double* diagonal; // of each diagonal block P^-1 L U: U^-1, and then L^-1 P
    // Updates that wait for parents, on two stacks (even and odd depths) per family and for the fronts above:
    // a front writes to one while it reads its children's from the other.
    double* updates;
    double* work; // while solving: a vector, the rows of a front, and what families need
    luRun* runs;
    int othersMax; // of all fronts
    size_t factorSize, updateSize;
    double fill, products; // blocks below the diagonal without the zeros of merged fronts; multiplications
} blockLu;

/// Orders n block rows of d × d blocks, columns given row by row, and allocates the factors. `lasting`: worth
/// a longer search, as many such matrices follow. False: no memory, or factors too large; call blockLuFree in
/// either case. Until then the arena (NULL: heap) is used as a stack.
bool blockLuAnalyse(
    blockLu* lu, ssArena* arena, int n, int d, bool lasting, const int* start, const int* column );

/// Factors the blocks given in the pattern's order. False if a diagonal block is singular.
bool blockLuFactor( blockLu* lu, const double* blocks );

/// Replaces x by A^-1 x.
void blockLuSolve( blockLu* lu, double* x );

#define LU_GROUP 8 // vectors that are solved together

/// Size of a group of LU_GROUP vectors: n × d rows in elimination order (`place`), and a front's rows.
size_t blockLuGroupSize( const blockLu* lu );

/// Replaces x by A^-1 x for the first `vectors` vectors of each of `count` groups (blockLuGroupSize numbers
/// each), in threads. The bits may differ from those of blockLuSolve.
void blockLuSolveGroups( const blockLu* lu, int count, int vectors, double* x );

void blockLuFree( blockLu* lu );
