// SPDX-License-Identifier: MIT
#pragma once

#include "collide/broad_phase.h"

#include <math.h>

// What the files of the broad phase share.
//
// Each level holds the boxes whose longest side lies in one octave. A box belongs to the cell of its centre,
// and a cell is as wide as the widest box of its level, so the boxes of the same or a coarser level that a
// box can touch lie in at most 3 × 3 × 3 cells. Cell coordinates wrap around at a power of two, so the number
// of cells stays small wherever the bodies go; boxes that share a cell only because of this fail the overlap
// test. A row of cells along x is contiguous in the sorted entries.
//
// The grid may be filled with wider boxes than those that are asked about. While every body stays within its
// wide box, the pairs that overlap are among the pairs of wide boxes, so that these are only tested again.
// Bodies that have left their boxes are strays: their pairs are sought anew in every update, until there are
// so many that a new grid is cheaper.

#define LEVELS 64       // octaves; the last level is a list of the boxes that fit no octave
#define STRAY 128       // bit of levelOf: the body is not to be found in the grid, or not as it is now
#define LIFE 8          // updates for which a wide box should last
#define FAST_SHARE 0.25 // margin for that over the longest side above which a body is fast
#define STRAY_BODIES 16 // a new grid is cheaper than more than one stray in so many bodies
#define MAX_LIST 24     // boxes; a level with fewer is searched as a list, typically floors and walls
#define BLOCK_SIZE 256  // boxes that one thread processes at a time
// Rounding must not lose a pair: between two balls, and between wide ones, which contain them.
#define BALL_ROUNDING 1e-9
#define WIDE_BALL_ROUNDING 1e-8
#define BLOCK_PAIRS ( 4 * BLOCK_SIZE ) // pairs for which a block has room at first

typedef struct Level
{
    int count, start;    ///< number of its entries, and the first of them
    int cellStart;       ///< its first cell; one more cell after the last marks the end
    int dim[3];          ///< cells along each axis: powers of two, >= 4; 0: the level is a list
    double extent;       ///< longest side of its boxes [m]
    double scale;        ///< 1 / cell size [1/m]
    ssVec3 lower, upper; ///< bounds of the boxes' centres
} Level;

/// A box of the grid, in the order of cells. Floats save memory; rounded outwards, they miss no pair.
typedef struct Entry
{
    float lower[3], upper[3];
    int body;
    ssBroadKind kind;
} Entry;

/// Pairs, sorted by (a, b): the partners b of each a form a run.
typedef struct Runs
{
    int* heads;    ///< by a: the end of its run
    int* partners; ///< b
    int count, capacity;
} Runs;

/// Strays, with their boxes as the search among them reads them.
typedef struct Strays
{
    int* bodies; ///< in ascending order
    ssAabb* boxes;
    ssBroadKind* kinds;
    int count, capacity;
} Strays;

struct ssBroadPhase
{
    int bodyCapacity, cellCapacity, pairCapacity, planeCapacity, pairCount;
    int blockPairs;    ///< room for the pairs of one block
    int foundCapacity; ///< pairs of all blocks
    int blockCapacity, partCapacity, strayCountCapacity;
    Entry* entries;
    uint8_t* levelOf; ///< by body; LEVELS: absent
    int* entryOf;     ///< by body: its cell while the grid is filled and searched, then its entry
    int* cells;       ///< first entry of each cell
    /// by body: its entry while sorting into cells, later the end of the run of `partners` with this a
    int* heads;
    int* blockCount; ///< by block: number of pairs found
    /// pairs by block, unsorted; in the arena if there is one, and then until the end of an update
    ssBodyPair* found;
    ssArena* arena;    ///< or NULL
    ssArenaMark mark;  ///< where `found` begins
    Runs wideRuns;     ///< the pairs of the grid
    Runs strayRuns;    ///< the pairs of strays
    ssBodyPair* pairs; ///< pairs, sorted
    Level* parts;      ///< by block and level in use: bounds
    int* strayCounts;  ///< by block of bodies: strays in the blocks before; one more for all
    Level levels[LEVELS];
    int levelsInUse[LEVELS], levelCount; ///< levels with at least one box, in ascending order of size

    // The grid of the latest update that filled it.
    int gridCount;       ///< bodies; 0: there is none
    bool wide;           ///< its boxes are wider than those of the bodies
    int age;             ///< updates since
    int patience, pause; ///< updates without wide boxes after they did not pay, and how many of them are left
    ssBroadPlane* planes;
    int planeCount;

    Strays strays;                    ///< of this update
    struct ssBroadPhase* amongStrays; ///< finds the pairs of two strays; NULL until there are some
};

/// Margins of boxes in a wide grid while it is filled [m]; it has no strays, whose runs use the same memory.
static inline float* broadMargins( const ssBroadPhase* bp ) { return (float*)(void*)bp->strayRuns.heads; }

/// The arguments of one call to ssBroadPhase_Update, shared by all blocks.
typedef struct Update
{
    ssBroadPhase* bp;
    int count;
    const ssAabb* boxes;
    const ssBroadKind* kinds; ///< NULL: all bodies move
    const ssBroadPlane* planes;
    int planeCount;
} Update;

static inline ssVec3 centreOf( const ssAabb* box )
{
    // Halving first avoids the overflow of a sum of two large numbers.
    return ssVec3_Make( 0.5 * box->lower.x + 0.5 * box->upper.x, 0.5 * box->lower.y + 0.5 * box->upper.y,
        0.5 * box->lower.z + 0.5 * box->upper.z );
}

static inline double longestSide( const ssAabb* box )
{
    return ssMax(
        box->upper.x - box->lower.x, ssMax( box->upper.y - box->lower.y, box->upper.z - box->lower.z ) );
}

static inline bool boxesOverlap( const ssAabb* a, const ssAabb* b )
{
    // The bitwise operators make one unpredictable branch instead of six.
    return ( a->lower.x <= b->upper.x ) & ( b->lower.x <= a->upper.x ) & ( a->lower.y <= b->upper.y ) &
        ( b->lower.y <= a->upper.y ) & ( a->lower.z <= b->upper.z ) & ( b->lower.z <= a->upper.z );
}

/// Whether the balls inscribed in two boxes overlap, with a relative tolerance for rounding.
static inline bool ballsOverlap( const ssAabb* a, const ssAabb* b, double slack )
{
    ssVec3 d = ssVec3_Sub( centreOf( a ), centreOf( b ) );
    double radii = 0.5 * ( longestSide( a ) + longestSide( b ) );
    return ssVec3_Dot( d, d ) <= ( 1.0 + slack ) * radii * radii;
}

/// False also if a bound is not a number.
static inline bool boxIsValid( const ssAabb* box )
{
    return box->lower.x <= box->upper.x && box->lower.y <= box->upper.y && box->lower.z <= box->upper.z;
}

static inline ssAabb broadEntryBox( const Entry* e )
{
    return ( ssAabb ){ { (double)e->lower[0], (double)e->lower[1], (double)e->lower[2] },
        { (double)e->upper[0], (double)e->upper[1], (double)e->upper[2] } };
}

/// floor( x ), which is a call where the processor's oldest instructions have no rounding.
static inline double broadFloor( double x )
{
    if ( !( fabs( x ) < 1e18 ) )
    {
        return floor( x ); // infinite, or far beyond all cells
    }
    double whole = (double)(int64_t)x;
    return whole - ( whole > x ? 1.0 : 0.0 );
}

/// Wraps a cell coordinate into 0 to dim - 1, which is a power of two.
static inline int broadWrap( double cell, int dim )
{
    return fabs( cell ) < 1e18 ? (int)( (int64_t)cell & ( dim - 1 ) ) : 0;
}

static inline ssBroadKind kindOf( const Update* update, int body )
{
    return update->kinds != NULL ? update->kinds[body] : ss_broadMoving;
}

/// Makes room for `count` items without keeping the contents; false: no memory.
bool broadReserve( void** memory, int* capacity, int count, size_t size );
/// The same for bp->found.
bool broadReserveFound( ssBroadPhase* bp, int count );

/// Adds 1 to a counter and returns what it was. Threads may share it if `isShared`.
static inline int broadTake( int* counter, bool isShared )
{
    return isShared ? __atomic_fetch_add( counter, 1, __ATOMIC_RELAXED ) : ( *counter )++;
}

/// Items from which a loop that counts is worth several threads: atomic additions cost more than plain ones.
#define SHARED_COUNT 100000

/// Block size of such a loop: fewer items are one block, on the caller's thread.
static inline int broadCountBlock( int items ) { return items >= SHARED_COUNT ? 4096 : items; }

// broad_phase.c
bool broadGrowBodies( ssBroadPhase* bp, int count );

// broad_query.c
bool boxBelowPlane( const ssBroadPlane* plane, const ssAabb* box );
/// Finds pairs of the grid, or of strays with all (bp->found, bp->blockCount); their number, -1: no memory.
int broadQueryGrid( const Update* update );
int broadQueryStrays( const Update* update );
#define QUERY_BLOCK 256 // entries of a block of pairs
#define STRAY_BLOCK 32  // strays of a block of pairs

// broad_grid.c
Entry broadEntry( const Update* update, int body, double margin );
/// Sorts the boxes, widened by their margins, into levels and cells; false: no memory.
bool broadFillGrid( const Update* update );
/// Finds the entry of each body: bp->entryOf.
void broadFindEntries( ssBroadPhase* bp );
int broadEntryCount( const ssBroadPhase* bp );

// broad_sort.c
/// Pairs that were found by blocks, each block of them at a distance of `stride` from the one before.
typedef struct FoundPairs
{
    const ssBodyPair* pairs;
    const int* counts; ///< by block
    int stride, blocks;
    const int* names; ///< of the bodies; NULL: their numbers
} FoundPairs;
/// Sorts `total` pairs from two sources into runs of `count` bodies; false: no memory.
bool broadSort( Runs* runs, int count, int total, const FoundPairs sources[2] );

// broad_strays.c
/// Counts the bodies that are not in their boxes of the grid, or of another kind.
int broadFindStrays( const Update* update );
/// Counts the bodies that would soon leave any wide box of reasonable size.
int broadCountFast( const Update* update );
/// [m] How far a body moves per update, judged by its box of the grid.
double broadTravel( const ssBroadPhase* bp, int body, const ssAabb* box );
/// Finds the pairs of strays; false: no memory.
bool broadSearchStrays( const Update* update );
