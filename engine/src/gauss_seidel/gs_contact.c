// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"

// Rows of D^T and the block W_aa of a contact between any bodies, in scaled units.

static void fillRows( const gsGeometry* geometry, ssVec3 arm, double sign, double length, double rows[6][6] )
{
    const ssVec3 axes[6] = { geometry->n, geometry->t1, geometry->t2, geometry->t1, geometry->t2,
        geometry->n };
    for ( int c = 0; c < 6; ++c )
    {
        ssVec3 angular = c < 3 ? ssVec3_Scale( 1.0 / length, ssVec3_Cross( arm, axes[c] ) ) : axes[c];
        ssVec3 linear = c < 3 ? axes[c] : ssVec3_Make( 0.0, 0.0, 0.0 );
        const double row[6] = { linear.x, linear.y, linear.z, angular.x, angular.y, angular.z };
        for ( int k = 0; k < 6; ++k ) { rows[c][k] = sign * row[k]; }
    }
}

void gsContactRows( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6] )
{
    gsGeometry geometry = gsGeometryOf( gs, contact );
    memset( rowsA, 0, 36 * sizeof( double ) );
    fillRows( &geometry, geometry.armB, 1.0, gs->length, rowsB );
    if ( geometry.a >= 0 ) { fillRows( &geometry, geometry.armA, -1.0, gs->length, rowsA ); }
}

/// w += J M^-1 J^T of one body.
static void addBlock( const ssGs* gs, int body, double rows[6][6], int d, double* w )
{
    double im = gs->problem->inverseMass[body];
    const double* m = gs->inertias[body].m;
    for ( int j = 0; j < d; ++j )
    {
        const double* r = rows[j];
        const double v[6] = { im * r[0], im * r[1], im * r[2], m[0] * r[3] + m[3] * r[4] + m[4] * r[5],
            m[3] * r[3] + m[1] * r[4] + m[5] * r[5], m[4] * r[3] + m[5] * r[4] + m[2] * r[5] };
        for ( int i = 0; i < d; ++i )
        {
            double sum = 0.0;
            for ( int k = 0; k < 6; ++k ) { sum += rows[i][k] * v[k]; }
            w[i * d + j] += sum;
        }
    }
}

void gsContactBlock( const ssGs* gs, int contact, double rowsA[6][6], double rowsB[6][6], double* w )
{
    gsGeometry geometry = gsGeometryOf( gs, contact );
    int d = gs->dimension;
    memset( w, 0, (size_t)( d * d ) * sizeof( double ) );
    addBlock( gs, geometry.b, rowsB, d, w );
    if ( geometry.a >= 0 ) { addBlock( gs, geometry.a, rowsA, d, w ); }
    for ( int c = 0; c < d && gs->problem->compliance != NULL; ++c )
    {
        double scale = c < 3 ? 1.0 : gs->length;
        w[c * d + c] += scale * scale * gs->problem->compliance[(size_t)contact * (size_t)d + (size_t)c];
    }
}
