// SPDX-License-Identifier: MIT
#pragma once

#include "cli/reproduce/reproduce.h"

// Walker & Leine 2019: sets shared by the files for laws, instabilities, belt, paths, tribometer.

#define WALKER_LOAD 9.3 ///< [N] normal force of Table 1

enum
{
    walker_outline = 361 ///< points of a closed curve, one per degree
};

/// The boundary of a set, closed.
typedef struct walkerCurve
{
    double x[walker_outline], y[walker_outline];
} walkerCurve;

void walkerOutline( const ssSet* set, double scale, walkerCurve* curve );

/// A law with C and D of Table 1; ss_lawKindAssociatedEllipse takes the ellipse of its first line.
ssResult walkerTable1Law( ssLawKind kind, ssLaw* law );

ssResult walkerMakeFig10( reproRun* run );
ssResult walkerMakeFig11( reproRun* run );
ssResult walkerMakeFig12( reproRun* run );
ssResult walkerMakeFig26( reproRun* run );

ssResult walkerMakeFig13a( reproRun* run );
ssResult walkerMakeFig13b( reproRun* run );
ssResult walkerMakeFig13c( reproRun* run );
ssResult walkerMakeFig13d( reproRun* run );
ssResult walkerMakeFig16( reproRun* run );
ssResult walkerMakeFig17( reproRun* run );
ssResult walkerMakeFig19( reproRun* run );
ssResult walkerMakeFig27( reproRun* run );

ssResult walkerMakeFig23( reproRun* run );
ssResult walkerMakeFig24( reproRun* run );
ssResult walkerMakeFig25( reproRun* run );
ssResult walkerMakeTable1( reproRun* run );
