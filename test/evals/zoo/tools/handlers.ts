/** What each operation does. */
import { JsonNumber } from '../json.ts';
import { checkDay, toolIdOf, uuidOf, wantedLoans, wantedTools } from './query.ts';
import { jsonReply, Problem, type Reply } from './reply.ts';
import { newLoan, newMember, newTool, toolPatch } from './rules.ts';
import type { Loan, Tool } from './shelf.ts';
import { type Context, newUuid, tagOf } from './store.ts';

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

export const handlers: Readonly<Record<OperationId, (context: Context) => Reply | Promise<Reply>>> = {
  readHours,
  listTools,
  createTool,
  readTool: (context) => toolReply(context, toolOf(context)),
  replaceTool,
  changeTool,
  removeTool,
  listLoans,
  lendTool,
  readLoan: (context) => jsonReply(200, context.store.showLoan(loanOf(context))),
  endLoan,
  createMember,
  readMember,
};

export const nothing: Reply = { status: 204, headers: {}, body: undefined };

function readHours({ query, keeps }: Context): Reply {
  checkDay(query, keeps);
  const day = ['09:00', '18:30'];
  const hours = [null, day, day, day, day, ['10:00', '16:00'], null];
  return jsonReply(200, hours, { 'cache-control': 'max-age=3600' });
}

function listTools(context: Context): Reply {
  const { store, shelf, query, keeps } = context;
  const wanted = wantedTools(query, keeps);
  const chosen = store.select([...shelf.tools.values()], wanted, (tool) => isLent(context, tool));
  const items = store.page(chosen, wanted).map((tool) => store.showTool(tool, isLent(context, tool)));
  return jsonReply(
    200,
    { items, total: new JsonNumber(chosen.length) },
    { 'x-total-count': String(chosen.length), 'ratelimit-remaining': '5000' },
  );
}

async function createTool(context: Context): Promise<Reply> {
  const { store, shelf, body } = context;
  const fields = store.fieldsOf(await body(newTool), 'createTool');
  const tool = { id: store.nextId(shelf), createdAt: new Date().toISOString(), fields };
  shelf.tick += 1n;
  store.keep(shelf, tool);
  const shown = store.showTool(tool, false);
  return jsonReply(201, shown, { location: store.addressOf(tool), etag: tagOf(shown) });
}

async function replaceTool(context: Context): Promise<Reply> {
  const { store, shelf, body } = context;
  const tool = toolOf(context);
  const replaced = store.replaced(tool, store.fieldsOf(await body(newTool), 'replaceTool'));
  if (shelf.tools.has(tool.id)) store.keep(shelf, replaced);
  return toolReply(context, replaced);
}

async function changeTool(context: Context): Promise<Reply> {
  const { store, shelf, body } = context;
  toolOf(context);
  const patch = store.fieldsOf(await body(toolPatch, 'application/merge-patch+json'), 'changeTool');
  // Read once more: others may have changed it while the body came in.
  const changed = store.changed(toolOf(context), patch);
  store.keep(shelf, changed);
  return toolReply(context, changed);
}

function removeTool(context: Context): Reply {
  context.store.remove(context.shelf, toolOf(context));
  return nothing;
}

function listLoans(context: Context): Reply {
  const { store, shelf, query, keeps } = context;
  const wanted = wantedLoans(query, keeps);
  const all = store.loansOf(shelf, toolOf(context));
  // One that is gone, or of another tool, has nothing behind it.
  const start = wanted.cursor === undefined ? 0 : all.findIndex(({ id }) => id === wanted.cursor) + 1;
  const rest = wanted.cursor !== undefined && start === 0 ? [] : all.slice(start);
  const page = store.pageOfLoans(rest, wanted);
  const next = page.length < rest.length ? (page.at(-1)?.id ?? null) : null;
  return jsonReply(200, { items: page.map(store.showLoan), next });
}

async function lendTool(context: Context): Promise<Reply> {
  const { store, shelf, body } = context;
  const tool = toolOf(context);
  const loan = { id: newUuid(), toolId: tool.id, fields: await body(newLoan) };
  shelf.loans.set(loan.id, loan);
  return jsonReply(201, store.showLoan(loan), { location: `/tools/${tool.id}/loans/${loan.id}` });
}

function endLoan(context: Context): Reply {
  context.store.endLoan(context.shelf, loanOf(context));
  return nothing;
}

async function createMember({ store, shelf, body }: Context): Promise<Reply> {
  const fields = store.fieldsOf(await body(newMember), 'createMember');
  const member = { id: newUuid(), since: new Date().toISOString().slice(0, 10), fields };
  shelf.members.set(member.id, member);
  return jsonReply(201, store.showMember(member), { location: `/members/${member.id}` });
}

function readMember({ store, shelf, names, keeps }: Context): Reply {
  const [id = ''] = names;
  const member = shelf.members.get(uuidOf(id, keeps));
  if (member === undefined) throw new Problem(404, 'There is no such member.');
  return jsonReply(200, store.showMember(member));
}

function toolReply(context: Context, tool: Tool): Reply {
  const shown = context.store.showTool(tool, isLent(context, tool));
  return jsonReply(200, shown, { etag: tagOf(shown) });
}

function toolOf({ store, shelf, names, keeps }: Context): Tool {
  const [id = ''] = names;
  const tool = store.find(shelf, toolIdOf(id, keeps));
  if (tool === undefined) throw new Problem(404, 'There is no such tool.');
  return tool;
}

function loanOf(context: Context): Loan {
  const { store, shelf, names, keeps } = context;
  const tool = toolOf(context);
  const loan = store.findLoan(shelf, tool, uuidOf(names[1] ?? '', keeps));
  if (loan === undefined) throw new Problem(404, 'There is no such loan.');
  return loan;
}

function isLent({ store, shelf }: Context, tool: Tool): boolean {
  return store.loansOf(shelf, tool).length > 0;
}
