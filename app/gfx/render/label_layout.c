// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "gfx/render/renderer.h"
#include "slipstick/draw.h"
#include <stdio.h>
#include <string.h>

// Places texts beside what they name. What is selected and what the sentence speaks of comes first, then
// titles, then arrows, the longest first. A label stands near its point, clear of other texts and of bodies,
// on the side where it stood in the last picture if that is nearly as good; one without room is left out,
// unless it is required.

enum
{
    maxTitles = 32,
    maxArrows = 12,
    fewArrows = 3, // labelled when there are more than maxArrows: such a picture is read as a pattern
    fewValues = 6, // arrows with values when there are more: the others have their symbols
    maxWanted = maxTitles + maxArrows,
    directionCount = 8,
    ringCount = 5,
    placeCount = directionCount * ringCount
};

const float gfx_shortestArrow = 2.5f;

static const float s_inset = 4.0f;     // [px] from the edge of the viewport
static const float s_hides = 0.15f;    // of a body: a label may cover no more of it
static const float s_stays = 1.2f;     // the advantage that another place needs
static const float s_appears = 0.15f;  // [s] in which a label appears
static const float s_forgotten = 1.0f; // [s] after which the place of one that has gone is forgotten
static const float s_impossible = 1000.0f;

typedef struct rectangle
{
    float x0, y0, x1, y1;
} rectangle;

// An arrow on the screen, from the viewport's upper left.
typedef struct shaft
{
    const gfxArrow* arrow;
    float length; // as drawn [m]
    float rank;   // those of the highest are labelled
    bool focus, named;
    uint32_t name;
    float tail[2], tip[2];
} shaft;

/// A label that looks for a place.
typedef struct wanted
{
    uint32_t name;
    float rank;
    float anchor[2], toward[2], size[2];
    float gap; // [px] to its point; before it is measured, in heights of the text
    bool title, required;
    const float* color;
    char text[96];
} wanted;

typedef struct layout
{
    const gfxViewport* viewport;
    const gfxStyle* style;
    const gfxDrawList* list;
    const gfxCamera* camera;
    rectangle taken[maxWanted + gfx_maxTaken];
    int takenCount;
    gfxOutline outlines[gfx_maxOutlines];
    int outlineCount;
    shaft shafts[maxArrows];
    int shaftCount;
    int arrowCount; // arrows with a name
    wanted wants[maxWanted];
    int wantCount;
    const gfxLabelRoom* room;
    gfxScreenLabel* labels;
    int count, capacity, missing;
} layout;

static const float directions[directionCount][2] = { { 1.0f, 0.0f }, { 0.7f, -0.7f }, { 0.0f, -1.0f },
    { -0.7f, -0.7f }, { -1.0f, 0.0f }, { -0.7f, 0.7f }, { 0.0f, 1.0f }, { 0.7f, 0.7f } };
// Beyond the gap, in heights of the text. From the third on a line leads to the label.
static const float rings[ringCount] = { 0.0f, 0.8f, 2.0f, 4.0f, 7.0f };

void gfxFormatQuantity( char* text, size_t capacity, float value, int quantity )
{
    static const char* const units[ss_quantityCount] = { "N", "N m", "m/s" };
    const char* unit = quantity >= 0 && quantity < ss_quantityCount ? units[quantity] : "";
    ssFormatQuantity( (double)value, unit, text, (int)capacity );
}

static bool overlaps( rectangle a, rectangle b )
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// True when a segment meets a rectangle; it is clipped against the four sides (Liang-Barsky).
static bool crosses( rectangle r, const float a[2], const float b[2] )
{
    float dx = b[0] - a[0], dy = b[1] - a[1], from = 0.0f, to = 1.0f;
    const float slope[4] = { -dx, dx, -dy, dy };
    const float room[4] = { a[0] - r.x0, r.x1 - a[0], a[1] - r.y0, r.y1 - a[1] };
    for ( int i = 0; i < 4; ++i )
    {
        if ( slope[i] == 0.0f )
        {
            if ( room[i] < 0.0f ) { return false; }
        }
        else if ( slope[i] < 0.0f ) { from = fmaxf( from, room[i] / slope[i] ); }
        else { to = fminf( to, room[i] / slope[i] ); }
    }
    return from < to;
}

/// The rectangle of a text of `size`, placed `gap` pixels from its anchor in one of the directions.
static rectangle placeBeside(
    const float anchor[2], const float size[2], const float direction[2], float gap )
{
    float x = anchor[0] + gap * direction[0] + ( 0.5f * size[0] ) * ( direction[0] / 0.7f );
    float y = anchor[1] + gap * direction[1] + ( 0.5f * size[1] ) * ( direction[1] / 0.7f );
    // On the axes direction / 0.7 would overshoot half the size.
    x = fminf( fmaxf( x, anchor[0] - gap - 0.5f * size[0] ), anchor[0] + gap + 0.5f * size[0] );
    y = fminf( fmaxf( y, anchor[1] - gap - 0.5f * size[1] ), anchor[1] + gap + 0.5f * size[1] );
    return ( rectangle ){ x - 0.5f * size[0], y - 0.5f * size[1], x + 0.5f * size[0], y + 0.5f * size[1] };
}

#define ACROSS 7
#define DOWN 3

/// What a place costs because of the bodies under it: the share of the text, and of what it hides.
static float costOfBodies( const layout* self, rectangle r, float* hides )
{
    float cost = 0.0f, area = ( r.x1 - r.x0 ) * ( r.y1 - r.y0 );
    *hides = 0.0f;
    for ( int i = 0; i < self->outlineCount; ++i )
    {
        const gfxOutline* o = self->outlines + i;
        int inside = 0;
        for ( int k = 0; k < ACROSS * DOWN; ++k )
        {
            inside += gfxOutline_Holds( o, r.x0 + ( r.x1 - r.x0 ) * (float)( k % ACROSS ) / ( ACROSS - 1 ),
                          r.y0 + ( r.y1 - r.y0 ) * (float)( k / ACROSS ) / ( DOWN - 1 ) )
                ? 1
                : 0;
        }
        float share = (float)inside / ( ACROSS * DOWN ),
              hidden = fminf( share * area / fmaxf( o->area, 1.0f ), 1.0f );
        // A small body lies between these points: what counts is how much of the box around it is covered.
        float wide = o->high[0] - o->low[0], high = o->high[1] - o->low[1],
              x = fminf( o->high[0], r.x1 ) - fmaxf( o->low[0], r.x0 ),
              y = fminf( o->high[1], r.y1 ) - fmaxf( o->low[1], r.y0 );
        if ( wide < r.x1 - r.x0 && high < r.y1 - r.y0 )
        {
            hidden = fmaxf( x, 0.0f ) * fmaxf( y, 0.0f ) / fmaxf( wide * high, 1e-6f );
        }
        *hides = fmaxf( *hides, hidden );
        cost += 2.0f * share + 20.0f * hidden;
    }
    return cost;
}

static bool isFree( const layout* self, rectangle r )
{
    bool inside = r.x0 >= s_inset && r.y0 >= s_inset && r.x1 <= self->viewport->width - s_inset &&
        r.y1 <= self->viewport->height - s_inset;
    for ( int i = 0; i < self->takenCount && inside; ++i ) { inside = !overlaps( r, self->taken[i] ); }
    return inside;
}

/// The nearest point of a rectangle: there the line to a label that stands apart ends.
static void nearestPoint( rectangle r, const float to[2], float nearest[2] )
{
    nearest[0] = fminf( fmaxf( to[0], r.x0 ), r.x1 );
    nearest[1] = fminf( fmaxf( to[1], r.y0 ), r.y1 );
}

/// The cost of a place: distance, direction, what is under the text and under the line that leads to it.
static float costOf( const layout* self, const wanted* want, rectangle r, float* hides )
{
    if ( !isFree( self, r ) ) { return s_impossible; }
    float near[2], cost = costOfBodies( self, r, hides );
    nearestPoint( r, want->anchor, near );
    cost += hypotf( want->anchor[0] - near[0], want->anchor[1] - near[1] ) / want->size[1];
    rectangle padded = { r.x0 - 3.0f, r.y0 - 2.0f, r.x1 + 3.0f, r.y1 + 2.0f };
    for ( int i = 0; i < self->shaftCount; ++i )
    {
        cost += crosses( padded, self->shafts[i].tail, self->shafts[i].tip ) ? 1.5f : 0.0f;
    }
    for ( int i = 0; i < self->takenCount; ++i )
    {
        cost += crosses( self->taken[i], near, want->anchor ) ? 4.0f : 0.0f;
    }
    for ( int i = 0; i < self->list->contactCount && i < gfx_maxOutlines; ++i )
    {
        float at[2];
        bool seen = gfxCamera_Project( self->camera, self->viewport, self->list->contacts[i].point, at );
        cost += seen && at[0] > r.x0 && at[0] < r.x1 && at[1] > r.y0 && at[1] < r.y1 ? 3.0f : 0.0f;
    }
    return cost;
}

/// The place of a label: one of the directions and rings around its point.
static rectangle placeOf( const wanted* want, int place )
{
    return placeBeside( want->anchor, want->size, directions[place % directionCount],
        want->gap + rings[place / directionCount] * want->size[1] );
}

/// The best place, or that of the last picture if it is nearly as good. -1: there is none.
static int findPlace( const layout* self, const wanted* want, int last, float* hides )
{
    float least = s_impossible, length = fmaxf( hypotf( want->toward[0], want->toward[1] ), 1e-6f );
    int best = -1;
    for ( int i = 0; i < placeCount; ++i )
    {
        const float* d = directions[i % directionCount];
        float covers = 0.0f, cost = costOf( self, want, placeOf( want, i ), &covers );
        bool possible = cost < s_impossible;
        cost += 0.6f * ( 1.0f - ( d[0] * want->toward[0] + d[1] * want->toward[1] ) / length );
        cost -= i == last ? s_stays : 0.0f;
        if ( possible && cost < least && ( want->required || covers <= s_hides ) )
        {
            least = cost;
            best = i;
            *hides = covers;
        }
    }
    return best;
}

/// Where a required label goes whose places are all taken: the nearest one of a grid over the viewport.
static bool findAnywhere( const layout* self, const wanted* want, rectangle* found )
{
    float least = HUGE_VALF, w = want->size[0], h = want->size[1];
    for ( float y = s_inset; y + h <= self->viewport->height - s_inset; y += 0.5f * h )
    {
        for ( float x = s_inset; x + w <= self->viewport->width - s_inset; x += h )
        {
            rectangle r = { x, y, x + w, y + h };
            float away = hypotf( x + 0.5f * w - want->anchor[0], y + 0.5f * h - want->anchor[1] );
            if ( away < least && isFree( self, r ) )
            {
                least = away;
                *found = r;
            }
        }
    }
    return least < HUGE_VALF;
}

/// What is remembered of a label; -1: nothing, and there is no room for more.
static int meet( const layout* self, uint32_t name )
{
    gfxLabelMemory* memory = self->room->memory;
    for ( int i = 0; memory != NULL && i < memory->count; ++i )
    {
        if ( memory->met[i].name == name ) { return i; }
    }
    if ( memory == NULL || memory->count == gfx_maxMet ) { return -1; }
    memory->met[memory->count].name = name;
    memory->met[memory->count].place = -1;
    memory->met[memory->count].shown = 0.0f;
    memory->met[memory->count].unseen = 0.0f;
    return memory->count++;
}

/// How far a label has appeared that has a place now, and that it had none.
static float appear( const layout* self, int met, int place )
{
    gfxLabelMemory* memory = self->room->memory;
    if ( met < 0 ) { return 1.0f; }
    float* shown = &memory->met[met].shown;
    *shown = self->room->seconds <= 0.0f ? 1.0f : fminf( *shown + self->room->seconds / s_appears, 1.0f );
    memory->met[met].place = place;
    memory->met[met].unseen = 0.0f;
    return *shown;
}

/// Forgets labels that have been gone for a while. One that comes back waits a moment: it must not flicker.
static void forget( gfxLabelMemory* memory, float seconds )
{
    int kept = 0;
    for ( int i = 0; memory != NULL && i < memory->count; ++i )
    {
        float* unseen = &memory->met[i].unseen;
        memory->met[i].shown = *unseen > 0.0f ? -1.0f : memory->met[i].shown;
        *unseen += fmaxf( seconds, 1e-6f );
        if ( *unseen < s_forgotten ) { memory->met[kept++] = memory->met[i]; }
    }
    if ( memory != NULL ) { memory->count = kept; }
}

static void addLabel( layout* self, const wanted* want, rectangle place, float shown )
{
    gfxScreenLabel* label = &self->labels[self->count++];
    // Letters are sharp at whole pixels.
    *label = ( gfxScreenLabel ){ .x = roundf( place.x0 + self->viewport->x ),
        .y = roundf( place.y0 + self->viewport->y ),
        .width = want->size[0],
        .height = want->size[1],
        .anchor = { want->anchor[0] + self->viewport->x, want->anchor[1] + self->viewport->y },
        .shown = shown,
        .title = want->title,
        .required = want->required };
    memcpy( label->color, want->color, sizeof( label->color ) );
    snprintf( label->text, sizeof( label->text ), "%s", want->text );
    self->taken[self->takenCount++] =
        ( rectangle ){ place.x0 - 4.0f, place.y0 - 1.0f, place.x1 + 4.0f, place.y1 + 1.0f };
}

static void layOut( layout* self, const wanted* want )
{
    int met = meet( self, want->name );
    float hides = 0.0f;
    int place = findPlace( self, want, met >= 0 ? self->room->memory->met[met].place : -1, &hides );
    rectangle r = place >= 0 ? placeOf( want, place ) : ( rectangle ){ 0 };
    bool found = place >= 0 || ( want->required && findAnywhere( self, want, &r ) );
    self->missing += want->required && !found ? 1 : 0;
    if ( !found ) { return; }
    float shown = appear( self, met, place );
    shown = want->required ? fmaxf( shown, 0.25f ) : shown;
    if ( shown > 0.0f ) { addLabel( self, want, r, shown ); }
}

// labelled

/// Is a symbol a word of the sentence? One without an index could also be a word of English.
static bool isNamed( const char* sentence, const char* symbol )
{
    size_t length = strlen( symbol );
    for ( const char* at = sentence; at != NULL && strchr( symbol, '_' ) != NULL; )
    {
        at = strstr( at, symbol );
        if ( at == NULL ) { break; }
        if ( strchr( "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", at[length] ) ==
                NULL ||
            at[length] == '\0' )
        {
            return true;
        }
        at += length;
    }
    return false;
}

static bool isInFocus( const layout* self, const float point[3] )
{
    for ( int i = 0; i < self->room->focusCount; ++i )
    {
        const float* f = self->room->focus[i];
        float slack = 1e-4f * self->list->boundsRadius;
        if ( fabsf( f[0] - point[0] ) + fabsf( f[1] - point[1] ) + fabsf( f[2] - point[2] ) <= slack )
        {
            return true;
        }
    }
    return false;
}

static uint32_t nameOf( uint32_t kind, const char* text, int index )
{
    uint32_t name = 2166136261u ^ kind; // FNV-1a
    for ( ; *text != '\0'; ++text ) { name = ( name ^ (uint8_t)*text ) * 16777619u; }
    return ( name ^ (uint32_t)index ) * 16777619u;
}

/// Puts an arrow among those that matter most in front of the eye.
static void collectShaft( layout* self, const gfxArrow* arrow )
{
    shaft new = { .arrow = arrow };
    const gfxDrawList* list = self->list;
    const float* v = arrow->vector;
    float tip[3], size = sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] );
    new.length =
        gfxArrowLength( self->style, list->scale[arrow->quantity], size, list->largest[arrow->quantity] );
    new.focus = isInFocus( self, arrow->origin );
    new.named = isNamed( self->room->sentence, arrow->symbol );
    new.rank = new.length + ( new.focus ? 2e6f : new.named ? 1e6f : 0.0f );
    bool full = self->shaftCount == maxArrows;
    if ( !( new.length > 0.0f ) || ( full && new.rank <= self->shafts[maxArrows - 1].rank ) ) { return; }
    for ( int k = 0; k < 3; ++k ) { tip[k] = arrow->origin[k] + new.length / size* v[k]; }
    if ( !gfxCamera_Project( self->camera, self->viewport, arrow->origin, new.tail ) ||
        !gfxCamera_Project( self->camera, self->viewport, tip, new.tip ) )
    {
        return;
    }
    // An arrow that is too short to be drawn gets no label.
    if ( hypotf( new.tip[0] - new.tail[0], new.tip[1] - new.tail[1] ) <
        gfx_shortestArrow * self->style->lineScale )
    {
        return;
    }
    int at = full ? maxArrows - 1 : self->shaftCount++;
    for ( ; at > 0 && self->shafts[at - 1].rank < new.rank; --at )
    {
        self->shafts[at] = self->shafts[at - 1];
    }
    self->shafts[at] = new;
}

static void collectShafts( layout* self )
{
    const gfxDrawList* list = self->list;
    if ( list->namedCount > 0 ) // many: the longest are known
    {
        self->arrowCount = list->namedCount;
        for ( int i = 0; i < 3 * gfx_longest; ++i )
        {
            int quantity = i / gfx_longest, place = i % gfx_longest;
            if ( place < list->longestCount[quantity] )
            {
                collectShaft( self, &list->arrows[list->longest[quantity][place]] );
            }
        }
        return;
    }
    for ( int i = 0; i < list->arrowCount; ++i )
    {
        // A number without a name would be of no use.
        if ( list->arrows[i].symbol[0] != '\0' )
        {
            ++self->arrowCount;
            collectShaft( self, &list->arrows[i] );
        }
    }
}

/// Brings a point a little outside the viewport to its edge. False: it is too far outside.
static bool bringInside( const layout* self, float point[2] )
{
    const float share = 0.3f; // of the viewport
    const float size[2] = { self->viewport->width, self->viewport->height };
    for ( int k = 0; k < 2; ++k )
    {
        if ( point[k] < -share * size[k] || point[k] > ( 1.0f + share ) * size[k] ) { return false; }
        point[k] = fminf( fmaxf( point[k], s_inset ), size[k] - s_inset );
    }
    return true;
}

static void want( layout* self, wanted label )
{
    self->room->measure( self->room->context, label.text, label.title, label.size );
    label.gap *= label.size[1];
    int at = self->wantCount++;
    for ( ; at > 0 && self->wants[at - 1].rank < label.rank; --at ) { self->wants[at] = self->wants[at - 1]; }
    self->wants[at] = label;
}

static void wantTitles( layout* self, const gfxPalette* palette )
{
    for ( int i = 0; i < self->list->labelCount && i < maxTitles; ++i )
    {
        const gfxLabel* label = &self->list->labels[i];
        int mode = label->mode >= 0 && label->mode < ss_modeCount ? label->mode : ss_modeOpen;
        // A title goes below its point, because most arrows are above it.
        wanted title = { .name = nameOf( 1, "", i ),
            .rank = label->small ? 1e5f : 1e6f,
            .toward = { 0.1f, 1.0f },
            .gap = 0.4f, // the scenario has chosen a place in the air already
            .title = !label->small,
            .required = !label->small,
            .color = label->ghost > 0 ? palette->ghost[label->ghost - 1] : palette->mode[mode] };
        snprintf( title.text, sizeof title.text, "%s", label->text );
        if ( gfxCamera_Project( self->camera, self->viewport, label->position, title.anchor ) &&
            bringInside( self, title.anchor ) )
        {
            want( self, title );
        }
    }
}

static void wantArrows( layout* self, const gfxPalette* palette )
{
    int most = self->arrowCount <= maxArrows ? maxArrows : fewArrows;
    for ( int i = 0; i < self->shaftCount; ++i )
    {
        const shaft* each = &self->shafts[i];
        const float* v = each->arrow->vector;
        wanted label = { .rank = each->rank,
            .toward = { each->tip[0] - each->tail[0], each->tip[1] - each->tail[1] }, // beyond the tip
            .gap = 0.6f,
            .required = each->focus || each->named,
            .color = palette->quantity[each->arrow->quantity] };
        int same = 0;
        for ( int k = 0; k < i; ++k )
        {
            same += strcmp( self->shafts[k].arrow->symbol, each->arrow->symbol ) == 0 ? 1 : 0;
        }
        label.name = nameOf( 2, each->arrow->symbol, same );
        char value[40];
        gfxFormatQuantity(
            value, sizeof( value ), sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] ), each->arrow->quantity );
        bool tells = self->arrowCount <= fewValues || label.required;
        snprintf( label.text, sizeof( label.text ), "%s%s%s", tr( each->arrow->symbol ), tells ? " = " : "",
            tells ? value : "" );
        memcpy( label.anchor, each->tip, sizeof label.anchor );
        float middle[2] = { 0.5f * ( each->tip[0] + each->tail[0] ),
            0.5f * ( each->tip[1] + each->tail[1] ) };
        const rectangle view = { 0.0f, 0.0f, self->viewport->width, self->viewport->height };
        bool seen = crosses( view, each->tail, each->tip );
        if ( seen && ( i < most || label.required ) &&
            ( bringInside( self, label.anchor ) ||
                ( memcpy( label.anchor, middle, sizeof middle ), bringInside( self, label.anchor ) ) ) )
        {
            want( self, label );
        }
    }
}

int gfxLayoutLabels( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    const gfxPalette* palette, const gfxStyle* style, const gfxLabelRoom* room, gfxScreenLabel* labels,
    int capacity, int* missing )
{
    layout self = { .viewport = viewport,
        .style = style,
        .list = list,
        .camera = camera,
        .room = room,
        .labels = labels,
        .capacity = capacity };
    for ( int i = 0; i < room->takenCount && i < gfx_maxTaken; ++i )
    {
        const gfxTaken* t = &room->taken[i];
        self.taken[self.takenCount++] = ( rectangle ){ t->x0 - viewport->x, t->y0 - viewport->y,
            t->x1 - viewport->x, t->y1 - viewport->y };
    }
    self.outlineCount = gfxOutlines( list, camera, viewport, self.outlines, gfx_maxOutlines );
    collectShafts( &self );
    wantTitles( &self, palette );
    wantArrows( &self, palette );
    for ( int i = 0; i < self.wantCount && self.count < capacity; ++i ) { layOut( &self, self.wants + i ); }
    forget( room->memory, room->seconds );
    if ( missing != NULL ) { *missing = self.missing; }
    return self.count;
}
