/** For every check of responses: an implementation that fails it, the case that shows it, and one that passes the case. */
import { createServer, type Server } from 'node:http';
import type { Credentials } from '../../../contracts/options/credentials.ts';
import { createClose, listenOnLocalhost } from '../../../contracts/pact/provider/local-server.ts';
import { createClubStore } from '../../conformance/club-store.ts';
import { createInvoiceStore } from '../../conformance/invoice-store.ts';
import { createListStore } from '../../conformance/list-store.ts';
import {
  type ArticleStoreOverrides,
  articleKey,
  filtered,
  listsFirst,
  ordered,
  paginateArticles,
  startArticleStore,
} from '../../conformance/stateful/article-store.ts';
import { type BoxOverrides, partOf, startBoxStore } from '../../conformance/stateful/box-store.ts';
import { createParcelServer, type ParcelBehavior } from '../../conformance/stateful/parcel-store.ts';
import { createPaymentStore } from '../../conformance/stateful/payment-store.ts';
import type { OnTestEnd } from '../../conformance/test-server.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';

interface ExampleStore {
  readonly url: string;
  close(): Promise<void>;
}

export interface ResponseExample {
  readonly check: string;
  readonly contract: string;
  readonly credentials: Credentials;
  /** What the implementation does wrong, in one sentence. */
  readonly description: string;
  readonly caseId: string;
  readonly wrong: () => Promise<ExampleStore>;
  readonly right: () => Promise<ExampleStore>;
}

const rightVariants = {
  plants: 'right-store',
  tools: 'right-library',
  desk: 'right-desk',
  orders: 'right-shop',
  files: 'right-vault',
} as const;

function zooExample(
  check: string,
  zooName: keyof typeof rightVariants,
  [variant, caseId]: readonly [string, string],
): ResponseExample {
  const zoo = findZoo(zooName);
  const description = zoo.variants.find(({ name }) => name === variant)?.description;
  if (description === undefined) throw new Error(`the zoo has no ${variant}`);
  return {
    check,
    contract: zoo.contract,
    credentials: zoo.credentials,
    description,
    caseId,
    wrong: () => zoo.start(variant),
    right: () => zoo.start(rightVariants[zooName]),
  };
}

interface Articles extends Pick<ResponseExample, 'description' | 'caseId'> {
  readonly overrides: ArticleStoreOverrides;
}

async function serveUntilClosed(start: (onEnd: OnTestEnd) => Promise<string>): Promise<ExampleStore> {
  const ends: (() => void)[] = [];
  const url = await start((end) => void ends.push(end));
  const close = async () => {
    for (const end of ends) end();
  };
  return { url, close };
}

interface Boxes extends Pick<ResponseExample, 'description' | 'caseId'> {
  readonly overrides: BoxOverrides;
}

function boxExample(check: string, { overrides, ...rest }: Boxes): ResponseExample {
  return {
    check,
    contract: 'test/fixtures/conformance/stateful/conditions.yaml',
    credentials: { token: undefined, byScheme: new Map() },
    ...rest,
    wrong: () => serveUntilClosed((onEnd) => startBoxStore(onEnd, overrides)),
    right: () => serveUntilClosed((onEnd) => startBoxStore(onEnd)),
  };
}

function partWithoutLastByte(range: string, content: Buffer): ReturnType<typeof partOf> {
  const part = partOf(range, content);
  return part?.status === 206 && Buffer.isBuffer(part.body) ? { ...part, body: part.body.subarray(0, -1) } : part;
}

function articleExample(check: string, { overrides, ...rest }: Articles): ResponseExample {
  // Accepts duplicates: after two rejections, the kit would send random values.
  const serve = (wrong: ArticleStoreOverrides) =>
    serveUntilClosed((onEnd) => startArticleStore(onEnd, { ...wrong, taken: () => undefined }));
  return {
    check,
    contract: 'test/fixtures/conformance/stateful/articles.yaml',
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
    ...rest,
    wrong: () => serve(overrides),
    right: () => serve({}),
  };
}

interface Parcels extends Pick<ResponseExample, 'description'> {
  readonly overrides: Partial<ParcelBehavior>;
}

function parcelExample(check: string, { description, overrides }: Parcels): ResponseExample {
  return {
    check,
    contract: 'test/fixtures/conformance/parcels.yaml',
    credentials: none,
    description,
    caseId: 'createParcel/lifecycles/actions',
    wrong: () => listening(createParcelServer(overrides)),
    right: () => listening(createParcelServer({})),
  };
}

const trace = `TypeError: no title
    at addArticle (/srv/shop/articles.js:41:13)
    at handle (/srv/shop/node_modules/router/index.js:154:7)`;

const none: Credentials = { token: undefined, byScheme: new Map() };

export const examples: readonly ResponseExample[] = [
  zooExample('response-arrives', 'plants', ['hangs-up-on-invalid', 'createPlant/missing-properties/body.name']),
  zooExample('no-trailing-data', 'plants', ['sends-line-ends-after-response', 'createPlant/connections/watched/valid']),
  zooExample('headers-well-formed', 'plants', ['says-two-media-types', 'createPlant/valid-bodies/full']),
  {
    ...zooExample('framing-rejected', 'plants', ['right-store', 'createPlant/connections/framing/two-lengths']),
    description: 'It has an HTTP parser of its own, which takes the first of two lengths.',
    wrong: () => listening(createLenientServer()),
  },
  zooExample('no-server-error', 'plants', ['fails-on-emoji', 'createPlant/text-values/body.name/one-astral-character']),
  zooExample('unauthorized-rejected', 'plants', [
    'takes-missing-credentials',
    'createPlant/authentication/bearerAuth/none',
  ]),
  zooExample('credentials-checked-first', 'plants', [
    'validates-before-asking-who',
    'createPlant/authentication/bearerAuth/none/with-an-invalid-body',
  ]),
  zooExample('invalid-rejected', 'plants', ['takes-missing-name', 'createPlant/missing-properties/body.name']),
  zooExample('valid-accepted', 'plants', ['rejects-id-zero', 'createPlant/integer-limits/body.id/0']),
  zooExample('no-redirect', 'plants', ['returns-303', 'createPlant/valid-bodies/full']),
  zooExample('status-declared', 'plants', ['returns-201', 'createPlant/valid-bodies/full']),
  zooExample('no-forbidden-body', 'desk', ['returns-204-with-body', 'writeNote/valid-bodies/full']),
  zooExample('media-type-declared', 'plants', ['returns-html-page', 'createPlant/valid-bodies/full']),
  zooExample('content-encoding-accepted', 'plants', ['claims-gzip', 'createPlant/valid-bodies/full']),
  zooExample('charset-is-utf-8', 'plants', ['says-utf-16', 'createPlant/valid-bodies/full']),
  zooExample('body-is-json', 'plants', ['returns-text-before-json', 'createPlant/valid-bodies/full']),
  zooExample('body-is-xml', 'desk', ['writes-ampersands-bare', 'readReport/content-negotiation/only-application/xml']),
  zooExample('keys-are-unique', 'plants', ['returns-name-twice', 'createPlant/valid-bodies/full']),
  zooExample('body-matches-schema', 'plants', ['wraps-plant', 'createPlant/valid-bodies/full']),
  zooExample('write-only-is-hidden', 'tools', ['shows-pin', 'createMember/valid-bodies/full']),
  zooExample('created-is-echoed', 'plants', ['lowers-name', 'createPlant/valid-bodies/full']),
  zooExample('read-only-is-kept', 'tools', ['takes-id-of-new-member', 'createMember/read-only/body.id']),
  zooExample('created-id-is-unique', 'tools', ['gives-one-id-to-many', 'createTool/lifecycles/whole-life']),
  {
    check: 'idempotency-key-respected',
    contract: 'test/fixtures/conformance/payments.yaml',
    credentials: none,
    description: 'It ignores the Idempotency-Key.',
    caseId: 'pay/idempotency-keys/repeated',
    wrong: () => listening(createPaymentStore('ignores the key')),
    right: () => listening(createPaymentStore()),
  },
  zooExample('created-is-found', 'tools', ['stores-nothing', 'createTool/lifecycles/whole-life']),
  zooExample('read-returns-written', 'tools', ['finds-newest-for-any-id', 'createTool/lifecycles/whole-life']),
  zooExample('list-has-created', 'tools', ['lists-no-tool-with-parts', 'createTool/lifecycles/whole-life']),
  articleExample('list-shows-written', {
    description: 'It lists from an index that only creation updates.',
    caseId: 'addArticle/lifecycles/whole-life',
    overrides: listsFirst(),
  }),
  {
    check: 'replaced-status',
    contract: 'test/fixtures/conformance/clubs.yaml',
    credentials: none,
    description: 'It returns 201 for each PUT.',
    caseId: 'putClub/lifecycles/whole-life',
    wrong: () => listening(createClubStore('creates what it replaces')),
    right: () => listening(createClubStore()),
  },
  articleExample('etag-changes', {
    description: 'It derives the ETag of an article only from its id.',
    caseId: 'addArticle/lifecycles/whole-life',
    overrides: { etag: ({ id }) => `"${id}"` },
  }),
  boxExample('if-match-respected', {
    description: 'It ignores If-Match, so that a stale ETag overwrites changes of other clients.',
    caseId: 'addBox/conditional-requests/if-match',
    overrides: { matches: () => true },
  }),
  boxExample('if-none-match-respected', {
    description: 'It returns 304 to every If-None-Match, so that clients keep an old version.',
    caseId: 'addBox/conditional-requests/if-match',
    overrides: { hasCurrent: () => true },
  }),
  boxExample('range-respected', {
    description: 'It leaves out the last byte of a range.',
    caseId: 'readPicture/conditional-requests/ranges',
    overrides: { part: partWithoutLastByte },
  }),
  zooExample('deleted-not-found', 'tools', ['removes-nothing', 'createTool/lifecycles/whole-life']),
  zooExample('deleted-once', 'tools', ['removes-twice', 'createTool/lifecycles/whole-life']),
  parcelExample('conflicting-action-rejected', {
    description: 'It collects a parcel twice, although the contract allows it only once.',
    overrides: { act: (parcel, verb) => ({ ...parcel, status: verb === 'collect' ? 'collected' : 'returned' }) },
  }),
  parcelExample('action-changes-state', {
    description: 'It returns the parcel as collected, and stores nothing.',
    overrides: { stored: (_changed, before) => before },
  }),
  zooExample('scoped-to-parent', 'tools', ['shares-loans-between-tools', 'lendTool/lifecycles/whole-life']),
  zooExample('scoped-to-user', 'files', ['shows-folders-of-other-tenants', 'readFolder/other-users/second-user']),
  zooExample('unknown-not-found', 'tools', ['shows-null-for-unknown-tool', 'readTool/unknown-identifiers/path.toolId']),
  zooExample('limit-respected', 'tools', ['ignores-limit', 'listTools/list-queries/all-parameters']),
  zooExample('pages-complete', 'tools', ['ignores-offset', 'listTools/list-queries/all-parameters']),
  articleExample('page-taken-last', {
    description: 'It paginates all articles first, and filters the page by the requested kind.',
    caseId: 'listArticles/list-queries/all-parameters',
    overrides: { list: (all, query) => filtered(paginateArticles(ordered(all, query), query), query) },
  }),
  zooExample('filter-respected', 'tools', ['ignores-status', 'listTools/list-queries/all-parameters']),
  zooExample('sort-respected', 'tools', ['ignores-sort', 'listTools/list-queries/all-parameters']),
  {
    check: 'total-consistent',
    contract: 'test/fixtures/conformance/things.yaml',
    credentials: none,
    description: 'It returns the length of the page minus one as the total.',
    caseId: 'listThings/list-queries/all-parameters',
    wrong: () => listening(createListStore({ total: (_all, page) => page.length - 1 })),
    right: () => listening(createListStore()),
  },
  {
    check: 'value-as-described',
    contract: 'test/fixtures/conformance/invoices.yaml',
    credentials: none,
    description: 'It adds up the prices without the quantities.',
    caseId: 'createInvoice/valid-bodies/full',
    wrong: () => listening(createInvoiceStore({ amountOf: (_quantity, price) => price })),
    right: () => listening(createInvoiceStore()),
  },
  zooExample('headers-declared', 'tools', ['caches-as-it-likes', 'readHours/valid-bodies/full']),
  zooExample('challenge-present', 'plants', ['says-bare-401', 'createPlant/authentication/bearerAuth/none']),
  {
    ...zooExample('allow-present', 'plants', ['right-store', 'createPlant/undeclared-requests/method-GET']),
    description: 'It responds with 405 to every other method, and does not list the allowed methods.',
    wrong: () => listening(forgetsAllow()),
  },
  {
    ...zooExample('upgrade-present', 'plants', ['right-store', 'createPlant/undeclared-requests/method-GET']),
    description: 'It responds with 426 to every other method, and does not name the protocol.',
    wrong: () => listening(requiresUpgrade({})),
    right: () => listening(requiresUpgrade({ Upgrade: 'websocket' })),
  },
  articleExample('no-stack-trace', {
    description: 'Its error handler returns the exception as it is.',
    caseId: 'addArticle/missing-properties/body.title',
    overrides: { finish: (reply) => (reply.status === 400 ? { status: 400, body: { error: trace } } : reply) },
  }),
];

/** Accepts every plant, whatever its header section says about its length. */
function createLenientServer(): Server {
  const plant = '{"name":"Boston fern","tag":"fern"}';
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n';
  const server = createServer();
  // Before Node's own parser reads them.
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`${head}Content-Length: ${plant.length}\r\n\r\n${plant}`));
  });
  return server;
}

/** Accepts every plant. */
function forgetsAllow(): Server {
  return createServer((request, response) => {
    const isCreate = request.method === 'POST';
    response.writeHead(isCreate ? 200 : 405, { 'content-type': 'application/json' });
    if (isCreate) request.pipe(response);
    else response.end('{"error":405,"message":"no such method"}');
  });
}

/** Accepts every plant. */
function requiresUpgrade(headers: Readonly<Record<string, string>>): Server {
  return createServer((request, response) => {
    const isCreate = request.method === 'POST';
    response.writeHead(isCreate ? 200 : 426, { 'content-type': 'application/json', ...(isCreate ? {} : headers) });
    if (isCreate) request.pipe(response);
    else response.end('{"error":426,"message":"use a WebSocket"}');
  });
}

async function listening(server: Server): Promise<ExampleStore> {
  const port = await listenOnLocalhost(server);
  return { url: `http://127.0.0.1:${port}`, close: createClose(server) };
}
