// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/law.h"
#include "slipstick/vecmath.h"

// The engine shows a state through callbacks and does not know the receiver: a window, a report, or a test
// that counts glyphs. All callbacks are optional. They take batches, and flags tell the engine which batches
// to fill. Positions are in metres, and z points up against gravity. Forces are in newtons and moments in
// newton metres; the receiver chooses the scale of arrows.

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
    ss_drawForceChains = 1 << 9, ///< lines through contacts, thicker where the force is larger
    ss_drawModes = 1 << 10,      ///< bodies coloured by contact mode
    ss_drawLinesOfAction =
        1 << 11,                 ///< normal force displaced by the rolling moment (Tasora & Anitescu Fig. 1)
    ss_drawEnergies = 1 << 12,   ///< bodies coloured by kinetic energy
    ss_drawEverything = 1 << 13, ///< glyphs of all contacts, even when there are too many to read
    ss_drawDefault = ( 1 << 9 ) - 1,
    ss_drawAll = ( 1 << 14 ) - 1,
} ssDrawFlags;

/// The quantity that an arrow or disc shows; it determines colour and scale.
typedef enum ssQuantity
{
    ss_quantityForce,
    ss_quantityMoment,
    ss_quantityVelocity,
    ss_quantityCount
} ssQuantity;

/// What a surface looks like. It says nothing about friction: that is the material's.
typedef enum ssLook
{
    ss_lookPlain,
    ss_lookWood,
    ss_lookIce,
    ss_lookSteel,
    ss_lookRubber,
    ss_lookStone,
    ss_lookFelt,
    ss_lookCount
} ssLook;

/// A ground plane or a part of one, such as a belt, a table or a plate.
typedef struct ssDrawPlane
{
    ssVec3 origin;  ///< a point of the plane, at which the grid is anchored [m]
    ssVec3 normal;  ///< unit vector
    ssVec3 tangent; ///< unit vector of the grid lines and the x axis
    double halfX;   ///< half its size along the tangent [m]; 0: unbounded
    double halfY;   ///< half its size across the tangent [m]; 0: unbounded
    bool grooved;   ///< lines run along `tangent` only, as the stripes of a belt or the grooves of a surface
    double shift;   ///< how far the lines have moved sideways [m], as on a running belt
    ssLook look;
} ssDrawPlane;

typedef struct ssDrawSphere
{
    int body; ///< identifies it for picking; -1 when it cannot be picked
    ssVec3 center;
    double radius;
    ssQuat orientation;
    ssContactMode mode; ///< the mode of its most significant contact, for ss_drawModes
    double energy;      ///< kinetic energy [J], for ss_drawEnergies
    /// k + 1: has the colour of the role ss_lineGhost0 + k where modes and energies are not shown; 0: none
    int paint;
    ssLook look;
} ssDrawSphere;

/// A solid other than a sphere.
typedef enum ssDrawSolidKind
{
    ss_solidBox,      ///< `half` are its half extents
    ss_solidCylinder, ///< half.x is the radius, half.z half the length along local z
    ss_solidCapsule,  ///< half.x is the radius, half.z half the distance between the centres of its caps
    ss_solidHull,     ///< `hull`; `half` is about its size
} ssDrawSolidKind;

struct ssHull; // shape.h

typedef struct ssDrawSolid
{
    ssDrawSolidKind kind;
    int body;      ///< identifies it for picking; -1 when it cannot be picked
    bool fixed;    ///< part of the scenery, drawn like the ground
    bool seamless; ///< one of many that make up a larger body: its own edges are not drawn
    ssVec3 center;
    ssVec3 half; ///< [m]
    ssQuat orientation;
    ssContactMode mode;
    double energy;             ///< kinetic energy [J]
    int paint;                 ///< as that of a sphere
    const struct ssHull* hull; ///< valid during the call
    double hole;               ///< radius of a hole along the axis of a cylinder [m], as in a hoop; 0: none
    ssLook look;
} ssDrawSolid;

typedef struct ssDrawArrow
{
    ssQuantity quantity;
    ssVec3 origin;
    ssVec3 vector;      ///< [N, N m or m/s]
    const char* symbol; ///< such as "r_N"; views append value and unit. Static storage
} ssDrawArrow;

/// The friction cone of one contact at its current normal force, which contains the reaction.
typedef struct ssDrawCone
{
    ssVec3 apex;
    ssVec3 normal; ///< unit axis
    double height; ///< r_N [N]
    double slope;  ///< mu; the radius of the rim is slope × height [N]
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
    ss_setReservoir, ///< C, which contains the friction force
    ss_setDirection, ///< D, whose normal is the direction of sliding
} ssDrawSetRole;

/// A planar set of forces in the contact plane, drawn as a closed outline at the scale of forces.
typedef struct ssDrawSet
{
    ssDrawSetRole role;
    ssVec3 origin;       ///< the position of the zero force [m]
    ssVec3 axis1, axis2; ///< unit vectors of the two components
    int count;
    const ssVec2* points; ///< the boundary in order [N]
    ssContactMode mode;
} ssDrawSet;

/// The meaning of a line in space.
typedef enum ssDrawLineRole
{
    ss_lineExact,    ///< a closed form or reference: dashed
    ss_lineMeasured, ///< measured data: dots
    ss_lineGhost0,   ///< paths of alternative runs, in the colours of the curves of a chart, in their order
    ss_lineGhost1,
    ss_lineGhost2,
    ss_lineGhost3,
    ss_lineGhost4,
    ss_lineGhost5,
    ss_lineGhost6,
    ss_lineScenery, ///< edges and outlines of the scenery
    ss_lineSpring,
    ss_lineThrust, ///< where pressure goes through bodies, drawn on their faces
} ssDrawLineRole;

#define SS_GHOST_COLORS 7

typedef struct ssDrawLabel
{
    ssVec3 position;
    ssContactMode mode; ///< colours the text
    const char* text;   ///< valid during the call: a receiver that keeps it copies it
    int ghost;          ///< k + 1: has the colour of the role ss_lineGhost0 + k instead; 0: none
    bool small;         ///< one of many: in the font of numbers
} ssDrawLabel;

typedef enum ssLoadKind
{
    ss_loadWeight,
    ss_loadNormal,   ///< of all contacts with one body that have this normal
    ss_loadFriction, ///< of the same contacts, with their moments
    ss_loadJoint,
    ss_loadApplied, ///< a push, a spring, the user's hand
} ssLoadKind;

/// One arrow of a free-body diagram.
typedef struct ssLoad
{
    ssLoadKind kind;
    int other;            ///< of a contact or joint: the other body, as ssSim_BodyName knows it
    ssVec3 point;         ///< where the force acts [m]
    ssVec3 force, moment; ///< on the body, mean over the latest step [N], [N m]
    const char* symbol;   ///< "r_N". Static storage
} ssLoad;

/// Everything that acts on one body, and what it does. The sums are those of the loads; `inertia` and `spin`
/// come from the velocities, so that comparing them checks the diagram.
typedef struct ssBodyLoads
{
    int body;
    double mass;           ///< [kg]
    ssVec3 center;         ///< of mass, to which moments refer [m]
    ssVec3 normal;         ///< of the contact that presses most, towards the body; 0: nothing touches it
    ssVec3 sum, sumMoment; ///< [N], [N m]
    ssVec3 inertia;        ///< mass × acceleration [N]; NaN: not known, as where a state was restored
    ssVec3 spin;           ///< rate of angular momentum [N m]; NaN: not known, or the model lets nothing turn
    int count;
    const ssLoad* loads;
} ssBodyLoads;

struct ssContactView;

typedef struct ssDraw
{
    uint32_t flags; ///< the ssDrawFlags that the receiver wants
    void* context;

    /// The sphere that contains the scene; it frames the camera and sets the length of glyphs. Called first.
    void ( *bounds )( void* context, ssVec3 center, double radius );
    void ( *planes )( void* context, int count, const ssDrawPlane* planes );
    void ( *spheres )( void* context, int count, const ssDrawSphere* spheres );
    void ( *arrows )( void* context, int count, const ssDrawArrow* arrows );
    void ( *cones )( void* context, int count, const ssDrawCone* cones );
    void ( *discs )( void* context, int count, const ssDrawDisc* discs );
    /// The path of a body as a polyline, oldest point first.
    void ( *trail )( void* context, int count, const ssVec3* points );
    void ( *labels )( void* context, int count, const ssDrawLabel* labels );
    void ( *solids )( void* context, int count, const ssDrawSolid* solids );
    void ( *sets )( void* context, int count, const ssDrawSet* sets );
    /// Any other polyline.
    void ( *line )( void* context, ssDrawLineRole role, int count, const ssVec3* points );
    /// The contacts themselves, for closer inspection; batches arrive in a fixed order.
    void ( *contacts )( void* context, int count, const struct ssContactView* contacts );
    /// Whether to draw the glyphs of this contact. NULL: the glyphs of all contacts are drawn.
    bool ( *wants )( void* context, const struct ssContactView* contact );
    /// Of a scenario that draws two runs side by side: 1 or 2 draws
    /// this one alone, in the middle; 0: both
    int side;
    /// a world adds it to the numbers of its bodies: a scenario with two worlds tells them apart
    int bodyOffset;
    /// What acts on body `loadsOf`; not called where the scenario does not know. NULL: nobody asks.
    void ( *loads )( void* context, const ssBodyLoads* loads );
    int loadsOf;
} ssDraw;

/// One contact of a scenario in world coordinates.
typedef struct ssContactView
{
    ssVec3 point, normal, tangent1, tangent2;
    double force[3];  ///< r_N, r_T1, r_T2 [N]
    double moment[3]; ///< m_R1, m_R2, m_S [N m]
    ssCone cone;
    ssContactMode mode;
    int a, b;     ///< the bodies, by the numbers used for picking; -1: the fixed surroundings
    int surface;  ///< which fixed body it is where a or b is -1: ssSim_BodyName knows it as -1 - surface
    bool pending; ///< found before the first step: the bodies touch, but force and mode are not known yet
    double gap;   ///< [m], negative: penetration
    double velocity[6]; ///< of b relative to a: u_N, u_T1, u_T2 [m/s], w_R1, w_R2, w_S [rad/s]
    double allowance; ///< the normal velocity at which the contact closes [m/s]: -gap/h, or that of a bounce
    double size;      ///< size of the smaller body [m], to which a penetration is compared; 0: unknown
    const ssLaw* law; ///< the law in the plane of T1 and T2; NULL: the law of the cone
    double lawScale;  ///< the factor on the sets of `law`, such as that of a Stribeck curve
    ssLawSite site;   ///< where `law` is, if it is the user's own; its states live until the next step
    bool jumped;      ///< in the latest step an impact without collision has stopped or turned its slip
    bool relaxed;     ///< obeys the convex-relaxed law and may open while it slides
    double slack;     ///< [N] by which a solve to its tolerance may miss the bounds of the reaction
    /// Comes from a log: what that does not say is NaN, and the dimension of the
    /// cone counts only blocks that are known.
    bool recorded;
    double number; ///< of a contact that is recorded
} ssContactView;

/// What happens at a contact: the one answer that scenes, plots, lists and the microscope show. `resolution`
/// [m/s] is what the solve leaves of a velocity that is zero. A block slides, rolls or spins when it moves
/// faster than that and its reaction has reached its bound: as long as the inequality of the law is strict,
/// the block sticks, whatever the rounding of its velocity says. Angular velocities count times the size of
/// the body. A contact without force is open.
SS_API_ANY ssContactMode ssContactView_Mode( const ssContactView* contact, double resolution );

/// The law in the plane of T1 and T2 at the contact's site, while `contact`
/// lives; see ssLaw_At. Only where `law` is given.
SS_API_ANY ssLaw ssContactView_Law( const ssContactView* contact );

/// The speed at which the sets of the contact's law are taken [m/s]: that of sliding, and 0 while it sticks,
/// whatever the rounding of its velocity says. Where C at rest cannot carry the force, as under a law that
/// is zero at rest, sticking is slow sliding.
SS_API_ANY double ssContactView_SlidingSpeed( const ssContactView* contact );

/// How far the friction force is from its bound, relative to the bound: 1 without friction, 0 where the
/// contact slides, negative outside. NaN where there is no bound: without a normal force, without friction,
/// under a law that is a function of the velocity, and where the coefficient is not known.
SS_API_ANY double ssContactView_Margin( const ssContactView* contact );

/// Calls `contacts`, and draws the glyphs of these contacts that the flags ask for: cones, or
/// the sets of planar laws, and reactions, moment discs and moments. A pending contact has no
/// glyphs: a force that is not known is not zero.
SS_API_ANY void ssDrawContacts( const ssDraw* draw, int count, const ssContactView* contacts );
