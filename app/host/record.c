// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "host/settings.h"
#include "host/window_private.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/message.h"
#include <stdio.h>
#include <string.h>

// Starts `slipstick film` for the window and follows its progress.

hostRecorder hostMakeRecorder( void ) { return ( hostRecorder ){ .scene = -1, .settings = -1 }; }

void hostEndRecording( hostRecorder* r )
{
    osEndProgram( r->program );
    osCloseScratch( r->scene );
    osCloseScratch( r->settings );
    r->program = NULL;
    r->scene = r->settings = -1;
    r->shown.running = false;
}

/// Puts the run into a scratch file; of a log that is the file itself. Returns what is wrong.
static ssResult giveScene( hostWindow* w, char* word, size_t capacity )
{
    if ( ssScenario_IsLog( w->snapshot->scenario ) )
    {
        snprintf( word, capacity, "%s", w->logPath );
        return w->logPath[0] != '\0' ? ssOk()
                                     : ssError( ss_errorValue, NULL, "%s",
                                           tr( "This cannot be recorded: it came from a running program, or "
                                               "was opened with --map or --judge." ) );
    }
    ssScene scene;
    ssResult result = hostSceneOf( w, &scene );
    if ( result.code == ss_ok )
    {
        char* text = ssFormatScene( &scene );
        w->recorder.scene = text != NULL ? osFillScratch( text, strlen( text ), word, capacity ) : -1;
        ssRelease( text );
        ssScene_Destroy( &scene );
    }
    return result.code != ss_ok || w->recorder.scene >= 0
        ? result
        : ssError( ss_errorMemory, NULL, "%s", tr( "There is no room for the scene in $TMPDIR." ) );
}

/// With all digits, and a point in every locale.
static void spell( double value, char text[SS_NUMBER_MAX + 1] ) { text[ssSpellNumber( value, text )] = '\0'; }

static ssResult beginRecording( hostWindow* w, const uiRequests* requests )
{
    hostRecorder* r = &w->recorder;
    const sessionFilm* film = &requests->film;
    char word[1024], settings[64] = "", from[SS_NUMBER_MAX + 1], until[SS_NUMBER_MAX + 1],
                     speed[SS_NUMBER_MAX + 1], fps[SS_NUMBER_MAX + 1], size[40];
    SS_TRY( giveScene( w, word, sizeof word ) );
    r->settings = hostScratchSettings( uiGetSettings( w->ui ), settings, sizeof settings );
    spell( film->from, from );
    spell( film->until, until );
    spell( film->speed, speed );
    spell( film->fps, fps );
    snprintf( size, sizeof size, "%dx%d", film->width, film->height );
    const char* words[32] = { "/proc/self/exe", "film", "--progress", "--from", from, "--until", until,
        "--speed", speed, "--fps", fps, "--size", size, "--view", requests->filmWindow ? "window" : "scene",
        "--language", wordsChosen(), "-o", requests->filmPath };
    int count = 19;
    const char* more[][2] = { { "--settings", settings }, { "--font", w->def->font } };
    bool given[] = { r->settings >= 0, w->def->font != NULL };
    for ( int i = 0; i < SS_COUNT( more ); ++i )
    {
        if ( given[i] )
        {
            words[count++] = more[i][0];
            words[count++] = more[i][1];
        }
    }
    words[count++] = "--";
    words[count] = word;
    return osBeginProgram( words, -1, &r->program );
}

void hostServeRecording( hostWindow* w, const uiRequests* requests )
{
    hostRecorder* r = &w->recorder;
    if ( osFramesAreCalled() && ( requests->record || requests->stopRecording ) )
    {
        r->shown.running = osFilm( requests->record );
        const char* begun = tr( "The browser films what it shows; F9 ends the film." );
        uiNotify( w->ui, r->shown.running ? begun : tr( "The browser films nothing more." ) );
        return;
    }
    if ( requests->stopRecording && r->program != NULL )
    {
        osStopProgram( r->program );
        r->stops = true;
    }
    if ( !requests->record || r->program != NULL ) { return; }
    r->shown = ( uiRecording ){
        .running = true, .count = sessionFilm_Count( &requests->film ), .ended = r->shown.ended
    };
    r->film = requests->film;
    r->stops = false;
    snprintf( r->path, sizeof r->path, "%s", requests->filmPath );
    ssResult result = beginRecording( w, requests );
    if ( result.code != ss_ok )
    {
        hostEndRecording( r );
        r->shown.failed = true;
        snprintf( r->shown.message, sizeof r->shown.message, "%s", result.message );
        uiWarn( w->ui, result.message );
    }
}

/// The frames done, in the newest of the lines "frame 3 of 41".
static int64_t framesDone( const char* words )
{
    long long done = 0, count = 0;
    for ( const char* at = words; ( at = strstr( at, "frame " ) ) != NULL; ++at )
    {
        long long number = 0;
        done = sscanf( at, "frame %lld of %lld", &number, &count ) == 2 ? number : done;
    }
    return done;
}

/// "x.mp4: 121 frames, 4.03 s, 1280×720, 1.2 MB", or the message of the command without its name.
static void takeLastLine( hostRecorder* r )
{
    char words[512];
    const char* all = osProgramWords( r->program );
    size_t length = strlen( all ), taken = length < sizeof words - 1 ? length : sizeof words - 1;
    snprintf( words, sizeof words, "%s", all + length - taken );
    char* end = words + strlen( words );
    while ( end > words && end[-1] == '\n' ) { *--end = '\0'; }
    char* line = strrchr( words, '\n' );
    line = line != NULL ? line + 1 : words;
    const char* name = "slipstick film: ";
    line += strncmp( line, name, strlen( name ) ) == 0 ? strlen( name ) : 0;
    snprintf( r->shown.message, sizeof r->shown.message, "%s", line );
}

void hostUpdateRecording( hostWindow* w )
{
    hostRecorder* r = &w->recorder;
    if ( r->program == NULL ) { return; }
    bool runs = w->def->virtualClock ? !osWaitForProgram( r->program, 600.0 ) : osProgramRuns( r->program );
    r->shown.done = framesDone( osProgramWords( r->program ) );
    if ( runs ) { return; }
    ++r->shown.ended;
    r->shown.failed = osProgramStatus( r->program ) != 0 && !r->stops;
    takeLastLine( r );
    if ( r->stops && osProgramStatus( r->program ) != 0 )
    {
        snprintf( r->shown.message, sizeof r->shown.message, "%s", tr( "Stopped; no film was kept." ) );
    }
    char notice[400];
    snprintf( notice, sizeof notice, "%s", r->shown.message );
    ( r->shown.failed ? uiWarn : uiNotify )( w->ui, notice );
    hostEndRecording( r );
}
