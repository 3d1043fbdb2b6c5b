// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/world_scenario.h"

// What the files of the scenario `gripper` share.

#define GRIPPER_HALF_X 0.025 // [m] half sides of the box: the fingers press along x
#define GRIPPER_HALF_Y 0.025
#define GRIPPER_HALF_Z 0.04
#define GRIPPER_TIP 0.009  // [m] radius of a fingertip
#define GRIPPER_BOX 2      // bodies 0 and 1 are the fingertips at -x and +x
#define GRIPPER_PALM 0.078 // [m] above the fingertips
#define GRIPPER_ANGLES 128

enum
{
    gripKeyMu,
    gripKeyPatch,
    gripKeyLaw,
    gripKeyVEps,
    gripKeySqueeze,
    gripKeyLoosen,
    gripKeyOffset,
    gripKeyTilt,
    gripKeyTurn,
    gripKeyRate,
    gripKeyAcceleration,
    gripKeyMass,
    gripKeyGravity,
    gripKeyCount
};

enum
{
    gripLawCoulomb,
    gripLawRegularised
};

/// What two fingertips hold, in closed form. Tangential forces have the components y and z of the hand. The
/// jaws are coupled: the servo gives the sum of the normal forces, and a load along x moves half of itself
/// from one finger to the other.
typedef struct Grasp
{
    double mu, patch;    // [1], [m]
    double squeeze;      // [N] of each finger without a load along x
    double axial;        // [N] load along x
    ssVec2 load;         // [N] across it
    ssVec2 arm;          // [m] of the centre of mass from the line through the fingertips
    const ssVec2* limit; // what a patch bears: force and moment over the angle of sliding and spinning
} Grasp;

typedef struct Gripper
{
    ssWorld* world;
    double soft, mu, patch, vEps;     // of the law of the fingertips
    double tilt, turn;                // [rad]
    double loosened;                  // [N]
    double margin, needed, tSlip;     // least and most so far [N]; [s]
    double slip, turned;              // until it is lost [m], [rad]
    double lost;                      // 1: the box is gone
    ssLawId law;                      // of the box
    ssVec2 limit[GRIPPER_ANGLES + 1]; // not part of the state: numbers of every patch
} Gripper;

/// The numbers of a patch of radius 1 that presses with mu N = 1.
void graspMakeLimit( ssVec2* limit );
double graspNormal( const Grasp* g, int finger );             ///< [N]
ssVec2 graspShare( const Grasp* g, int finger, ssVec2 load ); ///< tangential force that a fingertip bears [N]
bool graspHolds( const Grasp* g, ssVec2 load );
/// How much of a load in this direction may be added until it slips [N].
double graspReach( const Grasp* g, ssVec2 direction );
/// The least of these; negative: by so much the load is too large. `direction` (may be NULL): where.
double graspMargin( const Grasp* g, ssVec2* direction );
/// The least squeeze that holds [N]; NaN: none does.
double graspNeeded( const Grasp* g );
/// The mean speed at which the fingertips creep under a regularised law [m/s]; NaN where that is unknown.
double graspCreep( const Grasp* g, double vEps );

/// The grasp at these angles of the hand [rad].
Grasp gripperGrasp( const Gripper* s, const ssSim* sim, double tilt, double turn );
double gripperSqueeze( const Gripper* s, const ssSim* sim ); ///< [N]
ssQuat gripperHand( double tilt, double turn );
/// The place of the box in the hand: how far it has slipped (y, z) and turned about x [rad].
ssVec2 gripperSlip( const Gripper* s, const ssSim* sim, double* turned );

void gripperDraw( const void* state, const ssSim* sim, const ssDraw* out );
void gripperDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void gripperExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
