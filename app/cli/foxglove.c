// SPDX-License-Identifier: MIT
#include "cli/foxglove.h"
#include "base/text_writer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Contact logs as Foxglove shows them: an MCAP file with a foxglove.FrameTransforms and a
// foxglove.SceneUpdate per frame, in Protobuf by hand (https://protobuf.dev/programming-guides/encoding).
// Messages and field numbers are those of https://github.com/foxglove/foxglove-sdk, schemas/proto. Every
// message has the whole scene, so that one can seek: where bodies are, their shapes, and of every contact the
// force and the cone in the colour of its mode.

#define FRAMES_TRIED 64  // that choose the scale of forces
#define USUAL_LENGTH 0.1 // of the size of the scene: how long the mean force is
#define PLANE 20.0       // [m] the side of a plane that does not end
#define PLATE 1e-3       // of its side: how thick a plane is drawn

#define MESSAGES 2 // of a frame: transforms, and the scene

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

static void pbNumber( textWriter* w, int field, uint64_t value )
{
    putTag( w, field, pb_varint );
    putVarint( w, value );
}

static void pbDouble( textWriter* w, int field, double value )
{
    uint64_t bits;
    char bytes[8];
    memcpy( &bits, &value, sizeof bits );
    for ( int i = 0; i < 8; ++i ) { bytes[i] = (char)( bits >> ( 8 * i ) & 255 ); }
    putTag( w, field, pb_fixed64 );
    textPutBytes( w, bytes, sizeof bytes );
}

static void pbText( textWriter* w, int field, const char* text )
{
    putTag( w, field, pb_bytes );
    putVarint( w, strlen( text ) );
    textPutBytes( w, text, strlen( text ) );
}

/// A message of a length that is not known yet: begin, write, end with what begin has returned.
static size_t pbBegin( textWriter* w, int field )
{
    putTag( w, field, pb_bytes );
    return w->length;
}

static void pbEnd( textWriter* w, size_t begin )
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

/// Schemas and channels; about 5.5 kB.
static unsigned char* putDefinitions( unsigned char* to, int unused )
{
    static const char* const names[] = { "foxglove.FrameTransforms", "foxglove.SceneUpdate" };
    static const char* const topics[] = { "/tf", "/scene" };
    (void)unused;
    for ( uint64_t k = 0; k < MESSAGES; ++k )
    {
        textWriter schema = { 0 };
        unsigned char* record = to;
        describeFile( &schema, "google/protobuf/timestamp.proto", "google.protobuf", 1, s_timestamp );
        describeFile( &schema, "google/protobuf/duration.proto", "google.protobuf", 1, s_duration );
        describeFile( &schema, "foxglove.proto", "foxglove", k == 0 ? OF_TRANSFORMS : SS_COUNT( s_messages ),
            s_messages );
        to = ssProbe_PutText( ssProbe_PutText( ssProbe_Put( to + 9, k + 1, 2 ), names[k] ), "protobuf" );
        memcpy( ssProbe_Put( to, schema.length, 4 ), schema.text, schema.length );
        to += 4 + schema.length;
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

static void addFrame( ssProbe* probe, double t, const textWriter messages[MESSAGES] )
{
    if ( probe->frames == 0 && !ssProbe_BeginChunk( probe ) ) { return; }
    probe->t = t;
    for ( int k = 0; k < MESSAGES; ++k )
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
        if ( size > 0 ) { memcpy( probe->buffer + probe->used, messages[k].text, size ); }
        probe->used += size;
        ssProbe_Correct( probe, place + 1, ssProbe_Put( length, probe->used - place - 9, 8 ) - 8, 8 );
    }
    ssProbe_CountFrame( probe );
}

// What is in a frame.

// Colours of modes are those of the window.
static const double s_modes[ss_modeCount][4] = { [ss_modeOpen] = { 0.42, 0.45, 0.51, 1.0 },
    [ss_modeStick] = { 0.31, 0.62, 0.85, 1.0 },
    [ss_modeSlide] = { 0.84, 0.37, 0.0, 1.0 },
    [ss_modeRoll] = { 0.0, 0.62, 0.45, 1.0 },
    [ss_modeSlideRoll] = { 0.9, 0.62, 0.0, 1.0 },
    [ss_modeSpin] = { 0.8, 0.47, 0.65, 1.0 } };
static const double s_body[4] = { 0.75, 0.77, 0.8, 1.0 }, s_fixed[4] = { 0.4, 0.43, 0.48, 1.0 };
static const ssVec3 s_zero = { 0.0, 0.0, 0.0 };

/// A message of numbers, which have the fields 1, 2, …
static void putNumbers( textWriter* w, int field, int count, const double* numbers )
{
    size_t place = pbBegin( w, field );
    for ( int i = 0; i < count; ++i ) { pbDouble( w, i + 1, numbers[i] ); }
    pbEnd( w, place );
}

static void putQuaternion( textWriter* w, int field, ssQuat q )
{
    putNumbers( w, field, 4, ( const double[] ){ q.x, q.y, q.z, q.w } );
}

static void putPose( textWriter* w, ssVec3 position, ssQuat orientation )
{
    size_t place = pbBegin( w, 1 );
    putNumbers( w, 1, 3, &position.x );
    putQuaternion( w, 2, orientation );
    pbEnd( w, place );
}

static void putTime( textWriter* w, uint64_t time )
{
    size_t place = pbBegin( w, 1 );
    pbNumber( w, 1, time / 1000000000u );
    pbNumber( w, 2, time % 1000000000u );
    pbEnd( w, place );
}

/// A cube (field 8), a sphere (9) or a cylinder (10) of an entity.
static void putSolid(
    textWriter* w, int field, ssVec3 position, ssQuat orientation, ssVec3 size, const double* colour )
{
    size_t place = pbBegin( w, field );
    putPose( w, position, orientation );
    putNumbers( w, 2, 3, &size.x );
    if ( field == 10 )
    {
        pbDouble( w, 3, 1.0 );
        pbDouble( w, 4, 1.0 );
    }
    putNumbers( w, field == 10 ? 5 : 3, 4, colour );
    pbEnd( w, place );
}

/// The smallest turn of one unit vector to another.
static ssQuat turnTo( ssVec3 from, ssVec3 to )
{
    ssVec3 axis = ssVec3_Cross( from, to );
    double w = 1.0 + ssVec3_Dot( from, to );
    ssVec3 any = fabs( from.x ) < 0.9 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    axis = w > 1e-9 ? axis : ssVec3_Cross( from, any );
    return ssQuat_Normalize( ( ssQuat ){ .w = w > 1e-9 ? w : 0.0, .x = axis.x, .y = axis.y, .z = axis.z } );
}

static void nameBody( const ssLogBody* body, int place, char name[40] )
{
    if ( isnan( body->id ) ) { snprintf( name, 40, "part %d", place ); }
    else { snprintf( name, 40, "body %.0f", body->id ); }
}

static void putTransforms( textWriter* w, const ssLogFrame* frame, uint64_t time )
{
    char name[40];
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        const ssLogBody* body = frame->bodies + i;
        size_t place = pbBegin( w, 1 );
        nameBody( body, i, name );
        putTime( w, time );
        pbText( w, 2, "world" );
        pbText( w, 3, name );
        putNumbers( w, 4, 3, &body->position.x );
        putQuaternion( w, 5, body->orientation );
        pbEnd( w, place );
    }
}

/// The shape of a body in the body's own frame.
static void putShape( textWriter* w, const ssLogBody* body )
{
    bool fixed = body->mass == 0.0 || isinf( body->mass );
    const double* colour = fixed ? s_fixed : s_body;
    ssQuat same = ssQuat_Identity();
    double r = 2.0 * body->size.x, length = 2.0 * body->size.z;
    double wide = body->size.x > 0.0 ? r : PLANE, deep = body->size.y > 0.0 ? 2.0 * body->size.y : PLANE;
    if ( body->shape == ss_logShapeSphere ) { putSolid( w, 9, s_zero, same, ( ssVec3 ){ r, r, r }, colour ); }
    else if ( body->shape == ss_logShapeBox )
    {
        putSolid( w, 8, s_zero, same, ssVec3_Scale( 2.0, body->size ), colour );
    }
    else if ( body->shape == ss_logShapePlane )
    {
        double thick = PLATE * wide; // below the plane
        putSolid(
            w, 8, ( ssVec3 ){ 0.0, 0.0, -0.5 * thick }, same, ( ssVec3 ){ wide, deep, thick }, s_fixed );
    }
    else if ( body->shape != ss_logShapeUnknown )
    {
        putSolid( w, 10, s_zero, same, ( ssVec3 ){ r, r, length }, colour );
        for ( int side = -1; side <= 1 && body->shape == ss_logShapeCapsule; side += 2 )
        {
            putSolid(
                w, 9, ( ssVec3 ){ 0.0, 0.0, 0.5 * side * length }, same, ( ssVec3 ){ r, r, r }, colour );
        }
    }
}

static size_t beginEntity( textWriter* w, uint64_t time, const char* frameName, const char* id )
{
    size_t place = pbBegin( w, 2 );
    putTime( w, time );
    pbText( w, 2, frameName );
    pbText( w, 3, id );
    pbNumber( w, 5, 1 ); // it moves with its frame
    return place;
}

/// The cone stands on its tip at the contact, as high as the normal force is long.
static void putCone(
    textWriter* w, ssVec3 point, ssVec3 normal, double height, double mu, const double* colour )
{
    size_t place = pbBegin( w, 10 );
    putPose( w, ssVec3_MulAdd( point, 0.5 * height, normal ), turnTo( ( ssVec3 ){ 0.0, 0.0, 1.0 }, normal ) );
    putNumbers( w, 2, 3, ( const double[] ){ 2.0 * mu * height, 2.0 * mu * height, height } );
    pbDouble( w, 3, 0.0 );
    pbDouble( w, 4, 1.0 );
    putNumbers( w, 5, 4, ( const double[] ){ colour[0], colour[1], colour[2], 0.25 } );
    pbEnd( w, place );
}

static void putArrow( textWriter* w, ssVec3 point, ssVec3 force, double scale, const double* colour )
{
    double size = ssVec3_Length( force ), length = size * scale;
    size_t place = pbBegin( w, 7 );
    putPose( w, point, turnTo( ( ssVec3 ){ 1.0, 0.0, 0.0 }, ssVec3_Scale( 1.0 / size, force ) ) );
    pbDouble( w, 2, 0.8 * length );
    pbDouble( w, 3, 0.05 * length );
    pbDouble( w, 4, 0.2 * length );
    pbDouble( w, 5, 0.12 * length );
    putNumbers( w, 6, 4, colour );
    pbEnd( w, place );
}

static void putContact( textWriter* w, const ssSim* sim, int row, uint64_t time, double scale )
{
    char id[120];
    const ssLogFrame* frame = ssSim_LogFrame( sim );
    ssContactView view = ssSim_LogContact( sim, row );
    ssVec3 point = ssLogFrame_Vector( frame, ss_logPx, row ),
           force = ssLogFrame_Vector( frame, ss_logFx, row );
    ssVec3 normal = ssVec3_Normalize( ssLogFrame_Vector( frame, ss_logNx, row ) );
    double number = frame->columns[ss_logContact][row], load = ssVec3_Dot( force, normal );
    double mu = frame->columns[ss_logMu][row];
    const double* colour = s_modes[view.mode];
    if ( isnan( point.x ) || !( ssVec3_Length( force ) > 0.0 ) ) { return; }
    snprintf( id, sizeof id, "contact %.0f, bodies %.0f %.0f", isnan( number ) ? row : number,
        frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
    size_t place = beginEntity( w, time, "world", id );
    size_t pair = pbBegin( w, 6 );
    pbText( w, 1, "mode" );
    pbText( w, 2, ssContactModeName( view.mode ) );
    pbEnd( w, pair );
    putArrow( w, point, force, scale, colour );
    if ( mu > 0.0 && load > 0.0 ) { putCone( w, point, normal, scale * load, mu, colour ); }
    pbEnd( w, place );
}

static void putScene( textWriter* w, const ssSim* sim, uint64_t time, double scale )
{
    const ssLogFrame* frame = ssSim_LogFrame( sim );
    char name[40];
    size_t place = pbBegin( w, 1 ); // what was there before
    putTime( w, time );
    pbNumber( w, 2, 1 ); // goes, all of it
    pbEnd( w, place );
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        nameBody( frame->bodies + i, i, name );
        place = beginEntity( w, time, name, name );
        putShape( w, frame->bodies + i );
        pbEnd( w, place );
    }
    for ( int row = 0; row < frame->count; ++row ) { putContact( w, sim, row, time, scale ); }
}

/// [m/N] One scale for the whole log: the mean force of some frames over the size of what is there.
static ssResult chooseScale( ssSim* sim, double* scale )
{
    ssVec3 low = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, high = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    double sum = 0.0;
    int count = 0;
    for ( int i = 0; i < FRAMES_TRIED; ++i )
    {
        SS_TRY( ssSim_Jump( sim, ssSim_LastStep( sim ) * i / ( FRAMES_TRIED - 1 ) ) );
        const ssLogFrame* frame = ssSim_LogFrame( sim );
        for ( int k = 0; k < frame->count + frame->bodyCount; ++k )
        {
            bool isBody = k >= frame->count;
            ssVec3 p =
                isBody ? frame->bodies[k - frame->count].position : ssLogFrame_Vector( frame, ss_logPx, k );
            double force = isBody ? 0.0 : ssVec3_Length( ssLogFrame_Vector( frame, ss_logFx, k ) );
            low = ( ssVec3 ){ fmin( low.x, p.x ), fmin( low.y, p.y ), fmin( low.z, p.z ) }; // NaN counts not
            high = ( ssVec3 ){ fmax( high.x, p.x ), fmax( high.y, p.y ), fmax( high.z, p.z ) };
            sum += force;
            count += force > 0.0;
        }
    }
    double size = ssVec3_Length( ssVec3_Sub( high, low ) ), mean = count > 0 ? sum / count : 1.0;
    *scale = USUAL_LENGTH * ( isfinite( size ) && size > 0.0 ? size : 1.0 ) / mean;
    return ssOk();
}

ssResult foxgloveWrite( ssSim* sim, ssSink* sink )
{
    double scale = 1.0;
    SS_TRY( chooseScale( sim, &scale ) );
    ssProbe* file = ssProbeOpenSink( writeToSink, sink );
    ssResult result = file != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
    for ( int64_t k = 0; k <= ssSim_LastStep( sim ) && result.code == ss_ok; ++k )
    {
        textWriter messages[MESSAGES] = { 0 };
        result = ssSim_Jump( sim, k );
        uint64_t time = ssProbe_Nanoseconds( ssSim_Time( sim ) );
        putTransforms( messages, ssSim_LogFrame( sim ), time );
        putScene( messages + 1, sim, time, scale );
        addFrame( file, ssSim_Time( sim ), messages );
        for ( int i = 0; i < MESSAGES; ++i ) { ssRelease( messages[i].text ); }
    }
    bool ended = ssProbeClose( file );
    return result.code != ss_ok || ended ? result
                                         : ssError( ss_errorFormat, "file", "the file could not be written" );
}
