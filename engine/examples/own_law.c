// SPDX-License-Identifier: MIT
// A friction law of one's own, twice: as a function in C (an oil film, whose force grows with the
// velocity) and as a text (dry friction). Theory knows how far a sledge slides on them: m v0 / c with oil,
// and v0² / (2 mu g) with dry friction. Prints
//
//     oil film      slid 0.800 m, theory 0.800 m
//     dry friction  slid 1.018 m, theory 1.019 m
#include <math.h>
#include <slipstick/slipstick.h>
#include <stdio.h>
#include <stdlib.h>

static const double s_speed = 2.0, s_mass = 4.0, s_damping = 10.0; // [m/s], [kg], [N s/m]

static const char s_text[] = "law \"Dry friction\"\n"
                             "param mu = 0.5 [-] in 0 .. 1 \"coefficient\"\n"
                             "C = disc(mu)\n";

static void must( ssResult result )
{
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: %s\n", result.field, result.message );
        exit( 1 );
    }
}

/// The force that the sledge exerts on the ground when it slides with the
/// velocity gamma; engine/README.md has more of it.
static void oilFilm( void* context, double load, ssVec2 gamma, const double* state, double h, ssVec2* force,
    double* derivative, double* next )
{
    (void)context, (void)load, (void)state, (void)h, (void)derivative, (void)next;
    *force = ssVec2_Scale( s_damping, gamma );
}

/// How far the sledge goes [m]: a ball that cannot turn.
static double slide( const ssLawDef* lawDef )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = NULL;
    must( ssCreateWorld( &def, &world ) );
    ssBodyDef body = ssDefaultBodyDef();
    body.shape = ssPlaneShape();
    body.kind = ss_bodyStatic;
    must( ssWorld_AddLaw( world, lawDef, &body.law ) ); // governs all contacts of the ground
    must( ssWorld_AddBody( world, &body, NULL ) );

    body = ssDefaultBodyDef();
    body.shape = ssSphereShape( 0.1 );
    body.mass = s_mass;
    body.inertia = ssVec3_Make( 1e6, 1e6, 1e6 );
    body.pose.position.z = 0.1;
    body.velocity.x = s_speed;
    ssBodyId sledge;
    must( ssWorld_AddBody( world, &body, &sledge ) );
    for ( int step = 0; step < 10000; ++step ) { ssWorld_Step( world, 1e-3 ); }
    double distance = ssWorld_Body( world, sledge ).pose.position.x;
    ssDestroyWorld( world );
    return distance;
}

int main( void )
{
    ssLawDef oil = ssDefaultLawDef( ss_lawKindCallback );
    oil.callback.force = oilFilm;
    ssLawProgram* program = NULL;
    must( ssCompileLaw( s_text, "own_law.c", &program, NULL ) );
    ssLawDef dry = ssTextLawDef( program );
    dry.programValues[0] = 0.2; // mu
    double oiled = slide( &oil ), dried = slide( &dry );
    double oiledTheory = s_mass * s_speed / s_damping, driedTheory = s_speed * s_speed / ( 2.0 * 0.2 * 9.81 );
    printf( "oil film      slid %.3f m, theory %.3f m\n", oiled, oiledTheory );
    printf( "dry friction  slid %.3f m, theory %.3f m\n", dried, driedTheory );
    ssLawProgram_Release( program );
    return fabs( oiled - oiledTheory ) < 2e-3 && fabs( dried - driedTheory ) < 2e-3 ? 0 : 1;
}
