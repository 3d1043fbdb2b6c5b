// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/law.h"
#include "slipstick/vecmath.h"

// A frozen contact problem: find reactions p and velocities y with
//     y = W p + q,   each contact's pair (p, y) obeying its law.
// A plain value that knows no world; anything odd a simulation does can be frozen into one, written to a file and
// put before every solver. W is either implicit (bodies and contact arms, W = D^T M^-1 D, never assembled) or explicit
// (sparse blocks, which need not be symmetric: other people's recorded problems carry gyroscopic terms). Beside
// contacts there may be bilateral rows (a free multiplier) and box rows (lo <= g <= hi: seals, motors), and a
// compliance C added to the diagonal (Tasora & Anitescu Sec. 6.2).
//
// Components of a contact in the order of cone.h: N, T1, T2, R1, R2, S. Velocities are those of b against a, reactions
// act on b. In the file and in every function here numbers are in SI units; the length by which solvers and judge
// scale moments (Acary & Bourrier's natural map is not free of units) stays inside.

#define SS_PROBLEM_CONTACTS_MAX 20000000

/// How the contact's cone is meant.
typedef enum ssContactForm
{
    ss_contactFormSaxce,   ///< K* ∋ y + (h(y), 0, …) ⟂ p ∈ K: De Saxcé's term forbids dilatancy
    ss_contactFormRelaxed, ///< K* ∋ y ⟂ p ∈ K: convex, opens while it slides (Tasora & Anitescu Sec. 4)
    ss_contactFormPlanar, ///< the ssLaw `lawIndex`: sets in the sliding plane (Walker & Leine), a function, a patch; the cone bounds the moments
} ssContactForm;

/// A body as the file describes it.
typedef struct ssProblemBody
{
    double mass;        ///< [kg], > 0
    ssVec3 inertia;     ///< principal moments [kg m²], > 0
    ssQuat orientation; ///< of the principal axes
    ssVec3 position;    ///< centre of mass [m]
} ssProblemBody;

SS_API ssProblemBody ssDefaultProblemBody( void ); ///< 1 kg, 1 kg m², at the origin

typedef struct ssProblemContact
{
    int a, b; ///< bodies; -1 is the fixed world
    ssVec3 point;
    ssVec3 normal;  ///< from a to b; need not be of unit length
    ssVec3 tangent; ///< T1, made orthogonal to the normal; all zero: chosen by ssContactTangent. T2 = N × T1
    ssCone cone;
    ssContactForm law;
    int lawIndex; ///< planar: which of the problem's laws
} ssProblemContact;

SS_API ssProblemContact ssDefaultProblemContact( int dimension );

/// The rule for a tangent nobody gave: e_x, or e_y where the normal is within 26° of the x axis, made orthogonal.
SS_API ssVec3 ssContactTangent( ssVec3 normal );

/// One equation between two bodies: g = jacobianA·v_a + jacobianB·v_b + q, its multiplier free (lo = -inf, hi = inf:
/// bilateral, g = 0) or in [lo, hi] (box: g > 0 only at lo, g < 0 only at hi).
typedef struct ssProblemRow
{
    int a, b;                          ///< bodies; -1 is the fixed world
    double jacobianA[6], jacobianB[6]; ///< on (v, omega) of each
    double lo, hi;                     ///< bounds of the multiplier
    double q;
} ssProblemRow;

/// N and T1 of a contact's frame.
typedef struct ssProblemFrame
{
    ssVec3 n, t;
} ssProblemFrame;

/// Columns N, T1 and T2 = N × T1: cheaper to compute than to fetch.
static inline ssMat3 ssProblemFrame_Axes( ssProblemFrame frame )
{
    ssMat3 axes = { frame.n, frame.t, ssVec3_Cross( frame.n, frame.t ) };
    return axes;
}

typedef struct ssProblem
{
    int contactCount;
    int dimension; ///< 3, 5 or 6 per contact
    int rowCount;  ///< bilateral and box rows; only with bodies

    ssCone* cones;     ///< per contact
    uint8_t* laws;     ///< per contact, ssContactForm
    int* lawIndex;     ///< per contact, planar ones
    double* lawScale;  ///< per contact: what of the planar law's C and D is in force; NULL: all
    ssLaw* lawTable;   ///< owned
    ssLawDef* lawDefs; ///< what they were made from, for writing
    int lawCount;

    double* q;          ///< contactCount × dimension
    double* compliance; ///< diagonal C, contactCount × dimension + rowCount; or NULL

    // implicit
    int bodyCount;
    ssProblemBody* bodies;
    double* inverseMass;
    ssMat3* inverseInertia; ///< about the centre, in world axes
    double* freeVelocity;   ///< 6 per body (v, omega); or NULL
    int *bodyA, *bodyB;     ///< per contact
    ssVec3* points;
    ssProblemFrame* frames;
    ssVec3 *armsA, *armsB;
    ssProblemRow* rows;

    // explicit: compressed sparse rows of dimension² blocks, row by row
    int* blockStart; ///< contactCount + 1; NULL when implicit
    int* blockColumn;
    double* blocks;
} ssProblem;

/// Numbers in a reaction or velocity vector: contacts, then rows.
SS_API int ssProblem_Size( const ssProblem* problem );
SS_API bool ssProblem_IsExplicit( const ssProblem* problem );

/// W from bodies and contacts. `freeVelocity` (6 per body) gives q = D^T v; or NULL, and `q` is zero.
SS_API ssResult ssProblem_FromBodies( int dimension, const ssProblemBody* bodies, int bodyCount,
    const ssProblemContact* contacts, int contactCount, const ssProblemRow* rows, int rowCount,
    const double* freeVelocity, ssProblem* problem );

/// W from blocks: block k stands in row rows[k] and column columns[k]; blocks given twice add up; missing ones are
/// zero. `cones` and `law` per contact.
SS_API ssResult ssProblem_FromBlocks( int dimension, int contactCount, int blockCount, const int* rows,
    const int* columns, const double* blocks, const double* q, const ssCone* cones, ssContactForm law,
    ssProblem* problem );

/// Gives a planar law to the problem and returns its index through `index`.
SS_API ssResult ssProblem_AddLaw( ssProblem* problem, const ssLawDef* def, int* index );

/// All the problem refers to exists, numbers are finite, coefficients >= 0, the diagonal of W > 0.
SS_API ssResult ssProblem_Check( const ssProblem* problem );

/// The same problem with W as explicit blocks (rows are refused).
SS_API ssResult ssProblem_MakeExplicit( const ssProblem* problem, ssProblem* assembled );

SS_API void ssProblem_Destroy( ssProblem* problem ); ///< zeroes it; fine for a zeroed one

/// y = (W + C) p + q.
SS_API ssResult ssProblem_Velocity( const ssProblem* problem, const double* p, double* y );

/// v = freeVelocity + M^-1 D p, 6 per body. Implicit problems only.
SS_API ssResult ssProblem_BodyVelocities( const ssProblem* problem, const double* p, double* v );

/// L = sqrt( mean translational diagonal / mean rotational diagonal of W ); 1 in dimension 3.
SS_API double ssProblem_Length( const ssProblem* problem );

/// max |W - W^T| / max |W|; 0 for an implicit one.
SS_API double ssProblem_Asymmetry( const ssProblem* problem );

/// ssLawFlags a solver must honour.
SS_API unsigned ssProblem_Flags( const ssProblem* problem );

// ---------------------------------------------------------------------------------------------------------- judge

/// What is right and wrong with an answer. Computed after scaling with L, so that units do not matter.
typedef struct ssJudgement
{
    double residual;    ///< |p - P_K(p - r yhat)| / (r |q|), r = 1/mean(diag W); the measure of every solver
    double feasibility; ///< distance of p from K, times mean(diag W), over |q|
    double dualFeasibility;   ///< distance of yhat from K*, over |q|
    double complementarity;   ///< |p·yhat| mean(diag W) / |q|²
    double dissipation;       ///< -y·p [J]: what the contacts turn into heat
    double dissipationDefect; ///< sum |-y·p - h(y) p_N| mean(diag W) / |q|² (Acary & Bourrier Eq. 43)
    double objective;         ///< p·W p/2 + p·q [J] (Tasora & Anitescu Eq. 42)
    int worstContact;         ///< largest share of the residual, -1 without contacts
} ssJudgement;

/// `perContact` (contactCount numbers: each contact's share, whose squares sum up to the residual's but for the rows)
/// may be NULL.
SS_API ssResult ssJudge(
    const ssProblem* problem, const double* p, ssJudgement* judgement, double* perContact );

/// Is there a p != 0 in K with D p = 0 (Tasora & Anitescu Eq. 45)? Then forces have no bound.
typedef struct ssPointedness
{
    bool wedged;
    double defect;       ///< least |W p| over p in K with sum p_N = 1, over mean(diag W)
    const char* message; ///< "wedged: forces are not bounded", or "pointed"
} ssPointedness;

/// `p` (may be NULL) gets the p found: when wedged, the internal forces.
SS_API ssResult ssProblem_CheckPointed( const ssProblem* problem, ssPointedness* pointedness, double* p );

// ---------------------------------------------------------------------------------------------------------- files

/// Reads the own JSON form, Siconos' text form or an HDF5 file of FCLIB (where built with HDF5), told apart by content.
/// The refusal has the line, the member or the dataset.
SS_API ssResult ssReadProblem( const char* text, size_t length, ssProblem* problem );

/// The own JSON form as a zero-ended text; ssRelease it. NULL when there is no memory.
SS_API char* ssFormatProblem( const ssProblem* problem, size_t* length );

// ------------------------------------------------------------------------------------------------------ generator

/// Spheres at random in a box above a plane, touching it and each other, and kicked.
typedef struct ssPackingDef
{
    uint64_t seed;
    int dimension;      ///< 3, 5 or 6
    int contacts;       ///< wanted; the packing grows until it has at least as many
    double radius;      ///< [m]
    double density;     ///< [kg/m³]
    double mu;          ///< [-]
    double muRollRatio; ///< mu_r over radius
    double muSpinRatio; ///< mu_s over radius
    double kick;        ///< random velocities up to this [m/s], and as much of surface velocity
    double gravityStep; ///< downward velocity of every sphere, g h [m/s]
    ssContactForm law;  ///< coulomb or relaxed
    bool settled;       ///< dense layers at rest on each other, instead of a loose drop
} ssPackingDef;

SS_API ssPackingDef ssDefaultPackingDef( void );
SS_API ssResult ssMakePacking( const ssPackingDef* def, ssProblem* problem );

/// One of a family: 6 to 60 contacts, mu and mu_r/R from 0.01 to 5, random kicks, all from the seed.
SS_API ssPackingDef ssRandomPackingDef( uint64_t seed );
