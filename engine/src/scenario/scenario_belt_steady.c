// SPDX-License-Identifier: MIT
#include "scenario/scenario_belt.h"

// Steady sliding in all directions of the belt, from definition and law, not part of the state.

/// How far friction can stretch the springs: by all of C at rest and at speed; without C, in steady sliding.
static double findReach( Belt* s )
{
    const ssLawSite site = { .state = s->steady.state };
    const ssLaw there = ssLaw_At( &s->law.law, &site );
    const double speeds[2] = { 0.0, ssVec2_Length( s->def.beltVelocity ) }, *k = s->def.stiffness;
    double reach = 0.0;
    ssVec2 c[slidingOutlinePoints], d[slidingOutlinePoints];
    bool made[2];
    for ( int j = 0; j < 2; ++j )
    {
        made[j] = ssLaw_Outlines( &there, s->def.normalForce, speeds[j], slidingOutlinePoints, c, d );
        for ( int i = 0; i < slidingOutlinePoints && made[j]; ++i )
        {
            reach = ssMax( reach, ssHypot( c[i].x / k[0], c[i].y / k[1] ) );
        }
    }
    for ( int i = 0; i < beltSamples && !made[1]; ++i )
    {
        double stretch = ssHypot( s->steadyForce[i].x / k[0], s->steadyForce[i].y / k[1] );
        reach = isfinite( stretch ) ? ssMax( reach, stretch ) : reach;
    }
    s->creeps = s->law.def.program != NULL && !made[0];
    return isfinite( reach ) ? reach : 0.0;
}

static ssBeltStability steadyAt( const Belt* s, double phi )
{
    ssSlidingMassDef def = s->def;
    double speed = ssVec2_Length( def.beltVelocity );
    def.beltVelocity = ssVec2_Make( speed * ssCos( phi ), speed * ssSin( phi ) );
    return ssLineariseBelt( &def, &s->law.law );
}

/// Theorem 2 where the sets do not change; elsewhere the eigenvalues, of which differences know some digits.
static bool isUnstable( const Belt* s, const ssBeltStability* there )
{
    return isnan( there->coneMargin ) ? there->maxRe > 1e-6 * sqrt( s->def.stiffness[0] / s->def.mass )
                                      : there->coneMargin > 0.0;
}

/// The direction [°] between two samples in which stability changes.
static double findChange( const Belt* s, double fromDeg, double toDeg, bool unstableAtFrom )
{
    for ( int i = 0; i < 10; ++i )
    {
        double middle = 0.5 * ( fromDeg + toDeg );
        ssBeltStability there = steadyAt( s, middle * SS_PI / 180.0 );
        bool same = isUnstable( s, &there ) == unstableAtFrom;
        fromDeg = same ? middle : fromDeg;
        toDeg = same ? toDeg : middle;
    }
    return 0.5 * ( fromDeg + toDeg );
}

/// The unstable ranges of a law whose sets change, from the samples every `stride` degrees.
static void findBands( Belt* s, int stride )
{
    int count = 0, changes = 0;
    double opening = SS_NAN;
    s->bandCount = 0;
    for ( int i = stride; i <= 2 * ( beltSamples - 1 ) && s->bandCount < beltBands; i += stride )
    {
        // Two turns: the first range begins at the first change to unstable.
        int now = i % ( beltSamples - 1 ), before = ( i - stride ) % ( beltSamples - 1 );
        count += s->unstable[now] ? 1 : 0;
        if ( s->unstable[now] == s->unstable[before] ) { continue; }
        changes += 1;
        double at = findChange( s, i - stride, i, s->unstable[before] );
        if ( s->unstable[now] )
        {
            if ( at >= 360.0 ) { break; }
            opening = at;
        }
        else if ( !isnan( opening ) )
        {
            s->bands[s->bandCount++] = ( ssAngleBand ){ opening, at };
            opening = SS_NAN;
        }
    }
    if ( changes == 0 && count > 0 ) { s->bands[s->bandCount++] = ( ssAngleBand ){ 0.0, 360.0 }; }
}

void beltDerive( Belt* s )
{
    bool constant = ssLaw_HasConstantSets( &s->law.law );
    s->steady = ssLineariseBelt( &s->def, &s->law.law );
    // States that come to rest are found in many steps; a chart is smooth enough with fewer of them.
    int stride = ssLaw_StateNumbers( &s->law.law ) > 0 ? 5 : 1;
    s->judged = constant;
    for ( int i = 0; i < beltSamples; ++i )
    {
        s->phiDeg[i] = 360.0 * i / ( beltSamples - 1 );
        if ( i % stride != 0 ) { continue; }
        ssBeltStability there = steadyAt( s, 2.0 * SS_PI * i / ( beltSamples - 1 ) );
        s->xEq[i] = there.equilibrium.x;
        s->growth[i] = there.maxRe;
        s->steadyForce[i] = there.force;
        s->unstable[i] = isUnstable( s, &there );
        s->judged = s->judged || isfinite( there.maxRe );
    }
    for ( int i = 0; i < beltSamples && stride > 1; ++i )
    {
        int before = i - i % stride, after = before < i ? before + stride : i;
        double share = (double)( i % stride ) / stride;
        s->xEq[i] = s->xEq[before] + share * ( s->xEq[after] - s->xEq[before] );
        s->growth[i] = s->growth[before] + share * ( s->growth[after] - s->growth[before] );
        s->unstable[i] = s->unstable[before];
        s->steadyForce[i] = ssVec2_MulAdd(
            s->steadyForce[before], share, ssVec2_Sub( s->steadyForce[after], s->steadyForce[before] ) );
    }
    if ( constant ) { s->bandCount = ssUnstableBelts( &s->law.law, s->bands, beltBands ); }
    else { findBands( s, stride ); }
    s->reach = findReach( s );
}
