// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

// What the files of the contact problem share: its lifetime, and the system that solvers and judge work on.

bool problemAllocate( ssProblem* problem, int dimension, int contactCount );
ssResult problemNoMemory( void );

ssResult problemReadJson( const char* text, size_t length, ssProblem* problem );
ssResult problemReadDat( const char* text, size_t length, ssProblem* problem );
ssResult problemReadFclib( const char* bytes, size_t length, ssProblem* problem );

// --------------------------------------------------------------------------------------------------------- system

// The problem in scaled units: y' = s y, p' = p/s, W' = s W s with s = 1 for forces, L for moments, and for a row
// whatever brings its diagonal to the mean of the contacts'. Solvers see nothing else. Vectors hold the contacts'
// blocks, then the rows.
typedef struct ssSystem
{
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

    // implicit: what the present p does to the bodies, M^-1 D p, kept by Gauss-Seidel
    double* velocity;
} ssSystem;

ssResult systemCreate( const ssProblem* problem, ssSystem* system );
void systemDestroy( ssSystem* system );

/// SI units to scaled ones and back.
void systemScaleReaction( const ssSystem* system, const double* p, double* scaled );
void systemUnscaleReaction( const ssSystem* system, const double* scaled, double* p );

/// y = W p + q. Leaves the velocities of Gauss-Seidel alone when `velocity` is another array of 6 per body.
void systemMultiply( const ssSystem* system, const double* p, double* y, double* velocity );

/// y += (blocks of contact i) p for explicit ones: the product of one block row; b = y - W_ii p_i.
void systemBegin( ssSystem* system, const double* p ); ///< sets up the velocities of Gauss-Seidel
void systemContactVelocity( const ssSystem* system, const double* p, int i, double* y );
double systemRowVelocity( const ssSystem* system, const double* p, int k );
void systemChangeContact( ssSystem* system, int i, const double* change ); ///< p_i has moved by `change`
void systemChangeRow( ssSystem* system, int k, double change );

/// r per contact: 1/mean(diag W'_ii).
void systemContactSteps( const ssSystem* system, double* steps );

/// De Saxcé's term where the law has it; planar laws are left alone.
void systemModify( const ssSystem* system, int i, const double* y, double* yhat );

/// yhat for the whole vector; may be in place.
void systemModifyAll( const ssSystem* system, const double* y, double* yhat );

/// x <- P_K x. Planar laws are projected as the cone of their normal row alone and must not come here.
void systemProject( const ssSystem* system, double* x );

// A contact with a law of the law table, in scaled units.
typedef struct planarContact
{
    const ssLaw* law;
    const ssCone* cone; // bounds the moments
    double length;      // L [m]
    double scale;       // of C and D
} planarContact;

/// One prox step of a block in place: p_T, with a patch p_S too; p_R; p_S (Walker & Leine Eq. 69, Acary & Bourrier Eq. 22).
void planarSlide( const planarContact* contact, int dimension, double r, const double* y, double* p );
void planarRoll( const planarContact* contact, double r, const double* y, double* p );
void planarSpin( const planarContact* contact, int dimension, double r, const double* y, double* p );

/// The natural map: Signorini in the normal, p less one prox step in everything else.
void planarMap(
    const planarContact* contact, int dimension, const double* p, const double* y, double r, double* map );

/// How far p lies outside of what the law allows.
double planarExcess( const planarContact* contact, int dimension, const double* p );

planarContact systemPlanar( const ssSystem* system, int i );

/// The natural map of one contact, p - P_K(p - r yhat), also for planar laws (Walker & Leine Eq. 69).
void systemContactMap(
    const ssSystem* system, int i, const double* p, const double* y, double r, double* map );
double systemRowMap( const ssSystem* system, int k, const double* p, const double* y, double r );

/// e(p) from p and y = W p + q.
double systemResidual( const ssSystem* system, const double* p, const double* y );

/// p·W p/2 + p·q from p and y.
double systemObjective( const ssSystem* system, const double* p, const double* y );

/// W' as explicit blocks, in the order of columns: adjacency through the bodies. Release all three.
bool systemMakeBlocks( const ssSystem* system, int** start, int** column, double** blocks );

// --------------------------------------------------------------------------------------------------- small vectors

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
