// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/arena.h"
#include "slipstick/problem.h"

// What the files of this room share, and the scaled system that solvers and judge work on.

/// Allocates what every contact has. False when there is no memory; ssProblem_Destroy then releases the rest.
bool problemAllocate( ssProblem* problem, int dimension, int contactCount );

/// The result "out of memory".
ssResult problemNoMemory( void );

/// A copy that shares nothing but the programs of typed laws and what callbacks point to; zeroed on an error.
ssResult problemCopy( const ssProblem* from, ssProblem* to );

/// The same problem with bodies of the same mass, with their radii of gyration: what balances does not depend
/// on masses, but beside a light body a heavy one looks like the fixed world. Owns its inverseMass and
/// inverseInertia, which are to be released, and nothing else. False when memory runs out.
bool problemMakeEven( const ssProblem* problem, ssProblem* even );

// Readers of the three file forms: Slipstick's JSON, Siconos' text and FCLIB's HDF5. A refusal leaves the
// problem in a state that ssProblem_Destroy accepts.
ssResult problemReadJson( const char* text, size_t length, ssProblem* problem );
ssResult problemReadDat( const char* text, size_t length, ssProblem* problem );
ssResult problemReadFclib( const char* bytes, size_t length, ssProblem* problem );

// ---------------------------------------------------------------------------------------------------- system

/// The problem in scaled units: y' = s y, p' = p/s, W' = s W s with s = 1 for forces, s = L for moments, and
/// for a row the s that brings its diagonal to the mean of the contacts' diagonal. Solvers see nothing else.
/// Vectors hold the contacts' components, then the rows.
typedef struct ssSystem
{
    ssArena* arena; // where its arrays and those of its solvers lie; NULL: the heap
    const ssProblem* problem;
    int contacts, dimension, rows, size, bodies;
    double length;    // L [m]
    double meanDiag;  // mean(diag W') over the contacts
    double step;      // r = 1/meanDiag
    double qNorm;     // |q'|
    double asymmetry; // max |W - W^T| / max |W|

    double* scale; // s
    double* q;
    ssCone* cones;
    const uint8_t* laws;
    double* compliance; // of W', or NULL
    double* lo;         // of the rows
    double* hi;

    double* diag;    // W'_ii, dimension² numbers row by row per contact, compliance included
    double* rowDiag; // W'_kk of the rows

    // explicit
    const int* blockStart;
    const int* blockColumn;
    double* blocks; // scaled, NULL when implicit
    int* diagBlock; // index of the diagonal block

    // implicit
    double* velocity; // M^-1 D p of the current p, which Gauss-Seidel keeps up to date
} ssSystem;

/// Checks the problem and scales it. The problem has to outlive the system. The memory of an arena (NULL: the
/// heap) is given back by a mark of the caller.
ssResult systemCreate( const ssProblem* problem, ssArena* arena, ssSystem* system );
void systemDestroy( ssSystem* system );

/// ssProblem_MakeFeasible and ssProblem_BodyVelocities with memory of an arena.
ssResult problemMakeFeasible( const ssProblem* problem, ssArena* arena, double* p );
ssResult problemBodyVelocities( const ssProblem* problem, ssArena* arena, const double* p, double* v );

/// Convert reactions from SI units to scaled ones and back.
void systemScaleReaction( const ssSystem* system, const double* p, double* scaled );
void systemUnscaleReaction( const ssSystem* system, const double* scaled, double* p );

/// y = W p + q. `velocity` (6 numbers per body) becomes M^-1 D p;
/// Gauss-Seidel passes an array other than its own.
void systemMultiply( const ssSystem* system, const double* p, double* y, double* velocity );

// Gauss-Seidel: one contact or row at a time, with `velocity` kept up to date.

/// Sets `velocity` to M^-1 D p.
void systemBegin( ssSystem* system, const double* p );

/// y = (W p + q)_i of contact i or row k. An explicit W uses p, an implicit one `velocity`.
void systemContactVelocity( const ssSystem* system, const double* p, int i, double* y );
double systemRowVelocity( const ssSystem* system, const double* p, int k );

/// Updates `velocity` after the reaction of contact i or row k has changed by `change`.
void systemChangeContact( ssSystem* system, int i, const double* change );
void systemChangeRow( ssSystem* system, int k, double change );

/// The step r of each contact: 1/mean(diag W'_ii).
void systemContactSteps( const ssSystem* system, double* steps );

/// De Saxcé's term of contact i where its law has it, else 0. `y` holds the numbers of this contact.
double systemSaxce( const ssSystem* system, int i, const double* y );

/// yhat of contact i: y with De Saxcé's term added where the law has it. It may be computed in place.
void systemModify( const ssSystem* system, int i, const double* y, double* yhat );

/// yhat of all contacts and rows. It may be computed in place.
void systemModifyAll( const ssSystem* system, const double* y, double* yhat );

/// x <- P_K x. The problem must not have planar laws, which are not cones.
void systemProject( const ssSystem* system, double* x );

/// A contact with a law of the law table, in scaled units.
typedef struct planarContact
{
    const ssLaw* law;
    const ssCone* cone; // bounds the moments
    double length;      // L [m]
    double scale;       // of C and D
    double tolerance;   // of the force of a law that is a function of the velocity; 0: to rounding
} planarContact;

/// One prox step in place, of p_T (and of p_S under a patch law), of p_R, and of p_S (Walker
/// & Leine Eq. 69, Acary & Bourrier Eq. 22).
void planarSlide( const planarContact* contact, int dimension, double r, const double* y, double* p );
/// The exact step of p_T under a law that is a function of the velocity: `w` is W_TT, four
/// numbers, and `y` holds the velocities at p.
void planarSlideExactly( const planarContact* contact, const double* w, const double* y, double* p );
void planarRoll( const planarContact* contact, double r, const double* y, double* p );
void planarSpin( const planarContact* contact, int dimension, double r, const double* y, double* p );

/// The natural map: Signorini's condition in the normal component, p minus one prox step in all others.
void planarMap(
    const planarContact* contact, int dimension, const double* p, const double* y, double r, double* map );

/// How far p lies outside the set that the law allows.
double planarExcess( const planarContact* contact, int dimension, const double* p );

/// Moves p into that set, component block after component block.
void planarMakeFeasible( const planarContact* contact, int dimension, double* p );

/// The planar law of contact i of a problem in scaled units. `there`
/// is room for the law at the contact's site.
planarContact planarContactOf(
    const ssProblem* problem, int i, const ssCone* cone, double length, ssLaw* there );
planarContact systemPlanar( const ssSystem* system, int i, ssLaw* there );

/// The natural map of one contact, p - P_K(p - r yhat), also for planar laws (Walker & Leine Eq. 69).
void systemContactMap(
    const ssSystem* system, int i, const double* p, const double* y, double r, double* map );

/// The natural map of row k.
double systemRowMap( const ssSystem* system, int k, const double* p, const double* y, double r );

/// The judged residual from p and y = W p + q.
double systemResidual( const ssSystem* system, const double* p, const double* y );

/// How far the reaction `own` of contact i lies outside of its cone or of the set of its planar law.
double systemContactExcess( const ssSystem* system, int i, const double* own );

/// How far p lies outside of the cones, the sets of planar laws and the boxes of rows, over |p|. The residual
/// is relative to |q|: where velocities are large and forces small, it does not see reactions that pull.
double systemInfeasibility( const ssSystem* system, const double* p );

/// The infeasibility that a solve with this tolerance may leave.
double infeasibilityAllowed( double tolerance );

/// Whether p is feasible enough for a solve with this tolerance.
bool systemIsFeasible( const ssSystem* system, const double* p, double tolerance );

/// Moves p into the cones, the sets and the boxes.
void systemMakeFeasible( const ssSystem* system, double* p );

/// p·W p/2 + p·q from p and y.
double systemObjective( const ssSystem* system, const double* p, const double* y );

/// Units of a vector: the contacts, and then rows one after the other between the same bodies, at most
/// `dimension` of them. (*at)[i] is where the numbers of unit i begin, (*at)[count] their end. Returns the
/// count, or -1: no memory. Free *at (ssArena_Free with the system's arena).
int systemUnits( const ssSystem* system, int** at );

/// W' as explicit blocks of units, dimension² numbers each, compliance included, with ascending columns
/// in each row; a unit of fewer rows leaves zeros. Free all three arrays (ssArena_Free with the
/// system's arena). False when there is no memory.
bool systemMakeBlocks(
    const ssSystem* system, const int* at, int units, int** start, int** column, double** blocks );

/// The same of a system without rows.
bool systemMakeContactBlocks( const ssSystem* system, int** start, int** column, double** blocks );

// --------------------------------------------------------------------------------------------- small vectors

static inline double vecDot( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        sum += a[i] * b[i];
    }
    return sum;
}

static inline double vecNorm( int n, const double* a )
{
    return sqrt( vecDot( n, a, a ) );
}

static inline double vecDistance( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        sum += ( a[i] - b[i] ) * ( a[i] - b[i] );
    }
    return sqrt( sum );
}
