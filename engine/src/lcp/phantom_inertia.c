// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <string.h>

// Friction with phantom inertia: Eq. 8 of Peiret, Kövecses & Font-Llagunes, once as the full lead matrix and
// once as the linear complementarity problem that is left after the elimination of v' and lambda_t
// (facet_blocks.c). The rank of the lead matrix is studied in phantom_inertia_rank.c.

// ------------------------------------------------------------------------------------------- the lead matrix

/// The rows of M v' - J_t^T lambda_t - J_n^T lambda_n and of J v' + C lambda; the forces begin in column n.
static void writeMotion( const ssPyramidProblem* p, double* matrix, size_t width )
{
    size_t n = (size_t)p->n, tangents = 2 * (size_t)p->contactCount, forces = 3 * (size_t)p->contactCount;
    for ( size_t i = 0; i < n; ++i )
    {
        memcpy( matrix + i * width, p->mass + i * n, n * sizeof *matrix );
        for ( size_t j = 0; j < forces; ++j )
        {
            double value =
                j < tangents ? p->tangentJacobian[j * n + i] : p->normalJacobian[( j - tangents ) * n + i];
            matrix[i * width + n + j] = -value;
            matrix[( n + j ) * width + i] = value;
        }
    }
    for ( size_t j = 0; j < forces; ++j )
    {
        matrix[( n + j ) * width + n + j] = p->compliance;
    }
}

void ssPyramid_LeadMatrix( const ssPyramidProblem* p, double* matrix )
{
    int n = p->n, r = p->contactCount, k = 0, at = 0;
    for ( int i = 0; i < r; ++i )
    {
        k += p->contacts[i].k;
    }
    size_t w = (size_t)( n + 3 * r + 2 * k ), tangent = (size_t)n, normal = tangent + 2 * (size_t)r;
    size_t plus = normal + (size_t)r, minus = plus + (size_t)k;
    memset( matrix, 0, w * w * sizeof *matrix );
    writeMotion( p, matrix, w );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        for ( int j = 0; j < contact->k; ++j, ++at )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            const double components[2] = { e.x, e.y };
            size_t rowPlus = plus + (size_t)at, rowMinus = minus + (size_t)at;
            for ( int d = 0; d < 2; ++d )
            {
                size_t t = tangent + 2 * (size_t)c + (size_t)d;
                matrix[t * w + rowPlus] = -components[d];
                matrix[t * w + rowMinus] = components[d];
                matrix[rowPlus * w + t] = components[d];
                matrix[rowMinus * w + t] = -components[d];
            }
            matrix[rowPlus * w + normal + (size_t)c] = contact->mu;
            matrix[rowMinus * w + normal + (size_t)c] = contact->mu;
            matrix[rowPlus * w + rowMinus] = contact->phantomInertia;
            matrix[rowMinus * w + rowPlus] = contact->phantomInertia;
        }
    }
}

// --------------------------------------------------------------------------------------- the eliminated form

/// a = sss^-1, x = a ssn, y = a us. False if the friction rows are linearly dependent.
static bool invertFriction( ssPyramidSolver* s, int r )
{
    int m = 2 * s->rs;
    double *factor = s->scratch, *column = s->rhs;
    memcpy( factor, s->sss, (size_t)( m * m ) * sizeof *factor );
    // Without compliance, redundant rows leave a pivot that consists of rounding errors only.
    if ( !denseCholeskyFactor( factor, m, 1e-13 ) )
    {
        return false;
    }
    for ( int j = 0; j < m; ++j )
    {
        memset( column, 0, (size_t)m * sizeof *column );
        column[j] = 1.0;
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i )
        {
            s->a[i * m + j] = column[i];
        }
    }
    for ( int j = 0; j < r; ++j )
    {
        for ( int i = 0; i < m; ++i )
        {
            column[i] = s->ssn[i * r + j];
        }
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i )
        {
            s->x[i * r + j] = column[i];
        }
    }
    memcpy( s->y, s->us, (size_t)m * sizeof *s->y );
    denseCholeskySolve( factor, m, s->y );
    return true;
}

bool phantomInertiaLcp( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    if ( !invertFriction( s, p->contactCount ) )
    {
        return false;
    }
    facetBlocks blocks = pyramidBlocks( s, p );
    facetFillEliminated( &blocks );
    return true;
}
