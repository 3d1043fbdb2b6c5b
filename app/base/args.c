// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/args_law.h"
#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/link.h"
#include "base/scene_tag.h"
#include "base/shipped_scene.h"
#include "slipstick/lab/log_scenario.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Parses the arguments of a command by its list of options, from which the help is printed too.

static bool withinBounds( const argsOption* option, double value )
{
    bool bounded = option->min != 0.0 || option->max != 0.0 || option->above || option->allowed != NULL;
    if ( bounded == false ) { return true; }
    bool lowOk = option->above ? value > option->min : value >= option->min;
    return lowOk && ( option->max <= option->min || value <= option->max );
}

static int refuseValue( const char* command, const argsOption* option, const char* text, const char* kind )
{
    char bounds[96] = "";
    if ( option->allowed != NULL )
    {
        // "a finite number of seconds > 0", but "a finite number > 0"
        bool hasUnit = isalpha( (unsigned char)option->allowed[0] ) != 0;
        snprintf( bounds, sizeof( bounds ), "%s%s", hasUnit ? " of " : " ", option->allowed );
    }
    else if ( option->max > option->min )
    {
        snprintf( bounds, sizeof( bounds ), " from %.10g to %.10g", option->min, option->max );
    }
    return argsFail( command, "%s %s: expected %s%s", option->name, text, kind, bounds );
}

static bool storeNumber( const char* command, const argsOption* option, const char* text )
{
    double value = 0.0;
    bool good = ssParseNumber( text, &value ) && withinBounds( option, value );
    if ( option->number != NULL )
    {
        if ( good == false )
        {
            refuseValue( command, option, text, "a finite number" );
            return false;
        }
        *option->number = value;
        return true;
    }
    if ( good == false || value != floor( value ) || fabs( value ) > 2147483647.0 )
    {
        refuseValue( command, option, text, "a whole number" );
        return false;
    }
    *option->integer = (int)value;
    return true;
}

// Only digits: a double would lose the last bits of a large seed, and strtoull allows a minus sign.
static bool storeUnsigned( const char* command, const argsOption* option, const char* text )
{
    bool digits = text[0] != 0 && text[strspn( text, "0123456789" )] == 0;
    errno = 0;
    unsigned long long value = digits ? strtoull( text, NULL, 10 ) : 0u;
    if ( digits == false || errno == ERANGE )
    {
        argsFail(
            command, "%s %s: expected a whole number from 0 to 18446744073709551615", option->name, text );
        return false;
    }
    *option->unsigned64 = (uint64_t)value;
    return true;
}

static bool storeValue( const char* command, const argsOption* option, const char* text )
{
    if ( option->text != NULL || option->list != NULL )
    {
        if ( text[0] == 0 )
        {
            argsFail( command, "%s: expected %s, not an empty text", option->name, option->value );
            return false;
        }
        if ( option->text != NULL )
        {
            *option->text = text;
            return true;
        }
        if ( option->list->count == ARGS_LIST_MAX )
        {
            argsFail( command, "%s: given more than %d times", option->name, ARGS_LIST_MAX );
            return false;
        }
        option->list->items[option->list->count++] = text;
        return true;
    }
    return option->unsigned64 != NULL ? storeUnsigned( command, option, text )
                                      : storeNumber( command, option, text );
}

// The values of --set, --preset, --law, --h, --until and --seed, kept until the scenario is known.
typedef struct SceneOptions
{
    argsList sets;
    const char *preset, *law;
    double h, until;
    const char* seed; // NULL when not given
    bool keepsOwn;    // an option asks for the scenario's own values
} SceneOptions;

#define OPTIONS_MAX 48 // of one command

// A first-order method is then off by ten times the error it was tuned for; less coarse is a choice.
#define COARSE_STEP 10.0

typedef struct Parser
{
    argsSpec* spec;
    SceneOptions sceneOptions;
    bool help;
    argsOption options[OPTIONS_MAX]; // the command's, the scene's, --help
    int optionCount;
} Parser;

static void addOption( Parser* parser, argsOption option )
{
    SS_ASSERT( parser->optionCount < OPTIONS_MAX );
    parser->options[parser->optionCount++] = option;
}

static void collectOptions( Parser* parser )
{
    if ( parser->spec->scene != NULL )
    {
        SceneOptions* scene = &parser->sceneOptions;
        addOption( parser,
            ( argsOption ){ "--set", "KEY=VALUE",
                "set a parameter, or with @FILE all parameters in a file; repeatable", .list = &scene->sets,
                .keepsOwn = true } );
        addOption( parser,
            ( argsOption ){ "--preset", "NAME", "start from a preset; applied before every --set",
                .text = &scene->preset } );
        argsList* laws = parser->spec->laws;
        addOption( parser,
            ( argsOption ){ "--law", "FILE",
                "a typed law, from a file or a shipped one (`slipstick law list`)",
                .text = laws == NULL ? &scene->law : NULL, .list = laws } );
        addOption( parser,
            ( argsOption ){ "--h", "S", "step size [s] (default: the scenario's own)", .number = &scene->h,
                .above = true, .allowed = "seconds > 0" } );
        addOption( parser,
            ( argsOption ){ "--until", "S", "duration [s], a multiple of the step size",
                .number = &scene->until, .above = true, .allowed = "seconds > 0" } );
        addOption( parser,
            ( argsOption ){ "--seed", "N", "seed of everything random (default 1)", .text = &scene->seed } );
    }
    for ( int i = 0; i < parser->spec->optionCount; ++i ) { addOption( parser, parser->spec->options[i] ); }
    addOption( parser, ( argsOption ){ "--help", NULL, "print this help", .flag = &parser->help } );
}

static int printHelp( const Parser* parser )
{
    const argsSpec* spec = parser->spec;
    osWriter* out = osOpenWrite( "-" );
    osPrintf( out, "slipstick %s %s\n\n%s\n\n", spec->command, spec->usage, spec->summary );
    for ( int i = 0; i < parser->optionCount; ++i )
    {
        const argsOption* option = &parser->options[i];
        char left[64];
        snprintf( left, sizeof( left ), "%s%s%s", option->name, option->value != NULL ? " " : "",
            option->value != NULL ? option->value : "" );
        osPrintf( out, "  %-20s  %s\n", left, option->help );
    }
    if ( spec->notes != NULL ) { osPrintf( out, "\n%s\n", spec->notes ); }
    return argsCommit( spec->command, out );
}

static const argsOption* findOption( const Parser* parser, const char* name, size_t length )
{
    for ( int i = 0; i < parser->optionCount; ++i )
    {
        const char* known = parser->options[i].name;
        if ( strlen( known ) == length && memcmp( known, name, length ) == 0 ) { return &parser->options[i]; }
    }
    return NULL;
}

static void refuseUnknownOption( const Parser* parser, const char* word, size_t length )
{
    const char* names[OPTIONS_MAX];
    for ( int i = 0; i < parser->optionCount; ++i ) { names[i] = parser->options[i].name; }
    char wrong[64], hint[128];
    snprintf( wrong, sizeof( wrong ), "%.*s", (int)( length < 60 ? length : 60 ), word );
    if ( strcmp( wrong, "--plugin" ) == 0 )
    {
        argsFail( parser->spec->command,
            "--plugin stands before the command: slipstick --plugin FILE.so %s ...", parser->spec->command );
        return;
    }
    argsFail( parser->spec->command, "unknown option '%s'%s `slipstick help %s` shows them all", wrong,
        argsSuggest( wrong, names, parser->optionCount, hint, sizeof( hint ) ), parser->spec->command );
}

// Reads the option at argv[*at] and advances `*at` to its last word.
static bool parseOption( Parser* parser, int argc, char** argv, int* at )
{
    const char *command = parser->spec->command, *word = argv[*at], *equals = strchr( word, '=' );
    size_t length = equals != NULL ? (size_t)( equals - word ) : strlen( word );
    const argsOption* option = findOption( parser, word, length );
    if ( strcmp( word, "-h" ) == 0 && option == NULL )
    {
        parser->help = true;
        return true;
    }
    if ( option == NULL )
    {
        refuseUnknownOption( parser, word, length );
        return false;
    }
    parser->sceneOptions.keepsOwn = parser->sceneOptions.keepsOwn || option->keepsOwn;
    if ( option->flag != NULL )
    {
        if ( equals != NULL )
        {
            argsFail( command, "%s takes no value", option->name );
            return false;
        }
        *option->flag = true;
        return true;
    }
    const char* value = equals != NULL ? equals + 1 : NULL;
    if ( value == NULL )
    {
        // In "--csv --json" the file name was forgotten; it is not a file called --json.
        if ( *at + 1 >= argc || strncmp( argv[*at + 1], "--", 2 ) == 0 )
        {
            argsFail( command, "%s needs a value: %s %s", option->name, option->name, option->value );
            return false;
        }
        value = argv[++*at];
    }
    return storeValue( command, option, value );
}

int argsColumns( const char* text, const char* end )
{
    int columns = 0;
    for ( ; text < end; ++text ) { columns += ( (unsigned char)*text & 0xc0 ) != 0x80; }
    return columns;
}

const char* argsSplitMeasure( const ssScenario* scenario, const char* text, char name[SS_NAME_CAPACITY] )
{
    const char* at = text + ( strncmp( text, "measure ", 8 ) == 0 ? 8 : 0 );
    at += strspn( at, " " );
    bool quoted = *at == '"';
    at += quoted ? 1 : 0;
    size_t length = strspn( at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" );
    const char* end = at + length;
    end += quoted && *end == '"' ? 1 : 0;
    end += strspn( end, " " );
    if ( length == 0 || length >= SS_NAME_CAPACITY || *end != '=' || end[1] == '=' ) { return NULL; }
    snprintf( name, SS_NAME_CAPACITY, "%.*s", (int)length, at );
    // u = 0 compares a signal.
    bool compares = !quoted &&
        ( strcmp( name, "mode" ) == 0 || strcmp( name, "t" ) == 0 ||
            ssFindScenarioParam( scenario, name ) >= 0 || ssFindSignal( scenario, name ) >= 0 );
    int asked = compares ? ssFindMeasure( scenario, name ) : -1;
    compares = compares && asked < ssScenario_Base( scenario )->model.measureCount;
    return compares ? NULL : end + 1 + strspn( end + 1, " " );
}

int argsFindMeasure( const char* command, const ssScenario* scenario, const char* name )
{
    const char* names[64];
    char hint[128], own[SS_NAME_CAPACITY];
    bool given = ssFindMeasure( scenario, name ) < 0 && argsSplitMeasure( scenario, name, own ) != NULL;
    name = given ? own : name;
    int found = ssFindMeasure( scenario, name ), count = 0;
    for ( ; count < scenario->model.measureCount && count < SS_COUNT( names ); ++count )
    {
        names[count] = scenario->model.measures[count].name;
    }
    if ( found < 0 )
    {
        argsFail( command, "%s has no measure '%s'%s `slipstick describe %s` shows them all", scenario->id,
            name, argsSuggest( name, names, count, hint, sizeof( hint ) ), scenario->id );
    }
    return found;
}

int argsAskMeasures( const char* command, ssSimDef* def, const argsList* names, const char* except )
{
    for ( int i = 0; i < names->count; ++i )
    {
        const char* name = names->items[i];
        bool word = strspn( name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_." ) ==
            strlen( name );
        bool known = ssFindMeasure( def->scenario, name ) >= 0 ||
            ( except != NULL && strcmp( name, except ) == 0 ) ||
            ( word && ssFindSignal( def->scenario, name ) < 0 ); // a misspelt name
        char own[SS_NAME_CAPACITY];
        const char* text = known ? NULL : argsSplitMeasure( def->scenario, name, own );
        int same = text != NULL ? ssFindMeasure( def->scenario, own ) : -1;
        known = known || ( same >= 0 && strcmp( def->scenario->model.measures[same].doc, text ) == 0 );
        ssResult result = known ? ssOk()
            : text != NULL      ? ssSimDef_Ask( def, own, text )
                                : ssSimDef_Ask( def, NULL, name );
        if ( result.code != ss_ok )
        {
            return argsFail( command, "--measure '%s': %s", name, result.message );
        }
    }
    return ARGS_STATUS_OK;
}

bool argsNamesScene( const char* word )
{
    // A file without an ending is more likely a misspelt command.
    return ssFindScenario( word ) != NULL || findShippedScene( word ) != NULL || linkFind( word ) != NULL ||
        findShippedCase( word ) != NULL || ( strpbrk( word, "./" ) != NULL && osFileExists( word ) );
}

static bool loadScene( argsSpec* spec, const char* path, int* status )
{
    char* text = NULL;
    size_t length = 0;
    spec->sceneInPicture = fileKindOf( path ) == file_film;
    ssResult result =
        spec->sceneInPicture ? sceneTagRead( path, &text, &length ) : osReadFile( path, &text, &length );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    result = ssParseScene( text, length, spec->scene );
    free( text );
    if ( result.code != ss_ok )
    {
        bool named = argsNamesField( &result );
        argsFail( spec->command, "%s: %s%s%s", linkFind( path ) != NULL ? "this link" : path,
            named ? "" : result.field, named ? "" : ": ", result.message );
        *status = result.code == ss_errorMemory ? ARGS_STATUS_UNSUPPORTED : ARGS_STATUS_BAD_INPUT;
        return false;
    }
    spec->scenePath = spec->sceneInPicture ? NULL : path;
    return true;
}

static bool chooseScene( argsSpec* spec, const char* word, int* status )
{
    memset( spec->scene, 0, sizeof( *spec->scene ) );
    spec->sceneGiven = word != NULL;
    spec->sceneWord = word;
    const char* id = word != NULL ? word : spec->defaultScenario;
    if ( id == NULL )
    {
        *status =
            argsFail( spec->command, "needs a %s: slipstick %s %s; `slipstick list` shows the scenarios",
                strncmp( spec->usage, "LOG", 3 ) == 0 ? "file" : "scenario or a scene file", spec->command,
                spec->usage );
        return false;
    }
    const ssScenario* scenario = ssFindScenario( id );
    if ( scenario != NULL && spec->judge != NULL && *spec->judge != NULL )
    {
        *status = argsFail( spec->command, "--judge %s: '%s' is not a contact problem", *spec->judge, id );
        return false;
    }
    if ( scenario != NULL )
    {
        spec->scene->def = ssDefaultSimDef( scenario );
        spec->scene->viewFlags = ss_drawDefault;
        return true;
    }
    // A word that can only be a file is treated as one: "no such file" helps more than "unknown scenario".
    if ( osFileExists( id ) || osFolderExists( id ) || strpbrk( id, "./#:" ) != NULL )
    {
        bool loaded = false;
        return argsLoadContacts( spec, id, &loaded, status ) && ( loaded || loadScene( spec, id, status ) );
    }
    if ( findShippedScene( id ) != NULL )
    {
        ssResult result = parseShippedScene( id, spec->scene );
        *status = result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( spec->command, result );
        return result.code == ss_ok;
    }
    *status = argsUnknownScenario( spec->command, id );
    return false;
}

static bool applyPreset( argsSpec* spec, const char* name, int* status )
{
    const ssScenario* scenario = spec->scene->def.scenario;
    if ( ssFindPreset( scenario, name ) == NULL )
    {
        const char* names[64];
        int count = 0;
        for ( ; count < scenario->presetCount && count < SS_COUNT( names ); ++count )
        {
            names[count] = scenario->presets[count].name;
        }
        char hint[128];
        *status = argsFail( spec->command, "%s has no preset '%s'%s `slipstick describe %s` shows them all",
            scenario->id, name, argsSuggest( name, names, count, hint, sizeof( hint ) ), scenario->id );
        return false;
    }
    ssResult result = ssSimDef_ApplyPreset( &spec->scene->def, name );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    return true;
}

/// Applies one KEY=VALUE; an error message begins with `where` and `item`.
static bool applySetting( argsSpec* spec, const char* pair, const char* where, const char* item, int* status )
{
    char key[64];
    const char* value = NULL;
    if ( argsSplitPair( pair, key, sizeof( key ), &value ) == false )
    {
        *status = argsFail( spec->command, "%s%.60s: expected KEY=VALUE", where, item );
        return false;
    }
    const ssScenario* scenario = spec->scene->def.scenario;
    if ( argsReplacedByLaw( scenario, ssFindScenarioParam( scenario, key ) ) )
    {
        *status = argsRefuseReplaced( spec->command, scenario, where, item );
        return false;
    }
    if ( argsReplacedByBuild( &spec->scene->def, ssFindScenarioParam( scenario, key ) ) )
    {
        *status = argsRefuseBuilt( spec->command, where, item );
        return false;
    }
    argsWarnOfNamesake( spec->command, scenario, where, key );
    ssResult result = ssSimDef_Set( &spec->scene->def, key, value );
    if ( result.code != ss_ok )
    {
        argsFail( spec->command, "%s%.60s: %s", where, item, result.message );
        *status = result.code == ss_errorMemory ? ARGS_STATUS_UNSUPPORTED : ARGS_STATUS_BAD_INPUT;
        return false;
    }
    return true;
}

static char* endOfText( char* begin, char* end )
{
    while ( end > begin && ( end[-1] == ' ' || end[-1] == '\t' ) ) { --end; }
    return end;
}

/// Makes "mu=0.31" of "mu = 0.31 ± 0.02", the form in which `fit --out` writes; the error is for readers.
static char* tidySetting( char* line )
{
    line += strspn( line, " \t" );
    char* equals = strchr( line, '=' );
    if ( equals == NULL ) { return line; }
    char* value = equals + 1 + strspn( equals + 1, " \t" );
    char *sign = strstr( value, "±" ), *plain = strstr( value, "+-" );
    sign = sign != NULL ? sign : plain != NULL ? plain : value + strlen( value );
    *endOfText( value, sign ) = '\0';
    char* key = endOfText( line, equals );
    *key = '=';
    memmove( key + 1, value, strlen( value ) + 1 );
    return line;
}

/// Applies the lines KEY=VALUE of a file; empty lines and those that begin with '#' are skipped.
static bool applySettingsFile( argsSpec* spec, const char* path, int* status )
{
    char* text = NULL;
    size_t length = 0;
    ssResult result = osReadFile( path, &text, &length );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    bool done = true;
    int line = 1;
    for ( char* at = text; done && at < text + length; ++line )
    {
        char* next = at + strcspn( at, "\n" );
        bool last = next == text + length || *next == '\0';
        next[next > at && next[-1] == '\r' ? -1 : 0] = '\0';
        if ( at[0] != '\0' && at[0] != '#' )
        {
            char where[300];
            snprintf( where, sizeof( where ), "%.240s, line %d: ", path, line );
            const char* setting = tidySetting( at );
            done = applySetting( spec, setting, where, setting, status );
        }
        at = last ? text + length : next + 1;
    }
    free( text );
    return done;
}

/// The preset to begin with; NULL: the scenario's own values.
static const char* presetOf( const argsSpec* spec, const SceneOptions* options )
{
    bool isId = spec->sceneWord != NULL && ssFindScenario( spec->sceneWord ) != NULL;
    bool opens = spec->opens && isId && !options->keepsOwn && options->preset == NULL;
    return opens ? spec->scene->def.scenario->opening : options->preset;
}

static bool applySceneOptions( argsSpec* spec, const SceneOptions* options, int* status )
{
    ssSimDef* def = &spec->scene->def;
    const char* preset = presetOf( spec, options );
    if ( ( preset != NULL && !applyPreset( spec, preset, status ) ) ||
        ( options->law != NULL && !argsSetLaw( spec->command, options->law, def, status ) ) )
    {
        return false;
    }
    bool ofLog = spec->logUntil != NULL && options->until > 0.0 && ssScenario_IsLog( def->scenario );
    if ( !argsFitsLog( spec, options->h > 0.0, options->until > 0.0 && !ofLog, status ) ) { return false; }
    ssScene_Hold( spec->scene );
    spec->untilGiven = options->until > 0.0;
    spec->ownStep = def->h;
    def->h = options->h > 0.0 ? options->h : def->h;
    def->until = options->until > 0.0 && !ofLog ? options->until : def->until;
    if ( ofLog ) { *spec->logUntil = options->until; }
    if ( options->seed != NULL )
    {
        const argsOption option = { .name = "--seed", .unsigned64 = &def->seed };
        if ( storeUnsigned( spec->command, &option, options->seed ) == false )
        {
            *status = ARGS_STATUS_BAD_INPUT;
            return false;
        }
    }
    for ( int i = 0; i < options->sets.count; ++i )
    {
        const char* item = options->sets.items[i];
        bool done = item[0] == '@' ? applySettingsFile( spec, item + 1, status )
                                   : applySetting( spec, item, "--set ", item, status );
        if ( done == false ) { return false; }
    }
    return true;
}

void argsWarnStep( const argsSpec* spec )
{
    double h = spec->scene->def.h;
    if ( h > COARSE_STEP * spec->ownStep )
    {
        fprintf( stderr,
            "slipstick %s: warning: --h %.10g is %.6g times the step size of %s, %.10g s; the results may be "
            "inaccurate\n",
            spec->command, h, h / spec->ownStep,
            spec->scenePath != NULL ? spec->scenePath : spec->scene->def.scenario->id, spec->ownStep );
    }
}

static bool storeWord( argsSpec* spec, const char** sceneWord, const char* word )
{
    if ( spec->scene != NULL && *sceneWord == NULL )
    {
        *sceneWord = word;
        return true;
    }
    if ( spec->words.count >= spec->wordMax || spec->words.count >= ARGS_LIST_MAX )
    {
        argsFail( spec->command, "unexpected argument '%s'; `slipstick help %s` shows the usage", word,
            spec->command );
        return false;
    }
    spec->words.items[spec->words.count++] = word;
    return true;
}

static bool refuseToDestroy( const argsSpec* spec, const argsOption* option, const char* input )
{
    const char* output = *option->text;
    bool isRefused = input != NULL && osIsSameFile( output, input );
    if ( isRefused )
    {
        argsFail( spec->command, "%s %s would overwrite a file that is read; give it another name",
            option->name, output );
    }
    return isRefused;
}

/// Whether an option would write into a file that a word or another option names as well.
static bool destroysInput( const argsSpec* spec, const argsOption* option, const char* sceneWord )
{
    bool isId = sceneWord != NULL && ssFindScenario( sceneWord ) != NULL;
    bool refused = !isId && refuseToDestroy( spec, option, sceneWord );
    for ( int i = 0; i < spec->words.count && !refused; ++i )
    {
        refused = refuseToDestroy( spec, option, spec->words.items[i] );
    }
    for ( int i = 0; i < spec->optionCount && !refused; ++i )
    {
        const argsOption* other = &spec->options[i];
        refused = !other->writes && other->text != NULL && refuseToDestroy( spec, option, *other->text );
    }
    return refused;
}

/// Nothing that is read is lost, whatever is written.
static bool keepsInputs( const argsSpec* spec, const char* sceneWord )
{
    bool keeps = true;
    for ( int i = 0; i < spec->optionCount && keeps; ++i )
    {
        const argsOption* option = &spec->options[i];
        keeps = !option->writes || *option->text == NULL || !destroysInput( spec, option, sceneWord );
    }
    return keeps;
}

bool argsParse( argsSpec* spec, int argc, char** argv, int* status )
{
    Parser parser = { .spec = spec };
    collectOptions( &parser );
    spec->words.count = 0;
    spec->scenePath = NULL;
    spec->sceneGiven = false;
    *status = ARGS_STATUS_BAD_INPUT;

    const char* sceneWord = NULL;
    bool optionsEnded = false;
    for ( int i = 1; i < argc && parser.help == false; ++i )
    {
        const char* word = argv[i];
        bool isOption = optionsEnded == false && word[0] == '-' && word[1] != 0;
        if ( isOption && strcmp( word, "--" ) == 0 ) { optionsEnded = true; }
        else if ( isOption ? parseOption( &parser, argc, argv, &i ) == false
                           : storeWord( spec, &sceneWord, word ) == false )
        {
            return false;
        }
    }
    if ( parser.help )
    {
        *status = printHelp( &parser );
        return false;
    }
    if ( spec->words.count < spec->wordMin )
    {
        argsFail( spec->command, "needs %s: slipstick %s %s", spec->wordName, spec->command, spec->usage );
        return false;
    }
    if ( !keepsInputs( spec, sceneWord ) ) { return false; }
    if ( spec->scene != NULL )
    {
        if ( chooseScene( spec, sceneWord, status ) == false ) { return false; }
        if ( spec->laws != NULL && spec->lawChoice < spec->laws->count )
        {
            parser.sceneOptions.law = spec->laws->items[spec->lawChoice];
        }
        if ( applySceneOptions( spec, &parser.sceneOptions, status ) == false )
        {
            ssScene_Destroy( spec->scene );
            return false;
        }
    }
    *status = ARGS_STATUS_OK;
    return true;
}
