// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "cli/law_commands.h"

#include <stdio.h>
#include <string.h>

// `slipstick law show`: on the left the force of steady sliding over the speed; on the right the sets C and
// D, at rest and sliding, or the loops of a law with memory before it slides.

#define SPEED_COUNT 121
#define OUTLINE_COUNT 181
#define LOOP_STEPS 240
#define LOOP_COUNT 3

#define WIDTH 620.0
#define HEIGHT 460.0

typedef struct Picture
{
    const ssLaw* law;
    double v[SPEED_COUNT], f[SPEED_COUNT];
    double outlines[4][2][OUTLINE_COUNT];        // C at rest and at two speeds, D
    double loops[LOOP_COUNT][2][LOOP_STEPS + 1]; // displacement, force
    svgMark marks[6];
    char labels[4][64];
} Picture;

/// The force of steady sliding per newton of load: the states follow until they change no more.
static double steadyForce( const ssLaw* law, ssVec2 gamma )
{
    double state[SS_LAW_MAX_STATES], speed = ssVec2_Length( gamma );
    ssLaw_InitialState( law, state );
    ssLawSite site = { .state = state };
    ssLaw placed = ssLaw_At( law, &site );
    double distance = 1e-8;
    for ( int i = 0; i < 90 && ssLaw_StateNumbers( law ) > 0; ++i, distance *= 1.4 )
    {
        double next[SS_LAW_MAX_STATES];
        site.h = distance / speed;
        ssLaw_NextState( &placed, 1.0, gamma, next );
        memcpy( state, next, sizeof( next ) );
    }
    site.h = 0.0;
    return ssVec2_Length( ssLaw_SlipForce( &placed, 1.0, gamma ).force );
}

/// The decades around the speeds that the law's parameters name, else 1e-4 to 10 m/s.
static void chooseSpeeds( const ssLawDef* def, double* low, double* high )
{
    *low = HUGE_VAL;
    *high = 0.0;
    for ( int i = 0; i < ssLawProgram_Info( def->program )->paramCount; ++i )
    {
        const ssParam* row = ssLawProgram_Info( def->program )->params + i;
        if ( strcmp( row->unit, "m/s" ) == 0 && def->programValues[i] > 0.0 )
        {
            *low = ssMin( *low, 1e-2 * def->programValues[i] );
            *high = ssMax( *high, 1e2 * def->programValues[i] );
        }
    }
    if ( *high <= 0.0 )
    {
        *low = 1e-4;
        *high = 10.0;
    }
}

static svgMark curve( svgColor color, const char* label, int count, const double* x, const double* y )
{
    return ( svgMark ){
        .kind = svg_curve, .color = color, .plain = true, .label = label, .count = count, .x = x, .y = y
    };
}

static void writeForce( Picture* p, osWriter* out, const char* title )
{
    const ssLaw* law = p->law;
    double low, high;
    chooseSpeeds( &law->def, &low, &high );
    ssVec2 along = { 1.0, 0.0 };
    for ( int i = 0; i < SPEED_COUNT; ++i )
    {
        p->v[i] = low * pow( high / low, (double)i / ( SPEED_COUNT - 1 ) );
        p->f[i] = steadyForce( law, ssVec2_Scale( p->v[i], along ) );
    }
    p->marks[0] = curve( svg_blue, "", SPEED_COUNT, p->v, p->f );
    svgWritePlot( out,
        &( svgPlot ){ .title = title,
            .xTitle = "speed v [m/s]",
            .yTitle = "steady force |f| / N",
            .note = "steady sliding along the first axis under 1 N",
            .logX = true,
            .marks = p->marks,
            .markCount = 1,
            .width = WIDTH,
            .height = HEIGHT } );
}

static void splitPoints( const ssVec2* points, double outline[2][OUTLINE_COUNT] )
{
    for ( int i = 0; i < OUTLINE_COUNT; ++i )
    {
        outline[0][i] = points[i % ( OUTLINE_COUNT - 1 )].x;
        outline[1][i] = points[i % ( OUTLINE_COUNT - 1 )].y;
    }
}

/// C at rest, and sliding where that differs, and D. False: the law has no sets.
static bool writeSets( Picture* p, osWriter* out )
{
    const ssLaw* law = p->law;
    bool bySpeed = ( ssLawProgram_Info( law->def.program )->inputs & (unsigned)ss_lawInputSpeed ) != 0;
    ssVec2 c[OUTLINE_COUNT], d[OUTLINE_COUNT];
    static const svgColor colors[] = { svg_blue, svg_sky, svg_grey };
    double speeds[3] = { 0.0, p->v[SPEED_COUNT / 2], p->v[SPEED_COUNT - 1] };
    int marks = 0;
    for ( int i = 0; i < ( bySpeed ? 3 : 1 ); ++i )
    {
        if ( ssLaw_Outlines( law, 1.0, speeds[i], OUTLINE_COUNT - 1, c, d ) )
        {
            char speed[32];
            ssFormatNumber( speeds[i], speed, (int)sizeof( speed ) );
            snprintf( p->labels[i], sizeof( p->labels[i] ),
                bySpeed && i > 0 ? "C at %s m/s" : "C at rest%.0s", speed );
            splitPoints( c, p->outlines[i] );
            p->marks[marks++] =
                curve( colors[i], p->labels[i], OUTLINE_COUNT, p->outlines[i][0], p->outlines[i][1] );
            if ( !law->sharesSets ) { splitPoints( d, p->outlines[3] ); }
        }
    }
    if ( marks > 0 && !law->sharesSets )
    {
        p->marks[marks++] =
            curve( svg_orange, "D, scaled into C", OUTLINE_COUNT, p->outlines[3][0], p->outlines[3][1] );
    }
    if ( marks > 0 )
    {
        svgWritePlot( out,
            &( svgPlot ){ "Force reservoir C and direction set D", .xTitle = "f_1 / N", .yTitle = "f_2 / N",
                .equalScales = true, .marks = p->marks, .markCount = marks, .width = WIDTH,
                .height = HEIGHT } );
    }
    return marks > 0;
}

/// The distance after which slow sliding from rest has built up most of its steady force.
static double yieldLength( const ssLaw* law, double speed, double steady )
{
    double state[SS_LAW_MAX_STATES], next[SS_LAW_MAX_STATES];
    ssLaw_InitialState( law, state );
    ssLawSite site = { .state = state };
    ssLaw placed = ssLaw_At( law, &site );
    double moved = 0.0, piece = 1e-10;
    for ( int i = 0; i < 120 && moved < 1.0; ++i )
    {
        ssVec2 gamma = { speed, 0.0 };
        site.h = piece / speed;
        double force = ssLaw_SlipForce( &placed, 1.0, gamma ).force.x;
        if ( force >= 0.9 * steady ) { break; }
        ssLaw_NextState( &placed, 1.0, gamma, next );
        memcpy( state, next, sizeof( next ) );
        moved += piece;
        piece = 1.2 * piece;
    }
    return ssMax( moved, 1e-9 );
}

/// One slow loop to and fro by `size`, after one to forget the start.
static void makeLoop( const ssLaw* law, double speed, double size, double* x, double* f )
{
    double state[SS_LAW_MAX_STATES], next[SS_LAW_MAX_STATES];
    ssLaw_InitialState( law, state );
    ssLawSite site = { .state = state, .h = 4.0 * size / speed / LOOP_STEPS };
    ssLaw placed = ssLaw_At( law, &site );
    double at = 0.0;
    for ( int i = 0; i < 2 * LOOP_STEPS; ++i )
    {
        int quarter = 4 * ( i % LOOP_STEPS ) / LOOP_STEPS;
        ssVec2 gamma = { quarter == 0 || quarter == 3 ? speed : -speed, 0.0 };
        double force = ssLaw_SlipForce( &placed, 1.0, gamma ).force.x;
        ssLaw_NextState( &placed, 1.0, gamma, next );
        memcpy( state, next, sizeof( next ) );
        at += gamma.x * site.h;
        x[i % LOOP_STEPS] = 1e6 * at;
        f[i % LOOP_STEPS] = force;
    }
    x[LOOP_STEPS] = x[0];
    f[LOOP_STEPS] = f[0];
}

static void writeLoops( Picture* p, osWriter* out )
{
    static const double sizes[LOOP_COUNT] = { 3.0, 1.0, 0.3 };
    static const svgColor colors[LOOP_COUNT] = { svg_blue, svg_orange, svg_green };
    double speed = p->v[0], yield = yieldLength( p->law, speed, p->f[0] );
    for ( int i = 0; i < LOOP_COUNT; ++i )
    {
        makeLoop( p->law, speed, sizes[i] * yield, p->loops[i][0], p->loops[i][1] );
        snprintf( p->labels[i], sizeof( p->labels[i] ), "±%.2g µm", 1e6 * sizes[i] * yield );
        p->marks[i] = curve( colors[i], p->labels[i], LOOP_STEPS + 1, p->loops[i][0], p->loops[i][1] );
    }
    svgWritePlot( out,
        &( svgPlot ){ "Loops before it slides", .xTitle = "displacement [µm]", .yTitle = "f / N",
            .note = "moved slowly to and fro under 1 N", .marks = p->marks, .markCount = LOOP_COUNT,
            .width = WIDTH, .height = HEIGHT } );
}

static ssResult savePicture( const char* path, const ssLaw* law )
{
    static Picture picture;
    memset( &picture, 0, sizeof( picture ) );
    picture.law = law;
    bool two = law->type->setValued || ssLaw_StateNumbers( law ) > 0;
    osWriter* out = osOpenWrite( path );
    double width = two ? 2.0 * WIDTH : WIDTH;
    osPrintf( out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" "
        "height=\"%g\" viewBox=\"0 0 %g %g\">\n<rect width=\"%g\" height=\"%g\" fill=\"white\"/>\n",
        width, HEIGHT, width, HEIGHT, width, HEIGHT );
    writeForce( &picture, out, ssLawProgram_Info( law->def.program )->title );
    if ( two )
    {
        osPrintf( out, "<g transform=\"translate(%g 0)\">\n", WIDTH );
        if ( !law->type->setValued || !writeSets( &picture, out ) ) { writeLoops( &picture, out ); }
        osWriteText( out, "</g>\n" );
    }
    osWriteText( out, "</svg>\n" );
    return osCommitWrite( out );
}

int lawShow( int argc, char** argv )
{
    const char* path = NULL;
    argsList settings = { .count = 0 };
    const argsOption options[] = { { "-o", "FILE.svg", "where to write the picture; - is standard output",
                                       .text = &path },
        { "--set", "KEY=VALUE", "a parameter of the law; repeatable", .list = &settings } };
    argsSpec spec = { "law show", .usage = "FILE -o FILE.svg [--set KEY=VALUE]...",
        .summary = "Draws a law: its force over the speed, and its sets or its loops.",
        .notes = "FILE is a file, or the name of a shipped law.", ARGS_OPTIONS( options ), .wordMin = 1,
        .wordMax = 1, .wordName = "a law" };
    int status = ARGS_STATUS_OK;
    ARGS_PARSE( &spec, argc, argv );
    if ( path == NULL )
    {
        return argsFail( spec.command, "-o is missing: slipstick law show FILE -o picture.svg" );
    }
    const char* dot = strrchr( path, '.' );
    if ( strcmp( path, "-" ) != 0 && ( dot == NULL || strcmp( dot, ".svg" ) != 0 ) )
    {
        return argsFail(
            spec.command, "-o %s: the picture is an SVG; expected a name that ends in .svg", path );
    }
    ssLawDef def;
    if ( !lawReadDef( spec.command, spec.words.items[0], &settings, &def, &status ) ) { return status; }
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code == ss_ok )
    {
        result = savePicture( path, &law );
        ssLaw_Destroy( &law );
    }
    ssLawProgram_Release( def.program );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( spec.command, result );
}
