// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

#include <stdbool.h>
#include <stddef.h>

// The words of the window in the language of the reader. The English text is the key, as in gettext: the
// sources stay readable, and a text that nobody has translated yet appears in English. Every other language
// is a file assets/words/*.po, which is embedded. The command line and all files stay English, and numbers
// keep their point.

/// The text in the chosen language, or `english` itself where it has none. A format keeps
/// its directives in their order. It costs a hash of the text; any thread may call it, and
/// the result is valid until the program ends.
const char* tr( const char* english ) SS_FORMAT_ARGUMENT( 1 );

/// The name of a thing that may have a number: "ball 3" becomes "Kugel 3".
/// `text` is used where it has to be put together.
const char* wordsName( const char* english, char* text, size_t capacity );

/// A choice of a parameter, as panels show it. What a plugin has registered and the solvers are names that
/// commands and files take: they stay as they are, even where a word of the window is spelt the same.
const char* wordsChoice( const ssParam* param, int index );
bool wordsChoicesAreNames( const ssParam* param );

/// Marks a text of a static table, which is translated where it is drawn, for the list of all texts. What
/// follows "##" in a label is its name for Dear ImGui and scripts, and no part of the text.
#define TR( english ) english

// ------------------------------------------------------------------------------------------------- languages

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

// ---------------------------------------------------------------------------------------------------- tables

/// What a .po file says.
typedef struct wordsTable wordsTable;

typedef struct wordsEntry
{
    const char* english;
    const char* text; ///< empty: not translated
    int line;         ///< of its msgid
} wordsEntry;

/// Reads a .po file: msgid and msgstr, strings over several lines, the escapes \n \t \" \\,
/// comments. The error names `file` and the line.
ssResult wordsParse( const char* file, const char* text, size_t length, wordsTable** table );
void wordsFree( wordsTable* table ); ///< NULL is allowed

int wordsCount( const wordsTable* table ); ///< without the header, which has an empty msgid
wordsEntry wordsAt( const wordsTable* table, int index );
const char* wordsHeader( const wordsTable* table ); ///< the msgstr of the empty msgid; "" when there is none
/// The translated text; NULL when there is none.
const char* wordsFind( const wordsTable* table, const char* english );

/// Do both formats take the same arguments? A percent sign that is no directive has to be in both as well.
bool wordsSameDirectives( const char* english, const char* text );
