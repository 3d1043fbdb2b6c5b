// SPDX-License-Identifier: MIT
#include "host/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A switch or a number of uiSettings.
typedef struct setting
{
    const char* key;
    size_t offset;   // of the bool or the float
    float low, high; // allowed range of a number; both are 0 for a switch
} setting;

// The file's lines in order, after scenario, folder, language, before draw_flags and shown panes.
static const setting s_settings[] = {
    { "light", offsetof( uiSettings, light ), 0.0f, 0.0f },
    { "instrument", offsetof( uiSettings, instrument ), 0.0f, 0.0f },
    { "font_size", offsetof( uiSettings, fontSize ), 10.0f, 40.0f },
    { "left_width", offsetof( uiSettings, leftWidth ), 10.0f, 60.0f },
    { "plot_share", offsetof( uiSettings, plotShare ), 0.1f, 0.8f },
    { "arrow_scale", offsetof( uiSettings, style.arrowScale ), 0.1f, 10.0f },
    { "glyph_opacity", offsetof( uiSettings, style.opacity ), 0.0f, 1.0f },
    { "log_arrows", offsetof( uiSettings, style.logArrows ), 0.0f, 0.0f },
    { "shade", offsetof( uiSettings, style.ambient ), 0.0f, 0.0f },
    { "right_width", offsetof( uiSettings, rightWidth ), 14.0f, 60.0f },
    { "show_contact", offsetof( uiSettings, showContact ), 0.0f, 0.0f },
    { "law_width", offsetof( uiSettings, lawWidth ), 0.0f, 60.0f },
    { "show_law", offsetof( uiSettings, showLaw ), 0.0f, 0.0f },
    { "show_transitions", offsetof( uiSettings, showTransitions ), 0.0f, 0.0f },
    { "show_report", offsetof( uiSettings, showReport ), 0.0f, 0.0f },
    { "show_sensitivity", offsetof( uiSettings, showSensitivity ), 0.0f, 0.0f },
    { "show_panel", offsetof( uiSettings, showPanel ), 0.0f, 0.0f },
    { "show_plots", offsetof( uiSettings, showPlots ), 0.0f, 0.0f },
    { "window_width", offsetof( uiSettings, windowWidth ), 320.0f, 7680.0f },
    { "window_height", offsetof( uiSettings, windowHeight ), 240.0f, 4320.0f },
    { "window_maximised", offsetof( uiSettings, maximised ), 0.0f, 0.0f },
    { "twin_view", offsetof( uiSettings, twinView ), 0.0f, 3.0f },
    { "sound", offsetof( uiSettings, sound ), 0.0f, 0.0f },
    { "volume", offsetof( uiSettings, volume ), 0.0f, 1.0f },
    { "follow", offsetof( uiSettings, follow ), 0.0f, 0.0f },
    { "hints_seen", offsetof( uiSettings, hintsSeen ), 0.0f, 65535.0f },
    { "dark_slides", offsetof( uiSettings, darkSlides ), 0.0f, 0.0f },
};

static bool isSwitch( const setting* entry ) { return !( entry->high > entry->low ); }

static bool settingsPath( char* path, size_t capacity, bool create )
{
    char folder[900];
    return osSettingsFolder( folder, sizeof folder, create ) &&
        snprintf( path, capacity, "%s/settings.txt", folder ) < (int)capacity;
}

/// The nearest value in the range; NaN becomes the lower end.
static float bounded( double value, float low, float high )
{
    return !( value > (double)low ) ? low : value > (double)high ? high : (float)value;
}

/// Reads the shown panes of a scenario, if the line and the room for them are in order.
static void readShownPanes( uiSettings* s, const char* scenario, const char* ids )
{
    if ( ssFindScenario( scenario ) != NULL && s->shownCount < ui_maxRemembered &&
        strlen( scenario ) < sizeof s->shown[0].scenario && strlen( ids ) < sizeof s->shown[0].ids )
    {
        uiShownPanes* entry = s->shown + s->shownCount++;
        snprintf( entry->scenario, sizeof entry->scenario, "%s", scenario );
        snprintf( entry->ids, sizeof entry->ids, "%s", ids );
    }
}

static void readNumber( uiSettings* s, const char* key, double number )
{
    if ( strcmp( key, "draw_flags" ) == 0 )
    {
        s->drawFlags = number >= 0.0 && number <= ss_drawAll ? (uint32_t)number : s->drawFlags;
    }
    for ( int i = 0; i < SS_COUNT( s_settings ); ++i )
    {
        const setting* entry = s_settings + i;
        if ( strcmp( key, entry->key ) != 0 ) { continue; }
        if ( isSwitch( entry ) ) { *(bool*)( (char*)s + entry->offset ) = number != 0.0; }
        else { *(float*)( (char*)s + entry->offset ) = bounded( number, entry->low, entry->high ); }
    }
}

static void readLine( uiSettings* s, const char* key, const char* value )
{
    double number = 0.0;
    if ( strcmp( key, "scenario" ) == 0 && ssFindScenario( value ) != NULL )
    {
        snprintf( s->scenario, sizeof s->scenario, "%s", value );
    }
    else if ( strcmp( key, "folder" ) == 0 && strlen( value ) < sizeof s->folder )
    {
        snprintf( s->folder, sizeof s->folder, "%s", value );
    }
    else if ( strcmp( key, "recent" ) == 0 && value[0] == '/' && strlen( value ) < sizeof s->recent[0] )
    {
        for ( int i = 0; i < ui_maxRecent; ++i )
        {
            if ( s->recent[i][0] == '\0' )
            {
                snprintf( s->recent[i], sizeof s->recent[i], "%s", value );
                break;
            }
        }
    }
    else if ( strcmp( key, "language" ) == 0 && strlen( value ) < sizeof s->language )
    {
        snprintf( s->language, sizeof s->language, "%s", value );
    }
    else if ( strncmp( key, "shown.", 6 ) == 0 ) { readShownPanes( s, key + 6, value ); }
    else if ( ssParseNumber( value, &number ) ) { readNumber( s, key, number ); }
}

uiSettings hostLoadSettings( void )
{
    char path[1024];
    return settingsPath( path, sizeof path, false ) ? hostReadSettings( path ) : uiDefaultSettings();
}

uiSettings hostReadSettings( const char* path )
{
    uiSettings settings = uiDefaultSettings();
    char* text = NULL;
    size_t length = 0;
    if ( osReadFile( path, &text, &length ).code != ss_ok ) { return settings; }
    for ( char *line = text, *end = NULL; line != NULL; line = end != NULL ? end + 1 : NULL )
    {
        end = strchr( line, '\n' );
        if ( end != NULL ) { *end = '\0'; }
        char* equals = strchr( line, '=' );
        if ( equals != NULL )
        {
            *equals = '\0';
            readLine( &settings, line, equals + 1 );
        }
    }
    free( text );
    return settings;
}

// A text that grows.
typedef struct growingText
{
    char* text; // NULL: memory was short
    size_t used, capacity;
} growingText;

static void put( growingText* t, const char* format, ... ) SS_PRINTF( 2, 3 );

static void put( growingText* t, const char* format, ... )
{
    va_list arguments;
    char line[2048];
    va_start( arguments, format );
    int length = vsnprintf( line, sizeof line, format, arguments );
    va_end( arguments );
    if ( length < 0 || length >= (int)sizeof line || t->used + (size_t)length + 1 > t->capacity )
    {
        return; // a line that does not fit is not remembered
    }
    memcpy( t->text + t->used, line, (size_t)length + 1 );
    t->used += (size_t)length;
}

/// All lines; the caller frees them.
static growingText formatSettings( const uiSettings* s )
{
    size_t capacity = 8192 + (size_t)s->shownCount * ( sizeof s->shown[0] + 16 );
    growingText t = { .text = malloc( capacity ) };
    t.capacity = t.text != NULL ? capacity : 0;
    put( &t, "scenario=%s\n", s->scenario );
    // A folder whose name has a line feed is not remembered: it would end the line.
    if ( s->folder[0] != '\0' && strchr( s->folder, '\n' ) == NULL ) { put( &t, "folder=%s\n", s->folder ); }
    for ( int i = 0; i < ui_maxRecent && s->recent[i][0] != '\0'; ++i )
    {
        if ( strchr( s->recent[i], '\n' ) == NULL ) { put( &t, "recent=%s\n", s->recent[i] ); }
    }
    if ( s->language[0] != '\0' ) { put( &t, "language=%s\n", s->language ); }
    for ( int i = 0; i < SS_COUNT( s_settings ); ++i )
    {
        const void* value = (const char*)s + s_settings[i].offset;
        if ( isSwitch( s_settings + i ) ) { put( &t, "%s=%d\n", s_settings[i].key, *(const bool*)value ); }
        else
        {
            char number[32]; // with a decimal point in every locale
            ssFormatNumber( (double)*(const float*)value, number, sizeof number );
            put( &t, "%s=%s\n", s_settings[i].key, number );
        }
    }
    put( &t, "draw_flags=%u\n", s->drawFlags );
    for ( int i = 0; i < s->shownCount; ++i )
    {
        put( &t, "shown.%s=%s\n", s->shown[i].scenario, s->shown[i].ids );
    }
    return t;
}

void hostSaveSettings( const uiSettings* s )
{
    char path[1024];
    osWriter* writer = NULL;
    growingText t = formatSettings( s );
    if ( t.text != NULL && settingsPath( path, sizeof path, true ) &&
        osBeginWrite( path, &writer ).code == ss_ok )
    {
        osWrite( writer, t.text, t.used );
        osCommitWrite( writer );
    }
    free( t.text );
}

int hostScratchSettings( const uiSettings* s, char* path, size_t capacity )
{
    growingText t = formatSettings( s );
    int scratch = t.text != NULL ? osFillScratch( t.text, t.used, path, capacity ) : -1;
    free( t.text );
    return scratch;
}
