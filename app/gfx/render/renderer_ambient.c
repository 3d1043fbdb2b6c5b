// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"
#include "gfx/render/scalar.h"
#include "gfx/render/shader.h"

// Bodies shade what is near them. The shade comes from the depth buffer, at half the resolution and only
// around the bodies, because every pixel counts on a software rasterizer.

void gfxRectangle_Include( gfxRectangle* r, const gfxFrame* frame, const gfxSpot* spot, float radius )
{
    const float* at = spot->at;
    float nearest = at[2] - radius;
    if ( nearest < 0.1f * radius )
    {
        if ( at[2] > -radius ) // around the eye, so it may be anywhere
        {
            *r = ( gfxRectangle ){ 0.0f, 0.0f, frame->screen[0], frame->screen[1] };
        }
        return;
    }
    float x = 0.5f * frame->screen[0] + at[0] / ( at[2] * frame->pixelAngle ),
          y = 0.5f * frame->screen[1] + at[1] / ( at[2] * frame->pixelAngle );
    float slope = ( at[0] * at[0] + at[1] * at[1] ) / ( at[2] * at[2] );
    float reach = radius * sqrtf( 1.0f + slope ) / ( nearest * frame->pixelAngle );
    r->x0 = gfxMin( r->x0, x - reach );
    r->y0 = gfxMin( r->y0, y - reach );
    r->x1 = gfxMax( r->x1, x + reach );
    r->y1 = gfxMax( r->y1, y + reach );
}

static float sizeOf( const gfxSolid* solid )
{
    const float* h = solid->half;
    return sqrtf( h[0] * h[0] + h[1] * h[1] + h[2] * h[2] ) + ( solid->kind == 0 ? 0.0f : h[0] );
}

/// Where bodies can shade something, and to which distance: about the radius of one of them.
static gfxRectangle extentOf( const gfxFrame* frame, float* reach )
{
    const gfxDrawList* list = frame->list;
    gfxRectangle r = frame->extent;
    double sum = (double)frame->bodySize * list->sphereCount;
    int count = list->sphereCount;
    for ( int i = 0; i < list->solidCount; ++i )
    {
        const gfxSolid* solid = &list->solids[i];
        if ( !solid->fixed )
        {
            sum += (double)cbrtf( solid->half[0] * solid->half[0] * solid->half[2] );
            ++count;
            gfxSpot spot = gfxSpotOf( frame, solid->center, sizeOf( solid ) );
            gfxRectangle_Include( &r, frame, &spot, 1.6f * spot.radius );
        }
    }
    *reach = count > 0 ? (float)( sum / count ) : 0.0f;
    return r;
}

static void describeTexture( GLuint texture, GLint form, GLenum parts, GLenum type, int width, int height )
{
    glBindTexture( GL_TEXTURE_2D, texture );
    glTexImage2D( GL_TEXTURE_2D, 0, form, width, height, 0, parts, type, NULL );
    glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST );
    glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST );
    glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE );
    glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE );
}

/// Makes textures of the viewport's size. False, and no shade, if OpenGL cannot draw into them.
static bool prepare( gfxAmbient* a, int width, int height, GLint target )
{
    if ( a->failed || ( a->width == width && a->height == height ) ) { return !a->failed; }
    if ( a->depths == 0 )
    {
        glGenTextures( 1, &a->depths );
        glGenTextures( 2, a->shades );
        glGenFramebuffers( 2, a->targets );
        glGenFramebuffers( 1, &a->copy );
    }
    describeTexture( a->depths, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, width, height );
    glBindFramebuffer( GL_FRAMEBUFFER, a->copy );
    glFramebufferTexture2D( GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, a->depths, 0 );
    for ( int i = 0; i < 2; ++i )
    {
        describeTexture(
            a->shades[i], GL_RG16F, GL_RG, GL_HALF_FLOAT, ( width + 1 ) / 2, ( height + 1 ) / 2 );
        glBindFramebuffer( GL_FRAMEBUFFER, a->targets[i] );
        glFramebufferTexture2D( GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a->shades[i], 0 );
        a->failed = a->failed || glCheckFramebufferStatus( GL_FRAMEBUFFER ) != GL_FRAMEBUFFER_COMPLETE;
    }
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)target );
    a->width = width;
    a->height = height;
    return !a->failed;
}

/// Copies depths of the target into the texture. OpenGL ES copies them only between framebuffers of one kind.
static void copyDepths( const gfxAmbient* a, GLint target, int x, int y, const gfxRectangle* r )
{
    int x0 = (int)r->x0, y0 = (int)r->y0, x1 = (int)r->x1, y1 = (int)r->y1;
    if ( !GFX_ES )
    {
        glBindTexture( GL_TEXTURE_2D, a->depths );
        glCopyTexSubImage2D( GL_TEXTURE_2D, 0, x0, y0, x + x0, y + y0, x1 - x0, y1 - y0 );
        return;
    }
    glDisable( GL_SCISSOR_TEST );
    glBindFramebuffer( GL_DRAW_FRAMEBUFFER, a->copy );
    glBlitFramebuffer( x + x0, y + y0, x + x1, y + y1, x0, y0, x1, y1, GL_DEPTH_BUFFER_BIT, GL_NEAREST );
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)target );
    glEnable( GL_SCISSOR_TEST );
}

static void useProgram( const gfxProgram* program, GLuint depths, GLuint shades )
{
    glUseProgram( program->id );
    glActiveTexture( GL_TEXTURE1 );
    glBindTexture( GL_TEXTURE_2D, shades );
    glActiveTexture( GL_TEXTURE0 );
    glBindTexture( GL_TEXTURE_2D, depths );
    glUniform1i( program->depths, 0 );
    glUniform1i( program->shades, 1 );
}

void gfxDrawAmbient( gfxRenderer* renderer, const gfxFrame* frame, int x, int y )
{
    int width = (int)frame->screen[0], height = (int)frame->screen[1];
    float reach;
    gfxRectangle r = extentOf( frame, &reach );
    int x0 = (int)fmaxf( floorf( r.x0 ), 0.0f ), y0 = (int)fmaxf( floorf( r.y0 ), 0.0f );
    int x1 = (int)fminf( ceilf( r.x1 ), (float)width ), y1 = (int)fminf( ceilf( r.y1 ), (float)height );
    GLint target = 0;
    glGetIntegerv( GL_FRAMEBUFFER_BINDING, &target );
    if ( !frame->style->ambient || x1 <= x0 || y1 <= y0 ||
        !prepare( &renderer->ambient, width, height, target ) )
    {
        return;
    }
    // Pixels are taken in pairs, with a margin for the patterns at the edge.
    x0 = x0 > 8 ? ( x0 - 8 ) & ~1 : 0;
    y0 = y0 > 8 ? ( y0 - 8 ) & ~1 : 0;
    gfxAmbient* a = &renderer->ambient;
    const gfxProgram* sample = &renderer->programs[gfx_programAmbient];
    const gfxProgram* smooth = &renderer->programs[gfx_programAmbientSmooth];
    const gfxProgram* apply = &renderer->programs[gfx_programAmbientApply];
    // Samples lie up to 0.08 of the height away, see ambient.frag.
    int margin = (int)( 0.08f * frame->screen[1] ) + 12;
    int left = x0 > margin ? x0 - margin : 0, low = y0 > margin ? y0 - margin : 0;
    int end = x1 + margin < width ? x1 + margin : width, top = y1 + margin < height ? y1 + margin : height;
    copyDepths( a, target, x, y, &( gfxRectangle ){ (float)left, (float)low, (float)end, (float)top } );
    glDisable( GL_DEPTH_TEST );
    glDisable( GL_BLEND );
    glBindVertexArray( renderer->emptyVertexArray );
    glViewport( 0, 0, ( width + 1 ) / 2, ( height + 1 ) / 2 );
    // Each pass reads beyond the edge of what it draws: there must be no shade of an earlier picture.
    const int smoothed = 1, sampled = 3;
    int wide = ( x1 - x0 + 1 ) / 2, high = ( y1 - y0 + 1 ) / 2;
    glScissor( x0 / 2 - sampled, y0 / 2 - sampled, wide + 2 * sampled, high + 2 * sampled );
    glBindFramebuffer( GL_FRAMEBUFFER, a->targets[0] );
    useProgram( sample, a->depths, 0 );
    glUniform1f( sample->reach, 0.9f * reach );
    glDrawArrays( GL_TRIANGLES, 0, 3 );
    glScissor( x0 / 2 - smoothed, y0 / 2 - smoothed, wide + 2 * smoothed, high + 2 * smoothed );
    glBindFramebuffer( GL_FRAMEBUFFER, a->targets[1] );
    useProgram( smooth, 0, a->shades[0] );
    glDrawArrays( GL_TRIANGLES, 0, 3 );
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)target );
    glViewport( x, y, width, height );
    glScissor( x + x0, y + y0, x1 - x0, y1 - y0 );
    glEnable( GL_BLEND );
    useProgram( apply, a->depths, a->shades[1] );
    glUniform2f( apply->corner, (float)x, (float)y );
    glDrawArrays( GL_TRIANGLES, 0, 3 );
    glScissor( x, y, width, height );
    glEnable( GL_DEPTH_TEST );
    glBindTexture( GL_TEXTURE_2D, 0 );
}

void gfxDestroyAmbient( gfxAmbient* a )
{
    glDeleteTextures( 1, &a->depths );
    glDeleteTextures( 2, a->shades );
    glDeleteFramebuffers( 2, a->targets );
    glDeleteFramebuffers( 1, &a->copy );
}
