/** Holds a certificate against its report, today's date and the contract at hand. */

import { toJson } from '../../spec/json/copies.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { kitVersion } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { ReportFile } from '../report/read-report.ts';
import { otherContract } from './at-hand.ts';
import { certificateOf } from './certificate.ts';
import { type Difference, differences } from './difference.ts';
import { digestOf } from './digest.ts';
import { kitVersionIn } from './read.ts';

export interface CheckInput {
  /** As it was read. */
  readonly certificate: JsonObject;
  readonly report: ReportFile;
  /** The document at hand; not compared when undefined. */
  readonly contract: Contract | undefined;
  /** `2026-11-22`, UTC. */
  readonly today: string;
}

/** All that keeps it from holding; it holds where there is nothing. */
export function checkCertificate(input: CheckInput): readonly Difference[] {
  const { certificate, contract } = input;
  return [
    ...otherThanReport(input),
    ...changed(certificate),
    ...expired(input),
    ...notYet(input),
    ...(contract === undefined ? [] : otherContract(certificate, contract)),
  ];
}

/** Whether it is of another version of the kit, whose own words and figures are not known here. */
export function isOfOtherKit(certificate: JsonObject): boolean {
  return kitVersionIn(certificate) !== kitVersion();
}

/** The report gives the same certificate again, field by field. */
function otherThanReport({ certificate, report }: CheckInput): readonly Difference[] {
  const issued = certificateOf(report);
  if (issued.kind === 'none')
    return issued.obstacles.map((found) => ({
      field: 'certificate',
      certificate: 'every required row passed',
      found,
      source: 'the report',
    }));
  const isSkipped = isOfOtherKit(certificate) ? ownOfAKit : ownDigest;
  return [...differences(certificate, toJson(issued.certificate))]
    .filter(({ field }) => !isSkipped.test(field))
    .map((one) => ({ ...one, source: 'the report' }));
}

const ownDigest = /^digest$/;
const ownOfAKit = /^(?:digest|statement|signature|kit\.zoo)\b/;

function changed(certificate: JsonObject): readonly Difference[] {
  const [given, expected] = [certificate['digest'], digestOf(certificate)];
  return [...differences(given, expected, 'digest')].map((one) => ({ ...one, source: 'its content' }));
}

/** It does not outlive what was forgiven for it. */
function expired({ report, today }: CheckInput): readonly Difference[] {
  return report.report.waivers.flatMap(({ expires }, index) =>
    expires >= today
      ? []
      : [{ field: `waivers[${index}].expires`, certificate: expires, found: today, source: 'the calendar' }],
  );
}

/** A clock was wrong, or a hand has written it. */
function notYet({ report, today }: CheckInput): readonly Difference[] {
  const { finishedAt } = report.report;
  if (finishedAt.slice(0, 10) <= today) return [];
  return [{ field: 'finishedAt', certificate: finishedAt, found: today, source: 'the calendar' }];
}
