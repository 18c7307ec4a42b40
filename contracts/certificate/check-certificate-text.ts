/** Formats the result of checking a certificate, for the terminal. */

import { sanitizeLine } from '../../sanitize.ts';
import { type JsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import { fitToWidth, type TextStyle } from '../render/text/terminal.ts';
import type { CertificateDifference } from './check-certificate.ts';

export interface CertificateCheck {
  /** The path as the user gave it. */
  readonly file: string;
  readonly certificate: JsonObject;
  readonly differences: readonly CertificateDifference[];
  /** What was not compared, and other remarks. */
  readonly notes: readonly string[];
}

export function certificateCheckText(
  { file, certificate, differences, notes }: CertificateCheck,
  style: TextStyle,
): string {
  const verdict =
    differences.length === 0 ? style.green(style.bold('matches')) : style.red(style.bold('does not match'));
  return [
    ...differences.map((one) => differenceText(one, style)),
    `${verdict}  ${sanitizeLine(file)}`,
    ...(differences.length === 0 ? [`  ${sanitizeLine(fieldText(certificate, 'statement'))}`] : []),
    ...notes.map((note) => style.dim(`  note: ${sanitizeLine(note)}`)),
  ].join('\n');
}

/** `seed: the certificate says 1; the report says 2` */
function differenceText({ field, certificate, expected, source }: CertificateDifference, style: TextStyle): string {
  const [actualText, expectedText] = [certificate, expected].map((text) =>
    fitToWidth(sanitizeLine(text), MAX_TEXT_LENGTH),
  );
  return `${style.red(sanitizeLine(field))}: the certificate says ${actualText}; ${sanitizeLine(source)} says ${expectedText}`;
}

const MAX_TEXT_LENGTH = 200;

function fieldText(certificate: JsonObject, key: string): string {
  const value = certificate[key] ?? null;
  return typeof value === 'string' ? value : stringifyJson(value);
}
