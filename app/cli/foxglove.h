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
ssResult foxgloveWrite( ssSim* sim, ssSink* sink );

// foxglove_file.c: the numbers of Protobuf, the description of the messages, and the file around them.

void pbNumber( textWriter* w, int field, uint64_t value );
void pbDouble( textWriter* w, int field, double value );
void pbText( textWriter* w, int field, const char* text );
/// A message of a length that is not known yet: begin, write, end with what begin has returned.
size_t pbBegin( textWriter* w, int field );
void pbEnd( textWriter* w, size_t begin );

struct ssProbe* foxgloveBegin( ssSink* sink ); // which must live as long; NULL: it cannot be written
void foxgloveAdd( struct ssProbe* file, double t, const textWriter messages[foxglove_messageCount] );
ssResult foxgloveEnd( struct ssProbe* file );
