// SPDX-License-Identifier: MIT
#include "host/film_sink.h"
#include "base/gif.h"
#include "base/scene_tag.h"
#include "gfx/render/renderer.h"
#include "slipstick/advanced/csv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Feeds frames to ffmpeg, or writes them as GIF or PNG files.

struct hostFilmSink
{
    sessionFilm film;
    char path[1024];
    char* tag;
    osWriter* writer; // NULL of PNG frames
    gifWriter* gif;
    osProgram* ffmpeg;
    int metadata; // the scratch file that ffmpeg reads it from; -1: none
    int64_t added;
    bool madeFolder;
    uint64_t size;
};

bool hostHasFfmpeg( void )
{
    char path[1024];
    return osFindProgram( "ffmpeg", path, sizeof path );
}

/// Adds KEY=VALUE with the characters escaped that end a value or begin a comment.
static size_t putMetadata( char* to, const char* key, const char* value )
{
    char* at = to + sprintf( to, "%s=", key );
    for ( ; *value != '\0'; ++value )
    {
        if ( strchr( "=;#\\\n", *value ) != NULL ) { *at++ = '\\'; }
        *at++ = *value;
    }
    *at++ = '\n';
    *at = '\0';
    return (size_t)( at - to );
}

/// Puts the metadata into a scratch file: as an argument, a long scene would be refused.
static bool fillMetadata( hostFilmSink* sink, const char* title, char* path, size_t capacity )
{
    size_t tag = sink->tag != NULL ? strlen( sink->tag ) : 0;
    char* text = malloc( 2 * ( strlen( title ) + tag ) + 256 );
    if ( text == NULL ) { return false; }
    size_t size = (size_t)sprintf( text, ";FFMETADATA1\n" );
    size += putMetadata( text + size, "title", title );
    size += tag > 0 ? putMetadata( text + size, "comment", sink->tag ) : 0;
    sink->metadata = osFillScratch( text, size, path, capacity );
    free( text );
    return sink->metadata >= 0;
}

/// One thread and no time stamps or versions in the file: the same frames give the same bytes.
static ssResult beginFfmpeg( hostFilmSink* sink, const char* title )
{
    char program[1024], metadata[64], size[32], rate[SS_NUMBER_MAX + 1], target[64];
    if ( !osFindProgram( "ffmpeg", program, sizeof program ) ||
        !fillMetadata( sink, title, metadata, sizeof metadata ) )
    {
        return ssError( ss_errorMemory, NULL, "cannot prepare ffmpeg: no program or no room in $TMPDIR" );
    }
    snprintf( size, sizeof size, "%dx%d", sink->film.width, sink->film.height );
    rate[ssSpellNumber( sink->film.fps, rate )] = '\0';
    snprintf( target, sizeof target, "/dev/fd/%d", osWriterFile( sink->writer ) );
    const char* words[64] = { program, "-hide_banner", "-nostdin", "-loglevel", "error", "-f", "rawvideo",
        "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate, "-i", "pipe:0", "-f", "ffmetadata",
        "-i", metadata, "-map", "0:v", "-map_metadata", "1", "-threads", "1", "-fflags", "+bitexact",
        "-flags:v", "+bitexact", "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-c:v" };
    static const char* const mp4[] = { "libx264", "-preset", "medium", "-crf", "18", "-movflags",
        "+faststart", "-f", "mp4" };
    static const char* const webm[] = { "libvpx-vp9", "-crf", "28", "-b:v", "0", "-deadline", "good",
        "-cpu-used", "4", "-row-mt", "0", "-f", "webm" };
    bool isMp4 = sink->film.form == session_filmMp4;
    int count = 0, own = isMp4 ? SS_COUNT( mp4 ) : SS_COUNT( webm );
    while ( words[count] != NULL ) { ++count; }
    memcpy( words + count, isMp4 ? mp4 : webm, (size_t)own * sizeof words[0] );
    words[count + own] = "-y";
    words[count + own + 1] = target;
    return osBeginProgram( words, osWriterFile( sink->writer ), &sink->ffmpeg );
}

/// What ffmpeg said last, on one line.
static ssResult lastWords( const hostFilmSink* sink )
{
    char line[200] = "";
    const char* words = osProgramWords( sink->ffmpeg );
    size_t end = strlen( words );
    while ( end > 0 && strchr( " \r\n", words[end - 1] ) != NULL ) { --end; }
    size_t begin = end;
    while ( begin > 0 && words[begin - 1] != '\n' && end - begin < sizeof line - 1 ) { --begin; }
    snprintf( line, sizeof line, "%.*s", (int)( end - begin ), words + begin );
    return ssError(
        ss_errorFormat, NULL, "ffmpeg gave up: %s", line[0] != '\0' ? line : "it ended without a word" );
}

static void framePath( const hostFilmSink* sink, int64_t frame, char* path, size_t capacity )
{
    size_t length = strlen( sink->path );
    bool slash = length > 0 && sink->path[length - 1] == '/';
    int64_t count = sessionFilm_Count( &sink->film );
    int digits = count > 999999 ? 7 : count > 99999 ? 6 : count > 9999 ? 5 : 4;
    snprintf(
        path, capacity, "%s%sframe-%0*lld.png", sink->path, slash ? "" : "/", digits, (long long)frame + 1 );
}

/// Makes the folder. Frames of another film in it would be taken for some of this one.
static ssResult beginFolder( hostFilmSink* sink )
{
    char** names = NULL;
    int count = 0;
    char frame[64] = "";
    sink->madeFolder = !osFolderExists( sink->path );
    ssResult result = osMakeFolders( sink->path );
    result = result.code == ss_ok ? osListFolder( sink->path, &names, &count ) : result;
    for ( int i = 0; result.code == ss_ok && i < count; ++i )
    {
        if ( strncmp( names[i], "frame-", 6 ) == 0 && strstr( names[i], ".png" ) != NULL && frame[0] == '\0' )
        {
            snprintf( frame, sizeof frame, "%.60s", names[i] );
        }
    }
    if ( result.code == ss_ok ) { osFreeList( names, count ); }
    return frame[0] == '\0'
        ? result
        : ssError( ss_errorValue, "-o",
              "-o %.120s: frames of another film are there, such as %s; allowed: another folder", sink->path,
              frame );
}

static ssResult addPng( hostFilmSink* sink, const unsigned char* rgb )
{
    size_t size = 0;
    unsigned char* png = gfxEncodePng( rgb, sink->film.width, sink->film.height, &size );
    png = png != NULL && sink->tag != NULL ? sceneTagPng( png, &size, sink->tag ) : png;
    char path[1100];
    framePath( sink, sink->added, path, sizeof path );
    ssResult result = osSaveFile( path, png, size );
    sink->size += size;
    free( png );
    return result;
}

ssResult hostBeginSink(
    const sessionFilm* film, const char* path, const char* title, const char* tag, hostFilmSink** sink )
{
    hostFilmSink* s = calloc( 1, sizeof *s );
    if ( s == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    s->film = *film;
    s->metadata = -1;
    snprintf( s->path, sizeof s->path, "%s", path );
    s->tag = tag != NULL ? malloc( strlen( tag ) + 1 ) : NULL;
    if ( s->tag != NULL ) { memcpy( s->tag, tag, strlen( tag ) + 1 ); }
    ssResult result = film->form == session_filmFrames ? beginFolder( s ) : osBeginWrite( path, &s->writer );
    if ( result.code == ss_ok && film->form == session_filmGif )
    {
        s->gif = gifBegin( s->writer, film->width, film->height, film->fps, tag );
        result = s->gif != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
    }
    else if ( result.code == ss_ok && film->form != session_filmFrames ) { result = beginFfmpeg( s, title ); }
    if ( result.code != ss_ok )
    {
        hostSink_Abort( s );
        return result;
    }
    *sink = s;
    return result;
}

ssResult hostSink_Add( hostFilmSink* sink, const unsigned char* rgb )
{
    size_t size = 3 * (size_t)sink->film.width * (size_t)sink->film.height;
    ssResult result = ssOk();
    if ( sink->ffmpeg != NULL )
    {
        if ( !osFeedProgram( sink->ffmpeg, rgb, size ) && !osSignalCaught() )
        {
            osWaitForProgram( sink->ffmpeg, 5.0 );
            result = lastWords( sink );
        }
    }
    else if ( sink->gif != NULL )
    {
        gifAddFrame( sink->gif, rgb );
        if ( osWriteStopped( sink->writer ) ) // a full disk ends the film now, not after the last frame
        {
            result = osCommitWrite( sink->writer );
            sink->writer = NULL;
        }
    }
    else { result = addPng( sink, rgb ); }
    sink->added += result.code == ss_ok ? 1 : 0;
    return result;
}

static void freeSink( hostFilmSink* sink )
{
    osEndProgram( sink->ffmpeg );
    osCloseScratch( sink->metadata );
    free( sink->tag );
    free( sink );
}

ssResult hostSink_Finish( hostFilmSink* sink, uint64_t* size )
{
    ssResult result = ssOk();
    // It may end with status 0 on a full disk; but it says so, and nothing else at this level.
    if ( sink->ffmpeg != NULL &&
        ( !osWaitForProgram( sink->ffmpeg, 24.0 * 3600.0 ) || osProgramStatus( sink->ffmpeg ) != 0 ||
            osProgramWords( sink->ffmpeg )[0] != '\0' ) )
    {
        result = lastWords( sink );
        hostSink_Abort( sink );
        return result;
    }
    gifEnd( sink->gif );
    sink->gif = NULL;
    *size = sink->size;
    if ( sink->writer != NULL )
    {
        result = osCommitWrite( sink->writer );
        osReader* reader = NULL;
        if ( result.code == ss_ok && osBeginRead( sink->path, &reader ).code == ss_ok )
        {
            osReadSize( reader, size );
        }
        osEndRead( reader );
    }
    freeSink( sink );
    return result;
}

void hostSink_Abort( hostFilmSink* sink )
{
    if ( sink == NULL ) { return; }
    osEndProgram( sink->ffmpeg );
    sink->ffmpeg = NULL;
    gifAbort( sink->gif );
    osAbortWrite( sink->writer );
    for ( int64_t i = 0; sink->film.form == session_filmFrames && i < sink->added; ++i )
    {
        char path[1100];
        framePath( sink, i, path, sizeof path );
        osRemoveFile( path );
    }
    if ( sink->madeFolder ) { osRemoveFolder( sink->path ); }
    freeSink( sink );
}
