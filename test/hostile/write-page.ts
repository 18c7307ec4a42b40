/** Writes the tables of servers into docs/reliability.md. */
import { tablesOfServers, writeBetween } from './page.ts';

writeBetween('hostile servers', tablesOfServers());
