// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/json_writer.h"
#include "cli/commands.h"
#include "cli/law_commands.h"
#include "slipstick/advanced/law_check.h"

#include <stdio.h>
#include <string.h>

// `slipstick law`: what can be done with a typed law outside a run.

/// The title of a shipped law. They all compile; the name stands in where one does not.
static void titleOf( const ssShippedLaw* shipped, char* title, size_t capacity )
{
    ssLawProgram* law = NULL;
    bool compiles = ssCompileLaw( shipped->text, shipped->name, &law, NULL ).code == ss_ok;
    snprintf( title, capacity, "%s", compiles ? ssLawProgram_Info( law )->title : shipped->name );
    ssLawProgram_Release( law );
}

static void writeList( osWriter* out, bool asJson )
{
    jsonWriter json = jsonBegin( osText( out ) );
    if ( asJson )
    {
        jsonBeginObject( &json, NULL );
        jsonBeginArray( &json, "laws" );
    }
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        char title[256];
        titleOf( ssGetShippedLaw( i ), title, sizeof( title ) );
        if ( asJson )
        {
            jsonRow( &json, NULL, "name", ssGetShippedLaw( i )->name, "title", title, "plugin",
                ssGetShippedLaw( i )->plugin );
        }
        else
        {
            const char* plugin = ssGetShippedLaw( i )->plugin;
            osPrintf( out, "%-22s  %s%s%s%s\n", ssGetShippedLaw( i )->name, title,
                plugin != NULL ? " [plugin " : "", plugin != NULL ? plugin : "", plugin != NULL ? "]" : "" );
        }
    }
    if ( asJson )
    {
        jsonEndArray( &json );
        jsonEndObject( &json );
    }
}

static int lawList( int argc, char** argv )
{
    bool json = false;
    const argsOption options[] = { { "--json", NULL, "print JSON, for scripts", .flag = &json } };
    argsSpec spec = { "law list", .usage = "[--json]",
        .summary = "Lists the shipped laws, and those of plugins: name, title. A name may stand wherever the "
                   "file of a law may.",
        ARGS_OPTIONS( options ) };
    ARGS_PARSE( &spec, argc, argv );
    osWriter* out = osOpenWrite( "-" );
    writeList( out, json );
    return argsCommit( spec.command, out );
}

/// What the check says about energy, at the default values of the parameters, as a comment.
static void writeVerdict( osWriter* out, const ssLawProgram* program )
{
    ssLawDef def = ssTextLawDef( program );
    ssLaw law;
    ssLawCheck check;
    if ( ssMakeLaw( &def, &law ).code != ss_ok ) { return; }
    ssCheckLaw( &law, false, &check );
    ssLaw_Destroy( &law );
    const ssLawFinding* energy = &check.findings[ss_lawIsDissipative];
    osPrintf( out, "/* With the default values of its parameters %s\n * %s. */\n",
        check.createsEnergy                      ? "THIS LAW CREATES ENERGY:"
            : energy->proved                     ? "this law never creates energy, which is proved:"
            : energy->verdict == ss_verdictHolds ? "no motion was found over which this law creates energy:"
                                                 : "it is not known whether this law creates energy:",
        energy->sentence );
}

static int writeExport( const char* command, const ssLawProgram* law )
{
    char* text = ssLawProgram_ExportC( law );
    osWriter* out = NULL;
    const char* function = ssLawProgram_Info( law )->function;
    ssResult result = text != NULL ? osBeginWrite( "-", &out )
        : function != NULL
        ? ssError( ss_errorValue, NULL,
              "the force of this law is the function \"%.40s\" of a plugin, which has no text", function )
        : ssError( ss_errorMemory, NULL, "out of memory for the function" );
    if ( result.code == ss_ok )
    {
        writeVerdict( out, law );
        osWriteText( out, text );
        result = osCommitWrite( out );
    }
    ssRelease( text );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( command, result );
}

static int lawExport( int argc, char** argv )
{
    const char* language = NULL;
    const argsOption options[] = { { "--to", "c", "the language", .text = &language } };
    argsSpec spec = { "law export", .usage = "FILE --to c",
        .summary = "Prints a law as one self-contained C99 function with its state.",
        .notes = "FILE is a file, or the name of a shipped law. The parameters have their default values.",
        ARGS_OPTIONS( options ), .wordMin = 1, .wordMax = 1, .wordName = "a law" };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false ) { return status; }
    if ( language == NULL || strcmp( language, "c" ) != 0 )
    {
        return language == NULL
            ? argsFail( spec.command, "--to is missing: slipstick law export FILE --to c" )
            : argsFail( spec.command, "--to %s: expected c", language );
    }
    ssLawProgram* law = argsCompileLaw( spec.command, spec.words.items[0], &status );
    if ( law != NULL )
    {
        status = writeExport( spec.command, law );
        ssLawProgram_Release( law );
    }
    return status;
}

static const cmdEntry s_commands[] = {
    { "check", "checks a law and shows where it fails", "FILE", lawCheck },
    { "show", "draws a law", "FILE -o FILE.svg", lawShow },
    { "export", "prints a law as a C99 function", "FILE --to c", lawExport },
    { "list", "lists the shipped laws", "[--json]", lawList },
};

static int printHelp( void )
{
    osWriter* out = osOpenWrite( "-" );
    osWriteText(
        out, "slipstick law check|show|export|list [FILE] [options]\n\nWorks on a law that you type.\n\n" );
    for ( int i = 0; i < SS_COUNT( s_commands ); ++i )
    {
        char left[64];
        snprintf( left, sizeof( left ), "%s %s", s_commands[i].name, s_commands[i].usage );
        osPrintf( out, "  %-22s  %s\n", left, s_commands[i].summary );
    }
    osWriteText( out,
        "\n`slipstick law check --help` shows the options of one of them. FILE is a file (*.law), or the "
        "name of a\nshipped law. In a run: `slipstick run SCENARIO --law FILE --set law.KEY=VALUE`.\n" );
    return argsCommit( "law", out );
}

int cmdLaw( int argc, char** argv )
{
    const char* word = argc > 1 ? argv[1] : NULL;
    if ( word == NULL )
    {
        return argsFail(
            "law", "needs one of check, show, export and list; `slipstick help law` explains them" );
    }
    if ( strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0 || strcmp( word, "help" ) == 0 )
    {
        return printHelp();
    }
    const char* names[SS_COUNT( s_commands )];
    for ( int i = 0; i < SS_COUNT( s_commands ); ++i )
    {
        names[i] = s_commands[i].name;
        if ( strcmp( s_commands[i].name, word ) == 0 ) { return s_commands[i].run( argc - 1, argv + 1 ); }
    }
    char hint[128];
    return argsFail( "law", "unknown command '%s'%s `slipstick help law` shows them all", word,
        argsSuggest( word, names, SS_COUNT( s_commands ), hint, sizeof( hint ) ) );
}
