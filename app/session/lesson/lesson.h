// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>

// Reads a lesson: steps of words, scenes, questions and runs. What its formulas mean is lesson_values.h, what
// a sketch is worth lesson_sketch.h, whether it is true lesson_run.h. Its form: engine/FORMS.md.

#define LESSON_MAX_BYTES 65536 ///< of a text
#define LESSON_MAX_CHOICES 9   ///< of one question: the keys 1 to 9

typedef enum lessonKind
{
    lesson_words, ///< of the step itself
    lesson_scene,
    lesson_until,
    lesson_measure,
    lesson_hide,
    lesson_show,
    lesson_choice,
    lesson_number,
    lesson_sketch,
    lesson_run,
    lesson_claim,
    lesson_compare,
    lesson_reveal,
    lesson_next,
} lessonKind;

/// What `hide` names: bits of a mask.
typedef enum lessonHidden
{
    lesson_hidePlots = 1 << 0,
    lesson_hideParams = 1 << 1,
    lesson_hideContact = 1 << 2,
    lesson_hideCones = 1 << 3,
    lesson_hideForces = 1 << 4,
    lesson_hideExact = 1 << 5,
    lesson_hideLabels = 1 << 6, ///< in the scene
} lessonHidden;

/// What is said about a sketch: bits of a mask.
typedef enum lessonJudged
{
    lesson_judgeSign = 1 << 0,
    lesson_judgeSlope = 1 << 1,
    lesson_judgeLimit = 1 << 2,
    lesson_judgeStop = 1 << 3,
} lessonJudged;

typedef struct lessonParagraph
{
    const char* text; ///< with its {formulas}
    bool formula;     ///< drawn large on a line of its own
    int line;
} lessonParagraph;

typedef struct lessonChoice
{
    const char* text;
    const char* reply; ///< "": none
    bool right;
    int line;
} lessonChoice;

/// A piece of the text with its place; NULL where it is not given.
typedef struct lessonPiece
{
    const char* text;
    int line;
} lessonPiece;

/// One keyword of a step.
typedef struct lessonItem
{
    lessonKind kind;
    int line;
    /// Question; scene; what is shown; condition of a claim; values of `compare`; time of `until`.
    const char* text;
    int firstParagraph, paragraphCount; ///< words that are shown from here on
    int firstChoice, choiceCount;
    unsigned mask;      ///< lessonHidden of `hide`, lessonJudged of a sketch
    bool when;          ///< of `run`: `text` is a condition, not a time; "" is the end of the step's runs
    const char* signal; ///< of a sketch
    const char* reply;  ///< of a claim: what is said when it holds
    lessonPiece answer, unit, within, is, right, wrong, range;
} lessonItem;

typedef struct lessonStep
{
    const char* title;
    int line;
    int firstItem, itemCount;
} lessonStep;

typedef struct lessonText
{
    const char *title, *about;
    double minutes;
    lessonStep* steps;
    int stepCount;
    lessonItem* items;
    int itemCount;
    lessonParagraph* paragraphs;
    int paragraphCount;
    lessonChoice* choices;
    int choiceCount;
    int stepCapacity, itemCapacity, paragraphCapacity, choiceCapacity;
    char* pool; ///< the bytes of all texts
    size_t poolUsed, poolCapacity;
} lessonText;

/// What is wrong with a lesson, and in which line of it; 0: in no line in particular.
typedef struct lessonError
{
    int line;
    char text[400];
} lessonError;

/// Records the first error alone. Always returns false.
bool lessonFail( lessonError* error, int line, const char* format, ... ) SS_PRINTF( 3, 4 );

/// Reads a lesson. The error names the line, the word and what is allowed; then there is nothing to free.
bool lessonParse( const char* text, size_t length, lessonText* lesson, lessonError* error );
void lessonFree( lessonText* lesson );

/// Is the item a question, which waits for an answer?
bool lessonAsks( lessonKind kind );
const char* lessonKeyword( lessonKind kind ); ///< "ask choice"

/// A lesson that comes with the program, from assets/lessons/NAME.lesson.
typedef struct lessonShipped
{
    const char* name;
    const char* text;
    size_t length;
    const char *title, *about; ///< of its header; "" where it cannot be read
    double minutes;            ///< 0: not given
    const char* scene;         ///< the words after its first `scene`
} lessonShipped;

int lessonShippedCount( void ); ///< with the example, which is the last one
const lessonShipped* lessonGetShipped( int index );
const lessonShipped* lessonFindShipped( const char* name ); ///< NULL when there is none
#define LESSON_EXAMPLE "example"                            ///< teaches the form; menus list it apart

// Units of numbers that students type: "1.4 m/s", "140 cm/s", "5°".

typedef struct lessonUnit
{
    const char* text; ///< "m/s"; "": none
    int kind;         ///< units of the same kind can be converted
    double factor;    ///< to the first unit of the kind
} lessonUnit;

/// The unit of a question; that of a pure number where none is given.
const lessonUnit* lessonItemUnit( const lessonItem* item );
/// "none" and "-" are no unit. NULL when unknown.
const lessonUnit* lessonFindUnit( const char* text );
/// Writes the units of a kind, "m/s, cm/s, km/h"; of all kinds for -1. Returns `text`.
const char* lessonUnitNames( int kind, char* text, size_t capacity );

typedef enum lessonTyped
{
    lesson_typedNumber,
    lesson_typedNothing,
    lesson_typedNoNumber,
    lesson_typedNoUnit,    ///< what follows the number is no unit
    lesson_typedOtherUnit, ///< a unit of another kind
    lesson_typedMissing,   ///< a number without a unit where there must be one
} lessonTyped;

/// Reads what a student typed as a number of this unit. A comma is a decimal point as well.
lessonTyped lessonReadNumber( const char* text, const lessonUnit* unit, double* value );

/// A lesson with where it came from.
typedef struct lessonFile
{
    lessonText lesson;
    char name[64];     ///< "slide-then-roll": that of the shipped one, or of the file
    char path[1024];   ///< of the file; "": it is a shipped one
    char folder[1024]; ///< of the file, for laws beside it; "": none
} lessonFile;

/// Reads a shipped lesson by name, or a file. An error without a line says why it cannot be read.
bool lessonLoad( const char* word, lessonFile* file, lessonError* error );
/// "slide-then-roll" or the path, for messages.
const char* lessonLabel( const lessonFile* file );
