// SPDX-License-Identifier: MIT
#pragma once

#include "session/live/live.h"

/// `listen --out FILE`: writes the log of the next program that connects into a file, without a window, until
/// that program has gone or the user ends it. Returns the exit status.
int sessionReceive( const sessionLiveDef* def, const char* path );

/// Says on stderr where programs connect.
void sessionTellPort( int port );
