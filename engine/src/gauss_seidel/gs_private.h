// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "base/simd.h"
#include "gauss_seidel/gauss_seidel.h"
#include "gauss_seidel/gs_colouring.h"
#include "slipstick/parallel.h"

#include <assert.h>

// The packed problem, in the units of ssSystem: moments over the length L, angular velocities times L, so
// that rolling and sliding weigh alike; W, q and the residual are the same numbers as there.

/// What a pass needs of a body, in one cache line. `w` is L omega, `inverseInertia` is L²/I of a sphere.
typedef struct gsBody
{
    double v[3], inverseMass;
    double w[3], inverseInertia;
} gsBody;

static_assert( sizeof( gsBody ) == 64, "a body is one cache line" );

/// L² I^-1 of any body, for contacts that are not between spheres: xx yy zz xy xz yz and two unused numbers.
typedef struct gsInertia
{
    double m[8];
} gsInertia;

// A contact between spheres needs no frame: f = p_N N + p_T and m = p_R + p_S N are vectors in
// space, and the contact's own block W_aa of W is
//     u_N = w_n p_N,   u_T = w_t p_T + w_c N × p_R,   w_R = w_r p_R - w_c N × p_T,   w_S = w_r p_S
// with w_n = 1/m_a + 1/m_b, w_t = w_n + r_a²/I_a + r_b²/I_b, w_r = 1/I_a + 1/I_b, w_c =
// r_b/I_b - r_a/I_a. Spheres of equal size and density are not coupled at all, and one
// projected step per component block solves the contact.

/// Four contacts between spheres with uncoupled component blocks. On the ground `a` is not used.
typedef struct sphereGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    simd3 n;
    simd ra, rb; // arms along the normal
    simd bias;   // the part of q_N that the bodies' free velocities do not give
    simd mu, muRoll, muSpin;
    simd stepN, stepT, stepR; // 1/w_n, 1/w_t, 1/w_r; enlarged metric under the relaxed law: 1/d_t, 1/d_r
    simd3 f, m;
} sphereGroup;

/// Four contacts between moving spheres with the same mass, inertia and arms, which makes
/// everything simpler: reactions are kept as the changes of velocity that they cause, F = f/m of b
/// and M = m/I, and the contact's own block of W becomes
///     u_N = 2 F_N,   u_T = 2 (1 + r k) F_T,   w = 2 M   with k = r m/I.
typedef struct equalGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    simd3 n;
    simd r, k; // arm; r m/I, by which the change of velocity across the normal turns both spheres
    simd bias; // as above
    simd mu, rollBound, spinBound; // bounds on F_T, M_R, M_S per F_N
    simd stepT;                    // 1/( 2 (1 + r k) )
    simd3 f, m;                    // F, M
} equalGroup;

/// Four contacts between spheres whose component blocks are coupled: by w_c (spheres of different size, or a
/// sphere on the ground), or by the relaxed law, which projects onto the whole cone at once.
typedef struct coupledSphereGroup
{
    sphereGroup sphere;
    union
    {
        struct
        {
            simd jt, jr, jc; // Coulomb: W_aa^-1 in the plane, that is w_r, w_t, w_c over the determinant
        };
        struct
        {
            simd ratioT, ratioR, ratioS; // relaxed: metric of a component block over the normal's
        };
    };
    simd wc;     // W_aa in the plane
    simd wt, wr; // the rest of W_aa, which only the relaxed law reads
    simd stepS;  // relaxed: 1/w_r, not enlarged
} coupledSphereGroup;

/// Four contacts between spheres whose q does not follow from free velocities, as in files with q alone.
typedef struct biasedSphereGroup
{
    coupledSphereGroup coupled;
    simd3 biasU, biasW; // in the plane; about all axes
} biasedSphereGroup;

/// Four contacts between any bodies, in their frames.
typedef struct bodyGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    simd3 n, t1, t2, ra, rb;
    simd p[6], bias[6], compliance[6];
    simd w[21]; // W_aa, compliance included, lower triangle row by row
    simd mu, muRoll, muSpin;
    simd stepN, stepT, stepR, stepS;
    simd ratioT, ratioR, ratioS; // relaxed: metric of a component block over the normal's
} bodyGroup;

/// A contact without a SIMD kernel (planar law, ellipsoidal or polyhedral cone), which is solved on its own.
typedef struct serialContact
{
    int index, a, b; // of the contact, and its moving bodies or -1
    double jacobianA[6][6],
        jacobianB[6][6]; // rows of D^T on (v, L omega) of each body; zero where a body does not move
    double w[36];
    double bias[6], p[6], compliance[6];
    double previous[6]; // p after the previous pass
    ssCone cone;        // in scaled units
} serialContact;

/// A bilateral or box row.
typedef struct gsRow
{
    int a, b;
    double jacobianA[6], jacobianB[6]; // in scaled units
    double diag, bias, lo, hi, p, compliance;
    double scale, previous; // `previous` is p after the previous pass
} gsRow;

/// What decides a contact's kernel. Spheres come first; from gs_pair on, the relaxed law follows Coulomb's.
typedef enum gsKind
{
    gs_equal, // moving spheres that are equal, Coulomb's law: the only kind in an equalGroup
    gs_pair,  // moving spheres, not coupled, Coulomb's law: the only kind in a sphereGroup
    gs_pairRelaxed,
    gs_coupled,
    gs_coupledRelaxed,
    gs_ground,
    gs_groundRelaxed,
    gs_biased,
    gs_biasedRelaxed,
    gs_biasedGround,
    gs_biasedGroundRelaxed,
    gs_body,
    gs_bodyRelaxed,
    gs_bodyGround,
    gs_bodyGroundRelaxed,
    gs_serial, // in no group
    gs_kinds = gs_serial
} gsKind;

/// Two sums that each task defines. Their order depends on blocks alone, so threads do not change the bits.
typedef struct gsSums
{
    double first, second;
} gsSums;

// Contacts that one thread takes at a time: enough work to outweigh handing it over.
#define GS_BLOCK 64

// Bodies that one thread takes at a time.
#define GS_BODIES 256

// Blocks of a colour that another thread is worth: some microseconds of work.
#define GS_BLOCKS_FEWEST 2

// Parts into which all colours together are divided where they do not depend on each other.
#define GS_PIECES 64

// Arms along the normal are off it by rounding, by no more than this part of their length.
#define GS_STRAIGHT 1e-11

// Arrays of groups, see gsFamily.
#define GS_FAMILIES 5

// Bodies that lanes without a contact read and write, one per kind.
#define GS_DUMMY_BODIES gs_kinds

/// A colour that has groups. They are divided into blocks.
typedef struct gsStage
{
    int colour, groups, blockSize, blocks;
    int firstBlock; // in `partial`
} gsStage;

/// Properties of a body.
enum
{
    GS_MOVES = 1,     // its inverse mass and inertia are not all zero
    GS_SPHERICAL = 2, // its inertia is the same about every axis
};

/// How far an iteration has come, and how its residual has developed.
typedef struct gsProgress
{
    bool begun, accelerate, omegaDecays;
    bool slow;       // normal forces go slowly, see setBlockOmegas
    bool isMeasured; // `residual` is that of the present reactions and velocities
    double omega;
    int passes;
    int nextMeasurement;               // pass after which the residual is measured,
    double dueStepSquare;              // or earlier, once |y - x|² of a pass is below this
    int measuredAt;                    // pass of the last measurement, -1 before the first
    double residual, previousResidual; // at the last measurement and the one before
    double best;                       // the last residual that was a tenth better than the best before it
    int bestAt;                        // the pass of that residual
} gsProgress;

typedef struct gsKernels gsKernels;
typedef struct gsPass gsPass;

/// Works on groups [first, last) of one kind.
typedef gsSums gsTask( const gsPass* pass, int kind, int first, int last );

/// The problem packed in single precision (gs_single.h).
typedef struct gsSingle
{
    struct singleBody *bodies, *previousBodies; // with dummies, as in ssGs
    struct singleEqualGroup* equal;
    struct singleGroup *pairs, *coupled; // of families 1 and 2
    struct singleNumbers* low;           // what numbers of contacts round off, groups as in `laneContacts`
    int now;                             // which of the two reactions in a group are those of the last pass
    double speed, impulse;               // units
    float* changes; // |change|² of each contact in a pass over all, lanes as in `laneContacts` (gs_active.c)
} gsSingle;

struct ssGs
{
    const gsKernels *sphereKernels, *bodyKernels;
    gsTask* solveSingle; // a pass over groups in single precision
    ssArena* arena;      // all arrays lie in it, from ssGs_Begin to ssGs_End
    bool ownsArena, packed;
    ssArenaMark mark;           // of ssGs_Begin
    size_t forBodies;           // bytes of the arena in use for bodies
    double straight;            // arms off the normal by this part of their length count as along it
    int bent;                   // contacts between spheres with such arms
    size_t most, mostForBodies; // bytes of the arena that the largest problem so far took
    const ssProblem* problem;
    int contacts, dimension, bodyCount, rowCount, serialCount;
    double length, meanDiag, step, qNorm; // as in ssSystem
    double tolerance;                     // of the passes

    gsBody* bodies;      // bodyCount + GS_DUMMY_BODIES
    gsInertia* inertias; // filled only if some contact is not between spheres or there are rows
    uint8_t* flags;      // GS_MOVES, GS_SPHERICAL

    // Needed only until the groups are known, and released then.
    ssArenaMark sortingMark;
    int* start;             // scratch of gsSortContacts
    uint32_t* used;         // scratch of gsColourContacts
    int *movingA, *movingB; // the bodies that move, -1 for those that do not
    int *order, *scratch;   // `order`: contacts sorted, without the serial ones once they are known
    uint8_t *colour, *kind;
    int unsorted;                // contacts from this one on are in order
    int* laneContacts;           // contact in each lane of each group, or -1; families one after the other
    int familyBase[GS_FAMILIES]; // where a family begins in `laneContacts`, in groups
    gsSums* partial;             // per block

    // without the overflow; `firstGroup` and `groupCount` are set for these colours and the overflow only
    int colours;
    int firstGroup[GS_COLOUR_MAX + 1][gs_kinds];
    int groupCount[GS_COLOUR_MAX + 1][gs_kinds];
    int activeCount[GS_COLOUR_MAX + 1][gs_kinds]; // of these, the first that partial passes go over
    int totalGroups;
    gsStage stages[GS_COLOUR_MAX + 1];
    int stageCount, blockCount;
    int* blockOrder;       // of every stage: its blocks in the order in which threads share them
    int overflow, spheres; // contacts

    equalGroup* equalGroups; // the families lie one after the other
    sphereGroup* sphereGroups;
    coupledSphereGroup* coupledGroups;
    biasedSphereGroup* biasedGroups;
    bodyGroup* bodyGroups;
    serialContact* serialContacts;
    gsRow* rows;

    double* lent; // numbers of the caller that may be overwritten until ssGs_Finish
    size_t lentCount;
    // after the previous pass: gsComponentCount per group, groups as in `laneContacts`
    simd* previousReactions;
    gsBody* previousBodies; // after the previous pass
    bool convex;            // all contacts follow the relaxed law
    double nesterovT;       // Nesterov's t: 1 after a restart, growing by about 1/2 per pass
    // A pass leads from y to x; x' is the result of the pass before.
    double restartProduct;     // (y - x)·(x - x') of the last pass, over contacts with the relaxed law
    double stepSquare;         // |y - x|² of the last pass
    double previousStepSquare; // |y - x|² of the pass before

    gsSingle* single; // NULL: packed in double precision
    gsSingle singleStorage;
    ssGsOptions plan;    // of the passes after the next ssGs_Begin
    double wnMin, wnMax; // least and largest w_n of contacts between spheres
    int notSingle;       // contacts without a kernel in single precision
    double motion;       // speeds of the bodies over |q|, as roots of sums of squares
    int passesSinceRefresh;
    gsProgress progress;
};

/// The colour at `index` of 0 … colours; the overflow comes last.
static inline int gsColour( const ssGs* gs, int index )
{
    return index < gs->colours ? index : GS_COLOUR_MAX;
}

/// The array of a kind's groups: 0 equal, 1 sphere, 2 coupled, 3 biased, 4 body (…Groups).
static inline int gsFamily( int kind )
{
    return kind <= gs_pair ? kind : kind < gs_biased ? 2 : kind < gs_body ? 3 : 4;
}

static inline bool gsIsRelaxed( int kind ) { return kind > gs_pair && ( kind - gs_pair ) % 2 == 1; }

static inline bool gsIsGround( int kind )
{
    return kind == gs_ground || kind == gs_groundRelaxed || kind == gs_biasedGround ||
        kind == gs_biasedGroundRelaxed || kind == gs_bodyGround || kind == gs_bodyGroundRelaxed;
}

/// The moving bodies of a contact, -1 where there is none: if one alone moves it is b.
static inline void gsMovingBodies( const ssGs* gs, int contact, int* a, int* b )
{
    int first = gs->problem->bodyA[contact], second = gs->problem->bodyB[contact];
    bool firstMoves = first >= 0 && ( gs->flags[first] & GS_MOVES ),
         secondMoves = second >= 0 && ( gs->flags[second] & GS_MOVES );
    *a = firstMoves && secondMoves ? first : -1;
    *b = secondMoves ? second : firstMoves ? first : -1;
}

/// The body that lanes without a contact refer to, and `a` on the ground. Each kind has its own, since groups
/// of different kinds may be solved at the same time. Kernels write back to it what they read.
static inline int gsDummyBody( const ssGs* gs, int kind ) { return gs->bodyCount + kind; }

/// The contacts of a group.
static inline int* gsLaneContacts( const ssGs* gs, int kind, int group )
{
    return gs->laneContacts + (size_t)( gs->familyBase[gsFamily( kind )] + group ) * SIMD_WIDTH;
}

/// Not for gs_equal.
static inline sphereGroup* gsSphereGroup( const ssGs* gs, int kind, int group )
{
    return kind == gs_pair ? &gs->sphereGroups[group]
        : kind < gs_biased ? &gs->coupledGroups[group].sphere
                           : &gs->biasedGroups[group].coupled.sphere;
}

/// Components of a reaction in a group: forces alone in dimension 3, forces and moments beyond.
static inline int gsComponentCount( const ssGs* gs ) { return gs->dimension == 3 ? 3 : 6; }

static inline simd* gsPreviousReaction( const ssGs* gs, int kind, int group )
{
    return gs->previousReactions +
        (size_t)( gs->familyBase[gsFamily( kind )] + group ) * (size_t)gsComponentCount( gs );
}

/// What a task is given.
struct gsPass
{
    ssGs* gs;
    double omega;          // of sliding; in double precision of all component blocks
    double omegaN, omegaR; // of the normal part, and of rolling and spinning
    bool partial;          // over the active groups alone
    bool measures; // no pass but the squares of the natural map (first), in single precision and its units
    bool extrapolates; // the pass begins from y = p + beta (p - previous p)
    double beta;
    int localPasses;     // over the component blocks of one contact, where they are coupled
    const double* start; // packing: reactions in SI units to read
    double* answer;      // reading out: reactions in SI units to write
};

/// Gives the task all bodies (`bodies` not NULL), then all groups by colour, the overflow last.
gsSums gsForAllGroups( const gsPass* pass, gsTask* task, ssRangeTask* bodies, void* bodiesContext );

/// The same for a task that writes to nothing but its groups, so that colours need not wait for each other.
gsSums gsForAllGroupsAtOnce( const gsPass* pass, gsTask* task );

/// Memory of the arena until ssGs_End, with undefined contents; NULL: out of memory.
void* gsReserve( ssGs* gs, size_t bytes );
/// The same, counted as memory for bodies.
void* gsReserveForBodies( ssGs* gs, size_t bytes );

/// Reserves everything whose size follows from the numbers of contacts and bodies.
bool gsReserveContacts( ssGs* gs, size_t contacts, size_t bodies );

/// Finds the moving bodies, the kind and the colour of every contact, their `order`, how many are serial, and
/// length, meanDiag, step and qNorm (still squared, and without the rows).
ssResult gsClassify( ssGs* gs );

/// Sorts all contacts in the `order` given and colours them. Runs beside the classification: it does not look
/// at kinds, and nobody else touches `order`, `colour` and the scratch arrays.
void gsSortAndColour( ssGs* gs );

/// Distributes the contacts over groups, so that laneContacts is filled and the groups have memory. Where
/// some are serial the others are coloured anew. What was needed only for this (sortingMark) is released.
bool gsArrangeGroups( ssGs* gs );

/// Packs everything but the velocities.
ssResult gsPack( ssGs* gs, const ssProblem* problem, const double* p );
void gsReadOut( ssGs* gs, double* p );

/// Packs contact `contact` into lane `lane` of a group.
void gsPackEqual( const gsPass* pass, equalGroup* group, int lane, int contact );
void gsPackSphere( const gsPass* pass, int kind, sphereGroup* group, int lane, int contact );
void gsPackBody( const gsPass* pass, int kind, bodyGroup* group, int lane, int contact );

/// Computes the velocities from the reactions, which ends the accumulation of rounding.
void gsRefreshVelocities( ssGs* gs );

/// Gives bodies the velocities they have without reactions. The context is the ssGs.
ssRangeTask gsResetBodies;

/// Tasks on groups of spheres or any bodies: a Gauss-Seidel pass (extrapolating: restartProduct, stepSquare);
/// the reactions' effect on the bodies; the sum of squares of the natural map (first).
struct gsKernels
{
    gsTask *solve, *apply, *map;
    // Spheres alone: the same of groups that the caller has made, under Coulomb's law.
    void ( *applyTo )( ssGs* gs, int kind, const sphereGroup* groups, int count );
    double ( *mapOf )( ssGs* gs, int kind, const sphereGroup* groups, int count );
};

// One table for each set of instructions: whatever the processor has is used, with the same bits.
extern const gsKernels gs_sphereKernels, gs_sphereKernelsAvx2;
extern const gsKernels gs_bodyKernels, gs_bodyKernelsAvx2;
extern gsTask *const gs_solveSingle, *const gs_solveSingleAvx2;

/// Begins extrapolation anew. False when there is no memory.
bool gsBeginExtrapolation( ssGs* gs );

/// The beta by which a pass extrapolates reactions.
double gsExtrapolation( ssGs* gs );

/// Extrapolates velocities of bodies before a pass, which is the context.
ssRangeTask gsExtrapolateBodies;

// Passes in single precision (gs_single.h).

/// Whether the problem, once classified, is packed in single precision for passes with these options.
bool gsSingleServes( const ssGs* gs, const ssGsOptions* options );
/// Sets gs->single, with its units.
void gsSingleBegin( ssGs* gs );
/// Gives it memory for so many groups of each family, and for bodies.
bool gsSingleReserve( ssGs* gs, const int groups[GS_FAMILIES] );
/// Packs groups. The pass has the start.
gsTask gsSinglePack;
/// Whether the next pass is partial; chooses the active groups when it is time.
bool gsSingleIsPartial( ssGs* gs );
/// Makes the present state the previous one.
void gsSingleKeep( ssGs* gs );
/// Extrapolates velocities of bodies before a pass, which is the context.
ssRangeTask gsSingleExtrapolateBodies;
/// Computes velocities from the reactions, in double precision, and takes them over.
void gsSingleRefresh( ssGs* gs );
/// The sum of squares of the natural map, after gsSingleRefresh.
double gsSingleMap( ssGs* gs );
/// Writes the answer.
void gsSingleReadOut( ssGs* gs, double* p );
/// Packs the problem in double precision, reactions as they are. Out of memory: nothing changes.
void gsSingleLeave( ssGs* gs );

// Contacts without a SIMD kernel, and rows, one by one. They are packed after the groups.
bool gsPackSerial( ssGs* gs, const double* p );
void gsReadOutSerial( ssGs* gs, double* p );
gsSums gsSolveSerial( const gsPass* pass );
void gsApplySerial( ssGs* gs );
double gsSerialMap( ssGs* gs );

/// Rows of D^T of a contact, N T1 T2 R1 R2 S on (v, L omega) of each body; 0 where a body does not move.
void gsContactRows( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6] );

/// W_aa of a contact with these rows, dimension² numbers row by row, compliance included.
void gsContactBlock( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6], double* w );
