// SPDX-License-Identifier: MIT
#include "base/svg_private.h"

#include <string.h>

// Puts several plots into one picture, in rows and columns.

#define HEAD 56.0 // [px] for the title and the legend
#define FOOT 26.0 // for the note

void svgWritePanels( osWriter* out, const svgPanels* panels )
{
    double width = panels->plots[0].width, height = panels->plots[0].height, x = 20.0;
    int rows = ( panels->count + panels->columns - 1 ) / panels->columns;
    double all = HEAD + rows * height + FOOT;
    svgBegin( out, panels->columns * width, all, panels->title );
    svgLabel( out, x, 24.0, "start", SVG_INK, 17, panels->title );
    for ( int i = 0; i < panels->legendCount; ++i )
    {
        svgLegendLine( out, &panels->legend[i], x, 48.0 );
        x += 28.0 + 7.0 * (double)strlen( panels->legend[i].label ) + 24.0;
    }
    for ( int i = 0; i < panels->count; ++i )
    {
        osWriteText( out, "<g transform=\"translate(" );
        svgNumber( out, i % panels->columns * width );
        osWriteText( out, "," );
        svgNumber( out, HEAD + i / panels->columns * height );
        osWriteText( out, ")\">\n" );
        svgWritePlot( out, &panels->plots[i] );
        osWriteText( out, "</g>\n" );
    }
    svgLabel( out, 20.0, all - 10.0, "start", SVG_GREY, 12, panels->note != NULL ? panels->note : "" );
    osWriteText( out, "</svg>\n" );
}

ssResult svgSavePanels( const char* path, const svgPanels* panels )
{
    osWriter* out = osOpenWrite( path );
    osWriteText( out, SVG_XML_HEADER );
    svgWritePanels( out, panels );
    return osCommitWrite( out );
}
