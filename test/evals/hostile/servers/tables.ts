/** The servers as they stand in docs/reliability.md, by theme. */
import { tableText } from '../../../docs/table.ts';
import type { Demand, HostileServer } from '../server.ts';
import { type Theme, themes } from './index.ts';

export function tablesOfServers(): string {
  return themes.map(tableOf).join('\n\n');
}

function tableOf({ words, servers }: Theme): string {
  const [first = '', ...rest] = words;
  const table = tableText(['server', 'verify', 'proxy', 'why'], servers.map(rowOf));
  return `### ${first.toUpperCase()}${rest.join('')}\n\n${table}`;
}

function rowOf({ what, demand, proxied }: HostileServer): readonly string[] {
  return [what, saidOf(demand), String(proxied), demand.why].map(inCell);
}

function saidOf(demand: Demand): string {
  if (demand.exit === 0) return '0';
  return demand.exit === 2 ? `2: ${demand.error}` : `1: ${demand.checks.join(', ')}`;
}

function inCell(text: string): string {
  return text.replace(/[|<>[\]]/g, '\\$&');
}
