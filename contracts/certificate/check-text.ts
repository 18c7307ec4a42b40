/** What became of the check of a certificate, for a person. */
import { type JsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import { visible } from '../../text.ts';
import { fitted, type Style } from '../render/text/terminal.ts';
import type { CertificateDifference } from './check.ts';

export interface CheckedCertificate {
  /** As the user named it. */
  readonly file: string;
  readonly certificate: JsonObject;
  readonly differences: readonly CertificateDifference[];
  /** What was not compared, and what to know. */
  readonly notes: readonly string[];
}

export function checkText(
  { file, certificate, differences, notes }: CheckedCertificate,
  style: Style,
): string {
  const verdict =
    differences.length === 0 ? style.green(style.bold('holds')) : style.red(style.bold('does not hold'));
  return [
    ...differences.map((one) => differenceText(one, style)),
    `${verdict}  ${visible(file)}`,
    ...(differences.length === 0 ? [`  ${visible(textOf(certificate, 'statement'))}`] : []),
    ...notes.map((note) => style.dim(`  note: ${visible(note)}`)),
  ].join('\n');
}

/** `seed: the certificate says 1; the report says 2` */
function differenceText({ field, certificate, found, source }: CertificateDifference, style: Style): string {
  const [given, expected] = [certificate, found].map((text) => fitted(visible(text), LONGEST));
  return `${style.red(visible(field))}: the certificate says ${given}; ${visible(source)} says ${expected}`;
}

const LONGEST = 200;

function textOf(certificate: JsonObject, key: string): string {
  const value = certificate[key] ?? null;
  return typeof value === 'string' ? value : stringifyJson(value);
}
