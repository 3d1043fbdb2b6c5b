// SPDX-License-Identifier: MIT
#include "linalg/block_lu.h"
#include "world/joint_private.h"

#include <float.h>

// Joints at the level of positions. Rows hold velocities only, so that a step leaves errors of second order;
// they are removed by moving the bodies, never through velocities. J M^-1 J^T of the bodies that hang
// together by joints is factored, one block per joint: for a chain that costs as much as the chain is long,
// and heavy bodies on light ones make no difference. A Newton step is
//     x <- x - M^-1 J^T (J M^-1 J^T)^-1 C(x),
// and J z = 0 is kept by the part of any motion z that (1 - M^-1 J^T (J M^-1 J^T)^-1 J) leaves of it.

// Error that is left, over the arms of the joint: far below what can be seen, far above rounding.
#define TOLERANCE 1e-9
// Errors over the arms, and angles, that can be seen.
#define VISIBLE 1e-2
// Added to the diagonal of J M^-1 J^T, as a part of it: several joints may prevent the same motion. It grows
// where the errors do not fall, as when a joint is out of reach (Levenberg & Marquardt).
#define DAMPING_MIN 1e-10
#define DAMPING_MAX 1.0
#define DAMPING_FACTOR 100.0

static int slotOf( const ssWorld* world, int body ) { return body >= 0 ? world->slot[body] : -1; }

static bool isHeld( const ssWorld* world, int i )
{
    const Joint* joint = &world->joints[i];
    return joint->kind < ss_jointMotion && jointIsActive( world, joint );
}

/// The component of a link: that of a body of its.
static int componentOf( const JointSystem* system, const Joint* joint )
{
    int a = slotOf( system->world, joint->a ), b = slotOf( system->world, joint->b );
    return system->componentOf[a >= 0 ? a : b];
}

/// Joins active bodies by joints (forest in system->memberOf); system->componentOf counts the joints.
static void joinBodies( JointSystem* system )
{
    const ssWorld* world = system->world;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        system->memberOf[s] = s;
        system->componentOf[s] = 0;
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        if ( !isHeld( world, i ) ) { continue; }
        int a = slotOf( world, world->joints[i].a ), b = slotOf( world, world->joints[i].b );
        system->linkCount += 1;
        for ( int k = 0; k < 2; ++k )
        {
            int s = k == 0 ? a : b;
            system->componentOf[s >= 0 ? s : 0] += s >= 0 ? 1 : 0;
        }
        if ( a >= 0 && b >= 0 ) { islandJoin( system->memberOf, a, b ); }
    }
}

/// Numbers the components in the order of their first bodies.
static void numberComponents( JointSystem* system )
{
    int *forest = system->memberOf, *number = system->componentOf;
    for ( int s = 0; s < system->world->activeCount; ++s )
    {
        int root = islandRoot( forest, s );
        if ( number[s] > 0 )
        {
            number[s] = root == s ? system->componentCount++ : number[root]; // a root is its first body
        }
        else { number[s] = -1; }
    }
}

static bool isKinematic( const ssWorld* world, int body )
{
    return body >= 0 && world->bodies[body].kind == ss_bodyKinematic;
}

/// Marks the components that a motor or a kinematic body drives.
static void markDriven( JointSystem* system )
{
    const ssWorld* world = system->world;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        const Joint* joint = &world->joints[i];
        bool drives =
            joint->kind == ss_jointMotion || isKinematic( world, joint->a ) || isKinematic( world, joint->b );
        for ( int k = 0; k < 2 && drives && jointIsActive( world, joint ); ++k )
        {
            int s = slotOf( world, k == 0 ? joint->a : joint->b );
            if ( s >= 0 && system->componentOf[s] >= 0 )
            {
                system->components[system->componentOf[s]].driven = true;
            }
        }
    }
}

/// Lists the members of the components and their links.
static void fillComponents( JointSystem* system )
{
    ssWorld* world = system->world;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        if ( system->componentOf[s] >= 0 ) { system->components[system->componentOf[s]].members += 1; }
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        if ( isHeld( world, i ) ) { system->components[componentOf( system, &world->joints[i] )].count += 1; }
    }
    for ( int c = 1; c < system->componentCount; ++c )
    {
        const JointComponent* before = &system->components[c - 1];
        system->components[c].member = before->member + before->members;
        system->components[c].first = before->first + before->count;
    }
    for ( int c = 0; c < system->componentCount; ++c )
    {
        JointComponent* component = &system->components[c];
        component->members = component->count = 0;
        component->error = component->previous = HUGE_VAL;
        component->damping = DAMPING_MIN;
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        if ( system->componentOf[s] >= 0 )
        {
            JointComponent* component = &system->components[system->componentOf[s]];
            system->memberOf[s] = component->members;
            system->members[component->member + component->members++] = s;
        }
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        if ( isHeld( world, i ) )
        {
            Joint* joint = &world->joints[i];
            JointComponent* component = &system->components[componentOf( system, joint )];
            JointLink* link = &system->links[component->first + component->count++];
            *link = ( JointLink ){ .joint = joint,
                .slots = { slotOf( world, joint->a ), slotOf( world, joint->b ) } };
        }
    }
}

bool jointsOpen( ssWorld* world, JointSystem* system )
{
    *system = ( JointSystem ){ .world = world };
    if ( world->jointCount == 0 || world->activeCount == 0 ) { return false; }
    size_t bytes = sizeof( int ) * (size_t)world->activeCount;
    system->componentOf = ssArena_Reserve( world->arena, bytes );
    system->memberOf = ssArena_Reserve( world->arena, bytes );
    system->members = ssArena_Reserve( world->arena, bytes );
    if ( system->componentOf == NULL || system->memberOf == NULL || system->members == NULL )
    {
        return false;
    }
    joinBodies( system );
    numberComponents( system );
    system->links = ssArena_Reserve( world->arena, sizeof( JointLink ) * (size_t)system->linkCount );
    system->components =
        ssArena_Alloc( world->arena, sizeof( JointComponent ) * (size_t)system->componentCount );
    if ( system->linkCount == 0 || system->links == NULL || system->components == NULL ) { return false; }
    fillComponents( system );
    markDriven( system );
    return true;
}

int jointsMembers( const JointSystem* system, int component, const int** members )
{
    *members = system->members + system->components[component].member;
    return system->components[component].members;
}

/// [m] What is left of an error of position of a link, and [rad] of one of orientation.
static void allowedErrors(
    const ssWorld* world, const JointLink* link, const Place* place, double* gap, double* angle )
{
    const Joint* joint = link->joint;
    double reach = 0.0, far = ssVec3_Length( place->apart );
    for ( int k = 0; k < 2; ++k )
    {
        if ( link->slots[k] >= 0 )
        {
            const Body* body = &world->bodies[k == 0 ? joint->a : joint->b];
            ssVec3 anchor = k == 0 ? joint->anchorA : joint->anchorB;
            reach += ssVec3_Length( anchor ) + body->innerRadius;
            far += ssVec3_Length( body->pose.position );
        }
    }
    *gap = TOLERANCE * reach + 16.0 * DBL_EPSILON * ( far + reach );
    *angle = TOLERANCE;
}

bool jointIsOff( const ssWorld* world, const JointLink* link, const Place* place, double gap, double angle )
{
    double gapAllowed, angleAllowed;
    allowedErrors( world, link, place, &gapAllowed, &angleAllowed );
    return gap > VISIBLE / TOLERANCE * gapAllowed || angle > VISIBLE / TOLERANCE * angleAllowed;
}

void jointErrors( const JointLine* lines, int count, double* gap, double* angle )
{
    *gap = *angle = 0.0;
    for ( int k = 0; k < count; ++k )
    {
        bool turns = ssVec3_Dot( lines[k].angular, lines[k].angular ) > 0.0;
        *( turns ? angle : gap ) += lines[k].error * lines[k].error;
    }
    *gap = sqrt( *gap );
    *angle = sqrt( *angle );
}

bool jointsAreOff( const JointSystem* system, int component )
{
    return system->components[component].error > 1.0;
}

bool jointsMeasure( JointSystem* system )
{
    bool some = false;
    for ( int c = 0; c < system->componentCount; ++c )
    {
        JointComponent* component = &system->components[c];
        component->previous = component->error;
        component->error = 0.0;
        for ( int i = component->first; i < component->first + component->count; ++i )
        {
            const JointLink* link = &system->links[i];
            Place place = jointPlace( system->world, link->joint, 0.0 );
            JointLine lines[JOINT_ROWS_MAX];
            double gap, angle, gapAllowed, angleAllowed;
            jointErrors( lines, jointLines( link->joint, &place, lines ), &gap, &angle );
            allowedErrors( system->world, link, &place, &gapAllowed, &angleAllowed );
            component->error = ssMax( component->error, ssMax( gap / gapAllowed, angle / angleAllowed ) );
        }
        bool falls = component->error <= component->previous;
        component->damping = falls ? ssMax( component->damping / DAMPING_FACTOR, DAMPING_MIN )
                                   : ssMin( component->damping * DAMPING_FACTOR, DAMPING_MAX );
        some = some || component->error > 1.0;
    }
    return some;
}

/// out = M^-1 m for a body; `equal` gives it unit mass.
static void inverseMassTimes(
    const Body* body, const ssMat3* inverseInertia, bool equal, const double m[6], double out[6] )
{
    double scale = equal ? body->mass : 1.0, ease = scale / body->mass;
    ssVec3 turn = ssVec3_Scale( scale, ssMat3_Mul( *inverseInertia, ssVec3_Make( m[3], m[4], m[5] ) ) );
    const double numbers[6] = { ease * m[0], ease * m[1], ease * m[2], turn.x, turn.y, turn.z };
    memcpy( out, numbers, sizeof numbers );
}

/// The rows of a link at the present poses. Rows that it does not have stay zero.
static void fillLink( const ssWorld* world, JointLink* link, bool equal )
{
    const Joint* joint = link->joint;
    Place place = jointPlace( world, joint, 0.0 );
    JointLine lines[JOINT_ROWS_MAX];
    ssMat3 inertia[2] = { { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } } };
    const Body* bodies[2] = { NULL, NULL };
    link->rows = jointLines( joint, &place, lines );
    memset( link->jacobian, 0, sizeof link->jacobian );
    memset( link->response, 0, sizeof link->response );
    for ( int k = 0; k < 2; ++k )
    {
        bodies[k] = link->slots[k] >= 0 ? &world->bodies[world->active[link->slots[k]]] : NULL;
        inertia[k] = bodies[k] != NULL ? bodyInverseInertia( bodies[k] ) : inertia[k];
    }
    for ( int r = 0; r < link->rows; ++r )
    {
        double jacobian[2][6];
        jointJacobian( &place, lines[r].linear, lines[r].angular, jacobian );
        link->error[r] = lines[r].error;
        for ( int k = 0; k < 2; ++k )
        {
            memcpy( link->jacobian[k] + 6 * r, jacobian[k], sizeof jacobian[k] );
            if ( bodies[k] != NULL )
            {
                inverseMassTimes( bodies[k], &inertia[k], equal, jacobian[k], link->response[k] + 6 * r );
            }
        }
    }
}

/// Lists the links of each member m, ascending: held[first[m]] … held[first[m + 1] - 1].
static void listHeld( const JointSystem* system, const JointComponent* component, int* first, int* held )
{
    memset( first, 0, sizeof( int ) * (size_t)( component->members + 2 ) );
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < component->count; ++i )
        {
            const JointLink* link = &system->links[component->first + i];
            for ( int k = 0; k < 2; ++k )
            {
                if ( link->slots[k] >= 0 )
                {
                    int m = system->memberOf[link->slots[k]];
                    held[pass == 0 ? 0 : first[m + 1]] = i;
                    first[pass == 0 ? m + 2 : m + 1] += 1;
                }
            }
        }
        for ( int m = 0; m < component->members && pass == 0; ++m ) { first[m + 2] += first[m + 1]; }
    }
}

/// Links that share a body with link i, ascending, to `column` if not NULL; returns their number.
static int neighboursOf( const JointSystem* system, const JointComponent* component, int i, const int* first,
    const int* held, int* column )
{
    const JointLink* link = &system->links[component->first + i];
    int from[2] = { 0, 0 }, to[2] = { 0, 0 }, count = 0, last = -1;
    for ( int k = 0; k < 2; ++k )
    {
        int m = link->slots[k] >= 0 ? system->memberOf[link->slots[k]] : -1;
        from[k] = m >= 0 ? first[m] : 0;
        to[k] = m >= 0 ? first[m + 1] : 0;
    }
    while ( from[0] < to[0] || from[1] < to[1] )
    {
        bool isFirst = from[1] >= to[1] || ( from[0] < to[0] && held[from[0]] <= held[from[1]] );
        int next = held[isFirst ? from[0]++ : from[1]++];
        if ( next != last )
        {
            if ( column != NULL ) { column[count] = next; }
            last = next;
            ++count;
        }
    }
    return count;
}

static bool analyse( JointSystem* system, JointComponent* component )
{
    ssArena* arena = system->world->arena;
    size_t links = (size_t)component->count;
    int* first = ssArena_Reserve( arena, sizeof( int ) * (size_t)( component->members + 2 ) );
    int* held = ssArena_Reserve( arena, sizeof( int ) * 2 * links );
    int* start = ssArena_Reserve( arena, sizeof( int ) * ( links + 1 ) );
    component->x = ssArena_Reserve( arena, sizeof( double ) * JOINT_ROWS_MAX * links );
    if ( first == NULL || held == NULL || start == NULL || component->x == NULL ) { return false; }
    listHeld( system, component, first, held );
    start[0] = 0;
    for ( int i = 0; i < component->count; ++i )
    {
        start[i + 1] = start[i] + neighboursOf( system, component, i, first, held, NULL );
    }
    size_t blocks = (size_t)start[component->count];
    component->column = ssArena_Reserve( arena, sizeof( int ) * blocks );
    component->blocks = ssArena_Reserve( arena, sizeof( double ) * JOINT_BLOCK * blocks );
    if ( component->column == NULL || component->blocks == NULL ) { return false; }
    for ( int i = 0; i < component->count; ++i )
    {
        neighboursOf( system, component, i, first, held, component->column + start[i] );
    }
    component->start = start;
    return blockLuAnalyse(
        &component->lu, arena, component->count, JOINT_ROWS_MAX, false, start, component->column );
}

/// J_x M^-1 J_y^T of two links, over the bodies that they share.
static void couple( const JointLink* x, const JointLink* y, double* block )
{
    memset( block, 0, sizeof( double ) * JOINT_BLOCK );
    for ( int k = 0; k < 4; ++k )
    {
        int i = k / 2, j = k % 2;
        if ( x->slots[i] < 0 || x->slots[i] != y->slots[j] ) { continue; }
        for ( int r = 0; r < x->rows; ++r )
        {
            for ( int c = 0; c < y->rows; ++c )
            {
                for ( int n = 0; n < 6; ++n )
                {
                    block[6 * r + c] += x->jacobian[i][6 * r + n] * y->response[j][6 * c + n];
                }
            }
        }
    }
}

bool jointsFactor( JointSystem* system, int number, bool equal )
{
    JointComponent* component = &system->components[number];
    JointLink* links = system->links + component->first;
    if ( component->start == NULL && !analyse( system, component ) ) { return false; }
    for ( int i = 0; i < component->count; ++i ) { fillLink( system->world, &links[i], equal ); }
    for ( int i = 0; i < component->count; ++i )
    {
        for ( int k = component->start[i]; k < component->start[i + 1]; ++k )
        {
            double* block = component->blocks + (size_t)k * JOINT_BLOCK;
            couple( &links[i], &links[component->column[k]], block );
            for ( int r = 0; r < JOINT_ROWS_MAX && component->column[k] == i; ++r )
            {
                double* own = &block[7 * r];
                *own = *own > 0.0 ? ( 1.0 + component->damping ) * *own : 1.0;
            }
        }
    }
    return blockLuFactor( &component->lu, component->blocks );
}

/// The numbers of body s in a motion: 2 index[s] and 2 index[s] + 1; without an index 2 s and 2 s + 1.
static int placeOf( const int* index, int s ) { return 2 * ( index != NULL ? index[s] : s ); }

void jointsAlong( const JointSystem* system, int number, const int* index, const ssVec3* motion )
{
    const JointComponent* component = &system->components[number];
    for ( int i = 0; i < component->count; ++i )
    {
        const JointLink* link = &system->links[component->first + i];
        for ( int k = 0; k < 2; ++k )
        {
            const ssVec3* own = link->slots[k] >= 0 ? motion + placeOf( index, link->slots[k] ) : NULL;
            for ( int r = 0; r < link->rows && own != NULL; ++r )
            {
                const double* j = link->jacobian[k] + 6 * r;
                component->x[JOINT_ROWS_MAX * i + r] +=
                    ssVec3_Dot( ssVec3_Make( j[0], j[1], j[2] ), own[0] ) +
                    ssVec3_Dot( ssVec3_Make( j[3], j[4], j[5] ), own[1] );
            }
        }
    }
}

void jointsTakeAway( const JointSystem* system, int number, const int* index, ssVec3* motion )
{
    const JointComponent* component = &system->components[number];
    blockLu lu = component->lu; // a solve changes its scratch, not the factors
    blockLuSolve( &lu, component->x );
    for ( int i = 0; i < component->count; ++i )
    {
        const JointLink* link = &system->links[component->first + i];
        for ( int k = 0; k < 2; ++k )
        {
            if ( link->slots[k] < 0 ) { continue; }
            ssVec3* own = motion + placeOf( index, link->slots[k] );
            for ( int r = 0; r < link->rows; ++r )
            {
                const double* w = link->response[k] + 6 * r;
                double x = component->x[JOINT_ROWS_MAX * i + r];
                own[0] = ssVec3_MulAdd( own[0], -x, ssVec3_Make( w[0], w[1], w[2] ) );
                own[1] = ssVec3_MulAdd( own[1], -x, ssVec3_Make( w[3], w[4], w[5] ) );
            }
        }
    }
}

void jointsClose( const JointSystem* system, int number, ssVec3* shift )
{
    const JointComponent* component = &system->components[number];
    for ( int i = 0; i < component->count; ++i )
    {
        const JointLink* link = &system->links[component->first + i];
        for ( int r = 0; r < JOINT_ROWS_MAX; ++r )
        {
            component->x[JOINT_ROWS_MAX * i + r] = r < link->rows ? link->error[r] : 0.0;
        }
    }
    jointsAlong( system, number, NULL, shift );
    jointsTakeAway( system, number, NULL, shift );
}

void jointsFollow( const JointSystem* system, int number, const JointPush* push, ssVec3* follow )
{
    const ssWorld* world = system->world;
    const JointComponent* component = &system->components[number];
    memset( follow, 0, 2 * sizeof( ssVec3 ) * (size_t)component->members );
    memset( component->x, 0, sizeof( double ) * JOINT_ROWS_MAX * (size_t)component->count );
    for ( int k = 0; k < 2; ++k )
    {
        int s = push->slots[k];
        if ( s >= 0 )
        {
            const Body* body = &world->bodies[world->active[s]];
            ssVec3 n = ssVec3_Scale( k == 0 ? -1.0 : 1.0, push->normal ),
                   m = ssVec3_Cross( push->arms[k], n );
            ssMat3 inertia = bodyInverseInertia( body );
            const double impulse[6] = { n.x, n.y, n.z, m.x, m.y, m.z };
            double w[6];
            inverseMassTimes( body, &inertia, false, impulse, w );
            ssVec3* own = follow + placeOf( system->memberOf, s );
            own[0] = ssVec3_Add( own[0], ssVec3_Make( w[0], w[1], w[2] ) );
            own[1] = ssVec3_Add( own[1], ssVec3_Make( w[3], w[4], w[5] ) );
        }
    }
    jointsAlong( system, number, system->memberOf, follow );
    jointsTakeAway( system, number, system->memberOf, follow );
}
