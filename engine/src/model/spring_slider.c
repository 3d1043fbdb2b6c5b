// SPDX-License-Identifier: MIT
#include "model/spring_slider.h"

// A block is pulled through a spring. A substep is implicit, taken whole and as two halves: the difference
// estimates the error and sets its length, and extrapolation removes the first order.

#define SHORTEST 1e-14 // substep that is accepted whatever its error, relative to the step
// share of the load point's speed below which errors of the speed do not count: nothing moves
#define SLOW 1e-3
#define FREE_STEPS 64 // implicit steps that finish a step whose substeps were used up
#define MOST_FAILURES 3

ssSpringSliderDef ssDefaultSpringSliderDef( void )
{
    return ( ssSpringSliderDef ){ .mass = 1.0,
        .stiffness = 1.0,
        .normalForce = 1.0,
        .velocity = 1.0,
        .tolerance = 1e-5,
        .maxSubsteps = 2000 };
}

typedef struct Pull
{
    const ssSpringSliderDef* def;
    const ssLaw* law;
    bool converged;
    double residual;
} Pull;

#define GUIDE_ROUNDS 60

/// Solves the contact of a block that moves along the spring only: a guide takes up sideways forces, gamma.y
/// = 0. At rest the force is to that of the spring as in the impending slip.
static ssPlanarSolution solveGuided(
    const ssLaw* law, double load, double g, double velocityFree, const ssSpringSlider* from )
{
    ssVec2 free = { velocityFree, 0.0 }, slip = { 0.0, 0.0 };
    double speed = fabs( from->velocity );
    ssPlanarSolution s = { .force = slip };
    slip = law->type->setValued ? ssLaw_SlipForce( law, load, free ).force : slip;
    if ( !( fabs( slip.y ) > 0.0 ) )
    {
        s = ssLaw_SolveNear( law, load, g, free, ssVec2_Make( from->force, 0.0 ), speed );
        if ( law->type->setValued || s.force.y == 0.0 ) { return s; }
        slip = s.force;
    }
    double guide = law->type->setValued ? slip.y * ssMin( velocityFree / ( g * slip.x ), 1.0 ) : slip.y;
    for ( int i = 0; i < GUIDE_ROUNDS; ++i )
    {
        free.y = g * guide;
        s = ssLaw_SolveNear( law, load, g, free, slip, speed );
        slip = s.stick ? s.force : ssLaw_SlipForce( law, load, ssVec2_Make( s.gamma.x, 0.0 ) ).force;
        if ( s.stick || !( fabs( slip.y - guide ) > 1e-14 * ssVec2_Length( slip ) ) ) { return s; }
        guide = slip.y;
    }
    s.converged = false;
    return s;
}

/// One implicit step: (m + h c + h² k) u⁺ = m u + h (k (s + h V) + c V + push - f(u⁺, z⁺)).
static ssSpringSlider implicitStep( Pull* pull, const ssSpringSlider* from, double time, double h )
{
    const ssSpringSliderDef* def = pull->def;
    double inertia = def->mass + h * ( def->damping + h * def->stiffness ), g = h / inertia;
    double drive = def->stiffness * ( ssSpringSlider_Stretch( from ) + h * def->velocity ) +
        def->damping * def->velocity + def->push;
    double velocityFree = def->mass / inertia * from->velocity + g * drive;
    // The place is predicted, because a lag of a step would be an error of first order.
    ssLawSite site = {
        .time = time + h, .x = from->position + h * from->velocity, .h = h, .state = from->state
    };
    ssLaw there = ssLaw_At( pull->law, &site );
    ssPlanarSolution s = solveGuided( &there, def->normalForce, g, velocityFree, from );
    ssSpringSlider to = *from;
    to.velocity = s.stick ? 0.0 : s.gamma.x;
    to.force = s.force.x;
    to.stick = s.stick;
    to.loadPoint += h * def->velocity;
    to.position += h * to.velocity;
    ssLaw_NextState( &there, def->normalForce, ssVec2_Make( to.velocity, 0.0 ), to.state );
    pull->converged = pull->converged && s.converged;
    double size = fabs( s.force.x );
    pull->residual = ssMax( pull->residual, size > 0.0 ? s.error / size : s.error );
    return to;
}

static bool isFiniteSlider( const ssSpringSlider* s )
{
    bool finite = isfinite( s->position + s->velocity + s->force + s->loadPoint );
    for ( int i = 0; i < s->stateCount; ++i ) { finite = finite && isfinite( s->state[i] ); }
    return finite;
}

/// Removes the error of first order; where the two differ too much for that, the two halves are better.
static double extrapolate( double whole, double halves )
{
    double better = 2.0 * halves - whole;
    return fabs( halves - whole ) <= 0.25 * fabs( halves ) ? better : halves;
}

/// The error of a substep relative to what is allowed.
static double errorOf(
    const ssSpringSliderDef* def, const ssSpringSlider* whole, const ssSpringSlider* halves )
{
    double force = ssMax( fabs( halves->force ), def->stiffness * fabs( ssSpringSlider_Stretch( halves ) ) );
    double inForce =
        fabs( whole->force - halves->force ) + def->stiffness * fabs( whole->position - halves->position );
    double speed = fabs( halves->velocity ) + SLOW * fabs( def->velocity );
    double inSpeed = fabs( whole->velocity - halves->velocity );
    // Friction changes with the logarithm of the speed: an error of the speed counts little.
    double error =
        ( inForce > 0.0 ? inForce / force : 0.0 ) + ( inSpeed > 0.0 ? 0.01 * inSpeed / speed : 0.0 );
    return isnan( error ) ? HUGE_VAL : error / def->tolerance;
}

/// One substep with its error.
static ssSpringSlider substep( Pull* pull, const ssSpringSlider* from, double time, double h, double* error )
{
    ssSpringSlider whole = implicitStep( pull, from, time, h ),
                   halves = implicitStep( pull, from, time, 0.5 * h );
    halves = implicitStep( pull, &halves, time + 0.5 * h, 0.5 * h );
    *error = errorOf( pull->def, &whole, &halves );
    ssSpringSlider to = halves;
    to.velocity = extrapolate( whole.velocity, halves.velocity );
    to.position = 2.0 * halves.position - whole.position;
    to.force = extrapolate( whole.force, halves.force );
    for ( int i = 0; i < to.stateCount; ++i )
    {
        to.state[i] = extrapolate( whole.state[i], halves.state[i] );
    }
    return to;
}

/// What is left of a step whose substeps were used up, whatever the errors; the largest one is reported.
static void finish( Pull* pull, ssSpringSlider* slider, double time, double h )
{
    for ( int i = 0; i < FREE_STEPS; ++i )
    {
        double error;
        substep( pull, slider, time + i * ( h / FREE_STEPS ), h / FREE_STEPS, &error );
        pull->residual = ssMax( pull->residual, error * pull->def->tolerance );
        *slider = implicitStep( pull, slider, time + i * ( h / FREE_STEPS ), h / FREE_STEPS );
    }
}

/// The factor by which the next substep is longer, from the error of this one.
static double chooseFactor( double error )
{
    double factor = error > 0.0 ? 0.9 / sqrt( error ) : 4.0;
    return factor > 4.0 ? 4.0 : factor < 0.1 ? 0.1 : factor;
}

ssSpringSliderReport ssSpringSlider_Step( ssSpringSlider* slider, const ssSpringSliderDef* def,
    const ssLaw* law, double time, double h, ssSpringSliderTrace* trace, void* context )
{
    ssSpringSliderReport report = { .finite = true, .converged = true };
    Pull pull = { .def = def, .law = law };
    ssSpringSlider now = *slider;
    double done = 0.0, length = now.substep > 0.0 ? now.substep : 1e-3 * h;
    int most = def->maxSubsteps >> ( now.failures < MOST_FAILURES ? 2 * now.failures : 2 * MOST_FAILURES );
    while ( done < h && report.finite )
    {
        pull.converged = true;
        if ( report.substeps >= most )
        {
            finish( &pull, &now, time + done, h - done );
            report.converged = false;
            break;
        }
        double left = h - done, error;
        // Two substeps of half the rest instead of one and a crumb.
        double wanted = length >= left ? left : length > 0.5 * left ? 0.5 * left : length;
        ssSpringSlider next = substep( &pull, &now, time + done, wanted, &error );
        ++report.substeps;
        error = pull.converged ? error : ssMax( error, 16.0 );
        double factor = chooseFactor( error );
        if ( error > 1.0 && wanted > SHORTEST * h )
        {
            length = ssMax( wanted * factor, SHORTEST * h );
            continue;
        }
        report.finite = isFiniteSlider( &next );
        report.converged = report.converged && pull.converged;
        done = wanted == left ? h : done + wanted;
        now = next;
        // A substep that ends with the step says little about the longest one possible.
        length = wanted < length && factor > 1.0 ? length : wanted * factor;
        now.substep = length;
        report.peak = ssMax( report.peak, fabs( now.velocity ) );
        if ( trace != NULL && report.finite ) { trace( context, &now, done ); }
    }
    now.failures = report.substeps < most ? 0
        : now.failures < MOST_FAILURES    ? now.failures + 1
                                          : MOST_FAILURES;
    report.finite = report.finite && isFiniteSlider( &now );
    report.peak = ssMax( report.peak, fabs( now.velocity ) );
    report.residual = pull.residual;
    *slider = report.finite ? now : *slider;
    return report;
}

void ssSpringSlider_Serialize( ssSpringSlider* slider, ssArchive* archive )
{
    double* numbers[] = { &slider->loadPoint, &slider->position, &slider->velocity, &slider->force,
        &slider->substep };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i ) { ssArchive_F64( archive, numbers[i] ); }
    ssArchive_Bool( archive, &slider->stick );
    ssArchive_Int( archive, &slider->failures );
    slider->failures = slider->failures >= 0 ? slider->failures : 0;
    ssArchive_Int( archive, &slider->stateCount );
    if ( slider->stateCount < 0 || slider->stateCount > SS_LAW_MAX_STATES )
    {
        archive->overrun = true;
        slider->stateCount = 0;
    }
    ssArchive_F64s( archive, slider->state, slider->stateCount );
}
