/** Removes old reports when options are invalid, so that they cannot be mistaken for the result of this run. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reportFormats, reportTargetsIn, staleFiles } from '../../contracts/render/write-reports.ts';
import { prepareOutputFile, removeOutputFile } from '../../spec/files/atomic-write.ts';
import { symbolicLinkTarget } from '../../spec/files/symbolic-links.ts';
import type { Command } from '../command.ts';
import { isFolderLocked } from '../report-folder/folder-lock.ts';
import { parseArgsOptions } from './parse-arguments.ts';

/** Removes the reports that the options name, as far as they can be parsed; never those in the default folder. */
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
  // The reports of another running process are left alone.
  out: (folder: string) =>
    symbolicLinkTarget(folder) !== undefined || isFolderLocked(folder)
      ? []
      : [...reportTargetsIn(folder).flatMap(staleFiles), path.join(folder, 'certificate.json')],
  report(given: string) {
    const [, name, file] = /^([^=]*)=(.+)$/.exec(given) ?? [];
    const format = reportFormats.find((one) => one === name);
    return file !== undefined && format !== undefined ? staleFiles({ format, file }) : [];
  },
} as const;

/** Ignores failures, since the error of the options is reported in any case. */
function removeReport(file: string): void {
  try {
    if (prepareOutputFile(file) === 'file') removeOutputFile(file);
  } catch {}
}
