/** docs/reliability.md, in which tables are made by what they are about. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Demand, HostileServer } from './server.ts';
import { type Theme, themes } from './servers/index.ts';

const page = new URL('../../docs/reliability.md', import.meta.url);

/** What stands between `<!-- NAME -->` and `<!-- /NAME -->`. Throws where there is no such part. */
export function readBetween(name: string): string {
  const [, text] = markedBy(name).exec(readFileSync(page, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`docs/reliability.md: expected <!-- ${name} -->, got none`);
  return text;
}

export function writeBetween(name: string, text: string): void {
  readBetween(name);
  const written = readFileSync(page, 'utf8').replace(
    markedBy(name),
    () => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`,
  );
  writeFileSync(page, written);
}

function markedBy(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`);
}

/** All servers, by theme. */
export function tablesOfServers(): string {
  return themes.map(tableOf).join('\n\n');
}

function tableOf({ words, servers }: Theme): string {
  const [first = '', ...rest] = words;
  return [
    `### ${first.toUpperCase()}${rest.join('')}`,
    '',
    '| server | verify | proxy | why |',
    '|---|---|---|---|',
    ...servers.map(rowOf),
  ].join('\n');
}

function rowOf({ what, demand, proxied }: HostileServer): string {
  return `| ${[what, saidOf(demand), proxied, demand.why].map((cell) => inCell(String(cell))).join(' | ')} |`;
}

function saidOf(demand: Demand): string {
  if (demand.exit === 0) return '0';
  return demand.exit === 2 ? `2: ${demand.error}` : `1: ${demand.checks.join(', ')}`;
}

function inCell(text: string): string {
  return text.replace(/[|<>[\]]/g, '\\$&');
}
