// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui_state.h"
#include "ui/lesson/lesson_panel.h"

// Shared by the files of the lesson: lesson_panel.c opens, closes and keeps it in step, lesson_page.c draws
// the column, lesson_answers.c the questions and their results, lesson_sketch_pane.c the sketch.

/// The height that a paragraph has been drawn with ends at the cursor.
void uiLessonParagraph( uiState* ui, const char* text, ImU32 color );
void uiDrawLessonItem( uiState* ui, const uiFrameInput* input, int item );

/// A translated text with its numbers: present ones, or past ones after a comparison or another step.
const char* uiLessonWords( uiState* ui, int item, const char* source, int line );
void uiForgetWords( uiState* ui ); ///< those that were kept

/// Takes what is typed in the field.
void uiHandInNumber( uiState* ui );
void uiHandInSketch( uiState* ui );
