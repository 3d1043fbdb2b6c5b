// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------ grid

float gfxGridSpacing( const gfxPlane* plane, const gfxCamera* camera )
{
    // The number 1, 2 or 5 × 10^n whose ratio to a tenth of the distance is nearest to 1. A finite plane has its own
    // scale: enough lines to see it move, however far the eye is.
    bool finite = plane != NULL && plane->half[0] > 0.0f;
    float wanted = finite ? 0.25f * fminf( plane->half[0], plane->half[1] ) : 0.1f * camera->distance;
    if ( !( wanted > 0.0f ) )
    {
        return 1.0f;
    }
    float decade = powf( 10.0f, floorf( log10f( wanted ) ) );
    float lead = wanted / decade;
    return decade * ( lead < 1.41421f ? 1.0f : lead < 3.16228f ? 2.0f : lead < 7.07107f ? 5.0f : 10.0f );
}

float gfxCoarseSpacing( float fine )
{
    // Five cells, but four of 5 × 10^n, so that the spacing of coarse lines is a 1-2-5 number too.
    float lead = fine / powf( 10.0f, floorf( log10f( fine ) + 1e-3f ) );
    return lead > 4.5f && lead < 5.5f ? 4.0f * fine : 5.0f * fine;
}

// ---------------------------------------------------------------------------------------------------- ground

static void setPlane( const gfxProgram* program, const gfxPlane* plane )
{
    glUseProgram( program->id );
    glUniform3fv( program->planeOrigin, 1, plane->origin );
    glUniform3fv( program->planeNormal, 1, plane->normal );
    glUniform3fv( program->planeTangent, 1, plane->tangent );
    glUniform4f(
        program->planeHalf, plane->half[0], plane->half[1], plane->shift, plane->grooved ? 1.0f : 0.0f );
}

/// Places the grid under the eye. The coordinates are reduced to one coarse cell here, because far from the origin the
/// floats of the GPU would lose the places of the lines.
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

void gfxDrawPlanes( gfxRenderer* renderer, const gfxFrame* frame, bool below )
{
    const gfxProgram* ground = &renderer->programs[gfx_programGround];
    const gfxProgram* shadow = &renderer->programs[gfx_programShadow];
    for ( int i = 0; i < frame->list->planeCount; ++i )
    {
        const gfxPlane* plane = &frame->list->planes[i];
        float height = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            height += ( frame->eye[k] - plane->origin[k] ) * plane->normal[k];
        }
        if ( ( height < 0.0f ) != below )
        {
            continue;
        }
        setPlane( ground, plane );
        setGrid( ground, plane, frame );
        glUniform1f( ground->opacity, below ? 0.45f : 1.0f );
        glBindVertexArray( renderer->emptyVertexArray );
        glDrawArrays( GL_TRIANGLE_STRIP, 0, 4 );
        if ( !below && renderer->shadows.count > 0 )
        {
            setPlane( shadow, plane );
            glDepthMask( GL_FALSE );
            gfxStream_Bind( &renderer->shadows, 0 );
            glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->shadows.count / gfx_shadowFloats );
            glDepthMask( GL_TRUE );
        }
    }
}
