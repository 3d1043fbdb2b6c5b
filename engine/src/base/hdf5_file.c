// SPDX-License-Identifier: MIT
#include "base/hdf5_file.h"

#include <stdio.h>
#include <string.h>

#if defined( SLIPSTICK_HDF5 )

#define PATH_LENGTH_MAX 512 // [bytes]

hdf5Silence hdf5BeginSilence( void )
{
    hdf5Silence silence = { NULL, NULL };
    H5Eget_auto2( H5E_DEFAULT, &silence.printer, &silence.data );
    H5Eset_auto2( H5E_DEFAULT, NULL, NULL );
    return silence;
}

void hdf5EndSilence( hdf5Silence silence )
{
    H5Eset_auto2( H5E_DEFAULT, silence.printer, silence.data );
}

hid_t hdf5OpenImage( const void* bytes, size_t length, const void* owner )
{
    char name[64];
    snprintf( name, sizeof name, "image of %p", owner );
    hid_t access = H5Pcreate( H5P_FILE_ACCESS ), file = -1;
    if ( access >= 0 && H5Pset_fclose_degree( access, H5F_CLOSE_STRONG ) >= 0 &&
        H5Pset_fapl_core( access, 1u << 16, 0 ) >= 0 &&
        H5Pset_file_image( access, (void*)(uintptr_t)bytes, length ) >= 0 )
    {
        file = H5Fopen( name, H5F_ACC_RDONLY, access );
    }
    H5Pclose( access );
    return file;
}

bool hdf5Exists( hid_t file, const char* path )
{
    char part[PATH_LENGTH_MAX];
    for ( const char* at = path;; ++at )
    {
        if ( *at != '/' && *at != 0 )
        {
            continue;
        }
        size_t length = (size_t)( at - path );
        if ( length >= sizeof part )
        {
            return false;
        }
        memcpy( part, path, length );
        part[length] = 0;
        H5L_info_t info;
        if ( H5Lexists( file, part, H5P_DEFAULT ) <= 0 || H5Lget_info( file, part, &info, H5P_DEFAULT ) < 0 ||
            info.type != H5L_TYPE_HARD )
        {
            return false;
        }
        if ( *at == 0 )
        {
            return true;
        }
    }
}

bool hdf5Holds( hid_t dataset, hid_t type, double count )
{
    hid_t list = H5Dget_create_plist( dataset );
    if ( list < 0 )
    {
        return false;
    }
    H5D_layout_t layout = H5Pget_layout( list );
    bool filtered = H5Pget_nfilters( list ) > 0;
    bool here = ( layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED ) &&
        H5Pget_external_count( list ) == 0;
    H5Pclose( list );
    double stored = (double)H5Dget_storage_size( dataset ) * ( filtered ? HDF5_DEFLATE_MAX : 1.0 );
    return here && stored >= count * (double)H5Tget_size( type );
}

#else

// A file without content is no C.
typedef int hdf5Missing;

#endif
