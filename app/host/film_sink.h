// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/film.h"

// Where the frames of a film go: Debian's ffmpeg makes MP4 and WebM files of them, GIF and PNG files are our
// own. No file has its final name before it is whole.

typedef struct hostFilmSink hostFilmSink;

// `title` names the film, `tag` carries its scene (base/scene_tag.h; NULL: none). The
// caller has made sure that there is an ffmpeg where the form needs one.
ssResult hostBeginSink(
    const sessionFilm* film, const char* path, const char* title, const char* tag, hostFilmSink** sink );
// Adds rows of RGB bytes from the top down.
ssResult hostSink_Add( hostFilmSink* sink, const unsigned char* rgb );
// Ends the film and frees the sink; `*size` is that of the file, or of all frames [bytes].
ssResult hostSink_Finish( hostFilmSink* sink, uint64_t* size );
// Leaves nothing behind. NULL is allowed.
void hostSink_Abort( hostFilmSink* sink );

bool hostHasFfmpeg( void );
#define HOST_FFMPEG_REFUSAL                                                                            \
    "%s films are made by ffmpeg, which is not installed here; install the Debian package ffmpeg, or " \
    "choose "                                                                                          \
    "a .gif or a folder of PNG frames"
