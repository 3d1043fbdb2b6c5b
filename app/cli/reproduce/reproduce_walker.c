// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_walker.h"
#include "cli/reproduce/reproduce_table.h"

// Walker & Leine 2019: the table of its figures.

static const reproFigure s_figures[] = {
    { "walker-fig10", .title = "Wedge-shaped asperities", .source = "Walker & Leine 2019, Fig. 10",
        .claim = "mu = 1.2, beta = 36°: the force reservoir of Eq. 50 is not convex, but star-shaped; "
                 "sliding is normal to an ellipse with p_2/p_1 = cos beta.",
        .erratum = "The functions H of Eq. 49 are left to a reference; derived here, they reproduce Eq. 50.",
        .cost = 0.1, .make = walkerMakeFig10 },
    { "walker-fig11", .title = "Non-associated laws", .source = "Walker & Leine 2019, Fig. 11",
        .claim = "The sliding direction is normal to D where the ray of the force meets it, for two ellipses "
                 "and for a C that is not convex.",
        .cost = 0.1, .make = walkerMakeFig11 },
    { "walker-fig12", .title = "Direction sets of tensor laws", .source = "Walker & Leine 2019, Fig. 12",
        .claim = "Orthotropic law: C and D are ellipses of different ratio; nonconstant tensor: D is a "
                 "circle; fourth-order tensor: D is closed and convex.",
        .erratum = "Eqs. 71 and 125 must be integrated over the force angle theta; over the sliding angle "
                   "they do not give D.",
        .cost = 0.3, .make = walkerMakeFig12 },
    { "walker-fig13a", .title = "Stick-slip by a falling coefficient",
        .source = "Walker & Leine 2019, Fig. 13a",
        .claim = "A friction coefficient that falls with the sliding speed acts as negative damping: steady "
                 "sliding is unstable below a critical belt speed.",
        .cost = 0.5, .make = walkerMakeFig13a },
    { "walker-fig13b", .title = "Mode coupling", .source = "Walker & Leine 2019, Fig. 13b",
        .claim = "A normal force that follows the displacement couples two modes, which flutter above a "
                 "critical friction coefficient.",
        .cost = 0.1, .make = walkerMakeFig13b },
    { "walker-fig13c", .title = "Sprag-slip", .source = "Walker & Leine 2019, Fig. 13c",
        .claim = "An inclined strut that presses on the belt destabilises steady sliding above a critical "
                 "friction coefficient.",
        .cost = 0.1, .make = walkerMakeFig13c },
    { "walker-fig13d", .title = "Follower force", .source = "Walker & Leine 2019, Fig. 13d",
        .claim = "A friction force of constant size that follows the body makes it flutter.", .cost = 0.1,
        .make = walkerMakeFig13d },
    { "walker-fig16", .title = "Bifurcation over the belt direction",
        .source = "Walker & Leine 2019, Fig. 16",
        .claim = "C with axes 3:1 turned by 30° against D: steady sliding is unstable for about 44° < phi < "
                 "76°; such phi exist for about 17° < zeta < 73°.",
        .erratum = "The equilibrium slides with gamma = -chi, not chi (the printed sign); the root in Eq. "
                   "115 covers all three terms, and nu is negative for 0 < zeta < 90°. Symmetric sets give "
                   "the same ranges with either sign.",
        .cost = 2.0, .make = walkerMakeFig16 },
    { "walker-fig17", .title = "Limit cycle of the mass on the belt",
        .source = "Walker & Leine 2019, Fig. 17",
        .claim = "phi = 50°, v = 1 m/s: a limit cycle with a straight part where the mass sticks, which "
                 "disappears at higher belt velocities.",
        .cost = 1.0, .make = walkerMakeFig17 },
    { "walker-fig19", .title = "Sliding paths over grooves", .source = "Walker & Leine 2019, Fig. 19",
        .claim = "A disk launched at an angle to the grooves is deflected towards them; the path is straight "
                 "at 0° and 90°; faster launches go further (v0 = 1.49 m/s in b, phi = 47° in a).",
        .cost = 0.5, .make = walkerMakeFig19 },
    { "walker-fig23", .title = "Tribometer: isotropic surface", .source = "Walker & Leine 2019, Fig. 23",
        .claim = "Steel on sandblasted steel at 14.0 N: constant tangential force, no radial force, circular "
                 "sets, mu = 0.14.",
        .cost = 0.2, .make = walkerMakeFig23 },
    { "walker-fig24", .title = "Tribometer: PVC on ground steel", .source = "Walker & Leine 2019, Fig. 24",
        .claim = "At 9.3 N: two periods per turn, rounded rectangles C and D, mu_1 = 0.54 across and mu_2 = "
                 "0.48 along the grooves.",
        .erratum = "The superellipse of Table 1 has 4.25 N along the grooves, which is mu_2 = 0.457; the "
                   "printed 0.48 belongs to its ellipse, 4.49 N. The verdict takes 0.48 for the ellipse and "
                   "4.25 N for the superellipse.",
        .cost = 0.3, .make = walkerMakeFig24 },
    { "walker-fig25", .title = "Tribometer: steel on ground steel", .source = "Walker & Leine 2019, Fig. 25",
        .claim = "At 18.5 N: the tangential force is largest along the grooves, and C and D differ in shape.",
        .cost = 0.2, .make = walkerMakeFig25 },
    { "walker-fig26", .title = "Four laws for one measurement", .source = "Walker & Leine 2019, Fig. 26",
        .claim = "Associated law with an ellipse; associated and collinear laws with a superellipse; "
                 "extended law with two superellipses.",
        .cost = 0.2, .make = walkerMakeFig26 },
    { "walker-fig27", .title = "Sliding paths of four laws", .source = "Walker & Leine 2019, Fig. 27",
        .claim = "v0 = 1.52 m/s, phi = 58°: the extended law deflects the disk as measured, the others much "
                 "less, and the collinear law not at all.",
        .erratum = "phi is measured from the grooves (e_T2) here and from e_T1 in Sec. 5.2; the forces of "
                   "Table 1 hold at 9.3 N and are scaled to the weight of the 18 g disk.",
        .cost = 0.3, .make = walkerMakeFig27 },
    { "walker-table1", .title = "Fitted sets", .source = "Walker & Leine 2019, Table 1",
        .claim = "Ellipse C 5.00, 4.49 N; superellipse C 4.99, 4.25 N, s = 2.94; superellipse D 1.84, 1.19, "
                 "s = 2.51.",
        .erratum = "Eq. 125 integrates over the force angle theta; over the disk angle, as it may also be "
                   "read, r_D is up to 10.6% off. The verdict uses theta.",
        .cost = 0.3, .make = walkerMakeTable1 },
};

const reproPaper repro_walker = { s_figures, SS_COUNT( s_figures ) };
