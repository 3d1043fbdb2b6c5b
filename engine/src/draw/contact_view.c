// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"
#include "slipstick/draw.h"

// What happens at a contact, decided in one place.

// Within this share of its bound a reaction is at it: an error of 1e-4 of all forces is large for weak ones.
// forces leaves per cents of the weakest ones.
#define AT_BOUND 1e-2

/// How much of its bound a reaction uses, 1 at the bound. A bound of zero counts as reached.
static double useOf( double reaction, double bound ) { return bound > 0.0 ? reaction / bound : HUGE_VAL; }

/// The blocks of an ellipsoidal cone share one bound; those without a coefficient have none.
static double ellipsoidUse( const ssContactView* c )
{
    const double *f = c->force, *m = c->moment;
    const double reaction[CONE_BLOCKS_MAX] = { ssHypot( f[1], f[2] ), ssHypot( m[0], m[1] ), fabs( m[2] ) };
    double sum = 0.0;
    for ( int i = 0; i < coneBlockCount( c->cone.dimension ); ++i )
    {
        double mu = coneCoefficient( &c->cone, i ), part = mu > 0.0 ? reaction[i] / ( mu * f[0] ) : 0.0;
        sum += part * part;
    }
    return sqrt( sum );
}

ssLaw ssContactView_Law( const ssContactView* contact ) { return ssLaw_At( contact->law, &contact->site ); }

double ssContactView_SlidingSpeed( const ssContactView* contact )
{
    const ssContactView* c = contact;
    double speed = ssHypot( c->velocity[1], c->velocity[2] );
    if ( c->mode == ss_modeSlide || c->mode == ss_modeSlideRoll || c->law == NULL || speed == 0.0 )
    {
        return c->law != NULL ? speed : 0.0;
    }
    const ssLaw law = ssContactView_Law( c );
    const ssVec2 force = { -c->force[1], -c->force[2] };
    double load = c->lawScale * c->force[0], atRest = ssLaw_GaugeAtSpeed( &law, load, 0.0, force );
    bool creeps = atRest > 1.0 && ssLaw_GaugeAtSpeed( &law, load, speed, force ) < atRest;
    return creeps ? speed : 0.0;
}

/// How much of C at its speed the friction force uses. Functions have no C; what moves without friction
/// slides.
static double useOfLaw( const ssContactView* c )
{
    const ssLaw law = ssContactView_Law( c );
    const ssVec2 force = { -c->force[1], -c->force[2] };
    double load = c->lawScale * c->force[0], speed = ssHypot( c->velocity[1], c->velocity[2] );
    if ( !law.type->setValued || law.frictionless || !( load > 0.0 ) ) { return HUGE_VAL; }
    if ( ( ssLaw_Flags( &law ) & ss_lawFlagPatch ) != 0 )
    {
        return ssLaw_GaugeWithSpin( &law, load, force, -c->moment[2] );
    }
    double use = ssLaw_GaugeAtSpeed( &law, load, speed, force );
    if ( use == 0.0 )
    {
        ssLawAtSpeed now;
        bool resists = ssLaw_AtSpeed( &law, load, speed, &now ) && !now.law.frictionless;
        ssLawAtSpeed_Destroy( &now );
        use = resists ? use : HUGE_VAL;
    }
    return use;
}

double ssContactView_Margin( const ssContactView* c )
{
    if ( c->pending || !( c->force[0] > 0.0 ) ) { return SS_NAN; }
    if ( c->law == NULL )
    {
        return c->cone.mu > 0.0 ? 1.0 - ssCone_SlidingGauge( &c->cone, c->force ) : SS_NAN;
    }
    const ssLaw law = ssContactView_Law( c );
    const ssVec2 force = { -c->force[1], -c->force[2] };
    double load = c->lawScale * c->force[0], speed = ssContactView_SlidingSpeed( c );
    bool bounded = !law.frictionless, patch = ( ssLaw_Flags( &law ) & ss_lawFlagPatch ) != 0;
    double gauge = bounded && !patch ? ssLaw_GaugeAtSpeed( &law, load, speed, force ) : 0.0;
    if ( bounded && gauge == 0.0 ) // a patch, or no force: there may be no friction at this speed
    {
        ssLawAtSpeed now;
        bounded = ssLaw_AtSpeed( &law, load, speed, &now ) && !now.law.frictionless;
        gauge = bounded && patch ? ssLaw_GaugeWithSpin( &now.law, load, force, -c->moment[2] ) : gauge;
        ssLawAtSpeed_Destroy( &now );
    }
    return bounded && gauge < HUGE_VAL ? 1.0 - gauge : SS_NAN;
}

static void useOfBlocks( const ssContactView* c, double use[CONE_BLOCKS_MAX] )
{
    const double *f = c->force, *m = c->moment;
    double rolling = c->cone.dimension >= 5 ? c->cone.muRoll * f[0] : 0.0;
    double spinning = c->cone.dimension == 6 ? c->cone.muSpin * f[0] : 0.0;
    use[0] = c->cone.mu > 0.0 ? ssCone_SlidingGauge( &c->cone, f ) : HUGE_VAL;
    use[1] = useOf( ssHypot( m[0], m[1] ), rolling );
    use[2] = useOf( fabs( m[2] ), spinning );
    if ( c->law != NULL )
    {
        bool patch = ( ssLaw_Flags( c->law ) & ss_lawFlagPatch ) != 0;
        use[0] = useOfLaw( c );
        use[2] = patch ? use[0] : use[2]; // sliding and spinning share one bound
    }
    else if ( c->cone.variant == ss_coneEllipsoidal )
    {
        double whole = ellipsoidUse( c );
        for ( int i = 0; i < CONE_BLOCKS_MAX; ++i ) { use[i] = use[i] < HUGE_VAL ? whole : use[i]; }
    }
}

ssContactMode ssContactView_Mode( const ssContactView* c, double resolution )
{
    if ( !( c->force[0] > 0.0 ) ) { return ss_modeOpen; }
    double length = c->size > 0.0 ? c->size : 1.0, use[CONE_BLOCKS_MAX];
    const double* y = c->velocity;
    const double speed[CONE_BLOCKS_MAX] = { ssHypot( y[1], y[2] ), length * ssHypot( y[3], y[4] ),
        length * fabs( y[5] ) };
    if ( !( speed[0] > resolution || speed[1] > resolution || speed[2] > resolution ) )
    {
        return ss_modeStick; // whatever its reaction is
    }
    useOfBlocks( c, use );
    bool moves[CONE_BLOCKS_MAX];
    for ( int i = 0; i < CONE_BLOCKS_MAX; ++i )
    {
        moves[i] = speed[i] > resolution && use[i] >= 1.0 - AT_BOUND;
    }
    return ssModeOfMotion( moves[0], moves[1], moves[2] );
}
