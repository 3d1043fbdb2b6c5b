// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/panel/panel_contact.h"

// What the files of the contact microscope share.

// The microscope while it is being drawn.
typedef struct uiContactScope
{
    uiState* ui;
    ImDrawList* list;
    float em;
    const sessionContactDetail* d;
    ImU32 modeColor;
} uiContactScope;

// panel_contact_pictures.c
bool uiIsPolygonCone( const ssCone* cone );
void uiDrawContactPictures( uiContactScope* s ); // force, moment, cone and spin
