// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "base/svg_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Puts plots and a caption on one page, as SVG or through rsvg-convert as PDF.

static const double s_margin = 20.0, s_lineHeight = 15.0; // [px] of the caption
static const double s_letter = 6.3;                       // [px] the mean width of a letter of 12 px

#define CAPTION_SIZE 12 // [px]
#define LINE_BYTES 512  // [bytes]

/// Copies the caption's next line of at most `letters`, longer words alone; returns where it goes on.
static const char* takeLine( const char* text, int letters, char* line )
{
    int used = 0, count = 0, breakUsed = 0;
    const char* breakAt = NULL;
    for ( const char* c = text; *c != '\0' && used + 1 < LINE_BYTES; ++c )
    {
        if ( *c == ' ' )
        {
            breakAt = c;
            breakUsed = used;
        }
        count += ( (unsigned char)*c & 0xc0 ) != 0x80 ? 1 : 0; // a letter may have several bytes
        if ( count > letters && breakAt != NULL )
        {
            line[breakUsed] = '\0';
            return breakAt + 1;
        }
        line[used++] = *c;
    }
    line[used] = '\0';
    return text + used;
}

/// Writes the caption, or (`out` NULL) counts its lines.
static int writeCaption( osWriter* out, const svgFigure* figure, double top )
{
    char line[LINE_BYTES];
    int lines = 0, letters = (int)fmax( 20.0, ( figure->width - 2.0 * s_margin ) / s_letter );
    for ( const char* at = figure->caption; at != NULL && *at != '\0'; ++lines )
    {
        at = takeLine( at, letters, line );
        if ( out != NULL )
        {
            svgLabel(
                out, s_margin, top + s_lineHeight * ( lines + 1 ), "start", SVG_GREY, CAPTION_SIZE, line );
        }
    }
    return lines;
}

static void writeFigure( osWriter* out, const svgFigure* figure )
{
    int lines = writeCaption( NULL, figure, 0.0 );
    int rows = figure->draw != NULL ? 0 : ( figure->count + figure->columns - 1 ) / figure->columns;
    double below = lines > 0 ? s_lineHeight * lines + 12.0 : 0.0, plots = figure->height - below;
    svgBegin( out, figure->width, figure->height, figure->title );
    if ( figure->draw != NULL ) { figure->draw( figure->context, out, figure->width, plots ); }
    for ( int i = 0; i < figure->count; ++i )
    {
        svgPlot plot = figure->plots[i];
        plot.width = figure->width / figure->columns;
        plot.height = plots / rows;
        osWriteText( out, "<g transform=\"translate(" );
        svgNumber( out, i % figure->columns * plot.width );
        osWriteText( out, "," );
        svgNumber( out, i / figure->columns * plot.height );
        osWriteText( out, ")\">\n" );
        svgWritePlot( out, &plot );
        osWriteText( out, "</g>\n" );
    }
    writeCaption( out, figure, plots );
    osWriteText( out, "</svg>\n" );
}

bool svgIsPdfName( const char* path )
{
    size_t length = strlen( path );
    return length > 4 &&
        ( strcmp( path + length - 4, ".pdf" ) == 0 || strcmp( path + length - 4, ".PDF" ) == 0 );
}

bool svgHasPdf( void )
{
    char path[1024];
    return osFindProgram( "rsvg-convert", path, sizeof path );
}

/// Lets rsvg-convert write a PDF file of what the scratch file holds.
static ssResult convert( osWriter* scratch, osWriter* out )
{
    char program[1024], from[32], to[32];
    snprintf( from, sizeof from, "/dev/fd/%d", osWriterFile( scratch ) );
    snprintf( to, sizeof to, "/dev/fd/%d", osWriterFile( out ) );
    const char* words[] = { program, "--format=pdf", "--output", to, from, NULL };
    osProgram* run = NULL;
    ssResult result = osFindProgram( "rsvg-convert", program, sizeof program )
        ? osBeginProgram( words, osWriterFile( out ), &run )
        : ssError( ss_errorFormat, NULL, "%s", SVG_PDF_REFUSAL );
    if ( result.code == ss_ok && ( !osWaitForProgram( run, 60.0 ) || osProgramStatus( run ) != 0 ) )
    {
        result = ssError( ss_errorFormat, NULL, "rsvg-convert failed: %.150s", osProgramWords( run ) );
    }
    osEndProgram( run );
    return result;
}

static ssResult savePdf( const char* path, const svgFigure* figure )
{
    osWriter *scratch = NULL, *out = NULL;
    ssResult result = osBeginScratchWrite( &scratch );
    result = result.code == ss_ok ? osBeginWrite( path, &out ) : result;
    if ( result.code == ss_ok )
    {
        osWriteText( scratch, SVG_XML_HEADER );
        writeFigure( scratch, figure );
        osFlushWrite( scratch );
        result = convert( scratch, out );
    }
    osAbortWrite( scratch );
    if ( result.code != ss_ok )
    {
        osAbortWrite( out );
        return result;
    }
    return osCommitWrite( out );
}

ssResult svgSaveFigure( const char* path, const svgFigure* figure )
{
    if ( svgIsPdfName( path ) ) { return savePdf( path, figure ); }
    osWriter* out = osOpenWrite( path );
    osWriteText( out, SVG_XML_HEADER );
    writeFigure( out, figure );
    return osCommitWrite( out );
}
