/** Starts: fresh processes that take turns, as ratios to an empty Node and to Prism's own command line. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startMock } from '../../../../mock/index.ts';
import { type NodeProgram, runForOutput } from '../measuring/child-process.ts';
import { inFolder } from '../measuring/folder.ts';
import { type ProcessTime, type ServerTimes, timeUntilExit, timeUntilServed } from '../measuring/fresh-process.ts';
import { meanOrNull, median } from '../measuring/statistics.ts';
import { atMost, type FieldGoal, recordsSection } from '../reporting/records.ts';
import type { Section } from '../reporting/section.ts';
import { plantStoreDocument, resolvePath, TOKEN } from '../servers.ts';

const ROUNDS = 9;
const NODE = 'an empty Node';
const PRISM = "Prism's command line, until it listens";
const STORE = 'mock, until it listens';

const launcher = resolvePath('../../../cli/plant-store.cjs');
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');

/** Medians, after a round that does not count and that fills the compile cache. */
export async function benchStart(): Promise<Section> {
  return inFolder(async (folder) => {
    const store = await startMock();
    try {
      const starts = rowsOf(await alternate(startsIn(folder, store.url, store.token)));
      const parts = await partsIn(folder);
      const whole = recordsSection({ title: 'Fresh processes', data: starts, fields, goals });
      const { tables } = recordsSection({ title: PARTS, data: parts, fields });
      return { ...whole, tables: [...whole.tables, ...tables] };
    } finally {
      await store.close();
    }
  });
}

const PARTS = 'One start of the mock, part by part';

const fields = {
  wallMs: { label: 'ms' },
  cpuMs: { label: 'CPU ms' },
  overNode: { label: 'x an empty Node', digits: 1 },
  overPrism: { label: 'x Prism', digits: 2 },
};

const goals: readonly FieldGoal[] = [
  {
    description: "The mock ready, x the time of Prism's command line",
    field: 'overPrism',
    rowFilter: { start: STORE },
    ...atMost(0.45),
  },
  {
    description: 'The mock ready, CPU ms',
    field: 'cpuMs',
    rowFilter: { start: STORE },
    ...atMost(600),
  },
  {
    description: '--help, x the time of an empty Node',
    field: 'overNode',
    rowFilter: { start: '--help' },
    ...atMost(2.5),
  },
];

interface StartRow {
  readonly start: string;
  readonly wallMs: number;
  readonly cpuMs: number | null;
  /** Wall, of an empty Node. */
  readonly overNode: number;
  /** Wall, of Prism's command line until it listens. */
  readonly overPrism: number;
}

interface PartRow {
  readonly part: string;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What is measured in one process, by what it is called. */
type BenchStart = () => Promise<Readonly<Record<string, ProcessTime>>>;

function startsIn(folder: string, url: string, token: string): readonly BenchStart[] {
  const empty = path.join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  const warm = { ...process.env, NODE_COMPILE_CACHE: cacheIn(folder), PLANT_STORE_TOKEN: token };
  const ended = (name: string, ...args: readonly string[]): BenchStart => {
    const program = { args: [launcher, ...args], env: warm };
    return async () => ({ [name]: await timeUntilExit(program) });
  };
  return [
    async () => ({ [NODE]: await timeUntilExit({ args: [empty] }) }),
    ended('--version', '--version'),
    ended('--help', '--help'),
    ended('verify --help', 'verify', '--help'),
    ended('explain', 'explain'),
    ended('diff of a document with itself', 'diff', plantStoreDocument, plantStoreDocument),
    ended('verify, to the verdict', 'verify', url),
    served(
      { [PRISM]: 'ready', 'the same, to its first response': 'responded' },
      { args: [prism, 'mock', plantStoreDocument, '-p', 'PORT'] },
    ),
    served(
      {
        [STORE]: 'ready',
        'mock, to its first response': 'responded',
        'mock, with Prism loaded': 'idle',
      },
      { ...storeOn('PORT'), env: warm },
    ),
    served(
      {
        'mock without a cache, until it listens': 'ready',
        'mock without a cache, to its first response': 'responded',
      },
      { ...storeOn('PORT'), env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
    ),
  ];
}

function cacheIn(folder: string): string {
  return path.join(folder, 'cache');
}

function storeOn(port: string): NodeProgram {
  return { args: [launcher, 'mock', '--port', port, '--log', 'none'] };
}

function served(names: Readonly<Record<string, keyof ServerTimes>>, program: NodeProgram): BenchStart {
  return async () => {
    const moments = await timeUntilServed({
      ...program,
      line: /listening on http/,
      sendFirstRequest: createPlant,
    });
    return Object.fromEntries(Object.entries(names).map(([name, moment]) => [name, moments[moment]]));
  };
}

async function createPlant(port: number): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const body = '{"id":1042,"name":"Boston fern","tag":"fern"}';
  const response = await fetch(`http://127.0.0.1:${port}/plants`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`the first response was ${response.status}`);
  await response.text();
}

type Measured = ReadonlyMap<string, readonly ProcessTime[]>;

async function alternate(starts: readonly BenchStart[]): Promise<Measured> {
  const measured = new Map<string, ProcessTime[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const start of starts) {
      for (const [name, taken] of Object.entries(await start()))
        measured.set(name, round === 0 ? [] : [...(measured.get(name) ?? []), taken]);
    }
  }
  return measured;
}

function rowsOf(measured: Measured): readonly StartRow[] {
  const wallOf = (name: string) => median((measured.get(name) ?? []).map(({ wallMs }) => wallMs));
  return [...measured].map(([start, taken]) => ({
    start,
    wallMs: wallOf(start),
    // What has ended is counted in hundredths of a second.
    cpuMs: meanOrNull(taken.map(({ cpuMs }) => cpuMs)),
    overNode: wallOf(start) / wallOf(NODE),
    overPrism: wallOf(start) / wallOf(PRISM),
  }));
}

async function partsIn(folder: string): Promise<readonly PartRow[]> {
  const program = resolvePath('benches/start-parts.ts');
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheIn(folder) };
  const rounds: (readonly PartRow[])[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await partsOf({ args: [program], env }));
  const [, first = [], ...others] = rounds;
  return first.map(({ part }, index) => {
    const all = [first, ...others].flatMap((rows) => rows[index] ?? []);
    const of = (field: 'wallMs' | 'cpuMs') => median(all.map((row) => row[field]));
    return { part, wallMs: of('wallMs'), cpuMs: of('cpuMs') };
  });
}

async function partsOf(program: NodeProgram): Promise<readonly PartRow[]> {
  return JSON.parse(await runForOutput(program));
}
