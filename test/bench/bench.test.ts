/** The bench measures and prints its results; the speed itself is not tested. */
import { readFileSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { measureUnderLoad } from '../evals/bench/benches/under-load.ts';
import { benches } from '../evals/bench/benches.ts';
import { circumstancesText, readCircumstances } from '../evals/bench/measuring/circumstances.ts';
import { canMeasureCpu } from '../evals/bench/measuring/process-usage.ts';
import { median, medianOrNull, quantile, ratioOf } from '../evals/bench/measuring/statistics.ts';
import { chartOf } from '../evals/bench/reporting/chart.ts';
import { recordsSection } from '../evals/bench/reporting/records.ts';
import { files, readResults, renderPage } from '../evals/bench/reporting/results.ts';
import type { Bar, Section } from '../evals/bench/reporting/section.ts';
import { goalText, isMet, sectionText } from '../evals/bench/reporting/text.ts';
import { type BenchServer, baselineServer } from '../evals/bench/servers.ts';

describe('the arithmetic', () => {
  it('computes the median whatever the order of the values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 2, 1, 9])).toBe(9);
    expect(() => median([])).toThrow('nothing was measured');
  });

  it('computes quantiles of sorted values, up to the last', () => {
    const values = Array.from({ length: 1_000 }, (_unused, at) => at);
    expect([0, 0.5, 0.99, 0.999, 1].map((part) => quantile(values, part))).toEqual([0, 500, 990, 999, 999]);
  });

  it('has no median and no ratio without measurements', () => {
    expect(medianOrNull([1, null, 3])).toBeNull();
    expect(medianOrNull([])).toBeNull();
    expect(medianOrNull([3, 1, 2])).toBe(2);
    expect([ratioOf(3, 2), ratioOf(null, 2), ratioOf(3, null)]).toEqual([1.5, null, null]);
  });
});

describe('a goal', () => {
  it.each([
    ['at most', 1.8, true],
    ['at most', 1.81, false],
    ['at least', 1.8, true],
    ['at least', 1.79, false],
    ['at least', null, null],
  ] as const)('%s 1.8 of %s is met: %s', (bound, value, met) => {
    expect(isMet({ description: 'it', bound, value, limit: 1.8 })).toBe(met);
  });

  it('is reported with its value and its verdict', () => {
    const goal = { description: 'CPU, x baseline', bound: 'at most', limit: 1.8 } as const;
    expect(goalText({ ...goal, value: 2.345 })).toBe('CPU, x baseline: 2.35; goal at most 1.8: **missed**');
    expect(goalText({ ...goal, value: null })).toBe('CPU, x baseline: goal at most 1.8: **not measured**');
  });
});

const example: Section = {
  tables: [
    {
      title: 'Two servers',
      columns: [{ label: 'server' }, { label: 'CPU µs' }, { label: 'ratio', digits: 2 }],
      rows: [
        ['a|b', 1234.6, 1],
        ['c', null, 0.5],
      ],
    },
  ],
  goals: [{ description: 'ratio', value: 0.5, bound: 'at most', limit: 1 }],
  notes: ['One was left out.'],
};

describe('a section', () => {
  it('contains a table, its goals and its notes', () => {
    expect(sectionText(example)).toBe(
      [
        'Two servers:',
        '',
        '| server | CPU µs | ratio |',
        '| ------ | ------ | ----- |',
        '| a\\|b   | 1,235  | 1.00  |',
        '| c      | -      | 0.50  |',
        '',
        '- ratio: 0.50; goal at most 1: **met**',
        '',
        '- One was left out.',
      ].join('\n'),
    );
  });

  it('of records has a column for each field, and checks a goal against the worst of its rows', () => {
    const data = [
      { file: 'a', coldMs: 1.5, statuses: { 200: 3 } },
      { file: 'a', coldMs: 2.5, statuses: { 200: 2 }, peak: 7 },
      { file: 'b', coldMs: 9 },
    ];
    const about = { description: 'cold', field: 'coldMs', bound: 'at most', limit: 2 } as const;
    const ofFile = (file: string) => ({ ...about, rowFilter: { file } });
    const goals = [ofFile('a'), ofFile('none'), about, { ...about, field: 'none' }];
    const relative = { ...ofFile('b'), unitRow: { file: 'a' } };
    const { tables, goals: checked } = recordsSection({
      title: 'All',
      data,
      fields: { peak: { label: 'peak, MB', scale: 0.5 } },
      goals: [...goals, relative],
    });
    expect(tables[0]?.columns.map(({ label }) => label)).toEqual(['file', 'cold ms', 'statuses', 'peak, MB']);
    expect(tables[0]?.rows[1]).toEqual(['a', 2.5, '200: 2', 3.5]);
    expect(tables[0]?.rows[2]).toEqual(['b', 9, null, null]);
    expect(checked.map(({ value }) => value)).toEqual([2.5, 9, null, 3.6]);
  });
});

describe('the chart', () => {
  const bars: readonly Bar[] = [
    { name: 'a <b> & c', ratio: 0.9, kind: 'own' },
    { name: 'baseline', ratio: 1, kind: 'baseline' },
    { name: 'far', ratio: 123.4, kind: 'other' },
  ];
  const widths = (svg: string) => [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, one]) => Number(one));

  it('is XML, with escaped names and no external resources', () => {
    const svg = chartOf(bars);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toContain('>a &lt;b&gt; &amp; c</text>');
    expect(svg).toContain('>123</text>');
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/href|url\(|@import|\/\//);
  });

  it('has longer bars for larger ratios, all inside the image', () => {
    const [first = 0, second = 0, third = 0] = widths(chartOf(bars));
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(third).toBeLessThan(500);
  });
});

describe('docs/explanation/performance.md', () => {
  const page = readFileSync(files.page, 'utf8');
  const results = readResults();

  it('has the figures of results.json', () => {
    expect(Object.keys(results)).not.toEqual([]);
    expect(renderPage(page, results)).toBe(page);
  });

  it('has a section for every bench, in order', () => {
    const places = [...page.matchAll(/^<!-- bench (\w+) -->$/gm)].map(([, name]) => name);
    const names = benches.map(({ name }) => name);
    expect(places.filter((place) => names.includes(place ?? ''))).toEqual(names);
  });

  it('shows the chart of results.json', () => {
    expect(readFileSync(files.chart, 'utf8')).toBe(chartOf(results['mock']?.bars ?? []));
  });

  it('rejects results without a section', () => {
    const result = { ...example, ...readCircumstances() };
    expect(() => renderPage(page, { nothing: result })).toThrow('<!-- bench nothing -->');
  });
});

it('what was measured is reported with the day, the machine and the versions', () => {
  const reported = circumstancesText(readCircumstances());
  expect(reported).toMatch(
    /^Measured \d{4}-\d\d-\d\d; \d+ cores \(.+\), \d+ GB, \w+ \w+; load average [\d.]+ before; /,
  );
  expect(reported).toContain(`Node ${process.versions.node}.`);
});

it('the lockfile of the peers names no registry', () => {
  const lockfile = readFileSync(new URL('../evals/bench/peers/package-lock.json', import.meta.url), 'utf8');
  expect(lockfile).toContain('"integrity"');
  expect(lockfile).not.toContain('"resolved"');
});

it('a server that does not start, or ends under load, is left out with a note', async () => {
  const node = (name: string, program: string): BenchServer => ({
    name,
    kind: 'other',
    program: ({ port }) => ({ file: process.execPath, args: ['-e', program, String(port)] }),
  });
  const dies = `let left = 20; require('http').createServer((_, response) => left-- > 0 ? response.end() : process.exit()).listen(process.argv[1])`;
  const call = { method: 'POST', path: '/plants', headers: {}, body: '{}' } as const;
  const effort = {
    rounds: 1,
    connections: 2,
    requests: 50,
    seconds: 20,
    warmUp: { requests: 5, seconds: 5 },
  };
  const servers = [baselineServer, node('one', 'process.exit(3)'), node('two', dies)];
  const { loaded, notes } = await measureUnderLoad({
    servers,
    calls: new Map([['valid', call]]),
    settings: effort,
  });
  expect(loaded.map(({ server }) => server)).toEqual([baselineServer]);
  expect(notes[0]).toBe('one was left out: ended with exit code 3.');
  expect(notes[1]).toMatch(/^two was left out: under the load, .+\.$/);
  expect(notes).toHaveLength(2);
});

describe('the smallest run of each bench', () => {
  it.each(benches.filter(({ hasOneSize }) => !hasOneSize))('runs: $name', async ({ measure }) => {
    const { tables, goals, notes } = await measure({ size: 'least', peers: false, files: [] });
    if (canMeasureCpu) expect(notes).toEqual([]);
    expect(tables.length).toBeGreaterThan(0);
    for (const { columns, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
      if (canMeasureCpu) expect(rows.flat()).not.toContain(null);
    }
    for (const goal of goals) expect(isMet(goal)).not.toBeNull();
  });

  it('of the mock server checks the responses', async () => {
    const mock = benches.find(({ name }) => name === 'mock');
    const { tables } = (await mock?.measure({ size: 'least', peers: false, files: [] })) ?? { tables: [] };
    const [, others] = tables;
    const at = others?.columns.findIndex(({ label }) => label.startsWith('responses:')) ?? -1;
    expect(others?.rows.map((row) => row.slice(at, at + 2))).toEqual([
      ['200, 400, 400', 'yes'],
      ['200, 400, 401', 'yes'],
    ]);
  });
});
