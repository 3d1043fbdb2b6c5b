// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/audit.h"

// The contacts of one state as the window needs them: where each one is, what the worst of them does to its law, and
// everything about the one under the microscope. Filled on the simulation's side through ssDraw's `contacts`.

enum
{
    session_outlinePoints = 128
};

typedef struct sessionContact
{
    float point[3];
    float force; // |r| [N]
    int a, b;    // bodies; -1: what stands still
    int mode;    // ssContactMode
} sessionContact;

// Which contact to look into: it is known by its bodies and, among several between the same two, by its place.
typedef struct sessionContactKey
{
    bool active;
    int a, b;
    ssVec3 point;
} sessionContactKey;

typedef struct sessionContactDetail
{
    bool found;         // closed at this moment
    int index;          // in the list
    ssContactView view; // `law` is NULL here: it lives on the simulation's side
    bool planar;        // C and D below are those of the law at the present load
    bool patch; // its C holds force and spinning moment together; the sets below are those without spin
    char lawName[32];
    ssVec2 reservoir[session_outlinePoints], directions[session_outlinePoints];
    double alpha;                 // of Walker & Leine Eq. 56
    double gauge;                 // k_C of the present force, of a patch with its spinning moment
    ssVec2 slideFirst, slideLast; // sliding directions that go with this force, counter-clockwise
    bool maySlide;
    double lost[3]; // power by sliding, rolling, spinning [W]
    double measures[ss_auditCount];
} sessionContactDetail;

typedef struct sessionContactList
{
    sessionContact* items;
    int count, capacity;
    ssAudit audit;
    double speed; // [m/s] that counts as motion
    sessionContactKey key;
    sessionContactDetail selected;
    double nearest; // of the candidates so far, squared [m²]
} sessionContactList;

void sessionContactList_Begin( sessionContactList* list, sessionContactKey key, double speed );
void sessionContactList_Add( void* list, int count, const ssContactView* contacts ); // as ssDraw calls it
void sessionContactList_Free( sessionContactList* list );
