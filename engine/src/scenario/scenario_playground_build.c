// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_playground.h"

#include <stdio.h>
#include <string.h>

// A playground that consists of a build: body 0 is the ground, body i + 1 is part i.

#define ARCH 3         // so many stones in a row, each between two others, have a line of thrust
#define HOOP_HOLE 0.84 // radius of the hole of a hoop as it is drawn, in radii: its mass is all in the rim

static bool samePose( const ssPart* a, const ssPart* b )
{
    return memcmp( &a->position, &b->position, sizeof a->position ) == 0 &&
        memcmp( &a->turnDeg, &b->turnDeg, sizeof a->turnDeg ) == 0;
}

static bool sameMotion( const ssPart* a, const ssPart* b )
{
    return a->fixed == b->fixed && memcmp( &a->velocity, &b->velocity, sizeof a->velocity ) == 0 &&
        memcmp( &a->omega, &b->omega, sizeof a->omega ) == 0;
}

static bool sameShake( const ssPart* a, const ssPart* b )
{
    return a->shakeAmplitude == b->shakeAmplitude && a->shakeFrequency == b->shakeFrequency &&
        memcmp( &a->shakeDirection, &b->shakeDirection, sizeof a->shakeDirection ) == 0;
}

static ssPose compose( ssPose a, ssPose b )
{
    return ( ssPose ){ ssVec3_Add( a.position, ssQuat_Rotate( a.orientation, b.position ) ),
        ssQuat_Mul( a.orientation, b.orientation ) };
}

static ssPose inverse( ssPose a )
{
    ssQuat back = ssQuat_Conjugate( a.orientation );
    return ( ssPose ){ ssQuat_Rotate( back, ssVec3_Scale( -1.0, a.position ) ), back };
}

static ssVec3 shakeAxis( const ssPart* part )
{
    double length = ssVec3_Length( part->shakeDirection );
    return ssVec3_Scale( length > 0.0 ? 1.0 / length : 0.0, part->shakeDirection );
}

/// Displacement of a shaking part: A (1 - cos wt), so that it begins at rest with what is on it.
static ssVec3 shakeOffset( const ssPart* part, double t )
{
    double angle = 2.0 * SS_PI * part->shakeFrequency * t;
    return ssVec3_Scale( part->shakeAmplitude * ( 1.0 - ssCos( angle ) ), shakeAxis( part ) );
}

static ssVec3 shakeVelocity( const ssPart* part, double t )
{
    double w = 2.0 * SS_PI * part->shakeFrequency;
    return ssVec3_Scale( part->shakeAmplitude * w * ssSin( w * t ), shakeAxis( part ) );
}

void playBuildDrive( Playground* s, double t )
{
    for ( int i = 0; i < s->built.build->partCount; ++i )
    {
        const ssPart* part = s->built.build->parts + i;
        if ( part->fixed && part->shakeAmplitude > 0.0 )
        {
            ssBodyState body = worldBody( s->world, i + 1 );
            ssIgnore( ssWorld_SetVelocity(
                s->world, ssWorld_BodyAt( s->world, i + 1 ), shakeVelocity( part, t ), body.omega ) );
        }
    }
}

/// The law of the world that a text stands for; null: none. Equal texts share one.
static ssResult lawOf( ssWorld* world, PlayBuild* built, const char* law, ssLawId* id )
{
    *id = ( ssLawId ){ 0, 0 };
    if ( law == NULL || law[0] == '\0' ) { return ssOk(); }
    for ( int i = 0; i < built->lawCount; ++i )
    {
        if ( strcmp( built->lawTexts[i], law ) == 0 )
        {
            *id = built->laws[i];
            return ssOk();
        }
    }
    const ssShippedLaw* shipped = ssFindShippedLaw( law );
    ssLawProgram* program = NULL;
    SS_TRY( ssCompileLaw( shipped != NULL ? shipped->text : law, "law", &program, NULL ) );
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    const ssParam* rows = ssLawProgram_Info( program )->params;
    for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
    {
        def.programValues[i] = rows[i].defaultValue;
    }
    ssResult result = ssWorld_AddLaw( world, &def, id );
    ssLawProgram_Release( program );
    if ( result.code == ss_ok )
    {
        built->lawTexts[built->lawCount] = law;
        built->laws[built->lawCount++] = *id;
    }
    return result;
}

static ssResult addGround( ssWorld* world, PlayBuild* built, const ssBuildGround* ground )
{
    ssBodyDef def = ssDefaultBodyDef();
    ssBodyId id;
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    def.material = ground->material;
    ssResult result = lawOf( world, built, ground->law, &def.law );
    built->bodyLaws[0] = def.law;
    result = result.code == ss_ok ? ssWorld_AddBody( world, &def, &id ) : result;
    if ( result.code == ss_ok ) { ssIgnore( ssWorld_SetEnabled( world, id, ground->on ) ); }
    return result;
}

/// The view frames where parts were put, and stays while they move.
static void joinBounds( PlayBuild* built, ssAabb box )
{
    ssVec3 *low = &built->low, *high = &built->high;
    *low = ssVec3_Make(
        ssMin( low->x, box.lower.x ), ssMin( low->y, box.lower.y ), ssMin( low->z, box.lower.z ) );
    *high = ssVec3_Make(
        ssMax( high->x, box.upper.x ), ssMax( high->y, box.upper.y ), ssMax( high->z, box.upper.z ) );
}

/// Where the part of another build has its body now, if the new one continues it.
static const ssPart* continues( const ssPart* part, const PlayBuild* from )
{
    const ssPart* old = from != NULL && from->build != NULL ? ssBuild_Part( from->build, part->id ) : NULL;
    bool same = old != NULL && samePose( part, old ) && sameMotion( part, old ) && sameShake( part, old ) &&
        ( part->kind == ss_partTurntable ) == ( old->kind == ss_partTurntable );
    return same ? old : NULL;
}

/// Adds the body of part i, in the state that it had in another playground where it continues it.
static ssResult addBody( ssWorld* world, PlayBuild* built, int i, const Playground* from, double t )
{
    const ssPart* part = built->build->parts + i;
    const ssPart* old = continues( part, from != NULL ? &from->built : NULL );
    ssBodyDef def;
    ssPose* frame = built->frames + i;
    ssLawId law;
    SS_TRY( lawOf( world, built, part->law, &law ) );
    SS_TRY( ssPart_Body( part, &def, frame ) );
    built->bodyLaws[i + 1] = def.law = law;
    joinBounds( built, ssShape_Aabb( &def.shape, def.pose ) );
    if ( part->fixed )
    {
        def.pose.position = ssVec3_Add( def.pose.position, shakeOffset( part, t ) );
        def.velocity = shakeVelocity( part, t );
    }
    if ( old != NULL && def.kind != ss_bodyStatic )
    {
        int index = (int)( old - from->built.build->parts );
        ssBodyState body = worldBody( from->world, index + 1 );
        const ssPose* before = from->built.frames + index;
        bool shifted = memcmp( before, frame, sizeof *frame ) != 0;
        def.pose = shifted ? compose( compose( body.pose, *before ), inverse( *frame ) ) : body.pose;
        def.velocity = body.velocity;
        def.omega = part->fixed ? def.omega : body.omega;
        built->from[i + 1] = index + 1;
    }
    ssResult result = ssWorld_AddBody( world, &def, NULL );
    ssHull_Release( def.shape.hull );
    return result;
}

static ssResult addJoint( ssWorld* world, const PlayBuild* built, const ssBuildJoint* joint )
{
    static const ssJointKind kinds[ss_buildJointKindCount] = { ss_jointSpherical, ss_jointRevolute,
        ss_jointPrismatic, ss_jointFixed };
    const ssBuild* build = built->build;
    ssJointDef def = ssDefaultJointDef();
    const ssPart *a = ssBuild_Part( build, joint->a ), *b = ssBuild_Part( build, joint->b );
    def.kind = kinds[joint->kind];
    def.a = a != NULL ? ssWorld_BodyAt( world, (int)( a - build->parts ) + 1 ) : def.a;
    def.b = b != NULL ? ssWorld_BodyAt( world, (int)( b - build->parts ) + 1 ) : def.b;
    ssPose pose = { .orientation = ssQuat_Identity() };
    pose = a != NULL ? compose( ssWorld_Body( world, def.a ).pose, built->frames[a - build->parts] ) : pose;
    def.anchor = ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, joint->anchor ) );
    def.axis = ssQuat_Rotate( pose.orientation, joint->axis );
    return ssWorld_AddJoint( world, &def, NULL );
}

ssResult playBuildWorld(
    ssWorld* world, PlayBuild* built, const ssBuild* build, const Playground* from, double t )
{
    *built = ( PlayBuild ){
        .build = build, .low = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, .high = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL }
    };
    memset( built->from, -1, sizeof built->from );
    ssResult result = addGround( world, built, &build->ground );
    for ( int i = 0; i < build->partCount && result.code == ss_ok; ++i )
    {
        result = addBody( world, built, i, from, t );
    }
    for ( int i = 0; i < build->jointCount && result.code == ss_ok; ++i )
    {
        result = addJoint( world, built, build->joints + i );
    }
    return result;
}

void playBuildLaws( Playground* s )
{
    const ssVec3 groove = { 1.0, 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_BodyCount( s->world ); ++i )
    {
        ssIgnore( ssWorld_SetLaw( s->world, ssWorld_BodyAt( s->world, i ),
            worldLawOr( &s->typed, s->built.bodyLaws[i] ), groove ) );
    }
}

static bool sameJoint( const ssBuildJoint* a, const ssBuildJoint* b )
{
    return a->kind == b->kind && a->a == b->a && a->b == b->b &&
        memcmp( &a->anchor, &b->anchor, sizeof a->anchor ) == 0 &&
        memcmp( &a->axis, &b->axis, sizeof a->axis ) == 0;
}

/// Does the body of part `id` (0: the world) go on in the same coordinates?
static bool goesOn( const PlayBuild* built, const PlayBuild* before, int id )
{
    const ssPart *part = ssBuild_Part( built->build, id ), *old = ssBuild_Part( before->build, id );
    if ( id == 0 ) { return true; }
    if ( part == NULL || old == NULL ) { return false; }
    int now = (int)( part - built->build->parts ), then = (int)( old - before->build->parts );
    return ( part->fixed ? samePose( part, old ) && sameShake( part, old )
                         : built->from[now + 1] == then + 1 ) &&
        memcmp( built->frames + now, before->frames + then, sizeof *built->frames ) == 0;
}

#define BODIES ( SS_BUILD_MAX_PARTS + 1 )
#define JOINTS SS_BUILD_MAX_JOINTS

/// Lets a new world go on where the present one has stopped.
static ssResult inherit( Playground* next, const Playground* s )
{
    const PlayBuild *built = &next->built, *before = &s->built;
    int *map = ssAlloc( (size_t)( 2 * BODIES + 1 + JOINTS ) * sizeof *map ), *jointMap = map + BODIES;
    if ( map == NULL ) { return ssError( ss_errorMemory, "build", "out of memory for a build" ); }
    int* lawMap = jointMap + JOINTS;
    memset( map, -1, (size_t)( 2 * BODIES + 1 + JOINTS ) * sizeof *map );
    map[0] = 0;
    for ( int i = 0; i < before->build->partCount; ++i )
    {
        const ssPart *old = before->build->parts + i, *part = ssBuild_Part( built->build, old->id );
        bool on = part != NULL && goesOn( built, before, old->id );
        map[i + 1] = on ? (int)( part - built->build->parts ) + 1 : -1;
    }
    for ( int i = 0; i < before->build->jointCount; ++i )
    {
        const ssBuildJoint *old = before->build->joints + i, *joint = ssBuild_Joint( built->build, old->id );
        bool on = joint != NULL && sameJoint( old, joint ) && goesOn( built, before, old->a ) &&
            goesOn( built, before, old->b );
        jointMap[i] = on ? (int)( joint - built->build->joints ) : -1;
    }
    for ( int i = 0; i < before->lawCount; ++i )
    {
        for ( int k = 0; k < built->lawCount; ++k )
        {
            int* slot = &lawMap[before->laws[i].slot1 - 1];
            *slot = strcmp( before->lawTexts[i], built->lawTexts[k] ) == 0 ? built->laws[k].slot1 - 1 : *slot;
        }
    }
    if ( s->typed.made && next->typed.made && s->typed.program == next->typed.program )
    {
        lawMap[s->typed.id.slot1 - 1] = next->typed.id.slot1 - 1;
    }
    ssWorldMap all = { map, jointMap, lawMap };
    ssResult result = ssWorld_Inherit( next->world, s->world, &all );
    ssRelease( map );
    return result;
}

ssResult playRebuild( Playground* s, const ssSim* sim, const ssWorldDef* def )
{
    Playground* next = ssAlloc( sizeof *next );
    if ( next == NULL ) { return ssError( ss_errorMemory, "build", "out of memory for a build" ); }
    ssResult result = ssCreateWorld( def, &next->world );
    result = result.code == ss_ok ? playBuildWorld( next->world, &next->built, ssSim_Build( sim ),
                                        s->built.build != NULL ? s : NULL, ssSim_Time( sim ) )
                                  : result;
    result = result.code == ss_ok ? worldLawAdopt( &next->typed, next->world, sim ) : result;
    result = result.code == ss_ok && s->built.build != NULL ? inherit( next, s ) : result;
    if ( result.code == ss_ok )
    {
        ssDestroyWorld( s->world );
        s->world = next->world;
        s->built = next->built;
        s->typed = next->typed;
        playBuildLaws( s );
    }
    else { ssDestroyWorld( next->world ); }
    ssRelease( next );
    return result;
}

ssResult playBuildRead( Playground* s, const ssBuild* build )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    PlayBuild* built = ssAlloc( sizeof *built );
    ssResult result =
        built != NULL ? ssCreateWorld( &def, &world ) : ssError( ss_errorMemory, "build", "out of memory" );
    result =
        result.code == ss_ok && build != NULL ? playBuildWorld( world, built, build, NULL, 0.0 ) : result;
    if ( result.code == ss_ok )
    {
        ssDestroyWorld( s->world );
        s->world = world;
        s->built = *built;
        s->typed = ( WorldLaw ){ 0 };
        result = build == NULL ? playAddGrounds( s ) : result;
    }
    else { ssDestroyWorld( world ); }
    ssRelease( built );
    return result;
}

void playBuildName( const Playground* s, int body, char* text, int capacity )
{
    const ssBuild* build = s->built.build;
    int index = ( body >= 0 ? body : -1 - body ) - 1;
    if ( index >= 0 && index < build->partCount ) { ssPart_Name( build->parts + index, text, capacity ); }
    else { sayNumbers( text, capacity, "ground" ); }
}

void playPartState( const void* state, const ssSim* sim, int index, ssPartState* part )
{
    (void)sim;
    const Playground* s = state;
    ssBodyState body = worldBody( s->world, index + 1 );
    bool moves = body.kind == ss_bodyDynamic;
    *part = ( ssPartState ){ compose( body.pose, s->built.frames[index] ), .velocity = body.velocity,
        .omega = body.omega, .centre = body.pose.position, .mass = moves ? body.mass : 0.0,
        .body = moves ? index + 1 : -1 - ( index + 1 ), .shape = worldBodyShape( s->world, index + 1 ),
        .shapePose = worldShapePose( s->world, index + 1 ) };
}

double playBuildMoving( const Playground* s )
{
    double count = 0.0;
    for ( int i = 0; i < s->built.build->partCount; ++i )
    {
        count += s->built.build->parts[i].fixed ? 0.0 : 1.0;
    }
    return count;
}

/// A sphere around all parts, or a place to begin.
static void drawBounds( const Playground* s, const ssDraw* out )
{
    bool any = s->built.build->partCount > 0;
    ssVec3 low = s->built.low, high = s->built.high;
    ssVec3 centre = any ? ssVec3_Scale( 0.5, ssVec3_Add( low, high ) ) : ssVec3_Make( 0.0, 0.0, 0.0 );
    double radius = any ? 0.5 * ssVec3_Length( ssVec3_Sub( high, low ) ) : 1.0;
    out->bounds( out->context, centre, ssMax( radius, 0.1 ) );
}

/// Only names that were given are shown; those of hundreds of dominoes would hide them.
static void drawNames( const Playground* s, const ssDraw* out )
{
    const ssBuild* build = s->built.build;
    for ( int i = 0; i < build->partCount; ++i )
    {
        ssPose pose = worldShapePose( s->world, i + 1 );
        double top =
            ssShape_Support( worldBodyShape( s->world, i + 1 ), pose, ssVec3_Make( 0.0, 0.0, 1.0 ) ).z;
        ssDrawLabel label = {
            .position = { pose.position.x, pose.position.y, top }, .text = build->parts[i].name, .small = true
        };
        if ( build->parts[i].name[0] != '\0' ) { out->labels( out->context, 1, &label ); }
    }
}

/// The slope of a ramp, with lines that show how far something has come.
static void drawSlope( const Playground* s, int i, const ssDraw* out )
{
    const ssPart* part = s->built.build->parts + i;
    ssPose pose = compose( worldBody( s->world, i + 1 ).pose, s->built.frames[i] );
    double length = ssHypot( part->size.x, part->size.z ), c = part->size.x / length,
           n = part->size.z / length;
    ssVec3 up = ssQuat_Rotate( pose.orientation, ssVec3_Make( n, 0.0, c ) );
    ssDrawPlane plane = { ssVec3_MulAdd( pose.position, 1e-3 * length, up ), .normal = up,
        .tangent = ssQuat_Rotate( pose.orientation, ssVec3_Make( c, 0.0, -n ) ), .halfX = 0.5 * length,
        .halfY = 0.5 * part->size.y, .look = part->look };
    out->planes( out->context, 1, &plane );
}

/// On a turntable the circle beyond which nothing that is as rough can stay.
static void drawHold( const Playground* s, int i, const ssDraw* out )
{
    enum
    {
        points = 97
    };
    const ssPart* part = s->built.build->parts + i;
    ssPose pose = worldShapePose( s->world, i + 1 );
    double g = ssVec3_Length( s->built.build->gravity ),
           hold = part->material.mu * g / ( part->speed * part->speed );
    ssVec3 circle[points], up = ssQuat_Rotate( pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) ),
                           across = ssVec3_Cross( ssVec3_Make( 1.0, 0.0, 0.0 ), up );
    ssVec3 centre = ssVec3_MulAdd( pose.position, 0.53 * part->length, up ),
           v = ssVec3_Scale( 1.0 / ssMax( ssVec3_Length( across ), 1e-9 ), across ),
           u = ssVec3_Cross( v, up );
    for ( int k = 0; k < points; ++k )
    {
        double angle = 2.0 * SS_PI * k / ( points - 1 );
        circle[k] =
            ssVec3_MulAdd( ssVec3_MulAdd( centre, hold * ssCos( angle ), u ), hold * ssSin( angle ), v );
    }
    ssDrawLabel label = { .position = circle[points / 2], .text = "μ g/ω²", .ghost = 2, .small = true };
    if ( hold < part->radius && out->line != NULL )
    {
        out->line( out->context, ss_lineGhost1, points, circle );
        pictureLabels( out, 1, &label );
    }
}

/// How the neighbours of a part press on it.
typedef struct Pressure
{
    int count, other[2]; ///< neighbours; more than two: no arch
    double force[2];     ///< [N]
    ssVec3 moment[2];    ///< sum of force × place [N m]
} Pressure;

static void addPressure( Pressure* p, int other, double force, ssVec3 point )
{
    int k = p->count > 0 && p->other[0] == other ? 0 : p->count > 1 && p->other[1] == other ? 1 : p->count;
    if ( k == p->count ) { p->count += 1; }
    if ( k < 2 )
    {
        p->other[k] = other;
        p->force[k] += force;
        p->moment[k] = ssVec3_MulAdd( p->moment[k], force, point );
    }
}

/// A piece of the line of thrust, on both faces of the stone, where it can be seen.
static void drawThrough( const Playground* s, int i, const ssVec3 ends[2], const ssDraw* out )
{
    const ssShape* shape = worldBodyShape( s->world, i + 1 );
    ssPose pose = worldShapePose( s->world, i + 1 );
    ssVec3 aside = ssVec3_Cross( ssVec3_Sub( ends[1], ends[0] ), s->built.build->gravity );
    double size = ssVec3_Length( aside );
    for ( int side = -1; side <= 1 && size > 0.0; side += 2 )
    {
        ssVec3 n = ssVec3_Scale( side / size, aside ), line[2];
        for ( int k = 0; k < 2; ++k )
        {
            double rest = ssVec3_Dot( ssVec3_Sub( ssShape_Support( shape, pose, n ), ends[k] ), n );
            line[k] = ssVec3_MulAdd( ends[k], 1.01 * rest, n );
        }
        out->line( out->context, ss_lineThrust, 2, line );
    }
}

/// The line of thrust of an arch: through each of its stones from where one neighbour presses to where the
/// other does. It ends where the arch no longer holds together.
static void drawThrust( const Playground* s, const ssDraw* out )
{
    const ssBuild* build = s->built.build;
    Pressure all[SS_BUILD_MAX_PARTS] = { 0 };
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( s->world, i );
        const int sides[2] = { c.a.slot1 - 2, c.b.slot1 - 2 };
        for ( int k = 0; k < 2 && c.view.force[0] > 0.0; ++k )
        {
            bool stone = sides[k] >= 0 && build->parts[sides[k]].kind == ss_partHull;
            if ( stone && !build->parts[sides[k]].fixed )
            {
                addPressure( all + sides[k], sides[1 - k], c.view.force[0], c.view.point );
            }
        }
    }
    int stones = 0;
    ssDrawLabel label = { .position = { 0.0, 0.0, -HUGE_VAL }, .text = ssTranslate( "line of thrust" ) };
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < build->partCount; ++i )
        {
            const Pressure* p = all + i;
            if ( p->count != 2 || ( pass == 1 && stones < ARCH ) ) { continue; }
            const ssVec3 ends[2] = { ssVec3_Scale( 1.0 / p->force[0], p->moment[0] ),
                ssVec3_Scale( 1.0 / p->force[1], p->moment[1] ) };
            stones += pass == 0 ? 1 : 0;
            label.position = ends[0].z > label.position.z ? ends[0] : label.position;
            if ( pass == 1 ) { drawThrough( s, i, ends, out ); }
        }
    }
    pictureLabels( out, stones >= ARCH ? 1 : 0, &label );
}

/// What moves on belts, ramps and turntables is seen against their pattern.
static void drawSurfaces( const Playground* s, double t, const ssDraw* out )
{
    for ( int i = 0; i < s->built.build->partCount; ++i )
    {
        if ( s->built.build->parts[i].kind == ss_partRamp ) { drawSlope( s, i, out ); }
        if ( s->built.build->parts[i].kind == ss_partTurntable ) { drawHold( s, i, out ); }
        const ssPart* part = s->built.build->parts + i;
        ssPose pose = worldShapePose( s->world, i + 1 );
        ssVec3 up = ssQuat_Rotate( pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        ssDrawPlane plane = { ssVec3_MulAdd( pose.position, 0.501 * part->size.z, up ), .normal = up,
            .tangent = ssQuat_Rotate( pose.orientation, ssVec3_Make( 0.0, -1.0, 0.0 ) ),
            .halfX = 0.5 * part->size.y, .halfY = 0.5 * part->size.x, .grooved = true,
            .shift = part->speed * t, .look = part->look };
        if ( part->kind == ss_partBelt ) { out->planes( out->context, 1, &plane ); }
    }
}

/// Draws bodies as their parts look. A world knows neither looks nor hoops, which touch as disks do.
typedef struct Dress
{
    const ssBuild* build;
    const ssDraw* out;
    int ball, solid; ///< parts that are done: a world draws balls in their order, and all other bodies
} Dress;

static bool isBall( const ssPart* part )
{
    return part->kind == ss_partSphere || part->kind == ss_partHollowSphere;
}

static const ssPart* nextPart( const ssBuild* build, int* at, bool ball )
{
    while ( *at < build->partCount && isBall( build->parts + *at ) != ball ) { ++*at; }
    return *at < build->partCount ? build->parts + ( *at )++ : NULL;
}

/// A ball whose centre of mass is aside has an axis and a knob opposite to it: one sees how it has turned.
static void drawKnob( const ssPart* part, const ssDrawSphere* ball, const ssDraw* out )
{
    double aside = part != NULL ? ssVec3_Length( part->centre ) : 0.0, r = ball->radius;
    if ( aside > 0.0 )
    {
        ssVec3 axis = ssVec3_Scale( -r / aside, ssQuat_Rotate( ball->orientation, part->centre ) );
        const ssVec3 line[2] = { ssVec3_MulAdd( ball->center, -1.5, axis ),
            ssVec3_MulAdd( ball->center, 1.8, axis ) };
        ssDrawSolid knob = picturePart( ss_solidCapsule, false, ssVec3_MulAdd( ball->center, 1.2, axis ),
            ssVec3_Make( 0.22 * r, 0.0, 0.0 ), ball->orientation );
        pictureSolids( out, 1, &knob );
        pictureLine( out, ss_drawBodies, ss_lineExact, 2, line );
    }
}

static void dressSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    Dress* dress = context;
    for ( int i = 0; i < count; ++i )
    {
        const ssPart* part = nextPart( dress->build, &dress->ball, true );
        ssDrawSphere sphere = spheres[i];
        sphere.look = part != NULL ? part->look : ss_lookPlain;
        dress->out->spheres( dress->out->context, 1, &sphere );
        drawKnob( part, &sphere, dress->out );
    }
}

static void dressSolids( void* context, int count, const ssDrawSolid* solids )
{
    Dress* dress = context;
    for ( int i = 0; i < count; ++i )
    {
        const ssPart* part = nextPart( dress->build, &dress->solid, false );
        ssDrawSolid solid = solids[i];
        solid.look = part != NULL ? part->look : ss_lookPlain;
        solid.hole = part != NULL && part->kind == ss_partHoop ? HOOP_HOLE * part->radius : 0.0;
        dress->out->solids( dress->out->context, 1, &solid );
    }
}

static void drawBodies( const Playground* s, const ssDraw* out )
{
    // First the bodies, dressed, then everything else.
    Dress dress = { s->built.build, .out = out };
    ssDraw bodies = { .flags = out->flags & ss_drawBodies,
        .context = &dress,
        .spheres = out->spheres != NULL ? dressSpheres : NULL,
        .solids = out->solids != NULL ? dressSolids : NULL };
    ssWorld_Draw( s->world, &bodies );
    ssDraw rest = *out;
    rest.spheres = NULL;
    rest.solids = NULL;
    worldDrawBodies( s->world, &rest, ss_drawAll );
}

void playBuildDraw( const Playground* s, double t, const ssDraw* out )
{
    if ( out->bounds != NULL ) { drawBounds( s, out ); }
    if ( s->built.build->ground.on && ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane plane = {
            .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 }, .look = s->built.build->ground.look
        };
        out->planes( out->context, 1, &plane );
    }
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL ) { drawSurfaces( s, t, out ); }
    drawBodies( s, out );
    if ( ( out->flags & ss_drawForces ) && out->line != NULL ) { drawThrust( s, out ); }
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL ) { drawNames( s, out ); }
}

/// The part that a body of an ordinary playground would be.
static ssPart partOfBody( const ssWorld* world, int body, const ssMaterial* material )
{
    static const ssPartKind kinds[ss_shapeKindCount] = { [ss_shapeSphere] = ss_partSphere,
        [ss_shapeBox] = ss_partBox,
        [ss_shapeCylinder] = ss_partCylinder,
        [ss_shapeCapsule] = ss_partCapsule };
    const ssShape* shape = worldBodyShape( world, body );
    ssBodyState now = worldBody( world, body );
    ssPart part = ssDefaultPart( kinds[shape->kind] );
    part.size = shape->kind == ss_shapeBox ? ssVec3_Scale( 2.0, shape->half ) : part.size;
    part.radius = shape->radius > 0.0 ? shape->radius : part.radius;
    part.length = shape->halfLength > 0.0 ? 2.0 * shape->halfLength : part.length;
    part.velocity = now.velocity;
    part.omega = now.omega;
    part.mass = now.mass;
    part.material = *material;
    ssPart_SetPose( &part, now.pose );
    return part;
}

static ssResult addWalls( ssBuild* build, double half, double size, const ssMaterial* material )
{
    ssResult result = ssOk();
    double height = 0.4 * size, thick = 0.5 * height;
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        double at = ( i % 2 == 0 ? 1.0 : -1.0 ) * ( half + 0.5 * thick ), along = 2.0 * ( half + thick );
        ssBuildEdit add = { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partWall ) };
        add.part.size = ssVec3_Make( i < 2 ? thick : along, i < 2 ? along : thick, height );
        add.part.position = ssVec3_Make( i < 2 ? at : 0.0, i < 2 ? 0.0 : at, 0.5 * height );
        add.part.material = *material;
        result = ssBuild_Apply( build, &add );
    }
    return result;
}

static ssResult fromTable( const Playground* s, const ssSim* sim, ssBuild* build )
{
    ssMaterial material = { ssSim_Param( sim, playKeyMu ), .muRoll = ssSim_Param( sim, playKeyMuRoll ),
        .muSpin = ssSim_Param( sim, playKeyMuSpin ), .restitution = ssSim_Param( sim, playKeyRestitution ) };
    build->gravity = ssWorld_Def( s->world )->gravity;
    build->ground.material = material;
    ssResult result =
        addWalls( build, 0.5 * ssSim_Param( sim, playKeyTable ), ssSim_Param( sim, playKeySize ), &material );
    for ( int i = 0; i < ssWorld_BodyCount( s->world ) && result.code == ss_ok; ++i )
    {
        ssBodyState body = worldBody( s->world, i );
        if ( body.kind == ss_bodyDynamic && body.enabled )
        {
            ssBuildEdit add = { .op = ss_buildAddPart, .part = partOfBody( s->world, i, &material ) };
            result = ssBuild_Apply( build, &add );
        }
    }
    return result;
}

ssResult playMakeBuild( const void* state, const ssSim* sim, ssBuild* build )
{
    const Playground* s = state;
    *build = ssDefaultBuild();
    if ( s->built.build == NULL )
    {
        ssResult result = fromTable( s, sim, build );
        if ( result.code != ss_ok ) { ssBuild_Destroy( build ); }
        return result;
    }
    ssResult result = ssBuild_Copy( s->built.build, build );
    for ( int i = 0; i < s->built.build->partCount && result.code == ss_ok; ++i )
    {
        ssPartState now;
        ssPart* part = build->parts + i;
        playPartState( s, sim, i, &now );
        if ( !part->fixed )
        {
            ssPart_SetPose( part, now.pose );
            part->velocity = now.velocity;
            part->omega = now.omega;
        }
    }
    return result;
}
