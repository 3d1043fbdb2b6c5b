// SPDX-License-Identifier: MIT
#include "slipstick/instability.h"

#include "slipstick/vecmath.h"

#include <math.h>

// Event-driven stepping: the fourth-order Runge-Kutta method while a mode lasts, and bisection for the instant at which
// it ends. At rest against the belt sticking has priority while the load is within what friction can hold.

enum
{
    eventMax = 16, // in one step
    substepMax = 64,
    bisections = 60
};

/// One Runge-Kutta step of length `h` in the mode of `from`.
static ssOscillatorState rungeKutta( const ssOscillatorModel* model, const ssOscillatorState* from, double h )
{
    static const double at[4] = { 0.0, 0.5, 0.5, 1.0 },
                        weight[4] = { 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0 };
    int n = ssOscillator_DofCount( model );
    ssOscillatorState to = *from, stage = *from;
    double u[SS_OSCILLATOR_DOF] = { 0.0 }, a[SS_OSCILLATOR_DOF] = { 0.0 };
    for ( int k = 0; k < 4; ++k )
    {
        for ( int i = 0; i < n; ++i )
        {
            stage.q[i] = from->q[i] + h * at[k] * u[i];
            stage.u[i] = from->u[i] + h * at[k] * a[i];
        }
        ssOscillator_Accelerate( model, &stage, a );
        for ( int i = 0; i < n; ++i )
        {
            u[i] = stage.u[i];
            to.q[i] += h * weight[k] * u[i];
            to.u[i] += h * weight[k] * a[i];
        }
    }
    return to;
}

/// Sets the slip to zero: what is left of it after finding the instant of sticking, or has drifted since.
static void holdToBelt( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( model->kind != ss_oscillatorFollower )
    {
        s->u[0] = model->beltSpeed;
        return;
    }
    double lever = model->follower.length * sin( s->q[1] - s->q[0] );
    double held = -model->beltSpeed * cos( s->q[1] ) / lever;
    s->u[0] = isfinite( held ) ? held : s->u[0];
}

static double guardOf( const ssOscillatorModel* model, const ssOscillatorState* s )
{
    double a[SS_OSCILLATOR_DOF];
    return ssOscillator_Accelerate( model, s, a ).guard;
}

/// The mass comes down on the belt: a plastic impact in both directions, friction within mu times the normal impulse.
static void land( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( model->kind != ss_oscillatorModeCoupling )
    {
        return;
    }
    const ssModeCoupling* c = &model->coupling;
    s->q[2] = s->q[1];
    if ( c->beltMass > 0.0 )
    {
        double impulse = c->mass * c->beltMass / ( c->mass + c->beltMass ) * fmax( 0.0, s->u[2] - s->u[1] );
        double bound = c->mu * impulse, wanted = c->mass * ( model->beltSpeed - s->u[0] );
        double slide = fmax( -bound, fmin( bound, wanted ) );
        s->u[1] += impulse / c->mass;
        // what would stop exactly does so without rounding
        s->u[0] = slide == wanted ? model->beltSpeed : s->u[0] + slide / c->mass;
    }
    s->u[2] = s->u[1];
}

/// Sliding in the direction of the slip; at rest sticking, or sliding to the side where friction cannot hold.
static void chooseClosedMode( const ssOscillatorModel* model, ssOscillatorState* s, bool atRest )
{
    double a[SS_OSCILLATOR_DOF];
    if ( !atRest )
    {
        s->mode = ssOscillator_Slip( model, s->q, s->u ) < 0.0 ? ss_oscillatorForward : ss_oscillatorBackward;
        return;
    }
    s->mode = ss_oscillatorStick;
    holdToBelt( model, s );
    ssOscillatorForces f = ssOscillator_Accelerate( model, s, a );
    if ( fabs( f.tangent ) > f.limit )
    {
        s->mode = f.tangent > 0.0 ? ss_oscillatorForward : ss_oscillatorBackward;
    }
}

void ssOscillator_Classify( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( s->mode != ss_oscillatorOpen )
    {
        chooseClosedMode( model, s, ssOscillator_Slip( model, s->q, s->u ) == 0.0 );
    }
}

/// The mode that follows where one has ended.
static void nextMode( const ssOscillatorModel* model, ssOscillatorState* s, ssOscillatorStep* step )
{
    double a[SS_OSCILLATOR_DOF], slip = ssOscillator_Slip( model, s->q, s->u );
    if ( s->mode == ss_oscillatorOpen )
    {
        land( model, s );
        chooseClosedMode( model, s, ssOscillator_Slip( model, s->q, s->u ) == 0.0 );
        return;
    }
    ssOscillatorForces f = ssOscillator_Accelerate( model, s, a );
    if ( s->mode == ss_oscillatorStick )
    {
        // the load has just passed what friction can hold: asking again after the correction of rounding would waver
        holdToBelt( model, s );
        s->mode = f.tangent > 0.0 ? ss_oscillatorForward : ss_oscillatorBackward;
        return;
    }
    if ( f.normal <= 0.0 )
    {
        s->mode = ss_oscillatorOpen;
        if ( model->kind == ss_oscillatorModeCoupling && model->coupling.beltMass == 0.0 )
        {
            s->u[2] = 0.0; // a belt without mass stays where it is unloaded
        }
        return;
    }
    // with a normal force, sliding ends where the slip is zero up to the accuracy of the instant
    chooseClosedMode( model, s, true );
    step->residual = fmax( step->residual, fabs( slip ) / model->beltSpeed );
}

/// Advances by `h` through all events; false when they do not end.
static bool advance(
    const ssOscillatorModel* model, ssOscillatorState* s, double h, double done, ssOscillatorStep* step )
{
    double left = h;
    while ( step->events <= eventMax )
    {
        ssOscillatorState end = rungeKutta( model, s, left );
        if ( !( guardOf( model, &end ) < 0.0 ) )
        {
            *s = end;
            if ( s->mode == ss_oscillatorStick )
            {
                holdToBelt( model, s );
            }
            return true;
        }
        double low = 0.0, high = left;
        for ( int i = 0; i < bisections && low < high; ++i )
        {
            double middle = 0.5 * ( low + high );
            ssOscillatorState trial = rungeKutta( model, s, middle );
            bool over = guardOf( model, &trial ) < 0.0;
            low = over ? low : middle;
            high = over ? middle : high;
        }
        *s = rungeKutta( model, s, high );
        left = fmax( 0.0, left - high );
        nextMode( model, s, step );
        ++step->events;
        step->firstEvent = isnan( step->firstEvent ) ? done + h - left : step->firstEvent;
    }
    return false;
}

/// The fastest rate of the smooth motion [1/s], from above.
static double fastestRate( const ssOscillatorModel* model )
{
    ssLinearSystem l = ssOscillator_Linearise( model );
    double k = 0.0, d = 0.0;
    if ( l.n == 1 )
    {
        k = fabs( l.k[0] / l.m[0] );
        d = fabs( l.d[0] / l.m[0] );
    }
    else
    {
        double determinant = l.m[0] * l.m[3] - l.m[1] * l.m[2];
        double inverse[4] = { l.m[3] / determinant, -l.m[1] / determinant, -l.m[2] / determinant,
            l.m[0] / determinant };
        for ( int i = 0; i < 4; ++i )
        {
            const double *row = inverse + 2 * ( i / 2 ), *kColumn = l.k + i % 2, *dColumn = l.d + i % 2;
            k += fabs( row[0] * kColumn[0] + row[1] * kColumn[2] );
            d += fabs( row[0] * dColumn[0] + row[1] * dColumn[2] );
        }
    }
    if ( model->kind == ss_oscillatorStribeck && !model->stribeck.stepCurve )
    {
        const ssStribeckBlock* b = &model->stribeck;
        d += fabs( b->muStatic - b->muKinetic ) * b->normalForce / ( b->vStribeck * b->mass );
    }
    return sqrt( k ) + d;
}

ssOscillatorStep ssOscillator_Step( const ssOscillatorModel* model, ssOscillatorState* state, double h )
{
    ssOscillatorStep step = { .finite = true, .converged = true, .firstEvent = SS_NAN };
    ssOscillatorState s = *state;
    double work = h * fastestRate( model ), wanted = ceil( 4.0 * work );
    step.substeps = wanted >= 1.0 && wanted <= substepMax ? (int)wanted
        : wanted > substepMax                             ? substepMax
                                                          : 1;
    // beyond its stability limit the method's answer means nothing
    step.converged = work / step.substeps < 2.0;
    double part = h / step.substeps;
    for ( int i = 0; i < step.substeps; ++i )
    {
        // modes that change without end have no future: the rest of the step is left out, and said so
        step.converged =
            step.events <= eventMax && advance( model, &s, part, i * part, &step ) && step.converged;
    }
    for ( int i = 0; i < ssOscillator_DofCount( model ); ++i )
    {
        step.finite = step.finite && isfinite( s.q[i] ) && isfinite( s.u[i] );
    }
    if ( step.finite )
    {
        *state = s;
    }
    return step;
}
