// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <SDL_keycode.h>

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
    if ( !n->on || functionKey || ( modifiers & ui_modCtrl ) )
    {
        return false;
    }
    // In the menus ImGui takes Esc itself: it leaves one level.
    n->on = n->menus || n->popup || key != SDLK_ESCAPE;
    ui->closePopups = ui->closePopups || ( n->popup && key == SDLK_ESCAPE );
    bool sideways = key == SDLK_LEFT || key == SDLK_RIGHT;
    if ( n->menus && sideways && !n->inside && !igIsAnyItemActive() )
    {
        // ImGui closes the menu at its edge, but goes to the next one only
        // if the menu was opened from the bar.
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
    if ( open && ui->keyboard && !n->on )
    {
        *n = ( uiNavigation ){ .on = true, .popup = true };
    }
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
