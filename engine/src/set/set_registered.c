// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "set/set_shape.h"

#include <string.h>

// Sets registered by programs and plugins: radius over angle, as the polygon through many points.

#define SAMPLES 720 // half a degree: as many as a typed law with a polar set has

static struct
{
    const ssSetType* type;
    const char* origin; // the plugin; NULL: the program
    unsigned members;   // bits of s_members
} s_registered[registrationMax];
static const char* s_names[registrationMax];
ssChoices ss_registeredSets = { .names = s_names };

static const char* const s_members[] = { "a", "b", "s", "l", "e", "mu", "beta_deg" };

static const ssSetType* typeOf( ssSetKind kind )
{
    return s_registered[(int)kind - (int)ss_setKindCount].type;
}

static double sampleAngle( int i ) { return 2.0 * SS_PI * i / SAMPLES; }

/// The radius in a direction, or a refusal that names the angle.
static ssResult radiusAt( const ssSetType* type, const ssSetDef* def, double theta, double* radius )
{
    *radius = type->radius( def, theta );
    return *radius > 0.0 && isfinite( *radius ) ? ssOk()
                                                : ssError( ss_errorValue, "kind",
                                                      "the set %.40s has the radius %g N at %.4g°; a set is "
                                                      "star-shaped about the origin: its radius is "
                                                      "a finite number > 0",
                                                      type->name, *radius, theta * SET_DEGREES );
}

static ssResult prepare( ssSet* set )
{
    const ssSetType* type = typeOf( set->def.kind );
    set->def.points = NULL;
    set->def.pointCount = 0;
    SS_TRY( setOwnPoints( set, SAMPLES ) );
    for ( int i = 0; i < SAMPLES; ++i )
    {
        double theta = sampleAngle( i ), radius;
        SS_TRY( radiusAt( type, &set->def, theta, &radius ) );
        set->owned[i] = ssVec2_Make( radius * ssCos( theta ), radius * ssSin( theta ) );
    }
    return setPreparePolygon( set, "kind" );
}

const setShape ss_setShapeRegistered = {
    .prepare = prepare,
    SET_POLYGON_FUNCTIONS,
};

/// A continuous radius changes less and less in smaller and smaller intervals; a jump stays as it is.
static ssResult checkInterval( const ssSetType* type, const ssSetDef* def, double low, double high )
{
    double below, above, middle;
    ssResult result = radiusAt( type, def, low, &below );
    result = result.code == ss_ok ? radiusAt( type, def, high, &above ) : result;
    for ( int i = 0; i < 40 && result.code == ss_ok && fabs( above - below ) > 0.01 * ssMax( above, below );
          ++i )
    {
        double at = 0.5 * ( low + high );
        result = radiusAt( type, def, at, &middle );
        bool lower = fabs( middle - below ) >= fabs( above - middle );
        *( lower ? &high : &low ) = at;
        *( lower ? &above : &below ) = middle;
    }
    if ( result.code == ss_ok && fabs( above - below ) > 0.01 * ssMax( above, below ) )
    {
        result = ssError( ss_errorValue, "radius",
            "its radius jumps at %.4g° from %g N to %g N; allowed: a continuous one", low * SET_DEGREES,
            below, above );
    }
    return result;
}

static ssResult checkRadius( registrationOf of, const ssSetType* type, const ssSetDef* def )
{
    double first = 0.0, last = 0.0;
    ssResult result = radiusAt( type, def, 0.0, &first );
    result = result.code == ss_ok ? radiusAt( type, def, 2.0 * SS_PI, &last ) : result;
    for ( int i = 0; i < SAMPLES && result.code == ss_ok; ++i )
    {
        result = checkInterval( type, def, sampleAngle( i ), sampleAngle( i + 1 ) );
    }
    if ( result.code == ss_ok && fabs( first - last ) > 1e-9 * first )
    {
        result = ssError( ss_errorValue, "radius",
            "the curve does not close: its radius is %g N at 0° and %g N at 360°", first, last );
    }
    return result.code == ss_ok ? result : ssRegistration_Refuse( of, "radius", "%.190s", result.message );
}

static ssResult checkConvex( registrationOf of, const ssSetType* type, const ssSetDef* def )
{
    ssSet set;
    ssResult result = ssMakeSet( def, &set );
    if ( result.code != ss_ok ) { return ssRegistration_Refuse( of, "radius", "%.190s", result.message ); }
    ssSetVerdict verdict = ssSet_IsConvex( &set );
    ssSet_Destroy( &set );
    return verdict.holds || !type->convex
        ? ssOk()
        : ssRegistration_Refuse( of, "convex",
              "it says that it is convex, but its boundary bends inwards at %.4g°", verdict.angleDeg );
}

/// Reads the names of the members that the radius depends on.
static ssResult readMembers( registrationOf of, const char* names, unsigned* members )
{
    *members = 0;
    for ( const char* at = names != NULL ? names : ""; *at != '\0'; )
    {
        size_t length = strcspn( at, " " );
        int found = -1;
        for ( int i = 0; i < SS_COUNT( s_members ); ++i )
        {
            found = strlen( s_members[i] ) == length && strncmp( s_members[i], at, length ) == 0 ? i : found;
        }
        if ( found < 0 && length > 0 )
        {
            return ssRegistration_Refuse( of, "members",
                "`members` names '%.*s'; allowed: a b s l e mu beta_deg, with spaces between them",
                (int)length, at );
        }
        *members |= length > 0 ? 1u << found : 0u;
        at += length + ( at[length] == ' ' ? 1 : 0 );
    }
    return ssOk();
}

ssResult ssRegisterSet( const ssSetType* type )
{
    registrationOf of = { "set", type != NULL ? type->name : NULL };
    int count = ss_registeredSets.count, same;
    unsigned members = 0;
    SS_TRY( ssRegistration_Begin( of, count ) );
    if ( ( same = ssFindSetKind( type->name ) ) >= 0 )
    {
        return ssRegistration_Taken( of, ssSetKind_Plugin( (ssSetKind)same ) );
    }
    if ( type->radius == NULL )
    {
        return ssRegistration_Refuse( of, "radius", "the function `radius` is missing" );
    }
    SS_TRY( readMembers( of, type->members, &members ) );
    // Entered first, because the functions of all sets find it by its kind.
    s_registered[count].type = type;
    s_registered[count].origin = ssRegistration_Origin();
    s_registered[count].members = members;
    s_names[count] = type->name;
    int mark = ssRegistration_Mark();
    ssRegistration_Add( &ss_registeredSets.count );
    ssSetDef def = ssDefaultSetDef( (ssSetKind)( (int)ss_setKindCount + count ) );
    ssResult result = checkRadius( of, type, &def );
    result = result.code == ss_ok ? checkConvex( of, type, &def ) : result;
    ssRegistration_Undo( result.code == ss_ok ? ssRegistration_Mark() : mark );
    return result;
}

const char* ssSetKind_Plugin( ssSetKind kind )
{
    bool registered = (int)kind >= (int)ss_setKindCount && (int)kind < ssSetKindTotal();
    return registered ? s_registered[(int)kind - (int)ss_setKindCount].origin : NULL;
}

ssSetDef setRegisteredDefaults( ssSetKind kind ) { return typeOf( kind )->defaults; }

bool setRegisteredUses( ssSetKind kind, const char* member )
{
    unsigned members = s_registered[(int)kind - (int)ss_setKindCount].members;
    for ( int i = 0; i < SS_COUNT( s_members ); ++i )
    {
        if ( strcmp( s_members[i], member ) == 0 ) { return ( members & 1u << i ) != 0; }
    }
    return false;
}
