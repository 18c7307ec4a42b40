import { randomUUID } from 'node:crypto';
import { JsonNumber } from '../../json.ts';
import { type FilesContext, folderOf, jsonBody } from '../context.ts';
import { type FilesResponse, jsonResponse, notFound } from '../http.ts';
import { readUuid } from '../parameters.ts';
import { newJob } from '../rules.ts';

export function startJob(context: FilesContext): FilesResponse {
  const { behavior, state, tenant } = context;
  const folder = folderOf(context);
  const fields = jsonBody(context, newJob);
  const files = behavior.filesOf(state, folder);
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const result = [new JsonNumber(files.length), new JsonNumber(bytes)];
  const job = { id: randomUUID(), folder: folder.id, tenant, fields, startedAt: Date.now(), result };
  state.jobs.set(job.id, job);
  return jsonResponse(202, behavior.showJob(job), { location: `/jobs/${job.id}`, 'retry-after': '1' });
}

export function readJob({ behavior, state, pathValues, enforces, tenant }: FilesContext): FilesResponse {
  const [id = ''] = pathValues;
  const job = state.jobs.get(readUuid(id, enforces));
  if (job === undefined || !behavior.isOwnJob(tenant, job)) throw notFound('job');
  return jsonResponse(200, behavior.showJob(job));
}
