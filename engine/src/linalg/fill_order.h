// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"

// Orders in which a sparse matrix of symmetric pattern is eliminated with few new entries. All of them depend
// on the graph alone, so that every factorisation of the same matrix has the same bits.

// The neighbours of every vertex, each pair in both lists, without loops and repeats.
typedef struct fillGraph
{
    int n;
    const int* start;     // per vertex, and one more
    const int* neighbour; // ascending for each vertex
} fillGraph;

/// Approximate minimum degree (Amestoy, Davis & Duff 1996). Vertices with `stays` set (NULL: none) are
/// never eliminated, but count as neighbours. Writes the others to `order` in the order of
/// elimination. Returns how many; -1: no memory.
int fillMinimumDegree( ssArena* arena, const fillGraph* graph, const bool* stays, int* order );

/// Cuts a connected graph in two: the side of each vertex, 0 or 1, 2 for the cut. False: no memory.
bool fillSeparate( ssArena* arena, const fillGraph* graph, unsigned char* side );

/// The cheaper of the two. False: no memory.
bool fillOrder( ssArena* arena, const fillGraph* graph, int* order );
