/** Requests below another parent, and about what belonged to a deleted record. */
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { usualPauses, verify } from '../support.ts';
import { type AlbumOverrides, startAlbumStore } from './album-store.ts';

const document = readFileSync('test/fixtures/conformance/stateful/albums.yaml', 'utf8');
const statedDeletion = 'Deletes an album with its photos and labels.';

async function contractWith(sentence: string) {
  return parseContract(
    'https://contracts.example/albums.yaml',
    document.replace(statedDeletion, () => sentence),
  );
}

const operations = ['addPhoto', 'writeLabel', 'startExport', 'addSong'];
const stated = await contractWith(statedDeletion);
const silent = await contractWith('Deletes an album.');
const moving = await contractWith('Deletes an album. Its photos are moved to another one.');

test.concurrent.for<readonly [string, AlbumOverrides, string]>([
  ['reads photos', { findsDeleted: ['GET albums/photos/one'] }, 'deleted-not-found readPhoto'],
  ['lists photos', { findsDeleted: ['GET albums/photos'] }, 'deleted-not-found listPhotos'],
  ['reads captions', { findsDeleted: ['GET albums/photos/one/caption'] }, 'deleted-not-found readCaption'],
  ['adds photos', { findsDeleted: ['POST albums/photos'] }, 'deleted-not-found addPhoto'],
  ['reads labels', { findsDeleted: ['GET albums/labels/one'] }, 'deleted-not-found readLabel'],
  ['writes labels', { findsDeleted: ['PUT albums/labels/one'] }, 'deleted-not-found writeLabel'],
  ['finishes exports', { exports: 'never fail' }, 'deleted-not-found startExport'],
])(
  'reports an implementation that %s of deleted albums',
  async ([, overrides, expected], { expect, onTestFinished }) => {
    const baseUrl = await startAlbumStore(onTestFinished, overrides);
    expect(await errorsOf(baseUrl, stated)).toEqual([expected]);
  },
);

test.concurrent.for<readonly [string, AlbumOverrides, string]>([
  ['reads captions', { ignoresAlbum: ['GET albums/photos/one/caption'] }, 'scoped-to-parent readCaption'],
  ['writes captions', { ignoresAlbum: ['PUT albums/photos/one/caption'] }, 'scoped-to-parent writeCaption'],
  ['prints', { ignoresAlbum: ['POST albums/photos/one/prints'] }, 'scoped-to-parent printPhoto'],
  ['changes photos', { ignoresAlbum: ['PATCH albums/photos/one'] }, 'scoped-to-parent changePhoto'],
  ['deletes photos', { ignoresAlbum: ['DELETE albums/photos/one'] }, 'scoped-to-parent readPhoto'],
  ['shares labels', { sharesLabels: true }, 'scoped-to-parent readLabel'],
])('reports an implementation that %s below any album', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startAlbumStore(onTestFinished, overrides);
  expect(await errorsOf(baseUrl, stated)).toEqual([expected]);
});

test.concurrent.for<readonly ['everywhere' | 'in the list', string]>([
  ['everywhere', 'deleted-not-found readSong'],
  ['in the list', 'deleted-not-found listSongs'],
])(
  'reports songs that are kept %s after the deletion of their singer',
  async ([kept, expected], { expect, onTestFinished }) => {
    const baseUrl = await startAlbumStore(onTestFinished, { keepsSongs: kept });
    expect(await errorsOf(baseUrl, stated)).toEqual([expected]);
  },
);

test.concurrent.for<readonly [string, AlbumOverrides, typeof stated]>([
  ['deletes albums with their contents', {}, stated],
  ['rejects the deletion of an album with photos', { deletion: 'rejects contents' }, silent],
  ['moves the photos of a deleted album', { deletion: 'moves photos' }, moving],
  ['creates an album for a label', { createsAlbums: true }, stated],
  [
    'lists nothing for an album that was deleted',
    { findsDeleted: ['GET albums/photos'], deletion: 'moves photos' },
    moving,
  ],
  ['stores captions of photos that do not exist', { storesAnyCaption: true }, silent],
  ['has a caption for photos that do not exist', { defaultCaption: 'No caption yet.' }, silent],
  ['returns 204 for the deletion of a photo below another album, and keeps it', { deletesElsewhere: true }, stated],
  ['starts exports of deleted albums, which fail', { exports: 'fail without album' }, stated],
])('reports nothing for an implementation that %s', async ([, overrides, contract], { expect, onTestFinished }) => {
  const baseUrl = await startAlbumStore(onTestFinished, overrides);
  const { findings } = await verify({ contract, baseUrl, operations, categories: ['lifecycles'] });
  expect(findings.map(({ check, subject }) => `${check} ${subject}`)).toEqual([]);
});

test.concurrent.for<readonly [string, AlbumOverrides, typeof stated]>([
  [
    'that are kept, where the contract does not say that they are deleted',
    { findsDeleted: ['GET albums/photos', 'GET albums/photos/one', 'GET albums/photos/one/caption'] },
    silent,
  ],
  ['of an album that is only marked as deleted', { deletion: 'marks' }, stated],
  ['and songs that are deleted a moment later', { keepsSongs: 'for a moment' }, stated],
])('reports at most warnings for photos %s', async ([, overrides, contract], { expect, onTestFinished }) => {
  const baseUrl = await startAlbumStore(onTestFinished, overrides);
  expect(await errorsOf(baseUrl, contract)).toEqual([]);
});

async function errorsOf(baseUrl: string, contract: typeof stated): Promise<readonly string[]> {
  const { findings } = await verify({ ...usualPauses, contract, baseUrl, operations, categories: ['lifecycles'] });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, subject }) => `${check} ${subject}`);
}
