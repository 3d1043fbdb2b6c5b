// SPDX-License-Identifier: MIT
#pragma once

// The C interface of Dear ImGui, with its types.
#ifndef CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#endif
#include "cimgui.h"
