// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"

#include <string.h>

// The sets of a contact with its reaction: a dot inside sticks, on the rim slips, outside (red) violates.

bool uiIsPolygonCone( const ssCone* cone )
{
    return cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
}

/// A square with two axes.
typedef struct disc
{
    float x, y, half;
    double scale; // pixels per unit
} disc;

/// Draws the title, the square and its axes. The length `extent` fills 80% of half the square; 0: no axes.
static disc beginDisc( uiContactScope* s, uiRect cell, const char* title, double extent )
{
    if ( uiTextSize( s->ui, ui_fontSmall, title ).x > uiWidth( cell ) && strrchr( title, ' ' ) )
    {
        title = strrchr( title, ' ' ) + 1; // the symbol alone
    }
    float line = uiTextSize( s->ui, ui_fontSmall, title ).y;
    uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0, cell.y0, s->ui->theme.dim, title );
    cell.y0 += line + roundf( 0.25f * s->em );
    float side = fminf( uiWidth( cell ), uiHeight( cell ) );
    disc d = { .x = roundf( cell.x0 + 0.5f * uiWidth( cell ) ),
        .y = roundf( cell.y0 + 0.5f * side ),
        .half = 0.5f * side };
    uiFillRect( s->list, ( uiRect ){ cell.x0, cell.y0, cell.x1, cell.y0 + side }, s->ui->theme.background,
        roundf( 0.2f * s->em ) );
    ImU32 axis = uiFade( s->ui->theme.text, extent > 0.0 ? 0.14f : 0.0f );
    uiFillRect( s->list, ( uiRect ){ cell.x0, d.y, cell.x1, d.y + 1.0f }, axis, 0.0f );
    uiFillRect( s->list, ( uiRect ){ d.x, cell.y0, d.x + 1.0f, cell.y0 + side }, axis, 0.0f );
    d.scale = extent > 0.0 ? 0.8 * (double)d.half / extent : 0.0;
    return d;
}

static ImVec2 onDisc( const disc* d, double x, double y )
{
    double px = fmax( -1.2 * (double)d->half, fmin( 1.2 * (double)d->half, x * d->scale ) );
    double py = fmax( -1.2 * (double)d->half, fmin( 1.2 * (double)d->half, y * d->scale ) );
    return uiVec2( d->x + (float)px, d->y - (float)py );
}

static void drawOutline(
    uiContactScope* s, const disc* d, const ssVec2* points, int count, ImU32 color, bool filled, bool dashed )
{
    // Antialiasing would show seams between the triangles.
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

static void drawCircle( uiContactScope* s, const disc* d, double radius, ImU32 color )
{
    float pixels = (float)( radius * d->scale );
    if ( pixels > 0.5f )
    {
        int corners = pixels > 50.0f ? 72 : 40; // a tenth of a pixel from the circle
        ImDrawList_AddCircleFilled( s->list, uiVec2( d->x, d->y ), pixels, uiFade( color, 0.18f ), corners );
        ImDrawList_AddCircle(
            s->list, uiVec2( d->x, d->y ), pixels, color, corners, fmaxf( 1.5f, 0.1f * s->em ) );
    }
}

/// Draws an arrow of fixed length from the centre: only the direction of a velocity is shown.
static void drawNeedle( uiContactScope* s, const disc* d, double x, double y, float length )
{
    ImU32 color = uiFade( s->ui->theme.quantity[ss_quantityVelocity], 0.8f );
    double size = hypot( x, y );
    if ( !( size > 0.0 ) ) { return; }
    float ux = (float)( x / size ), uy = -(float)( y / size );
    ImVec2 tip = uiVec2( d->x + length * ux, d->y + length * uy );
    ImDrawList_AddLine( s->list, uiVec2( d->x, d->y ), tip, color, fmaxf( 1.5f, 0.11f * s->em ) );
    float h = 0.5f * s->em;
    ImDrawList_AddTriangleFilled( s->list, tip,
        uiVec2( tip.x - h * ux - 0.4f * h * uy, tip.y - h * uy + 0.4f * h * ux ),
        uiVec2( tip.x - h * ux + 0.4f * h * uy, tip.y - h * uy - 0.4f * h * ux ), color );
}

static void drawDot( uiContactScope* s, const disc* d, double x, double y, bool violated )
{
    ImVec2 at = onDisc( d, x, y );
    ImU32 color = violated ? s->ui->theme.error : s->ui->theme.text;
    ImDrawList_AddLine(
        s->list, uiVec2( d->x, d->y ), at, uiFade( color, 0.5f ), fmaxf( 1.5f, 0.1f * s->em ) );
    ImDrawList_AddCircleFilled( s->list, at, 0.3f * s->em, color, 16 );
    ImDrawList_AddCircle( s->list, at, 0.3f * s->em + 1.0f, s->ui->theme.background, 16, 1.5f );
}

/// Draws the normal cone at the dot: the directions in which the contact may slide with this force.
static void drawNormalCone( uiContactScope* s, const disc* d, double fx, double fy )
{
    const sessionContactDetail* c = s->d;
    if ( !c->maySlide ) { return; }
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

/// The farthest reach of bound, force and law's force [N], and the outline of a cone.
static double findExtent( const sessionContactDetail* c, ssVec2 polygon[session_outlinePoints] )
{
    double normal = c->view.force[0], extent = hypot( c->view.force[1], c->view.force[2] );
    ssCone_SlidingOutline( &c->view.cone, session_outlinePoints, polygon ); // the same for r_T and -r_T
    for ( int i = 0; i < session_outlinePoints; ++i )
    {
        polygon[i] = ( ssVec2 ){ normal * polygon[i].x, normal * polygon[i].y };
        ssVec2 rim = c->law == session_contactSets ? c->reservoir[i] : polygon[i];
        bool bounds = c->law == session_contactSets || c->law == session_contactCone;
        extent = bounds ? fmax( extent, hypot( rim.x, rim.y ) ) : extent;
    }
    return c->law == session_contactFunction
        ? fmax( extent, fmax( c->usual, hypot( c->given.x, c->given.y ) ) )
        : extent;
}

/// Writes a word into the corner of a picture.
static void noteIn( uiContactScope* s, uiRect cell, const char* text )
{
    uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0 + 0.4f * s->em,
        cell.y0 + 0.5f * s->em + uiTextSize( s->ui, ui_fontSmall, "0" ).y, s->ui->theme.dim, text );
}

/// Draws what a law gives that is a function: a ring, which a dot that obeys it fills.
static void drawGiven( uiContactScope* s, const disc* d, uiRect cell )
{
    ImVec2 at = onDisc( d, s->d->given.x, s->d->given.y );
    ImDrawList_AddCircle(
        s->list, at, 0.55f * s->em, s->ui->theme.mode[ss_modeSlideRoll], 24, fmaxf( 1.5f, 0.12f * s->em ) );
    noteIn( s, cell, tr( "no set C" ) );
}

bool uiLawForce( const sessionContactDetail* c, ssVec2* force )
{
    double speed = hypot( c->view.velocity[1], c->view.velocity[2] ),
           bound = c->view.cone.mu * c->view.force[0];
    bool slides = c->view.mode == ss_modeSlide || c->view.mode == ss_modeSlideRoll;
    bool one = c->law == session_contactCone && !uiIsPolygonCone( &c->view.cone ) && slides && speed > 0.0;
    if ( one && force != NULL )
    {
        *force = ( ssVec2 ){ bound * c->view.velocity[1] / speed, bound * c->view.velocity[2] / speed };
    }
    return one;
}

/// The sets of Walker & Leine and the cone contain f = -lambda: the dot is the force that the body exerts.
static void drawForceSet( uiContactScope* s, uiRect cell )
{
    const sessionContactDetail* c = s->d;
    double fx = -c->view.force[1], fy = -c->view.force[2], bound = c->view.cone.mu * c->view.force[0];
    ssVec2 polygon[session_outlinePoints];
    disc d = beginDisc( s, cell, tr( "force −r_T" ), findExtent( c, polygon ) );
    uiPushClip( s->list, cell );
    if ( c->law == session_contactSets )
    {
        drawOutline(
            s, &d, c->reservoir, session_outlinePoints, s->ui->theme.mode[ss_modeSlideRoll], true, false );
        drawOutline( s, &d, c->directions, session_outlinePoints, s->ui->theme.accent, false, true );
    }
    else if ( c->law == session_contactFunction ) { drawGiven( s, &d, cell ); }
    else if ( c->law == session_contactCone && uiIsPolygonCone( &c->view.cone ) )
    {
        drawOutline( s, &d, polygon, session_outlinePoints, s->modeColor, true, false );
    }
    else if ( c->law == session_contactCone ) { drawCircle( s, &d, bound, s->modeColor ); }
    else if ( c->law == session_contactUnknown ) { noteIn( s, cell, tr( "μ unknown" ) ); }
    // What is left of the velocity of a contact that does not slide is the residual of the solver.
    if ( c->view.mode == ss_modeSlide || c->view.mode == ss_modeSlideRoll )
    {
        drawNeedle( s, &d, c->view.velocity[1], c->view.velocity[2], 0.95f * d.half );
    }
    ssAuditCheck check = c->law == session_contactFunction ? ss_auditSlip : ss_auditCone;
    drawDot( s, &d, fx, fy, c->measures[check] > ssAuditWarningLevel( check ) );
    drawNormalCone( s, &d, fx, fy );
    ssVec2 lawful;
    if ( s->ofDoctor && uiLawForce( c, &lawful ) )
    {
        ImDrawList_AddCircle( s->list, onDisc( &d, lawful.x, lawful.y ), 0.6f * s->em, s->ui->theme.good, 24,
            fmaxf( 1.5f, 0.14f * s->em ) );
    }
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( s->ofDoctor ? "why.force" : "contact.force", cell );
}

static void drawMomentSet( uiContactScope* s, uiRect cell )
{
    const ssContactView* v = &s->d->view;
    double mx = -v->moment[0], my = -v->moment[1], bound = v->cone.muRoll * v->force[0];
    disc d = beginDisc( s, cell, tr( "moment −m_R" ), fmax( bound, hypot( mx, my ) ) );
    uiPushClip( s->list, cell );
    drawCircle( s, &d, bound, s->ui->theme.quantity[ss_quantityMoment] );
    if ( v->mode == ss_modeRoll || v->mode == ss_modeSlideRoll )
    {
        drawNeedle( s, &d, v->velocity[3], v->velocity[4], 0.95f * d.half );
    }
    drawDot( s, &d, mx, my, hypot( mx, my ) > bound * ( 1.0 + 1e-6 ) + 1e-300 );
    if ( !( bound > 0.0 ) )
    {
        uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0 + 0.4f * s->em, d.y + 0.3f * s->em,
            s->ui->theme.dim, "μ_r = 0" );
    }
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( s->ofDoctor ? "why.moment" : "contact.moment", cell );
}

/// The rim of the cone per height: a disc, a polygon, the reservoir's outline; a point without sets.
static void findRim( const sessionContactDetail* c, ssVec2 rim[session_outlinePoints] )
{
    ssCone cone = c->view.cone;
    cone.mu = fmin( cone.mu, 3.0 );
    ssCone_SlidingOutline( &cone, session_outlinePoints, rim );
    double normal = fmax( c->view.force[0], 1e-300 );
    for ( int i = 0; i < session_outlinePoints && c->law != session_contactCone; ++i )
    {
        bool sets = c->law == session_contactSets; // which contain -r_T
        rim[i] = sets ? ( ssVec2 ){ -c->reservoir[i].x / normal, -c->reservoir[i].y / normal }
                      : ( ssVec2 ){ 0.0, 0.0 };
    }
}

#define CORNERS session_outlinePoints

/// The cone between a foot and its rim.
static void drawSides( uiContactScope* s, ImVec2 foot, ImVec2 top, const ImVec2 rim[session_outlinePoints] )
{
    int leftmost = 0, rightmost = 0;
    for ( int i = 0; i < CORNERS; ++i )
    {
        leftmost = rim[i].x < rim[leftmost].x ? i : leftmost;
        rightmost = rim[i].x > rim[rightmost].x ? i : rightmost;
    }
    ImU32 color = s->d->law != session_contactCone ? s->ui->theme.mode[ss_modeSlideRoll] : s->modeColor;
    float thick = fmaxf( 1.5f, 0.1f * s->em );
    ImDrawListFlags flags = s->list->Flags;
    s->list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // it would show seams between the triangles
    ImDrawList_AddTriangleFilled( s->list, foot, rim[leftmost], rim[rightmost], uiFade( color, 0.14f ) );
    ImVec2 last = rim[CORNERS - 1];
    for ( int i = 0; i < CORNERS; ++i )
    {
        // The rim is small, and points on it less than a pixel apart show nothing.
        if ( i == CORNERS - 1 || hypotf( rim[i].x - last.x, rim[i].y - last.y ) > 1.0f )
        {
            ImDrawList_AddTriangleFilled( s->list, top, last, rim[i], uiFade( color, 0.16f ) );
            ImDrawList_AddLine( s->list, last, rim[i], color, thick );
            last = rim[i];
        }
    }
    s->list->Flags = flags;
    ImDrawList_AddLine( s->list, foot, rim[leftmost], uiFade( color, 0.7f ), thick );
    ImDrawList_AddLine( s->list, foot, rim[rightmost], uiFade( color, 0.7f ), thick );
}

/// Draws the cone from above: rim, silhouette and the reaction from the apex. Without sets: an axis.
static void drawCone( uiContactScope* s, uiRect cell )
{
    enum
    {
        corners = session_outlinePoints
    };
    const sessionContactDetail* c = s->d;
    double height = fmax( c->view.force[0], 1e-300 ), halfWidth = 1e-9, halfDepth = 1e-9;
    bool bounded = c->law == session_contactCone || c->law == session_contactSets;
    ssVec2 around[corners];
    findRim( c, around );
    for ( int i = 0; i < corners; ++i )
    {
        halfWidth = fmax( halfWidth, bounded ? fabs( around[i].x ) : c->usual / height );
        halfDepth = fmax( halfDepth, bounded ? fabs( around[i].y ) : c->usual / height );
    }
    const double tilt = 0.3;
    disc d = beginDisc( s, cell, bounded ? tr( "cone" ) : tr( "reaction r" ), 0.0 );
    double size = (double)d.half * fmin( fmin( 1.35, 0.88 / halfWidth ), 1.6 / ( 1.0 + tilt * halfDepth ) );
    float foot = d.y + 0.85f * d.half, top = foot - (float)size;
    ImVec2 rim[corners];
    for ( int i = 0; i < corners; ++i )
    {
        rim[i] = uiVec2( d.x + (float)( size * around[i].x ), top - (float)( tilt * size * around[i].y ) );
    }
    uiPushClip( s->list, cell );
    float thick = fmaxf( 1.5f, 0.1f * s->em );
    if ( bounded ) { drawSides( s, uiVec2( d.x, foot ), uiVec2( d.x, top ), rim ); }
    else { uiDrawLine( s->list, d.x, foot, d.x, top, s->ui->theme.dim, 1.0f ); }
    double fx = size * c->view.force[1] / height, fy = size * c->view.force[2] / height;
    bool bad = c->measures[ss_auditCone] > ssAuditWarningLevel( ss_auditCone );
    ImU32 ink = bad ? s->ui->theme.error : s->ui->theme.quantity[ss_quantityForce];
    ImVec2 tip = uiVec2( d.x + (float)fx, top - (float)( tilt * fy ) );
    ImDrawList_AddLine( s->list, uiVec2( d.x, foot ), tip, ink, 1.6f * thick );
    ImDrawList_AddCircleFilled( s->list, tip, 0.26f * s->em, ink, 12 );
    ImDrawList_PopClipRect( s->list );
    uiMarkRect( s->ofDoctor ? "why.cone" : "contact.cone", cell );
}

/// Draws the interval from -bound to bound with the spinning moment in it.
static void drawSpin( uiContactScope* s, uiRect cell )
{
    const ssContactView* v = &s->d->view;
    double bound = v->cone.muSpin * v->force[0], moment = -v->moment[2];
    float line = uiTextSize( s->ui, ui_fontSmall, "0" ).y;
    uiDrawText( s->ui, s->list, ui_fontSmall, cell.x0, cell.y0, s->ui->theme.dim, tr( "spin −m_S" ) );
    float y = cell.y0 + line + roundf( 0.8f * s->em ), middle = 0.5f * ( cell.x0 + cell.x1 ),
          half = 0.45f * uiWidth( cell );
    double extent = fmax( bound, fabs( moment ) );
    ImU32 color = s->ui->theme.mode[ss_modeSpin];
    uiFillRect( s->list, ( uiRect ){ cell.x0, y - 0.35f * s->em, cell.x1, y + 0.35f * s->em },
        s->ui->theme.background, 0.0f );
    if ( extent > 0.0 )
    {
        float edge = half * (float)( bound / extent );
        uiFillRect( s->list, ( uiRect ){ middle - edge, y - 0.3f * s->em, middle + edge, y + 0.3f * s->em },
            uiFade( color, 0.3f ), 0.0f );
        uiDrawFrame( s->list, ( uiRect ){ middle - edge, y - 0.3f * s->em, middle + edge, y + 0.3f * s->em },
            color, 0.0f, 1.5f );
    }
    bool bad = fabs( moment ) > bound * ( 1.0 + 1e-6 ) + 1e-300;
    float at = middle + ( extent > 0.0 ? half * (float)( moment / extent ) : 0.0f );
    ImDrawList_AddCircleFilled(
        s->list, uiVec2( at, y ), 0.28f * s->em, bad ? s->ui->theme.error : s->ui->theme.text, 16 );
}

/// The pictures are arranged two by two where the panel is high enough, otherwise in a row.
void uiDrawContactPictures( uiContactScope* s )
{
    ImVec2 at = uiCursor(), available = uiSpace();
    bool moments = s->d->view.cone.dimension >= 5, tall = available.y > 34.0f * s->em;
    int columns = tall || !moments ? 2 : 3;
    float gap = roundf( 0.5f * s->em ),
          side = floorf( ( available.x - gap * (float)( columns - 1 ) ) / (float)columns );
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
        cells[3].x1 = columns == 3 ? at.x + available.x : cells[3].x1;
        drawSpin( s, cells[3] );
    }
    end = tall ? end + height + gap : s->d->view.cone.dimension >= 6 ? end + line + 1.5f * s->em : end;
    igSetCursorScreenPos( uiVec2( at.x, end ) );
}
