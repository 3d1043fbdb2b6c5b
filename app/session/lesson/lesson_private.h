// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson.h"

/// Separates choices and claims from their replies, and refuses a lesson that lacks something.
bool lessonFinish( lessonText* lesson, lessonError* error );
