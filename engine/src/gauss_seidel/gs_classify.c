// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"

// Which kernel each contact needs, and the scales of the problem: the length L, mean(diag W), the step and |q|.

// Coupling between sliding and rolling below which a contact counts as not coupled: the next pass makes up for it.
#define WEAK_COUPLING 0.1

// Beside the kind of a contact until all are known: its arms are bent.
#define BENT 128

/// Whether not only the normal velocity has a bias.
static bool isBiased( const ssGs* gs, const gsGeometry* geometry, int i )
{
    double bias[6];
    gsBiasOf( gs, geometry, i, bias );
    bool is = false;
    for ( int c = 1; c < gs->dimension; ++c )
    {
        is = is || bias[c] != 0.0;
    }
    return is;
}

static int kindOf(
    const ssGs* gs, const gsGeometry* geometry, int i, const gsSphereContact* sphere, bool spheres )
{
    const ssProblem* problem = gs->problem;
    if ( problem->laws[i] == ss_contactFormPlanar || problem->cones[i].variant != ss_coneIntersection )
    {
        return gs_serial;
    }
    int relaxed = problem->laws[i] == ss_contactFormRelaxed;
    if ( !spheres )
    {
        return ( geometry->a < 0 ? gs_bodyGround : gs_body ) + relaxed;
    }
    if ( isBiased( gs, geometry, i ) )
    {
        return ( geometry->a < 0 ? gs_biasedGround : gs_biased ) + relaxed;
    }
    if ( geometry->a < 0 )
    {
        return gs_ground + relaxed;
    }
    return ( gs->dimension > 3 && gsCouplingOf( sphere ) > WEAK_COUPLING ? gs_coupled : gs_pair ) + relaxed;
}

/// trace( [r]^T I^-1 [r] ): what rotation adds to the three translational diagonal entries.
static double rotationTrace( const ssMat3* inertia, ssVec3 r )
{
    ssVec3 columns[3] = { { 0.0, r.z, -r.y }, { -r.z, 0.0, r.x }, { r.y, -r.x, 0.0 } };
    double sum = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        sum += ssVec3_Dot( columns[k], ssMat3_Mul( *inertia, columns[k] ) );
    }
    return sum;
}

/// The diagonal of W_aa, summed over the translational and over the rotational components.
static void sumDiagonal(
    const ssGs* gs, const gsGeometry* geometry, int i, double* translational, double* rotational )
{
    const ssProblem* problem = gs->problem;
    *translational = 0.0;
    *rotational = 0.0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? geometry->a : geometry->b;
        if ( body >= 0 )
        {
            const ssMat3* m = &problem->inverseInertia[body];
            *translational += 3.0 * problem->inverseMass[body] +
                rotationTrace( m, side == 0 ? geometry->armA : geometry->armB );
            *rotational += m->cx.x + m->cy.y + m->cz.z -
                ( gs->dimension == 5 ? ssVec3_Dot( geometry->n, ssMat3_Mul( *m, geometry->n ) ) : 0.0 );
        }
    }
    for ( int c = 0; c < gs->dimension && problem->compliance != NULL; ++c )
    {
        double own = problem->compliance[(size_t)i * (size_t)gs->dimension + (size_t)c];
        *translational += c < 3 ? own : 0.0;
        *rotational += c < 3 ? 0.0 : own;
    }
}

/// Moving bodies and kinds of contacts [first, last), and the block's sums of the translational (first) and rotational
/// (second) diagonal of W.
static void classifyBlock( void* context, int block, int first, int last )
{
    ssGs* gs = context;
    gsSums* sums = &gs->partial[block];
    *sums = ( gsSums ){ 0.0, 0.0 };
    for ( int i = first; i < last; ++i )
    {
        gsGeometry geometry = gsGeometryOf( gs, i );
        gsSphereContact sphere;
        double translational, rotational;
        gs->movingA[i] = geometry.a;
        gs->movingB[i] = geometry.b;
        if ( geometry.b < 0 )
        {
            continue;
        }
        bool spheres = gsSphereContactOf( gs, &geometry, &sphere );
        gs->kind[i] = (uint8_t)( kindOf( gs, &geometry, i, &sphere, spheres ) | ( sphere.bent ? BENT : 0 ) );
        if ( spheres )
        {
            translational = sphere.wn + 2.0 * sphere.wt;
            rotational = ( gs->dimension - 3 ) * sphere.wr;
        }
        else
        {
            sumDiagonal( gs, &geometry, i, &translational, &rotational );
        }
        sums->first += translational;
        sums->second += rotational;
    }
}

/// |q|² of the contacts in scaled units.
static double sumOfSquares( const ssGs* gs )
{
    int d = gs->dimension;
    double sum = 0.0;
    for ( int i = 0; i < gs->contacts; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            double q = ( c < 3 ? 1.0 : gs->length ) * gs->problem->q[(size_t)i * (size_t)d + (size_t)c];
            sum += q * q;
        }
    }
    return sum;
}

ssResult gsClassify( ssGs* gs )
{
    int blocks = ssBlockCount( gs->contacts, GS_BLOCK );
    double translational = 0.0, rotational = 0.0;
    ssParallelFor( gs->contacts, GS_BLOCK, classifyBlock, gs );
    for ( int block = 0; block < blocks; ++block )
    {
        translational += gs->partial[block].first;
        rotational += gs->partial[block].second;
    }
    gs->bent = 0;
    for ( int i = 0; i < gs->contacts; ++i )
    {
        bool bent = ( gs->kind[i] & BENT ) != 0;
        gs->kind[i] = (uint8_t)( gs->kind[i] & ~BENT );
        gs->bent += bent && gs->kind[i] < gs_body;
        if ( gs->movingB[i] < 0 )
        {
            return ssError(
                ss_errorValue, "contacts", "contact %d is between two bodies that do not move", i );
        }
    }
    int d = gs->dimension;
    gs->length = 1.0;
    gs->meanDiag = 1.0;
    if ( gs->contacts > 0 )
    {
        gs->length = d > 3 ? sqrt( ( translational / 3.0 ) / ( rotational / ( d - 3 ) ) ) : 1.0;
        double scaled = d > 3 ? gs->length * gs->length * rotational : 0.0;
        gs->meanDiag = ( translational + scaled ) / ( (double)gs->contacts * d );
    }
    gs->qNorm = sumOfSquares( gs );
    gs->step = 1.0 / gs->meanDiag;
    if ( !( isfinite( gs->step ) && isfinite( gs->length ) && gs->length > 0.0 && isfinite( gs->qNorm ) ) )
    {
        return ssError(
            ss_errorValue, "w", "the numbers of the problem are too large or too small to compute with" );
    }
    return ssOk();
}
