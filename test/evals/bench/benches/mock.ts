/** The fake store under load as people run it, against what a person writes by hand for this one contract, and other fake stores. */
import type { Call } from '../measuring/launch.ts';
import { canMeasureCpu } from '../measuring/processes.ts';
import { medianOrNull, ratioOf } from '../measuring/statistics.ts';
import { peersHere, storePeers } from '../peers.ts';
import { bare, baseline, ownStore, type Server, silentPrism, silentStore, TOKEN } from '../servers.ts';
import { atLeast, atMost } from '../telling/records.ts';
import type { Bar, Cell, Column, Goal, Section, Wishes } from '../telling/section.ts';
import { type Effort, type Loaded, type Round, underLoad } from './under-load.ts';

const CONNECTIONS = 32;

const efforts: Readonly<Record<Wishes['effort'], Effort>> = {
  whole: {
    rounds: 5,
    connections: CONNECTIONS,
    requests: 20_000,
    seconds: 1.2,
    // The compiler of V8 takes its part of the first 40,000, and less and less of those after.
    warmUp: { requests: 100_000, seconds: 8 },
  },
  quick: {
    rounds: 3,
    connections: CONNECTIONS,
    requests: 5_000,
    seconds: 1,
    warmUp: { requests: 2_000, seconds: 1 },
  },
  least: {
    rounds: 1,
    connections: 2,
    requests: 20,
    seconds: 5,
    warmUp: { requests: 10, seconds: 5 },
  },
};

/** The name is not that of the contract's example, so that an echo is seen. */
const valid = callOf({ authorization: `Bearer ${TOKEN}` }, '{"id":1042,"name":"Staghorn fern","tag":"fern"}');
const calls: ReadonlyMap<string, Call> = new Map([
  ['valid', valid],
  ['invalid', { ...valid, body: '{"id":"x","name":"Staghorn fern","tag":"fern"}' }],
  ['no token', callOf({}, valid.body)],
]);

function callOf(headers: Readonly<Record<string, string>>, body: string | null): Call {
  return {
    method: 'POST',
    path: '/plants',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  };
}

const own = [baseline, bare, ownStore, silentStore, silentPrism];

export async function benchMock({ effort, peers }: Wishes): Promise<Section> {
  const asked = peers ? peersHere(storePeers) : { servers: [], notes: [] };
  const servers = effort === 'least' ? [baseline, ownStore] : [...own, ...asked.servers];
  const { loaded, notes } = await underLoad({ servers, calls, effort: efforts[effort] });
  return sectionOf(loaded, [...asked.notes, ...notes]);
}

export function sectionOf(loaded: readonly Loaded[], notes: readonly string[]): Section {
  if (loaded.length === 0) throw new Error(`nothing was measured: ${notes.join(' ')}`);
  const compared = loaded.map(comparedToFirst);
  return {
    tables: [
      { words: 'A valid request', columns: speedColumns, rows: compared.map(speedRow) },
      { words: 'Refusals, start and memory', columns: otherColumns, rows: compared.map(otherRow) },
    ],
    goals: goalsOf(compared),
    notes: canMeasureCpu
      ? notes
      : [...notes, 'CPU time and memory are read from /proc, which is only on Linux.'],
    bars: barsOf(compared),
    versions: Object.assign({}, ...loaded.map(({ server }) => server.versions?.() ?? {})),
  };
}

interface Compared extends Loaded {
  readonly ratio: (kind: string, figure: Figure) => number | null;
}

type Figure = 'cpu' | 'rate' | 'p50' | 'p99' | 'p999';

/** The median of the ratios: a slow moment of the machine hits both bursts of a round. */
function comparedToFirst(one: Loaded): Compared {
  const ratio = (kind: string, figure: Figure) =>
    medianOrNull(roundsOf(one, kind).map(({ felt, beside }) => ratioOf(felt[figure], beside[figure])));
  return { ...one, ratio };
}

/** The median of the rounds. */
function figureOf(one: Loaded, kind: string, figure: Figure): number | null {
  return medianOrNull(roundsOf(one, kind).map(({ felt }) => felt[figure]));
}

function roundsOf({ rounds }: Loaded, kind: string): readonly Round[] {
  return rounds.get(kind) ?? [];
}

const speedColumns: readonly Column[] = [
  { words: 'server' },
  { words: 'CPU µs' },
  { words: 'x baseline', digits: 2 },
  { words: 'requests/s' },
  { words: 'p50 ms', digits: 1 },
  { words: 'p99 ms', digits: 1 },
  { words: 'p99.9 ms', digits: 1 },
  { words: 'p99 x baseline', digits: 2 },
];

function speedRow(one: Compared): readonly Cell[] {
  return [
    one.server.name,
    figureOf(one, 'valid', 'cpu'),
    one.ratio('valid', 'cpu'),
    figureOf(one, 'valid', 'rate'),
    figureOf(one, 'valid', 'p50'),
    figureOf(one, 'valid', 'p99'),
    figureOf(one, 'valid', 'p999'),
    one.ratio('valid', 'p99'),
  ];
}

const otherColumns: readonly Column[] = [
  { words: 'server' },
  { words: 'invalid, CPU µs' },
  { words: 'x baseline', digits: 2 },
  { words: 'no token, CPU µs' },
  { words: 'x baseline', digits: 2 },
  { words: 'answers: valid, invalid, no token' },
  { words: 'echo' },
  { words: 'first answer, CPU ms' },
  { words: 'peak memory, MB' },
];

function otherRow(one: Compared): readonly Cell[] {
  const { answered, first } = one.start;
  return [
    one.server.name,
    figureOf(one, 'invalid', 'cpu'),
    one.ratio('invalid', 'cpu'),
    figureOf(one, 'no token', 'cpu'),
    one.ratio('no token', 'cpu'),
    [...one.rounds.values()].map(statusesOf).join(', '),
    first.body.includes('Staghorn fern') ? 'yes' : 'no',
    answered.cpu,
    one.peak,
  ];
}

function statusesOf(rounds: readonly Round[]): string {
  return [...new Set(rounds.flatMap(({ felt }) => felt.statuses))].toSorted((a, b) => a - b).join('/');
}

function goalsOf(compared: readonly Compared[]): readonly Goal[] {
  const of = (server: Server) => compared.find((one) => one.server === server);
  const [store, prism] = [of(ownStore), of(silentPrism)];
  if (store === undefined) return [];
  const goals: readonly Goal[] = [
    { words: 'CPU of a valid request, x baseline', value: store.ratio('valid', 'cpu'), ...atMost(1.8) },
    { words: 'p99 of a valid request, x baseline', value: store.ratio('valid', 'p99'), ...atMost(2) },
    { words: 'CPU of an invalid request, x baseline', value: store.ratio('invalid', 'cpu'), ...atMost(3) },
    {
      words: 'CPU of a request without a token, x baseline',
      value: store.ratio('no token', 'cpu'),
      ...atMost(3),
    },
  ];
  if (prism === undefined) return goals;
  const better = ratioOf(prism.ratio('valid', 'cpu'), store.ratio('valid', 'cpu'));
  return [...goals, { words: 'CPU of Prism -v silent, x ours', value: better, ...atLeast(7) }];
}

function barsOf(compared: readonly Compared[]): readonly Bar[] {
  return compared
    .flatMap(({ server: { name, kind }, ratio }) => {
      const value = ratio('valid', 'cpu');
      return value === null ? [] : [{ name, kind, ratio: value }];
    })
    .toSorted((a, b) => a.ratio - b.ratio);
}
