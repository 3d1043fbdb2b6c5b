// SPDX-License-Identifier: MIT
#pragma once

#include "solve/body_space.h"

// The linear step of `path` and `interior`: dp = x - B W dp, where B has a small block per contact. With
// bodies it is solved in their velocities (body_space.h). Where W is given as blocks, contacts with the same
// neighbours form a face, which determines at most six forces: W_gh = T_g C_gh T_h^T with C (W_bb in MATH.md)
// of some rows of W, and (I + T^T B T C) z = T^T x is smaller, with z = T^T dp.

typedef struct faceGroup
{
    int first, count; // its contacts, in linearStep.members
    int row, rows;    // its block rows of the smaller system
    size_t map;    // where T begins in linearStep.maps: count × dimension rows of rows × dimension numbers
    size_t weight; // where T^T B T begins in linearStep.weights, block by block
} faceGroup;

typedef struct linearStep
{
    ssArena* arena; // of the system
    const ssSystem* system;
    // with bodies
    bodySpace bodies;
    double *velocity, *flow;
    // with blocks: W
    int *start, *column;
    double* blocks;
    // the groups of contacts
    faceGroup* groups;
    int groupCount, rowCount;
    int* members;
    int* groupOf; // per contact
    int* basis;   // per row of the smaller system, its row of W; -1 where the row only fills a block
    double *maps, *weights;
    size_t weightSize;
    // the smaller system: C, and I + T^T B T C
    int *coreStart, *coreColumn;
    double *core, *product;
    double* z;
    blockLu lu;
    bool analysed; // the pattern of the factorisation is known
} linearStep;

/// False when memory runs out; call linearStepFree in any case.
bool linearStepMake( linearStep* linear, const ssSystem* system );
void linearStepFree( linearStep* linear );

/// Factorises for B: dimension² numbers per contact, one per row. False: no memory, or singular.
bool linearStepFactor( linearStep* linear, const double* b );

/// x <- (I + B W)^-1 x, with the B of the factorisation.
void linearStepSolve( linearStep* linear, const double* b, double* x );

/// m <- m^-1 (d × d, one contact) by Gauss-Jordan elimination with row pivoting; false: singular.
bool linearStepInvert( int d, double* m );

/// For a contact whose force adds C dp to dy besides W, with a diagonal C of d numbers: local = (I + B C)^-1
/// and B <- local B, because (I + B C) dp = h - B dy. False when there is no inverse.
bool linearStepSoften( int d, const double* soft, double* b, double* local );
