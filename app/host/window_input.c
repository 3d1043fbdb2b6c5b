// SPDX-License-Identifier: MIT
#include "host/window_input.h"
#include "gfx/render/camera.h"
#include <string.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"

// Collects the events of the hand and deals them out to frames, so that none is lost between two.

hostInput hostMakeInput( bool scripted )
{
    // A pointer that nobody has moved is nowhere.
    return ( hostInput ){ .scripted = scripted, .x = -FLT_MAX, .y = -FLT_MAX };
}

static bool isMouse( Uint32 type )
{
    return type == SDL_MOUSEMOTION || type == SDL_MOUSEBUTTONDOWN || type == SDL_MOUSEBUTTONUP ||
        type == SDL_MOUSEWHEEL;
}

static void add( hostInput* input, const SDL_Event* event, float x, float y )
{
    hostInputEvent* last = input->count > 0 ? input->queue + input->count - 1 : NULL;
    if ( last != NULL && event->type == SDL_MOUSEMOTION && last->event.type == SDL_MOUSEMOTION )
    {
        *last = ( hostInputEvent ){ *event, x, y }; // of a movement only the end counts
    }
    else if ( input->count < host_inputCapacity )
    {
        input->queue[input->count++] = ( hostInputEvent ){ *event, x, y };
    }
}

/// A release that never came, because another program took the mouse away, must not hold a body for ever.
static void addLostReleases( hostInput* input )
{
    static const Uint8 buttons[host_buttons] = { SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE };
    Uint32 held = SDL_GetMouseState( NULL, NULL );
    for ( int i = 0; i < host_buttons && input->count == 0; ++i )
    {
        if ( input->down[i] && ( held & SDL_BUTTON( buttons[i] ) ) == 0 )
        {
            SDL_Event event = { .button = { .type = SDL_MOUSEBUTTONUP, .button = buttons[i] } };
            add( input, &event, input->x, input->y );
        }
    }
}

static void addButton( hostInput* input, Uint32 type, Uint8 button, float x, float y )
{
    SDL_Event event = { .button = { .type = type, .button = button } };
    add( input, &event, x, y );
}

/// One finger is the left button, which SDL makes of it. Two are the right one half-way between them, and the
/// wheel by how far they are apart.
static void addFinger( hostInput* input, const SDL_TouchFingerEvent* finger, float ratio )
{
    int width = 0, height = 0, count = input->fingerCount, which = -1;
    SDL_GetWindowSize( SDL_GetWindowFromID( finger->windowID ), &width, &height );
    for ( int i = 0; i < count && i < 2; ++i )
    {
        which = input->fingers[i].fingerId == finger->fingerId ? i : which;
    }
    const SDL_TouchFingerEvent *a = input->fingers + 0, *b = input->fingers + 1;
    float w = (float)width / ratio, h = (float)height / ratio;
    float before = hypotf( ( a->x - b->x ) * w, ( a->y - b->y ) * h );
    if ( finger->type == SDL_FINGERDOWN && which < 0 )
    {
        which = count < 2 ? count : -1;
        input->fingerCount = ++count;
    }
    if ( which >= 0 ) { input->fingers[which] = *finger; }
    float x = 0.5f * ( a->x + b->x ) * w, y = 0.5f * ( a->y + b->y ) * h;
    if ( finger->type == SDL_FINGERUP )
    {
        if ( count == 2 ) { addButton( input, SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, x, y ); }
        if ( which == 0 ) { input->fingers[0] = input->fingers[1]; }
        input->fingerCount = count > 0 ? count - 1 : 0;
        input->pinching = input->pinching && input->fingerCount > 0;
    }
    else if ( finger->type == SDL_FINGERDOWN && count == 2 )
    {
        input->pinching = true;
        addButton( input, SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, a->x * w, a->y * h );
        addButton( input, SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, x, y );
    }
    else if ( finger->type == SDL_FINGERMOTION && count == 2 && which >= 0 )
    {
        SDL_Event event = { .type = SDL_MOUSEMOTION };
        add( input, &event, x, y );
        float after = hypotf( ( a->x - b->x ) * w, ( a->y - b->y ) * h );
        if ( before > 1.0f && after > 1.0f )
        {
            event = ( SDL_Event ){ .wheel = { .type = SDL_MOUSEWHEEL,
                                       .preciseY = logf( after / before ) / GFX_ZOOM_PER_NOTCH } };
            add( input, &event, x, y );
        }
    }
}

void hostInput_Collect( hostInput* input, float ratio )
{
    SDL_Event event;
    input->woken = false;
    while ( input->count < host_inputCapacity && SDL_PollEvent( &event ) )
    {
        bool motion = event.type == SDL_MOUSEMOTION, button = isMouse( event.type ) && !motion;
        float x = motion ? (float)event.motion.x : button ? (float)event.button.x : 0.0f;
        float y = motion ? (float)event.motion.y : button ? (float)event.button.y : 0.0f;
        input->woken = input->woken || event.type == SDL_USEREVENT;
        if ( event.type == SDL_FINGERDOWN || event.type == SDL_FINGERUP || event.type == SDL_FINGERMOTION )
        {
            addFinger( input, &event.tfinger, ratio );
            continue;
        }
        // While two fingers zoom, the mouse that SDL makes of the first one does not count.
        if ( input->pinching &&
            ( ( motion && event.motion.which == SDL_TOUCH_MOUSEID ) ||
                ( button && event.button.which == SDL_TOUCH_MOUSEID ) ) )
        {
            continue;
        }
        if ( event.type != SDL_USEREVENT && ( !isMouse( event.type ) || !input->scripted ) )
        {
            add( input, &event, x / ratio, y / ratio );
        }
    }
    if ( !input->scripted && !input->pinching ) { addLostReleases( input ); }
}

void hostInput_AddMouse( hostInput* input, const hostMouse* mouse )
{
    static const Uint8 buttons[host_buttons] = { SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE };
    SDL_Event event = { .type = SDL_MOUSEMOTION };
    if ( mouse->x != input->last.x || mouse->y != input->last.y )
    {
        add( input, &event, mouse->x, mouse->y );
    }
    for ( int i = 0; i < host_buttons; ++i )
    {
        if ( mouse->down[i] != input->last.down[i] )
        {
            event =
                ( SDL_Event ){ .button = { .type = mouse->down[i] ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                   .button = buttons[i] } };
            add( input, &event, mouse->x, mouse->y );
        }
    }
    if ( mouse->wheel != 0.0f )
    {
        event = ( SDL_Event ){ .wheel = { .type = SDL_MOUSEWHEEL, .preciseY = mouse->wheel } };
        add( input, &event, mouse->x, mouse->y );
    }
    input->last = *mouse;
}

void hostInput_BeginFrame( hostInput* input )
{
    input->wheelX = input->wheelY = 0.0f;
    input->moved = input->keyed = input->typed = false;
    memset( input->changed, 0, sizeof input->changed );
    memset( input->released, 0, sizeof input->released );
}

static bool anyChanged( const hostInput* input )
{
    return input->changed[0] || input->changed[1] || input->changed[2];
}

static bool moveTo( hostInput* input, float x, float y )
{
    if ( anyChanged( input ) )
    {
        return false; // a press belongs to the place where it happened
    }
    input->moved = input->moved || x != input->x || y != input->y;
    input->x = x;
    input->y = y;
    return true;
}

/// A widget must be under the mouse before a press, and see a drag's end before the release.
static bool takeButton( hostInput* input, const hostInputEvent* e )
{
    int i = e->event.button.button == SDL_BUTTON_LEFT ? 0
        : e->event.button.button == SDL_BUTTON_RIGHT  ? 1
        : e->event.button.button == SDL_BUTTON_MIDDLE ? 2
                                                      : -1;
    if ( i < 0 ) { return true; }
    if ( input->changed[i] || !moveTo( input, e->x, e->y ) || input->moved ) { return false; }
    input->changed[i] = true;
    input->down[i] = e->event.type == SDL_MOUSEBUTTONDOWN;
    return true;
}

static bool takeWheel( hostInput* input, const SDL_MouseWheelEvent* wheel )
{
    float sign = wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f;
    if ( anyChanged( input ) ) { return false; }
    input->wheelX += sign * ( wheel->preciseX != 0.0f ? wheel->preciseX : (float)wheel->x );
    input->wheelY += sign * ( wheel->preciseY != 0.0f ? wheel->preciseY : (float)wheel->y );
    return true;
}

/// One key goes down per frame, with the letter that it types; repeats need no frame of their own. What is
/// released after it waits for the next frame, above all Ctrl, and a key released in this frame goes down in
/// the next, or nobody would see that it was up.
static bool takeKey( hostInput* input, const SDL_KeyboardEvent* key )
{
    SDL_Scancode code = key->keysym.scancode;
    bool known = code > SDL_SCANCODE_UNKNOWN && code < SDL_NUM_SCANCODES;
    if ( key->type == SDL_KEYUP )
    {
        input->released[known ? code : 0] = !input->keyed;
        return !input->keyed;
    }
    if ( key->repeat != 0 ) { return true; }
    if ( input->keyed || input->typed || ( known && input->released[code] ) ) { return false; }
    input->keyed = true;
    return true;
}

static bool take( hostInput* input, const hostInputEvent* e )
{
    switch ( e->event.type )
    {
        case SDL_MOUSEMOTION: return moveTo( input, e->x, e->y );
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP: return takeButton( input, e );
        case SDL_MOUSEWHEEL: return takeWheel( input, &e->event.wheel );
        case SDL_KEYDOWN:
        case SDL_KEYUP: return takeKey( input, &e->event.key );
        case SDL_TEXTINPUT: input->typed = true; return true;
        case SDL_WINDOWEVENT:
            if ( e->event.window.event == SDL_WINDOWEVENT_LEAVE && !input->scripted && !input->down[0] &&
                !input->down[1] && !input->down[2] )
            {
                return moveTo( input, -FLT_MAX, -FLT_MAX );
            }
            return true;
        default: return true;
    }
}

bool hostInput_Next( hostInput* input, SDL_Event* event )
{
    if ( input->count == 0 || !take( input, input->queue ) ) { return false; }
    *event = input->queue[0].event;
    memmove( input->queue, input->queue + 1, (size_t)--input->count * sizeof input->queue[0] );
    return true;
}

void hostInput_ShowMouse( const hostInput* input )
{
    ImGuiIO* io = igGetIO();
    io->MousePos = ( ImVec2 ){ input->x, input->y };
    memcpy( io->MouseDown, input->down, sizeof input->down );
    io->MouseWheel = input->wheelY;
    io->MouseWheelH = input->wheelX;
}
