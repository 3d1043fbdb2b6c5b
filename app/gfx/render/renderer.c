// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"
#include "gfx/render/shader.h"
#include "slipstick/draw.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The uniform block Frame of common.glsl. In std140, matrices and vec4 alone are laid out as in C.
typedef struct frameBlock
{
    float viewProjection[16];
    float eye[4], right[4], up[4], forward[4], light[4], screen[4];
    float background[4], ground[4], gridFine[4], gridCoarse[4], body[4], bodyBand[4], trail[4], scenery[4];
} frameBlock;

static_assert( sizeof( frameBlock ) == ( 16 + 14 * 4 ) * sizeof( float ), "std140 layout" );

static const struct
{
    const char *vertex, *fragment;
} programFiles[gfx_programCount] = {
    [gfx_programBackground] = { "background.vert", "background.frag" },
    [gfx_programGround] = { "ground.vert", "ground.frag" },
    [gfx_programShadow] = { "shadow.vert", "shadow.frag" },
    [gfx_programSolidShadow] = { "solid_shadow.vert", "shadow.frag" },
    [gfx_programSphere] = { "sphere.vert", "sphere.frag" },
    [gfx_programCone] = { "cone.vert", "cone.frag" },
    [gfx_programOutline] = { "outline.vert", "line.frag" },
    [gfx_programArrow] = { "arrow.vert", "arrow.frag" },
    [gfx_programTrail] = { "trail.vert", "trail.frag" },
    [gfx_programSolid] = { "solid.vert", "solid.frag" },
    [gfx_programStroke] = { "stroke.vert", "stroke.frag" },
    [gfx_programFill] = { "fill.vert", "fill.frag" },
    [gfx_programAmbient] = { "background.vert", "ambient.frag" },
    [gfx_programAmbientSmooth] = { "background.vert", "ambient_smooth.frag" },
    [gfx_programAmbientApply] = { "background.vert", "ambient_apply.frag" },
};

static void createStreams( gfxRenderer* renderer )
{
    gfxRing* ring = &renderer->ring;
    const gfxAttribute sphere[4] = { { 4, GL_FLOAT, offsetof( gfxSphereRow, center ), 0, 1 },
        { 4, GL_SHORT, offsetof( gfxSphereRow, turn ), 1, 1 },
        { 4, GL_UNSIGNED_BYTE, offsetof( gfxSphereRow, tint ), 2, 1 },
        { 4, GL_UNSIGNED_BYTE, offsetof( gfxSphereRow, box ), 3, 1 } };
    gfxCreatePackedStream( &renderer->spheres, ring, 4, sphere, sizeof( gfxSphereRow ) );
    gfxCreatePackedStream( &renderer->ghostSpheres, ring, 4, sphere, sizeof( gfxSphereRow ) );
    gfxCreateStream( &renderer->cones, ring, 3, ( const int[] ){ 4, 4, 4 }, 1 );
    gfxCreateStream( &renderer->arrows, ring, 3, ( const int[] ){ 4, 3, 4 }, 1 );
    gfxCreateStream( &renderer->shadows, ring, 1, ( const int[] ){ 4 }, 1 );
    gfxCreateStream( &renderer->strokes, ring, 3, ( const int[] ){ 4, 3, 4 }, 1 );
    gfxCreateStream( &renderer->marks, ring, 3, ( const int[] ){ 4, 3, 4 }, 1 );
    gfxCreateStream( &renderer->chains, ring, 3, ( const int[] ){ 4, 3, 4 }, 1 );
    gfxCreateStream( &renderer->hulls, ring, 7, ( const int[] ){ 3, 3, 3, 4, 4, 4, 4 }, 0 );
    gfxCreateStream( &renderer->ghostHulls, ring, 7, ( const int[] ){ 3, 3, 3, 4, 4, 4, 4 }, 0 );
    gfxCreateStream( &renderer->fills, ring, 2, ( const int[] ){ 3, 4 }, 0 );
    gfxCreateStream( &renderer->ghostEdges, ring, 3, ( const int[] ){ 4, 3, 4 }, 1 );
    // A segment of a trail reads four consecutive points: itself and its neighbours.
    gfxAttribute point[4];
    const size_t size = 4 * sizeof( float );
    for ( int i = 0; i < 4; ++i )
    {
        point[i] = ( gfxAttribute ){ 4, GL_FLOAT, size * (size_t)i, (unsigned)i, 1 };
    }
    gfxCreatePackedStream( &renderer->trails, ring, 4, point, size );
    gfxCreateMeshes( renderer );
}

static bool loadProgram( gfxProgram* program, gfxProgramId which, char* error, size_t capacity )
{
    GLuint id = gfxLoadProgram( programFiles[which].vertex, programFiles[which].fragment, error, capacity );
    *program = ( gfxProgram ){ .id = id };
    if ( id == 0 ) { return false; }
    program->planeOrigin = glGetUniformLocation( id, "planeOrigin" );
    program->planeNormal = glGetUniformLocation( id, "planeNormal" );
    program->planeTangent = glGetUniformLocation( id, "planeTangent" );
    program->planeHalf = glGetUniformLocation( id, "planeHalf" );
    program->grid = glGetUniformLocation( id, "grid" );
    program->opacity = glGetUniformLocation( id, "opacity" );
    program->segments = glGetUniformLocation( id, "segments" );
    program->part = glGetUniformLocation( id, "part" );
    program->width = glGetUniformLocation( id, "width" );
    program->depths = glGetUniformLocation( id, "depths" );
    program->shades = glGetUniformLocation( id, "shades" );
    program->reach = glGetUniformLocation( id, "reach" );
    program->corner = glGetUniformLocation( id, "corner" );
    program->ghost = glGetUniformLocation( id, "ghost" );
    program->tint = glGetUniformLocation( id, "tint" );
    return true;
}

static gfxRenderer* create( bool mayMap, char* error, size_t capacity )
{
    if ( epoxy_gl_version() < GFX_OLDEST )
    {
        snprintf( error, capacity, GFX_NEEDED "; this driver offers %d.%d.", epoxy_gl_version() / 10,
            epoxy_gl_version() % 10 );
        return NULL;
    }
    gfxRenderer* renderer = calloc( 1, sizeof( gfxRenderer ) );
    if ( renderer == NULL )
    {
        snprintf( error, capacity, "Out of memory." );
        return NULL;
    }
    for ( int i = 0; i < gfx_programCount; ++i )
    {
        if ( !loadProgram( &renderer->programs[i], (gfxProgramId)i, error, capacity ) )
        {
            gfxDestroyRenderer( renderer );
            return NULL;
        }
    }
    glGenVertexArrays( 1, &renderer->emptyVertexArray );
    renderer->ring = gfxCreateRing( mayMap );
    createStreams( renderer );
    glBindBuffer( GL_ARRAY_BUFFER, 0 );
    return renderer;
}

gfxRenderer* gfxCreateRenderer( char* error, size_t capacity ) { return create( true, error, capacity ); }

gfxRenderer* gfxCreatePlainRenderer( char* error, size_t capacity )
{
    return create( false, error, capacity );
}

void gfxDestroyRenderer( gfxRenderer* renderer )
{
    if ( renderer == NULL ) { return; }
    for ( int i = 0; i < gfx_programCount; ++i ) { glDeleteProgram( renderer->programs[i].id ); }
    gfxDestroyStream( &renderer->spheres );
    gfxDestroyStream( &renderer->cones );
    gfxDestroyStream( &renderer->arrows );
    gfxDestroyStream( &renderer->trails );
    gfxDestroyStream( &renderer->shadows );
    gfxDestroyStream( &renderer->solids );
    gfxDestroyStream( &renderer->hulls );
    gfxDestroyStream( &renderer->ghostHulls );
    gfxDestroyStream( &renderer->strokes );
    gfxDestroyStream( &renderer->marks );
    gfxDestroyStream( &renderer->chains );
    gfxDestroyStream( &renderer->fills );
    gfxDestroyStream( &renderer->ghostSpheres );
    gfxDestroyStream( &renderer->ghostSolids );
    gfxDestroyStream( &renderer->ghostEdges );
    gfxDestroyAmbient( &renderer->ambient );
    glDeleteBuffers( 1, &renderer->meshBuffer );
    glDeleteVertexArrays( 1, &renderer->emptyVertexArray );
    gfxDestroyRing( &renderer->ring );
    gfxFreeViews( &renderer->views );
    free( renderer->tiles.nearest );
    free( renderer->tiles.left );
    free( renderer->tiles.closed );
    free( renderer->sifted );
    free( renderer->siftedCounts );
    free( renderer );
}

static void copyColor( float to[4], const float from[3] )
{
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = 1.0f;
}

static void multiply( const float a[16], const float b[16], float product[16] )
{
    for ( int column = 0; column < 4; ++column )
    {
        for ( int row = 0; row < 4; ++row )
        {
            float sum = 0.0f;
            for ( int k = 0; k < 4; ++k ) { sum += a[4 * k + row] * b[4 * column + k]; }
            product[4 * column + row] = sum;
        }
    }
}

/// Fills `frame` and the uniform block that all shaders read.
static void beginFrame( gfxRenderer* renderer, gfxFrame* frame, const gfxViewport* viewport )
{
    const gfxPalette* palette = frame->palette;
    const gfxCamera* camera = frame->camera;
    frameBlock block = {
        .screen = { viewport->width, viewport->height, frame->lineScale, camera->distance },
    };
    float view[16], projection[16];
    gfxCamera_Matrices( camera, viewport, view, projection );
    gfxCamera_Eye( camera, frame->eye );
    multiply( projection, view, block.viewProjection );
    frame->screen[0] = viewport->width;
    frame->screen[1] = viewport->height;
    frame->pixelAngle = 2.0f * tanf( 0.5f * camera->fieldOfView ) / viewport->height;
    for ( int i = 0; i < 3; ++i )
    {
        block.eye[i] = frame->eye[i];
        frame->right[i] = view[4 * i];
        frame->up[i] = view[4 * i + 1];
        block.right[i] = view[4 * i];
        block.up[i] = view[4 * i + 1];
        block.forward[i] = frame->forward[i] = -view[4 * i + 2];
        // The key light (length 1) turns with the camera, behind its left shoulder: all views are lit alike.
        block.light[i] = -0.46f * block.right[i] + 0.68f * block.up[i] - 0.571f * block.forward[i];
    }
    block.eye[3] = frame->near = -0.5f * projection[14];
    block.right[3] = frame->pixelAngle;
    block.up[3] = (float)frame->corner[0] + 0.5f * viewport->width;
    block.forward[3] = (float)frame->corner[1] + 0.5f * viewport->height;
    copyColor( block.background, palette->background );
    copyColor( block.ground, palette->ground );
    copyColor( block.gridFine, palette->gridFine );
    copyColor( block.gridCoarse, palette->gridCoarse );
    copyColor( block.body, palette->body );
    copyColor( block.bodyBand, palette->bodyBand );
    copyColor( block.trail, palette->trail );
    copyColor( block.scenery, palette->scenery );
    float brightness =
        0.3f * palette->background[0] + 0.6f * palette->background[1] + 0.1f * palette->background[2];
    block.background[3] = brightness > 0.5f ? 1.0f : 0.0f;

    gfxRoom room = gfxRing_Take( &renderer->ring, sizeof block );
    if ( room.memory != NULL )
    {
        memcpy( room.memory, &block, sizeof block );
        gfxRing_Give( &renderer->ring, &room, sizeof block );
        glBindBufferRange( GL_UNIFORM_BUFFER, gfx_frameBinding, room.buffer, (GLintptr)room.offset,
            (GLsizeiptr)sizeof block );
    }
}

gfxStyle gfxDefaultStyle( void )
{
    return ( gfxStyle ){ .lineScale = 1.0f, .opacity = 1.0f, .arrowScale = 1.0f, .ambient = true };
}

float gfxArrowLength( const gfxStyle* style, float scale, float size, float largest )
{
    const float decades = 8.0f; // from 1e-3 N to 1e4 N, where the shortest is still an eighth of the longest
    float length = style->logArrows && size > 0.0f && largest > 0.0f
        ? scale * largest * fmaxf( 0.0f, 1.0f + log10f( size / largest ) / decades )
        : scale * size;
    return style->arrowScale * length;
}

float gfxAhead( const gfxFrame* frame, const float point[3] )
{
    float ahead = 0.0f;
    for ( int k = 0; k < 3; ++k ) { ahead += ( point[k] - frame->eye[k] ) * frame->forward[k]; }
    return ahead;
}

float gfxPixelsOf( const gfxFrame* frame, const float point[3], float length )
{
    float pixel = frame->pixelAngle * gfxAhead( frame, point );
    return pixel > 0.0f ? fminf( length / pixel, 1e6f ) : 1e6f;
}

int gfxCornersOf( float radius, int most )
{
    // Between n corners the circle rises by radius (1 - cos(pi/n)) ≈ 5 radius/n^2: a quarter of a pixel.
    int corners = (int)ceilf( 4.5f * sqrtf( fmaxf( radius, 0.0f ) ) );
    return corners < 6 ? 6 : corners > most ? most : corners;
}

/// Finds the largest energy of a solid in the list, and the mean force of a contact.
static void measureList( gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    for ( int i = 0; i < list->contactCount && ( list->flags & ss_drawForceChains ) != 0; ++i )
    {
        frame->meanForce += list->contacts[i].force / (float)list->contactCount;
    }
    for ( int i = 0; i < list->solidCount; ++i )
    {
        frame->largestEnergy = fmaxf( frame->largestEnergy, list->solids[i].energy );
    }
}

// The colours of looks, by ssLook; the shaders add grain, veins and gloss.
static const float s_looks[ss_lookCount][3] = { [ss_lookWood] = { 0.66f, 0.46f, 0.27f },
    [ss_lookIce] = { 0.74f, 0.87f, 0.94f },
    [ss_lookSteel] = { 0.56f, 0.60f, 0.65f },
    [ss_lookRubber] = { 0.23f, 0.23f, 0.25f },
    [ss_lookStone] = { 0.56f, 0.54f, 0.51f },
    [ss_lookFelt] = { 0.16f, 0.45f, 0.30f } };

void gfxLookTint( int look, float tint[4] )
{
    if ( look > ss_lookPlain && look < ss_lookCount )
    {
        memcpy( tint, s_looks[look], 3 * sizeof( float ) );
        tint[3] = (float)( 249 + look ) / 255.0f;
    }
}

void gfxTint( const gfxFrame* frame, gfxInk ink, float tint[4] )
{
    int mode = ink.mode, paint = ink.paint;
    float energy = ink.energy;
    uint32_t flags = frame->list->flags;
    const gfxPalette* palette = frame->palette;
    tint[0] = tint[1] = tint[2] = tint[3] = 0.0f;
    if ( ( flags & ss_drawEnergies ) != 0 && frame->largestEnergy > 0.0f )
    {
        // A body four decades below the largest energy looks at rest.
        float share =
            energy > 0.0f ? fmaxf( 0.0f, 1.0f + log10f( energy / frame->largestEnergy ) / 4.0f ) : 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            tint[k] = palette->energy[0][k] + share * ( palette->energy[1][k] - palette->energy[0][k] );
        }
        tint[3] = 0.85f;
    }
    else if ( ( flags & ss_drawModes ) != 0 )
    {
        memcpy(
            tint, palette->mode[mode >= 0 && mode < ss_modeCount ? mode : ss_modeOpen], 3 * sizeof( float ) );
        tint[3] = 0.75f;
    }
    else if ( ( flags & ss_drawForceChains ) != 0 && frame->list->contactCount > 1 )
    {
        // Bodies are pale, because the chains run inside them.
        memcpy( tint, palette->ground, 3 * sizeof( float ) );
        tint[3] = 0.6f;
    }
    else if ( ink.look > ss_lookPlain )
    {
        gfxLookTint( ink.look, tint );
        for ( int k = 0; k < 3 && paint > 0 && paint <= SS_GHOST_COLORS; ++k )
        {
            tint[k] = 0.4f * tint[k] + 0.6f * palette->ghost[paint - 1][k];
        }
    }
    else if ( paint > 0 && paint <= SS_GHOST_COLORS )
    {
        memcpy( tint, palette->ghost[paint - 1], 3 * sizeof( float ) );
        tint[3] = 0.8f;
    }
}

static void beginState( GLint x, GLint y, GLsizei width, GLsizei height )
{
    glViewport( x, y, width, height );
    glScissor( x, y, width, height );
    glEnable( GL_SCISSOR_TEST );
    glDisable( GL_CULL_FACE );
    glDisable( GL_STENCIL_TEST );
    glColorMask( GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE );
    glDepthMask( GL_TRUE );
    glDepthFunc( GL_LEQUAL );
    glBlendEquation( GL_FUNC_ADD );
    // Colours blend; the alpha of the framebuffer stays 1, for screenshots and compositors.
    glBlendFuncSeparate( GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA );
    glClear( GL_DEPTH_BUFFER_BIT );
}

/// Returns to the initial state of OpenGL, except for what the backend of the user interface sets itself.
static void endState( void )
{
    glDepthMask( GL_TRUE );
    glDepthFunc( GL_LESS );
    glDisable( GL_DEPTH_TEST );
    glDisable( GL_BLEND );
    glDisable( GL_SCISSOR_TEST );
    glBindVertexArray( 0 );
    glBindBuffer( GL_ARRAY_BUFFER, 0 );
    glBindBuffer( GL_UNIFORM_BUFFER, 0 );
    glUseProgram( 0 );
}

/// Fills and uploads all streams, spheres first, because glyphs depend on what they hide.
static void fillStreams( gfxRenderer* renderer, gfxFrame* frame )
{
    gfxFillSpheres( renderer, frame );
    frame->hidden = gfxHiddenRectangle( renderer, frame );
    renderer->strokes.count = renderer->marks.count = renderer->chains.count = 0;
    renderer->glyphsAsked = renderer->glyphsDrawn = 0;
    gfxFillSolids( renderer, frame );
    gfxAddSphereShadows( renderer, frame );
    gfxStream_Upload( &renderer->shadows );
    gfxFillStrokes( renderer, frame );
    gfxFillGlyphs( renderer, frame );
    gfxStream_Upload( &renderer->strokes );
    gfxStream_Upload( &renderer->marks );
    gfxStream_Upload( &renderer->chains );
}

void gfxRender( gfxRenderer* renderer, const gfxDrawList* list, const gfxCamera* camera,
    const gfxViewport* viewport, int framebufferHeight, const gfxPalette* palette, const gfxStyle* style )
{
    // A viewport between two pixels would blur every line.
    gfxViewport area = { roundf( viewport->x ), roundf( viewport->y ), roundf( viewport->width ),
        roundf( viewport->height ) };
    if ( !( area.width >= 1.0f && area.height >= 1.0f ) ) { return; }
    GLint x = (GLint)area.x, y = framebufferHeight - (GLint)( area.y + area.height );
    beginState( x, y, (GLsizei)area.width, (GLsizei)area.height );
    gfxFrame frame = { .list = list,
        .camera = camera,
        .palette = palette,
        .style = style,
        .lineScale = style->lineScale,
        .corner = { x, y } };
    gfxRing_Begin( &renderer->ring );
    measureList( &frame );
    beginFrame( renderer, &frame, &area );
    gfxSurveySpheres( renderer, &frame );
    fillStreams( renderer, &frame );

    gfxDrawBackground( renderer, &frame );
    gfxDrawPlanes( renderer, &frame, false );
    gfxDrawSolids( renderer );
    gfxDrawSpheres( renderer );
    glDepthMask( GL_FALSE );
    gfxDrawAmbient( renderer, &frame, x, y );
    gfxDrawPlanes( renderer, &frame, true );
    gfxDrawGhosts( renderer, &frame );
    gfxDrawFills( renderer );
    gfxDrawTrails( renderer, &frame );
    gfxDrawStrokes( renderer, &renderer->strokes, 1.0f );
    gfxDrawGlyphs( renderer, &frame );
    endState();
}

void gfxGlyphCounts( const gfxRenderer* renderer, int* asked, int* drawn )
{
    *asked = renderer->glyphsAsked;
    *drawn = renderer->glyphsDrawn;
}

double gfxCullSeconds( const gfxRenderer* renderer ) { return renderer->cullSeconds; }

unsigned char* gfxReadPixels( int width, int height )
{
    if ( width <= 0 || height <= 0 ) { return NULL; }
    // OpenGL ES hands over four bytes per pixel.
    const size_t taken = GFX_ES ? 4 : 3;
    size_t row = 3 * (size_t)width;
    unsigned char* pixels = malloc( taken * (size_t)width * (size_t)height + row );
    if ( pixels == NULL ) { return NULL; }
    GLint alignment = 4;
    glGetIntegerv( GL_PACK_ALIGNMENT, &alignment );
    glPixelStorei( GL_PACK_ALIGNMENT, 1 );
    glReadPixels( 0, 0, width, height, GFX_ES ? GL_RGBA : GL_RGB, GL_UNSIGNED_BYTE, pixels );
    glPixelStorei( GL_PACK_ALIGNMENT, alignment );
    for ( size_t i = 1; i < (size_t)width * (size_t)height && GFX_ES; ++i )
    {
        memmove( pixels + 3 * i, pixels + 4 * i, 3 );
    }
    // OpenGL counts rows from the bottom. The spare row after the picture serves to swap two rows.
    unsigned char* spare = pixels + row * (size_t)height;
    for ( int i = 0; i < height / 2; ++i )
    {
        unsigned char* upper = pixels + row * (size_t)i;
        unsigned char* lower = pixels + row * (size_t)( height - 1 - i );
        memcpy( spare, upper, row );
        memcpy( upper, lower, row );
        memcpy( lower, spare, row );
    }
    return pixels;
}
