/** Records that are created below a parent, and read, changed and deleted at a shorter path. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../spec/model/contract.ts';
import { createPhotoStore, type PhotoStoreDefect, photoAlbums, photosWithoutRead } from './photo-store.ts';
import { describeErrors, failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

async function findingsFor(defect?: PhotoStoreDefect, contract: Contract = photoAlbums) {
  const baseUrl = await startTestServer(createPhotoStore(defect), onTestFinished);
  return verify({ baseUrl, contract, categories: ['lifecycles', 'unknown-identifiers'] });
}

test('reports nothing for a right implementation, and tests all of its operations', async () => {
  const result = await findingsFor();
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

describe('reports an implementation that', () => {
  test.each<[PhotoStoreDefect, string]>([
    ['does not find a photo at its own path', 'created-is-found'],
    ['does not list a photo of an album among all photos', 'list-has-created'],
    ['creates each photo in the first album', 'list-has-created'],
    ['keeps a deleted photo in the list of its album', 'deleted-not-found'],
    ['keeps a deleted photo in the list of all photos', 'deleted-not-found'],
    ['lists the photos of all albums for each album', 'scoped-to-parent'],
    ['lists a replaced photo of an album as it was', 'list-shows-written'],
    ['replaces another photo than the one in the path', 'read-returns-written'],
    ['finds a photo again after its deletion', 'deleted-not-found'],
    ['lists the photos of a deleted album', 'deleted-not-found'],
  ])('%s', async (defect, check) => {
    expect(failingChecks(await findingsFor(defect))).toEqual([check]);
  });
});

test('reports nothing for a right implementation whose photos have no GET of their own', async () => {
  const result = await findingsFor(undefined, photosWithoutRead);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
});

describe('reads photos back in the list of their album where they have no GET, and reports an implementation that', () => {
  test.each<[PhotoStoreDefect, ...string[]]>([
    ['keeps a deleted photo in the list of its album', 'deleted-not-found'],
    ['lists a replaced photo of an album as it was', 'list-shows-written'],
    ['replaces another photo than the one in the path', 'list-shows-written'],
    ['lists the photos of all albums for each album', 'scoped-to-parent'],
    ['deletes a photo that does not exist', 'deleted-once', 'unknown-not-found'],
  ])('%s', async (defect, ...checks) => {
    expect(failingChecks(await findingsFor(defect, photosWithoutRead))).toEqual(checks);
  });
});
