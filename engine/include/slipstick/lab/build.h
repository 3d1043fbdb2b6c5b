// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// A build is what a user has put together: parts (bodies, ramps, belts, turntables, walls), joints between
// them, gravity and the ground. A scenario that takes builds (ssScenario.takesBuild; the playground)
// consists of its build alone, if it has one.
//
//     ssBuild build = ssDefaultBuild();
//     ssPart ball = ssDefaultPart( ss_partSphere );
//     ball.position = ssVec3_Make( 0.0, 0.0, 1.0 );
//     ssBuildEdit add = { .op = ss_buildAddPart, .part = ball };
//     ssResult result = ssBuild_Apply( &build, &add );   // add.part.id is now the part's number
//     result = ssSimDef_SetBuild( &def, &build );
//     ssBuild_Destroy( &build );
//
// A build belongs to the scenario of a run as its typed law does: ssSimDef_SetBuild derives a descriptor that
// owns a copy. While a run goes on, ssSim_EditBuild applies one operation between two steps. Bodies whose
// part keeps its place keep their present pose and velocity. A reset puts every part at the place and
// velocity that it was given; parts marked `thrown` are gone then. Operations are recorded in scenes as edits
// (SS_EDIT_BUILD in scene.h). engine/FORMS.md has the text form.

#define SS_BUILD_MAX_PARTS 500
#define SS_BUILD_MAX_JOINTS 500
#define SS_BUILD_MAX_POINTS 64           ///< of a hull
#define SS_BUILD_LAW_CAPACITY 16384      ///< [bytes] text of a part's law, including the final zero
#define SS_BUILD_MAX_ID 1000000          ///< the largest number of a part or joint
#define SS_BUILD_COLOURS SS_GHOST_COLORS ///< colours that a part may have

typedef enum ssPartKind
{
    ss_partSphere,
    ss_partBox,
    ss_partCylinder,     ///< axis along its z
    ss_partCapsule,      ///< axis along its z
    ss_partHollowSphere, ///< a thin shell: inertia 2/3 m R²
    ss_partHoop, ///< a thin ring about its z: inertia m R²; it touches as a disk of the same radius does
    ss_partHull, ///< the convex hull of points
    ss_partRamp, ///< a wedge that stands on its base and falls towards +x; always fixed
    ss_partBelt, ///< a box whose surface runs along its x; always fixed
    ss_partTurntable, ///< a disk that turns about its z; always fixed
    ss_partWall,      ///< a box; always fixed
    ss_partKindCount
} ssPartKind;

/// A part. Texts and points are copied by whatever takes a part; those of
/// a part inside a build belong to the build.
typedef struct ssPart
{
    int id; ///< its number, from 1 on, unique in its build; 0: a part to be added gets the next one
    ssPartKind kind;
    char name[SS_NAME_CAPACITY]; ///< "": its kind and number
    ssVec3 size;                 ///< box, belt, wall, ramp: lengths along x, y and z [m]
    double radius;               ///< [m]
    /// of a cylinder, hoop or turntable along its axis; of a capsule between its two centres [m]
    double length;
    const ssVec3* points; ///< hull: in coordinates of the part [m]
    int pointCount;
    ssVec3 position; ///< of the part's origin, the middle of all but hulls [m]
    ssVec3 turnDeg;  ///< its orientation as a rotation vector [°]: [0, 0, 90] is a quarter turn about z
    ssVec3 velocity; ///< at the start, of its centre of mass [m/s]
    ssVec3 omega;    ///< at the start [rad/s], world coordinates
    bool fixed;      ///< nothing moves it, except that it may shake
    double speed;    ///< belt: of its surface along its x [m/s]; turntable: about its z [rad/s]
    double shakeAmplitude; ///< of a fixed part [m]; 0: it does not shake
    double shakeFrequency; ///< [Hz]
    /// world coordinates, any length: it is at position + A (1 - cos( 2 pi f t )) of its unit vector
    ssVec3 shakeDirection;
    double density; ///< of a moving part, over the volume inside its surface [kg/m³]
    double mass;    ///< of a moving part [kg]; 0: from the density
    ssVec3 centre;  ///< of mass of a moving part, from that of a uniform one, in its coordinates [m]
    /// of a moving part, principal, about its centre of mass, in the axes of its body [kg m²]; 0: as if
    /// uniform
    ssVec3 inertia;
    ssMaterial material; ///< mu, muRoll, muSpin and restitution; a pair has the geometric mean of both sides
    /// of its contacts: the name of a shipped law, or the text of one; NULL or "": that of the world
    const char* law;
    int colour;  ///< 0 … SS_BUILD_COLOURS - 1; -1: by contact mode
    ssLook look; ///< what it seems to be made of; its friction is that of `material` all the same
    bool thrown; ///< thrown during a run: a reset removes it
} ssPart;

typedef enum ssBuildJointKind
{
    ss_buildBall,   ///< turns about the anchor
    ss_buildHinge,  ///< turns about the axis through the anchor
    ss_buildSlider, ///< slides along the axis
    ss_buildFixed,  ///< no relative motion
    ss_buildJointKindCount
} ssBuildJointKind;

/// Holds two parts at the relative pose that they have when the run begins, or when the joint is made during
/// the run. Parts that a joint connects do not touch each other.
typedef struct ssBuildJoint
{
    int id; ///< as that of a part; joints count on their own
    ssBuildJointKind kind;
    int a, b;      ///< numbers of parts; 0: the fixed world
    ssVec3 anchor; ///< in coordinates of a, or of the world [m]
    ssVec3 axis;   ///< of a hinge or slider, likewise; any length > 0
} ssBuildJoint;

/// The ground is the plane z = 0.
typedef struct ssBuildGround
{
    bool on;
    ssMaterial material;
    const char* law; ///< as that of a part
    ssLook look;
} ssBuildGround;

struct ssBuild
{
    ssPart* parts;
    int partCount;
    ssBuildJoint* joints;
    int jointCount;
    ssVec3 gravity; ///< [m/s²]
    ssBuildGround ground;
};

SS_API_ANY ssPart ssDefaultPart( ssPartKind kind );
SS_API_ANY ssBuildJoint ssDefaultBuildJoint( ssBuildJointKind kind ); ///< between the world and nothing yet
SS_API_ANY ssBuildGround ssDefaultBuildGround( void );
SS_API_ANY ssBuild ssDefaultBuild( void ); ///< the ground under gravity, without parts

SS_API_ANY const char* ssPartKindName( ssPartKind kind ); ///< "hollow-sphere"
SS_API_ANY const char* ssBuildJointKindName( ssBuildJointKind kind );
SS_API_ANY const char* ssLookName( ssLook look ); ///< "wood", as in files

SS_API_OBJECT SS_CHECKED ssResult ssBuild_Copy( const ssBuild* build, ssBuild* copy );
SS_API_OBJECT void ssBuild_Destroy( ssBuild* build );
/// A hash of everything in it.
SS_API_OBJECT uint64_t ssBuild_Hash( const ssBuild* build );
SS_API_OBJECT bool ssBuild_Equal( const ssBuild* a, const ssBuild* b );

SS_API_OBJECT const ssPart* ssBuild_Part( const ssBuild* build, int id ); ///< NULL: there is none
SS_API_OBJECT const ssBuildJoint* ssBuild_Joint( const ssBuild* build, int id );
/// "box 3", or the name that it was given.
SS_API_ANY void ssPart_Name( const ssPart* part, char* text, int capacity );

/// Refuses what cannot be built. The message names the part, the key, the value and what is allowed.
SS_API_ANY SS_CHECKED ssResult ssPart_Validate( const ssPart* part );
SS_API_OBJECT SS_CHECKED ssResult ssBuild_Validate( const ssBuild* build );

// ------------------------------------------------------------------------------------------- what parts have

typedef enum ssPartFieldKind
{
    ss_fieldNumber,  ///< a double
    ss_fieldVector,  ///< an ssVec3
    ss_fieldFlag,    ///< a bool
    ss_fieldInteger, ///< an int
    ss_fieldChoice,  ///< an enum, by one of `names`
} ssPartFieldKind;

/// A number, vector or flag of a part: what a panel shows and a file
/// names. Name, points and law are not among them.
typedef struct ssPartField
{
    const char* key;    ///< "shake_frequency"
    const char* symbol; ///< "f"
    const char* label;  ///< "frequency of shaking"
    const char* unit;
    const char* doc;
    ssPartFieldKind kind;
    size_t offset;                 ///< in ssPart
    double min, max;               ///< range of a slider
    double allowedMin, allowedMax; ///< what is accepted, of each component
    bool positive;                 ///< allowedMin itself is not accepted
    const char* const* names;      ///< of a choice: allowedMax + 1 of them
} ssPartField;

SS_API_ANY int ssPartFieldCount( void );
SS_API_ANY const ssPartField* ssGetPartField( int index );
/// Does the part have this number? It depends on its kind and on whether it is fixed.
SS_API_ANY bool ssPart_Has( const ssPart* part, const ssPartField* field );
/// May parts of this kind move? The others are always fixed.
SS_API_ANY bool ssPartKind_CanMove( ssPartKind kind );

// ------------------------------------------------------------------------------------------------ operations

typedef enum ssBuildOp
{
    ss_buildAddPart,     ///< `part`; with the number 0 it gets the next one, which is put there
    ss_buildChangePart,  ///< `part` takes the place of the one with its number
    ss_buildRemovePart,  ///< the part `id` with its joints
    ss_buildAddJoint,    ///< `joint`, likewise
    ss_buildChangeJoint, ///< `joint` takes the place of the one with its number
    ss_buildRemoveJoint, ///< the joint `id`
    ss_buildSetGravity,  ///< `gravity`
    ss_buildSetGround,   ///< `ground`
    ss_buildSetAll,      ///< `all` takes the place of everything
    ss_buildOpCount
} ssBuildOp;

/// One change of a build.
typedef struct ssBuildEdit
{
    ssBuildOp op;
    ssPart part;
    ssBuildJoint joint;
    int id;
    ssVec3 gravity;
    ssBuildGround ground;
    const ssBuild* all;
} ssBuildEdit;

SS_API_ANY const char* ssBuildOpName( ssBuildOp op ); ///< "add", "change", …, as in files

/// Applies one change. A refusal changes nothing.
SS_API_OBJECT SS_CHECKED ssResult ssBuild_Apply( ssBuild* build, ssBuildEdit* edit );
/// A copy that owns its texts, points and build.
SS_API_OBJECT SS_CHECKED ssResult ssBuildEdit_Copy( const ssBuildEdit* edit, ssBuildEdit* copy );
SS_API_OBJECT void ssBuildEdit_Destroy( ssBuildEdit* edit );

// ------------------------------------------------------------------------------------------------------ text

/// Reads a build from the JSON text of engine/FORMS.md. After a refusal there is nothing to destroy.
SS_API_ANY SS_CHECKED ssResult ssParseBuild( const char* text, size_t length, ssBuild* build );
/// Writes one; the caller frees the text with ssRelease. NULL when memory runs out.
SS_API_OBJECT char* ssFormatBuild( const ssBuild* build );
/// The same for one operation, as in the edits of a scene: {"add": {"kind": "box", …}}.
SS_API_ANY SS_CHECKED ssResult ssParseBuildEdit( const char* text, size_t length, ssBuildEdit* edit );
SS_API_OBJECT char* ssFormatBuildEdit( const ssBuildEdit* edit );

// ------------------------------------------------------------------------------------------------------ runs

/// Gives the run a build, of which it keeps a copy, or with NULL none. See
/// ssSimDef_SetLaw for how long the descriptor lives.
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_SetBuild( ssSimDef* def, const ssBuild* build );
/// The build in force, NULL: none. It lives until the next change.
SS_API_OBJECT const ssBuild* ssSim_Build( const ssSim* sim );
/// Exchanges the whole build between two steps; NULL takes it away, which begins the
/// run anew. At t = 0 the run begins with it.
SS_API_OBJECT SS_CHECKED ssResult ssSim_SetBuild( ssSim* sim, const ssBuild* build );
/// Applies one operation between two steps. Without a build the present bodies become one first
/// (ssSim_MakeBuild). A refusal changes nothing.
SS_API_OBJECT SS_CHECKED ssResult ssSim_EditBuild( ssSim* sim, ssBuildEdit* edit );
/// The present bodies as a build, at their present places: a copy of the build in force, or of what a
/// run without one has. The caller destroys it.
SS_API_OBJECT SS_CHECKED ssResult ssSim_MakeBuild( const ssSim* sim, ssBuild* build );

/// A part as it is now.
struct ssPartState
{
    ssPose pose;            ///< of the part's coordinates
    ssVec3 velocity, omega; ///< of its centre of mass
    ssVec3 centre;          ///< of mass [m]
    double mass;            ///< [kg]; 0: fixed
    int body;               ///< its number in views and for drags, >= 0; -1 - k: the fixed body k
    const ssShape* shape;   ///< until the next change
    ssPose shapePose;
};

SS_API_OBJECT bool ssSim_PartState(
    const ssSim* sim, int id, ssPartState* state ); ///< false: there is no such part

/// The pose that a part was given.
SS_API_ANY ssPose ssPart_Pose( const ssPart* part );
/// Puts a part at a pose.
SS_API_OBJECT void ssPart_SetPose( ssPart* part, ssPose pose );
/// The body of a valid part at its given pose, without its law, and the pose of the part's
/// coordinates in those of the body: the axes of a hull are the principal ones. Refuses points that
/// make no hull. The caller releases def->shape.hull.
SS_API_ANY SS_CHECKED ssResult ssPart_Body( const ssPart* part, ssBodyDef* def, ssPose* frame );
