// SPDX-License-Identifier: MIT
#include "base/link.h"
#include "base/scene_tag.h"
#include "slipstick/lab/log_scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Links: base64url of a text that is packed bit by bit, with a model that begins with what scenes have in
// common.

static const char s_start[] = "#s=";
static const char s_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What scenes have in common, which the model learns first. It and the model stay as they are: the links
/// that are in the world were made with them. Another one gets another number in the head.
static const char s_known[] =
    "\"law_text\":\"law \\\"\\nparam mu = 0.3\\nslip \\nstick \\n\",\"pins\":[{\"name\":\"\",\"steps\":100,"
    "\"hidden\":true,\"twin\":{\"law\":\"relaxed\",\"mu\":0.1},\"build\":{\"gravity\":[0,0,-9.81],\"grou"
    "nd\":{\"on\":true,\"mu\":0.3,\"mu_r\":0,\"mu_s\":0,\"restitution\":0,\"look\":\"wood\"},\"parts\":[{\""
    "kind\":\"box\",\"id\":1,\"name\":\"\",\"size\":[0.1,0.1,0.2],\"position\":[0,0,0.5],\"turn_deg\":[0"
    ",0,0],\"velocity\":[1,0,0],\"omega\":[0,4,0],\"density\":700,\"mu\":0.3,\"mu_r\":0,\"mu_s\":0,\"r"
    "estitution\":0,\"colour\":0,\"look\":\"plain\"},{\"kind\":\"sphere\",\"id\":2,\"radius\":0.05,\"mass"
    "\":1,\"mu\":0.3},{\"kind\":\"cylinder\",\"id\":3,\"length\":0.1},{\"kind\":\"wall\",\"id\":4}],\"joint"
    "s\":[]},\"edits\":[{\"step\":0,\"key\":\"mu\",\"value\":0.25},{\"step\":10,\"drag\":[0.5,0,0]},{\"st"
    "ep\":20,\"drag\":false}]}\"camera\":{\"yaw_deg\":-30,\"pitch_deg\":20,\"distance\":2.5,\"target\""
    ":[0,0,0.5]},\"view\":{\"bodies\":true,\"ground\":true,\"show\":{\"title\":\"\",\"point\":\"\",\"panes"
    "\":\"u\",\"speed\":0.5,\"time\":1.5,\"lesson\":\"\",\"focus\":true},\"scenario\":\"playground\",\"scen"
    "ario\":\"belt\",\"scenario\":\"sphere-pile\",\"h\":0.005,\"until\":10,\"seed\":\"2\",\"preset\":\"tiny"
    "\",\"params\":{\"u0\":2,\"radius\":0.1,\"incline_deg\":5,\"n\":100,\"mu_r\":0.02,\"omega0\":0}{\"for"
    "mat\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\",\"h\":0.001,\"until\":4,\""
    "seed\":\"1\",\"preset\":\"fig3b\",\"params\":{\"mu\":0.3},\"view\":{\"bodies\":true,\"ground\":true,\""
    "forces\":true,\"moments\":true,\"cones\":true,\"trails\":true,\"velocities\":true,\"labels\":tr"
    "ue,\"contact_points\":true,\"force_chains\":false,\"modes\":false,\"lines_of_action\":false,"
    "\"energies\":false,\"everything\":false},\"edits\":[]}";

#define READ_MOST ( (size_t)1 << 20 ) // [bytes] of what a link may hold
#define HEAD 8                        // [bytes]: the number 1, the length in three, the check sum in four

// A byte is told by its bits, each guessed from what stood before: the last 0 to 5 bytes have seen zeros and
// ones.

#define ORDERS 6
#define CELLS 65536

typedef struct cell
{
    uint16_t one;  ///< how likely a one is, of 65536
    uint16_t seen; ///< how often this was guessed
} cell;

/// An arithmetic coder. Everything in it is whole numbers, so that it is the same everywhere.
typedef struct coder
{
    uint32_t low, high, value;
    textWriter out;                ///< of what is packed
    const unsigned char *at, *end; ///< what is unpacked; both NULL: this one packs
    bool learns;                   ///< what is told is known to both sides, and takes no room
    int missing;                   ///< bytes that were asked for behind the end
    uint64_t past;                 ///< the last bytes
    cell cells[ORDERS][CELLS];
} coder;

static uint32_t nextByte( coder* c )
{
    c->missing += c->at == c->end;
    return c->at < c->end ? *c->at++ : 0;
}

/// Packs a bit, or unpacks one and returns it.
static int codeBit( coder* c, int bit, uint32_t one )
{
    uint32_t middle = c->low + (uint32_t)( (uint64_t)( c->high - c->low ) * one >> 16 );
    bit = c->learns ? bit : c->end != NULL ? c->value <= middle : bit;
    if ( c->learns ) { return bit; }
    c->high = bit ? middle : c->high;
    c->low = bit ? c->low : middle + 1;
    for ( ; ( c->low ^ c->high ) < 1u << 24; c->low <<= 8, c->high = c->high << 8 | 255u )
    {
        if ( c->end == NULL ) { textPutBytes( &c->out, &( char ){ (char)( c->low >> 24 ) }, 1 ); }
        else { c->value = c->value << 8 | nextByte( c ); }
    }
    return bit;
}

/// Packs a byte, or unpacks one and returns it.
static int codeByte( coder* c, int byte )
{
    int node = 1; // the bits so far, behind a one
    for ( int i = 7; i >= 0; --i )
    {
        cell* cells[ORDERS];
        uint64_t sum = 32768, weights = 1;
        for ( int k = 0; k < ORDERS; ++k )
        {
            uint64_t context = k > 0 ? c->past << ( 64 - 8 * k ) : 0;
            uint64_t hash = ( context + (uint64_t)node + (uint64_t)k * 0x100000001b3u ) * 0x9e3779b97f4a7c15u;
            cells[k] = c->cells[k] + ( ( hash ^ hash >> 29 ) * 0xbf58476d1ce4e5b9u >> 48 );
            // The longer the context and the more certain it is, the more it counts.
            uint64_t edge = cells[k]->one < 32768 ? cells[k]->one : 65535u - cells[k]->one;
            uint64_t weight = cells[k]->seen > 0 ? (unsigned)( k + 1 ) * ( 1 + 65536 / ( edge + 32 ) ) : 0;
            sum += weight * cells[k]->one;
            weights += weight;
        }
        uint32_t one = (uint32_t)( sum / weights );
        int bit = codeBit( c, byte >> i & 1, one < 96 ? 96 : one > 65440 ? 65440 : one );
        for ( int k = 0; k < ORDERS; ++k )
        {
            int wanted = bit ? 65535 : 0, was = cells[k]->seen > 0 ? cells[k]->one : 32768;
            cells[k]->one = (uint16_t)( was + ( wanted - was ) * 2 / ( 2 * cells[k]->seen + 3 ) );
            cells[k]->seen = (uint16_t)( cells[k]->seen + ( cells[k]->seen < 12 ) );
        }
        node = 2 * node + bit;
    }
    c->past = c->past << 8 | ( (uint64_t)node & 255u );
    return node & 255;
}

/// NULL: out of memory.
static coder* beginCoder( const unsigned char* at, const unsigned char* end )
{
    coder* c = calloc( 1, sizeof *c );
    if ( c != NULL )
    {
        c->learns = true;
        for ( const char* known = s_known; *known != '\0'; ++known ) { codeByte( c, (unsigned char)*known ); }
        c->learns = false;
        c->high = UINT32_MAX;
        c->at = at;
        c->end = end;
        for ( int i = 0; i < 4 && end != NULL; ++i ) { c->value = c->value << 8 | nextByte( c ); }
    }
    return c;
}

static void putBase64( textWriter* w, const unsigned char* bytes, size_t size )
{
    for ( size_t i = 0; i < size; i += 3 )
    {
        uint32_t three = (uint32_t)bytes[i] << 16 | ( i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0 ) |
            ( i + 2 < size ? bytes[i + 2] : 0 );
        for ( int k = 0; k < 4 && i + (size_t)k <= size; ++k )
        {
            textPutBytes( w, s_digits + ( three >> ( 18 - 6 * k ) & 63u ), 1 );
        }
    }
}

char* linkOfText( const char* text, size_t length )
{
    coder* c = length <= READ_MOST ? beginCoder( NULL, NULL ) : NULL;
    textWriter link = { .failed = c == NULL };
    if ( c != NULL )
    {
        unsigned char head[HEAD] = { 1, (unsigned char)( length >> 16 ),
            (unsigned char)( length >> 8 & 255u ), (unsigned char)( length & 255u ) };
        sceneTagPut32( head + 4, sceneTagCheckSum( (const unsigned char*)text, length ) );
        textPutBytes( &c->out, (const char*)head, HEAD );
        for ( size_t i = 0; i < length; ++i ) { codeByte( c, (unsigned char)text[i] ); }
        // Any number between low and high ends it; zeros follow by themselves.
        textPutBytes( &c->out, &( char ){ (char)( ( c->low >> 24 ) + 1 ) }, 1 );
        textPut( &link, "%s", s_start );
        putBase64( &link, (const unsigned char*)c->out.text, c->out.length );
        link.failed = link.failed || c->out.failed;
        ssRelease( c->out.text );
        free( c );
    }
    if ( link.failed ) { ssRelease( link.text ); }
    return link.failed ? NULL : link.text;
}

/// The first value of the run that names a file; NULL: there is none.
static const char* fileNamed( const ssSimDef* def )
{
    const ssModel* model = &def->scenario->model;
    for ( int i = 0; i < model->paramCount; ++i )
    {
        const char* text = model->params[i].kind == ss_paramText ? ssSimDef_Text( def, i ) : "";
        if ( text[0] != '\0' && osFileExists( text ) ) { return text; }
    }
    return NULL;
}

ssResult linkOfScene( const ssScene* scene, char** link )
{
    const ssScenario* scenario = scene->def.scenario;
    const char* file = ssScenario_IsLog( scenario ) ? scenario->title : fileNamed( &scene->def );
    *link = NULL;
    if ( file != NULL )
    {
        return ssError( ss_errorValue, NULL,
            "a link has no room for %.120s: pass on that file, and a scene file if it belongs to one", file );
    }
    size_t length = 0;
    char *json = ssFormatSceneBrief( scene ), *line = json != NULL ? sceneTagLine( json, &length ) : NULL;
    *link = line != NULL ? linkOfText( line, length ) : NULL;
    ssResult result = line != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for a link" );
    if ( line != NULL && ( *link == NULL || strlen( *link ) > LINK_MOST ) )
    {
        result = ssError( ss_errorValue, NULL,
            "a link of %d characters has no room for this: a law of %zu letters, %d parts, %d changes on the "
            "way, %d pins; a scene file has (Ctrl+S)",
            LINK_MOST, scenario->law != NULL ? strlen( ssLawProgram_Info( scenario->law )->text ) : 0,
            scenario->build != NULL ? scenario->build->partCount : 0, scene->editCount, scene->pinCount );
        ssRelease( *link );
        *link = NULL;
    }
    free( line );
    ssRelease( json );
    return result;
}

// Reading.

const char* linkFind( const char* word )
{
    const char* start = strstr( word, s_start );
    return start != NULL ? start + strlen( s_start ) : NULL;
}

static ssResult refuse( const char* why ) { return ssError( ss_errorFormat, NULL, "this link %s", why ); }

/// Unpacks the bytes of a link.
static ssResult unpack( const unsigned char* bytes, size_t size, char** text, size_t* length )
{
    bool plain = size > 0 && bytes[0] == '{', packed = size > HEAD && bytes[0] == 1;
    *length = plain ? size : packed ? (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3] : 0;
    if ( !plain && !packed )
    {
        return refuse( size > HEAD && bytes[0] > 1 && bytes[0] < 9
                ? "was made by a later version of Slipstick; open it with that"
                : "is no scene, or only a part of one" );
    }
    if ( *length > READ_MOST ) { return refuse( "claims to hold more than 1 MiB, which no scene needs" ); }
    *text = malloc( *length + 1 );
    coder* c = packed && *text != NULL ? beginCoder( bytes + HEAD, bytes + size ) : NULL;
    ssResult result = *text == NULL || ( packed && c == NULL )
        ? ssError( ss_errorMemory, NULL, "out of memory for this link" )
        : ssOk();
    if ( plain && *text != NULL ) { memcpy( *text, bytes, size ); }
    if ( c != NULL )
    {
        size_t done = 0;
        for ( ; done < *length && c->missing <= 4; ++done ) { ( *text )[done] = (char)codeByte( c, 0 ); }
        uint32_t sum = sceneTagCheckSum( (const unsigned char*)*text, done );
        result = done < *length                 ? refuse( "ends too early: a part of it was lost on the way" )
            : sum != sceneTagGet32( bytes + 4 ) ? refuse( "is damaged: its check sum does not fit" )
                                                : result;
        free( c );
    }
    if ( result.code == ss_ok )
    {
        ( *text )[*length] = '\0';
        return result;
    }
    free( *text );
    *text = NULL;
    return result;
}

ssResult linkRead( const char* word, char** text, size_t* length )
{
    const char* at = linkFind( word );
    size_t most = at != NULL ? strlen( at ) : 0, size = 0;
    unsigned char* bytes = malloc( most + 3 );
    uint32_t bits = 0;
    int count = 0;
    *text = NULL;
    for ( ; bytes != NULL && at != NULL && *at != '\0' && *at != '&'; ++at )
    {
        const char* digit = strchr( s_digits, *at );
        if ( digit != NULL )
        {
            bits = bits << 6 | (uint32_t)( digit - s_digits );
            count += 6;
            bytes[size] = (unsigned char)( count >= 8 ? bits >> ( count - 8 ) : 0 );
            size += count >= 8;
            count -= count >= 8 ? 8 : 0;
        }
        else if ( strchr( " \t\r\n=", *at ) == NULL ) // a mail may have broken it
        {
            free( bytes );
            return refuse( "is broken: it has signs other than letters, digits, - and _" );
        }
    }
    ssResult result = bytes != NULL ? unpack( bytes, size, text, length )
                                    : ssError( ss_errorMemory, NULL, "out of memory for this link" );
    free( bytes );
    return result;
}
