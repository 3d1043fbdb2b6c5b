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
    bool ofTwins; // the run has a twin, and this contact is of the run
} uiContactScope;

// panel_contact.c
/// A reaction beside its bound mu r_N.
typedef struct uiLawBound
{
    const char *what, *symbol; ///< "|r_T|", "μ"
    double value, mu, normal;
    const char *muUnit, *unit; ///< " m" for a resistance length, "N m"
} uiLawBound;

/// Writes "14.2% to slip", and in words what a force on its bound means; returns true where it lies outside.
bool uiFormatMargin( double margin, ssContactMode mode, char* text, size_t capacity );

/// Writes "2568 = 0.2 × 12841 N" where the bound is reached, < instead of = where it is not, and > with the
/// excess where the reaction lies outside; returns true in that case.
bool uiFormatLaw( const uiLawBound* bound, char* text, size_t capacity );

// panel_contact_pictures.c
bool uiIsPolygonCone( const ssCone* cone );
void uiDrawContactPictures( uiContactScope* s ); // force, moment, cone and spin
