// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "gfx/render/camera.h"
#include "slipstick/draw.h"
#include <stddef.h>

// Draws a draw list into a viewport of the current framebuffer with OpenGL 3.3 core.

// Colours as sRGB values from 0 to 1, one per meaning.
typedef struct gfxPalette
{
    float background[3], ground[3], gridFine[3], gridCoarse[3];
    float body[3], bodyBand[3];
    float energy[2][3];              // of a body at rest and of the one with the largest energy
    float scenery[3];                // fixed solids
    float ghost[SS_GHOST_COLORS][3]; // paths of alternatives
    float reservoir[3], directionSet[3];
    float quantity[3][3]; // force, moment, velocity
    float mode[6][3];     // per ssContactMode
    float trail[3];
    float text[3], dimText[3];
} gfxPalette;

// How the user wants the scene to be drawn.
typedef struct gfxStyle
{
    float lineScale;  // of line widths and arrow heads, for dense displays (1 at 96 dpi)
    float opacity;    // of cones, sets and discs: 0 … 1
    float arrowScale; // factor on the automatic length of arrows
    bool logArrows;   // lengths by decades: 1e-7 of the largest is still visible
    bool ambient;     // bodies shade what is near them
    bool noExact;     // leaves out the lines of the exact solution
    bool drawHidden;  // also draws spheres entirely behind others, to test that they make no difference
} gfxStyle;

gfxStyle gfxDefaultStyle( void );

// The drawn length [m] of an arrow of physical `size`; `largest` is the largest of its quantity.
float gfxArrowLength( const gfxStyle* style, float scale, float size, float largest );

// [px] times the line scale: a shorter arrow would be an unreadable blot and is not drawn.
extern const float gfx_shortestArrow;

typedef struct gfxRenderer gfxRenderer;

// NULL when shaders do not compile or OpenGL lacks something; `error` says what.
gfxRenderer* gfxCreateRenderer( char* error, size_t capacity );
// As on OpenGL 3.3, whatever the driver offers beyond that: buffers are not mapped for good.
gfxRenderer* gfxCreatePlainRenderer( char* error, size_t capacity );
void gfxDestroyRenderer( gfxRenderer* renderer );

// Another run: its moving bodies, translucent and in one colour; what is at the same place hides them.
typedef struct gfxGhost
{
    const gfxDrawList* list;
    float color[3];
} gfxGhost;

enum
{
    gfx_maxGhosts = 8,
    gfx_maxGhostBodies = 4000 // of one ghost; one with more is not drawn
};

// Gives the ghosts of the next picture; their lists are read when it is drawn.
void gfxSetGhosts( gfxRenderer* renderer, const gfxGhost* ghosts, int count );

// `framebufferHeight` is needed to count the rows of the viewport from below, as OpenGL does.
void gfxRender( gfxRenderer* renderer, const gfxDrawList* list, const gfxCamera* camera,
    const gfxViewport* viewport, int framebufferHeight, const gfxPalette* palette, const gfxStyle* style );

// The number of glyphs in sight in the last picture, and of those that were drawn.
void gfxGlyphCounts( const gfxRenderer* renderer, int* asked, int* drawn );

// How long it took to sort the bodies of the last picture and to find those that others hide [s].
double gfxCullSeconds( const gfxRenderer* renderer );

// Spacing of a plane's fine lines [m], also for the legend: 1, 2 or 5 times a power of ten, by the camera's
// distance or a finite plane's size. Coarse lines are gfxCoarseSpacing apart.
float gfxGridSpacing( const gfxPlane* plane, const gfxCamera* camera );
float gfxCoarseSpacing( float fine );

// The convex outline of a moving body in a viewport [px from its upper left].
enum
{
    gfx_outlineCorners = 12,
    gfx_maxOutlines = 48 // of more bodies none has an outline: they are seen as a crowd
};

typedef struct gfxOutline
{
    int body, count;
    float points[gfx_outlineCorners][2], low[2], high[2];
    float area; // [px²]
} gfxOutline;

// Returns how many there are; 0 when there are more than `capacity`.
int gfxOutlines( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    gfxOutline* outlines, int capacity );
bool gfxOutline_Holds( const gfxOutline* outline, float x, float y );

// Text anchored in the scene, laid out without overlaps; the user interface draws it.
typedef struct gfxScreenLabel
{
    float x, y; // upper left of the text [px, framebuffer, from the window's upper left]
    float width, height;
    float anchor[2]; // the point it names
    float color[3];
    float shown;   // 1, or less while it appears
    bool title;    // a label of a mode, in larger letters
    bool required; // of what is selected, or of what the sentence speaks of
    char text[96];
} gfxScreenLabel;

// Returns the width and height of a text in pixels.
typedef void gfxMeasureText( void* context, const char* text, bool title, float size[2] );

// A rectangle of the framebuffer that already holds text [px].
typedef struct gfxTaken
{
    float x0, y0, x1, y1;
} gfxTaken;

enum
{
    gfx_maxTaken = 48, // of these rectangles; more are not heeded
    gfx_maxMet = 64,   // labels that the layout remembers
    gfx_maxFocus = 16
};

// Where labels stood in the last picture: they stay there as long as they can.
typedef struct gfxLabelMemory
{
    struct
    {
        uint32_t name;
        int place;
        float shown;  // 1; less while it appears; negative: it waits to see whether its room stays free
        float unseen; // [s] since it was drawn
    } met[gfx_maxMet];
    int count;
} gfxLabelMemory;

// What the layout needs to know about the user interface.
typedef struct gfxLabelRoom
{
    gfxMeasureText* measure;
    void* context;
    const gfxTaken* taken;
    int takenCount;
    gfxLabelMemory* memory; // NULL: of one picture alone
    float seconds;          // since the last picture; 0: the run rests, and labels appear at once
    const char* sentence;   // what it names has its label; NULL: there is none
    // The points of what is selected or under the mouse: arrows from there have labels with values.
    float focus[gfx_maxFocus][3];
    int focusCount;
} gfxLabelRoom;

// Returns the number of labels, at most `capacity`, those that matter most first. `missing` (NULL: not asked)
// gets the number of required ones in sight for which there is no room.
int gfxLayoutLabels( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    const gfxPalette* palette, const gfxStyle* style, const gfxLabelRoom* room, gfxScreenLabel* labels,
    int capacity, int* missing );

// Formats a value with its unit: "12841 N". See ssFormatNumber.
void gfxFormatQuantity( char* text, size_t capacity, float value, int quantity );

// The body under a pixel from the viewport's upper left, or -1; `hit` gets the point on its surface.
int gfxPickBody( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport, float x,
    float y, float hit[3] );

// Reads the current framebuffer as rows of RGB from the top; the caller frees it. NULL when memory is short.
unsigned char* gfxReadPixels( int width, int height );
// Encodes a picture as PNG in memory; the caller frees it. NULL when memory is short.
unsigned char* gfxEncodePng( const unsigned char* rgb, int width, int height, size_t* size );
// Decodes a PNG into rows of RGBA from the top; the caller frees it. NULL when it is none.
unsigned char* gfxDecodePng( const unsigned char* png, int size, int* width, int* height );

// The finder's small built-in pictures as textures, made when first asked for.

typedef struct gfxPictures gfxPictures;

gfxPictures* gfxCreatePictures( void );           // NULL when memory is short
void gfxDestroyPictures( gfxPictures* pictures ); // the textures go with the context of OpenGL
// The OpenGL name of the texture; 0 where there is no such picture.
unsigned gfxPictures_Texture( gfxPictures* pictures, const char* name );

// A picture of a scene in a texture of its own.
typedef struct gfxCanvas
{
    unsigned texture, target, depth; // of OpenGL; 0: not made yet
    int width, height;               // [px]
} gfxCanvas;

// Draws what a viewport of that size would show. The textures go with the context of OpenGL.
void gfxCanvas_Draw( gfxCanvas* canvas, gfxRenderer* renderer, const gfxDrawList* list,
    const gfxCamera* camera, const gfxPalette* palette, const gfxStyle* style, int width, int height );
