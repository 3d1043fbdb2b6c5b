// SPDX-License-Identifier: MIT
#pragma once

#include "lcp/facet_blocks.h"

// The memory of the discretised friction model, and the functions that its files share. A contact that does
// not slide yet is called a stick contact here; only stick contacts have directions.

struct ssPyramidSolver
{
    int n, contacts, directions; // capacities
    double* numbers;
    int* indices;
    ssLcpWork* work;

    // The latest problem: r contacts, of which rs are stick contacts.
    int rs, stickDirections;  // stick contacts and all their directions
    int* stickIndex;          // contact -> index among the stick contacts; -1: slides
    int* firstDirection;      // contact -> its first direction among those of all contacts
    int* firstStickDirection; // contact -> its first direction among those of the stick contacts
    facetPolygon* polygons;   // r
    facetUnknown* list;       // ±e_j of the stick contacts
    double* factor;           // n²: Cholesky factor of M
    double* wf;               // n: M^-1 force
    double* g;                // r × n: J_n, minus mu_k slip·J_t where the contact slides
    double* wg;               // r × n: rows M^-1 g
    double* js;               // 2 rs × n: J_t of the stick contacts
    double* wjs;              // 2 rs × n: rows M^-1 js
    double* un;               // r: normal accelerations without contact forces
    double* us;               // 2 rs: tangential accelerations without contact forces
    double* snn; // r × r: the blocks of S = J M^-1 J^T; n: normals, s: tangents of stick contacts
    double* sns; // r × 2 rs
    double* ssn; // 2 rs × r
    double* sss; // 2 rs × 2 rs
    double* a;   // 2 rs × 2 rs: inverse of sss
    double* x;   // 2 rs × r: a ssn
    double* y;   // 2 rs: a us
    double* m;   // the linear complementarity problem w = m z + q
    double* q;
    double* z;
    double* z2;
    double* system;  // (n + 6r)²: the equations of the active facets, or the core of the lead matrix
    double* scratch; // (n + 6r)² + 3 (n + 6r)
    double* rhs;     // n + 6r
    double* unknowns;
    double* isolated; // 2r
    int* pivots;
    int* active; // 2r: signed directions ±(j + 1) of the active facets, two per contact; 0: none

    // The latest problem in another unit of mass; see pyramidRescale.
    double* unitMass;  // n²
    double* unitForce; // n
    ssPyramidContact* unitContacts;
    ssPyramidSolution solution;
};

static inline double pyramidDot( const double* a, const double* b, int n )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += a[i] * b[i]; }
    return sum;
}

/// The problem in a unit of mass near its own masses, a power of two, so that no product overflows or rounds;
/// `p` itself within 2^±64 kg. A force of `p` is `unit` times the result's.
const ssPyramidProblem* pyramidRescale(
    ssPyramidSolver* solver, const ssPyramidProblem* p, ssPyramidProblem* scaled, double* unit );

/// Factors M and fills the members from `rs` to `sss`. ss_statusRefused: M is not positive definite.
ssStatus pyramidReduce( ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// What the blocks of m and q are made of, after pyramidReduce.
facetBlocks pyramidBlocks( const ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// Fills m and q with the reduced Eq. 8. False if the friction rows are linearly dependent.
bool phantomInertiaLcp( ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// Fills the solution's forces and accelerations from z.
void pyramidUnpack( ssPyramidSolver* solver, const ssPyramidProblem* problem, const double* z );

/// J_t v' + bias of one contact.
ssVec2 pyramidTangentAcceleration( const ssPyramidProblem* problem, int contact, const double* v );

/// Improves Lemke's solution to full precision through the equations of its active facets.
void pyramidRefine( ssPyramidSolver* solver, const ssPyramidProblem* problem, const ssLcp* lcp );
