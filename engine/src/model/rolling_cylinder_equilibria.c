// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_private.h"
#include "slipstick/vecmath.h"

// Equilibria and folds, where two of them meet. The extrema of F split it into pieces with at most one zero
// each, so that two equilibria about to meet are found as well.

double cylinderFindRoot( cylinderFunction* f, const void* context, double a, double fa, double b, double fb )
{
    if ( fa == 0.0 || fb == 0.0 ) { return fa == 0.0 ? a : b; }
    int lastSide = 0;
    for ( int i = 0; i < 200; ++i )
    {
        // Every third iteration bisects, because false position alone may converge slowly.
        double x = i % 3 == 2 ? 0.5 * ( a + b ) : ( a * fb - b * fa ) / ( fb - fa );
        x = x > ssMin( a, b ) && x < ssMax( a, b ) ? x : 0.5 * ( a + b );
        double fx = f( context, x );
        if ( fx == 0.0 || x == a || x == b || fabs( b - a ) <= 4e-16 * fabs( x ) ) { return x; }
        bool left = ( fx > 0.0 ) == ( fa > 0.0 );
        if ( left )
        {
            a = x;
            fa = fx;
            fb = lastSide < 0 ? 0.5 * fb : fb;
        }
        else
        {
            b = x;
            fb = fx;
            fa = lastSide > 0 ? 0.5 * fa : fa;
        }
        lastSide = left ? -1 : 1;
    }
    return 0.5 * ( a + b );
}

double cylinderSpeedRange( const ssCylinder* c )
{
    double unit = cylinderMakeUnits( c ).speed, limit = ssCylinder_SpeedLimit( c );
    double range = 64.0 * unit;
    for ( int i = 0; i < 80 && range < limit; ++i )
    {
        if ( ssCylinder_Force( c, range ) < 0.0 && ssCylinder_ForceSlope( c, range ) < 0.0 ) { break; }
        range *= 2.0;
    }
    return ssMin( range, limit );
}

double cylinderGridSpeed( double unit, double range, int i )
{
    return i == CYLINDER_GRID ? range : unit * ssExpm1( ssLog1p( range / unit ) * i / CYLINDER_GRID );
}

static double forceAt( const void* context, double v ) { return ssCylinder_Force( context, v ); }

static double slopeAt( const void* context, double v ) { return ssCylinder_ForceSlope( context, v ); }

/// Adds the zero of F between a and b, if there is one.
static void addEquilibrium(
    const ssCylinder* c, double a, double b, ssCylinderEquilibrium* list, int capacity, int* count )
{
    double fa = ssCylinder_Force( c, a ), fb = ssCylinder_Force( c, b );
    // A zero at the common end of two pieces belongs to the right one.
    if ( *count < capacity && b > a && ( fa == 0.0 || ( fa > 0.0 ) != ( fb > 0.0 ) ) && fb != 0.0 )
    {
        list[*count] =
            ( ssCylinderEquilibrium ){ .v = cylinderFindRoot( forceAt, c, a, fa, b, fb ), .stable = fa > fb };
        *count += 1;
    }
}

int ssCylinder_Equilibria( const ssCylinder* cylinder, ssCylinderEquilibrium* equilibria, int capacity )
{
    if ( cylinder->alpha == 0.0 )
    {
        equilibria[0] = ( ssCylinderEquilibrium ){ .v = 0.0, .stable = true };
        return capacity > 0 ? 1 : 0;
    }
    ssCylinder c = *cylinder;
    c.alpha = fabs( c.alpha );
    double unit = cylinderMakeUnits( &c ).speed, range = cylinderSpeedRange( &c );
    int count = 0;
    double start = 0.0, before = 0.0, slopeBefore = slopeAt( &c, 0.0 );
    for ( int i = 1; i <= CYLINDER_GRID; ++i )
    {
        double v = cylinderGridSpeed( unit, range, i ), slope = slopeAt( &c, v );
        if ( ( slope > 0.0 ) != ( slopeBefore > 0.0 ) )
        {
            double extremum = cylinderFindRoot( slopeAt, &c, before, slopeBefore, v, slope );
            addEquilibrium( &c, start, extremum, equilibria, capacity, &count );
            start = extremum;
        }
        before = v;
        slopeBefore = slope;
    }
    addEquilibrium( &c, start, range, equilibria, capacity, &count );
    // A negative slope mirrors the equilibria.
    for ( int i = 0; cylinder->alpha < 0.0 && i < count; ++i ) { equilibria[i].v = -equilibria[i].v; }
    for ( int i = 0; cylinder->alpha < 0.0 && i < count / 2; ++i )
    {
        ssCylinderEquilibrium swap = equilibria[i];
        equilibria[i] = equilibria[count - 1 - i];
        equilibria[count - 1 - i] = swap;
    }
    return count;
}

typedef struct AngleSearch
{
    ssCylinder cylinder;
    double v;
} AngleSearch;

/// (M g sin(alpha) - F_R - F_D)/(M g) at this angle.
static double balance( const void* context, double alpha )
{
    const AngleSearch* a = context;
    ssCylinder c = a->cylinder;
    c.alpha = alpha;
    return ssCylinder_Force( &c, a->v ) / ( c.mass * c.gravity );
}

double ssCylinder_EquilibriumAngle( const ssCylinder* cylinder, double v )
{
    AngleSearch a = { .cylinder = *cylinder, .v = fabs( v ) };
    // Load and F_R are largest on a horizontal plane: the angle found from it is exact or too steep.
    a.cylinder.alpha = 0.0;
    double sine = -ssCylinder_Force( &a.cylinder, a.v ) / ( a.cylinder.mass * a.cylinder.gravity );
    if ( !( sine < 1.0 ) || ssCylinder_CheckSpeed( &a.cylinder, "v", a.v ).code != ss_ok ) { return SS_NAN; }
    double steep = ssAsin( sine ), alpha = steep;
    if ( cylinder->cosLoad && steep > 0.0 )
    {
        alpha = cylinderFindRoot( balance, &a, 0.0, balance( &a, 0.0 ), steep, balance( &a, steep ) );
    }
    a.cylinder.alpha = alpha;
    bool valid = ssCylinder_CheckSpeed( &a.cylinder, "v", a.v ).code == ss_ok;
    return valid ? copysign( alpha, v ) : SS_NAN;
}

/// dF/dv at the angle where v is an equilibrium; its zeros are the extrema of that angle.
static double slopeAtEquilibrium( const void* context, double v )
{
    ssCylinder c = *(const ssCylinder*)context;
    c.alpha = ssCylinder_EquilibriumAngle( &c, v );
    return ssCylinder_ForceSlope( &c, v );
}

int ssCylinder_Folds( const ssCylinder* cylinder, ssCylinderFold* folds, int capacity )
{
    ssCylinder c = *cylinder;
    c.alpha = 0.0;
    double unit = cylinderMakeUnits( &c ).speed, limit = ssCylinder_SpeedLimit( &c );
    // On a horizontal plane all forces brake. Beyond this range drag or the mass of the surface dominates.
    double range = ssMin( limit, 1e6 * unit );
    int count = 0;
    double before = 0.0, slopeBefore = slopeAtEquilibrium( &c, 0.0 );
    for ( int i = 1; i <= CYLINDER_GRID && count < capacity; ++i )
    {
        double v = cylinderGridSpeed( unit, range, i ), slope = slopeAtEquilibrium( &c, v );
        if ( isnan( slope ) ) { break; }
        if ( ( slope > 0.0 ) != ( slopeBefore > 0.0 ) )
        {
            double at = cylinderFindRoot( slopeAtEquilibrium, &c, before, slopeBefore, v, slope );
            folds[count++] = ( ssCylinderFold ){
                .v = at, .alpha = ssCylinder_EquilibriumAngle( &c, at ), .maximum = slope > 0.0
            };
        }
        before = v;
        slopeBefore = slope;
    }
    return count;
}

static double resistanceSlope( const void* context, double v )
{
    ssCylinderContact contact;
    ssCylinder_Contact( context, v, &contact );
    return contact.slope;
}

bool ssCylinder_Peak( const ssCylinder* cylinder, double* v, double* resistance )
{
    double unit = cylinderMakeUnits( cylinder ).speed;
    double range = ssMin( ssCylinder_SpeedLimit( cylinder ), 1e6 * unit );
    double before = 0.0, slopeBefore = resistanceSlope( cylinder, 0.0 );
    for ( int i = 1; i <= CYLINDER_GRID; ++i )
    {
        double at = cylinderGridSpeed( unit, range, i ), slope = resistanceSlope( cylinder, at );
        if ( slopeBefore > 0.0 && slope <= 0.0 )
        {
            *v = cylinderFindRoot( resistanceSlope, cylinder, before, slopeBefore, at, slope );
            *resistance = ssCylinder_Resistance( cylinder, *v );
            return true;
        }
        before = at;
        slopeBefore = slope;
    }
    return false;
}
