// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"
#include "scenario/scenario_spring_slider.h"

// The picture and charts. The load point stays and the plate moves; displacements are enlarged.

#define HALF 0.22  // half the height of the block [m]
#define LENGTH 0.3 // half its length [m]
#define REST 1.1   // length of the spring in steady sliding [m]
#define LEAST 0.25 // of its shortest picture [m]
#define SWING 0.45 // how far the block is drawn to slip [m]
#define WIDTH 0.62 // half the width of the plate [m]
#define PLATE 3.2  // half its length [m]
#define POINTS 81

/// How far the block slips: three times the difference between steady friction at V and at the speed of slip,
/// which an undamped slip reaches. Without such a fall it is what the disturbance moves.
static double expectedSlip( const SpringSlider* s, double perturbation )
{
    double root = sqrt( s->def.mass * s->def.stiffness ), fall = 0.0, speed = 1e3 * s->def.velocity;
    bool slips = s->def.stiffness < 0.98 * s->critical || isnan( s->critical );
    for ( int i = 0; i < 4 && slips && isfinite( s->steady.force ) && speed > 0.0; ++i )
    {
        double state[SS_LAW_MAX_STATES];
        ssLaw_SteadyState( &s->typed.law, s->def.normalForce, ssVec2_Make( speed, 0.0 ), state );
        ssLawSite site = { .state = state };
        ssLaw there = ssLaw_At( &s->typed.law, &site );
        double force = ssLaw_SlipForce( &there, s->def.normalForce, ssVec2_Make( speed, 0.0 ) ).force.x;
        fall = isfinite( force ) ? s->steady.force - force : 0.0;
        speed = fall / root;
    }
    double slip = ssMax( 3.0 * fall / s->def.stiffness, 4.0 * fabs( perturbation ) );
    return slip > 0.0 && isfinite( slip ) ? slip : SWING;
}

/// 1, 2 or 5 times a power of ten.
static double roundDown( double wanted )
{
    double power = ssPow( 10.0, floor( ssLog10( wanted ) ) );
    return wanted >= 5.0 * power ? 5.0 * power : wanted >= 2.0 * power ? 2.0 * power : power;
}

void sliderChooseEnlargement( SpringSlider* s, double perturbation )
{
    double wanted = SWING / expectedSlip( s, perturbation );
    s->enlarged = wanted > 1e-9 && wanted < 1e12 ? roundDown( wanted ) : 1.0;
    sayNumbers( s->enlargedText, sizeof s->enlargedText,
        s->enlarged != 1.0 ? ssTranslate( "displacements ×%s" ) : "", s->enlarged );
    sayNumbers( s->speedText, sizeof s->speedText, "V = %s m/s", s->def.velocity );
}

double sliderBlockX( const SpringSlider* s )
{
    double steady = s->steady.force / s->def.stiffness;
    double more =
        s->enlarged * ( ssSpringSlider_Stretch( &s->body ) - ( isfinite( steady ) ? steady : 0.0 ) );
    double spring = ssMin( ssMax( REST + more, LEAST ), 1e3 );
    return -spring - LENGTH;
}

static void drawContact( const SpringSlider* s, double x, const ssDraw* out )
{
    ssContactView contact = { { x, 0.0, 0.0 }, .normal = { 0.0, 0.0, 1.0 }, .tangent1 = { 1.0, 0.0, 0.0 },
        .tangent2 = { 0.0, 1.0, 0.0 }, .force = { s->def.normalForce, -s->body.force, 0.0 },
        .cone = { .dimension = 3, .mu = fabs( s->body.force ) / s->def.normalForce }, .mode = sliderMode( s ),
        .a = -1, .b = 0, .velocity = { 0.0, s->body.velocity } };
    ssDrawContacts( out, 1, &contact );
}

static void drawLoads( const SpringSlider* s, double x, const ssDraw* out )
{
    static const char* const symbols[] = { "k s", "c v", "F" };
    const ssVec3 pulls[] = { { .x = s->def.stiffness * ssSpringSlider_Stretch( &s->body ) },
        { .x = s->def.damping * ( s->def.velocity - s->body.velocity ) }, { .x = s->pull } };
    BodyLoads to = bodyLoads( 0, s->def.mass, ssVec3_Make( x, 0.0, HALF ) );
    to.all.inertia = ssVec3_Make( s->def.mass * s->rate, 0.0, 0.0 );
    bodyLoadsPressed( &to, s->def.normalForce, ssVec3_Make( x, 0.0, 0.0 ),
        ssVec3_Make( -s->body.force, 0.0, 0.0 ), 3, symbols, pulls );
    bodyLoadsSend( &to, out );
}

void sliderDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    (void)sim;
    const SpringSlider* s = state;
    double x = sliderBlockX( s ), side = x + LENGTH, travel = -fmod( s->enlarged * s->body.loadPoint, 1e4 );
    pictureBounds( out, ssVec3_Make( -0.75 * REST, 0.0, HALF ), 1.75 );
    oscillatorDrawBelt( out, travel, 0.0, ssMin( -PLATE, x - 1.0 ), PLATE - 1.2, WIDTH );
    oscillatorDrawBox(
        out, 0, ssVec3_Make( x, 0.0, HALF ), ssVec3_Make( LENGTH, 0.3, HALF ), sliderMode( s ) );
    oscillatorDrawBox(
        out, -1, ssVec3_Make( 0.06, 0.0, HALF ), ssVec3_Make( 0.06, 0.22, HALF ), ss_modeOpen );
    double apart = s->def.damping > 0.0 ? 0.14 : 0.0;
    oscillatorDrawSpring( out, ssVec3_Make( side, -apart, HALF ), ssVec3_Make( 0.0, -apart, HALF ), 0.08 );
    if ( s->def.damping > 0.0 )
    {
        oscillatorDrawDashpot( out, ssVec3_Make( 0.0, apart, HALF ), ssVec3_Make( side, apart, HALF ), 0.07 );
    }
    ssDrawArrow spring = { ss_quantityForce, { side, 0.0, 2.6 * HALF },
        { s->def.stiffness * ssSpringSlider_Stretch( &s->body ), 0.0, 0.0 }, "k s" };
    pictureArrows( out, ss_drawForces, 1, &spring );
    ssDrawLabel labels[] = { { .position = { 0.06, 0.0, 4.6 * HALF }, .text = s->speedText },
        { .position = { -REST - LENGTH, -WIDTH - 0.12, 0.0 }, .text = s->enlargedText } };
    pictureLabels( out, s->enlargedText[0] != '\0' ? 2 : 1, labels );
    drawContact( s, x, out );
    if ( out->loads != NULL && out->loadsOf == 0 ) { drawLoads( s, x, out ); }
}

/// Makes a range hold a number.
static void widen( double value, double range[2] )
{
    range[0] = value < range[0] ? value : range[0];
    range[1] = value > range[1] ? value : range[1];
}

/// Shows the way of the block and where it would slide steadily, wherever the curve of steady sliding ends.
static void frame( const SpringSlider* s, double steady, const ssChartSink* sink )
{
    double x[2] = { HUGE_VAL, -HUGE_VAL }, y[2] = { HUGE_VAL, -HUGE_VAL };
    for ( int i = 0; i < s->traceCount; ++i )
    {
        widen( s->traceSpeed[i], x );
        widen( s->traceForce[i], y );
    }
    if ( isfinite( steady ) && isfinite( s->steady.force ) )
    {
        widen( steady, x );
        widen( s->steady.force, y );
    }
    double wide = ssMax( 0.15 * ( x[1] - x[0] ), 0.2 ),
           high = ssMax( 0.15 * ( y[1] - y[0] ), 2e-3 * fabs( y[1] ) );
    if ( isfinite( wide ) && isfinite( high ) && high > 0.0 )
    {
        sink->range( sink->context, x[0] - wide, x[1] + wide, y[0] - high, y[1] + high );
    }
}

static void chartPhase( const SpringSlider* s, const ssChartSink* sink )
{
    double speed[sliderTracePoints + 1], force[sliderTracePoints + 1];
    int first = s->traceNext - s->traceCount + sliderTracePoints, count = s->traceCount;
    for ( int i = 0; i < count; ++i )
    {
        speed[i] = s->traceSpeed[( first + i ) % sliderTracePoints];
        force[i] = s->traceForce[( first + i ) % sliderTracePoints];
    }
    double now = ssLog10( fabs( s->body.velocity ) ), steady = ssLog10( s->def.velocity );
    frame( s, steady, sink );
    sink->curve(
        sink->context, ss_chartExact, "steady sliding", sliderSteadyPoints, s->steadySpeed, s->steadyForce );
    sink->curve( sink->context, ss_chartFirst, "motion", count, speed, force );
    if ( isfinite( steady ) && isfinite( s->steady.force ) )
    {
        sink->points( sink->context, s->leading.re > 0.0 ? ss_chartUnstable : ss_chartThird, "steady at V", 1,
            &steady, &s->steady.force );
    }
    if ( isfinite( now ) ) { sink->points( sink->context, ss_chartNow, "now", 1, &now, &s->body.force ); }
}

static double growthAt( const SpringSlider* s, double stiffness )
{
    ssEigenvalue values[SS_SLIDER_MODES];
    ssSpringSliderDef def = s->def;
    def.stiffness = stiffness;
    return ssSpringSlider_Eigenvalues( &def, &s->steady, values ) > 0 ? values[0].re : SS_NAN;
}

static void chartGrowth( const SpringSlider* s, const ssChartSink* sink )
{
    double to = 2.0 * ssMax( s->def.stiffness, s->critical > 0.0 ? s->critical : 0.0 ), x[POINTS], y[POINTS];
    double now = growthAt( s, s->def.stiffness ), simulated = growthFitRate( &s->fit );
    for ( int i = 0; i < POINTS; ++i )
    {
        x[i] = to * ( i + 1.0 ) / POINTS;
        y[i] = growthAt( s, x[i] );
    }
    double ends[2] = { 0.0, to }, zero[2] = { 0.0, 0.0 };
    if ( s->critical > 0.0 ) { sink->band( sink->context, ss_chartUnstable, "unstable", 0.0, s->critical ); }
    sink->curve( sink->context, ss_chartExact, "", 2, ends, zero );
    sink->curve( sink->context, ss_chartFirst, "linearised", POINTS, x, y );
    if ( isfinite( simulated ) )
    {
        const double at[2] = { s->def.stiffness - 0.04 * to, s->def.stiffness + 0.04 * to },
                     level[2] = { simulated, simulated };
        sink->curve( sink->context, ss_chartThird, "simulated", 2, at, level );
    }
    if ( isfinite( now ) ) { sink->points( sink->context, ss_chartNow, "now", 1, &s->def.stiffness, &now ); }
}

void sliderDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)sim;
    ( chart == sliderChartPhase ? chartPhase : chartGrowth )( state, sink );
}
