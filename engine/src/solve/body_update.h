// SPDX-License-Identifier: MIT
#pragma once

#include "solve/body_space.h"

// Linear systems with K = I + E B E^T while B changes at few contacts. With K_0 factored, J the rows of B
// that differ from B_0, and G = (B - B_0)_J E^T,
//     K = K_0 + E_J G,   K^-1 w = z - V (I + G V)^-1 G z,   z = K_0^-1 w,   V = K_0^-1 E_J
// (Woodbury 1950). The columns of V are kept as long as the factors: the same contacts change again and
// again. What is found is refined, with fresh factors, too, and where that does not help K is factored anew.

typedef struct bodyUpdate
{
    bodySpace* space;
    bool isFactored;
    bool isKept;            // the last solve was made with the factors of an earlier matrix
    double *base, *changes; // B_0, B - B_0
    double* wanted;         // what B was given at those contacts that got B_0
    int *close, closeCount; // these contacts
    int* columnOf;          // row of B -> its column of V, -1: none
    int* rows;              // J
    int count;              // of J
    double* groups;         // V, in groups of LU_GROUP columns
    int columns, capacity;  // of V
    double* inner;          // the factors of I + G V
    int* pivots;
    double *scales, *amounts;   // of its rows; a number per column
    double *goal, *rest, *last; // w, w - K x, the x before
    double *flow, *push;        // E^T x, B E^T x
} bodyUpdate;

/// For problems without rows. False: no memory. Always call bodyUpdateFree, before bodySpaceFree.
bool bodyUpdateMake( bodyUpdate* update, bodySpace* space );
void bodyUpdateFree( bodyUpdate* update );

/// B is about to change everywhere: the next solve factors anew.
void bodyUpdateForget( bodyUpdate* update );

/// w <- (I + E B E^T)^-1 w. Where factors are kept, contacts whose rows all differ from B_0 by at most 2 % of
/// the row's largest number get those of B_0, in `b` too, since slip turns little in a Newton step. Leaves
/// E^T w in `flow`, B E^T w in `push`. False: no memory, or a singular matrix.
bool bodyUpdateSolve( bodyUpdate* update, double* b, double* w );
