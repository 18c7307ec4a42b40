import path from 'node:path';
import { defaultDraws } from '../../../contracts/conformance/cases/family.ts';
import { gateStageNames, runGate } from '../../../contracts/gate/gate.ts';
import { checkSchemeNames } from '../../../contracts/options/credentials.ts';
import { runLimits } from '../../../contracts/options/limits.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/access.ts';
import { jsonText } from '../../../contracts/render/json-pieces.ts';
import { gateText } from '../../../contracts/render/text/gate-text.ts';
import { styleFor, widthOf } from '../../../contracts/render/text/terminal.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { isHome } from '../../../spec/kit.ts';
import type { CommandInput } from '../../command.ts';
import { readLimits, readStatesUrl } from '../../options/shared.ts';
import { flag, integer, refuseEmpty, refuseExtra, text, texts } from '../../options/values.ts';
import { tellElsewhere, tellUnsupported, writeAndTell } from '../../output.ts';
import { openReportFolder, type ReportFolder, unwritten } from '../../report-folder/report-folder.ts';
import { contractOf, type NotPrepared, prepare } from './begin.ts';
import { type GateTarget, readTarget } from './target.ts';
import { watchGate } from './watch.ts';

/** `plant-store gate`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  // First: what an earlier run has written is not to pass for the result of one that does not begin.
  const folder = await openReportFolder(text(input, 'out') ?? 'report');
  refuseExtra(input, 1);
  refuseEmpty(input);
  const plan = readTarget(input);
  const limits = await readOptions(input);
  const opened = await contractOf(input, plan, folder.path);
  if ('error' in opened) return notBegun(input, folder, opened);
  const { contract } = opened;
  if (plan.kind !== 'fake store') checkSchemeNames(contract, plan.credentials);
  tellUnsupported(contract, `${folder.path}/report.json, under contract.unsupported`);
  const prepared = await prepare({ input, plan, contract, folder: folder.path });
  if ('error' in prepared) return notBegun(input, folder, prepared);
  const { target, ...rest } = prepared;
  tellElsewhere(contract, target.baseUrl);
  const report = await judged(target, { ...limits, ...rest, contract, outDir: folder.path });
  await told(input, folder, report);
  return report.verdict.exitCode;
}

/** Throws why. */
async function notBegun(
  input: CommandInput,
  folder: ReportFolder,
  { report, error }: NotPrepared,
): Promise<never> {
  await told(input, folder, report);
  throw error;
}

async function told(input: CommandInput, folder: ReportFolder, report: Report): Promise<void> {
  const style = styleFor(process.stdout);
  const width = widthOf(process.stdout);
  await writeAndTell(
    () => folder.write(report),
    (written = unwritten) =>
      flag(input, 'json')
        ? jsonText(report)
        : `${gateText({ report, folder: folder.path, ...written, width }, style)}\n`,
  );
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
    return await watchGate(runGate({ ...options, ...target, consumerOutDir }), {
      names: gateStageNames,
      hasWaivers: (options.waivers ?? []).length > 0,
    });
  } finally {
    await target.close();
  }
}
