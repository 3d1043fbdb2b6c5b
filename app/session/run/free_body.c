// SPDX-License-Identifier: MIT
#include "session/run/free_body.h"

#include "base/words.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Collects the loads of a body for the window, and draws them as on a blackboard.

// Widths of the table's parts, and the height of small letters [em].
#define NAMES 10.0f
#define COLUMN 4.8f
#define SMALL 0.86f

// ---------------------------------------------------------------------------------------------- collecting

static void takeLoads( void* context, const ssBodyLoads* all )
{
    sessionLoads* loads = context;
    loads->known = true;
    loads->all = *all;
    loads->all.count = all->count < session_mostLoads ? all->count : session_mostLoads;
    memcpy( loads->items, all->loads, sizeof( ssLoad ) * (size_t)loads->all.count );
    loads->all.loads = NULL;
}

static void addPoint( sessionLoads* loads, const float center[3], const float q[4], ssVec3 local )
{
    if ( loads->outlineCount < session_bodyPoints )
    {
        ssQuat turn = { .w = (double)q[3], .x = (double)q[0], .y = (double)q[1], .z = (double)q[2] };
        ssVec3 v = ssQuat_Rotate( turn, local );
        float* at = loads->outline[loads->outlineCount++];
        at[0] = center[0] + (float)v.x;
        at[1] = center[1] + (float)v.y;
        at[2] = center[2] + (float)v.z;
    }
}

static void outlineSolid( sessionLoads* loads, const gfxDrawList* drawn, const gfxSolid* solid )
{
    const double x = (double)solid->half[0], y = (double)solid->half[1], z = (double)solid->half[2];
    for ( int i = 0; i < 8 && solid->kind == ss_solidBox; ++i )
    {
        ssVec3 corner = { ( i & 1 ) != 0 ? x : -x, ( i & 2 ) != 0 ? y : -y, ( i & 4 ) != 0 ? z : -z };
        addPoint( loads, solid->center, solid->orientation, corner );
    }
    int skip = 1 + solid->cornerCount / session_bodyPoints;
    for ( int i = 0; i < solid->cornerCount && solid->kind == ss_solidHull; i += skip )
    {
        const float* c = drawn->hullCorners[solid->firstCorner + i];
        addPoint( loads, solid->center, solid->orientation,
            ssVec3_Make( (double)c[0], (double)c[1], (double)c[2] ) );
    }
    bool capsule = solid->kind == ss_solidCapsule;
    for ( int i = 0; i < 144 && ( capsule || solid->kind == ss_solidCylinder ); ++i )
    {
        // rings at both ends; those of a capsule are three, towards its poles
        int ring = capsule ? i / 48 : 0, around = capsule ? 24 : 72;
        double polar = 0.45 * ring, angle = 2.0 * SS_PI * ( i % around ) / around;
        double side = i / around % 2 == 0 ? 1.0 : -1.0;
        addPoint( loads, solid->center, solid->orientation,
            ssVec3_Make( x * cos( polar ) * cos( angle ), x * cos( polar ) * sin( angle ),
                side * ( z + ( capsule ? x * sin( polar ) : 0.0 ) ) ) );
    }
}

static void outline( sessionLoads* loads, const gfxDrawList* drawn )
{
    loads->outlineCount = 0;
    for ( int i = 0; i < drawn->sphereCount; ++i )
    {
        const gfxSphere* sphere = drawn->spheres + i;
        ssVec3 right = sessionLoads_Page( loads ).right;
        for ( int k = 0; k < 64 && sphere->body == loads->body; ++k )
        {
            static const float level[4] = { 0.0f, 0.0f, 0.0f, 1.0f };
            double angle = 2.0 * SS_PI * k / 64.0, r = (double)sphere->radius;
            ssVec3 at = ssVec3_Scale( r * cos( angle ), right );
            at.z += r * sin( angle );
            addPoint( loads, sphere->center, level, at );
        }
    }
    for ( int i = 0; i < drawn->solidCount; ++i )
    {
        if ( drawn->solids[i].body == loads->body )
        {
            outlineSolid( loads, drawn, drawn->solids + i );
        }
    }
}

void sessionLoads_Fill(
    sessionLoads* loads, const ssSim* sim, const gfxDrawList* drawn, int body, uint64_t run )
{
    int64_t step = ssSim_StepIndex( sim );
    bool same = loads->body == body && loads->run == run && loads->step == step && loads->known;
    if ( same && !isnan( loads->all.inertia.x ) )
    {
        return;
    }
    *loads = ( sessionLoads ){ .body = body, .run = run, .step = step, .time = ssSim_Time( sim ) };
    const ssDraw draw = { .context = loads, .loads = takeLoads, .loadsOf = body };
    if ( body >= 0 )
    {
        ssSim_Draw( sim, &draw );
        ssSim_BodyName( sim, body, loads->name, (int)sizeof loads->name );
        outline( loads, drawn );
    }
    for ( int i = 0; i < loads->all.count; ++i )
    {
        ssSim_BodyName( sim, loads->items[i].other, loads->others[i], (int)sizeof loads->others[i] );
    }
}

// ------------------------------------------------------------------------------------------------- drawing

static ssVec3 unit( ssVec3 v )
{
    return ssVec3_Scale( 1.0 / ssVec3_Length( v ), v );
}

sessionPage sessionLoads_Page( const sessionLoads* loads )
{
    sessionPage page = { .up = { 0.0, 0.0, 1.0 }, .normal = loads->all.normal };
    ssVec3 level = { page.normal.x, page.normal.y, 0.0 };
    bool touches = ssVec3_Length( page.normal ) > 0.0;
    double most = ssVec3_Length( level ) > 1e-4 ? HUGE_VAL : 0.0; // a slope is seen from its side
    for ( int i = 0; i <= loads->all.count; ++i )
    {
        ssVec3 f = i < loads->all.count ? loads->items[i].force : loads->all.inertia;
        f.z = 0.0;
        double size = ssVec3_Length( f );
        level = size > most ? f : level;
        most = size > most ? size : most;
    }
    level = ssVec3_Length( level ) > 0.0 ? unit( level ) : ssVec3_Make( 1.0, 0.0, 0.0 );
    bool back = fabs( level.x ) > 1e-6 ? level.x < 0.0 : level.y < 0.0;
    page.right = ssVec3_Scale( back ? -1.0 : 1.0, level );
    page.out = ssVec3_Cross( page.right, page.up );
    page.normal = touches ? page.normal : page.up;
    page.along = unit( ssVec3_Cross( page.normal, page.out ) );
    return page;
}

// Where things are on the page.
typedef struct Board
{
    const sessionLoads* loads;
    sessionPage page;
    svgSketch* to;
    float em, x0, y0, x1, y1, cx, cy; // the room for the drawing, and the centre of mass there [px]
    float size;                       // of the body [px]
    double perMetre, perNewton;       // [px]
    double most, mostMoment;          // [N], [N m]
    float labels[40][4];
    int labelCount;
} Board;

static float toX( const Board* b, ssVec3 at )
{
    ssVec3 off = ssVec3_Sub( at, b->loads->all.center );
    return b->cx + (float)( b->perMetre * ssVec3_Dot( off, b->page.right ) );
}

static float toY( const Board* b, ssVec3 at )
{
    ssVec3 off = ssVec3_Sub( at, b->loads->all.center );
    return b->cy - (float)( b->perMetre * ssVec3_Dot( off, b->page.up ) );
}

/// Rounding errors are zero.
static const char* number( double value, double most, char text[24] )
{
    ssFormatNumber( fabs( value ) < 1e-6 * most ? 0.0 : value, text, 24 );
    return text;
}

/// Writes a label beyond the end of an arrow, below others that are there already.
static void label( Board* b, sketchInk ink, float x, float y, float dx, float dy, const char* text )
{
    const float size = b->em, w = sketchExtent( text, size ), h = 1.15f * size;
    float long1 = fmaxf( hypotf( dx, dy ), 1e-6f ), ux = dx / long1, uy = dy / long1;
    float left = x + 0.5f * size * ux + 0.5f * ( ux - 1.0f ) * w, top = y + 0.8f * size * uy - 0.5f * h;
    left = fminf( fmaxf( left, b->x0 ), b->x1 - w );
    top = fminf( fmaxf( top, b->y0 ), b->y1 - h );
    for ( int i = 0; i < b->labelCount; ++i )
    {
        const float* r = b->labels[i];
        if ( left < r[2] && left + w > r[0] && top < r[3] && top + h > r[1] )
        {
            top = r[3];
            i = -1;
        }
    }
    if ( b->labelCount < 40 )
    {
        float* r = b->labels[b->labelCount++];
        r[0] = left;
        r[1] = top;
        r[2] = left + w;
        r[3] = top + h;
    }
    sketchWords( b->to, ink, left, top + 0.85f * size, size, -1, "%s", text );
}

/// An arrow to the scale of forces with its name and size. False: it is too short to be drawn.
static bool arrow( Board* b, sketchInk ink, bool dashed, float x, float y, ssVec3 force, const char* symbol )
{
    char text[72], value[24];
    double right = ssVec3_Dot( force, b->page.right ), up = ssVec3_Dot( force, b->page.up );
    float dx = (float)( b->perNewton * right ), dy = (float)( -b->perNewton * up );
    if ( hypotf( dx, dy ) < 0.3f * b->em )
    {
        return false;
    }
    sketchPart* part = sketchAdd( b->to, sketch_arrow, ink, x, y, x + dx, y + dy );
    part->dashed = dashed;
    part->width = dashed ? 0.09f * b->em : 0.15f * b->em;
    snprintf( text, sizeof text, "%s = %s N", symbol, number( hypot( right, up ), b->most, value ) );
    // beside the line of the plane, not on it
    double across = ssVec3_Dot( force, b->page.normal ) / ssVec3_Length( force );
    float nx = (float)ssVec3_Dot( b->page.normal, b->page.right ), ny = (float)b->page.normal.z;
    bool onPlane = ( x - b->cx ) * nx - ( y - b->cy ) * ny < -0.4f * b->em && fabs( across ) < 0.05;
    float drop = onPlane ? 0.95f * b->em : 0.0f;
    label( b, ink, x + dx - drop * nx, y + dy + drop * ny, dx, dy, text );
    return true;
}

/// The body in its outline: the convex hull of its points (Andrew's monotone chain).
static void drawBody( Board* b )
{
    float at[session_bodyPoints + 1][2], hull[2 * session_bodyPoints + 2][2];
    int n = b->loads->outlineCount, count = 0;
    for ( int i = 0; i < n; ++i )
    {
        const float* p = b->loads->outline[i];
        ssVec3 v = { (double)p[0], (double)p[1], (double)p[2] };
        float x = toX( b, v ), y = toY( b, v );
        int k = i;
        for ( ; k > 0 && ( at[k - 1][0] > x || ( at[k - 1][0] == x && at[k - 1][1] > y ) ); --k )
        {
            memcpy( at[k], at[k - 1], sizeof at[k] );
        }
        at[k][0] = x;
        at[k][1] = y;
    }
    for ( int pass = 0, floor = 1; pass < 2 && n > 2; ++pass, floor = count )
    {
        for ( int i = 0; i < n; ++i )
        {
            const float* p = at[pass == 0 ? i : n - 1 - i];
            while ( count > floor &&
                ( hull[count - 1][0] - hull[count - 2][0] ) * ( p[1] - hull[count - 2][1] ) -
                        ( hull[count - 1][1] - hull[count - 2][1] ) * ( p[0] - hull[count - 2][0] ) <=
                    0.0f )
            {
                --count;
            }
            memcpy( hull[count++], p, sizeof hull[0] );
        }
    }
    sketchPart* part = sketchAdd( b->to, sketch_outline, sketch_body, 0.0f, 0.0f, 0.0f, 0.0f );
    part->width = 0.09f * b->em;
    for ( int i = 0; i < count - 1; ++i ) // the last is the first again
    {
        sketchPoint( b->to, part, hull[i][0], hull[i][1] );
    }
}

/// The plane of the contact with its axes, and on a slope the weight's components.
static void drawContact( Board* b )
{
    const ssBodyLoads* all = &b->loads->all;
    const ssVec3 *n = &b->page.normal, *t = &b->page.along;
    const ssLoad* at = NULL;
    for ( int i = 0; i < all->count; ++i )
    {
        const ssLoad* load = b->loads->items + i;
        bool larger = at == NULL || ssVec3_Length( load->force ) > ssVec3_Length( at->force );
        at = load->kind == ss_loadNormal && larger ? load : at;
    }
    if ( at == NULL )
    {
        return;
    }
    float x = toX( b, at->point ), y = toY( b, at->point ), reach = 9.0f * b->em;
    float tx = (float)ssVec3_Dot( *t, b->page.right ), ty = -(float)ssVec3_Dot( *t, b->page.up );
    sketchAdd(
        b->to, sketch_line, sketch_dim, x - reach * tx, y - reach * ty, x + reach * tx, y + reach * ty );
    // the axes at the end of the plane
    float ax = x - reach * tx, ay = y - reach * ty, size = 1.6f * b->em;
    const float ends[2][2] = { { tx * size, ty * size }, { ty * size, -tx * size } };
    for ( int k = 0; k < 2; ++k )
    {
        sketchAdd( b->to, sketch_arrow, sketch_dim, ax, ay, ax + ends[k][0], ay + ends[k][1] );
        sketchWords( b->to, sketch_dim, ax + 1.35f * ends[k][0], ay + 1.35f * ends[k][1] + 0.3f * b->em,
            SMALL * b->em, 0, "%s", k == 0 ? "t" : "n" );
    }
    ssVec3 weight = b->loads->items[0].force;
    if ( b->loads->items[0].kind == ss_loadWeight && fabs( n->z ) < 1.0 - 1e-6 )
    {
        char text[72], degrees[24];
        arrow( b, sketch_dim, true, b->cx, b->cy, ssVec3_Scale( ssVec3_Dot( weight, *t ), *t ), "m g sin α" );
        arrow( b, sketch_dim, true, b->cx, b->cy, ssVec3_Scale( ssVec3_Dot( weight, *n ), *n ), "m g cos α" );
        number( acos( fmin( 1.0, fabs( n->z ) ) ) * 180.0 / SS_PI, 1.0, degrees );
        snprintf( text, sizeof text, "α = %s°", degrees );
        label( b, sketch_dim, x + reach * tx, y + reach * ty, 0.0f, 1.0f, text );
    }
}

/// An arc around the centre for a moment out of the page.
static void drawMoment( Board* b, const ssLoad* load, int turn )
{
    enum
    {
        points = 25
    };
    double value = ssVec3_Dot( load->moment, b->page.out );
    char text[72], size[24];
    if ( !( fabs( value ) > 1e-3 * b->mostMoment ) )
    {
        return;
    }
    float radius = ( 1.7f + 0.8f * (float)turn ) * b->em, sign = value > 0.0 ? -1.0f : 1.0f;
    sketchPart* part = sketchAdd( b->to, sketch_curve, sketch_moment, 0.0f, 0.0f, 0.0f, 0.0f );
    part->width = 0.13f * b->em;
    for ( int i = 0; i < points; ++i )
    {
        float angle = sign * ( -1.2f + 3.6f * (float)i / (float)( points - 1 ) ) - 1.57f;
        sketchPoint( b->to, part, b->cx + radius * cosf( angle ), b->cy + radius * sinf( angle ) );
    }
    const char* symbol = load->kind == ss_loadFriction ? "m_R" : "M";
    snprintf( text, sizeof text, "%s = %s N m", symbol, number( fabs( value ), b->mostMoment, size ) );
    float edge = fmaxf( radius, b->size );
    label( b, sketch_moment, b->cx - 0.75f * edge, b->cy - 0.75f * edge, -1.0f, -0.7f, text );
}

/// Arrows whose lines would cover each other stand side by side: a normal force and the weight.
static float asideOf( const Board* b, const ssLoad* load )
{
    float x = toX( b, load->point ) - b->cx;
    double level = ssVec3_Dot( load->force, b->page.right );
    bool covered = load->kind == ss_loadNormal && fabsf( x ) < 0.5f * b->em &&
        fabs( level ) < 0.02 * ssVec3_Length( load->force ) && b->loads->items[0].kind != ss_loadNormal;
    return covered ? -0.6f * b->em : 0.0f;
}

/// The bar that says how long a newton is.
static void drawScale( Board* b )
{
    double value = pow( 10.0, floor( log10( 6.0 * (double)b->em / b->perNewton ) ) );
    const double times[] = { 5.0, 2.0 };
    for ( int i = 0; i < 2; ++i )
    {
        if ( times[i] * value * b->perNewton < 6.5 * (double)b->em )
        {
            value *= times[i];
            break;
        }
    }
    char text[24];
    float length = (float)( value * b->perNewton ), x = b->x0, y = b->y1 - 0.4f * b->em, tick = 0.3f * b->em;
    sketchAdd( b->to, sketch_line, sketch_text, x, y, x + length, y )->width = 0.09f * b->em;
    sketchAdd( b->to, sketch_line, sketch_text, x, y - tick, x, y + tick );
    sketchAdd( b->to, sketch_line, sketch_text, x + length, y - tick, x + length, y + tick );
    sketchWords( b->to, sketch_text, x + length + 0.6f * b->em, y + 0.3f * b->em, SMALL * b->em, -1, "%s N",
        number( value, value, text ) );
}

static void chooseScales( Board* b )
{
    const ssBodyLoads* all = &b->loads->all;
    double size = 0.0, room = fmin( (double)( b->x1 - b->x0 ), (double)( b->y1 - b->y0 ) );
    for ( int i = 0; i < all->count; ++i )
    {
        b->most = fmax( b->most, ssVec3_Length( b->loads->items[i].force ) );
    }
    for ( int i = 0; i < b->loads->outlineCount; ++i )
    {
        const float* p = b->loads->outline[i];
        ssVec3 v = { (double)p[0], (double)p[1], (double)p[2] };
        size = fmax( size, ssVec3_Length( ssVec3_Sub( v, all->center ) ) );
    }
    b->perMetre = size > 0.0 ? 0.14 * room / size : 1.0;
    b->size = (float)( b->perMetre * size );
    // Ten scales in a decade: the picture jumps seldom while the forces change.
    double wanted = 0.42 * room / fmax( b->most, 1e-300 );
    b->perNewton = pow( 10.0, floor( 10.0 * log10( wanted ) ) / 10.0 );
}

/// [N m] That of the largest force at the longest arm, or a larger one of its own.
static double mostMoment( const sessionLoads* loads )
{
    double force = 0.0, reach = 0.0, own = 0.0;
    for ( int i = 0; i < loads->all.count; ++i )
    {
        const ssLoad* load = loads->items + i;
        force = fmax( force, ssVec3_Length( load->force ) );
        reach = fmax( reach, ssVec3_Length( ssVec3_Sub( load->point, loads->all.center ) ) );
        own = fmax( own, ssVec3_Length( load->moment ) );
    }
    return fmax( force * reach, own );
}

static void drawBoard( Board* b )
{
    const ssBodyLoads* all = &b->loads->all;
    int turns = 0;
    chooseScales( b );
    b->mostMoment = mostMoment( b->loads );
    drawBody( b );
    drawContact( b );
    sketchPart* dot = sketchAdd( b->to, sketch_line, sketch_text, b->cx - 1.5f, b->cy, b->cx + 1.5f, b->cy );
    dot->width = 3.0f;
    for ( int i = 0; i < all->count; ++i )
    {
        const ssLoad* load = b->loads->items + i;
        bool weight = load->kind == ss_loadWeight;
        arrow( b, weight ? sketch_text : sketch_force, false, toX( b, load->point ) + asideOf( b, load ),
            toY( b, load->point ), load->force, tr( load->symbol ) );
        int parts = b->to->count;
        drawMoment( b, load, turns );
        turns += b->to->count > parts ? 1 : 0;
    }
    // mass times acceleration beside the body, as in a kinetic diagram
    double right = ssVec3_Dot( all->inertia, b->page.right ), up = ssVec3_Dot( all->inertia, b->page.up );
    float w = (float)( b->perNewton * right ), h = (float)( b->perNewton * up ), y = b->y0 + 1.2f * b->em;
    float x = b->x0 + 0.5f * b->em + ( w < 0.0f ? 9.0f * b->em - w : 0.0f );
    char text[24];
    if ( isnan( right ) )
    {
        sketchWords( b->to, sketch_dim, b->x0, y, b->em, -1, "%s", tr( "m a: known after the next step" ) );
    }
    else if ( !arrow( b, sketch_motion, false, x, y + ( h > 0.0f ? h : 0.0f ), all->inertia, "m a" ) )
    {
        sketchWords( b->to, sketch_motion, b->x0, y, b->em, -1, "m a = %s N",
            number( hypot( right, up ), b->most, text ) );
    }
    drawScale( b );
}

// ------------------------------------------------------------------------------------------------------
// table

static const char* const s_kinds[] = { TR( "weight" ), TR( "normal force" ), TR( "friction" ), TR( "joint" ),
    TR( "applied" ) };

typedef struct Row
{
    char name[72];
    ssVec3 value;
    sketchInk ink;
    const char* unit;
} Row;

enum
{
    mostRows = 3 * session_mostLoads + 4
};

/// The rows of the table; those from `*moments` on are moments. Returns their number.
static int listRows( const sessionLoads* loads, Row rows[mostRows], int* moments )
{
    const ssBodyLoads* all = &loads->all;
    int count = 0, contacts = 0;
    for ( int i = 0; i < all->count; ++i )
    {
        contacts += loads->items[i].kind == ss_loadNormal ? 1 : 0;
    }
    for ( int i = 0; i < all->count; ++i )
    {
        const ssLoad* load = loads->items + i;
        Row* row = rows + count++;
        char other[SS_NAME_CAPACITY];
        bool contact = load->kind == ss_loadNormal || load->kind == ss_loadFriction;
        *row = ( Row ){
            .value = load->force, .ink = load->kind == ss_loadWeight ? sketch_text : sketch_force, .unit = "N"
        };
        snprintf( row->name, sizeof row->name, "%s  %s", tr( load->symbol ),
            contact && contacts > 1 ? wordsName( loads->others[i], other, sizeof other )
                                    : tr( s_kinds[load->kind] ) );
    }
    rows[count++] = ( Row ){ "Σ F", all->sum, sketch_text, "N" };
    rows[count++] = ( Row ){ "m a", all->inertia, sketch_motion, "N" };
    *moments = count;
    double most = mostMoment( loads );
    for ( int i = 0; i < all->count && !isnan( all->spin.x ); ++i )
    {
        const ssLoad* load = loads->items + i;
        ssVec3 arm = ssVec3_Sub( load->point, all->center ), turning = ssVec3_Cross( arm, load->force );
        double least = 1e-3 * most;
        for ( int own = 0; own < 2; ++own )
        {
            ssVec3 moment = own == 1 ? load->moment : turning;
            if ( ssVec3_Length( moment ) > least && count < mostRows - 2 )
            {
                Row* row = rows + count++;
                *row = ( Row ){ .value = moment, .ink = sketch_moment, .unit = "N m" };
                snprintf( row->name, sizeof row->name, "%s",
                    own == 0                            ? rows[i].name
                        : load->kind == ss_loadFriction ? tr( "m_R  of the contact" )
                                                        : "M" );
            }
        }
    }
    if ( count > *moments )
    {
        rows[count++] = ( Row ){ "Σ M", all->sumMoment, sketch_text, "N m" };
        rows[count++] = ( Row ){ "J α", all->spin, sketch_motion, "N m" };
    }
    return count;
}

/// A component of a row in the axes of the contact.
static double component( const sessionPage* page, const Row* row, int k )
{
    return ssVec3_Dot( row->value, k == 0 ? page->along : k == 1 ? page->normal : page->out );
}

/// Which components the rows of a part have. Returns the largest of them.
static double survey( const sessionPage* page, const Row* rows, int from, int to, bool shown[3] )
{
    double most = 0.0;
    for ( int i = from; i < to; ++i )
    {
        double size = ssVec3_Length( rows[i].value );
        most = size > most ? size : most;
    }
    for ( int k = 0; k < 3; ++k )
    {
        shown[k] = from == 0 ? k < 2 : k == 2;
        for ( int i = from; i < to; ++i )
        {
            shown[k] = shown[k] || fabs( component( page, rows + i, k ) ) > 1e-4 * most;
        }
    }
    return most;
}

/// Draws the rows of forces, or of moments. Returns where they end.
static float drawTable( Board* b, const Row* rows, int from, int to, float left, float top )
{
    static const char* const axes[] = { "t", "n", "b" };
    const float em = b->em, line = 1.5f * em;
    bool shown[3];
    double most = survey( &b->page, rows, from, to, shown );
    float y = top + em, right = left + NAMES * em;
    char text[24];
    sketchWords( b->to, sketch_dim, left, y, SMALL * em, -1, "%s",
        from == 0 ? tr( "forces [N]" ) : tr( "moments [N m]" ) );
    for ( int k = 0; k < 3; ++k )
    {
        right += shown[k] ? COLUMN * em : 0.0f;
        sketchWords( b->to, sketch_dim, right, y, SMALL * em, 1, "%s", shown[k] ? axes[k] : "" );
    }
    for ( int i = from; i < to; ++i )
    {
        const Row* row = rows + i;
        float x = left + NAMES * em;
        y += line;
        if ( i == from || i == to - 2 ) // below the names, and above the sum
        {
            float at = y - 1.05f * em;
            sketchAdd( b->to, sketch_line, sketch_dim, left, at, right, at )->width = 0.5f;
        }
        sketchWords( b->to, row->ink, left, y, em, -1, "%s", row->name );
        for ( int k = 0; k < 3; ++k )
        {
            double value = component( &b->page, row, k );
            x += shown[k] ? COLUMN * em : 0.0f;
            sketchWords( b->to, sketch_text, x, y, em, 1, "%s",
                !shown[k]            ? ""
                    : isnan( value ) ? "–"
                                     : number( value, most, text ) );
        }
    }
    return y + line;
}

void sessionLoads_Draw( const sessionLoads* loads, float width, float height, float em, svgSketch* to )
{
    Row rows[mostRows];
    int moments, count = listRows( loads, rows, &moments );
    const sessionPage page = sessionLoads_Page( loads );
    bool shown[3], more[3];
    survey( &page, rows, 0, moments, shown );
    survey( &page, rows, moments, count, more );
    int forces = 2 + ( shown[2] ? 1 : 0 ), turning = ( more[0] ? 1 : 0 ) + ( more[1] ? 1 : 0 ) + 1;
    const float pad = 0.8f * em,
                wide = ( NAMES + COLUMN * (float)( forces > turning ? forces : turning ) ) * em;
    const float high = 1.5f * em * ( (float)count + 3.0f );
    bool beside = width > wide + 17.0f * em;
    char mass[24], time[24], name[SS_NAME_CAPACITY];
    *to = ( svgSketch ){ .width = width, .height = height };
    Board b = { .loads = loads, .page = page, .to = to, .em = em };
    sketchWords( to, sketch_text, pad, pad + em, em, -1, tr( "%s  ·  m = %s kg  ·  t = %s s" ),
        wordsName( loads->name, name, sizeof name ), number( loads->all.mass, loads->all.mass, mass ),
        number( loads->time, 1.0, time ) );
    b.x0 = pad;
    b.y0 = pad + 2.2f * em;
    b.x1 = beside ? width - wide - 2.0f * pad : width - pad;
    b.y1 = beside ? height - pad : fmaxf( height - high - pad, b.y0 + 6.0f * em );
    b.cx = 0.5f * ( b.x0 + b.x1 );
    b.cy = 0.5f * ( b.y0 + b.y1 );
    drawBoard( &b );
    float left = beside ? width - wide - pad : pad;
    float end = drawTable( &b, rows, 0, moments, left, beside ? pad : b.y1 + pad );
    end = count > moments ? drawTable( &b, rows, moments, count, left, end ) : end;
    sketchWords( to, sketch_dim, left, end + 0.5f * em, SMALL * em, -1, "%s",
        tr( "t along the contact, n normal, b out of the page" ) );
}

ssResult sessionLoads_Save( const sessionLoads* loads, const char* path )
{
    Row rows[mostRows];
    int moments, count = listRows( loads, rows, &moments );
    const sessionPage page = sessionLoads_Page( loads );
    osWriter* out = osOpenWrite( path );
    osWriteText( out, "name,unit,along,normal,out_of_page\n" );
    for ( int i = 0; i < count; ++i )
    {
        osPrintf( out, "\"%s\",%s", rows[i].name, rows[i].unit );
        for ( int k = 0; k < 3; ++k )
        {
            double value = component( &page, rows + i, k );
            osPrintf( out, isnan( value ) ? "," : ",%.17g", value + 0.0 );
        }
        osWriteText( out, "\n" );
    }
    return osCommitWrite( out );
}
