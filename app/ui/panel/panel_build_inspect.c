// SPDX-License-Identifier: MIT
#include "shows/pairs.h"
#include "slipstick/lab/build_place.h"
#include "slipstick/law_text.h"
#include "ui/panel/panel_build.h"

#include <stdio.h>
#include <string.h>

// The numbers of the selected part, its joints, gravity and ground, by the engine's table of fields.

#define MAX_LAWS 64

/// The names of laws that a part may have: none, its own text, and those shipped. Returns their number.
static int lawNames( const char* law, const char* names[MAX_LAWS], int* current )
{
    int count = 0;
    names[count++] = tr( "by its coefficients" );
    *current = law == NULL || law[0] == '\0' ? 0 : -1;
    for ( int i = 0; i < ssShippedLawCount() && count < MAX_LAWS - 1; ++i )
    {
        const char* name = ssGetShippedLaw( i )->name;
        *current = law != NULL && strcmp( law, name ) == 0 ? count : *current;
        names[count++] = name;
    }
    if ( *current < 0 )
    {
        *current = count;
        names[count++] = tr( "a text of its own" );
    }
    return count;
}

/// A list of laws. True: another was chosen; `*law` is its name.
static bool lawRow( uiState* ui, const char* mark, const char** law )
{
    const char* names[MAX_LAWS];
    int current, count = lawNames( *law, names, &current );
    if ( !uiChoiceRow( ui, mark, tr( "law" ), names, count, &current ) || current > ssShippedLawCount() )
    {
        return false;
    }
    *law = current > 0 ? names[current] : NULL;
    return true;
}

static const struct
{
    const char *key, *heading;
} s_headings[] = { { "speed", TR( "motion" ) }, { "shake_amplitude", TR( "motion" ) },
    { "density", TR( "mass" ) }, { "mu", TR( "material" ) }, { "colour", TR( "look" ) } };

/// Writes the heading above a field, once.
static void headingOf( uiState* ui, const char* key, const char** last )
{
    for ( int i = 0; i < SS_COUNT( s_headings ); ++i )
    {
        if ( strcmp( s_headings[i].key, key ) == 0 && *last != s_headings[i].heading )
        {
            bool same = *last != NULL && strcmp( *last, s_headings[i].heading ) == 0;
            *last = s_headings[i].heading;
            if ( !same ) { uiHeading( ui, 0.1f, tr( s_headings[i].heading ) ); }
        }
    }
}

static void fieldTooltip( const ssPartField* field )
{
    if ( igIsItemHovered( 0 ) && field->doc[0] ) { uiExplain( 26.0f, tr( field->label ), tr( field->doc ) ); }
}

/// The symbol with a short word, for a narrow panel.
static const char* briefLabel( const ssPartField* field )
{
    static const struct
    {
        const char *key, *word;
    } words[] = { { "shake_amplitude", TR( "shaking" ) }, { "shake_frequency", TR( "shaking" ) },
        { "mu", TR( "sliding" ) }, { "mu_r", TR( "rolling" ) }, { "mu_s", TR( "spinning" ) } };
    const char* text = field->symbol;
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        bool is = strcmp( field->key, words[i].key ) == 0;
        text = is ? uiPrint( "%s  %s", field->symbol, tr( words[i].word ) ) : text;
    }
    return text;
}

/// A row of numbers of the part. True: it was changed.
static bool numberField( uiState* ui, const ssPartField* field, ssPart* part, int* group )
{
    const char* mark = uiPrint( "build.%s", field->key );
    bool turntable = part->kind == ss_partTurntable && strcmp( field->key, "speed" ) == 0;
    // A symbol comes first: where the row is narrow, the name behind it is shorter, or gone.
    bool symbol = strlen( field->symbol ) <= 4 && field->kind == ss_fieldNumber;
    const char* label =
        uiPrint( symbol ? "%s  %s" : "%s%s", symbol ? field->symbol : "", tr( field->label ) );
    const uiNumberRow row = { .mark = mark,
        .label = label,
        .unit = turntable ? "rad/s" : field->unit,
        .step = uiNiceStep( 0.005 * ( field->max - field->min ) ),
        .brief = { symbol ? briefLabel( field ) : NULL, symbol ? field->symbol : NULL } };
    double* values = (double*)(void*)( (char*)part + field->offset );
    bool changed = uiNumbersRow( ui, &row, values, field->kind == ss_fieldVector ? 3 : 1, group );
    fieldTooltip( field );
    return changed;
}

/// Pairs of surfaces. True: one was chosen; `*mu` is such that with `other`, that of the other side, its
/// contact has the coefficient of the pair.
static bool pairRow( uiState* ui, const char* mark, double other, double* mu )
{
    const char* names[MAX_LAWS] = { tr( "none of these pairs" ) };
    int count = 1, current = 0;
    for ( const showPair* pair; count < MAX_LAWS && ( pair = showPairAt( count - 1 ) ) != NULL; ++count )
    {
        names[count] = uiPrint( "%s  %s", tr( pair->name ), uiFormatRange( pair->low, pair->high, "" ) );
        bool is = fabs( sqrt( other * *mu ) - pair->value ) < 1e-9;
        current = is && current == 0 ? count : current;
    }
    bool chosen = uiChoiceRow( ui, mark, tr( "like" ), names, count, &current ) && current > 0;
    if ( igIsItemHovered( 0 ) )
    {
        uiExplain( 26.0f, tr( "pair of surfaces, with the ground" ), tr( show_pairNote ) );
    }
    const double value = current > 0 ? showPairAt( current - 1 )->value : 0.0;
    // A contact has the geometric mean of both sides.
    *mu = chosen ? ( other > 0.0 ? value * value / other : value ) : *mu;
    return chosen;
}

/// What the surface looks like.
static bool lookRow( uiState* ui, const char* mark, ssLook* look )
{
    static const char* const labels[ss_lookCount] = { TR( "plain" ), TR( "wood" ), TR( "ice" ), TR( "steel" ),
        TR( "rubber" ), TR( "stone" ), TR( "felt" ) };
    const char* names[ss_lookCount];
    int index = (int)*look;
    for ( int i = 0; i < ss_lookCount; ++i ) { names[i] = tr( labels[i] ); }
    bool changed = uiChoiceRow( ui, mark, tr( "surface" ), names, ss_lookCount, &index );
    *look = (ssLook)index;
    return changed;
}

/// Colours as squares, the first for none.
static bool colourField( uiState* ui, ssPart* part )
{
    float em = igGetFontSize(), side = roundf( 1.35f * em ), gap = roundf( 0.25f * em );
    bool changed = false;
    for ( int i = -1; i < SS_BUILD_COLOURS; ++i )
    {
        const char* label = i < 0 ? tr( "colour by contact mode" ) : uiPrint( tr( "colour %d" ), i );
        ImVec2 at = uiCursor();
        if ( uiBuildButton(
                 ui, uiPrint( "build.colour.%d", i ), label, uiVec2( side, side ), part->colour == i, true ) )
        {
            changed = part->colour != i;
            part->colour = i;
        }
        if ( i >= 0 )
        {
            ImDrawList_AddCircleFilled( igGetWindowDrawList(),
                uiVec2( at.x + 0.5f * side, at.y + 0.5f * side ), 0.3f * side,
                ui->theme.series[i % SS_COUNT( ui->theme.series )], 0 );
        }
        if ( i < SS_BUILD_COLOURS - 1 ) { igSameLine( 0.0f, gap ); }
    }
    return changed;
}

static void massLine( uiState* ui, const uiFrameInput* input, const ssPart* part )
{
    double mass = uiPartState( ui, input, part->id ).mass;
    if ( !part->fixed && mass > 0.0 )
    {
        const char* text = uiPrint( part->mass > 0.0 ? tr( "mass %s" ) : tr( "0: from the density, %s" ),
            uiFormatQuantity( mass, "kg" ) );
        uiDimText( "%s", text );
        uiMarkText( "build.weight", text );
    }
}

/// A part that is given another size or turned stays on its foot.
static void keepFoot( const uiState* ui, const char* key, ssPart* part )
{
    static const char* const keys[] = { "size", "radius", "length", "turn_deg" };
    const ssPart* before = uiSelectedPart( ui );
    bool shapes = false;
    for ( int i = 0; i < SS_COUNT( keys ); ++i ) { shapes = shapes || strcmp( keys[i], key ) == 0; }
    if ( shapes && !ui->build->floats && before != NULL && ssPart_Validate( part ).code == ss_ok )
    {
        part->position.z += ssPart_Aabb( before, ssPart_Pose( before ) ).lower.z -
            ssPart_Aabb( part, ssPart_Pose( part ) ).lower.z;
    }
}

static void fieldRows( uiState* ui, const uiFrameInput* input, ssPart* part )
{
    const char* last = NULL;
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        const ssPartField* field = ssGetPartField( i );
        if ( !ssPart_Has( part, field ) || strcmp( field->key, "thrown" ) == 0 ) { continue; }
        int group = 0;
        bool changed;
        headingOf( ui, field->key, &last );
        if ( field->kind == ss_fieldFlag )
        {
            const char* mark = uiPrint( "build.%s", field->key );
            changed = uiCheckRow( ui, mark, tr( field->label ), (bool*)( (char*)part + field->offset ) );
        }
        else
        {
            changed = field->kind == ss_fieldInteger ? colourField( ui, part )
                : field->kind == ss_fieldChoice      ? lookRow( ui, "build.look", &part->look )
                                                     : numberField( ui, field, part, &group );
        }
        if ( strcmp( field->key, "mu" ) == 0 )
        {
            const ssBuildGround* ground = &ui->model.build.ground;
            changed = pairRow( ui, "build.pair", ground->on ? ground->material.mu : part->material.mu,
                          &part->material.mu ) ||
                changed;
        }
        if ( strcmp( field->key, "mass" ) == 0 ) { massLine( ui, input, part ); }
        changed =
            ( strcmp( field->key, "restitution" ) == 0 && lawRow( ui, "build.law", &part->law ) ) || changed;
        if ( changed )
        {
            keepFoot( ui, field->key, part );
            uiChangePart( ui, input, part, group > 0 ? group : uiNewEditGroup( ui ), tr( "change" ) );
            return; // the model has changed, and with it what the part points to
        }
    }
}

static void writePoints( uiBuildPanel* b, const ssPart* part )
{
    size_t used = 0;
    b->points[0] = '\0';
    for ( int i = 0; i < part->pointCount && used + 80 < sizeof( b->points ); ++i )
    {
        ssVec3 p = part->points[i];
        used += (size_t)snprintf(
            b->points + used, sizeof( b->points ) - used, "%.10g %.10g %.10g\n", p.x, p.y, p.z );
    }
}

/// Loads the texts of another part into their fields.
static void adoptTexts( uiBuildPanel* b, const ssPart* part )
{
    if ( b->textOf != part->id )
    {
        b->textOf = part->id;
        b->refusal[0] = '\0';
        snprintf( b->name, sizeof( b->name ), "%s", part->name );
        writePoints( b, part );
    }
}

static void nameField( uiState* ui, const uiFrameInput* input, ssPart* part )
{
    uiBuildPanel* b = ui->build;
    const char* hint = uiPrint( "%s %d", uiPartKindLabel( part->kind ), part->id );
    igSetNextItemWidth( -1.0f );
    uiFocusKeys keys = uiFocusStop( ui, "build.name", false );
    if ( keys.focused && keys.enter ) { igSetKeyboardFocusHere( 0 ); }
    igInputTextWithHint( "##name", hint, b->name, sizeof( b->name ), 0, NULL, NULL );
    uiMarkRow( "build.name" );
    uiMarkText( "build.name", b->name[0] != '\0' ? b->name : hint );
    if ( keys.focused )
    {
        uiFocusRing( ui, uiItemRect() );
        uiFocusSay( ui, tr( "name, %s" ), b->name[0] != '\0' ? b->name : hint );
        uiFocusHint( ui, "%s", tr( "name: Enter edits · ↑ ↓ other rows · Esc leaves" ) );
    }
    if ( igIsItemDeactivatedAfterEdit() && strcmp( b->name, part->name ) != 0 )
    {
        snprintf( part->name, sizeof( part->name ), "%s", b->name );
        uiChangePart( ui, input, part, uiNewEditGroup( ui ), tr( "name" ) );
    }
}

/// The points of a hull as a text. They are taken when the button is pressed, or with Ctrl+Enter.
static void pointsField( uiState* ui, const uiFrameInput* input, ssPart* part )
{
    static ssVec3 points[SS_BUILD_MAX_POINTS];
    uiBuildPanel* b = ui->build;
    float em = igGetFontSize();
    uiHeading( ui, 0.1f, tr( "points x y z [m], one per line" ) );
    uiFocusKeys keys = uiFocusStop( ui, "build.points", false );
    if ( keys.focused && keys.enter ) { igSetKeyboardFocusHere( 0 ); }
    igPushFont( ui->fonts[ui_fontCode] );
    bool entered = igInputTextMultiline( "##points", b->points, sizeof( b->points ),
        uiVec2( -1.0f, 7.5f * em ), ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL );
    igPopFont();
    uiMarkRow( "build.points" );
    bool pressed = uiBuildButton( ui, "build.points.apply", tr( "use these points" ),
        uiVec2( roundf( 12.0f * em ), igGetFrameHeight() ), false, true );
    ImVec2 low = uiItemMin();
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, low.x + 0.5f * em,
        low.y + 0.5f * ( igGetFrameHeight() - em ), ui->theme.text, tr( "use these points" ) );
    if ( b->refusal[0] != '\0' )
    {
        uiWrappedColor( ui->theme.error, b->refusal );
        uiMarkText( "build.refusal", b->refusal );
    }
    if ( !entered && !pressed ) { return; }
    ssResult result = ssParsePoints( b->points, points, SS_BUILD_MAX_POINTS, &part->pointCount );
    part->points = points;
    result = result.code == ss_ok ? ssPart_Validate( part ) : result;
    snprintf( b->refusal, sizeof( b->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    if ( result.code == ss_ok ) { uiChangePart( ui, input, part, uiNewEditGroup( ui ), tr( "points of" ) ); }
}

static void jointRows( uiState* ui, const uiFrameInput* input, const ssBuildJoint* joint, int part )
{
    float em = igGetFontSize();
    int other = joint->a == part ? joint->b : joint->a;
    const ssPart* to = other > 0 ? ssBuild_Part( &ui->model.build, other ) : NULL;
    uiHeading( ui, 0.1f, uiPrint( tr( "joint to %s" ), to != NULL ? uiPartLabel( to ) : tr( "the world" ) ) );
    const char* kinds[ss_buildJointKindCount];
    for ( int i = 0; i < ss_buildJointKindCount; ++i ) { kinds[i] = uiJointKindLabel( (ssBuildJointKind)i ); }
    ssBuildEdit edit = { .op = ss_buildChangeJoint, .joint = *joint };
    int kind = (int)joint->kind, group = 0;
    const char* mark = uiPrint( "build.joint.%d.kind", joint->id );
    bool changed = uiChoiceRow( ui, mark, tr( "kind" ), kinds, ss_buildJointKindCount, &kind );
    edit.joint.kind = (ssBuildJointKind)kind;
    mark = uiPrint( "build.joint.%d.anchor", joint->id );
    const uiNumberRow anchor = { .mark = mark, .label = tr( "anchor" ), .unit = "m", .step = 0.01 };
    changed = uiNumbersRow( ui, &anchor, &edit.joint.anchor.x, 3, &group ) || changed;
    if ( joint->kind == ss_buildHinge || joint->kind == ss_buildSlider )
    {
        mark = uiPrint( "build.joint.%d.axis", joint->id );
        const uiNumberRow axis = { .mark = mark, .label = tr( "axis" ), .unit = "", .step = 0.1 };
        changed = uiNumbersRow( ui, &axis, &edit.joint.axis.x, 3, &group ) || changed;
    }
    mark = uiPrint( "build.joint.%d.remove", joint->id );
    ImVec2 at = uiCursor();
    bool removed = uiBuildButton(
        ui, mark, tr( "remove the joint" ), uiVec2( roundf( 12.0f * em ), igGetFrameHeight() ), false, true );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x + 0.5f * em,
        at.y + 0.5f * ( igGetFrameHeight() - em ), ui->theme.text, tr( "remove the joint" ) );
    edit = removed ? ( ssBuildEdit ){ .op = ss_buildRemoveJoint, .id = joint->id } : edit;
    if ( changed || removed )
    {
        uiChangeBuild( ui, input, &edit, group > 0 ? group : uiNewEditGroup( ui ),
            removed ? tr( "remove a joint" ) : tr( "change a joint" ) );
    }
}

static void jointList( uiState* ui, const uiFrameInput* input, int part )
{
    for ( int i = 0; i < ui->model.build.jointCount; ++i )
    {
        const ssBuildJoint joint = ui->model.build.joints[i];
        if ( joint.a == part || joint.b == part ) { jointRows( ui, input, &joint, part ); }
    }
}

void uiDrawInspector( uiState* ui, const uiFrameInput* input )
{
    const ssPart* selected = uiSelectedPart( ui );
    if ( selected == NULL ) { return; }
    ssPart part = *selected;
    int id = part.id;
    adoptTexts( ui->build, &part );
    nameField( ui, input, &part );
    selected = uiSelectedPart( ui );
    if ( selected != NULL && selected->kind == ss_partHull )
    {
        part = *selected;
        pointsField( ui, input, &part );
    }
    selected = uiSelectedPart( ui );
    if ( selected != NULL )
    {
        part = *selected;
        fieldRows( ui, input, &part );
        jointList( ui, input, id );
    }
}

static void gravityRows( uiState* ui, const uiFrameInput* input )
{
    ssVec3 gravity = ui->model.build.gravity;
    double strength = ssVec3_Length( gravity );
    ssVec3 direction =
        strength > 0.0 ? ssVec3_Scale( 1.0 / strength, gravity ) : ssVec3_Make( 0.0, 0.0, -1.0 );
    int group = 0;
    const uiNumberRow size = {
        .mark = "build.gravity", .label = tr( "gravity" ), .unit = "m/s²", .step = 0.1
    };
    const uiNumberRow way = {
        .mark = "build.gravity.direction", .label = tr( "its direction" ), .unit = "", .step = 0.05
    };
    bool changed = uiNumbersRow( ui, &size, &strength, 1, &group );
    changed = uiNumbersRow( ui, &way, &direction.x, 3, &group ) || changed;
    double length = ssVec3_Length( direction );
    if ( changed && length > 0.0 )
    {
        ssBuildEdit edit = { .op = ss_buildSetGravity,
            .gravity = ssVec3_Scale( strength / length, direction ) };
        uiChangeBuild( ui, input, &edit, group > 0 ? group : uiNewEditGroup( ui ), tr( "gravity" ) );
    }
}

static void groundRows( uiState* ui, const uiFrameInput* input )
{
    ssBuildGround ground = ui->model.build.ground;
    int group = 0;
    bool changed = uiCheckRow( ui, "build.ground", tr( "ground at z = 0" ), &ground.on );
    const struct
    {
        uiNumberRow row;
        double* value;
    } rows[] = {
        { { .mark = "build.ground.mu", .label = "μ", .unit = "", .step = 0.01 }, &ground.material.mu },
        { { .mark = "build.ground.mu_r", .label = "μ_r", .unit = "m", .step = 0.001 },
            &ground.material.muRoll },
        { { .mark = "build.ground.mu_s", .label = "μ_s", .unit = "m", .step = 0.001 },
            &ground.material.muSpin },
        { { .mark = "build.ground.restitution", .label = "e", .unit = "", .step = 0.05 },
            &ground.material.restitution },
    };
    for ( int i = 0; i < SS_COUNT( rows ) && ground.on; ++i )
    {
        changed = uiNumbersRow( ui, &rows[i].row, rows[i].value, 1, &group ) || changed;
    }
    changed = ( ground.on && lawRow( ui, "build.ground.law", &ground.law ) ) || changed;
    changed = ( ground.on && lookRow( ui, "build.ground.look", &ground.look ) ) || changed;
    if ( changed )
    {
        ssBuildEdit edit = { .op = ss_buildSetGround, .ground = ground };
        uiChangeBuild( ui, input, &edit, group > 0 ? group : uiNewEditGroup( ui ), tr( "ground" ) );
    }
}

void uiDrawWorldRows( uiState* ui, const uiFrameInput* input )
{
    uiHeading( ui, 0.1f, tr( "gravity and ground" ) );
    gravityRows( ui, input );
    groundRows( ui, input );
}
