// SPDX-License-Identifier: MIT
#include "rolling_cylinder_common.h"

// The law of resistance and what follows from it without noise: peaks, windows, equilibria.

static testTable s_table;

static enum greatest_test_res compareResistance( const char* file, int set )
{
    ASSERT( testReadTable( file, &s_table ) );
    int v = testColumn( &s_table, "v" ), h = testColumn( &s_table, "h_full" );
    int back = testColumn( &s_table, "xi_minus" ), front = testColumn( &s_table, "xi_plus" );
    int printed = testColumn( &s_table, "FR_full_eq9" ), full = testColumn( &s_table, "FR_full_imp2" );
    int depth = testColumn( &s_table, "h_eq11" ), approx = testColumn( &s_table, "FR_eq12" );
    ASSERT( s_table.rows >= 40 && approx > 0 );
    int compared = 0;
    for ( int i = 0; i < s_table.rows; ++i )
    {
        const double* row = s_table.cells[i];
        ssCylinder c = testCylinder( set, ss_cylinderFull, false, 0.0 );
        ssCylinderContact contact;
        if ( row[v] <= ssCylinder_SpeedLimit( &c ) )
        {
            ASSERT( ssCylinder_Contact( &c, row[v], &contact ) );
            ASSERT_IN_RANGE( row[h], contact.depth, 1e-6 * row[h] );
            ASSERT_IN_RANGE( row[back], contact.back, 1e-6 * fabs( row[back] ) );
            ASSERT_IN_RANGE( row[front], contact.front, 1e-6 * row[front] );
            ASSERT_IN_RANGE( row[full], contact.resistance, 1e-6 * row[full] );
            c.impactFactor = 1.0;
            ASSERT_IN_RANGE( row[printed], ssCylinder_Resistance( &c, row[v] ), 1e-6 * row[printed] );
            ++compared;
        }
        c.model = ss_cylinderApprox;
        ASSERT( ssCylinder_Contact( &c, row[v], &contact ) );
        ASSERT_IN_RANGE( row[depth], contact.depth, 1e-6 * row[depth] );
        ASSERT_IN_RANGE( row[approx], contact.resistance, 1e-6 * row[approx] );
    }
    ASSERT( compared >= 40 );
    PASS();
}

TEST resistanceAgreesWithTheTables( void )
{
    CHECK_CALL( compareResistance( "rolling_resistance_set1.csv", 1 ) );
    CHECK_CALL( compareResistance( "rolling_resistance_set2.csv", 2 ) );
    PASS();
}

TEST equilibriumAnglesAgreeWithTheTable( void )
{
    static const struct
    {
        const char* column;
        ssCylinderModel model;
        bool cosLoad;
        double impact;
    } columns[] = { { "alpha_eq_deg_full_eq9_cos", ss_cylinderFull, true, 1.0 },
        { "alpha_eq_deg_full_imp2_cos", ss_cylinderFull, true, 2.0 },
        { "alpha_eq_deg_eq12_cos", ss_cylinderApprox, true, 2.0 },
        { "alpha_eq_deg_eq12_nocos", ss_cylinderApprox, false, 2.0 },
        { "alpha_eq_deg_full_imp2_nocos", ss_cylinderFull, false, 2.0 } };
    ASSERT( testReadTable( "bifurcation_set2.csv", &s_table ) );
    for ( int k = 0; k < SS_COUNT( columns ); ++k )
    {
        int column = testColumn( &s_table, columns[k].column );
        ASSERT( column > 0 );
        ssCylinder c = testCylinder( 2, columns[k].model, columns[k].cosLoad, 0.0 );
        c.impactFactor = columns[k].impact;
        for ( int i = 0; i < s_table.rows; ++i )
        {
            double expected = s_table.cells[i][column];
            double alpha = ssCylinder_EquilibriumAngle( &c, s_table.cells[i][0] ) * 180.0 / SS_PI;
            ASSERT_IN_RANGEm( columns[k].column, expected, alpha, 1e-6 * expected );
        }
    }
    PASS();
}

TEST peaksAndValuesAreThoseOfThePaper( void )
{
    static const struct
    {
        int set;
        ssCylinderModel model;
        double peak, at, values[4], limit;
    } rows[] = {
        { 1, ss_cylinderFull, 36.8982, 1.2050, { 36.5611, 34.8408, 26.5857, 21.3710 }, 29.05 },
        { 1, ss_cylinderApprox, 37.0053, 1.1785, { 36.7358, 34.7676, 26.5431, 21.8573 }, HUGE_VAL },
        { 2, ss_cylinderFull, 82.5851, 1.7743, { 76.1589, 82.3401, 71.2336, 59.2311 }, 15.77 },
        { 2, ss_cylinderApprox, 81.8210, 1.7182, { 75.9357, 81.4405, 71.4044, 68.4086 }, HUGE_VAL },
    };
    static const double speeds[4] = { 1.0, 2.0, 5.0, 10.0 };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssCylinder c = testCylinder( rows[i].set, rows[i].model, false, 0.0 );
        double v, peak;
        ASSERT( ssCylinder_Peak( &c, &v, &peak ) );
        ASSERT_IN_RANGE( rows[i].peak, peak, 5.1e-5 );
        ASSERT_IN_RANGE( rows[i].at, v, 5.1e-5 );
        for ( int j = 0; j < 4; ++j )
        {
            ASSERT_IN_RANGE( rows[i].values[j], ssCylinder_Resistance( &c, speeds[j] ), 5.1e-5 );
        }
        double limit = ssCylinder_SpeedLimit( &c );
        ASSERT( isinf( rows[i].limit ) ? isinf( limit ) : fabs( limit - rows[i].limit ) < 0.0051 );
    }
    PASS();
}

TEST bistableWindowsAreThoseOfThePaper( void )
{
    static const struct
    {
        int set;
        ssCylinderModel model;
        double low, high;
    } rows[] = { { 1, ss_cylinderFull, 1.84218, 2.17103 }, { 1, ss_cylinderApprox, 1.83999, 2.17856 },
        { 2, ss_cylinderFull, 4.91667, 4.94510 }, { 2, ss_cylinderApprox, 4.88600, 4.91468 } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssCylinder c = testCylinder( rows[i].set, rows[i].model, rows[i].model == ss_cylinderFull, 1.0 );
        ssCylinderFold folds[8];
        ASSERT_EQ( 2, ssCylinder_Folds( &c, folds, SS_COUNT( folds ) ) );
        ASSERT( folds[0].maximum && !folds[1].maximum && folds[0].v < folds[1].v );
        ASSERT_IN_RANGE( rows[i].high, folds[0].alpha * 180.0 / SS_PI, 5.1e-6 );
        ASSERT_IN_RANGE( rows[i].low, folds[1].alpha * 180.0 / SS_PI, 5.1e-6 );
        // Inside the window there are three equilibria, the middle one unstable; outside there is one.
        for ( int k = -1; k <= 5; ++k )
        {
            c.alpha = ( rows[i].low + ( k + 0.5 ) / 5.0 * ( rows[i].high - rows[i].low ) ) * SS_PI / 180.0;
            ssCylinderEquilibrium e[8];
            int count = ssCylinder_Equilibria( &c, e, SS_COUNT( e ) );
            ASSERT_EQ( k >= 0 && k < 5 ? 3 : 1, count );
            for ( int j = 0; j < count; ++j )
            {
                ASSERT_IN_RANGE( 0.0, ssCylinder_Force( &c, e[j].v ), 1e-10 );
                ASSERT_EQ( j != 1, e[j].stable );
                ASSERT_EQ( e[j].stable, ssCylinder_ForceSlope( &c, e[j].v ) < 0.0 );
                ASSERT_IN_RANGE( c.alpha, ssCylinder_EquilibriumAngle( &c, e[j].v ), 1e-13 );
            }
        }
        // Close to the fold two equilibria are about to merge, and must still be found.
        c.alpha = folds[0].alpha * ( 1.0 - 1e-9 );
        ssCylinderEquilibrium e[8];
        ASSERT_EQ( 3, ssCylinder_Equilibria( &c, e, SS_COUNT( e ) ) );
        ASSERT( fabs( e[0].v - e[1].v ) < 1e-2 );
    }
    PASS();
}

TEST equilibriaOfTheNoisySettingAreThoseOfThePaper( void )
{
    static const double slow[] = { 1.5717, 1.7440, SS_NAN }, fast[] = { SS_NAN, 3.5673, 3.9232 };
    static const double angles[] = { 4.87, 4.90, 4.93 };
    for ( int i = 0; i < 3; ++i )
    {
        ssCylinder c = testNoisyCylinder( angles[i], 50.0 );
        ssCylinderEquilibrium e[8];
        int count = ssCylinder_Equilibria( &c, e, SS_COUNT( e ) );
        ASSERT_EQ( i == 1 ? 3 : 1, count );
        ASSERT( isnan( slow[i] ) || fabs( e[0].v - slow[i] ) < 5.1e-5 );
        ASSERT( isnan( fast[i] ) || fabs( e[count - 1].v - fast[i] ) < 5.1e-5 );
    }
    PASS();
}

/// The load that the pressure and the first touch carry, and the power they take, by brute force.
TEST pressureCarriesTheLoadAndTakesThePower( void )
{
    testRng rng = { 7 };
    for ( int k = 0, n = testCount( 200 ); k < n; ++k )
    {
        ssCylinder c =
            testCylinder( k % 2 + 1, ss_cylinderFull, k % 3 != 0, testUniform( &rng, -40.0, 40.0 ) );
        c.surface = testUniform( &rng, 0.0, 300.0 );
        c.radius = testUniform( &rng, 0.1, 2.0 );
        double v = testUniform( &rng, 0.01, 0.95 ) * fmin( ssCylinder_SpeedLimit( &c ), 40.0 );
        ssCylinderContact contact;
        ASSERT( ssCylinder_Contact( &c, v, &contact ) );
        ASSERT( contact.back < contact.front &&
            contact.front * contact.front > 2.0 * c.radius * contact.depth * 0.999 );
        double load = 0.0, moment = 0.0;
        const int parts = 2000;
        double width = ( contact.front - contact.back ) / parts;
        for ( int i = 0; i < parts; ++i )
        {
            double xi = contact.back + ( i + 0.5 ) * width;
            double p = ssCylinder_Pressure( &c, &contact, xi );
            load += p * width;
            moment += p * xi * width;
        }
        double touch = sqrt( 2.0 * contact.depth / c.radius ) * c.surface * v * v; // Eq. 7
        double impact = 2.0 * c.surface * v * v * contact.depth / c.radius;        // Eq. 9, corrected
        ASSERT_IN_RANGE( ssCylinder_Load( &c ), load + touch, 1e-5 * ssCylinder_Load( &c ) );
        ASSERT_IN_RANGE( contact.resistance, moment / c.radius + impact, 1e-5 * contact.resistance );
        ASSERT_IN_RANGE( contact.resistance, contact.elastic + contact.inertial + contact.viscous,
            1e-12 * contact.resistance );
        // There is no pressure at the back edge, and pressure everywhere else.
        ASSERT( ssCylinder_Pressure( &c, &contact, contact.back + 0.5 * width ) > 0.0 );
        double scale = ssCylinder_Load( &c ) / ( contact.front - contact.back );
        ASSERT_IN_RANGE( 0.0, ssCylinder_Pressure( &c, &contact, contact.back ), 1e-9 * scale );
    }
    PASS();
}

/// With the impact factor 2, the work of F_R is the heat of the dampers, plus the kinetic and elastic energy
/// that a strip of the surface still has when the cylinder leaves it, plus the loss of the inelastic first
/// touch.
TEST resistanceIsTheEnergyLost( void )
{
    testRng rng = { 8 };
    for ( int k = 0, n = testCount( 200 ); k < n; ++k )
    {
        ssCylinder c = testCylinder( k % 2 + 1, ss_cylinderFull, true, 3.0 );
        double v = testUniform( &rng, 0.05, 0.9 ) * ssCylinder_SpeedLimit( &c );
        ssCylinderContact contact;
        ssCylinder_Contact( &c, v, &contact );
        double a = contact.back, b = contact.front, R = c.radius;
        double heat = c.damping * v / ( R * R ) * ( b * b * b - a * a * a ) / 3.0;
        double y = 0.5 * a * a / R - contact.depth, rate = v * a / R;
        double left = 0.5 * c.stiffness * y * y + 0.5 * c.surface * rate * rate;
        double first = 0.5 * c.surface * v * v * b * b / ( R * R );
        ASSERT_IN_RANGE( contact.resistance, heat + left + first, 1e-10 * contact.resistance );
    }
    PASS();
}

TEST resistanceIsOddAndStartsLinear( void )
{
    for ( int set = 1; set <= 2; ++set )
    {
        for ( int model = 0; model < ss_cylinderModelCount; ++model )
        {
            ssCylinder c = testCylinder( set, (ssCylinderModel)model, true, 5.0 );
            ASSERT( ssCylinder_Resistance( &c, 0.0 ) == 0.0 );
            for ( double v = 1e-9; v < 15.0; v *= 3.0 )
            {
                ASSERT( ssCylinder_Resistance( &c, -v ) == -ssCylinder_Resistance( &c, v ) );
                ASSERT( ssCylinder_Drag( &c, -v ) == -ssCylinder_Drag( &c, v ) );
                double step = 1e-6 * v;
                double slope =
                    ( ssCylinder_Force( &c, v + step ) - ssCylinder_Force( &c, v - step ) ) / ( 2.0 * step );
                double scale = fabs( slope ) + ssCylinder_Resistance( &c, v ) / v;
                // Below this, the difference of two forces is rounding only.
                if ( v > 1e-4 ) { ASSERT_IN_RANGE( slope, ssCylinder_ForceSlope( &c, v ), 1e-3 * scale ); }
            }
        }
        // For v -> 0 it is gamma W v/(k R), even where v is smaller than the rounding of the contact's width.
        ssCylinder c = testCylinder( set, ss_cylinderFull, true, 5.0 );
        for ( double v = 1e-30; v < 1e-5; v *= 10.0 )
        {
            double expected = c.damping * ssCylinder_Load( &c ) * v / ( c.stiffness * c.radius );
            ASSERT_IN_RANGE( expected, ssCylinder_Resistance( &c, v ), 1e-4 * expected );
        }
        ASSERT_IN_RANGE( 1.0,
            ssCylinder_ForceSlope( &c, 0.0 ) /
                ( -c.damping * ssCylinder_Load( &c ) / ( c.stiffness * c.radius ) ),
            1e-12 );
    }
    PASS();
}

TEST approximationIsGoodForStrongDamping( void )
{
    // The damper carries the load: k sqrt(2 R h) << gamma v, and the surface separates near the lowest point.
    ssCylinder c = testCylinder( 1, ss_cylinderFull, false, 0.0 ),
               a = testCylinder( 1, ss_cylinderApprox, false, 0.0 );
    c.surface = a.surface = 0.01;
    double last = HUGE_VAL;
    for ( double damping = 1e6; damping < 1e10; damping *= 10.0 )
    {
        c.damping = a.damping = damping;
        double full = ssCylinder_Resistance( &c, 2.0 ), approx = ssCylinder_Resistance( &a, 2.0 );
        double difference = fabs( full - approx ) / full;
        ASSERT( difference < last );
        last = difference;
    }
    ASSERT( last < 1e-3 );
    PASS();
}

TEST surfaceIsContinuousAndComesBack( void )
{
    for ( int set = 1; set <= 2; ++set )
    {
        ssCylinder c = testCylinder( set, ss_cylinderFull, true, 4.0 );
        for ( double v = 0.1; v < 15.0; v *= 2.0 )
        {
            ssCylinderContact contact;
            ssCylinder_Contact( &c, v, &contact );
            double h = contact.depth;
            ASSERT_IN_RANGE( 0.0, ssCylinder_Surface( &c, &contact, contact.front - 1e-12 ), 1e-6 * h );
            ASSERT_IN_RANGE(
                -h, ssCylinder_Surface( &c, &contact, 0.0 ), contact.back < 0.0 ? 1e-12 * h : h );
            double inside = ssCylinder_Surface( &c, &contact, contact.back );
            ASSERT_IN_RANGE( inside, ssCylinder_Surface( &c, &contact, contact.back - 1e-12 ), 1e-6 * h );
            ASSERT_IN_RANGE( 0.0, ssCylinder_Surface( &c, &contact, contact.back - 1e3 * v ), 1e-6 * h );
            // The surface leaves the cylinder downwards and never reaches into it.
            for ( double xi = contact.back; xi > -0.3; xi -= 0.001 )
            {
                double shape = 0.5 * xi * xi / c.radius - h;
                ASSERT( ssCylinder_Surface( &c, &contact, xi ) <= shape + 1e-12 );
            }
        }
    }
    PASS();
}

TEST frictionNeededIsWhatRollingNeeds( void )
{
    // In steady motion the surface must hold F_R; at rest on a slope, a third of the drive, as for every
    // solid cylinder.
    ssCylinder c = testCylinder( 2, ss_cylinderFull, true, 4.93 );
    ssCylinderContact contact;
    ssCylinderEquilibrium e[8];
    int count = ssCylinder_Equilibria( &c, e, SS_COUNT( e ) );
    ASSERT_EQ( 3, count );
    for ( int i = 0; i < count; ++i )
    {
        ssCylinder_Contact( &c, e[i].v, &contact );
        double needed = contact.resistance / ssCylinder_Load( &c );
        ASSERT_IN_RANGE( needed, ssCylinder_FrictionNeeded( &c, &contact ), 1e-12 );
    }
    ssCylinder_Contact( &c, 0.0, &contact );
    ASSERT_IN_RANGE( tan( c.alpha ) / 3.0, ssCylinder_FrictionNeeded( &c, &contact ), 1e-14 );
    PASS();
}

static enum greatest_test_res refuses( const ssCylinder* c, const char* field, const char* bound )
{
    ssResult result = ssCylinder_Check( c );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( field, result.field );
    ASSERTm( result.message, testContains( result.message, bound ) );
    PASS();
}

TEST badInputIsRefusedWithItsBound( void )
{
    ssCylinder good = testCylinder( 2, ss_cylinderFull, true, 4.9 );
    ASSERT_EQ( ss_ok, ssCylinder_Check( &good ).code );
    ssCylinder c = good;
    c.damping = 2e4; // exactly 2 sqrt( k m )
    CHECK_CALL( refuses( &c, "gamma", "gamma > 20000" ) );
    c = good;
    c.noise = -1.0;
    CHECK_CALL( refuses( &c, "noise", ">= 0" ) );
    c = good;
    c.alpha = 0.5 * SS_PI;
    CHECK_CALL( refuses( &c, "alpha_deg", "-90 < alpha_deg < 90" ) );
    c = good;
    c.stiffness = SS_NAN;
    CHECK_CALL( refuses( &c, "k", "> 0" ) );
    c = good;
    c.radius = HUGE_VAL;
    CHECK_CALL( refuses( &c, "radius", "> 0" ) );
    ssResult result = ssCylinder_CheckSpeed( &good, "v0", 16.0 );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, testContains( result.message, "up to 15.75" ) );
    ASSERT_EQ( ss_ok, ssCylinder_CheckSpeed( &good, "v0", 15.7 ).code );
    good.model = ss_cylinderApprox;
    ASSERT_EQ( ss_ok, ssCylinder_CheckSpeed( &good, "v0", 1000.0 ).code );
    // Beyond the end of its range the full model says so.
    good.model = ss_cylinderFull;
    ssCylinderContact contact;
    ASSERT( !ssCylinder_Contact( &good, 16.0, &contact ) && isfinite( contact.resistance ) );
    ASSERT( isnan( ssCylinder_EquilibriumAngle( &good, 16.0 ) ) );
    PASS();
}

SUITE( law )
{
    RUN_TEST( resistanceAgreesWithTheTables );
    RUN_TEST( peaksAndValuesAreThoseOfThePaper );
    RUN_TEST( pressureCarriesTheLoadAndTakesThePower );
    RUN_TEST( resistanceIsTheEnergyLost );
    RUN_TEST( resistanceIsOddAndStartsLinear );
    RUN_TEST( approximationIsGoodForStrongDamping );
    RUN_TEST( surfaceIsContinuousAndComesBack );
    RUN_TEST( frictionNeededIsWhatRollingNeeds );
    RUN_TEST( badInputIsRefusedWithItsBound );
}

SUITE( equilibria )
{
    RUN_TEST( equilibriumAnglesAgreeWithTheTable );
    RUN_TEST( bistableWindowsAreThoseOfThePaper );
    RUN_TEST( equilibriaOfTheNoisySettingAreThoseOfThePaper );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( law );
    RUN_SUITE( equilibria );
    return TEST_END();
}
