// SPDX-License-Identifier: MIT
#include "world/joint_private.h"

// [rad] in a step, up to which the velocities of joints are bent with the paths of their bodies.
#define BEND_ANGLE 0.3

// Joints: rows that are bilateral or have a box for their multiplier (Tasora & Anitescu Eq. 10).

ssJointDef ssDefaultJointDef( void )
{
    return ( ssJointDef ){ .kind = ss_jointFixed, .axis = { 1.0, 0.0, 0.0 }, .maxForce = HUGE_VAL };
}

static ssPose poseOf( const ssWorld* world, int body )
{
    ssPose origin = { { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    return body >= 0 ? world->bodies[body].pose : origin;
}

static ssVec3 toLocal( ssPose pose, ssVec3 point )
{
    return ssQuat_Rotate( ssQuat_Conjugate( pose.orientation ), ssVec3_Sub( point, pose.position ) );
}

static ssVec3 toWorld( ssPose pose, ssVec3 point )
{
    return ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, point ) );
}

/// The index of a joint's body; -1: the fixed world, which the null handle names.
static ssResult sideOf( const ssWorld* world, const char* field, ssBodyId id, int* index )
{
    *index = -1;
    return id.slot1 == 0 && id.generation == 0 ? ssOk() : worldEditBody( world, field, id, index );
}

/// A kind of joint that would ignore a number refuses it.
static ssResult checkDrive( ssJointKind kind, double speed, double maxForce )
{
    if ( !( isfinite( speed ) && maxForce >= 0.0 ) )
    {
        return ssError( ss_errorValue, isfinite( speed ) ? "maxForce" : "speed",
            "speed = %g m/s, maxForce = %g N; allowed: a finite speed and a force >= 0", speed, maxForce );
    }
    if ( kind != ss_jointMotion && speed != 0.0 )
    {
        return ssError( ss_errorValue, "speed",
            "speed = %g m/s: only a motor has one; allowed: 0, or a joint of the kind ss_jointMotion",
            speed );
    }
    return kind == ss_jointMotion || kind == ss_jointSeal || isinf( maxForce )
        ? ssOk()
        : ssError( ss_errorValue, "maxForce",
              "maxForce = %g N: only motors and seals have a bound; allowed: infinite, or a joint of the "
              "kind ss_jointMotion or ss_jointSeal",
              maxForce );
}

static bool isMovable( const ssWorld* world, int body )
{
    return body >= 0 && world->bodies[body].kind == ss_bodyDynamic;
}

/// Whether a joint of this kind keeps a place or an angle, so that a contact of its bodies may contradict it.
static bool holds( ssJointKind kind ) { return kind != ss_jointMotion && kind != ss_jointSeal; }

static ssResult checkSides( const ssWorld* world, const ssJointDef* def, int a, int b )
{
    if ( a == b )
    {
        return ssError( ss_errorValue, "b",
            "a joint holds two different bodies; allowed for one of them: the null handle, the fixed world" );
    }
    if ( !isMovable( world, a ) && !isMovable( world, b ) )
    {
        return ssError(
            ss_errorValue, "b", "neither body of the joint can move; allowed: at least one that is dynamic" );
    }
    return def->touch && !( holds( def->kind ) && a >= 0 && b >= 0 )
        ? ssError( ss_errorValue, "touch",
              "touch = true of %s; allowed: false, or a joint that holds two bodies to each other",
              holds( def->kind ) ? "a joint with the fixed world"
                                 : "a motor or seal, whose bodies touch anyway" )
        : ssOk();
}

static ssResult checkJoint( const ssWorld* world, const ssJointDef* def, int a, int b )
{
    double axis = ssVec3_Length( def->axis );
    bool placed = isfinite( ssVec3_Length( def->anchor ) );
    if ( def->kind < 0 || def->kind > ss_jointSeal )
    {
        return ssError( ss_errorValue, "kind", "no kind of joint has the number %d", (int)def->kind );
    }
    if ( !( axis > 0.0 && isfinite( axis ) ) || !placed )
    {
        return ssError( ss_errorValue, placed ? "axis" : "anchor",
            "a joint needs a finite anchor and an axis that is not zero" );
    }
    SS_TRY( checkSides( world, def, a, b ) );
    return checkDrive( def->kind, def->speed, def->maxForce );
}

Joint jointVacant( bool apart )
{
    return ( Joint ){ .a = -1, .b = -1, .relative = ssQuat_Identity(), .apart = apart };
}

static void wakeSides( ssWorld* world, const Joint* joint )
{
    if ( joint->a >= 0 ) { islandWakeBody( world, joint->a ); }
    if ( joint->b >= 0 ) { islandWakeBody( world, joint->b ); }
}

/// Puts joint `index` first in the lists of its bodies.
static void jointChain( ssWorld* world, int index )
{
    Joint* joint = &world->joints[index];
    if ( joint->a >= 0 && joint->b >= 0 && holds( joint->kind ) )
    {
        int* first[2] = { &world->bodies[joint->a].firstJoint, &world->bodies[joint->b].firstJoint };
        for ( int side = 0; side < 2; ++side )
        {
            joint->next[side] = *first[side];
            *first[side] = index + 1;
        }
    }
}

static ssResult addJoint( ssWorld* world, const ssJointDef* def, int* slot )
{
    int bodyA = -1, bodyB = -1;
    SS_TRY( worldCheckEdit( world ) );
    SS_TRY( sideOf( world, "a", def->a, &bodyA ) );
    SS_TRY( sideOf( world, "b", def->b, &bodyB ) );
    SS_TRY( checkJoint( world, def, bodyA, bodyB ) );
    int capacity = 2 * world->jointCapacity + 8;
    *slot = handlesNext( &world->jointHandles, world->jointCount );
    if ( *slot == world->jointCapacity && !worldReserveJoints( world, capacity ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d joints", capacity );
    }
    if ( !handlesSetData( &world->jointHandles, *slot, def->userData ) )
    {
        return ssError( ss_errorMemory, "userData", "out of memory for the user data of joints" );
    }
    ssPose a = poseOf( world, bodyA ), b = poseOf( world, bodyB );
    ssVec3 axis = ssVec3_Scale( 1.0 / ssVec3_Length( def->axis ), def->axis );
    Joint joint = { .kind = def->kind,
        .a = bodyA,
        .b = bodyB,
        .anchorA = toLocal( a, def->anchor ),
        .anchorB = toLocal( b, def->anchor ),
        .axisA = ssQuat_Rotate( ssQuat_Conjugate( a.orientation ), axis ),
        .relative = ssQuat_Mul( ssQuat_Conjugate( a.orientation ), b.orientation ),
        .speed = def->speed,
        .maxForce = def->maxForce,
        .apart = holds( def->kind ) && bodyA >= 0 && bodyB >= 0 && !def->touch };
    world->joints[*slot] = joint;
    world->jointCount += *slot == world->jointCount ? 1 : 0;
    handlesTake( &world->jointHandles, *slot );
    worldChanged( world );
    jointChain( world, *slot );
    wakeSides( world, &joint );
    if ( joint.apart )
    {
        worldWakeConnected( world, bodyA ); // what touched no longer does
    }
    return ssOk();
}

ssResult ssWorld_AddJoint( ssWorld* world, const ssJointDef* def, ssJointId* id )
{
    int slot = -1;
    ssResult result = addJoint( world, def, &slot );
    if ( id != NULL ) { *id = result.code == ss_ok ? ssWorld_JointAt( world, slot ) : ( ssJointId ){ 0, 0 }; }
    return result;
}

void jointsChain( ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount; ++i ) { world->bodies[i].firstJoint = 0; }
    for ( int i = 0; i < world->jointCount; ++i ) { jointChain( world, i ); }
}

JointPair jointsBetween( const ssWorld* world, int a, int b )
{
    JointPair pair = jointsNone;
    for ( int k = world->bodies[a].firstJoint; k > 0 && pair != jointsApart; )
    {
        const Joint* joint = &world->joints[k - 1];
        if ( joint->a == b || joint->b == b ) { pair = joint->apart ? jointsApart : jointsTouch; }
        k = joint->next[joint->a == a ? 0 : 1];
    }
    return pair;
}

int ssWorld_JointCount( const ssWorld* world )
{
    return world != NULL ? world->jointCount - world->jointHandles.freedCount : 0;
}

int ssWorld_JointSlots( const ssWorld* world ) { return world != NULL ? world->jointCount : 0; }

bool ssWorld_HasJoint( const ssWorld* world, ssJointId id ) { return jointNamed( world, id ) >= 0; }

ssJointId ssWorld_JointAt( const ssWorld* world, int slot )
{
    bool used = world != NULL && slot >= 0 && slot < world->jointCount && world->jointHandles.used[slot];
    return used ? ( ssJointId ){ slot + 1, world->jointHandles.generations[slot] } : ( ssJointId ){ 0, 0 };
}

void* ssWorld_JointData( const ssWorld* world, ssJointId id )
{
    int index = jointNamed( world, id );
    return index >= 0 ? handlesData( &world->jointHandles, index ) : NULL;
}

ssResult ssWorld_SetJointData( ssWorld* world, ssJointId id, void* userData )
{
    int index = -1;
    SS_TRY( worldEditJoint( world, id, &index ) );
    return !handlesSetData( &world->jointHandles, index, userData )
        ? ssError( ss_errorMemory, "userData", "out of memory for the user data of joints" )
        : ssOk();
}

ssResult ssWorld_SetJoint( ssWorld* world, ssJointId id, double speed, double maxForce )
{
    int index = -1;
    SS_TRY( worldEditJoint( world, id, &index ) );
    SS_TRY( checkDrive( world->joints[index].kind, speed, maxForce ) );
    world->joints[index].speed = speed;
    world->joints[index].maxForce = maxForce;
    worldChanged( world );
    wakeSides( world, &world->joints[index] );
    return ssOk();
}

static const int s_rowCounts[] = { [ss_jointFixed] = 6,
    [ss_jointPrismatic] = 5,
    [ss_jointRevolute] = 5,
    [ss_jointSpherical] = 3,
    [ss_jointMotion] = 1,
    [ss_jointSeal] = 1 };

bool jointIsActive( const ssWorld* world, const Joint* joint )
{
    int a = joint->a, b = joint->b;
    bool enabled = ( a < 0 || world->bodies[a].enabled ) && ( b < 0 || world->bodies[b].enabled );
    return enabled && ( ( a >= 0 && world->slot[a] >= 0 ) || ( b >= 0 && world->slot[b] >= 0 ) );
}

int jointsCountRows( const ssWorld* world )
{
    int count = 0;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        count += jointIsActive( world, &world->joints[i] ) ? s_rowCounts[world->joints[i].kind] : 0;
    }
    return count;
}

/// The velocity of a body before the step, six numbers; zero of one that is not there or static.
static void velocityOf( const ssWorld* world, int body, double v[6] )
{
    int slot = body >= 0 ? world->slot[body] : -1;
    memset( v, 0, 6 * sizeof( double ) );
    if ( slot >= 0 ) { memcpy( v, world->before + 6 * (size_t)slot, 6 * sizeof( double ) ); }
    else if ( body >= 0 && world->bodies[body].kind == ss_bodyKinematic )
    {
        bodyVelocity( &world->bodies[body], v );
    }
}

/// The pose of a body that moves freely on, as it is integrated; `v` (may be NULL) receives its velocity
/// then.
static ssPose moveOn( const ssWorld* world, int body, double time, double v[6] )
{
    ssPose pose = poseOf( world, body );
    double now[6], *at = v != NULL ? v : now;
    velocityOf( world, body, at );
    if ( time > 0.0 && body >= 0 )
    {
        ssVec3 omega = { at[3], at[4], at[5] };
        ssQuat turn = ssQuat_FromRotationVector( ssVec3_Scale( time, omega ) );
        if ( world->slot[body] >= 0 && !world->bodies[body].isotropic )
        {
            bodyFreeRotation( &world->bodies[body], time, &omega, &turn );
            omega = ssQuat_Rotate( turn, omega );
        }
        pose.position = ssVec3_MulAdd( pose.position, time, ssVec3_Make( at[0], at[1], at[2] ) );
        pose.orientation = ssQuat_Mul( turn, pose.orientation );
        at[3] = omega.x;
        at[4] = omega.y;
        at[5] = omega.z;
    }
    return pose;
}

static ssPose poseAfter( const ssWorld* world, int body, double time )
{
    return moveOn( world, body, time, NULL );
}

/// The rotation vector of b from where it belongs; for a hinge, only what tilts its axis.
static ssVec3 twistOf( const Joint* joint, ssPose a, ssPose b, ssVec3 axis )
{
    if ( joint->kind == ss_jointRevolute )
    {
        ssVec3 own = ssQuat_Rotate( ssQuat_Conjugate( joint->relative ), joint->axisA );
        return ssVec3_Cross( axis, ssQuat_Rotate( b.orientation, own ) );
    }
    ssQuat off = ssQuat_Mul(
        ssQuat_Mul( b.orientation, ssQuat_Conjugate( joint->relative ) ), ssQuat_Conjugate( a.orientation ) );
    return ssVec3_Scale( off.w < 0.0 ? -2.0 : 2.0, ssVec3_Make( off.x, off.y, off.z ) );
}

Place jointPlace( const ssWorld* world, const Joint* joint, double time )
{
    ssPose a = poseAfter( world, joint->a, time ), b = poseAfter( world, joint->b, time );
    ssVec3 anchor = toWorld( b, joint->anchorB ), axis = ssQuat_Rotate( a.orientation, joint->axisA );
    ssVec3 side = ssContactTangent( axis );
    return ( Place ){ .armA = ssVec3_Sub( anchor, a.position ),
        .armB = ssVec3_Sub( anchor, b.position ),
        .apart = ssVec3_Sub( anchor, toWorld( a, joint->anchorA ) ),
        .twist = twistOf( joint, a, b, axis ),
        .frame = { axis, side, ssVec3_Cross( axis, side ) } };
}

int jointLines( const Joint* joint, const Place* place, JointLine lines[JOINT_ROWS_MAX] )
{
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    int count = 0;
    if ( joint->kind == ss_jointMotion || joint->kind == ss_jointSeal ) { return 0; }
    for ( int k = joint->kind == ss_jointPrismatic ? 1 : 0; k < 3; ++k )
    {
        ssVec3 along = place->frame[k];
        lines[count++] = ( JointLine ){ along, zero, ssVec3_Dot( place->apart, along ) };
    }
    int firstTurn = joint->kind == ss_jointSpherical ? 3 : joint->kind == ss_jointRevolute ? 1 : 0;
    for ( int k = firstTurn; k < 3; ++k )
    {
        ssVec3 along = place->frame[k];
        lines[count++] = ( JointLine ){ zero, along, ssVec3_Dot( place->twist, along ) };
    }
    return count;
}

void jointJacobian( const Place* place, ssVec3 linear, ssVec3 angular, double jacobian[2][6] )
{
    ssVec3 ma = ssVec3_Add( ssVec3_Cross( place->armA, linear ), angular );
    ssVec3 mb = ssVec3_Add( ssVec3_Cross( place->armB, linear ), angular );
    const double a[6] = { -linear.x, -linear.y, -linear.z, -ma.x, -ma.y, -ma.z };
    const double b[6] = { linear.x, linear.y, linear.z, mb.x, mb.y, mb.z };
    memcpy( jacobian[0], a, sizeof a );
    memcpy( jacobian[1], b, sizeof b );
}

double jointDriven( const ssWorld* world, int body, const double* jacobian )
{
    double v[6], sum = 0.0;
    if ( body < 0 || world->slot[body] >= 0 || world->bodies[body].kind != ss_bodyKinematic ) { return 0.0; }
    bodyVelocity( &world->bodies[body], v );
    for ( int k = 0; k < 6; ++k ) { sum += jacobian[k] * v[k]; }
    return sum;
}

/// Adds one side of a row. With `kept` > 0 its velocity before the step counts as well.
static void setSide( const ssWorld* world, int body, const double* jacobian, double kept, double* target,
    int* slot, double* q )
{
    memcpy( target, jacobian, 6 * sizeof( double ) );
    *slot = body >= 0 ? world->slot[body] : -1;
    if ( *slot < 0 )
    {
        *q += ( 1.0 + kept ) * jointDriven( world, body, jacobian );
        return;
    }
    const double *free = world->problem.freeVelocity + 6 * (size_t)*slot,
                 *before = world->before + 6 * (size_t)*slot;
    for ( int k = 0; k < 6; ++k )
    {
        *q += jacobian[k] * ( kept > 0.0 ? free[k] + kept * before[k] : free[k] );
    }
}

/// Adds J (v+ + kept v) = `wanted`, J along (`linear`, `angular`), with a multiplier in [-bound, bound].
static void addRow( ssWorld* world, const Joint* joint, const Place* place, const JointLine* line,
    double kept, double wanted, double bound )
{
    ssProblemRow* row = &world->problem.rows[world->problem.rowCount];
    double jacobian[2][6];
    jointJacobian( place, line->linear, line->angular, jacobian );
    row->q = -wanted;
    row->lo = -bound;
    row->hi = bound;
    setSide( world, joint->a, jacobian[0], kept, row->jacobianA, &row->a, &row->q );
    setSide( world, joint->b, jacobian[1], kept, row->jacobianB, &row->b, &row->q );
    world->problem.rowCount += 1;
}

static double turnOf( const double v[6], double h )
{
    return h * ssVec3_Length( ssVec3_Make( v[3], v[4], v[5] ) );
}

/// The velocities along the lines for the second-order errors of turning, when the step moves bodies
/// straight: then the sides end where they belong, and centripetal forces do no work.
static void bendVelocities( const ssWorld* world, const Joint* joint, const Place* place,
    const JointLine* lines, int count, double h, double* bend )
{
    Place ahead = jointPlace( world, joint, h );
    ssQuat from = poseOf( world, joint->a ).orientation, to = poseAfter( world, joint->a, h ).orientation;
    ssQuat turn = ssQuat_Mul( to, ssQuat_Conjugate( from ) );
    double a[6], b[6];
    velocityOf( world, joint->a, a );
    velocityOf( world, joint->b, b );
    // A body that turns much in a step may turn quite otherwise in the next one.
    double angle = ssMax( turnOf( a, h ), turnOf( b, h ) ) / BEND_ANGLE;
    if ( angle == 0.0 )
    {
        return; // not even by rounding
    }
    double part = 1.0 / ( 1.0 + angle * angle * angle * angle );
    for ( int k = 0; k < count; ++k )
    {
        double jacobian[2][6];
        jointJacobian( place, lines[k].linear, lines[k].angular, jacobian );
        double error = ssVec3_Dot( ssQuat_Rotate( turn, lines[k].linear ), ahead.apart ) +
            ssVec3_Dot( ssQuat_Rotate( turn, lines[k].angular ), ahead.twist );
        bend[k] = ( lines[k].error - error ) / h;
        for ( int n = 0; n < 6; ++n ) { bend[k] += jacobian[0][n] * a[n] + jacobian[1][n] * b[n]; }
        bend[k] *= part;
    }
}

/// What turning in the second half of a midpoint step, of lines and of angular velocities, adds to the
/// velocities along the lines.
static void leanVelocities( const ssWorld* world, const Joint* joint, const Place* place,
    const JointLine* lines, int count, double h, double* bend )
{
    Place ahead = jointPlace( world, joint, 0.5 * h );
    ssQuat from = poseOf( world, joint->a ).orientation,
           to = poseAfter( world, joint->a, 0.5 * h ).orientation;
    ssQuat turn = ssQuat_Mul( to, ssQuat_Conjugate( from ) );
    const int ids[2] = { joint->a, joint->b };
    double v[2][6], end[2][6];
    for ( int side = 0; side < 2; ++side )
    {
        velocityOf( world, ids[side], v[side] );
        moveOn( world, ids[side], 0.5 * h, end[side] );
    }
    for ( int k = 0; k < count; ++k )
    {
        double now[2][6], then[2][6];
        jointJacobian( place, lines[k].linear, lines[k].angular, now );
        jointJacobian(
            &ahead, ssQuat_Rotate( turn, lines[k].linear ), ssQuat_Rotate( turn, lines[k].angular ), then );
        for ( int side = 0; side < 2; ++side )
        {
            for ( int n = 0; n < 6; ++n )
            {
                bend[k] += now[side][n] * v[side][n] - then[side][n] * end[side][n];
            }
        }
    }
}

static void jointRows( ssWorld* world, const Joint* joint, double h )
{
    // With theta < 1 the rows hold the mean velocity at the middle of the step, which moves the bodies, so
    // joints do no work. In the midpoint scheme bodies are there already, and rows hold the end.
    double theta = worldIsMidpoint( world ) ? 1.0 : worldTheta( world ), bend[JOINT_ROWS_MAX] = { 0.0 };
    Place place = jointPlace( world, joint, ( 1.0 - theta ) * h );
    JointLine lines[JOINT_ROWS_MAX] = { { .linear = place.frame[0] } };
    int count = jointLines( joint, &place, lines );
    if ( count == 0 )
    {
        double bound = isfinite( joint->maxForce ) ? h * joint->maxForce : HUGE_VAL;
        addRow(
            world, joint, &place, &lines[0], 0.0, joint->kind == ss_jointMotion ? joint->speed : 0.0, bound );
    }
    if ( worldIsMidpoint( world ) ) { leanVelocities( world, joint, &place, lines, count, h, bend ); }
    else if ( theta == 1.0 ) { bendVelocities( world, joint, &place, lines, count, h, bend ); }
    for ( int k = 0; k < count; ++k )
    {
        addRow( world, joint, &place, &lines[k], ( 1.0 - theta ) / theta, bend[k], HUGE_VAL );
    }
}

void jointsRows( ssWorld* world, double h )
{
    ssProblem* problem = &world->problem;
    problem->rowCount = 0;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        world->joints[i].aligned = world->joints[i].alignedWork = 0.0;
    }
    if ( worldTheta( world ) < 1.0 && !worldIsMidpoint( world ) )
    {
        jointsAlign( world ); // the mean would keep what the velocities have against the joints
    }
    double* p = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        Joint* joint = &world->joints[i];
        joint->firstRow = problem->rowCount;
        joint->rowCount = jointIsActive( world, joint ) ? s_rowCounts[joint->kind] : 0;
        if ( joint->rowCount > 0 )
        {
            jointRows( world, joint, h );
            for ( int k = 0; k < joint->rowCount; ++k )
            {
                p[joint->firstRow + k] = world->def.warmStart ? joint->p[k] : 0.0;
            }
        }
    }
}

void jointsKeep( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        Joint* joint = &world->joints[i];
        joint->force = joint->moment = ssVec3_Make( 0.0, 0.0, 0.0 );
        for ( int k = 0; k < joint->rowCount; ++k )
        {
            const ssProblemRow* row = &problem->rows[joint->firstRow + k];
            const double* j = row->jacobianB;
            joint->p[k] = p[joint->firstRow + k];
            joint->force =
                ssVec3_MulAdd( joint->force, joint->p[k] / world->h, ssVec3_Make( j[0], j[1], j[2] ) );
            bool turns = j[0] == 0.0 && j[1] == 0.0 && j[2] == 0.0;
            joint->moment = turns
                ? ssVec3_MulAdd( joint->moment, joint->p[k] / world->h, ssVec3_Make( j[3], j[4], j[5] ) )
                : joint->moment;
        }
    }
}

void ssWorld_JointForce( const ssWorld* world, ssJointId id, ssVec3* force, ssVec3* moment )
{
    int index = jointNamed( world, id );
    const ssVec3 none = { 0.0, 0.0, 0.0 };
    *force = index >= 0 ? world->joints[index].force : none;
    *moment = index >= 0 ? world->joints[index].moment : none;
}
