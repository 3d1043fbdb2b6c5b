// SPDX-License-Identifier: MIT
#include "model/stribeck_law.h"
#include "slipstick/vecmath.h"

// Event-driven stepping: the fourth-order Runge-Kutta method while a mode lasts, and bisection for the
// instant at which it ends. A mass at rest on the belt sticks as long as friction can carry the load.

#define MAX_EVENTS 16     // changes of mode in one step; more indicate an endless sequence
#define MAX_SUBSTEPS 64   // Runge-Kutta steps in one step
#define MAX_BISECTIONS 60 // enough to locate an event to rounding

/// One Runge-Kutta step of size `h` in the mode of `from`.
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

/// Sets the slip to zero: a rest remains after locating the onset of stick, and rounding lets it drift.
static void holdToBelt( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( model->kind != ss_oscillatorFollower )
    {
        s->u[0] = model->beltSpeed;
        return;
    }
    double lever = model->follower.length * ssSin( s->q[1] - s->q[0] );
    double held = -model->beltSpeed * ssCos( s->q[1] ) / lever;
    s->u[0] = isfinite( held ) ? held : s->u[0];
}

static double guardOf( const ssOscillatorModel* model, const ssOscillatorState* s )
{
    double a[SS_OSCILLATOR_DOF];
    return ssOscillator_Accelerate( model, s, a ).guard;
}

/// The mass lands on the belt: a plastic impact with friction up to mu times the normal impulse.
static void land( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( model->kind != ss_oscillatorModeCoupling ) { return; }
    const ssModeCoupling* c = &model->coupling;
    s->q[2] = s->q[1];
    if ( c->beltMass > 0.0 )
    {
        double impulse = c->mass * c->beltMass / ( c->mass + c->beltMass ) * ssMax( 0.0, s->u[2] - s->u[1] );
        double bound = c->mu * impulse, toStick = c->mass * ( model->beltSpeed - s->u[0] );
        double friction = ssMax( -bound, ssMin( bound, toStick ) );
        s->u[1] += impulse / c->mass;
        // If friction stops the slip, the speed is exactly that of the belt.
        s->u[0] = friction == toStick ? model->beltSpeed : s->u[0] + friction / c->mass;
    }
    s->u[2] = s->u[1];
}

/// Slides along the slip; at rest sticks, or slides along the load if friction cannot carry it.
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

/// A block under a law of the user's that is stepped implicitly.
static bool isImplicit( const ssOscillatorModel* model )
{
    return model->kind == ss_oscillatorStribeck && model->stribeck.own != NULL &&
        model->stribeck.own->implicit;
}

void ssOscillator_Classify( const ssOscillatorModel* model, ssOscillatorState* s )
{
    if ( isImplicit( model ) )
    {
        s->mode = stribeckLawMode( model, ssOscillator_Slip( model, s->q, s->u ) );
        return;
    }
    if ( s->mode != ss_oscillatorOpen )
    {
        chooseClosedMode( model, s, ssOscillator_Slip( model, s->q, s->u ) == 0.0 );
    }
}

/// Chooses the mode that follows when the present one has ended.
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
        // The load exceeds friction. A test after holdToBelt could fail by rounding.
        holdToBelt( model, s );
        s->mode = f.tangent > 0.0 ? ss_oscillatorForward : ss_oscillatorBackward;
        return;
    }
    if ( f.normal <= 0.0 )
    {
        s->mode = ss_oscillatorOpen;
        if ( model->kind == ss_oscillatorModeCoupling && model->coupling.beltMass == 0.0 )
        {
            s->u[2] = 0.0; // a belt without mass stays where it is
        }
        return;
    }
    // With a normal force, sliding has ended at zero slip, within the accuracy of the instant.
    chooseClosedMode( model, s, true );
    step->residual = ssMax( step->residual, fabs( slip ) / model->beltSpeed );
}

/// Advances by `h` through all events from time `start` of the step. False if there are too many.
static bool advance(
    const ssOscillatorModel* model, ssOscillatorState* s, double h, double start, ssOscillatorStep* step )
{
    double remaining = h;
    while ( step->events <= MAX_EVENTS )
    {
        ssOscillatorState end = rungeKutta( model, s, remaining );
        if ( !( guardOf( model, &end ) < 0.0 ) )
        {
            *s = end;
            if ( s->mode == ss_oscillatorStick ) { holdToBelt( model, s ); }
            return true;
        }
        double low = 0.0, high = remaining;
        for ( int i = 0; i < MAX_BISECTIONS && low < high; ++i )
        {
            double middle = 0.5 * ( low + high );
            ssOscillatorState trial = rungeKutta( model, s, middle );
            bool ended = guardOf( model, &trial ) < 0.0;
            low = ended ? low : middle;
            high = ended ? middle : high;
        }
        *s = rungeKutta( model, s, high );
        remaining = ssMax( 0.0, remaining - high );
        nextMode( model, s, step );
        ++step->events;
        step->firstEvent = isnan( step->firstEvent ) ? start + h - remaining : step->firstEvent;
    }
    return false;
}

/// An upper bound of the fastest rate of the smooth motion [1/s].
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
        d += b->own != NULL
            ? b->own->steepest * b->normalForce / b->mass
            : fabs( b->muStatic - b->muKinetic ) * b->normalForce / ( b->vStribeck * b->mass );
    }
    return sqrt( k ) + d;
}

ssOscillatorStep ssOscillator_Step( const ssOscillatorModel* model, ssOscillatorState* state, double h )
{
    if ( isImplicit( model ) ) { return stribeckLawStep( model, state, h ); }
    ssOscillatorStep step = { .finite = true, .converged = true, .firstEvent = SS_NAN };
    ssOscillatorState s = *state;
    double rate = h * fastestRate( model ), wanted = ceil( 4.0 * rate );
    step.substeps = wanted >= 1.0 && wanted <= MAX_SUBSTEPS ? (int)wanted
        : wanted > MAX_SUBSTEPS                             ? MAX_SUBSTEPS
                                                            : 1;
    // Beyond its stability limit the method's answer is meaningless.
    step.converged = rate / step.substeps < 2.0;
    double substep = h / step.substeps;
    for ( int i = 0; i < step.substeps; ++i )
    {
        // If the mode keeps changing, the rest of the step is omitted, and the step has not converged.
        step.converged =
            step.events <= MAX_EVENTS && advance( model, &s, substep, i * substep, &step ) && step.converged;
    }
    for ( int i = 0; i < ssOscillator_DofCount( model ); ++i )
    {
        step.finite = step.finite && isfinite( s.q[i] ) && isfinite( s.u[i] );
    }
    if ( step.finite ) { *state = s; }
    return step;
}
