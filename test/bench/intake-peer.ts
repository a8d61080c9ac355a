import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

/** What a plain server does that keeps each event by itself before it answers: no framework, no signature, one commit each. */
const database = new Database(process.argv[2] ?? '');
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('create table events (id integer primary key, body text)');
database.pragma('synchronous = FULL');
const insert = database.prepare('insert into events (body) values (?)');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    insert.run(Buffer.concat(chunks).toString());
    response.end();
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`"origin":"http://127.0.0.1:${(server.address() as AddressInfo).port}"`),
);
