// SPDX-License-Identifier: MIT
#include "base/solve_trouble.h"
#include "base/words.h"

#include <stdlib.h>

// Sorts what is left of the residual by kinds of contact, to say which kind holds up a solve.

typedef struct Share
{
    double residual;
    int contact;
} Share;

/// The largest share first; of equals, the first contact.
static int compareShares( const void* a, const void* b )
{
    const Share *x = a, *y = b;
    return x->residual != y->residual ? ( x->residual < y->residual ? 1 : -1 ) : x->contact - y->contact;
}

/// The rest, from the smallest share up, stays within the tolerance: their squares add up.
static int countUntilWithin( const Share* shares, int count, double tolerance )
{
    double sum = 0.0;
    int i = count;
    for ( ; i > 0; --i )
    {
        sum += shares[i - 1].residual * shares[i - 1].residual;
        if ( !( sum <= tolerance * tolerance ) ) { break; }
    }
    return i;
}

const char* solveTroubleName( ssAnswerFault fault )
{
    static const char* names[ss_faultCount] = { [ss_faultNone] = TR( "of no clear kind" ),
        [ss_faultPulls] = TR( "pulling instead of pressing" ),
        [ss_faultOutside] = TR( "with a reaction beyond its bound" ),
        [ss_faultApproaches] = TR( "whose bodies still approach each other" ),
        [ss_faultOpens] = TR( "still pressed while they open" ),
        [ss_faultSlidesInside] = TR( "between sticking and sliding" ),
        [ss_faultRollsInside] = TR( "between rolling resistance and rolling" ),
        [ss_faultSpinsInside] = TR( "between spinning resistance and spinning" ),
        [ss_faultDirection] = TR( "sliding or rolling, the direction undecided" ) };
    return names[fault];
}

static const char* kindKey( ssAnswerFault fault )
{
    static const char* keys[ss_faultCount] = { "unclear", "pulls", "outside", "approaches", "opens",
        "slides_inside", "rolls_inside", "spins_inside", "direction" };
    return keys[fault];
}

bool solveFindTrouble( const ssProblem* problem, const double* p, double tolerance, solveTrouble* trouble )
{
    size_t n = (size_t)problem->contactCount + 1;
    ssContactJudgement* contacts = calloc( n, sizeof *contacts );
    Share* shares = calloc( n, sizeof *shares );
    bool judged = contacts != NULL && shares != NULL && ssJudgeContacts( problem, p, contacts ).code == ss_ok;
    *trouble = ( solveTrouble ){ .problem = problem, .tolerance = tolerance, .worst = -1 };
    for ( int i = 0; judged && i < problem->contactCount; ++i )
    {
        shares[i] = ( Share ){ contacts[i].residual, i };
    }
    if ( judged )
    {
        qsort( shares, n - 1, sizeof *shares, compareShares );
        trouble->count = countUntilWithin( shares, problem->contactCount, tolerance );
        trouble->worst = trouble->count > 0 ? shares[0].contact : -1;
        trouble->worstResidual = shares[0].residual;
    }
    for ( int i = 0; i < trouble->count; ++i )
    {
        solveTroubleKind* kind = &trouble->kinds[contacts[shares[i].contact].fault];
        if ( kind->count < SOLVE_TROUBLE_NAMED ) { kind->contacts[kind->count] = shares[i].contact; }
        kind->count += 1;
    }
    free( contacts );
    free( shares );
    return judged;
}

static int namedOf( const solveTroubleKind* kind )
{
    return kind->count < SOLVE_TROUBLE_NAMED ? kind->count : SOLVE_TROUBLE_NAMED;
}

void solvePrintTrouble( osWriter* out, const solveTrouble* trouble )
{
    const ssProblem* problem = trouble->problem;
    if ( trouble->worst < 0 )
    {
        osPrintf( out, "all contacts fulfil the law to %g; what is left %s\n", trouble->tolerance,
            problem->rowCount > 0 ? "is the residual of the rows, or the rounding of large forces"
                                  : "is the rounding of forces that are large beside the velocities" );
        return;
    }
    osPrintf( out, "%d of %d contacts fulfil the law to %g; the rest:\n",
        problem->contactCount - trouble->count, problem->contactCount, trouble->tolerance );
    for ( int fault = 0; fault < ss_faultCount; ++fault )
    {
        const solveTroubleKind* kind = &trouble->kinds[fault];
        if ( kind->count > 0 )
        {
            osPrintf( out, "  %d %s: contact%s", kind->count, solveTroubleName( (ssAnswerFault)fault ),
                kind->count == 1 ? "" : "s" );
            for ( int i = 0; i < namedOf( kind ); ++i )
            {
                osPrintf( out, "%s %d", i == 0 ? "" : ",", kind->contacts[i] );
            }
            osWriteText( out, kind->count > SOLVE_TROUBLE_NAMED ? ", …\n" : "\n" );
        }
    }
    osPrintf( out, "  worst: contact %d", trouble->worst );
    if ( !ssProblem_IsExplicit( problem ) )
    {
        int a = problem->bodyA[trouble->worst], b = problem->bodyB[trouble->worst];
        osPrintf( out, a < 0 || b < 0 ? " of body %d" : " between bodies %d and %d", a < 0 ? b : a, b );
    }
    osPrintf( out, ", residual %.3g\n", trouble->worstResidual );
}

void solveWriteTrouble( jsonWriter* json, const solveTrouble* trouble )
{
    jsonBeginObject( json, "held_up_by" );
    jsonNumber( json, "contacts", trouble->count );
    jsonNumber( json, "worst", trouble->worst );
    jsonNumber( json, "worst_residual", trouble->worstResidual );
    jsonBeginArray( json, "kinds" );
    for ( int fault = 0; fault < ss_faultCount; ++fault )
    {
        const solveTroubleKind* kind = &trouble->kinds[fault];
        if ( kind->count > 0 )
        {
            jsonInLine( json );
            jsonBeginObject( json, NULL );
            jsonText( json, "kind", kindKey( (ssAnswerFault)fault ) );
            jsonText( json, "what", solveTroubleName( (ssAnswerFault)fault ) );
            jsonNumber( json, "count", kind->count );
            jsonBeginArray( json, "first" );
            for ( int i = 0; i < namedOf( kind ); ++i ) { jsonNumber( json, NULL, kind->contacts[i] ); }
            jsonEndArray( json );
            jsonEndObject( json );
        }
    }
    jsonEndArray( json );
    jsonEndObject( json );
}
