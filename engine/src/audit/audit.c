// SPDX-License-Identifier: MIT
#include "slipstick/audit.h"
#include "law/law_private.h"

#include <string.h>

// The checks of one contact against its law, and the worst contact of each.

static const struct
{
    const char* name;
    const char* doc;
    double warning, violation; // levels of the measure
} s_checks[ss_auditCount] = {
    [ss_auditCone] = { "cone membership",
        "the reaction lies in its cone, or is the one that a function of the velocity gives; measured by "
        "what is beyond it",
        1e-6, 1e-3 },
    // A solver that stops at an error of 1e-4 relative to all velocities leaves an error of some percent in
    // the smallest ones. The levels of the next three checks allow for that.
    [ss_auditSignorini] = { "Signorini product", "a contact that opens carries no force: r_N u_N = 0", 5e-2,
        0.3 },
    [ss_auditSlip] = { "slip against reaction",
        "the reaction opposes sliding, rolling and spinning as its law says; the dissipated power is mu "
        "|u_T| r_N + ...",
        5e-2, 0.3 },
    [ss_auditEnergy] = { "no energy created",
        "a contact may dissipate energy and give back what it has stored, but not create any", 5e-2, 0.3 },
    [ss_auditPenetration] = { "penetration",
        "bodies do not overlap; measured relative to the size of the smaller body", 1e-2, 5e-2 },
};

const char* ssAuditName( ssAuditCheck check ) { return s_checks[check].name; }

const char* ssAuditDoc( ssAuditCheck check ) { return s_checks[check].doc; }

double ssAuditWarningLevel( ssAuditCheck check ) { return s_checks[check].warning; }

double ssAuditViolationLevel( ssAuditCheck check ) { return s_checks[check].violation; }

#define SPEED_ERROR 1e-2 // share of a speed that may be wrong where C depends on the speed

/// How far the sliding force is outside C at a speed known to `resolution` [m/s]: in N. A function has no C.
static double forceExcess(
    const ssContactView* c, const ssLaw* law, double load, ssVec2 force, double resolution )
{
    double speed = ssContactView_SlidingSpeed( c ), size = ssVec2_Length( force );
    if ( law->type->function != NULL || size == 0.0 ) { return 0.0; }
    const double speeds[3] = { speed, ssMax( speed - resolution, 0.0 ), speed + resolution };
    double gauge = HUGE_VAL;
    for ( int i = 0; i < ( law->typed != NULL ? 3 : 1 ) && !( gauge <= 1.0 ); ++i )
    {
        gauge = ssMin( gauge, ssLaw_GaugeAtSpeed( law, load, speeds[i], force ) );
    }
    return size - size / ssMax( gauge, 1.0 );
}

/// Excess of the reaction `p` over the law's bounds, beyond its slack and relative to the reaction. Moments
/// are divided by `length`; `motion` is the speed to which errors are compared [m/s].
static double lawExcess( const ssContactView* c, const double p[6], double length, double motion )
{
    const ssLaw there = ssContactView_Law( c ), *law = &there;
    double normal = c->force[0], load = c->lawScale * normal, size = 0.0;
    double slide = ssHypot( p[1], p[2] ), roll = ssHypot( p[3], p[4] ), spin = fabs( p[5] );
    for ( int i = 0; i < 6; ++i ) { size += p[i] * p[i]; }
    if ( normal <= 0.0 ) { return 0.0; }
    double excess = ssMax( 0.0, roll - c->cone.muRoll * normal );
    if ( law->patch != NULL )
    {
        double force = slide, moment = spin;
        lawPatchProx( law, law->def.mu * load, law->def.patchRadius / length, &force, &moment );
        excess = ssMax( excess, ssHypot( slide - force, spin - moment ) );
    }
    else
    {
        excess =
            ssMax( excess, forceExcess( c, law, load, ( ssVec2 ){ -p[1], -p[2] }, SPEED_ERROR * motion ) );
        excess = ssMax( excess, spin - c->cone.muSpin * normal );
    }
    return ssMax( 0.0, excess - c->slack ) / sqrt( size );
}

/// |p_T| - mu p_N, which the distance from a round cone does not exceed, is
/// within the slack: there is no need to project.
static bool isClearlyInside( const ssContactView* c )
{
    const double* p = c->force;
    return c->law == NULL && c->cone.dimension == 3 && c->cone.variant == ss_coneIntersection &&
        c->slack > 0.0 && p[0] >= 0.0 &&
        sqrt( p[1] * p[1] + p[2] * p[2] ) - c->cone.mu * p[0] <= 0.5 * c->slack;
}

/// The excess of the reaction over the bounds of its law or cone, beyond its slack and relative to the
/// reaction. Moments are divided by `length`, the size of the body, so that they can be compared with forces.
static double reactionExcess( const ssContactView* c, const double moment[3], double length, double motion )
{
    if ( isClearlyInside( c ) ) { return 0.0; }
    const double p[6] = { c->force[0], c->force[1], c->force[2], moment[0] / length, moment[1] / length,
        moment[2] / length };
    ssCone cone = c->cone;
    cone.muRoll /= length;
    cone.muSpin /= length;
    if ( c->law != NULL )
    {
        ssContactView scaled = *c;
        scaled.cone = cone;
        return lawExcess( &scaled, p, length, motion );
    }
    double square = 0.0;
    for ( int i = 0; i < cone.dimension; ++i ) { square += p[i] * p[i]; }
    double excess = ssCone_Distance( &cone, p ); // NaN stays NaN
    return square == 0.0 ? 0.0 : excess <= c->slack ? 0.0 : ( excess - c->slack ) / sqrt( square );
}

/// The power that the contact's law dissipates at its velocities [W]. Blocks at rest do not contribute.
static double powerOfLaw( const ssContactView* c )
{
    const ssLaw there = ssContactView_Law( c ), *law = &there;
    const double *w = c->velocity + 3, normal = c->force[0];
    const double velocity[5] = { c->velocity[1], c->velocity[2], w[0], w[1], w[2] };
    double resistance[5] = { 0.0 }, power = 0.0;
    ssLaw_Resistance( law, normal, velocity, resistance, NULL );
    for ( int i = 0; i < law->dimension - 1; ++i )
    {
        // lawScale applies to the sliding force, and to the moment of a patch only.
        bool isScaled = i < 2 || ( i == 4 && ( ssLaw_Flags( law ) & ss_lawFlagPatch ) != 0 );
        double term = resistance[i] * velocity[i];
        power += isnan( term ) ? 0.0 : isScaled ? c->lawScale * term : term;
    }
    power += law->dimension < 5 ? c->cone.muRoll * normal * ssHypot( w[0], w[1] ) : 0.0;
    return law->dimension < 6 ? power + c->cone.muSpin * normal * fabs( w[2] ) : power;
}

/// Distance of the sliding force from that of a law that is a function of the velocity, over the reaction.
static double forceMiss( const ssContactView* c, double reaction )
{
    if ( c->law == NULL || c->law->type->function == NULL || !( reaction > 0.0 ) ) { return 0.0; }
    const ssLaw law = ssContactView_Law( c );
    const ssVec2 force = { -c->force[1], -c->force[2] }, velocity = { c->velocity[1], c->velocity[2] };
    ssVec2 given = ssLaw_SlipForce( &law, c->lawScale * c->force[0], velocity ).force;
    return ssVec2_Length( ssVec2_Sub( force, given ) ) / reaction;
}

/// The power that the contact may give back [W]: bristles return what they have stored, at most what the law
/// gives. In steady sliding nothing is in store, so a law that gives power there creates it.
static double returnedPower( const ssContactView* c, double prescribed )
{
    const ssVec2 velocity = { c->velocity[1], c->velocity[2] };
    if ( c->law == NULL || ssLaw_StateNumbers( c->law ) == 0 || !( prescribed < 0.0 ) ) { return 0.0; }
    ssLawSite site = c->site;
    double state[SS_LAW_MAX_STATES], load = c->lawScale * c->force[0];
    const ssLaw now = ssContactView_Law( c );
    bool settles = ssLaw_SteadyState( &now, load, velocity, state );
    site.state = state;
    const ssLaw steady = ssLaw_At( c->law, &site );
    return settles && ssLaw_Dissipation( &steady, load, velocity ) < 0.0 ? 0.0 : -prescribed;
}

/// The checks of a contact with this moment and velocity, which are its own where it has a law.
static void judge( const ssContactView* c, const double moment[3], const double velocity[6], double speed,
    double measures[ss_auditCount] )
{
    double length = c->size > 0.0 ? c->size : 1.0;
    double power = 0.0, force = 0.0, motion = 0.0, tangential = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        power -= c->force[i] * velocity[i] + moment[i] * velocity[3 + i];
        force += c->force[i] * c->force[i];
        motion += velocity[i] * velocity[i] + length * length * velocity[3 + i] * velocity[3 + i];
    }
    tangential = power + c->force[0] * velocity[0];
    double reaction = sqrt( force ), moving = ssMax( sqrt( motion ), speed ), scale = reaction * moving;
    double prescribed = c->law != NULL ? powerOfLaw( c ) : ssCone_Dissipation( &c->cone, velocity, c->force );
    measures[ss_auditCone] = reactionExcess( c, moment, length, moving );
    measures[ss_auditSignorini] =
        scale > 0.0 && !c->relaxed ? fabs( c->force[0] * ( velocity[0] - c->allowance ) ) / scale : 0.0;
    double miss = forceMiss( c, reaction ), lost = fabs( tangential - prescribed ) / scale;
    measures[ss_auditSlip] = !( scale > 0.0 ) ? 0.0 : isnan( lost ) || miss <= lost ? lost : miss;
    // Without the normal direction: the velocities after a bounce do not tell whether it creates energy.
    double gained = ssMax( 0.0, -tangential );
    gained = gained > s_checks[ss_auditEnergy].warning * scale
        ? ssMax( 0.0, gained - returnedPower( c, prescribed ) )
        : gained;
    measures[ss_auditEnergy] = scale > 0.0 ? gained / scale : 0.0;
    measures[ss_auditPenetration] = c->size > 0.0 ? ssMax( 0.0, -c->gap ) / c->size : 0.0;
}

/// Judges the law of a contact at another moment and velocity.
static void judgeLaw( const ssContactView* c, const double moment[3], const double velocity[6], double speed,
    double measures[ss_auditCount] )
{
    ssContactView known = *c;
    memcpy( known.moment, moment, sizeof known.moment );
    memcpy( known.velocity, velocity, sizeof known.velocity );
    judge( &known, moment, velocity, speed, measures );
}

/// A recorded contact: what is unknown gives no measure, but moments count where the cone bounds them.
static void auditRecorded( const ssContactView* c, double speed, double measures[ss_auditCount] )
{
    double moment[3], velocity[6] = { c->velocity[0], c->velocity[1], c->velocity[2] }, turning = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        double power = c->moment[i] * c->velocity[3 + i];
        bool bounded = c->cone.dimension == 6 || ( c->cone.dimension == 5 && i < 2 );
        turning += power == power ? power : 0.0;
        moment[i] = bounded ? c->moment[i] : 0.0;
        velocity[3 + i] = power == power && bounded ? c->velocity[3 + i] : 0.0;
    }
    ( c->law != NULL ? judgeLaw : judge )( c, moment, velocity, speed, measures );
    if ( isnan( c->cone.mu ) ) { measures[ss_auditCone] = measures[ss_auditSlip] = SS_NAN; }
    measures[ss_auditSignorini] = isnan( c->allowance ) ? SS_NAN : measures[ss_auditSignorini];
    const double *f = c->force, *v = c->velocity;
    double force = sqrt( f[0] * f[0] + f[1] * f[1] + f[2] * f[2] );
    double scale = force * ssMax( sqrt( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] ), speed ) + fabs( turning );
    double gained = ssMax( 0.0, f[1] * v[1] + f[2] * v[2] + turning );
    measures[ss_auditEnergy] = scale > 0.0 ? gained / scale : 0.0;
    measures[ss_auditPenetration] = c->size > 0.0 ? ssMax( 0.0, -c->gap ) / c->size : SS_NAN;
    measures[ss_auditPenetration] = isnan( c->gap ) ? SS_NAN : measures[ss_auditPenetration];
}

void ssAuditContact( const ssContactView* c, double speed, double measures[ss_auditCount] )
{
    if ( c->recorded )
    {
        auditRecorded( c, speed, measures );
        return;
    }
    judge( c, c->moment, c->velocity, speed, measures );
}

double ssAuditLawError( const double measures[ss_auditCount] )
{
    double worst = SS_NAN;
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        bool counts = i != ss_auditPenetration && !isnan( measures[i] );
        worst = counts && !( measures[i] <= worst ) ? measures[i] : worst;
    }
    return worst;
}

void ssAudit_Begin( ssAudit* audit )
{
    *audit = ( ssAudit ){ 0 };
    for ( int i = 0; i < ss_auditCount; ++i ) { audit->contact[i] = -1; }
}

void ssAudit_Add( ssAudit* audit, int count, const ssContactView* contacts, double speed )
{
    for ( int i = 0; i < count; ++i )
    {
        double measures[ss_auditCount];
        ssAuditContact( contacts + i, speed, measures );
        for ( int k = 0; k < ss_auditCount; ++k )
        {
            // A NaN counts as the worst measure, except where a log leaves something out.
            if ( contacts[i].recorded && measures[k] != measures[k] ) { continue; }
            if ( audit->contact[k] < 0 || measures[k] > audit->worst[k] || measures[k] != measures[k] )
            {
                audit->worst[k] = measures[k];
                audit->contact[k] = audit->contacts + i;
            }
        }
    }
    audit->contacts += count;
}
