// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"

// Orders of elimination with little fill. They depend on the graph alone, so that bits are reproducible.

// The neighbours of every vertex, each pair in both lists, without loops and repeats.
typedef struct fillGraph
{
    int n;
    const int* start;     // per vertex, and one more
    const int* neighbour; // ascending for each vertex
} fillGraph;

/// Approximate minimum degree (Amestoy, Davis & Duff 1996). Vertices with `stays` set (NULL: none) only count
/// as neighbours. Writes the others to `order`; returns how many; -1: no memory.
int fillMinimumDegree( ssArena* arena, const fillGraph* graph, const bool* stays, int* order );

/// Cuts a connected graph in two: the side of each vertex, 0 or 1, 2 for the cut. False: no memory.
bool fillSeparate( ssArena* arena, const fillGraph* graph, unsigned char* side );

/// The cheaper of the two. False: no memory.
bool fillOrder( ssArena* arena, const fillGraph* graph, int* order );
