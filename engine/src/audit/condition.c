// SPDX-License-Identifier: MIT
#include "audit/condition_private.h"

#include "slipstick/elementary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The value of a condition at a contact.

const conditionRow conditionRows[condition_quantityCount] = {
    [condition_margin] = { "margin", condition_unitShare },
    [condition_ratio] = { "ratio", condition_unitShare },
    [condition_energy] = { "energy", condition_unitPower },
    [condition_energyCreated] = { "energy created", condition_unitNone },
    [condition_lawError] = { "law error", condition_unitShare },
    [condition_coneError] = { "cone error", condition_unitShare },
    [condition_slipError] = { "slip error", condition_unitShare },
    [condition_normalError] = { "normal error", condition_unitShare },
    [condition_energyError] = { "energy error", condition_unitShare },
    [condition_penetration] = { "penetration", condition_unitShare },
    [condition_force] = { "force", condition_unitForce },
    [condition_friction] = { "friction", condition_unitForce },
    [condition_speed] = { "speed", condition_unitSpeed },
    [condition_gap] = { "gap", condition_unitLength },
    [condition_contact] = { "contact", condition_unitNone },
    [condition_mode] = { "mode", condition_unitNone },
    [condition_pair] = { "pair", condition_unitNone },
    [condition_body] = { "body", condition_unitNone },
};

// A contact while a condition is evaluated. The checks of the audit are
// made once, when the first term asks for one.
typedef struct Evaluation
{
    const ssConditionState* state;
    const ssContactView* contact;
    int number;
    bool audited;
    double measures[ss_auditCount];
} Evaluation;

static const double* measuresOf( Evaluation* e )
{
    if ( !e->audited )
    {
        ssAuditContact( e->contact, e->state->speed, e->measures );
        e->audited = true;
    }
    return e->measures;
}

/// The power that friction creates [W]: f_T·u_T + m·w. That of a contact that dissipates is negative.
static double createdPower( const ssContactView* c )
{
    const double *f = c->force, *m = c->moment, *y = c->velocity;
    double sliding = f[1] * y[1] + f[2] * y[2];
    // The rest of a contact without moments is zero, even where a log does not know its angular velocities.
    bool turns = m[0] != 0.0 || m[1] != 0.0 || m[2] != 0.0;
    return turns ? sliding + m[0] * y[3] + m[1] * y[4] + m[2] * y[5] : sliding;
}

/// A quantity of the contact in SI units; NaN: not known.
static double valueOf( Evaluation* e, int quantity )
{
    const ssContactView* c = e->contact;
    const double* f = c->force;
    if ( c->pending && quantity != condition_gap && quantity != condition_contact )
    {
        return SS_NAN;
    }
    switch ( (conditionQuantity)quantity )
    {
        case condition_margin:
            return ssContactView_Margin( c );
        case condition_ratio:
            return f[0] > 0.0 ? ssHypot( f[1], f[2] ) / f[0] : SS_NAN;
        case condition_energy:
            return createdPower( c );
        case condition_energyCreated:
            return measuresOf( e )[ss_auditEnergy] > ssAuditWarningLevel( ss_auditEnergy ) ? 1.0 : 0.0;
        case condition_lawError:
            return ssAuditLawError( measuresOf( e ) );
        case condition_coneError:
            return measuresOf( e )[ss_auditCone];
        case condition_slipError:
            return measuresOf( e )[ss_auditSlip];
        case condition_normalError:
            return measuresOf( e )[ss_auditSignorini];
        case condition_energyError:
            return measuresOf( e )[ss_auditEnergy];
        case condition_penetration:
            return c->size > 0.0 ? ssMax( 0.0, -c->gap ) / c->size : SS_NAN;
        case condition_force:
            return f[0];
        case condition_friction:
            return ssHypot( f[1], f[2] );
        case condition_speed:
            return ssHypot( c->velocity[1], c->velocity[2] );
        case condition_gap:
            return c->gap;
        case condition_contact:
            return (double)e->number;
        case condition_mode:
            return (double)c->mode;
        case condition_pair:
        case condition_body:
        case condition_quantityCount:
            break;
    }
    return SS_NAN;
}

static bool compares( double value, int comparison, double limit )
{
    switch ( (conditionComparison)comparison )
    {
        case condition_less:
            return value < limit;
        case condition_lessEqual:
            return value <= limit;
        case condition_greater:
            return value > limit;
        case condition_greaterEqual:
            return value >= limit;
        case condition_equal:
            return value == limit;
        case condition_notEqual:
            return value < limit || value > limit; // not where the value is NaN
        case condition_comparisonCount:
            break;
    }
    return false;
}

/// Is this body of the contact the one that the term names?
static bool isBody( const Evaluation* e, int body, const ssConditionTerm* term, int which )
{
    if ( term->bodies[which] != condition_named )
    {
        return body == term->bodies[which];
    }
    char name[SS_CONDITION_NAME_CAPACITY] = "";
    if ( e->state->nameOf != NULL )
    {
        e->state->nameOf(
            e->state->context, body >= 0 ? body : -1 - e->contact->surface, name, (int)sizeof( name ) );
    }
    return strcmp( name, term->names[which] ) == 0;
}

static bool termHolds( Evaluation* e, const ssConditionTerm* term )
{
    int a = e->contact->a, b = e->contact->b;
    switch ( term->quantity )
    {
        case condition_body:
            return isBody( e, a, term, 0 ) || isBody( e, b, term, 0 );
        case condition_pair:
            return ( isBody( e, a, term, 0 ) && isBody( e, b, term, 1 ) ) ||
                ( isBody( e, b, term, 0 ) && isBody( e, a, term, 1 ) );
        default:
            return compares( valueOf( e, term->quantity ), term->comparison, term->value );
    }
}

bool ssCondition_Holds(
    const ssCondition* condition, const ssConditionState* state, const ssContactView* contact, int number )
{
    Evaluation e;
    e.state = state;
    e.contact = contact;
    e.number = number;
    e.audited = false;
    uint64_t stack = 1; // the last result is its lowest bit; without a condition every contact satisfies it
    for ( int i = 0; i < condition->codeCount; ++i )
    {
        int code = condition->codes[i];
        uint64_t top = stack & 1u;
        switch ( code )
        {
            case condition_and:
                stack = stack >> 1 & ( ~(uint64_t)1 | top );
                break;
            case condition_or:
                stack = stack >> 1 | top;
                break;
            case condition_not:
                stack ^= 1u;
                break;
            default:
                stack = stack << 1 | (uint64_t)termHolds( &e, condition->terms + code );
                break;
        }
    }
    return ( stack & 1u ) != 0;
}

/// Writes "margin 0.42%", in the unit of the quantity.
static int describeValue( Evaluation* e, int quantity, char* text, int capacity )
{
    static const char* const units[] = { [condition_unitNone] = "",
        [condition_unitShare] = "",
        [condition_unitForce] = " N",
        [condition_unitPower] = " W",
        [condition_unitSpeed] = " m/s",
        [condition_unitLength] = " m" };
    int shown = quantity == condition_energyCreated ? condition_energy : quantity;
    const conditionRow* row = conditionRows + shown;
    double value = valueOf( e, shown );
    bool percent = quantity == condition_margin || quantity == condition_penetration;
    // Rounding of a share is nothing that anybody asks for.
    value = row->unit == condition_unitShare && fabs( value ) < 1e-12 ? 0.0 : value;
    if ( isnan( value ) )
    {
        return snprintf( text, (size_t)capacity, "%s unknown", row->name );
    }
    if ( quantity == condition_mode )
    {
        int mode = value >= 0.0 && value < ss_modeCount ? (int)value : 0;
        return snprintf(
            text, (size_t)capacity, "%s %s", row->name, ssContactModeWord( (ssContactMode)mode ) );
    }
    return snprintf( text, (size_t)capacity, "%s %.4g%s", row->name, percent ? 100.0 * value : value,
        percent ? "%" : units[row->unit] );
}

int ssCondition_Describe( const ssCondition* condition, const ssConditionState* state,
    const ssContactView* contact, int number, char* text, int capacity )
{
    Evaluation e = { .state = state, .contact = contact, .number = number };
    int used = 0;
    bool said[condition_quantityCount] = {
        [condition_contact] = true, [condition_pair] = true, [condition_body] = true
    };
    text[0] = '\0';
    for ( int i = 0; i < condition->termCount && used < capacity; ++i )
    {
        int quantity = condition->terms[i].quantity;
        if ( said[quantity] )
        {
            continue;
        }
        said[quantity] = true;
        used += used > 0 ? snprintf( text + used, (size_t)( capacity - used ), ", " ) : 0;
        used += used < capacity ? describeValue( &e, quantity, text + used, capacity - used ) : 0;
    }
    return used < capacity ? used : capacity - 1;
}
