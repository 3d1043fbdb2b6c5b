// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/gauss_seidel.h"

#include "base/simd.h"
#include "gauss_seidel/gs_colouring.h"

#include <assert.h>

// The packed problem. Units are those of ssSystem: moments over the length L, angular velocities times L, so that
// rolling and sliding weigh alike; W, q and the judge's residual are the same numbers as there.

/// What a pass needs of a body: one cache line. `w` is L omega, `inverseInertia` L²/I of a sphere.
typedef struct gsBody
{
    double v[3], inverseMass;
    double w[3], inverseInertia;
} gsBody;

static_assert( sizeof( gsBody ) == 64, "a body is one cache line" );

/// L² I^-1 of any body, for contacts that are not between spheres: xx yy zz xy xz yz.
typedef struct gsInertia
{
    double m[8];
} gsInertia;

// A contact between spheres needs no frame: f = p_N N + p_T and m = p_R + p_S N are vectors in space, W_aa is
//     u_N = w_n p_N,   u_T = w_t p_T + w_c N × p_R,   w_R = w_r p_R - w_c N × p_T,   w_S = w_r p_S
// with w_n = 1/m_a + 1/m_b, w_t = w_n + r_a²/I_a + r_b²/I_b, w_r = 1/I_a + 1/I_b, w_c = r_b/I_b - r_a/I_a: spheres of
// equal size and density are not coupled at all, and one projected step per block solves the contact.

/// W_aa and arms of a contact between spheres, in SI units.
typedef struct gsRound
{
    double ra, rb, wn, wt, wr, wc;
} gsRound;

/// Four contacts between spheres. On the ground `a` is not used.
typedef struct sphereGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    simd3 n;
    simd ra, rb; // arms along the normal
    simd bias;   // of the normal velocity: what q has beyond the bodies' velocities
    simd mu, muRoll, muSpin;
    simd stepN, stepT, stepR; // 1/w_n, 1/w_t, 1/w_r; under the relaxed law 1/d_t, 1/d_r
    simd3 f, m;
} sphereGroup;

/// The same with what coupled contacts and the relaxed law need.
typedef struct sphereWideGroup
{
    sphereGroup sphere;
    union
    {
        struct
        {
            simd jt, jr, jc; // Coulomb: W_aa^-1 in the plane, w_r, w_t, w_c over the determinant
        };
        struct
        {
            simd ratioT, ratioR, ratioS; // relaxed: metric of a block over the normal's
        };
    };
    simd wc;     // W_aa in the plane
    simd wt, wr; // and the rest of it, which the relaxed law needs
    simd stepS;  // relaxed: 1/w_r, not enlarged
} sphereWideGroup;

/// Four contacts between any bodies, in their frames.
typedef struct bodyGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    simd3 n, t1, t2, ra, rb;
    simd p[6], bias[6], compliance[6];
    simd w[21]; // W_aa, compliance included, lower triangle row by row
    simd mu, muRoll, muSpin;
    simd stepN, stepT, stepR, stepS;
    simd ratioT, ratioR, ratioS; // relaxed
} bodyGroup;

/// A contact whose law has no lanes: planar laws, ellipsoidal and polyhedral cones. One by one.
typedef struct oddContact
{
    int contact, a, b;
    double jacobianA[6][6],
        jacobianB[6][6]; // velocity rows of the two bodies; zero where a body does not move
    double w[36];
    double bias[6], p[6], compliance[6];
    double last[6]; // after the pass before
    ssCone cone;    // scaled
} oddContact;

/// A bilateral or box row.
typedef struct gsRow
{
    int a, b;
    double jacobianA[6], jacobianB[6]; // scaled
    double diag, bias, lo, hi, p, compliance;
    double scale, last;
} gsRow;

typedef enum gsKind
{
    gs_pair,        // spheres, not coupled, Coulomb
    gs_pairRelaxed, // and everything from here on wide
    gs_coupled,
    gs_coupledRelaxed,
    gs_ground,
    gs_groundRelaxed,
    gs_body, // and from here on any bodies
    gs_bodyRelaxed,
    gs_bodyGround,
    gs_bodyGroundRelaxed,
    gs_odd, // not in lanes
    gs_kinds = gs_odd
} gsKind;

static inline bool gsIsWide( int kind )
{
    return kind >= gs_pairRelaxed && kind <= gs_groundRelaxed;
}

/// Storage that only grows.
typedef struct gsStore
{
    void* memory;
    void* data; // aligned to a cache line
    size_t bytes;
} gsStore;

/// What tasks have to tell; added up in the order of the blocks.
typedef struct gsSums
{
    double first, second;
} gsSums;

#define GS_BLOCK 128         // contacts that one thread takes at a time
#define GS_NOBODIES gs_kinds // slots for lanes without a contact, one per kind

enum
{
    GS_MOVES = 1,
    GS_ROUND = 2, // a sphere's inertia
};

// Where an iteration stands, and what is known of the way the residual goes.
typedef struct gsProgress
{
    bool begun, accelerate, fades;
    double omega;
    int passes;
    int next;                 // pass after which to look
    double enough;            // or when a pass changes less than this
    int lookedAt;             // the last look, -1 before the first
    double residual, earlier; // at the last look and the one before
    double best;              // the last residual that was a tenth better than the best before,
    int bestAt;               // and when
} gsProgress;

struct ssGs
{
    const ssProblem* problem;
    int contacts, dimension, bodyCount, rowCount, oddCount;
    double length, meanDiag, step, qNorm;

    gsStore bodyStore, inertiaStore, flagStore;
    gsBody* bodies;      // bodyCount + GS_NOBODIES
    gsInertia* inertias; // where something is not between spheres
    uint8_t* flags;

    gsStore startStore, usedStore, memberStore, partialStore;
    int* start;
    uint32_t* used;
    // Per contact until it is known who is in which group: they lie where the groups will.
    int *sideA, *sideB; // bodies that move, -1 for those that do not
    int *order, *scratch;
    uint8_t *colour, *kind;
    int* member;       // contact in each lane of each group, or -1; families one after the other
    int memberBase[3]; // in groups
    gsSums* partial;   // per block

    int colours; // without the overflow; of `first` and `groups` only these and the overflow are there
    int first[COLOUR_MAX + 1][gs_kinds];
    int groups[COLOUR_MAX + 1][gs_kinds];
    int overflow, spheres;

    gsStore groupStore, oddStore, rowStore;
    sphereGroup* sphereGroups; // in the same store, one family after the other
    sphereWideGroup* wideGroups;
    bodyGroup* bodyGroups;
    oddContact* odds;
    gsRow* rows;

    gsStore momentumStore, oldStore; // the former where the caller lends nothing
    void* callerBuffer;              // the caller's, until ssGs_Finish
    size_t callerBytes;
    simd* past;        // reactions after the pass before, groups as in `member`, gsParts of them each
    gsBody* oldBodies; // what the last passes gave
    bool convex;       // all contacts follow the relaxed law
    double pace;       // Nesterov's t: 1 after a restart, growing by about 1/2
    gsSums lastSums;   // of the last pass, and the square of what the one before changed
    double lastChange;

    int groupCount;
    int sinceRefresh; // passes
    gsProgress progress;
};

/// Of the turns 0 … colours, the overflow last.
static inline int gsColour( const ssGs* gs, int turn )
{
    return turn < gs->colours ? turn : COLOUR_MAX;
}

/// 0 spheres, 1 wide, 2 bodies: which array the groups of a kind are in.
static inline int gsFamily( int kind )
{
    return kind == gs_pair ? 0 : kind < gs_body ? 1 : 2;
}

/// The contacts of a group.
static inline int* gsMembers( const ssGs* gs, int kind, int group )
{
    return gs->member + (size_t)( gs->memberBase[gsFamily( kind )] + group ) * SIMD_WIDTH;
}

static inline sphereGroup* gsSphereGroup( const ssGs* gs, int kind, int group )
{
    return kind == gs_pair ? &gs->sphereGroups[group] : &gs->wideGroups[group].sphere;
}

typedef struct gsPass
{
    ssGs* gs;
    double omega;
    bool extrapolates; // begins from p + beta (p - last) and tells how far it went from there
    double beta;
    int passes;         // inside a contact whose blocks are coupled
    const double* from; // reactions in SI units, to pack
    double* to;         // and to read out
} gsPass;

/// Work on groups [first, last) of one kind.
typedef gsSums gsTask( const gsPass* pass, int kind, int first, int last );

/// Colour after colour, the overflow last.
gsSums gsRun( const gsPass* pass, gsTask* task );

/// At least so many bytes, of which the first `kept` stay as they are. False: no memory.
bool gsReserve( gsStore* store, size_t kept, size_t bytes, void* data );

/// Packs everything but the velocities.
ssResult gsPack( ssGs* gs, const ssProblem* problem, const double* p );
void gsReadOut( ssGs* gs, double* p );

/// Velocities afresh from the reactions.
void gsRefresh( ssGs* gs );

/// The bodies with the velocities they have without reactions.
void gsFreeBodies( ssGs* gs );

/// A Gauss-Seidel pass, which tells (y - x)·(x - last) over contacts of the relaxed law and |y - x|² of its way from y to x
/// when it extrapolates; what the reactions do to the bodies; the sum of squares of the natural map.
gsTask gsSpheres, gsPushSpheres, gsSphereMap;
gsTask gsBodies, gsPushBodies, gsBodyMap;

/// Extrapolation: begun anew; before each pass the bodies' velocities, and beta for the reactions.
bool gsBeginMomentum( ssGs* gs );
double gsMomentum( ssGs* gs );

/// What a pass carries from group to group.
typedef struct gsCourse
{
    simd omega, beta, turn, size;
    simd* past; // of the group at hand; NULL where nothing is extrapolated
} gsCourse;

/// Forces alone in dimension 3, forces and moments beyond.
static inline int gsParts( const ssGs* gs )
{
    return gs->dimension == 3 ? 3 : 6;
}

static inline simd* gsPast( const ssGs* gs, int kind, int group )
{
    return gs->past + (size_t)( gs->memberBase[gsFamily( kind )] + group ) * (size_t)gsParts( gs );
}

static inline gsCourse gsStart( const gsPass* pass, int kind, int first )
{
    return ( gsCourse ){ simdOf( pass->omega ), simdOf( pass->beta ), simdOf( 0.0 ), simdOf( 0.0 ),
        pass->extrapolates ? gsPast( pass->gs, kind, first ) : NULL };
}

/// y = p + beta (p - last) of one component; p is the last from here on.
SIMD_INLINE simd gsAhead( const gsCourse* course, simd p, int c )
{
    simd y = simdMulAdd( p, course->beta, simdSub( p, course->past[c] ) );
    course->past[c] = p;
    return y;
}

/// One component went from y to x. Whether the step turned against its direction is asked of convex problems alone: the
/// Coulomb law is kept in bounds by the size of the steps.
SIMD_INLINE void gsTell( const bool convex, gsCourse* course, simd y, simd x, int c )
{
    simd change = simdSub( y, x );
    course->size = simdMulAdd( course->size, change, change );
    if ( convex )
    {
        course->turn = simdMulAdd( course->turn, change, simdSub( x, course->past[c] ) );
    }
}

/// Odd contacts and rows, one by one. Packed after the rest.
bool gsPackSerial( ssGs* gs, const double* p );
void gsReadOutSerial( ssGs* gs, double* p );
gsSums gsSerial( const gsPass* pass );
void gsPushSerial( ssGs* gs );
double gsSerialMap( ssGs* gs );

/// The rows of D^T of one contact, N T1 T2 R1 R2 S by (v, L omega) of each body, zero where a body does not move; and
/// W_aa, dimension² numbers row by row, compliance included.
void gsContactRows( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6] );
void gsContactBlock( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6], double* w );

// -------------------------------------------------------------------------------------------------- cones in lanes

// Squares below this count as zero, so that nothing is divided by zero.
#define GS_TINY 1e-200

/// p_N of the projection onto K in the metric that weighs block i with ratio_i of the normal's: the root of
///     p_N - x_N - sum ratio_i mu_i (l_i - mu_i p_N)_+,
/// found as in cone_projection.c by the sign at each block's breakpoint. `length` are the blocks' lengths, `blocks` how many.
SIMD_INLINE simd gsProjectNormal(
    const int blocks, simd x, const simd* mu, const simd* length, const simd* ratio )
{
    const simd zero = simdOf( 0.0 );
    simd top = x, bottom = simdOf( 1.0 );
    for ( int i = 0; i < blocks; ++i )
    {
        simd bound = simdMul( mu[i], x );
        for ( int j = 0; j < blocks; ++j )
        {
            if ( j != i )
            {
                simd later = simdMulSub( simdMul( mu[i], length[j] ), mu[j], length[i] );
                bound = simdMulAdd( bound, simdMul( ratio[j], mu[j] ), simdMax( later, zero ) );
            }
        }
        simd weight = simdMul( ratio[i], mu[i] );
        top = simdAdd( top, simdWhereMore( length[i], bound, simdMul( weight, length[i] ) ) );
        bottom = simdAdd( bottom, simdWhereMore( length[i], bound, simdMul( weight, mu[i] ) ) );
    }
    return simdMax( simdDiv( top, bottom ), zero );
}

/// The factor that brings a vector with this square into the disc of radius `bound`.
SIMD_INLINE simd gsShrink( simd square, simd bound )
{
    return simdMin( simdDiv( bound, simdSqrt( simdAdd( square, simdOf( GS_TINY ) ) ) ), simdOf( 1.0 ) );
}
