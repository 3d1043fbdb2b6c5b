// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"
#include "slipstick/advanced/question.h"

#include <string.h>

// Measures that are asked for (ssSimDef_Ask): what they may name, and what they have seen of a run.

int simQuestionNames( const ssScenario* scenario, const char** names, const char** units )
{
    const ssModel *model = &scenario->model, *own = &ssScenario_Base( scenario )->model;
    int count = 0;
    for ( int i = 0; i < own->signalCount; ++i )
    {
        names[count] = own->signals[i].name;
        units[count++] = own->signals[i].unit;
    }
    for ( int i = 0; i < model->paramCount; ++i )
    {
        names[count] = model->params[i].key;
        units[count++] = model->params[i].unit;
    }
    names[count] = "t";
    units[count++] = "s";
    for ( int i = 0; i < own->measureCount && i < SS_MAX_MEASURES; ++i )
    {
        names[count] = own->measures[i].name;
        units[count++] = own->measures[i].unit;
    }
    return count;
}

/// A sim with its signals, which are computed once for all that name them.
typedef struct Present
{
    const ssSim* sim;
    double signals[SS_MAX_SIGNALS];
} Present;

static double valueOf( const void* context, int name )
{
    const Present* present = context;
    const ssModel* model = &present->sim->scenario->model;
    int signals = ssScenario_Base( present->sim->scenario )->model.signalCount;
    if ( name < signals ) { return present->signals[name]; }
    name -= signals;
    if ( name < model->paramCount ) { return present->sim->values[name]; }
    name -= model->paramCount;
    return name == 0 ? ssSim_Time( present->sim ) : ssSim_Measure( present->sim, name - 1 );
}

static void showContacts( const void* context, const ssDraw* draw )
{
    ssSim_Draw( ( (const Present*)context )->sim, draw );
}

static void nameOf( const void* context, int body, char* text, int capacity )
{
    ssSim_BodyName( context, body, text, capacity );
}

static ssQuestionState stateOf( const ssSim* sim, Present* present )
{
    present->sim = sim;
    simOwnSignals( sim, present->signals );
    return ( ssQuestionState ){ .t = ssSim_Time( sim ),
        .value = valueOf,
        .contacts = showContacts,
        .context = present,
        .condition = { .speed = 9.81 * sim->h, .t = ssSim_Time( sim ), .nameOf = nameOf, .context = sim } };
}

/// The measures that the sim watches; NULL: none.
static const ssQuestions* questionsOf( const ssSim* sim )
{
    return sim->memory != NULL ? sim->scenario->questions : NULL;
}

void simForgetAnswers( ssSim* sim )
{
    const ssQuestions* questions = questionsOf( sim );
    if ( questions != NULL )
    {
        memset( sim->memory, 0, (size_t)ssQuestions_NumberCount( questions ) * sizeof *sim->memory );
    }
}

void simObserve( ssSim* sim )
{
    Present present;
    if ( questionsOf( sim ) != NULL )
    {
        ssQuestionState state = stateOf( sim, &present );
        ssQuestions_Observe( questionsOf( sim ), &state, sim->memory );
    }
}

double simAnswer( const ssSim* sim, int index, char* reason, int capacity )
{
    Present present;
    if ( questionsOf( sim ) == NULL ) { return SS_NAN; }
    ssQuestionState state = stateOf( sim, &present );
    return ssQuestions_Answer( questionsOf( sim ), &state, sim->memory, index, reason, capacity );
}

bool simIsNamed( const ssQuestionRow* row ) { return strcmp( row->name, row->text ) != 0; }

void simAnswerSignals( const ssSim* sim, double* row )
{
    Present present;
    ssQuestionState state;
    int asked = sim->scenario->model.signalCount - ssScenario_Base( sim->scenario )->model.signalCount;
    if ( asked > 0 ) { state = stateOf( sim, &present ); }
    for ( int i = 0; asked > 0; ++i )
    {
        ssQuestionRow question = ssQuestions_Row( sim->scenario->questions, i );
        if ( simIsNamed( &question ) )
        {
            *row++ = questionsOf( sim ) != NULL
                ? ssQuestions_Answer( questionsOf( sim ), &state, sim->memory, i, NULL, 0 )
                : SS_NAN;
            --asked;
        }
    }
}

void simAnswerFields( ssSim* sim, ssArchive* archive )
{
    if ( questionsOf( sim ) != NULL && archive->mode != ss_archiveHash ) // asking changes no run
    {
        ssArchive_F64s( archive, sim->memory, ssQuestions_NumberCount( questionsOf( sim ) ) );
    }
}
