// SPDX-License-Identifier: MIT
#pragma once

// What an opened file is: decided here for the command line, the window and dropped files.

typedef enum fileKind
{
    file_scene,   ///< JSON with a scenario
    file_law,     ///< the text of a law
    file_problem, ///< a contact problem, in one of the forms that ssReadProblem knows
    file_log,     ///< contacts of any simulator, in one of the forms that ssOpenContactLog knows
    file_film,    ///< a picture or a film, which may carry a scene (scene_tag.h)
    file_table,   ///< measurements over time, as ssReadFitData reads them
    file_lesson,  ///< the text of a lesson
} fileKind;

/// Looks at the ending of the path and at the first bytes. A file that is none of these, or cannot be read,
/// counts as a log, or as a scene or a table if its name says so: opening it then says what is wrong.
fileKind fileKindOf( const char* path );
