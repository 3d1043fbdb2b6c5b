// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_reader.h"
#include "problem/problem_private.h"

// What the readers of the JSON form share. A refusal names the member by its path: contacts[3].mu.

typedef struct problemReader
{
    ssResult result; // the first refusal; nothing is read after it
    const ssJson* root;
    int dimension;
    ssContactForm law;     // of contacts that name none
    ssConeVariant variant; // of contacts that name none
    ssProblem* problem;
    ssRoom room;                 // of what is read on the way
    char path[32];               // of the object being read: "contacts[3]", or empty
    const ssLawProgram* program; // of the file's law_text; NULL: none
    double values[SS_LAW_MAX_PARAMS];
    const ssLawProgram* own; // of the latest contact that has a law_text; NULL: none
} problemReader;

/// True as long as nothing has been refused.
bool readerOk( const problemReader* reader );

/// Refuses `value` (NULL: nothing) of member `key`; an empty key stands for the object itself.
void readerRefuse( problemReader* reader, const char* key, const char* expected, const ssJson* value );

/// Refuses unknown members of `object`.
void readerCheckKeys( problemReader* reader, const ssJson* object, const char* const* keys, int count );

/// A finite number; `missing` when there is no such member.
double readerNumber( problemReader* reader, const ssJson* object, const char* key, double missing );

/// A whole number; `missing` when there is no such member.
int readerWhole( problemReader* reader, const ssJson* object, const char* key, int missing );

/// `count` finite numbers; false when there is no such member or it was refused.
bool readerNumbers(
    problemReader* reader, const ssJson* object, const char* key, int count, double* numbers );

/// The cone law: coulomb, relaxed, ellipsoidal, polyhedral or inscribed; false for other names.
bool problemNamedCone( const char* name, ssContactForm* law, ssConeVariant* variant );

/// The numbers of a set in the file: their keys, and where they are.
#define PROBLEM_SET_NUMBERS 12
extern const char* const problem_setKeys[PROBLEM_SET_NUMBERS];
double* problemSetNumber( ssSetDef* def, int i );

/// Reads the typed law of the file, which contacts without another law have.
void problemReadFileLaw( problemReader* reader );
/// Reads the typed law of a contact, its own or that of the file.
void problemReadTypedLaw( problemReader* reader, const ssJson* object, ssLawDef* def );
/// Reads where contact i is and what it remembers.
void problemReadSite( problemReader* reader, const ssJson* contact, int i );
/// Releases the programs.
void problemForgetLaw( problemReader* reader );

/// Law, coefficients and facets of a contact.
void problemReadLaw( problemReader* reader, const ssJson* object, ssProblemContact* contact );
