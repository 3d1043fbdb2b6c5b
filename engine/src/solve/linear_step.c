// SPDX-License-Identifier: MIT
#include "solve/linear_step.h"
#include "base/inline.h"

#include <string.h>

// Makes and solves the linear systems of `path` and `interior`.

#define GROUP_MAX 16                         // contacts of one group; more contacts of a face form another
#define FACE_MAX ( GROUP_MAX * SS_CONE_MAX ) // most rows of W in one group
#define RANK_NOISE 1e-13                     // pivots below this part of the largest one are rounding
#define MATCH 1e-12 // error allowed in W_g = T (its rows of C), over the largest entry of the face

void linearStepFree( linearStep* linear )
{
    void* owned[] = { linear->velocity, linear->flow, linear->start, linear->column, linear->blocks,
        linear->groups, linear->members, linear->groupOf, linear->basis, linear->maps, linear->weights,
        linear->coreStart, linear->coreColumn, linear->core, linear->product, linear->z };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( linear->arena, owned[i] ); }
    blockLuFree( &linear->lu );
    bodySpaceFree( &linear->bodies );
    *linear = ( linearStep ){ 0 };
}

bool linearStepInvert( int d, double* m )
{
    double inverse[SS_CONE_MAX * SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < d; ++i ) { inverse[i * d + i] = 1.0; }
    for ( int k = 0; k < d; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < d; ++i )
        {
            pivot = fabs( m[i * d + k] ) > fabs( m[pivot * d + k] ) ? i : pivot;
        }
        double top = m[pivot * d + k];
        if ( !( fabs( top ) > 0.0 ) ) { return false; }
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

static bool sameNeighbours( const linearStep* linear, int i, int j )
{
    int count = linear->start[i + 1] - linear->start[i];
    return count == linear->start[j + 1] - linear->start[j] &&
        memcmp( linear->column + linear->start[i], linear->column + linear->start[j],
            (size_t)count * sizeof( int ) ) == 0;
}

static const double* findBlock( const linearStep* linear, int i, int j )
{
    int low = linear->start[i], high = linear->start[i + 1] - 1;
    while ( low < high )
    {
        int middle = ( low + high ) / 2;
        low = linear->column[middle] < j ? middle + 1 : low;
        high = linear->column[middle] < j ? high : middle;
    }
    size_t square = (size_t)( linear->system->dimension * linear->system->dimension );
    return linear->blocks + (size_t)low * square;
}

// W_gg of a group while its rank is found.
typedef struct Face
{
    int size, rank;
    double w[FACE_MAX * FACE_MAX]; // W_gg, then its elimination
    int order[FACE_MAX]; // its rows in the order of elimination; the first `rank` of them belong to C
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

/// Eliminates with the largest diagonal pivot until only rounding is left. As W = D^T M^-1 D, s·W_gg s = 0
/// means D s = 0, on either side of any W: the face alone determines the rank.
static void findRank( const linearStep* linear, const int* members, int count, Face* face )
{
    int d = linear->system->dimension, n = count * d;
    face->size = n;
    for ( int i = 0; i < n; ++i )
    {
        face->order[i] = i;
        for ( int j = 0; j < n; ++j )
        {
            face->w[i * n + j] = findBlock( linear, members[i / d], members[j / d] )[( i % d ) * d + j % d];
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
        largest = ssMax( largest, top );
        if ( !( top > RANK_NOISE * largest ) ) { break; }
        swapFace( face, k, pivot );
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = face->w[i * n + k] /= top;
            for ( int j = k + 1; j < n; ++j ) { face->w[i * n + j] -= factor * face->w[k * n + j]; }
        }
    }
}

/// Fills T: the rows that belong to C are unit vectors, the others are L21 L11^-1.
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
            for ( int m = k + 1; m < rank; ++m ) { sum -= row[m] * face->w[m * n + k]; }
            row[k] = sum;
        }
    }
}

/// Whether W_g = T (the rows of W_g that belong to C) for all neighbours.
static bool mapFits(
    const linearStep* linear, const int* members, const Face* face, int columns, const double* map )
{
    int d = linear->system->dimension, n = face->size, first = members[0];
    int neighbours = linear->start[first + 1] - linear->start[first];
    size_t square = (size_t)( d * d );
    double largest = 0.0, worst = 0.0;
    for ( int at = 0; at < neighbours * d; ++at )
    {
        double entry[FACE_MAX];
        for ( int i = 0; i < n; ++i )
        {
            size_t block = (size_t)( linear->start[members[i / d]] + at / d );
            entry[i] = linear->blocks[block * square + (size_t)( ( i % d ) * d + at % d )];
            largest = ssMax( largest, fabs( entry[i] ) );
        }
        for ( int i = face->rank; i < n; ++i )
        {
            double sum = entry[face->order[i]];
            for ( int k = 0; k < face->rank; ++k )
            {
                sum -= map[face->order[i] * columns + k] * entry[face->order[k]];
            }
            worst = ssMax( worst, fabs( sum ) );
        }
    }
    return worst <= MATCH * largest;
}

/// Adds the contacts as one group, or each as a group of its own where nothing is gained.
static void addGroup( linearStep* linear, const int* members, int count, Face* face, size_t* used )
{
    int d = linear->system->dimension, rows = count;
    size_t old = *used;
    double* map = linear->maps + old;
    if ( count > 1 )
    {
        findRank( linear, members, count, face );
        rows = ( face->rank + d - 1 ) / d;
        rows = rows > 0 ? rows : 1;
        if ( rows < count )
        {
            fillMap( face, rows * d, map );
            rows = mapFits( linear, members, face, rows * d, map ) ? rows : count;
        }
    }
    bool single = rows == count;
    for ( int k = 0; k < ( single ? count : 1 ); ++k )
    {
        faceGroup* group = &linear->groups[linear->groupCount];
        *group = ( faceGroup ){ .first = (int)( members - linear->members ) + k,
            .count = single ? 1 : count,
            .row = linear->rowCount,
            .rows = single ? 1 : rows,
            .map = old,
            .weight = linear->weightSize };
        for ( int i = 0; i < group->rows * d; ++i )
        {
            int own = single ? i : i < face->rank ? face->order[i] : -1;
            linear->basis[group->row * d + i] = own < 0 ? -1 : members[k + own / d] * d + own % d;
        }
        for ( int i = 0; i < group->count; ++i ) { linear->groupOf[members[k + i]] = linear->groupCount; }
        linear->rowCount += group->rows;
        linear->weightSize += (size_t)( group->rows * group->rows * d * d );
        linear->groupCount += 1;
    }
    *used += single ? 0 : (size_t)( count * d * rows * d );
}

/// Writes the contacts with the same neighbours as contact i to `members`, i first. Returns their number.
static int findMembers( const linearStep* linear, int i, const bool* taken, int* members )
{
    int count = 0;
    for ( int k = linear->start[i]; k < linear->start[i + 1] && count < GROUP_MAX; ++k )
    {
        int j = linear->column[k];
        if ( j >= i && !taken[j] && sameNeighbours( linear, i, j ) ) { members[count++] = j; }
    }
    return count;
}

static bool makeGroups( linearStep* linear )
{
    size_t n = (size_t)linear->system->contacts + 1, d = (size_t)linear->system->dimension;
    bool* taken = ssArena_Alloc( linear->arena, n * sizeof( bool ) );
    Face* face = ssArena_Alloc( linear->arena, sizeof( Face ) );
    int* counts = ssArena_Alloc( linear->arena, n * sizeof( int ) );
    linear->groups = ssArena_Alloc( linear->arena, n * sizeof( faceGroup ) );
    linear->members = ssArena_Alloc( linear->arena, n * sizeof( int ) );
    linear->groupOf = ssArena_Alloc( linear->arena, n * sizeof( int ) );
    linear->basis = ssArena_Alloc( linear->arena, n * d * sizeof( int ) );
    bool allocated =
        taken && face && counts && linear->groups && linear->members && linear->groupOf && linear->basis;
    size_t squares = 0, used = 0;
    int faces = 0;
    for ( int i = 0, at = 0; i < linear->system->contacts && allocated; ++i )
    {
        if ( !taken[i] )
        {
            int count = findMembers( linear, i, taken, linear->members + at );
            for ( int k = 0; k < count; ++k ) { taken[linear->members[at + k]] = true; }
            counts[faces++] = count;
            squares += (size_t)( count * count );
            at += count;
        }
    }
    linear->maps =
        allocated ? ssArena_Alloc( linear->arena, ( squares + 1 ) * d * d * sizeof( double ) ) : NULL;
    allocated = allocated && linear->maps != NULL;
    for ( int k = 0, at = 0; k < faces && allocated; at += counts[k++] )
    {
        addGroup( linear, linear->members + at, counts[k], face, &used );
    }
    ssArena_Free( linear->arena, taken );
    ssArena_Free( linear->arena, face );
    ssArena_Free( linear->arena, counts );
    return allocated;
}

/// Counts the block columns of a group's rows in C, and writes them to `columns` unless that is NULL.
static int coreWidth( const linearStep* linear, int group, int* columns )
{
    int contact = linear->members[linear->groups[group].first], count = 0;
    for ( int k = linear->start[contact]; k < linear->start[contact + 1]; ++k )
    {
        const faceGroup* other = &linear->groups[linear->groupOf[linear->column[k]]];
        bool head = linear->members[other->first] == linear->column[k];
        for ( int r = 0; r < other->rows && head; ++r )
        {
            if ( columns != NULL ) { columns[count] = other->row + r; }
            ++count;
        }
    }
    return count;
}

static double entryOf( const linearStep* linear, int row, int column )
{
    int d = linear->system->dimension;
    return row < 0 || column < 0 ? 0.0
                                 : findBlock( linear, row / d, column / d )[( row % d ) * d + column % d];
}

/// Makes C as sparse blocks.
static bool makeCore( linearStep* linear )
{
    int d = linear->system->dimension;
    size_t square = (size_t)( d * d ), rows = (size_t)linear->rowCount + 2, count = 0;
    linear->coreStart = ssArena_Alloc( linear->arena, rows * sizeof( int ) );
    for ( int g = 0; g < linear->groupCount; ++g )
    {
        count += (size_t)( linear->groups[g].rows * coreWidth( linear, g, NULL ) );
    }
    linear->coreColumn = ssArena_Alloc( linear->arena, ( count + 1 ) * sizeof( int ) );
    linear->core = ssArena_Alloc( linear->arena, ( count + 1 ) * square * sizeof( double ) );
    linear->product = ssArena_Alloc( linear->arena, ( count + 1 ) * square * sizeof( double ) );
    linear->weights = ssArena_Alloc( linear->arena, ( linear->weightSize + 1 ) * sizeof( double ) );
    linear->z = ssArena_Alloc( linear->arena, 2 * rows * (size_t)d * sizeof( double ) );
    if ( !( linear->coreStart && linear->coreColumn && linear->core && linear->product && linear->weights &&
             linear->z ) )
    {
        return false;
    }
    int at = 0;
    for ( int g = 0; g < linear->groupCount; ++g )
    {
        for ( int r = 0; r < linear->groups[g].rows; ++r )
        {
            int row = linear->groups[g].row + r;
            at += coreWidth( linear, g, linear->coreColumn + at );
            linear->coreStart[row + 1] = at;
            for ( int k = linear->coreStart[row]; k < at; ++k )
            {
                for ( int c = 0; c < d * d; ++c )
                {
                    linear->core[(size_t)k * square + (size_t)c] = entryOf( linear,
                        linear->basis[row * d + c / d], linear->basis[linear->coreColumn[k] * d + c % d] );
                }
            }
        }
    }
    return true;
}

bool linearStepMake( linearStep* linear, const ssSystem* system )
{
    *linear = ( linearStep ){ .arena = system->arena, .system = system };
    if ( system->blocks != NULL )
    {
        return systemMakeContactBlocks( system, &linear->start, &linear->column, &linear->blocks ) &&
            makeGroups( linear ) && makeCore( linear );
    }
    linear->velocity = ssArena_Alloc( linear->arena, ( (size_t)system->bodies + 1 ) * 6 * sizeof( double ) );
    linear->flow = ssArena_Alloc( linear->arena, ( (size_t)system->size + 1 ) * sizeof( double ) );
    return linear->velocity && linear->flow && bodySpaceMake( &linear->bodies, system );
}

/// out += left right, all d × d.
static ALWAYS_INLINE void addProduct(
    int d, const double* restrict left, const double* restrict right, double* restrict out )
{
    for ( int r = 0; r < d; ++r )
    {
        for ( int k = 0; k < d; ++k )
        {
            double factor = left[r * d + k];
            for ( int c = 0; c < d; ++c ) { out[r * d + c] += factor * right[k * d + c]; }
        }
    }
}

/// Computes block (r, k) of T^T B T.
static ALWAYS_INLINE void weightBlock(
    const linearStep* linear, int d, const faceGroup* group, const double* b, int r, int k, double* out )
{
    int columns = group->rows * d;
    memset( out, 0, (size_t)( d * d ) * sizeof( double ) );
    for ( int i = 0; i < group->count; ++i )
    {
        const double* own = b + (size_t)linear->members[group->first + i] * (size_t)( d * d );
        if ( group->count == 1 )
        {
            memcpy( out, own, (size_t)( d * d ) * sizeof( double ) );
            return;
        }
        const double* map = linear->maps + group->map + (size_t)( i * d * columns );
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

/// Makes I + T^T B T C row by row.
static ALWAYS_INLINE void fillProduct( linearStep* linear, int d, const double* b )
{
    size_t square = (size_t)( d * d );
    memset( linear->product, 0, (size_t)linear->coreStart[linear->rowCount] * square * sizeof( double ) );
    for ( int g = 0; g < linear->groupCount; ++g )
    {
        const faceGroup* group = &linear->groups[g];
        for ( int r = 0; r < group->rows; ++r )
        {
            int row = group->row + r, width = linear->coreStart[row + 1] - linear->coreStart[row];
            double* out = linear->product + (size_t)linear->coreStart[row] * square;
            for ( int k = 0; k < group->rows; ++k )
            {
                double* weight = linear->weights + group->weight + (size_t)( r * group->rows + k ) * square;
                const double* core = linear->core + (size_t)linear->coreStart[group->row + k] * square;
                weightBlock( linear, d, group, b, r, k, weight );
                for ( int j = 0; j < width; ++j )
                {
                    addProduct( d, weight, core + (size_t)j * square, out + (size_t)j * square );
                }
            }
            for ( int j = 0; j < width; ++j )
            {
                for ( int c = 0; c < d && linear->coreColumn[linear->coreStart[row] + j] == row; ++c )
                {
                    out[(size_t)j * square + (size_t)( c * ( d + 1 ) )] += 1.0;
                }
            }
        }
    }
}

static bool factorBlocks( linearStep* linear, const double* b )
{
    int d = linear->system->dimension;
    d == 3 ? fillProduct( linear, 3, b ) : d == 5 ? fillProduct( linear, 5, b ) : fillProduct( linear, d, b );
    if ( !linear->analysed )
    {
        linear->analysed = blockLuAnalyse(
            &linear->lu, linear->arena, linear->rowCount, d, true, linear->coreStart, linear->coreColumn );
        if ( !linear->analysed )
        {
            blockLuFree( &linear->lu ); // the next attempt starts over
            return false;
        }
    }
    return blockLuFactor( &linear->lu, linear->product );
}

/// z = T^T x of a group.
static void gatherGroup( const linearStep* linear, const faceGroup* group, const double* x, double* z )
{
    int d = linear->system->dimension, columns = group->rows * d;
    memset( z, 0, (size_t)columns * sizeof( double ) );
    for ( int i = 0; i < group->count; ++i )
    {
        const double* own = x + (size_t)linear->members[group->first + i] * (size_t)d;
        const double* map = linear->maps + group->map + (size_t)( i * d * columns );
        for ( int a = 0; a < d; ++a )
        {
            for ( int c = 0; c < columns && group->count > 1; ++c ) { z[c] += map[a * columns + c] * own[a]; }
            z[a] = group->count > 1 ? z[a] : own[a];
        }
    }
}

/// x -= B T flow of a group.
static void scatterGroup(
    const linearStep* linear, const faceGroup* group, const double* b, const double* flow, double* x )
{
    int d = linear->system->dimension, columns = group->rows * d;
    for ( int i = 0; i < group->count; ++i )
    {
        size_t at = (size_t)linear->members[group->first + i] * (size_t)d;
        const double* map = linear->maps + group->map + (size_t)( i * d * columns );
        double own[SS_CONE_MAX];
        for ( int a = 0; a < d; ++a ) { own[a] = vecDot( columns, map + a * columns, flow ); }
        for ( int a = 0; a < d; ++a )
        {
            x[at + (size_t)a] -= vecDot( d, b + at * (size_t)d + (size_t)( a * d ), own );
        }
    }
}

/// x <- (T^T B T)^-1 x of a group; components without a pivot become zero.
static void solveWeights( const linearStep* linear, const faceGroup* group, double* x )
{
    int d = linear->system->dimension, n = group->rows * d;
    const double* weights = linear->weights + group->weight;
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
            for ( int j = k; j < n; ++j ) { m[i * n + j] -= factor * m[k * n + j]; }
            x[i] -= factor * x[k];
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j ) { x[k] -= m[k * n + j] * x[j]; }
        x[k] = m[k * n + k] != 0.0 ? x[k] / m[k * n + k] : 0.0;
    }
}

/// Computes dp of a group from z = T^T dp and its flow C z. For a single contact dp = z. For several dp = x -
/// B T flow, a small difference of large numbers where B is large, so the flow is corrected until T^T dp = z.
static void finishGroup( const linearStep* linear, const faceGroup* group, const double* b, const double* z,
    const double* flow, double* x )
{
    int d = linear->system->dimension, columns = group->rows * d;
    if ( group->count == 1 )
    {
        memcpy( x + (size_t)linear->members[group->first] * (size_t)d, z, (size_t)d * sizeof( double ) );
        return;
    }
    double error[FACE_MAX];
    scatterGroup( linear, group, b, flow, x );
    gatherGroup( linear, group, x, error );
    for ( int c = 0; c < columns; ++c ) { error[c] -= z[c]; }
    solveWeights( linear, group, error );
    scatterGroup( linear, group, b, error, x );
}

/// Corrects z by what it leaves of `given`, overwritten: blocks of very different size cost digits.
static void refine( linearStep* linear, double* given, double* z )
{
    int d = linear->system->dimension;
    size_t square = (size_t)( d * d );
    for ( int row = 0; row < linear->rowCount; ++row )
    {
        double* own = given + (size_t)( row * d );
        for ( int k = linear->coreStart[row]; k < linear->coreStart[row + 1]; ++k )
        {
            for ( int c = 0; c < d; ++c )
            {
                own[c] -= vecDot( d, linear->product + (size_t)k * square + (size_t)( c * d ),
                    z + (size_t)( linear->coreColumn[k] * d ) );
            }
        }
    }
    blockLuSolve( &linear->lu, given );
    for ( int i = 0; i < linear->rowCount * d; ++i ) { z[i] += given[i]; }
}

static void solveBlocks( linearStep* linear, const double* b, double* x )
{
    int d = linear->system->dimension;
    size_t square = (size_t)( d * d );
    double *z = linear->z, *flow = z + ( (size_t)linear->rowCount + 1 ) * (size_t)d;
    for ( int g = 0; g < linear->groupCount; ++g )
    {
        gatherGroup( linear, &linear->groups[g], x, z + (size_t)( linear->groups[g].row * d ) );
    }
    memcpy( flow, z, (size_t)( linear->rowCount * d ) * sizeof( double ) );
    blockLuSolve( &linear->lu, z );
    refine( linear, flow, z );
    for ( int row = 0; row < linear->rowCount; ++row )
    {
        double* own = flow + (size_t)( row * d );
        memset( own, 0, (size_t)d * sizeof( double ) );
        for ( int k = linear->coreStart[row]; k < linear->coreStart[row + 1]; ++k )
        {
            for ( int c = 0; c < d; ++c )
            {
                own[c] += vecDot( d, linear->core + (size_t)k * square + (size_t)( c * d ),
                    z + (size_t)( linear->coreColumn[k] * d ) );
            }
        }
    }
    for ( int g = 0; g < linear->groupCount; ++g )
    {
        size_t at = (size_t)( linear->groups[g].row * d );
        finishGroup( linear, &linear->groups[g], b, z + at, flow + at, x );
    }
}

/// dw = (I + E B E^T)^-1 E x, x <- x - B E^T dw.
static void solveBodies( linearStep* linear, const double* b, double* x )
{
    const ssSystem* system = linear->system;
    int d = system->dimension, n = system->contacts;
    const double* rowB = b + (size_t)( n * d * d );
    bodySpaceGather( &linear->bodies, x, linear->velocity );
    bodySpaceSolve( &linear->bodies, linear->velocity );
    bodySpaceScatter( &linear->bodies, linear->velocity, linear->flow );
    for ( int i = 0; i < n; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        for ( int c = 0; c < d; ++c )
        {
            x[at + (size_t)c] -= vecDot( d, b + at * (size_t)d + (size_t)( c * d ), linear->flow + at );
        }
    }
    for ( int k = 0; k < system->rows; ++k ) { x[n * d + k] -= rowB[k] * linear->flow[n * d + k]; }
}

bool linearStepFactor( linearStep* linear, const double* b )
{
    const ssSystem* system = linear->system;
    size_t square = (size_t)( system->dimension * system->dimension );
    return system->blocks != NULL
        ? factorBlocks( linear, b )
        : bodySpaceFactor( &linear->bodies, b, b + (size_t)system->contacts * square );
}

void linearStepSolve( linearStep* linear, const double* b, double* x )
{
    linear->system->blocks != NULL ? solveBlocks( linear, b, x ) : solveBodies( linear, b, x );
}

bool linearStepSoften( int d, const double* soft, double* b, double* local )
{
    double raw[SS_CONE_MAX * SS_CONE_MAX];
    for ( int c = 0; c < d * d; ++c )
    {
        raw[c] = b[c];
        local[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) + b[c] * soft[c % d];
    }
    bool regular = linearStepInvert( d, local );
    for ( int c = 0; c < d * d && regular; ++c )
    {
        b[c] = 0.0;
        for ( int k = 0; k < d; ++k ) { b[c] += local[c / d * d + k] * raw[k * d + c % d]; }
    }
    return regular;
}
