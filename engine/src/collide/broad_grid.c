// SPDX-License-Identifier: MIT
#include "collide/broad_private.h"
#include "slipstick/parallel.h"

#include <float.h>
#include <string.h>

// The grid of the broad phase: levels by size, and their cells. Where threads share a counter, they decide
// the order of bodies within a cell, but not the pairs, which are sorted.

#define PART_SIZE 4096 // bodies whose bounds one thread finds at a time

/// The octave of the longest side, limited to the range of levels. The last level is for boxes that are
/// infinite or so far away that their cell has no exact number.
static int levelOf( const ssAabb* box )
{
    double side = longestSide( box );
    ssVec3 c = centreOf( box );
    double distance = ssMax( fabs( c.x ), ssMax( fabs( c.y ), fabs( c.z ) ) );
    if ( !( distance <= 1e15 * side && side <= 1e15 ) ) { return LEVELS - 1; }
    int octave = ilogb( ssMax( side, 1e-12 ) ) + 40;
    return octave < LEVELS - 2 ? octave : LEVELS - 2;
}

/// A float that is at most x. Numbers beyond the range of floats become the largest float.
static float roundDown( double x )
{
    return (float)ssMin( x - fabs( x ) * (double)FLT_EPSILON - (double)FLT_MIN, (double)FLT_MAX );
}

/// A float that is at least x.
static float roundUp( double x )
{
    return (float)ssMax( x + fabs( x ) * (double)FLT_EPSILON + (double)FLT_MIN, -(double)FLT_MAX );
}

Entry broadEntry( const Update* update, int body, double m )
{
    const ssAabb* box = update->boxes + body;
    return ( Entry ){ .body = body,
        .kind = kindOf( update, body ),
        .lower = { roundDown( box->lower.x - m ), roundDown( box->lower.y - m ),
            roundDown( box->lower.z - m ) },
        .upper = { roundUp( box->upper.x + m ), roundUp( box->upper.y + m ), roundUp( box->upper.z + m ) } };
}

static Entry makeEntry( const Update* update, int body )
{
    return broadEntry( update, body, update->bp->wide ? (double)broadMargins( update->bp )[body] : 0.0 );
}

/// The box of a body in the grid. A wide one is that of its entry, so that no rounding comes between them.
static ssAabb gridBox( const Update* update, int body )
{
    if ( !update->bp->wide ) { return update->boxes[body]; }
    Entry entry = makeEntry( update, body );
    return broadEntryBox( &entry );
}

static void include( Level* level, const Level* other )
{
    if ( level->count == 0 )
    {
        *level = *other;
        return;
    }
    const ssVec3 *low = &other->lower, *high = &other->upper;
    level->count += other->count;
    level->extent = ssMax( level->extent, other->extent );
    level->lower = ssVec3_Make(
        ssMin( level->lower.x, low->x ), ssMin( level->lower.y, low->y ), ssMin( level->lower.z, low->z ) );
    level->upper = ssVec3_Make( ssMax( level->upper.x, high->x ), ssMax( level->upper.y, high->y ),
        ssMax( level->upper.z, high->z ) );
}

static void clearLevels( Level* levels )
{
    for ( int l = 0; l < LEVELS; ++l ) { levels[l].count = 0; }
}

static void findLevels( void* context, int block, int first, int last )
{
    const Update* update = context;
    // A single block needs no memory of its own.
    Level* levels =
        update->count > PART_SIZE ? update->bp->parts + (size_t)block * LEVELS : update->bp->levels;
    clearLevels( levels );
    for ( int i = first; i < last; ++i )
    {
        bool absent = kindOf( update, i ) == ss_broadAbsent || !boxIsValid( update->boxes + i );
        update->bp->levelOf[i] = LEVELS;
        if ( !absent )
        {
            ssAabb box = gridBox( update, i );
            ssVec3 c = centreOf( &box );
            int l = levelOf( &box );
            update->bp->levelOf[i] = (uint8_t)l;
            include(
                levels + l, &( Level ){ .count = 1, .extent = longestSide( &box ), .lower = c, .upper = c } );
        }
    }
}

static bool sortIntoLevels( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    int parts = update->count > PART_SIZE ? LEVELS * ssBlockCount( update->count, PART_SIZE ) : 0;
    if ( !broadReserve( (void**)&bp->parts, &bp->partCapacity, parts, sizeof( Level ) ) ) { return false; }
    ssParallelFor( update->count, PART_SIZE, findLevels, (void*)update );
    if ( parts > 0 ) { clearLevels( bp->levels ); }
    for ( int k = 0; k < parts; ++k )
    {
        if ( bp->parts[k].count > 0 ) { include( bp->levels + k % LEVELS, bp->parts + k ); }
    }
    return true;
}

/// Chooses about as many cells as boxes, in the proportions of the space that the boxes fill.
static void chooseCells( Level* level )
{
    // A cell is slightly wider than the widest box, so that rounding cannot make a box reach over four cells.
    double cell = level->extent * ( 1.0 + 1e-9 ) + 1e-300;
    level->scale = 1.0 / cell;
    const double span[3] = { level->upper.x - level->lower.x, level->upper.y - level->lower.y,
        level->upper.z - level->lower.z };
    double wanted[3];
    for ( int k = 0; k < 3; ++k )
    {
        wanted[k] = ssMin( span[k] * level->scale + 1.0, 1e6 );
        level->dim[k] = 4;
    }
    for ( int64_t cells = 64; cells < 2 * (int64_t)level->count; cells *= 2 )
    {
        int axis = 0;
        for ( int k = 1; k < 3; ++k )
        {
            axis = wanted[k] / level->dim[k] > wanted[axis] / level->dim[axis] ? k : axis;
        }
        if ( wanted[axis] <= level->dim[axis] ) { break; }
        level->dim[axis] *= 2;
    }
}

static int cellIndex( const Level* level, ssVec3 c )
{
    int x = broadWrap( broadFloor( c.x * level->scale ), level->dim[0] );
    int y = broadWrap( broadFloor( c.y * level->scale ), level->dim[1] );
    int z = broadWrap( broadFloor( c.z * level->scale ), level->dim[2] );
    return ( z * level->dim[1] + y ) * level->dim[0] + x;
}

static int cellCount( const Level* level )
{
    return level->dim[0] > 0 ? level->dim[0] * level->dim[1] * level->dim[2] : 1;
}

/// Assigns entries and cells to the levels in use. Returns the number of cells, of which the first is unused.
static int layOutCells( ssBroadPhase* bp )
{
    int cells = 1, entries = 0;
    bp->levelCount = 0;
    for ( int l = 0; l < LEVELS; ++l )
    {
        Level* level = bp->levels + l;
        if ( level->count > 0 )
        {
            bp->levelsInUse[bp->levelCount++] = l;
            level->dim[0] = 0;
            if ( level->count > MAX_LIST && l + 1 < LEVELS ) { chooseCells( level ); }
            level->start = entries;
            level->cellStart = cells;
            entries += level->count;
            cells += cellCount( level ) + 1;
        }
    }
    return cells;
}

static void findCells( void* context, int block, int first, int last )
{
    const Update* update = context;
    ssBroadPhase* bp = update->bp;
    bool isShared = update->count >= SHARED_COUNT;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            const Level* level = bp->levels + bp->levelOf[i];
            int cell = level->cellStart;
            if ( level->dim[0] > 0 )
            {
                ssAabb box = gridBox( update, i );
                cell += cellIndex( level, centreOf( &box ) );
            }
            bp->entryOf[i] = cell;
            broadTake( &bp->cells[cell + 1], isShared );
        }
    }
}

static void writeEntries( void* context, int block, int first, int last )
{
    const Update* update = context;
    ssBroadPhase* bp = update->bp;
    bool isShared = update->count >= SHARED_COUNT;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            // This advances the cell's first entry to its end.
            int e = broadTake( &bp->cells[bp->entryOf[i]], isShared );
            bp->entries[e] = makeEntry( update, i );
        }
    }
}

/// Sets bp->cells to the first entry of each cell, from the numbers of boxes that the cells' successors hold.
static void accumulateCells( ssBroadPhase* bp )
{
    for ( int u = 0; u < bp->levelCount; ++u )
    {
        const Level* level = bp->levels + bp->levelsInUse[u];
        int n = cellCount( level );
        int* first = bp->cells + level->cellStart;
        first[0] = level->start;
        for ( int c = 0; c < n; ++c ) { first[c + 1] += first[c]; }
    }
}

static bool sortIntoCells( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    int cells = layOutCells( bp ), block = broadCountBlock( update->count );
    if ( !broadReserve( (void**)&bp->cells, &bp->cellCapacity, cells, sizeof( int ) ) ) { return false; }
    memset( bp->cells, 0, (size_t)cells * sizeof( int ) );
    ssParallelFor( update->count, block, findCells, (void*)update );
    accumulateCells( bp );
    ssParallelFor( update->count, block, writeEntries, (void*)update );
    for ( int u = 0; u < bp->levelCount; ++u )
    {
        const Level* level = bp->levels + bp->levelsInUse[u];
        int* first = bp->cells + level->cellStart;
        memmove( first + 1, first, (size_t)cellCount( level ) * sizeof( int ) );
        first[0] = level->start;
    }
    return true;
}

bool broadFillGrid( const Update* update ) { return sortIntoLevels( update ) && sortIntoCells( update ); }

int broadEntryCount( const ssBroadPhase* bp )
{
    const Level* last = bp->levelCount > 0 ? bp->levels + bp->levelsInUse[bp->levelCount - 1] : NULL;
    return last != NULL ? last->start + last->count : 0;
}

static void findEntries( void* context, int block, int first, int last )
{
    ssBroadPhase* bp = context;
    (void)block;
    for ( int e = first; e < last; ++e ) { bp->entryOf[bp->entries[e].body] = e; }
}

void broadFindEntries( ssBroadPhase* bp )
{
    ssParallelFor( broadEntryCount( bp ), PART_SIZE, findEntries, bp );
}
