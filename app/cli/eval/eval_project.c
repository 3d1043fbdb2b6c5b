// SPDX-License-Identifier: MIT
#include "cli/eval/eval_table.h"
#include "slipstick/cone.h"

// The nearest admissible reaction, the innermost step of a contact solver.

#define COEFFICIENTS 3 // mu, mu_r, mu_s

static const ssParam s_params[COEFFICIENTS] = {
    { "mu", .symbol = "μ", .label = "sliding coefficient", .unit = "", .group = "friction",
        .doc = "Sliding coefficient, where the table has no such column.", .max = 1.0,
        .allowedMax = (double)INFINITY },
    { "mu_r", .symbol = "μ_r", .label = "rolling resistance length", .unit = "m", .group = "friction",
        .doc = "Rolling resistance length; needed with columns r1 r2.", .max = 1.0,
        .allowedMax = (double)INFINITY },
    { "mu_s", .symbol = "μ_s", .label = "spinning resistance length", .unit = "m", .group = "friction",
        .doc = "Spinning resistance length; needed with column s.", .max = 1.0,
        .allowedMax = (double)INFINITY },
};

static const char* const s_inputs[SS_CONE_MAX] = { "n", "t1", "t2", "r1", "r2", "s" };
static const char* const s_outputs[SS_CONE_MAX] = { "p_n", "p_t1", "p_t2", "p_r1", "p_r2", "p_s" };

typedef struct Projection
{
    int inputs[SS_CONE_MAX];        // columns
    int coefficients[COEFFICIENTS]; // columns; -1: the value of the key
    int coefficientCount;
    ssCone cone;
} Projection;

_Static_assert( sizeof( Projection ) <= EVAL_STATE_MAX, "EVAL_STATE_MAX is too small" );

static ssResult findDimension( const evalRun* run, int* dimension )
{
    bool roll1 = csvFindColumn( run->in, "r1" ) >= 0;
    bool roll2 = csvFindColumn( run->in, "r2" ) >= 0;
    bool spin = csvFindColumn( run->in, "s" ) >= 0;
    if ( roll1 != roll2 )
    {
        return ssError( ss_errorFormat, roll1 ? "r2" : "r1",
            "column %s is missing: r1 and r2 belong together", roll1 ? "r2" : "r1" );
    }
    if ( spin && roll1 == false )
    {
        return ssError( ss_errorFormat, "r1", "column s needs the columns r1 and r2" );
    }
    *dimension = spin ? 6 : roll1 ? 5 : 3;
    return ssOk();
}

static ssResult begin( evalRun* run )
{
    Projection* projection = (Projection*)(void*)run->state;
    int dimension = 3;
    ssResult result = findDimension( run, &dimension );
    for ( int i = 0; i < dimension && result.code == ss_ok; ++i )
    {
        result = evalNeedColumn( run, s_inputs[i], &projection->inputs[i] );
    }
    if ( result.code != ss_ok ) { return result; }
    projection->cone.dimension = dimension;
    projection->coefficientCount = dimension == 3 ? 1 : dimension == 5 ? 2 : 3;
    for ( int i = 0; i < projection->coefficientCount; ++i )
    {
        const char* key = s_params[i].key;
        projection->coefficients[i] = csvFindColumn( run->in, key );
        if ( projection->coefficients[i] < 0 && run->given[i] == false )
        {
            return ssError( ss_errorValue, key, "needs %s: a column of that name or --set %s=...", key, key );
        }
    }
    projection->cone.mu = run->values[0];
    projection->cone.muRoll = run->values[1];
    projection->cone.muSpin = run->values[2];
    for ( int i = 0; i < dimension; ++i ) { evalAddColumn( run, s_outputs[i] ); }
    evalAddColumn( run, "face" );
    return ssOk();
}

static ssResult row( evalRun* run )
{
    Projection* projection = (Projection*)(void*)run->state;
    ssCone* cone = &projection->cone;
    double* targets[COEFFICIENTS] = { &cone->mu, &cone->muRoll, &cone->muSpin };
    double x[SS_CONE_MAX], p[SS_CONE_MAX];
    for ( int i = 0; i < cone->dimension; ++i )
    {
        SS_TRY( csvReadNumber( run->in, projection->inputs[i], &x[i] ) );
    }
    for ( int i = 0; i < projection->coefficientCount; ++i )
    {
        if ( projection->coefficients[i] < 0 ) { continue; }
        SS_TRY( evalReadParam( run, &s_params[i], projection->coefficients[i], targets[i] ) );
    }
    evalCopyRow( run );
    ssConeFace face = ssProjectOntoCone( cone, x, p );
    bool finite = true;
    for ( int i = 0; i < cone->dimension; ++i ) { finite = finite && isfinite( p[i] ); }
    for ( int i = 0; i < cone->dimension; ++i ) { csvNumber( &run->out, finite ? p[i] : (double)NAN ); }
    csvText( &run->out, finite ? ssConeFaceName( cone->dimension, face ) : "" );
    if ( finite == false ) { evalWarnRow( run, "the projection is not finite" ); }
    return ssOk();
}

const evalFormula eval_project = { "project", .summary = "nearest admissible reaction of a contact",
    .columns = "n t1 t2 [r1 r2 [s]] [mu] [mu_r] [mu_s] -> p_n p_t1 p_t2 [p_r1 p_r2 [p_s]] face",
    .noDefault = "mu mu_r mu_s", .params = s_params, .paramCount = COEFFICIENTS, .begin = begin, .row = row };
