// SPDX-License-Identifier: MIT
#include "solve/linear_step.h"
#include "base/inline.h"

#include <math.h>
#include <string.h>

#define GROUP_MAX 16 // contacts of a face; more stay single
#define FACE_MAX ( GROUP_MAX * SS_CONE_MAX )
#define RANK_NOISE 1e-13 // pivots below, over the largest: rounding
#define MATCH 1e-12      // of T C T^T with W, over the largest entry of the face

void linearStepFree( linearStep* space )
{
    void* owned[] = { space->velocity, space->flow, space->start, space->column, space->blocks, space->groups,
        space->members, space->groupOf, space->basis, space->maps, space->weights, space->coreStart,
        space->coreColumn, space->core, space->product, space->z };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    blockLuFree( &space->lu );
    bodySpaceFree( &space->bodies );
    *space = ( linearStep ){ 0 };
}

bool linearStepInvert( int d, double* m )
{
    double inverse[SS_CONE_MAX * SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < d; ++i )
    {
        inverse[i * d + i] = 1.0;
    }
    for ( int k = 0; k < d; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < d; ++i )
        {
            pivot = fabs( m[i * d + k] ) > fabs( m[pivot * d + k] ) ? i : pivot;
        }
        double top = m[pivot * d + k];
        if ( !( fabs( top ) > 0.0 ) )
        {
            return false;
        }
        for ( int c = 0; c < d; ++c )
        {
            double a = m[pivot * d + c] / top, b = inverse[pivot * d + c] / top;
            m[pivot * d + c] = m[k * d + c];
            inverse[pivot * d + c] = inverse[k * d + c];
            m[k * d + c] = a;
            inverse[k * d + c] = b;
        }
        for ( int i = 0; i < d; ++i )
        {
            double factor = m[i * d + k];
            for ( int c = 0; c < d && i != k && factor != 0.0; ++c )
            {
                m[i * d + c] -= factor * m[k * d + c];
                inverse[i * d + c] -= factor * inverse[k * d + c];
            }
        }
    }
    memcpy( m, inverse, (size_t)( d * d ) * sizeof( double ) );
    return true;
}

// ------------------------------------------------------------------------------------------------------------ groups

static bool sameNeighbours( const linearStep* space, int i, int j )
{
    int count = space->start[i + 1] - space->start[i];
    return count == space->start[j + 1] - space->start[j] &&
        memcmp( space->column + space->start[i], space->column + space->start[j],
            (size_t)count * sizeof( int ) ) == 0;
}

static const double* findBlock( const linearStep* space, int i, int j )
{
    int low = space->start[i], high = space->start[i + 1] - 1;
    while ( low < high )
    {
        int middle = ( low + high ) / 2;
        low = space->column[middle] < j ? middle + 1 : low;
        high = space->column[middle] < j ? high : middle;
    }
    size_t square = (size_t)( space->system->dimension * space->system->dimension );
    return space->blocks + (size_t)low * square;
}

typedef struct Face
{
    int size, rank;
    double w[FACE_MAX * FACE_MAX]; // W_gg, then its elimination
    int order[FACE_MAX];           // the first `rank` rows are C's
} Face;

static void swapFace( Face* face, int i, int j )
{
    int n = face->size, keep = face->order[i];
    face->order[i] = face->order[j];
    face->order[j] = keep;
    for ( int k = 0; k < n; ++k )
    {
        double entry = face->w[i * n + k];
        face->w[i * n + k] = face->w[j * n + k];
        face->w[j * n + k] = entry;
    }
    for ( int k = 0; k < n; ++k )
    {
        double entry = face->w[k * n + i];
        face->w[k * n + i] = face->w[k * n + j];
        face->w[k * n + j] = entry;
    }
}

/// Elimination with the largest pivot of the diagonal, until only rounding is left. W = D^T M^-1 D: where s·W_gg s = 0
/// there is D s = 0, on either side of W, symmetric or not; so that the face alone tells the rank.
static void findRank( const linearStep* space, const int* members, int count, Face* face )
{
    int d = space->system->dimension, n = count * d;
    face->size = n;
    for ( int i = 0; i < n; ++i )
    {
        face->order[i] = i;
        for ( int j = 0; j < n; ++j )
        {
            face->w[i * n + j] = findBlock( space, members[i / d], members[j / d] )[( i % d ) * d + j % d];
        }
    }
    double largest = 0.0;
    for ( face->rank = 0; face->rank < n; ++face->rank )
    {
        int k = face->rank, pivot = k;
        for ( int i = k + 1; i < n; ++i )
        {
            pivot = face->w[i * n + i] > face->w[pivot * n + pivot] ? i : pivot;
        }
        double top = face->w[pivot * n + pivot];
        largest = fmax( largest, top );
        if ( !( top > RANK_NOISE * largest ) )
        {
            break;
        }
        swapFace( face, k, pivot );
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = face->w[i * n + k] /= top;
            for ( int j = k + 1; j < n; ++j )
            {
                face->w[i * n + j] -= factor * face->w[k * n + j];
            }
        }
    }
}

/// T: the rows of C are their own, the others L21 L11^-1 times those.
static void fillMap( const Face* face, int columns, double* map )
{
    int n = face->size, rank = face->rank;
    memset( map, 0, (size_t)( n * columns ) * sizeof( double ) );
    for ( int i = 0; i < n; ++i )
    {
        double* row = map + face->order[i] * columns;
        if ( i < rank )
        {
            row[i] = 1.0;
            continue;
        }
        for ( int k = rank - 1; k >= 0; --k )
        {
            double sum = face->w[i * n + k];
            for ( int m = k + 1; m < rank; ++m )
            {
                sum -= row[m] * face->w[m * n + k];
            }
            row[k] = sum;
        }
    }
}

/// Whether W_g = T (C's rows of W_g), all along the row.
static bool mapFits(
    const linearStep* space, const int* members, const Face* face, int columns, const double* map )
{
    int d = space->system->dimension, n = face->size, first = members[0];
    int neighbours = space->start[first + 1] - space->start[first];
    size_t square = (size_t)( d * d );
    double largest = 0.0, worst = 0.0;
    for ( int at = 0; at < neighbours * d; ++at )
    {
        double entry[FACE_MAX];
        for ( int i = 0; i < n; ++i )
        {
            size_t block = (size_t)( space->start[members[i / d]] + at / d );
            entry[i] = space->blocks[block * square + (size_t)( ( i % d ) * d + at % d )];
            largest = fmax( largest, fabs( entry[i] ) );
        }
        for ( int i = face->rank; i < n; ++i )
        {
            double sum = entry[face->order[i]];
            for ( int k = 0; k < face->rank; ++k )
            {
                sum -= map[face->order[i] * columns + k] * entry[face->order[k]];
            }
            worst = fmax( worst, fabs( sum ) );
        }
    }
    return worst <= MATCH * largest;
}

/// The contacts of the group become one, or stay single where nothing is gained.
static void addGroup( linearStep* space, const int* members, int count, Face* face, size_t* used )
{
    int d = space->system->dimension, rows = count;
    size_t old = *used;
    double* map = space->maps + old;
    if ( count > 1 )
    {
        findRank( space, members, count, face );
        rows = ( face->rank + d - 1 ) / d;
        rows = rows > 0 ? rows : 1;
        if ( rows < count )
        {
            fillMap( face, rows * d, map );
            rows = mapFits( space, members, face, rows * d, map ) ? rows : count;
        }
    }
    bool whole = rows == count; // then they are single
    for ( int k = 0; k < ( whole ? count : 1 ); ++k )
    {
        faceGroup* group = &space->groups[space->groupCount];
        *group = ( faceGroup ){ .first = (int)( members - space->members ) + k,
            .count = whole ? 1 : count,
            .row = space->rowCount,
            .rows = whole ? 1 : rows,
            .map = old,
            .weight = space->weightSize };
        for ( int i = 0; i < group->rows * d; ++i )
        {
            int own = whole ? i : i < face->rank ? face->order[i] : -1;
            space->basis[group->row * d + i] = own < 0 ? -1 : members[k + own / d] * d + own % d;
        }
        for ( int i = 0; i < group->count; ++i )
        {
            space->groupOf[members[k + i]] = space->groupCount;
        }
        space->rowCount += group->rows;
        space->weightSize += (size_t)( group->rows * group->rows * d * d );
        space->groupCount += 1;
    }
    *used += whole ? 0 : (size_t)( count * d * rows * d );
}

/// Contacts with the same neighbours as i, i first, behind each other at `members`; their number.
static int gather( const linearStep* space, int i, const bool* taken, int* members )
{
    int count = 0;
    for ( int k = space->start[i]; k < space->start[i + 1] && count < GROUP_MAX; ++k )
    {
        int j = space->column[k];
        if ( j >= i && !taken[j] && sameNeighbours( space, i, j ) )
        {
            members[count++] = j;
        }
    }
    return count;
}

static bool makeGroups( linearStep* space )
{
    size_t n = (size_t)space->system->contacts + 1, d = (size_t)space->system->dimension;
    bool* taken = ssAlloc( n * sizeof( bool ) );
    Face* face = ssAlloc( sizeof( Face ) );
    int* counts = ssAlloc( n * sizeof( int ) );
    space->groups = ssAlloc( n * sizeof( faceGroup ) );
    space->members = ssAlloc( n * sizeof( int ) );
    space->groupOf = ssAlloc( n * sizeof( int ) );
    space->basis = ssAlloc( n * d * sizeof( int ) );
    bool room = taken && face && counts && space->groups && space->members && space->groupOf && space->basis;
    size_t squares = 0, used = 0;
    int faces = 0;
    for ( int i = 0, at = 0; i < space->system->contacts && room; ++i )
    {
        if ( !taken[i] )
        {
            int count = gather( space, i, taken, space->members + at );
            for ( int k = 0; k < count; ++k )
            {
                taken[space->members[at + k]] = true;
            }
            counts[faces++] = count;
            squares += (size_t)( count * count );
            at += count;
        }
    }
    space->maps = room ? ssAlloc( ( squares + 1 ) * d * d * sizeof( double ) ) : NULL;
    room = room && space->maps != NULL;
    for ( int k = 0, at = 0; k < faces && room; at += counts[k++] )
    {
        addGroup( space, space->members + at, counts[k], face, &used );
    }
    ssRelease( taken );
    ssRelease( face );
    ssRelease( counts );
    return room;
}

/// Block columns of a group's rows in C, into `beside` unless that is NULL; their number.
static int coreWidth( const linearStep* space, int group, int* beside )
{
    int contact = space->members[space->groups[group].first], count = 0;
    for ( int k = space->start[contact]; k < space->start[contact + 1]; ++k )
    {
        const faceGroup* other = &space->groups[space->groupOf[space->column[k]]];
        bool head = space->members[other->first] == space->column[k];
        for ( int r = 0; r < other->rows && head; ++r )
        {
            if ( beside != NULL )
            {
                beside[count] = other->row + r;
            }
            ++count;
        }
    }
    return count;
}

static double entryOf( const linearStep* space, int row, int column )
{
    int d = space->system->dimension;
    return row < 0 || column < 0 ? 0.0
                                 : findBlock( space, row / d, column / d )[( row % d ) * d + column % d];
}

static bool makeCore( linearStep* space )
{
    int d = space->system->dimension;
    size_t square = (size_t)( d * d ), rows = (size_t)space->rowCount + 2, count = 0;
    space->coreStart = ssAlloc( rows * sizeof( int ) );
    for ( int g = 0; g < space->groupCount; ++g )
    {
        count += (size_t)( space->groups[g].rows * coreWidth( space, g, NULL ) );
    }
    space->coreColumn = ssAlloc( ( count + 1 ) * sizeof( int ) );
    space->core = ssAlloc( ( count + 1 ) * square * sizeof( double ) );
    space->product = ssAlloc( ( count + 1 ) * square * sizeof( double ) );
    space->weights = ssAlloc( ( space->weightSize + 1 ) * sizeof( double ) );
    space->z = ssAlloc( 2 * rows * (size_t)d * sizeof( double ) );
    if ( !( space->coreStart && space->coreColumn && space->core && space->product && space->weights &&
             space->z ) )
    {
        return false;
    }
    int at = 0;
    for ( int g = 0; g < space->groupCount; ++g )
    {
        for ( int r = 0; r < space->groups[g].rows; ++r )
        {
            int row = space->groups[g].row + r;
            at += coreWidth( space, g, space->coreColumn + at );
            space->coreStart[row + 1] = at;
            for ( int k = space->coreStart[row]; k < at; ++k )
            {
                for ( int c = 0; c < d * d; ++c )
                {
                    space->core[(size_t)k * square + (size_t)c] = entryOf( space,
                        space->basis[row * d + c / d], space->basis[space->coreColumn[k] * d + c % d] );
                }
            }
        }
    }
    return true;
}

bool linearStepMake( linearStep* space, const ssSystem* system )
{
    *space = ( linearStep ){ .system = system };
    if ( system->blocks != NULL )
    {
        return systemMakeBlocks( system, &space->start, &space->column, &space->blocks ) &&
            makeGroups( space ) && makeCore( space );
    }
    space->velocity = ssAlloc( ( (size_t)system->bodies + 1 ) * 6 * sizeof( double ) );
    space->flow = ssAlloc( ( (size_t)system->size + 1 ) * sizeof( double ) );
    return space->velocity && space->flow && bodySpaceMake( &space->bodies, system );
}

// -------------------------------------------------------------------------------------------------------- the system

/// out += left right, all d × d.
static ALWAYS_INLINE void addProduct(
    int d, const double* restrict left, const double* restrict right, double* restrict out )
{
    for ( int r = 0; r < d; ++r )
    {
        for ( int k = 0; k < d; ++k )
        {
            double factor = left[r * d + k];
            for ( int c = 0; c < d; ++c )
            {
                out[r * d + c] += factor * right[k * d + c];
            }
        }
    }
}

/// Block (r, k) of T^T B T.
static ALWAYS_INLINE void weightBlock(
    const linearStep* space, int d, const faceGroup* group, const double* b, int r, int k, double* out )
{
    int columns = group->rows * d;
    memset( out, 0, (size_t)( d * d ) * sizeof( double ) );
    for ( int i = 0; i < group->count; ++i )
    {
        const double* own = b + (size_t)space->members[group->first + i] * (size_t)( d * d );
        if ( group->count == 1 )
        {
            memcpy( out, own, (size_t)( d * d ) * sizeof( double ) );
            return;
        }
        const double* map = space->maps + group->map + (size_t)( i * d * columns );
        double half[SS_CONE_MAX * SS_CONE_MAX] = { 0 };
        for ( int a = 0; a < d; ++a )
        {
            for ( int m = 0; m < d; ++m )
            {
                for ( int c = 0; c < d; ++c )
                {
                    half[a * d + c] += own[a * d + m] * map[m * columns + k * d + c];
                }
            }
        }
        for ( int a = 0; a < d; ++a )
        {
            for ( int m = 0; m < d; ++m )
            {
                for ( int c = 0; c < d; ++c )
                {
                    out[m * d + c] += map[a * columns + r * d + m] * half[a * d + c];
                }
            }
        }
    }
}

/// I + T^T B T C, row by row.
static ALWAYS_INLINE void fillProduct( linearStep* space, int d, const double* b )
{
    size_t square = (size_t)( d * d );
    memset( space->product, 0, (size_t)space->coreStart[space->rowCount] * square * sizeof( double ) );
    for ( int g = 0; g < space->groupCount; ++g )
    {
        const faceGroup* group = &space->groups[g];
        for ( int r = 0; r < group->rows; ++r )
        {
            int row = group->row + r, width = space->coreStart[row + 1] - space->coreStart[row];
            double* out = space->product + (size_t)space->coreStart[row] * square;
            for ( int k = 0; k < group->rows; ++k )
            {
                double* weight = space->weights + group->weight + (size_t)( r * group->rows + k ) * square;
                const double* core = space->core + (size_t)space->coreStart[group->row + k] * square;
                weightBlock( space, d, group, b, r, k, weight );
                for ( int j = 0; j < width; ++j )
                {
                    addProduct( d, weight, core + (size_t)j * square, out + (size_t)j * square );
                }
            }
            for ( int j = 0; j < width; ++j )
            {
                for ( int c = 0; c < d && space->coreColumn[space->coreStart[row] + j] == row; ++c )
                {
                    out[(size_t)j * square + (size_t)( c * ( d + 1 ) )] += 1.0;
                }
            }
        }
    }
}

static bool factorBlocks( linearStep* space, const double* b )
{
    int d = space->system->dimension;
    d == 3 ? fillProduct( space, 3, b ) : d == 5 ? fillProduct( space, 5, b ) : fillProduct( space, d, b );
    if ( !space->analysed )
    {
        space->analysed =
            blockLuAnalyse( &space->lu, space->rowCount, d, space->coreStart, space->coreColumn );
        if ( !space->analysed )
        {
            blockLuFree( &space->lu ); // the next attempt begins afresh
            return false;
        }
    }
    return blockLuFactor( &space->lu, space->coreStart, space->coreColumn, space->product );
}

/// z = T^T x of a group.
static void gatherGroup( const linearStep* space, const faceGroup* group, const double* x, double* z )
{
    int d = space->system->dimension, columns = group->rows * d;
    memset( z, 0, (size_t)columns * sizeof( double ) );
    for ( int i = 0; i < group->count; ++i )
    {
        const double* own = x + (size_t)space->members[group->first + i] * (size_t)d;
        const double* map = space->maps + group->map + (size_t)( i * d * columns );
        for ( int a = 0; a < d; ++a )
        {
            for ( int c = 0; c < columns && group->count > 1; ++c )
            {
                z[c] += map[a * columns + c] * own[a];
            }
            z[a] = group->count > 1 ? z[a] : own[a];
        }
    }
}

/// x -= B T flow of a group.
static void scatterGroup(
    const linearStep* space, const faceGroup* group, const double* b, const double* flow, double* x )
{
    int d = space->system->dimension, columns = group->rows * d;
    for ( int i = 0; i < group->count; ++i )
    {
        size_t at = (size_t)space->members[group->first + i] * (size_t)d;
        const double* map = space->maps + group->map + (size_t)( i * d * columns );
        double own[SS_CONE_MAX];
        for ( int a = 0; a < d; ++a )
        {
            own[a] = vecDot( columns, map + a * columns, flow );
        }
        for ( int a = 0; a < d; ++a )
        {
            x[at + (size_t)a] -= vecDot( d, b + at * (size_t)d + (size_t)( a * d ), own );
        }
    }
}

/// x <- (T^T B T)^-1 x of a group, zero where that has no rank.
static void solveWeights( const linearStep* space, const faceGroup* group, double* x )
{
    int d = space->system->dimension, n = group->rows * d;
    const double* weights = space->weights + group->weight;
    double m[FACE_MAX * FACE_MAX];
    for ( int i = 0; i < n * n; ++i )
    {
        int r = i / n, c = i % n;
        m[i] = weights[( r / d * group->rows + c / d ) * d * d + ( r % d ) * d + c % d];
    }
    for ( int k = 0; k < n; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < n; ++i )
        {
            pivot = fabs( m[i * n + k] ) > fabs( m[pivot * n + k] ) ? i : pivot;
        }
        for ( int j = 0; j < n && pivot != k; ++j )
        {
            double keep = m[k * n + j];
            m[k * n + j] = m[pivot * n + j];
            m[pivot * n + j] = keep;
        }
        double keep = x[k];
        x[k] = x[pivot];
        x[pivot] = keep;
        for ( int i = k + 1; i < n && m[k * n + k] != 0.0; ++i )
        {
            double factor = m[i * n + k] / m[k * n + k];
            for ( int j = k; j < n; ++j )
            {
                m[i * n + j] -= factor * m[k * n + j];
            }
            x[i] -= factor * x[k];
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j )
        {
            x[k] -= m[k * n + j] * x[j];
        }
        x[k] = m[k * n + k] != 0.0 ? x[k] / m[k * n + k] : 0.0;
    }
}

/// dp of a group from z = T^T dp and its flow C z. A contact of its own is z; the others are x - B T flow, the small
/// difference of large numbers where B is large: the flow is put right until T^T dp = z.
static void finishGroup( const linearStep* space, const faceGroup* group, const double* b, const double* z,
    const double* flow, double* x )
{
    int d = space->system->dimension, columns = group->rows * d;
    if ( group->count == 1 )
    {
        memcpy( x + (size_t)space->members[group->first] * (size_t)d, z, (size_t)d * sizeof( double ) );
        return;
    }
    double off[FACE_MAX];
    scatterGroup( space, group, b, flow, x );
    gatherGroup( space, group, x, off );
    for ( int c = 0; c < columns; ++c )
    {
        off[c] -= z[c];
    }
    solveWeights( space, group, off );
    scatterGroup( space, group, b, off, x );
}

static void solveBlocks( linearStep* space, const double* b, double* x )
{
    int d = space->system->dimension;
    size_t square = (size_t)( d * d );
    double *z = space->z, *flow = z + ( (size_t)space->rowCount + 1 ) * (size_t)d;
    for ( int g = 0; g < space->groupCount; ++g )
    {
        gatherGroup( space, &space->groups[g], x, z + (size_t)( space->groups[g].row * d ) );
    }
    blockLuSolve( &space->lu, z );
    for ( int row = 0; row < space->rowCount; ++row )
    {
        double* own = flow + (size_t)( row * d );
        memset( own, 0, (size_t)d * sizeof( double ) );
        for ( int k = space->coreStart[row]; k < space->coreStart[row + 1]; ++k )
        {
            for ( int c = 0; c < d; ++c )
            {
                own[c] += vecDot( d, space->core + (size_t)k * square + (size_t)( c * d ),
                    z + (size_t)( space->coreColumn[k] * d ) );
            }
        }
    }
    for ( int g = 0; g < space->groupCount; ++g )
    {
        size_t at = (size_t)( space->groups[g].row * d );
        finishGroup( space, &space->groups[g], b, z + at, flow + at, x );
    }
}

/// dw = (I + E B E^T)^-1 E x, x <- x - B E^T dw.
static void solveBodies( linearStep* space, const double* b, double* x )
{
    const ssSystem* system = space->system;
    int d = system->dimension, n = system->contacts;
    const double* rowB = b + (size_t)( n * d * d );
    bodySpaceGather( &space->bodies, x, space->velocity );
    bodySpaceSolve( &space->bodies, space->velocity );
    bodySpaceScatter( &space->bodies, space->velocity, space->flow );
    for ( int i = 0; i < n; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        for ( int c = 0; c < d; ++c )
        {
            x[at + (size_t)c] -= vecDot( d, b + at * (size_t)d + (size_t)( c * d ), space->flow + at );
        }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        x[n * d + k] -= rowB[k] * space->flow[n * d + k];
    }
}

bool linearStepFactor( linearStep* space, const double* b )
{
    const ssSystem* system = space->system;
    size_t square = (size_t)( system->dimension * system->dimension );
    return system->blocks != NULL
        ? factorBlocks( space, b )
        : bodySpaceFactor( &space->bodies, b, b + (size_t)system->contacts * square );
}

void linearStepSolve( linearStep* space, const double* b, double* x )
{
    space->system->blocks != NULL ? solveBlocks( space, b, x ) : solveBodies( space, b, x );
}
