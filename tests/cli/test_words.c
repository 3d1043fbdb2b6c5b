// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/embedded.h"
#include "base/words.h"

#include <stdlib.h>

// The words of the window: the reader of .po files, and the choice of the language.

static ssResult parse( const char* text, wordsTable** table )
{
    return wordsParse( "x.po", text, strlen( text ), table );
}

TEST aPoFileIsReadAsItIsMeant( void )
{
    wordsTable* table = NULL;
    ssResult result = parse( "# a comment\n"
                             "msgid \"\"\n"
                             "msgstr \"Language: de\\n\"\n"
                             "\n"
                             "#: somewhere.c\n"
                             "#, c-format\n"
                             "msgid \"%d contacts\"\r\n"
                             "msgstr \"%d Kontakte\"\n"
                             "msgid \"\"\n"
                             "  \"one \"\n"
                             "  \"two\\n\"\n"
                             "  \"\\\"three\\\" \\\\ \\tfour\"\n"
                             "msgstr \"größer \"\n"
                             "\"als α\"\n"
                             "msgid \"not yet\"\n"
                             "msgstr \"\"\n"
                             "#~ msgid \"gone\"\n"
                             "#~ msgstr \"weg\"",
        &table );
    ASSERT_STR_EQ( "", result.message );
    ASSERT_EQ( 3, wordsCount( table ) );
    ASSERT_EQ( 7, wordsAt( table, 0 ).line );
    ASSERT_STR_EQ( "Language: de\n", wordsHeader( table ) );
    ASSERT_STR_EQ( "%d Kontakte", wordsFind( table, "%d contacts" ) );
    ASSERT_STR_EQ( "größer als α", wordsFind( table, "one two\n\"three\" \\ \tfour" ) );
    ASSERT_EQ( NULL, wordsFind( table, "not yet" ) );
    ASSERT_EQ( NULL, wordsFind( table, "gone" ) );
    ASSERT_EQ( NULL, wordsFind( table, "" ) );
    wordsFree( table );
    PASS();
}

TEST aLargeTableFindsEveryText( void )
{
    enum
    {
        count = 5000
    };
    char* text = malloc( count * 64 );
    size_t length = 0;
    for ( int i = 0; i < count; ++i )
    {
        length += (size_t)sprintf( text + length, "msgid \"word %d\"\nmsgstr \"Wort %d\"\n", i, i );
    }
    wordsTable* table = NULL;
    ASSERT_EQ( ss_ok, wordsParse( "x.po", text, length, &table ).code );
    for ( int i = 0; i < count; ++i )
    {
        char english[32], german[32];
        sprintf( english, "word %d", i );
        sprintf( german, "Wort %d", i );
        ASSERT_STR_EQ( german, wordsFind( table, english ) );
    }
    wordsFree( table );
    free( text );
    PASS();
}

TEST aMistakeInAPoFileNamesItsLine( void )
{
    static const struct
    {
        const char *text, *message;
    } cases[] = {
        { "msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"\"\n", "x.po:1: this msgid has no msgstr" },
        { "msgid \"a\"\n", "x.po:1: this msgid has no msgstr" },
        { "\nmsgstr \"a\"\n", "x.po:2: this msgstr has no msgid" },
        { "\"a\"\n", "x.po:1: this text follows no msgid or msgstr" },
        { "msgid a\n", "x.po:1: expected a text in double quotes" },
        { "msgid \n", "x.po:1: unknown word; allowed: msgid, msgstr, a text in quotes, # a comment" },
        { "msgid \"a\nmsgstr \"\"\n", "x.po:1: the text has no closing quote" },
        { "msgid \"a\\\"\nmsgstr \"\"\n", "x.po:1: the text has no closing quote" },
        { "msgid \"a\" b\n", "x.po:1: after the text there is something else on the line" },
        { "msgid \"a\"\nmsgstr \"\\q\"\n", "x.po:2: unknown escape; allowed: \\n \\t \\\" \\\\" },
        { "msgid \"a\"\nmsgstr \"\xff\"\n", "x.po:2: this is not UTF-8" },
        { "msgctxt \"a\"\n", "x.po:1: unknown word; allowed: msgid, msgstr, a text in quotes, # a comment" },
        { "msgid \"a\"\nmsgstr \"\"\nmsgid \"a\"\nmsgstr \"b\"\n", "x.po:3: this msgid came before: a" },
        { "\nmsgid \"%d of %s\"\nmsgstr \"%s von %d\"\n",
            "x.po:2: msgstr has not the directives of its msgid: %d of %s" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        wordsTable* table = NULL;
        ASSERT_STR_EQ( cases[i].message, parse( cases[i].text, &table ).message );
        ASSERT_EQ( NULL, table );
    }
    PASS();
}

TEST aTranslatedFormatTakesTheSameArguments( void )
{
    ASSERT( wordsSameDirectives( "%d contacts, %.3g m", "%d Kontakte, %.4g m" ) );
    ASSERT( wordsSameDirectives( "%lld of %-8s", "%lld von %s" ) );
    ASSERT( wordsSameDirectives( "5 % of it", "5 % davon" ) );
    ASSERT( wordsSameDirectives( "%g %% of %s", "%g %% von %s" ) );
    ASSERT( wordsSameDirectives( "%*d", "%*d" ) );
    ASSERT_FALSE( wordsSameDirectives( "%d", "%s" ) );
    ASSERT_FALSE( wordsSameDirectives( "%d", "%ld" ) );
    ASSERT_FALSE( wordsSameDirectives( "%d", "" ) );
    ASSERT_FALSE( wordsSameDirectives( "", "%d" ) );
    ASSERT_FALSE( wordsSameDirectives( "%*d", "%d" ) );
    ASSERT_FALSE( wordsSameDirectives( "%.*s", "%s" ) );
    ASSERT_FALSE( wordsSameDirectives( "%g %% of", "%g % von" ) );
    ASSERT_FALSE( wordsSameDirectives( "half", "50 %" ) );
    PASS();
}

TEST everyEmbeddedFileIsInOrder( void )
{
    int count = 0;
    for ( ; embedded_words[count].name != NULL; ++count )
    {
        const embeddedFile* file = embedded_words + count;
        wordsTable* table = NULL;
        ssResult result = wordsParse( file->name, (const char*)file->data, file->size, &table );
        ASSERT_STR_EQ( "", result.message );
        wordsFree( table );
    }
    ASSERT_EQ( count + 1, wordsLanguageCount() ); // English needs no file
    PASS();
}

TEST theLanguageIsChosenByItsCode( void )
{
    const char* english = "File";
    ASSERT_STR_EQ( "en", wordsChosen() );
    ASSERT_EQ( english, tr( english ) );
    ASSERT_EQ( ss_ok, wordsChoose( "de" ).code );
    ASSERT_STR_EQ( "de", wordsChosen() );
    ASSERT_STR_EQ( "Datei", tr( "File" ) );
    const char* unknown = "A text that nobody has translated";
    ASSERT_EQ( unknown, tr( unknown ) );
    ssResult result = wordsChoose( "tlh" );
    ASSERT_EQ( ss_errorUnknown, result.code );
    ASSERT_STR_EQ( "unknown language 'tlh'; allowed: de, en", result.message );
    ASSERT_STR_EQ( "de", wordsChosen() );
    ASSERT_EQ( ss_ok, wordsChoose( "en" ).code );
    ASSERT_EQ( english, tr( english ) );
    PASS();
}

static const char* ofLocale( const char* all, const char* messages, const char* lang )
{
    setenv( "LC_ALL", all, 1 );
    setenv( "LC_MESSAGES", messages, 1 );
    setenv( "LANG", lang, 1 );
    return wordsOfLocale();
}

TEST theLocaleNamesTheLanguage( void )
{
    ASSERT_STR_EQ( "de", ofLocale( "", "", "de_DE.UTF-8" ) );
    ASSERT_STR_EQ( "de", ofLocale( "", "de_AT", "en_GB.UTF-8" ) );
    ASSERT_STR_EQ( "en", ofLocale( "C", "de_DE", "de_DE" ) );
    ASSERT_STR_EQ( "de", ofLocale( "de@euro", "", "" ) );
    ASSERT_STR_EQ( "en", ofLocale( "", "", "" ) );
    ASSERT_STR_EQ( "en", ofLocale( "", "", "fr_FR.UTF-8" ) );
    ASSERT_STR_EQ( "en", ofLocale( "", "", "den_CA" ) );
    unsetenv( "LC_ALL" );
    unsetenv( "LC_MESSAGES" );
    unsetenv( "LANG" );
    ASSERT_STR_EQ( "en", wordsOfLocale() );
    PASS();
}

TEST namesKeepTheirNumbers( void )
{
    char text[64];
    ASSERT_EQ( ss_ok, wordsChoose( "de" ).code );
    ASSERT_STR_EQ( "Kugel 12", wordsName( "sphere 12", text, sizeof text ) );
    ASSERT_STR_EQ( "Kugel", wordsName( "sphere", text, sizeof text ) );
    ASSERT_STR_EQ( "thing 12", wordsName( "thing 12", text, sizeof text ) );
    ASSERT_STR_EQ( "12", wordsName( "12", text, sizeof text ) );
    ASSERT_STR_EQ( "", wordsName( "", text, sizeof text ) );
    ASSERT_EQ( ss_ok, wordsChoose( "en" ).code );
    ASSERT_STR_EQ( "sphere 12", wordsName( "sphere 12", text, sizeof text ) );
    PASS();
}

SUITE( words )
{
    RUN_TEST( aPoFileIsReadAsItIsMeant );
    RUN_TEST( aLargeTableFindsEveryText );
    RUN_TEST( aMistakeInAPoFileNamesItsLine );
    RUN_TEST( aTranslatedFormatTakesTheSameArguments );
    RUN_TEST( everyEmbeddedFileIsInOrder );
    RUN_TEST( theLanguageIsChosenByItsCode );
    RUN_TEST( theLocaleNamesTheLanguage );
    RUN_TEST( namesKeepTheirNumbers );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( words );
    return TEST_END();
}
