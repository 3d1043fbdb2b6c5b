// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/sim_private.h"
#include "slipstick/shape_query.h"

// The build of a simulation: its exchange while the simulation runs, and what a window asks about its parts.

ssResult ssSimDef_SetBuild( ssSimDef* def, const ssBuild* build )
{
    const ssScenario* derived;
    if ( def->scenario == NULL ) { return simNoScenario(); }
    SS_TRY( build != NULL ? ssBuild_Validate( build ) : ssOk() );
    SS_TRY( simBuildScenario( def->scenario, build, &derived ) );
    def->scenario = derived; // its rows are the same
    def->preset = build != NULL ? NULL : def->preset;
    ssScenario_Release( derived );
    return ssOk();
}

const ssBuild* ssSim_Build( const ssSim* sim ) { return sim->scenario->build; }

ssResult simDropThrown( const ssScenario* scenario, const ssScenario** derived )
{
    bool thrown = false;
    *derived = NULL;
    for ( int i = 0; scenario->build != NULL && i < scenario->build->partCount; ++i )
    {
        thrown = thrown || scenario->build->parts[i].thrown;
    }
    if ( !thrown ) { return ssOk(); }
    ssBuild left;
    ssResult result = ssBuild_Copy( scenario->build, &left );
    for ( int i = left.partCount - 1; i >= 0 && result.code == ss_ok; --i )
    {
        ssBuildEdit remove = { .op = ss_buildRemovePart, .id = left.parts[i].id };
        result = left.parts[i].thrown ? ssBuild_Apply( &left, &remove ) : result;
    }
    result = result.code == ss_ok ? simBuildScenario( scenario, &left, derived ) : result;
    ssBuild_Destroy( &left );
    return result;
}

/// Goes on with a build that is valid; at t = 0, or without a build, the run begins anew.
static ssResult exchange( ssSim* sim, const ssBuild* build )
{
    const ssScenario *before = sim->scenario, *derived;
    ssResult result = simBuildScenario( before, build, &derived );
    if ( result.code != ss_ok || derived == before )
    {
        if ( result.code == ss_ok ) { ssScenario_Release( derived ); }
        return result;
    }
    sim->scenario = derived;
    result = sim->step > 0 && build != NULL ? simApplyChange( sim ) : simRestart( sim );
    sim->scenario = result.code == ss_ok ? derived : before;
    ssScenario_Release( result.code == ss_ok ? before : derived );
    return result;
}

ssResult ssSim_SetBuild( ssSim* sim, const ssBuild* build )
{
    SS_TRY( build != NULL ? ssBuild_Validate( build ) : ssOk() );
    return exchange( sim, build );
}

ssResult ssSim_MakeBuild( const ssSim* sim, ssBuild* build )
{
    *build = ( ssBuild ){ 0 };
    return sim->scenario->model.makeBuild != NULL
        ? sim->scenario->model.makeBuild( sim->state, sim, build )
        : ssError( ss_errorValue, "build", "%.40s takes no build; the playground does", sim->scenario->id );
}

ssResult ssSim_EditBuild( ssSim* sim, ssBuildEdit* edit )
{
    ssBuild build;
    const ssBuild* now = sim->scenario->build;
    ssResult result = now != NULL ? ssBuild_Copy( now, &build ) : ssSim_MakeBuild( sim, &build );
    result = result.code == ss_ok ? ssBuild_Apply( &build, edit ) : result;
    result = result.code == ss_ok ? exchange( sim, &build ) : result;
    ssBuild_Destroy( &build );
    return result;
}

bool ssSim_PartState( const ssSim* sim, int id, ssPartState* state )
{
    const ssBuild* build = sim->scenario->build;
    const ssPart* part = build != NULL ? ssBuild_Part( build, id ) : NULL;
    if ( part != NULL )
    {
        sim->scenario->model.partState( sim->state, sim, (int)( part - build->parts ), state );
    }
    return part != NULL;
}
