import { describe, expect, it } from 'vitest';
import { errorMessage, parseStatus, send, sendRaw, startMockOf } from '../support.ts';

const parameters = 'test/fixtures/mock/parameters.yaml';

describe('a parameter', () => {
  it.each([
    '/simple/7',
    '/simple/-9223372036854775808',
    '/simple/%37',
    '/simple-list/1,2,3',
    '/simple-object/x,1,y,2',
    '/simple-exploded/x=1,y=2',
    '/label/.7',
    '/label-list/.1.2',
    '/matrix/;id=7',
    '/matrix-list/;ids=1,2',
    '/matrix-exploded/;ids=1;ids=2',
    '/matrix-object/;x=1;y=2',
    '/form?n=7',
    '/form',
    '/form?N=many',
    '/form-list?n=1,2',
    '/form-exploded?n=1&n=2',
    '/form-exploded?n=1',
    '/form-object?at=x,1,y,2',
    '/form-object-exploded?x=1&y=2',
    '/spaces?n=1%202',
    '/spaces?n=1+2',
    '/pipes?n=1|2',
    '/pipes?n=1%7C2',
    '/deep?at[x]=1&at[y]=2',
    '/deep?at%5Bx%5D=1',
    '/content?at=%7B%22x%22%3A1%7D',
    '/required?Name=a',
    '/empty?text=',
    '/boolean?on=false',
    '/nothing?n=7',
    '/nothing?n=null',
  ])('of %s is accepted', async (target) => {
    const mock = await startMockOf(parameters);
    expect((await send(`${mock.url}${target}`)).status).toBe(204);
  });

  it.each([
    ['/simple/seven', 'path.id: expected integer, got string "seven"'],
    ['/simple/9223372036854775808', 'path.id: expected'],
    ['/simple/1.5', 'path.id: expected integer, got number 1.5'],
    ['/simple/1.00000000000000000001', 'path.id: expected integer, got number 1.00000000000000000001'],
    ['/simple/07', 'path.id: expected integer, got string "07"'],
    ['/simple/0x7', 'path.id: expected integer'],
    ['/simple-list/1,b', 'path.ids[1]: expected integer, got string "b"'],
    ['/simple-object/y,1', 'path.at.x: expected a value'],
    ['/simple-exploded/x=a', 'path.at.x: expected integer'],
    ['/label/7', 'path.id: expected'],
    ['/label-list/.1.b', 'path.ids[1]: expected integer'],
    ['/matrix/7', 'path.id: expected'],
    ['/matrix/;other=7', 'path.id: expected'],
    ['/matrix-exploded/;ids=1;ids=b', 'path.ids[1]: expected integer'],
    ['/matrix-object/;y=2', 'path.at.x: expected a value'],
    ['/form?n=', 'query.n: expected integer, got string ""'],
    ['/form?n', 'query.n: expected integer, got string ""'],
    ['/form?n=1&n=2', 'query.n: expected integer, got array'],
    ['/form-list?n=1,2,3,4', 'query.n: expected an array of at most 3 items, got 4'],
    ['/form-list?n=', 'query.n[0]: expected integer, got string ""'],
    ['/form-exploded?n=1&n=b', 'query.n[1]: expected integer'],
    ['/form-object?at=x,a', 'query.at.x: expected integer'],
    ['/form-object-exploded?y=1', 'query.at.x: expected a value'],
    ['/form-object-exploded', 'query.at: expected a value (the query parameter is required), got nothing'],
    ['/spaces?n=1%20b', 'query.n[1]: expected integer'],
    ['/pipes?n=1|b', 'query.n[1]: expected integer'],
    ['/deep?at[x]=a', 'query.at.x: expected integer'],
    ['/deep?at[z]=1', 'query.at'],
    ['/deep?at[__proto__]=1', 'query.at'],
    ['/deep?at[constructor][prototype]=1', 'query.at'],
    ['/content?at=%7B%7D', 'query.at.x: expected a value'],
    ['/content?at=x', 'query.at: expected object'],
    ['/required?name=a', 'query.Name: expected a value (the query parameter is required), got nothing'],
    ['/empty', 'query.text: expected a value'],
    ['/boolean?on=yes', 'query.on: expected boolean, got string "yes"'],
    ['/boolean?on=', 'query.on: expected boolean, got string ""'],
    ['/nothing?n=', 'query.n: expected'],
    ['/header', 'header.X-Numbers: expected a value (the header parameter is required), got nothing'],
    ['/cookie', 'cookie.n: expected a value (the cookie parameter is required), got nothing'],
  ])('of %s is rejected: %s', async (target, reason) => {
    const mock = await startMockOf(parameters);
    const response = await send(`${mock.url}${target}`);
    expect(response.status).toBe(400);
    expect(errorMessage(response)).toContain(reason);
  });

  it.each([
    ['header', 'X-Numbers: 1, 2', 204],
    ['header', 'x-numbers:1,2', 204],
    ['header', 'X-Numbers: 1\r\nX-Numbers: 2', 204],
    ['header', 'X-Numbers: 1,b', 400],
    ['header', 'X-Numbers:', 400],
    ['cookie', 'Cookie: a=b; n=7', 204],
    ['cookie', 'Cookie: n="7"', 204],
    ['cookie', 'Cookie: xn=7', 400],
    ['cookie', 'Cookie: N=7', 400],
    ['cookie', 'Cookie: n=seven', 400],
    ['cookie', 'Cookie: n', 400],
    ['cookie', 'Cookie: __proto__=1; constructor=2; n=%E0%A4%A', 400],
  ])('in the %s, sent as %j, returns %i', async (place, field, status) => {
    const mock = await startMockOf(parameters);
    const request = `GET /${place} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`;
    expect(parseStatus(await sendRaw(mock, request, { quietMs: 30 }))).toBe(status);
  });
});
