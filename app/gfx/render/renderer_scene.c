// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include "base/grow.h"
#include "base/os.h"

#include <math.h>
#include <stdlib.h>

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

// --------------------------------------------------------------------------------------------------- spheres

/// Sorts the farthest first, because smooth edges blend with what is behind them.
static int compareDepth( const void* a, const void* b )
{
    const gfxDepthKey *first = a, *second = b;
    if ( first->depth != second->depth )
    {
        return first->depth > second->depth ? -1 : 1;
    }
    return first->index < second->index ? -1 : 1; // a definite order makes frames reproducible
}

/// Collects the spheres that are not entirely behind the eye, from back to front. Returns their number.
static int sortSpheres( const gfxFrame* frame, gfxDepthKey* keys )
{
    int count = 0;
    for ( int i = 0; i < frame->list->sphereCount; ++i )
    {
        const gfxSphere* sphere = &frame->list->spheres[i];
        float depth = gfxAhead( frame, sphere->center );
        if ( depth > -sphere->radius )
        {
            keys[count++] = ( gfxDepthKey ){ .depth = depth, .index = i };
        }
    }
    if ( count > 1 )
    {
        qsort( keys, (size_t)count, sizeof( gfxDepthKey ), compareDepth );
    }
    return count;
}

void gfxFillSpheres( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    gfxStream* stream = &renderer->spheres;
    stream->count = 0;
    gfxDepthKey* keys =
        growArray( renderer->keys, &renderer->keyCapacity, list->sphereCount, sizeof( gfxDepthKey ) );
    if ( keys == NULL )
    {
        return;
    }
    renderer->keys = keys;
    double start = osSeconds();
    int count = sortSpheres( frame, keys );
    gfxHideSpheres( renderer, frame, keys, count );
    renderer->cullSeconds = osSeconds() - start;
    float* row = gfxStream_Append( stream, gfx_sphereFloats * count );
    renderer->sphereShown = 0;
    // Visible spheres first, from back to front; then the hidden ones, for their shadows.
    for ( int i = 0; i < 2 * count && row != NULL; ++i )
    {
        if ( keys[i % count].hidden != ( i >= count ) )
        {
            continue;
        }
        renderer->sphereShown += i < count ? 1 : 0;
        const gfxSphere* sphere = &list->spheres[keys[i % count].index];
        for ( int k = 0; k < 3; ++k )
        {
            row[k] = sphere->center[k];
        }
        row[3] = sphere->radius;
        for ( int k = 0; k < 4; ++k )
        {
            row[4 + k] = sphere->orientation[k];
        }
        gfxTint( frame, sphere->mode, sphere->energy, sphere->paint, row + 8 );
        row += gfx_sphereFloats;
    }
    gfxStream_Upload( stream );
}

void gfxDrawSpheres( gfxRenderer* renderer )
{
    if ( renderer->spheres.count == 0 )
    {
        return;
    }
    glUseProgram( renderer->programs[gfx_programSphere].id );
    glBindVertexArray( renderer->spheres.vertexArray );
    glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->sphereShown );
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
        const gfxStream* casters[] = { &renderer->spheres, &renderer->shadows };
        for ( int k = 0; k < 2 && !below; ++k )
        {
            if ( casters[k]->count > 0 )
            {
                setPlane( shadow, plane );
                glDepthMask( GL_FALSE );
                glBindVertexArray( casters[k]->vertexArray );
                glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4,
                    casters[k]->count / ( k == 0 ? gfx_sphereFloats : gfx_shadowFloats ) );
                glDepthMask( GL_TRUE );
            }
        }
    }
}
