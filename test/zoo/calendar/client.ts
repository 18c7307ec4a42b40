/** Requests to a calendar service without a network, and their responses in a form that two services can be compared by. */
import { annaKey, annaToken, benToken, readerToken } from '../../evals/zoo/calendar/authentication.ts';
import type { CalendarRequest, CalendarResponse } from '../../evals/zoo/calendar/http.ts';

const credentials = {
  anna: { authorization: `Bearer ${annaToken}` },
  ben: { authorization: `Bearer ${benToken}` },
  reader: { authorization: `Bearer ${readerToken}` },
  key: { 'x-calendar-key': annaKey },
  nobody: {},
};

export interface Call {
  readonly as?: keyof typeof credentials;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON unless it is a text. */
  readonly body?: unknown;
  readonly type?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly id: string;
}

type Respond = (request: CalendarRequest) => Promise<CalendarResponse>;

export function createClient(respond: Respond) {
  const transcript: string[] = [];
  const normalized = createNormalizer();
  const send = async (method: string, address: string, { as = 'anna', headers = {}, body, type }: Call = {}) => {
    const [path = '', query = ''] = address.split(/\?(.*)/s);
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const all = {
      host: 'localhost',
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
      ...credentials[as],
      ...headers,
    };
    const response = await respond({
      method,
      path: `/v2${path}`,
      query,
      headers: all,
      names: Object.keys(all),
      body: Buffer.from(text),
    });
    const reply = replyOf(response);
    transcript.push(normalized(`${method} ${address} ${text.slice(0, 200)}`), normalized(linesOf(response, reply)));
    return reply;
  };
  return { send, transcript };
}

export type Send = ReturnType<typeof createClient>['send'];

function replyOf({ status, headers, body }: CalendarResponse): Reply {
  const text = Buffer.from(body).toString('latin1');
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const [, quoted, number] = /"id":(?:"([^"]*)"|(\d+))/.exec(text) ?? [];
  return { status, headers: Object.fromEntries(entries), text, id: quoted ?? number ?? 'none' };
}

function linesOf({ deliver }: CalendarResponse, { status, headers, text }: Reply): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines, ...(deliver === undefined ? [] : ['on the wire in another way']), text].join('\n');
}

/** Replaces what differs between two runs by the order in which it appears; times of this year by `now`. */
function createNormalizer(): (text: string) => string {
  const names = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    const known = names.get(found) ?? `${kind}${names.size}`;
    names.set(found, known);
    return known;
  };
  const year = new Date().getFullYear();
  const time = new RegExp(`${year}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)?`, 'g');
  return (text) =>
    text
      .replaceAll(/"(queued|running)"/g, '"at work"')
      .replaceAll(time, (_found, zone) => `now ${zone}`)
      .replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, named('uuid'))
      .replaceAll(/cursor=[\w-]+|"next":"[\w-]+"/g, named('cursor'))
      .replaceAll(/(?<=etag: (W\/)?")[^"]+/gi, named('tag'));
}
