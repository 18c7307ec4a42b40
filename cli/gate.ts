import path from 'node:path';
import { defaultDraws } from '../contracts/conformance/cases/family.ts';
import { gateStageNames, runGate } from '../contracts/gate.ts';
import { runLimits } from '../contracts/limits.ts';
import { brokerHeaders } from '../contracts/pact/broker/access.ts';
import { gateText } from '../contracts/report/gate-text.ts';
import { jsonText } from '../contracts/report/json-pieces.ts';
import type { Report } from '../contracts/report/report.ts';
import { styleFor } from '../contracts/report/style.ts';
import type { Contract } from '../spec/contract.ts';
import { isHome } from '../spec/home.ts';
import { loadContract } from '../spec/load.ts';
import type { CommandInput } from './command.ts';
import { type GateTarget, openTarget, readTarget } from './gate/target.ts';
import { watchGate } from './gate/watch.ts';
import { flag, integer, refuseExtra, specSource, text, texts } from './options.ts';
import { openReportFolder } from './report-folder.ts';
import { readStatesUrl } from './states-option.ts';
import { readLimits } from './target.ts';
import { tellElsewhere } from './tell-elsewhere.ts';
import { tellUnsupported } from './tell-unsupported.ts';
import { waiversOf } from './waivers-option.ts';

/** `plant-store gate`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  // First: what an earlier run has written is not to pass for the result of one that does not begin.
  const folder = await openReportFolder(text(input, 'out') ?? 'report');
  const plan = readTarget(input);
  const limits = await readOptions(input);
  const waivers = await waiversOf(input);
  const contract = await loadContract(specSource(input));
  tellUnsupported(contract, `${folder.path}/report.json, under contract.unsupported`);
  const baseline = await readBaseline(input);
  const target = await openTarget(plan, contract, folder.path);
  tellElsewhere(contract, target.baseUrl);
  const report = await judged(target, { ...limits, contract, baseline, waivers, outDir: folder.path });
  const written = await folder.write(report);
  process.stdout.write(
    flag(input, 'json')
      ? jsonText(report)
      : `${gateText({ report, folder: folder.path, ...written }, styleFor(process.stdout))}\n`,
  );
  return report.verdict.exitCode;
}

async function readBaseline(input: CommandInput): Promise<Contract | undefined> {
  const given = text(input, 'baseline');
  return given === undefined ? undefined : loadContract(given);
}

async function readOptions(input: CommandInput) {
  const seed = integer(input, 'seed', runLimits.seed);
  return {
    ...readLimits(input),
    strict: flag(input, 'strict'),
    draws: { ...defaultDraws, ...(seed === undefined ? {} : { seed }) },
    budget: integer(input, 'budget', runLimits.budget),
    isRepeatable: seed !== undefined,
    pactFiles: texts(input, 'pact'),
    statesUrl: await readStatesUrl(input),
    headersFor: brokerHeaders(process.env),
  };
}

type Judging = Omit<Parameters<typeof runGate>[0], keyof GateTarget | 'consumerOutDir'> & {
  readonly outDir: string;
};

/** The target is closed however it ends. */
async function judged(target: GateTarget, { outDir, ...options }: Judging): Promise<Report> {
  const consumerOutDir = isHome(options.contract) ? path.join(outDir, 'pacts') : undefined;
  try {
    return await watchGate(runGate({ ...options, ...target, consumerOutDir }), gateStageNames);
  } finally {
    await target.close();
  }
}
