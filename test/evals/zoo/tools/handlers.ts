/** What each operation does. */
import { JsonNumber } from '../json.ts';
import { checkDay, readLoanListQuery, readToolListQuery, toolIdOf, uuidOf } from './query.ts';
import { jsonToolResponse, ToolProblem, type ToolResponse } from './response.ts';
import { newLoan, newMember, newTool, toolPatch } from './rules.ts';
import type { Tool, ToolLoan } from './state.ts';
import { etagOf, newUuid, type ToolContext } from './store.ts';

export type OperationId =
  | 'readHours'
  | 'listTools'
  | 'createTool'
  | 'readTool'
  | 'replaceTool'
  | 'changeTool'
  | 'removeTool'
  | 'listLoans'
  | 'lendTool'
  | 'readLoan'
  | 'endLoan'
  | 'createMember'
  | 'readMember';

export const handlers: Readonly<Record<OperationId, (context: ToolContext) => ToolResponse | Promise<ToolResponse>>> = {
  readHours,
  listTools,
  createTool,
  readTool: (context) => toolReply(context, toolOf(context)),
  replaceTool,
  changeTool,
  removeTool,
  listLoans,
  lendTool,
  readLoan: (context) => jsonToolResponse(200, context.store.showLoan(loanOf(context))),
  endLoan,
  createMember,
  readMember,
};

export const noContent: ToolResponse = { status: 204, headers: {}, body: undefined };

function readHours({ query, enforces }: ToolContext): ToolResponse {
  checkDay(query, enforces);
  const day = ['09:00', '18:30'];
  const hours = [null, day, day, day, day, ['10:00', '16:00'], null];
  return jsonToolResponse(200, hours, { 'cache-control': 'max-age=3600' });
}

function listTools(context: ToolContext): ToolResponse {
  const { store, state, query, enforces } = context;
  const listQuery = readToolListQuery(query, enforces);
  const filtered = store.filterTools([...state.tools.values()], listQuery, (tool) => isLent(context, tool));
  const items = store.pageOfTools(filtered, listQuery).map((tool) => store.showTool(tool, isLent(context, tool)));
  return jsonToolResponse(
    200,
    { items, total: new JsonNumber(filtered.length) },
    { 'x-total-count': String(filtered.length), 'ratelimit-remaining': '5000' },
  );
}

async function createTool(context: ToolContext): Promise<ToolResponse> {
  const { store, state, body } = context;
  const fields = store.fieldsOf(await body(newTool), 'createTool');
  const tool = { id: store.nextId(state), createdAt: new Date().toISOString(), fields };
  state.createdTools += 1n;
  store.saveTool(state, tool);
  const shown = store.showTool(tool, false);
  return jsonToolResponse(201, shown, { location: store.locationOf(tool), etag: etagOf(shown) });
}

async function replaceTool(context: ToolContext): Promise<ToolResponse> {
  const { store, state, body } = context;
  const tool = toolOf(context);
  const replaced = store.replaceTool(tool, store.fieldsOf(await body(newTool), 'replaceTool'));
  if (state.tools.has(tool.id)) store.saveTool(state, replaced);
  return toolReply(context, replaced);
}

async function changeTool(context: ToolContext): Promise<ToolResponse> {
  const { store, state, body } = context;
  toolOf(context);
  const patch = store.fieldsOf(await body(toolPatch, 'application/merge-patch+json'), 'changeTool');
  // Read once more: others may have changed it while the body came in.
  const changed = store.patchTool(toolOf(context), patch);
  store.saveTool(state, changed);
  return toolReply(context, changed);
}

function removeTool(context: ToolContext): ToolResponse {
  context.store.removeTool(context.state, toolOf(context));
  return noContent;
}

function listLoans(context: ToolContext): ToolResponse {
  const { store, state, query, enforces } = context;
  const listQuery = readLoanListQuery(query, enforces);
  const all = store.loansOf(state, toolOf(context));
  // One that is gone, or of another tool, has nothing behind it.
  const start = listQuery.cursor === undefined ? 0 : all.findIndex(({ id }) => id === listQuery.cursor) + 1;
  const rest = listQuery.cursor !== undefined && start === 0 ? [] : all.slice(start);
  const page = store.pageOfLoans(rest, listQuery);
  const next = page.length < rest.length ? (page.at(-1)?.id ?? null) : null;
  return jsonToolResponse(200, { items: page.map(store.showLoan), next });
}

async function lendTool(context: ToolContext): Promise<ToolResponse> {
  const { store, state, body } = context;
  const tool = toolOf(context);
  const loan = { id: newUuid(), toolId: tool.id, fields: await body(newLoan) };
  state.loans.set(loan.id, loan);
  return jsonToolResponse(201, store.showLoan(loan), { location: `/tools/${tool.id}/loans/${loan.id}` });
}

function endLoan(context: ToolContext): ToolResponse {
  context.store.endLoan(context.state, loanOf(context));
  return noContent;
}

async function createMember({ store, state, body }: ToolContext): Promise<ToolResponse> {
  const fields = store.fieldsOf(await body(newMember), 'createMember');
  const member = { id: newUuid(), since: new Date().toISOString().slice(0, 10), fields };
  state.members.set(member.id, member);
  return jsonToolResponse(201, store.showMember(member), { location: `/members/${member.id}` });
}

function readMember({ store, state, pathValues, enforces }: ToolContext): ToolResponse {
  const [id = ''] = pathValues;
  const member = state.members.get(uuidOf(id, enforces));
  if (member === undefined) throw new ToolProblem(404, 'There is no such member.');
  return jsonToolResponse(200, store.showMember(member));
}

function toolReply(context: ToolContext, tool: Tool): ToolResponse {
  const shown = context.store.showTool(tool, isLent(context, tool));
  return jsonToolResponse(200, shown, { etag: etagOf(shown) });
}

function toolOf({ store, state, pathValues, enforces }: ToolContext): Tool {
  const [id = ''] = pathValues;
  const tool = store.findTool(state, toolIdOf(id, enforces));
  if (tool === undefined) throw new ToolProblem(404, 'There is no such tool.');
  return tool;
}

function loanOf(context: ToolContext): ToolLoan {
  const { store, state, pathValues, enforces } = context;
  const tool = toolOf(context);
  const loan = store.findLoan(state, tool, uuidOf(pathValues[1] ?? '', enforces));
  if (loan === undefined) throw new ToolProblem(404, 'There is no such loan.');
  return loan;
}

function isLent({ store, state }: ToolContext, tool: Tool): boolean {
  return store.loansOf(state, tool).length > 0;
}
