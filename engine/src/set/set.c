// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// What all shapes share: checking, and the way between their own frame y and the world
// x = scale R y + offset.

static const double s_degrees = 180.0 / SS_PI;

// --- checking ---

ssResult ssCheckSetLength( const char* key, double value )
{
    if ( !( value > 0.0 && isfinite( value ) ) )
    {
        return ssError( ss_errorValue, key, "%s = %g; allowed: a finite number > 0", key, value );
    }
    return ssOk();
}

/// Cosine and sine of an angle in degrees, without rounding at right angles.
static void turnOf( double degrees, double* c, double* s )
{
    double turn = fmod( degrees, 360.0 ), quarter = nearbyint( turn / 90.0 );
    double rest = ( turn - 90.0 * quarter ) * ( SS_PI / 180.0 );
    ssVec2 d = ssTurn2( ssVec2_Make( cos( rest ), sin( rest ) ), (int)quarter );
    *c = d.x;
    *s = d.y;
}

static ssVec2 toShape( const ssSet* set, ssVec2 x )
{
    double c = set->cosRotation, s = set->sinRotation;
    return ssVec2_Make( c * x.x + s * x.y, c * x.y - s * x.x );
}

static ssVec2 toWorld( const ssSet* set, ssVec2 y )
{
    double c = set->cosRotation, s = set->sinRotation;
    return ssVec2_Make( c * y.x - s * y.y, s * y.x + c * y.y );
}

static bool isFinite2( ssVec2 x )
{
    return isfinite( x.x ) && isfinite( x.y );
}

static double angleOf( ssVec2 x )
{
    double angle = atan2( x.y, x.x ) * s_degrees;
    return angle < 0.0 ? angle + 360.0 : angle;
}

/// The offset in the frame of the shape.
static ssVec2 shapeOffset( const ssSet* set )
{
    return toShape( set, ssVec2_Make( set->def.offsetX, set->def.offsetY ) );
}

/// A shape that is not convex may lose sight of parts of its boundary when the origin moves.
static ssResult checkStarShape( const ssSet* set, const ssSetShape* shape, ssVec2 offset )
{
    enum
    {
        steps = 512
    };
    int pieces = shape->pieceCount( set );
    ssVec2 first = ssVec2_Add( shape->piecePoint( set, 0, 0.0 ), offset ), before = first;
    for ( int i = 1; i <= pieces * steps; ++i )
    {
        int piece = ( i - 1 ) / steps;
        ssVec2 p = i == pieces * steps
            ? first
            : ssVec2_Add( shape->piecePoint( set, piece, (double)( i - piece * steps ) / steps ), offset );
        if ( !( ssCross2( before, p ) > 0.0 ) )
        {
            return ssError( ss_errorValue, "offset_x",
                "offset_x, offset_y = %g, %g: the set is no longer star-shaped: at %.4g° a ray from the "
                "origin meets "
                "the boundary more than once; allowed: smaller offsets",
                set->def.offsetX, set->def.offsetY, angleOf( toWorld( set, p ) ) );
        }
        before = p;
    }
    return ssOk();
}

static ssResult checkOffset( const ssSet* set, const ssSetShape* shape )
{
    ssVec2 offset = shapeOffset( set ), origin = { -offset.x, -offset.y };
    double reach = shape->gauge( set, origin, NULL );
    // Closer to the boundary than this, gauges lose their digits.
    if ( !( reach < 1.0 - 1e-12 ) )
    {
        double length = ssVec2_Length( offset );
        return ssError( ss_errorValue, "offset_x",
            "offset_x, offset_y = %.10g, %.10g: the origin must stay inside the set; in direction %.4g° from "
            "the "
            "centre it lies %.4g N from the boundary, or beyond",
            set->def.offsetX, set->def.offsetY, angleOf( toWorld( set, origin ) ),
            ( length - length / reach ) * set->def.scale );
    }
    return set->convex ? ssOk() : checkStarShape( set, shape, offset );
}

ssResult ssMakeSet( const ssSetDef* def, ssSet* set )
{
    *set = ( ssSet ){ .def = *def };
    if ( (int)def->kind < 0 || def->kind >= ss_setKindCount )
    {
        return ssError(
            ss_errorUnknown, "kind", "kind = %d; allowed: 0 … %d", (int)def->kind, ss_setKindCount - 1 );
    }
    ssResult result = ssCheckSetLength( "scale", def->scale );
    if ( result.code != ss_ok )
    {
        return result;
    }
    const char* keys[3] = { "rotation_deg", "offset_x", "offset_y" };
    double values[3] = { def->rotationDeg, def->offsetX, def->offsetY };
    for ( int i = 0; i < 3; ++i )
    {
        if ( !isfinite( values[i] ) )
        {
            return ssError( ss_errorValue, keys[i], "%s = %g; allowed: a finite number", keys[i], values[i] );
        }
    }
    turnOf( def->rotationDeg, &set->cosRotation, &set->sinRotation );
    set->offset = ssVec2_Scale( def->scale, ssVec2_Make( def->offsetX, def->offsetY ) );
    set->centered = def->offsetX == 0.0 && def->offsetY == 0.0;

    const ssSetShape* shape = ssGetSetShape( def->kind );
    result = shape->prepare( set );
    if ( result.code == ss_ok )
    {
        ssVec2 where;
        set->convex = shape->convex == NULL || shape->convex( set, &where );
        result = set->centered ? ssOk() : checkOffset( set, shape );
    }
    if ( result.code != ss_ok )
    {
        ssSet_Destroy( set );
    }
    return result;
}

void ssSet_Destroy( ssSet* set )
{
    ssRelease( set->owned );
    ssRelease( set->ownedAngles );
    *set = ( ssSet ){ .def.kind = set->def.kind };
}

ssSet ssSet_Scaled( const ssSet* set, double factor )
{
    SS_ASSERT( factor > 0.0 && isfinite( factor ) );
    ssSet scaled = *set;
    scaled.def.scale *= factor;
    scaled.offset = ssVec2_Scale( factor, set->offset );
    return scaled;
}

// --- gauge ---

/// The gauge of a moved shape without a closed form. The boundary point y = x/k on the ray satisfies
/// k_B(y - o) = 1; with d = x/k_B(x) it is y = t d, and the triangle inequality says t <= 1 + k_B(o) for
/// convex shapes. Newton from outside is monotone where k_B is convex; elsewhere the bracket holds it.
static double rayGauge( const ssSet* set, const ssSetShape* shape, ssVec2 x, ssVec2 offset, ssVec2* gradient )
{
    double size = shape->gauge( set, x, NULL ), low = 0.0, high = 1.0 + shape->gauge( set, offset, NULL );
    ssVec2 d = ssVec2_Scale( 1.0 / size, x ), normal = { 0.0, 0.0 };
    for ( int i = 0; i < 64 && shape->gauge( set, ssVec2_Sub( ssVec2_Scale( high, d ), offset ), NULL ) < 1.0;
          ++i )
    {
        high *= 2.0;
    }
    double t = high;
    for ( int i = 0; i < 200; ++i )
    {
        double miss = shape->gauge( set, ssVec2_Sub( ssVec2_Scale( t, d ), offset ), &normal ) - 1.0;
        low = miss < 0.0 ? t : low;
        high = miss > 0.0 ? t : high;
        double step = -miss / ssVec2_Dot( normal, d ), next = t + step;
        if ( miss == 0.0 || fabs( step ) <= 2e-16 * t )
        {
            break;
        }
        next = next > low && next < high ? next : 0.5 * ( low + high );
        if ( !( next > low && next < high ) )
        {
            break;
        }
        t = next;
    }
    if ( gradient != NULL )
    {
        // Euler's identity at the boundary point: y·grad k = 1
        *gradient = ssVec2_Scale( 1.0 / ( t * ssVec2_Dot( normal, d ) ), normal );
    }
    return size / t;
}

double ssSet_GaugeGradient( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    if ( gradient != NULL )
    {
        double nothing = isFinite2( x ) ? 0.0 : SS_NAN;
        *gradient = ssVec2_Make( nothing, nothing );
    }
    if ( !isFinite2( x ) )
    {
        return SS_NAN;
    }
    if ( x.x == 0.0 && x.y == 0.0 )
    {
        return 0.0;
    }
    const ssSetShape* shape = ssGetSetShape( set->def.kind );
    double scale = set->def.scale, k;
    ssVec2 y = toShape( set, x ), own;
    ssVec2* wanted = gradient != NULL ? &own : NULL;
    if ( set->centered )
    {
        k = shape->gauge( set, y, wanted );
    }
    else if ( shape->shiftedGauge != NULL )
    {
        k = shape->shiftedGauge( set, y, shapeOffset( set ), wanted );
    }
    else
    {
        k = rayGauge( set, shape, y, shapeOffset( set ), wanted );
    }
    if ( gradient != NULL )
    {
        *gradient = ssVec2_Scale( 1.0 / scale, toWorld( set, own ) );
    }
    return k / scale;
}

double ssSet_Gauge( const ssSet* set, ssVec2 x )
{
    return ssSet_GaugeGradient( set, x, NULL );
}

double ssSet_Radius( const ssSet* set, double theta )
{
    return isfinite( theta ) ? 1.0 / ssSet_Gauge( set, ssVec2_Make( cos( theta ), sin( theta ) ) ) : SS_NAN;
}

// --- support ---

double ssSet_Support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double value = SS_NAN;
    ssVec2 own = { SS_NAN, SS_NAN };
    bool tie = false;
    if ( g.x == 0.0 && g.y == 0.0 )
    {
        // every point attains it
        value = 0.0;
        own = set->offset;
        tie = true;
    }
    else if ( isFinite2( g ) )
    {
        value = ssGetSetShape( set->def.kind )->support( set, toShape( set, g ), &own, &tie );
        value = set->def.scale * value + ssVec2_Dot( set->offset, g );
        own = ssVec2_MulAdd( set->offset, set->def.scale, toWorld( set, own ) );
    }
    if ( point != NULL )
    {
        *point = own;
    }
    if ( ambiguous != NULL )
    {
        *ambiguous = tie;
    }
    return value;
}

bool ssSet_SupportHessian( const ssSet* set, ssVec2 g, double hessian[3] )
{
    double m = SS_NAN;
    if ( isFinite2( g ) && ( g.x != 0.0 || g.y != 0.0 ) )
    {
        m = set->def.scale * ssGetSetShape( set->def.kind )->bend( set, toShape( set, g ) );
    }
    m = isfinite( m ) ? m : SS_NAN;
    hessian[0] = m * g.y * g.y;
    hessian[1] = -m * g.x * g.y;
    hessian[2] = m * g.x * g.x;
    return isfinite( m );
}

// --- nearest point ---

ssVec2 ssSet_Prox( const ssSet* set, ssVec2 x )
{
    SS_ASSERT( set->convex );
    if ( !set->convex || !isFinite2( x ) )
    {
        return ssVec2_Make( SS_NAN, SS_NAN );
    }
    const ssSetShape* shape = ssGetSetShape( set->def.kind );
    double scale = set->def.scale;
    ssVec2 y = ssVec2_Scale( 1.0 / scale, toShape( set, ssVec2_Sub( x, set->offset ) ) );
    if ( ( y.x == 0.0 && y.y == 0.0 ) || shape->gauge( set, y, NULL ) <= 1.0 )
    {
        return x;
    }
    return ssVec2_MulAdd( set->offset, scale, toWorld( set, shape->prox( set, y ) ) );
}
