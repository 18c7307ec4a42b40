/** Writes the tables of servers into servers.md. */
import { writeSection } from './reliability-page.ts';
import { serverTables } from './servers/tables.ts';

writeSection('hostile servers', serverTables());
