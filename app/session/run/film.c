// SPDX-License-Identifier: MIT
#include "session/run/film.h"
#include "base/gif.h"

#include <ctype.h>
#include <string.h>

// The moments that the frames of a film show, and checks of its size, speed and form.

static const char* const s_endings[session_filmFormCount] = { "mp4", "webm", "gif", "" };

/// ( until - from ) fps / speed, as near to a whole number as it is meant.
static double frameSpan( const sessionFilm* film )
{
    double span = ( film->until - film->from ) * film->fps / film->speed, whole = nearbyint( span );
    return fabs( span - whole ) <= 1e-9 * fmax( 1.0, fabs( span ) ) ? whole : span;
}

int64_t sessionFilm_Count( const sessionFilm* film ) { return (int64_t)floor( frameSpan( film ) ) + 1; }

double sessionFilm_TimeOf( const sessionFilm* film, int64_t frame )
{
    int64_t last = sessionFilm_Count( film ) - 1;
    return last > 0 && frame >= last ? film->until : film->from + (double)frame * film->speed / film->fps;
}

static bool sameWord( const char* a, const char* b )
{
    while ( *a != '\0' && tolower( (unsigned char)*a ) == *b )
    {
        ++a;
        ++b;
    }
    return *a == *b;
}

bool sessionFilm_FormOf( const char* path, sessionFilmForm* form )
{
    size_t length = strlen( path );
    const char *slash = strrchr( path, '/' ), *name = slash != NULL ? slash + 1 : path;
    const char* dot = strrchr( name, '.' );
    *form = session_filmFrames;
    if ( length == 0 || path[length - 1] == '/' || osFolderExists( path ) || dot == NULL || dot == name )
    {
        return length > 0;
    }
    for ( int i = 0; i < session_filmFrames; ++i )
    {
        if ( sameWord( dot + 1, s_endings[i] ) )
        {
            *form = (sessionFilmForm)i;
            return true;
        }
    }
    return false;
}

const char* sessionFilm_Ending( sessionFilmForm form ) { return s_endings[form]; }

bool sessionIsSize( int width, int height )
{
    return width >= SESSION_WIDTH_MIN && width <= SESSION_WIDTH_MAX && height >= SESSION_HEIGHT_MIN &&
        height <= SESSION_HEIGHT_MAX;
}

ssResult sessionFilm_Check( const sessionFilm* film )
{
    bool coded = film->form == session_filmMp4 || film->form == session_filmWebm;
    if ( !( film->until >= film->from ) )
    {
        return ssError( ss_errorValue, "--from",
            "--from %.10g is after the end of the film at %.10g s; allowed: 0 to %.10g", film->from,
            film->until, film->until );
    }
    if ( !sessionIsSize( film->width, film->height ) )
    {
        return ssError( ss_errorValue, "--size", "--size %dx%d: expected 320x240 to 7680x4320", film->width,
            film->height );
    }
    if ( film->form == session_filmGif && film->fps > GIF_FPS_MAX )
    {
        return ssError( ss_errorValue, "--fps",
            "--fps %.10g: a GIF shows at most %g frames per second; allowed: up to %g, or another form",
            film->fps, GIF_FPS_MAX, GIF_FPS_MAX );
    }
    if ( coded && ( film->width % 2 != 0 || film->height % 2 != 0 ) )
    {
        return ssError( ss_errorValue, "--size",
            "--size %dx%d: %s films have even sides; allowed: %dx%d, or GIF and PNG frames", film->width,
            film->height, film->form == session_filmMp4 ? "MP4" : "WebM", film->width + film->width % 2,
            film->height + film->height % 2 );
    }
    double count = frameSpan( film ) + 1.0;
    if ( !( count <= SESSION_FILM_FRAMES_MAX ) )
    {
        return ssError( ss_errorValue, "--speed",
            "from t = %.10g s to %.10g s at %.10g × real time and %.10g frames per second are %.6g frames; "
            "allowed: up to %d. A higher --speed needs fewer",
            film->from, film->until, film->speed, film->fps, floor( count ), SESSION_FILM_FRAMES_MAX );
    }
    return ssOk();
}
