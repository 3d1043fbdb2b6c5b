// SPDX-License-Identifier: MIT
#pragma once

#include "base/hdf5_file.h"
#include "log/log_private.h"

// Shared by Siconos readers: log_siconos.c reads frames, log_siconos_bodies.c bodies and shapes.

/// A table of numbers: a dataset of two dimensions.
typedef struct logTable
{
    const ssHdf5Reader* reader;
    int64_t dataset; // negative: there is none
    uint64_t rows;
    int columns;
} logTable;

/// Opens a table of at least this many columns; without one the dataset is negative.
ssResult logOpenTable(
    const ssContactLog* log, int64_t file, const char* path, int leastColumns, logTable* table );
void logCloseTable( logTable* table );

/// Reads columns from the first on of some rows, row by row.
bool logReadTable( const logTable* table, uint64_t first, int count, int columns, double* numbers );

/// An object of the scene: its number, and its shape if it has a single simple one.
typedef struct logSiconosObject
{
    double id, mass;
    ssLogShape shape;
    ssVec3 size, offset; // [m] of the shape, and from the centre of mass to its own
    ssQuat turn;         // of the shape
} logSiconosObject;

typedef struct logSiconosScene
{
    logSiconosObject* objects;
    int objectCount;
    logTable dynamic, fixed; // t, number, position, quaternion
} logSiconosScene;

ssResult logOpenSiconosScene( const ssContactLog* log, int64_t file, logSiconosScene* scene );
void logCloseSiconosScene( logSiconosScene* scene );

/// Adds the bodies at time t, those that move from this row on, and all fixed ones.
ssResult logReadSiconosBodies(
    const ssContactLog* log, const logSiconosScene* scene, double t, uint64_t row, ssLogFrame* frame );
