// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/renderer.h"
#include <epoxy/gl.h>

// What the files of the renderer share. renderer.c owns the objects and the order of the passes,
// renderer_scene.c draws ground, shadows and spheres, renderer_solids.c boxes and cylinders, renderer_strokes.c sets and
// lines, renderer_glyphs.c cones, arrows and trails, renderer_ambient.c the shade between bodies;
// occlusion.c and glyph_sieve.c choose what is drawn of more than can be read.

// A buffer of instances on its way to the GPU: memory on both sides grows and is kept.
typedef struct gfxStream
{
    GLuint vertexArray, buffer;
    size_t bufferSize; // [bytes] on the GPU
    float* data;
    int capacity; // [floats]
    int count;    // [floats] in use
} gfxStream;

typedef struct gfxProgram
{
    GLuint id;
    // -1 where the program has no such uniform, which GL ignores when set.
    GLint planeOrigin, planeNormal, planeTangent, planeHalf, grid, opacity, segments, part, width, depths,
        shades, reach, corner;
} gfxProgram;

typedef enum gfxProgramId
{
    gfx_programBackground,
    gfx_programGround,
    gfx_programShadow,
    gfx_programSphere,
    gfx_programCone,
    gfx_programOutline,
    gfx_programArrow,
    gfx_programTrail,
    gfx_programSolid,
    gfx_programStroke,
    gfx_programFill,
    gfx_programAmbient,
    gfx_programAmbientSmooth,
    gfx_programAmbientApply,
    gfx_programCount
} gfxProgramId;

typedef struct gfxDepthKey
{
    float depth;
    int index;
    bool hidden; // behind other spheres
} gfxDepthKey;

// The screen in tiles, each with the nearest depth at which a sphere covers it; empty where spheres are few.
typedef struct gfxTiles
{
    float* nearest;
    int capacity, columns, rows;
    float size; // [px]
    bool filled;
} gfxTiles;

// Shade between bodies, see renderer_ambient.c; textures of the viewport's size, made when first needed.
typedef struct gfxAmbient
{
    GLuint depths, shades[2], targets[2];
    int width, height;
    bool failed;
} gfxAmbient;

struct gfxRenderer
{
    gfxProgram programs[gfx_programCount];
    GLuint frameBuffer;      // uniform block Frame
    GLuint emptyVertexArray; // for shaders that need only gl_VertexID
    gfxStream spheres, cones, arrows, trails, shadows, solids, fills;
    gfxStream strokes; // edges, outlines, lines
    gfxStream marks;   // lines that explain a contact: seen faintly also where a body hides them
    gfxStream chains;  // lines of force, seen through the bodies
    GLuint meshBuffer; // vertices of all kinds of solids
    int meshFirst[3], meshCount[3];
    int solidFirst[3], solidCount[3]; // instances of each kind this frame
    gfxDepthKey* keys;                // spheres from back to front
    int keyCapacity;
    int sphereShown; // of the rows in `spheres`; the others only cast shadows
    gfxTiles tiles;  // what spheres cover, see gfxHideSpheres
    int glyphsAsked, glyphsDrawn;
    gfxAmbient ambient;
};

// One call of gfxRender.
typedef struct gfxFrame
{
    const gfxDrawList* list;
    const gfxCamera* camera;
    const gfxPalette* palette;
    const gfxStyle* style;
    float lineScale;
    float largest[3]; // of each quantity's arrows, in physical units
    float mostEnergy; // of a body [J]
    float bodySize;   // mean radius of the spheres [m]
    float eye[3], forward[3], right[3], up[3];
    float screen[2];  // [px]
    float pixelAngle; // metres per pixel one metre ahead
} gfxFrame;

// Room for `floats` more floats at the end, or NULL when memory is short.
float* gfxStream_Append( gfxStream* stream, int floats );
void gfxStream_Upload( gfxStream* stream );

// How far a point is before the eye [m].
float gfxAhead( const gfxFrame* frame, const float point[3] );

enum
{
    gfx_sieveBins = 2048
};

// Chooses among glyphs of one kind: first all are offered, then each asks in the same order.
typedef struct gfxSieve
{
    gfxRenderer* renderer;
    const gfxFrame* frame;
    bool inSight; // drops what is buried
    int most, floor, room;
    int counts[gfx_sieveBins];
} gfxSieve;

gfxSieve gfxBeginSieve( gfxRenderer* renderer, const gfxFrame* frame, bool inSight, int most );
void gfxSieve_Offer( gfxSieve* sieve, const float point[3], float value );
void gfxSieve_Settle( gfxSieve* sieve );
bool gfxSieve_Keep( gfxSieve* sieve, const float point[3], float value );

// The colour that a mode or an energy gives to a body; alpha 0: its own.
void gfxTint( const gfxFrame* frame, int mode, float energy, float tint[4] );

enum
{
    gfx_sphereFloats = 12,
    gfx_shadowFloats = 4
};

// Marks spheres that lie wholly behind others; `keys` from back to front.
void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame, gfxDepthKey* keys, int count );
// How far a point lies behind the middle of the sphere that is seen there [m]; beside the picture: endlessly.
float gfxDepthBehind( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] );
// Is this point so far behind spheres that nobody looks for it there?
bool gfxIsBuried( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] );
void gfxFillSpheres( gfxRenderer* renderer, const gfxFrame* frame );
// `below`: the planes the eye looks at from below, which are glass; otherwise those it looks at from above.
void gfxDrawPlanes( gfxRenderer* renderer, const gfxFrame* frame, bool below );
void gfxDrawSpheres( gfxRenderer* renderer, const gfxFrame* frame );

// `x`, `y`: the viewport's lower left in the framebuffer.
void gfxDrawAmbient( gfxRenderer* renderer, const gfxFrame* frame, int x, int y );
void gfxDestroyAmbient( gfxAmbient* ambient );

void gfxFillGlyphs( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawTrails( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawGlyphs( gfxRenderer* renderer, const gfxFrame* frame );

// A straight piece of a line, `width` pixels wide, with round ends; the ends may coincide: a dot.
void gfxAddStroke( gfxStream* stream, const float from[3], const float to[3], const float color[3],
    float alpha, float width );

void gfxCreateMeshes( gfxRenderer* renderer );
void gfxFillSolids( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawSolids( gfxRenderer* renderer );

void gfxFillStrokes( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawFills( gfxRenderer* renderer );
void gfxDrawStrokes( gfxRenderer* renderer, const gfxStream* stream, float opacity );
