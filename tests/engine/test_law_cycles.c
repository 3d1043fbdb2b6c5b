// SPDX-License-Identifier: MIT
#include "law_text_common.h"

#include "slipstick/advanced/law_check.h"

// Laws with memory that give out energy over a cycle. Each comes with a motion that was written by hand, from
// what the formulas say, and whose gain is computed here: the same law as a function of C, its states by
// Runge and Kutta's method of the fourth order, without a line of the library.

// ----------------------------------------------------------------------------------------------- independent

#define MOST_STATES 4

/// A law: the force per newton of load, and the rates of its states, for a velocity (x, y).
typedef void Formula( const double v[2], const double* z, double force[2], double* rate );

/// A motion: the velocity as a function of the time within a period,
/// whose jumps are at `corners` of the period.
typedef struct Motion
{
    double period;
    double ( *velocity )( double time, int axis );
    double corners[3];      // ascending, the last one is 1
    int cornerCount, steps; // steps: of each piece
} Motion;

typedef struct HandCycle
{
    const char *name, *text;
    Formula* formula;
    int states;
    double start[MOST_STATES];
    Motion motion;
    int turns;   // after which the states repeat themselves
    double gain; // what a formula on paper says, roughly [J/m]; 0: nothing
} HandCycle;

/// One step of Runge and Kutta's method for the states, the work and the way (the last two entries).
static void derivatives( const HandCycle* c, double time, const double* y, double* dy )
{
    double v[2] = { c->motion.velocity( time, 0 ), c->motion.velocity( time, 1 ) }, force[2];
    c->formula( v, y, force, dy );
    dy[c->states] = force[0] * v[0] + force[1] * v[1];
    dy[c->states + 1] = sqrt( v[0] * v[0] + v[1] * v[1] );
}

static void rungeKutta( const HandCycle* c, double time, double h, double* y )
{
    enum
    {
        most = MOST_STATES + 2
    };
    static const double places[4] = { 0.0, 0.5, 0.5, 1.0 }, weights[4] = { 1.0, 2.0, 2.0, 1.0 };
    double k[4][most], trial[most], sum[most] = { 0.0 };
    int n = c->states + 2;
    for ( int i = 0; i < 4; ++i )
    {
        for ( int j = 0; j < n; ++j ) { trial[j] = y[j] + ( i > 0 ? places[i] * h * k[i - 1][j] : 0.0 ); }
        // Pieces are open intervals: a velocity that jumps at their ends is that of their inside.
        double inside = places[i] == 0.0 ? 1e-9 : places[i] == 1.0 ? 1.0 - 1e-9 : places[i];
        derivatives( c, time + inside * h, trial, k[i] );
        for ( int j = 0; j < n; ++j ) { sum[j] += weights[i] * k[i][j]; }
    }
    for ( int j = 0; j < n; ++j ) { y[j] += h / 6.0 * sum[j]; }
}

/// The energy that comes out per metre over the last turn [J/m] under a load of 1 N, and how far the states
/// are from where that turn began, relative to their size.
static double gainByHand( const HandCycle* c, double* open )
{
    double y[MOST_STATES + 2] = { 0.0 }, before[MOST_STATES + 2] = { 0.0 };
    memcpy( y, c->start, sizeof( c->start ) );
    for ( int turn = 0; turn < c->turns; ++turn )
    {
        memcpy( before, y, sizeof( y ) );
        double from = 0.0;
        for ( int p = 0; p < c->motion.cornerCount; ++p )
        {
            double h = ( c->motion.corners[p] - from ) * c->motion.period / c->motion.steps;
            for ( int i = 0; i < c->motion.steps; ++i )
            {
                rungeKutta( c, from * c->motion.period + i * h, h, y );
            }
            from = c->motion.corners[p];
        }
    }
    double change = 0.0, size = 0.0;
    for ( int i = 0; i < c->states; ++i )
    {
        change += fabs( y[i] - before[i] );
        size += fabs( y[i] );
    }
    *open = change / size;
    return -( y[c->states] - before[c->states] ) / ( y[c->states + 1] - before[c->states + 1] );
}

// ---------------------------------------------------------------------------------------------- the six laws

/// LuGre with constant damping (Canudas de Wit et al. 1995, Table I, per newton): passive only where
/// s2 >= s1 (mu_s - mu_k)/mu_k. Slow sliding stretches the bristles to mu_s/s0; a jerk too short to relax
/// them is driven by their damping, s1 v (1 - mu_s/mu_k) < 0 per newton.
#define LUGRE                                                                                   \
    "law \"classical LuGre\"\nparam s2 = %s [s/m]\nlet g = 1 + 0.5*exp(-(v/(0.001 [m/s]))^2)\n" \
    "state z = (0,0) [m], z' = vel - 1e5 [1/m]*v/g*z\n"                                         \
    "force = (1e5 [1/m]*z + 316.227766016838 [s/m]*z' + s2*vel)*N\n"

static void lugre( const double v[2], const double* z, double force[2], double* rate )
{
    double speed = sqrt( v[0] * v[0] + v[1] * v[1] ), g = 1.0 + 0.5 * exp( -speed * speed / 1e-6 );
    for ( int i = 0; i < 2; ++i )
    {
        rate[i] = v[i] - 1e5 * speed / g * z[i];
        force[i] = 1e5 * z[i] + 316.227766016838 * rate[i] + 0.4 * v[i];
    }
}

static double jerks( double time, int axis ) { return axis > 0 ? 0.0 : time < 0.999e-4 ? 0.264e-3 : 0.3; }

/// A spring that forgets within a second, and is up to three times as stiff while it moves fast: it is
/// stretched slowly and let go fast, again and again. The mean of z is T times that of the velocity, 4.93 mm;
/// of 1.75 mm of way, 1 mm at 0.02 m/s takes in 1.333 k z a metre, and 0.75 mm at 1 m/s give back 2.818 k z:
/// 0.022 J/m.
static void forgets( const double v[2], const double* z, double force[2], double* rate )
{
    double speed = sqrt( v[0] * v[0] + v[1] * v[1] );
    for ( int i = 0; i < 2; ++i )
    {
        rate[i] = v[i] - z[i] / 1.0;
        force[i] = 10.0 * ( 1.0 + 2.0 * speed / ( speed + 0.1 ) ) * z[i];
    }
}

static double stretchSlowly( double time, int axis ) { return axis > 0 ? 0.0 : time < 0.05 ? 0.02 : -1.0; }

/// Friction that falls with a state, which jerks pump up and which lasts a second: then it pushes, 0.3 - 0.9
/// z, but only while the contact is slow. In steady sliding it resists at every speed.
static void pumped( const double v[2], const double* z, double force[2], double* rate )
{
    double speed = sqrt( v[0] * v[0] + v[1] * v[1] ), fast = speed * speed;
    double f = 0.3 - 0.9 * z[0] / ( 1.0 + fast / 0.04 );
    rate[0] = 1000.0 * fast * fast / ( 1.0 + fast * fast ) * ( 1.0 - z[0] ) - z[0];
    for ( int i = 0; i < 2; ++i ) { force[i] = f * v[i] / sqrt( fast + 1e-12 ); }
}

static double jerkAndGlide( double time, int axis ) { return axis > 0 ? 0.0 : time < 6e-3 ? 1.0 : 0.1; }

/// Two Maxwell elements, one of them negative: the viscosity of slow motions is 10·1 - 100·0.05 > 0, and that
/// at 10 rad/s is 10/(1 + 100) - 5/(1 + 0.25) = -3.9 N s/m.
static void negativeBranch( const double v[2], const double* z, double force[2], double* rate )
{
    for ( int i = 0; i < 2; ++i )
    {
        rate[i] = v[i] - z[i] / 1.0;
        rate[2 + i] = v[i] - z[2 + i] / 0.05;
        force[i] = 10.0 * z[i] - 100.0 * z[2 + i];
    }
}

static double swing( double time, int axis ) { return axis > 0 ? 0.0 : 0.1 * cos( 10.0 * time ); }

/// Rate and state, where friction falls at once with the speed and rises with a state that
/// forgets by time: steady sliding resists, 0.1 - 0.3 v/(v + 0.1) + 0.5 v/(v + 0.01) > 0, and
/// a jerk after a rest pushes with up to 0.2.
static void wrongSign( const double v[2], const double* z, double force[2], double* rate )
{
    double speed = sqrt( v[0] * v[0] + v[1] * v[1] );
    double f = 0.1 - 0.3 * speed / ( speed + 0.1 ) + 0.5 * z[0];
    rate[0] = speed / 0.01 * ( 1.0 - z[0] ) - z[0] / 1.0;
    for ( int i = 0; i < 2; ++i ) { force[i] = f * v[i] / sqrt( speed * speed + 1e-12 ); }
}

static double jerkAndRest( double time, int axis ) { return axis > 0 ? 0.0 : time < 5e-4 ? 1.0 : 1e-6; }

/// Bristles that pull 60° beside their deflection. Round a circle of radius r the deflection
/// lags by atan x with x = g/(s0 r), and the gain is g (x sin 60° - cos 60°)/(1 + x²), at
/// most g (1 - cos 60°)/2, in one sense only.
static void turned( const double v[2], const double* z, double force[2], double* rate )
{
    double speed = sqrt( v[0] * v[0] + v[1] * v[1] );
    rate[0] = v[0] - 1000.0 * speed / 0.4 * z[0];
    rate[1] = v[1] - 1000.0 * speed / 0.4 * z[1];
    force[0] = 1000.0 * ( 0.5 * z[0] - 0.866025403784439 * z[1] );
    force[1] = 1000.0 * ( 0.866025403784439 * z[0] + 0.5 * z[1] );
}

static double circle( double time, int axis )
{
    // x = tan 60° = 1.732 with r = g/(s0 x); clockwise.
    double angle = -2.0 * M_PI * time, speed = 2.0 * M_PI * 0.4 / ( 1000.0 * 1.732 );
    return speed * ( axis == 0 ? cos( angle ) : sin( angle ) );
}

static const HandCycle s_cycles[] = {
    { "spring that forgets",
        "law \"a\"\nparam k = 10 [1/m]\nparam v0 = 0.1 [m/s]\nparam T = 1 [s]\n"
        "state z = (0,0) [m], z' = vel - z/T\nforce = k*(1 + 2*v/(v + v0))*z*N\n",
        forgets, 2, { 0.0 }, { 0.05075, stretchSlowly, { 0.05 / 0.05075, 1.0 }, 2, 200 }, 600, 0.022 },
    { "pumped friction",
        "law \"a\"\nparam u = 1 [m/s]\nparam T = 1 [s]\nlet q = v/u\n"
        "state z = 0, z' = (1000*q^4/(1 + q^4)*(1 - z) - z)/T\n"
        "force = (0.3 - 0.9*z/(1 + q^2/0.04))*vel/sqrt(v^2 + (1e-6 [m/s])^2)*N\n",
        pumped, 1, { 0.0 }, { 0.206, jerkAndGlide, { 6e-3 / 0.206, 1.0 }, 2, 2000 }, 100, 0.0 },
    { "negative Maxwell element",
        "law \"a\"\nparam k = 10 [1/m]\nparam c = 100 [1/m]\nparam T = 1 [s]\nparam S = 0.05 [s]\n"
        "state a = (0,0) [m], a' = vel - a/T\nstate b = (0,0) [m], b' = vel - b/S\nforce = (k*a - c*b)*N\n",
        negativeBranch, 4, { 0.0 }, { 2.0 * M_PI / 10.0, swing, { 1.0 }, 1, 2000 }, 40, 0.306 },
    { "direct effect of the wrong sign",
        "law \"a\"\nparam L = 0.01 [m]\nparam T = 1 [s]\nparam v0 = 0.1 [m/s]\n"
        "state z = 0, z' = v/L*(1 - z) - z/T\n"
        "force = (0.1 - 0.3*v/(v + v0) + 0.5*z)*vel/sqrt(v^2 + (1e-6 [m/s])^2)*N\n",
        wrongSign, 1, { 0.0 }, { 1.0005, jerkAndRest, { 5e-4 / 1.0005, 1.0 }, 2, 2000 }, 60, 0.0 },
    { "turned bristles",
        "law \"a\"\nparam s0 = 1000 [1/m]\nstate z = (0,0) [m], z' = vel - s0*v/0.4*z\n"
        "force = s0*(0.5*z.x - 0.866025403784439*z.y, 0.866025403784439*z.x + 0.5*z.y)*N\n",
        turned, 2, { 0.0 }, { 1.0, circle, { 1.0 }, 1, 2000 }, 40, 0.1 },
};

static const HandCycle s_lugre = { "classical LuGre", NULL, lugre, 2, { 1.2e-5, 0.0 },
    { 1e-4, jerks, { 0.999, 1.0 }, 2, 50 }, 20000, 7.58 };

TEST cyclesWrittenByHandGain( void )
{
    double open;
    for ( int i = 0; i < SS_COUNT( s_cycles ); ++i )
    {
        double hand = gainByHand( &s_cycles[i], &open );
        ASSERTm( s_cycles[i].name, hand > 0.0 && open < 1e-6 );
        if ( s_cycles[i].gain > 0.0 )
        {
            ASSERT_IN_RANGEm( s_cycles[i].name, s_cycles[i].gain, hand, 0.03 * s_cycles[i].gain );
        }
    }
    double hand = gainByHand( &s_lugre, &open );
    ASSERT( open < 1e-6 );
    ASSERT_IN_RANGE( s_lugre.gain, hand, 0.01 );
    PASS();
}

// ------------------------------------------------------------------------------------------------ the search

static ssLaw makeText( const char* text )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "test", &program, NULL );
    ssLaw law = { .def = { 0 } };
    ssLawDef def = ssTextLawDef( program );
    result = result.code == ss_ok ? ssMakeLaw( &def, &law ) : result;
    if ( result.code != ss_ok ) { shippedStop( "text", text, result.message ); }
    ssLawProgram_Release( program );
    return law;
}

static ssLawCheck checkOf( const char* text, bool quick )
{
    ssLaw law = makeText( text );
    ssLawCheck check;
    ssCheckLaw( &law, quick, &check );
    ssLaw_Destroy( &law );
    return check;
}

/// The gain of a motion that the search has found, by the method of this file [J/m].
static double gainOfFound( const HandCycle* c, const ssLawMotion* motion )
{
    const double load = motion->load;
    double y[MOST_STATES + 2] = { 0.0 };
    memcpy( y, motion->state, (size_t)c->states * sizeof( double ) );
    for ( int p = 0; p < motion->pieces; ++p )
    {
        const int steps = 40000;
        double v[2] = { motion->velocity[p].x, motion->velocity[p].y }, h = motion->duration[p] / steps;
        for ( int i = 0; i < steps; ++i )
        {
            // The rule of the middle: two evaluations.
            double force[2], rate[MOST_STATES], middle[MOST_STATES];
            c->formula( v, y, force, rate );
            for ( int k = 0; k < c->states; ++k ) { middle[k] = y[k] + 0.5 * h * rate[k]; }
            c->formula( v, middle, force, rate );
            for ( int k = 0; k < c->states; ++k ) { y[k] += h * rate[k]; }
            y[c->states] += h * load * ( force[0] * v[0] + force[1] * v[1] );
            y[c->states + 1] += h * sqrt( v[0] * v[0] + v[1] * v[1] );
        }
    }
    return -y[c->states] / y[c->states + 1];
}

static enum greatest_test_res isFound( const HandCycle* c, const char* text )
{
    double open, hand = gainByHand( c, &open );
    ASSERTm( c->name, hand > 0.0 && open < 1e-6 );
    if ( c->gain > 0.0 )
    {
        ASSERT_IN_RANGEm( c->name, c->gain, hand, 0.15 * c->gain ); // what paper says
    }
    ssLawCheck check = checkOf( text, false );
    ASSERTm( c->name, check.createsEnergy && check.motion.pieces > 0 );
    ASSERTm( check.findings[ss_lawIsDissipative].sentence, check.motion.gain >= 0.9 * hand );
    // What it says of its motion is true.
    ASSERT_IN_RANGEm( c->name, check.motion.gain, gainOfFound( c, &check.motion ), 0.02 * check.motion.gain );
    PASS();
}

TEST theJerksThatDriveBristlesAreFound( void )
{
    char text[600];
    snprintf( text, sizeof( text ), LUGRE, "0.4" );
    double open, hand = gainByHand( &s_lugre, &open );
    ASSERT( open < 1e-6 );
    ASSERT_IN_RANGE( 7.58, hand, 0.01 );
    ssLawCheck check = checkOf( text, false );
    ASSERT( check.motion.gain >= 7.0 );
    CHECK_CALL( isFound( &s_lugre, text ) );
    PASS();
}

TEST cyclesThatWereWrittenByHandAreFound( void )
{
    for ( int i = 0; i < SS_COUNT( s_cycles ); i += testScale() < 1.0 ? 2 : 1 )
    {
        CHECK_CALL( isFound( &s_cycles[i], s_cycles[i].text ) );
    }
    PASS();
}

/// Passive where s2 >= s1 (mu_s - mu_k)/mu_k = 158.1 s/m, and nowhere else. A little below, only a fast jerk
/// gains: with the bristles at the share 1 - e of mu_s, the power of a jerk at v is 1.5 - (m - 474 e) v per
/// metre with m = 158.1 - s2, and each metre of it takes 0.5/e slow ones at 1.5. It gains above v = 1422/m²:
/// 38 m/s for 152 and 148 m/s for 155, which no contact sees.
TEST lugreIsPassiveWhereItsViscosityIsLargeEnough( void )
{
    static const struct
    {
        const char* s2;
        bool creates;
    } rows[] = { { "159", false }, { "155", false }, { "152", true }, { "140", true } };
    for ( int i = testScale() < 1.0 ? 1 : 0; i < ( testScale() < 1.0 ? 3 : SS_COUNT( rows ) ); ++i )
    {
        char text[600];
        snprintf( text, sizeof( text ), LUGRE, rows[i].s2 );
        ssLawCheck check = checkOf( text, false );
        const char* sentence = check.findings[ss_lawIsDissipative].sentence;
        ASSERT_EQm( sentence, rows[i].creates, check.createsEnergy );
        ASSERTm( sentence, rows[i].creates || testContains( sentence, "at up to 100 m/s" ) );
    }
    PASS();
}

/// A force across the velocity does no work; turned by more than a right angle, it pushes.
TEST swirlsGiveOutEnergyWhereTheyPush( void )
{
    static const struct
    {
        const char* force;
        bool creates;
    } rows[] = { { "(-vy, vx)", false }, { "(vy, -vx)", false }, { "(vx - 5*vy, vy + 5*vx)", false },
        { "(-vx - 5*vy, -vy + 5*vx)", true }, { "(-0.01*vx - vy, -0.01*vy + vx)", true } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        char text[300];
        snprintf( text, sizeof( text ), "law \"swirl\"\nforce = 0.1*N*%s/sqrt(v^2 + 1e-4 [m^2/s^2])\n",
            rows[i].force );
        for ( int quick = 0; quick < 2; ++quick )
        {
            ASSERT_EQm( rows[i].force, rows[i].creates, checkOf( text, quick > 0 ).createsEnergy );
        }
    }
    PASS();
}

TEST nothingIsFoundWhereAStoredEnergyExplainsAll( void )
{
    static const char* const texts[] = {
        "law \"Coulomb\"\nC = disc(0.3)\n",
        "law \"Stribeck\"\nC = disc(0.2 + 0.2*exp(-v/(0.1 [m/s])))\n",
        "law \"Dahl\"\nstate z = (0,0) [m], z' = vel - 1e5 [1/m]*v/0.3*z\nforce = 1e5 [1/m]*z*N\n",
        // A bristle with damping that is not too large: s1 v/(4 g) counts only where g falls.
        "law \"LuGre\"\nstate z = (0,0) [m], z' = vel - 1e5 [1/m]*v/0.3*z\n"
        "force = (1e5 [1/m]*z + 316 [s/m]*z')*N\n",
        "law \"Maxwell\"\nstate z = (0,0) [m], z' = vel - z/(0.1 [s])\nforce = 100 [1/m]*z*N\n",
        "law \"Maxwell slip\"\nstate a in disc(1e-5 [m]), a' = vel\nstate b in disc(3e-5 [m]), b' = vel\n"
        "force = (1e4 [1/m]*a + 1e4 [1/m]*b)*N\n",
        // Two elements of which the soft one is negative: the sum is positive at every frequency.
        "law \"spectrum\"\nstate a = (0,0) [m], a' = vel - a/(1 [s])\nstate b = (0,0) [m], b' = vel - b/(2 "
        "[s])\n"
        "force = (10 [1/m]*a - 2 [1/m]*b)*N\n",
    };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        if ( !testTakesOneIn( i, 3 ) && testScale() < 1.0 ) { continue; }
        ssLawCheck check = checkOf( texts[i], false );
        ASSERT_FALSEm( check.findings[ss_lawIsDissipative].sentence, check.createsEnergy );
        ASSERT_EQ( 0, check.motion.pieces );
        // Those with a sum of squares as stored energy: 1e5 z²/2, 100 z²/2, 1e4 (a² + b²)/2.
        bool squares = i >= 2 && i < 6;
        ASSERTm( texts[i],
            !squares || testContains( check.findings[ss_lawIsDissipative].sentence, "stored energy" ) );
    }
    PASS();
}

/// Forces that are the gradient of a potential: the work over every closed way is 0.
TEST nothingIsFoundInThePotentialOfThePlace( void )
{
    static const char* const forces[] = {
        "(sin(1*q.x), sin(1*q.y))", "(sin(10*q.x), sin(10*q.y))", "(sin(100*q.x), sin(100*q.y))",
        "(sin(1000*q.x), sin(1000*q.y))", "(sin(1e5*q.x), sin(1e5*q.y))", "(cos(30*q.x), cos(30*q.y))",
        "(q.x^3 - q.x, q.y)",                               // Duffing
        "(-q.x, -q.y)",                                     // a hill
        "(2*q.x + q.y + q.x*q.y^2, q.x + q.y + q.x^2*q.y)", // of x² + xy + y²/2 + x²y²/2
    };
    for ( int i = 0; i < SS_COUNT( forces ); ++i )
    {
        if ( !testTakes( i ) ) { continue; }
        char text[300];
        snprintf( text, sizeof( text ),
            "law \"Conservative\"\nstate z = (0, 0) [m], z' = vel\nlet q = z*1 [1/m]\nforce = %s*N\n",
            forces[i] );
        for ( int quick = 0; quick < 2; ++quick )
        {
            ssLawCheck check = checkOf( text, quick > 0 );
            ASSERT_FALSEm( forces[i], check.createsEnergy );
        }
    }
    PASS();
}

static bool stopsAtTheTenthQuestion( void* context )
{
    int* questions = context;
    return ++*questions >= 10;
}

// A window asks for the newest text only: a check can be ended, and one that was not is the same every time.
TEST aCheckCanBeStoppedAndIsTheSameEveryTime( void )
{
    int questions = 0;
    ssLaw law = makeText( s_cycles[0].text );
    ssLawCheck check, again;
    ASSERT_FALSE( ssCheckLawUntil( &law, false, stopsAtTheTenthQuestion, &questions, &check ) );
    ASSERT_EQ( 10, questions );
    ssCheckLaw( &law, true, &check );
    ssCheckLaw( &law, true, &again );
    ASSERT_MEM_EQ( &check.motion, &again.motion, sizeof( check.motion ) );
    ASSERT_STR_EQ(
        check.findings[ss_lawIsDissipative].sentence, again.findings[ss_lawIsDissipative].sentence );
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( lawCycles )
{
    RUN_TEST( cyclesWrittenByHandGain );
    RUN_TEST( theJerksThatDriveBristlesAreFound );
    RUN_TEST( cyclesThatWereWrittenByHandAreFound );
    RUN_TEST( lugreIsPassiveWhereItsViscosityIsLargeEnough );
    RUN_TEST( swirlsGiveOutEnergyWhereTheyPush );
    RUN_TEST( nothingIsFoundWhereAStoredEnergyExplainsAll );
    RUN_TEST( nothingIsFoundInThePotentialOfThePlace );
    RUN_TEST( aCheckCanBeStoppedAndIsTheSameEveryTime );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawCycles );
    return TEST_END();
}
