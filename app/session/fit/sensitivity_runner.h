// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/job.h"
#include "slipstick/lab/sensitivity.h"

// How much each parameter matters for each signal, as a job; old answers stay until replaced.

#define SESSION_SENSITIVITY_STEPS 200000 ///< of a run; longer ones would take minutes

typedef struct sessionSensitivity sessionSensitivity;

sessionSensitivity* sessionCreateSensitivity( sessionJobMode mode ); // NULL when memory is short
void sessionDestroySensitivity( sessionSensitivity* sensitivity );   // NULL is allowed

// Asks about the run of a definition and these parameters; asking the same again does nothing.
void sessionSensitivity_Ask( sessionSensitivity* sensitivity, const ssSimDef* def, const bool* wanted );
// How many of the wanted parameters are still to come.
int sessionSensitivity_Left( sessionSensitivity* sensitivity );
// The root mean square of d signal / d parameter over the run; NaN: not known, or undefined.
double sessionSensitivity_Effect( sessionSensitivity* sensitivity, int param, int signal );
// Why there is none; empty: there is.
void sessionSensitivity_Refusal( sessionSensitivity* sensitivity, char* text, int capacity );
