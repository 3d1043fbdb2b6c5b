// SPDX-License-Identifier: MIT
#pragma once

#include "base/text_writer.h"
#include "slipstick/contact_log.h"
#include "slipstick/lab/log_scenario.h"

// Contact logs as Foxglove shows them: an MCAP file with a foxglove.FrameTransforms and a
// foxglove.SceneUpdate per frame, in Protobuf. Messages and field numbers are those of
// https://github.com/foxglove/foxglove-sdk, schemas/proto.

typedef enum foxgloveMessage
{
    foxglove_transforms,
    foxglove_scene,
    foxglove_messageCount
} foxgloveMessage;

// foxglove.c: what is in a frame.

/// Writes the log, which is played by the simulation from its first frame on.
ssResult foxgloveWrite( ssSim* sim, const ssSink* sink );

// foxglove_schema.c: the numbers of Protobuf, and the description of the messages.

void pbNumber( textWriter* w, int field, uint64_t value );
void pbDouble( textWriter* w, int field, double value );
void pbText( textWriter* w, int field, const char* text );
/// A message or bytes of a length that is not known yet: begin, write, end with what begin has returned.
size_t pbBegin( textWriter* w, int field );
void pbEnd( textWriter* w, size_t begin );
/// Writes a FileDescriptorSet with everything that the message needs.
void foxgloveDescribe( foxgloveMessage message, textWriter* w );

// foxglove_file.c: the file around them.

typedef struct foxgloveFile
{
    ssSink sink;
    ssResult result;                  // the first refusal
    uint64_t position;                // [bytes] written
    textWriter chunk, chunks;         // records of the open one; indices of the closed ones
    uint64_t first, last, begin, end; // times [ns] of the chunk, and of the file
    uint64_t counts[foxglove_messageCount];
    uint64_t times[foxglove_messageCount][256], places[foxglove_messageCount][256];
    int entries[foxglove_messageCount];
    uint32_t chunkCount;
} foxgloveFile;

void foxgloveBeginFile( foxgloveFile* file, const ssSink* sink );
void foxgloveAdd( foxgloveFile* file, foxgloveMessage message, uint64_t time, const textWriter* data );
ssResult foxgloveEndFile( foxgloveFile* file );
