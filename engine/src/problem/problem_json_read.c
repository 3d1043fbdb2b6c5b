// SPDX-License-Identifier: MIT
#include "problem/problem_json.h"
#include "problem/problem_private.h"

#include <stdio.h>
#include <string.h>

// Reads Slipstick's own form of a contact problem (JSON).

bool readerOk( const problemReader* reader ) { return reader->result.code == ss_ok; }

void readerRefuse( problemReader* reader, const char* key, const char* expected, const ssJson* value )
{
    if ( !readerOk( reader ) ) { return; }
    double number = 0.0;
    char found[32];
    bool isNumber = value != NULL && ssJson_Number( value, &number );
    snprintf( found, sizeof( found ), isNumber ? "%.10g" : "%.0f", number );
    reader->result = ssError( ss_errorFormat, key, "%s%s%s: expected %s, found %s", reader->path,
        reader->path[0] != 0 && key[0] != 0 ? "." : "", key, expected,
        isNumber            ? found
            : value != NULL ? ssJson_KindName( value )
                            : "nothing" );
}

void readerCheckKeys( problemReader* reader, const ssJson* object, const char* const* keys, int count )
{
    if ( readerOk( reader ) )
    {
        reader->result =
            ssJson_CheckKeys( object, reader->path[0] != 0 ? reader->path : "the problem", keys, count );
    }
}

double readerNumber( problemReader* reader, const ssJson* object, const char* key, double missing )
{
    const ssJson* value = ssJson_Member( object, key );
    double number = missing;
    if ( value != NULL && ( !ssJson_Number( value, &number ) || !isfinite( number ) ) )
    {
        readerRefuse( reader, key, "a finite number", value );
    }
    return number;
}

/// Refuses an object without this key.
static void readerNeeds( problemReader* reader, const ssJson* object, const char* key, const char* expected )
{
    if ( ssJson_Member( object, key ) == NULL ) { readerRefuse( reader, key, expected, NULL ); }
}

int readerWhole( problemReader* reader, const ssJson* object, const char* key, int missing )
{
    double number = readerNumber( reader, object, key, missing );
    if ( readerOk( reader ) && !( number == floor( number ) && fabs( number ) < 2e9 ) )
    {
        readerRefuse( reader, key, "a whole number below 2e9", ssJson_Member( object, key ) );
    }
    return readerOk( reader ) ? (int)number : missing;
}

bool readerNumbers( problemReader* reader, const ssJson* object, const char* key, int count, double* numbers )
{
    const ssJson* value = ssJson_Member( object, key );
    if ( value == NULL || !readerOk( reader ) ) { return false; }
    if ( !ssJson_IsArray( value ) )
    {
        char expected[48];
        snprintf( expected, sizeof( expected ), "an array of %d numbers", count );
        readerRefuse( reader, key, expected, value );
        return false;
    }
    if ( ssJson_Count( value ) != count )
    {
        reader->result =
            ssError( ss_errorFormat, key, "%s%s%s: expected an array of %d numbers, found one of %d",
                reader->path, reader->path[0] != 0 ? "." : "", key, count, ssJson_Count( value ) );
        return false;
    }
    const ssJson* element = ssJson_First( value );
    for ( int i = 0; i < count; ++i, element = ssJson_Next( element ) )
    {
        if ( !ssJson_Number( element, &numbers[i] ) || !isfinite( numbers[i] ) )
        {
            readerRefuse( reader, key, "finite numbers", element );
            return false;
        }
    }
    return true;
}

static void vectorOf(
    problemReader* reader, const ssJson* object, const char* key, bool required, ssVec3* vector )
{
    double x[3];
    if ( readerNumbers( reader, object, key, 3, x ) ) { *vector = ssVec3_Make( x[0], x[1], x[2] ); }
    else if ( required )
    {
        readerRefuse( reader, key, "an array of three numbers", ssJson_Member( object, key ) );
    }
}

static const char* const s_contactKeys[] = { "a", "b", "point", "normal", "tangent", "mu", "mu_r", "mu_s",
    "q", "law", "relaxed", "c", "d", "c_force", "k", "facet_deg", "law_scale", "law_dimension", "v_eps",
    "length", "regularisation", "patch_radius", "pressure", "tensor", "flow", "law_text", "law_params",
    "law_site" };

static void setPath( problemReader* reader, const char* name, int i )
{
    snprintf( reader->path, sizeof( reader->path ), "%.16s[%d]", name, i );
}

static const ssJson* arrayOf( problemReader* reader, const char* key, bool required )
{
    const ssJson* value = ssJson_Member( reader->root, key );
    reader->path[0] = 0;
    if ( ( value == NULL && required ) || ( value != NULL && !ssJson_IsArray( value ) ) )
    {
        readerRefuse( reader, key, "an array", value );
    }
    return readerOk( reader ) ? value : NULL;
}

/// The path of element i of an array, which must be an object with these keys; false: it is refused.
static bool beginObject(
    problemReader* reader, const char* name, int i, const ssJson* value, const char* const* keys, int count )
{
    setPath( reader, name, i );
    if ( !ssJson_IsObject( value ) )
    {
        readerRefuse( reader, "", "an object", value );
        return false;
    }
    readerCheckKeys( reader, value, keys, count );
    return true;
}

static void readBodies( problemReader* reader, const ssJson* array, ssProblemBody* bodies )
{
    static const char* const keys[] = { "mass", "inertia", "orientation", "position" };
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && readerOk( reader ); ++i, value = ssJson_Next( value ) )
    {
        bodies[i] = ssDefaultProblemBody();
        if ( !beginObject( reader, "bodies", i, value, keys, SS_COUNT( keys ) ) ) { return; }
        double o[4];
        readerNeeds( reader, value, "mass", "a finite number" );
        bodies[i].mass = readerNumber( reader, value, "mass", 0.0 );
        vectorOf( reader, value, "inertia", true, &bodies[i].inertia );
        vectorOf( reader, value, "position", true, &bodies[i].position );
        if ( readerNumbers( reader, value, "orientation", 4, o ) )
        {
            bodies[i].orientation = ( ssQuat ){ o[0], o[1], o[2], o[3] };
        }
    }
}

/// A tangent may be left out, but not be zero.
static void checkTangent( problemReader* reader, const ssJson* contact, ssVec3 tangent )
{
    const ssJson* given = ssJson_Member( contact, "tangent" );
    if ( given != NULL && tangent.x == 0.0 && tangent.y == 0.0 && tangent.z == 0.0 )
    {
        readerRefuse( reader, "tangent", "a direction other than [0, 0, 0]", given );
    }
}

/// The place of a contact has no meaning where W is given.
static void refuseGeometry( problemReader* reader, const ssJson* contact )
{
    static const char* const keys[] = { "a", "b", "point", "normal", "tangent" };
    for ( int i = 0; i < SS_COUNT( keys ) && readerOk( reader ); ++i )
    {
        if ( ssJson_Member( contact, keys[i] ) != NULL )
        {
            reader->result = ssError( ss_errorFormat, keys[i],
                "%s.%s: allowed with bodies only, and this problem gives w", reader->path, keys[i] );
        }
    }
}

static void readContacts(
    problemReader* reader, const ssJson* array, bool geometry, ssProblemContact* contacts )
{
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && readerOk( reader ); ++i, value = ssJson_Next( value ) )
    {
        contacts[i] = ssDefaultProblemContact( reader->dimension );
        if ( !beginObject( reader, "contacts", i, value, s_contactKeys, SS_COUNT( s_contactKeys ) ) )
        {
            return;
        }
        if ( geometry )
        {
            contacts[i].a = readerWhole( reader, value, "a", -1 );
            contacts[i].b = readerWhole( reader, value, "b", -1 );
            vectorOf( reader, value, "point", true, &contacts[i].point );
            vectorOf( reader, value, "normal", true, &contacts[i].normal );
            vectorOf( reader, value, "tangent", false, &contacts[i].tangent );
            checkTangent( reader, value, contacts[i].tangent );
        }
        else { refuseGeometry( reader, value ); }
        if ( readerOk( reader ) ) { problemReadLaw( reader, value, &contacts[i] ); }
    }
}

static void readRows(
    problemReader* reader, const ssJson* array, const char* name, bool box, ssProblemRow* rows )
{
    static const char* const keys[] = { "a", "b", "jacobian_a", "jacobian_b", "q", "lo", "hi" };
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && readerOk( reader ); ++i, value = ssJson_Next( value ) )
    {
        rows[i] = ( ssProblemRow ){ .lo = -(double)INFINITY, .hi = (double)INFINITY };
        if ( !beginObject( reader, name, i, value, keys, box ? 7 : 5 ) ) { return; }
        rows[i].a = readerWhole( reader, value, "a", -1 );
        rows[i].b = readerWhole( reader, value, "b", -1 );
        rows[i].q = readerNumber( reader, value, "q", 0.0 );
        rows[i].lo = readerNumber( reader, value, "lo", rows[i].lo );
        rows[i].hi = readerNumber( reader, value, "hi", rows[i].hi );
        readerNumbers( reader, value, "jacobian_a", 6, rows[i].jacobianA );
        readerNumbers( reader, value, "jacobian_b", 6, rows[i].jacobianB );
    }
}

/// Takes what was built, with the laws of its contacts, which were read into the problem before.
static void adopt( ssProblem* problem, const ssProblem* built )
{
    const ssProblem read = *problem;
    *problem = *built;
    problem->lawTable = read.lawTable;
    problem->lawDefs = read.lawDefs;
    problem->lawCount = read.lawCount;
}

/// Reads a contact's scale of C and D. The array exists only once a contact has one.
static void readScale( problemReader* reader, const ssJson* contact, int i )
{
    ssProblem* problem = reader->problem;
    if ( ssJson_Member( contact, "law_scale" ) == NULL ) { return; }
    if ( problem->lawScale == NULL )
    {
        problem->lawScale = ssAlloc( ( (size_t)problem->contactCount + 1 ) * sizeof( double ) );
        for ( int k = 0; k < problem->contactCount && problem->lawScale != NULL; ++k )
        {
            problem->lawScale[k] = 1.0;
        }
    }
    if ( problem->lawScale == NULL )
    {
        reader->result = problemNoMemory();
        return;
    }
    problem->lawScale[i] = readerNumber( reader, contact, "law_scale", 1.0 );
}

/// Reads q and scale of the contacts; a contact's own q replaces what free velocities give.
static void readContactNumbers( problemReader* reader, const ssJson* array )
{
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && readerOk( reader ); ++i, value = ssJson_Next( value ) )
    {
        setPath( reader, "contacts", i );
        readerNumbers( reader, value, "q", reader->dimension,
            reader->problem->q + (size_t)i * (size_t)reader->dimension );
        readScale( reader, value, i );
        problemReadSite( reader, value, i );
    }
    reader->path[0] = 0;
}

static void readCompliance( problemReader* reader )
{
    ssProblem* problem = reader->problem;
    int size = ssProblem_Size( problem );
    const ssJson* value = ssJson_Member( reader->root, "compliance" );
    bool none = value == NULL || ( ssJson_IsArray( value ) && ssJson_Count( value ) == 0 );
    if ( none || !readerOk( reader ) ) { return; }
    problem->compliance = ssAlloc( ( (size_t)size + 1 ) * sizeof( double ) );
    if ( problem->compliance == NULL )
    {
        reader->result = problemNoMemory();
        return;
    }
    readerNumbers( reader, reader->root, "compliance", size, problem->compliance );
}

/// Whether there was memory for what has been asked for; a refusal if not.
static bool hasRoom( problemReader* reader )
{
    reader->result = reader->room.failed ? problemNoMemory() : reader->result;
    return !reader->room.failed;
}

static void buildFromBodies( problemReader* reader )
{
    const ssJson* bodyArray = arrayOf( reader, "bodies", true );
    const ssJson* contactArray = arrayOf( reader, "contacts", true );
    const ssJson* bilateral = arrayOf( reader, "bilateral", false );
    const ssJson* box = arrayOf( reader, "box", false );
    if ( !readerOk( reader ) ) { return; }
    int bodyCount = ssJson_Count( bodyArray ), contactCount = ssJson_Count( contactArray );
    int first = bilateral != NULL ? ssJson_Count( bilateral ) : 0;
    int rowCount = first + ( box != NULL ? ssJson_Count( box ) : 0 );
    ssRoom* room = &reader->room;
    ssProblemBody* bodies = ssRoom_Take( room, (size_t)bodyCount, sizeof( ssProblemBody ) );
    ssProblemContact* contacts = ssRoom_Take( room, (size_t)contactCount, sizeof( ssProblemContact ) );
    ssProblemRow* rows = ssRoom_Take( room, (size_t)rowCount, sizeof( ssProblemRow ) );
    double* freeVelocity = ssRoom_Take( room, (size_t)bodyCount, 6 * sizeof( double ) );
    if ( !hasRoom( reader ) ) { return; }
    readBodies( reader, bodyArray, bodies );
    readContacts( reader, contactArray, true, contacts );
    readRows( reader, bilateral, "bilateral", false, rows );
    readRows( reader, box, "box", true, rows + first );
    reader->path[0] = 0;
    bool moving = readerNumbers( reader, reader->root, "free_velocity", 6 * bodyCount, freeVelocity );
    if ( readerOk( reader ) )
    {
        ssProblem built;
        reader->result = ssProblem_FromBodies( reader->dimension, bodies, bodyCount, contacts, contactCount,
            rows, rowCount, moving ? freeVelocity : NULL, &built );
        adopt( reader->problem, &built );
    }
    readContactNumbers( reader, readerOk( reader ) ? contactArray : NULL );
}

/// W as the file gives it, and the contacts.
typedef struct Explicit
{
    int contactCount, blockCount;
    int *rows, *columns;
    double *blocks, *q;
    ssCone* cones;
    ssProblemContact* contacts;
} Explicit;

static Explicit makeExplicit( problemReader* reader, int contactCount, int blockCount )
{
    size_t blocks = (size_t)blockCount, contacts = (size_t)contactCount, d = (size_t)reader->dimension;
    return ( Explicit ){ contactCount, .blockCount = blockCount,
        .rows = ssRoom_Take( &reader->room, blocks, sizeof( int ) ),
        .columns = ssRoom_Take( &reader->room, blocks, sizeof( int ) ),
        .blocks = ssRoom_Take( &reader->room, blocks, d * d * sizeof( double ) ),
        .q = ssRoom_Take( &reader->room, contacts, d * sizeof( double ) ),
        .cones = ssRoom_Take( &reader->room, contacts, sizeof( ssCone ) ),
        .contacts = ssRoom_Take( &reader->room, contacts, sizeof( ssProblemContact ) ) };
}

/// `numbers` may be NULL.
static void refuseBlock( problemReader* reader, const ssJson* block, const ssJson* numbers )
{
    int wanted = reader->dimension * reader->dimension;
    char expected[64];
    snprintf( expected, sizeof( expected ), "[row, column, [%d numbers]]", wanted );
    if ( numbers != NULL && ssJson_IsArray( numbers ) && ssJson_Count( numbers ) != wanted )
    {
        reader->result = ssError( ss_errorFormat, "blocks", "%s: expected %s, found one of %d numbers",
            reader->path, expected, ssJson_Count( numbers ) );
        return;
    }
    readerRefuse( reader, "", expected, block );
}

static void readBlocks( problemReader* reader, const ssJson* array, Explicit* w )
{
    int d = reader->dimension;
    const ssJson* value = ssJson_First( array );
    for ( int k = 0; value != NULL && readerOk( reader ); ++k, value = ssJson_Next( value ) )
    {
        setPath( reader, "w.blocks", k );
        const ssJson* row =
            ssJson_IsArray( value ) && ssJson_Count( value ) == 3 ? ssJson_First( value ) : NULL;
        const ssJson* column = row != NULL ? ssJson_Next( row ) : NULL;
        const ssJson* numbers = column != NULL ? ssJson_Next( column ) : NULL;
        double i = -1.0, j = -1.0;
        bool right = numbers != NULL && ssJson_Number( row, &i ) && ssJson_Number( column, &j ) &&
            ssJson_IsArray( numbers ) && ssJson_Count( numbers ) == d * d && i == floor( i ) &&
            j == floor( j ) && fabs( i ) < 2e9 && fabs( j ) < 2e9;
        const ssJson* number = right ? ssJson_First( numbers ) : NULL;
        for ( int c = 0; right && c < d * d; ++c, number = ssJson_Next( number ) )
        {
            right = ssJson_Number( number, &w->blocks[(size_t)k * (size_t)( d * d ) + (size_t)c] );
        }
        if ( !right )
        {
            refuseBlock( reader, value, numbers );
            return;
        }
        w->rows[k] = (int)i;
        w->columns[k] = (int)j;
    }
    reader->path[0] = 0;
}

/// Reads W and the contacts, and makes the problem of them.
static void readExplicit(
    problemReader* reader, const ssJson* blockArray, const ssJson* contactArray, Explicit* w )
{
    int n = w->contactCount, d = reader->dimension;
    readBlocks( reader, blockArray, w );
    readContacts( reader, contactArray, false, w->contacts );
    reader->path[0] = 0;
    readerNumbers( reader, reader->root, "q", n * d, w->q );
    for ( int i = 0; i < n; ++i ) { w->cones[i] = w->contacts[i].cone; }
    if ( readerOk( reader ) )
    {
        ssProblem built;
        reader->result = ssProblem_FromBlocks( d, n, w->blockCount, w->rows, w->columns, w->blocks, w->q,
            w->cones, ss_contactFormSaxce, &built );
        adopt( reader->problem, &built );
    }
    for ( int i = 0; i < n && readerOk( reader ); ++i )
    {
        reader->problem->laws[i] = (uint8_t)w->contacts[i].law;
        reader->problem->lawIndex[i] = w->contacts[i].lawIndex;
    }
    readContactNumbers( reader, readerOk( reader ) ? contactArray : NULL );
}

static void buildFromBlocks( problemReader* reader, const ssJson* w )
{
    const ssJson* root = reader->root;
    const ssJson* blockArray = ssJson_IsObject( w ) ? ssJson_Member( w, "blocks" ) : NULL;
    const ssJson* contactArray = arrayOf( reader, "contacts", true );
    if ( readerOk( reader ) && ( blockArray == NULL || !ssJson_IsArray( blockArray ) ) )
    {
        readerRefuse( reader, "w", "an object with an array \"blocks\"", w );
    }
    if ( readerOk( reader ) &&
        ( ssJson_Member( root, "bilateral" ) != NULL || ssJson_Member( root, "box" ) != NULL ||
            ssJson_Member( root, "bodies" ) != NULL || ssJson_Member( root, "free_velocity" ) != NULL ) )
    {
        reader->result = ssError( ss_errorFormat, "w",
            "a problem has either \"w\" or \"bodies\", \"free_velocity\", \"bilateral\" and \"box\"" );
    }
    if ( !readerOk( reader ) ) { return; }
    Explicit all = makeExplicit( reader, ssJson_Count( contactArray ), ssJson_Count( blockArray ) );
    if ( hasRoom( reader ) ) { readExplicit( reader, blockArray, contactArray, &all ); }
}

static void readHead( problemReader* reader )
{
    static const char* const keys[] = { "format", "version", "law", "law_text", "law_params", "dimension",
        "bodies", "contacts", "bilateral", "box", "compliance", "free_velocity", "w", "q" };
    const ssJson* root = reader->root;
    const ssJson* format = ssJson_IsObject( root ) ? ssJson_Member( root, "format" ) : NULL;
    const char* name = format != NULL ? ssJson_Text( format ) : NULL;
    if ( name == NULL || strcmp( name, "slipstick-problem" ) != 0 )
    {
        reader->result = ssError( ss_errorFormat, "format",
            "this JSON is not a contact problem: \"format\" must be \"slipstick-problem\"" );
        return;
    }
    readerCheckKeys( reader, root, keys, SS_COUNT( keys ) );
    readerNeeds( reader, root, "version", "1" );
    double version = readerNumber( reader, root, "version", 0.0 );
    if ( readerOk( reader ) && version != 1.0 )
    {
        reader->result = ssError( ss_errorValue, "version", "version = %g; this program reads 1", version );
    }
    readerNeeds( reader, root, "dimension", "3, 5 or 6" );
    reader->dimension = readerWhole( reader, root, "dimension", 0 );
    if ( readerOk( reader ) && reader->dimension != 3 && reader->dimension != 5 && reader->dimension != 6 )
    {
        reader->result =
            ssError( ss_errorValue, "dimension", "dimension = %d; allowed: 3, 5 or 6", reader->dimension );
    }
    const ssJson* law = ssJson_Member( root, "law" );
    const char* lawName = law != NULL ? ssJson_Text( law ) : "coulomb";
    if ( readerOk( reader ) &&
        ( lawName == NULL || !problemNamedCone( lawName, &reader->law, &reader->variant ) ) )
    {
        reader->result = ssError( ss_errorUnknown, "law",
            "law = '%.40s'; allowed: coulomb, relaxed, ellipsoidal, polyhedral or inscribed",
            lawName != NULL ? lawName : "" );
    }
    problemReadFileLaw( reader );
    if ( readerOk( reader ) && law != NULL && reader->program != NULL )
    {
        reader->result = ssError( ss_errorFormat, "law", "a file has either \"law\" or \"law_text\"" );
    }
}

ssResult problemReadJson( const char* text, size_t length, ssProblem* problem )
{
    problemReader reader = { .problem = problem };
    ssJson* document = ssJson_Parse( text, length, &reader.result );
    if ( document == NULL ) { return reader.result; }
    reader.root = document;
    readHead( &reader );
    if ( readerOk( &reader ) )
    {
        const ssJson* w = ssJson_Member( document, "w" );
        if ( w != NULL ) { buildFromBlocks( &reader, w ); }
        else { buildFromBodies( &reader ); }
    }
    readCompliance( &reader );
    reader.result = readerOk( &reader ) ? ssProblem_Check( problem ) : reader.result;
    problemForgetLaw( &reader );
    ssRoom_Release( &reader.room );
    ssJson_Free( document );
    return reader.result;
}

// Finds out in which form a file is and hands it to the reader of that form.

ssResult ssReadProblem( const char* text, size_t length, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    size_t at = 0;
    bool byteOrderMark = length >= 3 && memcmp( text, "\xef\xbb\xbf", 3 ) == 0;
    text += byteOrderMark ? 3 : 0;
    length -= byteOrderMark ? 3 : 0;
    while ( at < length && ( text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r' ) )
    {
        ++at;
    }
    ssResult result;
    if ( at == length ) { result = ssError( ss_errorFormat, NULL, "line 1: the file is empty" ); }
    else if ( text[at] == '{' || text[at] == '[' ) { result = problemReadJson( text, length, problem ); }
    else if ( text[at] >= '0' && text[at] <= '9' ) { result = problemReadDat( text, length, problem ); }
    else if ( length >= 4 && memcmp( text, "\x89HDF", 4 ) == 0 )
    {
        result = problemReadFclib( text, length, problem );
    }
    else
    {
        result = ssError( ss_errorFormat, NULL,
            "line 1: this is neither a Slipstick problem (JSON), nor a contact problem in Siconos' text "
            "form, nor one of FCLIB (HDF5)" );
    }
    if ( result.code != ss_ok ) { ssProblem_Destroy( problem ); }
    return result;
}
