// SPDX-License-Identifier: MIT
// why_mujoco CASE LOG: a real run of MuJoCo with its defaults, or a fault that users make, logged by our
// adapter.
#define main exampleMain
#include "probe_mujoco.c"
#undef main

#include <math.h>

#define BOX \
    "<body pos='0 0 %g'><freejoint/><geom type='box' size='0.2 0.2 0.1' mass='%g' friction='%g'/></body>"
#define FOOT                                                                                          \
    "<body pos='0 0 0.1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint " \
    "type='slide' axis='0 0 1'/>"                                                                     \
    "<geom type='sphere' size='0.1' mass='%g' friction='%g'/></body>"
#define BALL                                                                                                 \
    "<body pos='0 0 0.1'><freejoint/><geom type='sphere' size='0.1' mass='1' condim='6' friction='0.3 0.02 " \
    "0.01'/></body>"

int main( int argc, char** argv )
{
    const char* name = argc > 2 ? argv[1] : "";
    int soft = !strcmp( name, "soft" ), polygon = !strcmp( name, "polygon" ),
        stack = !strcmp( name, "unconverged" );
    int shared = !strcmp( name, "one-cone" ), clean = !strcmp( name, "clean" );
    if ( !( soft + polygon + stack + shared + clean ) ) return 2;
    static char scene[4000];
    int used = snprintf( scene, sizeof scene,
        "<mujoco><option timestep='0.001' cone='%s' %s gravity='0 0 -9.81'/><worldbody><geom type='plane' "
        "size='9 9 1' "
        "friction='0.3' condim='%d'/>",
        polygon ? "pyramidal" : "elliptic", stack ? "solver='PGS' iterations='2'" : "", shared ? 6 : 3 );
    for ( int i = 0; i < ( stack ? 6 : 1 ); ++i )
    {
        used += shared ? snprintf( scene + used, sizeof scene - (size_t)used, BALL )
            : stack
            ? snprintf( scene + used, sizeof scene - (size_t)used, BOX, 0.1 + 0.2 * i, 2.0 + 6.0 * i, 0.3 )
            : snprintf( scene + used, sizeof scene - (size_t)used, FOOT, 2.0, 0.3 );
    }
    snprintf( scene + used, sizeof scene - (size_t)used, "</worldbody></mujoco>" );
    static mjVFS files;
    char error[300] = "";
    mj_defaultVFS( &files );
    mj_makeEmptyFileVFS( &files, "scene.xml", (int)sizeof( scene ) );
    memcpy( files.filedata[0], scene, sizeof( scene ) );
    mjModel* m = mj_loadXML( "scene.xml", &files, error, sizeof( error ) );
    fputs( error, stderr );
    if ( m == NULL ) return 1;
    mjData* d = mj_makeData( m );
    ssProbe* probe = ssProbeOpenFile( argv[2] );
    double share = soft ? 0.5 : stack ? 0.4 : shared ? 0.0 : 2.5;
    for ( int k = 0; k < 1000; ++k )
    {
        double t = 1e-3 * k, push = share * 0.3 * 2.0 * 9.81;
        double* force = d->xfrc_applied + 6 * ( m->nbody - 1 );
        force[0] = push * cos( 7.0 * t ), force[1] = push * sin( 7.0 * t ),
        force[2] = -5.0 - 4.0 * sin( 23.0 * t );
        if ( shared && k % 250 == 0 )
            d->qvel[0] = 2.0, d->qvel[1] = 0.4, d->qvel[4] = 15.0, d->qvel[5] = 25.0;
        mj_step( m, d );
        probeMujoco( probe, m, d );
    }
    return !ssProbeClose( probe );
}
