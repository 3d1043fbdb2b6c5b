// SPDX-License-Identifier: MIT
#include "slipstick/elementary.h"
#include "why/why_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the doctor says: names, sentences, experiments, and advice in the words of simulators.

typedef struct Words
{
    const char *name, *sentence, *experiment, *advice;
    bool meant; // it is no fault
} Words;

static const Words s_words[ss_whyCauseCount] = {
    [ss_whySoft] = { "soft", "Contacts creep below the bound of friction: it is regularised or compliant.",
        "Halve the stiffness or double v_eps: the slip doubles, and the forces stay.",
        "Make friction stiffer (a smaller v_eps, compliance or time constant), with the smaller step it "
        "needs." },
    [ss_whyUnconverged] = { "unconverged", "The solver was stopped before the contacts obeyed their law.",
        "Give it ten times the iterations, or the contacts in another order: the forces change.",
        "More iterations, a smaller tolerance, a warm start, or a direct solver." },
    [ss_whyPolygon] = { "polygon", "A pyramid or polygon stands for the friction cone.",
        "Push in another direction by half the angle between its corners: the bound changes.",
        "Choose the elliptic cone, more facets, or axes that follow the slip." },
    [ss_whyRelaxation] = { "relaxation",
        "Contacts lift in proportion to their slip: the convex relaxation of Coulomb's law.",
        "Halve the step: the gap that a sliding contact keeps is halved, too.",
        "Smaller steps, or a solver of the exact law (De Saxcé's correction)." },
    [ss_whyStaleNormal] = { "stale-normal",
        "Friction is bounded by another normal force than that of its contact.",
        "Let the load jump while it slides: friction follows a step later, or not at all.",
        "Bound friction by the normal force of the same iteration and point." },
    [ss_whyOneCone] = { "one-cone", "Sliding and rolling or spinning share one bound.",
        "Stop the spin while it slides: friction grows to mu f_N.",
        "Give moments bounds of their own, if they do not come from a contact patch, which does share "
        "them." },
    [ss_whyCombine] = { "combine", "Pairs slide at another mu than the log has for them.",
        "Let a body slide on its own material: there all rules of combination agree.",
        "Look at how two materials are combined (mean, product, least, …) and at factors on friction." },
    [ss_whyUnits] = { "units",
        "A coefficient of rolling or spinning is read in other units: with the radius, or without.",
        "Double the radius at the same coefficient and load: a length leaves the moment as it is.",
        "Multiply or divide the coefficient by the radius." },
    [ss_whyStep] = { "step", "Bodies move along their load while their contacts are said to stand.",
        "Halve the step: the way in the same time is halved.",
        "Move bodies with the velocity after the solve; make the step smaller." },
    [ss_whyFlicker] = { "flicker", "Contacts come and go from step to step.",
        "Let contacts be found within a margin: they stay.",
        "A contact margin above what a step moves, less position correction, or a little damping." },
    [ss_whyJumpingContact] = { "jumping-contact", "The point or the normal of a contact jumps.",
        "Put a plane or a sphere in the place of the mesh: the jumps are gone.",
        "Smooth normals across inner edges, use primitives in place of meshes, and keep manifolds between "
        "steps." },
    [ss_whyRestitution] = { "restitution", "Impacts add energy.",
        "Set restitution to 0 and drop it again: what still bounces comes from the correction of overlap.",
        "Take the restitution of the speed before the step, at most 1, and correct overlap without "
        "velocity." },
    [ss_whyTangentialSpring] = { "tangential-spring",
        "Friction follows springs with a limit, as in distinct elements: that is meant so.",
        "Unload it slowly: it goes back by f_T / k.",
        "Nothing, if it is meant; else a stiffer spring and a smaller step.", .meant = true },
    [ss_whyLawEnergy] = { "law-energy", "Friction pushes along the slip: the law itself creates energy.",
        "Let it slide freely with nothing but this contact: it becomes faster.",
        "Look at the sign of friction, and at laws whose force is turned from the slip." },
    [ss_whyInfeasible] = { "infeasible", "No forces within the cones hold this load.",
        "Give the contacts named more friction, or take a part of the load away.",
        "Change the geometry or the friction, not the solver." },
    [ss_whySeveralSolutions] = { "several-solutions", "More than one answer obeys the laws.",
        "Solve from two starts: the forces differ.",
        "Do not rely on single forces; compliance, or the answer of least forces, makes them one." },
    [ss_whyNoContact] = { "no-contact", "Nothing presses.",
        "Push the bodies together by hand: a contact ought to appear.",
        "Look at collision filters, margins, and whether masks and shapes are what they should be." },
    [ss_whyIllPosed] = { "ill-posed", "Bodies are wedged: forces have no bound.",
        "Add a compliance of a millionth: forces become finite.",
        "Change the geometry, or make contacts compliant." },
    [ss_whyBadlyScaled] = { "badly-scaled", "Masses or lengths differ by more than a solver takes well.",
        "Bring the ratio below 1000: the iterations fall.",
        "Scale masses or lengths, or use a direct solver." },
    [ss_whyHard] = { "hard", "There is a solution, but the usual solver does not find it.",
        "Solve it with the solver that is named.", "Use that solver, or `auto`." },
};

/// What to change in a simulator's own words.
typedef struct Advice
{
    const char* engine;
    ssWhyCause cause;
    const char* text;
} Advice;

static const Advice s_advice[] = {
    { "mujoco", ss_whySoft,
        "option/noslip_iterations > 0, a larger impratio, solref with a smaller time constant." },
    { "mujoco", ss_whyUnconverged, "option/iterations and tolerance; solver=\"Newton\"." },
    { "mujoco", ss_whyPolygon, "option/cone=\"elliptic\"." },
    { "mujoco", ss_whyRelaxation, "A smaller option/timestep; noslip does not help against lifting." },
    { "mujoco", ss_whyOneCone,
        "condim 4 and 6 with cone=\"elliptic\" share one bound on purpose; \"pyramidal\" does so, too." },
    { "mujoco", ss_whyCombine,
        "Of two geoms the larger friction counts, or that of the higher priority; contact/pair sets it." },
    { "mujoco", ss_whyUnits, "friction is sliding [1], torsional [m], rolling [m]: give lengths." },
    { "mujoco", ss_whyFlicker, "geom margin and gap; a longer solref time constant." },
    { "mujoco", ss_whyRestitution,
        "solref with a damping ratio of 1; negative solref sets stiffness and damping." },
    { "bullet", ss_whyUnconverged, "m_numIterations (numSolverIterations in PyBullet), or btMLCPSolver." },
    { "bullet", ss_whyPolygon,
        "SOLVER_USE_2_FRICTION_DIRECTIONS and SOLVER_ENABLE_FRICTION_DIRECTION_CACHING; "
        "enableConeFriction." },
    { "bullet", ss_whyStaleNormal,
        "Without SOLVER_INTERLEAVE_CONTACT_AND_FRICTION_CONSTRAINTS the bound is that of the last normal "
        "pass." },
    { "bullet", ss_whyCombine,
        "The frictions of two bodies are multiplied; gContactAddedCallback can set m_combinedFriction." },
    { "bullet", ss_whyUnits,
        "m_rollingFriction and m_spinningFriction are lengths times mu of the other body: divide by it." },
    { "bullet", ss_whyJumpingContact,
        "btInternalEdgeUtility: btGenerateInternalEdgeInfo and btAdjustInternalEdgeContacts." },
    { "bullet", ss_whyFlicker, "setContactProcessingThreshold, setMargin, m_erp2 and split impulse." },
    { "bullet", ss_whyRestitution, "m_splitImpulse = true, m_restitutionVelocityThreshold." },
    { "bullet", ss_whySoft,
        "setContactStiffnessAndDamping or m_frictionCFM = 0; setFrictionAnchor keeps it in place." },
    { "ode", ss_whyPolygon,
        "dContactApprox1 makes the bound mu f_N along each of two axes: align fdir1 with the slip." },
    { "ode", ss_whyStaleNormal,
        "dWorldQuickStep bounds friction by the last normal force; without dContactApprox1 mu is a force." },
    { "ode", ss_whyUnconverged, "dWorldSetQuickStepNumIterations, or dWorldStep." },
    { "ode", ss_whySoft, "slip1, slip2 (dContactSlip1) and CFM are compliance: set them to 0." },
    { "ode", ss_whyUnits, "rho, rho2 and rhoN are lengths." },
    { "ode", ss_whyFlicker, "dWorldSetContactSurfaceLayer and dWorldSetContactMaxCorrectingVel." },
    { "ode", ss_whyRestitution, "bounce_vel, and a smaller ERP." },
    { "drake", ss_whySoft, "stiction_tolerance (v_s); SAP: near-rigid, relaxation_time." },
    { "drake", ss_whyRelaxation, "discrete_contact_approximation kSimilar or kLagged in place of kSap." },
    { "drake", ss_whyCombine, "CombineFrictionCoefficients: 2 m n / (m + n)." },
    { "chrono", ss_whyRelaxation, "ChSystemNSC solves the relaxed cone: smaller steps." },
    { "chrono", ss_whyUnconverged, "SetMaxIterations; ChSolverBB or ChSolverADMM." },
    { "chrono", ss_whyCombine, "ChContactMaterialCompositionStrategy takes the least friction of the two." },
    { "physx", ss_whyPolygon,
        "PxFrictionType: eTWO_DIRECTIONAL is a pyramid, the patch is a cone; gpu: "
        "eFRICTION_EVERY_ITERATION." },
    { "physx", ss_whyStaleNormal,
        "Patch friction bounds by the patch; PxSceneFlag::eENABLE_FRICTION_EVERY_ITERATION." },
    { "physx", ss_whyUnconverged, "setSolverIterationCounts, PxSolverType::eTGS." },
    { "physx", ss_whyCombine, "setFrictionCombineMode: eAVERAGE is the default." },
    { "liggghts", ss_whyUnits,
        "coefficientRollingFriction is a number: the model multiplies it by the radius." },
    { "liggghts", ss_whyTangentialSpring, "tangential history: meant so; youngsModulus sets the stiffness." },
    { "siconos", ss_whyUnconverged, "SICONOS_DPARAM_TOL and SICONOS_IPARAM_MAX_ITER." },
    { "slipstick", ss_whyUnconverged, "--set tol=1e-8 --set iterations=20000." },
    { "slipstick", ss_whyRelaxation, "The relaxed law was chosen: law=saxce is the exact one." },
    { "slipstick", ss_whyCombine,
        "ssWorldDef.rule is the geometric mean; ssWorld_SetPairMaterial sets a pair." },
};

const char* ssWhyName( ssWhyCause cause ) { return s_words[cause].name; }
bool ssWhyIsFault( ssWhyCause cause ) { return !s_words[cause].meant; }
const char* ssWhyExperiment( ssWhyCause cause ) { return s_words[cause].experiment; }

const char* ssWhyAdvice( ssWhyCause cause, const char* engine )
{
    for ( int i = 0; i < SS_COUNT( s_advice ) && engine != NULL; ++i )
    {
        if ( s_advice[i].cause == cause && strcmp( s_advice[i].engine, engine ) == 0 )
        {
            return s_advice[i].text;
        }
    }
    return s_words[cause].advice;
}

const char* ssWhyEngine( int index )
{
    for ( int i = 0; i < SS_COUNT( s_advice ); ++i )
    {
        bool first = i == 0 || strcmp( s_advice[i].engine, s_advice[i - 1].engine ) != 0;
        index -= first;
        if ( first && index < 0 )
        {
            return s_advice[i].engine;
        }
    }
    return NULL;
}

ssWhyOptions ssDefaultWhyOptions( void )
{
    return ( ssWhyOptions ){ SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN };
}

ssWhyFinding* whyAdd( ssWhy* why, ssWhyCause cause, double confidence, double share )
{
    // One of a cause: a second one, as of spinning beside rolling, takes its place.
    int place = 0;
    while ( place < why->count && why->findings[place].cause != cause )
    {
        ++place;
    }
    why->count = place == why->count ? place + 1 : why->count;
    ssWhyFinding* f = why->findings + place;
    *f = ( ssWhyFinding ){ .cause = cause, .confidence = confidence, .share = share };
    snprintf( f->sentence, sizeof f->sentence, "%s", s_words[cause].sentence );
    return f;
}

void whyName( ssWhyFinding* finding, double contact )
{
    for ( int i = 0; i < finding->contactCount; ++i )
    {
        if ( finding->contacts[i] == contact )
        {
            return;
        }
    }
    if ( finding->contactCount < SS_WHY_NAMED )
    {
        finding->contacts[finding->contactCount++] = contact;
    }
}

void whyMiss( ssWhy* why, ssWhyCause cause, const char* channel )
{
    for ( int i = 0; i < why->count + why->missingCount; ++i )
    {
        bool found =
            i < why->count ? why->findings[i].cause == cause : why->missing[i - why->count].cause == cause;
        if ( found )
        {
            return;
        }
    }
    why->missing[why->missingCount++] = ( ssWhyMissing ){ cause, channel };
}

static int compareFindings( const void* a, const void* b )
{
    const ssWhyFinding *x = a, *y = b;
    int order = ( x->confidence < y->confidence ) - ( x->confidence > y->confidence );
    return order != 0 ? order : (int)x->cause - (int)y->cause;
}

void whySort( ssWhy* why )
{
    if ( why->count > 1 )
    {
        qsort( why->findings, (size_t)why->count, sizeof *why->findings, compareFindings );
    }
}
