// SPDX-License-Identifier: MIT
#include "cli/eval/eval_table.h"
#include "model/rolling_cylinder.h"
#include "slipstick/vecmath.h"

#include <string.h>

// The rolling cylinder in closed form: resistance, equilibria, noise; with the scenario's keys.

typedef struct CylinderRun
{
    ssCylinder cylinder;
    int columns[2], inputs, results; // of which there are so many
    ssCylinderDensity density;
    /// Computes the results at speeds that the model reaches.
    void ( *compute )( const struct CylinderRun* state, const double* v, double* results );
} CylinderRun;

_Static_assert( sizeof( CylinderRun ) <= EVAL_STATE_MAX, "EVAL_STATE_MAX is too small" );

typedef void Compute( const CylinderRun* state, const double* v, double* results );

/// Checks the keys, finds the input columns and names the results.
static ssResult beginWith(
    evalRun* run, int inputs, const char* columns, int count, const char* results, Compute* compute )
{
    CylinderRun* state = (CylinderRun*)(void*)run->state;
    state->cylinder = ssCylinderFromValues( run->values );
    state->inputs = inputs;
    state->results = count;
    state->compute = compute;
    ssResult result = ssCylinder_Check( &state->cylinder );
    result = result.code == ss_ok ? evalNeedColumns( run, columns, state->columns ) : result;
    evalAddColumns( run, result.code == ss_ok ? results : "" );
    return result;
}

/// Reads the numbers in the input columns of the current row.
static ssResult readRow( evalRun* run, double* numbers )
{
    const CylinderRun* state = (const CylinderRun*)(const void*)run->state;
    ssResult result = ssOk();
    for ( int i = 0; i < state->inputs && result.code == ss_ok; ++i )
    {
        result = csvReadNumber( run->in, state->columns[i], numbers + i );
    }
    return result;
}

/// Writes the row with its results, or with empty cells and a warning.
static void writeRow( evalRun* run, int count, const double* results, const char* why )
{
    bool finite = true;
    for ( int i = 0; i < count; ++i ) { finite = finite && isfinite( results[i] ); }
    evalCopyRow( run );
    for ( int i = 0; i < count; ++i ) { csvNumber( &run->out, why == NULL && finite ? results[i] : SS_NAN ); }
    if ( why != NULL || !finite ) { evalWarnRow( run, why != NULL ? why : "the result is not finite" ); }
}

/// The results at the speeds of a row; empty cells where the model does not reach.
static ssResult rowAt( evalRun* run )
{
    static const char* const names[] = { "v", "v_from", "v_to" };
    const CylinderRun* state = (const CylinderRun*)(const void*)run->state;
    double v[2], results[5] = { 0.0 };
    ssResult result = readRow( run, v ), valid = ssOk();
    for ( int i = 0; i < state->inputs && result.code == ss_ok && valid.code == ss_ok; ++i )
    {
        valid = ssCylinder_CheckSpeed( &state->cylinder, names[state->inputs - 1 + i], v[i] );
    }
    if ( result.code == ss_ok )
    {
        if ( valid.code == ss_ok ) { state->compute( state, v, results ); }
        writeRow( run, state->results, results, valid.code == ss_ok ? NULL : valid.message );
    }
    return result;
}

static void resistanceAt( const CylinderRun* state, const double* v, double* results )
{
    ssCylinderContact c;
    ssCylinder_Contact( &state->cylinder, *v, &c );
    memcpy( results,
        ( double[] ){ c.resistance, c.depth, c.back, c.front, ssCylinder_Force( &state->cylinder, *v ) },
        5 * sizeof *results );
}

static ssResult beginResistance( evalRun* run )
{
    return beginWith( run, 1, "v", 5, "f_r h xi_minus xi_plus f_total", resistanceAt );
}

static ssResult beginEquilibria( evalRun* run )
{
    return beginWith( run, 1, "alpha_deg", 2, "v stable", NULL );
}

static ssResult rowEquilibria( evalRun* run )
{
    const CylinderRun* state = (const CylinderRun*)(const void*)run->state;
    double angle;
    ssResult result = readRow( run, &angle );
    if ( result.code != ss_ok ) { return result; }
    ssCylinder cylinder = state->cylinder;
    cylinder.alpha = angle * SS_PI / 180.0;
    ssResult valid = ssCylinder_Check( &cylinder );
    ssCylinderEquilibrium list[16];
    int count = valid.code == ss_ok ? ssCylinder_Equilibria( &cylinder, list, SS_COUNT( list ) ) : 0;
    for ( int i = 0; i < count; ++i )
    {
        const double results[] = { list[i].v, list[i].stable ? 1.0 : 0.0 };
        writeRow( run, SS_COUNT( results ), results, NULL );
        if ( i + 1 < count ) { csvEndRow( &run->out ); }
    }
    if ( count == 0 )
    {
        const double results[] = { SS_NAN, SS_NAN };
        writeRow( run, SS_COUNT( results ), results,
            valid.code == ss_ok ? "there is no equilibrium in the range of speeds of the model"
                                : valid.message );
    }
    return result;
}

static void densityAt( const CylinderRun* state, const double* v, double* results )
{
    *results = ssCylinderDensity_At( &state->density, *v );
}

static ssResult beginDensity( evalRun* run )
{
    CylinderRun* state = (CylinderRun*)(void*)run->state;
    ssResult result = beginWith( run, 1, "v", 1, "", densityAt );
    result = result.code == ss_ok ? ssMakeCylinderDensity( &state->cylinder, &state->density ) : result;
    if ( result.code == ss_ok ) { evalAddColumn( run, "p" ); }
    return result;
}

static void endDensity( evalRun* run )
{
    CylinderRun* state = (CylinderRun*)(void*)run->state;
    ssCylinderDensity_Destroy( &state->density );
}

static void potentialAt( const CylinderRun* state, const double* v, double* results )
{
    *results = ssCylinder_Potential( &state->cylinder, *v );
}

static ssResult beginPotential( evalRun* run ) { return beginWith( run, 1, "v", 1, "u", potentialAt ); }

static void passageAt( const CylinderRun* state, const double* v, double* results )
{
    *results = ssCylinder_Passage( &state->cylinder, v[0], v[1] );
}

static ssResult beginPassage( evalRun* run )
{
    if ( !( run->values[ss_cylinderKeyNoise] > 0.0 ) )
    {
        return ssError( ss_errorValue, "noise",
            "noise = %g: without noise there is no first passage; allowed: noise > 0",
            run->values[ss_cylinderKeyNoise] );
    }
    return beginWith( run, 2, "v_from v_to", 1, "time", passageAt );
}

#define KEYS .params = ss_cylinderParams, .paramCount = ss_cylinderKeyCount

const evalFormula eval_rollingResistance = { "rolling-resistance",
    .summary = "a cylinder on a soft plane: resistance, depth, contact, total force",
    .columns = "v -> f_r h xi_minus xi_plus f_total", KEYS, .begin = beginResistance, .row = rowAt };

const evalFormula eval_equilibria = { "equilibria",
    .summary = "steady velocities of the cylinder at a slope, one row each",
    .columns = "alpha_deg -> v stable; keys of rolling-resistance", KEYS, .begin = beginEquilibria,
    .row = rowEquilibria };

const evalFormula eval_density = { "density", .summary = "stationary density of its velocity under noise",
    .columns = "v -> p; keys of rolling-resistance", KEYS, .begin = beginDensity, .row = rowAt,
    .end = endDensity };

const evalFormula eval_potential = { "potential",
    .summary = "minus the integral of its total force over v, from 0",
    .columns = "v -> u; keys of rolling-resistance", KEYS, .begin = beginPotential, .row = rowAt };

const evalFormula eval_passage = { "passage", .summary = "mean time until it first reaches another velocity",
    .columns = "v_from v_to -> time; keys of rolling-resistance", KEYS, .begin = beginPassage, .row = rowAt };
