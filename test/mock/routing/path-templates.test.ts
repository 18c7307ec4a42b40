/** The paths of a contract that match a request, in order. */
import { expect, test } from 'vitest';
import { createPathMatcher } from '../../../mock/routing/path-templates.ts';
import { plantStoreContract } from '../../conformance/support.ts';

const [operation] = plantStoreContract.operations;
const paths = [
  '/a/{x}/{y}',
  '/a/{x}.json/{id}',
  '/a/{z}/b',
  '/a/b/{z}',
  '/a/{x}-{y}/b',
  '/a/{same}/b',
  '/a/%62%20c',
  '/',
  '/a/{x}/{x}/{x}',
];
const matching = createPathMatcher(paths.flatMap((path) => (operation === undefined ? [] : { ...operation, path })));

test.each([
  ['/a/b/b', ['/a/b/{z}', '/a/{z}/b', '/a/{same}/b', '/a/{x}/{y}']],
  ['/a/1-2/b', ['/a/{x}-{y}/b', '/a/{z}/b', '/a/{same}/b', '/a/{x}/{y}']],
  ['/a/1.json/b', ['/a/{x}.json/{id}', '/a/{z}/b', '/a/{same}/b', '/a/{x}/{y}']],
  ['/a/%62/c', ['/a/b/{z}', '/a/{x}/{y}']],
  ['/a/b%20c', ['/a/%62%20c']],
  ['/a//c', []],
  ['/a/1', []],
  ['/a', []],
  ['/', ['/']],
  ['/a/%zz', []],
])('%s matches %j, the more concrete first', (path, found) => {
  expect(matching(path).flatMap(({ operations }) => operations.map((one) => one.path))).toEqual(found);
});

test.each([
  ['/a/1-2/b', [{ x: '1', y: '2' }, { z: '1-2' }, { same: '1-2' }, { x: '1-2', y: 'b' }]],
  ['/a/%20/c', [{ x: '%20', y: 'c' }]],
  ['/a/1/2/3', [{ x: '3' }]],
])('the encoded parameters of %s are %j', (path, captures) => {
  expect(matching(path).map((match) => Object.fromEntries(match.captures))).toEqual(captures);
});

test('a concrete path is found first, also if other paths stand between it and the template', () => {
  const between = ['/items', '/items/{id}', '/other', '/items/best'];
  const matchPath = createPathMatcher(between.map((path) => ({ path })));
  expect(matchPath('/items/best').flatMap(({ operations }) => operations.map(({ path }) => path))).toEqual([
    '/items/best',
    '/items/{id}',
  ]);
});

test('a concrete path comes first among many templates of other lengths', () => {
  const declared = ['/w/{id}', '/w', '/w/a/b/c', '/{x}', '/{x}/{y}/{z}', '/w/list', '/w/{id}/b', '/w/{id}/b/c'];
  // Each order of the document.
  for (const [index] of declared.entries()) {
    const rotated = [...declared.slice(index), ...declared.slice(0, index)];
    const match = createPathMatcher(rotated.flatMap((path) => (operation === undefined ? [] : { ...operation, path })));
    const [first] = match('/w/list').flatMap(({ operations }) => operations);
    expect(first?.path).toBe('/w/list');
  }
});
