// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

/// The label of a widget in the chosen language, with the name that Dear ImGui knows it by in all languages:
/// "Datei###File". What stands before "##" is translated. Valid until some further calls, in the same frame.
const char* uiLabel( const char* english );

/// Likewise for a choice of a parameter (wordsChoice).
const char* uiChoiceLabel( const ssParam* param, int index );
