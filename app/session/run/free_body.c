// SPDX-License-Identifier: MIT
#include "session/run/free_body.h"
#include "base/words.h"
#include <stdio.h>
#include <string.h>

// Collects the loads of a body for the window, and draws them as on a blackboard.

// Widths of the table's parts, and the height of small letters [em].
#define NAMES 9.6f
#define COLUMN 4.6f
#define SMALL 0.86f

static void takeLoads( void* context, const ssBodyLoads* all )
{
    sessionLoads* loads = context;
    loads->known = true;
    loads->all = *all;
    loads->all.count = all->count < session_mostLoads ? all->count : session_mostLoads;
    memcpy( loads->items, all->loads, sizeof( ssLoad ) * (size_t)loads->all.count );
    loads->all.loads = NULL;
}

static void addPoint( sessionLoads* loads, const gfxSolid* solid, double x, double y, double z )
{
    const float* q = solid->orientation;
    ssQuat turn = { .w = (double)q[3], .x = (double)q[0], .y = (double)q[1], .z = (double)q[2] };
    ssVec3 v = ssQuat_Rotate( turn, ssVec3_Make( x, y, z ) );
    const double at[3] = { v.x, v.y, v.z };
    for ( int k = 0; k < 3 && loads->outlineCount < session_bodyPoints; ++k )
    {
        loads->outline[loads->outlineCount][k] = solid->center[k] + (float)at[k];
    }
    loads->outlineCount += loads->outlineCount < session_bodyPoints ? 1 : 0;
}

static void takeOutline( sessionLoads* loads, const gfxDrawList* drawn )
{
    for ( int i = 0; i < drawn->sphereCount && !loads->ball; ++i )
    {
        const gfxSphere* sphere = drawn->spheres + i;
        loads->ball = sphere->body == loads->body;
        loads->outlineCount = loads->ball ? 1 : 0;
        memcpy( loads->outline[0], sphere->center, sizeof loads->outline[0] );
        loads->outline[0][2] += sphere->radius;
    }
    for ( int i = 0; i < drawn->solidCount; ++i )
    {
        const gfxSolid* s = drawn->solids + i;
        double x = (double)s->half[0], y = (double)s->half[1], z = (double)s->half[2];
        bool hull = s->kind == ss_solidHull, box = s->kind == ss_solidBox;
        int points = s->body != loads->body ? 0 : hull ? s->cornerCount : box ? 8 : session_bodyPoints;
        for ( int k = 0; k < points; k += hull ? 1 + points / session_bodyPoints : 1 )
        {
            // a capsule has a ring at the middle of each cap, too
            bool cap = s->kind == ss_solidCapsule && k % 4 > 1;
            double angle = 2.0 * SS_PI * k / points, end = k % 2 == 0 ? 1.0 : -1.0, r = cap ? 0.7 * x : x;
            const float* c = drawn->hullCorners[hull ? s->firstCorner + k : 0];
            ssVec3 corner = hull ? ssVec3_Make( (double)c[0], (double)c[1], (double)c[2] )
                : box
                ? ssVec3_Make( ( k & 1 ) != 0 ? x : -x, ( k & 2 ) != 0 ? y : -y, ( k & 4 ) != 0 ? z : -z )
                : ssVec3_Make( r * cos( angle ), r * sin( angle ), end * ( cap ? z + r : z ) );
            addPoint( loads, s, corner.x, corner.y, corner.z );
        }
    }
}

void sessionLoads_Fill(
    sessionLoads* loads, const ssSim* sim, const gfxDrawList* drawn, int body, uint64_t run )
{
    int64_t step = ssSim_StepIndex( sim );
    bool same = loads->known && loads->body == body && loads->run == run && loads->step == step;
    if ( same && !isnan( loads->all.inertia.x ) ) { return; }
    *loads = ( sessionLoads ){ .body = body, .run = run, .step = step, .time = ssSim_Time( sim ) };
    const ssDraw draw = { .context = loads, .loads = takeLoads, .loadsOf = body };
    ssSim_Draw( sim, &draw );
    ssSim_BodyName( sim, body, loads->name, (int)sizeof loads->name );
    takeOutline( loads, drawn );
    for ( int i = 0; i < loads->all.count; ++i )
    {
        ssSim_BodyName( sim, loads->items[i].other, loads->others[i], (int)sizeof loads->others[i] );
    }
}

sessionPage sessionLoads_Page( const sessionLoads* loads )
{
    sessionPage page = { .up = { 0.0, 0.0, 1.0 }, .normal = loads->all.normal };
    bool touches = ssVec3_Length( page.normal ) > 0.0;
    ssVec3 level = { page.normal.x, page.normal.y, 0.0 };
    double most = ssVec3_Length( level ) > 1e-4 ? HUGE_VAL : 0.0; // a slope is seen from its side
    for ( int i = 0; i <= loads->all.count; ++i )
    {
        ssVec3 f = i < loads->all.count ? loads->items[i].force : loads->all.inertia;
        double size = hypot( f.x, f.y );
        level = size > most ? ssVec3_Make( f.x, f.y, 0.0 ) : level;
        most = size > most ? size : most;
    }
    level = ssVec3_Length( level ) > 0.0 ? ssVec3_Normalize( level ) : ssVec3_Make( 1.0, 0.0, 0.0 );
    bool back = fabs( level.x ) > 1e-6 ? level.x < 0.0 : level.y < 0.0;
    page.right = ssVec3_Scale( back ? -1.0 : 1.0, level );
    page.out = ssVec3_Cross( page.right, page.up );
    page.normal = touches ? page.normal : page.up;
    page.along = ssVec3_Normalize( ssVec3_Cross( page.normal, page.out ) );
    return page;
}

// diagram

typedef struct Board
{
    const sessionLoads* loads;
    const svgPen* pen;
    sessionPage page;
    float em, x0, y0, x1, y1, cx, cy; // the room for the drawing, and the centre of mass there [px]
    float size;                       // of the body [px]
    double perMetre, perNewton;       // [px]
    double most, mostMoment;          // [N], [N m]
    float lines[40][4];               // places of labels
    int lineCount;
} Board;

typedef struct Spot
{
    float x, y;
} Spot;

/// A vector in pixels, `scale` per unit; y is down.
static Spot onPage( const Board* b, ssVec3 v, double scale )
{
    return ( Spot ){ (float)( scale * ssVec3_Dot( v, b->page.right ) ),
        (float)( -scale * ssVec3_Dot( v, b->page.up ) ) };
}

static Spot spotOf( const Board* b, ssVec3 place )
{
    Spot off = onPage( b, ssVec3_Sub( place, b->loads->all.center ), b->perMetre );
    return ( Spot ){ b->cx + off.x, b->cy + off.y };
}

static void words( const Board* b, svgInk ink, float x, float y, float size, int align, const char* text )
{
    b->pen->words( b->pen->context, ink, x, y, size * b->em, align, text );
}

static void stroke( const Board* b, svgInk ink, float width, Spot from, Spot to )
{
    float ends[2][2] = { { from.x, from.y }, { to.x, to.y } };
    b->pen->path( b->pen->context, ink, width * b->em, 2, ends );
}

static void head( const Board* b, svgInk ink, float size, Spot from, Spot to )
{
    float dx = to.x - from.x, dy = to.y - from.y, k = size * b->em / fmaxf( hypotf( dx, dy ), 1e-6f );
    float corners[3][2] = { { to.x, to.y }, { to.x - k * ( dx + 0.4f * dy ), to.y - k * ( dy - 0.4f * dx ) },
        { to.x - k * ( dx - 0.4f * dy ), to.y - k * ( dy + 0.4f * dx ) } };
    b->pen->path( b->pen->context, ink, 0.0f, 3, corners );
}

/// Rounding errors are zero.
static const char* number( double value, double most, char text[24] )
{
    ssFormatNumber( fabs( value ) < 1e-6 * most ? 0.0 : value, text, 24 );
    return text;
}

/// Writes a label beyond (x, y) in the direction (dx, dy), below others that are there already.
static void label( Board* b, svgInk ink, Spot at, float dx, float dy, const char* text )
{
    float letters = 0.0f, em = b->em, h = 1.15f * em, length = fmaxf( hypotf( dx, dy ), 1e-6f );
    for ( const char* c = text; *c != '\0'; ++c )
    {
        letters += ( (unsigned char)*c & 0xc0 ) != 0x80 ? 1.0f : 0.0f; // a letter may have several bytes
    }
    float w = 0.54f * em * letters, ux = dx / length, uy = dy / length;
    float left = fminf( fmaxf( at.x + 0.5f * em * ux + 0.5f * ( ux - 1.0f ) * w, b->x0 ), b->x1 - w );
    float top = fminf( fmaxf( at.y + 0.8f * em * uy - 0.5f * h, b->y0 ), b->y1 - h );
    for ( int i = 0; i < b->lineCount; ++i )
    {
        const float* r = b->lines[i];
        if ( left < r[2] && left + w > r[0] && top < r[3] && top + h > r[1] )
        {
            top = r[3];
            i = -1;
        }
    }
    const float place[4] = { left, top, left + w, top + h };
    memcpy( b->lines[b->lineCount], place, sizeof place );
    b->lineCount += b->lineCount < 39 ? 1 : 0;
    words( b, ink, left, top + 0.85f * em, 1.0f, -1, text );
}

/// An arrow to the scale of forces with its name and size. False: it is too short to be drawn.
static bool arrow( Board* b, svgInk ink, bool dashed, Spot from, ssVec3 force, const char* symbol )
{
    char text[72], value[24];
    Spot v = onPage( b, force, b->perNewton ), to = { from.x + v.x, from.y + v.y };
    float length = hypotf( v.x, v.y ), dash = dashed ? 5.0f : length, width = dashed ? 0.09f : 0.15f;
    if ( length < 0.35f * b->em ) { return false; }
    float size = fminf( dashed ? 0.55f : 0.7f, 0.6f * length / b->em + 0.2f ),
          end = length - 0.7f * size * b->em;
    for ( float t = 0.0f; t < end; t += 1.8f * dash )
    {
        float a = t / length, z = fminf( t + dash, end ) / length;
        stroke( b, ink, width, ( Spot ){ from.x + a * v.x, from.y + a * v.y },
            ( Spot ){ from.x + z * v.x, from.y + z * v.y } );
    }
    head( b, ink, size, from, to );
    snprintf( text, sizeof text, "%s = %s N", symbol,
        number( hypot( ssVec3_Dot( force, b->page.right ), force.z ), b->most, value ) );
    // beside the line of the plane, not on it
    Spot n = onPage( b, b->page.normal, 1.0 );
    bool onPlane = ( from.x - b->cx ) * n.x + ( from.y - b->cy ) * n.y < -0.4f * b->em &&
        fabsf( v.x * n.x + v.y * n.y ) < 0.05f * length;
    float drop = onPlane ? 0.95f * b->em : 0.0f;
    label( b, ink, ( Spot ){ to.x - drop * n.x, to.y - drop * n.y }, v.x, v.y, text );
    return true;
}

/// The outline: in every direction of the page the point that is farthest.
static void drawBody( Board* b )
{
    float points[97][2];
    for ( int i = 0; i < 97; ++i )
    {
        double angle = 2.0 * SS_PI * i / 96.0, c = cos( angle ), n = sin( angle ), most = -HUGE_VAL;
        for ( int k = 0; k < b->loads->outlineCount; ++k )
        {
            const float* p = b->loads->outline[k];
            Spot at = spotOf( b, ssVec3_Make( (double)p[0], (double)p[1], (double)p[2] ) );
            double reach = c * (double)( at.x - b->cx ) + n * (double)( at.y - b->cy );
            points[i][0] = reach > most ? at.x : points[i][0];
            points[i][1] = reach > most ? at.y : points[i][1];
            most = reach > most ? reach : most;
        }
        if ( b->loads->ball )
        {
            points[i][0] = b->cx + b->size * (float)c;
            points[i][1] = b->cy + b->size * (float)n;
        }
    }
    if ( b->loads->outlineCount > 0 )
    {
        b->pen->path( b->pen->context, svg_inkBody, 0.0f, 96, points );
        b->pen->path( b->pen->context, svg_inkDim, 0.09f * b->em, 97, points );
    }
}

/// The plane of the contact that presses most, with its axes; on a slope the weight's components.
static void drawContact( Board* b )
{
    const sessionLoads* loads = b->loads;
    const ssVec3 *n = &b->page.normal, *t = &b->page.along, weight = loads->items[0].force;
    const ssLoad* at = NULL;
    for ( int i = 0; i < loads->all.count; ++i )
    {
        const ssLoad* load = loads->items + i;
        bool larger = at == NULL || ssVec3_Length( load->force ) > ssVec3_Length( at->force );
        at = load->kind == ss_loadNormal && larger ? load : at;
    }
    if ( at == NULL ) { return; }
    const float reach = 9.0f * b->em;
    Spot foot = spotOf( b, at->point ), along = onPage( b, *t, (double)reach );
    Spot from = { foot.x - along.x, foot.y - along.y }, to = { foot.x + along.x, foot.y + along.y };
    stroke( b, svg_inkDim, 0.07f, from, to );
    for ( int k = 0; k < 2; ++k )
    {
        Spot axis = onPage( b, k == 0 ? *t : *n, 1.6 * (double)b->em );
        Spot end = { from.x + axis.x, from.y + axis.y };
        stroke( b, svg_inkDim, 0.07f, from, end );
        head( b, svg_inkDim, 0.45f, from, end );
        words( b, svg_inkDim, from.x + 1.4f * axis.x, from.y + 1.4f * axis.y + 0.3f * b->em, SMALL, 0,
            k == 0 ? "t" : "n" );
    }
    if ( loads->items[0].kind == ss_loadWeight && fabs( n->z ) < 1.0 - 1e-6 )
    {
        char text[72], degrees[24];
        Spot middle = { b->cx, b->cy };
        arrow( b, svg_inkDim, true, middle, ssVec3_Scale( ssVec3_Dot( weight, *t ), *t ), "m g sin α" );
        arrow( b, svg_inkDim, true, middle, ssVec3_Scale( ssVec3_Dot( weight, *n ), *n ), "m g cos α" );
        number( acos( fmin( 1.0, fabs( n->z ) ) ) * 180.0 / SS_PI, 1.0, degrees );
        snprintf( text, sizeof text, "α = %s°", degrees );
        label( b, svg_inkDim, to, 0.0f, 1.0f, text );
    }
}

/// An arc around the centre for a moment out of the page; `turn` counts them. True: it is drawn.
static bool drawMoment( Board* b, const ssLoad* load, int turn )
{
    double value = ssVec3_Dot( load->moment, b->page.out );
    char text[72], size[24];
    float arc[25][2], radius = ( 1.7f + 0.8f * (float)turn ) * b->em, edge = fmaxf( radius, b->size );
    if ( !( fabs( value ) > 1e-3 * b->mostMoment ) ) { return false; }
    for ( int i = 0; i < 25; ++i )
    {
        float angle = ( value > 0.0 ? -1.0f : 1.0f ) * ( 0.15f * (float)i - 1.2f ) - 1.57f;
        arc[i][0] = b->cx + radius * cosf( angle );
        arc[i][1] = b->cy + radius * sinf( angle );
    }
    b->pen->path( b->pen->context, svg_inkMoment, 0.13f * b->em, 25, arc );
    head( b, svg_inkMoment, 0.6f, ( Spot ){ arc[23][0], arc[23][1] }, ( Spot ){ arc[24][0], arc[24][1] } );
    snprintf( text, sizeof text, "%s = %s N m", load->kind == ss_loadFriction ? "m_R" : "M",
        number( fabs( value ), b->mostMoment, size ) );
    label( b, svg_inkMoment, ( Spot ){ b->cx - 0.75f * edge, b->cy - 0.75f * edge }, -1.0f, -0.7f, text );
    return true;
}

/// The bar that says how long a newton is: 1, 2 or 5 times a power of ten.
static void drawScale( Board* b )
{
    double most = 6.5 * (double)b->em / b->perNewton, value = pow( 10.0, floor( log10( most ) ) );
    value *= 5.0 * value <= most ? 5.0 : 2.0 * value <= most ? 2.0 : 1.0;
    char text[32], bar[24];
    float length = (float)( value * b->perNewton ), x = b->x0, y = b->y1 - 0.4f * b->em, tick = 0.3f * b->em;
    stroke( b, svg_inkText, 0.09f, ( Spot ){ x, y }, ( Spot ){ x + length, y } );
    stroke( b, svg_inkText, 0.07f, ( Spot ){ x, y - tick }, ( Spot ){ x, y + tick } );
    stroke( b, svg_inkText, 0.07f, ( Spot ){ x + length, y - tick }, ( Spot ){ x + length, y + tick } );
    snprintf( text, sizeof text, "%s N", number( value, value, bar ) );
    words( b, svg_inkText, x + length + 0.6f * b->em, y + 0.3f * b->em, SMALL, -1, text );
}

static void chooseScales( Board* b )
{
    const sessionLoads* loads = b->loads;
    double size = 0.0, arm = 0.0, room = fmin( (double)( b->x1 - b->x0 ), (double)( b->y1 - b->y0 ) );
    for ( int i = 0; i < loads->all.count; ++i )
    {
        const ssLoad* load = loads->items + i;
        b->most = fmax( b->most, ssVec3_Length( load->force ) );
        b->mostMoment = fmax( b->mostMoment, ssVec3_Length( load->moment ) );
        arm = fmax( arm, ssVec3_Length( ssVec3_Sub( load->point, loads->all.center ) ) );
    }
    for ( int i = 0; i < loads->outlineCount; ++i )
    {
        const float* p = loads->outline[i];
        ssVec3 at = { (double)p[0], (double)p[1], (double)p[2] };
        size = fmax( size, ssVec3_Length( ssVec3_Sub( at, loads->all.center ) ) );
    }
    b->mostMoment = fmax( b->mostMoment, b->most * arm );
    b->perMetre = 0.14 * room / ( size > 0.0 ? size : 1.0 );
    b->size = (float)( b->perMetre * size );
    // Ten scales in a decade: the picture jumps seldom while the forces change.
    b->perNewton = pow( 10.0, floor( 10.0 * log10( 0.42 * room / fmax( b->most, 1e-300 ) ) ) / 10.0 );
}

static void drawBoard( Board* b )
{
    const ssBodyLoads* all = &b->loads->all;
    char text[48], size[24];
    drawBody( b );
    drawContact( b );
    for ( int i = 0, turns = 0; i < all->count; ++i )
    {
        const ssLoad* load = b->loads->items + i;
        Spot from = spotOf( b, load->point ), v = onPage( b, load->force, b->perNewton );
        // a normal force on the line of the weight stands beside it
        bool covered = i > 0 && load->kind == ss_loadNormal && fabsf( from.x - b->cx ) < 0.5f * b->em &&
            fabsf( v.x ) < 0.02f * fabsf( v.y );
        from.x -= covered ? 0.6f * b->em : 0.0f;
        arrow( b, load->kind == ss_loadWeight ? svg_inkText : svg_inkForce, false, from, load->force,
            tr( load->symbol ) );
        turns += drawMoment( b, load, turns ) ? 1 : 0;
    }
    // mass times acceleration beside the body, as in a kinetic diagram
    Spot v = onPage( b, all->inertia, b->perNewton ), from = { b->x0 + 0.5f * b->em, b->y0 + 1.2f * b->em };
    from.x += v.x < 0.0f ? 9.0f * b->em - v.x : 0.0f;
    from.y -= fminf( v.y, 0.0f );
    if ( isnan( all->inertia.x ) || !arrow( b, svg_inkMotion, false, from, all->inertia, "m a" ) )
    {
        snprintf( text, sizeof text, "m a = %s N", number( ssVec3_Length( all->inertia ), b->most, size ) );
        words( b, svg_inkMotion, b->x0, b->y0 + 1.2f * b->em, 1.0f, -1,
            isnan( all->inertia.x ) ? tr( "m a: known after the next step" ) : text );
    }
    drawScale( b );
}

// table

static const char* const s_kinds[] = { TR( "weight" ), TR( "normal force" ), TR( "friction" ), TR( "joint" ),
    TR( "applied" ) };

#define MOST_ROWS ( 2 * session_mostLoads + 4 )

typedef struct Row
{
    char name[72];
    ssVec3 value;
    svgInk ink;
} Row;

/// The rows of forces, with their sum and what that gives, and from `*moments` on those of moments.
static int listRows( const Board* b, Row rows[MOST_ROWS], int* moments )
{
    const sessionLoads* loads = b->loads;
    const ssBodyLoads* all = &loads->all;
    int count = 0, contacts = 0;
    for ( int i = 0; i < all->count; ++i ) { contacts += loads->items[i].kind == ss_loadNormal ? 1 : 0; }
    for ( int i = 0; i < all->count; ++i )
    {
        const ssLoad* load = loads->items + i;
        char other[SS_NAME_CAPACITY];
        bool named = contacts > 1 && ( load->kind == ss_loadNormal || load->kind == ss_loadFriction );
        snprintf( rows[count].name, sizeof rows[count].name, "%s  %s", tr( load->symbol ),
            named ? wordsName( loads->others[i], other, sizeof other ) : tr( s_kinds[load->kind] ) );
        rows[count].ink = load->kind == ss_loadWeight ? svg_inkText : svg_inkForce;
        rows[count++].value = load->force;
    }
    rows[count++] = ( Row ){ "Σ F", all->sum, svg_inkText };
    rows[count++] = ( Row ){ "m a", all->inertia, svg_inkMotion };
    *moments = count;
    for ( int i = 0; i < all->count && !isnan( all->spin.x ); ++i )
    {
        const ssLoad* load = loads->items + i;
        ssVec3 turning = ssVec3_Cross( ssVec3_Sub( load->point, all->center ), load->force );
        rows[count] = rows[i];
        rows[count].ink = svg_inkMoment;
        rows[count].value = ssVec3_Add( turning, load->moment );
        count += ssVec3_Length( rows[count].value ) > 1e-3 * b->mostMoment ? 1 : 0;
    }
    rows[count] = ( Row ){ "Σ M", all->sumMoment, svg_inkText };
    rows[count + 1] = ( Row ){ "J α", all->spin, svg_inkMotion };
    return isnan( all->spin.x ) ? count : count + 2;
}

static double component( const sessionPage* page, const Row* row, int k )
{
    return ssVec3_Dot( row->value, k == 0 ? page->along : k == 1 ? page->normal : page->out );
}

/// Draws rows below a heading. Returns where they end.
static float drawTable( const Board* b, const Row* rows, int from, int to, float left, float y )
{
    static const char* const axes[] = { "t", "n", "b" };
    const float em = b->em, right = left + ( NAMES + 3.0f * COLUMN ) * em;
    double most = from == 0 ? b->most : b->mostMoment;
    char text[24];
    words( b, svg_inkDim, left, y, SMALL, -1, from == 0 ? tr( "forces [N]" ) : tr( "moments [N m]" ) );
    for ( int i = from - 1; i < to; ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            double value = i < from ? 0.0 : component( &b->page, rows + i, k );
            words( b, i < from ? svg_inkDim : svg_inkText, left + ( NAMES + COLUMN * (float)( k + 1 ) ) * em,
                y, i < from ? SMALL : 1.0f, 1,
                i < from             ? axes[k]
                    : isnan( value ) ? "–"
                                     : number( value, most, text ) );
        }
        words( b, i < from ? svg_inkDim : rows[i].ink, left, y, 1.0f, -1, i < from ? "" : rows[i].name );
        y += 1.5f * em;
        if ( i == from - 1 || i == to - 3 ) // below the heading, and above the sum
        {
            stroke(
                b, svg_inkDim, 0.04f, ( Spot ){ left, y - 1.05f * em }, ( Spot ){ right, y - 1.05f * em } );
        }
    }
    return y + 0.6f * em;
}

void sessionLoads_Draw(
    const sessionLoads* loads, const svgPen* pen, float x, float y, float width, float height, float em )
{
    Row rows[MOST_ROWS];
    char title[128], mass[24], time[24], name[SS_NAME_CAPACITY];
    const float pad = 0.8f * em, wide = ( NAMES + 3.0f * COLUMN ) * em;
    const bool beside = width > wide + 17.0f * em;
    Board b = { .loads = loads, .pen = pen, .page = sessionLoads_Page( loads ), .em = em, .x0 = x + pad };
    b.y0 = y + pad + 2.2f * em;
    b.x1 = x + width - pad - ( beside ? wide + pad : 0.0f );
    b.y1 = y + ( beside ? height - pad : fmaxf( 0.5f * height, 12.0f * em ) );
    b.cx = 0.5f * ( b.x0 + b.x1 );
    b.cy = 0.5f * ( b.y0 + b.y1 );
    chooseScales( &b );
    int moments, count = listRows( &b, rows, &moments );
    snprintf( title, sizeof title, "%s  ·  m = %s kg  ·  t = %s s",
        wordsName( loads->name, name, sizeof name ), number( loads->all.mass, loads->all.mass, mass ),
        number( loads->time, 1.0, time ) );
    words( &b, svg_inkText, b.x0, y + pad + em, 1.0f, -1, title );
    drawBoard( &b );
    float left = beside ? x + width - wide - pad : b.x0, end = beside ? y + pad + em : b.y1 + 1.5f * em;
    end = drawTable( &b, rows, 0, moments, left, end );
    end = count > moments ? drawTable( &b, rows, moments, count, left, end ) : end;
    words( &b, svg_inkDim, left, end, SMALL, -1, tr( "t along the contact, n normal, b out of the page" ) );
}

ssResult sessionLoads_Save( const sessionLoads* loads, const char* path )
{
    Row rows[MOST_ROWS];
    Board b = { .loads = loads, .page = sessionLoads_Page( loads ), .em = 1.0f };
    int moments, count = listRows( &b, rows, &moments );
    osWriter* out = osOpenWrite( path );
    osWriteText( out, "name,unit,along,normal,out_of_page\n" );
    for ( int i = 0; i < count; ++i )
    {
        osPrintf( out, "\"%s\",%s", rows[i].name, i < moments ? "N" : "N m" );
        for ( int k = 0; k < 3; ++k )
        {
            double value = component( &b.page, rows + i, k );
            osPrintf( out, isnan( value ) ? "," : ",%.17g", value + 0.0 );
        }
        osWriteText( out, "\n" );
    }
    return osCommitWrite( out );
}
