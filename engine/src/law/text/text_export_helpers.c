// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"

#include <ctype.h>
#include <string.h>

// The C99 texts of exported laws. A helper is written if its name occurs in what comes after it.

typedef struct Helper
{
    const char* name;
    const char* text;
} Helper;

static const Helper s_helpers[] = {
    { "sign",
        "static double sign( double x )\n"
        "{\n"
        "    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;\n"
        "}\n" },
    { "times",
        "/* A factor in a derivative: 0 wins over infinity. */\n"
        "static double times( double a, double b )\n"
        "{\n"
        "    return a == 0.0 || b == 0.0 ? 0.0 : a * b;\n"
        "}\n" },
    { "vec",
        "typedef struct vec\n"
        "{\n"
        "    double x, y;\n"
        "} vec;\n" },
    { "make_vec",
        "static vec make_vec( double x, double y )\n"
        "{\n"
        "    vec result;\n"
        "    result.x = x;\n"
        "    result.y = y;\n"
        "    return result;\n"
        "}\n" },
    { "set",
        "/* A set: a shape with the numbers q, turned, then shifted, then scaled. Its support is the point\n"
        "   farthest in the direction g (*edge: a whole edge is; the point is its middle), and its gauge "
        "the\n"
        "   factor by which it must grow to reach x, with a normal of the boundary there. */\n"
        "typedef struct set\n"
        "{\n"
        "    const double* q;\n"
        "    vec ( *support )( const double* q, vec g, int* edge );\n"
        "    double ( *gauge )( const double* q, vec x, vec* normal );\n"
        "    double cosine, sine;\n"
        "    vec shift;\n"
        "    double scale;\n"
        "} set;\n" },
    { "turn_by",
        "/* Cosine and sine of an angle in degrees, exact at right angles. */\n"
        "static vec turn_by( double degrees )\n"
        "{\n"
        "    const double turn = fmod( degrees, 360.0 ), quarter = floor( turn / 90.0 + 0.5 );\n"
        "    const double rest = ( turn - 90.0 * quarter ) * ( 3.14159265358979323846 / 180.0 );\n"
        "    const double c = cos( rest ), s = sin( rest );\n"
        "    const int turns = ( (int)quarter + 8 ) % 4;\n"
        "    return turns == 0 ? make_vec( c, s ) : turns == 1 ? make_vec( -s, c )\n"
        "        : turns == 2 ? make_vec( -c, -s ) : make_vec( s, -c );\n"
        "}\n" },
    { "make_set",
        "static set make_set( const double* q, vec ( *support )( const double*, vec, int* ),\n"
        "    double ( *gauge )( const double*, vec, vec* ), double degrees, double shift_x, double shift_y,\n"
        "    double scale )\n"
        "{\n"
        "    const vec turn = turn_by( degrees );\n"
        "    set result;\n"
        "    result.q = q;\n"
        "    result.support = support;\n"
        "    result.gauge = gauge;\n"
        "    result.cosine = turn.x;\n"
        "    result.sine = turn.y;\n"
        "    result.shift = make_vec( shift_x, shift_y );\n"
        "    result.scale = scale;\n"
        "    return result;\n"
        "}\n" },
    { "to_shape",
        "static vec to_shape( const set* s, vec x )\n"
        "{\n"
        "    return make_vec( s->cosine * x.x + s->sine * x.y, s->cosine * x.y - s->sine * x.x );\n"
        "}\n" },
    { "to_world",
        "static vec to_world( const set* s, vec y )\n"
        "{\n"
        "    return make_vec( s->cosine * y.x - s->sine * y.y, s->sine * y.x + s->cosine * y.y );\n"
        "}\n" },
    { "negligible",
        "static int negligible( double a, double b )\n"
        "{\n"
        "    return fabs( a ) <= 1e-15 * fabs( b );\n"
        "}\n" },
    { "disc_support",
        "static vec disc_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const double length = hypot( g.x, g.y );\n"
        "    (void)edge;\n"
        "    return make_vec( q[0] * ( g.x / length ), q[0] * ( g.y / length ) );\n"
        "}\n" },
    { "disc_gauge",
        "static double disc_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    *normal = x;\n"
        "    return hypot( x.x, x.y ) / q[0];\n"
        "}\n" },
    { "ellipse_support",
        "static vec ellipse_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const double u = q[0] * g.x, v = q[1] * g.y, length = hypot( u, v );\n"
        "    (void)edge;\n"
        "    return length > 0.0 ? make_vec( q[0] * ( u / length ), q[1] * ( v / length ) )\n"
        "                        : make_vec( 0.0, 0.0 );\n"
        "}\n" },
    { "ellipse_gauge",
        "static double ellipse_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const double u = x.x / q[0], v = x.y / q[1];\n"
        "    *normal = make_vec( u / q[0], v / q[1] );\n"
        "    return hypot( u, v );\n"
        "}\n" },
    { "rectangle_support",
        "static vec rectangle_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const int along_x = negligible( g.y, g.x ), along_y = negligible( g.x, g.y );\n"
        "    *edge = along_x || along_y;\n"
        "    return make_vec( along_y ? 0.0 : copysign( q[0], g.x ), along_x ? 0.0 : copysign( q[1], g.y ) "
        ");\n"
        "}\n" },
    { "rectangle_gauge",
        "static double rectangle_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const double u = fabs( x.x ) / q[0], v = fabs( x.y ) / q[1];\n"
        "    *normal = u >= v ? make_vec( x.x, 0.0 ) : make_vec( 0.0, x.y );\n"
        "    return fmax( u, v );\n"
        "}\n" },
    { "power_norm",
        "/* (u^p + v^p)^(1/p), and its derivatives by u and v, all >= 0. */\n"
        "static double power_norm( double p, double u, double v, double* by_u, double* by_v )\n"
        "{\n"
        "    const double large = fmax( u, v ), ratio = fmin( u, v ) / large;\n"
        "    const double size = log1p( pow( ratio, p ) ) / p, slope = exp( -( p - 1.0 ) * size );\n"
        "    const double other = ratio > 0.0 ? slope * pow( ratio, p - 1.0 ) : p == 1.0 ? slope : 0.0;\n"
        "    *by_u = u >= v ? slope : other;\n"
        "    *by_v = u >= v ? other : slope;\n"
        "    return large * exp( size );\n"
        "}\n" },
    { "superellipse_support",
        "static vec superellipse_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const double u = q[0] * fabs( g.x ), v = q[1] * fabs( g.y ), s = q[2];\n"
        "    double x = u > v ? 1.0 : 0.0, y = u > v ? 0.0 : 1.0;\n"
        "    if ( s == 1.0 && negligible( u - v, u ) )\n"
        "    {\n"
        "        *edge = 1;\n"
        "        x = y = 0.5;\n"
        "    }\n"
        "    else if ( s != 1.0 )\n"
        "    {\n"
        "        power_norm( s / ( s - 1.0 ), u, v, &x, &y );\n"
        "    }\n"
        "    return make_vec( copysign( q[0] * x, g.x ), copysign( q[1] * y, g.y ) );\n"
        "}\n" },
    { "superellipse_gauge",
        "static double superellipse_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const double u = fabs( x.x ) / q[0], v = fabs( x.y ) / q[1];\n"
        "    double by_u, by_v, value;\n"
        "    *normal = x;\n"
        "    if ( u == 0.0 && v == 0.0 )\n"
        "    {\n"
        "        return 0.0;\n"
        "    }\n"
        "    value = power_norm( q[2], u, v, &by_u, &by_v );\n"
        "    *normal = make_vec( copysign( by_u / q[0], x.x ), copysign( by_v / q[1], x.y ) );\n"
        "    return value;\n"
        "}\n" },
    { "stadium_support",
        "/* Half length q[0] of the straight sides, half width q[1], semi-axis q[2] of the ends. */\n"
        "static vec stadium_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const double u = q[2] * g.x, v = q[1] * g.y, length = hypot( u, v );\n"
        "    if ( q[0] > 0.0 && negligible( g.x, g.y ) )\n"
        "    {\n"
        "        *edge = 1;\n"
        "        return make_vec( 0.0, copysign( q[1], g.y ) );\n"
        "    }\n"
        "    return make_vec( copysign( q[0], g.x ) + q[2] * ( u / length ), q[1] * ( v / length ) );\n"
        "}\n" },
    { "stadium_gauge",
        "static double stadium_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const double m = q[0] / q[2], u = fabs( x.x ) / q[2], v = fabs( x.y ) / q[1];\n"
        "    double root, k;\n"
        "    if ( u <= v * m )\n"
        "    {\n"
        "        *normal = make_vec( 0.0, x.y );\n"
        "        return v;\n"
        "    }\n"
        "    root = sqrt( ( u - v * m ) * ( u + v * m ) + v * v );\n"
        "    k = ( u * u + v * v ) / ( u * m + root );\n"
        "    *normal = make_vec( copysign( ( u - k * m ) / q[2], x.x ), copysign( v / q[1], x.y ) );\n"
        "    return k;\n"
        "}\n" },
    { "asperity_gauge",
        "/* Springs drawn over wedges with flanks of q[1] degrees and friction q[0] (Walker & Leine Eq. 50). "
        "*/\n"
        "static double asperity_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const vec beta = turn_by( q[1] );\n"
        "    const double length = hypot( beta.x * x.x, x.y ), m = q[0] * beta.y / beta.x;\n"
        "    const double u = length > 0.0 ? beta.x * ( x.x / length ) : 0.0;\n"
        "    const double v = length > 0.0 ? x.y / length : 0.0;\n"
        "    const double margin = ( 1.0 - m ) * ( 1.0 + m ), dent = m * v * ( m * v );\n"
        "    *normal = make_vec( beta.x * u * ( margin - dent ), ( 1.0 + m * u * ( m * u ) ) * v );\n"
        "    return beta.x / q[0] * length * ( margin + dent );\n"
        "}\n" },
    { "asperity_convex",
        "static int asperity_convex( const double* q )\n"
        "{\n"
        "    const vec beta = turn_by( q[1] );\n"
        "    const double root = q[0] * beta.y, cc = beta.x * beta.x;\n"
        "    return 2.0 * root * root - cc <= 1e-15 * cc;\n"
        "}\n" },
    { "asperity_support",
        "/* On the ray y = t x the support is stationary at the root of a cubic in t. */\n"
        "static vec asperity_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const vec beta = turn_by( q[1] );\n"
        "    const double cc = beta.x * beta.x, root = q[0] * beta.y, m = root * root;\n"
        "    const double gx = fabs( g.x ), gy = fabs( g.y );\n"
        "    const double c0 = gy * cc * ( beta.x - root ) * ( beta.x + root );\n"
        "    const double c1 = gx * ( cc + m ), c2 = gy * ( cc - 2.0 * m );\n"
        "    double low = 0.0, high = fmax( 2.0 * fmax( c2, 0.0 ) / gx, cbrt( 2.0 * c0 / gx ) ), k;\n"
        "    vec d, normal;\n"
        "    if ( negligible( gx, gy ) )\n"
        "    {\n"
        "        *edge = !asperity_convex( q );\n"
        "        d = make_vec( *edge ? 1.0 : 0.0, *edge ? sqrt( c0 / -c2 ) : 1.0 );\n"
        "        return make_vec( 0.0, copysign( d.y / asperity_gauge( q, d, &normal ), g.y ) );\n"
        "    }\n"
        "    if ( c2 < 0.0 )\n"
        "    {\n"
        "        high = fmin( high, sqrt( c0 / -c2 ) );\n"
        "    }\n"
        "    for ( int i = 0; i < 200; ++i )\n"
        "    {\n"
        "        const double t = 0.5 * ( low + high );\n"
        "        if ( t * ( c1 + t * ( gx * t - c2 ) ) > c0 )\n"
        "        {\n"
        "            high = t;\n"
        "        }\n"
        "        else\n"
        "        {\n"
        "            low = t;\n"
        "        }\n"
        "    }\n"
        "    d = high > 1.0 ? make_vec( 1.0 / high, 1.0 ) : make_vec( 1.0, high );\n"
        "    k = asperity_gauge( q, d, &normal );\n"
        "    return make_vec( copysign( d.x / k, g.x ), copysign( d.y / k, g.y ) );\n"
        "}\n" },
    { "place_corners",
        "/* Turns, shifts and scales the corners of a polygon: q[0] corners x, y. */\n"
        "static void place_corners( double* q, double degrees, double shift_x, double shift_y, double scale "
        ")\n"
        "{\n"
        "    const vec turn = turn_by( degrees );\n"
        "    for ( int i = 1; i <= 2 * (int)q[0]; i += 2 )\n"
        "    {\n"
        "        const double x = turn.x * q[i] - turn.y * q[i + 1], y = turn.y * q[i] + turn.x * q[i + 1];\n"
        "        q[i] = scale * ( x + shift_x );\n"
        "        q[i + 1] = scale * ( y + shift_y );\n"
        "    }\n"
        "}\n" },
    { "corner",
        "static vec corner( const double* q, int i )\n"
        "{\n"
        "    const int n = (int)q[0], k = ( i + n ) % n;\n"
        "    return make_vec( q[1 + 2 * k], q[2 + 2 * k] );\n"
        "}\n" },
    { "cross",
        "static double cross( vec a, vec b )\n"
        "{\n"
        "    return a.x * b.y - a.y * b.x;\n"
        "}\n" },
    { "polygon_support",
        "static vec polygon_support( const double* q, vec g, int* edge )\n"
        "{\n"
        "    const int n = (int)q[0];\n"
        "    vec first = corner( q, 0 ), last;\n"
        "    double best = -HUGE_VAL, size = 0.0;\n"
        "    for ( int i = 0; i < n; ++i )\n"
        "    {\n"
        "        const vec p = corner( q, i );\n"
        "        const double value = p.x * g.x + p.y * g.y;\n"
        "        size = fmax( size, fabs( p.x * g.x ) + fabs( p.y * g.y ) );\n"
        "        if ( value > best )\n"
        "        {\n"
        "            best = value;\n"
        "            first = p;\n"
        "        }\n"
        "    }\n"
        "    last = first;\n"
        "    for ( int i = 0; i < n; ++i )\n"
        "    {\n"
        "        const vec p = corner( q, i );\n"
        "        if ( best - ( p.x * g.x + p.y * g.y ) <= 1e-15 * size )\n"
        "        {\n"
        "            first = cross( g, p ) < cross( g, first ) ? p : first;\n"
        "            last = cross( g, p ) > cross( g, last ) ? p : last;\n"
        "        }\n"
        "    }\n"
        "    *edge = first.x != last.x || first.y != last.y;\n"
        "    return make_vec( 0.5 * ( first.x + last.x ), 0.5 * ( first.y + last.y ) );\n"
        "}\n" },
    { "polygon_gauge",
        "/* x = u a + v b with the ends a, b of the edge that the ray of x meets: u and v are >= 0. */\n"
        "static double polygon_gauge( const double* q, vec x, vec* normal )\n"
        "{\n"
        "    const int n = (int)q[0];\n"
        "    double best = -HUGE_VAL, value = 0.0;\n"
        "    for ( int i = 0; i < n; ++i )\n"
        "    {\n"
        "        const vec a = corner( q, i ), b = corner( q, i + 1 );\n"
        "        const double span = cross( a, b ), u = cross( x, b ) / span, v = cross( a, x ) / span;\n"
        "        if ( fmin( u, v ) > best )\n"
        "        {\n"
        "            best = fmin( u, v );\n"
        "            value = fmax( u, 0.0 ) + fmax( v, 0.0 );\n"
        "            *normal = make_vec( ( b.y - a.y ) / span, ( a.x - b.x ) / span );\n"
        "        }\n"
        "    }\n"
        "    return value;\n"
        "}\n" },
    { "polygon_convex",
        "static int polygon_convex( const double* q )\n"
        "{\n"
        "    const int n = (int)q[0];\n"
        "    const double way = cross( corner( q, 0 ), corner( q, 1 ) ) > 0.0 ? 1.0 : -1.0;\n"
        "    for ( int i = 0; i < n; ++i )\n"
        "    {\n"
        "        const vec a = corner( q, i - 1 ), b = corner( q, i ), c = corner( q, i + 1 );\n"
        "        const vec into = make_vec( b.x - a.x, b.y - a.y ), out = make_vec( c.x - b.x, c.y - b.y );\n"
        "        if ( way * cross( into, out ) < -1e-12 * hypot( into.x, into.y ) * hypot( out.x, out.y ) )\n"
        "        {\n"
        "            return 0;\n"
        "        }\n"
        "    }\n"
        "    return 1;\n"
        "}\n" },
    { "set_support",
        "static vec set_support( const set* s, vec g, int* edge )\n"
        "{\n"
        "    const vec y = to_world( s, s->support( s->q, to_shape( s, g ), edge ) );\n"
        "    return make_vec( s->scale * ( y.x + s->shift.x ), s->scale * ( y.y + s->shift.y ) );\n"
        "}\n" },
    { "set_gauge",
        "static double set_gauge( const set* s, vec x, vec* normal )\n"
        "{\n"
        "    const vec y = to_shape( s, make_vec( x.x / s->scale, x.y / s->scale ) );\n"
        "    const vec o = to_shape( s, s->shift );\n"
        "    double value = s->gauge( s->q, y, normal );\n"
        "    if ( o.x != 0.0 || o.y != 0.0 )\n"
        "    {\n"
        "        /* t y lies on the boundary of the shifted shape; high doubles until it lies outside */\n"
        "        double low = 0.0, high = 1.0 / value, t = high;\n"
        "        int outside = 0;\n"
        "        for ( int i = 0; i < 300; ++i )\n"
        "        {\n"
        "            if ( s->gauge( s->q, make_vec( t * y.x - o.x, t * y.y - o.y ), normal ) < 1.0 )\n"
        "            {\n"
        "                low = t;\n"
        "                high = outside ? high : 2.0 * t;\n"
        "            }\n"
        "            else\n"
        "            {\n"
        "                high = t;\n"
        "                outside = 1;\n"
        "            }\n"
        "            t = outside ? 0.5 * ( low + high ) : high;\n"
        "        }\n"
        "        value = 1.0 / t;\n"
        "    }\n"
        "    *normal = to_world( s, *normal );\n"
        "    return value;\n"
        "}\n" },
    { "project_disc",
        "/* The nearest point of the disc of radius a, and its derivative. */\n"
        "static vec project_disc( double a, vec x, double slope[4] )\n"
        "{\n"
        "    const double length = hypot( x.x, x.y ), k = length > a ? a / length : 1.0;\n"
        "    const double tx = length > a ? -x.y / length : 1.0, ty = length > a ? x.x / length : 0.0;\n"
        "    slope[0] = k * tx * tx;\n"
        "    slope[1] = slope[2] = k * tx * ty;\n"
        "    slope[3] = length > a ? k * ty * ty : 1.0;\n"
        "    return make_vec( k * x.x, k * x.y );\n"
        "}\n" },
    { "project",
        "/* The nearest point of a convex set, and its derivative. The distance is the largest value of\n"
        "   n.x - support(n) over the unit vectors n. It has one maximum where it is positive, as it is at "
        "the\n"
        "   normal of the boundary on the ray of x. */\n"
        "static vec project( const set* s, vec x, double slope[4] )\n"
        "{\n"
        "    vec n, a, b;\n"
        "    double start, low, high, angle, distance, bend, weight;\n"
        "    int edge = 0;\n"
        "    slope[0] = slope[3] = 1.0;\n"
        "    slope[1] = slope[2] = 0.0;\n"
        "    if ( ( x.x == 0.0 && x.y == 0.0 ) || !( set_gauge( s, x, &n ) > 1.0 ) )\n"
        "    {\n"
        "        return x;\n"
        "    }\n"
        "    start = angle = atan2( n.y, n.x );\n"
        "    low = start - 3.2;\n"
        "    high = start + 3.2;\n"
        "    for ( int i = 0; i < 100; ++i )\n"
        "    {\n"
        "        n = make_vec( cos( angle ), sin( angle ) );\n"
        "        a = set_support( s, n, &edge );\n"
        "        a = make_vec( x.x - a.x, x.y - a.y );\n"
        "        if ( a.x * n.x + a.y * n.y > 0.0 ? n.x * a.y - n.y * a.x > 0.0 : angle < start )\n"
        "        {\n"
        "            low = angle;\n"
        "        }\n"
        "        else\n"
        "        {\n"
        "            high = angle;\n"
        "        }\n"
        "        angle = 0.5 * ( low + high );\n"
        "    }\n"
        "    n = make_vec( cos( angle ), sin( angle ) );\n"
        "    a = set_support( s, n, &edge );\n"
        "    distance = n.x * ( x.x - a.x ) + n.y * ( x.y - a.y );\n"
        "    a = set_support( s, make_vec( cos( angle - 1e-5 ), sin( angle - 1e-5 ) ), &edge );\n"
        "    b = set_support( s, make_vec( cos( angle + 1e-5 ), sin( angle + 1e-5 ) ), &edge );\n"
        "    bend = hypot( b.x - a.x, b.y - a.y ) / 2e-5; /* the radius of curvature */\n"
        "    weight = bend / ( bend + distance );\n"
        "    slope[0] = weight * n.y * n.y;\n"
        "    slope[1] = slope[2] = -weight * n.x * n.y;\n"
        "    slope[3] = weight * n.x * n.x;\n"
        "    return make_vec( x.x - distance * n.x, x.y - distance * n.y );\n"
        "}\n" },
    { "chain_rows",
        "/* Multiplies two rows of n derivatives by a 2x2 matrix. */\n"
        "static void chain_rows( double* rows, int n, const double slope[4] )\n"
        "{\n"
        "    for ( int j = 0; j < n; ++j )\n"
        "    {\n"
        "        const double a = rows[j], b = rows[n + j];\n"
        "        rows[j] = slope[0] * a + slope[1] * b;\n"
        "        rows[n + j] = slope[2] * a + slope[3] * b;\n"
        "    }\n"
        "}\n" },
    { "solve",
        "/* Solves a x = b in place; b becomes x. */\n"
        "static void solve( int n, double* a, double* b )\n"
        "{\n"
        "    for ( int k = 0; k < n; ++k )\n"
        "    {\n"
        "        int pivot = k;\n"
        "        for ( int i = k + 1; i < n; ++i )\n"
        "        {\n"
        "            pivot = fabs( a[i * n + k] ) > fabs( a[pivot * n + k] ) ? i : pivot;\n"
        "        }\n"
        "        for ( int j = 0; j < n && pivot != k; ++j )\n"
        "        {\n"
        "            const double swap = a[k * n + j];\n"
        "            a[k * n + j] = a[pivot * n + j];\n"
        "            a[pivot * n + j] = swap;\n"
        "        }\n"
        "        if ( pivot != k )\n"
        "        {\n"
        "            const double swap = b[k];\n"
        "            b[k] = b[pivot];\n"
        "            b[pivot] = swap;\n"
        "        }\n"
        "        for ( int i = k + 1; i < n; ++i )\n"
        "        {\n"
        "            const double factor = a[i * n + k] / a[k * n + k];\n"
        "            for ( int j = k + 1; j < n; ++j )\n"
        "            {\n"
        "                a[i * n + j] -= factor * a[k * n + j];\n"
        "            }\n"
        "            b[i] -= factor * b[k];\n"
        "        }\n"
        "    }\n"
        "    for ( int i = n - 1; i >= 0; --i )\n"
        "    {\n"
        "        for ( int j = i + 1; j < n; ++j )\n"
        "        {\n"
        "            b[i] -= a[i * n + j] * b[j];\n"
        "        }\n"
        "        b[i] /= a[i * n + i];\n"
        "    }\n"
        "}\n" },
};

/// Whether a text contains a name as a whole word.
static bool mentions( const char* text, const char* name )
{
    size_t length = strlen( name );
    for ( const char* at = strstr( text, name ); at != NULL; at = strstr( at + 1, name ) )
    {
        // behind an arrow it is a parameter or a state
        bool before = at > text && ( isalnum( (unsigned char)at[-1] ) || at[-1] == '_' || at[-1] == '>' );
        bool after = isalnum( (unsigned char)at[length] ) || at[length] == '_';
        if ( !before && !after )
        {
            return true;
        }
    }
    return false;
}

void textPutHelpers( textWriter* writer, const char* body )
{
    bool used[SS_COUNT( s_helpers )] = { false };
    for ( int i = SS_COUNT( s_helpers ) - 1; i >= 0; --i )
    {
        used[i] = mentions( body, s_helpers[i].name );
        for ( int k = i + 1; k < SS_COUNT( s_helpers ) && !used[i]; ++k )
        {
            used[i] = used[k] && mentions( s_helpers[k].text, s_helpers[i].name );
        }
    }
    for ( int i = 0; i < SS_COUNT( s_helpers ); ++i )
    {
        if ( used[i] )
        {
            textPut( writer, "%s\n", s_helpers[i].text );
        }
    }
}
