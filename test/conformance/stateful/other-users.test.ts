/** Requests of a second user: correct and faulty implementations, and contracts that say something about it or nothing. */
import { describe, test } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, verify } from '../support.ts';
import { type OnTestEnd, startTestServer } from '../test-server.ts';
import {
  createMemoServer,
  loadMemoContract,
  type MemoAction,
  type MemoBehavior,
  memoTokens,
  rightMemos,
} from './memo-store.ts';

const isolating = await loadMemoContract({ info: 'Memos of users. Users can access only their own memos.' });
const silent = await loadMemoContract({});

interface Verification {
  readonly contract?: Contract;
  readonly isolated?: readonly string[];
  readonly otherToken?: string;
  readonly operations?: readonly string[];
}

async function verifyMemos(
  overrides: Partial<MemoBehavior>,
  { contract = isolating, isolated = [], otherToken = memoTokens.bert, operations = [] }: Verification,
  onEnd: OnTestEnd,
): Promise<RunResult> {
  const baseUrl = await startTestServer(createMemoServer(overrides), onEnd);
  const other = { byScheme: new Map([['bearer', otherToken]]), isolated };
  const credentials = { token: memoTokens.anna, byScheme: new Map<string, string>(), other };
  return verify({ baseUrl, contract, credentials, categories: ['other-users'], operations, timeoutMs: NEVER_MS });
}

/** All runs share one thread, which a busy machine may stop for longer than any usual time limit. */
const NEVER_MS = 600_000;

/** The operations that a second user has reached. */
function reached({ findings }: RunResult): readonly string[] {
  return findings.filter(({ check }) => check === 'scoped-to-user').map(({ subject }) => subject);
}

/** Each user has a memo 1. */
const numbered: Partial<MemoBehavior> = {
  newId: (memos, owner) => String([...memos.values()].filter((one) => one.owner === owner).length + 1),
  key: (id, user) => `${user}/${id}`,
};

const correct: readonly (readonly [string, Partial<MemoBehavior>])[] = [
  ['hides the memos of others', {}],
  ['returns 403 for the memos of others', { statusOfMissing: (_action, isOfOther) => (isOfOther ? 403 : 404) }],
  ['counts the memos of each user', numbered],
  ['returns 204 to each deletion', { statusOfMissing: (action) => (action === 'delete' ? 204 : 404) }],
  [
    'returns 204 to each deletion, and counts',
    { ...numbered, statusOfMissing: (action) => (action === 'delete' ? 204 : 404) },
  ],
];

test.concurrent.for(correct)('no error: %s', async ([_what, overrides], { onTestFinished, expect }) => {
  const result = await verifyMemos(overrides, {}, onTestFinished);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.rows.map(({ operation }) => operation)).toEqual([
    'listMemos',
    'readMemo',
    'replaceMemo',
    'addComment',
    'deleteMemo',
  ]);
});

/** The second user reaches all memos with one action. */
function reaching(action: MemoAction): Partial<MemoBehavior> {
  return { mayReach: (user, memo, one) => one === action || rightMemos.mayReach(user, memo, one) };
}

/** A change is reported for the operation that shows its effect. */
const reporting = new Map([
  ['replaceMemo', 'readMemo'],
  ['deleteMemo', 'readMemo'],
]);

const faulty: readonly (readonly [string, string, Partial<MemoBehavior>])[] = [
  ['lists', 'listMemos', reaching('list')],
  ['shows', 'readMemo', reaching('read')],
  ['replaces', 'replaceMemo', reaching('replace')],
  ['deletes', 'deleteMemo', reaching('delete')],
  ['accepts comments on', 'addComment', reaching('comment')],
];

test.concurrent.for(faulty)('it %s the memos of others: %s', async ([_what, operation, overrides], context) => {
  const result = await verifyMemos(overrides, { operations: [operation] }, context.onTestFinished);
  context.expect(reached(result)).toEqual([reporting.get(operation) ?? operation]);
  context
    .expect(result.findings.map(({ requirement }) => requirement))
    .toEqual(['the contract says "Users can access only their own memos."']);
});

const nextNumber: MemoBehavior['newId'] = (memos) => String(memos.size + 1);

test.concurrent.for(faulty)('it %s them under numbers: %s', async ([_what, operation, overrides], context) => {
  const verification = { operations: [operation] };
  const result = await verifyMemos({ ...overrides, newId: nextNumber }, verification, context.onTestFinished);
  context.expect(reached(result)).toEqual([reporting.get(operation) ?? operation]);
});

test('finds a deletion by its effect, where the status says nothing', async ({ onTestFinished, expect }) => {
  const overrides: Partial<MemoBehavior> = {
    deletesBeforeCheck: true,
    statusOfMissing: (action) => (action === 'delete' ? 204 : 404),
  };
  const { findings } = await verifyMemos(overrides, { operations: ['deleteMemo'] }, onTestFinished);
  expect(findings.map(({ check, received }) => [check, received])).toEqual([
    ['scoped-to-user', 'status 404: the second user has deleted it'],
  ]);
});

test('finds a replacement by its effect, where a PUT to an unused id succeeds', async ({ onTestFinished, expect }) => {
  const overrides = { ...reaching('replace'), upserts: true };
  const { findings } = await verifyMemos(overrides, { operations: ['replaceMemo'] }, onTestFinished);
  expect(findings.map(({ check, subject, received }) => [check, subject, received])).toEqual([
    ['scoped-to-user', 'readMemo', 'what the second user has sent'],
  ]);
});

test('finds a rejected deletion that deletes', async ({ onTestFinished, expect }) => {
  const { findings } = await verifyMemos({ deletesBeforeCheck: true }, { operations: ['deleteMemo'] }, onTestFinished);
  expect(findings.map(({ check }) => check)).toEqual(['scoped-to-user']);
});

const open: Partial<MemoBehavior> = { mayReach: () => true };

test('tests nothing where the contract says nothing', async ({ onTestFinished, expect }) => {
  const run = verifyMemos(open, { contract: silent }, onTestFinished);
  await expect(run).rejects.toThrow('no case of other-users applies to this contract');
});

test('reports what the user of the kit declares as isolated', async ({ onTestFinished, expect }) => {
  const result = await verifyMemos(open, { contract: silent, isolated: ['GET /memos*'] }, onTestFinished);
  expect(reached(result)).toEqual(['listMemos', 'readMemo']);
  expect(result.findings[0]?.requirement).toBe('you declared its records as isolated');
});

test('says that nothing is tested when the second user is rejected', async ({ onTestFinished, expect }) => {
  const result = await verifyMemos({}, { otherToken: 'Bert-unknown-0' }, onTestFinished);
  expect(result.findings).toEqual([]);
  expect(result.unchecked).toHaveLength(5);
  expect(result.unchecked[0]?.reason).toBe(
    'tested in part, because the credentials of the second user are rejected (GET /memos gets 401); not tested: records of the first user are out of reach of the second',
  );
});

describe.concurrent('what a sentence covers', () => {
  test.for<readonly [string, Parameters<typeof loadMemoContract>[0], readonly string[]]>([
    ['the reads', { info: 'Memos of other users are not visible.' }, ['listMemos', 'readMemo']],
    [
      'all',
      { scheme: 'Each token accesses only its own data.' },
      ['listMemos', 'readMemo', 'readMemo', 'addComment', 'readMemo'],
    ],
    ['a list', { operations: { listMemos: 'Returns the memos of the authenticated user.' } }, ['listMemos']],
    ['a deletion', { operations: { deleteMemo: 'Only the owner can delete a memo.' } }, ['readMemo']],
    ['the record', { schema: 'A memo can be changed only by its author.' }, ['readMemo']],
    ['a rejection', { missing: 'The memo does not exist or belongs to another user.' }, ['readMemo']],
    [
      'not one that grants access',
      {
        info: 'Memos of other users are not visible. Administrators see all.',
        operations: { readMemo: 'Only the owner can read it.' },
      },
      ['readMemo'],
    ],
    [
      'not an operation for all',
      { info: 'Memos of other users are not visible.', operations: { listMemos: 'Lists the memos of all users.' } },
      ['readMemo'],
    ],
  ])('%s', async ([_what, texts, operations], { onTestFinished, expect }) => {
    const contract = await loadMemoContract(texts);
    expect(reached(await verifyMemos(open, { contract }, onTestFinished))).toEqual(operations);
  });
});

test('shows the requests of both users, and a variable of its own in the command', async ({
  onTestFinished,
  expect,
}) => {
  const { findings } = await verifyMemos(reaching('read'), { operations: ['readMemo'] }, onTestFinished);
  const [evidence] = findings.flatMap((finding) => finding.evidence ?? []);
  expect(evidence?.steps?.map((step) => step.replace(/ \(.*/, ''))).toEqual([
    '1. the first user reads it',
    '2. the second user reads it',
  ]);
  expect(evidence?.curl).toContain(`-H 'Authorization: Bearer '"$PLANT_STORE_TOKEN_OF_OTHER"`);
  expect(evidence?.curlLimitations).toContain('replay needs bearer=VALUE in PLANT_STORE_AUTH_OTHER again');
  expect(JSON.stringify(findings)).not.toMatch(/Anna-4|Bert-8/);
});
