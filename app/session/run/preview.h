// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "session/run/survey.h"
#include "session/run/trail.h"
#include "shows/shows.h"
#include "slipstick/lab/scene.h"

// A run that a small picture shows, without thread, plots or way back: it goes on when it is told to.

typedef struct sessionPreview
{
    ssScene scene;
    showView show;
    ssSim* sim;
    int nextEdit;
    int64_t lastStep;
    double owed;  // [s] of simulated time
    double rests; // [s] for which it has been at its end
    sessionSurvey survey;
    sessionTrail trail;
    gfxDrawList draw;
} sessionPreview;

/// Begins the run of a scene, which it takes over. NULL: it cannot be made.
sessionPreview* sessionCreatePreview( ssScene* scene );
void sessionDestroyPreview( sessionPreview* preview );

/// Goes on towards the moment that a window reaches after so many seconds, for at most `budget` [s];
/// INFINITY: all the way. True: it is there.
bool sessionPreview_Seek( sessionPreview* preview, double seconds, double budget );
/// Lets `seconds` pass as in a window. A run that ends begins again.
void sessionPreview_Play( sessionPreview* preview, double seconds, double budget );
/// Fills `draw` with what the ssDrawFlags say.
void sessionPreview_Draw( sessionPreview* preview, uint32_t flags );
