// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "slipstick/lab/scenario.h"
#include "ui/lesson/lesson_internal.h"

#include <string.h>

// Questions, and what became of them: choices, numbers, sketches, claims.

/// A sign in front of a line: a tick, or a cross.
static void drawSign( uiState* ui, bool right )
{
    float em = igGetFontSize(), line = fmaxf( 1.5f, 0.14f * em );
    ImVec2 at = uiCursor();
    float x = at.x + 0.15f * em, y = at.y + 0.2f * em, s = 0.62f * em;
    ImDrawList* list = igGetWindowDrawList();
    if ( right )
    {
        uiDrawLine( list, x, y + 0.55f * s, x + 0.38f * s, y + 0.95f * s, ui->theme.good, line );
        uiDrawLine( list, x + 0.38f * s, y + 0.95f * s, x + s, y + 0.05f * s, ui->theme.good, line );
    }
    else
    {
        uiDrawLine( list, x, y, x + s, y + s, ui->theme.error, line );
        uiDrawLine( list, x, y + s, x + s, y, ui->theme.error, line );
    }
}

/// A line of text behind a tick or a cross.
static void signedLine( uiState* ui, bool right, const char* text )
{
    float indent = roundf( 1.4f * igGetFontSize() );
    drawSign( ui, right );
    igIndent( indent );
    uiLessonParagraph( ui, text, ui->theme.text );
    igUnindent( indent );
}

static void question( uiState* ui, int item, const char* source )
{
    int line = ui->lesson->player->file.lesson.items[item].line;
    const char* text = uiLessonWords( ui, item, source, line );
    igDummy( uiVec2( 0.0f, roundf( 0.15f * igGetFontSize() ) ) );
    uiLessonParagraph( ui, text, ui->theme.accent );
    uiMarkText( "lesson.question", text );
}

/// A choice as a row that can be pressed, with its key. True: it was.
static bool choiceRow( uiState* ui, int item, int index, bool open )
{
    float em = igGetFontSize(), pad = roundf( 0.4f * em ), left = roundf( 2.0f * em );
    const lessonPlayer* p = ui->lesson->player;
    const lessonChoice* choice = p->file.lesson.choices + p->file.lesson.items[item].firstChoice + index;
    const lessonState* s = p->states + item;
    ImVec2 size;
    const char *key = uiPrint( "%d", index + 1 ), *mark = uiPrint( "lesson.choice.%d", index + 1 );
    const char* text = uiIndexed( uiLessonWords( ui, item, choice->text, choice->line ) );
    ImVec2 at = uiCursor(), room = uiSpace();
    igCalcTextSize( &size, text, NULL, false, room.x - left - pad );
    float height = size.y + 2.0f * pad;
    igPushID_Int( choice->line );
    uiFocusKeys keys = open ? uiFocusStop( ui, mark, false ) : ( uiFocusKeys ){ .typed = "" };
    bool pressed = uiAreaButton( "##choice", uiVec2( room.x, height ) ) && open;
    bool hovered = igIsItemHovered( 0 ) && open;
    igPopID();
    if ( open ) { uiMark( mark ); }
    ImDrawList* list = igGetWindowDrawList();
    ImVec2 end = uiVec2( at.x + room.x, at.y + height );
    bool chosen = s->answered && s->choice == index;
    ImU32 edge = chosen ? ( s->right ? ui->theme.good : ui->theme.error )
        : hovered       ? ui->theme.accent
                        : ui->theme.line;
    ImDrawList_AddRectFilled( list, at, end, hovered ? ui->theme.raised : uiFade( ui->theme.raised, 0.5f ),
        roundf( 0.25f * em ), 0 );
    ImDrawList_AddRect( list, at, end, edge, roundf( 0.25f * em ), 0, chosen ? 2.0f : 1.0f );
    bool dims = !open && !chosen && !choice->right;
    ImU32 ink = dims ? ui->theme.dim : ui->theme.text;
    if ( s->answered && ( chosen || choice->right ) )
    {
        igSetCursorScreenPos( uiVec2( at.x + pad, at.y + pad ) );
        drawSign( ui, choice->right );
        igSetCursorScreenPos( uiVec2( at.x, end.y + igGetStyle()->ItemSpacing.y ) );
    }
    else { uiDrawText( ui, list, ui_fontBody, at.x + pad + 0.2f * em, at.y + pad, ui->theme.dim, key ); }
    ImDrawList_AddText_FontPtr( list, igGetFont(), em, uiVec2( floorf( at.x + left ), floorf( at.y + pad ) ),
        ink, text, NULL, room.x - left - pad, NULL );
    if ( keys.focused )
    {
        uiFocusRing( ui, ( uiRect ){ at.x, at.y, end.x, end.y } );
        uiFocusHint( ui, "%s", tr( "Enter chooses · up and down go on · Esc leaves" ) );
    }
    return pressed || ( keys.enter && open );
}

static void drawChoice( uiState* ui, int index )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = p->file.lesson.items + index;
    const lessonState* s = p->states + index;
    bool open = lessonQuestion( p ) == item;
    int pressed = -1;
    question( ui, index, item->text );
    for ( int i = 0; i < item->choiceCount; ++i ) { pressed = choiceRow( ui, index, i, open ) ? i : pressed; }
    if ( s->answered )
    {
        const lessonChoice* choice = p->file.lesson.choices + item->firstChoice + s->choice;
        igDummy( uiVec2( 0.0f, roundf( 0.1f * igGetFontSize() ) ) );
        const char* reply = choice->reply[0] != '\0' ? uiLessonWords( ui, index, choice->reply, choice->line )
            : s->right                               ? tr( "Right." )
                                                     : tr( "Not so." );
        signedLine( ui, s->right, reply );
        uiMarkText( "lesson.reply", reply );
    }
    else if ( s->skipped ) { uiLessonParagraph( ui, tr( "Skipped." ), ui->theme.dim ); }
    if ( pressed >= 0 ) { lessonChoose( p, pressed ); }
}

/// A number that shows the form of an answer without being one.
static double exampleFor( const lessonState* s )
{
    static const double examples[] = { 0.5, 20.0, 3.0 };
    int i = 0;
    while ( i < SS_COUNT( examples ) - 1 && fabs( examples[i] - s->answer ) <= 2.0 * s->within ) { ++i; }
    return examples[i];
}

static void numberField( uiState* ui, int index, const lessonUnit* unit )
{
    uiLessonPanel* l = ui->lesson;
    char number[48];
    lessonFormatNumber( exampleFor( l->player->states + index ), unit->text, number, sizeof( number ) );
    const char* hint = uiPrint( unit->text[0] != '\0' ? tr( "a number and its unit, such as %s" ) : "%s",
        unit->text[0] != '\0' ? number : tr( "a number" ) );
    if ( l->fieldItem != index )
    {
        igSetKeyboardFocusHere( 0 );
        l->fieldItem = index;
        l->typed[0] = l->refusal[0] = '\0';
    }
    igSetNextItemWidth( -1.0f );
    uiPushBorder( ui );
    bool enter = igInputTextWithHint(
        "##number", hint, l->typed, sizeof( l->typed ), ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL );
    uiPopBorder();
    uiMarkSaying( "lesson.number", l->typed );
    bool active = igIsItemActive();
    if ( enter )
    {
        uiHandInNumber( ui );
        igSetKeyboardFocusHere( -1 );
    }
    // The field has the keyboard, so the keys of the lesson are taken here.
    else if ( active && igIsKeyPressed( igGetKeyIndex( ImGuiKey_PageDown ), false ) )
    {
        lessonNext( l->player );
    }
    else if ( active && igIsKeyPressed( igGetKeyIndex( ImGuiKey_PageUp ), false ) )
    {
        lessonBack( l->player );
    }
    if ( l->refusal[0] != '\0' ) { uiLessonParagraph( ui, l->refusal, ui->theme.warning ); }
    uiMarkText( "lesson.refusal", l->refusal );
}

static void drawNumber( uiState* ui, int index )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = p->file.lesson.items + index;
    const lessonState* s = p->states + index;
    const lessonUnit* unit = lessonItemUnit( item );
    question( ui, index, item->text );
    if ( lessonQuestion( p ) == item )
    {
        numberField( ui, index, unit );
        return;
    }
    if ( !s->answered )
    {
        uiLessonParagraph( ui, tr( "Skipped." ), ui->theme.dim );
        return;
    }
    char answer[64];
    lessonFormatNumber( s->answer, unit->text, answer, sizeof( answer ) );
    const lessonPiece* piece = s->right ? &item->right : &item->wrong;
    const char* own = piece->text != NULL ? uiLessonWords( ui, index, piece->text, piece->line ) : "";
    const char* text =
        uiPrint( s->right ? tr( "You said %s; it is %s. %s" ) : tr( "You said %s, but it is %s. %s" ),
            s->typed, answer, own );
    signedLine( ui, s->right, text );
    uiMarkText( "lesson.reply", text );
}

static const char* describeSign( const lessonJudgement* j, bool right )
{
    const char* words = right   ? tr( "The sign fits." )
        : j->run.zero           ? tr( "The run stays near zero; your curve does not." )
        : j->run.positive > 0.5 ? tr( "The run lies above zero; your curve does not." )
                                : tr( "The run lies below zero; your curve does not." );
    return uiPrint( "%s", words );
}

static const char* describeSlope( const lessonJudgement* j, bool right )
{
    int way = j->run.direction;
    if ( right )
    {
        return way > 0 ? tr( "It rises at first, about as steeply as you drew it." )
            : way < 0  ? tr( "It falls at first, about as steeply as you drew it." )
                       : tr( "It stays level, as you drew it." );
    }
    else if ( way != j->sketch.direction || way == 0 )
    {
        return way > 0 ? tr( "It rises at first, which you did not draw." )
            : way < 0  ? tr( "It falls at first, which you did not draw." )
                       : tr( "It stays level, which you did not draw." );
    }
    else
    {
        double ratio = j->run.slope / j->sketch.slope;
        return uiPrint( ratio > 1.0
                ? tr( "The direction fits, but it is %.1f times as steep as you drew it." )
                : tr( "The direction fits, but your curve is %.1f times as steep as the run." ),
            ratio > 1.0 ? ratio : 1.0 / ratio );
    }
}

/// As far as a sketch can tell: "0.27 s".
static const char* roughly( double value, const char* unit, int digits )
{
    bool close = strncmp( unit, "°", strlen( "°" ) ) == 0 || unit[0] == '\0';
    return uiPrint( "%s%s%s", uiFormatDigits( value, digits ), close ? "" : " ", unit );
}

static const char* describeLimit( const lessonJudgement* j, bool right, const char* unit )
{
    const char* run = roughly( j->run.to, unit, 3 );
    return uiPrint( right ? tr( "It ends at %s, and yours nearly there, at %s." )
                          : tr( "It ends at %s, and yours at %s." ),
        run, roughly( j->sketch.to, unit, 2 ) );
}

static const char* describeStop( const lessonJudgement* j, bool right )
{
    const char* run = roughly( j->run.stop, "s", 2 );
    return isnan( j->sketch.stop )
        ? uiPrint( tr( "It stops changing at about %s; yours changes until its end." ), run )
        : uiPrint( right ? tr( "It stops changing at about %s, and yours about then, at %s." )
                         : tr( "It stops changing at about %s, and yours at %s." ),
              run, roughly( j->sketch.stop, "s", 2 ) );
}

static void drawJudgement( uiState* ui, int index )
{
    const lessonItem* item = ui->lesson->player->file.lesson.items + index;
    const lessonState* s = ui->lesson->player->states + index;
    const ssScenario* scenario = ui->lesson->player->run.names.scenario;
    int signal = scenario != NULL ? ssFindSignal( scenario, item->signal ) : -1;
    const char* unit = signal >= 0 ? scenario->model.signals[signal].unit : "";
    const char* all = "";
    for ( int i = 0; i < LESSON_JUDGED_COUNT; ++i )
    {
        const lessonJudgement* j = &s->judgement;
        bool right = j->fits[i] == lesson_fitRight;
        if ( j->fits[i] == lesson_fitNotJudged ) { continue; }
        const char* text = i == 0 ? describeSign( j, right )
            : i == 1              ? describeSlope( j, right )
            : i == 2              ? describeLimit( j, right, unit )
                                  : describeStop( j, right );
        signedLine( ui, right, text );
        all = uiPrint( "%s%s%s", all, all[0] != '\0' ? " " : "", text );
    }
    const lessonPiece* piece = s->right ? &item->right : &item->wrong;
    if ( piece->text != NULL )
    {
        uiLessonParagraph( ui, uiLessonWords( ui, index, piece->text, piece->line ), ui->theme.text );
    }
    uiMarkText( "lesson.judgement", all );
}

static void drawSketchItem( uiState* ui, int index )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = p->file.lesson.items + index;
    const lessonState* s = p->states + index;
    const ssScenario* scenario = p->run.names.scenario;
    int signal = scenario != NULL ? ssFindSignal( scenario, item->signal ) : -1;
    const char* text = uiPrint( tr( "Draw %s over time before you see the run." ),
        signal >= 0 ? tr( scenario->model.signals[signal].symbol ) : item->signal );
    question( ui, index, item->text[0] != '\0' ? item->text : text );
    if ( lessonQuestion( p ) == item )
    {
        uiLessonParagraph( ui,
            s->axisKnown ? tr( "Draw with the mouse on the empty plot below, or with the arrow keys: up and "
                               "down set the height, right draws." )
                         : tr( "The axes are being prepared…" ),
            ui->theme.dim );
        if ( ui->lesson->refusal[0] != '\0' )
        {
            uiLessonParagraph( ui, ui->lesson->refusal, ui->theme.warning );
        }
        uiMarkText( "lesson.refusal", ui->lesson->refusal );
    }
    else if ( s->judged ) { drawJudgement( ui, index ); }
    else { uiLessonParagraph( ui, s->answered ? tr( "Now let it run." ) : tr( "Skipped." ), ui->theme.dim ); }
}

static void drawClaim( uiState* ui, int index )
{
    const lessonItem* item = ui->lesson->player->file.lesson.items + index;
    const lessonState* s = ui->lesson->player->states + index;
    bool words = item->reply[0] != '\0';
    signedLine( ui, s->holds, words ? uiLessonWords( ui, index, item->reply, item->line ) : item->text );
    float indent = roundf( 1.4f * igGetFontSize() );
    igIndent( indent );
    uiLessonParagraph( ui, s->numbers, ui->theme.dim );
    igUnindent( indent );
}

static void drawRun( uiState* ui, const uiFrameInput* input, int index )
{
    lessonPlayer* p = ui->lesson->player;
    if ( index != p->at || p->shown != p->step || p->wait != lesson_waitPlay ) { return; }
    const char* text = uiPrint(
        tr( "It runs: t = %.4g s of %.4g s." ), fmin( input->snapshot->time, p->playTo ), p->playTo );
    uiLessonParagraph( ui, text, ui->theme.dim );
}

void uiDrawLessonItem( uiState* ui, const uiFrameInput* input, int index )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = p->file.lesson.items + index;
    switch ( item->kind )
    {
        case lesson_choice: drawChoice( ui, index ); break;
        case lesson_number: drawNumber( ui, index ); break;
        case lesson_sketch: drawSketchItem( ui, index ); break;
        case lesson_claim: drawClaim( ui, index ); break;
        case lesson_run:
        case lesson_compare: drawRun( ui, input, index ); break;
        default: return;
    }
    igDummy( uiVec2( 0.0f, roundf( 0.2f * igGetFontSize() ) ) );
}
