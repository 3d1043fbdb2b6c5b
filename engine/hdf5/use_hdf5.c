// SPDX-License-Identifier: MIT
#include "slipstick/hdf5.h"

#include <hdf5.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The reader of HDF5 files, a library of its own: programs that read none do not need HDF5.

#define PATH_LENGTH_MAX 512 // [bytes]

/// HDF5 prints every failed request to standard error; its printer is
/// switched off between these two, and restored.
typedef struct Silence
{
    H5E_auto2_t printer;
    void* data;
} Silence;

static Silence beginSilence( void )
{
    Silence silence = { NULL, NULL };
    H5Eget_auto2( H5E_DEFAULT, &silence.printer, &silence.data );
    H5Eset_auto2( H5E_DEFAULT, NULL, NULL );
    return silence;
}

static void endSilence( Silence silence ) { H5Eset_auto2( H5E_DEFAULT, silence.printer, silence.data ); }

static void switchPrinterOff( void ) { H5Eset_auto2( H5E_DEFAULT, NULL, NULL ); }

/// HDF5 does not get rid of all that belonged to a damaged file: when the program ends it tries in
/// vain, and says so unless its printer is off. HDF5 has been used before, so that its end was
/// registered before this one and comes after it.
static void endInSilence( void )
{
    static atomic_flag s_registered = ATOMIC_FLAG_INIT;
    if ( !atomic_flag_test_and_set( &s_registered ) ) { atexit( switchPrinterOff ); }
}

static int64_t openFile( const char* path )
{
    Silence silence = beginSilence();
    endInSilence();
    hid_t access = H5Pcreate( H5P_FILE_ACCESS );
    bool made = access >= 0 && H5Pset_fclose_degree( access, H5F_CLOSE_STRONG ) >= 0;
    hid_t file = made ? H5Fopen( path, H5F_ACC_RDONLY, access ) : -1;
    H5Pclose( access );
    endSilence( silence );
    return file;
}

static int64_t openImage( const void* bytes, size_t length )
{
    // HDF5 takes files of one name for one file.
    static atomic_uint s_count;
    char name[32];
    snprintf( name, sizeof name, "image %u", atomic_fetch_add( &s_count, 1u ) );
    Silence silence = beginSilence();
    endInSilence();
    hid_t access = H5Pcreate( H5P_FILE_ACCESS ), file = -1;
    if ( access >= 0 && H5Pset_fclose_degree( access, H5F_CLOSE_STRONG ) >= 0 &&
        H5Pset_fapl_core( access, 1u << 16, 0 ) >= 0 &&
        H5Pset_file_image( access, (void*)(uintptr_t)bytes, length ) >= 0 )
    {
        file = H5Fopen( name, H5F_ACC_RDONLY, access );
    }
    H5Pclose( access );
    endSilence( silence );
    return file;
}

static void closeFile( int64_t file )
{
    Silence silence = beginSilence();
    H5Fclose( file );
    endSilence( silence );
}

/// Whether every step of the path is a hard link.
static bool isHere( hid_t file, const char* path )
{
    char part[PATH_LENGTH_MAX];
    for ( const char* at = path;; ++at )
    {
        if ( *at != '/' && *at != 0 ) { continue; }
        size_t length = (size_t)( at - path );
        if ( length >= sizeof part ) { return false; }
        memcpy( part, path, length );
        part[length] = 0;
        H5L_info_t info;
        if ( H5Lexists( file, part, H5P_DEFAULT ) <= 0 || H5Lget_info( file, part, &info, H5P_DEFAULT ) < 0 ||
            info.type != H5L_TYPE_HARD )
        {
            return false;
        }
        if ( *at == 0 ) { return true; }
    }
}

static bool exists( int64_t file, const char* path )
{
    Silence silence = beginSilence();
    bool here = isHere( file, path );
    endSilence( silence );
    return here;
}

static uint64_t memberCount( int64_t file, const char* group )
{
    Silence silence = beginSilence();
    H5G_info_t info = { 0 };
    bool known = isHere( file, group ) && H5Gget_info_by_name( file, group, &info, H5P_DEFAULT ) >= 0;
    endSilence( silence );
    return known ? info.nlinks : 0;
}

static bool memberName( int64_t file, const char* group, uint64_t index, char* name, size_t capacity )
{
    Silence silence = beginSilence();
    ssize_t length =
        H5Lget_name_by_idx( file, group, H5_INDEX_NAME, H5_ITER_INC, index, name, capacity, H5P_DEFAULT );
    endSilence( silence );
    return length > 0 && (size_t)length < capacity;
}

static hid_t openAttribute( hid_t object, const char* name )
{
    return object >= 0 && H5Aexists( object, name ) > 0 ? H5Aopen( object, name, H5P_DEFAULT ) : -1;
}

static bool hasAttribute( int64_t file, const char* path, const char* name )
{
    Silence silence = beginSilence();
    hid_t object = isHere( file, path ) ? H5Oopen( file, path, H5P_DEFAULT ) : -1;
    bool has = object >= 0 && H5Aexists( object, name ) > 0;
    H5Oclose( object );
    endSilence( silence );
    return has;
}

static ssHdf5Type typeOf( hid_t type )
{
    H5T_class_t kind = type >= 0 ? H5Tget_class( type ) : H5T_NO_CLASS;
    return kind == H5T_FLOAT ? ss_hdf5Float : kind == H5T_INTEGER ? ss_hdf5Integer : ss_hdf5Other;
}

static bool readAttribute( int64_t file, const char* path, const char* name, int count, double* numbers )
{
    Silence silence = beginSilence();
    hid_t object = isHere( file, path ) ? H5Oopen( file, path, H5P_DEFAULT ) : -1;
    hid_t attribute = openAttribute( object, name );
    hid_t space = attribute >= 0 ? H5Aget_space( attribute ) : -1,
          type = attribute >= 0 ? H5Aget_type( attribute ) : -1;
    bool fits =
        space >= 0 && H5Sget_simple_extent_npoints( space ) == count && typeOf( type ) != ss_hdf5Other;
    bool read = fits && H5Aread( attribute, H5T_NATIVE_DOUBLE, numbers ) >= 0;
    H5Tclose( type );
    H5Sclose( space );
    H5Aclose( attribute );
    H5Oclose( object );
    endSilence( silence );
    return read;
}

/// Whether the file holds that many numbers and does not only announce them.
static bool holds( hid_t dataset, hid_t type, double count )
{
    hid_t list = H5Dget_create_plist( dataset );
    if ( list < 0 ) { return false; }
    H5D_layout_t layout = H5Pget_layout( list );
    bool filtered = H5Pget_nfilters( list ) > 0;
    bool here = ( layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED ) &&
        H5Pget_external_count( list ) == 0;
    H5Pclose( list );
    double stored = (double)H5Dget_storage_size( dataset ) * ( filtered ? SS_HDF5_DEFLATE_MAX : 1.0 );
    return here && stored >= count * (double)H5Tget_size( type );
}

static ssHdf5Dataset openDataset( int64_t file, const char* path )
{
    Silence silence = beginSilence();
    ssHdf5Dataset dataset = { .id = isHere( file, path ) ? H5Dopen2( file, path, H5P_DEFAULT ) : -1 };
    hid_t space = dataset.id >= 0 ? H5Dget_space( dataset.id ) : -1,
          type = dataset.id >= 0 ? H5Dget_type( dataset.id ) : -1;
    if ( space >= 0 && type >= 0 )
    {
        dataset.type = typeOf( type );
        dataset.numberSize = (int)H5Tget_size( type );
        dataset.rank = H5Sget_simple_extent_ndims( space );
        dataset.count = (double)H5Sget_simple_extent_npoints( space );
        dataset.isStored = holds( dataset.id, type, dataset.count );
        hsize_t sizes[2] = { 0, 0 };
        if ( dataset.rank == 2 && H5Sget_simple_extent_dims( space, sizes, NULL ) == 2 )
        {
            dataset.sizes[0] = sizes[0];
            dataset.sizes[1] = sizes[1];
        }
    }
    else
    {
        H5Dclose( dataset.id );
        dataset.id = -1;
    }
    H5Tclose( type );
    H5Sclose( space );
    endSilence( silence );
    return dataset;
}

static void closeDataset( int64_t dataset )
{
    Silence silence = beginSilence();
    H5Dclose( dataset );
    endSilence( silence );
}

static bool readAll( hid_t dataset, hid_t type, void* numbers )
{
    Silence silence = beginSilence();
    bool read = H5Dread( dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers ) >= 0;
    endSilence( silence );
    return read;
}

static bool readIntegers( int64_t dataset, int* numbers )
{
    return readAll( dataset, H5T_NATIVE_INT, numbers );
}

static bool readDoubles( int64_t dataset, double* numbers )
{
    return readAll( dataset, H5T_NATIVE_DOUBLE, numbers );
}

static bool readRows( int64_t dataset, uint64_t first, int count, int columns, double* numbers )
{
    Silence silence = beginSilence();
    const hsize_t start[2] = { first, 0 }, sizes[2] = { (hsize_t)count, (hsize_t)columns };
    hid_t all = H5Dget_space( dataset ), part = H5Screate_simple( 2, sizes, NULL );
    bool read = all >= 0 && part >= 0 &&
        H5Sselect_hyperslab( all, H5S_SELECT_SET, start, NULL, sizes, NULL ) >= 0 &&
        H5Dread( dataset, H5T_NATIVE_DOUBLE, part, all, H5P_DEFAULT, numbers ) >= 0;
    H5Sclose( part );
    H5Sclose( all );
    endSilence( silence );
    return read;
}

void ssUseHdf5( void )
{
    static const ssHdf5Reader s_reader = {
        .openFile = openFile,
        .openImage = openImage,
        .closeFile = closeFile,
        .exists = exists,
        .memberCount = memberCount,
        .memberName = memberName,
        .hasAttribute = hasAttribute,
        .readAttribute = readAttribute,
        .openDataset = openDataset,
        .closeDataset = closeDataset,
        .readIntegers = readIntegers,
        .readDoubles = readDoubles,
        .readRows = readRows,
    };
    ssInstallHdf5( &s_reader );
}
