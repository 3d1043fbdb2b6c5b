// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

// Draws what lies behind the bodies: the background, planes and their grid.

float gfxGridSpacing( const gfxPlane* plane, const gfxCamera* camera )
{
    // The 1, 2 or 5 × 10^n nearest in ratio to a tenth of the distance; finite planes have their own scale.
    bool finite = plane != NULL && plane->half[0] > 0.0f;
    float wanted = finite ? 0.25f * fminf( plane->half[0], plane->half[1] ) : 0.1f * camera->distance;
    if ( !( wanted > 0.0f ) ) { return 1.0f; }
    float decade = powf( 10.0f, floorf( log10f( wanted ) ) ), lead = wanted / decade;
    return decade * ( lead < 1.41421f ? 1.0f : lead < 3.16228f ? 2.0f : lead < 7.07107f ? 5.0f : 10.0f );
}

float gfxCoarseSpacing( float fine )
{
    // Five cells, but four of 5 × 10^n, so that the spacing of coarse lines is a 1-2-5 number too.
    float lead = fine / powf( 10.0f, floorf( log10f( fine ) + 1e-3f ) );
    return lead > 4.5f && lead < 5.5f ? 4.0f * fine : 5.0f * fine;
}

static void setPlane( const gfxProgram* program, const gfxPlane* plane )
{
    glUseProgram( program->id );
    glUniform3fv( program->planeOrigin, 1, plane->origin );
    glUniform3fv( program->planeNormal, 1, plane->normal );
    glUniform3fv( program->planeTangent, 1, plane->tangent );
    glUniform4f(
        program->planeHalf, plane->half[0], plane->half[1], plane->shift, plane->grooved ? 1.0f : 0.0f );
}

/// Places the grid under the eye, reduced to one coarse cell: far away, the GPU's floats are too coarse.
static void setGrid( const gfxProgram* program, const gfxPlane* plane, const gfxFrame* frame )
{
    const float *n = plane->normal, *t = plane->tangent;
    const float bitangent[3] = { n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2],
        n[0] * t[1] - n[1] * t[0] };
    bool infinite = !( plane->half[0] > 0.0f );
    float fine = gfxGridSpacing( plane, frame->camera ), coarse = gfxCoarseSpacing( fine ), u = 0.0f,
          v = 0.0f;
    for ( int k = 0; k < 3; ++k )
    {
        float from = frame->eye[k] - plane->origin[k];
        u += from * t[k];
        v += from * bitangent[k];
    }
    // The lines of a finite plane are counted from its centre.
    glUniform4f( program->grid, fine, coarse, infinite ? fmodf( u, coarse ) : 0.0f,
        infinite ? fmodf( v, coarse ) - fmodf( plane->shift, coarse ) : -fmodf( plane->shift, coarse ) );
}

static float heightOfEye( const gfxFrame* frame, const gfxPlane* plane )
{
    float height = 0.0f;
    for ( int k = 0; k < 3; ++k ) { height += ( frame->eye[k] - plane->origin[k] ) * plane->normal[k]; }
    return height;
}

/// Is the infinite plane opaque at this place [px], t ( forward + x right + y up )? See ground.frag.
static bool isOpaque( const gfxFrame* frame, const gfxPlane* plane, float height, float column, float row )
{
    float x = ( column - 0.5f * frame->screen[0] ) * frame->pixelAngle,
          y = ( row - 0.5f * frame->screen[1] ) * frame->pixelAngle, down = 0.0f;
    for ( int k = 0; k < 3; ++k )
    {
        down -= plane->normal[k] * ( frame->forward[k] + x * frame->right[k] + y * frame->up[k] );
    }
    float reach = fmaxf( frame->camera->distance, height ), ahead = height / fmaxf( down, 1e-6f * height );
    return ahead > 1.1f * frame->near && ahead * sqrtf( 1.0f + x * x + y * y ) < 1.4f * reach;
}

/// The lowest rows of the screen that the first plane fills: its part is convex, four corners tell.
static int opaqueRows( const gfxFrame* frame )
{
    const int step = 8;
    const gfxPlane* plane = frame->list->planes;
    float height = frame->list->planeCount > 0 ? heightOfEye( frame, plane ) : 0.0f;
    int rows = 0;
    while ( height > 0.0f && !( plane->half[0] > 0.0f ) && (float)rows < frame->screen[1] &&
        isOpaque( frame, plane, height, 0.0f, (float)rows ) &&
        isOpaque( frame, plane, height, frame->screen[0], (float)rows ) )
    {
        rows += step;
    }
    return rows > step ? rows - step : 0;
}

/// Draws what the program in use makes of `corners` corners, above a row, around the rectangle behind the
/// spheres if they all stand on the only plane.
static void drawAround( const gfxFrame* frame, int row, GLenum kind, int corners )
{
    const gfxDrawList* list = frame->list;
    gfxRectangle h = frame->hidden;
    bool around = list->planeCount == 0 ||
        ( list->planeCount == 1 && !( list->planes->half[0] > 0.0f ) && frame->lowest > 0.99f );
    int wide = (int)frame->screen[0], high = (int)frame->screen[1];
    int x0 = around ? (int)h.x0 : 0, y0 = around ? (int)h.y0 : 0, x1 = around ? (int)h.x1 : 0,
        y1 = around ? (int)h.y1 : 0;
    const int pieces[4][4] = { { 0, 0, wide, y0 }, { 0, y0, x0, y1 }, { x1, y0, wide, y1 },
        { 0, y1, wide, high } };
    for ( int i = 0; i < 4; ++i )
    {
        const int* p = pieces[i];
        int low = p[1] > row ? p[1] : row;
        if ( p[2] > p[0] && p[3] > low )
        {
            glScissor( frame->corner[0] + p[0], frame->corner[1] + low, p[2] - p[0], p[3] - low );
            glDrawArrays( kind, 0, corners );
        }
    }
    glScissor( frame->corner[0], frame->corner[1], wide, high );
}

void gfxDrawBackground( gfxRenderer* renderer, const gfxFrame* frame )
{
    glDisable( GL_DEPTH_TEST );
    glDisable( GL_BLEND );
    glUseProgram( renderer->programs[gfx_programBackground].id );
    glBindVertexArray( renderer->emptyVertexArray );
    drawAround( frame, frame->style->drawHidden ? 0 : opaqueRows( frame ), GL_TRIANGLES, 3 );
    glEnable( GL_DEPTH_TEST );
    glEnable( GL_BLEND );
}

void gfxDrawPlanes( gfxRenderer* renderer, const gfxFrame* frame, bool below )
{
    const gfxProgram* ground = &renderer->programs[gfx_programGround];
    const gfxProgram* shadow = &renderer->programs[gfx_programShadow];
    for ( int i = 0; i < frame->list->planeCount; ++i )
    {
        const gfxPlane* plane = &frame->list->planes[i];
        if ( ( heightOfEye( frame, plane ) < 0.0f ) != below ) { continue; }
        setPlane( ground, plane );
        setGrid( ground, plane, frame );
        glUniform1f( ground->opacity, below ? 0.45f : 1.0f );
        float tint[4] = { 0.0f };
        gfxLookTint( plane->look, tint );
        glUniform4fv( ground->tint, 1, tint );
        glBindVertexArray( renderer->emptyVertexArray );
        if ( below ) { glDrawArrays( GL_TRIANGLE_STRIP, 0, 4 ); }
        else { drawAround( frame, 0, GL_TRIANGLE_STRIP, 4 ); }
        glDepthMask( GL_FALSE );
        if ( !below && renderer->shadows.count > 0 )
        {
            setPlane( shadow, plane );
            gfxStream_Bind( &renderer->shadows, 0 );
            glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->shadows.count / gfx_shadowFloats );
        }
        if ( !below && renderer->solids.count > 0 )
        {
            setPlane( &renderer->programs[gfx_programSolidShadow], plane );
            gfxDrawSolidShadows( renderer );
        }
        glDepthMask( GL_TRUE );
    }
}
