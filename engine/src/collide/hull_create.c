// SPDX-License-Identifier: MIT
#include "collide/hull_private.h"

#include <string.h>

// Hulls are made of points: mass, principal axes, outlines of faces.

#define JACOBI_PASSES 30
#define AXES_EPSILON 1e-10 // of the trace: smaller products of inertia leave the axes where they are

typedef struct Moments
{
    double volume;
    ssVec3 first;        // volume times centre
    double second[3][3]; // integrals of x_i x_j
} Moments;

/// Adds the tetrahedron of a triangle and 0: ∫ x xᵀ = v/20 (s sᵀ + a aᵀ + b bᵀ + c cᵀ), s = a + b + c.
static void addTetrahedron( Moments* m, ssVec3 a, ssVec3 b, ssVec3 c )
{
    double v = ssVec3_Dot( a, ssVec3_Cross( b, c ) ) / 6.0;
    ssVec3 s = ssVec3_Add( a, ssVec3_Add( b, c ) );
    const ssVec3 all[4] = { s, a, b, c };
    m->volume += v;
    m->first = ssVec3_MulAdd( m->first, 0.25 * v, s );
    for ( int k = 0; k < 4; ++k )
    {
        const double x[3] = { all[k].x, all[k].y, all[k].z };
        for ( int i = 0; i < 3; ++i )
        {
            for ( int j = 0; j < 3; ++j ) { m->second[i][j] += v / 20.0 * x[i] * x[j]; }
        }
    }
}

/// The moments about a point near the middle, where rounding is least.
static Moments sumMoments( const ssHull* hull, ssVec3 about )
{
    Moments m = { 0 };
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        const HullFace* face = hull->faces + f;
        const int* c = hull->corners + face->first;
        for ( int i = 1; i + 1 < face->count; ++i )
        {
            addTetrahedron( &m, ssVec3_Sub( hull->vertices[c[0]], about ),
                ssVec3_Sub( hull->vertices[c[i]], about ), ssVec3_Sub( hull->vertices[c[i + 1]], about ) );
        }
    }
    return m;
}

/// Diagonalises a symmetric matrix (Jacobi); the quaternion gives the axes in the old coordinates.
static ssQuat diagonalise( double m[3][3] )
{
    ssQuat q = ssQuat_Identity();
    double trace = m[0][0] + m[1][1] + m[2][2];
    for ( int step = 0; step < 3 * JACOBI_PASSES; ++step )
    {
        int k = step % 3, i = ( k + 1 ) % 3, j = ( k + 2 ) % 3; // rotates about axis k
        if ( fabs( m[i][j] ) <= AXES_EPSILON * trace ) { continue; }
        double theta = ( m[j][j] - m[i][i] ) / ( 2.0 * m[i][j] );
        double t = ( theta < 0.0 ? -1.0 : 1.0 ) / ( fabs( theta ) + sqrt( theta * theta + 1.0 ) );
        double c = 1.0 / sqrt( t * t + 1.0 ), s = t * c;
        for ( int r = 0; r < 3; ++r ) // columns, then rows
        {
            double x = m[r][i], y = m[r][j];
            m[r][i] = c * x - s * y;
            m[r][j] = s * x + c * y;
        }
        for ( int r = 0; r < 3; ++r )
        {
            double x = m[i][r], y = m[j][r];
            m[i][r] = c * x - s * y;
            m[j][r] = s * x + c * y;
        }
        // the new axis i is c e_i - s e_j: a turn about e_k by -angle
        double half = sqrt( 0.5 * ( 1.0 + c ) ), sine = -s / ( 2.0 * half );
        ssQuat turn = { half, k == 0 ? sine : 0.0, k == 1 ? sine : 0.0, k == 2 ? sine : 0.0 };
        q = ssQuat_Normalize( ssQuat_Mul( q, turn ) );
    }
    return q;
}

/// Weighs the hull and moves it to its principal axes; returns the pose of the old coordinates in the new.
static ssPose settle( ssHull* hull )
{
    ssVec3 about = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        about = ssVec3_MulAdd( about, 1.0 / hull->vertexCount, hull->vertices[i] );
    }
    Moments m = sumMoments( hull, about );
    ssVec3 c = ssVec3_Scale( 1.0 / m.volume, m.first );
    const double x[3] = { c.x, c.y, c.z };
    double inertia[3][3], trace = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        for ( int j = 0; j < 3; ++j ) { m.second[i][j] = m.second[i][j] / m.volume - x[i] * x[j]; }
        trace += m.second[i][i];
    }
    for ( int i = 0; i < 3; ++i )
    {
        for ( int j = 0; j < 3; ++j ) { inertia[i][j] = ( i == j ? trace : 0.0 ) - m.second[i][j]; }
    }
    ssQuat axes = diagonalise( inertia ), back = ssQuat_Conjugate( axes );
    ssVec3 centre = ssVec3_Add( about, c );
    hull->volume = m.volume;
    hull->inertia = ssVec3_Make( inertia[0][0], inertia[1][1], inertia[2][2] );
    bool turned = axes.x != 0.0 || axes.y != 0.0 || axes.z != 0.0;
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        ssVec3 v = ssVec3_Sub( hull->vertices[i], centre );
        hull->vertices[i] = turned ? ssQuat_Rotate( back, v ) : v;
    }
    for ( int f = 0; f < hull->faceCount; ++f )
    {
        HullFace* face = hull->faces + f;
        face->normal = turned ? ssQuat_Rotate( back, face->normal ) : face->normal;
        face->offset = 0.0;
        for ( int i = 0; i < face->count; ++i )
        {
            face->offset +=
                ssVec3_Dot( face->normal, hull->vertices[hull->corners[face->first + i]] ) / face->count;
        }
    }
    ssVec3 origin = ssVec3_Scale( -1.0, centre );
    return ( ssPose ){ turned ? ssQuat_Rotate( back, origin ) : origin, back };
}

static void measure( ssHull* hull )
{
    hull->outer = 0.0;
    hull->inner = HUGE_VAL;
    for ( int i = 0; i < hull->vertexCount; ++i )
    {
        hull->outer = ssMax( hull->outer, ssVec3_Length( hull->vertices[i] ) );
    }
    for ( int f = 0; f < hull->faceCount; ++f ) { hull->inner = ssMin( hull->inner, hull->faces[f].offset ); }
}

/// Removes corners of a face until few enough are left, each time the one that costs the least area.
static void outline( ssHull* hull, HullFace* face )
{
    int kept[hullMaxVertices], count = face->count;
    for ( int i = 0; i < count; ++i ) { kept[i] = hull->corners[face->first + i]; }
    while ( count > hullOutline )
    {
        int least = 0;
        double area = HUGE_VAL;
        for ( int i = 0; i < count; ++i )
        {
            ssVec3 x = hull->vertices[kept[i]];
            ssVec3 u = ssVec3_Sub( hull->vertices[kept[( i + count - 1 ) % count]], x );
            ssVec3 v = ssVec3_Sub( hull->vertices[kept[( i + 1 ) % count]], x );
            double own = ssVec3_Length( ssVec3_Cross( u, v ) );
            least = own < area ? i : least;
            area = ssMin( area, own );
        }
        count -= 1;
        for ( int i = least; i < count; ++i ) { kept[i] = kept[i + 1]; }
    }
    face->outlineCount = count;
    memcpy( face->outline, kept, (size_t)count * sizeof kept[0] );
}

static ssResult checkPoints( const ssVec3* points, int count )
{
    if ( points == NULL || count < 4 || count > SS_HULL_MAX_POINTS )
    {
        return ssError(
            ss_errorValue, "points", "a hull of %d points; allowed: 4 to %d", count, SS_HULL_MAX_POINTS );
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( !( fabs( points[i].x ) <= 1e9 && fabs( points[i].y ) <= 1e9 && fabs( points[i].z ) <= 1e9 ) )
        {
            return ssError( ss_errorValue, "points",
                "point %d of a hull is [%g, %g, %g]; allowed: -1e9 to 1e9 m", i + 1, points[i].x, points[i].y,
                points[i].z );
        }
    }
    return ssOk();
}

ssResult ssCreateHull( const ssVec3* points, int count, ssHull** hull, ssPose* frame )
{
    *hull = NULL;
    ssResult result = checkPoints( points, count );
    ssHull* made = result.code == ss_ok ? ssAlloc( sizeof *made ) : NULL;
    if ( made == NULL )
    {
        return result.code == ss_ok ? ssError( ss_errorMemory, "points", "out of memory for a hull" )
                                    : result;
    }
    atomic_init( &made->users, 1 );
    made->sourceCount = count;
    memcpy( made->source, points, sizeof( ssVec3 ) * (size_t)count );
    result = hullBuild( points, count, made );
    if ( result.code == ss_ok )
    {
        ssPose pose = settle( made );
        measure( made );
        for ( int f = 0; f < made->faceCount; ++f ) { outline( made, made->faces + f ); }
        *( frame != NULL ? frame : &pose ) = pose;
        if ( !( made->volume > 0.0 && made->inner > 1e-6 * made->outer ) )
        {
            result = ssError( ss_errorValue, "points", "the hull is too thin: it is %g m wide and %g m thick",
                2.0 * made->outer, 2.0 * made->inner );
        }
    }
    if ( result.code != ss_ok )
    {
        ssRelease( made );
        return result;
    }
    *hull = made;
    return result;
}
