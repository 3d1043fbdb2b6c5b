// SPDX-License-Identifier: MIT
#include "base/coarse_step.h"
#include "base/words.h"

#include <stdio.h>

// What a run says of a step that is too coarse: one sentence for the window and the command line.

void coarseStepSentence( const ssStepScale* scale, char* text, size_t capacity )
{
    char step[32];
    bool milli = scale->enough < 0.1, micro = scale->enough < 0.99e-5;
    double unit = micro ? 1e-6 : milli ? 1e-3 : 1.0;
    snprintf( step, sizeof( step ), "%.6g %s", scale->enough / unit, micro ? "µs" : milli ? "ms" : "s" );
    text[0] = '\0';
    switch ( scale->coarse )
    {
        case ss_coarseNot: break;
        case ss_coarseSpin:
            snprintf( text, capacity, tr( "the step is too coarse for this spin: %s would do" ), step );
            break;
        case ss_coarseSpeed:
            snprintf( text, capacity, tr( "the step is too coarse for this speed: %s would do" ), step );
            break;
        case ss_coarseTurning:
            snprintf( text, capacity,
                tr( "the step is too coarse for contacts that turn so fast: %s would do" ), step );
            break;
    }
}
