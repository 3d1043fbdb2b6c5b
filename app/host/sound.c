// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "host/window_private.h"
#include "ui/core/format.h"
#include "ui/core/message.h"
#include <SDL.h>

// The sound device: feeds the friction force of the run to it while the run plays.

static void SDLCALL fill( void* sound, Uint8* bytes, int size )
{
    sessionSound_Fill( sound, (float*)(void*)bytes, size / (int)sizeof( float ) );
}

/// False: there is no device, which the user is told. Scripts use one that plays into the void.
static bool openDevice( hostWindow* w )
{
    const SDL_AudioSpec wanted = { .freq = session_soundRate,
        .format = AUDIO_F32SYS,
        .channels = 1,
        .samples = 1024,
        .callback = fill,
        .userdata = &w->sound.sound };
    bool mute = w->def->virtualClock && SDL_getenv( "SDL_AUDIODRIVER" ) == NULL;
    bool ready = ( mute ? SDL_AudioInit( "dummy" ) : SDL_InitSubSystem( SDL_INIT_AUDIO ) ) == 0;
    w->sound.device = ready ? SDL_OpenAudioDevice( NULL, 0, &wanted, NULL, 0 ) : 0;
    if ( w->sound.device == 0 ) { uiWarn( w->ui, uiPrint( tr( "There is no sound: %s" ), SDL_GetError() ) ); }
    else { SDL_PauseAudioDevice( w->sound.device, 0 ); }
    return w->sound.device != 0;
}

/// Says what is heard, once for a scenario and once it is known how high.
static void announce( hostWindow* w, int signal, int octaves, double period )
{
    hostSound* s = &w->sound;
    const ssScenario* scenario = w->snapshot->scenario;
    if ( s->scenario == scenario && ( octaves == s->octaves || !( period > 0.0 ) ) ) { return; }
    s->scenario = scenario;
    s->octaves = octaves;
    const char* slow = uiFormatQuantity( 1.0 / period, "Hz" );
    uiNotify( w->ui,
        signal < 0 ? tr( "Sound: this scenario has no friction force that could be heard." )
            : period > 0.0
            ? uiPrint( tr( "Sound: the friction force, %s, %d octaves higher." ), slow, octaves )
            : tr( "Sound: the friction force is heard once it oscillates." ) );
}

/// The device is locked.
static void feed( hostWindow* w, int signal )
{
    hostSound* s = &w->sound;
    const sessionSignalLog* log = &w->signalLog;
    if ( log->runNumber != s->run || !( w->snapshot->time >= s->seen ) )
    {
        sessionSound_Clear( &s->sound );
        s->run = log->runNumber;
        s->fed = w->snapshot->time;
    }
    s->seen = w->snapshot->time;
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
    if ( on && s->device == 0 && !openDevice( w ) ) { uiGetSettings( w->ui )->sound = false; }
    if ( s->device == 0 ) { return; }
    int signal = sessionSound_Signal( w->snapshot->scenario );
    SDL_LockAudioDevice( s->device );
    s->sound.plays = on && w->snapshot->playing && !w->snapshot->recorded && signal >= 0;
    s->sound.volume = (double)volume;
    if ( s->sound.plays ) { feed( w, signal ); }
    int octaves = s->sound.octaves;
    double period = s->sound.period;
    SDL_UnlockAudioDevice( s->device );
    s->scenario = on ? s->scenario : NULL;
    if ( on ) { announce( w, signal, octaves, period ); }
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
