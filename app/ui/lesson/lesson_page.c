// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/typeset.h"
#include "ui/lesson/lesson_internal.h"

#include <stdlib.h>
#include <string.h>

// The column: title and progress above, the scrolling step in the middle, its buttons below.

void uiLessonParagraph( uiState* ui, const char* text, ImU32 color )
{
    // Lines further apart than elsewhere: this is read, not looked up.
    ImVec2 at = uiCursor(), room = uiSpace();
    char* lines = uiPrint( "%s", uiIndexed( text ) );
    uiBreakLines( lines, room.x );
    float em = igGetFontSize(), pitch = roundf( 1.28f * em ), y = at.y;
    for ( char* line = lines; line != NULL; )
    {
        char* end = strchr( line, '\n' );
        ImDrawList_AddText_FontPtr( igGetWindowDrawList(), igGetFont(), em,
            uiVec2( floorf( at.x ), floorf( y ) ), color, line, end, 0.0f, NULL );
        y += pitch;
        line = end != NULL ? end + 1 : NULL;
    }
    (void)ui;
    igDummy( uiVec2( room.x, y - at.y ) );
}

/// A formula on a line of its own, set large, with a bar at its left.
static void drawFormula( uiState* ui, const char* text )
{
    float em = igGetFontSize();
    ImVec2 at = uiCursor(), room = uiSpace();
    float indent = roundf( 0.9f * em ), pad = roundf( 0.35f * em ), width = room.x - indent - pad;
    float scale = uiFormulaScale( ui, text, width, 6.0f * em );
    ImVec2 size = uiFormulaSize( ui, text, scale, width );
    ImDrawList* list = igGetWindowDrawList();
    float height = size.y + 2.0f * pad;
    ImDrawList_AddRectFilled( list, at, uiVec2( at.x + room.x, at.y + height ),
        uiFade( ui->theme.accent, 0.08f ), roundf( 0.2f * em ), 0 );
    ImDrawList_AddRectFilled(
        list, at, uiVec2( at.x + roundf( 0.22f * em ), at.y + height ), ui->theme.accent, 0.0f, 0 );
    uiDrawFormula( ui, list, text, scale, width, at.x + indent, at.y + pad, ui->theme.text );
    igDummy( uiVec2( room.x, height ) );
}

static void drawWords( uiState* ui, int item )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* row = p->file.lesson.items + item;
    for ( int i = row->firstParagraph; i < row->firstParagraph + row->paragraphCount; ++i )
    {
        const lessonParagraph* paragraph = p->file.lesson.paragraphs + i;
        const char* words = uiLessonWords( ui, item, paragraph->text, paragraph->line );
        uiSayLesson( ui, p->shown, item, words );
        paragraph->formula ? drawFormula( ui, words ) : uiLessonParagraph( ui, words, ui->theme.text );
        igDummy( uiVec2( 0.0f, roundf( 0.3f * igGetFontSize() ) ) );
    }
}

/// One short bar for each step: done, present, to come.
static void drawProgress( uiState* ui, float width )
{
    const lessonPlayer* p = ui->lesson->player;
    float em = igGetFontSize(), gap = roundf( 0.25f * em ), height = roundf( 0.32f * em );
    int count = p->file.lesson.stepCount;
    float each = ( width - gap * (float)( count - 1 ) ) / (float)count;
    ImVec2 at = uiCursor();
    for ( int i = 0; i < count; ++i )
    {
        float x = roundf( at.x + ( each + gap ) * (float)i );
        ImU32 color = i == p->shown                    ? ui->theme.accent
            : i < p->step || p->wait == lesson_waitEnd ? uiFade( ui->theme.accent, 0.45f )
                                                       : ui->theme.line;
        uiFillRect( igGetWindowDrawList(), ( uiRect ){ x, at.y, roundf( x + each ), at.y + height }, color,
            0.5f * height );
    }
    igDummy( uiVec2( width, height + roundf( 0.35f * em ) ) );
}

/// A cross that closes the lesson.
static void drawClose( uiState* ui, const uiFrameInput* input, float right, float y )
{
    float em = igGetFontSize(), size = roundf( 1.4f * em ), x = right - size, arm = roundf( 0.28f * em );
    igSetCursorScreenPos( uiVec2( x, y ) );
    uiFocusKeys keys = uiFocusStop( ui, "lesson.close", false );
    bool pressed = uiAreaButton( "lesson.close", uiVec2( size, size ) );
    uiMark( "lesson.close" );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered ) { uiTooltip( "%s", tr( "close the lesson" ) ); }
    if ( keys.focused ) { uiFocusRing( ui, ( uiRect ){ x, y, x + size, y + size } ); }
    float cx = x + 0.5f * size, cy = y + 0.5f * size;
    ImU32 ink = hovered ? ui->theme.text : ui->theme.dim;
    ImDrawList* list = igGetWindowDrawList();
    uiDrawLine( list, cx - arm, cy - arm, cx + arm, cy + arm, ink, 1.6f );
    uiDrawLine( list, cx - arm, cy + arm, cx + arm, cy - arm, ink, 1.6f );
    if ( pressed || keys.enter ) { uiCloseLesson( ui, input ); }
}

static void drawHead( uiState* ui, const uiFrameInput* input )
{
    const lessonPlayer* p = ui->lesson->player;
    const lessonText* lesson = &p->file.lesson;
    float em = igGetFontSize();
    ImVec2 at = uiCursor(), room = uiSpace();
    const char* step = uiPrint( tr( "Step %d of %d" ), p->shown + 1, lesson->stepCount );
    const char* shown = uiElide( ui, ui_fontSmall, tr( lesson->title ), room.x - 2.0f * em );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, at.x, at.y + 0.15f * em, ui->theme.dim, shown );
    uiMarkText( "lesson.title", tr( lesson->title ) );
    igDummy( uiVec2( room.x, roundf( 1.5f * em ) ) );
    drawProgress( ui, room.x );
    uiDimText( "%s", step );
    uiMarkText( "lesson.progress", step );
    const char* title = p->wait == lesson_waitEnd && p->shown == p->step
        ? tr( "The lesson is over" )
        : tr( lesson->steps[p->shown].title );
    igPushFont( ui->fonts[ui_fontTitle] );
    uiWrappedText( title );
    igPopFont();
    uiMarkText( "lesson.step-title", title );
    igDummy( uiVec2( 0.0f, roundf( 0.2f * em ) ) );
    ImVec2 after = uiCursor();
    drawClose( ui, input, at.x + room.x, at.y - roundf( 0.2f * em ) );
    igSetCursorScreenPos( after );
}

static void drawEnd( uiState* ui )
{
    lessonPlayer* p = ui->lesson->player;
    double points = 0.0;
    int answered = 0, questions = 0;
    lessonScore( p, &points, &answered, &questions );
    const char* number = uiFormatNumber( points );
    if ( questions == 0 )
    {
        uiLessonParagraph( ui, tr( "It asked no questions." ), ui->theme.text );
        return;
    }
    const char* text = uiPrint( tr( "%s of %d points" ), number, questions );
    igPushFont( ui->fonts[ui_fontTitle] );
    uiWrappedColor( ui->theme.accent, text );
    igPopFont();
    uiMarkText( "lesson.score", text );
    text = uiPrint( tr( "You have answered %d of %d questions. A sketch counts by what of it fits." ),
        answered, questions );
    uiLessonParagraph( ui, text, ui->theme.text );
    igDummy( uiVec2( 0.0f, roundf( 0.4f * igGetFontSize() ) ) );
    uiLessonParagraph( ui,
        tr( "Your answers are kept nowhere. If you want to hand them in, save them as a table where you "
            "choose." ),
        ui->theme.dim );
}

typedef struct pageButton
{
    const char *label, *mark, *keys;
    bool enabled, primary;
} pageButton;

static float buttonWidth( const pageButton* b )
{
    ImVec2 size;
    igCalcTextSize( &size, uiLabel( b->label ), NULL, true, -1.0f );
    return size.x + roundf( 2.0f * igGetFontSize() );
}

/// A button of the foot line. True: it was pressed.
static bool drawButton( uiState* ui, const pageButton* b, float x, float y, float height )
{
    const char* mark = uiPrint( "lesson.%s", b->mark );
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    ImVec2 size = uiVec2( buttonWidth( b ), height );
    igSetCursorScreenPos( uiVec2( x, y ) );
    if ( b->primary )
    {
        igPushStyleColor_U32( ImGuiCol_Button, ui->theme.accent );
        igPushStyleColor_U32( ImGuiCol_ButtonHovered, uiMix( ui->theme.accent, ui->theme.text, 0.2f ) );
        igPushStyleColor_U32( ImGuiCol_ButtonActive, uiMix( ui->theme.accent, ui->theme.text, 0.35f ) );
        igPushStyleColor_U32( ImGuiCol_Text, uiInkOn( ui->theme.accent ) );
    }
    igBeginDisabled( !b->enabled );
    bool pressed = igButton( uiLabel( b->label ), size );
    igEndDisabled();
    if ( b->primary ) { igPopStyleColor( 4 ); }
    uiMark( mark );
    if ( !b->enabled ) { uiMarkDisabled( mark ); }
    if ( b->keys[0] != '\0' && igIsItemHovered( 0 ) ) { uiTooltip( "%s", uiKeyNames( b->keys ) ); }
    if ( keys.focused )
    {
        uiFocusRing( ui, ( uiRect ){ x, y, x + size.x, y + size.y } );
        uiFocusHint( ui, "%s", tr( "Enter presses the button · Esc leaves" ) );
    }
    return ( pressed || keys.enter ) && b->enabled;
}

/// The button at the right: what comes next.
static pageButton primaryOf( const lessonPlayer* p )
{
    const lessonItem* item = lessonQuestion( p );
    if ( p->shown < p->step )
    {
        return ( pageButton ){ TR( "Next##lesson" ), "next", "PageDown", true, true };
    }
    if ( item != NULL && item->kind == lesson_number )
    {
        return ( pageButton ){ TR( "Check answer" ), "check", "Enter", true, true };
    }
    if ( item != NULL && item->kind == lesson_sketch )
    {
        return ( pageButton ){ TR( "That is my sketch" ), "check", "Enter", true, true };
    }
    if ( item != NULL ) { return ( pageButton ){ TR( "Skip" ), "skip", "PageDown", true, false }; }
    bool last = p->step + 1 == p->file.lesson.stepCount || p->error.text[0] != '\0';
    bool compares = p->file.lesson.items[p->at < p->file.lesson.itemCount ? p->at : 0].kind == lesson_compare;
    switch ( p->wait )
    {
        case lesson_waitRun:
            return compares ? ( pageButton ){ TR( "Run and compare" ), "run", "PageDown, Enter", true, true }
                            : ( pageButton ){ TR( "Run##lesson" ), "run", "PageDown, Enter", true, true };
        case lesson_waitCompute: return ( pageButton ){ TR( "Computing…" ), "run", "", false, true };
        case lesson_waitPlay: return ( pageButton ){ TR( "To the end" ), "end", "PageDown", true, false };
        case lesson_waitEnd: return ( pageButton ){ TR( "Save answers…" ), "save", "", true, true };
        default:
            return last ? ( pageButton ){ TR( "Finish" ), "next", "PageDown, Enter", true, true }
                        : ( pageButton ){ TR( "Next step" ), "next", "PageDown, Enter", true, true };
    }
}

static void pressPrimary( uiState* ui )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = lessonQuestion( p );
    if ( p->shown == p->step && p->wait == lesson_waitEnd ) { ui->lesson->saveWanted = true; }
    else if ( item != NULL && item->kind == lesson_number ) { uiHandInNumber( ui ); }
    else if ( item != NULL && item->kind == lesson_sketch ) { uiHandInSketch( ui ); }
    else { lessonNext( p ); }
}

static void drawButtons( uiState* ui, uiRect foot )
{
    lessonPlayer* p = ui->lesson->player;
    float height = uiHeight( foot ), gap = roundf( 0.5f * igGetFontSize() );
    const lessonItem* item = lessonQuestion( p );
    bool ends = p->wait == lesson_waitEnd && p->shown == p->step;
    const pageButton back = { TR( "Back##lesson" ), "back", "PageUp", p->shown > 0 || ends, false };
    const pageButton again = { TR( "Start again" ), "again", "", true, false };
    const pageButton skip = { TR( "Skip" ), "skip", "PageDown", true, false };
    const pageButton primary = primaryOf( p );
    bool toAgain = false, toSkip = false;
    bool toBack = drawButton( ui, &back, foot.x0, foot.y0, height );
    float x = foot.x1 - buttonWidth( &primary );
    if ( ends ) { toAgain = drawButton( ui, &again, x - gap - buttonWidth( &again ), foot.y0, height ); }
    else if ( item != NULL && item->kind != lesson_choice )
    {
        toSkip = drawButton( ui, &skip, x - gap - buttonWidth( &skip ), foot.y0, height );
    }
    bool toPrimary = drawButton( ui, &primary, x, foot.y0, height );
    if ( toPrimary ) { pressPrimary( ui ); }
    else if ( toSkip ) { lessonNext( p ); }
    else if ( toBack ) { lessonBack( p ); }
    else if ( toAgain )
    {
        lessonRestart( p );
        uiForgetWords( ui );
        ui->lesson->fieldItem = -1;
    }
}

/// What the item asks, for somebody who hears it; NULL: it asks nothing.
static const char* questionOf( const lessonItem* item )
{
    return lessonAsks( item->kind ) && item->text != NULL ? tr( item->text ) : NULL;
}

/// Has the student acted in this step? Until then it is read from its top, even while the scene loads.
static bool hasBegun( const lessonPlayer* p, const lessonStep* step )
{
    bool begun = false;
    for ( int i = step->firstItem; i < p->at && !begun; ++i )
    {
        lessonKind kind = p->file.lesson.items[i].kind;
        begun = lessonAsks( kind ) || kind == lesson_run || kind == lesson_compare;
    }
    return begun;
}

static void drawStep( uiState* ui, const uiFrameInput* input )
{
    uiLessonPanel* l = ui->lesson;
    lessonPlayer* p = l->player;
    const lessonStep* step = p->file.lesson.steps + p->shown;
    int newestItem = step->firstItem;
    for ( int i = step->firstItem; i < step->firstItem + step->itemCount; ++i )
    {
        if ( p->states[i].reached )
        {
            drawWords( ui, i );
            uiSayLesson( ui, p->shown, i, questionOf( p->file.lesson.items + i ) );
            uiDrawLessonItem( ui, input, i );
            newestItem = i;
        }
    }
    if ( p->error.text[0] != '\0' && p->shown == p->step )
    {
        const char* text =
            uiPrint( tr( "The lesson cannot go on here (line %d): %s" ), p->error.line, p->error.text );
        uiLessonParagraph( ui, text, ui->theme.error );
        uiMarkText( "lesson.error", text );
    }
    ui->speech.lessonStep = p->shown;
    ui->speech.lessonItem = newestItem + 1;
    // A step begins at its top; what comes while it is read is at the bottom.
    int newest = p->shown == p->step ? p->at : -1;
    if ( p->shown != l->seenStep ) { igSetScrollY_Float( 0.0f ); }
    else if ( newest != l->seenItem && hasBegun( p, step ) ) { igSetScrollHereY( 1.0f ); }
    l->seenStep = p->shown;
    l->seenItem = newest;
    uiPublish( "lesson.scroll", (double)igGetScrollY() );
}

/// What the keys do now.
static const char* hintOf( const lessonPlayer* p )
{
    const lessonItem* item = lessonQuestion( p );
    if ( item == NULL )
    {
        bool ends = p->wait == lesson_waitEnd && p->shown == p->step;
        return ends ? tr( "PageUp goes back" ) : tr( "PageDown or Enter goes on · PageUp goes back" );
    }
    return item->kind == lesson_choice ? tr( "1 to 9 choose · PageDown skips · PageUp goes back" )
        : item->kind == lesson_number
        ? tr( "Enter checks the answer · PageDown skips · PageUp goes back" )
        : tr( "draw with the mouse or the arrow keys · Enter hands it in · PageDown skips" );
}

void uiDrawLesson( uiState* ui, const uiFrameInput* input )
{
    if ( ui->lesson->player == NULL ) { return; }
    float em = igGetFontSize(), height = roundf( 2.1f * em );
    drawHead( ui, input );
    if ( ui->lesson->player == NULL ) // it has just been closed
    {
        return;
    }
    ImVec2 at = uiCursor(), room = uiSpace();
    uiRect foot = { at.x, at.y + room.y - height, at.x + room.x, at.y + room.y };
    float body = fmaxf( room.y - height - roundf( 0.6f * em ), 2.0f * em );
    igPushStyleVar_Vec2(
        ImGuiStyleVar_ItemSpacing, uiVec2( igGetStyle()->ItemSpacing.x, roundf( 0.3f * em ) ) );
    if ( igBeginChild_Str( "##lesson-step", uiVec2( room.x, body ), false, 0 ) )
    {
        uiScrollWithHand();
        bool ends = ui->lesson->player->wait == lesson_waitEnd &&
            ui->lesson->player->shown == ui->lesson->player->step;
        if ( ends ) { drawEnd( ui ); }
        else { drawStep( ui, input ); }
    }
    igEndChild();
    igPopStyleVar( 1 );
    drawButtons( ui, foot );
    if ( ui->messages.hint == NULL && ui->lesson->player != NULL )
    {
        uiHint( ui, "%s", hintOf( ui->lesson->player ) );
    }
}

// Words of a lesson with their numbers.

/// Was the item shown before a comparison, or in an earlier step? Then its numbers stay.
static bool isPast( const lessonPlayer* p, int item )
{
    const lessonStep* step = p->file.lesson.steps + p->shown;
    bool past = p->shown < p->step;
    for ( int i = item + 1; i < step->firstItem + step->itemCount && !past; ++i )
    {
        bool begun = i < p->at || ( i == p->at && p->wait == lesson_waitPlay );
        past = p->file.lesson.items[i].kind == lesson_compare && begun;
    }
    return past;
}

static uiKeptWords* findKept( uiLessonPanel* l, const char* source )
{
    for ( int i = 0; i < l->wordCount; ++i )
    {
        if ( l->words[i].source == source ) { return l->words + i; }
    }
    return NULL;
}

static void keep( uiLessonPanel* l, uiKeptWords* kept, const char* source, const char* text )
{
    if ( kept == NULL && GROW( l->words, l->wordCapacity, l->wordCount + 1 ) )
    {
        kept = l->words + l->wordCount++;
        *kept = ( uiKeptWords ){ .source = source };
    }
    if ( kept != NULL && ( kept->text == NULL || strcmp( kept->text, text ) != 0 ) )
    {
        char* copy = realloc( kept->text, strlen( text ) + 1 );
        kept->text = copy != NULL ? strcpy( copy, text ) : kept->text;
    }
}

const char* uiLessonWords( uiState* ui, int item, const char* source, int line )
{
    char text[2048];
    uiLessonPanel* l = ui->lesson;
    lessonRun* run = &l->player->run;
    lessonError error = { 0 };
    const char* words = tr( source );
    if ( strchr( words, '{' ) == NULL ) { return words; }
    uiKeptWords* kept = findKept( l, source );
    if ( kept != NULL && kept->text != NULL && isPast( l->player, item ) ) { return kept->text; }
    bool expanded =
        run->sim != NULL && lessonExpand( &run->names, &l->values, words, line, text, sizeof text, &error );
    words = uiPrint( "%s", expanded ? text : words );
    keep( l, kept, source, words );
    return words;
}

void uiForgetWords( uiState* ui )
{
    uiLessonPanel* l = ui->lesson;
    for ( int i = 0; i < l->wordCount; ++i ) { free( l->words[i].text ); }
    free( l->words );
    l->words = NULL;
    l->wordCount = l->wordCapacity = 0;
}
