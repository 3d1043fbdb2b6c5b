// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/hdf5.h"

/// What reads HDF5 files; NULL: nothing does.
const ssHdf5Reader* hdf5Reader( void );
