// SPDX-License-Identifier: MIT
#pragma once

// The texts of the engine's tables, of the shipped scenes and of the lessons, which the window translates
// where it draws them. Explanations of parameters, signals and measures may stay English.

#include "base/shipped_scene.h"
#include "session/lesson/lesson.h"
#include "session/live/log_stream.h"
#include "shows/shows.h"
#include "slipstick/advanced/law_check.h"
#include "slipstick/lab/lab.h"
#include "words_sources.h"

static void wordsTakeParams( wordsList* list, const char* place, const ssParam* params, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        const ssParam* p = params + i;
        if ( wordsHasWord( p->symbol ) ) { wordsList_Add( list, p->symbol, place, words_required, false ); }
        wordsList_Add( list, p->label, place, words_required, false );
        wordsList_Add( list, p->group, place, words_required, false );
        wordsList_Add( list, p->doc, place, words_optional, false );
        for ( int j = 0; j < p->choiceCount && !wordsChoicesAreNames( p ); ++j )
        {
            wordsList_Add( list, p->choices[j], place, words_optional, false ); // names of files and commands
        }
    }
}

static void wordsTakePanes( wordsList* list, const char* place, const ssScenario* s )
{
    for ( int i = 0; i < s->model.signalCount; ++i )
    {
        if ( wordsHasWord( s->model.signals[i].symbol ) )
        {
            wordsList_Add( list, s->model.signals[i].symbol, place, words_required, false );
        }
        wordsList_Add( list, s->model.signals[i].doc, place, words_optional, false );
    }
    for ( int i = 0; i < s->picture.plotCount; ++i )
    {
        wordsList_Add( list, s->picture.plots[i].title, place, words_required, false );
    }
    for ( int i = 0; i < s->picture.chartCount; ++i )
    {
        wordsList_Add( list, s->picture.charts[i].title, place, words_required, false );
        const char* axes[] = { s->picture.charts[i].xLabel, s->picture.charts[i].yLabel };
        for ( int k = 0; k < 2; ++k )
        {
            if ( wordsHasWord( axes[k] ) ) { wordsList_Add( list, axes[k], place, words_required, false ); }
        }
        wordsList_Add( list, s->picture.charts[i].doc, place, words_optional, false );
    }
    for ( int i = 0; i < s->model.measureCount; ++i )
    {
        wordsList_Add( list, s->model.measures[i].doc, place, words_optional, false );
    }
}

// The names of bodies without their numbers.
static void wordsTakeBodies( wordsList* list, const ssScenario* s )
{
    ssSimDef def = ssDefaultSimDef( s );
    ssSim* sim = NULL;
    if ( ssCreateSim( &def, &sim ).code != ss_ok ) { return; }
    for ( int body = -4; body < 6; ++body )
    {
        char name[SS_NAME_CAPACITY];
        ssSim_BodyName( sim, body, name, (int)sizeof name );
        size_t length = strlen( name );
        while ( length > 0 && strchr( " -0123456789", name[length - 1] ) != NULL ) { name[--length] = '\0'; }
        wordsList_Add( list, name, s->id, words_required, false );
    }
    ssDestroySim( sim );
}

static void wordsTakeScenario( wordsList* list, const ssScenario* s )
{
    const char* place = s->id;
    wordsList_Add( list, s->title, place, words_required, false );
    wordsList_Add( list, showOf( s, NULL ).point, place, words_required, false );
    wordsList_Add( list, s->summary, place, words_optional, false );
    wordsList_Add( list, s->source, place, words_optional, false );
    wordsList_Add( list, s->picture.body, place, words_required, false );
    wordsList_Add( list, s->picture.ground, place, words_required, false );
    for ( int i = 0; i < s->presetCount; ++i )
    {
        if ( !s->presets[i].hidden )
        {
            wordsList_Add( list, s->presets[i].label, place, words_required, false );
            wordsList_Add( list, showOfPreset( s, s->presets + i )->point, place, words_required, false );
        }
    }
    wordsTakeBodies( list, s );
    wordsTakeParams( list, place, s->model.params, s->model.paramCount );
    wordsTakePanes( list, place, s );
}

static void wordsTakeNames( wordsList* list )
{
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        wordsList_Add( list, ssGetPartField( i )->label, "parts", words_required, false );
        wordsList_Add( list, ssGetPartField( i )->doc, "parts", words_optional, false );
    }
    for ( int i = 0; i < ss_modeCount; ++i )
    {
        wordsList_Add( list, ssContactModeName( (ssContactMode)i ), "modes", words_required, false );
    }
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        wordsList_Add( list, ssAuditName( (ssAuditCheck)i ), "checks", words_required, false );
        wordsList_Add( list, ssAuditDoc( (ssAuditCheck)i ), "checks", words_optional, false );
    }
    for ( int i = 0; i < ss_stageCount; ++i )
    {
        wordsList_Add( list, ssWorldStageName( (ssWorldStage)i ), "stages", words_required, false );
    }
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        wordsList_Add( list, ssLawPropertyTitle( (ssLawProperty)i ), "properties", words_required, false );
    }
    wordsList_Add( list, "monotone, states held", "properties", words_required, false );
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const char* text = ssGetShippedLaw( i )->text;
        const char *begin = strchr( text, '"' ), *end = begin != NULL ? strchr( begin + 1, '"' ) : NULL;
        char title[128] = "";
        if ( end != NULL ) { snprintf( title, sizeof title, "%.*s", (int)( end - begin - 1 ), begin + 1 ); }
        wordsList_Add( list, title, ssGetShippedLaw( i )->name, words_required, false );
    }
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        wordsList_Add( list, ssGetSolver( i )->label, "solvers", words_optional, false );
    }
}

static void wordsTakeLesson( wordsList* list, const lessonShipped* shipped )
{
    lessonText lesson;
    lessonError error = { 0 };
    const char* place = shipped->name;
    wordsNeed need = strcmp( shipped->name, LESSON_EXAMPLE ) == 0 ? words_optional : words_required;
    if ( !lessonParse( shipped->text, shipped->length, &lesson, &error ) )
    {
        fprintf( stderr, "%s:%d: %s\n", shipped->name, error.line, error.text );
        return;
    }
    wordsList_Add( list, lesson.title, place, need, false );
    wordsList_Add( list, lesson.about, place, need, false );
    for ( int i = 0; i < lesson.stepCount; ++i )
    {
        wordsList_Add( list, lesson.steps[i].title, place, need, false );
    }
    for ( int i = 0; i < lesson.paragraphCount; ++i )
    {
        if ( !lesson.paragraphs[i].formula )
        {
            wordsList_Add( list, lesson.paragraphs[i].text, place, need, false );
        }
    }
    for ( int i = 0; i < lesson.choiceCount; ++i )
    {
        wordsList_Add( list, lesson.choices[i].text, place, need, false );
        wordsList_Add( list, lesson.choices[i].reply, place, need, false );
    }
    for ( int i = 0; i < lesson.itemCount; ++i )
    {
        const lessonItem* item = lesson.items + i;
        if ( lessonAsks( item->kind ) )
        {
            wordsList_Add( list, item->text, place, need, false );
            wordsList_Add( list, item->right.text, place, need, false );
            wordsList_Add( list, item->wrong.text, place, need, false );
        }
        wordsList_Add( list, item->reply, place, need, false );
    }
    lessonFree( &lesson );
}

// A built scene: its title, its sentence and the names that its parts were given.
static void wordsTakeScene( wordsList* list, const shippedScene* shipped )
{
    ssScene scene;
    wordsList_Add( list, shipped->show.title, shipped->name, words_required, false );
    wordsList_Add( list, shipped->show.point, shipped->name, words_required, false );
    if ( parseShippedScene( shipped->name, &scene ).code != ss_ok ) { return; }
    const ssBuild* build = scene.def.scenario->build;
    for ( int i = 0; build != NULL && i < build->partCount; ++i )
    {
        if ( wordsHasWord( build->parts[i].name ) )
        {
            wordsList_Add( list, build->parts[i].name, shipped->name, words_required, false );
        }
    }
    ssScene_Destroy( &scene );
}

// What the doctor for contacts says. Advice in the words of simulators is mostly their names of options.
static void wordsTakeDoctor( wordsList* list )
{
    static const char* const texts[] = {
#define CAUSE( cause, name, sentence, law, experiment, advice ) sentence, law, experiment, advice,
#define ADVICE( ... )
#include "why/words.def"
#undef CAUSE
#undef ADVICE
#define SHOWN( cause, shows, base, least, of, ofLeast, worth, evidence ) evidence,
#define EVENT( cause, event, least, share, evidence ) evidence,
#define MISSING( cause, columns, channel ) channel,
#include "why/tests.def"
#undef SHOWN
#undef EVENT
#undef MISSING
    };
    static const char* const advice[][2] = {
#define CAUSE( ... )
#define ADVICE( engine, cause, text ) { engine, text },
#include "why/words.def"
#undef CAUSE
#undef ADVICE
    };
    for ( int i = 0; i < SS_COUNT( advice ); ++i )
    {
        bool ours = strcmp( advice[i][0], "slipstick" ) == 0;
        wordsList_Add( list, advice[i][1], "engine/src/why", ours ? words_required : words_optional, false );
    }
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        wordsList_Add( list, texts[i], "engine/src/why", words_required, false );
    }
}

// All texts of the window, in the order in which the .po files list them.
static void wordsCollect( wordsList* list, const char* root )
{
    wordsTakeDoctor( list );
    static const char* const rooms[] = { "app/ui", "app/host", "app/session", "app/base", "app/gfx",
        "app/shows" };
    for ( int i = 0; i < SS_COUNT( rooms ); ++i ) { wordsScanFolder( list, root, rooms[i] ); }
    wordsTakeNames( list );
    for ( int i = 0; i < ssScenarioCount(); ++i ) { wordsTakeScenario( list, ssGetScenario( i ) ); }
    const ssScenario* log = NULL;
    if ( sessionEmptyLog( "", &log ).code == ss_ok )
    {
        wordsTakeScenario( list, log );
        ssScenario_Release( log );
    }
    for ( int i = 0; i < shippedSceneCount(); ++i ) { wordsTakeScene( list, shippedSceneAt( i ) ); }
    for ( int i = 0; i < lessonShippedCount(); ++i ) { wordsTakeLesson( list, lessonGetShipped( i ) ); }
    wordsScanFolder( list, root, "engine/src" );
}
