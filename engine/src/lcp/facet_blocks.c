// SPDX-License-Identifier: MIT
#include "lcp/facet_blocks.h"
#include "base/facets.h"

#include <string.h>

// Fills the matrices of linear complementarity problems of friction polygons.

int facetListDirections( const facetPolygon* polygons, int contacts, facetUnknown* list )
{
    int all = 0, at = 0;
    for ( int c = 0; c < contacts; ++c ) { all += polygons[c].tangent >= 0 ? polygons[c].k : 0; }
    for ( int c = 0; c < contacts; ++c )
    {
        const facetPolygon* own = &polygons[c];
        for ( int j = 0; own->tangent >= 0 && j < own->k; ++j, ++at )
        {
            ssVec2 e = facetDirection( own->k, own->angle, j );
            list[at] = ( facetUnknown ){ .e = e, .contact = c, .opposite = at + all };
            list[at + all] = ( facetUnknown ){ .e = ssVec2_Make( -e.x, -e.y ), .contact = c, .opposite = at };
        }
    }
    return 2 * all;
}

int facetListCorners( const facetPolygon* polygons, int contacts, facetUnknown* list )
{
    int count = 0;
    for ( int c = 0; c < contacts; ++c )
    {
        const facetPolygon* own = &polygons[c];
        ssVec2 corners[2 * SS_PYRAMID_MAX_DIRECTIONS];
        facetCorners( own->k, own->angle, own->inscribed, 1.0, corners );
        for ( int j = 0; own->tangent >= 0 && j < 2 * own->k; ++j )
        {
            list[count + j] = ( facetUnknown ){
                .e = corners[j], .contact = c, .opposite = count + ( j + own->k ) % ( 2 * own->k )
            };
        }
        count += own->tangent >= 0 ? 2 * own->k : 0;
    }
    return count;
}

static double* entry( const facetBlocks* b, int size, int row, int column )
{
    return b->m + (size_t)row * (size_t)size + (size_t)column;
}

static const double* rowOf( facetRows rows, int i ) { return rows.at + (size_t)i * (size_t)rows.stride; }

/// E^T h E between unknown `at` and all unknowns, with h = S_tt or its inverse.
static void writeUnknowns( const facetBlocks* b, int size, int at, facetRows h )
{
    const facetUnknown* own = &b->list[at];
    int tangent = b->polygons[own->contact].tangent;
    const double *first = rowOf( h, tangent ), *second = rowOf( h, tangent + 1 );
    double* row = entry( b, size, b->contacts + at, b->contacts );
    for ( int i = 0; i < b->unknowns; ++i )
    {
        const facetUnknown* other = &b->list[i];
        int t = b->polygons[other->contact].tangent;
        double left = own->e.x * first[t] + own->e.y * second[t];
        double right = own->e.x * first[t + 1] + own->e.y * second[t + 1];
        row[i] = left * other->e.x + right * other->e.y;
    }
}

/// S_n = S_nn - S_nt A S_tn and the normal part of q.
static void writeNormals( const facetBlocks* b, int size )
{
    for ( int i = 0; i < b->contacts; ++i )
    {
        const double *nn = rowOf( b->nn, i ), *nt = rowOf( b->nt, i );
        double forces = 0.0;
        for ( int l = 0; l < b->tangents; ++l ) { forces += nt[l] * b->y[l]; }
        b->q[i] = b->un[i] - forces;
        for ( int j = 0; j < b->contacts; ++j )
        {
            double sum = nn[j];
            for ( int l = 0; l < b->tangents; ++l ) { sum -= nt[l] * b->x[l * b->contacts + j]; }
            *entry( b, size, i, j ) = sum;
        }
    }
}

/// Limits the phantom inertia, which changes no solution, where it would cost precision.
static double limitedInertia( const facetBlocks* b, const facetPolygon* polygon )
{
    int n = b->tangents, t = polygon->tangent;
    double mass = ssMax( b->a[t * n + t], b->a[( t + 1 ) * n + t + 1] );
    return ssMin( polygon->rho, 1e4 * polygon->k * mass );
}

/// Q = [[S_n, B, -B], [mu - B^T, H, -H + rho], [mu + B^T, -H + rho, H]] with B = S_nt A E and H = E^T A E:
/// the crossed pairing of Eqs. 6-7 puts rho off the diagonal.
int facetFillEliminated( const facetBlocks* b )
{
    int r = b->contacts, n = b->tangents, size = r + b->unknowns;
    writeNormals( b, size );
    for ( int at = 0; at < b->unknowns; ++at )
    {
        const facetUnknown* own = &b->list[at];
        const facetPolygon* polygon = &b->polygons[own->contact];
        int t = polygon->tangent;
        ssVec2 e = own->e;
        b->q[r + at] = -( e.x * b->y[t] + e.y * b->y[t + 1] );
        for ( int i = 0; i < r; ++i )
        {
            // If contact i slides, its kinetic friction makes the row differ from the column.
            const double* nt = rowOf( b->nt, i );
            double column = 0.0, mu = i == own->contact ? polygon->mu : 0.0;
            for ( int l = 0; l < n; ++l )
            {
                column += nt[l] * ( b->a[l * n + t] * e.x + b->a[l * n + t + 1] * e.y );
            }
            *entry( b, size, i, r + at ) = column;
            *entry( b, size, r + at, i ) = mu - ( e.x * b->x[t * r + i] + e.y * b->x[( t + 1 ) * r + i] );
        }
        writeUnknowns( b, size, at, ( facetRows ){ b->a, n } );
        *entry( b, size, r + at, r + own->opposite ) += limitedInertia( b, polygon );
    }
    return size;
}

int facetFillForces( const facetBlocks* b )
{
    int r = b->contacts, size = r + b->unknowns + b->tangents / 2;
    memset( b->m, 0, (size_t)size * (size_t)size * sizeof *b->m );
    for ( int i = 0; i < r; ++i )
    {
        int zeta = r + b->unknowns + b->polygons[i].tangent / 2;
        memcpy( entry( b, size, i, 0 ), rowOf( b->nn, i ), (size_t)r * sizeof *b->m );
        b->q[i] = b->un[i];
        if ( b->polygons[i].tangent >= 0 )
        {
            *entry( b, size, zeta, i ) = b->polygons[i].mu;
            b->q[zeta] = 0.0;
        }
    }
    for ( int at = 0; at < b->unknowns; ++at )
    {
        int t = b->polygons[b->list[at].contact].tangent, zeta = r + b->unknowns + t / 2;
        const double *first = rowOf( b->tn, t ), *second = rowOf( b->tn, t + 1 );
        ssVec2 e = b->list[at].e;
        b->q[r + at] = e.x * b->ut[t] + e.y * b->ut[t + 1];
        for ( int i = 0; i < r; ++i )
        {
            const double* nt = rowOf( b->nt, i ) + t;
            *entry( b, size, i, r + at ) = e.x * nt[0] + e.y * nt[1];
            *entry( b, size, r + at, i ) = e.x * first[i] + e.y * second[i];
        }
        writeUnknowns( b, size, at, b->tt );
        *entry( b, size, r + at, zeta ) = 1.0;
        *entry( b, size, zeta, r + at ) = -1.0;
    }
    return size;
}
