/** The mock server under load as people run it, against what a person writes by hand for this one contract, and other fake stores. */
import { canMeasureCpu } from '../measuring/process-usage.ts';
import { medianOrNull, ratioOf } from '../measuring/statistics.ts';
import { availablePeers, storePeers } from '../peers.ts';
import { atLeast, atMost } from '../reporting/records.ts';
import type { Bar, BenchCell, BenchOptions, Column, Goal, Section } from '../reporting/section.ts';
import {
  type BenchServer,
  bareServer,
  baselineServer,
  kitMockWithoutLog,
  ownStore,
  prismWithoutLog,
} from '../servers.ts';
import { plantCalls } from './plant-calls.ts';
import { type LoadedServer, type LoadSettings, measureUnderLoad, type Round } from './under-load.ts';

const CONNECTIONS = 32;

const loadSettings: Readonly<Record<BenchOptions['size'], LoadSettings>> = {
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

const ownNames = [baselineServer, bareServer, ownStore, kitMockWithoutLog, prismWithoutLog];

export async function benchMock({ size, peers }: BenchOptions): Promise<Section> {
  const peersToRun = peers ? availablePeers(storePeers) : { servers: [], notes: [] };
  const servers = size === 'least' ? [baselineServer, ownStore] : [...ownNames, ...peersToRun.servers];
  const { loaded, notes } = await measureUnderLoad({ servers, calls: plantCalls, settings: loadSettings[size] });
  return sectionOf(loaded, [...peersToRun.notes, ...notes]);
}

export function sectionOf(loaded: readonly LoadedServer[], notes: readonly string[]): Section {
  if (loaded.length === 0) throw new Error(`nothing was measured: ${notes.join(' ')}`);
  const compared = loaded.map(comparedToFirst);
  return {
    tables: [
      { title: 'A valid request', columns: speedColumns, rows: compared.map(speedRow) },
      { title: 'Rejections, start and memory', columns: otherColumns, rows: compared.map(otherRow) },
    ],
    goals: goalsOf(compared),
    notes: canMeasureCpu ? notes : [...notes, 'CPU time and memory are read from /proc, which is only on Linux.'],
    bars: barsOf(compared),
    versions: Object.assign({}, ...loaded.map(({ server }) => server.versions?.() ?? {})),
  };
}

interface ComparedServer extends LoadedServer {
  readonly ratio: (kind: string, figure: Figure) => number | null;
}

type Figure = 'cpu' | 'rate' | 'p50' | 'p99' | 'p999';

/** The median of the ratios: a slow moment of the machine hits both bursts of a round. */
function comparedToFirst(one: LoadedServer): ComparedServer {
  const ratio = (kind: string, figure: Figure) =>
    medianOrNull(
      roundsOf(one, kind).map(({ measured, baseline: baselineMeasurement }) =>
        ratioOf(measured[figure], baselineMeasurement[figure]),
      ),
    );
  return { ...one, ratio };
}

/** The median of the rounds. */
function figureOf(one: LoadedServer, kind: string, figure: Figure): number | null {
  return medianOrNull(roundsOf(one, kind).map(({ measured }) => measured[figure]));
}

function roundsOf({ rounds }: LoadedServer, kind: string): readonly Round[] {
  return rounds.get(kind) ?? [];
}

const speedColumns: readonly Column[] = [
  { label: 'server' },
  { label: 'CPU µs' },
  { label: 'x baseline', digits: 2 },
  { label: 'requests/s' },
  { label: 'p50 ms', digits: 1 },
  { label: 'p99 ms', digits: 1 },
  { label: 'p99.9 ms', digits: 1 },
  { label: 'p99 x baseline', digits: 2 },
];

function speedRow(one: ComparedServer): readonly BenchCell[] {
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
  { label: 'server' },
  { label: 'invalid, CPU µs' },
  { label: 'x baseline', digits: 2 },
  { label: 'no token, CPU µs' },
  { label: 'x baseline', digits: 2 },
  { label: 'responses: valid, invalid, no token' },
  { label: 'echo' },
  { label: 'first response, CPU ms' },
  { label: 'peak memory, MB' },
];

function otherRow(one: ComparedServer): readonly BenchCell[] {
  const { responded, first } = one.start;
  return [
    one.server.name,
    figureOf(one, 'invalid', 'cpu'),
    one.ratio('invalid', 'cpu'),
    figureOf(one, 'no token', 'cpu'),
    one.ratio('no token', 'cpu'),
    [...one.rounds.values()].map(statusesOf).join(', '),
    first.body.includes('Staghorn fern') ? 'yes' : 'no',
    responded.cpu,
    one.peak,
  ];
}

function statusesOf(rounds: readonly Round[]): string {
  return [...new Set(rounds.flatMap(({ measured }) => measured.statuses))].toSorted((a, b) => a - b).join('/');
}

function goalsOf(compared: readonly ComparedServer[]): readonly Goal[] {
  const of = (server: BenchServer) => compared.find((one) => one.server === server);
  const [store, prism] = [of(ownStore), of(prismWithoutLog)];
  if (store === undefined) return [];
  const goals: readonly Goal[] = [
    { description: 'CPU of a valid request, x baseline', value: store.ratio('valid', 'cpu'), ...atMost(1.8) },
    { description: 'p99 of a valid request, x baseline', value: store.ratio('valid', 'p99'), ...atMost(2) },
    {
      description: 'CPU of an invalid request, x baseline',
      value: store.ratio('invalid', 'cpu'),
      ...atMost(3),
    },
    {
      description: 'CPU of a request without a token, x baseline',
      value: store.ratio('no token', 'cpu'),
      ...atMost(3),
    },
  ];
  if (prism === undefined) return goals;
  const better = ratioOf(prism.ratio('valid', 'cpu'), store.ratio('valid', 'cpu'));
  return [...goals, { description: 'CPU of Prism -v silent, x plant-store', value: better, ...atLeast(7) }];
}

function barsOf(compared: readonly ComparedServer[]): readonly Bar[] {
  return compared
    .flatMap(({ server: { name, kind }, ratio }) => {
      const value = ratio('valid', 'cpu');
      return value === null ? [] : [{ name, kind, ratio: value }];
    })
    .toSorted((a, b) => a.ratio - b.ratio);
}
