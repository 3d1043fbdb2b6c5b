// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// One scenario in time: parameters, steps, and its state as a blob.

#define BLOB_MAGIC 0x737353696d000003ull // "ssSim" and the version of the blob, 3

// A blob begins with four numbers of 8 bytes: the magic number, a hash of the scenario's id, the size of the whole
// blob, and a hash of everything after this header.
enum
{
    blobHeader = 4 * 8
};

struct ssSim
{
    const ssScenario* scenario;
    double h;
    int64_t step;
    uint64_t seed;
    ssRng rng;
    double values[SS_MAX_PARAMS];
    double pending[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    char pendingTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    ssStepReport report;
    ssStageHook* stageHook;
    void* stageContext;
    ssStop* stop;
    void* stopContext;
    bool asks; // the scenario asked `stop` in the latest step, so that a copy of the state is worth its time
    bool canStop;        // the copy below is that of the present step
    unsigned char* kept; // the state before the present step, without a header
    size_t keptSize, keptCapacity;
    void* state;
};

// --------------------------------------------------------------------------------------------------------- lifetime

static void destroyState( const ssScenario* scenario, void* state )
{
    if ( state != NULL && scenario->destroy != NULL )
    {
        scenario->destroy( state );
    }
    ssRelease( state );
}

/// Makes a new state at t = 0 from sim->values in place of the old one, which is kept when the scenario refuses.
static ssResult restart( ssSim* sim )
{
    void* state = ssAlloc( sim->scenario->stateSize );
    if ( state == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the state of %s", sim->scenario->id );
    }
    int64_t step = sim->step;
    ssRng rng = sim->rng;
    sim->step = 0;
    sim->rng = ssSeedRng( sim->seed );
    ssResult result = sim->scenario->create( state, sim );
    if ( result.code != ss_ok )
    {
        sim->step = step;
        sim->rng = rng;
        destroyState( sim->scenario, state );
        return result;
    }
    destroyState( sim->scenario, sim->state );
    sim->state = state;
    sim->report = ( ssStepReport ){ .status = ss_stepConverged };
    return result;
}

static ssResult missingFunction( const ssScenario* scenario, const char* name, const char* why )
{
    return ssError( ss_errorValue, name, "the scenario %.60s has no function `%s`%s",
        scenario->id != NULL ? scenario->id : "(without an id)", name, why );
}

/// Refuses a scenario without a function that the sim would call (scenario.h says which), or with tables that do not fit.
static ssResult checkScenario( const ssScenario* scenario )
{
    if ( scenario->id == NULL )
    {
        return ssError( ss_errorValue, "id", "the scenario has no id" );
    }
    if ( scenario->paramCount > SS_MAX_PARAMS || scenario->signalCount > SS_MAX_SIGNALS ||
        scenario->chartCount > SS_MAX_CHARTS )
    {
        return ssError( ss_errorValue, "scenario",
            "the scenario %.60s has %d parameters, %d signals and %d charts; allowed: up to %d, %d and %d",
            scenario->id, scenario->paramCount, scenario->signalCount, scenario->chartCount, SS_MAX_PARAMS,
            SS_MAX_SIGNALS, SS_MAX_CHARTS );
    }
    bool live = false;
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        live = live || scenario->params[i].live;
    }
    const struct
    {
        const char* name;
        bool missing;
        const char* why;
    } functions[] = {
        { "create", scenario->create == NULL, "" },
        { "step", scenario->step == NULL, "" },
        { "serialize", scenario->serialize == NULL, "" },
        { "apply", live && scenario->apply == NULL && scenario->adopt == NULL,
            " or `adopt`, but live parameters" },
        { "fillSignals", scenario->signalCount > 0 && scenario->fillSignals == NULL, ", but signals" },
        { "measure", scenario->measureCount > 0 && scenario->measure == NULL, ", but measures" },
        { "drawChart", scenario->chartCount > 0 && scenario->drawChart == NULL, ", but charts" },
    };
    for ( int i = 0; i < SS_COUNT( functions ); ++i )
    {
        if ( functions[i].missing )
        {
            return missingFunction( scenario, functions[i].name, functions[i].why );
        }
    }
    return ssOk();
}

ssResult ssCreateSim( const ssSimDef* def, ssSim** sim )
{
    *sim = NULL;
    const ssScenario* scenario = def->scenario;
    if ( scenario == NULL )
    {
        return simNoScenario();
    }
    ssResult complete = checkScenario( scenario );
    if ( complete.code != ss_ok )
    {
        return complete;
    }
    if ( !( def->h > 0.0 && isfinite( def->h ) ) )
    {
        return ssError( ss_errorValue, "h", "h = %g s; allowed: a finite step size > 0", def->h );
    }
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        ssResult result = ssCheckParam( scenario->params + i, def->values[i] );
        if ( result.code != ss_ok )
        {
            return result;
        }
    }
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        int slot = ssTextSlot( scenario->params, i );
        ssResult result = slot >= 0 ? ssCheckText( scenario->params + i, def->texts[slot] ) : ssOk();
        if ( result.code != ss_ok )
        {
            return result;
        }
    }
    ssSim* made = ssAlloc( sizeof *made );
    if ( made == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a simulation" );
    }
    made->scenario = scenario;
    made->h = def->h;
    made->seed = def->seed;
    memcpy( made->texts, def->texts, sizeof made->texts );
    memcpy( made->pendingTexts, def->texts, sizeof made->pendingTexts );
    memcpy( made->values, def->values, sizeof made->values );
    memcpy( made->pending, def->values, sizeof made->pending );
    ssResult result = restart( made );
    if ( result.code != ss_ok )
    {
        ssRelease( made );
        return result;
    }
    *sim = made;
    return result;
}

void ssDestroySim( ssSim* sim )
{
    if ( sim != NULL )
    {
        destroyState( sim->scenario, sim->state );
        ssRelease( sim->kept );
        ssRelease( sim );
    }
}

// -------------------------------------------------------------------------------------------------------- parameters

const ssScenario* ssSim_Scenario( const ssSim* sim )
{
    return sim->scenario;
}

int64_t ssSim_StepIndex( const ssSim* sim )
{
    return sim->step;
}

double ssSim_Time( const ssSim* sim )
{
    return (double)sim->step * sim->h;
}

double ssSim_StepSize( const ssSim* sim )
{
    return sim->h;
}

uint64_t ssSim_Seed( const ssSim* sim )
{
    return sim->seed;
}

ssRng* ssSim_Rng( ssSim* sim )
{
    return &sim->rng;
}

ssStepReport ssSim_Report( const ssSim* sim )
{
    return sim->report;
}

double ssSim_Param( const ssSim* sim, int param )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->paramCount );
    return sim->values[param];
}

double ssSim_PendingParam( const ssSim* sim, int param )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->paramCount );
    return sim->pending[param];
}

const char* ssSim_Text( const ssSim* sim, int param )
{
    int slot = ssTextSlot( sim->scenario->params, param );
    SS_ASSERT( slot >= 0 );
    return sim->texts[slot];
}

const char* ssSim_PendingText( const ssSim* sim, int param )
{
    int slot = ssTextSlot( sim->scenario->params, param );
    SS_ASSERT( slot >= 0 );
    return sim->pendingTexts[slot];
}

/// Lets the scenario take over the changed values, which it may refuse.
static ssResult applyChange( ssSim* sim )
{
    if ( sim->scenario->adopt != NULL )
    {
        return sim->scenario->adopt( sim->state, sim );
    }
    sim->scenario->apply( sim->state, sim );
    return ssOk();
}

ssResult ssSim_SetText( ssSim* sim, int param, const char* text )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->paramCount );
    const ssParam* row = sim->scenario->params + param;
    int slot = ssTextSlot( sim->scenario->params, param );
    ssResult result = slot >= 0 ? ssCheckText( row, text )
                                : ssError( ss_errorValue, row->key, "%s is a number, not a text", row->key );
    if ( result.code != ss_ok ||
        ( strcmp( sim->texts[slot], text ) == 0 && strcmp( sim->pendingTexts[slot], text ) == 0 ) )
    {
        return result;
    }
    char before[SS_TEXT_CAPACITY], pending[SS_TEXT_CAPACITY];
    memcpy( before, sim->texts[slot], sizeof before );
    memcpy( pending, sim->pendingTexts[slot], sizeof pending );
    memcpy( sim->pendingTexts[slot], text, strlen( text ) + 1 );
    if ( row->live && sim->step > 0 )
    {
        memcpy( sim->texts[slot], text, strlen( text ) + 1 );
        result = applyChange( sim );
    }
    else if ( sim->step == 0 )
    {
        result = ssSim_Reset( sim );
    }
    if ( result.code != ss_ok )
    {
        memcpy( sim->texts[slot], before, sizeof before );
        memcpy( sim->pendingTexts[slot], pending, sizeof pending );
    }
    return result;
}

ssResult ssSim_SetParam( ssSim* sim, int param, double value )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->paramCount );
    const ssParam* row = sim->scenario->params + param;
    ssResult result = ssCheckParam( row, value );
    if ( result.code != ss_ok )
    {
        return result;
    }
    // Setting the same value again is not a change: a slider that is held still must not restart a closed form.
    if ( sim->values[param] == value && sim->pending[param] == value )
    {
        return result;
    }
    // At t = 0 the run begins with this value, so that the order of changes does not matter.
    if ( row->live && sim->step > 0 )
    {
        double before = sim->values[param];
        sim->values[param] = value;
        result = applyChange( sim );
        sim->values[param] = result.code == ss_ok ? value : before;
        sim->pending[param] = result.code == ss_ok ? value : sim->pending[param];
        return result;
    }
    double old = sim->pending[param];
    sim->pending[param] = value;
    if ( sim->step == 0 )
    {
        result = ssSim_Reset( sim );
        sim->pending[param] = result.code == ss_ok ? value : old;
    }
    return result;
}

void ssSim_Drag( ssSim* sim, const ssDrag* drag )
{
    if ( sim->scenario->drag != NULL )
    {
        sim->scenario->drag( sim->state, sim, drag );
    }
}

// ------------------------------------------------------------------------------------------------------------- steps

ssResult ssSim_Reset( ssSim* sim )
{
    double old[SS_MAX_PARAMS];
    char oldTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    memcpy( old, sim->values, sizeof old );
    memcpy( oldTexts, sim->texts, sizeof oldTexts );
    memcpy( sim->values, sim->pending, sizeof sim->values );
    memcpy( sim->texts, sim->pendingTexts, sizeof sim->texts );
    ssResult result = restart( sim );
    if ( result.code != ss_ok )
    {
        memcpy( sim->values, old, sizeof sim->values );
        memcpy( sim->texts, oldTexts, sizeof sim->texts );
    }
    return result;
}

void ssSim_SetStageHook( ssSim* sim, ssStageHook* hook, void* context )
{
    sim->stageHook = hook;
    sim->stageContext = context;
}

ssStageHook* ssSim_StageHook( const ssSim* sim, void** context )
{
    *context = sim->stageContext;
    return sim->stageHook;
}

void ssSim_SetStop( ssSim* sim, ssStop* stop, void* context )
{
    sim->asks = sim->asks || stop != sim->stop;
    sim->stop = stop;
    sim->stopContext = context;
}

ssStop* ssSim_Stop( ssSim* sim, void** context )
{
    sim->asks = true;
    *context = sim->stopContext;
    return sim->canStop ? sim->stop : NULL;
}

void ssSim_Signals( const ssSim* sim, double* row )
{
    if ( sim->scenario->fillSignals != NULL )
    {
        sim->scenario->fillSignals( sim->state, sim, row );
    }
}

double ssSim_Measure( const ssSim* sim, int measure )
{
    SS_ASSERT( measure >= 0 && measure < sim->scenario->measureCount );
    return sim->scenario->measure( sim->state, sim, measure );
}

void ssSim_Draw( const ssSim* sim, const ssDraw* draw )
{
    if ( sim->scenario->draw != NULL )
    {
        sim->scenario->draw( sim->state, sim, draw );
    }
}

void ssSim_DrawChart( const ssSim* sim, int chart, const ssChartSink* sink )
{
    SS_ASSERT( chart >= 0 && chart < sim->scenario->chartCount );
    sim->scenario->drawChart( sim->state, sim, chart, sink );
}

void ssSim_BodyName( const ssSim* sim, int body, char* text, int capacity )
{
    if ( sim->scenario->nameBody != NULL )
    {
        sim->scenario->nameBody( sim->state, sim, body, text, capacity );
    }
    else if ( body < 0 || sim->scenario->body != NULL )
    {
        const char* ground = sim->scenario->ground != NULL ? sim->scenario->ground : "ground";
        snprintf( text, (size_t)capacity, "%s", body < 0 ? ground : sim->scenario->body );
    }
    else
    {
        snprintf( text, (size_t)capacity, "body %d", body );
    }
}

double ssSim_Drive( const ssSim* sim )
{
    const ssDrive* drive = sim->scenario->drive;
    return drive != NULL ? drive->value( sim->state, sim ) : SS_NAN;
}

double ssSim_Predict( const ssSim* sim, const ssChange* change )
{
    const ssDrive* drive = sim->scenario->drive;
    return drive != NULL && drive->predict != NULL ? drive->predict( sim->state, sim, change ) : SS_NAN;
}

bool ssSim_Uses( const ssSim* sim, int param )
{
    return sim->scenario->uses == NULL || sim->scenario->uses( sim, param );
}

ssResult ssSim_Freeze( const ssSim* sim, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    return sim->scenario->freeze != NULL
        ? sim->scenario->freeze( sim->state, sim, problem )
        : ssError( ss_errorValue, NULL, "%s has no contact problem with bodies that could be frozen",
              sim->scenario->title );
}

void ssSim_Explain( const ssSim* sim, int param, char* text, int capacity )
{
    text[0] = '\0';
    if ( sim->scenario->explain != NULL )
    {
        sim->scenario->explain( sim->state, sim, param, text, capacity );
    }
    const ssScenario* scenario = sim->scenario;
    double R = ssParamRadius( scenario->params, scenario->paramCount, sim->values, param );
    if ( R > 0.0 )
    {
        char ratio[24];
        int used = (int)strlen( text );
        ssFormatNumber( sim->values[param] / R, ratio, sizeof ratio );
        snprintf( text + used, (size_t)( capacity - used ), "%s%s/R = %s", used > 0 ? "\n" : "",
            scenario->params[param].symbol, ratio );
    }
}

// ---------------------------------------------------------------------------------------------------- save and restore

/// Visits every field that affects the next step or is shown after a restore. The one list serves measuring, writing,
/// reading and hashing.
static void serialize( ssSim* sim, ssArchive* archive )
{
    uint64_t step = (uint64_t)sim->step;
    ssArchive_F64( archive, &sim->h );
    ssArchive_U64( archive, &step );
    sim->step = (int64_t)step;
    ssArchive_U64( archive, &sim->seed );
    ssArchive_Rng( archive, &sim->rng );
    ssArchive_F64s( archive, sim->values, sim->scenario->paramCount );
    ssArchive_F64s( archive, sim->pending, sim->scenario->paramCount );
    for ( int i = 0; i < sim->scenario->paramCount; ++i )
    {
        int slot = ssTextSlot( sim->scenario->params, i );
        if ( slot >= 0 )
        {
            ssArchive_Text( archive, sim->texts[slot], SS_TEXT_CAPACITY );
            ssArchive_Text( archive, sim->pendingTexts[slot], SS_TEXT_CAPACITY );
        }
    }
    int status = (int)sim->report.status;
    ssArchive_Int( archive, &status );
    sim->report.status = (ssStepStatus)status;
    // The reason belongs to a step of the old state.
    sim->report.reason = archive->mode == ss_archiveRead ? NULL : sim->report.reason;
    sim->report.budgetSpent = archive->mode != ss_archiveRead && sim->report.budgetSpent;
    ssArchive_Int( archive, &sim->report.contacts );
    ssArchive_Int( archive, &sim->report.iterations );
    ssArchive_Int( archive, &sim->report.limitedImpacts );
    ssArchive_F64( archive, &sim->report.residual );
    sim->scenario->serialize( sim->state, archive );
}

/// Measuring, writing and hashing do not change the sim; the cast is needed because reading shares the list of fields.
static void visit( const ssSim* sim, ssArchive* archive )
{
    SS_ASSERT( archive->mode != ss_archiveRead );
    serialize( (ssSim*)(uintptr_t)sim, archive );
}

uint64_t ssSim_Hash( const ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveHash, .hash = ssHashText( SS_HASH_SEED, sim->scenario->id ) };
    visit( sim, &archive );
    return archive.hash;
}

size_t ssSim_SaveSize( const ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveMeasure };
    visit( sim, &archive );
    return blobHeader + archive.used;
}

/// A checksum of whole words, as the archive writes them: well below a millisecond for three megabytes. For a given word the
/// map from hash to hash is one to one, and the other way round, so that damage within one word never goes unnoticed. The
/// shift brings the high bits down, which a product moves only up: without it, two flipped signs would cancel.
static uint64_t checksum( const unsigned char* bytes, size_t size )
{
    uint64_t hash = SS_HASH_SEED;
    for ( size_t i = 0; i + 8 <= size; i += 8 )
    {
        uint64_t word = 0;
        for ( int k = 0; k < 8; ++k )
        {
            word |= (uint64_t)bytes[i + (size_t)k] << ( 8 * k );
        }
        hash = ( hash ^ word ) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

size_t ssSim_Save( const ssSim* sim, void* blob, size_t capacity )
{
    size_t size = ssSim_SaveSize( sim );
    if ( size > capacity )
    {
        return 0;
    }
    unsigned char* bytes = blob;
    ssArchive body = { .mode = ss_archiveWrite, .bytes = bytes + blobHeader, .size = size - blobHeader };
    visit( sim, &body );
    uint64_t header[4] = { BLOB_MAGIC, ssHashText( SS_HASH_SEED, sim->scenario->id ), size,
        checksum( bytes + blobHeader, size - blobHeader ) };
    ssArchive head = { .mode = ss_archiveWrite, .bytes = bytes, .size = blobHeader };
    for ( int i = 0; i < 4; ++i )
    {
        ssArchive_U64( &head, header + i );
    }
    return size;
}

/// Are the fields those of a possible simulation? The checksum only shows that the blob is complete.
static bool isValid( const ssSim* sim )
{
    bool valid = sim->h > 0.0 && isfinite( sim->h ) && sim->step >= 0 && (int)sim->report.status >= 0 &&
        sim->report.status <= ss_stepCancelled;
    for ( int i = 0; i < sim->scenario->paramCount && valid; ++i )
    {
        const ssParam* param = sim->scenario->params + i;
        valid = ssCheckParam( param, sim->values[i] ).code == ss_ok &&
            ssCheckParam( param, sim->pending[i] ).code == ss_ok;
    }
    return valid;
}

ssResult ssSim_Restore( ssSim* sim, const void* blob, size_t size )
{
    // An archive has one pointer for reading and writing, hence the cast; these bytes are only read.
    unsigned char* bytes = (unsigned char*)(uintptr_t)blob;
    uint64_t header[4] = { 0 };
    ssArchive head = {
        .mode = ss_archiveRead, .bytes = bytes, .size = size < blobHeader ? size : blobHeader
    };
    for ( int i = 0; i < 4; ++i )
    {
        ssArchive_U64( &head, header + i );
    }
    if ( head.overrun || header[0] != BLOB_MAGIC )
    {
        return ssError( ss_errorFormat, "blob", "this is not a saved simulation of this version" );
    }
    if ( header[1] != ssHashText( SS_HASH_SEED, sim->scenario->id ) )
    {
        return ssError(
            ss_errorFormat, "blob", "the saved simulation is not of scenario %s", sim->scenario->id );
    }
    if ( header[2] != size || size % 8 != 0 ||
        header[3] != checksum( bytes + blobHeader, size - blobHeader ) )
    {
        return ssError( ss_errorFormat, "blob", "the saved simulation is cut short or damaged" );
    }
    // Whether the body has the layout of this scenario shows only while it is read, so the old state is saved first.
    size_t keptSize = ssSim_SaveSize( sim );
    unsigned char* kept = ssAlloc( keptSize );
    if ( kept == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for restoring a simulation" );
    }
    ssSim_Save( sim, kept, keptSize );
    ssArchive body = { .mode = ss_archiveRead, .bytes = bytes + blobHeader, .size = size - blobHeader };
    serialize( sim, &body );
    bool valid = !body.overrun && body.used == body.size && isValid( sim );
    if ( !valid )
    {
        ssArchive back = {
            .mode = ss_archiveRead, .bytes = kept + blobHeader, .size = keptSize - blobHeader
        };
        serialize( sim, &back );
    }
    ssRelease( kept );
    if ( sim->scenario->restored != NULL )
    {
        sim->scenario->restored( sim->state, sim );
    }
    return valid ? ssOk()
                 : ssError( ss_errorFormat, "blob",
                       "the saved simulation is of another version of scenario %s", sim->scenario->id );
}

// ------------------------------------------------------------------------------------------------------------- step

/// Writes the state to sim->kept; false: it does not fit.
static bool writeKept( ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveWrite, .bytes = sim->kept, .size = sim->keptCapacity };
    visit( sim, &archive );
    sim->keptSize = archive.used;
    return !archive.overrun;
}

/// Keeps a copy of the state if somebody may cancel the step; false: nobody, or there is no memory for it.
static bool keepState( ssSim* sim )
{
    bool wanted = sim->stop != NULL && sim->asks;
    if ( !wanted || writeKept( sim ) )
    {
        return wanted;
    }
    ssRelease( sim->kept );
    sim->keptCapacity = sim->keptSize + sim->keptSize / 4;
    sim->kept = ssAlloc( sim->keptCapacity );
    sim->keptCapacity = sim->kept != NULL ? sim->keptCapacity : 0;
    return sim->kept != NULL && writeKept( sim );
}

static void returnToKept( ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveRead, .bytes = sim->kept, .size = sim->keptSize };
    serialize( sim, &archive );
    if ( sim->scenario->restored != NULL )
    {
        sim->scenario->restored( sim->state, sim );
    }
}

ssStepReport ssSim_Step( ssSim* sim )
{
    sim->canStop = keepState( sim );
    sim->asks = false;
    ssStepReport before = sim->report, report = sim->scenario->step( sim->state, sim );
    if ( report.status == ss_stepCancelled )
    {
        returnToKept( sim );
        sim->report = before;
        return report;
    }
    sim->report = report;
    sim->step += report.status < ss_stepNotFinite ? 1 : 0;
    return report;
}
