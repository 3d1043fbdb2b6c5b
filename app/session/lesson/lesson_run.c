// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_run.h"
#include "base/args.h"
#include "base/grow.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Carries out `scene`, `until`, `run` and `compare` of a lesson without a window.

static void closeScene( lessonRun* run )
{
    ssDestroySim( run->sim );
    run->sim = NULL;
    lessonFreeNames( &run->names );
}

static void forgetAsks( lessonRun* run )
{
    for ( int i = 0; i < run->askCount; ++i )
    {
        for ( int k = 0; k < run->asks[i]->watchCount; ++k ) { lessonEndWatch( run->asks[i]->watches + k ); }
        free( run->asks[i] );
    }
    run->askCount = 0;
}

/// Makes the simulation of the definition; the values before stay those of before.NAME.
static bool begin( lessonRun* run, int line, lessonError* error )
{
    ssResult result = ssCreateSim( &run->def, &run->sim );
    if ( result.code != ss_ok )
    {
        run->sim = NULL;
        return lessonFail( error, line, "the scene cannot begin: %s%s%s", result.field,
            result.field[0] != '\0' ? ": " : "", result.message );
    }
    return !lessonMakeNames( ssSim_Scenario( run->sim ), &run->names )
        ? lessonFail( error, line, "out of memory" )
        : true;
}

bool lessonOpenScene( lessonRun* run, const lessonItem* item, lessonError* error )
{
    closeScene( run );
    if ( !lessonMakeScene( item->text, item->line, run->folder, &run->def, error ) ||
        !begin( run, item->line, error ) )
    {
        return false;
    }
    run->until = run->def.until;
    lessonForgetBefore( &run->names, &run->values );
    lessonReadRun( run );
    return true;
}

bool lessonSetUntil( lessonRun* run, const char* text, int line, lessonError* error )
{
    double until = lessonEvaluate( &run->names, &run->values, text, line, error );
    if ( error->text[0] == '\0' && !( until > 0.0 && until / run->def.h <= SS_MAX_STEPS ) )
    {
        return lessonFail( error, line, "until %.60s = %g: expected seconds > 0", text, until );
    }
    run->until = until;
    return error->text[0] == '\0';
}

bool lessonAddMeasure( lessonRun* run, const char* text, int line, lessonError* error )
{
    char name[SS_NAME_CAPACITY];
    const char* expression = argsSplitMeasure( run->def.scenario, text, name );
    if ( expression == NULL )
    {
        return lessonFail(
            error, line, "measure %.60s: expected NAME = EXPRESSION, such as far = max(x)", text );
    }
    ssResult result = ssSimDef_Ask( &run->def, name, expression );
    if ( result.code != ss_ok ) { return lessonFail( error, line, "measure %s: %s", name, result.message ); }
    closeScene( run );
    if ( !begin( run, line, error ) ) { return false; }
    lessonForgetBefore( &run->names, &run->values );
    lessonReadRun( run );
    return true;
}

void lessonReadRun( lessonRun* run )
{
    if ( run->sim != NULL )
    {
        lessonReadValues( &run->names, run->sim, NULL, 0, &run->values );
        run->time = ssSim_Time( run->sim );
    }
}

/// Begins again with other values.
static bool compare( lessonRun* run, const lessonItem* item, lessonError* error )
{
    lessonNames old = run->names;
    lessonReadRun( run );
    lessonKeepBefore( &old, &run->values );
    lessonValues before = run->values;
    const ssScenario* scenario = ssScenario_Retain( old.scenario );
    ssDestroySim( run->sim );
    run->sim = NULL;
    run->names = ( lessonNames ){ 0 };
    bool good = lessonChangeScene( item->text, item->line, run->folder, &run->def, error ) &&
        begin( run, item->line, error );
    lessonForgetBefore( &run->names, &run->values );
    int first = old.hiddenFirst + old.hiddenCount;
    for ( int i = run->names.hiddenFirst + run->names.hiddenCount; good && i < run->names.count; ++i )
    {
        for ( int k = first; k < old.count; ++k )
        {
            run->values.now[i] =
                strcmp( run->names.names[i], old.names[k] ) == 0 ? before.now[k] : run->values.now[i];
        }
    }
    lessonFreeNames( &old );
    ssScenario_Release( scenario );
    return good;
}

static bool isRun( lessonKind kind ) { return kind == lesson_run || kind == lesson_compare; }

static const lessonStep* stepOf( const lessonText* lesson, int item )
{
    const lessonStep* step = lesson->steps;
    while ( step + 1 < lesson->steps + lesson->stepCount && step[1].firstItem <= item ) { ++step; }
    return step;
}

/// The next run among items from `first` on, before `end` and before another scene; -1: there is none.
static int nextRun( const lessonText* lesson, int first, int end )
{
    for ( int i = first; i < end && lesson->items[i].kind != lesson_scene; ++i )
    {
        if ( isRun( lesson->items[i].kind ) ) { return i; }
    }
    return -1;
}

int lessonRunOf( const lessonText* lesson, int item )
{
    const lessonStep* step = stepOf( lesson, item );
    bool claim = lesson->items[item].kind == lesson_claim;
    int run = claim ? -1 : nextRun( lesson, item + 1, step->firstItem + step->itemCount );
    for ( int i = item - 1; i >= 0 && run < 0 && lesson->items[i].kind != lesson_scene; --i )
    {
        run = isRun( lesson->items[i].kind ) ? i : -1;
    }
    return run < 0 && !claim ? nextRun( lesson, item + 1, lesson->itemCount ) : run;
}

/// A sketch, a number with `is`, or a claim: what is compared with a run.
static bool isCompared( const lessonItem* item )
{
    return item->kind == lesson_sketch || item->kind == lesson_claim ||
        ( item->kind == lesson_number && item->is.text != NULL );
}

static bool beginNumber( lessonRun* run, const lessonItem* item, lessonRunAsk* ask, lessonError* error )
{
    ask->answer = lessonEvaluate( &run->names, &run->values, item->answer.text, item->answer.line, error );
    ask->within = lessonTolerance( &run->names, &run->values, item, ask->answer, error );
    ask->watchCount = 1;
    return lessonBeginWatch( &run->names, &run->values, item->is.text, item->is.line, ask->watches, error );
}

static bool addAsk( lessonRun* run, const lessonText* lesson, int index, double end, lessonError* error )
{
    const lessonItem* item = lesson->items + index;
    lessonRunAsk* ask = run->askCount < LESSON_MAX_ASKS ? calloc( 1, sizeof( *ask ) ) : NULL;
    char rest[LESSON_FORMULA_BYTES];
    if ( ask == NULL )
    {
        return lessonFail(
            error, item->line, "more than %d questions and claims about one run", LESSON_MAX_ASKS );
    }
    run->asks[run->askCount++] = ask;
    ask->item = index;
    if ( item->kind == lesson_number ) { return beginNumber( run, item, ask, error ); }
    if ( item->kind == lesson_claim )
    {
        return lessonTakeWatches(
            &run->names, &run->values, item->text, item->line, rest, ask->watches, &ask->watchCount, error );
    }
    ask->signal = ssFindSignal( run->names.scenario, item->signal );
    lessonClearCurve( &ask->curve, run->time, end );
    return ask->signal >= 0 ||
        lessonFail( error, item->line, "'%.40s' is no signal of %s; `slipstick describe %s` lists them",
            item->signal, run->names.scenario->id, run->names.scenario->id );
}

static bool addAsks( lessonRun* run, const lessonText* lesson, int item, double end, lessonError* error )
{
    for ( int i = 0; i < lesson->itemCount; ++i )
    {
        if ( isCompared( lesson->items + i ) && lessonRunOf( lesson, i ) == item &&
            !addAsk( run, lesson, i, end, error ) )
        {
            return false;
        }
    }
    return true;
}

const lessonRunAsk* lessonFindAsk( const lessonRun* run, int item )
{
    for ( int i = 0; i < run->askCount; ++i )
    {
        if ( run->asks[i]->item == item ) { return run->asks[i]; }
    }
    return NULL;
}

static void visitAsks( lessonRun* run, bool last )
{
    for ( int i = 0; i < run->askCount; ++i )
    {
        lessonRunAsk* ask = run->asks[i];
        for ( int k = 0; k < ask->watchCount; ++k )
        {
            lessonVisit( ask->watches + k, &run->values, run->time, last );
        }
        if ( ask->curve.end > ask->curve.begin )
        {
            lessonRecord( &ask->curve, run->time, run->values.now[ask->signal] );
        }
    }
}

/// Reads what the questions and the condition of the run look at.
static void look( lessonRun* run, ssFormula* when )
{
    ssFormula* formulas[2 * LESSON_MAX_ASKS * LESSON_MAX_WATCHES + 1] = { when };
    int count = 1;
    bool curves = false;
    for ( int i = 0; i < run->askCount; ++i )
    {
        curves = curves || run->asks[i]->watchCount == 0;
        for ( int k = 0; k < run->asks[i]->watchCount; ++k )
        {
            formulas[count++] = run->asks[i]->watches[k].formula;
            formulas[count++] = run->asks[i]->watches[k].when;
        }
    }
    run->time = ssSim_Time( run->sim );
    if ( when != NULL || curves || count > 1 )
    {
        lessonReadValues( &run->names, run->sim, formulas, count, &run->values );
    }
}

static bool stepThrough( lessonRun* run, const lessonItem* item, int64_t last, ssFormula* when, ssStop* stop,
    void* context, lessonError* error )
{
    look( run, when );
    bool held = when != NULL && ssFormula_Value( when, run->values.now ) != 0.0;
    visitAsks( run, held );
    while ( !held && ssSim_StepIndex( run->sim ) < last && !( stop != NULL && stop( context ) ) )
    {
        ssStepReport report = ssSim_Step( run->sim );
        if ( report.status >= ss_statusNotFinite )
        {
            return lessonFail( error, item->line, "the run breaks off at t = %.6g s: %s",
                ssSim_Time( run->sim ),
                report.reason != NULL                   ? report.reason
                    : report.status == ss_statusRefused ? "the solver refuses the problem"
                                                        : "a value is no longer finite" );
        }
        look( run, when );
        held = when != NULL && ssFormula_Value( when, run->values.now ) != 0.0;
        visitAsks( run, held || ssSim_StepIndex( run->sim ) >= last );
    }
    if ( when != NULL && !held )
    {
        return lessonFail( error, item->line, "run when %.120s: the condition does not hold until t = %.6g s",
            item->text, run->time );
    }
    return true;
}

/// Where the run ends at the latest [s].
static double endOf( lessonRun* run, const lessonItem* item, lessonError* error )
{
    double end = run->until;
    if ( item->kind == lesson_run && !item->when && item->text[0] != '\0' )
    {
        end = lessonEvaluate( &run->names, &run->values, item->text, item->line, error );
        if ( error->text[0] == '\0' && !( end > 0.0 && end / run->def.h <= SS_MAX_STEPS ) )
        {
            lessonFail( error, item->line, "run until %.60s = %g: expected seconds > 0", item->text, end );
        }
    }
    return end;
}

bool lessonRunTo(
    lessonRun* run, const lessonText* lesson, int index, ssStop* stop, void* context, lessonError* error )
{
    const lessonItem* item = lesson->items + index;
    forgetAsks( run );
    if ( item->kind == lesson_compare && !compare( run, item, error ) ) { return false; }
    lessonReadRun( run );
    double end = endOf( run, item, error );
    ssFormula* when = item->kind == lesson_run && item->when
        ? lessonCompile( &run->names, item->text, item->line, true, error )
        : NULL;
    if ( error->text[0] != '\0' ) { return false; }
    int64_t last = llround( end / run->def.h );
    last = ssSim_LastStep( run->sim ) >= 0 && last > ssSim_LastStep( run->sim ) ? ssSim_LastStep( run->sim )
                                                                                : last;
    if ( ssSim_StepIndex( run->sim ) >= last )
    {
        ssResult result = ssSim_Reset( run->sim );
        if ( result.code != ss_ok )
        {
            return lessonFail( error, item->line, "the run cannot begin again: %s", result.message );
        }
        lessonReadRun( run );
    }
    run->began = run->time;
    bool good = addAsks( run, lesson, index, end, error ) &&
        stepThrough( run, item, last, when, stop, context, error );
    lessonReadRun( run );
    return good;
}

void lessonEndRun( lessonRun* run )
{
    forgetAsks( run );
    closeScene( run );
}

/// As plots and sliders write it.
static const char* symbolOf( const lessonNames* names, int index )
{
    const ssScenario* s = names->scenario;
    return index < s->model.signalCount ? s->model.signals[index].symbol
        : index >= names->paramFirst && index < names->paramFirst + s->model.paramCount
        ? s->model.params[index - names->paramFirst].symbol
        : names->names[index];
}

/// The name of what a watch takes from the run.
static const char* momentOf( const lessonWatch* watch )
{
    return watch->moment == lesson_momentMax ? tr( "largest value" )
        : watch->moment == lesson_momentMin  ? tr( "smallest value" )
                                             : tr( "mean value" );
}

/// The numbers of a claim: "μ = 0.5, largest value = 9.81 N".
static void describe( const lessonRun* run, const ssFormula* formula, const lessonRunAsk* ask, bool symbols,
    char* text, size_t capacity )
{
    const lessonNames* names = &run->names;
    text[0] = '\0';
    for ( int i = 0; i < names->count; ++i )
    {
        if ( ssFormula_Uses( formula, i ) )
        {
            char number[48];
            int k = i - names->watchFirst;
            const lessonWatch* watch = ask != NULL && k >= 0 && k < ask->watchCount ? ask->watches + k : NULL;
            const char* unit = watch != NULL ? watch->unit : lessonUnitOf( names, names->names[i] );
            bool known = unit != NULL && strcmp( unit, "?" ) != 0;
            lessonFormatNumber( run->values.now[i], known ? unit : "", number, sizeof( number ) );
            addText( text, capacity, "%s%s = %s", text[0] != '\0' ? ", " : "",
                watch != NULL ? momentOf( watch )
                    : symbols ? tr( symbolOf( names, i ) )
                              : names->names[i],
                number );
        }
    }
}

bool lessonClaimHolds( lessonRun* run, const lessonText* lesson, int index, bool symbols, char* numbers,
    size_t capacity, lessonError* error )
{
    const lessonItem* item = lesson->items + index;
    const lessonRunAsk* ask = lessonFindAsk( run, index );
    lessonWatch watches[LESSON_MAX_WATCHES];
    char rest[LESSON_FORMULA_BYTES];
    int count = 0;
    lessonReadRun( run );
    bool good =
        lessonTakeWatches( &run->names, &run->values, item->text, item->line, rest, watches, &count, error );
    for ( int i = 0; i < count; ++i )
    {
        lessonEndWatch( watches + i );
        run->values.now[run->names.watchFirst + i] = ask != NULL ? ask->watches[i].value : (double)NAN;
    }
    ssFormula* formula = good ? lessonCompileOwn( &run->names, rest, item->line, true, error ) : NULL;
    if ( formula == NULL ) { return false; }
    bool holds = ssFormula_Value( formula, run->values.now ) != 0.0;
    describe( run, formula, ask, symbols, numbers, capacity );
    ssDestroyFormula( formula );
    return holds;
}

/// The scene that an item belongs to; -1: none.
static int sceneOf( const lessonText* lesson, int item )
{
    while ( item >= 0 && lesson->items[item].kind != lesson_scene ) { --item; }
    return item;
}

static void doItem( lessonJob* job, int index )
{
    const lessonItem* item = job->lesson->items + index;
    switch ( item->kind )
    {
        case lesson_scene: lessonOpenScene( &job->run, item, &job->error ); break;
        case lesson_until: lessonSetUntil( &job->run, item->text, item->line, &job->error ); break;
        case lesson_measure: lessonAddMeasure( &job->run, item->text, item->line, &job->error ); break;
        case lesson_run:
        case lesson_compare:
            job->before = job->run.def;
            lessonRunTo( &job->run, job->lesson, index, sessionJob_Stops, job->job, &job->error );
            break;
        default: break;
    }
}

static void work( void* context )
{
    lessonJob* job = context;
    int first = sceneOf( job->lesson, job->item );
    if ( first < 0 )
    {
        lessonFail( &job->error, job->lesson->items[job->item].line, "'%s' needs a 'scene' above it",
            lessonKeyword( job->lesson->items[job->item].kind ) );
    }
    for ( int i = first;
          i >= 0 && i <= job->item && job->error.text[0] == '\0' && !sessionJob_Stops( job->job ); ++i )
    {
        doItem( job, i );
    }
}

lessonJob* lessonBeginJob( sessionJobMode mode, const lessonText* lesson, const char* folder, int item )
{
    lessonJob* job = calloc( 1, sizeof( *job ) );
    if ( job != NULL )
    {
        job->lesson = lesson;
        job->item = item;
        job->run.folder = folder;
        job->job = sessionCreateJob( mode, 1, false, work, job );
    }
    if ( job != NULL && job->job == NULL )
    {
        free( job );
        return NULL;
    }
    if ( job != NULL ) { sessionJob_Ask( job->job ); }
    return job;
}

void lessonEndJob( lessonJob* job )
{
    if ( job != NULL )
    {
        sessionDestroyJob( job->job );
        lessonEndRun( &job->run );
        free( job );
    }
}

/// Where a word with spaces around it stands outside brackets; NULL: nowhere.
static const char* findWord( const char* text, const char* word )
{
    int depth = 0;
    size_t length = strlen( word );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if ( depth == 0 && at > text && at[-1] == ' ' && strncmp( at, word, length ) == 0 &&
            at[length] == ' ' )
        {
            return at;
        }
    }
    return NULL;
}

static const struct
{
    const char* name;
    lessonMoment moment;
} s_calls[] = { { "max", lesson_momentMax }, { "min", lesson_momentMin }, { "mean", lesson_momentMean } };

/// The length of NAME( x ) at this place if it is a call with one argument; 0: it is none.
static size_t callLength( const char* text, const char* name )
{
    size_t length = strlen( name );
    if ( strncmp( text, name, length ) != 0 || text[length] != '(' ) { return 0; }
    int depth = 0;
    for ( size_t i = length; text[i] != '\0'; ++i )
    {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if ( depth == 1 && text[i] == ',' ) { return 0; }
        if ( depth == 0 ) { return i + 1; }
    }
    return 0;
}

/// Cuts the text into that of the number and that of the moment.
static void split( const char* text, lessonWatch* w, char* number, char* moment )
{
    size_t length = strlen( text );
    for ( int i = 0; i < SS_COUNT( s_calls ); ++i )
    {
        size_t name = strlen( s_calls[i].name );
        if ( callLength( text, s_calls[i].name ) == length && length > 0 )
        {
            w->moment = s_calls[i].moment;
            snprintf( number, LESSON_FORMULA_BYTES, "%.*s", (int)( length - name - 2 ), text + name + 1 );
            return;
        }
    }
    const char *when = findWord( text, "when" ), *at = findWord( text, "at" );
    const char* cut = when != NULL ? when : at;
    snprintf( number, LESSON_FORMULA_BYTES, "%.*s", cut != NULL ? (int)( cut - text ) : (int)length, text );
    if ( cut != NULL )
    {
        const char* rest = cut + ( when != NULL ? 4 : 2 );
        snprintf( moment, LESSON_FORMULA_BYTES, "%s", rest + strspn( rest, " " ) );
    }
    w->moment = when != NULL                         ? lesson_momentWhen
        : at != NULL && strcmp( moment, "end" ) != 0 ? lesson_momentTime
                                                     : lesson_momentEnd;
}

bool lessonBeginWatch( const lessonNames* names, const lessonValues* values, const char* text, int line,
    lessonWatch* watch, lessonError* error )
{
    char number[LESSON_FORMULA_BYTES] = "", moment[LESSON_FORMULA_BYTES] = "";
    *watch = ( lessonWatch ){ .value = (double)NAN };
    if ( strlen( text ) >= LESSON_FORMULA_BYTES )
    {
        return lessonFail( error, line, "the formula has more than %d bytes", LESSON_FORMULA_BYTES - 1 );
    }
    split( text, watch, number, moment );
    size_t length = strlen( number );
    while ( length > 0 && number[length - 1] == ' ' ) { number[--length] = '\0'; }
    const char* unit = lessonUnitOf( names, number );
    snprintf( watch->unit, sizeof( watch->unit ), "%s", unit != NULL ? unit : "?" );
    watch->formula = lessonCompileOwn( names, number, line, false, error );
    if ( watch->moment == lesson_momentWhen && watch->formula != NULL )
    {
        watch->when = lessonCompileOwn( names, moment, line, true, error );
    }
    if ( watch->moment == lesson_momentTime && watch->formula != NULL )
    {
        ssFormula* time = lessonCompileOwn( names, moment, line, false, error );
        watch->time = time != NULL ? ssFormula_Value( time, values->now ) : 0.0;
        ssDestroyFormula( time );
    }
    return error->text[0] == '\0';
}

void lessonEndWatch( lessonWatch* watch )
{
    ssDestroyFormula( watch->formula );
    ssDestroyFormula( watch->when );
    watch->formula = watch->when = NULL;
}

bool lessonTakeWatches( const lessonNames* names, const lessonValues* values, const char* text, int line,
    char rest[LESSON_FORMULA_BYTES], lessonWatch watches[LESSON_MAX_WATCHES], int* count, lessonError* error )
{
    size_t used = 0;
    *count = 0;
    if ( strlen( text ) >= LESSON_FORMULA_BYTES - 8 * LESSON_MAX_WATCHES )
    {
        return lessonFail( error, line, "the formula has more than %d bytes",
            LESSON_FORMULA_BYTES - 8 * LESSON_MAX_WATCHES - 1 );
    }
    for ( char before = ' '; *text != '\0'; )
    {
        bool inName = ( before >= 'a' && before <= 'z' ) || ( before >= 'A' && before <= 'Z' ) ||
            before == '_' || before == '.' || ( before >= '0' && before <= '9' );
        size_t length = 0;
        for ( int i = 0; i < SS_COUNT( s_calls ) && length == 0 && !inName; ++i )
        {
            length = callLength( text, s_calls[i].name );
        }
        if ( length == 0 )
        {
            before = rest[used++] = *text++;
            continue;
        }
        if ( *count >= LESSON_MAX_WATCHES )
        {
            return lessonFail(
                error, line, "more than %d of max(x), min(x), mean(x) in one formula", LESSON_MAX_WATCHES );
        }
        char call[LESSON_FORMULA_BYTES];
        snprintf( call, sizeof( call ), "%.*s", (int)length, text );
        bool good = lessonBeginWatch( names, values, call, line, watches + ( *count )++, error );
        int added = snprintf(
            rest + used, LESSON_FORMULA_BYTES - used, "%s", names->names[names->watchFirst + *count - 1] );
        used += (size_t)added;
        text += length;
        before = ')';
        if ( !good ) { return false; }
    }
    rest[used] = '\0';
    return true;
}

void lessonVisit( lessonWatch* w, const lessonValues* values, double time, bool last )
{
    bool take = w->moment == lesson_momentEnd ? last
        : w->moment == lesson_momentTime      ? !w->found && time >= w->time * ( 1.0 - 1e-12 )
        : w->moment == lesson_momentWhen      ? !w->found && ssFormula_Value( w->when, values->now ) != 0.0
                                              : true;
    if ( !take ) { return; }
    double value = ssFormula_Value( w->formula, values->now );
    bool first = !w->found;
    w->found = true;
    w->sum += value;
    ++w->count;
    switch ( w->moment )
    {
        case lesson_momentMax: w->value = first ? value : fmax( w->value, value ); break;
        case lesson_momentMin: w->value = first ? value : fmin( w->value, value ); break;
        case lesson_momentMean: w->value = w->sum / (double)w->count; break;
        default: w->value = value; break;
    }
}
