// SPDX-License-Identifier: MIT
#include "session/driver/break_watch.h"
#include "base/grow.h"
#include "base/words.h"
#include "slipstick/lab/log_scenario.h"

#include <stdio.h>
#include <stdlib.h>

// Looks at the contacts after each step for a pair that has begun to satisfy the condition.

static void nameBody( const void* sim, int body, char* text, int capacity )
{
    ssSim_BodyName( sim, body, text, capacity );
}

ssConditionState sessionConditionState( const ssSim* sim )
{
    // What a body gains in one step of free fall counts as motion.
    return ( ssConditionState ){
        .speed = 9.81 * ssSim_StepSize( sim ), .t = ssSim_Time( sim ), .nameOf = nameBody, .context = sim
    };
}

ssResult sessionBreakWatch_Set( sessionBreakWatch* watch, const char* text )
{
    ssCondition condition = { 0 };
    ssResult result = text[0] != '\0' ? ssParseCondition( text, &condition ) : ssOk();
    if ( result.code == ss_ok )
    {
        watch->condition = condition;
        snprintf( watch->text, sizeof watch->text, "%s", text );
        sessionBreakWatch_Forget( watch );
    }
    return result;
}

void sessionBreakWatch_Forget( sessionBreakWatch* watch )
{
    watch->visited = 0;
    watch->pairCount = watch->beforeCount = 0;
}

void sessionBreakWatch_Free( sessionBreakWatch* watch )
{
    free( watch->pairs );
    free( watch->before );
    *watch = ( sessionBreakWatch ){ 0 };
}

// A state while it is looked at.
typedef struct Visit
{
    sessionBreakWatch* watch;
    ssConditionState state;
    int seen; // contacts so far
    bool compares;
    sessionBreak* found;
} Visit;

static int comparePairs( const void* left, const void* right )
{
    const sessionPair *x = left, *y = right;
    return x->a != y->a ? ( x->a < y->a ? -1 : 1 ) : ( x->b > y->b ) - ( x->b < y->b );
}

static bool wasSatisfied( const sessionBreakWatch* watch, sessionPair pair )
{
    return watch->beforeCount > 0 &&
        bsearch( &pair, watch->before, (size_t)watch->beforeCount, sizeof pair, comparePairs ) != NULL;
}

/// Keeps what is said about the first contact that begins to satisfy the condition.
static void keep( Visit* visit, const ssContactView* c, sessionPair pair )
{
    sessionBreak* found = visit->found;
    const ssConditionState* state = &visit->state;
    found->key = ( sessionContactKey ){
        .active = true, .a = c->a, .b = c->b, .surface = c->surface, .point = c->point
    };
    found->number = visit->seen;
    state->nameOf( state->context, pair.a, found->a, (int)sizeof found->a );
    state->nameOf( state->context, pair.b, found->b, (int)sizeof found->b );
    ssCondition_Describe(
        &visit->watch->condition, state, c, visit->seen, found->values, (int)sizeof found->values );
}

static void addContacts( void* context, int count, const ssContactView* contacts )
{
    Visit* visit = context;
    sessionBreakWatch* watch = visit->watch;
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        ++visit->seen;
        if ( !ssCondition_Holds( &watch->condition, &visit->state, c, visit->seen ) ) { continue; }
        const sessionPair pair = { c->a >= 0 ? c->a : -1 - c->surface, c->b >= 0 ? c->b : -1 - c->surface };
        if ( !GROW( watch->pairs, watch->pairCapacity, watch->pairCount + 1 ) )
        {
            continue; // out of memory: it will begin to satisfy the condition in the next state
        }
        if ( visit->compares && visit->found->number == 0 && !wasSatisfied( watch, pair ) )
        {
            keep( visit, c, pair );
        }
        watch->pairs[watch->pairCount++] = pair;
    }
}

/// Sorts the pairs, counts those of them that are new, and leaves each once.
static int sortPairs( sessionBreakWatch* watch )
{
    int kept = 0, fresh = 0;
    if ( watch->pairCount > 0 )
    {
        qsort( watch->pairs, (size_t)watch->pairCount, sizeof *watch->pairs, comparePairs );
    }
    for ( int i = 0; i < watch->pairCount; ++i )
    {
        if ( kept == 0 || comparePairs( watch->pairs + kept - 1, watch->pairs + i ) != 0 )
        {
            fresh += wasSatisfied( watch, watch->pairs[i] ) ? 0 : 1;
            watch->pairs[kept++] = watch->pairs[i];
        }
    }
    watch->pairCount = kept;
    return fresh;
}

bool sessionBreakWatch_Visit( sessionBreakWatch* watch, const ssSim* sim, sessionBreak* found )
{
    int64_t step = ssSim_StepIndex( sim );
    *found = ( sessionBreak ){ .time = ssSim_Time( sim ), .step = step };
    if ( watch->condition.codeCount == 0 || watch->visited == step + 1 ) { return false; }
    const sessionBreakWatch last = *watch;
    watch->before = last.pairs;
    watch->beforeCount = last.pairCount;
    watch->beforeCapacity = last.pairCapacity;
    watch->pairs = last.before;
    watch->pairCapacity = last.beforeCapacity;
    watch->pairCount = 0;
    // The contacts of a log's first frame begin there. A run of ours has nothing solved at its start.
    bool begins = step > 0 || ssScenario_IsLog( ssSim_Scenario( sim ) );
    Visit visit = { .watch = watch,
        .state = sessionConditionState( sim ),
        .compares = begins && last.visited == step,
        .found = found };
    const ssDraw draw = { .context = &visit, .contacts = addContacts };
    ssSim_Draw( sim, &draw );
    found->contacts = sortPairs( watch );
    watch->visited = step + 1;
    return found->number > 0;
}

int sessionBreak_Describe( const sessionBreak* found, char* text, size_t capacity )
{
    bool turned = found->key.b < 0; // what is fixed carries the other
    int more = found->contacts - 1;
    char others[48] = "";
    if ( more > 0 )
    {
        snprintf( others, sizeof others,
            more == 1 ? tr( ", and %d more contact" ) : tr( ", and %d more contacts" ), more );
    }
    char upper[64], lower[64], where[160];
    snprintf( where, sizeof where, tr( "%s on %s" ),
        wordsName( turned ? found->a : found->b, upper, sizeof upper ),
        wordsName( turned ? found->b : found->a, lower, sizeof lower ) );
    return snprintf(
        text, capacity, "%s%s%s%s", where, found->values[0] != '\0' ? ", " : "", found->values, others );
}
