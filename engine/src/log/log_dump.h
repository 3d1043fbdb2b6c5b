// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_private.h"

// Shared by readers of `dump local`: log_dump.c reads frames, log_dump_fields.c the columns' meanings.

/// What a column may hold besides those of ssLogColumn. Particle 1 is b and particle 2 is a: a dump has the
/// force on 1. Of a wall, "1" is the point on the wall and "2" the particle, on which the force acts.
typedef enum logDumpField
{
    log_dumpX1 = ss_logColumnCount, // [m] centres
    log_dumpX2 = log_dumpX1 + 3,
    log_dumpDx = log_dumpX2 + 3, // [m] from 2 to 1
    log_dumpV1 = log_dumpDx + 3, // [m/s] of the centres
    log_dumpV2 = log_dumpV1 + 3,
    log_dumpVn = log_dumpV2 + 3, // [m/s] of 1 relative to 2 at the contact, in parts
    log_dumpVt = log_dumpVn + 3,
    log_dumpW1 = log_dumpVt + 3, // [rad/s]
    log_dumpW2 = log_dumpW1 + 3,
    log_dumpFn = log_dumpW2 + 3, // [N] the force in parts
    log_dumpFt = log_dumpFn + 3,
    log_dumpId1 = log_dumpFt + 3, // particles; the mesh, the triangle and the particle of a wall
    log_dumpId2,
    log_dumpId3,     // 1: across a periodic boundary
    log_dumpDelta,   // [m] overlap
    log_dumpNothing, // a column that is not needed
    log_dumpFieldCount
} logDumpField;

#define LOG_DUMP_CELLS_MAX 1024

typedef struct logDumpBox
{
    double size[3]; // [m]; NaN where the side is not periodic
} logDumpBox;

typedef struct logDumpLayout
{
    int cellCount;
    uint8_t fieldOf[LOG_DUMP_CELLS_MAX];
    bool has[log_dumpFieldCount];
    bool wall;
} logDumpLayout;

/// The columns: `columns` (may be NULL) in order, else `heading` (unterminated, at `place`) and renames.
ssResult logDumpReadLayout( ssContactLog* log, const ssLogOptions* options, const char* heading,
    size_t length, const char* place, logDumpLayout* layout );

/// Makes a contact of the numbers of a row, by field.
void logDumpMakeContact(
    const logDumpLayout* layout, const logDumpBox* box, const double* fields, ssLogFrame* contacts, int row );
