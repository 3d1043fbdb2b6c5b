// SPDX-License-Identifier: MIT
#pragma once

#include "solve/body_space.h"

// The linear step that `path` and `interior` share: dp = x - B W dp, B one small block per contact. With bodies it is
// taken in their velocities (solve_bodies.h). Where W is given as blocks, contacts with the same neighbours are those of
// one face: m of them determine at most six forces, W_gh = T_g C_gh T_h^T with C the part of W that belongs to some of
// their rows, and (I + T^T B T C) z = T^T x is a smaller system in z = T^T dp.

typedef struct faceGroup
{
    int first, count; // contacts, in linearStep.members
    int row, rows;    // block rows of the smaller system
    size_t map;       // of T in linearStep.maps, count × dimension rows of rows × dimension numbers
    size_t weight;    // of T^T B T in linearStep.weights, block by block
} faceGroup;

typedef struct linearStep
{
    const ssSystem* system;
    // with bodies
    bodySpace bodies;
    double *velocity, *flow;
    // blocks
    int *start, *column;
    double* blocks;
    faceGroup* groups;
    int groupCount, rowCount;
    int* members;
    int* groupOf; // of a contact
    int* basis;   // per row of the smaller system, the row of W that it is; -1 where it only fills a block
    double *maps, *weights;
    size_t weightSize;
    int *coreStart, *coreColumn;
    double *core, *product;
    double* z;
    blockLu lu;
    bool analysed;
} linearStep;

/// False without memory. Release it anyway.
bool linearStepMake( linearStep* space, const ssSystem* system );
void linearStepFree( linearStep* space );

/// Factorises for B: dimension² numbers per contact, then one per row. False without memory, or when it is singular.
bool linearStepFactor( linearStep* space, const double* b );

/// x <- (I + B W)^-1 x with the B of the factorisation.
void linearStepSolve( linearStep* space, const double* b, double* x );

/// m <- m^-1 of one contact, dimension² numbers, by Gauss-Jordan with row pivoting; false when singular.
bool linearStepInvert( int d, double* m );
