// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "problem/problem_private.h"
#include "world/world_private.h"

// The views of a world: single contacts, a copy of the contact problem, and drawing through ssDraw.

// Objects per draw call: large enough that calls do not cost, small enough for the stack.
#define BATCH 128
#define NAMED_VELOCITIES 8 // of so many bodies the velocities have labels

int ssWorld_ContactCount( const ssWorld* world )
{
    return world != NULL ? world->problem.contactCount + world->restingCount : 0;
}

/// Where a contact is, and how b moves against a there.
typedef struct Place
{
    ssVec3 point;
    ssProblemFrame frame;
    double velocity[6];
    const double* state; // that a contact under the user's own law remembers
} Place;

/// `law` is that of the table, NULL where the cone is the law.
static ssWorldContact contactView( const ssWorld* world, const Contact* contact, const Place* place,
    const ssCone* cone, int form, const ssLaw* law, double lawScale, const double* p )
{
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    const ssMat3 frame = ssProblemFrame_Axes( place->frame );
    int d = cone->dimension;
    double perSecond = world->h > 0.0 ? 1.0 / world->h : 0.0;
    // + 0.0 turns -0 into 0, which reads better
    double spin = d == 6 ? p[5] * perSecond + 0.0 : 0.0;
    ssWorldContact out = { .a = bodyId( world, contact->a ),
        .b = bodyId( world, contact->b ),
        .feature = contact->feature,
        .gap = contact->gap,
        .view = { .point = place->point,
            .normal = frame.cx,
            .tangent1 = frame.cy,
            .tangent2 = frame.cz,
            .force = { p[0] * perSecond + 0.0, p[1] * perSecond + 0.0, p[2] * perSecond + 0.0 },
            .moment = { d >= 5 ? p[3] * perSecond + 0.0 : 0.0, d >= 5 ? p[4] * perSecond + 0.0 : 0.0, spin },
            .cone = *cone,
            .law = law,
            .lawScale = lawScale,
            .site = lawMemorySite( world, place->state, place->point, place->velocity ) } };
    double size = ssMin( a->boundingRadius, b->boundingRadius );
    memcpy( out.velocity, place->velocity, sizeof out.velocity );
    memcpy( out.view.velocity, place->velocity, sizeof out.view.velocity );
    out.view.a = a->kind == ss_bodyDynamic ? contact->a : -1;
    out.view.b = b->kind == ss_bodyDynamic ? contact->b : -1;
    out.view.surface = a->kind != ss_bodyDynamic ? contact->a : b->kind != ss_bodyDynamic ? contact->b : 0;
    out.view.gap = contactClosingGap( contact ); // which the step used
    if ( worldIsMidpoint( world ) && p[0] > 0.0 )
    {
        // It was closed when its impulse acted, or is so at the end of the step.
        out.view.gap = contact->allowance < 0.0 ? -world->h * contact->allowance : ssMin( out.view.gap, 0.0 );
    }
    out.view.allowance = contact->allowance;
    out.view.size = size;
    out.view.jumped = contact->jumped;
    out.view.relaxed = form == ss_contactFormRelaxed || contact->soft; // a compliant contact opens, too
    out.view.mode = ssContactView_Mode( &out.view, worldResolution( world, size ) );
    return out;
}

ssWorldContact ssWorld_Contact( const ssWorld* world, int index )
{
    if ( index < 0 || index >= ssWorld_ContactCount( world ) ) { return ( ssWorldContact ){ .feature = 0 }; }
    const ssProblem* problem = &world->problem;
    if ( index < problem->contactCount )
    {
        // the velocity solved for: bodies have turned since, and those that are no spheres tumble
        bool own = worldHasLawMemory( world ) && world->ownLaws[index] >= 0;
        Place place = { .point = problem->points[index],
            .frame = problem->frames[index],
            .state = own ? lawMemoryState( world, index ) : NULL };
        double p[6];
        contactReaction( world, index, p );
        contactLawVelocity( world, index, world->after, place.velocity );
        const ssLaw* law = problem->laws[index] == ss_contactFormPlanar
            ? &problem->lawTable[problem->lawIndex[index]]
            : NULL;
        double scale = problem->lawScale != NULL ? problem->lawScale[index] : 1.0;
        return contactView( world, &world->contacts[index], &place, &problem->cones[index],
            problem->laws[index], law, scale, p );
    }
    const Resting* r = &world->resting[index - problem->contactCount];
    int resting = index - problem->contactCount;
    Place place = { .point = r->point, // neither body moves
        .frame = r->frame,
        .state = worldHasLawMemory( world ) ? world->restingStates[resting].state : NULL };
    return contactView( world, &r->contact, &place, &r->cone, r->law, NULL, 1.0, r->p );
}

ssResult ssWorld_Freeze( const ssWorld* world, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    SS_TRY( worldCheck( world ) );
    if ( world->outdated )
    {
        return ssError( ss_errorValue, NULL,
            "the world has been changed or restored since its latest step, or has made none: there is no "
            "contact problem of it; take one step, then freeze" );
    }
    if ( world->problem.contactCount == 0 )
    {
        return ssError( ss_errorValue, NULL, "nothing touches: there is no contact problem to freeze" );
    }
    return problemCopy( &world->problem, problem );
}

/// The mode to show for each body: that of its contact with the most motion.
static void bodyModes( const ssWorld* world, int* modes )
{
    memset( modes, 0, sizeof( int ) * (size_t)world->bodyCount );
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        ssContactMode mode = contact.view.mode;
        int *a = &modes[contact.a.slot1 - 1], *b = &modes[contact.b.slot1 - 1],
            rank = ssContactModeRank( mode );
        *a = rank > ssContactModeRank( (ssContactMode)*a ) ? (int)mode : *a;
        *b = rank > ssContactModeRank( (ssContactMode)*b ) ? (int)mode : *b;
    }
}

static void drawBounds( const ssWorld* world, const ssDraw* draw )
{
    ssVec3 low = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, high = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    double radius = 0.0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( body->enabled && body->kind == ss_bodyDynamic )
        {
            ssVec3 x = body->pose.position;
            low = ssVec3_Make( ssMin( low.x, x.x ), ssMin( low.y, x.y ), ssMin( low.z, x.z ) );
            high = ssVec3_Make( ssMax( high.x, x.x ), ssMax( high.y, x.y ), ssMax( high.z, x.z ) );
            radius = ssMax( radius, body->boundingRadius );
        }
    }
    if ( radius > 0.0 )
    {
        ssVec3 centre = ssVec3_Scale( 0.5, ssVec3_Add( low, high ) );
        draw->bounds( draw->context, centre, radius + 0.5 * ssVec3_Length( ssVec3_Sub( high, low ) ) );
    }
}

static void drawPlanes( const ssWorld* world, const ssDraw* draw )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( body->shape.kind == ss_shapePlane && body->enabled )
        {
            ssQuat q = body->pose.orientation;
            ssVec3 groove = body->law >= 0 ? body->groove : ssVec3_Make( 1.0, 0.0, 0.0 );
            ssDrawPlane plane = { .origin = body->pose.position,
                .normal = ssQuat_Rotate( q, ssVec3_Make( 0.0, 0.0, 1.0 ) ),
                .tangent = ssQuat_Rotate( q, groove ),
                .grooved = body->law >= 0 && !lawIsVaryingCone( &world->laws[body->law] ) &&
                    ( ssLaw_Flags( &world->laws[body->law] ) & ss_lawFlagAnisotropic ) != 0 };
            draw->planes( draw->context, 1, &plane );
        }
    }
}

static void drawSpheres( const ssWorld* world, const ssDraw* draw, const int* modes )
{
    ssDrawSphere list[BATCH];
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( !body->enabled || body->shape.kind != ss_shapeSphere ) { continue; }
        list[count++] = ( ssDrawSphere ){ .body = body->kind == ss_bodyDynamic ? i + draw->bodyOffset : -1,
            .center = bodyShapePose( body ).position,
            .radius = body->shape.radius,
            .orientation = body->pose.orientation,
            .mode = (ssContactMode)modes[i],
            .paint = body->colour + 1,
            .energy = body->kind == ss_bodyDynamic ? bodyKinetic( body ) : 0.0 };
        if ( count == BATCH )
        {
            draw->spheres( draw->context, count, list );
            count = 0;
        }
    }
    if ( count > 0 ) { draw->spheres( draw->context, count, list ); }
}

/// Half the sides of the box about the centre that contains the hull.
static ssVec3 hullHalf( const ssHull* hull )
{
    ssVec3 half = { 0.0, 0.0, 0.0 };
    const ssVec3* v = ssHull_Vertices( hull );
    for ( int i = 0; i < ssHull_VertexCount( hull ); ++i )
    {
        half = ssVec3_Make( ssMax( half.x, fabs( v[i].x ) ), ssMax( half.y, fabs( v[i].y ) ),
            ssMax( half.z, fabs( v[i].z ) ) );
    }
    return half;
}

static bool solidOf( const Body* body, ssDrawSolid* solid )
{
    double r = body->shape.radius, l = body->shape.halfLength;
    switch ( body->shape.kind )
    {
        case ss_shapeBox:
            solid->kind = ss_solidBox;
            solid->half = body->shape.half;
            return true;
        case ss_shapeCylinder:
            solid->kind = ss_solidCylinder;
            solid->half = ssVec3_Make( r, r, l );
            return true;
        case ss_shapeCapsule:
            solid->kind = ss_solidCapsule;
            solid->half = ssVec3_Make( r, r, l );
            return true;
        case ss_shapeHull:
            solid->kind = ss_solidHull;
            solid->hull = body->shape.hull;
            solid->half = hullHalf( body->shape.hull );
            return true;
        default: return false;
    }
}

static void drawSolids( const ssWorld* world, const ssDraw* draw, const int* modes )
{
    ssDrawSolid list[BATCH];
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        ssDrawSolid solid = { .body = body->kind == ss_bodyDynamic ? i + draw->bodyOffset : -1,
            .fixed = body->kind == ss_bodyStatic,
            .center = bodyShapePose( body ).position,
            .orientation = body->pose.orientation,
            .mode = (ssContactMode)modes[i],
            .paint = body->colour + 1,
            .energy = body->kind == ss_bodyDynamic ? bodyKinetic( body ) : 0.0 };
        if ( body->enabled && solidOf( body, &solid ) ) { list[count++] = solid; }
        if ( count == BATCH || ( count > 0 && i == world->bodyCount - 1 ) )
        {
            draw->solids( draw->context, count, list );
            count = 0;
        }
    }
}

static void drawVelocities( const ssWorld* world, const ssDraw* draw )
{
    ssDrawArrow list[BATCH];
    int count = 0;
    const char* name = world->bodyCount > NAMED_VELOCITIES ? "" : "v"; // a bare v says nothing
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( body->enabled && body->kind == ss_bodyDynamic )
        {
            list[count++] = ( ssDrawArrow ){ ss_quantityVelocity, body->pose.position,
                bodyShownVelocity( world, i ), name };
        }
        if ( count == BATCH || ( count > 0 && i == world->bodyCount - 1 ) )
        {
            draw->arrows( draw->context, count, list );
            count = 0;
        }
    }
}

/// [N] By which a reaction may miss its bounds: solvers end where all of them together miss theirs by little.
static double slackOf( const ssWorld* world )
{
    double sum = 0.0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        const double* p = world->p + (size_t)i * (size_t)world->problem.dimension;
        sum += p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    }
    return infeasibilityAllowed( world->def.tolerance ) * sqrt( sum ) / world->h;
}

static void drawContacts( const ssWorld* world, const ssDraw* draw )
{
    if ( world->h == 0.0 )
    {
        worldDrawTouching( world, draw ); // no step has solved for the contacts yet
        return;
    }
    ssContactView list[BATCH];
    int count = 0, all = ssWorld_ContactCount( world );
    double slack = slackOf( world );
    for ( int i = 0; i < all; ++i )
    {
        ssContactView view = ssWorld_Contact( world, i ).view;
        view.slack = slack;
        if ( view.mode != ss_modeOpen )
        {
            view.a += view.a >= 0 ? draw->bodyOffset : 0;
            view.b += view.b >= 0 ? draw->bodyOffset : 0;
            list[count++] = view;
        }
        if ( count == BATCH || ( count > 0 && i == all - 1 ) )
        {
            ssDrawContacts( draw, count, list );
            count = 0;
        }
    }
}

static void drawSpring( const ssWorld* world, const ssDraw* draw )
{
    const ssSpring* spring = &world->spring;
    if ( !spring->active ) { return; }
    const Body* body = &world->bodies[spring->body.slot1 - 1];
    ssVec3 grip = ssVec3_Add( body->pose.position, ssQuat_Rotate( body->pose.orientation, spring->grip ) );
    if ( ( draw->flags & ss_drawForces ) && draw->arrows != NULL )
    {
        ssDrawArrow arrow = { ss_quantityForce, grip, spring->force, ssTranslate( "pull" ) };
        draw->arrows( draw->context, 1, &arrow );
    }
    if ( draw->line != NULL )
    {
        ssVec3 ends[2] = { grip, spring->target };
        draw->line( draw->context, ss_lineSpring, 2, ends );
    }
}

void ssWorld_Draw( const ssWorld* world, const ssDraw* draw )
{
    if ( world == NULL ) { return; }
    if ( draw->bounds != NULL ) { drawBounds( world, draw ); }
    if ( ( draw->flags & ss_drawGround ) && draw->planes != NULL ) { drawPlanes( world, draw ); }
    if ( draw->flags & ss_drawBodies )
    {
        int* modes = world->parents; // free for use between steps
        bodyModes( world, modes );
        if ( draw->spheres != NULL ) { drawSpheres( world, draw, modes ); }
        if ( draw->solids != NULL ) { drawSolids( world, draw, modes ); }
    }
    if ( ( draw->flags & ss_drawVelocities ) && draw->arrows != NULL ) { drawVelocities( world, draw ); }
    if ( ( draw->flags & ( ss_drawForces | ss_drawMoments | ss_drawCones ) ) || draw->contacts != NULL )
    {
        drawContacts( world, draw );
    }
    drawSpring( world, draw );
    if ( draw->loads != NULL ) { worldDrawLoads( world, draw ); }
}
