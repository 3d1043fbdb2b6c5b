// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/block_lu.h"
#include "world/world_private.h"

// What the velocities (joint.c) and the positions (joint_position.c) of joints share.

#define JOINT_ROWS_MAX 6

/// A joint's sides: arms from the centres to b's anchor, position errors, and axes that turn with a.
typedef struct Place
{
    ssVec3 armA, armB;
    ssVec3 apart;    // [m] from a's anchor to b's
    ssVec3 twist;    // [rad] rotation vector of b away from where it belongs
    ssVec3 frame[3]; // the axis first
} Place;

/// A prevented relative motion: velocity along `linear` at b's anchor, or spin about `angular`.
typedef struct JointLine
{
    ssVec3 linear, angular;
    double error; // [m] or [rad] by which the sides are off along it
} JointLine;

/// The place of a joint, its bodies moved on at their velocities for `time`.
Place jointPlace( const ssWorld* world, const Joint* joint, double time );
/// The lines that a joint prevents; returns their number, 0 for motors and seals.
int jointLines( const Joint* joint, const Place* place, JointLine lines[JOINT_ROWS_MAX] );
/// The numbers of a line: the velocity along it is jacobian[0] v_a + jacobian[1] v_b, six numbers each.
void jointJacobian( const Place* place, ssVec3 linear, ssVec3 angular, double jacobian[2][6] );
/// The errors of lines, of position [m] and of orientation [rad].
void jointErrors( const JointLine* lines, int count, double* gap, double* angle );
/// Whether it holds an active body.
bool jointIsActive( const ssWorld* world, const Joint* joint );
/// The velocity along a line that is not that of active bodies: of a kinematic body.
double jointDriven( const ssWorld* world, int body, const double* jacobian );

#define JOINT_BLOCK ( JOINT_ROWS_MAX * JOINT_ROWS_MAX )

/// A joint of a system.
typedef struct JointLink
{
    Joint* joint;
    int slots[2]; // active bodies, or -1
    int rows;
    double error[JOINT_ROWS_MAX];
    double jacobian[2][JOINT_BLOCK]; // row k from 6k on
    double response[2][JOINT_BLOCK]; // M^-1 J^T in the same order
} JointLink;

/// Bodies that hang together by joints.
typedef struct JointComponent
{
    int first, count;       // links
    int member, members;    // in JointSystem.members
    double error, previous; // the largest over what is allowed, now and one round before
    double damping;
    bool driven;          // by a motor or a kinematic body
    double closed, moved; // [J] by how much closing the joints and all of a correction have lifted it
    double given, struck; // [J] what rigid contacts have given out in a step, and the part of their normals
    int *start, *column;  // pattern of its matrix; NULL: not analysed yet
    double *blocks, *x;   // x: a vector of its rows
    blockLu lu;
} JointComponent;

/// The active joints that hold bodies to each other or to the world, as long as a mark of the world's arena
/// lasts. Bodies that hang together by joints are a component.
typedef struct JointSystem
{
    ssWorld* world;
    JointLink* links;
    int linkCount;
    JointComponent* components;
    int componentCount;
    int* componentOf; // per active body; -1: no joint holds it
    int* members;     // the bodies of all components, component by component
    int* memberOf;    // per active body: its number in its component
} JointSystem;

/// False: there are no such joints, or no memory.
bool jointsOpen( ssWorld* world, JointSystem* system );
/// Measures the errors at the present poses. True: some component is off by more than the tolerance.
bool jointsMeasure( JointSystem* system );
bool jointsAreOff( const JointSystem* system, int component );
/// Factors J M^-1 J^T at the present poses; false: no memory. `equal` gives all bodies unit mass.
bool jointsFactor( JointSystem* system, int component, bool equal );
/// Moves `shift` of active bodies to where a factored component closes: least motion, weighted by mass.
void jointsClose( const JointSystem* system, int component, ssVec3* shift );
/// A unit impulse along `normal` on slots[1] and its opposite on slots[0]; -1: there is no body.
typedef struct JointPush
{
    int slots[2];
    ssVec3 arms[2], normal;
} JointPush;

/// How members of a factored component follow while its joints stay as they are: six numbers each.
void jointsFollow( const JointSystem* system, int component, const JointPush* push, ssVec3* follow );
/// component.x += J motion, and motion -= M^-1 J^T (J M^-1 J^T)^-1 x, for a component that is factored. Body
/// s has the numbers 2 index[s] and 2 index[s] + 1 of a motion; without an index 2 s and 2 s + 1.
void jointsAlong( const JointSystem* system, int component, const int* index, const ssVec3* motion );
void jointsTakeAway( const JointSystem* system, int component, const int* index, ssVec3* motion );
/// Whether errors of a link can be seen: more than 1 % of its arms or 0.01 rad.
bool jointIsOff( const ssWorld* world, const JointLink* link, const Place* place, double gap, double angle );
int jointsMembers( const JointSystem* system, int component, const int** members );
// joint_energy.c
/// Accounts for what the joints of the step have made of energy, including a correction that has lifted the
/// components. What a component's joints have made more than they have taken so far comes out of its motion,
/// and so does what contacts have lifted it by. Reports the errors that are left.
void jointsBalance( JointSystem* system, ssWorldReport* report );
/// Takes away what the bodies' velocities have against the joints at the start of the step.
void jointsAlign( ssWorld* world );
