/** For every check of answers: a store that breaks it, the case that shows it, and a store that answers the same case rightly. */
import { createServer, type Server } from 'node:http';
import type { Credentials } from '../../../contracts/options/credentials.ts';
import { closing, listenLocally } from '../../../contracts/pact/provider/local-server.ts';
import { listStore } from '../../conformance/list-store.ts';
import {
  type ArticleManners,
  articleKey,
  cut,
  filtered,
  listsFirst,
  ordered,
  serveArticles,
} from '../../conformance/stateful/article-store.ts';
import type { Zoo } from '../../evals/zoo/zoo.ts';
import { zooNamed } from '../../evals/zoo/zoos.ts';

interface RunningStore {
  readonly url: string;
  close(): Promise<void>;
}

export interface Example {
  readonly check: string;
  readonly contract: string;
  readonly credentials: Credentials;
  /** One sentence: what the store does that breaks it. */
  readonly what: string;
  readonly caseId: string;
  readonly wrong: () => Promise<RunningStore>;
  readonly right: () => Promise<RunningStore>;
}

const rightOnes = { plants: 'right-store', tools: 'right-library', desk: 'right-desk' } as const;

function ofZoo(check: string, zooName: Zoo['name'], [variant, caseId]: readonly [string, string]): Example {
  const zoo = zooNamed(zooName);
  const what = zoo.exhibits.find(({ name }) => name === variant)?.what;
  if (what === undefined) throw new Error(`the zoo has no ${variant}`);
  return {
    check,
    contract: zoo.contract,
    credentials: zoo.credentials,
    what,
    caseId,
    wrong: () => zoo.start(variant),
    right: () => zoo.start(rightOnes[zooName]),
  };
}

interface Articles extends Pick<Example, 'what' | 'caseId'> {
  readonly manners: ArticleManners;
}

function ofArticles(check: string, { manners, ...told }: Articles): Example {
  const serve = async (wrong: ArticleManners): Promise<RunningStore> => {
    const ends: (() => void)[] = [];
    // What is refused twice gets values by chance.
    const allowing = { ...wrong, taken: () => undefined };
    const url = await serveArticles((end) => void ends.push(end), allowing);
    const close = async () => {
      for (const end of ends) end();
    };
    return { url, close };
  };
  return {
    check,
    contract: 'test/fixtures/conformance/stories/articles.yaml',
    credentials: { token: undefined, byScheme: new Map([['key', articleKey]]) },
    ...told,
    wrong: () => serve(manners),
    right: () => serve({}),
  };
}

const none: Credentials = { token: undefined, byScheme: new Map() };

export const examples: readonly Example[] = [
  ofZoo('answer-arrives', 'plants', ['hangs-up-on-invalid', 'createPlant/missing-properties/body.name']),
  ofZoo('nothing-follows', 'plants', [
    'sends-line-ends-after-answer',
    'createPlant/connections/watched/valid',
  ]),
  ofZoo('headers-well-formed', 'plants', ['says-two-media-types', 'createPlant/valid-bodies/full']),
  ofZoo('no-server-error', 'plants', ['fails-on-emoji', 'createPlant/texts/body.name/one-astral-character']),
  ofZoo('unauthorised-refused', 'plants', [
    'takes-missing-credentials',
    'createPlant/credentials/bearerAuth/none',
  ]),
  ofZoo('credentials-come-first', 'plants', [
    'validates-before-asking-who',
    'createPlant/credentials/bearerAuth/none/with-an-invalid-body',
  ]),
  ofZoo('invalid-rejected', 'plants', ['takes-missing-name', 'createPlant/missing-properties/body.name']),
  ofZoo('valid-accepted', 'plants', ['refuses-id-zero', 'createPlant/integer-limits/body.id/0']),
  ofZoo('no-redirect', 'plants', ['answers-303', 'createPlant/valid-bodies/full']),
  ofZoo('status-declared', 'plants', ['answers-201', 'createPlant/valid-bodies/full']),
  ofZoo('no-body-where-none', 'desk', ['answers-204-with-body', 'writeNote/valid-bodies/full']),
  ofZoo('media-type-declared', 'plants', ['answers-html-page', 'createPlant/valid-bodies/full']),
  ofZoo('encoding-as-asked', 'plants', ['claims-gzip', 'createPlant/valid-bodies/full']),
  ofZoo('charset-is-utf-8', 'plants', ['says-utf-16', 'createPlant/valid-bodies/full']),
  ofZoo('body-is-json', 'plants', ['answers-text-before-json', 'createPlant/valid-bodies/full']),
  ofZoo('body-is-xml', 'desk', ['writes-ampersands-bare', 'readReport/negotiation/only-application/xml']),
  ofZoo('keys-are-unique', 'plants', ['answers-name-twice', 'createPlant/valid-bodies/full']),
  ofZoo('body-matches-schema', 'plants', ['wraps-plant', 'createPlant/valid-bodies/full']),
  ofZoo('write-only-is-hidden', 'tools', ['shows-pin', 'createMember/valid-bodies/full']),
  ofZoo('created-is-echoed', 'plants', ['lowers-name', 'createPlant/valid-bodies/full']),
  ofZoo('read-only-is-kept', 'tools', ['takes-id-of-new-member', 'createMember/read-only/body.id']),
  ofZoo('created-is-new', 'tools', ['gives-one-id-to-many', 'createTool/lifecycles/whole-life']),
  ofZoo('created-is-there', 'tools', ['stores-nothing', 'createTool/lifecycles/whole-life']),
  ofZoo('read-returns-written', 'tools', ['finds-newest-for-any-id', 'createTool/lifecycles/whole-life']),
  ofZoo('list-has-created', 'tools', ['lists-no-tool-with-parts', 'createTool/lifecycles/whole-life']),
  ofArticles('list-shows-written', {
    what: 'It lists from an index that creation alone writes.',
    caseId: 'addArticle/lifecycles/whole-life',
    manners: listsFirst(),
  }),
  ofArticles('etag-changes', {
    what: 'It makes the ETag of an article of its id alone.',
    caseId: 'addArticle/lifecycles/whole-life',
    manners: { etag: ({ id }) => `"${id}"` },
  }),
  ofZoo('removed-is-gone', 'tools', ['removes-nothing', 'createTool/lifecycles/whole-life']),
  ofZoo('removed-once', 'tools', ['removes-twice', 'createTool/lifecycles/whole-life']),
  ofZoo('kept-below-its-parent', 'tools', ['shares-loans-between-tools', 'lendTool/lifecycles/whole-life']),
  ofZoo('unknown-not-found', 'tools', ['shows-null-for-unknown-tool', 'readTool/unknown-names/path.toolId']),
  ofZoo('limit-is-kept', 'tools', ['ignores-limit', 'listTools/list-queries/all-parameters']),
  ofZoo('pages-make-the-whole', 'tools', ['ignores-offset', 'listTools/list-queries/all-parameters']),
  ofArticles('page-is-cut-last', {
    what: 'It cuts a page of all articles and shows those of the kind that is asked for.',
    caseId: 'listArticles/list-queries/all-parameters',
    manners: { list: (all, query) => filtered(cut(ordered(all, query), query), query) },
  }),
  ofZoo('filter-is-kept', 'tools', ['ignores-status', 'listTools/list-queries/all-parameters']),
  ofZoo('sort-is-kept', 'tools', ['ignores-sort', 'listTools/list-queries/all-parameters']),
  {
    check: 'total-is-right',
    contract: 'test/fixtures/conformance/things.yaml',
    credentials: none,
    what: 'It counts the records of the page without its last one.',
    caseId: 'listThings/list-queries/all-parameters',
    wrong: () => listening(listStore({ total: (_all, page) => page.length - 1 })),
    right: () => listening(listStore()),
  },
  ofZoo('headers-declared', 'tools', ['caches-as-it-likes', 'readHours/valid-bodies/full']),
  ofZoo('challenge-given', 'plants', ['says-bare-401', 'createPlant/credentials/bearerAuth/none']),
  {
    ...ofZoo('allow-given', 'plants', ['right-store', 'createPlant/neighbours/method-GET']),
    what: 'It answers 405 to every other method, and does not say which ones there are.',
    wrong: () => listening(forgetsAllow()),
  },
];

/** Takes every plant. */
function forgetsAllow(): Server {
  return createServer((request, response) => {
    const isCreate = request.method === 'POST';
    response.writeHead(isCreate ? 200 : 405, { 'content-type': 'application/json' });
    if (isCreate) request.pipe(response);
    else response.end('{"error":405,"message":"no such method"}');
  });
}

async function listening(server: Server): Promise<RunningStore> {
  const port = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}`, close: closing(server) };
}
