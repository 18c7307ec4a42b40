import { describe, expect, it } from 'vitest';
import { placeholderUrl, withRequestOrigin } from '../../../mock/made-up/image-url.ts';
import { placeholderImage } from '../../../mock/made-up/placeholder-image.ts';
import { isJsonObject } from '../../../spec/json/exact-json.ts';
import { send, startMockWithPaths } from '../support.ts';

const body = (path: string) => placeholderImage(path)?.body ?? '';

describe('a placeholder image', () => {
  it('shows its text and its size', () => {
    expect(body('/__store/image/640x480/modern%20chair.svg')).toMatch(/>modern chair<.*>640 × 480</);
    expect(body('/__store/image/20x10')).toContain('width="20" height="10"');
  });

  it('has the same colour for the same text', () => {
    const colour = (path: string) => /hsl\((\d+)/.exec(body(path))?.[1];
    expect(colour('/__store/image/9x9/a.svg')).toBe(colour('/__store/image/90x9/a.svg'));
    expect(colour('/__store/image/9x9/a.svg')).not.toBe(colour('/__store/image/9x9/b.svg'));
  });

  it('has no markup of the address, and a text of limited length', () => {
    const name = encodeURIComponent('<script>alert("1")</script>&\u0000\u202e]]>');
    const image = body(`/__store/image/640x480/${name}.svg`);
    expect(image).not.toMatch(/<script|\u202e|\u0000|\]\]>/);
    expect(image.match(/<\/?[a-z]+/g)).toEqual([
      '<svg',
      '<rect',
      '<g',
      '<text',
      '</text',
      '<text',
      '</text',
      '</g',
      '</svg',
    ]);
    expect(body(`/__store/image/9x9/${'x'.repeat(9_000)}.svg`).length).toBeLessThan(700);
    expect(body('/__store/image/9x9/%E0%A4%A.svg')).toContain('%E0%A4%A');
  });

  it.each([
    '/__store/image/',
    '/__store/image/0x9',
    '/__store/image/99999x1/a.svg',
    '/__store/image/9x9/a/b.svg',
    '/other/9x9',
  ])('%s is none', (path) => expect(placeholderImage(path)).toBeUndefined());
});

describe('the address of a placeholder image', () => {
  const text = JSON.stringify({ image: placeholderUrl(9, 9, 'a b') });

  it('has the host of the request', () => {
    expect(withRequestOrigin(text, 'http://shop.test:1')).toBe(
      '{"image":"http://shop.test:1/__store/image/9x9/a%20b.svg"}',
    );
  });

  it('leads to an image that a page of any origin may show', async () => {
    const user = { type: 'object', required: ['avatar'], properties: { avatar: { type: 'string', format: 'uri' } } };
    const mock = await startMockWithPaths({
      '/me': {
        get: { responses: { '200': { description: 'ok', content: { 'application/json': { schema: user } } } } },
      },
    });
    const { json } = await send(`${mock.url}/me`);
    const avatar = isJsonObject(json) ? String(json['avatar']) : '';
    expect(avatar).toMatch(`${mock.url}/__store/image/200x200/`);
    const fromPage = {
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    };
    const image = await send(avatar, fromPage);
    expect(image.status).toBe(200);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect((await send(avatar, { method: 'HEAD' })).text).toBe('');
    expect((await send(avatar, { method: 'POST' })).status).toBe(404);
    expect((await send(`${mock.url}/__store/records`, fromPage)).status).toBe(403);
  });

  it('is found by a filter with the address that the response shows', async () => {
    const user = {
      type: 'object',
      required: ['id', 'avatar'],
      properties: { id: { type: 'integer' }, avatar: { type: 'string' } },
    };
    const list = { type: 'array', items: user };
    const mock = await startMockWithPaths({
      '/users': {
        get: {
          parameters: [{ name: 'avatar', in: 'query', schema: { type: 'string' } }],
          responses: { '200': { description: 'ok', content: { 'application/json': { schema: list } } } },
        },
      },
      '/users/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { '200': { description: 'ok', content: { 'application/json': { schema: user } } } },
        },
      },
    });
    const shown = (await send(`${mock.url}/users`)).text;
    const [{ avatar }] = JSON.parse(shown);
    expect((await send(`${mock.url}/users?avatar=${encodeURIComponent(avatar)}`)).text).toBe(shown);
    expect((await send(`${mock.url}/users?avatar=other`)).text).toBe('[]');
    expect(await mock.records.list('/users')).toEqual(JSON.parse(shown));
  });
});
