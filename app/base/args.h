// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scene.h"

#include <stdbool.h>
#include <stdint.h>

// The words after a command. A command lists its options once, each with the variable it fills; parsing, messages
// and `slipstick help COMMAND` come from that list.
//
//     int cmdShot( int argc, char** argv )
//     {
//         const char* out = NULL;
//         double at = 0.0;
//         ssScene scene;
//         const argsOption options[] = {
//             { "--at", "S", "the moment to show [s]", .number = &at, .min = 0.0, .allowed = "seconds >= 0" },
//             { "-o", "FILE.png", "where to write the picture", .text = &out },
//         };
//         argsSpec spec = { .command = "shot", .summary = "A picture of one moment.",
//             .usage = "SCENARIO|SCENE.json [options] -o FILE.png",
//             .options = options, .optionCount = SS_COUNT( options ), .scene = &scene };
//         int status = 0;
//         if ( argsParse( &spec, argc, argv, &status ) == false )
//         {
//             return status; // said what is wrong (2), or printed the help (0)
//         }
//         ...
//         ssScene_Destroy( &scene );
//         return 0;
//     }
//
// With `scene` set, the first word is a scenario's id or a scene file, and --set, --preset, --h, --until and --seed
// are understood without being listed; the preset is applied before every --set wherever it stands.
// Both `--name value` and `--name=value` work; `--` ends the options. A value may begin with a dash, not with two.

#define ARGS_STATUS_OK 0
#define ARGS_STATUS_CHECK_FAILED 1
#define ARGS_STATUS_BAD_INPUT 2
#define ARGS_STATUS_MACHINE 3

#define ARGS_LIST_MAX 256

typedef struct argsList
{
    const char* items[ARGS_LIST_MAX];
    int count;
} argsList;

/// One option. Exactly one of the pointers is set; it says what kind of value the option takes. What is not given
/// on the command line keeps the value it had.
typedef struct argsOption
{
    const char* name;  ///< "--csv", "-o"
    const char* value; ///< how help names its value, "FILE|-"; NULL for a switch
    const char* help;

    bool* flag;           ///< a switch: set to true
    const char** text;    ///< any text that is not empty
    argsList* list;       ///< any text, as often as wanted
    double* number;       ///< finite, within min and max
    int* integer;         ///< whole, within min and max
    uint64_t* unsigned64; ///< whole, 0 to 2^64 - 1

    double min, max; ///< for numbers: no upper bound unless max > min; no bounds when nothing below is set
    bool above;      ///< min itself is not allowed
    const char*
        allowed; ///< completes "expected a finite number of ...": "seconds > 0"; NULL: made from the bounds
} argsOption;

typedef struct argsSpec
{
    const char* command; ///< "run"
    const char* summary; ///< a sentence for help
    const char* usage;   ///< what follows "slipstick run "
    const char* notes;   ///< lines below the options; NULL for none
    const argsOption* options;
    int optionCount;

    /// Where the scenario goes, or NULL when the command takes none. Filled from an id (def alone, everything else
    /// zero) or from a file; destroy it with ssScene_Destroy after argsParse returned true.
    ssScene* scene;
    const char* defaultScenario; ///< id to use when no word names one; NULL: the word is required
    const char* scenePath;       ///< filled: the scene file, NULL when the word was an id
    bool sceneGiven;             ///< filled: a word named a scenario or scene

    int wordMin, wordMax; ///< further words, beyond the scenario
    const char* wordName; ///< "WHAT", for the message when one is missing
    argsList words;       ///< filled: those words
} argsSpec;

/// False: `*status` is what the command returns, and everything was said.
bool argsParse( argsSpec* spec, int argc, char** argv, int* status );

/// Splits "key=value"; false when there is no "=" or no key.
bool argsSplitPair( const char* text, char* key, size_t capacity, const char** value );

/// Says a refusal on stderr as "slipstick run: ..." and returns the status that goes with it.
int argsRefuse( const char* command, ssResult result );
int argsFail( const char* command, const char* format, ... ) SS_PRINTF( 2, 3 ); ///< status 2

/// "; did you mean 'mu'?" when one of the names is near, otherwise empty. Returns `text`.
const char* argsSuggest(
    const char* wrong, const char* const* names, int count, char* text, size_t capacity );

/// The measure of that name; -1 after saying that there is none and which is near.
int argsFindMeasure( const char* command, const ssScenario* scenario, const char* name );

/// Is this word the id of a scenario, or a file that looks like a scene? What main and argsParse go by.
bool argsNamesScene( const char* word );

/// Says which id would have been meant; status 2.
int argsUnknownScenario( const char* command, const char* word );
