// SPDX-License-Identifier: MIT
#include "model/tribometer.h"

#include "base/text_writer.h"

#include <math.h>

// Writes an identified material as lines KEY=VALUE for --set, in every scenario that has C and D.

/// The rotation is left out where there is none, or none could be determined.
static void putFit( textWriter* w, const char* prefix, const ssSetFit* fit, double scale )
{
    bool ellipse = fit->s == 2.0;
    textPut( w, "%skind=%s\n", prefix, ellipse ? "ellipse" : "superellipse" );
    textPut( w, "%sa=%.10g\n%sb=%.10g\n", prefix, scale * fit->a, prefix, scale * fit->b );
    if ( !ellipse )
    {
        textPut( w, "%ss=%.10g\n", prefix, fit->s );
    }
    if ( fit->rotation != 0.0 )
    {
        textPut( w, "%srotation_deg=%.6g\n", prefix, fit->rotation * 180.0 / SS_PI );
    }
}

static void putRotation( textWriter* w, const ssSetFit* fit )
{
    if ( isfinite( fit->rotationError ) )
    {
        textPut( w, ", rotation = %.4g ± %.2g°", fit->rotation * 180.0 / SS_PI,
            fit->rotationError * 180.0 / SS_PI );
    }
}

/// How large D is written, in units of its points. Its size is
/// arbitrary; it is written so that D lies inside C.
static double sizeOfD( const ssSetFit* c, const ssSetFit* d )
{
    return 0.5 *
        ( c->rotation == d->rotation ? ssMin( c->a / d->a, c->b / d->b )
                                     : ssMin( c->a, c->b ) / ssMax( d->a, d->b ) );
}

static void putPolygon( textWriter* w, const char* prefix, int count, const ssVec2* points )
{
    textPut( w, "%skind=polygon\n%svertices=", prefix, prefix );
    for ( int i = 0; i < count; ++i )
    {
        textPut( w, "%s%.5g;%.5g", i > 0 ? ";" : "", points[i].x, points[i].y );
    }
    textPut( w, "\n" );
}

/// Selects about 360 points at evenly spaced angles of the force, in order.
static int evenPoints( const ssIdentification* r, const double* radius, ssVec2* points )
{
    enum
    {
        most = 360
    };
    double last = -HUGE_VAL;
    int count = 0;
    for ( int i = 0; i < r->count && count < most; ++i )
    {
        // Noise may turn the angle back a little, which a star-shaped curve must not do.
        if ( r->theta[i] >= last + 2.0 * SS_PI / most &&
            r->theta[i] < r->theta[0] + 2.0 * SS_PI * ( 1.0 - 0.5 / most ) )
        {
            last = r->theta[i];
            points[count++] = ssVec2_Make( radius[i] * ssCos( last ), radius[i] * ssSin( last ) );
        }
    }
    return count;
}

int ssIdentification_Material(
    const ssIdentification* r, ssMaterialForm form, const char* source, char* text, int capacity )
{
    text[0] = '\0';
    textWriter w = textInto( text, (size_t)capacity );
    textPut( &w, "# friction material: force reservoir C and direction set D, %s\n", source );
    textPut( &w, "# C: a = %.4g ± %.2g N, b = %.4g ± %.2g N, s = %.4g ± %.2g", r->c.a, r->c.aError, r->c.b,
        r->c.bError, r->c.s, r->c.sError );
    putRotation( &w, &r->c );
    textPut(
        &w, "\n# D: a/b = %.4g ± %.2g, s = %.4g ± %.2g", r->d.ratio, r->d.ratioError, r->d.s, r->d.sError );
    putRotation( &w, &r->d );
    textPut( &w, " (± is 95%% confidence)\n" );
    if ( r->isFlipped )
    {
        textPut( &w, "# warning: the radial forces probably have the wrong sign\n" );
    }
    if ( r->c.isMisfit )
    {
        textPut(
            &w, "# warning: C is not a superellipse: its radius deviates by %.2g%%\n", 100.0 * r->c.misfit );
    }
    if ( r->d.isMisfit )
    {
        textPut( &w, "# warning: D is not a superellipse: the force deviates by %.2g°\n",
            r->d.misfit * 180.0 / SS_PI );
    }
    if ( form == ss_materialPolygon )
    {
        ssVec2 points[361];
        int count = evenPoints( r, r->rC, points );
        putPolygon( &w, "c_", count, points );
        count = ssConvexHull( evenPoints( r, r->rD, points ), points, points );
        putPolygon( &w, "d_", count, points );
    }
    else if ( form == ss_materialEllipse )
    {
        putFit( &w, "c_", &r->ellipse, 1.0 );
        putFit( &w, "d_", &r->ellipse, 1.0 );
    }
    else
    {
        putFit( &w, "c_", &r->c, 1.0 );
        putFit( &w, "d_", &r->d, sizeOfD( &r->c, &r->d ) );
    }
    if ( isfinite( r->load ) )
    {
        textPut( &w, "c_force=%.10g\n", r->load );
    }
    return w.failed ? 0 : (int)w.length;
}
