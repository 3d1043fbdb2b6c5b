// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"

#include <string.h>

// The force model of Stewart & Trinkle and Anitescu & Potra: lambda_t = E (beta+ - beta-),
// 0 <= beta± ⟂ zeta ± E^T u_t >= 0, 0 <= zeta ⟂ mu lambda_n - sum of beta >= 0, with z = (lambda_n, beta+, beta-, zeta).

/// The entries between direction e of contact c and all normals. `plus` is the row of beta+.
static void writeNormalCoupling(
    ssPyramidSolver* s, const ssPyramidProblem* p, int size, int c, ssVec2 e, int plus )
{
    int r = p->contactCount, m = 2 * s->rs, stick = s->stickIndex[c], minus = plus + s->stickDirections;
    for ( int i = 0; i < r; ++i )
    {
        double column = s->sns[i * m + 2 * stick] * e.x + s->sns[i * m + 2 * stick + 1] * e.y;
        double row = e.x * s->ssn[2 * stick * r + i] + e.y * s->ssn[( 2 * stick + 1 ) * r + i];
        *pyramidEntry( s, size, i, plus ) = column;
        *pyramidEntry( s, size, i, minus ) = -column;
        *pyramidEntry( s, size, plus, i ) = row;
        *pyramidEntry( s, size, minus, i ) = -row;
    }
}

/// The entries E^T S_tt E between direction e of contact c and all directions.
static void writeDirectionCoupling(
    ssPyramidSolver* s, const ssPyramidProblem* p, int size, int c, ssVec2 e, int plus )
{
    int r = p->contactCount, m = 2 * s->rs, K = s->stickDirections, minus = plus + K;
    for ( int d = 0; d < r; ++d )
    {
        if ( s->stickIndex[d] < 0 )
        {
            continue;
        }
        const double* b = s->sss + 2 * s->stickIndex[c] * m + 2 * s->stickIndex[d];
        for ( int l = 0; l < p->contacts[d].k; ++l )
        {
            ssVec2 f = ssPyramidDirection( p->contacts[d].k, p->contacts[d].angle, l );
            double h = ( e.x * b[0] + e.y * b[m] ) * f.x + ( e.x * b[1] + e.y * b[m + 1] ) * f.y;
            int otherPlus = r + s->firstStickDirection[d] + l, otherMinus = otherPlus + K;
            *pyramidEntry( s, size, plus, otherPlus ) = h;
            *pyramidEntry( s, size, minus, otherMinus ) = h;
            *pyramidEntry( s, size, plus, otherMinus ) = -h;
            *pyramidEntry( s, size, minus, otherPlus ) = -h;
        }
    }
}

void stewartTrinkleLcp( ssPyramidSolver* s, const ssPyramidProblem* p, int size )
{
    int r = p->contactCount, K = s->stickDirections;
    for ( int i = 0; i < r; ++i )
    {
        memcpy( pyramidEntry( s, size, i, 0 ), s->snn + i * r, (size_t)r * sizeof *s->m );
        s->q[i] = s->un[i];
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int stick = s->stickIndex[c], zeta = r + 2 * K + stick;
        if ( stick < 0 )
        {
            continue;
        }
        for ( int j = 0; j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            int plus = r + s->firstStickDirection[c] + j, minus = plus + K;
            s->q[plus] = e.x * s->us[2 * stick] + e.y * s->us[2 * stick + 1];
            s->q[minus] = -s->q[plus];
            writeNormalCoupling( s, p, size, c, e, plus );
            writeDirectionCoupling( s, p, size, c, e, plus );
            *pyramidEntry( s, size, plus, zeta ) = 1.0;
            *pyramidEntry( s, size, minus, zeta ) = 1.0;
            *pyramidEntry( s, size, zeta, plus ) = -1.0;
            *pyramidEntry( s, size, zeta, minus ) = -1.0;
        }
        *pyramidEntry( s, size, zeta, c ) = contact->mu;
        s->q[zeta] = 0.0;
    }
}
