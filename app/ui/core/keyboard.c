// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

// Puts a text field in the place of a slider.

// Opens the field. `text` is the present value, which the first letter replaces; `begun` are letters that
// were typed at the focus and replace it at once (empty: none).
static void beginTyping( uiState* ui, const char* mark, const char* text, const char* begun )
{
    uiTyping* t = &ui->typing;
    *t = ( uiTyping ){ .opened = true, .continues = begun[0] != 0 };
    snprintf( t->name, sizeof( t->name ), "%s", mark );
    snprintf( t->text, sizeof( t->text ), "%s", t->continues ? begun : text );
}

void uiBeginTypingNumber( uiState* ui, const char* mark, double value, const char* begun )
{
    // Files have 17 digits; the field shows 12 if they are enough, as a person would type.
    double back;
    const char* text = uiPrint( "%.12g", value );
    if ( !ssParseNumber( text, &back ) || fabs( back - value ) > 1e-11 * fabs( value ) )
    {
        text = uiPrint( "%.17g", value );
    }
    beginTyping( ui, mark, text, begun );
}

void uiTypeText( uiState* ui, const char* text )
{
    uiTyping* t = &ui->typing;
    if ( t->name[0] == 0 ) { uiFocusText( ui, text ); }
    else if ( !t->active )
    {
        size_t used = t->continues ? strlen( t->text ) : 0;
        snprintf( t->text + used, sizeof( t->text ) - used, "%s", text );
        t->continues = true;
    }
}

bool uiIsTyping( const uiState* ui, const char* mark ) { return strcmp( ui->typing.name, mark ) == 0; }

/// ImGui selects the whole text of a field that becomes active. Here the cursor goes behind it instead.
static int unselect( ImGuiInputTextCallbackData* data )
{
    uiTyping* t = data->UserData;
    if ( t->continues )
    {
        data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
        t->continues = false;
    }
    return 0;
}

uiTyped uiTypingField( uiState* ui, float width )
{
    uiTyping* t = &ui->typing;
    igSetNextItemWidth( width );
    if ( t->opened ) { igSetKeyboardFocusHere( 0 ); }
    if ( !t->active )
    {
        ImGuiIO_ClearInputCharacters( igGetIO() ); // uiTypeText has put them into the text
    }
    bool entered = igInputText( "##typed", t->text, sizeof( t->text ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
            ImGuiInputTextFlags_CharsNoBlank | ImGuiInputTextFlags_CallbackAlways,
        unselect, t );
    t->active = igIsItemActive();
    bool up = igIsKeyPressed( igGetKeyIndex( ImGuiKey_UpArrow ), false );
    bool down = igIsKeyPressed( igGetKeyIndex( ImGuiKey_DownArrow ), false );
    bool escaped = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    bool left = igIsItemDeactivated() && !t->opened;
    if ( t->active && ui->focus.on && ( up || down ) )
    {
        ui->focus.moves += down ? 1 : -1; // the number is taken, and the next row comes
        entered = true;
    }
    t->opened = false;
    if ( !entered && !left ) { return ui_typedMore; }
    t->name[0] = 0;
    return escaped && !entered ? ui_typedCancel : ui_typedEnter;
}

// Remembers what the keyboard has taken hold of, and turns arrow keys into movement.

void uiTakeHold( uiState* ui, const char* name )
{
    ui->hold = ( uiHold ){ .dx = 0.0f };
    snprintf( ui->hold.name, sizeof( ui->hold.name ), "%s", name );
}

static bool isHeld( const uiState* ui, const char* name )
{
    return ui->hold.name[0] != '\0' && strcmp( ui->hold.name, name ) == 0;
}

bool uiHeldMove( uiState* ui, const char* name, float* dx, float* dy )
{
    bool held = isHeld( ui, name );
    // Whoever takes the mouse lets go, and so does whoever goes elsewhere with the keyboard.
    if ( held && ( !ui->focus.on || strcmp( ui->focus.name, name ) != 0 ) )
    {
        ui->hold.name[0] = '\0';
        held = false;
    }
    *dx = held ? ui->hold.dx : 0.0f;
    *dy = held ? ui->hold.dy : 0.0f;
    ui->hold.dx = held ? 0.0f : ui->hold.dx;
    ui->hold.dy = held ? 0.0f : ui->hold.dy;
    return held;
}

bool uiHoldKey( uiState* ui, int key, int modifiers )
{
    uiHold* h = &ui->hold;
    float step = modifiers == ui_modShift ? 0.1f : 1.0f;
    if ( h->name[0] == '\0' || ( modifiers != ui_modNone && modifiers != ui_modShift ) ) { return false; }
    switch ( key )
    {
        case SDLK_LEFT:
        case SDLK_RIGHT: h->dx += key == SDLK_RIGHT ? step : -step; return true;
        case SDLK_UP:
        case SDLK_DOWN: h->dy += key == SDLK_UP ? step : -step; return true;
        case SDLK_RETURN:
        case SDLK_KP_ENTER:
        case SDLK_ESCAPE: h->name[0] = '\0'; return true;
        default: return false;
    }
}

// Switches ImGui's navigation by keyboard on and off.

void uiBeginNavigation( uiState* ui, const char* window )
{
    ui->navigation = ( uiNavigation ){ .on = true, .menus = window == NULL, .window = window, .delay = 1 };
    ui->focus.on = false;
}

bool uiNavigationKey( uiState* ui, int key, int modifiers )
{
    uiNavigation* n = &ui->navigation;
    bool functionKey = key >= SDLK_F1 && key <= SDLK_F12;
    if ( !n->on || functionKey || ( modifiers & ui_modCtrl ) ) { return false; }
    // In the menus ImGui takes Esc itself: it leaves one level.
    n->on = n->menus || n->popup || key != SDLK_ESCAPE;
    ui->closePopups = ui->closePopups || ( n->popup && key == SDLK_ESCAPE );
    bool sideways = key == SDLK_LEFT || key == SDLK_RIGHT;
    if ( n->menus && sideways && !n->inside && !igIsAnyItemActive() )
    {
        // ImGui closes the menu at its edge, and goes to the next one only if it was opened from the bar.
        n->menu += key == SDLK_RIGHT ? 1 : -1;
        n->delay = 3;
    }
    return true;
}

/// A list or menu that was opened with a key is used with keys.
static void followPopups( uiState* ui )
{
    uiNavigation* n = &ui->navigation;
    bool open = igIsPopupOpen_Str( "", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel );
    *n = open && ui->keyboard && !n->on ? ( uiNavigation ){ .on = true, .popup = true } : *n;
    n->on = n->on && ( open || !n->popup );
}

void uiPrepareNavigation( uiState* ui )
{
    ImGuiIO* io = igGetIO();
    io->ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    followPopups( ui );
    if ( ui->navigation.on || ui->focus.tweaks )
    {
        io->ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        // ImGui 1.86 presses buttons and entries with Space alone.
        bool enter = igIsKeyDown( igGetKeyIndex( ImGuiKey_Enter ) );
        io->NavInputs[ImGuiNavInput_Activate] = enter ? 1.0f : io->NavInputs[ImGuiNavInput_Activate];
    }
}

void uiUpdateNavigation( uiState* ui )
{
    uiNavigation* n = &ui->navigation;
    if ( n->on && n->delay > 0 && !n->menus && n->window != NULL )
    {
        igSetWindowFocus_Str( n->window );
        n->delay = 0;
    }
    bool clicked =
        igIsMouseClicked( ImGuiMouseButton_Left, false ) || igIsMouseClicked( ImGuiMouseButton_Right, false );
    n->on = n->on && !igIsMouseClicked( ImGuiMouseButton_Left, false );
    ui->keyboard = ui->keyboard && !clicked;
    n->item[0] = '\0';
    uiPublish( "navigation", n->on ? 1.0 : 0.0 );
    if ( n->on )
    {
        uiFocusHint( ui,
            tr( "↑ ↓ ← → go · Enter or Space presses · slider: Enter types, Space and ← → move · Esc "
                "leaves" ) );
    }
}
