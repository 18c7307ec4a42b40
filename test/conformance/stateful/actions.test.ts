/** Actions on records that have a state, and jobs: correct and faulty implementations. */
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, failingChecks, verify } from '../support.ts';
import { type OnTestEnd, startTestServer } from '../test-server.ts';
import { createParcelServer, type ParcelBehavior, rightBehavior } from './parcel-store.ts';

const contract = await loadContract('test/fixtures/conformance/parcels.yaml');

/** Its 202 does not say what the Location is that of: the export, which exists later. */
const silentContract: Contract = {
  ...contract,
  operations: contract.operations.map((operation) => ({
    ...operation,
    responses: operation.responses.map((one) => (one.status === '202' ? { ...one, description: 'Accepted.' } : one)),
  })),
};

async function verifyParcels(
  overrides: Partial<ParcelBehavior>,
  operation: 'createParcel' | 'startExport',
  onEnd: OnTestEnd,
  given: Contract = contract,
) {
  const baseUrl = await startTestServer(createParcelServer(overrides), onEnd);
  return verify({ baseUrl, contract: given, categories: ['lifecycles'], operations: [operation] });
}

/** It is found from the third read on. */
function foundLater(): Pick<ParcelBehavior, 'readExport'> {
  let reads = 0;
  return { readExport: (found) => (++reads < 3 ? undefined : found) };
}

const correct: readonly (readonly [string, Partial<ParcelBehavior>])[] = [
  ['keeps the contract', {}],
  [
    'returns a parcel twice, which the contract does not exclude',
    {
      act: (parcel, verb) => (verb === 'return' ? { ...parcel, status: 'returned' } : rightBehavior.act(parcel, verb)),
    },
  ],
  [
    'returns a parcel by itself once it is collected',
    {
      conflict: () => ({ message: 'No.' }),
      read: (parcel) => (parcel.status === 'collected' ? { ...parcel, status: 'returned' } : parcel),
      act: (parcel, verb) => (verb === 'collect' ? rightBehavior.act(parcel, verb) : { ...parcel, status: 'returned' }),
    },
  ],
  ['names no status in conflicts', { conflict: () => ({ message: 'No.' }) }],
  ['normalizes the addressee', { stored: (changed) => ({ ...changed, addressee: changed.addressee.toUpperCase() }) }],
];

test.concurrent.for(correct)('no error: %s', async ([_what, overrides], { onTestFinished, expect }) => {
  expect(describeErrors(await verifyParcels(overrides, 'createParcel', onTestFinished))).toEqual([]);
});

const faulty: readonly (readonly [string, string, Partial<ParcelBehavior>])[] = [
  [
    'collects a parcel twice',
    'conflicting-action-rejected',
    { act: (parcel, verb) => ({ ...parcel, status: verb === 'collect' ? 'collected' : 'returned' }) },
  ],
  [
    'packs a parcel again by a conflict',
    'conflicting-action-rejected',
    { onConflict: (parcel) => ({ ...parcel, status: 'packed' }) },
  ],
  [
    'names another status in conflicts',
    'conflicting-action-rejected',
    { conflict: () => ({ message: 'No.', currentStatus: 'packed' }) },
  ],
  ['stores no state', 'action-changes-state', { stored: (_changed, before) => before }],
  ['returns the state before', 'action-changes-state', { shown: (_changed, before) => before }],
  ['clears the addressee', 'action-changes-state', { stored: (changed) => ({ ...changed, addressee: '' }) }],
  [
    'collects all parcels',
    'action-changes-state',
    { others: (other, { status }) => (other.status === 'packed' ? { ...other, status } : other) },
  ],
  [
    'hides a parcel that is collected',
    'action-changes-state',
    { read: (parcel) => (parcel.status === 'collected' ? undefined : parcel) },
  ],
  ['returns another body for conflicts', 'body-matches-schema', { conflict: () => ({ error: 'no' }) }],
];

test.concurrent.for(faulty)('%s: %s', async ([_what, check, overrides], { onTestFinished, expect }) => {
  expect(failingChecks(await verifyParcels(overrides, 'createParcel', onTestFinished))).toContain(check);
});

test('reports no error for a job that is done at once', async ({ onTestFinished, expect }) => {
  expect(describeErrors(await verifyParcels({}, 'startExport', onTestFinished))).toEqual([]);
});

const faultyJobs: readonly (readonly [string, string, Partial<ParcelBehavior>])[] = [
  ['is never found', 'created-is-found', { readExport: () => undefined }],
  ['has a Location without a job', 'created-is-found', { exportLocation: () => '/exports/999999' }],
  ['loses its title', 'read-returns-written', { readExport: (found) => ({ ...found, title: 'another' }) }],
];

test.concurrent.for(faultyJobs)('a job that %s: %s', async ([_what, check, overrides], { onTestFinished, expect }) => {
  expect(failingChecks(await verifyParcels(overrides, 'startExport', onTestFinished))).toContain(check);
});

const laterJobs: readonly (readonly [string, Partial<ParcelBehavior>])[] = [
  ['exists after two reads', foundLater()],
  ['does not exist for as long as it is read', { readExport: () => undefined }],
];

test.concurrent.for(laterJobs)(
  'nothing is reported for the result of a 202 that %s',
  async ([, overrides], { onTestFinished, expect }) => {
    const { findings } = await verifyParcels(overrides, 'startExport', onTestFinished, silentContract);
    expect(findings).toEqual([]);
  },
);

test('the result of a 202 is checked once it exists', async ({ onTestFinished, expect }) => {
  const { readExport } = foundLater();
  const overrides: Partial<ParcelBehavior> = {
    readExport(found) {
      const shown = readExport(found);
      return shown && { ...shown, title: 'another' };
    },
  };
  const result = await verifyParcels(overrides, 'startExport', onTestFinished, silentContract);
  expect(failingChecks(result)).toContain('read-returns-written');
});
