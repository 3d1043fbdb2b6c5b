// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/lab/scene.h"

#include <stdbool.h>
#include <stdint.h>

// The arguments of a command. A command lists its options once, each with the variable it fills; parsing,
// messages and `slipstick help COMMAND` all use that list.
//
//     int cmdShot( int argc, char** argv )
//     {
//         const char* out = NULL;
//         double at = 0.0;
//         ssScene scene;
//         const argsOption options[] = {
//             { "--at", "S", "time of the picture [s]", .number = &at, .min = 0.0, .allowed = "seconds >= 0"
//             }, { "-o", "FILE.png", "where to write the picture", .text = &out },
//         };
//         argsSpec spec = { .command = "shot", .summary = "A picture of one moment.",
//             .usage = "SCENARIO|SCENE.json [options] -o FILE.png",
//             ARGS_OPTIONS( options ), .scene = &scene };
//         ARGS_PARSE( &spec, argc, argv ); // leaves with 2 after a message, or 0 after printing the help
//         ...
//         ssScene_Destroy( &scene );
//         return 0;
//     }
//
// If `scene` is set, the first word is the id of a scenario, a scene file or a contact log, and --set,
// --preset, --law, --h, --until and --seed are added to the options; the preset is applied first, then the
// law, then every --set, wherever they stand. `--name value` and `--name=value` are the same; `--` ends the
// options. A value may begin with one dash, not with two.

// Exit statuses of the program.
#define ARGS_STATUS_OK 0
#define ARGS_STATUS_CHECK_FAILED 1
#define ARGS_STATUS_BAD_INPUT 2
///< not supported on this machine: no memory, no OpenGL, built without the window
#define ARGS_STATUS_UNSUPPORTED 3

#define ARGS_LIST_MAX 256 ///< times that an option can be repeated

typedef struct argsList
{
    const char* items[ARGS_LIST_MAX];
    int count;
} argsList;

/// One option; the one pointer that is set determines its kind. Not given, its variable keeps its value.
typedef struct argsOption
{
    const char* name;  ///< "--csv", "-o"
    const char* value; ///< name of its value in the help, "FILE|-"; NULL for a switch
    const char* help;

    bool* flag;           ///< a switch: set to true
    const char** text;    ///< any text that is not empty
    bool writes;          ///< `text` is a file to write, which must not be one that another argument names
    bool keepsOwn;        ///< with it the scenario keeps its own values, see argsSpec.opens
    argsList* list;       ///< any text that is not empty; repeatable
    double* number;       ///< finite, within min and max
    int* integer;         ///< whole, within min and max
    uint64_t* unsigned64; ///< whole, 0 to 2^64 - 1

    // Bounds of numbers. There are none when all four are unset, and no upper one unless max > min.
    double min, max;
    bool above; ///< min itself is not allowed
    /// Completes "expected a finite number of ...", as "seconds > 0" does. NULL: the bounds are given.
    const char* allowed;
} argsOption;

/// The options of an argsSpec, an array.
#define ARGS_OPTIONS( rows ) .options = rows, .optionCount = SS_COUNT( rows )

typedef struct argsSpec
{
    const char* command; ///< "run"
    const char* summary; ///< a sentence for the help
    const char* usage;   ///< the arguments, after "slipstick run "
    const char* notes;   ///< lines below the options; NULL for none
    const argsOption* options;
    int optionCount;

    /// Receives the scenario; NULL when the command takes none. An id fills `def` alone and leaves the rest
    /// zero, a file fills everything. Destroy it with ssScene_Destroy after argsParse has returned true.
    ssScene* scene;
    const char* defaultScenario; ///< id used when no word names one; NULL: the word is required
    const argsList* map;         ///< --map, for columns that a contact log calls differently; may be NULL
    /// of --judge, where the word may name a contact problem: reactions to show in it; may be NULL
    const char** judge;
    /// A scenario begins with the preset that a window opens it with (ssScenario.opening), unless --preset,
    /// --set or an option that `keepsOwn` is given.
    bool opens;
    const char* scenePath; ///< result: the scene file; NULL when the word was an id
    bool sceneInPicture;   ///< result: it came out of a picture, film or link, no place to save it
    argsList* laws;        ///< --law is repeatable and fills this list; NULL: one law at most
    int lawChoice;         ///< the one of `laws` to apply
    double* logUntil;      ///< receives --until where the scenario is a log; NULL: it is refused
    bool untilGiven;       ///< result: by --until
    double ownStep;        ///< result: the step size [s] of the scenario, preset or scene, before --h
    const char* sceneWord; ///< result: the word that named it; NULL: none did
    bool sceneGiven;       ///< result: a word named a scenario or a scene file

    int wordMin, wordMax; ///< number of further words, after the scenario
    const char* wordName; ///< "WHAT", for the message when one is missing
    argsList words;       ///< result: those words
} argsSpec;

/// Returns false when the command is to return `*status` at once: the message or the help has been printed.
bool argsParse( argsSpec* spec, int argc, char** argv, int* status );
/// Leaves a command with that status.
#define ARGS_PARSE( spec, argc, argv )                                          \
    do {                                                                        \
        int status_ = ARGS_STATUS_OK;                                           \
        if ( !argsParse( ( spec ), argc, argv, &status_ ) ) { return status_; } \
    } while ( 0 )

/// Warns once when --h is far beyond the step that the scenario, preset or scene was made with.
void argsWarnStep( const argsSpec* spec );

/// Splits "key=value"; false when there is no "=" or no key.
bool argsSplitPair( const char* text, char* key, size_t capacity, const char** value );

/// Takes KEY=VALUE for one of these numbers, >= 0, those from `above` on > 0. Returns the exit status.
int argsSetNumber( const char* command, const char* item, const char* const* keys, double* const* numbers,
    int count, int above );

/// Prints an error to stderr as "slipstick run: ..." and returns the exit status for it.
int argsRefuse( const char* command, ssResult result );
/// Ends what a command has written, and returns the exit status for it.
int argsCommit( const char* command, osWriter* out );
int argsFail( const char* command, const char* format, ... ) SS_PRINTF( 2, 3 ); ///< status 2
/// Does the message belong to a field that it names?
bool argsNamesField( const ssResult* result );
/// Prints a line to stderr as it is, but for characters that would break the line or control the terminal.
void argsPrintLine( const char* format, ... ) SS_PRINTF( 1, 2 );

/// Writes "; did you mean 'mu'?" to `text` when one of the names is close, otherwise ";", and returns `text`:
/// the middle of "unknown key 'mo'; did you mean 'mu'? `slipstick describe belt` lists them all".
const char* argsSuggest(
    const char* wrong, const char* const* names, int count, char* text, size_t capacity );

/// How many characters of UTF-8 begin in these bytes: their columns on a terminal.
int argsColumns( const char* text, const char* end );

/// Takes apart "grip = max(r_t)", which may begin with the word measure and have the name in quotes. NULL:
/// the text has no name; otherwise the expression.
const char* argsSplitMeasure( const ssScenario* scenario, const char* text, char name[SS_NAME_CAPACITY] );
/// Asks for those of the measures that are expressions over the run (ssSimDef_Ask); `except` (may be NULL) is
/// no measure of the scenario. Returns the exit status.
int argsAskMeasures( const char* command, ssSimDef* def, const argsList* names, const char* except );
/// Index of the measure; -1 after a message that suggests the nearest name.
int argsFindMeasure( const char* command, const ssScenario* scenario, const char* name );

/// Is this word the id of a scenario, a link, or the name of an existing file with an ending?
bool argsNamesScene( const char* word );

/// Prints a message that suggests the nearest id; returns status 2.
int argsUnknownScenario( const char* command, const char* word );
