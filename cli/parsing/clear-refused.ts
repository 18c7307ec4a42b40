/** Where options are refused nothing begins; what an earlier run has written is not to pass for the result all the same. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reportFormats, reportsIn } from '../../contracts/render/write.ts';
import { linkTarget } from '../../spec/files/symbolic-links.ts';
import { clearPlace, openPlace } from '../../spec/files/whole-file.ts';
import type { Command } from '../command.ts';
import { isFolderLocked } from '../report-folder/folder-lock.ts';
import { parseArgsOptions } from './parse.ts';

/** Takes away the reports that the options name, as far as they can be understood. The default folder is not among them. */
export function clearRefused({ reportsTo, options }: Command, args: readonly string[]): void {
  if (reportsTo === undefined) return;
  const { values } = parseArgs({
    args: [...args],
    options: parseArgsOptions(options),
    allowPositionals: true,
    strict: false,
  });
  const given = [values[reportsTo]].flat().filter((value) => typeof value === 'string' && value !== '');
  for (const file of given.flatMap((value) => filesOf[reportsTo](String(value)))) cleared(file);
}

const filesOf = {
  // What a run that is there writes is its own.
  out: (folder: string) =>
    linkTarget(folder) !== undefined || isFolderLocked(folder)
      ? []
      : [...reportsIn(folder).map(({ file }) => file), path.join(folder, 'certificate.json')],
  report(given: string) {
    const [, format, file] = /^([^=]*)=(.+)$/.exec(given) ?? [];
    return file !== undefined && reportFormats.some((one) => one === format) ? [file] : [];
  },
} as const;

/** What cannot be taken away stays: why nothing begins is told in any case. */
function cleared(file: string): void {
  try {
    if (openPlace(file) === 'file') clearPlace(file);
  } catch {}
}
