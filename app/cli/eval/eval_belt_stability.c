// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/eval/eval_table.h"
#include "scenario/belt.h"

#include <stdlib.h>

// Steady sliding on a belt by direction: damping, eigenvalues, equilibrium; with the keys of `belt`.

typedef struct BeltRun
{
    ssLaw* law; // first: evalEndLaw frees it
    int phi;    // column
    double speed;
    ssSlidingMassDef def;
} BeltRun;

static ssResult readBelt( evalRun* run, BeltRun* state )
{
    // A simulation turns the keys into a definition of the mass on the belt; no step is made.
    const ssScenario* scenario = ssFindScenario( "belt" );
    ssSimDef* def = needMemory( 1, sizeof( ssSimDef ) );
    *def = ssDefaultSimDef( scenario );
    ssResult result = ssOk();
    for ( int i = 0; i < scenario->model.paramCount && result.code == ss_ok; ++i )
    {
        int slot = ssTextSlot( scenario->model.params, i );
        def->values[i] = run->values[i];
        result = slot >= 0 && run->texts[slot] != NULL
            ? ssSimDef_Set( def, scenario->model.params[i].key, run->texts[slot] )
            : result;
    }
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( def, &sim ) : result;
    free( def );
    if ( result.code == ss_ok )
    {
        result = ssReadBelt( sim, &state->def, state->law );
        ssDestroySim( sim );
    }
    state->speed = ssVec2_Length( state->def.beltVelocity );
    return result;
}

static ssResult begin( evalRun* run )
{
    BeltRun* state = (BeltRun*)(void*)run->state;
    SS_TRY( evalNeedColumn( run, "phi_deg", &state->phi ) );
    state->law = needMemory( 1, sizeof( ssLaw ) );
    ssResult result = readBelt( run, state );
    if ( result.code != ss_ok )
    {
        free( state->law );
        state->law = NULL;
        return result;
    }
    evalAddColumns( run, "b11 b12 b21 b22 trace_b max_re q_x q_y" );
    return result;
}

static ssResult row( evalRun* run )
{
    BeltRun* state = (BeltRun*)(void*)run->state;
    double phi;
    SS_TRY( csvReadNumber( run->in, state->phi, &phi ) );
    double angle = fmod( phi, 360.0 ) * SS_PI / 180.0;
    state->def.beltVelocity = ssVec2_Make( state->speed * cos( angle ), state->speed * sin( angle ) );
    ssBeltStability s = ssLineariseBelt( &state->def, state->law );
    evalCopyRow( run );
    for ( int i = 0; i < 4; ++i ) { csvNumber( &run->out, s.b[i] ); }
    bool moves = state->speed > 0.0;
    csvNumber( &run->out, s.traceB );
    csvNumber( &run->out, s.maxRe );
    csvNumber( &run->out, moves ? s.equilibrium.x : SS_NAN );
    csvNumber( &run->out, moves ? s.equilibrium.y : SS_NAN );
    if ( !s.smooth )
    {
        evalWarnRow( run,
            moves ? "the direction set has no curvature there, so the force has no derivative"
                  : "a belt at rest has no steady sliding" );
    }
    return ssOk();
}

const evalFormula eval_beltStability = { "belt-stability",
    .summary = "steady sliding on a belt: damping matrix B, its trace, growth rate, equilibrium",
    .columns = "phi_deg -> b11 b12 b21 b22 trace_b max_re q_x q_y", .params = ss_beltParams,
    .paramCount = SS_BELT_PARAMS, .begin = begin, .row = row, .end = evalEndLaw };
