// SPDX-License-Identifier: MIT
#include "base/checksum.h"
#include "sim/sim_private.h"

#include <string.h>

// A simulation as a blob and as a hash.

#define BLOB_MAGIC 0x737353696d000003ull // "ssSim" and the version of the blob, 3

// A blob begins with four 8-byte numbers: magic, hash of what it belongs to, size, hash of the rest.
#define BLOB_HEADER ( 4 * 8 )

/// A hash of what a state belongs to: the scenario, the text of its typed law, and its build.
static uint64_t identity( const ssScenario* scenario )
{
    uint64_t hash = ssHashText( SS_HASH_SEED, scenario->id );
    hash = scenario->law != NULL ? ssHashText( hash, ssLawProgram_Info( scenario->law )->text ) : hash;
    return scenario->build != NULL ? ssHashU64( hash, simBuildHash( scenario ) ) : hash;
}

/// The values of the rows. Those of noise, while all are 0, are no part of the hash: such a run is one
/// without.
static void valueFields( ssSim* sim, double* values, ssArchive* archive )
{
    bool silent = archive->mode == ss_archiveHash && !simIsNoisy( sim, values );
    for ( int i = 0; i < sim->scenario->model.paramCount; ++i )
    {
        ssArchive_F64s( archive, values + i, silent && simIsNoiseRow( sim, i ) ? 0 : 1 );
    }
}

/// Everything but the state of the scenario and the noise.
static void serializeHead( ssSim* sim, ssArchive* archive )
{
    uint64_t step = (uint64_t)sim->step;
    ssArchive_F64( archive, &sim->h );
    ssArchive_U64( archive, &step );
    sim->step = (int64_t)step;
    ssArchive_U64( archive, &sim->seed );
    ssArchive_Rng( archive, &sim->rng );
    valueFields( sim, sim->values, archive );
    valueFields( sim, sim->pending, archive );
    for ( int i = 0; i < sim->scenario->model.paramCount; ++i )
    {
        int slot = ssTextSlot( sim->scenario->model.params, i );
        if ( slot >= 0 )
        {
            ssArchive_Text( archive, sim->texts[slot], SS_TEXT_CAPACITY );
            ssArchive_Text( archive, sim->pendingTexts[slot], SS_TEXT_CAPACITY );
        }
    }
    int status = (int)sim->report.status;
    ssArchive_Int( archive, &status );
    sim->report.status = (ssStatus)status;
    // The reason belongs to a step of the old state.
    sim->report.reason = archive->mode == ss_archiveRead ? NULL : sim->report.reason;
    sim->report.budgetSpent = archive->mode != ss_archiveRead && sim->report.budgetSpent;
    sim->report.scale = archive->mode != ss_archiveRead ? sim->report.scale : ( ssStepScale ){ 0 };
    if ( archive->mode == ss_archiveRead )
    {
        // The next step gives them again.
        sim->report.rescueRungs = sim->report.lawRounds = sim->report.ambiguous = 0;
        sim->report.joints = sim->report.jointsOff = sim->report.impactsWithoutCollision = 0;
        sim->report.jointGap = sim->report.jointAngle = sim->report.jointEnergy = 0.0;
        sim->report.lawUnsettled = sim->report.impactsLeft = false;
    }
    ssArchive_Int( archive, &sim->report.contacts );
    ssArchive_Int( archive, &sim->report.iterations );
    ssArchive_Int( archive, &sim->report.limitedImpacts );
    ssArchive_F64( archive, &sim->report.residual );
}

void simSerialize( ssSim* sim, ssArchive* archive )
{
    serializeHead( sim, archive );
    if ( simIsNoisy( sim, sim->values ) ) { simNoiseFields( sim, archive ); }
    archive->law = sim->scenario->law;
    archive->build = sim->scenario->build;
    sim->scenario->model.serialize( sim->state, archive );
    simAnswerFields( sim, archive );
}

void simVisit( const ssSim* sim, ssArchive* archive )
{
    SS_ASSERT( archive->mode != ss_archiveRead );
    // The cast is needed because reading shares the list of fields.
    simSerialize( (ssSim*)(uintptr_t)sim, archive );
}

uint64_t ssSim_Hash( const ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveHash, .hash = identity( sim->scenario ) };
    simVisit( sim, &archive );
    return archive.hash;
}

size_t ssSim_SaveSize( const ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveMeasure };
    simVisit( sim, &archive );
    return BLOB_HEADER + archive.used;
}

size_t ssSim_Save( const ssSim* sim, void* blob, size_t capacity )
{
    size_t size = ssSim_SaveSize( sim );
    if ( size > capacity ) { return 0; }
    unsigned char* bytes = blob;
    ssArchive body = { .mode = ss_archiveWrite, .bytes = bytes + BLOB_HEADER, .size = size - BLOB_HEADER };
    simVisit( sim, &body );
    uint64_t header[4] = { BLOB_MAGIC, identity( sim->scenario ), size,
        ssWordChecksum( bytes + BLOB_HEADER, size - BLOB_HEADER ) };
    ssArchive head = { .mode = ss_archiveWrite, .bytes = bytes, .size = BLOB_HEADER };
    for ( int i = 0; i < 4; ++i ) { ssArchive_U64( &head, header + i ); }
    return size;
}

/// Are the fields those of a possible simulation? The checksum only shows that the blob is complete.
static bool isValid( const ssSim* sim )
{
    bool valid = sim->h > 0.0 && isfinite( sim->h ) && sim->step >= 0 && (int)sim->report.status >= 0 &&
        sim->report.status <= ss_statusNoMemory;
    for ( int i = 0; i < sim->scenario->model.paramCount && valid; ++i )
    {
        const ssParam* param = sim->scenario->model.params + i;
        valid = ssCheckParam( param, sim->values[i] ).code == ss_ok &&
            ssCheckParam( param, sim->pending[i] ).code == ss_ok;
    }
    return valid;
}

/// Refuses a blob that is not a whole one of this scenario and its typed law.
static ssResult checkBlob( const ssScenario* scenario, unsigned char* bytes, size_t size )
{
    uint64_t header[4] = { 0 };
    ssArchive head = {
        .mode = ss_archiveRead, .bytes = bytes, .size = size < BLOB_HEADER ? size : BLOB_HEADER
    };
    for ( int i = 0; i < 4; ++i ) { ssArchive_U64( &head, header + i ); }
    if ( head.overrun || header[0] != BLOB_MAGIC )
    {
        return ssError( ss_errorFormat, "blob", "this is not a saved simulation of this version" );
    }
    if ( header[1] != identity( scenario ) )
    {
        return scenario->build != NULL
            ? ssError( ss_errorFormat, "blob", "the saved simulation is not of scenario %s with this build",
                  scenario->id )
            : scenario->law == NULL
            ? ssError( ss_errorFormat, "blob",
                  "the saved simulation is not of scenario %s, or has a typed law", scenario->id )
            : ssError( ss_errorFormat, "blob",
                  "the saved simulation is not of scenario %s with the law \"%.80s\" as it is typed now",
                  scenario->id, ssLawProgram_Info( scenario->law )->title );
    }
    if ( header[2] != size || size % 8 != 0 ||
        header[3] != ssWordChecksum( bytes + BLOB_HEADER, size - BLOB_HEADER ) )
    {
        return ssError( ss_errorFormat, "blob", "the saved simulation is cut short or damaged" );
    }
    return ssOk();
}

/// The refusal of a sound blob whose fields are not those of this scenario.
static ssResult otherVersion( const ssScenario* scenario )
{
    return ssError(
        ss_errorFormat, "blob", "the saved simulation is of another version of scenario %s", scenario->id );
}

/// Reads the body of a blob. Refused: another layout, or it needs what is not there.
static ssResult readBody( ssSim* sim, const ssScenario* scenario, unsigned char* bytes, size_t size )
{
    ssArchive body = { .mode = ss_archiveRead, .bytes = bytes + BLOB_HEADER, .size = size - BLOB_HEADER };
    sim->scenario = scenario;
    simSerialize( sim, &body );
    bool valid = !body.overrun && body.used == body.size && isValid( sim );
    return valid || body.refusal.code != ss_ok ? body.refusal : otherVersion( scenario );
}

/// Did both states begin with the same numbers? Only then has one the bodies, hulls, joints and arrays that
/// the other one needs: `serialize` visits what changes during a run, and `create` makes the rest.
static bool beganAlike( const ssSim* a, const ssSim* b )
{
    // The rows of a typed law come after those of the scenario and are live.
    const ssScenario* scenario = ssScenario_Base( a->scenario );
    bool alike = a->h == b->h && a->seed == b->seed;
    for ( int i = 0; i < scenario->model.paramCount && alike; ++i )
    {
        int slot = ssTextSlot( scenario->model.params, i );
        alike = scenario->model.params[i].live || slot >= 0 || a->values[i] == b->values[i];
        alike = alike && ( slot < 0 || strcmp( a->texts[slot], b->texts[slot] ) == 0 );
    }
    return alike;
}

/// Reads a blob into the state that there is, which has what the blob needs.
static ssResult readInPlace( ssSim* sim, const ssScenario* scenario, unsigned char* bytes, size_t size )
{
    // Only reading shows whether the layout is this scenario's, so the old state is saved first.
    const ssScenario* before = sim->scenario;
    size_t keptSize = ssSim_SaveSize( sim );
    unsigned char* kept = ssAlloc( keptSize );
    if ( kept == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for restoring a simulation" );
    }
    ssSim_Save( sim, kept, keptSize );
    ssResult result = readBody( sim, scenario, bytes, size );
    if ( result.code != ss_ok )
    {
        ssIgnore( readBody( sim, before, kept, keptSize ) ); // it was written a moment ago
    }
    ssRelease( kept );
    return result;
}

/// Makes a state as that of the blob was made, and reads the blob into it. `before` is what the sim was.
static ssResult readIntoNew( ssSim* sim, const ssSim* before, unsigned char* bytes, size_t size )
{
    sim->state = NULL;
    sim->noise = NULL;
    sim->noiseCapacity = 0;
    ssResult result = simRestart( sim );
    result = result.code == ss_ok ? readBody( sim, sim->scenario, bytes, size ) : result;
    if ( result.code == ss_ok )
    {
        simDestroyState( before->scenario, before->state );
        ssRelease( before->noise );
        return result;
    }
    simDestroyState( sim->scenario, sim->state );
    ssRelease( sim->noise );
    *sim = *before;
    return result;
}

/// Reads a blob that belongs to this scenario. A refusal changes nothing.
static ssResult readBlob( ssSim* sim, const ssScenario* scenario, unsigned char* bytes, size_t size )
{
    ssSim* before = ssAlloc( sizeof *before ); // too large for the stack of a thread
    if ( before == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for restoring a simulation" );
    }
    *before = *sim;
    ssArchive head = { .mode = ss_archiveRead, .bytes = bytes + BLOB_HEADER, .size = size - BLOB_HEADER };
    sim->scenario = scenario;
    serializeHead( sim, &head );
    ssResult result = head.overrun || !isValid( sim ) ? otherVersion( scenario ) : ssOk();
    bool alike = result.code != ss_ok || beganAlike( before, sim );
    if ( alike )
    {
        *sim = *before;
        result = result.code == ss_ok ? readInPlace( sim, scenario, bytes, size ) : result;
    }
    else { result = readIntoNew( sim, before, bytes, size ); }
    ssRelease( before );
    return result;
}

ssResult ssSim_RestoreAs( ssSim* sim, const ssScenario* scenario, const void* blob, size_t size )
{
    // An archive has one pointer for reading and writing, hence the cast; these bytes are only read.
    unsigned char* bytes = (unsigned char*)(uintptr_t)blob;
    const ssScenario* before = sim->scenario;
    if ( ssScenario_Base( scenario ) != ssScenario_Base( before ) )
    {
        return ssError( ss_errorValue, "scenario", "a simulation of %s cannot become one of %s", before->id,
            scenario->id );
    }
    SS_TRY( checkBlob( scenario, bytes, size ) );
    ssResult result = readBlob( sim, scenario, bytes, size );
    if ( result.code == ss_ok )
    {
        ssScenario_Retain( scenario );
        ssScenario_Release( before );
    }
    if ( sim->scenario->model.restored != NULL ) { sim->scenario->model.restored( sim->state, sim ); }
    return result;
}

ssResult ssSim_Restore( ssSim* sim, const void* blob, size_t size )
{
    return ssSim_RestoreAs( sim, sim->scenario, blob, size );
}
