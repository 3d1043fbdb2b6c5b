// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/sim_private.h"
#include "slipstick/advanced/question.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// Scenarios with a typed law, a build or measures of one's own: copies of a descriptor with the law's rows
// appended, one for each text and build, shared by all simulations. Unused ones are kept for a while, since
// definitions of runs point to them; the oldest are freed, so that an editor may compile at every keystroke.

#define UNUSED_KEPT 64

typedef struct LawScenario
{
    ssScenario scenario; // the first member: a pointer to it is a pointer to the whole
    ssParam params[SS_MAX_PARAMS];
    char* names;   // the keys and the group of the law's rows
    ssBuild build; // what scenario.build points to, if there is one
    char* asked;   // NULL: nothing
    ssQuestions* questions;
    ssMeasure* measures; // the scenario's own and those that were asked for
    ssSignal* signals;   // with those that were asked for by a name
    ssPlot* plots;       // of them
    uint64_t hash;       // of the text, 0 without one
    uint64_t buildHash;
    int users;
    uint64_t released; // when it was last used, in releases; the smallest is freed first
    struct LawScenario* next;
} LawScenario;

static struct
{
    atomic_flag busy;
    LawScenario* first;
    int unused;
    uint64_t releases;
} s_table = { .busy = ATOMIC_FLAG_INIT };

// The lock is held for a few comparisons only; texts are compiled without it.
static void lock( void )
{
    while ( atomic_flag_test_and_set_explicit( &s_table.busy, memory_order_acquire ) ) {}
}

static void unlock( void ) { atomic_flag_clear_explicit( &s_table.busy, memory_order_release ); }

static void destroy( LawScenario* own )
{
    if ( own != NULL )
    {
        ssLawProgram_Release( own->scenario.law );
        ssBuild_Destroy( &own->build );
        ssDestroyQuestions( own->questions );
        ssRelease( own->asked );
        ssRelease( own->measures );
        ssRelease( own->signals );
        ssRelease( own->plots );
        ssRelease( own->names );
        ssRelease( own );
    }
}

const ssScenario* ssScenario_Base( const ssScenario* scenario )
{
    return scenario->base != NULL ? scenario->base : scenario;
}

bool ssScenario_HasLawOf( const ssScenario* scenario, const ssPreset* preset )
{
    const char* name = preset != NULL ? preset->law : ssScenario_Base( scenario )->model.ownLaw;
    const ssShippedLaw* shipped = name != NULL ? ssFindShippedLaw( name ) : NULL;
    return scenario->law != NULL && shipped != NULL
        ? strcmp( ssLawProgram_Info( scenario->law )->text, shipped->text ) == 0
        : ( scenario->law == NULL && name == NULL );
}

static LawScenario* ownerOf( const ssScenario* scenario )
{
    bool derived = scenario != NULL &&
        ( scenario->law != NULL || scenario->build != NULL || scenario->questions != NULL );
    return derived ? (LawScenario*)(uintptr_t)scenario : NULL;
}

/// Counts one more user. The lock is held.
static void addUser( LawScenario* own )
{
    s_table.unused -= own->users == 0 ? 1 : 0;
    own->users += 1;
}

const ssScenario* ssScenario_Retain( const ssScenario* scenario )
{
    LawScenario* own = ownerOf( scenario );
    if ( own != NULL )
    {
        lock();
        addUser( own );
        unlock();
    }
    else if ( scenario != NULL && scenario->recorded != NULL && scenario->recorded->count != NULL )
    {
        scenario->recorded->count( scenario, 1 );
    }
    return scenario;
}

/// Takes the scenario out of the table that has been unused for longest. The lock is held.
static LawScenario* takeOldest( void )
{
    LawScenario** oldest = NULL;
    for ( LawScenario** at = &s_table.first; *at != NULL; at = &( *at )->next )
    {
        if ( ( *at )->users == 0 && ( oldest == NULL || ( *at )->released < ( *oldest )->released ) )
        {
            oldest = at;
        }
    }
    LawScenario* taken = *oldest;
    *oldest = taken->next;
    s_table.unused -= 1;
    return taken;
}

void ssScenario_Release( const ssScenario* scenario )
{
    LawScenario *own = ownerOf( scenario ), *freed = NULL;
    if ( own != NULL )
    {
        lock();
        own->users -= 1;
        own->released = ++s_table.releases;
        s_table.unused += own->users == 0 ? 1 : 0;
        freed = s_table.unused > UNUSED_KEPT ? takeOldest() : NULL;
        unlock();
    }
    else if ( scenario != NULL && scenario->recorded != NULL && scenario->recorded->count != NULL )
    {
        scenario->recorded->count( scenario, -1 );
    }
    destroy( freed );
}

/// A copy of the name of a signal that stays for good: a plot that a user has made outlives its scenario.
static const char* keptName( const char* name )
{
    typedef struct Kept
    {
        struct Kept* next;
        char name[SS_NAME_CAPACITY];
    } Kept;
    static Kept* first;
    Kept* made = ssAlloc( sizeof *made );
    lock();
    Kept* kept = first;
    while ( kept != NULL && strcmp( kept->name, name ) != 0 ) { kept = kept->next; }
    if ( kept == NULL && made != NULL )
    {
        snprintf( made->name, sizeof made->name, "%s", name );
        made->next = first;
        kept = first = made;
        made = NULL;
    }
    unlock();
    ssRelease( made );
    return kept != NULL ? kept->name : NULL;
}

/// What a derived scenario is made of.
typedef struct Recipe
{
    const ssScenario* base;
    const char* text; // of the law; NULL: none
    uint64_t hash;
    const ssBuild* build; // NULL: none
    uint64_t buildHash;
    const char* asked; // lines of NAME<tab>EXPRESSION; NULL: none
} Recipe;

/// The scenario of this recipe, with one more user; NULL: it has not been made yet. The lock is held.
static LawScenario* find( const Recipe* recipe )
{
    for ( LawScenario* own = s_table.first; own != NULL; own = own->next )
    {
        bool same = own->hash == recipe->hash && own->scenario.base == recipe->base &&
            own->buildHash == recipe->buildHash &&
            ( own->scenario.build != NULL ) == ( recipe->build != NULL ) &&
            ( own->scenario.law != NULL ) == ( recipe->text != NULL ) &&
            ( own->asked != NULL ) == ( recipe->asked != NULL ) &&
            ( own->asked == NULL || strcmp( own->asked, recipe->asked ) == 0 );
        if ( same &&
            ( recipe->text == NULL ||
                strcmp( ssLawProgram_Info( own->scenario.law )->text, recipe->text ) == 0 ) )
        {
            addUser( own );
            return own;
        }
    }
    return NULL;
}

/// Appends the rows of the law under keys of their own. False: out of memory.
static bool appendRows( LawScenario* own, const ssScenario* base, const ssLawProgram* law )
{
    int count = ssLawProgram_Info( law )->paramCount;
    const ssParam* rows = ssLawProgram_Info( law )->params;
    const char* title = ssLawProgram_Info( law )->title;
    size_t size = sizeof "law: " + strlen( title );
    for ( int i = 0; i < count; ++i ) { size += sizeof SIM_LAW_PREFIX + strlen( rows[i].key ); }
    own->names = ssAlloc( size );
    if ( own->names == NULL ) { return false; }
    char *at = own->names, *end = own->names + size;
    const char* group = at;
    at += snprintf( at, (size_t)( end - at ), "law: %s", title ) + 1;
    for ( int i = 0; i < count; ++i )
    {
        ssParam* row = own->params + base->model.paramCount + i;
        *row = rows[i];
        row->key = at;
        row->group = group;
        row->live = true;
        at += snprintf( at, (size_t)( end - at ), "%s%s", SIM_LAW_PREFIX, rows[i].key ) + 1;
    }
    own->scenario.model.paramCount = base->model.paramCount + count;
    return true;
}

/// Makes the scenario with one user, outside the table. It owns the law. NULL: out of memory.
static LawScenario* make( const Recipe* recipe, const ssLawProgram* law )
{
    const ssScenario* base = recipe->base;
    LawScenario* own = ssAlloc( sizeof *own );
    if ( own == NULL )
    {
        ssLawProgram_Release( law );
        return NULL;
    }
    own->scenario = *base;
    own->scenario.base = base;
    own->scenario.law = law;
    own->scenario.model.params = own->params;
    own->hash = recipe->hash;
    own->buildHash = recipe->buildHash;
    own->users = 1;
    memcpy( own->params, base->model.params, (size_t)base->model.paramCount * sizeof *own->params );
    bool built = recipe->build == NULL || ssBuild_Copy( recipe->build, &own->build ).code == ss_ok;
    own->scenario.build = recipe->build != NULL ? &own->build : NULL;
    if ( !built || ( law != NULL && !appendRows( own, base, law ) ) )
    {
        destroy( own );
        return NULL;
    }
    return own;
}

/// Measures with a name of their own are signals, and each has a plot.
static ssResult appendSignals( LawScenario* own )
{
    ssModel* model = &own->scenario.model;
    ssPicture* picture = &own->scenario.picture;
    size_t signals = (size_t)model->signalCount, plots = (size_t)picture->plotCount;
    own->signals = ssAlloc( ( signals + SS_QUESTIONS_MAX ) * sizeof *own->signals );
    own->plots = ssAlloc( ( plots + SS_QUESTIONS_MAX ) * sizeof *own->plots );
    if ( own->signals == NULL || own->plots == NULL )
    {
        return ssError( ss_errorMemory, "measure", "out of memory for measures" );
    }
    if ( signals > 0 ) { memcpy( own->signals, model->signals, signals * sizeof *own->signals ); }
    if ( plots > 0 ) { memcpy( own->plots, picture->plots, plots * sizeof *own->plots ); }
    ssQuestionRow row;
    for ( int i = 0; ( row = ssQuestions_Row( own->questions, i ) ).name != NULL; ++i )
    {
        if ( !simIsNamed( &row ) ) { continue; }
        if ( model->signalCount == SS_MAX_SIGNALS )
        {
            return ssError( ss_errorValue, "measure", "measure %.32s: %.40s has no room for more signals",
                row.name, own->scenario.id );
        }
        const char* name = keptName( row.name );
        if ( name == NULL ) { return ssError( ss_errorMemory, "measure", "out of memory for measures" ); }
        own->signals[model->signalCount++] = ( ssSignal ){ name, name, row.unit, row.text };
        own->plots[picture->plotCount++] =
            ( ssPlot ){ .id = name, .title = name, .unit = row.unit, .signals = { name }, .shown = true };
    }
    model->signals = own->signals;
    picture->plots = own->plots;
    return ssOk();
}

/// Appends what was asked for to the measures of a scenario that is complete.
static ssResult appendMeasures( LawScenario* own, const char* asked )
{
    int count = own->scenario.model.measureCount;
    own->asked = ssAlloc( strlen( asked ) + 1 );
    own->measures = ssAlloc( ( (size_t)count + SS_QUESTIONS_MAX ) * sizeof *own->measures );
    if ( own->asked == NULL || own->measures == NULL )
    {
        return ssError( ss_errorMemory, "measure", "out of memory for measures" );
    }
    memcpy( own->asked, asked, strlen( asked ) + 1 );
    const char *names[SS_MAX_SIGNALS + SS_MAX_PARAMS + SS_MAX_MEASURES + 1], *units[SS_COUNT( names )];
    ssQuestionNames known = {
        .names = names, .units = units, .count = simQuestionNames( &own->scenario, names, units )
    };
    SS_TRY( ssCompileQuestions( &known, asked, &own->questions ) );
    if ( count > 0 )
    {
        memcpy( own->measures, own->scenario.model.measures, (size_t)count * sizeof *own->measures );
    }
    int asks = 0;
    for ( ssQuestionRow row; ( row = ssQuestions_Row( own->questions, asks ) ).name != NULL; ++asks )
    {
        own->measures[count + asks] = ( ssMeasure ){ row.name, row.unit, row.text };
    }
    own->scenario.questions = own->questions;
    own->scenario.model.measures = own->measures;
    own->scenario.model.measureCount = count + asks;
    return appendSignals( own );
}

/// What was asked of a scenario; NULL: nothing.
static const char* askedOf( const ssScenario* scenario )
{
    return scenario->questions != NULL ? ownerOf( scenario )->asked : NULL;
}

/// Enters a new scenario, unless another thread has entered the same one meanwhile; returns the one to use.
static LawScenario* enter( LawScenario* made, const Recipe* recipe )
{
    lock();
    LawScenario* found = find( recipe );
    if ( found == NULL )
    {
        made->next = s_table.first;
        s_table.first = made;
    }
    unlock();
    destroy( found != NULL ? made : NULL );
    return found != NULL ? found : made;
}

/// Names the scenarios that take a typed law.
static ssResult takesNone( const ssScenario* base )
{
    char list[160] = "";
    size_t used = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        if ( scenario->model.takesLaw && used < sizeof list )
        {
            int n = snprintf( list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "", scenario->id );
            used += n > 0 ? (size_t)n : 0;
        }
    }
    return ssError( ss_errorValue, "law", "%.40s takes no typed law; those that do: %s", base->id, list );
}

/// Compiles the law of a recipe and checks that its rows fit.
static ssResult compile( const Recipe* recipe, const char* file, ssLawProgram** law )
{
    const ssScenario* base = recipe->base;
    ssResult result = ssCompileLaw( recipe->text, file != NULL ? file : "law", law, NULL );
    if ( result.code == ss_ok &&
        base->model.paramCount + ssLawProgram_Info( *law )->paramCount > SS_MAX_PARAMS )
    {
        result = ssError( ss_errorValue, "law", "the law has %d parameters; %s has room for %d",
            ssLawProgram_Info( *law )->paramCount, base->id, SS_MAX_PARAMS - base->model.paramCount );
        ssLawProgram_Release( *law );
    }
    return result;
}

/// The scenario of a recipe, with one more user.
static ssResult derive( Recipe* recipe, const char* file, const ssScenario** derived )
{
    *derived = recipe->base;
    if ( recipe->text == NULL && recipe->build == NULL && recipe->asked == NULL ) { return ssOk(); }
    if ( recipe->text != NULL && !recipe->base->model.takesLaw ) { return takesNone( recipe->base ); }
    recipe->hash = recipe->text != NULL ? ssHashText( SS_HASH_SEED, recipe->text ) : 0;
    recipe->buildHash = recipe->build != NULL ? ssBuild_Hash( recipe->build ) : 0;
    lock();
    LawScenario* own = find( recipe );
    unlock();
    if ( own == NULL )
    {
        ssLawProgram* law = NULL;
        SS_TRY( recipe->text != NULL ? compile( recipe, file, &law ) : ssOk() );
        own = make( recipe, law );
        if ( own == NULL ) { return ssError( ss_errorMemory, "law", "out of memory for the law" ); }
        ssResult asked = recipe->asked != NULL ? appendMeasures( own, recipe->asked ) : ssOk();
        if ( asked.code != ss_ok )
        {
            destroy( own );
            *derived = NULL;
            return asked;
        }
        own = enter( own, recipe );
    }
    *derived = &own->scenario;
    return ssOk();
}

ssResult simLawScenario(
    const ssScenario* scenario, const char* text, const char* file, const ssScenario** derived )
{
    const ssScenario* base = ssScenario_Base( scenario );
    if ( text == NULL || text[0] == '\0' )
    {
        const ssShippedLaw* shipped =
            base->model.ownLaw != NULL ? ssFindShippedLaw( base->model.ownLaw ) : NULL;
        text = shipped != NULL ? shipped->text : NULL;
        file = shipped != NULL ? shipped->name : NULL;
    }
    Recipe recipe = { .base = base, .text = text, .build = scenario->build, .asked = askedOf( scenario ) };
    return derive( &recipe, file, derived );
}

ssResult simBuildScenario( const ssScenario* scenario, const ssBuild* build, const ssScenario** derived )
{
    const ssScenario* base = ssScenario_Base( scenario );
    if ( build != NULL && !base->model.takesBuild )
    {
        *derived = base;
        return ssError( ss_errorValue, "build", "%.40s takes no build; the playground does", base->id );
    }
    Recipe recipe = { .base = base,
        .text = scenario->law != NULL ? ssLawProgram_Info( scenario->law )->text : NULL,
        .build = build,
        .asked = askedOf( scenario ) };
    return derive( &recipe, "law", derived );
}

uint64_t simBuildHash( const ssScenario* scenario ) { return ownerOf( scenario )->buildHash; }

void simCarryValues( const ssScenario* from, const double* old, const ssScenario* to, double* values )
{
    int own = ssScenario_Base( to )->model.paramCount;
    memmove( values, old, (size_t)own * sizeof *values );
    for ( int i = own; i < to->model.paramCount; ++i )
    {
        const ssParam* row = to->model.params + i;
        int before = ssFindParam( from->model.params, from->model.paramCount, row->key );
        bool kept = before >= own && from->model.params[before].defaultValue == row->defaultValue &&
            ssCheckParam( row, old[before] ).code == ss_ok;
        values[i] = kept ? old[before] : row->defaultValue;
    }
}

ssResult ssSimDef_SetLaw( ssSimDef* def, const char* text, const char* file )
{
    const ssScenario* derived;
    if ( def->scenario == NULL ) { return simNoScenario(); }
    SS_TRY( simLawScenario( def->scenario, text, file, &derived ) );
    double values[SS_MAX_PARAMS] = { 0 };
    simCarryValues( def->scenario, def->values, derived, values );
    memcpy( def->values, values, sizeof values );
    def->scenario = derived;
    ssScenario_Release( derived );
    return ssOk();
}

/// Can a measure have this name, which is a signal and a plot as well?
static bool isFree( const ssScenario* scenario, const char* name )
{
    static const char* const words[] = { "mode", "contacts", "t", "pi", "and", "or", "not", "at" };
    bool good = strlen( name ) < SS_NAME_CAPACITY && isalpha( (unsigned char)name[0] ) &&
        ssFindSignal( scenario, name ) < 0 && ssFindScenarioParam( scenario, name ) < 0;
    for ( const char* at = name; good && *at != '\0'; ++at )
    {
        good = (unsigned char)*at < 0x80 && ( isalnum( (unsigned char)*at ) || *at == '_' );
    }
    for ( int i = 0; i < SS_COUNT( words ); ++i ) { good = good && strcmp( name, words[i] ) != 0; }
    for ( int i = 0; good && i < scenario->picture.plotCount; ++i )
    {
        good = strcmp( scenario->picture.plots[i].id, name ) != 0;
    }
    for ( int i = 0; good && i < scenario->picture.chartCount; ++i )
    {
        good = strcmp( scenario->picture.charts[i].id, name ) != 0;
    }
    return good;
}

ssResult ssSimDef_Ask( ssSimDef* def, const char* name, const char* text )
{
    if ( def->scenario == NULL ) { return simNoScenario(); }
    const ssScenario *scenario = def->scenario, *derived = NULL;
    name = name != NULL ? name : text;
    if ( ssFindMeasure( scenario, name ) >= 0 || strpbrk( name, "\t\n" ) != NULL || name[0] == '\0' ||
        strpbrk( text, "\t\n" ) != NULL )
    {
        return ssError( ss_errorValue, "measure",
            "measure '%.80s': names and expressions are one line, and no two measures have the same name",
            name );
    }
    if ( name != text && strcmp( name, text ) != 0 && !isFree( scenario, name ) )
    {
        return ssError( ss_errorValue, "measure",
            "measure '%.40s': a name has letters, digits and _, at most %d, and is no signal, parameter or "
            "word of conditions",
            name, SS_NAME_CAPACITY - 1 );
    }
    const char* asked = askedOf( scenario );
    size_t size = strlen( name ) + strlen( text ) + ( asked != NULL ? strlen( asked ) : 0 ) + 3;
    char* lines = ssAlloc( size );
    if ( lines == NULL ) { return ssError( ss_errorMemory, "measure", "out of memory for measures" ); }
    snprintf( lines, size, "%s%s\t%s\n", asked != NULL ? asked : "", name, text );
    Recipe recipe = { .base = ssScenario_Base( scenario ),
        .text = scenario->law != NULL ? ssLawProgram_Info( scenario->law )->text : NULL,
        .build = scenario->build,
        .asked = lines };
    ssResult result = derive( &recipe, "law", &derived );
    ssRelease( lines );
    if ( result.code == ss_ok )
    {
        def->scenario = derived; // its rows are the same
        ssScenario_Release( derived );
    }
    return result;
}
