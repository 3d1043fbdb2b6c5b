// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/chart_list.h"
#include "session/run/shown_contacts.h"
#include "slipstick/advanced/law_check.h"

// A law per newton of load: force over speed, and the set of forces, with the trail of a contact.

enum
{
    session_lawTrail = 256,   // points of the trail
    session_lawSpeeds = 121,  // points of the curve over the speed
    session_lawCorners = 181, // points around a set, the first one twice
    session_lawAngles = 73    // directions of a function, likewise
};

// A contact at one moment. Without one the law is shown under 1 N, sliding along its first axis.
typedef struct sessionLawMoment
{
    bool found;
    double load;        // N [N]
    ssVec2 force, slip; // f [N] and its velocity [m/s]
    double time, x, y;  // [s], [m]
} sessionLawMoment;

sessionLawMoment sessionLawMomentOf( const sessionContactDetail* contact, double time );

// What the curves were computed for.
typedef struct sessionLawKey
{
    uint64_t version;
    bool logSpeed;
    double values[SS_LAW_MAX_PARAMS];
    double load, angle, speed, time, x, y; // as far as the law depends on them; else 0
    double low, high;                      // ends of the axis of speeds [m/s]
} sessionLawKey;

typedef struct sessionLawPicture
{
    bool logSpeed; // the speed has a logarithmic axis
    sessionChartList force, sets;

    // Of the latest key:
    bool made;
    ssResult result; // why there is no law with these values
    sessionLawKey key;
    ssLaw law;
    double speeds[session_lawSpeeds], forces[session_lawSpeeds]; // |f|/N while it slides
    double held;   // |f|/N that it carries at rest; NAN: it never sticks
    bool function; // the law is one: it has no sets
    ssVec2 reservoir[session_lawCorners], directions[session_lawCorners], sliding[session_lawCorners];
    int slidingCount;
    bool hasReservoir, hasDirections, hasSliding;

    double trail[session_lawTrail][4]; // speed, |f|/N, f1/N, f2/N
    int trailCount, trailNext;
    double trailTime; // [s] of its newest point
} sessionLawPicture;

// Draws both pictures of a program, with these values of its parameters. `version` tells programs apart. The
// example of a finding is drawn too, and the motion over which the law creates energy; NULL: none.
void sessionLawPicture_Draw( sessionLawPicture* picture, const ssLawProgram* program, const double* values,
    uint64_t version, const sessionLawMoment* moment, const ssLawFinding* finding,
    const ssLawMotion* motion );
void sessionLawPicture_Free( sessionLawPicture* picture );

extern const ssChart session_lawForceChart[2]; // with a linear and a logarithmic speed
extern const ssChart session_lawSetChart;
