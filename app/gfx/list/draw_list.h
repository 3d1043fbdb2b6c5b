// SPDX-License-Identifier: MIT
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One state as arrays of floats, from the simulation to the window. Buffers are kept, so a steady scene
// allocates nothing. Forces, moments and velocities have physical size; `scale` is a unit's length.

enum
{
    gfx_labelText = 64, // [bytes] of a label, including the final zero
    gfx_longest = 64    // arrows of each quantity among which those with labels are chosen
};

typedef struct gfxPlane
{
    float origin[3], normal[3], tangent[3];
    float half[2]; // [m] half its size along the tangent and across; 0: an infinite plane
    float shift;   // [m] of its lines, perpendicular to them
    bool grooved;  // has lines along the tangent only
    int look;      // ssLook
} gfxPlane;

typedef struct gfxSphere
{
    float center[3], radius;
    float orientation[4]; // x, y, z, w: the order of the shaders
    int body;             // for picking; -1: not pickable
    int mode;             // ssContactMode
    int paint;            // k + 1: colour k of the ghosts; 0: none
    int look;             // ssLook
    float energy;         // [J]
} gfxSphere;

typedef struct gfxSolid
{
    int kind;                     // ssDrawSolidKind
    int body;                     // for picking; -1: not pickable
    int mode;                     // ssContactMode
    bool fixed;                   // part of the scenery
    bool seamless;                // without edges
    int paint;                    // k + 1: colour k of the ghosts; 0: none
    int look;                     // ssLook
    float energy;                 // [J]
    float hole;                   // of a cylinder: its radius [m]; 0: none
    int firstCorner, cornerCount; // of a hull: corners of its triangles in `hullCorners`
    int firstEdge, edgeCount;     // of a hull: edges in `hullEdges`
    float center[3], half[3];
    float orientation[4]; // x, y, z, w
} gfxSolid;

typedef struct gfxArrow
{
    float origin[3], vector[3]; // the vector is in physical units
    int quantity;               // ssQuantity
    char symbol[16];
} gfxArrow;

typedef struct gfxCone
{
    float apex[3], normal[3];
    float height, slope; // the height is in newtons
    int mode;
} gfxCone;

typedef struct gfxDisc
{
    float center[3], normal[3];
    float radius; // in physical units
    int quantity;
    int mode;
} gfxDisc;

// The outline of a planar set: `count` points from `first` on in `setPoints`, in newtons along two axes.
typedef struct gfxSet
{
    int role; // ssDrawSetRole
    int mode;
    float origin[3], axis1[3], axis2[3];
    int first, count;
} gfxSet;

// A polyline other than a trail: `count` points from `first` on in `linePoints`.
typedef struct gfxLine
{
    int role; // ssDrawLineRole
    int first, count;
} gfxLine;

typedef struct gfxContact
{
    float point[3], normal[3];
    float size;     // of the smaller body [m]
    float force;    // r_N [N]
    float shift[3]; // from the point to where the normal force acts [m]: N × m_R / r_N
    float radius;   // mu_r: the largest shift that the law allows [m]
    int mode;
    bool grounded; // against the fixed surroundings: its force chain goes one way only
} gfxContact;

typedef struct gfxLabel
{
    float position[3];
    int mode;
    int ghost; // 1 … SS_GHOST_COLORS: takes the colour of this ghost instead of that of the mode
    bool small;
    char text[gfx_labelText];
} gfxLabel;

struct ssContactView;

typedef struct gfxDrawList
{
    uint32_t flags; // ssDrawFlags it was filled with
    // Receives the contacts as well while the list is filled; may be NULL.
    void ( *contactSink )( void* context, int count, const struct ssContactView* contacts );
    void* contactContext;
    // Is the contact of this place in the state shown? Asked after the sink has received it; NULL: all are.
    bool ( *contactShown )( const void* context, int index );
    int contactsPassed, nextGlyphs; // contacts so far; the one whose glyphs are asked for next
    bool tooManyContacts; // more than can be read: only contacts between the focus bodies get glyphs
    bool focusOnly; // few contacts, but only the selected one gets glyphs: those of all would hide the bodies
    bool built;     // by hand: what it is about are its moving bodies, whatever bounds are stated
    int focusA, focusB;                    // bodies of the selected contact
    double focusPoint[3];                  // where it was a moment ago: bodies can touch in several points
    double focusNearest[3], focusDistance; // the one of their contacts that is nearest to it, and how near
    float boundsCenter[3], boundsRadius;
    float scale[3];   // per ssQuantity: metres per newton, newton metre, metre per second
    float limit[3];   // the largest scale at which all glyphs fit; 0: there are none
    bool broken[3];   // shorter than the scale of the run would have them: arrows are drawn broken
    float largest[3]; // arrow of each quantity, in physical units
    // If too many: the longest named arrows of each quantity, in any order, and the number of named ones.
    int longest[3][gfx_longest], longestCount[3], namedCount;

    gfxPlane* planes;
    gfxSphere* spheres;
    gfxSolid* solids;
    gfxSet* sets;
    gfxLine* lines;
    gfxContact* contacts;
    float largestForce; // r_N among these contacts [N]
    float actionFactor; // by which shifts are enlarged to be visible: 1, 2, 5, 10 …
    gfxArrow* arrows;
    gfxCone* cones;
    gfxDisc* discs;
    gfxLabel* labels;
    float ( *trailPoints )[3]; // of all trails, one after the other
    int* trailCounts;          // points of each trail
    float ( *hullCorners )[6]; // place and normal, in the frame of the hull
    float ( *hullEdges )[6];   // both ends, likewise
    float ( *setPoints )[2];
    float ( *linePoints )[3];
    int planeCount, planeCapacity;
    int sphereCount, sphereCapacity;
    int hullCornerCount, hullCornerCapacity;
    int hullEdgeCount, hullEdgeCapacity;
    int solidCount, solidCapacity;
    int contactCount, contactCapacity;
    int setCount, setCapacity, setPointCount, setPointCapacity;
    int lineCount, lineCapacity, linePointCount, linePointCapacity;
    int arrowCount, arrowCapacity;
    int coneCount, coneCapacity;
    int discCount, discCapacity;
    int labelCount, labelCapacity;
    int trailPointCount, trailPointCapacity;
    int trailCount, trailCapacity;
} gfxDrawList;

void gfxDrawList_Clear( gfxDrawList* list ); // clears the content, keeps memory and scale
void gfxDrawList_Free( gfxDrawList* list );

/// The nearest finite float; 0 for a number that is not finite.
static inline float gfxToFloat( double x )
{
    const double largest = (double)FLT_MAX;
    if ( fabs( x ) <= largest ) { return (float)x; }
    return isfinite( x ) ? ( x > 0.0 ? FLT_MAX : -FLT_MAX ) : 0.0f;
}
