// SPDX-License-Identifier: MIT
#include "solve/discretised.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------- memory

static void choosePolygons( const ssSolveState* state, bool inscribed, Discrete* discrete )
{
    int k = (int)solveOption( state, "k" ), directions = 0;
    double angle = solveOption( state, "facet_deg" ) * ( SS_PI / 180.0 );
    discrete->isPolygon = true;
    for ( int i = 0; i < discrete->contacts; ++i )
    {
        const ssCone* cone = &state->system->cones[i];
        bool own = cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
        discrete->polygons[i] = ( Polygon ){ .k = own ? cone->facets : k,
            .angle = own ? cone->facetAngle : angle,
            .inscribed = own ? cone->variant == ss_coneInscribed : inscribed,
            .mu = cone->mu };
        // without friction there is no circle to replace
        discrete->isPolygon = discrete->isPolygon && ( own || cone->mu == 0.0 );
        discrete->first[i] = directions;
        directions += discrete->polygons[i].k;
    }
    discrete->first[discrete->contacts] = directions;
}

/// W from its blocks: normals first, then tangents.
static bool densify( const ssSystem* system, double* s )
{
    int *start = NULL, *column = NULL;
    double* blocks = NULL;
    int r = system->contacts;
    bool room = systemMakeBlocks( system, &start, &column, &blocks );
    for ( int i = 0; i < r && room; ++i )
    {
        for ( int k = start[i]; k < start[i + 1]; ++k )
        {
            for ( int c = 0; c < 9; ++c )
            {
                int row = c / 3 == 0 ? i : r + 2 * i + c / 3 - 1;
                int at = c % 3 == 0 ? column[k] : r + 2 * column[k] + c % 3 - 1;
                s[(size_t)row * (size_t)( 3 * r ) + (size_t)at] += blocks[9 * (size_t)k + (size_t)c];
            }
        }
    }
    ssRelease( start );
    ssRelease( column );
    ssRelease( blocks );
    return room;
}

/// Is the start the answer? Then there is nothing to do.
static bool startIsAnswer( ssSolveState* state )
{
    double* y = solveVectors( state, 1 );
    bool stop = y == NULL;
    if ( !stop )
    {
        systemMultiply( state->system, state->p, y, state->system->velocity );
        stop = solveCheck( state, state->p, y, 0.0 );
    }
    ssRelease( y );
    return stop;
}

bool discreteCreate( ssSolveState* state, bool inscribed, Discrete* discrete )
{
    const ssSystem* system = state->system;
    int r = system->contacts;
    size_t n = (size_t)r + 1;
    *discrete = ( Discrete ){ 0 };
    if ( startIsAnswer( state ) )
    {
        return false;
    }
    *discrete = ( Discrete ){
        .contacts = r, .polygons = ssAlloc( n * sizeof( Polygon ) ), .first = ssAlloc( n * sizeof( int ) )
    };
    if ( discrete->polygons == NULL || discrete->first == NULL )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    choosePolygons( state, inscribed, discrete );
    int most = 2 * r + 2 * discrete->first[r];
    if ( most > DISCRETE_UNKNOWNS_MAX )
    {
        state->status = ss_solveRefused;
        solveNote( state, "%s works on a dense matrix: contacts × (2k + 2) = %d; allowed: at most %d",
            state->solver->name, most, DISCRETE_UNKNOWNS_MAX );
        return false;
    }
    size_t size = (size_t)most + 1, tangents = 2 * (size_t)r;
    discrete->s = ssAlloc( ( 9 * n * n ) * sizeof( double ) );
    discrete->a = ssAlloc( ( tangents * tangents + 1 ) * sizeof( double ) );
    discrete->x = ssAlloc( ( tangents * (size_t)r + 1 ) * sizeof( double ) );
    discrete->y = ssAlloc( ( tangents + 1 ) * sizeof( double ) );
    discrete->m = ssAlloc( size * size * sizeof( double ) );
    discrete->q = ssAlloc( size * sizeof( double ) );
    discrete->z = ssAlloc( size * sizeof( double ) );
    if ( discrete->s == NULL || discrete->a == NULL || discrete->x == NULL || discrete->y == NULL ||
        discrete->m == NULL || discrete->q == NULL || discrete->z == NULL ||
        !densify( system, discrete->s ) || ssCreateLcpWork( most, &discrete->work ).code != ss_ok )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    return true;
}

void discreteDestroy( Discrete* discrete )
{
    void* owned[] = { discrete->polygons, discrete->first, discrete->s, discrete->a, discrete->x, discrete->y,
        discrete->m, discrete->q, discrete->z };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
    ssDestroyLcpWork( discrete->work );
}

// ---------------------------------------------------------------------------------------------------------- facets

static const double* rowOf( const Discrete* discrete, int row )
{
    return discrete->s + (size_t)row * (size_t)( 3 * discrete->contacts );
}

static double* entry( const Discrete* discrete, int row, int column )
{
    return discrete->m + (size_t)row * (size_t)discrete->size + (size_t)column;
}

/// a = S_tt^-1, x = a S_tn, y = a u_t. False: S_tt is singular but for rounding.
static bool invertFriction( Discrete* discrete, const ssSystem* system, double compliance )
{
    int r = discrete->contacts, t = 2 * r;
    size_t n = (size_t)t;
    double* factors = ssAlloc( ( n * n + 3 * n + 1 ) * sizeof( double ) );
    int* pivots = ssAlloc( ( n + 1 ) * sizeof( int ) );
    bool regular = factors != NULL && pivots != NULL;
    if ( regular )
    {
        double *scale = factors + n * n, *column = scale + n, largest = 0.0, size = 0.0;
        for ( int i = 0; i < t; ++i )
        {
            memcpy( factors + (size_t)i * n, rowOf( discrete, r + i ) + r, n * sizeof( double ) );
            factors[(size_t)i * n + (size_t)i] += compliance;
            size = fmax( size, factors[(size_t)i * n + (size_t)i] );
        }
        regular = denseLuFactor( factors, t, pivots, scale );
        for ( int j = 0; j < t + r + 1 && regular; ++j )
        {
            for ( int i = 0; i < t; ++i )
            {
                column[i] = j < t ? ( i == j ? 1.0 : 0.0 )
                    : j < t + r   ? rowOf( discrete, r + i )[j - t]
                                  : system->q[3 * ( i / 2 ) + 1 + i % 2];
            }
            denseLuSolve( factors, t, pivots, scale, column );
            for ( int i = 0; i < t; ++i )
            {
                double* out = j < t ? &discrete->a[(size_t)i * n + (size_t)j]
                    : j < t + r     ? &discrete->x[(size_t)i * (size_t)r + (size_t)( j - t )]
                                    : &discrete->y[i];
                *out = column[i];
                largest = j < t ? fmax( largest, fabs( column[i] ) ) : largest;
            }
        }
        // |S| |S^-1| tells redundant rows, which leave pivots of rounding
        regular = regular && largest * size < 1e12;
    }
    ssRelease( factors );
    ssRelease( pivots );
    return regular;
}

/// Between contacts i and d: B, mu ∓ B^T of the normal of d, and H, -H + rho (Eq. 8 after elimination).
static void couple( const Discrete* discrete, int i, int j, double rho )
{
    int r = discrete->contacts, t = 2 * r, all = discrete->first[r];
    const Polygon* own = &discrete->polygons[i];
    ssVec2 e = ssPyramidDirection( own->k, own->angle, j );
    int plus = r + discrete->first[i] + j, minus = plus + all;
    discrete->q[plus] = -( e.x * discrete->y[2 * i] + e.y * discrete->y[2 * i + 1] );
    discrete->q[minus] = -discrete->q[plus];
    for ( int d = 0; d < r; ++d )
    {
        const double* s = rowOf( discrete, d ) + r; // normal of d against all tangents
        double column = 0.0, mu = d == i ? own->mu : 0.0;
        for ( int l = 0; l < t; ++l )
        {
            const double* a = discrete->a + (size_t)l * (size_t)t + (size_t)( 2 * i );
            column += s[l] * ( a[0] * e.x + a[1] * e.y );
        }
        double row = e.x * discrete->x[2 * i * r + d] + e.y * discrete->x[( 2 * i + 1 ) * r + d];
        *entry( discrete, d, plus ) = column;
        *entry( discrete, d, minus ) = -column;
        *entry( discrete, plus, d ) = mu - row;
        *entry( discrete, minus, d ) = mu + row;
        const Polygon* other = &discrete->polygons[d];
        const double* a = discrete->a + (size_t)( 2 * i ) * (size_t)t + (size_t)( 2 * d );
        double left = e.x * a[0] + e.y * a[t], right = e.x * a[1] + e.y * a[t + 1];
        for ( int l = 0; l < other->k; ++l )
        {
            ssVec2 f = ssPyramidDirection( other->k, other->angle, l );
            double h = left * f.x + right * f.y, off = -h + ( d == i && l == j ? rho : 0.0 );
            int at = r + discrete->first[d] + l;
            *entry( discrete, plus, at ) = h;
            *entry( discrete, minus, at + all ) = h;
            *entry( discrete, plus, at + all ) = off;
            *entry( discrete, minus, at ) = off;
        }
    }
}

bool discreteByFacets( Discrete* discrete, const ssSystem* system, double rho, double compliance )
{
    int r = discrete->contacts, t = 2 * r;
    for ( int i = 0; i < r; ++i )
    {
        if ( discrete->polygons[i].inscribed )
        {
            return false;
        }
    }
    if ( !invertFriction( discrete, system, compliance ) )
    {
        return false;
    }
    discrete->form = discreteFacets;
    discrete->size = r + 2 * discrete->first[r];
    for ( int i = 0; i < r; ++i )
    {
        const double* s = rowOf( discrete, i );
        discrete->q[i] = system->q[3 * i] - vecDot( t, s + r, discrete->y );
        for ( int j = 0; j < r; ++j )
        {
            double sum = s[j];
            for ( int l = 0; l < t; ++l )
            {
                sum -= s[r + l] * discrete->x[l * r + j];
            }
            *entry( discrete, i, j ) = sum;
        }
    }
    for ( int i = 0; i < r; ++i )
    {
        // rho changes no velocity and no force; far beyond the masses it would only cost digits
        double mass = fmax( discrete->a[( 2 * i ) * t + 2 * i], discrete->a[( 2 * i + 1 ) * t + 2 * i + 1] );
        double used = fmin( rho, 1e4 * discrete->polygons[i].k * mass );
        for ( int j = 0; j < discrete->polygons[i].k; ++j )
        {
            couple( discrete, i, j, used );
        }
    }
    discrete->lcp = ( ssLcp ){ .size = discrete->size, .m = discrete->m, .q = discrete->q };
    return true;
}

// --------------------------------------------------------------------------------------------------------- corners

/// Corner j of 2k of contact i's polygon for mu lambda_n = 1. The circumscribed polygon is the hull of its corners as
/// the inscribed one is: only radius and angle differ.
static ssVec2 cornerOf( const Discrete* discrete, int i, int j )
{
    const Polygon* own = &discrete->polygons[i];
    double turn = own->inscribed ? 0.0 : 0.5,
           radius = own->inscribed ? 1.0 : 1.0 / cos( SS_PI / ( 2.0 * own->k ) );
    double theta = own->angle + SS_PI * ( j + turn ) / own->k;
    return ssVec2_Make( radius * cos( theta ), radius * sin( theta ) );
}

void discreteByCorners( Discrete* discrete, const ssSystem* system )
{
    int r = discrete->contacts, all = 2 * discrete->first[r];
    discrete->form = discreteCorners;
    discrete->size = 2 * r + all;
    memset( discrete->m, 0, (size_t)discrete->size * (size_t)discrete->size * sizeof( double ) );
    for ( int i = 0; i < r; ++i )
    {
        discrete->q[i] = system->q[3 * i];
        memcpy( entry( discrete, i, 0 ), rowOf( discrete, i ), (size_t)r * sizeof( double ) );
        int zeta = r + all + i, tangent = r + 2 * i;
        discrete->q[zeta] = 0.0;
        *entry( discrete, zeta, i ) = discrete->polygons[i].mu;
        for ( int j = 0; j < 2 * discrete->polygons[i].k; ++j )
        {
            ssVec2 e = cornerOf( discrete, i, j );
            int beta = r + 2 * discrete->first[i] + j;
            discrete->q[beta] = e.x * system->q[3 * i + 1] + e.y * system->q[3 * i + 2];
            *entry( discrete, beta, zeta ) = 1.0;
            *entry( discrete, zeta, beta ) = -1.0;
            const double *first = rowOf( discrete, tangent ), *second = rowOf( discrete, tangent + 1 );
            for ( int d = 0; d < r; ++d )
            {
                const double* normal = rowOf( discrete, d );
                *entry( discrete, d, beta ) = e.x * normal[tangent] + e.y * normal[tangent + 1];
                *entry( discrete, beta, d ) = e.x * first[d] + e.y * second[d];
                double left = e.x * first[r + 2 * d] + e.y * second[r + 2 * d];
                double right = e.x * first[r + 2 * d + 1] + e.y * second[r + 2 * d + 1];
                for ( int l = 0; l < 2 * discrete->polygons[d].k; ++l )
                {
                    ssVec2 f = cornerOf( discrete, d, l );
                    *entry( discrete, beta, r + 2 * discrete->first[d] + l ) = left * f.x + right * f.y;
                }
            }
        }
    }
    discrete->lcp = ( ssLcp ){ .size = discrete->size, .m = discrete->m, .q = discrete->q };
}

// --------------------------------------------------------------------------------------------------------- answers

static void reactionsByCorners( const Discrete* discrete, const double* z, double* p )
{
    for ( int i = 0; i < discrete->contacts; ++i )
    {
        double* own = p + 3 * i;
        own[0] = z[i];
        own[1] = own[2] = 0.0;
        for ( int j = 0; j < 2 * discrete->polygons[i].k; ++j )
        {
            ssVec2 e = cornerOf( discrete, i, j );
            double beta = z[discrete->contacts + 2 * discrete->first[i] + j];
            own[1] += e.x * beta;
            own[2] += e.y * beta;
        }
    }
}

/// lambda_t = a (E (kappa+ - kappa-) - u_t - S_tn lambda_n).
static void reactionsByFacets( const Discrete* discrete, const double* z, double* p )
{
    int r = discrete->contacts, t = 2 * r, all = discrete->first[r];
    for ( int i = 0; i < r; ++i )
    {
        p[3 * i] = z[i];
        for ( int c = 0; c < 2; ++c )
        {
            int row = 2 * i + c;
            double value = -discrete->y[row];
            for ( int d = 0; d < r; ++d )
            {
                const Polygon* other = &discrete->polygons[d];
                const double* a = discrete->a + (size_t)row * (size_t)t + (size_t)( 2 * d );
                for ( int l = 0; l < other->k; ++l )
                {
                    int at = r + discrete->first[d] + l;
                    double kappa = z[at] - z[at + all];
                    ssVec2 e = kappa != 0.0 ? ssPyramidDirection( other->k, other->angle, l )
                                            : ssVec2_Make( 0.0, 0.0 );
                    value += kappa * ( a[0] * e.x + a[1] * e.y );
                }
                value -= discrete->x[row * r + d] * z[d];
            }
            p[3 * i + 1 + c] = value;
        }
    }
}

void discreteReactions( const Discrete* discrete, const double* z, double* p )
{
    ( discrete->form == discreteFacets ? reactionsByFacets : reactionsByCorners )( discrete, z, p );
}

void discreteFinish( ssSolveState* state, Discrete* discrete, const ssLcpReport* report, const char* unit )
{
    double* y = solveVectors( state, 1 );
    if ( y == NULL )
    {
        return;
    }
    state->iterations = report->iterations;
    state->status = report->status == ss_lcpIterationLimit ? ss_solveLimit
        : report->status == ss_lcpNotFinite                ? ss_solveNotFinite
                                                           : ss_solveStalled;
    solveNote( state, "LCP of %d unknowns: %s", discrete->size, ssLcpStatusName( report->status ) );
    if ( report->status == ss_lcpCycle )
    {
        solveNote( state, " of period %d", report->period );
    }
    solveNote( state, " after %d %s, its own residual %.1e", report->iterations, unit, report->residual );
    if ( report->status != ss_lcpNotFinite )
    {
        discreteReactions( discrete, discrete->z, state->p );
        systemMultiply( state->system, state->p, y, state->system->velocity );
        ssSolveStatus otherwise = state->status;
        if ( !solveCheck( state, state->p, y, 0.0 ) )
        {
            state->status = otherwise;
            solveNote( state, "%s",
                report->status == ss_lcpSolved && !discrete->isPolygon
                    ? "; its friction is a polygon's, the problem's a circle's"
                    : "" );
        }
    }
    ssRelease( y );
}
