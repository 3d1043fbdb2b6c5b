// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// An orbit camera over a world where z is up. Screen coordinates are pixels from the viewport's upper left.

typedef struct gfxViewport
{
    float x, y, width, height; // in framebuffer pixels, from the window's upper left
} gfxViewport;

typedef struct gfxCamera
{
    float yaw, pitch; // [rad]; at yaw 0 it looks along +y, at pitch > 0 downwards
    float distance;   // from the target [m]
    float target[3];
    float fieldOfView; // vertical [rad]
} gfxCamera;

gfxCamera gfxDefaultCamera( void );
void gfxCamera_Orbit( gfxCamera* camera, float dx, float dy, const gfxViewport* viewport ); // of a drag [px]
void gfxCamera_Pan( gfxCamera* camera, float dx, float dy, const gfxViewport* viewport );
#define GFX_ZOOM_PER_NOTCH 0.14f // of the wheel: the logarithm by which the distance shrinks
// Zooms towards the point under the cursor (on the plane through the target that faces the camera).
void gfxCamera_Zoom( gfxCamera* camera, float notches, float x, float y, const gfxViewport* viewport );
// Makes a sphere fill the viewport.
void gfxCamera_Frame( gfxCamera* camera, const float center[3], float radius, const gfxViewport* viewport );
// The distance from the target at which a sphere is wholly in the view.
float gfxCamera_DistanceFor(
    const gfxCamera* camera, const float center[3], float radius, const gfxViewport* viewport );

void gfxCamera_Eye( const gfxCamera* camera, float eye[3] );
// Column-major view and projection matrices.
void gfxCamera_Matrices(
    const gfxCamera* camera, const gfxViewport* viewport, float view[16], float projection[16] );
// False when the point is behind the eye.
bool gfxCamera_Project(
    const gfxCamera* camera, const gfxViewport* viewport, const float point[3], float screen[2] );
// The same for many points, with what they have in common computed once.
typedef struct gfxProjector
{
    float eye[3], right[3], up[3], forward[3];
    float middle[2]; // of the viewport [px]
    float focal;     // [px]
    float nearest;   // [m]
} gfxProjector;

gfxProjector gfxCamera_Projector( const gfxCamera* camera, const gfxViewport* viewport );
bool gfxProjector_Project( const gfxProjector* projector, const float point[3], float screen[2] );
// The ray through a pixel; the direction has length 1.
void gfxCamera_Ray( const gfxCamera* camera, const gfxViewport* viewport, float x, float y, float origin[3],
    float direction[3] );
