// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/law.h"
#include "slipstick/vecmath.h"

// A frozen contact problem: find reactions p and velocities y with
//     y = W p + q,   each contact's pair (p, y) obeying its law.
// It is a plain value that knows nothing of worlds: any moment of a simulation can be frozen into a problem,
// written to a file and given to every solver. W is either implicit (bodies and contact arms, W = D^T M^-1 D,
// never assembled) or explicit (sparse blocks, which need not be symmetric: recorded problems may contain
// gyroscopic terms). Besides contacts there may be bilateral rows (with a free multiplier) and box rows (with
// a bounded one, as for seals and motors), and a compliance C that is added to the diagonal (Tasora &
// Anitescu Sec. 6.2).
//
// The components of a contact are in the order of cone.h: N, T1, T2, R1, R2, S. Velocities are those of b
// relative to a, reactions act on b. Files and all functions here use SI units. Solvers and judge scale
// moments by a length, because Acary & Bourrier's natural map depends on units; callers do not see it.

/// Contacts of a problem: a bound on memory, checked before anything is allocated.
#define SS_PROBLEM_CONTACTS_MAX 20000000

/// The form of a contact's law.
typedef enum ssContactForm
{
    /// K* ∋ y + (h(y), 0, …) ⟂ p ∈ K. De Saxcé's term h(y) prevents dilatancy: the exact Coulomb law.
    ss_contactFormSaxce,
    /// K* ∋ y ⟂ p ∈ K. Convex; the contact opens while it slides (Tasora & Anitescu Sec. 4).
    ss_contactFormRelaxed,
    /// A law of the problem's lawTable: sets in the sliding plane (Walker & Leine), a function of the
    /// velocity, or a patch. The cone bounds the moments.
    ss_contactFormPlanar,
} ssContactForm;

/// A body as it stands in a file.
typedef struct ssProblemBody
{
    double mass;        ///< [kg], > 0
    ssVec3 inertia;     ///< principal moments [kg m²], > 0
    ssQuat orientation; ///< of the principal axes
    ssVec3 position;    ///< centre of mass [m]
} ssProblemBody;

SS_API_ANY ssProblemBody ssDefaultProblemBody( void ); ///< 1 kg, 1 kg m² about every axis, at the origin

/// A contact as it stands in a file.
typedef struct ssProblemContact
{
    int a, b;       ///< bodies; -1 is the fixed world
    ssVec3 point;   ///< [m], in world axes
    ssVec3 normal;  ///< from a to b, of any length but 0
    ssVec3 tangent; ///< T1, made orthogonal to the normal; zero: ssContactTangent chooses it. T2 = N × T1
    ssCone cone;
    ssContactForm law;
    int lawIndex; ///< ss_contactFormPlanar: index of the law in the problem's lawTable
} ssProblemContact;

/// A contact of body 0 with the fixed world, normal along z, mu = 0.5.
SS_API_ANY ssProblemContact ssDefaultProblemContact( int dimension );

/// The tangent T1 of a contact that specifies none: e_x, or e_y where the normal is within 26° of
/// the x axis, made orthogonal to the normal.
SS_API_ANY ssVec3 ssContactTangent( ssVec3 normal );

/// One equation between two bodies. Its velocity is g = q + jacobianA·dv_a + jacobianB·dv_b, where dv is the
/// change of a body's (v, omega) by the reactions. So q is g without reactions: it has to contain the
/// jacobians times the bodies' free velocities, which are not added to it. The multiplier is free (lo = -inf,
/// hi = inf: bilateral, g = 0) or bounded by [lo, hi] (box: g > 0 only at lo, g < 0 only at hi).
typedef struct ssProblemRow
{
    int a, b;                          ///< bodies; -1 is the fixed world
    double jacobianA[6], jacobianB[6]; ///< on (v, omega) of each body
    double lo, hi;                     ///< bounds of the multiplier
    double q;                          ///< g without reactions
} ssProblemRow;

/// The axes N and T1 of a contact's frame.
typedef struct ssProblemFrame
{
    ssVec3 n, t;
} ssProblemFrame;

/// The columns N, T1 and T2 = N × T1, which is cheaper to compute than to load.
static inline ssMat3 ssProblemFrame_Axes( ssProblemFrame frame )
{
    ssMat3 axes = { frame.n, frame.t, ssVec3_Cross( frame.n, frame.t ) };
    return axes;
}

typedef struct ssProblem
{
    int contactCount;
    int dimension; ///< 3, 5 or 6 per contact
    int rowCount;  ///< bilateral and box rows; 0 when W is explicit

    ssCone* cones;     ///< per contact
    uint8_t* laws;     ///< per contact, ssContactForm
    int* lawIndex;     ///< per contact, used by planar ones: index into lawTable
    double* lawScale;  ///< per contact: factor on the planar law's C and D; NULL: all 1
    ssLaw* lawTable;   ///< owned
    ssLawDef* lawDefs; ///< what the laws were made from, for writing
    int lawCount;
    /// per contact, used by the user's own laws (text, callback): where it is; NULL: at the origin
    ssLawSite* lawSites;
    double* lawStates; ///< the numbers that the sites' states point to; or NULL

    double* q;          ///< contactCount × dimension: the contacts' velocities without reactions
    double* compliance; ///< diagonal C, contactCount × dimension + rowCount; or NULL

    // implicit W
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

    // explicit W: compressed sparse rows of blocks, each of dimension² numbers row by row
    int* blockStart; ///< contactCount + 1; NULL when implicit
    int* blockColumn;
    double* blocks;
} ssProblem;

/// The length of reaction and velocity vectors, which hold the contacts' components and then the rows.
SS_API_OBJECT int ssProblem_Size( const ssProblem* problem );
SS_API_OBJECT bool ssProblem_IsExplicit( const ssProblem* problem );

/// Makes a problem from bodies and contacts. `freeVelocity` (6 numbers per body: v, omega) gives the
/// contacts' q = D^T v; if it is NULL, their q is zero. The rows keep their own q.
SS_API_ANY SS_CHECKED ssResult ssProblem_FromBodies( int dimension, const ssProblemBody* bodies,
    int bodyCount, const ssProblemContact* contacts, int contactCount, const ssProblemRow* rows, int rowCount,
    const double* freeVelocity, ssProblem* problem );

/// Makes a problem from blocks: block k is in row rows[k] and column columns[k]; blocks given twice add up,
/// missing ones are zero. There is one cone per contact; all contacts have the form `law`.
SS_API_ANY SS_CHECKED ssResult ssProblem_FromBlocks( int dimension, int contactCount, int blockCount,
    const int* rows, const int* columns, const double* blocks, const double* q, const ssCone* cones,
    ssContactForm law, ssProblem* problem );

/// Adds a planar law to the problem's lawTable; `index` becomes its index.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_AddLaw( ssProblem* problem, const ssLawDef* def, int* index );

/// Gives all contacts one planar law. A law that bounds moments
/// replaces their bounds too; otherwise they stay.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_SetLaw( ssProblem* problem, const ssLawDef* def );

/// The largest number of a problem, in SI units and after scaling. The judge and the solvers multiply up to
/// three such numbers, as in p·W p, and 1e100³ is the largest round power that a double holds.
#define SS_PROBLEM_LARGEST 1e100

/// Checks that everything the problem refers to exists, numbers are finite and at most SS_PROBLEM_LARGEST,
/// coefficients >= 0 and the diagonal of W > 0. Only bounds of a row may be larger, which is as good as none.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_Check( const ssProblem* problem );

/// Makes the same problem with W as explicit blocks. Rows and planar laws are refused.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_MakeExplicit( const ssProblem* problem, ssProblem* assembled );

SS_API_OBJECT void ssProblem_Destroy(
    ssProblem* problem ); ///< leaves the problem zeroed; may be called on a zeroed one

/// y = (W + C) p + q.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_Velocity( const ssProblem* problem, const double* p, double* y );

/// v = freeVelocity + M^-1 D p, 6 numbers per body. An explicit W is refused.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_BodyVelocities(
    const ssProblem* problem, const double* p, double* v );

/// The length by which moments are scaled [m]: L² is the mean translational over the mean
/// rotational diagonal of W. 1 in dimension 3.
SS_API_OBJECT double ssProblem_Length( const ssProblem* problem );

/// max |W - W^T| / max |W|; 0 when W is implicit.
SS_API_OBJECT double ssProblem_Asymmetry( const ssProblem* problem );

/// The ssLawFlags that a solver must honour.
SS_API_OBJECT unsigned ssProblem_Flags( const ssProblem* problem );

// ----------------------------------------------------------------------------------------------------- judge

/// How good an answer is. All numbers are computed after scaling by L, so that units do not matter.
typedef struct ssJudgement
{
    double residual; ///< |p - P_K(p - r yhat)| / (r |q|), r = 1/mean(diag W); every solver is measured by it
    double feasibility; ///< distance of p from K, times mean(diag W), over |q|
    /// the same distance over |p|, rows included: the part of the reactions that is not allowed
    double infeasibility;
    double dualFeasibility;   ///< distance of yhat from K*, over |q|
    double complementarity;   ///< |p·yhat| mean(diag W) / |q|²
    double dissipation;       ///< -y·p [J]: what the contacts convert into heat
    double dissipationDefect; ///< sum |-y·p - h(y) p_N| mean(diag W) / |q|² (Acary & Bourrier Eq. 43)
    double objective;         ///< p·W p/2 + p·q [J] (Tasora & Anitescu Eq. 42)
    int worstContact;         ///< the contact with the largest share of the residual, -1 without contacts
} ssJudgement;

/// Judges the answer p. `perContact` (contactCount numbers, may be NULL) gets each contact's share of the
/// residual; their squares and those of the rows add up to the square of the residual.
SS_API_OBJECT SS_CHECKED ssResult ssJudge(
    const ssProblem* problem, const double* p, ssJudgement* judgement, double* perContact );

/// Whether an answer with this judgement is a solution to the tolerance of the residual.
/// The infeasibility may be ten times as large, but no more: where bodies fly apart, |q|
/// hides reactions that pull from the residual.
SS_API_ANY bool ssJudgement_IsSolution( const ssJudgement* judgement, double tolerance );

/// What is wrong at one contact of an answer.
typedef enum ssAnswerFault
{
    ss_faultNone,
    ss_faultPulls,        ///< p_N < 0
    ss_faultOutside,      ///< the reaction is outside its cone or set
    ss_faultApproaches,   ///< u_N < 0
    ss_faultOpens,        ///< p_N > 0 and u_N > 0
    ss_faultSlidesInside, ///< it slides, rolls or spins, although friction or moment is below its bound
    ss_faultRollsInside,
    ss_faultSpinsInside,
    ss_faultDirection, ///< on its bound, but not where the law puts it for this motion
    ss_faultCount
} ssAnswerFault;

/// A phrase of which the contact is the subject: "presses although it opens".
SS_API_ANY const char* ssAnswerFaultText( ssAnswerFault fault );

/// How good an answer is at one contact.
typedef struct ssContactJudgement
{
    double residual;      ///< its share, as from ssJudge
    double infeasibility; ///< distance of its reaction from K over its length
    double dissipation; ///< -(y_T·p_T + …) [J], without the normal part; negative: friction creates energy
    ssAnswerFault fault; ///< the condition of the law that explains most of its share
} ssContactJudgement;

/// Judges every contact of the answer p: `contacts` gets contactCount judgements.
SS_API_OBJECT SS_CHECKED ssResult ssJudgeContacts(
    const ssProblem* problem, const double* p, ssContactJudgement* contacts );

/// Moves reactions that the laws do not allow to the nearest ones that
/// they do, contact by contact and row by row.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_MakeFeasible( const ssProblem* problem, double* p );

/// Whether there is a p != 0 in K with D p = 0 (Tasora & Anitescu Eq. 45). If there is, forces have no bound.
typedef struct ssPointedness
{
    bool wedged;
    double defect;       ///< least |W p| over p in K with sum p_N = 1, over mean(diag W), all masses equal
    const char* message; ///< "wedged: forces are not bounded", or "pointed"
} ssPointedness;

/// `p` (may be NULL) gets the p found, which are the internal forces when the
/// problem is wedged. Planar laws are refused.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_CheckPointed(
    const ssProblem* problem, ssPointedness* pointedness, double* p );

/// Why a problem has no solution: reactions p in K that move nothing, W p = 0 (which lies in K*), although
/// the contacts close along them, q·p < 0. Every y = W p' + q has p·y = q·p then, and no y in K* has that.
typedef struct ssCertificate
{
    bool found;
    int contacts;   ///< that carry p
    double closing; ///< q·p < 0 in scaled units
    /// forces that solve the problem would exceed those that stop the
    /// bodies at once by this factor, 1e9 or more
    double factor;
} ssCertificate;

/// Looks for a certificate. Of Coulomb's and planar laws it takes the normal forces alone, since what slides
/// may lift its contact's bound: what is found proves that no solution exists. `relaxed` asks what holds if
/// Coulomb's contacts obeyed the relaxed law. `p` (may be NULL) gets the certificate, its largest component
/// about 1. Nothing is found where W is not symmetric.
SS_API_OBJECT SS_CHECKED ssResult ssProblem_FindCertificate(
    const ssProblem* problem, bool relaxed, ssCertificate* certificate, double* p );

// ----------------------------------------------------------------------------------------------------- files

/// Reads Slipstick's JSON form, Siconos' text form or an HDF5 file of FCLIB (where built with HDF5); the
/// content decides which. A refusal names the line, the member or the dataset.
SS_API_ANY SS_CHECKED ssResult ssReadProblem( const char* text, size_t length, ssProblem* problem );

/// Writes the JSON form as a zero-terminated text, which the caller frees with ssRelease; NULL
/// when out of memory. `length` may be NULL.
SS_API_OBJECT char* ssFormatProblem( const ssProblem* problem, size_t* length );

// ------------------------------------------------------------------------------------------------- generator

/// Spheres at random places above a plane, touching it and each other, with random velocities.
typedef struct ssPackingDef
{
    uint64_t seed;
    int dimension;      ///< 3, 5 or 6
    int contacts;       ///< 1 to 1000000; the packing grows until it has at least this many
    double radius;      ///< [m]
    double density;     ///< [kg/m³]
    double mu;          ///< [-]
    double muRollRatio; ///< mu_r over radius
    double muSpinRatio; ///< mu_s over radius
    double kick; ///< bound of each component of the random velocities, and of the surface velocities [m/s]
    double gravityStep; ///< downward velocity g h that gravity adds to every sphere [m/s]
    ssContactForm law;  ///< ss_contactFormSaxce or ss_contactFormRelaxed
    bool settled;       ///< dense layers on top of each other instead of dropped spheres
} ssPackingDef;

SS_API_ANY ssPackingDef ssDefaultPackingDef( void );
SS_API_ANY SS_CHECKED ssResult ssMakePacking( const ssPackingDef* def, ssProblem* problem );

/// A member of a family of packings, chosen by the seed: dimension 3, 5 or 6, at least 6 to 55 contacts, mu,
/// mu_r/R and mu_s/R from 0.01 to 5, and velocities from 0.02 to 0.2 m/s.
SS_API_ANY ssPackingDef ssRandomPackingDef( uint64_t seed );
