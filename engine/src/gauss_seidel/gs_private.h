// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/sweep.h"

#include "gauss_seidel/gs_colouring.h"
#include "base/simd.h"

#include <assert.h>

// The packed problem. Units are those of ssSystem: moments over the length L, angular velocities times L, so that
// rolling and sliding weigh alike; W, q and the judge's residual are the same numbers as there.

/// What a pass needs of a body: one cache line. `w` is L omega, `inverseInertia` L²/I of a sphere.
typedef struct sweepBody
{
    double v[3], inverseMass;
    double w[3], inverseInertia;
} sweepBody;

static_assert( sizeof( sweepBody ) == 64, "a body is one cache line" );

/// L² I^-1 of any body, for contacts that are not between spheres: xx yy zz xy xz yz.
typedef struct sweepInertia
{
    double m[8];
} sweepInertia;

// A contact between spheres needs no frame: f = p_N N + p_T and m = p_R + p_S N are vectors in space, W_aa is
//     u_N = w_n p_N,   u_T = w_t p_T + w_c N × p_R,   w_R = w_r p_R - w_c N × p_T,   w_S = w_r p_S
// with w_n = 1/m_a + 1/m_b, w_t = w_n + r_a²/I_a + r_b²/I_b, w_r = 1/I_a + 1/I_b, w_c = r_b/I_b - r_a/I_a: spheres of
// equal size and density are not coupled at all, and one projected step per block solves the contact.

/// W_aa and arms of a contact between spheres, in SI units.
typedef struct sweepRound
{
    double ra, rb, wn, wt, wr, wc;
} sweepRound;

/// Four contacts between spheres. On the ground `a` is not used.
typedef struct sphereGroup
{
    int a[LANES], b[LANES];
    lane3 n;
    lane ra, rb; // arms along the normal
    lane bias;   // of the normal velocity: what q has beyond the bodies' velocities
    lane mu, muRoll, muSpin;
    lane stepN, stepT, stepR; // 1/w_n, 1/w_t, 1/w_r; under the relaxed law 1/d_t, 1/d_r
    lane3 f, m;
} sphereGroup;

/// The same with what coupled contacts and the relaxed law need.
typedef struct sphereWideGroup
{
    sphereGroup sphere;
    union
    {
        struct
        {
            lane jt, jr, jc; // Coulomb: W_aa^-1 in the plane, w_r, w_t, w_c over the determinant
        };
        struct
        {
            lane ratioT, ratioR, ratioS; // relaxed: metric of a block over the normal's
        };
    };
    lane wc;     // W_aa in the plane
    lane wt, wr; // and the rest of it, which the relaxed law needs
    lane stepS;  // relaxed: 1/w_r, not enlarged
} sphereWideGroup;

/// Four contacts between any bodies, in their frames.
typedef struct bodyGroup
{
    int a[LANES], b[LANES];
    lane3 n, t1, t2, ra, rb;
    lane p[6], bias[6], compliance[6];
    lane w[21]; // W_aa, compliance included, lower triangle row by row
    lane mu, muRoll, muSpin;
    lane stepN, stepT, stepR, stepS;
    lane ratioT, ratioR, ratioS; // relaxed
} bodyGroup;

/// A contact whose law has no lanes: planar laws, ellipsoidal and polyhedral cones. One by one.
typedef struct oddContact
{
    int contact, a, b;
    double jacobianA[6][6],
        jacobianB[6][6]; // velocity rows of the two bodies; zero where a body does not move
    double w[36];
    double bias[6], p[6], compliance[6];
    double last[6]; // after the sweep before
    ssCone cone;    // scaled
} oddContact;

/// A bilateral or box row.
typedef struct sweepRow
{
    int a, b;
    double jacobianA[6], jacobianB[6]; // scaled
    double diag, bias, lo, hi, p, compliance;
    double scale, last;
} sweepRow;

typedef enum sweepKind
{
    sweep_pair,        // spheres, not coupled, Coulomb
    sweep_pairRelaxed, // and everything from here on wide
    sweep_coupled,
    sweep_coupledRelaxed,
    sweep_ground,
    sweep_groundRelaxed,
    sweep_body, // and from here on any bodies
    sweep_bodyRelaxed,
    sweep_bodyGround,
    sweep_bodyGroundRelaxed,
    sweep_odd, // not in lanes
    sweep_kinds = sweep_odd
} sweepKind;

static inline bool sweepIsWide( int kind )
{
    return kind >= sweep_pairRelaxed && kind <= sweep_groundRelaxed;
}

/// Storage that only grows.
typedef struct sweepStore
{
    void* memory;
    void* data; // aligned to a cache line
    size_t bytes;
} sweepStore;

/// What tasks have to tell; added up in the order of the blocks.
typedef struct sweepSums
{
    double first, second;
} sweepSums;

#define SWEEP_BLOCK 128            // contacts that one thread takes at a time
#define SWEEP_NOBODIES sweep_kinds // slots for lanes without a contact, one per kind

enum
{
    SWEEP_MOVES = 1,
    SWEEP_ROUND = 2, // a sphere's inertia
};

// Where an iteration stands, and what is known of the way the residual goes.
typedef struct sweepProgress
{
    bool begun, accelerate, fades;
    double omega;
    int sweeps;
    int next;                 // sweep after which to look
    double enough;            // or when a sweep changes less than this
    int lookedAt;             // the last look, -1 before the first
    double residual, earlier; // at the last look and the one before
    double best;              // the last residual that was a tenth better than the best before,
    int bestAt;               // and when
} sweepProgress;

struct ssSweep
{
    const ssProblem* problem;
    int contacts, dimension, bodyCount, rowCount, oddCount;
    double length, meanDiag, step, qNorm;

    sweepStore bodyStore, inertiaStore, flagStore;
    sweepBody* bodies;      // bodyCount + SWEEP_NOBODIES
    sweepInertia* inertias; // where something is not between spheres
    uint8_t* flags;

    sweepStore startStore, usedStore, memberStore, partialStore;
    int* start;
    uint32_t* used;
    // Per contact until it is known who is in which group: they lie where the groups will.
    int *sideA, *sideB; // bodies that move, -1 for those that do not
    int *order, *scratch;
    uint8_t *colour, *kind;
    int* member;        // contact in each lane of each group, or -1; families one after the other
    int memberBase[3];  // in groups
    sweepSums* partial; // per block

    int colours; // without the overflow; of `first` and `groups` only these and the overflow are there
    int first[COLOUR_MAX + 1][sweep_kinds];
    int groups[COLOUR_MAX + 1][sweep_kinds];
    int overflow, spheres;

    sweepStore groupStore, oddStore, rowStore;
    sphereGroup* sphereGroups; // in the same store, one family after the other
    sphereWideGroup* wideGroups;
    bodyGroup* bodyGroups;
    oddContact* odds;
    sweepRow* rows;

    sweepStore momentumStore, oldStore; // the former where the caller lends nothing
    void* borrowed;                     // the caller's, until ssSweep_Finish
    size_t borrowedBytes;
    lane* past;           // reactions after the sweep before, groups as in `member`, sweepParts of them each
    sweepBody* oldBodies; // what the last sweeps gave
    bool convex;          // all contacts follow the relaxed law
    double pace;          // Nesterov's t: 1 after a restart, growing by about 1/2
    sweepSums lastSums;   // of the last sweep, and the square of what the one before changed
    double lastChange;

    int groupCount;
    int sinceRefresh; // sweeps
    sweepProgress progress;
};

/// Of the turns 0 … colours, the overflow last.
static inline int sweepColour( const ssSweep* sweep, int turn )
{
    return turn < sweep->colours ? turn : COLOUR_MAX;
}

/// 0 spheres, 1 wide, 2 bodies: which array the groups of a kind are in.
static inline int sweepFamily( int kind )
{
    return kind == sweep_pair ? 0 : kind < sweep_body ? 1 : 2;
}

/// The contacts of a group.
static inline int* sweepMembers( const ssSweep* sweep, int kind, int group )
{
    return sweep->member + (size_t)( sweep->memberBase[sweepFamily( kind )] + group ) * LANES;
}

static inline sphereGroup* sweepSphereGroup( const ssSweep* sweep, int kind, int group )
{
    return kind == sweep_pair ? &sweep->sphereGroups[group] : &sweep->wideGroups[group].sphere;
}

typedef struct sweepPass
{
    ssSweep* sweep;
    double omega;
    bool extrapolates; // begins from p + beta (p - last) and tells how far it went from there
    double beta;
    int passes;         // inside a contact whose blocks are coupled
    const double* from; // reactions in SI units, to pack
    double* to;         // and to read out
} sweepPass;

/// Work on groups [first, last) of one kind.
typedef sweepSums sweepTask( const sweepPass* pass, int kind, int first, int last );

/// Colour after colour, the overflow last.
sweepSums sweepRun( const sweepPass* pass, sweepTask* task );

/// At least so many bytes, of which the first `kept` stay as they are. False: no memory.
bool sweepReserve( sweepStore* store, size_t kept, size_t bytes, void* data );

/// Packs everything but the velocities.
ssResult sweepPack( ssSweep* sweep, const ssProblem* problem, const double* p );
void sweepReadOut( ssSweep* sweep, double* p );

/// Velocities afresh from the reactions.
void sweepRefresh( ssSweep* sweep );

/// The bodies with the velocities they have without reactions.
void sweepFreeBodies( ssSweep* sweep );

/// A Gauss-Seidel pass, which tells (y - x)·(x - last) over contacts of the relaxed law and |y - x|² of its way from y to x
/// when it extrapolates; what the reactions do to the bodies; the sum of squares of the natural map.
sweepTask sweepSpheres, sweepPushSpheres, sweepSphereMap;
sweepTask sweepBodies, sweepPushBodies, sweepBodyMap;

/// Extrapolation: begun anew; before each sweep the bodies' velocities, and beta for the reactions.
bool sweepBeginMomentum( ssSweep* sweep );
double sweepMomentum( ssSweep* sweep );

/// What a pass carries from group to group.
typedef struct sweepCourse
{
    lane omega, beta, turn, size;
    lane* past; // of the group at hand; NULL where nothing is extrapolated
} sweepCourse;

/// Forces alone in dimension 3, forces and moments beyond.
static inline int sweepParts( const ssSweep* sweep )
{
    return sweep->dimension == 3 ? 3 : 6;
}

static inline lane* sweepPast( const ssSweep* sweep, int kind, int group )
{
    return sweep->past +
        (size_t)( sweep->memberBase[sweepFamily( kind )] + group ) * (size_t)sweepParts( sweep );
}

static inline sweepCourse sweepStart( const sweepPass* pass, int kind, int first )
{
    return ( sweepCourse ){ laneOf( pass->omega ), laneOf( pass->beta ), laneOf( 0.0 ), laneOf( 0.0 ),
        pass->extrapolates ? sweepPast( pass->sweep, kind, first ) : NULL };
}

/// y = p + beta (p - last) of one component; p is the last from here on.
LANE_INLINE lane sweepAhead( const sweepCourse* course, lane p, int c )
{
    lane y = laneMulAdd( p, course->beta, laneSub( p, course->past[c] ) );
    course->past[c] = p;
    return y;
}

/// One component went from y to x. Whether the step turned against its direction is asked of convex problems alone: the
/// Coulomb law is kept in bounds by the size of the steps.
LANE_INLINE void sweepTell( const bool convex, sweepCourse* course, lane y, lane x, int c )
{
    lane change = laneSub( y, x );
    course->size = laneMulAdd( course->size, change, change );
    if ( convex )
    {
        course->turn = laneMulAdd( course->turn, change, laneSub( x, course->past[c] ) );
    }
}

/// Odd contacts and rows, one by one. Packed after the rest.
bool sweepPackSerial( ssSweep* sweep, const double* p );
void sweepReadOutSerial( ssSweep* sweep, double* p );
sweepSums sweepSerial( const sweepPass* pass );
void sweepPushSerial( ssSweep* sweep );
double sweepSerialMap( ssSweep* sweep );

/// The rows of D^T of one contact, N T1 T2 R1 R2 S by (v, L omega) of each body, zero where a body does not move; and
/// W_aa, dimension² numbers row by row, compliance included.
void sweepContactRows( const ssSweep* sweep, int contact, double rowsA[6][6], double rowsB[6][6] );
void sweepContactBlock(
    const ssSweep* sweep, int contact, double rowsA[6][6], double rowsB[6][6], double* w );

// -------------------------------------------------------------------------------------------------- cones in lanes

// Squares below this count as zero, so that nothing is divided by zero.
#define SWEEP_TINY 1e-200

/// p_N of the projection onto K in the metric that weighs block i with ratio_i of the normal's: the root of
///     p_N - x_N - sum ratio_i mu_i (l_i - mu_i p_N)_+,
/// found as in cone.c by the sign at each block's breakpoint. `length` are the blocks' lengths, `blocks` how many.
LANE_INLINE lane sweepProjectNormal(
    const int blocks, lane x, const lane* mu, const lane* length, const lane* ratio )
{
    const lane zero = laneOf( 0.0 );
    lane top = x, bottom = laneOf( 1.0 );
    for ( int i = 0; i < blocks; ++i )
    {
        lane bound = laneMul( mu[i], x );
        for ( int j = 0; j < blocks; ++j )
        {
            if ( j != i )
            {
                lane later = laneMulSub( laneMul( mu[i], length[j] ), mu[j], length[i] );
                bound = laneMulAdd( bound, laneMul( ratio[j], mu[j] ), laneMax( later, zero ) );
            }
        }
        lane weight = laneMul( ratio[i], mu[i] );
        top = laneAdd( top, laneWhereMore( length[i], bound, laneMul( weight, length[i] ) ) );
        bottom = laneAdd( bottom, laneWhereMore( length[i], bound, laneMul( weight, mu[i] ) ) );
    }
    return laneMax( laneDiv( top, bottom ), zero );
}

/// The factor that brings a vector with this square into the disc of radius `bound`.
LANE_INLINE lane sweepShrink( lane square, lane bound )
{
    return laneMin( laneDiv( bound, laneSqrt( laneAdd( square, laneOf( SWEEP_TINY ) ) ) ), laneOf( 1.0 ) );
}
