// SPDX-License-Identifier: MIT
#include "ui/panel/panel_contact_internal.h"

#include "base/words.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The law of the selected contact as one formula with its present numbers, for those who look from afar.

/// The bound that the contact is about: that of rolling while it rolls, of
/// spinning while it spins, else that of sliding.
static uiLawBound chooseBound( const ssContactView* v )
{
    double tangential = hypot( v->force[1], v->force[2] ), rolling = hypot( v->moment[0], v->moment[1] );
    if ( v->mode == ss_modeRoll && v->cone.dimension >= 5 )
    {
        return ( uiLawBound ){ "|m_R|", "μ_r", rolling, v->cone.muRoll, v->force[0], " m", "N m" };
    }
    if ( v->mode == ss_modeSpin && v->cone.dimension >= 6 )
    {
        return (
            uiLawBound ){ "|m_S|", "μ_s", fabs( v->moment[2] ), v->cone.muSpin, v->force[0], " m", "N m" };
    }
    return ( uiLawBound ){ "|r_T|", "μ", tangential, v->cone.mu, v->force[0], "", "N" };
}

/// A formula of two lines: the law, and the same with numbers.
static void writeBound( const ssContactView* v, char* text, size_t capacity )
{
    uiLawBound bound = chooseBound( v );
    uiFormatLaw( &bound, text, capacity );
    char* line = strchr( text, '\n' );
    for ( char* c = line != NULL ? line + 1 : text; *c != '\0'; ++c )
    {
        *c = *c == '\n' ? ' ' : *c;
    }
}

static void writeLaw( const sessionContactDetail* d, char* text, size_t capacity )
{
    const ssContactView* v = &d->view;
    double tangential = hypot( v->force[1], v->force[2] );
    bool planar = d->law == session_contactFunction || d->law == session_contactSets;
    if ( d->law == session_contactUnknown )
    {
        snprintf( text, capacity, "|r_T| = %s r_N", uiFormatNumber( tangential / v->force[0] ) );
    }
    else if ( d->law == session_contactFree )
    {
        snprintf( text, capacity, "r_T = 0" );
    }
    else if ( planar || uiIsPolygonCone( &v->cone ) )
    {
        double gauge = planar ? d->gauge : ssCone_SlidingGauge( &v->cone, v->force );
        const char* number = uiFormatNumber( fabs( gauge ) < 1e-9 ? 0.0 : gauge );
        snprintf( text, capacity, "k_C(%s) = %s", d->patch ? "−r_T, −m_S" : "−r_T", number );
    }
    else
    {
        writeBound( v, text, capacity );
    }
}

bool uiContactFormula(
    const uiFrameInput* input, char* formula, size_t capacity, char* caption, size_t captionCapacity )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContactDetail* d = &list->selected;
    if ( !d->found || d->view.pending )
    {
        return false;
    }
    bool turned = d->view.b < 0; // what is fixed carries the other
    writeLaw( d, formula, capacity );
    if ( d->view.recorded && d->view.a == d->view.b )
    {
        snprintf( caption, captionCapacity, tr( "Contact %d of %d" ), d->index + 1, list->count );
        return true;
    }
    char upper[64], lower[64];
    const char* bodies = uiPrint( tr( "%s on %s" ), wordsName( turned ? d->a : d->b, upper, sizeof( upper ) ),
        wordsName( turned ? d->b : d->a, lower, sizeof( lower ) ) );
    snprintf( caption, captionCapacity, "%s: %s", bodies, tr( ssContactModeName( d->view.mode ) ) );
    return true;
}
