// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "model/sliding_mass.h"

#include <math.h>

// Measures whole time steps of the mass on a belt, with the direct solve and with the
// iteration, in stick-slip cycles and in pure sliding.

typedef struct Work
{
    ssLaw law;
    ssSlidingMassDef def;
    ssSlidingMass start;
    int steps;
} Work;

static void play( void* context )
{
    Work* work = context;
    ssSlidingMass slider = work->start;
    for ( int i = 0; i < work->steps; ++i )
    {
        ssSlidingMass_Step( &slider, &work->def, &work->law, 0.005 );
    }
    benchKeep( slider.position.x );
}

static ssResult makeWork( Work* work, bool superellipse )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    ssSetKind kind = superellipse ? ss_setSuperellipse : ss_setEllipse;
    def.c = ssDefaultSetDef( kind );
    def.d = ssDefaultSetDef( kind );
    def.c.a = 30.0;
    def.c.b = 10.0;
    def.c.s = 2.94;
    def.c.rotationDeg = 30.0;
    def.d.a = 3.0;
    def.d.b = 1.0;
    def.d.s = 2.51;
    def.cForce = 9.81;
    return ssMakeLaw( &def, &work->law );
}

static const struct
{
    const char* name;
    ssSlidingMassMethod method;
    double speed;
    bool superellipse;
} s_rows[] = {
    { "direct step, stick-slip", ss_slidingMassDirect, 1.0, false },
    { "direct step, sliding", ss_slidingMassDirect, 20.0, false },
    { "direct step, sliding, superellipses", ss_slidingMassDirect, 20.0, true },
    { "moreau step, stick-slip", ss_slidingMassMoreau, 1.0, false },
};

static ssResult runBelt( benchRun* run )
{
    int steps = run->quick ? 1000 : 200000;
    double copy = benchMeasureCopy( run, sizeof( ssSlidingMass ), steps );
    ssResult result = copy > 0.0 ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for the copy" );
    for ( int i = 0; i < SS_COUNT( s_rows ) && result.code == ss_ok; ++i )
    {
        Work work = { .def = ssDefaultSlidingMassDef(), .steps = steps };
        result = makeWork( &work, s_rows[i].superellipse );
        if ( result.code == ss_ok )
        {
            double phi = 50.0 * SS_PI / 180.0;
            work.def.stiffness[0] = work.def.stiffness[1] = 1.0;
            work.def.method = s_rows[i].method;
            work.def.beltVelocity = ssVec2_Make( s_rows[i].speed * cos( phi ), s_rows[i].speed * sin( phi ) );
            work.start.position = ssLineariseBelt( &work.def, &work.law ).equilibrium;
            work.start.position.x += 1.0;
            benchAdd( run, s_rows[i].name, benchMeasure( run, play, &work, steps ), copy, steps );
            ssLaw_Destroy( &work.law );
        }
    }
    return result;
}

const benchEntry bench_belt = {
    .name = "belt", .doc = "time steps of a mass on a belt with an anisotropic law", .run = runBelt
};
