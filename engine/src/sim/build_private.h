// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_reader.h"
#include "slipstick/lab/build.h"
#include "slipstick/law_text.h"

// What the files of builds share: tables and checks (build_fields.c), the value (build.c), bodies of parts
// (build_body.c), text form (build_read.c, build_write.c), runs and scenes (sim_build.c, scene_build.c).

const char* const* buildPartKinds( void );
const char* const* buildJointKinds( void );
const char* const* buildLooks( void );

/// The numbers of a field of a part; returns how many there are.
int buildFieldValues( const ssPart* part, const ssPartField* field, double values[3] );
/// "part 3 'seesaw'", as messages call it.
void buildPartWhere( const ssPart* part, char* text, int capacity );

/// Finds the text behind the law of a part, NULL where it has none, and checks that it compiles.
ssResult buildCheckLaw( const char* law, const char* where, const char** text );
ssResult buildCheckJoint( const ssBuild* build, const ssBuildJoint* joint );
ssResult buildCheckGravity( ssVec3 gravity );
ssResult buildCheckGround( const ssBuildGround* ground );

/// Memory that a part owns inside a build.
ssResult buildCopyPart( const ssPart* part, ssPart* copy );
void buildFreePart( ssPart* part );
char* buildCopyText( const char* text );

ssResult buildRead( const ssJson* object, ssBuild* build );
ssResult buildReadEdit( const ssJson* object, ssBuildEdit* edit );
