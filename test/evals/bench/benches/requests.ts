/**
 * What one request costs: CPU time and allocated bytes of the mock server and of the baseline, and the parts of the former.
 * The servers take turns, and the least of several bursts counts: other programs can only add to it.
 */
import type { FirstRequest } from '../measuring/launch-server.ts';
import { type LoadProcess, startLoadProcess } from '../measuring/load-process.ts';
import { type ProbedServer, startProbedServer } from '../measuring/probed-server.ts';
import { IDLE, profileParts } from '../measuring/profile-parts.ts';
import { ratioOf } from '../measuring/statistics.ts';
import type { Profile } from '../reporting/profiles.ts';
import { atMost } from '../reporting/records.ts';
import type { BenchOptions, BenchTable, Goal, Section } from '../reporting/section.ts';
import { type BenchServer, baselineServer, ownStore } from '../servers.ts';
import { plantCalls } from './plant-calls.ts';

interface Effort {
  readonly bursts: number;
  readonly requests: number;
  readonly warmUp: number;
}

const efforts: Readonly<Record<BenchOptions['size'], Effort>> = {
  whole: { bursts: 7, requests: 20_000, warmUp: 60_000 },
  quick: { bursts: 4, requests: 10_000, warmUp: 15_000 },
  least: { bursts: 1, requests: 200, warmUp: 20 },
};

const CONNECTIONS = 32;
/** Few enough for no collection to fall among them, as their sum would be unknown after it. */
const COUNTED_REQUESTS = 500;

export interface RequestCost {
  readonly cpu: number | null;
  readonly bytes: number | null;
}

export async function benchRequests({ size }: BenchOptions): Promise<Section> {
  const driver = startLoadProcess();
  const servers: ProbedServer[] = [];
  const start = async (server: BenchServer) => {
    const probed = await startProbedServer(server);
    servers.push(probed);
    return probed;
  };
  try {
    const own = await start(ownStore);
    const baseline = await start(baselineServer);
    return await measureRequests({ driver, own, baseline, effort: efforts[size] });
  } finally {
    for (const server of servers) await server.stop();
    await driver.stop();
  }
}

interface Measurement {
  readonly driver: LoadProcess;
  readonly own: ProbedServer;
  readonly baseline: ProbedServer;
  readonly effort: Effort;
}

async function measureRequests(measurement: Measurement): Promise<Section> {
  const { own, baseline, effort } = measurement;
  for (const call of plantCalls.values())
    for (const server of [own, baseline]) await burst(measurement, server, call, effort.warmUp);
  const rows: [kind: string, own: RequestCost, baseline: RequestCost][] = [];
  for (const [kind, call] of plantCalls) {
    const costs = await leastCosts(measurement, call);
    rows.push([kind, costs.own, costs.baseline]);
  }
  return {
    tables: [costTable(rows), await partsTable(measurement)],
    goals: rows.map(([kind, ...costs]) => goalOf(kind, costs)),
    profile: profileOf(rows),
    notes: [],
  };
}

function costTable(rows: readonly (readonly [string, RequestCost, RequestCost])[]): BenchTable {
  return {
    title: 'A request',
    columns: [
      { label: 'request' },
      { label: 'CPU µs', digits: 1 },
      { label: 'baseline, CPU µs', digits: 1 },
      { label: 'x baseline', digits: 2 },
      { label: 'bytes' },
      { label: 'baseline, bytes' },
    ],
    rows: rows.map(([kind, own, baseline]) => [
      kind,
      own.cpu,
      baseline.cpu,
      ratioOf(own.cpu, baseline.cpu),
      own.bytes,
      baseline.bytes,
    ]),
  };
}

function goalOf(kind: string, [own, baseline]: readonly [RequestCost, RequestCost]): Goal {
  const limit = atMost(kind === 'valid' ? 1.8 : 2.2);
  return { description: `CPU of a request, ${kind}, x baseline`, value: ratioOf(own.cpu, baseline.cpu), ...limit };
}

/** As multiples of the baseline and in bytes, which hardly depend on the machine. */
function profileOf(rows: readonly (readonly [string, RequestCost, RequestCost])[]): Profile {
  const metrics = rows.flatMap(([kind, own, baseline]) => [
    [`CPU of a request, ${kind}, x baseline`, ratioOf(own.cpu, baseline.cpu)] as const,
    [`bytes of a request, ${kind}`, own.bytes] as const,
  ]);
  return Object.fromEntries(metrics.flatMap(([metric, value]) => (value === null ? [] : [[metric, value]])));
}

async function leastCosts(measurement: Measurement, call: FirstRequest) {
  const { own, baseline, effort } = measurement;
  const cpu = { own: Number.POSITIVE_INFINITY, baseline: Number.POSITIVE_INFINITY };
  for (let at = 0; at < effort.bursts; at++) {
    cpu.own = Math.min(cpu.own, await burst(measurement, own, call, effort.requests));
    cpu.baseline = Math.min(cpu.baseline, await burst(measurement, baseline, call, effort.requests));
  }
  const cost = async (server: ProbedServer, least: number): Promise<RequestCost> => ({
    cpu: Number.isFinite(least) ? least : null,
    bytes: await allocatedBytes(measurement, server, call),
  });
  return { own: await cost(own, cpu.own), baseline: await cost(baseline, cpu.baseline) };
}

/** Microseconds of CPU for each request; infinite where they cannot be measured. */
async function burst(
  { driver }: Measurement,
  { url, pid }: ProbedServer,
  call: FirstRequest,
  requests: number,
): Promise<number> {
  const measured = await driver.send({ url, pid, call, requests, seconds: 60, connections: CONNECTIONS });
  if ('reason' in measured) throw new Error(measured.reason);
  return measured.cpu ?? Number.POSITIVE_INFINITY;
}

/** Of each request; null if there was a collection among them. The connections are part of it. */
async function allocatedBytes(
  measurement: Measurement,
  server: ProbedServer,
  call: FirstRequest,
): Promise<number | null> {
  await server.collectGarbage();
  const before = await server.heap();
  await burst(measurement, server, call, COUNTED_REQUESTS);
  const after = await server.heap();
  if (after.collections !== before.collections) return null;
  // Each connection sends two requests before those that are counted.
  return (after.bytes - before.bytes) / (COUNTED_REQUESTS + 2 * CONNECTIONS);
}

/** Of a valid request. A profile makes the server slower, so the shares count. */
async function partsTable(measurement: Measurement): Promise<BenchTable> {
  const [call] = plantCalls.values();
  if (call === undefined) throw new Error('there is no call');
  await measurement.own.startProfile();
  await burst(measurement, measurement.own, call, measurement.effort.requests);
  const parts = [...profileParts(await measurement.own.stopProfile())].filter(([part]) => part !== IDLE);
  const total = parts.reduce((sum, [, time]) => sum + time, 0);
  return {
    title: 'Where the time of a valid request goes',
    columns: [{ label: 'part' }, { label: '% of the time', digits: 1 }],
    rows: parts.map(([part, time]) => [part, (100 * time) / total]),
  };
}
