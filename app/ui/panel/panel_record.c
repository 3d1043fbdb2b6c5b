// SPDX-License-Identifier: MIT
#include "base/gif.h"
#include "base/words.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/figure.h"

#include <stdio.h>

// Draws the panel in which a film is described and started.

static const char* const s_forms[session_filmFormCount] = { "MP4 (H.264)", "WebM (VP9)", "GIF",
    TR( "PNG frames" ) };

static bool isRunning( const uiFrameInput* input )
{
    return input->recording != NULL && input->recording->running;
}

/// A name that is free, as screenshots have it.
static void proposePath( uiRecordPanel* r, const ssScenario* scenario )
{
    const char* stem = uiPrint( "slipstick-%.80s", ssScenario_IsLog( scenario ) ? "log" : scenario->id );
    if ( r->film.form != session_filmFrames )
    {
        osFreeName( stem, sessionFilm_Ending( r->film.form ), r->path, sizeof( r->path ) );
        return;
    }
    snprintf( r->path, sizeof( r->path ), "%s-frames", stem );
    for ( int i = 2; osFolderExists( r->path ) || osFileExists( r->path ); ++i )
    {
        snprintf( r->path, sizeof( r->path ), "%s-frames-%d", stem, i );
    }
}

/// The whole run so far, or all of it where it has not begun, at the speed at which it is being watched.
static void propose( uiState* ui, const uiFrameInput* input )
{
    uiRecordPanel* r = ui->record;
    const sessionSnapshot* snapshot = input->snapshot;
    bool another = r->scenario != snapshot->scenario;
    r->pathTyped = !another && r->pathTyped;
    if ( r->film.fps <= 0.0 )
    {
        r->film.fps = 30.0;
        r->film.width = 1280;
        r->film.height = 720;
    }
    r->scenario = snapshot->scenario;
    r->hasFfmpeg = osFindProgram( "ffmpeg", r->path, sizeof( r->path ) );
    r->film.form = !r->hasFfmpeg && r->film.form <= session_filmWebm ? session_filmGif : r->film.form;
    r->film.from = snapshot->begin;
    r->film.until =
        !snapshot->recorded && snapshot->time > snapshot->begin ? snapshot->time : snapshot->until;
    r->film.speed = uiShownSpeed( ui, input );
    r->refusal[0] = '\0';
    if ( !r->pathTyped ) { proposePath( r, snapshot->scenario ); }
}

/// Asks the host for the film, or says why it cannot be made.
static void start( uiState* ui, const uiFrameInput* input )
{
    uiRecordPanel* r = ui->record;
    const sessionSnapshot* snapshot = input->snapshot;
    if ( !snapshot->recorded )
    {
        // the end of a run is a step of it
        r->film.until = fmax( 1.0, nearbyint( r->film.until / snapshot->h ) ) * snapshot->h;
    }
    sessionFilmForm form;
    ssResult result = r->path[0] == '\0'
        ? ssError( ss_errorValue, NULL, "%s", tr( "The film needs a name." ) )
        : !sessionFilm_FormOf( r->path, &form ) || form != r->film.form
        ? ssError( ss_errorValue, NULL, tr( "The name of this film ends in .%s" ),
              sessionFilm_Ending( r->film.form ) )
        : !( r->film.speed > 0.0 ) || !( r->film.fps > 0.0 )
        ? ssError( ss_errorValue, NULL, "%s", tr( "Speed and frames per second are more than 0." ) )
        : sessionFilm_Check( &r->film );
    if ( result.code == ss_ok && r->film.form <= session_filmWebm && !r->hasFfmpeg )
    {
        result = ssError( ss_errorValue, NULL, "%s",
            tr( "MP4 and WebM films need the Debian package ffmpeg. GIF and PNG frames do not." ) );
    }
    snprintf( r->refusal, sizeof( r->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    if ( result.code == ss_ok )
    {
        ui->requests.record = true;
        ui->requests.film = r->film;
        ui->requests.filmWindow = r->window;
        snprintf( ui->requests.filmPath, sizeof( ui->requests.filmPath ), "%s", r->path );
        r->asked = r->film;
        r->askedWindow = r->window;
        r->pathTyped = false;
    }
}

void uiToggleRecording( uiState* ui, const uiFrameInput* input )
{
    if ( isRunning( input ) ) { ui->requests.stopRecording = true; }
    else if ( osFramesAreCalled() )
    {
        ui->requests.record = true; // a film of what the browser shows from now on
    }
    else if ( ui->record->shown ) { start( ui, input ); }
    else
    {
        ui->record->shown = true;
        ui->figure->shown = false; // both have the same place
        propose( ui, input );
    }
}

static void drawSize( uiState* ui, const uiFrameInput* input )
{
    int width = (int)lroundf( (float)input->width * uiPixelScale( input ) ),
        height = (int)lroundf( (float)input->height * uiPixelScale( input ) );
    const uiFormExtent sizes[] = { { 640, 360, NULL }, { 1280, 720, NULL }, { 1920, 1080, NULL },
        { 3840, 2160, NULL }, { width - width % 2, height - height % 2, TR( "as the window" ) } };
    sessionFilm* film = &ui->record->film;
    uiFormSize( ui, "record.size", sizes, SS_COUNT( sizes ), &film->width, &film->height );
}

static void drawFile( uiState* ui )
{
    uiRecordPanel* r = ui->record;
    if ( uiFormText( "record.file", r->path, sizeof( r->path ) ) )
    {
        r->pathTyped = true;
        r->refusal[0] = '\0';
    }
}

static void drawFields( uiState* ui, const uiFrameInput* input )
{
    static const char* const views[] = { TR( "the scene" ), TR( "the window" ) };
    uiRecordPanel* r = ui->record;
    uiFormLabel( ui, TR( "view" ) );
    int view = r->window ? 1 : 0, form = (int)r->film.form;
    uiFormChoice( "record.view", views, 2, &view );
    r->window = view == 1;
    uiFormLabel( ui, TR( "from" ) );
    uiFormNumber( "record.from", &r->film.from );
    uiFormWord( ui, tr( "s to" ) );
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
    uiFormNumber( "record.until", &r->film.until );
    uiFormWord( ui, "s" );
    uiFormLabel( ui, TR( "speed" ) );
    uiFormNumber( "record.speed", &r->film.speed );
    uiFormWord( ui, tr( "× real time" ) );
    uiFormLabel( ui, TR( "frames" ) );
    uiFormNumber( "record.fps", &r->film.fps );
    uiFormWord( ui, tr( "per second" ) );
    uiFormLabel( ui, TR( "size" ) );
    drawSize( ui, input );
    uiFormLabel( ui, TR( "form" ) );
    if ( uiFormChoice( "record.form", s_forms, session_filmFormCount, &form ) )
    {
        r->film.form = (sessionFilmForm)form;
        r->film.fps = r->film.form == session_filmGif ? fmin( r->film.fps, GIF_FPS_MAX ) : r->film.fps;
        r->pathTyped = false;
        r->refusal[0] = '\0';
        proposePath( r, r->scenario );
    }
    uiFormLabel( ui, TR( "file" ) );
    drawFile( ui );
}

/// Is this still the film that was asked for?
static bool isAsked( const uiRecordPanel* r )
{
    const sessionFilm *a = &r->film, *b = &r->asked;
    return r->window == r->askedWindow && a->from == b->from && a->until == b->until &&
        a->speed == b->speed && a->fps == b->fps && a->width == b->width && a->height == b->height &&
        a->form == b->form;
}

/// How many frames it will have, what is wrong, or what became of the last one.
static void drawOutlook( uiState* ui, const uiFrameInput* input )
{
    const uiRecordPanel* r = ui->record;
    const char* text;
    ImU32 color = ui->theme.dim;
    bool rates = r->film.speed > 0.0 && r->film.fps > 0.0 && r->film.until >= r->film.from;
    double span = rates ? ( r->film.until - r->film.from ) * r->film.fps / r->film.speed : 0.0;
    if ( r->refusal[0] != '\0' )
    {
        text = r->refusal;
        color = ui->theme.error;
    }
    else if ( input->recording != NULL && input->recording->message[0] != '\0' && isAsked( r ) )
    {
        text = input->recording->message;
        color = input->recording->failed ? ui->theme.error : ui->theme.text;
    }
    else if ( !rates || span > SESSION_FILM_FRAMES_MAX )
    {
        text = tr( "These times and rates make no film." );
        color = ui->theme.warning;
    }
    else
    {
        long long count = (long long)sessionFilm_Count( &r->film );
        text = uiPrint( tr( "%lld frames, %.4g s of film%s" ), count, (double)count / r->film.fps,
            osFileExists( r->path ) ? tr( "; replaces the file" ) : "" );
    }
    uiWrappedColor( color, text );
    uiMarkText( "record.status", text );
}

static void drawProgress( uiState* ui, const uiRecording* recording )
{
    float share = recording->count > 0 ? (float)recording->done / (float)recording->count : 0.0f;
    const char* text =
        uiPrint( tr( "frame %lld of %lld" ), (long long)recording->done, (long long)recording->count );
    igPushStyleColor_U32( ImGuiCol_PlotHistogram, ui->theme.accent );
    igProgressBar( share, uiVec2( -1.0f, 0.0f ), text );
    igPopStyleColor( 1 );
    uiMarkText( "record.progress", text );
}

void uiDrawRecord( uiState* ui, const uiFrameInput* input )
{
    uiRecordPanel* r = ui->record;
    bool running = isRunning( input );
    uiPublish( "ui.record", r->shown ? 1.0 : 0.0 );
    uiPublish( "record.running", running ? 1.0 : 0.0 );
    if ( !r->shown ) { return; }
    if ( r->scenario != input->snapshot->scenario && !running ) { propose( ui, input ); }
    int ended = input->recording != NULL ? input->recording->ended : 0;
    if ( r->ended != ended && !r->pathTyped )
    {
        proposePath( r, r->scenario ); // for the next one
    }
    r->ended = ended;
    float em = igGetFontSize();
    igSetNextWindowPos( uiVec2( 0.98f * (float)input->width, 0.09f * (float)input->height ),
        ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( fminf( 26.0f * em, 0.94f * (float)input->width ), 0.0f ), ImGuiCond_Always );
    if ( igBegin( uiLabel( "Record" ), &r->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        igBeginDisabled( running );
        drawFields( ui, input );
        igEndDisabled();
        if ( running ) { drawProgress( ui, input->recording ); }
        else { drawOutlook( ui, input ); }
        if ( uiCommandButton(
                 uiLabel( running ? TR( "Stop (F9)" ) : TR( "Record (F9)" ) ), "record.start", true ) )
        {
            uiToggleRecording( ui, input );
        }
        r->shown = !uiCommandButton( uiLabel( "Close" ), "record.close", true ) && r->shown;
        igNewLine();
    }
    igEnd();
}
