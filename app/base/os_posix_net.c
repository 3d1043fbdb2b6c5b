// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // O_CLOEXEC, SOCK_*

#include "base/os_posix_private.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A listener on this computer alone, and the connections of programs that send it something.

struct osListener
{
    int socket, port;
};

struct osConnection
{
    int socket;
};

/// Neither blocks nor passes to programs that this one starts.
static bool prepare( int handle )
{
    return fcntl( handle, F_SETFD, FD_CLOEXEC ) == 0 && fcntl( handle, F_SETFL, O_NONBLOCK ) == 0;
}

ssResult osBeginListen( int port, osListener** listener )
{
    struct sockaddr_in address = { .sin_family = AF_INET,
        .sin_port = htons( (uint16_t)port ),
        .sin_addr.s_addr = htonl( INADDR_LOOPBACK ) };
    socklen_t length = sizeof( address );
    *listener = NULL;
    osListener* made = malloc( sizeof( osListener ) );
    if ( made == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    int on = 1;
    made->socket = socket( AF_INET, SOCK_STREAM, 0 );
    bool good = made->socket >= 0 && prepare( made->socket ) &&
        setsockopt( made->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof( on ) ) == 0 &&
        bind( made->socket, (const struct sockaddr*)&address, length ) == 0 &&
        listen( made->socket, 4 ) == 0 &&
        getsockname( made->socket, (struct sockaddr*)&address, &length ) == 0;
    if ( !good )
    {
        ssResult result = ssError( ss_errorValue, "port", "cannot listen on port %d of this computer: %s%s",
            port, strerror( errno ), errno == EADDRINUSE ? "; is another 'slipstick listen' running?" : "" );
        osEndListen( made );
        return result;
    }
    made->port = ntohs( address.sin_port );
    *listener = made;
    return ssOk();
}

int osListenerPort( const osListener* listener ) { return listener->port; }

void osEndListen( osListener* listener )
{
    if ( listener != NULL && listener->socket >= 0 ) { close( listener->socket ); }
    free( listener );
}

osConnection* osAccept( osListener* listener )
{
    int handle = accept( listener->socket, NULL, NULL );
    osConnection* connection = handle >= 0 && prepare( handle ) ? malloc( sizeof( osConnection ) ) : NULL;
    if ( connection == NULL )
    {
        if ( handle >= 0 ) { close( handle ); }
        return NULL;
    }
    connection->socket = handle;
    return connection;
}

bool osReceive( osConnection* connection, void* bytes, size_t capacity, size_t* size )
{
    ssize_t got = recv( connection->socket, bytes, capacity, 0 );
    *size = got > 0 ? (size_t)got : 0;
    return got > 0 || ( got < 0 && ( errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ) );
}

void osEndConnection( osConnection* connection )
{
    if ( connection != NULL ) { close( connection->socket ); }
    free( connection );
}

void osWaitForPrograms( osListener* listener, osConnection* connection, double seconds )
{
    struct pollfd wanted[2] = { { .fd = listener->socket, .events = POLLIN },
        { .fd = connection != NULL ? connection->socket : -1, .events = POLLIN } };
    poll( wanted, 2, (int)( 1e3 * seconds ) );
}
