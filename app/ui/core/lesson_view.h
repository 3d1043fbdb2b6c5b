// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// What a lesson changes in the window around it. Nothing of it is kept between
// starts. ui/lesson draws the lesson itself.

typedef struct uiLessonView
{
    bool on;
    unsigned hidden; // lessonHidden bits (session/lesson.h): what the student must not see yet
    bool quiet;      // a question is to come or something is hidden: nothing else may tell the answer
    bool held;       // its run comes later: the window must not show it before
    bool panes;      // the lesson names the plots that are open
    bool sketch;     // a curve is drawn, or to be drawn, where the plots are
} uiLessonView;
