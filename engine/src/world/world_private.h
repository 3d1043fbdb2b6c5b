// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/broad_phase.h"
#include "slipstick/gauss_seidel.h"
#include "slipstick/parallel.h"
#include "slipstick/world.h"

#include "base/scratch.h"

// What the files of the world share. A stage is a function here; world_step.c alone knows their order.

/// Items that one thread takes at a time.
#define WORLD_BLOCK 256

// Ordered by use: what collision reads of a sphere lies in the first two hundred bytes.
typedef struct Body
{
    ssPose pose;
    double alarm; // [m/s] relative speed of the fastest neighbour: how fast this body may be a step from now
    ssVec3 velocity, omega;
    double bound; // radius of the sphere that holds it [m]
    double inner; // of the largest sphere inside [m]
    ssShape shape;
    int law;
    ssBodyKind kind;
    uint32_t group;
    bool enabled, asleep;
    bool round; // all three moments equal: no gyroscopic term, and the inertia does not turn
    ssMaterial material;
    double mass;
    ssVec3 inertia;
    ssVec3 belt;
    ssVec3 force, torque;
    ssVec3 groove;
    double calm; // [s] how long it has been slow
    int island;  // of sleepers: all of one number wake together
    int colour;
} Body;

// A contact's identity, and what the problem does not hold. `a` and `b` as in the problem's arrays: the owner of a
// planar law is always a.
typedef struct Contact
{
    int a, b;
    uint32_t feature;
    double gap; // [m]
    union
    {
        double restitution; // of the pair, until the problem is assembled
        double allowance;   // from then on: normal velocity from which the law counts in this step [m/s]
    };
} Contact;

// A reaction to begin with, sorted by (low, high, feature); in world coordinates, so that frames may turn.
typedef struct Warm
{
    int low, high;
    uint32_t feature;
    ssVec3 force, moment; // impulses on the higher body [N s], [N m s]
} Warm;

// A contact between bodies of which none is awake: it waits with everything a view shows.
typedef struct Resting
{
    Contact contact;
    ssVec3 point;
    ssProblemFrame frame;
    ssCone cone;
    uint8_t law;
    int lawIndex;
    double p[6];
    bool awake; // goes back into the warm start
} Resting;

typedef struct Joint
{
    ssJointKind kind;
    int a, b;
    ssVec3 anchorA, anchorB; // in body coordinates
    ssVec3 axisA;            // in a's coordinates
    ssQuat relative;         // orientation of b in a's frame when added
    double speed, maxForce;
    int firstRow, rowCount; // in the latest problem
    double p[6];            // impulses of its rows
    ssVec3 force, moment;   // on b over the latest step [N], [N m]
} Joint;

static inline ssQuat quatConjugate( ssQuat q )
{
    return ( ssQuat ){ q.w, -q.x, -q.y, -q.z };
}

struct ssWorld
{
    ssWorldDef def;
    const ssSolver* solver; // NULL: the Gauss-Seidel kernel
    int dimension;

    Body* bodies;
    int bodyCount, bodyCapacity;
    Joint* joints;
    int jointCount, jointCapacity;
    ssLaw* laws;
    ssLawDef* lawDefs;
    int lawCount;
    ssSpring spring;
    bool dilates;        // some contact obeys the relaxed law; found anew in every step
    ssMaterial dilating; // the largest coefficients of bodies' own laws that do

    // broad phase
    ssBroadPhase* broad;
    ssAabb* boxes; // lent by the passes for the stage, as are boxKinds, warm, found, shift, moved and deep
    ssBroadKind* boxKinds;
    ssBroadPlane* planes;
    int planeCount, planeCapacity;
    bool* wake;     // per body: scratch
    double* alarms; // per body: scratch

    // contacts of the latest step; arrays of the problem hold the rest
    ssProblem problem;
    bool problemIsPartial; // restored: what the next step reads, not the velocities and masses of the latest
    Contact* contacts;
    double* p;          // contactCount × dimension, then rows; the problem's arms follow it in the same room
    double* compliance; // of the problem when contacts have a stiffness
    int contactCapacity, rowCapacity, complianceCapacity;
    void* found; // contact_narrow.c: points of a wave
    Warm* warm;
    int warmCount;
    Resting* resting;
    int restingCount, restingCapacity;

    // bodies of the problem
    int* slot; // per body: index in the problem or -1
    int* active;
    int activeCount;
    double finest;       // smallest inner radius of them [m]
    bool cornered;       // some turn other than spheres do
    double* before;      // 6 per active body: velocities at the start of the step
    double* after;       // and at its end
    ssVec3 springTorque; // of the hand's spring in this step [N m]
    ssVec3* shift;       // correction of the positions, two per active body
    double* moved;       // and how far, per active body [m]
    void* deep;          // penetration.c: contacts concerned
    int deepCapacity;
    int* parents; // islands

    ssGs* gs;
    scratchSpace* scratch; // of the other solvers, once one was called; NULL before
    double h;              // of the latest step
    ssLedger ledger;
    ssWorldReport report;
    ssResult refusal; // of the latest step
};

// body.c
ssResult bodyMake( const ssBodyDef* def, Body* body );
ssMat3 bodyInverseInertia( const Body* body );
double bodyKinetic( const Body* body );
double bodyPotential( const Body* body, ssVec3 gravity );
/// Euler's equations for one step without torque: angular momentum in space and kinetic energy stay exactly (Simo &
/// Wong 1991). `omega` in world coordinates before and after, the latter as if the body had not turned; `turn` is the
/// rotation in world coordinates. Of round bodies neither changes.
void bodyFreeRotation( const Body* body, double h, ssVec3* omega, ssQuat* turn );
/// Turns the pose by a rotation vector, or by a quaternion, in world coordinates.
void bodyTurn( Body* body, ssQuat turn );
bool bodyMoves( const Body* body ); // dynamic, enabled, awake
bool bodyIsFinite( const Body* body );

// warm_start.c
bool contactsRemember( ssWorld* world ); // reactions of the latest step become this one's start
void contactsStart( ssWorld* world );

// contact_broad.c
ssResult contactsBroad( ssWorld* world, double h );
/// [m] gap below which there is a contact whatever moves.
double contactEnvelope( const ssWorld* world, const Body* body );
/// [m/s] of its surface's points against its centre, along the surface's normal.
double contactSurfaceSpeed( const ssWorld* world, const Body* body );

// contact_narrow.c
bool bodiesCanTouch( const Body* a, const Body* b );
ssResult contactsNarrow( ssWorld* world, double h );

// world_law.c
void worldFindDilation( ssWorld* world );
/// What a law of dimension 3 leaves to the materials, and what it does not.
ssMaterial lawMaterial( const ssLaw* law, const ssMaterial* material );
/// The contact's cone and law, whose bodies are in place.
void contactTakeLaw( ssWorld* world, int i, int index, const ssMaterial* material, double h );
bool worldScalesLaws( const ssWorld* world ); // some contact may have a planar law that is scaled

// world_memory.c: each makes room for at least so many, and keeps what is there; false: no memory
bool worldReserveBodies( ssWorld* world, int capacity );
bool worldReservePlanes( ssWorld* world, int capacity );
bool worldReserveJoints( ssWorld* world, int capacity );
bool worldReserveResting( ssWorld* world, int capacity );
bool contactsReserve( ssWorld* world, int contacts, int rows );
size_t contactsRoom( int contacts, int rows ); // numbers behind world->p, arms included
void worldReleaseArrays( ssWorld* world );

// world_kinematics.c
double worldTheta( const ssWorld* world );
/// From the contact's point and where its bodies are.
void contactArms( ssWorld* world, int i );
/// Relative velocity `u` and angular velocity `w` in the contact's frame: N, T1, T2, R1, R2, S.
void contactComponents( ssProblemFrame axes, ssVec3 u, ssVec3 w, double* y );
/// D^T v of contact i, six numbers, for velocities of the active bodies; the others move as they do.
void contactVelocity( const ssWorld* world, int i, const double* v, double* y );
/// The velocity of b against a at a point, and how b turns against a.
void pointVelocity(
    const ssWorld* world, int a, ssVec3 armA, int b, ssVec3 armB, const double* v, ssVec3* u, ssVec3* w );
/// The share of bodies that are not solved for: belts, tables.
void driveVelocity( const ssWorld* world, int i, ssVec3* u, ssVec3* w );

// world_solve.c
void worldSolve( ssWorld* world, ssWorldReport* report );

// world_isolated.c
/// Where every contact is a sphere's only one: exactly. False: it is not so, or the judge is not content.
bool worldSolveIsolated( ssWorld* world, ssWorldReport* report );

// joint.c
int jointsCountRows( const ssWorld* world );
void jointsRows( ssWorld* world, double h ); // fills the problem's rows
void jointsKeep( ssWorld* world );           // reads the impulses back

// spring.c
void springForce( ssWorld* world, double h, ssVec3* torque );

// penetration.c
double worldCorrectPenetration( ssWorld* world, double h ); // the largest distance a body was moved [m]

// ledger.c
double worldKinetic( const ssWorld* world );
double worldPotential( const ssWorld* world );
void ledgerStep( ssWorld* world, double energyBefore );

// island.c
void islandsWake( ssWorld* world );
int islandsUpdate( ssWorld* world, double h ); // how many; puts to sleep
void islandWakeBody( ssWorld* world, int id );
void islandsWakeAll( ssWorld* world );
