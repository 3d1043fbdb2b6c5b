// SPDX-License-Identifier: MIT
#include "slipstick/elementary.h"
#include "why/why_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the doctor says: names, sentences, experiments, and advice in the words of simulators, from words.def.

typedef struct Words
{
    ssWhyCause cause;                                        // of advice
    const char *name, *sentence, *law, *experiment, *advice; // of advice: the simulator, and what to change
} Words;

#define CAUSE( id, ... ) [ss_why##id] = { ss_why##id, __VA_ARGS__ },
#define ADVICE( ... )
static const Words s_words[ss_whyCauseCount] = {
#include "why/words.def"
};
#undef CAUSE
#undef ADVICE
#define CAUSE( ... )
#define ADVICE( engine, id, text ) { .name = engine, .advice = text, .cause = ss_why##id },
static const Words s_advice[] = {
#include "why/words.def"
};

const char* ssWhyName( ssWhyCause cause ) { return s_words[cause].name; }
bool ssWhyIsFault( ssWhyCause cause ) { return cause != ss_whyTangentialSpring; }
const char* ssWhyExperiment( ssWhyCause cause ) { return s_words[cause].experiment; }

const char* ssWhyAdvice( ssWhyCause cause, const char* engine )
{
    const char* text = s_words[cause].advice;
    for ( int i = 0; i < SS_COUNT( s_advice ) && engine != NULL; ++i )
    {
        bool is = s_advice[i].cause == cause && strcmp( s_advice[i].name, engine ) == 0;
        text = is ? s_advice[i].advice : text;
    }
    return text;
}

const char* ssWhyEngines( void )
{
    return "mujoco bullet ode drake chrono physx liggghts siconos slipstick ";
}

ssWhyOptions ssDefaultWhyOptions( void )
{
    return ( ssWhyOptions ){ SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN };
}

static int compareFindings( const void* a, const void* b )
{
    const ssWhyFinding *x = a, *y = b;
    int order = ( x->confidence < y->confidence ) - ( x->confidence > y->confidence );
    return order != 0 ? order : (int)x->cause - (int)y->cause;
}

ssWhyFinding* whyAdd( ssWhy* why, ssWhyCause cause, double confidence, double share, const char* format, ... )
{
    va_list arguments;
    int place = 0; // one of a cause: a second one takes its place
    while ( place < why->count && why->findings[place].cause != cause ) { ++place; }
    why->count = place == why->count ? place + 1 : why->count;
    ssWhyFinding* f = why->findings + place;
    *f = ( ssWhyFinding ){ cause, confidence, share, .sentence = s_words[cause].sentence,
        .law = s_words[cause].law };
    va_start( arguments, format );
    vsnprintf( f->evidence, sizeof f->evidence, ssTranslate( format ), arguments );
    va_end( arguments );
    return f;
}

void whyName( ssWhyFinding* finding, double contact )
{
    bool is = false;
    for ( int i = 0; i < finding->contactCount; ++i ) { is = is || finding->contacts[i] == contact; }
    if ( !is && finding->contactCount < SS_WHY_NAMED )
    {
        finding->contacts[finding->contactCount++] = contact;
    }
}

void whySort( ssWhy* why )
{
    qsort( why->findings, (size_t)why->count, sizeof *why->findings, compareFindings );
}
