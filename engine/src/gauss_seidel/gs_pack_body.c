// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"

// Packs contacts between any bodies into groups, in scaled units.

/// The metric of each block (N, T, R, S); its inverse is the step. Coulomb: the block's largest eigenvalue.
/// Relaxed: sums of rows; metric minus W_aa is diagonally dominant, so every step lowers the energy.
static void metricOf( const double* w, int d, bool relaxed, double metric[4] )
{
    static const int blockOf[6] = { 0, 1, 1, 2, 2, 3 };
    memset( metric, 0, 4 * sizeof( double ) );
    for ( int i = 0; i < d; ++i )
    {
        double sum = 0.0;
        for ( int j = 0; j < d; ++j )
        {
            sum += relaxed || blockOf[i] == blockOf[j] ? fabs( w[i * d + j] ) : 0.0;
        }
        metric[blockOf[i]] = ssMax( metric[blockOf[i]], sum );
    }
    for ( int block = 0; block < 2 && !relaxed; ++block )
    {
        int i = 1 + 2 * block, j = i + 1;
        if ( j < d )
        {
            double mean = 0.5 * ( w[i * d + i] + w[j * d + j] ), half = 0.5 * ( w[i * d + i] - w[j * d + j] );
            metric[1 + block] = mean + sqrt( half * half + w[i * d + j] * w[i * d + j] );
        }
    }
}

void gsPackBody( const gsPass* pass, int kind, bodyGroup* g, int lane, int i )
{
    const ssGs* gs = pass->gs;
    const ssProblem* problem = gs->problem;
    int d = gs->dimension;
    double inverse = 1.0 / gs->length, bias[6], rowsA[6][6], rowsB[6][6], w[36], metric[4];
    gsGeometry at = gsGeometryOf( gs, i );
    const ssCone* cone = &problem->cones[i];
    gsBiasOf( gs, &at, i, bias );
    gsContactRows( gs, i, rowsA, rowsB );
    gsContactBlock( gs, i, rowsA, rowsB, w );
    metricOf( w, d, gsIsRelaxed( kind ), metric );
    g->a[lane] = at.a >= 0 ? at.a : gsDummyBody( gs, kind );
    g->b[lane] = at.b;
    simd3Set( &g->n, lane, at.n.x, at.n.y, at.n.z );
    simd3Set( &g->t1, lane, at.t1.x, at.t1.y, at.t1.z );
    simd3Set( &g->t2, lane, at.t2.x, at.t2.y, at.t2.z );
    simd3Set( &g->ra, lane, at.armA.x * inverse, at.armA.y * inverse, at.armA.z * inverse );
    simd3Set( &g->rb, lane, at.armB.x * inverse, at.armB.y * inverse, at.armB.z * inverse );
    for ( int c = 0; c < 6; ++c )
    {
        size_t from = (size_t)i * (size_t)d + (size_t)c;
        double scale = c < 3 ? 1.0 : gs->length,
               own = c < d && problem->compliance != NULL ? problem->compliance[from] : 0.0;
        simdSet( &g->p[c], lane, c < d ? pass->start[from] / scale : 0.0 );
        simdSet( &g->bias[c], lane, c < d ? bias[c] * scale : 0.0 );
        simdSet( &g->compliance[c], lane, own * scale * scale );
        for ( int k = 0; k <= c; ++k )
        {
            simdSet( &g->w[c * ( c + 1 ) / 2 + k], lane, c < d ? w[c * d + k] : 0.0 );
        }
    }
    simdSet( &g->mu, lane, cone->mu );
    simdSet( &g->muRoll, lane, d > 3 ? cone->muRoll * inverse : 0.0 );
    simdSet( &g->muSpin, lane, d > 5 ? cone->muSpin * inverse : 0.0 );
    simd* steps[4] = { &g->stepN, &g->stepT, &g->stepR, &g->stepS };
    simd* ratios[4] = { NULL, &g->ratioT, &g->ratioR, &g->ratioS };
    for ( int block = 0; block < 4; ++block )
    {
        simdSet( steps[block], lane, metric[block] > 0.0 ? 1.0 / metric[block] : 0.0 );
        if ( block > 0 )
        {
            simdSet( ratios[block], lane, metric[0] > 0.0 ? metric[block] / metric[0] : 0.0 );
        }
    }
}
