// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// Common to all shapes: checks of a definition, and the transformation x = scale R y + offset.

// --- checking ---

ssResult setCheckLength( const char* key, double value )
{
    if ( !( value > 0.0 && isfinite( value ) ) )
    {
        return ssError( ss_errorValue, key, "%s = %g; allowed: a finite number > 0", key, value );
    }
    return ssOk();
}

/// Cosine and sine of an angle in degrees; they are exact at right angles.
static void rotationOf( double degrees, double* c, double* s )
{
    double turn = fmod( degrees, 360.0 ), quarter = nearbyint( turn / 90.0 );
    double rest = ( turn - 90.0 * quarter ) * ( SS_PI / 180.0 );
    ssVec2 d = setQuarterTurn( ssVec2_Make( ssCos( rest ), ssSin( rest ) ), (int)quarter );
    *c = d.x;
    *s = d.y;
}

static ssVec2 shapeOffset( const ssSet* set )
{
    return setToShape( set, ssVec2_Make( set->def.offsetX, set->def.offsetY ) );
}

#define STEPS 512 // per smooth piece; a dent narrower than 1/512 of a piece goes unnoticed

/// A shape that is not convex may no longer be star-shaped about an origin that is not its centre.
static ssResult checkStarShape( const ssSet* set, const setShape* shape, ssVec2 offset )
{
    int pieces = shape->pieceCount( set );
    ssVec2 first = ssVec2_Add( shape->piecePoint( set, 0, 0.0 ), offset ), before = first;
    for ( int i = 1; i <= pieces * STEPS; ++i )
    {
        int piece = ( i - 1 ) / STEPS;
        ssVec2 p = i == pieces * STEPS
            ? first
            : ssVec2_Add( shape->piecePoint( set, piece, (double)( i - piece * STEPS ) / STEPS ), offset );
        if ( !( ssVec2_Cross( before, p ) > 0.0 ) )
        {
            return ssError( ss_errorValue, "offset_x",
                "offset_x, offset_y = %g, %g: the set is not star-shaped, because at %.4g° a ray from the "
                "origin meets the boundary more than once; allowed: smaller offsets",
                set->def.offsetX, set->def.offsetY, setAngleDeg( setToWorld( set, p ) ) );
        }
        before = p;
    }
    return ssOk();
}

static ssResult checkOffset( const ssSet* set, const setShape* shape )
{
    ssVec2 offset = shapeOffset( set ), origin = { -offset.x, -offset.y };
    double originGauge = shape->gauge( set, origin, NULL );
    // A gauge loses its accuracy when the origin is closer to the boundary than this.
    if ( !( originGauge < 1.0 - 1e-12 ) )
    {
        double length = ssVec2_Length( offset );
        return ssError( ss_errorValue, "offset_x",
            "offset_x, offset_y = %.10g, %.10g: the origin must stay inside the set; in direction %.4g° from "
            "the centre it lies %.4g N beyond the boundary",
            set->def.offsetX, set->def.offsetY, setAngleDeg( setToWorld( set, origin ) ),
            ( length - length / originGauge ) * set->def.scale );
    }
    return set->convex ? ssOk() : checkStarShape( set, shape, offset );
}

ssResult ssMakeSet( const ssSetDef* def, ssSet* set )
{
    *set = ( ssSet ){ .def = *def };
    if ( (int)def->kind < 0 || (int)def->kind >= ssSetKindTotal() )
    {
        return ssError(
            ss_errorUnknown, "kind", "kind = %d; allowed: 0 … %d", (int)def->kind, ssSetKindTotal() - 1 );
    }
    SS_TRY( setCheckLength( "scale", def->scale ) );
    const char* keys[3] = { "rotation_deg", "offset_x", "offset_y" };
    double values[3] = { def->rotationDeg, def->offsetX, def->offsetY };
    for ( int i = 0; i < 3; ++i )
    {
        if ( !isfinite( values[i] ) )
        {
            return ssError( ss_errorValue, keys[i], "%s = %g; allowed: a finite number", keys[i], values[i] );
        }
    }
    rotationOf( def->rotationDeg, &set->cosRotation, &set->sinRotation );
    set->offset = ssVec2_Scale( def->scale, ssVec2_Make( def->offsetX, def->offsetY ) );
    set->centered = def->offsetX == 0.0 && def->offsetY == 0.0;

    const setShape* shape = setGetShape( def->kind );
    ssResult result = shape->prepare( set );
    if ( result.code == ss_ok )
    {
        ssVec2 where;
        set->convex = shape->isConvex == NULL || shape->isConvex( set, &where );
        result = set->centered ? ssOk() : checkOffset( set, shape );
    }
    if ( result.code != ss_ok ) { ssSet_Destroy( set ); }
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

/// The gauge of a shifted shape without a closed form: k_B(y - o) = 1 at y = t d with d = x/k_B(x), and t <=
/// 1 + k_B(o) if it is convex. Newton's method from outside is monotone where k_B is convex; elsewhere the
/// bracket safeguards it.
static double rayGauge( const ssSet* set, const setShape* shape, ssVec2 x, ssVec2 offset, ssVec2* gradient )
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
        if ( miss == 0.0 || fabs( step ) <= 2e-16 * t ) { break; }
        if ( !setBracketedStep( low, high, next, &t ) ) { break; }
    }
    if ( gradient != NULL )
    {
        // The length follows from Euler's identity at the boundary point, y·grad k = 1.
        *gradient = ssVec2_Scale( 1.0 / ( t * ssVec2_Dot( normal, d ) ), normal );
    }
    return size / t;
}

double ssSet_GaugeGradient( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    if ( gradient != NULL )
    {
        double value = ssVec2_IsFinite( x ) ? 0.0 : SS_NAN;
        *gradient = ssVec2_Make( value, value );
    }
    if ( !ssVec2_IsFinite( x ) ) { return SS_NAN; }
    if ( x.x == 0.0 && x.y == 0.0 ) { return 0.0; }
    const setShape* shape = setGetShape( set->def.kind );
    double scale = set->def.scale, k;
    ssVec2 y = setToShape( set, x ), shapeGradient;
    ssVec2* wanted = gradient != NULL ? &shapeGradient : NULL;
    if ( set->centered ) { k = shape->gauge( set, y, wanted ); }
    else if ( shape->shiftedGauge != NULL ) { k = shape->shiftedGauge( set, y, shapeOffset( set ), wanted ); }
    else { k = rayGauge( set, shape, y, shapeOffset( set ), wanted ); }
    if ( gradient != NULL ) { *gradient = ssVec2_Scale( 1.0 / scale, setToWorld( set, shapeGradient ) ); }
    return k / scale;
}

double ssSet_Gauge( const ssSet* set, ssVec2 x ) { return ssSet_GaugeGradient( set, x, NULL ); }

double ssSet_Radius( const ssSet* set, double theta )
{
    return isfinite( theta ) ? 1.0 / ssSet_Gauge( set, ssVec2_Make( ssCos( theta ), ssSin( theta ) ) )
                             : SS_NAN;
}

// --- support ---

double ssSet_Support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double value = SS_NAN;
    ssVec2 attained = { SS_NAN, SS_NAN };
    bool tie = false;
    if ( g.x == 0.0 && g.y == 0.0 )
    {
        // Every point attains the support of g = 0.
        value = 0.0;
        attained = set->offset;
        tie = true;
    }
    else if ( ssVec2_IsFinite( g ) )
    {
        value = setGetShape( set->def.kind )->support( set, setToShape( set, g ), &attained, &tie );
        value = set->def.scale * value + ssVec2_Dot( set->offset, g );
        attained = ssVec2_MulAdd( set->offset, set->def.scale, setToWorld( set, attained ) );
    }
    if ( point != NULL ) { *point = attained; }
    if ( ambiguous != NULL ) { *ambiguous = tie; }
    return value;
}

bool ssSet_SupportHessian( const ssSet* set, ssVec2 g, double hessian[3] )
{
    double m = SS_NAN;
    if ( ssVec2_IsFinite( g ) && ( g.x != 0.0 || g.y != 0.0 ) )
    {
        m = set->def.scale * setGetShape( set->def.kind )->hessianFactor( set, setToShape( set, g ) );
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
    if ( !set->convex || !ssVec2_IsFinite( x ) ) { return ssVec2_Make( SS_NAN, SS_NAN ); }
    const setShape* shape = setGetShape( set->def.kind );
    double scale = set->def.scale;
    ssVec2 y = ssVec2_Scale( 1.0 / scale, setToShape( set, ssVec2_Sub( x, set->offset ) ) );
    if ( ( y.x == 0.0 && y.y == 0.0 ) || shape->gauge( set, y, NULL ) <= 1.0 ) { return x; }
    return ssVec2_MulAdd( set->offset, scale, setToWorld( set, shape->prox( set, y ) ) );
}
