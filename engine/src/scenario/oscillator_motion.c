// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------ growth

static void deviation( const oscillatorMotion* run, const ssOscillatorModel* model, double* q )
{
    ssOscillatorState steady = ssOscillator_Equilibrium( model );
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        q[i] = run->body.q[i] - steady.q[i];
    }
}

/// Logarithm of the leading mode's amplitude; -inf at steady sliding itself.
static double logAmplitude( const oscillatorMotion* run, const ssOscillatorModel* model )
{
    double q[SS_OSCILLATOR_DOF];
    deviation( run, model, q );
    ssLinearSystem linear = ssOscillator_Linearise( model );
    return log( ssLinear_Amplitude( &linear, ssLinear_Leading( &linear ), q, run->body.u ) );
}

static bool isLinear( const oscillatorMotion* run, const ssOscillatorModel* model )
{
    // what has decayed to rounding says nothing more
    return run->body.mode == ss_oscillatorForward && ssOscillator_Nonlinearity( model, &run->body ) < 1.0 &&
        run->logEnd > run->logStart - 16.0 && !run->dragging;
}

void oscillatorChanged( oscillatorMotion* run, const ssOscillatorModel* model, double time )
{
    ssOscillator_Classify( model, &run->body );
    run->samples = run->sumT = run->sumL = run->sumTT = run->sumTL = 0.0;
    run->growthStart = time;
    run->logStart = run->logEnd = logAmplitude( run, model );
    run->growing = isfinite( run->logStart ) && isLinear( run, model );
}

static void sampleGrowth( oscillatorMotion* run, const ssOscillatorModel* model, double time, bool event )
{
    if ( !run->growing )
    {
        return;
    }
    run->logEnd = logAmplitude( run, model );
    run->growing = !event && isfinite( run->logEnd ) && isLinear( run, model );
    if ( run->growing )
    {
        double t = time - run->growthStart, l = run->logEnd - run->logStart;
        run->samples += 1.0;
        run->sumT += t;
        run->sumL += l;
        run->sumTT += t * t;
        run->sumTL += t * l;
    }
}

double oscillatorGrowth( const oscillatorMotion* run )
{
    double spread = run->samples * run->sumTT - run->sumT * run->sumT;
    double rate = ( run->samples * run->sumTL - run->sumT * run->sumL ) / spread;
    return run->samples >= 10.0 && isfinite( rate ) ? rate : SS_NAN;
}

double oscillatorLog( const oscillatorMotion* run, const ssOscillatorModel* model )
{
    double decades = ( logAmplitude( run, model ) - run->logStart ) / log( 10.0 );
    return isfinite( decades ) ? decades : SS_NAN;
}

double oscillatorLogLinear( const oscillatorMotion* run, const ssOscillatorModel* model, double time )
{
    ssLinearSystem linear = ssOscillator_Linearise( model );
    double grown = ssLinear_Leading( &linear ).re * ( time - run->growthStart );
    // after the linear range it shows for one more decade where growth would have led
    bool shown = run->growing || fabs( grown ) < fabs( run->logEnd - run->logStart ) + log( 10.0 );
    return shown && isfinite( grown ) && isfinite( run->logStart ) ? grown / log( 10.0 ) : SS_NAN;
}

// ------------------------------------------------------------------------------------------------------- run

ssResult oscillatorBegin( oscillatorMotion* run, const ssOscillatorModel* model, double perturbation )
{
    run->body = ssOscillator_Equilibrium( model );
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        if ( !isfinite( run->body.q[i] ) )
        {
            return ssError( ss_errorValue, NULL,
                "steady sliding has no position a double can hold: forces too large for the stiffness" );
        }
    }
    // where friction beats the springs there is no steady sliding ahead: the start is with the springs at ease
    if ( !( oscillatorForces( run, model ).normal > 0.0 ) )
    {
        run->body = ( ssOscillatorState ){ .mode = ss_oscillatorForward };
    }
    run->body.q[0] += perturbation;
    run->crossing = run->period = run->cycleLow = run->cycleHigh = run->cycleStuck = SS_NAN;
    run->low = run->high = run->body.q[0];
    oscillatorChanged( run, model, 0.0 );
    return ssOk();
}

/// A cycle begins where the first coordinate rises through steady sliding.
static void followCycle( oscillatorMotion* run, double before, double after, double h, double time )
{
    run->low = fmin( run->low, run->body.q[0] );
    run->high = fmax( run->high, run->body.q[0] );
    run->stuck += run->body.mode == ss_oscillatorStick ? h : 0.0;
    if ( !( before < 0.0 && after >= 0.0 ) )
    {
        return;
    }
    double instant = time - h * after / ( after - before );
    // a cycle as small as rounding is none
    bool whole =
        !isnan( run->crossing ) && run->high - run->low > 1e-12 * ( fabs( run->high ) + fabs( run->low ) );
    run->period = whole ? instant - run->crossing : SS_NAN;
    run->cycleLow = run->low;
    run->cycleHigh = run->high;
    run->cycleStuck = run->stuck / run->period;
    run->crossing = instant;
    run->low = run->high = run->body.q[0];
    run->stuck = 0.0;
}

ssStepReport oscillatorAdvance( oscillatorMotion* run, const ssOscillatorModel* model, double h, double time )
{
    oscillatorMotion old = *run;
    ssOscillatorModel pushed = *model;
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        pushed.push[i] = run->dragging ? run->push[i] : 0.0;
    }
    double center = ssOscillator_Equilibrium( model ).q[0], before = run->body.q[0] - center;
    ssOscillatorStep step = ssOscillator_Step( &pushed, &run->body, h );
    run->travel += h * model->beltSpeed;
    ssOscillatorForces forces = oscillatorForces( run, model );
    double slip = ssOscillator_Slip( model, run->body.q, run->body.u );
    // not only the motion: everything a table of this run will show
    if ( !step.finite || !isfinite( forces.normal + forces.tangent + slip + run->travel ) )
    {
        *run = old;
        return ( ssStepReport ){ .status = ss_stepNotFinite };
    }
    sampleGrowth( run, model, time, step.events > 0 );
    followCycle( run, before, run->body.q[0] - center, h, time );
    return ( ssStepReport ){ .status = step.converged ? ss_stepConverged : ss_stepIterationLimit,
        .contacts = run->body.mode != ss_oscillatorOpen ? 1 : 0,
        .iterations = step.substeps + step.events,
        .residual = step.residual };
}

void oscillatorSerialize( void* state, ssArchive* archive )
{
    oscillatorMotion* run = state;
    int mode = (int)run->body.mode;
    ssArchive_F64s( archive, run->body.q, SS_OSCILLATOR_DOF );
    ssArchive_F64s( archive, run->body.u, SS_OSCILLATOR_DOF );
    ssArchive_Int( archive, &mode );
    archive->overrun = archive->overrun || mode < 0 || mode > (int)ss_oscillatorBackward;
    run->body.mode = (ssOscillatorMode)mode;
    ssArchive_Bool( archive, &run->growing );
    double* numbers[] = { &run->travel, &run->growthStart, &run->logStart, &run->logEnd, &run->samples,
        &run->sumT, &run->sumL, &run->sumTT, &run->sumTL, &run->crossing, &run->low, &run->high, &run->stuck,
        &run->period, &run->cycleLow, &run->cycleHigh, &run->cycleStuck };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    ssArchive_Bool( archive, &run->dragging );
    ssArchive_Vec3( archive, &run->grip );
    ssArchive_Vec3( archive, &run->target );
    ssArchive_F64s( archive, run->push, SS_OSCILLATOR_DOF );
}

ssContactMode oscillatorContactMode( const oscillatorMotion* run )
{
    return run->body.mode == ss_oscillatorOpen ? ss_modeOpen
        : run->body.mode == ss_oscillatorStick ? ss_modeStick
                                               : ss_modeSlide;
}

ssOscillatorForces oscillatorForces( const oscillatorMotion* run, const ssOscillatorModel* model )
{
    ssOscillatorModel pushed = *model;
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        pushed.push[i] = run->dragging ? run->push[i] : 0.0;
    }
    double a[SS_OSCILLATOR_DOF];
    return ssOscillator_Accelerate( &pushed, &run->body, a );
}

double oscillatorMeasure( const oscillatorMotion* run, const ssOscillatorModel* model, int measure )
{
    ssLinearSystem linear = ssOscillator_Linearise( model );
    const double values[] = { [oscillatorGrowthRate] = oscillatorGrowth( run ),
        [oscillatorCriticalValue] = ssOscillator_Critical( model ),
        [oscillatorPeriod] = run->period,
        [oscillatorGrowthLinear] = ssLinear_Leading( &linear ).re,
        [oscillatorStickFraction] = isnan( run->period ) ? SS_NAN : run->cycleStuck,
        [oscillatorLowest] = isnan( run->period ) ? SS_NAN : run->cycleLow,
        [oscillatorHighest] = isnan( run->period ) ? SS_NAN : run->cycleHigh };
    // (a sum, so that -0 is 0)
    return isfinite( values[measure] ) ? values[measure] + 0.0 : SS_NAN;
}

// ------------------------------------------------------------------------------------------------------- hand

ssVec3 oscillatorHandForce(
    const oscillatorMotion* run, ssVec3 position, ssVec3 velocity, double mass, double rate )
{
    ssVec3 stretch = ssVec3_Sub( ssVec3_Sub( run->target, run->grip ), position );
    ssVec3 force = ssVec3_Scale( 4.0 * mass * rate * rate, stretch );
    return ssVec3_MulAdd( force, -2.0 * mass * rate, velocity );
}

void oscillatorHand( oscillatorMotion* run, const ssDrag* hand, ssVec3 position )
{
    if ( hand->active && !run->dragging )
    {
        run->grip = ssVec3_Sub( hand->target, position );
    }
    run->dragging = hand->active;
    run->growing = run->growing && !hand->active;
    run->target = hand->target;
}
