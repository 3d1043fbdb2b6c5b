// SPDX-License-Identifier: MIT
#include "test_main.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

// What the program draws, measured in its own pictures.

typedef struct Picture
{
    unsigned char* rgb;
    int width, height;
} Picture;

static Picture readPicture( const char* name )
{
    char path[700];
    int channels;
    Picture picture = { 0 };
    snprintf( path, sizeof path, "%s/d/%s", testScratch(), name );
    picture.rgb = stbi_load( path, &picture.width, &picture.height, &channels, 3 );
    return picture;
}

static double luminance( const Picture* p, int x, int y )
{
    const unsigned char* c = p->rgb + 3 * ( (size_t)y * (size_t)p->width + (size_t)x );
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

/// Where two pictures differ: the bounding box and the centre of what one has and the other lacks.
typedef struct Blob
{
    double x, y, width, height, count;
} Blob;

static Blob difference( const Picture* a, const Picture* b )
{
    int x0 = a->width, x1 = -1, y0 = a->height, y1 = -1, count = 0;
    for ( int y = 0; y < a->height; ++y )
    {
        for ( int x = 0; x < a->width; ++x )
        {
            size_t i = 3 * ( (size_t)y * (size_t)a->width + (size_t)x );
            int d = abs( a->rgb[i] - b->rgb[i] ) + abs( a->rgb[i + 1] - b->rgb[i + 1] ) +
                abs( a->rgb[i + 2] - b->rgb[i + 2] );
            if ( d > 60 )
            {
                x0 = x < x0 ? x : x0;
                x1 = x > x1 ? x : x1;
                y0 = y < y0 ? y : y0;
                y1 = y > y1 ? y : y1;
                ++count;
            }
        }
    }
    return ( Blob ){ 0.5 * ( x0 + x1 ), 0.5 * ( y0 + y1 ), x1 - x0 + 1, y1 - y0 + 1, count };
}

static testRun shoot( const char* scene, const char* bodies, double at, const char* name )
{
    char path[600], text[2000];
    snprintf( path, sizeof path, "%s/%s.json", testScratch(), scene );
    snprintf( text, sizeof text,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\","
        " \"params\": {\"mu\": 0, \"mu_r\": 0, \"u0\": 1, \"omega0\": 2},"
        " \"camera\": {\"yaw_deg\": 0, \"pitch_deg\": 0.001, \"distance\": 10, \"target\": [0, 0, 0.5]},"
        " \"view\": {\"bodies\": %s, \"ground\": false, \"forces\": false, \"moments\": false, \"cones\": "
        "false,"
        " \"trails\": false, \"velocities\": false, \"labels\": false}}",
        bodies );
    testWriteFile( path, text );
    return testShell( "cd \"$D\" && \"$S\" shot '%s' --plain --size 1280x720 --at %g -o %s && mv %s ..", path,
        at, name, name );
}

TEST theSphereIsDrawnWhereItIs( void )
{
    // Seen from the side at 10 m, a sphere of radius 1/2 has the angular radius asin(1/20). One second later
    // it has moved by 1 m, and its size in the picture predicts how far that is in the picture.
    char command[64];
    Picture pictures[4];
    const struct
    {
        const char* bodies;
        double at;
        const char* name;
    } shots[] = { { "false", 0.0, "none.png" }, { "true", 0.0, "start.png" }, { "true", 1.0, "later.png" },
        { "false", 1.0, "later-none.png" } };
    for ( int i = 0; i < 4; ++i )
    {
        testRun run = shoot( "scene", shots[i].bodies, shots[i].at, shots[i].name );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        snprintf( command, sizeof command, "../%s", shots[i].name );
        pictures[i] = readPicture( command );
        ASSERT( pictures[i].rgb != NULL );
        ASSERT_EQ_FMT( 1280, pictures[i].width, "%d" );
        ASSERT_EQ_FMT( 720, pictures[i].height, "%d" );
    }
    Blob start = difference( &pictures[0], &pictures[1] );
    ASSERT( start.count > 500.0 );
    // It is a disc, round to within a pixel or two, and filled.
    ASSERT_IN_RANGE( start.height, start.width, 3.0 );
    ASSERT_IN_RANGE( 3.14159 / 4.0, start.count / ( start.width * start.height ), 0.05 );

    // Bars and clock differ from moment to moment; only the scene between them counts.
    for ( int i = 0; i < 4; ++i )
    {
        size_t row = (size_t)3 * (size_t)pictures[i].width;
        memset( pictures[i].rgb, 0, row * 130 );
        memset( pictures[i].rgb + row * 670, 0, row * 50 );
    }
    start = difference( &pictures[0], &pictures[1] );
    Blob later = difference( &pictures[3], &pictures[2] );
    double focal = 0.5 * start.width / tan( asin( 0.05 ) ); // pixels per unit of tan(angle)
    double moved = focal * 1.0 / 10.0;
    ASSERT_IN_RANGE( moved, later.x - start.x, 0.02 * moved + 2.0 );
    ASSERT_IN_RANGE( start.y, later.y, 2.0 );
    for ( int i = 0; i < 4; ++i ) { stbi_image_free( pictures[i].rgb ); }
    PASS();
}

/// A body of 1 m that stands upright in front of the camera, without weight.
static Picture shootPart( const char* part, const char* bodies, const char* name )
{
    char path[600], text[1200];
    snprintf( path, sizeof path, "%s/part.json", testScratch() );
    snprintf( text, sizeof text,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"camera\": "
        "{\"yaw_deg\": "
        "0, \"pitch_deg\": 0.001, \"distance\": 3, \"target\": [0, 0, 0]}, \"view\": {\"bodies\": %s, "
        "\"labels\": "
        "false}, \"build\": {\"gravity\": [0, 0, 0], \"ground\": false, \"parts\": [{%s}]}}",
        bodies, part );
    testWriteFile( path, text );
    testRun run = testShell( "cd \"$D\" && \"$S\" shot '%s' --bare --size 640x480 --at 0 -o %s", path, name );
    return run.status == 0 ? readPicture( name ) : ( Picture ){ 0 };
}

static double redAt( const Picture* p, int x, int y )
{
    return p->rgb[3 * ( (size_t)y * (size_t)p->width + (size_t)x )];
}

TEST aHoopHasAHoleAndADiskHasNone( void )
{
    Picture none = shootPart( "\"kind\": \"sphere\"", "false", "empty.png" );
    Picture hoop =
        shootPart( "\"kind\": \"hoop\", \"radius\": 0.5, \"turn_deg\": [90, 0, 0]", "true", "hoop.png" );
    Picture disk = shootPart( "\"kind\": \"cylinder\", \"radius\": 0.5, \"length\": 0.05, \"turn_deg\": "
                              "[90, 0, 0]",
        "true", "disk.png" );
    ASSERT( none.rgb != NULL && hoop.rgb != NULL && disk.rgb != NULL );
    Blob ring = difference( &none, &hoop ), full = difference( &none, &disk );
    ASSERT( ring.width > 100.0 && fabs( ring.width - full.width ) < 4.0 );
    // 0.16 of the area of a disk is left outside a hole of 0.84 R, and 0.29 together with what is seen of the
    // rim
    ASSERT( ring.count < 0.45 * full.count );
    int cx = (int)ring.x, cy = (int)ring.y;
    ASSERT_IN_RANGE( redAt( &none, cx, cy ), redAt( &hoop, cx, cy ), 2.0 );
    // Between the two dark stripes that show how it turns: the ring, and the face of the disk.
    int out = (int)( 0.46 * 0.7071 * ring.width ), in = (int)( 0.25 * 0.7071 * ring.width );
    ASSERT( fabs( redAt( &none, cx + out, cy + out ) - redAt( &hoop, cx + out, cy + out ) ) > 20.0 );
    ASSERT( fabs( redAt( &none, cx + in, cy + in ) - redAt( &disk, cx + in, cy + in ) ) > 20.0 );
    PASS();
}

TEST everyLookIsSeen( void )
{
    static const char* const looks[] = { "plain", "wood", "ice", "steel", "rubber", "stone", "felt" };
    Picture pictures[7];
    for ( int i = 0; i < 7; ++i )
    {
        char part[120];
        snprintf( part, sizeof part, "\"kind\": \"sphere\", \"radius\": 0.5, \"look\": \"%s\"", looks[i] );
        pictures[i] = shootPart( part, "true", "look.png" );
        ASSERT( pictures[i].rgb != NULL );
        for ( int k = 0; k < i; ++k )
        {
            ASSERTm( looks[i], difference( &pictures[i], &pictures[k] ).count > 2000.0 );
        }
    }
    PASS();
}

TEST picturesAreNotBlankInEitherThemeOrSize( void )
{
    const char* const options[] = { "--size 1280x720", "--size 1920x1080", "--size 1280x720 --light",
        "--plain" };
    double mean[4];
    for ( int i = 0; i < 4; ++i )
    {
        testRun run = testShell(
            "cd \"$D\" && \"$S\" shot rolling-sphere --preset fig3b --at 0.1 %s -o a.png", options[i] );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        Picture picture = readPicture( "a.png" );
        ASSERT( picture.rgb != NULL );
        double sum = 0.0, square = 0.0, n = (double)picture.width * picture.height;
        for ( int y = 0; y < picture.height; ++y )
        {
            for ( int x = 0; x < picture.width; ++x )
            {
                double l = luminance( &picture, x, y );
                sum += l;
                square += l * l;
            }
        }
        mean[i] = sum / n;
        ASSERT( square / n - mean[i] * mean[i] > 50.0 );
        stbi_image_free( picture.rgb );
    }
    ASSERT( mean[0] < 80.0 && mean[2] > 180.0 ); // dark and light
    PASS();
}

TEST theConeAndTheForcesAreInThePicture( void )
{
    // Switching a glyph off changes pixels near the contact, and only within the view.
    const char* const keys[] = { "C", "Shift+C" };
    for ( int i = 0; i < 2; ++i )
    {
        char path[600], script[200];
        snprintf( path, sizeof path, "%s/script", testScratch() );
        snprintf( script, sizeof script, "wait 3\nscreenshot on.png\nkey %s\nwait 3\nscreenshot off.png\n",
            keys[i] );
        testWriteFile( path, script );
        testRun run =
            testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --preset fig3b --paused --script '%s'", path );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        Picture on = readPicture( "on.png" ), off = readPicture( "off.png" );
        ASSERT( on.rgb != NULL && off.rgb != NULL );
        Blob blob = difference( &on, &off );
        ASSERT( blob.count > 200.0 && blob.count < 40000.0 );
        // The panels at both sides do not change; the legend of scales is part of the view.
        ASSERT( blob.x - 0.5 * blob.width > 0.15 * on.width && blob.x + 0.5 * blob.width < 0.85 * on.width );
        stbi_image_free( on.rgb );
        stbi_image_free( off.rgb );
    }
    PASS();
}

/// Returns how many pixels of the view, between the panels, differ.
static int changedInView( const Picture* a, const Picture* b )
{
    int count = 0;
    for ( int y = 130; y < 460; ++y )
    {
        for ( int x = 300; x < 970; ++x )
        {
            size_t i = 3 * ( (size_t)y * (size_t)a->width + (size_t)x );
            int d = abs( a->rgb[i] - b->rgb[i] ) + abs( a->rgb[i + 1] - b->rgb[i + 1] ) +
                abs( a->rgb[i + 2] - b->rgb[i + 2] );
            count += d > 12;
        }
    }
    return count;
}

/// Each switch of the View menu is pressed once and once more; it
/// changes more than `least` pixels of the view.
static greatest_test_res switchesChangeThePicture(
    const char* options, const char* before, const char* const* items, int count, int least )
{
    char path[600];
    static char script[8000];
    int used = snprintf(
        script, sizeof script, "wait 3\n%s\nmove status.hash 0.5 0.5\nwait 3\nscreenshot 0.png\n", before );
    for ( int i = 0; i < count; ++i )
    {
        for ( int press = 0; press < 2; ++press )
        {
            used += snprintf( script + used, sizeof script - (size_t)used,
                "click menu.view\nwait 2\nclick menu.%s\nmove status.hash 0.5 0.5\nwait 2\n", items[i] );
            if ( press == 0 )
            {
                used += snprintf( script + used, sizeof script - (size_t)used, "screenshot %d.png\n", i + 1 );
            }
        }
    }
    used += snprintf( script + used, sizeof script - (size_t)used, "screenshot last.png\n" );
    ASSERT( used < (int)sizeof script );
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, script );
    testRun run = testShell( "cd \"$D\" && \"$S\" gui %s --paused --script '%s'", options, path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    Picture plain = readPicture( "0.png" ), last = readPicture( "last.png" );
    ASSERT( plain.rgb != NULL && last.rgb != NULL );
    for ( int i = 0; i < count; ++i )
    {
        char name[32];
        snprintf( name, sizeof name, "%d.png", i + 1 );
        Picture other = readPicture( name );
        ASSERT( other.rgb != NULL );
        ASSERTm( items[i], changedInView( &plain, &other ) > least );
        stbi_image_free( other.rgb );
    }
    // Pressed twice, none of them leaves anything behind, except that the scale stays where a thousand arrows
    // came and went.
    ASSERT( changedInView( &plain, &last ) == 0 || strcmp( items[count - 1], "all-glyphs-of-a-crowd" ) == 0 );
    stbi_image_free( plain.rgb );
    stbi_image_free( last.rgb );
    PASS();
}

TEST everySwitchOfTheViewChangesThePicture( void )
{
    static const char* const one[] = { "bodies", "ground", "forces", "moments", "cones-and-discs", "trails",
        "velocities", "labels", "lines-of-action", "colour-by-mode", "colour-by-energy", "light-theme",
        "shade-between-bodies", "arrows-by-decades" };
    CHECK_CALL( switchesChangeThePicture( "rolling-sphere --preset fig3b",
        // Labels stay where they were in the picture before, until something is hidden or shown.
        "key Space\nwait 100\nkey Space\nwait 3\n"
        "click menu.view\nwait 2\nclick menu.labels\nwait 2\nclick menu.view\nwait 2\nclick menu.labels",
        one, 14, 15 ) );
    static const char* const heap[] = { "contact-points", "force-chains", "all-glyphs-of-a-crowd" };
    // From above, balls hide the points that they lie on. Dragged until the eye is below the plate, which is
    // glass from there, the view shows a dot under every ball.
    CHECK_CALL( switchesChangeThePicture( "sphere-pile --set n=60 --set rate=200",
        "key Space\nwait 30\nkey Space\nwait 3\ndrag viewport 0.5 -0.2\nwait 30", heap, 3, 200 ) );
    PASS();
}

TEST aDenseDisplayShowsTheSamePictureInMorePixels( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset fig3b --at 0.1 --size 640x480 -o a.png "
                   "&& \"$S\" shot "
                   "rolling-sphere --preset fig3b --at 0.1 --size 1280x960 --pixel-ratio 2 -o b.png" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    Picture coarse = readPicture( "a.png" ), fine = readPicture( "b.png" );
    ASSERT( coarse.rgb != NULL && fine.rgb != NULL );
    ASSERT_EQ_FMT( 2 * coarse.width, fine.width, "%d" );
    double off = 0.0, moved = 0.0;
    for ( int y = 0; y < coarse.height; ++y )
    {
        for ( int x = 8; x < coarse.width; ++x )
        {
            double mean = 0.25 *
                ( luminance( &fine, 2 * x, 2 * y ) + luminance( &fine, 2 * x + 1, 2 * y ) +
                    luminance( &fine, 2 * x, 2 * y + 1 ) + luminance( &fine, 2 * x + 1, 2 * y + 1 ) );
            off += fabs( mean - luminance( &coarse, x, y ) );
            moved += fabs( mean - luminance( &coarse, x - 8, y ) );
        }
    }
    // Panels, letters and arrows lie where they lay, not a letter's width beside it.
    ASSERT( off < 0.5 * moved );
    stbi_image_free( coarse.rgb );
    stbi_image_free( fine.rgb );
    run = testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --pixel-ratio 9 -o a.png" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "1 to 4" ) );
    PASS();
}

SUITE( picture )
{
    RUN_TEST( aDenseDisplayShowsTheSamePictureInMorePixels );
    RUN_TEST( everySwitchOfTheViewChangesThePicture );
    RUN_TEST( theSphereIsDrawnWhereItIs );
    RUN_TEST( aHoopHasAHoleAndADiskHasNone );
    RUN_TEST( everyLookIsSeen );
    RUN_TEST( picturesAreNotBlankInEitherThemeOrSize );
    RUN_TEST( theConeAndTheForcesAreInThePicture );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( picture );
    return TEST_END();
}
