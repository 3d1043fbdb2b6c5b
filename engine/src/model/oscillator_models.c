// SPDX-License-Identifier: MIT
#include "model/stribeck_law.h"
#include "slipstick/vecmath.h"

#include <string.h>

// The four oscillators of Walker & Leine Fig. 13: forces, steady sliding, linearisation, threshold.

double ssStribeckMu( const ssStribeckBlock* b, double v )
{
    if ( b->own != NULL ) { return v > 0.0 ? stribeckLawMu( b, v, 1.0 ) : stribeckLawLimit( b, 1.0 ); }
    if ( b->stepCurve )
    {
        // If the kinetic coefficient exceeds the static one, it also holds at rest.
        return v > 0.0 ? b->muKinetic : ssMax( b->muStatic, b->muKinetic );
    }
    // A trial step may evaluate a slightly negative speed.
    return b->muKinetic + ( b->muStatic - b->muKinetic ) * ssExp( ssMin( 1.0, -v / b->vStribeck ) );
}

double ssStribeckStickTime( const ssStribeckBlock* b, double beltSpeed )
{
    return 2.0 * b->normalForce * ( b->muStatic - b->muKinetic ) / ( b->stiffness * beltSpeed );
}

double ssStribeckSlipTime( const ssStribeckBlock* b, double beltSpeed )
{
    double w = sqrt( b->stiffness / b->mass ), drop = b->normalForce * ( b->muStatic - b->muKinetic );
    return 2.0 * ( SS_PI - ssAtan( w * drop / ( b->stiffness * beltSpeed ) ) ) / w;
}

static ssOscillatorForces stribeckAccelerate(
    const ssOscillatorModel* model, const ssOscillatorState* s, double* a )
{
    const ssStribeckBlock* b = &model->stribeck;
    if ( b->own != NULL && b->own->implicit )
    {
        a[0] = ( s->friction + model->push[0] - b->damping * s->u[0] - b->stiffness * s->q[0] ) / b->mass;
        return ( ssOscillatorForces ){
            .normal = b->normalForce, .tangent = s->friction, .limit = fabs( s->friction )
        };
    }
    double slip = s->u[0] - model->beltSpeed;
    double load = b->damping * s->u[0] + b->stiffness * s->q[0] - model->push[0];
    ssOscillatorForces f = { .normal = b->normalForce, .limit = b->normalForce * ssStribeckMu( b, 0.0 ) };
    if ( s->mode == ss_oscillatorStick )
    {
        f.limit = b->own != NULL ? b->normalForce * stribeckLawLimit( b, load < 0.0 ? -1.0 : 1.0 ) : f.limit;
        f.tangent = load;
        f.guard = f.limit - fabs( load );
        a[0] = 0.0;
        return f;
    }
    double side = s->mode == ss_oscillatorForward ? 1.0 : -1.0;
    // During sliding the kinetic branch also applies at the instant of rest.
    double mu = b->own != NULL ? stribeckLawMu( b, -side * slip, side )
        : b->stepCurve         ? b->muKinetic
                               : ssStribeckMu( b, -side * slip );
    f.tangent = side * b->normalForce * mu;
    f.guard = -side * slip;
    a[0] = ( f.tangent - load ) / b->mass;
    return f;
}

/// d mu/d v at the sliding speed v [s/m].
static double stribeckSlope( const ssStribeckBlock* b, double v )
{
    if ( b->own != NULL ) { return b->own->implicit ? SS_NAN : stribeckLawSlope( b, v ); }
    return b->stepCurve ? 0.0 : -( b->muStatic - b->muKinetic ) / b->vStribeck * ssExp( -v / b->vStribeck );
}

static double stribeckCritical( const ssOscillatorModel* model )
{
    const ssStribeckBlock* b = &model->stribeck;
    if ( b->own != NULL ) { return b->own->critical; }
    double drop = b->normalForce * ( b->muStatic - b->muKinetic );
    if ( b->stepCurve || !( drop > 0.0 ) ) { return 0.0; }
    double speed = b->vStribeck * ssLog( drop / ( b->damping * b->vStribeck ) );
    // Without damping the block is unstable at every speed.
    return isfinite( speed ) ? ssMax( 0.0, speed ) : SS_NAN;
}

static ssOscillatorForces couplingAccelerate(
    const ssOscillatorModel* model, const ssOscillatorState* s, double* a )
{
    const ssModeCoupling* c = &model->coupling;
    double x = s->q[0], y = s->q[1], slip = s->u[0] - model->beltSpeed, diagonal = 0.5 * c->kd * ( x - y );
    double fx = -c->kx * x - diagonal + model->push[0];
    double fy = -c->ky * y + diagonal - c->normalForce + model->push[1];
    if ( s->mode == ss_oscillatorOpen )
    {
        a[0] = fx / c->mass;
        a[1] = fy / c->mass;
        a[2] = c->beltMass > 0.0 ? ( c->normalForce - c->kb * s->q[2] ) / c->beltMass : 0.0;
        return ( ssOscillatorForces ){ .guard = y - s->q[2] };
    }
    a[1] = a[2] = ( fy + c->normalForce - c->kb * y ) / ( c->mass + c->beltMass );
    double normal = c->normalForce - c->kb * y - c->beltMass * a[1];
    ssOscillatorForces f = { .normal = normal, .limit = c->mu * normal };
    if ( s->mode == ss_oscillatorStick )
    {
        a[0] = 0.0;
        f.tangent = -fx;
        f.guard = f.limit - fabs( f.tangent );
        return f;
    }
    double side = s->mode == ss_oscillatorForward ? 1.0 : -1.0;
    f.tangent = side * f.limit;
    f.guard = ssMin( -side * slip, normal );
    a[0] = ( fx + f.tangent ) / c->mass;
    return f;
}

static ssLinearSystem couplingLinear( const ssModeCoupling* c )
{
    return ( ssLinearSystem ){ .n = 2,
        .m = { c->mass, c->mu * c->beltMass, 0.0, c->mass + c->beltMass },
        .k = {
            c->kx + 0.5 * c->kd, -0.5 * c->kd + c->mu * c->kb, -0.5 * c->kd, c->ky + 0.5 * c->kd + c->kb } };
}

/// The mu at which both frequencies coincide: the discriminant of det( K - w² M ) is zero.
static double couplingCritical( const ssOscillatorModel* model )
{
    const ssModeCoupling* c = &model->coupling;
    ssModeCoupling smooth = *c;
    smooth.mu = 0.0;
    ssLinearSystem l = couplingLinear( &smooth );
    double product = l.m[0] * l.m[3];
    double sum = l.m[0] * l.k[3] + l.m[3] * l.k[0], sumSlope = 0.5 * c->kd * c->beltMass;
    double determinant = l.k[0] * l.k[3] - l.k[1] * l.k[2], slope = 0.5 * c->kd * c->kb;
    double a = sumSlope * sumSlope, b = 2.0 * sum * sumSlope - 4.0 * product * slope;
    double e = sum * sum - 4.0 * product * determinant, root = SS_NAN;
    if ( a == 0.0 ) { root = -e / b; }
    else if ( b * b >= 4.0 * a * e )
    {
        // The smaller of two positive roots.
        root = b < 0.0 ? 2.0 * e / ( -b + sqrt( b * b - 4.0 * a * e ) ) : SS_NAN;
    }
    return isfinite( root ) && root >= 0.0 ? root : SS_NAN;
}

static ssOscillatorForces spragAccelerate(
    const ssOscillatorModel* model, const ssOscillatorState* s, double* a )
{
    const ssSpragSlip* p = &model->sprag;
    double c = ssCos( p->beta ), slip = s->u[0] - model->beltSpeed;
    double strut = c * ( p->kn * s->q[0] + p->cn * s->u[0] );
    double normal = p->normalForce + strut * ssSin( p->beta );
    double load = p->kx * s->q[0] + p->cx * s->u[0] + strut * c - model->push[0];
    if ( s->mode == ss_oscillatorOpen )
    {
        a[0] = -load / p->mass;
        return ( ssOscillatorForces ){ .guard = -normal };
    }
    ssOscillatorForces f = { .normal = normal, .limit = p->mu * normal };
    if ( s->mode == ss_oscillatorStick )
    {
        a[0] = 0.0;
        f.tangent = load;
        f.guard = f.limit - fabs( load );
        return f;
    }
    double side = s->mode == ss_oscillatorForward ? 1.0 : -1.0;
    f.tangent = side * f.limit;
    f.guard = ssMin( -side * slip, normal );
    a[0] = ( f.tangent - load ) / p->mass;
    return f;
}

/// The share of the strut's force that acts along the belt, reduced by the friction it causes.
static double spragFactor( const ssSpragSlip* p )
{
    double c = ssCos( p->beta );
    return c * ( c - p->mu * ssSin( p->beta ) );
}

static double spragCritical( const ssOscillatorModel* model )
{
    const ssSpragSlip* p = &model->sprag;
    double c = ssCos( p->beta ), lever = ssSin( p->beta ) * c;
    double flutter = ( p->cx + p->cn * c * c ) / ( p->cn * lever );
    double jamming = ( p->kx + p->kn * c * c ) / ( p->kn * lever );
    double first =
        ssMin( isfinite( flutter ) ? flutter : HUGE_VAL, isfinite( jamming ) ? jamming : HUGE_VAL );
    return isfinite( first ) ? first : SS_NAN;
}

static ssOscillatorForces followerAccelerate(
    const ssOscillatorModel* model, const ssOscillatorState* state, double* a )
{
    const ssFollowerForce* p = &model->follower;
    const double *q = state->q, *u = state->u;
    double s = ssSin( q[1] - q[0] ), c = ssCos( q[1] - q[0] ), l2 = p->length * p->length;
    double m11 = ( p->m1 + p->m2 ) * l2, m12 = p->m2 * l2 * c, m22 = p->m2 * l2;
    double determinant = m11 * m22 - m12 * m12;
    double bend = p->stiffness * ( q[1] - q[0] ) + p->damping * ( u[1] - u[0] );
    double f1 =
        p->m2 * l2 * s * u[1] * u[1] - p->stiffness * q[0] - p->damping * u[0] + bend + model->push[0];
    double f2 = -p->m2 * l2 * s * u[0] * u[0] - bend + model->push[1];
    // The friction force pulls the tip along -e2; its generalised force is lambda (-l s, 0).
    double lever = -p->length * s, slip = ssOscillator_Slip( model, q, u );
    ssOscillatorForces f = { .normal = p->normalForce, .limit = p->mu * p->normalForce };
    if ( state->mode == ss_oscillatorStick )
    {
        // During stick slip' = lever a1 + bias = 0.
        double free1 = ( m22 * f1 - m12 * f2 ) / determinant, mobility = lever * lever * m22 / determinant;
        double bias = -p->length * u[0] * c * ( u[1] - u[0] ) + model->beltSpeed * ssSin( q[1] ) * u[1];
        double missing = -( lever * free1 + bias );
        f.tangent = mobility > 0.0 ? missing / mobility : missing > 0.0 ? HUGE_VAL : -HUGE_VAL;
        f.tangent = ssMax( -1e300, ssMin( 1e300, f.tangent ) );
        f.guard = f.limit - fabs( f.tangent );
        f1 += lever * f.tangent;
    }
    else
    {
        double side = state->mode == ss_oscillatorForward ? 1.0 : -1.0;
        f.tangent = side * f.limit;
        // Slip is a difference, and its rounding errors in stick must not count as the end of sliding.
        f.guard = -side * slip + 1e-13 * model->beltSpeed;
        f1 += lever * f.tangent;
    }
    a[0] = ( m22 * f1 - m12 * f2 ) / determinant;
    a[1] = ( m11 * f2 - m12 * f1 ) / determinant;
    return f;
}

static ssLinearSystem followerLinear( const ssFollowerForce* p )
{
    double l2 = p->length * p->length, force = p->mu * p->normalForce * p->length;
    double m12 = p->m2 * l2, d = p->damping, k = p->stiffness;
    return ( ssLinearSystem ){ .n = 2,
        .m = { ( p->m1 + p->m2 ) * l2, m12, m12, m12 },
        .d = { 2.0 * d, -d, -d, d },
        .k = { 2.0 * k - force, -k + force, -k, k } };
}

/// Undamped: the force at which both frequencies coincide. Damped: Hurwitz's condition, linear in the force;
/// its limit for vanishing damping lies below the undamped value (Ziegler's paradox).
static double followerCritical( const ssOscillatorModel* model )
{
    const ssFollowerForce* p = &model->follower;
    double a = p->m1 + 5.0 * p->m2, force;
    if ( p->damping == 0.0 )
    {
        force = ( 0.5 * a - sqrt( p->m1 * p->m2 ) ) * p->stiffness / ( p->m2 * p->length );
    }
    else
    {
        double d = p->damping / p->length;
        force =
            ( p->stiffness * ( 0.5 * a - 2.0 * p->m1 * p->m2 / a ) + d * d ) / ( 2.0 * p->m2 * p->length );
    }
    return isfinite( force ) && force > 0.0 ? force : SS_NAN;
}

static const struct
{
    int dofs;
    ssOscillatorForces ( *accelerate )(
        const ssOscillatorModel* model, const ssOscillatorState* s, double* a );
    double ( *critical )( const ssOscillatorModel* model );
} s_models[] = { [ss_oscillatorStribeck] = { 1, stribeckAccelerate, stribeckCritical },
    [ss_oscillatorModeCoupling] = { 3, couplingAccelerate, couplingCritical },
    [ss_oscillatorSpragSlip] = { 1, spragAccelerate, spragCritical },
    [ss_oscillatorFollower] = { 2, followerAccelerate, followerCritical } };

int ssOscillator_DofCount( const ssOscillatorModel* model ) { return s_models[model->kind].dofs; }

double ssOscillator_Slip( const ssOscillatorModel* model, const double* q, const double* u )
{
    if ( model->kind != ss_oscillatorFollower ) { return u[0] - model->beltSpeed; }
    return -model->follower.length * u[0] * ssSin( q[1] - q[0] ) - model->beltSpeed * ssCos( q[1] );
}

ssOscillatorForces ssOscillator_Accelerate(
    const ssOscillatorModel* model, const ssOscillatorState* state, double* a )
{
    return s_models[model->kind].accelerate( model, state, a );
}

ssOscillatorState ssOscillator_Equilibrium( const ssOscillatorModel* model )
{
    ssOscillatorState s = { .mode = ss_oscillatorForward };
    if ( model->kind == ss_oscillatorStribeck )
    {
        const ssStribeckBlock* b = &model->stribeck;
        s.friction = b->own != NULL && b->own->implicit
            ? b->own->steadyForce
            : b->normalForce * ssStribeckMu( b, model->beltSpeed );
        s.q[0] = s.friction / b->stiffness;
        if ( b->own != NULL ) { memcpy( s.memory, b->own->steadyState, sizeof s.memory ); }
    }
    else if ( model->kind == ss_oscillatorModeCoupling )
    {
        ssLinearSystem l = couplingLinear( &model->coupling );
        double force = model->coupling.mu * model->coupling.normalForce;
        double determinant = l.k[0] * l.k[3] - l.k[1] * l.k[2];
        s.q[0] = force * l.k[3] / determinant;
        s.q[1] = s.q[2] = -force * l.k[2] / determinant;
    }
    else if ( model->kind == ss_oscillatorSpragSlip )
    {
        const ssSpragSlip* p = &model->sprag;
        s.q[0] = p->mu * p->normalForce / ( p->kx + p->kn * spragFactor( p ) );
    }
    return s;
}

ssLinearSystem ssOscillator_Linearise( const ssOscillatorModel* model )
{
    if ( model->kind == ss_oscillatorStribeck )
    {
        const ssStribeckBlock* b = &model->stribeck;
        double slope = b->normalForce * stribeckSlope( b, model->beltSpeed );
        return (
            ssLinearSystem ){ .n = 1, .m = { b->mass }, .d = { b->damping + slope }, .k = { b->stiffness } };
    }
    if ( model->kind == ss_oscillatorSpragSlip )
    {
        const ssSpragSlip* p = &model->sprag;
        double factor = spragFactor( p );
        return ( ssLinearSystem ){
            .n = 1, .m = { p->mass }, .d = { p->cx + p->cn * factor }, .k = { p->kx + p->kn * factor }
        };
    }
    return model->kind == ss_oscillatorModeCoupling ? couplingLinear( &model->coupling )
                                                    : followerLinear( &model->follower );
}

double ssOscillator_Nonlinearity( const ssOscillatorModel* model, const ssOscillatorState* state )
{
    if ( model->kind == ss_oscillatorStribeck )
    {
        // mu(v) is nonlinear over the speed v_s; a user's law is taken as smooth near the belt speed.
        double range = model->stribeck.own != NULL ? 0.3 * model->beltSpeed : model->stribeck.vStribeck;
        return fabs( state->u[0] ) / ( 0.1 * ssMin( model->beltSpeed, range ) );
    }
    return model->kind == ss_oscillatorFollower ? ssMax( fabs( state->q[0] ), fabs( state->q[1] ) ) / 0.05
                                                : 0.0;
}

double ssOscillator_Critical( const ssOscillatorModel* model )
{
    return s_models[model->kind].critical( model );
}
