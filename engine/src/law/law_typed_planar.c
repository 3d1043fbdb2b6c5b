// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// Planar functions of typed laws with changing sets, made on demand for the set-valued functions.

static ssVec2 directionOf( ssVec2 v, double length )
{
    return length > 0.0 ? ssVec2_Make( v.x / length, v.y / length ) : ssVec2_Make( 1.0, 0.0 );
}

ssLawForce typedSlip( const ssLaw* law, double load, ssVec2 gamma )
{
    ssLawForce slip = { .force = { SS_NAN, SS_NAN }, .setValued = false };
    double speed = ssVec2_Length( gamma );
    if ( isnan( load ) || !isfinite( gamma.x ) || !isfinite( gamma.y ) ) { return slip; }
    if ( !( load > 0.0 ) )
    {
        slip.force = ssVec2_Make( 0.0, 0.0 );
        return slip;
    }
    ssVec2 direction = directionOf( gamma, speed );
    typedEval eval;
    typedBegin( &eval, law, load );
    typedMove( &eval, speed, direction );
    if ( eval.typed->round )
    {
        double bound = typedBound( &eval );
        slip.setValued = speed == 0.0 && bound > 0.0;
        slip.force = slip.setValued           ? slip.force
            : speed == 0.0 && !isnan( bound ) ? ssVec2_Make( 0.0, 0.0 )
                                              : ssVec2_Scale( bound, direction );
        return slip;
    }
    ssLawAtSpeed view;
    slip = typedOpenView( &eval, typed_fitNone, &view ) ? ssLaw_SlipForce( &view.law, load, gamma ) : slip;
    ssLawAtSpeed_Destroy( &view );
    return slip;
}

static double gaugeAt( typedEval* eval, double speed, ssVec2 force )
{
    double size = ssVec2_Length( force );
    typedMove( eval, speed, directionOf( force, size ) );
    if ( eval->typed->round )
    {
        double bound = typedBound( eval );
        return size == 0.0 ? 0.0 : bound > 0.0 ? size / bound : (double)INFINITY;
    }
    ssLawAtSpeed view;
    double gauge =
        typedOpenView( eval, typed_fitNone, &view ) ? ssLaw_Gauge( &view.law, eval->load, force ) : SS_NAN;
    ssLawAtSpeed_Destroy( &view );
    return gauge;
}

static bool isOpen( double load, ssVec2 force, double* gauge )
{
    bool none = force.x == 0.0 && force.y == 0.0;
    *gauge = isnan( load ) || isnan( force.x ) || isnan( force.y ) ? SS_NAN : none ? 0.0 : (double)INFINITY;
    return isnan( *gauge ) || !( load > 0.0 );
}

double typedGauge( const ssLaw* law, double load, double speed, ssVec2 force )
{
    double gauge;
    if ( isOpen( load, force, &gauge ) || !isfinite( force.x ) || !isfinite( force.y ) ) { return gauge; }
    typedEval eval;
    typedBegin( &eval, law, load );
    return gaugeAt( &eval, speed, force );
}

double lawReachGauge( const ssLaw* law, double load, ssVec2 force )
{
    bool grows = typedChanges( law ) && law->typed->bySpeed && load > 0.0;
    return grows ? 0.0 : ssLaw_Gauge( law, load, force );
}

double typedAlpha( const ssLaw* law, double load, ssVec2 force )
{
    if ( law->typed->round || !( load > 0.0 ) ) { return 1.0; }
    ssLawAtSpeed view;
    bool made = typedOpenViewAt( law, load, 0.0, ssVec2_Make( 1.0, 0.0 ), typed_fitInside, &view );
    double alpha = made ? ssLaw_Alpha( &view.law, load, force ) : SS_NAN;
    ssLawAtSpeed_Destroy( &view );
    return alpha;
}

double typedCreep( const ssLaw* law, double load, ssVec2 force )
{
    double gauge = typedGauge( law, load, 0.0, force );
    if ( !( gauge > 1.0 ) || isinf( ssVec2_Length( force ) ) || !( load > 0.0 ) || !law->typed->bySpeed )
    {
        return isnan( gauge ) ? SS_NAN : gauge > 1.0 ? (double)INFINITY : 0.0;
    }
    typedEval eval;
    typedBegin( &eval, law, load );
    double low = 0.0, high = 1e-30;
    while ( high < 1e6 && !( gaugeAt( &eval, high, force ) <= 1.0 ) )
    {
        low = high;
        high *= 1.7782794100389228; // four speeds in a decade
    }
    if ( !( high < 1e6 ) ) { return (double)INFINITY; }
    for ( int i = 0; i < 100; ++i )
    {
        double middle = 0.5 * ( low + high );
        if ( !( middle > low && middle < high ) ) { break; }
        bool enough = gaugeAt( &eval, middle, force ) <= 1.0;
        low = enough ? low : middle;
        high = enough ? middle : high;
    }
    return high;
}

ssSlideDirections typedDirections( const ssLaw* law, double load, ssVec2 force, double tolerance )
{
    ssSlideDirections slide = {
        .verdict = ss_slideImpossible, .first = { SS_NAN, SS_NAN }, .last = { SS_NAN, SS_NAN }
    };
    double gauge = typedGauge( law, load, 0.0, force );
    double speed = gauge <= 1.0 + tolerance ? 0.0 : typedCreep( law, load, force );
    if ( !isfinite( speed ) ) { return slide; }
    if ( !( load > 0.0 ) )
    {
        slide.verdict = ss_slideStick;
        return slide;
    }
    ssLawAtSpeed view;
    ssVec2 along = directionOf( force, ssVec2_Length( force ) );
    if ( typedOpenViewAt( law, load, speed, along, typed_fitNone, &view ) )
    {
        slide = ssLaw_SlideDirections(
            &view.law, load, force, speed > 0.0 ? ssMax( tolerance, 1e-9 ) : tolerance );
    }
    ssLawAtSpeed_Destroy( &view );
    return slide;
}

double typedSupport( const ssLaw* law, double load, double speed, ssVec2 direction, ssVec2* point )
{
    ssLawAtSpeed view;
    ssVec2 at = { 0.0, 0.0 };
    double support = SS_NAN;
    if ( typedOpenViewAt( law, load, speed, direction, typed_fitNone, &view ) )
    {
        support = view.law.frictionless ? 0.0 : load * ssSet_Support( &view.law.c, direction, &at, NULL );
    }
    ssLawAtSpeed_Destroy( &view );
    if ( point != NULL ) { *point = ssVec2_Scale( load, at ); }
    return support;
}

bool typedAtSpeed( const ssLaw* law, double load, double speed, ssLawAtSpeed* there )
{
    return typedOpenViewAt( law, load, speed, ssVec2_Make( 1.0, 0.0 ), typed_fitLargest, there );
}
