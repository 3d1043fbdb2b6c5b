// SPDX-License-Identifier: MIT
#include "world/joint_private.h"

// What joints take from velocities at the start of a step, and what they have made of energy at its end.

static double kineticOf( const JointSystem* system, const JointComponent* component )
{
    double sum = 0.0;
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        sum += bodyKinetic( &system->world->bodies[system->world->active[s]] );
    }
    return sum;
}

/// The kinetic energy [J] of a component; `motion` has two velocities of each active body.
static double kineticAt( JointSystem* system, const JointComponent* component, const ssVec3* motion )
{
    double sum = 0.0;
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        Body* body = &system->world->bodies[system->world->active[s]];
        ssVec3 velocity = body->velocity, omega = body->omega;
        body->velocity = motion[2 * s];
        body->omega = motion[2 * s + 1];
        sum += bodyKinetic( body );
        body->velocity = velocity;
        body->omega = omega;
    }
    return sum;
}

static double drivenVelocity( const ssWorld* world, const JointLink* link, int r )
{
    return jointDriven( world, link->joint->a, link->jacobian[0] + 6 * r ) +
        jointDriven( world, link->joint->b, link->jacobian[1] + 6 * r );
}

/// Removes what a component's velocities have against its joints; `motion` gets the rest.
static void align( JointSystem* system, int number, ssVec3* motion )
{
    const ssWorld* world = system->world;
    const JointComponent* component = &system->components[number];
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        motion[2 * s] = world->bodies[world->active[s]].velocity;
        motion[2 * s + 1] = world->bodies[world->active[s]].omega;
    }
    if ( !jointsFactor( system, number, false ) ) { return; }
    for ( int i = 0; i < component->count; ++i )
    {
        const JointLink* link = &system->links[component->first + i];
        for ( int r = 0; r < JOINT_ROWS_MAX; ++r )
        {
            component->x[JOINT_ROWS_MAX * i + r] = r < link->rows ? drivenVelocity( world, link, r ) : 0.0;
        }
    }
    double kinetic = kineticAt( system, component, motion );
    jointsAlong( system, number, NULL, motion );
    jointsTakeAway( system, number, NULL, motion );
    Joint* first = system->links[component->first].joint;
    for ( int i = 0; i < component->count; ++i )
    {
        const JointLink* link = &system->links[component->first + i];
        for ( int r = 0; r < link->rows; ++r )
        {
            first->alignedWork += component->x[JOINT_ROWS_MAX * i + r] * drivenVelocity( world, link, r );
        }
    }
    first->aligned = kineticAt( system, component, motion ) - kinetic - first->alignedWork;
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        double *before = world->before + 6 * (size_t)s, *free = world->problem.freeVelocity + 6 * (size_t)s;
        const ssVec3* v = motion + 2 * s;
        const double now[6] = { v[0].x, v[0].y, v[0].z, v[1].x, v[1].y, v[1].z };
        for ( int k = 0; k < 6; ++k )
        {
            free[k] += now[k] - before[k];
            before[k] = now[k];
        }
    }
}

void jointsAlign( ssWorld* world )
{
    JointSystem system;
    ssArenaMark mark = ssArena_Mark( world->arena );
    if ( jointsOpen( world, &system ) )
    {
        ssVec3* motion = ssArena_Reserve( world->arena, 2 * sizeof( ssVec3 ) * (size_t)world->activeCount );
        for ( int c = 0; c < system.componentCount && motion != NULL; ++c ) { align( &system, c, motion ); }
    }
    ssArena_Release( world->arena, mark );
}

/// Slows a component by so much energy [J], or by all it has. Returns what it has lost.
static double slow( JointSystem* system, const JointComponent* component, double energy )
{
    double kinetic = kineticOf( system, component ), lost = ssMin( energy, kinetic );
    double factor = kinetic > 0.0 ? sqrt( ssMax( 0.0, 1.0 - lost / kinetic ) ) : 1.0;
    for ( int m = 0; m < component->members; ++m )
    {
        Body* body = &system->world->bodies[system->world->active[system->members[component->member + m]]];
        body->velocity = ssVec3_Scale( factor, body->velocity );
        body->omega = ssVec3_Scale( factor, body->omega );
    }
    return lost;
}

/// What the step has made of energy because gravity acts on the mean of the velocities while another mean of
/// them moves the bodies [J]: in free fall it loses some, and what turns on joints gains that as it rises.
static double fallOf( const JointSystem* system, const JointComponent* component )
{
    const ssWorld* world = system->world;
    double sum = 0.0, share = world->h * ( 0.5 - worldTheta( world ) );
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        const double *v = world->after + 6 * (size_t)s, *u = world->before + 6 * (size_t)s;
        ssVec3 change = { v[0] - u[0], v[1] - u[1], v[2] - u[2] };
        sum += share * world->bodies[world->active[s]].mass * ssVec3_Dot( world->def.gravity, change );
    }
    return sum;
}

/// What the contacts of each component have given out [J], less what they have taken. Rigid contacts give out
/// nothing by themselves; where joints hold bodies against them, they do what the joints make them do.
static void addContacts( const JointSystem* system )
{
    const ssWorld* world = system->world;
    int d = world->problem.dimension;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        int a = world->problem.bodyA[i], b = world->problem.bodyB[i];
        int number = b >= 0 && system->componentOf[b] >= 0 ? system->componentOf[b]
            : a >= 0                                       ? system->componentOf[a]
                                                           : -1;
        if ( number >= 0 && !world->contacts[i].soft )
        {
            JointComponent* component = &system->components[number];
            double before[6], after[6];
            contactVelocityBefore( world, i, before );
            contactVelocity( world, i, world->after, after );
            for ( int k = 0; k < d; ++k )
            {
                double out = 0.5 * world->p[(size_t)i * (size_t)d + (size_t)k] * ( before[k] + after[k] );
                component->given += out;
                component->struck += k == 0 ? out : 0.0;
            }
        }
    }
}

/// Reports the errors of a link, and returns what its joint has made of energy in the step [J].
static double balanceLink( const JointSystem* system, const JointLink* link, ssWorldReport* report )
{
    Place place = jointPlace( system->world, link->joint, 0.0 );
    JointLine lines[JOINT_ROWS_MAX];
    double gap, angle;
    jointErrors( lines, jointLines( link->joint, &place, lines ), &gap, &angle );
    report->joints += 1;
    report->jointsOff += jointIsOff( system->world, link, &place, gap, angle ) ? 1 : 0;
    report->jointGap = ssMax( report->jointGap, gap );
    report->jointAngle = ssMax( report->jointAngle, angle );
    return link->joint->aligned + ledgerJointWork( system->world, link->joint );
}

/// Whether the joints of a component were closed at the poses of the start of the step.
static bool wereClosed( const JointSystem* system, const JointComponent* component )
{
    bool closed = true;
    for ( int i = component->first; i < component->first + component->count && closed; ++i )
    {
        const JointLink* link = &system->links[i];
        Place place = jointPlace( system->world, link->joint, 0.0 );
        JointLine lines[JOINT_ROWS_MAX];
        double gap, angle;
        jointErrors( lines, jointLines( link->joint, &place, lines ), &gap, &angle );
        closed = !jointIsOff( system->world, link, &place, gap, angle );
    }
    return closed;
}

/// Exchanges the poses of the component's bodies with those of the start of the step.
static void exchangePoses( const JointSystem* system, const JointComponent* component )
{
    const ssWorld* world = system->world;
    for ( int m = 0; m < component->members; ++m )
    {
        int s = system->members[component->member + m];
        ssPose* pose = &world->bodies[world->active[s]].pose;
        ssProblemBody* start = &world->problem.bodies[s];
        ssPose now = *pose;
        *pose = ( ssPose ){ start->position, start->orientation };
        start->position = now.position;
        start->orientation = now.orientation;
    }
}

static double energyOf( const JointSystem* system, const JointComponent* component )
{
    double sum = 0.0;
    for ( int m = 0; m < component->members; ++m )
    {
        const ssWorld* world = system->world;
        sum += bodyEnergy( world, &world->bodies[world->active[system->members[component->member + m]]] );
    }
    return sum;
}

/// Where closing the joints of whirling bodies would lift them by more than all their motion, they return to
/// the start of the step, at rest. Returns the energy that this adds, negative if so.
static double standStill( JointSystem* system, const JointComponent* component )
{
    double before = energyOf( system, component );
    exchangePoses( system, component );
    if ( wereClosed( system, component ) ) { slow( system, component, HUGE_VAL ); }
    else { exchangePoses( system, component ); }
    return energyOf( system, component ) - before;
}

/// The energy [J] that joints may give back after a loss: h m g v at the fastest speed v, what a first-order
/// scheme takes and gives in turns in swings. A larger loss, in a jerk, is final.
static double creditOf( const JointSystem* system, const JointComponent* component, double moving )
{
    const ssWorld* world = system->world;
    double sum = 0.0, gravity = ssVec3_Length( world->def.gravity );
    for ( int m = 0; m < component->members; ++m )
    {
        const Body* body = &world->bodies[world->active[system->members[component->member + m]]];
        sum += body->mass *
            sqrt( moving * ssVec3_Dot( body->velocity, body->velocity ) + gravity * body->boundingRadius );
    }
    return world->h * gravity * sum;
}

void jointsBalance( JointSystem* system, ssWorldReport* report )
{
    addContacts( system );
    for ( int c = 0; c < system->componentCount; ++c )
    {
        const JointComponent* component = &system->components[c];
        double *first = &system->links[component->first].joint->made, sofar = 0.0;
        double now = component->closed + fallOf( system, component );
        for ( int i = component->first; i < component->first + component->count; ++i )
        {
            now += balanceLink( system, &system->links[i], report );
            sofar += system->links[i].joint->made;
        }
        double gained = ssMax( 0.0, component->given ), over = sofar + now + gained;
        double pushed = component->moved - component->closed, kinetic = kineticOf( system, component );
        if ( now + gained > kinetic && over > kinetic + creditOf( system, component, 0.0 ) &&
            pushed <= ssMax( 0.0, component->closed ) && !component->driven )
        {
            now += standStill( system, component );
            over = sofar + now + gained;
        }
        if ( over > 0.0 )
        {
            // What drives a component would make up for what is taken: there it is forgotten.
            double taken = component->driven ? 0.0 : slow( system, component, over );
            *first -= component->driven ? over : taken;
            report->jointEnergy -= taken;
        }
        *first += now + gained;
        *first +=
            component->driven ? 0.0 : ssMax( 0.0, -creditOf( system, component, 1.0 ) - ssMin( over, 0.0 ) );
        // What normals give out and joints take within a step stands in one book.
        double against = component->driven ? 0.0 : ssMax( 0.0, component->struck );
        system->world->outcome.losses.impact += against;
        report->jointEnergy += now + against;
        if ( pushed > 0.0 && !component->driven )
        {
            report->jointEnergy -= slow( system, component, pushed );
        }
    }
}
