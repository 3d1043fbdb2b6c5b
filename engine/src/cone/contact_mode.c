// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"

// The names of the contact modes (Acary & Bourrier Eq. 21, extended by spinning) and their order.

const char* ssContactModeName( ssContactMode mode )
{
    static const char* const names[ss_modeCount] = { "open", "stick", "slide", "roll", "slide + roll",
        "spin" };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return names[mode];
}

int ssContactModeRank( ssContactMode mode )
{
    static const int ranks[ss_modeCount] = { [ss_modeOpen] = 0,
        [ss_modeStick] = 1,
        [ss_modeSpin] = 2,
        [ss_modeRoll] = 3,
        [ss_modeSlide] = 4,
        [ss_modeSlideRoll] = 5 };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return ranks[mode];
}

const char* ssContactModeWord( ssContactMode mode )
{
    return mode == ss_modeSlideRoll ? "slide+roll" : ssContactModeName( mode );
}

ssContactMode ssModeOfMotion( bool slides, bool rolls, bool spins )
{
    if ( slides ) { return rolls ? ss_modeSlideRoll : ss_modeSlide; }
    return rolls ? ss_modeRoll : spins ? ss_modeSpin : ss_modeStick;
}
