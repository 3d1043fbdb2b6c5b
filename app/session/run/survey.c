// SPDX-License-Identifier: MIT
#include "session/run/survey.h"
#include "base/os.h"
#include "gfx/list/draw_adapter.h"

#include <stdlib.h>
#include <string.h>

// One unit of work is a step without contacts, about a microsecond.
static const double s_usualWork = 2e5, s_contactWork = 1.5, s_lawWork = 30.0, s_iterationWork = 0.125;
// Rare states with glyphs longer than all others by this factor, as at impacts, do not set the scale.
static const double s_peak = 4.0, s_rare = 0.05;

// [bytes] of a state too large for a second one.
static const size_t s_largeState = (size_t)4 << 20;

#define MANY_CONTACTS 48 // see driver_publish.c

static void end( sessionSurvey* survey )
{
    ssDestroySim( survey->sim );
    survey->sim = NULL;
    gfxDrawList_Free( &survey->list );
}

void sessionSurvey_Free( sessionSurvey* survey )
{
    end( survey );
    free( survey->def );
    *survey = ( sessionSurvey ){ .def = NULL };
}

/// $SLIPSTICK_SURVEY bounds the work: tests without pictures would spend most of their time here.
static double mostWork( void )
{
    const char* text = getenv( "SLIPSTICK_SURVEY" );
    return text != NULL ? strtod( text, NULL ) : s_usualWork;
}

/// Is it the same run? Padding may differ, which only costs another look.
static bool isKnown( const sessionSurvey* survey, const ssScene* scene, int64_t lastStep )
{
    return survey->def != NULL && survey->lastStep == lastStep && scene->editCount == 0 &&
        memcmp( survey->def, &scene->def, sizeof scene->def ) == 0;
}

void sessionSurvey_Begin( sessionSurvey* survey, const ssScene* scene, int64_t lastStep )
{
    if ( isKnown( survey, scene, lastStep ) ) { return; }
    sessionSurvey_Free( survey );
    survey->def = malloc( sizeof *survey->def );
    if ( survey->def == NULL || ssCreateSim( &scene->def, &survey->sim ).code != ss_ok ||
        ssSim_SaveSize( survey->sim ) > s_largeState )
    {
        sessionSurvey_Free( survey );
        return;
    }
    memcpy( survey->def, &scene->def, sizeof scene->def );
    survey->lastStep = lastStep;
    survey->mostWork = mostWork();
    survey->stride = lastStep / ( session_surveySamples - 1 ) + 1;
}

/// Counts contacts under planar laws, which take longer.
static void countLaws( void* context, int count, const ssContactView* contacts )
{
    for ( int i = 0; i < count; ++i )
    {
        ( (sessionSurvey*)context )->laws += contacts[i].law != NULL ? 1 : 0;
    }
}

/// Notes at which scales the glyphs of the present state fit. False: nothing is drawn at all.
static bool look( sessionSurvey* survey )
{
    gfxDrawList* list = &survey->list;
    list->tooManyContacts = list->contactsPassed > MANY_CONTACTS;
    list->focusA = -2;
    list->contactSink = countLaws;
    list->contactContext = survey;
    survey->laws = 0;
    list->built = ssSim_Scenario( survey->sim )->build != NULL;
    ssDraw draw = gfxBeginAdapter( list, ss_drawDefault );
    ssSim_Draw( survey->sim, &draw );
    gfxFinishAdapter( list );
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        if ( list->limit[q] > 0.0f && survey->counts[q] < session_surveySamples )
        {
            survey->samples[q][survey->counts[q]++] = list->limit[q];
        }
    }
    gfxPath* path = &survey->path;
    if ( path->count < gfx_pathStages )
    {
        path->stages[path->count++] = gfxStageOf( list, ssSim_Time( survey->sim ) );
    }
    return list->planeCount + list->sphereCount + list->solidCount + list->arrowCount > 0;
}

/// Is a single step more than all the work there is? Counted, not timed: all machines see the same.
static bool takesLong( void* context )
{
    sessionSurvey* survey = context;
    // islands ask at once
    int asked = 1 + atomic_fetch_add_explicit( &survey->asked, 1, memory_order_relaxed );
    return survey->work + asked * s_iterationWork * survey->list.contactsPassed > survey->mostWork;
}

/// Goes to the next state that is looked at. False: there is none, or no more work is to be done.
static bool goOn( sessionSurvey* survey, const ssScene* scene )
{
    ssSim* sim = survey->sim;
    int64_t next = ssSim_StepIndex( sim ) + survey->stride;
    if ( next > survey->lastStep || survey->work > survey->mostWork ) { return false; }
    if ( ssSim_Scenario( sim )->recorded != NULL )
    {
        survey->work += survey->mostWork / session_surveySamples;
        return ssSim_Jump( sim, next ).code == ss_ok;
    }
    while ( ssSim_StepIndex( sim ) < next && survey->work <= survey->mostWork )
    {
        ssIgnore( ssScene_ApplyEdits( scene, sim, &survey->nextEdit ) ); // the run itself says what is wrong
        survey->asked = 0;
        ssStepReport report = ssSim_Step( sim );
        if ( report.status >= ss_statusNotFinite ) // or cancelled
        {
            return false;
        }
        survey->work += 1.0 + report.contacts * ( s_contactWork + s_iterationWork * report.iterations ) +
            s_lawWork * survey->laws;
    }
    return true;
}

bool sessionSurvey_Go( sessionSurvey* survey, const ssScene* scene, double budget )
{
    double start = osSeconds();
    bool seen = false;
    if ( survey->sim != NULL ) { ssSim_SetStop( survey->sim, takesLong, survey ); }
    while ( survey->sim != NULL && ( !seen || osSeconds() - start < budget ) )
    {
        seen = true;
        if ( !look( survey ) || !goOn( survey, scene ) ) { end( survey ); }
    }
    return seen;
}

static int ascending( const void* a, const void* b )
{
    float x = *(const float*)a, y = *(const float*)b;
    return ( x > y ) - ( x < y );
}

double sessionSurvey_Limit( const sessionSurvey* survey, int quantity )
{
    float sorted[session_surveySamples];
    int count = survey->counts[quantity];
    if ( count == 0 ) { return (double)INFINITY; }
    memcpy( sorted, survey->samples[quantity], (size_t)count * sizeof sorted[0] );
    qsort( sorted, (size_t)count, sizeof sorted[0], ascending );
    double least = (double)sorted[0], usual = (double)sorted[(int)( s_rare * count )];
    return usual > s_peak * least ? usual : least;
}

void sessionSurvey_Copy( const sessionSurvey* from, sessionSurvey* to )
{
    if ( from->def == NULL || from->sim != NULL )
    {
        return; // it has not arrived
    }
    sessionSurvey_Free( to );
    *to = *from;
    to->list = ( gfxDrawList ){ .flags = 0 };
    to->def = malloc( sizeof *to->def );
    if ( to->def != NULL ) { memcpy( to->def, from->def, sizeof *to->def ); }
}
