// SPDX-License-Identifier: MIT
#include "cli/foxglove.h"

#include <stdio.h>
#include <string.h>

// The file, and Protobuf by hand: numbers on the wire, and descriptors of Foxglove's messages, from which any
// reader learns what the fields mean (https://protobuf.dev/programming-guides/encoding,
// google/protobuf/descriptor.proto).

static unsigned char* putDefinitions( unsigned char* to, int unused );

#define SS_PROBE_DEFINITIONS putDefinitions
#define SS_PROBE_NO_TCP
#include <slipstick_probe.h>

enum
{
    pb_varint = 0,
    pb_fixed64 = 1,
    pb_bytes = 2
};

static void putVarint( textWriter* w, uint64_t value )
{
    char bytes[10];
    size_t count = 0;
    for ( ; value > 127; value >>= 7 ) { bytes[count++] = (char)( ( value & 127 ) | 128 ); }
    bytes[count++] = (char)value;
    textPutBytes( w, bytes, count );
}

static void putTag( textWriter* w, int field, int wire ) { putVarint( w, (uint64_t)( field << 3 | wire ) ); }

void pbNumber( textWriter* w, int field, uint64_t value )
{
    putTag( w, field, pb_varint );
    putVarint( w, value );
}

void pbDouble( textWriter* w, int field, double value )
{
    uint64_t bits;
    char bytes[8];
    memcpy( &bits, &value, sizeof bits );
    for ( int i = 0; i < 8; ++i ) { bytes[i] = (char)( bits >> ( 8 * i ) & 255 ); }
    putTag( w, field, pb_fixed64 );
    textPutBytes( w, bytes, sizeof bytes );
}

void pbText( textWriter* w, int field, const char* text )
{
    putTag( w, field, pb_bytes );
    putVarint( w, strlen( text ) );
    textPutBytes( w, text, strlen( text ) );
}

size_t pbBegin( textWriter* w, int field )
{
    putTag( w, field, pb_bytes );
    return w->length;
}

void pbEnd( textWriter* w, size_t begin )
{
    size_t size = w->length - begin;
    textWriter length = { 0 };
    putVarint( &length, size );
    textPutBytes( w, length.text, length.length ); // room for the length before the content
    if ( !w->failed && !length.failed )
    {
        memmove( w->text + begin + length.length, w->text + begin, size );
        memcpy( w->text + begin, length.text, length.length );
    }
    ssRelease( length.text );
}

// A message: its name and its fields, which have the numbers 1, 2, … in this order. Types: d double, s
// string, b bool, u fixed32, y bytes, l int64, i int32, T and D those of Google, e the enumeration Type,
// whose values stand behind a semicolon; else a message. *: repeated.
static const char* const s_messages[] = {
    "Vector3 x d y d z d",
    "Quaternion x d y d z d w d",
    "FrameTransform timestamp T parent_frame_id s child_frame_id s translation Vector3 rotation Quaternion",
    "FrameTransforms transforms *FrameTransform",
    // What follows, transforms do not need.
    "Point3 x d y d z d",
    "Pose position Vector3 orientation Quaternion",
    "Color r d g d b d a d",
    "KeyValuePair key s value s",
    "ArrowPrimitive pose Pose shaft_length d shaft_diameter d head_length d head_diameter d color Color",
    "CubePrimitive pose Pose size Vector3 color Color",
    "SpherePrimitive pose Pose size Vector3 color Color",
    "CylinderPrimitive pose Pose size Vector3 bottom_scale d top_scale d color Color",
    "LinePrimitive type e pose Pose thickness d scale_invariant b points *Point3 color Color colors *Color "
    "indices *u ; LINE_STRIP LINE_LOOP LINE_LIST",
    "TriangleListPrimitive pose Pose points *Point3 color Color colors *Color indices *u",
    "TextPrimitive pose Pose billboard b font_size d scale_invariant b color Color text s",
    "ModelPrimitive pose Pose scale Vector3 color Color override_color b url s media_type s data y",
    "SceneEntityDeletion timestamp T type e id s ; MATCHING_ID ALL",
    "SceneEntity timestamp T frame_id s id s lifetime D frame_locked b metadata *KeyValuePair arrows "
    "*ArrowPrimitive cubes *CubePrimitive spheres *SpherePrimitive cylinders *CylinderPrimitive lines "
    "*LinePrimitive triangles *TriangleListPrimitive texts *TextPrimitive models *ModelPrimitive",
    "SceneUpdate deletions *SceneEntityDeletion entities *SceneEntity",
};
static const char* const s_timestamp[] = { "Timestamp seconds l nanos i" };
static const char* const s_duration[] = { "Duration seconds l nanos i" };

#define OF_TRANSFORMS 4 // messages that they need

/// The next word of a list; false at its end.
static bool nextWord( const char** at, char word[32] )
{
    size_t length = strcspn( *at, " " );
    if ( length == 0 ) { return false; }
    memcpy( word, *at, length );
    word[length] = '\0';
    *at += length + strspn( *at + length, " " );
    return word[0] != ';';
}

/// FieldDescriptorProto: name 1, number 3, label 4, type 5, type_name 6.
static void describeField( textWriter* w, const char* owner, const char* name, const char* type, int number )
{
    static const char letters[] = "dlibusyeTD";
    static const int types[] = { 1, 3, 5, 8, 7, 9, 12, 14, 11, 11 };
    char full[64];
    bool repeated = type[0] == '*';
    type += repeated ? 1 : 0;
    const char* letter = type[1] == '\0' ? strchr( letters, type[0] ) : NULL;
    size_t field = pbBegin( w, 2 );
    pbText( w, 1, name );
    pbNumber( w, 3, (uint64_t)number );
    pbNumber( w, 4, repeated ? 3 : 1 );
    pbNumber( w, 5, (uint64_t)( letter != NULL ? types[letter - letters] : 11 ) );
    snprintf( full, sizeof full, letter == NULL ? ".foxglove.%s" : ".foxglove.%s.Type",
        letter == NULL ? type : owner );
    const char* used = letter == NULL || type[0] == 'e' ? full
        : type[0] == 'T'                                ? ".google.protobuf.Timestamp"
        : type[0] == 'D'                                ? ".google.protobuf.Duration"
                                                        : NULL;
    if ( used != NULL ) { pbText( w, 6, used ); }
    pbEnd( w, field );
}

/// DescriptorProto: name 1, field 2, enum_type 4. EnumDescriptorProto: name 1, value 2 with name 1 and
/// number 2.
static void describeMessage( textWriter* w, const char* at )
{
    char owner[32], name[32], type[32];
    size_t message = pbBegin( w, 4 );
    nextWord( &at, owner );
    pbText( w, 1, owner );
    for ( int number = 1; nextWord( &at, name ) && nextWord( &at, type ); ++number )
    {
        describeField( w, owner, name, type, number );
    }
    if ( *at != '\0' )
    {
        size_t list = pbBegin( w, 4 );
        pbText( w, 1, "Type" );
        for ( uint64_t number = 0; nextWord( &at, name ); ++number )
        {
            size_t value = pbBegin( w, 2 );
            pbText( w, 1, name );
            pbNumber( w, 2, number );
            pbEnd( w, value );
        }
        pbEnd( w, list );
    }
    pbEnd( w, message );
}

/// FileDescriptorProto: name 1, package 2, dependency 3, message_type 4, syntax 12.
static void describeFile(
    textWriter* w, const char* name, const char* package, int count, const char* const* messages )
{
    size_t file = pbBegin( w, 1 );
    pbText( w, 1, name );
    pbText( w, 2, package );
    if ( count > 1 )
    {
        pbText( w, 3, "google/protobuf/timestamp.proto" );
        pbText( w, 3, "google/protobuf/duration.proto" );
    }
    for ( int i = 0; i < count; ++i ) { describeMessage( w, messages[i] ); }
    pbText( w, 12, "proto3" );
    pbEnd( w, file );
}

// The file around them is that of a probe, with other messages.

static unsigned char* putPart( unsigned char* to, const textWriter* w )
{
    memcpy( ssProbe_Put( to, w->length, 4 ), w->text, w->length );
    return to + 4 + w->length;
}

/// Schemas and channels; about 5.5 kB.
static unsigned char* putDefinitions( unsigned char* to, int unused )
{
    static const char* const names[] = { "foxglove.FrameTransforms", "foxglove.SceneUpdate" };
    static const char* const topics[] = { "/tf", "/scene" };
    (void)unused;
    for ( uint64_t k = 0; k < foxglove_messageCount; ++k )
    {
        textWriter schema = { 0 };
        unsigned char* record = to;
        describeFile( &schema, "google/protobuf/timestamp.proto", "google.protobuf", 1, s_timestamp );
        describeFile( &schema, "google/protobuf/duration.proto", "google.protobuf", 1, s_duration );
        describeFile( &schema, "foxglove.proto", "foxglove", k == 0 ? OF_TRANSFORMS : SS_COUNT( s_messages ),
            s_messages );
        to = ssProbe_PutText( ssProbe_PutText( ssProbe_Put( to + 9, k + 1, 2 ), names[k] ), "protobuf" );
        to = putPart( to, &schema );
        ssProbe_PutHead( record, 0x03, to );
        record = to;
        to = ssProbe_PutText( ssProbe_Put( ssProbe_Put( to + 9, k + 1, 2 ), k + 1, 2 ), topics[k] );
        to = ssProbe_Put( ssProbe_PutText( to, "protobuf" ), 0, 4 ); // no metadata
        ssProbe_PutHead( record, 0x04, to );
        ssRelease( schema.text );
    }
    return to;
}

static int writeToSink( void* context, const void* bytes, size_t size )
{
    const ssSink* sink = context;
    return sink->write( sink->context, bytes, size );
}

ssProbe* foxgloveBegin( ssSink* sink ) { return ssProbeOpenSink( writeToSink, sink ); }

void foxgloveAdd( ssProbe* probe, double t, const textWriter messages[foxglove_messageCount] )
{
    if ( probe->frames == 0 && !ssProbe_BeginChunk( probe ) ) { return; }
    probe->t = t;
    for ( int k = 0; k < foxglove_messageCount; ++k )
    {
        unsigned char length[8];
        size_t size = messages[k].length;
        uint64_t place = probe->used;
        if ( messages[k].failed || !ssProbe_BeginMessage( probe, k ) )
        {
            ssProbe_Fail( probe, "out of memory for a frame" );
            return;
        }
        probe->used -= ss_probeDataHead; // that of CDR
        while ( probe->used + size > probe->capacity && ssProbe_Room( probe, size ) ) {}
        if ( probe->error != NULL ) { return; }
        memcpy( probe->buffer + probe->used, messages[k].text, size );
        probe->used += size;
        ssProbe_Correct( probe, place + 1, ssProbe_Put( length, probe->used - place - 9, 8 ) - 8, 8 );
    }
    ssProbe_CountFrame( probe );
}

ssResult foxgloveEnd( ssProbe* probe )
{
    return ssProbeClose( probe ) ? ssOk()
                                 : ssError( ss_errorFormat, "file", "the file could not be written" );
}
