// SPDX-License-Identifier: MIT
#pragma once

#include "law/law_motion.h"

// The search for a periodic motion over which a law with memory gives out energy.

// [m/s] Motions that can be done by hand are searched first; a quick search ends there.
#define LAW_SEARCH_QUICK 1.0
#define LAW_SEARCH_FASTEST 100.0

typedef struct lawSearch
{
    // What to search.
    const ssLaw* law;
    const ssLawSite* site;
    double load;
    bool quick;
    ssLawCheckStop* stop; // may be NULL
    void* context;

    // What was found.
    bool stopped;        // before its end
    int motions;         // that returned to their states, or pushed in every turn
    int mixtures;        // states at which mixtures of all velocities were tried
    ssLawMotion worst;   // pieces 0: none
    ssVec2 gamma, force; // where it pushes most
    // a stored energy, a sum of squares of the states, accounts for all that the mixtures tried
    bool explained;
    char name[48]; // what the worst motion is
} lawSearch;

void lawSearchCycles( lawSearch* search );

/// The speed towards `direction` at which a law resists least, or pushes, f·v/|v|: by a scan that is fine
/// enough for narrow bands of speeds, and golden sections.
double lawLeastResisted( const ssLaw* law, double load, ssVec2 direction );
