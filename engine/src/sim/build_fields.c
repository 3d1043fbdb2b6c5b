// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <stdio.h>
#include <string.h>

// What parts are and have: kinds, defaults, fields with their ranges, and the checks of a build.

#define FAR 1e5 // [m] farthest place: beyond it a step of a millimetre is lost to rounding

static const char* const s_kinds[ss_partKindCount] = { "sphere", "box", "cylinder", "capsule",
    "hollow-sphere", "hoop", "hull", "ramp", "belt", "turntable", "wall" };
static const char* const s_joints[ss_buildJointKindCount] = { "ball", "hinge", "slider", "fixed" };
static const char* const s_looks[ss_lookCount] = { "plain", "wood", "ice", "steel", "rubber", "stone",
    "felt" };

const char* const* buildPartKinds( void ) { return s_kinds; }

const char* const* buildJointKinds( void ) { return s_joints; }

const char* const* buildLooks( void ) { return s_looks; }

const char* ssLookName( ssLook look )
{
    return (int)look >= 0 && look < ss_lookCount ? s_looks[look] : "unknown";
}

const char* ssPartKindName( ssPartKind kind )
{
    return (int)kind >= 0 && kind < ss_partKindCount ? s_kinds[kind] : "unknown";
}

const char* ssBuildJointKindName( ssBuildJointKind kind )
{
    return (int)kind >= 0 && kind < ss_buildJointKindCount ? s_joints[kind] : "unknown";
}

bool ssPartKind_CanMove( ssPartKind kind ) { return kind < ss_partRamp; }

static ssMaterial defaultMaterial( void )
{
    return ( ssMaterial ){ .mu = 0.5, .muRoll = 0.001, .muSpin = 0.001 };
}

ssPart ssDefaultPart( ssPartKind kind )
{
    ssPart part = { .kind = kind,
        .size = { 0.3, 0.3, 0.3 },
        .radius = 0.15,
        .length = 0.3,
        .shakeFrequency = 1.0,
        .shakeDirection = { 1.0, 0.0, 0.0 },
        .density = 1000.0,
        .material = defaultMaterial(),
        .colour = -1,
        .fixed = !ssPartKind_CanMove( kind ) };
    switch ( kind )
    {
        case ss_partHoop: part.length = 0.05; break;
        case ss_partRamp: part.size = ssVec3_Make( 2.0, 1.0, 0.7 ); break;
        case ss_partBelt:
            part.size = ssVec3_Make( 3.0, 0.8, 0.2 );
            part.speed = 1.0;
            break;
        case ss_partTurntable:
            part.radius = 1.0;
            part.length = 0.1;
            part.speed = 2.0;
            break;
        case ss_partWall: part.size = ssVec3_Make( 2.0, 0.1, 0.5 ); break;
        default: break;
    }
    return part;
}

ssBuildJoint ssDefaultBuildJoint( ssBuildJointKind kind )
{
    return ( ssBuildJoint ){ .kind = kind, .axis = { 0.0, 1.0, 0.0 } };
}

ssBuildGround ssDefaultBuildGround( void )
{
    return ( ssBuildGround ){ .on = true, .material = defaultMaterial() };
}

ssBuild ssDefaultBuild( void )
{
    return ( ssBuild ){ .gravity = { 0.0, 0.0, -9.81 }, .ground = ssDefaultBuildGround() };
}

// clang-format off
#define AT( member ) .offset = offsetof( ssPart, member )
#define NUMBER( Key, Symbol, Label, Unit, Doc ) .key = Key, .symbol = Symbol, .label = Label, .unit = Unit, \
    .doc = Doc
static const ssPartField s_fields[] = {
    { NUMBER( "size", "size", "size", "m", "Lengths along x, y and z." ), AT( size ), .kind = ss_fieldVector,
        .min = 0.02, .max = 5.0, .allowedMax = 1e3, .positive = true },
    { NUMBER( "radius", "R", "radius", "m", "Of the sphere, cylinder or disk." ), AT( radius ),
        .min = 0.02, .max = 2.0, .allowedMax = 1e3, .positive = true },
    { NUMBER( "length", "l", "length", "m", "Along its axis; of a capsule between the centres of its ends." ),
        AT( length ),
        .min = 0.02, .max = 5.0, .allowedMax = 1e3, .positive = true },
    { NUMBER( "position", "x", "position", "m", "Where its middle is when the run begins." ), AT( position ),
        .kind = ss_fieldVector,
        .min = -5.0, .max = 5.0, .allowedMin = -FAR, .allowedMax = FAR },
    { NUMBER( "turn_deg", "turn", "turn", "°",
        "Its orientation: the axis it is turned about times the angle." ), AT( turnDeg ),
        .kind = ss_fieldVector, .min = -180.0, .max = 180.0, .allowedMin = -3600.0, .allowedMax = 3600.0 },
    { NUMBER( "velocity", "v", "velocity", "m/s", "Of its centre of mass when the run begins." ),
        AT( velocity ), .kind = ss_fieldVector,
        .min = -10.0, .max = 10.0, .allowedMin = -1e4, .allowedMax = 1e4 },
    { NUMBER( "omega", "ω", "angular velocity", "rad/s", "When the run begins." ), AT( omega ),
        .kind = ss_fieldVector,
        .min = -50.0, .max = 50.0, .allowedMin = -1e5, .allowedMax = 1e5 },
    { NUMBER( "fixed", "fixed", "fixed", "", "Nothing moves it." ), AT( fixed ), .kind = ss_fieldFlag,
        .max = 1.0, .allowedMax = 1.0 },
    { NUMBER( "speed", "speed", "speed", "m/s",
        "Of a belt along its x in m/s; of a turntable about its axis in rad/s." ), AT( speed ),
        .min = -5.0, .max = 5.0, .allowedMin = -1e4, .allowedMax = 1e4 },
    { NUMBER( "shake_amplitude", "A", "amplitude of shaking", "m",
        "It is at A (1 - cos 2π f t) from its place; 0: it does not shake." ),
        AT( shakeAmplitude ), .max = 0.2, .allowedMax = 100.0 },
    { NUMBER( "shake_frequency", "f", "frequency of shaking", "Hz", "Oscillations per second." ),
        AT( shakeFrequency ),
        .max = 10.0, .allowedMax = 1e4 },
    { NUMBER( "shake_direction", "direction", "direction of shaking", "", "Any length." ),
        AT( shakeDirection ), .kind = ss_fieldVector,
        .min = -1.0, .max = 1.0, .allowedMin = -1e6, .allowedMax = 1e6 },
    { NUMBER( "density", "ρ", "density", "kg/m³",
        "Of everything inside its surface, where no mass is given." ), AT( density ),
        .min = 10.0, .max = 20000.0, .allowedMax = 1e9, .positive = true },
    { NUMBER( "mass", "m", "mass", "kg", "0: from the density." ), AT( mass ), .max = 100.0,
        .allowedMax = 1e12 },
    { NUMBER( "centre", "c", "centre of mass", "m",
        "From that of a uniform body, in coordinates of the part: a loaded die, a tippe top." ), AT( centre ),
        .kind = ss_fieldVector, .min = -0.1, .max = 0.1, .allowedMin = -1e3, .allowedMax = 1e3 },
    { NUMBER( "inertia", "I", "moments of inertia", "kg m²",
        "About its axes through the centre of mass; 0: as of a uniform body." ), AT( inertia ),
        .kind = ss_fieldVector, .max = 1.0, .allowedMax = 1e12 },
    { NUMBER( "mu", "μ", "sliding friction coefficient", "",
        "A contact has the geometric mean of both sides." ), AT( material.mu ),
        .max = 1.5, .allowedMax = 1e6 },
    { NUMBER( "mu_r", "μ_r", "rolling resistance length", "m",
        "A contact has the geometric mean of both sides." ), AT( material.muRoll ),
        .max = 0.1, .allowedMax = 1e6 },
    { NUMBER( "mu_s", "μ_s", "spinning resistance length", "m",
        "A contact has the geometric mean of both sides." ), AT( material.muSpin ),
        .max = 0.1, .allowedMax = 1e6 },
    { NUMBER( "restitution", "e", "restitution", "", "A contact has the geometric mean of both sides." ),
        AT( material.restitution ),
        .max = 1.0, .allowedMax = 1.0 },
    { NUMBER( "colour", "colour", "colour", "", "Number of a colour; -1: by what its contacts do." ),
        AT( colour ), .kind = ss_fieldInteger,
        .min = -1.0, .max = SS_BUILD_COLOURS - 1, .allowedMin = -1.0, .allowedMax = SS_BUILD_COLOURS - 1 },
    { NUMBER( "look", "look", "surface", "", "What it seems to be made of. Its friction stays as it is." ),
        AT( look ), .kind = ss_fieldChoice, .max = ss_lookCount - 1, .allowedMax = ss_lookCount - 1,
        .names = s_looks },
    { NUMBER( "thrown", "thrown", "thrown", "", "A reset removes it." ), AT( thrown ), .kind = ss_fieldFlag,
        .max = 1.0, .allowedMax = 1.0 },
};
// clang-format on

int ssPartFieldCount( void ) { return SS_COUNT( s_fields ); }

const ssPartField* ssGetPartField( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_fields ) );
    return s_fields + index;
}

static bool isBoxy( ssPartKind kind )
{
    return kind == ss_partBox || kind == ss_partRamp || kind == ss_partBelt || kind == ss_partWall;
}

bool ssPart_Has( const ssPart* part, const ssPartField* field )
{
    ssPartKind kind = part->kind;
    bool round = !isBoxy( kind ) && kind != ss_partHull,
         ball = kind == ss_partSphere || kind == ss_partHollowSphere;
    switch ( field->offset )
    {
        case offsetof( ssPart, size ): return isBoxy( kind );
        case offsetof( ssPart, radius ): return round;
        case offsetof( ssPart, length ): return round && !ball;
        case offsetof( ssPart, velocity ):
        case offsetof( ssPart, omega ):
        case offsetof( ssPart, density ):
        case offsetof( ssPart, mass ):
        case offsetof( ssPart, centre ):
        case offsetof( ssPart, inertia ): return !part->fixed && ssPartKind_CanMove( kind );
        case offsetof( ssPart, fixed ): return ssPartKind_CanMove( kind );
        case offsetof( ssPart, speed ): return kind == ss_partBelt || kind == ss_partTurntable;
        case offsetof( ssPart, shakeAmplitude ):
        case offsetof( ssPart, shakeFrequency ):
        case offsetof( ssPart, shakeDirection ): return part->fixed || !ssPartKind_CanMove( kind );
        default: return true;
    }
}

int buildFieldValues( const ssPart* part, const ssPartField* field, double values[3] )
{
    const char* at = (const char*)part + field->offset;
    switch ( field->kind )
    {
        case ss_fieldVector: memcpy( values, at, 3 * sizeof( double ) ); return 3;
        case ss_fieldFlag: values[0] = *(const bool*)at ? 1.0 : 0.0; return 1;
        case ss_fieldInteger:
        case ss_fieldChoice: // an enum without negative values is an unsigned int, of the same size and bits
            values[0] = *(const int*)(const void*)at;
            return 1;
        case ss_fieldNumber:
        default: memcpy( values, at, sizeof( double ) ); return 1;
    }
}

void buildPartWhere( const ssPart* part, char* text, int capacity )
{
    if ( part->name[0] != '\0' ) { snprintf( text, (size_t)capacity, "part %d '%s'", part->id, part->name ); }
    else { snprintf( text, (size_t)capacity, "part %d (%s)", part->id, ssPartKindName( part->kind ) ); }
}

static ssResult checkField( const ssPart* part, const ssPartField* field )
{
    static const char* const parts[3] = { ".x", ".y", ".z" };
    double values[3];
    int count = buildFieldValues( part, field, values );
    for ( int i = 0; i < count; ++i )
    {
        bool low = field->positive ? values[i] > field->allowedMin : values[i] >= field->allowedMin;
        if ( !( low && values[i] <= field->allowedMax ) )
        {
            char where[80];
            buildPartWhere( part, where, sizeof where );
            return ssError( ss_errorValue, field->key, "%s: %s%s = %g; allowed: %s%g to %g%s%s", where,
                field->key, count == 3 ? parts[i] : "", values[i], field->positive ? "more than " : "",
                field->allowedMin, field->allowedMax, field->unit[0] != '\0' ? " " : "", field->unit );
        }
    }
    return ssOk();
}

ssResult buildCheckLaw( const char* law, const char* where, const char** text )
{
    *text = NULL;
    if ( law == NULL || law[0] == '\0' ) { return ssOk(); }
    if ( strlen( law ) >= SS_BUILD_LAW_CAPACITY )
    {
        return ssError( ss_errorValue, "law", "%s: law has %zu bytes; allowed: up to %d", where,
            strlen( law ), SS_BUILD_LAW_CAPACITY - 1 );
    }
    const ssShippedLaw* shipped = ssFindShippedLaw( law );
    *text = shipped != NULL ? shipped->text : law;
    // A single word without a definition in it is a name.
    if ( shipped == NULL && strpbrk( law, " \t\n=:(" ) == NULL )
    {
        char known[160] = "";
        size_t used = 0;
        for ( int i = 0; i < ssShippedLawCount() && used + 40 < sizeof known; ++i )
        {
            used += (size_t)snprintf(
                known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", ssGetShippedLaw( i )->name );
        }
        return ssError( ss_errorUnknown, "law",
            "%s: there is no law '%.40s'; known: %s …, or the text of a law", where, law, known );
    }
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( *text, shipped != NULL ? shipped->name : "law", &program, NULL );
    ssLawProgram_Release( program );
    if ( result.code != ss_ok )
    {
        return ssError( ss_errorFormat, "law", "%s: law: %.180s", where, result.message );
    }
    return result;
}

static ssResult checkPoints( const ssPart* part, const char* where )
{
    if ( part->kind != ss_partHull ) { return ssOk(); }
    if ( part->points == NULL || part->pointCount < 4 || part->pointCount > SS_BUILD_MAX_POINTS )
    {
        return ssError( ss_errorValue, "points", "%s: points: a hull has %d; allowed: 4 to %d", where,
            part->points != NULL ? part->pointCount : 0, SS_BUILD_MAX_POINTS );
    }
    for ( int i = 0; i < part->pointCount; ++i )
    {
        ssVec3 p = part->points[i];
        if ( !( fabs( p.x ) <= 1e3 && fabs( p.y ) <= 1e3 && fabs( p.z ) <= 1e3 ) )
        {
            return ssError( ss_errorValue, "points",
                "%s: points: number %d is [%g, %g, %g]; allowed: -1000 to 1000 m", where, i + 1, p.x, p.y,
                p.z );
        }
    }
    return ssOk();
}

static ssResult checkName( const ssPart* part )
{
    const char* end = memchr( part->name, '\0', sizeof part->name );
    for ( const char* at = part->name; end != NULL && at < end; ++at )
    {
        end = (unsigned char)*at < 0x20 || *at == 0x7f ? NULL : end;
    }
    return end != NULL ? ssOk()
                       : ssError( ss_errorValue, "name",
                             "part %d: name is too long or has control characters; allowed: up to %d bytes",
                             part->id, SS_NAME_CAPACITY - 1 );
}

/// Everything but the law, whose check compiles it.
static ssResult checkPart( const ssPart* part )
{
    if ( (int)part->kind < 0 || part->kind >= ss_partKindCount )
    {
        return ssError( ss_errorUnknown, "kind", "part %d: kind = %d; there are %d kinds", part->id,
            (int)part->kind, (int)ss_partKindCount );
    }
    SS_TRY( checkName( part ) );
    char where[80];
    buildPartWhere( part, where, sizeof where );
    if ( part->id < 0 || part->id > SS_BUILD_MAX_ID )
    {
        return ssError(
            ss_errorValue, "id", "%s: id = %d; allowed: 1 to %d", where, part->id, SS_BUILD_MAX_ID );
    }
    if ( !part->fixed && !ssPartKind_CanMove( part->kind ) )
    {
        return ssError(
            ss_errorValue, "fixed", "%s: a %s is always fixed", where, ssPartKindName( part->kind ) );
    }
    for ( int i = 0; i < SS_COUNT( s_fields ); ++i )
    {
        SS_TRY( ssPart_Has( part, s_fields + i ) ? checkField( part, s_fields + i ) : ssOk() );
    }
    SS_TRY( checkPoints( part, where ) );
    if ( part->shakeAmplitude > 0.0 && !( ssVec3_Length( part->shakeDirection ) > 0.0 ) && part->fixed )
    {
        return ssError( ss_errorValue, "shake_direction", "%s: shake_direction is zero", where );
    }
    ssBodyDef body;
    ssPose frame;
    ssResult result = ssPart_Body( part, &body, &frame );
    ssHull_Release( result.code == ss_ok ? body.shape.hull : NULL );
    return result;
}

ssResult ssPart_Validate( const ssPart* part )
{
    SS_TRY( checkPart( part ) );
    char where[80];
    buildPartWhere( part, where, sizeof where );
    const char* text;
    return buildCheckLaw( part->law, where, &text );
}

static ssResult checkSide( const ssBuild* build, const ssBuildJoint* joint, int id, const char* key )
{
    return id == 0 || ssBuild_Part( build, id ) != NULL
        ? ssOk()
        : ssError( ss_errorValue, key, "joint %d: %s = %d: there is no such part", joint->id, key, id );
}

ssResult buildCheckJoint( const ssBuild* build, const ssBuildJoint* joint )
{
    SS_TRY( checkSide( build, joint, joint->a, "a" ) );
    SS_TRY( checkSide( build, joint, joint->b, "b" ) );
    const ssPart *a = ssBuild_Part( build, joint->a ), *b = ssBuild_Part( build, joint->b );
    ssVec3 x = joint->anchor;
    double axis = ssVec3_Length( joint->axis );
    if ( (int)joint->kind < 0 || joint->kind >= ss_buildJointKindCount )
    {
        return ssError( ss_errorUnknown, "kind", "joint %d: kind = %d; there are %d kinds", joint->id,
            (int)joint->kind, (int)ss_buildJointKindCount );
    }
    if ( joint->id < 0 || joint->id > SS_BUILD_MAX_ID )
    {
        return ssError( ss_errorValue, "id", "joint %d: id; allowed: 1 to %d", joint->id, SS_BUILD_MAX_ID );
    }
    if ( joint->a == joint->b )
    {
        return ssError( ss_errorValue, "b", "joint %d: a and b are both %d; allowed: two parts, or one and 0",
            joint->id, joint->a );
    }
    if ( ( a == NULL || a->fixed ) && ( b == NULL || b->fixed ) )
    {
        return ssError( ss_errorValue, "b", "joint %d: parts %d and %d are both fixed; one has to move",
            joint->id, joint->a, joint->b );
    }
    if ( !( fabs( x.x ) <= FAR && fabs( x.y ) <= FAR && fabs( x.z ) <= FAR ) )
    {
        return ssError( ss_errorValue, "anchor", "joint %d: anchor = [%g, %g, %g]; allowed: -%g to %g m",
            joint->id, x.x, x.y, x.z, FAR, FAR );
    }
    if ( !( axis > 1e-9 && axis < 1e9 ) )
    {
        return ssError( ss_errorValue, "axis", "joint %d: axis has the length %g; allowed: 1e-9 to 1e9",
            joint->id, axis );
    }
    return ssOk();
}

ssResult buildCheckGravity( ssVec3 g )
{
    return fabs( g.x ) <= 1e4 && fabs( g.y ) <= 1e4 && fabs( g.z ) <= 1e4
        ? ssOk()
        : ssError( ss_errorValue, "gravity", "gravity = [%g, %g, %g]; allowed: -10000 to 10000 m/s²", g.x,
              g.y, g.z );
}

ssResult buildCheckGround( const ssBuildGround* ground )
{
    ssPart like = { .material = ground->material };
    for ( int i = 0; i < SS_COUNT( s_fields ); ++i )
    {
        size_t at = s_fields[i].offset;
        bool own =
            at >= offsetof( ssPart, material ) && at < offsetof( ssPart, material ) + sizeof( ssMaterial );
        double value;
        memcpy( &value, (const char*)&like + ( own ? at : offsetof( ssPart, material ) ), sizeof value );
        if ( own && !( value >= s_fields[i].allowedMin && value <= s_fields[i].allowedMax ) )
        {
            return ssError( ss_errorValue, s_fields[i].key, "ground: %s = %g; allowed: %g to %g",
                s_fields[i].key, value, s_fields[i].allowedMin, s_fields[i].allowedMax );
        }
    }
    if ( (int)ground->look < 0 || ground->look >= ss_lookCount )
    {
        return ssError( ss_errorUnknown, "look", "ground: look = %d; there are %d looks", (int)ground->look,
            (int)ss_lookCount );
    }
    const char* text;
    return buildCheckLaw( ground->law, "ground", &text );
}

ssResult ssBuild_Validate( const ssBuild* build )
{
    if ( build->partCount < 0 || build->partCount > SS_BUILD_MAX_PARTS || build->jointCount < 0 ||
        build->jointCount > SS_BUILD_MAX_JOINTS )
    {
        return ssError( ss_errorValue, "parts", "build: %d parts and %d joints; allowed: up to %d and %d",
            build->partCount, build->jointCount, SS_BUILD_MAX_PARTS, SS_BUILD_MAX_JOINTS );
    }
    SS_TRY( buildCheckGravity( build->gravity ) );
    SS_TRY( buildCheckGround( &build->ground ) );
    for ( int i = 0; i < build->partCount; ++i )
    {
        const ssPart* part = build->parts + i;
        SS_TRY( part->id > 0 ? ssPart_Validate( part )
                             : ssError( ss_errorValue, "id", "part %d has no number; allowed: 1 to %d", i + 1,
                                   SS_BUILD_MAX_ID ) );
        SS_TRY( ssBuild_Part( build, part->id ) == part
                ? ssOk()
                : ssError( ss_errorValue, "id", "two parts have the id %d", part->id ) );
    }
    for ( int i = 0; i < build->jointCount; ++i )
    {
        const ssBuildJoint* joint = build->joints + i;
        SS_TRY( joint->id > 0 ? buildCheckJoint( build, joint )
                              : ssError( ss_errorValue, "id", "joint %d has no number; allowed: 1 to %d",
                                    i + 1, SS_BUILD_MAX_ID ) );
        SS_TRY( ssBuild_Joint( build, joint->id ) == joint
                ? ssOk()
                : ssError( ss_errorValue, "id", "two joints have the id %d", joint->id ) );
    }
    return ssOk();
}
