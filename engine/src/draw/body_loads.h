// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// What draws a body's loads collects them here, sends them, and has their sums.

enum
{
    bodyLoadsMax = 96
};

typedef struct BodyLoads
{
    ssBodyLoads all;
    ssLoad loads[bodyLoadsMax];
} BodyLoads;

static inline BodyLoads bodyLoads( int body, double mass, ssVec3 center )
{
    const ssVec3 unknown = { SS_NAN, SS_NAN, SS_NAN };
    return ( BodyLoads ){
        .all = { .body = body, .mass = mass, .center = center, .inertia = unknown, .spin = unknown }
    };
}

static inline ssLoad* bodyLoadsAdd(
    BodyLoads* to, ssLoadKind kind, const char* symbol, ssVec3 point, ssVec3 force )
{
    ssLoad* load = to->loads + ( to->all.count < bodyLoadsMax ? to->all.count++ : bodyLoadsMax - 1 );
    *load = ( ssLoad ){ .kind = kind, .other = -1, .point = point, .force = force, .symbol = symbol };
    return load;
}

/// The forces of a body that is pressed on level ground by `load` and pulled along it; zero pulls are left
/// out.
static inline void bodyLoadsPressed( BodyLoads* to, double load, ssVec3 base, ssVec3 friction, int count,
    const char* const* symbols, const ssVec3* pulls )
{
    const ssVec3 up = { 0.0, 0.0, 1.0 };
    to->all.normal = up;
    bodyLoadsAdd( to, ss_loadApplied, "N", to->all.center, ssVec3_Scale( -load, up ) );
    for ( int i = 0; i < count; ++i )
    {
        if ( ssVec3_Dot( pulls[i], pulls[i] ) > 0.0 )
        {
            bodyLoadsAdd( to, ss_loadApplied, symbols[i], to->all.center, pulls[i] );
        }
    }
    bodyLoadsAdd( to, ss_loadNormal, "r_N", base, ssVec3_Scale( load, up ) );
    bodyLoadsAdd( to, ss_loadFriction, "r_T", base, friction );
}

static inline void bodyLoadsSend( BodyLoads* to, const ssDraw* draw )
{
    ssBodyLoads* all = &to->all;
    for ( int i = 0; i < all->count; ++i )
    {
        const ssLoad* load = to->loads + i;
        ssVec3 turning = ssVec3_Cross( ssVec3_Sub( load->point, all->center ), load->force );
        all->sum = ssVec3_Add( all->sum, load->force );
        all->sumMoment = ssVec3_Add( all->sumMoment, ssVec3_Add( turning, load->moment ) );
    }
    all->loads = to->loads;
    draw->loads( draw->context, all );
}
