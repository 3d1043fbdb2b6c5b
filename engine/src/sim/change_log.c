// SPDX-License-Identifier: MIT
#include "slipstick/lab/change.h"

#include <stdlib.h>
#include <string.h>

// Finds the changes of regime of a run. Each pair of bodies that has touched has a record in a hash; a step
// looks only at pairs that touch now or did a step before.

// The mode of a contact that is found before the first step.
#define UNKNOWN ( -1 )

typedef struct Record
{
    int a, b;
    int mode;      // or UNKNOWN
    int next;      // mode in the state that is being visited
    bool jumped;   // into that state, by an impact without collision
    int64_t seen;  // step in which the pair last touched
    int64_t first; // step in which it touched first
    int64_t since; // step in which `mode` began
} Record;

struct ssChangeLog
{
    int64_t visited; // the latest step; -1: none
    int64_t start;   // step of the first state
    Record* records;
    int recordCount, recordCapacity;
    int* slots; // hash table of indices of records + 1
    int slotCount;
    int *touching, *before; // records that touch now, and in the state before
    int touchingCount, touchingCapacity, beforeCount, beforeCapacity;
    ssChange* changes;
    int changeCount, changeCapacity;

    // while a state is visited:
    int64_t step;
    int bodies; // drawn so far
    bool failed;
};

ssResult ssCreateChangeLog( ssChangeLog** log )
{
    *log = ssAlloc( sizeof **log );
    if ( *log == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for the changes of regime" ); }
    ssChangeLog_Clear( *log );
    return ssOk();
}

void ssDestroyChangeLog( ssChangeLog* log )
{
    if ( log != NULL )
    {
        void* arrays[] = { log->records, log->slots, log->touching, log->before, log->changes, log };
        for ( int i = 0; i < SS_COUNT( arrays ); ++i ) { ssRelease( arrays[i] ); }
    }
}

void ssChangeLog_Clear( ssChangeLog* log )
{
    log->visited = -1;
    log->recordCount = log->touchingCount = log->beforeCount = log->changeCount = 0;
    log->failed = false;
    if ( log->slots != NULL ) { memset( log->slots, 0, sizeof( int ) * (size_t)log->slotCount ); }
}

int ssChangeLog_Contacts( const ssChangeLog* log ) { return log->recordCount; }

/// Returns the array with room for one more item; NULL: no memory, and the old one is unchanged.
static void* grown( void* array, size_t itemSize, int used, int* capacity )
{
    if ( used < *capacity ) { return array; }
    int wanted = *capacity > 0 ? 2 * *capacity : 64;
    void* larger = ssAlloc( itemSize * (size_t)wanted );
    if ( larger != NULL )
    {
        if ( used > 0 ) { memcpy( larger, array, itemSize * (size_t)used ); }
        ssRelease( array );
        *capacity = wanted;
    }
    return larger;
}

#define GROW( array, used, capacity )                                     \
    ( larger = grown( array, sizeof( *( array ) ), used, &( capacity ) ), \
        ( array ) = larger != NULL ? larger : ( array ), larger != NULL )

static int* slotOf( const ssChangeLog* log, int a, int b )
{
    uint64_t key = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
    uint32_t mask = (uint32_t)log->slotCount - 1, at = (uint32_t)( key * 0x9e3779b97f4a7c15ull >> 32 ) & mask;
    while ( log->slots[at] != 0 &&
        ( log->records[log->slots[at] - 1].a != a || log->records[log->slots[at] - 1].b != b ) )
    {
        at = ( at + 1 ) & mask;
    }
    return log->slots + at;
}

/// Enters all records into a table of at least twice their number.
static bool rehash( ssChangeLog* log )
{
    if ( log->slotCount < 2 * ( log->recordCount + 1 ) )
    {
        int count = log->slotCount > 0 ? 2 * log->slotCount : 256;
        int* slots = ssAlloc( sizeof( int ) * (size_t)count );
        if ( slots == NULL ) { return false; }
        ssRelease( log->slots );
        log->slots = slots;
        log->slotCount = count;
    }
    memset( log->slots, 0, sizeof( int ) * (size_t)log->slotCount );
    for ( int i = 0; i < log->recordCount; ++i )
    {
        *slotOf( log, log->records[i].a, log->records[i].b ) = i + 1;
    }
    return true;
}

/// The index of the record of two bodies; a pair that is new has been open so far. -1: no memory.
static int find( ssChangeLog* log, int a, int b )
{
    void* larger;
    if ( log->slotCount < 2 * ( log->recordCount + 1 ) && !rehash( log ) ) { return -1; }
    int* slot = slotOf( log, a, b );
    if ( *slot == 0 )
    {
        if ( !GROW( log->records, log->recordCount, log->recordCapacity ) ) { return -1; }
        log->records[log->recordCount] = ( Record ){
            .a = a, .b = b, .mode = ss_modeOpen, .seen = -1, .first = log->step, .since = log->start
        };
        *slot = ++log->recordCount;
    }
    return *slot - 1;
}

static void touch( ssChangeLog* log, int a, int b, int mode, bool jumped )
{
    void* larger;
    int index = find( log, a, b );
    log->failed =
        log->failed || index < 0 || !GROW( log->touching, log->touchingCount, log->touchingCapacity );
    if ( log->failed ) { return; }
    Record* record = log->records + index;
    if ( record->seen != log->step )
    {
        record->seen = log->step;
        record->next = mode;
        record->jumped = jumped;
        log->touching[log->touchingCount++] = index;
    }
    else if ( mode != UNKNOWN &&
        ssContactModeRank( (ssContactMode)mode ) > ssContactModeRank( (ssContactMode)record->next ) )
    {
        record->next = mode;
    }
}

static void addContacts( void* context, int count, const ssContactView* contacts )
{
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        touch( context, c->a >= 0 ? c->a : -1 - c->surface, c->b >= 0 ? c->b : -1 - c->surface,
            c->pending ? UNKNOWN : (int)c->mode, c->jumped );
    }
}

static void addBodies( void* context, int count, const ssDrawSphere* spheres )
{
    ssChangeLog* log = context;
    for ( int i = 0; i < count; ++i ) { touch( log, -1, log->bodies++, (int)spheres[i].mode, false ); }
}

/// Fills `touching` with the contacts of the present state.
static void observe( ssChangeLog* log, const ssSim* sim )
{
    ssRegime regime = ssFindRegime( ssSim_Scenario( sim ) );
    log->touchingCount = log->bodies = 0;
    log->step = ssSim_StepIndex( sim );
    log->start = log->visited < 0 ? log->step : log->start;
    if ( regime.signal >= 0 )
    {
        double row[SS_MAX_SIGNALS];
        ssSim_Signals( sim, row );
        int state = ssRegime_State( regime, row[regime.signal] );
        int same = log->recordCount > 0 ? log->records[0].mode : UNKNOWN;
        touch( log, -1, 0, state >= 0 ? state : same, false );
        return;
    }
    ssDraw draw = { .context = log };
    if ( regime.kind == ss_regimeBodies )
    {
        draw.flags = ss_drawBodies;
        draw.spheres = addBodies;
    }
    else { draw.contacts = addContacts; }
    ssSim_Draw( sim, &draw );
}

/// [s] How long the mode that began with this step has lasted.
static double lasted( const ssChangeLog* log, const ssSim* sim, int64_t since )
{
    return ssSim_Scenario( sim )->recorded != NULL ? ssSim_Time( sim ) - ssSim_TimeOf( sim, since )
                                                   : (double)( log->step - since ) * ssSim_StepSize( sim );
}

/// The mode of a record goes over to `next`. A mode that was not known before has changed nothing, but what
/// has jumped has slid.
static void advance( ssChangeLog* log, const ssSim* sim, int index, int next )
{
    void* larger;
    Record* record = log->records + index;
    bool jumped = next != ss_modeOpen && record->jumped && log->visited >= 0;
    bool known = record->mode != UNKNOWN && next != UNKNOWN && log->visited >= 0;
    if ( jumped || ( known && next != record->mode ) )
    {
        log->failed = log->failed || !GROW( log->changes, log->changeCount, log->changeCapacity );
        if ( log->failed ) { return; }
        log->changes[log->changeCount++] = ( ssChange ){ .step = log->step,
            .time = ssSim_Time( sim ),
            .contact = index,
            .a = record->a,
            .b = record->b,
            .from = record->mode != UNKNOWN ? record->mode : ss_modeSlide,
            .to = next,
            .jumped = jumped,
            .held = lasted( log, sim, record->since ),
            .drive = SS_NAN,
            .predicted = SS_NAN };
        record->since = log->step;
    }
    record->mode = next;
}

static int byContact( const void* a, const void* b )
{
    return ( (const ssChange*)a )->contact - ( (const ssChange*)b )->contact;
}

/// What touches now is what touched before, in the next state.
static void turnOver( ssChangeLog* log )
{
    int *list = log->before, capacity = log->beforeCapacity;
    log->before = log->touching;
    log->beforeCount = log->touchingCount;
    log->beforeCapacity = log->touchingCapacity;
    log->touching = list;
    log->touchingCapacity = capacity;
    log->visited = log->step;
}

static ssResult outcome( const ssChangeLog* log )
{
    return log->failed
        ? ssError( ss_errorMemory, NULL, "out of memory for the changes of %d contacts", log->recordCount )
        : ssOk();
}

ssResult ssChangeLog_Visit( ssChangeLog* log, const ssSim* sim, int* count, const ssChange** changes )
{
    log->changeCount = 0;
    *count = 0;
    if ( ssSim_StepIndex( sim ) <= log->visited || log->failed ) { return outcome( log ); }
    observe( log, sim );
    for ( int i = 0; i < log->touchingCount; ++i )
    {
        advance( log, sim, log->touching[i], log->records[log->touching[i]].next );
    }
    for ( int i = 0; i < log->beforeCount; ++i )
    {
        if ( log->records[log->before[i]].seen != log->step )
        {
            advance( log, sim, log->before[i], ss_modeOpen );
        }
    }
    if ( log->changeCount > 0 )
    {
        qsort( log->changes, (size_t)log->changeCount, sizeof( ssChange ), byContact );
        double drive = ssSim_Drive( sim );
        for ( int i = 0; i < log->changeCount; ++i )
        {
            log->changes[i].drive = drive;
            log->changes[i].predicted = ssSim_Predict( sim, log->changes + i );
        }
    }
    turnOver( log );
    *count = log->changeCount;
    *changes = log->changes;
    return outcome( log );
}

ssResult ssChangeLog_Cut( ssChangeLog* log, const ssSim* sim, int count, const ssChange* past )
{
    int64_t step = ssSim_StepIndex( sim );
    if ( step >= log->visited || log->failed ) { return outcome( log ); }
    while ( log->recordCount > 0 && log->records[log->recordCount - 1].first > step ) { --log->recordCount; }
    for ( int i = 0; i < log->recordCount; ++i )
    {
        log->records[i].mode = ss_modeOpen;
        log->records[i].since = log->start;
        log->records[i].seen = -1;
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( past[i].step <= step && past[i].contact < log->recordCount )
        {
            log->records[past[i].contact].since = past[i].step;
        }
    }
    log->failed = !rehash( log );
    observe( log, sim );
    for ( int i = 0; i < log->touchingCount && !log->failed; ++i )
    {
        log->records[log->touching[i]].mode = log->records[log->touching[i]].next;
    }
    turnOver( log );
    return outcome( log );
}
