/** `--report FORMAT=FILE`, for every command that writes reports. */
import { type ReportTarget, reportFormats } from '../../contracts/render/write.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { texts } from './values.ts';

export const reportOption = {
  type: 'string',
  multiple: true,
  value: 'FORMAT=FILE',
  help: `write a report: ${reportFormats.join(', ')}`,
} as const satisfies OptionSpec;

/** Throws `option-invalid` for what is no format, and for two reports in one file. */
export function reportsOf(input: CommandInput): readonly ReportTarget[] {
  const reports = texts(input, 'report').map(reportTarget);
  const files = reports.map(({ file }) => file);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice === undefined) return reports;
  throw new KitError('option-invalid', `--report names ${twice} twice`);
}

function reportTarget(given: string): ReportTarget {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(given) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format !== undefined) return { format, file };
  throw new KitError(
    'option-invalid',
    `--report ${given}: expected FORMAT=FILE, with FORMAT one of ${reportFormats.join(', ')}`,
  );
}
