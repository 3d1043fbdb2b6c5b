// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// The policy of policy_table.c as text: which solver `auto` and the rescue of a world call when, from where,
// for how long, and why. Ladders consist of groups of rungs, tried from top to bottom.

#define SS_POLICY_TEXT_MAX 192

typedef struct ssPolicyRung
{
    const char* ladder; ///< "auto", or "rescue": what a world calls where its own passes stall
    const char* group;  ///< "pile"; several groups may have one name
    int groupIndex;     ///< counts the groups of the ladder from 0
    const char* name;   ///< "drift"
    const char* solver; ///< NULL: the ladder ends here
    const char* why;    ///< the measurement or the argument that justifies the rung

    char groupWhen[SS_POLICY_TEXT_MAX]; ///< what holds where the group is entered; "": always
    char rounds[SS_POLICY_TEXT_MAX];    ///< how often the rungs of the group are tried
    char when[SS_POLICY_TEXT_MAX];      ///< what holds where the rung is tried; "": always
    char options[SS_POLICY_TEXT_MAX];   ///< of the solver, as far as they differ from its defaults
    char start[SS_POLICY_TEXT_MAX];     ///< the reactions from which it starts
    char budget[SS_POLICY_TEXT_MAX];    ///< iterations at most
} ssPolicyRung;

int ssPolicyRungCount( void );
ssPolicyRung ssGetPolicyRung( int index );

/// A word that the texts use, and what it means.
typedef struct ssPolicyWord
{
    const char *word, *meaning;
} ssPolicyWord;

int ssPolicyWordCount( void );
const ssPolicyWord* ssGetPolicyWord( int index );
