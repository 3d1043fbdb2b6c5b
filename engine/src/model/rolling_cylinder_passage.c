// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_private.h"
#include "model/rolling_cylinder_quadrature.h"
#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

// The potential and the mean first-passage times: double integrals of exp( ±phi ), and Kramers' estimate.

// Integrates the exponential of the potential panel by panel.

const double cylinderGaussNode[CYLINDER_NODES] = { -0.96028985649753623, -0.79666647741362674,
    -0.52553240991632899, -0.18343464249564980, 0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
    0.96028985649753623 };
const double cylinderGaussWeight[CYLINDER_NODES] = { 0.10122853629037626, 0.22238103445337447,
    0.31370664587788729, 0.36268378337836198, 0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
    0.10122853629037626 };

/// Integrates the Legendre series through the values at the nodes.
static void makeIntegrationMatrix( double matrix[CYLINDER_NODES][CYLINDER_NODES] )
{
    double legendre[CYLINDER_NODES][CYLINDER_NODES + 1];
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        double x = cylinderGaussNode[i];
        legendre[i][0] = 1.0;
        legendre[i][1] = x;
        for ( int n = 1; n < CYLINDER_NODES; ++n )
        {
            legendre[i][n + 1] = ( ( 2 * n + 1 ) * x * legendre[i][n] - n * legendre[i][n - 1] ) / ( n + 1 );
        }
    }
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        for ( int j = 0; j < CYLINDER_NODES; ++j )
        {
            double sum = 0.5 * ( legendre[i][1] + 1.0 );
            for ( int n = 1; n < CYLINDER_NODES; ++n )
            {
                sum += 0.5 * legendre[j][n] * ( legendre[i][n + 1] - legendre[i][n - 1] );
            }
            matrix[i][j] = cylinderGaussWeight[j] * sum;
        }
    }
}

cylinderQuadrature cylinderMakeQuadrature( const ssCylinder* c )
{
    cylinderQuadrature quadrature = { .cylinder = c,
        .scale = 2.0 * ssCylinder_EffectiveMass( c ) / c->noise };
    makeIntegrationMatrix( quadrature.matrix );
    return quadrature;
}

cylinderPanel cylinderMakePanel( const cylinderQuadrature* quadrature, double v, double width )
{
    double slope[CYLINDER_NODES];
    cylinderPanel panel = { .change = 0.0 };
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        slope[i] = quadrature->scale * ssCylinder_Force( quadrature->cylinder, cylinderNode( v, width, i ) );
        panel.change += 0.5 * width * cylinderGaussWeight[i] * slope[i];
        panel.steepest = ssMax( panel.steepest, fabs( slope[i] ) * width );
        panel.hasExtremum = panel.hasExtremum || ( slope[i] > 0.0 ) != ( slope[0] > 0.0 );
    }
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        for ( int j = 0; j < CYLINDER_NODES; ++j )
        {
            panel.phi[i] += 0.5 * width * quadrature->matrix[i][j] * slope[j];
        }
    }
    return panel;
}

#define PASSAGE_CHANGE 1.0         // phi may change by this much over a panel
#define PASSAGE_PANELS ( 1 << 17 ) // panels after which an integration is given up
#define START_DEPTH 45.0           // where phi is this much below its maximum, exp( phi ) is below rounding

double ssCylinder_Potential( const ssCylinder* c, double v )
{
    double unit = cylinderMakeUnits( c ).speed, sign = v < 0.0 ? -1.0 : 1.0, end = fabs( v );
    double sum = 0.0, at = 0.0;
    while ( at < end )
    {
        // Near zero F_R of Eq. 12 varies like a fractional power of v, so the panels are short there.
        double next =
            ssMin( at + 0.05 * ( at + 1e-6 * unit ) + ( at > 0.01 * unit ? 0.01 * unit : 0.0 ), end );
        for ( int i = 0; i < CYLINDER_NODES; ++i )
        {
            sum += 0.5 * ( next - at ) * cylinderGaussWeight[i] *
                ssCylinder_Force( c, sign * cylinderNode( at, next - at, i ) );
        }
        at = next;
    }
    return -sign * sum;
}

/// The width of a panel over which F is smooth and phi changes by little.
static double panelWidth( const cylinderQuadrature* quadrature, double v, double unit )
{
    double smooth = 0.02 * ( fabs( v ) + unit );
    double steep = quadrature->scale * fabs( ssCylinder_Force( quadrature->cylinder, v ) );
    double bend = quadrature->scale * fabs( ssCylinder_ForceSlope( quadrature->cylinder, v ) );
    return ssMin( smooth, PASSAGE_CHANGE / ( steep + sqrt( bend ) ) );
}

/// rho(y) = exp( -phi(y) ) ∫ exp( phi ) below y obeys rho' = 1 - phi' rho. It is continued from panel to
/// panel; the passage time is its integral, divided by sigma²/(2 M_eff²).
typedef struct Passage
{
    cylinderQuadrature quadrature;
    double rho, sum; // rho at the present velocity, and its integral
} Passage;

/// Continues rho over a panel by quadrature. `counted` adds its integral.
static void integratePanel( Passage* p, double v, double width, bool counted )
{
    cylinderPanel panel = cylinderMakePanel( &p->quadrature, v, width );
    double mass[CYLINDER_NODES], total = 0.0, sum = 0.0;
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        mass[i] = ssExp( panel.phi[i] );
        total += 0.5 * width * cylinderGaussWeight[i] * mass[i];
    }
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        double below = 0.0;
        for ( int j = 0; j < CYLINDER_NODES; ++j )
        {
            below += 0.5 * width * p->quadrature.matrix[i][j] * mass[j];
        }
        sum += 0.5 * width * cylinderGaussWeight[i] * ssExp( -panel.phi[i] ) * ( p->rho + below );
    }
    p->sum += counted ? sum : 0.0;
    p->rho = ssExp( -panel.change ) * ( p->rho + total );
}

/// Continues rho over a wide panel where the force is strong and the noise weak: after its initial value has
/// decayed, rho follows 1/phi' + phi''/phi'^3. False if that does not hold.
static bool integrateAsymptotically( Passage* p, double v, double width, bool counted )
{
    double sum = 0.0, rho = 0.0, slope = 0.0;
    for ( int i = -1; i <= CYLINDER_NODES; ++i )
    {
        bool inside = i >= 0 && i < CYLINDER_NODES;
        double at = inside ? cylinderNode( v, width, i ) : i < 0 ? v : v + width;
        slope = p->quadrature.scale * ssCylinder_Force( p->quadrature.cylinder, at );
        double bend =
            p->quadrature.scale * ssCylinder_ForceSlope( p->quadrature.cylinder, at ) / ( slope * slope );
        if ( !( slope * width > 200.0 && fabs( bend ) < 1e-5 ) ) { return false; }
        rho = ( 1.0 + bend ) / slope;
        sum += inside ? 0.5 * width * cylinderGaussWeight[i] * rho : i < 0 ? ( p->rho - rho ) / slope : 0.0;
    }
    p->sum += counted ? sum : 0.0;
    p->rho = rho;
    return true;
}

/// Finds a velocity so far below `from` that the integral below it does not matter.
static bool findStart( const cylinderQuadrature* quadrature, double from, double unit, double* start )
{
    double v = from, phi = 0.0, highest = 0.0, limit = ssCylinder_SpeedLimit( quadrature->cylinder );
    for ( int i = 0; i < PASSAGE_PANELS && v > -2.0 * limit; ++i )
    {
        double width = panelWidth( quadrature, v, unit );
        // No panel extends across v = 0, where the second derivative of F jumps.
        width = v > 0.0 ? ssMin( width, v ) : width;
        phi -= cylinderMakePanel( quadrature, v - width, width ).change;
        v -= width;
        highest = ssMax( highest, phi );
        if ( phi < highest - START_DEPTH && ssCylinder_Force( quadrature->cylinder, v ) > 0.0 )
        {
            *start = v;
            return true;
        }
    }
    return false;
}

static double passageUp( const ssCylinder* c, double from, double to )
{
    Passage p = { .quadrature = cylinderMakeQuadrature( c ) };
    double unit = cylinderMakeUnits( c ).speed, start = from;
    // With a negative force at `from`, the return from the equilibrium below is part of the passage.
    ssCylinderEquilibrium equilibria[16];
    int count = ssCylinder_Equilibria( c, equilibria, SS_COUNT( equilibria ) );
    double lowest = count > 0 ? ssMin( from, equilibria[0].v ) : from;
    if ( !findStart( &p.quadrature, lowest, unit, &start ) ) { return SS_NAN; }
    double v = start;
    for ( int i = 0; i < PASSAGE_PANELS; ++i )
    {
        double end = v < from ? from : to, smooth = 0.02 * ( fabs( v ) + unit );
        end = v < 0.0 && end > 0.0 ? 0.0 : end;
        double next = v + smooth >= end ? end : v + smooth;
        if ( !integrateAsymptotically( &p, v, next - v, v >= from ) )
        {
            double width = panelWidth( &p.quadrature, v, unit );
            next = v + width >= end ? end : v + width;
            integratePanel( &p, v, next - v, v >= from );
        }
        v = next;
        if ( v >= to )
        {
            double mass = ssCylinder_EffectiveMass( c );
            return p.sum * 2.0 * mass * mass / c->noise;
        }
    }
    return SS_NAN;
}

double ssCylinder_Passage( const ssCylinder* cylinder, double from, double to )
{
    double limit = ssCylinder_SpeedLimit( cylinder );
    if ( !( cylinder->noise > 0.0 ) || !( fabs( from ) <= limit && fabs( to ) <= limit ) ) { return SS_NAN; }
    // A downward passage is the mirror image of an upward one: v -> -v, alpha -> -alpha.
    ssCylinder c = *cylinder;
    double sign = to >= from ? 1.0 : -1.0;
    c.alpha *= sign;
    return from == to ? 0.0 : passageUp( &c, sign * from, sign * to );
}

double ssCylinder_KramersTime( const ssCylinder* c, bool up )
{
    ssCylinderEquilibrium e[16];
    int count = ssCylinder_Equilibria( c, e, SS_COUNT( e ) );
    if ( count < 3 || !( c->noise > 0.0 ) || !e[0].stable || e[1].stable || !e[2].stable ) { return SS_NAN; }
    double mass = ssCylinder_EffectiveMass( c ), well = e[up ? 0 : 2].v, barrier = e[1].v;
    double height = ssCylinder_Potential( c, barrier ) - ssCylinder_Potential( c, well );
    double curvature = fabs( ssCylinder_ForceSlope( c, well ) * ssCylinder_ForceSlope( c, barrier ) );
    return 2.0 * SS_PI * mass / sqrt( curvature ) * ssExp( 2.0 * mass * height / c->noise );
}
