// SPDX-License-Identifier: MIT
#include "base/hdf5_file.h"

// Holds the reader of HDF5 that a program may install.

static const ssHdf5Reader* s_reader;

void ssInstallHdf5( const ssHdf5Reader* reader ) { s_reader = reader; }

const ssHdf5Reader* hdf5Reader( void ) { return s_reader; }
