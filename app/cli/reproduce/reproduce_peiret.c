// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_table.h"
#include "slipstick/advanced/pyramid.h"

// Peiret, Kövecses & Font-Llagunes: statements on friction in k directions, by a point mass under a push.

static const double s_mass = 2.0, s_mu = 0.5, s_weight = 19.62; // [kg], -, [N]

static const double s_identity[9] = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };
static const double s_massMatrix[9] = { 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0 };

/// A point mass under a push.
typedef struct Pushed
{
    double force[3];
    ssPyramidContact contact;
    ssPyramidProblem problem;
} Pushed;

/// The push is `push` times mu lambda_n in the direction `angle`.
static void makePush( Pushed* p, int k, double rho, double push, double angle )
{
    *p = ( Pushed ){ .force = { push * s_mu * s_weight * cos( angle ), push * s_mu * s_weight * sin( angle ),
                         -s_weight },
        .contact = { .k = k, .mu = s_mu, .phantomInertia = rho } };
    p->problem = ( ssPyramidProblem ){ .n = 3,
        .mass = s_massMatrix,
        .force = p->force,
        .contactCount = 1,
        .contacts = &p->contact,
        .normalJacobian = s_identity + 6,
        .tangentJacobian = s_identity };
}

/// The largest relative product sigma± kappa∓; sets `*both` if a direction accelerates both ways.
static double complementarity( const ssPyramidSolution* s, int k, bool* both )
{
    double worst = 0.0;
    for ( int j = 0; j < k; ++j )
    {
        double off =
            fmax( fabs( s->sigmaPlus[j] * s->kappaMinus[j] ), fabs( s->sigmaMinus[j] * s->kappaPlus[j] ) );
        worst = off > worst ? off : worst;
        *both = *both || ( s->kappaPlus[j] > 0.0 && s->kappaMinus[j] > 0.0 );
    }
    return worst / ( s_mu * s_weight );
}

static void checkModel( reproRun* run, ssPyramidSolver* solver, int k )
{
    static const double inertias[5] = { 0.0, 0.01, 1.0, 7.0, 50.0 };
    Pushed p;
    double changed = 0.0, off = 0.0, largest = 0.0;
    bool both = false, early = false;
    for ( int i = 0; i < 360; ++i )
    {
        double angle = i * SS_PI / 180.0, push = 0.25 * ( 1 + i % 9 ), first[5] = { 0.0 };
        for ( int r = 0; r < 5; ++r )
        {
            makePush( &p, k, inertias[r], push, angle );
            const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
            const double now[5] = { s->acceleration[0], s->acceleration[1], s->tangent[0], s->tangent[1],
                s->normal[0] };
            double misses = complementarity( s, k, &both );
            off = misses > off ? misses : off;
            for ( int c = 0; c < 5; ++c )
            {
                first[c] = r == 0 ? now[c] : first[c];
                changed = fabs( now[c] - first[c] ) > changed ? fabs( now[c] - first[c] ) : changed;
            }
            double size = hypot( now[2], now[3] ) / ( s_mu * s_weight );
            largest = size > largest ? size : largest;
            early = early || ( push < 1.0 && ( now[0] != 0.0 || now[1] != 0.0 ) );
        }
    }
    makePush( &p, k, 1.0, 3.0, 0.5 * SS_PI / k ); // half-way between two directions: a corner of the polygon
    const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
    largest = fmax( largest, hypot( s->tangent[0], s->tangent[1] ) / ( s_mu * s_weight ) );
    reproCheck( run,
        reproName( run, "k = %d: phantom inertia 0 to 50 kg changes acceleration and forces by", k ), changed,
        0.0, 0.0, "the paper: it does not change the dynamics; exactly equal" );
    reproCheck( run, reproName( run, "k = %d: sigma kappa, relative", k ), off, 0.0, 1e-12,
        "complementarity, rounding" );
    reproHolds( run, reproName( run, "k = %d: no direction accelerates both ways", k ), !both,
        "the paper: kappa+ and kappa- are never both positive" );
    reproHolds( run, reproName( run, "k = %d: a push below mu lambda_n never slides", k ), !early,
        "static friction" );
    reproCheck( run, reproName( run, "k = %d: largest friction over mu lambda_n", k ), largest,
        1.0 / cos( 0.5 * SS_PI / k ), 1e-12, "corner of the circumscribed polygon" );
}

static void checkRank( reproRun* run, ssPyramidSolver* solver, int k )
{
    Pushed p;
    makePush( &p, k, 0.0, 0.0, 0.0 );
    reproCheck( run, reproName( run, "k = %d, rho = 0: rank defect of Eq. 8", k ),
        ssPyramid_Diagnose( solver, &p.problem ).defect, 2.0 * k - 2.0, 0.0, "2k - 2, a count" );
    makePush( &p, k, 0.1, 0.0, 0.0 );
    reproCheck( run, reproName( run, "k = %d, rho = 0.1 kg: rank defect of Eq. 8", k ),
        ssPyramid_Diagnose( solver, &p.problem ).defect, 0.0, 0.0, "full rank, as the paper states" );
    reproCheck( run, reproName( run, "k = %d: full rank is lost again at rho [kg]", k ),
        ssPyramid_Diagnose( solver, &p.problem ).nearest, k * s_mass, 1e-9,
        "isolated value k m of a point mass; see the erratum" );
}

#define COUNT 201

static void drawTransition( reproRun* run, ssPyramidSolver* solver )
{
    double push[COUNT], plus[COUNT], minus[COUNT], moves[COUNT], friction[COUNT];
    for ( int i = 0; i < COUNT; ++i )
    {
        Pushed p;
        push[i] = 2.0 * i / ( COUNT - 1 );
        makePush( &p, 3, 1.0, push[i], 0.0 );
        const ssPyramidSolution* s = ssPyramid_Solve( solver, &p.problem );
        double unit = s_mu * s_weight;
        plus[i] = s->sigmaPlus[0] / unit;
        minus[i] = s->sigmaMinus[0] / unit;
        moves[i] = s->kappaPlus[0] * s_mass / unit;
        friction[i] = -s->tangent[0] / unit;
    }
    const svgMark marks[] = { reproCurve( svg_blue, false, "sigma+", COUNT, push, plus ),
        reproCurve( svg_orange, false, "sigma−", COUNT, push, minus ),
        reproCurve( svg_green, false, "m kappa+", COUNT, push, moves ),
        reproCurve( svg_black, true, "friction against the push", COUNT, push, friction ) };
    reproPicture( run, "Stick becomes slip along e_1: k = 3, rho = 1 kg, m = 2 kg",
        "push over mu lambda_n [-]", "over mu lambda_n [-]", marks, SS_COUNT( marks ), NULL );
    reproTable( run, "push,sigma_plus,sigma_minus,m_kappa_plus,friction", COUNT,
        ( const double*[] ){ push, plus, minus, moves, friction } );
}

#define CORNERS 17
#define CIRCLE_POINTS 181

static void drawPolygons( reproRun* run )
{
    static const int ks[4] = { 2, 3, 4, 8 };
    static const char* const labels[4] = { "k = 2", "k = 3", "k = 4", "k = 8" };
    double x[4][CORNERS], y[4][CORNERS], cx[CIRCLE_POINTS], cy[CIRCLE_POINTS];
    svgMark marks[5];
    for ( int i = 0; i < 4; ++i )
    {
        ssVec2 at[2 * 8];
        ssPyramidCorners( ss_pyramidAcceleration, ks[i], 0.0, at );
        for ( int c = 0; c <= 2 * ks[i]; ++c )
        {
            x[i][c] = at[c % ( 2 * ks[i] )].x;
            y[i][c] = at[c % ( 2 * ks[i] )].y;
        }
        marks[i] = reproCurve( (svgColor)i, false, labels[i], 2 * ks[i] + 1, x[i], y[i] );
    }
    for ( int i = 0; i < CIRCLE_POINTS; ++i )
    {
        cx[i] = cos( 2.0 * i * SS_PI / 180.0 );
        cy[i] = sin( 2.0 * i * SS_PI / 180.0 );
    }
    marks[4] = reproCurve( svg_black, true, "Coulomb's circle", CIRCLE_POINTS, cx, cy );
    reproPicture( run, "Admissible friction forces", "lambda_t1 over mu lambda_n [-]",
        "lambda_t2 over mu lambda_n [-]", marks, 5, &( svgPlot ){ .equalScales = true, .height = 480.0 } );
}

static ssResult makeFig1( reproRun* run )
{
    static const int ks[4] = { 2, 3, 4, 8 };
    ssPyramidSolver* solver = NULL;
    SS_TRY( ssCreatePyramidSolver( 3, 1, 8, &solver ) );
    for ( int i = 0; i < 4; ++i )
    {
        checkModel( run, solver, ks[i] );
        checkRank( run, solver, ks[i] );
    }
    drawTransition( run, solver );
    drawPolygons( run );
    ssDestroyPyramidSolver( solver );
    reproNote( run,
        "The figure is a sketch without numbers. The statements about the model are checked on a point mass "
        "of 2 kg, mu = 0.5, under pushes in all directions." );
    return ssOk();
}

static const reproFigure s_figures[] = {
    { "peiret-fig1", .title = "Discretised friction with phantom inertia",
        .source = "Peiret, Kövecses & Font-Llagunes, Fig. 1",
        .claim = "Friction is bounded in k directions; a direction accelerates only when the friction "
                 "against it is saturated. The phantom inertia enlarges the saturation of one bound, gives "
                 "the matrix of the system full rank and changes nothing else.",
        .erratum = "The rank is not full for every rho > 0, as the paper may be read: at isolated values (a "
                   "point mass: rho = k m) it drops again. The verdict asks for full rank everywhere else.",
        .cost = 0.5, .make = makeFig1 },
};

const reproPaper repro_peiret = { s_figures, SS_COUNT( s_figures ) };
