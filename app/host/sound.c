// SPDX-License-Identifier: MIT
#include "host/window_private.h"

#include "base/words.h"
#include "ui/core/format.h"
#include "ui/core/message.h"
#include <SDL.h>
#include <math.h>

// The sound device: feeds the friction force of the run to it while the run is seen to play.

static void SDLCALL fill( void* sound, Uint8* bytes, int size )
{
    sessionSound_Fill( sound, (float*)(void*)bytes, size / (int)sizeof( float ) );
}

/// False: there is no device, which the user is told. Scripts use one that plays into the void.
static bool openDevice( hostWindow* w )
{
    hostSound* s = &w->sound;
    const SDL_AudioSpec wanted = { .freq = session_soundRate,
        .format = AUDIO_F32SYS,
        .channels = 1,
        .samples = 512,
        .callback = fill,
        .userdata = &s->sound };
    bool mute = w->def->virtualClock && SDL_getenv( "SDL_AUDIODRIVER" ) == NULL;
    bool ready = ( mute ? SDL_AudioInit( "dummy" ) : SDL_InitSubSystem( SDL_INIT_AUDIO ) ) == 0;
    sessionSound_Clear( &s->sound );
    s->device = ready ? SDL_OpenAudioDevice( NULL, 0, &wanted, NULL, 0 ) : 0;
    if ( s->device == 0 )
    {
        uiWarn( w->ui, uiPrint( tr( "There is no sound: %s" ), SDL_GetError() ) );
        return false;
    }
    SDL_PauseAudioDevice( s->device, 0 );
    return true;
}

/// Says once what is heard.
static void announce( hostWindow* w, int signal )
{
    const ssScenario* scenario = w->snapshot->scenario;
    w->sound.scenario = scenario;
    uiNotify( w->ui,
        signal < 0 ? tr( "Sound: this scenario has no friction force that could be heard." )
                   : uiPrint( tr( "Sound: %s, as fast as it is played; 64× makes a tone of a rattle." ),
                         tr( scenario->model.signals[signal].doc ) ) );
}

static void feed( hostWindow* w, int signal )
{
    hostSound* s = &w->sound;
    const sessionSignalLog* log = &w->signalLog;
    const sessionSnapshot* now = w->snapshot;
    bool another = log->runNumber != s->run || !( now->time >= s->seen );
    if ( another )
    {
        sessionSound_Clear( &s->sound );
        s->run = log->runNumber;
        s->fed = now->time;
    }
    s->seen = now->time;
    for ( int i = sessionSignalLog_Find( log, s->fed ) + 1; i < log->rowCount; ++i )
    {
        const double* row = sessionSignalLog_Row( log, i );
        sessionSound_Add( &s->sound, row[0], row[1 + signal] );
        s->fed = row[0];
    }
}

void hostUpdateSound( hostWindow* w, bool on, float volume )
{
    hostSound* s = &w->sound;
    if ( on && s->device == 0 && !openDevice( w ) )
    {
        uiGetSettings( w->ui )->sound = false;
        return;
    }
    if ( s->device == 0 )
    {
        return;
    }
    const sessionSnapshot* now = w->snapshot;
    int signal = sessionSound_Signal( now->scenario );
    bool plays = on && now->playing && !now->recorded && signal >= 0;
    double speed = now->measuredSpeed > 0.0 ? fmin( now->speed, now->measuredSpeed ) : now->speed;
    SDL_LockAudioDevice( s->device );
    s->sound.plays = plays;
    s->sound.volume = (double)volume;
    s->sound.speed = speed > 0.97 * now->speed ? now->speed : speed; // a pitch that is meant to stay stays
    if ( plays )
    {
        feed( w, signal );
    }
    else
    {
        s->run = 0; // what comes next is another moment
    }
    SDL_UnlockAudioDevice( s->device );
    if ( on && s->scenario != now->scenario )
    {
        announce( w, signal );
    }
    s->scenario = on ? s->scenario : NULL;
}

void hostCloseSound( hostWindow* w )
{
    if ( w->sound.device != 0 )
    {
        SDL_LockAudioDevice( w->sound.device );
        w->sound.sound.plays = false; // it fades
        SDL_UnlockAudioDevice( w->sound.device );
        SDL_Delay( w->def->virtualClock ? 0 : 40 );
        SDL_CloseAudioDevice( w->sound.device );
    }
}
