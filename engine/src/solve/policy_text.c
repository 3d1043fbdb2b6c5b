// SPDX-License-Identifier: MIT
#include "solve/policy_text.h"
#include "solve/policy_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The rows of policy_table.c as text.

typedef struct Ladder
{
    const char* name;
    const policyGroup* groups;
    const int* count;
} Ladder;

static const Ladder s_ladders[] = {
    { "auto", policyAuto, &policyAutoCount },
    { "rescue", policyRescue, &policyRescueCount },
};

#define TEXT( number ) #number
#define TEXT_OF( macro ) TEXT( macro )

static const policyFact s_facts[] = { policyBodies, policyBlocks, policyExplicit, policyTower, policyCoulomb,
    policyLoose, policyNewton, policyPath, policyDescent, policyFactors, policyConvexBodies, policyPathTurn,
    policyOddRound, policySpheres, policyJoints };

// First the facts, in the same order.
static const ssPolicyWord s_words[] = {
    { "bodies", "W comes from bodies, and all laws are cones" },
    { "blocks", "W is given as blocks, and newton and path hold" },
    { "explicit W", "W is given as blocks" },
    { "tower", "blocks, and each contact feels fewer than half of the others" },
    { "Coulomb", "some contact obeys Coulomb's law, so that the problem is not convex" },
    { "loose", "few digits are wanted: a tolerance of " TEXT_OF( POLICY_LOOSE_TOLERANCE ) " or more" },
    { "newton", "at most " TEXT_OF( POLICY_NEWTON_CONTACTS ) " contacts and rows" },
    { "path", "the solver `path` accepts the problem" },
    { "descent", "the solver `least squares` accepts the problem" },
    { "newton or path", "at least one of the two" },
    { "convex bodies", "W comes from bodies, and no contact obeys Coulomb's law" },
    { "turn of the path", "path; with an explicit W and no rows only from round 2 on" },
    { "even round", "the second, the fourth, ..." },
    { "spheres", "a world of spheres under Coulomb's law, of which few digits are wanted" },
    { "joints",
        "newton, with no fewer rows than contacts, or at most " TEXT_OF( POLICY_RESCUE_FEW ) " of both" },
    { "n", "contacts" },
    { "r", "best residual so far" },
    { "a/b/c", "in the first, second and third round, and then again" },
    { "best", "starts from the best reactions so far" },
    { "zero", "starts from no reactions" },
    { "current", "starts where the rung before ended" },
    { "nearest", "starts from the best reactions of the round, which then goes on from where it was" },
    { "aside", "does not change where `current` starts in the groups that follow" },
    { "sweeps", "an option of the solver `auto`" },
};

/// Adds to a list of conditions.
static void add( char* text, const char* format, ... ) SS_PRINTF( 2, 3 );
static void add( char* text, const char* format, ... )
{
    size_t used = strlen( text );
    used += (size_t)snprintf( text + used, SS_POLICY_TEXT_MAX - used, "%s", used > 0 ? ", " : "" );
    va_list arguments;
    va_start( arguments, format );
    int length = vsnprintf( text + used, SS_POLICY_TEXT_MAX - used, format, arguments );
    va_end( arguments );
    SS_ASSERT( length >= 0 && used + (size_t)length < SS_POLICY_TEXT_MAX );
    (void)length;
}

static void addFacts( char* text, unsigned facts, const char* before )
{
    for ( int i = 0; i < SS_COUNT( s_facts ); ++i )
    {
        if ( ( facts & (unsigned)s_facts[i] ) != 0 ) { add( text, "%s%s", before, s_words[i].word ); }
    }
}

static void describeGuard( const policyGuard* guard, char* text )
{
    text[0] = 0;
    addFacts( text, guard->needs, "" );
    addFacts( text, guard->forbids, "not " );
    if ( guard->contactsMin > 0 ) { add( text, "n >= %d", guard->contactsMin ); }
    if ( guard->contactsMax > 0 ) { add( text, "n <= %d", guard->contactsMax ); }
    if ( guard->roundMin > 0 ) { add( text, "from round %d on", guard->roundMin + 1 ); }
}

static void describeRounds( const policyGroup* group, char* text )
{
    text[0] = 0;
    if ( group->rounds == 1 ) { add( text, "once" ); }
    else if ( group->rounds > 1 ) { add( text, "up to %d rounds", group->rounds ); }
    if ( group->gain > 0.0 ) { add( text, "while every rung divides r by %g", group->gain ); }
    if ( group->patience > 0 ) { add( text, "until %d rounds have not halved r", group->patience ); }
    if ( group->aside ) { add( text, "aside" ); }
}

static void describeOption( const ssSolver* solver, const policyOption* option, char* text )
{
    const double* v = option->value;
    char needs[SS_POLICY_TEXT_MAX] = "";
    addFacts( needs, option->needs, "" );
    char condition[SS_POLICY_TEXT_MAX + 8] = "";
    if ( needs[0] != 0 ) { snprintf( condition, sizeof( condition ), " (%s)", needs ); }
    char factor[32] = "";
    if ( v[0] != 1.0 ) { snprintf( factor, sizeof( factor ), "%g ", v[0] ); }
    switch ( option->kind )
    {
        case policyCycles: add( text, "%s %g/%g/%g%s", option->key, v[0], v[1], v[2], condition ); break;
        case policyOfResidual:
            add( text, "%s %sr in %g..%g%s", option->key, factor, v[1], v[2], condition );
            break;
        case policyOfSquare:
            add( text, "%s %sr^2 in %g..%g%s", option->key, factor, v[1], v[2], condition );
            break;
        case policyOfRound:
            v[0] == 1.0 ? add( text, "%s counts rounds%s", option->key, condition )
                        : add( text, "%s grows every %g rounds%s", option->key, v[0], condition );
            break;
        case policyOfDoubling:
            add( text, "%s %g, times %g every round, up to %g%s", option->key, v[0], ldexp( 1.0, (int)v[1] ),
                ldexp( v[0], POLICY_DOUBLINGS_MAX ), condition );
            break;
        case policyIs:
        default:
        {
            int index = ssFindParam( solver->params, solver->paramCount, option->key );
            if ( index < 0 || solver->params[index].defaultValue != v[0] || needs[0] != 0 )
            {
                add( text, "%s %g%s", option->key, v[0], condition );
            }
            break;
        }
    }
}

static const char* startWord( policyStart start )
{
    switch ( start )
    {
        case policyFromZero: return "zero";
        case policyFromCurrent: return "current";
        case policyFromNearest: return "nearest";
        case policyFromBest:
        default: return "best";
    }
}

static void describeBudget( const policyRung* rung, char* text )
{
    text[0] = 0;
    switch ( rung->budget )
    {
        case policyPasses: add( text, "sweeps (%g)", ss_solverAuto.params[0].defaultValue ); break;
        case policyDoubling:
            add( text, "%d, doubled every round up to %d", rung->iterations,
                rung->iterations << POLICY_DOUBLINGS_MAX );
            break;
        case policyFixed:
        default: add( text, "%d", rung->iterations ); break;
    }
    if ( rung->work > 0.0 ) { add( text, "at most %ge6/n", rung->work / 1e6 ); }
    if ( rung->stretch > 0 ) { add( text, "%d at a time", rung->stretch ); }
}

static void describeRung( const policyRung* rung, ssPolicyRung* text )
{
    text->name = rung->name;
    text->why = rung->why;
    describeGuard( &rung->guard, text->when );
    if ( rung->enough > 0.0 ) { add( text->when, "r >= %g of the round's first", rung->enough ); }
    if ( rung->near > 0.0 ) { add( text->when, "the rung before ended at %g or less", rung->near ); }
    if ( rung->solver != NULL )
    {
        text->solver = rung->solver->name;
        for ( int i = 0; i < POLICY_OPTIONS_MAX && rung->options[i].key != NULL; ++i )
        {
            describeOption( rung->solver, &rung->options[i], text->options );
        }
        snprintf( text->start, sizeof( text->start ), "%s", startWord( rung->start ) );
        describeBudget( rung, text->budget );
    }
}

int ssPolicyRungCount( void )
{
    int count = 0;
    for ( int l = 0; l < SS_COUNT( s_ladders ); ++l )
    {
        for ( int i = 0; i < *s_ladders[l].count; ++i ) { count += s_ladders[l].groups[i].rungCount; }
    }
    return count;
}

ssPolicyRung ssGetPolicyRung( int index )
{
    SS_ASSERT( index >= 0 && index < ssPolicyRungCount() );
    ssPolicyRung text = { 0 };
    for ( int l = 0; l < SS_COUNT( s_ladders ) && text.name == NULL; ++l )
    {
        for ( int i = 0; i < *s_ladders[l].count && text.name == NULL; ++i )
        {
            const policyGroup* group = &s_ladders[l].groups[i];
            if ( index < group->rungCount )
            {
                text.ladder = s_ladders[l].name;
                text.group = group->name;
                text.groupIndex = i;
                describeGuard( &group->guard, text.groupWhen );
                describeRounds( group, text.rounds );
                describeRung( &group->rungs[index], &text );
            }
            index -= group->rungCount;
        }
    }
    return text;
}

int ssPolicyWordCount( void ) { return SS_COUNT( s_words ); }

const ssPolicyWord* ssGetPolicyWord( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_words ) );
    return &s_words[index];
}
