// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_law.h"

#include <stdio.h>
#include <string.h>

// The typed law and the run: sending it there, learning what became of it, and saying so.

#define ANSWER_FRAMES 3 // after which a snapshot shows what became of a law that the driver has taken

static const char* runText( const uiFrameInput* input )
{
    const ssLawProgram* law = input->snapshot->scenario->law;
    return law != NULL ? ssLawProgram_Info( law )->text : "";
}

static bool runTakesLaw( const uiFrameInput* input )
{
    return ssScenario_Base( input->snapshot->scenario )->model.takesLaw;
}

bool uiRunHasLaw( const uiLawEditor* e, const uiFrameInput* input )
{
    return e->draft.program != NULL && input->snapshot->scenario->law != NULL &&
        strcmp( runText( input ), ssLawProgram_Info( e->draft.program )->text ) == 0;
}

/// Was this text sent from here?
static bool isOwn( const uiLawEditor* e, const char* text )
{
    uint64_t hash = ssHashText( SS_HASH_SEED, text );
    bool own = false;
    for ( int i = 0; i < ui_lawPosts && i < e->postCount; ++i ) { own = own || e->posts[i] == hash; }
    return own;
}

/// The run's law has changed: to its own, one sent from here, or another scene's.
static void meetLaw( uiLawEditor* e, const uiFrameInput* input )
{
    const char* text = runText( input );
    e->refusal[0] = '\0';
    if ( e->carry )
    {
        e->carry = false;
        e->used = true;
        e->posted = 0;
        return;
    }
    if ( text[0] == '\0' )
    {
        e->used = e->used && e->waits >= 0; // what was sent is still on its way
        return;
    }
    if ( isOwn( e, text ) || uiRunHasLaw( e, input ) )
    {
        e->used = true;
        return;
    }
    e->used = false;
    if ( !sessionLawDraft_IsChanged( &e->draft ) )
    {
        sessionLawDraft_Show( &e->draft, text, NULL, igGetTime() );
        uiLawTextChanged( e, 0 );
        e->posts[e->postCount++ % ui_lawPosts] = ssHashText( SS_HASH_SEED, text );
    }
}

static void sendLaw( uiState* ui, uiLawEditor* e, const uiFrameInput* input, const char* text )
{
    ssResult result = sessionDriver_SetLaw( input->driver, text, "law" );
    if ( result.code == ss_ok ) { uiRecordLaw( ui, runText( input ), text ); }
    e->posts[e->postCount++ % ui_lawPosts] = ssHashText( SS_HASH_SEED, text );
    e->waits = 0;
    snprintf( e->refusal, sizeof( e->refusal ), "%s", result.code != ss_ok ? result.message : "" );
}

void uiUpdateLawRun( uiState* ui, uiLawEditor* e, const uiFrameInput* input )
{
    if ( e->seen != (const void*)input->snapshot->scenario )
    {
        e->seen = input->snapshot->scenario;
        meetLaw( e, input );
    }
    bool has = uiRunHasLaw( e, input );
    if ( e->waits >= 0 && !input->work.queued )
    {
        e->waits += 1;
        if ( has || e->waits > ANSWER_FRAMES )
        {
            snprintf(
                e->refusal, sizeof( e->refusal ), "%s", has || !e->used ? "" : input->snapshot->message );
            e->waits = -1;
        }
    }
    if ( e->used && runTakesLaw( input ) && e->draft.program != NULL && e->posted != e->draft.version )
    {
        e->posted = e->draft.version;
        if ( !has ) { sendLaw( ui, e, input, ssLawProgram_Info( e->draft.program )->text ); }
    }
}

static void light( ImU32 color, bool filled, const char* text )
{
    float em = igGetFontSize(), radius = roundf( 0.3f * em );
    ImVec2 at = uiCursor(), middle = uiVec2( at.x + radius, at.y + 0.5f * igGetFrameHeight() );
    if ( filled ) { ImDrawList_AddCircleFilled( igGetWindowDrawList(), middle, radius, color, 0 ); }
    else
    {
        ImDrawList_AddCircle(
            igGetWindowDrawList(), middle, radius - 0.5f, color, 0, fmaxf( 1.5f, 0.1f * em ) );
    }
    igSetCursorScreenPos( uiVec2( at.x + 2.0f * radius + 0.4f * em, at.y ) );
    igAlignTextToFramePadding();
    uiText( "%s", text );
    uiMarkText( "law.run", text );
}

/// The scenarios that take a law, as buttons that go there with this one.
static void drawTargets( uiState* ui, uiLawEditor* e )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        if ( scenario->model.takesLaw &&
            uiLawButton(
                ui, scenario->title, uiPrint( "law.go.%s", scenario->id ), e->draft.program != NULL ) )
        {
            ui->requests.load = scenario;
            e->carry = true;
        }
    }
    igNewLine();
}

/// The law of the twin alone: this one, or that of the run again.
static void drawTwinLaw( uiState* ui, const uiFrameInput* input, uiLawEditor* e )
{
    const sessionCompanionView* twin = sessionSnapshot_Twin( input->snapshot );
    const ssLawProgram* law = twin != NULL ? twin->scenario->law : NULL;
    bool has = law != NULL && e->draft.program != NULL &&
        strcmp( ssLawProgram_Info( law )->text, ssLawProgram_Info( e->draft.program )->text ) == 0;
    if ( !has && uiLawButton( ui, TR( "Twin B with this one" ), "law.twin", e->draft.program != NULL ) )
    {
        ssResult result =
            sessionDriver_SetTwinLaw( input->driver, ssLawProgram_Info( e->draft.program )->text, "law" );
        snprintf( e->refusal, sizeof( e->refusal ), "%s", result.code != ss_ok ? result.message : "" );
    }
    if ( twin != NULL && twin->ownLaw &&
        uiLawButton( ui, TR( "Twin B as the run" ), "law.twin-as-run", true ) )
    {
        sessionDriver_Post(
            input->driver, &( sessionCommand ){ .kind = session_commandTwinValues, .text = "law_text" } );
    }
}

void uiDrawLawRun( uiState* ui, const uiFrameInput* input, uiLawEditor* e )
{
    const ssScenario* scenario = input->snapshot->scenario;
    bool has = uiRunHasLaw( e, input );
    uiPublish( "law.runs", has ? 1.0 : 0.0 );
    if ( !runTakesLaw( input ) )
    {
        const char* text =
            uiPrint( tr( "%s takes no typed law. Go with this one to" ), tr( scenario->title ) );
        light( ui->theme.dim, false, text );
        igSameLine( 0.0f, -1.0f );
        drawTargets( ui, e );
        return;
    }
    const char* text =
        uiPrint( has && e->draft.problem[0] ? tr( "The run goes on with the last text that was right." )
                : has                       ? tr( "The run has this law." )
                : scenario->law == NULL     ? tr( "The run has the scenario's own law." )
                                            : tr( "The run has the law \"%.120s\"." ),
            scenario->law != NULL ? tr( ssLawProgram_Info( scenario->law )->title ) : "" );
    light( has ? ui->theme.good : ui->theme.dim, has, text );
    igSameLine( 0.0f, -1.0f );
    if ( !has && uiLawButton( ui, TR( "Run with this one" ), "law.use", e->draft.program != NULL ) )
    {
        e->used = true;
        e->posted = 0;
    }
    if ( !has && scenario->law != NULL && uiLawButton( ui, TR( "Show that one" ), "law.show", true ) )
    {
        sessionLawDraft_Show( &e->draft, runText( input ), NULL, igGetTime() );
        uiLawTextChanged( e, 0 );
    }
    if ( scenario->law != NULL && uiLawButton( ui, TR( "Scenario's own law" ), "law.own", true ) )
    {
        e->used = false;
        sendLaw( ui, e, input, "" );
    }
    drawTwinLaw( ui, input, e );
    igNewLine();
}
