// SPDX-License-Identifier: MIT
#include "slipstick/problem.h"
#include "law/law_private.h"
#include "problem/problem_private.h"

#include <string.h>

// The contact problem as a value: defaults, lifetime, checks, and the laws it contains.

ssProblemBody ssDefaultProblemBody( void )
{
    return ( ssProblemBody ){ .mass = 1.0, .inertia = { 1.0, 1.0, 1.0 }, .orientation = ssQuat_Identity() };
}

ssProblemContact ssDefaultProblemContact( int dimension )
{
    return ( ssProblemContact ){
        .a = -1, .b = 0, .normal = { 0.0, 0.0, 1.0 }, .cone = { .dimension = dimension, .mu = 0.5 }
    };
}

ssVec3 ssContactTangent( ssVec3 normal )
{
    ssVec3 n = ssVec3_Scale( 1.0 / ssVec3_Length( normal ), normal );
    ssVec3 axis = fabs( n.x ) < 0.9 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 );
    ssVec3 t = ssVec3_MulAdd( axis, -ssVec3_Dot( axis, n ), n );
    return ssVec3_Scale( 1.0 / ssVec3_Length( t ), t );
}

int ssProblem_Size( const ssProblem* problem )
{
    return problem->contactCount * problem->dimension + problem->rowCount;
}

bool ssProblem_IsExplicit( const ssProblem* problem ) { return problem->blockStart != NULL; }

bool problemAllocate( ssProblem* problem, int dimension, int contactCount )
{
    size_t n = (size_t)contactCount + 1; // never 0 bytes
    problem->dimension = dimension;
    problem->contactCount = contactCount;
    problem->cones = ssAlloc( n * sizeof( ssCone ) );
    problem->laws = ssAlloc( n * sizeof( uint8_t ) );
    problem->lawIndex = ssAlloc( n * sizeof( int ) );
    problem->q = ssAlloc( n * (size_t)dimension * sizeof( double ) );
    return problem->cones != NULL && problem->laws != NULL && problem->lawIndex != NULL && problem->q != NULL;
}

void ssProblem_Destroy( ssProblem* problem )
{
    if ( problem == NULL ) { return; }
    for ( int i = 0; i < problem->lawCount; ++i ) { ssLaw_Destroy( &problem->lawTable[i] ); }
    void* owned[] = { problem->cones, problem->laws, problem->lawIndex, problem->lawScale, problem->lawTable,
        problem->lawDefs, problem->lawSites, problem->lawStates, problem->q, problem->compliance,
        problem->bodies, problem->inverseMass, problem->inverseInertia, problem->freeVelocity, problem->bodyA,
        problem->bodyB, problem->points, problem->frames, problem->armsA, problem->armsB, problem->rows,
        problem->blockStart, problem->blockColumn, problem->blocks };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssRelease( owned[i] ); }
    *problem = ( ssProblem ){ 0 };
}

ssResult ssProblem_AddLaw( ssProblem* problem, const ssLawDef* def, int* index )
{
    size_t count = (size_t)problem->lawCount;
    ssLaw law = { 0 };
    SS_TRY( ssMakeLaw( def, &law ) );
    ssLaw* table =
        ssArena_Grow( NULL, problem->lawTable, count * sizeof( ssLaw ), ( count + 1 ) * sizeof( ssLaw ) );
    problem->lawTable = table != NULL ? table : problem->lawTable;
    ssLawDef* defs = ssArena_Grow(
        NULL, problem->lawDefs, count * sizeof( ssLawDef ), ( count + 1 ) * sizeof( ssLawDef ) );
    problem->lawDefs = defs != NULL ? defs : problem->lawDefs;
    if ( table == NULL || defs == NULL )
    {
        ssLaw_Destroy( &law );
        return problemNoMemory();
    }
    table[count] = law;
    defs[count] = law.def;
    problem->lawCount += 1;
    *index = (int)count;
    return ssOk();
}

ssResult ssProblem_SetLaw( ssProblem* problem, const ssLawDef* def )
{
    int index = 0;
    SS_TRY( ssProblem_AddLaw( problem, def, &index ) );
    const ssLaw* law = problem->lawTable + index;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        problem->laws[i] = ss_contactFormPlanar;
        problem->lawIndex[i] = index;
        problem->cones[i].muRoll = law->dimension >= 5 ? law->def.muRoll : problem->cones[i].muRoll;
        problem->cones[i].muSpin = law->dimension >= 6 ? law->def.muSpin : problem->cones[i].muSpin;
    }
    ssRelease( problem->lawScale );
    problem->lawScale = NULL;
    return ssOk();
}

ssResult problemNoMemory( void )
{
    return ssError( ss_errorMemory, NULL, "out of memory for the contact problem" );
}

/// Whether the problem can be computed with a number of this size. SS_PROBLEM_LARGEST has the reason.
static bool isUsable( double x )
{
    return fabs( x ) <= SS_PROBLEM_LARGEST; // false for a NaN
}

static ssResult checkLaw( const ssProblem* problem, int i, const ssLaw* law )
{
    unsigned flags = ssLaw_Flags( law );
    double scale = problem->lawScale != NULL ? problem->lawScale[i] : 1.0;
    if ( ( flags & ss_lawFlagVelocity ) != 0 && law->def.kind < ss_lawKindCount )
    {
        return ssError( ss_errorValue, "law",
            "contact %d: a frozen problem cannot hold a Stribeck curve, only its value at one speed: "
            "law_scale",
            i );
    }
    if ( law->def.kind == ss_lawKindTristate )
    {
        return ssError( ss_errorValue, "law",
            "contact %d: the tristate law has no solution where Coulomb's law sticks; use coulomb, and mu = "
            "0 for contacts that began at rest",
            i );
    }
    if ( ( flags & ss_lawFlagPatch ) != 0 && problem->dimension < 6 && !law->frictionless )
    {
        return ssError( ss_errorValue, "dimension",
            "contact %d: dimension = %d; the law %s couples sliding and spinning and needs 6", i,
            problem->dimension, law->type->name );
    }
    if ( !( scale >= 0.0 && isUsable( scale ) ) )
    {
        return ssError( ss_errorValue, "law_scale", "contact %d: law_scale = %g; allowed: 0 to %g", i, scale,
            SS_PROBLEM_LARGEST );
    }
    return ssOk();
}

static ssResult checkCoefficients( const ssCone* cone, int i )
{
    const struct
    {
        const char* name;
        double value;
    } coefficients[] = { { "mu", cone->mu }, { "mu_r", cone->muRoll }, { "mu_s", cone->muSpin } };
    for ( int k = 0; k < SS_COUNT( coefficients ); ++k )
    {
        if ( !isUsable( coefficients[k].value ) )
        {
            return ssError( ss_errorValue, coefficients[k].name, "contact %d: %s = %g; allowed: 0 to %g", i,
                coefficients[k].name, coefficients[k].value, SS_PROBLEM_LARGEST );
        }
    }
    return ssOk();
}

static ssResult checkContact( const ssProblem* problem, int i )
{
    const ssCone* cone = &problem->cones[i];
    ssResult result = ssCheckCone( cone );
    if ( result.code != ss_ok )
    {
        char message[sizeof( result.message )];
        memcpy( message, result.message, sizeof( message ) );
        return ssError( result.code, result.field, "contact %d: %.200s", i, message );
    }
    SS_TRY( checkCoefficients( cone, i ) );
    if ( cone->dimension != problem->dimension )
    {
        return ssError( ss_errorValue, "dimension", "contact %d has dimension %d, the problem %d", i,
            cone->dimension, problem->dimension );
    }
    if ( problem->laws[i] > ss_contactFormPlanar )
    {
        return ssError( ss_errorValue, "law", "contact %d: unknown form of contact %d", i, problem->laws[i] );
    }
    if ( problem->laws[i] == ss_contactFormPlanar )
    {
        if ( problem->lawIndex[i] < 0 || problem->lawIndex[i] >= problem->lawCount )
        {
            return problem->lawCount == 0
                ? ssError( ss_errorValue, "law",
                      "contact %d has a planar law, and the problem has none; ssProblem_AddLaw adds one", i )
                : ssError( ss_errorValue, "law", "contact %d has law %d; allowed: 0 to %d", i,
                      problem->lawIndex[i], problem->lawCount - 1 );
        }
        SS_TRY( checkLaw( problem, i, &problem->lawTable[problem->lawIndex[i]] ) );
    }
    for ( int k = 0; k < problem->dimension; ++k )
    {
        double q = problem->q[i * problem->dimension + k];
        if ( !isUsable( q ) )
        {
            return ssError( ss_errorValue, "q", "contact %d: component %d of q is %g; allowed: -%g to %g", i,
                k, q, SS_PROBLEM_LARGEST, SS_PROBLEM_LARGEST );
        }
    }
    return ssOk();
}

static ssResult checkRow( const ssProblem* problem, int i )
{
    const ssProblemRow* row = &problem->rows[i];
    bool known = row->a >= -1 && row->a < problem->bodyCount && row->b >= -1 && row->b < problem->bodyCount;
    bool finite = isfinite( row->q ) && row->lo <= row->hi && !isnan( row->lo ) &&
        row->lo < (double)INFINITY && row->hi > -(double)INFINITY;
    double size = 0.0, largest = fabs( row->q );
    for ( int k = 0; k < 6; ++k )
    {
        finite = finite && isfinite( row->jacobianA[k] ) && isfinite( row->jacobianB[k] );
        size += ( row->a >= 0 ? fabs( row->jacobianA[k] ) : 0.0 ) +
            ( row->b >= 0 ? fabs( row->jacobianB[k] ) : 0.0 );
        largest = ssMax( largest, ssMax( fabs( row->jacobianA[k] ), fabs( row->jacobianB[k] ) ) );
    }
    if ( !known || !finite || !( size > 0.0 ) )
    {
        return ssError( ss_errorValue, "rows", "row %d: %s", i,
            !known       ? "there is no such body"
                : finite ? "its jacobians are zero, so that no body moves it"
                         : "numbers must be finite and lo <= hi" );
    }
    if ( !isUsable( largest ) )
    {
        return ssError( ss_errorValue, "rows", "row %d: its q or its jacobians reach %g; allowed: -%g to %g",
            i, largest, SS_PROBLEM_LARGEST, SS_PROBLEM_LARGEST );
    }
    // Larger bounds are as good as none, but the multiplier needs room below them.
    if ( row->lo > SS_PROBLEM_LARGEST || row->hi < -SS_PROBLEM_LARGEST )
    {
        return ssError( ss_errorValue, "rows",
            "row %d: lo = %g and hi = %g leave no multiplier between -%g and %g, the allowed ones", i,
            row->lo, row->hi, SS_PROBLEM_LARGEST, SS_PROBLEM_LARGEST );
    }
    return ssOk();
}

static ssResult checkBodies( const ssProblem* problem )
{
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i];
        if ( a < -1 || a >= problem->bodyCount || b < -1 || b >= problem->bodyCount )
        {
            return ssError( ss_errorValue, a < -1 || a >= problem->bodyCount ? "a" : "b",
                "contact %d is between bodies %d and %d; allowed: -1 to %d", i, a, b,
                problem->bodyCount - 1 );
        }
        if ( a == b )
        {
            return ssError( ss_errorValue, "b", "contact %d touches body %d on both sides", i, a );
        }
    }
    for ( int i = 0; i < problem->rowCount; ++i ) { SS_TRY( checkRow( problem, i ) ); }
    return ssOk();
}

static ssResult checkBlocks( const ssProblem* problem )
{
    int n = problem->contactCount, d = problem->dimension;
    for ( int i = 0; i < n; ++i )
    {
        bool diagonal = false;
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            const double* block = problem->blocks + (size_t)k * (size_t)( d * d );
            diagonal = diagonal || problem->blockColumn[k] == i;
            for ( int c = 0; c < d * d; ++c )
            {
                bool bad = problem->blockColumn[k] == i && c % ( d + 1 ) == 0 && !( block[c] > 0.0 );
                if ( !isUsable( block[c] ) || bad )
                {
                    return ssError( ss_errorValue, "w", "W: block (%d, %d), entry %d = %g; allowed: %s%g", i,
                        problem->blockColumn[k], c, block[c],
                        bad ? "> 0 on the diagonal, up to " : "a finite number of size up to ",
                        SS_PROBLEM_LARGEST );
                }
            }
        }
        if ( !diagonal ) { return ssError( ss_errorValue, "w", "W: contact %d has no diagonal block", i ); }
    }
    return ssOk();
}

ssResult ssProblem_Check( const ssProblem* problem )
{
    int d = problem->dimension;
    if ( d != 3 && d != 5 && d != 6 )
    {
        return ssError( ss_errorValue, "dimension", "dimension = %d; allowed: 3, 5 or 6", d );
    }
    for ( int i = 0; i < problem->contactCount; ++i ) { SS_TRY( checkContact( problem, i ) ); }
    int size = ssProblem_Size( problem );
    for ( int i = 0; i < size && problem->compliance != NULL; ++i )
    {
        if ( !( problem->compliance[i] >= 0.0 && isUsable( problem->compliance[i] ) ) )
        {
            return ssError( ss_errorValue, "compliance", "compliance %d = %g; allowed: 0 to %g", i,
                problem->compliance[i], SS_PROBLEM_LARGEST );
        }
    }
    return ssProblem_IsExplicit( problem ) ? checkBlocks( problem ) : checkBodies( problem );
}

unsigned ssProblem_Flags( const ssProblem* problem )
{
    unsigned flags = 0;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssCone* cone = &problem->cones[i];
        flags |= cone->dimension >= 5 ? ss_lawFlagRolling : 0;
        flags |= cone->dimension == 6 ? ss_lawFlagSpinning : 0;
        if ( problem->laws[i] == ss_contactFormPlanar )
        {
            // ssProblem_Check refuses an index that is none.
            int index = problem->lawIndex[i];
            bool known = index >= 0 && index < problem->lawCount;
            unsigned own = known ? ssLaw_Flags( &problem->lawTable[index] ) & SS_LAWS_PLANAR : 0u;
            flags |= own != 0 ? own : (unsigned)ss_lawFlagAnisotropic;
            continue;
        }
        flags |= problem->laws[i] == ss_contactFormRelaxed ? ss_lawFlagRelaxed : ss_lawFlagCoulomb;
        flags |= cone->variant == ss_coneEllipsoidal ? ss_lawFlagEllipsoidal : 0;
        flags |= cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed
            ? ss_lawFlagPolyhedral
            : 0;
    }
    return flags;
}

// A problem as a value of its own. Unlike the file form, it has laws that are functions of the program.

/// NULL: there is nothing to copy, or no memory.
static void* copyOf( const void* from, size_t count, size_t size )
{
    void* copy = from != NULL ? ssAlloc( count * size + 1 ) : NULL;
    if ( copy != NULL && count > 0 ) { memcpy( copy, from, count * size ); }
    return copy;
}

// Copies an array; `enough` becomes false when there is no memory for it.
#define COPY( field, count )                                                        \
    ( to->field = copyOf( from->field, (size_t)( count ), sizeof( *from->field ) ), \
        enough = enough && ( to->field != NULL ) == ( from->field != NULL ) )

static bool copyContacts( const ssProblem* from, ssProblem* to )
{
    bool enough = true;
    int n = from->contactCount;
    COPY( cones, n );
    COPY( laws, n );
    COPY( lawIndex, n );
    COPY( lawScale, n );
    COPY( lawSites, n );
    COPY( lawStates, n * SS_LAW_MAX_STATES );
    COPY( q, n * from->dimension );
    COPY( compliance, n * from->dimension + from->rowCount );
    for ( int i = 0; i < n && enough && from->lawSites != NULL; ++i )
    {
        bool own = from->lawStates != NULL && from->lawSites[i].state != NULL;
        to->lawSites[i].state = own ? to->lawStates + (size_t)i * SS_LAW_MAX_STATES : NULL;
    }
    return enough;
}

static bool copyMatrix( const ssProblem* from, ssProblem* to )
{
    bool enough = true;
    int n = from->contactCount, bodies = from->bodyCount;
    int blocks = from->blockStart != NULL ? from->blockStart[n] : 0;
    COPY( bodies, bodies );
    COPY( inverseMass, bodies );
    COPY( inverseInertia, bodies );
    COPY( freeVelocity, 6 * bodies );
    COPY( bodyA, n );
    COPY( bodyB, n );
    COPY( points, n );
    COPY( frames, n );
    COPY( armsA, n );
    COPY( armsB, n );
    COPY( rows, from->rowCount );
    COPY( blockStart, n + 1 );
    COPY( blockColumn, blocks );
    COPY( blocks, blocks * from->dimension * from->dimension );
    return enough;
}

/// Makes the laws again, in the same order.
static ssResult copyLaws( const ssProblem* from, ssProblem* to )
{
    for ( int i = 0; i < from->lawCount; ++i )
    {
        ssLawDef def = from->lawTable[i].def;
        int index;
        lawGivePoints( &from->lawTable[i], &def );
        SS_TRY( ssProblem_AddLaw( to, &def, &index ) );
    }
    return ssOk();
}

ssResult problemCopy( const ssProblem* from, ssProblem* to )
{
    *to = ( ssProblem ){ from->contactCount, .dimension = from->dimension, .rowCount = from->rowCount,
        .bodyCount = from->bodyCount };
    ssResult result = copyContacts( from, to ) && copyMatrix( from, to ) ? ssOk() : problemNoMemory();
    result = result.code == ss_ok ? copyLaws( from, to ) : result;
    result = result.code == ss_ok ? ssProblem_Check( to ) : result;
    if ( result.code != ss_ok ) { ssProblem_Destroy( to ); }
    return result;
}

bool problemMakeEven( ssRoom* room, const ssProblem* problem, ssProblem* even )
{
    size_t bodies = (size_t)problem->bodyCount;
    *even = *problem;
    even->inverseMass = ssRoom_Take( room, bodies, sizeof( double ) );
    even->inverseInertia = ssRoom_Take( room, bodies, sizeof( ssMat3 ) );
    for ( int i = 0; i < problem->bodyCount && !room->failed; ++i )
    {
        even->inverseMass[i] = 1.0;
        double mass = problem->bodies[i].mass;
        const ssMat3* inverse = &problem->inverseInertia[i];
        even->inverseInertia[i] = ( ssMat3 ){ ssVec3_Scale( mass, inverse->cx ),
            ssVec3_Scale( mass, inverse->cy ), ssVec3_Scale( mass, inverse->cz ) };
    }
    return !room->failed;
}
