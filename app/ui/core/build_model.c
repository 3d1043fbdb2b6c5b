// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

// Changes the build in the window's copy, posts each change and can undo it.

void uiFreeBuildModel( uiState* ui )
{
    if ( ui->model.known ) { ssBuild_Destroy( &ui->model.build ); }
    ui->model = ( uiBuildModel ){ .building = ui->model.building, .posted = ui->model.posted };
}

void uiUpdateBuildModel( uiState* ui, const uiFrameInput* input )
{
    const sessionBuild* shown = &input->snapshot->build;
    uiBuildModel* model = &ui->model;
    if ( model->known && shown->answered < model->posted ) { return; }
    model->exists = shown->exists;
    if ( model->known && shown->filled && ssBuild_Equal( &model->build, shown->build ) ) { return; }
    uiFreeBuildModel( ui );
    model->known = shown->filled && ssBuild_Copy( shown->build, &model->build ).code == ss_ok;
    model->exists = shown->exists;
}

/// Posts a change, which is taken over; NULL takes the build away.
static void post( uiState* ui, const uiFrameInput* input, ssBuildEdit* edit, int takenBack )
{
    const sessionCommand command = {
        .kind = session_commandBuild, .count = ++ui->model.posted, .build = edit, .param = takenBack
    };
    sessionDriver_Post( input->driver, &command );
}

/// A copy on the heap; NULL: out of memory, which is said.
static ssBuildEdit* copyEdit( uiState* ui, const ssBuildEdit* edit )
{
    ssBuildEdit* copy = ssAlloc( sizeof *copy );
    if ( copy == NULL || ssBuildEdit_Copy( edit, copy ).code != ss_ok )
    {
        ssRelease( copy );
        uiWarn( ui, tr( "Out of memory: this change is lost." ) );
        return NULL;
    }
    return copy;
}

static void freeEdit( ssBuildEdit* edit )
{
    ssBuildEdit_Destroy( edit );
    ssRelease( edit );
}

bool uiChangeBuild( uiState* ui, const uiFrameInput* input, ssBuildEdit* edit, int group, const char* what )
{
    uiBuildModel* model = &ui->model;
    ssBuild before;
    // The parts of `edit` may point into the model, which is about to change.
    ssBuildEdit* copy = model->known ? copyEdit( ui, edit ) : NULL;
    if ( copy == NULL ) { return false; }
    if ( ssBuild_Copy( &model->build, &before ).code != ss_ok )
    {
        freeEdit( copy );
        return false;
    }
    ssResult result = ssBuild_Apply( &model->build, copy );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        freeEdit( copy );
        ssBuild_Destroy( &before );
        return false;
    }
    edit->part.id = copy->part.id;
    edit->joint.id = copy->joint.id;
    post( ui, input, copy, 0 );
    uiRecordBuild( ui, model->exists ? &before : NULL, &model->build, group, what, input->snapshot->step );
    model->exists = true;
    ssBuild_Destroy( &before );
    return true;
}

void uiReplaceBuild( uiState* ui, const uiFrameInput* input, const ssBuild* build, int takenBack )
{
    ssBuildEdit* edit =
        build != NULL ? copyEdit( ui, &( ssBuildEdit ){ .op = ss_buildSetAll, .all = build } ) : NULL;
    if ( build != NULL && edit == NULL ) { return; }
    post( ui, input, edit, takenBack );
    uiFreeBuildModel( ui );
    ui->model.known = build != NULL && ssBuild_Copy( build, &ui->model.build ).code == ss_ok;
    ui->model.exists = build != NULL;
}

ssPartState uiPartState( const uiState* ui, const uiFrameInput* input, int id )
{
    const sessionBuild* shown = &input->snapshot->build;
    for ( int i = 0; shown->filled && i < shown->build->partCount; ++i )
    {
        if ( shown->build->parts[i].id == id ) { return shown->states[i]; }
    }
    const ssPart* part = ssBuild_Part( &ui->model.build, id );
    ssPartState state = { .body = -1 };
    if ( part != NULL )
    {
        state.pose = ssPart_Pose( part );
        state.centre = part->position;
    }
    return state;
}
