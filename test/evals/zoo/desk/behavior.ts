import type { ServerOptions } from 'node:http';
import { authentication, type DeskAuthentication } from './authentication.ts';
import { DeskError, invalidField, malformedRequest } from './error.ts';
import { type FormReader, itemsOf, pairsWith, singleValue, unescapeFormText } from './forms.ts';
import { type DeskRequest, type DeskResponse, jsonDeskResponse, type Value, withDeskHeader } from './http.ts';
import { type DeskMemory, newMemory } from './memory.ts';
import { boundaryOf, type Part, partsOf } from './multipart.ts';
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
import { type Element, parseXml } from './xml.ts';

/** The stages of an exchange; a variant replaces some of them. */
export interface DeskBehavior {
  readonly serverOptions: ServerOptions;
  readonly authentication: DeskAuthentication;
  readonly forms: FormReader;
  readonly rules: Readonly<Record<RuleSet, Rules>>;
  createMemory(): DeskMemory;
  /** Wraps the whole exchange. */
  wrapExchange(request: DeskRequest, response: () => Promise<DeskResponse>): Promise<DeskResponse>;
  /** The request as the desk sees it, by the id of its operation. */
  transformRequest(request: DeskRequest, operation: string): DeskRequest;
  /** The last word on an answer that is no refusal. */
  transformResponse(response: DeskResponse, operation: string, request: DeskRequest): DeskResponse;
  respondToError(deskError: DeskError): DeskResponse;
  /** The type of a body, without parameters and in small letters. */
  mediaTypeEssence(contentType: string): string;
  decode(bytes: Buffer): string;
  decodePathSegment(text: string): string;
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
export const rightDesk: DeskBehavior = {
  serverOptions: {},
  authentication,
  forms: {
    read: readers,
    unescapeText: unescapeFormText,
    pairsOf: pairsWith(unescapeFormText),
    itemsOf,
    singleValue,
    rejectUnknown: (name) => {
      throw invalidField(name, 'is not known here');
    },
    rejectMissing: (name) => {
      throw invalidField(name, 'is required');
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
  createMemory: newMemory,
  wrapExchange: (_request, response) => response(),
  transformRequest: (request) => request,
  transformResponse: (response) => response,
  respondToError,
  mediaTypeEssence: (contentType) => contentType.split(';')[0]?.trim().toLowerCase() ?? '',
  decode,
  decodePathSegment,
  boundaryOf,
  partsOf,
  checkPart: ({ name, type }, types) => {
    if (!types.includes(type)) throw invalidField(name, `is sent as ${type}, not as ${types.join(' or ')}`);
  },
  parseJson: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw malformedRequest('This is not JSON.');
    }
  },
  readAboutTitle: (title) => {
    if (typeof title !== 'string') throw invalidField('about.title', 'is no text');
    return readers.text(title, 'about.title', { min: 1, max: 60 });
  },
  parseXml,
  chooseType,
};

function respondToError({ status, code, message, fields }: DeskError): DeskResponse {
  const problemFields = fields.map(({ name, problem }) => ({ name, problem }));
  const response = jsonDeskResponse(status, { code, title: message, fields: problemFields });
  if (status !== 401) return response;
  const withChallenge = withDeskHeader(response, 'www-authenticate', 'Basic realm="desk", charset="UTF-8"');
  return withDeskHeader(withChallenge, 'retry-after', '2');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformedRequest('The text is not UTF-8.');
  }
}

function decodePathSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformedRequest('The path is not percent-encoded as it should be.');
  }
}

/** RFC 9110, section 12.5.1: the highest weight, of equals the first that there is. */
function chooseType(accept: string, types: readonly string[]): string {
  const weights = types.map((type) => ({ type, weight: weightOf(accept === '' ? '*/*' : accept, type) }));
  const best = weights.reduce((one, other) => (other.weight > one.weight ? other : one));
  if (best.weight > 0) return best.type;
  const title = `There is only ${types.join(' and ')}.`;
  throw new DeskError({ status: 406, code: 'not-acceptable', title });
}

/** By the most specific range that fits. */
function weightOf(accept: string, type: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((one) => one.trim().toLowerCase()));
  const [mainType] = type.split('/');
  for (const candidate of [type, `${mainType}/*`, '*/*']) {
    const [, ...parameters] = ranges.find(([range]) => range === candidate) ?? [];
    if (ranges.some(([range]) => range === candidate)) return weightIn(parameters);
  }
  return 0;
}

function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return weight === undefined ? 1 : Number(weight);
}
