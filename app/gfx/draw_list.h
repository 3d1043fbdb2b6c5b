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
} gfxPlane;

typedef struct gfxSphere
{
    float center[3], radius;
    float orientation[4]; // x, y, z, w: the order shaders like
    int body;             // for picking; -1: not pickable
    int mode;             // ssContactMode
} gfxSphere;

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

typedef struct gfxLabel
{
    float position[3];
    int mode;
    char text[gfx_labelText];
} gfxLabel;

typedef struct gfxDrawList
{
    uint32_t flags; // ssDrawFlags it was filled with
    float boundsCenter[3], boundsRadius;
    float scale[3]; // per ssQuantity: metres per newton, newton metre, metre per second

    gfxPlane* planes;
    gfxSphere* spheres;
    gfxArrow* arrows;
    gfxCone* cones;
    gfxDisc* discs;
    gfxLabel* labels;
    float ( *trailPoints )[3]; // all trails one after another
    int* trailCounts;          // points per trail
    int planeCount, planeCapacity;
    int sphereCount, sphereCapacity;
    int arrowCount, arrowCapacity;
    int coneCount, coneCapacity;
    int discCount, discCapacity;
    int labelCount, labelCapacity;
    int trailPointCount, trailPointCapacity;
    int trailCount, trailCapacity;
} gfxDrawList;

void gfxDrawList_Clear( gfxDrawList* list ); // forgets content, keeps memory and scale
void gfxDrawList_Free( gfxDrawList* list );

// Room for `needed` items of `size` bytes: returns `items`, moved when it had to grow, or NULL when memory is
// short; then `items` and its capacity stay as they were.
void* gfxGrow( void* items, int* capacity, int needed, size_t size );
