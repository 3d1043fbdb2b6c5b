// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "shows/shows.h"

// How a window presents each scenario and its presets.

static const showPreset s_belt[] = {
    { "fig17",
        { .point = "Steady sliding is unstable. The mass leaves its equilibrium (cross) and ends in a cycle "
                   "of stick and slip (Fig. 17).",
            .speed = 16.0 } },
    { "fig16",
        { .point = "The equilibrium is unstable for belts between 44° and 76°; at 60° the mass leaves it at "
                   "once (Fig. 16).",
            .panes = "position,path,chart:bifurcation" } },
    { "stable30",
        { .point = "Outside the unstable range: pushed 8 m aside, the mass sticks and slips a few times, "
                   "then slides, up to a small swing that stays.",
            .panes = "position,path,chart:dial" } },
    { "stable85",
        { .point = "Beyond the unstable range: pushed 8 m aside, the mass creeps back across the belt, "
                   "because friction damps that motion.",
            .speed = 32.0,
            .panes = "position,path,chart:dial",
            .camera = SHOW_CAMERA_TOP } },
    { "fast16",
        { .point = "A belt at 16 m/s is too fast to catch the mass: it ends in a cycle that slides all the "
                   "time.",
            .panes = "position,path,velocity",
            .camera = SHOW_CAMERA_TOP } },
    { "associated",
        { .point = "Theorem 1: with slip normal to C itself, no belt direction is unstable: the mass returns "
                   "from 8 m, up to a small swing.",
            .camera = SHOW_CAMERA_TOP } },
};

static const showPreset s_dilatancyTwins[] = {
    { "block",
        { .point = "The relaxed law throws the sliding block 8 mm up, out of nothing but friction; under "
                   "Coulomb's law it stays down.",
            .speed = 0.005 } },
    { "sphere",
        { .point = "The relaxed law throws the sliding sphere 3.6 mm up; under Coulomb's law it stays down "
                   "and is spun up until it rolls.",
            .speed = 0.0035,
            .moment = 0.028 } },
};

static const showPreset s_facetFan[] = {
    { "hexagon",
        { .point = "A hexagon instead of the friction disc: pucks launched alike stop on a hexagon inside "
                   "the true circle, up to 13% too early." } },
    { "square",
        { .point = "With four sides the paths bend towards the axes, and friction along the diagonal is 41% "
                   "too strong: a diamond, not a circle." } },
    { "octagon",
        { .point = "Eight sides come close to the disc: no puck stops more than 8% too early. Turning the "
                   "polygon turns the error." } },
    { "inscribed",
        { .point = "Stewart & Trinkle put the polygon inside the disc: friction is too weak, and the pucks "
                   "slide beyond the true circle." } },
    { "circle",
        { .point = "At acceleration level the polygon matters at rest only: even with four sides the pucks "
                   "stop on the true circle." } },
};

static const showPreset s_followerForce[] = {
    { "flutter",
        { .point = "The friction force turns with the outer rod and feeds the motion: from 0.02 rad the "
                   "pendulum swings up to a whole radian." } },
    { "equal",
        { .point = "With equal masses the two frequencies meet at a force of 2 k/l; just above it, the "
                   "straight position flutters." } },
    { "paradox",
        { .point = "Ziegler's paradox: without damping 2 N would do nothing (the threshold is 2.09 N); a "
                   "little damping lowers it to 1.46 N.",
            .speed = 16.0,
            .panes = "theta,growth,chart:growth" } },
    { "stable",
        { .point = "Below the threshold the pendulum returns to the straight position after a small push.",
            .speed = 16.0,
            .panes = "theta,growth,chart:growth" } },
};

static const showPreset s_gravelPile[] = {
    { "few",
        { .point = "Rolling resistance makes round stones heap up like gravel. Drag μ_r to 0 while they "
                   "pour: the heap runs apart.",
            .speed = 1.0,
            .camera = { 24.0, 13.0, 1.35 } } },
    { "fig10",
        { .point = "Without rolling resistance the stones run apart and fill the container as a flat layer "
                   "(Fig. 10).",
            .speed = 0.3 } },
    { "fig11",
        { .point = "The same stones with a rolling and spinning resistance of 10 mm pile up to a heap with a "
                   "slope (Fig. 11).",
            .speed = 0.25 } },
    { "heap",
        { .point = "Rolling resistance makes round stones heap up like gravel. Drag μ_r to 0 while they "
                   "pour: the heap runs apart." } },
    { "faceted",
        { .point = "Faceted stones heap up without any rolling resistance. For round stones, rolling "
                   "resistance stands in for the facets.",
            .speed = 0.3 } },
};

static const showPreset s_guideway[] = {
    { "close-up",
        { .point =
                "The carriage rolls on balls, which follow at half its speed. 7.75 N move a load of 490 N: "
                "2.45 N to roll the balls, the rest for the seals.",
            .speed = 0.1,
            .camera = { 24.0, 13.0, 1.75 } } },
    { "fig8",
        { .point = "The drive needs the 7.75 N of the formula, ζ F_y for the balls and S for the seals. "
                   "Balls follow at half the speed (Fig. 8)." } },
    { "fig8-no-seal",
        { .point = "Without seals only the rolling friction of the balls is left: ζ F_y = 2.45 N moves a "
                   "load of 490 N (Fig. 8)." } },
    { "raceway45",
        { .point = "Rows at 45° press the upper balls √2 times as hard as the load, so the drive needs 8.765 "
                   "N; the lower rows run free.",
            .camera = { 38.0, 20.0, 0.95 } } },
    { "preload",
        { .point = "Rows pressed against each other with 20 N per ball: all four carry, and below 509 N the "
                   "load does not change the resistance.",
            .camera = { 38.0, 20.0, 0.95 } } },
    { "stick",
        { .point = "7 N is less than the 7.75 N of the formula: the carriage does not move. Raise F_max "
                   "beyond it, and it runs.",
            .panes = "force_x,velocity,chart:resistance" } },
};

static const showPreset s_lanes[] = {
    { "tilt",
        { .point = "The table tilts. Each sphere lets go at its own angle, ticked at its lane; the chart "
                   "compares prediction and simulation." } },
    { "race",
        { .point = "At a fixed 12° the spheres that let go below 12° run; the others stay, however long you "
                   "wait.",
            .speed = 0.25,
            .panes = "roll,slide,energy" } },
};

static const showPreset s_modeCoupling[] = {
    { "flutter",
        { .point = "Friction couples vertical and horizontal motion: above μ = 0.68 both modes share one "
                   "frequency, and the mass circles ever wider.",
            .speed = 5.5 } },
    { "stable",
        { .point = "Below the threshold there are two frequencies: the motion beats between them but does "
                   "not grow.",
            .panes = "x,path,chart:frequencies" } },
    { "heavy-belt",
        { .point = "A heavy belt must be moved as well, and shifts the threshold from 0.68 to 0.76; at μ = "
                   "1.2 the motion grows until the mass sticks.",
            .camera = { 14.0, 8.0, 1.25 } } },
    { "chatter",
        { .point = "On a fast belt the motion grows until the mass leaves the belt, flies, and lands on it "
                   "again.",
            .speed = 4.0,
            .panes = "path,x,r",
            .camera = { 8.0, 6.0, 1.5 } } },
};

static const showPreset s_gripper[] = {
    { "holds",
        { .point = "The hand tilts with hardly more squeeze than it needs. The worst tilt is not upright but "
                   "27°, where one finger has lost a part of its force." } },
    { "loosens",
        { .point = "The servo lets go slowly. The box slips when the edge of the set reaches the load, at "
                   "2 μ N = m g.",
            .panes = "squeeze,slip,chart:grasp" } },
    { "creeps",
        { .point =
                "Twenty times the squeeze that is needed, and yet the box creeps: friction that grows with "
                "the slip holds nothing still.",
            .panes = "slip,creep,chart:grasp",
            .moment = 5.0 } },
    { "turns",
        { .point =
                "Gripped above its centre, the box twists the grasp as the hand turns. The patches give way, "
                "and what turns slides as well.",
            .panes = "turned,slip,chart:grasp",
            .moment = 2.5,
            .camera = { 62.0, 10.0, 1.15 } } },
    { "lift",
        { .point = "The squeeze holds the box at rest. Lifted with 4 m/s² it slips: the hand needs 2 μ N = "
                   "m (g + a).",
            .speed = 0.1,
            .moment = 0.2 } },
};

static const showPreset s_painleveRod[] = {
    { "onto",
        { .point = "The end slides freely until the ground is rough. There no finite force lets it slide on: "
                   "it stops at once, although nothing strikes." } },
    { "jump",
        { .point = "No finite force lets the end slide on: it stops at once, although nothing strikes, and "
                   "the rod tips over it." } },
    { "rougher",
        { .point = "More friction changes nothing: the impulse that stops the end lies within both cones, so "
                   "the rod goes on as it does with μ = 1.5." } },
    { "below",
        { .point = "Below 4/3 sliding is possible at any angle: a large but finite force slows the end down "
                   "within many steps." } },
    { "pulled",
        { .point = "Here the end follows the rod, and friction lifts it: it slides on, however rough the "
                   "ground is." } },
};

static const showPreset s_playground[] = {
    { "mix",
        { .point = "Everything falls and comes to a real rest. Pull a body with the mouse, raise tilt α "
                   "until it slides, or choose another ground." } },
    { "grooves",
        { .front = { { "tilt_deg", TR( "tilt of the table" ) }, { "mu_1", NULL }, { "mu_2", NULL },
              { "groove_deg", NULL } },
            .point =
                "The boxes do not slide straight downhill: their trails turn to the grooves, along which "
                "friction is four times smaller than across.",
            .speed = 0.1,
            .moment = 1.2,
            .camera = { 0.0, 69.0, 0.85 } } },
    { "creep",
        { .front = { { "tilt_deg", TR( "tilt of the table" ) }, { "mu", TR( "friction" ) },
              { "ground", NULL } },
            .point = "A smooth friction law never sticks: at 20° the boxes creep, where Coulomb's law holds "
                     "them. Choose ground = coulomb to see.",
            .speed = 4.0,
            .panes = "way,energy" } },
    { "bounce",
        { .point = "A tower of balls falls over; they bounce off the table, the wall and each other with e = "
                   "0.8. The plot shows where the energy goes.",
            .speed = 0.25 } },
    { "cylinders",
        { .point = "At 28°, tan α is just larger than μ = 0.5, and the cylinders slide. Lower tilt α to 26°: "
                   "friction stops and holds them.",
            .speed = 0.25 } },
};

static const showPreset s_pushedBlock[] = {
    { "ramp",
        { .point = "Friction grows with the push until it reaches the side of the polygon; then the block "
                   "slips, and friction drops to its kinetic value." } },
    { "turn",
        { .point = "A corner of the octagon can hold this push of 10.2 N. As the push turns towards a side, "
                   "the block slips: the polygon is not a disc.",
            .speed = 0.0625,
            .panes = "size,a,chart:polygon" } },
    { "square",
        { .point = "Along the diagonal a square holds 41% more than Coulomb's disc (dashed): the block slips "
                   "at 13.9 N instead of 9.8 N.",
            .panes = "size,a,chart:polygon" } },
    { "four-feet",
        { .point = "Four contacts are more than the equations determine; a little compliance shares the "
                   "force among them. All feet slip at once.",
            .panes = "feet,a,chart:polygon" } },
    { "singular",
        { .point = "With a phantom inertia of k m = 8 kg the rank of the matrix drops from 14 to 12; "
                   "friction and motion stay as without it.",
            .panes = "a,sigma,rank" } },
    { "no-phantom",
        { .point = "Without phantom inertia the rank of the matrix is 2k − 2 = 6 short; force and motion are "
                   "those with it.",
            .panes = "a,sigma,rank" } },
};

static const showPreset s_rollingCylinder[] = {
    { "fig2",
        { .point = "From rest, the resistance of the soft ground rises to a maximum at 1.2 m/s, then falls "
                   "(Fig. 2).",
            .speed = 32.0,
            .panes = "v,force,chart:terms" } },
    { "fig3",
        { .point = "A little above the unstable speed, it runs away to the fast stable one, not to the slow "
                   "one (Fig. 3).",
            .speed = 32.0,
            .panes = "v,chart:force,chart:potential" } },
    { "fig4",
        { .point = "As the plane tilts, the speed follows its branch to a fold and jumps; on the way back, "
                   "at another slope (Fig. 4).",
            .panes = "v,alpha_deg,chart:bifurcation" } },
    { "fig5-slow",
        { .point = "Below the bistable slopes, noise keeps the cylinder about its slow speed (Fig. 5, "
                   "left)." } },
    { "fig5-bistable",
        { .point = "Noise makes the cylinder jump between its two stable speeds; the histogram grows two "
                   "peaks (Fig. 5, middle)." } },
    { "fig5-fast",
        { .point = "Above the bistable slopes, noise keeps the cylinder about its fast speed (Fig. 5, "
                   "right)." } },
    { "soft-rubber",
        { .point = "Strong gusts throw the cylinder out of the shallow slow well into the deep fast one, "
                   "where it stays.",
            .speed = 256.0,
            .panes = "v,chart:density,chart:potential" } },
    { "hysteresis",
        { .point = "The softer ground of Fig. 5, without noise: the speed jumps up at a steeper slope than "
                   "down.",
            .panes = "v,alpha_deg,chart:bifurcation" } },
};

static const showPreset s_rollingDisk[] = {
    { "coulomb",
        { .point = "Coulomb's law keeps its disk on the ground; under the relaxed law it rides on a gap. "
                   "Both stop at the same line (Sec. 6.1)." } },
    { "relaxed",
        { .point = "The relaxed law lifts its disk by h μ_r |ω|; the gap closes as it slows, and both disks "
                   "stop at the same line (Sec. 6.1).",
            .twin = "law=coulomb" } },
    { "slips",
        { .point = "Both slide at first and are spun up until they roll; while it slides, the relaxed disk "
                   "rides high.",
            .speed = 0.25,
            .panes = "gap,rim,x,energy" } },
};

static const showPreset s_rollingSphere[] = {
    { "fig2",
        { .point = "With little rolling resistance the sphere rolls 22 m in 18 s and stops, as the closed "
                   "form says (Fig. 2).",
            .speed = 2.0,
            .panes = "x,u,omega,energy" } },
    { "fig3a",
        { .point = "It rolls without slip; the rolling moment is at its limit and slows it until it stops "
                   "(Fig. 3a).",
            .speed = 0.5 } },
    { "fig3b",
        { .point = "It slides at first; friction slows it and spins it up until slip ends, and it rolls on "
                   "to a stop (Fig. 3b).",
            .speed = 0.45 } },
    { "fig3c",
        { .point = "Friction is too weak for the rolling resistance: the sphere turns ever slower, stops "
                   "turning and slides on (Fig. 3c).",
            .speed = 0.4 } },
    { "billiard",
        { .front = { { "mu", TR( "friction" ) }, { "u0", TR( "initial speed" ) },
              { "omega0", TR( "initial roll" ) }, { "omega_x0", TR( "sideways roll" ) } },
            .point =
                "Massé: the roll Ω_x about the aim makes the slip point sideways; friction bends the path "
                "until slip ends, then it runs straight.",
            .speed = 0.05,
            .panes = "path,omega_x,slip",
            .camera = { 0.0, 69.0, 0.3 } } },
    { "spin-down",
        { .front = { { "spin0", NULL }, { "mu_s", TR( "spinning resistance" ) }, { "mu", TR( "friction" ) } },
            .point = "A sphere that only spins: the moment m_S = μ_s r_N stays at its limit, and the spin "
                     "falls evenly to zero, then stops dead.",
            .speed = 0.45,
            .panes = "spin,m_s,energy",
            .camera = { 24.0, 32.0, 1.0 } } },
    { "tiny", { .speed = 0.25 } },
};

static const showPreset s_slidingDisk[] = {
    { "fig27",
        { .point = "One launch under four laws. The extended law bends the path most towards the grooves, "
                   "the collinear law not at all (Fig. 27).",
            .panes = "direction,chart:reservoir,chart:paths" } },
    { "fig19a",
        { .point = "Launched at the same angle, the paths have the same shape, and their size grows with the "
                   "square of the speed (Fig. 19a)." } },
    { "fig19b",
        { .point = "Along and across the grooves the disk slides straight; at every angle between, its path "
                   "bends towards the grooves (Fig. 19b)." } },
    { "pads",
        { .point = "A disk on three pads that also spins slides farther, since each pad spends part of its "
                   "friction on the rotation (Sec. 5.1).",
            .panes = "path,spin" } },
    { "bobsleigh",
        { .point = "Runners turned 20° to the right. Friction is large across and small along them, so the "
                   "path turns until it follows them (Fig. 7b).",
            .speed = 0.25,
            .moment = 2.5,
            .panes = "path,direction,chart:reservoir",
            .camera = { 0.0, 69.0, 0.9 } } },
    { "xy-table",
        { .point = "Each axis has its own friction. The first one stops at half the time, and the path ends "
                   "straight along the other (Fig. 6).",
            .speed = 0.0625,
            .panes = "mode,path,chart:reservoir" } },
    { "fig5",
        { .point = "Slip is normal to an ellipse three times as long as wide: all paths bend strongly "
                   "towards the grooves (Fig. 5).",
            .speed = 0.0625 } },
    { "fig7a",
        { .point = "For most directions of slip the force stays near a corner of the superellipse, so the "
                   "paths are almost parabolas (Fig. 7a).",
            .speed = 0.0625 } },
    { "fig8",
        { .point = "The ellipse of Fig. 5, but the force opposes the velocity: every path is straight, only "
                   "its length depends on the angle (Fig. 8).",
            .speed = 0.0625 } },
    { "fig10",
        { .point = "Wedges make C bulge inwards, so that its normal cannot be the direction of slip; a "
                   "second set D gives the direction (Fig. 10).",
            .speed = 0.015625 } },
    { "fig11",
        { .point = "C sets the size of the force, D the direction of slip. With a rounder D the paths bend "
                   "less than with C alone (dashed, Fig. 11a).",
            .speed = 0.0625 } },
    { "fig12a",
        { .point = "Friction is weaker across the grooves, so the path bends away from them; the extended "
                   "law bends it most (Fig. 12a).",
            .speed = 0.0625 } },
};

static const showPreset s_spherePile[] = {
    { "fig4-steep",
        { .point = "With enough rolling resistance spheres rest on each other, and μ = 0.7 lets the pile "
                   "grow steep (Fig. 4).",
            .speed = 0.6 } },
    { "fig4-flat",
        { .point = "The same rolling resistance, but with μ = 0.3 the spheres slide off and the pile stays "
                   "flatter (Fig. 4).",
            .speed = 0.7 } },
    { "scatter",
        { .point = "Almost no rolling resistance: nothing rests on anything, and the spheres roll off in all "
                   "directions.",
            .camera = { 24.0, 40.0, 0.5 } } },
    { "reduced",
        { .point = "Sixty spheres that hardly roll come to rest as a small, steep pile; the line shows its "
                   "slope.",
            .speed = 0.36,
            .ending = ss_endingLoop } },
};

static const showPreset s_spragSlip[] = {
    { "squeal",
        { .point = "The strut presses harder whenever the mass moves with the belt, so friction feeds the "
                   "motion until the mass sticks and slips.",
            .speed = 16.0 } },
    { "threshold",
        { .point = "At μ = 1.155 friction feeds exactly what the dashpots take: the oscillation neither "
                   "grows nor decays." } },
    { "stable",
        { .point = "With little friction the dashpots win: the oscillation dies out, and the mass slides "
                   "steadily." } },
    { "jam",
        { .point = "As the mass moves on, friction grows faster than the pull of the springs: it never "
                   "slips, and the belt drags it along.",
            .speed = 1.0,
            .ending = ss_endingLoop,
            .panes = "x,r,chart:growth",
            .camera = { 16.0, 12.0, 0.85 } } },
};

static const showPreset s_springSlider[] = {
    { "stick-slip",
        { .point = "Pulled by a soft spring, friction that strengthens at rest sticks, then slips within a "
                   "hundredth of a second: an earthquake in the laboratory." } },
    { "oscillating",
        { .point = "k = k_c: the disturbance neither grows nor decays, and the block creeps slower and "
                   "faster in turn.",
            .speed = 64.0,
            .panes = "speed,force,chart:phase" } },
    { "stable",
        { .point = "k = 1.6 k_c: the disturbance spirals back to steady sliding at V. Now change V by a "
                   "factor of ten.",
            .speed = 32.0,
            .panes = "speed,growth,chart:phase" } },
    { "slip-law",
        { .point = "Ruina's slip law does not heal at rest, and yet the soft spring makes the block stick "
                   "and slip." } },
    { "lugre",
        { .point = "The block of Canudas de Wit et al.: bristles hold it until the spring reaches the static "
                   "friction of 1.5 N.",
            .speed = 4.0,
            .panes = "x,force,u" } },
};

static const showPreset s_stribeck[] = {
    { "stick-slip",
        { .point = "The belt carries the block along until the spring tears it loose; it slips back and is "
                   "caught again." } },
    { "growth",
        { .point = "Friction that falls with speed feeds the oscillation: it grows until the block is as "
                   "fast as the belt and sticks.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth" } },
    { "stable",
        { .point = "Above the critical speed friction hardly falls any more: the dashpot wins, and the swing "
                   "slowly decays.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth",
            .camera = { 24.0, 17.0, 1.0 } } },
    { "step",
        { .point = "With one coefficient at rest and a smaller one while sliding, the cycle (dashed) has a "
                   "closed form.",
            .panes = "x,phase,chart:cycle" } },
};

static const showPreset s_toss[] = {
    { "cube",
        { .point = "The numbers were found on 100 measured tosses of a real cube, whose centre of mass is "
                   "about 6 mm off its middle." } },
    { "rigid", { .point = "The same cube and throw with rigid contacts and Newton's restitution." } },
    { "sphere",
        { .point = "Its backspin outlives its flight: after a few bounces the ball comes back.",
            .speed = 0.5,
            .panes = "xy,spin,z,energy" } },
    { "coin", { .point = "A coin lands on its rim, wobbles and settles on a face.", .speed = 0.5 } },
    { "capsule",
        { .point = "It strikes with one cap, then with the other, and comes to rest on its side." } },
};

static const showPreset s_tribometer[] = {
    { "fig23",
        { .point = "On an isotropic surface the tangential force is constant, the radial one zero, and the "
                   "forces trace a circle (Fig. 23, synthetic)." } },
    { "fig24",
        { .point = "A sensor feels how grooves turn the friction force as the disk rotates: it wanders along "
                   "the reservoir C (Fig. 24, synthetic)." } },
    { "fig25",
        { .point = "Friction is largest along the grooves, so C and D are elongated along e_T2 (Fig. 25, "
                   "synthetic).",
            .speed = 1.0 } },
    { "clean",
        { .point = "Without noise the fits return exactly the superellipses of the virtual material." } },
    { "crosstalk",
        { .point = "Each channel leaks a tenth into the others, and nobody corrects it: the identified C is "
                   "12% too large (dotted: the true one)." } },
};

#define PRESETS( array ) .presets = array, .presetCount = SS_COUNT( array )

static const showScenario s_shows[] = {
    { .id = "belt",
        .view = { .front = { { "phi_deg", NULL }, { "belt_speed", NULL }, { "normal_force", NULL },
                      { "damping", NULL }, { "perturbation", TR( "first push" ) } },
            .point = "In some belt directions steady sliding is unstable, although friction does not fall "
                     "with speed.",
            .speed = 8.0,
            .ending = ss_endingGoOn,
            .formula = "phi_deg",
            .panes = "position,path,chart:reservoir",
            .camera = { 0.0, 69.0, 1.3 } },
        PRESETS( s_belt ) },
    { .id = "dilatancy-twins",
        .view = { .front = { { "mu", TR( "friction" ) }, { "v0", NULL }, { "shape", NULL } },
            .point = "Two bodies slide: the convex relaxation, which many engines solve instead, "
                     "throws one up.",
            .speed = 0.01,
            .moment = 0.04,
            .ending = ss_endingLoop,
            .camera = { 42.0, 10.0, 1.0 } },
        .sides = { "coulomb", "relaxed" },
        PRESETS( s_dilatancyTwins ) },
    { .id = "facet-fan",
        .view = { .front = { { "k", TR( "pairs of sides" ) }, { "facet_deg", TR( "turn of the polygon" ) },
                      { "mu", TR( "friction" ) }, { "v0", NULL }, { "model", NULL } },
            .point = "Pucks show what becomes of friction if its disc is replaced by a polygon.",
            .speed = 0.125,
            .ending = ss_endingLoop,
            .formula = "v0",
            .panes = "speed,chart:rose",
            .camera = { 0.0, 69.0, 1.0 } },
        .noContacts = "its pucks are solved one by one as accelerations or velocities of points, not as "
                      "contacts of bodies",
        PRESETS( s_facetFan ) },
    { .id = "follower-force",
        .view = { .front = { { "mu", TR( "friction" ) }, { "normal_force", NULL }, { "damping", NULL },
                      { "m1", NULL }, { "m2", NULL } },
            .point = "A friction force of constant size that follows the rod makes a straight pendulum "
                     "flutter.",
            .speed = 2.0,
            .ending = ss_endingGoOn,
            .formula = "mu",
            .panes = "theta,growth,chart:frequencies",
            .camera = { 10.0, 48.0, 1.2 } },
        PRESETS( s_followerForce ) },
    { .id = "gravel-pile",
        .view = { .front = { { "mu", TR( "friction" ) }, { "mu_r", TR( "rolling resistance" ) },
                      { "n", NULL }, { "shape", NULL }, { "drop_height", NULL } },
            .point = "Poured gravel: round stones make a layer; rolling resistance makes them a heap.",
            .speed = 0.4,
            .ending = ss_endingGoOn,
            .panes = "repose_angle_deg,height,energy,contacts",
            .camera = { 24.0, 13.0, 1.0 },
            .focusOnly = true },
        PRESETS( s_gravelPile ) },
    { .id = "gripper",
        .view = { .front = { { "squeeze", NULL }, { "mu", TR( "friction" ) }, { "tilt_deg", NULL },
                      { "turn_deg", NULL }, { "acceleration", NULL } },
            .point =
                "Two fingertips hold a box while the hand tilts: the load must stay in the set they hold.",
            .speed = 1.0,
            .moment = 1.5,
            .ending = ss_endingLoop,
            .formula = "mu",
            .panes = "squeeze,chart:needed,chart:grasp",
            .camera = { 52.0, 12.0, 1.1 } },
        PRESETS( s_gripper ) },
    { .id = "guideway",
        .view = { .front = { { "load", NULL }, { "zeta", TR( "rolling friction" ) },
                      { "seal", TR( "drag of the seals" ) }, { "push", NULL }, { "preload", NULL } },
            .point = "A carriage of 10 kg runs on balls of 1 g; their rolling friction is what the drive "
                     "must overcome.",
            .speed = 0.02, // its solves to 1e-7 are no faster
            .ending = ss_endingGoOn,
            .formula = "load",
            .camera = { 28.0, 15.0, 1.6 } },
        PRESETS( s_guideway ) },
    { .id = "lanes",
        .view = { .front = { { "tilt_rate_deg", NULL }, { "mu_min", TR( "friction, first lane" ) },
                      { "mu_max", TR( "friction, last lane" ) }, { "mu_r_min", TR( "rolling, first lane" ) },
                      { "mu_r_max", TR( "rolling, last lane" ) } },
            .point = "Each sphere starts when the table is steeper than its own sliding or rolling "
                     "friction allows.",
            .speed = 1.5,
            .ending = ss_endingLoop,
            .panes = "chart:release,roll,slide",
            .camera = { 90.0, 26.0, 0.93 },
            .focusOnly = true },
        PRESETS( s_lanes ) },
    { .id = "mode-coupling",
        .view = { .front = { { "mu", TR( "friction" ) }, { "kx", NULL }, { "ky", NULL },
                      { "belt_speed", NULL } },
            .point = "Where friction merges two frequencies, up-down and to-and-fro feed each other, and "
                     "swings grow.",
            .speed = 8.0,
            .ending = ss_endingGoOn,
            .formula = "mu",
            .panes = "path,x,chart:frequencies",
            .camera = { 8.0, 6.0, 0.98 },
            .solidTrails = true },
        PRESETS( s_modeCoupling ) },
    { .id = "painleve-rod",
        .view = { .front = { { "mu", TR( "friction" ) }, { "angle_deg", NULL }, { "v0", NULL } },
            .point = "A rod on rough ground: where friction is too large for any finite force, it jumps.",
            .speed = 0.0625,
            .moment = 0.06,
            .ending = ss_endingStop,
            .formula = "mu",
            .panes = "slip,energy,chart:paradox",
            .camera = { 8.0, 10.0, 1.1 } },
        PRESETS( s_painleveRod ) },
    { .id = "playground",
        .view = { .front = { { "tilt_deg", TR( "tilt of the table" ) }, { "mu", TR( "friction" ) },
                      { "mu_r", TR( "rolling resistance" ) }, { "restitution", TR( "bounce" ) },
                      { "ground", NULL } },
            .point = "A table to play on: pull bodies with the mouse, tilt it, add more, change the "
                     "ground's law.",
            .speed = 1.0,
            .ending = ss_endingGoOn,
            .panes = "speed,energy",
            .focusOnly = true,
            .solidTrails = true },
        PRESETS( s_playground ) },
    { .id = "pushed-block",
        .view = { .front = { { "push_rate", NULL }, { "push_deg", NULL }, { "mu", TR( "friction at rest" ) },
                      { "mu_k", TR( "friction while it slides" ) }, { "k", TR( "pairs of sides" ) } },
            .point = "A block is pushed until it slips; a polygon stands in for Coulomb's disc.",
            .speed = 0.25,
            .ending = ss_endingLoop,
            .formula = "mu",
            .panes = "force,a,chart:polygon",
            .camera = { 24.0, 32.0, 2.3 } },
        .noContacts = "it solves for accelerations, and static and kinetic friction are no law between its "
                      "forces and velocities",
        PRESETS( s_pushedBlock ) },
    { .id = "rolling-cylinder",
        .view = { .front = { { "alpha_deg", NULL }, { "noise", NULL }, { "gamma", TR( "damping" ) },
                      { "v0", NULL } },
            .point = "Soft ground resists a fast cylinder less: two speeds can be stable at one slope.",
            .speed = 1024.0,
            .ending = ss_endingGoOn,
            .formula = "alpha_deg",
            .panes = "v,chart:density,chart:potential",
            .camera = { 14.0, 12.0, 1.0 } },
        .noContacts = "its contact is an area of springs and dampers, not a point",
        PRESETS( s_rollingCylinder ) },
    { .id = "rolling-disk",
        .view = { .front = { { "mu", TR( "friction" ) }, { "mu_r", TR( "rolling resistance" ) },
                      { "v0", TR( "initial speed" ) }, { "omega0", TR( "initial roll" ) }, { "law", NULL } },
            .point = "Two disks roll to rest, one under Coulomb's law, one under its convex relaxation.",
            .speed = 1.0, // it stands at its line from 7.14 s on
            .ending = ss_endingStop,
            .formula = "law",
            .panes = "gap,x,v,energy",
            .camera = { 46.0, 8.0, 1.05 },
            .twin = "law=relaxed" },
        .drawsOther = true,
        PRESETS( s_rollingDisk ) },
    { .id = "rolling-sphere",
        .view = { .front = { { "mu", TR( "friction" ) }, { "mu_r", TR( "rolling resistance" ) },
                      { "u0", TR( "initial speed" ) }, { "omega0", TR( "initial roll" ) },
                      { "incline_deg", TR( "slope of the ground" ) } },
            .point = "Set down too fast or too slow for its spin, a sphere slides, grips, rolls and stops.",
            .speed = 0.25,
            .ending = ss_endingLoop },
        PRESETS( s_rollingSphere ) },
    { .id = "sliding-disk",
        .view = { .front = { { "v0", NULL }, { "phi_deg", NULL }, { "law", NULL }, { "steer_deg", NULL },
                      { "spin0", NULL } },
            .point = "On a ground plate friction depends on the direction, and the path of a disk bends.",
            .speed = 0.04,
            .moment = 0.25,
            .ending = ss_endingLoop,
            .panes = "chart:paths,chart:reservoir",
            .camera = { 0.0, 69.0, 1.3 } },
        PRESETS( s_slidingDisk ) },
    { .id = "sphere-pile",
        .view = { .front = { { "mu", TR( "friction" ) }, { "mu_r", TR( "rolling resistance" ) },
                      { "n", NULL }, { "rate", NULL }, { "drop_height", NULL } },
            .point = "Spheres fall on a plate: rolling resistance decides if they pile up, friction how "
                     "steeply.",
            .speed = 1.0,
            .ending = ss_endingGoOn,
            .panes = "height,contacts,energy",
            .camera = { 24.0, 11.0, 1.1 } },
        PRESETS( s_spherePile ) },
    { .id = "sprag-slip",
        .view = { .front = { { "mu", TR( "friction" ) }, { "beta_deg", NULL }, { "cx", TR( "damping" ) },
                      { "belt_speed", NULL } },
            .point = "A slanted strut presses the moving mass onto the belt: friction makes a small swing "
                     "grow.",
            .speed = 8.0,
            .ending = ss_endingGoOn,
            .formula = "cx",
            .panes = "x,growth,chart:growth",
            .camera = { 16.0, 12.0, 1.15 } },
        PRESETS( s_spragSlip ) },
    { .id = "spring-slider",
        .view = { .front = { { "stiffness", NULL }, { "velocity", TR( "pulling speed" ) },
                      { "law.a", TR( "direct effect" ) }, { "law.b", TR( "effect of age" ) },
                      { "law.D_c", TR( "renewal distance" ) } },
            .point = "Pulled by a soft spring, friction that strengthens at rest sticks, then slips.",
            .speed = 256.0,
            .ending = ss_endingGoOn,
            .formula = "stiffness",
            .panes = "speed,force,chart:phase",
            .camera = { 18.0, 17.0, 1.2 } },
        PRESETS( s_springSlider ) },
    { .id = "stribeck",
        .view = { .front = { { "belt_speed", NULL }, { "mu_s", TR( "friction at rest" ) },
                      { "mu_k", TR( "friction while it slides" ) }, { "stiffness", NULL },
                      { "damping", NULL } },
            .point = "Friction that falls with speed makes a block on a slow belt stick and slip.",
            .speed = 2.0,
            .moment = 80.0,
            .ending = ss_endingGoOn,
            .formula = "damping",
            .panes = "x,r_t,chart:characteristic",
            .camera = { 24.0, 17.0, 1.25 } },
        PRESETS( s_stribeck ) },
    { .id = "toss",
        .view = { .front = { { "mu", TR( "friction" ) }, { "e", TR( "bounce" ) },
                      { "z", TR( "height of the throw" ) }, { "wy", TR( "spin of the throw" ) },
                      { "shape", NULL } },
            .point = "A body is thrown onto the ground and tumbles, bounces, slides and rolls to rest.",
            .speed = 0.2,
            .ending = ss_endingLoop,
            .panes = "z,spin,energy",
            .camera = { 24.0, 14.0, 1.9 },
            .focusOnly = true,
            .solidTrails = true },
        PRESETS( s_toss ) },
    { .id = "tribometer",
        .view = { .front = { { "c_kind", TR( "shape of the set C" ) }, { "normal_force", NULL },
                      { "rpm", NULL }, { "noise", NULL } },
            .point = "A sensor feels how grooves turn the friction force as the disk rotates.",
            .speed = 2.0,
            .ending = ss_endingGoOn,
            .formula = "normal_force",
            .panes = "chart:sets,chart:forces",
            .camera = { -22.0, 30.0, 1.25 } },
        .noContacts = "its forces are those of a measurement",
        PRESETS( s_tribometer ) },
};

const showScenario* showAt( int index ) { return index < SS_COUNT( s_shows ) ? s_shows + index : NULL; }
