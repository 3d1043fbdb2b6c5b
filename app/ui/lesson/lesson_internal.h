// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui_state.h"
#include "ui/lesson/lesson_panel.h"

// What the files of the lesson share: lesson_panel.c opens, closes and keeps it in step with the window, lesson_page.c draws the
// column, lesson_answers.c the questions and what became of them, lesson_sketch_pane.c the sketch.

/// The height that a paragraph has been drawn with ends at the cursor.
void uiLessonParagraph( uiState* ui, const char* text, ImU32 color );
void uiDrawLessonItem( uiState* ui, const uiFrameInput* input, int item );
/// A sign in front of a line: a tick, or a cross.
void uiLessonSign( uiState* ui, bool right );

void uiForgetWords( uiState* ui ); ///< the paragraphs that keep their numbers

/// Takes what is typed in the field.
void uiHandInNumber( uiState* ui );
void uiHandInSketch( uiState* ui );
