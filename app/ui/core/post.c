// SPDX-License-Identifier: MIT
#include "session/lesson/lesson.h"
#include "ui/core/companions.h"
#include "ui/core/ui_state.h"

#include <stdio.h>

// Posts commands, and shows what was posted until a snapshot has it.

void uiPost( const uiFrameInput* input, sessionCommandKind kind, int64_t count, double value )
{
    sessionCommand command = { .kind = kind, .count = count, .value = value };
    sessionDriver_Post( input->driver, &command );
}

void uiPostFlags( uiState* ui, const uiFrameInput* input, uint32_t flags )
{
    ui->settings.drawFlags = flags;
    uiPost( input, session_commandFlags, (int64_t)uiVisibleFlags( ui ), 0.0 );
}

uint32_t uiVisibleFlags( const uiState* ui )
{
    static const struct
    {
        unsigned hidden, flags;
    } rows[] = {
        { lesson_hideContact, ss_drawContactPoints | ss_drawModes }, // their colours tell the mode
        { lesson_hideCones, ss_drawCones },
        { lesson_hideForces, ss_drawForces | ss_drawMoments | ss_drawForceChains | ss_drawLinesOfAction },
        { lesson_hideLabels, ss_drawLabels },
    };
    uint32_t flags = ui->settings.drawFlags;
    for ( int i = 0; i < SS_COUNT( rows ) && ui->lessonView.on; ++i )
    {
        flags &= ~( ( ui->lessonView.hidden & rows[i].hidden ) != 0 ? rows[i].flags : 0u );
    }
    return flags;
}

void uiPostParam( uiState* ui, const uiFrameInput* input, int param, double value )
{
    sessionCommand command = { .kind = session_commandSetParam, .param = param, .value = value };
    sessionDriver_Post( input->driver, &command );
    ui->posted.params[param] = ( uiPostedValue ){ .set = true, .value = value };
}

void uiPostText( const uiFrameInput* input, int param, const char* text )
{
    sessionCommand command = { .kind = session_commandSetParam, .param = param };
    snprintf( command.text, sizeof( command.text ), "%s", text );
    sessionDriver_Post( input->driver, &command );
}

double uiShownParam( const uiState* ui, const uiFrameInput* input, int param )
{
    return ui->posted.params[param].set ? ui->posted.params[param].value : input->snapshot->pending[param];
}

double uiShownSpeed( const uiState* ui, const uiFrameInput* input )
{
    return ui->posted.speed.set ? ui->posted.speed.value : input->snapshot->speed;
}

bool uiShownPlaying( const uiState* ui, const uiFrameInput* input )
{
    return ui->posted.playing.set ? ui->posted.playing.value != 0.0 : input->snapshot->playing;
}

static void agePosted( uiPostedValue* posted, double arrived, bool queued )
{
    // A value does not age while the simulation has not even taken it, for example during a long step.
    posted->age += queued ? 0 : 1;
    posted->set = posted->set && posted->value != arrived && posted->age < ui_postedFrames;
}

void uiAgePosted( uiState* ui, const uiFrameInput* input, int held )
{
    const sessionSnapshot* snapshot = input->snapshot;
    bool queued = input->work.queued;
    for ( int i = 0; i < snapshot->scenario->model.paramCount; ++i )
    {
        if ( i != held ) { agePosted( ui->posted.params + i, snapshot->pending[i], queued ); }
    }
    for ( int i = 0; i < snapshot->scenario->model.paramCount; ++i )
    {
        double own = uiTwinOwn( snapshot, i );
        // Two numbers that are none count as equal: the value was taken back.
        bool back = isnan( own ) && isnan( ui->posted.twins[i].value );
        agePosted( ui->posted.twins + i, own, queued );
        ui->posted.twins[i].set = ui->posted.twins[i].set && !back;
    }
    agePosted( &ui->posted.speed, snapshot->speed, queued );
    agePosted( &ui->posted.playing, snapshot->playing ? 1.0 : 0.0, queued );
}
