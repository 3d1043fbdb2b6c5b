// SPDX-License-Identifier: MIT
#include "host/settings.h"

#include "base/os.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool settingsPath( char* path, size_t capacity, bool create )
{
    char folder[900];
    return osSettingsFolder( folder, sizeof folder, create ) &&
        snprintf( path, capacity, "%s/settings.txt", folder ) < (int)capacity;
}

static float bounded( double value, double low, double high )
{
    return (float)( value < low ? low : value > high ? high : value );
}

static void readLine( uiSettings* s, const char* key, const char* value )
{
    double number = 0.0;
    bool isNumber = ssParseNumber( value, &number );
    if ( strcmp( key, "scenario" ) == 0 && ssFindScenario( value ) != NULL )
    {
        snprintf( s->scenario, sizeof s->scenario, "%s", value );
    }
    if ( strncmp( key, "shown.", 6 ) == 0 && ssFindScenario( key + 6 ) != NULL &&
        s->shownCount < ui_maxRemembered && strlen( key + 6 ) < sizeof s->shown[0].scenario &&
        strlen( value ) < sizeof s->shown[0].ids )
    {
        uiShownPanes* entry = s->shown + s->shownCount++;
        snprintf( entry->scenario, sizeof entry->scenario, "%s", key + 6 );
        snprintf( entry->ids, sizeof entry->ids, "%s", value );
    }
    if ( !isNumber )
    {
        return;
    }
    if ( strcmp( key, "light" ) == 0 )
    {
        s->light = number != 0.0;
    }
    else if ( strcmp( key, "font_size" ) == 0 )
    {
        s->fontSize = bounded( number, 10.0, 40.0 );
    }
    else if ( strcmp( key, "left_width" ) == 0 )
    {
        s->leftWidth = bounded( number, 10.0, 60.0 );
    }
    else if ( strcmp( key, "right_width" ) == 0 )
    {
        s->rightWidth = bounded( number, 14.0, 60.0 );
    }
    else if ( strcmp( key, "show_contact" ) == 0 )
    {
        s->showContact = number != 0.0;
    }
    else if ( strcmp( key, "plot_share" ) == 0 )
    {
        s->plotShare = bounded( number, 0.1, 0.8 );
    }
    else if ( strcmp( key, "show_panel" ) == 0 )
    {
        s->showPanel = number != 0.0;
    }
    else if ( strcmp( key, "show_plots" ) == 0 )
    {
        s->showPlots = number != 0.0;
    }
    else if ( strcmp( key, "show_transitions" ) == 0 )
    {
        s->showTransitions = number != 0.0;
    }
    else if ( strcmp( key, "show_report" ) == 0 )
    {
        s->showReport = number != 0.0;
    }
    else if ( strcmp( key, "follow" ) == 0 )
    {
        s->follow = number != 0.0;
    }
    else if ( strcmp( key, "arrow_scale" ) == 0 )
    {
        s->style.arrowScale = bounded( number, 0.1, 10.0 );
    }
    else if ( strcmp( key, "glyph_opacity" ) == 0 )
    {
        s->style.opacity = bounded( number, 0.0, 1.0 );
    }
    else if ( strcmp( key, "log_arrows" ) == 0 )
    {
        s->style.logArrows = number != 0.0;
    }
    else if ( strcmp( key, "shade" ) == 0 )
    {
        s->style.ambient = number != 0.0;
    }
    else if ( strcmp( key, "draw_flags" ) == 0 )
    {
        s->drawFlags = number >= 0.0 && number <= ss_drawAll ? (uint32_t)number : s->drawFlags;
    }
}

uiSettings hostLoadSettings( void )
{
    uiSettings settings = uiDefaultSettings();
    char path[1024];
    char* text = NULL;
    size_t length = 0;
    if ( !settingsPath( path, sizeof path, false ) || osReadFile( path, &text, &length ).code != ss_ok )
    {
        return settings;
    }
    for ( char *line = text, *end = NULL; line != NULL; line = end != NULL ? end + 1 : NULL )
    {
        end = strchr( line, '\n' );
        if ( end != NULL )
        {
            *end = '\0';
        }
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

void hostSaveSettings( const uiSettings* s )
{
    char path[1024];
    osWriter* writer = NULL;
    if ( !settingsPath( path, sizeof path, true ) || osBeginWrite( path, &writer ).code != ss_ok )
    {
        return;
    }
    osPrintf( writer, "scenario=%s\nlight=%d\nfont_size=%g\nleft_width=%g\nplot_share=%g\n", s->scenario,
        s->light, (double)s->fontSize, (double)s->leftWidth, (double)s->plotShare );
    osPrintf( writer, "arrow_scale=%g\nglyph_opacity=%g\nlog_arrows=%d\nshade=%d\n",
        (double)s->style.arrowScale, (double)s->style.opacity, s->style.logArrows, s->style.ambient );
    osPrintf( writer, "right_width=%g\nshow_contact=%d\nshow_transitions=%d\nshow_report=%d\n",
        (double)s->rightWidth, s->showContact, s->showTransitions, s->showReport );
    osPrintf( writer, "show_panel=%d\nshow_plots=%d\nfollow=%d\ndraw_flags=%u\n", s->showPanel, s->showPlots,
        s->follow, s->drawFlags );
    for ( int i = 0; i < s->shownCount; ++i )
    {
        osPrintf( writer, "shown.%s=%s\n", s->shown[i].scenario, s->shown[i].ids );
    }
    osCommitWrite( writer );
}
