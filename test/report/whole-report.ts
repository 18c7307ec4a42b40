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
  family: 'wrong-types',
  mutation: 'body.id is its value as a string: "1042"',
  steps: ['1. a plant is created (POST /plants -> 200)', '2. it is read (GET /plants/1)'],
  rule: 'the type of "id" is integer',
  request: {
    method: 'POST',
    url: 'http://a.test/plants',
    headers: [['Accept', '*/*']],
    body: '{}',
    mark: span,
  },
  answer: { status: 200, headers: [['Content-Type', 'application/json']], body: '{}', mark: span },
  curl: 'curl http://a.test/plants',
  curlLacks: 'sends this request alone',
  replay: 'plant-store replay createPlant/wrong-types/body.id-its-value-as-text http://a.test',
  confirmation: { seen: 3, sent: 3, gone: false },
  timing: { sentAt: '2026-11-22T02:50:20.001Z', ms: 3 },
} as const;

const finding = {
  id: 'invalid-rejected/createPlant/3f2a91c07b5d',
  check: 'invalid-rejected',
  severity: 'fault',
  title: 'An invalid request is accepted',
  subject: 'createPlant',
  expected: '400',
  received: 'status 200',
  place,
  line: 'type: integer',
  rule: 'the type of "id" is integer',
  quote: { lines: [{ line: 12, text: 'type: integer' }], mark: span, column: 5 },
  at: { in: 'status' },
  otherPlace: inPact,
  otherLine: '"id": "1042"',
  why: 'What the contract forbids is stored.',
  fingerprint: 'invalid-rejected|createPlant|fault|wrong-types body.id',
  more: 2,
  isRest: true,
  others: ['createPlant/wrong-types/body.id-true'],
  evidence,
  breaks: [{ consumer: 'till', interaction: 'a list of plants', messages: ['status: ...'], place: inPact }],
  sameAs: 'valid-accepted|createPlant|fault|valid-bodies',
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
    operations: [{ id: 'createPlant', method: 'POST', path: '/plants', place }],
    unsupported: [{ place, what: 'the callback "done"', effect: 'no call is made', within: 'createPlant' }],
  },
  target: 'http://a.test',
  targetKind: 'implementation',
  startedAt: '2026-11-22T02:50:19.232Z',
  finishedAt: '2026-11-22T02:50:21.232Z',
  strict: false,
  shard: { index: 1, of: 3 },
  verdict: { kind: 'breaks the contract', exitCode: 1, sentence: 'breaks the contract: 1 fault, 0 advice' },
  unattempted: ['till: a list of plants: no state'],
  stages: [
    {
      name: 'conformance',
      status: 'failed',
      summary: '816 cases, 958 requests, 1 fault',
      ms: 1257,
      tried: [
        {
          subject: 'a list of plants',
          check: 'pact-expectation',
          count: 0,
          consumer: 'till',
          place: inPact,
          unjudged: 'no state',
          isPending: true,
        },
      ],
      findings: parts.map((at) => ({ ...finding, at })),
      notes: ['createPlant declares no 401'],
      place,
      asked: 'a list of plants',
      unattempted: ['till: a list of plants: no state'],
      coverage: {
        operations: [
          {
            operation: 'createPlant',
            exchanges: 958,
            demands: { reject: { answered: 9, kept: 8 }, refuse: { answered: 7, kept: 7 } },
            groups: [
              {
                kind: 'constraints',
                items: [
                  {
                    name: '/components/schemas/Plant/required',
                    place,
                    seen: { kept: 12, broken: 0 },
                    missing: [{ side: 'broken', why: 'every case had it' }],
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
        only: ['wrong-types'],
        scope: { operations: ['createPlant'], budget: 900, cut: ['createPlant'] },
        drawn: 100,
        rows: [{ operation: 'createPlant', family: 'wrong-types', cases: 9, faults: 1, advice: 0 }],
        unjudged: [{ operation: 'createPlant', reason: 'it answers 429', ran: 'part' }],
        gaps: ['createPlant declares no 401'],
        removed: ['one plant'],
      },
      engine: { name: 'pact verifier', output: 'There were 0 pact failures' },
    },
  ],
  waivers: [
    {
      id: finding.id,
      reason: 'known since May',
      expires: '2027-01-31',
      place: { file: 'waivers.yaml', pointer: '/0', line: 1 },
      line: '- id: invalid-rejected/createPlant/3f2a91c07b5d',
      state: 'used',
    },
  ],
} satisfies Whole<Report>;
