// SPDX-License-Identifier: MIT
#include "slipstick/draw.h"

// The glyphs of contacts: cones or sets, reactions, moment discs and moments.

/// Contacts whose glyphs one call draws: few calls for a pile, and arrays that fit on the stack.
#define BATCH_SIZE 64
#define CORNERS 96

/// A vector with components in the frame of the contact, in world coordinates.
static ssVec3 toWorld( const ssContactView* c, double n, double t1, double t2 )
{
    return ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( n, c->normal ), t1, c->tangent1 ), t2, c->tangent2 );
}

static void drawCones( const ssDraw* draw, int count, const ssContactView* contacts )
{
    ssDrawCone cones[BATCH_SIZE];
    int round = 0;
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        if ( c->law == NULL && !( c->cone.mu != c->cone.mu ) ) // NaN: the coefficient is unknown
        {
            cones[round++] = ( ssDrawCone ){ c->point, c->normal, c->force[0], c->cone.mu, c->mode };
        }
    }
    if ( round > 0 ) { draw->cones( draw->context, round, cones ); }
}

/// The sets of a contact under a planar law, at its load and speed. They contain -r_T, and are drawn such
/// that they contain r_T, like the arrow. A law that is a function of the velocity has none.
static void drawSets( const ssDraw* draw, const ssContactView* c )
{
    if ( c->law == NULL ) { return; }
    ssVec2 outline[2][CORNERS];
    const ssLaw law = ssContactView_Law( c );
    double load = c->lawScale * c->force[0];
    ssLawAtSpeed now;
    bool made = ssLaw_AtSpeed( &law, load, ssContactView_SlidingSpeed( c ), &now ) &&
        ssLaw_Outlines( &now.law, load, 0.0, CORNERS, outline[0], outline[1] );
    ssDrawSet sets[2];
    for ( int i = 0; i < 2; ++i )
    {
        sets[i] = ( ssDrawSet ){ i == 0 ? ss_setReservoir : ss_setDirection, .origin = c->point,
            .axis1 = ssVec3_Scale( -1.0, c->tangent1 ), .axis2 = ssVec3_Scale( -1.0, c->tangent2 ),
            .count = CORNERS, .points = outline[i], .mode = c->mode };
    }
    if ( made ) { draw->sets( draw->context, now.law.sharesSets ? 1 : 2, sets ); }
    ssLawAtSpeed_Destroy( &now );
}

static void drawDiscs( const ssDraw* draw, int count, const ssContactView* contacts )
{
    ssDrawDisc discs[BATCH_SIZE];
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        discs[i] =
            ( ssDrawDisc ){ ss_quantityMoment, c->point, c->normal, c->cone.muRoll * c->force[0], c->mode };
    }
    draw->discs( draw->context, count, discs );
}

static void drawForces( const ssDraw* draw, int count, const ssContactView* contacts )
{
    ssDrawArrow arrows[2 * BATCH_SIZE];
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        ssVec3 tangential = toWorld( c, 0.0, c->force[1], c->force[2] );
        ssVec3 reaction = ssVec3_MulAdd( tangential, c->force[0], c->normal );
        arrows[2 * i] = ( ssDrawArrow ){ ss_quantityForce, c->point, reaction, "r" };
        arrows[2 * i + 1] = ( ssDrawArrow ){ ss_quantityForce, c->point, tangential, "r_T" };
    }
    draw->arrows( draw->context, 2 * count, arrows );
}

static void drawMoments( const ssDraw* draw, int count, const ssContactView* contacts )
{
    ssDrawArrow arrows[2 * BATCH_SIZE];
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        arrows[2 * i] = ( ssDrawArrow ){ ss_quantityMoment, c->point,
            toWorld( c, 0.0, c->moment[0], c->moment[1] ), "m_R" };
        arrows[2 * i + 1] =
            ( ssDrawArrow ){ ss_quantityMoment, c->point, toWorld( c, c->moment[2], 0.0, 0.0 ), "m_S" };
    }
    draw->arrows( draw->context, 2 * count, arrows );
}

static void drawGlyphs( const ssDraw* draw, int count, const ssContactView* batch )
{
    if ( ( draw->flags & ss_drawCones ) && draw->cones != NULL ) { drawCones( draw, count, batch ); }
    for ( int i = 0; i < count && ( draw->flags & ss_drawCones ) && draw->sets != NULL; ++i )
    {
        drawSets( draw, batch + i );
    }
    if ( ( draw->flags & ss_drawMoments ) && draw->discs != NULL ) { drawDiscs( draw, count, batch ); }
    if ( ( draw->flags & ss_drawForces ) && draw->arrows != NULL ) { drawForces( draw, count, batch ); }
    if ( ( draw->flags & ss_drawMoments ) && draw->arrows != NULL ) { drawMoments( draw, count, batch ); }
}

void ssDrawContacts( const ssDraw* draw, int count, const ssContactView* contacts )
{
    if ( draw->contacts != NULL ) { draw->contacts( draw->context, count, contacts ); }
    if ( count > 0 && contacts[0].pending )
    {
        return; // found before the first step, and so are all others
    }
    for ( int first = 0; first < count && draw->wants == NULL; first += BATCH_SIZE )
    {
        drawGlyphs( draw, count - first < BATCH_SIZE ? count - first : BATCH_SIZE, contacts + first );
    }
    for ( int i = 0; i < count && draw->wants != NULL; ++i )
    {
        if ( draw->wants( draw->context, contacts + i ) ) { drawGlyphs( draw, 1, contacts + i ); }
    }
}
