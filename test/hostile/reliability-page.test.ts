import { expect, test } from 'vitest';
import { readSection } from '../evals/hostile/reliability-page.ts';
import { serverThemes } from '../evals/hostile/servers/index.ts';
import { serverTables } from '../evals/hostile/servers/tables.ts';

const servers = serverThemes.flatMap((theme) => theme.servers);

test('servers.md lists all servers', () => {
  expect(readSection('hostile servers'), 'node test/evals/hostile/write-tables.ts').toBe(serverTables());
});

test('the names of servers are unique, and there are a hundred of them at least', () => {
  const names = servers.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThanOrEqual(100);
});

test('docs/explanation/reliability.md has a soak test of five minutes without memory growth', () => {
  const text = readSection('soak');
  expect(text).toMatch(/ 300 seconds\.$/m);
  const rows = text.split('\n').filter((line) => /\| (?:flat|NOT FLAT) \|$/.test(line));
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(['| mock', '| mock, 2 workers', '| verifier']);
  expect(text).not.toContain('NOT FLAT');
});
