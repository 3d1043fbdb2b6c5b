// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/scene_private.h"

// The build of a scene, and its changes among the edits.

ssResult sceneReadBuild( const ssJson* object, ssSimDef* def )
{
    ssBuild build;
    SS_TRY( buildRead( object, &build ) );
    ssResult result = ssSimDef_SetBuild( def, &build );
    ssBuild_Destroy( &build );
    return result;
}

ssResult sceneReadBuildEdit( const ssJson* object, const ssScenario* scenario, ssEdit* edit )
{
    if ( !scenario->model.takesBuild )
    {
        return ssError(
            ss_errorValue, "build", "edits: %s takes no build; the playground does", scenario->id );
    }
    edit->param = SS_EDIT_BUILD;
    edit->build = ssAlloc( sizeof *edit->build );
    return edit->build != NULL ? buildReadEdit( object, edit->build )
                               : ssError( ss_errorMemory, "edits", "out of memory for an edit" );
}

void sceneFreeBuildEdit( ssEdit* edit )
{
    if ( edit->build != NULL )
    {
        ssBuildEdit_Destroy( edit->build );
        ssRelease( edit->build );
        edit->build = NULL;
    }
}

bool sceneCopyBuildEdit( const ssEdit* edit, ssEdit* copy )
{
    copy->build = edit->build != NULL ? ssAlloc( sizeof *copy->build ) : NULL;
    if ( copy->build != NULL && ssBuildEdit_Copy( edit->build, copy->build ).code != ss_ok )
    {
        ssRelease( copy->build );
        copy->build = NULL;
    }
    return ( copy->build != NULL ) == ( edit->build != NULL );
}

ssResult sceneApplyBuildEdit( const ssEdit* edit, ssSim* sim )
{
    ssBuildEdit apply = *edit->build; // a number that is given to a new part is not kept
    ssResult result = ssSim_EditBuild( sim, &apply );
    if ( result.code != ss_ok )
    {
        return ssError(
            result.code, result.field, "edits: step %lld: %.200s", (long long)edit->step, result.message );
    }
    return result;
}
