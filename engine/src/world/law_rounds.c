// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_private.h"

// Typed laws whose coefficients depend on speeds, loads, states. The step is implicit: it is solved with
// given coefficients, which are evaluated at the answer, until both agree to the tolerance. A coefficient
// m(v) fed back through its contact's speed, with dv/dm = -g p_N while it slides, converges by itself where
// it falls slowly; where it rises it is damped like a secant.

// Contacts under typed laws whose sets are no discs and depend on the speed. Their own solve is implicit from
// a given speed, which decides between several solutions. So one at rest that would not stay there under the
// last reactions is first solved with its sets at rest: it sticks if it can.

#define PLANAR_HALVINGS 10 // speeds at which a second solution is looked for
#define MOVES_SHARE 1e-6   // speed that is no rest, over what gravity gives a body in a step
#define MOST 64

/// The law of a contact of this kind, or NULL.
static const ssLaw* lawOf( const ssWorld* world, int i )
{
    const ssLaw* law = world->ownLaws[i] >= 0 ? &world->laws[world->ownLaws[i]] : NULL;
    bool is = law != NULL && world->problem.laws[i] == ss_contactFormPlanar && law->type->setValued &&
        ( ssLaw_Flags( law ) & ss_lawFlagVelocity ) != 0;
    return is ? law : NULL;
}

/// Gives contacts that may stick the sets at rest, until lawPlanarThaw; false: there are none.
static bool lawPlanarFreeze( ssWorld* world )
{
    bool some = false, predicted = false;
    double least = MOVES_SHARE * world->h * ssVec3_Length( world->def.gravity );
    for ( int i = 0; worldHasOwnLaws( world ) && i < world->problem.contactCount; ++i )
    {
        const ssLaw* law = lawOf( world, i );
        if ( law == NULL ) { continue; }
        if ( !predicted )
        {
            lawPredictVelocities( world );
            predicted = true;
        }
        double before[6], after[6];
        bool holds = law->def.mu > 0.0; // a disc that is empty at rest is a function of the speed
        contactVelocityBefore( world, i, before );
        contactVelocity( world, i, world->after, after );
        bool rests = !( before[1] * after[1] + before[2] * after[2] > 0.0 );
        bool moves = ssHypot( after[1], after[2] ) > least;
        world->problem.lawSites[i].frozen = holds && rests && moves;
        some = some || world->problem.lawSites[i].frozen;
    }
    return some;
}

static void lawPlanarThaw( ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount; ++i ) { world->problem.lawSites[i].frozen = false; }
}

/// Whether a contact sticks and could slide, by its free velocity, or the reverse, all others held.
static bool isAmbiguous( const ssWorld* world, int i )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    double y[6], turning, g = lawOwnInertia( world, i, &turning );
    contactLawVelocity( world, i, world->after, y );
    ssLaw law = ssLaw_At( &world->laws[world->ownLaws[i]], &problem->lawSites[i] );
    ssVec2 free = { y[1] - g * p[1], y[2] - g * p[2] };
    double speed = ssVec2_Length( free ), share = 1.0;
    bool could = false;
    if ( !( speed > 0.0 ) || !ssLaw_CanStick( &law, p[0], ssVec2_Scale( 1.0 / g, free ) ) ) { return false; }
    for ( int k = 0; k < PLANAR_HALVINGS && !could; ++k, share *= 0.5 )
    {
        ssVec2 force = ssLaw_SlipForce( &law, p[0], ssVec2_Scale( share, free ) ).force;
        could = ssVec2_Length( ssVec2_MulAdd( free, -g, force ) ) > share * speed;
    }
    return could;
}

typedef struct PlanarCount
{
    const ssWorld* world;
    int* counts; // per block
} PlanarCount;

static void countBlock( void* context, int block, int first, int last )
{
    const PlanarCount* count = context;
    const ssWorld* world = count->world;
    count->counts[block] = 0;
    for ( int i = first; i < last; ++i )
    {
        const ssLaw* law = lawOf( world, i );
        bool loaded = world->p[(size_t)i * (size_t)world->problem.dimension] > 0.0;
        // Those that are discs have been counted.
        count->counts[block] +=
            law != NULL && !lawIsVaryingCone( law ) && loaded && isAmbiguous( world, i ) ? 1 : 0;
    }
}

/// Contacts whose step has several solutions, among those whose sets are no discs.
static int lawPlanarAmbiguous( const ssWorld* world )
{
    int contacts = world->problem.contactCount, blocks = ssBlockCount( contacts, WORLD_BLOCK ), sum = 0;
    PlanarCount count = { .world = world,
        .counts = ssArena_Reserve( world->arena, sizeof( int ) * ( (size_t)blocks + 1 ) ) };
    if ( count.counts != NULL ) { ssParallelFor( contacts, WORLD_BLOCK, countBlock, &count ); }
    for ( int i = 0; i < blocks && count.counts != NULL; ++i ) { sum += count.counts[i]; }
    return sum;
}

#define ROUNDS_MAX 24     // solves of a step
#define PROBE_SHARE 1e-4  // of a speed, to take a derivative
#define STEEPEST_RISE 1.0 // kappa g p_N dmu/dv above which a contact is solved by itself
#define SECANT_MAX 0.8
#define SMALLEST_CHANGE 1e-7 // of mu, from which a secant is taken
#define PLANAR_FROM 7        // rounds after which contacts that have not settled are solved by themselves
#define DAMPED_FROM 5        // rounds after which steps are shortened where they do not lead on
#define DAMPING_MIN 0.3
#define SETTLED_MIN 1e-13  // disagreement that counts as rounding, whatever the tolerance is
#define SEARCH_HALVINGS 24 // speeds at which a second solution is looked for

/// A contact whose coefficients change.
typedef struct Varying
{
    int contact;
    unsigned inputs;           // ssLawInput bits
    double y[6];               // velocities of the latest solve
    lawPoint point;            // where the law is evaluated next
    double found[3];           // mu, mu_r, mu_s that it gave
    double slide, turn;        // W_TT [1/kg] and W_RR [1/(kg m²)] of the contact alone
    double coupled;            // kappa: contacts that its bodies have
    double miss;               // [m/s] of the latest solve
    double probe;              // [m/s] by which the speed was increased
    double gave, slope;        // mu that the law gave, and g p_N dmu/dv
    double atRest;             // mu at rest
    double before, gaveBefore; // mu of the round before, and what the law gave then
    bool tried;                // it has been made to stick
} Varying;

typedef struct Rounds
{
    ssWorld* world;
    Varying* list;
    int count;
    double length; // [m] by which angular velocities are compared with others
} Rounds;

/// The factor of what disturbs the friction of contact i in this step.
static double frictionScale( const ssWorld* world, int i )
{
    return world->disturbed && world->problem.lawScale != NULL ? world->problem.lawScale[i] : 1.0;
}

static void evaluateBlock( void* context, int block, int first, int last )
{
    const Rounds* rounds = context;
    const ssWorld* world = rounds->world;
    (void)block;
    for ( int k = first; k < last; )
    {
        lawPoint points[MOST];
        double found[MOST][3];
        int law = world->ownLaws[rounds->list[k].contact], count = 0;
        for ( ; count < MOST && k + count < last; ++count )
        {
            const Varying* own = &rounds->list[k + count];
            if ( world->ownLaws[own->contact] != law ) { break; }
            points[count] = own->point;
            memcpy( found[count], own->found, sizeof( own->found ) );
        }
        lawCoefficients( &world->laws[law], count, points, found );
        for ( int i = 0; i < count; ++i )
        {
            found[i][0] *= frictionScale( world, rounds->list[k + i].contact );
            memcpy( rounds->list[k + i].found, found[i], sizeof( found[i] ) );
        }
        k += count;
    }
}

static void evaluate( Rounds* rounds ) { ssParallelFor( rounds->count, WORLD_BLOCK, evaluateBlock, rounds ); }

// Speeds and reactions are far from the ends of the range of a double.
static double lengthOf( double x, double y ) { return sqrt( x * x + y * y ); }

static void setTurning( ssLawSite* site, const double* y )
{
    site->rolling = lengthOf( y[3], y[4] );
    site->spinning = fabs( y[5] );
}

/// Sets the points to the latest reactions and velocities. Without load a contact keeps its own.
static void answerBlock( void* context, int block, int first, int last )
{
    const Rounds* rounds = context;
    ssWorld* world = rounds->world;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        Varying* own = &rounds->list[k];
        double *y = own->y, load = world->p[(size_t)own->contact * (size_t)world->problem.dimension];
        contactLawVelocity( world, own->contact, world->after, y );
        own->point.load = load > 0.0 ? load : own->point.load;
        own->point.gamma = ssVec2_Make( y[1], y[2] );
        setTurning( &world->problem.lawSites[own->contact], y );
    }
}

double lawOwnInertia( const ssWorld* world, int i, double* turning )
{
    const ssProblem* problem = &world->problem;
    ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    const int bodies[2] = { problem->bodyA[i], problem->bodyB[i] };
    const ssVec3 arms[2] = { problem->armsA[i], problem->armsB[i] }, axes[2] = { frame.cy, frame.cz };
    double sliding = 0.0;
    *turning = 0.0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = bodies[side];
        for ( int k = 0; k < 2 && body >= 0; ++k )
        {
            const ssMat3* inertia = &problem->inverseInertia[body];
            ssVec3 lever = ssVec3_Cross( arms[side], axes[k] );
            sliding +=
                0.5 * ( problem->inverseMass[body] + ssVec3_Dot( lever, ssMat3_Mul( *inertia, lever ) ) );
            *turning += 0.5 * ssVec3_Dot( axes[k], ssMat3_Mul( *inertia, axes[k] ) );
        }
    }
    return sliding;
}

/// Begins at the load of the warm start, or at the weight of what moves, and at rest.
static void beginBlock( void* context, int block, int first, int last )
{
    const Rounds* rounds = context;
    ssWorld* world = rounds->world;
    const ssProblem* problem = &world->problem;
    double gravity = ssVec3_Length( world->def.gravity );
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        Varying* own = &rounds->list[k];
        int i = own->contact;
        const ssCone* cone = &problem->cones[i];
        double load = world->p[(size_t)i * (size_t)problem->dimension];
        own->slide = lawOwnInertia( world, i, &own->turn );
        contactVelocityBefore( world, i, own->y );
        setTurning( &problem->lawSites[i], own->y );
        double weight = world->h * ( gravity > 0.0 ? gravity : 1.0 ) / own->slide;
        own->point = ( lawPoint ){ .site = &problem->lawSites[i], .load = load > 0.0 ? load : weight };
        own->found[0] = cone->mu;
        own->found[1] = cone->muRoll;
        own->found[2] = cone->muSpin;
    }
}

void lawPredictVelocities( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    memcpy( world->after, problem->freeVelocity, 6 * sizeof( double ) * (size_t)world->activeCount );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const double* p = world->p + (size_t)i * (size_t)d;
        ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
        ssVec3 force = ssMat3_Mul( frame, ssVec3_Make( p[0], p[1], p[2] ) );
        ssVec3 moment = ssVec3_Make( d == 6 ? p[5] : 0.0, d >= 5 ? p[3] : 0.0, d >= 5 ? p[4] : 0.0 );
        moment = ssMat3_Mul( frame, moment );
        for ( int side = 0; side < 2 && p[0] > 0.0; ++side )
        {
            int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
            double sign = side == 0 ? -1.0 : 1.0;
            if ( body < 0 ) { continue; }
            ssVec3 torque = ssVec3_Cross( side == 0 ? problem->armsA[i] : problem->armsB[i], force );
            torque = ssMat3_Mul( problem->inverseInertia[body], ssVec3_Add( torque, moment ) );
            double *v = world->after + 6 * (size_t)body, push = sign * problem->inverseMass[body];
            const double change[6] = { push * force.x, push * force.y, push * force.z, sign * torque.x,
                sign * torque.y, sign * torque.z };
            for ( int k = 0; k < 6; ++k ) { v[k] += change[k]; }
        }
    }
}

/// A contact at rest or about to turn back begins at rest, to stick if it can; others by the last reactions.
static void predictBlock( void* context, int block, int first, int last )
{
    const Rounds* rounds = context;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        Varying* own = &rounds->list[k];
        double y[6];
        own->atRest = own->found[0];
        contactLawVelocity( rounds->world, own->contact, rounds->world->after, y );
        bool goesOn = y[1] * own->y[1] + y[2] * own->y[2] > 0.0;
        own->point.gamma = goesOn ? ssVec2_Make( y[1], y[2] ) : ssVec2_Make( 0.0, 0.0 );
    }
}

static void setCone( ssWorld* world, const Varying* own )
{
    ssCone* cone = &world->problem.cones[own->contact];
    cone->mu = own->found[0];
    cone->muRoll = own->found[1];
    cone->muSpin = own->found[2];
}

/// Counts the contacts of each body. False: no memory.
static bool countNeighbours( Rounds* rounds )
{
    const ssProblem* problem = &rounds->world->problem;
    size_t bytes = sizeof( int ) * ( (size_t)problem->bodyCount + 1 );
    ssArenaMark mark = ssArena_Mark( rounds->world->arena );
    int* counts = ssArena_Reserve( rounds->world->arena, bytes );
    if ( counts == NULL ) { return false; }
    memset( counts, 0, bytes );
    for ( int k = 0; k < rounds->count; ++k )
    {
        // The surroundings, -1, come first.
        counts[problem->bodyA[rounds->list[k].contact] + 1] += 1;
        counts[problem->bodyB[rounds->list[k].contact] + 1] += 1;
    }
    counts[0] = 1;
    for ( int k = 0; k < rounds->count; ++k )
    {
        Varying* own = &rounds->list[k];
        int a = counts[problem->bodyA[own->contact] + 1], b = counts[problem->bodyB[own->contact] + 1];
        own->coupled = a > b ? a : b;
    }
    ssArena_Release( rounds->world->arena, mark );
    return true;
}

/// Lists the contacts whose coefficients change, and gives them those to begin with. False: no memory.
static bool begin( Rounds* rounds )
{
    ssWorld* world = rounds->world;
    int contacts = world->problem.contactCount;
    rounds->list = ssArena_Reserve( world->arena, sizeof( Varying ) * (size_t)contacts );
    rounds->length = isfinite( world->smallestRadius ) ? world->smallestRadius : 1.0;
    if ( rounds->list == NULL ) { return false; }
    for ( int i = 0; i < contacts; ++i )
    {
        int law = world->ownLaws[i];
        unsigned inputs = law >= 0 ? lawCoefficientInputs( &world->laws[law] ) : 0u;
        if ( inputs != 0 ) { rounds->list[rounds->count++] = ( Varying ){ .contact = i, .inputs = inputs }; }
    }
    if ( rounds->count > 0 && !countNeighbours( rounds ) ) { return false; }
    ssParallelFor( rounds->count, WORLD_BLOCK, beginBlock, rounds );
    evaluate( rounds );
    if ( rounds->count > 0 ) { lawPredictVelocities( world ); }
    ssParallelFor( rounds->count, WORLD_BLOCK, predictBlock, rounds );
    evaluate( rounds );
    for ( int k = 0; k < rounds->count; ++k ) { setCone( world, &rounds->list[k] ); }
    return true;
}

/// Whether all coefficients can be computed with; one that cannot is the error of the step.
static bool areUsable( const Rounds* rounds, ssWorldReport* report )
{
    for ( int k = 0; k < rounds->count; ++k )
    {
        const Varying* own = &rounds->list[k];
        // They are >= 0.
        if ( !( own->found[0] + own->found[1] + own->found[2] <= LAW_FORCE_MAX ) )
        {
            report->status = ss_statusNotFinite;
            rounds->world->refusal = lawFaultOf(
                rounds->world, own->contact, "finite coefficient", own->point.load, own->point.gamma );
            return false;
        }
    }
    return true;
}

/// How much the projection of x onto a disc changes with its radius.
static double shift( double x, double before, double after )
{
    return ssMin( x, after ) - ssMin( x, before );
}

/// The velocity [m/s] by which the answer, whose coefficients differ from the law's, misses the law.
static double missOf( const Rounds* rounds, const Varying* own )
{
    const ssWorld* world = rounds->world;
    const ssCone* cone = &world->problem.cones[own->contact];
    int d = world->problem.dimension;
    const double* p = world->p + (size_t)own->contact * (size_t)d;
    const double *y = own->y, normal = ssMax( p[0], 0.0 );
    // The natural map of each block with the contact's own step.
    double r = 1.0 / own->slide, s = 1.0 / own->turn;
    // A planar contact is implicit in its sliding speed itself.
    bool planar = world->problem.laws[own->contact] == ss_contactFormPlanar;
    double slide = planar ? 0.0
                          : own->slide *
            shift( lengthOf( p[1] - r * y[1], p[2] - r * y[2] ), cone->mu * normal, own->found[0] * normal );
    double roll = d >= 5
        ? shift( lengthOf( p[3] - s * y[3], p[4] - s * y[4] ), cone->muRoll * normal, own->found[1] * normal )
        : 0.0;
    double spin =
        d == 6 ? shift( fabs( p[5] - s * y[5] ), cone->muSpin * normal, own->found[2] * normal ) : 0.0;
    return slide + rounds->length * own->turn * ( fabs( roll ) + fabs( spin ) );
}

/// The impulse of friction that acts on a contact, over its normal impulse.
static double usedOf( const Rounds* rounds, const Varying* own )
{
    const ssWorld* world = rounds->world;
    const double* p = world->p + (size_t)own->contact * (size_t)world->problem.dimension;
    return p[0] > 0.0 ? lengthOf( p[1], p[2] ) / p[0] : 0.0;
}

/// Probes the law at a slightly larger speed: own->slope becomes g p_N dmu/dv.
static void takeSlopes( Rounds* rounds )
{
    for ( int k = 0; k < rounds->count; ++k )
    {
        Varying* own = &rounds->list[k];
        double speed = ssVec2_Length( own->point.gamma );
        own->gave = own->found[0];
        own->probe = PROBE_SHARE * ( speed + own->slide * usedOf( rounds, own ) * own->point.load );
        own->point.gamma = speed > 0.0 ? ssVec2_Scale( 1.0 + own->probe / speed, own->point.gamma )
                                       : ssVec2_Make( own->probe, 0.0 );
    }
    evaluate( rounds );
    for ( int k = 0; k < rounds->count; ++k )
    {
        Varying* own = &rounds->list[k];
        double rate = own->probe > 0.0 ? ( own->found[0] - own->gave ) / own->probe : 0.0;
        own->slope = own->slide * own->point.load * rate;
        own->found[0] = own->gave;
    }
}

/// Leaves the coefficient to the contact's own solve, implicit in the speed, though slower.
static void makePlanar( const Rounds* rounds, const Varying* own )
{
    if ( ( own->inputs & (unsigned)( ss_lawInputSpeed | ss_lawInputState ) ) != 0 )
    {
        rounds->world->problem.laws[own->contact] = ss_contactFormPlanar;
        if ( worldIsMidpoint( rounds->world ) )
        {
            contactForgetLean( rounds->world, own->contact ); // it is implicit in the velocity of the end
        }
    }
}

/// The coefficient of the next round: that which the law gave, by a secant once there are two. Where friction
/// rises with the speed, it begins as a contact alone would have it, with dv/dmu = -g p_N, used + (gave -
/// used)/(1 + slope), and with the kappa contacts of one body holding each other back. Where it falls so
/// steeply that sliding does not attract the motion, a contact that can stick does so, once.
static double nextCoefficient( const Rounds* rounds, Varying* own, double mu )
{
    double used = usedOf( rounds, own ), speed = lengthOf( own->y[1], own->y[2] );
    double bound = own->slide * own->point.load, change = mu - own->before;
    double secant = fabs( change ) > SMALLEST_CHANGE ? ( own->gave - own->gaveBefore ) / change : 0.0;
    bool runs = secant > 1.0 || own->slope < -1.0;
    if ( runs && !own->tried && own->atRest * bound >= speed + used * bound )
    {
        own->tried = true;
        return own->atRest;
    }
    if ( own->slope > 0.0 ) { return used + ( own->gave - used ) / ( 1.0 + own->coupled * own->slope ); }
    return mu + ( own->gave - mu ) / ( 1.0 - ( runs ? 0.0 : ssMax( -1.0, ssMin( secant, SECANT_MAX ) ) ) );
}

/// Moves coefficients to the law's. Steep rises, and misses above `stubborn` [m/s], are left to contacts.
static void move( Rounds* rounds, double stubborn, double damping )
{
    ssWorld* world = rounds->world;
    for ( int k = 0; k < rounds->count; ++k )
    {
        rounds->list[k].miss = fabs( missOf( rounds, &rounds->list[k] ) );
    }
    takeSlopes( rounds );
    for ( int k = 0; k < rounds->count; ++k )
    {
        Varying* own = &rounds->list[k];
        double mu = world->problem.cones[own->contact].mu;
        if ( own->coupled * own->slope > STEEPEST_RISE || own->miss > stubborn )
        {
            makePlanar( rounds, own );
        }
        double next = own->gave != mu ? nextCoefficient( rounds, own, mu ) : mu;
        own->before = mu;
        own->gaveBefore = own->gave;
        own->found[0] = ssMax( mu + damping * ( next - mu ), 0.0 );
        setCone( world, own );
        own->found[0] = own->gave;
    }
}

/// The largest part of the velocities by which the answer misses the typed laws, as the residual measures it.
static double missOfAll( const Rounds* rounds, double scale )
{
    double sum = 0.0;
    for ( int k = 0; k < rounds->count; ++k )
    {
        double miss = missOf( rounds, &rounds->list[k] );
        sum += miss * miss;
    }
    return scale > 0.0 ? sqrt( sum ) / scale : sum > 0.0 ? HUGE_VAL : 0.0;
}

static bool isUsable( const ssWorldReport* report )
{
    return report->status == ss_statusConverged || report->status == ss_statusLimit;
}

/// Solves, evaluates and solves again until the coefficients agree. Returns whether they do.
static bool settle( Rounds* rounds, ssWorldReport* report )
{
    ssWorld* world = rounds->world;
    double damping = 1.0, last = HUGE_VAL, allowed = ssMax( world->def.tolerance, SETTLED_MIN );
    for ( int round = 0; round < ROUNDS_MAX; ++round )
    {
        worldSolve( world, report );
        report->lawRounds += 1;
        if ( !isUsable( report ) )
        {
            return true; // the status says what happened
        }
        ssParallelFor( rounds->count, WORLD_BLOCK, answerBlock, rounds );
        evaluate( rounds );
        if ( !areUsable( rounds, report ) ) { return true; }
        double miss = missOfAll( rounds, report->velocityScale );
        if ( miss <= allowed ) { return true; }
        damping = round >= DAMPED_FROM && !( miss < last ) ? ssMax( 0.7 * damping, DAMPING_MIN ) : damping;
        last = miss;
        double share = allowed * report->velocityScale / sqrt( (double)rounds->count );
        move( rounds, round >= PLANAR_FROM ? share : HUGE_VAL, damping );
    }
    return false;
}

/// Whether a contact that can stick could slide as well, with all others held:
/// |gamma_free| = s + g m(s) p_N at some s > 0.
static bool couldSlide( const Rounds* rounds, const Varying* own, double free, double bound )
{
    const ssLaw* law = &rounds->world->laws[rounds->world->ownLaws[own->contact]];
    lawPoint points[SEARCH_HALVINGS];
    double found[SEARCH_HALVINGS][3], share = 1.0;
    bound *= frictionScale( rounds->world, own->contact );
    for ( int k = 0; k < SEARCH_HALVINGS; ++k, share *= 0.5 )
    {
        points[k] = own->point;
        points[k].gamma = ssVec2_Scale( share, own->point.gamma );
    }
    memset( found, 0, sizeof( found ) );
    lawCoefficients( law, SEARCH_HALVINGS, points, found );
    bool could = false;
    share = 1.0;
    for ( int k = 0; k < SEARCH_HALVINGS; ++k, share *= 0.5 )
    {
        could = could || share * free + found[k][0] * bound < free;
    }
    return could;
}

/// Contacts whose step has several solutions: they stick and could slide, or the other way round.
static int countAmbiguous( Rounds* rounds )
{
    ssWorld* world = rounds->world;
    int kept = 0, count = 0, d = world->problem.dimension;
    for ( int k = 0; k < rounds->count; ++k )
    {
        Varying own = rounds->list[k];
        const double* p = world->p + (size_t)own.contact * (size_t)d;
        if ( ( own.inputs & (unsigned)ss_lawInputSpeed ) != 0 && p[0] > 0.0 &&
            lawIsVaryingCone( &world->laws[world->ownLaws[own.contact]] ) )
        {
            own.point.gamma = ssVec2_MulAdd( own.point.gamma, -own.slide, ssVec2_Make( p[1], p[2] ) );
            rounds->list[kept++] = own;
        }
    }
    rounds->count = kept;
    evaluate( rounds );
    for ( int k = 0; k < kept; ++k )
    {
        const Varying* own = &rounds->list[k];
        double bound = own->slide * own->point.load, free = ssVec2_Length( own->point.gamma ), atRest[1][3];
        lawPoint rest = own->point;
        rest.gamma = ssVec2_Make( 0.0, 0.0 );
        if ( !( own->found[0] * bound < free ) )
        {
            continue; // it sticks even with the friction of its free speed
        }
        memcpy( atRest[0], own->found, sizeof( own->found ) );
        lawCoefficients( &world->laws[world->ownLaws[own->contact]], 1, &rest, atRest );
        atRest[0][0] *= frictionScale( world, own->contact );
        count += atRest[0][0] * bound >= free && couldSlide( rounds, own, free, bound ) ? 1 : 0;
    }
    return count;
}

void lawSolve( ssWorld* world, ssWorldReport* report )
{
    Rounds rounds = { .world = world };
    ssArenaMark mark = ssArena_Mark( world->arena );
    report->ambiguous = 0;
    if ( worldHasOwnLaws( world ) && !begin( &rounds ) )
    {
        report->status = ss_statusNoMemory;
        ssArena_Release( world->arena, mark );
        return;
    }
    if ( areUsable( &rounds, report ) && lawPlanarFreeze( world ) )
    {
        worldSolve( world, report );
        report->lawRounds += 1;
        lawPlanarThaw( world );
    }
    if ( isUsable( report ) && rounds.count == 0 ) { worldSolve( world, report ); }
    else if ( isUsable( report ) )
    {
        report->lawUnsettled = !settle( &rounds, report );
        report->status = report->lawUnsettled ? ss_statusLimit : report->status;
        report->ambiguous = isUsable( report ) ? countAmbiguous( &rounds ) : 0;
    }
    if ( worldHasOwnLaws( world ) && isUsable( report ) )
    {
        report->ambiguous += lawPlanarAmbiguous( world );
    }
    ssArena_Release( world->arena, mark );
}
