/** The bytes of requests that are right but for what an attack makes of them. */

/** What the stores accept; it must never be seen again. */
export const TOKEN = 'Hostile-9qWv3LxTz7Rk2Fp8';
/** What attackers send in its place; logs and journals must not keep it either. */
export const WRONG_TOKEN = 'Wrong-5tGb8YhNu1Mj4Ki6';

/** Of the store that asks for one. */
export const CONTROL_TOKEN = 'Control-6sVb2NcXe9Wq4Zt1';

export const PLANT = '{"id":7,"name":"fern"}';
export const AUTH = `Authorization: Bearer ${TOKEN}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';

export function get(target: string, fields = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
}

/** Without credentials; `fields` end in CR LF. */
export function post(fields: string, body = '', target = '/plants'): string {
  return `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`;
}

/** A JSON body in a request of the plant store's one operation. */
export function create(body: string, fields = ''): string {
  return withFraming(`${fields}Content-Length: ${body.length}\r\n`, body);
}

/** The same, with what says where the body ends left to the attack. */
export function withFraming(fields: string, body: string): string {
  return post(`${AUTH}${JSON_TYPE}${fields}`, body);
}

/** A body of another media type. */
export function withMediaType(type: string, body: string | Buffer, target = '/plants'): Buffer {
  const head = post(`${AUTH}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`, '', target);
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** A request to the control API from this machine. */
export function controlRequest(method: string, route: string, { fields = '', body = '' } = {}): string {
  const length = body === '' ? '' : `${JSON_TYPE}Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} /__store/${route} HTTP/1.1\r\nHost: localhost\r\n${fields}${length}\r\n${body}`;
}
