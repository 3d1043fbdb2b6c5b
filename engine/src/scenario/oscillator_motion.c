// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

// Follows the motion of the scenarios of instability: its growth, its last cycle, its regimes.

#define MIN_CYCLE 1e-12 // relative extent; a smaller cycle consists of rounding errors

static void deviation( const OscillatorMotion* motion, const ssOscillatorModel* model, double* q )
{
    ssOscillatorState steady = ssOscillator_Equilibrium( model );
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i ) { q[i] = motion->body.q[i] - steady.q[i]; }
}

/// Logarithm of the leading mode's amplitude; -inf at steady sliding itself.
static double logAmplitude( const OscillatorMotion* motion, const ssOscillatorModel* model )
{
    double q[SS_OSCILLATOR_DOF];
    deviation( motion, model, q );
    ssLinearSystem linear = ssOscillator_Linearise( model );
    return ssLog( ssLinear_Amplitude( &linear, ssLinear_Leading( &linear ), q, motion->body.u ) );
}

static bool isLinear( const OscillatorMotion* motion, const ssOscillatorModel* model )
{
    return motion->body.mode == ss_oscillatorForward &&
        ssOscillator_Nonlinearity( model, &motion->body ) < 1.0 &&
        motion->logEnd > motion->logStart - GROWTH_DECAY_LIMIT && !motion->dragging;
}

static void measureGrowth( OscillatorMotion* motion, const ssOscillatorModel* model, double time )
{
    ssOscillator_Classify( model, &motion->body );
    motion->fit = ( GrowthFit ){ 0 };
    motion->growthStart = time;
    motion->logStart = motion->logEnd = logAmplitude( motion, model );
    motion->growing = isfinite( motion->logStart ) && isLinear( motion, model );
}

static void sampleGrowth( OscillatorMotion* motion, const ssOscillatorModel* model, double time, bool event )
{
    if ( !motion->growing ) { return; }
    motion->logEnd = logAmplitude( motion, model );
    motion->growing = !event && isfinite( motion->logEnd ) && isLinear( motion, model );
    if ( motion->growing )
    {
        growthFitAdd( &motion->fit, time - motion->growthStart, motion->logEnd - motion->logStart );
    }
}

double oscillatorGrowthRate( const OscillatorMotion* motion ) { return growthFitRate( &motion->fit ); }

/// Growth of the leading mode since the measurement began, in decades; NaN at steady sliding.
static double decades( const OscillatorMotion* motion, const ssOscillatorModel* model )
{
    double grown = ( logAmplitude( motion, model ) - motion->logStart ) / ssLog( 10.0 );
    return isfinite( grown ) ? grown : SS_NAN;
}

/// The same growth by the linearisation; NaN far outside its range.
static double decadesLinear( const OscillatorMotion* motion, const ssOscillatorModel* model, double time )
{
    ssLinearSystem linear = ssOscillator_Linearise( model );
    double grown = ssLinear_Leading( &linear ).re * ( time - motion->growthStart );
    // Beyond the linear range the prediction is shown for one more decade.
    bool shown = motion->growing || fabs( grown ) < fabs( motion->logEnd - motion->logStart ) + ssLog( 10.0 );
    return shown && isfinite( grown ) && isfinite( motion->logStart ) ? grown / ssLog( 10.0 ) : SS_NAN;
}

ssResult oscillatorCreate( void* state, const ssSim* sim, OscillatorRead* read )
{
    OscillatorMotion* motion = state;
    motion->read = read;
    const ssOscillatorModel model = read( state, sim );
    motion->body = ssOscillator_Equilibrium( &model );
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        if ( !isfinite( motion->body.q[i] ) )
        {
            return ssError( ss_errorValue, NULL,
                "the position of steady sliding is not finite: the forces are too large for the stiffness" );
        }
    }
    // Where friction overcomes the springs, no steady sliding exists, and the springs start relaxed.
    if ( !( oscillatorForces( motion, &model, sim ).normal > 0.0 ) )
    {
        motion->body = ( ssOscillatorState ){ .mode = ss_oscillatorForward };
    }
    motion->body.q[0] += ssSim_Param( sim, ssFindScenarioParam( ssSim_Scenario( sim ), "perturbation" ) );
    motion->cycleStart = motion->period = motion->cycleLow = motion->cycleHigh = motion->cycleStuck = SS_NAN;
    motion->low = motion->high = motion->body.q[0];
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i ) { motion->least[i] = motion->most[i] = motion->body.q[i]; }
    measureGrowth( motion, &model, 0.0 );
    return ssOk();
}

void oscillatorApply( void* state, const ssSim* sim )
{
    const ssOscillatorModel model = ( (OscillatorMotion*)state )->read( state, sim );
    measureGrowth( state, &model, ssSim_Time( sim ) );
}

/// A cycle begins where the first coordinate rises through steady sliding.
static void followCycle( OscillatorMotion* motion, double before, double after, double h, double time )
{
    motion->low = ssMin( motion->low, motion->body.q[0] );
    motion->high = ssMax( motion->high, motion->body.q[0] );
    motion->stuck += motion->body.mode == ss_oscillatorStick ? h : 0.0;
    if ( !( before < 0.0 && after >= 0.0 ) ) { return; }
    double instant = time - h * after / ( after - before );
    bool complete = !isnan( motion->cycleStart ) &&
        motion->high - motion->low > MIN_CYCLE * ( fabs( motion->high ) + fabs( motion->low ) );
    motion->period = complete ? instant - motion->cycleStart : SS_NAN;
    motion->cycleLow = motion->low;
    motion->cycleHigh = motion->high;
    motion->cycleStuck = motion->stuck / motion->period;
    motion->cycleStart = instant;
    motion->low = motion->high = motion->body.q[0];
    motion->stuck = 0.0;
}

/// Coordinates of the body; the belt may have another one.
static int coordinatesOf( const ssOscillatorModel* model )
{
    return model->kind == ss_oscillatorModeCoupling || model->kind == ss_oscillatorFollower ? 2 : 1;
}

/// Where the mouse holds the body, how that place moves with each coordinate, and the mass behind it with its
/// natural frequency [rad/s].
typedef struct Grip
{
    ssVec3 place, along[2];
    double mass, rate;
} Grip;

static Grip gripOf( const OscillatorMotion* motion, const ssOscillatorModel* model )
{
    const double* q = motion->body.q;
    Grip grip = { { q[0], 0.0, 0.0 }, { { 1.0, 0.0, 0.0 } }, model->sprag.mass, 0.0 };
    const ssStribeckBlock* block = &model->stribeck;
    const ssModeCoupling* c = &model->coupling;
    const ssFollowerForce* f = &model->follower;
    switch ( model->kind )
    {
        case ss_oscillatorModeCoupling:
            grip.place.z = q[1];
            grip.along[1] = ssVec3_Make( 0.0, 0.0, 1.0 );
            grip.mass = c->mass;
            grip.rate = sqrt( ( c->kx + c->ky + c->kd + c->kb ) / c->mass );
            break;
        case ss_oscillatorSpragSlip:
            grip.rate = sqrt( ( model->sprag.kx + model->sprag.kn ) / grip.mass );
            break;
        case ss_oscillatorFollower:
            grip.place = ssVec3_Add( oscillatorRod( f->length, q[0] ), oscillatorRod( f->length, q[1] ) );
            grip.along[0] = oscillatorRod( f->length, q[0] + 0.5 * SS_PI );
            grip.along[1] = oscillatorRod( f->length, q[1] + 0.5 * SS_PI );
            grip.mass = f->m2;
            grip.rate = sqrt( f->stiffness / ( f->m2 * f->length * f->length ) );
            break;
        default:
            grip.mass = block->mass;
            grip.rate = sqrt( block->stiffness / block->mass );
            break;
    }
    return grip;
}

/// The generalised forces of the mouse's damped spring.
static void pull( OscillatorMotion* motion, const ssOscillatorModel* model )
{
    const double* u = motion->body.u;
    const Grip grip = gripOf( motion, model );
    ssVec3 velocity = ssVec3_MulAdd( ssVec3_Scale( u[0], grip.along[0] ), u[1], grip.along[1] );
    ssVec3 stretch = ssVec3_Sub( ssVec3_Sub( motion->target, motion->grip ), grip.place );
    ssVec3 force = ssVec3_Scale( 4.0 * grip.mass * grip.rate * grip.rate, stretch );
    force = ssVec3_MulAdd( force, -2.0 * grip.mass * grip.rate, velocity );
    for ( int i = 0; i < coordinatesOf( model ); ++i )
    {
        motion->push[i] = ssVec3_Dot( force, grip.along[i] );
    }
}

/// The model with the hand's force and the noise of the step.
static ssOscillatorModel pushedModel(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim )
{
    ssOscillatorModel pushed = *model;
    const ssNoise noise = ssSim_Noise( sim, 0 );
    const Grip grip = gripOf( motion, model );
    ssVec3 force = { noise.force[0], noise.force[1], 0.0 };
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        double random = i < coordinatesOf( model ) ? ssVec3_Dot( force, grip.along[i] ) : 0.0;
        pushed.push[i] = ( motion->dragging ? motion->push[i] : 0.0 ) + random;
    }
    double* coefficients[] = { &pushed.stribeck.normalForce, &pushed.coupling.mu, &pushed.sprag.mu,
        &pushed.follower.mu };
    *coefficients[model->kind] *= noise.friction;
    return pushed;
}

ssStepReport oscillatorStep( void* state, ssSim* sim )
{
    OscillatorMotion* motion = state;
    const ssOscillatorModel own = motion->read( state, sim ), *model = &own;
    pull( motion, model );
    double h = ssSim_StepSize( sim ), time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
    OscillatorMotion old = *motion;
    ssOscillatorModel pushed = pushedModel( motion, model, sim );
    pushed.time = ssSim_Time( sim );
    double center = ssOscillator_Equilibrium( model ).q[0], before = motion->body.q[0] - center;
    ssOscillatorStep step = ssOscillator_Step( &pushed, &motion->body, h );
    motion->travel += h * model->beltSpeed;
    ssOscillatorForces forces = oscillatorForces( motion, model, sim );
    double slip = ssOscillator_Slip( model, motion->body.q, motion->body.u );
    // All signals must be finite, not only the motion.
    if ( !step.finite || !isfinite( forces.normal + forces.tangent + slip + motion->travel ) )
    {
        *motion = old;
        return ( ssStepReport ){ .status = ss_statusNotFinite };
    }
    motion->start = old.body.u[0];
    sampleGrowth( motion, model, time, step.events > 0 );
    followCycle( motion, before, motion->body.q[0] - center, h, time );
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        motion->least[i] = ssMin( motion->least[i], motion->body.q[i] );
        motion->most[i] = ssMax( motion->most[i], motion->body.q[i] );
    }
    return ( ssStepReport ){ step.converged ? ss_statusConverged : ss_statusLimit,
        .contacts = motion->body.mode != ss_oscillatorOpen ? 1 : 0, .iterations = step.substeps + step.events,
        .residual = step.residual };
}

void oscillatorSerialize( void* state, ssArchive* archive )
{
    OscillatorMotion* motion = state;
    int mode = (int)motion->body.mode;
    ssArchive_F64s( archive, motion->body.q, SS_OSCILLATOR_DOF );
    ssArchive_F64s( archive, motion->body.u, SS_OSCILLATOR_DOF );
    ssArchive_Int( archive, &mode );
    archive->overrun = archive->overrun || mode < 0 || mode > (int)ss_oscillatorBackward;
    motion->body.mode = (ssOscillatorMode)mode;
    ssArchive_Bool( archive, &motion->growing );
    ARCHIVE_EACH( archive, &motion->travel, &motion->growthStart, &motion->logStart, &motion->logEnd,
        &motion->fit.samples, &motion->fit.sumT, &motion->fit.sumL, &motion->fit.sumTT, &motion->fit.sumTL,
        &motion->cycleStart, &motion->low, &motion->high, &motion->stuck, &motion->period, &motion->cycleLow,
        &motion->cycleHigh, &motion->cycleStuck );
    ssArchive_Bool( archive, &motion->dragging );
    ssArchive_Vec3( archive, &motion->grip );
    ssArchive_Vec3( archive, &motion->target );
    ssArchive_F64s( archive, motion->push, SS_OSCILLATOR_DOF );
    if ( archive->law != NULL )
    {
        ARCHIVE_EACH( archive, &motion->body.friction, &motion->body.substep );
        ssArchive_F64s( archive, motion->body.memory, ssLawProgram_Info( archive->law )->stateNumbers );
    }
    if ( archive->mode != ss_archiveHash )
    {
        ssArchive_F64s( archive, motion->least, SS_OSCILLATOR_DOF );
        ssArchive_F64s( archive, motion->most, SS_OSCILLATOR_DOF );
        ssArchive_F64( archive, &motion->start );
    }
}

ssContactMode oscillatorContactMode( const OscillatorMotion* motion )
{
    return motion->body.mode == ss_oscillatorOpen ? ss_modeOpen
        : motion->body.mode == ss_oscillatorStick ? ss_modeStick
                                                  : ss_modeSlide;
}

ssOscillatorForces oscillatorForces(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim )
{
    ssOscillatorModel pushed = pushedModel( motion, model, sim );
    double a[SS_OSCILLATOR_DOF];
    ssOscillatorForces forces = ssOscillator_Accelerate( &pushed, &motion->body, a );
    bool block = model->kind == ss_oscillatorStribeck; // whose load alone was changed, for friction
    forces.normal = block ? model->stribeck.normalForce : forces.normal;
    return forces;
}

void oscillatorFillSignals( const void* state, const ssSim* sim, double* row )
{
    const OscillatorMotion* motion = state;
    const ssOscillatorModel model = motion->read( state, sim );
    const double *q = motion->body.q, *u = motion->body.u;
    const ssOscillatorForces f = oscillatorForces( motion, &model, sim );
    const ssSpragSlip* strut = model.kind == ss_oscillatorSpragSlip ? &model.sprag : NULL;
    int coordinates = coordinatesOf( &model );
    for ( int i = 0; i < 2 * coordinates; ++i ) { *row++ = i < coordinates ? q[i] : u[i - coordinates]; }
    *row++ = ssOscillator_Slip( &model, q, u );
    *row++ = f.normal;
    *row++ = f.tangent;
    if ( strut != NULL ) { *row++ = ssCos( strut->beta ) * ( strut->kn * q[0] + strut->cn * u[0] ); }
    *row++ = oscillatorContactMode( motion );
    *row++ = decades( motion, &model );
    *row = decadesLinear( motion, &model, ssSim_Time( sim ) );
}

double oscillatorMeasure( const void* state, const ssSim* sim, int measure )
{
    const OscillatorMotion* motion = state;
    const ssOscillatorModel own = motion->read( state, sim ), *model = &own;
    ssLinearSystem linear = ssOscillator_Linearise( model );
    bool cycle = !isnan( motion->period );
    // The order is that of OSCILLATOR_MEASURES.
    const double values[] = { oscillatorGrowthRate( motion ), ssOscillator_Critical( model ), motion->period,
        ssLinear_Leading( &linear ).re, cycle ? motion->cycleStuck : SS_NAN,
        cycle ? motion->cycleLow : SS_NAN, cycle ? motion->cycleHigh : SS_NAN };
    // Adding 0 turns -0 into 0.
    return isfinite( values[measure] ) ? values[measure] + 0.0 : SS_NAN;
}

void oscillatorDrag( void* state, const ssSim* sim, const ssDrag* drag )
{
    OscillatorMotion* motion = state;
    if ( drag->active && !motion->dragging )
    {
        const ssOscillatorModel model = motion->read( state, sim );
        motion->grip = ssVec3_Sub( drag->target, gripOf( motion, &model ).place );
    }
    motion->dragging = drag->active;
    motion->growing = motion->growing && !drag->active;
    motion->target = drag->target;
}
