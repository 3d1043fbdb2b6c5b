// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

#include <string.h>

// The derivatives of a law by velocity, place and states, for linearisation, by differences of the fourth
// order: with relative steps of 2e-4, truncation and rounding are both some 1e-12.

#define STEP 2e-4
#define PLACE_STEP 1e-6 // [m] of a place within 1 m of the origin: a law may change over millimetres
#define KINK 1e-4       // of f/v: a jump of the slope below is none

bool ssLaw_HasConstantSets( const ssLaw* law )
{
    bool own = law->def.kind >= ss_lawKindCount;
    bool fixed = law->typed != NULL && law->type->function == NULL && law->typed->fixed;
    return own ? fixed : law->type->setValued && law->def.stribeck.curve == ss_stribeckNone;
}

/// What the law depends on: the variables of a difference. A force or a state after the step is a result.
typedef struct Variables
{
    double gamma[2], place[2], state[SS_LAW_MAX_STATES];
} Variables;

typedef struct Results
{
    double force[2], next[SS_LAW_MAX_STATES];
} Results;

typedef struct Point
{
    const ssLaw* law;
    double load;
    Variables at;
    int numbers;
} Point;

static Results evaluateAt( const Point* point, const Variables* v )
{
    Results results = { .force = { 0.0 } };
    ssLawSite site = *lawSiteOf( point->law );
    const ssVec2 gamma = { v->gamma[0], v->gamma[1] };
    site.x = v->place[0];
    site.y = v->place[1];
    site.state = v->state;
    site.impulses = false;
    ssLaw there = ssLaw_At( point->law, &site );
    if ( site.h > 0.0 ) { ssLaw_NextState( &there, point->load, gamma, results.next ); }
    site.h = 0.0;
    ssVec2 f = ssLaw_SlipForce( &there, point->load, gamma ).force;
    results.force[0] = f.x;
    results.force[1] = f.y;
    return results;
}

/// The derivative by one variable. The results at the point are subtracted first, against rounding.
static Results differ( const Point* point, const Results* here, double* variable, double step )
{
    static const double offsets[4] = { -2.0, -1.0, 1.0, 2.0 }, weights[4] = { 1.0, -8.0, 8.0, -1.0 };
    Results slope = { .force = { 0.0 } };
    const double before = *variable;
    for ( int i = 0; i < 4; ++i )
    {
        *variable = before + offsets[i] * step;
        Results there = evaluateAt( point, &point->at );
        double weight = weights[i] / ( 12.0 * step );
        for ( int k = 0; k < 2; ++k ) { slope.force[k] += weight * ( there.force[k] - here->force[k] ); }
        for ( int k = 0; k < point->numbers; ++k )
        {
            slope.next[k] += weight * ( there.next[k] - here->next[k] );
        }
    }
    *variable = before;
    return slope;
}

/// The scales of the states: length or absolute value; where that vanishes, the change at twice the speed.
static void chooseSizes( const Point* point, double sizes[SS_LAW_MAX_STATES] )
{
    double other[SS_LAW_MAX_STATES];
    const double* state = point->at.state;
    int pairs[SS_LAW_MAX_STATES / 2], count = lawStatePairs( point->law, pairs );
    const ssVec2 twice = { 2.0 * point->at.gamma[0], 2.0 * point->at.gamma[1] };
    ssLaw_SteadyState( point->law, point->load, twice, other );
    for ( int i = 0; i < point->numbers; ++i )
    {
        sizes[i] = state[i] != 0.0 ? fabs( state[i] ) : fabs( other[i] );
        sizes[i] = sizes[i] > 0.0 ? sizes[i] : 1e-6;
    }
    for ( int k = 0; k < count; ++k )
    {
        int i = pairs[k];
        double length = ssHypot( state[i], state[i + 1] );
        length = length > 0.0 ? length : ssHypot( other[i], other[i + 1] );
        sizes[i] = sizes[i + 1] = length > 0.0 ? length : 1e-6;
    }
}

/// The largest component of ( f(step) - 2 f(0) + f(-step) )/step, the jump of the slope.
static double slopeJump( const Point* point, const Results* here, double* variable, double step )
{
    const double before = *variable;
    *variable = before + step;
    Results above = evaluateAt( point, &point->at );
    *variable = before - step;
    Results below = evaluateAt( point, &point->at );
    *variable = before;
    double jump = 0.0;
    for ( int i = 0; i < 2; ++i )
    {
        jump = ssMax( jump, fabs( above.force[i] - 2.0 * here->force[i] + below.force[i] ) / step );
    }
    return jump;
}

/// Whether the force has no kink here: over half the step, the jump of a smooth slope halves.
static bool isSmooth( Point* point, const Results* here, double step )
{
    double* gamma = point->at.gamma;
    double size = ssHypot( here->force[0], here->force[1] ) / ssHypot( gamma[0], gamma[1] );
    bool smooth = true;
    for ( int k = 0; k < 2; ++k )
    {
        double whole = slopeJump( point, here, &gamma[k], step ),
               half = slopeJump( point, here, &gamma[k], 0.5 * step );
        smooth = smooth && ( whole <= KINK * size || half <= 0.75 * whole );
    }
    return smooth;
}

static bool isFinite( const ssLawSlopes* s )
{
    double sum = 0.0;
    for ( int i = 0; i < s->stateNumbers; ++i )
    {
        sum += s->forceByState[0][i] + s->forceByState[1][i] + s->stateByGamma[i][0] + s->stateByGamma[i][1] +
            s->stateByPlace[i][0] + s->stateByPlace[i][1];
        for ( int k = 0; k < s->stateNumbers; ++k ) { sum += s->stateByState[i][k]; }
    }
    for ( int i = 0; i < 4; ++i ) { sum += s->forceByGamma[i / 2][i % 2] + s->forceByPlace[i / 2][i % 2]; }
    return isfinite( sum );
}

bool ssLaw_Differentiate( const ssLaw* law, double load, ssVec2 gamma, ssLawSlopes* slopes )
{
    const ssLawSite* site = lawSiteOf( law );
    const ssLawProgram* program = law->def.program;
    bool placed = program != NULL && ( program->inputs & (unsigned)ss_lawInputPlace ) != 0;
    Point point = { .law = law,
        .load = load,
        .at = { .gamma = { gamma.x, gamma.y }, .place = { site->x, site->y } },
        .numbers = ssLaw_StateNumbers( law ) };
    ssLaw_InitialState( law, point.at.state );
    if ( site->state != NULL )
    {
        memcpy( point.at.state, site->state, (size_t)point.numbers * sizeof( double ) );
    }
    *slopes = ( ssLawSlopes ){ .stateNumbers = point.numbers };
    const Results here = evaluateAt( &point, &point.at );
    double sizes[SS_LAW_MAX_STATES], step = STEP * ssVec2_Length( gamma );
    chooseSizes( &point, sizes );
    for ( int k = 0; k < 4 + point.numbers; ++k )
    {
        bool byPlace = k == 2 || k == 3;
        double* variable = k < 2 ? &point.at.gamma[k]
            : byPlace            ? &point.at.place[k - 2]
                                 : &point.at.state[k - 4];
        double over = k < 2 ? step : byPlace ? PLACE_STEP * ( 1.0 + fabs( *variable ) ) : STEP * sizes[k - 4];
        Results slope =
            byPlace && !placed ? ( Results ){ .force = { 0.0 } } : differ( &point, &here, variable, over );
        for ( int i = 0; i < 2; ++i )
        {
            *( k < 2          ? &slopes->forceByGamma[i][k]
                    : byPlace ? &slopes->forceByPlace[i][k - 2]
                              : &slopes->forceByState[i][k - 4] ) = slope.force[i];
        }
        for ( int i = 0; i < point.numbers; ++i )
        {
            *( k < 2          ? &slopes->stateByGamma[i][k]
                    : byPlace ? &slopes->stateByPlace[i][k - 2]
                              : &slopes->stateByState[i][k - 4] ) = slope.next[i];
        }
    }
    return step > 0.0 && isFinite( slopes ) && isSmooth( &point, &here, step );
}
