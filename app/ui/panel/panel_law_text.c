// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_law.h"

#include <SDL_scancode.h>
#include <stdio.h>
#include <string.h>

// The law's text, with line numbers and the compiler's mark. ImGui's field never scrolls; its window does.

/// The byte at which a line begins; lines count from 1.
static int lineStart( const char* text, int line )
{
    int at = 0;
    for ( ; line > 1 && text[at] != '\0'; ++at ) { line -= text[at] == '\n' ? 1 : 0; }
    return at;
}

static int lineOf( const char* text, int byte )
{
    int line = 1;
    for ( int i = 0; i < byte && text[i] != '\0'; ++i ) { line += text[i] == '\n' ? 1 : 0; }
    return line;
}

static int lineLength( const char* text ) { return (int)strcspn( text, "\n" ); }

/// Bytes of the first `letters` of a line.
static int bytesOf( const char* line, int letters )
{
    int at = 0;
    while ( letters > 0 && line[at] != '\0' && line[at] != '\n' )
    {
        ++at;
        while ( ( line[at] & 0xc0 ) == 0x80 ) { ++at; }
        --letters;
    }
    return at;
}

static float widthOf( const char* text, int bytes )
{
    ImVec2 size;
    igCalcTextSize( &size, text, text + bytes, false, -1.0f );
    return bytes > 0 ? size.x : 0.0f;
}

static bool pressed( int scancode ) { return igIsKeyPressed( scancode, true ); }

/// Puts the draft in place of what the field holds.
static void putDraft( ImGuiInputTextCallbackData* data, uiLawEditor* e )
{
    uiLawField* f = &e->field;
    int cursor = f->goal >= 0 ? f->goal : data->CursorPos;
    ImGuiInputTextCallbackData_DeleteChars( data, 0, data->BufTextLen );
    ImGuiInputTextCallbackData_InsertChars( data, 0, e->draft.text, NULL );
    data->CursorPos = cursor < data->BufTextLen ? cursor : data->BufTextLen;
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
    f->replace = false;
    f->goal = -1;
    f->reveal = true;
}

/// The field is as high as its text, so that its own page would be all of it.
static void goPages( ImGuiInputTextCallbackData* data, const uiLawField* f )
{
    int pages = pressed( SDL_SCANCODE_PAGEDOWN ) ? 1 : pressed( SDL_SCANCODE_PAGEUP ) ? -1 : 0;
    if ( pages == 0 ) { return; }
    const char* text = data->Buf;
    int before = f->cursor < data->BufTextLen ? f->cursor : data->BufTextLen, line = lineOf( text, before );
    int column = before - lineStart( text, line );
    line = line + pages * f->pageLines < 1 ? 1 : line + pages * f->pageLines;
    int start = lineStart( text, line ), length = lineLength( text + start );
    data->CursorPos = start + ( column < length ? column : length );
    while ( data->CursorPos > start && ( text[data->CursorPos] & 0xc0 ) == 0x80 )
    {
        --data->CursorPos; // not inside a letter of several bytes
    }
    data->SelectionEnd = data->CursorPos;
    data->SelectionStart = igGetIO()->KeyShift ? data->SelectionStart : data->CursorPos;
}

/// Undo, redo and save act on the draft while the field has the keyboard.
static void takeShortcuts( ImGuiInputTextCallbackData* data, uiLawEditor* e )
{
    const ImGuiIO* io = igGetIO();
    if ( !io->KeyCtrl || io->KeyAlt ) { return; }
    bool z = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Z ), true );
    bool y = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Y ), true );
    if ( z && !io->KeyShift ) { uiUndoLaw( e ); }
    else if ( z || y ) { uiRedoLaw( e ); }
    if ( e->field.replace ) { putDraft( data, e ); }
    e->field.save = e->field.save || igIsKeyPressed( SDL_SCANCODE_S, false );
}

/// From now on the run gets every correct text, except the present one, which nobody has typed.
static void useNext( uiLawEditor* e )
{
    e->posted = e->used ? e->posted : e->draft.version;
    e->used = true;
}

static void takeContent( ImGuiInputTextCallbackData* data, uiLawEditor* e )
{
    sessionLawDraft* draft = &e->draft;
    if ( strcmp( data->Buf, draft->text ) != 0 )
    {
        snprintf( draft->text, sizeof( draft->text ), "%s", data->Buf );
        sessionLawDraft_Edited( draft, data->CursorPos, igGetTime() );
        useNext( e );
        e->field.reveal = true;
    }
}

static int onField( ImGuiInputTextCallbackData* data )
{
    uiLawEditor* e = data->UserData;
    uiLawField* f = &e->field;
    if ( data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter )
    {
        // The key becomes two blanks below; a tab that was pasted becomes one.
        bool tab = data->EventChar == '\t', key = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Tab ), true );
        f->tabbed = f->tabbed || ( tab && key );
        data->EventChar = tab ? ' ' : data->EventChar;
        return tab && key ? 1 : 0;
    }
    if ( f->replace ) { putDraft( data, e ); }
    if ( f->goal >= 0 )
    {
        data->CursorPos = f->goal < data->BufTextLen ? f->goal : data->BufTextLen;
        data->SelectionStart = data->SelectionEnd = data->CursorPos;
        f->goal = -1;
        f->reveal = true;
    }
    if ( f->tabbed )
    {
        ImGuiInputTextCallbackData_InsertChars( data, data->CursorPos, "  ", NULL );
        f->tabbed = false;
    }
    takeContent( data, e );
    takeShortcuts( data, e );
    goPages( data, f );
    f->reveal = f->reveal || f->cursor != data->CursorPos;
    f->cursor = data->CursorPos;
    return 0;
}

void uiLawTextChanged( uiLawEditor* e, int cursor )
{
    e->field.replace = true;
    e->field.goal = cursor >= 0 ? cursor : e->field.goal;
    useNext( e );
}

void uiUndoLaw( uiLawEditor* e )
{
    int cursor = sessionLawDraft_Undo( &e->draft, igGetTime() );
    if ( cursor >= 0 ) { uiLawTextChanged( e, cursor ); }
}

void uiRedoLaw( uiLawEditor* e )
{
    int cursor = sessionLawDraft_Redo( &e->draft, igGetTime() );
    if ( cursor >= 0 ) { uiLawTextChanged( e, cursor ); }
}

// Where the text is: `at` is its upper left corner on the screen, as far as it is scrolled.
typedef struct textArea
{
    uiState* ui;
    uiLawEditor* e;
    const char* text;
    ImVec2 at, size;
    float line; // height [px]
    int lines;
} textArea;

/// The width of the longest line and the number of lines.
static void measure( textArea* a )
{
    a->lines = 1;
    a->size.x = 0.0f;
    for ( const char* line = a->text;; )
    {
        int length = lineLength( line );
        a->size.x = fmaxf( a->size.x, widthOf( line, length ) );
        if ( line[length] == '\0' ) { break; }
        line += length + 1;
        ++a->lines;
    }
    a->size.y = a->line * (float)a->lines;
}

/// Underlines the place at which the compiler stopped.
static void markProblem( const textArea* a )
{
    const sessionLawDraft* draft = &a->e->draft;
    if ( draft->problem[0] == '\0' || draft->place.line < 1 || draft->place.line > a->lines ) { return; }
    ImDrawList* list = igGetWindowDrawList();
    const char* line = a->text + lineStart( a->text, draft->place.line );
    int from = bytesOf( line, draft->place.column - 1 );
    int to = from + bytesOf( line + from, draft->place.length );
    float x0 = a->at.x + widthOf( line, from ), x1 = a->at.x + widthOf( line, to );
    float y0 = a->at.y + a->line * (float)( draft->place.line - 1 ), y1 = y0 + a->line;
    x1 = fmaxf( x1, x0 + 0.5f * a->line ); // also behind the end of a line
    uiFillRect( list, ( uiRect ){ x0, y0, x1, y1 }, uiFade( a->ui->theme.error, 0.16f ), 0.0f );
    uiFillRect( list, ( uiRect ){ x0, y1 - fmaxf( 2.0f, roundf( 0.12f * a->line ) ), x1, y1 },
        a->ui->theme.error, 0.0f );
    uiMarkRect( "law.error.place", ( uiRect ){ x0, y0, x1, y1 } );
}

static void markCursorLine( const textArea* a )
{
    if ( a->e->field.active )
    {
        ImVec2 corner;
        igGetWindowPos( &corner );
        float y = a->at.y + a->line * (float)( lineOf( a->text, a->e->field.cursor ) - 1 );
        uiFillRect( igGetWindowDrawList(),
            ( uiRect ){ corner.x, y, corner.x + igGetWindowWidth(), y + a->line },
            uiFade( a->ui->theme.text, 0.05f ), 0.0f );
    }
}

/// An empty text says how one begins.
static void drawExample( const textArea* a )
{
    static const char* const lines[] = { "law \"My law\"", "param mu = 0.4 in 0 .. 1", "C = disc(mu)" };
    for ( int i = 0; i < SS_COUNT( lines ) && a->text[0] == '\0'; ++i )
    {
        uiDrawText( a->ui, igGetWindowDrawList(), ui_fontCode, a->at.x, a->at.y + a->line * (float)i,
            uiFade( a->ui->theme.dim, 0.6f ), lines[i] );
    }
}

/// Scrolls the cursor into view.
static void revealCursor( const textArea* a, ImVec2 room )
{
    uiLawField* f = &a->e->field;
    if ( !f->reveal ) { return; }
    const char* text = f->content;
    int line = lineOf( text, f->cursor ), start = lineStart( text, line );
    float x = widthOf( text + start, f->cursor - start ), y = a->line * (float)( line - 1 );
    float scrollX = igGetScrollX(), scrollY = igGetScrollY(), margin = 2.0f * a->line;
    igSetScrollX_Float( x < scrollX + margin ? fmaxf( 0.0f, x - margin )
            : x > scrollX + room.x - margin  ? x - room.x + margin
                                             : scrollX );
    igSetScrollY_Float( y < scrollY                 ? y
            : y + 1.5f * a->line > scrollY + room.y ? y + 1.5f * a->line - room.y
                                                    : scrollY );
    f->reveal = false;
}

/// The field itself, as large as its text, in the window that scrolls.
static void drawField( textArea* a, ImVec2 room )
{
    uiState* ui = a->ui;
    uiLawField* f = &a->e->field;
    ImVec2 padding = igGetStyle()->FramePadding;
    bool escaped = f->active && igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    if ( ui->law->enter )
    {
        igSetKeyboardFocusHere( 0 );
        ui->law->enter = false;
    }
    igGetCursorScreenPos( &a->at );
    a->at.x += padding.x;
    a->at.y += padding.y;
    markCursorLine( a );
    markProblem( a );
    drawExample( a );
    // Two lines more, so that a line that was just begun does not scroll the field.
    ImVec2 size = uiVec2( fmaxf( room.x, a->size.x + 4.0f * a->line ),
        fmaxf( room.y, a->size.y + 2.0f * a->line + 2.0f * padding.y ) );
    igPushStyleColor_U32( ImGuiCol_FrameBg, 0 );
    igInputTextMultiline( "##law", f->content, sizeof( f->content ), size,
        ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_NoUndoRedo |
            ImGuiInputTextFlags_NoHorizontalScroll | ImGuiInputTextFlags_CallbackAlways |
            ImGuiInputTextFlags_CallbackCharFilter,
        onField, a->e );
    igPopStyleColor( 1 );
    f->active = igIsItemActive();
    if ( igIsItemHovered( 0 ) || f->active )
    {
        uiHint( ui,
            f->active ? tr( "Esc leaves the text · Tab: two blanks · Ctrl+Z undoes · Ctrl+S saves the law" )
                      : tr( "click or Enter: type" ) );
    }
    if ( escaped ) { memcpy( f->content, a->e->draft.text, sizeof( f->content ) ); }
}

static void drawNumbers( const textArea* a, uiRect gutter )
{
    ImDrawList* list = igGetWindowDrawList();
    const sessionLawDraft* draft = &a->e->draft;
    int cursor = a->e->field.active ? lineOf( a->text, a->e->field.cursor ) : 0;
    float top = gutter.y0 + igGetStyle()->FramePadding.y - a->e->field.scrollY;
    uiPushClip( list, gutter );
    for ( int i = 1; i <= a->lines; ++i )
    {
        float y = top + a->line * (float)( i - 1 );
        if ( y + a->line < gutter.y0 || y > gutter.y1 ) { continue; }
        const char* number = uiPrint( "%d", i );
        bool wrong = draft->problem[0] != '\0' && draft->place.line == i;
        ImU32 color = wrong ? a->ui->theme.error : i == cursor ? a->ui->theme.text : a->ui->theme.dim;
        if ( wrong )
        {
            uiFillRect( list, ( uiRect ){ gutter.x0, y, gutter.x1, y + a->line },
                uiFade( a->ui->theme.error, 0.25f ), 0.0f );
        }
        uiDrawText( a->ui, list, ui_fontCode,
            gutter.x1 - 0.5f * a->line - uiTextSize( a->ui, ui_fontCode, number ).x, y, color, number );
    }
    ImDrawList_PopClipRect( list );
}

void uiDrawLawText( uiState* ui, uiLawEditor* e, float width, float height )
{
    uiLawField* f = &e->field;
    ImVec2 corner = uiCursor();
    if ( !f->active )
    {
        memcpy( f->content, e->draft.text, sizeof( f->content ) );
        f->replace = false;
    }
    igPushFont( ui->fonts[ui_fontCode] );
    textArea a = { .ui = ui, .e = e, .text = f->content, .line = igGetFontSize() };
    measure( &a );
    float column = uiTextSize( ui, ui_fontCode, "0" ).x;
    float numbers = column * ( a.lines > 999 ? 4.0f : a.lines > 99 ? 3.0f : 2.0f ) + a.line;
    uiRect all = { corner.x, corner.y, corner.x + width, corner.y + height };
    ImDrawList_AddRectFilled( igGetWindowDrawList(), corner, uiVec2( all.x1, all.y1 ), ui->theme.background,
        igGetStyle()->FrameRounding, 0 );
    igSetCursorScreenPos( uiVec2( corner.x + numbers, corner.y ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 0.0f, 0.0f ) );
    igBeginChild_Str(
        "##text", uiVec2( width - numbers, height ), false, ImGuiWindowFlags_HorizontalScrollbar );
    igPopStyleVar( 1 );
    ImVec2 room = uiSpace();
    f->pageLines = (int)fmaxf( 1.0f, floorf( room.y / a.line ) - 1.0f );
    drawField( &a, room );
    revealCursor( &a, room );
    f->scrollY = igGetScrollY();
    igEndChild();
    drawNumbers( &a, ( uiRect ){ corner.x, corner.y, corner.x + numbers, corner.y + height } );
    igPopFont();
    uiRect text = { corner.x + numbers, corner.y, corner.x + width, corner.y + height };
    ImDrawList_AddRect( igGetWindowDrawList(), corner, uiVec2( all.x1, all.y1 ),
        f->active ? ui->theme.accent : ui->theme.line, igGetStyle()->FrameRounding, 0, 1.0f );
    uiMarkRect( "law.text", text );
    uiMarkText( "law.text", e->draft.text );
    uiFocusKeys keys = uiFocusStop( ui, "law.text", false );
    if ( keys.focused )
    {
        uiFocusFrame( ui, text );
        uiFocusHint( ui, tr( "text of the law: Enter goes into it, Esc leaves it · ↑ ↓ others" ) );
        ui->law->enter = ui->law->enter || keys.enter;
    }
    uiPublish( "law.lines", (double)a.lines );
    uiPublish( "law.cursor", (double)f->cursor );
    uiPublish( "law.typing", f->active ? 1.0 : 0.0 );
}
