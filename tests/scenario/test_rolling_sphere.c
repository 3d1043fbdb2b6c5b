// SPDX-License-Identifier: MIT
#include "rolling_sphere_common.h"

// The sphere on a line, compared with closed forms. Numbers come from the formulas beside them or from
// tests/data, which another program computed. Other motions are tested in test_rolling_sphere_motion.c.

/// Reads one line of numbers; cells that are not numbers become NAN.
static int readNumbers( FILE* file, double* values, int capacity )
{
    char line[1024];
    if ( fgets( line, sizeof line, file ) == NULL ) { return 0; }
    int count = 0;
    for ( char* cell = line; cell != NULL && count < capacity; ++count )
    {
        char *next = strchr( cell, ',' ), *end;
        values[count] = strtod( cell, &end );
        values[count] = end == cell ? NAN : values[count];
        cell = next != NULL ? next + 1 : NULL;
    }
    return count;
}

// --- Acary & Bourrier Fig. 3 ---

typedef struct Event
{
    double t, x, u, omega;
} Event;

typedef struct Figure
{
    const char *preset, *file;
    Event events[2];
    int eventCount;
    int modes[3]; // between events
} Figure;

// The numbers have six digits.
static const Figure s_figures[] = {
    { "fig3a", "rolling_sphere_fig3a.csv", { { 4.459735, 5.574669, 0.0, 0.0 } }, 1,
        { ss_modeRoll, ss_modeStick } },
    { "fig3b", "rolling_sphere_fig3b.csv",
        { { 0.254842, 0.573394, 2.0, 4.0 }, { 3.822630, 4.141182, 0.0, 0.0 } }, 2,
        { ss_modeSlideRoll, ss_modeRoll, ss_modeStick } },
    { "fig3c", "rolling_sphere_fig3c.csv",
        { { 3.397893, 5.663156, 0.833333, 0.0 }, { 5.096840, 6.371050, 0.0, 0.0 } }, 2,
        { ss_modeSlideRoll, ss_modeSlide, ss_modeStick } },
};

static bool nearEvent( const Figure* figure, double t, double within )
{
    for ( int i = 0; i < figure->eventCount; ++i )
    {
        if ( fabs( t - figure->events[i].t ) <= within ) { return true; }
    }
    return false;
}

TEST figureAgreesWithTheReferenceCurves( const Figure* figure )
{
    const double h = 1e-4;
    FILE* file = fopen( testData( figure->file ), "r" );
    ASSERT( file != NULL );
    double v[6];
    readNumbers( file, v, 6 );
    ssSim* sim = makeSim( figure->preset, h, "theta", 0.5, NULL );
    double bound = massOf( sim ) * s_g;
    int rows = 0;
    while ( readNumbers( file, v, 6 ) == 6 )
    {
        stepTimes( sim, (int)( llround( v[0] / h ) - ssSim_StepIndex( sim ) ) );
        Row row = rowOf( sim );
        NEAR( v[1], row.x, 1e-8 );
        NEAR( v[2], row.u, 1e-9 );
        NEAR( v[3], row.omega, 1e-9 );
        if ( !nearEvent( figure, v[0], 2.0 * h ) )
        {
            NEAR( v[4], row.rT, 1e-6 * fmax( fabs( v[4] ), 1e-3 * bound ) );
            NEAR( v[5], row.mR, 1e-6 * fmax( fabs( v[5] ), 1e-3 * bound ) );
        }
        ++rows;
    }
    fclose( file );
    ASSERT_EQ_FMT( 121, rows, "%d" );
    NEAR( 6.0, ssSim_Time( sim ), 1e-12 );
    ssDestroySim( sim );
    PASS();
}

TEST figureAgreesWithItsClosedFormAtEveryStep( const Figure* figure )
{
    const double h = 1e-4;
    ssSim* sim = makeSim( figure->preset, h, NULL );
    double bound = massOf( sim ) * s_g;
    for ( int i = 0; i <= 60000; ++i )
    {
        Row row = rowOf( sim );
        // The error is that of an independent implementation of this scheme: one event inside a step, and
        // otherwise rounding.
        NEAR( row.xExact, row.x, 2.3e-9 );
        NEAR( row.uExact, row.u, 2e-12 );
        NEAR( row.omegaExact, row.omega, 1e-11 );
        NEAR( bound, row.rN, 1e-9 * bound );
        if ( !nearEvent( figure, ssSim_Time( sim ), 2.0 * h ) )
        {
            NEAR( row.rTExact, row.rT, 1e-6 * fmax( fabs( row.rTExact ), 1e-3 * bound ) );
            NEAR( row.mRExact, row.mR, 1e-6 * fmax( fabs( row.mRExact ), 1e-3 * bound ) );
        }
        ssSim_Step( sim );
    }
    ASSERT( measureOf( sim, "max_error" ) <= 2.3e-9 );
    ssDestroySim( sim );
    PASS();
}

TEST figureHasTheEventsOfTheTable( const Figure* figure )
{
    const double h = 1e-4;
    ssSim* sim = makeSim( figure->preset, h, NULL );
    for ( int i = 0; i < figure->eventCount; ++i )
    {
        const Event* event = figure->events + i;
        stepTimes( sim, (int)( (int64_t)floor( event->t / h ) - 1 - ssSim_StepIndex( sim ) ) );
        Row row = rowOf( sim );
        ASSERT_EQ_FMT( figure->modes[i], (int)row.mode, "%d" );
        // The time to the event is computed with the current velocities, which change by less than g h.
        double left = event->t - ssSim_Time( sim ), slack = 5e-7 + left * left * s_g;
        NEAR( event->x, row.x + left * row.u, slack );
        NEAR( event->u, row.u, 5e-7 + left * s_g );
        NEAR( event->omega, row.omega, 5e-7 + left * 2.5 * s_g / 0.5 );
        stepTimes( sim, 3 );
        ASSERT_EQ_FMT( figure->modes[i + 1], (int)rowOf( sim ).mode, "%d" );
    }
    stepTimes( sim, 10000 );
    NEAR( figure->events[figure->eventCount - 1].t, measureOf( sim, "t_stop" ), h + 5e-7 );
    NEAR( figure->events[figure->eventCount - 1].x, measureOf( sim, "x_max" ), 5e-7 + 1e-8 );
    Row end = rowOf( sim );
    ASSERT( end.u == 0.0 && end.omega == 0.0 );
    ssDestroySim( sim );
    PASS();
}

TEST closedFormHasTheEventsOfTheTable( const Figure* figure )
{
    ssSim* sim = makeSim( figure->preset, 1e-4, NULL );
    ssSphereModel model = { .radius = 0.5,
        .mass = massOf( sim ),
        .mu = valueOf( sim, "mu" ),
        .muRoll = valueOf( sim, "mu_r" ),
        .gravityNormal = s_g };
    ssSphereState start = { .velocity = { 2.5, 0, 0 }, .omega = { 0, valueOf( sim, "omega0" ), 0 } };
    ssDestroySim( sim );
    ssSphereExact exact = ssSolveSphereExact( &model, &start, 0.0 );
    ASSERT_EQ_FMT( figure->eventCount + 1, exact.phaseCount, "%d" );
    for ( int i = 0; i < figure->eventCount; ++i )
    {
        const ssSpherePhase* phase = exact.phases + i + 1;
        NEAR( figure->events[i].t, phase->time, 5.1e-7 );
        NEAR( figure->events[i].x, phase->x, 5.1e-7 );
        NEAR( figure->events[i].u, phase->u, 5.1e-7 );
        NEAR( figure->events[i].omega, phase->omega, 5.1e-7 );
    }
    ASSERT( isnan( ssSphereExact_At( &exact, -1e-9 ).x ) );
    PASS();
}

TEST sphereRollsAsFarAsTheTableSays( void )
{
    const double h = testScale() < 10.0 ? 4e-3 : 1e-3;
    FILE* file = fopen( testData( "rolling_sphere_xmax.csv" ), "r" );
    ASSERT( file != NULL );
    double v[7];
    int rows = 0;
    readNumbers( file, v, 7 );
    while ( readNumbers( file, v, 7 ) == 7 )
    {
        double mu = v[0], muRoll = v[1], deceleration = s_g * fmin( mu, 5.0 * muRoll / ( 7.0 * 0.5 ) );
        ssSim* sim = makeSim( "fig2", h, "mu", mu, "mu_r", muRoll, NULL );
        double rotationStop = NAN;
        for ( int i = 0; i < (int)( v[4] / h ) + 10; ++i )
        {
            ssSim_Step( sim );
            rotationStop =
                isnan( rotationStop ) && rowOf( sim ).omega == 0.0 ? ssSim_Time( sim ) : rotationStop;
        }
        // It stops inside a step, over which the velocity of the scheme is off by at most deceleration × h.
        NEAR( v[3], measureOf( sim, "x_max" ), 0.5 * deceleration * h * h + 1e-9 );
        NEAR( v[4], measureOf( sim, "t_stop" ), h * ( 1.0 + 1e-9 ) );
        NEAR( v[5], rotationStop, h * ( 1.0 + 1e-9 ) );
        NEAR( 2.5 * 2.5 / ( 2.0 * deceleration ), v[3], 1e-12 * v[3] );
        ssDestroySim( sim );
        ++rows;
    }
    fclose( file );
    ASSERT_EQ_FMT( 21, rows, "%d" );
    PASS();
}

TEST implicitEulerLagsByHalfAStepOfDeceleration( void )
{
    // theta = 1 lags by h (U0 - U)/2 in x while the sphere decelerates steadily.
    const double h = 1e-3;
    ssSim* sim = makeSim( "fig3a", h, "theta", 1.0, NULL );
    for ( int i = 0; i < 4000; ++i )
    {
        ssSim_Step( sim );
        Row row = rowOf( sim );
        NEAR( row.xExact - 0.5 * h * ( 2.5 - row.uExact ), row.x, 1e-10 );
    }
    ssDestroySim( sim );
    PASS();
}

// --- inclines ---

TEST inclineFromRestAgreesWithTheTable( void )
{
    static const double durations[] = { 1e-3, 2000 };
    FILE* file = fopen( testData( "sphere_on_incline.csv" ), "r" );
    ASSERT( file != NULL );
    char line[1024];
    int rows = 0;
    ASSERT( fgets( line, sizeof line, file ) != NULL );
    while ( fgets( line, sizeof line, file ) != NULL )
    {
        double alpha, mu, muRoll, R, a, domega, force, moment;
        ASSERT_EQ( 8,
            sscanf( line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &alpha, &mu, &muRoll, &R, &a, &domega, &force,
                &moment ) );
        int mode = strstr( line, "slip+roll" ) != NULL ? ss_modeSlideRoll
            : strstr( line, "slide" ) != NULL          ? ss_modeSlide
            : strstr( line, "rest" ) != NULL           ? ss_modeStick
                                                       : ss_modeRoll;
        double h = durations[0];
        ssSim* sim = makeSim( NULL, h, "mu", mu, "mu_r", muRoll, "radius", R, "incline_deg",
            alpha * 180.0 / SS_PI, "u0", 0.0, "omega0", 0.0, NULL );
        double m = massOf( sim );
        for ( int i = 0; i < (int)durations[1]; ++i )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            double t = ssSim_Time( sim );
            NEAR( 0.5 * a * t * t, row.x, 1e-8 );
            NEAR( a * t, row.u, 1e-9 );
            NEAR( domega * t, row.omega, 1e-9 );
            NEAR( row.xExact, row.x, 1e-8 );
            NEAR( row.uExact, row.u, 1e-9 );
            NEAR( row.omegaExact, row.omega, 1e-9 );
            NEAR( force, row.rT / m, 1e-9 );
            NEAR( moment, row.mR / m, 1e-9 );
            NEAR( force, row.rTExact / m, 1e-12 * s_g );
            NEAR( moment, row.mRExact / m, 1e-12 * s_g );
            ASSERT_EQ_FMT( mode, (int)row.mode, "%d" );
        }
        ssDestroySim( sim );
        ++rows;
    }
    fclose( file );
    ASSERT_EQ_FMT( 30, rows, "%d" );
    PASS();
}

TEST sphereStaysIffBothCoefficientsHoldIt( void )
{
    testRng rng = { 11 };
    int stayed = 0, n = testCountFull( 1200, 2000 );
    for ( int k = 0; k < n; ++k )
    {
        double alpha = testUniform( &rng, -1.4, 1.4 ), R = testUniform( &rng, 0.01, 3.0 ),
               t = fabs( tan( alpha ) );
        double mu = t * fabs( testDecades( &rng, -1.0, 1.0 ) ),
               ratio = t * fabs( testDecades( &rng, -1.0, 1.0 ) );
        if ( k % 2 == 0 )
        {
            // A coefficient is just above or just below the limit.
            double edge = t * ( 1.0 + ( k % 4 == 0 ? 1e-9 : -1e-9 ) );
            mu = k % 8 < 4 ? edge : mu;
            ratio = k % 8 < 4 ? ratio : edge;
        }
        ssSim* sim = makeSim( NULL, 1e-3, "mu", mu, "mu_r", ratio * R, "radius", R, "incline_deg",
            alpha * 180.0 / SS_PI, "u0", 0.0, "omega0", 0.0, NULL );
        stepTimes( sim, 100 );
        Row row = rowOf( sim );
        bool stays = t <= fmin( mu, ratio );
        stayed += stays;
        ASSERT_EQ( stays, row.x == 0.0 && row.u == 0.0 && row.omega == 0.0 );
        if ( stays )
        {
            // The reaction carries the weight: r_T = -m g sin a, m_R = R r_T.
            double weight = massOf( sim ) * s_g * sin( alpha );
            NEAR( -weight, row.rT, 1e-9 * fabs( weight ) );
            NEAR( -weight * R, row.mR, 1e-9 * fabs( weight * R ) );
        }
        else { ASSERT( row.x * alpha > 0.0 ); }
        ssDestroySim( sim );
    }
    ASSERT( stayed > n / 10 && stayed < n * 9 / 10 );
    PASS();
}

// --- where a velocity changes sign inside a step ---

static double worstOmegaError( ssSim* sim, double until )
{
    double worst = 0.0;
    while ( ssSim_Time( sim ) < until )
    {
        ssSim_Step( sim );
        Row row = rowOf( sim );
        double error = fabs( row.omega - row.omegaExact );
        worst = !( error <= worst ) ? error : worst;
    }
    return worst;
}

TEST reversedSpinIsFirstOrder( void )
{
    const double bound = 2.0 * ( 5.0 * s_g / ( 2.0 * 0.25 ) ) * 0.04;
    double mean[3] = { 0.0, 0.0, 0.0 };
    // Where in a step the sign changes is a matter of luck: 100 starts bring the mean to 6%.
    const int starts = testCount( 100 ) < 100 ? 100 : testCount( 100 );
    testRng rng = { 12 };
    for ( int k = 0; k < starts; ++k )
    {
        double omega0 = -testUniform( &rng, 1.0, 8.0 );
        for ( int j = 0; j < 3; ++j )
        {
            double h = 4e-3 / ( 1 << j );
            ssSim* sim = makeSim( "fig3b", h, "omega0", omega0, NULL );
            double worst = worstOmegaError( sim, 1.0 );
            ASSERT( worst <= bound * h );
            mean[j] += worst / starts;
            ssDestroySim( sim );
        }
    }
    ASSERT( mean[2] > 1e-9 );
    ASSERT_IN_RANGE( 2.05, mean[0] / mean[1], 0.45 );
    ASSERT_IN_RANGE( 2.05, mean[1] / mean[2], 0.45 );
    PASS();
}

TEST upAnInclineAndBackIsFirstOrder( void )
{
    const double muRoll = 0.02, bound = 2.0 * ( 5.0 * s_g / ( 2.0 * 0.25 ) ) * muRoll;
    double mean[3] = { 0.0, 0.0, 0.0 };
    const int starts = testCount( 100 ) < 100 ? 100 : testCount( 100 );
    testRng rng = { 13 };
    for ( int k = 0; k < starts; ++k )
    {
        double u0 = -testUniform( &rng, 0.5, 2.0 );
        for ( int j = 0; j < 3; ++j )
        {
            double h = 4e-3 / ( 1 << j );
            ssSim* sim = makeSim(
                NULL, h, "mu", 0.5, "mu_r", muRoll, "incline_deg", 10.0, "u0", u0, "omega0", u0 / 0.5, NULL );
            double worst = worstOmegaError( sim, 2.0 );
            ASSERT( worst <= bound * h );
            ASSERT( rowOf( sim ).u > 0.5 );
            mean[j] += worst / starts;
            ssDestroySim( sim );
        }
    }
    ASSERT( mean[2] > 1e-9 );
    ASSERT_IN_RANGE( 2.05, mean[0] / mean[1], 0.45 );
    ASSERT_IN_RANGE( 2.05, mean[1] / mean[2], 0.45 );
    PASS();
}

TEST schemeConvergesToTheClosedFormOnRandomLines( void )
{
    // For any coefficients, inclines and starts, the mean error in x, u and omega decreases like h or faster.
    const int lines = testCountFull( 36, 60 );
    double mean[2] = { 0.0, 0.0 };
    for ( int j = 0; j < 2; ++j )
    {
        testRng rng = { 14 };
        double h = j == 0 ? 2e-3 : 2e-4;
        for ( int k = 0; k < lines; ++k )
        {
            double muRoll = k % 7 == 0 ? 0.0 : testUniform( &rng, 0.0, 0.15 );
            double mu = k % 11 == 0 ? 0.0 : testUniform( &rng, 0.0, 0.6 );
            double u0 = testUniform( &rng, -3.0, 3.0 ), omega0 = testUniform( &rng, -8.0, 8.0 );
            ssSim* sim = makeSim( NULL, h, "mu", mu, "mu_r", muRoll, "incline_deg",
                k % 3 == 0 ? 0.0 : testUniform( &rng, -30.0, 30.0 ), "u0", u0, "omega0",
                k % 5 == 0 ? 2.0 * u0 : omega0, NULL );
            double worst = 0.0;
            for ( int i = 0; i < (int)( 2.0 / h ); ++i )
            {
                ssSim_Step( sim );
                Row row = rowOf( sim );
                double error = fabs( row.x - row.xExact ) + fabs( row.u - row.uExact ) +
                    0.5 * fabs( row.omega - row.omegaExact );
                worst = !( error <= worst ) ? error : worst;
            }
            // Each change of sign misjudges one step, by at most g (mu + mu_r/R + sin) h and a factor 7/2 for
            // the block's a.
            ASSERT( worst <= 4.0 * 3.5 * s_g * 2.0 * h );
            mean[j] += worst / lines;
            ssDestroySim( sim );
        }
    }
    ASSERT( mean[0] > 1e-9 );
    ASSERT( mean[1] < mean[0] / 6.0 );
    PASS();
}

// --- coefficients that are zero ---

TEST withoutSlidingFrictionTheCentreNeverSlows( void )
{
    ssSim* sim = makeSim( NULL, 1e-3, "mu", 0.0, "mu_r", 0.04, NULL );
    for ( int i = 0; i < 3000; ++i )
    {
        ssSim_Step( sim );
        Row row = rowOf( sim );
        ASSERT( row.u == 2.5 && row.rT == 0.0 );
        NEAR( fmax( 0.0, 5.0 - 5.0 * s_g / ( 2.0 * 0.25 ) * 0.04 * ssSim_Time( sim ) ), row.omega, 1e-9 );
    }
    ASSERT( rowOf( sim ).omega == 0.0 );
    ssDestroySim( sim );
    PASS();
}

TEST withoutRollingFrictionTheSphereRollsForEver( void )
{
    testRng rng = { 15 };
    for ( int k = 0, n = testCountFull( 18, 30 ); k < n; ++k )
    {
        double u0 = testUniform( &rng, -3.0, 3.0 ), omega0 = testUniform( &rng, -8.0, 8.0 ), R = 0.5;
        double end = ( 5.0 * u0 + 2.0 * R * omega0 ) / 7.0;
        ssSim* sim = makeSim( NULL, 1e-3, "mu", 0.3, "mu_r", 0.0, "u0", u0, "omega0", omega0, NULL );
        stepTimes( sim, 3000 );
        Row before = rowOf( sim );
        NEAR( end, before.u, 1e-12 * 10.0 );
        ASSERT( before.slip == 0.0 );
        stepTimes( sim, 10000 );
        Row after = rowOf( sim );
        NEAR( before.u, after.u, 1e-13 );
        NEAR( before.x + 10.0 * end, after.x, 1e-9 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST withoutAnyFrictionMomentumIsKeptExactly( void )
{
    ssSim* sim = makeSim( NULL, 1e-3, "mu", 0.0, "mu_r", 0.0, "mu_s", 0.0, "u0", 1.7, "omega0", -3.3,
        "omega_x0", 0.9, "spin0", 12.1, "v0_y", -0.3, NULL );
    Row start = rowOf( sim );
    for ( int i = 0; i < 5000; ++i )
    {
        ssSim_Step( sim );
        Row row = rowOf( sim );
        ASSERT( row.u == 1.7 && row.omega == -3.3 && row.spin == 12.1 && row.energy == start.energy );
        ASSERT( row.rT == 0.0 && row.mR == 0.0 && row.mS == 0.0 && row.dissipated == 0.0 );
    }
    NEAR( -0.3 * 5.0, rowOf( sim ).y, 1e-12 );
    ssDestroySim( sim );
    PASS();
}

// --- when the closed form holds ---

TEST closedFormFollowsLiveChanges( void )
{
    const double h = 1e-4;
    ssSim* sim = makeSim( "fig3b", h, NULL );
    static const struct
    {
        const char* key;
        double value;
    } changes[] = { { "mu_r", 0.01 }, { "mu", 0.01 }, { "mu", 0.4 }, { "mu_r", 0.08 }, { "gravity", 5.0 } };
    for ( int k = 0; k < SS_COUNT( changes ); ++k )
    {
        for ( int i = 0; i < 2000; ++i )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            NEAR( row.xExact, row.x, 2e-8 );
            NEAR( row.uExact, row.u, 1e-9 );
            NEAR( row.omegaExact, row.omega, 1e-9 );
        }
        Row before = rowOf( sim );
        setValue( sim, changes[k].key, changes[k].value );
        Row after = rowOf( sim );
        ASSERT( after.x == before.x && after.xExact == before.x && after.uExact == before.u );
        stepTimes( sim, 2 );
        ASSERT( valueOf( sim, changes[k].key ) == changes[k].value );
        Row moved = rowOf( sim );
        NEAR( moved.rTExact, moved.rT, 1e-6 * fabs( moved.rTExact ) );
        NEAR( moved.mRExact, moved.mR, 1e-6 * fabs( moved.mRExact ) );
    }
    ssDestroySim( sim );
    PASS();
}

TEST closedFormIsEmptyWhereNoneHolds( void )
{
    static const struct
    {
        const char* key;
        double value;
    } off[] = { { "v0_y", 0.1 }, { "omega_x0", 0.1 }, { "v0_z", 0.1 }, { "law", 1.0 }, { "gravity", 0.0 } };
    for ( int k = 0; k < SS_COUNT( off ); ++k )
    {
        ssSim* sim = makeSim( "fig3a", 1e-3, off[k].key, off[k].value, NULL );
        for ( int i = 0; i < 100; ++i )
        {
            Row row = rowOf( sim );
            ASSERT( isnan( row.xExact ) && isnan( row.uExact ) && isnan( row.rTExact ) );
            ASSERT( isnan( measureOf( sim, "max_error" ) ) );
            ssSim_Step( sim );
        }
        ssDestroySim( sim );
    }
    PASS();
}

SUITE( figures )
{
    RUN_TESTp( figureAgreesWithTheReferenceCurves, s_figures );
    RUN_TESTp( figureAgreesWithTheReferenceCurves, s_figures + 1 );
    RUN_TESTp( figureAgreesWithTheReferenceCurves, s_figures + 2 );
    RUN_TESTp( figureAgreesWithItsClosedFormAtEveryStep, s_figures );
    RUN_TESTp( figureAgreesWithItsClosedFormAtEveryStep, s_figures + 1 );
    RUN_TESTp( figureAgreesWithItsClosedFormAtEveryStep, s_figures + 2 );
    RUN_TESTp( figureHasTheEventsOfTheTable, s_figures );
    RUN_TESTp( figureHasTheEventsOfTheTable, s_figures + 1 );
    RUN_TESTp( figureHasTheEventsOfTheTable, s_figures + 2 );
    RUN_TESTp( closedFormHasTheEventsOfTheTable, s_figures );
    RUN_TESTp( closedFormHasTheEventsOfTheTable, s_figures + 1 );
    RUN_TESTp( closedFormHasTheEventsOfTheTable, s_figures + 2 );
    RUN_TEST( sphereRollsAsFarAsTheTableSays );
    RUN_TEST( implicitEulerLagsByHalfAStepOfDeceleration );
}

SUITE( lines )
{
    RUN_TEST( inclineFromRestAgreesWithTheTable );
    RUN_TEST( sphereStaysIffBothCoefficientsHoldIt );
    RUN_TEST( reversedSpinIsFirstOrder );
    RUN_TEST( upAnInclineAndBackIsFirstOrder );
    RUN_TEST( schemeConvergesToTheClosedFormOnRandomLines );
    RUN_TEST( withoutSlidingFrictionTheCentreNeverSlows );
    RUN_TEST( withoutRollingFrictionTheSphereRollsForEver );
    RUN_TEST( withoutAnyFrictionMomentumIsKeptExactly );
    RUN_TEST( closedFormFollowsLiveChanges );
    RUN_TEST( closedFormIsEmptyWhereNoneHolds );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( figures );
    RUN_SUITE( lines );
    return TEST_END();
}
