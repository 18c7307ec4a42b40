import { describe, expect, it } from 'vitest';
import { checks } from '../../contracts/conformance/checks/index.ts';
import type { Evidence } from '../../contracts/finding/finding.ts';
import { findCauses } from '../../contracts/report/causes.ts';
import { importanceOf, rankedChecks } from '../../contracts/report/importance.ts';
import type { ReportedFinding } from '../../contracts/report/stage-report.ts';
import { evidence, findingWith } from './support.ts';

let count = 0;

function evidenceOf(status: number, body: string): Evidence {
  return { ...evidence, response: { status, headers: [['Content-Type', 'application/json']], body } };
}

/** As Express shows it in development. */
function stackTrace(line: number): string {
  return `{"stack":"TypeError: name is undefined\\n    at read (/app/src/users.js:${line}:9)\\n    at next (/app/node_modules/express/index.js:5:1)"}`;
}

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

  it('are one for crashes with the same place in the code, whatever check shows them', () => {
    const crash = (subject: string, check: string, line: number) =>
      reported(check, { subject, evidence: evidenceOf(500, stackTrace(line)) });
    const causes = findCauses([
      crash('a', 'media-type-declared', 12),
      crash('a', 'no-server-error', 12),
      crash('b', 'no-server-error', 12),
      crash('b', 'no-server-error', 40),
    ]);
    expect(causes.map(({ example, subjects }) => [example.check, subjects])).toEqual([
      ['no-server-error', ['a', 'b']],
      ['no-server-error', ['b']],
    ]);
  });

  it('are one for crashes whose messages differ only in the values of the request', () => {
    const crash = (name: string) =>
      reported('no-server-error', {
        evidence: {
          ...evidenceOf(500, `{"message":"no user ${name}-1 at 2026-11-27T10:00:00Z"}`),
          request: { ...evidence.request, url: `http://localhost/users/${name}-1` },
        },
      });
    expect(findCauses([crash('moss'), crash('fern')])).toHaveLength(1);
  });

  it('are one for a body in every response to HEAD', () => {
    const of = (subject: string) =>
      reported('no-forbidden-body', { subject, fingerprint: `no-forbidden-body|${subject}|error|to HEAD` });
    expect(findCauses(['a', 'ab', 'headUser', 'HEAD'].map(of))).toHaveLength(1);
  });

  it('are one for the same keyword that is not enforced', () => {
    const of = (subject: string, keyword: string, name: string) =>
      reported('invalid-rejected', {
        subject,
        fingerprint: `invalid-rejected|${subject}|error|boundary-values body.${name} ${keyword} beyond`,
        place: { file: 'api.yaml', line: 1, pointer: `/components/schemas/New/properties/${name}/${keyword}` },
        evidence: { ...evidence, category: 'boundary-values' },
      });
    const causes = findCauses([of('a', 'maxLength', 'name'), of('b', 'maxLength', 'text'), of('b', 'minimum', 'size')]);
    expect(causes.map(({ subjects }) => subjects)).toEqual([['a', 'b'], ['b']]);
  });

  it('are one for a header that is missing in all responses', () => {
    const of = (status: number, name: string) =>
      reported('headers-declared', { fingerprint: `headers-declared|createOrder|error|${status} ${name}` });
    expect(findCauses([of(200, 'X-Id'), of(404, 'X-Id'), of(404, 'ETag')])).toHaveLength(2);
  });

  it('are one for null in the place of missing values, and another for a number as text', () => {
    const of = (path: string, received: string) =>
      reported('body-matches-schema', {
        fingerprint: `body-matches-schema|createOrder|error|200 type ${path}`,
        expected: `${path}: an integer`,
        received,
      });
    expect(
      findCauses([of('body.a', 'null'), of('body.b', 'null'), of('body.c', '"7"'), of('body.d', '"8"')]),
    ).toHaveLength(2);
  });

  it('are one for an invalid value that is accepted and the responses that return it', () => {
    const accepted = reported('invalid-rejected', {
      subject: 'createOrder',
      fingerprint: 'invalid-rejected|createOrder|error|boundary-values body.lines[].size maximum beyond',
      place: { file: 'api.yaml', line: 1, pointer: '/components/schemas/NewLine/properties/size/maximum' },
      evidence: { ...evidence, category: 'boundary-values' },
    });
    const returned = (subject: string, path: string) =>
      reported('body-matches-schema', {
        subject,
        fingerprint: `body-matches-schema|${subject}|error|200 maximum ${path}`,
      });
    const causes = findCauses([
      returned('listOrders', 'body[].lines[].size'),
      accepted,
      returned('readOrder', 'body.lines[].size'),
      returned('readOrder', 'body.total'),
    ]);
    expect(causes.map(({ example, findings }) => [example.check, findings.length])).toEqual([
      ['body-matches-schema', 1],
      ['invalid-rejected', 3],
    ]);
  });

  it('are one for all media types that are not checked', () => {
    const of = (type: string) =>
      reported('invalid-rejected', {
        fingerprint: `invalid-rejected|createOrder|error|media-types ${type}`,
        evidence: { ...evidence, category: 'media-types' },
      });
    expect(findCauses([of('text/plain'), of('application/xml')])).toHaveLength(1);
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
  'no-stack-trace',
  'no-trailing-data',
  'replaced-status',
  'status-declared',
  'upgrade-present',
];
