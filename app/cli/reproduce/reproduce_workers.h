// SPDX-License-Identifier: MIT
#pragma once

#include "cli/reproduce/reproduce.h"

// Makes the chosen figures on several threads.

enum
{
    repro_figuresMax = 128
};

typedef struct reproRequest
{
    const reproFigure* figures[repro_figuresMax];
    int count;
    const char* folder; ///< where files go; NULL: nowhere
    bool full;          ///< the papers' own sizes
    int jobs;           ///< threads
} reproRequest;

/// Fills one run per figure. Figures of one series are made one after the other, on one thread.
void reproMakeAll( const reproRequest* request, reproRun* runs );
