// SPDX-License-Identifier: MIT
// read_mcap.mjs MODULES FILE: reads a log with the reader of the MCAP project, knowing nothing of our own code. MODULES is
// the folder node_modules that holds it. Prints every message, decoded with the definition that the file holds:
//     TOPIC LOG_TIME T COUNT
//     NUMBER NUMBER ...        one line per contact or body
// With a summary ("indexed"), messages are read through it and once more from front to end, which must give the same.
import { createRequire } from "node:module";
import { open, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const [modules, path] = process.argv.slice(2);
const require = createRequire( join( resolve( modules ), "x.js" ) );
const { McapIndexedReader, McapStreamReader } = require( "@mcap/core" );
const { parse } = require( "@foxglove/rosmsg" );
const { MessageReader } = require( "@foxglove/rosmsg2-serialization" );

const schemas = new Map(), channels = new Map();

function numbers( value ) {
    if ( typeof value === "object" ) {
        return Object.values( value ).flatMap( numbers );
    }
    return [ String( value ) ];
}

function show( message ) {
    const channel = channels.get( message.channelId ), schema = schemas.get( channel.schemaId );
    if ( schema.encoding !== "ros2msg" || channel.messageEncoding !== "cdr" ) {
        throw new Error( `unexpected encodings ${schema.encoding}, ${channel.messageEncoding}` );
    }
    schema.reader ??= new MessageReader( parse( new TextDecoder().decode( schema.data ), { ros2: true } ) );
    const value = schema.reader.readMessage( message.data );
    const rows = value.contacts ?? value.bodies;
    const seconds = value.stamp.sec * 1000000000 + ( value.stamp.nsec ?? value.stamp.nanosec );
    if ( Number( message.logTime ) !== seconds ) {
        throw new Error( `the stamp ${seconds} is not the time ${message.logTime} of the message` );
    }
    const lines = rows.map( ( row ) => numbers( row ).join( " " ) );
    return [ `${channel.topic} ${message.logTime} ${value.t} ${rows.length}`, ...lines ].join( "\n" );
}

function remember( record ) {
    if ( record.type === "Schema" ) schemas.set( record.id, record );
    if ( record.type === "Channel" ) channels.set( record.id, record );
}

/// Every message from front to end; the last chunk may be cut off.
async function stream() {
    const reader = new McapStreamReader( { validateCrcs: true } ), lines = [];
    reader.append( await readFile( path ) );
    for ( let record; ( record = reader.nextRecord() ); ) {
        remember( record );
        if ( record.type === "Message" ) lines.push( show( record ) );
    }
    return { lines, complete: reader.done() };
}

async function indexed() {
    const file = await open( path );
    const reader = await McapIndexedReader.Initialize( { readable: {
        size: async () => BigInt( ( await file.stat() ).size ),
        read: async ( offset, size ) => {
            const bytes = new Uint8Array( Number( size ) );
            await file.read( bytes, 0, Number( size ), Number( offset ) );
            return bytes;
        },
    } } );
    const lines = [];
    for ( const schema of reader.schemasById.values() ) remember( schema );
    for ( const channel of reader.channelsById.values() ) remember( channel );
    for await ( const message of reader.readMessages() ) lines.push( show( message ) );
    const count = Number( reader.statistics.messageCount );
    if ( count !== lines.length ) throw new Error( `${lines.length} messages, but the summary says ${count}` );
    await file.close();
    return lines;
}

const whole = await stream();
if ( whole.complete ) {
    const again = await indexed();
    const sorted = ( lines ) => [ ...lines ].sort().join( "\n" );
    if ( sorted( again ) !== sorted( whole.lines ) ) throw new Error( "the summary gives other messages" );
}
console.log( whole.complete ? "complete" : "cut off" );
for ( const line of whole.lines ) console.log( line );
