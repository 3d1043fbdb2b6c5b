// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"
#include "slipstick/lab/scenario.h"

// A contact log as a scenario: step k is frame k. Whatever shows scenarios shows logs of any
// simulator: contacts with their cones, bodies where the log has them, modes and their changes,
// signals. What the log does not say stays unknown: NaN.

#define SS_LOG_SHOWN 100000 ///< contacts of one picture; of more than these about so many are chosen

typedef struct ssLogScenarioDef
{
    ssContactLog* log;
    const char* title;  ///< "pile.csv"; copied
    const char* source; ///< one line about where it comes from; copied. NULL: the form of the log
    const char* noun;   ///< what texts call it, such as "problem"; it lives longer. NULL: "log"
    /// what it is and what there is to see; copied, at most 319 bytes. NULL: that of a log
    const char* summary;
    /// Optional: fills in what a row cannot hold, such as a law, in the contact of a row of the present
    /// frame.
    void ( *complete )( void* context, int row, ssContactView* view );
    /// Optional: called once after the log has been closed, to release what its source needs.
    void ( *release )( void* context );
    void* context;
} ssLogScenarioDef;

/// Makes the scenario that plays a log and takes the log over; after a refusal it is still the caller's. The
/// caller has one reference, which ends with ssScenario_Release.
SS_API_OBJECT SS_CHECKED ssResult ssMakeLogScenario(
    const ssLogScenarioDef* def, const ssScenario** scenario );

/// Does the scenario play a log?
SS_API_ANY bool ssScenario_IsLog( const ssScenario* scenario );

/// [s] The times of its first and last frame.
SS_API_OBJECT void ssLogScenario_Times( const ssScenario* scenario, double* begin, double* end );

/// The frame that the simulation of a log shows, valid until it moves; NULL: it is none of a log.
SS_API_OBJECT const ssLogFrame* ssSim_LogFrame( const ssSim* sim );
/// The plots follow the contact of the present frame that is nearest to this point among those between these
/// bodies, by the numbers of ssContactView: in every frame by its number where the log has numbers that tell
/// contacts apart, otherwise by its bodies and its place among their contacts. Numbers that only count the
/// rows of each frame tell nothing. False: it is followed already, or not there.
SS_API_OBJECT bool ssSim_FollowContact( ssSim* sim, int a, int b, int surface, ssVec3 point );
/// The contact that the plots follow, as it is in the present frame. False: it is not
/// there, or the simulation is none of a log.
SS_API_OBJECT bool ssSim_FollowedContact( const ssSim* sim, ssContactView* view );
/// A row of that frame as a contact; see ssContactView.recorded.
SS_API_OBJECT ssContactView ssSim_LogContact( const ssSim* sim, int row );
