import path from 'node:path';
import type { GateEvent } from '../contracts/gate/stage.ts';
import { runGate } from '../contracts/gate.ts';
import { brokerHeaders } from '../contracts/pact/broker/access.ts';
import { gateText, stageLine } from '../contracts/report/gate-text.ts';
import type { Report } from '../contracts/report/report.ts';
import { styleFor } from '../contracts/report/style.ts';
import { makeRoomForReports, type ReportTarget, writeReports } from '../contracts/report/write.ts';
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import { isHome } from '../spec/home.ts';
import { loadContract } from '../spec/load.ts';
import type { Command, CommandInput } from './command.ts';
import { baseUrl, flag, refuseExtra, specSource, text, texts, token } from './options.ts';
import { pactOption } from './pact/pact-options.ts';
import { progressLine } from './progress.ts';
import { readStatesUrl, statesOption } from './states-option.ts';
import { readCredentials, readLimits, targetOptions } from './target.ts';

export const command: Command = {
  name: 'gate',
  summary: 'Everything at once, one verdict: lint, pacts, provider check, conformance',
  usage: 'plant-store gate [BASE_URL] [options]',
  examples: [
    'plant-store gate',
    'PLANT_STORE_TOKEN=... plant-store gate https://plants.example.com --out report',
    'plant-store gate http://127.0.0.1:8080 --spec openapi.yaml --pact pacts/web-shop.json',
  ],
  options: {
    ...targetOptions,
    pact: { ...pactOption, help: 'a pact, or a folder of them, to check too (repeatable)' },
    states: statesOption,
    out: { type: 'string', value: 'DIR', help: 'where the reports go (default: report)' },
    strict: { type: 'boolean', help: 'advice fails too' },
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  const outDir = text(input, 'out') ?? 'report';
  const reports: readonly ReportTarget[] = [
    { format: 'json', file: path.join(outDir, 'report.json') },
    { format: 'junit', file: path.join(outDir, 'junit.xml') },
  ];
  await makeRoomForReports(reports);
  const contract = await loadContract(specSource(input));
  const target = await openTarget(input, contract);
  try {
    const report = await watch(
      runGate({
        contract,
        ...target,
        strict: flag(input, 'strict'),
        ...readLimits(input),
        pactFiles: texts(input, 'pact'),
        statesUrl: readStatesUrl(input),
        headersFor: brokerHeaders(process.env),
        consumerOutDir: isHome(contract) ? path.join(outDir, 'pacts') : undefined,
      }),
    );
    await writeReports(report, reports);
    process.stdout.write(
      flag(input, 'json')
        ? `${JSON.stringify(report, null, 2)}\n`
        : `${gateText(report, outDir, styleFor(process.stdout))}\n`,
    );
    return report.verdict.exitCode;
  } finally {
    await target.close();
  }
}

interface GateTarget {
  readonly baseUrl: string;
  readonly credentials: {
    readonly token: string | undefined;
    readonly byScheme: ReadonlyMap<string, string>;
  };
  close(): Promise<void>;
}

/** With no base URL the fake store is started here, and is judged over HTTP like any other. */
async function openTarget(input: CommandInput, contract: Contract): Promise<GateTarget> {
  const [given] = input.positionals;
  if (given !== undefined) {
    return { baseUrl: baseUrl(given), credentials: readCredentials(input), close: async () => {} };
  }
  const { serveMock } = await import('../mock/serve/server.ts');
  const own = token(input);
  const mock = await serveMock(contract, own === undefined ? {} : { tokens: [own] });
  const byScheme = new Map(Object.entries(mock.credentials));
  return { baseUrl: mock.url, credentials: { token: mock.token, byScheme }, close: () => mock.close() };
}

async function watch(events: AsyncGenerator<GateEvent>): Promise<Report> {
  const style = styleFor(process.stderr);
  const progress = progressLine(process.stderr);
  for await (const event of events) {
    if (event.type === 'stage started') progress.show(`running         ${event.name}`);
    if (event.type === 'progress') progress.count(event.what, event.isFault);
    if (event.type === 'stage finished') {
      progress.clear();
      process.stderr.write(`${stageLine(event.stage, style)}\n`);
    }
    if (event.type === 'finished') return event.report;
  }
  throw new KitError('nothing-judged', 'the gate ended without a verdict');
}
