/** Writes the tables of servers into docs/reliability.md. */
import { writeSection } from './reliability-page.ts';
import { serverTables } from './servers/tables.ts';

writeSection('hostile servers', serverTables());
