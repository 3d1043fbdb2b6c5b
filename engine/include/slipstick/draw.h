// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/law.h"
#include "slipstick/vecmath.h"

// How the engine shows a state without knowing who looks: callbacks, all optional, called in batches and
// filtered by flags before they are filled. The window, a report and a test that counts glyphs all implement
// this struct. Positions in metres in a world where z points up against gravity; forces in newtons, moments in
// newton metres: whoever draws chooses the scale.

typedef enum ssDrawFlags
{
    ss_drawBodies = 1 << 0,
    ss_drawGround = 1 << 1,
    ss_drawForces = 1 << 2,
    ss_drawMoments = 1 << 3,
    ss_drawCones = 1 << 4,
    ss_drawTrails = 1 << 5,
    ss_drawVelocities = 1 << 6,
    ss_drawLabels = 1 << 7,
    ss_drawContactPoints = 1 << 8,
    ss_drawForceChains = 1 << 9, ///< lines through contacts, wide where the force is large
    ss_drawModes = 1 << 10,      ///< bodies coloured by what their contacts do
    ss_drawLinesOfAction =
        1 << 11, ///< the normal force where it acts: displaced by the rolling moment (TA Fig. 1)
    ss_drawEnergies = 1 << 12,   ///< bodies coloured by kinetic energy
    ss_drawEverything = 1 << 13, ///< glyphs of all contacts, also where they are too many to be read
    ss_drawDefault = ( 1 << 9 ) - 1,
    ss_drawAll = ( 1 << 14 ) - 1,
} ssDrawFlags;

/// What an arrow or disc measures; decides its colour and its scale.
typedef enum ssQuantity
{
    ss_quantityForce,
    ss_quantityMoment,
    ss_quantityVelocity,
    ss_quantityCount
} ssQuantity;

/// A ground, or a piece of one: a belt, a table, a plate.
typedef struct ssDrawPlane
{
    ssVec3 origin;  ///< a point that stays put when the view moves [m]
    ssVec3 normal;  ///< unit
    ssVec3 tangent; ///< unit, the direction of grid lines and of x
    double halfX;   ///< half its size along the tangent [m]; 0: without end
    double halfY;   ///< and across
    bool grooved;   ///< lines run along `tangent` only: a belt's stripes, a surface's grooves
    double shift;   ///< how far the lines have moved across themselves [m]: a running belt
} ssDrawPlane;

typedef struct ssDrawSphere
{
    int body; ///< for picking; -1 when it cannot be picked
    ssVec3 center;
    double radius;
    ssQuat orientation;
    ssContactMode mode; ///< of its most telling contact; views may colour by it
    double energy;      ///< kinetic [J]; views may colour by it
} ssDrawSphere;

/// A solid other than a sphere.
typedef enum ssDrawSolidKind
{
    ss_solidBox,      ///< half extents
    ss_solidCylinder, ///< half.x = radius, half.z = half length, along local z
    ss_solidCapsule,  ///< the same; half.z is half the length between the centres of its caps
} ssDrawSolidKind;

typedef struct ssDrawSolid
{
    ssDrawSolidKind kind;
    int body;   ///< for picking; -1 when it cannot be picked
    bool fixed; ///< part of the scenery: drawn like the ground, not like a body
    ssVec3 center;
    ssVec3 half; ///< [m]
    ssQuat orientation;
    ssContactMode mode;
    double energy; ///< kinetic [J]
} ssDrawSolid;

typedef struct ssDrawArrow
{
    ssQuantity quantity;
    ssVec3 origin;
    ssVec3 vector;      ///< N, N m or m/s
    const char* symbol; ///< "r_N"; views append the value and unit. Static storage
} ssDrawArrow;

/// The friction cone of one contact at its current normal force: the set the reaction lives in.
typedef struct ssDrawCone
{
    ssVec3 apex;
    ssVec3 normal; ///< unit axis
    double height; ///< r_N [N]
    double slope;  ///< mu: the rim's radius is slope × height [N]
    ssContactMode mode;
} ssDrawCone;

/// The disc of admissible rolling moments at the current normal force.
typedef struct ssDrawDisc
{
    ssQuantity quantity;
    ssVec3 center;
    ssVec3 normal; ///< unit
    double radius; ///< mu_r r_N [N m]
    ssContactMode mode;
} ssDrawDisc;

typedef enum ssDrawSetRole
{
    ss_setReservoir, ///< C: where the friction force may be
    ss_setDirection, ///< D: its normal is the direction of slip
} ssDrawSetRole;

/// A planar set of forces in its contact plane, drawn as a closed outline at the scale of forces.
typedef struct ssDrawSet
{
    ssDrawSetRole role;
    ssVec3 origin;       ///< where the zero force is [m]
    ssVec3 axis1, axis2; ///< unit: directions of the components
    int count;
    const ssVec2* points; ///< the boundary in order [N]
    ssContactMode mode;
} ssDrawSet;

/// How a line in space is meant.
typedef enum ssDrawLineRole
{
    ss_lineExact,    ///< a closed form or reference: dashed
    ss_lineMeasured, ///< dots
    ss_lineGhost0,   ///< paths of alternatives beside the real one: four colours
    ss_lineGhost1,
    ss_lineGhost2,
    ss_lineGhost3,
    ss_lineScenery, ///< edges and outlines of what stands around
    ss_lineSpring,
} ssDrawLineRole;

typedef struct ssDrawLabel
{
    ssVec3 position;
    ssContactMode mode; ///< colours the text
    const char* text;   ///< static storage
    int ghost;          ///< k + 1: coloured as the line of the role ss_lineGhost0 + k instead; 0: none
} ssDrawLabel;

struct ssContactView;

typedef struct ssDraw
{
    uint32_t flags; ///< ssDrawFlags the receiver wants
    void* context;

    /// The sphere that holds what matters: frames the camera and sets the length of glyphs. Called first.
    void ( *bounds )( void* context, ssVec3 center, double radius );
    void ( *planes )( void* context, int count, const ssDrawPlane* planes );
    void ( *spheres )( void* context, int count, const ssDrawSphere* spheres );
    void ( *arrows )( void* context, int count, const ssDrawArrow* arrows );
    void ( *cones )( void* context, int count, const ssDrawCone* cones );
    void ( *discs )( void* context, int count, const ssDrawDisc* discs );
    /// A polyline, oldest point first.
    void ( *trail )( void* context, int count, const ssVec3* points );
    void ( *labels )( void* context, int count, const ssDrawLabel* labels );
    void ( *solids )( void* context, int count, const ssDrawSolid* solids );
    void ( *sets )( void* context, int count, const ssDrawSet* sets );
    /// A polyline that is no trail.
    void ( *line )( void* context, ssDrawLineRole role, int count, const ssVec3* points );
    /// The contacts themselves, for who wants to look into one; batches follow each other in a fixed order.
    void ( *contacts )( void* context, int count, const struct ssContactView* contacts );
    /// Should the glyphs of this contact be drawn? NULL: of all.
    bool ( *wants )( void* context, const struct ssContactView* contact );
} ssDraw;

/// One contact as a scenario knows it, in world coordinates.
typedef struct ssContactView
{
    ssVec3 point, normal, tangent1, tangent2;
    double force[3];  ///< r_N, r_T1, r_T2 [N]
    double moment[3]; ///< m_R1, m_R2, m_S [N m]
    ssCone cone;
    ssContactMode mode;
    int a, b;           ///< bodies, as views pick them; -1: what stands still
    double gap;         ///< [m], negative: penetration
    double velocity[6]; ///< of b against a: u_N, u_T1, u_T2 [m/s], w_R1, w_R2, w_S [rad/s]
    double
        allowance; ///< the normal velocity from which the law counts [m/s]: minus what a gap still allows, or a bounce
    double size;      ///< [m], of the smaller body: what a penetration is measured against; 0: unknown
    const ssLaw* law; ///< in the plane of T1 and T2, at the present load; NULL: the cone's own
    double lawScale;  ///< with a law: of its sets, such as a Stribeck curve leaves them
    bool relaxed;     ///< obeys the convex-relaxed law: it may open while it slides
} ssContactView;

/// Emits everything the flags ask for about these contacts: cone and reaction, moment disc and moment, label.
SS_API void ssDrawContacts( const ssDraw* draw, int count, const ssContactView* contacts );
