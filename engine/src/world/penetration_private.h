// SPDX-License-Identifier: MIT
#pragma once

#include "world/joint_private.h"

// What the correction of contacts (penetration.c) and that of joints (penetration_joints.c) share.

// Largest shift of a body in a round, over its inner radius: it must
// not end up on the other side of another one.
#define SHIFT_MAX 0.5

// A contact of the correction.
typedef struct Penetration
{
    int a, b; // active bodies, or -1
    ssVec3 normal, armA, armB, turnA, turnB;
    double easeA, easeB; // inverse masses, or 1 in rounds of equal masses; 0: the body follows
    double target;       // [m] by how much the gap has to open
    double mobility;     // opening per unit of impulse
    double pushed;       // the accumulated impulse, >= 0
    ssVec3* follow[2];   // how the components of a and b follow a unit of it; NULL: they do not
} Penetration;

// The work of the stage, in the arena of the world.
typedef struct Correction
{
    ssWorld* world;
    double h;             // [s]
    bool contacts;        // they are corrected
    bool unforeseen;      // some body moved in a way that the contacts do not describe
    bool some;            // some pair is too deep
    ssVec3* shift;        // 2 per active body: translation and rotation
    double* displacement; // [m] per active body: how far it has to be moved, or has been moved
    int* pairs;           // of each block of pairs: those to be looked at
    int* pairCounts;      // by block
    Penetration* list;
    int count, capacity;
    JointSystem* joints; // NULL: none
    bool* closes;        // per component: this round moves it
    double* scale;       // per component: of its shifts
    double* raised;      // [J] per component: by closing its joints, in this round
    ssVec3* follow;      // room for how bodies follow pushes
    int followed, room;  // [bodies] used and there
} Correction;

/// The component of an active body; -1: no joint holds it.
static inline int correctionComponent( const Correction* correction, int s )
{
    return correction->joints != NULL && s >= 0 ? correction->joints->componentOf[s] : -1;
}

/// How far a shift moves a body's point at `arm` along the normal [m].
static inline double normalShift( const ssVec3* shift, int s, ssVec3 arm, ssVec3 normal )
{
    return s >= 0 ? ssVec3_Dot( normal, ssVec3_Add( shift[2 * s], ssVec3_Cross( shift[2 * s + 1], arm ) ) )
                  : 0.0;
}

static inline void shiftPush( ssVec3* shift, int s, double size, ssVec3 move, ssVec3 turn )
{
    if ( s >= 0 )
    {
        shift[2 * s] = ssVec3_MulAdd( shift[2 * s], size, move );
        shift[2 * s + 1] = ssVec3_MulAdd( shift[2 * s + 1], size, turn );
    }
}

/// Makes room for what rounds need of joints; false: there are none.
bool correctionOpen( Correction* correction, JointSystem* joints );
/// Begins a round: closes the joints of the components that are off or have
/// contacts in the list, and lets them follow these.
void correctionBegin( Correction* correction, bool equal );
/// Pushes the bodies of a side's component, `size` times as they follow.
void correctionFollow( Correction* correction, int s, double size, const ssVec3* follow );
/// Finds how far each component may move.
void correctionLimit( Correction* correction );
