// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"
#include "world/world_private.h"

// One list of everything that affects the next step or that a view shows, read and written by the same code.

static void poseField( ssArchive* archive, ssPose* value )
{
    ssArchive_Vec3( archive, &value->position );
    ssArchive_Quat( archive, &value->orientation );
}

/// Reads or writes an enum or index; a value out of range marks the archive as overrun.
static int rangedInt( ssArchive* archive, int value, int low, int high )
{
    ssArchive_Int( archive, &value );
    if ( value < low || value > high )
    {
        archive->overrun = true;
        value = low;
    }
    return value;
}

static void uint32Field( ssArchive* archive, uint32_t* value )
{
    uint64_t word = *value;
    ssArchive_U64( archive, &word );
    *value = (uint32_t)word;
}

/// Flags in an integer shared with an enum, so that worlds without them are stored as before.
enum
{
    FLAG_COMPLIANT = 16,  // of a body's kind: the compliance of its material follows
    FLAG_ECCENTRIC = 16,  // of a body's shape: the shape's centre follows
    FLAG_PAIRS = 16,      // of the world's law: the materials of pairs follow
    FLAG_SEQUENTIAL = 16, // of the rule: impacts are sequential, and contacts have their impulses
    FLAG_REMOVED = 32,    // of the world's law: something was removed, and which slots are free follows
};

/// Reads or writes an enum 0 … high and a flag.
static int flaggedInt( ssArchive* archive, int value, int high, int flag, bool* flagged )
{
    value |= *flagged ? flag : 0;
    value = rangedInt( archive, value, 0, high + flag );
    *flagged = value >= flag;
    value -= *flagged ? flag : 0;
    archive->overrun = archive->overrun || value > high;
    return value > high ? 0 : value;
}

static void complianceFields( ssMaterial* material, ssArchive* archive )
{
    ssArchive_F64( archive, &material->stiffness );
    ssArchive_F64( archive, &material->damping );
    material->compliance =
        (ssCompliance)rangedInt( archive, (int)material->compliance, 0, ss_complianceCount - 1 );
}

static bool hasCompliance( const ssMaterial* material )
{
    return material->stiffness != 0.0 || material->damping != 0.0 ||
        material->compliance != ss_complianceKelvinVoigt;
}

static bool materialIsValid( const ssMaterial* material )
{
    ssMaterial ignored;
    return ssCombineMaterials( material, material, ss_combineMin, &ignored ).code == ss_ok;
}

/// Nothing is kept of a body that was removed: an archive in which something is, is not ours.
static void needBody( const ssWorld* world, int body, ssArchive* archive )
{
    archive->overrun =
        archive->overrun || ( body >= 0 && body < world->bodyCount && !world->bodyHandles.used[body] );
}

/// The materials of pairs, whose bodies have been read. They are in order, or the archive is not ours.
static void pairList( ssWorld* world, ssArchive* archive )
{
    int count = world->pairCount;
    ssArchive_Int( archive, &count );
    if ( archive->mode == ss_archiveRead )
    {
        bool fits = count >= 0 && (size_t)count <= ( archive->size - archive->used ) / 8;
        world->pairCount = 0;
        if ( !fits || !worldReservePairs( world, count ) )
        {
            archiveRefuse( archive, fits );
            return;
        }
        world->pairCount = count;
    }
    for ( int i = 0; i < count; ++i )
    {
        PairMaterial* pair = &world->pairs[i];
        pair->low = rangedInt( archive, pair->low, i > 0 ? pair[-1].low : 0, world->bodyCount - 1 );
        pair->high = rangedInt( archive, pair->high, pair->low + 1, world->bodyCount - 1 );
        needBody( world, pair->low, archive );
        needBody( world, pair->high, archive );
        ssArchive_F64s( archive, &pair->material.mu, 4 );
        complianceFields( &pair->material, archive );
        archive->overrun = archive->overrun || !materialIsValid( &pair->material );
        world->softMaterials += pair->material.stiffness > 0.0 ? 1 : 0;
    }
}

#define NAME_ROOM 64

/// The solver: the number of one of the library, or SOLVER_BY_NAME and the name of one that was registered.
/// The numbers of those depend on the order in which plugins are loaded; states that have them are still
/// read.
static void solverField( ssWorld* world, ssArchive* archive )
{
    int number = solverNumber( world->solver );
    ssArchive_Int( archive, &number );
    const ssSolver* solver = solverOfNumber( number );
    if ( number == SOLVER_BY_NAME )
    {
        char name[NAME_ROOM] = "";
        strncpy( name, world->solver->name, NAME_ROOM - 1 );
        ssArchive_Text( archive, name, NAME_ROOM );
        solver = ssFindSolver( name );
        if ( solver == NULL && !archive->overrun )
        {
            archive->refusal = ssError( ss_errorUnknown, "solver",
                "no solver is called \"%s\" in this program; load the plugin that has it", name );
        }
    }
    archive->overrun = archive->overrun || solver == NULL;
    world->solver = solver != NULL ? solver : &ss_solverPasses;
    world->def.solver = world->solver->name;
}

static void defFields( ssWorld* world, ssArchive* archive, bool* pairs, bool* removed )
{
    ssWorldDef* def = &world->def;
    ssArchive_Vec3( archive, &def->gravity );
    double* numbers[] = { &def->theta, &def->tolerance, &def->sleepSpeed, &def->sleepTime, &def->envelope,
        &def->slop, &def->correction, &def->stiffness };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i ) { ssArchive_F64( archive, numbers[i] ); }
    int high = ss_worldLawEllipsoidal + FLAG_PAIRS;
    int law = flaggedInt( archive, (int)def->law + ( *pairs ? FLAG_PAIRS : 0 ), high, FLAG_REMOVED, removed );
    *pairs = law >= FLAG_PAIRS;
    law -= *pairs ? FLAG_PAIRS : 0;
    archive->overrun = archive->overrun || law > ss_worldLawEllipsoidal;
    def->law = law > ss_worldLawEllipsoidal ? ss_worldLawCoulomb : (ssWorldLaw)law;
    bool sequential = def->impacts == ss_impactsSequential;
    def->rule = (ssCombineRule)flaggedInt(
        archive, (int)def->rule, ss_combineCount - 1, FLAG_SEQUENTIAL, &sequential );
    def->impacts = sequential ? ss_impactsSequential : ss_impactsSimultaneous;
    world->hasStruck = world->hasStruck && sequential;
    if ( sequential ) { ssArchive_Bool( archive, &world->hasStruck ); }
    solverField( world, archive );
    def->maxIterations = rangedInt( archive, def->maxIterations, 1, 1000000000 );
    def->substeps = rangedInt( archive, def->substeps, 1, SS_MAX_SUBSTEPS );
    ssArchive_Bool( archive, &def->warmStart );
    ssArchive_Bool( archive, &def->sleeping );
}

static void bodyFields( ssWorld* world, Body* body, ssArchive* archive )
{
    body->shape.kind = (ssShapeKind)flaggedInt(
        archive, (int)body->shape.kind, ss_shapeKindCount - 1, FLAG_ECCENTRIC, &body->eccentric );
    body->shapeCentre = body->eccentric ? body->shapeCentre : ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( body->eccentric ) { ssArchive_Vec3( archive, &body->shapeCentre ); }
    ssArchive_Vec3( archive, &body->shape.half );
    ssArchive_F64( archive, &body->shape.radius );
    ssArchive_F64( archive, &body->shape.halfLength );
    poseField( archive, &body->pose );
    ssVec3* vectors[] = { &body->velocity, &body->omega, &body->beltVelocity, &body->force, &body->torque,
        &body->inertia, &body->groove };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { ssArchive_Vec3( archive, vectors[i] ); }
    ssArchive_F64( archive, &body->mass );
    ssArchive_F64s( archive, &body->material.mu, 4 );
    body->law = rangedInt( archive, body->law, -1, world->lawCount - 1 );
    uint32Field( archive, &body->group );
    ssArchive_Int( archive, &body->colour );
    bool compliant = hasCompliance( &body->material );
    body->kind =
        (ssBodyKind)flaggedInt( archive, (int)body->kind, ss_bodyKinematic, FLAG_COMPLIANT, &compliant );
    if ( compliant ) { complianceFields( &body->material, archive ); }
    else
    {
        body->material.stiffness = body->material.damping = 0.0;
        body->material.compliance = ss_complianceKelvinVoigt;
    }
    ssArchive_Bool( archive, &body->enabled );
    ssArchive_Bool( archive, &body->asleep );
    ssArchive_F64( archive, &body->approachSpeed );
    ssArchive_F64( archive, &body->restTime );
    ssArchive_Int( archive, &body->island );
    if ( archive->mode == ss_archiveRead )
    {
        // Hulls are not stored: one that is read has to be there.
        ssHull_Release( body->shape.kind != ss_shapeHull ? body->shape.hull : NULL );
        body->shape.hull = body->shape.kind == ss_shapeHull ? body->shape.hull : NULL;
        ssVec3 i = body->inertia;
        bool valid = ssShape_Validate( &body->shape ).code == ss_ok && bodyIsFinite( body ) &&
            isfinite( body->shapeCentre.x ) && isfinite( body->shapeCentre.y ) &&
            isfinite( body->shapeCentre.z ) && materialIsValid( &body->material ) &&
            ( body->kind != ss_bodyDynamic ||
                ( body->mass > 0.0 && i.x > 0.0 && i.y > 0.0 && i.z > 0.0 &&
                    body->shape.kind != ss_shapePlane ) );
        archive->overrun = archive->overrun || !valid;
        body->isotropic = i.x == i.y && i.y == i.z;
        ssHull_Release( valid ? NULL : body->shape.hull );
        body->shape = valid ? body->shape : ssDefaultShape();
        bodyMeasure( body );
    }
}

static void jointFields( ssWorld* world, Joint* joint, ssArchive* archive )
{
    joint->kind = (ssJointKind)rangedInt( archive, (int)joint->kind, 0, ss_jointSeal );
    joint->a = rangedInt( archive, joint->a, -1, world->bodyCount - 1 );
    joint->b = rangedInt( archive, joint->b, -1, world->bodyCount - 1 );
    needBody( world, joint->a, archive );
    needBody( world, joint->b, archive );
    ssArchive_Vec3( archive, &joint->anchorA );
    ssArchive_Vec3( archive, &joint->anchorB );
    ssArchive_Vec3( archive, &joint->axisA );
    ssArchive_Quat( archive, &joint->relative );
    ssArchive_F64( archive, &joint->speed );
    ssArchive_F64( archive, &joint->maxForce );
    ssArchive_F64s( archive, joint->p, 6 );
    ssArchive_Vec3( archive, &joint->force );
    ssArchive_Vec3( archive, &joint->moment );
    ssArchive_F64( archive, &joint->made );
}

static void contactFields( ssWorld* world, Contact* contact, ssArchive* archive )
{
    contact->a = rangedInt( archive, contact->a, 0, world->bodyCount - 1 );
    contact->b = rangedInt( archive, contact->b, 0, world->bodyCount - 1 );
    needBody( world, contact->a, archive );
    needBody( world, contact->b, archive );
    uint32Field( archive, &contact->feature );
    ssArchive_F64( archive, &contact->gap );
    ssArchive_F64( archive, &contact->allowance );
    if ( archive->mode == ss_archiveRead )
    {
        contact->soft = worldIsCompliant( world ) && contact->a != contact->b &&
            pairMixture( world, contact->a, contact->b ).stiffness > 0.0;
    }
}

static void coneFields( ssCone* cone, ssArchive* archive )
{
    cone->dimension = rangedInt( archive, cone->dimension, 3, 6 );
    cone->variant = (ssConeVariant)rangedInt( archive, (int)cone->variant, 0, ss_coneVariantCount - 1 );
    ssArchive_F64( archive, &cone->mu );
    ssArchive_F64( archive, &cone->muRoll );
    ssArchive_F64( archive, &cone->muSpin );
    bool polygon = cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
    cone->facets = rangedInt( archive, cone->facets, polygon ? SS_CONE_MIN_FACETS : 0, SS_CONE_MAX_FACETS );
    ssArchive_F64( archive, &cone->facetAngle );
}

static void frameFields( ssProblemFrame* frame, ssArchive* archive )
{
    ssArchive_Vec3( archive, &frame->n );
    ssArchive_Vec3( archive, &frame->t );
}

/// What a contact under one of the user's own laws remembers.
static void stateFields( ssWorld* world, int* law, double* state, ssArchive* archive )
{
    *law = rangedInt( archive, *law, -1, world->lawCount - 1 );
    ssArchive_F64s( archive, state, *law >= 0 ? ssLaw_StateNumbers( &world->laws[*law] ) : 0 );
}

/// What the law of a contact adds to its velocity in the midpoint scheme, which views show.
static void leanFields( ssWorld* world, int i, int dimension, ssArchive* archive )
{
    double lean[6] = { 0.0 }, *q = world->problem.q + (size_t)i * (size_t)dimension;
    bool reads = archive->mode == ss_archiveRead;
    if ( !reads ) { contactLean( world, i, lean ); }
    ssArchive_F64s( archive, reads ? q : lean, dimension ); // midpointRestore completes it
    ssArchive_Bool( archive, &world->contacts[i].leans );
    ssArchive_Bool( archive, &world->contacts[i].means );
}

static void contactList( ssWorld* world, ssArchive* archive )
{
    ssProblem* problem = &world->problem;
    bool scaled = worldScalesLaws( world );
    int d = rangedInt( archive, problem->dimension, 3, 6 ), count = problem->contactCount;
    ssArchive_Int( archive, &count );
    if ( archive->mode == ss_archiveRead )
    {
        // Nothing is allocated for a count that exceeds what the archive can hold.
        bool fits = count >= 0 && (size_t)count <= ( archive->size - archive->used ) / 8 && d != 4;
        problem->contactCount = problem->rowCount = 0;
        if ( !fits || !contactsReserve( world, count, 0 ) )
        {
            archiveRefuse( archive, fits );
            return;
        }
        problem->dimension = d;
        problem->contactCount = count;
    }
    for ( int i = 0; i < count; ++i )
    {
        contactFields( world, &world->contacts[i], archive );
        ssArchive_Vec3( archive, &problem->points[i] );
        ssArchive_Vec3( archive, &problem->armsA[i] );
        ssArchive_Vec3( archive, &problem->armsB[i] );
        frameFields( &problem->frames[i], archive );
        coneFields( &problem->cones[i], archive );
        problem->laws[i] = (uint8_t)rangedInt( archive, problem->laws[i], 0, ss_contactFormPlanar );
        problem->lawIndex[i] =
            rangedInt( archive, problem->lawIndex[i], 0, world->lawCount > 0 ? world->lawCount - 1 : 0 );
        if ( scaled ) { ssArchive_F64( archive, &problem->lawScale[i] ); }
        ssArchive_F64s( archive, world->p + (size_t)i * (size_t)d, d );
        if ( world->hasStruck ) { ssArchive_F64s( archive, world->struck + 6 * (size_t)i, d ); }
        if ( world->def.theta == 0.0 ) { leanFields( world, i, d, archive ); }
        if ( worldHasOwnLaws( world ) )
        {
            stateFields(
                world, &world->ownLaws[i], world->nextStates + (size_t)i * SS_LAW_MAX_STATES, archive );
        }
    }
}

static void restingList( ssWorld* world, ssArchive* archive )
{
    int count = world->restingCount;
    ssArchive_Int( archive, &count );
    if ( archive->mode == ss_archiveRead )
    {
        bool fits = count >= 0 && (size_t)count <= ( archive->size - archive->used ) / 8;
        world->restingCount = 0;
        if ( !fits || !worldReserveResting( world, count ) )
        {
            archiveRefuse( archive, fits );
            return;
        }
        world->restingCount = count;
    }
    for ( int i = 0; i < count; ++i )
    {
        Resting* r = &world->resting[i];
        contactFields( world, &r->contact, archive );
        ssArchive_Vec3( archive, &r->point );
        frameFields( &r->frame, archive );
        coneFields( &r->cone, archive );
        r->law = (uint8_t)rangedInt( archive, r->law, 0, ss_contactFormPlanar );
        r->lawIndex = rangedInt( archive, r->lawIndex, 0, world->lawCount > 0 ? world->lawCount - 1 : 0 );
        ssArchive_F64s( archive, r->p, 6 );
        ssArchive_Bool( archive, &r->woken );
        if ( worldHasOwnLaws( world ) )
        {
            RestingState* state = &world->restingStates[i];
            stateFields( world, &state->law, state->state, archive );
        }
    }
}

static void reportFields( ssWorld* world, ssArchive* archive )
{
    ssWorldReport* report = &world->report;
    ssArchive_F64s(
        archive, &world->ledger.kinetic, (int)( offsetof( ssLedger, joints ) / sizeof( double ) ) );
    // A step that failed is none of the state: its world goes on from the one before.
    bool reads = archive->mode == ss_archiveRead, made = report->status <= ss_statusLimit;
    int status = made ? (int)report->status : (int)world->madeStatus;
    status = rangedInt( archive, status, 0, ss_statusCancelled );
    if ( reads )
    {
        report->status = world->madeStatus = (ssStatus)status;
        // These are not stored; the next step gives them again.
        report->budgetSpent = report->lawUnsettled = report->impactsLeft = false;
        report->impacts = 0;
        report->rescueRungs = report->lawRounds = report->ambiguous = report->joints = report->jointsOff = 0;
        report->impactsWithoutCollision = 0;
        report->scale = ( ssStepScale ){ 0 };
        world->refusal = ssOk();
    }
    int* counts[] = { &report->bodies, &report->awake, &report->islands, &report->pairs, &report->contacts,
        &report->rows, &report->iterations, &report->limitedImpacts };
    for ( int i = 0; i < SS_COUNT( counts ); ++i ) { ssArchive_Int( archive, counts[i] ); }
    ssArchive_F64( archive, &report->residual );
    ssArchive_F64( archive, &report->velocityScale );
    ssArchive_F64( archive, &report->maxPenetration );
    ssArchive_F64( archive, &report->correctedDepth );
    report->ledger = world->ledger;
    ssArchive_F64( archive, &world->h );
}

static void springFields( ssWorld* world, ssArchive* archive )
{
    ssSpring* spring = &world->spring;
    ssArchive_Bool( archive, &spring->active );
    int body = spring->body.slot1 > 0 ? spring->body.slot1 - 1 : 0;
    body = rangedInt( archive, body, 0, world->bodyCount > 0 ? world->bodyCount - 1 : 0 );
    spring->body = ssWorld_BodyAt( world, body );
    ssArchive_Vec3( archive, &spring->grip );
    ssArchive_Vec3( archive, &spring->target );
    ssArchive_F64( archive, &spring->frequency );
    ssArchive_F64( archive, &spring->damping );
    ssArchive_Vec3( archive, &spring->force );
}

/// The velocities that the latest step solved for, which views show. Bodies have turned since, and the
/// angular velocity of one that is no sphere has changed with that.
static void solvedVelocities( ssWorld* world, ssArchive* archive )
{
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        bool reads = archive->mode == ss_archiveRead;
        if ( body->kind != ss_bodyDynamic || !body->enabled )
        {
            world->slot[i] = reads ? -1 : world->slot[i];
            continue;
        }
        int slot = world->slot[i];
        ssVec3 omega = body->omega;
        if ( !reads && slot >= 0 )
        {
            const double* v = world->after + 6 * (size_t)slot;
            omega = ssVec3_Make( v[3], v[4], v[5] );
        }
        ssArchive_Vec3( archive, &omega );
        if ( reads )
        {
            ssVec3 u = body->velocity;
            double after[6] = { u.x, u.y, u.z, omega.x, omega.y, omega.z };
            memcpy( world->after + 6 * (size_t)count, after, sizeof after );
            world->slot[i] = count++;
        }
    }
}

/// Sets what a state says of slot i of the bodies. The hull of another body is not that of this one.
static void setBodySlot( ssWorld* world, int i, uint32_t generation, bool used )
{
    Handles* handles = &world->bodyHandles;
    if ( handles->generations[i] != generation || !used )
    {
        ssHull_Release( world->bodies[i].shape.hull );
        world->bodies[i].shape.hull = NULL;
    }
    handlesSet( handles, i, generation, used );
}

/// Slots store whether a joint keeps its bodies apart; without them it must be known already.
static void setJointSlot( ssWorld* world, int i, ssArchive* archive )
{
    Handles* handles = &world->jointHandles;
    archive->overrun = archive->overrun || ( handles->used[i] && handles->generations[i] > 1 );
    handlesSet( handles, i, 1, true );
}

/// Whether the list of free slots, which was read, has each of them once. If not, no slot counts as free.
static bool freedAreValid( Handles* handles, int count )
{
    bool valid = true;
    for ( int k = 0; k < handles->freedCount; ++k )
    {
        valid = valid && !handles->used[handles->freed[k]];
        handles->used[handles->freed[k]] = true; // so that it does not count again
    }
    for ( int i = 0; i < count; ++i )
    {
        valid = valid && handles->used[i];
        handles->used[i] = true;
    }
    handles->freedCount = valid ? handles->freedCount : 0;
    for ( int k = 0; k < handles->freedCount; ++k ) { handles->used[handles->freed[k]] = false; }
    return valid;
}

void freedFields( Handles* handles, int count, ssArchive* archive )
{
    int freed = 0;
    for ( int i = 0; i < count; ++i ) { freed += handles->used[i] ? 0 : 1; }
    for ( int k = 0; k < freed; ++k )
    {
        handles->freed[k] = rangedInt( archive, handles->freed[k], 0, count - 1 );
    }
    if ( archive->mode == ss_archiveRead )
    {
        handles->freedCount = freed;
        archive->overrun = !freedAreValid( handles, count ) || archive->overrun;
    }
}

void slotFields( const Handles* handles, int i, uint32_t* generation, bool* used, ssArchive* archive )
{
    *generation = handles->generations[i];
    *used = handles->used[i];
    uint32Field( archive, generation );
    ssArchive_Bool( archive, used );
    archive->overrun = archive->overrun || *generation == 0;
}

/// Which slots hold something, where something was removed. Laws are not stored: they have to be there.
static void handleFields( ssWorld* world, ssArchive* archive )
{
    uint32_t generation;
    bool used;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        slotFields( &world->bodyHandles, i, &generation, &used, archive );
        setBodySlot( world, i, generation, used );
    }
    freedFields( &world->bodyHandles, world->bodyCount, archive );
    for ( int i = 0; i < world->jointCount; ++i )
    {
        slotFields( &world->jointHandles, i, &generation, &used, archive );
        handlesSet( &world->jointHandles, i, generation, used );
        ssArchive_Bool( archive, &world->joints[i].apart );
    }
    freedFields( &world->jointHandles, world->jointCount, archive );
    int laws = world->lawCount;
    ssArchive_Int( archive, &laws );
    archive->overrun = archive->overrun || laws != world->lawCount;
    for ( int i = 0; i < world->lawCount && !archive->overrun; ++i )
    {
        slotFields( &world->lawHandles, i, &generation, &used, archive );
        archive->overrun = archive->overrun || used != world->lawHandles.used[i] ||
            generation != world->lawHandles.generations[i];
    }
}

/// Nothing was removed from the world whose state is read.
static void resetHandles( ssWorld* world, ssArchive* archive )
{
    world->bodyHandles.freedCount = world->jointHandles.freedCount = 0;
    for ( int i = 0; i < world->bodyCount; ++i ) { setBodySlot( world, i, 1, true ); }
    for ( int i = 0; i < world->jointCount; ++i ) { setJointSlot( world, i, archive ); }
}

/// Makes room for a state's bodies and joints; false: it is not ours, or there is no memory.
static bool resize( ssWorld* world, int bodies, int joints, bool removed, ssArchive* archive )
{
    size_t room = ( archive->size - archive->used ) / 8;
    bool fits = bodies >= 0 && (size_t)bodies <= room && joints >= 0 && (size_t)joints <= room &&
        ( removed || joints == world->jointCount );
    if ( !fits || !worldReserveBodies( world, bodies ) || !worldReserveJoints( world, joints ) )
    {
        archiveRefuse( archive, fits );
        return false;
    }
    for ( int i = bodies; i < world->bodyCount; ++i ) { setBodySlot( world, i, 1, false ); }
    for ( int i = joints; i < world->jointCount; ++i ) { handlesSet( &world->jointHandles, i, 1, false ); }
    world->bodyCount = bodies;
    world->jointCount = joints;
    return true;
}

static bool somethingWasRemoved( const ssWorld* world )
{
    return handlesWereFreed( &world->bodyHandles, world->bodyCount ) ||
        handlesWereFreed( &world->jointHandles, world->jointCount ) ||
        handlesWereFreed( &world->lawHandles, world->lawCount );
}

static void bodyList( ssWorld* world, ssArchive* archive )
{
    int planes = 0;
    world->softMaterials = 0; // counted again, whether they are read or written
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        Body* body = &world->bodies[i];
        bodyFields( world, body, archive );
        if ( archive->mode == ss_archiveRead && !world->bodyHandles.used[i] )
        {
            ssHull_Release( body->shape.hull );
            *body = bodyVacant();
        }
        planes += body->shape.kind == ss_shapePlane ? 1 : 0;
        world->softMaterials += body->material.stiffness > 0.0 ? 1 : 0;
    }
    if ( !worldReservePlanes( world, planes ) ) { archiveRefuse( archive, true ); }
}

/// The joints, and what the report and the ledger say of them.
static void jointList( ssWorld* world, ssArchive* archive )
{
    ssArchive_F64s( archive, &world->ledger.joints, world->jointCount > 0 ? 1 : 0 );
    ssArchive_F64s( archive, &world->report.jointGap, world->jointCount > 0 ? 3 : 0 ); // gap, angle, energy
    for ( int i = 0; i < world->jointCount; ++i )
    {
        Joint* joint = &world->joints[i];
        jointFields( world, joint, archive );
        if ( archive->mode == ss_archiveRead && !world->jointHandles.used[i] )
        {
            *joint = jointVacant( joint->apart );
        }
    }
    if ( archive->mode == ss_archiveRead ) { jointsChain( world ); }
}

void ssWorld_Serialize( ssWorld* world, ssArchive* archive )
{
    if ( world == NULL )
    {
        archive->overrun = true;
        return;
    }
    bool pairs = world->pairCount > 0, removed = somethingWasRemoved( world );
    if ( archive->mode == ss_archiveRead && world->stepping )
    {
        archive->overrun = true;
        return;
    }
    if ( archive->mode == ss_archiveRead )
    {
        lawsSettle( world );
        worldChanged( world );
    }
    defFields( world, archive, &pairs, &removed );
    int bodies = world->bodyCount, joints = world->jointCount;
    ssArchive_Int( archive, &bodies );
    ssArchive_Int( archive, &joints );
    if ( archive->mode == ss_archiveRead && !resize( world, bodies, joints, removed, archive ) ) { return; }
    if ( removed ) { handleFields( world, archive ); }
    else if ( archive->mode == ss_archiveRead ) { resetHandles( world, archive ); }
    bodyList( world, archive );
    if ( pairs ) { pairList( world, archive ); }
    else { world->pairCount = 0; }
    jointList( world, archive );
    springFields( world, archive );
    contactList( world, archive );
    restingList( world, archive );
    if ( archive->mode == ss_archiveRead && worldHasLawMemory( world ) && !worldHasOwnLaws( world ) )
    {
        lawMemoryClear( world );
    }
    reportFields( world, archive );
    solvedVelocities( world, archive );
    if ( archive->mode == ss_archiveRead && world->def.theta == 0.0 && !archive->overrun )
    {
        midpointRestore( world );
    }
    if ( worldHasOwnLaws( world ) ) { ssArchive_F64( archive, &world->time ); }
    if ( archive->mode == ss_archiveRead ) { eventsRecall( world ); }
}
