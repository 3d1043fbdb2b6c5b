// SPDX-License-Identifier: MIT
#include "collide/broad_private.h"
#include "slipstick/parallel.h"

// The search of the grid. Blocks of entries are searched in parallel, each with its own memory for pairs.

typedef struct Query
{
    const ssBroadPhase* bp;
    const Entry* self;
    const Update* update;
    ssAabb box;     ///< of `self`
    bool isStray;   ///< `self` is a stray, which is not in the grid
    bool sameLevel; ///< the level that is searched is that of `self`
    ssBodyPair* found;
    int count; ///< number of pairs; those beyond `capacity` are only counted
    int capacity;
} Query;

static void addPair( Query* query, int i, int j )
{
    if ( query->count < query->capacity )
    {
        query->found[query->count] = i < j ? ( ssBodyPair ){ i, j } : ( ssBodyPair ){ j, i };
    }
    query->count += 1;
}

static bool entriesOverlap( const Entry* a, const Entry* b )
{
    // The bitwise operators make one unpredictable branch instead of six.
    return ( a->lower[0] <= b->upper[0] ) & ( b->lower[0] <= a->upper[0] ) & ( a->lower[1] <= b->upper[1] ) &
        ( b->lower[1] <= a->upper[1] ) & ( a->lower[2] <= b->upper[2] ) & ( b->lower[2] <= a->upper[2] );
}

/// Tests two entries whose rounded boxes overlap: the bodies' boxes, or the entries if both are wide.
static bool canTouch( const Query* query, const Entry* a, const Entry* b )
{
    const ssBroadPhase* bp = query->bp;
    if ( ( a->kind == ss_broadFixed && b->kind == ss_broadFixed ) ||
        ( query->isStray && ( bp->levelOf[b->body] & STRAY ) != 0 ) )
    {
        return false;
    }
    bool balls = a->kind == ss_broadBall && b->kind == ss_broadBall;
    if ( bp->wide && !query->isStray )
    {
        ssAabb other = broadEntryBox( b );
        return !balls || ballsOverlap( &query->box, &other, WIDE_BALL_ROUNDING );
    }
    const ssAabb *x = query->update->boxes + a->body, *y = query->update->boxes + b->body;
    return boxesOverlap( x, y ) && ( !balls || ballsOverlap( x, y, BALL_ROUNDING ) );
}

/// Tests the entries [from, to).
static void scan( Query* query, int from, int to )
{
    const Entry* self = query->self;
    for ( int e = from; e < to; ++e )
    {
        const Entry* other = query->bp->entries + e;
        if ( entriesOverlap( self, other ) && canTouch( query, self, other ) )
        {
            addPair( query, self->body, other->body );
        }
    }
}

/// Tests n cells of a row, which starts at cell x and wraps around.
static void scanRow( Query* query, const Level* level, int row, int x, int n )
{
    if ( n > 0 )
    {
        const int* first = query->bp->cells + level->cellStart + row * level->dim[0];
        int beforeWrap = x + n <= level->dim[0] ? n : level->dim[0] - x;
        scan( query, first[x], first[x + beforeWrap] );
        if ( beforeWrap < n ) { scan( query, first[0], first[n - beforeWrap] ); }
    }
}

/// Tests all boxes of a level whose centre is close enough for an overlap. Within one level each pair would
/// be found twice, so a box looks only ahead: at the rest of its own cell and at the cells after it.
static void queryLevel( Query* query, const Level* level )
{
    const ssBroadPhase* bp = query->bp;
    int self = (int)( query->self - bp->entries );
    if ( level->dim[0] == 0 )
    {
        scan( query, query->sameLevel ? self + 1 : level->start, level->start + level->count );
        return;
    }
    const ssAabb* box = &query->box;
    ssVec3 centre = centreOf( box );
    const double lower[3] = { box->lower.x, box->lower.y, box->lower.z };
    const double upper[3] = { box->upper.x, box->upper.y, box->upper.z };
    const double middle[3] = { centre.x, centre.y, centre.z };
    double low[3], own[3];
    int n[3];
    for ( int k = 0; k < 3; ++k )
    {
        double high = broadFloor( ( upper[k] + 0.5 * level->extent ) * level->scale );
        low[k] = broadFloor( ( lower[k] - 0.5 * level->extent ) * level->scale );
        own[k] = broadFloor( middle[k] * level->scale );
        n[k] = high - low[k] < (double)level->dim[k] ? (int)( high - low[k] ) + 1 : level->dim[k];
    }
    int first[3] = { broadWrap( low[0], level->dim[0] ), broadWrap( low[1], level->dim[1] ),
        broadWrap( low[2], level->dim[2] ) };
    for ( int z = query->sameLevel ? (int)( own[2] - low[2] ) : 0; z < n[2]; ++z )
    {
        bool ahead = !query->sameLevel || low[2] + z > own[2];
        int planeRow = ( ( first[2] + z ) & ( level->dim[2] - 1 ) ) * level->dim[1];
        for ( int y = ahead ? 0 : (int)( own[1] - low[1] ); y < n[1]; ++y )
        {
            bool whole = ahead || low[1] + y > own[1];
            int row = planeRow + ( ( first[1] + y ) & ( level->dim[1] - 1 ) );
            int skip = whole ? 0 : (int)( own[0] - low[0] ) + 1;
            if ( !whole ) { scan( query, self + 1, bp->cells[bp->entryOf[query->self->body] + 1] ); }
            scanRow( query, level, row, ( first[0] + skip ) & ( level->dim[0] - 1 ), n[0] - skip );
        }
    }
}

bool boxBelowPlane( const ssBroadPlane* plane, const ssAabb* box )
{
    ssVec3 n = plane->normal;
    // The corner that is deepest in the half-space. A term with a zero factor is
    // left out, because the box may be infinite.
    double depth = ( n.x > 0.0         ? n.x * box->lower.x
                           : n.x < 0.0 ? n.x * box->upper.x
                                       : 0.0 ) +
        ( n.y > 0.0         ? n.y * box->lower.y
                : n.y < 0.0 ? n.y * box->upper.y
                            : 0.0 ) +
        ( n.z > 0.0         ? n.z * box->lower.z
                : n.z < 0.0 ? n.z * box->upper.z
                            : 0.0 );
    return depth <= plane->offset;
}

static void queryPlanes( Query* query )
{
    const Update* update = query->update;
    int body = query->self->body;
    for ( int p = 0; p < update->planeCount && query->self->kind != ss_broadFixed; ++p )
    {
        if ( body != update->planes[p].body && boxBelowPlane( update->planes + p, &query->box ) )
        {
            addPair( query, body, update->planes[p].body );
        }
    }
}

static Query blockQuery( const Update* update, int block )
{
    const ssBroadPhase* bp = update->bp;
    return ( Query ){ .bp = bp,
        .update = update,
        .found = bp->found + (size_t)block * (size_t)bp->blockPairs,
        .capacity = bp->blockPairs };
}

static void queryEntries( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    Query query = blockQuery( update, block );
    int own = 0;
    for ( int e = first; e < last; ++e )
    {
        // The entries are sorted by level.
        for ( ; e >= bp->levels[bp->levelsInUse[own]].start + bp->levels[bp->levelsInUse[own]].count; ++own )
        {
        }
        query.self = bp->entries + e;
        query.box = bp->wide ? broadEntryBox( query.self ) : update->boxes[query.self->body];
        for ( int v = own; v < bp->levelCount; ++v )
        {
            query.sameLevel = v == own;
            queryLevel( &query, bp->levels + bp->levelsInUse[v] );
        }
        queryPlanes( &query );
    }
    bp->blockCount[block] = query.count;
}

static void queryStrays( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    Query query = blockQuery( update, block );
    query.isStray = true;
    for ( int k = first; k < last; ++k )
    {
        Entry self = broadEntry( update, bp->strays.bodies[k], 0.0 );
        query.self = &self;
        query.box = update->boxes[self.body];
        for ( int v = 0; v < bp->levelCount; ++v ) { queryLevel( &query, bp->levels + bp->levelsInUse[v] ); }
        queryPlanes( &query );
    }
    bp->blockCount[block] = query.count;
}

/// Finds all pairs by blocks, and repeats the query with more room if that of a block is exceeded.
static int queryAll( const Update* update, int items, int size, ssRangeTask* task )
{
    ssBroadPhase* bp = update->bp;
    int blocks = ssBlockCount( items, size ), most = 0;
    int64_t sum = 0;
    if ( !broadReserve( (void**)&bp->blockCount, &bp->blockCapacity, blocks, sizeof( int ) ) ) { return -1; }
    do {
        int least =
            BLOCK_PAIRS < 4 * items ? BLOCK_PAIRS : 4 * items; // few bodies need less than a whole block
        bp->blockPairs = bp->blockPairs > least ? bp->blockPairs : least;
        bp->blockPairs = bp->blockPairs > most ? bp->blockPairs : most + most / 4;
        if ( (int64_t)blocks * bp->blockPairs > INT32_MAX / 2 ||
            !broadReserveFound( bp, blocks * bp->blockPairs ) )
        {
            return -1;
        }
        ssParallelFor( items, size, task, (void*)update );
        sum = 0;
        for ( int block = 0; block < blocks; ++block )
        {
            most = bp->blockCount[block] > most ? bp->blockCount[block] : most;
            sum += bp->blockCount[block];
        }
    } while ( most > bp->blockPairs );
    return sum <= INT32_MAX / 2 ? (int)sum : -1;
}

int broadQueryGrid( const Update* update )
{
    return queryAll( update, broadEntryCount( update->bp ), QUERY_BLOCK, queryEntries );
}

int broadQueryStrays( const Update* update )
{
    return queryAll( update, update->bp->strays.count, STRAY_BLOCK, queryStrays );
}
