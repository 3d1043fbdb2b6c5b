// SPDX-License-Identifier: MIT
#include "ui/panel/panel_why.h"
#include "base/words.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"

#include <stdio.h>
#include <string.h>

// Why does it slip? Asks the doctor, and writes what it says beside the picture of the contact.

// Steps that are looked at, and contacts in them, about; in heaps there are fewer steps.
#define STEPS 600
#define CONTACTS 400000
#define LEAST_STEPS 40
#define ENGINES 16

void uiFreeWhy( uiState* ui )
{
    sessionDestroyDoctor( ui->why->doctor );
    ui->why->doctor = NULL;
}

bool uiWhyIsBusy( const uiState* ui ) { return ui->why->awaited; }

/// What the user says of a log in place of its columns.
static ssWhyOptions optionsOf( const sessionSnapshot* snapshot )
{
    static const char* const keys[3] = { "mu", "mu_r", "mu_s" };
    ssWhyOptions options = ssDefaultWhyOptions();
    double* const numbers[3] = { &options.mu, &options.muR, &options.muS };
    int bounds = ssFindScenarioParam( snapshot->scenario, "bounds" );
    double own = ssScenario_IsLog( snapshot->scenario ) && bounds >= 0 ? snapshot->values[bounds] : 0.0;
    for ( int i = 0; i < 3 && own > 0.0; ++i )
    {
        int row = ssFindScenarioParam( snapshot->scenario, keys[i] );
        if ( row >= 0 && ( i == 0 || own > 1.0 ) ) { *numbers[i] = snapshot->values[row]; }
    }
    return options;
}

void uiAskWhy( uiState* ui, const uiFrameInput* input, int alone )
{
    uiWhyPanel* p = ui->why;
    const sessionSnapshot* snapshot = input->snapshot;
    const sessionContactList* list = &snapshot->contacts;
    if ( uiLessonHolds( ui ) ) { return; }
    p->doctor = p->doctor != NULL ? p->doctor : sessionCreateDoctor( input->jobs );
    p->shown = true;
    p->alone = alone != 0 && list->selected.found;
    p->scenario = snapshot->scenario;
    p->run = snapshot->runNumber;
    p->diagnosis = ( sessionDiagnosis ){ .known = false };
    sessionReplay replay;
    int64_t steps = list->count > 0 ? CONTACTS / list->count : STEPS;
    steps = steps < LEAST_STEPS ? LEAST_STEPS : steps > STEPS ? STEPS : steps;
    ssResult result = sessionDriver_Replay( input->driver, steps, &replay );
    p->awaited = result.code == ss_ok && p->doctor != NULL;
    if ( p->awaited )
    {
        const ssWhyOptions options = optionsOf( snapshot );
        sessionDoctor_Ask( p->doctor, &replay, &options, p->alone ? list->selected.index : -1 );
    }
    else { uiWarn( ui, result.code != ss_ok ? result.message : tr( "out of memory" ) ); }
}

void uiToggleWhy( uiState* ui, const uiFrameInput* input )
{
    if ( ui->why->shown ) { ui->why->shown = false; }
    else { uiAskWhy( ui, input, 0 ); }
}

/// The contact in this place of the step that was looked at is shown in the picture, if it is still there.
static void show( uiState* ui, const uiFrameInput* input, int row )
{
    const sessionContactList* list = &input->snapshot->contacts;
    if ( row >= 0 && row < list->count ) { uiSelectContact( ui, input, list->items + row ); }
}

static const char* span( const sessionDiagnosis* d ) { return uiFormatQuantity( d->end - d->begin, "s" ); }

/// What is said before anything else.
static const char* verdict( const sessionDiagnosis* d )
{
    return d->error[0] != '\0' ? d->error
        : d->why.count > 0     ? tr( d->why.findings[0].sentence )
                           : uiPrint( tr( "Nothing is wrong: %.0f contacts in the last %s obey their laws." ),
                                 (double)d->why.contacts, span( d ) );
}

/// Takes the answer when it has come, says it, and shows the first contact that it names.
static void await( uiState* ui, const uiFrameInput* input, double* share )
{
    uiWhyPanel* p = ui->why;
    if ( !p->awaited || sessionDoctor_Busy( p->doctor, share, &p->diagnosis ) ) { return; }
    p->awaited = false;
    const ssWhyFinding* first = p->diagnosis.why.findings;
    bool named = false;
    for ( int k = 0; k < first->contactCount; ++k )
    {
        named = named || p->diagnosis.rows[0][k] == input->snapshot->contacts.selected.index;
    }
    if ( p->diagnosis.why.count > 0 && !named ) { show( ui, input, p->diagnosis.rows[0][0] ); }
    uiNotify( ui, verdict( &p->diagnosis ) );
}

static void row( uiState* ui, const char* mark, const char* label, const char* text )
{
    uiColoredText( ui->theme.dim, label );
    uiWatchText( ui, label, 6.4f * igGetFontSize() );
    igSameLine( 6.8f * igGetFontSize(), -1.0f );
    uiWrappedColor( ui->theme.text, text );
    uiMarkSaying( mark, text );
}

/// The contact, its set, and its law with numbers.
static void drawPicture( uiState* ui, const uiFrameInput* input )
{
    const sessionContactDetail* d = &input->snapshot->contacts.selected;
    float em = igGetFontSize(), room = uiSpace().x;
    uiFormula formula;
    if ( !uiContactFormula( input, &formula ) ) { return; }
    bool moments = d->view.cone.dimension >= 5;
    float width = fminf( moments ? 26.0f * em : 20.0f * em, 0.6f * room ),
          height = moments ? 11.6f * em : 11.4f * em;
    igBeginChild_Str( "##picture", uiVec2( width, height ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav );
    int mode = (int)d->view.mode;
    uiContactScope scope = { .ui = ui, .list = igGetWindowDrawList(), .em = em, .d = d, .ofDoctor = true };
    scope.modeColor = ui->theme.mode[mode >= 0 && mode < ss_modeCount ? mode : 0];
    uiDrawContactPictures( &scope );
    igEndChild();
    igSameLine( 0.0f, em );
    igBeginGroup();
    igPushTextWrapPos( 0.0f );
    uiColoredText( scope.modeColor, formula.caption );
    uiMarkSaying( "why.picture", formula.caption );
    uiText( "%s", formula.text );
    if ( uiLawForce( d, NULL ) )
    {
        uiDimText( "%s", tr( "The ring is the friction that the law has for this slip." ) );
    }
    igPopTextWrapPos();
    igEndGroup();
}

/// The contacts that a finding names, each to be selected.
static void drawNamed( uiState* ui, const uiFrameInput* input, int index )
{
    const sessionDiagnosis* d = &ui->why->diagnosis;
    const ssWhyFinding* f = d->why.findings + index;
    if ( f->contactCount == 0 ) { return; }
    uiColoredText( ui->theme.dim, tr( "contacts" ) );
    igSameLine( 6.8f * igGetFontSize(), -1.0f );
    for ( int k = 0; k < f->contactCount; ++k )
    {
        bool there = d->rows[index][k] >= 0;
        const char* mark = uiPrint( "why.contact.%d.%d", index, k );
        if ( uiTextButton(
                 uiPrint( "%.0f", f->contacts[k] ), mark, there ? ui->theme.accent : ui->theme.dim ) )
        {
            show( ui, input, d->rows[index][k] );
        }
        igSameLine( 0.0f, 0.8f * igGetFontSize() );
    }
    uiDimText( "%s", f->contactCount == SS_WHY_NAMED ? "…" : "" );
}

static const char* engineOf(
    const uiWhyPanel* p, const sessionSnapshot* snapshot, char* name, size_t capacity )
{
    const char* at = ssWhyEngines();
    if ( !snapshot->recorded ) { return "slipstick"; }
    for ( int i = 1; i < p->engine; ++i ) { at += strcspn( at, " " ) + 1; }
    snprintf( name, capacity, "%.*s", (int)strcspn( at, " " ), at );
    return p->engine > 0 ? name : NULL;
}

static void drawFinding( uiState* ui, const uiFrameInput* input, int index )
{
    const ssWhyFinding* f = ui->why->diagnosis.why.findings + index;
    char name[32];
    const char* engine = engineOf( ui->why, input->snapshot, name, sizeof name );
    igPushFont( ui->fonts[ui_fontStrong] );
    uiWrappedColor( ssWhyIsFault( f->cause ) ? ui->theme.warning : ui->theme.text, tr( f->sentence ) );
    igPopFont();
    uiMarkSaying( uiPrint( "why.sentence.%d", index ), tr( f->sentence ) );
    uiPublish( uiPrint( "why.confidence.%d", index ), f->confidence );
    if ( index == 0 ) { drawPicture( ui, input ); }
    row( ui, uiPrint( "why.law.%d", index ), tr( "law" ), tr( f->law ) );
    row( ui, uiPrint( "why.evidence.%d", index ), tr( "evidence" ),
        uiPrint( tr( "%s (confidence %.2f)" ), f->evidence, f->confidence ) );
    drawNamed( ui, input, index );
    row( ui, uiPrint( "why.experiment.%d", index ), tr( "experiment" ), tr( ssWhyExperiment( f->cause ) ) );
    row( ui, uiPrint( "why.change.%d", index ), tr( "change" ), tr( ssWhyAdvice( f->cause, engine ) ) );
    row( ui, uiPrint( "why.id.%d", index ), tr( "name" ), ssWhyName( f->cause ) );
    igSpacing();
    igSeparator();
}

static void drawMissing( uiState* ui )
{
    const ssWhy* why = &ui->why->diagnosis.why;
    if ( why->missingCount == 0 ) { return; }
    uiHeading( ui, 0.3f, tr( "what these data cannot tell, and what would" ) );
    for ( int i = 0; i < why->missingCount; ++i )
    {
        const char* name = ssWhyName( why->missing[i].cause );
        uiColoredText( ui->theme.dim, name );
        igSameLine( 9.0f * igGetFontSize(), -1.0f );
        uiWrappedColor( ui->theme.dim, tr( why->missing[i].channel ) );
        uiMarkText( uiPrint( "why.missing.%s", name ), tr( why->missing[i].channel ) );
    }
}

/// Whose words, and which contacts.
static void drawControls( uiState* ui, const uiFrameInput* input )
{
    uiWhyPanel* p = ui->why;
    const sessionSnapshot* snapshot = input->snapshot;
    if ( uiCommandButton( uiLabel( "Look again##why.again" ), "why.again", !p->awaited ) )
    {
        uiAskWhy( ui, input, p->alone );
    }
    bool alone = p->alone;
    uiFormSwitch(
        ui, uiLabel( "this contact alone##why.alone" ), "why.alone", tr( "this contact alone" ), &alone );
    if ( alone != p->alone ) { uiAskWhy( ui, input, alone ); }
    if ( snapshot->recorded )
    {
        static char texts[ENGINES][24];
        const char* names[ENGINES + 1] = { TR( "in general" ) };
        int count = 1;
        for ( const char* at = ssWhyEngines(); *at != '\0' && count <= ENGINES; at += strcspn( at, " " ) + 1 )
        {
            snprintf( texts[count - 1], sizeof texts[0], "%.*s", (int)strcspn( at, " " ), at );
            names[count] = texts[count - 1];
            ++count;
        }
        igSameLine( 0.0f, igGetFontSize() );
        uiFormField( TR( "in the words of" ), 8.0f * igGetFontSize() );
        uiFormChoice( "why.engine", names, count, &p->engine );
    }
}

static void drawAnswer( uiState* ui, const uiFrameInput* input )
{
    const sessionDiagnosis* d = &ui->why->diagnosis;
    if ( !d->known ) { return; }
    if ( d->error[0] != '\0' || d->why.count == 0 )
    {
        uiWrappedColor( d->error[0] != '\0' ? ui->theme.warning : ui->theme.good, verdict( d ) );
        uiMarkSaying( "why.verdict", verdict( d ) );
        d->error[0] == '\0' ? drawPicture( ui, input ) : (void)0;
    }
    for ( int i = 0; i < d->why.count; ++i ) { drawFinding( ui, input, i ); }
    if ( d->error[0] != '\0' ) { return; }
    if ( d->why.count > 0 )
    {
        uiDimText( tr( "%.0f contacts in the last %s were looked at." ), (double)d->why.contacts, span( d ) );
    }
    drawMissing( ui );
}

void uiDrawWhy( uiState* ui, const uiFrameInput* input )
{
    uiWhyPanel* p = ui->why;
    double share = 0.0;
    await( ui, input, &share );
    p->shown = p->shown && p->scenario == input->snapshot->scenario && p->run == input->snapshot->runNumber;
    if ( !p->shown && p->awaited ) // nobody waits for it any more
    {
        uiFreeWhy( ui );
        p->awaited = false;
    }
    uiPublish( "ui.why", p->shown ? 1.0 : 0.0 );
    uiPublish( "why.count", (double)p->diagnosis.why.count );
    uiPublish( "why.contacts", (double)p->diagnosis.why.contacts );
    if ( !p->shown || uiHidesContact( ui ) ) { return; }
    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    float em = igGetFontSize(), w = fminf( 46.0f * em, 0.94f * (float)input->width );
    float h = fminf( 36.0f * em, 0.84f * (float)input->height );
    igSetNextWindowPos( uiVec2( layout.view.x1 - 0.5f * em, layout.view.y0 + 0.5f * em ), ImGuiCond_Appearing,
        uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( w, h ), ImGuiCond_Appearing );
    if ( igBegin( uiLabel( "Why?##Why" ), &p->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        drawControls( ui, input );
        igSpacing();
        if ( p->awaited ) { uiDimText( tr( "The latest steps are made again: %.0f%%" ), 100.0 * share ); }
        drawAnswer( ui, input );
    }
    igEnd();
}
