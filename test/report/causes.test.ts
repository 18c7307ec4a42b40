import { describe, expect, it } from 'vitest';
import { checks } from '../../contracts/conformance/checks/index.ts';
import { findCauses } from '../../contracts/report/causes.ts';
import { importanceOf, rankedChecks } from '../../contracts/report/importance.ts';
import type { ReportedFinding } from '../../contracts/report/stage-report.ts';
import { findingWith } from './support.ts';

let count = 0;

function reported(check: string, changes: Partial<ReportedFinding> = {}): ReportedFinding {
  const { subject = 'createOrder', ...rest } = changes;
  return {
    ...findingWith({ check, subject, fingerprint: `${check}|${subject}|error|${++count}` }),
    ...rest,
    id: `${count}`,
  };
}

function checksOf(findings: readonly ReportedFinding[]): readonly string[] {
  return findCauses(findings).map(({ example }) => example.check);
}

describe('causes', () => {
  it('come in the order of their importance, errors before warnings', () => {
    const findings = [
      reported('no-server-error', { severity: 'warning' }),
      reported('allow-present'),
      reported('invalid-rejected'),
      reported('valid-accepted'),
      reported('created-is-echoed'),
      reported('unauthorized-rejected'),
      reported('created-is-found'),
    ];
    expect(checksOf(findings)).toEqual([
      'created-is-found',
      'unauthorized-rejected',
      'created-is-echoed',
      'valid-accepted',
      'invalid-rejected',
      'allow-present',
      'no-server-error',
    ]);
  });

  it('are one for the same difference in several operations', () => {
    const of = (subject: string) =>
      reported('headers-declared', { subject, fingerprint: `headers-declared|${subject}|error|ETag is missing` });
    const [cause, ...others] = findCauses([of('readOrder'), of('createOrder'), of('readOrder')]);
    expect(others).toEqual([]);
    expect(cause?.subjects).toEqual(['readOrder', 'createOrder']);
    expect(cause?.findings).toHaveLength(3);
  });

  it('are one for all crashes with the same status', () => {
    const crash = (subject: string, received: string) => reported('no-server-error', { subject, received });
    const causes = findCauses([crash('a', 'status 500'), crash('b', 'status 500'), crash('b', 'status 502')]);
    expect(causes.map(({ subjects }) => subjects)).toEqual([['a', 'b'], ['b']]);
  });

  it('are two for two differences of one operation, and for an error and a warning', () => {
    expect(findCauses([reported('created-is-echoed'), reported('created-is-echoed')])).toHaveLength(2);
    const same = { fingerprint: 'x' };
    const both = [reported('allow-present', same), reported('allow-present', { ...same, severity: 'warning' })];
    expect(findCauses(both)).toHaveLength(2);
  });

  it('leave out waived findings and duplicates', () => {
    const waived = { reason: 'known', expires: '2027-01-31' };
    expect(
      findCauses([reported('valid-accepted', { waived }), reported('valid-accepted', { duplicateOf: 'x' })]),
    ).toEqual([]);
  });
});

describe('the importance of a check', () => {
  it('is known for checks that exist, once for each', () => {
    const ids = new Set(checks.map(({ id }) => id));
    // Of the whole run, not of a response.
    expect(new Set(rankedChecks).difference(ids)).toEqual(new Set(['nothing-mounted']));
    expect(new Set(rankedChecks).size).toBe(rankedChecks.length);
  });

  it('is the least for checks of the protocol', () => {
    const least = importanceOf('an unknown check');
    expect(
      checks
        .filter(({ id }) => importanceOf(id) === least)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(protocolChecks);
  });
});

/** A new check is either in a group or added here. */
const protocolChecks = [
  'allow-present',
  'challenge-present',
  'charset-is-utf-8',
  'content-encoding-accepted',
  'credentials-checked-first',
  'etag-changes',
  'headers-declared',
  'headers-well-formed',
  'media-type-declared',
  'no-forbidden-body',
  'no-redirect',
  'no-trailing-data',
  'status-declared',
];
