// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "gfx/list/path.h"
#include "slipstick/draw.h"
#include "slipstick/lab/scene.h"

#include <stdatomic.h>

// A look through a whole run before it is shown, for the scales of its arrows and discs and for the camera:
// at which scale do they fit, and where do the bodies go? A second simulation makes the steps, as far as a
// bounded amount of work goes; that is all of them but for heaps.

enum
{
    session_surveySamples = 256
};

typedef struct sessionSurvey
{
    ssSimDef* def; // of the run that was looked through; NULL: none
    ssSim* sim;    // on its way; NULL: it has arrived
    int nextEdit;
    int64_t stride, lastStep;
    double work, mostWork;
    atomic_int asked; // times that the step on its way has asked whether to go on
    int laws;         // contacts under planar laws in the state looked at last
    gfxDrawList list;
    gfxPath path;
    // Of the states looked at: the largest scales that fit for each quantity, and how many have glyphs.
    float samples[ss_quantityCount][session_surveySamples];
    int counts[ss_quantityCount];
} sessionSurvey;

/// Begins a survey of a run, once. The scene must outlive the survey or its next beginning.
void sessionSurvey_Begin( sessionSurvey* survey, const ssScene* scene, int64_t lastStep );
/// Goes on for some time [s]; HUGE_VAL: to the end. True: it has seen more.
bool sessionSurvey_Go( sessionSurvey* survey, const ssScene* scene, double budget );
/// The largest scale that fits in all states except rare peaks; HUGE_VAL: there are no glyphs.
double sessionSurvey_Limit( const sessionSurvey* survey, int quantity );
/// Takes over what another survey of the same run has found.
void sessionSurvey_Copy( const sessionSurvey* from, sessionSurvey* to );
void sessionSurvey_Free( sessionSurvey* survey );
