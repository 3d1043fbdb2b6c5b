// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sets.h"

#include <stdio.h>
#include <string.h>

// The handles of the sets: where they are, and what the rows become when one is dragged.

#define CORNER_HANDLES 36 // further corners have no handle
#define SAMPLE_HANDLES 24 // a handle moves several samples where there are more

static int textRowOf( const uiSetEditor* e, const uiSetHandle* h )
{
    return e->first[h->set] + ( h->kind == ui_setHandleSample ? ss_setRowSamples : ss_setRowVertices );
}

/// Transforms a point from the axes of the set to forces.
static ssVec2 transform( const ssSetDef* def, double x, double y )
{
    double c = cos( uiRadians( def->rotationDeg ) ), s = sin( uiRadians( def->rotationDeg ) );
    return ( ssVec2 ){ def->scale * ( def->offsetX + c * x - s * y ),
        def->scale * ( def->offsetY + s * x + c * y ) };
}

static void addHandle( uiSetEditor* e, int set, uiSetHandleKind kind, int vertex, ssVec2 at )
{
    if ( e->handleCount < ui_maxSetHandles )
    {
        e->handles[e->handleCount++] = ( uiSetHandle ){ set, kind, vertex, at };
    }
}

/// The number of samples from one handle to the next.
static int sampleStride( const ssSetDef* def )
{
    return ( def->pointCount + SAMPLE_HANDLES - 1 ) / SAMPLE_HANDLES;
}

void uiAddSetHandles( uiSetEditor* e, int set )
{
    const ssSetDef* def = e->defs + set;
    double a = def->kind == ss_setStadium ? def->l + def->e : def->a,
           b = def->kind == ss_setCircle ? def->a : def->b;
    bool registered = (int)def->kind >= (int)ss_setKindCount; // what its numbers mean, only its plugin knows
    switch ( def->kind )
    {
        case ss_setPolygon:
            for ( int i = 0; i < def->pointCount && i < CORNER_HANDLES; ++i )
            {
                addHandle(
                    e, set, ui_setHandleVertex, i, transform( def, def->points[i].x, def->points[i].y ) );
            }
            break;
        case ss_setPolar:
            for ( int i = 0; i < def->pointCount; i += sampleStride( def ) )
            {
                ssVec2 p = def->points[i];
                addHandle(
                    e, set, ui_setHandleSample, i, transform( def, p.y * cos( p.x ), p.y * sin( p.x ) ) );
            }
            break;
        case ss_setAsperity: break; // it is edited with its sliders
        default:
            if ( registered ) { break; }
            addHandle( e, set, ui_setHandleAxis1, 0, transform( def, a, 0.0 ) );
            if ( def->kind != ss_setCircle )
            {
                addHandle( e, set, ui_setHandleAxis2, 0, transform( def, 0.0, b ) );
            }
    }
    if ( def->kind == ss_setSuperellipse )
    {
        double t = pow( 2.0, -1.0 / def->s );
        addHandle( e, set, ui_setHandleExponent, 0, transform( def, t * a, t * b ) );
    }
    if ( def->kind != ss_setCircle && def->kind != ss_setPolygon && def->kind != ss_setPolar )
    {
        double distance = def->kind == ss_setAsperity ? 1.0 : 1.22 * a;
        addHandle( e, set, ui_setHandleRotation, 0, transform( def, distance, 0.0 ) );
    }
    addHandle( e, set, ui_setHandleOffset, 0, transform( def, 0.0, 0.0 ) );
}

static ssVec2 toForce( const uiSetEditor* e, int set, ImVec2 at )
{
    return ( ssVec2 ){ (double)( at.x - 0.5f * ( e->canvas.x0 + e->canvas.x1 ) ) / e->scale[set],
        (double)( 0.5f * ( e->canvas.y0 + e->canvas.y1 ) - at.y ) / e->scale[set] };
}

ImVec2 uiSetToScreen( const uiSetEditor* e, int set, ssVec2 f )
{
    double x = fmin( fmax( f.x * e->scale[set], -4000.0 ), 4000.0 ),
           y = fmin( fmax( f.y * e->scale[set], -4000.0 ), 4000.0 );
    return uiVec2( 0.5f * ( e->canvas.x0 + e->canvas.x1 ) + (float)x,
        0.5f * ( e->canvas.y0 + e->canvas.y1 ) - (float)y );
}

/// Writes the corners with one of them moved to (u, v).
static void proposeCorners( const ssSetDef* def, int corner, double u, double v, char* text, size_t capacity )
{
    size_t used = 0;
    for ( int i = 0; i < def->pointCount && used + 64 < capacity; ++i )
    {
        double px = i == corner ? u : def->points[i].x, py = i == corner ? v : def->points[i].y;
        used += (size_t)snprintf( text + used, capacity - used, "%s%.9g;%.9g", i > 0 ? ";" : "", px, py );
    }
}

/// Writes the samples with one of them at `radius`. Its neighbours move along, less with distance, up to the
/// next handles. Returns false if there are more samples than a text can hold.
static bool proposeSamples( const ssSetDef* def, int sample, double radius, char* text, size_t capacity )
{
    int stride = sampleStride( def );
    double spacing = stride > 1 ? 2.0 * SS_PI * stride / def->pointCount : 1e-6;
    double growth = radius / def->points[sample].y - 1.0;
    size_t used = 0;
    for ( int i = 0; i < def->pointCount; ++i )
    {
        double distance = fabs( remainder( def->points[i].x - def->points[sample].x, 2.0 * SS_PI ) );
        double r = def->points[i].y * ( 1.0 + growth * fmax( 0.0, 1.0 - distance / spacing ) );
        used += (size_t)snprintf(
            text + used, capacity - used, "%s%.9g;%.7g", i > 0 ? ";" : "", uiDegrees( def->points[i].x ), r );
        if ( used >= capacity ) { return false; }
    }
    return true;
}

/// Computes the rows that put the handle at this point. Returns false if that is impossible.
static bool propose( uiSetEditor* e, const uiSetHandle* h, ssVec2 to )
{
    uiSetsPanel* sets = e->ui->sets;
    const ssSetDef* def = e->defs + h->set;
    double c = cos( uiRadians( def->rotationDeg ) ), s = sin( uiRadians( def->rotationDeg ) );
    double x = to.x / def->scale - def->offsetX, y = to.y / def->scale - def->offsetY;
    double u = c * x + s * y, v = -s * x + c * y; // in the axes of the set
    double least = 1e-3 * fmax( fabs( def->a ) + fabs( def->b ), 1e-6 );
    double* rows = sets->proposal + e->first[h->set];
    memcpy( sets->proposal, e->values, sizeof( e->values ) );
    sets->proposalText[0] = '\0';
    switch ( h->kind )
    {
        case ui_setHandleAxis1:
            rows[def->kind == ss_setStadium ? ss_setRowL : ss_setRowA] = def->kind == ss_setStadium
                ? fmax( 0.0, u - def->e )
                : fmax( least, def->kind == ss_setCircle ? hypot( u, v ) : u );
            return true;
        case ui_setHandleAxis2: rows[ss_setRowB] = fmax( least, v ); return true;
        case ui_setHandleRotation: rows[ss_setRowRotation] = uiDegrees( atan2( y, x ) ); return true;
        case ui_setHandleExponent:
        {
            // On the diagonal the boundary is at 2^(-1/s) of the corner.
            double t = 0.5 * ( u / def->a + v / def->b );
            t = fmin( fmax( t, 0.501 ), 0.985 );
            rows[ss_setRowS] = fmin( fmax( -log( 2.0 ) / log( t ), 1.0 ), 40.0 );
            return true;
        }
        case ui_setHandleOffset:
            rows[ss_setRowOffsetX] = to.x / def->scale;
            rows[ss_setRowOffsetY] = to.y / def->scale;
            return true;
        case ui_setHandleVertex:
            proposeCorners( def, h->vertex, u, v, sets->proposalText, sizeof( sets->proposalText ) );
            return true;
        case ui_setHandleSample:
        {
            // A sample moves along its ray, because its angle was measured.
            double theta = def->points[h->vertex].x, r = u * cos( theta ) + v * sin( theta );
            bool fits = proposeSamples( def, h->vertex, fmax( 1e-3 * def->points[h->vertex].y, r ),
                sets->proposalText, sizeof( sets->proposalText ) );
            if ( !fits )
            {
                snprintf( sets->refusal, sizeof( sets->refusal ),
                    tr( "A scene cannot store %d samples. Use fewer in the file." ), def->pointCount );
            }
            return fits;
        }
    }
    return false;
}

/// Sends the proposal to the simulation if the law allows it; otherwise keeps the reason.
static void commit( uiSetEditor* e, const uiSetHandle* h )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    const double* proposal = e->ui->sets->proposal;
    const char* text = e->ui->sets->proposalText;
    int row = e->first[h->set], textRow = textRowOf( e, h );
    ssSetTexts texts = { uiSetText( e, row + ss_setRowVertices ), uiSetText( e, row + ss_setRowSamples ) };
    *( h->kind == ui_setHandleSample ? &texts.samples : &texts.vertices ) =
        text[0] ? text : uiSetText( e, textRow );
    ssSetDef def = { 0 };
    double fitted = 1.0;
    ssResult result =
        ssReadSetRows( scenario->model.params + row, proposal + row, NULL, texts, h->set == 1, &def );
    if ( result.code == ss_ok )
    {
        result = h->set == 0 ? uiCheckSets( e, &def, e->first[1] >= 0 ? e->defs + 1 : NULL, &fitted, NULL )
                             : uiCheckSets( e, e->defs, &def, &fitted, NULL );
    }
    ssFreeSetPoints( &def );
    snprintf( e->ui->sets->refusal, sizeof( e->ui->sets->refusal ), "%s",
        result.code == ss_ok ? "" : result.message );
    if ( result.code != ss_ok ) { return; }
    if ( text[0] )
    {
        uiPostText( e->input, textRow, text );
        snprintf( e->ui->sets->texts[1], SS_TEXT_CAPACITY, "%s", text );
        return;
    }
    for ( int i = 0; i < SS_SET_NUMBER_COUNT; ++i )
    {
        if ( proposal[row + i] != e->values[row + i] )
        {
            uiPostParam( e->ui, e->input, row + i, proposal[row + i] );
        }
    }
}

static const char* const s_handles[] = { TR( "semi-axis 1" ), TR( "semi-axis 2" ), TR( "rotation" ),
    TR( "exponent" ), TR( "offset" ), TR( "corner" ), TR( "sample" ) };

static const char* nameHandle( const uiSetHandle* h )
{
    static const char* const names[] = { "axis1", "axis2", "rotation", "exponent", "offset", "corner",
        "sample" };
    return uiPrint( "sets.%s.%s%d", h->set == 0 ? "c" : "d", names[h->kind], h->vertex );
}

/// Returns the handle under the mouse, or -1, and names all of them for scripts.
static int findHandle( const uiSetEditor* e, ImVec2 mouse )
{
    float nearest = 0.9f * igGetFontSize();
    int under = -1;
    for ( int i = 0; i < e->handleCount; ++i )
    {
        ImVec2 at = uiSetToScreen( e, e->handles[i].set, e->handles[i].at );
        float distance = hypotf( at.x - mouse.x, at.y - mouse.y );
        uiMarkRect(
            nameHandle( e->handles + i ), ( uiRect ){ at.x - 3.0f, at.y - 3.0f, at.x + 3.0f, at.y + 3.0f } );
        if ( distance < nearest )
        {
            nearest = distance;
            under = i;
        }
    }
    return under;
}

/// Records the whole drag as one change.
static void finishDrag( uiSetEditor* e )
{
    uiState* ui = e->ui;
    if ( strcmp( ui->sets->texts[0], ui->sets->texts[1] ) != 0 )
    {
        int row = textRowOf( e, e->handles + ui->sets->handle );
        uiSendText( ui, e->input, row, ui->sets->texts[0], ui->sets->texts[1] );
    }
    int group = uiNewEditGroup( ui );
    for ( int i = 0; i < e->input->snapshot->scenario->model.paramCount; ++i )
    {
        if ( e->values[i] != ui->sets->start[i] )
        {
            uiRecordEdit( ui, i, ui->sets->start[i], e->values[i], group );
        }
    }
    ui->sets->handle = -1;
}

/// Takes hold of a handle.
static void beginDrag( uiSetEditor* e, int handle )
{
    uiState* ui = e->ui;
    ui->sets->handle = handle;
    memcpy( ui->sets->start, e->values, sizeof( ui->sets->start ) );
    for ( int i = 0; i < 2 && handle >= 0; ++i )
    {
        snprintf(
            ui->sets->texts[i], SS_TEXT_CAPACITY, "%s", uiSetText( e, textRowOf( e, e->handles + handle ) ) );
    }
}

/// A handle without a mouse: Enter takes hold of it, arrows move it. True while it is held.
static bool handleKeys( uiSetEditor* e, int index )
{
    uiState* ui = e->ui;
    const uiSetHandle* h = e->handles + index;
    ImVec2 at = uiSetToScreen( e, h->set, h->at );
    float em = igGetFontSize(), r = 0.6f * em, dx, dy;
    const char* mark = nameHandle( h );
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    bool held = uiHeldMove( ui, mark, &dx, &dy );
    if ( !keys.focused ) { return false; }
    uiFocusFrame( ui, ( uiRect ){ at.x - r, at.y - r, at.x + r, at.y + r } );
    uiFocusSay( ui, "%s, %s", h->set == 0 ? "C" : "D", tr( s_handles[h->kind] ) );
    uiFocusHint( ui,
        held ? tr( "↑ ↓ ← → move the handle · Shift: finer · Enter or Esc lets go" )
             : tr( "Enter takes hold of the handle · ↑ ↓ others · Ctrl+Tab: next panel" ) );
    if ( keys.enter && !held )
    {
        beginDrag( e, index );
        uiTakeHold( ui, mark );
        return true;
    }
    if ( held && ( dx != 0.0f || dy != 0.0f ) &&
        propose( e, h, toForce( e, h->set, uiVec2( at.x + 0.3f * em * dx, at.y - 0.3f * em * dy ) ) ) )
    {
        commit( e, h );
    }
    return held;
}

/// The number that a handle stands for: "a = 30 N", or a corner's place.
static const char* valueOf( const uiSetEditor* e, const uiSetHandle* h )
{
    const ssSetDef* def = e->defs + h->set;
    const ssParam* rows = e->input->snapshot->scenario->model.params + e->first[h->set];
    const double* values = e->values + e->first[h->set];
    bool place = h->kind == ui_setHandleOffset || h->kind == ui_setHandleVertex;
    if ( place || h->kind == ui_setHandleSample )
    {
        const char* first = uiFormatNumber( place ? h->at.x : uiDegrees( def->points[h->vertex].x ) );
        const char* second =
            uiFormatQuantity( place ? h->at.y : def->points[h->vertex].y, rows[ss_setRowA].unit );
        return uiPrint( place ? "%s; %s" : "%s°: %s", first, second );
    }
    int row = h->kind == ui_setHandleAxis2                           ? ss_setRowB
        : h->kind == ui_setHandleRotation                            ? ss_setRowRotation
        : h->kind == ui_setHandleExponent                            ? ss_setRowS
        : h->kind == ui_setHandleAxis1 && def->kind == ss_setStadium ? ss_setRowL
                                                                     : ss_setRowA;
    return uiPrint( "%s = %s", tr( rows[row].symbol ), uiFormatQuantity( values[row], rows[row].unit ) );
}

void uiSetMouse( uiSetEditor* e )
{
    uiState* ui = e->ui;
    ImVec2 mouse = igGetIO()->MousePos;
    int under = findHandle( e, mouse );
    bool active = igIsItemActive(), held = false;
    for ( int i = 0; i < e->handleCount; ++i ) { held = handleKeys( e, i ) || held; }
    if ( igIsItemActivated() ) { beginDrag( e, under ); }
    if ( active && ui->sets->handle >= 0 && ui->sets->handle < e->handleCount &&
        igIsMouseDragging( ImGuiMouseButton_Left, 1.0f ) )
    {
        const uiSetHandle* h = e->handles + ui->sets->handle;
        if ( propose( e, h, toForce( e, h->set, mouse ) ) ) { commit( e, h ); }
    }
    if ( !active && !held && ui->sets->handle >= 0 && ui->sets->handle < e->handleCount ) { finishDrag( e ); }
    bool dragged = active && ui->sets->handle >= 0 && ui->sets->handle < e->handleCount;
    int told = dragged ? ui->sets->handle : under; // the mouse can be away from what it drags
    if ( told >= 0 && ( dragged || igIsItemHovered( 0 ) ) )
    {
        const uiSetHandle* h = e->handles + told;
        const char* value = valueOf( e, h );
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiTooltip( "%s: %s, %s", h->set == 0 ? "C" : "D", tr( s_handles[h->kind] ), value );
        uiMarkText( "sets.value", value );
    }
}
