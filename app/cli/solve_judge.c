// SPDX-License-Identifier: MIT
#include "cli/solve_judge.h"

#include "base/args.h"
#include "base/json_writer.h"
#include "base/os.h"
#include "base/reactions.h"
#include "slipstick/advanced/problem_view.h"

#include <stdlib.h>

/// Everything about an answer from outside.
typedef struct Verdict
{
    const ssProblem* problem;
    const char* path;
    double tolerance;
    reactionsAnswer answer;
    ssJudgement whole;
    ssContactJudgement* contacts;
    bool solution;
    int outermost;      // the contact whose reaction is farthest outside, relative to its length; -1: none is
    double created;     // [J] by friction at all contacts where it creates energy
    int creators, most; // their number, and the one that creates most
} Verdict;

static ssResult judgeAnswer( Verdict* v )
{
    v->contacts = calloc( (size_t)v->problem->contactCount + 1, sizeof *v->contacts );
    ssResult result = v->contacts != NULL
        ? ssJudge( v->problem, v->answer.p, &v->whole, NULL )
        : ssError( ss_errorMemory, NULL, "out of memory for the judgement" );
    result = result.code == ss_ok ? ssJudgeContacts( v->problem, v->answer.p, v->contacts ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    v->solution = ssJudgement_IsSolution( &v->whole, v->tolerance );
    v->outermost = v->most = -1;
    for ( int i = 0; i < v->problem->contactCount; ++i )
    {
        const ssContactJudgement* c = v->contacts + i;
        bool outside = c->infeasibility > 0.0;
        if ( outside && ( v->outermost < 0 || c->infeasibility > v->contacts[v->outermost].infeasibility ) )
        {
            v->outermost = i;
        }
        if ( c->dissipation < 0.0 )
        {
            v->created -= c->dissipation;
            ++v->creators;
            v->most = v->most < 0 || c->dissipation < v->contacts[v->most].dissipation ? i : v->most;
        }
    }
    return result;
}

static const char* modeOf( const Verdict* v, int contact )
{
    ssProblemView view = ssViewProblem( v->problem, v->answer.p, v->answer.y, v->tolerance );
    return ssContactModeWord( ssProblemView_Contact( &view, contact ).mode );
}

static void writeJson( osWriter* out, const Verdict* v )
{
    jsonWriter json = jsonBegin( osText( out ) );
    int worst = v->whole.worstContact;
    jsonBeginObject( &json, NULL );
    jsonText( &json, "judged", v->path );
    jsonBool( &json, "solution", v->solution );
    jsonNumber( &json, "tolerance", v->tolerance );
    jsonNumber( &json, "residual", v->whole.residual );
    jsonNumber( &json, "infeasibility", v->whole.infeasibility );
    jsonNumber( &json, "dual_feasibility", v->whole.dualFeasibility );
    jsonNumber( &json, "complementarity", v->whole.complementarity );
    jsonNumber( &json, "dissipation", v->whole.dissipation );
    jsonNumber( &json, "created", v->created );
    jsonNumber( &json, "contacts", v->problem->contactCount );
    jsonNumber( &json, "dimension", v->problem->dimension );
    if ( v->answer.hasVelocities )
    {
        jsonInLine( &json );
        jsonBeginObject( &json, "velocities" );
        jsonNumber( &json, "error", v->answer.velocityError );
        jsonNumber( &json, "contact", v->answer.velocityContact );
        jsonEndObject( &json );
    }
    else
    {
        jsonNull( &json, "velocities" );
    }
    if ( worst >= 0 )
    {
        const ssContactJudgement* c = v->contacts + worst;
        jsonInLine( &json );
        jsonBeginObject( &json, "worst" );
        jsonNumber( &json, "contact", worst );
        jsonNumber( &json, "residual", c->residual );
        jsonNumber( &json, "infeasibility", c->infeasibility );
        jsonNumber( &json, "dissipation", c->dissipation );
        jsonText( &json, "mode", v->solution ? modeOf( v, worst ) : NULL );
        jsonText( &json, "why", v->solution ? NULL : ssAnswerFaultText( c->fault ) );
        jsonEndObject( &json );
    }
    else
    {
        jsonNull( &json, "worst" );
    }
    jsonEndObject( &json );
}

static void printText( osWriter* out, const Verdict* v )
{
    const ssJudgement* w = &v->whole;
    osPrintf( out, "%s: %s to the tolerance %g of %d contact%s in dimension %d\n", v->path,
        v->solution ? "a solution" : "NOT a solution", v->tolerance, v->problem->contactCount,
        v->problem->contactCount == 1 ? "" : "s", v->problem->dimension );
    osPrintf( out, "%-17s %12.3e\n", "residual", w->residual );
    osPrintf( out, "%-17s %12.3e", "infeasibility", w->infeasibility );
    if ( v->outermost >= 0 )
    {
        osPrintf( out, "  most at contact %d: %.3g of its reaction", v->outermost,
            v->contacts[v->outermost].infeasibility );
    }
    osPrintf( out, "\n%-17s %12.3e\n", "complementarity", w->complementarity );
    osPrintf( out, "%-17s %12.5g J\n", "dissipation", w->dissipation );
    osPrintf( out, "%-17s %12.5g J", "energy created", v->created );
    if ( v->creators > 0 )
    {
        osPrintf(
            out, "  at %d contact%s, most at contact %d", v->creators, v->creators == 1 ? "" : "s", v->most );
    }
    osWriteText( out, "\n" );
    if ( v->answer.hasVelocities )
    {
        osPrintf( out, "%-17s %12.3e", "velocity error", v->answer.velocityError );
        if ( v->answer.velocityError > 0.0 )
        {
            osPrintf( out, "  of the largest velocity, at contact %d", v->answer.velocityContact );
        }
        osWriteText( out, "\n" );
    }
    if ( w->worstContact >= 0 )
    {
        const ssContactJudgement* c = v->contacts + w->worstContact;
        osPrintf( out, "%-17s %12d  residual %.3e: %s\n", "worst contact", w->worstContact, c->residual,
            v->solution ? modeOf( v, w->worstContact ) : ssAnswerFaultText( c->fault ) );
    }
}

static ssResult report( const Verdict* v, bool json )
{
    osWriter* out = osOpenWrite( "-" );
    ( json ? writeJson : printText )( out, v );
    return osCommitWrite( out );
}

int solveJudge( const ssProblem* problem, const char* path, const char* outPath, double tolerance, bool json )
{
    Verdict v = { .problem = problem, .path = path, .tolerance = tolerance };
    osWriter* table = NULL;
    ssResult result = reactionsRead( path, problem, &v.answer );
    result = result.code == ss_ok ? judgeAnswer( &v ) : result;
    result = result.code == ss_ok && outPath != NULL ? osBeginWrite( outPath, &table ) : result;
    result = result.code == ss_ok && table != NULL ? reactionsWrite( table, problem, v.answer.p, tolerance )
                                                   : result;
    result = result.code == ss_ok ? report( &v, json ) : result;
    free( v.contacts );
    reactionsDestroy( &v.answer );
    return result.code != ss_ok ? argsRefuse( "solve", result )
        : v.solution            ? ARGS_STATUS_OK
                                : ARGS_STATUS_CHECK_FAILED;
}
