// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "base/gif.h"
#include "base/os.h"
#include "base/scene_tag.h"
#include "session/run/film.h"

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

// Films: their frames, their files and the scene that they carry. GIF files are read by stb_image, which
// shares nothing with our encoder; MP4 and WebM files by ffprobe, where it is installed.

#define FILM "film rolling-sphere --preset fig3b --until 0.1 --speed 1 --fps 30 --size 320x240"

static bool hasFfmpeg( void ) { return testShell( "command -v ffmpeg && command -v ffprobe" ).status == 0; }

static unsigned char* readBytes( const char* name, size_t* size )
{
    char path[700];
    snprintf( path, sizeof path, "%s/d/%s", testScratch(), name );
    return (unsigned char*)testReadFile( path, size );
}

// ---------------------------------------------------------------------------------------------------- frames

static sessionFilm film( double from, double until, double fps, double speed )
{
    return ( sessionFilm ){
        .from = from, .until = until, .fps = fps, .speed = speed, .width = 320, .height = 240
    };
}

TEST bothEndsAreFrames( void )
{
    // floor( ( until - from ) fps / speed ) + 1 in exact arithmetic; in doubles 0.29 × 100 is
    // less than 29, and 0.1 × 30 more than 3.
    const struct
    {
        sessionFilm film;
        int64_t count;
    } cases[] = { { film( 0.0, 1.0, 30.0, 1.0 ), 31 }, { film( 0.0, 0.1, 30.0, 1.0 ), 4 },
        { film( 0.0, 0.29, 100.0, 1.0 ), 30 }, { film( 0.1, 0.4, 10.0, 1.0 ), 4 },
        { film( 0.0, 0.7, 30.0, 0.1 ), 211 }, { film( 0.0, 0.3, 1.0, 0.1 ), 4 },
        { film( 0.0, 1.0, 30.0, 0.7 ), 43 }, { film( 2.0, 2.0, 25.0, 1.0 ), 1 },
        { film( 0.0, 0.99, 1.0, 1.0 ), 1 }, { film( 0.0, 1000.0, 24.0, 16.0 ), 1501 } };
    for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
    {
        const sessionFilm* f = &cases[i].film;
        ASSERT_EQ_FMT( (long long)cases[i].count, (long long)sessionFilm_Count( f ), "%lld" );
        ASSERT_EQ_FMT( f->from, sessionFilm_TimeOf( f, 0 ), "%.17g" );
        if ( cases[i].count > 1 )
        {
            ASSERT_EQ_FMT( f->until, sessionFilm_TimeOf( f, cases[i].count - 1 ), "%.17g" );
            ASSERT_IN_RANGE(
                f->from + f->speed / f->fps, sessionFilm_TimeOf( f, 1 ), cases[i].count > 2 ? 1e-12 : 1e300 );
        }
    }
    PASS();
}

TEST theNameTellsTheForm( void )
{
    sessionFilmForm form;
    ASSERT( sessionFilm_FormOf( "a.mp4", &form ) && form == session_filmMp4 );
    ASSERT( sessionFilm_FormOf( "some/where.d/A.WebM", &form ) && form == session_filmWebm );
    ASSERT( sessionFilm_FormOf( "x.y.gif", &form ) && form == session_filmGif );
    ASSERT( sessionFilm_FormOf( "frames", &form ) && form == session_filmFrames );
    ASSERT( sessionFilm_FormOf( "frames.d/", &form ) && form == session_filmFrames );
    ASSERT( sessionFilm_FormOf( "/tmp", &form ) && form == session_filmFrames );
    ASSERT_FALSE( sessionFilm_FormOf( "a.avi", &form ) );
    ASSERT_FALSE( sessionFilm_FormOf( "a.png", &form ) );
    PASS();
}

// ------------------------------------------------------------------------------------------------------- GIF

typedef struct Animation
{
    unsigned char* rgba; // frame by frame
    int width, height, frames;
    int* milliseconds;
} Animation;

static Animation readGif( const char* name )
{
    size_t size = 0;
    Animation a = { 0 };
    unsigned char* bytes = readBytes( name, &size );
    int channels = 0;
    a.rgba = bytes != NULL ? stbi_load_gif_from_memory( bytes, (int)size, &a.milliseconds, &a.width,
                                 &a.height, &a.frames, &channels, 4 )
                           : NULL;
    free( bytes );
    return a;
}

static void freeGif( Animation* a )
{
    stbi_image_free( a->rgba );
    free( a->milliseconds );
}

/// Root mean square and largest difference of the channels, of 255.
static double differenceOf( const unsigned char* rgba, const unsigned char* rgb, int count, int* largest )
{
    double squares = 0.0;
    *largest = 0;
    for ( int i = 0; i < count; ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            int d = abs( rgba[4 * i + k] - rgb[3 * i + k] );
            *largest = d > *largest ? d : *largest;
            squares += d * d;
        }
    }
    return sqrt( squares / ( 3.0 * count ) );
}

enum
{
    side = 90,
    area = side * side
};

/// A frame of noise in `colors` colours in its left part, with a
/// square that moves over a ground of one colour.
static void drawFrame( unsigned char* rgb, int frame, int colors )
{
    testRng rng = { .state = (uint64_t)( 7 + colors ) };
    for ( int i = 0; i < area; ++i )
    {
        int x = i % side, y = i / side;
        uint64_t color = testRandom( &rng ) % (uint64_t)colors * 0x9e3779b97f4a7c15u >> 40;
        bool square = x > 50 + frame && x < 60 + frame && y > 20 && y < 50;
        for ( int k = 0; k < 3; ++k )
        {
            rgb[3 * i + k] = x < 40 ? (unsigned char)( color >> ( 8 * k ) ) : square ? 200 : 20;
        }
    }
}

static bool writeGif( const char* name, int frames, double fps, int colors )
{
    static unsigned char rgb[3 * area];
    char path[700];
    osWriter* out = NULL;
    snprintf( path, sizeof path, "%s/d/%s", testScratch(), name );
    gifWriter* gif =
        osBeginWrite( path, &out ).code == ss_ok ? gifBegin( out, side, side, fps, "a word" ) : NULL;
    for ( int i = 0; i < frames && gif != NULL; ++i )
    {
        drawFrame( rgb, i, colors );
        gifAddFrame( gif, rgb );
    }
    gifEnd( gif );
    return gif != NULL && osCommitWrite( out ).code == ss_ok;
}

TEST fewColoursAreExact( void )
{
    static unsigned char rgb[3 * area];
    testShell( "true" );
    // 200 colours of noise need codes of every length, and more strings than the table of codes holds
    ASSERT( writeGif( "few.gif", 12, 30.0, 200 ) );
    Animation a = readGif( "few.gif" );
    ASSERT( a.rgba != NULL );
    ASSERT_EQ_FMT( 12, a.frames, "%d" );
    int largest = 0;
    for ( int i = 0; i < a.frames; ++i )
    {
        drawFrame( rgb, i, 200 );
        differenceOf( a.rgba + 4 * i * area, rgb, area, &largest );
        ASSERT_EQ_FMT( 0, largest, "%d" );
    }
    freeGif( &a );
    PASS();
}

TEST manyColoursAreNear( void )
{
    static unsigned char rgb[3 * area];
    testShell( "true" );
    ASSERT( writeGif( "many.gif", 3, 30.0, 100000 ) );
    Animation a = readGif( "many.gif" );
    ASSERT( a.rgba != NULL );
    for ( int i = 0; i < a.frames; ++i )
    {
        drawFrame( rgb, i, 100000 );
        int largest = 0;
        // 3600 colours at random in the cube, 255 in the palette: a cell of the best palette has the
        // side 255 / 255^(1/3) = 40, and the mean square distance in it is 40² / 12 per channel, for
        // the 4/9 of the pixels that are noise.
        double best = sqrt( 4.0 / 9.0 * 40.0 * 40.0 / 12.0 );
        ASSERT_IN_RANGE( 0.0, differenceOf( a.rgba + 4 * i * area, rgb, area, &largest ), 1.3 * best );
    }
    freeGif( &a );
    PASS();
}

TEST delaysDoNotDrift( void )
{
    testShell( "true" );
    const double rates[] = { 30.0, 24.0, 25.0, 50.0, 7.0 };
    for ( size_t r = 0; r < sizeof rates / sizeof rates[0]; ++r )
    {
        ASSERT( writeGif( "rate.gif", 25, rates[r], 2 ) );
        Animation a = readGif( "rate.gif" );
        ASSERT_EQ_FMT( 25, a.frames, "%d" );
        double sum = 0.0;
        for ( int i = 0; i < a.frames; ++i )
        {
            sum += a.milliseconds[i];
            ASSERT_IN_RANGE( 1000.0 * ( i + 1 ) / rates[r], sum, 5.001 ); // half of 1/100 s
        }
        freeGif( &a );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- scenes

TEST aSceneGoesIntoOneLine( void )
{
    char* tag = sceneTagText( "{ \"a\" : \"x \\\" \\\\\",\n\t\"b\": [1, 2] }\n" );
    ASSERT_STR_EQ( "Slipstick scene, 25 bytes: {\"a\":\"x \\\" \\\\\",\"b\":[1,2]}", tag );
    free( tag );
    PASS();
}

/// Every beginning of a file is read without a crash, and gives the scene or a message.
static bool beginningsAreRefused( const char* name )
{
    size_t size = 0;
    unsigned char* bytes = readBytes( name, &size );
    bool good = bytes != NULL;
    char path[700];
    snprintf( path, sizeof path, "%s/cut", testScratch() );
    for ( size_t cut = 0; good && cut < size; cut += cut < 1200 ? 37 : size / 7 )
    {
        FILE* file = fopen( path, "wb" );
        good = file != NULL && fwrite( bytes, 1, cut, file ) == cut && fclose( file ) == 0;
        char* json = NULL;
        size_t length = 0;
        ssResult result = sceneTagRead( path, &json, &length );
        good = good &&
            ( result.code == ss_ok ? json[0] == '{' && json[length - 1] == '}' : result.message[0] != 0 );
        free( json );
    }
    free( bytes );
    return good;
}

TEST aFilmOfOneMomentHasOneFrame( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" film domino-row --from 0.1 --until 0.1 --size 320x240 -o one.gif && "
                   "\"$S\" film --help | grep -c -e --twin" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.err, "one.gif: 1 frame, " ) );
    ASSERT_STRN_EQ( "1\n", run.out + strlen( run.out ) - 2, 2 );
    PASS();
}

TEST whatIsOnlyCalledAFilmIsRefusedAsOne( void )
{
    testRun run = testShell( "cd \"$D\" && echo '<html>' > page.mp4 && \"$S\" run page.mp4" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "'page.mp4' carries no scene" ) );
    PASS();
}

// A frame shows its moment, whichever frames came before: also the first one has its charts, and where the
// film ends makes no other preset of the run. Labels stay where they were while they can, so they have room
// here.
TEST aMomentLooksTheSameInEveryFilm( void )
{
    testRun run = testShell(
        "cd \"$D\" && F='--size 960x600 --view window --speed 0.5 --language en' && "
        "\"$S\" film belt $F --from 0.1 --until 0.1 -o first && "
        "\"$S\" film belt $F --from 0.08 --until 0.1 -o later && "
        "\"$S\" film belt --preset fig17 $F --from 0.1 --until 0.1 -o named && ls later && "
        "cmp first/frame-0001.png later/frame-0002.png && cmp first/frame-0001.png named/frame-0001.png" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "frame-0001.png\nframe-0002.png\n", run.out );
    PASS();
}

TEST aBuiltSceneIsFilmedAtItsOwnSpeed( void )
{
    // half of real time: 0.1 s at 30 frames per second are 0.1 30/0.5 + 1 frames
    testRun run =
        testShell( "cd \"$D\" && \"$S\" film domino-row --until 0.1 --size 320x240 -o dominoes.gif" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "dominoes.gif: 7 frames, " ) );
    PASS();
}

TEST framesAndGifAreTheSameEveryTime( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" run rolling-sphere --preset fig3b --until 0.1 --hash && \"$S\" " FILM
                   " -o frames && \"$S\" " FILM " -o a.gif && \"$S\" " FILM
                   " -o b.gif && cmp a.gif b.gif && ls frames && \"$S\" run a.gif --hash && \"$S\" run "
                   "frames/frame-0002.png --hash" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char hash[32];
    snprintf( hash, sizeof hash, "%.16s", run.out );
    char expected[256];
    snprintf( expected, sizeof expected,
        "%s\nframe-0001.png\nframe-0002.png\nframe-0003.png\nframe-0004.png\n%s\n%s\n", hash, hash, hash );
    ASSERT_STR_EQ( expected, run.out );
    ASSERT( testContains( run.err, "a.gif: 4 frames, 0.1333 s, 320×240" ) );

    Animation a = readGif( "a.gif" );
    ASSERT( a.rgba != NULL );
    ASSERT_EQ_FMT( 4, a.frames, "%d" );
    for ( int i = 0; i < a.frames; ++i )
    {
        char path[700];
        int width = 0, height = 0, channels = 0, largest = 0;
        snprintf( path, sizeof path, "%s/d/frames/frame-%04d.png", testScratch(), i + 1 );
        unsigned char* rgb = stbi_load( path, &width, &height, &channels, 3 );
        ASSERT( rgb != NULL && width == 320 && height == 240 );
        // nobody sees a hundredth of the range in the mean
        ASSERT_IN_RANGE( 0.0, differenceOf( a.rgba + 4 * i * 320 * 240, rgb, 320 * 240, &largest ), 2.55 );
        stbi_image_free( rgb );
    }
    freeGif( &a );
    ASSERT( beginningsAreRefused( "a.gif" ) );
    ASSERT( beginningsAreRefused( "frames/frame-0001.png" ) );
    PASS();
}

TEST mp4AndWebmHaveFramesAndScene( void )
{
    if ( !hasFfmpeg() ) { SKIPm( "ffmpeg and ffprobe are not installed" ); }
#define PROBE                                       \
    "ffprobe -v error -count_frames -show_entries " \
    "stream=nb_read_frames,width,height,codec_name,pix_fmt,duration -of csv=p=0 "
    testRun run = testShell(
        "cd \"$D\" && \"$S\" " FILM " -o a.mp4 && \"$S\" " FILM " -o a.webm && " PROBE "a.mp4 && " PROBE
        "a.webm && ls -A && \"$S\" run rolling-sphere --preset fig3b --until 0.1 "
        "--hash && \"$S\" run a.mp4 --hash && \"$S\" run a.webm --hash" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "h264,320,240,yuv420p,0.133333,4\n" ) );
    ASSERTm( run.out, testContains( run.out, "vp9,320,240,yuv420p,N/A,4\n" ) );
    const char* files = strstr( run.out, "\na.mp4\na.webm\n" ); // and nothing that was in between
    ASSERT( files != NULL );
    const char* hash = files + strlen( "\na.mp4\na.webm\n" );
    ASSERT_EQ_FMT( (size_t)( 3 * 17 ), strlen( hash ), "%zu" );
    ASSERT( memcmp( hash, hash + 17, 17 ) == 0 && memcmp( hash, hash + 34, 17 ) == 0 );
    ASSERT( beginningsAreRefused( "a.mp4" ) );
    ASSERT( beginningsAreRefused( "a.webm" ) );
    PASS();
}

TEST withoutFfmpegThePackageIsNamed( void )
{
    testRun run = testShell( "cd \"$D\" && PATH=/none \"$S\" film rolling-sphere -o a.mp4" );
    ASSERT_EQ_FMT( 3, run.status, "%d" );
    ASSERT( testContains( run.err, "Debian package ffmpeg" ) );
    PASS();
}

TEST aDyingFfmpegGivesItsLastWordsAndNoFile( void )
{
    testRun run = testShell(
        "cd \"$D\" && mkdir bin && printf '#!/bin/sh\\necho all is lost >&2\\nexit 1\\n' > bin/ffmpeg && "
        "chmod +x bin/ffmpeg && { PATH=\"$PWD/bin:$PATH\" \"$S\" " FILM
        " -o a.mp4; s=$?; ls -A; exit $s; }" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT( testContains( run.err, "all is lost" ) );
    ASSERT_STR_EQ( "bin\n", run.out );
    PASS();
}

TEST wrongFilmsAreRefused( void )
{
    const struct
    {
        const char *options, *message;
    } cases[] = { { "--size 321x240 -o a.mp4",
                      "--size 321x240: MP4 films have even sides; allowed: 322x240" },
        { "--size 32x24 -o a.gif", "320x240 to 7680x4320" },
        { "--from 7 -o a.gif", "--from 7 is after the end of the film at 6 s" },
        { "--fps 60 -o a.gif", "at most 50 frames per second" }, { "--fps 0 -o a.gif", "--fps 0: expected" },
        { "--speed -1 -o a.gif", "--speed -1: expected" },
        { "--speed 1e-8 -o a.gif", "allowed: up to 1000000" },
        { "--view all -o a.gif", "--view all: expected scene or window" },
        { "-o a.avi", ".mp4, .webm or .gif" }, { "", "-o is missing" },
        { "--until 0.00015 -o a.gif", "multiple" }, { "-o /none/a.gif", "cannot write '/none/a.gif'" } };
    for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
    {
        testRun run =
            testShell( "cd \"$D\" && PATH=/usr/bin:/bin; \"$S\" film rolling-sphere %s", cases[i].options );
        ASSERT_EQ_FMTm( cases[i].options, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, cases[i].message ) );
    }
    PASS();
}

TEST theWindowRecordsTheRunWithItsEdits( void )
{
    begin();
    line( "key Space" );
    line( "wait 8" );
    line( "set mu 0.05" );
    line( "wait 8" );
    line( "key Space" );
    line( "wait 3" );
    line( "key F9" ); // opens the panel, with the run so far
    line( "wait 4" );
    line( "click record.size" );
    line( "wait 2" );
    line( "click record.size.0" );
    line( "wait 2" );
    line( "click record.form" );
    line( "wait 2" );
    line( "click record.form.2" );
    line( "wait 3" );
    line( "expect-text record.file slipstick-rolling-sphere.gif" );
    line( "click record.start" );
    line( "wait 4" );
    line( "expect record.running 0 0" );
    // it played for 18 frames of 1/60 s: at 30 frames per second nine intervals, and both ends
    line( "expect-text record.status slipstick-rolling-sphere.gif: 10 frames, 0.3333 s, 640×360" );
    line( "expect-text record.file slipstick-rolling-sphere-2.gif" ); // for the next one
    line( "key Ctrl+S" );
    line( "wait 3" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    // The film carries the edit: its scene and the one that was saved run alike, and not as without the edit.
    char path[700], kept[700];
    snprintf( path, sizeof path, "%s/d/slipstick-rolling-sphere.gif", testScratch() );
    snprintf( kept, sizeof kept, "%s/kept.gif", testScratch() );
    ASSERT_EQ( 0, rename( path, kept ) );
    snprintf( path, sizeof path, "%s/d/rolling-sphere.json", testScratch() );
    char saved[700];
    snprintf( saved, sizeof saved, "%s/saved.json", testScratch() );
    ASSERT_EQ( 0, rename( path, saved ) );
    testRun run =
        testShell( "\"$S\" run '%s' --until 0.4 --hash; \"$S\" run '%s' --until 0.4 --hash; \"$S\" run "
                   "rolling-sphere --preset fig3b --until 0.4 --hash",
            kept, saved );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( (size_t)( 3 * 17 ), strlen( run.out ), "%zu" );
    ASSERT( memcmp( run.out, run.out + 17, 17 ) == 0 );
    ASSERT( memcmp( run.out, run.out + 34, 17 ) != 0 );
    PASS();
}

SUITE( films )
{
    RUN_TEST( bothEndsAreFrames );
    RUN_TEST( theNameTellsTheForm );
    RUN_TEST( fewColoursAreExact );
    RUN_TEST( manyColoursAreNear );
    RUN_TEST( delaysDoNotDrift );
    RUN_TEST( aSceneGoesIntoOneLine );
    RUN_TEST( aFilmOfOneMomentHasOneFrame );
    RUN_TEST( whatIsOnlyCalledAFilmIsRefusedAsOne );
    RUN_TEST( aMomentLooksTheSameInEveryFilm );
    RUN_TEST( aBuiltSceneIsFilmedAtItsOwnSpeed );
    RUN_TEST( framesAndGifAreTheSameEveryTime );
    RUN_TEST( mp4AndWebmHaveFramesAndScene );
    RUN_TEST( withoutFfmpegThePackageIsNamed );
    RUN_TEST( aDyingFfmpegGivesItsLastWordsAndNoFile );
    RUN_TEST( wrongFilmsAreRefused );
    RUN_TEST( theWindowRecordsTheRunWithItsEdits );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( films );
    return TEST_END();
}
