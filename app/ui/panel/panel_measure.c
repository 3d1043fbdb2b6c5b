// SPDX-License-Identifier: MIT
#include "ui/panel/panel_measure.h"
#include "base/csv_table.h"
#include "base/words.h"
#include "slipstick/lab/change.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_pins.h"

#include <string.h>

// What ruler, protractor and stopwatch read, and the panel with their ends and the table of readings.

static const struct
{
    const char *name, *mark, *note, *offer, *unit, *csvUnit, *csvName;
} s_rows[ui_instrumentCount] = {
    { TR( "Ruler" ), "ruler", TR( "Note##ruler" ), TR( "+ ruler" ), "m", "m", "length" },
    { TR( "Protractor" ), "protractor", TR( "Note##protractor" ), TR( "+ protractor" ), "°", "deg", "angle" },
    { TR( "Stopwatch" ), "stopwatch", TR( "Note##stopwatch" ), TR( "+ stopwatch" ), "s", "s", "duration" },
};

static const float s_width = 19.5f, s_second = 6.0f, s_third = 12.0f; // [em] of the panel, and its columns

static const char* const s_ends[ui_endCount][2] = { { TR( "from" ), "measure.from" },
    { TR( "to" ), "measure.to" }, { TR( "corner" ), "measure.corner" }, { TR( "leg" ), "measure.leg" },
    { TR( "other leg" ), "measure.leg2" } };

static const char* const s_events[] = { TR( "by hand" ), TR( "slip begins" ), TR( "it sticks" ),
    TR( "contact opens" ), TR( "contact closes" ), TR( "any change" ) };

static bool isEvent( int event, ssRegimeKind kind, const ssChange* c )
{
    const bool is[] = { false, c->from == ss_modeStick && c->to > ss_modeStick, c->to == ss_modeStick,
        c->to == ss_modeOpen, c->from == ss_modeOpen, true };
    return is[event] && ( kind != ss_regimeBranch || event == SS_COUNT( is ) - 1 );
}

/// When the first such event after a time was; NaN: it has not been yet.
static double eventAfter( const sessionSnapshot* s, int event, double time )
{
    ssRegimeKind kind = ssFindRegime( s->scenario ).kind;
    for ( int i = 0; i < s->changes.count; ++i )
    {
        const ssChange* change = &s->changes.items[i].change;
        if ( change->time > time && isEvent( event, kind, change ) ) { return change->time; }
    }
    return SS_NAN;
}

static void addReading( uiState* ui, const sessionSnapshot* s, int instrument )
{
    const uiMeasurePanel* p = ui->measure;
    uiInstruments* all = &ui->instruments;
    bool full = all->readingCount == ui_maxReadings;
    if ( !isfinite( p->values[instrument] ) || full )
    {
        uiWarn( ui, full ? tr( "The table of readings is full." ) : tr( "There is nothing to read now." ) );
        return;
    }
    uiReading* r = all->readings + all->readingCount++;
    double time = instrument == ui_stopwatch && isfinite( p->stop ) ? p->stop : s->time;
    *r = ( uiReading ){ (uiInstrument)instrument, p->values[instrument], time, { 0.0 }, p->sloped };
    memcpy( r->parts, p->parts, sizeof r->parts );
    const char* at = uiFormatQuantity( r->time, "s" );
    uiNotify( ui,
        uiPrint( tr( "%s: %s at t = %s" ), tr( s_rows[instrument].name ), uiReadInstrument( ui, instrument ),
            at ) );
}

/// The length and its parts, and the angle between the legs.
static void readScene( uiMeasurePanel* p, uiEndKind level )
{
    const bool* found = p->found;
    ssVec3 way = ssVec3_Sub( p->at[ui_rulerTo], p->at[ui_rulerFrom] );
    const double along[3] = { way.x, way.y, way.z };
    for ( int k = 0; k < 3; ++k ) { p->parts[k] = p->sloped ? ssVec3_Dot( way, p->axes[k] ) : along[k]; }
    p->values[ui_ruler] = found[ui_rulerFrom] && found[ui_rulerTo] ? ssVec3_Length( way ) : SS_NAN;
    if ( level == ui_endLevel )
    {
        p->at[ui_leg2] = ssVec3_Make( p->at[ui_leg].x, p->at[ui_leg].y, p->at[ui_corner].z );
    }
    ssVec3 a = ssVec3_Sub( p->at[ui_leg], p->at[ui_corner] ),
           b = ssVec3_Sub( p->at[ui_leg2], p->at[ui_corner] );
    bool known = found[ui_corner] && found[ui_leg] && found[ui_leg2] && ssVec3_Length( a ) > 0.0 &&
        ssVec3_Length( b ) > 0.0;
    double angle = atan2( ssVec3_Length( ssVec3_Cross( a, b ) ), ssVec3_Dot( a, b ) ) * 180.0 / SS_PI;
    p->values[ui_protractor] = known ? angle : SS_NAN;
}

/// The watch reads what it read at the moment shown, also after going back.
static void readWatch( uiState* ui, const sessionSnapshot* s )
{
    uiMeasurePanel* p = ui->measure;
    const uiInstruments* all = &ui->instruments;
    const int* on = all->watchOn;
    p->start = on[0] == 0 ? all->watchPressed[0] : eventAfter( s, on[0], s->begin - 1.0 );
    p->stop = on[1] == 0 ? all->watchPressed[1] : eventAfter( s, on[1], p->start );
    bool ends = p->stop >= p->start && p->stop <= s->time;
    p->values[ui_stopwatch] =
        isfinite( p->start ) ? fmax( 0.0, ( ends ? p->stop : s->time ) - p->start ) : 0.0;
    if ( ends && p->noted != p->stop && all->shown[ui_stopwatch] && on[1] != 0 )
    {
        p->noted = p->stop;
        addReading( ui, s, ui_stopwatch );
    }
}

/// The slope under the selected contact, if something fixed carries it there.
static void findSlope( uiMeasurePanel* p, const sessionSnapshot* s )
{
    const sessionContactDetail* d = &s->contacts.selected;
    if ( d->found && ( d->view.a < 0 || d->view.b < 0 ) )
    {
        ssVec3 n = ssVec3_Scale( d->view.normal.z < 0.0 ? -1.0 : 1.0, d->view.normal );
        double tilt = hypot( n.x, n.y );
        p->sloped = tilt > 1e-4 && n.z > 0.05;
        p->axes[2] = n;
        p->axes[0] = ssVec3_Make( n.z * n.x / tilt, n.z * n.y / tilt, -tilt );
        p->axes[1] = ssVec3_Cross( n, p->axes[0] );
    }
}

/// After a reset, a change of the build or another scenario: what the ends were attached to may be gone.
static void dropLost( uiState* ui, const uiFrameInput* input, bool replaced )
{
    uiInstruments* all = &ui->instruments;
    uiMeasurePanel* p = ui->measure;
    for ( int i = 0; i < ui_endCount; ++i )
    {
        ssVec3 at = p->at[i];
        if ( all->ends[i].kind == ui_endBody && !uiLocateEnd( input->snapshot, all->ends + i, &at ) &&
            !replaced )
        {
            all->ends[i] = ( uiEnd ){ .kind = ui_endPlace, .at = at };
            uiNotify(
                ui, tr( "An instrument has let go of a body that is gone; its end stays where it was." ) );
        }
    }
    for ( int i = 0; i < ui_stopwatch && replaced; ++i )
    {
        uiPlaceInstrument( ui, input, i ); // the places of another scene mean nothing here
    }
    if ( input->snapshot->runNumber != p->run )
    {
        all->watchPressed[0] = all->watchPressed[1] = p->noted = SS_NAN;
    }
}

void uiUpdateInstruments( uiState* ui, const uiFrameInput* input )
{
    uiMeasurePanel* p = ui->measure;
    uiInstruments* all = &ui->instruments;
    const sessionSnapshot* s = input->snapshot;
    const ssScenario* scenario = ssScenario_Base( s->scenario );
    bool replaced = scenario != p->scenario;
    p->sloped = p->sloped && !replaced;
    findSlope( p, s );
    if ( p->dragged < 0 && strncmp( ui->hold.name, "measure.", 8 ) != 0 ) { uiRecordInstruments( ui ); }
    if ( replaced || s->runNumber != p->run || s->build.answered != p->built )
    {
        dropLost( ui, input, replaced );
        p->scenario = scenario;
        p->run = s->runNumber;
        p->built = s->build.answered;
        memcpy( &ui->instrumentsKept, all, sizeof *all );
    }
    for ( int i = 0; i < ui_endCount; ++i ) { p->found[i] = uiLocateEnd( s, all->ends + i, p->at + i ); }
    readScene( p, all->ends[ui_leg2].kind );
    readWatch( ui, s );
    uiPublish( "measure.readings", (double)all->readingCount );
    uiPublish( "measure.along", p->parts[0] );
    for ( int i = 0; i < ui_instrumentCount; ++i )
    {
        uiPublish( uiPrint( "measure.%s", s_rows[i].mark ), p->values[i] );
        uiPublish( uiPrint( "ui.%s", s_rows[i].mark ), all->shown[i] ? 1.0 : 0.0 );
    }
}

const char* uiReadInstrument( const uiState* ui, int instrument )
{
    double value = ui->measure->values[instrument];
    return !isfinite( value ) ? "–"
        : instrument == ui_protractor
        ? uiPrint( "%.2f°", value )
        : uiFormatQuantity( value < 1e-6 ? 0.0 : value, s_rows[instrument].unit );
}

void uiToggleInstrument( uiState* ui, const uiFrameInput* input, int instrument )
{
    bool shown = ui->instruments.shown[instrument];
    if ( !shown ) { uiPlaceInstrument( ui, input, instrument ); }
    ui->instruments.shown[instrument] = !shown;
    uiNotify( ui, uiPrint( shown ? tr( "%s put away" ) : tr( "%s shown" ), tr( s_rows[instrument].name ) ) );
}

void uiPressWatch( uiState* ui, const uiFrameInput* input )
{
    uiInstruments* all = &ui->instruments;
    const sessionSnapshot* s = input->snapshot;
    double* pressed = all->watchPressed;
    bool runs = ui->measure->start <= s->time && !( ui->measure->stop <= s->time );
    all->shown[ui_stopwatch] = true;
    all->watchOn[runs ? 1 : 0] = 0;
    pressed[runs ? 1 : 0] = s->time;
    pressed[1] = runs ? s->time : SS_NAN;
    readWatch( ui, s );
    if ( runs ) { addReading( ui, s, ui_stopwatch ); }
    else
    {
        uiNotify( ui, uiPrint( tr( "The stopwatch starts at t = %s." ), uiFormatQuantity( s->time, "s" ) ) );
    }
}

static void saveReadings( uiState* ui, const uiFrameInput* input )
{
    char path[256];
    osFreeName(
        uiPrint( "slipstick-%.80s-readings", input->snapshot->scenario->id ), "csv", path, sizeof path );
    osWriter* out = osOpenWrite( path );
    osWriteText( out, "name,value,unit,time,dx,dy,dz,along,across,normal\n" );
    csvWriter csv = csvBeginTable( out );
    for ( int i = 0; i < ui->instruments.readingCount; ++i )
    {
        const uiReading* r = ui->instruments.readings + i;
        csvText( &csv, s_rows[r->instrument].csvName );
        csvNumber( &csv, r->value );
        csvText( &csv, s_rows[r->instrument].csvUnit );
        csvNumber( &csv, r->time );
        for ( int k = 0; k < 6; ++k )
        {
            bool has = r->instrument == ui_ruler && r->sloped == ( k >= 3 );
            csvNumber( &csv, has ? r->parts[k % 3] : SS_NAN );
        }
        csvEndRow( &csv );
    }
    uiNotifySaved( ui, osCommitWrite( out ), path );
}

/// The next of `count` lists in a row.
static void nextField( const char* label, int index, int count )
{
    float em = igGetFontSize(), gap = count == 2 ? 1.6f * em : 0.3f * em;
    if ( index > 0 ) { igSameLine( 0.0f, count == 2 ? 0.3f * em : gap ); }
    if ( index > 0 && count == 2 )
    {
        uiDimText( "→" );
        igSameLine( 0.0f, 0.3f * em );
    }
    uiFormField( label, floorf( ( s_width * em - gap * (float)( count - 1 ) ) / (float)count ) );
}

/// The list of what an end can be attached to.
static void endField( uiState* ui, const uiFrameInput* input, const char* mark, int end )
{
    enum
    {
        most = 200
    };
    const sessionSnapshot* s = input->snapshot;
    const sessionContactDetail* d = &s->contacts.selected;
    const uiEnd* now = ui->instruments.ends + end;
    uiEnd ends[most] = { { .kind = ui_endPlace, .at = ui->measure->at[end] } };
    const char* names[most];
    int count = 1, chosen = 0;
    if ( end == ui_leg2 ) { ends[count++] = ( uiEnd ){ .kind = ui_endLevel }; }
    if ( d->found || now->kind == ui_endContact )
    {
        ends[count++] = now->kind == ui_endContact
            ? *now
            : ( uiEnd ){ ui_endContact, d->view.a, d->view.b, d->view.surface, d->view.point };
    }
    for ( int i = 0; i < s->draw.sphereCount + s->draw.solidCount && count < most; ++i )
    {
        bool sphere = i < s->draw.sphereCount;
        int body = sphere ? s->draw.spheres[i].body : s->draw.solids[i - s->draw.sphereCount].body;
        ends[count] = ( uiEnd ){ .kind = ui_endBody, .a = body };
        count += body >= 0 ? 1 : 0;
    }
    for ( int i = 0; i < count; ++i )
    {
        names[i] = uiDescribeEnd( ends + i );
        chosen = ends[i].kind == now->kind && ( now->kind != ui_endBody || ends[i].a == now->a ) ? i : chosen;
    }
    if ( uiFormChoice( mark, names, count, &chosen ) ) { uiAttachEnd( ui, input, end, ends[chosen] ); }
}

/// The name of an instrument, what it reads, and what can be done with it.
static void drawHead( uiState* ui, const uiFrameInput* input, int i )
{
    float em = igGetFontSize();
    const uiMeasurePanel* p = ui->measure;
    igAlignTextToFramePadding();
    uiText( "%s", tr( s_rows[i].name ) );
    igSameLine( s_second * em, 0.0f );
    uiColoredText( ui->theme.accent, uiReadInstrument( ui, i ) );
    igSameLine( s_third * em, 0.0f );
    bool runs = isfinite( p->start ) && !isfinite( p->stop );
    if ( i == ui_stopwatch &&
        uiCommandButton(
            uiLabel( runs ? TR( "Stop##watch" ) : TR( "Start##watch" ) ), "measure.press", true ) )
    {
        uiPressWatch( ui, input );
    }
    if ( i != ui_stopwatch &&
        uiCommandButton( uiLabel( s_rows[i].note ), uiPrint( "measure.%s.note", s_rows[i].mark ), true ) )
    {
        addReading( ui, input->snapshot, i );
    }
    if ( uiCommandButton( uiPrint( "×##%d", i ), uiPrint( "measure.%s.close", s_rows[i].mark ), true ) )
    {
        uiToggleInstrument( ui, input, i );
    }
    igNewLine();
}

static void drawRows( uiState* ui, const uiFrameInput* input, int instrument )
{
    const uiMeasurePanel* p = ui->measure;
    const uiEnd* ends = ui->instruments.ends;
    drawHead( ui, input, instrument );
    int first = instrument == ui_ruler ? ui_rulerFrom : ui_corner, count = instrument == ui_ruler ? 2 : 3;
    for ( int i = 0; i < count && instrument != ui_stopwatch; ++i )
    {
        nextField( s_ends[first + i][0], i, count );
        endField( ui, input, s_ends[first + i][1], first + i );
    }
    if ( instrument == ui_ruler )
    {
        const char* parts[3];
        for ( int k = 0; k < 3; ++k )
        {
            bool rounding = fabs( p->parts[k] ) < 1e-6 * fmax( p->values[ui_ruler], 1e-3 );
            parts[k] = uiFormatDigits( rounding ? 0.0 : p->parts[k], 4 );
        }
        bool waits = ends[ui_rulerFrom].kind == ui_endPlace && ends[ui_rulerTo].kind == ui_endBody &&
            p->values[ui_ruler] < 1e-6;
        uiDimText( waits    ? tr( "Run, and it measures the way of the body." )
                : p->sloped ? tr( "along %s · across %s · normal %s m" )
                            : "x %s · y %s · z %s m",
            parts[0], parts[1], parts[2] );
    }
    for ( int side = 0; side < 2 && instrument == ui_stopwatch; ++side )
    {
        nextField( s_ends[side][0], side, 2 );
        uiFormChoice( side == 0 ? "measure.start" : "measure.stop", s_events, SS_COUNT( s_events ),
            ui->instruments.watchOn + side );
    }
}

/// What was read, each with the moment, newest first. Returns the one to be removed; -1: none.
static int drawList( uiState* ui )
{
    float em = igGetFontSize();
    int removed = -1;
    for ( int i = ui->instruments.readingCount - 1; i >= 0; --i )
    {
        const uiReading* r = ui->instruments.readings + i;
        const char *name = tr( s_rows[r->instrument].name ), *mark = uiPrint( "measure.remove.%d", i ),
                   *value = uiFormatQuantity( r->value, s_rows[r->instrument].unit ),
                   *time = uiFormatQuantity( r->time, "s" );
        uiText( "%s", name );
        igSameLine( s_second * em, 0.0f );
        uiText( "%s", value );
        igSameLine( s_third * em, 0.0f );
        uiDimText( "t = %s", time );
        igSameLine( s_width * em - em, 0.0f );
        removed = uiTextButton( "×", mark, ui->theme.dim ) ? i : removed;
        uiMarkText( mark, uiPrint( tr( "remove %s, %s" ), name, value ) );
    }
    return removed;
}

static void drawReadings( uiState* ui, const uiFrameInput* input )
{
    uiInstruments* all = &ui->instruments;
    int count = all->readingCount, removed = -1;
    if ( count == 0 ) { return; }
    float row = igGetFontSize() + igGetStyle()->ItemSpacing.y;
    igSeparator();
    if ( igBeginChild_Str( "##readings", uiVec2( 0.0f, row * fminf( 4.0f, (float)count ) ), false, 0 ) )
    {
        removed = drawList( ui );
    }
    igEndChild();
    if ( uiCommandButton( "CSV##readings", "measure.csv", true ) ) { saveReadings( ui, input ); }
    bool clears = uiCommandButton( uiLabel( "Clear##readings" ), "measure.clear", true );
    igNewLine();
    if ( clears || removed >= 0 )
    {
        int kept = clears ? 0 : count - 1 - removed;
        memmove( all->readings + ( clears ? 0 : removed ), all->readings + count - kept,
            (size_t)kept * sizeof *all->readings );
        all->readingCount = clears ? 0 : count - 1;
    }
}

void uiDrawMeasure( uiState* ui, const uiFrameInput* input, uiRect view )
{
    const bool* shown = ui->instruments.shown;
    ui->measure->room = ( uiRect ){ 0 };
    if ( ( !shown[ui_ruler] && !shown[ui_protractor] && !shown[ui_stopwatch] ) || ui->presenting.on )
    {
        return;
    }
    // At the right of the scene, beside the pins where they are up there.
    float gap = 0.6f * ui->em * igGetIO()->FontGlobalScale;
    bool pins = uiWidth( ui->pins->room ) > 0.0f && ui->settings.showReport;
    igSetNextWindowPos( uiVec2( ( pins ? ui->pins->room.x0 : view.x1 ) - gap, view.y0 + gap ),
        ImGuiCond_Always, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSizeConstraints(
        uiVec2( 0.0f, 0.0f ), uiVec2( FLT_MAX, uiHeight( view ) - 2.0f * gap ), NULL, NULL );
    igSetNextWindowBgAlpha( 0.9f );
    if ( igBegin( uiLabel( "Measure" ), NULL,
             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing ) )
    {
        igDummy( uiVec2( s_width * igGetFontSize(), 0.0f ) );
        int offers = 0;
        for ( int i = 0; i < 2 * ui_instrumentCount; ++i ) // first what is shown, then what could be
        {
            int k = i % ui_instrumentCount;
            if ( shown[k] && i < ui_instrumentCount ) { drawRows( ui, input, k ); }
            const char* mark = uiPrint( "measure.add.%s", s_rows[k].mark );
            bool offered = !shown[k] && i >= ui_instrumentCount;
            offers += offered ? 1 : 0;
            if ( offered && uiCommandButton( uiLabel( s_rows[k].offer ), mark, true ) )
            {
                uiToggleInstrument( ui, input, k );
            }
        }
        if ( offers > 0 ) { igNewLine(); }
        drawReadings( ui, input );
    }
    ImVec2 at, size;
    igGetWindowPos( &at );
    igGetWindowSize( &size );
    ui->measure->room = ( uiRect ){ at.x, at.y, at.x + size.x, at.y + size.y };
    igEnd();
}
