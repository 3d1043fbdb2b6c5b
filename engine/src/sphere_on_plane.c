// SPDX-License-Identifier: MIT
#include "slipstick/sphere_on_plane.h"

#include <math.h>

// With the rolling velocity turned by a quarter, w = (omega_y, -omega_x), and its moment m = (m_2, -m_1), the
// sphere's Delassus block is isotropic:
//     u_T+ = q_T + a r + c m,     w+ = q_R + c r + b m,     a = 1/mass + R²/I,  b = 1/I,  c = -R/I,
// which with R = mass = 1 and I = 2/5 is 7/2, 5/2, -5/2; the normal row (1/mass) and the spinning row (1/I) stand alone. So r_N follows from Signorini's condition,
// the spinning moment from its interval, and (r, m) minimises a strictly convex function over two discs.
typedef struct Tangential
{
    double a, b, c;
    ssVec2 freeSlide, freeRoll;   // q_T, q_R
    double slideBound, rollBound; // radii mu p_N, mu_r p_N of the discs [N s], [N m s]
} Tangential;

typedef struct TangentialSolution
{
    ssVec2 force, moment;
    bool slides, rolls; // false: that velocity is exactly zero
    int iterations;
    bool converged;
} TangentialSolution;

static ssVec2 clampToDisc( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > radius ? ssVec2_Scale( radius / length, v ) : v;
}

/// The point of the disc's rim opposite to `v`.
static ssVec2 rimAgainst( ssVec2 v, double radius )
{
    double length = ssVec2_Length( v );
    return length > 0.0 ? ssVec2_Scale( -radius / length, v ) : ssVec2_Make( 0.0, 0.0 );
}

/// Acary & Bourrier Eq. 21 case by case. The minimiser is unique, so the first mode whose conditions all hold is
/// the answer; only slide + roll in different directions needs iterations.
static TangentialSolution solveTangential( const Tangential* t, double tolerance )
{
    TangentialSolution s = { .iterations = 1, .converged = true };
    double determinant = t->a * t->b - t->c * t->c;

    // stick: both velocities vanish
    s.force = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeRoll ), ssVec2_Scale( t->b, t->freeSlide ) ) );
    s.moment = ssVec2_Scale( 1.0 / determinant,
        ssVec2_Sub( ssVec2_Scale( t->c, t->freeSlide ), ssVec2_Scale( t->a, t->freeRoll ) ) );
    if ( ssVec2_Length( s.force ) <= t->slideBound && ssVec2_Length( s.moment ) <= t->rollBound )
    {
        return s;
    }

    // slide without rolling: the moment follows from w+ = 0
    ssVec2 drive = ssVec2_MulAdd( t->freeSlide, -t->c / t->b, t->freeRoll );
    s.force = rimAgainst( drive, t->slideBound );
    s.moment = ssVec2_Scale( -1.0 / t->b, ssVec2_MulAdd( t->freeRoll, t->c, s.force ) );
    if ( ssVec2_Length( drive ) * t->b > determinant * t->slideBound &&
        ssVec2_Length( s.moment ) <= t->rollBound )
    {
        s.slides = true;
        return s;
    }

    // roll without sliding: the force follows from u_T+ = 0
    drive = ssVec2_MulAdd( t->freeRoll, -t->c / t->a, t->freeSlide );
    s.moment = rimAgainst( drive, t->rollBound );
    s.force = ssVec2_Scale( -1.0 / t->a, ssVec2_MulAdd( t->freeSlide, t->c, s.moment ) );
    if ( ssVec2_Length( drive ) * t->a > determinant * t->rollBound &&
        ssVec2_Length( s.force ) <= t->slideBound )
    {
        s.rolls = true;
        return s;
    }

    // Both on their rims: block by block, each an exact minimisation over its disc. The factor per sweep is at most
    // c²/(ab) = 5/7 whatever the coefficients; motion along a line ends after one sweep.
    s.slides = s.rolls = true;
    s.converged = false;
    while ( s.iterations < 1000 && !s.converged )
    {
        ssVec2 force = clampToDisc(
            ssVec2_Scale( -1.0 / t->a, ssVec2_MulAdd( t->freeSlide, t->c, s.moment ) ), t->slideBound );
        ssVec2 moment = clampToDisc(
            ssVec2_Scale( -1.0 / t->b, ssVec2_MulAdd( t->freeRoll, t->c, force ) ), t->rollBound );
        double change = ssVec2_Length( ssVec2_Sub( force, s.force ) ) * t->a +
            ssVec2_Length( ssVec2_Sub( moment, s.moment ) ) * fabs( t->c );
        s.converged = change <= tolerance * ( ssVec2_Length( t->freeSlide ) + t->a * ssVec2_Length( force ) );
        s.force = force;
        s.moment = moment;
        ++s.iterations;
    }
    return s;
}

// One contact's 6D problem in the units of the judge: lengths in R, masses in m, so that W has entries of order 1.
typedef struct UnitProblem
{
    ssCone cone;
    double q[6];
} UnitProblem;

/// y = W p + q for the solid sphere with R = m = 1: I = 2/5.
static void unitVelocity( const UnitProblem* problem, const double* p, double* y )
{
    const double* q = problem->q;
    y[0] = q[0] + p[0];
    y[1] = q[1] + 3.5 * p[1] - 2.5 * p[4];
    y[2] = q[2] + 3.5 * p[2] + 2.5 * p[3];
    y[3] = q[3] + 2.5 * p[3] + 2.5 * p[2];
    y[4] = q[4] + 2.5 * p[4] - 2.5 * p[1];
    y[5] = q[5] + 2.5 * p[5];
}

/// |p - P_K(p - r yhat)| / (r |q|), r = 1 / mean(diag W): zero exactly at a solution (Acary & Bourrier Eq. 61).
static double unitResidual( const UnitProblem* problem, const double* p, bool dilatant )
{
    const double r = 6.0 / ( 1.0 + 3.5 + 3.5 + 2.5 + 2.5 + 2.5 );
    const ssCone* cone = &problem->cone;
    double y[6], x[6], size = 0.0, error = 0.0;
    unitVelocity( problem, p, y );
    if ( !dilatant )
    {
        // De Saxcé's correction, Acary & Bourrier Eq. 32 with spinning
        y[0] +=
            cone->mu * hypot( y[1], y[2] ) + cone->muRoll * hypot( y[3], y[4] ) + cone->muSpin * fabs( y[5] );
    }
    for ( int i = 0; i < 6; ++i )
    {
        x[i] = p[i] - r * y[i];
        size += problem->q[i] * problem->q[i];
    }
    ssProjectOntoCone( cone, x, x );
    for ( int i = 0; i < 6; ++i )
    {
        error += ( p[i] - x[i] ) * ( p[i] - x[i] );
    }
    return size > 0.0 ? sqrt( error / size ) / r : 0.0;
}

/// The relaxed law is min 1/2 p'Wp + q'p over K: accelerated projected gradient with the block's exact extreme
/// eigenvalues 3 ± sqrt(6.5).
static int solveRelaxed( const UnitProblem* problem, double tolerance, double* p, bool* converged )
{
    const double steep = 3.0 + sqrt( 6.5 ), flat = 3.0 - sqrt( 6.5 );
    const double momentum = ( sqrt( steep ) - sqrt( flat ) ) / ( sqrt( steep ) + sqrt( flat ) );
    double probe[6] = { 0 }, y[6], next[6];
    for ( int i = 0; i < 6; ++i )
    {
        p[i] = 0.0;
    }
    for ( int iteration = 1; iteration <= 2000; ++iteration )
    {
        unitVelocity( problem, probe, y );
        for ( int i = 0; i < 6; ++i )
        {
            next[i] = probe[i] - y[i] / steep;
        }
        ssProjectOntoCone( &problem->cone, next, next );
        for ( int i = 0; i < 6; ++i )
        {
            probe[i] = next[i] + momentum * ( next[i] - p[i] );
            p[i] = next[i];
        }
        if ( unitResidual( problem, p, true ) <= tolerance )
        {
            *converged = true;
            return iteration;
        }
    }
    *converged = false;
    return 2000;
}

/// Impulses of the contact in N, T1, T2, R1, R2, S order, in SI units.
typedef struct Contact
{
    double p[6];
    bool slides, rolls, spins;
    int iterations;
    bool converged;
    double residual;
} Contact;

static double inertiaOf( const ssSphereModel* model )
{
    return 0.4 * model->mass * model->radius * model->radius;
}

static Contact solveCoulomb( const ssSphereModel* model, const ssSphereState* before, ssVec3 v, ssVec3 w )
{
    double R = model->radius, m = model->mass;
    double bounce = model->restitution * fmin( before->velocity.z, 0.0 );
    Contact contact = { .converged = true };
    // Signorini with Newton's impact law, Acary & Bourrier Eq. 9; per unit mass, and lengths in R, so that neither
    // a grain nor a planet leaves the range of a double
    double normal = fmax( 0.0, -( v.z + bounce ) );
    Tangential tangential = {
        .a = 3.5,
        .b = 2.5,
        .c = -2.5,
        .freeSlide = ssVec2_Make( v.x - R * w.y, v.y + R * w.x ),
        .freeRoll = ssVec2_Make( R * w.y, -R * w.x ),
        .slideBound = model->mu * normal,
        .rollBound = model->muRoll / R * normal,
    };
    TangentialSolution solution = solveTangential( &tangential, model->tolerance );
    double spinBound = model->muSpin / R * normal, spin = -0.4 * R * w.z;
    contact.spins = fabs( spin ) > spinBound;
    contact.p[0] = m * normal;
    contact.p[1] = m * solution.force.x;
    contact.p[2] = m * solution.force.y;
    contact.p[3] = -m * R * solution.moment.y;
    contact.p[4] = m * R * solution.moment.x;
    contact.p[5] = m * R * fmax( -spinBound, fmin( spin, spinBound ) );
    contact.slides = solution.slides;
    contact.rolls = solution.rolls;
    contact.iterations = solution.iterations;
    contact.converged = solution.converged;
    return contact;
}

/// The contact problem with R = m = 1, and the judge's verdict on the impulse found.
static UnitProblem unitProblem( const ssSphereModel* model, double freeNormal, ssVec3 v, ssVec3 w )
{
    double R = model->radius;
    UnitProblem problem = {
        .cone = { .dimension = 6, .mu = model->mu, .muRoll = model->muRoll / R, .muSpin = model->muSpin / R },
        .q = { freeNormal, v.x - R * w.y, v.y + R * w.x, R * w.x, R * w.y, R * w.z },
    };
    return problem;
}

static void toUnit( const ssSphereModel* model, const double* p, double* unit )
{
    for ( int i = 0; i < 6; ++i )
    {
        unit[i] = p[i] / ( i < 3 ? model->mass : model->mass * model->radius );
    }
}

ssSphereStep ssSphere_Step(
    const ssSphereModel* model, ssSphereState* state, double h, ssVec3 force, ssVec3 torque )
{
    const ssSphereState before = *state;
    double m = model->mass, R = model->radius, inertia = inertiaOf( model );
    bool relaxed = model->law == ss_sphereRelaxed;

    // free velocity at the end of the step
    ssVec3 v = before.velocity, w = before.omega;
    v.x += h * ( model->gravityAlong + force.x / m );
    v.y += h * force.y / m;
    v.z += h * ( -model->gravityNormal + force.z / m );
    w = ssVec3_MulAdd( w, h / inertia, torque );
    const ssVec3 freeV = v, freeW = w;

    // Moreau-Jean activates by the gap predicted half a step ahead; Tasora & Anitescu's scheme lets Phi/h decide
    // (Eq. 26 with the sign under which a sliding contact rides at the gap h A_r).
    bool near = relaxed || before.gap + 0.5 * h * before.velocity.z <= 0.0;
    Contact contact = { .converged = true };
    if ( near )
    {
        double bounce = model->restitution * fmin( before.velocity.z, 0.0 );
        UnitProblem problem = unitProblem( model, v.z + ( relaxed ? before.gap / h : bounce ), v, w );
        double unit[6];
        if ( relaxed )
        {
            contact.iterations = solveRelaxed( &problem, model->tolerance, unit, &contact.converged );
            contact.slides = contact.rolls = contact.spins = true;
            for ( int i = 0; i < 6; ++i )
            {
                contact.p[i] = unit[i] * ( i < 3 ? m : m * R );
            }
        }
        else
        {
            contact = solveCoulomb( model, &before, v, w );
            toUnit( model, contact.p, unit );
        }
        contact.residual = unitResidual( &problem, unit, relaxed );
    }
    const double* p = contact.p;
    bool touching = p[0] > 0.0;

    v = ssVec3_Add( v, ssVec3_Make( p[1] / m, p[2] / m, p[0] / m ) );
    w.x += ( p[3] + R * p[2] ) / inertia;
    w.y += ( p[4] - R * p[1] ) / inertia;
    w.z += p[5] / inertia;
    if ( touching && !relaxed )
    {
        // What the mode says is zero is zero, not a rounding error that creeps.
        v.z = fmax( 0.0, -model->restitution * before.velocity.z );
        if ( !contact.rolls )
        {
            w.x = w.y = 0.0;
        }
        if ( !contact.slides )
        {
            v.x = R * w.y;
            v.y = -R * w.x;
        }
        w.z = contact.spins ? w.z : 0.0;
    }

    double theta = model->theta;
    ssVec3 meanV = ssVec3_Add( ssVec3_Scale( 1.0 - theta, before.velocity ), ssVec3_Scale( theta, v ) );
    ssVec3 meanW = ssVec3_Add( ssVec3_Scale( 1.0 - theta, before.omega ), ssVec3_Scale( theta, w ) );
    state->velocity = v;
    state->omega = w;
    state->x += h * meanV.x;
    state->y += h * meanV.y;
    state->gap += h * meanV.z;
    state->orientation = ssQuat_Normalize(
        ssQuat_Mul( ssQuat_FromRotationVector( ssVec3_Scale( h, meanW ) ), before.orientation ) );
    for ( int i = 0; i < 3; ++i )
    {
        // + 0.0: a moment of minus zero is nothing anybody wants to read
        state->force[i] = p[i] / h + 0.0;
        state->moment[i] = p[3 + i] / h + 0.0;
    }
    double slide = hypot( v.x - R * w.y, v.y + R * w.x ), roll = hypot( w.x, w.y );
    state->mode = ssClassifyContact( touching, slide, roll, fabs( w.z ), R, 1e-9 );

    // The contact's work is the change of kinetic energy from free to final velocity plus what gravity and the hand
    // do on the way: kinetic energy is quadratic, so the mean of both ends gives it exactly.
    ssVec3 dv = ssVec3_Sub( v, freeV ), dw = ssVec3_Sub( w, freeW );
    const ssVec3 midV = ssVec3_Scale( 0.5, ssVec3_Add( v, before.velocity ) ),
                 midW = ssVec3_Scale( 0.5, ssVec3_Add( w, before.omega ) );
    double work = m * ssVec3_Dot( dv, midV ) + inertia * ssVec3_Dot( dw, midW );
    return ( ssSphereStep ){
        .touching = touching,
        .converged = contact.converged,
        .iterations = contact.iterations,
        .residual = contact.residual,
        .dissipated = -work,
        .sliding = -p[1] * ( midV.x - R * midW.y ) - p[2] * ( midV.y + R * midW.x ),
        .rolling = -p[3] * midW.x - p[4] * midW.y,
        .spinning = -p[5] * midW.z,
        .impact = -p[0] * midV.z,
        .work = h * ( ssVec3_Dot( force, midV ) + ssVec3_Dot( torque, midW ) ),
    };
}

void ssSphere_InitialReaction( const ssSphereModel* model, ssSphereState* state, double h )
{
    ssSphereState ahead = *state;
    ssVec3 zero = { 0.0, 0.0, 0.0 };
    ssSphereStep step = ssSphere_Step( model, &ahead, h, zero, zero );
    for ( int i = 0; i < 3; ++i )
    {
        state->force[i] = ahead.force[i];
        state->moment[i] = ahead.moment[i];
    }
    ssVec3 v = state->velocity, w = state->omega;
    double slide = hypot( v.x - model->radius * w.y, v.y + model->radius * w.x );
    state->mode =
        ssClassifyContact( step.touching, slide, hypot( w.x, w.y ), fabs( w.z ), model->radius, 1e-9 );
}

double ssSphere_Potential( const ssSphereModel* model, const ssSphereState* state )
{
    return model->mass * ( model->gravityNormal * state->gap - model->gravityAlong * state->x );
}

double ssSphere_Energy( const ssSphereModel* model, const ssSphereState* state )
{
    double kinetic = 0.5 * model->mass * ssVec3_Dot( state->velocity, state->velocity ) +
        0.5 * inertiaOf( model ) * ssVec3_Dot( state->omega, state->omega );
    return kinetic + ssSphere_Potential( model, state );
}
