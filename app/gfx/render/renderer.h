// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "gfx/render/camera.h"
#include <stddef.h>

// OpenGL 3.3 core: turns a draw list into a picture inside a viewport of the current framebuffer.

// Colours in linear-looking sRGB floats, one row of the theme per meaning.
typedef struct gfxPalette
{
    float background[3], ground[3], gridFine[3], gridCoarse[3];
    float body[3], bodyBand[3];
    float energy[2][3]; // of a body at rest and of the fastest
    float scenery[3];   // what stands still
    float ghost[4][3];  // paths of alternatives
    float reservoir[3], directionSet[3];
    float quantity[3][3]; // force, moment, velocity
    float mode[6][3];     // per ssContactMode
    float trail[3];
    float text[3], dimText[3];
} gfxPalette;

// How the user wants what explains the scene.
typedef struct gfxStyle
{
    float lineScale;  // widens lines and heads on dense displays (1 = 96 dpi)
    float opacity;    // of cones, sets and discs: 0 … 1
    float arrowScale; // arrows longer or shorter than the automatic scale makes them
    bool logArrows;   // lengths by decades: 1e-7 of the largest is still seen
    bool ambient;     // bodies shade what is near them
    bool drawHidden;  // also spheres that are wholly behind others, to see that they make no difference
} gfxStyle;

gfxStyle gfxDefaultStyle( void );

// The length [m] of an arrow of physical size `size` in that style; `largest` is the largest of its quantity.
float gfxArrowLength( const gfxStyle* style, float scale, float size, float largest );

// An arrow of fewer pixels, times the line scale, is a blot that says nothing, and is not drawn.
extern const float gfx_shortestArrow;

typedef struct gfxRenderer gfxRenderer;

// NULL when shaders do not compile or GL lacks something; `error` says what.
gfxRenderer* gfxCreateRenderer( char* error, size_t capacity );
void gfxDestroyRenderer( gfxRenderer* renderer );

// `framebufferHeight` flips the viewport's y.
void gfxRender( gfxRenderer* renderer, const gfxDrawList* list, const gfxCamera* camera,
    const gfxViewport* viewport, int framebufferHeight, const gfxPalette* palette, const gfxStyle* style );

// Of the last picture: glyphs in sight, and those that were drawn.
void gfxGlyphCounts( const gfxRenderer* renderer, int* asked, int* drawn );

// Spacing of the fine lines on a plane [m], for the legend ("grid 0.5 m"): 1, 2 or 5 times a power of ten, by the
// camera's distance, or by the size of a plane that ends. Coarse lines lie gfxCoarseSpacing apart.
float gfxGridSpacing( const gfxPlane* plane, const gfxCamera* camera );
float gfxCoarseSpacing( float fine );

// Text anchored in the scene, laid out so that it does not overlap; the user interface draws it.
typedef struct gfxScreenLabel
{
    float x, y;      // upper left of the text [px, framebuffer, from the window's upper left]
    float anchor[2]; // the point it names
    float color[3];
    bool title; // mode labels are larger
    char text[96];
} gfxScreenLabel;

// `measure` gives a text's width and height in pixels.
typedef void gfxMeasureText( void* context, const char* text, bool title, float size[2] );

// A rectangle of the framebuffer that already holds text: x0, y0, x1, y1 [px].
typedef struct gfxTaken
{
    float x0, y0, x1, y1;
} gfxTaken;

typedef struct gfxLabelRoom
{
    gfxMeasureText* measure;
    void* context;
    const gfxTaken* taken;
    int takenCount;
} gfxLabelRoom;

int gfxLayoutLabels( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    const gfxPalette* palette, const gfxStyle* style, const gfxLabelRoom* room, gfxScreenLabel* labels,
    int capacity );

// Magnitude with 4 significant digits and unit, without an exponent where that stays readable: "12840 N".
void gfxFormatQuantity( char* text, size_t capacity, float value, int quantity );

// The body under a pixel (from the viewport's upper left), or -1; `hit` is the point on its surface.
int gfxPickBody( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport, float x,
    float y, float hit[3] );

// The current framebuffer as rows of RGB from the top; the caller frees. NULL when memory is short.
unsigned char* gfxReadPixels( int width, int height );
// Encodes to PNG in memory; the caller frees. NULL when memory is short.
unsigned char* gfxEncodePng( const unsigned char* rgb, int width, int height, size_t* size );
