/** The first response of every operation of large documents, from a store in a process of its own as users run it. */
import path from 'node:path';
import { Client } from 'undici';
import { deriveBaseline, isBaseline } from '../../../../contracts/conformance/request/baseline-request.ts';
import { validRequestSpec } from '../../../../contracts/conformance/request/build-request-spec.ts';
import { applyCredentials } from '../../../../contracts/conformance/request/credentials/apply-credentials.ts';
import { createFreshValueSource } from '../../../../contracts/conformance/request/values/fresh-value-source.ts';
import type { HeaderLine } from '../../../../contracts/http/headers.ts';
import { credentialFor } from '../../../../mock/authentication/authenticate.ts';
import { loadContract } from '../../../../spec/loading/load-contract.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { cpuSinceStart, memoryNow, peakMemory } from '../measuring/process-usage.ts';
import { quantile } from '../measuring/statistics.ts';
import { atMost, type FieldGoal, recordsSection } from '../reporting/records.ts';
import type { BenchOptions, Section } from '../reporting/section.ts';
import { TOKEN } from '../servers.ts';
import { withDocuments } from './documents.ts';
import { startMockProcess } from './mock-process.ts';

interface FirstResponses {
  readonly file: string;
  readonly operations: number;
  /** From the start of the process to the end of the very first response. */
  readonly coldMs: number;
  /** Of the process until then; null where the system does not tell. */
  readonly coldCpuSeconds: number | null;
  /** Of the process when every operation has answered once. */
  readonly cpuSeconds: number | null;
  readonly peakMegabytes: number | null;
  /** What is left of it at the end. */
  readonly megabytes: number | null;
  /** Of the operations, by the status of their first response. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** The id of the operation. */
  readonly slowest: string;
}

export function benchFirstResponses(options: BenchOptions): Promise<Section> {
  return withDocuments(options, async (documents) => {
    const data: FirstResponses[] = [];
    for (const document of documents) data.push(await measured(document));
    return recordsSection({
      title: 'One request to each operation, one after the other, of a fresh mock server',
      data,
      fields: {
        coldMs: { label: 'first response, ms' },
        coldCpuSeconds: { label: 'first response, CPU s', digits: 2 },
        peakMegabytes: { label: 'peak memory, MB' },
        megabytes: { label: 'memory at the end, MB' },
        cpuSeconds: { label: 'CPU s in total', digits: 2 },
      },
      goals,
    });
  });
}

const stripe = { file: 'stripe.com.json' };
const github = { file: 'api.github.com.json' };
const goals: readonly FieldGoal[] = [
  { description: 'Stripe, first response, CPU s', field: 'coldCpuSeconds', rowFilter: stripe, ...atMost(3) },
  { description: 'Stripe, peak memory, MB', field: 'peakMegabytes', rowFilter: stripe, ...atMost(350) },
  { description: 'GitHub, first response, CPU s', field: 'coldCpuSeconds', rowFilter: github, ...atMost(6) },
  { description: 'GitHub, peak memory, MB', field: 'peakMegabytes', rowFilter: github, ...atMost(500) },
  { description: 'Slowest first response of an operation, ms', field: 'slowestMs', ...atMost(200) },
];

interface TimedResponse {
  readonly id: string;
  readonly status: number;
  readonly ms: number;
}

/** A valid request to each operation, where one can be derived; one after the other. */
async function measured(file: string): Promise<FirstResponses> {
  const { operations } = await loadContract(file);
  // Made beforehand, as this process is not what is measured.
  const requests = operations.map((operation) => [operation.id, requestFor(operation)] as const);
  const startedAt = performance.now();
  const store = await startMockProcess('--spec', file);
  const client = new Client(store.url, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const [cold] = requests;
  if (cold !== undefined) await sendTimed(client, cold);
  const coldMs = performance.now() - startedAt;
  const coldCpuSeconds = secondsOf(cpuSinceStart(store.pid));
  const timings: TimedResponse[] = [];
  for (const request of requests) timings.push(await sendTimed(client, request));
  const cpuSeconds = secondsOf(cpuSinceStart(store.pid));
  const [peakMegabytes, megabytes] = [peakMemory(store.pid), memoryNow(store.pid)];
  await client.close();
  await store.stop();
  const count = operations.length;
  const used = { coldMs, coldCpuSeconds, cpuSeconds, peakMegabytes, megabytes };
  return { file: path.basename(file), operations: count, ...used, ...summarize(timings) };
}

function secondsOf(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1000;
}

interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | null;
}

function requestFor(operation: Operation): PlainRequest {
  const { method } = operation;
  const schemes = operation.security[0]?.schemes ?? [];
  const baseline = deriveBaseline(operation, schemes);
  if (!isBaseline(baseline)) return { method, path: operation.path.replaceAll(/[{}#]/g, ''), headers: [], body: null };
  const requestSpec = validRequestSpec(baseline, createFreshValueSource());
  const byScheme = new Map(schemes.map((scheme) => [scheme.name, credentialFor(scheme, TOKEN)]));
  const credentials = { token: TOKEN, byScheme };
  return { ...applyCredentials(requestSpec, schemes, credentials), method, body: requestSpec.body ?? null };
}

async function sendTimed(client: Client, [id, request]: readonly [string, PlainRequest]): Promise<TimedResponse> {
  const startedAt = performance.now();
  const { method, path: target, headers, body } = request;
  const { statusCode, body: response } = await client.request({
    method,
    path: target,
    headers: headers.flat(),
    body,
  });
  await response.arrayBuffer();
  return { id, status: statusCode, ms: performance.now() - startedAt };
}

function summarize(timings: readonly TimedResponse[]) {
  const sorted = timings.toSorted((a, b) => a.ms - b.ms);
  const times = sorted.map(({ ms }) => ms);
  const groups = Map.groupBy(timings, ({ status }) => String(status));
  const statuses = Object.fromEntries(groups.entries().map(([status, { length }]) => [status, length]));
  return {
    statuses,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    slowestMs: quantile(times, 1),
    slowest: sorted.at(-1)?.id ?? '',
  };
}
