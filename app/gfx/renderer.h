// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/camera.h"
#include "gfx/draw_list.h"
#include <stddef.h>

// OpenGL 3.3 core: turns a draw list into a picture inside a viewport of the current framebuffer.

// Colours in linear-looking sRGB floats, one row of the theme per meaning.
typedef struct gfxPalette
{
    float background[3], ground[3], gridFine[3], gridCoarse[3];
    float body[3], bodyBand[3];
    float scenery[3];  // what stands still
    float ghost[4][3]; // paths of alternatives
    float reservoir[3], directionSet[3];
    float quantity[3][3]; // force, moment, velocity
    float mode[6][3];     // per ssContactMode
    float trail[3];
    float text[3], dimText[3];
} gfxPalette;

typedef struct gfxRenderer gfxRenderer;

// NULL when shaders do not compile or GL lacks something; `error` says what.
gfxRenderer* gfxCreateRenderer( char* error, size_t capacity );
void gfxDestroyRenderer( gfxRenderer* renderer );

// `framebufferHeight` flips the viewport's y; `lineScale` widens lines and heads on dense displays (1 = 96
// dpi).
void gfxRender( gfxRenderer* renderer, const gfxDrawList* list, const gfxCamera* camera,
    const gfxViewport* viewport, int framebufferHeight, const gfxPalette* palette, float lineScale );

// Spacing of the grid's fine lines for the current distance [m], for the legend ("grid 0.5 m"): 1, 2 or 5
// times a power of ten. Coarse lines lie gfxCoarseSpacing apart.
float gfxGridSpacing( const gfxCamera* camera );
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
int gfxLayoutLabels( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    const gfxPalette* palette, gfxMeasureText* measure, void* context, gfxScreenLabel* labels, int capacity );

// Magnitude with 4 significant digits and unit, without an exponent where that stays readable: "12840 N".
void gfxFormatQuantity( char* text, size_t capacity, float value, int quantity );

// The body under a pixel (from the viewport's upper left), or -1; `hit` is the point on its surface.
int gfxPickBody( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport, float x,
    float y, float hit[3] );

// The current framebuffer as rows of RGB from the top; the caller frees. NULL when memory is short.
unsigned char* gfxReadPixels( int width, int height );
// Encodes to PNG in memory; the caller frees. NULL when memory is short.
unsigned char* gfxEncodePng( const unsigned char* rgb, int width, int height, size_t* size );
