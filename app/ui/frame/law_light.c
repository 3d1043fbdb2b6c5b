// SPDX-License-Identifier: MIT
#include "base/coarse_step.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_why.h"

// Judges the latest step by its contact law and lists the checks.

typedef enum verdict
{
    verdictGood,
    verdictWarning,
    verdictViolation
} verdict;

/// Does a log leave open what this check needs?
static bool isUnknown( const sessionSnapshot* snapshot, int check )
{
    return snapshot->recorded && snapshot->contacts.audit.contact[check] < 0;
}

static verdict judge( const sessionSnapshot* snapshot, int check )
{
    double worst = snapshot->contacts.audit.worst[check];
    return worst <= ssAuditWarningLevel( (ssAuditCheck)check )  ? verdictGood
        : worst <= ssAuditViolationLevel( (ssAuditCheck)check ) ? verdictWarning
                                                                : verdictViolation;
}

static ImU32 verdictColor( const uiState* ui, verdict v )
{
    return v == verdictGood ? ui->theme.good : v == verdictWarning ? ui->theme.warning : ui->theme.error;
}

void uiSelectWorst( uiState* ui, const uiFrameInput* input )
{
    const ssAudit* audit = &input->snapshot->contacts.audit;
    int worst = -1;
    double excess = 1.0;
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        double times = audit->worst[i] / ssAuditWarningLevel( (ssAuditCheck)i );
        bool there = audit->contact[i] >= 0 && audit->contact[i] < input->snapshot->contacts.count;
        worst = there && times > excess ? i : worst;
        excess = there && times > excess ? times : excess;
    }
    if ( worst >= 0 )
    {
        uiSelectContact( ui, input, input->snapshot->contacts.items + audit->contact[worst] );
    }
}

/// Draws one row per check: light, name and worst measure. A click selects the worst contact.
static void auditRows( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    float em = igGetFontSize();
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        verdict v = judge( input->snapshot, i );
        bool unknown = isUnknown( input->snapshot, i );
        const char* number = unknown ? tr( "unknown" ) : uiFormatDigits( contacts->audit.worst[i], 2 );
        const char* text = uiPrint( "      %s###check%d", tr( ssAuditName( (ssAuditCheck)i ) ), i );
        const char* mark = uiPrint( "lint.%d", i );
        ImVec2 at = uiCursor();
        if ( igMenuItem_Bool( text, number, false, contacts->audit.contact[i] >= 0 ) &&
            contacts->audit.contact[i] < contacts->count )
        {
            uiSelectContact( ui, input, contacts->items + contacts->audit.contact[i] );
            ui->settings.showContact = true;
        }
        uiMark( mark );
        if ( contacts->audit.contact[i] < 0 ) { uiMarkDisabled( mark ); }
        uiMarkText( mark, number );
        uiPublish( mark, contacts->audit.worst[i] );
        uiItemTooltip( unknown ? tr( "%s\nwhat this check needs is not known here" )
                               : tr( "%s\nclick to select the worst of %d contacts" ),
            tr( ssAuditDoc( (ssAuditCheck)i ) ), contacts->audit.contacts );
        ImDrawList_AddCircleFilled( igGetWindowDrawList(), uiVec2( at.x + 0.6f * em, at.y + 0.55f * em ),
            0.28f * em, unknown ? ui->theme.dim : verdictColor( ui, v ), 0 );
    }
}

/// What is said of a frame of a log in which nothing is wrong.
static const char* recordedText( const sessionSnapshot* snapshot, const char** tip )
{
    bool noCone = isUnknown( snapshot, ss_auditCone ) && snapshot->contacts.count > 0;
    *tip = noCone
        ? tr( "There is no friction coefficient: choose your own in the panel on the left, or run `slipstick "
              "audit`, which\nfinds the one that was used. Click to see the checks." )
        : tr( "The contacts of this frame obey the law as far as it is known. Click to see the checks." );
    return noCone ? tr( "μ unknown" ) : snapshot->contacts.count > 0 ? tr( "law ok" ) : tr( "no contacts" );
}

/// What is said of a step whose solver stopped short of its tolerance.
static const char* limitText( const ssStepReport* report, const char** tip )
{
    *tip = report->lawUnsettled
        ? tr( "The coefficients of the typed law did not settle with the speeds and loads of this step. The "
              "state is usable,\nbut forces may violate the law. A smaller time step helps." )
        : report->budgetSpent ? tr( "The work budget of this step was used up before the tolerance was "
                                    "reached. The state is usable,\n"
                                    "but forces may violate the law. A smaller time step helps." )
                              : tr( "The contact solver reached its iteration limit before its tolerance. "
                                    "The state is usable, but\n"
                                    "forces may violate the law. A smaller time step helps." );
    return report->lawUnsettled
        ? tr( "law not settled" )
        : uiPrint( tr( "law not met: residual %s" ), uiFormatDigits( report->residual, 2 ) );
}

/// Does the run let the solver stop at any error?
static bool setsNoTolerance( const sessionSnapshot* snapshot )
{
    int row = ssFindScenarioParam( snapshot->scenario, "tol" );
    return row >= 0 && snapshot->values[row] == 0.0 && snapshot->report.status == ss_statusConverged;
}

/// Chooses the text beside the light and its tooltip, and returns how bad it is.
static verdict lawText( const sessionSnapshot* snapshot, const char** text, const char** tip )
{
    const ssStepReport* report = &snapshot->report;
    *tip = tr( "The latest step satisfies the contact law to the tolerance of the solver. Click to see the "
               "checks." );
    *text = snapshot->recorded ? recordedText( snapshot, tip ) : tr( "law ok" );
    if ( report->status == ss_statusLimit )
    {
        *text = limitText( report, tip );
        return verdictWarning;
    }
    if ( report->status == ss_statusRefused )
    {
        *text = tr( "refused by the solver: choose another" );
        *tip = tr( "The chosen solver cannot solve this contact problem. The state was not advanced." );
        return verdictViolation;
    }
    if ( report->status >= ss_statusNotFinite )
    {
        *text = tr( "not finite: press R to reset" );
        *tip = tr( "The state would no longer be finite and was not advanced. Reset or step back; a smaller "
                   "time step helps." );
        return verdictViolation;
    }
    verdict worst = verdictGood;
    if ( report->ambiguous > 0 )
    {
        *text = tr( "law ok, one of several solutions" );
        *tip = tr( "Under this law some contact sticks and could slide as well, or the other way round: "
                   "friction falls with the speed\nfaster than the time step resolves. A smaller time step "
                   "has fewer such contacts." );
    }
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        verdict v = judge( snapshot, i );
        if ( v > worst )
        {
            worst = v;
            const char* number = uiFormatDigits( 100.0 * snapshot->contacts.audit.worst[i], 2 );
            *text = uiPrint( "%s: %s%%", tr( ssAuditName( (ssAuditCheck)i ) ), number );
            *tip = setsNoTolerance( snapshot )
                ? tr( "The worst contact is so far from its law. The tolerance tol is 0: the solver makes "
                      "all its passes and\nstops, however far the contacts are. With a tolerance, such as "
                      "2e-4, it goes on until they obey." )
                : tr( ssAuditDoc( (ssAuditCheck)i ) );
        }
    }
    return worst;
}

void uiDrawLawLight( uiState* ui, const uiFrameInput* input )
{
    char coarse[160];
    const char *law, *tip;
    verdict v = lawText( input->snapshot, &law, &tip );
    coarseStepSentence( &input->snapshot->coarse, coarse, sizeof( coarse ) );
    bool unknown = v == verdictGood && isUnknown( input->snapshot, ss_auditCone );
    ImU32 color = unknown ? ui->theme.dim : verdictColor( ui, v );
    float em = igGetFontSize();
    // The light is the law's, which a coarse step may obey. The words beside it say both.
    const char* text = coarse[0] != 0 ? uiPrint( "%s · %s", law, coarse ) : law;
    ImVec2 size = uiTextSize( ui, ui_fontBody, text );
    if ( coarse[0] != 0 && igGetWindowWidth() - size.x - 2.0f * em < igGetCursorPosX() )
    {
        text = uiPrint( tr( "%s · step too coarse" ), law );
        size = uiTextSize( ui, ui_fontBody, text );
    }
    float x = igGetWindowWidth() - size.x - 2.0f * em;
    bool cramped = x < igGetCursorPosX();
    igSetCursorPosX( cramped ? igGetWindowWidth() - 1.4f * em : x );
    ImVec2 corner = uiCursor();
    if ( igInvisibleButton( "status.light", uiVec2( size.x + 1.4f * em, igGetFrameHeight() ), 0 ) )
    {
        igOpenPopup_Str( "##checks", 0 );
    }
    uiMarkSaying( "status.light", text );
    uiItemTooltip( "%s\n%s%s%s", law, tip, coarse[0] != 0 ? "\n" : "", coarse );
    if ( igBeginPopup( "##checks", 0 ) )
    {
        auditRows( ui, input );
        igSeparator();
        if ( igMenuItem_Bool( uiLabel( "Why?##lint.why" ), uiActionKeys( ui_actionWhy ), false, true ) )
        {
            uiSelectWorst( ui, input );
            uiAskWhy( ui, input, 0 );
        }
        uiMark( "lint.why" );
        igEndPopup();
    }
    ImDrawList* list = igGetWindowDrawList();
    float y = igGetFrameHeight() * 0.5f;
    // It lies above menus that have no room.
    uiFillRect( list, ( uiRect ){ corner.x, 0.0f, corner.x + em, 2.0f * y }, ui->theme.panel, 0.0f );
    ImDrawList_AddCircleFilled( list, uiVec2( corner.x + 0.5f * em, y ), 0.3f * em, color, 0 );
    if ( !cramped )
    {
        uiDrawText( ui, list, ui_fontBody, corner.x + 1.1f * em, y - 0.5f * em,
            v != verdictGood     ? color
                : coarse[0] != 0 ? ui->theme.warning
                                 : ui->theme.dim,
            text );
    }
}
