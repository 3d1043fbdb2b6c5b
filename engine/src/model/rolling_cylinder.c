// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder.h"
#include "base/param_rows.h"
#include "model/rolling_cylinder_private.h"
#include "slipstick/vecmath.h"

// The law of resistance: the full model, the printed approximation, and the forces that follow from F_R.

// The rows that describe the rolling cylinder, for its scenario and for `eval`.

static const char* const s_models[] = { "full", "approx" };
static const char* const s_schemes[] = { "euler", "sra1" };

// The table is laid out by hand, one row per parameter.
// clang-format off
const ssParam ss_cylinderParams[ss_cylinderKeyCount + 2] = {
    [ss_cylinderKeyAlpha] = { PARAM( "alpha_deg", "α", "slope", "°", "plane" ),
        BETWEEN( -90.0, 90.0, 0.0, 8.0, 2.0 ), .open = (ssParamOpen)( ss_openLow | ss_openHigh ),
        .live = true,
        .doc = "Inclination of the plane; a positive slope drives towards +x. Between the two folds two "
            "speeds are stable." },
    [ss_cylinderKeyNoise] = { PARAM( "noise", "σ²", "noise intensity", "kg²/s³", "plane" ),
        NOT_NEGATIVE( 0.0, 1000.0, 0.0 ), .logScale = true, .live = true,
        .doc = "Intensity of the random force of the air, per metre of cylinder: its integral over a "
            "time t has the variance sigma² t. 0: no noise." },
    [ss_cylinderKeyStiffness] = { PARAM( "k", "k", "stiffness of the surface", "kg/m²/s²", "surface" ),
        POSITIVE( 1e5, 1e8, 1e7 ), .logScale = true, .live = true,
        .doc = "Spring force per area and depth. A stiffer surface has a shallower and shorter contact." },
    [ss_cylinderKeyDamping] = { PARAM( "gamma", "γ", "damping of the surface", "kg/m²/s", "surface" ),
        POSITIVE( 7e4, 2e6, 5e5 ), .logScale = true, .live = true,
        .doc = "Damping force per area and speed. It must exceed 2 sqrt(k m), or the springs oscillate "
            "and the contact breaks up." },
    [ss_cylinderKeySurface] = { PARAM( "m", "m", "mass of the surface", "kg/m²", "surface" ),
        NOT_NEGATIVE( 1.0, 1000.0, 100.0 ), .logScale = true, .live = true,
        .doc = "Mass of the springs per area. It is accelerated downwards at the front edge. The full "
            "model ends at the speed where the springs would have to pull: v³ = gamma W R/m²." },
    [ss_cylinderKeyMass] = { PARAM( "mass", "M", "mass", "kg/m", "cylinder" ),
        POSITIVE( 1.0, 1000.0, 100.0 ), .logScale = true, .doc = "Mass of the cylinder per metre." },
    [ss_cylinderKeyRadius] = { PARAM( "radius", "R", "radius", "m", "cylinder" ),
        POSITIVE( 0.05, 2.0, 0.5 ), .doc = "Radius of the cylinder." },
    [ss_cylinderKeyInertia] = { PARAM( "inertia", "I", "moment of inertia", "kg m", "cylinder" ),
        NOT_NEGATIVE( 0.0, 100.0, 0.0 ),
        .doc = "Moment of inertia about the axis, per metre. 0: a solid cylinder, M R²/2." },
    [ss_cylinderKeyGravity] = { PARAM( "gravity", "g", "gravity", "m/s²", "plane" ),
        POSITIVE( 1.0, 25.0, 9.81 ), .live = true,
        .doc = "Acceleration of gravity, vertically downwards." },
    [ss_cylinderKeyDragA] = { PARAM( "drag_a", "A", "linear drag", "kg/m/s", "plane" ),
        NOT_NEGATIVE( 0.0, 10.0, 0.0 ), .live = true, .doc = "The drag of the air is A v + B v|v|." },
    [ss_cylinderKeyDragB] = { PARAM( "drag_b", "B", "quadratic drag", "kg/m²", "plane" ),
        NOT_NEGATIVE( 0.0, 2.0, 0.0 ), .live = true,
        .doc = "The drag of the air is A v + B v|v|. Without drag nothing limits the speed of the fast "
            "cylinder." },
    [ss_cylinderKeyModel] = { PARAM( "model", "model", "law of resistance", "", "surface" ),
        CHOICE( s_models ), .live = true,
        .doc = "full: Eqs. 5, 6, 9, 10, with the depth that follows from the load. approx: Eqs. 11 and 12 "
            "as printed, for strong damping." },
    [ss_cylinderKeyImpactFactor] = { PARAM( "impact_factor", "c", "impact factor", "", "surface" ),
        NOT_NEGATIVE( 0.0, 2.0, 2.0 ), .live = true,
        .doc = "The last term of Eq. 9 is this factor times m v² h/R. The factor 2 balances the energy and "
            "leads to Eq. 12; the paper prints 1. Applies to the full model only." },
    [ss_cylinderKeyCosLoad] = { PARAM( "cos_load", "cos α", "load with cos α", "", "surface" ),
        BETWEEN( 0.0, 1.0, 0.0, 1.0, 1.0 ), .kind = ss_paramInteger, .live = true,
        .doc = "1: the load on the surface is M g cos alpha. 0: it is M g, as in the figures of the "
            "paper." },
    [ss_cylinderKeyV0] = { PARAM( "v0", "v₀", "initial velocity", "m/s", "start" ),
        ANY_NUMBER( -5.0, 20.0, 1.0 ),
        .doc = "Initial velocity. The full model holds only up to a limit and does not accept more." },
    [ss_cylinderKeyTiltRate] = { PARAM( "tilt_rate_deg", "dα/dt", "tilting", "°/s", "plane" ),
        NOT_NEGATIVE( 0.0, 0.01, 0.0 ), .live = true,
        .doc = "The plane tilts up and down at this rate, half a window beyond both folds, so that the "
            "velocity draws the hysteresis. 0: the slope is constant." },
    [ss_cylinderKeyScheme] = { PARAM( "scheme", "scheme", "scheme", "", "numerics" ), CHOICE( s_schemes ),
        .defaultValue = 1.0, .live = true,
        .doc = "euler: Euler-Maruyama, order 1. sra1: Rößler's scheme for additive noise, strong order 1.5, "
            "weak order 2. Steps whose sizes differ by powers of two follow the same noise." },
    [ss_cylinderKeySettle] = { PARAM( "settle", "settling", "settling time", "s", "numerics" ),
        NOT_NEGATIVE( 0.0, 10000.0, 0.0 ),
        .doc = "Time from the start, or from the last change, until the statistics begin." },
    [ss_cylinderKeyBackground] = { PARAM( "background", "runs", "background runs", "", "numerics" ),
        BETWEEN( 0.0, 16.0, 0.0, 16.0, 0.0 ), .kind = ss_paramInteger,
        .doc = "Number of background runs at each of ten noise intensities. They fill in the mean velocity "
            "against noise. 0: none." },
    SS_NOISE_FORCE_ROW,
    SS_NOISE_TIME_ROW,
};
// clang-format on

ssCylinder ssCylinderFromValues( const double* values )
{
    return ( ssCylinder ){ values[ss_cylinderKeyAlpha] * SS_PI / 180.0, .noise = values[ss_cylinderKeyNoise],
        .stiffness = values[ss_cylinderKeyStiffness], .damping = values[ss_cylinderKeyDamping],
        .surface = values[ss_cylinderKeySurface], .mass = values[ss_cylinderKeyMass],
        .radius = values[ss_cylinderKeyRadius], .inertia = values[ss_cylinderKeyInertia],
        .gravity = values[ss_cylinderKeyGravity], .dragA = values[ss_cylinderKeyDragA],
        .dragB = values[ss_cylinderKeyDragB], .model = (ssCylinderModel)values[ss_cylinderKeyModel],
        .impactFactor = values[ss_cylinderKeyImpactFactor], .cosLoad = values[ss_cylinderKeyCosLoad] != 0.0 };
}

ssCylinder ssDefaultCylinder( void )
{
    double values[ss_cylinderKeyCount];
    for ( int i = 0; i < ss_cylinderKeyCount; ++i ) { values[i] = ss_cylinderParams[i].defaultValue; }
    return ssCylinderFromValues( values );
}

double ssCylinder_Load( const ssCylinder* c )
{
    return c->mass * c->gravity * ( c->cosLoad ? ssCos( c->alpha ) : 1.0 );
}

double ssCylinder_Drive( const ssCylinder* c ) { return c->mass * c->gravity * ssSin( c->alpha ); }

/// I/R² [kg/m].
static double rollingMass( const ssCylinder* c )
{
    return c->inertia > 0.0 ? c->inertia / c->radius / c->radius : 0.5 * c->mass;
}

double ssCylinder_EffectiveMass( const ssCylinder* c ) { return c->mass + rollingMass( c ); }

static ssResult checkSigns( const ssCylinder* c )
{
    const struct
    {
        const char* key;
        double value;
        bool zeroAllowed;
    } rows[] = { { "k", c->stiffness, false }, { "gamma", c->damping, false }, { "m", c->surface, true },
        { "mass", c->mass, false }, { "radius", c->radius, false }, { "inertia", c->inertia, true },
        { "gravity", c->gravity, false }, { "drag_a", c->dragA, true }, { "drag_b", c->dragB, true },
        { "impact_factor", c->impactFactor, true }, { "noise", c->noise, true } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        bool good = rows[i].zeroAllowed ? rows[i].value >= 0.0 : rows[i].value > 0.0;
        if ( !good || !isfinite( rows[i].value ) )
        {
            return ssError( ss_errorValue, rows[i].key, "%s = %g; allowed: a finite number %s 0", rows[i].key,
                rows[i].value, rows[i].zeroAllowed ? ">=" : ">" );
        }
    }
    if ( !( fabs( c->alpha ) < 0.5 * SS_PI ) )
    {
        return ssError( ss_errorValue, "alpha_deg", "alpha_deg = %g; allowed: -90 < alpha_deg < 90",
            c->alpha * 180.0 / SS_PI );
    }
    return ssOk();
}

ssResult ssCylinder_Check( const ssCylinder* c )
{
    SS_TRY( checkSigns( c ) );
    // With less damping the springs hit the cylinder and contact breaks up (misprinted before Eq. 2).
    double bound = 2.0 * sqrt( c->stiffness ) * sqrt( c->surface );
    if ( !( c->damping > bound ) )
    {
        return ssError( ss_errorValue, "gamma",
            "gamma = %g with k = %g and m = %g; allowed: gamma² > 4 k m, that is gamma > %.6g", c->damping,
            c->stiffness, c->surface, bound );
    }
    cylinderUnits units = cylinderMakeUnits( c );
    const double derived[] = { units.length, units.speed, units.force, ssCylinder_EffectiveMass( c ) };
    for ( int i = 0; i < SS_COUNT( derived ); ++i )
    {
        // Squares and cubes of these numbers must neither overflow nor underflow.
        if ( !( derived[i] > 1e-90 && derived[i] < 1e90 ) )
        {
            return ssError( ss_errorValue, "k",
                "these values yield a contact of %g m, a speed of %g m/s, a force of %g N/m and a mass of %g "
                "kg/m; allowed: 1e-90 to 1e90",
                derived[0], derived[1], derived[2], derived[3] );
        }
    }
    return ssOk();
}

cylinderUnits cylinderMakeUnits( const ssCylinder* c )
{
    double load = ssCylinder_Load( c );
    double length = ssCbrt( 1.5 * load * c->radius / c->stiffness );
    return ( cylinderUnits ){ .length = length,
        .speed = length * ( c->stiffness / c->damping ),
        .force = load * length / c->radius,
        .ratio = ( c->surface / c->damping ) * ( c->stiffness / c->damping ) };
}

double cylinderUnitLimit( double ratio ) { return ssCbrt( 2.0 / 3.0 / ratio / ratio ); }

double ssCylinder_SpeedLimit( const ssCylinder* c )
{
    if ( c->model == ss_cylinderApprox ) { return HUGE_VAL; }
    cylinderUnits units = cylinderMakeUnits( c );
    return units.speed * cylinderUnitLimit( units.ratio );
}

ssResult ssCylinder_CheckSpeed( const ssCylinder* c, const char* field, double v )
{
    double limit = ssCylinder_SpeedLimit( c );
    if ( fabs( v ) <= limit ) { return ssOk(); }
    return ssError( ss_errorValue, field,
        "%s = %g m/s is beyond the full model; allowed: up to %.6g m/s, where gamma xi_+ = m v and the "
        "surface no longer follows the cylinder",
        field, v, limit );
}

/// The front edge beta at which the surface carries the load: 3/4 s² (sigma - s/3) + 3/2 mu nu² beta = 1,
/// from Eq. 10 with f = (xi - xi_-)(xi - xi_- - 2 sigma) in units of k/(2R). The derivative with respect to
/// beta, 3/2 beta (s + nu), grows with beta, so Newton's method from the right cannot overshoot.
static double solveFront( double ratio, double nu, double kappa )
{
    // Start values with too large a load: the contact at rest, and one carried by the dampers alone.
    double beta = ssMin( 1.0, sqrt( 4.0 / 3.0 / nu ) );
    double edge = ratio * nu; // here the contact has no width
    for ( int i = 0; i < 60; ++i )
    {
        double sigma = sqrt( beta * beta + kappa * nu * nu );
        double s = beta + ( beta * beta - 2.0 * ratio * nu * nu ) / ( nu + sigma );
        double excess = 0.75 * s * s * ( sigma - s / 3.0 ) + 1.5 * ratio * nu * nu * beta - 1.0;
        double next = ssMax( beta - excess / ( 1.5 * beta * ( s + nu ) ), edge );
        bool done = fabs( next - beta ) <= 4e-16 * beta;
        beta = next;
        if ( done ) { break; }
    }
    return beta;
}

cylinderUnitContact cylinderSolveUnit( double ratio, double impactFactor, double nu )
{
    double kappa = 1.0 - 2.0 * ratio;
    double beta = solveFront( ratio, nu, kappa );
    double sigma = sqrt( beta * beta + kappa * nu * nu );
    // xi_- = nu - sigma and xi_+ + xi_-, both written without cancellation.
    double back = -( beta * beta - 2.0 * ratio * nu * nu ) / ( nu + sigma );
    double sum = nu < beta ? nu - kappa * nu * nu / ( beta + sigma ) : beta + back, s = beta - back;
    double squares = s * sum, cubes = s * ( beta * beta + beta * back + back * back );
    // Eq. 9 with f = k y + gamma y' + m y'': each part integrates to a term that remains accurate as v -> 0.
    cylinderUnitContact contact = { .front = beta,
        .back = back,
        .elastic = 0.1875 * squares * squares,
        .viscous = 0.5 * nu * cubes,
        .inertial = 0.75 * ratio * nu * nu * ( impactFactor * beta * beta - squares ) };
    double byNu = 0.5 * cubes + 1.5 * ratio * nu * ( impactFactor * beta * beta - squares );
    double byBeta = 0.75 * beta * squares + 1.5 * nu * beta * beta +
        1.5 * ratio * nu * nu * beta * ( impactFactor - 1.0 );
    double loadByNu = 0.75 * squares + 3.0 * ratio * nu * back;
    double loadByBeta = 1.5 * beta * ( s + nu );
    contact.slope = byNu - byBeta * loadByNu / loadByBeta;
    return contact;
}

static bool fullContact( const ssCylinder* c, double speed, ssCylinderContact* contact )
{
    cylinderUnits units = cylinderMakeUnits( c );
    double limit = cylinderUnitLimit( units.ratio ), nu = ssMin( speed / units.speed, limit );
    bool valid = speed <= units.speed * limit;
    cylinderUnitContact unit = cylinderSolveUnit( units.ratio, c->impactFactor, nu );
    contact->front = units.length * unit.front;
    contact->back = units.length * unit.back;
    contact->depth = 0.5 * contact->front * contact->front / c->radius;
    contact->elastic = units.force * unit.elastic;
    contact->inertial = units.force * unit.inertial;
    contact->viscous = units.force * unit.viscous;
    contact->slope = valid ? units.force / units.speed * unit.slope : 0.0;
    return valid;
}

static void approxContact( const ssCylinder* c, double v, ssCylinderContact* contact )
{
    double load = ssCylinder_Load( c ), R = c->radius;
    if ( v == 0.0 )
    {
        // Here h vanishes like sqrt(v), and the slope of F_R is that of k h²/2.
        *contact = ( ssCylinderContact ){ .slope = 0.5625 * c->damping * load / ( c->stiffness * R ) };
        return;
    }
    double root = 2.0 / 3.0 * c->stiffness * sqrt( 2.0 * R * load / ( c->damping * v ) );
    double h = load / ( c->damping * v + root ); // Eq. 11
    double width = sqrt( 2.0 * R * h );
    contact->depth = h;
    contact->back = 0.0;
    contact->front = width;
    contact->elastic = 0.5 * c->stiffness * h * h; // Eq. 12
    contact->inertial = c->surface * v * v * h / R;
    contact->viscous = 2.0 / 3.0 * c->damping * v * h / R * width;
    double perDepth = -( c->damping - 0.5 * root / v ) / ( c->damping * v + root ); // h'/h
    contact->slope = 2.0 * contact->elastic * perDepth + contact->inertial * ( 2.0 / v + perDepth ) +
        contact->viscous * ( 1.0 / v + 1.5 * perDepth );
}

bool ssCylinder_Contact( const ssCylinder* c, double v, ssCylinderContact* contact )
{
    bool valid = true;
    if ( c->model == ss_cylinderFull ) { valid = fullContact( c, fabs( v ), contact ); }
    else { approxContact( c, fabs( v ), contact ); }
    contact->v = v;
    contact->resistance = copysign( contact->elastic + contact->inertial + contact->viscous, v );
    return valid;
}

double ssCylinder_Pressure( const ssCylinder* c, const ssCylinderContact* contact, double xi )
{
    if ( xi < contact->back || xi > contact->front ) { return 0.0; }
    double R = c->radius, v = fabs( contact->v );
    double f = 0.5 * c->stiffness / R * xi * xi - c->damping * v / R * xi + c->surface * v * v / R -
        contact->depth * c->stiffness;
    return ssMax( -f, 0.0 );
}

double ssCylinder_Surface( const ssCylinder* c, const ssCylinderContact* contact, double xi )
{
    double R = c->radius, v = fabs( contact->v );
    if ( xi >= contact->front ) { return 0.0; }
    if ( xi >= contact->back ) { return 0.5 * xi * xi / R - contact->depth; }
    double y = 0.5 * contact->back * contact->back / R - contact->depth, rate = -v * contact->back / R;
    if ( v == 0.0 ) { return 0.0; }
    double time = ( contact->back - xi ) / v;
    double root = sqrt( ssMax( c->damping * c->damping - 4.0 * c->stiffness * c->surface, 0.0 ) );
    // The two exponents of the overdamped springs; without mass there is only the slow one.
    double slow = -2.0 * c->stiffness / ( c->damping + root );
    if ( c->surface > 0.0 )
    {
        double fast = -0.5 * ( c->damping + root ) / c->surface;
        double amplitude = fast < slow ? ( rate - slow * y ) / ( fast - slow ) : 0.0;
        return ( y - amplitude ) * ssExp( slow * time ) + amplitude * ssExp( fast * time );
    }
    return y * ssExp( slow * time );
}

double ssCylinder_Resistance( const ssCylinder* c, double v )
{
    ssCylinderContact contact;
    ssCylinder_Contact( c, v, &contact );
    return contact.resistance;
}

double ssCylinder_Drag( const ssCylinder* c, double v ) { return ( c->dragA + c->dragB * fabs( v ) ) * v; }

double ssCylinder_Force( const ssCylinder* c, double v )
{
    return ssCylinder_Drive( c ) - ssCylinder_Resistance( c, v ) - ssCylinder_Drag( c, v );
}

double ssCylinder_ForceSlope( const ssCylinder* c, double v )
{
    ssCylinderContact contact;
    ssCylinder_Contact( c, v, &contact );
    return -contact.slope - c->dragA - 2.0 * c->dragB * fabs( v );
}

double ssCylinder_FrictionNeeded( const ssCylinder* c, const ssCylinderContact* contact )
{
    double share = rollingMass( c ) / ssCylinder_EffectiveMass( c );
    double force = ssCylinder_Drive( c ) - contact->resistance - ssCylinder_Drag( c, contact->v );
    return fabs( contact->resistance + share * force ) / ssCylinder_Load( c );
}
