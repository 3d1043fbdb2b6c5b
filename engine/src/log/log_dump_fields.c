// SPDX-License-Identifier: MIT
#include "log/log_dump.h"

#include <stdio.h>
#include <string.h>

// Columns of `dump local` have names such as c_cpl[3]; the user states their content in the words of the
// compute, "pos vel id force contactPoint". One-number words are LAMMPS columns.

#define WORD_MAX 32

// The keywords of LIGGGHTS' compute pair/gran/local and wall/gran/local, and what else can be computed.
static const struct
{
    const char* word;
    int first, count; // fields
} s_groups[] = { { "pos", log_dumpX1, 6 }, { "vel", log_dumpV1, 6 }, { "omega", log_dumpW1, 6 },
    { "id", log_dumpId1, 3 }, { "force", ss_logFx, 3 }, { "force_normal", log_dumpFn, 3 },
    { "force_tangential", log_dumpFt, 3 }, { "torque", -1, 3 }, { "torque_normal", -1, 3 },
    { "torque_tangential", -1, 3 }, { "contactArea", -1, 1 }, { "heatFlux", -1, 1 },
    { "delta", log_dumpDelta, 1 }, { "contactPoint", ss_logPx, 3 }, { "ms_id", -1, 2 } };

// One number each.
static const char* const s_names[] = { "x1", "y1", "z1", "x2", "y2", "z2", "dx", "dy", "dz", "vx1", "vy1",
    "vz1", "vx2", "vy2", "vz2", "vnx", "vny", "vnz", "vtx", "vty", "vtz", "wx1", "wy1", "wz1", "wx2", "wy2",
    "wz2", "fnx", "fny", "fnz", "ftx", "fty", "ftz", "id1", "id2", "periodic", "delta", "-" };

_Static_assert( SS_COUNT( s_names ) == log_dumpFieldCount - ss_logColumnCount, "a name for every field" );

/// The field of this name; -1: there is none.
static int findField( const char* name )
{
    ssLogColumn column = ssFindLogColumn( name );
    int field = column < ss_logColumnCount ? (int)column : -1;
    for ( int i = 0; i < SS_COUNT( s_names ) && field < 0; ++i )
    {
        field = strcmp( s_names[i], name ) == 0 ? ss_logColumnCount + i : -1;
    }
    return field;
}

/// The next word of a text; false after the last one.
static bool nextWord( const char** at, const char* end, char word[WORD_MAX] )
{
    while ( *at < end && ( **at == ' ' || **at == '\t' || **at == ',' || **at == '\r' ) ) { ++*at; }
    size_t length = 0;
    for ( ; *at < end && **at != ' ' && **at != '\t' && **at != ',' && **at != '\r'; ++*at )
    {
        word[length] = **at;
        length += length < WORD_MAX - 1;
    }
    word[length] = '\0';
    return length > 0;
}

static ssResult addCell( const ssContactLog* log, const char* place, int field, logDumpLayout* layout )
{
    if ( layout->cellCount == LOG_DUMP_CELLS_MAX )
    {
        return ssError( ss_errorFormat, "file", "%.120s, %s: more than %d columns", log->source.name, place,
            LOG_DUMP_CELLS_MAX );
    }
    int kept = field >= 0 ? field : log_dumpNothing;
    if ( kept != log_dumpNothing && layout->has[kept] )
    {
        return ssError( ss_errorFormat, "file", "%.120s, %s: column %s is there twice", log->source.name,
            place,
            kept < ss_logColumnCount ? ssLogColumnName( (ssLogColumn)kept )
                                     : s_names[kept - ss_logColumnCount] );
    }
    layout->has[kept] = true;
    layout->fieldOf[layout->cellCount++] = (uint8_t)kept;
    return ssOk();
}

/// "history:3" are three numbers that are not needed; 0: it is something else.
static int historySize( const char* word )
{
    int count = 0;
    char rest;
    return sscanf( word, "history:%d%c", &count, &rest ) == 1 && count > 0 && count < 100 ? count : 0;
}

static ssResult addWord( const ssContactLog* log, const char* place, const char* word, logDumpLayout* layout )
{
    int first = findField( word ), count = first >= 0 ? 1 : historySize( word );
    for ( int i = 0; i < SS_COUNT( s_groups ) && count == 0; ++i )
    {
        if ( strcmp( s_groups[i].word, word ) == 0 )
        {
            first = s_groups[i].first;
            count = s_groups[i].count;
        }
    }
    if ( count == 0 )
    {
        return ssError( ss_errorUnknown, "columns",
            "columns: '%s' is unknown; known are the keywords of compute pair/gran/local (pos vel id force "
            "contactPoint delta history:3 ...), wall, x1 ... ftz, columns of a log, and - for others",
            word );
    }
    for ( int i = 0; i < count; ++i )
    {
        SS_TRY( addCell( log, place, first >= 0 ? first + i : -1, layout ) );
    }
    return ssOk();
}

/// The columns as the user lists them.
static ssResult readList(
    const ssContactLog* log, const char* columns, const char* place, logDumpLayout* layout )
{
    char word[WORD_MAX];
    const char *at = columns, *end = columns + strlen( columns );
    while ( nextWord( &at, end, word ) )
    {
        bool wall = strcmp( word, "wall" ) == 0;
        layout->wall |= wall;
        SS_TRY( wall ? ssOk() : addWord( log, place, word, layout ) );
    }
    return ssOk();
}

/// The columns as the heading and the renames name them; names that mean nothing are passed over.
static ssResult readNames( const ssContactLog* log, const ssLogOptions* options, const char* heading,
    const char* end, const char* place, logDumpLayout* layout )
{
    char word[WORD_MAX];
    while ( nextWord( &heading, end, word ) )
    {
        int field = findField( word );
        for ( int i = 0; i < options->renameCount; ++i )
        {
            field = strcmp( options->renames[i].theirs, word ) == 0 ? (int)options->renames[i].column : field;
        }
        SS_TRY( addCell( log, place, field, layout ) );
    }
    for ( int i = 0; i < options->renameCount; ++i )
    {
        if ( !layout->has[options->renames[i].column] )
        {
            const char* ours = ssLogColumnName( options->renames[i].column );
            return ssError( ss_errorFormat, ours, "%.100s, %s: there is no column %.40s, which was to be %s",
                log->source.name, place, options->renames[i].theirs, ours );
        }
    }
    return ssOk();
}

static bool hasVector( const logDumpLayout* layout, int x )
{
    return layout->has[x] && layout->has[x + 1] && layout->has[x + 2];
}

static bool hasBoth( const logDumpLayout* layout, int x, int y )
{
    return hasVector( layout, x ) && hasVector( layout, y );
}

static bool hasCentres( const logDumpLayout* l )
{
    return hasVector( l, log_dumpDx ) || hasBoth( l, log_dumpX1, log_dumpX2 );
}

/// Normal, force and velocity must follow from the columns.
static ssResult checkLayout( const ssContactLog* log, const char* place, const logDumpLayout* l )
{
    const char* missing =
        !( hasVector( l, ss_logNx ) || hasCentres( l ) || ( hasVector( l, log_dumpFn ) && !l->wall ) )
        ? "the normal is unknown: it needs pos, or dx dy dz, or nx ny nz, or force_normal"
        : !( hasVector( l, ss_logFx ) || hasBoth( l, log_dumpFn, log_dumpFt ) )
        ? "the force is unknown: it needs force, or force_normal and force_tangential"
        : !( hasVector( l, ss_logVx ) || hasBoth( l, log_dumpVn, log_dumpVt ) ||
              hasBoth( l, log_dumpV1, log_dumpV2 ) )
        ? "the velocity is unknown: it needs vel, or vx vy vz, or vnx vny vnz vtx vty vtz"
        : NULL;
    return missing == NULL ? ssOk()
                           : ssError( ss_errorFormat, "columns",
                                 "%.80s, %s: %s; name the columns in their order, as --map columns=\"pos vel "
                                 "id force contactPoint\"",
                                 log->source.name, place, missing );
}

static uint32_t knownColumns( const logDumpLayout* l )
{
    uint32_t known = SS_LOG_OBLIGATORY;
    for ( int i = 0; i < ss_logColumnCount; ++i ) { known |= l->has[i] ? SS_LOG_BIT( i ) : 0u; }
    known |= l->has[log_dumpId1] && l->has[log_dumpId2] ? SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB ) : 0u;
    known |= l->has[log_dumpDelta] ? SS_LOG_BIT( ss_logGap ) : 0u;
    known |= hasBoth( l, log_dumpW1, log_dumpW2 ) ? SS_LOG_VECTOR( ss_logWx ) : 0u;
    known |= l->wall && hasVector( l, log_dumpX1 ) ? SS_LOG_VECTOR( ss_logPx ) : 0u;
    return known;
}

ssResult logDumpReadLayout( ssContactLog* log, const ssLogOptions* options, const char* heading,
    size_t length, const char* place, logDumpLayout* layout )
{
    *layout = ( logDumpLayout ){ 0 };
    const char *end = heading + length, *at = heading;
    char word[WORD_MAX];
    int cells = 0;
    while ( nextWord( &at, end, word ) ) { ++cells; }
    log->known = 0;
    SS_TRY( options->columns != NULL ? readList( log, options->columns, place, layout )
                                     : readNames( log, options, heading, end, place, layout ) );
    if ( layout->cellCount != cells )
    {
        return ssError( ss_errorFormat, "columns", "%.100s, %s: %d columns, but `columns` names %d",
            log->source.name, place, cells, layout->cellCount );
    }
    SS_TRY( checkLayout( log, place, layout ) );
    log->known = knownColumns( layout );
    if ( !hasVector( layout, ss_logVx ) && !hasVector( layout, log_dumpVn ) &&
        !( hasBoth( layout, log_dumpW1, log_dumpW2 ) && ( hasVector( layout, ss_logPx ) || layout->wall ) ) )
    {
        log->note = "velocities are those of the centres: without omega and contactPoint, spins are left out";
    }
    return ssOk();
}

/// The way from the centre of 2 to that of 1; where the box is periodic, the shortest.
static ssVec3 separation( const logDumpLayout* layout, const logDumpBox* box, const double* fields )
{
    if ( hasVector( layout, log_dumpDx ) ) { return ssVec3_At( fields + log_dumpDx ); }
    double d[3];
    for ( int i = 0; i < 3; ++i )
    {
        d[i] = fields[log_dumpX1 + i] - fields[log_dumpX2 + i];
        bool across = !layout->wall && layout->has[log_dumpId3] && fields[log_dumpId3] == 1.0;
        d[i] -= across && box->size[i] > 0.0 ? box->size[i] * floor( d[i] / box->size[i] + 0.5 ) : 0.0;
    }
    return ssVec3_Make( d[0], d[1], d[2] );
}

static ssVec3 normalOf( const logDumpLayout* layout, const logDumpBox* box, const double* fields )
{
    if ( hasVector( layout, ss_logNx ) ) { return ssVec3_At( fields + ss_logNx ); }
    if ( !hasCentres( layout ) )
    {
        // The normal force pushes 1 away from 2. Pairs that do not touch have none and need no normal.
        ssVec3 force = ssVec3_At( fields + log_dumpFn );
        double size = ssVec3_Length( force );
        return size > 0.0 ? ssVec3_Scale( 1.0 / size, force ) : ssVec3_Make( 0.0, 0.0, 1.0 );
    }
    ssVec3 d = separation( layout, box, fields );
    double length = ssVec3_Length( d );
    return ssVec3_Scale( ( layout->wall ? -1.0 : 1.0 ) / length, d );
}

/// Of 1 relative to 2 at the contact; of a wall, of the particle relative to the wall.
static ssVec3 velocityOf( const logDumpLayout* layout, const double* fields, ssVec3 point )
{
    if ( hasVector( layout, ss_logVx ) ) { return ssVec3_At( fields + ss_logVx ); }
    if ( hasVector( layout, log_dumpVn ) )
    {
        return ssVec3_Add( ssVec3_At( fields + log_dumpVn ), ssVec3_At( fields + log_dumpVt ) );
    }
    ssVec3 v1 = ssVec3_At( fields + log_dumpV1 ), v2 = ssVec3_At( fields + log_dumpV2 );
    if ( hasBoth( layout, log_dumpW1, log_dumpW2 ) && hasBoth( layout, log_dumpX1, log_dumpX2 ) &&
        isfinite( point.x ) )
    {
        ssVec3 w1 = ssVec3_At( fields + log_dumpW1 ), w2 = ssVec3_At( fields + log_dumpW2 );
        v1 = ssVec3_Add( v1, ssVec3_Cross( w1, ssVec3_Sub( point, ssVec3_At( fields + log_dumpX1 ) ) ) );
        v2 = ssVec3_Add( v2, ssVec3_Cross( w2, ssVec3_Sub( point, ssVec3_At( fields + log_dumpX2 ) ) ) );
    }
    return layout->wall ? ssVec3_Sub( v2, v1 ) : ssVec3_Sub( v1, v2 );
}

void logDumpMakeContact(
    const logDumpLayout* layout, const logDumpBox* box, const double* fields, ssLogFrame* contacts, int row )
{
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        contacts->columns[i][row] = layout->has[i] ? fields[i] : SS_NAN;
    }
    bool wall = layout->wall;
    contacts->columns[ss_logT][row] = contacts->t;
    if ( wall && !layout->has[ss_logPx] )
    {
        ssLogFrame_SetVector( contacts, ss_logPx, row, ssVec3_At( fields + log_dumpX1 ) );
    }
    ssVec3 point = ssLogFrame_Vector( contacts, ss_logPx, row );
    ssLogFrame_SetVector( contacts, ss_logNx, row, normalOf( layout, box, fields ) );
    ssLogFrame_SetVector( contacts, ss_logVx, row, velocityOf( layout, fields, point ) );
    if ( !hasVector( layout, ss_logFx ) )
    {
        ssVec3 force = ssVec3_Add( ssVec3_At( fields + log_dumpFn ), ssVec3_At( fields + log_dumpFt ) );
        ssLogFrame_SetVector( contacts, ss_logFx, row, force );
    }
    if ( hasBoth( layout, log_dumpW1, log_dumpW2 ) )
    {
        ssVec3 w1 = ssVec3_At( fields + log_dumpW1 ), w2 = ssVec3_At( fields + log_dumpW2 );
        ssLogFrame_SetVector( contacts, ss_logWx, row, wall ? ssVec3_Sub( w2, w1 ) : ssVec3_Sub( w1, w2 ) );
    }
    if ( layout->has[log_dumpId1] && layout->has[log_dumpId2] && !layout->has[ss_logA] )
    {
        // Particles are counted from 1; the meshes of walls get the numbers below 0.
        contacts->columns[ss_logA][row] = wall ? -1.0 - fields[log_dumpId1] : fields[log_dumpId2];
        contacts->columns[ss_logB][row] = wall ? fields[log_dumpId3] : fields[log_dumpId1];
    }
    if ( layout->has[log_dumpDelta] && !layout->has[ss_logGap] )
    {
        contacts->columns[ss_logGap][row] = -fields[log_dumpDelta];
    }
}
