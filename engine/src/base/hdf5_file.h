// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// What readers of HDF5 files share. Without HDF5 (SLIPSTICK_HDF5) there is nothing here, and the readers have only a message.

#if defined( SLIPSTICK_HDF5 )

#include <hdf5.h>

/// HDF5 prints every failed request to standard error; its printer is switched off between these two, and restored.
typedef struct hdf5Silence
{
    H5E_auto2_t printer;
    void* data;
} hdf5Silence;

hdf5Silence hdf5BeginSilence( void );
void hdf5EndSilence( hdf5Silence silence );

/// Opens bytes as a file that HDF5 keeps in memory. Negative: they cannot be opened. HDF5 takes files of one name for one file:
/// `owner` differs between files that are open at the same time.
hid_t hdf5OpenImage( const void* bytes, size_t length, const void* owner );

/// Whether the path exists and every step of it is a hard link: links into other files are not followed.
bool hdf5Exists( hid_t file, const char* path );

/// Whether the file holds that many numbers and does not only announce them.
bool hdf5Holds( hid_t dataset, hid_t type, double count );

/// Largest ratio between the bytes of numbers and those of their compressed dataset: deflate reaches about 1030.
#define HDF5_DEFLATE_MAX 1100.0

#endif
