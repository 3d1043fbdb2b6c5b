// SPDX-License-Identifier: MIT
#pragma once

// Dear ImGui through its C interface, with types.
#ifndef CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#endif
#include "cimgui.h"
