/** Writes the tables of servers into docs/reliability.md. */
import { writeBetween } from './reliability-page.ts';
import { tablesOfServers } from './servers/tables.ts';

writeBetween('hostile servers', tablesOfServers());
