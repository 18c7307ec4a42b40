/** What Node knows about HTTP messages, also in a browser. */
import { inNode } from './node-modules.ts';

/** The reason phrases of a browser; those of Node, for the same titles of errors. */
const reasonPhrases = `
100 Continue, 101 Switching Protocols, 102 Processing, 103 Early Hints, 200 OK, 201 Created, 202 Accepted,
203 Non-Authoritative Information, 204 No Content, 205 Reset Content, 206 Partial Content, 207 Multi-Status,
208 Already Reported, 226 IM Used, 300 Multiple Choices, 301 Moved Permanently, 302 Found, 303 See Other,
304 Not Modified, 305 Use Proxy, 307 Temporary Redirect, 308 Permanent Redirect, 400 Bad Request, 401 Unauthorized,
402 Payment Required, 403 Forbidden, 404 Not Found, 405 Method Not Allowed, 406 Not Acceptable,
407 Proxy Authentication Required, 408 Request Timeout, 409 Conflict, 410 Gone, 411 Length Required,
412 Precondition Failed, 413 Payload Too Large, 414 URI Too Long, 415 Unsupported Media Type,
416 Range Not Satisfiable, 417 Expectation Failed, 418 I'm a Teapot, 421 Misdirected Request,
422 Unprocessable Entity, 423 Locked, 424 Failed Dependency, 425 Too Early, 426 Upgrade Required,
428 Precondition Required, 429 Too Many Requests, 431 Request Header Fields Too Large,
451 Unavailable For Legal Reasons, 500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway,
503 Service Unavailable, 504 Gateway Timeout, 505 HTTP Version Not Supported, 506 Variant Also Negotiates,
507 Insufficient Storage, 508 Loop Detected, 509 Bandwidth Limit Exceeded, 510 Not Extended,
511 Network Authentication Required`;

interface HttpKnowledge {
  readonly METHODS: readonly string[];
  readonly STATUS_CODES: Readonly<Record<number, string | undefined>>;
  /** Throws for a name that is no token of RFC 9110. */
  readonly validateHeaderName: (name: string) => void;
  /** Throws for control characters, and for characters beyond Latin-1. */
  readonly validateHeaderValue: (name: string, value: string) => void;
}

const inBrowser: HttpKnowledge = {
  METHODS: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'],
  STATUS_CODES: Object.fromEntries(
    reasonPhrases.split(',').map((entry) => [Number(entry.trim().slice(0, 3)), entry.trim().slice(4)]),
  ),
  validateHeaderName: (name) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError('invalid name of a header');
  },
  validateHeaderValue: (_name, value) => {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new TypeError('invalid value of a header');
  },
};

/**
 * An `import` of `node:http` would evaluate all of its exports, and one of them loads a WebSocket client, which takes as long
 * as starting Node.
 */
export const { METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue }: HttpKnowledge =
  inNode?.getBuiltinModule('node:http') ?? inBrowser;
