// SPDX-License-Identifier: MIT
#include "base/json_reader.h"
#include "problem/problem_private.h"

#include <math.h>
#include <string.h>

// The own form of a contact problem. A refusal names the member by its path: contacts[3].mu.

typedef struct Reader
{
    ssResult result; // the first refusal; then nothing is read any more
    const ssJson* root;
    int dimension;
    ssContactForm law;
    ssConeVariant variant;
    ssProblem* problem;
    char where[32]; // "contacts[3]"
} Reader;

static bool going( const Reader* reader )
{
    return reader->result.code == ss_ok;
}

static void refuseKind( Reader* reader, const char* key, const char* expected, const ssJson* value )
{
    if ( going( reader ) )
    {
        reader->result = ssError( ss_errorFormat, key, "%s%s%s: expected %s, found %s", reader->where,
            reader->where[0] != 0 && key[0] != 0 ? "." : "", key, expected,
            value != NULL ? ssJson_KindName( value ) : "nothing" );
    }
}

static void checkKeys( Reader* reader, const ssJson* object, const char* const* keys, int count )
{
    if ( going( reader ) )
    {
        reader->result =
            ssJson_CheckKeys( object, reader->where[0] != 0 ? reader->where : "the problem", keys, count );
    }
}

static double numberOf( Reader* reader, const ssJson* object, const char* key, double missing )
{
    const ssJson* value = ssJson_Member( object, key );
    double number = missing;
    if ( value != NULL && ( !ssJson_Number( value, &number ) || !isfinite( number ) ) )
    {
        refuseKind( reader, key, "a finite number", value );
    }
    return number;
}

static int wholeOf( Reader* reader, const ssJson* object, const char* key, int missing )
{
    double number = numberOf( reader, object, key, missing );
    if ( going( reader ) && !( number == floor( number ) && fabs( number ) < 2e9 ) )
    {
        refuseKind( reader, key, "a whole number", ssJson_Member( object, key ) );
    }
    return going( reader ) ? (int)number : missing;
}

/// `count` finite numbers; false when there is no such member.
static bool numbersOf( Reader* reader, const ssJson* object, const char* key, int count, double* numbers )
{
    const ssJson* value = ssJson_Member( object, key );
    if ( value == NULL || !going( reader ) )
    {
        return false;
    }
    if ( !ssJson_IsArray( value ) || ssJson_Count( value ) != count )
    {
        if ( going( reader ) )
        {
            reader->result =
                ssError( ss_errorFormat, key, "%s%s%s: expected an array of %d numbers, found %s of %d",
                    reader->where, reader->where[0] != 0 ? "." : "", key, count, ssJson_KindName( value ),
                    ssJson_IsArray( value ) ? ssJson_Count( value ) : 1 );
        }
        return false;
    }
    const ssJson* element = ssJson_First( value );
    for ( int i = 0; i < count; ++i, element = ssJson_Next( element ) )
    {
        if ( !ssJson_Number( element, &numbers[i] ) || !isfinite( numbers[i] ) )
        {
            refuseKind( reader, key, "finite numbers", element );
            return false;
        }
    }
    return true;
}

static void vectorOf( Reader* reader, const ssJson* object, const char* key, bool required, ssVec3* vector )
{
    double x[3];
    if ( numbersOf( reader, object, key, 3, x ) )
    {
        *vector = ssVec3_Make( x[0], x[1], x[2] );
    }
    else if ( required )
    {
        refuseKind( reader, key, "an array of three numbers", ssJson_Member( object, key ) );
    }
}

// ------------------------------------------------------------------------------------------------------------ laws

static bool nameLaw( const char* name, ssContactForm* law, ssConeVariant* variant )
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

static void readVertices( Reader* reader, const ssJson* array, ssSetDef* def, ssVec2** owned )
{
    int count = array != NULL && ssJson_IsArray( array ) ? ssJson_Count( array ) : 0;
    *owned = ssAlloc( ( (size_t)count + 1 ) * sizeof( ssVec2 ) );
    if ( count < 3 || *owned == NULL )
    {
        refuseKind( reader, "vertices", "at least three [x, y]", array );
        return;
    }
    const ssJson* element = ssJson_First( array );
    for ( int i = 0; i < count; ++i, element = ssJson_Next( element ) )
    {
        bool pair = ssJson_IsArray( element ) && ssJson_Count( element ) == 2;
        const ssJson* x = pair ? ssJson_First( element ) : NULL;
        if ( !pair || !ssJson_Number( x, &( *owned )[i].x ) ||
            !ssJson_Number( ssJson_Next( x ), &( *owned )[i].y ) )
        {
            refuseKind( reader, "vertices", "pairs [x, y]", element );
            return;
        }
    }
    def->points = *owned;
    def->pointCount = count;
}

static void readSet( Reader* reader, const ssJson* object, const char* key, ssSetDef* def, ssVec2** owned )
{
    static const char* const keys[] = { "kind", "a", "b", "s", "l", "e", "mu", "beta_deg", "beta2_deg",
        "rotation_deg", "offset_x", "offset_y", "scale", "vertices" };
    const ssJson* value = ssJson_Member( object, key );
    const ssJson* kindValue =
        value != NULL && ssJson_IsObject( value ) ? ssJson_Member( value, "kind" ) : NULL;
    const char* name = kindValue != NULL ? ssJson_Text( kindValue ) : NULL;
    int kind = name != NULL ? ssFindSetKind( name ) : -1;
    if ( kind < 0 || kind == ss_setPolar )
    {
        refuseKind( reader, key, "a set with a known kind", value );
        return;
    }
    checkKeys( reader, value, keys, SS_COUNT( keys ) );
    *def = ssDefaultSetDef( (ssSetKind)kind );
    def->a = numberOf( reader, value, "a", def->a );
    def->b = numberOf( reader, value, "b", def->b );
    def->s = numberOf( reader, value, "s", def->s );
    def->l = numberOf( reader, value, "l", def->l );
    def->e = numberOf( reader, value, "e", def->e );
    def->mu = numberOf( reader, value, "mu", def->mu );
    def->betaDeg = numberOf( reader, value, "beta_deg", def->betaDeg );
    def->beta2Deg = numberOf( reader, value, "beta2_deg", def->beta2Deg );
    def->rotationDeg = numberOf( reader, value, "rotation_deg", def->rotationDeg );
    def->offsetX = numberOf( reader, value, "offset_x", def->offsetX );
    def->offsetY = numberOf( reader, value, "offset_y", def->offsetY );
    def->scale = numberOf( reader, value, "scale", def->scale );
    if ( kind == ss_setPolygon )
    {
        readVertices( reader, ssJson_Member( value, "vertices" ), def, owned );
    }
}

/// What nothing would read is not passed over in silence.
static void refuseIdle( Reader* reader, const ssJson* object, const char* key, const char* needs )
{
    if ( ssJson_Member( object, key ) != NULL && going( reader ) )
    {
        reader->result = ssError(
            ss_errorFormat, key, "%s.%s: nothing uses it here; it needs %s", reader->where, key, needs );
    }
}

/// Member `key` as one of two names: which.
static int chosenOf( Reader* reader, const ssJson* object, const char* key, const char* const names[2] )
{
    const ssJson* value = ssJson_Member( object, key );
    const char* name = value != NULL ? ssJson_Text( value ) : names[0];
    int which = name != NULL && strcmp( name, names[1] ) == 0 ? 1 : 0;
    if ( ( name == NULL || strcmp( name, names[which] ) != 0 ) && going( reader ) )
    {
        reader->result = ssError( ss_errorUnknown, key, "%s.%s: unknown '%.40s'; known are %s and %s",
            reader->where, key, name != NULL ? name : ssJson_KindName( value ), names[0], names[1] );
    }
    return which;
}

static void readSamples( Reader* reader, const ssJson* array, ssFlowDef* flow, ssFlowSample** owned )
{
    int count = ssJson_IsArray( array ) ? ssJson_Count( array ) : 0;
    *owned = ssAlloc( ( (size_t)count + 1 ) * sizeof( ssFlowSample ) );
    const ssJson* element = count > 0 && *owned != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; element != NULL; ++i, element = ssJson_Next( element ) )
    {
        ssFlowSample* sample = &( *owned )[i];
        bool three = ssJson_IsArray( element ) && ssJson_Count( element ) == 3;
        const ssJson *phi = three ? ssJson_First( element ) : NULL, *x = three ? ssJson_Next( phi ) : NULL;
        if ( !three || !ssJson_Number( phi, &sample->phiDeg ) || !ssJson_Number( x, &sample->force.x ) ||
            !ssJson_Number( ssJson_Next( x ), &sample->force.y ) )
        {
            refuseKind( reader, "flow", "triples [phi_deg, fx, fy]", element );
            return;
        }
    }
    flow->kind = ss_flowSamples;
    flow->samples = *owned;
    flow->sampleCount = count;
}

/// A tensor of four numbers or, with that of order four behind it, of twenty; or measured forces.
static void readFlow( Reader* reader, const ssJson* object, ssFlowDef* flow, ssFlowSample** owned )
{
    const ssJson *tensor = ssJson_Member( object, "tensor" ), *samples = ssJson_Member( object, "flow" );
    if ( ( tensor == NULL ) == ( samples == NULL ) )
    {
        refuseKind( reader, "tensor", "either \"tensor\" or \"flow\"", tensor );
    }
    else if ( samples != NULL )
    {
        readSamples( reader, samples, flow, owned );
    }
    else
    {
        double numbers[20];
        bool large = ssJson_IsArray( tensor ) && ssJson_Count( tensor ) == 20;
        if ( numbersOf( reader, object, "tensor", large ? 20 : 4, numbers ) )
        {
            flow->kind = large ? ss_flowTensor4 : ss_flowTensor2;
            memcpy( flow->tensor2, numbers, 4 * sizeof( double ) );
            memcpy( flow->tensor4, numbers + 4, large ? 16 * sizeof( double ) : 0 );
        }
    }
}

// What a law of the table reads of a contact, and what is idle beside the others.
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
    { "flow", ss_needsFlow, "the law tabulated" } };

static void refuseUnread( Reader* reader, const ssJson* object, unsigned needs )
{
    for ( int i = 0; i < SS_COUNT( s_lawKeys ); ++i )
    {
        if ( ( s_lawKeys[i].needs & needs ) == 0 )
        {
            refuseIdle( reader, object, s_lawKeys[i].key, s_lawKeys[i].law );
        }
    }
}

/// The same law as the contact before, of those that are nothing but numbers: one table serves them all.
static bool isRepeated( const Reader* reader, const ssLawDef* def )
{
    const ssProblem* problem = reader->problem;
    const ssLawDef* last = problem->lawCount > 0 ? &problem->lawDefs[problem->lawCount - 1] : def;
    unsigned needs = ssGetLawType( (int)def->kind )->needs;
    return problem->lawCount > 0 && ( needs & ( ss_needsC | ss_needsFlow ) ) == 0 &&
        last->kind == def->kind && last->mu == def->mu && last->dimension == def->dimension &&
        last->vEps == def->vEps && last->length == def->length &&
        last->regularisation == def->regularisation && last->patchRadius == def->patchRadius &&
        last->pressure == def->pressure;
}

/// Why the table does not make a law, with the contact; its dimension has a name of its own in the file.
static void refuseLaw( Reader* reader, ssResult refusal )
{
    bool dimension = strcmp( refusal.field, "dimension" ) == 0;
    size_t length = strlen( refusal.field );
    bool named = length > 0 && strncmp( refusal.message, refusal.field, length ) == 0;
    reader->result = ssError( refusal.code, dimension ? "law_dimension" : refusal.field, "%s%s%s%s",
        reader->where, named ? "." : ": ", dimension ? "law_" : "", refusal.message );
}

/// A law of the table that is no cone, given to the problem once it exists.
static void readPlanarLaw( Reader* reader, const ssJson* object, const char* name, ssProblemContact* contact )
{
    static const char* const regularisations[2] = { "arctan", "tanh" };
    static const char* const pressures[2] = { "uniform", "hertz" };
    const ssLawType* type = ssFindLawType( name );
    if ( type == NULL || ( type->flags & SS_LAWS_PLANAR ) == 0 )
    {
        reader->result = ssError( ss_errorUnknown, "law",
            "%s: unknown law '%.40s'; known are coulomb, relaxed, ellipsoidal, polyhedral, inscribed, "
            "associated, associated-ellipse, collinear, extended, transformed, asperity, tabulated, "
            "contensou "
            "and regularised",
            reader->where, name );
        return;
    }
    ssVec2 *pointsC = NULL, *pointsD = NULL;
    ssFlowSample* samples = NULL;
    ssLawDef def = ssDefaultLawDef( type->kind );
    def.mu = contact->cone.mu;
    def.cForce = numberOf( reader, object, "c_force", 1.0 );
    def.vEps = numberOf( reader, object, "v_eps", def.vEps );
    def.length = numberOf( reader, object, "length", def.length );
    def.regularisation = (ssRegularisation)chosenOf( reader, object, "regularisation", regularisations );
    def.dimension = wholeOf( reader, object, "law_dimension", def.dimension );
    def.patchRadius = numberOf( reader, object, "patch_radius", def.patchRadius );
    def.pressure = (ssPatchPressure)chosenOf( reader, object, "pressure", pressures );
    if ( ( type->needs & ss_needsC ) != 0 )
    {
        readSet( reader, object, "c", &def.c, &pointsC );
    }
    if ( ( type->needs & ss_needsD ) != 0 )
    {
        readSet( reader, object, "d", &def.d, &pointsD );
    }
    if ( ( type->needs & ss_needsFlow ) != 0 )
    {
        readFlow( reader, object, &def.flow, &samples );
    }
    refuseUnread( reader, object, type->needs );
    contact->law = ss_contactFormPlanar;
    contact->lawIndex = reader->problem->lawCount - 1;
    if ( going( reader ) && !isRepeated( reader, &def ) )
    {
        ssResult result = ssProblem_AddLaw( reader->problem, &def, &contact->lawIndex );
        if ( result.code != ss_ok )
        {
            refuseLaw( reader, result );
        }
    }
    ssRelease( pointsC );
    ssRelease( pointsD );
    ssRelease( samples );
}

/// The law a contact names; sets without a name are the law of C alone, or of C and D.
static const char* lawOfContact( Reader* reader, const ssJson* object )
{
    const ssJson* value = ssJson_Member( object, "law" );
    if ( value != NULL && ssJson_Text( value ) == NULL )
    {
        refuseKind( reader, "law", "the name of a law", value );
    }
    const char* bySets = ssJson_Member( object, "d" ) != NULL ? "extended" : "associated";
    return value != NULL ? ssJson_Text( value ) : ssJson_Member( object, "c" ) != NULL ? bySets : NULL;
}

/// Any cone can be relaxed; the name relaxed has said so already.
static void readRelaxed( Reader* reader, const ssJson* object, const char* name, ssProblemContact* contact )
{
    const ssJson* value = ssJson_Member( object, "relaxed" );
    bool relaxed = false, known = value != NULL && ssJson_Bool( value, &relaxed );
    if ( value != NULL && !known )
    {
        refuseKind( reader, "relaxed", "true or false", value );
    }
    else if ( known && !relaxed && name != NULL && strcmp( name, "relaxed" ) == 0 && going( reader ) )
    {
        reader->result = ssError( ss_errorValue, "relaxed",
            "%s.relaxed = false; allowed: true beside the law relaxed", reader->where );
    }
    else if ( known )
    {
        contact->law = relaxed ? ss_contactFormRelaxed : ss_contactFormSaxce;
    }
}

static void readLaw( Reader* reader, const ssJson* object, ssProblemContact* contact )
{
    const char* name = lawOfContact( reader, object );
    contact->law = reader->law;
    contact->cone.variant = reader->variant;
    contact->cone.mu = numberOf( reader, object, "mu", 0.0 );
    contact->cone.muRoll = numberOf( reader, object, "mu_r", 0.0 );
    contact->cone.muSpin = numberOf( reader, object, "mu_s", 0.0 );
    bool planar = name != NULL && !nameLaw( name, &contact->law, &contact->cone.variant ) && going( reader );
    bool facets = ssJson_Member( object, "k" ) != NULL;
    if ( planar )
    {
        refuseIdle( reader, object, "relaxed", "a law coulomb, ellipsoidal, polyhedral or inscribed" );
        readPlanarLaw( reader, object, name, contact );
    }
    else
    {
        readRelaxed( reader, object, name, contact );
        refuseUnread( reader, object, 0 );
        refuseIdle( reader, object, "law_scale", "a law that is no cone" );
    }
    if ( planar || contact->cone.variant == ss_coneEllipsoidal )
    {
        refuseIdle( reader, object, "k", "a law coulomb, relaxed, polyhedral or inscribed" );
    }
    else if ( facets )
    {
        // k alone turns the disc into the circumscribed polygon
        bool plain = contact->cone.variant == ss_coneIntersection;
        contact->cone.variant = plain ? ss_coneCircumscribed : contact->cone.variant;
        contact->cone.facets = wholeOf( reader, object, "k", 0 );
        contact->cone.facetAngle = numberOf( reader, object, "facet_deg", 0.0 ) * ( SS_PI / 180.0 );
    }
    if ( !facets )
    {
        refuseIdle( reader, object, "facet_deg", "k" );
    }
}

// --------------------------------------------------------------------------------------------- bodies and contacts

static const char* const s_contactKeys[] = { "a", "b", "point", "normal", "tangent", "mu", "mu_r", "mu_s",
    "q", "law", "relaxed", "c", "d", "c_force", "k", "facet_deg", "law_scale", "law_dimension", "v_eps",
    "length", "regularisation", "patch_radius", "pressure", "tensor", "flow" };

static void setWhere( Reader* reader, const char* name, int i )
{
    size_t used = 0;
    for ( ; name[used] != 0; ++used )
    {
        reader->where[used] = name[used];
    }
    char digits[12];
    int count = 0;
    do
    {
        digits[count++] = (char)( '0' + i % 10 );
        i /= 10;
    } while ( i > 0 );
    reader->where[used++] = '[';
    while ( count > 0 )
    {
        reader->where[used++] = digits[--count];
    }
    reader->where[used++] = ']';
    reader->where[used] = 0;
}

static const ssJson* arrayOf( Reader* reader, const char* key, bool required )
{
    const ssJson* value = ssJson_Member( reader->root, key );
    reader->where[0] = 0;
    if ( ( value == NULL && required ) || ( value != NULL && !ssJson_IsArray( value ) ) )
    {
        refuseKind( reader, key, "an array", value );
    }
    return going( reader ) ? value : NULL;
}

static void readBodies( Reader* reader, const ssJson* array, ssProblemBody* bodies )
{
    static const char* const keys[] = { "mass", "inertia", "orientation", "position" };
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && going( reader ); ++i, value = ssJson_Next( value ) )
    {
        setWhere( reader, "bodies", i );
        bodies[i] = ssDefaultProblemBody();
        if ( !ssJson_IsObject( value ) )
        {
            refuseKind( reader, "", "an object", value );
            return;
        }
        checkKeys( reader, value, keys, SS_COUNT( keys ) );
        double o[4];
        bodies[i].mass = numberOf( reader, value, "mass", 0.0 );
        vectorOf( reader, value, "inertia", true, &bodies[i].inertia );
        vectorOf( reader, value, "position", true, &bodies[i].position );
        if ( numbersOf( reader, value, "orientation", 4, o ) )
        {
            bodies[i].orientation = ( ssQuat ){ o[0], o[1], o[2], o[3] };
        }
    }
}

static void readContacts( Reader* reader, const ssJson* array, bool geometry, ssProblemContact* contacts )
{
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && going( reader ); ++i, value = ssJson_Next( value ) )
    {
        setWhere( reader, "contacts", i );
        contacts[i] = ssDefaultProblemContact( reader->dimension );
        if ( !ssJson_IsObject( value ) )
        {
            refuseKind( reader, "", "an object", value );
            return;
        }
        checkKeys( reader, value, s_contactKeys, SS_COUNT( s_contactKeys ) );
        if ( geometry )
        {
            contacts[i].a = wholeOf( reader, value, "a", -1 );
            contacts[i].b = wholeOf( reader, value, "b", -1 );
            vectorOf( reader, value, "point", true, &contacts[i].point );
            vectorOf( reader, value, "normal", true, &contacts[i].normal );
            vectorOf( reader, value, "tangent", false, &contacts[i].tangent );
        }
        if ( going( reader ) )
        {
            readLaw( reader, value, &contacts[i] );
        }
    }
}

static void readRows( Reader* reader, const ssJson* array, const char* name, bool box, ssProblemRow* rows )
{
    static const char* const keys[] = { "a", "b", "jacobian_a", "jacobian_b", "q", "lo", "hi" };
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && going( reader ); ++i, value = ssJson_Next( value ) )
    {
        setWhere( reader, name, i );
        rows[i] = ( ssProblemRow ){ .lo = -(double)INFINITY, .hi = (double)INFINITY };
        if ( !ssJson_IsObject( value ) )
        {
            refuseKind( reader, "", "an object", value );
            return;
        }
        checkKeys( reader, value, keys, box ? 7 : 5 );
        rows[i].a = wholeOf( reader, value, "a", -1 );
        rows[i].b = wholeOf( reader, value, "b", -1 );
        rows[i].q = numberOf( reader, value, "q", 0.0 );
        rows[i].lo = numberOf( reader, value, "lo", rows[i].lo );
        rows[i].hi = numberOf( reader, value, "hi", rows[i].hi );
        numbersOf( reader, value, "jacobian_a", 6, rows[i].jacobianA );
        numbersOf( reader, value, "jacobian_b", 6, rows[i].jacobianB );
    }
}

/// Planar laws were collected before there was a problem.
typedef struct Laws
{
    ssLaw* table;
    ssLawDef* defs;
    int count;
} Laws;

static Laws takeLaws( ssProblem* problem )
{
    Laws laws = { problem->lawTable, problem->lawDefs, problem->lawCount };
    problem->lawTable = NULL;
    problem->lawDefs = NULL;
    problem->lawCount = 0;
    return laws;
}

static void giveLaws( ssProblem* problem, Laws laws )
{
    problem->lawTable = laws.table;
    problem->lawDefs = laws.defs;
    problem->lawCount = laws.count;
}

/// How much of the laws' sets is left, where some contact says so.
static void readScale( Reader* reader, const ssJson* contact, int i )
{
    ssProblem* problem = reader->problem;
    if ( ssJson_Member( contact, "law_scale" ) == NULL )
    {
        return;
    }
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
    problem->lawScale[i] = numberOf( reader, contact, "law_scale", 1.0 );
}

/// What goes into the problem's own arrays. A contact's own q goes before what the free velocity gives.
static void readContactNumbers( Reader* reader, const ssJson* array )
{
    const ssJson* value = array != NULL ? ssJson_First( array ) : NULL;
    for ( int i = 0; value != NULL && going( reader ); ++i, value = ssJson_Next( value ) )
    {
        setWhere( reader, "contacts", i );
        numbersOf( reader, value, "q", reader->dimension,
            reader->problem->q + (size_t)i * (size_t)reader->dimension );
        readScale( reader, value, i );
    }
    reader->where[0] = 0;
}

static void readCompliance( Reader* reader )
{
    ssProblem* problem = reader->problem;
    int size = ssProblem_Size( problem );
    const ssJson* value = ssJson_Member( reader->root, "compliance" );
    bool none = value == NULL || ( ssJson_IsArray( value ) && ssJson_Count( value ) == 0 );
    if ( none || !going( reader ) )
    {
        return;
    }
    problem->compliance = ssAlloc( ( (size_t)size + 1 ) * sizeof( double ) );
    if ( problem->compliance == NULL )
    {
        reader->result = problemNoMemory();
        return;
    }
    numbersOf( reader, reader->root, "compliance", size, problem->compliance );
}

static void buildFromBodies( Reader* reader )
{
    const ssJson* bodyArray = arrayOf( reader, "bodies", true );
    const ssJson* contactArray = arrayOf( reader, "contacts", true );
    const ssJson* bilateral = arrayOf( reader, "bilateral", false );
    const ssJson* box = arrayOf( reader, "box", false );
    if ( !going( reader ) )
    {
        return;
    }
    int bodyCount = ssJson_Count( bodyArray ), contactCount = ssJson_Count( contactArray );
    int first = bilateral != NULL ? ssJson_Count( bilateral ) : 0;
    int rowCount = first + ( box != NULL ? ssJson_Count( box ) : 0 );
    ssProblemBody* bodies = ssAlloc( ( (size_t)bodyCount + 1 ) * sizeof( ssProblemBody ) );
    ssProblemContact* contacts = ssAlloc( ( (size_t)contactCount + 1 ) * sizeof( ssProblemContact ) );
    ssProblemRow* rows = ssAlloc( ( (size_t)rowCount + 1 ) * sizeof( ssProblemRow ) );
    double* free = ssAlloc( ( (size_t)bodyCount + 1 ) * 6 * sizeof( double ) );
    if ( bodies == NULL || contacts == NULL || rows == NULL || free == NULL )
    {
        reader->result = problemNoMemory();
    }
    else
    {
        readBodies( reader, bodyArray, bodies );
        readContacts( reader, contactArray, true, contacts );
        readRows( reader, bilateral, "bilateral", false, rows );
        readRows( reader, box, "box", true, rows + first );
        reader->where[0] = 0;
        bool moving = numbersOf( reader, reader->root, "free_velocity", 6 * bodyCount, free );
        Laws laws = takeLaws( reader->problem );
        if ( going( reader ) )
        {
            reader->result = ssProblem_FromBodies( reader->dimension, bodies, bodyCount, contacts,
                contactCount, rows, rowCount, moving ? free : NULL, reader->problem );
        }
        giveLaws( reader->problem, laws );
        readContactNumbers( reader, going( reader ) ? contactArray : NULL );
    }
    ssRelease( bodies );
    ssRelease( contacts );
    ssRelease( rows );
    ssRelease( free );
}

// ------------------------------------------------------------------------------------------------- explicit blocks

typedef struct Explicit
{
    int *rows, *columns;
    double *blocks, *q;
    ssCone* cones;
    ssProblemContact* contacts;
} Explicit;

static void readBlocks( Reader* reader, const ssJson* array, Explicit* w )
{
    int d = reader->dimension;
    const ssJson* value = ssJson_First( array );
    for ( int k = 0; value != NULL && going( reader ); ++k, value = ssJson_Next( value ) )
    {
        setWhere( reader, "w.blocks", k );
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
            refuseKind( reader, "", "[row, column, [dimension² numbers]]", value );
            return;
        }
        w->rows[k] = (int)i;
        w->columns[k] = (int)j;
    }
    reader->where[0] = 0;
}

static void buildFromBlocks( Reader* reader, const ssJson* w )
{
    const ssJson* blockArray = ssJson_IsObject( w ) ? ssJson_Member( w, "blocks" ) : NULL;
    const ssJson* contactArray = arrayOf( reader, "contacts", true );
    if ( going( reader ) && ( blockArray == NULL || !ssJson_IsArray( blockArray ) ) )
    {
        refuseKind( reader, "w", "an object with an array \"blocks\"", w );
    }
    if ( going( reader ) &&
        ( ssJson_Member( reader->root, "bilateral" ) != NULL ||
            ssJson_Member( reader->root, "box" ) != NULL || ssJson_Member( reader->root, "bodies" ) != NULL ||
            ssJson_Member( reader->root, "free_velocity" ) != NULL ) )
    {
        reader->result = ssError(
            ss_errorFormat, "w", "a problem has either \"w\" or \"bodies\", \"bilateral\" and \"box\"" );
    }
    if ( !going( reader ) )
    {
        return;
    }
    int n = ssJson_Count( contactArray ), d = reader->dimension, count = ssJson_Count( blockArray );
    size_t blocks = (size_t)count + 1, contacts = (size_t)n + 1;
    Explicit e = { .rows = ssAlloc( blocks * sizeof( int ) ),
        .columns = ssAlloc( blocks * sizeof( int ) ),
        .blocks = ssAlloc( blocks * (size_t)( d * d ) * sizeof( double ) ),
        .q = ssAlloc( contacts * (size_t)d * sizeof( double ) ),
        .cones = ssAlloc( contacts * sizeof( ssCone ) ),
        .contacts = ssAlloc( contacts * sizeof( ssProblemContact ) ) };
    if ( !e.rows || !e.columns || !e.blocks || !e.q || !e.cones || !e.contacts )
    {
        reader->result = problemNoMemory();
    }
    else
    {
        readBlocks( reader, blockArray, &e );
        readContacts( reader, contactArray, false, e.contacts );
        reader->where[0] = 0;
        numbersOf( reader, reader->root, "q", n * d, e.q );
        for ( int i = 0; i < n; ++i )
        {
            e.cones[i] = e.contacts[i].cone;
        }
        Laws laws = takeLaws( reader->problem );
        if ( going( reader ) )
        {
            reader->result = ssProblem_FromBlocks( d, n, count, e.rows, e.columns, e.blocks, e.q, e.cones,
                ss_contactFormSaxce, reader->problem );
        }
        giveLaws( reader->problem, laws );
        for ( int i = 0; i < n && going( reader ); ++i )
        {
            reader->problem->laws[i] = (uint8_t)e.contacts[i].law;
            reader->problem->lawIndex[i] = e.contacts[i].lawIndex;
        }
        readContactNumbers( reader, going( reader ) ? contactArray : NULL );
    }
    void* owned[] = { e.rows, e.columns, e.blocks, e.q, e.cones, e.contacts };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssRelease( owned[i] );
    }
}

// ------------------------------------------------------------------------------------------------------------ whole

static void readHead( Reader* reader )
{
    static const char* const keys[] = { "format", "version", "law", "dimension", "bodies", "contacts",
        "bilateral", "box", "compliance", "free_velocity", "w", "q" };
    const ssJson* root = reader->root;
    const ssJson* format = ssJson_IsObject( root ) ? ssJson_Member( root, "format" ) : NULL;
    const char* name = format != NULL ? ssJson_Text( format ) : NULL;
    if ( name == NULL || strcmp( name, "slipstick-problem" ) != 0 )
    {
        reader->result = ssError( ss_errorFormat, "format",
            "this JSON is no contact problem: \"format\" must be "
            "\"slipstick-problem\"" );
        return;
    }
    checkKeys( reader, root, keys, SS_COUNT( keys ) );
    double version = numberOf( reader, root, "version", 0.0 );
    if ( going( reader ) && version != 1.0 )
    {
        reader->result = ssError( ss_errorValue, "version", "version = %g; this program reads 1", version );
    }
    reader->dimension = wholeOf( reader, root, "dimension", 0 );
    if ( going( reader ) && reader->dimension != 3 && reader->dimension != 5 && reader->dimension != 6 )
    {
        reader->result =
            ssError( ss_errorValue, "dimension", "dimension = %d; allowed: 3, 5 or 6", reader->dimension );
    }
    const ssJson* law = ssJson_Member( root, "law" );
    const char* lawName = law != NULL ? ssJson_Text( law ) : "coulomb";
    if ( going( reader ) && ( lawName == NULL || !nameLaw( lawName, &reader->law, &reader->variant ) ) )
    {
        reader->result = ssError( ss_errorUnknown, "law",
            "law = '%.40s'; allowed: coulomb, relaxed or ellipsoidal", lawName != NULL ? lawName : "" );
    }
}

ssResult ioReadJsonProblem( const char* text, size_t length, ssProblem* problem )
{
    Reader reader = { .problem = problem };
    ssJson* document = ssJson_Parse( text, length, &reader.result );
    if ( document == NULL )
    {
        return reader.result;
    }
    reader.root = document;
    readHead( &reader );
    if ( going( &reader ) )
    {
        const ssJson* w = ssJson_Member( document, "w" );
        if ( w != NULL )
        {
            buildFromBlocks( &reader, w );
        }
        else
        {
            buildFromBodies( &reader );
        }
    }
    readCompliance( &reader );
    if ( going( &reader ) )
    {
        reader.result = ssProblem_Check( problem );
    }
    ssJson_Free( document );
    return reader.result;
}
