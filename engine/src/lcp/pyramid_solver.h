// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lcp.h"

// What pyramid.c and pyramid_rank.c share: one block of memory and the pieces of Eq. 8 after M is factored.

struct ssPyramidSolver
{
    int n, contacts, directions; // capacities
    double* numbers;
    int* indices;
    ssLcpWork* work;

    // of the latest problem; r contacts, of which rs do not slide
    int rs, directionsUsed;
    int* slot;      // contact -> place among those that do not slide; -1: slides
    int* first;     // contact -> its first direction among all contacts
    int* firstUsed; // contact -> its first direction among those that do not slide
    double* factor; // Cholesky factor of M; n²
    double* wf;     // M^-1 force; n
    double* g;      // r × n: J_n, less mu_k slip·J_t where the contact slides
    double* wg;     // r × n: rows M^-1 g
    double* js;     // 2 rs × n: J_t of the contacts that do not slide
    double* wjs;    // 2 rs × n: rows M^-1 js
    double* un;     // r: normal acceleration without contact forces
    double* us;     // 2 rs: tangential likewise
    double* snn;    // r × r
    double* sns;    // r × 2 rs
    double* ssn;    // 2 rs × r
    double* sss;    // 2 rs × 2 rs
    double* a;      // 2 rs × 2 rs: inverse of sss
    double* x;      // 2 rs × r: a ssn
    double* y;      // 2 rs: a us
    double* m;      // the linear complementarity problem
    double* q;
    double* z;
    double* z2;
    double* system;  // (n + 6r)²: the active facets' equations, or the core of the lead matrix
    double* scratch; // (n + 6r)² + 3 (n + 6r)
    double* rhs;     // n + 6r
    double* unknowns;
    double* isolated; // 2r
    int* pivots;
    int* active; // 2r: signed directions ±(j + 1); 0: none
    // the latest problem in another unit of mass, where its own would leave the range of numbers
    double* unitMass;  // n²
    double* unitForce; // n
    ssPyramidContact* unitContacts;
    ssPyramidSolution solution;
};

/// The problem in a unit of mass near its own masses: `p` itself, and 1 in `unit`, as long as they are within 2^±64 kg.
/// A power of two, so that nothing is rounded. Forces of the problem are `unit` times those of the one returned.
const ssPyramidProblem* pyramidRescale(
    ssPyramidSolver* solver, const ssPyramidProblem* p, ssPyramidProblem* scaled, double* unit );

/// M factored and the S blocks filled. ss_lcpRefused: M is not positive definite; ss_lcpNotFinite.
ssLcpStatus pyramidReduce( ssPyramidSolver* solver, const ssPyramidProblem* problem );
