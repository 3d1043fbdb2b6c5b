// SPDX-License-Identifier: MIT
#include "session/run/shown_contacts.h"
#include "base/grow.h"
#include <stdio.h>
#include <stdlib.h>

// Lists the contacts of a state for the window and describes the selected one.

void sessionContactList_Begin( sessionContactList* list, sessionContactKey key, double speed )
{
    list->count = list->shown = 0;
    list->filtered = false;
    list->filter = NULL;
    list->key = key;
    list->speed = speed;
    list->selected.found = false;
    list->nearest = HUGE_VAL;
    ssAudit_Begin( &list->audit );
}

void sessionContactList_Filter(
    sessionContactList* list, const ssCondition* condition, ssConditionState state )
{
    list->filtered = condition->codeCount > 0;
    list->filter = list->filtered ? condition : NULL;
    list->state = state;
}

bool sessionContactList_Shows( const void* context, int index )
{
    const sessionContactList* list = context;
    return index >= list->count || !list->items[index].hidden;
}

/// A law that is a function of the velocity has no sets: what it gives at the present velocity.
static void describeFunction( sessionContactDetail* d, const ssContactView* c, const ssLaw* law )
{
    const ssVec2 velocity = { c->velocity[1], c->velocity[2] }, axis = { 1.0, 0.0 };
    double load = c->lawScale * c->force[0];
    d->law = session_contactFunction;
    d->given = ssLaw_SlipForce( law, load, velocity ).force;
    d->usual = load / law->cForce * ssSet_Support( &law->c, axis, NULL, NULL );
}

/// The law under the present force: its sets at this load and speed, and where it would slide.
static void describeLaw( sessionContactDetail* d, const ssContactView* c, const ssLaw* law )
{
    double load = c->lawScale * c->force[0], speed = ssContactView_SlidingSpeed( c );
    ssVec2 force = { -c->force[1], -c->force[2] }; // f = -lambda
    const char* title =
        law->def.program != NULL ? ssLawProgram_Info( law->def.program )->title : law->type->name;
    snprintf( d->lawName, sizeof( d->lawName ), "%s", title );
    d->gauge = (double)NAN;
    if ( law->type->function != NULL )
    {
        describeFunction( d, c, law );
        return;
    }
    ssLawAtSpeed now;
    bool made = ssLaw_AtSpeed( law, load, speed, &now ) &&
        ssLaw_Outlines( &now.law, load, 0.0, session_outlinePoints, d->reservoir, d->directions );
    d->law = made ? session_contactSets : session_contactFree;
    d->patch = made && ( ssLaw_Flags( law ) & ss_lawFlagPatch ) != 0;
    if ( made )
    {
        d->gauge = ssLaw_GaugeWithSpin( &now.law, load, force, -c->moment[2] );
        d->alpha = ssLaw_Alpha( &now.law, load, force );
        ssSlideDirections slide = ssLaw_SlideDirections( &now.law, load, force, 1e-6 );
        d->maySlide = slide.verdict == ss_slidePossible;
        d->slideFirst = slide.first;
        d->slideLast = slide.last;
    }
    ssLawAtSpeed_Destroy( &now );
}

/// The power [W] of the solver's error, relative to force times speed; large errors are the law's.
static double noisePower( const sessionContactDetail* d, double speed )
{
    const double mostNoise = 1e-3, length = d->view.size > 0.0 ? d->view.size : 1.0;
    const double *f = d->view.force, *v = d->view.velocity, error = ssAuditLawError( d->measures );
    double force = 0.0, motion = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        double turning = isnan( v[3 + i] ) ? 0.0 : length * v[3 + i];
        force += f[i] * f[i];
        motion += v[i] * v[i] + turning * turning;
    }
    double scale = sqrt( force ) * fmax( sqrt( motion ), speed );
    return isnan( error ) ? 0.0 : 2.0 * fmin( error, mostNoise ) * scale; // 2: sliding and turning may cancel
}

static void describe( sessionContactList* list, int index, const ssContactView* c )
{
    sessionContactDetail* d = &list->selected;
    *d = ( sessionContactDetail ){
        .found = true, .index = index, .view = *c, .margin = ssContactView_Margin( c )
    };
    ssAuditContact( c, list->speed, d->measures );
    if ( c->law != NULL )
    {
        const ssLaw law = ssContactView_Law( c );
        describeLaw( d, c, &law );
    }
    else if ( isnan( c->cone.mu ) ) { d->law = session_contactUnknown; }
    // A zero velocity comes out of the solver as a small number, which is not worth showing.
    double noise = 1e-7 * list->speed, length = c->size > 0.0 ? c->size : 1.0;
    for ( int i = 0; i < 6; ++i )
    {
        d->view.velocity[i] =
            fabs( c->velocity[i] ) * ( i < 3 ? 1.0 : length ) < noise ? 0.0 : c->velocity[i];
    }
    c = &d->view;
    d->dissipation[0] = -( c->force[1] * c->velocity[1] + c->force[2] * c->velocity[2] );
    d->dissipation[1] = -( c->moment[0] * c->velocity[3] + c->moment[1] * c->velocity[4] );
    d->dissipation[2] = -( c->moment[2] * c->velocity[5] );
    for ( int i = 0; i < 3; ++i )
    {
        // a NaN, which is not known, stays one
        d->dissipation[i] =
            fabs( d->dissipation[i] ) <= noisePower( d, list->speed ) ? 0.0 : d->dissipation[i];
    }
    d->view.law = NULL;
    d->view.site.state = NULL;
}

void sessionContactList_Add( void* context, int count, const ssContactView* contacts )
{
    sessionContactList* list = context;
    if ( count > 0 && !contacts[0].pending )
    {
        ssAudit_Add( &list->audit, count, contacts, list->speed ); // what is not known breaks no law
    }
    count = GROW( list->items, list->capacity, list->count + count ) ? count : 0;
    for ( int i = 0; i < count; ++i )
    {
        const ssContactView* c = contacts + i;
        double force =
            sqrt( c->force[0] * c->force[0] + c->force[1] * c->force[1] + c->force[2] * c->force[2] );
        list->items[list->count] = ( sessionContact ){
            .point = { (float)c->point.x, (float)c->point.y, (float)c->point.z },
            .force = (float)force,
            .a = c->a,
            .b = c->b,
            .surface = c->surface,
            .mode = (int)c->mode,
            .pending = c->pending,
            .hidden =
                list->filter != NULL && !ssCondition_Holds( list->filter, &list->state, c, list->count + 1 ),
        };
        list->shown += list->items[list->count].hidden ? 0 : 1;
        // Without a selection the first contact is described, so that the first picture of a run is complete.
        if ( !list->key.active && list->count == 0 ) { describe( list, 0, c ); }
        else if ( list->key.active && c->a == list->key.a && c->b == list->key.b &&
            c->surface == list->key.surface )
        {
            ssVec3 off = ssVec3_Sub( c->point, list->key.point );
            double away = ssVec3_Dot( off, off );
            // Where no place is known, the first contact of the pair is the one.
            if ( away < list->nearest || ( isnan( away ) && !list->selected.found ) )
            {
                list->nearest = away;
                describe( list, list->count, c );
            }
        }
        ++list->count;
    }
}

void sessionContactList_NameBodies( sessionContactList* list, const ssSim* sim )
{
    sessionContactDetail* d = &list->selected;
    const ssContactView* v = &d->view;
    if ( d->found )
    {
        ssSim_BodyName( sim, v->a >= 0 ? v->a : -1 - v->surface, d->a, (int)sizeof d->a );
        ssSim_BodyName( sim, v->b >= 0 ? v->b : -1 - v->surface, d->b, (int)sizeof d->b );
    }
}

void sessionContactList_Free( sessionContactList* list )
{
    free( list->items );
    *list = ( sessionContactList ){ 0 };
}
