/** Where options are refused nothing begins; what an earlier run has written is not to pass for the result all the same. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reportFormats, reportTargetsIn } from '../../contracts/render/write-reports.ts';
import { prepareOutputFile, removeOutputFile } from '../../spec/files/atomic-write.ts';
import { symbolicLinkTarget } from '../../spec/files/symbolic-links.ts';
import type { Command } from '../command.ts';
import { isFolderLocked } from '../report-folder/folder-lock.ts';
import { parseArgsOptions } from './parse-arguments.ts';

/** Takes away the reports that the options name, as far as they can be understood. The default folder is not among them. */
export function clearStaleReports({ reportOption, options }: Command, args: readonly string[]): void {
  if (reportOption === undefined) return;
  const { values } = parseArgs({
    args: [...args],
    options: parseArgsOptions(options),
    allowPositionals: true,
    strict: false,
  });
  const given = [values[reportOption]].flat().filter((value) => typeof value === 'string' && value !== '');
  for (const file of given.flatMap((value) => reportFilesByOption[reportOption](String(value)))) removeReport(file);
}

const reportFilesByOption = {
  // What a run that is there writes is its own.
  out: (folder: string) =>
    symbolicLinkTarget(folder) !== undefined || isFolderLocked(folder)
      ? []
      : [...reportTargetsIn(folder).map(({ file }) => file), path.join(folder, 'certificate.json')],
  report(given: string) {
    const [, format, file] = /^([^=]*)=(.+)$/.exec(given) ?? [];
    return file !== undefined && reportFormats.some((one) => one === format) ? [file] : [];
  },
} as const;

/** What cannot be taken away stays: why nothing begins is told in any case. */
function removeReport(file: string): void {
  try {
    if (prepareOutputFile(file) === 'file') removeOutputFile(file);
  } catch {}
}
