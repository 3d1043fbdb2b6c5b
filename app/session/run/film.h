// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// The frames of a film: their moments, in simulated time and never the clock's, and their output.

typedef enum sessionFilmForm
{
    session_filmMp4,
    session_filmWebm,
    session_filmGif,
    session_filmFrames, // PNG files in a folder
    session_filmFormCount
} sessionFilmForm;

typedef struct sessionFilm
{
    double from, until; // [s] of simulated time
    double speed;       // × real time
    double fps;         // frames per second of the film
    int width, height;  // [px]
    sessionFilmForm form;
} sessionFilm;

#define SESSION_FILM_FRAMES_MAX 1000000

// [px] sizes that pictures and films can have
#define SESSION_WIDTH_MIN 320
#define SESSION_WIDTH_MAX 7680
#define SESSION_HEIGHT_MIN 240
#define SESSION_HEIGHT_MAX 4320

bool sessionIsSize( int width, int height );

// floor( ( until - from ) fps / speed ) + 1, both ends included; a nearly whole quotient is whole.
int64_t sessionFilm_Count( const sessionFilm* film );
// [s] from + k speed / fps; the last of several frames is at `until`.
double sessionFilm_TimeOf( const sessionFilm* film, int64_t frame );

// By its ending: .mp4, .webm, .gif; a folder has none, ends in a slash or exists. False: another ending.
bool sessionFilm_FormOf( const char* path, sessionFilmForm* form );
const char* sessionFilm_Ending( sessionFilmForm form ); // "mp4"; "" of a folder

// Refuses times, rates and sizes that make no film of this form; the field names the option: "--fps".
ssResult sessionFilm_Check( const sessionFilm* film );
