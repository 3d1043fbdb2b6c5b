// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// The planar functions of a law: force, gauge, sliding directions, dissipation, and the iteration of Walker &
// Leine Eq. 69. Flow rules have their own (law_flow_slide.c).

static ssVec2 undefinedVector( void ) { return ssVec2_Make( SS_NAN, SS_NAN ); }

/// The factor load/cForce on C and D. A contact with a load <= 0 is open.
static double scaleOf( const ssLaw* law, double load )
{
    return law->frictionless || load <= 0.0 ? 0.0 : load / law->cForce;
}

/// The length of v without overflow, and its direction, which is accurate also for subnormal numbers.
static double lengthAndDirection( ssVec2 v, ssVec2* direction )
{
    double largest = ssMax( fabs( v.x ), fabs( v.y ) );
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
    // If C = D, z already lies on the boundary of C.
    slip.force = law->sharesSets ? z : ssVec2_Scale( 1.0 / ssSet_Gauge( &law->c, z ), z );
    return slip;
}

ssLawForce ssLaw_SlipForce( const ssLaw* law, double load, ssVec2 gamma )
{
    if ( law->type->function != NULL ) { return lawFunctionSlip( law, load, gamma ); }
    if ( typedChanges( law ) ) { return typedSlip( law, load, gamma ); }
    ssLawForce slip = { .force = undefinedVector(), .setValued = false };
    ssVec2 direction = { 0.0, 0.0 };
    double speed = lengthAndDirection( gamma, &direction );
    if ( isnan( speed ) || isnan( load ) ) { return slip; }
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

bool ssLaw_AtSpeed( const ssLaw* law, double load, double speed, ssLawAtSpeed* there )
{
    *there = ( ssLawAtSpeed ){ .law = *law };
    if ( law->type->function != NULL ) { return false; }
    if ( !( load > 0.0 ) )
    {
        there->law.frictionless = true;
        return true;
    }
    if ( typedChanges( law ) ) { return typedAtSpeed( law, load, speed, there ); }
    there->law.cForce /= speed > 0.0 ? ssStribeckFactor( &law->def.stribeck, speed ) : 1.0;
    there->law.def.stribeck.curve = ss_stribeckNone;
    return true;
}

bool ssLaw_Outlines(
    const ssLaw* law, double load, double speed, int count, ssVec2* reservoir, ssVec2* directions )
{
    if ( !( speed >= 0.0 ) ) { return false; }
    ssLawAtSpeed there;
    bool made = ssLaw_AtSpeed( law, load, speed, &there );
    double scale = made ? scaleOf( &there.law, load ) : 0.0;
    if ( scale > 0.0 )
    {
        ssSet_Outline( &there.law.c, count, reservoir );
        ssSet_Outline( &there.law.d, count, directions );
    }
    for ( int i = 0; i < count && scale > 0.0; ++i )
    {
        reservoir[i] = ssVec2_Scale( scale, reservoir[i] );
        directions[i] = ssVec2_Scale( scale, directions[i] );
    }
    ssLawAtSpeed_Destroy( &there );
    return scale > 0.0;
}

double ssLaw_Gauge( const ssLaw* law, double load, ssVec2 force )
{
    if ( typedChanges( law ) ) { return typedGauge( law, load, 0.0, force ); }
    if ( isnan( load ) || isnan( force.x ) || isnan( force.y ) ) { return SS_NAN; }
    double scale = scaleOf( law, load );
    if ( scale == 0.0 ) { return force.x == 0.0 && force.y == 0.0 ? 0.0 : (double)INFINITY; }
    if ( law->type->function != NULL )
    {
        // A function has no bound.
        return isfinite( force.x ) && isfinite( force.y ) ? 0.0 : (double)INFINITY;
    }
    ssVec2 direction;
    double gauge = law->followsRule ? lawFlowGauge( law, force, &direction ) : ssSet_Gauge( &law->c, force );
    return gauge / scale;
}

double ssLaw_GaugeAtSpeed( const ssLaw* law, double load, double speed, ssVec2 force )
{
    if ( typedChanges( law ) ) { return typedGauge( law, load, speed, force ); }
    ssLawAtSpeed there;
    double gauge =
        ssLaw_AtSpeed( law, load, speed, &there ) ? ssLaw_Gauge( &there.law, load, force ) : SS_NAN;
    ssLawAtSpeed_Destroy( &there );
    return gauge;
}

bool ssLaw_CanStick( const ssLaw* law, double load, ssVec2 force )
{
    if ( law->type->function != NULL )
    {
        // Only the force that its states hold at rest.
        ssVec2 held = lawFunctionSlip( law, load, ssVec2_Make( 0.0, 0.0 ) ).force;
        return held.x == force.x && held.y == force.y;
    }
    if ( law->type->setValued == false ) { return force.x == 0.0 && force.y == 0.0; }
    return ssLaw_Gauge( law, load, force ) <= 1.0;
}

ssSlideDirections ssLaw_SlideDirections( const ssLaw* law, double load, ssVec2 force, double tolerance )
{
    ssSlideDirections slide = {
        .verdict = ss_slideImpossible, .first = undefinedVector(), .last = undefinedVector()
    };
    if ( typedChanges( law ) ) { return typedDirections( law, load, force, tolerance ); }
    double gauge = ssLaw_Gauge( law, load, force );
    if ( !( gauge <= 1.0 + tolerance ) ) { return slide; }
    if ( law->type->function != NULL ) { return lawFunctionDirections( law, load, force ); }
    bool inside = gauge < 1.0 - tolerance || scaleOf( law, load ) == 0.0;
    // The regularised law never sticks: it creeps under every force inside C.
    bool creeps = law->def.kind == ss_lawKindRegularised && gauge > 0.0;
    if ( inside && creeps == false )
    {
        slide.verdict = ss_slideStick;
        return slide;
    }
    slide.verdict = ss_slidePossible;
    if ( law->followsRule )
    {
        lawFlowGauge( law, force, &slide.first );
        slide.last = slide.first;
        return slide;
    }
    ssTangentCone cone = ssSet_TangentCone( &law->d, ssAtan2( force.y, force.x ) );
    slide.first = ssVec2_Make( -cone.right.y, cone.right.x );
    slide.last = cone.smooth ? slide.first : ssVec2_Make( cone.left.y, -cone.left.x );
    return slide;
}

double ssLaw_Dissipation( const ssLaw* law, double load, ssVec2 gamma )
{
    if ( gamma.x == 0.0 && gamma.y == 0.0 ) { return isnan( load ) ? SS_NAN : 0.0; }
    return ssVec2_Dot( ssLaw_SlipForce( law, load, gamma ).force, gamma );
}

double ssLaw_Alpha( const ssLaw* law, double load, ssVec2 force )
{
    if ( typedChanges( law ) ) { return typedAlpha( law, load, force ); }
    double scale = scaleOf( law, load );
    if ( law->sharesSets || scale == 0.0 ) { return 1.0; }
    double difference = ssSet_Gauge( &law->d, force ) - ssSet_Gauge( &law->c, force );
    // Where D touches C, rounding must not let alpha exceed 1.
    return 1.0 / ( ssMax( difference, 0.0 ) / scale + 1.0 );
}

ssVec2 ssLaw_ProxStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 )
{
    bool usable = isfinite( force.x ) && isfinite( force.y ) && isfinite( gamma.x ) && isfinite( gamma.y );
    if ( usable == false || isnan( load ) || isnan( r0 ) ) { return undefinedVector(); }
    if ( law->type->function != NULL ) { return lawFunctionStep( law, load, force, gamma, r0 ); }
    if ( typedChanges( law ) ) { return typedStep( law, load, force, gamma, r0 ); }
    if ( law->def.kind == ss_lawKindTristate ) { return ssLaw_SlipForce( law, load, gamma ).force; }
    double scale = scaleOf( law, load ) * ssStribeckFactor( &law->def.stribeck, ssVec2_Length( gamma ) );
    if ( law->def.kind == ss_lawKindRegularised )
    {
        ssVec2 z = ssVec2_MulAdd( force, r0, gamma );
        double size = ssVec2_Length( z );
        double friction = lawRegularisedProx( law, law->def.mu * scale, 1.0, r0, size );
        return size > 0.0 ? ssVec2_Scale( friction / size, z ) : z;
    }
    if ( scale == 0.0 ) { return ssVec2_Make( 0.0, 0.0 ); }
    if ( law->followsRule ) { return lawFlowStep( law, scale, force, gamma, r0 ); }
    // Forces are divided by the scale, so that C and D can be used at their reference size.
    ssVec2 f = ssVec2_Scale( 1.0 / scale, force );
    double alpha = ssLaw_Alpha( law, law->cForce, f );
    ssVec2 z = ssVec2_Scale( alpha, ssVec2_MulAdd( f, r0 / scale, gamma ) );
    return ssVec2_Scale( scale / alpha, ssSet_Prox( &law->d, z ) );
}
