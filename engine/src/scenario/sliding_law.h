// SPDX-License-Identifier: MIT
#pragma once

#include "model/sliding_mass.h"
#include "slipstick/advanced/set_params.h"
#include "slipstick/lab/scenario.h"

// The planar law of a sliding body (`belt`, `sliding-disk`), made from rows, stored in saved states.

enum
{
    slidingOutlinePoints = 192, // points of the outline of a set
};

/// A law with the definition it was made from.
typedef struct SlidingLaw
{
    ssLawDef def; ///< owns the points of its sets
    ssLaw law;
    bool made;
    ssVec2 outlineC[slidingOutlinePoints], outlineD[slidingOutlinePoints]; ///< at the load cForce [N]
} SlidingLaw;

/// Makes the law from the rows from firstC and firstD on; if refused, the old law stays in place.
ssResult slidingLawRead(
    SlidingLaw* own, const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce );
/// The associated law of an ellipse with semi-axes a, b and the rotation and offset of C's rows.
ssResult slidingLawReadEllipse(
    SlidingLaw* own, const ssSim* sim, int firstC, double a, double b, double cForce );
void slidingLawDestroy( SlidingLaw* own );

/// Stores definition and points, so that no file is needed; true if reading has changed the law.
bool slidingLawSerialize( SlidingLaw* own, ssArchive* archive );

/// What a contact remembers after a change from one law to another: states keep their numbers by name and
/// size, and the others begin. `before` is the typed law until now; NULL: none.
void slidingLawCarryState( const ssLawProgram* before, const ssLaw* law, double state[SS_LAW_MAX_STATES] );

/// The typed law of a run that has no rows for sets, or needs none.
typedef struct TypedLaw
{
    ssLawDef def;
    ssLaw law;
    bool made; ///< there is one
} TypedLaw;

/// Makes the typed law of the run, if it is another one than before, and carries over what the contact
/// remembers. A refusal changes nothing.
ssResult typedLawRead( TypedLaw* own, const ssSim* sim, double state[SS_LAW_MAX_STATES] );
void typedLawDestroy( TypedLaw* own );

/// Does a law of this kind with the present kinds of sets read this row?
bool slidingLawUses( const ssSim* sim, ssLawKind kind, int firstC, int firstD, int param );
