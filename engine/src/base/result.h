// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

/// Leaves the calling function with the result of `call` unless it is ss_ok. For places that own nothing
/// which would have to be given back.
#define SS_TRY( call )                      \
    do                                      \
    {                                       \
        const ssResult refusal_ = ( call ); \
        if ( refusal_.code != ss_ok )       \
        {                                   \
            return refusal_;                \
        }                                   \
    } while ( 0 )
