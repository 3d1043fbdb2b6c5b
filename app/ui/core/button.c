// SPDX-License-Identifier: MIT
#include "ui/core/button.h"

#include "ui/core/layout.h"
#include "ui/core/marks.h"

bool uiCommandButton( const char* label, const char* mark, bool enabled )
{
    igBeginDisabled( !enabled );
    bool pressed = igButton( label, uiVec2( 0.0f, 0.0f ) );
    igEndDisabled();
    uiMark( mark );
    if ( !enabled )
    {
        uiMarkDisabled( mark );
    }
    igSameLine( 0.0f, -1.0f );
    return pressed && enabled;
}
