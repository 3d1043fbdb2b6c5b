// SPDX-License-Identifier: MIT
#include "model/stribeck_law.h"
#include "model/spring_slider.h"

#include <string.h>

// A law of the user's in place of the friction curve of a block on a belt.

#define HELD 1e-2 // share of the belt speed below which a block counts as held

double stribeckLawMu( const ssStribeckBlock* b, double v, double side )
{
    ssVec2 slip = { -side * ssMax( v, 1e-300 ), 0.0 };
    double mu = -side * ssLaw_SlipForce( b->own->law, b->normalForce, slip ).force.x / b->normalForce;
    return b->normalForce > 0.0 ? mu : 0.0;
}

double stribeckLawLimit( const ssStribeckBlock* b, double side )
{
    double gauge = ssLaw_Gauge( b->own->law, b->normalForce, ssVec2_Make( -side, 0.0 ) );
    return gauge > 0.0 && b->normalForce > 0.0 ? 1.0 / ( gauge * b->normalForce ) : 0.0;
}

double stribeckLawSlope( const ssStribeckBlock* b, double v )
{
    double step = 1e-3 * v; // differences of fourth order
    return ( 8.0 * ( stribeckLawMu( b, v + step, 1.0 ) - stribeckLawMu( b, v - step, 1.0 ) ) -
               stribeckLawMu( b, v + 2.0 * step, 1.0 ) + stribeckLawMu( b, v - 2.0 * step, 1.0 ) ) /
        ( 12.0 * step );
}

/// The sum of damping and slope, which is negative where steady sliding at v is unstable [N s/m].
static double dampingAt( const ssStribeckBlock* b, double v )
{
    return b->damping + b->normalForce * stribeckLawSlope( b, v );
}

/// The largest belt speed at which the damping vanishes; 0: it never is negative; NaN: it always is.
static void scanSpeeds( const ssStribeckBlock* b, double beltSpeed, ssStribeckLaw* own )
{
    enum
    {
        perDecade = 16,
        points = 12 * perDecade // from 1e-8 to 1e4 times the belt speed
    };
    double above = SS_NAN;
    own->critical = 0.0;
    for ( int i = points; i >= 0; --i )
    {
        double v = beltSpeed * ssPow( 10.0, -8.0 + (double)i / perDecade ), damping = dampingAt( b, v );
        own->steepest = ssMax( own->steepest, fabs( stribeckLawSlope( b, v ) ) );
        if ( damping < 0.0 && own->critical == 0.0 )
        {
            double low = v, high = above;
            for ( int k = 0; k < 60 && high > low; ++k )
            {
                double middle = 0.5 * ( low + high );
                *( dampingAt( b, middle ) < 0.0 ? &low : &high ) = middle;
            }
            own->critical = isnan( above ) ? SS_NAN : 0.5 * ( low + high );
        }
        above = v;
    }
}

ssStribeckLaw ssMakeStribeckLaw( const ssLaw* law, const ssStribeckBlock* block, double beltSpeed )
{
    ssStribeckLaw own = { .law = law, .critical = SS_NAN };
    const ssLawProgram* program = law->def.program;
    unsigned inputs = program != NULL ? ssLawProgram_Info( program )->inputs : 0;
    const unsigned changing = ss_lawInputTime | ss_lawInputPlace | ss_lawInputState;
    own.implicit = ( inputs & changing ) != 0 || ssLaw_StateNumbers( law ) > 0 || law->type->function != NULL;
    ssStribeckBlock b = *block;
    b.own = &own;
    ssVec2 slip = { -beltSpeed, 0.0 };
    ssLaw_SteadyState( law, b.normalForce, slip, own.steadyState );
    ssLawSite site = { .state = own.steadyState };
    ssLaw there = ssLaw_At( law, &site );
    own.steadyForce = -ssLaw_SlipForce( &there, b.normalForce, slip ).force.x;
    if ( !own.implicit && b.normalForce > 0.0 ) { scanSpeeds( &b, beltSpeed, &own ); }
    return own;
}

ssOscillatorMode stribeckLawMode( const ssOscillatorModel* model, double slip )
{
    return fabs( slip ) < HELD * model->beltSpeed ? ss_oscillatorStick
        : slip < 0.0                              ? ss_oscillatorForward
                                                  : ss_oscillatorBackward;
}

/// The belt's frame: a load point that moves with -v_b, a stretch of -x, the slip as velocity.
ssOscillatorStep stribeckLawStep( const ssOscillatorModel* model, ssOscillatorState* state, double h )
{
    const ssStribeckBlock* b = &model->stribeck;
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.mass = b->mass;
    def.stiffness = b->stiffness;
    def.damping = b->damping;
    def.normalForce = b->normalForce;
    def.velocity = -model->beltSpeed;
    def.push = model->push[0];
    ssSpringSlider slider = { .position = state->q[0],
        .velocity = state->u[0] - model->beltSpeed,
        .force = -state->friction,
        .substep = state->substep,
        .stateCount = ssLaw_StateNumbers( b->own->law ) };
    memcpy( slider.state, state->memory, sizeof slider.state );
    ssSpringSliderReport report =
        ssSpringSlider_Step( &slider, &def, b->own->law, model->time, h, NULL, NULL );
    ssOscillatorStep step = { report.finite, .converged = report.converged, .substeps = report.substeps,
        .firstEvent = SS_NAN, .residual = report.residual };
    if ( report.finite )
    {
        ssOscillatorMode before = state->mode;
        state->q[0] = -ssSpringSlider_Stretch( &slider );
        state->u[0] = slider.stick ? model->beltSpeed : slider.velocity + model->beltSpeed;
        state->friction = -slider.force;
        state->substep = slider.substep;
        memcpy( state->memory, slider.state, sizeof state->memory );
        state->mode = slider.stick ? ss_oscillatorStick : stribeckLawMode( model, slider.velocity );
        step.events = state->mode != before ? 1 : 0;
        step.firstEvent = state->mode != before ? h : SS_NAN;
    }
    return step;
}
