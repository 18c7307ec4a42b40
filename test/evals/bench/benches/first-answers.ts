/** The first answer of every operation of large documents, from a store in a process of its own as users run it. */
import path from 'node:path';
import { Client } from 'undici';
import { withCredentials } from '../../../../contracts/conformance/request/credentials/place.ts';
import { isTwin, twinOf } from '../../../../contracts/conformance/request/twin.ts';
import { validDraft } from '../../../../contracts/conformance/request/twin-draft.ts';
import { freshSource } from '../../../../contracts/conformance/request/values/fresh-source.ts';
import type { HeaderLine } from '../../../../contracts/http/headers.ts';
import { credentialFor } from '../../../../mock/authenticate/authenticate.ts';
import { loadContract } from '../../../../spec/loading/load.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { cpuSinceStart, memoryNow, peakMemory } from '../measuring/processes.ts';
import { quantile } from '../measuring/statistics.ts';
import { TOKEN } from '../servers.ts';
import { atMost, type FieldGoal, sectionOfRecords } from '../telling/records.ts';
import type { Section, Wishes } from '../telling/section.ts';
import { withDocuments } from './documents.ts';
import { startOwnStore } from './own-store.ts';

interface FirstAnswers {
  readonly file: string;
  readonly operations: number;
  /** From the start of the process to the end of the very first answer. */
  readonly coldMs: number;
  /** Of the process until then; null where the system does not tell. */
  readonly coldCpuSeconds: number | null;
  /** Of the process when every operation has answered once. */
  readonly cpuSeconds: number | null;
  readonly peakMegabytes: number | null;
  /** What is left of it at the end. */
  readonly megabytes: number | null;
  /** Of the operations, by the status of their first answer. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** The id of the operation. */
  readonly slowest: string;
}

export function benchFirstAnswers(wishes: Wishes): Promise<Section> {
  return withDocuments(wishes, async (documents) => {
    const data: FirstAnswers[] = [];
    for (const document of documents) data.push(await measured(document));
    return sectionOfRecords({
      words: 'One request to each operation, one after the other, of a fresh store',
      data,
      fields: {
        coldMs: { words: 'first answer, ms' },
        coldCpuSeconds: { words: 'first answer, CPU s', digits: 2 },
        peakMegabytes: { words: 'peak memory, MB' },
        megabytes: { words: 'memory at the end, MB' },
        cpuSeconds: { words: 'CPU s in all', digits: 2 },
      },
      goals,
    });
  });
}

const stripe = { file: 'stripe.com.json' };
const github = { file: 'api.github.com.json' };
const goals: readonly FieldGoal[] = [
  { words: 'Stripe, first answer, CPU s', field: 'coldCpuSeconds', where: stripe, ...atMost(3) },
  { words: 'Stripe, peak memory, MB', field: 'peakMegabytes', where: stripe, ...atMost(350) },
  { words: 'GitHub, first answer, CPU s', field: 'coldCpuSeconds', where: github, ...atMost(6) },
  { words: 'GitHub, peak memory, MB', field: 'peakMegabytes', where: github, ...atMost(500) },
  { words: 'Slowest first answer of an operation, ms', field: 'slowestMs', ...atMost(200) },
];

interface Timed {
  readonly id: string;
  readonly status: number;
  readonly ms: number;
}

/** A valid request to each operation, where one can be derived; one after the other. */
async function measured(file: string): Promise<FirstAnswers> {
  const { operations } = await loadContract(file);
  // Made beforehand, as this process is not what is measured.
  const requests = operations.map((operation) => [operation.id, requestFor(operation)] as const);
  const begun = performance.now();
  const store = await startOwnStore('--spec', file);
  const client = new Client(store.url, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const [cold] = requests;
  if (cold !== undefined) await answered(client, cold);
  const coldMs = performance.now() - begun;
  const coldCpuSeconds = secondsOf(cpuSinceStart(store.pid));
  const timed: Timed[] = [];
  for (const request of requests) timed.push(await answered(client, request));
  const cpuSeconds = secondsOf(cpuSinceStart(store.pid));
  const [peakMegabytes, megabytes] = [peakMemory(store.pid), memoryNow(store.pid)];
  await client.close();
  await store.stop();
  const count = operations.length;
  const used = { coldMs, coldCpuSeconds, cpuSeconds, peakMegabytes, megabytes };
  return { file: path.basename(file), operations: count, ...used, ...summary(timed) };
}

function secondsOf(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1000;
}

interface Bare {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | null;
}

function requestFor(operation: Operation): Bare {
  const { method } = operation;
  const schemes = operation.security[0]?.schemes ?? [];
  const twin = twinOf(operation, schemes);
  if (!isTwin(twin))
    return { method, path: operation.path.replaceAll(/[{}#]/g, ''), headers: [], body: null };
  const draft = validDraft(twin, freshSource());
  const byScheme = new Map(schemes.map((scheme) => [scheme.name, credentialFor(scheme, TOKEN)]));
  const credentials = { token: TOKEN, byScheme };
  return { ...withCredentials(draft, schemes, credentials), method, body: draft.body ?? null };
}

async function answered(client: Client, [id, request]: readonly [string, Bare]): Promise<Timed> {
  const begun = performance.now();
  const { method, path: target, headers, body } = request;
  const { statusCode, body: answer } = await client.request({
    method,
    path: target,
    headers: headers.flat(),
    body,
  });
  await answer.arrayBuffer();
  return { id, status: statusCode, ms: performance.now() - begun };
}

function summary(timed: readonly Timed[]) {
  const sorted = timed.toSorted((a, b) => a.ms - b.ms);
  const times = sorted.map(({ ms }) => ms);
  const groups = Map.groupBy(timed, ({ status }) => String(status));
  const statuses = Object.fromEntries(groups.entries().map(([status, { length }]) => [status, length]));
  return {
    statuses,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    slowestMs: quantile(times, 1),
    slowest: sorted.at(-1)?.id ?? '',
  };
}
