// SPDX-License-Identifier: MIT
#include "ui/panel/panel_contact.h"

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The contact microscope: the sets the reaction of one contact lives in, the reaction in them, and the law written
// out with today's numbers. A dot inside sticks, on the rim slips, outside is a violation and red.

typedef struct scope
{
    uiState* ui;
    ImDrawList* list;
    float em;
    const sessionContactDetail* d;
    ImU32 modeColor;
} scope;

void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact )
{
    sessionContactKey key = { .active = contact != NULL };
    if ( contact != NULL )
    {
        key.a = contact->a;
        key.b = contact->b;
        key.point =
            ( ssVec3 ){ (double)contact->point[0], (double)contact->point[1], (double)contact->point[2] };
    }
    ui->contact->key = key;
    sessionDriver_Post( input->driver, &( sessionCommand ){ .kind = session_commandSelect, .contact = key } );
}

void uiCycleContact( uiState* ui, const uiFrameInput* input, int offset )
{
    const sessionContactList* list = &input->snapshot->contacts;
    if ( list->count == 0 )
    {
        uiNotify( ui, "There is no contact at the moment." );
        return;
    }
    int index = list->selected.found ? list->selected.index + offset : 0;
    uiSelectContact( ui, input, list->items + ( index % list->count + list->count ) % list->count );
}

// ----------------------------------------------------------------------------------------------------- pictures

/// A square with two axes in which `reach` fills 80%.
typedef struct disc
{
    float x, y, half;
    double scale; // pixels per unit
} disc;

static disc beginDisc( scope* s, uiRect cell, const char* title, double reach )
{
    float line = uiTextSize( s->ui, ui_fontSmall, title ).y;
    uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0, cell.y0, s->ui->theme.dim, title );
    cell.y0 += line + roundf( 0.25f * s->em );
    float side = fminf( uiWidth( cell ), uiHeight( cell ) );
    disc d = { .x = roundf( cell.x0 + 0.5f * uiWidth( cell ) ),
        .y = roundf( cell.y0 + 0.5f * side ),
        .half = 0.5f * side };
    ImDrawList_AddRectFilled( s->list, uiVec2( cell.x0, cell.y0 ), uiVec2( cell.x1, cell.y0 + side ),
        s->ui->theme.background, roundf( 0.2f * s->em ), 0 );
    ImU32 axis = uiFade( s->ui->theme.text, reach > 0.0 ? 0.14f : 0.0f );
    ImDrawList_AddRectFilled( s->list, uiVec2( cell.x0, d.y ), uiVec2( cell.x1, d.y + 1.0f ), axis, 0.0f, 0 );
    ImDrawList_AddRectFilled(
        s->list, uiVec2( d.x, cell.y0 ), uiVec2( d.x + 1.0f, cell.y0 + side ), axis, 0.0f, 0 );
    d.scale = reach > 0.0 ? 0.8 * (double)d.half / reach : 0.0;
    return d;
}

static ImVec2 onDisc( const disc* d, double x, double y )
{
    double px = fmax( -1.2 * (double)d->half, fmin( 1.2 * (double)d->half, x * d->scale ) );
    double py = fmax( -1.2 * (double)d->half, fmin( 1.2 * (double)d->half, y * d->scale ) );
    return uiVec2( d->x + (float)px, d->y - (float)py );
}

static void drawOutline(
    scope* s, const disc* d, const ssVec2* points, int count, ImU32 color, bool filled, bool dashed )
{
    // Smoothed edges would show as seams between the triangles.
    ImDrawListFlags flags = s->list->Flags;
    s->list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for ( int i = 0; i < count; ++i )
    {
        ImVec2 a = onDisc( d, points[i].x, points[i].y );
        ImVec2 b = onDisc( d, points[( i + 1 ) % count].x, points[( i + 1 ) % count].y );
        if ( filled ) // star-shaped about the zero force
        {
            ImDrawList_AddTriangleFilled( s->list, uiVec2( d->x, d->y ), a, b, uiFade( color, 0.18f ) );
        }
        if ( !dashed || i / 3 % 2 == 0 )
        {
            ImDrawList_AddLine( s->list, a, b, color, fmaxf( 1.5f, 0.1f * s->em ) );
        }
    }
    s->list->Flags = flags;
}

static void drawCircle( scope* s, const disc* d, double radius, ImU32 color )
{
    float pixels = (float)( radius * d->scale );
    if ( pixels > 0.5f )
    {
        ImDrawList_AddCircleFilled( s->list, uiVec2( d->x, d->y ), pixels, uiFade( color, 0.18f ), 72 );
        ImDrawList_AddCircle( s->list, uiVec2( d->x, d->y ), pixels, color, 72, fmaxf( 1.5f, 0.1f * s->em ) );
    }
}

/// From the middle of the disc towards a direction, as long as asked; velocities are shown by direction only.
static void drawNeedle( scope* s, const disc* d, double x, double y, float length, ImU32 color, bool head )
{
    double size = hypot( x, y );
    if ( !( size > 0.0 ) )
    {
        return;
    }
    float ux = (float)( x / size ), uy = -(float)( y / size );
    ImVec2 tip = uiVec2( d->x + length * ux, d->y + length * uy );
    ImDrawList_AddLine( s->list, uiVec2( d->x, d->y ), tip, color, fmaxf( 1.5f, 0.11f * s->em ) );
    if ( head )
    {
        float h = 0.5f * s->em;
        ImDrawList_AddTriangleFilled( s->list, tip,
            uiVec2( tip.x - h * ux - 0.4f * h * uy, tip.y - h * uy + 0.4f * h * ux ),
            uiVec2( tip.x - h * ux + 0.4f * h * uy, tip.y - h * uy - 0.4f * h * ux ), color );
    }
}

static void drawDot( scope* s, const disc* d, double x, double y, bool violated )
{
    ImVec2 at = onDisc( d, x, y );
    ImU32 color = violated ? s->ui->theme.error : s->ui->theme.text;
    ImDrawList_AddLine(
        s->list, uiVec2( d->x, d->y ), at, uiFade( color, 0.5f ), fmaxf( 1.5f, 0.1f * s->em ) );
    ImDrawList_AddCircleFilled( s->list, at, 0.3f * s->em, color, 16 );
    ImDrawList_AddCircle( s->list, at, 0.3f * s->em + 1.0f, s->ui->theme.background, 16, 1.5f );
}

/// The normal cone: directions in which the contact may slide with this force, from the dot outwards.
static void drawNormalCone( scope* s, const disc* d, double fx, double fy )
{
    const sessionContactDetail* c = s->d;
    if ( !c->maySlide )
    {
        return;
    }
    ImVec2 from = onDisc( d, fx, fy );
    float length = 0.35f * d->half;
    const ssVec2 ends[2] = { c->slideFirst, c->slideLast };
    for ( int i = 0; i < 2; ++i )
    {
        ImDrawList_AddLine( s->list, from,
            uiVec2( from.x + length * (float)ends[i].x, from.y - length * (float)ends[i].y ),
            s->ui->theme.accent, fmaxf( 1.5f, 0.1f * s->em ) );
    }
}

static bool isPolygon( const ssCone* cone )
{
    return cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
}

/// Walker and Leine's sets hold f = -lambda, so the dot is the force the body exerts; for the round cone as well.
static void drawForceSet( scope* s, uiRect cell )
{
    const sessionContactDetail* c = s->d;
    double fx = -c->view.force[1], fy = -c->view.force[2], bound = c->view.cone.mu * c->view.force[0];
    ssVec2 polygon[session_outlinePoints];
    ssCone_SlidingOutline( &c->view.cone, session_outlinePoints, polygon ); // the same for r_T and -r_T
    double reach = hypot( fx, fy );
    for ( int i = 0; i < session_outlinePoints; ++i )
    {
        polygon[i] = ( ssVec2 ){ c->view.force[0] * polygon[i].x, c->view.force[0] * polygon[i].y };
        ssVec2 rim = c->planar ? c->reservoir[i] : polygon[i];
        reach = fmax( reach, hypot( rim.x, rim.y ) );
    }
    disc d = beginDisc( s, cell, "force −r_T", reach );
    ImDrawList_PushClipRect( s->list, uiVec2( cell.x0, cell.y0 ), uiVec2( cell.x1, cell.y1 ), true );
    if ( c->planar )
    {
        drawOutline(
            s, &d, c->reservoir, session_outlinePoints, s->ui->theme.mode[ss_modeSlideRoll], true, false );
        drawOutline( s, &d, c->directions, session_outlinePoints, s->ui->theme.accent, false, true );
    }
    else if ( isPolygon( &c->view.cone ) )
    {
        drawOutline( s, &d, polygon, session_outlinePoints, s->modeColor, true, false );
    }
    else
    {
        drawCircle( s, &d, bound, s->modeColor );
    }
    drawNeedle( s, &d, c->view.velocity[1], c->view.velocity[2], 0.95f * d.half,
        uiFade( s->ui->theme.quantity[ss_quantityVelocity], 0.8f ), true );
    drawDot( s, &d, fx, fy, c->measures[ss_auditCone] > ssAuditWarningLevel( ss_auditCone ) );
    drawNormalCone( s, &d, fx, fy );
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( "contact.force", cell );
}

static void drawMomentSet( scope* s, uiRect cell )
{
    const ssContactView* v = &s->d->view;
    double mx = -v->moment[0], my = -v->moment[1], bound = v->cone.muRoll * v->force[0];
    disc d = beginDisc( s, cell, "moment −m_R", fmax( bound, hypot( mx, my ) ) );
    ImDrawList_PushClipRect( s->list, uiVec2( cell.x0, cell.y0 ), uiVec2( cell.x1, cell.y1 ), true );
    drawCircle( s, &d, bound, s->ui->theme.quantity[ss_quantityMoment] );
    drawNeedle( s, &d, v->velocity[3], v->velocity[4], 0.95f * d.half,
        uiFade( s->ui->theme.quantity[ss_quantityVelocity], 0.8f ), true );
    drawDot( s, &d, mx, my, hypot( mx, my ) > bound * ( 1.0 + 1e-6 ) + 1e-300 );
    if ( !( bound > 0.0 ) )
    {
        uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0 + 0.4f * s->em, d.y + 0.3f * s->em,
            s->ui->theme.dim, "μ_r = 0" );
    }
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( "contact.moment", cell );
}

/// The cone's rim in units of its height: the sliding disc or polygon, or the reservoir's outline.
static void findRim( const sessionContactDetail* c, ssVec2 rim[session_outlinePoints] )
{
    ssCone cone = c->view.cone;
    cone.mu = fmin( cone.mu, 3.0 );
    ssCone_SlidingOutline( &cone, session_outlinePoints, rim );
    double normal = fmax( c->view.force[0], 1e-300 );
    for ( int i = 0; i < session_outlinePoints && c->planar; ++i )
    {
        rim[i] = ( ssVec2 ){ -c->reservoir[i].x / normal, -c->reservoir[i].y / normal }; // it holds -r_T
    }
}

/// The cone seen from the side and above: rim, generators and the reaction from the apex.
static void drawCone( scope* s, uiRect cell )
{
    enum
    {
        corners = session_outlinePoints
    };
    const sessionContactDetail* c = s->d;
    double height = fmax( c->view.force[0], 1e-300 ), halfWidth = 1e-9, halfDepth = 1e-9;
    ssVec2 around[corners];
    findRim( c, around );
    for ( int i = 0; i < corners; ++i )
    {
        halfWidth = fmax( halfWidth, fabs( around[i].x ) );
        halfDepth = fmax( halfDepth, fabs( around[i].y ) );
    }
    const double tilt = 0.3;
    disc d = beginDisc( s, cell, "cone", 0.0 );
    double size = (double)d.half * fmin( fmin( 1.35, 0.88 / halfWidth ), 1.6 / ( 1.0 + tilt * halfDepth ) );
    float foot = d.y + 0.85f * d.half, top = foot - (float)size;
    ImVec2 rim[corners];
    int leftmost = 0, rightmost = 0;
    for ( int i = 0; i < corners; ++i )
    {
        rim[i] = uiVec2( d.x + (float)( size * around[i].x ), top - (float)( tilt * size * around[i].y ) );
        leftmost = rim[i].x < rim[leftmost].x ? i : leftmost;
        rightmost = rim[i].x > rim[rightmost].x ? i : rightmost;
    }
    ImDrawList_PushClipRect( s->list, uiVec2( cell.x0, cell.y0 ), uiVec2( cell.x1, cell.y1 ), true );
    ImU32 color = c->planar ? s->ui->theme.mode[ss_modeSlideRoll] : s->modeColor;
    float thick = fmaxf( 1.5f, 0.1f * s->em );
    ImDrawListFlags flags = s->list->Flags;
    s->list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // no seams between the triangles
    ImDrawList_AddTriangleFilled(
        s->list, uiVec2( d.x, foot ), rim[leftmost], rim[rightmost], uiFade( color, 0.14f ) );
    for ( int i = 0; i < corners; ++i )
    {
        ImDrawList_AddTriangleFilled(
            s->list, uiVec2( d.x, top ), rim[i], rim[( i + 1 ) % corners], uiFade( color, 0.16f ) );
        ImDrawList_AddLine( s->list, rim[i], rim[( i + 1 ) % corners], color, thick );
    }
    s->list->Flags = flags;
    ImDrawList_AddLine( s->list, uiVec2( d.x, foot ), rim[leftmost], uiFade( color, 0.7f ), thick );
    ImDrawList_AddLine( s->list, uiVec2( d.x, foot ), rim[rightmost], uiFade( color, 0.7f ), thick );
    double fx = size * c->view.force[1] / height, fy = size * c->view.force[2] / height;
    bool bad = c->measures[ss_auditCone] > ssAuditWarningLevel( ss_auditCone );
    ImU32 ink = bad ? s->ui->theme.error : s->ui->theme.quantity[ss_quantityForce];
    ImVec2 tip = uiVec2( d.x + (float)fx, top - (float)( tilt * fy ) );
    ImDrawList_AddLine( s->list, uiVec2( d.x, foot ), tip, ink, 1.6f * thick );
    ImDrawList_AddCircleFilled( s->list, tip, 0.26f * s->em, ink, 12 );
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( "contact.cone", cell );
}

/// An interval from -bound to bound with the spinning moment on it.
static void drawSpin( scope* s, uiRect cell )
{
    const ssContactView* v = &s->d->view;
    double bound = v->cone.muSpin * v->force[0], moment = -v->moment[2];
    float line = uiTextSize( s->ui, ui_fontSmall, "0" ).y;
    uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0, cell.y0, s->ui->theme.dim, "spin −m_S" );
    float y = cell.y0 + line + roundf( 0.8f * s->em ), middle = 0.5f * ( cell.x0 + cell.x1 ),
          half = 0.45f * uiWidth( cell );
    double reach = fmax( bound, fabs( moment ) );
    ImU32 color = s->ui->theme.mode[ss_modeSpin];
    ImDrawList_AddRectFilled( s->list, uiVec2( cell.x0, y - 0.35f * s->em ),
        uiVec2( cell.x1, y + 0.35f * s->em ), s->ui->theme.background, 0.0f, 0 );
    if ( reach > 0.0 )
    {
        float edge = half * (float)( bound / reach );
        ImDrawList_AddRectFilled( s->list, uiVec2( middle - edge, y - 0.3f * s->em ),
            uiVec2( middle + edge, y + 0.3f * s->em ), uiFade( color, 0.3f ), 0.0f, 0 );
        ImDrawList_AddRect( s->list, uiVec2( middle - edge, y - 0.3f * s->em ),
            uiVec2( middle + edge, y + 0.3f * s->em ), color, 0.0f, 0, 1.5f );
    }
    bool bad = fabs( moment ) > bound * ( 1.0 + 1e-6 ) + 1e-300;
    float at = middle + ( reach > 0.0 ? half * (float)( moment / reach ) : 0.0f );
    ImDrawList_AddCircleFilled(
        s->list, uiVec2( at, y ), 0.28f * s->em, bad ? s->ui->theme.error : s->ui->theme.text, 16 );
}

// --------------------------------------------------------------------------------------------------------- text

static void row( uiState* ui, const char* mark, const char* label, const char* text )
{
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igTextUnformatted( label, NULL );
    igPopStyleColor( 1 );
    igSameLine( 5.4f * igGetFontSize(), -1.0f );
    uiWrappedText( text );
    uiMark( mark );
    uiMarkText( mark, text );
}

static void bodyName( int body, char* text, size_t capacity )
{
    if ( body < 0 )
    {
        snprintf( text, capacity, "ground" );
    }
    else
    {
        snprintf( text, capacity, "body %d", body );
    }
}

void uiContactName( int a, int b, char* text, size_t capacity )
{
    char first[32], second[32];
    bodyName( a == b ? -1 : a, first, sizeof( first ) );
    bodyName( b, second, sizeof( second ) );
    snprintf( text, capacity, "%s on %s", second, first );
}

/// "2568 = 0.2 × 12841 N" where the bound is reached, with < where it is not.
static void lawText( char* text, size_t capacity, const char* what, const char* symbol, double value,
    double mu, const char* muUnit, double normal, const char* unit )
{
    char a[32], b[32], c[32];
    uiFormatNumber( value, a, sizeof( a ) );
    uiFormatNumber( mu, b, sizeof( b ) );
    uiFormatNumber( normal, c, sizeof( c ) );
    bool on = value >= mu * normal * ( 1.0 - 1e-6 );
    snprintf( text, capacity, "%s %s %s r_N\n%s %s %s%s × %s %s", what, on ? "=" : "<", symbol, a,
        on ? "=" : "<", b, muUnit, c, unit );
}

static void writeLaw( scope* s )
{
    const ssContactView* v = &s->d->view;
    char text[192], number[32];
    double tangential = hypot( v->force[1], v->force[2] ), rolling = hypot( v->moment[0], v->moment[1] );
    double gauge = s->d->planar ? s->d->gauge : ssCone_SlidingGauge( &v->cone, v->force );
    uiFormatNumber( gauge, number, sizeof( number ) );
    if ( s->d->planar )
    {
        snprintf( text, sizeof( text ), "%s\nk_C(%s) = %s", s->d->lawName,
            s->d->patch ? "−r_T, −m_S" : "−r_T", number );
        row( s->ui, "contact.law", "sliding", text );
        uiFormatNumber( s->d->alpha, number, sizeof( number ) );
        row( s->ui, "contact.alpha", "α", number );
    }
    else if ( isPolygon( &v->cone ) )
    {
        snprintf( text, sizeof( text ), "%s polygon of %d sides\nk_C(−r_T) = %s",
            ssConeVariantName( v->cone.variant ), 2 * v->cone.facets, number );
        row( s->ui, "contact.law", "sliding", text );
    }
    else
    {
        lawText( text, sizeof( text ), "|r_T|", "μ", tangential, v->cone.mu, "", v->force[0], "N" );
        row( s->ui, "contact.law", "sliding", text );
    }
    if ( v->cone.dimension >= 5 )
    {
        lawText( text, sizeof( text ), "|m_R|", "μ_r", rolling, v->cone.muRoll, " m", v->force[0], "N m" );
        row( s->ui, "contact.law.roll", "rolling", text );
    }
    if ( v->cone.dimension >= 6 && ( v->cone.muSpin > 0.0 || v->moment[2] != 0.0 ) )
    {
        lawText( text, sizeof( text ), "|m_S|", "μ_s", fabs( v->moment[2] ), v->cone.muSpin, " m",
            v->force[0], "N m" );
        row( s->ui, "contact.law.spin", "spinning", text );
    }
    double margin = s->d->planar || v->cone.mu * v->force[0] > 0.0 ? 1.0 - gauge : 0.0;
    snprintf( text, sizeof( text ), "%.1f%%", fmax( 0.0, 100.0 * margin ) );
    row( s->ui, "contact.margin", "margin", text );
    uiPublish( "contact.margin", 100.0 * margin );
}

static void writeLosses( scope* s )
{
    const double* lost = s->d->dissipation;
    double whole = fabs( lost[0] ) + fabs( lost[1] ) + fabs( lost[2] );
    char text[128], number[32];
    // What sticks moves by what the solver leaves over, and that may have either sign.
    if ( !( whole > 0.0 ) || s->d->view.mode == ss_modeStick )
    {
        row( s->ui, "contact.lost", "loses", "nothing" );
        return;
    }
    uiFormatQuantity( lost[0] + lost[1] + lost[2], "W", number, sizeof( number ) );
    // + 0.0: no minus before a zero
    snprintf( text, sizeof( text ), "%s\nslide %.0f%%, roll %.0f%%, spin %.0f%%", number,
        round( 100.0 * lost[0] / whole ) + 0.0, round( 100.0 * lost[1] / whole ) + 0.0,
        round( 100.0 * lost[2] / whole ) + 0.0 );
    row( s->ui, "contact.lost", "loses", text );
}

static void writeNumbers( scope* s )
{
    const ssContactView* v = &s->d->view;
    char text[160], a[40], b[40], c[40];
    uiFormatNumber( v->force[0], a, sizeof( a ) );
    uiFormatNumber( v->force[1], b, sizeof( b ) );
    uiFormatNumber( v->force[2], c, sizeof( c ) );
    snprintf( text, sizeof( text ), "%s; %s, %s N", a, b, c );
    row( s->ui, "contact.r", "r_N; r_T", text );
    uiFormatNumber( v->velocity[0], a, sizeof( a ) );
    uiFormatNumber( v->velocity[1], b, sizeof( b ) );
    uiFormatNumber( v->velocity[2], c, sizeof( c ) );
    snprintf( text, sizeof( text ), "%s; %s, %s m/s", a, b, c );
    row( s->ui, "contact.u", "u_N; u_T", text );
    uiFormatQuantity( v->gap, "m", a, sizeof( a ) );
    row( s->ui, "contact.gap", "gap", a );
    double worst = fmax( s->d->measures[ss_auditCone],
        fmax( s->d->measures[ss_auditSlip], s->d->measures[ss_auditSignorini] ) );
    uiFormatDigits( worst, 2, a, sizeof( a ) );
    row( s->ui, "contact.residual", "law error", a );
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
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        uiPublish( rows[i].name, rows[i].value );
    }
}

static void drawHeader( scope* s, const sessionContactList* list )
{
    char text[96];
    igPushFont( s->ui->fonts[ui_fontTitle] );
    snprintf( text, sizeof( text ), "Contact %d of %d", s->d->index + 1, list->count );
    igTextUnformatted( text, NULL );
    igPopFont();
    uiContactName( s->d->view.a, s->d->view.b, text, sizeof( text ) );
    igPushStyleColor_U32( ImGuiCol_Text, s->ui->theme.dim );
    igTextUnformatted( text, NULL );
    igPopStyleColor( 1 );
    igSameLine( 0.0f, 0.8f * s->em );
    const char* mode = ssContactModeName( s->d->view.mode );
    igPushStyleColor_U32( ImGuiCol_Text, s->modeColor );
    igTextUnformatted( mode, NULL );
    igPopStyleColor( 1 );
    uiMark( "contact.mode" );
    uiMarkText( "contact.mode", mode );
}

static void drawEmpty( uiState* ui, const sessionContactList* list )
{
    igPushFont( ui->fonts[ui_fontTitle] );
    igTextUnformatted( "Contact", NULL );
    igPopFont();
    igPushTextWrapPos( 0.0f );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    const char* text = list->count == 0 ? "Nothing touches at the moment."
        : ui->contact->key.active       ? "This contact is open. Press N for the next one that is closed."
                                        : "No contact selected. Click a contact point, or press N.";
    igTextUnformatted( text, NULL );
    igPopStyleColor( 1 );
    igPopTextWrapPos();
    uiMark( "contact.empty" );
    uiMarkText( "contact.empty", text );
}

/// Force, moment, cone and spin: two by two where there is height, otherwise in a row.
static void drawPictures( scope* s )
{
    ImVec2 at, room;
    igGetCursorScreenPos( &at );
    igGetContentRegionAvail( &room );
    bool moments = s->d->view.cone.dimension >= 5, tall = room.y > 34.0f * s->em;
    int columns = tall || !moments ? 2 : 3;
    float gap = roundf( 0.5f * s->em ),
          side = floorf( ( room.x - gap * (float)( columns - 1 ) ) / (float)columns );
    float line = uiTextSize( s->ui, ui_fontSmall, "0" ).y, height = side + line + roundf( 0.25f * s->em );
    uiRect cells[4];
    for ( int i = 0; i < 4; ++i )
    {
        float x = at.x + (float)( i % columns ) * ( side + gap ),
              y = at.y + (float)( i / columns ) * ( height + gap );
        cells[i] = ( uiRect ){ x, y, x + side, y + height };
    }
    float end = at.y + height + gap;
    drawForceSet( s, cells[0] );
    if ( !moments )
    {
        drawCone( s, cells[1] );
        igSetCursorScreenPos( uiVec2( at.x, end ) );
        return;
    }
    drawMomentSet( s, cells[1] );
    drawCone( s, cells[2] );
    if ( s->d->view.cone.dimension >= 6 )
    {
        cells[3].x1 = columns == 3 ? at.x + room.x : cells[3].x1;
        drawSpin( s, cells[3] );
    }
    end = tall ? end + height + gap : s->d->view.cone.dimension >= 6 ? end + line + 1.5f * s->em : end;
    igSetCursorScreenPos( uiVec2( at.x, end ) );
}

void uiDrawContact( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* list = &input->snapshot->contacts;
    if ( !ui->contact->key.active && list->count > 0 )
    {
        uiSelectContact( ui, input, list->items );
    }
    if ( !list->selected.found )
    {
        drawEmpty( ui, list );
        return;
    }
    scope s = { .ui = ui, .list = igGetWindowDrawList(), .em = igGetFontSize(), .d = &list->selected };
    int mode = (int)s.d->view.mode;
    s.modeColor = ui->theme.mode[mode >= 0 && mode < ss_modeCount ? mode : 0];
    drawHeader( &s, list );

    drawPictures( &s );
    writeLaw( &s );
    writeLosses( &s );
    writeNumbers( &s );
    publishContact( s.d );
}
