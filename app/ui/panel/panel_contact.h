// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/ui.h"

// Two conditions on contacts in the contact panel: which contacts are shown, and where the run pauses.

typedef enum uiConditionKind
{
    ui_conditionFilter,
    ui_conditionBreak,
    ui_conditionCount
} uiConditionKind;

typedef struct uiConditionField
{
    char text[SS_CONDITION_CAPACITY];   // as it is typed
    char posted[SS_CONDITION_CAPACITY]; // in force
    char problem[256];                  // why the text is not; empty: it is
    int choice;                         // the ready-made one that the arrow keys have put there; -1: none
    bool enter;                         // it wants the keyboard
} uiConditionField;

typedef struct uiConditions
{
    bool open; // by the user
    uiConditionField fields[ui_conditionCount];
} uiConditions;

// Opens the two fields, and types into one of them.
void uiEnterCondition( uiState* ui, const uiFrameInput* input, int kind );
// Esc: the fields go back to the conditions that are in force.
void uiCancelConditions( uiState* ui );
// Draws the button at the right end of the line of the title, whose text ends at `titleEnd`.
void uiDrawConditionsButton( uiState* ui, float titleEnd );
// Draws the fields, if they are open.
void uiDrawConditions( uiState* ui, const uiFrameInput* input );

// The contact microscope: one contact in detail.

typedef struct uiContactPanel
{
    sessionContactKey key; // of the selected contact
    uint64_t breakCount;   // the latest break whose contact was selected
    uiConditions conditions;
} uiContactPanel;

// Selects the contact of a break that has come since.
void uiAdoptBreak( uiState* ui, const uiFrameInput* input );
void uiDrawContact( uiState* ui, const uiFrameInput* input );
/// Writes the law of the selected contact in two lines, "|r_T| = μ r_N\n2568 N = 0.2 × 12841 N", and what it
/// is about: "sphere on ground: slide". False when no contact is selected whose forces are known.
typedef struct uiFormula
{
    const char *text, *caption;
} uiFormula;

bool uiContactFormula( const uiFrameInput* input, uiFormula* formula );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact ); // NULL: none
void uiCycleContact(
    uiState* ui, const uiFrameInput* input, int offset ); // 1: the next one, -1: the previous one

// What the files of the contact microscope share.

// The microscope while it is being drawn.
typedef struct uiContactScope
{
    uiState* ui;
    ImDrawList* list;
    float em;
    const sessionContactDetail* d;
    ImU32 modeColor;
    bool ofTwins;  // the run has a twin, and this contact is of the run
    bool ofDoctor; // in the window of the doctor: with what the law would have
} uiContactScope;

// panel_contact.c
/// A reaction beside its bound mu r_N.
typedef struct uiLawBound
{
    const char *what, *symbol; ///< "|r_T|", "μ"
    double value, mu, normal;
    const char *muUnit, *unit; ///< "m" for a resistance length, "N m"
} uiLawBound;

/// Writes "14.2% to slip", and in words what a force on its bound means; returns true where it lies outside.
bool uiFormatMargin( double margin, ssContactMode mode, char* text, size_t capacity );

/// Writes "2568 = 0.2 × 12841 N", with < inside the bound. Outside: > and the excess; returns true.
bool uiFormatLaw( const uiLawBound* bound, char* text, size_t capacity );

// panel_contact_pictures.c
bool uiIsPolygonCone( const ssCone* cone );
/// Has the law one friction for this slip? Then it is `force` [N], unless NULL, in the picture of −r_T.
bool uiLawForce( const sessionContactDetail* contact, ssVec2* force );
void uiDrawContactPictures( uiContactScope* s ); // force, moment, cone and spin
