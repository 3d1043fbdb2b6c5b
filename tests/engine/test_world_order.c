// SPDX-License-Identifier: MIT
#include "spinner.h"
#include "world_common.h"

#include "slipstick/law_text.h"

// The order of the time step: twelve motions whose end is known, in closed form or from an ordinary
// differential equation that is integrated here, by steps from 8 to 0.5 ms. SLIPSTICK_ORDER=FOLDER writes the
// table and the picture of engine/MATH.md there.

enum
{
    caseCount = 12,
    stepCount = 5
};

static const double s_steps[stepCount] = { 8e-3, 4e-3, 2e-3, 1e-3, 0.5e-3 };

static ssWorld* worldOf( double theta )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = theta;
    def.tolerance = 1e-11;
    return makeWorld( &def );
}

static ssMaterial rough( double mu )
{
    ssMaterial material = ssDefaultBodyDef().material;
    material.mu = mu;
    return material;
}

/// The state of a body after a time; the world is gone then.
static ssBodyState after( ssWorld* world, ssBodyId id, double h, double time )
{
    for ( int i = 0; i < (int)lround( time / h ); ++i ) { ssWorld_Step( world, h ); }
    ssBodyState state = ssWorld_Body( world, id );
    ssDestroyWorld( world );
    return state;
}

static ssVec3 axisOf( const ssBodyState* body ) { return ssQuat_Rotate( body->pose.orientation, s_up ); }

static double distance( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Sub( a, b ) ); }

/// Runge and Kutta's method for rates of up to six numbers.
static void integrateRates( double* x, int n, double time, void ( *rate )( const double* x, double* dx ) )
{
    double h = 1e-4, k[4][6], at[6];
    for ( int i = 0; i < (int)lround( time / h ); ++i )
    {
        for ( int j = 0; j < 4; ++j )
        {
            for ( int c = 0; c < n; ++c )
            {
                at[c] = j == 0 ? x[c] : x[c] + ( j == 3 ? h : 0.5 * h ) * k[j - 1][c];
            }
            rate( at, k[j] );
        }
        for ( int c = 0; c < n; ++c )
        {
            x[c] += h / 6.0 * ( k[0][c] + 2.0 * k[1][c] + 2.0 * k[2][c] + k[3][c] );
        }
    }
}

// ------------------------------------------------------------------------------------------------ what
// sticks

static ssBodyId addTable( ssWorld* world )
{
    ssBodyDef table = ssDefaultBodyDef();
    table.kind = ss_bodyKinematic;
    table.shape = ssBoxShape( ssVec3_Make( 1.0, 1.0, 0.05 ) );
    table.pose.position.z = -0.05;
    table.omega = ssVec3_Make( 0.0, 0.0, 2.0 );
    table.material.mu = 1.0;
    return addBody( world, &table );
}

/// A box that sticks to a turntable goes round with it.
static double boxOnTurntable( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    addTable( world );
    ssBodyDef box = ssDefaultBodyDef();
    box.material.mu = 1.0;
    box.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) );
    box.pose.position = ssVec3_Make( 0.5, 0.0, 0.05 );
    box.velocity = ssVec3_Make( 0.0, 1.0, 0.0 );
    box.omega = ssVec3_Make( 0.0, 0.0, 2.0 );
    ssBodyState end = after( world, addBody( world, &box ), h, 2.0 );
    return distance( end.pose.position, ssVec3_Make( 0.5 * cos( 4.0 ), 0.5 * sin( 4.0 ), 0.05 ) );
}

/// A ball that rolls on a turntable goes round a circle of its own, at 2/7 of the speed of the table.
static double ballOnTurntable( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    addTable( world );
    ssBodyDef ball = sphereOn( 0.05, rough( 1.0 ), 0.0 );
    ball.pose.position = ssVec3_Make( 0.3, 0.0, 0.05 );
    // v' = 2/7 Omega z × v, here about the point x - v/(2/7 Omega): v = Omega z × x - omega × r.
    double w = 4.0 / 7.0;
    ball.velocity = ssVec3_Make( 0.0, 0.2 * w, 0.0 );
    // Without slip: v_y - 0.05 omega_x = 2 * 0.3 with r = -0.05 z, so that omega × r = (-omega_y, omega_x, 0)
    // 0.05.
    ball.omega = ssVec3_Make( ( 0.6 - 0.2 * w ) / 0.05, 0.0, 0.0 );
    ssBodyState end = after( world, addBody( world, &ball ), h, 2.0 );
    return distance(
        end.pose.position, ssVec3_Make( 0.1 + 0.2 * cos( 2.0 * w ), 0.2 * sin( 2.0 * w ), 0.05 ) );
}

/// A ball rolls down a slope: x = 5/14 g sin a t².
static double ballDownSlope( double h, double theta )
{
    double angle = 0.35;
    ssWorld* world = worldOf( theta );
    addPlane( world, rough( 1.0 ), angle );
    ssBodyDef ball = sphereOn( 0.1, rough( 1.0 ), angle );
    ssBodyState end = after( world, addBody( world, &ball ), h, 2.0 );
    return fabs( distance( end.pose.position, ball.pose.position ) - 5.0 / 14.0 * 9.81 * sin( angle ) * 4.0 );
}

// ------------------------------------------------------------------------------------------------ what
// slides

/// A box is set down on a belt, and sticks once it has the belt's speed: the largest error of eight speeds,
/// since it depends on where in a step that is.
static double boxOnBelt( double h, double theta )
{
    double largest = 0.0;
    for ( double speed = 0.97; speed < 1.03; speed += 0.0075 )
    {
        ssWorld* world = worldOf( theta );
        ssBodyDef belt = ssDefaultBodyDef(), box = belt;
        belt.kind = ss_bodyStatic;
        belt.shape = ssBoxShape( ssVec3_Make( 5.0, 1.0, 0.1 ) );
        belt.pose.position = ssVec3_Make( 0.0, 0.0, -0.1 );
        belt.beltVelocity = ssVec3_Make( speed, 0.0, 0.0 );
        belt.material.mu = box.material.mu = 0.4;
        box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
        box.pose.position = ssVec3_Make( -3.0, 0.0, 0.1 );
        addBody( world, &belt );
        ssBodyState end = after( world, addBody( world, &box ), h, 0.48 );
        double grip = speed / ( 0.4 * 9.81 ), exact = speed * ( 0.48 - 0.5 * grip );
        largest = ssMax( largest, fabs( end.pose.position.x + 3.0 - exact ) );
    }
    return largest;
}

static const double s_slope = 0.35;

static void fallingFriction( const double* x, double* dx )
{
    double mu = 0.15 + 0.15 * exp( -( x[1] / 0.5 ) * ( x[1] / 0.5 ) );
    dx[0] = x[1];
    dx[1] = 9.81 * ( sin( s_slope ) - mu * cos( s_slope ) );
}

/// A box slides down a slope, and its friction falls with its speed.
static double stribeckBox( double h, double theta )
{
    ssLawProgram* program = NULL;
    testMust(
        ssCompileLaw( "law \"Stribeck\"\nC = disc(0.15 + 0.15*exp(-(v/0.5)^2))\n", "test", &program, NULL ) );
    ssWorld* world = worldOf( theta );
    ssLawDef law = ssDefaultLawDef( ss_lawKindText );
    law.program = program;
    ssLawId id;
    testMust( ssWorld_AddLaw( world, &law, &id ) );
    ssBodyDef plane = ssDefaultBodyDef(), box = plane;
    plane.kind = ss_bodyStatic;
    plane.shape = ssPlaneShape();
    plane.law = id;
    plane.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, s_slope, 0.0 ) );
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.05 ) );
    box.pose.orientation = plane.pose.orientation;
    box.pose.position = ssVec3_Make( 0.05 * sin( s_slope ), 0.0, 0.05 * cos( s_slope ) );
    addBody( world, &plane );
    ssBodyState end = after( world, addBody( world, &box ), h, 1.0 );
    ssLawProgram_Release( program );
    double x[2] = { 0.0, 0.0 };
    integrateRates( x, 2, 1.0, fallingFriction );
    return fabs( distance( end.pose.position, box.pose.position ) - x[0] );
}

static void sideways( const double* x, double* dx )
{
    double speed = hypot( x[2], x[3] ), friction = 0.3 * 9.81 * cos( s_slope );
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = 9.81 * sin( s_slope ) - friction * x[2] / speed;
    dx[3] = -friction * x[3] / speed;
}

/// A ball that cannot turn is pushed across a slope and bends down it.
static double acrossASlope( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    addPlane( world, rough( 0.3 ), s_slope );
    ssBodyDef ball = sphereOn( 0.1, rough( 0.3 ), s_slope );
    ball.mass = 1.0;
    ball.inertia = ssVec3_Make( 1e9, 1e9, 1e9 );
    ball.velocity.y = 1.0;
    ssBodyState end = after( world, addBody( world, &ball ), h, 1.0 );
    double x[4] = { 0.0, 0.0, 0.0, 1.0 };
    integrateRates( x, 4, 1.0, sideways );
    ssVec3 moved = ssVec3_Sub( end.pose.position, ball.pose.position );
    double down = moved.x * cos( s_slope ) - moved.z * sin( s_slope );
    return hypot( down - x[0], moved.y - x[1] );
}

// ------------------------------------------------------------------------------------------------ what spins

/// The moments of inertia of the body that tumbles. Its rates: omega in its own axes.
static void tumbling( const double* w, double* dw )
{
    const double a = 1.0, b = 2.0, c = 2.5;
    dw[0] = ( b - c ) / a * w[1] * w[2];
    dw[1] = ( c - a ) / b * w[2] * w[0];
    dw[2] = ( a - b ) / c * w[0] * w[1];
}

/// A body without forces turns over about its middle axis.
static double tumblingBody( double h, double theta )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = theta;
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    ssWorld* world = makeWorld( &def );
    ssBodyDef body = ssDefaultBodyDef();
    body.shape = ssSphereShape( 0.1 );
    body.mass = 1.0;
    body.inertia = ssVec3_Make( 1.0, 2.0, 2.5 );
    body.omega = ssVec3_Make( 0.3, 6.0, 0.5 );
    ssBodyState end = after( world, addBody( world, &body ), h, 2.0 );
    double w[3] = { 0.3, 6.0, 0.5 };
    integrateRates( w, 3, 2.0, tumbling );
    ssVec3 own = ssQuat_Rotate( ssQuat_Conjugate( end.pose.orientation ), end.omega );
    return distance( own, ssVec3_Make( w[0], w[1], w[2] ) );
}

/// A tippe top while its point slides.
static double tippeTop( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    addPlane( world, rough( 0.3 ), 0.0 );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.02 );
    def.mass = 0.015;
    def.inertia = ssVec3_Make( 2.25e-6, 2.25e-6, 2.25e-6 );
    def.shapeCentre = ssVec3_Make( 0.0, 0.0, 0.003 );
    def.material = rough( 0.3 );
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5, 0.0 ) );
    ssVec3 axis = ssQuat_Rotate( def.pose.orientation, s_up );
    def.pose.position = ssVec3_MulAdd( ssVec3_Make( 0.0, 0.0, 0.02 ), -0.003, axis );
    def.omega = ssVec3_Scale( 100.0, axis );
    ssBodyState end = after( world, addBody( world, &def ), h, 0.1 );
    Spinner top = { 0.015, 2.25e-6, 2.25e-6, 0.02, 0.003, 0.0, 0.3, 0.0, 1e-6 };
    Motion s = { { 0.0, 0.0, 0.0 }, axis, def.omega };
    integrate( &top, &s, 1e-5, 0.1 );
    return distance( axisOf( &end ), s.k );
}

/// A disk rolls on its rim in steady precession. Its centre of mass rests, so that omega is along the arm r
/// of its contact, and Omega z × L = m g r × z.
static double eulersDisk( double h, double theta )
{
    double a = 0.5, R = 0.1, d = 0.005, across = 0.0025,
           along = 0.005; // tilt, radius, half the thickness, inertia
    double precession = sqrt( 9.81 * R * ( R * cos( a ) - d * sin( a ) ) /
        ( sin( a ) * ( across * R * cos( a ) - along * d * sin( a ) ) ) );
    ssWorld* world = worldOf( theta );
    addPlane( world, rough( 1.0 ), 0.0 );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssCylinderShape( R, d );
    def.mass = 1.0;
    def.inertia = ssVec3_Make( across, across, along );
    def.material = rough( 1.0 );
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, a, 0.0 ) );
    def.pose.position.z = R * sin( a ) + d * cos( a );
    ssVec3 arm = { R * cos( a ) - d * sin( a ), 0.0, -def.pose.position.z };
    def.omega = ssVec3_Scale( -precession * sin( a ) / R, arm );
    ssBodyState end = after( world, addBody( world, &def ), h, 0.4 );
    double turn = 0.4 * precession;
    return distance(
        axisOf( &end ), ssVec3_Make( sin( a ) * cos( turn ), sin( a ) * sin( turn ), cos( a ) ) );
}

/// The axis k and the angular momentum L about the point of a symmetric top.
static const double s_topAcross = 0.0625, s_topAlong = 0.02, s_topMoment = 9.81 * 0.2;

static void heavyTop( const double* x, double* dx )
{
    ssVec3 k = { x[0], x[1], x[2] }, l = { x[3], x[4], x[5] };
    ssVec3 dk = ssVec3_Scale( 1.0 / s_topAcross, ssVec3_Cross( l, k ) ),
           dl = ssVec3_Scale( -s_topMoment, ssVec3_Cross( k, s_up ) );
    memcpy( dx, ( double[6] ){ dk.x, dk.y, dk.z, dl.x, dl.y, dl.z }, 6 * sizeof( double ) );
}

/// A heavy top nods about a joint at its point.
static double topOnAJoint( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.05 );
    def.mass = 1.0;
    def.inertia = ssVec3_Make( s_topAcross - 0.04, s_topAcross - 0.04, s_topAlong );
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.4, 0.0 ) );
    ssVec3 axis = ssQuat_Rotate( def.pose.orientation, s_up );
    def.pose.position = ssVec3_Scale( 0.2, axis );
    def.omega = ssVec3_Scale( 40.0, axis );
    ssBodyId id = addBody( world, &def );
    ssJointDef joint = ssDefaultJointDef();
    joint.kind = ss_jointSpherical;
    joint.b = id;
    testMust( ssWorld_AddJoint( world, &joint, NULL ) );
    ssBodyState end = after( world, id, h, 1.0 );
    double spin = 40.0 * s_topAlong,
           x[6] = { axis.x, axis.y, axis.z, spin * axis.x, spin * axis.y, spin * axis.z };
    integrateRates( x, 6, 1.0, heavyTop );
    return distance( axisOf( &end ), ssVec3_Make( x[0], x[1], x[2] ) );
}

static void swinging( const double* x, double* dx )
{
    dx[0] = x[1];
    dx[1] = 9.81 * 0.5 / ( 0.25 + 1e-2 ) * cos( x[0] );
}

/// A rod swings about a hinge at its end.
static double rodOnAHinge( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( 0.05 );
    def.mass = 1.0;
    def.inertia = ssVec3_Make( 1e-2, 1e-2, 1e-2 );
    def.pose.position = ssVec3_Make( 0.5, 0.0, 0.0 );
    ssJointDef hinge = ssDefaultJointDef();
    hinge.kind = ss_jointRevolute;
    hinge.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
    ssBodyId id = hinge.b = addBody( world, &def );
    testMust( ssWorld_AddJoint( world, &hinge, NULL ) );
    ssBodyState end = after( world, id, h, 2.0 );
    double x[2] = { 0.0, 0.0 };
    integrateRates( x, 2, 2.0, swinging );
    return distance( end.pose.position, ssVec3_Make( 0.5 * cos( x[0] ), 0.0, -0.5 * sin( x[0] ) ) );
}

// ------------------------------------------------------------------------------------------------ what
// strikes

/// A ball that bounces, between its fourth and its fifth impact.
static double bouncingBall( double h, double theta )
{
    ssWorld* world = worldOf( theta );
    ssMaterial material = rough( 0.0 );
    material.restitution = 0.8;
    addPlane( world, material, 0.0 );
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.pose.position.z = 1.1;
    ssBodyState end = after( world, addBody( world, &ball ), h, 2.4 );
    double fall = sqrt( 2.0 / 9.81 ), time = 2.4 - fall, v = 9.81 * fall;
    for ( v *= 0.8; time > 2.0 * v / 9.81; v *= 0.8 ) { time -= 2.0 * v / 9.81; }
    return fabs( end.pose.position.z - 0.1 - v * time + 0.5 * 9.81 * time * time );
}

// ---------------------------------------------------------------------------------------------- table and
// picture

typedef struct OrderCase
{
    const char* name;
    double ( *error )( double h, double theta );
    int order; // 0: exact but for rounding
} OrderCase;

/// By their error at the coarsest step, so that the names in the picture follow the lines.
static const OrderCase s_cases[caseCount] = {
    { "Euler's disk rolls: axis", eulersDisk, 2 },
    { "heavy top on a joint: axis", topOnAJoint, 2 },
    { "tippe top slides: axis", tippeTop, 2 },
    { "free body turns over [rad/s]", tumblingBody, 2 },
    { "rod swings on a hinge [m]", rodOnAHinge, 2 },
    { "pushed across a slope [m]", acrossASlope, 2 },
    { "box slides, Stribeck friction [m]", stribeckBox, 2 },
    { "box sticks to a turntable [m]", boxOnTurntable, 2 },
    { "box gripped by a belt [m]", boxOnBelt, 2 },
    { "ball rolls on a turntable [m]", ballOnTurntable, 2 },
    { "ball rolls down a slope [m]", ballDownSlope, 0 },
    { "ball bounces four times [m]", bouncingBall, 0 },
};

static double orderBetween( double coarse, double fine )
{
    return log2( coarse / fine ) / 2.0; // of steps four times as long
}

static void writeTable( FILE* file, double errors[caseCount][stepCount] )
{
    fprintf( file,
        "| case | 8 ms | 4 ms | 2 ms | 1 ms | 0.5 ms | order | theta 1: 1 ms "
        "|\n|---|---|---|---|---|---|---|---|\n" );
    for ( int c = 0; c < caseCount; ++c )
    {
        fprintf( file, "| %s |", s_cases[c].name );
        for ( int i = 0; i < stepCount; ++i ) { fprintf( file, " %.1e |", errors[c][i] ); }
        fprintf( file, s_cases[c].order == 0 ? " exact |" : " %.1f |",
            orderBetween( errors[c][1], errors[c][3] ) );
        fprintf( file, " %.1e |\n", s_cases[c].error( 1e-3, 1.0 ) );
    }
}

static double across( double h ) { return 60.0 + 420.0 * log2( h / 0.5e-3 ) / 4.0; }

static double downTo( double error ) { return 30.0 + 400.0 * ( log10( 0.2 ) - log10( error ) ) / 9.0; }

/// Errors over the step, both logarithmic; names at the right, as far apart as their lines of text.
static void writePicture( FILE* file, double errors[caseCount][stepCount] )
{
    static const char* const colours[] = { "#0072b2", "#c24f00", "#008060", "#a8558a", "#8a7d00" };
    fprintf( file,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 740 480' font-family='sans-serif' "
        "font-size='12'>\n<rect width='740' height='480' fill='#ffffff'/>\n" );
    for ( int power = -9; power <= -1; ++power )
    {
        double y = downTo( pow( 10.0, power ) );
        fprintf( file,
            "<path d='M60 %.1fH480' stroke='#d5dae1'/><text x='52' y='%.1f' text-anchor='end' "
            "fill='#5b6675'>1e%d</text>\n",
            y, y + 4.0, power );
    }
    for ( int i = 0; i < stepCount; ++i )
    {
        fprintf( file, "<text x='%.1f' y='450' text-anchor='middle' fill='#5b6675'>%g ms</text>\n",
            across( s_steps[i] ), 1e3 * s_steps[i] );
    }
    fprintf(
        file, "<text x='270' y='470' text-anchor='middle'>step</text><text x='60' y='20'>error</text>\n" );
    for ( int order = 1; order <= 2; ++order )
    {
        double from = order == 1 ? 8e-3 : 1e-8, to = from * pow( 16.0, order );
        fprintf( file,
            "<path d='M%.1f %.1fL%.1f %.1f' stroke='#5b6675' stroke-dasharray='5 4'/><text x='%.1f' "
            "y='%.1f' fill='#5b6675'>order %d</text>\n",
            across( s_steps[stepCount - 1] ), downTo( from ), across( s_steps[0] ), downTo( to ),
            across( s_steps[stepCount - 1] ) + 6.0, downTo( from ) - 9.0, order );
    }
    double last = 0.0;
    for ( int c = 0; c < caseCount && s_cases[c].order > 0; ++c )
    {
        const char* colour = colours[c % SS_COUNT( colours )];
        fprintf( file, "<path d='M" );
        for ( int i = 0; i < stepCount; ++i )
        {
            fprintf( file, "%s%.1f %.1f", i > 0 ? "L" : "", across( s_steps[i] ), downTo( errors[c][i] ) );
        }
        double y = ssMax( downTo( errors[c][0] ), last + 16.0 );
        fprintf( file,
            "' fill='none' stroke='%s' stroke-width='1.5'/><path d='M482 %.1fL500 %.1f' stroke='%s' "
            "stroke-width='0.7'/><text x='504' y='%.1f' fill='%s'>%s</text>\n",
            colour, downTo( errors[c][0] ), y, colour, y + 4.0, colour, s_cases[c].name );
        last = y;
    }
    fprintf( file, "</svg>\n" );
}

static void writeFile(
    const char* name, void ( *write )( FILE*, double ( * )[stepCount] ), double ( *errors )[stepCount] )
{
    char path[600];
    snprintf( path, sizeof path, "%s/%s", getenv( "SLIPSTICK_ORDER" ), name );
    FILE* file = fopen( path, "w" );
    if ( file != NULL )
    {
        write( file, errors );
        fclose( file );
    }
}

/// Half the step, a quarter of the error, at every step; what is exact is so to rounding.
TEST everyMotionKeepsItsOrder( void )
{
    static double errors[caseCount][stepCount];
    for ( int c = 0; c < caseCount; ++c )
    {
        for ( int i = 0; i < stepCount; ++i ) { errors[c][i] = s_cases[c].error( s_steps[i], 0.0 ); }
    }
    if ( getenv( "SLIPSTICK_ORDER" ) != NULL )
    {
        writeFile( "order.md", writeTable, errors );
        writeFile( "order.svg", writePicture, errors );
    }
    for ( int c = 0; c < caseCount; ++c )
    {
        for ( int i = 0; i + 2 < stepCount; ++i )
        {
            double found = orderBetween( errors[c][i], errors[c][i + 2] );
            ASSERTm( s_cases[c].name, s_cases[c].order == 0 ? errors[c][i] < 1e-11 : found > 1.8 );
        }
    }
    PASS();
}

/// The scheme of first order is of first order by the same measure, but for free bodies, which have no
/// contacts.
TEST theOldSchemeIsOfFirstOrder( void )
{
    for ( int c = 0; c < caseCount; ++c )
    {
        double coarse = s_cases[c].error( 2e-3, 1.0 ), fine = s_cases[c].error( 0.5e-3, 1.0 );
        bool contacts = s_cases[c].error != tumblingBody && s_cases[c].error != topOnAJoint;
        ASSERTm( s_cases[c].name, !contacts || orderBetween( coarse, fine ) < 1.5 );
    }
    PASS();
}

SUITE( order )
{
    RUN_TEST( everyMotionKeepsItsOrder );
    RUN_TEST( theOldSchemeIsOfFirstOrder );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( order );
    return TEST_END();
}
