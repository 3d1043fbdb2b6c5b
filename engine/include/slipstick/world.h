// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/draw.h"
#include "slipstick/law.h"
#include "slipstick/shape.h"
#include "slipstick/solver.h"

// Rigid bodies that touch, slide, roll, spin, stack and stop. A world owns bodies, joints and contacts and advances
// them by one fixed step at a time: collide, assemble an ssProblem, solve it, integrate, report. Two schemes:
// Moreau-Jean with Newton's impact law for Coulomb friction (Acary & Bourrier Sec. 6), and the implicit scheme with
// the stabilisation Phi/h for the convex-relaxed law (Tasora & Anitescu Sec. 4). Several worlds may live side by side.
//
//     ssWorldDef def = ssDefaultWorldDef();
//     ssWorld* world = NULL;
//     ssResult result = ssCreateWorld( &def, &world );
//     ssBodyDef ball = ssDefaultBodyDef();
//     ball.shape = ssSphereShape( 0.01 );
//     int id = 0;
//     result = ssWorld_AddBody( world, &ball, &id );
//     ssWorldReport report = ssWorld_Step( world, 1e-3 );
//
// World coordinates: z points up against the default gravity. A contact's normal points from body a to body b;
// forces and velocities of a contact are those on b and of b against a, in the order N, T1, T2, R1, R2, S of cone.h.
// All state that affects the next step, warm start included, goes through ssWorld_Serialize.

typedef struct ssWorld ssWorld;

/// The world's stages, in order.
typedef enum ssWorldStage
{
    ss_stageBroad,     ///< pairs of bodies that may touch
    ss_stageNarrow,    ///< contact points, their identity and warm start
    ss_stageAssemble,  ///< the contact problem
    ss_stageSolve,     ///< reactions
    ss_stageIntegrate, ///< velocities and poses
    ss_stageCorrect,   ///< penetration taken back
    ss_stageReport,    ///< energy, islands, sleep
    ss_stageCount
} ssWorldStage;

SS_API const char* ssWorldStageName( ssWorldStage stage );

/// Called when a stage begins, and with ss_stageCount after the last, in every inner step: the engine has no clock, a bench
/// does.
typedef void ssStageHook( void* context, ssWorldStage stage );

typedef enum ssWorldLaw
{
    ss_worldLawCoulomb, ///< no dilatancy (Acary & Bourrier Eq. 33); Moreau-Jean with Newton's impact law
    ss_worldLawRelaxed, ///< associated: a sliding contact rides at the gap h A_r (Tasora & Anitescu Sec. 4); theta = 1, e = 0
    ss_worldLawEllipsoidal, ///< Coulomb's law with one ellipsoid for force and moments, as in MuJoCo
} ssWorldLaw;

#define SS_MAX_SUBSTEPS 1000

typedef struct ssWorldDef
{
    ssVec3 gravity; ///< [m/s²]
    double theta;   ///< weight of the new velocity in the positions' update, 1/2 … 1
    ssWorldLaw law;
    ssCombineRule rule; ///< how two materials make one contact
    const char* solver; ///< "sweep" (Gauss-Seidel in lanes) or a name of the solver table
    double tolerance;   ///< of the judged residual, > 0; with 0 the solver makes exactly maxIterations
    int maxIterations;  ///< per inner step, > 0
    int substeps;       ///< inner steps of one ssWorld_Step, collision included, 1 … SS_MAX_SUBSTEPS
    bool warmStart;     ///< reactions begin at those of the step before
    bool sleeping;      ///< islands at rest are left alone until something touches them
    double sleepSpeed;  ///< [m/s], of the fastest point of a body; 0: chosen from size and gravity
    double sleepTime;   ///< [s] below that speed before an island sleeps
    double
        envelope; ///< [m] contacts are made where the gap is below this and what a step can close; 0: chosen
    double slop;  ///< [m] penetration left alone; 0: 1e-3 of the smaller body's size
    double correction;   ///< share of the penetration beyond the slop taken back in one step, 0 … 1
    double stiffness;    ///< [N/m] of every contact along its normal (Tasora & Anitescu Sec. 6.2); 0: rigid
    int bodyCapacity;    ///< room set aside; adding more bodies allocates
    int contactCapacity; ///< room set aside; more contacts allocate
    ssStageHook* stageHook; ///< may be NULL
    void* stageContext;
} ssWorldDef;

SS_API ssWorldDef ssDefaultWorldDef( void );

/// `world` gets NULL on refusal.
SS_API ssResult ssCreateWorld( const ssWorldDef* def, ssWorld** world );
SS_API void ssDestroyWorld( ssWorld* world ); ///< NULL is fine

/// Changes what may change in flight: gravity, theta, law, rule, solver, tolerance, iterations, substeps, warm start,
/// sleeping, envelope, slop, correction, stiffness, hook. Capacities are left alone. Wakes everything.
SS_API ssResult ssWorld_SetDef( ssWorld* world, const ssWorldDef* def );
SS_API const ssWorldDef* ssWorld_Def( const ssWorld* world );
/// The hook alone, NULL for none: nothing wakes.
SS_API void ssWorld_SetStageHook( ssWorld* world, ssStageHook* hook, void* context );

// --------------------------------------------------------------------------------------------------------- bodies

typedef enum ssBodyKind
{
    ss_bodyDynamic,
    ss_bodyStatic,    ///< never moves
    ss_bodyKinematic, ///< moves with its velocity, which nothing changes: belts, carriages, tilting tables
} ssBodyKind;

typedef struct ssBodyDef
{
    ssShape shape;
    ssPose pose; ///< of the centre of mass
    ssVec3 velocity;
    ssVec3 omega; ///< [rad/s], world coordinates
    ssVec3
        beltVelocity; ///< static and kinematic: the surface moves so under what touches it, the body does not [m/s]
    double density; ///< [kg/m³], > 0; ignored when a mass is given
    double mass;    ///< [kg]; 0: from the density
    ssVec3 inertia; ///< principal moments in body axes [kg m²]; 0: those of the solid shape with that mass
    ssBodyKind kind;
    ssMaterial material;
    int law;        ///< index from ssWorld_AddLaw: the law of its contacts; -1: the materials' numbers
    ssVec3 groove;  ///< with a law: direction of e_T1, fixed in the body
    uint32_t group; ///< bodies of the same group > 0 do not touch each other
    int colour;     ///< for views: index of a palette, -1: by contact mode
} ssBodyDef;

SS_API ssBodyDef ssDefaultBodyDef( void ); ///< a dynamic sphere of 0.5 m, 1000 kg/m³, mu 0.5

SS_API ssResult ssWorld_AddBody( ssWorld* world, const ssBodyDef* def, int* id ); ///< ids count up from 0
SS_API int ssWorld_BodyCount( const ssWorld* world );

/// What a body is and does now.
typedef struct ssBodyState
{
    ssPose pose;
    ssVec3 velocity, omega;
    double mass;
    ssVec3 inertia; ///< principal, in body axes
    ssBodyKind kind;
    bool asleep, enabled;
} ssBodyState;

SS_API ssBodyState ssWorld_Body( const ssWorld* world, int id );
SS_API const ssShape* ssWorld_BodyShape( const ssWorld* world, int id );

SS_API void ssWorld_SetPose( ssWorld* world, int id, ssPose pose );
SS_API void ssWorld_SetVelocity( ssWorld* world, int id, ssVec3 velocity, ssVec3 omega );
SS_API void ssWorld_SetBeltVelocity( ssWorld* world, int id, ssVec3 velocity );
SS_API ssResult ssWorld_SetMaterial( ssWorld* world, int id, const ssMaterial* material );
SS_API void ssWorld_SetLaw( ssWorld* world, int id, int law, ssVec3 groove );
/// Bodies of the same group > 0 do not touch each other.
SS_API void ssWorld_SetGroup( ssWorld* world, int id, uint32_t group );
SS_API uint32_t ssWorld_Group( const ssWorld* world, int id );
/// A disabled body neither moves nor touches nor is drawn: what fell off the table.
SS_API void ssWorld_SetEnabled( ssWorld* world, int id, bool enabled );
/// [N] at the centre of mass and [N m], until changed.
SS_API void ssWorld_SetForce( ssWorld* world, int id, ssVec3 force, ssVec3 torque );

/// Any law of the law table, for the ground or another body: all contacts of the body slide by it, not by the materials'
/// mu. A law of dimension 3 leaves moments to the materials, one of 5 or 6 has its own mu_r and mu_s; a patch has its
/// spinning moment, and a regularised law is smooth in all its dimensions. Where the bound depends on the speed (a Stribeck
/// curve on any law; tristate, which has none at rest) it is in a step the one at the speed of its start, and less than a
/// thousandth of g h is rest. A body whose law is `relaxed` makes theta 1 for all.
SS_API ssResult ssWorld_AddLaw( ssWorld* world, const ssLawDef* def, int* law );
/// The same index means another law from now on.
SS_API ssResult ssWorld_ReplaceLaw( ssWorld* world, int law, const ssLawDef* def );

// --------------------------------------------------------------------------------------------------------- joints

typedef enum ssJointKind
{
    ss_jointFixed,     ///< no relative motion
    ss_jointPrismatic, ///< slides along `axis`, nothing else
    ss_jointRevolute,  ///< turns about `axis` through `anchor`, nothing else
    ss_jointSpherical, ///< the anchors stay together
    ss_jointMotion, ///< velocity along `axis` at the anchor is `speed`: a motor, its force in [-maxForce, maxForce]
    ss_jointSeal, ///< a dry force in [-maxForce, maxForce] against motion along `axis`: the box constraint of a seal
} ssJointKind;

typedef struct ssJointDef
{
    ssJointKind kind;
    int a, b;        ///< bodies; -1 is the fixed world
    ssVec3 anchor;   ///< world coordinates at the time it is added [m]
    ssVec3 axis;     ///< world coordinates at the time it is added; fixed in a
    double speed;    ///< motion: of b against a [m/s]
    double maxForce; ///< motion, seal [N]; HUGE_VAL: whatever it takes
} ssJointDef;

SS_API ssJointDef ssDefaultJointDef( void );
SS_API ssResult ssWorld_AddJoint( ssWorld* world, const ssJointDef* def, int* id );
SS_API int ssWorld_JointCount( const ssWorld* world );
SS_API void ssWorld_SetJoint( ssWorld* world, int id, double speed, double maxForce );
/// Force on b at the anchor [N] and moment on b [N m] over the last inner step.
SS_API void ssWorld_JointForce( const ssWorld* world, int id, ssVec3* force, ssVec3* moment );

/// A damped spring from a point of a body to a hand; its force over the last inner step is kept for showing. A negative
/// `frequency` or a body that is not dynamic lets go.
typedef struct ssSpring
{
    bool active;
    int body;
    ssVec3 grip;      ///< in body coordinates [m]
    ssVec3 target;    ///< world [m]
    double frequency; ///< [Hz], with the body's mass
    double damping;   ///< of critical
    ssVec3 force;     ///< on the body over the last inner step [N]
} ssSpring;

/// ssDrag of a scenario: grabs at the point of the body nearest to the first target, follows, lets go.
SS_API void ssWorld_Drag( ssWorld* world, bool active, int body, ssVec3 target );
SS_API const ssSpring* ssWorld_Spring( const ssWorld* world );

// ----------------------------------------------------------------------------------------------------------- step

/// Where energy went [J]. With E = kinetic + potential,
/// E(0) + added + work - sliding - rolling - spinning - impact - numerics = E.
typedef struct ssLedger
{
    double kinetic, potential;         ///< now; potential is zero at the origin
    double sliding, rolling, spinning; ///< lost so far
    double impact;                     ///< lost so far by normal reactions
    double numerics;                   ///< lost so far by the scheme itself; negative where it added energy
    double correction;                 ///< the part of numerics that taking back penetration added, >= 0
    double work;  ///< done so far by applied forces, the spring, joints and moving surfaces
    double added; ///< brought in by bodies added and poses or velocities set
} ssLedger;

typedef enum ssWorldStatus
{
    ss_worldStatusConverged,
    ss_worldStatusLimit,     ///< the solver stopped short of its tolerance; the state is usable
    ss_worldStatusNotFinite, ///< the state left the numbers; not advanced, or only by the inner steps before
    ss_worldStatusNoMemory,  ///< the same
    ss_worldStatusRefused,   ///< the same: the solver does not take this problem, ssWorld_Refusal says why
} ssWorldStatus;

/// Of all inner steps together; what is counted is as the last one found it.
typedef struct ssWorldReport
{
    ssWorldStatus status;       ///< the worst
    int bodies, awake, islands; ///< dynamic and enabled
    int pairs, contacts, rows;  ///< contacts in the problem, rows of joints
    int iterations;             ///< the sum
    double residual;            ///< judged; the largest
    double maxPenetration;      ///< [m], >= 0, the largest found at the start of an inner step
    double correctedDepth;      ///< [m] the largest taken back in an inner step
    ssLedger ledger;            ///< at the end
} ssWorldReport;

/// Advances by h [s] > 0: by def.substeps inner steps of h/substeps, each with its own collisions and contact problem.
/// Those before one that fails hold; it and those after it do not happen.
SS_API ssWorldReport ssWorld_Step( ssWorld* world, double h );
SS_API const ssWorldReport* ssWorld_Report( const ssWorld* world ); ///< of the latest step
SS_API const char* ssWorld_Refusal( const ssWorld* world );         ///< of the latest step; NULL: none
SS_API double ssWorld_Energy( const ssWorld* world );               ///< kinetic + potential, now [J]
SS_API ssLedger ssWorld_Ledger( const ssWorld* world ); ///< now: also before the first step and after an edit

/// A contact of the latest inner step.
typedef struct ssWorldContact
{
    int a, b; ///< bodies
    uint32_t feature;
    double gap;         ///< [m] at the start of that step
    double velocity[6]; ///< after it: of b against a
    ssContactView view; ///< point, frame, force [N] and moment [N m] on b over that step, cone, mode
} ssWorldContact;

SS_API int ssWorld_ContactCount( const ssWorld* world );
SS_API ssWorldContact ssWorld_Contact( const ssWorld* world, int index );

/// The contact problem of the latest inner step, as it was solved: a value to look at, write to a file or put before other
/// solvers. Valid until the next step.
SS_API const ssProblem* ssWorld_Problem( const ssWorld* world );
SS_API const double* ssWorld_Reactions( const ssWorld* world ); ///< p of that problem
/// A copy of it that stays; refused where nothing touches. ssProblem_Destroy it.
SS_API ssResult ssWorld_Freeze( const ssWorld* world, ssProblem* problem );

/// Bytes held; and what of them is for contacts, the passes' share included (may be NULL).
SS_API size_t ssWorld_Memory( const ssWorld* world, size_t* contacts );
/// Bytes held besides for other solvers: 0 unless one was called in.
SS_API size_t ssWorld_ScratchMemory( const ssWorld* world );

/// Everything that affects the next step and everything a view shows: the def, bodies, joints, contacts with their
/// reactions, ledger. Laws are not in it: the scenario that restores made the same world.
SS_API void ssWorld_Serialize( ssWorld* world, ssArchive* archive );

/// Bodies, then contacts, as the flags ask. Static planes are drawn as ground.
SS_API void ssWorld_Draw( const ssWorld* world, const ssDraw* draw );
