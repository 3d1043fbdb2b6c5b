// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/condition.h"
#include "slipstick/lab/scenario.h"

// The contacts of one state as the window needs them: where each one is, how far the worst of
// them violates its law, and all details of the selected one. The simulation fills the list
// through the callback `contacts` of ssDraw.

enum
{
    session_outlinePoints = 128 // of a planar set in the contact panel
};

typedef struct sessionContact
{
    float point[3];
    float force;  // |r| [N]
    int a, b;     // bodies; -1: the fixed surroundings
    int surface;  // which of those
    int mode;     // ssContactMode
    bool pending; // before the first step: neither force nor mode is known
    bool hidden;  // the filter leaves it out
} sessionContact;

// Identifies the selected contact by its bodies and its place among theirs. Inactive: the first one.
typedef struct sessionContactKey
{
    bool active;
    int a, b;
    int surface; // which of the fixed bodies it is, where a or b is -1
    ssVec3 point;
} sessionContactKey;

// What bounds the friction force of a contact.
typedef enum sessionContactLaw
{
    session_contactCone,     // its cone
    session_contactSets,     // planar sets C and D
    session_contactFunction, // nothing: the law is a function of the velocity
    session_contactFree,     // the law has no friction at the present speed
    session_contactUnknown,  // a log does not say
} sessionContactLaw;

typedef struct sessionContactDetail
{
    bool found;                                    // the contact is closed at this moment
    int index;                                     // in the list
    ssContactView view;                            // `law` is NULL here, because the simulation owns it
    char a[SS_NAME_CAPACITY], b[SS_NAME_CAPACITY]; // names of its bodies
    sessionContactLaw law;
    bool patch;       // C couples force and spinning moment; the sets below are those without spin
    char lawName[64]; // its title if it is typed
    // C and D at the present load and speed.
    ssVec2 reservoir[session_outlinePoints], directions[session_outlinePoints];
    double alpha;  // of Walker & Leine Eq. 56
    double margin; // to slip, see ssContactView_Margin
    double gauge;  // k_C of the present force; for a patch, with its spinning moment; NaN: no C
    ssVec2 given;  // the force of a law that is a function, at the present velocity [N]
    double usual;  // its size in steady sliding, about [N]
    ssVec2 slideFirst, slideLast; // range of sliding directions under this force, counter-clockwise
    bool maySlide;
    double dissipation[3]; // [W] by sliding, rolling, spinning; NaN: a log does not say
    double measures[ss_auditCount];
} sessionContactDetail;

typedef struct sessionContactList
{
    sessionContact* items;
    int count, capacity;
    bool filtered;             // only some are shown
    int shown;                 // those that the filter leaves
    const ssCondition* filter; // while the list is filled
    ssConditionState state;
    ssAudit audit;
    double speed; // [m/s] from which on a contact counts as moving
    sessionContactKey key;
    sessionContactDetail selected;
    double nearest; // [m²] squared distance of the best candidate so far
} sessionContactList;

void sessionContactList_Begin( sessionContactList* list, sessionContactKey key, double speed );
// Shows only contacts that satisfy the condition, until the next beginning; it must live so long.
void sessionContactList_Filter(
    sessionContactList* list, const ssCondition* condition, ssConditionState state );
bool sessionContactList_Shows( const void* list, int index ); // a callback of the draw list
void sessionContactList_Add( void* list, int count, const ssContactView* contacts ); // a callback of ssDraw
// Names the bodies of the selected contact.
void sessionContactList_NameBodies( sessionContactList* list, const ssSim* sim );
void sessionContactList_Free( sessionContactList* list );
