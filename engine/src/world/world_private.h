// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "collide/broad_phase.h"
#include "gauss_seidel/gauss_seidel.h"
#include "slipstick/parallel.h"
#include "slipstick/world.h"
#include "world/handles.h"

#include <string.h>

// The types and functions that the files of the world share. Each stage of a step is a function declared
// here; world_step.c alone knows their order.

/// Bodies or contacts per block of a parallel loop. The number of threads does not change the blocks, so it
/// does not change the results; 256 items are enough work to be worth handing to a thread.
#define WORLD_BLOCK 256

/// The relaxed law opens a contact by h A_r. Collision detection allows for this many times as much, computed
/// from the speeds at the start of the step, since they may grow within it.
#define DILATANCY_MARGIN 1.5

// Members are ordered by use: what collision detection reads of a sphere lies in the first two hundred bytes.
typedef struct Body
{
    ssPose pose;
    // [m/s] largest speed relative to a neighbour in the latest step, 0 without neighbours
    double approachSpeed;
    ssVec3 velocity, omega;
    double boundingRadius; // [m] radius of the smallest sphere around the centre that contains the body
    double innerRadius;    // [m] radius of the largest sphere around the centre inside the body
    ssShape shape;
    int law;
    ssBodyKind kind;
    uint32_t group;
    int island; // of a sleeping body: bodies with the same number wake together
    int colour;
    int firstJoint; // 1 + index of the first in the list of joints that hold it to another body; 0: none
    bool enabled, asleep;
    bool eccentric; // the shape's centre is not the centre of mass
    bool isotropic; // the moments of inertia are equal: no gyroscopic term, and the inertia does not turn
    ssMaterial material;
    double mass;
    ssVec3 inertia;
    ssVec3 beltVelocity;
    union
    {
        ssVec3 force;
        ssVec3 toldVelocity; // of a body that is not dynamic: at the end of the latest step
    };
    union
    {
        ssVec3 torque;
        ssVec3 toldOmega;
    };
    ssVec3
        push; // [N] of ssWorld_Disturb, as `grip`, the factor of friction less 1; 0 but in a disturbed step
    double grip;
    ssVec3 groove;
    ssVec3 shapeCentre; // in body coordinates, from the centre of mass [m]
    // [s] time for which the body has been slower than the sleep speed; -1: not dynamic, and just put there
    double restTime;
} Body;

// What the narrow stage reads of a body.
typedef struct NarrowBody
{
    ssVec3 position;
    double radius; // [m] of a sphere
    ssVec3 velocity;
    double envelope;      // [m]
    double approachSpeed; // [m/s] of the step before
    int slot, law;
    uint32_t group;
    bool isBall; // an active sphere about its centre of mass, in a world without the relaxed law
    bool isDynamic, isJointed; // isJointed: to another body
    bool isCommon;             // it has the material of the world's last body
} NarrowBody;

// A contact's identity and the numbers that the problem does not hold. `a` and `b` are ordered as in the
// problem's arrays: the body that owns a planar law is always a.
typedef struct Contact
{
    int a, b;
    uint32_t feature;
    bool soft : 1;   // it has a stiffness
    bool flush : 1;  // its gap is too small for it to close further
    bool jumped : 1; // an impact without collision has stopped its slip (world_jump.c)
    bool struck : 1; // in this step: its impulse and geometry are those of then (midpoint.c)
    union
    {
        bool fresh; // until the problem is assembled: its gap and geometry are those of the start of the step
        bool leans; // from then on: it sticks or rests, and its law adds something to its velocity
    };
    bool means; // its friction is judged by the mean slip of the step (midpoint.c)
    double gap; // [m]
    union
    {
        double restitution; // of the pair, until the problem is assembled
        double allowance; // [m/s] from then on: the normal velocity that the law treats as zero in this step
    };
} Contact;

// A reaction of the step before. Lists of them are sorted by (low, high, feature); vectors are in world
// coordinates, because the contact's frame may have turned since.
typedef struct WarmReaction
{
    int low, high; // bodies
    uint32_t feature;
    int row;              // of world->warmStates
    ssVec3 force, moment; // impulses on body `high` [N s], [N m s]
} WarmReaction;

// A contact without awake bodies: outside the problem, with everything that a view shows.
typedef struct Resting
{
    Contact contact;
    ssVec3 point;
    ssProblemFrame frame;
    ssCone cone;
    uint8_t law;
    int lawIndex;
    double p[6];
    bool woken; // the next step takes its reaction into the warm start
} Resting;

// What a resting contact under the user's own law remembers, beside `Resting`, where needed.
typedef struct RestingState
{
    int law; // -1: another law
    double state[SS_LAW_MAX_STATES];
} RestingState;

typedef struct WarmState WarmState; // law_memory.c

typedef struct Joint
{
    ssJointKind kind;
    int a, b;
    ssVec3 anchorA, anchorB; // in body coordinates
    ssVec3 axisA;            // in a's coordinates
    ssQuat relative;         // orientation of b in a's frame when the joint was added
    double speed, maxForce;
    bool apart;             // the bodies do not touch each other
    int next[2];            // in the lists of a and b, as Body.firstJoint
    int firstRow, rowCount; // in the latest problem
    double p[6];            // impulses of its rows
    ssVec3 force, moment;   // on b over the latest step [N], [N m]
    // Of energy, by what was taken from velocities at the start of the step:
    // made, and work of kinematic bodies [J]
    double aligned, alignedWork;
    // [J] of energy so far, by impulses and corrections, less what was taken from motion in return
    double made;
} Joint;

// The material of two bodies, in place of what theirs combine to.
typedef struct PairMaterial
{
    int low, high; // bodies
    ssMaterial material;
} PairMaterial;

// The row of a compliant contact: u+ - allowance + compliance p >= 0.
typedef struct ComplianceLine
{
    double compliance; // [1/kg]
    double allowance;  // [m/s]
} ComplianceLine;

// Pairs of bodies, in the order of their slots.
typedef struct PairList
{
    ssContactPair* pairs;
    int count, capacity;
} PairList;

// Begin and end of contact.
typedef struct Events
{
    PairList touching; // after the latest inner step; pairs of bodies that were removed since are still there
    PairList begins, ends; // of the latest step
    PairList resting;      // those of contacts at rest
} Events;

/// What a step has done at its contacts.
typedef struct Outcome
{
    ssLedger losses; // by impact, sliding, rolling and spinning, and the work of drives [J]
    double deepest;  // [m] largest penetration at the start of the step
    bool penetrates; // some contact is deeper than the slop at the end of the step
    bool stops;      // the slip of some contact: it may have jumped
} Outcome;

/// The first of sorted items, `size` bytes each, that is not before the key, or their number.
static inline int firstNotBefore(
    const void* key, const void* items, int count, size_t size, int ( *compare )( const void*, const void* ) )
{
    int low = 0;
    while ( low < count )
    {
        int middle = low + ( count - low ) / 2;
        bool before = compare( (const char*)items + (size_t)middle * size, key ) < 0;
        low = before ? middle + 1 : low;
        count = before ? count : middle;
    }
    return low;
}

/// Raises a number that several threads raise: the order does not matter.
static inline void raiseShared( double* number, double value )
{
    double now;
    __atomic_load( number, &now, __ATOMIC_RELAXED );
    while ( value > now &&
        !__atomic_compare_exchange( number, &now, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED ) )
    {
    }
}

/// What the blocks of a parallel stage need.
typedef struct StageContext
{
    ssWorld* world;
    double h; // [s]
} StageContext;

/// How a contact closes in a step of the midpoint scheme.
typedef struct Strike
{
    double time;        // [s] after the start of the step when it strikes, < 0: it does not
    double impact;      // share of its impulse that stops or turns the bodies then; the rest supports them
    double restitution; // of its pair
    bool held;          // it rests from the start of the step
} Strike;

/// When the impulses of an island act in which something strikes, for each of its bodies.
typedef struct Shift
{
    double time;  // [s] after the start of the step, at the root of the island
    double ahead; // [s] before the middle of the step
    bool held;    // a contact of the body rests
} Shift;

/// Where a body was at the start of a step of the midpoint scheme.
typedef struct MidStart
{
    ssPose pose;
    ssVec3 omega;
} MidStart;

struct ssWorld
{
    ssWorldDef def;
    const ssSolver* solver; // NULL: the Gauss-Seidel kernel

    Body* bodies;
    int bodyCount, bodyCapacity;
    Joint* joints;
    int jointCount, jointCapacity;
    ssLaw* laws; // as they are now; problem.lawTable has those of the latest step, which may be these
    ssLawDef* lawDefs;
    bool* lawReplaced; // per law: that of the latest step is another one, which its problem owns
    int lawCount;
    Handles bodyHandles, jointHandles,
        lawHandles;      // of those counts: slots that hold something, and free ones
    bool stepping;       // it is in ssWorld_Step: callbacks may not change it
    bool disturbed;      // some body has a push or a grip
    PairMaterial* pairs; // sorted by (low, high)
    int pairCount, pairCapacity;
    int softMaterials; // bodies and pairs whose materials have a stiffness
    ssSpring spring;
    bool dilates; // some contact obeys the relaxed law; determined at the start of every step
    // the largest coefficients among the relaxed laws that bodies own and the materials of pairs
    ssMaterial dilatancyBounds;

    ssArena* arena;              // what a stage of the step needs for itself; empty between two stages
    size_t stagePeak, tablePeak; // [bytes] most in use so far: by the stages, and by solvers of the table

    ssBroadPhase* broad;
    ssBroadPlane* planes;
    int planeCount, planeCapacity;
    bool* bodyFlags;     // one per body: scratch
    double* bodyScratch; // one per body: scratch

    // Contacts of the latest step, together with the arrays of the problem.
    ssProblem problem;
    bool outdated; // the world has been changed since: only what the next step reads is kept up
    Contact* contacts;
    // In the arena, within a step of the midpoint scheme: per body, per contact, per active body (NULL:
    // nothing strikes)
    MidStart* starts;
    Strike* strikes;
    Shift* shifts;
    double* struck; // per contact, once impacts are sequential: six numbers, its impulses before the problem
    bool hasStruck; // some are not zero
    double* startGaps; // per contact, in the arena, from the impacts in turn until the problem is assembled
    ssLedger struckLosses; // by them in this step, and the work of moving surfaces
    double* p; // contactCount × dimension reactions, then those of the rows; worldReactionRoom numbers
    double* compliance; // of the problem when contacts have a stiffness
    int contactCapacity, rowCapacity, complianceCapacity;
    WarmReaction* warm; // in the arena, until the narrow stage has matched them
    int warmCount;
    Resting* resting;
    int restingCount, restingCapacity;
    bool restingChanged; // since the events looked at them
    Events events;

    // The user's own laws; allocated, with the problem's sites, once the world has one.
    int ownLawCount; // of its laws
    double time;     // [s] at the end of the latest step
    int* ownLaws;    // per contact: its own law, or -1
    // per contact, SS_LAW_MAX_STATES numbers: what it remembers at the end of the latest step
    double* nextStates;
    RestingState* restingStates;
    WarmState* warmStates; // in the arena, with `warm`

    NarrowBody* narrowBodies; // in the arena, per body, until the contacts have been found
    int dynamicCount;         // bodies that are dynamic and enabled

    // The active bodies, which are those that the problem solves for.
    int* slot;   // per body: its index among the active ones, or -1
    int* active; // per active body: its id
    int activeCount;
    double smallestRadius; // [m] smallest inner radius among them
    double largestRadius;  // [m] the largest
    bool hasNonSpheres;    // some of them are not spheres
    double* before;        // 6 per active body: velocities at the start of the step
    double* after;         // 6 per active body: velocities at its end
    ssVec3 springTorque;   // [N m] of the pointer's spring in this step
    int* parents;          // island.c: union-find forest

    ssGs* gs;                // in the arena, while the problem is solved
    size_t gsBytesForBodies; // of the latest solve
    double h;                // [s] of the latest step
    Outcome outcome;         // of the latest step
    ssLedger ledger;
    ssWorldReport report;
    ssStatus madeStatus; // of the latest step that did not fail
    ssResult refusal;    // of the latest step
    ssStop* stop;        // may be NULL
    void* stopContext;
};

// The bodies, joints and laws that handles name; -1: none
static inline int bodyNamed( const ssWorld* world, ssBodyId id )
{
    return world != NULL ? handlesFind( &world->bodyHandles, world->bodyCount, id.slot1, id.generation ) : -1;
}

static inline int jointNamed( const ssWorld* world, ssJointId id )
{
    return world != NULL ? handlesFind( &world->jointHandles, world->jointCount, id.slot1, id.generation )
                         : -1;
}

static inline int lawNamed( const ssWorld* world, ssLawId id )
{
    return world != NULL ? handlesFind( &world->lawHandles, world->lawCount, id.slot1, id.generation ) : -1;
}

/// The handle of a body that is there.
static inline ssBodyId bodyId( const ssWorld* world, int index )
{
    return ( ssBodyId ){ index + 1, world->bodyHandles.generations[index] };
}

/// The contact after the last of those of the pair of bodies that contact `first` has.
static inline int endOfPair( const ssWorld* world, int first )
{
    const Contact* contacts = world->contacts;
    int last = first + 1;
    while ( last < world->problem.contactCount && contacts[last].a == contacts[first].a &&
        contacts[last].b == contacts[first].b )
    {
        ++last;
    }
    return last;
}

static inline bool springHolds( const ssWorld* world, int body )
{
    return world->spring.active && world->spring.body.slot1 == body + 1;
}

/// What acts on a body from outside besides gravity: its own force, the pointer's spring, a disturbance.
static inline ssVec3 bodyForce( const ssWorld* world, int index )
{
    const Body* body = &world->bodies[index];
    ssVec3 force = body->force;
    force = springHolds( world, index ) ? ssVec3_Add( force, world->spring.force ) : force;
    return world->disturbed ? ssVec3_Add( force, body->push ) : force;
}

// world.c
ssResult worldCheckDef( const ssWorldDef* def );
/// Refuses NULL, which a program has after a refusal of ssCreateWorld that it did not look at.
ssResult worldCheck( const ssWorld* world );
/// Refuses changes within a step. Edits ask this first.
ssResult worldCheckEdit( const ssWorld* world );
/// Every edit that was not refused says so: the problem of the latest step is not handed out any more.
void worldChanged( ssWorld* world );
/// The same, and finds what is to be changed; `field` is the argument at fault.
ssResult worldEditBody( const ssWorld* world, const char* field, ssBodyId id, int* index );
ssResult worldEditJoint( const ssWorld* world, ssJointId id, int* index );
ssResult worldEditLaw( const ssWorld* world, const char* field, ssLawId id, int* index );

// body.c
/// `law` is the index of def->law.
ssResult bodyMake( const ssBodyDef* def, int law, Body* body );
/// Refuse what a body of this kind would ignore.
ssResult bodyCheckVelocity( ssBodyKind kind, ssVec3 velocity, ssVec3 omega );
ssResult bodyCheckForce( ssBodyKind kind, ssVec3 force, ssVec3 torque );
ssResult bodyCheckBelt( ssBodyKind kind, ssVec3 velocity );
ssMat3 bodyInverseInertia( const Body* body );
void bodyVelocity( const Body* body, double velocity[6] ); // linear, then angular
/// [J] Of an enabled dynamic body. Edits that change it add the difference to the ledger's `added`.
double bodyEnergy( const ssWorld* world, const Body* body );
double bodyKinetic( const Body* body );
double bodyPotential( const Body* body, ssVec3 gravity );
/// Euler's equations for a step without torque, conserving spatial angular momentum and kinetic energy
/// exactly (Simo & Wong 1991). World coordinates: `omega`, on return as if the body had not turned, and the
/// rotation `turn`. With isotropic inertia `omega` stays and `turn` is the identity.
void bodyFreeRotation( const Body* body, double h, ssVec3* omega, ssQuat* turn );
/// Rotates the pose by `turn`, which is in world coordinates.
void bodyTurn( Body* body, ssQuat turn );
bool bodyMoves( const Body* body ); // it is dynamic, enabled and awake
bool bodyIsFinite( const Body* body );
/// What lies in a free slot: it touches nothing, weighs nothing and is not drawn.
Body bodyVacant( void );
/// Sets what follows from the shape and its centre.
void bodyMeasure( Body* body );

/// The pose of the shape, whose centre may not be the centre of mass.
static inline ssPose bodyShapePoseFrom( const Body* body, ssPose pose )
{
    if ( body->eccentric )
    {
        pose.position = ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, body->shapeCentre ) );
    }
    return pose;
}

static inline ssPose bodyShapePose( const Body* body ) { return bodyShapePoseFrom( body, body->pose ); }

/// A sphere about its centre of mass: arms are along normals, and turning keeps its surface.
static inline bool bodyIsBall( const Body* body )
{
    return body->shape.kind == ss_shapeSphere && !body->eccentric;
}

// contact_broad.c
/// Writes contact `from` where `to` is, with its reaction and what it remembers.
void contactMove( ssWorld* world, int from, int to );
/// Keeps the first contacts only.
void contactsShorten( ssWorld* world, int kept );
/// Drops the contacts of a body, those at rest included.
void contactsForgetBody( ssWorld* world, int body );
/// Lets contacts under a law, which is no longer there, show their cones.
void contactsForgetLaw( ssWorld* world, int law );

// warm_start.c
/// Collects the reactions of the latest step, and those of woken resting contacts; false: no memory.
bool warmStartCollect( ssWorld* world );
/// Gives every contact of the problem the reaction that it had in the latest step, or zero.
/// Whether a contact of two bodies carried something in the step before.
bool warmStartCarried( const ssWorld* world, int a, int b );
void warmStartApply( ssWorld* world );

// law_memory.c
bool worldHasOwnLaws( const ssWorld* world );   // some law is a text or a callback
bool worldHasLawMemory( const ssWorld* world ); // some law was
/// Makes room for what contacts remember; false: no memory.
bool lawMemoryReserve( ssWorld* world );
/// Resets the states of all contacts under a law; they have none if it is no longer the user's own.
void lawMemoryForget( ssWorld* world, int law );
/// Forgets the own laws of all contacts: those that were read have none.
void lawMemoryClear( ssWorld* world );
/// Moves what contact `from` remembers to contact `to`, or to a resting contact.
void lawMemoryMove( ssWorld* world, int from, int to );
void lawMemoryRest( ssWorld* world, int contact, int resting );
/// Makes room for the states of so many warm reactions; false: no memory.
bool lawMemoryCollect( ssWorld* world, int rows );
/// Keeps the states of contact i, or of resting contact i, in a row of world->warmStates.
void lawMemoryTake( ssWorld* world, int row, int i );
void lawMemoryTakeResting( ssWorld* world, int row, int i );
/// Gives contact i the states of that row (-1: the initial ones), turned into its frame.
void lawMemoryGive( ssWorld* world, int i, int row );
/// Sets the site of contact i under its own law.
void lawMemoryPlace( ssWorld* world, int i, int law, double h );
/// Advances all states to the end of the step, from the reactions and velocities that were found.
void lawMemoryAdvance( ssWorld* world );
bool lawMemoryIsFinite( const ssWorld* world );
/// The sentence that says what the law of contact i does not give, under an impulse `load`.
ssResult lawFaultOf( const ssWorld* world, int i, const char* what, double load, ssVec2 gamma );
/// Whether the law of a contact, a function, gives no number where the solve has ended or, if that is without
/// an answer, gives none as the contact is solved alone from there; `reason` names the contact.
bool lawMemoryFails( const ssWorld* world, bool answered, ssResult* reason );
bool lawMemoryReadsTime(
    const ssWorld* world, int i );    // whether contact i is under a law that depends on the time
void lawMemoryUndo( ssWorld* world ); // the states are again those of the start of the step
/// The site of a contact at the end of the latest step.
ssLawSite lawMemorySite( const ssWorld* world, const double* state, ssVec3 point, const double* velocity );
const double* lawMemoryState( const ssWorld* world, int i );

// contact_broad.c
ssResult contactsBroad( ssWorld* world, double h );
/// [m] Gap below which there is a contact even if nothing moves.
double contactEnvelope( const ssWorld* world, const Body* body );
/// [m/s] Bound on the speed at which rotation moves the body's surface points towards a neighbour.
double contactSurfaceSpeed( const ssWorld* world, const Body* body );

// world_activate.c
/// Numbers the active bodies and writes them into the problem; false: no memory.
bool worldActivate( ssWorld* world, double h );

// contact_narrow.c
bool materialIsSame( const ssMaterial* x, const ssMaterial* y );
bool pairCanTouch( const ssWorld* world, int a, int b ); // and one of the bodies is active
/// Midway between the surfaces; on a lone dynamic body's surface, so that its arm ignores the gap.
ssVec3 contactPoint( const Body* a, const Body* b, ssVec3 normal, ssVec3 point, double gap );
/// With e_T1 along the groove, if the contact's body a owns a law.
ssProblemFrame contactFrame( const Body* a, ssVec3 normal );
ssResult contactsNarrow( ssWorld* world, double h );

// contact_seam.c
/// Drops the contacts that a body has with edges where another body's face goes on; false: no memory.
bool contactsDropSeams( ssWorld* world );

// world_law.c
void worldFindDilatancy( ssWorld* world );
/// Gives the problem the laws as they are now. Those that were replaced since the latest step go.
void lawsSettle( ssWorld* world );
/// Replaces the law with that index; contacts forget what they remember under another law.
ssResult lawReplace( ssWorld* world, int law, const ssLawDef* def );
/// The material with those coefficients replaced that the law brings itself.
ssMaterial lawMaterial( const ssLaw* law, const ssMaterial* material );
/// Sets the cone and the law of contact i, which is in place otherwise, from law `index` of the world.
bool worldReserveScales( ssWorld* world ); // of the laws at contacts; false: no memory
void contactApplyLaw( ssWorld* world, int i, int index, const ssMaterial* material, double h );
/// The dimension a law asks for even at zero moments, which the step may change.
int lawDimension( const ssLaw* law );
bool worldScalesLaws( const ssWorld* world ); // some planar law has a Stribeck curve

// compliance.c
bool worldIsCompliant( const ssWorld* world ); // some contact may have a stiffness
/// The material that was given for the pair, or NULL.
const ssMaterial* pairMaterial( const ssWorld* world, int a, int b );
/// The material of their contacts, as ssWorld_PairMaterial gives it.
ssMaterial pairMixture( const ssWorld* world, int a, int b );
/// The row of contact i, which is soft. `velocities` of the active bodies are those at which a force that
/// is not linear is replaced by its tangent.
ComplianceLine contactCompliance( const ssWorld* world, int i, const double* velocities, double h );
/// Replaces tangents by those at the velocities found; true: some, so the step is solved again.
bool complianceCorrect( ssWorld* world, double h );

// world_memory.c: each function ensures a capacity and keeps what is there; false: no memory
bool worldReserveBodies( ssWorld* world, int capacity );
bool worldReservePlanes( ssWorld* world, int capacity );
bool worldReserveJoints( ssWorld* world, int capacity );
bool worldReservePairs( ssWorld* world, int capacity );
bool worldReserveResting( ssWorld* world, int capacity );
bool contactsReserve( ssWorld* world, int contacts, int rows );
/// Numbers at world->p: the reactions, and what the Gauss-Seidel kernel needs more when it works there.
size_t worldReactionRoom( const ssWorld* world );
void worldReleaseArrays( ssWorld* world );

// midpoint.c
/// Moves a body freely. A body without equal moments of inertia changes its angular velocity while it turns.
void bodyDrift( Body* body, double h );
/// The point of contact i between its bodies in these poses; false: it is not there.
bool contactFind( const ssWorld* world, int i, const Body* a, const Body* b, ssVec3* point, ssVec3* normal );
bool midpointTurns( const ssWorld* world, int i, double h, double before ); // it strikes by turning only
bool worldIsMidpoint( const ssWorld* world );                               // the scheme in effect
/// Moves all bodies freely to the middle of the step; false: no memory.
bool midpointBegin( ssWorld* world, double h );
void midpointUndo( ssWorld* world ); // puts them back
/// The normal velocity that the law of contact i treats as zero; its gap, that of the middle, becomes that of
/// the start of the step. `free` is its normal velocity without contacts.
double midpointAllowance( ssWorld* world, int i, double h, double free );
/// Lets the impulses of islands in which something strikes act then, with the geometry of then; `shifts` has
/// room for the active bodies, and is left aside if nothing strikes.
void midpointStrike( ssWorld* world, double h, Shift* shifts );
/// Adds to the problem what the law judges besides the velocity at the end of the step.
bool midpointLean( ssWorld* world, double h ); // false: no memory
/// Gives the bodies their new velocities and moves them to the end of the step.
void midpointFinish( ssWorld* world, double h );
/// What the law of contact i judges besides the velocity at the end of the step: six numbers.
void contactLean( const ssWorld* world, int i, double lean[6] );
/// [J] By which body s is lifted because its island was struck before or after the middle of the step: in
/// free flight, and `linear` more for the reactions.
double midpointLift( const ssWorld* world, int s, double* linear );
bool contactTurns( const ssWorld* world, int i ); // its geometry does until the end of the step
/// Whether the friction of contact i, found by its mean slip, has turned its sliding or rolling back.
bool contactTurnsBack( const ssWorld* world, int i );
void contactForgetLean( ssWorld* world, int i );
/// Whether some body has contacts with several others that lean: they may strain against each other.
bool midpointStrains( ssWorld* world );
void midpointForgetLeans( ssWorld* world ); // of all of these
/// Completes a problem that was read, of which q has nothing but what its laws add.
void midpointRestore( ssWorld* world );
/// The velocity of contact i that its law has judged.
void contactLawVelocity( const ssWorld* world, int i, const double* v, double* y );

// impact_sequence.c
/// Where the definition asks for it, resolves the impacts of bodies that touch others as well one after the
/// other, before the contact problem is assembled; false: no memory.
bool impactsInTurn( ssWorld* world, double h, ssWorldReport* report );
/// Gives contacts the gap back that they had at the start of the step, before impacts moved their bodies.
void impactsRestoreGaps( ssWorld* world );
/// The reaction of contact i over the step, with what struck it before the contact problem: six numbers.
void contactReaction( const ssWorld* world, int i, double p[6] );

// contact_outcome.c
double worldTheta( const ssWorld* world ); // the weight theta in effect
/// A relative velocity `u` and angular velocity `w` in the frame, as N, T1, T2, R1, R2, S.
static inline void contactComponents( ssProblemFrame axes, ssVec3 u, ssVec3 w, double* y )
{
    const ssMat3 frame = ssProblemFrame_Axes( axes );
    y[0] = ssVec3_Dot( frame.cx, u );
    y[1] = ssVec3_Dot( frame.cy, u );
    y[2] = ssVec3_Dot( frame.cz, u );
    y[3] = ssVec3_Dot( frame.cy, w );
    y[4] = ssVec3_Dot( frame.cz, w );
    y[5] = ssVec3_Dot( frame.cx, w );
}
/// [m/s] What the latest solve leaves of a velocity that is zero, on a body of this size.
double worldResolution( const ssWorld* world, double size );
/// The velocity of a body as views draw it.
ssVec3 bodyShownVelocity( const ssWorld* world, int index );
/// Draws the contacts of a world that has not stepped yet, as pending ones.
void worldDrawTouching( const ssWorld* world, const ssDraw* draw );

// world_loads.c
void worldDrawLoads( const ssWorld* world, const ssDraw* draw );
/// Adds the velocity of the surface of a body that is not active, at `arm` from its centre: with `share` 1
/// that of the step, with 0 that at the end of the step before, from which a kinematic body jumps.
void pointAddDriven(
    const Body* body, ssVec3 arm, ssVec3 normal, double sign, double share, ssVec3* u, ssVec3* w );

/// Adds the velocity of the surface of a body, `sign` times; `v` holds the velocities of the active ones.
static inline void pointAddSide( const ssWorld* world, int id, ssVec3 arm, ssVec3 normal, double sign,
    const double* v, double share, ssVec3* u, ssVec3* w )
{
    int s = world->slot[id];
    if ( s < 0 )
    {
        pointAddDriven( &world->bodies[id], arm, normal, sign, share, u, w );
        return;
    }
    const double* x = v + 6 * (size_t)s;
    ssVec3 angular = { x[3], x[4], x[5] };
    *u = ssVec3_MulAdd(
        *u, sign, ssVec3_Add( ssVec3_Make( x[0], x[1], x[2] ), ssVec3_Cross( angular, arm ) ) );
    *w = ssVec3_MulAdd( *w, sign, angular );
}

/// `u` of b relative to a at a surface point with this normal, and the relative spin `w`.
static inline void pointVelocity( const ssWorld* world, int a, ssVec3 armA, int b, ssVec3 armB, ssVec3 normal,
    const double* v, double share, ssVec3* u, ssVec3* w )
{
    *u = *w = ssVec3_Make( 0.0, 0.0, 0.0 );
    pointAddSide( world, a, armA, normal, -1.0, v, share, u, w );
    pointAddSide( world, b, armB, normal, 1.0, v, share, u, w );
}

static inline void contactVelocityWith(
    const ssWorld* world, int i, const double* v, double share, double* y )
{
    const ssProblem* problem = &world->problem;
    const Contact* contact = &world->contacts[i];
    ssVec3 u, w;
    pointVelocity( world, contact->a, problem->armsA[i], contact->b, problem->armsB[i], problem->frames[i].n,
        v, share, &u, &w );
    contactComponents( problem->frames[i], u, w, y );
}

/// D^T v of contact i, six numbers; `v`: active bodies' velocities, others move at their own.
static inline void contactVelocity( const ssWorld* world, int i, const double* v, double* y )
{
    contactVelocityWith( world, i, v, 1.0, y );
}

/// That of the start of the step, when kinematic bodies had their velocities of the step before.
static inline void contactVelocityBefore( const ssWorld* world, int i, double* y )
{
    contactVelocityWith( world, i, world->before, 0.0, y );
}

/// [m] By which a contact may close.
static inline double contactClosingGap( const Contact* contact )
{
    return contact->flush ? ssMin( contact->gap, 0.0 ) : contact->gap;
}

/// The numbers of a contact, 3, 5 or 6 of them.
static inline void copyComponents( double* to, const double* from, int dimension )
{
    if ( dimension == 6 )
    {
        memcpy( to, from, 6 * sizeof( double ) ); // of a constant size: no call
    }
    else { memcpy( to, from, ( dimension == 5 ? 5 : 3 ) * sizeof( double ) ); }
}
/// Adds to `u` and `w` the part of that velocity due to bodies that are not active, such as belts and tables.
void driveVelocity( const ssWorld* world, int i, double share, ssVec3* u, ssVec3* w );

// world_solve.c
void worldSolve( ssWorld* world, ssWorldReport* report );

// world_settle.c
/// Stops bodies that the contact law holds where they are; false: no memory.
bool worldSettle( ssWorld* world, double h );

// law_rounds.c
/// worldSolve, repeated where the coefficients of typed laws depend on the answer, until they agree with it.
void lawSolve( ssWorld* world, ssWorldReport* report );

/// W_TT [1/kg] of contact i alone and W_RR [1/(kg m²)], each the mean of two directions.
double lawOwnInertia( const ssWorld* world, int i, double* turning );
/// The velocities at the end of the step under the reactions of the step before: world->after.
void lawPredictVelocities( ssWorld* world );

// world_isolated.c
/// Solves the problem exactly when every contact is the only one of a sphere. False: the problem is not of
/// this kind, or the judged residual is above the tolerance.
bool worldSolveIsolated( ssWorld* world, ssWorldReport* report );

// joint.c
/// What lies in a free slot. It keeps whether the joint there kept its
/// bodies apart, which a state does not hold.
Joint jointVacant( bool apart );
void jointsChain( ssWorld* world ); // makes the lists of joints of all bodies
typedef enum JointPair
{
    jointsNone,  // no joint holds the two bodies to each other
    jointsTouch, // one does, and they touch
    jointsApart, // one does, and they do not
} JointPair;
JointPair jointsBetween( const ssWorld* world, int a, int b );
int jointsCountRows( const ssWorld* world );
void jointsRows( ssWorld* world, double h ); // fills the problem's rows
void jointsKeep( ssWorld* world );           // stores the rows' impulses in the joints

// world_body.c
void worldEndDisturbance( ssWorld* world ); // of ssWorld_Disturb, after the step

// body.c
void springForce( ssWorld* world, double h, ssVec3* torque );

// penetration.c
/// [m] Penetration of two bodies that is left as it is.
double slopOf( const ssWorld* world, int a, int b );
double slopForRadius( const ssWorld* world, double radius ); // of bodies with this inner radius
/// Accounts for contacts (contact_outcome.c) and joints; reduces penetration and closes joints by moving
/// bodies. Returns the largest distance a body was moved [m].
double worldCorrectPositions( ssWorld* world, double h, ssWorldReport* report );

// ledger.c
/// The kinetic and the potential energy of all bodies [J].
void worldEnergies( const ssWorld* world, double* kinetic, double* potential );
/// What a joint has made of energy over the step by its impulses, besides its work [J]: the scheme's own.
double ledgerJointWork( const ssWorld* world, const Joint* joint );
void ledgerStep( ssWorld* world, double energyBefore );

// contact_outcome.c
/// Accounts for all contacts. Raises `depths` of active bodies, where it is not NULL, to the depths of
/// contacts beyond the slop. Without memory everything is zero.
Outcome contactsOutcome( ssWorld* world, double h, double* depths );
/// Whether the step has stopped the slip of contact i, by its velocities before and after, other than gravity
/// and friction do in many steps.
bool contactMayJump( const ssWorld* world, int i, ssVec3 before, ssVec3 after );
/// Lets contacts that would jump by their mean slip (midpoint.c), which would turn it round, stop at the end
/// of the step; false: there are none.
bool worldForgetJumps( ssWorld* world );
/// Marks the contacts of pairs that an impact without collision has stopped; returns the number of pairs.
int worldFindJumps( ssWorld* world );

// world_serialize.c
/// A state cannot be read: it is not ours, or there is no memory for it.
static inline void archiveRefuse( ssArchive* archive, bool noMemory )
{
    archive->overrun = true;
    if ( noMemory && archive->refusal.code == ss_ok )
    {
        archive->refusal = ssError( ss_errorMemory, NULL, "out of memory for the state of a world" );
    }
}
/// Reads or writes the generation of a slot and whether it is in use.
void slotFields( const Handles* handles, int i, uint32_t* generation, bool* used, ssArchive* archive );
/// The free slots, in the order in which they were freed.
void freedFields( Handles* handles, int count, ssArchive* archive );

// world_events.c
void eventsStart( ssWorld* world );  // of a step: there are none yet
void eventsUpdate( ssWorld* world ); // after an inner step
void eventsFinish( ssWorld* world ); // after the last one
/// What touches follows from contacts that were read or inherited, without events.
void eventsRecall( ssWorld* world );
/// Reads or writes what touches: a body that was removed since the latest step still has an event to come.
void eventsFields( ssWorld* world, ssArchive* archive );
void eventsRelease( ssWorld* world );
size_t eventsBytes( const ssWorld* world );

// step_energy.c
/// Lowers the restitution of islands whose contacts create energy; returns how many there were: the step has
/// to be solved again. `round` counts the attempts of this step from 0.
int impactsLimit( ssWorld* world, const ssWorldReport* report, int round );

// step_energy.c
/// Whether reactions are no answer: they missed the tolerance or, without one, the usual one.
bool stepMissed( const ssWorld* world, const ssWorldReport* report );
/// Scales the reactions back where a solve that `missed` its tolerance, or what the midpoint scheme predicts,
/// leaves an island with more energy than it had and was given. True, if it may be solved `again`: the scheme
/// predicts less there now, and nothing was scaled.
bool stepKeepPassive( ssWorld* world, bool missed, bool again, ssWorldReport* report );
/// The energies of the active bodies, in the arena (NULL: no memory), and what comes after positions were
/// corrected in such a step: islands that were lifted pay for it with their motion, as far as they move.
double* stepEnergies( ssWorld* world );
void stepPayForLifts( ssWorld* world, double* energies );

// step_scale.c
/// How much has happened in the inner step of h [s] that ends here.
ssStepScale stepScale( const ssWorld* world, double h );
void scaleJoin( ssStepScale* scale, const ssStepScale* other ); // takes what is larger of the other

// island.c
int islandRoot( int* parents, int i );
/// Joins active bodies through contacts that carry force and through joints: world->parents.
void islandsJoin( ssWorld* world );
/// The smaller index becomes the root, so that the roots do not depend on the order of contacts.
void islandJoin( int* parents, int a, int b );
void islandsWake( ssWorld* world );
/// Finds the islands and returns their number; puts those at rest to sleep.
int islandsUpdate( ssWorld* world, double h );
/// Wakes a body that changes, with its island and, if it is not dynamic, with what rests or hangs on it.
void islandWakeBody( ssWorld* world, int id );
/// Wakes everything that is connected with a body that goes away (world_remove.c): all of it may fall now,
/// and a body that has nearly rested long enough to sleep must not do so in the air.
void worldWakeConnected( ssWorld* world, int body );
void islandsWakeAll( ssWorld* world );
