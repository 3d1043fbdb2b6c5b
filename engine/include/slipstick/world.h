// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/draw.h"
#include "slipstick/law.h"
#include "slipstick/shape.h"
#include "slipstick/solver.h"

// Rigid bodies that touch, slide, roll, spin, stack and stop. A world owns bodies, joints and contacts and
// advances them by one fixed step at a time: collide, assemble an ssProblem, solve it, integrate, report.
// There are three schemes: the midpoint scheme, of second order; Moreau-Jean with Newton's impact law for
// Coulomb friction (Acary & Bourrier Sec. 6); and the implicit scheme with the stabilisation Phi/h for the
// convex-relaxed law (Tasora & Anitescu Sec. 4). A program may use several worlds.
//
//     ssWorldDef def = ssDefaultWorldDef();
//     ssWorld* world = NULL;
//     ssResult result = ssCreateWorld( &def, &world );
//     ssBodyDef ball = ssDefaultBodyDef();
//     ball.shape = ssSphereShape( 0.01 );
//     ssBodyId id;
//     result = ssWorld_AddBody( world, &ball, &id );
//     ssWorldReport report = ssWorld_Step( world, 1e-3 );
//     double height = ssWorld_Body( world, id ).pose.position.z;
//
// In world coordinates z points up, against the default gravity. A contact's normal points from body a to
// body b. Its forces act on b and its velocities are those of b relative to a, in the order N, T1, T2, R1,
// R2, S of cone.h. ssWorld_Serialize reads and writes all state that affects the next step, including the
// warm start.

typedef struct ssWorld ssWorld;

// Handles name the bodies, joints and laws of a world. A zeroed handle is null and names nothing. Removing
// something makes its handle stale for good, even though its slot is used again: every function looks handles
// up, in all builds. One that can fail returns an ssResult that says what is wrong with a handle; one that
// reads returns zeros or NULL. Callbacks of a step (hooks, laws, stop) may read the world but not change it:
// such edits are refused.

typedef struct ssBodyId
{
    int32_t slot1; ///< slot + 1
    uint32_t generation;
} ssBodyId;

typedef struct ssJointId
{
    int32_t slot1; ///< slot + 1
    uint32_t generation;
} ssJointId;

typedef struct ssLawId
{
    int32_t slot1; ///< slot + 1
    uint32_t generation;
} ssLawId;

/// The stages of a step, in order.
typedef enum ssWorldStage
{
    ss_stageBroad,     ///< finds pairs of bodies that may touch
    ss_stageNarrow,    ///< finds contact points, their identity and warm start
    ss_stageAssemble,  ///< builds the contact problem
    ss_stageSolve,     ///< finds the reactions
    ss_stageIntegrate, ///< updates velocities and poses
    ss_stageCorrect,   ///< reduces penetration
    ss_stageReport,    ///< accounts for energy, islands and sleep
    ss_stageCount
} ssWorldStage;

SS_API_ANY const char* ssWorldStageName( ssWorldStage stage );

/// Called at the start of each stage and, with ss_stageCount, after the last one, in every inner step. The
/// engine has no clock; a benchmark takes its times here.
typedef void ssStageHook( void* context, ssWorldStage stage );

/// The contact law. Laws that bodies own (ssWorld_AddLaw) refine it for their contacts.
typedef enum ssWorldLaw
{
    ss_worldLawCoulomb, ///< no dilatancy (Acary & Bourrier Eq. 33); Moreau-Jean with Newton's impact law
    /// associated: a sliding contact rides at the gap h A_r (Tasora & Anitescu Sec. 4); theta = 1, e = 0
    ss_worldLawRelaxed,
    ss_worldLawEllipsoidal, ///< Coulomb's law with one ellipsoid for forces and moments, as in MuJoCo
} ssWorldLaw;

/// What bodies do that strike others while these touch others in turn.
typedef enum ssImpactLaw
{
    /// Newton's law at all contacts of a step at once: each opens at e times the speed at which it closed
    ss_impactsSimultaneous,
    /// Newton's law at one contact after the other, the earliest and of these the fastest first, until none
    /// approaches; bodies on joints to other moving bodies keep the simultaneous law, as does the relaxed law
    ss_impactsSequential,
} ssImpactLaw;

/// The largest number of inner steps per step: a bound on input, far above what is useful.
#define SS_MAX_SUBSTEPS 1000

typedef struct ssWorldDef
{
    ssVec3 gravity; ///< [m/s²]
    /// 0, the default: the midpoint scheme, of second order. From 1/2 to 1: Moreau and Jean's, of first order
    /// (Acary & Bourrier Sec. 6), this being the weight of the new velocity in the update of positions
    double theta;
    ssWorldLaw law;
    ssCombineRule rule; ///< combines the materials of two bodies
    ssImpactLaw impacts;
    /// Name of a solver of the table. "passes": the Gauss-Seidel kernel, helped by other
    /// solvers where it stalls; old files call it "sweep".
    const char* solver;
    double tolerance;  ///< bound on the judged residual, >= 0; with 0 the solver makes exactly maxIterations
    int maxIterations; ///< per inner step, > 0
    int substeps;   ///< inner steps of one ssWorld_Step, each with its own collisions, 1 … SS_MAX_SUBSTEPS
    bool warmStart; ///< reactions start from those of the step before
    /// islands at rest are not computed until something touches them; without it no body is ever `asleep`
    bool sleeping;
    /// [m/s] A body is at rest if its fastest point is slower; 0: derived from its size and gravity.
    double sleepSpeed;
    double sleepTime; ///< [s] an island sleeps after this time below that speed
    /// [m] A contact exists where the gap is below this plus what the step can
    /// close; 0: 2 % of the smaller inner radius.
    double envelope;
    /// [m] Penetration up to this depth is not corrected; 0: 2e-3 of the smaller inner radius of the two
    /// bodies (ssShape_InnerRadius; a plane's is infinite). Deeper contacts are corrected to half the slop.
    double slop;
    /// Share of the depth beyond half the slop that a round of the correction
    /// removes, 0 … 1; a step makes several rounds.
    double correction;
    /// [N/m] of every contact along its normal (Tasora & Anitescu Sec. 6.2), without
    /// damping; 0: rigid. Materials with a stiffness of their own have that one. If any
    /// contact may be compliant, theta is 1 for all.
    double stiffness;
    int bodyCapacity;       ///< bodies for which memory is reserved; more bodies allocate
    int contactCapacity;    ///< contacts for which memory is reserved; more contacts allocate
    ssStageHook* stageHook; ///< may be NULL
    void* stageContext;
} ssWorldDef;

/// Gravity of 9.81 m/s² along -z, the midpoint scheme, Coulomb's law, simultaneous impacts, "passes" to 1e-6
/// in at most 1000 iterations, one inner step, warm start, no sleeping (its time is 0.5 s).
SS_API_ANY ssWorldDef ssDefaultWorldDef( void );

/// `world` becomes NULL on an error.
SS_API_ANY SS_CHECKED ssResult ssCreateWorld( const ssWorldDef* def, ssWorld** world );
SS_API_OBJECT void ssDestroyWorld( ssWorld* world ); ///< NULL is fine

/// Changes the definition between steps, except for the capacities, which stay. Wakes all bodies.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetDef( ssWorld* world, const ssWorldDef* def );
SS_API_OBJECT const ssWorldDef* ssWorld_Def( const ssWorld* world );
/// Changes only the hook (NULL for none), and wakes nothing.
SS_API_OBJECT void ssWorld_SetStageHook( ssWorld* world, ssStageHook* hook, void* context );
/// Lets `stop` (NULL: none) cancel a step: it is asked in every iteration
/// of the solvers. It is no part of the state.
SS_API_OBJECT void ssWorld_SetStop( ssWorld* world, ssStop* stop, void* context );

// ---------------------------------------------------------------------------------------------------- bodies

typedef enum ssBodyKind
{
    ss_bodyDynamic,
    ss_bodyStatic,    ///< never moves
    ss_bodyKinematic, ///< moves at a given velocity that nothing affects: carriages, tilting tables
} ssBodyKind;

typedef struct ssBodyDef
{
    ssShape shape;
    ssPose pose; ///< of the centre of mass
    /// [m] of the shape, from the centre of mass in body coordinates: a loaded die; a plane has none
    ssVec3 shapeCentre;
    ssVec3 velocity; ///< 0 of a static body, like omega: one with a prescribed velocity is kinematic
    ssVec3 omega;    ///< [rad/s], world coordinates
    /// [m/s] of the surface of a static or kinematic body relative to the body, along
    /// the surface: a belt; 0 of a dynamic one
    ssVec3 beltVelocity;
    double density; ///< [kg/m³], > 0, of a dynamic body; ignored when a mass is given
    /// [kg] of a dynamic body; 0: from the density, and of bodies that are not dynamic, as `inertia`
    double mass;
    /// principal moments about the centre of mass in body axes [kg m²]; 0:
    /// that of the solid shape with this mass
    ssVec3 inertia;
    ssBodyKind kind;
    ssMaterial material;
    ssLawId law;    ///< law of its contacts, from ssWorld_AddLaw; null: the materials' coefficients
    ssVec3 groove;  ///< with a law: direction of e_T1, in body coordinates
    uint32_t group; ///< bodies of the same group > 0 do not touch each other
    int colour;     ///< for views: index into a palette; -1: by contact mode
    void* userData; ///< the caller's own, which is no part of the state
} ssBodyDef;

SS_API_ANY ssBodyDef ssDefaultBodyDef(
    void ); ///< a dynamic sphere, radius 0.5 m, 1000 kg/m³, mu 0.5, restitution 0

/// `id` (may be NULL) receives its handle, or null on an error. Slots count up from 0; a free one is used
/// again, the one that was freed last first.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_AddBody( ssWorld* world, const ssBodyDef* def, ssBodyId* id );
/// Its contacts and joints go with it, and the materials of its pairs; what touches
/// it wakes. Its energy is booked as `added`.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_RemoveBody( ssWorld* world, ssBodyId id );
SS_API_OBJECT int ssWorld_BodyCount( const ssWorld* world );
SS_API_OBJECT int ssWorld_BodySlots(
    const ssWorld* world ); ///< slots in use or free: the range of their numbers
SS_API_OBJECT bool ssWorld_HasBody( const ssWorld* world, ssBodyId id );
SS_API_OBJECT ssBodyId ssWorld_BodyAt( const ssWorld* world, int slot ); ///< null: there is none
SS_API_OBJECT void* ssWorld_BodyData( const ssWorld* world, ssBodyId id );
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetBodyData( ssWorld* world, ssBodyId id, void* userData );

/// The present state of a body.
typedef struct ssBodyState
{
    ssPose pose;
    ssVec3 velocity, omega;
    double mass;
    ssVec3 inertia; ///< principal, in body axes
    ssBodyKind kind;
    bool asleep, enabled;
} ssBodyState;

SS_API_OBJECT ssBodyState ssWorld_Body( const ssWorld* world, ssBodyId id );
/// Where the numbers of all bodies lie, for programs that look at many of them: those of a slot are `stride`
/// bytes after those of the slot before. They are read only, follow the bodies, and stay in place until a
/// body is added beyond `capacity`. Those of a free slot mean nothing.
typedef struct ssBodyArrays
{
    int slots, capacity;
    size_t stride;             ///< [bytes]
    const double* position;    ///< 3 numbers [m]
    const double* orientation; ///< 4 numbers, in the order of ssQuat
    const double* velocity;    ///< 3 numbers [m/s]
    const double* omega;       ///< 3 numbers [rad/s]
} ssBodyArrays;

SS_API_OBJECT ssBodyArrays ssWorld_Arrays( const ssWorld* world ); ///< without bodies: all zero
/// The velocity of a body as views draw it: zero where it is below what the latest solve resolves.
SS_API_OBJECT ssVec3 ssWorld_ShownVelocity( const ssWorld* world, ssBodyId id );
SS_API_OBJECT const ssShape* ssWorld_BodyShape( const ssWorld* world, ssBodyId id );
SS_API_OBJECT ssPose ssWorld_ShapePose(
    const ssWorld* world, ssBodyId id ); ///< where the shape is: at shapeCentre from the body's pose

SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetPose( ssWorld* world, ssBodyId id, ssPose pose );
/// Of a static body only 0 is allowed.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetVelocity(
    ssWorld* world, ssBodyId id, ssVec3 velocity, ssVec3 omega );
/// Of a dynamic body only 0 is allowed.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetBeltVelocity( ssWorld* world, ssBodyId id, ssVec3 velocity );
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetMaterial(
    ssWorld* world, ssBodyId id, const ssMaterial* material );
SS_API_OBJECT ssMaterial ssWorld_Material( const ssWorld* world, ssBodyId id );
/// Gives the contacts of two bodies a material of their own, in place of what their
/// materials combine to; NULL takes it away.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetPairMaterial(
    ssWorld* world, ssBodyId a, ssBodyId b, const ssMaterial* material );
/// The material of their contacts, the world's stiffness included. Laws
/// that bodies own replace its coefficients.
SS_API_OBJECT ssMaterial ssWorld_PairMaterial( const ssWorld* world, ssBodyId a, ssBodyId b );
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetLaw( ssWorld* world, ssBodyId id, ssLawId law, ssVec3 groove );
/// Bodies of the same group > 0 do not touch each other.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetGroup( ssWorld* world, ssBodyId id, uint32_t group );
SS_API_OBJECT uint32_t ssWorld_Group( const ssWorld* world, ssBodyId id );
/// A disabled body does not move, touch or appear, such as one that fell off the table.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetEnabled( ssWorld* world, ssBodyId id, bool enabled );
/// A force [N] at the centre of mass and a torque [N m] that act until they are
/// changed; of bodies that are not dynamic only 0.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetForce(
    ssWorld* world, ssBodyId id, ssVec3 force, ssVec3 torque );
/// Disturbs a body in the next step alone, such as by noise: a force [N] at its centre of mass, besides the
/// one above, and a factor >= 0 of the sliding friction of its contacts. Those of two bodies multiply.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Disturb(
    ssWorld* world, ssBodyId id, ssVec3 force, double friction );

/// Adds a law of the law table, which the ground or another body may own: it then governs all contacts of
/// that body in place of the materials' mu. With a law of dimension 3 the materials bound the moments; a law
/// of dimension 5 or 6 has its own mu_r and mu_s. A patch has its own spinning moment, and a regularised law
/// is smooth in all its dimensions. A bound that depends on the speed (by a Stribeck curve on any law, or by
/// tristate, which has none at rest) is evaluated at the speed at the start of the step, where speeds below
/// 1e-3 g h count as rest. If a body owns a `relaxed` law, theta is 1 for all. The user's own laws (text,
/// callback) are implicit in the speed. What their contacts remember is found again in the next step by
/// bodies and feature, turns with the contact and is forgotten when it opens. It stands still while their
/// bodies sleep; bodies that press on each other under a law that reads the time t do not sleep, because
/// their friction may let go.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_AddLaw( ssWorld* world, const ssLawDef* def, ssLawId* law );
/// Replaces the law from the next step on; its handle stays. Contacts of the latest
/// step keep the law that they were solved with.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_ReplaceLaw( ssWorld* world, ssLawId law, const ssLawDef* def );
/// Refused while a body has the law.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_RemoveLaw( ssWorld* world, ssLawId law );
SS_API_OBJECT int ssWorld_LawCount( const ssWorld* world );
SS_API_OBJECT int ssWorld_LawSlots( const ssWorld* world );
SS_API_OBJECT bool ssWorld_HasLaw( const ssWorld* world, ssLawId law );
SS_API_OBJECT ssLawId ssWorld_LawAt( const ssWorld* world, int slot ); ///< null: there is none

// ---------------------------------------------------------------------------------------------------- joints

typedef enum ssJointKind
{
    ss_jointFixed,     ///< no relative motion
    ss_jointPrismatic, ///< slides along `axis` only
    ss_jointRevolute,  ///< turns about `axis` through `anchor` only
    ss_jointSpherical, ///< turns about `anchor` only
    /// a motor: velocity `speed` along `axis` at the anchor, by a force in [-maxForce, maxForce]
    ss_jointMotion,
    /// dry friction along `axis` with a force in [-maxForce, maxForce], like that of a seal: a box constraint
    ss_jointSeal,
} ssJointKind;

typedef struct ssJointDef
{
    ssJointKind kind;
    ssBodyId a, b; ///< null is the fixed world
    ssVec3 anchor; ///< in world coordinates when the joint is added [m]
    ssVec3 axis;   ///< in world coordinates when the joint is added; it then moves with body a
    /// of a motor: velocity of b relative to a [m/s]; a seal has none, and all other joints take 0 only
    double speed;
    double maxForce; ///< of a motor or seal [N]; HUGE_VAL: unlimited, as all other joints are
    void* userData;  ///< the caller's own, which is no part of the state
    /// the two bodies also touch each other; otherwise they do not, unless the joint is a motor or a seal
    bool touch;
} ssJointDef;

SS_API_ANY ssJointDef ssDefaultJointDef( void );
/// Holds two bodies, at least one of which is dynamic. Where they touch as well (`touch`), the joint alone
/// decides how deep they are in each other. `id` (may be NULL) receives its handle, or null on an error.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_AddJoint( ssWorld* world, const ssJointDef* def, ssJointId* id );
SS_API_OBJECT SS_CHECKED ssResult ssWorld_RemoveJoint( ssWorld* world, ssJointId id ); ///< wakes what it held
SS_API_OBJECT int ssWorld_JointCount( const ssWorld* world );
SS_API_OBJECT int ssWorld_JointSlots( const ssWorld* world );
SS_API_OBJECT bool ssWorld_HasJoint( const ssWorld* world, ssJointId id );
SS_API_OBJECT ssJointId ssWorld_JointAt( const ssWorld* world, int slot ); ///< null: there is none
SS_API_OBJECT void* ssWorld_JointData( const ssWorld* world, ssJointId id );
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetJointData( ssWorld* world, ssJointId id, void* userData );
/// Of a motor both, of a seal the bound on its force; other joints have neither, as in ssJointDef.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_SetJoint(
    ssWorld* world, ssJointId id, double speed, double maxForce );
/// Force on b at the anchor [N] and moment on b [N m] over the last inner step.
SS_API_OBJECT void ssWorld_JointForce( const ssWorld* world, ssJointId id, ssVec3* force, ssVec3* moment );

/// A damped spring between a point of a body and the user's pointer.
typedef struct ssSpring
{
    bool active;
    ssBodyId body;
    ssVec3 grip;      ///< in body coordinates [m]
    ssVec3 target;    ///< world [m]
    double frequency; ///< [Hz] with the body's mass
    double damping;   ///< share of critical damping
    ssVec3 force;     ///< on the body over the last inner step [N]
} ssSpring;

/// Pulls a body towards `target`, which is finite, from the point of its bounding ball nearest to the first
/// target. `active` false lets go, and so does a body that is not dynamic and enabled.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Drag( ssWorld* world, bool active, ssBodyId body, ssVec3 target );
SS_API_OBJECT const ssSpring* ssWorld_Spring( const ssWorld* world );

// ------------------------------------------------------------------------------------------------------ step

/// The energy balance [J]. With E = kinetic + potential,
/// E(0) + added + work - sliding - rolling - spinning - impact - numerics = E.
typedef struct ssLedger
{
    double kinetic, potential;         ///< now; potential is zero at the origin
    double sliding, rolling, spinning; ///< lost so far
    double impact;                     ///< lost so far by normal reactions, and what compliant contacts store
    double numerics;                   ///< lost so far by the scheme itself; negative where it added energy
    double correction; ///< the energy added by correcting penetration, a part of numerics, >= 0
    double work;       ///< done so far by applied forces, the spring, joints and moving surfaces
    double added;      ///< brought in so far by adding bodies and by setting poses, velocities or gravity
    /// Made so far by joints, besides the work of motors and of what moves their sides: by what their
    /// impulses leave of relative velocity, and by closing their gaps, which lifts and lowers bodies. A part
    /// of -numerics; negative where they have lost energy. What joints that hang together have made more than
    /// they have lost is taken from the motion of their bodies, as far as these move.
    double joints;
} ssLedger;

/// The report of a step, over all its inner steps; counts are those of the last one.
/// Why a step is too coarse: more turns or moves in it than the scheme can follow.
typedef enum ssCoarse
{
    ss_coarseNot,
    ss_coarseSpin,    ///< a body turns too far
    ss_coarseSpeed,   ///< a body drives too deep into another
    ss_coarseTurning, ///< the normal of a contact turns too far
} ssCoarse;

/// How much happens in an inner step. Of several the largest; bodies are awake ones.
typedef struct ssStepScale
{
    double spin;    ///< [rad] h omega of a body
    double travel;  ///< h v of a body over the radius of the largest sphere inside
    double turning; ///< [rad] turn of the normal of a contact that carries force; 0 among slow bodies
    double error;   ///< [m] estimate of the local error: where a body is after the step
    ssBodyId spins, travels;
    ssCoarse coarse; ///< by the limits of MATH.md, at which motions have been measured to lose about 1 %
    ssBodyId body;   ///< the one that is worst off
    double enough;   ///< [s] a step that would do, of those that read 1, 2 or 5; 0: this one does
} ssStepScale;

typedef struct ssWorldReport
{
    /// The worst. Beyond ss_statusLimit the world has advanced only by the inner steps before the failure.
    /// After a cancelled step nothing has moved, but the reactions that warm-start the next one are lost: a
    /// world that goes on from here differs in its last digits from one whose step was not cancelled.
    /// ssSim_Step restores them.
    ssStatus status;
    int bodies, awake, islands; ///< dynamic and enabled
    int pairs, contacts, rows;  ///< contacts in the problem, rows of joints
    int iterations;             ///< the sum
    /// Some inner step stopped short of its tolerance because its work had reached its bound.
    bool budgetSpent;
    /// The furthest rung of the rescue (ssGetPolicyRung), counted from 1, that
    /// was tried because passes had stalled.
    int rescueRungs;
    double residual; ///< judged; the largest
    /// |q| of the contact problem [m/s]: a velocity below residual × this scale is not resolved.
    double velocityScale;
    /// How often so far the restitution of an island was lowered, because Newton's impact law
    /// with friction would have created energy.
    int limitedImpacts;
    /// Pairs of bodies whose slip an impact without collision has stopped or turned: friction beyond
    /// Painlevé's limit allows no finite force (MATH.md). The steps are right to jump there.
    int impactsWithoutCollision;
    int lawRounds; ///< how often it was solved to find the coefficients of typed laws; 0: they do not change
    /// they had not settled when the limit of such rounds was reached; the status says so, too
    bool lawUnsettled;
    int impacts; ///< single impacts of the sequential law
    /// they had reached their bound before no contact approached, and the simultaneous law took the rest
    bool impactsLeft;
    /// Contacts under typed laws that depend on the speed whose step has several solutions: they stick and
    /// could slide, or the other way round; the most in an inner step.
    int ambiguous;
    double maxPenetration; ///< [m] the largest at the start of an inner step, >= 0
    double correctedDepth; ///< [m] the largest distance by which a round of the correction moved a body
    int joints;            ///< that hold bodies which are awake to others or to the world
    int jointsOff;         ///< those of them that are left off by more than 1 % of their arms or 0.01 rad
    /// The largest errors of joints that are left: [m] between their sides, along what
    /// they prevent, and [rad] of orientation.
    double jointGap, jointAngle;
    double jointEnergy; ///< [J] made by joints in this step: the change of ledger.joints
    ssLedger ledger;    ///< at the end
    ssStepScale scale;  ///< of the inner step that is the coarsest
} ssWorldReport;

/// Advances by h [s] > 0 (any other h is refused, and nothing moves), in def.substeps inner steps of
/// h/substeps, each with its own collisions and contact problem. If an inner step fails, the step ends there,
/// and the inner steps before it remain in effect.
SS_API_OBJECT ssWorldReport ssWorld_Step( ssWorld* world, double h );
/// Sets the time [s], from which steps count on; it begins at 0. Only typed laws see it, and no body sleeps
/// under one that reads it. Callbacks of a step cannot set it.
SS_API_OBJECT void ssWorld_SetTime( ssWorld* world, double time );
SS_API_OBJECT const ssWorldReport* ssWorld_Report( const ssWorld* world ); ///< of the latest step
SS_API_OBJECT const char* ssWorld_Refusal(
    const ssWorld* world ); ///< why the latest step failed; NULL: it did not, or there is nothing more to say
SS_API_OBJECT double ssWorld_Energy( const ssWorld* world ); ///< kinetic + potential, now [J]
/// The ledger as of now, also before the first step and after an edit.
SS_API_OBJECT ssLedger ssWorld_Ledger( const ssWorld* world );

/// A contact of the latest inner step.
typedef struct ssWorldContact
{
    ssBodyId a, b;
    uint32_t feature;
    double gap;         ///< [m] at the start of that step
    double velocity[6]; ///< of b relative to a after that step
    ssContactView view; ///< point, frame, force [N] and moment [N m] on b over that step, cone, mode
} ssWorldContact;

/// Two bodies, that with the lower slot first. Either may have been removed since.
typedef struct ssContactPair
{
    ssBodyId a, b;
} ssContactPair;

/// The pairs of bodies that began and ended to touch, each in order of slots and once.
typedef struct ssContactEvents
{
    const ssContactPair *begins, *ends;
    int beginCount, endCount;
} ssContactEvents;

/// What has begun and ended in the latest step, over all its inner steps: a pair that touched for some of
/// them only is in both lists. Two bodies touch if a contact of theirs carries force, or has a gap within the
/// slop (ssWorldDef.slop) at the start of the inner step: a bounce may begin a step before its impact, and
/// hops lower than the slop are one touch. Contacts of a body that was removed or disabled end in the next
/// step; falling asleep and waking are no events. The arrays are valid until the next step, or until a state
/// is read. Events are no part of the state: after one was read, the next step compares with the contacts in
/// it.
SS_API_OBJECT ssContactEvents ssWorld_Events( const ssWorld* world );

/// Contacts are a record of the latest step: an edit leaves them as they were found, with the law that
/// their force obeys (view.law, valid until the next step), but for those of a body that was removed. A
/// velocity that is set shows in them at once.
SS_API_OBJECT int ssWorld_ContactCount( const ssWorld* world );
SS_API_OBJECT ssWorldContact ssWorld_Contact( const ssWorld* world, int index ); ///< zeros: there is none

/// The contact problem of the latest inner step as it was solved, to be examined, written to a file or given
/// to other solvers. It is valid until the world changes, by a step, an edit or a state that is read: after
/// an edit or reading, and before the first step, it is NULL. Setting user data, hooks and `stop` is no
/// change.
SS_API_OBJECT const ssProblem* ssWorld_Problem( const ssWorld* world );
SS_API_OBJECT const double* ssWorld_Reactions( const ssWorld* world ); ///< p of that problem, or NULL as well
/// A copy of that problem; an error if there is no contact, or no problem any more. The caller frees it with
/// ssProblem_Destroy. Its callback laws call the same functions with the same context.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Freeze( const ssWorld* world, ssProblem* problem );

/// Bytes allocated; `contacts` (may be NULL) receives how many of them are
/// for contacts, including those of the kernel.
SS_API_OBJECT size_t ssWorld_Memory( const ssWorld* world, size_t* contacts );
/// Further bytes, for solvers of the table; 0 unless one was called.
SS_API_OBJECT size_t ssWorld_ScratchMemory( const ssWorld* world );

/// Reads or writes everything that affects the next step or that a view shows: the definition, bodies,
/// joints, contacts with their reactions, and the ledger. Laws and hulls are not included, and reading adds
/// no joints: the world that is read into must have been set up in the same way. A registered solver is
/// stored by its name; one that this program does not have sets `archive->overrun`, and `archive->refusal`
/// names it.
SS_API_OBJECT void ssWorld_Serialize( ssWorld* world, ssArchive* archive );

/// What of a world another one continues: for each slot of bodies, joints and laws the slot there, or -1.
typedef struct ssWorldMap
{
    const int *bodies, *joints, *laws;
} ssWorldMap;

/// Goes on where another world has stopped, after bodies or joints were exchanged: takes over its time,
/// report, ledger, spring, the reactions of contacts and joints that both worlds have (the warm start), and
/// what such contacts remember. The bodies of this world are already where they shall be, and it has not
/// stepped yet. What they have more or less of energy is booked as `added`. Joints that continue hold their
/// bodies as they did there.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Inherit(
    ssWorld* world, const ssWorld* from, const ssWorldMap* map );

/// Draws bodies, then contacts, according to the flags. Planes are drawn as ground.
SS_API_OBJECT void ssWorld_Draw( const ssWorld* world, const ssDraw* draw );
