// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui_state.h"
#include "ui/lesson/lesson_panel.h"

// What the files of the lesson share: lesson_panel.c opens, closes and keeps it in step with the window,
// lesson_page.c draws the column and puts numbers into its words, lesson_answers.c draws the
// questions and what became of them, lesson_sketch_pane.c the sketch.

/// The height that a paragraph has been drawn with ends at the cursor.
void uiLessonParagraph( uiState* ui, const char* text, ImU32 color );
void uiDrawLessonItem( uiState* ui, const uiFrameInput* input, int item );
/// A sign in front of a line: a tick, or a cross.
void uiLessonSign( uiState* ui, bool right );

/// A text of the item, translated and with its numbers: those of the present, or where a comparison or
/// another step has followed, those that it was shown with before.
const char* uiLessonWords( uiState* ui, int item, const char* source, int line, char* text, size_t capacity );
void uiForgetWords( uiState* ui ); ///< those that were kept

/// Takes what is typed in the field.
void uiHandInNumber( uiState* ui );
void uiHandInSketch( uiState* ui );
