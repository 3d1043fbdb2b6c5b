// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/renderer.h"
#include "gfx/render/stream.h"
#include <epoxy/gl.h>
#include <stdatomic.h>
#include <stdint.h>

// What the files of the renderer share. renderer.c owns the OpenGL objects and the order of the passes;
// renderer_scene.c draws ground and shadows, renderer_spheres.c spheres, renderer_solids.c boxes, cylinders
// and capsules, renderer_strokes.c sets and lines, renderer_glyphs.c cones, arrows and trails,
// renderer_ambient.c the shade between bodies, renderer_ghosts.c the bodies of other runs. occlusion.c finds
// hidden spheres, and glyph_sieve.c chooses among more glyphs than can be read.

typedef struct gfxProgram
{
    GLuint id;
    // Locations of the uniforms; -1 where the program has no such uniform, which OpenGL ignores.
    GLint planeOrigin, planeNormal, planeTangent, planeHalf, grid, opacity, segments, part, width, depths,
        shades, reach, corner, ghost, tint;
} gfxProgram;

typedef enum gfxProgramId
{
    gfx_programBackground,
    gfx_programGround,
    gfx_programShadow,
    gfx_programSolidShadow,
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

// A sphere as seen from the eye: to the right, up and ahead [m].
typedef struct gfxSpot
{
    float at[3], radius;
} gfxSpot;

// A sphere on the screen [px], from the lower left; see gfxCircleOf.
typedef struct gfxCircle
{
    float x, y, outer, inner;
    float front, middle; // depth of its nearest point and of its centre [m]; 0: it is around the eye
} gfxCircle;

typedef struct gfxRectangle
{
    float x0, y0, x1, y1; // [px] from the viewport's lower left
} gfxRectangle;

// An instance of a sphere.
typedef struct gfxSphereRow
{
    float center[3], radius;
    int16_t turn[4]; // quaternion
    uint8_t tint[4]; // with alpha 0 it keeps its own colour
    uint8_t box[4];  // the part of its square that is drawn, from the lower left to the upper right
} gfxSphereRow;

// The tiles in which a sphere is seen: columns and rows.
typedef struct gfxBox
{
    _Atomic int first[2], last[2];
} gfxBox;

typedef struct gfxDepthKey
{
    uint32_t depth; // from the farthest on
    int index;
} gfxDepthKey;

// The spheres of the list on their way to the screen. Memory grows and is kept.
typedef struct gfxSphereViews
{
    gfxSpot* spots; // of all spheres
    int total;
    float nearest, farthest; // of those not behind the eye [m]
    gfxDepthKey *keys, *spare;
    gfxCircle* circles;          // from back to front
    _Atomic unsigned char* seen; // likewise: not hidden by others
    gfxBox* boxes;               // likewise
    int count;
    int* shown; // places of those that are drawn, from back to front
    int shownCount;
    bool* casts; // of all spheres: shades a plane
    int capacity;
    struct gfxSurvey* surveys;
    int surveyCapacity;
} gfxSphereViews;

// The screen divided into tiles, see occlusion.c. Not filled when there are few spheres.
typedef struct gfxTiles
{
    float* nearest; // [m] depth from which on nothing shines through
    float* left;    // share that does
    int capacity, columns, rows;
    float* closed; // of blocks of tiles: depth from which on nothing shines through any tile of them
    int blockCapacity, blockColumns;
    float size, inverse; // [px], and its inverse
    bool filled;
} gfxTiles;

// Shade between bodies (renderer_ambient.c): textures of the viewport's size, made when needed.
typedef struct gfxAmbient
{
    GLuint depths, shades[2], targets[2];
    GLuint copy; // the framebuffer of `depths`, into which OpenGL ES copies
    int width, height;
    bool failed; // this OpenGL cannot draw into the textures
} gfxAmbient;

enum
{
    gfx_meshKinds = 4 // box, cylinder, capsule, hoop
};

// Instances of solids in a stream, by kind.
typedef struct gfxSolidRanges
{
    int first[gfx_meshKinds], count[gfx_meshKinds];
} gfxSolidRanges;

struct gfxRenderer
{
    gfxProgram programs[gfx_programCount];
    gfxRing ring;            // holds the instances and the uniform block Frame
    GLuint emptyVertexArray; // for shaders that need only gl_VertexID
    gfxStream spheres, cones, arrows, trails, shadows, solids, hulls, fills;
    gfxStream strokes; // edges, outlines, lines
    float widestCone;  // [px]
    int coneCount;     // in `cones`, before the discs
    bool insideCone;   // the eye is in the direction of the inside of one
    gfxStream marks;   // lines that explain a contact; drawn faintly where a body hides them
    gfxStream chains;  // force chains, drawn through the bodies
    GLuint meshBuffer; // vertices of all kinds of solids
    int meshFirst[gfx_meshKinds], meshCount[gfx_meshKinds];
    gfxSolidRanges solidRanges; // instances of each kind in this frame
    gfxSphereViews views;
    gfxTiles tiles; // see gfxHideSpheres
    struct gfxSifted* sifted;
    int* siftedCounts;
    int siftedCapacity, siftedCountCapacity;
    double cullSeconds;
    int glyphsAsked, glyphsDrawn;
    gfxAmbient ambient;
    gfxGhost ghosts[gfx_maxGhosts];
    int ghostCount;
    gfxStream ghostSpheres, ghostSolids, ghostHulls, ghostEdges;
};

// The data of one call of gfxRender.
typedef struct gfxFrame
{
    const gfxDrawList* list;
    const gfxCamera* camera;
    const gfxPalette* palette;
    const gfxStyle* style;
    float lineScale;
    float largestEnergy; // of a body [J]
    float meanForce;     // of the contacts [N]
    float bodySize;      // mean radius of the spheres [m]
    gfxRectangle extent; // where spheres can shade something
    float lowest;        // height of a centre above the first plane, in radii
    gfxRectangle hidden; // behind spheres, where nothing needs to be drawn before them
    int corner[2];       // lower left of the viewport in the framebuffer [px]
    float eye[3], forward[3], right[3], up[3];
    float screen[2];  // [px]
    float pixelAngle; // metres per pixel at a distance of one metre
    float near;       // distance of the near plane [m]
} gfxFrame;

// How far a point is in front of the eye [m].
float gfxAhead( const gfxFrame* frame, const float point[3] );
// How many pixels a length [m] has at a point; a large number at the eye.
float gfxPixelsOf( const gfxFrame* frame, const float point[3], float length );
// How many corners make a circle of this radius [px] look round; at most `most`.
int gfxCornersOf( float radius, int most );

enum
{
    gfx_sieveBins = 2048,
    gfx_sieveKinds = 3
};

// What decides whether a glyph is drawn.
typedef struct gfxGlyph
{
    const float* point; // where it is; NULL: it is not asked for
    float value;        // its size
    int kind;           // up to gfx_sieveKinds, which do not compete for room
} gfxGlyph;

// The glyph of an index; called from several threads.
typedef gfxGlyph gfxGlyphOf( const gfxFrame* frame, int index );

typedef struct gfxSieveDef
{
    gfxGlyphOf* glyphOf;
    int count;
    bool inSight; // drops glyphs that are buried
    int limit;    // glyphs of each kind to keep at most
} gfxSieveDef;

// Chooses among glyphs. There is one sieve at a time: its memory is the renderer's.
typedef struct gfxSieve
{
    gfxRenderer* renderer;
    const gfxFrame* frame;
    gfxGlyphOf* glyphOf;
    bool inSight;
    struct gfxSifted* sifted; // those that may be drawn, at the beginning of each block
    int* counts;              // of them in each block
    int blocks;
    int block, place;          // of the next one
    int floor[gfx_sieveKinds]; // the lowest bin of which some are kept
    int room[gfx_sieveKinds];  // glyphs of that bin that are still to be kept
} gfxSieve;

gfxSieve gfxSieveGlyphs( gfxRenderer* renderer, const gfxFrame* frame, const gfxSieveDef* def );
// The next glyph to draw, in the order of their indices; -1 when there are no more.
int gfxSieve_Next( gfxSieve* sieve );

// What decides about the colour of a body.
typedef struct gfxInk
{
    int mode, paint, look;
    float energy;
} gfxInk;

// The colour that a mode, an energy, its paint or its look gives to a body; with alpha 0 it keeps its own,
// and with one above 0.97 the shaders draw the look (common.glsl).
void gfxTint( const gfxFrame* frame, gfxInk ink, float tint[4] );
// The tint of a look alone, that of ss_lookPlain unchanged.
void gfxLookTint( int look, float tint[4] );

enum
{
    gfx_shadowFloats = 4
};

gfxSpot gfxSpotOf( const gfxFrame* frame, const float point[3], float radius );
gfxCircle gfxCircleOf( const gfxFrame* frame, const gfxSpot* spot );
// True when a sphere is well in front of the eye.
bool gfxIsAhead( const gfxSpot* spot );
// Extends the rectangle by the outline of a sphere of another radius at the same place.
void gfxRectangle_Include( gfxRectangle* r, const gfxFrame* frame, const gfxSpot* spot, float radius );

// Marks spheres that do not lie entirely behind others, and finds the part of them that is seen.
void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame );
// Cuts the square of the sphere at a place, from back to front, down to the part that is seen.
void gfxCutSquare( const gfxRenderer* renderer, const gfxFrame* frame, int place, uint8_t box[4] );
// A large rectangle through whose spheres nothing shines; empty when there is none.
gfxRectangle gfxHiddenRectangle( const gfxRenderer* renderer, const gfxFrame* frame );
bool gfxIsCircleHidden( const gfxRenderer* renderer, const gfxFrame* frame, const gfxCircle* circle );
// How far a point lies behind the centre of the sphere visible there [m]; FLT_MAX: outside.
float gfxDepthBehind( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] );
// True when a point lies so far behind spheres that nobody looks for it there.
bool gfxIsBuried( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] );

// Finds what all spheres have in common: the first of these functions to call.
void gfxSurveySpheres( gfxRenderer* renderer, gfxFrame* frame );
void gfxPackSphere( gfxSphereRow* row, const gfxSphere* sphere, const float tint[4] );
void gfxFillSpheres( gfxRenderer* renderer, const gfxFrame* frame );
void gfxAddSphereShadows( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawSpheres( gfxRenderer* renderer );
void gfxFreeViews( gfxSphereViews* views );

// What shows where no plane is opaque.
void gfxDrawBackground( gfxRenderer* renderer, const gfxFrame* frame );
// With `below` it draws the planes that the eye sees from below, as glass; otherwise those seen from above.
void gfxDrawPlanes( gfxRenderer* renderer, const gfxFrame* frame, bool below );

// `x` and `y` are the lower left corner of the viewport in the framebuffer.
void gfxDrawAmbient( gfxRenderer* renderer, const gfxFrame* frame, int x, int y );
void gfxDestroyAmbient( gfxAmbient* ambient );

void gfxFillGlyphs( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawTrails( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawGlyphs( gfxRenderer* renderer, const gfxFrame* frame );

// Adds a straight line `width` pixels wide with round ends; a dot when both ends coincide.
void gfxAddStroke( gfxStream* stream, const float from[3], const float to[3], const float color[3],
    float alpha, float width );

void gfxCreateMeshes( gfxRenderer* renderer );
void gfxFillSolids( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawSolids( gfxRenderer* renderer );
// The shadows of all solids on the plane that is set.
void gfxDrawSolidShadows( gfxRenderer* renderer );
// Adds the moving solids of a list in one colour to streams: instances, hulls, and the edges of both.
gfxSolidRanges gfxFillGhostSolids( gfxStream* stream, gfxStream* hulls, gfxStream* edges,
    const gfxFrame* frame, const gfxDrawList* list, const float color[3], float edgeAlpha );
// Draws the hulls of a stream.
void gfxDrawHulls( gfxRenderer* renderer, const gfxStream* stream );
// Draws the solids of a stream that gfxCreateMeshes has made.
void gfxDrawSolidRanges( gfxRenderer* renderer, gfxStream* stream, const gfxSolidRanges* ranges );

// Draws the ghosts, and forgets them.
void gfxDrawGhosts( gfxRenderer* renderer, const gfxFrame* frame );

void gfxFillStrokes( gfxRenderer* renderer, const gfxFrame* frame );
void gfxDrawFills( gfxRenderer* renderer );
void gfxDrawStrokes( gfxRenderer* renderer, const gfxStream* stream, float opacity );
