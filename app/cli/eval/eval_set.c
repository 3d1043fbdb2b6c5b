// SPDX-License-Identifier: MIT
#include "cli/eval/eval_table.h"
#include "slipstick/advanced/set_params.h"

// A planar set at given points: gauge, support function, nearest point, radius at their angle.

static const ssParam s_params[] = { SS_SET_ROWS( "", "set", ss_setCircle, 1.0, 1.0, 2.0, 30.0, 10.0 ) };

_Static_assert( SS_COUNT( s_params ) == SS_SET_ROW_COUNT, "one parameter per row of a set" );

typedef struct SetRun
{
    int columns[2];
    ssSet set;
} SetRun;

_Static_assert( sizeof( SetRun ) <= EVAL_STATE_MAX, "EVAL_STATE_MAX is too small" );

static ssResult begin( evalRun* run )
{
    SetRun* state = (SetRun*)(void*)run->state;
    SS_TRY( evalNeedColumns( run, "x y", state->columns ) );
    ssSetDef def;
    ssSetTexts texts = { .vertices = run->texts[0], .samples = run->texts[1] };
    ssResult result = ssReadSetRows( s_params, run->values, run->given, texts, false, &def );
    result = result.code == ss_ok ? ssMakeSet( &def, &state->set ) : result;
    ssFreeSetPoints( &def );
    if ( result.code == ss_ok ) { evalAddColumns( run, "gauge support prox_x prox_y radius" ); }
    return result;
}

static ssResult row( evalRun* run )
{
    SetRun* state = (SetRun*)(void*)run->state;
    const ssSet* set = &state->set;
    ssVec2 p;
    ssResult result = csvReadNumber( run->in, state->columns[0], &p.x );
    result = result.code == ss_ok ? csvReadNumber( run->in, state->columns[1], &p.y ) : result;
    if ( result.code != ss_ok ) { return result; }
    bool origin = p.x == 0.0 && p.y == 0.0;
    double gauge = ssSet_Gauge( set, p ), support = origin ? 0.0 : ssSet_Support( set, p, NULL, NULL );
    ssVec2 prox = set->convex ? ssSet_Prox( set, p ) : ssVec2_Make( SS_NAN, SS_NAN );
    // The angle is not used: rounding of its cosine and sine would show on the axes.
    double radius = origin ? SS_NAN : ssVec2_Length( p ) / gauge;
    evalCopyRow( run );
    csvNumber( &run->out, gauge );
    csvNumber( &run->out, support );
    csvNumber( &run->out, prox.x );
    csvNumber( &run->out, prox.y );
    csvNumber( &run->out, radius );
    if ( origin ) { evalWarnRow( run, "the origin has no angle and so no radius" ); }
    else if ( !isfinite( gauge ) || !isfinite( support ) || !isfinite( radius ) ||
        ( set->convex && !isfinite( prox.x + prox.y ) ) )
    {
        evalWarnRow( run, "the result is not finite" );
    }
    return ssOk();
}

static void end( evalRun* run )
{
    SetRun* state = (SetRun*)(void*)run->state;
    ssSet_Destroy( &state->set );
}

const evalFormula eval_set = { "set", .summary = "a planar set: gauge, support, nearest point, radius",
    .columns = "x y -> gauge support prox_x prox_y radius", .params = s_params,
    .paramCount = SS_COUNT( s_params ), .begin = begin, .row = row, .end = end };
