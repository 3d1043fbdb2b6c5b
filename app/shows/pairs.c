// SPDX-License-Identifier: MIT
#include "shows/pairs.h"
#include "base/words.h"
#include <string.h>

// Common values for dry, clean surfaces that slide, unless the name says otherwise: the ranges in which
// tables of engineering and physics handbooks agree.

const char* const show_pairNote =
    TR( "Ranges as handbooks give them for sliding, dry and clean if nothing else is said. They vary with "
        "finish, speed, load and humidity: measure yours." );

static const showPair s_pairs[] = {
    { TR( "steel on steel" ), 0.4, 0.8, 0.6 },
    { TR( "steel on steel, oiled" ), 0.05, 0.15, 0.1 },
    { TR( "wood on wood" ), 0.2, 0.5, 0.35 },
    { TR( "wood on steel" ), 0.2, 0.6, 0.4 },
    { TR( "rubber on concrete" ), 0.6, 1.0, 0.8 },
    { TR( "rubber on wet concrete" ), 0.3, 0.7, 0.5 },
    { TR( "stone on stone" ), 0.5, 0.75, 0.65 },
    { TR( "glass on glass" ), 0.4, 0.95, 0.6 },
    { TR( "billiard ball on felt" ), 0.15, 0.25, 0.2 },
    { TR( "PTFE on steel" ), 0.04, 0.2, 0.08 },
    { TR( "rubber on ice" ), 0.05, 0.2, 0.1 },
    { TR( "wood on ice" ), 0.03, 0.1, 0.05 },
    { TR( "steel on ice" ), 0.01, 0.1, 0.03 },
    { TR( "ice on ice" ), 0.02, 0.1, 0.05 },
};

const showPair* showPairAt( int index )
{
    return index >= 0 && index < SS_COUNT( s_pairs ) ? s_pairs + index : NULL;
}

bool showTakesPair( const ssParam* param )
{
    static const char mu[] = "μ";
    // Rolling and spinning resistances are lengths.
    return param->kind == ss_paramNumber && param->unit[0] == '\0' &&
        strncmp( param->symbol, mu, sizeof mu - 1 ) == 0;
}
