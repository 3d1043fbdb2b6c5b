// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "base/room.h"
#include "slipstick/problem.h"

// What the files of this room share, and the scaled system that solvers and judge work on.

/// Allocates what every contact has. False when there is no memory; ssProblem_Destroy then releases the rest.
bool problemAllocate( ssProblem* problem, int dimension, int contactCount );

/// The result "out of memory".
ssResult problemNoMemory( void );

/// A copy that shares nothing but the programs of typed laws and what callbacks point to; zeroed on an error.
ssResult problemCopy( const ssProblem* from, ssProblem* to );

/// The same problem with equal masses: beside a light body a heavy one looks like the fixed world. It lives
/// as long as the room and the problem. False: out of memory.
bool problemMakeEven( ssRoom* room, const ssProblem* problem, ssProblem* even );

// Readers of the three file forms. A refusal leaves a problem that ssProblem_Destroy accepts.
ssResult problemReadJson( const char* text, size_t length, ssProblem* problem );
ssResult problemReadDat( const char* text, size_t length, ssProblem* problem );
ssResult problemReadFclib( const char* bytes, size_t length, ssProblem* problem );

// ---------------------------------------------------------------------------------------------------- system

/// The problem in scaled units, all that solvers see: y' = s y, p' = p/s, W' = s W s, s = 1 for forces, L for
/// moments, and for a row that of the contacts' mean diagonal. Vectors: contacts, then rows.
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

/// Checks and scales the problem, which must outlive the system. The caller resets the arena (NULL: heap).
ssResult systemCreate( const ssProblem* problem, ssArena* arena, ssSystem* system );
void systemDestroy( ssSystem* system );

/// ssProblem_MakeFeasible and ssProblem_BodyVelocities with memory of an arena.
ssResult problemMakeFeasible( const ssProblem* problem, ssArena* arena, double* p );
ssResult problemBodyVelocities( const ssProblem* problem, ssArena* arena, const double* p, double* v );

/// Convert reactions from SI units to scaled ones and back.
void systemScaleReaction( const ssSystem* system, const double* p, double* scaled );
void systemUnscaleReaction( const ssSystem* system, const double* scaled, double* p );

/// y = W p + q, and `velocity` (6 numbers per body) = M^-1 D p; Gauss-Seidel passes an array of its own.
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

/// One prox step in place of p_T, p_R and p_S (Walker & Leine Eq. 69, Acary & Bourrier Eq. 22).
void planarSlide( const planarContact* contact, int dimension, double r, const double* y, double* p );
/// The exact step of p_T under a law that is a function of velocity: `w` is W_TT, `y` the velocities at p.
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

/// The planar law of contact i in scaled units; `there` is room for the law at the contact's site.
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

/// Units: contacts, then up to `dimension` rows between the same bodies. (*at)[i] begins unit i, (*at)[count]
/// is the end. Returns the count, -1: no memory. Free *at (ssArena_Free with the system's arena).
int systemUnits( const ssSystem* system, int** at );

/// W' as blocks of dimension² numbers per pair of units, padded with zeros, columns ascending, with
/// compliance. Free all three arrays (ssArena_Free with the system's arena). False: no memory.
bool systemMakeBlocks(
    const ssSystem* system, const int* at, int units, int** start, int** column, double** blocks );

/// The same of a system without rows.
bool systemMakeContactBlocks( const ssSystem* system, int** start, int** column, double** blocks );

// --------------------------------------------------------------------------------------------- small vectors

static inline double vecDot( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += a[i] * b[i]; }
    return sum;
}

static inline double vecNorm( int n, const double* a ) { return sqrt( vecDot( n, a, a ) ); }

static inline double vecDistance( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += ( a[i] - b[i] ) * ( a[i] - b[i] ); }
    return sqrt( sum );
}

// ------------------------------------------------------------------------------------------- sparse matrices

// Sparse matrices as files give them, and how they become blocks of a contact problem. Unknowns beside the
// reactions, such as velocities, are eliminated.

typedef struct sparseMatrix
{
    int rows, columns;
    int count; // of entries; entries given twice add up
    int* row;
    int* column;
    double* value;
} sparseMatrix;

/// False: `room` has failed.
bool sparseAllocate( ssRoom* room, sparseMatrix* sparse, int rows, int columns, int count );

/// Unknowns K x = f + sign H p that add H^T x to y: W gains sign H^T K^-1 H, q gains H^T K^-1 f.
typedef struct sparseElimination
{
    sparseMatrix k; // square
    sparseMatrix h; // rows of k × numbers of p
    double* f;
    double sign;
    const char* name; // of K in the file, for messages
} sparseElimination;

// Largest number of coupled unknowns in K. They are factored as one dense matrix, of 32 MB at this size.
#define SPARSE_ELIMINATE_MAX 2000

// Largest number of blocks that an elimination may add to W: about 300 MB in dimension 3.
#define SPARSE_BLOCKS_MAX 4000000

/// A problem with Coulomb contacts; `w` or `elimination` may be NULL, not both. Elimination changes `q`. What
/// it needs on the way is taken from `room`.
ssResult sparseMakeProblem( ssRoom* room, int dimension, int contacts, const sparseMatrix* w,
    const sparseElimination* elimination, double* q, const ssCone* cones, ssProblem* problem );

// --------------------------------------------------------------------------------------------- an implicit W

// Products with D and M^-1 for a contact and body, inline because every product with W calls them.

/// v += M^-1 (f, arm × f + m) of one body, with the sign of its side.
static inline void implicitAddResponse(
    const ssProblem* problem, int body, ssVec3 arm, double sign, ssVec3 f, ssVec3 m, double* v )
{
    ssVec3 moment = ssVec3_Add( ssVec3_Cross( arm, f ), m );
    ssVec3 spin = ssMat3_Mul( problem->inverseInertia[body], moment );
    double factor = sign * problem->inverseMass[body];
    v[0] += factor * f.x;
    v[1] += factor * f.y;
    v[2] += factor * f.z;
    v[3] += sign * spin.x;
    v[4] += sign * spin.y;
    v[5] += sign * spin.z;
}

/// Force and moment of contact i in world axes.
static inline void implicitForce( const ssSystem* system, int i, const double* p, ssVec3* f, ssVec3* m )
{
    const ssMat3 frame = ssProblemFrame_Axes( system->problem->frames[i] );
    *f = ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( p[0], frame.cx ), p[1], frame.cy ), p[2], frame.cz );
    *m = ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( system->dimension >= 5 )
    {
        double length = system->length;
        *m = ssVec3_MulAdd( ssVec3_Scale( length * p[3], frame.cy ), length * p[4], frame.cz );
        *m = system->dimension == 6 ? ssVec3_MulAdd( *m, length * p[5], frame.cx ) : *m;
    }
}

/// Adds the part of y at contact i that comes from the velocity v of one body.
static inline void implicitAddVelocity(
    const ssSystem* system, int i, ssVec3 arm, double sign, const double* v, double* y )
{
    const ssMat3 frame = ssProblemFrame_Axes( system->problem->frames[i] );
    ssVec3 w = { sign * v[3], sign * v[4], sign * v[5] };
    ssVec3 u = ssVec3_MulAdd( ssVec3_Cross( w, arm ), sign, ssVec3_Make( v[0], v[1], v[2] ) );
    y[0] += ssVec3_Dot( frame.cx, u );
    y[1] += ssVec3_Dot( frame.cy, u );
    y[2] += ssVec3_Dot( frame.cz, u );
    if ( system->dimension >= 5 )
    {
        y[3] += system->length * ssVec3_Dot( frame.cy, w );
        y[4] += system->length * ssVec3_Dot( frame.cz, w );
        if ( system->dimension == 6 ) { y[5] += system->length * ssVec3_Dot( frame.cx, w ); }
    }
}
