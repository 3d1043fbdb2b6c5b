// SPDX-License-Identifier: MIT
#include "slipstick/law.h"

#include "law/law_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ making

ssLawDef ssDefaultLawDef( ssLawKind kind )
{
    SS_ASSERT( kind >= 0 && kind < ss_lawKindCount );
    ssLawDef def = { .kind = kind,
        .dimension = ssGetLawType( (int)kind )->minDimension,
        .mu = 0.5,
        .c = ssDefaultSetDef( ss_setCircle ),
        .d = ssDefaultSetDef( ss_setCircle ),
        .cForce = 1.0,
        .facets = 4,
        .vEps = 1e-3,
        .length = 1.0,
        .stribeck = { .curve = ss_stribeckNone, .ratio = 1.0, .velocity = 1.0, .exponent = 1.0 },
        .flow = { .kind = ss_flowTensor2, .tensor2 = { 1.0, 0.0, 0.0, 1.0 } },
        .patchRadius = 0.01 };
    if ( kind == ss_lawKindAsperity )
    {
        def.c = ssDefaultSetDef( ss_setAsperity );
    }
    return def;
}

static ssResult checkNumbers( const ssLawDef* def, const ssLawType* type )
{
    bool known = def->dimension == 3 || def->dimension == 5 || def->dimension == 6;
    if ( known == false || def->dimension < type->minDimension || def->dimension > type->maxDimension )
    {
        int nearest = def->dimension < type->minDimension ? type->minDimension : type->maxDimension;
        return ssError( ss_errorValue, "dimension",
            "dimension = %d: the law %s has %d to %d (3, 5 or 6); nearest is %d", def->dimension, type->name,
            type->minDimension, type->maxDimension,
            known == false && def->dimension == 4 ? type->minDimension : nearest );
    }
    const struct
    {
        const char* key;
        double value;
        bool used;
    } coefficients[] = { { "mu", def->mu, ( type->needs & ss_needsMu ) != 0 },
        { "mu_r", def->muRoll, def->dimension >= 5 }, { "mu_s", def->muSpin, def->dimension >= 6 } };
    for ( int i = 0; i < SS_COUNT( coefficients ); ++i )
    {
        double value = coefficients[i].value;
        if ( coefficients[i].used && !( value >= 0.0 && isfinite( value ) ) )
        {
            return ssError( ss_errorValue, coefficients[i].key,
                "%s = %.10g; allowed: a finite number >= 0, nearest is 0", coefficients[i].key, value );
        }
    }
    if ( ( type->needs & ss_needsC ) != 0 && !( def->cForce > 0.0 && isfinite( def->cForce ) ) )
    {
        return ssError(
            ss_errorValue, "c_force", "c_force = %.10g; allowed: a finite load > 0 N", def->cForce );
    }
    return ssCheckStribeck( &def->stribeck );
}

ssResult ssMakeLaw( const ssLawDef* def, ssLaw* law )
{
    memset( law, 0, sizeof( *law ) );
    if ( def->kind < 0 || def->kind >= ss_lawKindCount )
    {
        return ssError( ss_errorUnknown, "law", "no law has the number %d", (int)def->kind );
    }
    const ssLawType* type = ssGetLawType( (int)def->kind );
    law->type = type;
    law->def = *def;
    law->dimension = def->dimension;
    law->cForce = 1.0;
    law->dScale = 1.0;
    law->touchAngleDeg = SS_NAN;
    law->report.convex = true;
    ssResult result = checkNumbers( def, type );
    if ( result.code == ss_ok )
    {
        result = type->prepare( def, law );
    }
    // What the caller's pointers referred to may be gone tomorrow.
    law->def.c.points = law->def.d.points = NULL;
    law->def.c.pointCount = law->def.d.pointCount = 0;
    law->def.flow.samples = law->flow;
    if ( result.code != ss_ok )
    {
        ssLaw_Destroy( law );
    }
    return result;
}

void ssLaw_Destroy( ssLaw* law )
{
    if ( law->sharesSets == false )
    {
        ssSet_Destroy( &law->d );
    }
    ssSet_Destroy( &law->c );
    ssRelease( law->flow );
    ssRelease( law->patch );
    memset( law, 0, sizeof( *law ) );
}

unsigned ssLaw_Flags( const ssLaw* law )
{
    unsigned flags = law->type->flags;
    flags |= law->dimension >= 5 ? (unsigned)ss_lawFlagRolling : 0u;
    flags |= law->dimension >= 6 ? (unsigned)ss_lawFlagSpinning : 0u;
    flags |= law->def.stribeck.curve != ss_stribeckNone ? (unsigned)ss_lawFlagVelocity : 0u;
    return flags;
}

ssCone ssLaw_Cone( const ssLaw* law )
{
    ssCone cone = { .dimension = law->dimension,
        .mu = law->def.mu,
        .muRoll = law->dimension >= 5 ? law->def.muRoll : 0.0,
        .muSpin = law->dimension >= 6 ? law->def.muSpin : 0.0,
        .variant = ss_coneIntersection };
    if ( law->def.kind == ss_lawKindEllipsoidal )
    {
        cone.variant = ss_coneEllipsoidal;
    }
    else if ( law->def.kind == ss_lawKindPolyhedral )
    {
        cone.variant = law->def.inscribed ? ss_coneInscribed : ss_coneCircumscribed;
        cone.facets = law->def.facets;
        cone.facetAngle = law->def.facetDeg * SS_PI / 180.0;
    }
    return cone;
}

// ------------------------------------------------------------------------------------------- sets for the families

ssResult lawUseCircle( const ssLawDef* def, ssLaw* law )
{
    law->cForce = 1.0;
    law->frictionless = def->mu == 0.0;
    ssSetDef circle = ssDefaultSetDef( ss_setCircle );
    // A frictionless law keeps a circle of its own so that every member is a set; nobody asks for its size.
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
    if ( result.code == ss_ok || result.code == ss_errorMemory )
    {
        return result;
    }
    // Is it the offset alone? Then find how far it may go.
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
            if ( fits )
            {
                ssSet_Destroy( &trial );
            }
            low = fits ? middle : low;
            high = fits ? high : middle;
        }
        snprintf( addition, sizeof( addition ), "; nearest is offset_x = %.6g, offset_y = %.6g",
            low * def->offsetX, low * def->offsetY );
    }
    return prefixed( result, prefix, addition );
}

/// How far the convex hull lies outside the set at the worst angle: a ratio of radii, minus one.
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
            // Where the ray through this point leaves the hull.
            ssVec2 a = hull[j], b = hull[( j + 1 ) % count];
            ssVec2 edge = ssVec2_Sub( b, a );
            double along = points[i].x * edge.y - points[i].y * edge.x;
            double side =
                ( points[i].x * a.y - points[i].y * a.x ) * ( points[i].x * b.y - points[i].y * b.x );
            if ( side <= 0.0 && along > 0.0 )
            {
                worst = fmax( worst, ( a.x * edge.y - a.y * edge.x ) / along - 1.0 );
            }
        }
    }
    return worst;
}

ssResult lawNeedConvex( const ssSet* set, const char* prefix, const char* why )
{
    ssSetVerdict verdict = ssSet_IsConvex( set );
    if ( verdict.holds )
    {
        return ssOk();
    }
    char key[16];
    snprintf( key, sizeof( key ), "%skind", prefix );
    return ssError( ss_errorValue, key,
        "%s = %s is not convex at %.4g°, but %s; nearest is its convex hull, up to %.3g%% larger", key,
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
    else
    {
        law->d = ssSet_Scaled( d, factor );
    }
    memset( d, 0, sizeof( *d ) );
    return ssOk();
}

// ---------------------------------------------------------------------------------------------- planar functions

static ssVec2 undefinedVector( void )
{
    return ssVec2_Make( SS_NAN, SS_NAN );
}

/// C used = C × load/cForce. A load <= 0 is an open contact.
static double scaleOf( const ssLaw* law, double load )
{
    return law->frictionless || load <= 0.0 ? 0.0 : load / law->cForce;
}

/// Length safe against overflow, and the direction also of denormal velocities.
static double normalize( ssVec2 v, ssVec2* direction )
{
    double largest = fmax( fabs( v.x ), fabs( v.y ) );
    if ( !( largest > 0.0 && isfinite( largest ) && isfinite( v.x ) && isfinite( v.y ) ) )
    {
        return v.x == 0.0 && v.y == 0.0 ? 0.0 : SS_NAN;
    }
    int exponent = 0;
    frexp( largest, &exponent );
    ssVec2 scaled = ssVec2_Make( ldexp( v.x, -exponent ), ldexp( v.y, -exponent ) );
    double length = ssVec2_Length( scaled );
    *direction = ssVec2_Make( scaled.x / length, scaled.y / length );
    return ldexp( length, exponent );
}

ssLawForce lawExtendedSlip( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    ssLawForce slip = { .setValued = false };
    ssVec2 z;
    ssSet_Support( &law->d, direction, &z, &slip.setValued );
    // C = D: z is on its boundary already.
    slip.force = law->sharesSets ? z : ssVec2_Scale( 1.0 / ssSet_Gauge( &law->c, z ), z );
    return slip;
}

ssLawForce ssLaw_SlipForce( const ssLaw* law, double load, ssVec2 gamma )
{
    ssLawForce slip = { .force = undefinedVector(), .setValued = false };
    ssVec2 direction = { 0.0, 0.0 };
    double speed = normalize( gamma, &direction );
    if ( isnan( speed ) || isnan( load ) )
    {
        return slip;
    }
    double scale = scaleOf( law, load );
    if ( scale == 0.0 )
    {
        slip.force = ssVec2_Make( 0.0, 0.0 );
        return slip;
    }
    if ( speed == 0.0 )
    {
        slip.setValued = law->type->setValued;
        slip.force = slip.setValued ? slip.force : ssVec2_Make( 0.0, 0.0 );
        return slip;
    }
    slip = law->type->slip != NULL ? law->type->slip( law, direction, speed )
                                   : lawExtendedSlip( law, direction, speed );
    slip.force = ssVec2_Scale( scale * ssStribeckFactor( &law->def.stribeck, speed ), slip.force );
    return slip;
}

double ssLaw_Gauge( const ssLaw* law, double load, ssVec2 force )
{
    if ( isnan( load ) || isnan( force.x ) || isnan( force.y ) )
    {
        return SS_NAN;
    }
    double scale = scaleOf( law, load );
    if ( scale == 0.0 )
    {
        return force.x == 0.0 && force.y == 0.0 ? 0.0 : (double)INFINITY;
    }
    return ssSet_Gauge( &law->c, force ) / scale;
}

bool ssLaw_CanStick( const ssLaw* law, double load, ssVec2 force )
{
    if ( law->type->setValued == false )
    {
        return force.x == 0.0 && force.y == 0.0;
    }
    return ssLaw_Gauge( law, load, force ) <= 1.0;
}

ssSlideDirections ssLaw_SlideDirections( const ssLaw* law, double load, ssVec2 force, double tolerance )
{
    ssSlideDirections slide = {
        .verdict = ss_slideImpossible, .first = undefinedVector(), .last = undefinedVector()
    };
    double gauge = ssLaw_Gauge( law, load, force );
    if ( !( gauge <= 1.0 + tolerance ) )
    {
        return slide;
    }
    bool inside = gauge < 1.0 - tolerance || scaleOf( law, load ) == 0.0;
    // The regularised law answers every force inside with a velocity: it has no stick.
    bool creeps = law->def.kind == ss_lawKindRegularised && gauge > 0.0;
    if ( inside && creeps == false )
    {
        slide.verdict = ss_slideStick;
        return slide;
    }
    ssTangentCone cone = ssSet_TangentCone( &law->d, atan2( force.y, force.x ) );
    slide.verdict = ss_slidePossible;
    slide.first = ssVec2_Make( -cone.right.y, cone.right.x );
    slide.last = cone.smooth ? slide.first : ssVec2_Make( cone.left.y, -cone.left.x );
    return slide;
}

double ssLaw_Dissipation( const ssLaw* law, double load, ssVec2 gamma )
{
    if ( gamma.x == 0.0 && gamma.y == 0.0 )
    {
        return isnan( load ) ? SS_NAN : 0.0;
    }
    return ssVec2_Dot( ssLaw_SlipForce( law, load, gamma ).force, gamma );
}

double ssLaw_Alpha( const ssLaw* law, double load, ssVec2 force )
{
    double scale = scaleOf( law, load );
    if ( law->sharesSets || scale == 0.0 )
    {
        return 1.0;
    }
    double difference = ssSet_Gauge( &law->d, force ) - ssSet_Gauge( &law->c, force );
    // D touches C: there rounding must not make alpha exceed 1.
    return 1.0 / ( fmax( difference, 0.0 ) / scale + 1.0 );
}

ssVec2 ssLaw_ProxStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 )
{
    bool usable = isfinite( force.x ) && isfinite( force.y ) && isfinite( gamma.x ) && isfinite( gamma.y );
    if ( usable == false || isnan( load ) || isnan( r0 ) )
    {
        return undefinedVector();
    }
    if ( law->def.kind == ss_lawKindTristate )
    {
        return ssLaw_SlipForce( law, load, gamma ).force;
    }
    double scale = scaleOf( law, load ) * ssStribeckFactor( &law->def.stribeck, ssVec2_Length( gamma ) );
    if ( law->def.kind == ss_lawKindRegularised )
    {
        ssVec2 z = ssVec2_MulAdd( force, r0, gamma );
        double size = ssVec2_Length( z );
        double held = lawRegularisedProx( law, law->def.mu * scale, 1.0, r0, size );
        return size > 0.0 ? ssVec2_Scale( held / size, z ) : z;
    }
    if ( scale == 0.0 )
    {
        return ssVec2_Make( 0.0, 0.0 );
    }
    // With everything divided by the scale of C and D the sets keep their reference size.
    ssVec2 f = ssVec2_Scale( 1.0 / scale, force );
    double alpha = ssLaw_Alpha( law, law->cForce, f );
    ssVec2 z = ssVec2_Scale( alpha, ssVec2_MulAdd( f, r0 / scale, gamma ) );
    return ssVec2_Scale( scale / alpha, ssSet_Prox( &law->d, z ) );
}
