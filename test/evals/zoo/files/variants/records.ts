/** Records below the wrong parent, or after their deletion; jobs and links. */
import { notFound } from '../http.ts';
import type { Folder } from '../state.ts';
import { deep, type FilesDefect, type FilesFault, scoped } from '../variant.ts';
import { at, inObject, responds, withHeaders, withJson } from './changes.ts';

/** The file of any folder, for one operation. */
export const wrongParents: readonly FilesFault[] = [
  ...deep(
    [
      ['readFile', 'reads-files-below-any-folder', 'It reads a file below every folder.'],
      ['deleteFile', 'deletes-files-below-any-folder', 'It deletes a file below every folder.'],
      ['readContent', 'reads-content-below-any-folder', 'It sends content below every folder.'],
      ['writeContent', 'writes-content-below-any-folder', 'It replaces content below every folder.'],
      ['createLink', 'shares-files-below-any-folder', 'It shares a file below every folder.'],
    ].map(
      ([operation = '', name = '', description = '']): FilesDefect => ({
        name,
        description,
        operations: ['createFolder', 'uploadFile', operation],
        foundBy: ['scoped-to-parent'],
        behavior: ({ parentOf, findFile }) => {
          let current = '';
          return {
            parentOf: (context, find) => {
              current = context.operation;
              return parentOf(context, find);
            },
            findFile: (state, folder, id) =>
              current === operation ? state.files.get(id) : findFile(state, folder, id),
          };
        },
      }),
    ),
  ),
  ...scoped({ operations: ['createFolder', 'writeNote', 'readNote'], foundBy: ['scoped-to-parent'] }, [
    {
      name: 'shares-notes-among-folders',
      description: 'It finds a note by its name in every folder.',
      behavior: () => ({ noteKey: (_folder, name) => `1/${name}` }),
    },
  ]),
];

export const wrongDeletions: readonly FilesFault[] = deep([
  {
    name: 'keeps-deleted-folders',
    description: 'It returns 204 and deletes nothing.',
    operations: ['createFolder', 'readFolder', 'deleteFolder'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ removeFolder: () => undefined }),
  },
  {
    name: 'keeps-deleted-files',
    description: 'It returns 204 and keeps the file.',
    operations: ['uploadFile', 'readFile', 'deleteFile'],
    foundBy: ['deleted-not-found'],
    behavior: () => ({ removeFile: () => undefined }),
  },
  {
    name: 'lists-deleted-files',
    description: 'It shows a file in its list after its deletion.',
    operations: ['uploadFile', 'listFiles', 'deleteFile'],
    foundBy: ['deleted-not-found'],
    behavior: ({ filesOf, removeFile }) => {
      const deleted: Parameters<typeof removeFile>[1][] = [];
      return {
        removeFile: (state, file) => {
          deleted.push(file);
          removeFile(state, file);
        },
        filesOf: (state, folder) => [...filesOf(state, folder), ...deleted.filter((file) => file.folder === folder.id)],
      };
    },
  },
  {
    name: 'deletes-deleted-files',
    description: 'It returns 204 to every deletion of a file that there was.',
    operations: ['uploadFile', 'deleteFile', 'readFile'],
    foundBy: ['deleted-once'],
    behavior: ({ findFile, removeFile }) => {
      const deleted = new Map<string, Parameters<typeof removeFile>[1]>();
      return {
        removeFile: (state, file) => {
          deleted.set(file.id, file);
          removeFile(state, file);
        },
        findFile: (state, folder, id) => findFile(state, folder, id) ?? deleted.get(id),
        transformResponse: (response, operation) =>
          operation === 'readFile' &&
          response.status === 200 &&
          [...deleted.keys()].some((id) => String(response.body).includes(id))
            ? {
                status: 404,
                headers: { 'content-type': 'application/problem+json' },
                body: '{"title":"Deleted","status":404}',
              }
            : response,
      };
    },
  },
  ...orphans('readFile', 'reads-files-of-deleted-folders', 'It shows files below a folder that was deleted.'),
  ...orphans('readContent', 'reads-content-of-deleted-folders', 'It sends content below a folder that was deleted.'),
  ...orphans('listFiles', 'lists-files-of-deleted-folders', 'It lists the files of a folder that was deleted.'),
  ...orphans('uploadFile', 'keeps-files-in-deleted-folders', 'It keeps a new file in a folder that was deleted.'),
  ...orphans('readNote', 'reads-notes-of-deleted-folders', 'It shows notes below a folder that was deleted.'),
  ...orphans('writeNote', 'writes-notes-in-deleted-folders', 'It keeps a note in a folder that was deleted.'),
  ...orphans('startJob', 'starts-jobs-in-deleted-folders', 'It starts jobs about a folder that was deleted.'),
  {
    name: 'deletes-neighbours',
    description: 'It deletes the folder that was created after the one to be deleted too.',
    operations: ['createFolder', 'readFolder', 'deleteFolder'],
    foundBy: ['created-is-found'],
    behavior: ({ removeFolder }) => ({
      removeFolder: (state, folder) => {
        const next = state.folders.get(folder.id + 3n);
        if (next !== undefined) removeFolder(state, next);
        removeFolder(state, folder);
      },
    }),
  },
  {
    name: 'opens-links-to-deleted-files',
    description: 'It shows a link after its file was deleted.',
    operations: ['uploadFile', 'createLink', 'openLink', 'deleteFile'],
    foundBy: ['deleted-not-found'],
    behavior: ({ removeFile, findLink }) => {
      const kept = new Map<string, Parameters<typeof removeFile>[1]>();
      return {
        removeFile: (state, file) => {
          const links = [...state.links];
          kept.set(file.id, file);
          removeFile(state, file);
          for (const [token, link] of links) state.links.set(token, link);
        },
        findLink: (state, token) => {
          const link = findLink(state, token);
          const file = link === undefined ? undefined : kept.get(link.fileId);
          if (file !== undefined) state.files.set(file.id, file);
          return link;
        },
      };
    },
  },
]);

/** What is below a folder stays for one operation after the deletion. */
function orphans(operation: string, name: string, description: string): readonly FilesDefect[] {
  const isNote = operation.endsWith('Note');
  const fault: FilesDefect = {
    name,
    description,
    operations: [
      'createFolder',
      'deleteFolder',
      ...(isNote ? ['writeNote', 'readNote'] : [...new Set(['uploadFile', operation])]),
    ],
    foundBy: ['deleted-not-found'],
    behavior: ({ findFolder, isOwn }) => {
      const deleted = new Map<bigint, Folder>();
      return {
        removeFolder: (state, folder) => {
          deleted.set(folder.id, folder);
          state.folders.delete(folder.id);
        },
        findFolder: (state, id) => findFolder(state, id) ?? deleted.get(id),
        isOwn: (tenant, folder, of) => isOwn(tenant, folder, of) && (of === operation || !deleted.has(folder.id)),
      };
    },
  };
  return [fault];
}

export const wrongJobs: readonly FilesFault[] = scoped(
  { operations: ['createFolder', 'startJob', 'readJob'], foundBy: ['created-is-found'] },
  [
    {
      name: 'never-shows-jobs',
      description: 'It returns 404 for every job that it started.',
      behavior: () => ({ isOwnJob: () => false }),
    },
    {
      name: 'never-ends-jobs',
      description: 'It shows every job as running for ever.',
      behavior: () => ({ statusOf: () => 'running' }),
    },
    {
      name: 'forgets-jobs-that-are-done',
      description: 'It returns 404 for a job as soon as it is done.',
      foundBy: ['valid-accepted'],
      behavior: ({ statusOf }) => ({
        statusOf: (job) => {
          const status = statusOf(job);
          if (status === 'done') throw notFound('job');
          return status;
        },
      }),
    },
    {
      name: 'ends-jobs-without-result',
      description: 'It shows a job that is done without its result.',
      foundBy: ['body-matches-schema'],
      behavior: responds(withJson(inObject(({ result: _result, ...job }) => job)), at('readJob')),
    },
    {
      name: 'names-other-address-of-job',
      description: 'It gives a Location at which there is no job.',
      behavior: responds(withHeaders({ location: '/jobs/00000000-0000-4000-8000-000000000000' }), at('startJob', 202)),
    },
    {
      name: 'forgets-priority-of-jobs',
      foundBy: ['read-returns-written'],
      description: 'It shows a job that is read without an optional member that was sent.',
      behavior: responds(withJson(inObject(({ priority: _priority, ...job }) => job)), at('readJob')),
    },
    {
      name: 'makes-every-job-a-count',
      foundBy: ['read-returns-written'],
      description: 'It shows every job that is read as one of the first kind.',
      behavior: responds(withJson(inObject((job) => ({ ...job, kind: 'count' }))), at('readJob')),
    },
  ],
);

export const wrongLinks: readonly FilesFault[] = scoped(
  { operations: ['createFolder', 'uploadFile', 'createLink', 'openLink'], foundBy: ['created-is-found'] },
  [
    {
      name: 'never-opens-links',
      description: 'It returns 404 for every link that it created.',
      behavior: () => ({ findLink: () => undefined }),
    },
    {
      name: 'finds-links-in-any-case',
      description: 'It compares tokens without their case.',
      behavior: () => ({
        findLink: ({ links }, token) =>
          [...links.values()].find((link) => link.token.toLowerCase() === token.toLowerCase()),
      }),
    },
    {
      name: 'lets-links-expire-at-once',
      description: 'It takes seconds for milliseconds: a link expires long before its time.',
      behavior: ({ findLink }) => ({
        findLink: (state, token) => {
          const link = findLink(state, token);
          return link === undefined ? undefined : { ...link, expiresAt: 0 };
        },
      }),
    },
    {
      name: 'gives-time-of-creation-as-expiry',
      description: 'It shows the time of creation where the time of expiry should be.',
      behavior: ({ showLink }) => ({
        showLink: (link) => ({ ...showLink(link), expiresAt: new Date(Date.now()).toISOString() }),
      }),
    },
    {
      name: 'opens-newest-link',
      foundBy: ['read-returns-written'],
      description: 'It shows the newest link for every token.',
      behavior: () => ({ findLink: ({ links }, token) => (links.has(token) ? [...links.values()].at(-1) : undefined) }),
    },
    {
      name: 'writes-expiry-without-zone',
      description: 'It writes a date-time without its offset.',
      foundBy: ['body-matches-schema'],
      behavior: ({ showLink }) => ({
        showLink: (link) => ({ ...showLink(link), expiresAt: new Date(link.expiresAt).toISOString().replace('Z', '') }),
      }),
    },
  ],
);
