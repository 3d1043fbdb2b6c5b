// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/eval/eval_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The force of a typed law: `eval slip-force --law FILE`. Its states are constant, or columns of each row.

static const ssParam s_load = { "normal_force", .symbol = "r_N", .label = "load", .unit = "N", .group = "law",
    .doc = "Load on the contact, where the table has no such column.", .kind = ss_paramNumber, .max = 1.0,
    .allowedMax = (double)INFINITY, .defaultValue = 1.0 };

/// Everything besides velocity, load and states that a typed law may depend on.
static const char* const s_inputs[] = { "t", "x", "y", "wr", "ws" };

#define INPUT_COUNT ( SS_COUNT( s_inputs ) )

typedef struct LawRun
{
    ssLaw* law;                    // first: evalEndLaw frees it
    int slip[2], load;             // columns; -1: the load is that of the key
    int inputs[INPUT_COUNT];       // columns of s_inputs; -1: 0
    int states[SS_LAW_MAX_STATES]; // columns of the numbers of all states; -1: the initial value
} LawRun;

/// The columns of a state: "z" of a scalar, "z.x" and "z.y", or "z_x" and "z_y", of a pair.
static void findState( const evalRun* run, const ssLawState* state, int* columns )
{
    for ( int i = 0; i < state->size; ++i )
    {
        char name[96];
        const char* part = i == 0 ? "x" : "y";
        bool pair = state->size == 2;
        snprintf( name, sizeof( name ), "%.80s%s%s", state->name, pair ? "." : "", pair ? part : "" );
        columns[i] = csvFindColumn( run->in, name );
        if ( pair && columns[i] < 0 )
        {
            snprintf( name, sizeof( name ), "%.80s_%s", state->name, part );
            columns[i] = csvFindColumn( run->in, name );
        }
    }
}

static ssResult findColumns( evalRun* run, LawRun* state )
{
    ssResult result = evalNeedColumns( run, "gx gy", state->slip );
    int load = csvFindColumn( run->in, s_load.key );
    state->load = load >= 0 ? load : csvFindColumn( run->in, "N" ); // as the text calls it
    for ( int i = 0; i < INPUT_COUNT; ++i ) { state->inputs[i] = csvFindColumn( run->in, s_inputs[i] ); }
    for ( int i = 0; i < ssLawProgram_Info( run->law )->stateCount; ++i )
    {
        const ssLawState* one = ssLawProgram_Info( run->law )->states + i;
        findState( run, one, state->states + one->first );
    }
    return result;
}

static ssResult begin( evalRun* run )
{
    LawRun* state = (LawRun*)(void*)run->state;
    SS_TRY( findColumns( run, state ) );
    state->law = needMemory( 1, sizeof( ssLaw ) );
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = run->law;
    memcpy( def.programValues, run->values + 1,
        (size_t)ssLawProgram_Info( run->law )->paramCount * sizeof *def.programValues );
    ssResult result = ssMakeLaw( &def, state->law );
    if ( result.code != ss_ok )
    {
        free( state->law );
        state->law = NULL;
        return result;
    }
    evalAddColumns( run, "fx fy set_valued" );
    return result;
}

/// Reads a number where the table has the column; otherwise it stays as it is.
static ssResult readNumber( const evalRun* run, int column, double* value )
{
    return column >= 0 ? csvReadNumber( run->in, column, value ) : ssOk();
}

static ssResult readSite( evalRun* run, const LawRun* state, ssLawSite* site, double* states )
{
    double* inputs[INPUT_COUNT] = { &site->time, &site->x, &site->y, &site->rolling, &site->spinning };
    ssResult result = ssOk();
    for ( int i = 0; i < INPUT_COUNT && result.code == ss_ok; ++i )
    {
        result = readNumber( run, state->inputs[i], inputs[i] );
    }
    ssLaw_InitialState( state->law, states );
    for ( int i = 0; i < ssLaw_StateNumbers( state->law ) && result.code == ss_ok; ++i )
    {
        result = readNumber( run, state->states[i], states + i );
    }
    site->state = states;
    return result;
}

static ssResult row( evalRun* run )
{
    LawRun* state = (LawRun*)(void*)run->state;
    ssVec2 gamma = { 0.0, 0.0 };
    double load = run->values[0], states[SS_LAW_MAX_STATES] = { 0 };
    ssLawSite site = { .h = 0.0 };
    SS_TRY( readNumber( run, state->slip[0], &gamma.x ) );
    SS_TRY( readNumber( run, state->slip[1], &gamma.y ) );
    SS_TRY( state->load >= 0 ? evalReadParam( run, &s_load, state->load, &load ) : ssOk() );
    SS_TRY( readSite( run, state, &site, states ) );
    ssLaw there = ssLaw_At( state->law, &site );
    evalWriteForce( run, ssLaw_SlipForce( &there, load, gamma ) );
    return ssOk();
}

evalFormula evalLawFormula( const ssLawProgram* law, ssParam rows[EVAL_PARAMS_MAX] )
{
    evalFormula formula = eval_slipForce;
    int count = ssLawProgram_Info( law )->paramCount;
    rows[0] = s_load;
    memcpy( rows + 1, ssLawProgram_Info( law )->params, (size_t)count * sizeof *rows );
    formula.params = rows;
    formula.paramCount = 1 + count;
    formula.noDefault = NULL;
    formula.begin = begin;
    formula.row = row;
    formula.end = evalEndLaw;
    return formula;
}
