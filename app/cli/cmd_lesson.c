// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/grow.h"
#include "cli/commands.h"
#include "session/lesson/lesson_run.h"

#include <stdlib.h>
#include <string.h>

// `slipstick lesson`: lists lessons, shows one, and checks their answers without a window.

static int listLessons( void )
{
    osWriter* out = osOpenWrite( "-" );
    for ( int i = 0; i < lessonShippedCount(); ++i )
    {
        const lessonShipped* shipped = lessonGetShipped( i );
        lessonText lesson;
        lessonError error;
        if ( lessonParse( shipped->text, shipped->length, &lesson, &error ) )
        {
            osPrintf( out, "%-18s  %s\n%-18s  %s\n", shipped->name, lesson.title, "", lesson.about );
            lessonFree( &lesson );
        }
        else { osPrintf( out, "%-18s  line %d: %s\n", shipped->name, error.line, error.text ); }
    }
    return argsCommit( "lesson", out );
}

static int printLesson( const char* name )
{
    const lessonShipped* shipped = lessonFindShipped( name );
    if ( shipped == NULL )
    {
        return argsFail(
            "lesson", "--text %s: there is no such lesson; `slipstick lesson` lists them", name );
    }
    osWriter* out = osOpenWrite( "-" );
    osWrite( out, shipped->text, shipped->length );
    return argsCommit( "lesson", out );
}

/// Writes "FILE:LINE: what" for editors that go to the place.
static void printPlace( osWriter* out, const lessonFile* file, int line )
{
    osPrintf( out, "%s:", lessonLabel( file ) );
    if ( line > 0 ) { osPrintf( out, "%d:", line ); }
}

/// Checks one lesson. Returns the exit status: 1 when a claim does not hold, 2 when it cannot be read.
static int checkLesson( osWriter* out, const char* word )
{
    lessonFile* file = needMemory( 1, sizeof( *file ) );
    lessonError error = { 0 };
    lessonReport report = { 0 };
    if ( !lessonLoad( word, file, &error ) )
    {
        error.line > 0 ? argsPrintLine( "%s:%d: %s", lessonLabel( file ), error.line, error.text )
                       : (void)argsFail( "lesson", "%s", error.text );
        free( file );
        return ARGS_STATUS_BAD_INPUT;
    }
    bool memory = lessonCheck( &file->lesson, file->folder, osStopsAtSignal, NULL, &report );
    for ( int i = 0; i < report.count; ++i )
    {
        const lessonFinding* finding = report.findings + i;
        printPlace( out, file, finding->line );
        osPrintf( out, " %s%s\n", finding->failed ? "FAILED " : "ok ", finding->text );
    }
    osPrintf( out, "%s: %s: %d steps, %d checked, %d failed\n", lessonLabel( file ), file->lesson.title,
        file->lesson.stepCount, report.count, report.failures );
    osFlushWrite( out );
    int status = report.failures > 0 ? ARGS_STATUS_CHECK_FAILED : ARGS_STATUS_OK;
    lessonFreeReport( &report );
    lessonFree( &file->lesson );
    free( file );
    return memory ? status : argsRefuse( "lesson", ssError( ss_errorMemory, NULL, "out of memory" ) );
}

static int checkLessons( const argsList* words, bool all )
{
    osWriter* out = osOpenWrite( "-" );
    int status = ARGS_STATUS_OK;
    osWatchSignals();
    for ( int i = 0; i < ( all ? lessonShippedCount() : words->count ) && !osSignalCaught(); ++i )
    {
        int one = checkLesson( out, all ? lessonGetShipped( i )->name : words->items[i] );
        status = one > status ? one : status;
    }
    ssResult result = osCommitWrite( out );
    if ( osSignalCaught() ) { osEndBySignal(); }
    return result.code == ss_ok ? status : argsRefuse( "lesson", result );
}

/// Opens the window as `gui --lesson NAME` does, with the options that follow.
static int showLesson( int argc, char** argv, int ( *show )( int argc, char** argv ) )
{
    char** words = needMemory( (size_t)argc + 2, sizeof( *words ) );
    char gui[] = "gui", option[] = "--lesson";
    words[0] = gui;
    words[1] = option;
    memcpy( words + 2, argv + 1, (size_t)( argc - 1 ) * sizeof( *words ) );
    int status = show( argc + 1, words );
    free( words );
    return status;
}

int cmdLesson( int argc, char** argv, int ( *show )( int argc, char** argv ) )
{
    bool check = false, all = false, text = false, here = argc < 2 || argv[1][0] == '-';
    for ( int i = 1; i < argc; ++i )
    {
        here = here || strcmp( argv[i], "--check" ) == 0 || strcmp( argv[i], "--all" ) == 0 ||
            strcmp( argv[i], "--text" ) == 0 || strcmp( argv[i], "--help" ) == 0;
    }
    if ( !here ) { return showLesson( argc, argv, show ); }
    const argsOption options[] = {
        { "--check", NULL, "run the lessons without a window; status 1 if an answer or a claim is wrong",
            .flag = &check },
        { "--text", NULL, "print the text of a shipped lesson, as a model for your own", .flag = &text },
        { "--all", NULL, "with --check: all shipped lessons", .flag = &all },
    };
    argsSpec spec = { "lesson",
        .summary =
            "Shows a lesson in the window, lists the shipped ones, or checks lessons against their runs.",
        .usage = "[NAME|FILE] | --check NAME|FILE... | --check --all | --text [NAME]",
        ARGS_OPTIONS( options ), .wordMax = ARGS_LIST_MAX, .wordName = "NAME|FILE",
        .notes = "Without arguments it lists the shipped lessons. NAME is one of them, FILE a text of your "
                 "own; the lesson\n'example' teaches the form, and the manual has a section on it. A lesson "
                 "in the window takes the options of\n`slipstick gui`. Status 1: something does not hold; 2: "
                 "a lesson cannot be read." };
    ARGS_PARSE( &spec, argc, argv );
    if ( text ) { return printLesson( spec.words.count == 1 ? spec.words.items[0] : LESSON_EXAMPLE ); }
    if ( !check && !all ) { return listLessons(); }
    return spec.words.count == 0 && !all
        ? argsFail( "lesson", "--check needs the NAME or FILE of a lesson, or --all" )
        : checkLessons( &spec.words, all );
}
