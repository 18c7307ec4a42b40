/** The tables of test/evals/hostile/servers.md, by theme. */
import { tableText } from '../../../docs/table.ts';
import type { ExpectedVerdict, HostileServer } from '../hostile-server.ts';
import { type ServerTheme, serverThemes } from './index.ts';

export function serverTables(): string {
  return serverThemes.map(tableOf).join('\n\n');
}

function tableOf({ title, servers }: ServerTheme): string {
  const [first = '', ...rest] = title;
  const table = tableText(['server', 'verify', 'proxy', 'reason'], servers.map(rowOf));
  return `## ${first.toUpperCase()}${rest.join('')}\n\n${table}`;
}

function rowOf({ description, expected, proxied: proxyOutcome }: HostileServer): readonly string[] {
  return [description, verdictText(expected), String(proxyOutcome), expected.why].map(inCell);
}

function verdictText(expected: ExpectedVerdict): string {
  if (expected.exitCode === 0) return '0';
  return expected.exitCode === 2 ? `2: ${expected.error}` : `1: ${expected.checks.join(', ')}`;
}

function inCell(text: string): string {
  return text.replace(/[|<>[\]]/g, '\\$&');
}
