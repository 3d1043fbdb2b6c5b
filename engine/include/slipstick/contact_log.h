// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// The contacts of any simulator as a log: one row per contact and frame, in SI units. A log is read through
// callbacks: one pass finds its frames, and a frame is read when it is asked for, so that a log may be far
// larger than the memory. engine/FORMS.md says what a file looks like. What a log does not say is unknown:
// NaN, never zero.

/// The columns of a log. Force and moment act on body b, about the point; velocities are those of b relative
/// to a, as the simulator solved them; the normal points from a to b; a gap is negative where bodies overlap.
typedef enum ssLogColumn
{
    ss_logT,       ///< [s]
    ss_logContact, ///< number of the contact; unknown: its place in the frame
    ss_logA,       ///< numbers of the two bodies
    ss_logB,
    ss_logPx, ///< [m] the point
    ss_logPy,
    ss_logPz,
    ss_logNx, ///< the unit normal from a to b
    ss_logNy,
    ss_logNz,
    ss_logFx, ///< [N] force on b: impulse over step size
    ss_logFy,
    ss_logFz,
    ss_logMx, ///< [N m] moment on b about the point
    ss_logMy,
    ss_logMz,
    ss_logVx, ///< [m/s] velocity of b relative to a at the point
    ss_logVy,
    ss_logVz,
    ss_logWx, ///< [rad/s] angular velocity of b relative to a
    ss_logWy,
    ss_logWz,
    ss_logGap, ///< [m] the gap the solve used
    ss_logMu,
    ss_logMuR, ///< [m]
    ss_logMuS, ///< [m]
    ss_logColumnCount
} ssLogColumn;

#define SS_LOG_BIT( column ) ( 1u << (unsigned)( column ) )
#define SS_LOG_VECTOR( column ) ( 7u << (unsigned)( column ) ) ///< bits of x, y and z; `column` is that of x

/// The columns without which a file is no log: t, normal, force, velocity.
#define SS_LOG_OBLIGATORY                                                             \
    ( SS_LOG_BIT( ss_logT ) | SS_LOG_VECTOR( ss_logNx ) | SS_LOG_VECTOR( ss_logFx ) | \
        SS_LOG_VECTOR( ss_logVx ) )

/// The name of a column in files, such as "mu_r".
SS_API_ANY const char* ssLogColumnName( ssLogColumn column );
/// ss_logColumnCount: there is no such column.
SS_API_ANY ssLogColumn ssFindLogColumn( const char* name );

// ----------------------------------------------------------------------------------------------------- frame

typedef enum ssLogShape
{
    ss_logShapeUnknown,
    ss_logShapeSphere,   ///< size.x is the radius
    ss_logShapeBox,      ///< size are the half extents
    ss_logShapeCylinder, ///< size.x is the radius, size.z half the length along local z
    ss_logShapeCapsule,  ///< size.x is the radius, size.z half the distance between the centres of its caps
    ss_logShapePlane, ///< the plane through the position; local z is its normal, size.x and size.y are half
                      ///< extents, unbounded where they are not > 0
} ssLogShape;

/// A body of a frame, where the log has bodies. Unknown numbers are NaN.
typedef struct ssLogBody
{
    double id; ///< the number that columns a and b use
    ssVec3 position;
    ssQuat orientation;
    ssLogShape shape;
    ssVec3 size; ///< [m]
    double mass; ///< [kg]; 0 or infinite: fixed
} ssLogBody;

/// All contacts at one time. Zero-initialise it; it grows as needed, and ssLogFrame_Destroy frees it.
typedef struct ssLogFrame
{
    double t; ///< [s]
    int count;
    uint32_t known; ///< SS_LOG_BIT of every column of which at least one row is known
    /// `count` numbers each; NaN: unknown. Never NULL once there is a row
    double* columns[ss_logColumnCount];
    int bodyCount;
    ssLogBody* bodies;
    int capacity, bodyCapacity;
} ssLogFrame;

/// Makes room for `count` contacts and `bodyCount` bodies; those that are there
/// stay, new numbers are NaN. Sets both counts.
SS_API_OBJECT SS_CHECKED ssResult ssLogFrame_Resize( ssLogFrame* frame, int count, int bodyCount );
SS_API_OBJECT void ssLogFrame_Destroy( ssLogFrame* frame );

/// The three numbers of a row from this column on.
static inline ssVec3 ssLogFrame_Vector( const ssLogFrame* frame, ssLogColumn x, int row )
{
    return ssVec3_Make( frame->columns[x][row], frame->columns[x + 1][row], frame->columns[x + 2][row] );
}
SS_API_OBJECT void ssLogFrame_SetVector( ssLogFrame* frame, ssLogColumn x, int row, ssVec3 value );

/// Fills `known` from the numbers.
SS_API_OBJECT void ssLogFrame_UpdateKnown( ssLogFrame* frame );

/// Appends contacts as a scenario shows them, at the time of the frame. Pending ones, whose force is not
/// known yet, are left out. ssLogFrame_UpdateKnown when all are there.
SS_API_OBJECT SS_CHECKED ssResult ssLogFrame_AddViews(
    ssLogFrame* frame, int count, const ssContactView* contacts );

/// Appends bodies as a scenario draws them. Those that cannot be picked, such as
/// the ground, have no number and are fixed.
SS_API_OBJECT SS_CHECKED ssResult ssLogFrame_AddSpheres(
    ssLogFrame* frame, int count, const ssDrawSphere* spheres );
SS_API_OBJECT SS_CHECKED ssResult ssLogFrame_AddSolids(
    ssLogFrame* frame, int count, const ssDrawSolid* solids );
SS_API_OBJECT SS_CHECKED ssResult ssLogFrame_AddPlanes(
    ssLogFrame* frame, int count, const ssDrawPlane* planes );

// --------------------------------------------------------------------------------------------------- reading

/// Where bytes come from: a file of the program, a text in memory, a test.
typedef struct ssSource
{
    void* context;
    uint64_t size;    ///< [bytes]
    const char* name; ///< for messages; lives as long as the source
    /// Reads exactly `size` bytes. False: they cannot be read.
    bool ( *read )( void* context, uint64_t offset, void* bytes, size_t size );
    /// The present size of a source that grows, and whether it has ended and grows no more; NULL: it never
    /// does. A log of it may begin without frames.
    uint64_t ( *sizeNow )( void* context, bool* ended );
    /// Where the bytes are as a file, for forms that a library of others reads (HDF5);
    /// NULL: nowhere, they are read into memory.
    const char* path;
} ssSource;

/// A source of bytes in memory, which stay the caller's.
SS_API_ANY ssSource ssMemorySource( const char* name, const void* bytes, size_t size );

/// A column that the file calls differently: `--map fx=force_x`.
typedef struct ssLogRename
{
    ssLogColumn column;
    const char* theirs;
} ssLogRename;

typedef struct ssLogOptions
{
    const ssLogRename* renames;
    int renameCount;
    /// [s] the step size of the simulator, where the file counts steps; 0: unknown.
    double dt;
    /// What the columns of a `dump local` hold, in their order: "pos vel id force
    /// contactPoint". NULL: their names say it.
    const char* columns;
    /// Receives the share of the file that has been indexed, 0 to 1; true ends the reading. May be NULL.
    bool ( *progress )( void* context, double share );
    void* progressContext;
    /// [bytes] a longer record of an MCAP file is refused; 0: any length. For streams, which
    /// are not to wait for what never comes.
    uint64_t recordMax;
    /// The most frames that the index holds in memory, 32 bytes each; 0: 2^23. Of a log with more, every
    /// second, fourth, … is held, and the others are found in the file again.
    int entriesMax;
} ssLogOptions;

typedef struct ssContactLog ssContactLog;

/// Recognises the form of a log and finds its frames. Rows of equal time are one frame, and times ascend. The
/// source outlives the log. `options` may be NULL.
SS_API_ANY SS_CHECKED ssResult ssOpenContactLog(
    const ssSource* source, const ssLogOptions* options, ssContactLog** log );
/// A log of one frame in memory, which it takes over and leaves zeroed.
SS_API_OBJECT SS_CHECKED ssResult ssMakeMemoryLog( ssLogFrame* frame, ssContactLog** log );
SS_API_OBJECT void ssCloseContactLog( ssContactLog* log ); ///< NULL is allowed

/// Finds the frames that have come since, where the source grows and the form allows it (MCAP). An error is
/// one of what came: frames before it stay, and the log grows no more.
SS_API_OBJECT SS_CHECKED ssResult ssContactLog_Extend( ssContactLog* log );
/// May more frames come? Not after the end of the file, which a program writes
/// when it closes its log, or of its source.
SS_API_OBJECT bool ssContactLog_Grows( const ssContactLog* log );

SS_API_OBJECT const char* ssContactLog_Form( const ssContactLog* log ); ///< "csv"
/// What the user should know about how the file was understood, a sentence without full stop; NULL: nothing.
SS_API_OBJECT const char* ssContactLog_Note( const ssContactLog* log );
SS_API_OBJECT int ssContactLog_FrameCount( const ssContactLog* log );
SS_API_OBJECT uint64_t ssContactLog_RowCount( const ssContactLog* log );
/// The columns that the log has, as far as it is known: CSV has headings; of an MCAP file some frames are
/// looked at when it is opened, and every frame that is read since.
SS_API_OBJECT uint32_t ssContactLog_Known( const ssContactLog* log );
/// Makes ssContactLog_Known certain, if need be by reading the whole log. `progress` as in ssLogOptions.
SS_API_OBJECT SS_CHECKED ssResult ssContactLog_FindKnown(
    ssContactLog* log, bool ( *progress )( void* context, double share ), void* context );
/// The following three may look into the file: like ssContactLog_ReadFrame, not for two threads at once.
SS_API_OBJECT double ssContactLog_Time( const ssContactLog* log, int frame );
SS_API_OBJECT int ssContactLog_Count( const ssContactLog* log, int frame ); ///< contacts of a frame
/// The last frame that is not later than `t`; 0 before the first.
SS_API_OBJECT int ssContactLog_FindFrame( const ssContactLog* log, double t );

/// Reads a frame and checks it: obligatory numbers are finite, normals have length 1 within 1e-3. The message
/// says in which line of a text, or at which offset, something is wrong. Not for two threads at once.
SS_API_OBJECT SS_CHECKED ssResult ssContactLog_ReadFrame(
    ssContactLog* log, int frame, ssLogFrame* contacts );

// --------------------------------------------------------------------------------------------------- writing

/// Where bytes go. `write` is false when it failed.
typedef struct ssSink
{
    void* context;
    bool ( *write )( void* context, const void* bytes, size_t size );
} ssSink;

typedef struct ssLogWriter ssLogWriter;

/// The form that the ending of a path names, such as "csv"; NULL: none that can be written. `endings` (may be
/// NULL) receives all of them, as ".csv, .mcap".
SS_API_ANY const char* ssLogFormOfPath( const char* path, char* endings, int capacity );

/// Starts a log with these columns (SS_LOG_BIT; the obligatory ones are
/// always written) in a form, such as "csv".
SS_API_ANY SS_CHECKED ssResult ssBeginLog(
    const ssSink* sink, const char* form, uint32_t columns, ssLogWriter** writer );
SS_API_OBJECT SS_CHECKED ssResult ssLogWriter_Frame( ssLogWriter* writer, const ssLogFrame* frame );
/// Writes what is left and frees the writer. NULL is allowed.
SS_API_OBJECT SS_CHECKED ssResult ssLogWriter_End( ssLogWriter* writer );
