// SPDX-License-Identifier: MIT
// The contacts of MuJoCo for Slipstick: a box slides to a stop.
//     cc probe_mujoco.c -lmujoco && ./a.out contacts.mcap
#include <mujoco/mujoco.h>
#include <slipstick_probe.h>

/// The velocity and angular velocity of a body at a point. After mj_step the state is new, but the Jacobians
/// are still those of the configuration that the solver saw: their product is the velocity it has found.
static void motionAt( const mjModel* m, const mjData* d, int body, const double* point, double* v, double* w )
{
    double* jacobians = malloc( 6 * (size_t)m->nv * sizeof( double ) );
    mj_jac( m, d, jacobians, jacobians + 3 * m->nv, point, body );
    mju_mulMatVec( v, jacobians, d->qvel, 3, m->nv );
    mju_mulMatVec( w, jacobians + 3 * m->nv, d->qvel, 3, m->nv );
    free( jacobians );
}

/// Call it after mj_step. The first row of a contact's frame is the normal, from geom 1 to geom 2;
/// mj_contactForce gives the force and moment on the body of geom 2, in this frame.
static void probeMujoco( ssProbe* probe, const mjModel* m, const mjData* d )
{
    ssProbeBeginFrame( probe, d->time );
    for ( int i = 0; i < d->ncon; ++i )
    {
        const mjContact* c = &d->contact[i];
        int a = m->geom_bodyid[c->geom1], b = m->geom_bodyid[c->geom2];
        double local[6], force[3], moment[3], va[3], wa[3], v[3], w[3];
        mj_contactForce( m, d, i, local );
        mju_rotVecMatT( force, local, c->frame );
        mju_rotVecMatT( moment, local + 3, c->frame );
        motionAt( m, d, a, c->pos, va, wa );
        motionAt( m, d, b, c->pos, v, w );
        mju_subFrom3( v, va );
        mju_subFrom3( w, wa );
        ssProbeContact( probe, i, a, b, c->pos, c->frame, force, moment, v, w, c->dist, c->friction[0],
            c->dim > 4 ? c->friction[3] : 0.0, c->dim > 3 ? c->friction[2] : 0.0 );
    }
    ssProbeEndFrame( probe );
}

int main( int argc, char** argv )
{
    static const char scene[] =
        "<mujoco><option timestep='0.001' cone='elliptic' gravity='0 0 -9.81'/><worldbody>"
        "<geom type='plane' size='9 9 1' friction='0.3'/><body pos='0 0 0.1'><freejoint/>"
        "<geom type='box' size='0.5 0.5 0.1' mass='2' friction='0.3'/></body></worldbody></mujoco>";
    static mjVFS files;
    char error[300] = "";
    mj_defaultVFS( &files );
    mj_makeEmptyFileVFS( &files, "scene.xml", sizeof( scene ) );
    memcpy( files.filedata[0], scene, sizeof( scene ) );
    mjModel* m = mj_loadXML( "scene.xml", &files, error, sizeof( error ) );
    mjData* d = m != NULL ? mj_makeData( m ) : NULL;
    ssProbe* probe = d != NULL ? ssProbeOpenFile( argc > 1 ? argv[1] : "mujoco.mcap" ) : NULL;
    for ( int k = 0; probe != NULL && k < 1000; ++k )
    {
        d->qvel[0] = k == 0 ? 2.0 : d->qvel[0];
        mj_step( m, d );
        probeMujoco( probe, m, d );
    }
    mj_deleteData( d );
    mj_deleteModel( m );
    mj_deleteVFS( &files );
    fputs( error, stderr );
    return probe == NULL || !ssProbeClose( probe );
}
