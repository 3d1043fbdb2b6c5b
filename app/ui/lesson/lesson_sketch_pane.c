// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/lesson/lesson_internal.h"

// The empty plot that a student draws on, and the run over it afterwards.

typedef struct pane
{
    uiState* ui;
    ImDrawList* list;
    lessonState* state;
    uiRect data;
    double begin, end, low, high;
    float em, small;
} pane;

static float xOf( const pane* p, double t )
{
    return p->data.x0 + (float)( ( t - p->begin ) / ( p->end - p->begin ) ) * uiWidth( p->data );
}

static float yOf( const pane* p, double y )
{
    double share = fmin( fmax( ( y - p->low ) / ( p->high - p->low ), -0.02 ), 1.02 );
    return p->data.y1 - (float)share * uiHeight( p->data );
}

static void drawAxes( const pane* p )
{
    const uiTheme* theme = &p->ui->theme;
    ImU32 grid = uiFade( theme->text, 0.10f ), zero = uiFade( theme->text, 0.35f );
    double step =
        uiNiceStep( ( p->high - p->low ) * (double)( 2.4f * p->em / fmaxf( uiHeight( p->data ), 1.0f ) ) );
    for ( double k = ceil( p->low / step - 1e-9 ); k <= floor( p->high / step + 1e-9 ); k += 1.0 )
    {
        float y = roundf( yOf( p, k * step ) );
        const char* text = uiFormatNumber( k == 0.0 ? 0.0 : k * step );
        uiFillRect(
            p->list, ( uiRect ){ p->data.x0, y, p->data.x1, y + 1.0f }, k == 0.0 ? zero : grid, 0.0f );
        uiDrawText( p->ui, p->list, ui_fontSmall,
            p->data.x0 - uiTextSize( p->ui, ui_fontSmall, text ).x - 0.4f * p->em, y - 0.5f * p->small,
            theme->dim, text );
    }
    step = uiNiceStep( ( p->end - p->begin ) * (double)( 5.0f * p->em / fmaxf( uiWidth( p->data ), 1.0f ) ) );
    for ( double k = ceil( p->begin / step - 1e-9 ); k <= floor( p->end / step + 1e-9 ); k += 1.0 )
    {
        float x = roundf( xOf( p, k * step ) );
        const char* text = uiFormatNumber( k == 0.0 ? 0.0 : k * step );
        float width = uiTextSize( p->ui, ui_fontSmall, text ).x;
        uiFillRect( p->list, ( uiRect ){ x, p->data.y0, x + 1.0f, p->data.y1 }, grid, 0.0f );
        if ( x + 0.5f * width < p->data.x1 - 2.2f * p->em )
        {
            uiDrawText(
                p->ui, p->list, ui_fontSmall, x - 0.5f * width, p->data.y1 + 0.2f * p->em, theme->dim, text );
        }
    }
    uiDrawText( p->ui, p->list, ui_fontSmall, p->data.x1 - uiTextSize( p->ui, ui_fontSmall, "t [s]" ).x,
        p->data.y1 + 0.2f * p->em, theme->dim, "t [s]" );
}

/// A curve up to a time.
static void drawCurve( const pane* p, const lessonCurve* curve, double until, ImU32 color, float thickness )
{
    ImVec2 points[LESSON_COLUMNS];
    int count = 0;
    for ( int i = 0; i <= LESSON_COLUMNS; ++i )
    {
        double t = curve->begin + ( curve->end - curve->begin ) * ( i + 0.5 ) / LESSON_COLUMNS;
        bool gap = i == LESSON_COLUMNS || isnan( curve->y[i] ) || t > until;
        if ( !gap ) { points[count++] = uiVec2( xOf( p, t ), yOf( p, curve->y[i] ) ); }
        else if ( count > 0 )
        {
            ImDrawList_AddPolyline( p->list, points, count, color, 0, thickness );
            if ( count == 1 )
            {
                ImDrawList_AddCircleFilled( p->list, points[0], 0.5f * thickness + 1.0f, color, 12 );
            }
            count = 0;
        }
    }
}

/// The mouse draws while its button is held.
static void takeMouse( const pane* p )
{
    uiLessonPanel* l = p->ui->lesson;
    uiRectButton( "lesson.sketch", p->data );
    uiMark( "lesson.sketch" );
    if ( igIsItemHovered( 0 ) )
    {
        uiHint( p->ui, "%s", tr( "drag to draw · arrow keys draw too · Enter hands it in" ) );
    }
    if ( !igIsItemActive() )
    {
        l->draws = false;
        return;
    }
    ImVec2 mouse = igGetIO()->MousePos;
    double share = (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) );
    double rise = (double)( ( p->data.y1 - mouse.y ) / uiHeight( p->data ) );
    double t = p->begin + fmin( fmax( share, 0.0 ), 1.0 ) * ( p->end - p->begin );
    double y = p->low + fmin( fmax( rise, 0.0 ), 1.0 ) * ( p->high - p->low );
    lessonDrawLine( p->state->sketch, l->draws ? l->lastTime : t, l->draws ? l->lastValue : y, t, y );
    l->draws = true;
    l->lastTime = t;
    l->lastValue = y;
    l->penShown = false;
}

static void drawPen( const pane* p )
{
    const uiLessonPanel* l = p->ui->lesson;
    if ( !l->penShown ) { return; }
    float x = xOf( p, l->penTime ), y = yOf( p, l->penValue );
    ImU32 color = p->ui->theme.accent;
    uiDrawLine( p->list, x, p->data.y0, x, p->data.y1, uiFade( color, 0.4f ), 1.0f );
    ImDrawList_AddCircle( p->list, uiVec2( x, y ), 0.45f * p->em, color, 20, 2.0f );
}

/// What the pane shows, and the button that wipes it clean.
static void drawTitle( const pane* p, const lessonItem* item, uiRect rect, bool drawing, bool ran )
{
    const ssScenario* scenario = p->ui->lesson->player->run.names.scenario;
    int signal = scenario != NULL ? ssFindSignal( scenario, item->signal ) : -1;
    const uiTheme* theme = &p->ui->theme;
    const char* unit = signal >= 0 ? scenario->model.signals[signal].unit : "";
    const char* title =
        uiPrint( "%s [%s]", signal >= 0 ? tr( scenario->model.signals[signal].symbol ) : item->signal,
            unit[0] != '\0' ? unit : "–" );
    float y = rect.y0 + roundf( 0.45f * p->em ), x = p->data.x0;
    uiDrawText( p->ui, p->list, ui_fontSmall, x, y, theme->text, title );
    x += uiTextSize( p->ui, ui_fontSmall, title ).x + 1.5f * p->em;
    const struct
    {
        const char* text;
        ImU32 color;
        bool shown;
    } legend[] = { { tr( "your sketch" ), theme->accent, true },
        { tr( "the run" ), theme->mode[ss_modeSlide], ran } };
    for ( int i = 0; i < SS_COUNT( legend ) && ( !drawing || i == 0 ); ++i )
    {
        if ( legend[i].shown )
        {
            float middle = y + 0.5f * p->small;
            uiDrawLine( p->list, x, middle, x + 1.4f * p->em, middle, legend[i].color, 3.0f );
            uiDrawText( p->ui, p->list, ui_fontSmall, x + 1.8f * p->em, y, theme->dim, legend[i].text );
            x += 1.8f * p->em + uiTextSize( p->ui, ui_fontSmall, legend[i].text ).x + 1.2f * p->em;
        }
    }
    if ( drawing )
    {
        igSetCursorScreenPos(
            uiVec2( p->data.x1 - roundf( 5.5f * p->em ), rect.y0 + roundf( 0.2f * p->em ) ) );
        uiFocusKeys keys = uiFocusStop( p->ui, "lesson.clear", false );
        if ( igButton( tr( "Clear" ), uiVec2( roundf( 5.5f * p->em ), 0.0f ) ) || keys.enter )
        {
            lessonClearCurve( p->state->sketch, p->begin, p->end );
        }
        uiMark( "lesson.clear" );
        if ( keys.focused ) { uiFocusRing( p->ui, uiItemRect() ); }
    }
}

void uiDrawSketch( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    lessonPlayer* player = ui->lesson->player;
    int index = player != NULL ? lessonSketchItem( player ) : -1;
    lessonState* s = index >= 0 ? player->states + index : NULL;
    if ( s == NULL || !s->axisKnown ) { return; }
    float em = igGetFontSize(), small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    pane p = { .ui = ui,
        .list = igGetWindowDrawList(),
        .state = s,
        .data = { rect.x0 + roundf( 4.2f * em ), rect.y0 + roundf( 2.3f * em ), rect.x1 - roundf( 1.0f * em ),
            rect.y1 - roundf( 1.7f * em ) },
        .begin = s->sketch->begin,
        .end = s->sketch->end,
        .low = s->low,
        .high = s->high,
        .em = em,
        .small = small };
    bool drawing = lessonSketching( player ) == s;
    bool plays = player->wait == lesson_waitPlay && player->shown == player->step;
    bool arrived = plays && input->snapshot->runNumber != ui->lesson->runBefore;
    drawTitle( &p, player->file.lesson.items + index, rect, drawing, s->judged || arrived );
    drawAxes( &p );
    if ( drawing )
    {
        uiDrawFrame( p.list, p.data, ui->theme.accent, 0.0f, 1.5f );
        takeMouse( &p );
    }
    bool over = s->judged || arrived; // the run lies over it
    drawCurve( &p, s->sketch, HUGE_VAL, over ? uiFade( ui->theme.accent, 0.55f ) : ui->theme.accent,
        over ? 6.0f : 3.0f );
    if ( over )
    {
        drawCurve(
            &p, &s->run, s->judged ? HUGE_VAL : input->snapshot->time, ui->theme.mode[ss_modeSlide], 2.5f );
    }
    if ( drawing ) { drawPen( &p ); }
}
