import { describe, expect, it, test } from 'vitest';
import { maskNamedFields } from '../../../../mock/journal/secrets/mask-text.ts';
import { secretNames } from '../../../../mock/journal/secrets/secret-names.ts';
import { relativeCpuTime } from '../../../cpu-time.ts';

const names = secretNames(['pin', 'card number', 'mötley']);
const shown = (text: string, isForm = false) => maskNamedFields(text, names, isForm).text;

describe('JSON', () => {
  it.each([
    ['a string', '{"password":"hunter2","id":1}', '{"password":"***","id":1}'],
    ['of a declared name', '{ "pin" : "hunter2" }', '{ "pin" : "***" }'],
    ['of an unusual name', '{"card number":"hunter2"}', '{"card number":"***"}'],
    ['in any case and separation', '{"Pass-Word":"hunter2"}', '{"Pass-Word":"***"}'],
    ['a number', '{"pin":123456,"id":1}', '{"pin":"***","id":1}'],
    ['a number at the end of an array', '[{"pin":123456}]', '[{"pin":"***"}]'],
    ['an object', '{"pin":{"a":["hunter2",{}]},"id":"}"}', '{"pin":"***","id":"}"}'],
    ['with a bracket in a string', '{"pin":["hun]ter2","x"],"id":1}', '{"pin":"***","id":1}'],
    ['with a quote in it', '{"pin":"hun\\"ter2","id":1}', '{"pin":"***","id":1}'],
    ['with a backslash at its end', '{"pin":"hunter2\\\\","id":1}', '{"pin":"***","id":1}'],
    ['at any depth', '{"a":[{"b":{"pin":"hunter2"}}]}', '{"a":[{"b":{"pin":"***"}}]}'],
    ['with escapes in the name', '{"p\\u0069n":"hunter2"}', '{"p\\u0069n":"***"}'],
    ['with escapes in a longer name', '{"m\\u00f6tley":"hunter2"}', '{"m\\u00f6tley":"***"}'],
    ['twice', '{"pin":"hunter2","pin":"hunter3"}', '{"pin":"***","pin":"***"}'],
    ['within a JSON string', '{"a":"{\\"pin\\":\\"hunter2\\"}","b":1}', '{"a":"{\\"pin\\":\\"***\\"}","b":1}'],
    [
      'in a JSON Patch',
      '[{"op":"add","path":"/user/pin","value":"hunter2"}]',
      '[{"op":"add","path":"/user/pin","value":"***"}]',
    ],
    ['in an array of names and values', '[{"name":"pin","value":"hunter2"}]', '[{"name":"pin","value":"***"}]'],
  ])('%s', (_what, text, expected) => expect(shown(text)).toBe(expected));

  it.each([
    ['truncated', '{"password":"hunter2', '{"password":"***'],
    ['without a brace', '{"password":"hunter2"', '{"password":"***"'],
    ['truncated in a number', '{"pin":12345', '{"pin":"***"'],
    ['truncated in an object', '{"pin":{"a":"hunter2', '{"pin":"***"'],
    ['after a missing quote', '{"a":"x,"password":"hunter2"}', '{"a":"x,"password":"***"}'],
    ['with an extra comma', '{"password":"hunter2",}', '{"password":"***",}'],
    ['in single quotes', "{'password':'hunter2'}", "{'password':'***'}"],
    ['without quotes', '{password: hunter2, id: 1}', '{password: ***, id: 1}'],
    ['in YAML', 'id: 1\npassword: hunter2 x\nname: y', 'id: 1\npassword: ***\nname: y'],
  ])('that is invalid: %s', (_what, text, expected) => expect(shown(text)).toBe(expected));

  it.each([
    '{"name":"hunter2","passwordHint":"x"}',
    '{"password":null}',
    '{"password":""}',
    '{"note":"password","pins":"1"}',
    'the password is not here',
    '',
  ])('does not change %s', (text) => expect(shown(text)).toBe(text));
});

describe('forms', () => {
  it.each([
    ['a field', 'a=1&password=hunter2&b=2', 'a=1&password=***&b=2'],
    ['with all characters of a form', `pin=hun ter"2'<&b=2`, 'pin=***&b=2'],
    ['with an encoded name', 'p%69n=hunter2', 'p%69n=***'],
    ['with a space in the name', 'card+number=hunter2', 'card+number=***'],
    ['a property of an object', 'user[pin]=hunter2&user.pin=hunter3', 'user[pin]=***&user.pin=***'],
  ])('%s', (_what, text, expected) => expect(shown(text, true)).toBe(expected));

  it('under another media type', () =>
    expect(shown('grant_type=password&client_secret=hunter2&x=1')).toBe('grant_type=password&client_secret=***&x=1'));

  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\nX-Y: z\r\n\r\n${value}\r\n`;

  it.each([
    [
      'a part',
      `${part('a', '1')}${part('pin', 'hun--\r\n--ter2')}--x--`,
      `${part('a', '1')}${part('pin', '***')}--x--`,
    ],
    [
      'a truncated one',
      `${part('a', '1')}${part('pin', 'hunter2').slice(0, -3)}`,
      `${part('a', '1')}${part('pin', '***').slice(0, -2)}`,
    ],
    [
      'one without quotes',
      part('pin', 'hunter2').replaceAll('"', ''),
      `${part('pin', '***').replaceAll('"', '').slice(0, -2)}`,
    ],
  ])('%s', (_what, text, expected) => expect(shown(text)).toBe(expected));
});

describe('XML', () => {
  it.each([
    ['an element', '<a><pin>hunter2</pin><b>1</b></a>', '<a><pin>***</pin><b>1</b></a>'],
    ['with a prefix and attributes', '<s:pin x="1">hunter2</s:pin>', '<s:pin x="1">***</s:pin>'],
    ['with elements in it', '<pin><a>hunter2</a></pin><b/>', '<pin>***</pin><b/>'],
    ['in a CDATA section', '<pin><![CDATA[hunter2]]></pin>', '<pin>***</pin>'],
    ['an attribute', '<a pin="hunter2" b="1"/>', '<a pin="***" b="1"/>'],
    ['truncated', '<a><pin>hunter2', '<a><pin>***'],
  ])('%s', (_what, text, expected) => expect(shown(text)).toBe(expected));
});

it('masks a text in UTF-16 completely', () => {
  const wide = Buffer.from('<a><pin>hunter2</pin></a>', 'utf16le').toString('utf8');
  expect(shown(wide)).toBe('***');
});

it('returns the masked values, without escapes', () => {
  const values = (text: string) => maskNamedFields(text, names).values;
  expect(values('{"pin":"hun\\u0074er\\"2"}')).toEqual(['hunter"2']);
  expect(values('{"pin":[{"a":"hunter2"}, "x"]}')).toEqual(['hunter2', 'x']);
  expect(values('a=1&pin=hun%20ter2')).toEqual(['hun ter2']);
  expect(values('<pin>a&amp;b</pin>')).toEqual(['a&b']);
});

describe('the effort is linear in the text, for', () => {
  test.each([
    ['quotes', '"'],
    ['escaped quotes', '\\"'],
    ['apostrophes', "'\\"],
    ['backslashes behind a name', 'pin\\'],
    ['open names', '"pin":'],
    ['open objects', '{"pin":{'],
    ['open elements', '<pin>'],
    ['open tags', '<pin '],
    ['fields', 'pin='],
    ['spaces', 'pin   '],
    ['dispositions', 'content-disposition: name='],
    ['parts', 'content-disposition: name=pin\r\n\r\n'],
    ['pointers', '"path":"/'],
    ['slashes', '"path":"a/'],
  ])('%s', async (_what, piece) => {
    const text = piece.repeat(60_000 / piece.length);
    expect(await relativeCpuTime(() => shown(text))).toBeLessThan(3);
  });
});
