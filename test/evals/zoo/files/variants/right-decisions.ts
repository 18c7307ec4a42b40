/** Where the contract leaves a decision open, another one. */
import { createHash } from 'node:crypto';
import { right } from '../../variant.ts';
import type { FilesBehavior } from '../behavior.ts';
import { FilesProblem, hashOf } from '../http.ts';
import { inObject, responds, withHeaders, withJson, withStatus } from './changes.ts';

/** Other decisions where the contract leaves them open. */
export const rightDecisions = right<FilesBehavior>([
  {
    name: 'returns-410-to-what-was-deleted',
    description: 'It returns 410 for folders and files that it deleted, and 404 for others.',
    behavior: ({ removeFolder, removeFile, findFolder, findFile }) => {
      const deleted = new Set<bigint | string>();
      const gone = () => new FilesProblem(410, 'It was deleted.');
      return {
        removeFolder: (state, folder) => {
          deleted.add(folder.id);
          removeFolder(state, folder);
        },
        removeFile: (state, file) => {
          deleted.add(file.id);
          removeFile(state, file);
        },
        findFolder: (state, id) => {
          if (deleted.has(id)) throw gone();
          return findFolder(state, id);
        },
        findFile: (state, folder, id) => {
          if (deleted.has(id)) throw gone();
          return findFile(state, folder, id);
        },
      };
    },
  },
  {
    name: 'returns-403-for-what-other-tenants-have',
    description: 'It returns 403 for the folders and jobs of another tenant, and 404 for those that nobody has.',
    behavior: ({ isOwn, isOwnJob }) => {
      const forbidden = () => new FilesProblem(403, 'It belongs to another tenant.');
      return {
        isOwn: (tenant, folder, operation) => {
          if (isOwn(tenant, folder, operation)) return true;
          throw forbidden();
        },
        isOwnJob: (tenant, job) => {
          if (isOwnJob(tenant, job)) return true;
          throw forbidden();
        },
      };
    },
  },
  {
    name: 'gives-weak-etags',
    description: 'It gives weak ETags, with which no If-Match but * matches.',
    behavior: ({ isMatch }) => ({
      tagOf: (content) => `W/"${createHash('md5').update(content).digest('base64url')}"`,
      isMatch: (condition, tag) => isMatch(condition, tag.replace(/^W\//, '?')),
    }),
  },
  {
    name: 'ignores-ranges',
    description: 'It sends the whole content to every Range and says so.',
    behavior: ({ transformResponse }) => ({
      rangeOf: () => undefined,
      transformResponse: (response, operation, request) => {
        const after = transformResponse(response, operation, request);
        return after.headers['accept-ranges'] === undefined ? after : withHeaders({ 'accept-ranges': 'none' })(after);
      },
    }),
  },
  {
    name: 'ignores-if-none-match',
    description: 'It sends content again although the client has it.',
    behavior: () => ({ isNoneMatch: () => true }),
  },
  {
    name: 'returns-400-to-every-invalid-body',
    description: 'It returns 400 where others return 422.',
    behavior: responds(
      (response) => ({ ...response, status: 400, body: String(response.body).replace('"status":422', '"status":400') }),
      withStatus(422),
    ),
  },
  {
    name: 'returns-404-to-invalid-ids',
    description: 'It returns 404 where a path does not match its schema.',
    behavior: () => ({
      respondToProblem: (problem) =>
        rightRespond(
          problem.status === 400 && /^(folderId|uuid|token|name):/.test(problem.message)
            ? new FilesProblem(404, problem.message)
            : problem,
        ),
    }),
  },
  {
    name: 'sends-json-where-nothing-is-acceptable',
    description: 'It sends JSON where it has no media type that the client accepts.',
    behavior: ({ chooseType }) => ({
      chooseType: (accept, types) => {
        try {
          return chooseType(accept, types);
        } catch {
          return 'application/json';
        }
      },
    }),
  },
  {
    name: 'describes-problems-briefly',
    description: 'It sends problems with the required members alone.',
    behavior: responds(
      withJson(inObject(({ title = '', status = '' }) => ({ title, status }))),
      ({ status }) => status >= 400 && status !== 304,
    ),
  },
  {
    name: 'describes-problems-in-another-language',
    description: 'It sends problems with other titles and more members.',
    behavior: responds(
      withJson(
        inObject((problem) => ({ ...problem, title: 'Так нельзя', trace: hashOf('trace').slice(0, 16), errors: [] })),
      ),
      ({ status }) => status >= 400,
    ),
  },
  {
    name: 'gives-no-file-names',
    description: 'It does not show how the client named a part, which the contract leaves open.',
    behavior: ({ showFile }) => ({
      showFile: (file) => {
        const { filename: _filename, ...rest } = showFile(file);
        return rest;
      },
    }),
  },
  {
    name: 'ends-jobs-at-once',
    description: 'It has done a job before it responds.',
    behavior: () => ({ statusOf: () => 'done' }),
  },
  {
    name: 'works-long-on-jobs',
    description: 'It takes five seconds for a job.',
    behavior: () => ({ statusOf: ({ startedAt }) => (Date.now() - startedAt < 5_000 ? 'queued' : 'done') }),
  },
  {
    name: 'forgets-jobs-with-their-folder',
    description:
      'It returns 404 for the jobs of a folder that was deleted, as the right one does, and for others after a minute.',
    behavior: ({ isOwnJob }) => ({
      isOwnJob: (tenant, job) => isOwnJob(tenant, job) && Date.now() - job.startedAt < 60_000,
    }),
  },
  {
    name: 'gives-another-link-each-time',
    description: 'It shows the time of expiry with an offset and in whole seconds.',
    behavior: ({ showLink }) => ({
      showLink: (link) => ({
        ...showLink(link),
        expiresAt: `${new Date(link.expiresAt + 7_200_000).toISOString().slice(0, 19)}+02:00`,
      }),
    }),
  },
]);

function rightRespond(problem: FilesProblem) {
  const { status, message, headers } = problem;
  const body = JSON.stringify({ title: message, status, errors: problem.errors.map((error) => ({ ...error })) });
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(status === 401 ? { 'www-authenticate': 'ApiKey realm="vault"' } : {}),
      ...headers,
    },
    body,
  };
}
