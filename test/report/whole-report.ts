/** A report that has everything that a report may have: a field that the types gain has to be added here. */
import { REPORT_VERSION, type Report } from '../../contracts/report/report.ts';

/** With every optional field there. */
type Whole<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]-?: Whole<Exclude<Value[Key], undefined>> }
  : Value;

const place = { file: 'openapi.yaml', pointer: '/paths/~1plants/post', line: 12 };
const inPact = { file: 'pacts/till.json', pointer: '/interactions/0', line: 7 };
const sha256 = '0'.repeat(64);
const span = { start: 0, end: 4 };

const evidence = {
  caseId: 'createPlant/wrong-types/body.id-its-value-as-text',
  category: 'wrong-types',
  mutation: 'body.id is its value as a string: "1042"',
  steps: ['1. a plant is created (POST /plants -> 200)', '2. it is read (GET /plants/1)'],
  changedByHook: 'the header X-Tenant',
  requirement: 'the type of "id" is integer',
  request: {
    method: 'POST',
    url: 'http://a.test/plants',
    headers: [['Accept', '*/*']],
    body: '{}',
    mark: span,
  },
  response: { status: 200, headers: [['Content-Type', 'application/json']], body: '{}', mark: span },
  curl: 'curl http://a.test/plants',
  curlLimitations: 'sends this request alone',
  replay: 'plant-store replay createPlant/wrong-types/body.id-its-value-as-text http://a.test',
  reproduction: {
    reproduced: 3,
    attempts: 3,
    isUnreachable: false,
    concurrency: 4,
    intermittent: { occurrences: 17, requests: 222 },
  },
  timing: { sentAt: '2026-11-22T02:50:20.001Z', ms: 3 },
} as const;

const finding = {
  id: 'invalid-rejected/createPlant/3f2a91c07b5d',
  check: 'invalid-rejected',
  severity: 'error',
  title: 'An invalid request is accepted',
  subject: 'createPlant',
  expected: '400',
  received: 'status 200',
  place,
  lineText: 'type: integer',
  requirement: 'the type of "id" is integer',
  snippet: { lines: [{ line: 12, text: 'type: integer' }], mark: span, column: 5 },
  responsePart: { in: 'status' },
  otherPlace: inPact,
  otherLineText: '"id": "1042"',
  why: 'What the contract forbids is stored.',
  fingerprint: 'invalid-rejected|createPlant|error|wrong-types body.id',
  similarCount: 2,
  isRemainder: true,
  similar: ['createPlant/wrong-types/body.id-true'],
  evidence,
  brokenPacts: [{ consumer: 'till', interaction: 'a list of plants', messages: ['status: ...'], place: inPact }],
  duplicateOf: 'valid-accepted|createPlant|error|valid-bodies',
  waived: { reason: 'known since May', expires: '2027-01-31' },
} as const;

const parts = [
  { in: 'status' },
  { in: 'header', name: 'Content-Type' },
  { in: 'body', path: ['pots', 2, 'size'], from: 3 },
  { in: 'body', offset: 17 },
] as const;

export const wholeReport = {
  reportVersion: REPORT_VERSION,
  kit: { name: 'plant-store', version: '1.2.3' },
  contract: {
    file: 'openapi.yaml',
    sha256,
    title: 'Plant Store',
    version: '1.0.0',
    openapi: '3.0',
    files: [{ file: 'openapi.yaml', sha256 }],
    operations: [{ id: 'createPlant', method: 'POST', path: '/plants', tags: ['plants'], place }],
    unsupported: [{ place, description: 'the callback "done"', effect: 'no call is made', operation: 'createPlant' }],
    repaired: [{ place, description: 'the path plants', effect: 'it is read as /plants', operation: 'createPlant' }],
  },
  target: 'http://a.test',
  targetKind: 'implementation',
  startedAt: '2026-11-22T02:50:19.232Z',
  finishedAt: '2026-11-22T02:50:21.232Z',
  strict: false,
  failOn: 'security',
  severities: [{ check: 'no-redirect', severity: 'off' }],
  hooks: { hookFile: { file: 'hooks.ts', sha256 }, names: ['beforeRequest', 'check no-stack-trace'] },
  rerun: {
    options: [
      ['config', 'staging.yaml'],
      ['read-only', true],
    ],
    isComplete: true,
  },
  shard: { index: 1, of: 3 },
  verdict: { kind: 'does not conform', exitCode: 1, summary: 'does not conform: 1 error, 0 warnings' },
  unattempted: ['till: a list of plants: no state'],
  stages: [
    {
      name: 'conformance',
      status: 'failed',
      summary: '816 cases, 958 requests, 1 error',
      ms: 1257,
      attemptedChecks: [
        {
          subject: 'a list of plants',
          check: 'pact-expectation',
          count: 0,
          consumer: 'till',
          place: inPact,
          uncheckedReason: 'no state',
          isPending: true,
        },
      ],
      findings: parts.map((responsePart) => ({ ...finding, responsePart })),
      notes: ['createPlant declares no 401'],
      place,
      selectedInteractions: 'a list of plants',
      unattempted: ['till: a list of plants: no state'],
      coverage: {
        operations: [
          {
            operation: 'createPlant',
            exchanges: 958,
            rejections: {
              invalidRequests: { responses: 9, rejected: 8 },
              invalidCredentials: { responses: 7, rejected: 7 },
            },
            groups: [
              {
                kind: 'constraints',
                items: [
                  {
                    name: '/components/schemas/Plant/required',
                    place,
                    counts: { satisfied: 12, violated: 0 },
                    missing: [{ variant: 'violated', reason: 'every case had it' }],
                  },
                ],
              },
            ],
          },
        ],
      },
      run: {
        seed: 1,
        cases: 816,
        requests: 958,
        selectedCategories: ['wrong-types'],
        scope: {
          operations: ['createPlant'],
          budget: 900,
          truncatedOperations: ['createPlant'],
          omittedOperations: ['listPlants'],
          withheldCases: 4,
        },
        profile: 'deep',
        hooks: {
          leftOut: [{ operation: 'createPlant', category: 'random', cases: 7 }],
          changedMeaning: [{ operation: 'createPlant', category: 'missing-properties', cases: 1 }],
        },
        randomCases: 100,
        rows: [{ operation: 'createPlant', category: 'wrong-types', cases: 9, errors: 1, warnings: 0 }],
        unchecked: [{ operation: 'createPlant', reason: 'it answers 429', casesRun: 'some' }],
        notBuilt: [{ operation: 'createPlant', reason: '501' }],
        fewRequests: [{ operation: 'invitePlant', requests: 7, reason: 'it sends messages' }],
        missingValues: [
          {
            operation: 'createPlant',
            method: 'POST',
            path: '/plants',
            kind: 'body',
            name: '',
            note: '422',
            sample: '{"name":"fern"}',
          },
        ],
        contractGaps: ['createPlant declares no 401'],
        ended: 'the implementation became unreachable',
        deletedRecords: ['one plant'],
        ownRecords: ['removed 3 records that the run created'],
      },
      engine: { name: 'pact verifier', output: 'There were 0 pact failures' },
    },
  ],
  waivers: [
    {
      id: finding.id,
      pattern: { check: 'invalid-rejected', operations: 'POST *' },
      reason: 'known since May',
      expires: '2027-01-31',
      place: { file: 'waivers.yaml', pointer: '/0', line: 1 },
      lineText: '- id: invalid-rejected/createPlant/3f2a91c07b5d',
      state: 'used',
    },
  ],
} satisfies Whole<Report>;
