// SPDX-License-Identifier: MIT

#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// A colour means the same everywhere. The hues are Okabe and Ito's, safe for colour-blind people; those of
// text are dark or bright enough to be read on the panels (a contrast of 4.5).

static ImU32 rgb( unsigned hex )
{
    return 0xff000000u | ( hex & 0xffu ) << 16 | ( hex & 0xff00u ) | ( hex >> 16 & 0xffu );
}

static uiTheme makeDark( void )
{
    return ( uiTheme ){
        .background = rgb( 0x14171c ),
        .panel = rgb( 0x1c2027 ),
        .raised = rgb( 0x262c35 ),
        .line = rgb( 0x2b313b ),
        .text = rgb( 0xe6e9ee ),
        .dim = rgb( 0x9aa4b2 ),
        .accent = rgb( 0x56b4e9 ),
        .error = rgb( 0xff5c5c ),
        .warning = rgb( 0xe69f00 ),
        .good = rgb( 0x009e73 ),
        .mode = { rgb( 0x6b7482 ), rgb( 0x4f9fd8 ), rgb( 0xe0690f ), rgb( 0x009e73 ), rgb( 0xe69f00 ),
            rgb( 0xcc79a7 ) },
        .quantity = { rgb( 0xf0e442 ), rgb( 0xcc79a7 ), rgb( 0x56b4e9 ) },
        .series = { rgb( 0x56b4e9 ), rgb( 0xe69f00 ), rgb( 0x009e73 ), rgb( 0xcc79a7 ), rgb( 0xe0690f ),
            rgb( 0xf0e442 ), rgb( 0x4f9fd8 ) },
        .pin = { rgb( 0xb39cff ), rgb( 0x4fd1c0 ), rgb( 0xff9eb5 ), rgb( 0xc8b27a ) },
    };
}

static uiTheme makeLight( void )
{
    return ( uiTheme ){
        .background = rgb( 0xf6f7f9 ),
        .panel = rgb( 0xffffff ),
        .raised = rgb( 0xe9edf2 ),
        .line = rgb( 0xd5dae1 ),
        .text = rgb( 0x1b1f26 ),
        .dim = rgb( 0x5b6675 ),
        .accent = rgb( 0x0072b2 ),
        .error = rgb( 0xc62828 ),
        .warning = rgb( 0x946300 ),
        .good = rgb( 0x008060 ),
        .mode = { rgb( 0x9aa4b2 ), rgb( 0x0072b2 ), rgb( 0xb84a00 ), rgb( 0x008060 ), rgb( 0x946300 ),
            rgb( 0xa8558a ) },
        .quantity = { rgb( 0x7d7100 ), rgb( 0xa8558a ), rgb( 0x0072b2 ) },
        .series = { rgb( 0x0072b2 ), rgb( 0x946300 ), rgb( 0x008060 ), rgb( 0xa8558a ), rgb( 0xb84a00 ),
            rgb( 0x7d7100 ), rgb( 0x4b5bb5 ) },
        .pin = { rgb( 0x6a4fd0 ), rgb( 0x007d73 ), rgb( 0xb8466b ), rgb( 0x7d6424 ) },
    };
}

static float channel( ImU32 color, int shift ) { return (float)( color >> shift & 0xffu ) / 255.0f; }

ImVec4 uiColorVec( ImU32 color )
{
    return ( ImVec4 ){ channel( color, 0 ), channel( color, 8 ), channel( color, 16 ), channel( color, 24 ) };
}

ImU32 uiFade( ImU32 color, float alpha )
{
    unsigned a = (unsigned)( alpha * (float)( color >> 24 ) + 0.5f );
    return ( color & 0x00ffffffu ) | ( a > 255u ? 255u : a ) << 24;
}

ImU32 uiMix( ImU32 a, ImU32 b, float t )
{
    ImU32 mixed = 0;
    for ( int shift = 0; shift < 32; shift += 8 )
    {
        float value = channel( a, shift ) + t * ( channel( b, shift ) - channel( a, shift ) );
        mixed |= (ImU32)( value * 255.0f + 0.5f ) << shift;
    }
    return mixed;
}

ImU32 uiInkOn( ImU32 background )
{
    float luma = 0.299f * channel( background, 0 ) + 0.587f * channel( background, 8 ) +
        0.114f * channel( background, 16 );
    return luma > 0.45f ? rgb( 0x101216 ) : rgb( 0xffffff );
}

static void setColor( int index, ImU32 color ) { igGetStyle()->Colors[index] = uiColorVec( color ); }

static void applyColors( const uiTheme* t )
{
    ImU32 frame = t->raised, hover = uiMix( t->raised, t->accent, 0.25f );
    ImU32 active = uiMix( t->raised, t->accent, 0.45f );
    setColor( ImGuiCol_Text, t->text );
    setColor( ImGuiCol_TextDisabled, t->dim );
    setColor( ImGuiCol_WindowBg, t->panel );
    setColor( ImGuiCol_ChildBg, uiFade( t->panel, 0.0f ) );
    setColor( ImGuiCol_PopupBg, uiMix( t->panel, t->raised, 0.5f ) );
    setColor( ImGuiCol_Border, t->line );
    setColor( ImGuiCol_BorderShadow, 0 );
    setColor( ImGuiCol_FrameBg, frame );
    setColor( ImGuiCol_FrameBgHovered, hover );
    setColor( ImGuiCol_FrameBgActive, active );
    setColor( ImGuiCol_TitleBg, t->panel );
    setColor( ImGuiCol_TitleBgActive, t->raised );
    setColor( ImGuiCol_TitleBgCollapsed, t->panel );
    setColor( ImGuiCol_MenuBarBg, t->panel );
    setColor( ImGuiCol_ScrollbarBg, uiFade( t->panel, 0.0f ) );
    setColor( ImGuiCol_ScrollbarGrab, uiMix( t->panel, t->dim, 0.35f ) );
    setColor( ImGuiCol_ScrollbarGrabHovered, uiMix( t->panel, t->dim, 0.55f ) );
    setColor( ImGuiCol_ScrollbarGrabActive, t->accent );
    setColor( ImGuiCol_CheckMark, t->accent );
    setColor( ImGuiCol_SliderGrab, t->accent );
    setColor( ImGuiCol_SliderGrabActive, t->accent );
    setColor( ImGuiCol_Button, frame );
    setColor( ImGuiCol_ButtonHovered, hover );
    setColor( ImGuiCol_ButtonActive, active );
    setColor( ImGuiCol_Header, uiFade( t->accent, 0.22f ) );
    setColor( ImGuiCol_HeaderHovered, uiFade( t->accent, 0.30f ) );
    setColor( ImGuiCol_HeaderActive, uiFade( t->accent, 0.45f ) );
    setColor( ImGuiCol_Separator, t->line );
    setColor( ImGuiCol_SeparatorHovered, t->accent );
    setColor( ImGuiCol_SeparatorActive, t->accent );
    setColor( ImGuiCol_ResizeGrip, uiFade( t->dim, 0.2f ) );
    setColor( ImGuiCol_ResizeGripHovered, uiFade( t->accent, 0.6f ) );
    setColor( ImGuiCol_ResizeGripActive, t->accent );
    setColor( ImGuiCol_TableHeaderBg, t->raised );
    setColor( ImGuiCol_TableRowBgAlt, uiFade( t->text, 0.04f ) );
    setColor( ImGuiCol_TableBorderLight, t->line );
    setColor( ImGuiCol_TableBorderStrong, t->line );
    setColor( ImGuiCol_TextSelectedBg, uiFade( t->accent, 0.35f ) );
    setColor( ImGuiCol_NavHighlight, t->accent );
    setColor( ImGuiCol_ModalWindowDimBg, uiFade( t->background, 0.5f ) );
}

bool uiIsLight( const uiState* ui )
{
    return ui->presenting.on ? !ui->settings.darkSlides : ui->settings.light;
}

void uiApplyTheme( uiState* ui )
{
    ui->theme = uiIsLight( ui ) ? makeLight() : makeDark();
    applyColors( &ui->theme );
    ui->styleDirty = false;

    float em = ui->em * igGetIO()->FontGlobalScale;
    ImGuiStyle* style = igGetStyle();
    style->WindowPadding = uiVec2( roundf( 0.6f * em ), roundf( 0.5f * em ) );
    style->FramePadding = uiVec2( roundf( 0.5f * em ), roundf( 0.22f * em ) );
    style->CellPadding = uiVec2( roundf( 0.4f * em ), roundf( 0.15f * em ) );
    style->ItemSpacing = uiVec2( roundf( 0.5f * em ), roundf( 0.3f * em ) );
    style->ItemInnerSpacing = uiVec2( roundf( 0.35f * em ), roundf( 0.25f * em ) );
    style->IndentSpacing = roundf( 1.2f * em );
    style->ScrollbarSize = roundf( 0.7f * em );
    style->GrabMinSize = roundf( 0.7f * em );
    style->WindowRounding = roundf( 0.3f * em );
    style->ChildRounding = 0.0f;
    style->FrameRounding = roundf( 0.22f * em );
    style->PopupRounding = roundf( 0.3f * em );
    style->ScrollbarRounding = roundf( 0.35f * em );
    style->GrabRounding = roundf( 0.22f * em );
    style->WindowBorderSize = 1.0f;
    style->ChildBorderSize = 0.0f;
    style->PopupBorderSize = 1.0f;
    style->FrameBorderSize = 0.0f;
    style->DisplaySafeAreaPadding = uiVec2( 0.0f, 0.0f );
    style->WindowMenuButtonPosition = ImGuiDir_None;
}

static void setChannels( float target[3], ImU32 color )
{
    for ( int c = 0; c < 3; ++c ) { target[c] = channel( color, 8 * c ); }
}

gfxPalette uiPalette( const uiState* ui )
{
    bool light = uiIsLight( ui );
    uiTheme t = light ? makeLight() : makeDark();
    gfxPalette p;
    const struct
    {
        float* target;
        ImU32 color;
    } rows[] = {
        { p.background, t.background },
        { p.ground, light ? rgb( 0xeceff3 ) : rgb( 0x1a1e25 ) },
        { p.gridFine, light ? rgb( 0xd5dae1 ) : rgb( 0x2b313b ) },
        { p.gridCoarse, light ? rgb( 0xb4bcc8 ) : rgb( 0x434c5a ) },
        { p.body, light ? rgb( 0xc9d0da ) : rgb( 0xb8c0cc ) },
        { p.bodyBand, light ? rgb( 0x5b6675 ) : rgb( 0x4a5463 ) },
        { p.energy[0], light ? rgb( 0xc9d0da ) : rgb( 0x4a5463 ) },
        { p.energy[1], light ? rgb( 0xb84a00 ) : rgb( 0xf0e442 ) },
        { p.scenery, light ? rgb( 0xd3d9e2 ) : rgb( 0x3a424f ) },
        { p.reservoir, t.mode[ss_modeSlideRoll] },
        { p.directionSet, t.accent },
        { p.trail, t.accent },
        { p.text, t.text },
        { p.dimText, t.dim },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i ) { setChannels( rows[i].target, rows[i].color ); }
    for ( int i = 0; i < 7; ++i )
    {
        setChannels( p.ghost[i], t.series[i] );
        setChannels( p.mode[i < 6 ? i : 0], t.mode[i < 6 ? i : 0] );
        setChannels( p.quantity[i % 3], t.quantity[i % 3] );
    }
    return p;
}

// Latin, Greek, indices, arrows, mathematics, shapes; static because the atlas keeps the pointers.
static const ImWchar fullRanges[] = { 0x20, 0xff, 0x100, 0x17f, 0x300, 0x36f, 0x370, 0x3ff, 0x1d00, 0x1dbf,
    0x2010, 0x205e, 0x2070, 0x209f, 0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0x2713, 0x2713, 0 };
static const ImWchar shortRanges[] = { 0x20, 0xff, 0x370, 0x3ff, 0x2010, 0x205e, 0x2070, 0x209f, 0x2190,
    0x2193, 0x2200, 0x22ff, 0 };

static uint32_t bigEndian( const unsigned char* at, int bytes )
{
    uint32_t value = 0;
    for ( int i = 0; i < bytes; ++i ) { value = value << 8 | at[i]; }
    return value;
}

/// Do all tables of the font lie inside the file, and are those among them that every font has?
static bool hasTables( FILE* file, long start, long size )
{
    static const char* const needed[] = { "cmap", "head", "hhea", "hmtx", "maxp" };
    unsigned char header[12], entry[16];
    if ( fseek( file, start, SEEK_SET ) != 0 ||
        fread( header, 1, sizeof( header ), file ) != sizeof( header ) )
    {
        return false;
    }
    int count = (int)bigEndian( header + 4, 2 ), found = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( fread( entry, 1, sizeof( entry ), file ) != sizeof( entry ) ||
            (double)bigEndian( entry + 8, 4 ) + bigEndian( entry + 12, 4 ) > (double)size )
        {
            return false;
        }
        for ( int k = 0; k < SS_COUNT( needed ); ++k ) { found += memcmp( entry, needed[k], 4 ) == 0; }
    }
    return found == SS_COUNT( needed );
}

/// Dear ImGui asserts on a missing file, aborts on other bytes and reads past a truncated one.
static bool isFont( const char* path )
{
    static const char* const beginnings[] = { "\0\1\0\0", "OTTO", "true" };
    FILE* file = path && path[0] ? fopen( path, "rb" ) : NULL;
    unsigned char first[16] = "";
    bool found = false;
    if ( file )
    {
        bool whole = fread( first, 1, sizeof( first ), file ) == sizeof( first );
        long size = fseek( file, 0, SEEK_END ) == 0 ? ftell( file ) : 0;
        for ( int i = 0; i < SS_COUNT( beginnings ) && whole; ++i )
        {
            found = found || memcmp( first, beginnings[i], 4 ) == 0;
        }
        bool collection = whole && memcmp( first, "ttcf", 4 ) == 0;
        long start = collection ? (long)bigEndian( first + 12, 4 ) : 0;
        found = ( found || collection ) && hasTables( file, start, size );
        fclose( file );
    }
    return found;
}

bool uiTryFont( const char* fontPath )
{
    if ( !isFont( fontPath ) ) { return false; }
    ImFontAtlas* atlas = ImFontAtlas_ImFontAtlas();
    ImFont* font = ImFontAtlas_AddFontFromFileTTF( atlas, fontPath, 16.0f, NULL, fullRanges );
    bool built = font != NULL && ImFontAtlas_Build( atlas );
    ImFontAtlas_destroy( atlas );
    return built;
}

// Of indices, relative to the letters on the line: size, and how far they are moved down or up in ems.
static const float s_indexSize = 0.72f, s_indexDrop = 0.14f, s_powerRise = 0.30f;
static const ImWchar indexRanges[] = { 0x21, 0x7e, 0x391, 0x3c9, 0 };

/// Gives a font the letters of a smaller one as indices and powers.
static void addIndices( ImFont* font, ImFont* small )
{
    for ( const ImWchar* range = indexRanges; *range != 0; range += 2 )
    {
        for ( ImWchar c = range[0]; c <= range[1]; ++c )
        {
            const ImFontGlyph* found = ImFont_FindGlyphNoFallback( small, c );
            for ( int up = 0; up < 2 && found != NULL; ++up )
            {
                ImFontGlyph g = *found;
                float shift = up != 0 ? -s_powerRise : s_indexDrop;
                float y = roundf( font->Ascent ) - roundf( small->Ascent ) + roundf( shift * font->FontSize );
                ImFont_AddGlyph( font, NULL,
                    (ImWchar)( ( up != 0 ? UI_POWER_LETTERS : UI_INDEX_LETTERS ) + c ), g.X0, g.Y0 + y, g.X1,
                    g.Y1 + y, g.U0, g.V0, g.U1, g.V1, g.AdvanceX );
            }
        }
    }
    ImFont_BuildLookupTable( font );
}

/// The height of a line: it grows with the window, as the panels do, or follows a dense display.
static float wantedSize( const uiState* ui )
{
    const uiTextFit* fit = &ui->textFit;
    float chosen = ui->settings.fontSize / uiDefaultSettings().fontSize;
    // A slide has 36 lines. Somebody who uses the instrument sits near, and wants to see more.
    float slide = chosen * fminf( fit->height / 36.0f, fit->width / 46.0f );
    float near = ui->settings.instrument || ui->settings.sceneOnly ? ui->settings.fontSize : 17.0f * chosen;
    return ui->presenting.on ? roundf( uiClamp( slide, 10.0f, 200.0f ) )
                             : roundf( near * fmaxf( fit->display, uiGrowth( ui ) ) );
}

bool uiFitText( uiState* ui, int width, int height )
{
    const int settled = 6; // frames: somebody who pulls the edge of the window is not done before
    uiTextFit* fit = &ui->textFit;
    fit->width = (float)width;
    fit->height = (float)height;
    float wanted = wantedSize( ui );
    fit->stillFrames = wanted == fit->wanted ? fit->stillFrames + 1 : 0;
    fit->wanted = wanted;
    return wanted != ui->em && fit->stillFrames >= settled;
}

/// Adds a font of the file, or the built-in one where there is none.
static ImFont* addFont( const char* path, float pixels, const ImWchar* ranges )
{
    ImFontConfig* config = ImFontConfig_ImFontConfig();
    config->OversampleH = pixels > 24.0f ? 1 : 2;
    config->OversampleV = 1;
    config->SizePixels = roundf( pixels );
    ImFont* font = path != NULL
        ? ImFontAtlas_AddFontFromFileTTF( igGetIO()->Fonts, path, config->SizePixels, config, ranges )
        : NULL;
    if ( font == NULL )
    {
        config->OversampleH = 1; // the built-in font is a bitmap
        config->PixelSnapH = true;
        font = ImFontAtlas_AddFontDefault( igGetIO()->Fonts, config );
    }
    ImFontConfig_destroy( config );
    return font;
}

bool uiLoadFonts( uiState* ui, const char* fontPath, float scale, float density )
{
    const bool found = isFont( fontPath );
    bool own = found && strcmp( fontPath, SLIPSTICK_FONT ) == 0; // it has siblings
    const char *plain = found ? fontPath : NULL,
               *bold = own && isFont( SLIPSTICK_BOLD_FONT ) ? SLIPSTICK_BOLD_FONT : plain,
               *code = found && isFont( SLIPSTICK_CODE_FONT ) ? SLIPSTICK_CODE_FONT : plain;
    ui->textFit.display = scale > 0.0f ? scale : 1.0f;
    float size = wantedSize( ui ), large = roundf( ( ui->presenting.on ? 1.55f : 1.2f ) * size );
    const struct
    {
        uiFont font;
        const char* path;
        float size;
        const ImWchar* ranges;
    } faces[] = {
        { ui_fontBody, plain, size, fullRanges },
        { ui_fontStrong, bold, size, shortRanges },
        { ui_fontTitle, bold, large, shortRanges },
        { ui_fontFormula, plain, large, shortRanges },
        { ui_fontCode, code, size, fullRanges },
    };
    ImFont* indices[SS_COUNT( faces )];
    // On a dense display a letter has more pixels than its size in ImGui coordinates.
    density = density > 0.0f ? density : 1.0f;
    ImFontAtlas_Clear( igGetIO()->Fonts );
    for ( int i = 0; i < SS_COUNT( faces ); ++i )
    {
        ui->fonts[faces[i].font] = addFont( faces[i].path, faces[i].size * density, faces[i].ranges );
        indices[i] = addFont( faces[i].path, s_indexSize * faces[i].size * density, indexRanges );
    }
    ImFontAtlas_Build( igGetIO()->Fonts );
    for ( int i = 0; i < SS_COUNT( faces ); ++i )
    {
        addIndices( ui->fonts[faces[i].font], indices[i] );
        ui->fonts[faces[i].font]->Scale = 1.0f / density;
    }
    ui->fonts[ui_fontSmall] = ui->fonts[ui_fontBody];
    ui->em = size;
    igGetIO()->FontDefault = ui->fonts[ui_fontBody];
    uiApplyTheme( ui );
    return found;
}

void uiDrawText( uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, const char* text )
{
    const ImFont* face = ui->fonts[font];
    text = font != ui_fontCode ? uiIndexed( text ) : text;
    ImDrawList_AddText_FontPtr( list, face, face->FontSize * face->Scale * igGetIO()->FontGlobalScale,
        uiVec2( floorf( x ), floorf( y ) ), color, text, NULL, 0.0f, NULL );
}

void uiPushBorder( const uiState* ui )
{
    igPushStyleVar_Float( ImGuiStyleVar_FrameBorderSize, 1.0f );
    igPushStyleColor_U32( ImGuiCol_Border, uiMix( ui->theme.panel, ui->theme.dim, 0.7f ) );
}

void uiPopBorder( void )
{
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
}

int uiBreakLines( char* lines, float width )
{
    ImVec2 size;
    char* start = lines;
    char* blank = NULL; // the last one before which the line still fits
    int count = 1;
    for ( char* c = lines;; ++c )
    {
        if ( *c != ' ' && *c != '\n' && *c != '\0' ) { continue; }
        igCalcTextSize( &size, start, c, false, -1.0f );
        if ( blank != NULL && size.x > width - 1.0f )
        {
            *blank = '\n';
            start = blank + 1;
            blank = NULL;
            ++count;
        }
        // A single letter is usually a unit and stays on the line of its number.
        bool unitFollows = *c == ' ' && c[1] != '\0' && ( c[2] == ' ' || c[2] == '\n' || c[2] == '\0' );
        blank = unitFollows ? blank : *c == ' ' ? c : NULL;
        start = *c == '\n' ? c + 1 : start;
        count += *c == '\n' ? 1 : 0;
        if ( *c == '\0' ) { return count; }
    }
}

bool uiAreaButton( const char* id, ImVec2 size )
{
    return igInvisibleButton( id, size, ImGuiButtonFlags_MouseButtonLeft );
}

bool uiRectButton( const char* id, uiRect rect )
{
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    return uiAreaButton( id, uiVec2( uiWidth( rect ), uiHeight( rect ) ) );
}

bool uiEntry( const char* label, bool chosen )
{
    return igSelectable_Bool( uiIndexed( label ), chosen, 0, uiVec2( 0.0f, 0.0f ) );
}

ImVec2 uiExtent( const char* text )
{
    ImVec2 size;
    igCalcTextSize( &size, uiIndexed( text ), NULL, false, -1.0f );
    return size;
}

void uiFillRect( ImDrawList* list, uiRect rect, ImU32 color, float rounding )
{
    ImDrawList_AddRectFilled(
        list, uiVec2( rect.x0, rect.y0 ), uiVec2( rect.x1, rect.y1 ), color, rounding, 0 );
}

void uiDrawFrame( ImDrawList* list, uiRect rect, ImU32 color, float rounding, float thickness )
{
    ImDrawList_AddRect(
        list, uiVec2( rect.x0, rect.y0 ), uiVec2( rect.x1, rect.y1 ), color, rounding, 0, thickness );
}

void uiDrawLine( ImDrawList* list, float x0, float y0, float x1, float y1, ImU32 color, float thickness )
{
    ImDrawList_AddLine( list, uiVec2( x0, y0 ), uiVec2( x1, y1 ), color, thickness );
}

void uiDrawCross( ImDrawList* list, float x, float y, float r, ImU32 color, float thickness )
{
    uiDrawLine( list, x - r, y - r, x + r, y + r, color, thickness );
    uiDrawLine( list, x - r, y + r, x + r, y - r, color, thickness );
}

void uiExplain( float width, const char* text, const char* more )
{
    igBeginTooltip();
    igPushTextWrapPos( width * igGetFontSize() );
    igTextUnformatted( uiIndexed( text ), NULL );
    if ( more != NULL ) { igTextDisabled( "%s", uiIndexed( more ) ); }
    igPopTextWrapPos();
    igEndTooltip();
}

void uiHeading( uiState* ui, float gap, const char* text )
{
    float em = igGetFontSize();
    igDummy( uiVec2( 0.0f, roundf( gap * em ) ) );
    ImVec2 at = uiCursor(), room = uiSpace(), size = uiTextSize( ui, ui_fontSmall, text );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontSmall, at.x, at.y, ui->theme.dim, text );
    float y = roundf( at.y + 0.55f * size.y );
    uiFillRect(
        list, ( uiRect ){ at.x + size.x + 0.6f * em, y, at.x + room.x, y + 1.0f }, ui->theme.line, 0.0f );
    igDummy( uiVec2( room.x, size.y ) );
}

void uiPushClip( ImDrawList* list, uiRect rect )
{
    ImDrawList_PushClipRect( list, uiVec2( rect.x0, rect.y0 ), uiVec2( rect.x1, rect.y1 ), true );
}

void uiTitle( const uiState* ui, const char* text )
{
    igPushFont( ui->fonts[ui_fontTitle] );
    igTextUnformatted( uiIndexed( text ), NULL );
    igPopFont();
}

void uiColoredText( ImU32 color, const char* text )
{
    igPushStyleColor_U32( ImGuiCol_Text, color );
    igTextUnformatted( uiIndexed( text ), NULL );
    igPopStyleColor( 1 );
}

static void drawBroken( const char* text, float width )
{
    char* lines = uiPrint( "%s", uiIndexed( text ) );
    uiBreakLines( lines, width );
    igPushTextWrapPos( 0.0f ); // for a word wider than the line
    igTextUnformatted( lines, NULL );
    igPopTextWrapPos();
}

void uiWrappedText( const char* text )
{
    ImVec2 available = uiSpace();
    drawBroken( text, available.x );
}

void uiWrappedColor( ImU32 color, const char* text )
{
    igPushStyleColor_U32( ImGuiCol_Text, color );
    uiWrappedText( text );
    igPopStyleColor( 1 );
}

void uiEvenText( const char* text )
{
    ImVec2 available = uiSpace();
    text = uiIndexed( text );
    int count = uiBreakLines( uiPrint( "%s", text ), available.x );
    float wide = available.x, narrow = 0.0f;
    for ( int i = 0; i < 8; ++i )
    {
        float middle = 0.5f * ( narrow + wide );
        *( uiBreakLines( uiPrint( "%s", text ), middle ) > count ? &narrow : &wide ) = middle;
    }
    drawBroken( text, wide );
}

ImVec2 uiTextSize( uiState* ui, uiFont font, const char* text )
{
    ImFont* face = ui->fonts[font];
    ImVec2 size;
    text = font != ui_fontCode ? uiIndexed( text ) : text;
    ImFont_CalcTextSizeA( &size, face, face->FontSize * face->Scale * igGetIO()->FontGlobalScale, 3.4e38f,
        0.0f, text, NULL, NULL );
    size.x = ceilf( size.x );
    return size;
}

const char* uiElide( uiState* ui, uiFont font, const char* text, float width )
{
    text = uiIndexed( text );
    if ( uiTextSize( ui, font, text ).x <= width ) { return text; }
    char* shown = uiPrint( "%s…", text );
    for ( size_t length = strlen( shown ); length > 0; )
    {
        --length;
        while ( length > 0 && ( ( shown[length] & 0xc0 ) == 0x80 || shown[length - 1] == ' ' ) )
        {
            --length; // not inside a letter of several bytes, and no blank before the dots
        }
        memcpy( shown + length, "…", sizeof "…" );
        if ( uiTextSize( ui, font, shown ).x <= width ) { break; }
        shown[length] = 0;
    }
    ++ui->cutTexts;
    return shown;
}

void uiWatchText( uiState* ui, const char* text, float width )
{
    ImVec2 size;
    igCalcTextSize( &size, uiIndexed( text ), NULL, true, -1.0f );
    if ( size.x > width ) ui->cutTexts += size.x > width ? 1 : 0;
}
