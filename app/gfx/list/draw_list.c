// SPDX-License-Identifier: MIT
#include "gfx/list/draw_list.h"

#include <stdlib.h>

// Empties and frees the draw list; draw_adapter.c fills it.

void gfxDrawList_Clear( gfxDrawList* list )
{
    list->boundsCenter[0] = list->boundsCenter[1] = list->boundsCenter[2] = 0.0f;
    list->boundsRadius = 0.0f;
    list->planeCount = 0;
    list->sphereCount = 0;
    list->solidCount = 0;
    list->hullCornerCount = list->hullEdgeCount = 0;
    list->contactCount = 0;
    list->largestForce = 0.0f;
    list->setCount = list->setPointCount = 0;
    list->lineCount = list->linePointCount = 0;
    list->arrowCount = 0;
    list->coneCount = 0;
    list->discCount = 0;
    list->labelCount = 0;
    list->trailPointCount = 0;
    list->trailCount = 0;
}

void gfxDrawList_Free( gfxDrawList* list )
{
    free( list->planes );
    free( list->spheres );
    free( list->solids );
    free( list->hullCorners );
    free( list->hullEdges );
    free( list->contacts );
    free( list->sets );
    free( list->setPoints );
    free( list->lines );
    free( list->linePoints );
    free( list->arrows );
    free( list->cones );
    free( list->discs );
    free( list->labels );
    free( list->trailPoints );
    free( list->trailCounts );
    *list = ( gfxDrawList ){ 0 };
}
