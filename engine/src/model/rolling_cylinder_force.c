// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_force.h"
#include "model/rolling_cylinder_private.h"
#include "slipstick/base.h"

// A force law prepared for millions of evaluations, and the spline of the full law's resistance.

#define SPLINE_OCTAVES 24  // octaves of dimensionless speed; beyond 2^24 the law is solved each time
#define SPLINE_BITS_MIN 8  // 2^8 cells per octave in the first attempt
#define SPLINE_BITS_MAX 10 // 2^10 cells per octave in the last attempt
// relative error at which no more attempt is made; the last attempt stays within 1e-6
#define SPLINE_TOLERANCE 2e-9

static double unitResistance( const ssCylinderSpline* spline, double speed, double* slope )
{
    cylinderUnitContact contact = cylinderSolveUnit( spline->ratio, spline->impactFactor, speed );
    *slope = contact.slope;
    return contact.elastic + contact.inertial + contact.viscous;
}

/// The cubic through values and slopes at the ends of each cell; its error at two points inside.
static void fillSpline( ssCylinderSpline* spline )
{
    int shift = 52 - spline->bits;
    int64_t base = cylinderCell( 1.0, shift );
    double left = 1.0, slopeLeft, valueLeft = unitResistance( spline, 0.0, &slopeLeft );
    spline->error = 0.0;
    for ( int i = 0; i < spline->cellCount; ++i )
    {
        double right = ssMin( cylinderCellStart( base + i + 1, shift ), 1.0 + spline->end );
        double width = right - left, slopeRight,
               valueRight = unitResistance( spline, right - 1.0, &slopeRight );
        double* cell = spline->cells + 4 * i;
        double chord = width > 0.0 ? ( valueRight - valueLeft ) / width : slopeLeft;
        cell[0] = valueLeft;
        cell[1] = slopeLeft;
        cell[2] = width > 0.0 ? ( 3.0 * chord - 2.0 * slopeLeft - slopeRight ) / width : 0.0;
        cell[3] = width > 0.0 ? ( slopeLeft + slopeRight - 2.0 * chord ) / ( width * width ) : 0.0;
        for ( int j = 1; j <= 2; ++j )
        {
            double t = j * width / 3.0, slope, exact = unitResistance( spline, left - 1.0 + t, &slope );
            double value = cell[0] + t * ( cell[1] + t * ( cell[2] + t * cell[3] ) );
            spline->error =
                exact > 0.0 ? ssMax( spline->error, fabs( value - exact ) / exact ) : spline->error;
        }
        left = right;
        valueLeft = valueRight;
        slopeLeft = slopeRight;
    }
}

ssResult ssMakeCylinderSpline( const ssCylinder* cylinder, ssCylinderSpline* spline )
{
    *spline = ( ssCylinderSpline ){ .ratio = cylinderMakeUnits( cylinder ).ratio,
        .impactFactor = cylinder->impactFactor };
    SS_TRY( ssCylinder_Check( cylinder ) );
    spline->end = ssMin( cylinderUnitLimit( spline->ratio ), ldexp( 1.0, SPLINE_OCTAVES ) );
    // Without or with a very large impact term no attempt meets the tolerance: keep the last, with its error.
    spline->error = HUGE_VAL;
    for ( int bits = SPLINE_BITS_MIN; bits <= SPLINE_BITS_MAX && !( spline->error < SPLINE_TOLERANCE );
          ++bits )
    {
        spline->bits = bits;
        int shift = 52 - spline->bits;
        int64_t last = cylinderCell( 1.0 + spline->end, shift );
        spline->cellCount = (int)( last - cylinderCell( 1.0, shift ) ) + 1;
        ssRelease( spline->cells );
        spline->cells = ssAlloc( (size_t)spline->cellCount * 4 * sizeof( double ) );
        if ( spline->cells == NULL )
        {
            return ssError( ss_errorMemory, NULL, "out of memory for a spline of the resistance" );
        }
        fillSpline( spline );
    }
    return ssOk();
}

void ssCylinderSpline_Destroy( ssCylinderSpline* spline )
{
    ssRelease( spline->cells );
    *spline = ( ssCylinderSpline ){ .cellCount = 0 };
}

bool ssCylinderSpline_Matches( const ssCylinderSpline* spline, const ssCylinder* cylinder )
{
    return spline->cells != NULL && spline->ratio == cylinderMakeUnits( cylinder ).ratio &&
        spline->impactFactor == cylinder->impactFactor;
}

ssCylinderForce ssPrepareCylinder( const ssCylinder* c, const ssCylinderSpline* spline )
{
    cylinderUnits units = cylinderMakeUnits( c );
    double load = ssCylinder_Load( c ), R = c->radius, mass = ssCylinder_EffectiveMass( c );
    ssCylinderForce force = { ssCylinder_Drive( c ), .dragA = c->dragA, .dragB = c->dragB, .load = load,
        .damping = c->damping, .stiffTerm = 0.5 * c->stiffness, .massTerm = c->surface / R,
        .viscousTerm = 2.0 / 3.0 * c->damping / R,
        .depthTerm = 2.0 / 3.0 * c->stiffness * sqrt( 2.0 * R * load / c->damping ), .twoRadius = 2.0 * R,
        .toUnit = 1.0 / units.speed, .scale = units.force, .limit = cylinderUnitLimit( units.ratio ),
        .perMass = 1.0 / mass, .amplitude = sqrt( c->noise ) / mass, .cylinder = *c };
    if ( c->model == ss_cylinderFull && spline != NULL && ssCylinderSpline_Matches( spline, c ) )
    {
        force.cells = spline->cells;
        force.splineEnd = spline->end;
        force.cellShift = 52 - spline->bits;
        force.cellBase = cylinderCell( 1.0, force.cellShift );
        force.cellCount = spline->cellCount;
    }
    return force;
}

double cylinderSolvedAt( const ssCylinderForce* f, double speed )
{
    const ssCylinder* c = &f->cylinder;
    double ratio = ( c->surface / c->damping ) * ( c->stiffness / c->damping );
    cylinderUnitContact contact = cylinderSolveUnit( ratio, c->impactFactor, ssMin( speed, f->limit ) );
    return contact.elastic + contact.inertial + contact.viscous;
}

double ssCylinderForce_At( const ssCylinderForce* f, double v )
{
    return cylinderForceAt( f, f->cylinder.model == ss_cylinderApprox, v );
}
