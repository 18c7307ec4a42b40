import { describe, expect, test } from 'vitest';
import { parameters } from '../../../contracts/conformance/cases/parameters.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import { isUnambiguous, serializeParameter } from '../../../spec/wire/parameter-styles.ts';
import { baselineFor, baselinesOf, fixture, freshRequestSpec } from './values-support.ts';

const contract = await fixture('parameters');

/** The examples of OpenAPI 3.1.1, "Style Examples". */
const colors = ['blue', 'black', 'brown'];
const rgb = { R: 100, G: 200, B: 150 };

describe('a parameter is serialized by its style', () => {
  test.each<[Parameter['in'], string, boolean, Json, string]>([
    ['path', 'simple', false, 'blue', 'blue'],
    ['path', 'simple', false, colors, 'blue,black,brown'],
    ['path', 'simple', false, rgb, 'R,100,G,200,B,150'],
    ['path', 'simple', true, rgb, 'R=100,G=200,B=150'],
    ['path', 'label', false, 'blue', '.blue'],
    ['path', 'label', false, colors, '.blue,black,brown'],
    ['path', 'label', true, colors, '.blue.black.brown'],
    ['path', 'label', true, rgb, '.R=100.G=200.B=150'],
    ['path', 'matrix', false, 'blue', ';color=blue'],
    ['path', 'matrix', false, colors, ';color=blue,black,brown'],
    ['path', 'matrix', true, colors, ';color=blue;color=black;color=brown'],
    ['path', 'matrix', false, rgb, ';color=R,100,G,200,B,150'],
    ['path', 'matrix', true, rgb, ';R=100;G=200;B=150'],
    ['query', 'form', true, 'blue', 'color=blue'],
    ['query', 'form', false, colors, 'color=blue,black,brown'],
    ['query', 'form', true, colors, 'color=blue&color=black&color=brown'],
    ['query', 'form', false, rgb, 'color=R,100,G,200,B,150'],
    ['query', 'form', true, rgb, 'R=100&G=200&B=150'],
    ['query', 'spaceDelimited', false, colors, 'color=blue%20black%20brown'],
    ['query', 'pipeDelimited', false, colors, 'color=blue%7Cblack%7Cbrown'],
    ['query', 'deepObject', true, rgb, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['query', 'deepObject', true, { a: [1, { b: 2 }] }, 'color%5Ba%5D%5B0%5D=1&color%5Ba%5D%5B1%5D%5Bb%5D=2'],
    ['query', 'deepObject', true, [{ x: 1 }, { x: 2 }], 'color%5B0%5D%5Bx%5D=1&color%5B1%5D%5Bx%5D=2'],
    ['header', 'simple', false, colors, 'blue,black,brown'],
    ['header', 'simple', true, rgb, 'R=100,G=200,B=150'],
    ['cookie', 'form', false, 'blue', 'color=blue'],
    ['query', 'form', false, ['a,b', 'c&d=e f+g#h?i%'], 'color=a%2Cb,c%26d%3De%20f%2Bg%23h%3Fi%25'],
    ['path', 'simple', false, 'é/蕨', '%C3%A9%2F%E8%95%A8'],
    ['header', 'simple', false, 'a b', 'a b'],
  ])('in %s, %s, explode %s: %j', (where, style, explode, value, text) => {
    expect(serializeParameter(parameterOf(where, style, explode), value)).toBe(text);
  });

  test.each<[Parameter['in'], string, boolean, Json]>([
    ['path', 'label', false, colors],
    ['path', 'label', false, rgb],
    ['query', 'spaceDelimited', true, colors],
    ['query', 'pipeDelimited', false, rgb],
    ['query', 'deepObject', true, { a: [1] }],
    ['query', 'deepObject', true, [{ x: 1 }]],
    ['cookie', 'form', true, colors],
  ])('ambiguous serializations are silent: %s, %s, explode %s: %j', (where, style, explode, value) => {
    expect(isUnambiguous(parameterOf(where, style, explode), value)).toBe(false);
  });
});

describe('the cases of parameters', () => {
  const all = baselinesOf(contract).flatMap((baseline) => [...parameters.generate(createGeneratorContext(baseline))]);

  test('have unique ids', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test('do not report an error for a missing record', () => {
    const inPath = all.filter(({ topic }) => topic.startsWith('path.'));
    expect(inPath.filter(({ tolerated }) => !tolerated.some(({ status }) => status === 404))).toEqual([]);
  });

  test.each([
    ['reject', '/query'],
    ['reject', '/query?PAGE=1'],
    ['reject', '/query?page=seven'],
    ['reject', '/query?page=12abc'],
    ['reject', '/query?page=NaN'],
    ['reject', '/query?page=undefined'],
    ['reject', '/query?page=18446744073709551617'],
    ['accept', '/query?page=9007199254740993'],
    ['reject', '/query?page=9007199254740994'],
    ['unspecified', '/query?page='],
    ['unspecified', '/query?page=1&page=1'],
    ['unspecified', '/query?page=1.0'],
    ['accept', '/query?page=1&price=0.29'],
    ['reject', '/query?page=1&price=0.015'],
    ['reject', '/query?page=1&day=2026-02-30'],
    ['accept', '/query?page=1&text=a%26b%3Dc%23d%3Fe%3Bf%3Ag%40h'],
    ['accept', '/query?page=1&text=Green%2Bbox'],
    ['accept', '/query?page=1&text=%C3%A9%E7%B7%91'],
    ['reject', '/query?page=1&form=1&form=seven'],
    ['reject', '/query?page=1&spaced=1%201%201%201'],
    ['accept', '/query?page=1&flat=Green%2Cbox'],
    ['reject', '/query?page=1&deep%5Bheight%5D=1'],
    ['reject', '/query?page=1&filter=%7B'],
  ])('%s %s', (expectation, path) => {
    const sent = all.filter((testCase) => freshRequestSpec(testCase).path === path);
    expect(sent.map((testCase) => testCase.expectation)).toContain(expectation);
  });

  test('write a header name in any case', () => {
    const renamed = [...parameters.generate(createGeneratorContext(baselineFor(contract, 'inHeadersAndCookies')))].find(
      ({ id }) => id.endsWith('header.X-Depth/name-in-another-case'),
    );
    expect(renamed?.expectation).toBe('accept');
    expect(renamed === undefined ? [] : freshRequestSpec(renamed).headers).toContainEqual(['x-depth', '1']);
  });
});

describe('the values of parameters', async () => {
  const cases = [
    ...parameters.generate(createGeneratorContext(baselineFor(await fixture('alternatives'), 'sendParcel'))),
  ];
  const paths = cases.map((testCase) => `${testCase.expectation} ${freshRequestSpec(testCase).path}`);

  test.each([
    ['a second example', 'accept /parcels?lane=abc'],
    ['one alternative', 'accept /parcels?mode=1'],
    ['the other alternative', 'accept /parcels?mode=slow'],
    ['none of them', 'reject /parcels?mode=12abc'],
    ['a string as in bodies', 'accept /parcels?note=undefined'],
  ])('include %s', (_what, sent) => {
    expect(paths).toContain(sent);
  });

  test('are short enough for all servers, and unique', () => {
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(2_050);
    const ordinary = cases.filter(({ id }) => !id.endsWith('/long'));
    const headers = ordinary.flatMap((testCase) => freshRequestSpec(testCase).headers.map(([, value]) => value.length));
    expect(Math.max(...headers)).toBeLessThan(1_050);
    const sent = cases.map((testCase) =>
      JSON.stringify([freshRequestSpec(testCase).path, freshRequestSpec(testCase).headers]),
    );
    expect(sent.filter((one, index) => sent.indexOf(one) !== index)).toEqual([]);
  });
});

function parameterOf(where: Parameter['in'], style: string, explode: boolean): Parameter {
  const place = { file: 'x', pointer: '', line: 1 };
  const common = { required: true, place, schema: undefined, content: [], examples: [] };
  return { ...common, name: 'color', in: where, style, explode };
}
