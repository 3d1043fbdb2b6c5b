// SPDX-License-Identifier: MIT
#include "session/run/preview.h"
#include "base/os.h"
#include "gfx/list/draw_adapter.h"

#include <stdlib.h>

// Steps the run of a small picture and draws it into a list.

static const double s_rest = 1.5;        // [s] for which the end of a run can be looked at
static const double s_surveyShare = 0.2; // of a window's work: there are many pictures
static const double s_lag = 0.1;         // [s] of the clock: a run too heavy for its speed plays slower

static bool begin( sessionPreview* preview )
{
    ssDestroySim( preview->sim );
    preview->sim = NULL;
    preview->owed = preview->rests = 0.0;
    preview->nextEdit = 0;
    sessionTrail_Clear( &preview->trail, preview->scene.def.h );
    return ssCreateSim( &preview->scene.def, &preview->sim ).code == ss_ok;
}

sessionPreview* sessionCreatePreview( ssScene* scene )
{
    sessionPreview* preview = calloc( 1, sizeof *preview );
    if ( preview == NULL )
    {
        ssScene_Destroy( scene );
        return NULL;
    }
    preview->scene = *scene;
    const ssSimDef* def = &preview->scene.def;
    preview->show =
        showOfScene( &preview->scene, def->preset != NULL ? def->preset : ssSimDef_Preset( def ) );
    preview->lastStep = llround( def->until / def->h );
    if ( !begin( preview ) )
    {
        sessionDestroyPreview( preview );
        return NULL;
    }
    sessionSurvey_Begin( &preview->survey, &preview->scene, preview->lastStep );
    preview->survey.mostWork *= s_surveyShare;
    return preview;
}

void sessionDestroyPreview( sessionPreview* preview )
{
    if ( preview != NULL )
    {
        sessionSurvey_Free( &preview->survey );
        ssDestroySim( preview->sim );
        ssScene_Destroy( &preview->scene );
        gfxDrawList_Free( &preview->draw );
        free( preview );
    }
}

/// One step. False: the run is at its end, or cannot go on.
static bool step( sessionPreview* preview )
{
    bool endless = preview->show.ending == ss_endingGoOn;
    if ( preview->sim == NULL || ( !endless && ssSim_StepIndex( preview->sim ) >= preview->lastStep ) )
    {
        return false;
    }
    sessionTrail_Visit( &preview->trail, preview->sim );
    ssIgnore( ssScene_ApplyEdits( &preview->scene, preview->sim, &preview->nextEdit ) );
    return ssSim_Step( preview->sim ).status < ss_statusNotFinite;
}

bool sessionPreview_Seek( sessionPreview* preview, double seconds, double budget )
{
    double start = osSeconds();
    while ( sessionSurvey_Go( &preview->survey, &preview->scene, budget ) )
    {
        if ( osSeconds() - start > budget ) { return false; }
    }
    double wanted = seconds * preview->show.speed;
    while ( preview->sim != NULL && ssSim_Time( preview->sim ) < wanted && step( preview ) )
    {
        if ( osSeconds() - start > budget ) { return false; }
    }
    return true;
}

void sessionPreview_Play( sessionPreview* preview, double seconds, double budget )
{
    double start = osSeconds(), h = preview->scene.def.h;
    preview->owed = fmin( preview->owed + seconds * preview->show.speed, s_lag * preview->show.speed + h );
    while ( preview->owed >= h && osSeconds() - start < budget )
    {
        preview->owed -= h;
        if ( !step( preview ) )
        {
            preview->rests += seconds;
            preview->owed = 0.0;
            if ( preview->rests > s_rest ) { begin( preview ); }
            return;
        }
    }
}

void sessionPreview_Draw( sessionPreview* preview, uint32_t flags )
{
    const int manyContacts = 48; // see driver_publish.c
    gfxDrawList* list = &preview->draw;
    if ( preview->sim == NULL ) { return; }
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        double limit = sessionSurvey_Limit( &preview->survey, q );
        list->scale[q] = limit < HUGE_VAL ? (float)gfxRoundScale( limit ) : 0.0f;
    }
    list->tooManyContacts = list->contactsPassed > manyContacts;
    list->focusOnly = preview->show.focusOnly;
    list->focusA = -2;
    list->built = ssSim_Scenario( preview->sim )->build != NULL;
    ssDraw draw = gfxBeginAdapter( list, flags );
    ssSim_Draw( preview->sim, &draw );
    sessionTrail_Draw( &preview->trail, preview->sim, &draw );
    gfxFinishAdapter( list );
}
