// SPDX-License-Identifier: MIT
#include "gfx/renderer.h"

#include <math.h>

int gfxPickBody( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport, float x,
    float y, float hit[3] )
{
    float origin[3], ray[3];
    gfxCamera_Ray( camera, viewport, x, y, origin, ray );
    int body = -1;
    float nearest = INFINITY;
    for ( int i = 0; i < list->sphereCount; ++i )
    {
        const gfxSphere* sphere = &list->spheres[i];
        if ( sphere->body < 0 )
        {
            continue;
        }
        float to[3], ahead = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            to[k] = sphere->center[k] - origin[k];
            ahead += to[k] * ray[k];
        }
        // From the ray to the centre, which cancels less than |to|² - ahead².
        float miss = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            float off = to[k] - ahead * ray[k];
            miss += off * off;
        }
        float inside = sphere->radius * sphere->radius - miss;
        if ( inside < 0.0f )
        {
            continue;
        }
        float distance = ahead - sqrtf( inside );
        if ( distance > 0.0f && distance < nearest )
        {
            nearest = distance;
            body = sphere->body;
        }
    }
    for ( int k = 0; k < 3 && body >= 0; ++k )
    {
        hit[k] = origin[k] + nearest * ray[k];
    }
    return body;
}
