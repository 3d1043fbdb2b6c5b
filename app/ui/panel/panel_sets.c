// SPDX-License-Identifier: MIT
#include "ui/panel/panel_sets.h"

#include "slipstick/sliding_mass.h"
#include "slipstick/set_params.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The force reservoir C and the direction set D as shapes to take hold of: axes, rotation, exponent, offset, corners.
// What the law does not allow is not sent, and the reason stands below; the running scene follows what is allowed.

enum
{
    outlinePoints = 180,
    maxHandles = 96,
    cornerHandles = 36,
    sampleHandles = 24, // more samples than that share them
    maxBelts = 8
};

typedef enum handleKind
{
    handleAxis1,
    handleAxis2,
    handleRotation,
    handleExponent,
    handleOffset,
    handleVertex,
    handleSample
} handleKind;

typedef struct handle
{
    int set; // 0 C, 1 D
    handleKind kind;
    int vertex;
    ssVec2 at; // [N]
} handle;

// What follows from the parameters, made anew when one of them changes and not for every picture.
typedef struct uiSetCache
{
    bool made;
    const ssScenario* scenario;
    double values[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    ssSetDef defs[2];
    ssResult results[2]; // of reading the rows and making the set
    ssVec2 outlines[2][outlinePoints];
    double radius[2]; // largest [N]
    ssSetVerdict convex[2];
    ssResult law;
    double fitted;               // scale of the largest D inside C
    ssAngleBand belts[maxBelts]; // directions of a belt on which steady sliding is unstable
    int beltCount;
} uiSetCache;

typedef struct editor
{
    uiState* ui;
    const uiFrameInput* input;
    ImDrawList* list;
    int first[2]; // rows of C and D; -1: none
    double values[SS_MAX_PARAMS];
    const ssSetDef* defs; // of the cache
    const ssResult* results;
    const uiSetCache* cache;
    handle handles[maxHandles];
    int handleCount;
    uiRect canvas;
    double scale[2]; // pixels per newton: D is up to scale, so it has its own
} editor;

static const char* const s_prefixes[2] = { "c_kind", "d_kind" };

bool uiHasSets( const ssScenario* scenario )
{
    return ssFindParam( scenario->params, scenario->paramCount, s_prefixes[0] ) >= 0;
}

// --------------------------------------------------------------------------------------------------------- reading

static const char* textOf( const editor* e, int row )
{
    return e->input->snapshot->pendingTexts[ssTextSlot( e->input->snapshot->scenario->params, row )];
}

/// The text row that this handle writes.
static int textRowOf( const editor* e, const handle* h )
{
    return e->first[h->set] + ( h->kind == handleSample ? ss_setRowSamples : ss_setRowVertices );
}

static void readSets( editor* e )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        e->values[i] = uiShownParam( e->ui, e->input, i );
    }
    for ( int k = 0; k < 2; ++k )
    {
        e->first[k] = ssFindParam( scenario->params, scenario->paramCount, s_prefixes[k] );
    }
    e->cache = e->ui->sets->cache;
    e->defs = e->cache->defs;
    e->results = e->cache->results;
}

static ssVec2 turned( const ssSetDef* def, double x, double y )
{
    double c = cos( def->rotationDeg * 3.141592653589793 / 180.0 ),
           s = sin( def->rotationDeg * 3.141592653589793 / 180.0 );
    return ( ssVec2 ){ def->scale * ( def->offsetX + c * x - s * y ),
        def->scale * ( def->offsetY + s * x + c * y ) };
}

static void addHandle( editor* e, int set, handleKind kind, int vertex, ssVec2 at )
{
    if ( e->handleCount < maxHandles )
    {
        e->handles[e->handleCount++] = ( handle ){ set, kind, vertex, at };
    }
}

/// Samples from one handle to the next.
static int sampleStride( const ssSetDef* def )
{
    return ( def->pointCount + sampleHandles - 1 ) / sampleHandles;
}

static void addHandles( editor* e, int set )
{
    const ssSetDef* def = e->defs + set;
    double a = def->kind == ss_setStadium ? def->l + def->e : def->a,
           b = def->kind == ss_setCircle ? def->a : def->b;
    switch ( def->kind )
    {
        case ss_setPolygon:
            for ( int i = 0; i < def->pointCount && i < cornerHandles; ++i )
            {
                addHandle( e, set, handleVertex, i, turned( def, def->points[i].x, def->points[i].y ) );
            }
            break;
        case ss_setPolar:
            for ( int i = 0; i < def->pointCount; i += sampleStride( def ) )
            {
                ssVec2 p = def->points[i];
                addHandle( e, set, handleSample, i, turned( def, p.y * cos( p.x ), p.y * sin( p.x ) ) );
            }
            break;
        case ss_setAsperity:
            break; // its sliders
        default:
            addHandle( e, set, handleAxis1, 0, turned( def, a, 0.0 ) );
            if ( def->kind != ss_setCircle )
            {
                addHandle( e, set, handleAxis2, 0, turned( def, 0.0, b ) );
            }
    }
    if ( def->kind == ss_setSuperellipse )
    {
        double t = pow( 2.0, -1.0 / def->s );
        addHandle( e, set, handleExponent, 0, turned( def, t * a, t * b ) );
    }
    if ( def->kind != ss_setCircle && def->kind != ss_setPolygon && def->kind != ss_setPolar )
    {
        double reach = def->kind == ss_setAsperity ? 1.0 : 1.22 * a;
        addHandle( e, set, handleRotation, 0, turned( def, reach, 0.0 ) );
    }
    addHandle( e, set, handleOffset, 0, turned( def, 0.0, 0.0 ) );
}

// -------------------------------------------------------------------------------------------------------- checking

static ssLawKind lawOf( const ssScenario* scenario, const double* values )
{
    int row = ssFindParam( scenario->params, scenario->paramCount, "law" );
    const ssLawType* type = row >= 0 && scenario->params[row].kind == ss_paramChoice
        ? ssFindLawType( scenario->params[row].choices[(int)values[row]] )
        : NULL;
    return type != NULL ? type->kind : ss_lawKindExtended;
}

/// Would the engine take these sets? The refusal says why not.
static ssResult checkLaw(
    const editor* e, const ssSetDef* c, const ssSetDef* d, double* fitted, uiSetCache* belts )
{
    ssLawDef def = ssDefaultLawDef( lawOf( e->input->snapshot->scenario, e->values ) );
    def.c = *c;
    if ( d != NULL )
    {
        def.d = *d;
    }
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code == ss_ok )
    {
        *fitted = law.dScale;
        if ( belts != NULL )
        {
            belts->beltCount = ssUnstableBelts( &law, belts->belts, maxBelts );
        }
        ssLaw_Destroy( &law );
    }
    return result;
}

static double largestRadius( const ssSet* set )
{
    double most = 0.0;
    for ( int i = 0; i < 64; ++i )
    {
        most = fmax( most, ssSet_Radius( set, 6.283185307179586 * i / 64.0 ) );
    }
    return most;
}

static void makeSet( const editor* e, uiSetCache* cache, int k )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    int row = e->first[k];
    ssSetTexts texts = { textOf( e, row + ss_setRowVertices ), textOf( e, row + ss_setRowSamples ) };
    ssSet set;
    ssResult result =
        ssReadSetRows( scenario->params + row, e->values + row, NULL, texts, k == 1, cache->defs + k );
    result = result.code == ss_ok ? ssMakeSet( cache->defs + k, &set ) : result;
    cache->results[k] = result;
    if ( result.code == ss_ok )
    {
        ssSet_Outline( &set, outlinePoints, cache->outlines[k] );
        cache->radius[k] = largestRadius( &set );
        cache->convex[k] = ssSet_IsConvex( &set );
        ssSet_Destroy( &set );
    }
}

static void updateCache( const editor* e, uiSetCache* cache )
{
    const sessionSnapshot* s = e->input->snapshot;
    size_t values = (size_t)s->scenario->paramCount * sizeof( double );
    bool same =
        cache->made && cache->scenario == s->scenario && memcmp( cache->values, e->values, values ) == 0;
    for ( int i = 0; i < SS_MAX_TEXTS; ++i )
    {
        same = same && strcmp( cache->texts[i], s->pendingTexts[i] ) == 0;
    }
    if ( same )
    {
        return;
    }
    cache->made = true;
    cache->scenario = s->scenario;
    memcpy( cache->values, e->values, values );
    memcpy( cache->texts, s->pendingTexts, sizeof( cache->texts ) );
    cache->law = ssError( ss_errorValue, NULL, "there is no C" );
    cache->fitted = 1.0;
    cache->beltCount = 0;
    for ( int k = 0; k < 2; ++k )
    {
        ssFreeSetPoints( cache->defs + k );
        if ( e->first[k] >= 0 )
        {
            makeSet( e, cache, k );
        }
    }
    bool d = e->first[1] >= 0;
    if ( e->first[0] >= 0 && cache->results[0].code == ss_ok && ( !d || cache->results[1].code == ss_ok ) )
    {
        cache->law = checkLaw( e, cache->defs, d ? cache->defs + 1 : NULL, &cache->fitted, cache );
    }
}

void uiFreeSets( uiState* ui )
{
    if ( ui->sets->cache != NULL )
    {
        ssFreeSetPoints( ui->sets->cache->defs );
        ssFreeSetPoints( ui->sets->cache->defs + 1 );
        free( ui->sets->cache );
        ui->sets->cache = NULL;
    }
}

// -------------------------------------------------------------------------------------------------------- dragging

static void proposeNumber( editor* e, int set, int row, double value, double* proposal )
{
    proposal[e->first[set] + row] = value;
}

/// The radius at a sample, and its neighbours' up to the next handles with it. False: more than a text can hold.
static bool proposeSamples( const ssSetDef* def, int sample, double radius, char* text, size_t capacity )
{
    int stride = sampleStride( def );
    double spacing = stride > 1 ? 6.283185307179586 * stride / def->pointCount : 1e-6;
    double growth = radius / def->points[sample].y - 1.0;
    size_t used = 0;
    for ( int i = 0; i < def->pointCount; ++i )
    {
        double away = fabs( remainder( def->points[i].x - def->points[sample].x, 6.283185307179586 ) );
        double r = def->points[i].y * ( 1.0 + growth * fmax( 0.0, 1.0 - away / spacing ) );
        used += (size_t)snprintf( text + used, capacity - used, "%s%.9g;%.7g", i > 0 ? ";" : "",
            def->points[i].x * 180.0 / 3.141592653589793, r );
        if ( used >= capacity )
        {
            return false;
        }
    }
    return true;
}

/// What the rows would be with the handle at this point.
static bool propose(
    editor* e, const handle* h, ssVec2 to, double* proposal, char* vertices, size_t capacity )
{
    const ssSetDef* def = e->defs + h->set;
    double c = cos( def->rotationDeg * 3.141592653589793 / 180.0 ),
           s = sin( def->rotationDeg * 3.141592653589793 / 180.0 );
    double x = to.x / def->scale - def->offsetX, y = to.y / def->scale - def->offsetY;
    double u = c * x + s * y, v = -s * x + c * y; // in the set's own axes
    double least = 1e-3 * fmax( fabs( def->a ) + fabs( def->b ), 1e-6 );
    memcpy( proposal, e->values, sizeof( e->values ) );
    vertices[0] = '\0';
    switch ( h->kind )
    {
        case handleAxis1:
            proposeNumber( e, h->set, def->kind == ss_setStadium ? ss_setRowL : ss_setRowA,
                def->kind == ss_setStadium ? fmax( 0.0, u - def->e )
                                           : fmax( least, def->kind == ss_setCircle ? hypot( u, v ) : u ),
                proposal );
            return true;
        case handleAxis2:
            proposeNumber( e, h->set, ss_setRowB, fmax( least, v ), proposal );
            return true;
        case handleRotation:
            proposeNumber(
                e, h->set, ss_setRowRotation, atan2( y, x ) * 180.0 / 3.141592653589793, proposal );
            return true;
        case handleExponent:
        {
            // On the diagonal the boundary is at 2^(-1/s) of the corner.
            double t = 0.5 * ( u / def->a + v / def->b );
            t = fmin( fmax( t, 0.501 ), 0.985 );
            proposeNumber(
                e, h->set, ss_setRowS, fmin( fmax( -log( 2.0 ) / log( t ), 1.0 ), 40.0 ), proposal );
            return true;
        }
        case handleOffset:
            proposeNumber( e, h->set, ss_setRowOffsetX, to.x / def->scale, proposal );
            proposeNumber( e, h->set, ss_setRowOffsetY, to.y / def->scale, proposal );
            return true;
        case handleVertex:
        {
            size_t used = 0;
            for ( int i = 0; i < def->pointCount && used + 64 < capacity; ++i )
            {
                double px = i == h->vertex ? u : def->points[i].x, py = i == h->vertex ? v : def->points[i].y;
                used += (size_t)snprintf(
                    vertices + used, capacity - used, "%s%.9g;%.9g", i > 0 ? ";" : "", px, py );
            }
            return true;
        }
        case handleSample:
        {
            // along its own ray: angles are where they were measured
            double theta = def->points[h->vertex].x, r = u * cos( theta ) + v * sin( theta );
            if ( !proposeSamples(
                     def, h->vertex, fmax( 1e-3 * def->points[h->vertex].y, r ), vertices, capacity ) )
            {
                snprintf( e->ui->sets->refusal, sizeof( e->ui->sets->refusal ),
                    "%d samples are too many to be kept in the scene: make them fewer in the file.",
                    def->pointCount );
                return false;
            }
            return true;
        }
    }
    return false;
}

/// Sends what changed; a refusal stays here, with its reason.
static void commit( editor* e, const handle* h, const double* proposal, const char* vertices )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    int row = e->first[h->set], textRow = textRowOf( e, h );
    ssSetTexts texts = { textOf( e, row + ss_setRowVertices ), textOf( e, row + ss_setRowSamples ) };
    *( h->kind == handleSample ? &texts.samples : &texts.vertices ) =
        vertices[0] ? vertices : textOf( e, textRow );
    ssSetDef def = { 0 };
    double fitted = 1.0;
    ssResult result = ssReadSetRows( scenario->params + row, proposal + row, NULL, texts, h->set == 1, &def );
    if ( result.code == ss_ok )
    {
        result = h->set == 0 ? checkLaw( e, &def, e->first[1] >= 0 ? e->defs + 1 : NULL, &fitted, NULL )
                             : checkLaw( e, e->defs, &def, &fitted, NULL );
    }
    ssFreeSetPoints( &def );
    snprintf( e->ui->sets->refusal, sizeof( e->ui->sets->refusal ), "%s",
        result.code == ss_ok ? "" : result.message );
    if ( result.code != ss_ok )
    {
        return;
    }
    if ( vertices[0] )
    {
        uiPostText( e->input, textRow, vertices );
        snprintf( e->ui->sets->texts[1], SS_TEXT_CAPACITY, "%s", vertices );
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

static ssVec2 toForce( const editor* e, int set, ImVec2 at )
{
    return ( ssVec2 ){ (double)( at.x - 0.5f * ( e->canvas.x0 + e->canvas.x1 ) ) / e->scale[set],
        (double)( 0.5f * ( e->canvas.y0 + e->canvas.y1 ) - at.y ) / e->scale[set] };
}

static ImVec2 toScreen( const editor* e, int set, ssVec2 f )
{
    double x = fmin( fmax( f.x * e->scale[set], -4000.0 ), 4000.0 ),
           y = fmin( fmax( f.y * e->scale[set], -4000.0 ), 4000.0 );
    return uiVec2( 0.5f * ( e->canvas.x0 + e->canvas.x1 ) + (float)x,
        0.5f * ( e->canvas.y0 + e->canvas.y1 ) - (float)y );
}

static void handleMouse( editor* e )
{
    uiState* ui = e->ui;
    ImVec2 mouse = igGetIO()->MousePos;
    float em = igGetFontSize(), nearest = 0.9f * em;
    int under = -1;
    for ( int i = 0; i < e->handleCount; ++i )
    {
        ImVec2 at = toScreen( e, e->handles[i].set, e->handles[i].at );
        float away = hypotf( at.x - mouse.x, at.y - mouse.y );
        static const char* const names[] = { "axis1", "axis2", "rotation", "exponent", "offset", "corner",
            "sample" };
        char mark[48];
        snprintf( mark, sizeof( mark ), "sets.%s.%s%d", e->handles[i].set == 0 ? "c" : "d",
            names[e->handles[i].kind], e->handles[i].vertex );
        uiMarkRect( mark, ( uiRect ){ at.x - 3.0f, at.y - 3.0f, at.x + 3.0f, at.y + 3.0f } );
        if ( away < nearest )
        {
            nearest = away;
            under = i;
        }
    }
    bool active = igIsItemActive();
    if ( igIsItemActivated() )
    {
        ui->sets->handle = under;
        memcpy( ui->sets->start, e->values, sizeof( ui->sets->start ) );
        for ( int i = 0; i < 2 && under >= 0; ++i )
        {
            snprintf(
                ui->sets->texts[i], SS_TEXT_CAPACITY, "%s", textOf( e, textRowOf( e, e->handles + under ) ) );
        }
    }
    if ( active && ui->sets->handle >= 0 && ui->sets->handle < e->handleCount &&
        igIsMouseDragging( ImGuiMouseButton_Left, 1.0f ) )
    {
        static char vertices[SS_TEXT_CAPACITY]; // one window, one thread
        static double proposal[SS_MAX_PARAMS];
        const handle* h = e->handles + ui->sets->handle;
        if ( propose( e, h, toForce( e, h->set, mouse ), proposal, vertices, sizeof( vertices ) ) )
        {
            commit( e, h, proposal, vertices );
        }
    }
    if ( !active && ui->sets->handle >= 0 && ui->sets->handle < e->handleCount )
    {
        // A corner was dragged through many places: for the user it is one change.
        if ( strcmp( ui->sets->texts[0], ui->sets->texts[1] ) != 0 )
        {
            int row = textRowOf( e, e->handles + ui->sets->handle );
            uiSendText( ui, e->input, row, ui->sets->texts[0], ui->sets->texts[1] );
        }
        int group = uiNewEditGroup( ui );
        for ( int i = 0; i < e->input->snapshot->scenario->paramCount; ++i )
        {
            if ( e->values[i] != ui->sets->start[i] )
            {
                uiRecordEdit( ui, i, ui->sets->start[i], e->values[i], group );
            }
        }
        ui->sets->handle = -1;
    }
    if ( under >= 0 && igIsItemHovered( 0 ) )
    {
        static const char* const words[] = { "semi-axis 1", "semi-axis 2", "rotation", "roundness", "offset",
            "corner", "sample" };
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        igSetTooltip( "%s: %s", e->handles[under].set == 0 ? "C" : "D", words[e->handles[under].kind] );
    }
}

// --------------------------------------------------------------------------------------------------------- drawing

static void drawSet( editor* e, int which )
{
    if ( e->first[which] < 0 || e->results[which].code != ss_ok )
    {
        return;
    }
    const ssVec2* points = e->cache->outlines[which];
    double half = 0.5 * (double)fminf( uiWidth( e->canvas ), uiHeight( e->canvas ) );
    // While a handle is held the scale stands still, or the hand would chase the picture.
    if ( e->ui->sets->handle < 0 || !( e->ui->sets->scale[which] > 0.0 ) )
    {
        // D is meant up to scale: it is shown as it is used, grown until it touches C from inside.
        bool fits = which == 1 && e->first[0] >= 0 && e->cache->law.code == ss_ok;
        e->ui->sets->scale[which] = fits
            ? e->cache->fitted * e->ui->sets->scale[0]
            : ( which == 0 ? 0.72 : 0.45 ) * half / fmax( e->cache->radius[which], 1e-12 );
    }
    e->scale[which] = e->ui->sets->scale[which];
    ImU32 color = which == 0 ? e->ui->theme.mode[ss_modeSlideRoll] : e->ui->theme.accent;
    ImDrawListFlags flags = e->list->Flags;
    e->list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for ( int i = 0; i < outlinePoints; ++i )
    {
        ImVec2 a = toScreen( e, which, points[i] ),
               b = toScreen( e, which, points[( i + 1 ) % outlinePoints] );
        if ( which == 0 )
        {
            ImDrawList_AddTriangleFilled(
                e->list, toScreen( e, 0, ( ssVec2 ){ 0.0, 0.0 } ), a, b, uiFade( color, 0.16f ) );
        }
        if ( which == 0 || i / 3 % 2 == 0 )
        {
            ImDrawList_AddLine( e->list, a, b, color, 2.0f );
        }
    }
    e->list->Flags = flags;
    addHandles( e, which );
}

static void drawHandles( editor* e )
{
    float em = igGetFontSize();
    for ( int i = 0; i < e->handleCount; ++i )
    {
        const handle* h = e->handles + i;
        ImVec2 at = toScreen( e, h->set, h->at );
        ImU32 color = h->set == 0 ? e->ui->theme.mode[ss_modeSlideRoll] : e->ui->theme.accent;
        float r = ( h->kind == handleSample ? 0.24f : 0.32f ) * em;
        if ( h->kind == handleRotation )
        {
            ImDrawList_AddCircle( e->list, at, r, color, 16, 2.0f );
        }
        else if ( h->kind == handleOffset )
        {
            ImDrawList_AddLine( e->list, uiVec2( at.x - r, at.y ), uiVec2( at.x + r, at.y ), color, 2.0f );
            ImDrawList_AddLine( e->list, uiVec2( at.x, at.y - r ), uiVec2( at.x, at.y + r ), color, 2.0f );
        }
        else
        {
            ImDrawList_AddRectFilled(
                e->list, uiVec2( at.x - r, at.y - r ), uiVec2( at.x + r, at.y + r ), color, 2.0f, 0 );
        }
    }
}

/// Directions in which a belt would make steady sliding unstable (Walker & Leine Theorem 2), as wedges behind the sets.
static void drawBelts( editor* e )
{
    float reach = 0.49f * fminf( uiWidth( e->canvas ), uiHeight( e->canvas ) );
    ImVec2 middle = toScreen( e, 0, ( ssVec2 ){ 0.0, 0.0 } );
    ImDrawListFlags flags = e->list->Flags;
    e->list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for ( int i = 0; i < e->cache->beltCount; ++i )
    {
        ssAngleBand band = e->cache->belts[i];
        int pieces = 1 + (int)( ( band.toDeg - band.fromDeg ) / 4.0 );
        for ( int k = 0; k < pieces; ++k )
        {
            ImVec2 ends[2];
            for ( int j = 0; j < 2; ++j )
            {
                double phi = ( band.fromDeg + ( band.toDeg - band.fromDeg ) * ( k + j ) / pieces ) *
                    3.141592653589793 / 180.0;
                ends[j] =
                    uiVec2( middle.x + reach * (float)cos( phi ), middle.y - reach * (float)sin( phi ) );
            }
            ImDrawList_AddTriangleFilled(
                e->list, middle, ends[0], ends[1], uiFade( e->ui->theme.mode[ss_modeSlide], 0.13f ) );
        }
    }
    e->list->Flags = flags;
}

static void beltText( const uiSetCache* cache, char* text, size_t capacity )
{
    if ( cache->law.code != ss_ok )
    {
        text[0] = '\0';
        return;
    }
    snprintf( text, capacity,
        cache->beltCount == 0 ? "stable on a belt of any direction" : "unstable on a belt along" );
    for ( int i = 0; i < cache->beltCount && i < 4; ++i )
    {
        size_t used = strlen( text );
        snprintf( text + used, capacity - used, "%s %.1f°…%.1f°", i > 0 ? "," : "", cache->belts[i].fromDeg,
            cache->belts[i].toDeg );
    }
}

/// The checks of the law as they stand, and the last refusal.
static void drawVerdict( editor* e )
{
    uiState* ui = e->ui;
    const uiSetCache* cache = e->cache;
    char text[320];
    for ( int k = 0; k < 2; ++k )
    {
        if ( e->first[k] < 0 )
        {
            continue;
        }
        const char* name = k == 0 ? "C" : "D";
        if ( e->results[k].code != ss_ok )
        {
            snprintf( text, sizeof( text ), "%s: %s", name, e->results[k].message );
        }
        else if ( cache->convex[k].holds )
        {
            snprintf( text, sizeof( text ), "%s: star-shaped and convex", name );
        }
        else
        {
            snprintf( text, sizeof( text ), "%s: star-shaped, not convex at %.1f°", name,
                cache->convex[k].angleDeg );
        }
        igTextUnformatted( text, NULL );
        uiMarkText( k == 0 ? "sets.c" : "sets.d", text );
    }
    if ( cache->law.code == ss_ok )
    {
        snprintf( text, sizeof( text ), "largest D inside C: × %.4g; dissipative in every direction",
            cache->fitted );
    }
    else
    {
        snprintf( text, sizeof( text ), "%s", cache->law.message );
    }
    igTextUnformatted( text, NULL );
    uiMarkText( "sets.law", text );
    beltText( cache, text, sizeof( text ) );
    igTextUnformatted( text, NULL );
    uiMarkText( "sets.belt", text );
    uiPublish( "sets.belts", (double)cache->beltCount );
    uiPublish( "sets.fitted", cache->fitted );
    if ( ui->sets->refusal[0] )
    {
        igPushStyleColor_U32( ImGuiCol_Text, ui->theme.error );
        igPushTextWrapPos( 0.0f );
        igTextUnformatted( ui->sets->refusal, NULL );
        igPopTextWrapPos();
        igPopStyleColor( 1 );
    }
    uiMarkText( "sets.refusal", ui->sets->refusal );
}

void uiDrawSets( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->sets->shown || !uiHasSets( input->snapshot->scenario ) )
    {
        return;
    }
    if ( ui->sets->cache == NULL && ( ui->sets->cache = calloc( 1, sizeof( uiSetCache ) ) ) == NULL )
    {
        return;
    }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    igSetNextWindowPos( uiVec2( 0.98f * w, 0.1f * h ), ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 28.0f * em, 0.6f * w ), fminf( 36.0f * em, 0.85f * h ) ), ImGuiCond_Appearing );
    if ( igBegin( "Sets C and D", &ui->sets->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        editor e = { .ui = ui, .input = input, .list = igGetWindowDrawList(), .scale = { 1.0, 1.0 } };
        readSets( &e );
        updateCache( &e, ui->sets->cache );
        ImVec2 at, room;
        igGetCursorScreenPos( &at );
        igGetContentRegionAvail( &room );
        float side = fmaxf( 8.0f * em, fminf( room.x, room.y - 7.8f * em ) );
        e.canvas = ( uiRect ){ at.x, at.y, at.x + room.x, at.y + side };
        ImDrawList_AddRectFilled( e.list, uiVec2( e.canvas.x0, e.canvas.y0 ),
            uiVec2( e.canvas.x1, e.canvas.y1 ), ui->theme.background, 3.0f, 0 );
        ImDrawList_PushClipRect(
            e.list, uiVec2( e.canvas.x0, e.canvas.y0 ), uiVec2( e.canvas.x1, e.canvas.y1 ), true );
        ImU32 axis = uiFade( ui->theme.text, 0.15f );
        float cx = 0.5f * ( e.canvas.x0 + e.canvas.x1 ), cy = 0.5f * ( e.canvas.y0 + e.canvas.y1 );
        ImDrawList_AddLine( e.list, uiVec2( e.canvas.x0, cy ), uiVec2( e.canvas.x1, cy ), axis, 1.0f );
        ImDrawList_AddLine( e.list, uiVec2( cx, e.canvas.y0 ), uiVec2( cx, e.canvas.y1 ), axis, 1.0f );
        drawBelts( &e );
        drawSet( &e, 0 );
        drawSet( &e, 1 );
        drawHandles( &e );
        ImDrawList_PopClipRect( e.list );
        igInvisibleButton( "##canvas", uiVec2( room.x, side ), ImGuiButtonFlags_MouseButtonLeft );
        handleMouse( &e );
        drawVerdict( &e );
    }
    igEnd();
}
