// SPDX-License-Identifier: MIT
#pragma once

#include "base/svg_pen.h"
#include "gfx/list/draw_list.h"
#include "slipstick/lab/scenario.h"

// The free-body diagram of one body: what acts on it after the latest step, and how that is drawn.

enum
{
    session_mostLoads = 40,
    session_bodyPoints = 96
};

typedef struct sessionLoads
{
    bool known;      // the scenario says what acts on this body
    int body;        // that was asked for
    ssBodyLoads all; // its loads are `items`
    ssLoad items[session_mostLoads];
    char name[SS_NAME_CAPACITY], others[session_mostLoads][SS_NAME_CAPACITY];
    uint64_t run;
    int64_t step;
    double time;                          // [s]
    float outline[session_bodyPoints][3]; // points of its surface, or of a ball its highest one
    int outlineCount;
    bool ball;
} sessionLoads;

/// After a change between two steps the loads of the last one stay: a new value has not acted yet.
void sessionLoads_Fill(
    sessionLoads* loads, const ssSim* sim, const gfxDrawList* drawn, int body, uint64_t run );

/// The page is upright. Its axes are right, up and out of it; those of the contact, along and normal to it.
typedef struct sessionPage
{
    ssVec3 right, up, out, along, normal;
} sessionPage;

sessionPage sessionLoads_Page( const sessionLoads* loads );
/// Draws the diagram and the table of its numbers from (x, y) on in letters of `em` pixels.
void sessionLoads_Draw(
    const sessionLoads* loads, const svgPen* pen, float x, float y, float width, float height, float em );
/// Writes the table as CSV: forces and moments, their sums, and what they give.
ssResult sessionLoads_Save( const sessionLoads* loads, const char* path );
