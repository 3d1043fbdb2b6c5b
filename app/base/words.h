// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

#include <stdbool.h>
#include <stddef.h>

// The words of the window in the reader's language. The English text is the key, as in gettext, and stands in
// for what is not translated. Other languages are embedded assets/words/*.po. The command line and all files
// stay English, and numbers keep their point.

/// The text in the chosen language, or `english` itself; formats keep their directives in order. Costs a hash
/// of the text; any thread may call it, and results stay valid.
const char* tr( const char* english ) SS_FORMAT_ARGUMENT( 1 );

/// A name that may have a number: "ball 3" becomes "Kugel 3", put together in `text` if need be.
const char* wordsName( const char* english, char* text, size_t capacity );

/// A choice of a parameter. Names of plugins and solvers stay, though a word may be spelt the same.
const char* wordsChoice( const ssParam* param, int index );
bool wordsChoicesAreNames( const ssParam* param );

/// Lists a text of a static table, translated where it is drawn. "##" in a label begins its ImGui name.
#define TR( english ) english

/// A part of a text whose letters stand on the line, below it as an index or above it as a power.
typedef struct wordsPiece
{
    const char *begin, *end;
    int level; ///< -1 below, 0 on the line, 1 above
} wordsPiece;

/// The next piece from `*at` on; false at the end. An index follows one letter, `r_T` and `μ_max`: names such
/// as mu_r and my_file.csv stay as they are. A power is `m^1.5`, `2^(1/3)` without its brackets.
bool wordsNextPiece( const char* text, const char** at, wordsPiece* piece );

int wordsLanguageCount( void );             ///< English is the last
const char* wordsLanguageCode( int index ); ///< "de"
const char* wordsLanguageName( int index ); ///< "Deutsch": in the language itself

/// Chooses the language; one thread does. The error names the languages that there are.
ssResult wordsChoose( const char* code );
const char* wordsChosen( void ); ///< "en" until another is chosen

/// The language of the environment ($LC_ALL, $LC_MESSAGES, $LANG: the first that is set), or "en".
const char* wordsOfLocale( void );

/// The option of every command that opens a window, and of those that draw one.
#define WORDS_OPTION( variable )                                                                             \
    {                                                                                                        \
        "--language", "de|en", "language of the window; without it that of the locale", .text = ( variable ) \
    }
#define WORDS_OPTION_DRAWN( variable )                                                                    \
    {                                                                                                     \
        "--language", "de|en", "language of the words that are drawn (default: en)", .text = ( variable ) \
    }

/// What a .po file says.
typedef struct wordsTable wordsTable;

typedef struct wordsEntry
{
    const char* english;
    const char* text; ///< empty: not translated
    int line;         ///< of its msgid
} wordsEntry;

/// Reads a .po file: msgid, msgstr, \n \t \" \\, comments. The error names `file` and the line.
ssResult wordsParse( const char* file, const char* text, size_t length, wordsTable** table );
void wordsFree( wordsTable* table ); ///< NULL is allowed

int wordsCount( const wordsTable* table ); ///< without the header, which has an empty msgid
wordsEntry wordsAt( const wordsTable* table, int index );
const char* wordsHeader( const wordsTable* table ); ///< the msgstr of the empty msgid; "" when there is none
/// The translated text; NULL when there is none.
const char* wordsFind( const wordsTable* table, const char* english );

/// Do both formats take the same arguments? A percent sign that is no directive has to be in both as well.
bool wordsSameDirectives( const char* english, const char* text );
