import type { ServerOptions } from 'node:http';
import { type Doors, doors } from './doors.ts';
import { type Forms, itemsOf, oneOf, pairsWith, unescaped } from './forms.ts';
import { type Memory, newMemory } from './memory.ts';
import { boundaryOf, type Part, partsOf } from './multipart.ts';
import { malformed, Refusal, wrongField } from './refusal.ts';
import {
  attachmentRules,
  bookingRules,
  type Rules,
  readingCookies,
  readingHeaders,
  reportQuery,
  sessionRules,
  suggestionRules,
} from './rules.ts';
import { readers } from './scalars.ts';
import { type Answer, type Incoming, json, type Value, withHeader } from './wire.ts';
import { type Element, parseXml } from './xml.ts';

/** The stages of an exchange; a variant replaces some of them. */
export interface Desk {
  readonly serverOptions: ServerOptions;
  readonly doors: Doors;
  readonly forms: Forms;
  readonly rules: Readonly<Record<RuleSet, Rules>>;
  memory(): Memory;
  /** Wraps the whole exchange. */
  around(request: Incoming, answer: () => Promise<Answer>): Promise<Answer>;
  /** The request as the desk sees it, by the id of its operation. */
  seen(request: Incoming, operation: string): Incoming;
  /** The last word on an answer that is no refusal. */
  answered(answer: Answer, operation: string, request: Incoming): Answer;
  refused(refusal: Refusal): Answer;
  /** The type of a body, without parameters and in small letters. */
  essenceOf(contentType: string): string;
  decode(bytes: Buffer): string;
  segment(text: string): string;
  boundaryOf(contentType: string): string | undefined;
  partsOf(body: Buffer, boundary: string): readonly Part[];
  checkPart(part: Part, types: readonly string[]): void;
  parseJson(text: string): unknown;
  readAboutTitle(title: unknown): Value;
  parseXml(text: string): Element;
  /** Which of the types that there are the client wants. */
  chooseType(accept: string, types: readonly string[]): string;
}

type RuleSet = 'session' | 'booking' | 'attachment' | 'suggestion' | 'headers' | 'cookies' | 'report';

/** The desk by desk.yaml, with the common choice wherever that is silent. */
export const rightDesk: Desk = {
  serverOptions: {},
  doors,
  forms: {
    read: readers,
    unescaped,
    pairsOf: pairsWith(unescaped),
    itemsOf,
    oneOf,
    refuseUnknown: (name) => {
      throw wrongField(name, 'is not known here');
    },
    refuseMissing: (name) => {
      throw wrongField(name, 'is required');
    },
  },
  rules: {
    session: sessionRules,
    booking: bookingRules,
    attachment: attachmentRules,
    suggestion: suggestionRules,
    headers: readingHeaders,
    cookies: readingCookies,
    report: reportQuery,
  },
  memory: newMemory,
  around: (_request, answer) => answer(),
  seen: (request) => request,
  answered: (answer) => answer,
  refused,
  essenceOf: (contentType) => contentType.split(';')[0]?.trim().toLowerCase() ?? '',
  decode,
  segment,
  boundaryOf,
  partsOf,
  checkPart: ({ name, type }, types) => {
    if (!types.includes(type)) throw wrongField(name, `is sent as ${type}, not as ${types.join(' or ')}`);
  },
  parseJson: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw malformed('This is no JSON.');
    }
  },
  readAboutTitle: (title) => {
    if (typeof title !== 'string') throw wrongField('about.title', 'is no text');
    return readers.text(title, 'about.title', { min: 1, max: 60 });
  },
  parseXml,
  chooseType,
};

function refused({ status, code, message, fields }: Refusal): Answer {
  const told = fields.map(({ name, problem }) => ({ name, problem }));
  const answer = json(status, { code, title: message, fields: told });
  if (status !== 401) return answer;
  const challenged = withHeader(answer, 'www-authenticate', 'Basic realm="desk", charset="UTF-8"');
  return withHeader(challenged, 'retry-after', '2');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('The text is not UTF-8.');
  }
}

function segment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('The path is not percent-encoded as it should be.');
  }
}

/** RFC 9110, section 12.5.1: the highest weight, of equals the first that there is. */
function chooseType(accept: string, types: readonly string[]): string {
  const weights = types.map((type) => ({ type, weight: weightOf(accept === '' ? '*/*' : accept, type) }));
  const best = weights.reduce((one, other) => (other.weight > one.weight ? other : one));
  if (best.weight > 0) return best.type;
  const title = `There is only ${types.join(' and ')}.`;
  throw new Refusal({ status: 406, code: 'not-acceptable', title });
}

/** By the most specific range that fits. */
function weightOf(accept: string, type: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((one) => one.trim().toLowerCase()));
  const [family] = type.split('/');
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const [, ...parameters] = ranges.find(([range]) => range === wanted) ?? [];
    if (ranges.some(([range]) => range === wanted)) return weightIn(parameters);
  }
  return 0;
}

function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return weight === undefined ? 1 : Number(weight);
}
