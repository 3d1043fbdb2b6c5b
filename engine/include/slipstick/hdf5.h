// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Problems of FCLIB and logs of Siconos are HDF5 files. The library itself does not need HDF5: a program that
// reads such files links slipstick::hdf5 too and calls ssUseHdf5 once. slipstick.h does not include this
// header. Where HDF5 was not built to be thread-safe, only one thread at a time may read such files.

/// From now on HDF5 files are read. In the library slipstick_hdf5.
SS_API_SETUP void ssUseHdf5( void );

// -------------------------------------------------------------------------------------------- another reader

/// Largest ratio between the bytes of numbers and those of their
/// compressed dataset: deflate reaches about 1030.
#define SS_HDF5_DEFLATE_MAX 1100.0

typedef enum ssHdf5Type
{
    ss_hdf5Other,
    ss_hdf5Integer,
    ss_hdf5Float,
} ssHdf5Type;

typedef struct ssHdf5Dataset
{
    int64_t id;        ///< negative: there is none
    ssHdf5Type type;   ///< of its numbers
    int numberSize;    ///< [bytes]
    int rank;          ///< number of dimensions
    uint64_t sizes[2]; ///< rows and columns, if it has two dimensions
    double count;      ///< of its numbers
    bool isStored;     ///< the file holds the numbers, itself, and does not only announce them
} ssHdf5Dataset;

/// What the library asks of a reader of HDF5 files. Paths have no slash in front. Nothing is
/// printed, a function that fails says so by its result, and links into other files are not
/// followed. Negative ids stand for what cannot be opened.
typedef struct ssHdf5Reader
{
    int64_t ( *openFile )( const char* path );
    /// A file in memory. The bytes are copied.
    int64_t ( *openImage )( const void* bytes, size_t length );
    void ( *closeFile )( int64_t file );

    bool ( *exists )( int64_t file, const char* path );
    /// Names in a group, in alphabetical order; false where the name does not fit.
    uint64_t ( *memberCount )( int64_t file, const char* group );
    bool ( *memberName )( int64_t file, const char* group, uint64_t index, char* name, size_t capacity );
    bool ( *hasAttribute )( int64_t file, const char* path, const char* name );
    /// False unless the attribute has this many numbers.
    bool ( *readAttribute )( int64_t file, const char* path, const char* name, int count, double* numbers );

    ssHdf5Dataset ( *openDataset )( int64_t file, const char* path );
    void ( *closeDataset )( int64_t dataset );
    bool ( *readIntegers )( int64_t dataset, int* numbers );
    bool ( *readDoubles )( int64_t dataset, double* numbers );
    /// Some rows of a dataset of two dimensions, from its first column on.
    bool ( *readRows )( int64_t dataset, uint64_t first, int count, int columns, double* numbers );
} ssHdf5Reader;

/// Takes a reader other than that of ssUseHdf5; NULL, as at the start: HDF5
/// files are refused. The table stays valid.
SS_API_SETUP void ssInstallHdf5( const ssHdf5Reader* reader );
