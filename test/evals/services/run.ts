/**
 * `npm run services [-- --install | --write] [NAME...]`: verifies services with documents of their own, each twice without
 * and once with its configuration. Exits with 1 if a cause was not checked by hand, is false, or is found no more.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type CauseVerdict,
  placeOf,
  readResults,
  readVerdicts,
  type ServiceResult,
  type ServiceRuns,
  summarizeRuns,
  writeResults,
} from './data.ts';
import { installServices } from './install.ts';
import { readKnownBugs } from './known-bugs.ts';
import { packageVersions } from './package-versions.ts';
import { writePage } from './page.ts';
import { type Service, services } from './services.ts';
import { hasConfiguration, verifyService } from './verify-service.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

if (values.install) installServices();
else if (existsSync(new URL('node_modules', import.meta.url))) await main();
else failWith('not installed. Run: npm run services -- --install');

async function main(): Promise<void> {
  const unknown = positionals.find((name) => !services.some((service) => service.name === name));
  if (unknown !== undefined)
    return failWith(`received ${unknown}; expected one of ${services.map(({ name }) => name).join(', ')}`);
  const verdicts = readVerdicts();
  const results = new Map(readResults().map((result) => [result.service, result]));
  for (const service of services.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const runs = await runService(service);
    const result = summarizeRuns(service, packageVersions(service), runs);
    reportResult(result, runs, verdicts);
    results.set(service.name, result);
  }
  if (!values.write) return;
  const all = services.flatMap(({ name }) => results.get(name) ?? []);
  writeResults(all);
  writePage(all, { verdicts, bugs: readKnownBugs() });
}

async function runService(service: Service): Promise<ServiceRuns> {
  return {
    first: await verifyService(service, false),
    second: await verifyService(service, false),
    configured: hasConfiguration(service) ? await verifyService(service, true) : undefined,
  };
}

function reportResult(result: ServiceResult, runs: ServiceRuns, verdicts: readonly CauseVerdict[]): void {
  const { service, operations, tested, configured, cpuSeconds, causes, differences } = result;
  const withIt = configured === undefined ? '' : `, ${configured.tested} configured`;
  console.log(
    `${service}: ${tested} of ${operations} operations tested${withIt}, ${causes.length} causes, ${cpuSeconds} s of CPU`,
  );
  for (const text of (runs.configured ?? runs.first).unchecked) console.log(`  ${text}`);
  for (const place of differences) console.log(`  only in one of two runs: ${place}`);
  const own = verdicts.filter((one) => one.service === service);
  const found = [...runs.first.causes, ...(runs.configured?.causes ?? [])];
  for (const cause of new Map(found.map((one) => [placeOf(one), one])).values()) {
    const verdict = own.find(({ place }) => place === placeOf(cause))?.verdict;
    if (verdict === 'true' || verdict === 'debatable') continue;
    console.log(
      `  ${verdict ?? 'not checked by hand'}: ${placeOf(cause)}\n    received ${cause.received}\n    ${cause.curl}`,
    );
    process.exitCode = 1;
  }
  for (const { place } of own.filter((one) => !causes.some((cause) => cause.place === one.place))) {
    console.log(`  found no more: ${place}`);
    process.exitCode = 1;
  }
}

function failWith(message: string): void {
  console.error(`services: ${message}`);
  process.exitCode = 2;
}
