// SPDX-License-Identifier: MIT
#include "ui/panel/panel_contact.h"
#include "base/words.h"
#include "ui/core/companions.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_why.h"

#include <stdio.h>
#include <string.h>

// The contact microscope: the selected contact, its pictures, and its law with the present numbers.

void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact )
{
    sessionContactKey key = { .active = contact != NULL };
    if ( contact != NULL )
    {
        key.a = contact->a;
        key.surface = contact->surface;
        key.b = contact->b;
        key.point =
            ( ssVec3 ){ (double)contact->point[0], (double)contact->point[1], (double)contact->point[2] };
    }
    ui->contact->key = key;
    sessionDriver_Post( input->driver, &( sessionCommand ){ .kind = session_commandSelect, .contact = key } );
}

void uiAdoptBreak( uiState* ui, const uiFrameInput* input )
{
    if ( input->snapshot->breakCount != ui->contact->breakCount )
    {
        ui->contact->breakCount = input->snapshot->breakCount;
        ui->contact->key = input->snapshot->broken.key;
        ui->posted.playing.set = false;
    }
}

/// The index of the contact chosen last, even if the snapshot does not show that choice yet.
static int chosenIndex( const uiState* ui, const sessionContactList* list )
{
    const sessionContactKey* key = &ui->contact->key;
    for ( int i = 0; i < list->count && key->active; ++i )
    {
        const sessionContact* c = list->items + i;
        if ( c->a == key->a && c->b == key->b && c->surface == key->surface &&
            c->point[0] == (float)key->point.x && c->point[1] == (float)key->point.y &&
            c->point[2] == (float)key->point.z )
        {
            return i;
        }
    }
    return list->selected.found ? list->selected.index : -1;
}

void uiCycleContact( uiState* ui, const uiFrameInput* input, int offset )
{
    const sessionContactList* list = &input->snapshot->contacts;
    if ( list->count == 0 )
    {
        uiNotify( ui, tr( "There are no contacts at the moment." ) );
        return;
    }
    int chosen = chosenIndex( ui, list ), index = chosen >= 0 ? chosen + offset : 0;
    for ( int i = 0; i < list->count; ++i, index += offset )
    {
        int place = ( index % list->count + list->count ) % list->count;
        if ( !list->items[place].hidden )
        {
            uiSelectContact( ui, input, list->items + place );
            return;
        }
    }
    uiNotify( ui, tr( "The filter of the contact panel hides all contacts." ) );
}

static void colouredRow( uiState* ui, const char* mark, const char* label, const char* text, ImU32 color )
{
    uiColoredText( ui->theme.dim, label );
    uiWatchText( ui, label, 5.0f * igGetFontSize() );
    igSameLine( 5.4f * igGetFontSize(), -1.0f );
    uiWrappedColor( color, text );
    uiMarkSaying( mark, text );
}

static void row( uiState* ui, const char* mark, const char* label, const char* text )
{
    colouredRow( ui, mark, label, text, ui->theme.text );
}

// A reaction this near to its bound, relative to it, lies on it: rounding, and the digits that are shown.
#define ON_BOUND 1e-6

/// Formats a number; what is far below its scale is rounding, and 0 says more.
static const char* formatAbove( double value, double scale )
{
    return uiFormatNumber( fabs( value ) < 1e-9 * scale ? 0.0 : value );
}

bool uiFormatLaw( const uiLawBound* bound, char* text, size_t capacity )
{
    double most = bound->mu * bound->normal, beyond = bound->value - most;
    const char* a = uiFormatQuantity( fabs( bound->value ) < 1e-9 * most ? 0.0 : bound->value, bound->unit );
    const char* b = uiFormatQuantity( bound->mu, bound->muUnit );
    const char *c = uiFormatQuantity( bound->normal, "N" ), *excess = uiFormatQuantity( beyond, bound->unit );
    bool outside = beyond > ON_BOUND * fmax( most, bound->value );
    const char* sign = outside ? ">" : bound->value >= most * ( 1.0 - ON_BOUND ) ? "=" : "<";
    // a moment and its unit fill the line
    const char* gap = bound->muUnit[0] ? "\n" : " ";
    snprintf( text, capacity, "%s %s %s r_N\n%s%s%s %s × %s%s%s", bound->what, sign, bound->symbol, a, gap,
        sign, b, c, outside ? tr( "\noutside by " ) : "", outside ? excess : "" );
    return outside;
}

static void boundRow( uiState* ui, const char* mark, const char* label, const uiLawBound* bound )
{
    char text[224];
    bool outside = uiFormatLaw( bound, text, sizeof( text ) );
    colouredRow( ui, mark, label, text, outside ? ui->theme.error : ui->theme.text );
}

/// The law of a contact that has planar sets, or would have them if there were any at the present speed.
static void writePlanarLaw( uiContactScope* s, const char* gauge, ImU32 color )
{
    const sessionContactDetail* d = s->d;
    if ( d->law == session_contactFree )
    {
        const char* text = uiPrint( tr( "%s\nno friction at this speed" ), tr( d->lawName ) );
        row( s->ui, "contact.law", tr( "law" ), text );
        return;
    }
    if ( d->law == session_contactFunction )
    {
        const char* text =
            uiPrint( tr( "%s\nk_C(−r_T) = %s: the force is a function of u_T" ), tr( d->lawName ), gauge );
        row( s->ui, "contact.law", tr( "law" ), text );
        const char* a = formatAbove( d->given.x, d->view.force[0] );
        const char* b = formatAbove( d->given.y, d->view.force[0] );
        row( s->ui, "contact.given", tr( "its force" ), uiPrint( "%s, %s N", a, b ) );
        return;
    }
    const char* text =
        uiPrint( "%s\nk_C(%s) = %s", tr( d->lawName ), d->patch ? "−r_T, −m_S" : "−r_T", gauge );
    colouredRow( s->ui, "contact.law", tr( "law" ), text, color );
    row( s->ui, "contact.alpha", "α", uiFormatNumber( d->alpha ) );
}

bool uiFormatMargin( double margin, ssContactMode mode, char* text, size_t capacity )
{
    const double nearBound = 0.01; // what a solver may leave of a bound that has been reached
    bool slides = mode == ss_modeSlide || mode == ss_modeSlideRoll, outside = margin < -ON_BOUND;
    double per100 = 100.0 * fabs( margin );
    const char* number = uiFormatDigits( per100, per100 >= 10.0 ? 3 : 2 );
    const char* form = slides && fabs( margin ) < nearBound && !outside ? tr( "none: it slides" )
        : fabs( margin ) <= ON_BOUND                                    ? tr( "none: about to slip" )
        : outside                                                       ? tr( "none: outside by %s%%" )
                                                                        : tr( "%s%% to slip" );
    snprintf( text, capacity, form, number );
    return outside;
}

/// How far the force is from its bound.
static void writeMargin( uiContactScope* s )
{
    double margin = s->d->margin;
    char text[64];
    bool outside = uiFormatMargin( margin, s->d->view.mode, text, sizeof( text ) );
    const char* none = s->d->law == session_contactUnknown ? tr( "unknown" ) : tr( "–, it has no bound" );
    colouredRow( s->ui, "contact.margin", tr( "margin" ), isnan( margin ) ? none : text,
        outside ? s->ui->theme.error : s->ui->theme.text );
    uiPublish( "contact.margin", 100.0 * margin );
}

/// What is known of a contact whose log has no coefficient.
static void writeUnknownLaw( uiContactScope* s )
{
    const double* f = s->d->view.force;
    const char* tangential = uiFormatQuantity( hypot( f[1], f[2] ), "N" );
    const char* ratio = uiFormatNumber( hypot( f[1], f[2] ) / f[0] );
    const char* text =
        uiPrint( tr( "|r_T| = %s = %s r_N\nμ is unknown: it is not given" ), tangential, ratio );
    row( s->ui, "contact.law", tr( "sliding" ), text );
    writeMargin( s );
}

/// Moments of a log that nothing bounds.
static void writeUnboundMoments( uiContactScope* s )
{
    const ssContactView* v = &s->d->view;
    if ( isnan( v->moment[0] ) )
    {
        row( s->ui, "contact.moments", tr( "moments" ), tr( "unknown" ) );
        return;
    }
    const char* a = uiFormatQuantity( hypot( v->moment[0], v->moment[1] ), "N m" );
    const char* b = uiFormatQuantity( fabs( v->moment[2] ), "N m" );
    const char* text = uiPrint( v->cone.dimension < 5 ? tr( "|m_R| = %s, |m_S| = %s\nμ_r is unknown" )
                                                      : tr( "|m_R| = %s, |m_S| = %s\nμ_s is unknown" ),
        a, b );
    row( s->ui, "contact.moments", tr( "moments" ), text );
}

static void writeLaw( uiContactScope* s )
{
    const ssContactView* v = &s->d->view;
    if ( s->d->law == session_contactUnknown )
    {
        writeUnknownLaw( s );
        return;
    }
    double tangential = hypot( v->force[1], v->force[2] ), rolling = hypot( v->moment[0], v->moment[1] );
    bool planar = s->d->law != session_contactCone;
    double gauge = planar ? s->d->gauge : ssCone_SlidingGauge( &v->cone, v->force );
    const char* number = formatAbove( gauge, 1.0 );
    ImU32 useColor = gauge > 1.0 + ON_BOUND ? s->ui->theme.error : s->ui->theme.text;
    if ( planar ) { writePlanarLaw( s, number, useColor ); }
    else if ( uiIsPolygonCone( &v->cone ) )
    {
        const char* text = uiPrint( tr( "%s polygon of %d sides\nk_C(−r_T) = %s" ),
            tr( ssConeVariantName( v->cone.variant ) ), 2 * v->cone.facets, number );
        colouredRow( s->ui, "contact.law", tr( "law" ), text, useColor );
    }
    else
    {
        boundRow( s->ui, "contact.law", tr( "sliding" ),
            &( uiLawBound ){ "|r_T|", "μ", tangential, v->cone.mu, v->force[0], "", "N" } );
    }
    if ( v->cone.dimension >= 5 )
    {
        boundRow( s->ui, "contact.law.roll", tr( "rolling" ),
            &( uiLawBound ){ "|m_R|", "μ_r", rolling, v->cone.muRoll, v->force[0], "m", "N m" } );
    }
    if ( v->cone.dimension >= 6 && ( v->cone.muSpin > 0.0 || v->moment[2] != 0.0 ) )
    {
        boundRow( s->ui, "contact.law.spin", tr( "spinning" ),
            &( uiLawBound ){
                "|m_S|", "μ_s", fabs( v->moment[2] ), v->cone.muSpin, v->force[0], "m", "N m" } );
    }
    writeMargin( s );
}

static void writeLosses( uiContactScope* s )
{
    const double* known = s->d->dissipation;
    double lost[3];
    for ( int i = 0; i < 3; ++i ) { lost[i] = isnan( known[i] ) ? 0.0 : known[i]; }
    double whole = fabs( lost[0] ) + fabs( lost[1] ) + fabs( lost[2] );
    const char* text;
    // The power of a sticking contact is only the residual of the solver, of either sign.
    if ( !( whole > 0.0 ) || s->d->view.mode == ss_modeStick )
    {
        row( s->ui, "contact.lost", tr( "losses" ), tr( "none" ) );
        return;
    }
    const char* number = uiFormatQuantity( lost[0] + lost[1] + lost[2], "W" );
    if ( isnan( known[1] ) )
    {
        text = uiPrint( tr( "%s by sliding\nrolling and spinning unknown" ), number );
    }
    else if ( lost[0] < 0.0 || lost[1] < 0.0 || lost[2] < 0.0 ) // what creates energy has no share of losses
    {
        text = uiPrint( tr( "%s\nslide %s W, roll %s W, spin %s W" ), number, uiFormatNumber( lost[0] ),
            uiFormatNumber( lost[1] ), uiFormatNumber( lost[2] ) );
    }
    else
    {
        // + 0.0 turns -0 into 0
        text = uiPrint( tr( "%s\nslide %.0f%%, roll %.0f%%, spin %.0f%%" ), number,
            round( 100.0 * lost[0] / whole ) + 0.0, round( 100.0 * lost[1] / whole ) + 0.0,
            round( 100.0 * lost[2] / whole ) + 0.0 );
    }
    row( s->ui, "contact.lost", tr( "losses" ), text );
}

/// "12841; -733.8, 0 N"; what is far below `scale` is rounding.
static const char* formatParts( const double v[3], double scale, const char* unit )
{
    double factor = uiScaleUnit( fmax( fabs( v[0] ), hypot( v[1], v[2] ) ), &unit );
    const char* parts[3];
    for ( int i = 0; i < 3; ++i ) { parts[i] = formatAbove( v[i] / factor, scale / factor ); }
    return uiPrint( "%s; %s, %s %s", parts[0], parts[1], parts[2], unit );
}

static void writeNumbers( uiContactScope* s )
{
    const ssContactView* v = &s->d->view;
    row( s->ui, "contact.r", "r_N; r_T", formatParts( v->force, fabs( v->force[0] ), "N" ) );
    // velocities below 1e-12 m/s and gaps below 1e-12 m are rounding in every scenario
    row( s->ui, "contact.u", "u_N; u_T", formatParts( v->velocity, 1e-3, "m/s" ) );
    const char* a = uiFormatQuantity( fabs( v->gap ) < 1e-12 ? 0.0 : v->gap, "m" );
    row( s->ui, "contact.gap", tr( "gap" ), isnan( v->gap ) ? tr( "unknown" ) : a );
    double error = ssAuditLawError( s->d->measures );
    row( s->ui, "contact.residual", tr( "law error" ),
        s->d->law == session_contactUnknown ? tr( "unknown" ) : uiFormatDigits( error, 2 ) );
}

static void publishContact( const sessionContactDetail* d )
{
    const ssContactView* v = &d->view;
    const struct
    {
        const char* name;
        double value;
    } rows[] = { { "contact.r_n", v->force[0] }, { "contact.r_t", hypot( v->force[1], v->force[2] ) },
        { "contact.m_r", hypot( v->moment[0], v->moment[1] ) }, { "contact.m_s", v->moment[2] },
        { "contact.u_t", hypot( v->velocity[1], v->velocity[2] ) }, { "contact.mode", (double)v->mode },
        { "contact.lost", d->dissipation[0] + d->dissipation[1] + d->dissipation[2] },
        { "contact.index", (double)d->index } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i ) { uiPublish( rows[i].name, rows[i].value ); }
}

/// Before the first step nothing is known but that the bodies touch.
static void drawPending( const uiContactScope* s )
{
    const char* text = tr(
        "The bodies touch. Force and mode are known after the first step: press Space, or → for one step." );
    const char* gap = uiFormatQuantity( s->d->view.gap, "m" );
    igPushTextWrapPos( 0.0f );
    uiText( "%s", text );
    igPopTextWrapPos();
    uiMarkSaying( "contact.empty", text );
    row( s->ui, "contact.gap", tr( "gap" ), gap );
}

/// Where a title ends in the line of the panel.
static float titleWidth( uiState* ui, const char* text )
{
    return igGetStyle()->WindowPadding.x + uiTextSize( ui, ui_fontTitle, text ).x;
}

/// The button of the doctor at the right end of the line, or in the next one where there is no room.
static void drawWhyButton( uiState* ui, const uiFrameInput* input )
{
    const char* text = tr( "Why?" );
    ImVec2 room, end, corner;
    igGetWindowPos( &corner );
    igGetWindowContentRegionMax( &room );
    igGetItemRectMax( &end );
    float width = uiExtent( text ).x, left = corner.x + room.x - width;
    if ( ui->settings.sceneOnly ) { return; }
    if ( end.x + 0.8f * igGetFontSize() <= left ) { igSameLine( room.x - width, -1.0f ); }
    if ( uiTextButton( text, "contact.why", ui->theme.accent ) )
    {
        uiAskWhy( ui, input, input->snapshot->recorded );
    }
    if ( igIsItemHovered( 0 ) )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiHint( ui, tr( "does it obey its law, and if not, why? (%s)" ), uiActionKeys( ui_actionWhy ) );
    }
}

static void drawHeader( uiContactScope* s, const sessionContactList* list )
{
    igPushFont( s->ui->fonts[ui_fontTitle] );
    const char* text = uiPrint( tr( "Contact %d of %d" ), s->d->index + 1, list->count );
    uiText( "%s", text );
    igPopFont();
    uiDrawConditionsButton( s->ui, titleWidth( s->ui, text ) );
    bool unnamed = s->d->view.recorded && s->d->view.a == s->d->view.b;
    text = unnamed ? tr( "bodies unknown" ) : uiPairName( s->d->a, s->d->b, s->d->view.b < 0 );
    uiColoredText( s->ui->theme.dim, text );
    uiMarkSaying( "contact.name", text );
    if ( s->ofTwins )
    {
        float side = roundf( 1.15f * s->em );
        igSameLine( 0.0f, 0.6f * s->em );
        ImVec2 at = uiCursor();
        uiDrawTwinLetter( s->ui, s->list, 0, ( uiRect ){ at.x, at.y, at.x + side, at.y + side } );
        igDummy( uiVec2( side, s->em ) );
        uiMark( "contact.twin" );
        uiItemTooltip( "%s", tr( "the contact of the run A; that of its twin B is not shown here" ) );
    }
    if ( s->d->view.pending ) { return; }
    igSameLine( 0.0f, 0.8f * s->em );
    const char* mode = tr( ssContactModeName( s->d->view.mode ) );
    uiColoredText( s->modeColor, mode );
    uiMarkSaying( "contact.mode", mode );
}

/// Was the list made for the contact selected here? The simulation learns of it one picture later.
static bool isAnswered( const uiState* ui, const sessionContactList* list )
{
    const sessionContactKey *here = &ui->contact->key, *there = &list->key;
    return there->active && here->a == there->a && here->b == there->b && here->surface == there->surface &&
        here->point.x == there->point.x && here->point.y == there->point.y && here->point.z == there->point.z;
}

static void drawEmpty( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* list = &input->snapshot->contacts;
    uiTitle( ui, tr( "Contact" ) );
    uiDrawConditionsButton( ui, titleWidth( ui, tr( "Contact" ) ) );
    uiDrawConditions( ui, input );
    igPushTextWrapPos( 0.0f );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    const char* text = list->count == 0 ? tr( "There are no contacts at the moment." )
        : isAnswered( ui, list )        ? tr( "This contact is open. Press N for the next closed one." )
                                        : tr( "No contact selected. Click a contact point, or press N." );
    uiText( "%s", text );
    igPopStyleColor( 1 );
    igPopTextWrapPos();
    uiMarkSaying( "contact.empty", text );
}

void uiDrawContact( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* list = &input->snapshot->contacts;
    if ( !ui->contact->key.active && list->count > 0 && !list->items[0].hidden )
    {
        uiSelectContact( ui, input, list->items );
    }
    if ( !list->selected.found )
    {
        drawEmpty( ui, input );
        return;
    }
    uiContactScope s = {
        .ui = ui, .list = igGetWindowDrawList(), .em = igGetFontSize(), .d = &list->selected
    };
    s.ofTwins = sessionSnapshot_Twin( input->snapshot ) != NULL;
    int mode = (int)s.d->view.mode;
    s.modeColor = ui->theme.mode[mode >= 0 && mode < ss_modeCount ? mode : 0];
    drawHeader( &s, list );
    if ( !s.d->view.pending ) { drawWhyButton( ui, input ); }
    uiDrawConditions( ui, input );
    if ( s.d->view.pending )
    {
        drawPending( &s );
        return;
    }
    uiDrawContactPictures( &s );
    writeLaw( &s );
    if ( s.d->view.recorded && s.d->view.cone.dimension < 6 ) { writeUnboundMoments( &s ); }
    writeLosses( &s );
    writeNumbers( &s );
    publishContact( s.d );
}

// The law of the selected contact as one formula with its present numbers, for those who look from afar.

/// The bound of the contact: of rolling while it rolls, of spinning while it spins, else of sliding.
static uiLawBound chooseBound( const ssContactView* v )
{
    double tangential = hypot( v->force[1], v->force[2] ), rolling = hypot( v->moment[0], v->moment[1] );
    if ( v->mode == ss_modeRoll && v->cone.dimension >= 5 )
    {
        return ( uiLawBound ){ "|m_R|", "μ_r", rolling, v->cone.muRoll, v->force[0], "m", "N m" };
    }
    if ( v->mode == ss_modeSpin && v->cone.dimension >= 6 )
    {
        return (
            uiLawBound ){ "|m_S|", "μ_s", fabs( v->moment[2] ), v->cone.muSpin, v->force[0], "m", "N m" };
    }
    return ( uiLawBound ){ "|r_T|", "μ", tangential, v->cone.mu, v->force[0], "", "N" };
}

/// A formula of two lines: the law, and the same with numbers.
static const char* writeBound( const ssContactView* v )
{
    char text[256];
    uiLawBound bound = chooseBound( v );
    uiFormatLaw( &bound, text, sizeof text );
    char* line = strchr( text, '\n' );
    for ( char* c = line != NULL ? line + 1 : text; *c != '\0'; ++c ) { *c = *c == '\n' ? ' ' : *c; }
    return uiPrint( "%s", text );
}

static const char* writeFormula( const sessionContactDetail* d )
{
    const ssContactView* v = &d->view;
    double tangential = hypot( v->force[1], v->force[2] );
    bool planar = d->law == session_contactFunction || d->law == session_contactSets;
    if ( d->law == session_contactUnknown )
    {
        return uiPrint( "|r_T| = %s r_N", uiFormatNumber( tangential / v->force[0] ) );
    }
    if ( d->law == session_contactFree ) { return "r_T = 0"; }
    if ( !planar && !uiIsPolygonCone( &v->cone ) ) { return writeBound( v ); }
    double gauge = planar ? d->gauge : ssCone_SlidingGauge( &v->cone, v->force );
    return uiPrint( "k_C(%s) = %s", d->patch ? "−r_T, −m_S" : "−r_T", formatAbove( gauge, 1.0 ) );
}

bool uiContactFormula( const uiFrameInput* input, uiFormula* formula )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContactDetail* d = &list->selected;
    if ( !d->found || d->view.pending ) { return false; }
    bool unnamed = d->view.recorded && d->view.a == d->view.b;
    *formula = ( uiFormula ){ writeFormula( d ),
        unnamed ? uiPrint( tr( "Contact %d of %d" ), d->index + 1, list->count )
                : uiPrint( "%s: %s", uiPairName( d->a, d->b, d->view.b < 0 ),
                      tr( ssContactModeName( d->view.mode ) ) ) };
    return true;
}
