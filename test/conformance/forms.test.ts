import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formFields } from '../../contracts/conformance/cases/form-fields.ts';
import { createGeneratorContext, defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import type { Severity } from '../../contracts/finding/finding.ts';
import { loadContract, parseContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { buildRequestSpec } from './build-request-spec.ts';
import { createFormStore, type FormStoreDefect } from './form-store.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const forms = await loadContract(fileURLToPath(new URL('../fixtures/conformance/forms.yaml', import.meta.url)));

/** Of the defects below. */
const showing = ['valid-bodies', 'form-fields', 'media-types', 'malformed-bodies', 'authentication'];

async function runVerifier(defect?: FormStoreDefect, operations: readonly string[] = []): Promise<RunResult> {
  const baseUrl = await startTestServer(createFormStore(defect), onTestFinished);
  const contract = {
    ...forms,
    operations: forms.operations.filter(({ id }) => operations.length === 0 || operations.includes(id)),
  };
  const categories = defect === undefined ? [] : showing;
  const randomOptions = { ...defaultRandomOptions, caseCount: 20 };
  return verify({ baseUrl, contract, token: 'the-token', categories, randomOptions });
}

function findingsOf({ findings }: RunResult, severity: Severity): readonly string[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ check, evidence }) => `${check} ${evidence?.caseId}`);
}

describe('the cases of a login form', async () => {
  const { operations } = await parseContract(
    'file:///tmp/login.yaml',
    `openapi: 3.1.0
info: {title: Login, version: "1"}
paths:
  /token:
    post:
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [username, password]
              properties:
                grant_type: {anyOf: [{type: string, pattern: '^password$'}, {type: 'null'}]}
                username: {type: string}
                password: {type: string}
      responses: {'200': {description: ok}, '400': {description: bad}}
`,
  );
  const [login] = operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
  if (login === undefined) throw new Error('expected a request');
  const accepted = (baseline: BaselineRequest) =>
    [...formFields.generate(createGeneratorContext(baseline))].filter(({ expectation }) => expectation === 'accept');

  test('send no text for null, which a form does not have', () => {
    expect(
      accepted(login)
        .map(({ mutation }) => mutation)
        .filter((text) => /grant_type.*null/.test(text)),
    ).toEqual([]);
  });

  test('keep what the user has supplied where they have to be accepted', () => {
    const payloads = login.payloads.map((payload) => ({ ...payload, media: { ...payload.media, isSupplied: true } }));
    expect(accepted(login).map(({ id }) => id)).not.toEqual([]);
    expect(accepted({ ...login, payloads }).filter(({ id }) => /username|password/.test(id))).toEqual([]);
  });
});

describe('the cases of forms', () => {
  const baselines = forms.operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
  const cases = baselines.flatMap((baseline) =>
    [...formFields.generate(createGeneratorContext(baseline))].map((testCase) => ({
      twin: baseline,
      tried: testCase,
    })),
  );
  const checked = cases.flatMap(({ twin: baseline, tried: testCase }) => {
    const { value } = buildRequestSpec(testCase, createFreshValueSource('forms'));
    const { schema } = baseline.payloads.find(({ form }) => form !== undefined) ?? {};
    return value === undefined || schema === undefined
      ? []
      : [{ tried: testCase, isValid: isValid(schema, value, 'request') }];
  });

  test('have unique ids', () => {
    expect(new Set(cases.map(({ tried: testCase }) => testCase.id)).size).toBe(cases.length);
  });

  test.each(['accept', 'reject'] as const)('have the values of the contract where they should be %s', (expectation) => {
    const own = checked.filter(({ tried: testCase }) => testCase.expectation === expectation);
    expect(own.length).toBeGreaterThan(20);
    const wrong = own.filter((one) => one.isValid !== (expectation === 'accept'));
    expect(wrong.map(({ tried: testCase }) => testCase.id)).toEqual(
      expectation === 'accept' ? [] : [...undeclaredField],
    );
  });
});

/** Its value is what the response may have: the body without it. */
const undeclaredField = [
  'upload/form-fields/multipart/body[~22x-unknown~22]/more',
  'member/form-fields/form/body[~22x-unknown~22]/more',
  'customer/form-fields/form/body[~22x-unknown~22]/more',
];

test('reports nothing for an implementation that handles forms, text, XML and bytes as declared', async () => {
  const result = await runVerifier();
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

describe('reports an implementation that handles them incorrectly', () => {
  test.each<readonly [FormStoreDefect, string, RegExp]>([
    ['accepts any media type', 'order', /^invalid-rejected order\/media-types\//],
    ['accepts any media type', 'note', /^invalid-rejected note\/media-types\//],
    ['accepts any media type', 'avatar', /^invalid-rejected avatar\/media-types\//],
    ['requires no item', 'order', /^invalid-rejected order\/form-fields\/form\/body\.item\/missing$/],
    [
      'parses only the beginning of a number',
      'order',
      /^invalid-rejected order\/form-fields\/form\/body\.count\/wrong-/,
    ],
    ['has no bounds', 'order', /^invalid-rejected order\/form-fields\/form\/body\.item\/no-text$/],
    ['has no bounds', 'order', /^invalid-rejected order\/form-fields\/form\/body\.(?:count|item)\/m/],
    ['accepts any word as true', 'order', /^invalid-rejected order\/form-fields\/form\/body\.gift\/wrong-/],
    ['accepts any color', 'order', /^invalid-rejected order\/form-fields\/form\/body\.colour\/enum/],
    ['accepts any number of tags', 'order', /^invalid-rejected order\/form-fields\/form\/body\.tags\/maxItems/],
    ['accepts any email', 'order', /^invalid-rejected order\/form-fields\/form\/body\.email\/format/],
    ['keeps one tag', 'order', /^created-is-echoed order\/form-fields\/form\/body\.tags\//],
    ['splits tags at commas', 'order', /^created-is-echoed order\/form-fields\/form\/body\.tags\/item-with-a-comma$/],
    ['keeps plus signs', 'order', /^created-is-echoed order\/form-fields\/form\/body\.\w+\/space-as-a-plus-sign$/],
    ['decodes Latin-1', 'order', /^created-is-echoed order\/form-fields\/form\/body\.item\//],
    ['trims', 'order', /^created-is-echoed order\/form-fields\/form\/body\.item\//],
    [
      'ignores the case of names',
      'order',
      /^invalid-rejected order\/form-fields\/form\/body\.\w+\/name-in-another-case$/,
    ],
    ['requires every field', 'order', /^valid-accepted order\/form-fields\/form\/body\.\w+\/missing$/],
    ['fails without a body', 'order', /^no-server-error order\/malformed-bodies\/empty$/],
    ['accepts any part', 'upload', /^invalid-rejected upload\/form-fields\/multipart\/.*x-unknown.*\/more$/],
    ['requires no file', 'upload', /^invalid-rejected upload\/form-fields\/multipart\/body\.file\/missing$/],
    ['accepts any file', 'upload', /^invalid-rejected upload\/form-fields\/multipart\/body\.file\/as-application/],
    ['accepts any number of files', 'upload', /^invalid-rejected upload\/form-fields\/multipart\/body\.more\/maxItems/],
    ['accepts malformed parts', 'upload', /^invalid-rejected upload\/malformed-bodies\/multipart\//],
    ['loses an object', 'upload', /^created-is-echoed upload\//],
    ['accepts a token in the form', 'member', /^unauthorized-rejected member\/authentication\//],
    ['accepts malformed XML', 'book', /^invalid-rejected book\/malformed-bodies\/xml\//],
    ['returns malformed XML', 'book', /^body-is-xml book\//],
    ['rejects forms', 'customer', /^valid-accepted customer\/valid-bodies\/as-application\/x-www-form-urlencoded$/],
    ['rejects XML', 'customer', /^valid-accepted customer\/valid-bodies\/as-application\/xml$/],
    [
      'rejects other JSON types',
      'customer',
      /^valid-accepted customer\/valid-bodies\/as-application\/vnd\.customer~2bjson$/,
    ],
  ])('where it %s (%s)', async (defect, operation, finding) => {
    const result = await runVerifier(defect, [operation]);
    expect(findingsOf(result, 'error')).toContainEqual(expect.stringMatching(finding));
  });
});

test('reports a warning for XML that differs from the generated one', async () => {
  const result = await runVerifier('has its own XML', ['customer']);
  expect(describeErrors(result)).toEqual([]);
  expect(findingsOf(result, 'warning')).toEqual(['valid-accepted customer/valid-bodies/as-application/xml']);
});

test('does not check an operation that only accepts its own XML', async () => {
  const result = await runVerifier('has its own XML', ['book', 'customer']);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked.map(({ operation }) => operation)).toEqual(['book']);
});
