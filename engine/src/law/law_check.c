// SPDX-License-Identifier: MIT
#include "law/law_cycles.h"
#include "law/law_typed.h"

#include <string.h>

// Measures how far a law is from maximum dissipation and from monotonicity.

double ssLaw_DissipationDefect( const ssLaw* law, double load, ssVec2 gamma )
{
    bool unbounded = law->type->function != NULL;
    if ( ( gamma.x == 0.0 && gamma.y == 0.0 ) || law->frictionless || unbounded || load <= 0.0 )
    {
        return 0.0;
    }
    double dissipated = ssLaw_Dissipation( law, load, gamma );
    if ( isnan( dissipated ) ) { return dissipated; }
    if ( typedChanges( law ) )
    {
        double speed = ssVec2_Length( gamma );
        ssVec2 direction = ssVec2_Scale( 1.0 / speed, gamma );
        return speed * typedSupport( law, load, speed, direction, NULL ) - dissipated;
    }
    return ssSet_Support( &law->c, gamma, NULL, NULL ) * load / law->cForce - dissipated;
}

#define DIRECTIONS_MAX 360 // sliding directions; the number of pairs grows with the square
#define SPEEDS 7           // of a law that depends on the speed
#define RAY_SPEEDS 901     // along a ray: a hundred a decade, from 1e-7 to 100 m/s
#define RAYS 9

typedef struct Pair
{
    ssVec2 gamma, force;
    double speed, size; // their lengths
} Pair;

static Pair slideAt( const ssLaw* law, double load, double speed, double phi )
{
    Pair pair = { .gamma = { speed * ssCos( phi ), speed * ssSin( phi ) }, .speed = speed };
    pair.force = ssLaw_SlipForce( law, load, pair.gamma ).force;
    pair.size = ssVec2_Length( pair.force );
    return pair;
}

static void keepWorst( ssMonotonicity* worst, const Pair* a, const Pair* b )
{
    double value = ssVec2_Dot( ssVec2_Sub( a->force, b->force ), ssVec2_Sub( a->gamma, b->gamma ) );
    worst->holds =
        worst->holds && !( value < -1e-9 * ssMax( a->size, b->size ) * ssMax( a->speed, b->speed ) );
    if ( value < worst->value )
    {
        worst->value = value;
        worst->gamma1 = a->gamma;
        worst->force1 = a->force;
        worst->gamma2 = b->gamma;
        worst->force2 = b->force;
    }
}

/// The speeds around the characteristic speed of a law, or one if the law ignores the speed.
static int chooseSpeeds( const ssLaw* law, double* speeds )
{
    if ( law->type->function != NULL || typedChanges( law ) )
    {
        // Nothing is known about a law of the user's.
        static const double several[SPEEDS] = { 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0 };
        memcpy( speeds, several, sizeof( several ) );
        return SPEEDS;
    }
    double unit = law->def.stribeck.curve == ss_stribeckExp ? law->def.stribeck.velocity
        : law->def.kind == ss_lawKindRegularised            ? law->def.vEps
                                                            : 0.0;
    speeds[0] = unit > 0.0 ? 0.1 * unit : 1.0;
    speeds[1] = unit;
    speeds[2] = 10.0 * unit;
    return unit > 0.0 ? 3 : 1;
}

/// Rest: of all of C, the point furthest along gamma makes the smallest product (Walker & Leine Prop. 3).
static Pair restAgainst( const ssLaw* law, double load, ssVec2 gamma )
{
    Pair rest = { .gamma = { 0.0, 0.0 }, .force = { 0.0, 0.0 } };
    if ( !law->type->setValued ) { return slideAt( law, load, 0.0, 0.0 ); }
    if ( law->frictionless || !( load > 0.0 ) ) { return rest; }
    if ( typedChanges( law ) )
    {
        ssVec2 direction = ssVec2_Scale( 1.0 / ssVec2_Length( gamma ), gamma );
        typedSupport( law, load, 0.0, direction, &rest.force );
    }
    else
    {
        ssSet_Support( &law->c, gamma, &rest.force, NULL );
        rest.force = ssVec2_Scale( load / law->cForce, rest.force );
    }
    rest.size = ssVec2_Length( rest.force );
    return rest;
}

static double raySpeed( double k ) { return ssPow( 10.0, -7.0 + k / 100.0 ); }

static double resistanceAt( const ssLaw* law, double load, ssVec2 direction, double k )
{
    return ssVec2_Dot(
        ssLaw_SlipForce( law, load, ssVec2_Scale( raySpeed( k ), direction ) ).force, direction );
}

double lawLeastResisted( const ssLaw* law, double load, ssVec2 direction )
{
    const double golden = 0.6180339887498949;
    double before = (double)INFINITY, here = before, least = before, best = 0.0;
    for ( int k = 0; k <= RAY_SPEEDS; ++k )
    {
        double after = k < RAY_SPEEDS ? resistanceAt( law, load, direction, k ) : (double)INFINITY;
        bool valley = here < before - 1e-9 * fabs( here ) && here < after - 1e-9 * fabs( here );
        double low = k - 2, high = k;
        for ( int i = 0; i < 30 && valley; ++i )
        {
            double one = high - golden * ( high - low ), other = low + golden * ( high - low );
            bool lower =
                resistanceAt( law, load, direction, one ) < resistanceAt( law, load, direction, other );
            high = lower ? other : high;
            low = lower ? low : one;
        }
        double at = valley ? ssMin( ssMax( 0.5 * ( low + high ), 0.0 ), RAY_SPEEDS - 1.0 ) : k - 1.0,
               value = valley ? resistanceAt( law, load, direction, at ) : here;
        best = value < least ? at : best;
        least = ssMin( least, value );
        before = here;
        here = after;
    }
    return raySpeed( best );
}

/// Compares neighbours along some rays, which also finds a force that falls between other speeds.
static void tryRays( const ssLaw* law, double load, ssMonotonicity* worst )
{
    for ( int i = 0; i < RAYS; ++i )
    {
        double phi = 2.0 * SS_PI * ( i + 0.1 ) / RAYS;
        Pair before = slideAt( law, load, 1e-7, phi ), most = before;
        for ( int k = 1; k < RAY_SPEEDS; ++k )
        {
            Pair after = slideAt( law, load, raySpeed( k ), phi );
            keepWorst( worst, &after, &before );
            keepWorst( worst, &after, &most ); // the difference that says most
            before = after;
            most = after.size > most.size ? after : most;
        }
    }
}

ssMonotonicity ssLaw_CheckMonotone( const ssLaw* law, double load, int directions )
{
    ssMonotonicity worst = { .holds = true, .value = 0.0 };
    int around = directions < 4 ? 4 : directions > DIRECTIONS_MAX ? DIRECTIONS_MAX : directions;
    double speeds[SPEEDS];
    int speedCount = chooseSpeeds( law, speeds );
    Pair pairs[DIRECTIONS_MAX * SPEEDS];
    int count = 0;
    for ( int i = 0; i < around; ++i )
    {
        for ( int k = 0; k < speedCount; ++k )
        {
            Pair* pair = &pairs[count++];
            *pair = slideAt( law, load, speeds[k], 2.0 * SS_PI * i / around );
            Pair rest = restAgainst( law, load, pair->gamma );
            keepWorst( &worst, pair, &rest );
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        for ( int j = 0; j < i; ++j ) { keepWorst( &worst, &pairs[i], &pairs[j] ); }
    }
    if ( speedCount > 1 ) { tryRays( law, load, &worst ); }
    return worst;
}
