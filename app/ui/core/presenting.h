// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The presentation: the scene, what it shows in words and as a formula, and two plots, in text
// as large as the window allows. Everything here is of the moment; nothing of it is kept
// between starts. ui/frame/present.h draws it.

typedef struct uiPresenting
{
    bool on;
    bool noPlots; // none is open
    bool black;   // the screen is dark until somebody presses a key for it

    float em;              // of the presentation, by the height of the window [px]; 0: not known yet
    float wantedEm;        // of the latest frame
    int stillFrames;       // for which it has been wanted: the fonts are loaded again when it is at rest
    float header, formula; // heights that the texts of the latest frame need [px]
    float viewWidth, viewHeight;   // of the latest frame [px]: the camera fits itself to another
    int asked;                     // the preset that was asked for and that no snapshot shows yet; -1: none
    uint64_t askedRun;             // the run in which it was
    const void *scenario, *preset; // of the latest frame, to be compared only
    int noticed;                   // the number of its latest notice, which goes with what it was about
} uiPresenting;

// A soft circle of light around the pointer, or around what the keyboard is at.
typedef struct uiSpotlight
{
    bool on;
    float radius; // as a share of the height of the window; 0: as it opens
} uiSpotlight;
