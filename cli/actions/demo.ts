import { fileURLToPath } from 'node:url';
import { missingResultError, runVerification } from '../../contracts/api/verify/verification.ts';
import { DEFAULT_TIMEOUT_MS, defaultConcurrency } from '../../contracts/options/number-limits.ts';
import { runSummary } from '../../contracts/render/text/run-summary.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import type { Report } from '../../contracts/report/report.ts';
import { startMock } from '../../mock/index.ts';
import { displayPath } from '../../spec/files/display-path.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { CommandInput } from '../command.ts';
import { demoRun, mockLines, nextLines } from '../demo/demo-text.ts';
import { serveFaultyShop } from '../demo/faulty-shop/serve-shop.ts';
import { getFlag, rejectExtraArguments } from '../options/option-values.ts';
import { createProgressLine } from '../output.ts';
import { waitForStopSignal } from './mock/foreground-process.ts';

const document = fileURLToPath(new URL('../demo/shop.yaml', import.meta.url));

/**
 * `plant-store demo`: a mock server of the bundled document, and what `verify` reports about a faulty implementation of
 * it. Everything listens on free ports of 127.0.0.1; no file is written.
 */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const staysOpen = process.stdout.isTTY === true && !getFlag(input, 'once');
  const style = styleFor(process.stdout);
  const mock = await startMock({ spec: document });
  const shop = await serveFaultyShop(mock.token);
  try {
    print(mockLines({ ...mock, shopUrl: shop.url, document: displayPath(document) }, style));
    const report = await verifyShop(shop.url, mock.token);
    // Before the text that names Ctrl-C, so that it works as soon as it is read.
    const stopped = staysOpen ? waitForStopSignal() : undefined;
    print([runSummary(report, style), '', ...nextLines({ staysOpen, token: mock.token }, style)]);
    await stopped;
    // That the shop does not conform is what the demo shows.
    return report.verdict.kind === 'does not conform' ? 0 : 2;
  } finally {
    await Promise.all([mock.close(), shop.close()]);
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** As the printed `plant-store verify` runs. */
async function verifyShop(baseUrl: string, token: string): Promise<Report> {
  const progress = createProgressLine(process.stderr);
  const events = runVerification({
    contract: await loadContract(document),
    baseUrl,
    credentials: { token, byScheme: new Map() },
    timeoutMs: DEFAULT_TIMEOUT_MS,
    concurrency: defaultConcurrency({ isRepeatable: true }),
    randomOptions: { seed: demoRun.seed, caseCount: demoRun.cases },
    isRepeatable: true,
    categories: [],
    strict: false,
    waivers: [],
  });
  for await (const event of events) {
    if (event.type === 'finished') {
      progress.clear();
      return event.report;
    }
    progress.count(`${event.operation} ${event.category}`, event.result === 'error');
  }
  throw missingResultError();
}
