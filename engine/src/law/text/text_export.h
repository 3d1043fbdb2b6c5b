// SPDX-License-Identifier: MIT
#pragma once

#include "base/text_writer.h"
#include "law/text/text_program.h"

// Writes C99 functions from compiled laws: text_export.c the frame, text_export_code.c expressions and
// derivatives, text_export_sets.c the sets, text_export_step.c the step of the states.

#define TEXT_PREFIX_CAPACITY 48

/// One exported function: the registers it computes, and which of them are local variables.
typedef struct textExport
{
    textWriter writer;
    const ssLawProgram* program;
    char prefix[TEXT_PREFIX_CAPACITY]; // of all names that are visible outside
    bool needed[TEXT_MAX_CODE];
    bool named[TEXT_MAX_CODE];
    unsigned varies[TEXT_MAX_CODE];  // the numbers of the states that a register depends on smoothly
    unsigned derived[TEXT_MAX_CODE]; // those of them by which its derivative is wanted
} textExport;

// ---------------------------------------------------------------------------------------- text_export_code.c

/// The text of a number that reads back as the same bits, also where a comma is the decimal point.
#define TEXT_NUMBER_CAPACITY 40
void textFormatExact( double value, char text[TEXT_NUMBER_CAPACITY] );

/// Writes NAME as a member of a struct; a word of C gets an underscore.
void textPutName( textWriter* writer, const char* name );

/// Forgets what is needed; then textNeed for every result, then textPlanLocals, then textPutLocals.
void textBeginFunction( textExport* e );
void textNeed( textExport* e, int reg ); ///< nothing for TEXT_NONE
void textPlanLocals( textExport* e );
/// Writes the local variables of the first and second part, and their derivatives where they are wanted.
void textPutLocals( textExport* e );
/// Writes those local variables of the third part that the radius of a polar set needs.
void textPutPolarLocals( textExport* e, int radius );
/// Writes a register as a whole expression, or as a factor of a product; `none` for TEXT_NONE.
void textPutRegister( textExport* e, int reg, const char* none );
void textPutFactor( textExport* e, int reg, const char* none );
/// Writes (void)p, in or z where the function does not use them, and v and phi where it does.
void textPutUnused( textExport* e );
void textPutSpeed( textExport* e );
bool textUses( const textExport* e, textOp op, int index ); ///< whether a needed instruction is this one
/// Marks the derivatives of `reg` by the numbers of the states as wanted, for textPutLocals.
void textNeedDerivatives( textExport* e, int reg );
/// Writes the derivative of a register by a number of the states.
void textPutDerivative( textExport* e, int reg, int number );

// ---------------------------------------------------------------------------------------- text_export_sets.c

/// Calls textNeed for the numbers of a set.
void textNeedSet( textExport* e, const textSet* set );
/// Writes the definition of the variable NAME of the type `set`, and of what it refers to.
void textPutSet( textExport* e, const textSet* set, const char* name );
/// Writes the condition that the set NAME is nothing but the origin, as C is without friction.
void textPutPointTest( textExport* e, const textSet* set, const char* name );
/// The condition under which a set is convex, for a variable NAME; NULL: always.
const char* textConvexTest( const textSet* set );

// ------------------------------------------------------------------------------------- text_export_helpers.c

/// Writes the types and static functions that `body` uses.
void textPutHelpers( textWriter* writer, const char* body );
/// Writes the functions that solve for the states.
void textPutNewton( textExport* e );

// ---------------------------------------------------------------------------------------- text_export_step.c

/// Writes the function `step` that advances the states.
void textPutStep( textExport* e );
