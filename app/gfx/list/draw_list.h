// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What one state looks like, in floats: filled on the simulation's side, read on the window's side. No GL
// here. Buffers grow and are kept, so that a steady scene allocates nothing per frame. Forces, moments and
// velocities keep their physical size; `scale` says how many metres one unit is drawn.

enum
{
    gfx_labelText = 64
};

typedef struct gfxPlane
{
    float origin[3], normal[3], tangent[3];
    float half[2]; // its size along the tangent and across; 0: without end
    float shift;   // of its lines, across themselves
    bool grooved;  // lines along the tangent only
} gfxPlane;

typedef struct gfxSphere
{
    float center[3], radius;
    float orientation[4]; // x, y, z, w: the order shaders like
    int body;             // for picking; -1: not pickable
    int mode;             // ssContactMode
    float energy;         // [J]
} gfxSphere;

typedef struct gfxSolid
{
    int kind; // ssDrawSolidKind
    int body; // for picking; -1: not pickable
    int mode; // ssContactMode
    bool fixed;
    float energy;
    float center[3], half[3];
    float orientation[4]; // x, y, z, w
} gfxSolid;

typedef struct gfxArrow
{
    float origin[3], vector[3]; // vector in physical units
    int quantity;               // ssQuantity
    char symbol[16];
} gfxArrow;

typedef struct gfxCone
{
    float apex[3], normal[3];
    float height, slope; // height in newtons
    int mode;
} gfxCone;

typedef struct gfxDisc
{
    float center[3], normal[3];
    float radius; // physical units
    int quantity;
    int mode;
} gfxDisc;

// The outline of a planar set: `count` points of `setPoints`, in newtons along two axes.
typedef struct gfxSet
{
    int role; // ssDrawSetRole
    int mode;
    float origin[3], axis1[3], axis2[3];
    int first, count;
} gfxSet;

// A polyline that is no trail: `count` points of `linePoints`.
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
    float radius;   // mu_r: how far that may be [m]
    int mode;
    bool grounded; // on what stands still: its force chain goes up only
} gfxContact;

typedef struct gfxLabel
{
    float position[3];
    int mode;
    int ghost; // 1 … 4: a colour of the ghosts instead
    char text[gfx_labelText];
} gfxLabel;

struct ssContactView;

typedef struct gfxDrawList
{
    uint32_t flags; // ssDrawFlags it was filled with
    // Who else wants to see the contacts while the list is filled; NULL: nobody.
    void ( *contactSink )( void* context, int count, const struct ssContactView* contacts );
    void* contactContext;
    bool tooManyContacts; // too many contacts to read: only those of the focus get glyphs
    int focusA, focusB;   // bodies of the contact that is looked into
    float boundsCenter[3], boundsRadius;
    float scale[3]; // per ssQuantity: metres per newton, newton metre, metre per second

    gfxPlane* planes;
    gfxSphere* spheres;
    gfxSolid* solids;
    gfxSet* sets;
    gfxLine* lines;
    gfxContact* contacts;
    float strongest;    // r_N of these contacts [N]
    float actionFactor; // by how much shifts are enlarged to be seen: 1, 2, 5, 10 …
    gfxArrow* arrows;
    gfxCone* cones;
    gfxDisc* discs;
    gfxLabel* labels;
    float ( *trailPoints )[3]; // all trails one after another
    int* trailCounts;          // points per trail
    float ( *setPoints )[2];
    float ( *linePoints )[3];
    int planeCount, planeCapacity;
    int sphereCount, sphereCapacity;
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

void gfxDrawList_Clear( gfxDrawList* list ); // forgets content, keeps memory and scale
void gfxDrawList_Free( gfxDrawList* list );
