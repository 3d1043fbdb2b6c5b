// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <stdio.h>
#include <string.h>

// How laws make C and D; errors name the nearest allowed set.

ssResult lawUseCircle( const ssLawDef* def, ssLaw* law )
{
    law->cForce = 1.0;
    law->frictionless = def->mu == 0.0;
    ssSetDef circle = ssDefaultSetDef( ss_setCircle );
    // A frictionless law has a circle, too, so that law->c is a valid set. Its size has no effect.
    circle.a = law->frictionless ? 1.0 : def->mu;
    ssResult result = ssMakeSet( &circle, &law->c );
    lawShareSets( law );
    return result;
}

void lawShareSets( ssLaw* law )
{
    law->d = law->c;
    law->sharesSets = true;
    law->dScale = 1.0;
}

/// The error with a prefix to its key and an addition to its message.
static ssResult prefixed( ssResult result, const char* prefix, const char* addition )
{
    char key[48], message[256];
    snprintf( key, sizeof( key ), "%s%.40s", prefix, result.field );
    snprintf( message, sizeof( message ), "%s%.160s%s", prefix, result.message, addition );
    return ssError( result.code, key, "%s", message );
}

ssResult lawMakeSet( const ssSetDef* def, const char* prefix, ssSet* set )
{
    ssResult result = ssMakeSet( def, set );
    if ( result.code == ss_ok || result.code == ss_errorMemory ) { return result; }
    // If the set without its offset is valid, the message names the largest offset in that direction.
    char addition[96] = "";
    ssSetDef centered = *def;
    centered.offsetX = centered.offsetY = 0.0;
    bool shifted = isfinite( def->offsetX ) && isfinite( def->offsetY ) &&
        ( def->offsetX != 0.0 || def->offsetY != 0.0 );
    ssSet trial;
    if ( shifted && ssMakeSet( &centered, &trial ).code == ss_ok )
    {
        ssSet_Destroy( &trial );
        double low = 0.0, high = 1.0;
        for ( int i = 0; i < 30; ++i )
        {
            double middle = 0.5 * ( low + high );
            centered.offsetX = middle * def->offsetX;
            centered.offsetY = middle * def->offsetY;
            bool fits = ssMakeSet( &centered, &trial ).code == ss_ok;
            if ( fits ) { ssSet_Destroy( &trial ); }
            low = fits ? middle : low;
            high = fits ? high : middle;
        }
        snprintf( addition, sizeof( addition ), "; nearest: offset_x = %.6g, offset_y = %.6g",
            low * def->offsetX, low * def->offsetY );
    }
    return prefixed( result, prefix, addition );
}

/// The largest excess of the radius of the convex hull over that of the set, relative to the latter.
static double hullExcess( const ssSet* set )
{
    ssVec2 points[361], hull[361];
    ssSet_Outline( set, 360, points );
    int count = ssConvexHull( 360, points, hull );
    double worst = 0.0;
    for ( int i = 0; i < 360; ++i )
    {
        for ( int j = 0; j < count; ++j )
        {
            // The ray through this point leaves the hull through the edge a-b if `side` <= 0 < `along`.
            ssVec2 a = hull[j], b = hull[( j + 1 ) % count];
            ssVec2 edge = ssVec2_Sub( b, a );
            double along = points[i].x * edge.y - points[i].y * edge.x;
            double side =
                ( points[i].x * a.y - points[i].y * a.x ) * ( points[i].x * b.y - points[i].y * b.x );
            if ( side <= 0.0 && along > 0.0 )
            {
                worst = ssMax( worst, ( a.x * edge.y - a.y * edge.x ) / along - 1.0 );
            }
        }
    }
    return worst;
}

ssResult lawNeedConvex( const ssSet* set, const char* prefix, const char* why )
{
    ssSetVerdict verdict = ssSet_IsConvex( set );
    if ( verdict.holds ) { return ssOk(); }
    char key[16];
    snprintf( key, sizeof( key ), "%skind", prefix );
    return ssError( ss_errorValue, key,
        "%s = %s is not convex at %.4g°, but %s; nearest: its convex hull, up to %.3g%% larger", key,
        ssSetKindName( set->def.kind ), verdict.angleDeg, why, 100.0 * hullExcess( set ) );
}

ssResult lawScaleIntoReservoir( ssLaw* law, ssSet* d )
{
    double angle = SS_NAN;
    double factor = ssLargestScaleInside( &law->c, d, &angle );
    if ( !( factor > 0.0 && isfinite( factor ) ) )
    {
        ssSet_Destroy( d );
        return ssError( ss_errorValue, "d_scale", "D does not fit into C at any scale" );
    }
    law->touchAngleDeg = angle;
    law->dScale = factor;
    if ( law->def.strict && factor < 1.0 - 1e-12 )
    {
        double scale = d->def.scale;
        ssSet_Destroy( d );
        return ssError( ss_errorValue, "d_scale",
            "D leaves C at %.6g°; the largest scale that fits is d_scale = %.10g (it is %.6g)", angle,
            factor * scale, scale );
    }
    if ( law->def.strict )
    {
        law->dScale = 1.0;
        law->d = *d;
    }
    else { law->d = ssSet_Scaled( d, factor ); }
    memset( d, 0, sizeof( *d ) );
    return ssOk();
}
