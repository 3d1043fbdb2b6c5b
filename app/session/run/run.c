// SPDX-License-Identifier: MIT
#include "session/run/run.h"
#include "base/grow.h"
#include "slipstick/audit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One run: before and after each step it records what going back, plots and charts need.

void sessionRun_ForgetLastStep( sessionRun* run )
{
    free( run->last.blob );
    ssDestroySim( run->last.sim );
    ssScenario_Release( run->last.scenario );
    run->last = ( sessionLastStep ){ .blob = NULL };
}

void sessionRun_Begin( sessionRun* run, uint64_t number )
{
    sessionRun_ForgetLastStep( run );
    run->number = number;
    run->nextEdit = 0;
    run->farthest = 0;
    sessionHistory_Clear( &run->history );
    int64_t recorded = ssSim_LastStep( run->sim );
    run->lastStep = recorded >= 0 ? recorded : llround( run->scene.def.until / run->scene.def.h );
    run->rowStride = 1;
    while ( run->lastStep / run->rowStride > session_rowsPerRun ) { run->rowStride *= 2; }
    sessionSurvey_Begin( &run->survey, &run->scene, run->lastStep );
    if ( ssSim_Scenario( run->sim )->recorded == NULL ) // those of recorded states come from reading ahead
    {
        sessionTrail_Clear( &run->trail, run->scene.def.h );
        sessionChangeList_Clear( &run->changes );
        sessionChangeList_Visit( &run->changes, run->sim );
        sessionRun_SendRow( run, SS_NAN );
    }
}

void sessionRun_Free( sessionRun* run )
{
    sessionRun_ForgetLastStep( run );
    ssDestroySim( run->sim );
    ssScene_Destroy( &run->scene );
    sessionHistory_Free( &run->history );
    sessionChangeList_Free( &run->changes );
    sessionSurvey_Free( &run->survey );
    free( run->rows );
    run->sim = NULL;
    run->rows = NULL;
    run->rowCount = run->rowCapacity = 0;
}

ssResult sessionRun_BeforeStep( sessionRun* run )
{
    sessionHistory_Visit( &run->history, run->sim );
    sessionTrail_Visit( &run->trail, run->sim );
    ssResult result = ssScene_ApplyEdits( &run->scene, run->sim, &run->nextEdit );
    sessionRun_ForgetLastStep( run );
    return result;
}

void sessionRun_AfterStep( sessionRun* run )
{
    int64_t step = ssSim_StepIndex( run->sim );
    run->farthest = step > run->farthest ? step : run->farthest;
    sessionChangeList_Visit( &run->changes, run->sim );
    if ( step % run->rowStride == 0 ) { sessionRun_SendRow( run, SS_NAN ); }
}

bool sessionRun_GoNear( sessionRun* run, int64_t step )
{
    int64_t from = ssSim_StepIndex( run->sim );
    if ( !sessionHistory_Restore( &run->history, run->sim, step ) && step < from ) { return false; }
    int64_t restored = ssSim_StepIndex( run->sim );
    if ( restored != from )
    {
        sessionRun_ForgetLastStep( run );
        run->nextEdit = 0;
        while ( run->nextEdit < run->scene.editCount && run->scene.edits[run->nextEdit].step < restored )
        {
            ++run->nextEdit;
        }
    }
    return true;
}

ssResult sessionRun_Replay( const sessionRun* run, int64_t steps, sessionReplay* replay )
{
    bool recorded = ssSim_Scenario( run->sim )->recorded != NULL;
    int64_t to = ssSim_StepIndex( run->sim ), first = recorded ? -1 : 0; // a log begins with contacts
    int64_t from = to - steps > first ? to - steps : first;
    int i = run->history.count - 1;
    *replay = ( sessionReplay ){ .from = from, .to = to };
    SS_TRY( ssScene_Copy( &run->scene, &replay->scene ) );
    while ( i >= 0 && run->history.moments[i].step > from ) { --i; }
    if ( i < 0 ) { return ssOk(); }
    const sessionMoment* moment = run->history.moments + i;
    replay->state = malloc( moment->size );
    if ( replay->state != NULL ) // else from t = 0 on
    {
        memcpy( replay->state, run->history.bytes + moment->offset, moment->size );
        replay->size = moment->size;
        replay->scenario = ssScenario_Retain( moment->scenario );
    }
    return ssOk();
}

void sessionRun_BeforeChange( sessionRun* run )
{
    sessionLastStep* last = &run->last;
    last->compared = false;
    if ( last->blob != NULL || ssSim_StepIndex( run->sim ) == 0 ||
        ssSim_Scenario( run->sim )->recorded != NULL )
    {
        return; // it is kept, or nothing has been computed
    }
    last->size = ssSim_SaveSize( run->sim );
    last->blob = malloc( last->size );
    if ( last->blob != NULL )
    {
        ssSim_Save( run->sim, last->blob, last->size );
        last->scenario = ssScenario_Retain( ssSim_Scenario( run->sim ) );
        ssSim_Signals( run->sim, last->signals );
    }
}

/// What a contact is judged by; without memory, contacts that are left out.
typedef struct judgements
{
    double ( *rows )[10 + ss_auditCount];
    int count, capacity;
    double speed;
} judgements;

static void addJudgements( void* context, int count, const ssContactView* contacts )
{
    judgements* j = context;
    bool grown = GROW( j->rows, j->capacity, j->count + count );
    for ( int i = 0; i < count && grown; ++i )
    {
        const ssContactView* c = contacts + i;
        double* row = j->rows[j->count++];
        const double values[10] = { c->force[0], c->force[1], c->force[2], c->cone.mu, c->cone.muRoll,
            c->cone.muSpin, (double)c->cone.variant, (double)c->mode, ssContactView_Margin( c ),
            c->pending ? 1.0 : 0.0 };
        memcpy( row, values, sizeof values );
        ssAuditContact( c, j->speed, row + 10 );
    }
}

static judgements judge( const ssSim* sim )
{
    judgements j = { .speed = 9.81 * ssSim_StepSize( sim ) };
    const ssDraw draw = { .context = &j, .contacts = addJudgements };
    ssSim_Draw( sim, &draw );
    return j;
}

static bool judgedAlike( const ssSim* a, const ssSim* b )
{
    judgements before = judge( a ), after = judge( b );
    bool alike = before.count == after.count;
    for ( int i = 0; i < before.count && alike; ++i )
    {
        for ( int k = 0; k < SS_COUNT( before.rows[i] ) && alike; ++k )
        {
            double x = before.rows[i][k], y = after.rows[i][k];
            alike = x == y || ( isnan( x ) && isnan( y ) );
        }
    }
    free( before.rows );
    free( after.rows );
    return alike;
}

/// The simulation as the last step has left it; NULL: it is as it was, or there is no memory.
static const ssSim* stateOfLastStep( sessionRun* run )
{
    sessionLastStep* last = &run->last;
    if ( last->blob != NULL && last->sim == NULL &&
        ( ssCreateSim( &run->scene.def, &last->sim ).code != ss_ok ||
            ssSim_RestoreAs( last->sim, last->scenario, last->blob, last->size ).code != ss_ok ) )
    {
        sessionRun_ForgetLastStep( run );
    }
    return last->sim;
}

const ssSim* sessionRun_LastStep( sessionRun* run )
{
    const ssSim* sim = stateOfLastStep( run );
    if ( sim != NULL && !run->last.compared )
    {
        run->last.differs = !judgedAlike( sim, run->sim );
        run->last.compared = true;
    }
    return sim != NULL && run->last.differs ? sim : run->sim;
}

bool sessionRun_WaitsForStep( sessionRun* run, int param )
{
    const ssParam* row = ssSim_Scenario( run->sim )->model.params + param;
    const ssSim* sim = stateOfLastStep( run );
    if ( sim == NULL || !row->live || strcmp( row->group, "view" ) == 0 ) { return false; }
    int before =
        ssFindParam( ssSim_Scenario( sim )->model.params, ssSim_Scenario( sim )->model.paramCount, row->key );
    bool text = row->kind == ss_paramText;
    return before < 0 || ssSim_Param( sim, before ) != ssSim_Param( run->sim, param ) ||
        ( text && strcmp( ssSim_Text( sim, before ), ssSim_Text( run->sim, param ) ) != 0 );
}

ssResult sessionRun_ApplyEdits( sessionRun* run )
{
    const ssScene* scene = &run->scene;
    if ( run->nextEdit < scene->editCount && scene->edits[run->nextEdit].step <= ssSim_StepIndex( run->sim ) )
    {
        sessionRun_BeforeChange( run );
    }
    return ssScene_ApplyEdits( scene, run->sim, &run->nextEdit );
}

/// Makes room for one more edit. False when memory is short.
static bool growEdits( sessionRun* run )
{
    ssScene* scene = &run->scene;
    if ( scene->editCount < run->editCapacity ) { return true; }
    int capacity = run->editCapacity > 0 ? 2 * run->editCapacity : 64;
    ssEdit* edits = ssAlloc( (size_t)capacity * sizeof *edits );
    if ( edits == NULL ) { return false; }
    if ( scene->editCount > 0 ) { memcpy( edits, scene->edits, (size_t)scene->editCount * sizeof *edits ); }
    ssRelease( scene->edits );
    scene->edits = edits;
    run->editCapacity = capacity;
    return true;
}

void sessionRun_CutFuture( sessionRun* run )
{
    ssScene_KeepEdits( &run->scene, run->nextEdit );
    sessionHistory_Cut( &run->history, ssSim_StepIndex( run->sim ) );
    sessionTrail_Cut( &run->trail, ssSim_StepIndex( run->sim ) );
    sessionChangeList_Cut( &run->changes, run->sim );
    run->farthest = ssSim_StepIndex( run->sim );
    sessionRun_SendRow( run, ssSim_Time( run->sim ) );
}

bool sessionRun_Record( sessionRun* run, ssEdit edit )
{
    ssScene* scene = &run->scene;
    sessionRun_CutFuture( run );
    ssEdit* last = scene->editCount > 0 ? scene->edits + scene->editCount - 1 : NULL;
    // Moving a slider while paused, or typing a law, is one edit. The first position of a drag decides where
    // the body is held, and a change of a part whether its body is put somewhere: all of those are recorded.
    bool merges = edit.param != SS_EDIT_DRAG && edit.param != SS_EDIT_BUILD;
    if ( last != NULL && merges && last->step == edit.step && last->param == edit.param )
    {
        ssEdit_Release( last );
        *last = edit;
        return true;
    }
    if ( !growEdits( run ) )
    {
        ssEdit_Release( &edit );
        return false;
    }
    scene->edits[scene->editCount++] = edit;
    run->nextEdit = scene->editCount;
    return true;
}

void sessionRun_AdoptValues( sessionRun* run )
{
    ssSimDef* def = &run->scene.def;
    def->scenario = ssSim_Scenario( run->sim );
    ssScene_Hold( &run->scene );
    for ( int i = 0; i < def->scenario->model.paramCount; ++i )
    {
        def->values[i] = ssSim_Param( run->sim, i );
        int slot = ssTextSlot( def->scenario->model.params, i );
        if ( slot >= 0 ) { snprintf( def->texts[slot], SS_TEXT_CAPACITY, "%s", ssSim_Text( run->sim, i ) ); }
    }
}

void sessionRun_BeginAnew( sessionRun* run )
{
    sessionRun_AdoptValues( run );
    sessionRun_ForgetLastStep( run );
    sessionSurvey_Begin( &run->survey, &run->scene, run->lastStep );
    run->farthest = 0;
    sessionHistory_Clear( &run->history );
    sessionTrail_Clear( &run->trail, run->scene.def.h );
    sessionChangeList_Clear( &run->changes );
    sessionChangeList_Visit( &run->changes, run->sim );
    sessionRun_SendRow( run, 0.0 );
}

/// Keeps every second row, from now on too: nobody has fetched rows for long.
static void thinRows( sessionRun* run )
{
    int kept = 0;
    double cutAfter = SS_NAN; // of rows that are dropped
    for ( int i = 0; i < run->rowCount; ++i )
    {
        sessionRow* row = run->rows + i;
        if ( i % 2 != 0 && row->copyTo == 0 )
        {
            cutAfter = fmin( cutAfter, row->cutAfter );
            continue;
        }
        run->rows[kept] = *row;
        run->rows[kept++].cutAfter = fmin( row->cutAfter, cutAfter );
        cutAfter = SS_NAN;
    }
    run->rowCount = kept;
    run->rowStride *= 2;
}

static void pushRow( sessionRun* run, const sessionRow* row )
{
    osLockMonitor( run->lock );
    if ( run->rowCount >= session_rowsPerRun ) { thinRows( run ); }
    // Much at once: while a run goes on, frames allocate nothing.
    if ( GROW( run->rows, run->rowCapacity, run->rowCount < 1024 ? 1024 : run->rowCount + 1 ) )
    {
        run->rows[run->rowCount++] = *row;
    }
    osUnlockMonitor( run->lock );
}

static sessionRow rowOf( const sessionRun* run, const ssSim* sim, double cutAfter )
{
    sessionRow row = {
        .cutAfter = cutAfter,
        .runNumber = run->number,
        .step = ssSim_StepIndex( sim ),
        .time = ssSim_Time( sim ),
        .signalCount = ssSim_Scenario( sim )->model.signalCount,
    };
    ssSim_Signals( sim, row.signals );
    if ( sim == run->sim && run->last.blob != NULL ) // the row of this step stays as it was
    {
        memcpy( row.signals, run->last.signals, sizeof row.signals );
    }
    return row;
}

void sessionRun_SendRowOf( sessionRun* run, const ssSim* sim, double cutAfter )
{
    sessionRow row = rowOf( run, sim, cutAfter );
    pushRow( run, &row );
}

void sessionRun_SendRow( sessionRun* run, double cutAfter )
{
    sessionRun_SendRowOf( run, run->sim, cutAfter );
}

void sessionRun_SendCopy( sessionRun* run, int companion, uint64_t number )
{
    sessionRow row = rowOf( run, run->sim, SS_NAN );
    row.copyTo = companion + 1;
    row.copyNumber = number;
    pushRow( run, &row );
}

void sessionRun_TakeRows( sessionRun* run, sessionSignalLog* log, sessionSignalLog* companionLogs )
{
    for ( int i = 0; i < run->rowCount; ++i )
    {
        const sessionRow* row = run->rows + i;
        if ( log->runNumber != row->runNumber || log->lastStep < 0 )
        {
            sessionSignalLog_Begin( log, row->runNumber, row->signalCount );
        }
        if ( !isnan( row->cutAfter ) ) { sessionSignalLog_Cut( log, row->cutAfter ); }
        sessionSignalLog_Add( log, row->step, row->time, row->signals );
        if ( row->copyTo > 0 && companionLogs != NULL )
        {
            sessionSignalLog_Copy( log, companionLogs + row->copyTo - 1, row->copyNumber );
        }
    }
    run->rowCount = 0;
}
