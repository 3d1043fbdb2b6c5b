// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_tribometer.h"

#include <stdio.h>

// The picture of the tribometer, charts of the identified sets and forces, and slider numbers.

#define OUTLINE_POINTS 145 // points of the outline of a set

/// The outline of a fitted superellipse, scaled.
static void outline( const ssSetFit* fit, double scale, ssVec2* points )
{
    for ( int i = 0; i < OUTLINE_POINTS; ++i )
    {
        double angle = fit->rotation + 2.0 * SS_PI * i / ( OUTLINE_POINTS - 1 ),
               r = scale * ssSetFit_Radius( fit, angle );
        points[i] = ssVec2_Make( r * ssCos( angle ), r * ssSin( angle ) );
    }
}

/// The scale of the largest fitted D inside the fitted C.
static double scaleOfD( const ssIdentification* r )
{
    double scale = HUGE_VAL;
    ssVec2 points[OUTLINE_POINTS];
    outline( &r->d, 1.0, points );
    for ( int i = 0; i < OUTLINE_POINTS; ++i )
    {
        double own = ssHypot( points[i].x, points[i].y );
        scale = ssMin( scale, ssSetFit_Radius( &r->c, ssAtan2( points[i].y, points[i].x ) ) / own );
    }
    return scale;
}

/// Lengths of the machine over the radius of the disk.
#define PIN_LENGTH 0.3
#define SENSOR_HEIGHT 0.16
#define ARM_HEIGHT 0.08

/// The pin hangs from the force sensor, and the sensor from an arm on a column beside the disk.
static void drawMachine( const ssDraw* out, double radius, double thickness, double rotation, double pin )
{
    double sensor = PIN_LENGTH * radius, arm = sensor + SENSOR_HEIGHT * radius,
           top = arm + ARM_HEIGHT * radius, column = 1.2 * radius, wide = 0.07 * radius;
    ssQuat upright = ssQuat_Identity();
    ssDrawSolid solids[] = { picturePart( ss_solidCylinder, true, ssVec3_Make( 0.0, 0.0, -thickness ),
                                 ssVec3_Make( radius, 0.0, thickness ),
                                 ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, rotation ) ) ),
        picturePart( ss_solidCylinder, false, ssVec3_Make( pin, 0.0, 0.5 * sensor ),
            ssVec3_Make( 0.025 * radius, 0.0, 0.5 * sensor ), upright ),
        picturePart( ss_solidCylinder, false, ssVec3_Make( pin, 0.0, 0.5 * ( sensor + arm ) ),
            ssVec3_Make( 0.09 * radius, 0.0, 0.5 * ( arm - sensor ) ), upright ),
        picturePart( ss_solidBox, true, ssVec3_Make( 0.5 * ( pin + column ), 0.0, 0.5 * ( arm + top ) ),
            ssVec3_Make( 0.5 * ( column - pin ) + wide, wide, 0.5 * ( top - arm ) ), upright ),
        picturePart( ss_solidBox, true, ssVec3_Make( column, 0.0, 0.5 * ( arm - 2.0 * thickness ) ),
            ssVec3_Make( wide, wide, 0.5 * ( arm + 2.0 * thickness ) ), upright ) };
    solids[1].mode = ss_modeSlide; // the pin
    pictureSolids( out, SS_COUNT( solids ), solids );
}

/// The grooves run along e_T2, which turns with the disk.
static void drawGrooves( const ssDraw* out, double radius, double rotation )
{
    double c = ssCos( rotation ), s = ssSin( rotation );
    for ( int i = -9; i <= 9; ++i )
    {
        double offset = 0.1 * i * radius, half = sqrt( radius * radius - offset * offset ),
               z = 0.002 * radius;
        ssVec3 groove[2] = { { c * offset + s * half, s * offset - c * half, z },
            { c * offset - s * half, s * offset + c * half, z } };
        pictureLine( out, ss_drawGround, ss_lineScenery, 2, groove );
    }
}

/// The virtual material has a direction; one that is the same in all (sandblasted) has no grooves.
static bool isGrooved( const Turn* turn, const ssSim* sim )
{
    const ssSetFit* c = &turn->id.c;
    if ( ssSim_Scenario( sim )->law != NULL && turn->synthetic )
    {
        return fabs( c->a - c->b ) > 0.02 * ( c->a + c->b );
    }
    return !turn->synthetic || (int)ssSim_Param( sim, tribometerKeyC ) != ss_setCircle;
}

static void drawMachineLabels(
    const Turn* turn, const ssDraw* out, bool grooved, double radius, double rotation, double pin )
{
    double c = 1.06 * radius * ssCos( rotation ), d = 1.06 * radius * ssSin( rotation );
    double top = ( PIN_LENGTH + SENSOR_HEIGHT + ARM_HEIGHT ) * radius;
    ssDrawLabel labels[] = {
        { .position = { -1.0 * radius, 0.85 * radius, 0.3 * radius },
            .text = turn->id.isFlipped ? ssTranslate( "λ_r: wrong sign?" )
                : turn->synthetic      ? ssTranslate( "synthetic forces" )
                                       : ssTranslate( "measured forces" ) },
        { .position = { c, d, 0.15 * radius }, .text = "e_T1" },
        { .position = { -d, c, 0.15 * radius }, .text = grooved ? ssTranslate( "e_T2, grooves" ) : "e_T2" },
        { .position = { pin, 0.0, top + 0.22 * radius }, .text = "force sensor" },
    };
    pictureLabels( out, SS_COUNT( labels ), labels );
}

void tribometerDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Tribometer* s = state;
    const Turn* turn = tribometerTurn( s, sim );
    const ssIdentification* r = &turn->id;
    int at = tribometerSample( s, turn );
    double pin = ssSim_Param( sim, tribometerKeyPinRadius ), radius = 1.5 * pin;
    // The pin on the x axis slides along +y relative to the disk, which turns clockwise: e_T1 at 90° - phi.
    double rotation = 0.5 * SS_PI - fmod( s->angle, 2.0 * SS_PI );
    pictureBounds( out, ssVec3_Make( 0.15 * radius, 0.0, 0.1 * radius ), 1.1 * radius );
    drawMachine( out, radius, 0.04 * radius, rotation, pin );
    bool grooved = isGrooved( turn, sim );
    if ( grooved ) { drawGrooves( out, radius, rotation ); }
    ssVec3 contact = { pin, 0.0, 0.004 * radius };
    if ( ( out->flags & ss_drawCones ) && out->sets != NULL )
    {
        ssVec2 c[OUTLINE_POINTS], d[OUTLINE_POINTS];
        outline( &r->c, 1.0, c );
        outline( &r->d, scaleOfD( r ), d );
        ssVec3 axis1 = { ssCos( rotation ), ssSin( rotation ), 0.0 },
               axis2 = { -ssSin( rotation ), ssCos( rotation ), 0.0 };
        ssDrawSet sets[] = {
            { ss_setReservoir, contact, axis1, axis2, OUTLINE_POINTS, c, ss_modeSlide },
            { ss_setDirection, contact, axis1, axis2, OUTLINE_POINTS, d, ss_modeSlide },
        };
        out->sets( out->context, SS_COUNT( sets ), sets );
    }
    ssDrawArrow arrows[] = {
        { ss_quantityForce, contact, { -r->radialLow[at], r->tangentialLow[at], 0.0 }, "−r_T" },
        { ss_quantityVelocity, contact, { 0.0, tribometerSpeed( sim ), 0.0 }, "γ" },
    };
    pictureArrows( out, ss_drawForces | ss_drawVelocities, SS_COUNT( arrows ), arrows );
    drawMachineLabels( turn, out, grooved, radius, rotation, pin );
}

#define CHART_POINTS 720 // points of a curve over the turn, at most
#define CHART_DOTS 120   // samples drawn as dots, at most: more would hide the curves

static void curveOfPoints(
    const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* points )
{
    double x[OUTLINE_POINTS], y[OUTLINE_POINTS];
    for ( int i = 0; i < OUTLINE_POINTS; ++i )
    {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    sink->curve( sink->context, role, label, OUTLINE_POINTS, x, y );
}

/// Selects about `most` evenly spaced samples of the first turn so far. Returns their number.
static int selectSamples( const Tribometer* s, const Turn* turn, int most, int* indices )
{
    int last = s->angle < 2.0 * SS_PI ? tribometerSample( s, turn ) + 1 : turn->id.count;
    int stride = ( turn->id.count + most - 1 ) / most, count = 0;
    for ( int i = 0; i < last && count < most; i += stride ) { indices[count++] = i; }
    return count;
}

/// The forces of the law over the turn, which trace C where the law is a pair of sets.
static void trueForces( const ssSim* sim, const ssLaw* law, ssVec2* points )
{
    ssForceSample samples[OUTLINE_POINTS - 1];
    ssTribometerDef def = tribometerDef( sim, law );
    def.samples = OUTLINE_POINTS - 1;
    ssTribometerForces( &def, samples );
    for ( int i = 0; i < OUTLINE_POINTS; ++i )
    {
        const ssForceSample* s = samples + i % ( OUTLINE_POINTS - 1 );
        double c = ssCos( s->phi ), d = ssSin( s->phi );
        points[i] = ssVec2_Make( c * s->tangential - d * s->radial, d * s->tangential + c * s->radial );
    }
}

static void drawTrueSet( const ssSim* sim, const ssChartSink* sink )
{
    ssLaw law;
    ssResult made = ssSim_MakeLaw( sim, ss_lawKindExtended, tribometerKeyC, tribometerKeyD,
        ssSim_Param( sim, tribometerKeyCForce ), &law );
    if ( made.code != ss_ok ) { return; }
    ssVec2 points[OUTLINE_POINTS];
    double load = ssSim_Param( sim, tribometerKeyNormalForce );
    bool typed = ssSim_Scenario( sim )->law != NULL;
    for ( int i = 0; i < OUTLINE_POINTS && !typed; ++i )
    {
        double angle = 2.0 * SS_PI * i / ( OUTLINE_POINTS - 1 );
        ssVec2 along = { ssCos( angle ), ssSin( angle ) };
        points[i] = ssVec2_Scale( 1.0 / ssLaw_Gauge( &law, load, along ), along );
    }
    if ( typed ) { trueForces( sim, &law, points ); }
    curveOfPoints( sink, ss_chartUnstable, typed ? "true forces" : "true C", points );
    ssLaw_Destroy( &law );
}

static void drawSetsChart( const Tribometer* s, const ssSim* sim, const Turn* turn, const ssChartSink* sink )
{
    const ssIdentification* r = &turn->id;
    int indices[CHART_POINTS], dots = selectSamples( s, turn, CHART_DOTS, indices ),
                               at = tribometerSample( s, turn );
    double x[CHART_DOTS], y[CHART_DOTS], dx[CHART_POINTS], dy[CHART_POINTS];
    for ( int i = 0; i < dots; ++i )
    {
        int k = indices[i];
        double c = ssCos( r->phi[k] ), d = ssSin( r->phi[k] );
        x[i] = c * r->tangential[k] - d * r->radial[k];
        y[i] = d * r->tangential[k] + c * r->radial[k];
    }
    int count = selectSamples( s, turn, CHART_POINTS, indices );
    for ( int i = 0; i < count; ++i )
    {
        int k = indices[i];
        dx[i] = r->rD[k] * ssCos( r->theta[k] );
        dy[i] = r->rD[k] * ssSin( r->theta[k] );
    }
    sink->points( sink->context, ss_chartMeasured, turn->synthetic ? "synthetic" : "measured", dots, x, y );
    ssVec2 points[OUTLINE_POINTS];
    outline( &r->ellipse, 1.0, points );
    curveOfPoints( sink, ss_chartExact, "ellipse", points );
    outline( &r->c, 1.0, points );
    curveOfPoints( sink, ss_chartReservoir, "force reservoir C", points );
    outline( &r->d, scaleOfD( r ), points );
    curveOfPoints( sink, ss_chartDirectionSet, "direction set D", points );
    sink->curve( sink->context, ss_chartFourth, "D, Eq. 125", count, dx, dy );
    bool distorted = ssSim_Param( sim, tribometerKeyCrosstalk ) != 0.0 &&
        ssSim_Param( sim, tribometerKeyCompensate ) == 0.0;
    if ( distorted && ssSim_Text( sim, tribometerKeyInput )[0] == '\0' ) { drawTrueSet( sim, sink ); }
    double f1 = r->rC[at] * ssCos( r->theta[at] ), f2 = r->rC[at] * ssSin( r->theta[at] ),
           size = 0.25 * r->c.a;
    sink->arrow( sink->context, ss_chartNow, "γ", f1, f2, f1 + size * ssCos( r->phi[at] ),
        f2 + size * ssSin( r->phi[at] ) );
    sink->points( sink->context, ss_chartNow, "now", 1, &f1, &f2 );
}

static void drawForcesChart( const Tribometer* s, const Turn* turn, const ssChartSink* sink )
{
    const ssIdentification* r = &turn->id;
    int indices[CHART_POINTS], dots = selectSamples( s, turn, CHART_DOTS, indices ),
                               at = tribometerSample( s, turn );
    double angles[CHART_DOTS], t[CHART_DOTS], q[CHART_DOTS], phi[CHART_POINTS], tLow[CHART_POINTS],
        qLow[CHART_POINTS];
    for ( int i = 0; i < dots; ++i )
    {
        angles[i] = r->phi[indices[i]] * 180.0 / SS_PI;
        t[i] = r->tangential[indices[i]];
        q[i] = r->radial[indices[i]];
    }
    int count = selectSamples( s, turn, CHART_POINTS, indices );
    for ( int i = 0; i < count; ++i )
    {
        phi[i] = r->phi[indices[i]] * 180.0 / SS_PI;
        tLow[i] = r->tangentialLow[indices[i]];
        qLow[i] = r->radialLow[indices[i]];
    }
    double high = ssMax( r->c.a, r->c.b );
    for ( int i = 0; i < r->count; ++i ) { high = ssMax( high, r->tangentialLow[i] ); }
    high *= 1.15;
    sink->range( sink->context, 0.0, 360.0, -0.55 * high, high );
    const char* name = turn->synthetic ? "synthetic" : "measured";
    sink->points( sink->context, ss_chartMeasured, name, dots, angles, t );
    sink->points( sink->context, ss_chartMeasured, "", dots, angles, q );
    sink->curve( sink->context, ss_chartFirst, "λ_t", count, phi, tLow );
    sink->curve( sink->context, ss_chartSecond, "λ_r", count, phi, qLow );
    double now = r->phi[at] * 180.0 / SS_PI;
    sink->points( sink->context, ss_chartNow, "now", 1, &now, r->tangentialLow + at );
    sink->points( sink->context, ss_chartNow, "", 1, &now, r->radialLow + at );
}

void tribometerDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const Turn* turn = tribometerTurn( state, sim );
    if ( chart == tribometerChartSets ) { drawSetsChart( state, sim, turn, sink ); }
    else { drawForcesChart( state, turn, sink ); }
}

static void explainFit(
    double value, double error, const char* what, const char* unit, char* text, int capacity )
{
    snprintf( text, (size_t)capacity, ssTranslate( "identified %s = %s ± %s%s" ), what,
        numberText( value ).text, numberText( error ).text, unit );
}

static void explainRotation( const ssSetFit* fit, char* text, int capacity )
{
    const double degree = SS_PI / 180.0;
    if ( isfinite( fit->rotationError ) )
    {
        explainFit( fit->rotation / degree, fit->rotationError / degree, ssTranslate( "rotation" ), "°", text,
            capacity );
    }
    else { sayNumbers( text, capacity, ssTranslate( "rotation not determined: nearly a circle" ) ); }
}

void tribometerExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const ssIdentification* r = &tribometerTurn( state, sim )->id;
    switch ( param )
    {
        case tribometerKeyC + 1: explainFit( r->c.a, r->c.aError, "a", " N", text, capacity ); break;
        case tribometerKeyC + 2: explainFit( r->c.b, r->c.bError, "b", " N", text, capacity ); break;
        case tribometerKeyC + 3: explainFit( r->c.s, r->c.sError, "s", "", text, capacity ); break;
        case tribometerKeyD + 1: explainFit( r->d.ratio, r->d.ratioError, "a/b", "", text, capacity ); break;
        case tribometerKeyD + 3: explainFit( r->d.s, r->d.sError, "s", "", text, capacity ); break;
        case tribometerKeyC + ss_setRowRotation: explainRotation( &r->c, text, capacity ); break;
        case tribometerKeyD + ss_setRowRotation: explainRotation( &r->d, text, capacity ); break;
        case tribometerKeyNormalForce:
            sayNumbers(
                text, capacity, ssTranslate( "μ₁ = %s across, μ₂ = %s along the grooves" ), r->mu1, r->mu2 );
            break;
        case tribometerKeyRpm:
        case tribometerKeyPinRadius:
            sayNumbers( text, capacity, ssTranslate( "slides at %s mm/s" ), 1000.0 * tribometerSpeed( sim ) );
            break;
        case tribometerKeyHarmonics:
            sayNumbers( text, capacity, ssTranslate( "removes noise of %s N; closure of D %s" ), r->noise,
                r->closure );
            break;
    }
}
