// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "gfx/render/renderer.h"

#include "slipstick/draw.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Places texts beside what they name: titles, then arrows, the longest first. Each takes the best of eight
// places around its anchor, or is left out: unreadable texts are worse than none.

enum
{
    maxTitles = 32,
    maxArrows = 12,
    fewArrows = 3, // labelled when there are more than maxArrows: such a picture is read as a pattern
    directionCount = 8
};

const float gfx_shortestArrow = 2.5f;

typedef struct rectangle
{
    float x0, y0, x1, y1;
} rectangle;

// An arrow on the screen, from the viewport's upper left.
typedef struct shaft
{
    const gfxArrow* arrow;
    float length; // as drawn [m]
    float tail[2], tip[2];
} shaft;

typedef struct layout
{
    const gfxViewport* viewport;
    const gfxStyle* style;
    rectangle taken[maxTitles + maxArrows + gfx_maxTaken];
    int takenCount;
    shaft shafts[maxArrows];
    int shaftCount;
    int arrowCount; // arrows with a name
    const gfxLabelRoom* room;
    gfxScreenLabel* labels;
    int count, capacity;
} layout;

static const float directions[directionCount][2] = { { 1.0f, 0.0f }, { 0.7f, -0.7f }, { 0.0f, -1.0f },
    { -0.7f, -0.7f }, { -1.0f, 0.0f }, { -0.7f, 0.7f }, { 0.0f, 1.0f }, { 0.7f, 0.7f } };

// --------------------------------------------------------------------------------------------------- numbers

void gfxFormatQuantity( char* text, size_t capacity, float value, int quantity )
{
    static const char* const units[ss_quantityCount] = { "N", "N m", "m/s" };
    const char* unit = quantity >= 0 && quantity < ss_quantityCount ? units[quantity] : "";
    char number[32];
    ssFormatNumber( (double)value, number, sizeof number );
    snprintf( text, capacity, "%s %s", number, unit );
}

// -------------------------------------------------------------------------------------------------- geometry

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
            if ( room[i] < 0.0f )
            {
                return false;
            }
        }
        else if ( slope[i] < 0.0f )
        {
            from = fmaxf( from, room[i] / slope[i] );
        }
        else
        {
            to = fminf( to, room[i] / slope[i] );
        }
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

static rectangle moveInside( const gfxViewport* viewport, rectangle r )
{
    float dx = fmaxf( -r.x0, 0.0f ) - fmaxf( r.x1 - viewport->width, 0.0f );
    float dy = fmaxf( -r.y0, 0.0f ) - fmaxf( r.y1 - viewport->height, 0.0f );
    return ( rectangle ){ r.x0 + dx, r.y0 + dy, r.x1 + dx, r.y1 + dy };
}

// ---------------------------------------------------------------------------------------------------- layout

/// The cost of a place, 0 if free; labels and the viewport's edge cost more than an arrow below.
static int countConflicts( const layout* self, rectangle r )
{
    const float inset = 4.0f;
    int conflicts = 0;
    if ( r.x0 < inset || r.y0 < inset || r.x1 > self->viewport->width - inset ||
        r.y1 > self->viewport->height - inset )
    {
        conflicts += 1000;
    }
    for ( int i = 0; i < self->takenCount; ++i )
    {
        conflicts += overlaps( r, self->taken[i] ) ? 1000 : 0;
    }
    rectangle padded = { r.x0 - 3.0f, r.y0 - 2.0f, r.x1 + 3.0f, r.y1 + 2.0f };
    for ( int i = 0; i < self->shaftCount; ++i )
    {
        conflicts += crosses( padded, self->shafts[i].tail, self->shafts[i].tip ) ? 1 : 0;
    }
    return conflicts;
}

/// Tries all directions, those best aligned with `toward` first. Returns the cost of the place in `best`.
static int findPlace( const layout* self, const float anchor[2], const float size[2], const float toward[2],
    float gap, rectangle* best )
{
    bool tried[directionCount] = { false };
    int least = 1 << 30;
    for ( int turn = 0; turn < directionCount && least > 0; ++turn )
    {
        int choice = -1;
        float most = -INFINITY;
        for ( int i = 0; i < directionCount; ++i )
        {
            float aligned = directions[i][0] * toward[0] + directions[i][1] * toward[1];
            if ( !tried[i] && aligned > most )
            {
                most = aligned;
                choice = i;
            }
        }
        if ( choice < 0 )
        {
            break;
        }
        tried[choice] = true;
        rectangle place = placeBeside( anchor, size, directions[choice], gap );
        int conflicts = countConflicts( self, place );
        if ( conflicts < least )
        {
            least = conflicts;
            *best = place;
        }
    }
    return least;
}

static void addLabel(
    layout* self, rectangle place, const float anchor[2], const float color[3], bool title, const char* text )
{
    gfxScreenLabel* label = &self->labels[self->count++];
    // Letters are sharp at whole pixels.
    label->x = roundf( place.x0 + self->viewport->x );
    label->y = roundf( place.y0 + self->viewport->y );
    label->anchor[0] = anchor[0] + self->viewport->x;
    label->anchor[1] = anchor[1] + self->viewport->y;
    memcpy( label->color, color, sizeof( label->color ) );
    label->title = title;
    snprintf( label->text, sizeof( label->text ), "%s", text );
    if ( self->takenCount < maxTitles + maxArrows + gfx_maxTaken )
    {
        self->taken[self->takenCount++] =
            ( rectangle ){ place.x0 - 4.0f, place.y0 - 1.0f, place.x1 + 4.0f, place.y1 + 1.0f };
    }
}

/// Puts an arrow among the longest in front of the eye, the longest first.
static void collectShaft(
    layout* self, const gfxDrawList* list, const gfxCamera* camera, const gfxArrow* arrow )
{
    shaft new = { .arrow = arrow };
    const float* v = arrow->vector;
    float tip[3], size = sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] );
    new.length =
        gfxArrowLength( self->style, list->scale[arrow->quantity], size, list->largest[arrow->quantity] );
    bool full = self->shaftCount == maxArrows;
    if ( !( new.length > 0.0f ) || ( full && new.length <= self->shafts[maxArrows - 1].length ) )
    {
        return;
    }
    for ( int k = 0; k < 3; ++k )
    {
        tip[k] = arrow->origin[k] + new.length / size* v[k];
    }
    if ( !gfxCamera_Project( camera, self->viewport, arrow->origin, new.tail ) ||
        !gfxCamera_Project( camera, self->viewport, tip, new.tip ) )
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
    for ( ; at > 0 && self->shafts[at - 1].length < new.length; --at )
    {
        self->shafts[at] = self->shafts[at - 1];
    }
    self->shafts[at] = new;
}

static void collectShafts( layout* self, const gfxDrawList* list, const gfxCamera* camera )
{
    if ( list->namedCount > 0 ) // many: the longest are known
    {
        self->arrowCount = list->namedCount;
        for ( int i = 0; i < 3 * gfx_longest; ++i )
        {
            int quantity = i / gfx_longest, place = i % gfx_longest;
            if ( place < list->longestCount[quantity] )
            {
                collectShaft( self, list, camera, &list->arrows[list->longest[quantity][place]] );
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
            collectShaft( self, list, camera, &list->arrows[i] );
        }
    }
}

static bool runsIntoText( const layout* self, rectangle r )
{
    for ( int i = 0; i < self->takenCount; ++i )
    {
        if ( overlaps( r, self->taken[i] ) )
        {
            return true;
        }
    }
    return false;
}

static void layoutTitles(
    layout* self, const gfxDrawList* list, const gfxCamera* camera, const gfxPalette* palette )
{
    // A title goes below its point, because most arrows are above it.
    static const float downward[2] = { 0.1f, 1.0f };
    for ( int i = 0; i < list->labelCount && i < maxTitles && self->count < self->capacity; ++i )
    {
        const gfxLabel* label = &list->labels[i];
        float anchor[2], size[2];
        if ( !gfxCamera_Project( camera, self->viewport, label->position, anchor ) || anchor[0] < 0.0f ||
            anchor[1] < 0.0f || anchor[0] > self->viewport->width || anchor[1] > self->viewport->height )
        {
            continue;
        }
        self->room->measure( self->room->context, label->text, !label->small, size );
        rectangle place;
        float gap = 0.4f * size[1]; // the scenario has chosen a place in the air already
        findPlace( self, anchor, size, downward, gap, &place );
        place = moveInside( self->viewport, place );
        if ( runsIntoText( self, place ) )
        {
            continue;
        }
        int mode = label->mode >= 0 && label->mode < ss_modeCount ? label->mode : ss_modeOpen;
        const float* color = label->ghost > 0 ? palette->ghost[label->ghost - 1] : palette->mode[mode];
        addLabel( self, place, anchor, color, !label->small, label->text );
    }
}

static void layoutArrows( layout* self, const gfxPalette* palette )
{
    int count = self->arrowCount <= maxArrows ? maxArrows : fewArrows;
    for ( int i = 0; i < count && i < self->shaftCount && self->count < self->capacity; ++i )
    {
        const shaft* each = &self->shafts[i];
        const float* v = each->arrow->vector;
        char value[40], text[96];
        gfxFormatQuantity(
            value, sizeof( value ), sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] ), each->arrow->quantity );
        snprintf( text, sizeof( text ), "%s = %s", tr( each->arrow->symbol ), value );
        float size[2];
        self->room->measure( self->room->context, text, false, size );
        // A label goes beyond the tip, where the arrow points.
        float toward[2] = { each->tip[0] - each->tail[0], each->tip[1] - each->tail[1] };
        rectangle place;
        if ( findPlace( self, each->tip, size, toward, 0.6f * size[1], &place ) < 1000 )
        {
            addLabel( self, place, each->tip, palette->quantity[each->arrow->quantity], false, text );
        }
    }
}

int gfxLayoutLabels( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    const gfxPalette* palette, const gfxStyle* style, const gfxLabelRoom* room, gfxScreenLabel* labels,
    int capacity )
{
    layout self = {
        .viewport = viewport, .style = style, .room = room, .labels = labels, .capacity = capacity
    };
    for ( int i = 0; i < room->takenCount && i < gfx_maxTaken; ++i )
    {
        const gfxTaken* t = &room->taken[i];
        self.taken[self.takenCount++] = ( rectangle ){ t->x0 - viewport->x, t->y0 - viewport->y,
            t->x1 - viewport->x, t->y1 - viewport->y };
    }
    collectShafts( &self, list, camera );
    layoutTitles( &self, list, camera, palette );
    layoutArrows( &self, palette );
    return self.count;
}
