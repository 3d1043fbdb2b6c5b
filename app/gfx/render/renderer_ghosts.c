// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include <string.h>

// The bodies of other runs: translucent, outlined, one colour per run. They write no depth, so as not to hide
// each other, and lie a little deeper, so that bodies at the same place hide them.

enum
{
    fewBodies = 64 // with more, the fills of bodies behind each other would add up
};

static const float deeper = 1e-3f, linesDeeper = 5e-3f; // share of the distance from the eye

void gfxSetGhosts( gfxRenderer* renderer, const gfxGhost* ghosts, int count )
{
    renderer->ghostCount = count < gfx_maxGhosts ? count : gfx_maxGhosts;
    memcpy( renderer->ghosts, ghosts, (size_t)renderer->ghostCount * sizeof *ghosts );
}

/// Returns the number of rows.
static int fillSpheres( gfxStream* stream, const gfxDrawList* list, const float color[3] )
{
    const float tint[4] = { color[0], color[1], color[2], 1.0f };
    gfxSphereRow* rows = list->sphereCount > 0 ? gfxStream_Reserve( stream, list->sphereCount ) : NULL;
    for ( int i = 0; i < list->sphereCount && rows != NULL; ++i )
    {
        gfxPackSphere( &rows[i], &list->spheres[i], tint );
    }
    gfxStream_Commit( stream, rows != NULL ? list->sphereCount : 0 );
    return rows != NULL ? list->sphereCount : 0;
}

static void drawGhost( gfxRenderer* renderer, const gfxFrame* frame, const gfxGhost* ghost )
{
    const gfxDrawList* list = ghost->list;
    int bodies = list->sphereCount + list->solidCount;
    if ( bodies > gfx_maxGhostBodies ) { return; }
    bool few = bodies <= fewBodies;
    float fill = few ? 0.26f : 0.07f;
    int spheres = fillSpheres( &renderer->ghostSpheres, list, ghost->color );
    renderer->ghostSolids.count = renderer->ghostHulls.count = renderer->ghostEdges.count = 0;
    gfxSolidRanges ranges = gfxFillGhostSolids( &renderer->ghostSolids, &renderer->ghostHulls,
        &renderer->ghostEdges, frame, list, ghost->color, few ? 0.9f : 0.5f );
    gfxStream_Upload( &renderer->ghostSolids );
    gfxStream_Upload( &renderer->ghostHulls );
    gfxStream_Upload( &renderer->ghostEdges );

    const gfxProgram* solid = &renderer->programs[gfx_programSolid];
    const gfxProgram* sphere = &renderer->programs[gfx_programSphere];
    glUseProgram( solid->id );
    glUniform2f( solid->ghost, fill, deeper );
    gfxDrawSolidRanges( renderer, &renderer->ghostSolids, &ranges );
    gfxDrawHulls( renderer, &renderer->ghostHulls );
    glUniform2f( solid->ghost, 0.0f, 0.0f );
    if ( spheres > 0 )
    {
        glUseProgram( sphere->id );
        glUniform2f( sphere->ghost, fill, deeper );
        gfxStream_Bind( &renderer->ghostSpheres, 0 );
        glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, spheres );
        glUniform2f( sphere->ghost, 0.0f, 0.0f );
    }
    // Lines are pulled nearer; those of a ghost lie as deep as its faces.
    const gfxProgram* stroke = &renderer->programs[gfx_programStroke];
    glUseProgram( stroke->id );
    glUniform2f( stroke->ghost, 0.0f, linesDeeper );
    gfxDrawStrokes( renderer, &renderer->ghostEdges, 1.0f );
    glUniform2f( stroke->ghost, 0.0f, 0.0f );
}

void gfxDrawGhosts( gfxRenderer* renderer, const gfxFrame* frame )
{
    for ( int i = 0; i < renderer->ghostCount; ++i ) { drawGhost( renderer, frame, renderer->ghosts + i ); }
    renderer->ghostCount = 0;
}
