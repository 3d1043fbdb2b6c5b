// SPDX-License-Identifier: MIT
#include "base/shipped_scene.h"
#include "base/words.h"
#include "shows/shows.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Draws the finder and matches its cards with the words in its field.

void uiFreeFind( uiState* ui )
{
    gfxDestroyPictures( ui->find->pictures );
    ui->find->pictures = NULL;
}

// One card: a scenario, one of its presets, a scene that was built in the playground, or a lesson.
typedef struct findHit
{
    const ssScenario* scenario;
    const ssPreset* preset;      // NULL: the scenario itself
    const shippedScene* scene;   // NULL: it is no scene
    const lessonShipped* lesson; // NULL: it is no lesson; its picture is that of its scenario or preset
} findHit;

#define MAX_HITS 512

static bool containsWord( const char* text, const char* word, size_t length )
{
    for ( ; text != NULL && *text; ++text )
    {
        size_t i = 0;
        while (
            i < length && text[i] && tolower( (unsigned char)text[i] ) == tolower( (unsigned char)word[i] ) )
        {
            ++i;
        }
        if ( i == length ) { return true; }
    }
    return length == 0;
}

/// In the text as it is shown, or in English.
static bool inText( const char* text, const char* word, size_t length )
{
    return containsWord( text, word, length ) || containsWord( tr( text ), word, length );
}

static bool inScenario( const ssScenario* scenario, const char* word, size_t length )
{
    return inText( scenario->title, word, length ) || containsWord( scenario->id, word, length ) ||
        containsWord( scenario->source, word, length ) || inText( scenario->summary, word, length ) ||
        inText( showOf( scenario, NULL ).point, word, length );
}

static bool inPreset( const ssScenario* scenario, const ssPreset* preset, const char* word, size_t length )
{
    return preset != NULL &&
        ( inText( preset->label, word, length ) || containsWord( preset->name, word, length ) ||
            inText( showOfPreset( scenario, preset )->point, word, length ) );
}

static bool inScene( const shippedScene* scene, const char* word, size_t length )
{
    return scene != NULL &&
        ( inText( scene->show.title, word, length ) || containsWord( scene->name, word, length ) ||
            inText( scene->show.point, word, length ) || inText( TR( "built scene" ), word, length ) );
}

static bool inLesson( const lessonShipped* lesson, const char* word, size_t length )
{
    return lesson != NULL &&
        ( inText( lesson->title, word, length ) || containsWord( lesson->name, word, length ) ||
            inText( lesson->about, word, length ) || inText( TR( "lesson" ), word, length ) );
}

/// True if every word of the filter occurs in the texts of the scenario, of the preset or of the scene, and,
/// for a preset or a scene, at least one in its own.
static bool matches( const findHit* hit, const char* filter )
{
    bool own = hit->preset == NULL && hit->scene == NULL && hit->lesson == NULL;
    while ( *filter )
    {
        size_t length = strcspn( filter, " " );
        bool there = length > 0 &&
            ( ( hit->lesson == NULL && inPreset( hit->scenario, hit->preset, filter, length ) ) ||
                inScene( hit->scene, filter, length ) || inLesson( hit->lesson, filter, length ) );
        own = own || there;
        if ( length > 0 && !there && !inScenario( hit->scenario, filter, length ) ) { return false; }
        filter += length;
        filter += strspn( filter, " " );
    }
    return own;
}

static int addHit( findHit* hits, int count, findHit hit, const char* filter )
{
    if ( count < MAX_HITS && matches( &hit, filter ) ) { hits[count++] = hit; }
    return count;
}

/// The scenario and the preset that a lesson begins with.
static findHit lessonHit( const lessonShipped* lesson )
{
    char words[2][64] = { "", "" };
    sscanf( lesson->scene, "%63s %63s", words[0], words[1] );
    const ssScenario* scenario = ssFindScenario( words[0] );
    findHit hit = { .scenario = scenario != NULL ? scenario : ssGetScenario( 0 ), .lesson = lesson };
    hit.preset = ssFindPreset( hit.scenario, words[1] );
    return hit;
}

static int collectLessons( const char* filter, bool all, findHit* hits, int count )
{
    for ( int i = 0; i < lessonShippedCount() && ( all || filter[0] != '\0' ); ++i )
    {
        findHit hit = lessonHit( lessonGetShipped( i ) );
        bool taken = all && filter[0] == '\0';
        if ( taken && count < MAX_HITS ) { hits[count++] = hit; }
        count = taken ? count : addHit( hits, count, hit, filter );
    }
    return count;
}

static int collect( const char* filter, bool lessons, findHit* hits )
{
    int count = collectLessons( filter, lessons, hits, 0 );
    for ( int i = 0; i < ssScenarioCount() && !lessons; ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        count = addHit( hits, count, ( findHit ){ .scenario = scenario }, filter );
        for ( int j = 0; filter[0] != '\0' && j < scenario->presetCount; ++j )
        {
            const ssPreset* preset = scenario->presets + j;
            count = preset->hidden
                ? count
                : addHit( hits, count, ( findHit ){ .scenario = scenario, .preset = preset }, filter );
        }
    }
    for ( int i = 0; filter[0] != '\0' && i < shippedSceneCount() && !lessons; ++i )
    {
        const findHit hit = { .scenario = ssFindScenario( "playground" ), .scene = shippedSceneAt( i ) };
        count = addHit( hits, count, hit, filter );
    }
    return count;
}

static bool keyPressed( ImGuiKey key ) { return igIsKeyPressed( igGetKeyIndex( key ), true ); }

static void load( uiState* ui, const uiFrameInput* input, const findHit* hit )
{
    if ( hit->lesson != NULL ) { uiOpenLesson( ui, input, hit->lesson->name ); }
    else if ( hit->scene != NULL )
    {
        snprintf( ui->requests.loadScene, sizeof( ui->requests.loadScene ), "%s", hit->scene->name );
    }
    else
    {
        ui->requests.load = hit->scenario;
        ui->requests.loadPreset = hit->preset;
    }
    ui->find->open = false;
}

static void drawPicture( uiState* ui, const findHit* hit, float x, float y, float width, float height )
{
    ImDrawList* list = igGetWindowDrawList();
    const char* opening =
        hit->scenario->opening != NULL ? hit->scenario->opening : hit->scenario->presets[0].name;
    const char* name = uiPrint( "%s.%s.png", hit->scene != NULL ? "scene" : hit->scenario->id,
        hit->scene != NULL        ? hit->scene->name
            : hit->preset != NULL ? hit->preset->name
                                  : opening );
    unsigned texture = gfxPictures_Texture( ui->find->pictures, name );
    ImVec2 from = uiVec2( x, y ), to = uiVec2( x + width, y + height );
    if ( texture != 0 )
    {
        ImDrawList_AddImage( list, (ImTextureID)(uintptr_t)texture, from, to, uiVec2( 0.0f, 0.0f ),
            uiVec2( 1.0f, 1.0f ), 0xffffffffu );
    }
    else if ( ssScenario_Plugin( hit->scenario ) != NULL )
    {
        // No picture of it comes with the program.
        ImVec2 extent;
        igCalcTextSize( &extent, tr( "plugin" ), NULL, false, 0.0f );
        uiDrawText( ui, list, ui_fontSmall, floorf( x + 0.5f * ( width - extent.x ) ),
            floorf( y + 0.5f * ( height - extent.y ) ), ui->theme.dim, tr( "plugin" ) );
    }
    ImDrawList_AddRect( list, from, to, ui->theme.line, 0.0f, 0, 1.0f );
}

/// The button of a card; only the one that Enter chooses is lit, by the mouse or the arrow keys.
static bool pressCard( uiState* ui, int index, ImVec2 size )
{
    const ImGuiIO* io = igGetIO();
    bool selected = index == ui->find->index;
    ImU32 light = selected ? igGetColorU32_Col( ImGuiCol_Header, 1.0f ) : 0u;
    igPushStyleColor_U32( ImGuiCol_HeaderHovered, light );
    igPushStyleColor_U32( ImGuiCol_HeaderActive, light );
    bool clicked = igSelectable_Bool( "##card", selected, 0, size );
    igPopStyleColor( 2 );
    bool moved = io->MouseDelta.x != 0.0f || io->MouseDelta.y != 0.0f;
    if ( moved && igIsItemHovered( 0 ) )
    {
        ui->find->index = ui->find->shownIndex = index; // it is in sight
    }
    return clicked;
}

/// Draws a card of the given size at the cursor. True if it was clicked.
static bool drawCard( uiState* ui, const findHit* hit, int index, ImVec2 size, float em )
{
    ImVec2 at = uiCursor();
    bool clicked = pressCard( ui, index, size );
    const char* part = hit->lesson != NULL ? hit->lesson->name
        : hit->scene != NULL               ? hit->scene->name
        : hit->preset != NULL              ? hit->preset->name
                                           : "";
    const char* kind = hit->lesson != NULL ? "lesson" : hit->scene != NULL ? "scene" : hit->scenario->id;
    uiMark( uiPrint( "find.%s%s%s", kind, part[0] != '\0' ? "." : "", part ) );
    float pad = roundf( 0.35f * em ), height = size.y - 2.0f * pad, width = roundf( 1.5f * height );
    drawPicture( ui, hit, at.x + pad, at.y + pad, width, height );
    float x = floorf( at.x + 2.5f * pad + width ), room = at.x + size.x - pad - x,
          y = floorf( at.y + 0.6f * pad );
    const char* title = uiPrint( "%s%s", hit->lesson != NULL && !ui->find->lessons ? tr( "Lesson: " ) : "",
        tr( hit->lesson != NULL       ? hit->lesson->title
                : hit->scene != NULL  ? hit->scene->show.title
                : hit->preset != NULL ? hit->preset->label
                                      : hit->scenario->title ) );
    const char* point = uiIndexed( tr( hit->lesson != NULL ? hit->lesson->about
            : hit->scene != NULL                           ? hit->scene->show.point
            : hit->preset != NULL                          ? showOfPreset( hit->scenario, hit->preset )->point
                                                           : showOf( hit->scenario, NULL ).point ) );
    ImDrawList* list = igGetWindowDrawList();
    ImDrawList_PushClipRect( list, at, uiVec2( at.x + size.x, at.y + size.y ), true );
    ImVec2 extent;
    igCalcTextSize( &extent, title, NULL, false, room );
    ImDrawList_AddText_FontPtr(
        list, igGetFont(), igGetFontSize(), uiVec2( x, y ), ui->theme.text, title, NULL, room, NULL );
    ImDrawList_AddText_FontPtr( list, igGetFont(), igGetFontSize(), uiVec2( x, y + extent.y ), ui->theme.dim,
        point != NULL ? point : "", NULL, room, NULL );
    ImDrawList_PopClipRect( list );
    return clicked;
}

static void drawCards( uiState* ui, const uiFrameInput* input, bool enter, int columns, float em )
{
    findHit hits[MAX_HITS];
    int count = collect( ui->find->text, ui->find->lessons, hits );
    if ( count == 0 ) { uiDimText( tr( "No scenario or preset contains all of these words. Try fewer." ) ); }
    ui->find->index = ui->find->index >= count ? count - 1 : ui->find->index;
    ui->find->index = ui->find->index < 0 ? 0 : ui->find->index;
    ImVec2 available = uiSpace();
    float gap = roundf( 0.3f * em );
    ImVec2 size = uiVec2(
        floorf( ( available.x - gap * (float)( columns - 1 ) ) / (float)columns ), roundf( 5.4f * em ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( gap, gap ) );
    for ( int i = 0; i < count; ++i )
    {
        if ( i % columns != 0 ) { igSameLine( 0.0f, gap ); }
        igPushID_Int( i );
        bool selected = i == ui->find->index;
        if ( drawCard( ui, hits + i, i, size, em ) || ( selected && enter ) ) { load( ui, input, hits + i ); }
        if ( selected && ui->find->shownIndex != i )
        {
            igSetScrollHereY( 0.5f );
            ui->find->shownIndex = i;
        }
        igPopID();
    }
    igPopStyleVar( 1 );
    uiPublish( "find.count", (double)count );
    uiPublish( "find.selected", count > 0 ? (double)ui->find->index + 1.0 : 0.0 );
}

void uiDrawFind( uiState* ui, const uiFrameInput* input )
{
    bool opening = ui->find->wanted;
    if ( opening )
    {
        gfxPictures* pictures = ui->find->pictures != NULL ? ui->find->pictures : gfxCreatePictures();
        *ui->find = ( uiFinder ){ .open = true, .lessons = ui->find->lessons, .pictures = pictures };
    }
    if ( !ui->find->open ) { return; }
    float em = ui->em * igGetIO()->FontGlobalScale;
    float width = fminf( 84.0f * em, 0.96f * (float)input->width );
    int columns = (int)fmaxf( 1.0f, floorf( width / ( 25.0f * em ) ) );
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.06f * (float)input->height ), ImGuiCond_Always,
        uiVec2( 0.5f, 0.0f ) );
    igSetNextWindowSizeConstraints(
        uiVec2( width, 0.0f ), uiVec2( width, 0.88f * (float)input->height ), NULL, NULL );
    if ( opening ) { igSetNextWindowFocus(); }
    igBegin( "##find", NULL,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize );
    if ( opening ) { igSetKeyboardFocusHere( 0 ); }
    igSetNextItemWidth( -1.0f );
    bool enter = igInputTextWithHint( "##text",
        ui->find->lessons ? tr( "search lessons" )
                          : tr( "search scenarios and presets: titles, sentences, sources" ),
        ui->find->text, sizeof( ui->find->text ), ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL );
    uiMark( "find" );
    ui->find->index += keyPressed( ImGuiKey_DownArrow ) ? 1 : keyPressed( ImGuiKey_UpArrow ) ? -1 : 0;
    drawCards( ui, input, enter, columns, em );
    uiHint( ui, tr( "type to search · up and down select · Enter loads · Esc closes" ) );
    bool elsewhere = !opening && !igIsWindowFocused( ImGuiFocusedFlags_RootAndChildWindows );
    ui->find->open = !( elsewhere || keyPressed( ImGuiKey_Escape ) ) && ui->find->open;
    igEnd();
}
