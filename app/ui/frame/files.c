// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_law.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// What is typed or selected last counts. In the dialog that opens, typing also filters the list.

static bool keyPressed( ImGuiKey key ) { return igIsKeyPressed( igGetKeyIndex( key ), true ); }

// The words of the dialog.
static const struct
{
    const char *ending, *name, *open, *save, *none;
} s_kinds[] = {
    [ui_fileScene] = { ".json", TR( "scene" ), TR( "Open a scene or a contact log###files" ),
        TR( "Save the scene###files" ), TR( "There are no scenes or contact logs in this folder." ) },
    [ui_fileLog] = { ".mcap", TR( "contact log" ), TR( "Open a log###files" ), TR( "Save the log###files" ),
        TR( "There are no logs (*.mcap) in this folder." ) },
    [ui_fileLaw] = { ".law", TR( "law" ), TR( "Open a law###files" ), TR( "Save the law###files" ),
        TR( "There are no laws (*.law) in this folder." ) },
    [ui_fileTable] = { ".csv", TR( "measurement table" ), TR( "Open a table of measurements###files" ), "",
        TR( "There are no tables (*.csv) in this folder." ) },
    [ui_fileLesson] = { ".lesson", TR( "lesson" ), TR( "Open a lesson###files" ), "",
        TR( "There are no lessons (*.lesson) in this folder." ) },
    [ui_fileAnswers] = { ".csv", TR( "table" ), "", TR( "Save the answers###files" ),
        TR( "There are no tables (*.csv) in this folder." ) },
};

/// Does it end as files of the dialog's kind do? A name that is typed opens whatever it ends in.
static bool isNamed( const uiFileDialog* f, const char* name )
{
    static const char* const alike[] = { ".csv", ".mcap", ".hdf5", ".h5", ".dump" };
    bool named = endsWith( name, s_kinds[f->kind].ending );
    for ( int i = 0; i < SS_COUNT( alike ) && f->kind == ui_fileScene && !f->saving; ++i )
    {
        named = named || endsWith( name, alike[i] );
    }
    return named;
}

/// Letters compare without case.
static bool contains( const char* text, const char* part )
{
    for ( ; *text; ++text )
    {
        size_t i = 0;
        while ( part[i] && tolower( (unsigned char)text[i] ) == tolower( (unsigned char)part[i] ) ) { ++i; }
        if ( part[i] == 0 ) { return true; }
    }
    return part[0] == 0;
}

void uiFreeFiles( uiState* ui )
{
    uiFileDialog* f = ui->files;
    osFreeList( f->folders, f->folderCount );
    osFreeList( f->scenes, f->sceneCount );
    f->folders = f->scenes = NULL;
    f->folderCount = f->sceneCount = 0;
}

static void say( uiFileDialog* f, const char* text ) { snprintf( f->error, sizeof( f->error ), "%s", text ); }

/// Goes to a folder. If it cannot be read, says why and stays.
static bool enterFolder( uiState* ui, const char* path )
{
    uiFileDialog* f = ui->files;
    char full[sizeof( f->folder )];
    char **folders = NULL, **scenes = NULL;
    int folderCount = 0, sceneCount = 0;
    ssResult result = osListSubfolders( path, &folders, &folderCount );
    result = result.code == ss_ok ? osListFolder( path, &scenes, &sceneCount ) : result;
    if ( result.code == ss_ok && !osFullPath( path, full, sizeof( full ) ) )
    {
        result = ssError( ss_errorFormat, NULL, "the path of '%.200s' is too long", path );
    }
    if ( result.code != ss_ok )
    {
        osFreeList( folders, folderCount );
        osFreeList( scenes, sceneCount );
        say( f, result.message );
        return false;
    }
    uiFreeFiles( ui );
    f->folders = folders;
    f->folderCount = folderCount;
    f->scenes = scenes;
    f->sceneCount = sceneCount;
    f->selected = -1;
    f->error[0] = 0;
    snprintf( f->folder, sizeof( f->folder ), "%s", full );
    return true;
}

static void enterParent( uiState* ui )
{
    const char* path = uiPrint( "%s", ui->files->folder );
    char* slash = strrchr( path, '/' );
    if ( slash != NULL && path[1] != 0 )
    {
        slash[slash == path ? 1 : 0] = 0;
        enterFolder( ui, path );
    }
}

/// The path of a name in the folder; an absolute one stays. False, with a message, if it is too long.
static bool joinPath( uiFileDialog* f, const char* name, char* path, size_t capacity )
{
    bool whole = name[0] == '/', root = f->folder[1] == 0;
    int length = snprintf( path, capacity, "%s%s%s", whole ? "" : f->folder, whole || root ? "" : "/", name );
    bool fits = length >= 0 && (size_t)length < capacity;
    if ( !fits ) { say( f, tr( "the path is too long; allowed: 1000 letters" ) ); }
    return fits;
}

void uiOpenFileDialog( uiState* ui, const uiFrameInput* input, uiFileKind kind, bool saving )
{
    uiFileDialog* f = ui->files;
    f->open = true;
    f->kind = kind;
    f->saving = saving;
    ui->focus.on = false;
    f->asking = false;
    f->name[0] = f->error[0] = 0;
    f->selected = -1;
    bool entered = ui->settings.folder[0] && enterFolder( ui, ui->settings.folder );
    if ( !entered && !enterFolder( ui, "." ) ) { enterFolder( ui, "/" ); }
    if ( saving && kind == ui_fileLaw ) { uiLawFileName( ui, f->name, sizeof( f->name ) ); }
    else if ( saving )
    {
        char stem[sizeof( f->folder )], path[sizeof( f->folder ) + 16];
        const char* id = kind == ui_fileLog ? "contacts"
            : kind == ui_fileAnswers        ? "answers"
                                            : input->snapshot->scenario->id;
        bool fits = joinPath( f, id, stem, sizeof( stem ) );
        osFreeName( fits ? stem : id, s_kinds[kind].ending + 1, path, sizeof( path ) );
        const char* slash = strrchr( path, '/' );
        snprintf( f->name, sizeof( f->name ), "%.400s", slash != NULL ? slash + 1 : path );
    }
}

void uiFileDone( uiState* ui, ssResult result )
{
    uiFileDialog* f = ui->files;
    f->open = result.code != ss_ok;
    say( f, f->open ? result.message : "" );
    if ( !f->open )
    {
        // The folder of the file, also when a path was typed.
        const char* folder = uiPrint( "%s", f->chosen );
        char* slash = strrchr( folder, '/' );
        if ( slash != NULL )
        {
            slash[slash == folder ? 1 : 0] = 0;
            osFullPath( folder, ui->settings.folder, sizeof( ui->settings.folder ) );
        }
    }
}

/// Asks the host to open or save the chosen scene, or opens or saves a law.
static void request( uiState* ui, const uiFrameInput* input )
{
    uiFileDialog* f = ui->files;
    f->asking = false;
    if ( f->kind == ui_fileLaw )
    {
        uiFileDone( ui, f->saving ? uiSaveLaw( ui, f->chosen ) : uiOpenLaw( ui, input, f->chosen ) );
        return;
    }
    if ( f->kind == ui_fileTable )
    {
        uiFileDone( ui, uiOpenData( ui, input, f->chosen ) );
        return;
    }
    if ( f->kind == ui_fileLesson || f->kind == ui_fileAnswers )
    {
        bool answers = f->kind == ui_fileAnswers;
        ssResult result = answers ? uiSaveAnswers( ui, f->chosen ) : uiOpenLesson( ui, input, f->chosen );
        uiFileDone( ui, result );
        if ( answers ) { uiNotifySaved( ui, result, f->chosen ); }
        return;
    }
    snprintf( f->saving ? ui->requests.savePath : ui->requests.openPath, sizeof( ui->requests.openPath ),
        "%s", f->chosen );
}

static void choose( uiState* ui, const uiFrameInput* input, const char* name )
{
    uiFileDialog* f = ui->files;
    f->error[0] = 0;
    bool fits = joinPath( f, name, f->chosen, sizeof( f->chosen ) );
    f->asking = fits && f->saving && osFileExists( f->chosen );
    if ( fits && !f->asking ) { request( ui, input ); }
}

/// Enter, with a name typed.
static void chooseTyped( uiState* ui, const uiFrameInput* input )
{
    uiFileDialog* f = ui->files;
    char path[sizeof( f->folder )];
    size_t length = strlen( f->name );
    if ( length == 0 )
    {
        say( f,
            f->saving ? uiPrint( tr( "type a name for the %s" ), tr( s_kinds[f->kind].name ) )
                      : tr( "type a name, or select one with the arrow keys" ) );
        return;
    }
    if ( !joinPath( f, f->name, path, sizeof( path ) ) ) { return; }
    if ( f->name[length - 1] == '/' || osFolderExists( path ) )
    {
        f->name[0] = enterFolder( ui, path ) ? 0 : f->name[0];
        return;
    }
    bool complete = isNamed( f, f->name ) || ( !f->saving && osFileExists( path ) );
    const char* name = uiPrint( "%s%s", f->name, complete ? "" : s_kinds[f->kind].ending );
    if ( !f->saving && joinPath( f, name, path, sizeof( path ) ) && !osFileExists( path ) )
    {
        say( f,
            uiPrint( tr( "there is no %s '%.200s' in this folder" ), tr( s_kinds[f->kind].name ), f->name ) );
        return;
    }
    choose( ui, input, name );
}

typedef enum fileRowKind
{
    rowParent,
    rowFolder,
    rowScene
} fileRowKind;

typedef struct fileRow
{
    int next; // 0 is the parent; folders and scenes follow
    fileRowKind kind;
    const char* name;
} fileRow;

/// Advances to the next row that is shown. False at the end.
static bool nextRow( const uiFileDialog* f, fileRow* row )
{
    const char* filter = f->saving || strchr( f->name, '/' ) ? "" : f->name;
    while ( row->next < 1 + f->folderCount + f->sceneCount )
    {
        int i = row->next++;
        row->kind = i == 0 ? rowParent : i <= f->folderCount ? rowFolder : rowScene;
        row->name = i == 0           ? ".."
            : row->kind == rowFolder ? f->folders[i - 1]
                                     : f->scenes[i - 1 - f->folderCount];
        bool shown = i == 0 ? filter[0] == 0 && f->folder[1] != 0 : contains( row->name, filter );
        if ( shown && ( row->kind != rowScene || isNamed( f, row->name ) ) ) { return true; }
    }
    return false;
}

/// Enter or a double-click on a row. The names of the list are freed when the folder changes.
static void act( uiState* ui, const uiFrameInput* input, const fileRow* row )
{
    uiFileDialog* f = ui->files;
    char path[sizeof( f->folder )];
    const char* name = uiPrint( "%s", row->name );
    switch ( row->kind )
    {
        case rowParent: enterParent( ui ); break;
        case rowFolder:
            if ( joinPath( f, name, path, sizeof( path ) ) && enterFolder( ui, path ) && !f->saving )
            {
                f->name[0] = 0;
            }
            break;
        case rowScene: choose( ui, input, name ); break;
    }
}

/// Returns true if the folder has changed: the rows are then gone.
static bool drawRow( uiState* ui, const uiFrameInput* input, const fileRow* row, int index )
{
    uiFileDialog* f = ui->files;
    bool selected = index == f->selected;
    const char* label = uiPrint( "%s%s", row->name, row->kind == rowScene ? "" : "/" );
    igPushStyleColor_U32( ImGuiCol_Text, row->kind == rowScene ? ui->theme.text : ui->theme.accent );
    bool clicked =
        igSelectable_Bool( label, selected, ImGuiSelectableFlags_AllowDoubleClick, uiVec2( 0.0f, 0.0f ) );
    igPopStyleColor( 1 );
    const char* mark = uiPrint( "file.entry.%s", row->name );
    uiMarkSaying( mark, label );
    if ( uiTakeReveal( mark ) || ( selected && f->scroll ) )
    {
        igSetScrollHereY( 0.5f );
        f->scroll = false;
    }
    if ( !clicked ) { return false; }
    f->selected = index;
    if ( igIsMouseDoubleClicked( ImGuiMouseButton_Left ) )
    {
        act( ui, input, row );
        return true;
    }
    if ( f->saving && row->kind == rowScene ) { snprintf( f->name, sizeof( f->name ), "%s", row->name ); }
    return false;
}

static void drawList( uiState* ui, const uiFrameInput* input, float height, bool enter )
{
    uiFileDialog* f = ui->files;
    fileRow row = { 0 };
    int count = 0, scenes = 0;
    bool gone = false;
    igPushStyleColor_U32( ImGuiCol_ChildBg, ui->theme.background );
    igBeginChild_Str( "##list", uiVec2( 0.0f, height ), true, ImGuiWindowFlags_NoNav );
    while ( !gone && nextRow( f, &row ) )
    {
        scenes += row.kind == rowScene;
        if ( enter && count == f->selected )
        {
            act( ui, input, &row );
            gone = true;
        }
        else { gone = drawRow( ui, input, &row, count ); }
        ++count;
    }
    if ( !gone && scenes == 0 )
    {
        const char* note = uiPrint( tr( "No %s here has this in its name." ), tr( s_kinds[f->kind].name ) );
        uiDimText( "%s", f->name[0] && !f->saving ? note : tr( s_kinds[f->kind].none ) );
    }
    igEndChild();
    igPopStyleColor( 1 );
    f->selected = f->selected >= count && !gone ? count - 1 : f->selected;
}

/// The end of the path, which says more than its beginning.
static void drawFolder( uiState* ui )
{
    const uiFileDialog* f = ui->files;
    if ( uiCommandButton( uiLabel( "up" ), "file.up", f->folder[1] != 0 ) ) { enterParent( ui ); }
    ImVec2 available = uiSpace();
    const char *path = f->folder, *shown = uiPrint( "%s", path );
    while ( uiTextSize( ui, ui_fontBody, shown ).x > available.x && strchr( path + 1, '/' ) )
    {
        path = strchr( path + 1, '/' );
        shown = uiPrint( "…%s", path );
    }
    igAlignTextToFramePadding();
    igTextUnformatted( shown, NULL );
    if ( path != f->folder && igIsItemHovered( 0 ) ) { uiTooltip( "%s", f->folder ); }
    uiMarkText( "file.folder", f->folder );
}

/// Draws the field and returns true on Enter.
static bool drawName( uiFileDialog* f )
{
    char before[sizeof( f->name )];
    memcpy( before, f->name, sizeof( before ) );
    if ( !igIsAnyItemActive() && !igIsMouseDown( ImGuiMouseButton_Left ) )
    {
        igSetKeyboardFocusHere( 0 ); // the keyboard always belongs to the name
    }
    igSetNextItemWidth( -1.0f );
    bool enter = igInputTextWithHint( "##name",
        f->saving ? tr( "name of the file" ) : tr( "type to search, or a path" ), f->name, sizeof( f->name ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL );
    uiMarkSaying( "file.name", f->name );
    if ( strcmp( before, f->name ) != 0 )
    {
        // In a filtered list the first row is what Enter opens.
        f->selected = f->saving || f->name[0] == 0 || strchr( f->name, '/' ) ? -1 : 0;
        f->error[0] = 0;
    }
    int step = keyPressed( ImGuiKey_DownArrow ) ? 1 : keyPressed( ImGuiKey_UpArrow ) ? -1 : 0;
    f->scroll = f->scroll || step != 0;
    f->selected = f->selected + step < -1 ? -1 : f->selected + step;
    return enter;
}

static void drawQuestion( uiState* ui, const uiFrameInput* input )
{
    uiFileDialog* f = ui->files;
    const char* slash = strrchr( f->chosen, '/' );
    const char* note =
        uiPrint( tr( "%.500s exists already. Replace it?" ), slash != NULL ? slash + 1 : f->chosen );
    uiWrappedColor( ui->theme.warning, note );
    uiMarkText( "file.question", note );
    bool replace = uiCommandButton( uiLabel( "Replace (R)" ), "file.replace", true );
    bool keep = uiCommandButton( uiLabel( "Another name (Esc)" ), "file.keep", true );
    igNewLine();
    uiHint( ui, tr( "R: replace the file · Esc: another name" ) );
    bool r = false;
    for ( int i = 0; i < igGetIO()->InputQueueCharacters.Size; ++i )
    {
        ImWchar letter = igGetIO()->InputQueueCharacters.Data[i];
        r = r || letter == 'r' || letter == 'R';
    }
    if ( replace || r ) { request( ui, input ); }
    f->asking = !( keep || keyPressed( ImGuiKey_Escape ) ) && f->asking;
}

static void drawContent( uiState* ui, const uiFrameInput* input, float list )
{
    uiFileDialog* f = ui->files;
    bool enter = false, typed = f->selected < 0;
    drawFolder( ui );
    if ( f->asking )
    {
        drawList( ui, input, list, false );
        drawQuestion( ui, input );
        return;
    }
    ImVec2 top = uiCursor();
    igSetCursorScreenPos( uiVec2( top.x, top.y + list + igGetStyle()->ItemSpacing.y ) );
    bool empty = f->name[0] == 0;
    enter = drawName( f );
    typed = f->selected < 0;
    if ( empty && keyPressed( ImGuiKey_Backspace ) ) { enterParent( ui ); }
    bool ok = uiCommandButton( uiLabel( f->saving ? TR( "Save" ) : TR( "Open" ) ), "file.ok", true );
    bool cancel = uiCommandButton( uiLabel( "Cancel" ), "file.cancel", true );
    uiWrappedColor( f->error[0] ? ui->theme.warning : ui->theme.dim, f->error );
    uiMarkText( "file.error", f->error );
    ImVec2 bottom = uiCursor();
    igSetCursorScreenPos( top );
    drawList( ui, input, list, ( enter || ok ) && !typed );
    igSetCursorScreenPos( bottom );
    if ( ( enter || ok ) && typed ) { chooseTyped( ui, input ); }
    f->open = !( cancel || keyPressed( ImGuiKey_Escape ) ) && f->open;
    uiHint( ui, tr( "↑ ↓ select · Enter %s · Backspace in an empty field: up · Esc closes" ),
        f->saving ? tr( "saves, or enters a folder" ) : tr( "opens" ) );
}

void uiAskForLaw( uiState* ui, const uiFrameInput* input )
{
    if ( ui->law->asks != ui_lawFileNone )
    {
        uiOpenFileDialog( ui, input, ui_fileLaw, ui->law->asks == ui_lawFileSave );
        ui->law->asks = ui_lawFileNone;
    }
}

void uiAskForData( uiState* ui, const uiFrameInput* input )
{
    if ( ui->fit->asks )
    {
        uiOpenFileDialog( ui, input, ui_fileTable, false );
        ui->fit->asks = false;
    }
}

void uiAskForLesson( uiState* ui, const uiFrameInput* input )
{
    if ( ui->lesson->saveWanted || ui->lesson->openWanted )
    {
        bool saves = ui->lesson->saveWanted;
        uiOpenFileDialog( ui, input, saves ? ui_fileAnswers : ui_fileLesson, saves );
        ui->lesson->saveWanted = ui->lesson->openWanted = false;
    }
}

void uiDrawFiles( uiState* ui, const uiFrameInput* input )
{
    uiFileDialog* f = ui->files;
    if ( !f->open ) { return; }
    float em = ui->em * igGetIO()->FontGlobalScale;
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height ), ImGuiCond_Always,
        uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSize( uiVec2( fminf( 38.0f * em, 0.94f * (float)input->width ), 0.0f ), ImGuiCond_Always );
    igSetNextWindowFocus();
    if ( igBegin( uiLabel( f->saving ? s_kinds[f->kind].save : s_kinds[f->kind].open ), &f->open,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize |
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        drawContent( ui, input, fminf( 17.0f * em, 0.5f * (float)input->height ) );
    }
    igEnd();
}
