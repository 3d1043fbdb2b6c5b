// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "gfx/render/renderer_private.h"
#include "gfx/render/scalar.h"
#include "slipstick/parallel.h"

// In a heap most spheres are behind others, and drawing them costs as much as drawing those in front. The
// screen is divided into tiles; each holds the depth behind which nothing shines through. A sphere is hidden
// when all its tiles are opaque in front of its nearest point. Where spheres are small, a tile is a pixel,
// and smooth edges are counted, too: many of them in front of each other are opaque. Where they are large, a
// tile is several pixels wide and counts when one sphere covers all of it. Every bound errs on the side of
// drawing. Deep in a heap, blocks of tiles answer for all of theirs. Strips of the screen are independent,
// and work in parallel.

#define FEW_SPHERES 500 // with fewer spheres the search costs more than it saves
#define STRIPS 16       // at most, whatever the number of threads: the picture does not depend on it
#define BLOCK_TILES 8   // rows and columns of tiles in a block
#define MOST_COLUMNS 32

static const float smallSphere = 16.0f;    // [px] radius up to which tiles are pixels
static const float largestTile = 8.0f;     // [px]
static const float opaque = 1.0f / 512.0f; // what shines through changes no colour by a level of 255

static int clampTo( int value, int least, int most )
{
    return value < least ? least : value > most ? most : value;
}

gfxSpot gfxSpotOf( const gfxFrame* frame, const float point[3], float radius )
{
    gfxSpot s = { .radius = radius };
    for ( int k = 0; k < 3; ++k )
    {
        float from = point[k] - frame->eye[k];
        s.at[0] += from * frame->right[k];
        s.at[1] += from * frame->up[k];
        s.at[2] += from * frame->forward[k];
    }
    return s;
}

/// The outer circle contains every pixel that a sphere can touch: with p = c + d on the sphere and s = (c_x,
/// c_y) / c_z, proj(p) - proj(c) = (d_xy - s d_z) / p_z, no longer than R sqrt(1 + s^2) / (c_z - R). The
/// inner one is the disc through its centre parallel to the screen. Only for spheres that are well in front
/// of the eye.
gfxCircle gfxCircleOf( const gfxFrame* frame, const gfxSpot* s )
{
    float scale = 1.0f / ( s->at[2] * frame->pixelAngle ), x = s->at[0] / s->at[2], y = s->at[1] / s->at[2];
    return ( gfxCircle ){ .x = 0.5f * frame->screen[0] + s->at[0] * scale,
        .y = 0.5f * frame->screen[1] + s->at[1] * scale,
        .outer = s->radius * sqrtf( 1.0f + x * x + y * y ) / ( ( s->at[2] - s->radius ) * frame->pixelAngle ),
        .inner = s->radius * scale,
        .front = s->at[2] - s->radius,
        .middle = s->at[2] };
}

bool gfxIsAhead( const gfxSpot* s ) { return s->at[2] - s->radius > 0.1f * s->radius; }

static bool isOutside( const gfxFrame* frame, const gfxCircle* c )
{
    float reach = c->outer + 1.0f;
    return c->x + reach < 0.0f || c->y + reach < 0.0f || c->x - reach > frame->screen[0] ||
        c->y - reach > frame->screen[1];
}

/// Columns of a row of tiles that a circle of `radius` pixels touches (by centres if tiles are pixels).
static bool touched( const gfxTiles* t, const gfxCircle* c, float radius, int row, int columns[2] )
{
    bool pixels = t->size == 1.0f;
    float low = ( (float)row + ( pixels ? 0.5f : 0.0f ) ) * t->size - c->y,
          high = pixels ? low : low + t->size;
    float dy = gfxMax( gfxMax( low, -high ), 0.0f );
    float square = radius * radius - dy * dy;
    if ( !( square >= 0.0f ) ) { return false; }
    float half = sqrtf( square ), from = ( c->x - half ) * t->inverse, to = ( c->x + half ) * t->inverse;
    int first = pixels ? gfxCeil( from - 0.5f ) : gfxFloor( from ),
        last = gfxFloor( pixels ? to - 0.5f : to );
    columns[0] = clampTo( first, 0, t->columns );
    columns[1] = clampTo( last, -1, t->columns - 1 );
    return columns[0] <= columns[1];
}

/// The depth from which on nothing shines through a block; FLT_MAX while it has a gap.
static float blockDepth( const gfxTiles* t, int blockRow, int blockColumn )
{
    int row = blockRow * BLOCK_TILES, column = blockColumn * BLOCK_TILES;
    int endRow = clampTo( row + BLOCK_TILES, 0, t->rows ),
        endColumn = clampTo( column + BLOCK_TILES, 0, t->columns );
    float deepest = 0.0f;
    for ( ; row < endRow && deepest < FLT_MAX; ++row )
    {
        const float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
        for ( int i = column; i < endColumn; ++i ) { deepest = gfxMax( deepest, nearest[i] ); }
    }
    return deepest;
}

/// True when whole blocks hide the part of a circle between two rows. With `closing`, blocks are looked at
/// again that had a gap before: spheres come from front to back, so that a block without one stays as it is.
static bool isBehindBlocks(
    const gfxTiles* t, const gfxCircle* c, float reach, int firstRow, int lastRow, bool closing )
{
    int first = clampTo( gfxFloor( ( c->x - reach ) * t->inverse ), 0, t->columns ) / BLOCK_TILES;
    int last = clampTo( gfxFloor( ( c->x + reach ) * t->inverse ), 0, t->columns - 1 ) / BLOCK_TILES;
    for ( int row = firstRow / BLOCK_TILES; row <= lastRow / BLOCK_TILES; ++row )
    {
        float* closed = t->closed + (size_t)row * (size_t)t->blockColumns;
        for ( int column = first; column <= last; ++column )
        {
            if ( closing && closed[column] == FLT_MAX ) { closed[column] = blockDepth( t, row, column ); }
            if ( closed[column] > c->front ) { return false; }
        }
    }
    return true;
}

/// Is a sphere seen in a row of tiles, between two columns?
static bool isSeenInRow( const gfxTiles* t, const gfxCircle* c, float reach, int row, int columns[2] )
{
    int seen = 0;
    if ( !touched( t, c, reach, row, columns ) ) { return false; }
    const float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
    for ( int column = columns[0]; column <= columns[1]; ++column ) { seen |= nearest[column] > c->front; }
    return seen != 0;
}

/// How far from its centre a sphere can touch tiles [px].
static float reachOf( const gfxTiles* t, const gfxCircle* c )
{
    return c->outer + ( t->size == 1.0f ? 0.5f : 1.0f );
}

/// True when a circle is hidden.
static bool isHidden( const gfxTiles* t, const gfxCircle* c )
{
    float reach = reachOf( t, c );
    int first = clampTo( gfxFloor( ( c->y - reach ) * t->inverse ), 0, t->rows );
    int last = clampTo( gfxFloor( ( c->y + reach ) * t->inverse ), -1, t->rows - 1 );
    if ( first > last || isBehindBlocks( t, c, reach, first, last, false ) ) { return true; }
    for ( int row = first; row <= last; ++row )
    {
        int columns[2];
        if ( isSeenInRow( t, c, reach, row, columns ) ) { return false; }
    }
    return true;
}

static void lowerTo( _Atomic int* value, int bound )
{
    int old = atomic_load_explicit( value, memory_order_relaxed );
    while ( bound < old &&
        !atomic_compare_exchange_weak_explicit(
            value, &old, bound, memory_order_relaxed, memory_order_relaxed ) )
    {
    }
}

static void raiseTo( _Atomic int* value, int bound )
{
    int old = atomic_load_explicit( value, memory_order_relaxed );
    while ( bound > old &&
        !atomic_compare_exchange_weak_explicit(
            value, &old, bound, memory_order_relaxed, memory_order_relaxed ) )
    {
    }
}

/// Extends a box by the tiles between two rows in which a sphere is seen. False when there are none.
static bool findSeen( const gfxTiles* t, const gfxCircle* c, int firstRow, int endRow, gfxBox* box )
{
    float reach = reachOf( t, c );
    int first = clampTo( gfxFloor( ( c->y - reach ) * t->inverse ), firstRow, endRow );
    int last = clampTo( gfxFloor( ( c->y + reach ) * t->inverse ), firstRow - 1, endRow - 1 );
    bool seen = false;
    if ( first > last || isBehindBlocks( t, c, reach, first, last, true ) ) { return false; }
    for ( int row = first; row <= last; ++row )
    {
        int columns[2];
        if ( !isSeenInRow( t, c, reach, row, columns ) ) { continue; }
        seen = true;
        const float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
        while ( !( nearest[columns[0]] > c->front ) ) { ++columns[0]; }
        while ( !( nearest[columns[1]] > c->front ) ) { --columns[1]; }
        lowerTo( &box->first[0], columns[0] );
        raiseTo( &box->last[0], columns[1] );
        lowerTo( &box->first[1], row );
        raiseTo( &box->last[1], row );
    }
    return seen;
}

/// Dims a pixel at a sphere's smooth edge. Spheres come from front to back: this is the deepest yet.
static void coverEdge( gfxTiles* t, const gfxCircle* c, int row, int column )
{
    size_t at = (size_t)row * (size_t)t->columns + (size_t)column;
    if ( t->nearest[at] < FLT_MAX ) { return; }
    float dx = (float)column + 0.5f - c->x, dy = (float)row + 0.5f - c->y;
    float cover = 0.5f + 0.5f * ( c->inner * c->inner - dx * dx - dy * dy ) / c->inner; // as sphere.frag does
    t->left[at] *= 1.0f - gfxMin( gfxMax( cover, 0.0f ), 1.0f );
    if ( t->left[at] < opaque ) { t->nearest[at] = c->middle; }
}

/// Covers a row as the spheres' shader does: all of a pixel where ( R^2 - d^2 ) / 2R > 1/2.
static void coverPixels( gfxTiles* t, const gfxCircle* c, int row )
{
    int all[2], full[2];
    if ( !touched( t, c, c->inner + 0.5f, row, all ) ) { return; }
    float opaqueSquare = c->inner * c->inner - c->inner;
    if ( !( opaqueSquare > 0.0f ) || !touched( t, c, sqrtf( opaqueSquare ), row, full ) )
    {
        full[0] = all[1] + 1;
        full[1] = all[1];
    }
    for ( int column = all[0]; column < full[0]; ++column ) { coverEdge( t, c, row, column ); }
    float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
    for ( int column = full[0]; column <= full[1]; ++column )
    {
        nearest[column] = nearest[column] < c->middle ? nearest[column] : c->middle;
    }
    for ( int column = full[1] + 1; column <= all[1]; ++column ) { coverEdge( t, c, row, column ); }
}

/// Covers the tiles of a row that lie entirely inside a sphere.
static void coverTiles( gfxTiles* t, const gfxCircle* c, int row )
{
    float radius = c->inner - 1.0f;
    float dy = gfxMax( fabsf( (float)row * t->size - c->y ), fabsf( (float)( row + 1 ) * t->size - c->y ) );
    float half = radius > dy ? sqrtf( radius * radius - dy * dy ) : 0.0f;
    int from = clampTo( gfxCeil( ( c->x - half ) * t->inverse ), 0, t->columns ),
        to = clampTo( gfxFloor( ( c->x + half ) * t->inverse ), 0, t->columns );
    float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
    for ( int column = from; half > 0.0f && column < to; ++column )
    {
        nearest[column] = nearest[column] < c->middle ? nearest[column] : c->middle;
    }
}

static void cover( gfxTiles* t, const gfxCircle* c, int firstRow, int endRow )
{
    float reach = c->inner + 0.5f;
    int first = clampTo( gfxFloor( ( c->y - reach ) * t->inverse ), firstRow, endRow );
    int last = clampTo( gfxFloor( ( c->y + reach ) * t->inverse ), firstRow - 1, endRow - 1 );
    for ( int row = first; row <= last; ++row )
    {
        if ( t->size == 1.0f ) { coverPixels( t, c, row ); }
        else { coverTiles( t, c, row ); }
    }
}

typedef struct stripWork
{
    gfxRenderer* renderer;
    bool drawHidden;
} stripWork;

static void fillStrip( void* context, int strip, int first, int last )
{
    (void)first;
    (void)last;
    const stripWork* work = context;
    gfxTiles* t = &work->renderer->tiles;
    gfxSphereViews* views = &work->renderer->views;
    int rowsEach = ( t->rows + STRIPS * BLOCK_TILES - 1 ) / ( STRIPS * BLOCK_TILES ) * BLOCK_TILES;
    int firstRow = strip * rowsEach, endRow = firstRow + rowsEach < t->rows ? firstRow + rowsEach : t->rows;
    if ( firstRow >= endRow ) { return; }
    size_t from = (size_t)firstRow * (size_t)t->columns, to = (size_t)endRow * (size_t)t->columns;
    for ( size_t i = from; i < to; ++i )
    {
        t->nearest[i] = FLT_MAX;
        t->left[i] = 1.0f;
    }
    int firstBlock = firstRow / BLOCK_TILES * t->blockColumns,
        endBlock = ( endRow + BLOCK_TILES - 1 ) / BLOCK_TILES * t->blockColumns;
    for ( int i = firstBlock; i < endBlock; ++i ) { t->closed[i] = FLT_MAX; }
    float low = (float)firstRow * t->size - 1.0f, high = (float)endRow * t->size + 1.0f;
    for ( int i = views->count - 1; i >= 0; --i ) // from front to back
    {
        const gfxCircle* c = &views->circles[i];
        if ( c->y + c->outer < low || c->y - c->outer > high || !( c->front > 0.0f ) ) { continue; }
        if ( findSeen( t, c, firstRow, endRow, &views->boxes[i] ) || work->drawHidden )
        {
            atomic_store_explicit( &views->seen[i], 1, memory_order_relaxed );
            cover( t, c, firstRow, endRow );
        }
    }
    for ( int i = firstBlock; i < endBlock; ++i )
    {
        t->closed[i] =
            t->closed[i] < FLT_MAX ? t->closed[i] : blockDepth( t, i / t->blockColumns, i % t->blockColumns );
    }
}

/// Chooses tiles by the spheres' size on the screen. False when there is no memory for them.
static bool prepareTiles( gfxTiles* t, const gfxFrame* frame )
{
    float pixels = frame->bodySize / ( frame->pixelAngle * frame->camera->distance );
    t->size = pixels <= smallSphere ? 1.0f : fminf( floorf( 2.0f * pixels / smallSphere ), largestTile );
    t->inverse = 1.0f / t->size;
    t->columns = (int)ceilf( frame->screen[0] / t->size );
    t->rows = (int)ceilf( frame->screen[1] / t->size );
    int wanted = t->columns * t->rows, capacity = t->capacity;
    bool grown = GROW( t->nearest, capacity, wanted ) && GROW( t->left, t->capacity, wanted );
    t->blockColumns = ( t->columns + BLOCK_TILES - 1 ) / BLOCK_TILES;
    int blocks = t->blockColumns * ( ( t->rows + BLOCK_TILES - 1 ) / BLOCK_TILES );
    return grown && GROW( t->closed, t->blockCapacity, blocks );
}

void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame )
{
    gfxSphereViews* views = &renderer->views;
    gfxTiles* t = &renderer->tiles;
    t->filled = views->count >= FEW_SPHERES && prepareTiles( t, frame );
    for ( int i = 0; i < views->count; ++i )
    {
        const gfxCircle* c = &views->circles[i];
        bool near = !( c->front > 0.0f ); // around the eye: it may be anywhere
        atomic_store_explicit(
            &views->seen[i], near || ( !t->filled && !isOutside( frame, c ) ), memory_order_relaxed );
    }
    if ( t->filled )
    {
        stripWork work = { renderer, frame->style->drawHidden };
        ssParallelFor( STRIPS, 1, fillStrip, &work );
    }
}

/// sphere.vert spans the square by the same vectors. In the axes to the right, up and back,
/// the tile's corner on the screen lies along d; the square is perpendicular to the centre c,
/// so that d meets it at | c |^2 / ( d c ) d.
void gfxCutSquare( const gfxRenderer* renderer, const gfxFrame* frame, int place, uint8_t box[4] )
{
    const gfxTiles* t = &renderer->tiles;
    const gfxBox* seen = &renderer->views.boxes[place];
    const gfxSpot* spot = &renderer->views.spots[renderer->views.keys[place].index];
    const float c[3] = { spot->at[0], spot->at[1], -spot->at[2] };
    float square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2], away = sqrtf( square ),
          gap = square - spot->radius * spot->radius;
    if ( !t->filled || frame->style->drawHidden || seen->last[1] < 0 || away < 8.0f * spot->radius ||
        fabsf( c[1] ) > 0.85f * away )
    {
        return;
    }
    float reach = spot->radius * away / sqrtf( gap ) + 0.8f * frame->pixelAngle * away;
    float wide = sqrtf( c[0] * c[0] + c[2] * c[2] );
    const float side[3] = { -c[2] / wide, 0.0f, c[0] / wide };
    const float top[3] = { -side[2] * c[1] / away, ( side[2] * c[0] - side[0] * c[2] ) / away,
        side[0] * c[1] / away };
    float least[2] = { 1.0f, 1.0f }, most[2] = { -1.0f, -1.0f };
    for ( int i = 0; i < 4; ++i )
    {
        int column = i % 2 == 0 ? seen->first[0] : seen->last[0] + 1,
            row = i / 2 == 0 ? seen->first[1] : seen->last[1] + 1;
        // Smooth edges reach half a pixel farther than the outline, and more beside the middle of the screen.
        float x = (float)column * t->size + ( i % 2 == 0 ? -1.0f : 1.0f ),
              y = (float)row * t->size + ( i / 2 == 0 ? -1.0f : 1.0f );
        const float d[3] = { ( x - 0.5f * frame->screen[0] ) * frame->pixelAngle,
            ( y - 0.5f * frame->screen[1] ) * frame->pixelAngle, -1.0f };
        float facing = d[0] * c[0] + d[1] * c[1] + d[2] * c[2], corner[2] = { 0.0f, 0.0f };
        if ( !( facing > 0.1f * away ) ) // large and beside the eye
        {
            return;
        }
        for ( int k = 0; k < 3; ++k )
        {
            float aside = square / facing * d[k] - c[k];
            corner[0] += aside * side[k] / reach;
            corner[1] += aside * top[k] / reach;
        }
        for ( int k = 0; k < 2; ++k )
        {
            least[k] = gfxMin( least[k], corner[k] );
            most[k] = gfxMax( most[k], corner[k] );
        }
    }
    for ( int k = 0; k < 2; ++k )
    {
        box[k] = (uint8_t)clampTo( gfxFloor( 127.5f * ( least[k] + 1.0f ) - 0.01f ), 0, 255 );
        box[2 + k] = (uint8_t)clampTo( gfxCeil( 127.5f * ( most[k] + 1.0f ) + 0.01f ), 0, 255 );
    }
}

/// Are all blocks of a cell closed? A cell has `step` rows and columns of blocks.
static bool isCellClosed( const gfxTiles* t, int step, int cellRow, int cellColumn )
{
    int rows = ( t->rows + BLOCK_TILES - 1 ) / BLOCK_TILES;
    float deepest = 0.0f;
    for ( int row = cellRow * step; row < rows && row < ( cellRow + 1 ) * step; ++row )
    {
        for ( int i = cellColumn * step; i < t->blockColumns && i < ( cellColumn + 1 ) * step; ++i )
        {
            deepest = gfxMax( deepest, t->closed[(size_t)row * (size_t)t->blockColumns + (size_t)i] );
        }
    }
    return deepest < FLT_MAX;
}

gfxRectangle gfxHiddenRectangle( const gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxTiles* t = &renderer->tiles;
    gfxRectangle best = { 0 };
    if ( !t->filled || frame->style->drawHidden ) { return best; }
    int step = ( t->blockColumns + MOST_COLUMNS - 1 ) / MOST_COLUMNS,
        columns = ( t->blockColumns + step - 1 ) / step;
    float side = t->size * (float)( BLOCK_TILES * step ), largest = 0.0f;
    int closed[MOST_COLUMNS] = { 0 }; // cells in a column that end in this row
    for ( int row = 0; (float)row * side < frame->screen[1]; ++row )
    {
        for ( int first = columns - 1; first >= 0; --first )
        {
            closed[first] = isCellClosed( t, step, row, first ) ? closed[first] + 1 : 0;
            int high = closed[first];
            for ( int last = first; last < columns && high > 0; ++last )
            {
                high = closed[last] < high ? closed[last] : high;
                float area = (float)( high * ( last - first + 1 ) );
                if ( area > largest )
                {
                    largest = area;
                    best = ( gfxRectangle ){ side * (float)first, side * (float)( row + 1 - high ),
                        gfxMin( side * (float)( last + 1 ), frame->screen[0] ),
                        gfxMin( side * (float)( row + 1 ), frame->screen[1] ) };
                }
            }
        }
    }
    return best;
}

bool gfxIsCircleHidden( const gfxRenderer* renderer, const gfxFrame* frame, const gfxCircle* c )
{
    const gfxTiles* t = &renderer->tiles;
    return isOutside( frame, c ) || ( t->filled && isHidden( t, c ) );
}

float gfxDepthBehind( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    const gfxTiles* t = &renderer->tiles;
    if ( !t->filled ) { return 0.0f; }
    gfxSpot s = gfxSpotOf( frame, point, 0.0f );
    if ( !( s.at[2] > 0.0f ) ) { return 0.0f; }
    float scale = 1.0f / ( s.at[2] * frame->pixelAngle );
    float x = 0.5f * frame->screen[0] + s.at[0] * scale, y = 0.5f * frame->screen[1] + s.at[1] * scale;
    if ( x < 0.0f || y < 0.0f || x >= frame->screen[0] || y >= frame->screen[1] ) { return FLT_MAX; }
    int row = (int)( y * t->inverse ), column = (int)( x * t->inverse );
    return s.at[2] - t->nearest[(size_t)row * (size_t)t->columns + (size_t)column];
}

bool gfxIsBuried( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    // Contacts behind a front sphere's face count as visible; those of the layers behind do not.
    return gfxDepthBehind( renderer, frame, point ) > 1.2f * frame->bodySize;
}
