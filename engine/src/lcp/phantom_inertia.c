// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// Friction with phantom inertia: the assembly of Eq. 8 of Peiret, Kövecses & Font-Llagunes, once as the full lead matrix
// and once as the linear complementarity problem that is left after the elimination of v' and lambda_t. The rank of the
// lead matrix is studied in phantom_inertia_rank.c.

// ----------------------------------------------------------------------------------------------- the lead matrix

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

// ----------------------------------------------------------------------------------------------- the eliminated form

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

/// The phantom inertia, limited to a multiple of the contact's effective mass. It changes neither acceleration nor force,
/// but a value far beyond the masses would cost precision.
static double limitedInertia( const ssPyramidSolver* s, const ssPyramidContact* c, int stick )
{
    int m = 2 * s->rs, i = 2 * stick;
    double mass = ssMax( s->a[i * m + i], s->a[( i + 1 ) * m + i + 1] );
    return ssMin( c->phantomInertia, 1e4 * c->k * mass );
}

/// S_n = S_nn - S_nt A S_tn and the normal part of q.
static void writeNormals( ssPyramidSolver* s, int r, int size )
{
    int m = 2 * s->rs;
    for ( int i = 0; i < r; ++i )
    {
        for ( int j = 0; j < r; ++j )
        {
            double sum = s->snn[i * r + j];
            for ( int l = 0; l < m; ++l )
            {
                sum -= s->sns[i * m + l] * s->x[l * r + j];
            }
            *pyramidEntry( s, size, i, j ) = sum;
        }
        s->q[i] = s->un[i] - pyramidDot( s->sns + i * m, s->y, m );
    }
}

/// The entries of B and mu between direction e of contact c and all normals. `plus` is the row of kappa+.
static void writeNormalCoupling(
    ssPyramidSolver* s, const ssPyramidProblem* p, int size, int c, ssVec2 e, int plus )
{
    int r = p->contactCount, m = 2 * s->rs, stick = s->stickIndex[c], minus = plus + s->stickDirections;
    for ( int i = 0; i < r; ++i )
    {
        // B = J_n M^-1 J_t^T A E. If another contact slides, its kinetic friction makes the row differ from the column.
        double column = 0.0;
        for ( int l = 0; l < m; ++l )
        {
            column +=
                s->sns[i * m + l] * ( s->a[l * m + 2 * stick] * e.x + s->a[l * m + 2 * stick + 1] * e.y );
        }
        double row = e.x * s->x[2 * stick * r + i] + e.y * s->x[( 2 * stick + 1 ) * r + i];
        double mu = i == c ? p->contacts[c].mu : 0.0;
        *pyramidEntry( s, size, i, plus ) = column;
        *pyramidEntry( s, size, i, minus ) = -column;
        *pyramidEntry( s, size, plus, i ) = mu - row;
        *pyramidEntry( s, size, minus, i ) = mu + row;
    }
}

/// The entries of H = E^T A E and rho between direction j of contact c, which is e, and all directions.
static void writeDirectionCoupling(
    ssPyramidSolver* s, const ssPyramidProblem* p, int size, int c, int j, ssVec2 e, double rho )
{
    int r = p->contactCount, m = 2 * s->rs, K = s->stickDirections;
    int plus = r + s->firstStickDirection[c] + j, minus = plus + K;
    for ( int d = 0; d < r; ++d )
    {
        if ( s->stickIndex[d] < 0 )
        {
            continue;
        }
        const double* a = s->a + 2 * s->stickIndex[c] * m + 2 * s->stickIndex[d];
        double left = e.x * a[0] + e.y * a[m];
        double right = e.x * a[1] + e.y * a[m + 1];
        for ( int l = 0; l < p->contacts[d].k; ++l )
        {
            ssVec2 f = ssPyramidDirection( p->contacts[d].k, p->contacts[d].angle, l );
            double h = left * f.x + right * f.y, crossed = -h + ( c == d && j == l ? rho : 0.0 );
            int otherPlus = r + s->firstStickDirection[d] + l, otherMinus = otherPlus + K;
            *pyramidEntry( s, size, plus, otherPlus ) = h;
            *pyramidEntry( s, size, minus, otherMinus ) = h;
            *pyramidEntry( s, size, plus, otherMinus ) = crossed;
            *pyramidEntry( s, size, minus, otherPlus ) = crossed;
        }
    }
}

/// Q = [[S_n, B, -B], [mu - B^T, H, -H + rho], [mu + B^T, -H + rho, H]] with w = (u_n', sigma-, sigma+): the crossed
/// pairing of Eqs. 6-7 puts rho off the diagonal.
bool phantomInertiaLcp( ssPyramidSolver* s, const ssPyramidProblem* p, int size )
{
    int r = p->contactCount;
    if ( !invertFriction( s, r ) )
    {
        return false;
    }
    writeNormals( s, r, size );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int stick = s->stickIndex[c];
        if ( stick < 0 )
        {
            continue;
        }
        double rho = limitedInertia( s, contact, stick );
        for ( int j = 0; j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            int plus = r + s->firstStickDirection[c] + j, minus = plus + s->stickDirections;
            s->q[plus] = -( e.x * s->y[2 * stick] + e.y * s->y[2 * stick + 1] );
            s->q[minus] = -s->q[plus];
            writeNormalCoupling( s, p, size, c, e, plus );
            writeDirectionCoupling( s, p, size, c, j, e, rho );
        }
    }
    return true;
}
