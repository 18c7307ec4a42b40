import { existsSync } from 'node:fs';
import path from 'node:path';
import { ofTheFakeStore } from '../../contracts/certificate/certificate.ts';
import {
  checkCertificate,
  isOfOtherKit,
  kitVersionIn,
  readCertificate,
} from '../../contracts/certificate/check.ts';
import { type CheckedCertificate, checkText } from '../../contracts/certificate/check-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { readReportFile } from '../../contracts/report/read.ts';
import { dayOf } from '../../contracts/waivers/read.ts';
import { KitError } from '../../errors.ts';
import { loadContract } from '../../spec/loading/load.ts';
import { printedJson } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { argument, flag, refuseExtra, text } from '../options/values.ts';

/** `plant-store certificate`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  const checked = await check(input);
  process.stdout.write(
    flag(input, 'json') ? printedJson(asData(checked)) : `${checkText(checked, styleFor(process.stdout))}\n`,
  );
  return checked.differences.length === 0 ? 0 : 1;
}

async function check(input: CommandInput): Promise<CheckedCertificate> {
  const file = argument(input, 0, 'FILE');
  const certificate = await readCertificate(file);
  const report = await readReportFile(text(input, 'report') ?? reportBeside(file));
  const spec = text(input, 'spec');
  const contract = spec === undefined ? undefined : await loadContract(spec);
  const differences = checkCertificate({ certificate, report, contract, today: dayOf(new Date()) });
  const { targetKind } = report.report;
  const notes = [
    ...(contract === undefined ? ['the contract is not compared with a document; give it with --spec'] : []),
    ...(isOfOtherKit(certificate)
      ? [
          `made by version ${kitVersionIn(certificate)} of the kit, whose words and zoo figures are not compared`,
        ]
      : []),
    ...(targetKind === 'fake store' ? [ofTheFakeStore] : []),
  ];
  return { file, certificate, differences, notes };
}

/** Throws `report-unreadable` where there is none. */
function reportBeside(file: string): string {
  const beside = path.join(path.dirname(file), 'report.json');
  if (existsSync(beside)) return beside;
  throw new KitError('report-unreadable', `${beside}: no such file`, {
    fix: 'Put the report.json of the same run beside it, or name it with --report.',
  });
}

function asData({ file, differences, notes }: CheckedCertificate) {
  return { certificate: file, holds: differences.length === 0, differences, notes };
}
