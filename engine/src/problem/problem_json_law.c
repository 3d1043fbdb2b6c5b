// SPDX-License-Identifier: MIT
#include "problem/problem_json.h"

#include <string.h>

// Reads the law of a contact: a cone, or a law of the law table with its sets, tensors and measured forces.

bool problemNamedCone( const char* name, ssContactForm* law, ssConeVariant* variant )
{
    static const struct
    {
        const char* name;
        ssContactForm law;
        ssConeVariant variant;
    } known[] = { { "coulomb", ss_contactFormSaxce, ss_coneIntersection },
        { "relaxed", ss_contactFormRelaxed, ss_coneIntersection },
        { "ellipsoidal", ss_contactFormSaxce, ss_coneEllipsoidal },
        { "polyhedral", ss_contactFormSaxce, ss_coneCircumscribed },
        { "inscribed", ss_contactFormSaxce, ss_coneInscribed } };
    for ( int i = 0; i < SS_COUNT( known ); ++i )
    {
        if ( strcmp( known[i].name, name ) == 0 )
        {
            *law = known[i].law;
            *variant = known[i].variant;
            return true;
        }
    }
    return false;
}

const char* const problem_setKeys[PROBLEM_SET_NUMBERS] = { "a", "b", "s", "l", "e", "mu", "beta_deg",
    "beta2_deg", "rotation_deg", "offset_x", "offset_y", "scale" };

double* problemSetNumber( ssSetDef* def, int i )
{
    double* const numbers[PROBLEM_SET_NUMBERS] = { &def->a, &def->b, &def->s, &def->l, &def->e, &def->mu,
        &def->betaDeg, &def->beta2Deg, &def->rotationDeg, &def->offsetX, &def->offsetY, &def->scale };
    return numbers[i];
}

static void readVertices( problemReader* reader, const ssJson* array, ssSetDef* def )
{
    int count = array != NULL && ssJson_IsArray( array ) ? ssJson_Count( array ) : 0;
    ssVec2* points = ssRoom_Take( &reader->room, (size_t)count, sizeof( ssVec2 ) );
    if ( count < 3 || points == NULL )
    {
        readerRefuse( reader, "vertices", "at least three [x, y]", array );
        return;
    }
    const ssJson* element = ssJson_First( array );
    for ( int i = 0; i < count; ++i, element = ssJson_Next( element ) )
    {
        bool pair = ssJson_IsArray( element ) && ssJson_Count( element ) == 2;
        const ssJson* x = pair ? ssJson_First( element ) : NULL;
        if ( !pair || !ssJson_Number( x, &points[i].x ) || !ssJson_Number( ssJson_Next( x ), &points[i].y ) )
        {
            readerRefuse( reader, "vertices", "pairs [x, y]", element );
            return;
        }
    }
    def->points = points;
    def->pointCount = count;
}

static void readSet( problemReader* reader, const ssJson* object, const char* key, ssSetDef* def )
{
    const char* keys[PROBLEM_SET_NUMBERS + 2] = { "kind", "vertices" };
    memcpy( keys + 2, problem_setKeys, sizeof problem_setKeys );
    const ssJson* value = ssJson_Member( object, key );
    const ssJson* kindValue =
        value != NULL && ssJson_IsObject( value ) ? ssJson_Member( value, "kind" ) : NULL;
    const char* name = kindValue != NULL ? ssJson_Text( kindValue ) : NULL;
    int kind = name != NULL ? ssFindSetKind( name ) : -1;
    if ( kind < 0 || kind == ss_setPolar )
    {
        readerRefuse( reader, key, "a set with a known kind", value );
        return;
    }
    readerCheckKeys( reader, value, keys, SS_COUNT( keys ) );
    *def = ssDefaultSetDef( (ssSetKind)kind );
    for ( int i = 0; i < PROBLEM_SET_NUMBERS; ++i )
    {
        double* number = problemSetNumber( def, i );
        *number = readerNumber( reader, value, problem_setKeys[i], *number );
    }
    if ( kind == ss_setPolygon ) { readVertices( reader, ssJson_Member( value, "vertices" ), def ); }
}

/// Refuses a member that nothing would read, so that it is not ignored in silence.
static void refuseUnused( problemReader* reader, const ssJson* object, const char* key, const char* needs )
{
    if ( ssJson_Member( object, key ) != NULL && readerOk( reader ) )
    {
        reader->result = ssError(
            ss_errorFormat, key, "%s.%s: nothing reads it here; it needs %s", reader->path, key, needs );
    }
}

/// Reads member `key`, which is one of two names, and returns which; the first if there is no such member.
static int choiceOf(
    problemReader* reader, const ssJson* object, const char* key, const char* const names[2] )
{
    const ssJson* value = ssJson_Member( object, key );
    const char* name = value != NULL ? ssJson_Text( value ) : names[0];
    int which = name != NULL && strcmp( name, names[1] ) == 0 ? 1 : 0;
    if ( ( name == NULL || strcmp( name, names[which] ) != 0 ) && readerOk( reader ) )
    {
        reader->result = ssError( ss_errorUnknown, key, "%s.%s: unknown '%.40s'; allowed: %s or %s",
            reader->path, key, name != NULL ? name : ssJson_KindName( value ), names[0], names[1] );
    }
    return which;
}

static void readSamples( problemReader* reader, const ssJson* array, ssFlowDef* flow )
{
    int count = ssJson_IsArray( array ) ? ssJson_Count( array ) : 0;
    ssFlowSample* samples = ssRoom_Take( &reader->room, (size_t)count, sizeof( ssFlowSample ) );
    const ssJson* element = count > 0 && samples != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; element != NULL; ++i, element = ssJson_Next( element ) )
    {
        ssFlowSample* sample = &samples[i];
        bool three = ssJson_IsArray( element ) && ssJson_Count( element ) == 3;
        const ssJson *phi = three ? ssJson_First( element ) : NULL, *x = three ? ssJson_Next( phi ) : NULL;
        if ( !three || !ssJson_Number( phi, &sample->phiDeg ) || !ssJson_Number( x, &sample->force.x ) ||
            !ssJson_Number( ssJson_Next( x ), &sample->force.y ) )
        {
            readerRefuse( reader, "flow", "triples [phi_deg, fx, fy]", element );
            return;
        }
    }
    flow->kind = ss_flowSamples;
    flow->samples = samples;
    flow->sampleCount = count;
}

/// Reads a tensor of four numbers, or of twenty with the tensor of order four behind it; or measured forces.
static void readFlow( problemReader* reader, const ssJson* object, ssFlowDef* flow )
{
    const ssJson *tensor = ssJson_Member( object, "tensor" ), *samples = ssJson_Member( object, "flow" );
    if ( ( tensor == NULL ) == ( samples == NULL ) )
    {
        readerRefuse( reader, "tensor", "either \"tensor\" or \"flow\"", tensor );
    }
    else if ( samples != NULL ) { readSamples( reader, samples, flow ); }
    else
    {
        double numbers[20];
        bool large = ssJson_IsArray( tensor ) && ssJson_Count( tensor ) == 20;
        if ( readerNumbers( reader, object, "tensor", large ? 20 : 4, numbers ) )
        {
            flow->kind = large ? ss_flowTensor4 : ss_flowTensor2;
            memcpy( flow->tensor2, numbers, 4 * sizeof( double ) );
            memcpy( flow->tensor4, numbers + 4, large ? 16 * sizeof( double ) : 0 );
        }
    }
}

// Members that only some laws of the law table read, and what a refusal says that they need.
static const struct
{
    const char* key;
    unsigned needs;
    const char* law;
} s_lawKeys[] = { { "c", ss_needsC,
                      "a law associated, associated-ellipse, collinear, extended, transformed or asperity" },
    { "d", ss_needsD, "c and the law extended or transformed" },
    { "c_force", ss_needsC | ss_needsFlow, "c or the law tabulated" },
    { "v_eps", ss_needsRegularisation, "the law regularised" },
    { "length", ss_needsRegularisation, "the law regularised" },
    { "regularisation", ss_needsRegularisation, "the law regularised" },
    { "law_dimension", ss_needsRegularisation, "the law regularised" },
    { "patch_radius", ss_needsPatch, "the law contensou" },
    { "pressure", ss_needsPatch, "the law contensou" }, { "tensor", ss_needsFlow, "the law tabulated" },
    { "flow", ss_needsFlow, "the law tabulated" }, { "law_text", ss_needsProgram, "no name of another law" },
    { "law_params", ss_needsProgram, "a law_text" }, { "law_site", ss_needsProgram, "a law_text" } };

static void refuseUnusedLawKeys( problemReader* reader, const ssJson* object, unsigned needs )
{
    for ( int i = 0; i < SS_COUNT( s_lawKeys ); ++i )
    {
        if ( ( s_lawKeys[i].needs & needs ) == 0 )
        {
            refuseUnused( reader, object, s_lawKeys[i].key, s_lawKeys[i].law );
        }
    }
}

/// Whether the law is that of the last one added, and made of numbers alone: contacts then share one entry.
static bool isRepeated( const problemReader* reader, const ssLawDef* def )
{
    const ssProblem* problem = reader->problem;
    const ssLawDef* last = problem->lawCount > 0 ? &problem->lawDefs[problem->lawCount - 1] : def;
    unsigned needs = ssGetLawType( (int)def->kind )->needs;
    return problem->lawCount > 0 && ( needs & ( ss_needsC | ss_needsFlow ) ) == 0 &&
        last->kind == def->kind && last->mu == def->mu && last->dimension == def->dimension &&
        last->vEps == def->vEps && last->length == def->length &&
        last->regularisation == def->regularisation && last->patchRadius == def->patchRadius &&
        last->pressure == def->pressure && last->program == def->program &&
        memcmp( last->programValues, def->programValues, sizeof def->programValues ) == 0;
}

/// Passes on the law table's refusal with the contact, and the file's own name for the dimension.
static void refuseLaw( problemReader* reader, ssResult refusal )
{
    bool dimension = strcmp( refusal.field, "dimension" ) == 0;
    size_t length = strlen( refusal.field );
    bool named = length > 0 && strncmp( refusal.message, refusal.field, length ) == 0;
    reader->result = ssError( refusal.code, dimension ? "law_dimension" : refusal.field, "%s%s%s%s",
        reader->path, named ? "." : ": ", dimension ? "law_" : "", refusal.message );
}

/// Reads a law of the law table that is not a cone and adds it to the problem.
static void readPlanarLaw(
    problemReader* reader, const ssJson* object, const char* name, ssProblemContact* contact )
{
    static const char* const regularisations[2] = { "arctan", "tanh" };
    static const char* const pressures[2] = { "uniform", "hertz" };
    const ssLawType* type =
        strcmp( name, "text" ) == 0 ? ssGetLawType( (int)ss_lawKindText ) : ssFindLawType( name );
    if ( type == NULL || ( type->flags & SS_LAWS_PLANAR ) == 0 )
    {
        reader->result = ssError( ss_errorUnknown, "law",
            "%s: unknown law '%.40s'; allowed: coulomb, relaxed, ellipsoidal, polyhedral, inscribed, "
            "associated, associated-ellipse, collinear, extended, transformed, asperity, tabulated, "
            "contensou, regularised or text",
            reader->path, name );
        return;
    }
    ssLawDef def = ssDefaultLawDef( type->kind );
    def.mu = contact->cone.mu;
    def.cForce = readerNumber( reader, object, "c_force", 1.0 );
    def.vEps = readerNumber( reader, object, "v_eps", def.vEps );
    def.length = readerNumber( reader, object, "length", def.length );
    def.regularisation = (ssRegularisation)choiceOf( reader, object, "regularisation", regularisations );
    def.dimension = readerWhole( reader, object, "law_dimension", def.dimension );
    def.patchRadius = readerNumber( reader, object, "patch_radius", def.patchRadius );
    def.pressure = (ssPatchPressure)choiceOf( reader, object, "pressure", pressures );
    if ( ( type->needs & ss_needsC ) != 0 ) { readSet( reader, object, "c", &def.c ); }
    if ( ( type->needs & ss_needsD ) != 0 ) { readSet( reader, object, "d", &def.d ); }
    if ( ( type->needs & ss_needsFlow ) != 0 ) { readFlow( reader, object, &def.flow ); }
    if ( ( type->needs & ss_needsProgram ) != 0 ) { problemReadTypedLaw( reader, object, &def ); }
    refuseUnusedLawKeys( reader, object, type->needs );
    contact->law = ss_contactFormPlanar;
    contact->lawIndex = reader->problem->lawCount - 1;
    if ( readerOk( reader ) && !isRepeated( reader, &def ) )
    {
        ssResult result = ssProblem_AddLaw( reader->problem, &def, &contact->lawIndex );
        if ( result.code != ss_ok ) { refuseLaw( reader, result ); }
    }
}

/// The law of a contact. Without a name, C means `associated`, C and D `extended`, and a text itself.
static const char* lawOfContact( problemReader* reader, const ssJson* object )
{
    const ssJson* value = ssJson_Member( object, "law" );
    if ( value != NULL && ssJson_Text( value ) == NULL )
    {
        readerRefuse( reader, "law", "the name of a law", value );
    }
    const char* bySets = ssJson_Member( object, "d" ) != NULL ? "extended" : "associated";
    bool typed = reader->program != NULL || ssJson_Member( object, "law_text" ) != NULL;
    return value != NULL                       ? ssJson_Text( value )
        : ssJson_Member( object, "c" ) != NULL ? bySets
        : typed                                ? "text"
                                               : NULL;
}

/// Reads the flag `relaxed`, which any cone may have. Beside the law `relaxed` it may only be true.
static void readRelaxed(
    problemReader* reader, const ssJson* object, const char* name, ssProblemContact* contact )
{
    const ssJson* value = ssJson_Member( object, "relaxed" );
    bool relaxed = false, known = value != NULL && ssJson_Bool( value, &relaxed );
    if ( value != NULL && !known ) { readerRefuse( reader, "relaxed", "true or false", value ); }
    else if ( known && !relaxed && name != NULL && strcmp( name, "relaxed" ) == 0 && readerOk( reader ) )
    {
        reader->result = ssError( ss_errorValue, "relaxed",
            "%s.relaxed = false; allowed: true beside the law relaxed", reader->path );
    }
    else if ( known ) { contact->law = relaxed ? ss_contactFormRelaxed : ss_contactFormSaxce; }
}

void problemReadLaw( problemReader* reader, const ssJson* object, ssProblemContact* contact )
{
    const char* name = lawOfContact( reader, object );
    contact->law = reader->law;
    contact->cone.variant = reader->variant;
    contact->cone.mu = readerNumber( reader, object, "mu", 0.0 );
    contact->cone.muRoll = readerNumber( reader, object, "mu_r", 0.0 );
    contact->cone.muSpin = readerNumber( reader, object, "mu_s", 0.0 );
    bool planar = name != NULL && !problemNamedCone( name, &contact->law, &contact->cone.variant ) &&
        readerOk( reader );
    bool facets = ssJson_Member( object, "k" ) != NULL;
    if ( planar )
    {
        refuseUnused( reader, object, "relaxed", "a law coulomb, ellipsoidal, polyhedral or inscribed" );
        readPlanarLaw( reader, object, name, contact );
    }
    else
    {
        readRelaxed( reader, object, name, contact );
        refuseUnusedLawKeys( reader, object, 0 );
        refuseUnused( reader, object, "law_scale", "a law that is not a cone" );
    }
    if ( planar || contact->cone.variant == ss_coneEllipsoidal )
    {
        refuseUnused( reader, object, "k", "a law coulomb, relaxed, polyhedral or inscribed" );
    }
    else if ( facets )
    {
        // Without the name of a polygon, k replaces the disc by the circumscribed one.
        bool plain = contact->cone.variant == ss_coneIntersection;
        contact->cone.variant = plain ? ss_coneCircumscribed : contact->cone.variant;
        contact->cone.facets = readerWhole( reader, object, "k", 0 );
        contact->cone.facetAngle = readerNumber( reader, object, "facet_deg", 0.0 ) * ( SS_PI / 180.0 );
    }
    if ( !facets ) { refuseUnused( reader, object, "facet_deg", "k" ); }
}

// Typed laws in the JSON form: the text, the values of its parameters, and where a contact is.

/// Reads the values of the parameters, "mu_s" or "law.mu_s"; those left out have their defaults.
static void readParams(
    problemReader* reader, const ssJson* object, const ssLawProgram* program, double* values )
{
    const ssJson* params = ssJson_Member( object, "law_params" );
    const ssParam* rows = ssLawProgram_Info( program )->params;
    int count = ssLawProgram_Info( program )->paramCount;
    for ( int i = 0; i < count; ++i ) { values[i] = rows[i].defaultValue; }
    if ( params != NULL && !ssJson_IsObject( params ) )
    {
        readerRefuse( reader, "law_params", "an object", params );
        return;
    }
    const ssJson* member = params != NULL ? ssJson_First( params ) : NULL;
    for ( ; member != NULL && readerOk( reader ); member = ssJson_Next( member ) )
    {
        const char* key = ssJson_Key( member );
        int row = ssFindParam( rows, count, strncmp( key, "law.", 4 ) == 0 ? key + 4 : key );
        double value = 0.0;
        if ( row < 0 )
        {
            reader->result = ssError( ss_errorUnknown, "law_params",
                "%s law_params: the law \"%.60s\" has no parameter '%.40s'", reader->path,
                ssLawProgram_Info( program )->title, key );
        }
        else if ( !ssJson_Number( member, &value ) ) { readerRefuse( reader, key, "a number", member ); }
        else
        {
            reader->result = ssCheckParam( rows + row, value );
            values[row] = value;
        }
    }
}

/// Compiles the member `law_text` of an object; NULL where it has none or is refused.
static const ssLawProgram* compile( problemReader* reader, const ssJson* object )
{
    const ssJson* value = ssJson_Member( object, "law_text" );
    const char* text = value != NULL ? ssJson_Text( value ) : NULL;
    ssLawProgram* program = NULL;
    if ( value != NULL && text == NULL ) { readerRefuse( reader, "law_text", "the text of a law", value ); }
    if ( text != NULL && readerOk( reader ) )
    {
        ssResult result = ssCompileLaw( text, "law_text", &program, NULL );
        if ( result.code != ss_ok )
        {
            reader->result = ssError( result.code, "law_text", "%s%s%s", reader->path,
                reader->path[0] != '\0' ? ": " : "", result.message );
        }
    }
    return program;
}

void problemReadFileLaw( problemReader* reader )
{
    reader->program = compile( reader, reader->root );
    if ( reader->program != NULL ) { readParams( reader, reader->root, reader->program, reader->values ); }
    else if ( ssJson_Member( reader->root, "law_params" ) != NULL && readerOk( reader ) )
    {
        reader->result = ssError( ss_errorFormat, "law_params", "law_params belong to a law_text" );
    }
}

void problemForgetLaw( problemReader* reader )
{
    ssLawProgram_Release( reader->program );
    ssLawProgram_Release( reader->own );
    reader->program = reader->own = NULL;
}

void problemReadTypedLaw( problemReader* reader, const ssJson* object, ssLawDef* def )
{
    const ssJson* text = ssJson_Member( object, "law_text" );
    def->program = reader->program;
    memcpy( def->programValues, reader->values, sizeof def->programValues );
    // Contacts that have the same text one after another share a program.
    if ( text != NULL )
    {
        bool same = reader->own != NULL && ssJson_Text( text ) != NULL &&
            strcmp( ssJson_Text( text ), ssLawProgram_Info( reader->own )->text ) == 0;
        const ssLawProgram* program = same ? ssLawProgram_Retain( reader->own ) : compile( reader, object );
        ssLawProgram_Release( reader->own );
        def->program = reader->own = program;
    }
    if ( def->program == NULL )
    {
        readerRefuse( reader, "law_text", "the text of a law, here or in the file", text );
    }
    else if ( text != NULL || ssJson_Member( object, "law_params" ) != NULL )
    {
        readParams( reader, object, def->program, def->programValues );
    }
}

/// Makes room for the sites of all contacts; false when out of memory.
static bool makeSites( ssProblem* problem )
{
    size_t count = (size_t)problem->contactCount + 1;
    if ( problem->lawSites == NULL )
    {
        problem->lawSites = ssAlloc( count * sizeof *problem->lawSites );
        problem->lawStates = ssAlloc( count * SS_LAW_MAX_STATES * sizeof *problem->lawStates );
    }
    return problem->lawSites != NULL && problem->lawStates != NULL;
}

static void readState( problemReader* reader, const ssJson* site, int i )
{
    ssProblem* problem = reader->problem;
    const ssLaw* law = problem->lawTable + problem->lawIndex[i];
    double* state = problem->lawStates + (size_t)i * SS_LAW_MAX_STATES;
    ssLaw_InitialState( law, state );
    int count = ssLaw_StateNumbers( law );
    if ( ssJson_Member( site, "state" ) != NULL ) { readerNumbers( reader, site, "state", count, state ); }
    problem->lawSites[i].state = state;
}

void problemReadSite( problemReader* reader, const ssJson* contact, int i )
{
    static const char* const keys[] = { "t", "x", "y", "wr", "ws", "h", "impulses", "state" };
    const ssJson* site = ssJson_Member( contact, "law_site" );
    if ( site == NULL || !readerOk( reader ) ) { return; }
    if ( !ssJson_IsObject( site ) )
    {
        readerRefuse( reader, "law_site", "an object", site );
        return;
    }
    if ( !makeSites( reader->problem ) )
    {
        reader->result = problemNoMemory();
        return;
    }
    readerCheckKeys( reader, site, keys, SS_COUNT( keys ) );
    ssLawSite* at = reader->problem->lawSites + i;
    at->time = readerNumber( reader, site, "t", 0.0 );
    at->x = readerNumber( reader, site, "x", 0.0 );
    at->y = readerNumber( reader, site, "y", 0.0 );
    at->rolling = readerNumber( reader, site, "wr", 0.0 );
    at->spinning = readerNumber( reader, site, "ws", 0.0 );
    at->h = readerNumber( reader, site, "h", 0.0 );
    const ssJson* impulses = ssJson_Member( site, "impulses" );
    if ( impulses != NULL && !ssJson_Bool( impulses, &at->impulses ) )
    {
        readerRefuse( reader, "impulses", "true or false", impulses );
    }
    if ( readerOk( reader ) && ( at->h < 0.0 || ( at->impulses && at->h == 0.0 ) ) )
    {
        reader->result = ssError( ss_errorValue, "h",
            "%s.law_site.h = %g; allowed: a step >= 0, > 0 with impulses", reader->path, at->h );
    }
    readState( reader, site, i );
}
