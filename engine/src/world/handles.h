// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Which slots of an array are in use, and how often each was given away. A handle is a slot + 1 with its
// generation, which grows when the slot is freed, so that old handles name nothing new.

typedef struct Handles
{
    uint32_t* generations; // of what lies there, or will lie there next; from 1
    bool* used;
    void** userData; // NULL until there is some
    int* freed;      // free slots; the one that was freed last is taken first
    int freedCount, capacity;
} Handles;

typedef enum HandleKind
{
    handleBody,
    handleJoint,
    handleLaw,
} HandleKind;

/// Makes room for so many slots; false: no memory, and nothing has changed.
bool handlesReserve( Handles* handles, int capacity );
void handlesRelease( Handles* handles );
size_t handlesBytes( const Handles* handles );

/// The caller's pointer of a slot in use or used next; false: no memory, nothing changed.
bool handlesSetData( Handles* handles, int slot, void* userData );
void* handlesData( const Handles* handles, int slot );

/// The slot for the next thing, where `count` slots have been given away so far.
int handlesNext( const Handles* handles, int count );
/// Gives that slot away, for which there is room.
void handlesTake( Handles* handles, int slot );
void handlesFree( Handles* handles, int slot );
/// Puts what a state holds of a slot into the handles: user data stays with what it belongs to.
void handlesSet( Handles* handles, int slot, uint32_t generation, bool used );
/// Whether some slot has been freed so far.
bool handlesWereFreed( const Handles* handles, int count );

/// The slot that a handle names, or -1.
int handlesFind( const Handles* handles, int count, int32_t slot1, uint32_t generation );
/// Says why a handle names nothing.
ssResult handlesRefuse( const Handles* handles, int count, HandleKind kind, const char* field, int32_t slot1,
    uint32_t generation );
