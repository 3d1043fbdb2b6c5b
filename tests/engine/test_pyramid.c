// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "lcp/lcp.h"
#include "slipstick/cone.h"

// The discretised friction model of Peiret et al., compared with tests/data (the numbers of another program),
// with the closed forms of the point mass, and with the facts stated in the paper.

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
    for ( size_t j = 0; j < forces; ++j ) { matrix[( n + j ) * width + n + j] = p->compliance; }
}

/// The lead matrix of Eq. 8 for display, row by row: `size`² numbers, where `size` is n + 3r + 2 sum of k.
static void leadMatrix( const ssPyramidProblem* p, double* matrix )
{
    int n = p->n, r = p->contactCount, k = 0, at = 0;
    for ( int i = 0; i < r; ++i ) { k += p->contacts[i].k; }
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

static const double s_identity[] = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };

/// A point mass on the plane z = 0.
typedef struct PointMass
{
    double mass[9], force[3];
    ssPyramidContact contact;
    ssPyramidProblem problem;
} PointMass;

static void setPointMass( PointMass* p, int k, double mass, double mu, double rho, const double* force )
{
    memset( p, 0, sizeof *p );
    p->mass[0] = p->mass[4] = p->mass[8] = mass;
    memcpy( p->force, force, sizeof p->force );
    p->contact = ( ssPyramidContact ){ .k = k, .mu = mu, .phantomInertia = rho };
    p->problem = ( ssPyramidProblem ){ .n = 3,
        .mass = p->mass,
        .force = p->force,
        .contactCount = 1,
        .contacts = &p->contact,
        .normalJacobian = s_identity + 6,
        .tangentJacobian = s_identity };
}

/// A rigid body that touches at the end of an arm r from its centre: u = v + omega × r.
typedef struct OffsetBody
{
    double mass[36], force[6], normal[6], tangent[12];
    ssPyramidContact contact;
    ssPyramidProblem problem;
} OffsetBody;

static void setOffsetBody( OffsetBody* b, int k, const double* r, double m, const double* inertia, double mu,
    double rho, const double* force )
{
    memset( b, 0, sizeof *b );
    for ( int i = 0; i < 3; ++i )
    {
        b->mass[7 * i] = m;
        b->mass[7 * ( i + 3 )] = inertia[i];
    }
    memcpy( b->force, force, sizeof b->force );
    const double tangent[12] = { 1, 0, 0, 0, r[2], -r[1], 0, 1, 0, -r[2], 0, r[0] };
    const double normal[6] = { 0, 0, 1, r[1], -r[0], 0 };
    memcpy( b->tangent, tangent, sizeof tangent );
    memcpy( b->normal, normal, sizeof normal );
    b->contact = ( ssPyramidContact ){ .k = k, .mu = mu, .phantomInertia = rho };
    b->problem = ( ssPyramidProblem ){ .n = 6,
        .mass = b->mass,
        .force = b->force,
        .contactCount = 1,
        .contacts = &b->contact,
        .normalJacobian = b->normal,
        .tangentJacobian = b->tangent };
}

static ssPyramidSolver* newSolver( int n, int contacts, int k )
{
    ssPyramidSolver* solver = NULL;
    return ssCreatePyramidSolver( n, contacts, contacts * k, &solver ).code == ss_ok ? solver : NULL;
}

static void randomBody( testRng* rng, OffsetBody* b, int k, double rho )
{
    double r[3], inertia[3], force[6];
    for ( int i = 0; i < 3; ++i )
    {
        r[i] = testUniform( rng, -0.4, 0.4 );
        inertia[i] = testUniform( rng, 0.2, 0.6 );
        force[i] = testUniform( rng, -20.0, 20.0 );
        force[i + 3] = testUniform( rng, -3.0, 3.0 );
    }
    force[2] -= 20.0;
    setOffsetBody( b, k, r, testUniform( rng, 0.5, 4.0 ), inertia, testUniform( rng, 0.0, 1.2 ), rho, force );
}

static bool near( const double* a, const double* b, int count, double tolerance )
{
    double scale = 1.0, worst = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        scale = fmax( scale, fabs( b[i] ) );
        worst = fmax( worst, isnan( a[i] ) ? HUGE_VAL : fabs( a[i] - b[i] ) );
    }
    return worst <= tolerance * scale;
}

// ------------------------------------------------------------------------------------------------ references

static int readList( const char* text, double* values, int capacity )
{
    int count = 0;
    for ( char* end; count < capacity; text = end + 1, ++count )
    {
        values[count] = strtod( text, &end );
        if ( *end != ';' ) { return count + 1; }
    }
    return count;
}

TEST pointMassFollowsTheReference( void )
{
    FILE* file = fopen( testData( "pyramid_point_mass.csv" ), "r" );
    ASSERT( file != NULL );
    static const double rhos[] = { 0.0, 0.01, 1.0, 50.0, -1.0 };
    char line[1024];
    int rows = 0;
    ASSERT( fgets( line, sizeof line, file ) != NULL );
    ssPyramidSolver* solver = newSolver( 3, 1, 8 );
    while ( fgets( line, sizeof line, file ) != NULL )
    {
        int k = 0, skip = 0;
        double m, mu, f[3], a[3], lt[2], ln, plus[8] = { 0.0 }, minus[8] = { 0.0 };
        ASSERT_EQ( 3, sscanf( line, "%d,%lf,%lf,%n", &k, &m, &mu, &skip ) );
        char* rest = line[skip] == '"' ? strchr( line + skip + 1, '"' ) + 1 : strchr( line + skip, ',' );
        ASSERT_EQ( 9,
            sscanf( rest, ",%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%n", &f[0], &f[1], &f[2], &a[0], &a[1], &a[2],
                &lt[0], &lt[1], &ln, &skip ) );
        char *kappa = strchr( rest + skip, ',' ) + 1, *second = strchr( kappa, ',' ) + 1;
        ASSERT_EQ( k, readList( kappa, plus, 8 ) );
        ASSERT_EQ( k, readList( second, minus, 8 ) );
        for ( int i = 0; i < SS_COUNT( rhos ); ++i )
        {
            PointMass p;
            setPointMass( &p, k, m, mu, rhos[i] < 0.0 ? k * m : rhos[i], f );
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
            ASSERT_EQm( line, ss_statusConverged, s->report.status );
            ASSERTm( line, near( s->acceleration, a, 3, 1e-12 ) );
            ASSERTm( line, near( s->tangent, lt, 2, 1e-12 ) && near( s->normal, &ln, 1, 1e-12 ) );
            ASSERTm( line, near( s->kappaPlus, plus, k, 1e-12 ) && near( s->kappaMinus, minus, k, 1e-12 ) );
        }
        ++rows;
    }
    ASSERT_EQ( 29, rows );
    fclose( file );
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// Reads the numbers after `"key":` and returns where they end.
static const char* readKey( const char* text, const char* key, double* values, int count )
{
    char quoted[32];
    snprintf( quoted, sizeof quoted, "\"%s\"", key );
    const char* at = text != NULL ? strstr( text, quoted ) : NULL;
    for ( int i = 0; i < count && at != NULL; ++i )
    {
        at = i == 0 ? at + strlen( quoted ) : at;
        at += strcspn( at, "-0123456789" );
        char* end;
        values[i] = strtod( at, &end );
        at = end;
    }
    return at;
}

TEST offsetBodyFollowsTheReference( void )
{
    char* text = testReadFile( testData( "pyramid_offset_body.json" ), NULL );
    ASSERT( text != NULL );
    ssPyramidSolver* solver = newSolver( 6, 1, 8 );
    int cases = 0;
    for ( const char* at = text; ( at = strstr( at, "\"k\"" ) ) != NULL; ++cases )
    {
        double kk, r[3], m, inertia[3], mu, f[6], v[6], lt[2], ln, plus[8], minus[8];
        at = readKey( at, "k", &kk, 1 );
        int k = (int)kk;
        at = readKey( at, "r", r, 3 );
        at = readKey( at, "m", &m, 1 );
        at = readKey( at, "I", inertia, 3 );
        at = readKey( at, "mu", &mu, 1 );
        at = readKey( at, "f", f, 6 );
        at = readKey( at, "vdot", v, 6 );
        at = readKey( at, "lambda_t", lt, 2 );
        at = readKey( at, "lambda_n", &ln, 1 );
        at = readKey( at, "kappa_plus", plus, k );
        at = readKey( at, "kappa_minus", minus, k );
        ASSERT( at != NULL );
        for ( double rho = 0.0; rho < 60.0; rho = rho * 10.0 + 0.05 )
        {
            OffsetBody b;
            setOffsetBody( &b, k, r, m, inertia, mu, rho, f );
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &b.problem );
            ASSERT_EQ( ss_statusConverged, s->report.status );
            ASSERT( near( s->acceleration, v, 6, 1e-12 ) );
            ASSERT( near( s->tangent, lt, 2, 1e-12 ) && near( s->normal, &ln, 1, 1e-12 ) );
            ASSERT( near( s->kappaPlus, plus, k, 1e-12 ) && near( s->kappaMinus, minus, k, 1e-12 ) );
        }
    }
    ASSERT_EQ( 8, cases );
    free( text );
    ssDestroyPyramidSolver( solver );
    PASS();
}

// ------------------------------------------------------------------------------------------------------- rho

TEST phantomInertiaDoesNotChangeTheMotion( void )
{
    testRng rng = { 11 };
    static const int ks[] = { 2, 3, 4, 5, 8, 16 };
    ssPyramidSolver* solver = newSolver( 6, 1, 16 );
    int bitwise = 0, n = testCount( 400 );
    for ( int trial = 0; trial < n; ++trial )
    {
        OffsetBody b;
        int k = ks[trial % SS_COUNT( ks )];
        randomBody( &rng, &b, k, 0.0 );
        double first[9], rhos[] = { 0.0, 0.01, 1.0, k * b.mass[0], 50.0 };
        bool same = true;
        for ( int i = 0; i < SS_COUNT( rhos ); ++i )
        {
            b.contact.phantomInertia = rhos[i];
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &b.problem );
            ASSERT_EQ( ss_statusConverged, s->report.status );
            ASSERT( s->report.residual <= 1e-10 );
            double now[9];
            memcpy( now, s->acceleration, 6 * sizeof *now );
            now[6] = s->tangent[0];
            now[7] = s->tangent[1];
            now[8] = s->normal[0];
            if ( i == 0 ) { memcpy( first, now, sizeof first ); }
            ASSERT( near( now, first, 9, 1e-12 ) );
            same = same && memcmp( now, first, sizeof now ) == 0;
        }
        bitwise += same;
    }
    // The equations that determine the digits do not contain rho; only a tie may choose others.
    ASSERT( bitwise >= n - n / 50 );
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// Singular values of the full lead matrix, from the engine's diagnosis of the core. Here they are compared
/// by rank only, below by determinant.
TEST rankDropsWithoutPhantomInertiaAndAtIsolatedValues( void )
{
    static const int ks[] = { 2, 3, 4, 8, 64 };
    const double force[3] = { 1.0, 2.0, -10.0 }, m = 2.0;
    ssPyramidSolver* solver = newSolver( 3, 1, 64 );
    for ( int i = 0; i < SS_COUNT( ks ); ++i )
    {
        int k = ks[i];
        PointMass p;
        setPointMass( &p, k, m, 0.5, 0.0, force );
        ssPyramidDiagnosis d = ssPyramid_Diagnose( solver, &p.problem );
        ASSERT_EQ( 6 + 2 * k, d.size );
        ASSERT_EQ( 2 * k - 2, d.defect );
        ASSERT( d.rank == d.size - d.defect && isinf( d.condition ) );
        ASSERT_EQ( 2, d.isolatedCount );
        ASSERT( testNear( d.isolated[0], k * m, 1e-13 ) && testNear( d.isolated[1], k * m, 1e-13 ) );
        ASSERT( testNear( d.recommended, 0.1 * m, 1e-13 ) );
        static const double full[] = { 0.01, 0.2, 1.0, 50.0, 1e3 };
        for ( int j = 0; j < SS_COUNT( full ); ++j )
        {
            p.contact.phantomInertia = full[j];
            d = ssPyramid_Diagnose( solver, &p.problem );
            ASSERT_EQ( 0, d.defect );
            ASSERT( d.condition > 1.0 && isfinite( d.condition ) );
        }
        p.contact.phantomInertia = k * m;
        d = ssPyramid_Diagnose( solver, &p.problem );
        ASSERT_EQ( 2, d.defect );
        ASSERT( d.nearest == d.isolated[0] || d.nearest == d.isolated[1] );
        // Close to it, the condition number says so.
        p.contact.phantomInertia = k * m * ( 1.0 + 1e-6 );
        d = ssPyramid_Diagnose( solver, &p.problem );
        ASSERT( d.defect == 0 && d.condition > 1e5 );
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// The rank of a square matrix by Gaussian elimination with full pivoting.
static int fullRank( double* a, int n )
{
    double first = 0.0;
    for ( int step = 0; step < n; ++step )
    {
        int row = step, column = step;
        for ( int i = step; i < n; ++i )
        {
            for ( int j = step; j < n; ++j )
            {
                bool larger = fabs( a[i * n + j] ) > fabs( a[row * n + column] );
                row = larger ? i : row;
                column = larger ? j : column;
            }
        }
        double pivot = fabs( a[row * n + column] );
        first = step == 0 ? pivot : first;
        if ( pivot <= 1e-12 * first ) { return step; }
        for ( int j = 0; j < n; ++j )
        {
            double swap = a[step * n + j];
            a[step * n + j] = a[row * n + j];
            a[row * n + j] = swap;
        }
        for ( int i = 0; i < n; ++i )
        {
            double swap = a[i * n + step];
            a[i * n + step] = a[i * n + column];
            a[i * n + column] = swap;
        }
        for ( int i = step + 1; i < n; ++i )
        {
            double factor = a[i * n + step] / a[step * n + step];
            for ( int j = step; j < n; ++j ) { a[i * n + j] -= factor * a[step * n + j]; }
        }
    }
    return n;
}

TEST theCoreHasTheRankOfTheWholeLeadMatrix( void )
{
    testRng rng = { 21 };
    double matrix[64 * 64];
    ssPyramidSolver* solver = newSolver( 6, 1, 8 );
    for ( int trial = 0; trial < 60; ++trial )
    {
        OffsetBody b;
        int k = 2 + trial % 7;
        randomBody( &rng, &b, k, 0.0 );
        b.contact.angle = testUniform( &rng, 0.0, 3.0 );
        ssPyramidDiagnosis d = ssPyramid_Diagnose( solver, &b.problem );
        ASSERT_EQ( 9 + 2 * k, d.size );
        double isolated[2] = { d.isolated[0], d.isolated[1] };
        double rhos[] = { 0.0, 0.3, isolated[0], isolated[1], 0.5 * ( isolated[0] + isolated[1] ) };
        int expected[] = { 2 * k - 2, 0, 1, 1, 0 };
        for ( int i = 0; i < SS_COUNT( rhos ); ++i )
        {
            b.contact.phantomInertia = rhos[i];
            d = ssPyramid_Diagnose( solver, &b.problem );
            leadMatrix( &b.problem, matrix );
            ASSERT_EQ( expected[i], d.defect );
            ASSERT_EQ( d.rank, fullRank( matrix, d.size ) );
        }
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

// ------------------------------------------------------------------------------------------------ point mass

TEST polygonIsCircumscribed( void )
{
    static const int ks[] = { 2, 3, 4, 8 };
    static const double factors[] = { 1.4142135623730951, 1.1547005383792515, 1.0823922002923940,
        1.0195911582083184 };
    ssPyramidSolver* solver = newSolver( 3, 1, 8 );
    for ( int i = 0; i < SS_COUNT( ks ); ++i )
    {
        double angle = SS_PI / ( 2 * ks[i] ), bound = 0.5 * 20.0;
        for ( int side = 0; side < 4; ++side )
        {
            bool corner = side < 2, over = side % 2 == 1;
            double size = bound * ( corner ? factors[i] : 1.0 ) * ( over ? 1.0 + 1e-9 : 1.0 - 1e-9 );
            double theta = corner ? angle : 0.0;
            double force[3] = { size * cos( theta ), size * sin( theta ), -20.0 };
            PointMass p;
            setPointMass( &p, ks[i], 2.0, 0.5, 0.1, force );
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
            double moving = hypot( s->acceleration[0], s->acceleration[1] );
            ASSERT_EQ( over, moving > 1e-10 );
            ASSERT( testNear( factors[i], 1.0 / cos( angle ), 1e-15 ) );
        }
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST forceIsTheProjectionOntoThePolygon( void )
{
    testRng rng = { 31 };
    ssPyramidSolver* solver = newSolver( 3, 1, 12 );
    for ( int trial = 0, n = testCount( 500 ); trial < n; ++trial )
    {
        int k = 2 + trial % 11;
        double m = testUniform( &rng, 0.1, 5.0 ), mu = testUniform( &rng, 0.05, 1.5 );
        double force[3] = { testUniform( &rng, -30.0, 30.0 ), testUniform( &rng, -30.0, 30.0 ),
            testUniform( &rng, -20.0, -1.0 ) };
        PointMass p;
        setPointMass( &p, k, m, mu, testUniform( &rng, 0.0, 2.0 ), force );
        p.contact.angle = testUniform( &rng, -3.0, 3.0 );
        const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
        ASSERT_EQ( ss_statusConverged, s->report.status );
        // The reference is the nearest point of 2k edges, or the point itself.
        double bound = mu * -force[2], x[2] = { -force[0], -force[1] }, nearest = HUGE_VAL;
        bool inside = true;
        for ( int j = 0; j < 2 * k; ++j )
        {
            ssVec2 e = ssPyramidDirection( k, p.contact.angle, j );
            inside = inside && -force[0] * e.x - force[1] * e.y <= bound;
        }
        for ( int j = 0; j < 2 * k && !inside; ++j )
        {
            ssVec2 e = ssPyramidDirection( k, p.contact.angle, j ), t = { -e.y, e.x };
            double half = bound * tan( SS_PI / ( 2 * k ) );
            double along = fmax( -half, fmin( half, -force[0] * t.x - force[1] * t.y ) );
            double y[2] = { bound * e.x + along * t.x, bound * e.y + along * t.y };
            double distance = hypot( y[0] + force[0], y[1] + force[1] );
            if ( distance < nearest )
            {
                nearest = distance;
                memcpy( x, y, sizeof x );
            }
        }
        ASSERT( near( s->tangent, x, 2, 1e-12 ) );
        ASSERT( testNear( s->normal[0], -force[2], 1e-13 ) );

        // kappa holds the coordinates of the acceleration on the active normals, opposite to the force.
        double u[2] = { 0.0, 0.0 };
        for ( int j = 0; j < k; ++j )
        {
            ssVec2 e = ssPyramidDirection( k, p.contact.angle, j );
            double plus = s->kappaPlus[j], minus = s->kappaMinus[j];
            u[0] += ( plus - minus ) * e.x;
            u[1] += ( plus - minus ) * e.y;
            ASSERT( plus >= -1e-13 && minus >= -1e-13 && plus * minus == 0.0 );
            double along = e.x * s->tangent[0] + e.y * s->tangent[1];
            ASSERT( plus <= 1e-12 || testNear( along, -bound, 1e-12 ) );
            ASSERT( minus <= 1e-12 || testNear( along, bound, 1e-12 ) );
            ASSERT( s->sigmaPlus[j] >= -1e-11 && s->sigmaMinus[j] >= -1e-11 );
            ASSERT( fabs( s->sigmaPlus[j] * minus ) <= 1e-10 && fabs( s->sigmaMinus[j] * plus ) <= 1e-10 );
        }
        ASSERT( near( u, s->acceleration, 2, 1e-12 ) );
        // Friction removes energy.
        ASSERT( s->tangent[0] * u[0] + s->tangent[1] * u[1] <= 1e-12 );
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST liftedMassFliesFree( void )
{
    const double force[3] = { 3.0, 1.0, 5.0 };
    ssPyramidSolver* solver = newSolver( 3, 1, 4 );
    PointMass p;
    setPointMass( &p, 4, 2.0, 0.5, 0.1, force );
    const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
    ASSERT( s->normal[0] == 0.0 && s->tangent[0] == 0.0 && s->tangent[1] == 0.0 );
    ASSERT( s->acceleration[0] == 1.5 && s->acceleration[1] == 0.5 && s->acceleration[2] == 2.5 );
    ASSERT( testNear( s->kappaPlus[0], 1.0, 1e-14 ) && testNear( s->kappaPlus[1], sqrt( 0.5 ), 1e-14 ) );
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST slidingContactsCarryKineticFriction( void )
{
    const double force[3] = { 4.0, -7.0, -20.0 };
    ssPyramidSolver* solver = newSolver( 3, 1, 3 );
    PointMass p;
    setPointMass( &p, 3, 2.0, 0.9, 0.1, force );
    p.contact.sliding = true;
    p.contact.muKinetic = 0.3;
    p.contact.slip = ssVec2_Make( 0.6, 0.8 );
    const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
    ASSERT_EQ( ss_statusConverged, s->report.status );
    ASSERT( testNear( s->tangent[0], -0.3 * 20.0 * 0.6, 1e-14 ) );
    ASSERT( testNear( s->tangent[1], -0.3 * 20.0 * 0.8, 1e-14 ) );
    ASSERT( testNear( s->acceleration[0], ( 4.0 - 3.6 ) / 2.0, 1e-14 ) );
    ASSERT( s->kappaPlus[0] == 0.0 && s->kappaMinus[2] == 0.0 );
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// Painlevé's rod is pressed down by its own friction if it slides fast enough onto its tip. There is no
/// solution, and Lemke ends on a ray.
TEST painlevesRodEndsInARay( void )
{
    // The tip is below and ahead of the centre: in u_n' = ... (1/m + r_x²/I + mu r_x r_z/I) lambda_n the
    // factor must be negative.
    const double r[3] = { 0.3, 0.0, -0.4 }, inertia[3] = { 0.02, 0.02, 0.02 };
    const double force[6] = { 0.0, 0.0, -9.81, 0.0, 0.0, 0.0 };
    ssPyramidSolver* solver = newSolver( 6, 1, 4 );
    OffsetBody b;
    setOffsetBody( &b, 4, r, 1.0, inertia, 2.0, 0.1, force );
    b.contact.sliding = true;
    b.contact.muKinetic = 2.0;
    bool ray = false;
    for ( int side = -1; side <= 1; side += 2 )
    {
        b.contact.slip = ssVec2_Make( side, 0.0 );
        ray = ray || ssPyramid_Solve( solver, &b.problem )->report.status == ss_statusRay;
    }
    ASSERT( ray );
    // The static law has a solution.
    b.contact.sliding = false;
    ASSERT_EQ( ss_statusConverged, ssPyramid_Solve( solver, &b.problem )->report.status );
    ssDestroyPyramidSolver( solver );
    PASS();
}

// --------------------------------------------------------------------------------------------- many contacts

/// Independent bodies in a chain of contacts: body i stands on the ground and leans on body i - 1, so the
/// contacts are never redundant.
enum
{
    bodyMax = 3
};

typedef struct Chain
{
    double mass[36 * bodyMax * bodyMax], force[6 * bodyMax], normal[6 * bodyMax * bodyMax],
        tangent[12 * bodyMax * bodyMax];
    ssPyramidContact contacts[bodyMax];
    ssPyramidProblem problem;
} Chain;

static void randomChain( testRng* rng, Chain* c, int bodies, double rhoMax )
{
    int n = 6 * bodies;
    memset( c, 0, sizeof *c );
    for ( int i = 0; i < n; ++i )
    {
        c->mass[i * n + i] = testUniform( rng, 0.2, 3.0 );
        c->force[i] = testUniform( rng, -20.0, 20.0 ) - ( i % 6 == 2 ? 10.0 : 0.0 );
    }
    for ( int i = 0; i < bodies; ++i )
    {
        for ( int j = 0; j < n; ++j )
        {
            bool own = j / 6 == i, other = i > 0 && j / 6 == i - 1;
            for ( int d = 0; d < 3; ++d )
            {
                double value = own || other ? testUniform( rng, -1.0, 1.0 ) : 0.0;
                value += own && j % 6 == ( d < 2 ? d : 2 ) ? 1.0 : 0.0;
                ( d < 2 ? c->tangent + ( 2 * i + d ) * n : c->normal + i * n )[j] = value;
            }
        }
        c->contacts[i] = ( ssPyramidContact ){ .k = 2 + (int)( testRandom( rng ) % 7 ),
            .angle = testUniform( rng, 0.0, 3.0 ),
            .mu = testUniform( rng, 0.0, 1.5 ),
            .phantomInertia = testRandom( rng ) % 4 == 0 ? 0.0 : testUniform( rng, 0.0, rhoMax ) };
    }
    c->problem = ( ssPyramidProblem ){ .n = n,
        .mass = c->mass,
        .force = c->force,
        .contactCount = bodies,
        .contacts = c->contacts,
        .normalJacobian = c->normal,
        .tangentJacobian = c->tangent };
}

TEST lemkeEndsOnEveryRandomCase( void )
{
    testRng rng = { 41 };
    ssPyramidSolver* solver = newSolver( 6 * bodyMax, bodyMax, 8 );
    double worst = 0.0;
    int most = 0;
    for ( int trial = 0, n = testCount( 1000 ); trial < n; ++trial )
    {
        Chain c;
        randomChain( &rng, &c, 1 + trial % bodyMax, trial % 2 == 0 ? 1.0 : 50.0 );
        const ssPyramidSolution* s = ssPyramid_Solve( solver, &c.problem );
        ASSERT_EQ( ss_statusConverged, s->report.status );
        worst = fmax( worst, s->report.residual );
        most = s->report.iterations > most ? s->report.iterations : most;
        ASSERT( s->report.residual <= 1e-10 );
        // The answer is checked by definition, not by the judge.
        for ( int i = 0, at = 0; i < c.problem.contactCount; ++i )
        {
            double un = 0.0;
            for ( int j = 0; j < c.problem.n; ++j )
            {
                un += c.normal[i * c.problem.n + j] * s->acceleration[j];
            }
            ASSERT( un >= -1e-9 && s->normal[i] >= 0.0 && fabs( un * s->normal[i] ) <= 1e-8 );
            for ( int j = 0; j < c.contacts[i].k; ++j, ++at )
            {
                ASSERT( s->sigmaPlus[at] >= -1e-9 && s->sigmaMinus[at] >= -1e-9 );
                ASSERT( s->kappaPlus[at] >= -1e-10 && s->kappaMinus[at] >= -1e-10 );
                ASSERT( fabs( s->sigmaPlus[at] * s->kappaMinus[at] ) <= 1e-8 );
                ASSERT( fabs( s->sigmaMinus[at] * s->kappaPlus[at] ) <= 1e-8 );
            }
        }
    }
    if ( greatest_get_verbosity() > 0 ) { printf( "worst residual %.2g, at most %d pivots\n", worst, most ); }
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST isolatedValuesAreThoseOfAllContactsTogether( void )
{
    testRng rng = { 71 };
    double matrix[64 * 64];
    ssPyramidSolver* solver = newSolver( 12, 2, 8 );
    for ( int trial = 0; trial < 30; ++trial )
    {
        Chain c;
        randomChain( &rng, &c, 2, 1.0 );
        c.contacts[0].phantomInertia = c.contacts[1].phantomInertia = 0.0;
        int k = c.contacts[0].k + c.contacts[1].k;
        ssPyramidDiagnosis d = ssPyramid_Diagnose( solver, &c.problem );
        ASSERT_EQ( 12 + 6 + 2 * k, d.size );
        ASSERT_EQ( 2 * k - 4, d.defect );
        ASSERT_EQ( 4, d.isolatedCount );
        double isolated[4];
        memcpy( isolated, d.isolated, sizeof isolated );
        for ( int i = 0; i < 5; ++i )
        {
            double rho = i < 4 ? isolated[i] : 0.5 * ( isolated[0] + isolated[1] );
            c.contacts[0].phantomInertia = c.contacts[1].phantomInertia = rho;
            d = ssPyramid_Diagnose( solver, &c.problem );
            ASSERT_EQ( i < 4, d.defect == 1 );
            ASSERT( i == 4 || testNear( d.nearest, rho, 1e-12 ) );
            leadMatrix( &c.problem, matrix );
            ASSERT_EQ( d.rank, fullRank( matrix, d.size ) );
        }
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// A box on its four corners: m = 3 kg, 0.4 × 0.3, its centre 0.1 above the plane.
typedef struct Box
{
    double mass[36], force[6], normal[24], tangent[48];
    ssPyramidContact contacts[4];
    ssPyramidProblem problem;
} Box;

static void setBox( Box* b, double mu, double compliance )
{
    memset( b, 0, sizeof *b );
    for ( int i = 0; i < 6; ++i ) { b->mass[7 * i] = i < 3 ? 3.0 : 0.05; }
    b->force[2] = -30.0;
    for ( int i = 0; i < 4; ++i )
    {
        double r[3] = { i % 2 == 0 ? 0.2 : -0.2, i / 2 == 0 ? 0.15 : -0.15, -0.1 };
        const double tangent[12] = { 1, 0, 0, 0, r[2], -r[1], 0, 1, 0, -r[2], 0, r[0] };
        const double normal[6] = { 0, 0, 1, r[1], -r[0], 0 };
        memcpy( b->tangent + 12 * i, tangent, sizeof tangent );
        memcpy( b->normal + 6 * i, normal, sizeof normal );
        b->contacts[i] = ( ssPyramidContact ){ .k = 4, .mu = mu, .phantomInertia = 0.1 };
    }
    b->problem = ( ssPyramidProblem ){ .n = 6,
        .mass = b->mass,
        .force = b->force,
        .contactCount = 4,
        .contacts = b->contacts,
        .normalJacobian = b->normal,
        .tangentJacobian = b->tangent,
        .compliance = compliance };
}

TEST boxOnFourCornersNeedsCompliance( void )
{
    ssPyramidSolver* solver = newSolver( 6, 4, 4 );
    Box b;
    setBox( &b, 0.5, 0.0 );
    ASSERT_EQ( ss_statusRefused, ssPyramid_Solve( solver, &b.problem )->report.status );

    setBox( &b, 0.5, 1e-8 );
    b.force[0] = 10.0;
    const ssPyramidSolution* s = ssPyramid_Solve( solver, &b.problem );
    ASSERT_EQ( ss_statusConverged, s->report.status );
    double sum[3] = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < 4; ++i )
    {
        sum[0] += s->tangent[2 * i];
        sum[1] += s->tangent[2 * i + 1];
        sum[2] += s->normal[i];
    }
    // The box rests, except for the compliance: u' = -1e-8 lambda.
    for ( int i = 0; i < 6; ++i ) { ASSERT( fabs( s->acceleration[i] ) <= 1e-5 ); }
    ASSERT( testNear( sum[0], -10.0, 1e-6 ) && testNear( sum[2], 30.0, 1e-6 ) && fabs( sum[1] ) <= 1e-6 );
    // Pushed at the centre it leans forward: together the front pair carries M = 10 N × 0.1 m over 0.4 m
    // more.
    ASSERT(
        testNear( s->normal[0] + s->normal[2] - s->normal[1] - s->normal[3], 2.0 * 10.0 * 0.1 / 0.4, 1e-5 ) );

    b.force[0] = 24.0;
    s = ssPyramid_Solve( solver, &b.problem );
    ASSERT_EQ( ss_statusConverged, s->report.status );
    ASSERT( testNear( s->acceleration[0], ( 24.0 - 15.0 ) / 3.0, 1e-6 ) );
    ASSERT( fabs( s->acceleration[1] ) <= 1e-6 && fabs( s->acceleration[5] ) <= 1e-5 );

    // Under a twist alone, either all corners slip around the centre or none does.
    b.force[0] = 0.0;
    b.force[5] = 1.0;
    s = ssPyramid_Solve( solver, &b.problem );
    ASSERT( s->report.status == ss_statusConverged && fabs( s->acceleration[5] ) <= 1e-5 );
    b.force[5] = 20.0;
    s = ssPyramid_Solve( solver, &b.problem );
    ASSERT( s->report.status == ss_statusConverged && s->acceleration[5] > 100.0 );
    ssDestroyPyramidSolver( solver );
    PASS();
}

// ------------------------------------------------------------------------------------------- the other model

TEST forceModelIsInscribed( void )
{
    testRng rng = { 51 };
    ssPyramidSolver* solver = newSolver( 3, 1, 8 );
    for ( int trial = 0; trial < 300; ++trial )
    {
        int k = 2 + trial % 7;
        double mu = 0.5, n = 20.0, m = testUniform( &rng, 0.5, 3.0 );
        double size = testUniform( &rng, 0.2, 2.0 ) * mu * n, theta = testUniform( &rng, -3.0, 3.0 );
        double force[3] = { size * cos( theta ), size * sin( theta ), -n };
        PointMass p;
        setPointMass( &p, k, m, mu, 0.0, force );
        p.problem.model = ss_pyramidForce;
        p.contact.angle = testUniform( &rng, 0.0, 3.0 );
        const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
        ASSERT_EQ( ss_statusConverged, s->report.status );
        ASSERT( s->report.residual <= 1e-11 );
        // For a point mass it is the projection of -f_t onto the inscribed polygon, which is the section of
        // the cone.
        ssCone cone = {
            .dimension = 3, .mu = mu, .variant = ss_coneInscribed, .facets = k, .facetAngle = p.contact.angle
        };
        double reaction[3] = { s->normal[0], s->tangent[0], s->tangent[1] };
        ASSERT( ssCone_Distance( &cone, reaction ) <= 1e-11 );
        double u[3] = { 0.0, s->acceleration[0], s->acceleration[1] };
        // It is the maximal dissipation over that polygon.
        ASSERT( testNear( -( u[1] * reaction[1] + u[2] * reaction[2] ),
            ssCone_SectionSupport( &cone, u ) * s->normal[0], 1e-11 ) );
        ASSERT( hypot( reaction[1], reaction[2] ) <= mu * n * ( 1.0 + 1e-12 ) );
    }
    // Halfway between two directions the polygon holds cos(pi/2k) of the circle, along one of them all of it.
    for ( int k = 2; k <= 8; ++k )
    {
        for ( int side = 0; side < 4; ++side )
        {
            double theta = side < 2 ? SS_PI / ( 2 * k ) : 0.0;
            double size =
                10.0 * ( side < 2 ? cos( theta ) : 1.0 ) * ( side % 2 == 0 ? 1.0 - 1e-9 : 1.0 + 1e-9 );
            double force[3] = { size * cos( theta ), size * sin( theta ), -20.0 };
            PointMass p;
            setPointMass( &p, k, 2.0, 0.5, 0.0, force );
            p.problem.model = ss_pyramidForce;
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
            ASSERT_EQ( side % 2 == 1, hypot( s->acceleration[0], s->acceleration[1] ) > 1e-10 );
        }
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST bothModelsAgreeForTwoDirectionsTurned( void )
{
    // For k = 2 both are squares: circumscribed with mu is inscribed with mu sqrt(2), turned by 45 degrees.
    testRng rng = { 61 };
    ssPyramidSolver* solver = newSolver( 6, 1, 2 );
    for ( int trial = 0; trial < 200; ++trial )
    {
        OffsetBody b;
        randomBody( &rng, &b, 2, 0.1 );
        b.contact.angle = 0.3;
        double first[6];
        const ssPyramidSolution* s = ssPyramid_Solve( solver, &b.problem );
        ASSERT_EQ( ss_statusConverged, s->report.status );
        memcpy( first, s->acceleration, sizeof first );
        b.contact.angle += SS_PI / 4.0;
        b.contact.mu *= sqrt( 2.0 );
        b.problem.model = ss_pyramidForce;
        s = ssPyramid_Solve( solver, &b.problem );
        ASSERT_EQ( ss_statusConverged, s->report.status );
        ASSERT( near( s->acceleration, first, 6, 1e-10 ) );
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

// ---------------------------------------------------------------------------------------------- Gauss-Seidel

TEST gaussSeidelCyclesOnARodOnItsTip( void )
{
    // The case: 1 kg, I = 0.02 kg m², tip at (0.3, 0, -0.4) m from the centre, f = (-20, 5, -10) N, any mu,
    // k, rho. The normal and tangential rows of the tip pull each other through S_nt, and sweeps from zero go
    // back and forth.
    const double r[3] = { 0.3, 0.0, -0.4 }, inertia[3] = { 0.02, 0.02, 0.02 };
    const double force[6] = { -20.0, 5.0, -10.0, 0.0, 0.0, 0.0 };
    static const double rhos[] = { 0.0, 0.1, 5.0 };
    static const int ks[] = { 2, 4, 8 };
    ssPyramidSolver* solver = newSolver( 6, 1, 8 );
    ssLcpWork* work = NULL;
    ASSERT_EQ( ss_ok, ssCreateLcpWork( 17, &work ).code );
    ssPgsOptions options = ssDefaultPgsOptions();
    for ( int i = 0; i < 9; ++i )
    {
        OffsetBody b;
        setOffsetBody( &b, ks[i / 3], r, 1.0, inertia, 0.5, rhos[i % 3], force );
        ssStatus status = ss_statusNotFinite;
        ssLcp lcp = ssPyramid_Eliminate( solver, &b.problem, &status );
        ASSERT_EQ( ss_statusConverged, status );
        ASSERT_EQ( 1 + 2 * ks[i / 3], lcp.size );
        double z[17] = { 0.0 };
        ssLcpReport report = ssLcp_Pgs( &lcp, &options, work, z );
        ASSERT_EQ( ss_statusCycle, report.status );
        ASSERT_EQ( 2, report.period );
        ASSERT( report.residual > 1.0 );
        report = ssLcp_Lemke( &lcp, work, z );
        ASSERT( report.status == ss_statusConverged && report.residual <= 1e-14 );
    }
    ssDestroyLcpWork( work );
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST badInputIsRefused( void )
{
    const double force[3] = { 0.0, 0.0, -1.0 };
    PointMass p;
    ssPyramidSolver* solver = newSolver( 3, 1, 4 );
    setPointMass( &p, 4, 0.0, 0.5, 0.1, force );
    ASSERT_EQ( ss_statusRefused, ssPyramid_Solve( solver, &p.problem )->report.status );
    setPointMass( &p, 4, 1.0, 0.5, 0.1, force );
    p.force[0] = INFINITY;
    const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
    ASSERT_EQ( ss_statusNotFinite, s->report.status );
    ASSERT( s->acceleration[0] == 0.0 );
    ssDestroyPyramidSolver( solver );
    PASS();
}

SUITE( references )
{
    RUN_TEST( pointMassFollowsTheReference );
    RUN_TEST( offsetBodyFollowsTheReference );
}

SUITE( phantomInertia )
{
    RUN_TEST( phantomInertiaDoesNotChangeTheMotion );
    RUN_TEST( rankDropsWithoutPhantomInertiaAndAtIsolatedValues );
    RUN_TEST( theCoreHasTheRankOfTheWholeLeadMatrix );
}

SUITE( onePoint )
{
    RUN_TEST( polygonIsCircumscribed );
    RUN_TEST( forceIsTheProjectionOntoThePolygon );
    RUN_TEST( liftedMassFliesFree );
    RUN_TEST( slidingContactsCarryKineticFriction );
    RUN_TEST( painlevesRodEndsInARay );
    RUN_TEST( forceModelIsInscribed );
    RUN_TEST( bothModelsAgreeForTwoDirectionsTurned );
}

SUITE( more )
{
    RUN_TEST( isolatedValuesAreThoseOfAllContactsTogether );
    RUN_TEST( lemkeEndsOnEveryRandomCase );
    RUN_TEST( boxOnFourCornersNeedsCompliance );
    RUN_TEST( gaussSeidelCyclesOnARodOnItsTip );
    RUN_TEST( badInputIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( references );
    RUN_SUITE( phantomInertia );
    RUN_SUITE( onePoint );
    RUN_SUITE( more );
    return TEST_END();
}
